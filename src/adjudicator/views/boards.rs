//! Boards as the mails and the shell draw them, with what is to be told of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Fault, capital, rules};
use crate::board::{BoardId, Effect, Frame, Position};
use crate::game::Event;
use crate::game::mar::{Multiverse, Played, Shadow, Stage, Universe};
use crate::law::Move;
use crate::letter::Image;
use crate::letter::views::{BoardView, RuleView};
use crate::render::{Scene, View, html, png, svg, text};
use crate::turn::Seat;

/// The drawings of one state, each board drawn once a side that somebody looks from.
pub struct Gallery<'g> {
    game: &'g Multiverse,
    drawn: BTreeMap<(BoardId, bool), (BoardView, Image)>,
    /// The game as it would be if something presumed were denied, by presumption; found when it is first looked for.
    shadows: Option<Vec<(String, Shadow)>>,
    /// The rules as everybody sees them, and when they act next; found once for all readers.
    rules: Option<Vec<RuleView>>,
    /// Moves that would decide the game by what amendments say of victory.
    decisive: Option<Vec<Decisive>>,
}

/// A move by which somebody would win, or that player lose, by what an amendment says (R13, R14).
struct Decisive {
    against: Seat,
    played: Move,
}

impl<'g> Gallery<'g> {
    pub fn of(game: &'g Multiverse) -> Gallery<'g> {
        Gallery { game, drawn: BTreeMap::new(), shadows: None, rules: None, decisive: None }
    }

    /// The rules that stand.
    pub fn rules(&mut self) -> Vec<RuleView> {
        self.rules.get_or_insert_with(|| rules(self.game)).clone()
    }

    /// Every board as a player sees it, or an observer.
    pub fn boards(&mut self, viewer: Option<Seat>) -> Result<(Vec<BoardView>, Vec<Image>), Fault> {
        let mut boards = Vec::new();
        let mut images = Vec::new();
        for (universe, board) in grounds(self.game) {
            let frame = frame(universe, viewer);
            let key = (board.id, frame == Frame::Down);
            if !self.drawn.contains_key(&key) {
                let decisive = self.decisive.get_or_insert_with(|| decisive(self.game));
                let drawn = draw(self.game, universe, &board, (frame, decisive))?;
                self.drawn.insert(key, drawn);
            }
            let (board, image) = &self.drawn[&key];
            boards.push(board.clone());
            images.push(image.clone());
        }
        boards.extend(self.otherwise(viewer));
        Ok((boards, images))
    }

    /// The boards that would be others if something presumed were denied (R17), as they would be then.
    fn otherwise(&mut self, viewer: Option<Seat>) -> Vec<BoardView> {
        let mut boards = Vec::new();
        let game = self.game;
        let found =
            || game.timeline.presumptions.iter().filter_map(|open| Some((open.id.clone(), game.without_presumption(&open.id)?))).collect();
        for (id, shadow) in self.shadows.get_or_insert_with(found) {
            let here = grounds(game);
            for (universe, ground) in grounds(&shadow.game) {
                let frame = frame(universe, viewer);
                let other = scene(&shadow.game, &shadow.game.position, (universe, &ground), frame, &[]);
                let now = here.iter().find(|(_, here)| here.name == ground.name);
                let now = now.map(|(universe, ground)| scene(game, &game.position, (universe, ground), frame, &[]));
                if now.is_some_and(|now| text::line(&now) == text::line(&other)) {
                    continue;
                }
                let remark = match shadow.stops {
                    Some(go) => {
                        format!(
                            "So it would be if {id} were denied: {} may have to choose anew for turn {}.",
                            game.side_name(go.side),
                            go.turn
                        )
                    }
                    None => format!("So it would be if {id} were denied, with the moves left for that case."),
                };
                boards.push(BoardView {
                    name: format!("{} if {id} is denied", ground.name),
                    sides: String::new(),
                    remarks: vec![remark],
                    last_moves: Vec::new(),
                    text: text::board(&other),
                    pieces: text::men(&other).lines().map(str::to_owned).collect(),
                    position: text::line(&other),
                    html: html::table(&other),
                    image: None,
                });
            }
        }
        boards
    }
}

/// A board to be drawn.
struct Ground {
    id: BoardId,
    /// `Zaphod:1`, `Zaphod:1, second board`.
    name: String,
    /// `1`, `1b`: in names of files.
    short: String,
}

/// The boards of the universes that are open, in order.
fn grounds(game: &Multiverse) -> Vec<(&Universe, Ground)> {
    let mut found = Vec::new();
    for universe in game.open_universes() {
        let called = game.called(universe.number).map_or(String::new(), |name| format!(", called {name}"));
        let name = format!("{}{called}", game.universe_name(universe.number));
        for (nth, id) in game.boards_of(universe.number).into_iter().enumerate() {
            let (further, letter) = match nth {
                0 => (String::new(), String::new()),
                1 => (", second board".to_owned(), "b".to_owned()),
                nth => (format!(", board {}", nth + 1), format!("-{}", nth + 1)),
            };
            found.push((universe, Ground { id, name: format!("{name}{further}"), short: format!("{}{letter}", universe.number) }));
        }
    }
    found
}

/// From which side somebody sees a universe.
fn frame(universe: &Universe, viewer: Option<Seat>) -> Frame {
    if universe.is_seen_from_above(viewer) { Frame::Down } else { Frame::Up }
}

/// What amendments let decide the game on the next move, of everybody whom it would decide against.
fn decisive(game: &Multiverse) -> Vec<Decisive> {
    if !matches!(game.stage, Stage::Playing) {
        return Vec::new();
    }
    let found = game.living().into_iter().filter_map(|against| Some((against, game.victory_over(against)?)));
    found.map(|(against, (_, played))| Decisive { against, played }).collect()
}

fn draw(
    game: &Multiverse,
    universe: &Universe,
    ground: &Ground,
    (frame, decisive): (Frame, &[Decisive]),
) -> Result<(BoardView, Image), Fault> {
    let scene = scene(game, &game.position, (universe, ground), frame, &last_effects(game, universe.number));
    let side = |(seat, army)| format!("{}: {}", game.position.entities.army(army).name, game.player(seat).name);
    let board = BoardView {
        name: ground.name.clone(),
        sides: match game.present_in(universe) {
            there if there.is_empty() => "nobody yet".to_owned(),
            there => there.into_iter().map(side).collect::<Vec<_>>().join(", "),
        },
        remarks: remarks(game, universe, ground.id).into_iter().chain(decided(game, ground.id, decisive)).collect(),
        last_moves: last_moves(game, universe.number),
        text: text::board(&scene),
        pieces: text::men(&scene).lines().map(str::to_owned).collect(),
        position: text::line(&scene),
        html: html::table(&scene),
        image: Some(format!("board-{}", ground.short)),
    };
    let name = format!("{}-{}.png", game.name().to_lowercase(), ground.short);
    let image = Image { cid: format!("board-{}", ground.short), name, png: png::picture(&scene)? };
    Ok((board, image))
}

/// A board as it stands in a position, with what to point out.
fn scene(game: &Multiverse, position: &Position, (universe, ground): (&Universe, &Ground), frame: Frame, last: &[Effect]) -> Scene {
    let mut view = View::new(ground.name.clone()).seen_from(frame).showing(last);
    view.players = game.present_in(universe).into_iter().map(|(seat, army)| (army, game.player(seat).name.clone())).collect();
    view.checked = checked(game, universe, ground.id);
    view.sayings = game.sayings();
    view.names = game.named_squares(position, universe.number, ground.id);
    Scene::of(position, ground.id, &view)
}

/// Cells of real kings in check on a board.
fn checked(game: &Multiverse, universe: &Universe, board: BoardId) -> Vec<crate::board::CellId> {
    // Not always where the capture goes: kings are captured in passing and blown up, too.
    let on_board = |seat: Seat| {
        let king = game.check_on(seat)?.captured.into_iter().find(|&man| game.position.man(man).royal)?;
        game.position.man(king).place.cell().filter(|&cell| game.position.geometry.cell(cell).board == board)
    };
    game.present_in(universe).into_iter().map(|(seat, _)| seat).filter(|&seat| game.player(seat).alive).filter_map(on_board).collect()
}

/// All boards of an earlier position, in letters; no moves are pointed out.
pub fn boards_in_letters(game: &Multiverse, position: &Position, viewer: Option<Seat>) -> String {
    let board = |(universe, ground): (&Universe, Ground)| {
        let mut view = View::new(ground.name.clone()).seen_from(frame(universe, viewer));
        view.sayings = game.sayings();
        view.names = game.named_squares(position, universe.number, ground.id);
        let scene = Scene::of(position, ground.id, &view);
        format!("{}\n\n{}\n{}\n{}\n", ground.name, text::board(&scene), text::men(&scene), text::line(&scene))
    };
    // In an earlier position a board may not have been there yet.
    let there = |(_, ground): &(&Universe, Ground)| ground.id.index() < position.geometry.boards.len();
    grounds(game).into_iter().filter(there).map(board).collect::<Vec<_>>().join("\n")
}

/// Whether a step leaves boards behind: the game has begun, or a phase of it has ended.
pub fn draws_boards(game: &Multiverse, events: &[Event]) -> bool {
    let moved = |event: &Event| matches!(event, Event::Started(_) | Event::PhaseEnded { .. } | Event::Over { .. });
    events.iter().any(moved) && !game.universes.is_empty()
}

/// The board files of a step: one text of all boards, one SVG a universe, by file name after the step's number.
pub fn board_files(game: &Multiverse) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![(".txt".to_string(), boards_in_letters(game, &game.position, None).into_bytes())];
    for (universe, ground) in grounds(game) {
        let scene = scene(game, &game.position, (universe, &ground), Frame::Up, &last_effects(game, universe.number));
        files.push((format!("-{}.svg", ground.short), svg::drawing(&scene).into_bytes()));
    }
    files
}

