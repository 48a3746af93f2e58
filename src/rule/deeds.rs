//! What a sentence can forbid, demand and bring about: acts, bans, duties, events and deeds.

use super::Form;
use super::bearing::Bearing;
use super::terms::{Class, Condition, Number, Owner, Player, Point, Ref, Squares};
use super::walk::{self, Part};
use super::worlds::{Opening, World};
use crate::board::Vector;

/// Moves of men: which men, and what about their moves. Every field narrows; `None` and empty say nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    pub who: Class,
    pub how: How,
    pub ways: Ways,
    /// How many squares, as king's moves between its ends: any of these, fewest and most; sorted, apart from each other.
    pub counts: Vec<(u8, u8)>,
    pub from: Option<Squares>,
    pub to: Option<Squares>,
    /// Over at least one of these: between its ends, on the straight line from the one to the other.
    pub over: Option<Squares>,
}

/// Which way a man moves, as it sees it. "Backward" takes in every displacement that leads backward.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    Every,
    /// Any of these; at least one, in the order of the table.
    Only(Vec<&'static Bearing>),
    /// None of these: what "may only move forward" forbids.
    Except(Vec<&'static Bearing>),
}

impl Ways {
    /// Whether a displacement, in the frame of the man, is one of them.
    pub fn admit(&self, v: Vector) -> bool {
        let any = |bearings: &[&'static Bearing]| bearings.iter().any(|bearing| (bearing.admits)(v));
        match self {
            Ways::Every => true,
            Ways::Only(bearings) => any(bearings),
            Ways::Except(bearings) => !any(bearings),
        }
    }
}

/// What sort of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    Any,
    /// Without capturing.
    Quiet,
    /// Capturing such a man.
    Capture(Class),
    /// Capturing such a man in passing.
    Passing(Class),
    /// Giving check to a real king (bans ignored).
    Check,
    Castle,
    /// Becoming one of these kinds; none: any.
    Promote(Vec<String>),
}

impl Act {
    /// Men of others do it.
    pub fn is_of_enemies(&self) -> bool {
        self.who.owner == Owner::Enemy
    }

    /// Any move of anybody.
    pub fn whatever() -> Act {
        Act::any(Class::EVERY)
    }

    /// Any move of these men.
    pub fn any(who: Class) -> Act {
        Act { who, how: How::Any, ways: Ways::Every, counts: Vec::new(), from: None, to: None, over: None }
    }
}

/// `Rooks may not move more than three squares.` The newest clause that speaks of a move decides; inside one rule a ban beats a permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    pub act: Act,
    /// True: the act may be done all the same; it lifts earlier bans and grants no movement.
    pub lifted: bool,
}

/// `A player who has a piece in the hot zone must move such a piece if able.` Of the legal moves only those that do it are left, if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duty {
    pub act: Act,
    /// What does as well.
    pub or: Vec<Act>,
    /// Of several such moves only those that are the most so.
    pub best: Option<Best>,
    /// What must be done where there are none: the first of these that can be.
    pub otherwise: Vec<Act>,
}

/// Which of several moves must be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// As the crow flies, from square to square.
    Longest,
    Shortest,
    /// By what the captured man is worth.
    MostValuable,
    LeastValuable,
}

impl Duty {
    /// With nothing else in its place.
    pub fn of(act: Act) -> Duty {
        Duty { act, or: Vec::new(), best: None, otherwise: Vec::new() }
    }

    /// What must be done, and what in its place.
    pub fn acts(&mut self) -> impl Iterator<Item = &mut Act> {
        std::iter::once(&mut self.act).chain(&mut self.or).chain(&mut self.otherwise)
    }

    /// What must be done: one of these; where that cannot be, one of the next.
    pub fn in_turn(&self) -> impl Iterator<Item = Vec<&Act>> {
        let first = std::iter::once(&self.act).chain(&self.or).collect();
        std::iter::once(first).chain(self.otherwise.iter().map(|act| vec![act]))
    }
}

