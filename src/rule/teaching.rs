//! Why a sentence is refused, with what would be understood instead: the player's own words mended, or the nearest sentences that can be read.

use super::check::Checked;
use super::diagnostic::Diagnostic;
use super::explain::explain;
use super::guarded::guarded;
use super::halves;
use super::lexer::{Token, tokens};
use super::models;
use super::repair::{Repair, repair, without_a_part};
use super::sentence::{said, spanned};
use super::syntax::Family;
use super::words::settled;
use super::{Clause, Vocabulary};

/// The longest sentence that is taken for a remark, in words.
const MAX_REMARK: usize = 7;
/// What is wrong in general, and not with one word of the sentence.
const WHOLE: [&str; 5] = ["L001", "L002", "L003", "L004", "L030"];

/// Why a sentence is refused, with the nearest one that can be read where there is one.
pub fn refused(sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Diagnostic {
    let mut problem = explain(&settled(sentence, words), text, words, families);
    if !WHOLE.contains(&problem.code) {
        return problem;
    }
    let reads = |tokens: &[Token]| {
        let read = guarded(&settled(tokens, words), words, families).map(|said| Checked::of(said, spanned(sentence), words));
        matches!(read, Some(Ok(_)))
    };
    // "there is a storm: ..."
    if let Some(colon) = sentence.iter().position(|token| token.is_mark(":"))
        && matches!(said(&sentence[colon + 1..], words, families), Some(Ok(_)))
    {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind"));
        problem.hints.insert(0, "leave out the words before the colon: what stands behind it is understood".to_string());
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
    if !whole && let Some(repair) = without_a_part(sentence, problem.span, text, reads) {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind") && !hint.starts_with("did you mean"));
        problem.hints.push(repair.hint());
        return problem;
    }
    let reads = |text: &str| understood(text, words, families);
    let halves = if whole { Vec::new() } else { halves::hints(sentence, text, words, reads) };
    if !halves.is_empty() {
        problem.hints.retain(|hint| !hint.starts_with("a sentence of this kind"));
        problem.hints.extend(halves);
        return problem;
    }
    let span = spanned(sentence);
    let models = models::near(&text[span.start..span.end], words, |model| Some(model.to_string()), reads);
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

/// Whether some sentences can be read, each with the names that those before it give.
fn understood(text: &str, words: &Vocabulary, families: &[&[Family]]) -> bool {
    let mut words = words.refreshed();
    tokens(text).split(|token| token.is_mark(".")).filter(|part| !part.is_empty()).all(|part| {
        let read: Option<Vec<Clause>> = said(part, &words, families).and_then(Result::ok);
        read.map(|clauses| words = words.with_names_of(&clauses)).is_some()
    })
}
