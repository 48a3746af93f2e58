//! Men that split into several, and men that merge into one: `it splits into a rook and a bishop`, `merge one of his knights with an own
//! knight next to it into a queen`.

use super::whom::{subject, whom};
use super::{Cast, MAX_DEEDS};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::nouns;
use crate::rule::{Chooser, Class, Condition, Deed, Owner, Player, Point, Ref, Spot, Squares, Whom};

/// How far on it is said that somebody splits or merges.
const MAX_AHEAD: usize = 24;

pub fn deeds(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    (0..MAX_AHEAD).any(|ahead| c.sees(ahead, "split") || c.sees(ahead, "merge")).then_some(())?;
    let doer = c.attempt(|c| {
        let doer = super::doer(c, cast).filter(|who| *who != Player::Each)?;
        ["split", "merge"].iter().any(|verb| c.sees(0, verb)).then_some(doer)
    });
    let cast = &match doer {
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    let from = c.at();
    if let Some(verb) = c.maybe_one_of(&["split", "merge"]) {
        let who = c.meaning(|stance| &mut stance.choosing, Some(cast.chooser.clone()), |c| whom(c, cast))?;
        return if verb == "split" { split(c, cast, who, from) } else { merged(c, cast, who) };
    }
    let who = subject(c, cast)?;
    of(c, cast, &who)
}

/// Said of somebody: `splits into ...`, `merges with ...`.
pub fn of(c: &mut Cursor, cast: &Cast, who: &Whom) -> Option<Vec<Deed>> {
    let from = c.at();
    match c.take_one_of(&["split", "merge"])? {
        "split" => split(c, cast, who.clone(), from),
        _ => merged(c, cast, who.clone()),
    }
}

/// Near a man, where nobody stands.
fn beside(at: Point) -> Squares {
    Squares::Both(vec![Squares::Empty, near(at)])
}

fn near(at: Point) -> Squares {
    Squares::Near { of: Box::new(Squares::At(at)), reach: 1 }
}

/// After "splits": `into a rook and a bishop`. The first takes its square, the others come beside it; of a captured man all do.
fn split(c: &mut Cursor, cast: &Cast, who: Whom, from: usize) -> Option<Vec<Deed>> {
    c.take_one_of(&["into", "to", "in"])?;
    let kinds = several(c)?;
    let (of, owner) = match &who {
        Whom::That(Ref::Actor) => (Ref::Actor, Player::Mover),
        Whom::That(of) => (*of, Player::OwnerOf(*of)),
        Whom::Among { who, .. } => match who.owner {
            Owner::Own => (Ref::Chosen, Player::Mover),
            Owner::Enemy => (Ref::Chosen, Player::Opponent),
            _ => (Ref::Chosen, Player::OwnerOf(Ref::Chosen)),
        },
    };
    let all = matches!(who, Whom::Among { chooser: Chooser::All, .. });
    if all || of == Ref::Chosen && kinds.len() > 2 {
        let problem = if all { "each of them would be somebody's choice by itself" } else { "a piece that is chosen splits into two" };
        let hint = "say: A player may, instead of moving, split one of his {men} into {other} and {other}; or: When {man} moves to the last rank, it \
                    splits into three {others}";
        return c.refuse(Diagnostic::new("L045", c.span_from(from), problem.to_string()).hint(hint));
    }
    let captured = of == Ref::Victim;
    let (at, chooser) = match captured {
        true => (Point::To, Chooser::Player(owner.clone())),
        false => (Point::Of(of), cast.chooser.clone()),
    };
    c.assume(match captured {
        true => "they are placed on empty squares next to the square of the capture",
        false => "the first takes its square, the others empty squares next to it",
    });
    let place =
        |kind: &String| Deed::Place { kind: kind.clone(), owner: owner.clone(), spot: Spot::One(beside(at.clone()), chooser.clone()) };
    let first = (!captured).then(|| Deed::Become(who, vec![kinds[0].clone()], Chooser::All));
    Some(first.into_iter().chain(kinds.iter().skip(usize::from(!captured)).map(place)).collect())
}

/// `a rook and a bishop`, `two knights`: two or more.
fn several(c: &mut Cursor) -> Option<Vec<String>> {
    let from = c.at();
    let mut kinds: Vec<String> = Vec::new();
    loop {
        let many = match c.peek()?.token.sort {
            Sort::Number(many @ 1..) => {
                c.skip();
                usize::try_from(many).ok()?
            }
            _ => {
                c.maybe("a");
                1
            }
        };
        let kind = nouns::kind(c)?;
        if kinds.len().saturating_add(many) > MAX_DEEDS {
            let problem = format!("into {MAX_DEEDS} pieces at most");
            return c.refuse(Diagnostic::new("L007", c.span_from(from), problem));
        }
        kinds.extend(std::iter::repeat_n(kind, many));
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.maybe("and");
            let next = c.peek()?;
            let piece = matches!(next.token.sort, Sort::Number(_)) || next.means("a");
            ((comma || joined) && piece && is_kind_ahead(c)).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    (kinds.len() > 1).then_some(kinds)
}

/// After "merges": `with an own knight next to it into a queen`. The other one goes; who merges with it becomes what is said.
fn merged(c: &mut Cursor, cast: &Cast, who: Whom) -> Option<Vec<Deed>> {
    let of = if let Whom::That(of) = &who { *of } else { Ref::Chosen };
    let other = match c.take_one_of(&["with", "and"]) {
        Some(_) => c.about(of, |c| whom(c, cast))?,
        // "one of his knights with an own bishop next to it", "two of his knights next to each other"
        None => {
            c.stance_mut().many = 1;
            its_neighbour(&who, cast)?
        }
    };
    c.take_one_of(&["into", "to"])?;
    c.maybe("a");
    let kind = nouns::kind(c)?;
    let other = match other {
        Whom::Among { who: mut men, mut on, chooser } => {
            if men.owner == Owner::Anyone {
                c.assume("of the same side");
                men.owner = Owner::Own;
            }
            if on == Squares::Every && men.such.is_none() {
                c.assume("next to it");
                on = near(Point::Of(of));
            }
            let chooser = if chooser == Chooser::All { cast.chooser.clone() } else { chooser };
            Whom::Among { who: men, on, chooser }
        }
        that => that,
    };
    let become_one = |who: Whom| Deed::Become(who, vec![kind.clone()], Chooser::All);
    Some(match (who, other) {
        // whoever is chosen has one to merge with
        (Whom::Among { who, on, chooser }, Whom::Among { who: men, on: there, chooser: by }) => {
            let has_one = Condition::There(men.clone(), from_itself(&there)?);
            let who = if parts(&who).contains(&has_one) { who } else { who.such_that(has_one) };
            let chosen = Whom::Among { who, on, chooser };
            let gone = Deed::Remove(Whom::Among { who: men, on: there, chooser: by });
            vec![Deed::Choose(chosen), become_one(Whom::That(Ref::Chosen)), gone]
        }
        (who @ Whom::That(_), Whom::Among { who: men, on, chooser }) => {
            let has_one = Condition::There(men.clone(), on.clone());
            let both = vec![Deed::Remove(Whom::Among { who: men, on, chooser }), become_one(who)];
            vec![Deed::If(has_one, both, Vec::new())]
        }
        (who @ Whom::That(_), other) => vec![Deed::Remove(other), become_one(who)],
        (Whom::Among { .. }, _) => return None,
    })
}

/// What is said of each of such men, part by part.
fn parts(who: &Class) -> &[Condition] {
    match who.such.as_deref() {
        Some(Condition::All(parts)) => parts,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    }
}

/// Who stands next to a man that is described so.
fn its_neighbour(who: &Whom, cast: &Cast) -> Option<Whom> {
    let Whom::Among { who, .. } = who else { return None };
    parts(who).iter().find_map(|part| match part {
        Condition::There(men, there) if *there == near(Point::Of(Ref::Itself)) => {
            Some(Whom::Among { who: men.clone(), on: near(Point::Of(Ref::Chosen)), chooser: cast.chooser.clone() })
        }
        _ => None,
    })
}

/// Squares beside the chosen man, as they are beside each man of whom that is asked.
fn from_itself(there: &Squares) -> Option<Squares> {
    (*there == near(Point::Of(Ref::Chosen))).then(|| near(Point::Of(Ref::Itself)))
}

/// Whether a kind stands behind the next word.
fn is_kind_ahead(c: &Cursor) -> bool {
    let mut ahead = c.fork();
    ahead.skip();
    nouns::kind(&mut ahead).is_some()
}
