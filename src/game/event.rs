//! What happened, as values: the only things that change a game, and all that its log tells (F2); so no rule reaches into the past (R4).
//!
//! Invariant: an event carries primitive effects and settled names, never an order that needs a decider; replay folds events alone.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::board::{Effect, Position, SideId};
use crate::dice::{Beacon, Link, Method, Opened, Pin, Roll, Wanted};
use crate::rule::{Definition, Rule, Scope};
use crate::turn::{Phase, Seat, Window};

use super::founding::Wishes;
use super::mar::metarule::{MetaRule, Verdict};
use super::mar::{Amendment, Claim, Draft, Figures};
use super::procedure::Procedure;

/// One event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Invited player number `player` (from 0, in the order of the founding) answered the invitation with yes.
    Joined {
        player: usize,
    },
    Declined {
        player: usize,
    },
    /// C3: by joining, that player agrees to how this game rolls its dice.
    Agreed {
        name: String,
        method: Method,
    },
    /// Invited observer number `observer` answered the invitation with yes or no.
    Watching {
        observer: usize,
        yes: bool,
    },
    /// The first player named colours or sequence (C1).
    Wished {
        wishes: Wishes,
    },
    /// Everybody has joined: seats, colours, labels and the first position.
    Started(Box<Start>),
    /// The orders of the player on move as they now stand; `None` after WITHDRAW.
    Drafted {
        draft: Option<Draft>,
    },
    /// C5: words that stand for others, in the rules that are made from now on.
    Defined {
        seat: Seat,
        definition: Definition,
    },
    /// Somebody invited by a rule answered: he plays its side, or does not.
    Seated {
        seat: Seat,
        yes: bool,
    },
    /// A player offers a draw or agrees (`true`), or takes that back.
    DrawWanted {
        seat: Seat,
        wanted: bool,
    },
    /// M3: which king is real.
    Designated {
        seat: Seat,
        universe: u16,
        effects: Vec<Effect>,
    },
    Moved(Moved),
    /// An ordered move that an earlier deed of the same phase has made impossible: it is not played.
    Spoilt {
        seat: Seat,
        universe: u16,
        notation: String,
    },
    /// F5: no legal move anywhere, and no rule made.
    Passed {
        seat: Seat,
    },
    /// A rule is in force from the next event on (R1.2, R1.3).
    Enacted(Box<Enactment>),
    /// A repeal was declared, under a number of its own (R2); it acts at once or when the window is over (R6).
    RepealDeclared {
        number: String,
        seat: Seat,
        target: String,
        universe: Option<u16>,
        acts_after: Option<Window>,
    },
    /// Of the rules that a repeal has named one is still protected: there it acts when the window is over (R6).
    RepealWaits {
        number: String,
        target: String,
        universe: Option<u16>,
        acts_after: Window,
    },
    /// A part of the rule of that number, just made, is held behind protected ones: it starts a full turn of its own as it takes over, and is protected
    /// until that is over (R6).
    HeldBack {
        number: String,
        protected: Window,
    },
    /// What the number of the turn has switched on in a rule does not act in a universe in this turn, for it would give check (R12).
    HeldOff {
        rule: String,
        universe: u16,
        /// In words: `it would put Bob in check, Re1xe7 by white`.
        why: String,
    },
    /// What the tests of the meta-rules found of the rule or repeal of that number, just made: the certificate that it may stand.
    Tested {
        number: String,
        verdicts: Vec<Verdict>,
    },
    /// What they find of a rule as it reads since words were put where it was open (R17).
    TestedAgain {
        number: String,
        /// `p1`: the presumption, or what its author said when he denied it.
        since: String,
        verdicts: Vec<Verdict>,
    },
    /// What a test had left open has been found out since (R5).
    SearchEnded {
        number: String,
        verdict: Verdict,
    },
    /// R14: something is proposed of the meta-rules, and put to the vote.
    Proposed(Box<Proposal>),
    Voted {
        seat: Seat,
        /// `A1`.
        number: String,
        yes: bool,
    },
    /// A proposal has the votes it needs: an amendment from the next event on.
    Adopted {
        number: String,
    },
    Rejected {
        number: String,
    },
    /// A proposal has become meaningless by another one.
    Lapsed {
        number: String,
        why: String,
    },
    /// D5: noted for the custodian of the game itself; nothing in play follows from it.
    FixProposed {
        seat: Seat,
        /// `F1`.
        number: String,
        text: String,
    },
    /// What an amendment says of victory has come true (R13): what follows from it are events of their own.
    ObjectiveMet {
        /// `amendment A1`.
        source: String,
        /// Its sentence.
        says: String,
        /// Who has won or lost by it; `None`: the game is drawn.
        seat: Option<Seat>,
    },
    /// A rule stops: everywhere, or in one universe.
    Repealed {
        target: String,
        universe: Option<u16>,
    },
    /// A rule's own `LASTS` is over.
    Expired {
        target: String,
    },
    /// R15: a rule goes with one on which it depends.
    Fell {
        target: String,
        /// The number of that one.
        with: String,
        universe: Option<u16>,
    },
    /// M4 or a resignation: the player is out and his men leave every board.
    Lost {
        seat: Seat,
        how: Loss,
        effects: Vec<Effect>,
    },
    /// The phase is over; `next` is `None` when nobody is left to play.
    PhaseEnded {
        next: Option<Phase>,
    },
    /// A rule acted of itself: at the opening or the end of a phase, or as it came into force or ceased.
    Fired {
        /// `w3`.
        rule: String,
        universe: u16,
        effects: Vec<Effect>,
        /// What it did, in words.
        told: Vec<String>,
    },
    /// A rule would have acted of itself, and a meta-rule does not let it this time (R12).
    Withheld {
        rule: String,
        universe: u16,
        of: MetaRule,
        /// Why, in words.
        why: String,
    },
    /// R17: what a sentence of a rule says could not be done in play, and the rule does not say what is done then.
    Unforeseen {
        rule: String,
        /// From 1.
        sentence: usize,
        universe: u16,
    },
    /// R9: in this phase, in that universe, what those rules forbid or hold does not bind the player on move, who else would have no man with the
    /// right to move.
    Freed {
        seat: Seat,
        universe: u16,
        rules: Vec<String>,
    },
    /// The randomizer reveals its next link, counted from 1 (C3).
    Revealed {
        number: u32,
        link: Link,
    },
    Rolled(Roll),
    /// The phase comes to a roll whose source nobody knows yet: the orders are locked until it does.
    Pinned(Box<Pin>),
    /// The beacon that was waited for (drand).
    Published(Beacon),
    /// A player has thrown dice, and says what they show (honour).
    Thrown {
        seat: Seat,
        digits: String,
    },
    /// A player has read volumes off (stock).
    Reported(Claim),
    /// Those volumes count: confirmed, unopposed, or ruled.
    Settled {
        figures: Figures,
        how: Settlement,
    },
    /// The digits read off lead to another roll, which needs more.
    Wanting(Wanted),
    /// The digits read off are enough, and rolls are made from them.
    Drawn {
        digits: String,
    },
    /// A player agrees that what was pinned is void, and why.
    VoidWanted {
        side: SideId,
        why: String,
    },
    /// By a ruling, what was pinned is void; the orders stand as they did before.
    Unpinned {
        by: Ruler,
        why: String,
    },
    /// Another notice of a source that does not come, from 1.
    Late {
        notice: u8,
    },
    /// The game goes on without lines that its record has lost, by the master's word.
    Resumed(Resumption),
    /// The game is over, and what the house's chain was made from becomes public.
    SeedRevealed {
        seed: Link,
    },
    /// A phase cannot be carried out before a player has chosen something that a rule leaves to him.
    Asked(Asked),
    /// He has chosen one of the options.
    Answered {
        seat: Seat,
        answer: String,
    },
    /// A player has named a square in secret, for that rule; only its seal is told.
    Sealed {
        side: SideId,
        rule: String,
        seal: Link,
    },
    /// The secret has acted and is one no more.
    Unsealed {
        side: SideId,
        rule: String,
        opened: Opened,
    },
    /// The player on move has said words that a rule in force waits for.
    Said {
        seat: Seat,
        words: String,
        effects: Vec<Effect>,
    },
    /// What the opening of a phase does by itself: the clock goes on, traces of earlier moves end.
    Opened {
        effects: Vec<Effect>,
    },
    /// By when the orders of the phase are wanted (R1).
    Timed {
        until: Due,
    },
    /// That hour has come and orders are missing: whoever the game waits for is reminded, and has time until then.
    Reminded {
        until: Due,
    },
    /// That hour has come: what the orders of the phase lack is left to the dice (L1), and a missing vote is a No (R14).
    TimeUp,
    /// A challenge, a presumption, or what came of one (R16, R17).
    Procedure(Procedure),
    Over {
        outcome: Outcome,
    },
}

