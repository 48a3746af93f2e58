//! The integration tests: one binary, one file for each area.

mod letters;
mod mails;
mod odd_imap;
mod servers;
mod wire;
