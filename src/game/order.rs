//! What a player writes, as data: orders for his phase, words to the table, questions.

/// One order or question and the line of the letter it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line's number in the letter's body, from 1.
    pub number: usize,
    /// As written, for the echo; a rule's block is cut to its first line.
    pub text: String,
    pub order: Order,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// `1: e2-e4`: a move, in the words of the player. `None`: the universe goes without saying.
    Move {
        universe: Option<u16>,
        /// The colour that named the universe.
        colour: Option<String>,
        text: String,
    },
    /// `REAL 2` (M3).
    Real {
        universe: u16,
    },
    /// `RULE ... END`, whole (R1.2, R1.3).
    Rule {
        text: String,
    },
    /// `REPEAL w1 [IN Zaphod:2]` (R1.4, R1.5).
    Repeal {
        number: String,
        universe: Option<u16>,
    },
    /// `REPEAL ALL [IN Zaphod:2]` (R1.6, R1.7).
    RepealAll {
        universe: Option<u16>,
    },
    /// `DEFINE cross-piece := piece on the e-file` (C5): what follows the word.
    Define(String),
    Pass,
    /// Execute my complete orders at once, without the undo delay.
    Now,
    /// Take back all my orders of this phase.
    Withdraw,
    /// `TURN 7`: these orders are for turn 7 and no other.
    Turn(u32),
    /// Offer a draw or agree to one; `false` takes it back.
    Draw(bool),
    Resign,
    /// `SECRET e4`: a square named in secret, where a rule asks for one.
    Secret(String),
    /// `ANSWER a3`: what a rule has left to this player to choose.
    Answer(String),
    /// Answers to an invitation.
    Join,
    Decline,
    /// C1: all colours, seat by seat.
    Colours(Vec<String>),
    /// C1: the players' names in order of play.
    Sequence(Vec<String>),
    Ask(Question),
    /// `GAME Zaphod`: which game the letter is for.
    Game(String),
    /// What follows the word CHECK: judged, never done.
    Check(Box<Order>),
    /// A command word with something after it that it does not take; says what it takes.
    Garbled {
        takes: &'static str,
    },
}

/// Questions anybody at the table may mail; they change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// `HELP [topic]`.
    Help(Option<String>),
    Status,
    /// `BOARD [turn]`: the boards now, or as they were after that turn.
    Board(Option<u32>),
    Rules,
    /// `DEFINITIONS`.
    Definitions,
    History,
    /// The last turn's mail again.
    Resend,
    /// `VERIFY 120 9f3c2a41d07b5e66`: does the record still say what the footer of a mail says? What follows the word, as written.
    Verify(String),
}

impl Order {
    /// It is carried out with the phase, and not before.
    pub fn waits(&self) -> bool {
        use Order::{Move, Pass, Real, Repeal, RepealAll, Rule};
        matches!(self, Move { .. } | Real { .. } | Rule { .. } | Repeal { .. } | RepealAll { .. } | Pass)
    }
}
