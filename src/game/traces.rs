//! What a batch of effects did to the boards besides what the move says: sentences for the mails.

use crate::board::{Bearer, BoardId, CellId, Effect, ManId, Note, Place, Position, Seams};
use crate::game::event::Moved;
use crate::law::{Move, STATE, Sort, borne, is_counter};
use crate::rule::counted_in_digits;

/// Of a move in whose place something else was done.
pub const NOT_MADE: &str = "the move is not made";
/// Begins, behind a move in the journal, what came of it.
pub const CAME_OF_IT: &str = " (";

/// A move as the journal has it: with what came of it, where its notation does not say that.
pub fn as_done(moved: &Moved) -> String {
    let ordered = format!("{}: {}", moved.universe, moved.notation);
    let says_nothing = !moved.notation.contains(|c: char| c.is_ascii_digit());
    let another = moved.told.first().is_some_and(|told| told == NOT_MADE || says_nothing);
    if another { format!("{ordered}{CAME_OF_IT}{})", moved.told.join("; ")) } else { ordered }
}

/// What a move did besides its own way and its plain capture: "the black rook on f3 joins white".
pub fn of_move(before: &Position, played: &Move, multiverse: &str) -> Vec<String> {
    let mut after = before.clone();
    after.apply_all(&played.effects);
    let plain = |id: ManId| {
        let (was, is) = (before.man(id), after.man(id));
        let castled = matches!(played.sort, Sort::Castling { with } if with == id);
        let moved = id == played.man
            && !matches!(played.sort, Sort::Action(_))
            && is.army == was.army
            && is.place == Place::Cell(played.to)
            && before.geometry.cell(played.to).board == played.board
            && [was.kind, played.choice.unwrap_or(was.kind)].contains(&is.kind);
        let captures = matches!(played.sort, Sort::Capture | Sort::InPassing);
        let taken = captures && played.captured.first() == Some(&id) && is.place == Place::Gone && is.kind == was.kind;
        castled || moved || taken
    };
    let further = further_legs(played);
    let known = |id: ManId| plain(id) || further.iter().any(|leg| leg.man == id || leg.captured.first() == Some(&id));
    // Where it stood before says nothing of a man that has moved before it went elsewhere.
    let board = |place: Place| place.cell().map(|cell| after.geometry.cell(cell).board);
    let own_name = |id: ManId| {
        let leaves = id == played.man && after.man(id).place.cell().is_some() && board(after.man(id).place) != board(before.man(id).place);
        if leaves {
            return Some(format!("the moving {}", before.entities.kind(before.man(id).kind).name));
        }
        // Of a man that is not where the move is made it is said where it is.
        let beyond = |&cell: &CellId| before.geometry.cell(cell).board != played.board;
        let there = before.man(id).place.cell().filter(beyond)?;
        // What is done instead of a move may lead to another board: it is told where it begins.
        let begins = [Place::Cell(played.to), before.man(played.man).place].into_iter().find(|&place| board(place) == Some(played.board));
        let begins = begins.unwrap_or(Place::Cell(played.to));
        Some(format!("{}{}", named(before, id), elsewhere((before, multiverse), begins, there)))
    };
    let mut told = told((before, &after, multiverse), known, own_name);
    let arrives = |effect: &Effect| matches!(effect, Effect::Put { man, to, .. } if *man == played.man && *to == Place::Cell(played.to));
    let arrived = played.effects.iter().any(arrives);
    let (from, stands) = (before.man(played.man).place, after.man(played.man).place);
    if matches!(played.sort, Sort::Action(_)) && told.is_empty() {
        told.push("nobody moves, and nothing changes".to_owned());
    }
    if played.aside && !arrived {
        told.insert(0, NOT_MADE.to_owned());
    } else if let Some(cell) = stands.cell().filter(|&cell| arrived && stands == from && cell != played.to) {
        told.insert(
            0,
            format!("the moving {} goes back to {}", before.entities.kind(before.man(played.man).kind).name, after.geometry.name(cell)),
        );
    }
    told
}

fn further_legs(played: &Move) -> Vec<&Move> {
    let legs = played.labels.iter().filter_map(|label| match label {
        crate::law::Label::Leg(leg) => Some(&**leg),
        _ => None,
    });
    legs.flat_map(|leg| std::iter::once(leg).chain(further_legs(leg))).collect()
}

/// Everything that a batch did.
pub fn of_effects(before: &Position, effects: &[Effect], multiverse: &str) -> Vec<String> {
    let mut after = before.clone();
    after.apply_all(effects);
    told((before, &after, multiverse), |_| false, |_| None)
}

