//! R10: making and repealing rules stays free. The language has no word against it; what is left is a penalty for not having moved.

use crate::rule::{Clause, Condition, Deed, Event, Form, How, Kinds, Part, Past, Player, When, walk};

use super::{MetaRule, Proposal, Verdict};

const R10: MetaRule = MetaRule(10);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let Some(at) = proposal.sentences(punishes_rules).first().copied() else {
        return Some(Verdict::kept(R10, "rules stay free"));
    };
    let says = format!("sentence {at} does something to whoever has not moved, and so to whoever makes or repeals a rule instead");
    let passes = "It passes if it binds only which piece moves (\"a piece in the hot zone must move\"); rules about rules are proposed: HELP PROPOSE.";
    Some(Verdict::broken(R10, says, passes))
}

/// It acts at the end of a phase because its player has not moved in it.
fn punishes_rules(clause: &Clause) -> bool {
    let Form::Trigger(trigger) = &clause.form else { return false };
    let closes = matches!(trigger.event, Event::Closes(_) | Event::Opens(_) | Event::Turn | Event::TurnEnds);
    closes && (clause.when.as_ref().is_some_and(|when| idle(when, false)) || walk::holds(clause, &is_deed_for_idleness))
}

fn is_deed_for_idleness(part: &Part) -> bool {
    matches!(part, Part::Deed(Deed::If(condition, ..)) if idle(condition, false))
}

/// Whether a condition, or its contrary, asks that a player has made no move at all in his last phase.
fn idle(condition: &Condition, contrary: bool) -> bool {
    match condition {
        Condition::Not(inner) => idle(inner, !contrary),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| idle(part, contrary)),
        Condition::Happened(past) => contrary && any_move_of_a_phase(past),
        _ => false,
    }
}

fn any_move_of_a_phase(past: &Past) -> bool {
    let act = &past.act;
    let any = matches!(act.how, How::Any) && act.from.is_none() && act.to.is_none() && act.over.is_none() && act.counts.is_empty();
    let everybody = matches!(act.who.kinds, Kinds::Every) && act.who.such.is_none();
    let recent = matches!(past.when, When::Within(1) | When::JustBefore | When::LastTurn | When::Running(_) | When::Ago(0 | 1));
    any && everybody && recent && past.man.is_none() && matches!(past.by, Some(Player::Mover | Player::Opponent | Player::Colour(_)) | None)
}
