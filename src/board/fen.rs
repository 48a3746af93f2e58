//! FEN as a format: the six fields of a position's text, for boards of any size. What they mean under a law is `law`'s affair.

use std::fmt;

/// A FEN, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// Rank by rank from the lowest, each of the same length.
    pub ranks: Vec<Vec<Spot>>,
    /// The men in reserve, in brackets after the placement.
    pub reserve: Vec<Letter>,
    /// `w`, `b` or the first letter of a colour.
    pub on_move: String,
    /// The letters of the castling field; empty for `-`.
    pub castling: String,
    /// The name of the cell passed over.
    pub passed: Option<String>,
    /// A counter of both players.
    pub counts: Option<Counts>,
    pub halfmoves: u32,
    pub number: u32,
}

/// A counter of the first and of the second player: `3+1` after the cell passed over is what it is, `+0+2` at the end how far it has gone from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub of: [u16; 2],
    /// From the start.
    pub gone: bool,
}

/// A man of the placement: a kind's letter, and whether it stands for the army that moves up the board (upper case).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Upper case.
    pub kind: String,
    pub upper: bool,
    /// It was made as another kind; written `~`.
    pub promoted: bool,
    /// It stands on the same cell of the second board; written `|` before it.
    pub across: bool,
}

/// A cell of the placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    Empty,
    /// Written `*`.
    Hole,
    Man(Letter),
}

/// A text that is no FEN, or not of the law it was read under; `field` is its part in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN, {field}: {reason}")]
pub struct FenProblem {
    pub field: &'static str,
    pub reason: String,
}

impl FenProblem {
    pub fn new(field: &'static str, reason: impl Into<String>) -> FenProblem {
        FenProblem { field, reason: reason.into() }
    }
}

/// Longer ranks than any board may have are refused before they are built.
const MAX_FILES: usize = super::MAX_CELLS;

impl Fen {
    /// Reads `placement on-move castling passed halfmoves number`; the last four may be left out.
    pub fn read(text: &str) -> Result<Fen, FenProblem> {
        let mut fields = text.split_whitespace();
        let placement = fields.next().ok_or_else(|| FenProblem::new("placement", "there is none"))?;
        let on_move = fields.next().ok_or_else(|| FenProblem::new("on move", "it is missing; write w or b after the placement"))?;
        let castling = fields.next().unwrap_or("-");
        let passed = fields.next().unwrap_or("-");
        let count = |field: &'static str, text: Option<&str>, default| match text {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| FenProblem::new(field, format!("{text:?} is no number"))),
        };
        let mut counts = None;
        let mut fields = fields.filter(|field| {
            let found = if counts.is_none() { read_counts(field) } else { None };
            counts = counts.or(found);
            found.is_none()
        });
        let halfmoves = count("halfmoves", fields.next(), 0)?;
        let number = count("move number", fields.next(), 1)?;
        if let Some(more) = fields.next() {
            return Err(FenProblem::new("end", format!("{more:?} stands after the last field")));
        }
        let castling = if castling == "-" { String::new() } else { castling.to_owned() };
        let (placement, reserve) = match placement.split_once('[') {
            None => (placement, Vec::new()),
            Some((placement, reserve)) => (placement, read_reserve(reserve).map_err(|reason| FenProblem::new("reserve", reason))?),
        };
        let passed = (passed != "-").then(|| passed.to_owned());
        Ok(Fen {
            ranks: Fen::read_placement(placement)?,
            reserve,
            on_move: on_move.to_owned(),
            castling,
            passed,
            counts,
            halfmoves,
            number,
        })
    }

    /// Reads the placement alone: ranks from the highest, parted by `/`; numbers count empty cells; `*` is a hole; `{BS}` is a letter of several characters;
    /// `Q~` was made as another kind.
    pub fn read_placement(text: &str) -> Result<Vec<Vec<Spot>>, FenProblem> {
        let problem = |reason: String| FenProblem::new("placement", reason);
        let mut ranks: Vec<Vec<Spot>> = Vec::new();
        for (at, part) in text.split('/').enumerate() {
            let rank = read_rank(part).map_err(|reason| problem(format!("rank {} from the top, {part:?}: {reason}", at + 1)))?;
            if let Some(first) = ranks.first()
                && first.len() != rank.len()
            {
                let (one, other) = (first.len(), rank.len());
                return Err(problem(format!("rank {} from the top has {other} cells, the first {one}", at + 1)));
            }
            ranks.push(rank);
        }
        ranks.reverse();
        Ok(ranks)
    }
}

