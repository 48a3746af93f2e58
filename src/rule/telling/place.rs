//! Squares: `the square in front of it`, `d4, e4 or d5`, `empty squares next to an enemy king`.

use super::condition::attacker;
use super::men::{one_of, reference, several};
use super::number::number;
use crate::board::Vector;
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::field;
use crate::rule::lexer::{number_word, ordinal_word};
use crate::rule::vocabulary::Whose;
use crate::rule::wording::{bent, list};
use crate::rule::{Alike, Kinds, Number, Point, Ref, Squares, Vocabulary};

/// One square.
pub fn point(point: &Point) -> String {
    match point {
        Point::Named(name) => name.clone(),
        Point::Of(of) => reference(*of).to_string(),
        Point::Home(Ref::Itself) => "its home square".to_string(),
        Point::Home(of) => format!("the home square of {}", reference(*of)),
        Point::HomeOfKind(of) => format!("the home square for pieces like {}", reference(*of)),
        Point::From => "the square it came from".to_string(),
        Point::To => "the square it goes to".to_string(),
        Point::Beyond(from, step) => format!("the square {} {}", away(&[*step]), self::point(from)),
        Point::Before(of) => format!("the square {} stood on before", reference(*of)),
        Point::Opposite(from) => format!("the square opposite {}", self::point(from)),
        Point::Across(from) => format!("the same square of the other board as {}", self::point(from)),
        Point::Along(from) if **from == Point::Of(Ref::Itself) => "the square that the same move leads to from itself".to_string(),
        Point::Along(from) => format!("the square that the same move leads to from {}", self::point(from)),
    }
}

/// Squares as they stand after "on".
pub fn squares(squares: &Squares, words: &Vocabulary) -> String {
    match squares {
        Squares::Every => "any square".to_string(),
        Squares::These(names) => list(names, "or"),
        sided if words.whose != Whose::Plain && sided.are_sided() && !matches!(sided, Squares::Either(_)) => {
            format!("the mover's {}", counted(sided, words))
        }
        Squares::Seen { by, squares } => format!("{} {}", super::men::whose(by), counted(squares, words)),
        Squares::Rank { number: Number::Is(number), own: true } => {
            format!("their own {} rank", ordinal_word(number.unsigned_abs()))
        }
        Squares::Rank { number: Number::Is(number), own: false } => format!("rank {number}"),
        Squares::Rank { number: Number::Rank { point: at, own: false }, own: false } => format!("the rank of {}", point(at)),
        Squares::Rank { number: computed, own } => format!("{}rank ({})", if *own { "own " } else { "" }, number(computed, words)),
        Squares::File(Number::File(at)) => format!("the file of {}", point(at)),
        Squares::File(computed) => format!("file ({})", number(computed, words)),
        Squares::LastRank => "the last rank".to_string(),
        Squares::Files(names) => match names.as_slice() {
            [only] => format!("the {only}-file"),
            _ => format!("the files {}", list(names, "and")),
        },
        Squares::Light => "light squares".to_string(),
        Squares::Dark => "dark squares".to_string(),
        Squares::Edge => "the edge".to_string(),
        Squares::Corner => "the corners".to_string(),
        Squares::Centre => "the centre".to_string(),
        Squares::Half { own: true } => "their own half".to_string(),
        Squares::Half { own: false } => "the enemy half".to_string(),
        Squares::Region(name) => format!("the {name}"),
        Squares::Onward(of) => format!("squares straight on from the last move of {}", reference(*of)),
        Squares::Secret(of) => format!("{} secret square", super::men::whose(of)),
        Squares::At(Point::Of(Ref::Itself)) => "its square".to_string(),
        Squares::At(Point::Of(of)) => format!("the square of {}", reference(*of)),
        Squares::At(at) => point(at),
        Squares::InLine { of, lines } => format!("squares {}", in_line(of, lines, words)),
        Squares::Near { .. } | Squares::Beside { .. } | Squares::Between { .. } => {
            format!("squares {}", placed(squares, words))
        }
        Squares::Nearest { of, to } => format!("{} nearest to {}", set(of, words), origin(to, words)),
        Squares::Under(class) => format!("squares occupied by {}", one_of(class, words)),
        Squares::LastCapture => "the square of the last capture".to_string(),
        Squares::Left(class) => format!("squares just left by {}", one_of(class, words)),
        Squares::Trodden(of) => format!("squares that {} has visited", reference(*of)),
        Squares::Empty => "empty squares".to_string(),
        Squares::Holes => "holes".to_string(),
        Squares::AttackedBy(class) => format!("squares attacked by {}", attacker(class, words)),
        Squares::Not(spared) => format!("any square except {}", tight(spared, words)),
        Squares::Both(parts) if let Some(far) = far_from(parts, words) => format!("squares {far}"),
        Squares::Both(parts) => narrowed(parts, tight, words),
        Squares::Either(parts) => listed(parts, "or", words),
    }
}

