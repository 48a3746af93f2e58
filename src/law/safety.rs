//! Whether real kings could be captured: by the tables where captures are plain, by real runs where edits or marks may decide.

use crate::board::{ArmyId, BoardId, CellId, Effect, Man, ManId, Place, Position};
use crate::rule::Safety;

use super::Sort;
use super::capture::Edit;
use super::found::{Found, Head};
use super::in_force::Law;
use super::scene::Scene;

/// More real kings of one side on one board than this, and each move is tried.
const WATCHED_KINGS: usize = 4;

/// More men who shield a real king on one board than this, and each move is tried.
const WATCHED_SHIELDS: usize = 16;

/// What is known before a board's moves are judged, so that most need no search for attackers.
#[derive(Clone, Copy)]
struct Guard {
    board: BoardId,
    /// Armies hostile to the mover's, as bits.
    hostile: u32,
    /// If none of the side's real kings on this board is attacked, and only who leaves a line open or moves in a hop can expose one.
    watch: Option<Watch>,
}

/// The slots of real kings, none of them attacked.
#[derive(Clone, Copy, Default)]
struct Watch {
    kings: Few<WATCHED_KINGS>,
    /// The slots of those who alone stand between one of them and a hostile man that would capture him.
    shields: Few<WATCHED_SHIELDS>,
    /// Some hostile man could capture one of them by hopping, did others stand otherwise.
    hops: bool,
}

/// A few slots.
#[derive(Clone, Copy)]
struct Few<const MOST: usize> {
    slots: [u16; MOST],
    count: usize,
}

impl<const MOST: usize> Default for Few<MOST> {
    fn default() -> Few<MOST> {
        Few { slots: [0; MOST], count: 0 }
    }
}

impl<const MOST: usize> Few<MOST> {
    /// Adds one; whether there was room.
    fn add(&mut self, slot: u16) -> bool {
        let room = self.count < MOST;
        if room {
            self.slots[self.count] = slot;
            self.count += 1;
        }
        room
    }

    #[inline]
    fn all(&self) -> &[u16] {
        &self.slots[..self.count]
    }
}

/// Whether real kings are safe in a position to which a move has led that captured some men: asked of who sees further than the law.
pub type Foresight<'f> = &'f mut dyn FnMut(&Position, &[ManId]) -> bool;

/// Judges the moves of one army, one after the other, by the law's clause on safety.
pub(super) struct Judge<'f> {
    army: ArmyId,
    foresight: Option<Foresight<'f>>,
    guard: Option<Guard>,
    /// By board, as bits: where some move was safe (F4 is judged on each board by itself).
    able: u64,
    /// What it has cost to look for who might capture a king.
    pub toil: u64,
}

impl<'f> Judge<'f> {
    pub fn of(army: ArmyId) -> Judge<'f> {
        Judge { army, foresight: None, guard: None, able: 0, toil: 0 }
    }

    /// One who is told whether a move is safe.
    pub fn told(army: ArmyId, foresight: Option<Foresight<'f>>) -> Judge<'f> {
        Judge { foresight, ..Judge::of(army) }
    }

    /// Looks at a board before a move on it is made.
    #[inline]
    pub fn look(&mut self, law: &Law, position: &mut Position, board: BoardId) {
        if law.safety != Safety::Free && self.guard.is_none_or(|guard| guard.board != board) {
            self.guard = Some(law.guard(position, self.army, board));
        }
    }

    /// Makes a move on the board looked at; whether it is safe, also on the way. It stays made.
    #[inline]
    pub fn makes(&mut self, law: &Law, position: &mut Position, head: &Head, found: &Found) -> bool {
        let (effects, captured) = (head.effects.of(&found.effects), head.captured.of(&found.captured));
        // Who sees further sees what rules will remember of it.
        let memories = if self.foresight.is_some() && law.reads.past { law.remember_found(position, head, found) } else { Vec::new() };
        // What follows it is done before it is judged.
        let (landing, crossing) = effects.split_at(head.crosses.map_or(effects.len(), |at| at as usize));
        position.apply_all(landing);
        let Some(guard) = &self.guard else {
            position.apply_all(crossing);
            return false;
        };
        if let Some(foresight) = &mut self.foresight {
            position.apply_all(crossing);
            let own = |man: &ManId| position.man(*man).royal && guard.hostile >> position.man(*man).army.index() & 1 == 0;
            let loses_own = captured.iter().any(own);
            position.apply_all(&memories);
            let safe = !loses_own && foresight(position, captured);
            position.undo_all(&memories);
            self.able |= u64::from(safe) << guard.board.index();
            return safe;
        }
        // On the way it is judged on the board where it is played.
        let mut safe = law.is_safe(position, guard, (head, captured), (landing, false), &mut self.toil);
        if !crossing.is_empty() {
            position.apply_all(crossing);
            safe = safe && law.is_safe(position, guard, (head, captured), (crossing, true), &mut self.toil);
        }
        self.able |= u64::from(safe) << guard.board.index();
        safe
    }

    /// Once all moves are judged: whether those not approved on a board are legal all the same.
    #[inline]
    pub fn tolerates(&self, law: &Law, board: BoardId) -> bool {
        match law.safety {
            Safety::Never | Safety::Direct => false,
            Safety::IfAble => self.able >> board.index() & 1 == 0,
            Safety::Free => true,
        }
    }
}

