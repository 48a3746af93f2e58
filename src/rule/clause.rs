//! The typed tree that a rule's sentences come to: names still as words, meaning settled.
//!
//! The standard games and the players' rules are made of the same clauses. Some forms only a law text may use ([`Form::of_law`]).

use crate::board::Seams;
use crate::movement::Pattern;

use super::deeds::{Action, Approach, Ban, Counter, Deed, Duty, Event, Trigger};
use super::terms::{Class, Condition, Player, Squares, When};

/// A part of the text as the player wrote it: byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// A rule as a player made it, checked: it can be enacted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub title: Option<String>,
    pub scope: Scope,
    /// `LASTS 6 TURNS`: in force for the turn of its making and so many less one after it.
    pub lasts: Option<u16>,
    /// `DEPENDS ON w4 VOID` (R15).
    pub depends: Vec<Dependency>,
    pub clauses: Vec<Clause>,
}

/// Another rule that a rule leans on, and what becomes of the one when the other goes (R15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Its number: `w4`.
    pub on: String,
    pub then: Fallen,
}

/// What becomes of a rule when one goes on which it depends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fallen {
    /// Nothing is said: it is kept while all names that it uses exist; else it sleeps until they come back.
    ByNames,
    /// It ends as well.
    Void,
    /// It is kept, with the names as they were.
    Keep,
    /// It sleeps until the other comes back.
    Sleep,
    /// It is kept, with these kinds in the place of those.
    Rewrite(Vec<(String, String)>),
}

/// A shipped or mailed law text: a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    pub name: String,
    /// The law it is folded over, by name.
    pub on_top_of: Option<String>,
    pub clauses: Vec<Clause>,
}

/// Where a rule is in force (M2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Multiverse,
    /// The universe's number, from 1.
    Universe(u16),
}

/// One clause and where it came from.
#[derive(Clone, Debug)]
pub struct Clause {
    pub form: Form,
    /// The guard: the clause says nothing while this does not hold. In bans and triggers it may speak of the man that acts.
    pub when: Option<Condition>,
    /// The sentence in the text it was read from; not part of its meaning.
    pub span: Span,
    /// What the checker filled in, in words: `the knight stays on its square`. Printed as `assumed: ...`; a hole of R17.
    pub assumed: Vec<String>,
    /// The words in front of its sentence that name it and say nothing: `A duel`.
    pub heading: Option<String>,
}

impl Clause {
    /// From no text: nothing was assumed for it.
    pub fn of(form: Form, when: Option<Condition>) -> Clause {
        Clause { form, when, span: Span::default(), assumed: Vec::new(), heading: None }
    }

    /// The same clause saying nothing: its place is kept, for clauses are numbered.
    #[must_use]
    pub fn at_rest(&self) -> Clause {
        Clause { form: Form::Prose(String::new()), when: None, ..self.clone() }
    }
}

impl PartialEq for Clause {
    fn eq(&self, other: &Clause) -> bool {
        self.form == other.form && self.when == other.when && self.heading == other.heading
    }
}

impl Eq for Clause {}

