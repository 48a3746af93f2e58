//! The rule language: from the words a player mails to a checked rule, and back to canonical words.
//!
//! `text -> tokens -> sentences -> phrases -> closed grammar -> statements -> clauses -> Rule | Diagnostics`
//!
//! Invariant: every word is used or the sentence is refused; `read(print(rule)) == rule`; the checker is the only source of a [`Rule`].
//! Not here: what a rule does to a game (`law`), who mails it (`game`).

mod announced;
mod antecedent;
mod apart;
mod asked_when;
mod bearing;
mod beforehand;
mod beyond;
mod board_turns;
mod body;
mod budget;
mod chance;
mod chosen_turns;
mod called;
mod check;
mod checks;
mod christening;
mod clause;
mod colon;
mod contact_turns;
mod contradiction;
mod contrary;
mod cursor;
mod deeds;
mod definitions;
mod diagnostic;
mod drawing;
mod draws;
mod dated;
mod dubbing;
mod durations;
mod each_of_them;
mod ellipsis;
mod everyday;
mod explain;
mod faces;
mod field;
mod frame;
mod guarded;
mod halves;
mod heading;
mod heard;
mod help;
mod hole;
mod idioms;
mod kept;
mod kind_by_kind;
pub mod lasting;
mod leave_turns;
mod lexer;
mod library;
mod lines;
mod logic;
mod lost_by;
mod lower;
mod many_sided;
mod memory_turns;
mod models;
pub mod names;
mod naming;
mod neutral;
mod notes;
mod occasion_turns;
mod office;
mod onset;
mod only_when;
mod onward;
mod other_player;
mod opened;
mod outcome;
mod paraphrase;
mod paraphrases;
mod plain_turns;
mod prices;
mod print;
mod problem_turns;
mod promised;
mod proper;
mod reading;
mod relation_turns;
mod return_turns;
mod repair;
mod restoring;
mod said_of_it;
mod sentence;
mod series_turns;
mod shadowing;
mod silent;
mod speech_turns;
mod standard;
mod stopping;
mod stretch;
mod subject_turns;
mod subjects;
mod suffered;
mod syntax;
mod teaching;
mod telling;
mod term_words;
mod terms;
mod trophies;
mod troubles;
mod twofold_turns;
mod unexplained;
mod unsettled;
mod vice_versa;
mod visits;
pub mod vocabulary;
pub mod walk;
mod wall_turns;
mod whenever;
mod whilst;
mod whose_turns;
mod wording;
mod words;
mod world_turns;
mod worlds;

#[cfg(test)]
pub mod generate;
#[cfg(test)]
mod generate_deeds;
#[cfg(test)]
mod generate_terms;
#[cfg(test)]
mod generate_worlds;
#[cfg(test)]
mod tests;

pub use bearing::Bearing;
pub use beyond::{OF_AMENDMENTS, ROYALTY};
pub use chance::{hangs_on_dice, is_chance};
pub use check::is_ruled;
pub use clause::{
    Army, Beyond, CaptureEdit, CapturerFate, Castling, Clause, Cost, Daring, Dependency, Ending, Explosion, Fallen, Form, Human, InPassing,
    InTurn, Landing, Law, Manner, MannerOfKind, Motion, Movement, Over, OwnPrey, Payer, Promotion, Region, Rule, Safety, Scope, Side, Span,
    Terms, Verdict, VictimFate,
};
pub use contrary::{gives, leaves_nothing};
pub use deeds::{
    Act, Action, Approach, Ban, Best, Chooser, Counter, Deed, Duty, Event, Heading, How, Lasting, Like, MAX_STEPS, Need, Once, Spot, Store,
    Stride, Sway, Trigger, Ways, Whom,
};
pub use definitions::{Definition, MAX_DEFINITIONS, define};
pub use diagnostic::Diagnostic;
pub use help::{examples, help, sentences_with, topics, word_table};
pub use names::{Name, Naming, asks_for_secrets, given, is_sealed, is_spoken, marked, regions, used, with_kind};
pub use print::{print, print_clause, print_form, print_law, restate};
pub use reading::{LawReading, MAX_CLAUSES, MAX_SENTENCES, MAX_TEXT, MAX_WORDS, Reading, law_base, read, read_law};
pub use restoring::{puts_off, turns_all, vacated};
pub use shadowing::has_meaning;
pub use telling::deeds as told_deeds;
pub use telling::in_digits as counted_in_digits;
pub use terms::{Alike, Class, Comparison, Condition, Facing, Kinds, Number, Operation, Owner, Past, Player, Point, Ref, Squares, When};
pub use vocabulary::{KindWords, Vocabulary};
pub use walk::Part;
pub use worlds::{Ground, Opening, Room, Size, World};
