//! The orders of the procedures as they are written: challenges and votes, presumptions and answers to them, the master's word.

use super::commands::command;
use super::{Names, Order, moves, proposals};
use crate::game::order::Challenging;

/// What stands behind one of these words, or what the word takes.
pub(super) fn read(word: &str, rest: &str) -> Result<Order, &'static str> {
    match word {
        "CHALLENGE" => challenge(rest),
        "OBJECT" => number(rest).map(Order::Object).ok_or("OBJECT and the number of a rule: OBJECT w3"),
        "VOTE" => proposals::vote(rest).ok_or("VOTE, a number and YES or NO: VOTE A1 YES, VOTE c1 NO"),
        "CONFIRM" => number(rest).map(Order::Confirm).ok_or("CONFIRM and the number of a presumption: CONFIRM p1"),
        "DENY" => worded(rest).map(|(id, text)| Order::Deny { id, text }).ok_or(DENY_TAKES),
        "PRESUME" => worded(rest).map(|(rule, text)| Order::Presume { rule, text }).ok_or(PRESUME_TAKES),
        "RULING" if command_is(rest, "DICE") => super::dice::ruling(rest["DICE".len()..].trim())
            .ok_or("RULING DICE VOID and the reason, or RULING DICE and the volumes that count"),
        "RULING" if command_is(rest, "GO") => go_on(rest["GO".len()..].trim()).ok_or("RULING GO ON and the reason"),
        "RULING" => ruling(rest).ok_or("RULING, the number of a challenge and UPHELD or REJECTED: RULING c1 UPHELD \"the reason\""),
        _ => rollback(rest).ok_or("ROLLBACK and a turn, or a turn and a player: ROLLBACK 5, ROLLBACK 5 Ann"),
    }
}

const PRESUME_TAKES: &str =
    "PRESUME, the number of a rule and what you presume that it means: PRESUME w4 \"Ships move up to two squares in any direction.\"";
const DENY_TAKES: &str =
    "DENY, the number of a presumption and what you meant instead: DENY p1 \"Ships move one square in any direction.\"";

/// `PRESUME w4` or `DENY p1` alone on its line: the words stand on the lines below, down to END.
pub(super) fn opens_words(text: &str) -> bool {
    let (word, rest) = command(text);
    matches!(word, "PRESUME" | "DENY") && number(rest).is_some()
}

/// The order of a block that [`opens_words`].
pub(super) fn with_words(first: &str, words: &str) -> Order {
    let (word, rest) = command(first);
    let words = words.trim_end().trim_end_matches('.');
    let words = ["END", "End", "end"].iter().find_map(|end| words.strip_suffix(end)).unwrap_or(words).trim();
    read(word, &format!("{} {words}", rest.trim_end_matches([':', '.']))).unwrap_or_else(|takes| Order::Garbled { takes })
}

/// `w3`, `rule w3`, and nothing else.
fn number(rest: &str) -> Option<String> {
    let rest = rest.trim_end_matches(['.', ':']);
    match rest.split_whitespace().collect::<Vec<_>>()[..] {
        [number] => Some(number.to_lowercase()),
        [word, number] if word.eq_ignore_ascii_case("rule") => Some(number.to_lowercase()),
        _ => None,
    }
}

/// A number and words behind it, with or without quotation marks.
fn worded(rest: &str) -> Option<(String, String)> {
    let rest = rest.strip_prefix("rule ").unwrap_or(rest);
    let (number, words) = rest.split_once(char::is_whitespace)?;
    let words = unquoted(words);
    (!words.is_empty()).then(|| (number.trim_end_matches([':', ',']).to_lowercase(), words))
}

/// Words without the quotation marks around them.
fn unquoted(words: &str) -> String {
    let marks = ['"', '“', '”', '„', '«', '»', '\''];
    let words = words.trim();
    let bare = match words.starts_with(marks) {
        true => words.trim_start_matches(marks).trim_end_matches(marks),
        false => words,
    };
    bare.trim().to_owned()
}

