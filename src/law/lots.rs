//! Moves that a run makes otherwise than by an order: drawn by lot, handed to another player (L1, L3). With luck each of them may come.

use std::collections::BTreeSet;

use crate::board::{ArmyId, BoardId, CellId, Effect, ManId, Place, Position, SideId};

use super::Law;
use super::deeds::{By, Target, Whither};
use super::fate::{Fate, Question};
use super::found::{Found, Head};
use super::generate::Generator;
use super::moves::{Label, Move};
use super::notation;
use super::run::Run;
use super::safety::Judge;
use super::terms::Armies;

/// What a player writes who will not make a move that was handed to him.
pub const BACK: &str = "back";

impl Law {
    /// The legal moves of one man as if nothing were done in their place; clauses that are spent do not follow them.
    fn legal_of(&self, position: &mut Position, id: ManId, spent: &[usize]) -> Vec<Move> {
        let man = *position.man(id);
        let Some(board) = man.place.cell().map(|cell| self.geometry.cell(cell).board) else { return Vec::new() };
        self.legal_among(position, (self.side(man.army), board), spent, |other| other == id)
    }

    /// The same of some men of a side on a board. What is legal is asked beside the moves of all its men there: whether the real king stays safe (F4),
    /// and what must be done.
    fn legal_among(
        &self,
        position: &mut Position,
        (side, board): (SideId, BoardId),
        spent: &[usize],
        wanted: impl Fn(ManId) -> bool,
    ) -> Vec<Move> {
        let mut found = Found::default();
        // What is done in the place of an order is not done once more in the place of what follows from it.
        let cues = self.field(board).tables.cues.iter().enumerate();
        let forestalling = cues.filter(|(_, cue)| cue.forestalls().is_some()).map(|(at, _)| at);
        let spent: Vec<usize> = spent.iter().copied().chain(forestalling).collect();
        let armies = (0..self.armies()).map(|army| ArmyId(army as u8)).filter(|&army| self.side(army) == side);
        for army in armies.clone() {
            let level = found.level();
            Generator { spent: spent.clone(), ..Generator::new(self, position, &mut found) }.men(army, Some(board));
            self.drop_late_bans(position, army, &mut found, level);
        }
        let Some(first) = armies.clone().next() else { return Vec::new() };
        let mut judge = Judge::of(first);
        let mut approved = Vec::with_capacity(found.heads.len());
        for head in &found.heads {
            judge.look(self, position, board);
            approved.push(judge.makes(self, position, head, &found));
            position.undo_all(head.effects.of(&found.effects));
        }
        let mut approved = approved.into_iter();
        found.heads.retain(|_| approved.next() == Some(true) || judge.tolerates(self, board));
        self.keep_duties(position, &mut found, Found::default().level());
        (0..found.heads.len()).filter(|&at| wanted(found.heads[at].man)).map(|at| found.lift(at, self, position)).collect()
    }
}

