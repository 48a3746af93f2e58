//! Each roll with its proof: what it was for, what it came to, and how anybody checks it by hand (C3).

use super::help::folded;
use crate::dice::{Beacon, LENGTH, Link, Method, Pin, Roll, Source};
use crate::game::Event;
use crate::game::event::Ruler;
use crate::game::mar::{self, Awaited, Multiverse};

/// What proves the rolls of these events, a line each, and how a player checks one by hand.
pub fn proofs(events: &[Event], game: &Multiverse) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last: Option<&Roll> = None;
    for event in events {
        match event {
            Event::Resumed(resumption) if *game.method() == Method::House => {
                let end = resumption.commitment;
                lines.push(format!(
                    "The house's dice go on with another chain, of which nobody knows a link. Its end, for you to note: {end}"
                ));
            }
            Event::Revealed { number, link } => {
                lines.push(format!("Link {number} of the randomizer: {link}"));
            }
            Event::Published(beacon) => {
                let published = beacon.round().time().map(|time| time.format("%Y-%m-%d %H:%M:%S UTC").to_string()).unwrap_or_default();
                lines.push(format!("Round {} of drand's quicknet, published {published}, has the signature", beacon.round()));
                lines.push(beacon.signature().to_string());
                lines.push(format!("and so the randomness {}", beacon.randomness()));
            }
            Event::Drawn { digits } => lines.push(format!("Digits read off, in order: {digits}")),
            Event::Rolled(roll) => {
                lines.push(line(roll));
                lines.extend(table(roll));
                last = Some(roll);
            }
            Event::Unsealed { side, rule, opened } => {
                let whose = game.label_of(rule, *side, opened).unwrap_or_default();
                let (salt, name, square) = (opened.salt, game.name(), &opened.secret);
                lines.push(format!("The seal of the secret square {square}, by hand:"));
                lines.push(format!("printf 'chess-seal-v1\\n{salt}\\n{name}\\n{whose}\\n{square}\\n' | sha256sum"));
            }
            Event::Asked(asked) => {
                lines.extend(asked.rolls.iter().flat_map(|roll| [Some(line(roll)), table(roll)]).flatten());
                last = asked.rolls.last().or(last);
            }
            Event::SeedRevealed { seed } => {
                lines.push(format!("The seed of this game's dice, kept until now: {seed}"));
                let end = seed.back(LENGTH);
                lines.push(format!("Hashed {LENGTH} times it is the end of the chain, {}: {end}", where_told(game, end)));
                lines.push("By hand, which takes a minute (HELP DICE):".to_owned());
                lines.push(format!(
                    "h={seed}; for n in $(seq {LENGTH}); do h=$(printf $h | xxd -r -p | sha256sum | cut -c 1-64); done; echo $h"
                ));
            }
            _ => {}
        }
    }
    lines.extend(last.into_iter().flat_map(|roll| by_hand(roll, game)));
    lines
}

/// How a player checks a roll by hand, from the source that it was made from; digits that people read off he has read himself.
fn by_hand(roll: &Roll, game: &Multiverse) -> Vec<String> {
    let id = &roll.id;
    match game.dice.ledger.source(roll.source) {
        Some(Source::Link(link)) => vec![
            format!("By hand, the digits of roll {id} (HELP DICE):"),
            digits(*link, game, id),
            match game.commitments().any(|end| end == link.before()) {
                true => format!("and the end of the chain, {}: {}", where_told(game, link.before()), link.before()),
                false => format!("and the link before it, in an earlier mail: {}", link.before()),
            },
            link_before(*link),
        ],
        Some(Source::Beacon(beacon)) => vec![
            format!("By hand, the digits of roll {id}, the randomness, and whether the beacon is genuine (HELP DICE):"),
            digits(beacon.randomness(), game, id),
            randomness(beacon),
            genuine(beacon, game, id),
        ],
        Some(Source::Digits(_)) | None => Vec::new(),
    }
}

/// Which mail has told the end of a chain before its first link was revealed.
fn where_told(game: &Multiverse, end: Link) -> String {
    match Some(end) == game.founding.commitment && game.founding.method == Method::House {
        true => "in your invitation".to_owned(),
        false => "in an earlier mail".to_owned(),
    }
}

