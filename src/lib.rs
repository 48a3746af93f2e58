//! Custodian: a play-by-email adjudicator for chess whose players rewrite the rules while they play.
//!
//! One way through, from the bytes of a letter to the boards that go back:
//!
//! 1. [`wire`] fetches a letter, [`store`] keeps its raw bytes;
//! 2. [`letter`] reads it: sender, unquoted lines;
//! 3. [`adjudicator`] decides it: [`game`] turns orders into events, on a [`board`] under a [`law`] made of [`rule`]s;
//! 4. [`archive`] chains what happened into one log line, [`store`] makes it durable;
//! 5. [`render`] draws the boards, [`letter`] composes the mails, [`wire`] sends them.
//!
//! The rooms stand in the order of what they may know: a module names only modules above it (a test reads this list).

pub mod board;
pub mod movement;
pub mod rule;
pub mod span;
pub mod dice;
pub mod law;
pub mod turn;
pub mod address;
pub mod game;
pub mod archive;
pub mod render;
pub mod letter;
pub mod adjudicator;

#[expect(clippy::disallowed_methods, reason = "reads the config file, templates and secrets")]
pub mod config;
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "keeps the archive on the disk")]
pub mod store;
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "opens sockets and folders, and waits")]
pub mod wire;
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "has the clock, the threads and the archive's secret")]
pub mod daemon;
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "meets the operator and his machine")]
pub mod cli;
