//! The secret reply token: authenticates one player in one game, by a plus-address or by the Message-ID that a reply names.

use std::fmt;

/// RFC 4648 base 32 in lower case, because some servers fold the case of a local part.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Letters of a token: 16 bytes at 5 bits a letter.
const LENGTH: usize = 26;

/// A reply token: 26 letters of `a-z2-7`. It is a secret: `Debug` hides it, and no log holds it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token(String);

/// The text is not 26 letters of `a-z2-7`. Does not repeat the text, which may be a mistyped secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a reply token is {LENGTH} letters of a-z and 2-7")]
pub struct TokenError;

impl Token {
    /// The token made of 128 bits that the shell drew at random.
    pub fn from_random(bytes: [u8; 16]) -> Token {
        let number = u128::from_be_bytes(bytes);
        let letter = |place: usize| ALPHABET[(number >> (5 * place) & 31) as usize] as char;
        Token((0..LENGTH).rev().map(letter).collect())
    }

    /// Reads a token; case is forgiven.
    pub fn parse(text: &str) -> Result<Token, TokenError> {
        let text = text.to_ascii_lowercase();
        if text.len() == LENGTH && text.bytes().all(|b| ALPHABET.contains(&b)) { Ok(Token(text)) } else { Err(TokenError) }
    }

    /// The secret itself, for the mail that carries it and the private file that keeps it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_writing_reading_and_a_change_of_case() {
        let token = Token::from_random([0xA7; 16]);
        assert_eq!(Token::parse(token.reveal()), Ok(token.clone()));
        assert_eq!(Token::parse(&token.reveal().to_uppercase()), Ok(token.clone()));
        assert_ne!(token, Token::from_random([0xA6; 16]));
        assert_eq!(format!("{token:?}"), "Token(***)");
    }

    #[test]
    fn every_bit_of_the_random_bytes_counts() {
        let tokens: std::collections::BTreeSet<_> = (0..128).map(|bit| Token::from_random((1u128 << bit).to_be_bytes()).0).collect();
        assert_eq!(tokens.len(), 128);
    }

    #[test]
    fn no_other_text_is_a_token() {
        for bad in ["", "abc", &"a".repeat(27), "abcdefghijklmnopqrstuvwxy1", "abcdefghijklmnopqrstuvwxy "] {
            assert_eq!(Token::parse(bad), Err(TokenError), "{bad:?}");
        }
    }
}