/// `Roll 5.2.1 for rule w3, one of 6: digits 4, rook`.
fn line(roll: &Roll) -> String {
    format!("Roll {} for {}, {}: digits {}, {}", roll.id, roll.purpose, odds(roll), roll.digits, roll.fell)
}

/// `  1, 3, 5, 7, 9: heads; 2, 4, 6, 8, 0: tails`, in lines that a mail bears.
fn table(roll: &Roll) -> Option<String> {
    roll.table().map(|table| folded(&format!("  {}", table.lines().join("; "))))
}

fn odds(roll: &Roll) -> String {
    match roll.weights.iter().all(|weight| *weight == 1) {
        true => format!("one of {}", roll.weights.len()),
        false => format!("weights {}", roll.weights.iter().map(u16::to_string).collect::<Vec<_>>().join(" to ")),
    }
}

fn digits(randomness: Link, game: &Multiverse, roll: &str) -> String {
    format!("printf 'chess-dice-v1\\n{randomness}\\n{}\\n{roll}\\n0\\n' | sha256sum | tr -d 'a-f -'", game.name())
}

fn link_before(link: Link) -> String {
    format!("printf '{link}' | xxd -r -p | sha256sum")
}

/// How a game rolls; where its randomizer is fixed before the first roll, with what everybody can compare.
pub fn agreed(game: &Multiverse) -> String {
    let commitment = game.founding.commitment.filter(|_| game.founding.method == Method::House);
    let end = commitment.map(|end| format!(" (its end: {end})")).unwrap_or_default();
    format!("{}{end}", game.founding.method)
}

fn randomness(beacon: &Beacon) -> String {
    format!("printf '{}' | xxd -r -p | sha256sum", beacon.signature())
}

fn genuine(beacon: &Beacon, game: &Multiverse, roll: &str) -> String {
    format!("custodian dice check {} {} --game {} --roll {roll}", beacon.round(), beacon.signature(), game.name())
}

/// What was fixed by these events before anybody could know the digits: pins with their tables, and pins that were made void.
pub fn pins(events: &[Event]) -> Vec<String> {
    let mut lines = Vec::new();
    for event in events {
        match event {
            Event::Pinned(pin) => {
                let (locked, source) = (pin.made.format("%Y-%m-%d %H:%M:%S UTC"), mar::waited_for(&Awaited::of((**pin).clone())));
                lines.push(format!("Roll {}, for {}, locked {locked}, made from {source}.", pin.roll, pin.table.purpose));
                lines.push(format!("What the digits mean: {}.", pin.table.lines().join("; ")));
                lines.push(format!("The SHA-256 of the orders, {}, by hand:", pin.orders_fingerprint()));
                lines.push(of_orders(pin));
                lines.push(format!("The SHA-256 of the table, {}, by hand:", pin.table_fingerprint()));
                lines.push(of_table(pin));
            }
            Event::Unpinned { by: Ruler::Master, why } => lines.push(format!("The pin was made void by a ruling of the master: {why}.")),
            Event::Unpinned { by: Ruler::Players, why } => {
                lines.push(format!("The pin was made void by the players: {why}."));
            }
            _ => {}
        }
    }
    lines
}

/// The command that makes the fingerprint of the table.
pub fn of_table(pin: &Pin) -> String {
    let outcomes = pin.table.weights.iter().zip(&pin.table.words);
    let outcomes: String = outcomes.map(|(weight, words)| format!("{weight} {}\\n", quoted(words))).collect();
    format!("printf 'chess-table-v1\\n{}\\n{}\\n{}\\n{outcomes}' | sha256sum", pin.game, pin.roll, quoted(&pin.table.purpose))
}

/// The command that makes the fingerprint of the locked orders.
pub fn of_orders(pin: &Pin) -> String {
    let phase = pin.phase();
    let orders: String = pin.orders.iter().map(|order| format!("{}\\n", quoted(order))).collect();
    format!("printf 'chess-orders-v1\\n{}\\n{phase}\\n{orders}' | sha256sum", pin.game)
}

/// A text as the format of a printf between single quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "%%").replace('\'', "'\\''")
}