/// How a game goes on whose record has lost lines that were mailed: what its players have read of dice rolls nothing any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumption {
    /// A line that was lost.
    pub lost: u64,
    /// The number of the record's branch from now on, as the mails bear it: those of one before it prove nothing new.
    pub branch: u32,
    /// What the new chain of the house's dice is made from, besides the archive's secret.
    pub nonce: Link,
    /// The end of that chain.
    pub commitment: Link,
    pub why: String,
}

impl Event {
    /// It tells of dice: of a source, a pin, a roll.
    pub fn is_of_dice(&self) -> bool {
        match self {
            Event::Revealed { .. } | Event::Rolled(_) | Event::Pinned(_) | Event::Published(_) | Event::Wanting(_) => true,
            Event::Drawn { .. } | Event::VoidWanted { .. } | Event::Unpinned { .. } | Event::Late { .. } | Event::SeedRevealed { .. } => {
                true
            }
            _ => self.reads_digits(),
        }
    }

    /// Somebody has read off digits that the phase waits for.
    pub fn reads_digits(&self) -> bool {
        matches!(self, Event::Thrown { .. } | Event::Reported(_) | Event::Settled { .. })
    }
}

/// Who has ruled on dice that did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruler {
    /// The master of the house.
    Master,
    /// More than half of the players (R16).
    Players,
}

