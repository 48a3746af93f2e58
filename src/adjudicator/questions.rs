//! Answers to questions: HELP, STATUS, BOARD, RULES, HISTORY, VERIFY. They change nothing.

use std::sync::Arc;

use super::help::{self, folded};
use super::views::capital;
use super::witness::{self, Grounds, Rests};
use super::{motions, procedures, views};
use crate::board::Position;
use crate::game::event::Outcome;
use crate::game::mar::metarule::Trial;
use crate::game::mar::{Draft, Multiverse, Played, Player, Stage};
use crate::game::order::Question;
use crate::letter::views::{RuleView, SectionView};
use crate::turn::Seat;

/// Sections, of which the last may begin before this many bytes of text: so long is one answer.
const LONGEST_ANSWER: usize = 30_000;

/// One section a question, in order, as far as they fit into one answer. RESEND is a mail of its own.
pub fn sections(questions: &[Question], game: &Multiverse, seat: Option<Seat>, grounds: &Grounds) -> Vec<SectionView> {
    let mut asked: Vec<&Question> = Vec::new();
    for question in questions {
        if !asked.contains(&question) {
            asked.push(question);
        }
    }
    let mut sections: Vec<SectionView> = Vec::new();
    for (at, question) in asked.iter().enumerate() {
        if sections.iter().map(|section| section.text.len()).sum::<usize>() >= LONGEST_ANSWER {
            let left = asked.len() - at;
            let text = format!("{left} more of your questions would make this answer too long. Ask them in another letter.");
            sections.push(SectionView { title: "not answered".to_owned(), text: folded(&text) });
            break;
        }
        let new = section(question, game, seat, grounds).filter(|new| sections.iter().all(|known| known.text != new.text));
        sections.extend(new);
    }
    sections
}

/// The answers to HELP where no game is meant, each once; `general` is what HELP without a topic brings.
pub fn help_alone(topics: &[Option<String>], general: &str) -> Vec<SectionView> {
    let mut sections: Vec<SectionView> = Vec::new();
    for topic in topics {
        let section = match topic {
            None => SectionView { title: "help".to_owned(), text: general.trim_end().to_owned() },
            topic => help::section(topic.as_deref()),
        };
        if sections.iter().all(|known| known.text != section.text) {
            sections.push(section);
        }
    }
    sections
}

fn section(question: &Question, game: &Multiverse, seat: Option<Seat>, grounds: &Grounds) -> Option<SectionView> {
    let (title, text) = match question {
        Question::Help(topic) => return Some(help::section(topic.as_deref())),
        Question::Status => ("status".to_owned(), status(game, seat)),
        Question::Board(turn) => board(*turn, game, seat),
        Question::Definitions => ("definitions".to_owned(), definitions(game)),
        Question::Meta(one) => {
            let title = one.as_ref().map_or("meta-rules".to_owned(), |one| format!("meta-rules: {one}"));
            (title, motions::meta(game, one.as_deref()))
        }
        Question::Rules(None) => ("rules in force".to_owned(), rules(game)),
        Question::Rules(Some(number)) => (format!("rules: {number}"), rule(game, number)),
        Question::History => ("history".to_owned(), history(game)),
        Question::Verify(claim) => ("verify".to_owned(), witness::answer(claim, grounds)),
        Question::Resend if grounds.rests != Rests::No => ("resend".to_owned(), resent_at_rest(game, seat)),
        Question::Resend if grounds.table.latest.is_empty() => ("resend".to_owned(), "There has been no turn mail yet.".to_owned()),
        Question::Resend => return None,
    };
    Some(SectionView { title, text })
}

