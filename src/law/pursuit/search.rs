//! The search: best first among the attacker's legal moves, everybody else passing, by fewest moves of a man of his to the king.
//!
//! A search can be run in slices, and gives the same however it is sliced.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::board::{ArmyId, BoardId, CellId, Effect, ManId, Position};
use crate::law::found::Found;
use crate::law::run::Script;
use crate::law::{Law, notation};

use super::goal::Goal;
use super::key::{self, Key, Met, Rest};
use super::lull::Lull;
use super::roads::{FAR, Layout, Quarry};
use super::witness::all_legal;
use super::{Chase, Finding, Grounds, Hunt, Proof, Witness};

/// More positions than this are not kept: what lies farthest from the goal is dropped, and then nothing can be shown by exhaustion.
const MOST_KEPT: usize = 1 << 19;
/// After so many positions the newest of equal hope are looked at in turn with the oldest.
const PATIENCE: u64 = 5_000;
/// So many clauses asked of what they do of themselves cost as much as a position looked at; so do so many runs of what follows a move, men tried for
/// the capture of a king, and further moves looked for.
const A_POSITION: u64 = 2;
/// What it may cost to tell the legal moves of one position; those that are left are not followed.
const MOST_TOIL: u64 = 200_000;
/// How many ways of the dice between two moves are tried where dice may serve.
const MOST_LULLS: usize = 64;
/// What a move of the nearest man, a move made and a phase waited count against each other. Waiting costs nothing while nothing but the clock
/// goes on: bans by the clock are waited out by the position that is nearest, however long they last.
const NEARNESS: usize = 3;
const MOVE: u32 = 1;
const WAITING: u32 = 0;

/// A position of the tree, as what leads to it from another.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    depth: u32,
    /// What the moves made and the phases waited count.
    cost: u32,
    start: u32,
    end: u32,
    /// Of its men.
    men: Key,
}

/// How far every man of an army is from a king on a cell.
#[derive(Debug)]
struct Chart {
    army: ArmyId,
    king: CellId,
    layout: Layout,
    far: Vec<u8>,
}

/// The search for one pair.
#[derive(Debug)]
pub struct Search {
    law: Arc<Law>,
    chase: Chase,
    root: Position,
    lull: Lull,
    goal: Goal,
    /// The kings, the boards they stand on, and the armies that may capture there.
    targets: Vec<ManId>,
    boards: Vec<BoardId>,
    hunters: Vec<ArmyId>,
    charts: Vec<Chart>,
    position: Position,
    at: u32,
    nodes: Vec<Node>,
    effects: Vec<Effect>,
    met: Met,
    rest: Rest,
    /// By priority, what waits to be looked at.
    waiting: Vec<VecDeque<u32>>,
    least: usize,
    newest: bool,
    spent: u64,
    /// Some move hangs on dice or others: without them nothing is shown to be impossible.
    open: bool,
    /// Something was not followed.
    cut: bool,
    /// What has been done since the position of the tree.
    done: Vec<Effect>,
    found: Option<Finding>,
}

