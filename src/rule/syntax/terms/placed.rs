//! Where something is, after its noun or verb: `on the e-file`, `next to an enemy king`, `two squares in front of it`.

use super::fields;
use super::flanks::{directly, flanks};
use super::men::{men, some};
use super::player::reference;
use super::{joined, ranks, squares};
use crate::board::Vector;
use crate::movement::betza::MAX_RANGE;
use crate::rule::bearing::{Bearing, bearing, steps_of};
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::{Sort, Token};
use crate::rule::logic::negated;
use crate::rule::syntax::{motion, nouns};
use crate::rule::words::Lexeme;
use crate::rule::{Alike, Chooser, Class, Comparison, Condition, Owner, Player, Point, Ref, Squares, Whom};

/// The farthest that "within" reaches, in squares.
pub const MAX_REACH: u32 = 64;

/// How far before the end of "squares of the same colour as the square it stands on" its "to" stands.
const MAX_BEFORE_COLOUR: usize = 16;

/// A place with its preposition.
pub fn placed(c: &mut Cursor) -> Option<Squares> {
    place(c, squares)
}

/// The same where a further place may follow: lists are in brackets.
pub fn one_placed(c: &mut Cursor) -> Option<Squares> {
    place(c, squares::single)
}

fn place<'a>(c: &mut Cursor<'a>, on: impl FnOnce(&mut Cursor<'a>) -> Option<Squares>) -> Option<Squares> {
    c.attempt(|c| {
        if let Some(found) = around(c) {
            return Some(found);
        }
        // "in the last" is a phrase of its own
        if c.sees(0, "in the last") && c.sees(1, "rank") {
            c.maybe("in the last");
            c.maybe("rank");
            return Some(Squares::LastRank);
        }
        if c.maybe("on its home square") {
            return Some(Squares::At(Point::Home(c.stance.it)));
        }
        if c.maybe("beyond") {
            return ranks::beyond(c);
        }
        if let Some(found) = c.attempt(squares::diagonals) {
            return Some(found);
        }
        if c.maybe("outside") {
            return on(c).map(|squares| Squares::Not(Box::new(squares)));
        }
        if let Some(found) = c.attempt(between) {
            return Some(found);
        }
        if let Some(found) = c.attempt(in_line) {
            return Some(found);
        }
        if c.maybe_one_of(&["on", "in", "inside", "at", "among", "of"]).is_none() {
            c.expect(Expected::Thing("a place (\"on the e-file\", \"next to an enemy king\")"));
            return None;
        }
        on(c)
    })
}

/// `on the same file as it`, `in line with an enemy queen`; without "as" it is the man whom the sentence is about.
fn in_line(c: &mut Cursor) -> Option<Squares> {
    let lines = if c.maybe("in line") {
        c.maybe("with").then_some(())?;
        let of = Box::new(origin(c)?);
        return Some(Squares::InLine { of, lines: vec![Alike::File, Alike::Rank, Alike::Diagonal] });
    } else {
        lines(c)?
    };
    let of = match c.maybe_one_of(&["like", "with"]) {
        Some(_) => origin(c)?,
        None => Squares::At(Point::Of(c.stance.around.or(c.stance.rival)?)),
    };
    Some(Squares::InLine { of: Box::new(of), lines })
}

/// `the same file as an enemy king`, after the article.
pub fn same_line(c: &mut Cursor) -> Option<Squares> {
    let lines = same(c)?;
    c.maybe_one_of(&["like", "with"])?;
    origin(c).map(|of| Squares::InLine { of: Box::new(of), lines })
}

/// Behind squares: `on the same file as it`, `of the same colour as the square it came from`. Of men the latter would be whose they are.
pub fn alike(c: &mut Cursor) -> Option<Squares> {
    let of = c.maybe_one_of(&["on", "in", "of"])? == "of";
    c.maybe("the");
    same_line(c).filter(|found| !of || matches!(found, Squares::InLine { lines, .. } if lines[..] == [Alike::Colour]))
}

