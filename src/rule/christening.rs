//! Names that a rule gives without saying so: `Ranks 4 and 5 are a swamp. Pieces in the swamp ...`, `A camel leaps (1,3). ... a camel is
//! placed on e4.` Only a name that another sentence uses is one.

use super::announced;
use super::checks;
use super::cursor::Cursor;
use super::draws;
use super::dubbing;
use super::explain::{is_slip, known};
use super::lexer::{Sort, Token, tokens};
use super::many_sided;
use super::office::held;
use super::onset;
use super::opened::opened;
use super::promised;
use super::syntax::MARKED;
use super::syntax::terms::squares;
use super::telling::marked_as;
use super::visits::marked;
use super::wording::singular;
use super::words::settled;
use super::worlds::one_move;
use super::{Span, Vocabulary};

/// The most words of such a name.
const MAX_NAME: usize = 2;

/// The sentences with what they name so said in full.
pub fn named_in_full(sentences: &[&[Token]], words: &Vocabulary) -> Vec<Vec<Token>> {
    let awake: Vec<Vec<Token>> = sentences.iter().map(|sentence| checks::without_check(asleep(&made_new(sentence, words)))).collect();
    let awake = dubbing::marked(announced::counted(many_sided::drawn(promised::kept(awake), words)), words);
    let awake = onset::looked_at(draws::marked(awake));
    let awake = checks::marked(marked(opened(held(one_move(awake), words), words), words));
    let parted: Vec<Vec<Token>> = awake.iter().flat_map(|sentence| explained(sentence, words)).collect();
    let all: Vec<&[Token]> = parted.iter().map(Vec::as_slice).collect();
    all.iter().enumerate().map(|(at, sentence)| region(at, &all, words).unwrap_or_else(|| sentence.to_vec())).collect()
}

/// `a wizard is a piece that moves like a knight`: a new piece.
fn made_new(sentence: &[Token], words: &Vocabulary) -> Vec<Token> {
    let from = usize::from(sentence.first().is_some_and(|token| ["a", "an", "the"].iter().any(|word| token.is_word(word))));
    let is = |ahead: usize, these: &[&str]| sentence.get(from + ahead).is_some_and(|token| these.iter().any(|word| token.is_word(word)));
    let names = sentence.get(from).is_some_and(|noun| noun.sort == Sort::Word && !noun.possessive && !known(noun, words));
    if !names || !is(1, &["is"]) || !is(2, &["a"]) || !is(3, &["piece", "man"]) || !is(4, &["that", "which", "worth"]) {
        return sentence.to_vec();
    }
    [&sentence[..from + 3], &said("new", sentence[from + 3].span), &sentence[from + 3..]].concat()
}

/// What sleeps is asleep, in all its forms: `a sleeping knight`, `it is put to sleep`, `pieces that sleep`.
fn asleep(sentence: &[Token]) -> Vec<Token> {
    const FORMS: [(&[&str], &str); 4] = [
        (&["put", "to", "sleep"], "asleep"),
        (&["sleeping"], "asleep"),
        (&["that", "sleep"], "that are asleep"),
        (&["that", "sleeps"], "that is asleep"),
    ];
    let mut told = Vec::new();
    let mut at = 0;
    let turns_to = |at: usize| {
        let word =
            |ahead: usize, these: &[&str]| sentence.get(at + ahead).is_some_and(|token| these.iter().any(|word| token.is_word(word)));
        word(0, &["turn", "turns"]) && word(1, &["to", "into"]) && word(2, &["stone", "ice", "dust", "salt", "gold", "glass"])
    };
    while at < sentence.len() {
        // "turns to stone" is what it is then, "a stone piece" too
        if turns_to(at) {
            told.extend(said("becomes", sentence[at].span));
            at += 2;
            continue;
        }
        let form = FORMS.iter().find(|(form, _)| {
            form.iter().enumerate().all(|(ahead, word)| sentence.get(at + ahead).is_some_and(|token| token.is_word(word)))
        });
        match form {
            Some((form, meant)) => {
                let leads = Token { ..sentence[at].clone() };
                told.extend(said(meant, sentence[at].span).into_iter().enumerate().map(|(place, token)| Token {
                    leads: leads.leads && place == 0,
                    capital: leads.capital && place == 0,
                    ..token
                }));
                at += form.len();
            }
            None => {
                told.push(sentence[at].clone());
                at += 1;
            }
        }
    }
    told
}

