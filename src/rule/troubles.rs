//! What else stands in the way of a refused sentence: its first fault is mended, or passed over, and the rest is read on. Mail is slow: who writes
//! it anew should know all of it.

use super::diagnostic::Diagnostic;
use super::explain::{explain, known, near_words};
use super::hole;
use super::lexer::{Sort, Token, tokens};
use super::paraphrase::{in_a_turn, reworded};
use super::sentence::{directly, said, spanned};
use super::syntax::Family;
use super::syntax::terms::countable;
use super::wording::{plural, singular};
use super::words::settled;
use super::{Clause, Counter, Form, Span, Squares, Vocabulary};

/// The most faults that are told besides the first.
const MOST: usize = 2;
/// The most words told that nobody knows.
const MOST_STRANGE: usize = 5;
/// The most places at which what follows is looked at by itself.
const MAX_JOINTS: usize = 3;
/// The most ways to say a refused sentence that are looked at for the place where it stops.
const MAX_OTHER_WORDS: usize = 16;
/// The fewest words in which there is a fault of their own.
const MIN_PART: usize = 4;
/// What is said of a place where the reading stopped, and not of the sense.
const PLACES: [&str; 3] = ["L001", "L002", "L003"];
/// Behind what a part of a sentence can be read, whatever stood there.
const BEFORE: [&str; 8] = [
    "",
    "after {man} moves, ",
    "when {man} captures a piece, ",
    "when {man} is captured, ",
    "when a player captures {man}, ",
    "at the end of every turn, ",
    "a player may, instead of moving, ",
    "after {man} moves, roll a die: on 1 it is removed, ",
];

/// The words and the families that a text is read with.
pub type Reader<'a> = (&'a Vocabulary, &'a [&'a [Family]]);

/// Why a sentence is not understood: where the reading got furthest, in its own words or in other ones for it.
fn stopped(sentence: &[Token], text: &str, (words, families): Reader) -> Diagnostic {
    farthest(explain(&settled(sentence, words), text, words, families), sentence, text, (words, families))
}

/// The same, where it is known already where its own words stop.
pub fn farthest(mut best: Diagnostic, sentence: &[Token], text: &str, (words, families): Reader) -> Diagnostic {
    // a reason of its own is worth more than a place
    if !PLACES.contains(&best.code) {
        return best;
    }
    let mut tries = 0;
    let _ = reworded(sentence, |other| {
        tries += 1;
        for part in other.tokens.split(|token| token.is_mark(".")).filter(|part| !part.is_empty()) {
            if directly(part, words, families).is_some() {
                continue;
            }
            let problem = explain(&settled(part, words), text, words, families);
            if problem.span.start > best.span.start && in_its_place(&problem, &other.tokens, text) && !words.budget.is_spent() {
                best = problem;
            }
            break;
        }
        (tries == MAX_OTHER_WORDS || words.budget.is_spent()).then_some(())
    });
    best
}

/// Whether a problem in other words is one of the player's own words, and nothing that he wrote before it stands behind it.
fn in_its_place(problem: &Diagnostic, other: &[Token], text: &str) -> bool {
    let own = |token: &Token| text.get(token.span.start..token.span.end).is_some_and(|written| written.to_lowercase() == token.word);
    let Some(at) = other.iter().position(|token| token.span.start >= problem.span.start && own(token)) else { return false };
    other[at].span.start == problem.span.start && other[at..].iter().all(|token| !own(token) || token.span.start >= problem.span.start)
}

