//! What is drawn by lot or chosen by a player and spoken of in other sentences: `At the start of every fifth turn a random file is drawn. Pieces on that
//! file may not move`, `When a pawn promotes, its owner chooses a square. Every piece on the chosen square is removed`. It is marked as it is drawn, and
//! what was drawn before is so no longer. What other sentences do with it is done then; what they allow or forbid holds as long as it is marked.

use super::christening::said;
use super::drawing::{Draw, lot};
use super::lexer::{Sort, Token, stands};

/// How it is spoken of again.
const AGAIN: [&str; 2] = ["that", "this"];
pub const DRAWN: [&str; 5] = ["drawn", "chosen", "picked", "selected", "determined"];
const MODALS: [&str; 4] = ["may", "can", "cannot", "must"];
/// With what a sentence begins that has a time of its own.
const TIMES: [&str; 14] =
    ["when", "whenever", "after", "if", "at", "before", "once", "while", "until", "unless", "as", "during", "from", "throughout"];
const TURNS: [&str; 4] = ["turn", "turns", "phase", "phases"];

/// The sentences with what is drawn marked, and named where others speak of it.
pub fn marked(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let parts: Vec<Vec<Token>> = sentences.iter().flat_map(|sentence| both_drawn(sentence)).collect();
    told(&parts).unwrap_or(sentences)
}

/// None where nothing is drawn, or it is not clear what is said of it.
fn told(sentences: &[Vec<Token>]) -> Option<Vec<Vec<Token>>> {
    let mut draws: Vec<Drawn> = Vec::new();
    let mut told: Vec<Vec<Token>> = Vec::new();
    for sentence in sentences {
        let Some(draw) = Draw::of(sentence) else {
            match named(sentence, &draws) {
                Some((named, nth)) => say(named, nth, &mut draws, &mut told)?,
                None if draws.iter().any(|drawn| drawn.is_fresh(told.len())) && speaks_on(sentence) => return None,
                None => told.push(sentence.clone()),
            }
            continue;
        };
        let before = draws.iter().filter(|drawn| drawn.draw.name() == draw.name()).count();
        let name = if before > 0 { format!("other {}", draw.name()) } else { draw.name() };
        told.extend(draw.marking(&name, sentence[0].span));
        let rest = without_joint(&draw.rest).to_vec();
        draws.push(Drawn { draw, name, at: told.len() - 1, spoken: false });
        if !rest.is_empty() {
            let (named, nth) = named(&rest, &draws)?;
            say(named, nth, &mut draws, &mut told)?;
        }
        if before > 1 {
            return None;
        }
    }
    (!draws.is_empty() && draws.iter().all(|drawn| drawn.spoken)).then_some(told)
}

/// A draw whose sentences are told.
struct Drawn {
    draw: Draw,
    name: String,
    /// Where it stands among the sentences that are told.
    at: usize,
    spoken: bool,
}

impl Drawn {
    /// No other sentence stands behind it.
    fn is_fresh(&self, told: usize) -> bool {
        self.at + 1 == told
    }
}

/// `that file` and its like, which nothing names.
fn speaks_on(sentence: &[Token]) -> bool {
    sentence.windows(2).any(|two| AGAIN.iter().any(|word| two[0].is_word(word)) && lot(&two[1]).is_some())
}

fn without_joint(rest: &[Token]) -> &[Token] {
    let joint = |token: &Token| token.sort == Sort::Mark || token.is_word("and") || token.is_word("then");
    &rest[rest.iter().position(|token| !joint(token)).unwrap_or(rest.len())..]
}

/// Says of a draw what a sentence says of it: at once with the draw where it is done then.
fn say(sentence: Vec<Token>, nth: usize, draws: &mut [Drawn], told: &mut Vec<Vec<Token>>) -> Option<()> {
    draws[nth].spoken = true;
    let drawn = &draws[nth];
    let now = sentence.windows(2).any(|two| two[0].is_word("this") && TURNS.iter().any(|word| two[1].is_word(word)));
    let lasts = lasts(&sentence) || now;
    let modal = sentence.iter().any(|token| MODALS.iter().any(|word| token.is_word(word)));
    if has_its_time(&sentence) || modal && !lasts {
        told.push(sentence);
        return Some(());
    }
    if drawn.draw.is_order() && modal {
        // what is chosen next leaves it as it is: its name lasts as long
        let span = sentence[0].span;
        let (standing, time) = parted_from_its_time(sentence)?;
        told[drawn.at] = drawn.draw.marked_for(&drawn.name, span, &time)?;
        told.push(standing);
    } else if drawn.draw.is_order() {
        let (at, span) = (drawn.at, sentence[0].span);
        told[at] = [std::mem::take(&mut told[at]), said("and then", span), sentence].concat();
    } else {
        told.push([drawn.draw.time(sentence[0].span), sentence].concat());
    }
    Some(())
}

