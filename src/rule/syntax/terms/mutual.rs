//! How men stand to each other: `the kings stand on the same file`, `two rooks are next to each other`, `all white pawns stand on the same rank`. It is
//! asked of the board, whomever the sentence is about.

use super::condition::compared;
use super::counts::so_many;
use super::happening::universal_player;
use super::placed::{MAX_REACH, in_sight, line_list, lines, nothing_between};
use super::{is, not};
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::field::{Files, Ranks, steps};
use crate::rule::lexer::Sort;
use crate::rule::logic::negated;
use crate::rule::syntax::nouns;
use crate::rule::words::Lexeme;
use crate::rule::{Alike, Class, Comparison, Condition, Form, Kinds, Number, Owner, Point, Ref, Squares};

/// How many of them have to stand so.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Many {
    These(Comparison, i32),
    All,
}

/// Where another one of them stands, seen from each.
struct Mutual {
    squares: Squares,
    /// It stands anywhere else: `on different files`.
    apart: bool,
    /// With nothing between the two.
    sight: bool,
}

/// `the kings stand on the same file`, `no two pawns are next to each other`.
pub fn of_each_other(c: &mut Cursor) -> Option<Condition> {
    says_how(c).then_some(())?;
    if let Some(found) = c.attempt(one_and_another) {
        return Some(found);
    }
    let none = c.maybe("no");
    let from = c.at();
    let (many, who) = several_men(c)?;
    if let Some(found) = c.attempt(|c| attacking(c, &who, many)) {
        return Some(if none { negated(found) } else { found });
    }
    let denied = standing(c)?;
    (!none || !denied && many != Many::All).then_some(())?;
    let found = related(c, who, many, from)?;
    Some(if none || denied { negated(found) } else { found })
}

/// How far off the word stands at most that says how they stand to each other.
const MAX_FAR: usize = 14;

/// Whether such a word stands near: else nothing more is tried.
fn says_how(c: &Cursor) -> bool {
    const HOW: [&str; 9] =
        ["same", "each other", "next to each other", "side by side", "different", "opposite", "adjacent", "in line", "neighbouring"];
    (1..MAX_FAR).map_while(|at| c.ahead(at)).any(|lexeme| HOW.iter().any(|word| lexeme.means(word) || lexeme.token.is_word(word)))
}

/// `stand`, `do not stand`, `are`, `are not`: whether it is denied.
fn standing(c: &mut Cursor) -> Option<bool> {
    Some(if c.maybe("may not") {
        c.maybe("stands").then_some(true)?
    } else if c.maybe("stands") {
        false
    } else {
        is(c)?;
        let denied = not(c);
        c.maybe("stands");
        denied
    })
}

/// `two rooks attack each other`.
fn attacking(c: &mut Cursor, who: &Class, many: Many) -> Option<Condition> {
    let denied = c.maybe("may not");
    c.maybe("attacks").then_some(())?;
    c.maybe("each other").then_some(())?;
    (who.owner == Owner::Anyone && many == Many::These(Comparison::AtLeast, 2)).then_some(())?;
    let other = Class { owner: Owner::Enemy, ..who.clone() }.such_that(Condition::Hits(Ref::Itself, Ref::Outer));
    let found = Condition::There(who.clone().such_that(Condition::Attacks(Ref::Itself, other)), Squares::Every);
    Some(if denied { negated(found) } else { found })
}

