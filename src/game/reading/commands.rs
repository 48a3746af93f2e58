//! The words that can begin an order, and what each of them takes.

use super::{Names, conditional, dice, moves, procedures};
use crate::game::courtesy::words_first;
use crate::game::order::{Order, Question};
use crate::law::Verb;

/// The first word in capitals where it is one of letters, and the rest.
pub(super) fn command(text: &str) -> (&'static str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let known = COMMANDS.iter().find(|known| known.eq_ignore_ascii_case(word));
    let separate = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | '!' | ','));
    match known {
        Some(known) if separate => (known, rest.trim_start_matches([' ', '\t', ':', '.', '!', ',']).trim()),
        _ => ("", text),
    }
}

/// What else a line of a letter may begin with: a frame, a condition, a founding.
const MORE_WORDS: [&str; 9] = ["DICE", "ELSE", "END", "IF", "NEW", "OBSERVER", "PLAYER", "THEN", "UNDO"];

/// Whether a word by itself would be taken for the beginning of an order.
pub(crate) fn begins_an_order(word: &str) -> bool {
    COMMANDS.iter().chain(&MORE_WORDS).any(|known| known.eq_ignore_ascii_case(word))
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
pub(super) fn read_line(text: &str, names: &Names) -> Vec<Order> {
    let (word, rest) = command(text);
    match orders(word, text, rest, names) {
        Ok(orders) => orders,
        Err(_) if is_talk(text) => Vec::new(),
        Err(takes) => vec![Order::Garbled { takes }],
    }
}

/// The orders on a line that begins with a word, or what the word takes.
fn orders(word: &str, text: &str, rest: &str, names: &Names) -> Result<Vec<Order>, &'static str> {
    let bare = rest.trim_end_matches(['.', '?', '!']);
    let alone = |order: Order, takes: &'static str| rest.trim_end_matches(['.', '!']).is_empty().then_some(order).ok_or(takes);
    let order = match word {
        // What they open would have been taken as a block.
        "AMEND" | "CHECK" | "PROPOSE" | "RULE" => return Ok(Vec::new()),
        "" if text.starts_with(|c: char| !c.is_alphanumeric()) && words_first(text).is_some() => {
            let orders = words_first(text).map(|(_, rest)| read_line(rest, names)).unwrap_or_default();
            return Ok(if orders.iter().all(Order::moves) { orders } else { Vec::new() });
        }
        "" => {
            let other = conditional::read(text, names).or_else(|| procedures::alternates(text, names));
            return Ok(other.or_else(|| misspelt(text, names)).unwrap_or_else(|| moves::read(text, names)));
        }
        "ANSWER" if rest.is_empty() || is_talk(text) => Err("ANSWER and one of the choices that you were asked to make: ANSWER a3"),
        "ANSWER" => Ok(Order::Answer(rest.to_owned())),
        "BEACON" | "REPORT" | "STOCK" | "THROW" => dice::read(word, rest),
        "BOARD" => match rest.parse() {
            Ok(turn) => Ok(Order::Ask(Question::Board(Some(turn)))),
            Err(_) => alone(Order::Ask(Question::Board(None)), "BOARD, or BOARD and a turn's number: BOARD 7"),
        },
        "COLOURS" | "COLORS" | "SEQUENCE" if is_talk(text) && !is_listed(text) => return Ok(Vec::new()),
        "COLOURS" | "COLORS" => Ok(Order::Colours(list(rest).iter().map(|colour| colour.to_lowercase()).collect())),
        "DECLINE" => alone(Order::Decline, "DECLINE alone"),
        "DEFINE" if rest.is_empty() || is_talk(text) && !text.contains('=') => {
            Err("DEFINE and words that stand for others: DEFINE cross-piece := piece on the e-file")
        }
        "DEFINE" => Ok(Order::Define(rest.to_owned())),
        "DEFINITIONS" => alone(Order::Ask(Question::Definitions), "DEFINITIONS alone"),
        "DRAW" => match rest.to_ascii_uppercase().as_str() {
            "NO" | "WITHDRAWN" | "DECLINE" | "DECLINED" => Ok(Order::Draw(false)),
            "YES" | "OFFER" | "ACCEPT" | "AGREED" => Ok(Order::Draw(true)),
            "CLAIM" | "CLAIMED" => Ok(Order::ClaimDraw),
            _ => alone(Order::Draw(true), "DRAW, DRAW NO or DRAW CLAIM"),
        },
        "FIX" if is_talk(text) => return Ok(Vec::new()),
        "FIX" => Ok(Order::Fix(unquoted(rest).to_owned())),
        "GAME" => return Ok(game(text, rest, names)),
        "HELP" => {
            let topic = rest.trim_matches(['"', '\'', '.', '?']).trim();
            Ok(Order::Ask(Question::Help((!topic.is_empty()).then(|| topic.to_lowercase()))))
        }
        "HISTORY" => alone(Order::Ask(Question::History), "HISTORY alone"),
        "JOIN" | "YES" => alone(Order::Join, "JOIN alone"),
        "META" if bare.contains(char::is_whitespace) => Err("META, or META and a meta-rule or an amendment: META R8"),
        "META" => Ok(Order::Ask(Question::Meta((!bare.is_empty()).then(|| bare.to_uppercase())))),
        "NOW" => alone(Order::Now, "NOW alone"),
        "PASS" => alone(Order::Pass, "PASS alone"),
        "REAL" => universe(rest, names).map(|universe| Order::Real { universe }).ok_or("REAL and the number of a universe: REAL 2"),
        "REPEAL" => repeal(rest, names).ok_or("REPEAL and a rule's number: REPEAL w1, or REPEAL w1 IN 2, or REPEAL ALL"),
        "RESEND" => alone(Order::Ask(Question::Resend), "RESEND alone"),
        "RESIGN" => alone(Order::Resign, "RESIGN alone"),
        "RULES" if bare.contains(char::is_whitespace) => Err("RULES, or RULES and the number of a rule: RULES w3"),
        "RULES" => Ok(Order::Ask(Question::Rules((!bare.is_empty()).then(|| bare.to_lowercase())))),
        "SECRET" if rest.is_empty() || is_talk(text) => Err("SECRET and a square: SECRET e4"),
        "SECRET" => Ok(Order::Secret(rest.to_owned())),
        "SEQUENCE" => Ok(Order::Sequence(list(rest))),
        "STATUS" => alone(Order::Ask(Question::Status), "STATUS alone"),
        "TURN" => rest.trim_end_matches(['.', ':', ',']).parse().map(Order::Turn).map_err(|_| "TURN and a number: TURN 7"),
        "VERIFY" if is_talk(text) && !rest.contains(|c: char| c.is_ascii_digit()) => return Ok(Vec::new()),
        "VERIFY" => Ok(Order::Ask(Question::Verify(rest.to_owned()))),
        "WITHDRAW" if procedures::names_what_is_open(rest) => Ok(Order::Take(rest.trim_end_matches('.').to_lowercase())),
        "WITHDRAW" => alone(Order::Withdraw, "WITHDRAW alone"),
        _ => procedures::read(word, rest),
    };
    Ok(vec![order?])
}