impl Law {
    /// Looks at a board before an army's moves on it are judged.
    fn guard(&self, position: &mut Position, army: ArmyId, board: BoardId) -> Guard {
        let hostile = self.hostile(army);
        let tables = &self.field(board).tables;
        // What may capture from afar, by an explosion or by a further move, is looked at anew after each move.
        let direct = self.safety == Safety::Direct;
        let certain = !self.sends
            && (direct || !tables.explodes)
            && !self.may_strike(position, board, hostile)
            && !tables.is_fickle()
            && tables.crossing.is_empty();
        let watch = if certain { self.watch(position, board, hostile) } else { None };
        Guard { board, hostile, watch }
    }

    /// The real kings of a side on a board, if none of them can be captured now and they are few.
    fn watch(&self, position: &Position, board: BoardId, hostile: u32) -> Option<Watch> {
        let field = self.field(board);
        let mut watch = Watch::default();
        for king in self.kings(position, hostile) {
            if position.marks().iter().any(|mark| mark.man == king) {
                return None;
            }
            let Some(at) = position.man(king).place.cell().filter(|&at| self.geometry.cell(at).board == board) else { continue };
            let slot = self.geometry.cell(at).slot;
            let mut room = watch.kings.add(slot);
            let attacked =
                field.tables.reach.shields(slot, self.looking(position, field, hostile), |shield| room &= watch.shields.add(shield));
            if attacked || !room {
                return None;
            }
            if field.tables.hops && self.may_be_hopped_to(position, at, hostile) {
                if self.hopped_to(position, at, hostile) {
                    return None;
                }
                watch.hops = true;
            }
        }
        Some(watch)
    }

    /// Whether a move, just made, leaves every real king of its side on the board safe. Taking an enemy's real king ends that enemy's threats.
    #[inline]
    fn is_safe(
        &self,
        position: &mut Position,
        guard: &Guard,
        (head, captured): (&Head, &[ManId]),
        (done, crossed): (&[Effect], bool),
        toil: &mut u64,
    ) -> bool {
        let hostile = guard.hostile;
        if let Some(watch) = &guard.watch {
            if self.field(guard.board).tables.is_plain() {
                let left = self.geometry.cell(head.from).slot;
                let steps = matches!(head.sort, Sort::Quiet | Sort::Capture) && !position.man(head.man).royal;
                if steps && !watch.shields.all().contains(&left) {
                    return true;
                }
            } else if !crossed && self.are_harmless(position, done, guard, watch) {
                return true;
            }
        }
        let mut threats = hostile;
        for man in captured.iter().map(|&man| position.man(man)).filter(|man| man.royal) {
            if hostile >> man.army.index() & 1 == 0 {
                return false;
            }
            threats &= self.hostile(man.army);
        }
        if self.sends {
            return self.capturing_run(position, guard.board, (hostile, threats), None, toil).is_none();
        }
        if !crossed {
            return !self.exposed(position, guard.board, (hostile, threats), toil);
        }
        // A line may have been opened on either board, or closed by the man that came over; and the king may stand there.
        let universe = self.geometry.board(guard.board).universe;
        let boards = (0..self.geometry.boards.len()).filter(|&at| self.geometry.boards[at].universe == universe);
        !boards.map(|at| BoardId(at as u8)).any(|board| self.exposed(position, board, (hostile, threats), toil))
    }

