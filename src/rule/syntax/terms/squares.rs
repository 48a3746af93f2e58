//! Sets of squares: `d4, e4 or d5`, `the last rank`, `empty squares next to it`.

use super::attacks::by_the_man;
use super::left::{just_left, last_capture, passed, visited};
use super::number::number;
use super::placed::{alike, around, between, in_brackets, one_placed, origin, same_line, shaded};
use super::player::{player, reference};
use super::point::{named, square_of};
use super::ranks::{edge, ranks, through};
use super::shapes::{drawn_line, shape};
use super::{joined, men};
use crate::rule::called;
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::nouns;
use crate::rule::{Alike, Class, Number, Owner, Player, Point, Ref, Squares};

/// Squares in any wording: lists, parts of them, exceptions.
pub fn squares(c: &mut Cursor) -> Option<Squares> {
    c.attempt(|c| {
        let first = narrowed(c)?;
        let all = joined(c, &["or", "and"], first, |c| {
            c.maybe_one_of(&["on", "in", "at"]);
            let one = narrowed(c).or_else(|| c.attempt(around))?;
            (!is_subject(c)).then_some(one)
        });
        Some(either(all))
    })
}

/// One sort of squares, without "or" and without what narrows it.
pub fn single(c: &mut Cursor) -> Option<Squares> {
    let found = c.attempt(seen);
    if found.is_none() {
        c.expect(Expected::Thing("squares (\"e4\", \"the last rank\", \"empty squares\")"));
        unknown_region(c);
    }
    found
}

/// Some squares, of them those on others, except some.
fn narrowed(c: &mut Cursor) -> Option<Squares> {
    c.attempt(|c| {
        let mut parts = Vec::new();
        match c.attempt(seen).or_else(|| c.attempt(plain_squares)) {
            Some(first) => parts.push(first),
            None => parts.push(single(c)?),
        }
        loop {
            if let Some(next) = c.attempt(one_placed).or_else(|| c.attempt(alike)).or_else(|| c.attempt(shaded)) {
                let all = joined(c, &["or", "and"], next, one_more);
                parts.push(either(all));
            // "a square on rank 4 attacked by no piece"
            } else if parts.len() > 1
                && parts[0] == Squares::Every
                && let Some(next) = c.attempt(by_men)
            {
                parts.push(next);
            } else if let Some(spared) = c.attempt(|c| {
                c.comma();
                c.maybe_one_of(&["except", "but"])?;
                c.maybe_one_of(&["not", "on"]);
                c.maybe("on");
                spared(c)
            }) {
                parts.push(Squares::Not(Box::new(spared)));
            } else if c.sees(1, "to") && c.maybe("nearest") {
                c.take("to")?;
                let nearest = Squares::Nearest { of: Box::new(both(parts)), to: Box::new(origin(c)?) };
                parts = vec![nearest];
            } else {
                break;
            }
        }
        Some(both(parts))
    })
}

/// A further place for the squares that were named before the first: `empty squares on rank 4 or rank 5`. With a noun of its own it is other squares.
fn one_more(c: &mut Cursor) -> Option<Squares> {
    let article = usize::from(["a", "the", "every", "its"].iter().any(|word| c.sees(0, word)));
    let noun = ["square", "empty", "light", "dark", "white", "black", "occupied", "attacked"].iter().any(|word| c.sees(article, word));
    (!noun).then_some(())?;
    let one = c.attempt(one_placed).or_else(|| single(c))?;
    (!is_subject(c)).then_some(one)
}

/// "It stands on e4 or e5 is attacked": a square of which more is said begins something else.
fn is_subject(c: &Cursor) -> bool {
    ["is", "are", "stands", "has", "have", "belongs to"].iter().any(|verb| c.sees(0, verb))
}

/// What is left out: `except rank 1 or rank 8` leaves out both.
fn spared(c: &mut Cursor) -> Option<Squares> {
    let first = single(c)?;
    let mut all = vec![first];
    while let Some(more) = c.attempt(|c| {
        c.take_one_of(&["or", "and"])?;
        c.maybe("on");
        let one = single(c)?;
        (!is_subject(c)).then_some(one)
    }) {
        all.push(more);
    }
    Some(either(all))
}