/// Behind squares: `of the same colour`, `of the other colour than the square it came from`, `of the colour opposite to e4`, `of the colour it
/// stands on`; without a square it is that where the move begins.
pub fn shaded(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["of", "on", "in"])?;
    let another = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another"));
    let its = c.maybe_one_of(&["the", "a", "every", "its"]) == Some("its");
    let said = c.maybe_one_of(&["same", "own", "other", "opposite", "different"]);
    c.maybe("colour").then_some(())?;
    let behind = said.is_none() && c.maybe_one_of(&["opposite", "different"]).is_some();
    let other = another || behind || matches!(said, Some("other" | "opposite" | "different"));
    let joint = c.maybe_one_of(&["like", "than", "from", "to", "of"]);
    let of = match joint {
        Some(_) => Some(c.attempt(departure).map_or_else(|| origin(c), Some)?),
        None => c.attempt(departure),
    };
    let of = match of {
        Some(of) => of,
        // "of the colour" does not say which
        None if joint.is_some() || said.is_none() && !its && !another && !behind => return None,
        None => Squares::At(where_it_begins(c)?),
    };
    let alike = Squares::InLine { of: Box::new(of), lines: vec![Alike::Colour] };
    Some(if other { Squares::Not(Box::new(alike)) } else { alike })
}

/// `it stands on`, `the one it started on`, `its square`: where a move begins.
fn departure(c: &mut Cursor) -> Option<Squares> {
    let one = c.attempt(|c| {
        c.maybe_one_of(&["the", "that"])?;
        (c.one() || c.maybe("square")).then_some(())
    });
    if one.is_none()
        && c.attempt(|c| {
            c.maybe("its").then_some(())?;
            c.maybe_one_of(&["own", "starting", "old"]);
            c.maybe("square").then_some(())
        })
        .is_some()
    {
        return where_it_begins(c).map(Squares::At);
    }
    if one.is_some() {
        c.maybe("on");
        c.maybe_one_of(&["where", "which", "that"]);
    }
    (c.it() || c.attempt(|c| reference(c).filter(|of| *of == Ref::Actor)).is_some() || c.attempt(some_piece).is_some()).then_some(())?;
    match c.maybe_one_of(&["stands", "is", "are", "started", "came", "move", "leave", "began"]) {
        Some(_) => {}
        None => {
            let begins = ["starts", "start", "begins", "begin", "began", "stood", "was", "were", "left"];
            c.peek().filter(|lexeme| begins.iter().any(|word| lexeme.token.is_word(word)))?;
            c.skip();
        }
    }
    c.maybe_one_of(&["on", "from", "at", "in"]);
    where_it_begins(c).map(Squares::At)
}

/// `the piece`, which moves.
fn some_piece(c: &mut Cursor) -> Option<()> {
    c.maybe_one_of(&["the", "a"]);
    c.maybe("piece").then_some(())
}

/// Where a move begins: of whoever moves, or of the man whose way of moving is described.
fn where_it_begins(c: &Cursor) -> Option<Point> {
    if c.stance.it == Ref::Actor || c.stance.it == Ref::Itself && c.stance.rival == Some(Ref::Actor) {
        return Some(Point::From);
    }
    // "may also move like knights, but only to squares of the same colour"
    let leads = c.since(0).iter().rev().take(MAX_BEFORE_COLOUR).any(|lexeme| ["to", "onto"].iter().any(|word| lexeme.means(word)));
    (c.stance.it == Ref::Itself && leads).then_some(Point::Of(Ref::Itself))
}

/// `between two enemy rooks`, `between e1 and e8`, `between two of its pawns on the same rank`.
pub fn between(c: &mut Cursor) -> Option<Squares> {
    c.maybe("between").then_some(())?;
    let (one, other) = match c.sort(&Sort::Number(2)) {
        true => {
            c.maybe("of");
            let ends = Squares::Under(Box::new(c.nested(men)?));
            (ends.clone(), ends)
        }
        false => {
            let one = origin(c)?;
            c.take("and")?;
            (one, origin(c)?)
        }
    };
    let lines = c.attempt(lines).unwrap_or_else(|| Alike::EVERY.to_vec());
    lines.iter().all(|line| Alike::EVERY.contains(line)).then_some(())?;
    Some(Squares::Between { one: Box::new(one), other: Box::new(other), lines })
}