/// What is said of places of several as it is said of one: `their own first rank`, `its own first rank`.
pub fn of_one(text: &str) -> String {
    text.replace("their own ", "its own ")
}

/// The same where nobody is spoken of whose they could be: `the first rank`.
pub fn of_nobody(text: &str) -> String {
    if text.contains("their own half") { text.to_string() } else { text.replace("their own ", "the ") }
}

/// Behind whose they are: `second rank`, `enemy half`.
fn counted(sided: &Squares, words: &Vocabulary) -> String {
    match sided {
        Squares::Rank { number: Number::Is(number), own: true } => format!("{} rank", ordinal_word(number.unsigned_abs())),
        Squares::Rank { number: computed, .. } => format!("rank ({})", number(computed, words)),
        Squares::LastRank => "last rank".to_string(),
        Squares::Half { own: true } => "half".to_string(),
        Squares::Half { own: false } => "enemy half".to_string(),
        other => squares(other, words),
    }
}

/// Squares of all of which something is said: `d4 and e5`.
pub fn all_of(squares: &Squares, words: &Vocabulary) -> String {
    match squares {
        Squares::These(names) => list(names, "and"),
        Squares::Either(parts) => of_nobody(&listed(parts, "and", words)),
        _ => of_nobody(&self::squares(squares, words)),
    }
}

/// `e4 or the last rank`, `ranks 3 to 6`.
fn listed(parts: &[Squares], join: &str, words: &Vocabulary) -> String {
    let rank = |part: &Squares| match part {
        Squares::Rank { number: Number::Is(number), own: false } => Some(*number),
        _ => None,
    };
    if let Some(ranks) = own_ranks(parts, join, words) {
        return ranks;
    }
    let Some(numbers) = parts.iter().map(rank).collect::<Option<Vec<i32>>>() else {
        return list(&parts.iter().map(|part| tight(part, words)).collect::<Vec<_>>(), join);
    };
    match numbers.as_slice() {
        [first, .., last] if numbers.len() > 2 && numbers.windows(2).all(|two| two[1] == two[0] + 1) => format!("ranks {first} to {last}"),
        _ => format!("ranks {}", list(&numbers.iter().map(i32::to_string).collect::<Vec<_>>(), join)),
    }
}

/// `the first or last rank`, `white's second or third rank`: ranks counted from one side.
fn own_ranks(parts: &[Squares], join: &str, words: &Vocabulary) -> Option<String> {
    let name = |squares: &Squares| match squares {
        Squares::Rank { number: Number::Is(number), own: true } => Some(ordinal_word(number.unsigned_abs())),
        Squares::LastRank => Some("last".to_string()),
        _ => None,
    };
    let (whose, names) = match parts {
        [Squares::Seen { by, .. }, ..] => {
            let theirs = |part: &Squares| match part {
                Squares::Seen { by: other, squares } if other == by => name(squares),
                _ => None,
            };
            (super::men::whose(by), parts.iter().map(theirs).collect::<Option<Vec<_>>>()?)
        }
        _ => {
            let whose = if words.whose == Whose::Plain { "their own" } else { "the mover's" };
            (whose.to_string(), parts.iter().map(name).collect::<Option<Vec<_>>>()?)
        }
    };
    Some(format!("{whose} {} {}", list(&names, join), if join == "and" { "ranks" } else { "rank" }))
}

