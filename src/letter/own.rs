//! The program's own face in the mail: its addresses, its Message-IDs, and where both carry a reply token.

use super::{Address, Token};
use crate::address::is_atext;

/// How every Message-ID of the program begins, so that a player in the same domain is never taken for the program.
const MARK: &str = "custodian.";

/// What the program knows of its own mail identity.
#[derive(Clone, Debug)]
pub struct Own {
    /// The address that players write to.
    pub address: Address,
    /// Other addresses that reach the same mailbox.
    pub aliases: Vec<Address>,
    /// The right side of the program's Message-IDs.
    pub domain: String,
    /// `Some('+')` where the server delivers `local+anything@domain` to `local@domain`.
    pub plus: Option<char>,
    /// The authserv-id of the operator's own server, whose `Authentication-Results` are believed (RFC 8601); none are when absent.
    pub authserv_id: Option<String>,
}

impl Own {
    /// Whether `address` is the program's, with or without something behind the plus.
    pub fn is_own(&self, address: &Address) -> bool {
        self.detail(address).is_some() || self.addresses().any(|own| own == address)
    }

    /// The token in a plus-address of the program's, if `address` is one.
    pub fn token_in_address(&self, address: &Address) -> Option<Token> {
        Token::parse(self.detail(address)?).ok()
    }

    /// Where a player's reply shall go: the plus-address with the token, or the plain address where plus-addresses are not delivered.
    pub fn reply_address(&self, token: &Token) -> Address {
        let Some(plus) = self.plus else { return self.address.clone() };
        let text = format!("{}{plus}{}@{}", self.address.local(), token.reveal(), self.address.domain());
        // a local part of more than 37 letters leaves no room for a token; the Message-ID still carries it
        Address::parse(&text).unwrap_or_else(|_| self.address.clone())
    }

    /// The Message-ID (without angle brackets) of the mail that `name` tells from all others, such as `zaphod.17.w`; characters that may not stand in one
    /// become `_`. With a token, whoever names this id in `In-Reply-To` or `References` shows the token.
    pub fn message_id(&self, name: &str, token: Option<&Token>) -> String {
        let name: String =
            name.chars().map(|c| if c.is_ascii() && (is_atext(c as u8) || c == '.') && c != '+' { c } else { '_' }).collect();
        let carried = token.map(|token| format!("+{}", token.reveal())).unwrap_or_default();
        format!("{MARK}{}{carried}@{}", name.trim_matches('.'), self.domain)
    }

    /// Whether a Message-ID (without angle brackets) is one that this program gave.
    pub fn is_own_message_id(&self, id: &str) -> bool {
        self.name_in_message_id(id).is_some()
    }

    /// The token that one of the program's own Message-IDs carries.
    pub fn token_in_message_id(&self, id: &str) -> Option<Token> {
        let (_, behind) = self.name_in_message_id(id)?.split_once('+')?;
        Token::parse(behind.rsplit('.').next()?).ok()
    }

    /// The same with a testimony in it besides the token, behind the plus as well: letters, digits and dots.
    pub fn message_id_with(&self, name: &str, testimony: &str, token: &Token) -> String {
        self.message_id(name, Some(token)).replacen('+', &format!("+{testimony}."), 1)
    }

    /// What tells the mail from all others to which the program gave that Message-ID, and the testimony in it: `zaphod.17.w` and `9f3c2a41.0.abc`.
    pub fn testimony_in_message_id<'id>(&self, id: &'id str) -> Option<(&'id str, &'id str)> {
        let (name, behind) = self.name_in_message_id(id)?.split_once('+')?;
        Some((name, behind.rsplit_once('.')?.0))
    }

    fn name_in_message_id<'id>(&self, id: &'id str) -> Option<&'id str> {
        let (left, domain) = id.rsplit_once('@')?;
        if domain.eq_ignore_ascii_case(&self.domain) { left.strip_prefix(MARK) } else { None }
    }

    fn detail<'a>(&self, address: &'a Address) -> Option<&'a str> {
        let (local, detail) = address.local().split_once(self.plus?)?;
        let same = |own: &Address| own.local().eq_ignore_ascii_case(local) && own.domain().eq_ignore_ascii_case(address.domain());
        self.addresses().any(same).then_some(detail)
    }

    fn addresses(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.aliases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Own {
        let address = |text| Address::parse(text).unwrap();
        Own {
            address: address("custodian@example.org"),
            aliases: vec![address("games@example.org")],
            domain: "example.org".into(),
            plus: Some('+'),
            authserv_id: None,
        }
    }

    #[test]
    fn a_reply_address_shows_its_token_in_any_case() {
        let token = Token::from_random([9; 16]);
        let reply = own().reply_address(&token);
        assert_eq!(own().token_in_address(&reply), Some(token.clone()));
        let folded = Address::parse(&reply.as_str().to_uppercase()).unwrap();
        assert_eq!(own().token_in_address(&folded), Some(token.clone()));
        assert!(own().is_own(&reply));
        let elsewhere = Address::parse(&reply.as_str().replace("example.org", "example.com")).unwrap();
        assert_eq!(own().token_in_address(&elsewhere), None);
        let plain = Own { plus: None, ..own() };
        assert_eq!(plain.reply_address(&token), plain.address);
    }

    #[test]
    fn a_message_id_shows_its_token_and_is_known_again() {
        let token = Token::from_random([7; 16]);
        let id = own().message_id("zaphod.17.w", Some(&token));
        assert_eq!(own().token_in_message_id(&id), Some(token));
        assert_eq!(own().testimony_in_message_id(&id), None);
        assert!(own().is_own_message_id(&id));
        let testified = own().message_id_with("zaphod.17.w", "9f3c.0.abc", &Token::from_random([7; 16]));
        assert_eq!(own().token_in_message_id(&testified), Some(Token::from_random([7; 16])));
        assert_eq!(own().testimony_in_message_id(&testified), Some(("zaphod.17.w", "9f3c.0.abc")));
        let bare = own().message_id("a b\r\n<>@+c", None);
        assert_eq!(bare, "custodian.a_b______c@example.org");
        assert_eq!(own().token_in_message_id(&bare), None);
        assert!(!own().is_own_message_id("CAF12@example.org"));
    }
}
