//! What is said of a kind that nobody has named yet, told for each kind by itself: `he names a kind of piece: pieces of this kind may not move for two
//! turns`, `it becomes the kind it captured for one turn`.

use super::Vocabulary;
use super::christening::said;
use super::lexer::{Sort, Token};

/// How a player is said to name something.
const NAMES: [&str; 10] = ["names", "name", "chooses", "choose", "picks", "pick", "selects", "select", "declares", "declare"];
/// The most kinds of which it is told.
const MAX_KINDS: usize = 12;

/// The sentences that say the same with each kind by its name.
pub fn told(sentence: &[Token], words: &Vocabulary) -> Option<Vec<Vec<Token>>> {
    (words.kinds.len() <= MAX_KINDS).then_some(())?;
    named(sentence, words).map(|one| vec![one]).or_else(|| captured(sentence, words))
}

fn is(token: &Token, these: &[&str]) -> bool {
    these.iter().any(|word| token.is_word(word))
}

/// Whether these words stand there, one after the other.
fn stand(sentence: &[Token], at: usize, row: &[&[&str]]) -> bool {
    row.iter().enumerate().all(|(ahead, these)| sentence.get(at + ahead).is_some_and(|token| is(token, these)))
}

/// `..., he names a kind of piece: pieces of this kind may not move for two turns`: one thing for each kind, of which he chooses one.
fn named(sentence: &[Token], words: &Vocabulary) -> Option<Vec<Token>> {
    let verb = (1..sentence.len()).find(|&at| {
        is(&sentence[at], &NAMES)
            && stand(sentence, at + 1, &[&["a", "one", "any"], &["kind", "type", "sort"], &["of"], &["piece", "pieces", "man", "men"]])
    })?;
    let mut from = verb + 5;
    while sentence.get(from).is_some_and(|token| token.sort == Sort::Mark || is(token, &["and", "then"])) {
        from += 1;
    }
    let span = sentence[verb].span;
    let rest = &sentence[from..];
    (!rest.is_empty()).then_some(())?;
    // who names it: what stands before the verb, back to the comma or the beginning
    let begin = sentence[..verb].iter().rposition(|token| token.sort == Sort::Mark).map_or(0, |at| at + 1);
    let mut who = &sentence[begin..verb];
    while let Some((last, kept)) = who.split_last().filter(|(last, _)| is(last, &["may", "can", "must"])) {
        // "he may name": that would be left to him
        if last.is_word("may") && !sentence[..begin].is_empty() && !instead(&sentence[..begin]) {
            return None;
        }
        who = kept;
    }
    let player = ["a", "each", "every", "any", "the"];
    let chooser = match who {
        [he] if is(he, &["he", "she", "they"]) => said("the mover likes", span),
        [one, other] if is(one, &player) && other.is_word("player") => said("the mover likes", span),
        who if !who.is_empty() => [who.to_vec(), said("likes", span)].concat(),
        _ => return None,
    };
    let before = match sentence[..begin].split_last() {
        _ if instead(&sentence[..begin]) => said("each player may order this instead of moving :", span),
        Some(_) => sentence[..begin].to_vec(),
        None => return None,
    };
    let mut ways = Vec::new();
    for kind in &words.kinds {
        let way = of_that_kind(rest, &kind.plural)?;
        let joint = if ways.is_empty() { "either (" } else { ") or (" };
        ways.extend([said(joint, span), way].concat());
    }
    Some([before, ways, said(") , as", span), chooser].concat())
}

/// `Instead of moving,`.
fn instead(before: &[Token]) -> bool {
    stand(before, 0, &[&["instead"], &["of"], &["moving", "a"]])
}

/// The words with the kind in the place of `pieces of this kind`; None where nothing speaks of it.
fn of_that_kind(rest: &[Token], plural: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut spoken = false;
    while at < rest.len() {
        let article = usize::from(is(&rest[at], &["all", "every", "each"]));
        if stand(rest, at + article, &[&["pieces", "piece", "men"], &["of"], &["this", "that", "the"], &["kind", "type", "sort"]]) {
            found.extend(said(plural, rest[at].span));
            at += article + 4;
            spoken = true;
            continue;
        }
        found.push(rest[at].clone());
        at += 1;
    }
    spoken.then_some(found)
}

/// `When a knight captures a piece, it becomes the kind it captured for one turn`: a sentence for each kind; a real king is captured for good.
fn captured(sentence: &[Token], words: &Vocabulary) -> Option<Vec<Vec<Token>>> {
    let kind = (1..sentence.len()).find(|&at| {
        is(&sentence[at], &["become", "becomes"])
            && stand(sentence, at + 1, &[&["the"], &["kind", "type", "sort"]])
            && sentence[at + 3..].iter().take(5).any(|token| is(token, &["captured", "took"]))
    })?;
    let time = (kind..sentence.len()).find(|&at| sentence[at].is_word("for"))?;
    let verb = sentence[..kind].iter().position(|token| is(token, &["captures", "capture", "takes"]))?;
    let span = sentence[kind].span;
    let (when, who) = match &sentence[..verb] {
        [when, who @ ..] if is(when, &["when", "whenever", "if", "after"]) => (vec![when.clone()], who),
        [who @ .., that] if is(that, &["that", "which"]) => (said("when", span), who),
        _ => return None,
    };
    // whom it captures: anybody, or nothing is said
    let prey = &sentence[verb + 1..kind];
    let prey = prey.iter().take_while(|token| token.sort != Sort::Mark && !token.is_word("it"));
    prey.clone().all(|token| is(token, &["a", "an", "any", "another", "enemy", "piece", "man", "something"])).then_some(())?;
    (!who.is_empty()).then_some(())?;
    let other = |name: &str| !who.iter().any(|token| token.is_word(name));
    let kinds = words.kinds.iter().filter(|kind| !kind.royal && other(&kind.name) && other(&kind.plural));
    let each = kinds.map(|kind| {
        let event =
            [when.clone(), who.to_vec(), said(&format!("captures a {} , the capturing piece becomes a {}", kind.name, kind.name), span)];
        [event.concat(), sentence[time..].to_vec()].concat()
    });
    Some(each.collect())
}
