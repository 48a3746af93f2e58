//! The multiverse: the whole state of one game of Make-A-Rule Chess, a fold over its events.
//!
//! Invariant: [`Multiverse::apply`] never decides and never fails on events that [`super::judge`] or [`super::phase`] made.

mod draft;
mod enacted;
mod folding;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::board::{ArmyId, BoardId, Effect, Geometry, Place, Position, SideId};
use crate::game::event::{Asked, Due, Outcome};
use crate::game::founding::{Founding, Wishes};
use crate::law::{self, Law, LawProblem, Standard};
use crate::rule::Definition;
use crate::turn::{Phase, Seat};

use super::amendment::{Fix, Motion};
use super::awaited::Awaited;
use super::dice::Dice;
use super::guests::Guest;
use super::in_force::Folding;
use super::metarule::Trial;
use super::parameters::Parameters;
use super::secrets::Secret;
use super::timeline::{Timeline, walked_back};
use super::unforeseen::Unforeseen;

pub use draft::{Action, Draft, Proposing};
pub use enacted::{Enacted, Filled, PendingRepeal};

/// A game as a whole: the universes of all its players (D7).
#[derive(Clone, Debug)]
pub struct Multiverse {
    pub founding: Arc<Founding>,
    pub standard: Arc<Standard>,
    pub stage: Stage,
    /// Answers to the invitations, by invited player; `None`: not yet.
    pub answers: Vec<Option<bool>>,
    /// Answers by invited observer.
    pub watching: Vec<Option<bool>>,
    /// Colours and sequence as wished so far.
    pub wishes: Wishes,
    /// Empty before the start.
    pub seats: Vec<Player>,
    pub universes: Vec<Universe>,
    pub position: Position,
    /// Every rule ever made, in order of enactment.
    pub rules: Vec<Enacted>,
    /// Words that stand for others (C5), the newest last.
    pub definitions: Vec<Definition>,
    /// Repeals waiting for a protected interval to end (R6).
    pub repeals: Vec<PendingRepeal>,
    /// What the tests of the meta-rules found of every rule and repeal, in order of making.
    pub trials: Vec<Arc<Trial>>,
    /// The meta-rules' numbers and switches.
    pub parameters: Parameters,
    /// Everything ever proposed of the meta-rules (R14), in order of number.
    pub motions: Vec<Motion>,
    /// Proposed to the custodian of the game itself (D5).
    pub fixes: Vec<Fix>,
    pub phase: Phase,
    /// The orders of the player on move.
    pub draft: Option<Draft>,
    /// By when the orders of the phase are wanted, where there is a deadline (R1).
    pub until: Option<Due>,
    /// The choice that the phase waits for, or has waited for.
    pub asked: Option<Asked>,
    /// Dice that the phase waits for.
    pub awaited: Option<Awaited>,
    pub dice: Dice,
    /// Squares named in secret, in the order in which they were sealed.
    pub secrets: Vec<Secret>,
    /// Every phase played, and at the end the one being played. The past is shared by all states that grow from it.
    pub journal: Vec<Arc<Played>>,
    pub timeline: Timeline,
    /// What rules could not do of late, and leave open what is done then (R17).
    pub unforeseen: Vec<Unforeseen>,
    pub law: Arc<Law>,
    /// What the law was last folded from.
    pub(super) folding: Option<Arc<Folding>>,
    /// R9: the law for whoever is on move, in universes where he would else have no man with the right to move.
    pub freed: BTreeMap<u16, Freed>,
    /// Only supposed, by R12: what is legal in it is asked of its boards alone, not of the phases to come.
    pub(super) near_sighted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Invitations are out.
    Gathering,
    Playing,
    Over(Outcome),
}

