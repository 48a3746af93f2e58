//! The tests that look at the program from outside; one binary, one module an area.
#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests are the world around the pure rooms: they read files, start programs and tell"
)]

mod at_rest;
mod backdated;
mod backups;
mod bad_input;
mod browser;
mod by_hand;
mod commands;
mod corpus;
mod correspondence;
mod demo;
mod desk;
mod dice_checks;
mod enactments;
mod endurance;
mod engine;
mod export;
mod fails_alone;
mod forger;
mod forgeries;
mod fsyncs;
mod full_disk;
mod fuzz_corpus;
mod golden_archives;
mod gone;
mod held;
mod house;
mod ideas;
mod killed;
mod letters;
mod mail_client;
mod mails;
mod mishaps;
mod odd_imap;
mod oracle;
mod post_game;
mod private;
mod program;
mod pursuit;
mod random;
mod relay;
mod relays;
mod render;
mod report;
mod restarts;
mod robots;
mod rules_page;
mod rulings;
mod sample;
mod scripted;
mod searches;
mod senses;
mod servers;
mod shell;
mod signed;
mod store;
mod timelines;
mod variants;
mod verify;
mod wire;
mod witness;
