//! Who castles, and with whom: the one goes first and makes the move, the other stands where that one has passed.

use super::deeds::on_its_way;
use super::events::described_as;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Act, Castling, Chooser, Class, Form, Kinds, Owner, Whom};

/// The castlings of the laws under the game.
fn castlings<'c>(c: &'c Cursor) -> impl Iterator<Item = &'c Castling> {
    c.words.standard.iter().filter_map(|form| match form {
        Form::Castling(castling) if castling.allowed => Some(castling),
        _ => None,
    })
}

/// Who castles in the laws under the game: those that go first.
pub fn castlers(c: &Cursor, owner: &Owner) -> Option<Class> {
    let mut all = castlings(c).map(|castling| castling.who.clone());
    let first = all.next()?;
    all.all(|other| other.kinds == first.kinds).then(|| Class { owner: owner.clone(), ..first })
}

/// Whether such men castle in the laws under the game, and go first.
pub fn is_castler(c: &Cursor, men: &Class) -> bool {
    castlings(c).any(|castling| castling.who.kinds == men.kinds)
}

/// Whoever has castled with a man: it stands where that one has passed.
pub fn castled_with(c: &Cursor) -> Vec<(String, Whom)> {
    castlings(c).flat_map(|castling| described_as(&castling.with, &passed_in_castling(&castling.with))).collect()
}

/// Those of the side that castles between whence and whither its first man went.
fn passed_in_castling(men: &Class) -> Whom {
    let who = Class { owner: Owner::Own, ..men.clone() };
    Whom::Among { who, on: on_its_way(), chooser: Chooser::All }
}

/// "When a rook castles, it ...": the move is that of the one with whom it castles.
pub fn castles_with_another(c: &mut Cursor, act: &mut Act) -> Option<Option<Whom>> {
    let of_these = |men: &Class| men.kinds == act.who.kinds && act.who.kinds != Kinds::Every;
    let Some(with) = castlings(c).map(|castling| castling.with.clone()).find(of_these) else { return Some(None) };
    if castlings(c).any(|castling| castling.who.kinds == with.kinds) {
        return Some(None);
    }
    let castler = castlers(c, &act.who.owner)?;
    if act.who.such.is_some() {
        let problem = "of the two that castle this one goes second, and nothing more can be asked of it".to_string();
        let problem = Diagnostic::new("L030", c.span_from(0), problem);
        return c.refuse(problem.hint("say it of any {bare}: When {man} castles, ..."));
    }
    act.who = castler;
    Some(Some(passed_in_castling(&with)))
}

/// How far from whoever castles the farthest of those stands in the array with whom he castles.
pub fn farthest(c: &Cursor, who: &Class, with: &Class) -> Option<u8> {
    let array = c.words.standard.iter().rev().find_map(|form| if let Form::Array(array) = form { Some(array) } else { None })?;
    let is = |men: &Class, letter: char| {
        let kind = c.words.kinds.iter().find(|kind| kind.letter.eq_ignore_ascii_case(&letter.to_string()));
        kind.is_some_and(|kind| matches!(&men.kinds, Kinds::Only(kinds) if kinds.contains(&kind.name)))
    };
    let ranks = array.split('/').map(|rank| rank.chars().filter(|letter| letter.is_alphabetic()).collect::<Vec<char>>());
    // where squares are empty, how far they are apart hangs on how many
    let full = array.split('/').zip(ranks).filter(|(rank, _)| !rank.contains(|c: char| c.is_ascii_digit()));
    let apart = full.flat_map(|(_, men)| {
        let pairs = men.iter().enumerate().filter(|(_, letter)| is(who, **letter)).flat_map(|(at, _)| {
            let others = men.iter().enumerate().filter(|(_, letter)| is(with, **letter)).map(|(other, _)| other);
            others.map(move |other| other.abs_diff(at)).collect::<Vec<_>>()
        });
        pairs.collect::<Vec<_>>()
    });
    apart.max().and_then(|far| u8::try_from(far).ok())
}