/// `the white king and the black king stand on the same file`, `his king and his queen are next to each other`.
fn one_and_another(c: &mut Cursor) -> Option<Condition> {
    let one = single(c)?;
    c.maybe("and").then_some(())?;
    let other = single(c)?;
    // own and enemy men are told from the first one
    let owner = match (&one.owner, &other.owner) {
        (_, Owner::Anyone | Owner::Army(_)) => other.owner.clone(),
        (Owner::Own, Owner::Own | Owner::Enemy) => other.owner.clone(),
        (Owner::Enemy, Owner::Enemy) => Owner::Own,
        (Owner::Enemy, Owner::Own) if c.words.armies.len() == 2 => Owner::Enemy,
        _ => return None,
    };
    let other = Class { owner, ..other };
    let denied = standing(c)?;
    let Mutual { squares, apart, sight } = mutual(c)?;
    let other = if sight { in_sight(other, Ref::Itself) } else { other };
    let found = match apart {
        true => Condition::There(other.but(Ref::Outer), Squares::Not(Box::new(squares))),
        false => Condition::There(other, squares),
    };
    let found = Condition::There(one.such_that(found), Squares::Every);
    Some(if denied { negated(found) } else { found })
}

/// `a king`, `his queen`, `the white king`.
fn single(c: &mut Cursor) -> Option<Class> {
    c.maybe_one_of(&["a", "the"]);
    let whose = nouns::owner(c);
    let kind = nouns::kind(c).filter(|_| !is_plural(c))?;
    let kinds = Kinds::Only(vec![kind]);
    Some(whose.map_or_else(|| Class { kinds: kinds.clone(), ..Class::EVERY }, |whose| whose.men(kinds.clone())))
}

/// After "there are" and "white has": `two pawns on the same file`, `no two rooks next to each other`.
pub fn there(c: &mut Cursor, none: bool, owned: impl FnOnce(&Class) -> Option<Class>) -> Option<Condition> {
    says_how(c).then_some(())?;
    let from = c.at();
    let (how, many) = if c.maybe("both") { (Comparison::AtLeast, 2) } else { so_many(c)? };
    let who = c.nested(nouns::class)?;
    let found = related(c, owned(&who)?, Many::These(how, many), from)?;
    Some(if none { negated(found) } else { found })
}

/// Men of whom there are several: `both kings`, `the queens`, `three own pawns`, `white's rooks`.
fn several_men(c: &mut Cursor) -> Option<(Many, Class)> {
    if c.attempt(|c| both_players(c)).is_some() {
        let who = c.nested(nouns::class)?;
        return (who.owner == Owner::Anyone).then_some((Many::These(Comparison::AtLeast, 2), who));
    }
    let whose = c.attempt(somebodys);
    let led = whose.is_some() || c.sees(0, "the") || c.sees(0, "its") || is_named(c);
    let all = super::universal(c);
    let counted = c.attempt(|c| {
        if c.maybe("both") {
            c.maybe("the");
            return Some((Comparison::AtLeast, 2));
        }
        let any = c.peek().is_some_and(|lexeme| lexeme.token.is_word("any") && lexeme.tokens == 1);
        if any || c.sees(0, "the") {
            c.skip();
        }
        so_many(c)
    });
    let who = c.nested(nouns::class)?;
    let who = if whose.is_some() && who.owner == Owner::Anyone { Class { owner: Owner::Own, ..who } } else { who };
    let many = match counted {
        Some((how, many)) => Many::These(how, many),
        None if !is_plural(c) => return None,
        None if all => Many::All,
        None => {
            led.then_some(())?;
            if !is_royal(c, &who) {
                c.assume("two of them are enough; for all of them say \"all\"");
            }
            Many::These(Comparison::AtLeast, 2)
        }
    };
    Some((many, who))
}

/// `both players'`, `each player's`.
fn both_players(c: &mut Cursor) -> Option<()> {
    let every = universal_player(c);
    (every && c.maybe("each player")).then_some(())?;
    c.back()?.possessive.then_some(())
}

/// `a player's`.
fn somebodys(c: &mut Cursor) -> Option<()> {
    c.maybe_one_of(&["a", "the"]);
    c.maybe_one_of(&["each player", "player"])?;
    c.back()?.possessive.then_some(())
}

/// Whether a colour stands here.
fn is_named(c: &Cursor) -> bool {
    c.peek().is_some_and(|lexeme| c.words.armies.iter().any(|army| lexeme.token.is_word(army)))
}

