//! Last moves and presumptions as facts (L1), by themselves or joined with others by AND, OR and NOR.
//!
//! Invariant: every word is looked up or the fact is refused; what is joined in two ways is refused.

use super::Fact;
use crate::game::mar::multiverse::Multiverse;
use crate::law::notation::Told;
use crate::turn::Seat;

pub(super) const LAST_MOVE: &str = "last move";

const TAKES: &str = "write my last move was d2-d4, or Bob's last move in 2 was e7-e5";

pub(super) const MIXED: &str = "AND and OR in one fact: which goes with which? Put one IF behind the other's THEN instead";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    And,
    Or,
    Nor,
}

/// `my last move in 2 was`: what may be left out behind a joint.
#[derive(Clone, Copy)]
struct Head {
    of: Seat,
    universe: Option<u16>,
    not: bool,
}

/// A fact, and what it begins with where it is one of a last move.
type Part = (Fact, Option<Head>);

impl Multiverse {
    pub(super) fn joined_fact(&self, seat: Seat, words: &str, universe: Option<u16>) -> Result<Fact, String> {
        let (parts, joint) = parted(words)?;
        // Last moves with what goes on with them: `was e2-e4 or d2-d4`.
        let mut groups: Vec<(Vec<Fact>, Option<Head>)> = Vec::new();
        for part in parts {
            match groups.last_mut() {
                Some((facts, Some(head))) if joint.is_some() && !names_fact(part) && self.goes_on(part, *head) => {
                    facts.push(self.further(part, *head, joint)?);
                }
                _ => {
                    let (fact, head) = self.part(seat, part, universe)?;
                    groups.push((vec![fact], head));
                }
            }
        }
        let mut facts: Vec<Fact> = groups.into_iter().map(|(facts, head)| together(facts, head.is_some_and(|head| head.not))).collect();
        Ok(match (joint, facts.len()) {
            (_, 1) => facts.remove(0),
            (Some(Joint::And), _) => Fact::All(facts),
            _ => Fact::Any(facts),
        })
    }

    /// Facts of boards joined by AND or OR of which one names a universe: each is looked up in its own, the others where the order is carried out.
    /// `None`: it is one fact, in one universe.
    pub(super) fn of_several_universes(&self, seat: Seat, words: &str, universe: Option<u16>) -> Option<Result<Fact, String>> {
        let is_placed = |part: &&str| placed(part).1.is_some();
        let (parts, joint) = match parted(words) {
            Ok((parts, Some(joint @ (Joint::And | Joint::Or)))) if parts.iter().any(is_placed) => (parts, joint),
            _ => return None,
        };
        let fact = |part: &&str| self.part(seat, part, universe.or(placed(words).1).or(Some(1))).map(|(fact, _)| fact);
        // `there is a pawn on e2 or d2 in 2` is one fact.
        if parts[..parts.len() - 1].iter().all(|part| !is_placed(part)) && parts.iter().any(|part| fact(part).is_err()) {
            return None;
        }
        if let Some(nowhere) = parts.iter().find(|part| universe.is_none() && !is_placed(part)) {
            return Some(Err(format!("in which universe is \"{nowhere}\"? Write IN and its number behind each of the facts")));
        }
        let facts: Result<Vec<Fact>, String> = parts.iter().map(fact).collect();
        Some(facts.map(if joint == Joint::And { Fact::All } else { Fact::Any }))
    }

    fn part(&self, seat: Seat, words: &str, universe: Option<u16>) -> Result<Part, String> {
        let lower = words.to_ascii_lowercase();
        if let Some(rest) = without(words, "not ") {
            let (fact, _) = self.part(seat, rest, universe)?;
            return Ok((Fact::Not(Box::new(fact)), None));
        }
        if let Some(at) = lower.find(LAST_MOVE) {
            return self.last_move(seat, &words[..at], &words[at + LAST_MOVE.len()..], universe);
        }
        if !names_presumption(&lower) {
            return self.board_fact(seat, words, universe).map(|fact| (fact, None));
        }
        match self.timeline.presumption(&lower).is_some()
            || self.rules.iter().any(|rule| rule.fillings.iter().any(|filled| filled.id() == lower))
        {
            true => Ok((Fact::Presumption(lower), None)),
            false => Err(format!("there is no presumption {lower}")),
        }
    }

    /// `my`, `Bob's`, `black's` and `was d2-d4`, `in 2 was not d2-d4`, `was d2-d4 in 2`. The fact is that it was the move, also where the
    /// words say that it was not.
    fn last_move(&self, seat: Seat, whose: &str, rest: &str, universe: Option<u16>) -> Result<Part, String> {
        let whose = whose.trim().to_lowercase();
        let whose = whose.trim_end_matches("'s").trim_end_matches("’s");
        let seats = || (0..self.seats.len() as u8).map(Seat);
        let colour = |seat: &Seat| self.colours(*seat).into_iter().find(|(colour, _)| colour == whose).map(|(_, number)| number);
        let (of, there) = match whose {
            "my" => (seat, None),
            name => {
                match (seats().find(|&seat| self.player(seat).name.to_lowercase() == name), seats().find(|seat| colour(seat).is_some())) {
                    (Some(named), _) => (named, None),
                    (None, Some(coloured)) => (coloured, colour(&coloured)),
                    (None, None) => return Err(format!("whose last move? {TAKES}")),
                }
            }
        };
        let at = rest.to_ascii_lowercase().find(" was ").ok_or(TAKES)?;
        let (place, played) = (rest[..at].trim(), &rest[at + " was ".len()..]);
        let named = match without(place, "in ") {
            Some(place) => Some(self.known_universe(place).ok_or(TAKES)?),
            None if place.is_empty() => None,
            None => return Err(TAKES.into()),
        };
        let (played, not) = match without(played, "not ").or_else(|| without(played, "neither ")) {
            Some(played) => (played, true),
            None => (without(played, "either ").unwrap_or(played), false),
        };
        let (told, placed) = self.move_told(played)?;
        if let (Some(one), Some(other)) = (named, placed)
            && one != other
        {
            return Err(format!("in universe {one} or in {other}? {TAKES}"));
        }
        let head = Head { of, universe: named.or(there).or(universe), not };
        Ok((Fact::LastMove { of, universe: placed.or(head.universe), played: told }, Some(head)))
    }

