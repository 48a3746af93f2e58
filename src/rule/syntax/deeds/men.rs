//! Deeds done to men on the board: removed, changed, moved, swapped, made to wait.

use super::placing::spot;
use super::whom::{self, belonging, subject, whom};
use super::{Cast, chooser, heading};
use crate::board::Vector;
use crate::rule::cursor::{Cursor, Named};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::{nouns, terms};
use crate::rule::{Chooser, Class, Deed, Heading, Kinds, Owner, Player, Point, Ref, Spot, Squares, Stride, Whom};

/// As a man sees it.
const FORWARD: Vector = Vector { right: 0, forward: 1 };
const BACKWARD: Vector = Vector { right: 0, forward: -1 };

/// Said of the men: `the captured piece becomes a pawn`.
pub fn said_of(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let from = c.at();
    let who = match pusher(c, cast) {
        Some(pusher) => pusher,
        None => subject(c, cast)?,
    };
    if let Some(deed) = c.attempt(|c| {
        c.take("and")?;
        let other = beside(c, cast, &who)?;
        c.take_one_of(&["swap places", "swap"])?;
        one_with_one(c, from)?;
        Some(Deed::Swap(who.clone(), other))
    }) {
        return Some(deed);
    }
    let chosen = names_chooser(c, from);
    c.comma();
    let deed = predicate(c, who, cast)?;
    c.take_one_of(&["too", "also", "instead"]);
    let deed = belated(c, cast, deed, chosen)?;
    Some(sparing(c, deed))
}

/// `it pushes the pawn`: who pushes is who moves.
fn pusher(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let pushes = ["push", "pull", "carry"].iter().any(|verb| c.sees(1, verb));
    (pushes && cast.actor.is_some() && c.it == Ref::Actor && c.it()).then_some(Whom::That(Ref::Actor))
}

/// Two swap places: "every knight and every bishop" does not say who with whom.
fn one_with_one(c: &mut Cursor, from: usize) -> Option<()> {
    let all = |lexeme: &crate::rule::words::Lexeme| lexeme.means("every") && !lexeme.token.is_word("any");
    if !c.since(from).iter().any(all) {
        return Some(());
    }
    let problem = Diagnostic::new("L015", c.span_from(from), "it is not said which one swaps with which".to_string());
    c.refuse(problem.hint("one swaps with one: On turn ten, each player swaps one of his {men} with one of his {others}."))
}

/// The other one of two: beside one who is chosen, "next to it" is next to that one.
fn beside(c: &mut Cursor, cast: &Cast, one: &Whom) -> Option<Whom> {
    match one {
        Whom::Among { .. } if cast.actor.is_none() => c.about(Ref::Chosen, |c| whom(c, cast)),
        _ => whom(c, cast),
    }
}

/// Who is left out, said last: `all pieces next to it are removed, except kings`.
fn sparing(c: &mut Cursor, mut deed: Deed) -> Deed {
    if let Some(Whom::Among { who, .. }) = deed.done_to()
        && who.kinds == Kinds::Every
        && let Some(spared) = nouns::exception(c)
    {
        who.kinds = Kinds::Except(spared);
    }
    deed
}

/// Said of whom the sentence is about without naming him again: `becomes a bishop`.
pub fn implied(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let who = cast.implied.clone()?;
    let deed = predicate(c, who, cast)?;
    c.take_one_of(&["too", "also", "instead"]);
    Some(deed)
}

/// Whether who chooses has been said since a place.
pub fn names_chooser(c: &Cursor, from: usize) -> bool {
    let said = ["chosen by", "chosen at random", "of the mover's choice", "of his choice", "of the opponent's choice", "a random"];
    c.since(from).iter().any(|lexeme| said.iter().any(|phrase| lexeme.means(phrase)))
}

/// Who chooses the man, said last: `one of white's pawns becomes a queen, chosen by the opponent`. `chosen` where that was said before.
fn belated(c: &mut Cursor, cast: &Cast, mut deed: Deed, chosen: bool) -> Option<Deed> {
    let from = c.at();
    let Some(by) = chooser(c, cast) else { return Some(deed) };
    match deed.done_to() {
        Some(Whom::Among { chooser, .. }) if *chooser != Chooser::All && !chosen => {
            *chooser = by;
            Some(deed)
        }
        _ => {
            let problem = Diagnostic::new("L015", c.span_from(from), "there is nothing here that could be chosen so".to_string());
            c.refuse(problem.hint("say it of one man, and once: one of the opponent's {bare} chosen at random is removed"))
        }
    }
}