fn is_plural(c: &Cursor) -> bool {
    let plural =
        |noun: &Lexeme| ["pieces", "men"].contains(&noun.last.as_str()) || c.words.kinds.iter().any(|kind| noun.last == kind.plural);
    c.back().is_some_and(plural)
}

fn is_royal(c: &Cursor, who: &Class) -> bool {
    matches!(&who.kinds, Kinds::Only(names) if names.iter().all(|name| c.words.kinds.iter().any(|kind| kind.royal && kind.name == *name)))
}

fn related(c: &mut Cursor, who: Class, many: Many, from: usize) -> Option<Condition> {
    // fewer than three are not three
    let fewer = match many {
        Many::These(Comparison::Less, many @ 2..) => Some(many),
        Many::These(Comparison::AtMost, many @ 1..) => Some(many + 1),
        _ => None,
    };
    if let Some(fewer) = fewer {
        return related(c, who, Many::These(Comparison::AtLeast, fewer), from).map(negated);
    }
    let Mutual { squares, apart, sight } = mutual(c)?;
    // of the same side as the first one, whoever looks
    let owner = if who.owner == Owner::Enemy { Owner::Own } else { who.owner.clone() };
    let other = Class { owner, ..who.clone() };
    let other = if sight { in_sight(other, Ref::Itself) } else { other };
    let beside = |other: Class| Condition::There(other, squares.clone());
    let elsewhere = || Condition::There(other.clone().but(Ref::Outer), Squares::Not(Box::new(squares.clone())));
    let such = |holds: Condition| Condition::There(who.clone().such_that(holds), Squares::Every);
    Some(match (many, apart) {
        (Many::All, false) if !sight => negated(such(elsewhere())),
        (Many::All, true) => negated(such(beside(other))),
        (Many::These(Comparison::AtLeast, 2), false) => such(beside(other)),
        (Many::These(Comparison::AtLeast, 2), true) => such(elsewhere()),
        (Many::These(how @ (Comparison::AtLeast | Comparison::More | Comparison::Equal), many), false) if many > 1 => {
            let others = Number::Men { who: Box::new(other), on: Box::new(squares) };
            such(compared(others, how, Number::Is(many - 1)))
        }
        _ => {
            let problem = "of so many I cannot ask how they stand to each other".to_string();
            let problem = Diagnostic::new("L030", c.span_from(from), problem);
            return c.refuse(
                problem.hint("say of how many at least: if two {men} stand on the same file, if all {men} stand on the same rank"),
            );
        }
    })
}

/// `on the same file`, `on squares of the same colour`, `on different ranks`, `next to each other`, `within two squares of each other`; not beside anybody
/// who is named.
fn mutual(c: &mut Cursor) -> Option<Mutual> {
    let itself = || Box::new(Squares::At(Point::Of(Ref::Itself)));
    let plain = |squares: Squares| Mutual { squares, apart: false, sight: false };
    let found = if c.maybe("next to each other") || adjacent(c) {
        plain(Squares::Near { of: itself(), reach: 1 })
    } else if c.maybe("side by side") {
        plain(Squares::Beside { of: itself(), steps: steps_of(&[bearing("sideways")?]) })
    } else if c.maybe("within") {
        let reach = c.take_number("a number of squares")?;
        c.maybe("square").then_some(())?;
        c.maybe_one_of(&["of", "from"])?;
        (c.maybe("each other") && (1..=MAX_REACH).contains(&reach)).then_some(())?;
        plain(Squares::Near { of: itself(), reach: reach as u8 })
    } else if c.attempt(neighbouring_files).is_some() {
        plain(Squares::Beside { of: itself(), steps: steps(Files::Adjacent, Ranks::Every) })
    } else if c.maybe("in line") {
        plain(Squares::InLine { of: itself(), lines: Alike::EVERY.to_vec() })
    } else {
        let (lines, apart) =
            c.attempt(|c| lines(c).map(|lines| (lines, false))).or_else(|| c.attempt(shaded)).or_else(|| c.attempt(apart))?;
        Mutual { squares: Squares::InLine { of: itself(), lines }, apart, sight: false }
    };
    let sight = matches!(found.squares, Squares::InLine { .. }) && !found.apart && nothing_between(c);
    c.attempt(|c| {
        c.maybe_one_of(&["like", "with"])?;
        c.maybe("each other").then_some(())
    });
    // "on the same file as a rook" is said of that rook
    let of_another = ["like", "with", "to", "of"].iter().any(|word| c.sees(0, word));
    (!of_another).then_some(Mutual { sight, ..found })
}

