//! What a player has said on an earlier turn: `a player who did not say "check" last turn may not castle`. Words are heard only in the phase in which they
//! are written, so whoever says these has a counter of them, for as long as they count.

use super::christening::said;
use super::lexer::{Sort, Token, stands};

/// What stands behind the words, in the name of what is counted of them.
const CALLS: &str = "calls";
/// The most turns for which words count.
const MAX_TURNS: u32 = 24;

/// Words that somebody has said or has not, some turns ago.
struct Saying {
    from: usize,
    to: usize,
    words: String,
    turns: u32,
    denied: bool,
}

impl Saying {
    /// `did not say "check" on his last turn`, `has said "uno" in the last three turns`.
    fn at(sentence: &[Token], from: usize) -> Option<Saying> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        let helped = is(from, &["did", "has", "have", "had"]);
        let denied = helped && is(from + 1, &["not"]);
        let verb = from + usize::from(helped) + usize::from(denied);
        is(verb, &["said", "say", "announced", "announce", "shouted", "shout", "called", "call", "written", "wrote", "write"])
            .then_some(())?;
        (helped || is(verb, &["said", "announced", "shouted", "called", "wrote"])).then_some(())?;
        let spoken = sentence.get(verb + 1).filter(|token| token.sort == Sort::Quoted)?;
        let (to, turns) = turns(sentence, verb + 2)?;
        let words: Vec<String> = spoken.word.split_whitespace().map(str::to_lowercase).collect();
        Some(Saying { from, to, words: words.join(" "), turns, denied })
    }

    /// What is counted of them, in the plural.
    fn name(&self) -> String {
        let letters = |word: &str| word.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
        let mut words: Vec<String> = self.words.split(' ').map(letters).filter(|word| !word.is_empty()).collect();
        if self.turns > 1 {
            words.push(format!("of-{}", super::lexer::number_word(self.turns)));
        }
        words.push(CALLS.to_string());
        words.join("-")
    }

    /// The sentences by which they are counted.
    fn counting(&self, at: &Token) -> Vec<Vec<Token>> {
        let (name, span) = (self.name(), at.span);
        let quoted = Token { span, ..at.clone() };
        let passes = match self.turns {
            1 => format!("at the end of every phase , the {name} of the mover become zero"),
            _ => format!("at the end of every phase , the mover loses one {}", name.trim_end_matches('s')),
        };
        let rest = format!(", at the end of every phase , the {name} of the mover become {}", super::lexer::number_word(self.turns));
        vec![
            said(&format!("each player has {name} , starting at zero"), span),
            said(&passes, span),
            [said("if the mover says", span), vec![quoted], said(&rest, span)].concat(),
        ]
    }
}

/// How long ago: `last turn`, `on his previous turn`, `in the last three turns`; where it ends, and of how many turns.
fn turns(sentence: &[Token], from: usize) -> Option<(usize, u32)> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    let turn = |at: usize| is(at, &["turn", "turns", "phase", "phases", "move", "moves"]);
    let mut at = from + usize::from(is(from, &["on", "in", "during", "at", "within"]));
    at += usize::from(is(at, &["the", "his", "her", "their", "your", "its"]));
    at += usize::from(is(at, &["own"]));
    if turn(at) && is(at + 1, &["before"]) {
        return Some((at + 2, 1));
    }
    is(at, &["last", "previous", "preceding", "past"]).then_some(())?;
    match sentence.get(at + 1)?.sort {
        Sort::Number(turns) => (turn(at + 2) && (1..=MAX_TURNS).contains(&turns)).then_some((at + 3, turns)),
        _ => turn(at + 1).then_some((at + 2, 1)),
    }
}

/// The sentences with what is counted in the place of what was said, and those by which it is counted.
pub fn counted(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let mut known: Vec<String> = Vec::new();
    let mut counting = Vec::new();
    let mut told = Vec::new();
    for mut sentence in sentences {
        while let Some(saying) = (0..sentence.len()).find_map(|at| Saying::at(&sentence, at)) {
            let name = saying.name();
            let spoken = sentence[saying.from..saying.to].iter().find(|token| token.sort == Sort::Quoted);
            if let Some(spoken) = spoken.filter(|_| !known.contains(&name)) {
                counting.extend(saying.counting(spoken));
                known.push(name.clone());
            }
            let has = match saying.denied {
                true => format!("has no {name}"),
                false => format!("has at least one {}", name.trim_end_matches('s')),
            };
            let span = super::Span { start: sentence[saying.from].span.start, end: sentence[saying.to - 1].span.end };
            sentence.splice(saying.from..saying.to, said(&has, span));
        }
        told.push(sentence);
    }
    counting.extend(told);
    counting
}
