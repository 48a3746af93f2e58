//! The canonical words for terms, such as the grammar reads them back to the same tree.

mod acts;

use super::lexer::number_word;
use super::{Condition, Number, Player, Point, Squares, Vocabulary};

pub use acts::ban;

pub use super::wording::{any_one, every_one, many};

pub fn player(player: &Player, _words: &Vocabulary) -> String {
    match player {
        Player::Colour(army) => army.clone(),
        _ => "the mover".to_string(),
    }
}

pub fn point(point: &Point, _words: &Vocabulary) -> String {
    match point {
        Point::Named(name) => name.clone(),
        _ => String::new(),
    }
}

pub fn squares(squares: &Squares, _words: &Vocabulary) -> String {
    match squares {
        Squares::These(names) => super::wording::list(names, "or"),
        _ => String::new(),
    }
}

pub fn number(number: &Number, _words: &Vocabulary) -> String {
    match number {
        Number::Is(number) => number_word(number.unsigned_abs()),
        _ => String::new(),
    }
}

pub fn condition(condition: &Condition, words: &Vocabulary) -> String {
    match condition {
        Condition::Check(who) => format!("{} is in check", player(who, words)),
        _ => String::new(),
    }
}
