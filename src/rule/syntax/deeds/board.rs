//! Deeds done to the board: shifted rows, turns, marks, holes, growth, joined edges.

use super::{Cast, areas};
use crate::board::Vector;
use crate::rule::cursor::{Cursor, Drawn, Named};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::{nouns, places, terms};
use crate::rule::{Chooser, Deed, Kinds, Point, Ref, Squares, Whom};

/// The most squares that one deed shifts or adds.
const MAX_SHIFT: u32 = 16;
/// The most squares that are counted where they turn.
const MAX_TURNED: u32 = 4096;
/// The most words of a region's name.
const MAX_NAME: usize = 3;

pub fn deed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let forms: [fn(&mut Cursor) -> Option<Deed>; 6] = [areas::exchanged, areas::all_shifted, shift, turn, edges, grow];
    let found = forms.into_iter().find_map(|form| c.attempt(form));
    found
        .or_else(|| c.attempt(|c| areas::spread(c, cast)))
        .or_else(|| c.attempt(|c| mark(c, cast)))
        .or_else(|| c.attempt(|c| hole(c, cast)))
}

/// `everything on rank 3 shifts one square left, wrapping around`.
fn shift(c: &mut Cursor) -> Option<Deed> {
    let imperative = c.take("shift").is_some();
    let everything = everything_on(c);
    if !everything && !imperative {
        // "rank 3 shifts"
        c.take_one_of(&["every", "the"]);
    }
    let squares = terms::squares(c)?;
    let shifted = imperative || c.take_one_of(&["shift", "is shifted"]).is_some();
    if !shifted {
        c.take("move")?;
    }
    let by = displacement(c)?;
    let wrap = c
        .attempt(|c| {
            c.comma();
            c.take("wrapping round")
        })
        .is_some();
    (shifted || (everything && wrap)).then_some(Deed::Shift { squares, by, wrap })
}

/// Before squares: `everything on`, `all pieces in`.
fn everything_on(c: &mut Cursor) -> bool {
    let said = c.attempt(|c| {
        c.take_one_of(&["every", "the", "anything"]);
        c.maybe("anything");
        c.maybe("piece");
        c.take_one_of(&["on", "in", "of"])
    });
    said.is_some()
}

/// `two squares left`, `one square right and one square up`.
pub fn displacement(c: &mut Cursor) -> Option<Vector> {
    let mut by = leg(c)?;
    if let Some(more) = c.attempt(|c| {
        c.take("and")?;
        leg(c)
    }) {
        let crosswise = (by.right == 0) != (more.right == 0);
        crosswise.then_some(())?;
        by = Vector { right: by.right + more.right, forward: by.forward + more.forward };
    }
    Some(by)
}

fn leg(c: &mut Cursor) -> Option<Vector> {
    let squares = super::amount(c, MAX_SHIFT)? as i8;
    c.take_one_of(&["square", "file", "rank"])?;
    // "up the board" is the same way for both sides
    let board = c.peek().filter(|lexeme| lexeme.tokens == 3).map(|lexeme| lexeme.token.word.clone());
    let way = c.take_one_of(&["left", "right", "up", "down", "forward", "backward", "sideways"])?;
    match board.as_deref().filter(|word| ["up", "down"].contains(word)).unwrap_or(way) {
        "left" => Some(Vector { right: -squares, forward: 0 }),
        "right" => Some(Vector { right: squares, forward: 0 }),
        "up" => Some(Vector { right: 0, forward: squares }),
        "down" => Some(Vector { right: 0, forward: -squares }),
        _ => {
            let problem = Diagnostic::new("L016", c.span_from(c.at() - 1), format!("squares of the board have no \"{way}\""));
            c.refuse(problem.hint("say \"up\" (towards the last rank of white), \"down\", \"left\" or \"right\""))
        }
    }
}

