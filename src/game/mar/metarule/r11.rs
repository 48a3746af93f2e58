//! R11: no rule removes a man as it takes force. What removes men by the clock or by how things stand sleeps until everybody has had two phases.

use crate::board::Place;
use crate::rule::{Clause, Comparison, Condition, Deed, Event, Form, Number, Part, walk};

use super::super::multiverse::{Enacted, Multiverse};
use super::chances::{Toil, worlds};
use super::{Evidence, MetaRule, Proposal, Verdict};

const R11: MetaRule = MetaRule(11);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let game = proposal.before;
    let passes = "It passes if it says how pieces get lost by moves (\"when a piece captures ...\"), or at the opening or end of a phase.";
    let mut removed: Option<String> = None;
    let mut toil = Toil::new();
    for world in worlds(proposal) {
        world.each_way(&mut toil, &mut |after| {
            removed = lost(game, after);
            removed.is_none()
        });
        if removed.is_some() {
            break;
        }
    }
    if let Some(man) = removed {
        return Some(Verdict::broken(R11, format!("as it takes force it would remove {man}"), passes));
    }
    let made = proposal.after.rule(&proposal.number)?;
    if made.resting.is_none() {
        return Some(Verdict::kept(R11, "removes nothing at once"));
    }
    let wakes = made.wakes;
    let maker = proposal.after.player(wakes.seat).name.clone();
    let asleep: Vec<usize> = sleepers(made.clauses());
    for &at in &asleep {
        if let Some(turn) = too_soon(&made.clauses()[at], wakes.turn) {
            let says = format!("sentence {} would remove pieces in turn {turn}, before two turns have passed", at + 1);
            return Some(Verdict::broken(R11, says, format!("It passes from turn {} on.", wakes.turn)));
        }
    }
    let never = made.lasts.is_some_and(|window| !window.holds(wakes));
    let shown = asleep.iter().map(|&at| Evidence::Sleeps { clause: at + 1, turn: wakes.turn, player: maker.clone() });
    let sentence = told(&asleep, &maker, wakes.turn);
    let says = if never { format!("{sentence}, when the rule is over: it never acts") } else { sentence };
    Some(Verdict::warned(R11, says).shown_by(shown))
}

/// A man that stood on a board and does not stand there any more, in words.
fn lost(before: &Multiverse, after: &Multiverse) -> Option<String> {
    let geometry = &before.position.geometry;
    let gone = before.position.men().find_map(|(id, man)| {
        let cell = man.place.cell()?;
        let stays = match after.position.man(id).place {
            // Sent to another universe it is off its board.
            Place::Cell(now) => {
                after.position.geometry.board(after.position.geometry.cell(now).board).universe
                    == geometry.board(geometry.cell(cell).board).universe
            }
            Place::Pocket(_) | Place::Hand | Place::Gone => false,
        };
        (!stays).then_some((man, cell))
    });
    let (man, cell) = gone?;
    let entities = &before.position.entities;
    let place = before.universe_name(geometry.board(geometry.cell(cell).board).universe);
    Some(format!("the {} {} on {} in {place}", entities.army(man.army).name, entities.kind(man.kind).name, geometry.name(cell)))
}

fn told(asleep: &[usize], maker: &str, turn: u32) -> String {
    let which: Vec<String> = asleep.iter().map(|at| (at + 1).to_string()).collect();
    let (sentence, sleeps) = if asleep.len() == 1 { ("sentence", "sleeps") } else { ("sentences", "sleep") };
    format!("{sentence} {} {sleeps} until {maker}'s phase of turn {turn}", which.join(" and "))
}

impl Multiverse {
    /// What of a rule does nothing yet, and until when, in words.
    pub fn not_yet(&self, rule: &Enacted) -> Option<String> {
        let sleeps = rule.resting.is_some() && self.phase < rule.wakes;
        sleeps.then(|| format!("{} (R11)", told(&sleepers(rule.clauses()), &self.player(rule.wakes.seat).name, rule.wakes.turn)))
    }
}

/// The clauses, from 0, that take men off their boards though nobody moves or captures (R11): by the clock, or instead of a move.
pub fn sleepers(clauses: &[Clause]) -> Vec<usize> {
    let sleeps = |clause: &Clause| match &clause.form {
        Form::Trigger(trigger) => {
            let by_clock = matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds);
            by_clock && trigger.deeds.iter().any(Deed::removes)
        }
        // Whoever gives up a man of his own does it by an act of his.
        Form::Action(action) => action.deeds.iter().any(Deed::removes_others),
        _ => false,
    };
    (0..clauses.len()).filter(|&at| sleeps(&clauses[at])).collect()
}

/// The clauses with those that sleep put to rest; `None`: none sleeps.
pub fn at_rest(clauses: &[Clause]) -> Option<Vec<Clause>> {
    let asleep = sleepers(clauses);
    let rest = |(at, clause): (usize, &Clause)| if asleep.contains(&at) { clause.at_rest() } else { clause.clone() };
    (!asleep.is_empty()).then(|| clauses.iter().enumerate().map(rest).collect())
}

/// The turn that a clause waits for and that comes before it may act, if it waits for one alone.
fn too_soon(clause: &Clause, wakes: u32) -> Option<i32> {
    let mut found = None;
    walk::parts_of_condition(clause.when.as_ref()?, &mut |part| {
        if let Part::Condition(Condition::Compare(
            Number::Turn,
            Comparison::Equal | Comparison::AtMost | Comparison::Less,
            Number::Is(turn),
        )) = part
            && *turn < wakes as i32
        {
            found = Some(*turn);
        }
    });
    found
}
