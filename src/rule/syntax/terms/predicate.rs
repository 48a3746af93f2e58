//! What is said of a man after "it" or "that": `stands on the e-file`, `has not moved`, `is attacked by a pawn`, `is worth more than three points`.

use super::attacks;
use super::condition::{attacked, compared, comparison, hanging, protected};
use super::counts::{made_moves, often, or_so, relation, several, so_many};
use super::flanks::both_flanks;
use super::forces::{crowded, forces, outnumbered, protectors, weighed};
use super::happening::{alike, did};
use super::men::some;
use super::number::literal;
use super::placed::{in_sight, nothing_between, placed};
use super::player::{player, reference};
use super::rivals::{compared_with, likened, outvalued, rival};
use super::{has, is, men, not, shields};
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::cursor::{Cursor, Within};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lasting::only;
use crate::rule::lexer::number_word;
use crate::rule::logic::{all, any, negated};
use crate::rule::syntax::{nouns, states};
use crate::rule::{Class, Comparison, Condition, Kinds, Number, Owner, Point, Ref, Squares};

/// A verb with what goes with it.
pub fn predicate(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.attempt(|c| {
        // "does not", "do not"
        // "that can copy the move": nobody stands where that leads it
        if let Some(found) = c.attempt(|c| states::predicate(c, of)) {
            return Some(found);
        }
        if let Some(found) = c.attempt(|c| {
            let free = c.maybe_one_of(&["may", "may not"])? == "may";
            c.maybe("copies the move").then_some(())?;
            let there = Condition::On(Point::Along(Box::new(Point::Of(of))), Squares::Empty);
            Some(if free { there } else { negated(there) })
        }) {
            return Some(found);
        }
        if let Some(found) = c.attempt(|c| {
            c.maybe("may not").then_some(())?;
            has(c)?;
            bears(c, of).map(negated)
        }) {
            return Some(found);
        }
        if c.maybe("may not") {
            let forms: [fn(&mut Cursor, Ref) -> Option<Condition>; 7] =
                [standing, belonging, attacks::attacking, attacks::protecting, attacks::observing, shields::shielding, shields::pinning];
            return forms.into_iter().find_map(|form| c.attempt(|c| form(c, of))).map(negated);
        }
        let forms: [fn(&mut Cursor, Ref) -> Option<Condition>; 7] =
            [standing, belonging, attacks::attacking, attacks::protecting, attacks::observing, shields::shielding, shields::pinning];
        if let Some(found) = forms.into_iter().find_map(|form| c.attempt(|c| form(c, of))) {
            return Some(found);
        }
        if let Some(found) = c.attempt(|c| did(c, of)) {
            return Some(found);
        }
        if let Some(found) = c.attempt(|c| {
            has(c)?;
            let denied = not(c);
            c.take("moved")?;
            match (made_moves(c, of, denied), denied) {
                (Some(found), _) => Some(found),
                (None, true) => Some(compared(Number::Moves(of), Comparison::Equal, Number::Is(0))),
                (None, false) => Some(compared(Number::Moves(of), Comparison::AtLeast, Number::Is(1))),
            }
        }) {
            return Some(found);
        }
        // "that started on e2": its home is there
        if let Some(found) = c.attempt(|c| {
            let denied = has(c).is_some() && not(c);
            c.maybe("started").then_some(())?;
            let found = Condition::On(Point::Home(of), placed(c)?);
            Some(if denied { negated(found) } else { found })
        }) {
            return Some(found);
        }
        // "that has crossed the middle": it stands beyond it
        if let Some(found) = c.attempt(|c| {
            has(c)?;
            let denied = not(c);
            c.maybe("crossed").then_some(())?;
            c.maybe("the");
            c.maybe_one_of(&["centre", "middle line", "river"])?;
            let found = Condition::On(Point::Of(of), Squares::Half { own: false });
            Some(if denied { negated(found) } else { found })
        }) {
            return Some(found);
        }
        // "that has made ten moves"
        if let Some(found) = c.attempt(|c| {
            has(c)?;
            let denied = not(c);
            c.maybe("already");
            c.take("made")?;
            let (how, many) = several(c).or_else(|| Some((relation(c)?, literal(c)?)))?;
            c.maybe("move").then_some(())?;
            let found = compared(Number::Moves(of), how, Number::Is(many));
            Some(if denied { negated(found) } else { found })
        }) {
            return Some(found);
        }
        if let Some(found) = c.attempt(|c| {
            has(c)?;
            bears(c, of)
        }) {
            return Some(found);
        }
        if let Some(found) = c.attempt(|c| facing(c, of)) {
            return Some(found);
        }
        // "that has more attackers than protectors"
        if let Some(found) = c.attempt(|c| {
            has(c)?;
            outnumbered(c, of)
        }) {
            return Some(found);
        }
        // "that has a friend behind it"
        if let Some(found) = c.attempt(|c| {
            has(c)?;
            companies(c, of, |_| true)
        }) {
            return Some(found);
        }
        // "that is next to" is a phrase of its own
        if let Some(found) = c.attempt(|c| {
            (c.sees(0, "next to") || c.sees(0, "within")).then_some(())?;
            crowded(c, of)
        }) {
            return Some(found);
        }
        if c.sees(0, "next to") || c.sees(0, "within") {
            return None;
        }
        is(c)?;
        c.maybe_one_of(&["still", "currently"]);
        let denied = not(c);
        c.maybe_one_of(&["still", "yet"]);
        let found = state(c, of)?;
        Some(if denied { negated(found) } else { found })
    })
}