/// When a trigger is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// After such a move.
    Act(Act),
    /// When such a move is about to be made: the deeds are done in its place, if any of them can be.
    Would(Act),
    /// At the opening of a player's phase; `None`: of every phase.
    Opens(Option<Player>),
    /// At the end of a player's phase; `None`: of every phase.
    Closes(Option<Player>),
    /// Before the first phase of a turn.
    Turn,
    /// After the last phase of a turn.
    TurnEnds,
    /// Once, when the rule comes into force (D11).
    Enacted,
    /// Once, when the rule is repealed or expires.
    Repealed,
}

impl Event {
    /// The move that it is about.
    pub fn act(&self) -> Option<&Act> {
        match self {
            Event::Act(act) | Event::Would(act) => Some(act),
            _ => None,
        }
    }
}

/// `When a knight captures a pawn, ...`, `On every turn divisible by 5, before white's phase, ...`, and instants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    pub event: Event,
    pub deeds: Vec<Deed>,
    /// Only the first time.
    pub once: Option<Once>,
}

/// What happens once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// In the life of the rule.
    Ever,
    /// For each man to whom it happens.
    Man(Ref),
    /// For each player, to whose man it happens.
    Side(Ref),
}

/// Something a player may do instead of a move: `A player may, instead of moving, ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// `None`: any player.
    pub who: Option<Player>,
    pub deeds: Vec<Deed>,
}

/// Who chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// Nobody: all of them.
    All,
    /// The mover, in his order.
    Mover,
    /// Another player, in his own phase or as an answer.
    Player(Player),
    /// The randomizer.
    Chance,
}

/// Men a deed is done to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// `it`, `the captured piece`.
    That(Ref),
    /// Of such men there, all or one that somebody chooses.
    Among { who: Class, on: Squares, chooser: Chooser },
}

/// Where a deed puts a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    At(Point),
    /// On one of these that is empty; `Chooser::All` is not used here.
    One(Squares, Chooser),
    /// The same on a board of another universe, which he chooses as well where it may be any; of men that come to the board only.
    In(World, Squares, Chooser),
    /// On each of these that is empty (placements only).
    Each(Squares),
}

/// Which way a deed moves a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heading {
    /// As the man sees it.
    Own(Vector),
    /// As whoever moves sees it.
    Mover(Vector),
    /// On along the line of the move; one that is no queen's move has none.
    Onward,
    /// To the nearest of these squares, and of those equally near to the one most nearly straight ahead, rank by rank and file by file.
    Toward(Squares),
    /// The opposite way.
    Away(Squares),
}

/// How far a deed moves a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    pub most: u8,
    /// Only as long as it stands on these.
    pub on: Option<Squares>,
}

/// The farthest a deed moves a man, in squares: as far as it can.
pub const MAX_STEPS: u8 = 30;