/// `the board turns 90 degrees clockwise`, `the four squares of the centre turn a quarter with everything on them`.
fn turn(c: &mut Cursor) -> Option<Deed> {
    let squares = if c.take_one_of(&["rotate", "turn"]).is_some() {
        turned(c)?
    } else {
        let squares = turned(c)?;
        c.take_one_of(&["turn", "rotate", "is rotated"])?;
        squares
    };
    c.maybe("by");
    let from = c.at();
    let quarters = if c.take("a quarter").is_some() {
        c.maybe("turn");
        1
    } else {
        let degrees = c.take_number("90, 180 or 270")?;
        c.take("degrees")?;
        match degrees {
            90 => 1,
            180 => 2,
            270 => 3,
            _ => {
                let problem = Diagnostic::new("L007", c.span_from(from), format!("a board turns by 90, 180 or 270 degrees, not {degrees}"));
                return c.refuse(problem);
            }
        }
    };
    if !can_turn(&squares, quarters) {
        let problem = "a quarter of a turn does not lead these squares to one another".to_string();
        let hint = "say 180 degrees, or turn as many ranks as files: the centre, the whole board, a block of squares with a name";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    }
    let counter = c.take_one_of(&["anticlockwise", "clockwise"]) == Some("anticlockwise");
    c.attempt(|c| {
        c.comma();
        c.take_one_of(&["with", "together with"])?;
        everything_on(c).then_some(())?;
        c.it().then_some(())
    });
    Some(Deed::Turn { squares, quarters: if counter { 4 - quarters } else { quarters } })
}

/// Whether such squares may be led to one another by so many quarters of a circle.
pub fn can_turn(squares: &Squares, quarters: u8) -> bool {
    let line = matches!(squares, Squares::Rank { .. } | Squares::LastRank | Squares::Files(_) | Squares::File(_) | Squares::Half { .. });
    quarters == 2 || !line && !matches!(squares, Squares::Light | Squares::Dark)
}

/// What turns: `the whole board`, `everything in the centre`, `the nine squares of the pit`.
fn turned(c: &mut Cursor) -> Option<Squares> {
    let whole = c.attempt(|c| {
        c.take_one_of(&["the", "every"]);
        c.maybe("whole");
        c.take("board")
    });
    if whole.is_some() {
        return Some(Squares::Every);
    }
    let many = usize::from(c.sees(0, "the") || c.sees(0, "every"));
    if c.sees(many + 1, "square") && ["of", "in"].iter().any(|part| c.sees(many + 2, part)) {
        c.take_one_of(&["every", "the"]);
        super::amount(c, MAX_TURNED)?;
        c.take("square")?;
        c.take_one_of(&["of", "in"]);
    } else {
        everything_on(c);
    }
    terms::squares(c)
}

/// `the left and right edges`: whether the files are meant.
pub fn opposite_edges(c: &mut Cursor) -> Option<bool> {
    c.maybe("the");
    let first = c.take_one_of(&["left", "right", "lower", "upper", "bottom", "top"])?;
    let files = matches!(first, "left" | "right");
    c.maybe("edge");
    c.take("and")?;
    c.maybe("the");
    c.take_one_of(if files { &["right", "left"] } else { &["upper", "lower", "top", "bottom"] })?;
    c.take("edge")?;
    c.attempt(|c| c.take("of").and_then(|()| c.take("the")).and_then(|()| c.take("board")));
    Some(files)
}

/// `the left and right edges are joined`.
fn edges(c: &mut Cursor) -> Option<Deed> {
    let files = opposite_edges(c)?;
    let joined = c.take_one_of(&["are joined", "are no longer joined"])? == "are joined";
    Some(Deed::JoinEdges { files, joined })
}

