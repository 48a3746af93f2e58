//! The integration tests: one binary, one file for each area.

mod letters;
mod mails;
