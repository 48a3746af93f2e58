//! The law in force: a fold of active rules over a law text, made into tables the generator runs on.
//!
//! `texts -> Standard; Standard + active rules -> Law; Law + Position -> Moves`
//!
//! Invariant: no Rust code here or below names a man or a rule of a game; delete the text and the game is gone.
//! Not here: how a rule is written (`rule`), when it is in force (`game`).

mod ability;
mod act;
mod actions;
mod approach;
mod attackers;
mod bans;
mod between;
mod births;
mod brands;
mod by_turn;
mod capture;
mod castling;
mod concern;
mod conflict;
mod course;
mod crossing;
mod crowd;
mod deeds;
mod difference;
mod endings;
mod fate;
mod fen;
mod filters;
mod finish;
mod firing;
mod fold;
mod found;
mod for_good;
mod generate;
mod gifts;
mod hangs;
mod hinges;
mod history;
mod hunt;
mod in_force;
mod introduce;
mod loans;
mod known;
mod later;
mod legality;
mod lookup;
mod lots;
mod moments;
mod moves;
mod named;
pub mod notation;
mod on_terms;
mod own_prey;
mod perft;
mod power;
mod problem;
#[cfg(test)]
mod random_play;
#[cfg(test)]
mod random_rules;
pub mod pursuit;
mod reads;
mod remember;
mod renumbered;
mod reserve;
mod resting;
mod run;
mod safety;
mod sameness;
#[cfg(test)]
mod samples;
mod scene;
mod squares;
mod sequels;
mod standard;
mod statute;
mod tables;
mod terms;
mod ties;
pub mod texts;
mod to_come;
mod triggers;
mod worlds;
#[cfg(test)]
mod twin;

pub use crate::board::FenProblem;
pub use actions::{Verb, how_to_order};
pub use between::Between;
pub use by_turn::{goes_by_turns, holds_in};
pub use conflict::{Bearing, Conflict, conflicts};
pub use deeds::HELD;
pub use difference::{Difference, difference};
pub use endings::{Met, Outcome};
pub use fate::{Fate, Question, Secret, Thwarted};
pub use fen::{Placed, read_fen, write_fen};
pub use in_force::{Active, Law, Strength, Universes};
pub use introduce::{SAID, STATE, WORLD, borne, counted, introduce, introduce_beside, introduce_rule, is_counter, names, recall_rule};
pub use later::LATER;
pub use lots::BACK;
pub use moments::{Fired, Instant, MOST_FALLS};
pub use moves::{Label, Move, Sort};
pub use perft::{perft, perft_bulk};
pub use power::{Able, Power};
pub use problem::{ClausePlace, LawProblem};
pub use renumbered::renumber;
pub use standard::Standard;
pub use ties::Boards;
pub use to_come::{Sayings, awaited, sayings};
