//! Counters of players and of men, and phases: `white gains two points`, `spend two points`, `the points of white become five`, `the opponent misses his next phase`.

use super::Cast;
use crate::rule::cursor::Cursor;
use crate::rule::syntax::terms;
use crate::rule::{Deed, Number, Operation, Player, Point, Ref, Squares, Whom};

/// How far on it is looked for what is counted for men.
const MAX_WORDS: usize = 60;

/// `it loses one life`, `every knight gains two charges`, `the lives of the knight become three`.
pub fn of_men(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    terms::tally_ahead(c, MAX_WORDS).then_some(())?;
    if let Some((of, name)) = c.attempt(|c| match terms::number(c)? {
        Number::Borne { name, by } => {
            c.take_one_of(&["becomes", "is set to"])?;
            Some((by, name))
        }
        _ => None,
    }) {
        return terms::number(c).map(|by| Deed::Tally { name, who: Whom::That(of), by, set: true });
    }
    if let Some((name, who)) = c.attempt(|c| {
        c.maybe("the");
        let name = terms::tally_name(c)?;
        c.take("of")?;
        let who = super::whom::subject(c, cast)?;
        c.take_one_of(&["becomes", "is set to"])?;
        Some((name, who))
    }) {
        return terms::number(c).map(|by| Deed::Tally { name, who, by, set: true });
    }
    let who = match c.attempt(capturing) {
        Some(who) => who,
        None => c.attempt(|c| super::whom::subject(c, cast)).or_else(|| cast.implied.clone())?,
    };
    let gains = c.take_one_of(&["gains", "loses", "burns"])? == "gains";
    let (by, name) = amount(c, terms::tally_name)?;
    super::in_its_place(c, cast, &["instead"])?;
    Some(Deed::Tally { name, who, by: if gains { by } else { less(by) }, set: false })
}

/// "It", where one man has captured another: who has been captured bears nothing any more.
pub fn capturing(c: &mut Cursor) -> Option<Whom> {
    (c.stance.two && c.stance.it == Ref::Actor && terms::the_lady(c).is_none() && c.it()).then_some(())?;
    c.assume("it is the capturing piece");
    Some(Whom::That(Ref::Actor))
}

pub fn deed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    if let Some(deed) = c.attempt(set) {
        return Some(deed);
    }
    if c.take("the phase goes on").is_some() {
        return Some(Deed::GoOn);
    }
    // "it costs its owner one coin"
    if let Some(deed) = c.attempt(|c| {
        c.it();
        c.take("costs")?;
        let of = c.attempt(terms::player).unwrap_or_else(|| cast.doer.clone());
        let (by, name) = amount(c, terms::counter_name)?;
        Some(Deed::Count { name, of, by: less(by), set: false })
    }) {
        return Some(deed);
    }
    let said = c.attempt(|c| super::doer(c, cast)).or_else(|| c.attempt(capturer));
    // pieces in check are no player, who alone has what is counted for players
    (said.is_some() || !matches!(cast.implied, Some(Whom::Among { .. }))).then_some(())?;
    // "... and loses its next turn" may be said of a piece
    let implied = said.is_none() && cast.implied.is_some();
    let of = said.unwrap_or_else(|| cast.doer.clone());
    match c.take_one_of(&["gains", "loses", "burns", "misses the next phase"])? {
        "misses the next phase" if implied => None,
        "misses the next phase" => Some(Deed::Skip(of)),
        verb => {
            // "for each of his pawns": of his who gains
            let (by, name) = c.meaning(|stance| &mut stance.doer, Some(of.clone()), |c| amount(c, terms::counter_name))?;
            let by = if verb == "gains" { by } else { less(by) };
            // each by what is his
            if of == Player::Each && !matches!(by, Number::Is(_)) {
                return Some(Deed::EachPlayer(vec![Deed::Count { name, of: Player::Mover, by, set: false }]));
            }
            Some(Deed::Count { name, of, by, set: false })
        }
    }
}

/// `the capturer`, who has no points but as a player.
fn capturer(c: &mut Cursor) -> Option<Player> {
    c.maybe("the");
    let person = c.peek().is_some_and(|lexeme| ["capturer", "captor"].iter().any(|word| lexeme.token.is_word(word)));
    (person && c.maybe("capturing piece")).then_some(Player::OwnerOf(Ref::Actor))
}

