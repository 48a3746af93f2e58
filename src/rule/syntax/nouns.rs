//! The men a sentence speaks of: `a knight`, `white's bishops and rooks`, `every piece except kings`.

use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Class, Kinds, Owner};

pub const KIND: &str = "a kind of piece";
const COLOUR: &str = "a colour";

/// A kind by its name, plural or letter: the singular name.
pub fn kind(c: &mut Cursor) -> Option<String> {
    numbered_kind(c).map(|(name, _)| name)
}

/// A kind and whether it was written in the plural.
fn numbered_kind(c: &mut Cursor) -> Option<(String, bool)> {
    let words = c.words;
    c.take_thing(KIND, |token| {
        if token.sort != Sort::Word {
            return None;
        }
        words.kinds.iter().find_map(|kind| {
            let letter = token.capital && token.word == kind.letter.to_lowercase() && token.word != "a";
            let singular = token.word == kind.name || letter;
            (singular || token.word == kind.plural).then(|| (kind.name.clone(), !singular))
        })
    })
}

/// An army by its colour.
pub fn army(c: &mut Cursor) -> Option<String> {
    let words = c.words;
    c.take_thing(COLOUR, |token| words.armies.iter().find(|army| token.is_word(army)).cloned())
}

/// A class of men in any wording.
pub fn class(c: &mut Cursor) -> Option<Class> {
    c.attempt(|c| {
        let everything = c.attempt(|c| c.take("anything"));
        let (kinds, owner) = match everything {
            Some(()) => (Kinds::Every, None),
            None => {
                let quantified = c.take_one_of(&["every", "a", "the"]).is_some();
                if quantified {
                    c.maybe("the");
                    c.maybe("a");
                }
                let owner = c.attempt(army);
                let kinds = match c.attempt(|c| c.take("piece")) {
                    Some(()) => Kinds::Every,
                    None => Kinds::Only(kind_list(c)?),
                };
                (kinds, owner)
            }
        };
        let owner = match owner {
            Some(owner) => Some(owner),
            None => c.attempt(|c| {
                c.take("of")?;
                c.maybe("the");
                army(c)
            }),
        };
        let kinds = match (kinds, exception(c)) {
            (Kinds::Every, Some(spared)) => Kinds::Except(spared),
            (kinds, None) => kinds,
            (Kinds::Only(_) | Kinds::Except(_), Some(_)) => {
                let problem = Diagnostic::new("L016", c.span_from(c.at() - 1), "an exception needs \"every piece\" before it".to_string());
                return c.refuse(problem.hint("example: every piece except {men}"));
            }
        };
        Some(Class { kinds, owner: owner.map_or(Owner::Anyone, Owner::Army), such: None })
    })
}

/// `except kings and pawns`.
pub fn exception(c: &mut Cursor) -> Option<Vec<String>> {
    c.attempt(|c| {
        if !c.comma() {
            c.expect(Expected::Phrase("except"));
        }
        if !c.maybe("but") {
            c.take("except")?;
        }
        c.maybe("the");
        c.maybe("a");
        kind_list(c)
    })
}

/// `knight`, `knights and bishops`, `a rook, a bishop or a queen`: commas count only where "and" or "or" follows.
pub fn kind_list(c: &mut Cursor) -> Option<Vec<String>> {
    let (first, plural) = numbered_kind(c)?;
    let mut kinds = vec![first];
    let more = c.attempt(|c| {
        let mut more = Vec::new();
        loop {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            if !comma && !joined {
                return None;
            }
            if joined {
                c.maybe("the");
            }
            c.maybe("a");
            let (next, next_plural) = numbered_kind(c)?;
            if next_plural != plural {
                return None;
            }
            more.push(next);
            if joined {
                return Some(more);
            }
        }
    });
    for name in more.unwrap_or_default() {
        if !kinds.contains(&name) {
            kinds.push(name);
        }
    }
    // "knights and bishops and rooks"
    while let Some(name) = c.attempt(|c| {
        c.take_one_of(&["and", "or"])?;
        c.maybe("a");
        let (name, next_plural) = numbered_kind(c)?;
        (next_plural == plural).then_some(name)
    }) {
        if !kinds.contains(&name) {
            kinds.push(name);
        }
    }
    Some(kinds)
}
