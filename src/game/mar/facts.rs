//! Facts that conditional orders hang on (L1): the public state as the phase begins, or what the orderer does not remember of himself.
//!
//! Invariant: a fact is looked up once, in a state that everybody sees; nothing is rolled and nobody is asked.

use crate::game::reading::plain_move;
use crate::law::{self, Instant};
use crate::rule::{self, Condition, Counter, Deed, Event, Form, Number, Part, Player, Rule, Scope, Trigger, walk};
use crate::turn::Seat;

use super::multiverse::Multiverse;

/// Something that is so or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// `p1`: it stands, or is part of its rule.
    Presumption(String),
    /// `my last move was d2-d4`, `Bob's last move in 2 was e7-e5`.
    LastMove {
        of: Seat,
        universe: Option<u16>,
        played: String,
    },
    /// What a rule may ask of a board: `there is a knight on f3`.
    Board {
        universe: u16,
        condition: Box<Condition>,
    },
    Not(Box<Fact>),
}

/// The name under which it is counted whether a fact is so.
const TALLY: &str = "tally of a fact";

impl Multiverse {
    /// The fact that some words name, for the player who writes them; `universe` is where his order would be carried out.
    pub fn fact(&self, seat: Seat, words: &str, universe: Option<u16>) -> Result<Fact, String> {
        let words = words.trim().trim_end_matches(',');
        if let Some(rest) = words.strip_prefix("not ").or_else(|| words.strip_prefix("NOT ")) {
            return self.fact(seat, rest, universe).map(|fact| Fact::Not(Box::new(fact)));
        }
        let lower = words.to_lowercase();
        if lower.strip_prefix('p').is_some_and(|number| number.parse::<u32>().is_ok()) {
            return match self.timeline.presumption(&lower).is_some()
                || self.rules.iter().any(|rule| rule.fillings.iter().any(|filled| filled.id() == lower))
            {
                true => Ok(Fact::Presumption(lower)),
                false => Err(format!("there is no presumption {lower}")),
            };
        }
        if let Some((whose, played)) = lower.split_once("last move") {
            return self.last_move(seat, whose, played, universe);
        }
        // As long as the words themselves, whatever letters they are of.
        let (words, named) = match words.to_ascii_lowercase().rsplit_once(" in ") {
            Some((before, place)) => match place.rsplit(':').next().unwrap_or("").trim().parse::<u16>() {
                Ok(number) => (&words[..before.len()], Some(number)),
                Err(_) => (words, None),
            },
            None => (words, None),
        };
        let universe = named.or(universe).ok_or("in which universe? Write IN and its number behind the fact")?;
        self.universe(universe).ok_or_else(|| format!("there is no universe {universe}"))?;
        let men = self.standard.kinds.first().map_or("pieces", |kind| kind.plural.as_str());
        let text = format!("RULE\nIf {words}, {men} may not move.\nEND");
        let reading = rule::read(&text, &self.vocabulary());
        let condition = reading.rule.and_then(|rule| match &rule.clauses[..] {
            [clause] => clause.when.clone(),
            _ => None,
        });
        let condition = condition.ok_or_else(|| {
            format!("\"{words}\" is no fact that I can look up. A fact is what a rule could ask (there is a piece on f6; white is in check), a last move (my last move was d2-d4), or a presumption (p1)")
        })?;
        let fact = Fact::Board { universe, condition: Box::new(condition) };
        self.tally(seat, &fact).map(|_| fact)
    }

    /// `my`, `Bob's`, `black's` and `was d2-d4`, `in 2 was d2-d4`.
    fn last_move(&self, seat: Seat, whose: &str, rest: &str, universe: Option<u16>) -> Result<Fact, String> {
        let takes = "write my last move was d2-d4, or Bob's last move in 2 was e7-e5";
        let whose = whose.trim().trim_end_matches("'s").trim_end_matches("’s");
        let seats = || (0..self.seats.len() as u8).map(Seat);
        let colour = |seat: &Seat| self.colours(*seat).into_iter().find(|(colour, _)| colour == whose).map(|(_, number)| number);
        let (of, there) = match whose {
            "my" => (seat, None),
            name => {
                match (seats().find(|&seat| self.player(seat).name.to_lowercase() == name), seats().find(|seat| colour(seat).is_some())) {
                    (Some(named), _) => (named, None),
                    (None, Some(coloured)) => (coloured, colour(&coloured)),
                    (None, None) => return Err(format!("whose last move? {takes}")),
                }
            }
        };
        let (place, played) = rest.split_once(" was ").ok_or(takes)?;
        let named = match place.trim().strip_prefix("in ") {
            Some(number) => Some(number.rsplit(':').next().unwrap_or("").parse::<u16>().map_err(|_| takes.to_owned())?),
            None if place.trim().is_empty() => None,
            None => return Err(takes.to_owned()),
        };
        let played = plain_move(played.trim().trim_end_matches(['.', ',']));
        Ok(Fact::LastMove { of, universe: named.or(there).or(universe), played })
    }

