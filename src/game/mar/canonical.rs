//! The state in canonical words, for the digest that every log line carries: equal states, equal text.

use std::fmt::Write;

use crate::rule::Scope;

use super::multiverse::{Action, Multiverse, Stage};

impl Multiverse {
    /// Everything that decides what may happen next, a line a fact. Not in it: the journal, which only tells what was.
    pub fn canonical(&self) -> String {
        let mut text = String::from("custodian-state-v1\n");
        let mut fact = |line: std::fmt::Arguments| {
            let _ = writeln!(text, "{line}");
        };
        let stage = match self.stage {
            Stage::Gathering => "gathering".to_owned(),
            Stage::Playing => "playing".to_owned(),
            Stage::Over(outcome) => format!("over {outcome:?}"),
        };
        fact(format_args!("stage {stage}"));
        fact(format_args!("answers {:?} {:?}", self.answers, self.watching));
        fact(format_args!("wishes {:?} {:?}", self.wishes.colours, self.wishes.sequence));
        for player in &self.seats {
            let (alive, real, draw) = (player.alive, player.real, player.wants_draw);
            fact(format_args!("seat {} {} made {} alive {alive} real {real:?} draw {draw}", player.label, player.address, player.made));
        }
        fact(format_args!("phase {} {}", self.phase.turn, self.phase.seat.0));
        for rule in &self.rules {
            let enactment = &rule.enactment;
            let scope = match enactment.scope() {
                Scope::Multiverse => 0,
                Scope::Universe(number) => number,
            };
            let (made, lasts) = (rule.made, rule.lasts.map(|window| (window.last.turn, window.last.seat.0)));
            let stands = (rule.stands(), &rule.repealed_in);
            fact(format_args!(
                "rule {} scope {scope} made {} {} lasts {lasts:?} stands {stands:?}",
                enactment.number, made.turn, made.seat.0
            ));
            fact(format_args!("says {:?}", enactment.canonical));
        }
        for repeal in &self.repeals {
            let last = repeal.acts_after.last;
            fact(format_args!(
                "repeal {} of {} in {:?} after {} {}",
                repeal.number, repeal.target, repeal.universe, last.turn, last.seat.0
            ));
        }
        if let Some(draft) = &self.draft {
            let action = match &draft.action {
                Action::Move => "move".to_owned(),
                Action::Rule { text, scope } => format!("rule {scope:?} {text:?}"),
                Action::Repeal { target, universe } => format!("repeal {target} {universe:?}"),
                Action::RepealAll { universe } => format!("repeal-all {universe:?}"),
                Action::Pass => "pass".to_owned(),
            };
            let due = draft.due.map(|due| due.timestamp());
            fact(format_args!("draft real {:?} {action} moves {:?} now {} due {due:?}", draft.real, draft.moves, draft.at_once));
        }
        text.push_str(&self.position.canonical());
        text
    }
}
