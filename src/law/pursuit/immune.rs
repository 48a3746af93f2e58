//! What the words in force show by themselves: squares on which no king can be captured, and kings that nobody will ever reach.

use std::collections::BTreeSet;

use crate::board::{ArmyId, CellId, Man, ManId};
use crate::law::brands::Brand;
use crate::law::known::{Fellow, Moment, Sure};
use crate::law::statute::Statute;
use crate::rule::walk::{self, Part};
use crate::rule::{Class, Condition, Form, Kinds, Number};

use super::roads::{Quarry, Roads};
use super::{Grounds, Hunt, Local, Proof};

/// The most turns after the coming ones that are looked at.
const MAX_TURNS_NAMED: usize = 64;

/// A proof for one pair, if there is one: of the real king, or, for a victim with several that may count, of every one of them.
pub(super) fn shown(grounds: &Grounds<'_>, hunts: &[Hunt<'_>]) -> Option<Proof> {
    let is_real = |hunt: &&Hunt<'_>| {
        let man = grounds.position.man(hunt.king);
        man.real && man.royal
    };
    if let Some(real) = hunts.iter().find(is_real) {
        return of_king(grounds, real);
    }
    let mut proof = None;
    for hunt in hunts {
        proof = Some(of_king(grounds, hunt)?);
    }
    proof
}

/// Whether nothing may capture a king on a cell in the coming turns.
pub(super) fn safe_on(grounds: &Grounds<'_>, hunt: &Hunt<'_>, cell: CellId) -> bool {
    let here = hunt.board == grounds.position.geometry.cell(cell).board;
    here && Haven::of(grounds, hunt).is_some_and(|haven| haven.is_safe(cell))
}

fn of_king(grounds: &Grounds<'_>, hunt: &Hunt<'_>) -> Option<Proof> {
    let &Hunt { cell, board, ref local, .. } = hunt;
    let haven = Haven::of(grounds, hunt)?;
    if haven.is_safe(cell) {
        return Some(Proof::Square { at: cell, way: Vec::new() });
    }
    // However briefly (R5a): what exempts kings by name, and them alone.
    let exempting = local.statute.of_victims(|class| names_royalty(grounds, class));
    if let Some(turn) = haven.exempting_turn(&exempting, cell) {
        return Some(Proof::Exempt { at: cell, turn });
    }
    if let Some(so) = haven.exempting_brand() {
        return Some(Proof::Marked { at: cell, so });
    }
    // Whatever it hangs on (R5a): a king that has castled, or that stands next to a rook, is exempted by name too.
    let supposing = exempting.supposing();
    if haven.exempting_turn(&supposing, cell).is_some() {
        return Some(Proof::Spared { at: cell });
    }
    // What a king has done it has done for good, whoever else the clause speaks of.
    let done = local.statute.once_done(haven.man.legs == 0);
    let safe_then = |statute: &Statute<'_>, at: CellId| haven.is_safe_under(statute, haven.on(at), haven.coming());
    if done.as_ref().is_some_and(|done| safe_then(done, cell)) {
        return Some(Proof::Spared { at: cell });
    }
    // Nor for what may be so of it for a while (R5a).
    let so = local.statute.once_so(&grounds.position.entities);
    if so.as_ref().is_some_and(|so| safe_then(so, cell)) {
        return Some(Proof::Spared { at: cell });
    }
    if haven.is_moved() {
        return None;
    }
    let walks = Roads::of_kind(grounds, local, board, haven.man.army, haven.man.kind).walks(haven.man.kind, cell);
    if let Some(at) = (1..walks.len()).find(|&at| haven.is_safe(walks[at].0)) {
        let mut way = vec![walks[at].0];
        let mut from = at;
        while from != 0 {
            from = walks[from].1;
            way.push(walks[from].0);
        }
        way.reverse();
        return Some(Proof::Square { at: walks[at].0, way });
    }
    if let Some(&(at, _)) = walks.iter().find(|(at, _)| haven.exempting_turn(&supposing, *at).is_some()) {
        return Some(Proof::Spared { at });
    }
    if let Some(done) = &done
        && let Some(&(at, _)) = walks.iter().find(|(at, _)| safe_then(done, *at))
    {
        return Some(Proof::Spared { at });
    }
    if let Some(so) = &so
        && let Some(&(at, _)) = walks.iter().find(|(at, _)| safe_then(so, *at))
    {
        return Some(Proof::Spared { at });
    }
    let reaches = haven.roads.iter().any(|roads| {
        let reached = roads.reachable();
        (0..roads.places()).any(|place| reached[place] && roads.may_capture(place, haven.there(), &local.statute, &haven.turns))
    });
    if !reaches {
        return Some(Proof::Unreachable { at: cell });
    }
    grounds.is_never_checked(hunt).then_some(Proof::Unchecked { at: cell })
}

