//! Each roll with its proof: what it was for, what it came to, and how anybody checks it by hand (C3).

use crate::dice::{Beacon, Link, Pin, Roll, Source};
use crate::game::Event;
use crate::game::mar::{self, Multiverse};

/// Everything to be told of one roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// `5.2.1`.
    pub roll: String,
    /// `rule w3`.
    pub purpose: String,
    /// `one of 6`, or `weights 1 to 3`.
    pub odds: String,
    /// All digits drawn.
    pub digits: String,
    /// What came of it, in words.
    pub fell: String,
    /// What is known of its source: `round`, `27946612`.
    pub source: Vec<(&'static str, String)>,
    /// Commands that a shell takes as they stand.
    pub by_hand: Vec<String>,
}

/// The story of a roll that was made in that game.
pub fn story(game: &Multiverse, roll: &Roll) -> Story {
    let source = game.dice.ledger.source(roll.source);
    let (told, mut by_hand) = match source {
        Some(Source::Link(link)) => {
            (vec![("link", link.to_string()), ("link before", link.before().to_string())], vec![link_before(*link)])
        }
        Some(Source::Beacon(beacon)) => (of_beacon(beacon), vec![randomness(beacon)]),
        Some(Source::Digits(digits)) => (vec![("digits read off", digits.clone())], Vec::new()),
        None => (Vec::new(), Vec::new()),
    };
    by_hand.extend(source.and_then(Source::randomness).map(|randomness| digits(randomness, game, &roll.id)));
    Story {
        roll: roll.id.clone(),
        purpose: roll.purpose.clone(),
        odds: odds(roll),
        digits: roll.digits.clone(),
        fell: roll.fell.clone(),
        source: told,
        by_hand,
    }
}

fn of_beacon(beacon: &Beacon) -> Vec<(&'static str, String)> {
    let time = beacon.round().time().map(|time| time.format("%Y-%m-%d %H:%M:%S UTC").to_string()).unwrap_or_default();
    vec![
        ("round", beacon.round().to_string()),
        ("published", time),
        ("signature", beacon.signature().to_string()),
        ("randomness", beacon.randomness().to_string()),
    ]
}

/// What proves the rolls of these events, a line each, and how a player checks one by hand.
pub fn proofs(events: &[Event], game: &Multiverse) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut known, mut last) = (None, "1.1.1");
    for event in events {
        match event {
            Event::Revealed { number, link } => {
                lines.push(format!("Link {number} of the randomizer: {link}"));
                known = Some(Source::Link(*link));
            }
            Event::Published(beacon) => {
                let [_, published, signature, randomness] = &of_beacon(beacon)[..] else { continue };
                lines.push(format!("Round {} of drand's quicknet, published {}, has the signature", beacon.round(), published.1));
                lines.push(signature.1.clone());
                lines.push(format!("and so the randomness {}", randomness.1));
                known = Some(Source::Beacon(*beacon));
            }
            Event::Drawn { digits } => lines.push(format!("Digits read off, in order: {digits}")),
            Event::Rolled(roll) => {
                lines.push(line(roll));
                last = &roll.id;
            }
            Event::Unsealed { side, rule, opened } => {
                let (salt, name, whose, square) = (opened.salt, game.name(), mar::label(rule, *side), &opened.secret);
                lines.push(format!("The seal of the secret square {square}, by hand:"));
                lines.push(format!("printf 'chess-seal-v1\\n{salt}\\n{name}\\n{whose}\\n{square}\\n' | sha256sum"));
            }
            Event::Asked(asked) => lines.extend(asked.rolls.iter().map(line)),
            Event::SeedRevealed { seed } => {
                lines.push(format!("The seed of this game's dice, kept until now: {seed}"));
                lines.push("Hashed ten thousand times it is the commitment in game.toml (HELP DICE).".to_owned());
            }
            _ => {}
        }
    }
    match known {
        Some(Source::Link(link)) => {
            lines.push(format!("By hand, the digits of roll {last}, and the link before (HELP DICE):"));
            lines.push(digits(link, game, last));
            lines.push(link_before(link));
        }
        Some(Source::Beacon(beacon)) => {
            lines.push(format!("By hand, the digits of roll {last}, the randomness, and whether the beacon is genuine (HELP DICE):"));
            lines.push(digits(beacon.randomness(), game, last));
            lines.push(randomness(&beacon));
            lines.push(genuine(&beacon, game, last));
        }
        Some(Source::Digits(_)) | None => {}
    }
    lines
}

/// `Roll 5.2.1 for rule w3, one of 6: digits 4, rook`.
fn line(roll: &Roll) -> String {
    format!("Roll {} for {}, {}: digits {}, {}", roll.id, roll.purpose, odds(roll), roll.digits, roll.fell)
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

fn randomness(beacon: &Beacon) -> String {
    format!("printf '{}' | xxd -r -p | sha256sum", beacon.signature())
}

fn genuine(beacon: &Beacon, game: &Multiverse, roll: &str) -> String {
    format!("custodian dice check {} {} --game {} --roll {roll}", beacon.round(), beacon.signature(), game.name())
}

/// The command that makes the fingerprint of the locked orders.
pub fn of_orders(pin: &Pin) -> String {
    let phase = pin.phase();
    let orders: String = pin.orders.iter().map(|order| format!("{}\\n", quoted(order))).collect();
    format!("printf 'chess-orders-v1\\n{}\\n{phase}\\n{orders}' | sha256sum", pin.game)
}

/// A text as the format of a printf between single quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\\\\\").replace('%', "%%").replace('\'', "'\\''")
}
