//! Answers to questions: HELP, STATUS, BOARD, RULES, HISTORY. They change nothing.

use super::{Table, views};
use crate::game::mar::{Multiverse, Stage};
use crate::game::order::Question;
use crate::letter::views::SectionView;
use crate::rule;
use crate::turn::Seat;

/// One section a question, in order. RESEND is a mail of its own.
pub fn sections(questions: &[Question], game: &Multiverse, seat: Option<Seat>, table: &Table) -> Vec<SectionView> {
    questions.iter().filter_map(|question| section(question, game, seat, table)).collect()
}

fn section(question: &Question, game: &Multiverse, seat: Option<Seat>, table: &Table) -> Option<SectionView> {
    let (title, text) = match question {
        Question::Help(topic) => help(topic.as_deref()),
        Question::Status => ("status".to_owned(), status(game, seat)),
        Question::Board(turn) => board(*turn, game, seat),
        Question::Rules => ("rules in force".to_owned(), rules(game)),
        Question::History => ("history".to_owned(), history(game)),
        Question::Resend if table.latest.is_empty() => ("resend".to_owned(), "There has been no turn mail yet.".to_owned()),
        Question::Resend => return None,
    };
    Some(SectionView { title, text })
}

fn help(topic: Option<&str>) -> (String, String) {
    let topics = || rule::topics().join(", ");
    match topic {
        None => ("help".to_owned(), format!("{ORDERS}\n\nTo learn how rules are written, ask HELP and one of: {}.", topics())),
        Some("orders") => ("help".to_owned(), ORDERS.to_owned()),
        Some(topic) => match rule::help(topic) {
            Some(text) => (format!("help: {topic}"), text),
            None => (format!("help: {topic}"), format!("There is no help on that. Ask HELP orders, or HELP and one of: {}.", topics())),
        },
    }
}

/// The list of orders, for HELP.
const ORDERS: &str = include_str!("../../templates/help-orders.txt");

fn status(game: &Multiverse, seat: Option<Seat>) -> String {
    let mut lines = Vec::new();
    match game.stage {
        Stage::Gathering => {
            for (player, answer) in game.founding.players.iter().zip(&game.answers) {
                let said = match answer {
                    Some(true) => "has joined",
                    Some(false) => "has declined",
                    None => "has not answered yet",
                };
                lines.push(format!("{} {said}", player.name));
            }
        }
        Stage::Playing | Stage::Over(_) => {
            lines.extend(views::result(game));
            if let Some(next) = views::next(game, seat) {
                lines.push(format!("Turn {}: {} ({}) to play.", game.phase.turn, next.player, next.colours));
            }
            for (at, player) in game.seats.iter().enumerate() {
                let real = player.real.map(|universe| format!(", real king in {}", game.universe_name(universe))).unwrap_or_default();
                let state = if player.alive { "plays" } else { "is out" };
                let colours: Vec<String> = game.colours(Seat(at as u8)).into_iter().map(|(colour, _)| colour).collect();
                let draw = if player.wants_draw { ", agrees to a draw" } else { "" };
                lines.push(format!("{}: {} ({}) {state}{real}{draw}", player.label, player.name, colours.join(", ")));
            }
        }
    }
    if let (Some(seat), Some(draft)) = (seat, &game.draft)
        && seat == game.phase.seat
    {
        for (universe, notation) in &draft.moves {
            lines.push(format!("Your order for {}: {notation}", game.universe_name(*universe)));
        }
        lines.extend(
            views::missing(game, seat, draft, views::Besides::Nothing).into_iter().map(|missing| format!("Still missing: {missing}")),
        );
        lines.extend(draft.due.map(|due| format!("Executed at {} UTC", due.format("%H:%M on %-d %B %Y"))));
    }
    lines.join("\n")
}

fn board(turn: Option<u32>, game: &Multiverse, seat: Option<Seat>) -> (String, String) {
    let unknown = |turn: u32| {
        let newest = game.phase.turn;
        (format!("board, turn {turn}"), format!("There is no turn {turn} yet; the newest is {newest}."))
    };
    if game.seats.is_empty() {
        return ("board".to_owned(), "The game has not begun.".to_owned());
    }
    match turn {
        None => ("board".to_owned(), views::boards_in_letters(game, &game.position, seat)),
        Some(turn) => match game.position_after(turn) {
            Some(position) => (format!("board after turn {turn}"), views::boards_in_letters(game, &position, seat)),
            None => unknown(turn),
        },
    }
}

fn rules(game: &Multiverse) -> String {
    let rules = views::rules(game);
    if rules.is_empty() {
        return "No rule is in force: chess is played as it is.".to_owned();
    }
    let one = |rule: &crate::letter::views::RuleView| {
        let head = format!("{} by {}, for {} ({})", rule.number, rule.maker, rule.scope, rule.remarks.join("; "));
        format!("{head}\n{}", rule.text.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
    };
    rules.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

fn history(game: &Multiverse) -> String {
    let done = game.journal.iter().filter(|played| !played.deeds.is_empty());
    let line = |played| {
        let view = views::phase_view(game, played);
        format!("{:>3}. {}: {}", view.turn, view.player, view.what)
    };
    let lines: Vec<String> = done.map(line).collect();
    if lines.is_empty() { "Nothing has been played yet.".to_owned() } else { lines.join("\n") }
}
