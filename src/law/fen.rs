//! FEN under a law: who may castle and whom one may take in passing become facts of men, and back.

use crate::board::{
    ArmyId, Bearer, Board, BoardId, CellId, Clock, Counts, Effect, Fen, FenProblem, KindId, Letter, Look, MAX_MEN, Man, ManId, Note, Place,
    Position, SideId, Spot, file_name,
};
use crate::movement::{Gait, Use};

use super::castling::one_way;
use super::in_force::{Counted, Field};
use super::scene::Scene;
use super::standard::Post;
use super::{Law, Standard};

/// A position of two armies on one board as FEN gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub position: Position,
    /// The army on move.
    pub army: ArmyId,
    /// Plies since the last capture or pawn move, as FEN counts.
    pub halfmoves: u32,
    /// The number of the move, from 1.
    pub number: u32,
    /// The FEN tells the law's counter, and with it how far the phase has come; else the phase is to be opened.
    pub counted: bool,
}

/// The only board of a FEN.
const BOARD: BoardId = BoardId(0);
/// The army in upper case.
const FIRST: ArmyId = ArmyId(0);

/// Reads a FEN of the law's own two armies, the first in upper case, on a board of the FEN's extent. Men of royal kinds are real kings.
/// A man on its place in the array has not moved; of men to castle with, only those with a right have not. `*` is a hole, `[Qp]` tells of
/// reserves, and `Q~` was made as the first kind that promotes to it.
pub fn read_fen(text: &str, standard: &Standard) -> Result<Placed, FenProblem> {
    let fen = Fen::read(text)?;
    let (files, ranks) = (fen.ranks[0].len() as i16, fen.ranks.len() as i16);
    let mut position = standard.empty(files, ranks).map_err(|why| FenProblem::new("placement", why.to_string()))?;
    let law = Law::fold(standard, &[], &position.entities, &position.geometry)
        .map_err(|problem| FenProblem::new("placement", problem.to_string()))?;
    place(&fen, standard, &law, &mut position)?;
    let army = on_move(&fen.on_move, standard)?;
    let rights = rights(&fen.castling, &law, &position)?;
    grant(&rights, &law, &mut position);
    for board in (0..position.geometry.boards.len()).map(|board| BoardId(board as u8)) {
        position.apply_all(&standard.crown(&position, board));
    }
    reserve(&fen.reserve, standard, &mut position)?;
    let clock = Clock::new(fen.number, Some(position.entities.army(army).side));
    position.apply(&Effect::Clock { old: position.clock(), new: clock });
    if let Some(cell) = &fen.passed {
        let mark = passed(cell, &law, &position, army)?;
        position.apply(&mark);
    }
    if let Some(counts) = fen.counts {
        count(counts, &law, &mut position)?;
    }
    Ok(Placed { position, army, halfmoves: fen.halfmoves, number: fen.number, counted: fen.counts.is_some() })
}

/// The law's counter of each player. How far it has gone is counted downwards where it starts above its least.
fn count(counts: Counts, law: &Law, position: &mut Position) -> Result<(), FenProblem> {
    let problem = |reason: String| FenProblem::new("counter", reason);
    let Some(Counted { key, start, least, most }) = law.counter else {
        return Err(problem("the law keeps no counter of its players".to_owned()));
    };
    for (side, said) in counts.of.into_iter().map(i32::from).enumerate() {
        let new = match counts.gone {
            false => said,
            true if start > least => start - said,
            true => start + said,
        };
        if !(least..=most).contains(&new) {
            return Err(problem(format!("{said} is not possible: the counter is between {least} and {most}")));
        }
        let note = Note { of: Bearer::Side(SideId(side as u8)), key };
        position.apply(&Effect::Note { note, old: position.note(note), new });
    }
    Ok(())
}