/// What is wrong with a sentence besides its first fault, a line for each thing. Nothing where the rest can be read.
pub fn further(sentence: &[Token], first: &Diagnostic, text: &str, reader: Reader) -> Vec<String> {
    let mut told: Vec<String> = strange(sentence, first, text, reader.0).into_iter().collect();
    let mut last = first.clone();
    let mut sentence = sentence.to_vec();
    // what is counted was told with the first fault
    let counted = sentence.iter().filter_map(|token| countable(&token.word)).map(|(many, _)| counter(many.to_string(), first.span));
    let mut words = reader.0.with_names_of(&counted.collect::<Vec<Clause>>());
    for _ in 0..MOST {
        let next = match mended(&sentence, &last, text, (&words, reader.1)) {
            Some((other, with)) => {
                (sentence, words) = (other, with);
                let again = fault(&sentence, &last, text, (&words, reader.1));
                again.map(|problem| (problem, 0)).ok_or(())
            }
            None => behind(&sentence, &last, text, (&words, reader.1)).ok_or(()),
        };
        let Ok((problem, from)) = next else { break };
        sentence.drain(..from);
        if problem.code != "L001" {
            let (line, column) = problem.place(text);
            let wanted = problem.hints.first().filter(|hint| !hint.starts_with("a sentence of this kind"));
            told.push(format!(
                "further on, at {line}:{column}: {}{}",
                problem.message,
                wanted.map_or(String::new(), |hint| format!("; {hint}"))
            ));
        }
        last = problem;
    }
    told
}

/// The words besides that of the first fault that nobody knows, with those that they could be slips for.
pub fn strange(sentence: &[Token], first: &Diagnostic, text: &str, words: &Vocabulary) -> Option<String> {
    let said = |token: &Token| text.get(token.span.start..token.span.end).unwrap_or(&token.word).to_string();
    // what is wrong with all of it names no word
    let whole = spanned(sentence);
    let unknown = |token: &&Token| {
        (first.span == whole || !(first.span.start..first.span.end.max(first.span.start + 1)).contains(&token.span.start))
            && !known(token, words)
            && !in_a_turn(&token.word)
            && countable(&token.word).is_none()
    };
    let near = |token: &Token| {
        let near = near_words(&token.word, words).into_iter().next()?;
        near.chars().next().filter(|letter| token.word.starts_with(*letter)).map(|_| format!(" (did you mean \"{near}\"?)"))
    };
    let named = |problem: &str| format!("\"{problem}\"");
    let mut told: Vec<String> = Vec::new();
    for token in sentence.iter().filter(unknown) {
        let word = format!("{}{}", named(&said(token)), near(token).unwrap_or_default());
        // "for as long as ... festival: the festival"
        if !told.contains(&word) && !first.message.starts_with(&named(&said(token))) {
            told.push(word);
        }
    }
    told.truncate(MOST_STRANGE);
    let either = if first.code == "L001" { " either" } else { "" };
    (!told.is_empty()).then(|| format!("not known{either}: {}", told.join(", ")))
}

/// The sentence with its fault mended as the answer says it could be, and the words with what it would need to know; whether or not the rest of it
/// can be read then.
fn mended(sentence: &[Token], problem: &Diagnostic, text: &str, reader: Reader) -> Option<(Vec<Token>, Vocabulary)> {
    let words = reader.0;
    let name = text.get(problem.span.start..problem.span.end)?.to_lowercase();
    let form = match problem.code {
        "L006" if problem.message.starts_with("nobody counts") => {
            let many = countable(&name).map_or_else(|| plural(&singular(&name)), |(many, _)| many.to_string());
            return Some((sentence.to_vec(), words.with_names_of(&[counter(many, problem.span)])));
        }
        "L006" if problem.message.starts_with("there are no squares") => Form::Region { name, squares: Squares::Every },
        "L001" => {
            let at = sentence.iter().position(|token| token.span.start == problem.span.start)?;
            let slips = near_words(&sentence[at].word, words).into_iter().take(2).map(|near| tokens(&near));
            let fillings = slips.chain(hole::candidates(words)).chain([tokens("moved"), tokens("moves"), tokens("in check")]);
            let with = |filling: Vec<Token>| {
                let put = filling.into_iter().map(|token| Token { span: sentence[at].span, leads: false, after_gap: false, ..token });
                [&sentence[..at], &put.collect::<Vec<Token>>(), &sentence[at + 1..]].concat()
            };
            let many = plural(&singular(&sentence[at].word));
            let counted = words.with_names_of(&[counter(many, problem.span)]);
            let reach = |(tokens, words): &(Vec<Token>, &Vocabulary)| match said(tokens, words, reader.1) {
                Some(_) => usize::MAX,
                None => explain(&settled(tokens, words), text, words, reader.1).span.start,
            };
            let ways = fillings.map(|filling| (with(filling), words)).chain([(sentence.to_vec(), &counted)]);
            let best = ways.map(|way| (reach(&way), way)).max_by_key(|(reach, _)| *reach);
            let best = best.filter(|(reach, _)| *reach > problem.span.end && !words.budget.is_spent());
            return best.map(|(_, (tokens, words))| (tokens, words.clone()));
        }
        _ => return None,
    };
    let clause = Clause { form, when: None, span: problem.span, assumed: Vec::new(), heading: None };
    Some((sentence.to_vec(), words.with_names_of(&[clause])))
}

