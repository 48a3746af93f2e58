//! Where men are moved or led: `to e4`, `two squares forward`, `to its home square if that is empty`.

use super::becoming::ladder;
use super::placing::spot_of;
use super::{Cast, heading, whom};
use crate::board::Vector;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Chooser, Deed, Heading, Point, Ref, Spot, Whom};

/// As a man sees it.
const FORWARD: Vector = Vector { right: 0, forward: 1 };
const BACKWARD: Vector = Vector { right: 0, forward: -1 };

/// After "moves": `to e4`, `two squares forward`; "its home square" is that of who is moved.
pub fn moved(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    let each = matches!(who, Whom::Among { .. }).then_some(Ref::Chosen);
    c.meaning(|stance| &mut stance.its, each.or(c.stance.its), |c| on_its_way(c, who, cast))
}

/// `to e4`, `two squares forward`, `one step up the ladder pawn, knight, rook`.
fn on_its_way(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    if let Some(up) = c.attempt(|c| c.take_one_of(&["up the ladder", "down the ladder"])) {
        c.maybe("of");
        let mut kinds = ladder(c)?;
        // a ladder may be named from its top or from its bottom
        let worth = |kind: Option<&String>| c.words.kinds.iter().find(|known| Some(&known.name) == kind).map(|known| known.value);
        let from_the_top = worth(kinds.first()) > worth(kinds.last());
        if from_the_top == (up == "up the ladder") {
            kinds.reverse();
        }
        return Some(Deed::Climb(who, kinds));
    }
    if let Some((heading, stride)) = c.attempt(heading::walk) {
        // everything on a board goes round it, one man does not
        return (!c.sees(0, "wrapping round") && !c.sees(1, "wrapping round")).then_some(Deed::Step(who, heading, stride));
    }
    c.take_one_of(&["to", "onto", "on"])?;
    led(c, who, cast)
}

/// To which square a man is led: "its home square" is his.
pub fn led(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    let each = matches!(who, Whom::Among { .. }).then_some(Ref::Chosen);
    // "every knight goes to a square next to it": whether that is the moving piece is not said
    let all = c.stance.taken || matches!(who, Whom::Among { chooser: Chooser::All, .. }) && cast.actor.is_some();
    let found = c.meaning(
        |stance| &mut stance.its,
        each.or(c.stance.its),
        |c| c.beside(whom::side_of(&who), |c| c.meaning(|stance| &mut stance.taken, all, |c| spot_of(c, &who, cast))),
    );
    let found = found?;
    // "the capturing piece goes to its square": to whose?
    if let (Spot::At(Point::Of(of)), Whom::That(man)) = (&found, &who)
        && of == man
    {
        let problem = "it is not clear which square is meant: it stands there already".to_string();
        return c.refuse(
            Diagnostic::new("L004", c.span_from(c.at().saturating_sub(2)), problem)
                .hint("name it: \"the square of the capture\", \"the square it came from\", \"e4\""),
        );
    }
    match (found, &who) {
        (Spot::At(Point::Home(Ref::Chosen)), Whom::Among { .. }) => Some(Deed::Return(who)),
        (spot, _) => Some(Deed::Go(who, spot)),
    }
}

/// Behind `back on the square it came from`: who was captured came from where it stood before.
pub fn back_on(c: &Cursor, who: &Whom, spot: Spot) -> Spot {
    let by_it = c.back().is_some_and(|square| square.token.is_word("the") && square.tokens == BY_IT && square.last == "from");
    match (who, &spot) {
        (Whom::That(of @ Ref::Victim), Spot::At(Point::From)) if by_it => Spot::At(Point::Before(*of)),
        _ => spot,
    }
}

/// How many words "the square it came from" has; those that name somebody have more.
const BY_IT: usize = 5;

/// `if that square is empty`: a man goes nowhere else.
pub fn if_free(c: &mut Cursor) {
    if c.attempt(|c| {
        c.comma();
        c.take_one_of(&["if that is empty", "if able"])
    })
    .is_some()
    {
        c.assume("nobody is moved to a square that is not empty anyway");
    }
}

/// The same of one who goes square by square: the next square is in front of him who goes forward, and behind him who is pushed.
pub fn if_there_is_room(c: &mut Cursor, heading: &Heading) {
    let next = match heading {
        Heading::Own(step) if *step == FORWARD => "if the square in front is empty",
        Heading::Own(step) if *step == BACKWARD => "if the square behind is empty",
        Heading::Away(_) => "if the square behind is empty",
        Heading::Own(_) | Heading::Mover(_) | Heading::Onward | Heading::Toward(_) => return if_free(c),
    };
    let said = c.attempt(|c| {
        c.comma();
        c.maybe(next).then_some(())
    });
    match said {
        Some(()) => c.assume("nobody is moved to a square that is not empty anyway"),
        None => if_free(c),
    }
}