/// After "has" and "with": `a friend behind it and an enemy piece in front of it`; what is beside somebody else belongs to what follows.
pub fn companies(c: &mut Cursor, of: Ref, fits: impl Fn(&Squares) -> bool) -> Option<Condition> {
    let (first, on) = company(c, of)?;
    fits(&on).then_some(())?;
    let Some(beside) = beside_whom(&on) else { return Some(first) };
    let mut found = vec![first];
    let mut joint = None;
    while let Some((word, next)) = c.attempt(|c| {
        let word = c.maybe_one_of(&["and", "or"]).filter(|word| joint.is_none_or(|said| said == *word))?;
        c.maybe("with");
        let same_men = |c: &mut Cursor| {
            let Condition::There(who, _) = &found[0] else { return None };
            let on = placed(c)?;
            Some((Condition::There(who.clone(), on.clone()), on))
        };
        let (next, on) = c.attempt(|c| company(c, of)).or_else(|| same_men(c))?;
        (beside_whom(&on)? == beside).then_some((word, next))
    }) {
        joint = Some(word);
        found.push(next);
    }
    if joint == Some("or") { any(found) } else { all(found) }
}

fn beside_whom(on: &Squares) -> Option<Squares> {
    match on {
        Squares::Beside { of, .. } | Squares::Near { of, .. } => Some((**of).clone()),
        _ => None,
    }
}

/// After "has" and "with": `a friend behind it`, `no own piece next to it`, `three or more enemy pieces next to it`; and where they stand.
pub fn company(c: &mut Cursor, of: Ref) -> Option<(Condition, Squares)> {
    let none = c.maybe("no");
    let how_many = if none { None } else { c.attempt(so_many) };
    if let Some(room) = c.attempt(|c| rooms(c, none, how_many)) {
        return Some(room);
    }
    let others = c.maybe("other");
    let who = if how_many.is_some() { c.nested(men)? } else { c.nested(some)? };
    if !none
        && how_many.is_none()
        && let Some([left, right]) = c.attempt(both_flanks)
    {
        let on = left.clone();
        return all(vec![Condition::There(who.clone(), left), Condition::There(who, right)]).map(|both| (both, on));
    }
    let on = c.attempt(both_flanks).map_or_else(|| placed(c), |[left, right]| Some(both_of(left, right)))?;
    super::placed::on_that_line(c, &on)?;
    // beside a man stand others than he anyway; on its own file it stands itself
    let beside = matches!(on, Squares::Near { .. } | Squares::Beside { .. });
    let who = if others && !beside { who.but(if of == Ref::Itself { Ref::Outer } else { of }) } else { who };
    let Some((how, many)) = how_many else {
        let there = Condition::There(who, on.clone());
        return Some((if none { negated(there) } else { there }, on));
    };
    c.speaks_of(of, &who, &on);
    Some((compared(Number::Men { who: Box::new(who), on: Box::new(on.clone()) }, how, Number::Is(many)), on))
}

