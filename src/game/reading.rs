//! From the unquoted lines of a letter to orders. Syntax only: what an order may do is the procedure's affair.
//!
//! Invariant: a line is an order only if it *begins* as one; everything else is talk, which the answer lists as left aside.

mod conditional;
mod dice;
mod moves;
mod procedures;
mod proposals;

use std::borrow::Cow;

use super::courtesy::{Bare, bare, without_phrases};
use super::order::{Line, Order, Question};

/// The most orders one letter may hold; what comes after is not read.
pub const MOST_ORDERS: usize = 100;
/// The longest line that can be an order outside a rule's text.
const LONGEST_ORDER: usize = 200;

/// A letter's orders in the order written, and the lines that are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    pub lines: Vec<Line>,
    /// Number and text of unquoted lines that are not orders.
    pub talk: Vec<(usize, String)>,
    /// The first and the last of the lines behind the last order that one letter may hold.
    pub unread: Option<(usize, usize)>,
}

/// What a line may name: the multiverse, other games, the colours with the universe each belongs to, and universes.
#[derive(Clone, Debug, Default)]
pub struct Names<'a> {
    pub multiverse: &'a str,
    /// Other games, which a line such as `game zaphod` may mean.
    pub games: Vec<&'a str>,
    pub colours: Vec<(&'a str, u16)>,
    /// What rules have called universes, with their numbers.
    pub worlds: Vec<(&'a str, u16)>,
}

/// Reads the lines (number in the body and text) of one letter.
pub fn read<'l>(lines: impl IntoIterator<Item = (usize, &'l str)>, names: &Names) -> Orders {
    let mut orders = Orders::default();
    let lines: Vec<(usize, &str)> = lines.into_iter().collect();
    let lines = joined(&lines);
    let mut lines = lines.iter().map(|(number, line)| (*number, &**line)).peekable();
    let mut checking = false;
    while let Some((number, line)) = lines.next() {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        if orders.lines.len() >= MOST_ORDERS {
            orders.unread = Some((orders.unread.map_or(number, |(first, _)| first), number));
            continue;
        }
        if text.len() > LONGEST_ORDER && !begins_block(text) && !takes_words(text) {
            orders.talk.push((number, shorten(text)));
            continue;
        }
        let written = shorten(text);
        let (check_line, text) = match command(without_phrases(text)) {
            ("CHECK", "") if exclaims(without_phrases(text)) => {
                orders.talk.push((number, written));
                continue;
            }
            ("CHECK", "") => {
                checking = true;
                continue;
            }
            ("CHECK", rest) => (true, rest),
            _ => (checking, text),
        };
        let text = match command(text).0 {
            "FIX" if !is_talk(text) && !proposals::begins_fix(text) => {
                // A longer text goes on until something else begins.
                let goes_on =
                    |line: &(usize, &str)| !line.1.trim().is_empty() && !begins_block(line.1.trim()) && said(line.1, names).0.is_empty();
                let mut whole = text.to_owned();
                while let Some((_, more)) = lines.next_if(goes_on) {
                    whole.push(' ');
                    whole.push_str(more.trim());
                }
                Cow::Owned(whole)
            }
            _ => Cow::Borrowed(text),
        };
        let text = text.as_ref();
        // Mail programs break a long signature, and the last line of a mail is copied as a line.
        let mut joined = None;
        let goes_on = |text: &str, next: &str| {
            dice::lacks_digits(text) && dice::are_digits(next)
                || dice::lacks_volumes(text) && dice::are_volumes(next)
                || lacks_head(text) && ends_in_head(next)
        };
        while let Some((_, digits)) = lines.clone().next().filter(|(_, next)| goes_on(joined.as_deref().unwrap_or(text), next)) {
            lines.next();
            joined = Some(format!("{} {}", joined.as_deref().unwrap_or(text), digits.trim()));
        }
        let (mut found, now) = match () {
            () if begins_block(text) => ordered_block(text, &mut lines),
            () if procedures::opens_words(text) && ends_before_a_rule(lines.clone()) => {
                let (words, now) = block("", &mut lines);
                (procedures::with_words(text, &words), now)
            }
            () => said(joined.as_deref().unwrap_or(text), names),
        };
        if found.is_empty() {
            orders.talk.push((number, written.clone()));
        }
        // What does not wait for anything needs no haste.
        if now && found.iter().any(Order::waits) {
            found.push(Order::Now);
        }
        for order in found {
            let order = if check_line { Order::Check(Box::new(order)) } else { order };
            orders.lines.push(Line { number, text: written.clone(), order });
        }
    }
    orders
}

