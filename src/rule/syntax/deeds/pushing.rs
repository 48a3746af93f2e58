//! Who pushes, pulls and carries whom, and which way: `it pushes the pawn one square`, `is pushed two squares back`.

use super::going::{if_free, if_there_is_room};
use super::men::is_left_by_it;
use super::placing::spot;
use super::whom::whom;
use super::{Cast, heading};
use crate::rule::cursor::{Cursor, Named};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::terms;
use crate::rule::{Deed, Point, Ref, Spot, Squares, Whom};

/// `it pushes the pawn`: who pushes is who moves.
pub fn pusher(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let pushes = ["push", "pull", "carry"].iter().any(|verb| c.sees(1, verb));
    // "it comes back to the square it left": who has been captured has left none
    let returns = c.sees(1, "return") && c.sees(2, "to") && c.ahead(3).is_some_and(is_left_by_it);
    ((pushes || returns) && cast.actor.is_some() && c.stance.it == Ref::Actor && c.it()).then_some(Whom::That(Ref::Actor))
}

/// Whom it pushes: nobody pushes himself, so "it" is the other one that was spoken of.
fn pushed_by(c: &mut Cursor, cast: &Cast, pusher: &Whom) -> Option<Whom> {
    let from = c.at();
    let pronoun = ["it", "them"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)));
    let target = whom(c, cast)?;
    if target != *pusher {
        return Some(target);
    }
    let others = c.stance.described.clone();
    match others.as_slice() {
        [(_, other)] if pronoun => {
            c.assume("\"it\" is the other one: nobody pushes himself");
            Some(other.clone())
        }
        _ => {
            let problem = "nobody pushes or pulls himself, and it is not said who else is meant".to_string();
            c.refuse(
                Diagnostic::new("L004", c.span_from(from), problem)
                    .hint("name the other one: After {man} moves, every enemy piece next to it is pushed one square away."),
            )
        }
    }
}

/// `carries`: whoever goes along, to a square that is said or as far as the move leads.
pub fn carried(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    let from = c.at();
    c.maybe("along");
    let mut target = whom(c, cast)?;
    c.maybe("along");
    c.attempt(|c| c.maybe("with").then(|| c.it()).filter(|&it| it));
    // whoever goes along stood by it before it moved
    if who == Whom::That(Ref::Actor)
        && let Whom::Among { on, .. } = &mut target
    {
        on.seen_from(Point::From);
    }
    // "to a square next to where it lands"; "to an empty square" is one phrase
    if let Some(spot) = c.attempt(|c| {
        if c.peek().is_some_and(|to| to.means("without capturing") && ["to", "onto"].iter().any(|word| to.token.is_word(word))) {
            c.skip();
            let there = c.attempt(terms::placed).map_or(Squares::Empty, |on| Squares::Both(vec![Squares::Empty, on]));
            return Some(Spot::One(there, cast.chooser.clone()));
        }
        c.take_one_of(&["to", "onto"])?;
        spot(c, cast)
    }) {
        if_free(c);
        return Some(Deed::Go(target, spot));
    }
    if let Whom::Among { .. } = who {
        let problem = "nobody moves here who could take somebody along".to_string();
        let hint = "say with which move: When {man} moves, it may carry an own {bare} next to it";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    }
    let of = if let Whom::That(of) = &target { *of } else { Ref::Chosen };
    if_free(c);
    Some(Deed::Go(target, Spot::At(Point::Along(Box::new(Point::Of(of))))))
}

/// `pushes`, `pulls`.
pub fn pushes(c: &mut Cursor, who: Whom, cast: &Cast, pulls: bool) -> Option<Deed> {
    let from = match &who {
        Whom::That(of) => Squares::At(Point::Of(*of)),
        Whom::Among { who, .. } => Squares::Under(Box::new(who.clone())),
    };
    let target = pushed_by(c, cast, &who)?;
    let (heading, stride) = heading::push(c, pulls, &from);
    c.stance_mut().square = Named::Unclear;
    if_there_is_room(c, &heading);
    Some(Deed::Step(target, heading, stride))
}

/// `is pushed`.
pub fn is_pushed(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    // away from who has moved, where it is not that one
    let by = (cast.actor.is_some() && who != Whom::That(Ref::Actor)).then_some(Squares::At(Point::Of(Ref::Actor)));
    let (heading, stride) = c.attempt(|c| heading::pushed(c, by))?;
    c.stance_mut().square = Named::Unclear;
    if_there_is_room(c, &heading);
    Some(Deed::Step(who, heading, stride))
}
