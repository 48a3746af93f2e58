//! What two players have named in secret, beside each other: `both players have chosen the same file`, `white's secret square is on the same rank as
//! black's secret square`, `the secret files are the same`.

use super::happening::auxiliary;
use super::player::player;
use super::squares::secret_squares;
use crate::rule::cursor::Cursor;
use crate::rule::lexer::Sort;
use crate::rule::logic::{all, negated};
use crate::rule::{Alike, Comparison, Condition, Number, Player, Point, Squares};

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Square,
    Line(Alike),
}

/// `has chosen the higher number`, of a player whose number is that of a square of the first rank: both have named one.
pub fn outbids(c: &mut Cursor, who: &Player) -> Option<Condition> {
    auxiliary(c);
    word(c, &["chosen", "chose", "named", "picked", "written", "noted"])?;
    c.maybe("the");
    let higher = word(c, &["higher", "greater", "larger", "bigger", "highest", "greatest", "largest", "biggest"]).is_some();
    if !higher {
        word(c, &["lower", "smaller", "lowest", "smallest"])?;
    }
    word(c, &["number", "numbers", "one"])?;
    let files = super::extent(c).map_or(i32::from(i16::MAX), |(files, _)| i32::from(files));
    let other = if *who == Player::Mover { Player::Opponent } else { c.rival_of(who)? };
    let number = |of: &Player| Number::Distance(Box::new(Point::Named("a1".to_string())), Box::new(Squares::Secret(of.clone())));
    let (more, less) = if higher { (who, &other) } else { (&other, who) };
    all(vec![
        Condition::Compare(number(more), Comparison::Less, Number::Is(files)),
        Condition::Compare(number(more), Comparison::More, number(less)),
    ])
}

/// `the mover has chosen the higher number`.
fn outbid(c: &mut Cursor) -> Option<Condition> {
    let who = player(c)?;
    outbids(c, &who)
}

/// A condition on two secrets.
pub fn same_secrets(c: &mut Cursor) -> Option<Condition> {
    c.attempt(outbid)
        .or_else(|| c.attempt(both_chose))
        .or_else(|| c.attempt(they_are))
        .or_else(|| c.attempt(of_lines))
        .or_else(|| c.attempt(of_squares))
}

/// `both players have chosen the same file`, `the players have named different squares`.
fn both_chose(c: &mut Cursor) -> Option<Condition> {
    c.maybe("the");
    c.maybe("each player").then_some(())?;
    auxiliary(c);
    word(c, &["chosen", "chose", "named", "picked", "written", "noted"])?;
    c.maybe("the");
    let same = c.maybe_one_of(&["same", "different"])? == "same";
    Some(meeting(&Player::Mover, noun(c)?, &Player::Opponent, same))
}

/// `the two secret files are the same`, `the secret squares are different`.
fn they_are(c: &mut Cursor) -> Option<Condition> {
    c.maybe("the");
    c.maybe("both");
    c.sort(&Sort::Number(2));
    let what = match c.maybe("secret square") {
        true => What::Square,
        false => word(c, &["secret", "chosen"]).and_then(|()| noun(c))?,
    };
    is(c)?;
    let same = agree(c)?;
    Some(meeting(&Player::Mover, what, &Player::Opponent, same))
}

/// `the file of your secret square is the same as the file of the opponent's secret square`, `your secret file is white's secret file`.
fn of_lines(c: &mut Cursor) -> Option<Condition> {
    let (one, what) = line(c)?;
    let (other, same) = match c.maybe_one_of(&["and"]) {
        Some(_) => {
            let (other, again) = line(c)?;
            (what == again).then_some(())?;
            is(c)?;
            (other, agree(c)?)
        }
        None => {
            is(c)?;
            let same = !super::not(c);
            c.attempt(like);
            let (other, again) = line(c)?;
            (what == again).then_some(())?;
            (other, same)
        }
    };
    (one != other).then(|| meeting(&one, what, &other, same))
}