/// `VERIFY` without the head that a mail shows.
fn lacks_head(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("verify")) && words.all(|word| !word.eq_ignore_ascii_case("head"))
}

/// `zaphod #8 head 0f0589b4cd09264d`, or the end of it.
fn ends_in_head(line: &str) -> bool {
    let mut words = line.split_whitespace().rev();
    let digits = words.next().is_some_and(|word| word.len() >= 8 && word.bytes().all(|digit| digit.is_ascii_hexdigit()));
    digits && words.next().is_some_and(|word| word.eq_ignore_ascii_case("head"))
}

/// `Check!`, as one says to a king: the word alone that is to try what follows stands in capitals or before a colon.
fn exclaims(text: &str) -> bool {
    text.contains('!') || !text.contains(':') && text.contains(|c: char| c.is_ascii_lowercase())
}

/// A text of several lines begins, up to END.
fn begins_block(text: &str) -> bool {
    begins_rule(text) || proposals::begins(text) || proposals::begins_fix(text)
}

/// Orders in which a player says something in his own words may be longer.
fn takes_words(text: &str) -> bool {
    matches!(command(text).0, "CHALLENGE" | "DEFINE" | "DENY" | "FIX" | "PRESUME" | "RULING")
        || text.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("if "))
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

/// The orders on a line, and whether NOW stands behind them. To HELP, the word is a topic.
fn said(text: &str, names: &Names) -> (Vec<Order>, bool) {
    let Bare { text, now } = match command(text) {
        ("HELP", _) => Bare { text: without_phrases(text), now: false },
        _ => bare(text),
    };
    (read_line(text, names), now)
}

/// The lines of a letter, those that go on with an IF joined to it.
fn joined<'l>(lines: &[(usize, &'l str)]) -> Vec<(usize, Cow<'l, str>)> {
    let mut joined: Vec<(usize, Cow<'l, str>)> = Vec::new();
    for &(number, line) in lines {
        match joined.last_mut() {
            Some((_, before)) if conditional::goes_on(line) && before.trim_start().to_ascii_uppercase().starts_with("IF ") => {
                *before = format!("{} {}", before.trim_end(), line.trim_start()).into();
            }
            _ => joined.push((number, line.into())),
        }
    }
    joined
}

/// A move as it is compared: `Ng1-f3+` is `Ng1f3`.
pub(crate) fn plain_move(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() && *c != 'x').collect()
}

/// Whether an END follows before another rule begins.
fn ends_before_a_rule<'l>(mut lines: impl Iterator<Item = (usize, &'l str)>) -> bool {
    let end = lines.find(|(_, line)| begins_rule(line.trim()) || ends_rule(bare(line).text));
    end.is_some_and(|(_, line)| !begins_rule(line.trim()))
}

/// The lines from RULE, PROPOSE or FIX to END inclusive, or to the end of the letter, and whether NOW stands behind the END.
fn ordered_block<'l>(first: &str, lines: &mut impl Iterator<Item = (usize, &'l str)>) -> (Vec<Order>, bool) {
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
fn block<'l>(first: &str, lines: &mut impl Iterator<Item = (usize, &'l str)>) -> (String, bool) {
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

/// A line whose last word is END: alone, or after the full stop of the last sentence.
fn ends_rule(line: &str) -> bool {
    let line = line.trim().trim_end_matches('.');
    let Some(before) = line.strip_suffix("END").or_else(|| line.strip_suffix("End")) else { return line.eq_ignore_ascii_case("end") };
    before.is_empty() || before.trim_end().ends_with(['.', ':']) && before.ends_with(char::is_whitespace)
}

/// The first word in capitals where it is one of letters, and the rest.
fn command(text: &str) -> (&'static str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let known = COMMANDS.iter().find(|known| known.eq_ignore_ascii_case(word));
    let separate = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | '!' | ','));
    match known {
        Some(known) if separate => (known, rest.trim_start_matches([' ', '\t', ':', '.', '!', ',']).trim()),
        _ => ("", text),
    }
}