/// A player in his seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number of his invitation, of the founding.
    pub invited: Option<usize>,
    pub name: String,
    pub address: String,
    /// `w`: rule numbers begin with it.
    pub label: String,
    /// Rules and repeals made so far, for the next number.
    pub made: u32,
    /// The same, in whatever timeline (R16).
    pub most_made: u32,
    pub alive: bool,
    /// He has given up the game by his own word.
    pub resigned: bool,
    /// The universe of his real king (M3); with two players it goes without saying.
    pub real: Option<u16>,
    /// Agrees to a draw.
    pub wants_draw: bool,
    /// Whose men are his, wherever in the sequence he sits.
    pub side: SideId,
    /// A rule brought him.
    pub guest: Option<Guest>,
}

/// What rules forbid or hold does not bind whoever is on move (R9).
#[derive(Clone, Debug)]
pub struct Freed {
    pub law: Arc<Law>,
    /// The numbers of those rules.
    pub of: Vec<String>,
}

/// One universe (D6): a board between two players, or one that a rule has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Universe {
    /// From 1.
    pub number: u16,
    /// Its first board.
    pub board: BoardId,
    /// The two between whom it is; nobody's where a rule has made it.
    pub pair: Option<Pair>,
}

/// Who plays a universe: the first mover's seat and army, and the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub hot: (Seat, ArmyId),
    pub cold: (Seat, ArmyId),
}

impl Universe {
    /// Whether a player is one of the two between whom it is.
    pub fn is_between(&self, seat: Seat) -> bool {
        self.pair.is_some_and(|pair| pair.hot.0 == seat || pair.cold.0 == seat)
    }

    /// Whether a player sees it from above: he moves down the board.
    pub fn is_seen_from_above(&self, viewer: Option<Seat>) -> bool {
        viewer.is_some_and(|seat| self.pair.is_some_and(|pair| pair.cold.0 == seat))
    }
}

/// What happened in one phase, for HISTORY, and the effects to walk back to any earlier position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub phase: Phase,
    /// Whose phase it was, wherever he sits by now.
    pub side: SideId,
    /// One short line a deed: `1: e2-e4`.
    pub deeds: Vec<String>,
    /// By universe, which of the effects are the move made there.
    moves: BTreeMap<u16, Range<u32>>,
    /// A rule was made, repealed or amended in it.
    pub legislates: bool,
    /// A rule was amended in it.
    pub amends: bool,
    /// Everything that changed the position, in order.
    effects: Vec<Effect>,
}

impl Played {
    fn begin(phase: Phase, side: SideId) -> Arc<Played> {
        Arc::new(Played { phase, side, deeds: Vec::new(), moves: BTreeMap::new(), legislates: false, amends: false, effects: Vec::new() })
    }

    /// Nothing more comes to it: it takes no more room than it needs.
    fn close(&mut self) {
        self.deeds.shrink_to_fit();
        self.effects.shrink_to_fit();
    }

    /// The effects of the move made in a universe.
    pub fn moved_in(&self, universe: u16) -> Option<&[Effect]> {
        let Range { start, end } = self.moves.get(&universe)?;
        self.effects.get(*start as usize..*end as usize)
    }

    /// No move was made.
    pub fn is_still(&self) -> bool {
        self.moves.is_empty()
    }

    /// Everything that changed the position, in order.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }
}

impl Multiverse {
    /// A founded game: invitations are going out.
    pub fn found(founding: Founding, standard: Arc<Standard>) -> Result<Multiverse, LawProblem> {
        let position = Position::empty(Arc::default(), Arc::default());
        let law = Law::fold(&standard, &[], &standard.entities(), &Geometry::default())?;
        let multiverse = Multiverse {
            stage: Stage::Gathering,
            answers: vec![None; founding.players.len()],
            watching: vec![None; founding.observers.len()],
            wishes: founding.wishes.clone(),
            seats: Vec::new(),
            universes: Vec::new(),
            position,
            rules: Vec::new(),
            definitions: Vec::new(),
            repeals: Vec::new(),
            trials: Vec::new(),
            parameters: Parameters::default(),
            motions: Vec::new(),
            fixes: Vec::new(),
            phase: Phase::FIRST,
            draft: None,
            until: None,
            asked: None,
            awaited: None,
            dice: Dice::default(),
            secrets: Vec::new(),
            journal: Vec::new(),
            timeline: Timeline::default(),
            unforeseen: Vec::new(),
            law: Arc::new(law),
            folding: None,
            freed: BTreeMap::new(),
            near_sighted: false,
            founding: Arc::new(founding),
            standard,
        };
        let mut tried = multiverse.clone();
        tried.begin()?;
        if !tried.founding.meta.is_empty() && tried.amendments().is_empty() {
            let place = law::ClausePlace { text: "the founding's META lines".to_owned(), clause: 1 };
            return Err(LawProblem::Wrong { place, reason: "they cannot be said of the boards of this game".to_owned() });
        }
        Ok(multiverse)
    }

