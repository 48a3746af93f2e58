//! The rule language: from the words a player mails to a checked rule, and back to canonical words.
//!
//! `text -> clean-up -> sentences -> closed grammar -> clauses with spans -> checks -> Rule | Diagnostics`
//!
//! Invariant: every word is used or the sentence is refused; `read(print(rule)) == rule`; the checker is the only source of a [`Rule`].
//! Not here: what a rule does to a game (`law`), who mails it (`game`).

mod clause;
mod diagnostic;
mod reading;
mod vocabulary;

pub use clause::{
    Army, CaptureEdit, CapturerFate, Castling, Class, Clause, Explosion, Form, InPassing, Kinds, Landing, Law, Manner, MannerOfKind,
    Motion, Movement, Owner, Promotion, Region, Rule, Safety, Scope, Span, VictimFate,
};
pub use diagnostic::Diagnostic;
pub use reading::{LawReading, Reading};
pub use vocabulary::{KindWords, Vocabulary};

// The doors of this room, with their bodies to come:
//
// pub fn read(text: &str, words: &Vocabulary) -> Reading;            // `RULE ... END`
// pub fn read_law(text: &str, base: &Vocabulary) -> LawReading;      // `LAW "mar" ON chess ... END`; base: of the laws it is on top of
// pub fn law_base(text: &str) -> Option<String>;                     // the law it is on top of, from its first line
// pub fn print(rule: &Rule, words: &Vocabulary) -> String;           // canonical: read(print(r)) == r
// pub fn print_clause(form: &Form, words: &Vocabulary) -> String;    // one sentence
// pub fn restate(rule: &Rule, words: &Vocabulary) -> String;         // canonical, with `(assumed: ...)` after the sentences
// pub fn topics() -> Vec<&'static str>;
// pub fn help(topic: &str) -> Option<String>;
// impl Diagnostic { pub fn render(&self, source: &str) -> String }   // plain text, at most 76 columns
