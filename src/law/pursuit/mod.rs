//! R5: whether a player can still come to capture another's real king, were nobody to answer.
//!
//! `immune`: from words alone, squares on which a king could never be captured, and men who will never reach one;
//! `search`: best first among the attacker's own moves, everybody else passing, until a capture is found or nothing is left to try.
//!
//! Invariant: what is called impossible is shown to be; a witness is a line of legal moves that ends with the capture; all else is open.

#[cfg(test)]
mod attack;
mod goal;
mod immune;
mod key;
mod lull;
mod roads;
mod search;
mod witness;

use std::rc::Rc;
use std::sync::Arc;

use crate::board::{ArmyId, BoardId, CellId, Man, ManId, Place, Position, SideId};
use crate::rule::{Clause, Form, Manner};

use super::fold::Placed;
use super::in_force::placed;
use super::statute::{Named, Statute, Sway};
use super::{Active, Boards, Law, Standard};

use lull::armies_of;
use roads::Roads;
pub use search::Search;
pub use witness::Witness;

/// Nodes that are searched while the player waits for his answer, and when the house has nothing else to do.
pub const FOREGROUND: u64 = 200_000;
pub const BACKGROUND: u64 = 5_000_000;

/// A temporary rule is judged over so many turns.
pub const HORIZON: u32 = 24;

/// Who is after whom, and how the phases go round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chase {
    pub attacker: SideId,
    pub victim: SideId,
    /// Every side that has phases, in the order of the sequence.
    pub rota: Vec<SideId>,
    /// Whose phase it is now.
    pub on_move: SideId,
}

/// What was found out about one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The king can be captured: so.
    Witness(Witness),
    Impossible(Proof),
    /// Neither was shown within so many nodes.
    Open {
        nodes: u64,
    },
}

/// Why a king can never be captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// On this square nothing may capture it in the coming turns; it stands there, or can walk there by this way.
    Square { at: CellId, way: Vec<CellId> },
    /// A clause exempts kings by name, if only in this turn.
    Exempt { at: CellId, turn: u32 },
    /// Nothing may capture it there while it is as a clause says that exempts kings by name: what it has done, what stands next to it, the turn.
    Spared { at: CellId },
    /// Nothing may capture it while it bears something that it can be made to bear: it `is peaceful`, or `has lives`.
    Marked { at: CellId, so: String },
    /// Nothing the attacker has, or can get, can ever reach a square from which it may capture the king where it stands.
    Unreachable { at: CellId },
    /// No move may give check to the king where it stands, and nothing else could.
    Unchecked { at: CellId },
    /// Every position that the attacker can bring about was looked at.
    Exhausted { positions: u64 },
}

/// A law with the words it is made of.
pub struct Grounds<'a> {
    pub law: &'a Arc<Law>,
    /// What the attacker's men, and the king, stand like.
    pub position: &'a Position,
    texts: &'a Texts<'a>,
}

/// The clauses in force, where they stand.
pub struct Texts<'a> {
    all: Vec<(Placed<'a>, &'a Active<'a>)>,
    base: Vec<Placed<'a>>,
}

impl<'a> Texts<'a> {
    /// `rules` those of lower precedence first, as they were folded.
    pub fn of(standard: &'a Standard, rules: &'a [Active<'a>]) -> Texts<'a> {
        let all = rules.iter().flat_map(|rule| placed(rule).into_iter().map(move |placed| (placed, rule)));
        Texts { base: standard.placed(), all: all.collect() }
    }

    /// Those that act in a universe.
    fn within(&'a self, universe: u16) -> Vec<&'a Placed<'a>> {
        let acting = self.all.iter().filter(|(_, rule)| rule.universes.include(universe)).map(|(placed, _)| placed);
        self.base.iter().chain(acting).collect()
    }
}

/// The words that act on one board.
struct Local<'a> {
    named: Named<'a>,
    statute: Statute<'a>,
    sway: Sway,
}

impl<'a> Grounds<'a> {
    pub fn new(law: &'a Arc<Law>, position: &'a Position, texts: &'a Texts<'a>) -> Grounds<'a> {
        Grounds { law, position, texts }
    }