/// The same of squares: `an empty square behind it`, `no empty square next to it`.
fn rooms(c: &mut Cursor, none: bool, how_many: Option<(Comparison, i32)>) -> Option<(Condition, Squares)> {
    if how_many.is_none() {
        c.maybe("a");
    }
    let set = super::existence::free_squares(c)?;
    let Squares::Both(parts) = &set else { return None };
    let on = parts.iter().find(|part| beside_whom(part).is_some())?.clone();
    let (how, many) = how_many.unwrap_or(if none { (Comparison::Equal, 0) } else { (Comparison::AtLeast, 1) });
    Some((compared(Number::Squares(Box::new(set)), how, Number::Is(many)), on))
}

/// The squares on both sides.
fn both_of(left: Squares, right: Squares) -> Squares {
    match (left, right) {
        (Squares::Beside { of, mut steps }, Squares::Beside { steps: more, .. }) => {
            steps.extend(more);
            steps.sort_unstable();
            Squares::Beside { of, steps }
        }
        (left, _) => left,
    }
}

/// The most words before the name of what is counted: "at least twenty".
const MAX_COUNT: usize = 4;

/// How many it bears, after "has" or "with": `two lives left`, `at least one charge`, `no lives`.
pub fn bears(c: &mut Cursor, of: Ref) -> Option<Condition> {
    super::tally_ahead(c, MAX_COUNT).then_some(())?;
    let none = c.maybe("no");
    // "all lives left" is not "some lives left"
    (!super::universal(c)).then_some(())?;
    let any = !none && c.maybe_one_of(&["every", "some"]).is_some();
    let how = if none || any { None } else { relation(c) };
    // "has a life": it may have more
    let article = !none && !any && how.is_none() && c.maybe("a");
    let many = match none || any {
        true => None,
        false if article => Some(1),
        false if c.maybe("a") => Some(1),
        false => match literal(c) {
            None if how.is_none() => None,
            many => Some(many?),
        },
    };
    let how = how.or_else(|| or_so(c));
    let name = super::tally_name(c)?;
    c.maybe_one_of(&["left", "remaining"]);
    if let (None, false, Some(many @ 2..)) = (how, article, many) {
        let many = number_word(many.unsigned_abs());
        c.assume(&format!("exactly {many}; for {many} or more say \"at least {many}\""));
    }
    let how = how.unwrap_or(if article { Comparison::AtLeast } else { Comparison::Equal });
    let (how, many) = match (none, many) {
        (true, _) => (Comparison::Equal, 0),
        (false, None) => (Comparison::More, 0),
        (false, Some(many)) => (how, many),
    };
    Some(compared(Number::Borne { name, by: of }, how, Number::Is(many)))
}

/// What can stand after "is", and after "when" by itself: `attacked by a pawn`, `on the e-file`, `in check`.
pub fn state(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.attempt(|c| {
        if let Some(found) = c.attempt(|c| states::state(c, of)) {
            return Some(found);
        }
        // "is stronger than the captured piece"
        if let Some(more) = c.maybe_one_of(&["more valuable", "less valuable"]) {
            return outvalued(c, of, more == "more valuable");
        }
        // "blocked by an enemy pawn": it stands in front of it
        if let Some(found) = c.attempt(|c| {
            c.maybe("blocked").then_some(())?;
            let by = if c.maybe("by") { c.nested(some)? } else { Class::EVERY };
            let steps = steps_of(&[bearing("forward")?]);
            Some(Condition::There(by, Squares::Beside { of: Box::new(Squares::At(Point::Of(of))), steps }))
        }) {
            return Some(found);
        }
        c.attempt(|c| crowded(c, of))
            .or_else(|| c.attempt(|c| participle(c, of)))
            .or_else(|| c.attempt(|c| elsewhere(c, of).map(|on| in_sight_of(c, of, on))))
            .or_else(|| c.attempt(|c| c.nested(men).map(|class| Condition::Is(of, class))))
            .or_else(|| c.attempt(|c| nouns::owner(c).map(|whose| Condition::Is(of, whose.men(Kinds::Every)))))
    })
}

