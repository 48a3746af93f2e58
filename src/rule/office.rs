//! A name that players give to men of their own, and that is spoken of then: `each player chooses one of his pawns as his champion. If a champion is
//! captured, ...`. Given openly it is a mark; given in secret the man is the secret piece.

use super::Vocabulary;
use super::christening::said;
use super::explain::known;
use super::lexer::{Sort, Token};
use super::wording::singular;

/// What is done to the man that gets the name.
const GIVING: [&str; 14] = [
    "chooses", "choose", "picks", "pick", "selects", "select", "names", "name", "appoints", "appoint", "declares", "declare", "marks",
    "mark",
];
const ARTICLES: [&str; 8] = ["a", "an", "the", "his", "her", "its", "their", "your"];

/// A name as a sentence gives it.
struct Office {
    /// Its word in the singular.
    name: String,
    verb: usize,
    /// From "as" to the name.
    words: std::ops::Range<usize>,
    secret: bool,
}

/// The sentences with such names said in words of the language.
pub fn held(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let named: Vec<(usize, String)> =
        sentences.iter().enumerate().filter_map(|(at, sentence)| Some((at, office(sentence, words)?.name))).collect();
    named.into_iter().fold(sentences, |sentences, (at, name)| {
        let Some(office) = office(&sentences[at], words).filter(|office| office.name == name) else { return sentences };
        let is_it = |token: &Token| token.sort == Sort::Word && singular(&token.word) == office.name;
        let used = sentences.iter().enumerate().any(|(other, sentence)| other != at && sentence.iter().any(is_it));
        if !used {
            return sentences;
        }
        let told = |(place, sentence): (usize, Vec<Token>)| match place == at {
            true => given(&sentence, &office),
            false => spoken_of(&sentence, &office, &is_it, words),
        };
        sentences.into_iter().enumerate().map(told).collect()
    })
}

fn office(sentence: &[Token], words: &Vocabulary) -> Option<Office> {
    let verb = sentence.iter().position(|token| GIVING.iter().any(|word| token.is_word(word)))?;
    let begins = (verb + 1..sentence.len()).find(|&at| {
        let to_be = sentence[at].is_word("to") && sentence.get(at + 1).is_some_and(|next| next.is_word("be"));
        sentence[at].is_word("as") || to_be
    })?;
    let article = |token: &Token| ARTICLES.iter().any(|word| token.is_word(word));
    let from = begins + if sentence[begins].is_word("to") { 2 } else { 1 };
    let mut at = from;
    while sentence.get(at).is_some_and(|token| article(token) || token.is_word("secret") || token.is_word("own")) {
        at += 1;
    }
    let name = sentence.get(at).filter(|token| token.sort == Sort::Word && !token.possessive && !known(token, words))?;
    // "as his spy", not "as often as"
    let ends = sentence.get(at + 1).is_none_or(|next| next.sort == Sort::Mark || next.is_word("and") || next.is_word("in"));
    // squares that are marked have a name of their own
    let whom = &sentence[verb + 1..begins];
    let of_man =
        whom.iter().any(|token| is_man(token, words)) && !whom.iter().any(|token| token.is_word("square") || token.is_word("squares"));
    let secret = sentence.iter().any(|token| ["secretly", "secret"].iter().any(|word| token.is_word(word)));
    // "mark it as holy" says what it is like, "as his champion" what it is
    (ends && at > from && of_man).then(|| Office { name: singular(&name.word), verb, words: begins..at + 1, secret })
}

fn is_man(token: &Token, words: &Vocabulary) -> bool {
    let kind = words.kinds.iter().any(|kind| token.is_word(&kind.name) || token.is_word(&kind.plural));
    kind || ["piece", "pieces", "man", "men"].iter().any(|word| token.is_word(word))
}

/// The sentence that gives it: `marks one of his pawns as champion`, `secretly chooses one of his pawns`.
fn given(sentence: &[Token], office: &Office) -> Vec<Token> {
    let (before, after) = (&sentence[..office.words.start], &sentence[office.words.end..]);
    if office.secret {
        return [before, after].concat();
    }
    let span = sentence[office.words.start].span;
    let mark = said("marks", sentence[office.verb].span);
    let name = said(&format!("as {}", office.name), span);
    [&before[..office.verb], &mark, &before[office.verb + 1..], &name, after].concat()
}

/// A sentence that speaks of it: `the champion piece`, `his secret piece`, `becomes champion`.
fn spoken_of(sentence: &[Token], office: &Office, is_it: &dyn Fn(&Token) -> bool, words: &Vocabulary) -> Vec<Token> {
    let mut told: Vec<Token> = Vec::new();
    for (at, token) in sentence.iter().enumerate() {
        if !is_it(token) || sentence.get(at + 1).is_some_and(|next| is_man(next, words)) {
            told.push(token.clone());
            continue;
        }
        let article = told.last().is_some_and(|last| ["a", "an", "the"].iter().any(|word| last.is_word(word)));
        let verb = told.iter().rev().nth(usize::from(article));
        let becomes = verb.is_some_and(|verb| ["becomes", "become", "is", "are"].iter().any(|word| verb.is_word(word)));
        let as_mark = told.last().is_some_and(|last| last.is_word("as"));
        if !office.secret && (becomes || as_mark) {
            if article {
                told.pop();
            }
            told.extend(said(&office.name, token.span));
            continue;
        }
        let piece = if token.word == office.name { "piece" } else { "pieces" };
        let adjective = if office.secret { "secret" } else { &office.name };
        let mut noun = said(&format!("{adjective} {piece}"), token.span);
        if let Some(last) = noun.last_mut() {
            last.possessive = token.possessive;
        }
        if let Some(first) = noun.first_mut() {
            (first.leads, first.capital) = (token.leads, token.capital);
        }
        told.extend(noun);
    }
    told
}