/// The game writes no mails now, and what the newest one told is told again.
fn resent_at_rest(game: &Multiverse, seat: Option<Seat>) -> String {
    let why = folded("While the game is at rest its mails cannot be sent again. This is how it stands.");
    if game.seats.is_empty() {
        return why;
    }
    [why, status(game, seat), views::boards_in_letters(game, &game.position, seat), rules(game)].join("\n\n")
}

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
        Stage::Playing => {
            if let Some(next) = views::next(game, seat) {
                lines.push(format!("Turn {}: {} ({}) to play.", game.phase.turn, next.player, next.colours));
            }
            lines.extend(views::waiting(game));
            lines.extend(choices(game, seat));
            lines.extend(views::draw_on_offer(game, seat));
            lines.extend(game.open_motions().map(|motion| format!("{} is being voted on. {}", motion.number, game.ballots(motion))));
            lines.extend(seat.into_iter().flat_map(|seat| procedures::wanted_of(game, seat)));
            lines.extend(procedures::open(game));
            lines.extend(players(game, |player| if player.alive { "plays" } else { "is out" }));
        }
        Stage::Over(outcome) => {
            lines.extend(views::result(game));
            let end = |player: &Player| match outcome {
                Outcome::Won { seat } | Outcome::Achieved { seat } if game.player(seat).side == player.side => "has won",
                Outcome::Won { .. } | Outcome::Achieved { .. } if player.alive => "plays no more",
                Outcome::DrawAgreed | Outcome::DrawnByObjective | Outcome::Stalemate | Outcome::DrawClaimed { .. } if player.alive => {
                    "has drawn"
                }
                _ => "is out",
            };
            lines.extend(players(game, end));
        }
    }
    if let Some(seat) = seat.filter(|&seat| game.stage == Stage::Playing && seat == game.phase.seat) {
        lines.extend(orders(game, seat));
    }
    if let Some(seat) = seat.filter(|seat| seat.index() < game.seats.len()) {
        let ahead = game.timeline.ahead.get(&game.player(seat).side);
        lines.extend(ahead.into_iter().flatten().map(|order| format!("Kept for your next phase: {order}")));
    }
    lines.iter().map(|line| folded(line)).collect::<Vec<_>>().join("\n")
}

/// A line for each seat: its label, who plays which colours there, and what he is about.
fn players(game: &Multiverse, state: impl Fn(&Player) -> &'static str) -> Vec<String> {
    let line = |(at, player): (usize, &Player)| {
        // With two players there is only one king each.
        let real = player.real.filter(|_| player.alive && game.founding.players.len() > 2);
        let real = real.map(|_| match game.real_king_in(Seat(at as u8)) {
            Some(universe) => format!(", real king in {}", game.universe_name(universe)),
            None => ", real king off the boards".to_owned(),
        });
        let real = real.unwrap_or_default();
        let colours: Vec<String> = game.colours(Seat(at as u8)).into_iter().map(|(colour, _)| colour).collect();
        let state = if player.is_awaited() { "is invited" } else { state(player) };
        format!("{}: {} ({}) {state}{real}", player.label, player.name, colours.join(", "))
    };
    game.seats.iter().enumerate().map(line).collect()
}

/// What the player on move has ordered, and what his orders lack.
fn orders(game: &Multiverse, seat: Seat) -> Vec<String> {
    let nothing = Draft::default();
    let draft = game.draft.as_ref().unwrap_or(&nothing);
    let mut lines = views::ordered(game, draft);
    if lines.is_empty() {
        lines.push("You have ordered nothing yet in this phase.".to_owned());
    }
    lines.extend(said(game, seat).into_iter().chain(unsaid(game, seat)));
    let missing = views::missing(game, seat, draft, views::Besides::Nothing);
    lines.extend(missing.into_iter().map(|missing| format!("Still missing: {missing}.")));
    let paused = game.pausing().filter(|_| draft.due.is_some());
    lines.extend(
        paused.map(|challenge| format!("Your orders are complete. They are carried out when challenge {} is decided.", challenge.id)),
    );
    lines.extend(game.due().map(|due| format!("Your orders are carried out at {} UTC.", due.format("%H:%M on %-d %B %Y"))));
    lines
}

/// What somebody has to choose before the phase goes on.
fn choices(game: &Multiverse, seat: Option<Seat>) -> Option<String> {
    let asked = game.asked.as_ref().filter(|asked| asked.open)?;
    let (place, options) = (game.universe_name(asked.universe), asked.options.join(", "));
    let yours = seat.is_some_and(|seat| game.same_person(seat, asked.seat));
    Some(match (yours, &asked.words) {
        (false, _) => format!("In {place} {} has to choose one of: {options}.", game.player(asked.seat).name),
        (true, None) => format!("In {place} you have to choose one of: {options}. Write ANSWER {}, or another of them.", asked.options[0]),
        (true, Some(words)) => format!(
            "In {place} you have to choose one of: {options}. Write \"{words}\" and on the next line ANSWER {}, or another of them.",
            asked.options[0]
        ),
    })
}

/// What rules ask whoever is on move to say and he has not said yet (L2).
pub fn unsaid(game: &Multiverse, seat: Seat) -> Option<String> {
    let unsaid: Vec<String> = quoted(game.words_wanted(seat).into_iter().filter(|(_, said)| !said));
    (!unsaid.is_empty()).then(|| {
        format!(
            "You have not said {} in this phase, as a rule asks: write it above your move, or in a letter by itself (L2).",
            unsaid.join(" and ")
        )
    })
}

fn said(game: &Multiverse, seat: Seat) -> Option<String> {
    let said: Vec<String> = quoted(game.words_wanted(seat).into_iter().filter(|(_, said)| *said));
    (!said.is_empty()).then(|| format!("You have said {} in this phase (L2).", said.join(" and ")))
}

