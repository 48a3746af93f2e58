//! The law in force: for each board, tables of what its men may do.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::{
    ArmyId, BoardId, Cell, CellId, Clock, Entities, Frame, Geometry, Key, MAX_ARMIES, MAX_BOARDS, MAX_CELLS, MAX_KINDS, Position, SideId,
};
use crate::rule::{Clause, Counter, Form, Safety};

use super::actions::Action;
use super::between::GOES_ON;
use super::births::Births;
use super::deeds::{self, Work};
use super::endings::Close;
use super::fold::{Folded, Placed};
use super::introduce::SKIPPED;
use super::reads::Reads;
use super::tables::Tables;
use super::ties::ties_for_good;
use super::triggers::Cue;
use super::{ClausePlace, LawProblem, Standard, sequels};

/// A rule in force, as the fold sees it.
#[derive(Clone, Debug)]
pub struct Active<'a> {
    /// Its number: `w1`.
    pub number: &'a str,
    pub clauses: &'a [Clause],
    /// Where it acts.
    pub universes: Universes,
    /// When it took force; none: from the beginning.
    pub since: Option<Clock>,
    pub strength: Strength,
}

/// What a rule stands up to, beside what its place among all says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    Settled,
    /// Inside its protected interval: what it lets men do no newer rule forbids (R6).
    Protected,
    /// Over all rules (R14).
    Amendment,
}

/// The universes in which a rule acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Universes {
    Every,
    /// By number, from 1.
    Only(BTreeSet<u16>),
    /// A multiverse rule repealed for some universes (R1.5).
    Except(BTreeSet<u16>),
}

impl Universes {
    pub fn include(&self, universe: u16) -> bool {
        match self {
            Universes::Every => true,
            Universes::Only(some) => some.contains(&universe),
            Universes::Except(some) => !some.contains(&universe),
        }
    }

    /// Whether there may be a universe in both; of "every but some", that one is left is taken for granted.
    pub(super) fn meet(&self, other: &Universes) -> bool {
        match (self, other) {
            (Universes::Only(some), others) | (others, Universes::Only(some)) => some.iter().any(|&universe| others.include(universe)),
            _ => true,
        }
    }
}

/// One board under the law. Tables name cells by slot; `cells` are the board's own, by slot.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub tables: Arc<Tables>,
    pub cells: Vec<CellId>,
}

/// Tables made in the course of a fold, for boards that share them.
struct Compiled {
    /// By rule, whether it acts.
    acting: Vec<bool>,
    /// A board of their shape.
    board: BoardId,
    /// Which way the armies look on it.
    frames: Vec<Frame>,
    tables: Arc<Tables>,
}

/// The law in force over a multiverse. Immutable; folded anew when rules, kinds, armies or boards change.
#[derive(Clone, Debug)]
pub struct Law {
    pub(super) geometry: Geometry,
    pub(super) safety: Safety,
    pub(super) fields: Vec<Field>,
    /// By army, the armies it may capture, as bits.
    hostile: Vec<u32>,
    sides: Vec<SideId>,
    kinds: usize,
    /// In order of precedence.
    pub(super) endings: Vec<Close>,
    /// What rules and amendments say of victory, and where they are in force. No move is unlawful for it.
    pub(super) objectives: Vec<(Close, Universes)>,
    /// Some clause puts men in reserve.
    pub(super) reserves: bool,
    pub(super) births: Births,
    /// Where it is noted that men are held, and where that is in force.
    pub(super) held: Vec<(Key, Universes)>,
    /// Where it is noted that players have phases without moves.
    pub(super) skipped: Option<Key>,
    /// Where it is noted that a player's phase goes on.
    pub(super) goes_on: Option<Key>,
    /// The counter that the law text keeps for each player, with its limits.
    pub(super) counter: Option<Counted>,
    /// Some clause acts as a phase or a turn begins or ends.
    pub(super) fires: bool,
    /// What its words ask for besides men and squares.
    pub(super) reads: Reads,
    /// Whatever dice or other players decide is chosen like what the mover decides: all that may come of a move is listed.
    pub(super) fortune: bool,
    /// Some move or action may send men to another universe.
    pub(super) sends: bool,
    /// What is done on one board may concern those of other universes.
    pub(super) tied: bool,
}

/// A counter of a law text: what a FEN tells of beside the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub key: Key,
    pub start: i32,
    pub least: i32,
    pub most: i32,
}

