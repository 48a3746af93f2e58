//! The tests that look at the program from outside; one binary, one module an area.
#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests are the world around the pure rooms: they read files, start programs and tell"
)]

mod commands;
mod correspondence;
mod endurance;
mod engine;
mod house;
mod letters;
mod mails;
mod odd_imap;
mod render;
mod rules_page;
mod scripted;
mod servers;
mod store;
mod wire;
