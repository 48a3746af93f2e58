//! Other ways to say a whole sentence: the one mechanism that puts the grammar's words in the place of a turn of phrase.
//!
//! Asked only where no form takes the sentence as it stands. Every word of the player's is in the turn's own words or in one of its
//! gaps, and what is in a gap is kept, so that still no word is skipped.

use std::sync::LazyLock;

use super::Span;
use super::board_turns::BOARD_TURNS;
use super::chosen_turns::CHOSEN_TURNS;
use super::contact_turns::CONTACT_TURNS;
use super::leave_turns::LEAVE_TURNS;
use super::lexer::{Sort, Token, tokens};
use super::memory_turns::{FURTHER_TURNS, MEMORY_TURNS};
use super::occasion_turns::OCCASION_TURNS;
use super::paraphrases::TURNS;
use super::plain_turns::PLAIN_TURNS;
use super::problem_turns::PROBLEM_TURNS;
use super::relation_turns::RELATION_TURNS;
use super::return_turns::RETURN_TURNS;
use super::series_turns::SERIES_TURNS;
use super::speech_turns::SPEECH_TURNS;
use super::subject_turns::SUBJECT_TURNS;
use super::suffered::SUFFERED_TURNS;
use super::twofold_turns::TWOFOLD_TURNS;
use super::wall_turns::WALL_TURNS;
use super::whose_turns::WHOSE_TURNS;
use super::words::{is, shown};
use super::world_turns::WORLD_TURNS;

/// One turn of phrase: how players say it, and how the grammar reads it. In both, a capital letter is a gap for one word or more (`N`: for
/// one number, `M` for another); in the first, `D:is|are` is a gap that begins with one of these, `A!` one that stops at the first of the words behind it, `A~` one without a comma, `A^` one in which nobody who plays is spoken of, `a|b` is a choice of words and `x?` a word or gap that may be missing.
pub struct Turn {
    pub said: &'static str,
    pub meant: &'static str,
    /// What is taken to be meant, where players could mean something else.
    pub assumed: Option<&'static str>,
    /// Not for sentences with a condition, which could be meant for one half only.
    pub unconditional: bool,
}

pub const fn turn(said: &'static str, meant: &'static str) -> Turn {
    Turn { said, meant, assumed: None, unconditional: false }
}

pub const fn assuming(said: &'static str, meant: &'static str, assumed: &'static str) -> Turn {
    Turn { said, meant, assumed: Some(assumed), unconditional: false }
}

/// The same, not for what is said of an event or a condition.
pub const fn alone(said: &'static str, meant: &'static str, assumed: &'static str) -> Turn {
    Turn { said, meant, assumed: Some(assumed), unconditional: true }
}

/// The same without a note: two sentences in one, or what behind an event would be said of somebody else.
pub const fn halves(said: &'static str, meant: &'static str) -> Turn {
    Turn { said, meant, assumed: None, unconditional: true }
}

/// The longest sentence that is put in other words, in words.
const MAX_LENGTH: usize = 48;
/// How many turns may be taken out of one sentence, one after the other.
const MAX_DEPTH: usize = 3;
/// The most readings of one sentence that are tried.
const MAX_TRIES: usize = 48;
/// The most ways in which one turn is looked for in one sentence.
const MAX_WAYS: usize = 3;
/// The most steps of looking for one turn.
const MAX_STEPS: usize = 4000;

/// With what a sentence begins that says first when it holds.
const GUARDS: [&str; 18] = [
    "on", "in", "at", "if", "when", "whenever", "while", "unless", "until", "before", "after", "from", "during", "for", "every", "each",
    "as", "once",
];

/// With what a condition begins.
const CONDITIONS: [&str; 13] =
    ["if", "when", "whenever", "while", "unless", "until", "till", "once", "after", "before", "during", "throughout", "provided"];
/// With what a time begins, where turns stand soon after it.
const TIMES: [&str; 7] = ["on", "in", "at", "from", "for", "every", "each"];
/// How far behind it the turns stand at most.
const MAX_TIME: usize = 5;

/// Whether a sentence that begins so says first when it holds.
pub fn opens(first: &Token) -> bool {
    GUARDS.contains(&first.word.as_str()) && !["every", "each"].contains(&first.word.as_str())
}

