//! `IF fact THEN order ELSE order` (L1): which words are the fact, and which the orders.

use super::commands::read_line;
use super::{Names, Order};
use crate::game::order::Conditional;

/// The most orders that one conditional order may come to, and how deep one may stand in another.
const MAX_BRANCHES: usize = 8;
const MAX_DEPTH: usize = 3;

const TAKES: &str = "IF a fact THEN an order ELSE another: IF my last move was d2-d4 THEN 1: Nb1-c3 ELSE 1: HEISENBERG";
const TOO_MANY: &str = "IF with at most 8 branches, one in another at most 3 deep (L1)";

/// A whole conditional order; none where the line is none, as in "If you like, move on".
pub(super) fn read(text: &str, names: &Names) -> Option<Vec<Order>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !words.first().is_some_and(|word| is(word, "if")) || !words.iter().any(|word| is(word, "then")) {
        return None;
    }
    let mut at = 0;
    let garbled = |takes: &'static str| Some(vec![Order::Garbled { takes }]);
    let Some(found) = conditional(&words, &mut at, names, 1).filter(|_| at == words.len()) else { return garbled(TAKES) };
    if depth(&found) > MAX_DEPTH || branches(&found) > MAX_BRANCHES {
        return garbled(TOO_MANY);
    }
    Some(vec![Order::If { text: text.to_owned(), conditional: Box::new(found) }])
}

fn is(word: &str, keyword: &str) -> bool {
    word.trim_end_matches([',', ':']).eq_ignore_ascii_case(keyword)
}

/// Whether a line goes on with an IF above it: mail programs break long lines. "If I may, here is my move:" is none.
pub(super) fn goes_on(above: &str, line: &str) -> bool {
    let keyword = |word: &str| is(word, "then") || is(word, "else");
    let above: Vec<&str> = above.split_whitespace().collect();
    let begun = above.first().is_some_and(|word| word.eq_ignore_ascii_case("if"));
    let ordering = above.iter().any(|word| is(word, "then"));
    // It stops where an order has to follow, or at its universe.
    let stops = above.last().is_some_and(|last| keyword(last) || ordering && last.ends_with(':'));
    begun && line.split_whitespace().next().is_some_and(|first| stops || is(first, "then") || ordering && is(first, "else"))
}

fn conditional(words: &[&str], at: &mut usize, names: &Names, deep: usize) -> Option<Conditional> {
    if deep > MAX_DEPTH + 1 {
        return None;
    }
    *at += 1;
    let then = (*at..words.len()).find(|&next| is(words[next], "then"))?;
    let fact = words[*at..then].join(" ");
    *at = then + 1;
    let then = branch(words, at, names, deep)?;
    let otherwise = match words.get(*at) {
        Some(word) if is(word, "else") => {
            *at += 1;
            branch(words, at, names, deep)?
        }
        _ => Vec::new(),
    };
    (!fact.is_empty()).then_some(Conditional { fact, then, otherwise })
}

fn branch(words: &[&str], at: &mut usize, names: &Names, deep: usize) -> Option<Vec<Order>> {
    let first = words.get(*at)?;
    if is(first, "if") {
        let found = conditional(words, at, names, deep + 1)?;
        return Some(vec![Order::If { text: String::new(), conditional: Box::new(found) }]);
    }
    let end = (*at..words.len()).find(|&next| is(words[next], "else")).unwrap_or(words.len());
    let text = words[*at..end].join(" ");
    *at = end;
    let orders = read_line(text.trim_end_matches([',', ';']), names);
    // `1:` alone orders nothing.
    let says = |order: &Order| match order {
        Order::Garbled { .. } => false,
        Order::Move { text, .. } => !text.trim().is_empty(),
        order => order.waits(),
    };
    let known = !orders.is_empty() && orders.iter().all(says);
    known.then_some(orders)
}

fn depth(found: &Conditional) -> usize {
    let inner = found.then.iter().chain(&found.otherwise).filter_map(|order| match order {
        Order::If { conditional, .. } => Some(depth(conditional)),
        _ => None,
    });
    1 + inner.max().unwrap_or(0)
}

fn branches(found: &Conditional) -> usize {
    let of = |orders: &[Order]| match orders {
        [Order::If { conditional, .. }] => branches(conditional),
        [] => 0,
        _ => 1,
    };
    of(&found.then) + of(&found.otherwise)
}
