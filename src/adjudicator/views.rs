//! The multiverse as the mails show it: boards, rules, who is next.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Fault, tell};
use crate::board::{BoardId, Effect, Frame, Position};
use crate::game::Event;
use crate::game::mar::{Action, Draft, Enacted, Filled, Missing, Multiverse, Pair, Played, Shadow, Stage, Universe, waited_for};
use crate::game::order::Order;
use crate::law::Move;
use crate::letter::Image;
use crate::letter::views::{BoardView, DueView, NextView, PhaseView, RuleView, SeatView};
use crate::render::{Scene, View, html, png, svg, text};
use crate::rule::{Form, Rule, Scope};
use crate::turn::Seat;

/// How many phases the turn mail looks back on.
const PHASES_SHOWN: usize = 6;

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
                        format!("So it would be if {id} were denied: {} would choose anew for turn {}.", game.side_name(go.side), go.turn)
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
    let on_board = |seat: Seat| {
        let threat = game.check_on(seat).filter(|threat| threat.board == board);
        threat.map(|threat| threat.to)
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

/// What a board shows of a position, for the shell.
pub fn scene_of(game: &Multiverse, number: u16) -> Option<Scene> {
    let (universe, ground) = grounds(game).into_iter().find(|(universe, _)| universe.number == number)?;
    Some(scene(game, &game.position, (universe, &ground), Frame::Up, &last_effects(game, number)))
}

fn last_effects(game: &Multiverse, universe: u16) -> Vec<Effect> {
    let last = game.journal.iter().rev().find_map(|played| played.moves.get(&universe));
    last.cloned().unwrap_or_default()
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

/// The word with its first letter as a capital.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
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

/// The rules that stand.
pub fn rules(game: &Multiverse) -> Vec<RuleView> {
    let coming = game.next_deeds();
    let next = |rule: &Enacted| coming.iter().find(|(number, _)| *number == rule.enactment.number).map(|(_, says)| says.clone());
    game.rules.iter().filter(|rule| rule.stands()).map(|rule| rule_view(game, rule, next(rule))).collect()
}

/// One rule by its number, in force or not.
pub fn rule(game: &Multiverse, number: &str) -> Option<RuleView> {
    let next = || game.next_deeds().into_iter().find(|(known, _)| known == number).map(|(_, says)| says);
    game.rule(number).map(|rule| rule_view(game, rule, next()))
}

/// With when it acts next of itself, in words.
fn rule_view(game: &Multiverse, rule: &Enacted, next: Option<String>) -> RuleView {
    let enactment = &rule.enactment;
    let mut remarks = vec![format!("made in turn {}", rule.made.turn)];
    if let Some(ended) = rule.ended {
        remarks.push(format!("not in force since turn {}", ended.turn));
    } else if rule.protected.holds(game.phase) {
        remarks.push(format!("protected until {} (R6)", game.until_told(rule.protected)));
    }
    if let Some(turns) = enactment.rule.lasts {
        remarks.push(format!("lasts {turns} turn{}", if turns == 1 { "" } else { "s" }));
    }
    for repeal in game.repeals.iter().filter(|repeal| repeal.target == enactment.number) {
        remarks.push(format!("repealed by {}; gone after {}", repeal.number, game.last_told(repeal.acts_after)));
    }
    for (number, names) in game.leans_on(rule) {
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        remarks.push(format!("depends on {number}{names}"));
    }
    if rule.clauses().iter().any(|clause| matches!(clause.form, Form::Hole(_))) {
        remarks.push("what stands with a ? says nothing until it is filled (R17)".to_owned());
    }
    if enactment.rule.clauses.iter().any(|clause| clause.form == Form::Secret) {
        remarks.push("SECRET and a square names yours; the others learn its seal alone".to_owned());
    }
    for secret in game.secrets.iter().filter(|secret| secret.rule == enactment.number) {
        let whose = game.seat_of_side(secret.side).map_or("somebody", |seat| game.player(seat).name.as_str());
        remarks.push(match &secret.opened {
            Some(square) => format!("{whose}'s secret square: {square}"),
            None => format!("{whose} has named a square, seal {}", secret.seal),
        });
    }
    remarks.extend(game.asleep(&enactment.number));
    remarks.extend(game.not_yet(rule));
    remarks.extend(next);
    for met in game.unforeseen_in(&enactment.number) {
        let (says, until) = (game.sentence_of(rule, met.at), game.until_told(met.until));
        remarks.push(format!("does not say what is done where \"{says}\" cannot be done: it may be presumed until {until} (R17)"));
    }
    for filled in &rule.fillings {
        remarks.push(match (filled, game.timeline.presumption(filled.id())) {
            (Filled::Presumed(id), Some(open)) => format!("as {} presumes ({id}, R17)", game.side_name(open.by)),
            (Filled::Presumed(id), None) => format!("as it was presumed and not denied ({id}, R17)"),
            (Filled::Clarified(id), _) => format!("as its author has said when he denied {id} (R17)"),
        });
    }
    if rule.rewritten.is_some() && rule.fillings.is_empty() {
        remarks.push("rewritten since a rule it depends on is gone".to_owned());
    }
    for alone in &rule.rewritten_in {
        let place = game.universe_name(alone.universe);
        let says = game.wording(&Rule { depends: Vec::new(), title: None, ..rule.now_in(alone.universe) });
        let says: Vec<&str> = says.lines().map(str::trim).filter(|line| !matches!(*line, "RULE" | "END")).collect();
        remarks.push(format!("rewritten in {place}, since a rule it depends on is gone there: {}", says.join(" ")));
    }
    if !rule.repealed_in.is_empty() {
        let places: Vec<String> = rule.repealed_in.iter().map(|&number| game.universe_name(number)).collect();
        remarks.push(format!("repealed in {}", places.join(", ")));
    }
    RuleView {
        number: enactment.number.clone(),
        maker: game.player(enactment.seat).name.clone(),
        scope: match enactment.scope() {
            Scope::Multiverse => "the whole multiverse".to_owned(),
            Scope::Universe(number) => game.universe_name(number),
        },
        title: enactment.rule.title.clone(),
        text: game.wording(&rule.now()).lines().map(str::to_owned).collect(),
        remarks,
    }
}

/// The move to show how one is written: one that ends nearest to the middle of its board, the first of them.
fn typical<'m>(game: &Multiverse, legal: &'m [Move]) -> Option<&'m Move> {
    let geometry = &game.position.geometry;
    let from_the_middle = |played: &&Move| {
        let (cell, board) = (geometry.cell(played.to), geometry.board(played.board));
        let away = |at: i16, first: i16, last: i16| (2 * at - first - last).abs();
        away(cell.file, board.first_file, board.last_file()).max(away(cell.rank, board.first_rank, board.last_rank()))
    };
    legal.iter().min_by_key(from_the_middle)
}