fn adjacent(c: &mut Cursor) -> bool {
    let there = c.sees(0, "adjacent") && c.ahead(1).is_none_or(|next| next.token.sort == Sort::Mark || next.means("then"));
    if there {
        c.skip();
    }
    there
}

/// `on adjacent files`.
fn neighbouring_files(c: &mut Cursor) -> Option<()> {
    c.maybe_one_of(&["on", "in"])?;
    c.peek().filter(|lexeme| ["adjacent", "neighbouring", "neighboring"].iter().any(|word| lexeme.token.is_word(word)))?;
    c.skip();
    c.maybe_one_of(&["file", "files"]).map(|_| ())
}

/// `on squares of the same colour`, `on a square of one colour`.
fn shaded(c: &mut Cursor) -> Option<(Vec<Alike>, bool)> {
    c.maybe_one_of(&["on", "in"])?;
    c.maybe("a");
    c.maybe("square").then_some(())?;
    c.maybe_one_of(&["of", "on"])?;
    let apart = differing(c);
    if !apart {
        c.maybe("the");
        (c.maybe("same") || c.one()).then_some(())?;
    }
    c.maybe("colour").then_some((vec![Alike::Colour], apart))
}

/// `on different files`.
fn apart(c: &mut Cursor) -> Option<(Vec<Alike>, bool)> {
    c.maybe_one_of(&["on", "in"])?;
    differing(c).then_some(())?;
    line_list(c).map(|lines| (lines, true))
}

fn differing(c: &mut Cursor) -> bool {
    c.maybe_one_of(&["different", "opposite"]).is_some()
}

/// `both players' kings are on light squares`, `both queens are on the board`: the one and the other.
pub fn of_both_sides(c: &mut Cursor) -> Option<Condition> {
    (c.sees(0, "both") || c.sees(0, "each player")).then_some(())?;
    let both = c.maybe("both");
    if !both {
        both_players(c)?;
    }
    let who = c.nested(nouns::class)?;
    let single = c.words.armies.len() == 2 && who.owner == Owner::Anyone && (!both || is_single(c, &who));
    single.then_some(())?;
    let one = Class { owner: Owner::Own, ..who.clone() };
    let other = Class { owner: Owner::Enemy, ..who };
    let mut rest = c.fork();
    let one = super::condition::said_of(&mut rest, one, false)?;
    let other = super::condition::said_of(c, other, false)?;
    let there = |who: Class| Condition::There(who, Squares::Every);
    (rest.at() == c.at()).then(|| Condition::All(vec![there(one), there(other)]))
}

/// Whether each side begins with one of them.
fn is_single(c: &Cursor, who: &Class) -> bool {
    let Kinds::Only(names) = &who.kinds else { return false };
    let array = c.words.standard.iter().rev().find_map(|form| if let Form::Array(placed) = form { Some(placed) } else { None });
    let letter = c.words.kinds.iter().find(|kind| names == std::slice::from_ref(&kind.name)).map(|kind| &kind.letter);
    array.zip(letter).is_some_and(|(array, letter)| array.matches(letter.as_str()).count() == 1)
}
