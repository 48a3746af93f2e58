//! The rule language: from the words a player mails to a checked rule, and back to canonical words.
//!
//! `text -> clean-up -> sentences -> closed grammar -> clauses with spans -> checks -> Rule | Diagnostics`
//!
//! Invariant: every word is used or the sentence is refused; `read(print(rule)) == rule`; the checker is the only source of a [`Rule`].
//! Not here: what a rule does to a game (`law`), who mails it (`game`).

mod clause;

pub use clause::{
    Army, CaptureEdit, CapturerFate, Castling, Class, Clause, Explosion, Form, InPassing, Kinds, Landing, Law, Manner, MannerOfKind,
    Motion, Movement, Owner, Promotion, Region, Rule, Safety, Scope, Span, VictimFate,
};
