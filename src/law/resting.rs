//! Men that are held and players that have no moves in a phase, and what a phase begins and ends with.

use std::sync::Arc;

use crate::board::{ArmyId, Bearer, BoardId, Effect, Key, ManId, Note, Position, SideId};

use super::deeds::HELD;
use super::in_force::{Law, Universes};
use super::introduce::SAID;
use super::scene::Scene;

impl Law {
    /// Whether a rule holds a man, so that it may not move in this phase of its owner.
    #[inline]
    pub fn holds(&self, position: &Position, man: ManId) -> bool {
        !self.held.is_empty() && self.holders(position, man).next().is_some()
    }

    /// The texts that hold a man: `rule w1`.
    pub fn holders<'p>(&self, position: &'p Position, man: ManId) -> impl Iterator<Item = &'p str> {
        let at = position.man(man).place.cell();
        let there = at.map(|cell| position.geometry.board(position.geometry.cell(cell).board).universe);
        let in_force = move |universes: &Universes| there.is_none_or(|universe| universes.include(universe));
        let holds =
            move |(key, universes): &&(Key, Universes)| position.note(Note { of: Bearer::Man(man), key: *key }) > 0 && in_force(universes);
        self.held.iter().filter(holds).filter_map(|(key, _)| position.entities.name(*key).strip_prefix(HELD))
    }

    /// The same law for somebody whose men nothing holds.
    #[must_use]
    pub fn without_holds(mut self) -> Law {
        (self.held, self.skipped) = (Vec::new(), None);
        self
    }

    /// The same law with what its bans ask of the boards taken as the boards stand now, for one army on a board (R9).
    #[must_use]
    pub fn with_bans_as_they_stand(&self, position: &Position, army: ArmyId, board: BoardId) -> Law {
        let scene = Scene::new(self, position, board, army);
        let mut law = self.clone();
        let tables = Arc::make_mut(&mut law.fields[board.index()].tables);
        tables.bans = std::mem::take(&mut tables.bans).into_iter().map(|ban| ban.with_guard_of_now(&scene)).collect();
        law
    }

    /// Whether the army's player has no moves in this phase: the game is over, or a rule has taken them.
    pub(super) fn rests(&self, position: &Position, army: ArmyId) -> bool {
        self.is_over(position, army) || self.is_skipped(position, army)
    }

    fn is_skipped(&self, position: &Position, army: ArmyId) -> bool {
        self.skipped.is_some_and(|key| position.note(Note { of: Bearer::Side(self.side(army)), key }) > 0)
    }

    /// What happens as a player's phase ends: his men are held for one phase less, his words are forgotten.
    pub fn closing(&self, position: &Position, side: SideId) -> Vec<Effect> {
        let own = |bearer: &Bearer| match bearer {
            Bearer::Man(man) => self.side(position.man(*man).army) == side,
            Bearer::Side(whose) => *whose == side,
            _ => false,
        };
        let noted = |key: Key, new: fn(i32) -> i32| {
            let notes = position.notes().under(key).filter(move |(bearer, _)| own(bearer));
            notes.map(move |(of, old)| Effect::Note { note: Note { of, key }, old, new: new(old) }).collect::<Vec<_>>()
        };
        let less = |old| old - 1;
        let names = position.entities.names.iter().filter(|name| name.starts_with(SAID));
        let said = names.filter_map(|name| position.entities.key_named(name)).flat_map(|key| noted(key, |_| 0));
        let counted = self.held.iter().map(|(key, _)| *key).chain(self.skipped).flat_map(|key| noted(key, less));
        counted.chain(said).collect()
    }

    /// What happens as an army's phase opens: the marks of its last moves end, and what men were held by that is gone.
    pub fn opening(&self, position: &Position, army: ArmyId) -> Vec<Effect> {
        self.marks_of(position, |owner| owner == army).chain(self.freed(position)).collect()
    }

    /// What ends the marks of some armies' men.
    pub(super) fn marks_of(&self, position: &Position, own: impl Fn(ArmyId) -> bool) -> impl Iterator<Item = Effect> {
        let own = position.marks().iter().filter(move |mark| own(position.man(mark.man).army));
        own.map(|mark| Effect::Unmark { cell: mark.cell, man: mark.man })
    }

    /// What frees men of what they were held by that is gone.
    pub(super) fn freed(&self, position: &Position) -> impl Iterator<Item = Effect> {
        let by_what_is_gone = |note: &Note| {
            let held = position.entities.name(note.key).starts_with(HELD);
            held && !self.held.iter().any(|(key, _)| *key == note.key)
        };
        let gone = position.notes().iter().filter(move |(note, _)| by_what_is_gone(note));
        gone.map(|(note, old)| Effect::Note { note, old, new: 0 })
    }
}
