//! What one sentence says: in its own words, in the library's, in other words for it; or why no form takes it.

use std::borrow::Cow;

use super::apart::{apart, where_it_stops};
use super::check::Checked;
use super::colon::said_twice;
use super::definitions::written_out;
use super::diagnostic::Diagnostic;
use super::ellipsis::{each_at_its_time, filled_in, in_a_row, under_one_time};
use super::explain::filled;
use super::faces;
use super::guarded::{Guarded, guard_ends, guarded};
use super::heard::Said;
use super::hole::{self, MAX_HOLES, is_hole};
use super::kind_by_kind;
use super::leave_turns::with_permits_of_its_own;
use super::lexer::Token;
use super::library;
use super::paraphrase::reworded;
use super::prices;
use super::reading::MAX_WORDS;
use super::syntax::Family;
use super::syntax::deeds::antecedent::{mistakes_who_failed, mistakes_who_was_taken};
use super::teaching::refused;
use super::unexplained::unexplained;
use super::vice_versa::both_ways;
use super::words::{Lexeme, settled};
use super::{Clause, Event, Form, Span, Vocabulary};

/// One sentence; or its lines, if its full stops were left out and each line is a sentence.
pub fn one_or_lines<'a>(sentence: &'a [Token], words: &Vocabulary, families: &[&[Family]]) -> Vec<&'a [Token]> {
    let lines: Vec<&[Token]> = sentence.chunk_by(|_, next| !(next.leads && next.capital)).collect();
    let fits = |part: &[Token]| part.len() <= MAX_WORDS && guarded(&settled(part, words), words, families).is_some();
    if lines.len() > 1 && !fits(sentence) && lines.iter().any(|line| fits(line)) { lines } else { vec![sentence] }
}