/// `squares`, `any square`, `the board`, before what says which.
fn plain_squares(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["every", "a", "the"]);
    c.maybe("the");
    // "another board", "a random board" is no square of this one
    let this_board = c.back().is_none_or(|before| !["a", "another", "any", "random"].iter().any(|word| before.token.is_word(word)));
    let square = c.maybe("square");
    (square || this_board && c.maybe("board")).then_some(())?;
    if square {
        c.attempt(|c| {
            c.maybe_one_of(&["of", "on"])?;
            c.maybe("the").then_some(())?;
            c.maybe("board").then_some(())
        });
    }
    // what names squares by itself is no plain square: "the square opposite e4", "squares attacked by a pawn"
    let said = ["opposite", "occupied", "occupied by", "attacked", "attacked by", "with"].iter().any(|word| c.sees(0, word));
    let counted = c.peek().is_some_and(|lexeme| matches!(lexeme.token.sort, Sort::Number(_)));
    let named = c.peek().is_some_and(|lexeme| super::point::is_square(&lexeme.token.word));
    (!said && !counted && !named).then_some(Squares::Every)
}

/// All of them; a plain "squares" among them says nothing.
fn both(parts: Vec<Squares>) -> Squares {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Squares::Every => {}
            Squares::Both(more) => flat.extend(more),
            one => flat.push(one),
        }
    }
    match flat.len() {
        0 => Squares::Every,
        1 => flat.remove(0),
        _ => Squares::Both(flat),
    }
}