/// Why reported volumes count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Another player reports the same.
    Confirmed,
    /// Nobody has opposed them in time.
    Unopposed,
    /// Nobody has ruled for a week, and more players report the same than anything else (R16).
    Majority,
    /// The master has ruled so, and why.
    Ruled(String),
}

/// A choice left to a player, and what is known already of the phase that waits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub seat: Seat,
    pub universe: u16,
    /// `rule w3`.
    pub source: String,
    /// At least two.
    pub options: Vec<String>,
    /// What has to be said with the answer.
    pub words: Option<String>,
    /// What is being carried out, in words.
    pub occasion: String,
    /// Rolls made on the way to the question.
    pub rolls: Vec<Roll>,
    /// Answers to the questions before this one, and to this one when it is no longer open.
    pub answers: Vec<(SideId, String)>,
    /// It waits for an answer.
    pub open: bool,
}

/// The founding becomes a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// For each seat, the number of the invited player who sits there.
    pub sequence: Vec<usize>,
    /// For each seat, its colours by universe it plays in.
    pub colours: Vec<Vec<String>>,
    /// For each seat, its label.
    pub labels: Vec<String>,
    pub position: Position,
}

/// A move in one universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub seat: Seat,
    pub universe: u16,
    /// The canonical long notation, `Ng1-f3`.
    pub notation: String,
    /// The short notation, `Nf3`.
    pub san: String,
    pub effects: Vec<Effect>,
    /// What the rules made of it besides, in words: `the black rook on f3 joins white`.
    pub told: Vec<String>,
}

/// A rule as it was made: number, maker, scope, text and meaning (D3), all its sentences under one number (F6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enactment {
    /// `w1`: the maker's label and his running number (C4).
    pub number: String,
    pub seat: Seat,
    /// The words as mailed: the text of record.
    pub text: String,
    /// The words as restated by the program; it reads back to `rule`.
    pub canonical: String,
    pub rule: Arc<Rule>,
}

impl Enactment {
    pub fn scope(&self) -> Scope {
        self.rule.scope
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The last king that counts was captured in that universe, by that player (M4).
    KingCaptured {
        by: Seat,
        universe: u16,
    },
    /// By amendment: checkmate is as good as the capture.
    Mated {
        by: Seat,
        universe: u16,
    },
    /// By amendment: no legal move anywhere.
    Stalemated,
    /// By what an amendment says of victory.
    ByObjective,
    Resigned,
    /// He plays another side that has just been lost, and leaves with all of his (M4).
    WithPlayer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The last player with a real king.
    Won {
        seat: Seat,
    },
    /// By what an amendment says of victory.
    Achieved {
        seat: Seat,
    },
    DrawnByObjective,
    /// By amendment: no legal move anywhere, and no check.
    Stalemate,
    /// F5.
    DrawClaimed {
        seat: Seat,
        by: Ground,
    },
    DrawAgreed,
    /// The last real kings fell in one move.
    NobodyLeft,
    /// Somebody declined the invitation.
    NeverStarted,
}

/// Why a draw may be claimed (F5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The same position, with the same rules and counters, for the third time.
    Repetition,
    /// Fifty turns without a capture or a pawn's move.
    FiftyMoves,
    /// Nobody has the men to capture a king.
    TooFewMen,
}

/// A proposal as it was made (R14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// `A1`.
    pub number: String,
    pub seat: Seat,
    /// The words as mailed.
    pub text: String,
    /// The words as said back by the program; they read back to `amendment`.
    pub canonical: String,
    pub amendment: Arc<Amendment>,
}

/// When a draft is to be executed.
pub type Due = DateTime<Utc>;
