//! The bracket notation of fairy chess: `[fW3]`, `[mWcF]`, `[pR]`, read into a pattern.
//!
//! A subset of Betza's letters, each with the one meaning on which its users agree; whatever they disagree on is refused
//! with what to write instead.

use super::{Hurdle, Line, Pattern, UNLIMITED, Use};
use crate::board::Vector;

/// The farthest range that a bracket may name.
pub const MAX_RANGE: u8 = 30;

/// Why a bracket is refused: where in it (byte offset and length) and what would work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct BracketProblem {
    pub at: usize,
    pub length: usize,
    pub reason: String,
}

/// Reads what stands between the brackets.
pub fn read(text: &str) -> Result<Pattern, BracketProblem> {
    let letters: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    let mut reader = Reader { letters, at: 0, end: text.len() };
    let mut lines = Vec::new();
    while reader.peek().is_some() {
        lines.extend(reader.group()?);
    }
    match lines.is_empty() {
        true => Err(BracketProblem { at: 0, length: 0, reason: "the brackets are empty; example: [fW3]".to_string() }),
        false => Ok(Pattern { lines }),
    }
}

/// All vectors that turning and mirroring makes of one, sorted.
pub fn symmetric(long: i8, short: i8) -> Vec<Vector> {
    let mut all = Vec::new();
    for (right, forward) in [(long, short), (short, long)] {
        for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            all.push(Vector { right: right * x, forward: forward * y });
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The modifiers in front of an atom.
#[derive(Default)]
struct Modifiers {
    directions: Vec<(usize, char)>,
    moves: bool,
    captures: bool,
    initial: bool,
    lame: Option<usize>,
    hurdle: Option<(usize, char)>,
}

struct Reader {
    letters: Vec<(usize, char)>,
    at: usize,
    end: usize,
}

impl Reader {
    fn peek(&self) -> Option<(usize, char)> {
        self.letters.get(self.at).copied()
    }

    fn problem<T>(&self, at: usize, reason: impl Into<String>) -> Result<T, BracketProblem> {
        Err(BracketProblem { at, length: usize::from(at < self.end), reason: reason.into() })
    }

    /// Modifiers, an atom and its range.
    fn group(&mut self) -> Result<Vec<Line>, BracketProblem> {
        let modifiers = self.modifiers()?;
        let Some((at, atom)) = self.peek() else {
            return self.problem(self.end, "a piece letter such as W, F, N or R must follow here");
        };
        self.at += 1;
        let doubled = self.peek().is_some_and(|(_, next)| next == atom);
        self.at += usize::from(doubled);
        let range = self.range()?;
        if doubled && range.is_some() {
            return self.problem(at, format!("{atom}{atom} already goes any distance: leave out the number, or one {atom}"));
        }
        let limit = if doubled { Some(UNLIMITED) } else { range };
        let mut lines = Vec::new();
        for (long, short, rides) in components(atom).map_or_else(|| self.problem(at, unknown(atom)), Ok)? {
            if *rides && doubled {
                return self.problem(at, format!("{atom} already goes any distance; write one {atom}"));
            }
            let max = limit.unwrap_or(if *rides { UNLIMITED } else { 1 });
            lines.push(line(&modifiers, atom, (*long, *short), max)?);
        }
        Ok(merged(lines))
    }

    fn modifiers(&mut self) -> Result<Modifiers, BracketProblem> {
        let mut found = Modifiers::default();
        while let Some((at, c)) = self.peek() {
            match c {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => found.directions.push((at, c)),
                'm' if !found.moves => found.moves = true,
                'c' if !found.captures => found.captures = true,
                'i' if !found.initial => found.initial = true,
                'n' if found.lame.is_none() => found.lame = Some(at),
                'p' | 'g' | 'j' if found.hurdle.is_none() => found.hurdle = Some((at, c)),
                'm' | 'c' | 'i' | 'n' => return self.problem(at, format!("{c} stands here twice")),
                'p' | 'g' | 'j' => return self.problem(at, "only one of p, g and j can stand before a piece letter"),
                _ if c.is_ascii_uppercase() => break,
                _ => return self.problem(at, unknown(c)),
            }
            self.at += 1;
        }
        Ok(found)
    }

    fn range(&mut self) -> Result<Option<u8>, BracketProblem> {
        let start = self.at;
        let mut number: u32 = 0;
        while let Some((_, c)) = self.peek().filter(|(_, c)| c.is_ascii_digit()) {
            number = number.saturating_mul(10).saturating_add(c.to_digit(10).unwrap_or(0));
            self.at += 1;
        }
        if self.at == start {
            return Ok(None);
        }
        match u8::try_from(number) {
            Ok(range) if (1..=MAX_RANGE).contains(&range) => Ok(Some(range)),
            _ => {
                self.problem(self.letters[start].0, format!("a range is 1 to {MAX_RANGE}; for any distance double the letter, as in [WW]"))
            }
        }
    }
}

/// The leaps an atom is made of (longer and shorter part) and whether it rides by itself.
fn components(atom: char) -> Option<&'static [(i8, i8, bool)]> {
    Some(match atom {
        'W' => &[(1, 0, false)],
        'F' => &[(1, 1, false)],
        'D' => &[(2, 0, false)],
        'N' => &[(2, 1, false)],
        'A' => &[(2, 2, false)],
        'H' => &[(3, 0, false)],
        'C' | 'L' => &[(3, 1, false)],
        'Z' | 'J' => &[(3, 2, false)],
        'G' => &[(3, 3, false)],
        'K' => &[(1, 0, false), (1, 1, false)],
        'R' => &[(1, 0, true)],
        'B' => &[(1, 1, true)],
        'Q' => &[(1, 0, true), (1, 1, true)],
        _ => return None,
    })
}

/// What to say about a letter that is not read.
fn unknown(c: char) -> String {
    match c {
        'z' => "z (a crooked path) cannot be played yet".to_string(),
        'q' => "q (a circular path) cannot be played yet".to_string(),
        'o' => "o (round the edge of the board) cannot be played yet".to_string(),
        'a' => "a (a second leg) is said in words: one square orthogonally and then one square diagonally outward".to_string(),
        't' | 'y' | 'x' | 'u' | 'd' | 'k' => format!("{c} cannot be played yet; the letters that can are f b l r v s h m c i n p g j"),
        'e' => "e (in passing) is said in words: ... may be captured in passing by ...".to_string(),
        'O' => "O (castling) is said in words: ... may castle with ...".to_string(),
        'U' => "U (to any square) cannot be played yet".to_string(),
        '-' | '?' | '[' | '(' => {
            "ways of several legs are said in words: one square orthogonally and then one square diagonally outward".to_string()
        }
        digit if digit.is_ascii_digit() => "a number stands after its piece letter: [W3]".to_string(),
        other => format!(
            "\"{other}\" is no letter of this notation; pieces are W F D N A H C Z G K R B Q, and f b l r v s h m c i n p g j stand before them"
        ),
    }
}

fn line(modifiers: &Modifiers, letter: char, leap: (i8, i8), max: u8) -> Result<Line, BracketProblem> {
    let problem = |at, reason: String| Err(BracketProblem { at, length: 1, reason });
    let all = symmetric(leap.0, leap.1);
    let directions = match directions(&modifiers.directions, &all) {
        Ok(directions) => directions,
        Err((at, reason)) => return problem(at, reason),
    };
    let purpose = match (modifiers.moves, modifiers.captures) {
        (true, false) => Use::Quiet,
        (false, true) => Use::Capture,
        _ => Use::Any,
    };
    let mut line = Line { directions, min: 1, max, hurdle: Hurdle::None, legs: Vec::new(), purpose, unmoved: modifiers.initial };
    let straight = leap.1 == 0 || leap.0 == leap.1;
    if let Some(lame_at) = modifiers.lame {
        if !straight {
            return problem(
                lame_at,
                format!("n before {letter}: which squares a bent leap passes over is nowhere defined, so it cannot be blocked"),
            );
        }
        if leap.0 == 1 || max != 1 {
            return problem(lame_at, format!("n changes nothing before {letter}: it stands before D, A, H or G"));
        }
        walk(&mut line, leap.0);
    }
    match modifiers.hurdle {
        None => {}
        Some((hurdle_at, 'j')) => {
            if leap.0 != 2 || !straight || max != 1 || modifiers.lame.is_some() {
                return problem(hurdle_at, format!("j (must jump over a piece) stands before D or A only, not {letter}"));
            }
            walk(&mut line, 2);
            line.hurdle = Hurdle::Last;
        }
        Some((hurdle_at, letter_of_hop)) => {
            if max < 2 || modifiers.lame.is_some() {
                let riders = "R, B, Q or a range, as in [pR] or [gW3]";
                return problem(hurdle_at, format!("{letter_of_hop} (hop over a piece) needs room to hop: write it before {riders}"));
            }
            line.hurdle = if letter_of_hop == 'p' { Hurdle::One } else { Hurdle::Last };
        }
    }
    Ok(line)
}

/// A leap of n squares in line as exactly n steps.
fn walk(line: &mut Line, squares: i8) {
    for direction in &mut line.directions {
        *direction = Vector { right: direction.right / squares, forward: direction.forward / squares };
    }
    line.min = squares.unsigned_abs();
    line.max = line.min;
}

/// The directions that the modifiers choose.
fn directions(chosen: &[(usize, char)], all: &[Vector]) -> Result<Vec<Vector>, (usize, String)> {
    if chosen.is_empty() {
        return Ok(all.to_vec());
    }
    let oblique = all.len() == 8;
    let diagonal = !oblique && all.iter().all(|v| v.right != 0 && v.forward != 0);
    let mut taken = Vec::new();
    let mut rest = chosen;
    while let Some((&(at, first), tail)) = rest.split_first() {
        let second = tail.first().map(|&(_, c)| c);
        let (wanted, used): (fn(&Vector) -> bool, usize) = match (first, second) {
            ('h', _) => return Err((at, "h (half) stands after f, b, l or r, as in [fhN]".to_string())),
            (_, Some('h')) if oblique => (half(first).ok_or((at, "h (half) stands after f, b, l or r, as in [fhN]".to_string()))?, 2),
            (_, Some('h')) => return Err((at, "h (half) is for bent leaps such as N only".to_string())),
            (_, Some(second)) if oblique => (narrow(first, second).ok_or_else(|| (at, bent(first)))?, 2),
            ('v', None) if oblique => (|v| v.forward.abs() > v.right.abs(), 1),
            ('s', None) if oblique => (|v| v.right.abs() > v.forward.abs(), 1),
            (_, None) if oblique => return Err((at, bent(first))),
            (_, Some(second)) if diagonal && corner(first, second).is_some() => (corner(first, second).unwrap_or(|_| false), 2),
            ('v', _) if diagonal => (|_| true, 1),
            ('s', _) if diagonal => (|_| true, 1),
            ('v', _) => (|v| v.right == 0, 1),
            ('s', _) => (|v| v.forward == 0, 1),
            (one, _) => (half(one).ok_or((at, format!("{one} is no direction")))?, 1),
        };
        taken.extend(all.iter().copied().filter(wanted));
        rest = &rest[used..];
    }
    taken.sort_unstable();
    taken.dedup();
    Ok(taken)
}

fn bent(first: char) -> String {
    format!(
        "{first} alone means different things to different people before a bent leap: write [{first}{first}N] for the two farthest, [{first}hN] for the four on that side, or say it in words: leaping (1 right, 2 forward)"
    )
}

type Wanted = fn(&Vector) -> bool;

/// Everything on one side.
fn half(side: char) -> Option<Wanted> {
    Some(match side {
        'f' => |v| v.forward > 0,
        'b' => |v| v.forward < 0,
        'l' => |v| v.right < 0,
        'r' => |v| v.right > 0,
        _ => return None,
    })
}

/// Two of the eight bent leaps: `ff`, `fs`.
fn narrow(first: char, second: char) -> Option<Wanted> {
    Some(match (first, second) {
        ('f', 'f') => |v| v.forward > 0 && v.forward > v.right.abs(),
        ('b', 'b') => |v| v.forward < 0 && -v.forward > v.right.abs(),
        ('l', 'l') => |v| v.right < 0 && -v.right > v.forward.abs(),
        ('r', 'r') => |v| v.right > 0 && v.right > v.forward.abs(),
        ('f', 's') => |v| v.forward > 0 && v.forward < v.right.abs(),
        ('b', 's') => |v| v.forward < 0 && -v.forward < v.right.abs(),
        ('l', 'v') => |v| v.right < 0 && -v.right < v.forward.abs(),
        ('r', 'v') => |v| v.right > 0 && v.right < v.forward.abs(),
        _ => return None,
    })
}

/// One of the four diagonals: `fl`.
fn corner(first: char, second: char) -> Option<Wanted> {
    Some(match (first, second) {
        ('f', 'l') | ('l', 'f') => |v| v.forward > 0 && v.right < 0,
        ('f', 'r') | ('r', 'f') => |v| v.forward > 0 && v.right > 0,
        ('b', 'l') | ('l', 'b') => |v| v.forward < 0 && v.right < 0,
        ('b', 'r') | ('r', 'b') => |v| v.forward < 0 && v.right > 0,
        _ => return None,
    })
}

/// The two halves of K and Q as one line.
fn merged(lines: Vec<Line>) -> Vec<Line> {
    let mut whole: Vec<Line> = Vec::new();
    for line in lines {
        match whole.last_mut() {
            Some(last) if last.max == line.max && last.hurdle == line.hurdle => {
                last.directions.extend(line.directions);
                last.directions.sort_unstable();
            }
            _ => whole.push(line),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> Line {
        let pattern = read(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        assert_eq!(pattern.lines.len(), 1, "{text}");
        pattern.lines[0].clone()
    }

    fn steps(text: &str) -> Vec<(i8, i8)> {
        only(text).directions.iter().map(|v| (v.right, v.forward)).collect()
    }

    #[test]
    fn atoms_are_leaps() {
        for (atom, count) in
            [("W", 4), ("F", 4), ("D", 4), ("N", 8), ("A", 4), ("H", 4), ("C", 8), ("L", 8), ("Z", 8), ("J", 8), ("G", 4), ("K", 8)]
        {
            let line = only(atom);
            assert_eq!((line.directions.len(), line.min, line.max, line.hurdle), (count, 1, 1, Hurdle::None), "{atom}");
        }
        assert_eq!(only("C"), only("L"));
        assert_eq!(only("Z"), only("J"));
    }

    #[test]
    fn ranges_and_doubled_letters() {
        for (short, long) in [("R", "WW"), ("B", "FF")] {
            assert_eq!(only(short), only(long));
        }
        assert_eq!(only("Q").max, UNLIMITED);
        assert_eq!(only("Q").directions.len(), 8);
        assert_eq!((only("R4").min, only("R4").max), (1, 4));
        assert_eq!(only("NN").max, UNLIMITED);
        assert_eq!(read("W3F3").map(|pattern| pattern.lines.len()), Ok(2));
    }

    #[test]
    fn directions_choose_among_the_leaps() {
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(steps("vW"), [(0, -1), (0, 1)]);
        assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("brB"), [(1, -1)]);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("fhN").len(), 4);
        assert_eq!(steps("ffbbN"), [(-1, -2), (-1, 2), (1, -2), (1, 2)]);
    }

    #[test]
    fn modifiers_set_use_hurdle_and_start() {
        assert_eq!(only("mR").purpose, Use::Quiet);
        assert_eq!(only("cF").purpose, Use::Capture);
        assert!(only("ifW2").unmoved);
        assert_eq!((only("nD").min, only("nD").max, only("nD").directions.len()), (2, 2, 4));
        assert_eq!(only("nD").directions, only("W").directions);
        assert_eq!((only("jA").min, only("jA").hurdle), (2, Hurdle::Last));
        assert_eq!(only("pR").hurdle, Hurdle::One);
        assert_eq!(only("gQ").hurdle, Hurdle::Last);
        assert_eq!(read("fmWfceF").map_err(|problem| problem.at), Err(5));
    }

    #[test]
    fn the_rest_is_refused_with_its_place() {
        let refused = [
            ("", 0),
            ("f", 1),
            ("X", 0),
            ("fN", 0),
            ("nN", 0),
            ("nR", 0),
            ("pW", 0),
            ("jN", 0),
            ("jnD", 0),
            ("W0", 1),
            ("W31", 1),
            ("WW3", 0),
            ("RR", 0),
            ("qW", 0),
            ("zB", 0),
            ("oR", 0),
            ("afsW", 0),
            ("t[FR]", 0),
            ("mmW", 1),
            ("pgR", 1),
            ("hW", 0),
            ("fhW", 0),
            ("3W", 0),
            ("fW-bB", 2),
        ];
        for (text, at) in refused {
            let problem = read(text).expect_err(text);
            assert_eq!(problem.at, at, "{text}: {problem}");
            assert!(problem.reason.len() > 10);
        }
    }
}