/// Whether what is said beside a turn's own words says when it holds.
fn is_conditional(sentence: &[Token], start: usize, filled: &Filled) -> bool {
    let gaps = filled.iter().map(|(_, (from, to))| &sentence[start + from..start + to]);
    let begins = filled.iter().map(|(_, (from, _))| start + from).min() == Some(0);
    start > 0 || begins && sentence.first().is_some_and(opens) || gaps.into_iter().any(says_when)
}

/// Whether a sentence says somewhere when it holds.
fn says_when(sentence: &[Token]) -> bool {
    let turns = |token: &Token| ["turn", "turns", "phase", "phases"].contains(&token.word.as_str());
    let time = |at: usize| TIMES.contains(&sentence[at].word.as_str()) && sentence[at + 1..].iter().take(MAX_TIME).any(turns);
    let long = |at: usize| sentence[at].is_word("long") && sentence.get(at + 1).is_some_and(|next| next.is_word("as"));
    (0..sentence.len()).any(|at| CONDITIONS.contains(&sentence[at].word.as_str()) || time(at) || long(at))
}

/// A sentence in other words, with what was assumed on the way.
#[derive(Clone)]
pub struct Reworded {
    pub tokens: Vec<Token>,
    pub assumed: Vec<String>,
    /// It is two sentences now, where the player has written one.
    pub halved: bool,
    depth: usize,
}

/// What `read` makes of the first rewording that it can read.
pub fn reworded<T>(sentence: &[Token], mut read: impl FnMut(&Reworded) -> Option<T>) -> Option<T> {
    if sentence.len() > MAX_LENGTH {
        return None;
    }
    let mut known = vec![Reworded { tokens: sentence.to_vec(), assumed: Vec::new(), halved: false, depth: 0 }];
    let mut next = 0;
    while next < known.len() {
        let one = known[next].clone();
        next += 1;
        if one.depth == MAX_DEPTH {
            continue;
        }
        for other in READY.iter().flat_map(|(turn, pattern)| turn.taken_out_of(pattern, &one)) {
            if known.len() == MAX_TRIES {
                return None;
            }
            let same = |known: &Reworded| {
                known.tokens.len() == other.tokens.len()
                    && known.tokens.iter().zip(&other.tokens).all(|(one, other)| one.word == other.word)
            };
            if known.iter().any(same) {
                continue;
            }
            if let Some(found) = read(&other) {
                return Some(found);
            }
            known.push(other);
        }
    }
    None
}

/// Whether men are told by whose they are, and not who that is.
fn is_somebodys(first: Option<&Token>) -> bool {
    first.is_some_and(|first| ["his", "her", "their"].iter().any(|word| first.is_word(word)))
}

/// Who plays.
const PLAYERS: [&str; 12] =
    ["player", "players", "you", "he", "she", "they", "opponent", "mover", "owner", "whoever", "nobody", "everybody"];

