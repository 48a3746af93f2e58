//! What is to come on a board, in words: deeds that rules have put off, and what lasts for a time.

use std::collections::BTreeMap;

use crate::board::{Bearer, BoardId, ManId, Note, Position};
use crate::rule::{Clause, Deed, Form, Vocabulary, lasting, print_form, told_deeds};

use super::later::{BEFORE, BOUND, Due, FAR_TURN, LATER, MAX_PENDING, Point, pending, place};

/// What deeds with a time of their own say, by the place under which they are noted: `rule w3, 2.1`.
pub type Sayings = BTreeMap<String, Saying>;

/// What a deed with a time of its own says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    words: String,
    /// It is meant for men of these royal kinds alone, of whom the real ones are spared (R13): where there are no others it does nothing.
    royal: Vec<String>,
}

/// What the deeds with a time of their own in a rule's clauses say; `text` is where the clauses stand, `rule w3`.
pub fn sayings(text: &str, clauses: &[Clause], words: &Vocabulary) -> Sayings {
    let mut said = Sayings::new();
    for (clause, number) in clauses.iter().zip(1..) {
        let deeds = match &clause.form {
            Form::Trigger(trigger) => &trigger.deeds,
            Form::Action(action) => &action.deeds,
            _ => continue,
        };
        for (deed, part) in lasting::timed(deeds).into_iter().zip(1..) {
            let saying = match deed {
                Deed::Later(_, then) => {
                    let spared = then.iter().any(|deed| deed.meets_royalty(words));
                    told_deeds(then, words) + if spared { ", real royal pieces spared," } else { "" }
                }
                Deed::For(_, during) if matches!(**during, Deed::JoinEdges { .. }) => told_deeds(std::slice::from_ref(&**during), words),
                Deed::Meanwhile(_, form) => print_form(form, words).trim_end_matches('.').to_owned(),
                _ => continue,
            };
            let alone = match deed {
                Deed::Later(_, then) => then.iter().map(|deed| deed.royal_kinds_alone(words)).collect::<Option<Vec<_>>>(),
                _ => None,
            };
            said.insert(place(text, number, part), Saying { words: saying, royal: alone.unwrap_or_default().concat() });
        }
    }
    said
}

/// What is to come on a board, in words: `w3: e4 is a hole until the end of white's phase of turn 7`.
pub fn awaited(position: &Position, board: BoardId, sayings: &Sayings) -> Vec<String> {
    let entities = &position.entities;
    let man = |id: ManId| {
        let man = position.man(id);
        let at = man.place.cell().map(|cell| format!(" on {}", position.geometry.name(cell))).unwrap_or_default();
        format!("the {} {}{at}", entities.army(man.army).name, entities.kind(man.kind).name)
    };
    // Men of royal kinds who may lose their place: none who is real.
    let dummies = |kinds: &[String]| {
        position.men().any(|(_, man)| {
            let here = man.place.cell().is_some_and(|cell| position.geometry.cell(cell).board == board);
            here && !man.royal && kinds.contains(&entities.kind(man.kind).name)
        })
    };
    // The men of whom something speaks that is put off.
    let meant = |of: Bearer| {
        let noted = |name: &&str| Some(position.note(Note { of, key: entities.key_named(name)? }));
        let men = BOUND[..3].iter().filter_map(noted).filter_map(|noted| u16::try_from(noted - 1).ok());
        let mut men: Vec<String> = men.map(|id| man(ManId(id))).collect();
        men.dedup();
        if men.is_empty() { String::new() } else { format!(" ({})", men.join(", ")) }
    };
    let noted = |(note, noted): (Note, i32)| {
        let place = entities.name(note.key).strip_prefix(LATER).filter(|name| !name.ends_with(BEFORE))?;
        let (rule, _) = place.strip_prefix("rule ").unwrap_or(place).split_once(',')?;
        let due = Due::read(noted);
        let before = entities.key_named(&format!("{LATER}{place}{BEFORE}")).map(|key| position.note(Note { of: note.of, key }));
        let known = sayings.get(place);
        if known.is_some_and(|known| !known.royal.is_empty() && !dummies(&known.royal)) {
            return None;
        }
        let saying = known.map(|known| known.words.as_str());
        let what = match note.of {
            // What is so of a whole board is noted on one of its squares.
            Bearer::Cell(_) if saying.is_some() => saying.unwrap_or_default().to_owned(),
            Bearer::Cell(cell) if position.is_hole(cell) => format!("{} is a hole", position.geometry.name(cell)),
            Bearer::Cell(cell) => format!("{} has its name", position.geometry.name(cell)),
            Bearer::Man(id) if before.is_some_and(|before| before != 0) => format!("{} is what it is", man(id)),
            Bearer::Man(id) => format!("{} ({})", saying.unwrap_or("something holds"), man(id)),
            Bearer::Pending(_) => format!("{}{}", saying.unwrap_or("something is done"), meant(note.of)),
            Bearer::Side(side) => {
                let army = entities.armies.iter().find(|army| army.side == side)?;
                format!("{} ({}'s pieces)", saying.unwrap_or("something holds"), army.name)
            }
            Bearer::Game | Bearer::Army(_) => saying.unwrap_or("something holds").to_owned(),
        };
        let army = &entities.armies.get(due.army.index())?.name;
        let turn = due.turn;
        let when = match (due.point, note.of) {
            _ if turn == FAR_TURN => "for the rest of the game".to_owned(),
            (Point::Opens, Bearer::Pending(_)) => format!("as {army}'s phase of turn {turn} opens"),
            (Point::Opens, _) => format!("until {army}'s phase of turn {turn}"),
            (Point::Closes, _) => format!("to the end of {army}'s phase of turn {turn}"),
            (Point::TurnEnds, _) => format!("to the end of turn {turn}"),
        };
        (due.board == board).then(|| format!("{rule}: {what} {when}"))
    };
    let bound = |note: &Note| BOUND.contains(&entities.name(note.key));
    let mut told: Vec<(String, usize)> = Vec::new();
    for line in position.notes().iter().filter(|(note, _)| !bound(note)).filter_map(noted) {
        match told.iter_mut().find(|(known, _)| *known == line) {
            Some((_, times)) => *times += 1,
            None => told.push((line, 1)),
        }
    }
    let mut told: Vec<String> =
        told.into_iter().map(|(line, times)| if times == 1 { line } else { format!("{line}, {times} times") }).collect();
    if !told.is_empty() && pending(position).count() >= usize::from(MAX_PENDING) {
        told.push(format!("{MAX_PENDING} deeds are put off, and until some of them are done rules put off no more"));
    }
    told
}
