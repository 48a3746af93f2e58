//! Texts of several lines, from RULE, PROPOSE or FIX down to END.

use super::commands::command;
use super::{Names, moves, proposals};
use crate::game::courtesy::bare;
use crate::game::order::Order;

/// A text of several lines begins, up to END.
pub(super) fn begins_block(text: &str) -> bool {
    begins_rule(text) || proposals::begins(text) || proposals::begins_fix(text)
}

/// `RULE` alone, or followed by a title, `IN`, `LASTS` or a colon: not "Rule 3 is silly".
fn begins_rule(text: &str) -> bool {
    let (word, rest) = command(text);
    let first = rest.chars().next();
    let opens = text.starts_with("RULE ")
        || first.is_none_or(|c| matches!(c, '"' | '\'' | '“' | '”' | '„' | '«' | ':'))
        || matches!(command(rest).0, "IN" | "LASTS");
    word == "RULE" && opens
}

/// Whether an END follows before another rule begins.
pub(super) fn ends_before_a_rule<'l>(mut lines: impl Iterator<Item = (usize, &'l str)>) -> bool {
    let end = lines.find(|(_, line)| begins_rule(line.trim()) || ends_rule(bare(line).text));
    end.is_some_and(|(_, line)| !begins_rule(line.trim()))
}

/// The lines from RULE, PROPOSE or FIX to END inclusive, or to the end of the letter, and whether NOW stands behind the END.
pub(super) fn ordered_block<'l>(first: &str, lines: &mut impl Iterator<Item = (usize, &'l str)>) -> (Vec<Order>, bool) {
    let (text, now) = block(first, lines);
    let order = match () {
        () if begins_rule(first) => Order::Rule { text },
        () if proposals::begins(first) => Order::Propose { text },
        () => Order::Fix(fix(&text)),
    };
    (vec![order], now)
}

/// What stands between FIX and END.
fn fix(text: &str) -> String {
    let inside: Vec<&str> = text.lines().skip(1).filter(|line| !ends_rule(line)).map(str::trim).collect();
    inside.join(" ").trim().to_owned()
}

/// The first line and those down to END inclusive, or to the end of the letter.
pub(super) fn block<'l>(first: &str, lines: &mut impl Iterator<Item = (usize, &'l str)>) -> (String, bool) {
    let mut text = String::new();
    let mut now = false;
    for line in std::iter::once(first).chain(lines.map(|(_, line)| line)) {
        let last = bare(line);
        let ended = ends_rule(last.text);
        text.push_str(if text.is_empty() { "" } else { "\n" });
        text.push_str(if ended { last.text } else { line });
        if ended {
            now = last.now;
            break;
        }
    }
    (text, now)
}

/// A line whose last word is END: alone, or after the full stop of the last sentence, or after words in quotes.
fn ends_rule(line: &str) -> bool {
    let line = line.trim().trim_end_matches('.');
    let Some(before) = line.strip_suffix("END").or_else(|| line.strip_suffix("End")) else { return line.eq_ignore_ascii_case("end") };
    before.is_empty() || before.trim_end().ends_with(['.', ':', '"', '”', '“', '»']) && before.ends_with(char::is_whitespace)
}

/// `1: RULE ... END` is `RULE IN Zaphod:1 ... END`, and `1: REPEAL w1` is `REPEAL w1 IN Zaphod:1` (R1.3, R1.5); none where a line names no universe
/// before these words, or another one behind them.
pub(super) fn placed(text: &str, names: &Names) -> Option<String> {
    let named = match text.split_once(char::is_whitespace) {
        Some((word, rest)) if word.eq_ignore_ascii_case("in") => rest.trim_start(),
        _ => text,
    };
    let (after, universe) = moves::prefix(named, names)?;
    let order = named[after..].trim_start_matches([':', ' ', '\t']);
    let place = if names.multiverse.is_empty() { universe.to_string() } else { format!("{}:{universe}", names.multiverse) };
    if begins_rule(order) {
        let (title, rest) = titled(order["RULE".len()..].trim_start());
        let rest = rest.trim_start_matches([':', ' ', '\t']);
        let sep = if title.is_empty() { "" } else { " " };
        return (command(rest).0 != "IN").then(|| format!("RULE{sep}{title} IN {place} {rest}").trim_end().to_owned());
    }
    match command(order) {
        ("REPEAL", rest) if !rest.is_empty() && rest.split_whitespace().all(|word| !word.eq_ignore_ascii_case("in")) => {
            let said = bare(rest);
            Some(format!("REPEAL {} IN {place}{}", said.text.trim_end_matches('.'), if said.now { " NOW" } else { "" }))
        }
        _ => None,
    }
}

/// A title in quotes, if a text begins with one, and what stands behind it.
fn titled(text: &str) -> (&str, &str) {
    let quote = |c: char| matches!(c, '"' | '\'' | '“' | '”' | '„' | '«' | '»');
    let mut quotes = text.char_indices().filter(|(_, c)| quote(*c));
    match (quotes.next(), quotes.next()) {
        (Some((0, _)), Some((at, closing))) => text.split_at(at + closing.len_utf8()),
        _ => ("", text),
    }
}