pub fn predicate(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    // a deed is done anyway, and at once
    while c.maybe_one_of(&["must", "then", "at once"]).is_some() {}
    c.maybe("also");
    if let Some(deed) = super::lots::strays(c, &who, cast).or_else(|| super::worlds::sent(c, &who, cast)) {
        return Some(deed);
    }
    let verb = c.take_one_of(&[
        "is removed",
        "is captured",
        "becomes",
        "promotes to",
        "changes sides",
        "joins",
        "returns to its home square",
        "returns to the home square of its kind",
        "return",
        "arrive on",
        "goes to the reserve of",
        "swaps places with",
        "swap",
        "is placed",
        "is shifted",
        "is moved",
        "move",
        "belongs to",
        "is promoted",
        "push",
        "pull",
        "stays where it was",
        "copies the move",
        "carry",
    ])?;
    match verb {
        "carry" => {
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
            let of = if let Whom::That(of) = &target { *of } else { Ref::Chosen };
            Some(Deed::Go(target, Spot::At(Point::Along(Box::new(Point::Of(of))))))
        }
        "push" | "pull" => {
            let from = match who {
                Whom::That(of) => Squares::At(Point::Of(of)),
                Whom::Among { who, .. } => Squares::Under(Box::new(who)),
            };
            let target = whom(c, cast)?;
            let (heading, stride) = heading::push(c, verb == "pull", &from);
            c.square = Named::Unclear;
            if_there_is_room(c, &heading);
            Some(Deed::Step(target, heading, stride))
        }
        // "goes back to the square it came from"
        "stays where it was" => (who == Whom::That(Ref::Actor)).then_some(Deed::Go(who, Spot::At(Point::From))),
        "copies the move" => {
            let of = if let Whom::That(of) = &who { *of } else { Ref::Chosen };
            Some(Deed::Go(who, Spot::At(Point::Along(Box::new(Point::Of(of))))))
        }
        "is removed" | "is captured" => Some(Deed::Remove(who)),
        "becomes" | "promotes to" => changed(c, who, cast),
        "changes sides" => {
            let side = other_side(&who);
            match side {
                Some(side) => Some(Deed::Join(who, side)),
                None => {
                    let problem = Diagnostic::new("L015", c.span_from(c.at() - 1), "it is not said which side they join".to_string());
                    c.refuse(
                        problem.hint("examples: every enemy {bare} next to it changes sides; every {bare} on the e-file joins the mover"),
                    )
                }
            }
        }
        "joins" | "belongs to" => {
            let enemy = c.sees(0, "enemy") || c.sees(1, "enemy");
            let side = match (terms::player(c)?, &who) {
                // the enemy of a captured man is who has captured it
                (Player::Opponent, Whom::That(Ref::Victim)) if enemy => Player::OwnerOf(Ref::Actor),
                (Player::Opponent, Whom::Among { who, .. }) if enemy && who.owner == Owner::Anyone => Player::EnemyOf(Ref::Chosen),
                (side, _) => side,
            };
            c.take_one_of(&["side", "army", "team"]);
            Some(Deed::Join(who, side))
        }
        "returns to the home square of its kind" => {
            let of = if let Whom::That(of) = &who { *of } else { Ref::Chosen };
            c.square = Named::One(Point::HomeOfKind(of));
            Some(Deed::Go(who, Spot::At(Point::HomeOfKind(of))))
        }
        "returns to its home square" => {
            c.square = if let Whom::That(of) = &who { Named::One(Point::Home(*of)) } else { Named::Unclear };
            if_free(c);
            Some(Deed::Return(who))
        }
        // "it returns there", "it goes back to that square"
        "return" | "arrive on" => {
            if verb == "return" && !c.sees(0, "the square of the capture") {
                c.take_one_of(&["to", "onto", "on"])?;
            }
            let deed = match (&who, spot(c, cast)?) {
                (Whom::That(of), Spot::At(Point::Home(home))) if *of == home => Deed::Return(who),
                (_, spot) => Deed::Go(who, spot),
            };
            if_free(c);
            Some(deed)
        }
        "goes to the reserve of" => terms::player(c).map(|player| Deed::Reserve(who, player)),
        "swaps places with" => beside(c, cast, &who).map(|other| Deed::Swap(who, other)),
        "swap" => {
            c.maybe("places");
            c.take("with")?;
            beside(c, cast, &who).map(|other| Deed::Swap(who, other))
        }
        "is placed" | "is shifted" if c.take_one_of(&["on", "to", "onto", "in"]).is_some() => {
            let deed = led(c, who, cast)?;
            if_free(c);
            Some(deed)
        }
        "is placed" => None,
        // a step is made only if the square is there and empty
        _ => {
            let deed = moved(c, who, cast)?;
            match &deed {
                Deed::Step(Whom::That(of), Heading::Own(step), Stride { most: 1, .. }) => {
                    c.square = Named::One(Point::Beyond(Box::new(Point::Of(*of)), *step));
                }
                Deed::Step(..) => c.square = Named::Unclear,
                _ => {}
            }
            match &deed {
                Deed::Step(_, heading, _) => if_there_is_room(c, heading),
                _ => if_free(c),
            }
            Some(deed)
        }
    }
}

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
fn if_there_is_room(c: &mut Cursor, heading: &Heading) {
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

/// Whether men are those of whoever does it.
fn is_of_doer(who: &Whom, cast: &Cast) -> bool {
    let Whom::Among { who, .. } = who else { return false };
    match &cast.doer {
        Player::Opponent => who.owner == Owner::Enemy,
        Player::Colour(army) => who.owner == Owner::Army(army.clone()),
        Player::OwnerOf(_) => *who == belonging(who.clone(), &cast.doer),
        _ => who.owner == Owner::Own,
    }
}

/// What a player loses is his own.
pub fn of_doer(who: Whom, cast: &Cast) -> Whom {
    if let (Whom::Among { who, on, chooser }, Player::OwnerOf(_)) = (&who, &cast.doer)
        && who.owner == Owner::Anyone
    {
        return Whom::Among { who: belonging(who.clone(), &cast.doer), on: on.clone(), chooser: chooser.clone() };
    }
    let owner = match &cast.doer {
        Player::Opponent => Owner::Enemy,
        Player::Colour(army) => Owner::Army(army.clone()),
        _ => Owner::Own,
    };
    match who {
        Whom::Among { who, on, chooser } if who.owner == Owner::Anyone => Whom::Among { who: Class { owner, ..who }, on, chooser },
        who => who,
    }
}

/// The army that "changes sides" means, where only one can be meant.
pub fn other_side(who: &Whom) -> Option<Player> {
    match who {
        Whom::That(Ref::Victim) => Some(Player::OwnerOf(Ref::Actor)),
        Whom::That(Ref::Actor) => Some(Player::Opponent),
        Whom::Among { who: Class { owner: Owner::Own, .. }, .. } => Some(Player::Opponent),
        Whom::Among { who: Class { owner: Owner::Enemy, .. }, .. } => Some(Player::Mover),
        // each to its own enemy
        Whom::That(Ref::Chosen) | Whom::Among { .. } => Some(Player::EnemyOf(Ref::Chosen)),
        _ => None,
    }
}

/// After "becomes": `a queen`, `a queen or a rook`, `the next kind of pawn, knight and rook`.
fn changed(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    // "a second, dummy king": a man that becomes a king is never the real one
    c.attempt(|c| {
        c.maybe("a");
        let said = |c: &mut Cursor| {
            let second = c.peek().is_some_and(|lexeme| lexeme.token.sort == Sort::Ordinal(2));
            if second {
                c.skip();
            }
            second || c.maybe_one_of(&["dummy", "new", "other", "additional"]).is_some()
        };
        said(c).then_some(())?;
        while c.comma() || said(c) {}
        Some(())
    });
    if c.take("the next of").is_some() {
        return ladder(c).map(|kinds| Deed::Climb(who, kinds));
    }
    let kinds = choices(c)?;
    nouns::unchanged(c);
    // of one kind nobody chooses: whoever is named then chooses the man
    let by = match kinds.len() {
        1 => Chooser::All,
        _ => chooser(c, cast).unwrap_or_else(|| cast.chooser.clone()),
    };
    Some(Deed::Become(who, kinds, by))
}

/// `a queen, a rook or a knight`: "and" begins another deed.
fn choices(c: &mut Cursor) -> Option<Vec<String>> {
    c.maybe("a");
    let mut kinds = vec![nouns::kind(c)?];
    let more = c.attempt(|c| {
        let mut more = Vec::new();
        loop {
            let comma = c.comma();
            let last = c.take("or").is_some();
            (comma || last).then_some(())?;
            c.maybe("a");
            more.push(nouns::kind(c)?);
            if last {
                return Some(more);
            }
        }
    });
    for kind in more.unwrap_or_default() {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Some(kinds)
}

/// Two kinds or more, in order.
fn ladder(c: &mut Cursor) -> Option<Vec<String>> {
    let mut kinds = vec![nouns::kind(c)?];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["and", "or", "to", "then"]).is_some();
        (comma || joined).then_some(())?;
        nouns::kind(c)
    }) {
        if !kinds.contains(&next) {
            kinds.push(next);
        }
    }
    (kinds.len() > 1).then_some(kinds)
}

