//! The lines that the writer of a letter wrote: without quotes, the lines above them, signatures, forwarded letters and footers.
//!
//! Invariant: a line is dropped or kept whole, and keeps its number. What is in doubt is dropped when a mail program writes it, kept when a person does.

use super::attribution::{
    begins_signed_text, begins_with_a_header, ends_the_writers_text, has_date, is_attribution, is_last_word, is_phone_signature,
    is_signature_mark, may_be_attribution,
};
use super::cleanup::clean;
use super::line::{Line, may_be_wrapped};

/// Most lines over which a mail program wraps the line above a quote.
const LONGEST_ATTRIBUTION: usize = 3;

/// The unquoted lines of a body, cleaned. Blank lines stay where they part text, one at a time.
pub(super) fn unquote(body: &str) -> Vec<Line> {
    let lines: Vec<&str> = body.lines().collect();
    let mut kept: Vec<Line> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at].trim().is_empty() {
            keep(&mut kept, at + 1, "");
            at += 1;
            continue;
        }
        if ends_here(&lines[at..]) {
            break;
        }
        let dropped = dropped(&lines[at..]);
        if dropped == 0 {
            keep(&mut kept, at + 1, lines[at]);
            at += 1;
        } else {
            keep(&mut kept, at + 1, "");
            at += dropped;
        }
    }
    while kept.last().is_some_and(|line| line.text.is_empty()) {
        kept.pop();
    }
    kept
}

fn keep(kept: &mut Vec<Line>, number: usize, line: &str) {
    let text = clean(line);
    if !text.is_empty() || kept.last().is_some_and(|last| !last.text.is_empty()) {
        kept.push(Line { number, text });
    }
}

/// Whether nothing from here on is the writer's.
fn ends_here(lines: &[&str]) -> bool {
    if is_quoted(lines[0]) || begins_signed_text(lines[0]) {
        return false;
    }
    ends_the_writers_text(&clean_dashes(lines[0]))
        || begins_with_a_header(lines)
        || attribution(lines, is_attribution).is_some_and(|length| !quote_follows(&lines[length..]))
}

/// How many lines from here on are not the writer's: 0 when the first is.
fn dropped(lines: &[&str]) -> usize {
    if is_quoted(lines[0]) || is_phone_signature(lines[0]) {
        return 1;
    }
    if begins_signed_text(lines[0]) {
        return lines.iter().take_while(|line| !line.trim().is_empty()).count();
    }
    if let Some(length) = attribution(lines, may_be_attribution).filter(|length| quote_follows(&lines[*length..])) {
        return length;
    }
    if is_signature_mark(lines[0]) { signature(lines) } else { 0 }
}

/// The length of a signature, its mark included: up to a quote or the line above one.
fn signature(lines: &[&str]) -> usize {
    let goes_on = |at: &usize| {
        !is_quoted(lines[*at])
            && !attribution(&lines[*at..], may_be_attribution).is_some_and(|length| quote_follows(&lines[*at + length..]))
    };
    (1..lines.len()).take_while(goes_on).count() + 1
}

/// The number of lines, wrapped by a mail program, that together are the line above a quote.
fn attribution(lines: &[&str], is_one: fn(&str) -> bool) -> Option<usize> {
    let longest = lines.len().min(LONGEST_ATTRIBUTION);
    for length in 1..=longest {
        let last = lines[length - 1];
        if last.trim().is_empty() || is_quoted(last) || (length > 1 && !may_be_wrapped(lines[length - 2], last) && !is_last_word(last)) {
            return None;
        }
        let dated = |from: usize| Some(join(&lines[from..length])).filter(|joined| is_one(joined) && has_date(joined));
        if length == 1 && is_one(last) {
            return Some(1);
        }
        if dated(0).is_some() {
            // a rule's last line may stand just above: the attribution then begins behind it
            return if (1..length).any(|from| dated(from).is_some()) { None } else { Some(length) };
        }
    }
    None
}

fn join(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

fn quote_follows(lines: &[&str]) -> bool {
    lines.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| is_quoted(line))
}

