//! Dice of other than six faces: `roll an eight-sided die: on 8 ...`, `roll a d12: ...`, `a die with ten sides`. The sentence rolls a die, and how many sides
//! that has stands before its outcomes.

use super::christening::said;
use super::lexer::{Sort, Token, cardinal, number_word, stands};
use super::{Form, Vocabulary};

/// Behind the number of its sides, in one word with it.
const SIDED: &str = "-sided";
const DICE: [&str; 2] = ["die", "dice"];
const ROLLS: [&str; 9] = ["roll", "rolls", "rolled", "throw", "throws", "thrown", "cast", "casts", "rolling"];

/// How many sides a word gives a die.
pub fn sides(word: &str) -> Option<u32> {
    let number = word.strip_suffix(SIDED)?;
    number.parse().ok().or_else(|| cardinal(number))
}

/// Where a sentence tells of a die how many sides it has.
struct Told {
    /// The words that say so, the die among them.
    words: std::ops::Range<usize>,
    sides: u32,
}

fn number(sentence: &[Token], at: usize) -> Option<u32> {
    match sentence.get(at)?.sort {
        Sort::Number(number) => Some(number),
        _ => None,
    }
}

impl Told {
    fn of(sentence: &[Token]) -> Option<Told> {
        (0..sentence.len()).find_map(|at| Told::before(sentence, at).or_else(|| Told::behind(sentence, at)))
    }

    /// `eight-sided die`, `8 sided die`; behind "roll a" also `d8`.
    fn before(sentence: &[Token], at: usize) -> Option<Told> {
        let word = &sentence[at].word;
        if let Some(sides) = sides(word).filter(|_| stands(sentence, at + 1, &DICE)) {
            return Some(Told { words: at..at + 2, sides });
        }
        let sided = at + 1 + usize::from(sentence.get(at + 1).is_some_and(|next| next.is_mark("-")));
        if let Some(sides) = number(sentence, at).filter(|_| stands(sentence, sided, &["sided"]) && stands(sentence, sided + 1, &DICE)) {
            return Some(Told { words: at..sided + 2, sides });
        }
        let rolled = at > 1 && stands(sentence, at - 1, &["a", "an", "one", "the"]) && stands(sentence, at - 2, &ROLLS);
        let sides = word.strip_prefix('d').filter(|_| rolled)?.parse().ok()?;
        Some(Told { words: at..at + 1, sides })
    }

    /// `die with eight sides`.
    fn behind(sentence: &[Token], at: usize) -> Option<Told> {
        let with =
            stands(sentence, at, &DICE) && stands(sentence, at + 1, &["with", "of"]) && stands(sentence, at + 3, &["sides", "faces"]);
        let sides = number(sentence, at + 2).filter(|_| with)?;
        Some(Told { words: at..at + 4, sides })
    }
}

/// The sentence with a die of which no sides are said, and how many there are before its outcomes.
pub fn told(mut sentence: Vec<Token>) -> Vec<Token> {
    let Some(Told { words, sides }) = Told::of(&sentence) else { return sentence };
    let parts = |at: &usize| sentence[*at].sort == Sort::Mark || stands(&sentence, *at, &["and", "then"]);
    let Some(outcomes) = (words.end..sentence.len()).find(parts) else { return sentence };
    let span = sentence[words.start].span;
    let mut word = said("sided", span);
    word[0].word = format!("{}{SIDED}", number_word(sides));
    sentence.splice(outcomes + 1..outcomes + 1, word);
    sentence.splice(words.clone(), said("die", span));
    if words.start > 0 && stands(&sentence, words.start - 1, &["an"]) {
        let article = said("a", sentence[words.start - 1].span);
        sentence.splice(words.start - 1..words.start, article);
    }
    sentence
}

/// `Each turn an eight-sided die is rolled. Pieces on the file with that number may not move.`, where the board has as many files: a file is drawn.
pub fn drawn(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let rolls = sentences.iter().enumerate().find_map(|(at, sentence)| Some((at, Told::of(sentence)?)));
    let Some((at, Told { words: die, sides })) = rolls else { return sentences };
    let extent = words.standard.iter().rev().find_map(|form| match form {
        Form::Board { files, ranks } => Some((i64::from(*files), i64::from(*ranks))),
        _ => None,
    });
    let Some((files, ranks)) = extent else { return sentences };
    let lines = [("file", files), ("column", files), ("rank", ranks), ("row", ranks)];
    let line = |sentence: &[Token], from: usize| {
        let (name, _) = lines.iter().find(|(name, many)| stands(sentence, from + 1, &[name]) && *many == i64::from(sides))?;
        let of = stands(sentence, from, &["the"])
            && stands(sentence, from + 2, &["with", "of"])
            && stands(sentence, from + 3, &["that", "this", "the"]);
        (of && stands(sentence, from + 4, &["number"])).then_some(*name)
    };
    let first = &sentences[at];
    let end = die.end + if stands(first, die.end, &["is"]) && stands(first, die.end + 1, &ROLLS) { 2 } else { 0 };
    let article = die.start.saturating_sub(1);
    let begin = if article > 0 && stands(first, article - 1, &ROLLS) { article - 1 } else { article };
    let whole = end == first.len() && (begin < article || end > die.end);
    let spoken = |sentence: &Vec<Token>| (0..sentence.len()).find_map(|from| Some((from, line(sentence, from)?)));
    let Some((_, name)) = sentences.iter().skip(at + 1).find_map(spoken).filter(|_| whole) else { return sentences };
    let told = |(place, sentence): (usize, &Vec<Token>)| {
        let mut sentence = sentence.clone();
        if place == at {
            let lot = said(&format!("a random {name} is drawn"), sentence[die.start].span);
            sentence.splice(begin..end, lot);
            return sentence;
        }
        while let Some((from, name)) = spoken(&sentence) {
            let that = said(&format!("that {name}"), sentence[from].span);
            let many = 5 + usize::from(stands(&sentence, from + 5, &["rolled", "thrown"]));
            sentence.splice(from..from + many, that);
        }
        sentence
    };
    sentences.iter().enumerate().map(told).collect()
}
