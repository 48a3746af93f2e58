//! Squares where somebody was: `squares just left by a pawn`, `a square it has already visited`.

use super::latest::said_last;
use super::player::{player, reference};
use crate::rule::cursor::Cursor;
use crate::rule::syntax::nouns;
use crate::rule::{Class, Owner, Player, Point, Ref, Squares};

/// `squares just left by a pawn`, `the square that the opponent has just left`, `the square just vacated`.
pub fn just_left(c: &mut Cursor) -> Option<Squares> {
    let word = |c: &mut Cursor, these: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && these.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    let leaving = ["left", "vacated", "abandoned", "deserted"];
    c.maybe("one of");
    c.maybe_one_of(&["every", "a", "the"]);
    c.maybe("the");
    let vacant = word(c, &["just"]).is_some() && word(c, &["vacated", "abandoned", "deserted"]).is_some();
    c.maybe("square").then_some(())?;
    if !vacant {
        word(c, &["that", "which"]);
        let whose = c.attempt(|c| {
            let who = leavers(c)?;
            c.maybe_one_of(&["has", "have"]);
            word(c, &["just"])?;
            Some(who)
        });
        if let Some(who) = whose {
            word(c, &leaving)?;
            return Some(Squares::Left(Box::new(who)));
        }
        c.maybe_one_of(&["is", "are", "was"]);
        c.attempt(|c| word(c, &["been"]));
        word(c, &["just"])?;
        word(c, &leaving)?;
    }
    let by = c.attempt(|c| {
        c.take("by")?;
        leavers(c)
    });
    Some(Squares::Left(Box::new(by.unwrap_or(Class::EVERY))))
}

/// `the square of the last capture`, `the square where the last capture was made`, `the square where a piece was last captured`.
pub fn last_capture(c: &mut Cursor) -> Option<Squares> {
    let word = |c: &mut Cursor, these: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && these.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    let last = |c: &mut Cursor| word(c, &["last", "latest", "newest"]);
    let piece = |c: &mut Cursor| {
        c.maybe("the");
        let first = last(c).is_some();
        (first || c.maybe("a")).then_some(())?;
        c.maybe("piece").then_some(())?;
        let behind = !first && c.attempt(|c| word(c, &["was"]).and_then(|()| last(c))).is_some();
        c.maybe_one_of(&["is captured", "captured", "capture"])?;
        (first || behind || last(c).is_some()).then_some(())
    };
    let begins = (0..2).any(|at| c.ahead(at).is_some_and(|lexeme| lexeme.means("square")));
    (begins && said_last(c)).then_some(())?;
    c.maybe("the");
    c.maybe("square").then_some(())?;
    if c.maybe("of") {
        c.maybe("the");
        last(c)?;
        c.maybe("capture").then_some(())?;
        before_this_phase(c);
        return Some(Squares::LastCapture);
    }
    if word(c, &["where"]).is_none() {
        c.maybe_one_of(&["on", "at", "in"])?;
        word(c, &["which"])?;
    }
    let made = c.attempt(|c| {
        c.maybe("the");
        last(c)?;
        c.maybe("capture").then_some(())?;
        word(c, &["was", "is", "took", "happened", "occurred", "has"])?;
        while word(c, &["been", "made", "place", "done"]).is_some() {}
        Some(())
    });
    made.or_else(|| c.attempt(piece))?;
    before_this_phase(c);
    Some(Squares::LastCapture)
}

/// Behind an event: what is done in its phase is not yet the last.
pub fn before_this_phase(c: &mut Cursor) {
    let event = c.since(0).first().is_some_and(|first| ["when", "after"].iter().any(|word| first.means(word)));
    if event && c.since(0).iter().any(|lexeme| lexeme.token.is_mark(",")) {
        c.assume("the last one before this phase");
    }
}