    /// Whether effects, done in the position, can have exposed none of the kings watched.
    fn are_harmless(&self, position: &Position, done: &[Effect], guard: &Guard, watch: &Watch) -> bool {
        let reach = &self.field(guard.board).tables.reach;
        let mut left = None;
        done.iter().all(|effect| {
            let on_line = match *effect {
                Effect::Put { from: Place::Cell(from), .. } => {
                    let from = self.geometry.cell(from);
                    let slot = Some(from.slot).filter(|_| from.board == guard.board);
                    slot.filter(|&slot| watch.kings.all().iter().any(|&king| reach.crosses(king, slot)))
                }
                _ => None,
            };
            // Where two leave lines, together they may open what neither shields alone.
            let shut = on_line.is_none_or(|slot| left.replace(slot).is_none() && !watch.shields.all().contains(&slot));
            shut && self.is_harmless(position, effect, guard, watch)
        })
    }

    /// Whether an effect, done in the position, brings no enemy, and no hop to one of the kings watched hangs on it.
    fn is_harmless(&self, position: &Position, effect: &Effect, guard: &Guard, watch: &Watch) -> bool {
        let reach = &self.field(guard.board).tables.reach;
        let hostile = |man: ManId| guard.hostile >> position.man(man).army.index() & 1 == 1;
        let moves = |slot: u16| !watch.hops || watch.kings.all().iter().all(|&king| !reach.hops_by(king, slot));
        let here = |cell: CellId| Some(self.geometry.cell(cell)).filter(|cell| cell.board == guard.board).map(|cell| cell.slot);
        match *effect {
            Effect::Put { man, from, to } => {
                // One that was captured and is gone brings nobody, whosever it was.
                let king = position.man(man).royal && !hostile(man);
                let enemy = hostile(man) && to.cell().is_some();
                !king && !enemy && from.cell().and_then(here).is_none_or(moves) && to.cell().and_then(here).is_none_or(moves)
            }
            Effect::Legs { man, .. } => !hostile(man),
            // Whether a line leads over a man may hang on what it is and whose.
            Effect::Kind { man, .. } | Effect::Army { man, .. } => {
                !hostile(man) && position.man(man).place.cell().and_then(here).is_none_or(moves)
            }
            Effect::Make { army, cell, .. } => guard.hostile >> army.index() & 1 == 0 && here(cell).is_none_or(moves),
            Effect::Mark { .. } | Effect::Unmark { .. } | Effect::Home { .. } | Effect::Clock { .. } | Effect::Remember(_) => true,
            // What may follow a move of the enemy's may hang on it, or whether he can pay.
            Effect::Note { .. } => {
                let tables = &self.field(guard.board).tables;
                !tables.goes_on && !tables.asks_terms()
            }
            _ => false,
        }
    }

    /// The real kings, wherever they are, of the armies that those of `hostile` are hostile to.
    pub(super) fn kings(&self, position: &Position, hostile: u32) -> impl Iterator<Item = ManId> {
        let own = (0..self.armies()).filter(move |army| hostile >> army & 1 == 0).map(|army| ArmyId(army as u8));
        // A king may stand where the law knows no cell yet, as long as the boards have changed and it is not folded anew.
        let known = |king: &ManId| position.man(*king).place.cell().is_some_and(|cell| cell.index() < self.geometry.cells.len());
        own.flat_map(|army| position.roster(army).common(position.royals())).filter(known)
    }

