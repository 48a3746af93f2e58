//! Walls between squares: `There is a wall between the d- and e-files.`: no straight or diagonal move leads through it; leaps go over it.

use super::{Statement, terms};
use crate::rule::bearing::bearing;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Act, Ban, Class, Form, How, Number, Squares, Ways};

/// What is said of a wall.
const STANDS: [&str; 8] = ["stands", "is", "are", "runs", "run", "lies", "rises", "goes"];

pub fn between(c: &mut Cursor) -> Option<Statement> {
    c.maybe("there is");
    c.maybe_one_of(&["a", "the"]);
    // a wall is also a hole
    c.peek().filter(|lexeme| lexeme.token.word.starts_with("wall"))?;
    c.take("hole")?;
    let stands = c.peek().is_some_and(|lexeme| STANDS.contains(&lexeme.token.word.as_str()));
    if stands {
        c.skip();
    }
    c.take("between")?;
    let from = c.at();
    let two = terms::squares(c)?;
    let (files, ranks) = terms::extent(c)?;
    let Some((one, other, ways)) = sides(&two, files, ranks) else {
        let problem = "a wall stands between two files, two ranks or two squares beside each other".to_string();
        let hint = "say: There is a wall between the d- and e-files. There is a wall between d4 and d5. A hole is a square that nobody may enter: d4 becomes a hole.";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    };
    let ways: Vec<_> = ways.iter().filter_map(|way| bearing(way)).collect();
    let ban = |from: &Squares, to: &Squares| {
        let act = Act { ways: Ways::Only(ways.clone()), from: Some(from.clone()), to: Some(to.clone()), ..Act::any(Class::EVERY) };
        Form::Ban(Ban { act, lifted: false })
    };
    let assumed = vec!["who leaps goes over it".to_string()];
    Some(Statement::Forms(vec![(ban(&one, &other), assumed), (ban(&other, &one), Vec::new())]))
}

impl Act {
    /// Nobody, whoever he is, gets from the one side to the other by these ways.
    pub fn is_of_a_wall(&self) -> bool {
        let parts = self.from.is_some() && self.to.is_some() && self.over.is_none() && matches!(self.ways, Ways::Only(_));
        parts && self.who == Class::EVERY && self.how == How::Any && self.counts.is_empty()
    }
}

/// What lies on the one side of a wall and on the other, and which ways lead through it.
fn sides(two: &Squares, files: i16, ranks: i16) -> Option<(Squares, Squares, &'static [&'static str])> {
    const ANY: [&str; 2] = ["orthogonally", "diagonally"];
    let letters = |from: i16, to: i16| (from..=to).filter_map(letter).collect::<Vec<String>>();
    let rank = |number: i16| Squares::Rank { number: Number::Is(i32::from(number)), own: false };
    let several = |from: i16, to: i16| match (from..=to).map(rank).collect::<Vec<Squares>>().as_slice() {
        [one] => one.clone(),
        more => Squares::Either(more.to_vec()),
    };
    match two {
        Squares::Files(names) => {
            let [one, other] = names.as_slice() else { return None };
            let (low, high) = beside(file(one)?, file(other)?)?;
            (high <= files).then(|| (Squares::Files(letters(1, low)), Squares::Files(letters(high, files)), ANY.as_slice()))
        }
        Squares::Either(parts) => match parts.as_slice() {
            [Squares::Rank { number: Number::Is(one), own: false }, Squares::Rank { number: Number::Is(other), own: false }] => {
                let (low, high) = beside(i16::try_from(*one).ok()?, i16::try_from(*other).ok()?)?;
                (high <= ranks).then(|| (several(1, low), several(high, ranks), ANY.as_slice()))
            }
            _ => None,
        },
        Squares::These(names) => {
            let [one, other] = names.as_slice() else { return None };
            let ((left, low), (right, high)) = (place(one)?, place(other)?);
            let named = |cells: Vec<(i16, i16)>| {
                Squares::These(cells.into_iter().filter_map(|(file, rank)| Some(format!("{}{rank}", letter(file)?))).collect())
            };
            if left == right {
                let (low, high) = beside(low, high)?;
                let below = (1..=low).map(|rank| (left, rank)).collect();
                Some((named(below), named((high..=ranks).map(|rank| (left, rank)).collect()), &["vertically"]))
            } else {
                (low == high).then_some(())?;
                let (left, right) = beside(left, right)?;
                let before = (1..=left).map(|file| (file, low)).collect();
                Some((named(before), named((right..=files).map(|file| (file, low)).collect()), &["sideways"]))
            }
        }
        _ => None,
    }
}

/// Two numbers in order, where the one follows the other.
fn beside(one: i16, other: i16) -> Option<(i16, i16)> {
    ((one - other).abs() == 1).then(|| (one.min(other), one.max(other)))
}

fn letter(file: i16) -> Option<String> {
    u8::try_from(file).ok().filter(|file| (1..=26).contains(file)).map(|file| char::from(b'a' + file - 1).to_string())
}

fn file(letters: &str) -> Option<i16> {
    (letters.len() == 1).then(|| letters.bytes().next().map(|letter| i16::from(letter) - i16::from(b'a') + 1)).flatten()
}

fn place(square: &str) -> Option<(i16, i16)> {
    let (letter, rank) = square.split_at_checked(1)?;
    Some((file(letter)?, rank.parse().ok()?))
}
