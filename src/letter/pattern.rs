//! Which addresses an operator means: one, or everybody of a domain.

use super::{Address, AddressError};

/// What the star is read as where an address is wanted.
const ANYONE: &str = "anyone";

/// `ann@example.org`, or `*@example.org` for everybody there. Compared without regard to case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressPattern(String);

impl AddressPattern {
    /// The pattern, or why it is none.
    pub fn parse(text: &str) -> Result<AddressPattern, AddressError> {
        let text = text.trim();
        let an_address = text.strip_prefix('*').map_or_else(|| text.to_owned(), |rest| format!("{ANYONE}{rest}"));
        let as_written = |problem: AddressError| AddressError {
            text: problem.text.replacen(ANYONE, "*", usize::from(text.starts_with('*'))),
            reason: if text.contains('@') { problem.reason } else { "it needs an @, as in name@example.org or *@example.org" },
        };
        Address::parse(&an_address).map(|_| AddressPattern(text.to_lowercase())).map_err(as_written)
    }

    pub fn matches(&self, address: &Address) -> bool {
        let address = address.as_str().to_lowercase();
        match self.0.strip_prefix('*') {
            Some(domain) => address.len() > domain.len() && address.ends_with(domain),
            None => address == self.0,
        }
    }
}
