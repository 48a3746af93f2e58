//! Orders about dice: beacons, volumes, stocks and throws.

use chrono::NaiveDate;

use crate::game::order::{Order, Report};

/// Hexadecimal digits of a signature.
const SIGNATURE: usize = 96;

/// What stands behind one of the four words, or what the word takes.
pub(super) fn read(word: &str, rest: &str) -> Result<Order, &'static str> {
    match word {
        "BEACON" => beacon(rest).ok_or("BEACON, the number of a round and its signature of 96 hexadecimal digits"),
        "REPORT" => report(rest).map(Order::Report).ok_or(
            "REPORT and the volumes as printed: REPORT IBM 4512387, with the day if it is a later one: ON 2026-05-15; or REPORT YES",
        ),
        "STOCK" => stock(rest).ok_or("STOCK, stocks and a date: STOCK IBM, KO ON 2026-05-14"),
        _ => throw(rest).ok_or("THROW and the digits that the dice show: THROW 4 7"),
    }
}

/// `BEACON 1000` without a whole signature behind the round.
pub(super) fn lacks_digits(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().is_some_and(|word| word.trim_end_matches(':').eq_ignore_ascii_case("beacon"));
    first && words.next().is_some_and(|round| round.parse::<u64>().is_ok()) && words.map(str::len).sum::<usize>() < SIGNATURE
}

/// The rest of a signature that stands on a line of its own.
pub(super) fn are_digits(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.len() <= SIGNATURE && line.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// `REPORT IBM 4512387,` or `REPORT IBM`: broken where more has to follow.
pub(super) fn lacks_volumes(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [first, .., last] = words[..] else { return text.trim().eq_ignore_ascii_case("report") };
    let is_stock = |word: &str| word.len() <= 6 && word.bytes().all(|c| c.is_ascii_uppercase() || c == b'.');
    first.trim_end_matches(':').eq_ignore_ascii_case("report") && (last.ends_with(',') || is_stock(last) || last == "ON")
}

/// The rest of a report that stands on a line of its own: stocks, volumes, a date.
pub(super) fn are_volumes(line: &str) -> bool {
    let is_part = |word: &str| word.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || matches!(c, b',' | b'.' | b'-'));
    line.bytes().any(|c| c.is_ascii_digit()) && line.split_whitespace().all(is_part)
}

fn beacon(rest: &str) -> Option<Order> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (round, signature) = words.split_first().filter(|(_, signature)| !signature.is_empty())?;
    let round = round.trim_end_matches([',', ':']).parse().ok()?;
    Some(Order::Beacon { round, signature: signature.concat() })
}

/// Volumes, each behind its stock; commas may part their thousands, or one from the next.
fn report(rest: &str) -> Option<Report> {
    let rest = rest.trim_end_matches('.');
    if ["yes", "confirmed", "confirm", "same"].iter().any(|word| rest.eq_ignore_ascii_case(word)) {
        return Some(Report::Yes);
    }
    let (rest, date) = match dated(rest) {
        Some((before, date)) => (before, Some(date)),
        None => (rest, None),
    };
    let mut volumes = Vec::new();
    let mut ticker = None;
    for word in rest.replace('=', " ").split_whitespace().filter(|word| !word.eq_ignore_ascii_case("and")) {
        let word = word.trim_matches([',', ';', ':', '.']);
        let digits: String = word.chars().filter(|c| !matches!(c, ',' | '.')).collect();
        match digits.bytes().all(|digit| digit.is_ascii_digit()) {
            true if !digits.is_empty() => volumes.push((ticker.take(), digits)),
            true => {}
            false if ticker.is_none() => ticker = Some(word.to_ascii_uppercase()),
            false => return None,
        }
    }
    (!volumes.is_empty() && ticker.is_none()).then_some(Report::Volumes { volumes, date })
}

/// `RULING DICE VOID the relays are gone`, `RULING DICE IBM 4512387 "the paper says so"`.
pub(super) fn ruling(rest: &str) -> Option<Order> {
    let (first, reason) = rest.split_once([' ', ':', ',']).unwrap_or((rest, ""));
    if first.eq_ignore_ascii_case("void") {
        return Some(Order::DiceVoid(reason.trim().trim_matches(['"', '“', '”']).to_owned()));
    }
    let (figures, reason) = rest.split_once(['"', '“', '”']).unwrap_or((rest, ""));
    let Report::Volumes { volumes, date } = report(figures.trim())? else { return None };
    let reason = reason.trim().trim_end_matches(['"', '“', '”']).to_owned();
    Some(Order::DiceFigures { volumes, date, reason })
}

