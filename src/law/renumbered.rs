//! What notes hold in numbers of men, squares, armies and boards, once a universe is taken out of its multiverse and all these have others.

use std::collections::BTreeMap;

use crate::board::{ArmyId, Bearer, BoardId, CellId, Effect, Note, Position};

use super::later::{BEFORE, BOUND, Changed, Due, LATER};

/// The whole that a part was taken out of, and the new numbers of the men.
struct Move<'p> {
    whole: &'p Position,
    part: &'p Position,
    men: &'p BTreeMap<u16, u16>,
}

/// Renumbers what the notes of a part hold; `men` are the new numbers of its men. What was put off on a board that is not there does not come.
pub fn renumber(whole: &Position, men: &BTreeMap<u16, u16>, part: &mut Position) {
    let notes: Vec<(Note, i32)> = part.notes().iter().collect();
    let changed: Vec<Effect> = {
        let to = Move { whole, part, men };
        let gone: Vec<Bearer> = notes.iter().filter(|&&(note, noted)| to.is_left_behind(note, noted)).map(|(note, _)| note.of).collect();
        let new = |note: Note, noted: i32| if gone.contains(&note.of) { 0 } else { to.noted(note, noted) };
        notes.into_iter().map(|(note, old)| Effect::Note { note, old, new: new(note, old) }).collect()
    };
    for effect in changed {
        if matches!(effect, Effect::Note { old, new, .. } if old != new) {
            part.apply(&effect);
        }
    }
}

impl Move<'_> {
    fn name(&self, note: Note) -> &str {
        self.part.entities.name(note.key)
    }

    fn is_left_behind(&self, note: Note, noted: i32) -> bool {
        let timed = self.name(note).starts_with(LATER) && !BOUND.contains(&self.name(note));
        timed && matches!(note.of, Bearer::Pending(_)) && self.board(Due::read(noted).board).is_none()
    }

    fn noted(&self, note: Note, noted: i32) -> i32 {
        let name = self.name(note);
        let of_number = |new: Option<u16>| new.map_or(0, |new| i32::from(new) + 1);
        let number = u16::try_from(noted - 1).ok();
        match BOUND.iter().position(|bound| *bound == name) {
            Some(at) if at < 3 => of_number(number.and_then(|man| self.men.get(&man).copied())),
            Some(_) => of_number(number.and_then(|cell| self.cell(CellId(cell))).map(|cell| cell.0)),
            None if !name.starts_with(LATER) => noted,
            None if name.ends_with(BEFORE) => {
                let changed = Changed::read(noted);
                let army = |army: Option<u8>| army.and_then(|army| self.army(ArmyId(army))).map(|army| army.0);
                match changed.hands {
                    true => Changed { before: army(changed.before), into: army(changed.into), ..changed }.noted(),
                    false => noted,
                }
            }
            None => {
                let due = Due::read(noted);
                let (army, board) = (self.army(due.army).unwrap_or(ArmyId(0)), self.board(due.board).unwrap_or(BoardId(0)));
                Due { army, board, ..due }.noted()
            }
        }
    }

    /// The board in the same place of the same universe.
    fn board(&self, board: BoardId) -> Option<BoardId> {
        let universe = self.whole.geometry.boards.get(board.index())?.universe;
        let nth = self.whole.geometry.of_universe(universe).position(|known| known == board)?;
        self.part.geometry.of_universe(universe).nth(nth)
    }

    fn cell(&self, cell: CellId) -> Option<CellId> {
        let at = self.whole.geometry.cells.get(cell.index())?;
        self.part.geometry.at(self.board(at.board)?, at.file, at.rank)
    }

    fn army(&self, army: ArmyId) -> Option<ArmyId> {
        self.part.entities.army_named(&self.whole.entities.armies.get(army.index())?.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Geometry, KindId, ManId, News};
    use crate::law::later::Point;
    use crate::law::samples::chess;
    use crate::rule::Safety;

    const TIME: &str = "later: rule w1, 1.1";

    /// A board of each universe, a man of each number of them on its a1, and the names of what is put off.
    fn ground(universes: &[u16]) -> Position {
        let mut geometry = Geometry::default();
        for &universe in universes {
            geometry.add_rectangle(universe, 4, 4).unwrap();
        }
        let mut position = Position::empty(chess(Safety::Free).entities().into(), geometry.into());
        for name in [TIME].into_iter().chain(BOUND) {
            position.announce(News { names: vec![name.to_owned()], ..News::default() });
            position.apply(&Effect::Name { key: position.next_key() });
        }
        for board in (0..universes.len()).map(|at| BoardId(at as u8)) {
            let (man, cell) = (position.next_man(), position.geometry.named(board, "a1").unwrap());
            position.apply(&Effect::Make { man, kind: KindId(0), army: ArmyId(1), cell });
        }
        position
    }

    fn write(position: &mut Position, of: Bearer, name: &str, new: i32) {
        let note = Note { of, key: position.entities.key_named(name).unwrap() };
        position.apply(&Effect::Note { note, old: position.note(note), new });
    }

    #[test]
    fn what_is_put_off_means_the_same_man_square_and_board() {
        let (mut whole, mut part) = (ground(&[1, 2]), ground(&[2]));
        let far = |position: &Position, board: u8| i32::from(position.geometry.named(BoardId(board), "c2").unwrap().0) + 1;
        for (number, board) in [(0, BoardId(0)), (1, BoardId(1))] {
            let due = Due { turn: 7, point: Point::Opens, army: ArmyId(1), board };
            let notes = [(TIME, due.noted()), (BOUND[0], i32::from(board.0) + 1), (BOUND[4], far(&whole, board.0))];
            for (name, value) in notes {
                write(&mut whole, Bearer::Pending(number), name, value);
                write(&mut part, Bearer::Pending(number), name, value);
            }
        }
        renumber(&whole, &[(1, 0)].into(), &mut part);
        let noted = |number: u16, name: &str| part.note(Note { of: Bearer::Pending(number), key: part.entities.key_named(name).unwrap() });
        let due = Due { turn: 7, point: Point::Opens, army: ArmyId(1), board: BoardId(0) };
        assert_eq!([noted(1, TIME), noted(1, BOUND[0]), noted(1, BOUND[4])], [due.noted(), i32::from(ManId(0).0) + 1, far(&part, 0)]);
        assert_eq!([noted(0, TIME), noted(0, BOUND[0]), noted(0, BOUND[4])], [0; 3], "what is put off elsewhere does not come here");
    }
}