/// One change that a rule makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Remove(Whom),
    /// It becomes one of these kinds; of several the chooser takes one.
    Become(Whom, Vec<String>, Chooser),
    /// It goes up or down a ladder of kinds (its own order); past the end it stays as it is.
    Climb(Whom, Vec<String>),
    /// It joins another player's army.
    Join(Whom, Player),
    /// It goes there if the square is empty; else it stays.
    Go(Whom, Spot),
    /// It goes to its home square if that is empty.
    Return(Whom),
    /// So many squares, one after the other, each of them while the next one is on the board and empty.
    Step(Whom, Heading, Stride),
    Swap(Whom, Whom),
    /// New men.
    Place {
        kind: String,
        owner: Player,
        spot: Spot,
    },
    /// It goes to a player's reserve, from which it can be dropped.
    Reserve(Whom, Player),
    /// A man of a player's goes to the board that is not on it.
    Drop {
        who: Class,
        owner: Player,
        spot: Spot,
        from: Store,
    },
    /// Everything on these squares moves so far, in the board's own directions; wrapping round, or stopping where there is no room.
    Shift {
        squares: Squares,
        by: Vector,
        wrap: bool,
    },
    /// Everything on these squares, or on the whole board, turns about their middle by quarters of a circle, clockwise; squares that such a turn
    /// does not lead to one another stay as they are.
    Turn {
        squares: Squares,
        quarters: u8,
    },
    /// The squares, or the one that somebody chooses, get or lose a name.
    Mark {
        squares: Squares,
        region: String,
        on: bool,
        chooser: Chooser,
    },
    /// The squares, or the one that somebody chooses, become holes (men on them are gone), or squares again.
    Hole {
        squares: Squares,
        open: bool,
        chooser: Chooser,
    },
    /// It goes to a square of another universe or board: the same one where none is named. Only where its owner does it, an enemy there is
    /// captured; else it stays where the square is not empty (M5).
    Send {
        who: Whom,
        to: World,
        square: Option<String>,
        /// Only if the square is empty.
        empty: bool,
    },
    /// It makes a move drawn by lot among its legal ones; one that is itself drawn by lot is one of those that can move. From another
    /// universe: the moves that it had there, on the same square, without standing on it (L1).
    Stray {
        who: Whom,
        from: Option<World>,
    },
    /// The move that would be made is another player's to make, with the same man; who has to say words and does not, or will not make it,
    /// gives it back (L3).
    Hand {
        to: Player,
        words: Option<String>,
    },
    /// A new universe, or a second board of one.
    Open(Box<Opening>),
    /// Everybody of one universe goes over to the other, to the same squares or the free ones nearest to them, and the one closes.
    Merge {
        from: World,
        into: World,
    },
    /// Ranks and files are added: left, right, below, above.
    Grow {
        left: u8,
        right: u8,
        below: u8,
        above: u8,
        region: Option<String>,
    },
    /// The left and right edges are joined, or the lower and the upper.
    JoinEdges {
        files: bool,
        joined: bool,
    },
    /// A counter is changed.
    Count {
        name: String,
        of: Player,
        by: Number,
        /// Set to the number instead of changed by it.
        set: bool,
    },
    /// A counter that men bear is changed.
    Tally {
        name: String,
        who: Whom,
        by: Number,
        /// Set to the number instead of changed by it.
        set: bool,
    },
    /// The mover may, or must if able, make a further move of this kind; [`Ref::Actor`] in `who.such` is the man that moved.
    Again {
        act: Act,
        need: Need,
        /// It moves as that kind does.
        like: Option<Like>,
    },
    /// In the place of a move: it is not made, and nothing else happens.
    Stay,
    /// The move, or what is ordered instead of one, is none of the legal ones.
    Illegal,
    /// The mover's phase is not over: he moves once more, as if it were another move of its own (law texts so far).
    GoOn,
    /// The player's next phase has no moves.
    Skip(Player),
    /// The man may not move until so many phases of its owner have passed.
    Hold(Whom, u8),
    /// These, if that player likes: the mover, in his order, or one who is asked.
    May(Player, Vec<Deed>),
    /// These for each player with men on the board, as if he were the mover.
    EachPlayer(Vec<Deed>),
    /// These for each of such men by itself ([`Chooser::All`]), which is [`Ref::Chosen`] in them.
    EachMan(Whom, Vec<Deed>),
    /// If the condition holds, the first; else the second.
    If(Condition, Vec<Deed>, Vec<Deed>),
    /// These at the same time: to whom each is done is seen before any is done. Each is done to all of some men.
    Together(Vec<Deed>),
    /// These where the deed before it has changed nothing.
    Failing(Vec<Deed>),
    /// One of these, by weight.
    Chance(Vec<(u16, Vec<Deed>)>),
    /// One of these, as somebody chooses: at least two.
    Either(Chooser, Vec<Vec<Deed>>),
    /// A man is chosen: what follows speaks of it.
    Choose(Whom),
    /// These when so many turns have passed, as the phase of the same player opens.
    Later(u8, Vec<Deed>),
    /// This, and when the time is over it is undone.
    For(Lasting, Box<Deed>),
    /// What men may do, may not do or must do while the time lasts.
    Meanwhile(Lasting, Box<Form>),
}