/// A part of a turn's pattern.
enum Element {
    Words(Vec<&'static str>),
    /// Its name, the words it may begin with, none: any; and where it stops.
    Gap(char, Vec<&'static str>, Stop),
}

/// Where a gap stops at the latest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Nowhere,
    /// At the first of the words behind it.
    Word,
    Comma,
    /// Where somebody who plays is spoken of.
    Player,
}

/// A pattern's parts, and whether each may be missing.
type Pattern = Vec<(Element, bool)>;

fn elements(pattern: &'static str) -> Pattern {
    let element = |text: &'static str| {
        let (text, optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
        let (name, first) = text.split_once(':').map_or((text, Vec::new()), |(name, first)| (name, first.split('|').collect()));
        let stop = [('!', Stop::Word), ('~', Stop::Comma), ('^', Stop::Player)];
        let stopped = stop.into_iter().find_map(|(mark, stop)| Some((name.strip_suffix(mark)?, stop)));
        let (name, stops) = stopped.unwrap_or((name, Stop::Nowhere));
        match name.chars().next().filter(|c| c.is_ascii_uppercase() && name.len() == 1) {
            Some(gap) => (Element::Gap(gap, first, stops), optional),
            None => (Element::Words(text.split('|').collect()), optional),
        }
    };
    pattern.split(' ').map(element).collect()
}

/// Whether a turn of phrase has that word.
pub fn holds(word: &str) -> bool {
    all().any(|turn| turn.said.split([' ', '|', '?', ':']).any(|said| said == word))
}

/// Every turn, in the order in which they are tried.
fn all() -> impl Iterator<Item = &'static Turn> {
    let first = WHOSE_TURNS
        .iter()
        .chain(SERIES_TURNS)
        .chain(FURTHER_TURNS)
        .chain(BOARD_TURNS)
        .chain(SPEECH_TURNS)
        .chain(WORLD_TURNS)
        .chain(RETURN_TURNS);
    first
        .chain(CHOSEN_TURNS)
        .chain(CONTACT_TURNS)
        .chain(TWOFOLD_TURNS)
        .chain(WALL_TURNS)
        .chain(OCCASION_TURNS)
        .chain(SUFFERED_TURNS)
        .chain(LEAVE_TURNS)
        .chain(SUBJECT_TURNS)
        .chain(MEMORY_TURNS)
        .chain(RELATION_TURNS)
        .chain(TURNS)
        .chain(PROBLEM_TURNS)
        .chain(PLAIN_TURNS)
}

/// The turns with their patterns taken apart.
static READY: LazyLock<Vec<(&'static Turn, Pattern)>> = LazyLock::new(|| all().map(|turn| (turn, elements(turn.said))).collect());

type Filled = Vec<(char, (usize, usize))>;

impl Turn {
    /// The sentence with this turn in the grammar's words, once for each way to find it there: from the beginning, or after a comma.
    fn taken_out_of(&self, pattern: &[(Element, bool)], sentence: &Reworded) -> Vec<Reworded> {
        let all = &sentence.tokens;
        let there = |(element, optional): &(Element, bool)| match element {
            Element::Words(words) if !optional => all.iter().any(|token| words.iter().any(|word| is(token, word))),
            _ => true,
        };
        if !pattern.iter().all(there) {
            return Vec::new();
        }
        let guarded = all.first().is_some_and(|first| GUARDS.contains(&first.word.as_str()));
        let commas = all.iter().enumerate().filter(|(_, token)| guarded && token.is_mark(",")).map(|(at, _)| at + 1);
        // "On turn ten the two armies ...": without a comma
        let timed = guarded && all.first().is_some_and(|first| TIMES.iter().any(|word| first.is_word(word)));
        let turn = |token: &Token| ["turn", "phase"].iter().any(|word| token.is_word(word));
        let ends = |at: &usize| {
            let counted = matches!(all[*at].sort, Sort::Number(_)) && all[at - 1..*at].iter().any(turn);
            counted
                || turn(&all[*at]) && !all.get(at + 1).is_some_and(|next| matches!(next.sort, Sort::Number(_)) || next.sort == Sort::Mark)
        };
        let time = (1..all.len().min(MAX_TIME + 2)).find(ends).filter(|_| timed).map(|at| at + 1);
        let mut found = Vec::new();
        for start in [0].into_iter().chain(commas).take(MAX_WAYS).chain(time) {
            let mut search = Search { tokens: &all[start..], filled: Vec::new(), ways: Vec::new(), steps: 0 };
            search.go(pattern, 0);
            let ways = search.ways.iter().filter(|filled| !self.unconditional || !is_conditional(all, start, filled));
            let put = ways.map(|filled| self.put(sentence, start, filled));
            // "his queen that is captured ...": in front "his" would be of nobody who was named
            let asks = all.get(start).is_some_and(|first| CONDITIONS.contains(&first.word.as_str()));
            found.extend(put.filter(|other| !asks || !is_somebodys(other.tokens.get(start))));
        }
        found
    }

    fn put(&self, sentence: &Reworded, start: usize, filled: &Filled) -> Reworded {
        let all = &sentence.tokens;
        let in_gap = |at: usize| filled.iter().any(|(_, (from, to))| (start + from..start + to).contains(&at));
        let anchor = (start..all.len()).find(|&at| !in_gap(at)).map_or(Span::default(), |at| all[at].span);
        let mut put = all[..start].to_vec();
        for part in self.meant.split(' ') {
            match part.chars().next().filter(|c| c.is_ascii_uppercase() && part.len() == 1) {
                Some(gap) => {
                    let words = filled.iter().find(|(name, _)| *name == gap).map_or(0..0, |&(_, (from, to))| start + from..start + to);
                    put.extend_from_slice(&all[words]);
                }
                None => put.extend(tokens(part).into_iter().map(|token| Token { span: anchor, leads: false, after_gap: false, ..token })),
            }
        }
        let mut assumed = sentence.assumed.clone();
        assumed.extend(self.assumed.map(str::to_string));
        let halved = sentence.halved || self.unconditional && self.assumed.is_none();
        Reworded { tokens: put, assumed, halved, depth: sentence.depth + 1 }
    }
}

/// A search for a pattern in a sentence, to the sentence's end.
struct Search<'a> {
    tokens: &'a [Token],
    filled: Filled,
    ways: Vec<Filled>,
    steps: usize,
}

