//! Men whom nobody remembers when the move is over, so that nothing can hold of them for some turns: why, and how they are marked.

use super::Cast;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Condition, Ref, Squares, Whom};

/// `he may choose one of his pieces; that piece may not be captured for two turns`: who was chosen, if he likes, nobody remembers.
pub fn forgets_the_chosen(c: &mut Cursor, cast: &Cast) -> Option<()> {
    let one = c.sees(0, "it")
        || c.sees(0, "such a piece")
        || (c.sees(0, "that") || c.sees(0, "the")) && (c.sees(1, "piece") || c.sees(1, "chosen piece"));
    // beside whoever acts "it" could be either
    let either = c.sees(0, "it") && cast.actor.is_some();
    let chosen = (c.stance.chosen.is_empty() || either) && c.since(0).iter().any(|lexeme| lexeme.means("chooses"));
    if !chosen || !one {
        return Some(());
    }
    let problem = Diagnostic::new("L004", c.span_from(c.at()), "which piece was chosen nobody remembers after the move".to_string());
    c.refuse(problem.hint("mark it: He may mark one of his pieces as safe until his next turn. Safe pieces may not be captured."))
}

/// `when a rook castles, it may not capture for two turns`: it is not the one that makes the move, and which one it was nobody remembers.
pub fn forgets_the_second(c: &mut Cursor, cast: &Cast) -> Option<()> {
    if !matches!(&cast.implied, Some(Whom::Among { on: Squares::Between { .. }, .. })) || !c.sees(0, "it") && !c.sees(0, "may not") {
        return Some(());
    }
    let problem =
        Diagnostic::new("L004", c.span_from(c.at()), "which of the two that castle it was nobody remembers after the move".to_string());
    c.refuse(problem.hint("mark it: When {man} castles, it becomes dazed for two turns. Pieces that are dazed may not capture."))
}

/// `when a piece gives check, it may not be captured for one turn`: which piece attacks the king nobody remembers, and it need not be the one that moved.
pub fn forgets_who_gave_check(c: &mut Cursor, cast: &Cast) -> Option<()> {
    let attacks = |such: &Condition| matches!(such, Condition::Attacks(Ref::Itself, _));
    let gives = matches!(&cast.implied, Some(Whom::Among { who, .. }) if who.such.as_deref().is_some_and(attacks));
    // "he" is whoever moves
    let it = c.sees(0, "it") && c.peek().is_some_and(|it| it.meant.is_none() && !it.possessive);
    if !gives || !it {
        return Some(());
    }
    let problem = Diagnostic::new("L004", c.span_from(c.at()), "which piece gave check nobody remembers later".to_string());
    c.refuse(problem.hint("mark it: When {man} gives check, it becomes daring for one turn. Pieces that are daring may not be captured."))
}