/// What the boards of a universe show of a position, for the shell; each with what it is called in names of files: `1`, `1b`.
pub fn scenes_of(game: &Multiverse, number: u16) -> Vec<(String, Scene)> {
    let here = grounds(game).into_iter().filter(|(universe, _)| universe.number == number);
    let drawn = |(universe, ground): (&Universe, Ground)| {
        let scene = scene(game, &game.position, (universe, &ground), Frame::Up, &last_effects(game, number));
        (ground.short, scene)
    };
    here.map(drawn).collect()
}

fn last_effects(game: &Multiverse, universe: u16) -> Vec<Effect> {
    let last = game.journal.iter().rev().find_map(|played| played.moved_in(universe));
    last.map(<[Effect]>::to_vec).unwrap_or_default()
}

/// Checks, mates and who is out, on one board.
fn remarks(game: &Multiverse, universe: &Universe, board: BoardId) -> Vec<String> {
    let mut remarks = Vec::new();
    for (seat, army) in game.present_in(universe) {
        let colour = capital(&game.position.entities.army(army).name);
        let name = &game.player(seat).name;
        if game.player(seat).is_awaited() {
            remarks.push(format!("{colour} waits for {name}, who is invited to play it and has not joined."));
            continue;
        }
        if !game.player(seat).alive {
            remarks.push(format!("{colour} ({name}) is out of the game."));
            continue;
        }
        let Some(threat) = game.check_on(seat).filter(|threat| threat.board == board) else { continue };
        let by = game.long(&threat);
        remarks.push(match game.mated(seat, universe.number) {
            true => format!("{colour} ({name}) is checkmated: every move leaves the king capturable ({by}). The capture ends it (M4)."),
            false => format!("{colour} ({name}) is in check ({by})."),
        });
    }
    remarks
}

/// Moves on a board that would decide the game, and against whom.
fn decided(game: &Multiverse, board: BoardId, decisive: &[Decisive]) -> Vec<String> {
    let here = decisive.iter().filter(|one| one.played.board == board);
    let told = here.map(|Decisive { against, played }| {
        let (name, colour) = (&game.player(*against).name, &game.position.entities.army(played.army).name);
        format!("{name} is in check, by what an amendment says of victory: {} by {colour} would decide the game.", game.long(played))
    });
    told.collect()
}
/// The last move of each player there, the newer last.
fn last_moves(game: &Multiverse, universe: u16) -> Vec<String> {
    let prefix = format!("{universe}: ");
    let sides = game.universe(universe).map_or(2, |universe| game.sides_in(universe).len());
    let there = |played: &Arc<Played>| {
        let moved = played.deeds.iter().find_map(|deed| deed.strip_prefix(&prefix))?;
        Some(format!("{} (turn {}): {moved}", game.side_name(played.side), played.phase.turn))
    };
    let mut last: Vec<String> = game.journal.iter().rev().filter_map(there).take(sides).collect();
    last.reverse();
    last
}
