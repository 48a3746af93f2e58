//! Turns of phrase about universes and boards. How they are written: [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

#[rustfmt::skip]
pub const WORLD_TURNS: &[Turn] = &[
    turn("a|an|any|each|every|the? A may|can , instead of moving|a|its|his? move? , be? go|goes|move|travel|jump|pass|cross|hop|sent|teleported|transferred over? to|into|onto B",
        "a player may , instead of moving , send one of his A to B"),
    turn("a|an|any|each|every|the? A may|can be? go|move|travel|jump|pass|cross|hop|sent|teleported|transferred over? to|into|onto B instead of moving|a|its|his? move?",
        "a player may , instead of moving , send one of his A to B"),
    turn("a|any|each|every|the? player|players may|can , instead of moving|a|its|his? move? , send|transfer|teleport a|an|any|one? of? his|their? A to|into|onto B",
        "a player may , instead of moving , send one of his A to B"),
    turn("a|any|each|every|the? player|players may|can send|transfer|teleport a|an|any|one? of? his|their? A to|into|onto B instead of moving|a|his? move?",
        "a player may , instead of moving , send one of his A to B"),
    assuming("a|an|any|each|every|the? A may|can also? be? go|move|travel|jump|pass|cross|hop|sent|teleported|transferred to|onto the? same|corresponding square of|on|in B",
        "a player may , instead of moving , send one of his A to the same square of B", "instead of a move"),
    turn("each|every|a|all|both|any|the? player|players must make|play|do a|one? heisenberg|random move|moves A?", "when a piece would move A , an own piece chosen at random moves at random"),
    turn("each|every|a|all|both|any|the? player|players must make|play|do a|one? heisenberg|random move|moves once|one? every|each|in? N turns|turn|phases|moves", "on turns divisible by N , when a piece would move , an own piece chosen at random moves at random"),
];
