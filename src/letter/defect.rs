//! What is wrong with a letter: data for the adjudicator, which answers it, executes it or stays silent.

use std::fmt;

/// Something about a letter that its writer may have to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// No bytes, or no header at all.
    NotALetter,
    /// More bytes than are read: of these only the head was looked at.
    TooLarge { bytes: u64, limit: u64 },
    /// More header lines than are read.
    TooManyHeaders { limit: usize },
    /// More parts than are read.
    TooManyParts { limit: usize },
    /// Parts nested deeper than are read.
    TooDeep { limit: usize },
    /// The text decodes to more bytes than are read; what lies behind the limit is missing.
    TooMuchText { limit: usize },
    /// No `From:` line.
    NoFrom,
    /// More than one `From:` line.
    SeveralFromLines(usize),
    /// One `From:` line with several addresses.
    SeveralSenders(usize),
    /// The address in the `From:` line cannot be used; the reason.
    BadSender(String),
    /// A NUL byte in the letter.
    Nul,
    /// A multipart without its end, or base64 that stops in the middle.
    Truncated,
    /// A charset that is not known; the text was read as UTF-8, losing what is not.
    UnknownCharset(String),
    /// Bytes that are not text in the charset they claim.
    Undecodable,
    /// Only HTML: its text was read. Harmless.
    OnlyHtml,
    /// No text at all.
    Empty,
    /// Text, but all of it quoted, forwarded or a signature.
    OnlyQuote,
}

impl Defect {
    /// Whether the text may be other than what its writer wrote, so that no order in it can be executed.
    pub fn spoils_text(&self) -> bool {
        !matches!(self, Defect::OnlyHtml | Defect::Empty | Defect::OnlyQuote)
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::NotALetter => write!(f, "it has no header lines"),
            Defect::TooLarge { bytes, limit } => {
                write!(f, "it has {bytes} bytes, and at most {limit} are read; send plain text without attachments")
            }
            Defect::TooManyHeaders { limit } => write!(f, "it has more than {limit} header lines"),
            Defect::TooManyParts { limit } => write!(f, "it has more than {limit} parts; send plain text without attachments"),
            Defect::TooDeep { limit } => write!(f, "its parts are nested more than {limit} deep; send plain text"),
            Defect::TooMuchText { limit } => write!(f, "its text is longer than {limit} bytes"),
            Defect::NoFrom => write!(f, "it has no From line"),
            Defect::SeveralFromLines(count) => write!(f, "it has {count} From lines, and one is needed to know who wrote it"),
            Defect::SeveralSenders(count) => write!(f, "its From line names {count} addresses, and one is needed to know who wrote it"),
            Defect::BadSender(reason) => write!(f, "the address in its From line cannot be used: {reason}"),
            Defect::Nul => write!(f, "it holds a NUL byte; send plain text"),
            Defect::Truncated => write!(f, "its end is missing; send it again"),
            Defect::UnknownCharset(name) => write!(f, "its charset `{name}` is not known; send it as UTF-8"),
            Defect::Undecodable => write!(f, "some of its letters are not valid in the charset it names; send it as UTF-8"),
            Defect::OnlyHtml => write!(f, "it is HTML only, which was read as text"),
            Defect::Empty => write!(f, "it has no text"),
            Defect::OnlyQuote => write!(f, "all of its text is quoted"),
        }
    }
}