impl Search<'_> {
    fn go(&mut self, pattern: &[(Element, bool)], at: usize) {
        self.steps += 1;
        if self.ways.len() == MAX_WAYS || self.steps > MAX_STEPS {
            return;
        }
        let Some(((element, optional), rest)) = pattern.split_first() else {
            if at == self.tokens.len() {
                self.ways.push(self.filled.clone());
            }
            return;
        };
        match element {
            Element::Words(words) => {
                if self.tokens.get(at).is_some_and(|token| token.sort != Sort::Quoted && words.iter().any(|word| is(token, word))) {
                    self.go(rest, at + 1);
                }
                if *optional {
                    self.go(rest, at);
                }
            }
            Element::Gap(name, first, stops) => {
                if *optional {
                    self.go(rest, at);
                }
                let Some(token) = self.tokens.get(at) else { return };
                let number = matches!(name, 'N' | 'M');
                if number && !matches!(token.sort, Sort::Number(_)) || !first.is_empty() && !first.contains(&token.word.as_str()) {
                    return;
                }
                let last = if number { at + 1 } else { self.tokens.len() };
                let next = rest.first().map(|(element, _)| element);
                let behind = |token: &Token| matches!(next, Some(Element::Words(words)) if words.iter().any(|word| is(token, word)));
                for end in at + 1..=last {
                    let over = match stops {
                        Stop::Nowhere => false,
                        Stop::Word => self.tokens[at + 1..end].iter().any(behind),
                        Stop::Comma => self.tokens[at..end].iter().any(|token| token.is_mark(",")),
                        Stop::Player => self.tokens[at..end].iter().any(|token| PLAYERS.iter().any(|player| token.is_word(player))),
                    };
                    if over {
                        break;
                    }
                    self.filled.push((*name, (at, end)));
                    self.go(rest, end);
                    self.filled.pop();
                }
            }
        }
    }
}

/// Whether a word belongs to a turn of phrase, though the grammar does not know it by itself.
pub fn in_a_turn(word: &str) -> bool {
    READY.iter().flat_map(|(_, pattern)| pattern).any(|(element, _)| match element {
        Element::Words(words) => words.contains(&word),
        Element::Gap(_, first, _) => first.contains(&word),
    })
}

/// The table for the reader of the manual.
pub fn listing() -> String {
    let line = |turn: &Turn| {
        let assumed = turn.assumed.map(|assumed| format!(" (assumed: {assumed})")).unwrap_or_default();
        format!("{} = {}{assumed}\n", shown(turn.said), turn.meant)
    };
    all().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_gap_of_a_turn_is_lost() {
        for turn in all() {
            let mut seen = Vec::new();
            for (element, _) in elements(turn.said) {
                if let Element::Gap(name, ..) = element {
                    assert!(!seen.contains(&name), "{}: {name} stands twice", turn.said);
                    seen.push(name);
                    assert!(
                        turn.meant.split(' ').any(|part| part.trim_end_matches('?') == name.to_string()),
                        "{}: {name} is not in {}",
                        turn.said,
                        turn.meant
                    );
                }
            }
        }
    }
}
