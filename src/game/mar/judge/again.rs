//! Orders that were given in one timeline, judged in another (R16, R17).

use chrono::DateTime;

use super::Session;
use crate::dice::Randomizer;
use crate::game::mar::Missing;
use crate::game::mar::multiverse::{Action, Draft, Multiverse};
use crate::game::mar::timeline::Mark;
use crate::turn::Seat;

/// Why orders cannot be given in this state.
pub fn why_not(multiverse: &Multiverse, seat: Seat, orders: &Draft) -> Result<(), String> {
    let draft = judged(multiverse, seat, orders)?;
    // What was put to the vote since has its votes in later orders (R14).
    let besides_votes = |missing: &Missing| !matches!(missing, Missing::Vote { .. });
    match !crate::game::mar::owing(multiverse, seat, &draft).iter().any(besides_votes) {
        true => Ok(()),
        false => Err("the orders are not complete".to_owned()),
    }
}

impl Mark {
    /// Why its orders, or those that stand in for them, cannot be given in this state. Where something of them counts as a pass, what is left is not
    /// asked to be complete (R16).
    pub fn why_not(&self, multiverse: &Multiverse, seat: Seat, orders: &Draft) -> Result<(), String> {
        match self.struck.is_empty() {
            true => why_not(multiverse, seat, orders),
            false => judged(multiverse, seat, orders).map(drop),
        }
    }
}

/// Orders as they come out where each of them is judged in this state.
fn judged(multiverse: &Multiverse, seat: Seat, orders: &Draft) -> Result<Draft, String> {
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
    let named = multiverse.with_king_named(seat, orders.real);
    let playable = named.playable(seat, &orders.moves);
    for (&universe, notation) in &orders.moves {
        if !playable.contains(&universe) {
            return Err(format!("{notation} is no legal move in {}", multiverse.universe_name(universe)));
        }
        session.draft.moves.insert(universe, notation.clone());
    }
    Ok(session.draft)
}