/// A king on its board, and all who may ever come to capture it there.
struct Haven<'h> {
    grounds: &'h Grounds<'h>,
    hunt: &'h Hunt<'h>,
    man: &'h Man,
    roads: Vec<&'h Roads<'h>>,
    /// The coming turns one by one, and then all others together.
    turns: Vec<(i32, i32)>,
    /// Turns after the coming ones, one by one, in which what clauses say of turns changes.
    later: Vec<(i32, i32)>,
    /// Men may come from other universes, or go there: by a rule of whichever of them.
    sends: bool,
}

impl<'h> Haven<'h> {
    /// `None` where words alone do not tell who may capture it.
    fn of(grounds: &'h Grounds<'h>, hunt: &'h Hunt<'h>) -> Option<Haven<'h>> {
        if hunt.local.sway.shapes || grounds.blasts(&hunt.local, hunt.king, hunt.cell) || !grounds.is_steady() {
            return None;
        }
        let roads: Vec<&Roads<'_>> = hunt.roads.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let turns = roads.first()?.turns();
        let sends = hunt.local.sway.sends || grounds.law.sends || grounds.law.merges();
        let later = turns_named(grounds, hunt, turns.last()?.0);
        Some(Haven { grounds, hunt, man: grounds.position.man(hunt.king), roads, turns, later, sends })
    }

    /// Rules may put it elsewhere.
    fn is_moved(&self) -> bool {
        self.hunt.local.sway.moves || self.sends
    }

    fn coming(&self) -> &[(i32, i32)] {
        &self.turns[..self.turns.len() - 1]
    }

    /// The king where it stands.
    fn there(&self) -> Quarry {
        self.on(self.hunt.cell)
    }

    fn on(&self, cell: CellId) -> Quarry {
        let unmoved = cell == self.hunt.cell && self.man.legs == 0;
        Quarry { kind: self.man.kind, army: self.man.army, cell, unmoved: Some(unmoved), bears: None }
    }

    fn is_safe_under(&self, statute: &Statute<'_>, quarry: Quarry, turns: &[(i32, i32)]) -> bool {
        let may = |roads: &&Roads<'_>| (0..roads.places()).any(|place| roads.may_capture(place, quarry, statute, turns));
        !self.roads.iter().any(may)
    }

    /// A coming turn in which clauses keep it from capture on a cell, if there is one.
    fn exempting_turn(&self, exempting: &Statute<'_>, cell: CellId) -> Option<u32> {
        if exempting.is_empty() {
            return None;
        }
        let safe = |turn: &&(i32, i32)| self.is_safe_under(exempting, self.on(cell), &[**turn]);
        let turn = self.coming().iter().chain(&self.later).find(safe)?;
        Some(turn.0.unsigned_abs())
    }

    /// What it can be made to bear, for good or by its own name, so that nobody may capture it where it stands, however briefly, and somebody
    /// might if it did not bear that.
    fn exempting_brand(&self) -> Option<String> {
        let brands = self.hunt.local.named.brands.iter().enumerate();
        let exempting = |&(at, brand): &(usize, &Brand)| {
            let by_name = names_royalty(self.grounds, &brand.on);
            let quarry = Quarry { bears: Some(at), ..self.there() };
            let safe = |quarry: Quarry, turns: &[(i32, i32)]| self.is_safe_under(&self.hunt.local.statute, quarry, turns);
            let by_it = |turns: &[(i32, i32)]| safe(quarry, turns) && !safe(self.there(), turns);
            match by_name {
                true => self.coming().iter().any(|&turn| by_it(&[turn])),
                false => !brand.for_a_time && self.may_bear(brand) && by_it(self.coming()),
            }
        };
        let told = |brand: &Brand| format!("{} {}", if brand.counted { "has" } else { "is" }, brand.name);
        brands.into_iter().find(exempting).map(|(_, brand)| told(brand))
    }

    /// Whether it is surely among those that can be made to bear it, by whomever.
    fn may_bear(&self, brand: &Brand) -> bool {
        let &Hunt { cell, board, ref local, .. } = self.hunt;
        let law = self.grounds.law;
        let hostile: Vec<u32> = (0..law.armies()).map(|army| law.hostile(ArmyId(army as u8))).collect();
        let fellow = Fellow { kind: self.man.kind, army: self.man.army, cell, unmoved: None, number: 1, bears: None };
        // Whoever is on move may bring it about, for himself or for others.
        let may = |army: u8| {
            let moment = Moment::new((&self.grounds.position.entities, &law.geometry), &local.named, &hostile, (board, ArmyId(army)));
            moment.includes(&brand.on, &fellow) == Sure::Yes
        };
        (0..law.armies() as u8).any(may)
    }

    /// Nobody may capture it there in the coming turns; one that rules may put elsewhere is safe only if it is so everywhere on its board.
    fn is_safe(&self, cell: CellId) -> bool {
        let safe = |cell: CellId| self.is_safe_under(&self.hunt.local.statute, self.on(cell), self.coming());
        let everywhere = || self.grounds.position.geometry.board(self.hunt.board).cells.iter().all(|&cell| safe(cell));
        safe(cell) && (!self.is_moved() || !self.sends && everywhere())
    }
}