/// Every word that can begin an order.
pub(crate) const COMMANDS: &[&str] = &[
    "AMEND",
    "ANSWER",
    "BEACON",
    "BOARD",
    "CHALLENGE",
    "CHECK",
    "COLORS",
    "COLOURS",
    "CONFIRM",
    "DECLINE",
    "DEFINE",
    "DEFINITIONS",
    "DENY",
    "DRAW",
    "FIX",
    "GAME",
    "HELP",
    "HISTORY",
    "JOIN",
    "META",
    "NOW",
    "OBJECT",
    "PASS",
    "PRESUME",
    "PROPOSE",
    "REAL",
    "REPEAL",
    "REPORT",
    "RESEND",
    "RESIGN",
    "ROLLBACK",
    "RULE",
    "RULES",
    "RULING",
    "SECRET",
    "SEQUENCE",
    "STATUS",
    "STOCK",
    "THROW",
    "TURN",
    "VERIFY",
    "VOTE",
    "WITHDRAW",
    "YES",
];

/// The orders on one line: several moves may share it, `1: e4, 2: Nf3`.
fn read_line(text: &str, names: &Names) -> Vec<Order> {
    let (word, rest) = command(text);
    let alone = |order: Order, takes: &'static str| match rest.trim_end_matches(['.', '!']) {
        "" => vec![order],
        _ if is_talk(text) => Vec::new(),
        _ => vec![Order::Garbled { takes }],
    };
    if let Some(orders) = procedures::read(word, text, rest) {
        return orders;
    }
    match word {
        "" => {
            let other = conditional::read(text, names).or_else(|| procedures::alternates(text, names));
            other.unwrap_or_else(|| moves::read(text, names))
        }
        "ANSWER" if rest.is_empty() => {
            vec![Order::Garbled { takes: "ANSWER and one of the choices that you were asked to make: ANSWER a3" }]
        }
        "ANSWER" if is_talk(text) => Vec::new(),
        "ANSWER" => vec![Order::Answer(rest.to_owned())],
        "BOARD" => match rest.parse() {
            Ok(turn) => vec![Order::Ask(Question::Board(Some(turn)))],
            Err(_) => alone(Order::Ask(Question::Board(None)), "BOARD, or BOARD and a turn's number: BOARD 7"),
        },
        "COLOURS" | "COLORS" | "SEQUENCE" if is_talk(text) && !is_listed(text) => Vec::new(),
        "COLOURS" | "COLORS" => vec![Order::Colours(list(rest).iter().map(|colour| colour.to_lowercase()).collect())],
        "SEQUENCE" => vec![Order::Sequence(list(rest))],
        "DEFINE" if rest.is_empty() => {
            vec![Order::Garbled { takes: "DEFINE and words that stand for others: DEFINE cross-piece := piece on the e-file" }]
        }
        "DEFINE" if is_talk(text) && !text.contains('=') => Vec::new(),
        "DEFINE" => vec![Order::Define(rest.to_owned())],
        "DEFINITIONS" => alone(Order::Ask(Question::Definitions), "DEFINITIONS alone"),
        "DECLINE" => alone(Order::Decline, "DECLINE alone"),
        "DRAW" => match rest.to_ascii_uppercase().as_str() {
            "NO" | "WITHDRAWN" | "DECLINE" | "DECLINED" => vec![Order::Draw(false)],
            "YES" | "OFFER" | "ACCEPT" | "AGREED" => vec![Order::Draw(true)],
            "CLAIM" | "CLAIMED" => vec![Order::ClaimDraw],
            _ => alone(Order::Draw(true), "DRAW, DRAW NO or DRAW CLAIM"),
        },
        "FIX" if is_talk(text) => Vec::new(),
        "FIX" => vec![Order::Fix(rest.trim_matches('"').trim().to_owned())],
        "GAME" => game(text, rest, names),
        "HELP" => {
            let topic = rest.trim_matches(['"', '\'', '.', '?']).trim();
            vec![Order::Ask(Question::Help((!topic.is_empty()).then(|| topic.to_lowercase())))]
        }
        "HISTORY" => alone(Order::Ask(Question::History), "HISTORY alone"),
        "JOIN" | "YES" => alone(Order::Join, "JOIN alone"),
        "META" => {
            let one = rest.trim_end_matches(['.', '?', '!']);
            match one.contains(char::is_whitespace) {
                true => alone(Order::Ask(Question::Meta(None)), "META, or META and a meta-rule or an amendment: META R8"),
                false => vec![Order::Ask(Question::Meta((!one.is_empty()).then(|| one.to_uppercase())))],
            }
        }
        "NOW" => alone(Order::Now, "NOW alone"),
        "PASS" => alone(Order::Pass, "PASS alone"),
        "REAL" => match universe(rest, names) {
            Some(universe) => vec![Order::Real { universe }],
            None if is_talk(text) => Vec::new(),
            None => vec![Order::Garbled { takes: "REAL and the number of a universe: REAL 2" }],
        },
        "REPEAL" => match repeal(rest, names) {
            Order::Garbled { .. } if is_talk(text) => Vec::new(),
            order => vec![order],
        },
        "RESEND" => alone(Order::Ask(Question::Resend), "RESEND alone"),
        "RESIGN" => alone(Order::Resign, "RESIGN alone"),
        "RULES" => {
            let one = rest.trim_end_matches(['.', '?', '!']);
            match one.contains(char::is_whitespace) {
                true => alone(Order::Ask(Question::Rules(None)), "RULES, or RULES and the number of a rule: RULES w3"),
                false => vec![Order::Ask(Question::Rules((!one.is_empty()).then(|| one.to_lowercase())))],
            }
        }
        "SECRET" if rest.is_empty() => vec![Order::Garbled { takes: "SECRET and a square: SECRET e4" }],
        "SECRET" if is_talk(text) => Vec::new(),
        "SECRET" => vec![Order::Secret(rest.to_owned())],
        "BEACON" | "REPORT" | "STOCK" | "THROW" => match dice::read(word, rest) {
            Order::Garbled { .. } if is_talk(text) => Vec::new(),
            order => vec![order],
        },
        "STATUS" => alone(Order::Ask(Question::Status), "STATUS alone"),
        "TURN" => match rest.trim_end_matches(['.', ':', ',']).parse() {
            Ok(turn) => vec![Order::Turn(turn)],
            Err(_) if is_talk(text) => Vec::new(),
            Err(_) => vec![Order::Garbled { takes: "TURN and a number: TURN 7" }],
        },
        "WITHDRAW" if procedures::names_a_challenge(rest) => vec![Order::Take(rest.trim_end_matches('.').to_lowercase())],
        "VERIFY" if is_talk(text) && !rest.contains(|c: char| c.is_ascii_digit()) => Vec::new(),
        "VERIFY" => vec![Order::Ask(Question::Verify(rest.to_owned()))],
        "WITHDRAW" => alone(Order::Withdraw, "WITHDRAW alone"),
        _ => Vec::new(),
    }
}

