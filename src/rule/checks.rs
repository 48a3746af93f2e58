//! Who has been in check: `kings that have never been in check`. Nobody remembers that of a man, so whoever is put in check is marked for it.

use super::christening::said;
use super::lexer::{Sort, Token};

/// What a man is marked as that has been in check.
const CHECKED: &str = "checked-before";

/// The sentences with the mark in the place of what has been, and the one that gives it.
pub fn marked(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let mut span = None;
    let mut told: Vec<Vec<Token>> = sentences
        .into_iter()
        .map(|mut sentence| {
            while let Some((from, to, denied)) = (0..sentence.len()).find_map(|at| has_been(&sentence, at)) {
                let many = ["have", "were"].iter().any(|word| sentence[from].is_word(word));
                let be = format!("{} {}{CHECKED}", if many { "are" } else { "is" }, if denied { "not " } else { "" });
                let at = *span.get_or_insert(sentence[from].span);
                // "a player whose king ..." is one who has such a king
                let whose = from >= 2 && sentence[from - 2].is_word("whose");
                if whose {
                    let such = [said("who has a", at), vec![sentence[from - 1].clone()], said(&format!("that {be}"), at)].concat();
                    sentence.splice(from - 2..to, such);
                } else {
                    sentence.splice(from..to, said(&be, at));
                }
            }
            sentence
        })
        .collect();
    if let Some(span) = span {
        told.push(said(&format!("when a piece gives check, every enemy piece that is in check becomes {CHECKED}"), span));
    }
    told
}

/// `have never been in check`, with nothing behind it that says when: where it begins and ends, and whether it is denied.
fn has_been(sentence: &[Token], at: usize) -> Option<(usize, usize, bool)> {
    let is = |at: usize, these: &[&str]| sentence.get(at).is_some_and(|token| these.iter().any(|word| token.is_word(word)));
    let was = is(at, &["was", "were"]);
    (was || is(at, &["has", "have"])).then_some(())?;
    let denied = is(at + 1, &["never", "not"]);
    let mut end = at + 1 + usize::from(denied);
    end += usize::from(is(end, &["yet", "ever", "already"]));
    if was {
        // "was not in check" does not say for how long
        is(at + 1, &["never"]).then_some(())?;
    } else {
        is(end, &["been"]).then_some(())?;
        end += 1;
    }
    end += match is(end, &["in"]) && is(end + 1, &["check"]) {
        true => 2,
        false => usize::from(is(end, &["checked"])),
    };
    is(end - 1, &["check", "checked"]).then_some(())?;
    end += usize::from(is(end, &["yet", "before"]));
    let dated = is(end, &["for", "in", "on", "last", "since", "during", "this", "once", "twice", "two", "three", "by"])
        || sentence.get(end).is_some_and(|next| matches!(next.sort, Sort::Number(_)));
    (!dated).then_some((at, end, denied))
}