/// `with nothing between them`, behind men on one line.
pub fn nothing_between(c: &mut Cursor) -> bool {
    c.attempt(|c| {
        let apart = c.comma();
        c.maybe_one_of(&["with", "and"])?;
        let nothing = c.peek()?.token.is_word("nothing");
        match nothing {
            true => c.skip(),
            false => c.maybe("no").then(|| c.maybe("piece")).filter(|there| *there).map(|_| ())?,
        }
        c.maybe("between").then_some(())?;
        c.maybe("it");
        // "..., with nothing between them, may not ..."
        if apart && ["may", "may not", "must"].iter().any(|word| c.sees(1, word)) {
            c.comma();
        }
        Some(())
    })
    .is_some()
}

/// Those of such men who have no piece between themselves and the man beside whom they are described.
pub fn in_sight(others: Class, of: Ref) -> Class {
    let of = if of == Ref::Itself { Ref::Outer } else { of };
    let at = |man| Box::new(Squares::At(Point::Of(man)));
    let between = Squares::Between { one: at(Ref::Itself), other: at(of), lines: Alike::EVERY.to_vec() };
    others.such_that(negated(Condition::There(Class::EVERY, between)))
}

/// Behind the place of somebody beside a man: `behind it on the same file` says of him nothing more, any other line is not his to be said.
pub fn on_that_line(c: &mut Cursor, on: &Squares) -> Option<()> {
    let from = c.at();
    let Some(lines) = c.attempt(|c| lines(c).filter(|_| !c.sees(0, "like") && !c.sees(0, "with"))) else { return Some(()) };
    let straight = |step: &Vector| match lines.as_slice() {
        [Alike::File] => step.right == 0,
        [Alike::Rank] => step.forward == 0,
        _ => false,
    };
    if matches!(on, Squares::Beside { steps, .. } if steps.iter().all(straight)) {
        return Some(());
    }
    let problem = "it is not clear of which piece that is said".to_string();
    c.refuse(
        Diagnostic::new("L004", c.span_from(from), problem).hint("say it of one, and with whom: {men} on the same file as an own {bare}"),
    )
}

/// `on the same file, rank or diagonal`.
pub fn lines(c: &mut Cursor) -> Option<Vec<Alike>> {
    c.maybe_one_of(&["on", "in"])?;
    c.maybe("the");
    same(c)
}

fn same(c: &mut Cursor) -> Option<Vec<Alike>> {
    (c.maybe("same") || c.sort(&Sort::Number(1))).then_some(())?;
    line_list(c)
}

/// `file`, `rank or diagonal`.
pub fn line_list(c: &mut Cursor) -> Option<Vec<Alike>> {
    let first = line(c)?;
    let mut lines = joined(c, &["or", "and"], first, line);
    lines.sort_unstable();
    lines.dedup();
    Some(lines)
}

fn line(c: &mut Cursor) -> Option<Alike> {
    let found = c.maybe_one_of(&["file", "rank", "diagonal", "diagonally", "colour", "two-by-two block", "half"])?;
    // "rank 4" is a rank by itself
    let numbered = c.peek().is_some_and(|lexeme| lexeme.token.word.starts_with(|digit: char| digit.is_ascii_digit()));
    (found != "rank" || !numbered).then_some(())?;
    Some(match found {
        "file" => Alike::File,
        "rank" => Alike::Rank,
        "colour" => Alike::Colour,
        "two-by-two block" => Alike::Block,
        "half" => Alike::Half,
        _ => Alike::Diagonal,
    })
}

/// Near or beside something: `next to it`, `within two squares of e4`, `behind a rook`.
pub fn around(c: &mut Cursor) -> Option<Squares> {
    if let Some(found) = c.attempt(fields::field).or_else(|| c.attempt(flanks)) {
        return Some(found);
    }
    c.attempt(|c| {
        if !is_adjacent(c) && (c.maybe("next to") || c.maybe("adjacent")) {
            c.maybe("to");
            return origin(c).map(|of| Squares::Near { of: Box::new(of), reach: 1 });
        }
        if c.maybe("within") {
            let from = c.at();
            let reach = c.take_number("a number of squares")?;
            c.take("square")?;
            c.take_one_of(&["of", "from"])?;
            if !(1..=MAX_REACH).contains(&reach) {
                let problem = Diagnostic::new("L007", c.span_from(from), format!("{reach} squares: it reaches 1 to {MAX_REACH}"));
                return c.refuse(problem);
            }
            return origin(c).map(|of| Squares::Near { of: Box::new(of), reach: reach as u8 });
        }
        if let Some(found) = c.attempt(|c| {
            let from = c.at();
            let far = distance(c)?;
            // "pushes a pawn two squares away from it" says how far it goes
            let pushed = c.since(0).iter().any(|lexeme| ["push", "pull", "shoot"].iter().any(|verb| lexeme.means(verb)));
            (!pushed).then_some(())?;
            let of = match c.maybe_one_of(&["away from", "from", "away"])? {
                // from whom the sentence is about
                "away" if c.stance.it != Ref::Itself => Squares::At(Point::Of(c.stance.it)),
                // how far off a captured man stood is said of the move
                "away" if c.since(0).iter().any(|lexeme| lexeme.means("capture")) => return None,
                "away" => Squares::At(Point::Of(c.stance.around?)),
                _ => origin(c)?,
            };
            so_far_from(c, of, far, from)
        }) {
            return Some(found);
        }
        let steps = displaced(c)?;
        origin(c).map(|of| Squares::Beside { of: Box::new(of), steps })
    })
}

