//! Decimal digits from a source's randomness, by a way that a player can go by hand: `printf '...' | sha256sum | tr -d 'a-f -'`.

use sha2::{Digest as _, Sha256};

/// The digits of one roll: block `i` is the SHA-256 of five lines, `chess-dice-v1`, the randomness in hexadecimal, the game, the roll and `i`
/// from 0; of its hexadecimal digits the letters are struck out.
pub fn digits(randomness: &str, game: &str, roll: &str) -> impl Iterator<Item = u8> + use<> {
    let head = format!("chess-dice-v1\n{randomness}\n{game}\n{roll}\n");
    (0u32..).flat_map(move |block| {
        let hash = Sha256::digest(format!("{head}{block}\n"));
        let nibbles = hash.into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        nibbles.filter(|digit| *digit < 10).collect::<Vec<u8>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(roll: &str) -> String {
        const ROUND_1000: &str = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd";
        digits(ROUND_1000, "g0001", roll).take(16).map(|digit| char::from(b'0' + digit)).collect()
    }

    #[test]
    fn the_digits_are_those_of_the_published_vector() {
        assert_eq!(first("r0001"), "4316031764070230");
        assert_eq!(first("r0002"), "9694156932053451");
    }
}