/// The differences of two positions of a multiverse but for the men that are known, a sentence each; some men have a name of their own.
fn told(
    (before, after, multiverse): (&Position, &Position, &str),
    known: impl Fn(ManId) -> bool,
    own_name: impl Fn(ManId) -> Option<String>,
) -> Vec<String> {
    let mut sentences = Vec::new();
    for (id, was) in before.men().filter(|(id, _)| !known(*id)) {
        let is = after.man(id);
        // Whoever has left the game becomes nothing that anybody sees.
        let gone = was.place == Place::Gone && is.place == Place::Gone;
        if gone || is.place == was.place && is.kind == was.kind && is.army == was.army {
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
            (_, Place::Cell(cell)) => {
                deeds.push(format!("goes to {}{}", after.geometry.name(cell), elsewhere((after, multiverse), was.place, cell)))
            }
            (_, Place::Pocket(army)) => deeds.push(format!("goes to {}'s reserve", after.entities.army(army).name)),
            (_, Place::Hand) => {}
        }
        sentences.push(format!("{} {}", own_name(id).unwrap_or_else(|| named(before, id)), deeds.join(" and ")));
    }
    for (id, man) in after.men().skip(before.men().count()) {
        if let Place::Cell(cell) = man.place {
            let kind = &after.entities.kind(man.kind).name;
            let army = &after.entities.army(man.army).name;
            // The men of a new board are told with it.
            if after.geometry.cell(cell).board.index() < before.geometry.boards.len() {
                sentences.push(format!("{} {kind} appears on {}", a(army), after.geometry.name(cell)));
            }
        } else if let Place::Pocket(_) = man.place {
            sentences.push(format!("{} comes to the reserve", named(after, id)));
        }
    }
    // The holes of a new board are told with it, and those of one that closes by its end.
    let told_apart = |cell: &CellId| {
        let board = after.geometry.cell(*cell).board;
        board.index() < before.geometry.boards.len() && (is_closed(before, board) || !is_closed(after, board))
    };
    let holes = |position: &Position| position.holes().filter(told_apart).collect::<Vec<CellId>>();
    let (old, new) = (holes(before), holes(after));
    let names = |cells: Vec<&CellId>| cells.into_iter().map(|&cell| after.geometry.name(cell)).collect::<Vec<_>>().join(", ");
    let opened = names(new.iter().filter(|cell| !old.contains(cell)).collect());
    let closed = names(old.iter().filter(|cell| !new.contains(cell)).collect());
    sentences.extend((!opened.is_empty()).then(|| format!("{opened}: a hole now")));
    sentences.extend((!closed.is_empty()).then(|| format!("{closed}: a square again")));
    sentences.extend(counted(before, after));
    sentences.extend(shaped(before, after, multiverse));
    sentences
}

/// Counters that changed, of players and of men, and what men are marked as.
fn counted(before: &Position, after: &Position) -> Vec<String> {
    let mut changed: Vec<Note> = before.notes().iter().chain(after.notes().iter()).map(|(note, _)| note).collect();
    changed.sort_unstable();
    changed.dedup();
    changed.retain(|&note| before.note(note) != after.note(note));
    let mut of_sides = Vec::new();
    // What the same was done to is told together.
    let mut of_men: Vec<(Bears, Vec<ManId>)> = Vec::new();
    for note in changed {
        let (name, was, is) = (after.entities.name(note.key), before.note(note), after.note(note));
        match note.of {
            Bearer::Side(side) if is_counter(name) => {
                if let Some(owner) = after.entities.armies.iter().find(|army| army.side == side) {
                    of_sides.push(format!("{} has {} now, {was} before", owner.name, counted_in_digits(is, name)));
                }
            }
            Bearer::Man(man) if after.man(man).place.cell().is_some() => {
                let so = match name.strip_prefix(STATE) {
                    Some(_) if (was != 0) == (is != 0) => None,
                    Some(state) => Some(Bears::Mark { state: state.to_owned(), on: is != 0 }),
                    None => borne(name, is).map(|(count, name)| Bears::Count(counted_in_digits(count, name))),
                };
                let Some(so) = so else { continue };
                match of_men.iter_mut().find(|(told, _)| *told == so) {
                    Some((_, men)) => men.push(man),
                    None => of_men.push((so, vec![man])),
                }
            }
            _ => {}
        }
    }
    of_sides.extend(of_men.into_iter().flat_map(|(so, men)| so.told(&men, after)));
    of_sides
}

/// What men have come to bear.
#[derive(PartialEq, Eq)]
enum Bears {
    Mark {
        state: String,
        on: bool,
    },
    /// `2 wounds`
    Count(String),
}

impl Bears {
    /// More men than that are told by their number.
    const EACH: usize = 4;