/// `a4 and h5 are swamps: pieces that stop there ...`: what they are called, and what that means.
fn explained(sentence: &[Token], words: &Vocabulary) -> Vec<Vec<Token>> {
    let whole = || vec![sentence.to_vec()];
    let Some(colon) = sentence.iter().position(|token| token.is_mark(":")) else { return whole() };
    let (first, rest) = (&sentence[..colon], &sentence[colon + 1..]);
    let Some((_, name)) = naming(first, words) else { return whole() };
    let there = |token: &Token| match token.is_word("there") {
        true => [said("on the", token.span), name.to_vec()].concat(),
        false => vec![token.clone()],
    };
    let second: Vec<Token> = rest.iter().flat_map(there).collect();
    if second.len() > rest.len() { vec![first.to_vec(), second] } else { whole() }
}

/// `the four centre squares are icy`: they are called so. What comes of an event may say for how long: `..., its square is burnt for three turns`.
fn region(at: usize, sentences: &[&[Token]], words: &Vocabulary) -> Option<Vec<Token>> {
    let sentence = sentences[at];
    if let Some((verb, name)) = naming(sentence, words) {
        return used(name, at, sentences).then(|| [&sentence[..verb], &said("is called the", sentence[verb].span), name].concat());
    }
    let events = ["when", "whenever", "after", "if", "each", "every", "at", "on"];
    sentence.first().filter(|first| events.iter().any(|word| first.is_word(word)))?;
    let comma = sentence.iter().position(|token| token.is_mark(","))? + 1;
    let rest = &sentence[comma..];
    let end = rest.iter().position(|token| ["for", "until", "this"].iter().any(|word| token.is_word(word))).unwrap_or(rest.len());
    let (verb, name) = naming(&rest[..end], words)?;
    let marked = || [&sentence[..comma + verb], &said("is marked as the", rest[verb].span), name, &rest[end..]].concat();
    used(name, at, sentences).then(marked)
}

/// The verb of a sentence that could give squares a name, and the name.
fn naming<'t>(sentence: &'t [Token], words: &Vocabulary) -> Option<(usize, &'t [Token])> {
    let copula = |token: &Token| ["is", "are", "become", "becomes", "form", "forms"].iter().any(|verb| token.is_word(verb));
    let verb = sentence.iter().position(copula)?;
    let article = sentence.get(verb + 1).is_some_and(|token| ["a", "an", "the"].iter().any(|word| token.is_word(word)));
    let name = sentence.get(verb + 1 + usize::from(article)..)?;
    let new = (1..=MAX_NAME).contains(&name.len())
        && name.iter().all(|token| token.sort == Sort::Word && !token.possessive)
        && name.iter().any(|token| !known(token, words));
    new.then_some(())?;
    // "a random empty square becomes lucky": of these one
    let drawn = sentence.first().is_some_and(|token| token.is_word("a")) && sentence.get(1).is_some_and(|token| token.is_word("random"));
    let place = settled(&sentence[2 * usize::from(drawn)..verb], words);
    let mut cursor = Cursor::new(&place, words);
    squares(&mut cursor)?;
    cursor.end()?;
    Some((verb, name))
}

/// Whether another sentence uses the name.
fn used(name: &[Token], at: usize, sentences: &[&[Token]]) -> bool {
    let same = |window: &[Token]| window.iter().zip(name).all(|(one, other)| singular(&one.word) == singular(&other.word));
    let others = sentences.iter().enumerate().filter(|(other, _)| *other != at);
    others.into_iter().any(|(_, sentence)| sentence.windows(name.len()).any(same))
}

/// Words of the program's in the place of the player's.
pub fn said(text: &str, span: Span) -> Vec<Token> {
    tokens(text).into_iter().map(|token| Token { span, leads: false, after_gap: false, ..token }).collect()
}

/// A noun that nobody knows, that moves in one sentence and is spoken of in another: the sentence that makes it a kind of piece.
pub fn new_kind(sentences: &[Vec<Token>], words: &Vocabulary) -> Option<Vec<Token>> {
    const VERBS: [&str; 9] = ["moves", "move", "jumps", "jump", "leaps", "leap", "captures", "capture", "may"];
    const ARTICLES: [&str; 6] = ["a", "an", "the", "each", "every", "all"];
    for (at, sentence) in sentences.iter().enumerate() {
        let from = usize::from(sentence.first().is_some_and(|token| ARTICLES.iter().any(|word| token.is_word(word))));
        let [noun, verb, ..] = sentence.get(from..).unwrap_or_default() else { continue };
        let plain = noun.sort == Sort::Word && !noun.possessive && !known(noun, words) && !is_slip(&noun.word, words);
        if !plain || !VERBS.iter().any(|word| verb.is_word(word)) {
            continue;
        }
        let single = singular(&noun.word);
        let other = |token: &Token| singular(&token.word) == single;
        let elsewhere = sentences.iter().enumerate().any(|(place, sentence)| place != at && sentence.iter().any(other));
        if elsewhere {
            return Some(said(&format!("a {single} is a new piece"), noun.span));
        }
    }
    None
}