/// That players have so many of something.
fn counter(name: String, span: Span) -> Clause {
    let counter = Counter { name, of: None, start: 0, least: 0, most: super::telling::MOST, state: false };
    Clause { form: Form::Counter(counter), when: None, span, assumed: Vec::new(), heading: None }
}

/// What is wrong with a sentence behind a place; None where nothing is, or nothing that is certain.
fn fault(sentence: &[Token], last: &Diagnostic, text: &str, reader: Reader) -> Option<Diagnostic> {
    // words that are there in the end are no other words
    let (declared, last) = (last.code == "L006", last.span);
    let (words, families) = reader;
    match said(sentence, words, families) {
        Some(Ok(_)) => None,
        Some(Err(problem)) => Some(problem),
        None => Some(stopped(sentence, text, reader)),
    }
    .filter(|problem| problem.span.start > last.start || declared && !PLACES.contains(&problem.code))
    .filter(|_| !words.budget.is_spent())
}

/// The next fault in what stands behind one that cannot be mended here, and from where on that is a sentence of its own.
fn behind(sentence: &[Token], last: &Diagnostic, text: &str, reader: Reader) -> Option<(Diagnostic, usize)> {
    let joint = |at: &usize| {
        let ends = [",", ":", ";"].iter().any(|mark| sentence[*at].is_mark(mark));
        ends && sentence[*at].span.start >= last.span.start
    };
    let joints: Vec<usize> = (1..sentence.len()).filter(joint).take(MAX_JOINTS).collect();
    let front = joints.first().and_then(|&at| sentence[..at].iter().rposition(|token| token.is_mark(","))).map(|comma| &sentence[..=comma]);
    joints.into_iter().find_map(|at| {
        let and = ["and", "but", "then"].iter().filter(|word| sentence.get(at + 1).is_some_and(|next| next.is_word(word))).count();
        let from = at + 1 + and;
        let part = sentence.get(from..).filter(|part| part.len() >= MIN_PART)?;
        if number_follows(part) {
            return None;
        }
        let problem = fault_of_its_own(part, front, text, reader)?;
        Some((problem, from))
    })
}

/// `on 3-4 ...`: an outcome of dice, which is read only behind the dice.
fn number_follows(part: &[Token]) -> bool {
    part.first().is_some_and(|first| first.is_word("on")) && part.get(1).is_some_and(|second| matches!(second.sort, Sort::Number(_)))
}

/// What is wrong with a part of a sentence whatever stands before it; None where it can be read behind something.
fn fault_of_its_own(part: &[Token], front: Option<&[Token]>, text: &str, reader: Reader) -> Option<Diagnostic> {
    let (words, families) = reader;
    let start = spanned(part).start;
    let kind = |token: &&Token| words.kinds.iter().any(|kind| token.is_word(&kind.name) && !kind.royal);
    let man = super::wording::a(part.iter().find(kind).map_or("piece", |token| token.word.as_str()));
    let placed = |before: &str| -> Vec<Token> {
        tokens(&before.replace("{man}", &man)).into_iter().map(|token| Token { span: Span::default(), ..token }).collect()
    };
    let contexts = BEFORE.iter().map(|before| placed(before)).chain(front.map(<[Token]>::to_vec));
    let mut furthest: Option<Diagnostic> = None;
    for before in contexts {
        let whole = [before.as_slice(), part].concat();
        if said(&whole, words, families).is_some() {
            return None;
        }
        let problem = stopped(&whole, text, reader);
        if problem.span.start > furthest.as_ref().map_or(start, |best| best.span.start) {
            furthest = Some(problem);
        }
    }
    furthest.filter(|_| !words.budget.is_spent())
}