    pub fn name(&self) -> &str {
        &self.founding.name
    }

    /// When the orders that stand are carried out; not while play waits for votes (R16). What was sent ahead is due as the phase begins.
    pub fn due(&self) -> Option<Due> {
        if self.stage == Stage::Playing && self.sent_ahead().is_some() {
            return Some(Due::UNIX_EPOCH);
        }
        self.draft.as_ref()?.due.filter(|_| self.pausing().is_none())
    }

    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.seats[seat.index()]
    }

    pub fn universe(&self, number: u16) -> Option<&Universe> {
        self.universes.get(usize::from(number).checked_sub(1)?)
    }

    /// The universes that rules have just made join the others.
    pub(super) fn take_in_universes(&mut self) {
        for number in self.universes.len() as u16 + 1..=self.position.geometry.last_universe() {
            if let Some(board) = self.position.geometry.of_universe(number).next() {
                self.universes.push(Universe { number, board, pair: None });
            }
        }
    }

    /// `Zaphod:2`.
    pub fn universe_name(&self, number: u16) -> String {
        format!("{}:{number}", self.name())
    }

    /// The seat's colours with the universe of each, in universe order.
    pub fn colours(&self, seat: Seat) -> Vec<(String, u16)> {
        let army_name = |army: ArmyId| self.position.entities.army(army).name.clone();
        let own = |universe: &Universe| {
            let army = self.sides_in(universe).into_iter().find(|(owner, _)| *owner == seat)?.1;
            Some((army_name(army), universe.number))
        };
        self.universes.iter().filter_map(own).collect()
    }

    /// The colour that names the seat in a subject line: its first.
    pub fn colour(&self, seat: Seat) -> String {
        self.colours(seat).into_iter().next().map(|(colour, _)| colour).unwrap_or_default()
    }

    /// Which seats have phases.
    pub fn alive(&self) -> Vec<bool> {
        self.seats.iter().map(Player::moves).collect()
    }

    pub fn rule(&self, number: &str) -> Option<&Enacted> {
        self.rules.iter().find(|rule| rule.enactment.number == number)
    }

    /// The number that the seat's next rule or repeal gets (C4).
    pub fn next_number(&self, seat: Seat) -> String {
        let player = self.player(seat);
        format!("{}{}", player.label, player.made + 1)
    }

    /// The position as it was after the last phase of a turn; `None` for a turn that has not begun to end.
    pub fn position_after(&self, turn: u32) -> Option<Position> {
        if turn > self.phase.turn || self.seats.is_empty() {
            return None;
        }
        Some(walked_back(&self.position, &self.journal, turn))
    }

    /// Whose men these are; `None`: nobody sits there yet.
    pub fn owner(&self, army: ArmyId) -> Option<Seat> {
        self.seat_of_side(self.position.entities.army(army).side)
    }

    /// Where a side sits.
    pub fn seat_of_side(&self, side: SideId) -> Option<Seat> {
        let at = self.seats.iter().position(|player| player.side == side)?;
        Some(Seat(at as u8))
    }

    /// The effects that take every man of a player off the boards (M4).
    pub fn leaving(&self, seat: Seat) -> Vec<Effect> {
        let men = self.position.men().filter(|(_, man)| self.owner(man.army) == Some(seat) && man.place != Place::Gone);
        men.map(|(id, man)| Effect::Put { man: id, from: man.place, to: Place::Gone }).collect()
    }
}
