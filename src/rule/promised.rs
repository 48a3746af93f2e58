//! A square that is chosen now for what comes later: `its owner chooses an empty square; three turns later a pawn of his appears there`. It is marked as
//! long as that, so that everybody sees it.

use super::christening::said;
use super::lexer::{Sort, Token, number_word, stands};

/// What such squares are called.
const PROMISED: &str = "promised square";
const CHOOSES: [&str; 8] = ["chooses", "choose", "picks", "pick", "names", "name", "selects", "select"];
const APPEARS: [&str; 9] = ["appears", "arrives", "comes", "lands", "emerges", "is", "enters", "rises", "grows"];

/// The sentences with the square marked in the meantime.
pub fn kept(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let mut told: Vec<Vec<Token>> = Vec::new();
    let mut rest = sentences.into_iter().peekable();
    while let Some(sentence) = rest.next() {
        let Some(promise) = Promise::of(&sentence) else {
            told.push(sentence);
            continue;
        };
        let behind = if promise.end == sentence.len() { rest.peek().cloned() } else { Some(sentence[promise.end..].to_vec()) };
        match behind.and_then(|later| promise.told(&sentence, &later)) {
            Some(whole) => {
                if promise.end == sentence.len() {
                    rest.next();
                }
                told.push(whole);
            }
            None => told.push(sentence),
        }
    }
    told
}

/// `..., its owner chooses an empty square`.
struct Promise {
    /// Who chooses, from here to the verb.
    who: usize,
    verb: usize,
    empty: bool,
    end: usize,
}

impl Promise {
    fn of(sentence: &[Token]) -> Option<Promise> {
        let verb = (2..sentence.len()).find(|&at| {
            let noun = at + 2 + usize::from(stands(sentence, at + 2, &["empty", "free", "vacant"]));
            let one =
                stands(sentence, at + 1, &["a", "an", "any"]) || matches!(sentence.get(at + 1).map(|one| &one.sort), Some(Sort::Number(1)));
            stands(sentence, at, &CHOOSES) && one && stands(sentence, noun, &["square"])
        })?;
        let empty = stands(sentence, verb + 2, &["empty", "free", "vacant"]);
        let who = sentence[..verb].iter().rposition(|token| token.sort == Sort::Mark)? + 1;
        (who < verb).then_some(Promise { who, verb, empty, end: verb + 3 + usize::from(empty) })
    }

    /// The whole, with what comes later on that square.
    fn told(&self, sentence: &[Token], later: &[Token]) -> Option<Vec<Token>> {
        let joint = |token: &Token| token.sort == Sort::Mark || ["and", "then"].iter().any(|word| token.is_word(word));
        let from = later.iter().position(|token| !joint(token))?;
        let Sort::Number(turns) = later[from].sort else { return None };
        (stands(later, from + 1, &["turn", "turns"]) && stands(later, from + 2, &["later"])).then_some(())?;
        let then = &later[from + 3..];
        let then = &then[usize::from(then.first().is_some_and(|first| first.is_mark(",")))..];
        let (span, who) = (sentence[self.verb].span, &sentence[self.who..self.verb]);
        let square = if self.empty { "one of the empty squares chosen by" } else { "one of the squares chosen by" };
        let marked = said(&format!("is marked as the {PROMISED} for {} turns", number_word(turns + 1)), span);
        let head = [&sentence[..self.who], &said(square, span), who, &marked].concat();
        let time = said(&format!("and {} turns later", number_word(turns)), later[from].span);
        Some([head, time, self.there(who, then)?].concat())
    }

    /// `a pawn of his appears there`: he places one; else "there" is where it is done.
    fn there(&self, who: &[Token], then: &[Token]) -> Option<Vec<Token>> {
        let span = then.first()?.span;
        let on = |span| said(&format!("on one of the {PROMISED}s"), span);
        let place = (0..then.len()).find_map(|at| match () {
            () if stands(then, at, &["there"]) => Some((at, at + 1)),
            () if stands(then, at, &["on", "onto", "to"]) && stands(then, at + 1, &["it"]) => Some((at, at + 2)),
            () if stands(then, at, &["on", "onto", "to"]) && stands(then, at + 1, &["that", "this", "the"]) => {
                let noun = at + 2 + usize::from(stands(then, at + 2, &["chosen"]));
                stands(then, noun, &["square"]).then_some((at, noun + 1))
            }
            () => None,
        })?;
        let rest = &then[place.1..];
        let verb = then[..place.0].iter().position(|token| APPEARS.iter().any(|word| token.is_word(word)));
        let Some(verb) = verb.filter(|&verb| verb > 1 && stands(then, 0, &["a", "an", "one"])) else {
            return Some([&then[..place.0], &on(span), rest].concat());
        };
        // whose it is, is his who has chosen the square
        let noun = then[..verb].iter().position(|token| token.is_word("of")).unwrap_or(verb);
        Some([who, &said("places", span), &then[..noun], &on(span), rest].concat())
    }
}
