//! What is paid for a duty that has not been done: `, otherwise he loses a point`, `or lose a point`, `if he cannot, he loses a pawn`.

use super::deeds::{Cast, deeds};
use super::duties::otherwise;
use super::grounding::grounded;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Act, Class, Condition, Deed, Event, Form, Owner, Past, Player, Trigger, When};

/// What is noted of a duty that is only paid for.
pub const LEFT_UNDONE: &str = "he may leave it undone";

/// What is done at the end of a phase in which it has not been done, and whether it is said that only who can must.
pub fn penalty(c: &mut Cursor, act: &Act, mut able: bool) -> Option<(Form, Vec<String>, bool)> {
    let from = c.at();
    if c.attempt(otherwise).is_some() {
        // "if he cannot": who can must
        able |= c.since(from).iter().any(|lexeme| lexeme.means("failing that"));
    } else {
        c.comma();
        c.take("or")?;
        c.comma();
    }
    let who = match &act.who.owner {
        Owner::Army(army) => Player::Colour(army.clone()),
        _ => Player::Mover,
    };
    let cast = Cast { doer: who.clone(), implied: None, ..Cast::NOBODY };
    let from = c.at();
    let deeds = deeds(c, &cast)?;
    if act.who.such.is_some() {
        let problem = "whether it has been done is asked at the end of the phase, when these pieces may be others".to_string();
        let hint = "name pieces by their kind alone: A player must move {man} if able, otherwise he loses one point.";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    }
    let phase = if who == Player::Mover { Player::Each } else { who.clone() };
    let owner = if who == Player::Mover { Owner::Anyone } else { act.who.owner.clone() };
    let past = Past {
        act: Box::new(Act { who: Class { owner, ..act.who.clone() }, ..act.clone() }),
        by: Some(who),
        man: None,
        when: When::Within(1),
    };
    let moved = Past { act: Box::new(Act::any(Class::EVERY)), ..past.clone() };
    let any_does = *past.act == *moved.act;
    let undone = Condition::Not(Box::new(Condition::Happened(past)));
    // Whoever makes a rule instead of moving pays nothing for it (R10).
    let undone = if any_does { undone } else { Condition::All(vec![Condition::Happened(moved), undone]) };
    let event = Event::Closes(Some(phase));
    grounded(c, &event, &deeds)?;
    let mut assumed = std::mem::take(&mut c.stance_mut().assumed);
    if !able {
        assumed.push(format!("{LEFT_UNDONE}, and then that happens; for a duty besides say \"if able\""));
    }
    Some((Form::Trigger(Trigger { event, deeds: vec![Deed::If(undone, deeds, Vec::new())], once: None }), assumed, able))
}