/// What a clause says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A kind exists (law texts).
    Kind(MannerOfKind),
    /// The two armies of a board, first mover first (law texts): `white`, `black`.
    Armies(Vec<Army>),
    /// The board's extent (law texts).
    Board {
        files: i16,
        ranks: i16,
    },
    /// A second board of the same extent, empty at the start (law texts).
    SecondBoard,
    /// Men of a class that have moved cross to the same square of the other board, which must be empty; what they do must be lawful
    /// before they cross and afterwards (law texts).
    Crossing(Class),
    /// The array at the start (law texts): FEN placement, upper case for the first army.
    Array(String),
    /// What a move must do about the safety of the own real king (law texts).
    Safety(Safety),
    Movement(Movement),
    Promotion(Promotion),
    InPassing(InPassing),
    Castling(Castling),
    Capture(CaptureEdit),
    OwnPrey(OwnPrey),
    Approach(Approach),
    Ban(Ban),
    Duty(Duty),
    Trigger(Trigger),
    Action(Action),
    Counter(Counter),
    /// Each player may name a square in secret, one of these where that is said: sealed, and opened when it acts.
    Secret(Option<Squares>),
    /// Squares that have a name while the rule is in force: `the hot zone`.
    Region {
        name: String,
        squares: Squares,
    },
    /// A side joins a universe: once, when the rule comes into force.
    Side(Side),
    /// When the rule goes, these men move as by the standard law from then on (R15).
    Restored(Class),
    /// A sentence in which the author has left something open, as written: it says nothing until that is filled (R17).
    Hole(String),
    /// Words without machine meaning, kept by people (F3).
    Prose(String),
    /// How the game ends (law texts).
    Ending(Ending),
}

/// How a game ends where the clause's guard holds as a phase opens (law texts). Of several the first one decides.
/// The guard is seen from whoever is on move; with [`Player::Each`] it is asked of every player, each being "the mover" in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// [`Player::Mover`] in a draw.
    pub who: Player,
    pub result: Verdict,
}

/// What an ending is to the player it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Wins,
    Loses,
    Draws,
}

impl Form {
    /// Men may come into a reserve by it.
    pub fn fills_reserves(&self) -> bool {
        match self {
            Form::Capture(edit) => edit.victim_fate == Some(VictimFate::Reserve),
            Form::Trigger(trigger) => trigger.deeds.iter().any(Deed::fills_reserve),
            Form::Action(action) => action.deeds.iter().any(Deed::fills_reserve),
            _ => false,
        }
    }

    /// It changes that counter.
    pub fn counts(&self, counter: &str) -> bool {
        match self {
            Form::Trigger(trigger) => trigger.deeds.iter().any(|deed| deed.counts(counter)),
            Form::Action(action) => action.deeds.iter().any(|deed| deed.counts(counter)),
            _ => false,
        }
    }

    /// What it does at once hangs on dice.
    pub fn is_random_at_once(&self) -> bool {
        matches!(self, Form::Trigger(trigger) if trigger.event == Event::Enacted && trigger.deeds.iter().any(Deed::is_random))
    }

    /// It takes all moves of a phase from a player (R9).
    pub fn skips(&self) -> bool {
        match self {
            Form::Trigger(trigger) => trigger.deeds.iter().any(Deed::skips),
            Form::Action(action) => action.deeds.iter().any(Deed::skips),
            _ => false,
        }
    }

    /// Only a law text, or later an amendment, may say this (R13).
    pub fn of_law(&self) -> bool {
        let extent = matches!(self, Form::Board { .. } | Form::SecondBoard | Form::Crossing(_) | Form::Array(_));
        extent || matches!(self, Form::Kind(_) | Form::Armies(_) | Form::Safety(_) | Form::Ending(_))
    }
}

/// A new side: an army in a universe, with somebody who plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The name of its colour, lower case: `borg`.
    pub name: String,
    /// `None`: the universe of the rule's scope, or the only one.
    pub universe: Option<u16>,
    pub human: Human,
    pub moves: InTurn,
    /// It goes up the board, as hot colours do.
    pub up: bool,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Human {
    /// Whoever makes the rule.
    Maker,
    /// Whoever plays that colour.
    Of(String),
    /// Somebody who is invited by mail.
    Address(String),
    /// Nobody: it has men, but no phases.
    Nobody,
}

/// When a side moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InTurn {
    /// After all others.
    Last,
    /// Just after, or just before, whoever plays that colour.
    After(String),
    Before(String),
}

/// A kind declared by a law text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MannerOfKind {
    pub name: String,
    pub plural: String,
    pub letter: String,
    pub figure: Option<char>,
    pub value: u16,
    pub unlettered: bool,
    pub royal: bool,
}

