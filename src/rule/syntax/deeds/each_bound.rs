//! What is done for each of some men by itself, within bounds: how many choices that may come to, and who "it" is once somebody else is chosen.

use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::walk::{self, Part};
use crate::rule::{Chooser, Condition, Deed, Point, Ref, Squares, Whom};

/// The most ways in which the choices for all of them may fall out: each is listed with each move.
const MOST_WAYS: usize = 256;
/// How many there may be where one of several men or squares is chosen.
const OF_SOME: usize = 8;

/// Refuses deeds for each of some men that have deeds for each of others in them, that would ask for too many choices, or that speak of "it"
/// when another one has been chosen.
pub fn within_bounds(c: &mut Cursor, deeds: &[Deed]) -> Option<()> {
    let problem = deeds.iter().find_map(problem);
    let Some((code, what, hint)) = problem else { return Some(()) };
    let span = c.span_from(0);
    c.refuse(Diagnostic::new(code, span, what.to_string()).hint(hint))
}

/// Whether they are within these bounds.
#[cfg(test)]
pub fn are_bounded(deeds: &[Deed]) -> bool {
    deeds.iter().find_map(problem).is_none()
}

type Problem = (&'static str, &'static str, &'static str);

fn problem(deed: &Deed) -> Option<Problem> {
    let own = match deed {
        Deed::EachMan(_, then) if then.iter().any(has_each) => Some((
            "L030",
            "for each of some pieces something is done for each of others: that has no end",
            "say it of all of the others at once: for every {bare}, (every piece next to it is removed)",
        )),
        Deed::EachMan(who, then) if !is_listed(ways_of(then), who) => Some(TOO_MANY),
        Deed::EachMan(_, then) if another_is_chosen(then) => Some((
            "L004",
            "another piece is chosen first: it is not clear which of the two is meant then",
            "say first what becomes of each of them, and then what becomes of the other one",
        )),
        Deed::Become(who @ Whom::Among { chooser: Chooser::All, .. }, kinds, by) if kinds.len() > 1 && *by != Chooser::Chance => {
            (!is_listed(kinds.len(), who)).then_some(TOO_MANY)
        }
        _ => None,
    };
    own.or_else(|| deed.inner().into_iter().flatten().find_map(problem))
}

const TOO_MANY: Problem = (
    "L030",
    "each of them would be somebody's choice by itself, and there may be too many of them",
    "say it of one (\"one of his own {men}\"), of those next to a piece, or of all at once: if he likes, (every own {bare} ...)",
);

fn has_each(deed: &Deed) -> bool {
    matches!(deed, Deed::EachMan(..)) || deed.inner().into_iter().flatten().any(has_each)
}

fn is_listed(ways: usize, who: &Whom) -> bool {
    let Some(most) = most(who) else { return ways < 2 };
    (0..most).try_fold(1_usize, |all, _| all.checked_mul(ways).filter(|all| *all <= MOST_WAYS)).is_some()
}

/// In how many ways somebody may choose in these.
fn ways_of(deeds: &[Deed]) -> usize {
    let one = |deed: &Deed| match deed {
        Deed::May(_, then) => 1 + ways_of(then),
        Deed::Either(Chooser::Chance, _) | Deed::Chance(_) => 1,
        Deed::Either(_, ways) => ways.iter().map(|way| ways_of(way)).sum(),
        Deed::Become(_, kinds, by) if *by != Chooser::Chance && kinds.len() > 1 => kinds.len(),
        Deed::If(_, then, otherwise) => ways_of(then).max(ways_of(otherwise)),
        deed => {
            let mut chosen = false;
            walk::parts_of_deed(deed, &mut |part| {
                chosen |= matches!(part, Part::Chooser(Chooser::Mover | Chooser::Player(_)));
            });
            if chosen { OF_SOME } else { 1 }
        }
    };
    deeds.iter().map(one).fold(1, usize::saturating_mul)
}

/// How many of them there may be, where that can be told.
fn most(who: &Whom) -> Option<usize> {
    let Whom::Among { who, on, .. } = who else { return Some(1) };
    let such = who.such.as_deref().and_then(|such| match such {
        Condition::On(Point::Of(Ref::Itself), there) => most_squares(there),
        Condition::All(parts) => parts
            .iter()
            .filter_map(|part| if let Condition::On(Point::Of(Ref::Itself), there) = part { most_squares(there) } else { None })
            .min(),
        _ => None,
    });
    most_squares(on).into_iter().chain(such).min()
}

fn most_squares(squares: &Squares) -> Option<usize> {
    match squares {
        Squares::At(_) | Squares::Secret(_) => Some(1),
        Squares::These(names) => Some(names.len()),
        Squares::Corner | Squares::Centre => Some(4),
        Squares::Rank { .. } | Squares::LastRank | Squares::File(_) => Some(8),
        Squares::Files(names) => Some(8 * names.len()),
        Squares::Near { of, reach } => {
            let side = 2 * usize::from(*reach) + 1;
            most_squares(of).map(|of| of * (side * side - 1))
        }
        Squares::Beside { of, steps } => most_squares(of).map(|of| of * steps.len()),
        Squares::Seen { squares, .. } => most_squares(squares),
        Squares::Both(parts) => parts.iter().filter_map(most_squares).min(),
        Squares::Either(parts) => parts.iter().map(most_squares).sum(),
        _ => None,
    }
}

/// Whether another man is chosen or made in these, and one that has been chosen is spoken of behind it.
fn another_is_chosen(deeds: &[Deed]) -> bool {
    let mut chosen = false;
    for deed in deeds {
        if chosen && speaks_of_the_chosen(deed) {
            return true;
        }
        let by_somebody = |whom: &Whom| matches!(whom, Whom::Among { chooser, .. } if *chooser != Chooser::All);
        chosen |= matches!(deed, Deed::Place { .. } | Deed::Drop { .. }) || deed.clone().done_to().is_some_and(|whom| by_somebody(whom));
    }
    deeds.iter().flat_map(Deed::inner).any(another_is_chosen)
}

fn speaks_of_the_chosen(deed: &Deed) -> bool {
    let mut found = false;
    walk::parts_of_deed(deed, &mut |part| {
        found |= matches!(part, Part::Man(Ref::Chosen));
    });
    found
}
