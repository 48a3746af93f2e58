//! Make-A-Rule Chess 4.3: one universe for each pair of players, one action a phase (R1).

mod amendment;
mod awaited;
mod calendar;
mod canonical;
mod claims;
mod challenges;
mod colours;
mod counting;
mod dated;
mod deadline;
mod example;
mod facts;
pub mod dice;
mod due;
mod forecast;
mod guests;
mod heisenberg;
mod hindrance;
mod in_force;
mod invitation;
mod judge;
mod judgement;
mod kept;
mod lull;
pub mod metarule;
mod multiverse;
mod objective;
pub mod parameters;
mod out_of_turn;
mod person;
mod phase;
mod presiding;
mod presumptions;
pub mod preview;
mod register;
mod rewind;
mod secrets;
mod sound;
mod speaking;
mod standing;
mod start;
mod voting;
pub mod timeline;
mod unforeseen;

pub use crate::game::event::Asked;
pub use amendment::{Amendment, Ballot, Fix, Motion, Provision, Standing, check_meta, help as help_propose, read as read_amendment};
pub use awaited::{Awaited, Claim, Figures, MARK, UNOPPOSED_HOURS, told as waited_for};
pub use claims::ground;
pub use colours::{ColourProblem, check_wishes};
pub use due::{next_hour, publish, tick};
pub use guests::Guest;
pub use invitation::{answer, watch};
pub use judge::{Written, judge};
pub use judgement::{Echo, Judgement, Meant, Verdict};
pub use multiverse::{Action, Draft, Enacted, Filled, Multiverse, Pair, PendingRepeal, Played, Player, Proposing, Stage, Universe};
pub use parameters::Parameters;
pub use phase::Deed;
pub use presiding::preside;
pub use presumptions::{Leaning, Opening};
pub use rewind::Shadow;
pub use secrets::{Secret, label};
pub use standing::Lack;
pub use unforeseen::Unforeseen;

use crate::rule::Scope;
use crate::turn::Seat;

/// What a draft lacks before it can be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// M3: no `REAL` in the first phase.
    Real { choices: Vec<u16> },
    /// R1.1: no move in a universe where there is a legal one.
    Move { universe: u16 },
    /// M5: an own move of the same phase, in a universe before it, makes this one impossible, where others are left.
    Another { universe: u16, notation: String },
    /// No legal move anywhere, or moving alone is closed by an amendment, and no rule, repeal or PASS ordered.
    Action,
    /// R14: no vote on an open proposal.
    Vote { number: String },
    /// R17: what leans on a presumption needs something for the case that it is denied.
    Alternate(Leaning),
}

/// Everything that a player's orders lack, in the order in which he would write it.
pub fn missing(multiverse: &Multiverse, seat: Seat, draft: &Draft) -> Vec<Missing> {
    let mut missing = owing(multiverse, seat, draft);
    if missing.is_empty() {
        missing.extend(multiverse.leaning(seat, draft).into_iter().map(Missing::Alternate));
    }
    missing
}

/// What orders lack, whatever is presumed.
fn owing(multiverse: &Multiverse, seat: Seat, draft: &Draft) -> Vec<Missing> {
    let mut missing = Vec::new();
    let player = multiverse.player(seat);
    if player.guest.is_none() && player.real.is_none() && draft.real.is_none() {
        missing.push(Missing::Real { choices: multiverse.kings(seat).iter().map(|&(_, at)| at).collect() });
    }
    // M3: the king that is named with these orders counts for them.
    let multiverse = &multiverse.with_king_named(seat, draft.real);
    let owed = multiverse.owed(seat);
    let instead = draft.action.instead_of_moves();
    let moving_is_closed = draft.action == Action::Move && multiverse.is_closed(&Action::Move).is_some();
    if instead.is_none() && (owed.is_empty() || moving_is_closed) {
        missing.push(Missing::Action);
    }
    let covered = |universe: u16| match instead {
        Some(Scope::Multiverse) => true,
        Some(Scope::Universe(number)) => number == universe,
        None => false,
    };
    let open = owed.into_iter().filter(|&universe| !covered(universe) && !draft.moves.contains_key(&universe));
    missing.extend(open.filter(|_| !moving_is_closed).map(|universe| Missing::Move { universe }));
    if missing.is_empty() && instead != Some(Scope::Multiverse) {
        let spoilt = multiverse.spoilt_by_own(seat, &draft.moves);
        missing.extend(spoilt.map(|(universe, notation)| Missing::Another { universe, notation }));
    }
    let votes = multiverse.owes_votes(seat).into_iter().filter(|motion| !draft.votes.contains_key(&motion.number));
    missing.extend(votes.map(|motion| Missing::Vote { number: motion.number.clone() }));
    missing
}