/// Whose phase it is and what he owes.
pub fn next(game: &Multiverse, viewer: Option<Seat>) -> Option<NextView> {
    if !matches!(game.stage, Stage::Playing) {
        return None;
    }
    let seat = game.phase.seat;
    let colours = game.colours(seat);
    let due = |universe: u16| {
        let legal = game.legal(seat, universe);
        let there = typical(game, &legal);
        let own = colours.iter().find(|(_, number)| *number == universe).map(|(colour, _)| colour.clone());
        let army = own.or_else(|| there.map(|played| game.position.entities.army(played.army).name.clone())).unwrap_or_default();
        let example = there.map(|played| game.long(played)).unwrap_or_default();
        DueView { universe, name: game.universe_name(universe), army, example }
    };
    Some(NextView {
        player: game.player(seat).name.clone(),
        you: viewer == Some(seat),
        colour: game.colour(seat),
        colours: colours.iter().map(|(colour, _)| colour.as_str()).collect::<Vec<_>>().join(", "),
        also: missing(game, seat, game.draft.as_ref().unwrap_or(&Draft::default()), Besides::Moves),
        owes: game.owed(seat).into_iter().map(due).collect(),
    })
}

/// A universe by which somebody may say which of his kings is the real one, while he has not (M3).
pub fn king_to_name(game: &Multiverse, seat: Seat) -> Option<u16> {
    let player = game.player(seat);
    let several = game.founding.players.len() > 2 && player.guest.is_none();
    game.kings(seat).last().map(|&(_, universe)| universe).filter(|_| several && player.real.is_none())
}