/// `a square it has already visited`, `squares on which it has stood before`, `a square that it has left`.
pub fn visited(c: &mut Cursor) -> Option<Squares> {
    let word = |c: &mut Cursor, these: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && these.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    let before = ["already", "ever", "previously", "before", "earlier"];
    c.maybe("one of");
    c.maybe_one_of(&["every", "a", "the"]);
    c.maybe("the");
    c.maybe("square").then_some(())?;
    // "on which it has stood"
    let stood = c.attempt(|c| {
        if word(c, &["where"]).is_none() {
            c.maybe_one_of(&["on", "at", "in"])?;
            word(c, &["which"])?;
        }
        Some(())
    });
    word(c, &["that", "which"]);
    let of = reference(c)?;
    c.maybe_one_of(&["has", "have"])?;
    word(c, &before);
    if c.maybe("stood still") || word(c, &["stood", "been"]).is_some() {
        let on = c.maybe_one_of(&["on", "at", "in", "to"]);
        (on.is_some() != stood.is_some()).then_some(())?;
    } else {
        stood.is_none().then_some(())?;
        word(c, &["visited", "left", "occupied", "entered", "vacated", "used"])?;
    }
    word(c, &before);
    Some(Squares::Trodden(of))
}

/// `the squares it passed`, `the last square that it passed over`: between where the man of an event stands and where it came from; the last one is
/// next to where it stands, the first one next to where it came from.
pub fn passed(c: &mut Cursor) -> Option<Squares> {
    const PASSED: [&str; 4] = ["passed", "crossed", "traversed", "skipped"];
    const WENT: [&str; 7] = ["passed", "went", "moved", "jumped", "leapt", "flew", "travelled"];
    let word = |c: &mut Cursor, these: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && these.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    c.maybe("one of");
    c.maybe_one_of(&["every", "a", "the"]);
    c.maybe("the");
    let end = c.attempt(|c| match word(c, &["last"]) {
        Some(()) => Some(Point::Of(Ref::Actor)),
        None => word(c, &["first"]).map(|()| Point::From),
    });
    c.maybe("square").then_some(())?;
    let through = c.maybe_one_of(&["over", "through"]).is_some();
    c.maybe_one_of(&["that", "which"]);
    let of = reference(c)?;
    (of == Ref::Actor).then_some(())?;
    c.maybe_one_of(&["has", "have"]);
    word(c, &["just"]);
    // "gone over", "crossed" are phrases of their own
    if c.maybe("crossed") || c.maybe("pass over") {
        c.maybe("over");
    } else if word(c, &PASSED).is_some() {
        c.maybe_one_of(&["over", "through"]);
    } else {
        word(c, &WENT)?;
        (through || c.maybe_one_of(&["over", "through"]).is_some()).then_some(())?;
    }
    let way = super::super::deeds::on_its_way();
    Some(match end {
        Some(end) => Squares::Both(vec![way, Squares::Near { of: Box::new(Squares::At(end)), reach: 1 }]),
        None => way,
    })
}

/// Who has gone: men, or a player with any of his.
fn leavers(c: &mut Cursor) -> Option<Class> {
    let player = c.attempt(|c| {
        let player = player(c)?;
        let his = c.back().is_some_and(|last| last.possessive);
        (!his || ["last", "previous"].iter().any(|word| c.sees(0, word)) && c.sees(1, "move")).then_some(player)
    });
    match player {
        Some(Player::Opponent) => Some(Class { owner: Owner::Enemy, ..Class::EVERY }),
        Some(Player::Colour(army)) => Some(Class { owner: Owner::Army(army), ..Class::EVERY }),
        Some(_) => None,
        None => {
            // "the opponent's piece"
            if let Some(theirs) = c.attempt(|c| {
                (player_of(c)? == Player::Opponent).then_some(())?;
                nouns::class(c)
            }) {
                return Some(Class { owner: Owner::Enemy, ..theirs });
            }
            c.nested(super::men::some)
        }
    }
}

/// `the opponent's`.
fn player_of(c: &mut Cursor) -> Option<Player> {
    let player = player(c)?;
    c.back().is_some_and(|last| last.possessive).then_some(player)
}
