//! `IF fact THEN order ELSE order` (L1): which words are the fact, and which the orders.

use super::commands::{command, read_line};
use super::{Names, Order, moves};
use crate::game::order::Conditional;

/// The most orders that one conditional order may come to, and how deep one may stand in another; ELSE IF goes no deeper.
const MAX_BRANCHES: usize = 8;
const MAX_DEPTH: usize = 3;

/// What begins a text of several lines.
const TEXTS: [&str; 5] = ["rule", "propose", "amend", "fix", "define"];

const TAKES: &str = "IF a fact THEN an order ELSE another: IF my last move was d2-d4 THEN 1: Nb1-c3 ELSE 1: HEISENBERG";
const NO_TEXTS: &str = "IF with moves, PASS, REPEAL or votes as its orders. No rule, proposal, fix or definition hangs on a fact (L1): send it by itself; \
                        when a rule holds it says in its own words, as in: RULE If there is a piece on f3, pieces on f3 may not move. END";
const NOT_AT_ONCE: &str = "IF with moves, PASS, REPEAL or votes as its orders. What counts at once, such as DRAW, RESIGN, DEFINE or CHALLENGE, hangs on no fact \
                           (L1): send it by itself";
const TOO_MANY: &str = "IF with at most 8 branches, one in another at most 3 deep (L1)";

/// A whole conditional order; none where the line is none, as in "If you like, move on". A universe before it is that of its moves.
pub(super) fn read(text: &str, names: &Names) -> Option<Vec<Order>> {
    let (universe, words) = match moves::prefix(text, names) {
        Some((after, universe)) => (Some(universe), &text[after..]),
        None => (None, text),
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    if !words.first().is_some_and(|word| is(word, "if")) || !words.iter().any(|word| is(word, "then")) {
        return None;
    }
    let garbled = |takes: &'static str| Some(vec![Order::Garbled { takes }]);
    if words.iter().filter(|word| is(word, "if")).count() > MAX_BRANCHES * MAX_DEPTH {
        return garbled(TOO_MANY);
    }
    let mut at = 0;
    let Some(mut found) = conditional(&words, &mut at, names).filter(|_| at == words.len()) else {
        let text = |two: &[&str]| (is(two[0], "then") || is(two[0], "else")) && TEXTS.iter().any(|text| is(two[1], text));
        let at_once = |two: &[&str]| {
            let orders = || read_line(two[1], names);
            (is(two[0], "then") || is(two[0], "else")) && !command(two[1]).0.is_empty() && !orders().iter().any(Order::waits)
        };
        return garbled(match () {
            () if words.windows(2).any(text) => NO_TEXTS,
            () if words.windows(2).any(at_once) => NOT_AT_ONCE,
            () => TAKES,
        });
    };
    if depth(&found) > MAX_DEPTH || branches(&found) > MAX_BRANCHES {
        return garbled(TOO_MANY);
    }
    if let Some(universe) = universe {
        place(&mut found, universe);
    }
    Some(vec![Order::If { text: text.to_owned(), conditional: Box::new(found) }])
}

/// Moves that name no universe are made in that one.
fn place(found: &mut Conditional, there: u16) {
    for order in found.then.iter_mut().chain(&mut found.otherwise) {
        match order {
            Order::Move { universe, .. } => *universe = universe.or(Some(there)),
            Order::If { conditional, .. } => place(conditional, there),
            _ => {}
        }
    }
}

/// Whether a line begins with an IF, or with a universe and an IF.
pub(super) fn begins(line: &str) -> bool {
    const NAME_OF_A_UNIVERSE: usize = 3;
    let words: Vec<&str> = line.split_whitespace().take(NAME_OF_A_UNIVERSE + 1).collect();
    let names_one = |before: &[&str]| before.last().is_none_or(|last| last.ends_with([':', '.', ')']));
    words.iter().position(|word| word.eq_ignore_ascii_case("if")).is_some_and(|at| names_one(&words[..at]))
}

fn is(word: &str, keyword: &str) -> bool {
    word.trim_end_matches([',', ':']).eq_ignore_ascii_case(keyword)
}

/// Whether a line goes on with an IF above it: mail programs break long lines. "If I may, here is my move:" is none.
pub(super) fn goes_on(above: &str, line: &str) -> bool {
    let keyword = |word: &str| is(word, "then") || is(word, "else");
    let above_words: Vec<&str> = above.split_whitespace().collect();
    let ordering = above_words.iter().any(|word| is(word, "then"));
    // It stops where an order has to follow, or at its universe.
    let stops = above_words.last().is_some_and(|last| keyword(last) || ordering && last.ends_with(':'));
    begins(above) && line.split_whitespace().next().is_some_and(|first| stops || is(first, "then") || ordering && is(first, "else"))
}

fn conditional(words: &[&str], at: &mut usize, names: &Names) -> Option<Conditional> {
    *at += 1;
    let then = (*at..words.len()).find(|&next| is(words[next], "then"))?;
    let fact = words[*at..then].join(" ");
    *at = then + 1;
    let then = branch(words, at, names)?;
    let otherwise = match words.get(*at) {
        Some(word) if is(word, "else") => {
            *at += 1;
            branch(words, at, names)?
        }
        _ => Vec::new(),
    };
    (!fact.is_empty()).then_some(Conditional { fact, then, otherwise })
}

fn branch(words: &[&str], at: &mut usize, names: &Names) -> Option<Vec<Order>> {
    let first = words.get(*at)?;
    if is(first, "if") {
        let found = conditional(words, at, names)?;
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

/// How deep one stands in another; one behind ELSE only goes on.
fn depth(found: &Conditional) -> usize {
    let of = |orders: &[Order]| match orders {
        [Order::If { conditional, .. }] => depth(conditional),
        _ => 0,
    };
    of(&found.otherwise).max(1 + of(&found.then))
}

fn branches(found: &Conditional) -> usize {
    let of = |orders: &[Order]| match orders {
        [Order::If { conditional, .. }] => branches(conditional),
        [] => 0,
        _ => 1,
    };
    of(&found.then) + of(&found.otherwise)
}
