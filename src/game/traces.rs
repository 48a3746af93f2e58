//! What a batch of effects did to the boards besides what the move says: sentences for the mails.

use crate::board::{Bearer, CellId, Effect, ManId, Place, Position};
use crate::law::{Move, Sort};

/// What a move did besides its own way and its plain capture: "the black rook on f3 joins white".
pub fn of_move(before: &Position, played: &Move) -> Vec<String> {
    let mut after = before.clone();
    after.apply_all(&played.effects);
    let plain = |id: ManId| {
        let (was, is) = (before.man(id), after.man(id));
        let castled = matches!(played.sort, Sort::Castling { with } if with == id);
        let moved = id == played.man
            && is.army == was.army
            && is.place == Place::Cell(played.to)
            && [was.kind, played.choice.unwrap_or(was.kind)].contains(&is.kind);
        let taken = played.captured.first() == Some(&id) && is.place == Place::Gone && is.kind == was.kind;
        castled || moved || taken
    };
    let further = further_legs(played);
    told(before, &after, |id| plain(id) || further.iter().any(|leg| leg.man == id || leg.captured.first() == Some(&id)))
}

fn further_legs(played: &Move) -> Vec<&Move> {
    let legs = played.labels.iter().filter_map(|label| match label {
        crate::law::Label::Leg(leg) => Some(&**leg),
        _ => None,
    });
    legs.flat_map(|leg| std::iter::once(leg).chain(further_legs(leg))).collect()
}

/// Everything that a batch did.
pub fn of_effects(before: &Position, effects: &[Effect]) -> Vec<String> {
    let mut after = before.clone();
    after.apply_all(effects);
    told(before, &after, |_| false)
}

/// The differences of two positions but for those men, a sentence each.
fn told(before: &Position, after: &Position, known: impl Fn(ManId) -> bool) -> Vec<String> {
    let mut sentences = Vec::new();
    for (id, was) in before.men().filter(|(id, _)| !known(*id)) {
        let is = after.man(id);
        if is.place == was.place && is.kind == was.kind && is.army == was.army {
            continue;
        }
        let mut deeds = Vec::new();
        if is.army != was.army {
            deeds.push(format!("joins {}", after.entities.army(is.army).name));
        }
        if is.kind != was.kind {
            deeds.push(format!("becomes {}", a(&after.entities.kind(is.kind).name)));
        }
        match (was.place, is.place) {
            (one, other) if one == other => {}
            (_, Place::Gone) => deeds.push("leaves the board".to_owned()),
            (_, Place::Cell(cell)) => deeds.push(format!("goes to {}", after.geometry.name(cell))),
            (_, Place::Pocket(army)) => deeds.push(format!("goes to {}'s reserve", after.entities.army(army).name)),
            (_, Place::Hand) => {}
        }
        sentences.push(format!("{} {}", named(before, id), deeds.join(" and ")));
    }
    for (id, man) in after.men().skip(before.men().count()) {
        if let Place::Cell(cell) = man.place {
            let kind = &after.entities.kind(man.kind).name;
            let army = &after.entities.army(man.army).name;
            sentences.push(format!("{} {kind} appears on {}", a(army), after.geometry.name(cell)));
        } else if let Place::Pocket(_) = man.place {
            sentences.push(format!("{} comes to the reserve", named(after, id)));
        }
    }
    let holes = |position: &Position| position.holes().collect::<Vec<CellId>>();
    let (old, new) = (holes(before), holes(after));
    let names = |cells: Vec<&CellId>| cells.into_iter().map(|&cell| after.geometry.name(cell)).collect::<Vec<_>>().join(", ");
    let opened = names(new.iter().filter(|cell| !old.contains(cell)).collect());
    let closed = names(old.iter().filter(|cell| !new.contains(cell)).collect());
    sentences.extend((!opened.is_empty()).then(|| format!("{opened}: a hole now")));
    sentences.extend((!closed.is_empty()).then(|| format!("{closed}: a square again")));
    sentences.extend(counted(before, after));
    sentences.extend(shaped(before, after));
    sentences
}

/// Counters that changed.
fn counted(before: &Position, after: &Position) -> Vec<String> {
    let mut changed: Vec<_> = before.notes().iter().chain(after.notes().iter()).map(|(note, _)| note).collect();
    changed.sort_unstable();
    changed.dedup();
    let of_side = changed.into_iter().filter(|&note| before.note(note) != after.note(note)).filter_map(|note| match note.of {
        Bearer::Side(side) => {
            let owner = after.entities.armies.iter().find(|army| army.side == side)?;
            let name = &after.entities.names[note.key.index()];
            Some(format!("{} has {} {name} now, {} before", owner.name, after.note(note), before.note(note)))
        }
        _ => None,
    });
    of_side.collect()
}

/// Boards that have another shape.
fn shaped(before: &Position, after: &Position) -> Vec<String> {
    let boards = before.geometry.boards.iter().zip(&after.geometry.boards);
    let grown = boards.clone().filter(|(was, is)| (was.files, was.ranks) != (is.files, is.ranks));
    let joined = boards.filter(|(was, is)| was.seams != is.seams);
    let grown = grown.map(|(_, is)| format!("the board has {} files and {} ranks now", is.files, is.ranks));
    grown.chain(joined.map(|_| "the edges of the board are joined differently now".to_owned())).collect()
}

/// `the white knight on f3`.
fn named(position: &Position, id: ManId) -> String {
    let man = position.man(id);
    let (army, kind) = (&position.entities.army(man.army).name, &position.entities.kind(man.kind).name);
    match man.place {
        Place::Cell(cell) => format!("the {army} {kind} on {}", position.geometry.name(cell)),
        _ => format!("the {army} {kind}"),
    }
}

fn a(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
