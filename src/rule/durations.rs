//! What has been so for some turns: `a rook that has been besieged for three turns`, `pieces that have stood in the river for two turns`. Nobody
//! remembers where all pieces have stood, so the turns are counted for each piece, and the count begins anew when it is no longer so.

use super::Vocabulary;
use super::christening::said;
use super::lexer::{Sort, Token};

/// How it is said that something has been so.
const BEEN: [&str; 4] = ["been", "stood", "stayed", "remained"];
/// The most words of what has been so.
const MAX_WORDS: usize = 8;

/// Something that has been so, and for how long: `has been besieged for three turns`.
struct Duration {
    /// From "has" to "turns".
    place: std::ops::Range<usize>,
    /// `besieged`, `in the river`.
    state: Vec<Token>,
    /// `at least three`, `more than two`.
    limit: Vec<Token>,
    most: u32,
}

/// With what the name of a count of turns begins.
pub const TURNS: &str = "turns-";

/// The sentences with counts in the place of durations, and those that count. `reads` says whether a sentence is understood with such words.
pub fn counted(sentences: Vec<Vec<Token>>, words: &Vocabulary, reads: impl Fn(&[Token], &Vocabulary) -> bool) -> Vec<Vec<Token>> {
    let mut told: Vec<Vec<Token>> = Vec::new();
    let mut counts: Vec<(String, Vec<Token>, u32)> = Vec::new();
    for mut sentence in sentences {
        let understood = (0..sentence.len()).any(|at| duration(&sentence, at).is_some()) && reads(&sentence, words);
        while let Some(found) = (0..sentence.len()).find_map(|at| duration(&sentence, at)).filter(|_| !understood) {
            let name = format!("{TURNS}{}", spelled(&found.state).join("-"));
            let mut with = words.clone();
            with.tallies.push(name.clone());
            let span = sentence[found.place.start].span;
            if !reads(&gaining(&name, &found.state), &with) {
                break;
            }
            let mut count = said("has", span);
            count.extend(found.limit);
            count.extend(said(&name, span));
            sentence.splice(found.place, count);
            match counts.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., most)) => *most = found.most.max(*most),
                None => counts.push((name, found.state, found.most)),
            }
        }
        told.push(sentence);
    }
    let sentences = counts.iter().flat_map(|(name, state, most)| {
        let span = state[0].span;
        let declared = said(&format!("each piece has {name}, starting at zero, up to {most}"), span);
        let lost = [said(&format!("at the end of every turn, the {name} of every piece that is not"), span), state.clone()].concat();
        let lost = [lost, said("become zero", span)].concat();
        [declared, gaining(name, state), lost]
    });
    sentences.chain(told).collect()
}

/// The sentence that counts one more turn.
fn gaining(name: &str, state: &[Token]) -> Vec<Token> {
    let span = state[0].span;
    [said("at the end of every turn, every piece that is", span), state.to_vec(), said(&format!("gains one {name}"), span)].concat()
}

fn spelled(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(|token| token.word.as_str()).collect()
}

fn duration(sentence: &[Token], at: usize) -> Option<Duration> {
    let is = |at: usize, these: &[&str]| sentence.get(at).is_some_and(|token| these.iter().any(|word| token.is_word(word)));
    (is(at, &["has", "have"]) && is(at + 1, &BEEN)).then_some(())?;
    let length = (1..=MAX_WORDS).find(|length| is(at + 2 + length, &["for"]))?;
    let state = sentence.get(at + 2..at + 2 + length)?;
    state.iter().all(|token| token.sort == Sort::Word).then_some(())?;
    let from = at + 3 + length;
    let number = (from..from + 3).find(|&at| matches!(sentence.get(at).map(|token| &token.sort), Some(Sort::Number(_))))?;
    let Sort::Number(most) = sentence[number].sort else { return None };
    let plain = number == from;
    let limited = matches!(spelled(&sentence[from..number])[..], ["at", "least"] | ["more", "than"]);
    (plain || limited).then_some(())?;
    let more = is(number + 1, &["or"]) && is(number + 2, &["more"]);
    let turns = number + if more { 3 } else { 1 };
    is(turns, &["turn", "turns"]).then_some(())?;
    let end = turns + 1 + if is(turns + 1, &["in"]) && is(turns + 2, &["a"]) && is(turns + 3, &["row"]) { 3 } else { 0 };
    let span = sentence[number].span;
    let limit = if plain { said(&format!("at least {most}"), span) } else { sentence[from..=number].to_vec() };
    Some(Duration { place: at..end, state: state.to_vec(), limit, most: most.saturating_add(1) })
}
