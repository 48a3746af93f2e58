//! Seals: a player's secret is committed to before it acts, and opened when it does.

use std::fmt::Write;

use sha2::{Digest as _, Sha256};

use super::chain::Link;

/// The seal of a secret: the SHA-256 of five lines, `chess-seal-v1`, the salt in hexadecimal, the game, whose secret it is and the secret.
pub fn seal(salt: Link, game: &str, label: &str, secret: &str) -> Link {
    let mut text = String::new();
    let _ = write!(text, "chess-seal-v1\n{salt}\n{game}\n{label}\n{secret}\n");
    Link::from_bytes(Sha256::digest(text).into())
}

/// A secret as it is opened: what it is, and the salt that proves its seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub secret: String,
    pub salt: Link,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Chain, Randomizer, Told};

    #[test]
    fn only_the_house_finds_a_secret_by_its_seal_and_anybody_can_check_it() {
        let house = Randomizer::House(Chain::of_game(&[3; 32], "Zaphod", 0));
        let sealed = house.seal("Zaphod", "w1 2", "e4").expect("the house has salt");
        let opened = house.open("Zaphod", "w1 2", sealed, ["e3", "e4", "e5"].map(str::to_owned)).expect("it is among them");
        assert_eq!(opened.secret, "e4");
        assert_eq!(seal(opened.salt, "Zaphod", "w1 2", "e4"), sealed);
        assert_ne!(house.seal("Zaphod", "w1 1", "e4"), Some(sealed));
        assert_eq!(house.open("Zaphod", "w1 2", sealed, ["a1"].map(str::to_owned)), None);
        assert_eq!(Randomizer::Absent.seal("Zaphod", "w1 2", "e4"), None);
        let told = Randomizer::Told(Told {
            seals: vec![("w1 2".to_owned(), sealed)],
            opened: vec![("w1 2".to_owned(), opened.clone())],
            ..Told::default()
        });
        assert_eq!(told.open("Zaphod", "w1 2", sealed, []), Some(opened));
    }
}