fn stock(rest: &str) -> Option<Order> {
    let (before, date) = dated(rest.trim_end_matches('.'))?;
    let tickers = super::list(before).iter().map(|ticker| ticker.to_ascii_uppercase()).collect();
    Some(Order::Stock { tickers, date })
}

fn throw(rest: &str) -> Option<Order> {
    rest.contains(|c: char| c.is_ascii_digit()).then(|| Order::Throw(rest.trim_end_matches('.').to_owned()))
}

/// What stands before a date at the end, and the date; `ON` may stand between them.
fn dated(text: &str) -> Option<(&str, NaiveDate)> {
    let starts = text.match_indices(char::is_whitespace).map(|(at, _)| at + 1).chain(std::iter::once(0));
    let found = starts.filter_map(|at| Some((at, date(text.get(at..)?.trim())?))).min_by_key(|(at, _)| *at);
    let (at, date) = found?;
    let before = text[..at].trim();
    let on = before.len().checked_sub(2).filter(|&at| before.is_char_boundary(at) && before[at..].eq_ignore_ascii_case("on"));
    let before = on.filter(|&at| at == 0 || before[..at].ends_with(char::is_whitespace)).map_or(before, |at| &before[..at]);
    Some((before.trim().trim_end_matches([',', ';', ':']), date))
}

/// `2026-05-14`, `14 May 2026`, `May 14, 2026`.
fn date(text: &str) -> Option<NaiveDate> {
    ["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%B %d %Y"].iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn volumes(named: &[(&str, &str)], date: Option<&str>) -> Option<Report> {
        let volume = |(ticker, volume): &(&str, &str)| ((!ticker.is_empty()).then(|| (*ticker).to_owned()), (*volume).to_owned());
        Some(Report::Volumes { volumes: named.iter().map(volume).collect(), date: date.map(day) })
    }

    #[test]
    fn volumes_are_read_as_people_write_them() {
        assert_eq!(report("IBM 4,512,387"), volumes(&[("IBM", "4512387")], None));
        assert_eq!(report("IBM=4.512.387; KO = 98"), volumes(&[("IBM", "4512387"), ("KO", "98")], None));
        assert_eq!(report("ibm: 4,512,387 and ko 98,409 ."), volumes(&[("IBM", "4512387"), ("KO", "98409")], None));
        assert_eq!(report("4512387."), volumes(&[("", "4512387")], None));
        assert_eq!(report("ibm: 4512387, KO 98 on 2026-05-15"), volumes(&[("IBM", "4512387"), ("KO", "98")], Some("2026-05-15")));
        assert_eq!(report("IBM 7 ON 15 May 2026"), volumes(&[("IBM", "7")], Some("2026-05-15")));
        assert_eq!(report("yes"), Some(Report::Yes));
        for garbled in ["", "IBM", "IBM seven", "ON 2026-05-15", "IBM 7 KO"] {
            assert_eq!(report(garbled), None, "{garbled}");
        }
    }

    #[test]
    fn stocks_have_a_date() {
        let named = |tickers: &[&str]| {
            Some(Order::Stock { tickers: tickers.iter().map(|ticker| (*ticker).to_owned()).collect(), date: day("2026-05-14") })
        };
        assert_eq!(stock("IBM, ko ON 2026-05-14"), named(&["IBM", "KO"]));
        assert_eq!(stock("IBM 2026-05-14."), named(&["IBM"]));
        assert_eq!(stock("on May 14, 2026"), named(&[]));
        assert_eq!(stock("2026-05-14"), named(&[]));
        for garbled in ["", "IBM", "IBM on Thursday", "IBM ON 2026-02-30"] {
            assert_eq!(stock(garbled), None, "{garbled}");
        }
    }

    #[test]
    fn beacons_and_throws_are_taken_as_they_stand() {
        assert_eq!(beacon("1000 ab12"), Some(Order::Beacon { round: 1000, signature: "ab12".into() }));
        assert_eq!(beacon("1000: ab 12"), Some(Order::Beacon { round: 1000, signature: "ab12".into() }));
        assert_eq!([beacon("1000"), beacon("x y"), beacon("")], [None, None, None]);
        assert!(
            lacks_digits("BEACON 1000") && lacks_digits("Beacon: 1000 ab") && !lacks_digits(&format!("BEACON 1000 {}", "0f".repeat(48)))
        );
        assert!(are_digits(&"0f".repeat(48)) && !are_digits("") && !are_digits("1: e2-e4"));
        assert_eq!(throw("4 7"), Some(Order::Throw("4 7".into())));
    }
}
