//! R6: a rule stands through its maker's next phase; a repeal inside that time acts at its end.

use super::super::multiverse::{Enacted, Multiverse};
use super::{MetaRule, Proposal, Subject, Verdict};

const R6: MetaRule = MetaRule(6);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let game = proposal.before;
    match &proposal.subject {
        Subject::Rule(rule) => {
            let made = proposal.after.rule(&proposal.number)?;
            let until = proposal.after.until_told(made.protected);
            let stretched = made.lasts.is_some() && rule.lasts.is_some_and(|turns| u32::from(turns) <= game.parameters.protection());
            Some(match stretched {
                true => Verdict::warned(R6, format!("its LASTS is shorter than that, so it stands until {until}")),
                false => Verdict::kept(R6, format!("protected until {until}")),
            })
        }
        Subject::Repeal { targets, universe } => {
            let waiting = targets.iter().filter_map(|target| Some((target, game.held_by_protection(target, *universe)?)));
            let told: Vec<String> = waiting.map(|(target, by)| game.stays_for(target, by)).collect();
            Some(if told.is_empty() { Verdict::kept(R6, "acts at once") } else { Verdict::warned(R6, told.join(", ")) })
        }
    }
}

impl Multiverse {
    /// Until when a rule stays, and for whose sake: `w1 stands until the end of Bob's phase of turn 3, for b1 leans on it`.
    pub(in crate::game::mar) fn stays_for(&self, number: &str, by: &Enacted) -> String {
        let leaning = &by.enactment.number;
        let whose = if leaning == number { String::new() } else { format!(", for {leaning} leans on it and is protected") };
        format!("{number} stands until {}{whose}", self.until_told(by.protected))
    }
}
