//! From a text to a rule or a law, or to the reasons why not: framing, sentences, and one form for each.

use std::borrow::Cow;

use super::body::Body;
use super::called::christened;
use super::christening::{named_in_full, neutral_side, new_kind, new_state};
use super::contradiction::contradiction;
use super::definitions::expanded;
use super::diagnostic::Diagnostic;
use super::durations::counted;
use super::everyday::in_plain_words;
use super::explain::filled;
use super::heading;
use super::kept::with_keeping;
use super::lasting::with_standing;
use super::lexer::{Sort, Token, tokens};
use super::lost_by::by_who_lost_it;
use super::naming::{follows_on, named, uncounted};
use super::neutral::spelled_out;
use super::notes::without_what_others_say;
use super::office::named_again;
use super::onward::{about_the_same, goes_on, is_later, joined, speaks_of_it, with_the_next};
use super::other_player::{spoken_of_again, told_by_colours};
use super::print::{print, print_clause};
use super::proper;
use super::restoring::forbidden;
use super::sentence::{directly, one_or_lines, said, spanned, understood};
use super::shadowing::shadowing;
use super::silent;
use super::syntax::{FAMILIES, Family, LAW_FAMILIES, VICTORY_FAMILIES, halves_in_one, trade};
use super::trophies;
use super::troubles::strange;
use super::words::settled;
use super::{Clause, Form, Law, Rule, Span, Vocabulary};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 * 1024;
/// The most sentences in a text.
pub const MAX_SENTENCES: usize = 64;
/// The most clauses that they may come to.
pub const MAX_CLAUSES: usize = 40;
/// The most words of one sentence.
pub const MAX_WORDS: usize = 1000;

/// The most things that pieces are marked as without being said to before.
const MAX_STATES: usize = 10;
/// The most digits of a number that are shown in an answer.
const MOST_DIGITS: usize = 20;

