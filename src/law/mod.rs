//! The law in force: a fold of active rules over a law text, made into tables the generator runs on.
//!
//! Invariant: no Rust code here or below names a man or a rule of a game; delete the text and the game is gone.