/// The number of a rule to show how one is repealed: one in force, else the first that could be made.
pub fn repealed(game: &Multiverse) -> String {
    let in_force = game.rules.iter().find(|rule| rule.stands()).map(|rule| rule.enactment.number.clone());
    in_force.unwrap_or_else(|| format!("{}1", game.seats[0].label))
}

/// The newest phases first.
pub fn recent(game: &Multiverse) -> Vec<PhaseView> {
    let done = game.journal.iter().rev().filter(|played| !played.deeds.is_empty());
    done.take(PHASES_SHOWN).map(|played| phase_view(game, played)).collect()
}

pub fn phase_view(game: &Multiverse, played: &Played) -> PhaseView {
    PhaseView { turn: played.phase.turn, player: game.side_name(played.side), what: played.deeds.join(", ") }
}

/// The seats as they are, or as they will be when everybody has joined.
pub fn seats(game: &Multiverse) -> Vec<SeatView> {
    let mut planned;
    let started = match game.seats.is_empty() {
        true => {
            planned = game.clone();
            // What cannot begin was never founded.
            let _ = planned.begin();
            &planned
        }
        false => game,
    };
    let army = |seat: Seat, universe: &Universe, pair: Pair| {
        let (army, other) = match (pair.hot, pair.cold) {
            ((hot, army), (other, _)) if hot == seat => (army, other),
            ((other, _), (_, army)) => (army, other),
        };
        let colour = &started.position.entities.army(army).name;
        format!("{colour} in {} against {}", started.universe_name(universe.number), started.player(other).name)
    };
    let view = |(at, player): (usize, &crate::game::mar::Player)| {
        let seat = Seat(at as u8);
        let paired = started.universes.iter().filter_map(|universe| Some((universe, universe.pair?)));
        let own = paired.filter(|(_, pair)| pair.hot.0 == seat || pair.cold.0 == seat);
        SeatView {
            label: player.label.clone(),
            player: player.name.clone(),
            joined: player.invited.is_none_or(|invited| game.answers[invited] == Some(true)),
            armies: own.map(|(universe, pair)| army(seat, universe, pair)).collect(),
        }
    };
    started.seats.iter().enumerate().map(view).collect()
}

/// What a draft orders, a sentence each.
pub fn ordered(game: &Multiverse, draft: &Draft) -> Vec<String> {
    let place = |universe: Option<u16>| universe.map(|number| format!(" in {}", game.universe_name(number))).unwrap_or_default();
    let real = draft.real.map(|universe| format!("Your real king: the one in {}.", game.universe_name(universe)));
    let action = match &draft.action {
        Action::Move => None,
        Action::Rule { text, scope, .. } => {
            let place = place(if let Scope::Universe(number) = scope { Some(*number) } else { None });
            Some(format!("You make a rule{place}: {}", text.split_whitespace().collect::<Vec<_>>().join(" ")))
        }
        Action::Repeal { target, universe } => Some(format!("You repeal {target}{}.", place(*universe))),
        Action::RepealAll { universe } => Some(format!("You repeal every rule made before the previous turn{}.", place(*universe))),
        Action::Pass => Some("You pass.".to_owned()),
    };
    let moves = draft.moves.iter().map(|(universe, notation)| format!("Your move in {}: {notation}.", game.universe_name(*universe)));
    let votes = draft.votes.iter().map(|(number, ballot)| format!("You vote on {number}: {}.", ballot.told()));
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let proposals = draft.proposals.iter().map(|proposing| format!("You propose: {}", line(&proposing.says)));
    real.into_iter().chain(action).chain(moves).chain(votes).chain(proposals).collect()
}

/// Which of the things that a draft lacks are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Besides {
    Nothing,
    /// All but the moves, which are listed elsewhere.
    Moves,
}

