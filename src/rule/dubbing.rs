//! What is done to men in a word of the players' own, and then said of them: `each player may christen one of his pawns. Christened pawns may not be
//! captured`; and whom the maker of the rule names: `whoever makes this rule names one enemy piece; that piece may not capture`. It is a mark.

use super::Vocabulary;
use super::christening::said;
use super::explain::known;
use super::lexer::{Sort, Token};

/// With what it begins to whom it is done.
const WHOM: [&str; 11] = ["one", "a", "an", "any", "the", "each", "every", "his", "her", "it", "two"];
/// Behind whom something is done: "one of his pawns, which ..." goes on.
const DOERS: [&str; 14] = ["may", "can", "must", "player", "players", "he", "she", "they", "owner", "mover", "opponent", "and", "then", "to"];
/// How the maker of the rule takes somebody.
const NAMING: [&str; 12] =
    ["names", "name", "chooses", "choose", "picks", "pick", "selects", "select", "marks", "mark", "appoints", "designates"];
const MAKES: [&str; 7] = ["makes", "made", "enacts", "enacted", "writes", "wrote", "proposes"];
/// What those are called whom the maker has named, where he gives them no name.
const NAMED: &str = "named";

/// The sentences with marks in the place of such words.
pub fn marked(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let sentences: Vec<Vec<Token>> = sentences.into_iter().flat_map(by_the_maker).collect();
    let participles: Vec<Option<(usize, String)>> =
        (0..sentences.len()).map(|at| deed(&sentences[at], words).filter(|(verb, done)| used(done, *verb, at, &sentences))).collect();
    let told = |(sentence, deed): (Vec<Token>, Option<(usize, String)>)| {
        let Some((verb, done)) = deed else { return sentence };
        let span = sentence[verb].span;
        let end = whom_ends(&sentence, verb + 1);
        let mark = said(if sentence[verb].word.ends_with("es") { "marks" } else { "mark" }, span);
        [&sentence[..verb], &mark, &sentence[verb + 1..end], &said(&format!("as {done}"), span), &sentence[end..]].concat()
    };
    sentences.into_iter().zip(participles).map(told).collect()
}

/// A verb that nobody knows with men behind it, and what those are then: `christen` and `christened`.
fn deed(sentence: &[Token], words: &Vocabulary) -> Option<(usize, String)> {
    let any = |at: usize, these: &[&str]| sentence.get(at).is_some_and(|token| these.iter().any(|word| token.is_word(word)));
    let verb = (1..sentence.len()).find(|&at| {
        let token = &sentence[at];
        let plain = token.sort == Sort::Word && !token.possessive && !known(token, words);
        plain && any(at - 1, &DOERS) && any(at + 1, &WHOM)
    })?;
    Some((verb, participle(&sentence[verb].word)))
}

/// `christened`, `blessed`, `cursed`.
fn participle(verb: &str) -> String {
    let plain = match verb.strip_suffix("es") {
        Some(stem) if ["ss", "sh", "ch", "x"].iter().any(|end| stem.ends_with(end)) => stem,
        _ if verb.ends_with("ss") => verb,
        _ => verb.strip_suffix('s').unwrap_or(verb),
    };
    match plain.ends_with('e') {
        true => format!("{plain}d"),
        false => format!("{plain}ed"),
    }
}

/// Where it ends to whom something is done: at a mark, or what begins something else.
fn whom_ends(sentence: &[Token], from: usize) -> usize {
    const ENDS: [&str; 9] = ["instead", "for", "and", "then", "when", "if", "until", "once", "after"];
    let ends = |token: &Token| token.sort == Sort::Mark || ENDS.iter().any(|word| token.is_word(word));
    sentence[from..].iter().position(ends).map_or(sentence.len(), |end| from + end)
}

/// Whether it is said of somebody anywhere else.
fn used(done: &str, verb: usize, at: usize, sentences: &[Vec<Token>]) -> bool {
    let here = sentences[at].iter().skip(verb + 1).any(|token| token.is_word(done));
    here || sentences.iter().enumerate().any(|(other, sentence)| other != at && sentence.iter().any(|token| token.is_word(done)))
}

/// `the player who makes this rule names one enemy piece; that piece may not capture`: it is marked at once.
fn by_the_maker(sentence: Vec<Token>) -> Vec<Vec<Token>> {
    let is = |at: usize, these: &[&str]| sentence.get(at).is_some_and(|token| these.iter().any(|word| token.is_word(word)));
    let rule = |at: usize| is(at, &["this", "the"]) && is(at + 1, &["rule"]);
    let from = usize::from(is(0, &["the"]));
    let maker = match () {
        () if is(from, &["player", "one"]) && is(from + 1, &["who", "that"]) && is(from + 2, &MAKES) && rule(from + 3) => from + 5,
        () if is(0, &["whoever"]) && is(1, &MAKES) && rule(2) => 4,
        () if is(from, &["maker", "author", "proposer"]) && is(from + 1, &["of"]) && rule(from + 2) => from + 4,
        () if is(0, &["when"]) && rule(1) && is(3, &["is", "comes"]) => {
            let comma = sentence.iter().position(|token| token.is_mark(","));
            let Some(comma) = comma.filter(|_| is(4, &["made", "enacted", "into"])) else { return vec![sentence] };
            let who = comma + 1 + usize::from(is(comma + 1, &["the", "its"]));
            let of = if is(who + 1, &["of"]) && rule(who + 2) { 3 } else { 0 };
            match is(who, &["maker", "author", "player", "proposer"]) {
                true => who + 1 + of,
                false => return vec![sentence],
            }
        }
        () => return vec![sentence],
    };
    let may = usize::from(is(maker, &["may", "must", "can"]));
    let verb = maker + may;
    if !is(verb, &NAMING) || !is(verb + 1, &WHOM) {
        return vec![sentence];
    }
    let joint = |at: usize| sentence[at].is_mark(";") || sentence[at].is_mark(":") || sentence[at].is_mark(",");
    let end = (verb + 1..sentence.len()).find(|&at| joint(at)).unwrap_or(sentence.len());
    let named = (verb + 1..end).find(|&at| is(at, &["as"]));
    let (whom_end, name) = match named.and_then(|at| sentence.get(at + 1).map(|name| (at, name.word.clone()))) {
        Some((at, name)) if at + 2 == end => (at, name),
        _ => (end, NAMED.to_string()),
    };
    let span = sentence[verb].span;
    let mark = [said("mark", span), sentence[verb + 1..whom_end].to_vec(), said(&format!("as {name}"), span)].concat();
    let rest = sentence.get(end + 1..).unwrap_or_default();
    let again = match rest {
        [first, ..] if first.is_word("it") => 1,
        [first, second, ..] if ["that", "this", "the"].iter().any(|word| first.is_word(word)) && second.sort == Sort::Word => {
            let chosen = ["chosen", "named", "selected"].iter().any(|word| second.is_word(word));
            2 + usize::from(chosen)
        }
        [] => return vec![mark],
        _ => return vec![sentence],
    };
    let those = said(&format!("a {name} piece"), rest[0].span);
    vec![mark, [those, rest[again..].to_vec()].concat()]
}
