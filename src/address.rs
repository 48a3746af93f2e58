//! Addresses of mail: `local@domain`, and the name that a correspondent writes beside it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Longest local part (RFC 5321 section 4.5.3.1.1), in bytes.
const MAX_LOCAL: usize = 64;
/// Longest domain (RFC 5321 section 4.5.3.1.2), in bytes.
const MAX_DOMAIN: usize = 255;

/// An address `local@domain` in the dot-atom form of RFC 5322 section 3.4.1: ASCII, no quotes, no comments, so that it is safe in any header and envelope.
///
/// Compares without regard to case; prints as it was written.
#[derive(Clone, Debug)]
pub struct Address {
    text: String,
    at: usize,
}

/// Why a text is no [`Address`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no mail address: {reason}")]
pub struct AddressError {
    pub text: String,
    pub reason: &'static str,
}

impl Address {
    /// Reads `local@domain`; surrounding spaces are forgiven.
    pub fn parse(text: &str) -> Result<Address, AddressError> {
        let text = text.trim();
        let fail = |reason| Err(AddressError { text: text.chars().take(MAX_LOCAL).collect(), reason });
        let Some((local, domain)) = text.rsplit_once('@') else { return fail("it needs an @, as in name@example.org") };
        if !text.is_ascii() {
            return fail("only ASCII letters can be used; write an international domain in its xn-- form");
        }
        if local.len() > MAX_LOCAL || domain.len() > MAX_DOMAIN {
            return fail("it is too long (64 characters before the @, 255 behind it)");
        }
        if !dot_atom(local, is_atext) {
            return fail("before the @ stand letters, digits and !#$%&'*+-/=?^_`{|}~ with single dots between them");
        }
        if !dot_atom(domain, |b| b.is_ascii_alphanumeric() || b == b'-') {
            return fail("behind the @ stands a domain such as example.org");
        }
        Ok(Address { text: text.to_owned(), at: local.len() })
    }

    /// The part before the `@`.
    pub fn local(&self) -> &str {
        &self.text[..self.at]
    }

    /// The part behind the `@`.
    pub fn domain(&self) -> &str {
        &self.text[self.at + 1..]
    }

    /// `local@domain` as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// RFC 5322 `atext`.
pub fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn dot_atom(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    text.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(&allowed))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.text.eq_ignore_ascii_case(&other.text)
    }
}

impl Eq for Address {}

impl Ord for Address {
    fn cmp(&self, other: &Address) -> Ordering {
        self.text.to_ascii_lowercase().cmp(&other.text.to_ascii_lowercase())
    }
}

impl PartialOrd for Address {
    fn partial_cmp(&self, other: &Address) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.to_ascii_lowercase().hash(state);
    }
}

/// An address with the name that goes with it: `Ada <ada@example.org>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correspondent {
    /// Decoded; empty when there is none.
    pub name: String,
    pub address: Address,
}

impl Correspondent {
    pub fn new(name: impl Into<String>, address: Address) -> Correspondent {
        Correspondent { name: name.into(), address }
    }
}

impl From<Address> for Correspondent {
    fn from(address: Address) -> Correspondent {
        Correspondent { name: String::new(), address }
    }
}

impl fmt::Display for Correspondent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() { write!(f, "{}", self.address) } else { write!(f, "{} <{}>", self.name, self.address) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_without_case_and_prints_as_written() {
        let a = Address::parse(" Ada.Lovelace+chess@Example.ORG ").unwrap();
        assert_eq!(a, Address::parse("ada.lovelace+CHESS@example.org").unwrap());
        assert_eq!(
            (a.local(), a.domain(), a.to_string().as_str()),
            ("Ada.Lovelace+chess", "Example.ORG", "Ada.Lovelace+chess@Example.ORG")
        );
    }

    #[test]
    fn refuses_what_could_break_a_header_or_an_envelope() {
        for bad in
            ["", "ada", "@x", "a@", "a b@x", "a@x\r\nBcc: b@x", "a..b@x", ".a@x", "<a@x>", "a@x,b@y", "\"a b\"@x", "é@x", "a@x y", "a@x\0"]
        {
            assert!(Address::parse(bad).is_err(), "{bad:?}");
        }
        assert!(Address::parse(&format!("{}@x", "a".repeat(65))).is_err());
    }
}