    /// Whether an army of `threats` could capture on this board a real king of an army that is not among `hostile`.
    fn exposed(&self, position: &mut Position, board: BoardId, (hostile, threats): (u32, u32), toil: &mut u64) -> bool {
        let tables = &self.field(board).tables;
        let direct = self.safety == Safety::Direct;
        // What may be forbidden or turned aside is tried.
        let plain = tables.bans.is_empty()
            && tables.cues.is_empty()
            && tables.approaches.is_empty()
            && self.held.is_empty()
            && !(direct && tables.explodes);
        let mut suspects: Vec<ManId> = Vec::new();
        let mut anybody = false;
        for king in self.kings(position, hostile) {
            let Some(cell) = position.man(king).place.cell().filter(|&cell| self.geometry.cell(cell).board == board) else { continue };
            if plain {
                if self.attacked_on(position, cell, threats) {
                    return true;
                }
            } else {
                self.add_attackers(position, cell, threats, &mut suspects);
            }
            anybody |= position.marks().iter().any(|mark| mark.man == king);
            anybody |= !direct && tables.explodes && self.blasts_may_reach(position, cell, threats);
        }
        if !anybody && self.may_strike(position, board, threats) {
            // Who moves on after a move may capture what nobody attacks now.
            let goes_on = |man: &Man| {
                let ways = tables.of(man.kind, man.army);
                threats >> man.army.index() & 1 == 1 && (ways.goes_on || ways.approaches)
            };
            suspects.extend(position.standing(board).filter(|(_, man, _)| goes_on(man)).map(|(id, _, _)| id));
            suspects.sort_unstable();
            suspects.dedup();
        }
        let suspects = if anybody { None } else { Some(suspects.as_slice()) };
        suspects.is_none_or(|suspects| !suspects.is_empty())
            && self.capturing_run(position, board, (hostile, threats), suspects, toil).is_some()
    }

    /// Whether what follows a move of one of the armies on the board may capture, or one of its men from where it has gone first.
    fn may_strike(&self, position: &Position, board: BoardId, by: u32) -> bool {
        let tables = &self.field(board).tables;
        let mut armies = (0..self.armies()).filter(|army| by >> army & 1 == 1).map(|army| ArmyId(army as u8));
        !tables.approaches.is_empty() || tables.goes_on && armies.any(|army| tables.may_strike(&Scene::new(self, position, board, army)))
    }

    /// Whether some real king of the side is attacked, bans ignored.
    fn in_sight(&self, position: &Position, board: BoardId, hostile: u32) -> bool {
        let cells = self.kings(position, hostile).filter_map(|king| position.man(king).place.cell());
        cells.into_iter().any(|cell| self.geometry.cell(cell).board == board && self.attacked_on(position, cell, hostile))
    }

    /// Whether a real king of an army's side is attacked, bans ignored: "in check" as a player's rule asks it.
    pub(super) fn in_check(&self, position: &Position, army: ArmyId) -> bool {
        let hostile = self.hostile(army);
        (0..self.geometry.boards.len()).any(|board| self.in_sight(position, BoardId(board as u8), hostile))
    }