/// Where men are that can come to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// In the reserve of the player whose they are.
    Reserve,
    /// Nowhere: he has lost them since the game began, as they were then. A real king stays captured.
    Lost,
}

/// Whether the mover may go on, or has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    May,
    /// Where no such move can be made, none is.
    IfAble,
    /// Where no such move can be made, the whole move is none.
    Always,
}

/// Like whom somebody moves for once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Like {
    Kind(String),
    /// As men of that man's kind do.
    Same(Ref),
}

/// `Before a rook captures a pawn, it must first move like the captured piece.`: captures that begin where a move has led to that is none of
/// its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approach {
    pub who: Class,
    /// Seen from who captures.
    pub victims: Class,
    /// What sort of move it is, of those of the man that captures; it captures nobody.
    pub act: Act,
    /// In whose manner it goes there, if not its own; [`Ref::Victim`] is whom it captures then.
    pub like: Option<Like>,
    /// They may not capture them otherwise.
    pub must: bool,
}

/// How long something lasts that begins in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Every player has so many phases of it.
    Turns(u8),
    /// To the end of the turn.
    ThisTurn,
    /// Until the next phase of the same player opens.
    UntilNext,
    /// As long as the rule is in force.
    Ever,
}

/// Of whom something holds while its time lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sway {
    Everybody,
    Player(Player),
    /// Of whoever lost the piece, else of the mover's opponent on that board: it is noted with him.
    Rival,
    Man(Ref),
}

/// A counter that each player has, or each of some men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// `points`.
    pub name: String,
    /// The men that bear it, by kind and owner; none: it is the players'.
    pub of: Option<Class>,
    pub start: i32,
    pub least: i32,
    pub most: i32,
    /// Men are so, at one, or are not, at nought: it is told by its name alone.
    pub state: bool,
}

impl Deed {
    /// The deeds of which it is made.
    pub fn inner(&self) -> Vec<&[Deed]> {
        match self {
            Deed::If(_, deeds, otherwise) => vec![deeds, otherwise],
            Deed::May(_, deeds) | Deed::EachMan(_, deeds) => vec![deeds],
            Deed::EachPlayer(deeds) | Deed::Later(_, deeds) | Deed::Failing(deeds) | Deed::Together(deeds) => vec![deeds],
            Deed::For(_, deed) => vec![std::slice::from_ref(deed)],
            Deed::Chance(faces) => faces.iter().map(|(_, deeds)| deeds.as_slice()).collect(),
            Deed::Either(_, ways) => ways.iter().map(Vec::as_slice).collect(),
            _ => Vec::new(),
        }
    }

    /// It, or a part of it, changes that counter.
    pub fn counts(&self, counter: &str) -> bool {
        self.any(&|deed| matches!(deed, Deed::Count { name, .. } | Deed::Tally { name, .. } if name == counter))
    }

    /// It, or a part of it, puts a man in reserve.
    pub fn fills_reserve(&self) -> bool {
        self.any(&|deed| matches!(deed, Deed::Reserve(..)))
    }

    /// It, or a part of it, does something to men of other boards, or sends them there.
    pub fn sends(&self) -> bool {
        let mut found = false;
        let comes = |deed: &Deed| match deed {
            Deed::Place { spot, .. } | Deed::Drop { spot, .. } | Deed::Go(_, spot) => matches!(spot, Spot::In(..)),
            _ => false,
        };
        let beyond = |part: &Part| match part {
            Part::Deed(deed) => matches!(deed, Deed::Send { .. }) || comes(deed),
            Part::Point(at) => matches!(at, Point::Across(_)),
            _ => false,
        };
        walk::parts_of_deed(self, &mut |part| found |= beyond(&part));
        found
    }