impl Search {
    pub(super) fn new(grounds: &Grounds<'_>, hunts: &[Hunt<'_>], chase: &Chase) -> Search {
        let law = Arc::clone(grounds.law);
        let mut root = grounds.position.clone();
        let lull = Lull::of(grounds.around(chase), grounds.position, chase);
        let first = lull.pass(&law, &mut root, chase.on_move, Script::default(), &mut Vec::new());
        // What else may come before the attacker's first phase is not followed, nor what a rule brings that waits for dice or answers.
        // Nor do those come here who are in other universes.
        let cut = law.sends || first.open || first.next().is_some() || hunts.iter().any(|hunt| hunt.local.sway.unsettled);
        let targets = grounds.targets(chase.victim);
        let mut boards: Vec<BoardId> = targets.iter().map(|&(_, cell)| root.geometry.cell(cell).board).collect();
        boards.sort_unstable();
        boards.dedup();
        let mut hunters: Vec<ArmyId> = hunts.iter().flat_map(|hunt| hunt.armies.iter().copied()).collect();
        hunters.sort_unstable();
        hunters.dedup();
        // Where a board of the universe lies beside it, men come and go.
        let universes: Vec<u16> = boards.iter().map(|&board| root.geometry.board(board).universe).collect();
        boards.extend(law.boards().filter(|&board| universes.contains(&root.geometry.board(board).universe)));
        boards.sort_unstable();
        boards.dedup();
        boards.retain(|&board| !hunters.is_empty() || targets.iter().any(|&(_, cell)| root.geometry.cell(cell).board == board));
        // What the attacker does elsewhere, where boards are tied by counters and the like, is not followed.
        let own = |army: ArmyId| law.side(army) == chase.attacker;
        let elsewhere =
            || law.boards().filter(|board| !boards.contains(board)).any(|board| root.standing(board).any(|(_, man, _)| own(man.army)));
        let cut = cut || law.tied && elsewhere();
        let charts = charts(grounds, hunts);
        let goal = Goal::of(&law, &root, chase);
        let men = key::of_men(&law, &root);
        let mut met = Met::default();
        let rest = Rest::of(&root.entities);
        met.add(men ^ rest.key(&law, &root));
        let first = Node { parent: 0, depth: 0, cost: 0, start: 0, end: 0, men };
        let long_ago = law.reads.long_ago;
        Search {
            law,
            chase: chase.clone(),
            position: root.clone(),
            root,
            lull,
            goal,
            targets: targets.into_iter().map(|(man, _)| man).collect(),
            boards,
            hunters,
            charts,
            at: 0,
            nodes: vec![first],
            effects: Vec::new(),
            met,
            rest,
            waiting: vec![VecDeque::from([0])],
            least: 0,
            newest: false,
            spent: 0,
            open: false,
            // Positions are not told apart by what was long ago, so not every one is followed.
            cut: long_ago || cut,
            done: Vec::new(),
            found: None,
        }
    }

    /// Positions looked at so far, and what clauses asked on the way to them cost.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Searches on until something is found or `budget` positions have been looked at in all.
    pub fn run(&mut self, budget: u64) -> Finding {
        while self.found.is_none() {
            if self.spent >= budget {
                return Finding::Open { nodes: self.spent };
            }
            match self.next() {
                Some(node) => self.expand(node),
                None => self.give_up(),
            }
        }
        self.found.clone().unwrap_or(Finding::Open { nodes: self.spent })
    }

    /// Nothing waits any more: it is impossible, or only with luck, or not all was followed.
    fn give_up(&mut self) {
        if self.open && !self.law.fortune {
            return self.begin_again_with_luck();
        }
        self.found = Some(match self.cut {
            true => Finding::Open { nodes: self.spent },
            false => Finding::Impossible(Proof::Exhausted { positions: self.met.len() as u64 }),
        });
    }

    fn begin_again_with_luck(&mut self) {
        self.law = Arc::new(self.law.favoured());
        self.position = self.root.clone();
        let men = key::of_men(&self.law, &self.root);
        self.nodes = vec![Node { parent: 0, depth: 0, cost: 0, start: 0, end: 0, men }];
        (self.effects, self.met, self.at, self.least) = (Vec::new(), Met::default(), 0, 0);
        self.met.add(men ^ self.rest.key(&self.law, &self.root));
        self.waiting = vec![VecDeque::from([0])];
    }

    fn next(&mut self) -> Option<u32> {
        while self.least < self.waiting.len() {
            // The oldest, which has lost least; where that leads nowhere, in turn with the newest, which has waited out what others have before them.
            self.newest = self.spent > PATIENCE && !self.newest;
            let equals = &mut self.waiting[self.least];
            let next = if self.newest { equals.pop_back() } else { equals.pop_front() };
            if let Some(node) = next {
                return Some(node);
            }
            self.least += 1;
        }
        None
    }

    /// Goes to a position of the tree: back to where the ways part, then on.
    fn go(&mut self, to: u32) {
        let mut ahead = Vec::new();
        let (mut one, mut other) = (self.at, to);
        while one != other {
            if self.nodes[one as usize].depth >= self.nodes[other as usize].depth {
                let node = self.nodes[one as usize];
                self.position.undo_all(&self.effects[node.start as usize..node.end as usize]);
                one = node.parent;
            } else {
                ahead.push(other);
                other = self.nodes[other as usize].parent;
            }
        }
        for node in ahead.into_iter().rev().map(|node| self.nodes[node as usize]) {
            self.position.apply_all(&self.effects[node.start as usize..node.end as usize]);
        }
        self.at = to;
    }

    fn expand(&mut self, node: u32) {
        self.go(node);
        let law = Arc::clone(&self.law);
        let mut found = Found { most: Some(MOST_TOIL), ..Found::default() };
        for &board in &self.boards {
            law.legal_into(&mut self.position, &self.hunters, Some(board), &mut found);
        }
        self.cut |= found.cut;
        self.spent += found.toil / A_POSITION;
        for at in 0..found.heads.len() {
            let head = found.heads[at];
            self.open |= head.open;
            // What luck has not gone through is not followed.
            self.cut |= head.open && law.fortune;
            if head.captured.of(&found.captured).iter().any(|man| self.targets.contains(man)) {
                let last = found.lift(at, &law, &self.position);
                let mut moves = self.line(node);
                moves.push(notation::long(&last, &self.position));
                self.found = Some(Finding::Witness(Witness { moves, by_luck: law.fortune }));
                return;
            }
            if law.reads.past && !head.aside {
                let memories = law.remember_found(&mut self.position, &head, &found);
                self.try_all(node, &[head.effects.of(&found.effects), &memories].concat());
            } else {
                self.try_all(node, head.effects.of(&found.effects));
            }
            if self.found.is_some() {
                return;
            }
        }
        // Nobody has to say anything.
        for unsaid in self.lull.said(&self.position) {
            self.position.apply(&unsaid);
            self.done = vec![unsaid];
            self.keep(node, self.nodes[node as usize].men, WAITING);
            self.position.undo(&unsaid);
            if self.found.is_some() {
                return;
            }
        }
        // Who makes or repeals a rule does not move (R1): so he can wait, where waiting changes anything.
        let changes = law.reads.clock() || law.reads.past || law.fires || !self.position.notes().is_empty();
        if found.heads.is_empty() || changes {
            self.try_all(node, &[]);
        }
    }

    /// Makes a move of the attacker, lets the others pass, and keeps the position if it is new; with luck, each that may come of it.
    fn try_all(&mut self, parent: u32, moved: &[Effect]) {
        let law = Arc::clone(&self.law);
        let mut script = Some(Script::default());
        for _ in 0..if law.fortune { MOST_LULLS } else { 1 } {
            let Some(this) = script else { break };
            self.done.clear();
            self.done.extend_from_slice(moved);
            let men = apply(&law, &mut self.position, self.nodes[parent as usize].men, moved);
            let played = self.lull.pass(&law, &mut self.position, self.chase.attacker, this, &mut self.done);
            self.spent += played.toil / A_POSITION;
            let lulled = &self.done[moved.len()..];
            let men = if lulled.iter().any(|effect| key::touched(effect).is_some()) {
                self.position.undo_all(lulled);
                apply(&law, &mut self.position, men, lulled)
            } else {
                men
            };
            // What grows while one waits, as counters do, makes no end of new positions; so do turns that are told apart for ever.
            let fades = |effect: &Effect| matches!(effect, Effect::Clock { .. } | Effect::Forget(_));
            let idle = moved.is_empty() && !law.reads.tells_every_turn() && self.done.iter().all(fades);
            self.keep(parent, men, if idle { WAITING } else { MOVE });
            self.position.undo_all(&self.done);
            if self.found.is_some() {
                return;
            }
            // What hangs on dice is tried with luck; what luck has not gone through is not followed.
            let open = played.open;
            script = played.next();
            match law.fortune {
                true => self.cut |= open,
                false => self.open |= open || script.is_some(),
            }
        }
        self.cut |= law.fortune && script.is_some();
    }

    /// Looks at the position that is made; keeps it if it is new.
    fn keep(&mut self, parent: u32, men: Key, cost: u32) {
        self.spent += 1;
        if self.goal.is_won(&self.law, &self.position) {
            let moves = self.line_by(parent);
            self.found = Some(Finding::Witness(Witness { moves, by_luck: self.law.fortune }));
            return;
        }
        if !self.met.add(men ^ self.rest.key(&self.law, &self.position)) {
            return;
        }
        if self.nodes.len() == MOST_KEPT {
            // What has the least hope is not even begun.
            self.cut = true;
            return;
        }
        let before = self.nodes[parent as usize];
        let (depth, cost) = (before.depth + 1, before.cost + cost);
        let start = self.effects.len() as u32;
        self.effects.extend_from_slice(&self.done);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { parent, depth, cost, start, end: self.effects.len() as u32, men });
        let priority = self.nearness() * NEARNESS + cost as usize;
        if self.waiting.len() <= priority {
            self.waiting.resize_with(priority + 1, VecDeque::new);
        }
        self.waiting[priority].push_back(node);
        self.least = self.least.min(priority);
    }

    /// The fewest moves of a man to a king, whoever stands in the way.
    fn nearness(&self) -> usize {
        let mut best = usize::from(FAR);
        for &army in &self.hunters {
            for king in self.targets.iter().filter_map(|&king| self.position.man(king).place.cell()) {
                let Some(chart) = self.charts.iter().find(|chart| chart.army == army && chart.king == king) else { continue };
                let board = self.law.geometry.cell(king).board;
                for man in self.position.roster(army).iter().map(|man| self.position.man(man)) {
                    let Some(cell) = man.place.cell().map(|cell| self.law.geometry.cell(cell)).filter(|cell| cell.board == board) else {
                        continue;
                    };
                    let far = chart.layout.place(man.kind, cell.slot).map_or(FAR, |place| chart.far[place]);
                    best = best.min(usize::from(far));
                }
            }
        }
        best
    }

    /// The moves that lead to a position of the tree.
    fn line(&self, node: u32) -> Vec<String> {
        let mut way = Vec::new();
        let mut at = node;
        while at != 0 {
            way.push(self.nodes[at as usize]);
            at = self.nodes[at as usize].parent;
        }
        let mut position = self.root.clone();
        let mut moves = Vec::new();
        for node in way.into_iter().rev() {
            let effects = &self.effects[node.start as usize..node.end as usize];
            if !self.lull.is_silence(effects) {
                moves.push(self.named(&position, effects));
            }
            position.apply_all(effects);
        }
        moves
    }

    /// The same with the move just made.
    fn line_by(&self, parent: u32) -> Vec<String> {
        let mut before = self.position.clone();
        before.undo_all(&self.done);
        let mut moves = self.line(parent);
        if !self.lull.is_silence(&self.done) {
            moves.push(self.named(&before, &self.done));
        }
        moves
    }

    /// The legal move that begins with these effects, in words.
    fn named(&self, position: &Position, effects: &[Effect]) -> String {
        let legal = all_legal(&self.law, position, &self.chase);
        let same = |played: &&crate::law::Move| !played.effects.is_empty() && effects.starts_with(&played.effects);
        let longest = legal.iter().filter(same).max_by_key(|played| played.effects.len());
        longest.map_or(String::new(), |played| notation::long(played, position))
    }
}

/// Does effects and follows the key of the men.
fn apply(law: &Law, position: &mut Position, mut men: Key, effects: &[Effect]) -> Key {
    for effect in effects {
        let man = key::touched(effect);
        let there = |position: &Position| man.filter(|&man| man < position.next_man());
        if let Some(man) = there(position) {
            men ^= key::of_man(law, position, man);
        }
        position.apply(effect);
        if let Some(man) = there(position) {
            men ^= key::of_man(law, position, man);
        }
    }
    men
}

fn charts(grounds: &Grounds<'_>, hunts: &[Hunt<'_>]) -> Vec<Chart> {
    let mut charts = Vec::new();
    for hunt in hunts {
        let man = grounds.position.man(hunt.king);
        for roads in hunt.roads.iter().flatten() {
            // A king that rules move is looked for wherever it may be.
            let all = || grounds.position.geometry.board(hunt.board).cells.clone();
            for cell in if hunt.local.sway.moves { all() } else { vec![hunt.cell] } {
                let quarry = Quarry { kind: man.kind, army: man.army, cell, unmoved: None, bears: None };
                charts.push(Chart { army: roads.army, king: cell, layout: roads.layout(), far: roads.distances(quarry) });
            }
        }
    }
    charts
}
