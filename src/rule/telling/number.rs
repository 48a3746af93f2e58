//! Numbers: `three`, `the number of white pawns on the e-file`, `its owner's points`.

use super::happening::{deed_of, happened};
use super::men::{counted, player, reference};
use super::place::{origin, placed, point, set, tight as tight_squares};
use crate::rule::lexer::number_word;
use crate::rule::syntax::terms::countable;
use crate::rule::wording::singular;
use crate::rule::{Number, Operation, Ref, Squares, Vocabulary};

pub fn number(number: &Number, words: &Vocabulary) -> String {
    match number {
        Number::Is(literal) => self::literal(*literal),
        Number::Turn => "the turn number".to_string(),
        Number::Men { who, on } if **on == Squares::Every => format!("the number of {}", counted(who, words)),
        // "on a1 or a2 is" would begin to speak of a2
        Number::Men { who, on } if several(on) => format!("the number of {} on {}", counted(who, words), tight_squares(on, words)),
        Number::Men { who, on } => format!("the number of {} {}", counted(who, words), placed(on, words)),
        Number::Squares(squares) => format!("the number of {}", set(squares, words)),
        Number::Lost(who) => format!("the number of captured {}", counted(who, words)),
        Number::Counter { name, of } => format!("{}'s {name}", player(of)),
        Number::Borne { name, by: Ref::Itself } => format!("its {name}"),
        Number::Borne { name, by } => format!("{}'s {name}", reference(*by)),
        Number::Value(Ref::Itself) => "its value".to_string(),
        Number::Value(of) => format!("{}'s value", reference(*of)),
        Number::Moves(of) => format!("the number of moves {} has made", reference(*of)),
        Number::Still(of) => format!("the number of turns since {} moved", reference(*of)),
        Number::Rank { point: at, own } => format!("the {}rank of {}", if *own { "own " } else { "" }, point(at)),
        Number::File(at) => format!("the file of {}", point(at)),
        Number::Attackers { at, by } => format!("the number of attacks on {} by {}", point(at), counted(by, words)),
        Number::Times(past) => match past.man {
            Some(man) => format!("the number of times {} has {}", reference(man), deed_of(past, words)),
            None => format!("the number of times {}", happened(past, words)),
        },
        Number::Distance(one, other) => format!("the distance between {} and {}", point(one), origin(other, words)),
        Number::Divisors(of) => format!("the number of divisors of {}", tight(of, words)),
        Number::Of(one, operation, other) => format!("{} {} {}", tight(one, words), sign(*operation), tight(other, words)),
    }
}

fn several(squares: &Squares) -> bool {
    matches!(squares, Squares::Either(_)) || matches!(squares, Squares::These(names) if names.len() > 1)
}

/// What is counted, of one in the singular.
pub fn so_many(name: &str, number: i32) -> String {
    match number {
        1 => countable(name).map_or_else(|| singular(name), |(_, one)| one.to_string()),
        _ => name.to_string(),
    }
}

/// `1 coin`, `2 coins`.
pub fn in_digits(number: i32, name: &str) -> String {
    format!("{number} {}", so_many(name, number))
}

pub fn literal(number: i32) -> String {
    let size = number_word(number.unsigned_abs());
    if number < 0 { format!("-{}", number.unsigned_abs()) } else { size }
}

fn sign(operation: Operation) -> &'static str {
    match operation {
        Operation::Plus => "plus",
        Operation::Minus => "minus",
        Operation::Times => "times",
        Operation::DividedBy => "divided by",
        Operation::Modulo => "modulo",
    }
}

/// A number beside an operation: in brackets where it could be taken together with what follows.
pub fn tight(number: &Number, words: &Vocabulary) -> String {
    let wide = match number {
        Number::Of(..) | Number::Squares(_) => true,
        Number::Men { on, .. } => **on != Squares::Every,
        _ => false,
    };
    let text = self::number(number, words);
    if wide { format!("({text})") } else { text }
}
