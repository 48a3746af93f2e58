//! What becomes of a captured man or of its captor: `changes sides`, `returns to its home square`, `becomes a white piece of that kind`.

use super::capture::{NewSide, Predicate, near_class};
use super::nouns;
use crate::rule::Player;
use crate::rule::cursor::Cursor;

/// What is said to become of somebody.
pub fn predicate(c: &mut Cursor) -> Option<Predicate> {
    const PLAIN: [(&str, Predicate); 9] = [
        ("goes to the capturer reserve", Predicate::GoesToReserve),
        ("changes sides", Predicate::ChangesSides),
        ("stays on its square", Predicate::StaysOnItsSquare),
        ("stays where it was", Predicate::StaysWhereItWas),
        ("is removed", Predicate::IsRemoved),
        ("is captured", Predicate::IsRemoved),
        ("explodes", Predicate::Explodes),
        ("stays as it is", Predicate::StaysAsItIs),
        ("goes to the square of the capture", Predicate::GoesToTheCapture),
    ];
    if let Some((_, predicate)) = PLAIN.iter().find(|(phrase, _)| c.take(phrase).is_some()) {
        return Some(predicate.clone());
    }
    if let Some(phrase) = c.take_one_of(&["returns to its home square", "returns to the home square of its kind"]) {
        c.attempt(|c| {
            c.comma();
            c.take_one_of(&["if that is empty", "if able"])
        });
        let own = phrase == "returns to its home square";
        return Some(if own { Predicate::ReturnsHome } else { Predicate::ReturnsToHomeOfKind });
    }
    if c.take_one_of(&["becomes", "promotes to"]).is_some() {
        let the_captured = c.attempt(|c| {
            c.take_one_of(&["the kind it captured"]).or_else(|| {
                c.maybe("the");
                c.take("captured piece").map(|()| "")
            })
        });
        if the_captured.is_some() {
            return Some(Predicate::BecomesTheCaptured);
        }
        // "becomes white": that alone
        if let Some(army) = c.attempt(|c| {
            let army = nouns::army(c)?;
            (!c.sees(0, "piece") && c.attempt(nouns::kind).is_none()).then_some(army)
        }) {
            return Some(Predicate::BecomesOf(None, NewSide::Army(army)));
        }
        if let Some(found) = c.attempt(of_a_side) {
            return Some(found);
        }
        c.take("a");
        let kind = nouns::kind(c)?;
        nouns::unchanged(c);
        return Some(Predicate::Becomes(kind));
    }
    if let Some(side) = c.attempt(joined) {
        return Some(Predicate::BecomesOf(None, side));
    }
    c.take("removes")?;
    let (who, reach) = near_class(c)?;
    Some(Predicate::Removes { who, reach })
}

/// After "becomes": `a white piece of that kind`, `an own pawn`, `a pawn of the other side`, `a white pawn`.
fn of_a_side(c: &mut Cursor) -> Option<Predicate> {
    c.maybe("a");
    let before = c.attempt(new_side);
    let kind = match c.attempt(nouns::kind) {
        Some(kind) => Some(kind),
        None => {
            c.take("piece")?;
            None
        }
    };
    let mut side = before;
    loop {
        // "of that kind", "of the same kind": as the captured one
        let captured_kind = kind.is_none()
            && c.attempt(|c| {
                if c.maybe("of the same kind") {
                    return Some(());
                }
                c.maybe("of").then_some(())?;
                c.maybe_one_of(&["the", "that"])?;
                c.maybe_one_of(&["same", "captured"]);
                c.maybe("kind").then_some(())
            })
            .is_some();
        if captured_kind {
            continue;
        }
        if side.is_none()
            && let Some(found) = c.attempt(|c| {
                c.maybe_one_of(&["of", "for"])?;
                c.maybe_one_of(&["the", "a", "its"]);
                new_side(c)
            })
        {
            c.maybe_one_of(&["colour", "side", "army", "team"]);
            side = Some(found);
            continue;
        }
        break;
    }
    Some(Predicate::BecomesOf(kind, side?))
}

/// `white`, `own`, `the other`, `the capturer's`.
fn new_side(c: &mut Cursor) -> Option<NewSide> {
    if let Some(army) = c.attempt(nouns::army) {
        return Some(NewSide::Army(army));
    }
    Some(
        match c.maybe_one_of(&[
            "own",
            "mover",
            "capturing piece",
            "captured piece",
            "other",
            "opposite",
            "different",
            "opponent",
            "enemy",
            "same",
        ])? {
            "own" | "mover" | "capturing piece" => NewSide::Captors,
            "captured piece" => NewSide::Victims,
            "same" => NewSide::Same,
            _ => NewSide::Other,
        },
    )
}

/// `joins white`, `belongs to the captor`, `joins him`, `joins his side`: the army of whoever captures, or one that is named.
fn joined(c: &mut Cursor) -> Option<NewSide> {
    c.take_one_of(&["joins", "belongs to"])?;
    let him = |c: &Cursor| c.peek().is_some_and(|lexeme| lexeme.meant == Some(Player::Mover));
    let his = him(c);
    let side = match () {
        () if his && (c.maybe("it") || c.maybe("its")) => NewSide::Captors,
        () => {
            c.maybe_one_of(&["the", "its"]);
            match c.attempt(nouns::army) {
                Some(army) => NewSide::Army(army),
                None => {
                    c.take_one_of(&["mover", "capturing piece"])?;
                    NewSide::Captors
                }
            }
        }
    };
    c.maybe_one_of(&["side", "army", "team", "colour"]);
    Some(side)
}