/// `w3 UNDER R8 "they are mine" AND PAUSE`.
fn challenge(rest: &str) -> Result<Order, &'static str> {
    const TAKES: &str = "CHALLENGE, a rule or a player's moves, what they break, and why: CHALLENGE w3 UNDER R8 \"it is unfair\", \
                         CHALLENGE Ann UNDER w2 \"she took a move back\"";
    let quote = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«');
    let (head, reason, tail) = match rest.split_once(quote) {
        Some((head, after)) => match after.rsplit_once(|c: char| quote(c) || c == '»') {
            Some((reason, tail)) => (head, reason, tail),
            None => (head, after, ""),
        },
        None => (rest, "", ""),
    };
    let pauses = |words: &str| words.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("pause"));
    let pause = pauses(tail) || reason.is_empty() && pauses(head);
    let mut target: Vec<&str> = Vec::new();
    let mut under = None;
    let mut words = head.split_whitespace();
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("under") {
            under = words.next().map(|word| word.trim_end_matches(['.', ',', ':']).to_owned());
            break;
        }
        target.push(word);
    }
    while target.last().is_some_and(|word| ["and", "pause"].iter().any(|end| word.eq_ignore_ascii_case(end))) {
        target.pop();
    }
    let target = target.join(" ").trim_end_matches(['.', ',', ':']).to_owned();
    match target.is_empty() {
        true => Err(TAKES),
        false => Ok(Order::Challenge(Challenging { target, under, reason: reason.trim().to_owned(), pause })),
    }
}

/// `c1`, `p1`.
pub(super) fn names_what_is_open(rest: &str) -> bool {
    let number = rest.trim_end_matches('.').strip_prefix(['c', 'C', 'p', 'P']);
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// A text begins with that word.
fn command_is(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word)) && text[word.len()..].starts_with(char::is_whitespace)
}

/// `RULING GO ON the backup is all there is`.
fn go_on(rest: &str) -> Option<Order> {
    let (word, reason) = rest.split_once([' ', ':', ',', '.']).unwrap_or((rest, ""));
    word.eq_ignore_ascii_case("on").then(|| Order::GoOn(unquoted(reason)))
}

fn ruling(rest: &str) -> Option<Order> {
    let (id, rest) = rest.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let uphold = match rest[..end].to_ascii_uppercase().as_str() {
        "UPHELD" | "UPHOLD" => true,
        "REJECTED" | "REJECT" => false,
        _ => return None,
    };
    Some(Order::Ruling { on: id.to_lowercase(), uphold, reason: unquoted(rest[end..].trim_start_matches([',', ':', '.'])) })
}

fn rollback(rest: &str) -> Option<Order> {
    let rest = rest.trim().trim_end_matches('.');
    let rest = rest.strip_prefix("TURN ").or_else(|| rest.strip_prefix("turn ")).unwrap_or(rest);
    let (turn, who) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    // Why he does it stands in his letter.
    let who = who.split(['"', '“', '„']).next().unwrap_or(who).trim();
    Some(Order::Rollback { turn: turn.trim_end_matches(',').parse().ok()?, who: (!who.is_empty()).then(|| who.to_owned()) })
}

/// `1: Bc1-h6 IF p1 ELSE e2-e4`: a move, and another for the case that a presumption is denied.
pub(super) fn alternates(text: &str, names: &Names) -> Option<Vec<Order>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.windows(3).position(|three| {
        let [if_, id, else_] = three else { return false };
        let number = id.trim_start_matches(['p', 'P']);
        if_.eq_ignore_ascii_case("if")
            && else_.trim_end_matches([':', ',']).eq_ignore_ascii_case("else")
            && id.len() > number.len()
            && number.parse::<u32>().is_ok()
    })?;
    let (main, other) = (words[..at].join(" "), words[at + 3..].join(" "));
    let mut orders = moves::read(&main, names);
    let [Order::Move { universe, .. }] = &orders[..] else { return None };
    let universe = *universe;
    // The other move may name its universe once more.
    let other = match &moves::read(&other, names)[..] {
        [Order::Move { universe: again, text, .. }] if again.is_none() || *again == universe => text.clone(),
        _ => other,
    };
    orders.push(Order::Alternate { universe, presumption: words[at + 1].to_lowercase(), text: other });
    Some(orders)
}
