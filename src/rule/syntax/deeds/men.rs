//! Deeds done to men on the board: removed, changed, moved, swapped, made to wait.

use super::becoming::changed;
use super::going::{if_free, if_there_is_room, led, moved};
use super::placing::{self, spot, spot_of};
use super::pushing;
use super::whom::{belonging, side_of_class, subject, whom};
use super::{After, Cast, chooser, heading};
use crate::rule::cursor::{Cursor, Named};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::{nouns, states, terms};
use crate::rule::words::Lexeme;
use crate::rule::{Chooser, Class, Deed, Heading, Kinds, Owner, Player, Point, Ref, Spot, Stride, Whom};

/// Said of the men: `the captured piece becomes a pawn`.
pub fn said_of(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let from = c.at();
    let who = match pushing::pusher(c, cast) {
        Some(pusher) => pusher,
        None => subject(c, cast)?,
    };
    if let Some(deed) = c.attempt(|c| {
        c.take("and")?;
        let other = beside(c, cast, &who)?;
        c.take_one_of(&["swap places", "swap"])?;
        one_with_one(c, from)?;
        Some(swapped(c, who.clone(), other))
    }) {
        return Some(deed);
    }
    let chosen = names_chooser(c, from);
    // "pawns promote to knights" is how they promote, and nothing that is done to all of them
    let law = c.peek().is_some_and(|verb| verb.means("promotes to") && verb.token.word.starts_with("promote"));
    let all = c.since(from).first().is_some_and(|first| first.means("every") || first.means("both"));
    if law && !all && is_all(&who) {
        return None;
    }
    c.comma();
    let deed = predicate(c, who, cast)?;
    super::in_its_place(c, cast, &["too", "also", "instead"])?;
    let deed = belated(c, cast, deed, chosen)?;
    Some(sparing(c, deed))
}

/// `the square it left`: of whoever it is said, and not where another one came from.
fn left_by_it(c: &Cursor) -> bool {
    c.back().is_some_and(is_left_by_it)
}

pub fn is_left_by_it(square: &Lexeme) -> bool {
    square.means("the square it came from") && square.token.is_word("the") && square.tokens == LEFT_BY_IT
}

/// How many words "the square it left" has; those who name somebody else have more.
const LEFT_BY_IT: usize = 4;

/// The first words of one who stays.
const STAYING: [&str; 6] = ["stays", "stay", "remains", "remain", "does", "do"];

/// Two swap places. Who has captured stands where the captured one stood: that one goes where the other came from.
fn swapped(c: &Cursor, one: Whom, other: Whom) -> Deed {
    let would = c.since(0).iter().any(|lexeme| lexeme.token.is_word("would"));
    match (&one, &other) {
        (Whom::That(Ref::Victim), Whom::That(Ref::Actor)) | (Whom::That(Ref::Actor), Whom::That(Ref::Victim)) if !would => {
            Deed::Go(Whom::That(Ref::Victim), Spot::At(Point::From))
        }
        _ => Deed::Swap(one, other),
    }
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
    if std::mem::replace(&mut c.stance_mut().many, 1) > 1 {
        let problem = "two of them cannot swap places with others in one sentence".to_string();
        return c.refuse(Diagnostic::new("L045", c.span_from(c.at() - 1), problem).hint("say it of one of them"));
    }
    let from = c.at();
    let other = match one {
        Whom::Among { .. } if cast.actor.is_none() => c.about(Ref::Chosen, |c| whom(c, cast))?,
        _ => whom(c, cast)?,
    };
    let each = c.since(from).iter().any(|lexeme| lexeme.means("every"));
    match (one, other) {
        (Whom::Among { chooser: Chooser::All, .. }, other) => Some(other),
        // "with own bishops next to them": with one of them
        (_, Whom::Among { who, on, chooser: Chooser::All }) if !each => {
            c.assume("with one of them");
            Some(Whom::Among { who, on, chooser: cast.chooser.clone() })
        }
        (_, other) => Some(other),
    }
}

/// Who swaps with others: of all of some men it is not said which one swaps with which, but for those of whom each player has one.
fn one_for_one(c: &mut Cursor, cast: &Cast, one: &Whom) -> Option<Whom> {
    let from = c.at();
    let other = beside(c, cast, one)?;
    let among = matches!((one, &other), (Whom::Among { .. }, Whom::Among { .. }));
    if among && (is_all(one) && (!is_royal(c, one) || is_all(&other)) || is_all(&other)) {
        let problem = Diagnostic::new("L015", c.span_from(from), "it is not said which one swaps with which".to_string());
        return c.refuse(problem.hint("one swaps with one: On turn ten, each player swaps one of his {men} with one of his {others}."));
    }
    Some(other)
}

