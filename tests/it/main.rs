//! All integration tests, one binary.

mod rules_page;