/// `for three turns`.
fn lasts(sentence: &[Token]) -> bool {
    sentence
        .windows(3)
        .any(|three| three[0].is_word("for") && matches!(three[1].sort, Sort::Number(_)) && TURNS.iter().any(|word| three[2].is_word(word)))
}

/// The sentence without `for three turns` at its end, and that.
fn parted_from_its_time(sentence: Vec<Token>) -> Option<(Vec<Token>, Vec<Token>)> {
    let at = sentence.iter().rposition(|token| token.is_word("for")).filter(|at| at + 3 == sentence.len())?;
    let (standing, time) = sentence.split_at(at);
    Some((standing.to_vec(), time.to_vec()))
}

fn has_its_time(sentence: &[Token]) -> bool {
    let every = stands(sentence, 0, &["every", "each", "on"]);
    let counted = sentence.iter().skip(1).take(3).any(|token| TURNS.iter().any(|word| token.is_word(word)));
    TIMES.iter().any(|word| sentence[0].is_word(word)) || every && counted
}

/// `A random file and a random rank are drawn`: two draws.
fn both_drawn(sentence: &[Token]) -> Vec<Vec<Token>> {
    let random = |at: usize| stands(sentence, at, &["a", "one"]) && stands(sentence, at + 1, &["random"]);
    let both = (0..sentence.len()).find_map(|at| {
        let one = sentence.get(at + 2).and_then(lot).filter(|_| random(at))?;
        let next = at + 4;
        let other = sentence.get(next + 2).and_then(lot).filter(|_| random(next) && stands(sentence, at + 3, &["and"]))?;
        (one != other && stands(sentence, next + 3, &["are", "is"]) && stands(sentence, next + 4, &DRAWN)).then_some(at)
    });
    let Some(at) = both else { return vec![sentence.to_vec()] };
    let is = said("is drawn", sentence[at].span);
    let (head, rest) = (&sentence[..at], &sentence[at + 9..]);
    // what is said on of them stands behind the second draw
    let time = rest.iter().position(|token| token.sort == Sort::Mark).unwrap_or(rest.len());
    let one = [head, &sentence[at..at + 3], &is, &rest[..time]].concat();
    vec![one, [head, &sentence[at + 4..at + 7], &is, rest].concat()]
}

/// A sentence that speaks of something drawn, with its name, and of which it speaks last; None where it speaks of none.
fn named(sentence: &[Token], draws: &[Drawn]) -> Option<(Vec<Token>, usize)> {
    let mut told: Vec<Token> = Vec::new();
    let (mut at, mut spoken) = (0, None);
    while at < sentence.len() {
        let found = draws.iter().enumerate().rev().find_map(|(nth, drawn)| Some((nth, drawn.spoken_of(sentence, at, draws)?)));
        if let Some((nth, words)) = found {
            // what is said of a square for a time is kept as it is
            if sentence[at].is_word("it") && draws[nth].draw.is_order() {
                return None;
            }
            let there = sentence[at].is_word("there");
            let goes =
                told.last().is_some_and(|verb| ["goes", "go", "moves", "move", "moved", "jumps"].iter().any(|word| verb.is_word(word)));
            let lead = if there { if goes { "to " } else { "on " } } else { "" };
            told.extend(said(&format!("{lead}the {}", draws[nth].name), sentence[at].span));
            spoken = spoken.max(Some(nth));
            at += words;
        } else if let Some(end) = draws.iter().find_map(|drawn| drawn.draw.until_the_next(sentence, at)) {
            at = end;
        } else {
            told.push(sentence[at].clone());
            at += 1;
        }
    }
    spoken.map(|nth| (told, nth))
}

impl Drawn {
    /// How many words name it there: `that file`, `the chosen file`, `the file`, `it` behind "on".
    fn spoken_of(&self, sentence: &[Token], at: usize, draws: &[Drawn]) -> Option<usize> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        let same = |at: usize| sentence.get(at).and_then(lot) == Some(self.draw.lot());
        let ends = |at: usize| {
            const BEHIND: [&str; 10] = ["may", "can", "cannot", "must", "is", "are", "and", "or", "for", "until"];
            sentence.get(at).is_none_or(|next| next.sort == Sort::Mark || BEHIND.iter().any(|word| next.is_word(word)))
        };
        let newest = draws.last().is_some_and(|last| std::ptr::eq(last, self));
        match () {
            () if is(at, &AGAIN) && same(at + 1) => Some(2),
            () if is(at, &["the"]) && is(at + 1, &DRAWN) && same(at + 2) => Some(3),
            () if is(at, &["the"]) && same(at + 1) && ends(at + 2) => Some(2),
            () if newest && !self.draw.has_event() && is(at, &["it", "there"]) => {
                const BEFORE: [&str; 11] = ["on", "onto", "upon", "in", "into", "to", "enter", "entering", "enters", "leave", "from"];
                let place = at > 0 && is(at - 1, &BEFORE);
                (is(at, &["there"]) || place || at == 0).then_some(1)
            }
            () if newest && is(at, &["there"]) && ends(at + 1) => Some(1),
            () => None,
        }
    }
}
