//! A player whom somebody names: `he names another player: that player may not capture on his next turn`. Who that can be is told for each colour: it
//! is one of the others, as he likes. Of two players the other one is the opponent. And any player of whom a sentence speaks again.

use super::Vocabulary;
use super::christening::said;
use super::lexer::Token;

/// A side that nobody plays is named by nobody.
const NEUTRAL: &str = "neutral";
const NAMES: [&str; 8] = ["names", "name", "chooses", "choose", "picks", "pick", "selects", "select"];
/// Whom he names, the longest first.
const WHOM: [&[&str]; 5] = [
    &["one", "of", "his", "opponents"],
    &["one", "of", "the", "other", "players"],
    &["another", "player"],
    &["an", "opponent"],
    &["any", "opponent"],
];
/// How he is spoken of then, before "player", "opponent" or by itself.
const AGAIN: [&str; 5] = ["that", "this", "the", "said", "such"];
const NAMED: [&str; 4] = ["named", "chosen", "selected", "picked"];

fn is(token: Option<&Token>, words: &[&str]) -> bool {
    token.is_some_and(|token| words.iter().any(|word| token.is_word(word)))
}

/// The sentences in which somebody names another player, once for each colour.
pub fn told_by_colours(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let sides: Vec<&str> = words.armies.iter().map(String::as_str).filter(|army| *army != NEUTRAL).collect();
    sentences.into_iter().flat_map(|sentence| by_colours(&sentence, &sides).unwrap_or_else(|| vec![sentence])).collect()
}

/// `if any player has no queen, he may move twice`: he is that player, as "a player" is; by himself "any player" is the one or the other.
pub fn spoken_of_again(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    sentences.into_iter().map(again_as_he).collect()
}

fn again_as_he(mut sentence: Vec<Token>) -> Vec<Token> {
    let asked = is(sentence.first(), &["if", "when", "whenever", "while", "unless"]);
    let comma = sentence.iter().position(|token| token.is_mark(",")).unwrap_or(sentence.len());
    let he = sentence[comma..].iter().any(|token| is(Some(token), &["he", "she", "his", "her", "him"]));
    let (some, player) = (is(sentence.get(1), &["any", "some"]), is(sentence.get(2), &["player"]));
    if asked && he && some && player {
        let span = sentence[1].span;
        sentence.splice(1..2, said("a", span));
    }
    sentence
}

fn by_colours(sentence: &[Token], sides: &[&str]) -> Option<Vec<Vec<Token>>> {
    let (verb, whom) = (0..sentence.len()).find_map(|at| {
        let whom = WHOM.iter().find(|whom| whom.iter().enumerate().all(|(ahead, word)| is(sentence.get(at + 1 + ahead), &[word])))?;
        is(sentence.get(at), &NAMES).then_some((at, whom.len()))
    })?;
    let mut behind = verb + 1 + whom;
    if is(sentence.get(behind), &["of"]) && is(sentence.get(behind + 1), &["his"]) && is(sentence.get(behind + 2), &["choice"]) {
        behind += 3;
    }
    let joint =
        |token: &Token| [",", ":", ";", "-"].iter().any(|mark| token.is_mark(mark)) || token.is_word("and") || token.is_word("then");
    while sentence.get(behind).is_some_and(joint) {
        behind += 1;
    }
    let (mut before, done) = (&sentence[..verb], sentence.get(behind..).filter(|done| !done.is_empty())?);
    // "he names", "the player on move chooses"
    if is(before.last(), &["must"]) {
        before = &before[..before.len() - 1];
    }
    let him = before.iter().rposition(joint).map_or(0, |at| at + 1);
    let instead = is(before.get(him.saturating_sub(2)), &["moving"]) || is(before.last(), &["moving"]) || before.last().is_some_and(joint);
    let event = if instead { before } else { &before[..him] };
    let span = sentence[verb].span;
    if let [_, _] = sides {
        let told = [event.to_vec(), again(done, "the opponent", span)?].concat();
        return Some(vec![told]);
    }
    let one = |side: &&str| {
        let others: Vec<&str> = sides.iter().copied().filter(|other| other != side).collect();
        let mut told = of_a_side(event, side)?;
        told.extend(said("either", span));
        for (nth, other) in others.iter().enumerate() {
            told.extend(said(if nth == 0 { "(" } else { "or (" }, span));
            told.extend(again(done, other, span)?);
            told.extend(said(")", span));
        }
        Some(told)
    };
    sides.iter().map(one).collect()
}

/// What is done, said of a player: `that player may not capture on his next turn`.
fn again(done: &[Token], player: &str, span: super::Span) -> Option<Vec<Token>> {
    let mut told: Vec<Token> = Vec::new();
    let mut found = false;
    let mut lasts = false;
    let mut at = 0;
    while at < done.len() {
        let named = usize::from(is(done.get(at + 1), &NAMED));
        let noun = done.get(at + 1 + named).filter(|noun| is(Some(noun), &["player", "opponent", "one", "side"]));
        if is(done.get(at), &AGAIN)
            && let Some(noun) = noun
        {
            found = true;
            let mut words = said(player, span);
            if let (true, Some(last)) = (noun.possessive, words.last_mut()) {
                last.possessive = true;
            }
            told.extend(words);
            at += 2 + named;
            continue;
        }
        // by his turns, whoever he is, it lasts a turn
        let next = is(done.get(at), &["on", "in", "during"]) && is(done.get(at + 1), &["his", "their", "its"]);
        if next && is(done.get(at + 2), &["next"]) && is(done.get(at + 3), &["turn", "move", "phase"]) {
            lasts = true;
            at += 4;
            continue;
        }
        told.push(done[at].clone());
        at += 1;
    }
    let time = if lasts { said("for one turn ,", span) } else { Vec::new() };
    found.then(|| [time, told].concat())
}

/// An event or an action, said of the players of one colour only: `after white captures a piece`.
fn of_a_side(event: &[Token], side: &str) -> Option<Vec<Token>> {
    const ARTICLES: [&str; 6] = ["a", "an", "any", "each", "every", "the"];
    let at = (0..event.len()).find(|&at| is(event.get(at), &ARTICLES))?;
    let noun = event.get(at + 1)?;
    let mut told = event[..at].to_vec();
    match is(Some(noun), &["player", "start", "end", "beginning"]) {
        // "at the start of each player's phase"
        true if !noun.is_word("player") => {
            told.extend_from_slice(&event[at..at + 2]);
            told.extend(of_a_side(&event[at + 2..], side)?);
        }
        true => {
            let mut words = said(side, noun.span);
            if let (true, Some(last)) = (noun.possessive, words.last_mut()) {
                last.possessive = true;
            }
            told.extend(words);
            told.extend_from_slice(&event[at + 2..]);
        }
        false => {
            told.push(event[at].clone());
            told.extend(said(side, noun.span));
            told.extend_from_slice(&event[at + 1..]);
        }
    }
    Some(told)
}
