//! Beacons of drand's network `quicknet` (the League of Entropy): a value every three seconds that nobody knows before its time, that nobody can
//! choose, and that proves itself by a signature (BLS12-381, RFC 9380).
//!
//! Not here: where a beacon is fetched.

use std::fmt;
use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use drand_verify::{G2PubkeyRfc, Pubkey};
use sha2::{Digest as _, Sha256};

use super::chain::Link;

/// The hash that names the network, in the addresses of its relays.
pub const NETWORK: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
/// When its first round was published, in seconds since 1970.
const GENESIS: i64 = 1_692_803_367;
/// Seconds from one round to the next.
const PERIOD: i64 = 3;
/// Its public key, a point of G2 in hexadecimal digits.
const PUBLIC_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb\
                          5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
/// Bytes of a signature: a point of G1.
const SIGNATURE: usize = 48;

static KEY: LazyLock<G2PubkeyRfc> = LazyLock::new(|| {
    let bytes = bytes_of(PUBLIC_KEY).expect("the key is written in hexadecimal digits");
    G2PubkeyRfc::from_variable(&bytes).expect("the key is a point of its curve")
});

/// A round of the network, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Round(pub u64);

impl Round {
    /// The first round published at that time or after it.
    pub fn at_or_after(time: DateTime<Utc>) -> Round {
        let since = time.timestamp() + i64::from(time.timestamp_subsec_nanos() > 0) - GENESIS;
        let periods = since.max(0).unsigned_abs().div_ceil(PERIOD.unsigned_abs());
        Round(periods + 1)
    }

    /// When it is published; none for a number beyond all calendars.
    pub fn time(self) -> Option<DateTime<Utc>> {
        let periods = i64::try_from(self.0.checked_sub(1)?).ok()?;
        DateTime::from_timestamp(GENESIS, 0)?.checked_add_signed(TimeDelta::try_seconds(periods.checked_mul(PERIOD)?)?)
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A signature as it is published, not yet checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; SIGNATURE]);

impl Signature {
    /// Reads hexadecimal digits, large or small.
    pub fn read(text: &str) -> Result<Signature, NotGenuine> {
        let bytes = bytes_of(text).ok_or(NotGenuine::Digits)?;
        bytes.try_into().map(Signature).map_err(|bytes: Vec<u8>| NotGenuine::Length(bytes.len()))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

/// A beacon whose signature is that of its round: there is no other way to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beacon {
    round: Round,
    signature: Signature,
}

impl Beacon {
    /// Checks the signature of a round.
    pub fn verify(round: Round, signature: Signature) -> Result<Beacon, NotGenuine> {
        if round.0 == 0 {
            return Err(NotGenuine::NoRound);
        }
        // An error says that the bytes are no point of the curve; both refuse.
        match KEY.verify(round.0, b"", &signature.0) {
            Ok(true) => Ok(Beacon { round, signature }),
            Ok(false) => Err(NotGenuine::OtherSignature(round)),
            Err(_) => Err(NotGenuine::NoPoint),
        }
    }

    pub fn round(&self) -> Round {
        self.round
    }

    pub fn signature(&self) -> Signature {
        self.signature
    }

    /// What the digits of rolls are made from: the SHA-256 of the signature.
    pub fn randomness(&self) -> Link {
        Link::from_bytes(Sha256::digest(self.signature.0).into())
    }
}

/// Why something is no beacon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotGenuine {
    #[error("a signature is written in the digits 0 to 9 and a to f, two for each byte")]
    Digits,
    #[error("a signature of quicknet has 48 bytes, 96 hexadecimal digits, and this one has {0} bytes")]
    Length(usize),
    #[error("the signature is no point of the curve: a digit of it is wrong")]
    NoPoint,
    #[error("the signature is not that of round {0}: it belongs to another round, or to nothing at all")]
    OtherSignature(Round),
    #[error("rounds are counted from 1")]
    NoRound,
}