/// An army of a law text and whether it moves up or down the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    pub name: String,
    pub up: bool,
}

/// King safety, a clause of the law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// A move may not leave the own real king capturable; no such move: mate or stalemate (chess, `fide`).
    Never,
    /// A move may not leave it capturable if any other move does not (F4 of the rulings, `f4`).
    IfAble,
    /// As `Never`, but only of direct captures that leave the captor's own real kings standing: not by an explosion, not by one who would
    /// blow himself up (atomic).
    Direct,
    /// Kings are taken like other men (`capture`).
    Free,
}

/// How men of a class move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub who: Class,
    /// The aspects it speaks of: quiet moves, captures or both.
    pub aspect: crate::movement::Use,
    pub manner: Manner,
    /// Joined: the man may use any of them. At least one: no move at all is a [`Ban`].
    pub motions: Vec<Motion>,
    pub terms: Terms,
}

/// On what terms men move so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Whom lines with [`Hurdle::These`](crate::movement::Hurdle::These) lead over; seen from the man that moves.
    pub over: Option<Over>,
    /// Where such a move may end, besides what its lines say; [`Ref::Itself`](super::terms::Ref::Itself) is the man that moves.
    pub to: Option<Squares>,
    pub cost: Option<Cost>,
    /// For these lines the left and the right edge are joined, or the lower and the upper.
    pub round: Seams,
}

/// Men over whom a line leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    pub men: Class,
    /// How many of them must stand before its end, and how many may; nobody else does.
    pub least: u8,
    pub most: u8,
    /// The one man over whom it leads is captured, and it ends on an empty square beyond.
    pub captured: Option<Beyond>,
}

/// Where a man ends that captures what it jumps over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Before the next man.
    Anywhere,
    /// On the next square of its way.
    JustBehind,
}

impl Over {
    /// As many of them as there are.
    pub fn any(men: Class) -> Over {
        Over { men, least: 0, most: crate::movement::UNLIMITED, captured: None }
    }

    /// One of them, who is captured.
    pub fn prey(men: Class, beyond: Beyond) -> Over {
        Over { men, least: 1, most: 1, captured: Some(beyond) }
    }
}

/// What a move costs that nothing else allows; who cannot pay cannot move so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    pub counter: String,
    pub amount: u16,
    pub payer: Payer,
}

/// Whose counter pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payer {
    /// That of the man that moves.
    Man,
    /// That of its player.
    Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// "Knights move ...": instead of what they did in these aspects.
    Instead,
    /// "Knights may also move ...": added.
    Also,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    Pattern(Pattern),
    /// "like a knight", as it moves now (late-bound) or "like a standard knight".
    Like {
        kind: String,
        standard: bool,
    },
    /// "like any own piece behind it": each such man there lends what its kind does of its own, as it moves now (late-bound), seen from the
    /// borrower's side. What it has borrowed itself, and what it may do on a condition, it does not lend. A clause of nothing but loans says
    /// nothing while nobody is there to lend. `on` speaks of [`Ref::Itself`](super::terms::Ref::Itself), the borrower.
    LikeMen {
        who: Box<Class>,
        on: Box<Squares>,
    },
    /// "like the piece it captured last turn": what the men that it captured then, as they were, lend in the same way.
    LikePrey(When),
}

impl Motion {
    /// Some way of it has several legs.
    pub fn bends(&self) -> bool {
        matches!(self, Motion::Pattern(pattern) if pattern.lines.iter().any(|line| !line.legs.is_empty()))
    }

    /// It is lent by other men.
    pub fn is_lent(&self) -> bool {
        matches!(self, Motion::LikeMen { .. } | Motion::LikePrey(_))
    }
}

/// Men of a class that end a move in a region change kind, at their owner's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    pub who: Class,
    pub region: Region,
    /// The kinds to choose from, in the order written; at least one. Empty: it does not promote.
    pub into: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The rank farthest from the owner's side.
    LastRank,
    /// The n-th rank counted from the owner's side, from 1.
    Rank(u16),
}

