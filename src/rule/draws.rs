//! What is drawn by lot and spoken of in other sentences: `At the start of every fifth turn a random file is drawn. Pieces on that file may not
//! move.` It is marked as it is drawn, and what was drawn before is so no longer.

use super::christening::said;
use super::lexer::{Token, stands};

/// What can be drawn, in any word for it, and its name.
const LOTS: [(&str, &str); 5] = [("file", "file"), ("column", "file"), ("rank", "rank"), ("row", "rank"), ("square", "square")];
/// How it is said that it is.
const DRAWN: [&str; 5] = ["drawn", "chosen", "picked", "selected", "determined"];
/// How it is spoken of again.
const AGAIN: [&str; 2] = ["that", "this"];

/// A sentence in which something is drawn.
struct Draw {
    /// What it says of the time, as far as the draw.
    head: Vec<Token>,
    lot: &'static str,
    /// What stands behind it.
    rest: Vec<Token>,
}

impl Draw {
    fn of(sentence: &[Token]) -> Option<Draw> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        (0..sentence.len()).find_map(|at| {
            is(at, &["a", "one"]).then_some(())?;
            let random = is(at + 1, &["random"]);
            let noun = at + 1 + usize::from(random);
            let lot = lot(sentence.get(noun)?)?;
            (is(noun + 1, &["is", "gets"]) && is(noun + 2, &DRAWN)).then_some(())?;
            let by_lot = is(noun + 3, &["by"]) && is(noun + 4, &["lot", "chance"]) || is(noun + 3, &["at"]) && is(noun + 4, &["random"]);
            (random || by_lot).then_some(())?;
            let rest = sentence.get(noun + if by_lot { 5 } else { 3 }..)?;
            Some(Draw { head: sentence[..at].to_vec(), lot, rest: rest.to_vec() })
        })
    }

    /// Each turn has a draw of its own.
    fn is_of_every_turn(&self) -> bool {
        self.head.windows(2).any(|two| ["every", "each"].iter().any(|word| two[0].is_word(word)) && two[1].is_word("turn"))
    }

    /// The draw, in sentences of the language.
    fn marking(&self, lot: &Token) -> Vec<Vec<Token>> {
        let lot_name = self.lot;
        let at_its_time = |text: &str| {
            let mut whole = self.head.clone();
            if whole.last().is_some_and(|last| !last.is_mark(",") && !last.is_mark(":")) {
                whole.extend(said(",", lot.span));
            }
            whole.extend(said(text, lot.span));
            whole
        };
        let anew = at_its_time(&format!("a random {lot_name} is marked as the drawn {lot_name}"));
        match self.head.is_empty() {
            true => vec![anew],
            false => vec![at_its_time(&format!("the drawn {lot_name} is no longer the drawn {lot_name}")), anew],
        }
    }

    /// A sentence that speaks of it, with its name; None where it does not, or says something of its time that cannot be kept.
    fn named_in(&self, sentence: &[Token]) -> Option<Vec<Token>> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        let same = |at: usize| sentence.get(at).and_then(lot) == Some(self.lot);
        let mut told: Vec<Token> = Vec::new();
        let (mut at, mut spoken) = (0, false);
        while at < sentence.len() {
            let article = usize::from(is(at, &["the"]));
            let words = match () {
                () if is(at, &AGAIN) && same(at + 1) => 2,
                () if article == 1 && is(at + 1, &DRAWN) && same(at + 2) => 3,
                () => 0,
            };
            if words > 0 {
                told.extend(said(&format!("the drawn {}", self.lot), sentence[at].span));
                spoken = true;
                at += words;
            } else if let Some(end) = self.until_the_next(sentence, at) {
                at = end;
            } else {
                told.push(sentence[at].clone());
                at += 1;
            }
        }
        let now = sentence.windows(2).any(|two| two[0].is_word("this") && two[1].is_word("turn"));
        (spoken && (!now || self.is_of_every_turn())).then_some(told)
    }

    /// `until the next draw`, `until another file is drawn`: where that ends. So long its name lasts anyway.
    fn until_the_next(&self, sentence: &[Token], at: usize) -> Option<usize> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        if self.is_of_every_turn() && is(at, &["this"]) && is(at + 1, &["turn"]) {
            return Some(at + 2);
        }
        is(at, &["until", "till"]).then_some(())?;
        let end = match () {
            () if is(at + 1, &["the"]) && is(at + 2, &["next"]) && is(at + 3, &["draw", "drawing", "lot"]) => at + 4,
            () if is(at + 1, &["the"]) && is(at + 2, &["next"]) && is(at + 3, &["one"]) && is(at + 4, &["is"]) && is(at + 5, &DRAWN) => {
                at + 6
            }
            () if is(at + 1, &["another"]) && is(at + 2, &["is"]) && is(at + 3, &DRAWN) => at + 4,
            () if is(at + 1, &["another", "a"]) => {
                let noun = at + 2 + usize::from(is(at + 2, &["new"]));
                (sentence.get(noun).and_then(lot) == Some(self.lot) && is(noun + 1, &["is"]) && is(noun + 2, &DRAWN)).then_some(noun + 3)?
            }
            () => return None,
        };
        let ends = sentence.get(end).is_none_or(|next| next.is_mark(","));
        ends.then_some(end)
    }
}

/// What sort of thing a word names.
fn lot(token: &Token) -> Option<&'static str> {
    LOTS.iter().find(|(word, _)| token.is_word(word)).map(|(_, name)| *name)
}

/// The sentences with what one of them draws marked, and named where others speak of it.
pub fn marked(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let mut draws = sentences.iter().enumerate().filter_map(|(at, sentence)| Some((at, Draw::of(sentence)?)));
    let (Some((at, draw)), None) = (draws.next(), draws.next()) else { return sentences };
    // "..., and pieces on that file may not move" holds from then on
    let rest = match draw.rest.split_first() {
        Some((joint, rest)) if [",", ":", "-"].iter().any(|mark| joint.is_mark(mark)) => rest,
        _ => &draw.rest[..],
    };
    let rest = if rest.first().is_some_and(|first| first.is_word("and")) { &rest[1..] } else { rest };
    let stands = rest.iter().any(|token| ["may", "can", "cannot", "must"].iter().any(|word| token.is_word(word)));
    let mut told: Vec<Vec<Token>> = Vec::new();
    let mut spoken = false;
    for (place, sentence) in sentences.iter().enumerate() {
        if place == at {
            told.extend(draw.marking(&sentence[0]));
            if !rest.is_empty() {
                let Some(named) = draw.named_in(rest).filter(|_| stands) else { return sentences };
                told.push(named);
                spoken = true;
            }
            continue;
        }
        match draw.named_in(sentence) {
            Some(named) => {
                told.push(named);
                spoken = true;
            }
            None if place == at + 1
                && sentence.windows(2).any(|two| AGAIN.iter().any(|word| two[0].is_word(word)) && lot(&two[1]).is_some()) =>
            {
                return sentences;
            }
            None => told.push(sentence.clone()),
        }
    }
    if spoken { told } else { sentences }
}