/// `3+1`, `+0+2`.
fn read_counts(text: &str) -> Option<Counts> {
    let (gone, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (first, second) = rest.split_once('+')?;
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
    Some(Counts { of: [number(first)?, number(second)?], gone })
}

fn read_rank(text: &str) -> Result<Vec<Spot>, String> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if next.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let empty: usize = rest[..digits].parse().map_err(|_| format!("{} is too large", &rest[..digits]))?;
            if empty == 0 || cells.len() + empty > MAX_FILES {
                return Err(format!("{empty} is no number of empty cells"));
            }
            cells.resize(cells.len() + empty, Spot::Empty);
            rest = &rest[digits..];
        } else if let Some(after) = rest.strip_prefix('*') {
            cells.push(Spot::Hole);
            rest = after;
        } else {
            let (across, letter) = rest.strip_prefix('|').map_or((false, rest), |letter| (true, letter));
            let (mut man, mut after) = read_letter(letter)?;
            man.across = across;
            if let Some(beyond) = after.strip_prefix('~') {
                (man.promoted, after) = (true, beyond);
            }
            cells.push(Spot::Man(man));
            rest = after;
        }
    }
    if cells.is_empty() { Err("it is empty".to_owned()) } else { Ok(cells) }
}

/// The letters after `[`, up to a `]` that ends the text.
fn read_reserve(text: &str) -> Result<Vec<Letter>, String> {
    let mut rest = text.strip_suffix(']').ok_or("[ without ]")?;
    let mut men = Vec::new();
    while !rest.is_empty() && rest != "-" {
        let (man, after) = read_letter(rest)?;
        men.push(man);
        rest = after;
    }
    Ok(men)
}

/// One letter, or several in braces, and what follows it.
fn read_letter(text: &str) -> Result<(Letter, &str), String> {
    if let Some(inner) = text.strip_prefix('{') {
        let (name, after) = inner.split_once('}').ok_or("{ without }")?;
        return Ok((letter(name)?, after));
    }
    let end = text.chars().next().map_or(0, char::len_utf8);
    Ok((letter(&text[..end])?, &text[end..]))
}

fn letter(text: &str) -> Result<Letter, String> {
    let kind = text.to_uppercase();
    if kind.is_empty() || kind == text.to_lowercase() {
        return Err(format!("{text:?} is no letter of a kind"));
    }
    let upper = text == kind;
    if !upper && text != text.to_lowercase() {
        Err(format!("{text:?} mixes cases"))
    } else {
        Ok(Letter { kind, upper, promoted: false, across: false })
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, rank) in self.ranks.iter().rev().enumerate() {
            if at > 0 {
                out.write_str("/")?;
            }
            write_rank(rank, out)?;
        }
        if !self.reserve.is_empty() {
            out.write_str("[")?;
            self.reserve.iter().try_for_each(|letter| write_letter(letter, out))?;
            out.write_str("]")?;
        }
        let castling = if self.castling.is_empty() { "-" } else { &self.castling };
        let passed = self.passed.as_deref().unwrap_or("-");
        write!(out, " {} {castling} {passed}", self.on_move)?;
        let (before, after) = match self.counts {
            None => (String::new(), String::new()),
            Some(Counts { of: [first, second], gone: false }) => (format!(" {first}+{second}"), String::new()),
            Some(Counts { of: [first, second], gone: true }) => (String::new(), format!(" +{first}+{second}")),
        };
        write!(out, "{before} {} {}{after}", self.halfmoves, self.number)
    }
}

fn write_rank(rank: &[Spot], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    for run in rank.chunk_by(|one, other| *one == Spot::Empty && *other == Spot::Empty) {
        match &run[0] {
            Spot::Empty => write!(out, "{}", run.len())?,
            Spot::Hole => out.write_str("*")?,
            Spot::Man(letter) => write_letter(letter, out)?,
        }
    }
    Ok(())
}

fn write_letter(letter: &Letter, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    if letter.across {
        out.write_str("|")?;
    }
    let kind = if letter.upper { letter.kind.clone() } else { letter.kind.to_lowercase() };
    if kind.chars().count() == 1 {
        out.write_str(&kind)?
    } else {
        write!(out, "{{{kind}}}")?
    }
    if letter.promoted { out.write_str("~") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_is_written_as_it_was_read() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "10/4{bs}5/P8{BS} b - e3 12 40",
            "*3*/2Q~2/{BS}~2**[QP{BS}pp] w - - 0 1",
            "k1/1K w - - 3+1 0 1",
            "k1/1K w - - 0 1 +0+2",
        ] {
            assert_eq!(Fen::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Fen::read("k1/1K w").unwrap().to_string(), "k1/1K w - - 0 1");
        assert_eq!(Fen::read("k1/1K[] w").unwrap().to_string(), "k1/1K w - - 0 1");
    }

    #[test]
    fn a_wrong_fen_is_refused_with_its_field() {
        for (text, field) in [
            ("", "placement"),
            ("8/8", "on move"),
            ("8/7 w", "placement"),
            ("8//8 w", "placement"),
            ("0 w", "placement"),
            ("99999999999999999999999 w", "placement"),
            ("5000 w", "placement"),
            ("k! w", "placement"),
            ("{bS} w", "placement"),
            ("{bs w", "placement"),
            ("~8 w", "placement"),
            ("8[Q w", "reserve"),
            ("8[Q2] w", "reserve"),
            ("8[Q]8 w", "reserve"),
            ("8 w - - x 1", "halfmoves"),
            ("8 w - - 0 -1", "move number"),
            ("8 w - - 0 1 2", "end"),
        ] {
            assert_eq!(Fen::read(text).unwrap_err().field, field, "{text}");
        }
    }
}