/// Squares with the preposition they take: `on the e-file`, `next to it`.
pub fn placed(squares: &Squares, words: &Vocabulary) -> String {
    match squares {
        Squares::Near { of, reach: 1 } => format!("next to {}", origin(of, words)),
        Squares::Near { of, reach } => format!("within {} squares of {}", number_word(u32::from(*reach)), origin(of, words)),
        Squares::Beside { of, steps } => match field::told(steps) {
            Some((before, behind)) => format!("{before} {}{behind}", origin(of, words)),
            None => format!("{} {}", away(steps), origin(of, words)),
        },
        Squares::InLine { lines, .. } if lines[..] == [Alike::Colour] => format!("on {}", self::squares(squares, words)),
        Squares::InLine { of, lines } => in_line(of, lines, words),
        Squares::Between { one, other, lines } => {
            let ends = match (&**one, &**other) {
                (Squares::Under(first), Squares::Under(second)) if first == second => format!("two {}", several(first, words)),
                _ => format!("{} and {}", end(one, words), origin(other, words)),
            };
            if lines == &Alike::EVERY { format!("between {ends}") } else { format!("between {ends} on the same {}", lines_of(lines)) }
        }
        nearest @ Squares::Nearest { .. } => format!("on {}", tight(nearest, words)),
        Squares::Both(parts) if let Some(far) = far_from(parts, words) => far,
        inside if is_within(inside) => {
            format!("in {}", self::squares(inside, words))
        }
        other => format!("on {}", self::squares(other, words)),
    }
}

/// `on the same file as it`, `of the same colour as it`: behind squares.
fn in_line(of: &Squares, lines: &[Alike], words: &Vocabulary) -> String {
    let preposition = match lines {
        [Alike::Colour] => "of",
        [Alike::Block | Alike::Half] => "in",
        _ => "on",
    };
    format!("{preposition} the same {} as {}", lines_of(lines), origin(of, words))
}

/// Whether one is in them, not on them.
fn is_within(squares: &Squares) -> bool {
    match squares {
        Squares::Region(_) | Squares::Half { .. } | Squares::Centre | Squares::Corner => true,
        Squares::Seen { squares, .. } => is_within(squares),
        _ => false,
    }
}

fn lines_of(lines: &[Alike]) -> String {
    let name = |line: &Alike| match line {
        Alike::File => "file".to_string(),
        Alike::Rank => "rank".to_string(),
        Alike::Diagonal => "diagonal".to_string(),
        Alike::Colour => "colour".to_string(),
        Alike::Block => "two-by-two block".to_string(),
        Alike::Half => "half".to_string(),
    };
    list(&lines.iter().map(name).collect::<Vec<_>>(), "or")
}

/// Squares as one part of a list.
pub fn tight(squares: &Squares, words: &Vocabulary) -> String {
    let text = self::squares(squares, words);
    let wide = match squares {
        Squares::Every | Squares::Both(_) | Squares::Either(_) | Squares::Not(_) | Squares::Nearest { .. } => true,
        Squares::These(names) | Squares::Files(names) => names.len() > 1,
        // "on the same rank or file (the rank of e4)": what comes behind it would be one more line
        Squares::Between { lines, .. } => lines != &Alike::EVERY,
        _ => false,
    };
    if wide { format!("({text})") } else { text }
}

/// Squares as a plural noun, for counting: `empty squares`, `squares on the e-file`.
pub fn set(squares: &Squares, words: &Vocabulary) -> String {
    match squares {
        Squares::Every => "squares".to_string(),
        Squares::Light
        | Squares::Dark
        | Squares::Empty
        | Squares::Holes
        | Squares::Under(_)
        | Squares::Left(_)
        | Squares::Trodden(_)
        | Squares::AttackedBy(_)
        | Squares::Near { .. }
        | Squares::Beside { .. }
        | Squares::InLine { .. }
        | Squares::Nearest { .. }
        | Squares::Between { .. } => self::squares(squares, words),
        Squares::Not(spared) => format!("squares except {}", tight(spared, words)),
        Squares::Both(parts) if let Some(far) = far_from(parts, words) => format!("squares {far}"),
        Squares::Both(parts) => narrowed(parts, set, words),
        other => format!("squares on {}", tight(other, words)),
    }
}