    fn told(&self, men: &[ManId], after: &Position) -> Vec<String> {
        if men.len() > Bears::EACH {
            return vec![format!("{} pieces {}", men.len(), self.of_these(["are", "have"], " each"))];
        }
        men.iter().map(|&id| format!("{} {}", named(after, id), self.of_these(["is", "has"], ""))).collect()
    }

    fn of_these(&self, [is, has]: [&str; 2], each: &str) -> String {
        match self {
            Bears::Mark { state, on: true } => format!("{is} {state} now"),
            Bears::Mark { state, on: false } => format!("{is} no longer {state}"),
            Bears::Count(count) => format!("{has} {count}{each} now"),
        }
    }
}

/// Boards that have another shape.
fn shaped(before: &Position, after: &Position, multiverse: &str) -> Vec<String> {
    let boards = before.geometry.boards.iter().zip(&after.geometry.boards);
    let grown = boards.clone().filter(|(was, is)| (was.files, was.ranks) != (is.files, is.ranks));
    let seams = boards.flat_map(|(was, is)| seamed(was.seams, is.seams));
    let ids = || (0..after.geometry.boards.len()).map(|at| BoardId(at as u8));
    let new = ids().skip(before.geometry.boards.len()).map(|id| opened((before, after, multiverse), id));
    let ends = |id: &BoardId| is_closed(after, *id) && !is_closed(before, *id);
    let closed = ids().take(before.geometry.boards.len()).filter(ends).map(|id| format!("{} closes", place((after, multiverse), id)));
    let besides: Vec<String> = new.chain(closed).collect();
    let grown = grown.map(|(_, is)| format!("the board has {} files and {} ranks now", is.files, is.ranks));
    grown.chain(seams).chain(besides).collect()
}

/// Opposite edges that are joined, or no longer.
fn seamed(was: Seams, is: Seams) -> Vec<String> {
    let told = |edges: &str, joined: bool| match joined {
        true => format!("the {edges} edges of the board are joined now"),
        false => format!("the {edges} edges of the board are no longer joined"),
    };
    let pairs = [("left and right", was.files, is.files), ("lower and upper", was.ranks, is.ranks)];
    pairs.into_iter().filter(|(_, was, is)| was != is).map(|(edges, _, is)| told(edges, is)).collect()
}

/// A new board, in words: `Zaphod:4 opens, 8 files and 8 ranks, with 32 pieces`.
fn opened((before, after, multiverse): (&Position, &Position, &str), id: BoardId) -> String {
    let board = after.geometry.board(id);
    let (old, place) = (before.geometry.of_universe(board.universe).next().is_some(), place((after, multiverse), id));
    let what = if old { format!("a further board of {place} opens") } else { format!("{place} opens") };
    let men = match after.standing(id).count() {
        0 => String::new(),
        1 => ", with one piece".to_owned(),
        count => format!(", with {count} pieces"),
    };
    format!("{what}, {} files and {} ranks{men}", board.files, board.ranks)
}

fn is_closed(position: &Position, board: BoardId) -> bool {
    position.geometry.board(board).cells.iter().all(|&cell| position.is_hole(cell))
}

/// `Zaphod:2`: the universe of a board.
fn place((position, multiverse): (&Position, &str), board: BoardId) -> String {
    format!("{multiverse}:{}", position.geometry.board(board).universe)
}

/// ` of Zaphod:2` for a cell of another universe than that of a place, ` of the other board` for one of another board.
fn elsewhere((position, multiverse): (&Position, &str), from: Place, to: CellId) -> String {
    let board = |cell: CellId| position.geometry.cell(cell).board;
    match from.cell().map(board) {
        Some(here) if here == board(to) => String::new(),
        Some(here) if position.geometry.board(here).universe == position.geometry.board(board(to)).universe => {
            " of the other board".to_owned()
        }
        Some(_) => format!(" of {}", place((position, multiverse), board(to))),
        None => String::new(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Seat;

    #[test]
    fn the_journal_tells_what_came_of_a_move_that_was_not_made() {
        let moved = |notation: &str, told: &[&str]| {
            let told = told.iter().map(|told| (*told).to_owned()).collect();
            as_done(&Moved { seat: Seat(0), universe: 1, notation: notation.to_owned(), san: String::new(), effects: Vec::new(), told })
        };
        assert_eq!(moved("e2-e4", &["the black pawn on d5 joins white"]), "1: e2-e4");
        assert_eq!(
            moved("d2-d4", &[NOT_MADE, "the white pawn on d2 goes to d3"]),
            "1: d2-d4 (the move is not made; the white pawn on d2 goes to d3)"
        );
        assert_eq!(moved("CURRASOW", &["the green pawn on e7 goes to e5"]), "1: CURRASOW (the green pawn on e7 goes to e5)");
        assert_eq!(moved("O-O", &[]), "1: O-O");
    }
}