/// `white's secret square is black's secret square`, `the opponent's secret square is on the same file as your secret square`.
fn of_squares(c: &mut Cursor) -> Option<Condition> {
    let one = secret_squares(c)?;
    is(c)?;
    let same = !super::not(c);
    let what = match c.maybe_one_of(&["on", "in"]) {
        None => {
            c.attempt(like);
            What::Square
        }
        Some(_) => {
            c.maybe("the");
            c.maybe("same").then_some(())?;
            let what = noun(c)?;
            c.maybe_one_of(&["as", "like"])?;
            what
        }
    };
    let other = secret_squares(c)?;
    (one != other).then(|| meeting(&one, what, &other, same))
}

/// `the file of your secret square`, `your secret rank`.
fn line(c: &mut Cursor) -> Option<(Player, What)> {
    c.maybe("the");
    if let Some(what) = c.attempt(noun).filter(|what| *what != What::Square) {
        c.maybe("of").then_some(())?;
        return Some((secret_squares(c)?, what));
    }
    let of = player(c)?;
    c.maybe("secret").then_some(())?;
    noun(c).filter(|what| *what != What::Square).map(|what| (of, what))
}

/// `the same as`, `equal to`.
fn like(c: &mut Cursor) -> Option<()> {
    if c.maybe("equal to") {
        return Some(());
    }
    c.maybe("the");
    c.maybe("same").then_some(())?;
    c.maybe_one_of(&["as", "like"]).map(|_| ())
}

/// `the same`, `equal`, `different`.
fn agree(c: &mut Cursor) -> Option<bool> {
    c.maybe("the");
    Some(c.maybe_one_of(&["same", "equal", "different"])? != "different")
}

fn is(c: &mut Cursor) -> Option<()> {
    if c.maybe_one_of(&["is", "are", "was", "were"]).is_some() { Some(()) } else { word(c, &["equals", "equal"]) }
}

/// A number is named by a file that has it.
fn noun(c: &mut Cursor) -> Option<What> {
    let nouns: [(&[&str], What); 3] = [
        (&["square", "squares"], What::Square),
        (&["file", "files", "number", "numbers"], What::Line(Alike::File)),
        (&["rank", "ranks"], What::Line(Alike::Rank)),
    ];
    nouns.into_iter().find_map(|(words, what)| word(c, words).map(|()| what))
}

fn word(c: &mut Cursor, words: &[&str]) -> Option<()> {
    let there = c.peek().is_some_and(|lexeme| words.iter().any(|word| lexeme.token.is_word(word)));
    there.then(|| c.skip())
}

/// Whether there is a square that is the one's and the other's, or on the other's line.
fn meeting(one: &Player, what: What, other: &Player, same: bool) -> Condition {
    let other = Squares::Secret(other.clone());
    let other = match what {
        What::Square => other,
        What::Line(line) => Squares::Either(vec![other.clone(), Squares::InLine { of: Box::new(other), lines: vec![line] }]),
    };
    let common = Number::Squares(Box::new(Squares::Both(vec![Squares::Secret(one.clone()), other])));
    let holds = Condition::Compare(common, Comparison::AtLeast, Number::Is(1));
    if same { holds } else { negated(holds) }
}

/// The two whose secret squares are set beside each other by a condition, and on what they meet; None: the square itself.
pub fn set_beside<'a>(one: &'a Number, how: Comparison, least: &Number) -> Option<(&'a Player, Option<Alike>, &'a Player, bool)> {
    let Number::Squares(common) = one else { return None };
    let Squares::Both(parts) = &**common else { return None };
    let [Squares::Secret(mine), other] = parts.as_slice() else { return None };
    let same = match (how, least) {
        (Comparison::AtLeast, Number::Is(1)) => true,
        (Comparison::Less, Number::Is(1)) => false,
        _ => return None,
    };
    match other {
        Squares::Secret(other) => Some((mine, None, other, same)),
        Squares::Either(ways) => match ways.as_slice() {
            [Squares::Secret(other), Squares::InLine { of, lines }] if **of == Squares::Secret(other.clone()) => match lines.as_slice() {
                [line @ (Alike::File | Alike::Rank)] => Some((mine, Some(*line), other, same)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
    .filter(|(mine, _, other, _)| mine != other)
}