/// What came of reading a player's rule. A rule and diagnostics exclude each other.
#[derive(Clone, Debug)]
pub struct Reading {
    pub rule: Option<Rule>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What came of reading a law text.
#[derive(Clone, Debug)]
pub struct LawReading {
    pub law: Option<Law>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a player's rule, `RULE "title" [IN Zaphod:1] [LASTS n TURNS] ... END`; title and `END` may be missing.
pub fn read(text: &str, words: &Vocabulary) -> Reading {
    let mut reading = plainly(text, &words.refreshed());
    if let Some(rule) = &reading.rule {
        // What the players are told is what they play by: it must mean the same.
        let told = print(rule, words);
        if told.len() <= MAX_TEXT && plainly(&told, &words.undefined().refreshed()).rule.as_ref() != Some(rule) {
            let all = Span { start: 0, end: text.trim_end().len() };
            let with = words.undefined().refreshed().with_names_of(&rule.clauses);
            let span = rule.clauses.iter().find(|clause| !told_alike(clause, &with)).map_or(all, |clause| clause.span);
            let message = "I understand this, but could not say it back so that it means the same".to_string();
            reading.diagnostics.push(Diagnostic::new("L049", span, message).hint("say it in shorter sentences"));
            reading.rule = None;
        }
    }
    reading
}

/// Whether a clause by itself says the same when it is read back.
fn told_alike(clause: &Clause, words: &Vocabulary) -> bool {
    let text = format!("RULE\n{}\nEND", print_clause(clause, words));
    let again = plainly(&text, words).rule;
    again.is_some_and(|rule| rule.clauses.iter().any(|other| other.form == clause.form && other.when == clause.when))
}

/// The rule as it reads, whether or not it can be said back.
pub(super) fn plainly(text: &str, words: &Vocabulary) -> Reading {
    let base = words;
    let (tokens, mut found) = admitted(text);
    let tokens = expanded(tokens, words);
    let mut body = Body { tokens: &tokens, at: 0, text };
    let head = body.rule_head(words).map_err(|problem| {
        if body.at > 0 {
            body.skip_line();
        }
        found.push(filled(problem, &[], words));
    });
    let mut words = Cow::Borrowed(words);
    let clauses = if found.iter().any(|problem| problem.code == "L040") {
        Vec::new()
    } else {
        let reads = |sentence: &[Token]| matches!(said(sentence, &words, families(&words)), Some(Ok(_)));
        let headed =
            body.sentences().into_iter().map(|sentence| heading::taken_off(in_plain_words(silent::without(sentence)), text, &words, reads));
        let (headings, spoken): (Vec<Option<heading::Heading>>, Vec<Vec<Token>>) = headed.unzip();
        let reads = |sentence: &[Token], words: &Vocabulary| matches!(said(sentence, words, families(words)), Some(Ok(_)));
        let (mut declared, spoken) = proper::marked(spoken, &words);
        words = named(&declared, words);
        declared.extend(spoken);
        let spoken = declared;
        let spoken = if words.says_who_wins { trophies::told(spoken, &words, |sentence| reads(sentence, &words)) } else { spoken };
        let mut spoken = spelled_out(spoken, &words);
        if let Some(made) = neutral_side(&spoken, &words) {
            words = named(std::slice::from_ref(&made), words);
            spoken.insert(0, made);
        }
        let spoken = match spoken.iter().any(|sentence| sentence.iter().any(|token| token.is_word("joins"))) {
            true => {
                words = named(&spoken, words);
                told_by_colours(spoken, &words)
            }
            false => told_by_colours(spoken, &words),
        };
        let (spoken, known) = christened(spoken_of_again(spoken), words, reads);
        words = known;
        let spoken = counted(spoken, &words, reads);
        let sentences: Vec<&[Token]> = spoken.iter().map(Vec::as_slice).collect();
        let mut told = named_in_full(&sentences, &words);
        words = named(&told, words);
        if let Some(made) = new_kind(&told, &words) {
            words = named(std::slice::from_ref(&made), words);
            told.insert(0, made);
        }
        for _ in 0..MAX_STATES {
            let reads = |sentence: &[Token]| matches!(said(sentence, &words, families(&words)), Some(Ok(_)));
            let Some(made) = new_state(&told, &words, reads) else { break };
            words = named(std::slice::from_ref(&made), words);
            told.insert(0, made);
        }
        let sentences: Vec<&[Token]> = told.iter().map(Vec::as_slice).collect();
        let counted = uncounted(&sentences, &mut words);
        let mut said = clauses(&sentences, text, &words, families(&words), &mut found);
        said.iter_mut().for_each(|clause| named_again(clause, text));
        heading::put_back(headings.into_iter().flatten().collect(), &mut said, &words, &mut found);
        let said = by_who_lost_it(counted.into_iter().chain(said).collect(), &words);
        without_what_others_say(with_standing(with_keeping(said)))
    };
    let words = &*words;
    found.extend(clauses.iter().filter_map(|clause| shadowing(clause, base)));
    found.extend(contradiction(&clauses));
    found.extend(clauses.iter().filter_map(|clause| counted_kind(clause, &clauses)).map(|problem| filled(problem, &[], words)));
    found.extend(clauses.iter().filter_map(|clause| forbidden(clause, &clauses, words)).map(|problem| filled(problem, &[], words)));
    body.finish(&mut found);
    if clauses.is_empty() && found.is_empty() {
        let problem = Diagnostic::new("L011", Span { start: 0, end: text.len() }, "the rule says nothing".to_string());
        found.push(filled(problem.hint("example: RULE {Men} may also move one square sideways. END"), &[], words));
    }
    let rule = match (head, found.is_empty()) {
        (Ok(head), true) => Some(Rule { title: head.title, scope: head.scope, lasts: head.lasts, depends: head.depends, clauses }),
        _ => None,
    };
    let rule = rule.filter(|rule| {
        let length = print(rule, words).len();
        if length > MAX_TEXT {
            let message = format!("written out in full the rule has {length} bytes; at most {MAX_TEXT} can be kept");
            found.push(Diagnostic::new("L040", Span { start: 0, end: 0 }, message).hint("make several rules of it"));
        }
        length <= MAX_TEXT
    });
    Reading { rule, diagnostics: found }
}

/// The families of sentences that a rule may be made of.
fn families(words: &Vocabulary) -> &'static [&'static [Family]] {
    if words.says_who_wins { &[FAMILIES, VICTORY_FAMILIES] } else { &[FAMILIES] }
}

/// Reads a law text, `LAW "mar" ON chess ... END`. `base` holds the names of the laws it is on top of.
pub fn read_law(text: &str, base: &Vocabulary) -> LawReading {
    let base = &base.refreshed();
    let (tokens, mut found) = admitted(text);
    let mut body = Body { tokens: &tokens, at: 0, text };
    let head = body.law_head().map_err(|problem| found.push(problem));
    let sentences = body.sentences();
    let mut words = base.clone();
    let mut all = Vec::new();
    // a law declares its kinds before it speaks of them, so each sentence is read with what was declared above it
    for sentence in &sentences {
        for clause in clauses(std::slice::from_ref(sentence), text, &words, &[LAW_FAMILIES, FAMILIES], &mut found) {
            words.learn(&clause.form);
            all.push(clause);
        }
    }
    body.finish(&mut found);
    let law = match (head, found.is_empty()) {
        (Ok((name, on_top_of)), true) => Some(Law { name, on_top_of, clauses: all }),
        _ => None,
    };
    LawReading { law, diagnostics: found }
}

/// The law that a law text is on top of, from its first line.
pub fn law_base(text: &str) -> Option<String> {
    let (tokens, _) = admitted(text);
    let mut body = Body { tokens: &tokens, at: 0, text };
    body.law_head().ok().and_then(|(_, base)| base)
}

/// The tokens of a text that is not too long; else why it is not read.
fn admitted(text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    if text.len() > MAX_TEXT {
        let message = format!("the text has {} bytes; at most {MAX_TEXT} are read", text.len());
        let problem = Diagnostic::new("L040", Span { start: 0, end: 0 }, message);
        return (Vec::new(), vec![problem.hint("make several rules of it, or leave out what is not a rule")]);
    }
    (tokens(text), Vec::new())
}

/// The clauses of all sentences; a sentence that is not understood leaves one diagnostic.
fn clauses(sentences: &[&[Token]], text: &str, words: &Vocabulary, families: &[&[Family]], found: &mut Vec<Diagnostic>) -> Vec<Clause> {
    if sentences.len() > MAX_SENTENCES {
        let span = sentences[MAX_SENTENCES][0].span;
        let message = format!("a rule has at most {MAX_SENTENCES} sentences; this one has {}", sentences.len());
        found.push(Diagnostic::new("L042", span, message).hint("make several rules of it"));
        return Vec::new();
    }
    let mut clauses: Vec<Clause> = Vec::new();
    let mut unread: Vec<Vec<Token>> = Vec::new();
    let mut at = 0;
    let mut known = Cow::Borrowed(words);
    let mut learned = 0;
    while at < sentences.len() {
        // what a sentence counts without naming it has a name that the next one may not take
        if clauses[learned..].iter().any(|clause| matches!(clause.form, Form::Counter(_))) {
            known = Cow::Owned(known.with_names_of(&clauses[learned..]));
        }
        learned = clauses.len();
        let words: &Vocabulary = &known;
        let sentence = sentences[at];
        let known_before = found.len();
        at += 1;
        let goes_on = |one: &[Token], next: &[Token]| goes_on(next) || speaks_of_it(one, next) || behind_a_semicolon(one, next, text);
        let read = |tokens: &[Token]| said(tokens, words, families);
        if let Some((more, taken)) = with_the_next(sentence, &sentences[at..], goes_on, read, |tokens| directly(tokens, words, families)) {
            clauses.extend(more);
            at += taken;
            continue;
        }
        // what is refused at a semicolon may only be told with what stands behind it
        let whole = sentences.get(at).filter(|next| behind_a_semicolon(sentence, next, text) && !matches!(read(sentence), Some(Ok(_))));
        let whole = whole.filter(|next| !matches!(read(next), Some(Ok(_)))).map(|next| joined(sentence, ",", next));
        at += usize::from(whole.is_some());
        let sentence = whole.as_deref().unwrap_or(sentence);
        for part in one_or_lines(sentence, words, families) {
            let read = match is_later(part) {
                true => Err(filled(after_nothing(part), &settled(part, words), words)),
                false => understood(part, text, words, families),
            };
            match read.or_else(|problem| {
                let about = about_the_same(part, &clauses, words);
                about.and_then(|tokens| said(&tokens, words, families)).and_then(Result::ok).ok_or(problem)
            }) {
                Ok(checked) if trades(&halves_in_one(checked.clone())) => {
                    let problem = "what its first half has made of them its second half would make of them again".to_string();
                    let hint = "one comes after the other; if that is meant, make two sentences of it; at the same time it can be done for good and to \
                                all of them: all {men} become {others} and at the same time all {others} become {men}";
                    let problem = Diagnostic::new("L015", spanned(part), problem).hint(hint);
                    found.push(filled(problem, &settled(part, words), words));
                }
                Ok(checked) => clauses.extend(halves_in_one(checked)),
                // a name that an unread sentence would have given is no fault of those that use it
                Err(problem) if follows_on(&problem, text, &unread) => {}
                Err(mut problem) => {
                    problem.message = as_written(&problem.message, part, text);
                    found.push(problem);
                    unread.push(part.to_vec());
                }
            }
            if words.budget.is_spent() {
                // what was found of this sentence is not certain, what was found before it is
                found.truncate(known_before);
                let longest = longest_part(part);
                let message = match longest.len() == part.len() {
                    true => "this takes too long to read: it can be taken in too many ways",
                    false => "this sentence takes too long to read: it can be taken in too many ways; this is its longest part",
                };
                let problem = Diagnostic::new("L048", spanned(longest), message.to_string())
                    .hint("say it in two sentences, the second beginning \"If he does, ...\", \"On tails, ...\" or with its own \"when\"");
                let strange = strange(part, &problem, text, words);
                found.push(strange.map_or(problem.clone(), |strange| problem.hint(&strange)));
                return Vec::new();
            }
        }
    }
    if clauses.len() > MAX_CLAUSES {
        let span = clauses[MAX_CLAUSES].span;
        let message = format!("a rule has at most {MAX_CLAUSES} clauses; this one comes to {}", clauses.len());
        found.push(Diagnostic::new("L043", span, message).hint("make several rules of it"));
    }
    clauses
}

/// Whether one sentence was ended by a semicolon only.
fn behind_a_semicolon(sentence: &[Token], next: &[Token], text: &str) -> bool {
    let (Some(last), Some(first)) = (sentence.last(), next.first()) else { return false };
    text.get(last.span.end..first.span.start).is_some_and(|between| between.trim() == ";")
}

/// The longest stretch of a sentence between two marks.
fn longest_part(sentence: &[Token]) -> &[Token] {
    let parted = |token: &Token| [",", ":", "-"].iter().any(|mark| token.is_mark(mark));
    sentence.split(parted).max_by_key(|part| part.len()).unwrap_or(sentence)
}

/// Whether one sentence makes bishops of knights and knights of bishops.
fn trades(clauses: &[Clause]) -> bool {
    clauses.windows(2).any(|two| match (&two[0].form, &two[1].form) {
        (Form::Trigger(one), Form::Trigger(other)) => {
            one.event == other.event && one.deeds.last().zip(other.deeds.first()).is_some_and(|(one, other)| trade(one, other))
        }
        _ => false,
    })
}

/// A time after something, where the sentence before says nothing that it could come after.
fn after_nothing(sentence: &[Token]) -> Diagnostic {
    let problem = Diagnostic::new("L004", spanned(sentence), "it is not said after what that comes".to_string());
    problem.hint(
        "say what happens and what comes later in one sentence: When {man} is captured, two turns later it returns to its home square.",
    )
}

/// Pieces that are counted though the rule makes them a kind: "each player starts with one joker" does not say where it stands.
fn counted_kind(clause: &Clause, clauses: &[Clause]) -> Option<Diagnostic> {
    let Form::Counter(counter) = &clause.form else { return None };
    let kind = clauses.iter().find_map(|other| match &other.form {
        Form::Kind(kind) if counter.of.is_none() && (kind.name == counter.name || kind.plural == counter.name) => Some(kind),
        _ => None,
    })?;
    let problem = Diagnostic::new("L015", clause.span, format!("it is not said where each player's {} comes to stand", kind.name));
    Some(problem.hint(&format!("say: Each player places a {} on any empty square of his second rank.", kind.name)))
}

/// What is said of a number that is larger than any is said of the number as it was written.
fn as_written(message: &str, sentence: &[Token], text: &str) -> String {
    let most = u32::MAX.to_string();
    let large = sentence.iter().find(|token| token.sort == Sort::Number(u32::MAX));
    match large.and_then(|token| text.get(token.span.start..token.span.end)).filter(|_| message.contains(&most)) {
        Some(written) => {
            let shown: String = written.chars().take(MOST_DIGITS).collect();
            message.replace(&most, &if shown.len() < written.len() { format!("{shown}...") } else { shown })
        }
        None => message.to_string(),
    }
}