/// What can also stand right after the noun: `attacked by a pawn`, `worth two points`, `of the same kind as the captured piece`.
pub fn participle(c: &mut Cursor, of: Ref) -> Option<Condition> {
    if let Some(found) = c.attempt(|c| weighed(c, of)) {
        return Some(found);
    }
    if c.sees(0, "observed by") {
        return attacks::observing(c, of);
    }
    if let Some(found) = c.attempt(|c| shields::between(c, of)) {
        return Some(found);
    }
    match c.maybe_one_of(&[
        "attacked by",
        "attacked",
        "unattacked",
        "in check",
        "protected",
        "unprotected",
        "hanging",
        "worth",
        "of the same kind as",
        "of the same kind",
        "the same piece as",
        "stands",
        "of",
    ])? {
        "in check" => Some(attacked(of)),
        "unattacked" => Some(negated(attacked(of))),
        "unprotected" => Some(negated(protected(of, Class::EVERY))),
        "hanging" => Some(hanging(of)),
        "protected" => {
            if !c.maybe("by") {
                return Some(match c.attempt(often) {
                    Some((how, many)) => compared(forces(of, Owner::Own), how, Number::Is(many)),
                    None => protected(of, Class::EVERY),
                });
            }
            if let Some(by) = c.attempt(|c| attacks::the_one_around(c, of)) {
                return Some(Condition::Guards(by, of));
            }
            if let Some(found) = c.attempt(|c| protectors(c, of)) {
                return Some(found);
            }
            // nobody is protected by an enemy: here "own" is the piece's
            let by = c.within(Within::Clause, |c| c.nested(some))?;
            Some(protected(of, attacks::on_one_line(c, of, by)))
        }
        "of" => likened(c, of),
        "attacked by" => attacks::attacked_by(c, of),
        "attacked" => match c.attempt(often) {
            Some((how, many)) => Some(compared(forces(of, Owner::Enemy), how, Number::Is(many))),
            None => Some(attacked(of)),
        },
        "the same piece as" => reference(c).map(|other| Condition::SameMan(of, other)),
        "of the same kind as" => c.attempt(|c| alike(c, of)).or_else(|| reference(c).map(|other| Condition::SameKind(of, other))),
        "of the same kind" => compared_with(c).map(|other| Condition::SameKind(of, other)),
        "stands" => elsewhere(c, of).map(|on| in_sight_of(c, of, on)),
        _ => {
            let how = relation(c);
            if let Some(other) = c.attempt(rival) {
                return Some(compared(Number::Value(of), how?, Number::Value(other)));
            }
            let (_, number) = comparison(c)?;
            if !c.maybe("points") && matches!(number, Number::Is(_)) {
                c.take("points")?;
            }
            Some(compared(Number::Value(of), how.unwrap_or(Comparison::Equal), number))
        }
    }
}

