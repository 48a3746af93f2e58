//! Turns of phrase about whom a sentence is: each is read as the sentence behind it.

use super::paraphrase::{Turn, turn};

#[rustfmt::skip]
pub const SUBJECT_TURNS: &[Turn] = &[
    // who stands before a colon
    turn("A : they|these|it B", "A B"),
    turn("A : B:may|must|can|move|moves|capture|captures C?", "A B C"),
];