/// After "moves": `to e4`, `two squares forward`; "its home square" is that of who is moved.
fn moved(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    let each = matches!(who, Whom::Among { .. }).then_some(Ref::Chosen);
    let before = c.its;
    c.its = each.or(before);
    let found = on_its_way(c, who, cast);
    c.its = before;
    found
}

/// `to e4`, `two squares forward`, `one step up the ladder pawn, knight, rook`.
fn on_its_way(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    if let Some(up) = c.attempt(|c| c.take_one_of(&["up the ladder", "down the ladder"])) {
        c.maybe("of");
        let mut kinds = ladder(c)?;
        if up == "down the ladder" {
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
    let before = c.its;
    c.its = matches!(who, Whom::Among { .. }).then_some(Ref::Chosen).or(before);
    let found = c.beside(whom::side_of(&who), |c| spot(c, cast));
    c.its = before;
    match (found?, &who) {
        (Spot::At(Point::Home(Ref::Chosen)), Whom::Among { .. }) => Some(Deed::Return(who)),
        (spot, _) => Some(Deed::Go(who, spot)),
    }
}

/// Done by a player or commanded: `remove it`, `the mover removes one of his pawns`, `swap his king with one of his rooks`.
pub fn done_by(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let doer = c.attempt(|c| super::doer(c, cast));
    let cast = &match doer {
        // each for himself is another form
        Some(Player::Each) => return None,
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    c.take("may").is_none().then_some(())?;
    while c.maybe_one_of(&["must", "then", "at once"]).is_some() {}
    let verb = c.take_one_of(&[
        "removes",
        "keep",
        "loses",
        "swap",
        "swaps places with",
        "turn",
        "change",
        "changes",
        "move",
        "return",
        "converts",
    ])?;
    if verb == "swap" {
        c.attempt(|c| {
            c.maybe("the");
            c.take_one_of(&["places", "place", "square"])?;
            c.take("of")
        });
    }
    let from = c.at();
    // of those next to "one of his rooks" he who does it means one
    let around = c.choosing.replace(cast.chooser.clone());
    let who = whom(c, cast);
    c.choosing = around;
    let who = who?;
    let chosen = names_chooser(c, from);
    match verb {
        "keep" => match who {
            Whom::That(Ref::Victim) => Some(Deed::Reserve(who, cast.doer.clone())),
            _ => None,
        },
        "loses" => Some(Deed::Remove(of_doer(who, cast))),
        "removes" => {
            c.take("from").and_then(|()| c.take("the")).and_then(|()| c.take("board"));
            Some(Deed::Remove(who))
        }
        "swap" | "swaps places with" => {
            c.take_one_of(&["with", "and"])?;
            beside(c, cast, &who).map(|other| Deed::Swap(who, other))
        }
        "turn" | "change" | "changes" => {
            c.take_one_of(&["to", "into"])?;
            let deed = changed(c, who, cast)?;
            belated(c, cast, deed, chosen)
        }
        "return" => {
            c.take_one_of(&["home", "to"])?;
            Some(Deed::Return(who))
        }
        "converts" => other_side(&who).map(|side| Deed::Join(who, side)),
        _ => {
            // who moves "a pawn" moves one of his own
            let who = match &who {
                Whom::Among { who: men, chooser, .. } if men.owner == Owner::Anyone && *chooser != Chooser::All => {
                    c.assume("one of his own");
                    of_doer(who, cast)
                }
                _ => who,
            };
            let own = is_of_doer(&who, cast);
            Some(match moved(c, who, cast)? {
                // a player who moves somebody else's man has his own forward in mind
                Deed::Step(who, Heading::Own(step), stride) if !own => Deed::Step(who, Heading::Mover(step), stride),
                deed => deed,
            })
        }
    }
}