/// The men of the placement and its holes; men on their places in the array have not moved.
fn place(fen: &Fen, standard: &Standard, law: &Law, position: &mut Position) -> Result<(), FenProblem> {
    let Board { files, ranks, .. } = *position.geometry.board(BOARD);
    let own_extent = (files, ranks) == (standard.files, standard.ranks);
    for (row, rank) in fen.ranks.iter().zip(0..) {
        for (spot, file) in row.iter().zip(0..) {
            let (spot, Some(cell)) = (spot, position.geometry.at(BOARD, file, rank)) else { continue };
            let letter = match spot {
                Spot::Empty => continue,
                Spot::Hole => {
                    position.apply(&Effect::Hole { cell, open: false });
                    continue;
                }
                Spot::Man(letter) => letter,
            };
            let cell = if letter.across {
                let beyond = position.geometry.counterpart(cell);
                beyond
                    .ok_or_else(|| FenProblem::new("placement", "| stands before a man on the second board, and the law has one board"))?
            } else {
                cell
            };
            let (man, kind, army) = recruit(letter, "placement", standard, position)?;
            let made = if letter.promoted { promoted_from(kind, army, law)? } else { kind };
            position.apply(&Effect::Make { man, kind: made, army, cell });
            if made != kind {
                position.apply(&Effect::Kind { man, old: made, new: kind });
            }
            if !(own_extent && !letter.across && standard.posts().contains(&Post { army: army.index(), kind, file, rank })) {
                position.apply(&Effect::Legs { man, old: 0, new: 1 });
            }
        }
    }
    Ok(())
}

/// The men in reserve; their home is the lower left cell, for want of another.
fn reserve(letters: &[Letter], standard: &Standard, position: &mut Position) -> Result<(), FenProblem> {
    let home = position.geometry.board(BOARD).cells[0];
    for letter in letters {
        let (man, kind, army) = recruit(letter, "reserve", standard, position)?;
        position.apply(&Effect::Recruit { man, kind, army, home });
    }
    Ok(())
}

/// Whom a letter of a field brings, as the next man.
fn recruit(letter: &Letter, field: &'static str, standard: &Standard, position: &Position) -> Result<(ManId, KindId, ArmyId), FenProblem> {
    let problem = |reason: String| FenProblem::new(field, reason);
    let kind = standard.kind_lettered(&letter.kind).ok_or_else(|| problem(format!("no kind of man has the letter {:?}", letter.kind)))?;
    let army = usize::from(!letter.upper);
    if army >= standard.armies.len() {
        return Err(problem("the law has one army, in upper case".to_owned()));
    }
    let man = position.next_man();
    if man.index() == MAX_MEN {
        return Err(problem(format!("there may be {MAX_MEN} men and no more")));
    }
    Ok((man, kind, ArmyId(army as u8)))
}

/// The first kind that promotes to another.
fn promoted_from(kind: KindId, army: ArmyId, law: &Law) -> Result<KindId, FenProblem> {
    let tables = &law.field(BOARD).tables;
    let mut kinds = (0..law.kinds()).map(|from| KindId(from as u8));
    let from = kinds.find(|&from| from != kind && tables.may_become(from, army, kind));
    from.ok_or_else(|| FenProblem::new("placement", "~ stands after a man to whose kind no other promotes"))
}

/// `w` and `b` are the first and the second army, whatever their colours; the colours and their first letters serve too.
fn on_move(text: &str, standard: &Standard) -> Result<ArmyId, FenProblem> {
    let colour = |army: &&crate::rule::Army| army.name == text || army.name.strip_prefix(text).is_some() && text.chars().count() == 1;
    let named = standard.armies.iter().position(|army| colour(&army));
    let at = named.or(match text {
        "w" => Some(0),
        "b" => Some(1),
        _ => None,
    });
    match at.filter(|&at| at < standard.armies.len()) {
        Some(at) => Ok(ArmyId(at as u8)),
        None => Err(FenProblem::new("on move", format!("{text:?} is no army; write w or b"))),
    }
}

/// A man that may castle and one to castle with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Right {
    castler: ManId,
    with: ManId,
    /// The letter that says so.
    letter: char,
}