/// `more than three squares away from its king`: where a move may end.
pub fn away_from(c: &mut Cursor) -> Option<Squares> {
    let from = c.at();
    let far = distance(c)?;
    c.maybe("away from").then_some(())?;
    let of = origin(c)?;
    so_far_from(c, of, far, from)
}

/// `more than three squares`, `two squares`.
fn distance(c: &mut Cursor) -> Option<(Comparison, u32)> {
    let how = match c.maybe_one_of(&["more than", "less than", "at least", "up to", "exactly"]) {
        Some("more than") => Comparison::More,
        Some("less than") => Comparison::Less,
        Some("at least") => Comparison::AtLeast,
        Some("up to") => Comparison::AtMost,
        _ => Comparison::Equal,
    };
    let Sort::Number(number) = c.peek()?.token.sort else { return None };
    c.skip();
    c.maybe("square").then_some((how, number))
}

/// Squares so far from the nearest of some.
fn so_far_from(c: &mut Cursor, of: Squares, (how, number): (Comparison, u32), from: usize) -> Option<Squares> {
    if !(1..=MAX_REACH).contains(&number) {
        let problem = Diagnostic::new("L007", c.span_from(from), format!("{number} squares: a distance is 1 to {MAX_REACH}"));
        return c.refuse(problem);
    }
    let within = |reach: u32| Squares::Near { of: Box::new(of.clone()), reach: reach as u8 };
    let beyond = |reach: u32| Squares::Both(vec![Squares::Not(Box::new(within(reach))), Squares::Not(Box::new(of.clone()))]);
    match (how, number) {
        (Comparison::More, number) => Some(beyond(number)),
        (Comparison::AtLeast, 2..) => Some(beyond(number - 1)),
        (Comparison::Less, 2..) => Some(within(number - 1)),
        (Comparison::AtMost, number) | (Comparison::Equal, number @ 1) => Some(within(number)),
        (Comparison::Equal, number) => Some(Squares::Both(vec![within(number), Squares::Not(Box::new(within(number - 1)))])),
        _ => None,
    }
}

/// `adjacent pawns`: said of whoever stands next to somebody, not of where somebody stands.
pub fn adjacent(c: &mut Cursor) -> bool {
    let there = is_adjacent(c);
    if there {
        c.skip();
    }
    there
}

fn is_adjacent(c: &Cursor) -> bool {
    const SAID: [&str; 4] = ["adjacent", "neighbouring", "neighboring", "surrounding"];
    let said = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && SAID.iter().any(|word| lexeme.token.is_word(word)));
    let kind = |word: &Token| c.words.names_a_kind(word);
    let noun = |next: &Lexeme| {
        ["enemy", "own", "piece", "friend"].iter().any(|word| next.means(word))
            || next.phrase.is_none() && (kind(&next.token) || c.words.armies.iter().any(|army| next.token.is_word(army)))
    };
    said && c.ahead(1).is_some_and(noun)
}