impl Counted {
    /// The first that a law text declares.
    fn of(standard: &Standard, entities: &Entities) -> Option<Counted> {
        standard.placed().iter().find_map(|placed| match &placed.clause.form {
            Form::Counter(Counter { name, of: None, start, least, most, .. }) => {
                Some(Counted { key: entities.key_named(name)?, start: *start, least: *least, most: *most })
            }
            _ => None,
        })
    }
}

impl Law {
    /// Whether further moves stay few enough to be listed where all of these rules act at once, those too that sleep now: a rule that wakes asks nobody.
    pub fn can_wake_together(
        standard: &Standard,
        rules: &[Active<'_>],
        entities: &Entities,
        geometry: &Geometry,
    ) -> Result<(), LawProblem> {
        let base = standard.placed();
        let rule_clauses: Vec<Vec<Placed<'_>>> = rules.iter().map(placed).collect();
        let mut asked: Vec<Vec<bool>> = Vec::new();
        for board in &geometry.boards {
            let acting: Vec<bool> = rules.iter().map(|rule| rule.universes.include(board.universe)).collect();
            if asked.contains(&acting) {
                continue;
            }
            let acts = rule_clauses.iter().zip(&acting).filter(|(_, acts)| **acts).flat_map(|(clauses, _)| clauses);
            // What sleeps may name a kind that is gone: then nobody asks for its moves.
            if let Ok(folded) = Folded::new(base.iter().chain(acts), entities) {
                sequels::bounded(&folded, entities.kinds.len(), entities.armies.len())?;
            }
            asked.push(acting);
        }
        Ok(())
    }

    /// Folds rules, those of lower precedence first, over the standard law.
    pub fn fold(standard: &Standard, rules: &[Active<'_>], entities: &Entities, geometry: &Geometry) -> Result<Law, LawProblem> {
        within_limits(entities, geometry)?;
        let base = standard.placed();
        let folded_base = Folded::new(&base, entities)?;
        let rule_clauses: Vec<Vec<Placed<'_>>> = rules.iter().map(placed).collect();
        // Every clause is looked up once, so that a rule which acts nowhere yet is judged too.
        let judged = Folded::new(rule_clauses.iter().flatten(), entities)?;
        let said_in =
            |close: &Close| rule_clauses.iter().position(|clauses| clauses.first().is_some_and(|placed| placed.place.text == close.text()));
        let objectives = judged.endings.into_iter().filter_map(|close| said_in(&close).map(|at| (close, rules[at].universes.clone())));
        let objectives = objectives.collect();

        let mut compiled: Vec<Compiled> = Vec::new();
        let mut fields = Vec::with_capacity(geometry.boards.len());
        for (at, board) in geometry.boards.iter().enumerate() {
            let acting: Vec<bool> = rules.iter().map(|rule| rule.universes.include(board.universe)).collect();
            let id = BoardId(at as u8);
            let armies = (0..entities.armies.len()).map(|army| ArmyId(army as u8));
            let frames: Vec<Frame> = armies.map(|army| entities.frame_in(army, board.universe)).collect();
            let known = compiled.iter().find(|known| known.acting == acting && known.frames == frames && geometry.alike(known.board, id));
            let tables = match known {
                Some(known) => Arc::clone(&known.tables),
                None => {
                    let in_force = rule_clauses.iter().zip(&acting).filter(|(_, acts)| **acts).flat_map(|(clauses, _)| clauses);
                    let folded = Folded::new(base.iter().chain(in_force), entities)?;
                    sequels::bounded(&folded, entities.kinds.len(), entities.armies.len())?;
                    let tables = Arc::new(Tables::compile(&folded, &folded_base, entities, geometry, id)?);
                    compiled.push(Compiled { acting, board: id, frames, tables: Arc::clone(&tables) });
                    tables
                }
            };
            fields.push(Field { tables, cells: board.cells.clone() });
        }
        let sides: Vec<SideId> = entities.armies.iter().map(|army| army.side).collect();
        let hostile_to =
            |side: &SideId| sides.iter().enumerate().filter(|(_, other)| *other != side).fold(0, |bits, (at, _)| bits | 1 << at);
        let hostile = sides.iter().map(hostile_to).collect();
        let reserves = base.iter().chain(rule_clauses.iter().flatten()).any(|placed| placed.clause.form.fills_reserves());
        let kinds = entities.kinds.len();
        let fires = fields.iter().any(|field| field.tables.cues.iter().any(|cue| cue.moment.is_between_moves()));
        let reads = fields.iter().map(|field| field.tables.reads).reduce(Reads::join).unwrap_or_default();
        let held_by = |text: &str, universes: Universes| entities.key_named(&deeds::held_by(text)).map(|key| (key, universes));
        let by_text = base.iter().filter_map(|placed| held_by(&placed.place.text, Universes::Every));
        let by_rule = rule_clauses.iter().zip(rules);
        let by_rule = by_rule.filter_map(|(clauses, rule)| held_by(&clauses.first()?.place.text, rule.universes.clone()));
        let mut held: Vec<(Key, Universes)> = by_text.chain(by_rule).collect();
        held.dedup();
        let tied = base.iter().chain(rule_clauses.iter().flatten()).any(|placed| ties_for_good(placed.clause));
        let sends = fields.iter().any(|field| field.tables.sends);
        Ok(Law {
            geometry: geometry.clone(),
            safety: standard.safety,
            fields,
            hostile,
            sides,
            kinds,
            endings: folded_base.endings,
            objectives,
            reserves,
            births: Births::of(standard),
            held,
            goes_on: entities.key_named(GOES_ON),
            counter: Counted::of(standard, entities),
            fires,
            reads,
            fortune: false,
            sends,
            tied,
            skipped: entities.key_named(SKIPPED),
        })
    }

    /// The same law for one to whom dice and other players do whatever serves him.
    pub(super) fn favoured(&self) -> Law {
        Law { fortune: true, ..self.clone() }
    }

    #[inline]
    pub(super) fn field(&self, board: BoardId) -> &Field {
        &self.fields[board.index()]
    }

    /// A cell, if there was one when the law was folded: boards may have opened or grown since.
    #[inline]
    pub(super) fn cell(&self, id: CellId) -> Option<&Cell> {
        self.geometry.cells.get(id.index())
    }

    pub(super) fn boards(&self) -> impl Iterator<Item = BoardId> + use<> {
        (0..self.fields.len()).map(|board| BoardId(board as u8))
    }

    /// Whether a board has the shape, and the armies stand as they did, when the law was folded: what happens in a move may change that.
    #[inline]
    pub(super) fn knows_shape_of(&self, board: BoardId, position: &Position) -> bool {
        position.geometry.growths.len() == self.geometry.growths.len()
            && position.entities.armies.len() == self.armies()
            && position.geometry.board(board).seams == self.geometry.board(board).seams
    }

    /// Some clause, of whatever universe, may make two of them one.
    pub(super) fn merges(&self) -> bool {
        let merges = |cue: &Cue| cue.works.iter().any(Work::is_of_the_whole);
        self.fields.iter().any(|field| field.tables.cues.iter().any(merges) || field.tables.actions.iter().any(Action::merges))
    }

    /// The armies that an army may capture, as bits.
    #[inline]
    pub(super) fn hostile(&self, army: ArmyId) -> u32 {
        self.hostile[army.index()]
    }

    /// All armies, as bits.
    pub(super) fn everybody(&self) -> u32 {
        u32::MAX.checked_shr(u32::BITS.saturating_sub(self.sides.len() as u32)).unwrap_or(0)
    }

    pub(super) fn side(&self, army: ArmyId) -> SideId {
        self.sides[army.index()]
    }

    pub(super) fn kinds(&self) -> usize {
        self.kinds
    }

    #[inline]
    pub(super) fn armies(&self) -> usize {
        self.sides.len()
    }
}

pub(super) fn placed<'a>(rule: &Active<'a>) -> Vec<Placed<'a>> {
    // A rule that is not made yet has no number: "the new rule".
    let text = if rule.number.starts_with("the ") { rule.number.to_owned() } else { format!("rule {}", rule.number) };
    let numbered = rule.clauses.iter().zip(1..);
    numbered
        .map(|(clause, number)| Placed {
            clause,
            place: ClausePlace { text: text.clone(), clause: number },
            since: rule.since,
            strength: rule.strength,
        })
        .collect()
}

fn within_limits(entities: &Entities, geometry: &Geometry) -> Result<(), LawProblem> {
    let counts = [
        ("kinds of men", entities.kinds.len(), MAX_KINDS),
        ("armies", entities.armies.len(), MAX_ARMIES),
        ("boards", geometry.boards.len(), MAX_BOARDS),
        ("cells", geometry.cells.len(), MAX_CELLS),
    ];
    match counts.into_iter().find(|(_, count, limit)| count > limit) {
        Some((what, count, limit)) => Err(LawProblem::TooMany { what, count, limit }),
        None => Ok(()),
    }
}