/// `more than three squares away from an enemy king`, `exactly two squares away from it`: the two parts that say it.
fn far_from(parts: &[Squares], words: &Vocabulary) -> Option<String> {
    let [one, Squares::Not(other)] = parts else { return None };
    let so_far = |how: &str, reach: u8, of: &Squares| {
        format!("{how} {} {} away from {}", number_word(u32::from(reach)), if reach == 1 { "square" } else { "squares" }, origin(of, words))
    };
    match (one, &**other) {
        (Squares::Not(within), whose) => match &**within {
            Squares::Near { of, reach } if **of == *whose => Some(so_far("more than", *reach, of)),
            _ => None,
        },
        (Squares::Near { of, reach }, Squares::Near { of: whose, reach: less }) if of == whose && *reach == less + 1 => {
            Some(so_far("exactly", *reach, of))
        }
        _ => None,
    }
}

/// The first of them, and what narrows it.
fn narrowed(parts: &[Squares], first: fn(&Squares, &Vocabulary) -> String, words: &Vocabulary) -> String {
    if let [such @ (Squares::Empty | Squares::Light | Squares::Dark), Squares::Corner, ..] = parts {
        let such = set(such, words).replace("squares", "corners");
        return narrowed_by(such, &parts[2..], words);
    }
    narrowed_by(
        match &parts[0] {
            nearest @ Squares::Nearest { .. } => tight(nearest, words),
            part => first(part, words),
        },
        &parts[1..],
        words,
    )
}

fn narrowed_by(mut text: String, parts: &[Squares], words: &Vocabulary) -> String {
    for part in parts {
        match part {
            Squares::Not(spared) => text.push_str(&format!(" except {}", tight(spared, words))),
            Squares::InLine { of, lines } => text.push_str(&format!(" {}", in_line(of, lines, words))),
            Squares::Near { .. } | Squares::Beside { .. } | Squares::Between { .. } => {
                text.push_str(&format!(" {}", placed(part, words)));
            }
            part => text.push_str(&format!(" on {}", tight(part, words))),
        }
    }
    text
}

/// Before "and": of men of several kinds the last would be one of two.
fn end(of: &Squares, words: &Vocabulary) -> String {
    let text = origin(of, words);
    match of {
        Squares::Under(class) if matches!(&class.kinds, Kinds::Only(kinds) if kinds.len() > 1) => format!("({text})"),
        _ => text,
    }
}

/// What is next to: a man, men or squares.
pub fn origin(of: &Squares, words: &Vocabulary) -> String {
    match of {
        Squares::At(Point::Of(of)) => reference(*of).to_string(),
        Squares::Under(class) => one_of(class, words),
        other => tight(other, words),
    }
}

/// Displacements before what they are counted from: `two squares in front of`, `(1,2) from`.
fn away(steps: &[Vector]) -> String {
    const NAMES: [(&str, &str); 8] = [
        ("forward", "in front of"),
        ("backward", "behind"),
        ("left", "to the left of"),
        ("right", "to the right of"),
        ("vertically", "in front of or behind"),
        ("sideways", "to the left or right of"),
        ("diagonally forward", "diagonally in front of"),
        ("diagonally backward", "diagonally behind"),
    ];
    const NEXT: [(&str, &str); 2] = [("orthogonally", "orthogonally next to"), ("diagonally", "diagonally next to")];
    let far = steps.iter().map(|v| v.right.unsigned_abs().max(v.forward.unsigned_abs())).max().unwrap_or(1).max(1);
    let scaled = |name: &str| {
        let by = far as i8;
        let mut all: Vec<Vector> = bearing(name).map(|bearing| steps_of(&[bearing])).unwrap_or_default();
        all.iter_mut().for_each(|v| *v = Vector { right: v.right.saturating_mul(by), forward: v.forward.saturating_mul(by) });
        all.sort_unstable();
        all
    };
    if let Some((_, words)) = NAMES.iter().find(|(name, _)| scaled(name) == steps) {
        return if far == 1 { words.to_string() } else { format!("{} squares {words}", number_word(u32::from(far))) };
    }
    match NEXT.iter().find(|(name, _)| far == 1 && scaled(name) == steps) {
        Some((_, words)) => words.to_string(),
        None => format!("{} from", bent(steps)),
    }
}
