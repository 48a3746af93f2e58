//! What rules do: deeds joined by "and", "then" and commas, said of somebody (`the captured piece is removed`) or as a command
//! (`remove the captured piece`).

mod board;
mod chance;
mod counting;
mod further;
mod lots;
mod men;
mod placing;
mod whom;
mod worlds;

pub use board::name;
pub use further::the_same;

use crate::rule::cursor::{Cursor, Expected};
use crate::rule::{Chooser, Class, Deed, Player};

/// The most deeds of one sentence.
const MAX_DEEDS: usize = 8;

/// Whom a sentence has spoken of before its deeds.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The class of the man that acts.
    pub actor: Option<Class>,
    /// The class of the captured man.
    pub victim: Option<Class>,
    /// Who chooses where nobody is named.
    pub chooser: Chooser,
    /// Whom "he" means where a deed is done by a player.
    pub doer: Player,
}

impl Cast {
    pub const NOBODY: Cast = Cast { actor: None, victim: None, chooser: Chooser::Mover, doer: Player::Mover };
}

/// Deeds to the end of the sentence or of the bracket.
pub fn deeds(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    let mut found = one(c, cast)?;
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["and", "then", "but", "to"]).is_some();
        if !comma && !joined {
            return None;
        }
        c.maybe("then");
        one(c, cast)
    }) {
        found.extend(next);
        if found.len() > MAX_DEEDS {
            let problem = format!("a sentence does at most {MAX_DEEDS} things");
            return c.refuse(
                crate::rule::diagnostic::Diagnostic::new("L045", c.span_from(c.at() - 1), problem)
                    .hint("say the rest in a second sentence"),
            );
        }
    }
    Some(found)
}

/// One deed, or several in brackets.
fn one(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    if let Some(found) = bracket(c, cast) {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| men::said_of_two(c, cast)) {
        return Some(found);
    }
    type Read = fn(&mut Cursor, &Cast) -> Option<Deed>;
    let forms: [Read; 12] = [
        chance::condition,
        chance::chance,
        worlds::deed,
        worlds::sending,
        lots::handed,
        board::deed,
        counting::deed,
        placing::deed,
        further::deed,
        further::hold,
        men::done_by,
        men::said_of,
    ];
    let found = forms.into_iter().find_map(|form| c.attempt(|c| form(c, cast)));
    if found.is_none() {
        c.expect(Expected::Thing("what happens (\"the moving piece is removed\", \"white gains one point\")"));
    }
    found.map(|deed| vec![deed])
}

/// Deeds in brackets.
fn bracket(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    c.attempt(|c| {
        c.maybe("(").then_some(())?;
        let found = match c.maybe("nothing happens") {
            true => Vec::new(),
            false => c.nested(|c| deeds(c, cast))?,
        };
        c.take(")")?;
        Some(found)
    })
}

/// Who chooses, said after what there is to choose from.
fn chooser(c: &mut Cursor) -> Option<Chooser> {
    c.attempt(|c| {
        c.comma();
        match c.take_one_of(&["chosen by", "chosen at random", "of the mover's choice", "of the opponent's choice"])? {
            "chosen by" => {
                let who = super::terms::player(c)?;
                Some(of_player(who))
            }
            "chosen at random" => Some(Chooser::Chance),
            "of the opponent's choice" => Some(Chooser::Player(Player::Opponent)),
            _ => Some(Chooser::Mover),
        }
    })
}

fn of_player(who: Player) -> Chooser {
    match who {
        Player::Mover => Chooser::Mover,
        other => Chooser::Player(other),
    }
}

/// A player who does something: `white`, or `he` for whoever did what came before.
fn doer(c: &mut Cursor, cast: &Cast) -> Option<Player> {
    if c.sees(0, "it") && c.peek().is_some_and(|lexeme| ["he", "she"].iter().any(|word| lexeme.token.is_word(word))) {
        c.skip();
        return Some(cast.doer.clone());
    }
    super::terms::player(c)
}

/// A number in words or digits, up to a limit; `a` is one.
fn amount(c: &mut Cursor, most: u32) -> Option<u32> {
    if c.maybe("a") {
        return Some(1);
    }
    let number = c.take_number("a number")?;
    if (1..=most).contains(&number) {
        return Some(number);
    }
    let problem =
        crate::rule::diagnostic::Diagnostic::new("L007", c.span_from(c.at() - 1), format!("{number}: at most {most} can be said here"));
    c.refuse(problem)
}