/// `faces an enemy rook`, `facing an enemy piece on its file with nothing between them`: it stands in front of it.
pub fn facing(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.maybe_one_of(&["faces", "facing"])?;
    // which way who faces whom is no way of a side
    (!["up", "down", "forward", "backward", "every"].iter().any(|word| c.sees(0, word))).then_some(())?;
    let who = c.nested(some)?;
    let itself = || Box::new(Squares::At(Point::Of(of)));
    let near = Squares::Beside { of: itself(), steps: steps_of(&[bearing("forward")?]) };
    let file = c.attempt(|c| {
        c.maybe_one_of(&["on", "in", "along"])?;
        c.maybe_one_of(&["the", "its", "a"]);
        c.maybe_one_of(&["same", "own"]);
        c.maybe_one_of(&["file", "files"])
    });
    if file.is_none() {
        // "directly in front of it" says no more
        let same = c.attempt(|c| placed(c).filter(|on| *on == near));
        return (same.is_some() || placed(&mut c.fork()).is_none()).then_some(Condition::There(who, near));
    }
    super::placed::nothing_between(c);
    let ahead = crate::rule::field::steps(crate::rule::field::Files::Own, crate::rule::field::Ranks::InFront);
    Some(Condition::There(in_sight(who, of), Squares::Beside { of: itself(), steps: ahead }))
}

fn standing(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.maybe("stands").then_some(())?;
    if let Some(found) = c.attempt(|c| crowded(c, of)) {
        return Some(found);
    }
    let on = elsewhere(c, of)?;
    Some(in_sight_of(c, of, on))
}

/// `on the same file as an enemy queen with nothing between them`: one of these has no piece between.
pub fn in_sight_of(c: &mut Cursor, of: Ref, on: Squares) -> Condition {
    if let Squares::InLine { of: whom, lines } = &on
        && let Squares::Under(others) = &**whom
        && nothing_between(c)
    {
        let at = Box::new(Squares::At(Point::Of(of)));
        let line = Squares::InLine { of: at, lines: lines.clone() };
        return Condition::There(in_sight((**others).clone(), of), line);
    }
    Condition::On(Point::Of(of), on)
}

/// Where a man stands: next to "it", or on its line, is beside somebody else, for nobody stands beside himself.
fn elsewhere(c: &mut Cursor, of: Ref) -> Option<Squares> {
    let from = c.at();
    let mut on = placed(c)?;
    if !seen_from(&mut on, of, of) {
        return Some(on);
    }
    let other = match c.stance.around {
        Some(Ref::Outer | Ref::Victim | Ref::Chosen) => c.stance.around,
        around => c.stance.rival.or_else(|| around.filter(|_| c.stance.doer.is_some())),
    };
    match other.filter(|other| *other != of) {
        Some(other) => {
            seen_from(&mut on, of, other);
            Some(on)
        }
        None => {
            let problem = "it is not clear beside whom: no piece stands beside itself".to_string();
            c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint("name the other piece: \"next to an enemy {bare}\""))
        }
    }
}

/// Puts another man in the place of the one from whom squares are told; whether any of them are told from him.
fn seen_from(on: &mut Squares, of: Ref, other: Ref) -> bool {
    let told = |point: &mut Point, by: Point| {
        let his = *point == Point::Of(of);
        if his {
            *point = by;
        }
        his
    };
    match on {
        Squares::At(point) => told(point, Point::Of(other)),
        // who is captured stands nowhere any more
        Squares::File(Number::File(point)) | Squares::Rank { number: Number::Rank { point, .. }, .. } => {
            told(point, if other == Ref::Victim { Point::To } else { Point::Of(other) })
        }
        Squares::Near { of: centre, .. } | Squares::Beside { of: centre, .. } | Squares::InLine { of: centre, .. } => {
            seen_from(centre, of, other)
        }
        // whoever attacks squares stands outside of those that are told
        Squares::AttackedBy(who) if of == Ref::Itself && **who == only(Ref::Outer) => {
            if other != Ref::Itself {
                **who = only(other);
            }
            true
        }
        Squares::Not(inner) => seen_from(inner, of, other),
        Squares::Between { one, other: end, .. } => seen_from(one, of, other) | seen_from(end, of, other),
        Squares::Both(parts) | Squares::Either(parts) => parts.iter_mut().fold(false, |found, part| found | seen_from(part, of, other)),
        _ => false,
    }
}

fn belonging(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.maybe("belongs to").then_some(())?;
    player(c).map(|player| Condition::Belongs(of, player))
}