/// `two points`, `as many points as the number of white pawns`.
fn amount(c: &mut Cursor, counter: fn(&mut Cursor) -> Option<String>) -> Option<(Number, String)> {
    if c.take("as many").is_some() {
        let name = counter(c)?;
        c.take_one_of(&["as", "like"])?;
        return c.attempt(worth).or_else(|| terms::number(c)).map(|by| (by, name));
    }
    // "loses its harpoon"
    let sole = c.sees(0, "its") && c.ahead(1).is_some_and(|lexeme| !c.words.counts(&lexeme.token.word));
    let by = if c.maybe("a") || sole && c.maybe("its") { 1 } else { terms::literal(c)? };
    let name = counter(c)?;
    Some((c.attempt(|c| for_each(c, by)).unwrap_or(Number::Is(by)), name))
}

/// `for each of his pawns`, `for every own piece in the centre`, `per captured pawn`: so often.
fn for_each(c: &mut Cursor, by: i32) -> Option<Number> {
    if !per(c) {
        c.maybe("for").then_some(())?;
        c.maybe_one_of(&["each of", "every"])?;
    }
    let each = c.attempt(squares_moved).or_else(|| terms::so_many(c))?;
    Some(if by == 1 { each } else { Number::Of(Box::new(Number::Is(by)), Operation::Times, Box::new(each)) })
}

/// `square it has moved`, `square of the move`: how far apart the ends of the move are.
fn squares_moved(c: &mut Cursor) -> Option<Number> {
    c.take("square")?;
    let moved = c.maybe_one_of(&["moved", "crossed"]).is_some();
    let of_the_move = c.attempt(|c| {
        c.take("of")?;
        c.take_one_of(&["the", "its", "a"]);
        c.take("move")
    });
    if !moved && of_the_move.is_none() {
        c.maybe_one_of(&["that", "which"]);
        let he = c.peek().is_some_and(|lexeme| lexeme.meant.is_some()) && c.maybe("it");
        (he || terms::reference(c)? == Ref::Actor).then_some(())?;
        c.maybe_one_of(&["has", "have"]);
        let verbs = ["moves", "moved", "travels", "travelled", "traveled", "crosses", "crossed", "goes", "covers", "covered"];
        let verb = c.peek().is_some_and(|lexeme| verbs.iter().any(|word| lexeme.token.is_word(word)));
        verb.then(|| c.skip())?;
    }
    c.assume("squares are counted from the one end of the move to the other, as a king would walk");
    Some(Number::Distance(Box::new(Point::From), Box::new(Squares::At(Point::To))))
}

fn per(c: &mut Cursor) -> bool {
    let there = c.peek().is_some_and(|lexeme| lexeme.phrase.is_none() && lexeme.token.is_word("per"));
    there.then(|| c.skip()).is_some()
}

/// `it is worth`, `the value of the captured piece`.
fn worth(c: &mut Cursor) -> Option<Number> {
    let it = c.stance.two && c.sees(0, "it");
    let mut of = terms::reference(c)?;
    c.take("is")?;
    c.take("worth")?;
    // who takes a piece gets what that one is worth
    if it && of == Ref::Actor {
        of = Ref::Victim;
        c.assume("what the captured piece is worth");
    }
    Some(Number::Value(of))
}

/// The number taken away.
fn less(by: Number) -> Number {
    match by {
        Number::Is(number) => Number::Is(-number),
        by => Number::Of(Box::new(Number::Is(0)), Operation::Minus, Box::new(by)),
    }
}

/// `the points of white become five`, `white's points become five`.
fn set(c: &mut Cursor) -> Option<Deed> {
    let (of, name) = c
        .attempt(|c| {
            c.take("the")?;
            let name = terms::counter_name(c)?;
            c.take("of")?;
            Some((terms::player(c)?, name))
        })
        .or_else(|| {
            c.attempt(|c| {
                let of: Player = terms::player(c)?;
                Some((of, terms::counter_name(c)?))
            })
        })?;
    c.take_one_of(&["becomes", "is set to"])?;
    terms::number(c).map(|by| Deed::Count { name, of, by, set: true })
}
