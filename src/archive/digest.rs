//! A SHA-256 digest: the only way the archive names bytes.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes (FIPS 180-4), written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// A digest that somebody else computed.
    pub const fn from_bytes(raw: [u8; 32]) -> Self {
        Self(raw)
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is not 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a SHA-256: 64 digits 0-9 and a-f, all in lower case, were expected")]
pub struct NotADigest(String);

impl FromStr for Digest {
    type Err = NotADigest;

    // Capitals are refused: one digest has one spelling, or a changed byte could pass unseen.
    fn from_str(text: &str) -> Result<Self, NotADigest> {
        let nibble = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let refused = || NotADigest(text.chars().take(80).collect());
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| refused())?;
        let mut raw = [0; 32];
        for (byte, pair) in raw.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = nibble(pair[0]).zip(nibble(pair[1])).map(|(high, low)| high << 4 | low).ok_or_else(refused)?;
        }
        Ok(Self(raw))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_vector_of_abc() {
        // FIPS 180-4, example B.1.
        let written = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of(b"abc").to_string(), written);
        assert_eq!(written.parse(), Ok(Digest::of(b"abc")));
    }

    #[test]
    fn one_digest_has_one_spelling() {
        let written = Digest::of(b"abc").to_string();
        for wrong in [written.to_uppercase(), written[1..].to_owned(), format!("{written}0"), written.replace('b', "g"), String::new()] {
            assert_eq!(wrong.parse::<Digest>(), Err(NotADigest(wrong.clone())));
        }
    }
}