    /// A move and the universe where it was made, as `e2-e4 in 2` or `2: e2-e4`.
    fn move_told(&self, words: &str) -> Result<(Told, Option<u16>), String> {
        let words = words.trim();
        let behind = || words.to_ascii_lowercase().rfind(" in ").map(|at| (&words[..at], &words[at + " in ".len()..]));
        let before = || words.rsplit_once(": ").map(|(place, played)| (played, place));
        let placed = behind().or_else(before);
        let placed = placed.and_then(|(played, place)| Some((played, self.known_universe(place)?)));
        let (played, universe) = placed.map_or((words, None), |(played, number)| (played, Some(number)));
        let told = Told::read(played, &self.position);
        let told = told.ok_or_else(|| {
            format!("\"{words}\" is no move that I can look up: after \"last move was\" stands a move as the mails tell it, Ng1-f3 or O-O, and more of them behind OR")
        })?;
        Ok((told, universe))
    }

    fn known_universe(&self, words: &str) -> Option<u16> {
        let number = words.trim().rsplit([':', ' ']).next()?.parse().ok()?;
        self.universe(number).map(|_| number)
    }

    fn goes_on(&self, words: &str, head: Head) -> bool {
        let bare = if head.not { without(words, "not ").unwrap_or(words) } else { words };
        self.move_told(bare).is_ok()
    }

    /// A further move behind a joint: of a move that was made there are several behind OR, of those that were not behind AND NOT too.
    fn further(&self, words: &str, head: Head, joint: Option<Joint>) -> Result<Fact, String> {
        let bare = match (head.not, joint, without(words, "not ")) {
            (true, Some(Joint::And), Some(bare)) => bare,
            (true, Some(Joint::Or | Joint::Nor), None) | (false, Some(Joint::Or), None) => words,
            _ => {
                return Err(format!(
                    "a last move is one move: write \"was e2-e4 or d2-d4\", or \"was not e2-e4 or d2-d4\"; \"{words}\" is neither"
                ));
            }
        };
        let (played, placed) = self.move_told(bare)?;
        Ok(Fact::LastMove { of: head.of, universe: placed.or(head.universe), played })
    }
}

/// A fact of a board, and the universe that stands behind it: `there is a pawn on e2 in 2`.
pub(super) fn placed(words: &str) -> (&str, Option<u16>) {
    // As long as the words themselves, whatever letters they are of.
    let lower = words.to_ascii_lowercase();
    let Some((before, place)) = lower.rsplit_once(" in ") else { return (words, None) };
    let place = place.trim().strip_prefix("universe ").unwrap_or(place);
    match place.rsplit(':').next().unwrap_or("").trim().parse::<u16>() {
        Ok(number) => (&words[..before.len()], Some(number)),
        Err(_) => (words, None),
    }
}

fn together(mut facts: Vec<Fact>, not: bool) -> Fact {
    let fact = if facts.len() == 1 { facts.remove(0) } else { Fact::Any(facts) };
    if not { Fact::Not(Box::new(fact)) } else { fact }
}

/// `p1`.
pub(super) fn names_presumption(word: &str) -> bool {
    word.strip_prefix('p').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Whether it is a fact of its own, and no move behind another.
fn names_fact(words: &str) -> bool {
    let lower = words.to_ascii_lowercase();
    lower.contains(LAST_MOVE) || names_presumption(&lower)
}

/// The words behind a first one, in letters of any case.
pub(super) fn without<'a>(words: &'a str, first: &str) -> Option<&'a str> {
    let words = words.trim_start();
    words.get(..first.len()).filter(|start| start.eq_ignore_ascii_case(first))?;
    Some(words[first.len()..].trim_start())
}

/// The parts, and what joins them: AND, OR or NOR alone; a comma is the same joint again.
fn parted(words: &str) -> Result<(Vec<&str>, Option<Joint>), String> {
    let lower = words.to_ascii_lowercase();
    let marks = [(" and ", Some(Joint::And)), (" or ", Some(Joint::Or)), (" nor ", Some(Joint::Nor)), (",", None)];
    let (mut parts, mut joint, mut commas, mut from, mut at) = (Vec::new(), None, false, 0, 0);
    while at < lower.len() {
        let Some((mark, means)) = marks.iter().find(|(mark, _)| lower.get(at..).is_some_and(|rest| rest.starts_with(mark))) else {
            at += 1;
            continue;
        };
        if means.is_some() && joint.is_some() && joint != *means {
            return Err(MIXED.into());
        }
        joint = joint.or(*means);
        commas |= means.is_none();
        let part = words[from..at].trim();
        if !part.is_empty() {
            parts.push(part);
        }
        // The blank behind one may be the one before the next.
        from = at + mark.trim_end().len();
        at = from;
    }
    parts.push(words[from..].trim());
    match commas && joint.is_none() {
        true => Err("what stands between the facts, AND or OR?".into()),
        false => Ok((parts, joint)),
    }
}
