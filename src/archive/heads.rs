//! Every head that a log has had, and what it says to a head that somebody read in the footer of a mail.

use super::chain::Head;
use super::digest::Digest;

/// Hexadecimal digits of a head that a footer shows.
pub const FOOTER_DIGITS: usize = 16;
/// Fewer digits than these would match by chance.
const FEWEST_DIGITS: usize = 8;

/// The heads of one log by their numbers, from that of its settings (0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heads(Vec<Digest>);

/// A head as a mail shows it: `zaphod #120 head 9f3c2a41d07b5e66`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The game's folder name, where it is said.
    pub game: Option<String>,
    /// The number of the line.
    pub seq: u64,
    /// The first digits of its digest, in small letters.
    pub digits: String,
}

/// What a log says to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// That line has that head.
    Matches(Head),
    /// That line has this one.
    Differs(Head),
    /// There is no such line; this is the newest.
    Unknown(Head),
}

impl Heads {
    /// Of a log with no line yet, by the digest of its settings.
    pub fn founded_on(settings: Digest) -> Self {
        Self(vec![settings])
    }

    /// The log has got to `head`, the line after the last.
    pub fn reach(&mut self, head: Head) {
        debug_assert_eq!(head.seq, self.0.len() as u64, "heads are noted one by one");
        self.0.push(head.hash);
    }

    /// Where the log ends.
    pub fn last(&self) -> Head {
        let seq = self.0.len() - 1;
        Head { seq: seq as u64, hash: self.0[seq] }
    }

    /// The head of a line, where there is one.
    pub fn at(&self, seq: u64) -> Option<Head> {
        let hash = self.0.get(usize::try_from(seq).ok()?)?;
        Some(Head { seq, hash: *hash })
    }

    /// Compares what a mail says with the record.
    pub fn compare(&self, claim: &Claim) -> Witness {
        match self.at(claim.seq) {
            None => Witness::Unknown(self.last()),
            Some(head) if head.hash.to_string().starts_with(&claim.digits) => Witness::Matches(head),
            Some(head) => Witness::Differs(head),
        }
    }
}

impl Claim {
    /// Reads `120 9f3c2a41d07b5e66`, or a whole footer.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.trim_end_matches('.').split_whitespace().peekable();
        let is_number = |word: &str| word.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit());
        let named = words.next_if(|word| !is_number(word) && !word.eq_ignore_ascii_case("line"));
        words.next_if(|word| word.eq_ignore_ascii_case("line"));
        let seq = words.next()?.trim_start_matches('#').trim_end_matches(',').parse().ok()?;
        words.next_if(|word| word.eq_ignore_ascii_case("head"));
        let digits = words.next()?.to_ascii_lowercase();
        let hexadecimal = (FEWEST_DIGITS..=64).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
        (hexadecimal && words.next().is_none()).then(|| Self { game: named.map(str::to_lowercase), seq, digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footer_is_read_as_it_stands_or_shortened() {
        let claim = |game: Option<&str>| Some(Claim { game: game.map(str::to_owned), seq: 120, digits: "9f3c2a41d07b5e66".to_owned() });
        assert_eq!(Claim::read("zaphod #120 head 9f3c2a41d07b5e66"), claim(Some("zaphod")));
        for text in ["120 9f3c2a41d07b5e66", "#120 9F3C2A41D07B5E66.", "line 120, head 9f3c2a41d07b5e66"] {
            assert_eq!(Claim::read(text), claim(None), "{text}");
        }
        let whole = "9f3c2a41d07b5e66".repeat(4);
        assert_eq!(Claim::read(&format!("3 {whole}")).map(|claim| claim.digits), Some(whole.clone()));
        for text in ["", "120", "zaphod 9f3c2a41d07b5e66", "120 9f3c", "120 9f3c2a41d07b5e6x", "120 9f3c2a41 or so", &format!("1 {whole}0")]
        {
            assert_eq!(Claim::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_claim_matches_differs_or_is_unknown() {
        let mut heads = Heads::founded_on(Digest::of(b"settings"));
        let head = Head { seq: 1, hash: Digest::of(b"first") };
        heads.reach(head);
        let claim = |seq, hash: Digest| Claim { game: None, seq, digits: hash.to_string()[..FOOTER_DIGITS].to_owned() };
        assert_eq!(heads.compare(&claim(1, head.hash)), Witness::Matches(head));
        assert_eq!(heads.compare(&claim(0, Digest::of(b"settings"))), Witness::Matches(Head { seq: 0, hash: Digest::of(b"settings") }));
        assert_eq!(heads.compare(&claim(1, Digest::of(b"other"))), Witness::Differs(head));
        assert_eq!(heads.compare(&claim(2, head.hash)), Witness::Unknown(head));
        assert_eq!(heads.compare(&claim(u64::MAX, head.hash)), Witness::Unknown(head));
    }
}