/// Every pair of a castler and a friend to castle with on its rank, ordered so that the likeliest castler of an army comes first.
fn pairs(law: &Law, position: &Position, board: BoardId, first: ArmyId) -> Vec<Right> {
    let tables = &law.field(board).tables;
    let mut pairs = Vec::new();
    let mut castlers: Vec<_> = position.standing(board).filter(|(_, man, _)| tables.of(man.kind, man.army).castles).collect();
    castlers.sort_by_key(|(id, man, _)| (man.legs, *id));
    for (castler, man, from) in castlers {
        for side in friends(law, position, law.field(board), castler) {
            for (at, &with) in side.iter().enumerate() {
                let (here, there) = (law.geometry.cell(from).file, file_of(law, position, with));
                let outermost = at + 1 == side.len();
                let letter = match (outermost, there > here) {
                    (true, true) => 'K',
                    (true, false) => 'Q',
                    // Only boards of up to 26 files have letters for the others.
                    (false, _) => file_name(there).to_uppercase().chars().next().unwrap_or('?'),
                };
                let letter = if man.army == first { letter } else { letter.to_ascii_lowercase() };
                pairs.push(Right { castler, with, letter });
            }
        }
    }
    pairs
}

fn file_of(law: &Law, position: &Position, man: ManId) -> i16 {
    position.man(man).place.cell().map_or(0, |cell| law.geometry.cell(cell).file)
}

/// The men that a castler may castle with by their kind, to both sides of it, the nearest first.
fn friends(law: &Law, position: &Position, Field { tables, cells }: &Field, castler: ManId) -> [Vec<ManId>; 2] {
    let man = position.man(castler);
    let Some(cell) = man.place.cell() else { return Default::default() };
    tables.along.map(|direction| {
        let (start, end) = tables.tracks.bounds(direction, law.geometry.cell(cell).slot, crate::movement::UNLIMITED);
        let cells = tables.tracks.walk(start, end).iter().map(|&slot| cells[usize::from(slot)]);
        let walk = one_way(&law.geometry, cell, cells).filter_map(|cell| position.on(cell));
        let scene = Scene::new(law, position, law.geometry.cell(cell).board, man.army);
        walk.filter(|&id| {
            let friend = position.man(id);
            friend.army == man.army && tables.castling(&scene, castler, man, id, friend).is_some()
        })
        .collect()
    })
}

/// The rights that the letters give: `KQkq`, or files as in `HAha`.
fn rights(letters: &str, law: &Law, position: &Position) -> Result<Vec<Right>, FenProblem> {
    let pairs = pairs(law, position, BOARD, FIRST);
    let by_file = |right: &Right, letter: char| {
        let file = file_name(file_of(law, position, right.with));
        let first = position.man(right.castler).army == FIRST;
        first == letter.is_ascii_uppercase() && file == letter.to_ascii_lowercase().to_string()
    };
    let right = |letter: char| {
        let said = pairs.iter().find(|right| right.letter == letter).or_else(|| pairs.iter().find(|right| by_file(right, letter)));
        said.copied().ok_or_else(|| FenProblem::new("castling", format!("nobody could castle as {letter:?} says; write - for none")))
    };
    letters.chars().map(right).collect()
}

/// Who has a right has not moved, nor has its castler; the other men to castle with have.
fn grant(rights: &[Right], law: &Law, position: &mut Position) {
    let without = pairs(law, position, BOARD, FIRST).into_iter().map(|pair| (pair.with, 1));
    let with = rights.iter().flat_map(|right| [(right.castler, 0), (right.with, 0)]);
    for (man, new) in without.chain(with).collect::<Vec<_>>() {
        let old = position.man(man).legs;
        if (old == 0) != (new == 0) {
            position.apply(&Effect::Legs { man, old, new });
        }
    }
}

/// The mark of the man that passed over a cell in the last move: some walk of its kind leads over that cell to where it stands.
fn passed(name: &str, law: &Law, position: &Position, on_move: ArmyId) -> Result<Effect, FenProblem> {
    let problem = |reason: String| FenProblem::new("passed", reason);
    let cell = law.geometry.named(BOARD, name).ok_or_else(|| problem(format!("there is no cell {name:?}")))?;
    let tables = &law.field(BOARD).tables;
    let passers = position.standing(BOARD).filter(|(_, man, _)| {
        law.hostile(on_move) >> man.army.index() & 1 == 1 && tables.of(man.kind, man.army).passes && position.on(cell).is_none()
    });
    let mut marked = passers.filter(|(id, man, to)| {
        let cells = law.field(BOARD).cells.iter().filter(|&&from| position.is_free(from));
        cells.copied().any(|from| {
            [0, man.legs].into_iter().any(|legs| {
                // As it stood before it went: what its movement hangs on is asked of it there.
                let mut before = position.clone();
                before.apply(&Effect::Put { man: *id, from: Place::Cell(*to), to: Place::Cell(from) });
                before.apply(&Effect::Legs { man: *id, old: man.legs, new: legs });
                let gait = tables.gait(&Scene::new(law, &before, BOARD, man.army), *id, before.man(*id));
                walks_over(law, &before, &tables.gaits[usize::from(gait)], from, cell, *to)
            })
        })
    });
    match marked.next() {
        Some((man, _, _)) => Ok(Effect::Mark { cell, man }),
        None => Err(problem(format!("no man can just have passed over {name}"))),
    }
}