    fn local(&self, board: BoardId) -> Local<'a> {
        let clauses = self.texts.within(self.position.geometry.board(board).universe);
        Local { named: Named::of(&clauses), statute: Statute::of(&clauses), sway: Sway::of(&clauses) }
    }

    /// The kings by whose capture a player loses: his real one, or, before he has named it, every one that may be; and whoever else is royal.
    pub fn targets(&self, victim: SideId) -> Vec<(ManId, CellId)> {
        let named = self.position.men().any(|(_, man)| man.real && self.law.side(man.army) == victim);
        let counts = |man: &Man| man.royal || !named && self.position.entities.kind(man.kind).royal;
        let own = self.position.men().filter(|(_, man)| self.law.side(man.army) == victim && counts(man));
        own.filter_map(|(id, man)| Some((id, man.place.cell()?))).collect()
    }

    /// The armies of a side that have, or may have, something to do on a board.
    fn armies_on(&self, side: SideId, board: BoardId) -> Vec<ArmyId> {
        let own = (0..self.law.armies()).map(|army| ArmyId(army as u8)).filter(|&army| self.law.side(army) == side);
        own.filter(|&army| {
            let there = self.position.roster(army).iter().any(|man| self.stands_on(man, board));
            there || self.position.pocket(army).any(|(_, man)| self.position.geometry.cell(man.home).board == board)
        })
        .collect()
    }

    fn stands_on(&self, man: ManId, board: BoardId) -> bool {
        matches!(self.position.man(man).place, Place::Cell(cell) if self.position.geometry.cell(cell).board == board)
    }

    /// The boards on which something may be done that concerns a king of the victim's.
    fn around(&self, chase: &Chase) -> Boards {
        let targets = self.targets(chase.victim);
        self.law.around(targets.iter().map(|&(_, cell)| self.position.geometry.cell(cell).board))
    }

    /// Whether the two can come to blows at all: the attacker has men where a king of the victim's stands.
    pub fn meet(&self, chase: &Chase) -> bool {
        let boards = self.targets(chase.victim).into_iter().map(|(_, cell)| self.position.geometry.cell(cell).board);
        boards.into_iter().any(|board| !self.armies_on(chase.attacker, board).is_empty())
    }

    /// The kings of the victim's that the attacker has men to come near to, and the roads of these men.
    fn hunts(&self, chase: &Chase) -> Vec<Hunt<'_>> {
        let hunt = |(king, cell): (ManId, CellId)| {
            let board = self.position.geometry.cell(cell).board;
            let local = Rc::new(self.local(board));
            // Where men travel, all may come.
            let armies = if self.law.sends { armies_of(self.law, chase.attacker).collect() } else { self.armies_on(chase.attacker, board) };
            let roads = armies.iter().map(|&army| Roads::of(self, &local, board, army)).collect();
            Hunt { king, cell, board, local, armies, roads }
        };
        self.targets(chase.victim).into_iter().map(hunt).filter(|hunt| !hunt.armies.is_empty()).collect()
    }

    /// What can be shown from the words alone; nothing, where a king need not be captured for a victory.
    pub fn immunity(&self, chase: &Chase) -> Option<Proof> {
        self.shown(&self.hunts(chase))
    }

    fn shown(&self, hunts: &[Hunt<'_>]) -> Option<Proof> {
        if self.law.has_objectives() { None } else { immune::shown(self, hunts) }
    }

    /// Whether the victim's king could never be captured on a cell in the coming turns.
    pub fn is_safe_on(&self, chase: &Chase, cell: CellId) -> bool {
        let hunts = self.hunts(chase);
        hunts.iter().any(|hunt| immune::safe_on(self, hunt, cell))
    }

    /// A search that has not begun.
    pub fn search(&self, chase: &Chase) -> Search {
        Search::new(self, &self.hunts(chase), chase)
    }

    /// The whole procedure for one pair with a budget: immunity, a line known from before, the search, and where it finds nothing the search
    /// with dice and other players on the attacker's side.
    pub fn settle(&self, chase: &Chase, known: Option<&Witness>, budget: u64) -> Finding {
        let hunts = self.hunts(chase);
        if let Some(proof) = self.shown(&hunts) {
            return Finding::Impossible(proof);
        }
        if let Some(witness) = known.and_then(|known| self.replay(chase, known)) {
            return Finding::Witness(witness);
        }
        Search::new(self, &hunts, chase).run(budget)
    }
}

/// One king that is after, and the attacker's armies that may come near to it.
struct Hunt<'g> {
    king: ManId,
    cell: CellId,
    board: BoardId,
    local: Rc<Local<'g>>,
    armies: Vec<ArmyId>,
    /// By army; none where they cannot be charted.
    roads: Vec<Option<Roads<'g>>>,
}

/// Whether clauses only add to what men may do: then nothing that could be done before becomes impossible.
pub fn only_adds(clauses: &[Clause]) -> bool {
    clauses.iter().all(|clause| match &clause.form {
        Form::Movement(movement) => movement.manner == Manner::Also,
        Form::Ban(ban) => ban.lifted,
        Form::Approach(approach) => !approach.must,
        Form::Kind(_) | Form::Counter(_) | Form::OwnPrey(_) | Form::Prose(_) | Form::Hole(_) | Form::Secret(_) => true,
        _ => false,
    })
}