impl<'r> Run<'r> {
    /// A man makes a move that is drawn by lot.
    pub(super) fn stray(&mut self, target: &Target, from: Option<&Whither>) {
        if self.fate.is_none() && !self.law.fortune {
            // Nothing is known before it is carried out but that somebody is there.
            let somebody = match target {
                Target::That(who) => self.scene().man(*who).is_some(),
                Target::Among { who, .. } => who.standing(&self.scene()).next().is_some(),
            };
            self.open += usize::from(somebody);
            return;
        }
        self.unforeseen = true;
        let spent = self.spent.clone();
        let men: Vec<(ManId, CellId)> = match target {
            Target::That(who) => self.scene().man(*who).and_then(|id| Some((id, self.man(id).place.cell()?))).into_iter().collect(),
            Target::Among { who, on, .. } => {
                let scene = self.scene();
                who.standing(&scene).filter(|(_, _, cell)| on(&scene, *cell)).map(|(id, _, cell)| (id, cell)).collect()
            }
        };
        let moves: Vec<((ManId, CellId), Vec<Move>)> = match from {
            Some(_) => men.into_iter().map(|man| (man, Vec::new())).collect(),
            None => {
                let stands = |&(id, cell): &(ManId, CellId)| (self.law.side(self.man(id).army), self.law.geometry.cell(cell).board);
                let groups: BTreeSet<(SideId, BoardId)> = men.iter().map(stands).collect();
                let among = |id: ManId| men.iter().any(|&(other, _)| other == id);
                let (law, position) = (self.law, &mut *self.position);
                let legal: Vec<Move> = groups.into_iter().flat_map(|group| law.legal_among(position, group, &spent, among)).collect();
                let of = |id: ManId| legal.iter().filter(|played| played.man == id).cloned().collect::<Vec<Move>>();
                men.iter().map(|&man| (man, of(man.0))).filter(|(_, moves)| !moves.is_empty()).collect()
            }
        };
        let by = match target {
            Target::Among { by, .. } => by.clone(),
            Target::That(_) => By::All,
        };
        let places: Vec<(ManId, CellId)> = moves.iter().map(|(man, _)| *man).collect();
        let Some(chosen) = self.choose(&places, &by, |_, (_, cell)| Label::Cell(cell)) else { return };
        self.chosen = Some(chosen.0);
        let found = match from {
            None => moves.into_iter().find(|(man, _)| *man == chosen).map(|(_, moves)| moves).unwrap_or_default(),
            Some(world) => self.hovering(chosen.0, world),
        };
        self.make_one_of(found);
    }

    /// One of these moves, each as likely as the others.
    fn make_one_of(&mut self, mut moves: Vec<Move>) {
        moves.sort_by_cached_key(|played| notation::long(played, self.position));
        let told: Vec<String> = moves.iter().map(|played| notation::long(played, self.position)).collect();
        let taken = match moves.len() {
            0 => return,
            1 => 0,
            count if self.fate.is_none() => self.script.take(count),
            count => {
                let source = self.source;
                let fell = |at: usize| told[at].clone();
                let Some(taken) = self.fate.as_deref_mut().and_then(|fate| fate.roll(&vec![1; count], source, fell)) else { return };
                taken
            }
        };
        let played = moves.swap_remove(taken);
        self.make(&played);
    }

    /// Nothing has been done in the place of a move: it is made.
    pub(super) fn make_as_ordered(&mut self, ordered: &Head) {
        let (Some(id), false) = (self.stage.actor, self.fate.as_deref().is_some_and(Fate::stopped)) else { return };
        let spent = self.spent.clone();
        let mut moves = self.law.legal_of(self.position, id, &spent);
        moves.retain(|played| (played.to, played.sort, played.choice) == (ordered.to, ordered.sort, ordered.choice));
        let taken = match moves.len() {
            0 => return,
            1 => 0,
            // What there is to choose besides nobody could choose when he moved.
            _ => {
                let options = moves.iter().map(|played| notation::long(played, self.position)).collect();
                let (side, board) = (self.law.side(self.stage.mover), self.stage.board);
                let question = Question { side, board, source: self.source.to_owned(), options, words: None };
                let Some(taken) = self.fate.as_deref_mut().and_then(|fate| fate.answer(question)) else { return };
                taken
            }
        };
        let played = moves.swap_remove(taken);
        self.make(&played);
    }

    /// Makes a move in earnest.
    fn make(&mut self, played: &Move) {
        let spent = self.spent.clone();
        let settled = match self.fate.take() {
            Some(fate) => {
                let settled = self.law.settle_after(self.position, played, fate, spent);
                self.fate = Some(fate);
                settled
            }
            None => {
                self.open += usize::from(played.open);
                played.clone()
            }
        };
        self.captured.extend_from_slice(&settled.captured);
        settled.effects.iter().for_each(|effect| self.then(*effect));
    }