    /// It, or a part of it, takes men off their board (R11).
    pub fn removes(&self) -> bool {
        self.any(&|deed| {
            matches!(deed, Deed::Remove(_) | Deed::Reserve(..) | Deed::Hole { open: false, .. } | Deed::Send { .. } | Deed::Merge { .. })
        })
    }

    /// It, or a part of it, takes men off their board that are not the own ones of whoever does it.
    pub fn removes_others(&self) -> bool {
        let others = |whom: &Whom| matches!(whom, Whom::Among { who, .. } if who.owner != super::terms::Owner::Own);
        self.any(&|deed| match deed {
            Deed::Remove(whom) | Deed::Reserve(whom, _) | Deed::Send { who: whom, .. } => others(whom),
            Deed::EachMan(whom, deeds) => others(whom) && deeds.iter().any(Deed::removes),
            Deed::Hole { open: false, .. } | Deed::Merge { .. } => true,
            _ => false,
        })
    }

    /// It, or a part of it, hangs on dice.
    pub fn is_random(&self) -> bool {
        let by_chance = |whom: &Whom| matches!(whom, Whom::Among { chooser: Chooser::Chance, .. });
        self.any(&|deed| {
            let at_random = |spot: &Spot| matches!(spot, Spot::One(_, Chooser::Chance) | Spot::In(.., Chooser::Chance));
            match deed {
                Deed::Chance(_) | Deed::Become(_, _, Chooser::Chance) | Deed::Either(Chooser::Chance, _) | Deed::Stray { .. } => true,
                Deed::Go(whom, spot) => by_chance(whom) || at_random(spot),
                Deed::Place { spot, .. } | Deed::Drop { spot, .. } => at_random(spot),
                Deed::Swap(one, other) => by_chance(one) || by_chance(other),
                deed => deed.clone().done_to().is_some_and(|whom| by_chance(whom)),
            }
        })
    }

    /// It, or a part of it, makes men move: what could be read as a way of moving.
    pub fn moves_men(&self) -> bool {
        self.any(&|deed| matches!(deed, Deed::Step(..) | Deed::Go(..) | Deed::Again { .. }))
    }

    /// It, or a part of it, holds men.
    pub fn holds(&self) -> bool {
        self.any(&|deed| matches!(deed, Deed::Hold(..)))
    }

    /// It, or a part of it, takes a phase from a player.
    pub fn skips(&self) -> bool {
        self.any(&|deed| matches!(deed, Deed::Skip(_)))
    }

    /// Whether somebody else than whoever moves has to decide in it, or in a part of it.
    pub fn is_of_another(&self) -> bool {
        let mut found = false;
        walk::parts_of_deed(self, &mut |part| {
            found |= match part {
                Part::Chooser(Chooser::Player(who)) => !matches!(who, Player::Mover | Player::Each),
                Part::Deed(Deed::May(who, _)) => !matches!(who, Player::Mover | Player::Each),
                _ => false,
            }
        });
        found
    }

    /// Whether it, or a part of it, is such a deed.
    pub fn any(&self, such: &dyn Fn(&Deed) -> bool) -> bool {
        such(self) || self.inner().into_iter().flatten().any(|deed| deed.any(such))
    }
}

impl Deed {
    /// To whom it is done, where that is said of one or some men.
    pub fn done_to(&mut self) -> Option<&mut Whom> {
        match self {
            Deed::Remove(who)
            | Deed::Become(who, ..)
            | Deed::Climb(who, _)
            | Deed::Join(who, _)
            | Deed::Go(who, _)
            | Deed::Return(who)
            | Deed::Step(who, ..)
            | Deed::Reserve(who, _)
            | Deed::Hold(who, _)
            | Deed::Choose(who)
            | Deed::Tally { who, .. }
            | Deed::Send { who, .. }
            | Deed::Stray { who, .. } => Some(who),
            _ => None,
        }
    }
}
