//! What a player writes, as data: orders for his phase, words to the table, questions.

use chrono::NaiveDate;

use super::mar::Ballot;

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
    /// `PROPOSE ... END`, whole (R14).
    Propose {
        text: String,
    },
    /// `VOTE A1 YES`; without a number where one proposal is open.
    Ballot {
        on: Option<String>,
        says: Ballot,
    },
    /// `FIX ...` (D5): what follows the word.
    Fix(String),
    /// `DRAW CLAIM` (F5).
    ClaimDraw,
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
    /// `THROW 4 7`: what thrown dice show.
    Throw(String),
    /// `REPORT IBM 4512387`: volumes read off.
    Report(Report),
    /// `STOCK IBM, KO ON 2026-05-14`: what dice of this phase are to be made from; no stocks are those of the game.
    Stock {
        tickers: Vec<String>,
        date: NaiveDate,
    },
    /// `RULING DICE VOID`: the master's word that a pin is void, and why.
    DiceVoid(String),
    /// `RULING GO ON the backup is all there is`: the master's word that a game goes on without lines that its record has lost.
    GoOn(String),
    /// `RULING DICE IBM 4512387 "the paper says so"`: the master's word which volumes count.
    DiceFigures {
        volumes: Vec<(Option<String>, String)>,
        date: Option<NaiveDate>,
        reason: String,
    },
    /// `BEACON 1000 b446...`: a round's signature, from anybody.
    Beacon {
        round: u64,
        signature: String,
    },
    /// `SECRET e4`: a square named in secret, where a rule asks for one.
    Secret(String),
    /// `ANSWER a3`: what a rule has left to this player to choose.
    Answer(String),
    /// `CHALLENGE w3 UNDER R8 "why"` (R16).
    Challenge(Challenging),
    /// `OBJECT w3`: to a rule that stands only while nobody objects (L3).
    Object(String),
    /// `VOTE c1 YES`: to uphold that challenge, or not.
    Vote {
        on: String,
        yes: bool,
    },
    /// `WITHDRAW c1`, `WITHDRAW p1`: a challenge or a presumption of one's own.
    Take(String),
    /// `PRESUME w4 "Ships move like a queen."` (R17).
    Presume {
        rule: String,
        text: String,
    },
    Confirm(String),
    /// `DENY p1 "Ships move like a rook."`
    Deny {
        id: String,
        text: String,
    },
    /// The move of that universe for the case that a presumption is denied.
    Alternate {
        universe: Option<u16>,
        presumption: String,
        text: String,
    },
    /// `IF fact THEN order ELSE order` (L1), with the words of the whole.
    If {
        text: String,
        conditional: Box<Conditional>,
    },
    /// The master's word on a challenge.
    Ruling {
        on: String,
        uphold: bool,
        reason: String,
    },
    /// The master's: back to the beginning of a turn, or of a player's phase in it.
    Rollback {
        turn: u32,
        who: Option<String>,
    },
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
    /// A word in capitals that is a slip of the pen away from one that begins orders.
    Misspelt {
        wrote: String,
        meant: &'static str,
    },
}

/// What a player says of volumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// He confirms what another has reported.
    Yes,
    /// Stocks, where they are named, with their volumes, and the day where it is told.
    Volumes { volumes: Vec<(Option<String>, String)>, date: Option<NaiveDate> },
}

/// A challenge as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenging {
    /// The number of a rule or repeal, or a player's name and perhaps a universe: `w3`, `Ann in 2`.
    pub target: String,
    pub under: Option<String>,
    pub reason: String,
    /// Play is to wait for the votes.
    pub pause: bool,
}

/// A conditional order: what holds as the phase begins decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditional {
    /// In the words of the player.
    pub fact: String,
    pub then: Vec<Order>,
    pub otherwise: Vec<Order>,
}

/// Questions anybody at the table may mail; they change nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// `HELP [topic]`.
    Help(Option<String>),
    Status,
    /// `BOARD [turn]`: the boards now, or as they were after that turn.
    Board(Option<u32>),
    /// The rules in force, or one rule or repeal with what was found of it.
    Rules(Option<String>),
    /// `DEFINITIONS`.
    Definitions,
    /// `META`: the meta-rules as they stand; `META R8`, `META A1`: one of them.
    Meta(Option<String>),
    History,
    /// The last turn's mail again.
    Resend,
    /// `VERIFY 120 9f3c2a41d07b5e66`: does the record still say what the footer of a mail says? What follows the word, as written; nothing asks for the
    /// house's signature under the newest head.
    Verify(String),
}

impl Order {
    /// It moves men, or may.
    pub fn moves(&self) -> bool {
        match self {
            Order::Check(order) => order.moves(),
            order => matches!(order, Order::Move { .. } | Order::Alternate { .. } | Order::If { .. } | Order::Answer(_)),
        }
    }

    /// Why it is no order, where it begins as one.
    pub fn not_understood(&self) -> Option<String> {
        match self {
            Order::Garbled { takes } => Some(format!("not understood; it takes: {takes}")),
            Order::Misspelt { wrote, meant } => Some(format!(
                "{wrote} begins no order. Did you mean {meant}? Write it so and send it again; HELP {meant} tells what it takes"
            )),
            _ => None,
        }
    }

    /// The name that it defines, in small letters.
    pub fn defines(&self) -> Option<String> {
        let Order::Define(text) = self else { return None };
        let name = text.split_once(":=").or_else(|| text.split_once('=')).or_else(|| text.split_once(" means "))?.0;
        Some(name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()).filter(|name| !name.is_empty())
    }

    /// It is carried out with the phase, and not before.
    pub fn waits(&self) -> bool {
        use Order::{Alternate, Ballot, If, Move, Pass, Propose, Real, Repeal, RepealAll, Rule, Stock};
        matches!(
            self,
            Alternate { .. }
                | Ballot { .. }
                | If { .. }
                | Move { .. }
                | Real { .. }
                | Rule { .. }
                | Repeal { .. }
                | RepealAll { .. }
                | Propose { .. }
                | Stock { .. }
                | Pass
        )
    }
}