    /// The moves that a man would have from the same square of another universe, above whoever stands there (L1).
    fn hovering(&mut self, id: ManId, world: &Whither) -> Vec<Move> {
        let man = self.man(id);
        let Some(from) = man.place.cell() else { return Vec::new() };
        let Some(board) = self.board_of(&man, from, world) else { return Vec::new() };
        let at = *self.position.geometry.cell(from);
        let over = self.position.geometry.at(board, at.file, at.rank).filter(|&cell| !self.position.is_hole(cell));
        let Some(over) = over else { return Vec::new() };
        let below = self.position.on(over);
        let mut lifted = Vec::new();
        if let Some(below) = below {
            lifted.push(Effect::Put { man: below, from: Place::Cell(over), to: Place::Hand });
        }
        lifted.push(Effect::Put { man: id, from: man.place, to: Place::Cell(over) });
        self.position.apply_all(&lifted);
        let mut moves = self.law.legal_of(self.position, id, &[]);
        self.position.undo_all(&lifted);
        let army = man.army;
        for played in &mut moves {
            let mut effects = lifted.clone();
            effects.append(&mut played.effects);
            effects.extend(below.map(|below| Effect::Put { man: below, from: Place::Hand, to: Place::Cell(over) }));
            // The position before it is another one: what hangs on dice besides does not happen.
            (played.effects, played.open) = (effects, false);
        }
        // Who leaves no room for the man below has not gone anywhere.
        moves.retain(|played| below.is_none() || leaves(&played.effects, id, over));
        let safe = |run: &mut Run<'r>, played: &Move| {
            run.position.apply_all(&played.effects);
            let safe = run.law.threat(run.position, army).is_none();
            run.position.undo_all(&played.effects);
            safe
        };
        // A move from there is legal as any is: it exposes no real king, at home or where it leads (F4).
        moves.retain(|played| safe(self, played));
        moves
    }

    /// Another player makes the move, with the same man; who has to say words and does not gives it back, and so on (L3).
    pub(super) fn hand_over(&mut self, to: &Armies, words: Option<&str>) {
        let Some(id) = self.stage.actor else { return };
        let Some(other) = self.heir(to) else { return };
        if self.fate.is_none() && !self.law.fortune {
            self.open += 1;
            return;
        }
        self.unforeseen = true;
        let spent = self.spent.clone();
        let mut moves = self.law.legal_of(self.position, id, &spent);
        if self.fate.is_none() {
            // The other makes whichever move serves best.
            return self.make_one_of(moves);
        }
        moves.sort_by_cached_key(|played| notation::long(played, self.position));
        moves.dedup_by_key(|played| notation::long(played, self.position));
        let mut options: Vec<String> = moves.iter().map(|played| notation::long(played, self.position)).collect();
        options.push(BACK.to_owned());
        let own = self.law.side(self.stage.mover);
        let mut holder = other;
        loop {
            let question = Question {
                side: holder,
                board: self.stage.board,
                source: self.source.to_owned(),
                options: options.clone(),
                words: words.map(str::to_owned),
            };
            let Some(fate) = self.fate.as_deref_mut() else { return };
            match fate.answer(question) {
                None => return,
                Some(at) if at < moves.len() => {
                    let played = moves.swap_remove(at);
                    return self.make(&played);
                }
                Some(_) => holder = if holder == own { other } else { own },
            }
        }
    }
}

impl Run<'_> {
    /// Who makes the move of the mover: where the rule is in force in several universes, "the opponent" is the next player in order (L3).
    fn heir(&self, to: &Armies) -> Option<SideId> {
        let mover = self.stage.mover;
        let everybody_else = to(&self.scene()) == self.law.hostile(mover);
        let here = self.law.geometry.board(self.stage.board).universe;
        let says = |board: BoardId| self.law.field(board).tables.cues.iter().any(|cue| cue.source.text == self.source);
        let elsewhere = || self.law.boards().any(|board| self.law.geometry.board(board).universe != here && says(board));
        let next = || self.fate.as_deref().and_then(|fate| fate.next_after(self.law.side(mover)));
        let in_order = if everybody_else && elsewhere() { next() } else { None };
        in_order.or_else(|| self.army_of(to).map(|army| self.law.side(army)))
    }
}

/// Whether a batch takes a man from a cell where it was put.
fn leaves(effects: &[Effect], id: ManId, over: CellId) -> bool {
    effects.iter().any(|effect| matches!(*effect, Effect::Put { man, from: Place::Cell(from), .. } if man == id && from == over))
}