fn quoted(words: impl Iterator<Item = (String, bool)>) -> Vec<String> {
    words.map(|(words, _)| format!("\"{words}\"")).collect()
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
            Some(position) => {
                let goes_on = turn == game.phase.turn && game.stage == Stage::Playing;
                let title = if goes_on { format!("board, turn {turn} so far") } else { format!("board after turn {turn}") };
                (title, both_timelines(turn, &position, game, seat))
            }
            None => unknown(turn),
        },
    }
}

/// The boards after a turn, and as they were in timelines that count no more (R16).
fn both_timelines(turn: u32, position: &Position, game: &Multiverse, seat: Option<Seat>) -> String {
    let mut text = views::boards_in_letters(game, position, seat);
    for undone in &game.timeline.undone {
        if let Some(other) = undone.position_after(turn) {
            let why = folded(&procedures::undone(undone, game));
            text.push_str(&format!("\n{why}\n\n{}", views::boards_in_letters(game, &other, seat)));
        }
    }
    text
}

fn rules(game: &Multiverse) -> String {
    let rules = views::rules(game);
    if rules.is_empty() {
        let none = match game.rules.is_empty() {
            true => "No rule is in force: chess is played as it is.".to_owned(),
            false => "No rule is in force any more.".to_owned(),
        };
        return if game.definitions.is_empty() { none } else { format!("{none}\n\n{}", definitions(game)) };
    }
    let mut all: Vec<String> = rules.iter().map(whole).collect();
    if !game.definitions.is_empty() {
        all.push(definitions(game));
    }
    all.join("\n\n")
}

fn whole(rule: &RuleView) -> String {
    let head = folded(&format!("{} by {}, for {} ({})", rule.number, rule.maker, rule.scope, rule.remarks.join("; ")));
    format!("{head}\n{}", rule.text.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
}

/// One rule or repeal, in force or not, with what was found of it as it was made and what shows that.
fn rule(game: &Multiverse, number: &str) -> String {
    let Some(head) = views::rule(game, number).map(|rule| whole(&rule)).or_else(|| repeal(game, number)) else {
        let none = || folded(&capital(&format!("{}.", game.no_such_rule(number))));
        return motions::amendment(game, number).unwrap_or_else(none);
    };
    let how = game.rule(number).filter(|rule| rule.stands()).map(|rule| crate::law::how_to_order(&rule.now())).unwrap_or_default();
    let how = if how.is_empty() { how } else { format!("\n\n{}", folded(&how)) };
    format!("{head}{how}{}", game.trial(number).map(|trial| tests(game, trial)).unwrap_or_default())
}

/// What was found of something as it was made or proposed.
pub fn tests(game: &Multiverse, trial: &Trial) -> String {
    let tests: Vec<String> = game.told_whole(trial).iter().map(|found| folded(found)).collect();
    let as_it_reads = trial.since.as_ref().map(|since| format!(" as it reads since {since}")).unwrap_or_default();
    format!("\n\nWhat was found of it{as_it_reads}, in turn {}:\n\n{}", trial.held.turn, tests.join("\n"))
}

fn repeal(game: &Multiverse, number: &str) -> Option<String> {
    let of_it = format!("{number}: ");
    let deed = |played: &Arc<Played>| {
        let what = played.deeds.iter().find_map(|deed| deed.strip_prefix(&of_it))?;
        Some(format!("{number} by {}, in turn {}: {what}.", game.side_name(played.side), played.phase.turn))
    };
    game.journal.iter().find_map(deed).filter(|_| game.is_repeal(number))
}

fn definitions(game: &Multiverse) -> String {
    if game.definitions.is_empty() {
        return "Nothing is defined. DEFINE and a name, :=, and words lets the name stand for them.".to_owned();
    }
    let one = |known: &crate::rule::Definition| folded(&format!("{} := {}", known.name, known.meaning));
    game.definitions.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn history(game: &Multiverse) -> String {
    let done = game.journal.iter().filter(|played| !played.deeds.is_empty());
    let views = done.map(|played| views::phase_view(game, played));
    let line = |view: crate::letter::views::PhaseView| format!("{:>3}. {}: {}", view.turn, view.player, view.what);
    let mut lines: Vec<String> = views.map(line).collect();
    for undone in &game.timeline.undone {
        lines.push(format!("\n{}", folded(&procedures::undone(undone, game))));
        lines.extend(undone.journal.iter().filter(|played| !played.deeds.is_empty()).map(|played| line(views::phase_view(game, played))));
    }
    if lines.is_empty() { "Nothing has been played yet.".to_owned() } else { lines.join("\n") }
}
