//! From the unquoted lines of a letter to orders. Syntax only: what an order may do is the procedure's affair.
//!
//! Invariant: a line is an order only if it *begins* as one; everything else is talk, which the answer lists as left aside.

mod blocks;
mod commands;
mod conditional;
mod dice;
mod moves;
mod procedures;
mod proposals;

use std::borrow::Cow;

use super::courtesy::{Bare, bare, without_phrases};
use super::order::{Line, Order};
use blocks::{begins_block, block, ends_before_a_rule, ordered_block, placed};
#[cfg(test)]
pub(crate) use commands::COMMANDS;
pub(crate) use commands::{begins_an_order, list};
use commands::{command, is_talk, read_line};

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
        if text.len() > LONGEST_ORDER && !may_be_long(text, names) {
            orders.talk.push((number, shorten(text)));
            continue;
        }
        let written = shorten(text);
        let check_first = check_behind_place(text);
        let text = check_first.as_deref().unwrap_or(text);
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
        let placed = placed(text, names);
        let text = placed.as_deref().unwrap_or(text);
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
            () if proposals::begins_fix(text) && !ends_before_a_rule(lines.clone()) => (
                vec![Order::Garbled {
                    takes: "FIX and what is to change, on one line; or FIX, what is to change on the lines below, and END",
                }],
                false,
            ),
            () if begins_block(text) => ordered_block(text, &mut lines),
            () if procedures::opens_words(text) && ends_before_a_rule(lines.clone()) => {
                let (words, now) = block("", &mut lines);
                (vec![procedures::with_words(text, &words)], now)
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

/// `1: CHECK e2-e4` is `CHECK 1: e2-e4`.
fn check_behind_place(text: &str) -> Option<String> {
    text.match_indices(':').find_map(|(colon, _)| match command(text[colon + 1..].trim_start()) {
        ("CHECK", rest) if !rest.is_empty() => Some(format!("CHECK {} {rest}", &text[..=colon])),
        _ => None,
    })
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

/// Rules, and orders in which a player says something in his own words, may be longer, also where they are only to be tried.
fn may_be_long(text: &str, names: &Names) -> bool {
    let check_first = check_behind_place(text);
    let text = check_first.as_deref().unwrap_or(text);
    let tried = match command(without_phrases(text)) {
        ("CHECK", rest) => rest,
        _ => text,
    };
    begins_block(tried) || takes_words(tried) || placed(tried, names).is_some()
}

fn takes_words(text: &str) -> bool {
    matches!(command(text).0, "CHALLENGE" | "DEFINE" | "DENY" | "FIX" | "PRESUME" | "RULING") || conditional::begins(text)
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
            Some((_, before)) if conditional::goes_on(before, line) => {
                *before = format!("{} {}", before.trim_end(), line.trim_start()).into();
            }
            _ => joined.push((number, line.into())),
        }
    }
    joined
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
    use crate::game::order::Question;

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
    fn a_slip_of_the_pen_is_no_talk() {
        let slip = |wrote: &str, meant| Order::Misspelt { wrote: wrote.into(), meant };
        check("RAEL 2\nREPEL w1\nPASSS", &[slip("RAEL", "REAL"), slip("REPEL", "REPEAL"), slip("PASSS", "PASS")], 0);
        check("READ the rules\nVOTED\nPOSSE", &[], 3);
    }

    #[test]
    fn an_action_is_ordered_in_more_words_than_a_move() {
        let none = |text: &str| order(None, text);
        check("N@f3\n1: @f3\nDROP a knight on f3", &[none("N@f3"), order(1, "@f3"), none("DROP a knight on f3")], 0);
        check("swap a1 with e1\n1: send e2 to 3", &[none("swap a1 with e1"), order(1, "send e2 to 3")], 0);
        check("Go on, it is your turn\nplace your bets", &[], 2);
    }

    #[test]
    fn words_that_a_rule_waits_for_may_stand_before_the_move_on_its_line() {
        check("\"I like spaghetti\", e2-e4", &[order(None, "e2-e4")], 0);
        check("1: \u{201c}I like spaghetti\u{201d} e2-e4\nREAL 2;", &[order(1, "e2-e4"), Order::Real { universe: 2 }], 0);
        check("\"I like spaghetti\"\n\"Knights\", he said, are fine", &[], 2);
    }

    #[test]
    fn a_fix_that_does_not_end_takes_no_orders_with_it() {
        let takes = "FIX and what is to change, on one line; or FIX, what is to change on the lines below, and END";
        check("FIX\n1: e4", &[Order::Garbled { takes }, order(1, "e4")], 0);
        check("FIX\nR8 is odd.\nEND", &[Order::Fix("R8 is odd.".into())], 0);
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
    fn a_universe_may_stand_before_a_rule_or_a_repeal() {
        let rule = |text: &str| Order::Rule { text: text.into() };
        let here = |number: &str| Order::Repeal { number: number.into(), universe: Some(1) };
        check("1: RULE Knights move. END", &[rule("RULE IN Zaphod:1 Knights move. END")], 0);
        check("In Zaphod:1: RULE \"Two words\"\nKnights move.\nEND", &[rule("RULE \"Two words\" IN Zaphod:1\nKnights move.\nEND")], 0);
        check("1: repeal w3\nzaphod:1 REPEAL w4 NOW", &[here("w3"), here("w4"), Order::Now], 0);
        check("1: CHECK REPEAL ALL", &[Order::Check(Box::new(Order::RepealAll { universe: Some(1) }))], 0);
        check("1: rule three is silly\nin 1: I like the rule", &[], 2);
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
        check("O-O-O & b2-b4\nNb1-c3 & Nc3-e4 & Ne4-c3", &[order(None, "O-O-O & b2-b4"), order(None, "Nb1-c3 & Nc3-e4 & Ne4-c3")], 0);
        check("1: CHECK e4\n2: check d4", &[checked(order(1, "e4")), checked(order(2, "d4"))], 0);
        check("CHECK\n1: e4\n2: d4", &[checked(order(1, "e4")), checked(order(2, "d4"))], 0);
        check("Check:\n1: e4", &[checked(order(1, "e4"))], 0);
        check("Check!\n1: e4\ncheck\nCHECK!\n2: d4", &[order(1, "e4"), order(2, "d4")], 3);
        let rule = "RULE \"x\"\nKnights move like queens.\nEND";
        check(&format!("CHECK {rule}"), &[checked(Order::Rule { text: rule.into() })], 0);
    }
}
