//! The terms that every family of sentences uses: men, players, squares, numbers and conditions, one file a sort.

mod able;
mod accompanied;
mod attacks;
mod condition;
mod counts;
mod existence;
mod fields;
mod flanks;
mod forces;
mod guard;
mod happening;
mod latest;
mod left;
mod men;
mod mutual;
mod number;
mod placed;
mod player;
mod point;
mod possession;
mod predicate;
mod qualities;
mod ranks;
mod rivals;
mod sealed;
mod shapes;
mod shields;
mod squares;
mod stillness;

pub use condition::{attacked, condition};
pub use counts::{often, relation};
pub use guard::{begins as guard_begins, guard};
pub use happening::{done, in_a_row, time};
pub use latest::latest_mover;
pub use men::{class, men, one_and_another};
pub use number::{countable, counter_name, literal, number, so_many, tally_ahead, tally_name};
pub use placed::{adjacent, around, away_from, line_list, lines, one_placed, origin, placed};
pub use player::{movers_of, neither, not_clear, not_said_who, opponent, player, reference, subject, the_lady};
pub use point::{is_square, point};
pub use possession::{owned_by, possession, possessions, with, without};
pub use ranks::edge;
pub use sealed::set_beside;
pub use shapes::extent;
pub use squares::{single, squares};
pub use stillness::is_first;

use crate::rule::cursor::Cursor;

/// `is`, `are`.
fn is(c: &mut Cursor) -> Option<()> {
    c.take_one_of(&["is", "are"]).map(|_| ())
}

/// `has`, `have`.
fn has(c: &mut Cursor) -> Option<()> {
    c.take_one_of(&["has", "have"]).map(|_| ())
}

/// `not`, also as a part of `does not` and `never`.
fn not(c: &mut Cursor) -> bool {
    c.maybe("not") || c.maybe("may not")
}

/// Whether all men are meant that follow, not some: `every pawn`; "any" is not so strict.
pub fn universal(c: &Cursor) -> bool {
    c.peek().is_some_and(|lexeme| lexeme.means("every") && ["every", "each", "all"].iter().any(|word| lexeme.token.is_word(word)))
}

/// Items joined by commas and one of the words, the word before the last: `a, b or c`; `a or b or c`.
/// What is written before `stands` or `is` belongs to what follows.
fn joined<'a, T>(c: &mut Cursor<'a>, words: &[&'static str], first: T, mut item: impl FnMut(&mut Cursor<'a>) -> Option<T>) -> Vec<T> {
    let mut found = vec![first];
    while let Some(more) = c.attempt(|c| {
        let mut more = Vec::new();
        loop {
            let comma = c.comma();
            let last = c.maybe_one_of(words).is_some();
            if !comma && !last {
                return None;
            }
            more.push(item(c)?);
            if last {
                return Some(more);
            }
        }
    }) {
        found.extend(more);
    }
    found
}