/// Neutral pieces, where there is no side of that name: the sentence that brings one, which nobody plays.
pub fn neutral_side(sentences: &[Vec<Token>], words: &Vocabulary) -> Option<Vec<Token>> {
    const NEUTRAL: &str = "neutral";
    let brought = |sentence: &Vec<Token>| sentence.windows(2).any(|two| two[0].is_word("called") && two[1].is_word(NEUTRAL));
    if sentences.iter().any(brought) {
        return None;
    }
    let known = words.armies.iter().any(|army| army == NEUTRAL) || words.called.iter().any(|called| called.name == NEUTRAL);
    let found = sentences.iter().flatten().find(|token| token.is_word(NEUTRAL)).filter(|_| !known && !words.counts(NEUTRAL))?;
    Some(said("a new side called neutral joins, played by nobody", found.span))
}

/// What sentences that nobody `reads` say that men are marked as, or become, and other sentences ask: the sentence that says that they can.
pub fn new_state(sentences: &[Vec<Token>], words: &Vocabulary, reads: impl Fn(&[Token]) -> bool) -> Option<Vec<Token>> {
    const HAPPENS: [&str; 8] = ["becomes", "become", "falls", "fall", "gets", "get", "goes", "go"];
    let all: Vec<&[Token]> = sentences.iter().map(Vec::as_slice).collect();
    for (at, sentence) in sentences.iter().enumerate() {
        // "mark one of his pawns"
        if let Some(verb) = sentence.iter().position(|token| token.is_word("mark") || token.is_word("marks")) {
            let called = sentence[verb..].iter().any(|token| ["as", "called"].iter().any(|word| token.is_word(word)));
            if !called
                && !words.counts(MARKED)
                && !reads(sentence)
                && all.iter().any(|other| other.iter().any(|token| token.is_word(MARKED)))
            {
                return Some(said(&format!("pieces can be {}", marked_as(MARKED)), sentence[verb].span));
            }
            // "mark it as holy": squares are marked as "the" something
            let name = sentence[verb..].iter().position(|token| token.is_word("as")).and_then(|at| sentence.get(verb + at + 1));
            if let Some(name) = name.filter(|name| name.sort == Sort::Word && !name.is_word("the") && !known(name, words))
                && used(std::slice::from_ref(name), at, &all)
                && !reads(sentence)
            {
                return Some(said(&format!("pieces can be {}", marked_as(&name.word)), name.span));
            }
        }
        // only what happens makes somebody so: "pieces that are asleep may not move" asks
        let comma = sentence.iter().position(|token| token.is_mark(",") || token.is_mark(":"));
        for verb in comma.map_or(1, |comma| comma + 1)..sentence.len() {
            let bears = sentence.get(verb + 1).is_some_and(|token| token.is_word(MARKED)) && comma.is_none();
            let happens = bears || HAPPENS.iter().any(|word| sentence[verb].is_word(word));
            if !happens && (comma.is_none() || !["is", "are"].iter().any(|word| sentence[verb].is_word(word))) {
                continue;
            }
            let marked = sentence.get(verb + 1).filter(|token| token.is_word(MARKED));
            let named = marked.is_some() && sentence.get(verb + 2).is_some_and(|token| token.is_word("as"));
            let from = verb + 1 + if named { 2 } else { 0 };
            let Some(word) = sentence.get(from).filter(|token| token.sort == Sort::Word && !token.possessive) else { continue };
            let new = word.is_word(MARKED) || !known(word, words) && (named || !is_slip(&word.word, words));
            let ends = sentence.get(from + 1).is_none_or(|next| {
                next.sort == Sort::Mark
                    || ["and", "for", "until", "this", "then", "too", "but", "instead"].iter().any(|word| next.is_word(word))
            });
            let name = std::slice::from_ref(word);
            if new && ends && !words.counts(&word.word) && used(name, at, &all) && !reads(sentence) {
                return Some(said(&format!("pieces can be {}", marked_as(&word.word)), word.span));
            }
        }
    }
    None
}
