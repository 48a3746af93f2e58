//! Why a sentence is refused, with what would be understood instead: the player's own words mended, or the nearest sentences that can be read.

use super::check::Checked;
use super::diagnostic::Diagnostic;
use super::explain::{explain, is_slip, known};
use super::guarded::guarded;
use super::halves;
use super::heading::is_idle;
use super::lexer::{Sort, Token, tokens};
use super::models;
use super::repair::{Repair, as_two, reason_in_a_note, repair, without_a_part, without_a_story, without_opening};
use super::sentence::{said, spanned};
use super::syntax::Family;
use super::syntax::terms::countable;
use super::troubles::{farthest, further};
use super::wording::{plural, singular};
use super::words::settled;
use super::{Clause, Vocabulary};

/// The longest sentence that is taken for a remark, in words.
const MAX_REMARK: usize = 7;
/// What is said where the sentence can be read with one thing mended.
const MENDED: [&str; 3] = ["it can be read: ", "this can be read: ", "they can be read: "];
/// What is told last: it is worth less than what is wrong.
const LESS: [&str; 2] = ["this is understood", "a sentence of this kind"];
/// The longest sentence that could be meant for the plain one of its kind, in words.
const MAX_LIKE_A_MODEL: usize = 9;
/// What is wrong in general, and not with one word of the sentence.
const WHOLE: [&str; 5] = ["L001", "L002", "L003", "L004", "L030"];