/// Whether each player has one of them.
fn is_royal(c: &Cursor, who: &Whom) -> bool {
    let Whom::Among { who: Class { kinds: Kinds::Only(kinds), .. }, .. } = who else { return false };
    kinds.iter().all(|kind| c.words.kind(kind).is_some_and(|kind| kind.royal))
}

fn is_all(who: &Whom) -> bool {
    matches!(who, Whom::Among { chooser: Chooser::All, .. })
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
    super::in_its_place(c, cast, &["too", "also", "instead"])?;
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
    if let Some(deed) = c.attempt(|c| states::said_of(c, who.clone())) {
        return Some(deed);
    }
    // "goes to its owner's reserve"
    if let Some(player) = c.attempt(|c| {
        c.take_one_of(&["move", "is moved", "is placed", "is shifted", "return"])?;
        c.take_one_of(&["to", "into", "in", "on", "onto"])?;
        whose_reserve(c, &who).filter(|_| placing::reserve(c))
    }) {
        return Some(Deed::Reserve(who, player));
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
        "is pushed",
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
        "carry" => pushing::carried(c, who, cast),
        "push" | "pull" => pushing::pushes(c, who, cast, verb == "pull"),
        "is pushed" => pushing::is_pushed(c, who, cast),
        // "goes back to the square it came from"
        "stays where it was" => {
            let stays = c.back().is_some_and(|lexeme| STAYING.iter().any(|word| lexeme.token.is_word(word)));
            match who {
                Whom::That(Ref::Actor) => Some(Deed::Go(who, Spot::At(Point::From))),
                // where it stood itself before it last moved
                Whom::That(of @ Ref::Victim) if !stays => Some(Deed::Go(who, Spot::At(Point::Before(of)))),
                _ => None,
            }
        }
        "copies the move" => {
            let of = if let Whom::That(of) = &who { *of } else { Ref::Chosen };
            let mut who = who;
            // who copies it stands where it began
            if let Whom::Among { on, .. } = &mut who {
                on.seen_from(Point::From);
            }
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
                (Player::Opponent, Whom::Among { who, .. }) if enemy && who.owner != Owner::Own => Player::EnemyOf(Ref::Chosen),
                // "every pawn joins its owner's opponent": each its own
                (Player::EnemyOf(of), Whom::Among { .. }) if of == c.stance.it => Player::EnemyOf(Ref::Chosen),
                (side, _) => side,
            };
            c.take_one_of(&["side", "army", "team"]);
            Some(Deed::Join(who, side))
        }
        "returns to the home square of its kind" => {
            let of = if let Whom::That(of) = &who { *of } else { Ref::Chosen };
            c.stance_mut().square = Named::One(Point::HomeOfKind(of));
            Some(Deed::Go(who, Spot::At(Point::HomeOfKind(of))))
        }
        "returns to its home square" => {
            c.stance_mut().square = if let Whom::That(of) = &who { Named::One(Point::Home(*of)) } else { Named::Unclear };
            if_free(c);
            Some(Deed::Return(who))
        }
        // "it returns there", "it goes back to that square"
        "return" | "arrive on" => {
            if verb == "return" && !c.sees(0, "the square of the capture") {
                c.take_one_of(&["to", "onto", "on"])?;
            }
            let deed = match (&who, spot(c, cast)?) {
                (Whom::That(of @ Ref::Victim), Spot::At(Point::From)) if left_by_it(c) => {
                    Deed::Go(who.clone(), Spot::At(Point::Before(*of)))
                }
                (Whom::That(of), Spot::At(Point::Home(home))) if *of == home => Deed::Return(who),
                (_, spot) => Deed::Go(who, spot),
            };
            if_free(c);
            Some(deed)
        }
        "goes to the reserve of" => whose_reserve(c, &who).map(|player| Deed::Reserve(who, player)),
        "swaps places with" => one_for_one(c, cast, &who).map(|other| swapped(c, who, other)),
        "swap" => {
            c.maybe("places");
            c.take("with")?;
            one_for_one(c, cast, &who).map(|other| swapped(c, who, other))
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
                Deed::Step(Whom::That(of), Heading::Own(_), Stride { most: 1, .. }) => {
                    c.stance_mut().square = Named::One(Point::Of(*of));
                }
                Deed::Step(..) => c.stance_mut().square = Named::Unclear,
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

/// The player to whose reserve men go: "its owner" is that of whoever goes there.
fn whose_reserve(c: &mut Cursor, who: &Whom) -> Option<Player> {
    match who {
        Whom::That(of) => c.about(*of, terms::player),
        Whom::Among { .. } => match terms::player(c)? {
            Player::OwnerOf(of) if of == c.stance.it => Some(Player::OwnerOf(Ref::Chosen)),
            player => Some(player),
        },
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
        Whom::That(Ref::Former) => Some(Player::EnemyOf(Ref::Former)),
        _ => None,
    }
}

/// `he gets it back on his first rank`, `put it back on e4`: a man that the sentence has spoken of.
pub fn brought_back(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let doer = c.attempt(|c| super::doer(c, cast).filter(|who| *who != Player::Each));
    let cast = &match doer {
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    let taken = c.peek().is_some_and(|verb| ["take", "takes", "bring", "brings"].iter().any(|word| verb.token.is_word(word)));
    match taken {
        true => c.skip(),
        false => c.take_one_of(&["place", "return", "gains"]).map(|_| ())?,
    }
    let who = whom(c, cast).filter(|who| matches!(who, Whom::That(_)))?;
    let back = c.maybe_one_of(&["backward", "again"]).is_some();
    (back || !taken).then_some(())?;
    c.take_one_of(&["on", "onto", "to", "in"])?;
    let spot = super::whom::told_by(c, &cast.doer, |c| c.beside(Some(cast.doer.clone()), |c| spot_of(c, &who, cast)))?;
    let spot = if back { super::going::back_on(c, &who, spot) } else { spot };
    if_free(c);
    Some(Deed::Go(who, spot))
}

/// `he gives one of his pawns to his opponent`.
pub fn given_away(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let doer = c.attempt(|c| super::doer(c, cast).filter(|who| *who != Player::Each));
    let cast = &match doer {
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    c.maybe("must");
    c.take("gives away")?;
    let who = of_doer(whom(c, cast)?, cast);
    c.take("to")?;
    terms::player(c).map(|to| Deed::Join(who, to))
}

/// Who moves "a pawn" moves one of his own.
pub fn one_of_his_own(c: &mut Cursor, who: Whom, cast: &Cast) -> Whom {
    match &who {
        Whom::Among { who: men, chooser, .. } if side_of_class(men).is_none() && *chooser != Chooser::All => {
            c.assume("one of his own");
            of_doer(who, cast)
        }
        _ => who,
    }
}

/// Done by a player or commanded: `remove it`, `the mover removes one of his pawns`, `swap his king with one of his rooks`.
pub fn done_by(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let doer = c.attempt(|c| super::doer(c, cast));
    let cast = &match doer {
        // each for himself is another form
        Some(Player::Each) => return None,
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, named: true, ..cast.clone() },
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
    let who = c.meaning(|stance| &mut stance.choosing, Some(cast.chooser.clone()), |c| whom(c, cast))?;
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
            one_for_one(c, cast, &who).map(|other| Deed::Swap(who, other))
        }
        "turn" | "change" | "changes" => {
            c.take_one_of(&["to", "into"])?;
            // "any knight" is of either side
            let any = c.since(from).first().is_some_and(|first| first.token.is_word("any"));
            let who = if cast.after == After::Action && !chosen && !any { one_of_his_own(c, who, cast) } else { who };
            let deed = changed(c, who, cast)?;
            belated(c, cast, deed, chosen)
        }
        "return" => {
            if c.take_one_of(&["home", "to"])? == "to" {
                c.attempt(|c| {
                    c.take_one_of(&["its", "the"])?;
                    c.take_one_of(&["home", "starting"])?;
                    c.take("square")
                });
            }
            Some(Deed::Return(who))
        }
        "converts" => other_side(&who).map(|side| Deed::Join(who, side)),
        _ => {
            let who = one_of_his_own(c, who, cast);
            // "one of its owner's pawns" goes as that one sees it
            let told = matches!(&who, Whom::Among { who, .. } if matches!(side_of_class(who), Some(Some(Player::OwnerOf(_)))));
            let own = told || is_of_doer(&who, cast);
            let from = c.at();
            let deed = moved(c, who, cast)?;
            let told = c.since(from).iter().any(|lexeme| lexeme.means(heading::AS_ITS_OWNER));
            if matches!(deed, Deed::Go(..) | Deed::Return(_)) {
                if_free(c);
            }
            Some(match deed {
                // a player who moves somebody else's man has his own forward in mind
                Deed::Step(who, Heading::Own(step), stride) if !own && !told => Deed::Step(who, Heading::Mover(step), stride),
                deed => deed,
            })
        }
    }
}