/// `RAEL 2`, `REPEL w1`: with one letter changed it would be an order.
fn misspelt(text: &str, names: &Names) -> Option<Vec<Order>> {
    const SHORTEST: usize = 4;
    let wrote = text.split(|c: char| !c.is_ascii_alphabetic()).next().filter(|word| word.len() >= SHORTEST)?;
    let rest = &text[wrote.len()..];
    let separate = rest.is_empty() || rest.starts_with([' ', '\t', '.', ':', '!']);
    if !separate || !wrote.chars().all(|c| c.is_ascii_uppercase()) || Verb::ALL.iter().any(|verb| verb.word() == wrote) {
        return None;
    }
    let mut near = COMMANDS.iter().copied().filter(|known| strsim::osa_distance(wrote, known) == 1);
    let meant = near.next().filter(|_| near.next().is_none())?;
    let fits = matches!(meant, "AMEND" | "CHECK" | "PROPOSE" | "RULE") || {
        let orders = read_line(&format!("{meant}{rest}"), names);
        !orders.is_empty() && orders.iter().all(|order| !matches!(order, Order::Garbled { .. }))
    };
    fits.then(|| vec![Order::Misspelt { wrote: wrote.to_owned(), meant }])
}

/// What stands in quotation marks, where they are around the whole of it.
fn unquoted(text: &str) -> &str {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|inside| !inside.contains('"'));
    inside.unwrap_or(text).trim()
}

/// A sentence that merely begins with a command's word: not in capitals and of three words or more.
pub(super) fn is_talk(text: &str) -> bool {
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

/// `w1`, `rule w1`, `w1 IN 2`, `ALL`, `ALL IN 2`.
fn repeal(rest: &str, names: &Names) -> Option<Order> {
    let mut words = rest.trim_end_matches('.').split_whitespace();
    let number = match words.next()? {
        word if word.eq_ignore_ascii_case("rule") => words.next()?,
        number => number,
    };
    let place: Vec<&str> = words.collect();
    let universe = match place.as_slice() {
        [] => None,
        [within, rest @ ..] if within.eq_ignore_ascii_case("in") => Some(universe(&rest.join(" "), names)?),
        _ => return None,
    };
    Some(match number.eq_ignore_ascii_case("all") {
        true => Order::RepealAll { universe },
        false => Order::Repeal { number: number.to_lowercase(), universe },
    })
}

/// `2`, `Zaphod:2`, `:2`, `universe 2`, a colour that plays there, or what a rule has called it.
pub(super) fn universe(text: &str, names: &Names) -> Option<u16> {
    let text = text.trim().trim_end_matches(['.', ':', ',', ';']).to_lowercase();
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
