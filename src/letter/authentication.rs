//! What the operator's own server found out about a sender (RFC 8601).

/// The verdicts of the operator's own server about a letter, each only about the domain of the `From:` address. Without such a header nothing passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Authentication {
    /// `dmarc=pass` (RFC 7489) for the domain of the sender.
    pub dmarc: Verdict,
    /// `dkim=pass` of a signature by the sender's domain or one above it.
    pub dkim: Verdict,
    /// `spf=pass` for an envelope sender in the sender's domain or one above it.
    pub spf: Verdict,
}

/// One verdict of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The server said nothing that is to be believed.
    #[default]
    Absent,
    Pass,
    /// Any other result, or a pass for another domain.
    Fail,
}

impl Authentication {
    /// Whether the server vouches for the domain in `From:`: DMARC passed, or, where it says nothing about DMARC, an aligned DKIM signature did.
    /// SPF alone does not vouch: it speaks about the envelope.
    pub fn vouches(&self) -> bool {
        match self.dmarc {
            Verdict::Absent => self.dkim == Verdict::Pass,
            verdict => verdict == Verdict::Pass,
        }
    }
}
