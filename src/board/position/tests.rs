//! What is done can be taken back, and what differs is written differently.

use proptest::prelude::*;

use super::*;
use crate::board::samples::{boards, some_effect};
use crate::board::{Board, BoardId, Effect, Fact, Memory, REMEMBERED_TURNS, SideId};

/// What is kept beside the men follows from them.
fn assert_sound(position: &Position) -> Result<(), TestCaseError> {
    for army in (0..position.entities.armies.len()).map(|army| ArmyId(army as u8)) {
        let such = |fits: &dyn Fn(&Man) -> bool| position.men().filter(|(_, man)| fits(man)).map(|(id, _)| id).collect::<Vec<ManId>>();
        let standing = such(&|man| man.army == army && man.place.cell().is_some());
        prop_assert_eq!(position.roster(army).iter().collect::<Vec<_>>(), standing);
        let kept = such(&|man| man.place == Place::Pocket(army));
        prop_assert_eq!(position.pocket(army).map(|(id, _)| id).collect::<Vec<_>>(), kept);
    }
    prop_assert!(position.men().all(|(_, man)| man.royal == (man.real || man.kind == KindId(1))));
    let real: Vec<ManId> = position.men().filter(|(_, man)| man.royal).map(|(id, _)| id).collect();
    prop_assert_eq!(position.royals().iter().collect::<Vec<_>>(), real);
    for board in (0..2).map(BoardId) {
        let Board { first_file, first_rank, files, ranks, .. } = *position.geometry.board(board);
        let all = (first_rank..first_rank + ranks).flat_map(|rank| (first_file..first_file + files).map(move |file| (file, rank)));
        let found: Vec<CellId> = all.filter_map(|(file, rank)| position.geometry.at(board, file, rank)).collect();
        prop_assert_eq!(&found, &position.geometry.board(board).rows().flatten().copied().collect::<Vec<_>>());
        for (slot, &id) in position.geometry.board(board).cells.iter().enumerate() {
            let cell = position.geometry.cell(id);
            prop_assert_eq!((cell.board, usize::from(cell.slot)), (board, slot));
            prop_assert_eq!(position.geometry.named(board, &position.geometry.name(id)), Some(id));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_done_can_be_taken_back(choices in proptest::collection::vec((0..24u8, 0..1000usize, 0..1000usize), 1..200)) {
        let mut position = boards();
        let mut done: Vec<(Position, Effect)> = Vec::new();
        for (sort, one, other) in choices {
            let effect = some_effect(&position, sort, one, other);
            done.push((position.clone(), effect));
            position.apply(&effect);
            assert_sound(&position)?;
        }
        for (before, effect) in done.iter().rev() {
            let after = position.clone();
            position.undo(effect);
            prop_assert_eq!(&position, before);
            prop_assert_eq!(position.canonical() == after.canonical(), position == after);
        }
    }
}

#[test]
fn the_past_tells_moves_apart_and_fades() {
    let mut position = boards();
    let (man, other, kind, red, blue) = (ManId(0), ManId(1), KindId(0), ArmyId(0), ArmyId(1));
    let at = |turn, side| Clock::new(turn, Some(SideId(side)));
    let went = |from, to| Fact::Went { man, kind, army: red, from: CellId(from), to: CellId(to) };
    let story = [
        (at(1, 0), went(1, 2)),
        (at(2, 0), went(2, 7)),
        (at(2, 0), Fact::Took { man: other, kind, army: blue }),
        (at(2, 0), Fact::Checked),
        (at(3, 0), went(7, 8)),
    ];
    position.apply_all(&story.map(|(at, fact)| Effect::Remember(Memory { at, fact })));
    let told: Vec<(u32, CellId, usize)> =
        position.past().moves().rev().map(|gone| (gone.at.turn(), gone.to, gone.facts().count())).collect();
    assert_eq!(told, [(3, CellId(8), 0), (2, CellId(7), 2), (1, CellId(2), 0)]);
    assert_eq!(position.past().fading(at(REMEMBERED_TURNS, 0)), []);
    let fading = position.past().fading(at(REMEMBERED_TURNS + 2, 0));
    assert_eq!(fading.len(), 4);
    let before = position.clone();
    position.apply_all(&fading);
    assert_eq!(position.past().moves().map(|gone| gone.at.turn()).collect::<Vec<_>>(), [3]);
    position.undo_all(&fading);
    assert_eq!(position, before);
}

#[test]
fn a_walk_sees_a_hole_and_nobody_stands_in_it() {
    let mut position = boards();
    let cell = CellId(7);
    position.apply(&Effect::Hole { cell, open: false });
    assert_eq!((position.look(cell), position.on(cell), position.is_free(cell)), (Look::Hole, None, false));
    assert_eq!(position.holes().collect::<Vec<_>>(), [cell]);
    position.apply(&Effect::Hole { cell, open: true });
    assert_eq!((position.look(cell), position), (Look::Free, boards()));
}

#[test]
fn what_was_announced_comes_in_under_the_next_id() {
    let mut position = boards();
    assert_eq!(position.entities.kind_named("yeti"), None);
    let (kind, army, key) = (position.next_kind(), position.next_army(), position.next_key());
    position.apply_all(&[Effect::Declare { kind }, Effect::Enlist { army }, Effect::Name { key }]);
    let entities = &position.entities;
    assert_eq!(
        (entities.kind_named("yeti"), entities.army_named("green"), entities.key_named("held")),
        (Some(kind), Some(army), Some(key))
    );
    let man = position.next_man();
    position.apply(&Effect::Recruit { man, kind, army, home: CellId(0) });
    assert_eq!(position.pocket(army).count(), 1);
    position.apply(&Effect::Put { man, from: Place::Pocket(army), to: Place::Cell(CellId(3)) });
    assert_eq!((position.pocket(army).count(), position.has_pockets(), position.roster(army).contains(man)), (0, false, true));
}
