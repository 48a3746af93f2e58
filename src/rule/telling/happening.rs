//! What has happened before: `the opponent has moved any queen two turns ago`.

use super::men::{bare, player, some};
use super::place::tight;
use crate::rule::lexer::number_word;
use crate::rule::wording::{a, list};
use crate::rule::{Class, How, Past, Player, Squares, Vocabulary, When};

/// What a man itself has done, as a verb without its "has": `captured any rook in the last three turns`.
pub fn deed_of(past: &Past, words: &Vocabulary) -> String {
    format!("{}{} {}", done(past, words), ends(past, words), time(past.when))
}

/// The same after "has not".
pub fn deed_not_done(past: &Past, words: &Vocabulary) -> String {
    format!("{}{} {}", done(past, words), ends(past, words), not_in(past.when))
}

/// The same with how often: `captured any rook at least two times so far`.
pub fn often_done(past: &Past, often: &str, words: &Vocabulary) -> String {
    format!("{}{} {often} {}", done(past, words), ends(past, words), time(past.when))
}

/// That nobody has done it: `no knight has moved so far`.
pub fn never(past: &Past, words: &Vocabulary) -> String {
    format!("no {} has {}{} {}", bare(&past.act.who, words), done(past, words), ends(past, words), not_in(past.when))
}

/// That a player has not done it: `the mover has not captured any piece for five turns`; None where that would be read as more than it says.
pub fn not_done_by(past: &Past, words: &Vocabulary) -> Option<String> {
    let by = past.by.as_ref().filter(|by| matches!(by, Player::Mover | Player::Opponent | Player::Colour(_)))?;
    let told = !matches!(past.when, When::Within(2..) | When::Running(_));
    told.then(|| format!("{} has not {}{} {}", player(by), done_by(past, words), ends(past, words), not_in(past.when)))
}

pub fn happened(past: &Past, words: &Vocabulary) -> String {
    let who = some(&past.act.who, words);
    let mut text = match &past.by {
        Some(by) => format!("{} has {}", player(by), done_by(past, words)),
        None => format!("{who} has {}", done(past, words)),
    };
    text.push_str(&ends(past, words));
    format!("{text} {}", time(past.when))
}

/// What a player has done with his men: `captured any rook with any pawn`.
fn done_by(past: &Past, words: &Vocabulary) -> String {
    let act = &past.act;
    let everybody = act.who == Class::EVERY;
    let with = if everybody { String::new() } else { format!(" with {}", some(&act.who, words)) };
    let who = some(&act.who, words);
    match &act.how {
        How::Any => format!("moved {who}"),
        How::Quiet => format!("moved {who} without capturing"),
        How::Capture(victim) => format!("captured {}{with}", some(victim, words)),
        How::Passing(victim) => format!("captured {} in passing{with}", some(victim, words)),
        How::Check => format!("given check{with}"),
        How::Castle => format!("castled{with}"),
        How::Promote(kinds) => format!("promoted {who}{}", into(kinds)),
    }
}

/// What men have done: `moved`, `captured any rook`.
fn done(past: &Past, words: &Vocabulary) -> String {
    match &past.act.how {
        How::Any => "moved".to_string(),
        How::Quiet => "moved without capturing".to_string(),
        How::Capture(victim) => format!("captured {}", some(victim, words)),
        How::Passing(victim) => format!("captured {} in passing", some(victim, words)),
        How::Check => "given check".to_string(),
        How::Castle => "castled".to_string(),
        How::Promote(kinds) => format!("promoted{}", into(kinds)),
    }
}

/// Whence and whither.
fn ends(past: &Past, words: &Vocabulary) -> String {
    let mut text = String::new();
    let act = &past.act;
    for (preposition, squares) in [("from", &act.from), ("to", &act.to), ("over", &act.over)] {
        if let Some(squares) = squares {
            text.push_str(&format!(" {preposition} {}", kept_apart(squares, words)));
        }
    }
    text
}

/// "to empty squares" is a phrase that means something else.
fn kept_apart(squares: &Squares, words: &Vocabulary) -> String {
    if *squares == Squares::Empty { format!("({})", tight(squares, words)) } else { tight(squares, words) }
}

fn into(kinds: &[String]) -> String {
    if kinds.is_empty() {
        return String::new();
    }
    format!(" to {}", list(&kinds.iter().map(|kind| a(kind)).collect::<Vec<_>>(), "or"))
}

/// When something has not happened.
fn not_in(when: When) -> String {
    match when {
        When::Lately(1) => "for one turn".to_string(),
        When::Lately(turns) => format!("for {} turns", number_word(u32::from(turns))),
        When::Running(turns) => format!("on all of the last {} turns", number_word(u32::from(turns))),
        when => time(when),
    }
}

/// When something happened: `last turn`.
pub fn time(when: When) -> String {
    match when {
        When::Within(1) => "this turn".to_string(),
        When::Within(turns) => format!("in the last {} turns", number_word(u32::from(turns))),
        When::LastTurn => "last turn".to_string(),
        When::Running(turns) => format!("on each of the last {} turns", number_word(u32::from(turns))),
        When::Lately(turns) => format!("in the last {} turns or so many have not been played", number_word(u32::from(turns))),
        When::Ago(turns) => format!("{} turns ago", number_word(u32::from(turns))),
        When::JustBefore => "just before".to_string(),
        When::Newest => "on the last occasion".to_string(),
        When::Since => "since this rule was made".to_string(),
        When::Ever => "so far".to_string(),
    }
}