/// Whether a quiet walk of a gait leads from a cell over another to a third, with nobody on its way.
fn walks_over(law: &Law, position: &Position, gait: &Gait, from: CellId, over: CellId, to: CellId) -> bool {
    let Field { tables, cells } = law.field(BOARD);
    gait.rays(law.geometry.cell(from).slot).iter().any(|ray| {
        let mut walk = tables.tracks.walk(ray.start, ray.end).iter().map(|&slot| cells[usize::from(slot)]);
        let before: Vec<CellId> = walk.by_ref().take_while(|&cell| cell != to).collect();
        let reached = ray.end - ray.start > before.len() as u32;
        reached
            && ray.purpose != Use::Capture
            && before.len() + 1 >= usize::from(ray.min)
            && before.contains(&over)
            && before.iter().all(|&cell| position.on(cell).is_none())
    })
}

/// Writes one board as FEN; `first` is the army in upper case. Of men of more than two armies, of several marks, and of what rules keep
/// beside the men FEN cannot tell.
pub fn write_fen(law: &Law, position: &Position, board: BoardId, first: ArmyId, on_move: ArmyId, halfmoves: u32, number: u32) -> String {
    let letter = |man: &Man, army: ArmyId, promoted| Letter {
        kind: position.entities.kind(man.kind).letter.clone(),
        upper: army == first,
        promoted,
        across: false,
    };
    // Of the first board of a universe also the men behind its empty cells, on the second.
    let across = |cell: CellId| {
        let beyond = position.geometry.counterpart(cell).filter(|&beyond| position.geometry.cell(beyond).board.index() > board.index())?;
        let man = position.man(position.on(beyond)?);
        Some(Spot::Man(Letter { across: true, ..letter(man, man.army, law.reserves && man.made != man.kind) }))
    };
    let spot = |&cell: &CellId| match position.look(cell) {
        Look::Free => across(cell).unwrap_or(Spot::Empty),
        Look::Hole => Spot::Hole,
        Look::Man(man) => {
            let man = position.man(man);
            Spot::Man(letter(man, man.army, law.reserves && man.made != man.kind))
        }
    };
    let marks = position.marks().iter().filter(|mark| position.geometry.cell(mark.cell).board == board && position.is_free(mark.cell));
    let passed = marks.filter(|mark| position.man(mark.man).army != on_move).map(|mark| position.geometry.name(mark.cell)).next();
    let kept = armies_first(first, law.armies()).flat_map(|army| {
        let here = |man: &Man| position.geometry.cell(man.home).board == board;
        let mut men: Vec<&Man> = position.pocket(army).map(|(_, man)| man).filter(|man| here(man)).collect();
        men.sort_by_key(|man| (std::cmp::Reverse(position.entities.kind(man.kind).value), man.kind));
        men.into_iter().map(move |man| letter(man, army, false))
    });
    Fen {
        ranks: position.geometry.board(board).rows().map(|row| row.iter().map(spot).collect()).collect(),
        reserve: kept.collect(),
        on_move: if on_move == first { "w" } else { "b" }.to_owned(),
        castling: castling_letters(law, position, board, first),
        passed,
        counts: counts(law, position),
        halfmoves,
        number,
    }
    .to_string()
}

/// What the law's counter is for the first two players.
fn counts(law: &Law, position: &Position) -> Option<Counts> {
    let counter = law.counter?;
    let of = |side: u8| position.note(Note { of: Bearer::Side(SideId(side)), key: counter.key });
    let [first, second] = [of(0), of(1)].map(u16::try_from);
    Some(Counts { of: [first.ok()?, second.ok()?], gone: false })
}