/// The turns from one on that clauses name, each with the one before and the one after it.
fn turns_named(grounds: &Grounds<'_>, hunt: &Hunt<'_>, from: i32) -> Vec<(i32, i32)> {
    let universe = grounds.position.geometry.board(hunt.board).universe;
    let mut named = BTreeSet::new();
    for placed in grounds.texts.within(universe) {
        walk::parts(placed.clause, &mut |part| {
            if let Part::Condition(
                Condition::Compare(Number::Turn, _, Number::Is(turn)) | Condition::Compare(Number::Is(turn), _, Number::Turn),
            ) = part
            {
                named.extend([*turn - 1, *turn, *turn + 1]);
            }
        });
    }
    named.range(from..).take(MAX_TURNS_NAMED).map(|&turn| (turn, turn)).collect()
}

/// Whether a class is of kings and no others, or of kings and some others called by name.
fn names_royalty(grounds: &Grounds<'_>, class: &Class) -> bool {
    let royal = |name: &String| grounds.position.entities.kinds.iter().any(|kind| kind.royal && kind.name == *name);
    matches!(&class.kinds, Kinds::Only(names) if names.iter().any(royal))
}

impl Grounds<'_> {
    /// Whether an explosion may reach a king, or it may be captured where it passed.
    fn blasts(&self, local: &Local<'_>, king: ManId, cell: CellId) -> bool {
        let man = self.position.man(king);
        let law = self.law;
        let board = self.position.geometry.cell(cell).board;
        let hostile: Vec<u32> = (0..law.armies()).map(|army| law.hostile(ArmyId(army as u8))).collect();
        let moment = Moment::new((&self.position.entities, &law.geometry), &local.named, &hostile, (board, man.army));
        let fellow = Fellow { kind: man.kind, army: man.army, cell, unmoved: None, number: 1, bears: None };
        let universe = self.position.geometry.board(board).universe;
        let edits = self.texts.within(universe).into_iter().filter_map(|placed| match &placed.clause.form {
            Form::Capture(edit) => edit.explosion.as_ref(),
            _ => None,
        });
        let hit = edits.filter(|explosion| explosion.reach > 0).any(|explosion| moment.includes(&explosion.hits, &fellow) != Sure::No);
        hit || law.field(board).tables.of(man.kind, man.army).passes || self.position.marks().iter().any(|mark| mark.man == king)
    }

    /// No move may give check, and nothing else could bring it about: so nobody is ever about to capture the king.
    fn is_never_checked(&self, hunt: &Hunt<'_>) -> bool {
        let man = self.position.man(hunt.king);
        let stands_still = !self.law.reads.clock() && !self.law.reads.past && !self.law.fires && self.position.notes().is_empty();
        let drops = hunt.armies.iter().any(|&army| self.position.pocket(army).next().is_some());
        let quiet = stands_still && !drops && !hunt.local.sway.acts && man.royal;
        quiet && hunt.local.statute.forbids_checks() && !self.law.in_check(self.position, man.army)
    }

    /// Nobody comes from other boards, and none appears.
    fn is_steady(&self) -> bool {
        let tables = self.law.boards().map(|board| &self.law.field(board).tables);
        tables.into_iter().all(|tables| tables.crossing.is_empty())
    }
}
