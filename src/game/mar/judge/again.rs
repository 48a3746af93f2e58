//! Orders that were given in one timeline, judged in another (R16, R17).

use chrono::DateTime;

use super::Session;
use crate::dice::Randomizer;
use crate::game::mar::Missing;
use crate::game::mar::heisenberg::HEISENBERG;
use crate::game::mar::multiverse::{Action, Draft, Multiverse};
use crate::turn::Seat;

/// The orders as they stand, where all of them can be given in this state as well; `None`: something has to be chosen anew.
pub fn again(multiverse: &Multiverse, seat: Seat, orders: &Draft) -> Option<Draft> {
    why_not(multiverse, seat, orders).is_ok().then(|| orders.clone())
}

/// Why orders cannot be given in this state.
pub fn why_not(multiverse: &Multiverse, seat: Seat, orders: &Draft) -> Result<(), String> {
    let mut session = Session::open(multiverse, seat, DateTime::UNIX_EPOCH, &Randomizer::Absent);
    session.draft = Draft { real: None, action: Action::Move, moves: Default::default(), ..orders.clone() };
    if let Some(universe) = orders.real {
        session.real(universe)?;
    }
    match &orders.action {
        Action::Move => {}
        // What the words meant counts, whatever was defined since (C5).
        Action::Rule { text, says, .. } => {
            session.rule(if says.is_empty() { text } else { says })?;
        }
        Action::Repeal { target, universe } => {
            session.repeal(target, *universe)?;
        }
        Action::RepealAll { universe } => {
            session.repeal_all(*universe)?;
        }
        Action::Pass => {
            session.pass()?;
        }
    }
    session.draft.action = orders.action.clone();
    for (&universe, notation) in &orders.moves {
        let legal = multiverse.legal(seat, universe);
        let found = if notation == HEISENBERG { !legal.is_empty() } else { multiverse.long_named(&legal, notation).is_some() };
        if !found {
            return Err(format!("{notation} is no legal move in {}", multiverse.universe_name(universe)));
        }
        session.draft.moves.insert(universe, notation.clone());
    }
    // What was put to the vote since has its votes in later orders (R14).
    let besides_votes = |missing: &Missing| !matches!(missing, Missing::Vote { .. });
    match !crate::game::mar::owing(multiverse, seat, &session.draft).iter().any(besides_votes) {
        true => Ok(()),
        false => Err("the orders are not complete".to_owned()),
    }
}
