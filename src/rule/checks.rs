//! Checks as conditions. Who has been in check: `kings that have never been in check`. Nobody remembers that of a man, so whoever is put in check is marked for it.

use super::Span;
use super::christening::said;
use super::lexer::{Sort, Token, stands};

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
                span.get_or_insert(sentence[from].span);
                // the words that stand there now are those that the player has written
                let at = Span { start: sentence[from].span.start, end: sentence[to - 1].span.end };
                // "a player whose king ..." is one who has such a king
                let whose = from >= 2 && sentence[from - 2].is_word("whose");
                if whose {
                    let such =
                        [said("who has a", sentence[from - 2].span), vec![sentence[from - 1].clone()], said(&format!("that {be}"), at)]
                            .concat();
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

/// `he may move again without capturing or giving check`, behind an event: no piece may give check for the rest of the turn; and an event that
/// gives none is one after which the opponent is not in check.
pub fn without_check(mut sentence: Vec<Token>) -> Vec<Token> {
    let event = |token: &Token| ["after", "when", "whenever", "if", "once"].iter().any(|word| token.is_word(word));
    let mut from = 0;
    while let Some((at, end, quiet)) = (from..sentence.len()).find_map(|at| giving_none(&sentence, at)) {
        let span = sentence[at].span;
        let begin = sentence[..at].iter().rposition(|token| token.is_mark(",") || token.is_mark(":")).map_or(0, |mark| mark + 1);
        let part = &sentence[begin..at];
        let again = part.iter().any(|token| token.is_word("again"))
            && part.iter().any(|token| ["may", "can", "must"].iter().any(|word| token.is_word(word)));
        // "if the opponent has castled, a player may move again": no event is told
        let told = sentence[..begin].iter().any(event) && !part.get(1).is_some_and(|second| second.is_word("player"));
        let kept = if quiet { said("without capturing", span) } else { Vec::new() };
        let moves = sentence[at - 1].is_word("moves") || sentence[at - 1].is_word("move");
        if again && told {
            sentence.splice(at..end, kept);
            sentence.splice(begin..begin, said("this turn own pieces may not give check, and then", span));
        } else if moves && part.first().is_some_and(event) && sentence.get(end).is_some_and(|next| next.is_mark(",")) {
            let he = sentence.get(end + 1).is_some_and(|next| ["he", "she", "they"].iter().any(|word| next.is_word(word)));
            let who = if he { " the mover" } else { "" };
            sentence.splice(end + 1..end + 1 + usize::from(he), said(&format!("if the opponent is not in check,{who}"), span));
            sentence.splice(at..end, kept);
        }
        from = at + 1;
    }
    sentence
}

/// `without capturing or giving check`: where it begins and ends, and whether it is quiet.
fn giving_none(sentence: &[Token], at: usize) -> Option<(usize, usize, bool)> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (at > 0 && is(at, &["without"])).then_some(())?;
    let mut end = at + 1;
    let (mut quiet, mut checks) = (false, false);
    loop {
        if is(end, &["capturing", "taking"]) && !quiet {
            (quiet, end) = (true, end + 1);
        } else if is(end, &["giving"]) && is(end + 1, &["check"]) && !checks {
            (checks, end) = (true, end + 2);
        } else {
            return None;
        }
        let joint = usize::from(sentence.get(end).is_some_and(|next| next.is_mark(",")));
        if !is(end + joint, &["or", "and", "nor"]) {
            break;
        }
        let next = end + joint + 1;
        let next = next + usize::from(is(next, &["without"]));
        if !is(next, &["capturing", "taking", "giving"]) {
            break;
        }
        end = next;
    }
    checks.then_some((at, end, quiet))
}

/// `have never been in check`, with nothing behind it that says when: where it begins and ends, and whether it is denied.
fn has_been(sentence: &[Token], at: usize) -> Option<(usize, usize, bool)> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
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