/// `the board grows by one file on the left and one rank above, called the hot zone`; `add one rank and one file on every side of the board`.
fn grow(c: &mut Cursor) -> Option<Deed> {
    let added = c.take("place").is_some();
    if !added {
        c.take("the")?;
        c.take("board")?;
        c.take("grows by")?;
    }
    let (mut left, mut right, mut below, mut above) = (0, 0, 0, 0);
    let mut said: Vec<&str> = Vec::new();
    loop {
        let number = super::amount(c, MAX_SHIFT)? as u8;
        let sort = c.take_one_of(&["square", "rank", "file", "files"])?;
        // "one rank and one file on every side"
        let both = c.attempt(|c| {
            (sort != "square").then_some(())?;
            c.take("and")?;
            let other = super::amount(c, MAX_SHIFT)? as u8;
            c.take_one_of(&["rank", "file", "files"]).filter(|other| (*other == "rank") != (sort == "rank"))?;
            c.take("on every side")?;
            Some(other)
        });
        if let Some(other) = both {
            let (files, ranks) = if sort == "rank" { (other, number) } else { (number, other) };
            (left, right, below, above) = (files, files, ranks, ranks);
        } else {
            let side = c.take_one_of(&["on every side", "on the left", "on the right", "below", "above"])?;
            // "above the board"
            c.attempt(|c| c.take("the").and_then(|()| c.take("board")));
            // how much it is in all is not for the reader to guess
            (!said.contains(&side)).then_some(())?;
            said.push(side);
            match side {
                // a file is added on the left or right only
                "on every side" if sort == "rank" => (below, above) = (number, number),
                "on every side" if sort != "square" => (left, right) = (number, number),
                "on every side" => (left, right, below, above) = (number, number, number, number),
                "on the left" => left = number,
                "on the right" => right = number,
                "below" => below = number,
                _ => above = number,
            }
        }
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.take("and").is_some();
            ((comma || joined) && matches!(c.peek().map(|lexeme| &lexeme.token.sort), Some(Sort::Number(_)))).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    c.attempt(|c| c.take("of").and_then(|()| c.take("the")).and_then(|()| c.take("board")));
    let region = c.attempt(|c| {
        c.comma();
        c.take("called")?;
        name(c)
    });
    Some(Deed::Grow { left, right, below, above, region })
}

/// `the edge is marked as the swamp`.
fn mark(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let imperative = c.take("mark").is_some();
    let (squares, chooser) = these(c, cast)?;
    let on = if imperative {
        c.take_one_of(&["like", "as", "called"])?;
        true
    } else {
        match c.take_one_of(&["is marked as", "is no longer marked as", "is called"]) {
            Some(verb) => verb != "is no longer marked as",
            None => return unmarked(c).map(|region| Deed::Mark { squares, region, on: false, chooser }),
        }
    };
    name(c).map(|region| Deed::Mark { squares, region, on, chooser })
}

/// After squares: `is no longer mined`, where that is a name of squares.
fn unmarked(c: &mut Cursor) -> Option<String> {
    c.take_one_of(&["is", "are"])?;
    (c.peek()?.token.is_word("no") && c.take("may not").is_some()).then_some(())?;
    c.maybe_one_of(&["a", "the", "in"]);
    c.maybe("the");
    let known = c.words.regions.iter().find(|name| c.spells_some(name))?.clone();
    known.split(' ').for_each(|_| c.skip());
    Some(known)
}

/// `e4 becomes a hole`, `the edge becomes holes`, `e4 becomes a square again`.
fn hole(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let from = c.at();
    let (mut squares, chooser) = these(c, cast)?;
    let one = chooser != Chooser::All;
    if squares == Squares::Every && matches!(c.since(from), [the, square] if the.means("the") && square.means("square")) {
        squares = the_one_named(c, from).map(Squares::At)?;
    }
    // "the wall is removed": of all that stand there
    if squares == Squares::Holes
        && !one
        && c.since(from).iter().any(|lexeme| ["hole", "wall"].iter().any(|word| lexeme.last == *word))
        && !c.since(from).first().is_some_and(|first| first.means("every"))
    {
        let problem = Diagnostic::new("L015", c.span_from(from), "it is not said which hole".to_string());
        return c
            .refuse(problem.hint("examples: every hole next to it becomes a square again; every hole on rank 4 becomes a square again"));
    }
    if one && squares == Squares::Every && c.sees(0, "becomes") && (c.sees(1, "hole") || c.sees(2, "hole") || c.sees(3, "hole")) {
        let problem = Diagnostic::new("L015", c.span_from(from), "it is not said which square".to_string());
        return c.refuse(
            problem.hint("examples: The square it left becomes a hole. e4 and e5 become holes. All squares on the edge become holes."),
        );
    }
    match c.take_one_of(&["becomes", "is open again", "is removed"])? {
        "is removed" if squares.are_holes() => Some(Deed::Hole { squares, open: true, chooser }),
        // "the a-file disappears"
        "is removed" => {
            c.assume("the squares become holes");
            Some(Deed::Hole { squares, open: false, chooser })
        }
        "becomes" => {
            c.maybe("a");
            c.maybe("permanent");
            match c.take_one_of(&["hole", "square"])? {
                "hole" => {
                    if is_stood_on(&squares, cast) {
                        c.assume(GOES_WITH_IT);
                    }
                    Some(Deed::Hole { squares, open: false, chooser })
                }
                _ => c.take("again").map(|()| Deed::Hole { squares, open: true, chooser }),
            }
        }
        _ => Some(Deed::Hole { squares, open: true, chooser }),
    }
}

/// Noted where a hole opens under whoever has just moved or captured.
const GOES_WITH_IT: &str = "whoever stands there is removed with it; under a real king no hole opens";

/// Whether squares are those on which the man of the event stands, or came to capture.
fn is_stood_on(squares: &Squares, cast: &Cast) -> bool {
    let event = cast.actor.is_some() || cast.victim.is_some();
    event && matches!(squares, Squares::At(Point::To | Point::Of(Ref::Actor | Ref::Victim)))
}

/// `the square` of which nothing more is said: the one that the sentence has named, or that of the event.
fn the_one_named(c: &mut Cursor, from: usize) -> Option<Point> {
    let several = c.back().is_some_and(|noun| noun.token.is_word("squares"));
    if places::is_vague(c) && c.stance.square == Named::Nothing {
        let problem = "it is not clear which square is meant, the one left or the one reached".to_string();
        let problem = Diagnostic::new("L004", c.span_from(from), problem);
        return c.refuse(problem.hint("say \"the square it came from\" or \"the square it goes to\""));
    }
    match c.stance.square.clone() {
        Named::One(point) if !several => Some(point),
        Named::Nothing if !several => Some(Point::To),
        _ => {
            let problem = "it is not clear which square is meant: several may be".to_string();
            let problem = Diagnostic::new("L004", c.span_from(from), problem);
            c.refuse(
                problem.hint("name it: \"its home square\", \"the square it came from\", \"e4\"; for all of them say \"every square\""),
            )
        }
    }
}

/// `its square`, `the square where it stands`, `the square of that king`: of those to whom the event has happened that is told of them.
fn under_it(c: &mut Cursor, cast: &Cast) -> Option<Squares> {
    let Some(Whom::Among { who, on, chooser: Chooser::All }) = &cast.implied else { return None };
    let him = |c: &mut Cursor| {
        if c.it() {
            return Some(());
        }
        c.maybe_one_of(&["the", "that"])?;
        let kind = nouns::kind(c)?;
        matches!(&who.kinds, Kinds::Only(kinds) if kinds.contains(&kind)).then_some(())
    };
    if c.maybe("its") {
        c.maybe("square").then_some(())?;
    } else {
        c.maybe("the");
        c.maybe("square").then_some(())?;
        if c.maybe("of") {
            him(c)?;
        } else {
            c.maybe("on");
            c.maybe_one_of(&["where", "which", "that"])?;
            him(c)?;
            c.maybe_one_of(&["stands", "is"])?;
            c.maybe("on");
        }
    }
    let under = Squares::Under(Box::new(who.clone()));
    Some(if *on == Squares::Every { under } else { Squares::Both(vec![under, on.clone()]) })
}

/// Squares to which something is done: all of them, or "one of", "an", "a random" one of them.
fn these(c: &mut Cursor, cast: &Cast) -> Option<(Squares, Chooser)> {
    if let Some(there) = c.attempt(|c| under_it(c, cast)) {
        return Some((there, Chooser::All));
    }
    // a file that is drawn is all of one file, once for each
    let line = matches!(c.stance.drawn, Some(Drawn::File(_) | Drawn::Rank(_))) && ["file", "rank"].iter().any(|line| c.sees(1, line));
    let random = !line && c.maybe("a random");
    let one = random || c.sees(0, "one of") || !line && c.sees(0, "a");
    c.maybe("one of");
    let squares = terms::squares(c)?;
    let said = super::chooser(c, cast);
    let by = match said {
        Some(by) => by,
        None if random => Chooser::Chance,
        None if one => cast.chooser.clone(),
        None => Chooser::All,
    };
    if by != Chooser::All {
        c.comma();
    }
    Some((squares, by))
}

/// The name of a region: `the hot zone`; bare words, up to three.
pub fn name(c: &mut Cursor) -> Option<String> {
    if !c.maybe("the") {
        c.maybe("a");
    }
    let mut words: Vec<String> = Vec::new();
    while words.len() < MAX_NAME
        && let Some(word) = c.attempt(|c| {
            let free = c.peek().is_some_and(|lexeme| lexeme.phrase.is_none() || lexeme.span == lexeme.token.span);
            free.then_some(())?;
            c.take_thing("a name", |token| {
                (token.sort == Sort::Word && !RESERVED.contains(&token.word.as_str())).then(|| token.word.clone())
            })
        })
    {
        words.push(word);
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// Words that end a name.
const RESERVED: [&str; 16] =
    ["and", "or", "a", "the", "if", "when", "then", "but", "is", "opens", "begins", "exists", "comes", "for", "until", "this"];