/// From where: a man spoken of, men, or squares.
pub fn origin(c: &mut Cursor) -> Option<Squares> {
    c.nested(|c| {
        if let Some(of) = c.attempt(|c| {
            let of = reference(c)?;
            // "its square", "its rooks" are something else
            (!c.sees(0, "square") && !c.sees(0, "owner")).then_some(of)
        }) {
            return Some(Squares::At(Point::Of(of)));
        }
        if let Some(found) = c.attempt(squares::single).or_else(|| c.attempt(where_described)) {
            return Some(found);
        }
        // "remove every pawn next to one of his rooks": next to the one that he chooses
        if let Some(chooser) = c.stance.choosing.clone().filter(|_| c.stance.it != Ref::Itself)
            && let Some(who) = c.attempt(|c| {
                c.maybe("one of").then_some(())?;
                // "one of its own pawns": whose that is changes from the one to the other
                let each = ["its", "their"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)));
                let who = men(c)?;
                (!each && is_of(&who, &chooser)).then_some(who)
            })
        {
            c.stance_mut().choice = Some(Whom::Among { who, on: Squares::Every, chooser });
            return Some(Squares::At(Point::Of(Ref::Chosen)));
        }
        some(c).map(|class| Squares::Under(Box::new(class)))
    })
}

/// `the rook` of a castling: where the men stand that the event has described so.
fn where_described(c: &mut Cursor) -> Option<Squares> {
    c.take("the")?;
    let kind = nouns::kind(c)?;
    let named = c.stance.described.iter().find(|(name, _)| *name == kind);
    let Some((_, Whom::Among { who, on, .. })) = named else { return None };
    let under = Squares::Under(Box::new(who.clone()));
    Some(if *on == Squares::Every { under } else { Squares::Both(vec![under, on.clone()]) })
}

/// Whether men are those of whoever chooses.
fn is_of(who: &Class, chooser: &Chooser) -> bool {
    match (&who.owner, chooser) {
        (Owner::Own | Owner::Mover, Chooser::Mover) => true,
        (Owner::Army(army), Chooser::Player(Player::Colour(colour))) => army == colour,
        (Owner::Enemy, Chooser::Player(Player::Opponent)) => true,
        _ => false,
    }
}

/// Displacements with the word before what they are counted from: `two squares in front of`, `diagonally behind`, `(1,2) from`. Sorted.
pub fn displaced(c: &mut Cursor) -> Option<Vec<Vector>> {
    c.attempt(|c| {
        if c.sees(0, "(") {
            let mut steps = motion::pairs(c)?;
            c.take("from")?;
            steps.sort_unstable();
            steps.dedup();
            return Some(steps);
        }
        let from = c.at();
        let far = c.attempt(|c| {
            let number = c.take_thing("a number of squares", |token| match token.sort {
                Sort::Number(number) => Some(number),
                _ => None,
            })?;
            c.maybe("square").then_some(number)
        });
        let far = far.unwrap_or(1);
        let mut steps = steps_of(&sides(c)?);
        if !(1..=u32::from(MAX_RANGE)).contains(&far) {
            let problem = Diagnostic::new("L007", c.span_from(from), format!("{far} squares: a distance is 1 to {MAX_RANGE}"));
            return c.refuse(problem);
        }
        for step in &mut steps {
            *step = Vector { right: step.right * far as i8, forward: step.forward * far as i8 };
        }
        steps.sort_unstable();
        Some(steps)
    })
}

/// `in front of`, `in front of or behind`, `to the left or right of`, `diagonally next to`.
fn sides(c: &mut Cursor) -> Option<Vec<&'static Bearing>> {
    let diagonal = match c.maybe_one_of(&["diagonally", "orthogonally"]) {
        Some("orthogonally") => {
            return (c.maybe("next to") || c.maybe("adjacent") && c.maybe("to")).then(|| bearing("orthogonally").into_iter().collect());
        }
        Some(_) => true,
        None => false,
    };
    if diagonal && (c.maybe("next to") || c.maybe("adjacent") && c.maybe("to")) {
        return Some(bearing("diagonally").into_iter().collect());
    }
    let mut found = Vec::new();
    loop {
        directly(c);
        let (way, sideways) = match c.maybe_one_of(&["in front of", "behind", "left", "right"])? {
            "in front of" => ("forward", false),
            "behind" => ("backward", false),
            other => (other, true),
        };
        found.push(bearing(&if diagonal { format!("diagonally {way}") } else { way.to_string() })?);
        if c.maybe("or") {
            continue;
        }
        if sideways {
            c.take("of")?;
        }
        return Some(found);
    }
}

/// Squares in brackets.
pub fn in_brackets(c: &mut Cursor) -> Option<Squares> {
    c.bracketed(squares)
}