fn is_quoted(line: &str) -> bool {
    line.trim_start().starts_with(['>', '\u{FF1E}'])
}

/// Dashes as a mail program may have autocorrected them, for the marks that are made of dashes.
fn clean_dashes(line: &str) -> String {
    line.replace('\u{2014}', "--").replace(['\u{2013}', '\u{2212}'], "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: &[&str]) {
        let texts: Vec<String> = unquote(body).into_iter().map(|line| line.text).collect();
        assert_eq!(texts, expected, "{body}");
    }

    #[test]
    fn orders_above_below_and_between_quotes_are_kept() {
        check("1: e4\n\nOn 3 Mar 2026, Custodian wrote:\n> 1: d4\n> board", &["1: e4"]);
        check("On 3 Mar 2026, Custodian <c@example.org>\nwrote:\n\n> 1: d4\n>\n> board\n\n1: e4\n", &["1: e4"]);
        check("> universe 1?\n1: e4\n> universe 2?\n2: Nf3", &["1: e4", "", "2: Nf3"]);
        check(" > 1: d4\n>1: d4\n1: e4", &["1: e4"]);
    }

    #[test]
    fn a_wrapped_line_above_a_quote_takes_nothing_with_it() {
        let rule = "A bishop that has captured a knight may from then on jump like it as well";
        check(&format!("{rule}\nOn Tue, Mar 3, 2026 at 10:15 AM Custodian <\ncustodian@example.org> wrote:\n> x"), &[rule]);
        check(&format!("{rule}\nOn Tue, Mar 3, 2026 at 10:15 AM, the Custodian wrote:\n> x"), &[rule]);
        check(&format!("{rule}\nCustodian <custodian@example.org> wrote:\n> x"), &[rule]);
        check(
            "Am Dienstag, dem dritten Tag im schönen Monat März 2026, schrieb\nCustodian <custodian@example.org>:\n\n> x\n1: e4",
            &["1: e4"],
        );
    }

    #[test]
    fn signatures_end_at_the_quote() {
        check("1: e4\n-- \nAda\n1: d4\n\nAm 3.3.26 schrieb Custodian:\n> x\n2: Nf3", &["1: e4", "", "2: Nf3"]);
        check("1: e4\n\nSent from my iPhone", &["1: e4"]);
        check("1: e4\n\u{2014}\nAda", &["1: e4"]);
    }

    #[test]
    fn forwarded_letters_and_footers_are_dropped_to_the_end() {
        check("1: e4\n---------- Forwarded message ---------\nFrom: x\n\n1: d4", &["1: e4"]);
        check("1: e4\n\nFrom: Custodian <c@example.org>\nSent: Tuesday\nTo: Ada\nSubject: [Zaphod]\n\n1: d4", &["1: e4"]);
        check("1: e4\n_______________________________________________\nChess mailing list\n1: d4", &["1: e4"]);
        check("1: e4\nOn 3 Mar 2026, Custodian wrote:\n\n1: d4", &["1: e4"]);
        check("1: e4\n\u{2014}\u{2014}\u{2013}Original Message\u{2014}\u{2014}\u{2013}\n1: d4", &["1: e4"]);
    }

    #[test]
    fn signed_text_is_read_without_its_armour() {
        check("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n1: e4\n- --\nAda\n-----BEGIN PGP SIGNATURE-----\niQEz\n", &["1: e4"]);
    }

    #[test]
    fn what_a_person_writes_is_kept() {
        check(
            "RULE 2:\nA bishop moves: diagonally\n\n\n\nor as follows:\n  a) knight",
            &["RULE 2:", "A bishop moves: diagonally", "", "or as follows:", "  a) knight"],
        );
        check("- e4\n-> Nf3\nDe: e2\n", &["- e4", "-> Nf3", "De: e2"]);
    }

    #[test]
    fn numbers_are_those_of_the_whole_body() {
        let numbers: Vec<_> = unquote("> a\n> b\n1: e4\n\n2: d4").iter().map(|line| line.number).collect();
        assert_eq!(numbers, [3, 4, 5]);
    }
}
