//! `custodian dice check`: one beacon, and the digits that a roll has from it.

use super::super::{Failure, Outcome, say};
use crate::dice::{Beacon, NotGenuine, Round, Signature, digits};
use std::process::ExitCode;

/// How many digits of a roll are shown; no roll needs more often.
const SHOWN: usize = 16;

/// Checks that a beacon of drand's network quicknet is genuine, and shows its randomness
///
/// It prints `randomness` and 64 hexadecimal digits, the SHA-256 of the signature; with --game and --roll also `digits` and the first 16
/// decimal digits that this roll has from it. Needs no network: the network's public key is built in.
/// Exit code 0: genuine; 1: not genuine, or no signature at all.
///
/// Examples:
///   custodian dice check 1000 b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39
///   custodian dice check 1000 b44679b9... --game Zaphod --roll 5.2.1
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Check {
    /// The number of the round
    round: u64,
    /// Its signature, 96 hexadecimal digits
    signature: String,
    /// The game of the roll, as its players write it: Zaphod has other digits than zaphod
    #[arg(long, requires = "roll", value_parser = hashed)]
    game: Option<String>,
    /// The name of the roll: turn, player and number, as mails write it: 5.2.1, 5.2b.1
    #[arg(long, requires = "game", value_parser = named)]
    roll: Option<String>,
    /// A JSON object: {"genuine":true,"round":1000,"time":"2023-08-23T15:59:24Z","randomness":"fe290b...","digits":"4316031764070230",
    /// "of":{"game":"g0001","roll":"r0001"}},
    /// or {"genuine":false,"round":1000,"why":"..."}
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self) -> Outcome {
        let round = Round(self.round);
        let beacon = Signature::read(&self.signature).and_then(|signature| Beacon::verify(round, signature));
        match (beacon, self.json) {
            (Ok(beacon), _) => {
                self.tell(&beacon);
                Ok(ExitCode::SUCCESS)
            }
            (Err(why), true) => {
                say!("{}", serde_json::json!({ "genuine": false, "round": self.round, "why": why.to_string() }));
                Ok(ExitCode::FAILURE)
            }
            (Err(why), false) => Err(refused(why)),
        }
    }

    fn tell(&self, beacon: &Beacon) {
        let randomness = beacon.randomness().to_string();
        let rolled = self.game.as_ref().zip(self.roll.as_ref());
        let digits = rolled.map(|(game, roll)| {
            let first = digits(&randomness, game, roll).take(SHOWN);
            first.map(|digit| char::from(b'0' + digit)).collect::<String>()
        });
        if self.json {
            let time = beacon.round().time().map(|time| time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
            let mut told = serde_json::json!({ "genuine": true, "round": self.round, "time": time, "randomness": randomness });
            if let (Some(digits), Some((game, roll))) = (digits, rolled) {
                told["digits"] = digits.into();
                told["of"] = serde_json::json!({ "game": game, "roll": roll });
            }
            say!("{told}");
        } else {
            say!("randomness {randomness}");
            if let Some(digits) = digits {
                say!("digits {digits}");
            }
        }
    }
}

/// A name that a line of the hash can hold.
fn hashed(name: &str) -> Result<String, String> {
    match name.trim().is_empty() || name.chars().any(char::is_control) {
        true => Err("a name has at least one character, and stands on one line".to_owned()),
        false => Ok(name.to_owned()),
    }
}

/// The name of a roll as games give it, or any other word of letters, digits and dots.
fn named(roll: &str) -> Result<String, String> {
    let numbers: Vec<&str> = roll.split('.').collect();
    let number = |text: &str| {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    let of_a_game = matches!(numbers[..], [turn, side, roll] if number(turn) && number(side) && number(roll));
    let word = numbers.len() == 1
        && !roll.is_empty()
        && roll.starts_with(|c: char| c.is_ascii_alphabetic())
        && roll.bytes().all(|c| c.is_ascii_alphanumeric());
    match of_a_game || word {
        true => Ok(roll.to_owned()),
        false => Err("a roll is named by turn, player and number, as in 5.2.1 or 5.2b.1, without spaces or leading zeros".to_owned()),
    }
}

fn refused(why: NotGenuine) -> Failure {
    Failure::new(format!("not genuine: {why}"))
}