/// A sentence that merely begins with a command's word: not in capitals and of three words or more.
fn is_talk(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    first.chars().any(|c| c.is_ascii_lowercase()) && text.split_whitespace().count() >= 3
}

/// A colon or commas part what follows the word.
fn is_listed(text: &str) -> bool {
    text.contains([',', ';', ':'])
}

/// Words between commas, or between spaces where there is no comma.
pub(crate) fn list(text: &str) -> Vec<String> {
    let text = text.trim_end_matches('.');
    let words: Vec<&str> = if text.contains([',', ';']) { text.split([',', ';']).collect() } else { text.split_whitespace().collect() };
    words.iter().map(|word| word.trim()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A game's name, which is one word. In small letters, as in "game over", it must be one that is known.
fn game(text: &str, name: &str, names: &Names) -> Vec<Order> {
    let name = name.trim_end_matches(['.', ':', '!']);
    let known = std::iter::once(names.multiverse).chain(names.games.iter().copied()).any(|known| known.eq_ignore_ascii_case(name));
    let formal = text.starts_with("GAME") || name.starts_with(|c: char| c.is_ascii_uppercase());
    let one_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    match one_word && (known || formal) {
        true => vec![Order::Game(name.to_owned())],
        false => Vec::new(),
    }
}

fn repeal(rest: &str, names: &Names) -> Order {
    let garbled = Order::Garbled { takes: "REPEAL and a rule's number: REPEAL w1, or REPEAL w1 IN 2, or REPEAL ALL" };
    let mut words = rest.trim_end_matches('.').split_whitespace();
    let number = match words.next() {
        Some(word) if word.eq_ignore_ascii_case("rule") => words.next(),
        other => other,
    };
    let Some(number) = number else { return garbled };
    let place: Vec<&str> = words.collect();
    let universe = match place.as_slice() {
        [] => None,
        [within, rest @ ..] if within.eq_ignore_ascii_case("in") => match universe(&rest.join(" "), names) {
            Some(universe) => Some(universe),
            None => return garbled,
        },
        _ => return garbled,
    };
    match number.eq_ignore_ascii_case("all") {
        true => Order::RepealAll { universe },
        false => Order::Repeal { number: number.to_lowercase(), universe },
    }
}

/// `2`, `Zaphod:2`, `:2`, `universe 2`, a colour that plays there, or what a rule has called it.
fn universe(text: &str, names: &Names) -> Option<u16> {
    let text = text.trim().trim_end_matches(['.', ':', ',']).to_lowercase();
    let text = text.strip_prefix("universe").map_or(text.as_str(), str::trim_start);
    if let Some((_, number)) = names.colours.iter().find(|(colour, _)| *colour == text) {
        return Some(*number);
    }
    if let Some((_, number)) = names.worlds.iter().find(|(world, _)| world.eq_ignore_ascii_case(text)) {
        return Some(*number);
    }
    let number = text.strip_prefix(&names.multiverse.to_lowercase()).unwrap_or(text);
    number.strip_prefix(':').unwrap_or(number).trim().parse().ok().filter(|number| *number > 0)
}

/// For the echo: one line of at most 60 characters.
fn shorten(text: &str) -> String {
    const ECHO: usize = 60;
    let line = text.lines().next().unwrap_or("").trim();
    match line.char_indices().nth(ECHO) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names<'static> {
        Names { multiverse: "Zaphod", games: vec![], colours: vec![("white", 1), ("yellow", 2)], worlds: vec![("outer space", 3)] }
    }

    fn check(body: &str, expected: &[Order], talk: usize) {
        let orders = read(body.lines().enumerate().map(|(at, line)| (at + 1, line)), &names());
        let found: Vec<Order> = orders.lines.iter().map(|line| line.order.clone()).collect();
        assert_eq!(found, expected, "{body}");
        assert_eq!(orders.talk.len(), talk, "{:?}", orders.talk);
    }

    fn order(universe: impl Into<Option<u16>>, text: &str) -> Order {
        Order::Move { universe: universe.into(), colour: None, text: text.into() }
    }

    fn repeal_of(number: &str) -> Order {
        Order::Repeal { number: number.into(), universe: None }
    }

    #[test]
    fn what_a_rule_has_called_a_universe_names_it() {
        check(
            "Outer Space: b2-b3\nrepeal w3 in outer space",
            &[order(3, "b2-b3"), Order::Repeal { number: "w3".into(), universe: Some(3) }],
            0,
        );
    }

    #[test]
    fn a_report_that_a_mail_program_broke_is_one_order() {
        let whole = read([(0, "REPORT IBM 4512387, KO 98400 ON 2026-05-15")], &Names::default());
        for broken in ["REPORT IBM 4512387,\nKO 98400 ON 2026-05-15", "REPORT IBM\n4512387, KO\n98400 ON\n2026-05-15"] {
            let orders = read(broken.lines().enumerate(), &Names::default());
            assert_eq!((orders.lines.len(), &orders.lines[0].order), (1, &whole.lines[0].order), "{broken}");
        }
        let two = read([(0, "REPORT YES"), (1, "1: e2-e4")], &Names::default());
        assert_eq!(two.lines.len(), 2);
    }

    #[test]
    fn the_last_line_of_a_mail_may_stand_below_the_word_or_be_broken() {
        for letter in
            ["VERIFY zaphod #8 head 0f0589b4cd09264d", "VERIFY\nzaphod #8 head 0f0589b4cd09264d", "Verify zaphod #8\nhead 0f0589b4cd09264d"]
        {
            let orders = read(letter.lines().enumerate(), &Names::default());
            let asked: Vec<&Order> = orders.lines.iter().map(|line| &line.order).collect();
            assert_eq!(asked, [&Order::Ask(Question::Verify("zaphod #8 head 0f0589b4cd09264d".to_owned()))], "{letter}");
        }
        let alone = read([(0, "VERIFY"), (1, "1: e2-e4")], &Names::default());
        assert_eq!(alone.lines.len(), 2);
    }

    #[test]
    fn moves_name_their_universe_in_many_ways() {
        check("1: e2-e4\nZaphod:2 Nf3", &[order(1, "e2-e4"), order(2, "Nf3")], 0);
        check("zaphod:1: e4\n2. Nf3\n1) O-O", &[order(1, "e4"), order(2, "Nf3"), order(1, "O-O")], 0);
        check("1: e4, 2: Nf3; Zaphod:1 d4", &[order(1, "e4"), order(2, "Nf3"), order(1, "d4")], 0);
        let coloured =
            |colour: &str, universe, text: &str| Order::Move { universe: Some(universe), colour: Some(colour.into()), text: text.into() };
        check("White: e4\nyellow Nf3", &[coloured("white", 1, "e4"), coloured("yellow", 2, "Nf3")], 0);
        check("e2-e4\nNg1 f3\n0-0-0\ne8=Q+", &[order(None, "e2-e4"), order(None, "Ng1 f3"), order(None, "0-0-0"), order(None, "e8=Q+")], 0);
        check("1: knight g1 to f3\n2: E2-E4\n1: 0-0.", &[order(1, "knight g1 to f3"), order(2, "E2-E4"), order(1, "0-0")], 0);
        check("1: Nf9 oh well", &[order(1, "Nf9 oh well")], 0);
    }

    #[test]
    fn talk_is_left_aside() {
        check("Hi all,\nhere is my turn. I like e4 a lot\nCheers\nPass the salt please\nnow that was fun", &[], 5);
        check("Rule 3 is silly, I think", &[], 1);
        check("white is winning I guess", &[], 1);
        check("10:30 works for me\n2. I think so too\n1) no idea", &[], 3);
        check("Game on!\ngame over\ngame on, Bob!\nGame", &[], 4);
        check("Colours are nice today\nSequence of events matters\nRepeal of my rule would hurt", &[], 3);
        check("Repeal rule w1\nColours: Gold, Silver", &[repeal_of("w1"), Order::Colours(vec!["gold".into(), "silver".into()])], 0);
    }

    #[test]
    fn commands_are_read_in_any_case() {
        check("real 2\nPASS\nnow", &[Order::Real { universe: 2 }, Order::Pass, Order::Now], 0);
        check("REAL Zaphod:2", &[Order::Real { universe: 2 }], 0);
        check("REAL yellow", &[Order::Real { universe: 2 }], 0);
        check("Repeal W1 in Zaphod:2.", &[Order::Repeal { number: "w1".into(), universe: Some(2) }], 0);
        check("REPEAL ALL", &[Order::RepealAll { universe: None }], 0);
        check(
            "BOARD 7\nHelp capture rules",
            &[Order::Ask(Question::Board(Some(7))), Order::Ask(Question::Help(Some("capture rules".into())))],
            0,
        );
        check(
            "Rules.\nRULES W3\nRULES w1 and w2",
            &[
                Order::Ask(Question::Rules(None)),
                Order::Ask(Question::Rules(Some("w3".into()))),
                Order::Garbled { takes: "RULES, or RULES and the number of a rule: RULES w3" },
            ],
            0,
        );
        check("DRAW NO\nDraw", &[Order::Draw(false), Order::Draw(true)], 0);
        check("GAME Zaphod.\ngame zaphod", &[Order::Game("Zaphod".into()), Order::Game("zaphod".into())], 0);
        check("game Marvin\nGAME marvin", &[Order::Game("Marvin".into()), Order::Game("marvin".into())], 0);
        check("RESIGN tomorrow", &[Order::Garbled { takes: "RESIGN alone" }], 0);
    }

    #[test]
    fn a_rule_is_cut_out_whole() {
        let rule = "RULE \"Othello knights\" IN Zaphod:1\n  When a knight captures\n  a piece, it dies.\nEND";
        let body = format!("2: e4\n{rule}\nthanks");
        check(&body, &[order(2, "e4"), Order::Rule { text: rule.into() }], 1);
        let open = "RULE \"x\"\nKnights move like queens.";
        check(open, &[Order::Rule { text: open.into() }], 0);
        let one = "RULE \"x\" Knights move like queens. END";
        check(&format!("{one}\nSTATUS"), &[Order::Rule { text: one.into() }, Order::Ask(Question::Status)], 0);
    }

    #[test]
    fn politeness_is_understood_and_now_may_stand_behind_an_order() {
        check("1: e2e4 NOW\n1: d4, please.", &[order(1, "e2e4"), Order::Now, order(1, "d4")], 0);
        check("1: e4 2: d4 now", &[order(1, "e4"), order(2, "d4"), Order::Now], 0);
        check("NOW, please\nRESIGN NOW\nyes please!", &[Order::Now, Order::Resign, Order::Join], 0);
        check("REPEAL w1 now\nPass, thank you", &[Order::Repeal { number: "w1".into(), universe: None }, Order::Now, Order::Pass], 0);
        check("HELP draw please\nBOARD 7 now", &[Order::Ask(Question::Help(Some("draw".into()))), Order::Ask(Question::Board(Some(7)))], 0);
        check("HELP NOW", &[Order::Ask(Question::Help(Some("now".into())))], 0);
        check("please\nPass the salt, please\nThank you!", &[], 3);
        let rule = "RULE \"x\"\nKnights move like queens.\nEND";
        check(&format!("{rule} NOW\nthanks"), &[Order::Rule { text: rule.into() }, Order::Now], 1);
    }

    #[test]
    fn lines_behind_the_last_order_that_is_read_are_counted() {
        let body: String = (0..MOST_ORDERS + 20).map(|at| format!("1: e{at}\n\n")).collect();
        let orders = read(body.lines().enumerate().map(|(at, line)| (at + 1, line)), &names());
        assert_eq!((orders.lines.len(), orders.unread, orders.talk.len()), (MOST_ORDERS, Some((201, 239)), 0));
    }

    #[test]
    fn check_judges_what_follows() {
        let checked = |order: Order| Order::Check(Box::new(order));
        check("CHECK 1: e4\n2: d4", &[checked(order(1, "e4")), order(2, "d4")], 0);
        check("CHECK\n1: e4\n2: d4", &[checked(order(1, "e4")), checked(order(2, "d4"))], 0);
        check("Check:\n1: e4", &[checked(order(1, "e4"))], 0);
        check("Check!\n1: e4\ncheck\nCHECK!\n2: d4", &[order(1, "e4"), order(2, "d4")], 3);
        let rule = "RULE \"x\"\nKnights move like queens.\nEND";
        check(&format!("CHECK {rule}"), &[checked(Order::Rule { text: rule.into() })], 0);
    }
}
