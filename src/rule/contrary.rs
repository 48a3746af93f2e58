//! Bans and what other clauses give: whether a ban limits a gift, or would leave nothing of it.

use crate::movement::{Line, UNLIMITED, Use};

use super::{Act, Ban, Class, Clause, Form, How, Kinds, Motion, Movement, Owner};

/// As far as anybody goes, for distances without an end.
const FAR: u8 = 64;

/// Whether a clause gives men something to do that a ban could take.
pub fn gives(form: &Form) -> bool {
    match form {
        Form::Castling(castling) => castling.allowed,
        Form::Promotion(promotion) => !promotion.into.is_empty(),
        Form::Movement(_) | Form::InPassing(_) | Form::OwnPrey(_) => true,
        _ => false,
    }
}

/// Whether a ban leaves nothing of what another clause gives to men of whom both speak: the two contradict each other, and the newer holds (R3). A
/// ban that asks for anything of which the gift says nothing, such as squares, a time or what is captured, only limits it, as it limits all ways of moving.
pub fn leaves_nothing(ban: &Clause, gift: &Form) -> bool {
    let Form::Ban(Ban { act, lifted: false }) = &ban.form else { return false };
    let plain = ban.when.is_none() && act.from.is_none() && act.to.is_none() && act.over.is_none() && act.who.such.is_none();
    plain
        && match gift {
            Form::Movement(movement) => is_of_purpose(act, movement) && movement.motions.iter().all(|motion| takes(act, motion)),
            Form::Castling(castling) => castling.allowed && matches!(act.how, How::Castle),
            Form::InPassing(_) => matches!(&act.how, How::Passing(victims) if is_everybody(victims)),
            Form::Promotion(_) => matches!(act.how, How::Promote(_)),
            Form::OwnPrey(_) => matches!(&act.how, How::Capture(victims) if victims.owner == Owner::Own && victims.such.is_none()),
            _ => false,
        }
}

/// Whether moves of all purposes that a movement serves are of those that an act speaks of.
fn is_of_purpose(act: &Act, movement: &Movement) -> bool {
    let only = |purpose: Use| {
        let lines =
            |motion: &Motion| matches!(motion, Motion::Pattern(pattern) if pattern.lines.iter().all(|line| line.purpose == purpose));
        movement.aspect == purpose || movement.motions.iter().all(lines)
    };
    match &act.how {
        How::Any => true,
        How::Quiet => only(Use::Quiet),
        How::Capture(victims) => only(Use::Capture) && is_everybody(victims),
        How::Passing(_) | How::Check | How::Castle | How::Promote(_) => false,
    }
}

/// Whether all ways of a motion are of those that an act speaks of; what others lend nobody knows beforehand.
fn takes(act: &Act, motion: &Motion) -> bool {
    let anyhow = act.ways == super::Ways::Every && act.counts.is_empty();
    anyhow || matches!(motion, Motion::Pattern(pattern) if pattern.lines.iter().all(|line| takes_line(act, line)))
}

fn takes_line(act: &Act, line: &Line) -> bool {
    let most = if line.max == UNLIMITED { FAR } else { line.max };
    let counted = |squares: u8| act.counts.is_empty() || act.counts.iter().any(|&(least, most)| (least..=most).contains(&squares));
    line.legs.is_empty()
        && line.directions.iter().all(|step| {
            let long = step.right.unsigned_abs().max(step.forward.unsigned_abs());
            act.ways.admit(*step) && (line.min.max(1)..=most).all(|count| counted(count.saturating_mul(long)))
        })
}

fn is_everybody(class: &Class) -> bool {
    matches!(class.kinds, Kinds::Every) && class.such.is_none() && matches!(class.owner, Owner::Anyone | Owner::Enemy)
}