/// What a draft lacks, in words that show what to write.
pub fn missing(game: &Multiverse, seat: Seat, draft: &Draft, besides: Besides) -> Vec<String> {
    let words = |missing: &Missing| match missing {
        Missing::Real { choices } => {
            let choices: Vec<String> = choices.iter().map(|universe| format!("REAL {universe}")).collect();
            format!("say which of your kings is the real one (M3): write {}", choices.join(" or "))
        }
        Missing::Another { universe, notation } => format!(
            "another move in {}, where your moves before it leave no {notation} (write {universe}: and the move)",
            game.universe_name(*universe)
        ),
        Missing::Move { universe } => format!("move in {} (write {universe}: and the move)", game.universe_name(*universe)),
        Missing::Action if game.is_closed(&Action::Move).is_some() => {
            "make or repeal a rule, or write PASS: by amendment, moving alone is closed (R1.1)".to_owned()
        }
        Missing::Alternate(leaning) => {
            let id = &leaning.presumption;
            let one = |universe: &u16| {
                format!("{universe}: {} IF {id} ELSE and another move", draft.moves.get(universe).map_or("your move", String::as_str))
            };
            let all: Vec<String> = leaning.universes.iter().map(one).collect();
            format!("say what you do if presumption {id} is denied, for your orders lean on it (R17): write {}", all.join(" and "))
        }
        Missing::Action => "make or repeal a rule, or write PASS: you have no legal move anywhere".to_owned(),
        Missing::Vote { number } => {
            let yes = game.motion(number).map_or("YES", |motion| motion.amendment.yes());
            format!("vote on {number} (write VOTE {number} {yes} or VOTE {number} NO)")
        }
    };
    let all = crate::game::mar::missing(game, seat, draft);
    let told = all.iter().filter(|missing| besides == Besides::Nothing || !matches!(missing, Missing::Move { .. }));
    told.map(words).collect()
}

/// A draw on offer, and how its reader may answer; none where nobody offers one, or the game is over.
pub fn draw_on_offer(game: &Multiverse, viewer: Option<Seat>) -> Option<String> {
    let offering = game.offering();
    if offering.is_empty() || !matches!(game.stage, Stage::Playing) {
        return None;
    }
    let names = |seats: &[Seat]| -> String { seats.iter().map(|&seat| game.player(seat).name.as_str()).collect::<Vec<_>>().join(" and ") };
    let open: Vec<Seat> = game.living().into_iter().filter(|seat| !offering.contains(seat)).collect();
    let waits = format!("{} still {} to answer", names(&open), if open.len() == 1 { "has" } else { "have" });
    let offer = format!("A draw is on offer, by {}", names(&offering));
    let voice = viewer.and_then(|seat| game.seat_for(&game.player(seat).address, &Order::Draw(true)));
    Some(match voice {
        Some(seat) if offering.contains(&seat) => format!("{offer}; {waits}. DRAW NO takes yours back."),
        Some(seat) if open.contains(&seat) => format!("{offer}. Write DRAW to agree, or DRAW NO to turn it down; it stands until then."),
        _ => format!("{offer}; {waits}."),
    })
}

/// What the phase waits for before it goes on.
pub fn waiting(game: &Multiverse) -> Option<String> {
    let awaited = game.awaited.as_ref()?;
    let (what, roll) = (waited_for(awaited), awaited.roll());
    let so_far = match awaited.digits() {
        digits if digits.is_empty() => String::new(),
        digits => format!(" Digits read off so far: {digits}."),
    };
    let claims: Vec<String> =
        awaited.claims.iter().map(|claim| format!(" {} reports {}.", game.player(claim.seat).name, claim.figures)).collect();
    Some(format!("WAITING-DICE: the orders are locked, and roll {roll} waits for {what}.{so_far}{}", claims.concat()))
}

/// How the game ended, if it has.
pub fn result(game: &Multiverse) -> Option<String> {
    match game.stage {
        Stage::Over(outcome) => Some(tell::result(outcome, game)),
        _ => None,
    }
}