/// Men that pass over cells in a move of two squares or more may be captured there on the next move,
/// as if they had stopped there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPassing {
    pub who: Class,
    pub by: Class,
}

/// A man that has not moved goes `squares` along its rank towards a friend that has not moved, which goes to the last square it crossed;
/// all between them is empty; nothing it stands on, crosses or reaches is attacked, but for what it dares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    pub who: Class,
    pub with: Class,
    pub squares: u8,
    /// False: "may not castle".
    pub allowed: bool,
    pub dares: Daring,
}

/// What does not hinder a castling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Daring {
    /// An attack where it stands: `out of check`.
    pub out: bool,
    /// One on what it crosses: `through check`.
    pub through: bool,
    /// That one of the two has moved: `even if they have moved`.
    pub moved: bool,
}

/// Men of a class may capture men of their own side too, where their movement captures. A real king is never taken so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPrey {
    pub who: Class,
    /// Seen from the captor; its owner is [`Owner::Own`](super::terms::Owner::Own).
    pub victims: Class,
}

/// What happens when a man of one class captures a man of another: the fields it sets; `None` leaves a field as it was.
/// Each field is set by the newest clause that speaks to it. A real king's own fate is never edited (R5, R13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureEdit {
    pub captor: Class,
    pub victim: Class,
    pub victim_fate: Option<VictimFate>,
    pub capturer_fate: Option<CapturerFate>,
    pub landing: Option<Landing>,
    pub explosion: Option<Explosion>,
}

/// What becomes of the captured man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VictimFate {
    /// It leaves the board: as usual.
    Gone,
    /// It joins the capturer's army and stays on its square.
    Joins,
    /// It goes back to its home square if that is empty, else it leaves the board.
    GoesHome,
    /// It goes to the home square of its kind ([`Point::HomeOfKind`](super::terms::Point::HomeOfKind)) if that is empty, else it leaves the board.
    GoesHomeOfKind,
    /// It becomes another kind of its own army and stays on its square.
    Becomes(String),
    /// It becomes another kind of the capturer's army and stays on its square.
    JoinsAs(String),
    /// It goes to the capturer's reserve and joins his army.
    Reserve,
}

/// What becomes of the capturing man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CapturerFate {
    /// As usual: nothing.
    Same,
    /// It leaves the board too.
    Gone,
    /// It becomes another kind.
    Becomes(String),
    /// It becomes a man of the victim's kind.
    BecomesVictim,
    /// It joins the victim's army.
    ChangesSides,
    /// It joins the victim's army as another kind.
    JoinsAs(String),
    /// It joins the victim's army as a man of the victim's kind.
    JoinsAsVictim,
}

impl VictimFate {
    /// It stays where it was captured.
    pub fn stays(&self) -> bool {
        matches!(self, VictimFate::Joins | VictimFate::Becomes(_) | VictimFate::JoinsAs(_))
    }

    /// It is of the capturer's side then.
    pub fn converts(&self) -> bool {
        matches!(self, VictimFate::Joins | VictimFate::JoinsAs(_) | VictimFate::Reserve)
    }
}

impl CapturerFate {
    /// It is of the victim's side then.
    pub fn converts(&self) -> bool {
        matches!(self, CapturerFate::ChangesSides | CapturerFate::JoinsAs(_) | CapturerFate::JoinsAsVictim)
    }
}

/// Where the capturing man ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On the victim's square: as usual. If that stays occupied, where it came from (ruling S3).
    OnVictim,
    /// Where it came from: captures without moving.
    Stays,
    /// On its home square if that is empty, else where it would have landed.
    Home,
}

/// Men next to the square of a capture leave the board too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explosion {
    /// King's distance, 1 to 8; 0 undoes an earlier clause's explosion.
    pub reach: u8,
    /// Who is hit.
    pub hits: Class,
}