/// Any of them; names and files next to one another become one list.
pub(super) fn either(parts: Vec<Squares>) -> Squares {
    let mut flat: Vec<Squares> = Vec::new();
    for part in parts.into_iter().flat_map(|part| if let Squares::Either(more) = part { more } else { vec![part] }) {
        match (flat.last_mut(), part) {
            (Some(Squares::These(names)), Squares::These(more)) | (Some(Squares::Files(names)), Squares::Files(more)) => {
                names.extend(more.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
            }
            (_, part) => flat.push(part),
        }
    }
    match flat.len() {
        1 => flat.remove(0),
        _ => Squares::Either(flat),
    }
}

/// Ranks and halves as the one sees them whom the words are about.
fn seen(c: &mut Cursor) -> Option<Squares> {
    if !c.stance.passive
        && let Some(found) = c.attempt(of_somebody)
    {
        return Some(found);
    }
    // "captured by pieces on their first rank": on theirs who capture
    if c.stance.passive
        && let Some(theirs) = c.attempt(|c| {
            (c.peek()?.meant.is_none() && c.maybe("its")).then_some(())?;
            c.maybe("own");
            ranks(c)
        })
    {
        return Some(theirs);
    }
    let found = atom(c)?;
    if !c.stance.passive {
        return Some(match c.stance.side.clone().filter(|_| found.are_sided() && c.stance.it != Ref::Itself) {
            Some(side) => found.seen_by(&side),
            None => found,
        });
    }
    Some(from_the_other_side(found, edge(c)?))
}

/// The same squares as whoever sits opposite counts them.
fn from_the_other_side(squares: Squares, edge: i32) -> Squares {
    match squares {
        Squares::Half { own } => Squares::Half { own: !own },
        Squares::LastRank => Squares::Rank { number: Number::Is(1), own: true },
        Squares::Rank { number: Number::Is(number), own: true } => Squares::Rank { number: Number::Is(edge + 1 - number), own: true },
        Squares::Either(parts) => Squares::Either(parts.into_iter().map(|part| from_the_other_side(part, edge)).collect()),
        other => other,
    }
}

/// `his last rank`, `white's second rank`, `the captured piece's owner's half`: told from that player's side.
fn of_somebody(c: &mut Cursor) -> Option<Squares> {
    c.maybe("one of");
    let pronoun = c.sees(0, "its") && !c.sees(1, "owner") && !c.sees(1, "opponent");
    let whose = if pronoun {
        // "may not leave their own half" is said of the pieces
        let theirs = c.sees(1, "own") && c.peek().is_some_and(|its| its.token.is_word("their"));
        let his = if theirs { c.stance.teller() } else { nouns::his_side(c).or_else(|| of_the_man(c)) };
        c.maybe("its");
        c.maybe("own");
        his
    } else if c.sees(0, "own") && !c.sees(1, "rank") {
        c.maybe("own");
        c.stance.teller()
    } else {
        let player = player(c)?;
        c.back()?.possessive.then_some(())?;
        Some(player)
    };
    let found = if let Some(own) = c.attempt(|c| {
        let own = !c.maybe("enemy");
        c.maybe_one_of(&["half", "side"])?;
        of_the_board(c);
        Some(own)
    }) {
        Squares::Half { own }
    } else {
        c.attempt(ranks).or_else(|| c.attempt(computed_rank))?
    };
    found.are_sided().then_some(())?;
    Some(match whose {
        // the mover is the viewpoint but for descriptions of men
        Some(Player::Mover) if c.stance.it != Ref::Itself => found,
        Some(player) => found.seen_by(&player),
        None => found,
    })
}

/// Behind whose it is: `rank ((turn number) modulo eight)`.
fn computed_rank(c: &mut Cursor) -> Option<Squares> {
    c.maybe("rank").then_some(())?;
    c.sees(0, "(").then_some(())?;
    let number = c.nested(super::number::number)?;
    Some(Squares::Rank { number, own: true })
}

/// Whose "its" rank is: a man's that is not the one who moves, nor one that is described.
fn of_the_man(c: &Cursor) -> Option<Player> {
    matches!(c.stance.it, Ref::Victim | Ref::Chosen).then_some(Player::OwnerOf(c.stance.it))
}

fn atom(c: &mut Cursor) -> Option<Squares> {
    if let Some(found) = in_brackets(c) {
        return Some(found);
    }
    if let Some(line) = c.attempt(drawn_line) {
        return Some(line);
    }
    if let Some(point) = square_of(c) {
        // the square in front of it, as squares are written
        return Some(match point {
            Point::Beyond(of, step) => Squares::Beside { of: Box::new(Squares::At(*of)), steps: vec![step] },
            point => Squares::At(point),
        });
    }
    if let Some(line) = through(c) {
        return Some(line);
    }
    if let Some(named) = region(c) {
        return Some(named);
    }
    if let Some(of) = c.attempt(|c| {
        c.maybe("squares straight on from the last move of").then_some(())?;
        reference(c)
    }) {
        return Some(Squares::Onward(of));
    }
    if let Some(line) = c.attempt(secret_line) {
        return Some(line);
    }
    if let Some(of) = c.attempt(secret_squares) {
        return Some(Squares::Secret(of));
    }
    if let Some(nearest) = c.attempt(nearest) {
        return Some(nearest);
    }
    if let Some(half) = c.attempt(half) {
        return Some(half);
    }
    if let Some(there) =
        c.attempt(just_left).or_else(|| c.attempt(visited)).or_else(|| c.attempt(passed)).or_else(|| c.attempt(last_capture))
    {
        return Some(there);
    }
    c.maybe("one of");
    c.maybe_one_of(&["every", "a", "the", "its"]);
    c.maybe("the");
    // "to any other corner": nobody moves to where he stands
    let leads = c.since(0).iter().rev().take(3).any(|lexeme| ["to", "onto"].iter().any(|word| lexeme.means(word)));
    if leads && c.sees(0, "other") && ["empty", "corner", "edge", "centre", "light", "dark", "square"].iter().any(|word| c.sees(1, word)) {
        c.skip();
    }
    let forms: [fn(&mut Cursor) -> Option<Squares>; 9] = [shape, these, ranks, files, diagonals, kinds, with_men, beside, same_line];
    forms.into_iter().find_map(|form| c.attempt(form))
}

/// `the opponent's secret file`: the whole of it, that square too.
fn secret_line(c: &mut Cursor) -> Option<Squares> {
    c.maybe("the");
    let line = |word: &str| if word == "file" { Alike::File } else { Alike::Rank };
    // "the file of the opponent's secret square"
    let (of, line) = match c.maybe_one_of(&["file", "rank"]) {
        Some(word) => {
            c.maybe("of").then_some(())?;
            (secret_squares(c)?, line(word))
        }
        None => {
            let of = player(c)?;
            c.maybe("secret").then_some(())?;
            (of, line(c.maybe_one_of(&["file", "rank"])?))
        }
    };
    let square = Squares::Secret(of);
    Some(Squares::Either(vec![square.clone(), Squares::InLine { of: Box::new(square), lines: vec![line] }]))
}

/// `the opponent's secret square`, `the secret square of its owner`.
pub fn secret_squares(c: &mut Cursor) -> Option<Player> {
    c.maybe("the");
    if c.maybe("secret square") {
        c.take("of")?;
        return player(c);
    }
    player(c).filter(|_| c.maybe("secret square"))
}

/// `e4`, `square e4`.
fn these(c: &mut Cursor) -> Option<Squares> {
    c.maybe("square");
    named(c).map(|name| Squares::These(vec![name]))
}

/// `the diagonal a1-h8`, `the diagonals a1-h8 and a8-h1`: their squares.
pub fn diagonals(c: &mut Cursor) -> Option<Squares> {
    let said = c.peek()?.last.clone();
    ["diagonal", "diagonals"].contains(&said.as_str()).then(|| c.skip())?;
    let between = |c: &mut Cursor| c.take_thing("the ends of a diagonal (\"a1-h8\")", |token| diagonal(&token.word));
    let first = between(c)?;
    let all = joined(c, &["or", "and"], first, between);
    Some(Squares::These(unique(all.concat())))
}

/// The squares from one end of a diagonal to the other: `a1-h8`.
pub(super) fn diagonal(ends: &str) -> Option<Vec<String>> {
    let square = |name: &str| {
        let (file, rank) = name.split_at_checked(1)?;
        Some((
            i16::from(file.bytes().next().filter(u8::is_ascii_lowercase)?),
            rank.parse::<i16>().ok().filter(|rank| (1..=99).contains(rank))?,
        ))
    };
    let (one, other) = ends.split_once('-')?;
    let ((file, rank), (last_file, last_rank)) = (square(one)?, square(other)?);
    let (right, up) = (last_file - file, last_rank - rank);
    (right != 0 && right.abs() == up.abs()).then_some(())?;
    let name = |step: i16| format!("{}{}", char::from((file + step * right.signum()) as u8), rank + step * up.signum());
    Some((0..=right.abs()).map(name).collect())
}

/// `the e-file`, `file e`, `the files a and h`, `the a- and h-files`.
fn files(c: &mut Cursor) -> Option<Squares> {
    let letter = |c: &mut Cursor| {
        // "it", "or" and the like are words of the table and no letters
        c.peek().filter(|lexeme| lexeme.phrase.is_none_or(|phrase| phrase == "a"))?;
        c.take_thing("the letter of a file", |token| {
            let letter = token.sort == Sort::Word && token.word.len() <= 2 && token.word.chars().all(|c| c.is_ascii_lowercase());
            letter.then(|| token.word.clone())
        })
    };
    if c.maybe_one_of(&["file", "files"]).is_some() {
        if c.sees(0, "(") {
            return c.nested(number).map(Squares::File);
        }
        let first = letter(c)?;
        if let Some(last) = c.attempt(|c| c.maybe("to").then(|| letter(c)).flatten()) {
            return one_to_another(&first, &last);
        }
        return Some(Squares::Files(unique(joined(c, &["or", "and"], first, letter))));
    }
    let mut names = Vec::new();
    loop {
        let whole = c.take_thing("a file", |token| {
            let letters = token.word.strip_suffix("-file").or(token.word.strip_suffix("-files"))?;
            letters.chars().all(|c| c.is_ascii_lowercase()).then(|| letters.to_string()).filter(|letters| letters.len() <= 2)
        });
        if let Some(letters) = whole {
            names.push(letters);
            return Some(Squares::Files(unique(names)));
        }
        names.push(letter(c)?);
        c.maybe("-").then_some(())?;
        let comma = c.maybe(",");
        let joined = c.maybe_one_of(&["and", "or"]).is_some();
        (comma || joined).then_some(())?;
    }
}

/// `files a to d`.
fn one_to_another(first: &str, last: &str) -> Option<Squares> {
    let (first, last) = (first.bytes().next().filter(|_| first.len() == 1)?, last.bytes().next().filter(|_| last.len() == 1)?);
    (first < last).then(|| Squares::Files((first..=last).map(|file| char::from(file).to_string()).collect()))
}

fn unique(names: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Squares with a quality: `light squares`, `the edge`, `a corner`, `empty squares`.
fn kinds(c: &mut Cursor) -> Option<Squares> {
    match c.maybe_one_of(&["light", "dark", "empty", "white", "black"]) {
        Some(word) => {
            let such = match word {
                "light" | "white" => Squares::Light,
                "empty" => Squares::Empty,
                _ => Squares::Dark,
            };
            if c.maybe("square") {
                return Some(such);
            }
            // "the empty corners"
            let noun = c.attempt(plain).or_else(|| region(c))?;
            Some(Squares::Both(vec![such, noun]))
        }
        None => c.attempt(plain).or_else(|| c.maybe("hole").then_some(Squares::Holes)),
    }
}

/// `the edge of the board`, `a corner`.
fn plain(c: &mut Cursor) -> Option<Squares> {
    let found = match c.maybe_one_of(&["edge", "corner", "centre"])? {
        "edge" => Squares::Edge,
        "corner" => Squares::Corner,
        _ => Squares::Centre,
    };
    c.maybe("square");
    of_the_board(c);
    Some(found)
}

/// Squares by the men on them or around them: `squares occupied by a pawn`, `attacked squares`.
fn with_men(c: &mut Cursor) -> Option<Squares> {
    let enemy = Class { owner: Owner::Enemy, ..Class::EVERY };
    match c.maybe_one_of(&["occupied", "attacked"]) {
        Some("occupied") => return c.maybe("square").then(|| Squares::Under(Box::new(Class::EVERY))),
        Some(_) => return c.maybe("square").then(|| Squares::AttackedBy(Box::new(enemy))),
        None => {}
    }
    c.maybe("square").then_some(())?;
    by_men(c)
}

/// Behind the noun: `occupied by a pawn`, `attacked by no piece`.
fn by_men(c: &mut Cursor) -> Option<Squares> {
    match c.maybe_one_of(&["occupied by", "attacked by", "with", "occupied", "attacked"])? {
        "attacked by" => {
            let none = c.maybe("no");
            let by = c.attempt(by_the_man).or_else(|| c.nested(super::men::some))?;
            let attacked = Squares::AttackedBy(Box::new(by));
            Some(if none { Squares::Not(Box::new(attacked)) } else { attacked })
        }
        "attacked" => Some(Squares::AttackedBy(Box::new(Class { owner: Owner::Enemy, ..Class::EVERY }))),
        "with" => {
            let class = c.nested(men)?;
            c.maybe("on").then_some(())?;
            c.maybe("it").then_some(())?;
            Some(Squares::Under(Box::new(class)))
        }
        "occupied" => {
            if c.maybe("by") {
                return c.nested(men).map(|class| Squares::Under(Box::new(class)));
            }
            Some(Squares::Under(Box::new(Class::EVERY)))
        }
        _ => c.nested(men).map(|class| Squares::Under(Box::new(class))),
    }
}

/// `the square in front of it`, `squares two squares behind e4`, `squares between two rooks`.
fn beside(c: &mut Cursor) -> Option<Squares> {
    c.maybe("square").then_some(())?;
    around(c).or_else(|| c.attempt(between)).or_else(|| c.attempt(alike))
}

/// `the nearest empty square to it`, as `the empty square nearest to it`.
fn nearest(c: &mut Cursor) -> Option<Squares> {
    c.maybe("the nearest").then_some(())?;
    let of = c.nested(narrowed)?;
    c.take("to")?;
    let to = origin(c)?;
    Some(Squares::Nearest { of: Box::new(of), to: Box::new(to) })
}

/// `own half`, `the enemy half of the board`.
fn half(c: &mut Cursor) -> Option<Squares> {
    c.maybe("the");
    let its = c.maybe("its");
    let own = match c.maybe_one_of(&["own", "enemy", "opponent"]) {
        Some("own") => true,
        Some(_) => false,
        None if its => true,
        None => return None,
    };
    c.maybe_one_of(&["half", "side"])?;
    of_the_board(c);
    Some(Squares::Half { own })
}

fn of_the_board(c: &mut Cursor) {
    c.attempt(|c| {
        c.maybe("of").then_some(())?;
        c.maybe("the").then_some(())?;
        c.maybe("board").then_some(())
    });
}

/// `the hot zone`: a name that a rule has given.
fn region(c: &mut Cursor) -> Option<Squares> {
    c.attempt(|c| {
        c.maybe_one_of(&["the", "a"]);
        let words = c.words;
        let known = words.regions.iter().filter(|name| c.spells_some(name)).max_by_key(|name| name.len());
        let found = match known {
            Some(name) => {
                name.split(' ').for_each(|_| c.skip());
                Squares::Region(name.clone())
            }
            None => called::squares(c)?,
        };
        // "an icy square"
        c.maybe("square");
        Some(found)
    })
}

/// A name that nobody has given is told with those that there are.
fn unknown_region(c: &mut Cursor) {
    let world = c.attempt(|c| {
        c.maybe("the");
        let from = c.at();
        c.maybe("universe");
        let name = c.peek()?.token.word.clone();
        let made = |known: &&(String, u16)| known.0 == name;
        c.words.worlds.iter().find(made)?;
        c.skip();
        Some((name, c.span_from(from)))
    });
    if let Some((name, span)) = world {
        let problem = format!("whether something is in the universe {name}, or a square of it empty, cannot be asked");
        let hint = format!(
            "name one square to which they go, \"b2 of {name}\", and mark them as they go: it becomes resting; then speak of resting {{men}}"
        );
        return c.refuse::<()>(Diagnostic::new("L030", span, problem).hint(&hint)).unwrap_or(());
    }
    let named = c.attempt(|c| {
        c.maybe("the").then_some(())?;
        let from = c.at();
        let word = c.peek().filter(|lexeme| lexeme.token.sort == Sort::Word)?.token.word.clone();
        c.skip();
        let last = c.maybe_one_of(&["zone", "area", "region", "swamp"])?;
        Some((format!("{word} {last}"), c.span_from(from)))
    });
    let Some((name, span)) = named else { return };
    let known = c.words.regions.iter().map(|name| format!("the {name}")).collect::<Vec<_>>().join(", ");
    let told = if known.is_empty() { "no rule in force has named squares yet".to_string() } else { format!("there are: {known}") };
    c.refuse::<()>(Diagnostic::new("L006", span, format!("there are no squares called \"{name}\"")).hint(&told));
}

/// Squares as a plural noun, for counting: `empty squares`, `squares on the e-file`; not men.
pub fn set(c: &mut Cursor) -> Option<Squares> {
    let begins = ["square", "light", "dark", "empty", "hole", "occupied", "attacked", "corner", "edge", "every"];
    let every = usize::from(c.sees(0, "every"));
    let noun =
        begins.iter().any(|word| c.sees(every, word)) || (c.sees(every, "white") || c.sees(every, "black")) && c.sees(every + 1, "square");
    noun.then_some(())?;
    narrowed(c)
}
