//! Facts that conditional orders hang on (L1): the public state as the phase begins, or what the orderer does not remember of himself.
//!
//! Invariant: a fact is looked up once, in a state that everybody sees; nothing is rolled and nobody is asked.

use crate::game::traces::{CAME_OF_IT, NOT_MADE};
use crate::law::notation::Told;
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
        played: Told,
    },
    /// What a rule may ask of a board: `there is a knight on f3`.
    Board {
        universe: u16,
        condition: Box<Condition>,
    },
    Not(Box<Fact>),
    All(Vec<Fact>),
    Any(Vec<Fact>),
}

mod joined;

use joined::{LAST_MOVE, MIXED, names_presumption, placed, without};

/// The name under which it is counted whether a fact is so.
const TALLY: &str = "tally of a fact";

impl Multiverse {
    /// The fact that some words name, for the player who writes them; `universe` is where his order would be carried out.
    pub fn fact(&self, seat: Seat, words: &str, universe: Option<u16>) -> Result<Fact, String> {
        let words = words.trim().trim_end_matches([',', '.']);
        let lower = words.to_ascii_lowercase();
        // What a rule could ask joins its own parts.
        if lower.contains(LAST_MOVE) || lower.split([' ', ',']).any(names_presumption) {
            return self.joined_fact(seat, words, universe);
        }
        if let Some(fact) = self.of_several_universes(seat, words, universe) {
            return fact;
        }
        if let Some(rest) = without(words, "not ") {
            return self.fact(seat, rest, universe).map(|fact| Fact::Not(Box::new(fact)));
        }
        self.board_fact(seat, words, universe)
    }

    /// What a rule could ask of a universe.
    fn board_fact(&self, seat: Seat, words: &str, universe: Option<u16>) -> Result<Fact, String> {
        let (words, named) = placed(words);
        let universe = named.or(universe).ok_or("in which universe? Write IN and its number behind the fact")?;
        self.universe(universe).ok_or_else(|| self.no_such_universe(universe))?;
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
        if rule::asks_for_secrets(&condition) {
            return Err("what a player has named in secret nobody looks up before it is opened".into());
        }
        if is_mixed(&condition) && [" and ", " or "].iter().all(|joint| words.to_ascii_lowercase().contains(joint)) {
            return Err(MIXED.into());
        }
        let fact = Fact::Board { universe, condition: Box::new(condition) };
        self.tally(seat, &fact).map(|_| fact)
    }

    /// Whether it is so now.
    pub fn is_so(&self, seat: Seat, fact: &Fact) -> bool {
        match fact {
            Fact::Not(fact) => !self.is_so(seat, fact),
            Fact::Presumption(id) => {
                let filled = |filled: &super::Filled| matches!(filled, super::Filled::Presumed(known) if known == id);
                self.rules.iter().any(|rule| rule.fillings.iter().any(filled))
            }
            Fact::All(facts) => facts.iter().all(|fact| self.is_so(seat, fact)),
            Fact::Any(facts) => facts.iter().any(|fact| self.is_so(seat, fact)),
            Fact::LastMove { of, universe, played } => {
                let side = self.player(*of).side;
                let last = self.journal.iter().rev().find(|phase| phase.side == side && !phase.is_still());
                let told = last.map(|phase| phase.deeds.as_slice()).unwrap_or_default();
                told.iter().any(|deed| {
                    let Some((number, done)) = deed.split_once(": ") else { return false };
                    let there = number.parse::<u16>().is_ok_and(|number| universe.is_none_or(|universe| universe == number));
                    let (notation, came_of_it) = done.split_once(CAME_OF_IT).unwrap_or((done, ""));
                    there && !came_of_it.starts_with(NOT_MADE) && played.is(notation, &self.position)
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
            // One part that is another's lets him say by the other whether the dice are asked.
            Fact::All(facts) | Fact::Any(facts) => facts.iter().all(|fact| fact.is_nobody_elses(seat)),
            Fact::Board { condition, .. } => is_of_the_calendar(condition),
            Fact::Presumption(_) => false,
        }
    }

    /// The universes on whose boards it is looked up.
    pub fn universes(&self) -> Vec<u16> {
        let mut found = match self {
            Fact::Board { universe, condition } if !is_of_the_calendar(condition) => vec![*universe],
            Fact::LastMove { universe, .. } => universe.iter().copied().collect(),
            Fact::Not(fact) => fact.universes(),
            Fact::All(facts) | Fact::Any(facts) => facts.iter().flat_map(Fact::universes).collect(),
            Fact::Board { .. } | Fact::Presumption(_) => Vec::new(),
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The presumptions that it asks for.
    pub fn presumptions(&self) -> Vec<&str> {
        match self {
            Fact::Presumption(id) => vec![id],
            Fact::Not(fact) => fact.presumptions(),
            Fact::All(facts) | Fact::Any(facts) => facts.iter().flat_map(Fact::presumptions).collect(),
            Fact::LastMove { .. } | Fact::Board { .. } => Vec::new(),
        }
    }
}

/// Some of its parts are joined by AND, and some by OR.
fn is_mixed(condition: &Condition) -> bool {
    let joined = |part: &Condition| matches!(part, Condition::All(_) | Condition::Any(_));
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(joined),
        _ => false,
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
