//! A letter's orders at its table, read and judged with no mail around it: what a letter does, the second time as the first.

use chrono::{DateTime, Utc};

use super::table::Seated;
use super::waiting;
use crate::dice::Randomizer;
use crate::game::mar::{self, Judgement, Meant, Multiverse, Written};
use crate::game::order::{Line, Order};
use crate::game::reading::{self, Names, Orders};
use crate::letter::Letter;
use crate::turn::Seat;

/// The orders of a letter, and the lines that are none.
pub fn orders(game: &Multiverse, letter: &Letter) -> Orders {
    let colours: Vec<(String, u16)> = (0..game.seats.len() as u8).flat_map(|seat| game.colours(Seat(seat))).collect();
    let mut orders = reading::read(
        letter.lines.iter().map(|line| (line.number, line.text.as_str())),
        &Names {
            multiverse: game.name(),
            games: Vec::new(),
            colours: colours.iter().map(|(colour, universe)| (colour.as_str(), *universe)).collect(),
            worlds: game.worlds(),
        },
    );
    // Which table is meant was heard already.
    orders.lines.retain(|line| !matches!(line.order, Order::Game(_)));
    // What mail programs send for List-Unsubscribe (RFC 2369).
    if orders.lines.is_empty() && letter.subject.trim().eq_ignore_ascii_case(&format!("[{}] leave", game.name())) {
        orders.lines.push(Line { number: 0, text: letter.subject.clone(), order: Order::Decline });
    }
    orders
}

/// The lines of a letter as the others may read them: what follows the word SECRET is left out, in orders and in talk. Rules are public.
pub fn without_secrets(game: &Multiverse, letter: &Letter) -> Vec<String> {
    const WORD: &str = "secret";
    let orders = orders(game, letter);
    let named = |order: &Order| match order {
        Order::Check(order) => matches!(**order, Order::Secret(_)),
        order => matches!(order, Order::Secret(_)),
    };
    let hidden = |number: usize| {
        let ordered = orders.lines.iter().any(|line| line.number == number && named(&line.order));
        let talked = orders.talk.iter().any(|&(line, _)| line == number);
        ordered || talked || orders.unread.is_some_and(|(first, last)| (first..=last).contains(&number))
    };
    let shown = |line: &crate::letter::Line| match line.text.to_ascii_lowercase().find(WORD) {
        Some(at) if hidden(line.number) => format!("{} (not shown)", &line.text[..at + WORD.len()]),
        _ => line.text.clone(),
    };
    letter.lines.iter().map(shown).collect()
}

/// Whether a letter has lines that the others may not read.
pub(super) fn names_a_secret(game: &Multiverse, letter: &Letter) -> bool {
    without_secrets(game, letter).iter().zip(&letter.lines).any(|(shown, line)| *shown != line.text)
}

/// What becomes of the orders of somebody at the table.
pub fn judged(game: &Multiverse, who: Seated, letter: &Letter, orders: &Orders, now: DateTime<Utc>, randomizer: &Randomizer) -> Judgement {
    match who {
        Seated::Player(seat) => {
            let body: Vec<(usize, &str)> = letter.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
            let named = waiting::readings_named(letter);
            let written = Written { lines: &orders.lines, body: &body, meant: meant(game, &letter.subject), named: &named };
            mar::judge(game, seat, &written, now, randomizer)
        }
        Seated::Invited(player) => mar::answer(game, player, &orders.lines, now),
        Seated::Observer(observer) => mar::watch(game, observer, &orders.lines),
        Seated::Master => mar::preside(game, &orders.lines, now, randomizer),
    }
}

/// The phase that a subject names: `Re: [Zaphod] turn 7, blue to play`.
fn meant(game: &Multiverse, subject: &str) -> Option<Meant> {
    let lower = subject.to_lowercase();
    let (_, rest) = lower.split_once(&format!("[{}] turn ", game.name().to_lowercase()))?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let turn = rest[..digits].parse().ok()?;
    let colour = rest[digits..].trim_start_matches(',').split_whitespace().next().unwrap_or("").trim_end_matches(',');
    let seat = (0..game.seats.len() as u8).map(Seat).find(|&seat| game.colours(seat).iter().any(|(name, _)| name == colour));
    let timeline = rest.split_once(", timeline ").and_then(|(_, number)| number.split_whitespace().next()?.parse().ok());
    Some(Meant { turn, timeline: timeline.unwrap_or(1), seat })
}
