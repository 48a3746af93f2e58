//! What is done to men in a word of the players' own, and then said of them: `each player may christen one of his pawns. Christened pawns may not be
//! captured`; and whom the maker of the rule names: `whoever makes this rule names one enemy piece; that piece may not capture`. It is a mark.

use super::Vocabulary;
use super::christening::said;
use super::explain::known;
use super::lexer::{Sort, Token, stands};
use super::opened::opens;

/// With what it begins to whom it is done.
const WHOM: [&str; 9] = ["a", "an", "any", "the", "each", "every", "his", "her", "it"];
/// Behind whom something is done: "one of his pawns, which ..." goes on.
const DOERS: [&str; 14] =
    ["may", "can", "must", "player", "players", "he", "she", "they", "owner", "mover", "opponent", "and", "then", "to"];
/// How the maker of the rule takes somebody.
const NAMING: [&str; 12] =
    ["names", "name", "chooses", "choose", "picks", "pick", "selects", "select", "marks", "mark", "appoints", "designates"];
const MAKES: [&str; 7] = ["makes", "made", "enacts", "enacted", "writes", "wrote", "proposes"];
/// What those are called whom the maker has named, where he gives them no name.
const NAMED: &str = "designated";

/// The sentences with marks in the place of such words.
pub fn marked(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let sentences = by_the_maker(sentences);
    let participles: Vec<Option<(usize, String)>> =
        (0..sentences.len()).map(|at| deed(&sentences[at], words).filter(|(verb, done)| used(done, *verb, at, &sentences))).collect();
    let told = |(sentence, deed): (Vec<Token>, Option<(usize, String)>)| {
        let Some((verb, done)) = deed else { return sentence };
        let span = sentence[verb].span;
        let end = whom_ends(&sentence, verb + 1);
        let mark = said(if sentence[verb].word.ends_with("es") { "marks" } else { "mark" }, span);
        let named = said(&format!("as {done}"), sentence[end - 1].span);
        [&sentence[..verb], &mark, &sentence[verb + 1..end], &named, &sentence[end..]].concat()
    };
    sentences.into_iter().zip(participles).map(told).collect()
}

/// A verb that nobody knows with men behind it, and what those are then: `christen` and `christened`.
fn deed(sentence: &[Token], words: &Vocabulary) -> Option<(usize, String)> {
    let any = |at: usize, these: &[&str]| stands(sentence, at, these);
    let verb = (1..sentence.len()).find(|&at| {
        let token = &sentence[at];
        let plain = token.sort == Sort::Word && !token.possessive && !known(token, words) && !opens(token);
        plain && any(at - 1, &DOERS) && sentence.get(at + 1).is_some_and(begins_whom)
    })?;
    Some((verb, participle(&sentence[verb].word)))
}

/// `one of his pawns`, `an enemy piece`, `it`.
fn begins_whom(token: &Token) -> bool {
    matches!(token.sort, Sort::Number(_)) || WHOM.iter().any(|word| token.is_word(word))
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
fn by_the_maker(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let mut told: Vec<Vec<Token>> = Vec::new();
    let mut unnamed = false;
    for sentence in sentences {
        match named(&sentence) {
            Some((mark, by_name)) => {
                told.push(mark);
                unnamed = !by_name;
            }
            None if unnamed => {
                told.push(of_the_named(sentence));
                unnamed = false;
            }
            None => told.push(sentence),
        }
    }
    told
}

/// The sentence that marks whom the maker of the rule names, and whether he gives them a name.
fn named(sentence: &[Token]) -> Option<(Vec<Token>, bool)> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    let verb = maker(sentence)?;
    let verb = verb + usize::from(is(verb, &["may", "must", "can"]));
    (is(verb, &NAMING) && sentence.get(verb + 1).is_some_and(begins_whom)).then_some(())?;
    let rest = &sentence[verb + 1..];
    rest.iter().all(|token| token.sort != Sort::Mark).then_some(())?;
    let by_name = rest.iter().any(|token| token.is_word("as"));
    let span = sentence[verb].span;
    let mut whom = rest.to_vec();
    if matches!(whom[0].sort, Sort::Number(1)) && !whom.get(1).is_some_and(|next| next.is_word("of")) {
        whom.splice(..1, said("a", rest[0].span));
    }
    let mark = match by_name {
        true => [said("choose", span), whom].concat(),
        false => [said("mark", span), whom, said(&format!("as {NAMED}"), rest[rest.len() - 1].span)].concat(),
    };
    Some((mark, by_name))
}

/// Where the verb of a sentence stands whose subject makes this rule: `whoever makes this rule names ...`, `when this rule is made, its maker names ...`.
fn maker(sentence: &[Token]) -> Option<usize> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    let rule = |at: usize| is(at, &["this", "the"]) && is(at + 1, &["rule"]);
    let from = usize::from(is(0, &["the"]));
    if is(0, &["when"]) && rule(1) && is(3, &["is", "comes"]) && is(4, &["made", "enacted", "into"]) {
        let comma = sentence.iter().position(|token| token.is_mark(","))?;
        let who = comma + 1 + usize::from(is(comma + 1, &["the", "its"]));
        is(who, &["maker", "author", "player", "proposer"]).then_some(())?;
        let makes = is(who + 1, &["who", "that"]) && is(who + 2, &MAKES);
        let of = is(who + 1, &["of"]) && rule(who + 2);
        let it = usize::from(makes) * (2 + if rule(who + 3) { 2 } else { 1 });
        return Some(who + 1 + if of { 3 } else { it });
    }
    match () {
        () if is(from, &["player"]) && is(from + 1, &["who", "that"]) && is(from + 2, &MAKES) && rule(from + 3) => Some(from + 5),
        () if is(0, &["whoever"]) && is(1, &MAKES) && rule(2) => Some(4),
        () if is(from, &["maker", "author", "proposer"]) && is(from + 1, &["of"]) && rule(from + 2) => Some(from + 4),
        () => None,
    }
}

/// `that piece may not capture`: whoever has been named.
fn of_the_named(sentence: Vec<Token>) -> Vec<Token> {
    let is = |at: usize, these: &[&str]| stands(&sentence, at, these);
    let again = match () {
        () if is(0, &["it"]) => 1,
        () if is(0, &["that", "this", "the"]) && is(1, &["chosen", "named", "selected"]) => 3,
        () if is(0, &["that", "this", "the"]) => 2,
        () => return sentence,
    };
    let those = said(&format!("a {NAMED} piece"), sentence[0].span);
    [those, sentence.get(again..).unwrap_or_default().to_vec()].concat()
}
