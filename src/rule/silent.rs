//! Words in front of a sentence that say nothing about the game: `Please, ...`, `It is hereby decided that ...`.

use super::lexer::Token;
use super::words::{is, shown};

/// Patterns as in the tables of words; a comma behind them belongs to them.
pub const SILENT: [&str; 19] = [
    "for the purpose|purposes of this rule",
    "hear ye",
    "as follows :",
    "please",
    "notwithstanding anything to the contrary",
    "for the avoidance of doubt",
    "it is hereby? decreed|decided|declared|agreed that",
    "the rule is that?",
    "the|this|my new? rule says|means|is that",
    "new rule :",
    "of course",
    "in general",
    "generally|basically|simply|furthermore|moreover|finally|therefore",
    "in addition ,",
    "also ,",
    "besides ,",
    "so ,",
    "ok|okay|well ,?",
    "and|but so?",
];

/// Words that say nothing wherever they stand.
pub const ANYWHERE: [&str; 6] = ["automatically", "simply", "please", "actually", "basically", "hereby"];

/// The table for the reader of the manual.
pub fn listing() -> String {
    let front: Vec<String> = SILENT.iter().map(|pattern| shown(pattern)).collect();
    format!("(nothing, before a sentence) = {}\n(nothing, anywhere) = {}\n", front.join("; "), ANYWHERE.join("; "))
}

/// The sentence without them.
pub fn without(sentence: &[Token]) -> Vec<Token> {
    let speaks = |token: &&Token| !ANYWHERE.iter().any(|word| token.is_word(word));
    let kept: Vec<Token> = leading_off(sentence).iter().filter(speaks).cloned().collect();
    if kept.is_empty() { sentence.to_vec() } else { kept }
}

/// Without what stands in front.
fn leading_off(sentence: &[Token]) -> &[Token] {
    let mut rest = sentence;
    while let Some(length) = SILENT.iter().find_map(|pattern| leading(pattern, rest)).filter(|length| *length < rest.len()) {
        rest = &rest[length..];
        if rest.first().is_some_and(|token| token.is_mark(",")) && rest.len() > 1 {
            rest = &rest[1..];
        }
    }
    rest
}

/// How many tokens in front a pattern takes.
fn leading(pattern: &str, tokens: &[Token]) -> Option<usize> {
    let mut taken = 0;
    for element in pattern.split(' ') {
        let (words, optional) = element.strip_suffix('?').map_or((element, false), |words| (words, true));
        let there = tokens.get(taken).is_some_and(|token| words.split('|').any(|word| is(token, word)));
        match (there, optional) {
            (true, _) => taken += 1,
            (false, true) => {}
            (false, false) => return None,
        }
    }
    Some(taken)
}