    /// Whether it is so now.
    pub fn is_so(&self, seat: Seat, fact: &Fact) -> bool {
        match fact {
            Fact::Not(fact) => !self.is_so(seat, fact),
            Fact::Presumption(id) => {
                let filled = |filled: &super::Filled| matches!(filled, super::Filled::Presumed(known) if known == id);
                self.rules.iter().any(|rule| rule.fillings.iter().any(filled))
            }
            Fact::LastMove { of, universe, played } => {
                let side = self.player(*of).side;
                let last = self.journal.iter().rev().find(|phase| phase.side == side && !phase.is_still());
                let told = last.map(|phase| phase.deeds.as_slice()).unwrap_or_default();
                told.iter().any(|deed| {
                    let Some((number, notation)) = deed.split_once(": ") else { return false };
                    let there = number.parse::<u16>().is_ok_and(|number| universe.is_none_or(|universe| universe == number));
                    there && same_move(played, &plain_move(notation))
                })
            }
            Fact::Board { .. } => self.tally(seat, fact).unwrap_or(false),
        }
    }

    /// Asks the law, as it would ask a rule's condition at the opening of the player's phase.
    fn tally(&self, seat: Seat, fact: &Fact) -> Result<bool, String> {
        let Fact::Board { universe, condition } = fact else { return Ok(false) };
        let clause = rule::Clause::of;
        let counter = Counter { name: TALLY.to_owned(), of: None, start: 0, least: 0, most: 1, state: false };
        let counted = Deed::Count { name: TALLY.to_owned(), of: Player::Mover, by: Number::Is(1), set: true };
        let trigger = Trigger { event: Event::Opens(None), deeds: vec![counted], once: None };
        let clauses = vec![clause(Form::Counter(counter), None), clause(Form::Trigger(trigger), Some((**condition).clone()))];
        // In that universe alone: what has been counted on one board is not counted again on the next.
        let asked = Rule { title: None, scope: Scope::Universe(*universe), lasts: None, depends: Vec::new(), clauses };
        let mut position = self.position.clone();
        let number = "the new rule";
        law::introduce(number, &asked.clauses, &mut position);
        let law = self.fold_over(Some(&asked), &position).map_err(|problem| format!("that fact cannot be looked up: {problem}"))?;
        let fired = law.fire(&position, Instant::Opens, self.player(seat).side, None);
        Ok(fired.iter().any(|fired| fired.text.ends_with(number) && self.position.geometry.board(fired.board).universe == *universe))
    }
}

impl Fact {
    /// No other player has a hand in it: the orderer has only forgotten what he did himself, or it is so by the calendar (L1).
    pub fn is_nobody_elses(&self, seat: Seat) -> bool {
        match self {
            Fact::LastMove { of, .. } => *of == seat,
            Fact::Not(fact) => fact.is_nobody_elses(seat),
            Fact::Board { condition, .. } => is_of_the_calendar(condition),
            Fact::Presumption(_) => false,
        }
    }
}

/// It asks for nothing but the number of the turn.
fn is_of_the_calendar(condition: &Condition) -> bool {
    let number = |number: &Number| matches!(number, Number::Is(_) | Number::Turn | Number::Of(..) | Number::Divisors(_));
    let (mut turn, mut all) = (false, true);
    walk::parts_of_condition(condition, &mut |part| match part {
        Part::Number(asked) => {
            turn |= *asked == Number::Turn;
            all &= number(asked);
        }
        Part::Condition(part) => {
            all &= matches!(part, Condition::Compare(..) | Condition::Not(_) | Condition::All(_) | Condition::Any(_));
        }
        _ => all = false,
    });
    turn && all
}

/// The long notation of a move as it was played, against what somebody wrote: the same, or its piece and where it went.
fn same_move(wrote: &str, played: &str) -> bool {
    let pieces = |text: &str| text.chars().next().filter(char::is_ascii_uppercase);
    let went = |text: &str| text.get(text.len().saturating_sub(2)..).unwrap_or_default().to_owned();
    let lower = |text: &str| text.to_lowercase();
    lower(wrote) == lower(played) || wrote.len() <= 3 && pieces(wrote) == pieces(played) && went(wrote) == went(played)
}

#[cfg(test)]
mod tests {
    use super::same_move;

    #[test]
    fn a_move_is_known_again_in_long_and_short_words() {
        assert!(same_move("d2d4", "d2d4") && same_move("d4", "d2d4") && same_move("ng1f3", "Ng1f3"));
        assert!(!same_move("d3", "d2d4") && !same_move("c4", "Bf1c4"));
    }
}