pub fn spanned(sentence: &[Token]) -> Span {
    match (sentence.first(), sentence.last()) {
        (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
        _ => Span::default(),
    }
}

pub fn understood(sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Result<Vec<Clause>, Diagnostic> {
    if sentence.len() > MAX_WORDS {
        let message = format!("a sentence has at most {MAX_WORDS} words; this one has {}", sentence.len());
        return Err(Diagnostic::new("L044", sentence[MAX_WORDS].span, message).hint("end it with a full stop sooner"));
    }
    if sentence.iter().any(is_hole) {
        return open(sentence, text, words, families).map(|clause| vec![clause]);
    }
    said(sentence, words, families).unwrap_or_else(|| Err(refused(sentence, text, words, families)))
}

/// A sentence with holes: kept as written, if something can stand in them.
fn open(sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Result<Clause, Diagnostic> {
    let span = spanned(sentence);
    let holes = sentence.iter().filter(|token| is_hole(token)).count();
    if holes > MAX_HOLES {
        let message = format!("a sentence leaves at most {MAX_HOLES} things open; this one has {holes} question marks");
        return Err(Diagnostic::new("L046", span, message).hint("make several sentences of it"));
    }
    let reads = |tokens: &[Token]| matches!(said(tokens, words, families), Some(Ok(_)));
    if hole::filled(sentence, words, reads).is_none() {
        let message = "nothing that I know can stand where the ? stands".to_string();
        let hint = "a ? stands in place of a piece, a square, a number or a direction, and the rest must read without it";
        return Err(Diagnostic::new("L046", span, message).hint(hint));
    }
    let written = written_out(&text[span.start..span.end], words).split_whitespace().collect::<Vec<_>>().join(" ");
    let assumed = vec!["it says nothing until its ? is filled".to_string()];
    Ok(Clause { span, assumed, ..Clause::of(Form::Hole(written), None) })
}

/// The form that takes a sentence as it stands, with its phrases as long as they can be or shorter.
fn form(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    let read = || guarded(&settled(sentence, words), words, families).or_else(|| apart(sentence, words, families));
    words.heard.form(sentence, (words, families), read)
}

/// What a sentence says in its own words; None where no form takes it.
pub fn directly(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Result<Vec<Clause>, Diagnostic>> {
    let lexemes = settled(sentence, words);
    let said = form(sentence, words, families)?;
    let checked = Checked::of(said, spanned(sentence), words).and_then(|checked| explained(checked, &lexemes, spanned(sentence), words));
    Some(checked.map_err(|problem| filled(problem, &lexemes, words)))
}

/// What a sentence says, in its own words or in other ones; None where no form takes it.
pub fn said(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Said {
    words.heard.said(sentence, (words, families), || said_anew(sentence, words, families))
}

fn said_anew(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Said {
    let span = spanned(sentence);
    let lexemes = settled(sentence, words);
    let checked = |said, words: &Vocabulary| match Checked::of(said, span, words).and_then(|made| explained(made, &lexemes, span, words)) {
        Ok(clauses) => Ok(clauses),
        Err(problem) => Err(filled(problem, &lexemes, words)),
    };
    let full = faces::in_full(sentence);
    let in_full = |full: &faces::Full| self::said(&full.tokens, words, families)?.ok();
    if let Some(clauses) = full.as_ref().filter(|full| full.asked).and_then(in_full) {
        return Some(Ok(clauses));
    }
    if let Some(said) = form(sentence, words, families) {
        return Some(checked(said, words));
    }
    if let Some(clauses) = full.as_ref().and_then(in_full) {
        return Some(Ok(clauses));
    }
    let plain = |tokens: &[Token]| directly(tokens, words, families).and_then(Result::ok);
    if let Some(both) = each_at_its_time(sentence, plain) {
        return Some(Ok(both));
    }
    if let Some(both) = under_one_time(sentence, guard_ends(&lexemes, words), plain) {
        return Some(Ok(both));
    }
    if let Some(prices) = prices::listed(sentence).or_else(|| prices::scored(sentence)) {
        let read = |price: &Vec<Token>| self::said(price, words, families).and_then(Result::ok);
        if let Some(clauses) = prices.iter().map(read).collect::<Option<Vec<_>>>() {
            return Some(Ok(clauses.concat()));
        }
    }
    if let Some(each) = kind_by_kind::told(sentence, words) {
        let read = |one: &Vec<Token>| self::said(one, words, families).and_then(Result::ok);
        if let Some(clauses) = each.iter().map(read).collect::<Option<Vec<_>>>() {
            return Some(Ok(clauses.concat()));
        }
    }
    if let Some(text) = library::named(sentence) {
        return several(&text, sentence, (words, families), &checked);
    }
    if let Some([one, other]) = both_ways(sentence, words) {
        let (one, other) = (self::said(&one, words, families)?, self::said(&other, words, families)?);
        return Some(one.and_then(|mut one| {
            one.extend(other?);
            Ok(one)
        }));
    }
    let other_words = reworded(sentence, |other| {
        let mut found = several(&other.tokens, sentence, (words, families), &checked)?;
        if let Ok(clauses) = &found
            && mistakes_who_failed(&lexemes, clauses.iter().map(|clause| clause.form.clone()))
        {
            return None;
        }
        // "a player may do this and do that": the second half is no deed of its own
        let at_once = |clause: &Clause| matches!(&clause.form, Form::Trigger(trigger) if trigger.event == Event::Enacted);
        if other.halved
            && let Ok(clauses) = &found
            && clauses.iter().any(at_once)
            && !clauses.iter().all(at_once)
        {
            return None;
        }
        if let Ok(clauses) = &mut found {
            clauses.iter_mut().take(1).for_each(|first| first.assumed.extend(other.assumed.iter().cloned()));
        }
        Some(found)
    });
    other_words
        .or_else(|| filled_in(sentence, plain).map(Ok))
        .or_else(|| in_a_row(sentence, plain, |part| self::said(part, words, families).and_then(Result::ok)).map(Ok))
        .or_else(|| said_twice(sentence, |part| self::said(part, words, families).and_then(Result::ok)).map(Ok))
        .filter(|found| !matches!(found, Ok(clauses) if mistakes_who_was_taken(&lexemes, clauses)))
}

/// The clauses, where every "it" in them is somebody.
fn explained(checked: Checked, lexemes: &[Lexeme], span: Span, words: &Vocabulary) -> Result<Vec<Clause>, Diagnostic> {
    unexplained(lexemes, &checked.clauses, span, words).map_or(Ok(checked.clauses), Err)
}

/// A mark that would be declared though there is one of that name.
fn marked_already<'c>(clause: &'c Clause, words: &Vocabulary) -> Option<&'c str> {
    match &clause.form {
        Form::Counter(counter) if counter.state && words.states.contains(&counter.name) => Some(&counter.name),
        _ => None,
    }
}

/// What other words for one sentence say: they may come to several, the later ones with the names that the earlier ones give.
fn several(
    tokens: &[Token],
    sentence: &[Token],
    (words, families): (&Vocabulary, &[&[Family]]),
    checked: &impl Fn(Guarded, &Vocabulary) -> Result<Vec<Clause>, Diagnostic>,
) -> Option<Result<Vec<Clause>, Diagnostic>> {
    let tokens = with_permits_of_its_own(tokens, sentence, words);
    let mut words = Cow::Borrowed(words);
    let mut clauses: Vec<Clause> = Vec::new();
    for part in tokens.split(|token| token.is_mark(".")).filter(|part| !part.is_empty()) {
        // what other words make of it has no phrase of the player's own to be taken apart wherever it stands
        let said = guarded(&settled(part, &words), &words, families).or_else(|| where_it_stops(part, &words, families));
        match checked(said?, &words) {
            Ok(more) => {
                // a name of the player's own is known from this very sentence
                let own = |name: &&str| sentence.iter().any(|token| token.is_word(name));
                if let Some(name) = more.iter().find_map(|clause| marked_already(clause, &words).filter(|name| !own(name))) {
                    let problem = format!("these pieces would have to be marked, and \"{name}\" is a mark already");
                    let hint = "mark them with a word of your own: After {man} moves, every enemy piece next to it becomes dazed for two turns. Pieces that are dazed may not capture.";
                    let problem = Diagnostic::new("L004", spanned(&tokens), problem).hint(hint);
                    return Some(Err(filled(problem, &settled(&tokens, &words), &words)));
                }
                words = Cow::Owned(words.with_names_of(&more));
                clauses.extend(more);
            }
            Err(problem) => return Some(Err(problem)),
        }
    }
    Some(Ok(clauses))
}