    /// Whether somebody near enough for an explosion to reach `cell` is attacked.
    fn blasts_may_reach(&self, position: &Position, cell: CellId, threats: u32) -> bool {
        let at = self.geometry.cell(cell);
        let reach = self.field(at.board).tables.edits.iter().map(Edit::reach).max();
        let mut centres = self.geometry.near(cell, i16::from(reach.unwrap_or(0)));
        centres.any(|centre| {
            let victim = position.on(centre).is_some() || position.marks().iter().any(|mark| mark.cell == centre);
            victim && self.attacked_on(position, centre, threats)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{ArmyId, BoardId, Effect, Geometry, Position};
    use crate::law::notation::san;
    use crate::law::samples::chess;
    use crate::law::{Law, Move, Standard, read_fen};
    use crate::rule::Safety;

    /// Two universes with the standard array; `moves` are made as they are written, by turns.
    struct Table {
        law: Law,
        position: Position,
    }

    fn table(standard: &Standard) -> Table {
        let mut geometry = Geometry::default();
        geometry.add_rectangle(1, 8, 8).unwrap();
        geometry.add_rectangle(2, 8, 8).unwrap();
        let mut position = Position::empty(standard.entities().into(), geometry.into());
        for board in [BoardId(0), BoardId(1)] {
            position.apply_all(&standard.array(&position, board, [ArmyId(0), ArmyId(1)]));
        }
        let law = Law::fold(standard, &[], &position.entities, &position.geometry).unwrap();
        Table { law, position }
    }

    impl Table {
        fn legal(&self, army: ArmyId, board: u8) -> Vec<Move> {
            self.law.legal(&self.position, army, Some(BoardId(board)))
        }

        fn play(&mut self, board: u8, line: &str) {
            for (at, text) in line.split_whitespace().enumerate() {
                let army = ArmyId((at % 2) as u8);
                let legal = self.legal(army, board);
                let played = legal.iter().find(|played| san(played, &legal, &self.position) == text).unwrap_or_else(|| panic!("{text}"));
                self.position.apply_all(&played.effects);
            }
        }
    }

    #[test]
    fn only_a_real_king_is_in_check_and_only_on_its_board() {
        let standard = chess(Safety::IfAble);
        let mut table = table(&standard);
        table.play(0, "e4 f6 d4 g5 Qh5");
        let black = ArmyId(1);
        assert!(table.law.threat(&table.position, black).is_none(), "nobody is real yet");
        assert!(table.legal(black, 0).len() > 15);
        let crown = standard.crown(&table.position, BoardId(0));
        assert_eq!(crown.len(), 2);
        table.position.apply_all(&crown);
        let threat = table.law.threat(&table.position, black).unwrap();
        assert_eq!((threat.army, threat.board), (ArmyId(0), BoardId(0)));
        // Mate: every move leaves the king capturable, so every move is legal (F4), and the other board goes on.
        assert!(table.legal(black, 0).len() > 15);
        assert_eq!(table.legal(black, 1).len(), 20);
    }

    #[test]
    fn who_can_save_the_real_king_must() {
        let standard = chess(Safety::IfAble);
        let mut table = table(&standard);
        table.play(0, "e4 d6 Bb5");
        table.position.apply_all(&standard.crown(&table.position, BoardId(0)));
        assert_eq!(table.legal(ArmyId(1), 0).len(), 5);
        assert_eq!(table.legal(ArmyId(1), 1).len(), 20);
        assert_eq!(table.law.unguarded(&table.position, ArmyId(1), Some(BoardId(0))).len(), 26);
    }

    #[test]
    fn mate_and_stalemate_leave_no_move_under_the_strict_clause() {
        let standard = chess(Safety::Never);
        for (fen, in_check) in [("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", true), ("k7/8/1Q6/2K5/8/8/8/8 b - - 0 1", false)] {
            let placed = read_fen(fen, &standard).unwrap();
            let law = Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
            assert!(law.legal(&placed.position, placed.army, None).is_empty());
            assert_eq!(law.threat(&placed.position, placed.army).is_some(), in_check);
        }
    }

    #[test]
    fn taking_a_real_king_is_safe_whatever_stands_behind() {
        let standard = chess(Safety::IfAble);
        let placed = read_fen("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", &standard).unwrap();
        let law = Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
        let legal = law.legal(&placed.position, placed.army, None);
        let forms: Vec<String> = legal.iter().map(|played| san(played, &legal, &placed.position)).collect();
        for form in ["Rxe8", "Kxe2", "Rxe2"] {
            assert!(forms.iter().any(|known| known == form), "{form} in {forms:?}");
        }
        assert_eq!(legal.len(), 5, "{forms:?}");
    }

    #[test]
    fn effects_of_crowning_are_taken_back() {
        let standard = chess(Safety::IfAble);
        let Table { mut position, .. } = table(&standard);
        let before = position.clone();
        let crown = standard.crown(&position, BoardId(1));
        position.apply_all(&crown);
        assert!(crown.iter().all(|effect| matches!(effect, Effect::Royal { new: true, .. })));
        assert_eq!(standard.crown(&position, BoardId(1)), []);
        position.undo_all(&crown);
        assert_eq!(position, before);
    }

    #[test]
    fn a_hole_stops_walks_and_shields() {
        let sans = |fen: &str| {
            let (law, placed) = crate::law::samples::under(&[], fen);
            let legal = law.legal(&placed.position, placed.army, None);
            let written = legal.iter().map(|played| san(played, &legal, &placed.position)).collect::<Vec<_>>().join(" ");
            (law.threat(&placed.position, placed.army).is_some(), written)
        };
        // The rook does not see the king, the king does not step into a hole, the knight jumps over them.
        let (checked, moves) = sans("7k/8/8/8/8/1P6/**6/K*1N1r2 w - - 0 1");
        assert!(!checked);
        assert_eq!(moves, "Nc3 Ne3 Nf2 b4");
        let (checked, _) = sans("7k/8/8/8/8/1P6/**6/K4r2 w - - 0 1");
        assert!(checked);
        // No castling over a hole.
        assert!(sans("7k/8/8/8/8/8/8/R3K2R w KQ - 0 1").1.contains("O-O"));
        assert!(!sans("7k/8/8/8/8/8/8/R1*1K1*R w KQ - 0 1").1.contains("O-O"));
    }
}