fn bytes_of(hexadecimal: &str) -> Option<Vec<u8>> {
    let digit = |c: char| c.to_digit(16).map(|digit| digit as u8);
    let digits: Vec<u8> = hexadecimal.trim().chars().map(digit).collect::<Option<_>>()?;
    digits.len().is_multiple_of(2).then(|| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNATURE_OF_1000: &str = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

    fn check(round: u64, signature: &str) -> Result<String, NotGenuine> {
        Beacon::verify(Round(round), Signature::read(signature)?).map(|beacon| beacon.randomness().to_string())
    }

    #[test]
    fn a_published_round_is_genuine_and_gives_its_randomness() {
        let randomness = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd";
        assert_eq!(check(1000, SIGNATURE_OF_1000), Ok(randomness.to_owned()));
        assert_eq!(check(1000, &format!(" {}\n", SIGNATURE_OF_1000.to_uppercase())), Ok(randomness.to_owned()));
    }

    #[test]
    fn nothing_else_is_genuine() {
        let mut bytes = Signature::read(SIGNATURE_OF_1000).unwrap().0;
        bytes[0] ^= 0x20;
        let mirrored = Signature(bytes).to_string();
        bytes[0] ^= 0x20;
        bytes[47] ^= 1;
        let last_flipped = Signature(bytes).to_string();
        let infinity = format!("c0{}", "00".repeat(47));
        assert_eq!(check(1001, SIGNATURE_OF_1000), Err(NotGenuine::OtherSignature(Round(1001))));
        assert_eq!(check(999, SIGNATURE_OF_1000), Err(NotGenuine::OtherSignature(Round(999))));
        assert!(check(1000, &last_flipped).is_err());
        // The mirrored point lies on the curve as well.
        assert_eq!(check(1000, &mirrored), Err(NotGenuine::OtherSignature(Round(1000))));
        assert_eq!(check(1000, &infinity), Err(NotGenuine::OtherSignature(Round(1000))));
        assert_eq!(check(1000, &SIGNATURE_OF_1000[..80]), Err(NotGenuine::Length(40)));
        assert_eq!(check(1000, &format!("{SIGNATURE_OF_1000}00")), Err(NotGenuine::Length(49)));
        assert_eq!(check(1000, ""), Err(NotGenuine::Length(0)));
        assert_eq!(check(1000, &SIGNATURE_OF_1000[1..]), Err(NotGenuine::Digits));
        assert_eq!(check(1000, &SIGNATURE_OF_1000.replacen('b', "g", 1)), Err(NotGenuine::Digits));
        assert_eq!(check(1000, &"é".repeat(48)), Err(NotGenuine::Digits));
        assert_eq!(check(0, SIGNATURE_OF_1000), Err(NotGenuine::NoRound));
    }

    #[test]
    fn rounds_have_times_and_times_have_rounds() {
        let time = |text: &str| DateTime::parse_from_rfc3339(text).unwrap().with_timezone(&Utc);
        let named = time("2026-04-20T00:00:00Z");
        assert_eq!((Round::at_or_after(named), Round(27_946_612).time()), (Round(27_946_612), Some(named)));
        // The next second belongs to the next round, published two seconds later.
        assert_eq!(Round::at_or_after(named + TimeDelta::seconds(1)), Round(27_946_613));
        assert_eq!(Round::at_or_after(named + TimeDelta::milliseconds(1)), Round(27_946_613));
        assert_eq!(Round::at_or_after(named + TimeDelta::seconds(3)), Round(27_946_613));
        for seconds in 0..10 {
            let time = named + TimeDelta::seconds(seconds);
            let round = Round::at_or_after(time);
            assert!(round.time().unwrap() >= time && Round(round.0 - 1).time().unwrap() < time);
        }
        assert_eq!(Round::at_or_after(DateTime::UNIX_EPOCH), Round(1));
        assert_eq!((Round(0).time(), Round(u64::MAX).time()), (None, None));
    }
}