/// All armies, that one before the others.
fn armies_first(first: ArmyId, count: usize) -> impl Iterator<Item = ArmyId> {
    let others = (0..count).map(|army| ArmyId(army as u8)).filter(move |&army| army != first);
    std::iter::once(first).chain(others)
}

/// The rights of unmoved men, those of the first army before the others', right before left.
pub(super) fn castling_letters(law: &Law, position: &Position, board: BoardId, first: ArmyId) -> String {
    let unmoved = |man: &ManId| position.man(*man).legs == 0;
    let mut letters: Vec<(bool, char)> = Vec::new();
    for right in pairs(law, position, board, first).iter().filter(|right| unmoved(&right.castler) && unmoved(&right.with)) {
        let said = (position.man(right.castler).army != first, right.letter);
        if !letters.contains(&said) {
            letters.push(said);
        }
    }
    letters.sort_by_key(|(later, _)| *later);
    letters.into_iter().map(|(_, letter)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::{perft, perft_bulk, samples};
    use crate::rule::Safety;

    fn chess() -> Standard {
        samples::chess(Safety::Never)
    }

    fn rewritten(text: &str, standard: &Standard) -> Result<String, FenProblem> {
        let placed = read_fen(text, standard)?;
        let law = Law::fold(standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
        Ok(write_fen(&law, &placed.position, BOARD, FIRST, placed.army, placed.halfmoves, placed.number))
    }

    #[test]
    fn a_position_is_written_as_it_was_read() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
            "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 5 20",
            "1r2kr2/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1",
            "4k/p4/5/5/P2K1 b - - 0 9",
        ] {
            assert_eq!(rewritten(text, &chess()).unwrap(), text);
        }
        assert_eq!(rewritten("r3k2r/8/8/8/8/8/8/R3K2R w HAa - 0 1", &chess()).unwrap(), "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1");
    }

    #[test]
    fn reserves_holes_and_promoted_men_are_written_as_they_were_read() {
        let text = "r3k2r/8/3*4/8/4Q~3/8/8/R3K2R[QNPPbp] w KQkq - 0 12";
        let placed = read_fen(text, &chess()).unwrap();
        let position = &placed.position;
        let mut law = Law::fold(&chess(), &[], &position.entities, &position.geometry).unwrap();
        law.reserves = true;
        assert_eq!(write_fen(&law, position, BOARD, FIRST, placed.army, placed.halfmoves, placed.number), text);
        assert_eq!((position.clock().turn(), position.clock().side), (12, Some(crate::board::SideId(0))));
        let promoted = position.man(position.on(position.geometry.named(BOARD, "e4").unwrap()).unwrap());
        assert_eq!(position.entities.kind(promoted.made).name, "pawn");
        law.reserves = false;
        assert!(!write_fen(&law, position, BOARD, FIRST, placed.army, 0, 1).contains('~'));
    }

    #[test]
    fn a_right_nobody_could_have_is_refused() {
        for (text, field) in [
            ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"),
            ("4k3/8/8/8/8/8/8/4K2R w - e3 0 1", "passed"),
            ("4k3/8/8/8/8/8/8/4K2R w - x9 0 1", "passed"),
            ("4k3/8/8/8/8/8/8/4K2X w - - 0 1", "placement"),
            ("4k3/p4/5/5/P2K1 b - - 0 9", "placement"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "on move"),
            ("4k3/8/8/8/8/8/8/4K~3 w - - 0 1", "placement"),
            ("4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "reserve"),
        ] {
            assert_eq!(rewritten(text, &chess()).unwrap_err().field, field, "{text}");
        }
    }

    #[test]
    fn perft_from_positions_known_to_everybody() {
        for (text, depth, lines) in [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ] {
            let Placed { position, army, .. } = read_fen(text, &chess()).unwrap();
            let law = Law::fold(&chess(), &[], &position.entities, &position.geometry).unwrap();
            assert_eq!(perft(&law, &position, army, depth), lines, "{text}");
            assert_eq!(perft_bulk(&law, &position, army, depth), lines, "{text}");
        }
    }
}
