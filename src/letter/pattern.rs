//! Which addresses an operator means: one, or everybody of a domain.

use super::{Address, AddressError};

/// `ann@example.org`, or `*@example.org` for everybody there. Compared without regard to case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressPattern(String);

impl AddressPattern {
    /// The pattern, or why it is none.
    pub fn parse(text: &str) -> Result<AddressPattern, AddressError> {
        let an_address = text.strip_prefix('*').map_or_else(|| text.to_owned(), |rest| format!("anyone{rest}"));
        Address::parse(&an_address).map(|_| AddressPattern(text.trim().to_lowercase()))
    }

    pub fn matches(&self, address: &Address) -> bool {
        let address = address.as_str().to_lowercase();
        match self.0.strip_prefix('*') {
            Some(domain) => address.len() > domain.len() && address.ends_with(domain),
            None => address == self.0,
        }
    }
}