/// Why a sentence is refused, with the nearest one that can be read where there is one.
pub fn refused(sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Diagnostic {
    // what is wrong with its own words is always told; the rest as far as it can be looked for
    let plain = explain(&settled(sentence, words), text, words, families);
    let words = &words.teaching();
    let problem = farthest(plain, sentence, text, (words, families));
    let mut told = taught(problem, sentence, text, words, families);
    // what can be read when it is mended has no other fault
    if !told.hints.iter().any(|hint| MENDED.iter().any(|sign| hint.contains(sign))) {
        let others = further(sentence, &told, text, (words, families));
        let at = told.hints.iter().position(|hint| LESS.iter().any(|sign| hint.starts_with(sign))).unwrap_or(told.hints.len());
        told.hints.splice(at..at, others);
    }
    if sentence.len() > MAX_LIKE_A_MODEL {
        told.hints.retain(|hint| !hint.starts_with("a sentence of this kind"));
    }
    told
}

/// A problem with what would be understood instead.
fn taught(mut problem: Diagnostic, sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Diagnostic {
    if problem.code == "L006"
        && let Some(hint) = undeclared(sentence, &problem, words)
    {
        problem.hints.insert(0, hint);
        return problem;
    }
    if !WHOLE.contains(&problem.code) {
        return problem;
    }
    if ["L001", "L002", "L003"].contains(&problem.code)
        && let Some(hint) = undeclared(sentence, &problem, words)
    {
        problem.hints.insert(0, hint);
        return problem;
    }
    let reads = |tokens: &[Token]| {
        let read = guarded(&settled(tokens, words), words, families).map(|said| Checked::of(said, spanned(sentence), words));
        matches!(read, Some(Ok(_)))
    };
    // "there is a storm: ..."
    if let Some(colon) = sentence.iter().position(|token| token.is_mark(":"))
        && let (before, [_, behind @ ..]) = sentence.split_at(colon)
        && !behind.is_empty()
    {
        let whole = |tokens: &[Token]| matches!(said(tokens, words, families), Some(Ok(_)));
        if let Some(repair) = without_a_story(sentence, colon, text, whole) {
            problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
            problem.hints.insert(0, repair.hint());
            return problem;
        }
        if whole(behind) {
            problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
            let hint = match is_idle(before, words) {
                true => "leave out the words before the colon: what stands behind it is understood",
                false => {
                    "what stands behind the colon is understood, what stands before it is not: say when, how often and of whom in the sentence itself, and leave out only what tells a story"
                }
            };
            problem.hints.insert(0, hint.to_string());
            return problem;
        }
        // neither is understood: what is wrong with the rule itself is worth more than with its story
        if problem.span.start <= sentence[colon].span.start && said(before, words, families).is_none() {
            let stopped = farthest(explain(&settled(behind, words), text, words, families), behind, text, (words, families));
            if words.budget.is_spent() {
                return problem;
            }
            let mut inner = taught(stopped, behind, text, words, families);
            let story = match is_idle(before, words) {
                true => "the words before the colon are not understood either: leave them out if they only tell a story",
                false => "the words before the colon are not understood either: say in the sentence itself when it happens and to whom",
            };
            if inner.hints.first().is_none_or(|first| first != story) {
                inner.hints.insert(0, story.to_string());
            }
            return inner;
        }
    }
    let whole = |tokens: &[Token]| matches!(said(tokens, words, families), Some(Ok(_)));
    if let Some(hint) = reason_in_a_note(sentence, text, whole) {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
        problem.hints.insert(0, hint);
        return problem;
    }
    // "truns" is "turns", "winter" is no "enter"
    let slip = near_word(&problem).is_some_and(|near| text.get(problem.span.start..).is_some_and(|word| begins_alike(word, near)));
    if problem.code == "L001"
        && !slip
        && let Some(repair) = without_opening(sentence, problem.span, text, reads)
    {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
        problem.hints.insert(0, repair.hint());
        return problem;
    }
    let mended = if ["L004", "L030"].contains(&problem.code) { None } else { repair(sentence, words, text, reads) };
    if let Some(repair) = mended {
        if let Repair::Spelled(sentence) = &repair {
            let taken = |hint: &str| hint.split('"').nth(1).is_some_and(|word| sentence.to_lowercase().contains(word));
            problem.hints.retain(|hint| !hint.starts_with("did you mean") || taken(hint));
        }
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind"));
        problem.hints.push(repair.hint());
        return problem;
    }
    let whole = ["L004", "L030"].contains(&problem.code);
    if !whole && let Some(repair) = as_two(sentence, text, |tokens| matches!(said(tokens, words, families), Some(Ok(_)))) {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
        problem.hints.insert(0, repair.hint());
        return problem;
    }
    if !whole && let Some(repair) = without_a_part(sentence, problem.span, text, reads) {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
        problem.hints.push(repair.hint());
        return problem;
    }
    let reads = |text: &str| understood(text, words, families);
    let halves = if whole { Vec::new() } else { halves::hints(sentence, problem.span, text, words, reads) };
    if !halves.is_empty() {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind"));
        problem.hints.extend(halves);
        return problem;
    }
    let span = spanned(sentence);
    let models = models::near(&text[span.start..span.end], &models::around(sentence, problem.span), words, reads);
    if !models.is_empty() {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind"));
    }
    if models.is_empty()
        && sentence.len() <= MAX_REMARK
        && sentence.iter().any(|token| ["is", "are", "was"].iter().any(|word| token.is_word(word)))
    {
        problem.hints.push("what is no rule but a remark stands in brackets: (note: ...)".to_string());
    }
    problem.hints.extend(models.iter().map(|model| format!("this is understood: {model}")));
    problem
}

/// Something that nobody counts yet, or a mark for which no sentence asks: what has to be said first.
fn undeclared(sentence: &[Token], problem: &Diagnostic, words: &Vocabulary) -> Option<String> {
    let stopped = sentence.iter().position(|token| token.span.start >= problem.span.start)?;
    // "worth more than three points" counts nothing
    let worth = sentence.iter().any(|token| token.is_word("worth"));
    let uncounted = sentence[stopped..].iter().find_map(|token| countable(&token.word)).filter(|(many, _)| !words.counts(many) && !worth);
    if let Some((many, _)) = uncounted {
        return Some(format!("nobody counts \"{many}\" yet; say it in a sentence before this one: Each player has {many}."));
    }
    // "costs five minutes"
    let number = |token: &Token| matches!(token.sort, Sort::Number(_)) || token.is_word("no");
    let unit =
        (stopped.saturating_sub(1)..sentence.len().min(stopped + 2)).find(|&at| number(&sentence[at])).and_then(|at| sentence.get(at + 1));
    if let Some(unit) =
        unit.filter(|unit| unit.sort == Sort::Word && !unit.possessive && !known(unit, words) && !is_slip(&unit.word, words))
    {
        let many = plural(&singular(&unit.word));
        return Some(format!(
            "if players have \"{many}\", say so in a sentence before this one: Each player has {many}, starting at three."
        ));
    }
    let becomes = |token: &Token| ["become", "becomes", "stays", "falls"].iter().any(|word| token.is_word(word));
    let mark = problem.code == "L001" && stopped > 0 && becomes(&sentence[stopped - 1]);
    mark.then(|| {
        let word = &sentence[stopped].word;
        format!("if \"{word}\" is a mark, say in another sentence what it does: Pieces that are {word} may not capture.")
    })
}

/// The word that was offered for one that nobody knows.
fn near_word(problem: &Diagnostic) -> Option<&str> {
    problem.hints.iter().find(|hint| hint.starts_with("did you mean")).and_then(|hint| hint.split('"').nth(1))
}

fn begins_alike(word: &str, near: &str) -> bool {
    word.chars().next().zip(near.chars().next()).is_some_and(|(one, other)| one.eq_ignore_ascii_case(&other))
}

/// Whether some sentences can be read, each with the names that those before it give.
fn understood(text: &str, words: &Vocabulary, families: &[&[Family]]) -> bool {
    let mut words = words.refreshed();
    tokens(text).split(|token| token.is_mark(".")).filter(|part| !part.is_empty()).all(|part| {
        let read: Option<Vec<Clause>> = said(part, &words, families).and_then(Result::ok);
        read.map(|clauses| words = words.with_names_of(&clauses)).is_some()
    })
}
