//! A name said behind what it stands for: `While white has a queen, black pawns are bold` is "black pawns are bold while white has a queen".

use super::christening::said;
use super::lexer::{Sort, Token, stands};

const LASTS: [&str; 5] = ["while", "whilst", "when", "whenever", "if"];
const BE: [&str; 2] = ["is", "are"];
/// What is said of a piece that is so, and of no event.
const STATES: [&str; 8] = ["is", "are", "has", "have", "stands", "stand", "attacks", "protects"];
/// Behind "is", what happens to it.
pub const HAPPENS: [&str; 20] = [
    "captured",
    "taken",
    "removed",
    "moved",
    "promoted",
    "placed",
    "put",
    "created",
    "made",
    "chosen",
    "lost",
    "checked",
    "destroyed",
    "killed",
    "returned",
    "converted",
    "held",
    "won",
    "drawn",
    "reborn",
];
/// The most words of whom it is said.
const MAX_WHOM: usize = 4;

/// The same with the name behind the men; None where no name is given so.
pub fn turned(sentence: &[Token]) -> Option<Vec<Token>> {
    let guard = match () {
        () if stands(sentence, 0, &["as"]) && stands(sentence, 1, &["long"]) && stands(sentence, 2, &["as"]) => 3,
        () if stands(sentence, 0, &LASTS) => 1,
        () => return None,
    };
    let comma = sentence.iter().position(|token| token.is_mark(","))?;
    let (asked, told) = (sentence.get(guard..comma)?, &sentence[comma + 1..]);
    let [whom @ .., verb, name] = told else { return None };
    let plain = !whom.is_empty() && whom.len() <= MAX_WHOM && BE.iter().any(|be| verb.is_word(be)) && name.sort == Sort::Word;
    plain.then_some(())?;
    let span = sentence[0].span;
    let while_so = |asked: &[Token]| [said("while", span), asked.to_vec()].concat();
    let state = (1..asked.len()).find(|&at| stands(asked, at, &STATES) && !stands(asked, at + 1, &HAPPENS))?;
    let verb_and_name = [verb.clone(), name.clone()];
    if whom.len() == 1 && ["it", "they"].iter().any(|word| whom[0].is_word(word)) {
        stands(asked, 0, &["a", "an", "any", "every"]).then_some(())?;
        let it = said("it", asked[0].span);
        let so = while_so(&[it.as_slice(), &asked[state..]].concat());
        return Some([&asked[..state], &verb_and_name, &so].concat());
    }
    if ["his", "her", "their", "its"].iter().any(|word| whom[0].is_word(word)) {
        let men = whom.get(1..).filter(|men| !men.is_empty())?;
        let somebody = stands(asked, 0, &["a", "any", "the", "each"]) && stands(asked, 1, &["player"]) && state == 2;
        let king = stands(asked, 0, &["a", "any", "the"]) && state == 2 && stands(asked, 3, &["in"]) && stands(asked, 4, &["check"]);
        if somebody || king && asked.len() == 5 {
            return Some([men, &said("whose owner", span), &asked[state..], &verb_and_name].concat());
        }
        let colour = (state == 1).then(|| asked[0].clone())?;
        return Some([&[colour], men, &verb_and_name, &while_so(asked)].concat());
    }
    Some([whom, &verb_and_name, &while_so(asked)].concat())
}
