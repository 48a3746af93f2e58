//! What men do, after "may not", "must" or in an event: `capture pawns diagonally`, `move more than three squares`, `enter c2`, `be captured`.

use super::counts::counts;
use super::terms;
use super::ways::bearings;
use crate::rule::bearing::{BEARINGS, bearing};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::logic::negated;
use crate::rule::{Act, Alike, Bearing, Class, Condition, How, Kinds, Owner, Point, Ref, Squares, Ways};

/// What stands after the subject `who`, the verb in any form.
pub fn act(c: &mut Cursor, who: &Class) -> Option<Act> {
    let verb = verb(c)?;
    after(c, verb, who)
}

/// A verb of the act.
pub fn verb(c: &mut Cursor) -> Option<&'static str> {
    // "may not stand on e4": what may not be there may not come there
    if c.sees(0, "stands") && ["on", "in", "at", "next to", "within"].iter().any(|place| c.sees(1, place)) {
        c.skip();
        return Some("end its move");
    }
    // "may not be on the same file as": what may not be there may not come there
    if c.peek().is_some_and(|lexeme| lexeme.phrase.is_none() && lexeme.token.is_word("be")) {
        c.skip();
        return Some("end its move");
    }
    // "lands next to an enemy king": that is where its move ends
    let ends = ["lands", "land", "stops", "stop", "arrives", "arrive", "ends", "end"];
    if c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && ends.iter().any(|word| lexeme.token.is_word(word)))
        && ["next to", "within"].iter().any(|place| c.sees(1, place))
    {
        c.skip();
        return Some("end its move");
    }
    c.maybe("ever");
    c.take_one_of(&[
        "move",
        "capture",
        "move and capture",
        "is captured",
        "enter",
        "arrive on",
        "pass over",
        "leave",
        "give check",
        "castle",
        "promotes to",
        "promote",
    ])
    .or_else(|| c.maybe_one_of(&["end its move", "is checked", "be attacked", "cross"]))
}

/// What stands after the verb.
pub fn after(c: &mut Cursor, verb: &str, who: &Class) -> Option<Act> {
    let mut act = object(c, verb, who)?;
    details(c, &mut act);
    // "lands on that square": where it lands is no place by itself
    let that = c.back().is_some_and(|square| ["that", "there"].iter().any(|word| square.token.is_word(word)));
    if that && act.to == Some(Squares::At(Point::To)) {
        let problem = "it is not said which square: this sentence has named none".to_string();
        let problem = Diagnostic::new("L004", c.span_from(c.at() - 1), problem);
        return c
            .refuse(problem.hint(
                "name it again: e4, the mine; one named in secret is \"a player's secret square\", \"the opponent's secret square\"",
            ));
    }
    Some(act)
}

fn object(c: &mut Cursor, verb: &str, who: &Class) -> Option<Act> {
    let any = Act::any(who.clone());
    match verb {
        "capture" => {
            let victim = c.attempt(victims).unwrap_or(Class::EVERY);
            Some(Act { how: captures(c, victim), ..any })
        }
        "is captured" | "be attacked" => {
            let passing = verb == "is captured" && c.maybe("in passing");
            let there = c.attempt(captured_there);
            let by = c.attempt(|c| {
                let except = c.take("except").is_some();
                c.take("by")?;
                let by = c.by(|c| c.against(Ref::Victim, terms::men))?;
                if except { others(&by) } else { Some(by) }
            });
            // "your pieces" are of whoever reads it, not of him who captures
            let yours = c.since(0).iter().any(|lexeme| ["your", "yours"].iter().any(|word| lexeme.token.is_word(word)));
            let owner = if yours && who.owner == Owner::Own { Owner::Anyone } else { who.owner.clone() };
            let victims = Class { owner, ..who.clone() };
            let behind = if there.is_none() { c.attempt(captured_there) } else { None };
            if behind.is_some() && by.is_some() {
                c.assume("who is captured stands there, not who captures");
            }
            let victims = match there.or(behind) {
                Some(there) => victims.such_that(Condition::On(Point::Of(Ref::Itself), there)),
                None => victims,
            };
            let how = if passing { How::Passing(victims) } else { captures(c, victims) };
            Some(Act { how, ..Act::any(by.unwrap_or(Class::EVERY)) })
        }
        "enter" | "leave" if c.attempt(any_square).is_some() => Some(any),
        "end its move" => terms::placed(c).map(|there| Act { to: Some(there), ..any }),
        // the middle is no square, but a line between the halves
        "cross" => {
            c.maybe_one_of(&["the", "to", "into"]);
            // "may not cross": the middle, after a sentence that has spoken of it
            if c.maybe_one_of(&["centre", "middle line", "river"]).is_some() || c.peek().is_none() {
                return Some(Act { to: Some(beyond_the_middle(c)), ..any });
            }
            let there = terms::squares(c)?;
            // who crosses a line or a swamp does not end in it
            Some(match matches!(there, Squares::Half { .. }) {
                true => Act { from: Some(outside(there.clone())), to: Some(there), ..any },
                false => Act { over: Some(there), ..any },
            })
        }
        "pass over" => over(c).map(|there| Act { over: Some(there), ..any }),
        // "enters a square of the e-file" from another of its squares too
        "enter" if one_square(c) => terms::squares(c).map(|there| Act { to: Some(there), ..any }),
        "leave" if one_square(c) => terms::squares(c).map(|there| Act { from: Some(there), ..any }),
        "enter" => terms::squares(c).map(|there| Act { from: Some(outside(there.clone())), to: Some(there), ..any }),
        "arrive on" => terms::squares(c).map(|there| Act { to: Some(there), ..any }),
        // who leaves the board goes nowhere
        "leave" => terms::squares(c).filter(|there| *there != Squares::Every).map(|there| Act {
            to: Some(outside(there.clone())),
            from: Some(there),
            ..any
        }),
        "is checked" => {
            // check is given to all kings alike
            let kings = |name: &String| c.words.kinds.iter().any(|kind| kind.royal && kind.name == *name);
            // of two armies the other one gives it
            let others = match (&who.owner, c.words.armies.as_slice()) {
                (Owner::Anyone, _) => Some(Owner::Anyone),
                (Owner::Own, [_, _]) => Some(Owner::Enemy),
                (Owner::Enemy, [_, _]) => Some(Owner::Own),
                (Owner::Army(army), [one, other]) => Some(Owner::Army(if army == one { other } else { one }.clone())),
                _ => None,
            };
            if others.is_none()
                || who.such.is_some()
                || matches!(&who.kinds, Kinds::Only(kinds) if !kinds.iter().all(kings))
                || matches!(who.kinds, Kinds::Except(_))
            {
                let problem = "it cannot be said which kings may not be checked".to_string();
                let problem = Diagnostic::new("L030", c.span_from(c.at() - 1), problem);
                return c.refuse(problem.hint("say who may not give check: White {men} may not give check."));
            }
            let by = if c.maybe("by") { c.by(terms::men)? } else { Class::EVERY };
            let owner = others.filter(|owner| *owner != Owner::Anyone).unwrap_or_else(|| by.owner.clone());
            Some(Act { how: How::Check, ..Act::any(Class { owner, ..by }) })
        }
        "give check" => {
            // "to a king on the first rank": which king, and not whence
            let to_whom = c.back().is_some_and(|said| said.tokens > 2);
            let which = ["on", "in", "at", "next to", "that", "which", "with"].iter().any(|word| c.sees(0, word));
            (!(to_whom && which)).then_some(Act { how: How::Check, ..any })
        }
        "castle" => Some(Act { how: How::Castle, ..any }),
        "promotes to" => kinds(c).map(|into| Act { how: How::Promote(into), ..any }),
        "promote" => Some(Act { how: How::Promote(Vec::new()), ..any }),
        _ => Some(any),
    }
}

/// Behind whom is captured: `in passing`.
pub fn captures(c: &mut Cursor, victims: Class) -> How {
    if c.maybe("in passing") { How::Passing(victims) } else { How::Capture(victims) }
}

/// `captured on a light square`: where the captured man stood, wherever its captor goes. Ranks are counted from its side.
fn captured_there(c: &mut Cursor) -> Option<Squares> {
    let except = c.maybe("except");
    c.maybe_one_of(&["on", "in"])?;
    let mut there = c.about(Ref::Itself, terms::squares)?;
    // "on the square it started from", of who stands there
    if there == Squares::At(Point::From) {
        c.assume("that is where it stood as the game began");
        there = Squares::At(Point::Home(Ref::Itself));
    }
    Some(if except { outside(there) } else { there })
}

/// Over what: squares, or the men on them.
fn over(c: &mut Cursor) -> Option<Squares> {
    c.attempt(terms::squares).or_else(|| terms::men(c).map(|men| Squares::Under(Box::new(men))))
}

/// `a square on the e-file`: what follows speaks of its squares one by one.
fn one_square(c: &Cursor) -> bool {
    c.sees(0, "a") && c.sees(1, "square")
}

/// `a square`: to enter or leave one is to move.
fn any_square(c: &mut Cursor) -> Option<()> {
    let there = terms::squares(c)?;
    // who leaves the board goes to no square
    let board = c.back().is_some_and(|noun| noun.token.is_word("board"));
    (there == Squares::Every && !board).then_some(())
}

/// Who is captured: a class, or all but some kinds.
fn victims(c: &mut Cursor) -> Option<Class> {
    let other = c.attempt(|c| {
        // "capture other bishops": no man captures itself
        c.take("other")?;
        c.against(Ref::Actor, terms::men)
    });
    if let Some(victims) = other.or_else(|| c.against(Ref::Actor, terms::men)) {
        return Some(victims);
    }
    super::nouns::exception(c).map(|spared| Class { kinds: Kinds::Except(spared), ..Class::EVERY })
}

/// Kinds to become: bare names.
pub fn kinds(c: &mut Cursor) -> Option<Vec<String>> {
    c.attempt(|c| {
        c.take_one_of(&["a", "every"]);
        super::nouns::kind_list(c)
    })
}

/// The squares outside of some, as "enter" and "leave" take them.
/// The half in which a move did not begin.
fn beyond_the_middle(c: &Cursor) -> Squares {
    let begins = if c.stance.it == Ref::Itself { Point::Of(Ref::Itself) } else { Point::From };
    Squares::Not(Box::new(Squares::InLine { of: Box::new(Squares::At(begins)), lines: vec![Alike::Half] }))
}

pub fn outside(there: Squares) -> Squares {
    match there {
        Squares::Not(inside) => *inside,
        there => Squares::Not(Box::new(there)),
    }
}

/// `behind`, `side`.
fn side(c: &mut Cursor) -> Option<&'static Bearing> {
    bearing(match c.take_one_of(&["behind", "in front", "front", "side", "sides"])? {
        "behind" => "backward",
        "in front" | "front" => "forward",
        _ => "sideways",
    })
}

/// From which side of the captured man, in the frame of its enemy: he who comes from behind it goes backward.
fn sides(c: &mut Cursor) -> Option<Ways> {
    let except = c.maybe("except");
    c.take("from")?;
    c.maybe("the");
    let mut ways = vec![side(c)?];
    while let Some(next) = c.attempt(|c| {
        c.take("or")?;
        c.maybe("from");
        c.maybe("the");
        side(c)
    }) {
        ways.push(next);
    }
    let ways = ordered(&ways);
    Some(if except { Ways::Except(ways) } else { Ways::Only(ways) })
}

/// How far, which way, whence, whither and on what purpose, each once, in any order.
pub fn details(c: &mut Cursor, act: &mut Act) {
    let (entered, left) = (act.to.is_some(), act.from.is_some());
    while c
        .attempt(|c| {
            let comma = c.comma();
            let but = c.maybe("but");
            // "but only to the edge"; "may not move only to dark squares" says less than "may not move to them"
            if (comma || but) && c.sees(0, "only") && (c.sees(1, "to") || c.sees(1, "onto")) {
                c.skip();
            }
            detail(c, act, entered || left)
        })
        .is_some()
    {}
}

fn detail(c: &mut Cursor, act: &mut Act, placed: bool) -> Option<()> {
    // "move more than three squares away from their king"
    if act.to.is_none()
        && matches!(act.how, How::Any | How::Quiet)
        && let Some(found) = c.attempt(terms::away_from)
    {
        act.to = Some(found);
        return Some(());
    }
    // "captures a piece more than three squares away", "from more than three squares away"
    if act.counts.is_empty()
        && matches!(act.how, How::Capture(_))
        && let Some(found) = c.attempt(far_away)
    {
        act.counts = found;
        return Some(());
    }
    if act.counts.is_empty()
        && let Some(found) = c.attempt(distances)
    {
        act.counts = found;
        return Some(());
    }
    if act.ways == Ways::Every
        && let Some(found) = c.attempt(|c| ways(c).filter(|_| !c.sees(0, "of")))
    {
        act.ways = found;
        return Some(());
    }
    if act.how == How::Any
        && let Some(purpose) = c.attempt(|c| c.take_one_of(&["without capturing", "only to capture"]))
    {
        act.how = if purpose == "without capturing" { How::Quiet } else { How::Capture(Class::EVERY) };
        return Some(());
    }
    if act.how == How::Any && c.attempt(|c| c.take("except").and_then(|()| c.take("only to capture"))).is_some() {
        act.how = How::Quiet;
        return Some(());
    }
    if act.over.is_none()
        && let Some(found) = c.attempt(|c| c.take("passing over").and_then(|()| over(c)))
    {
        act.over = Some(found);
        return Some(());
    }
    if placed {
        return None;
    }
    // "captured from behind": by who comes from there
    if act.ways == Ways::Every
        && matches!(act.how, How::Capture(_))
        && let Some(found) = c.attempt(sides)
    {
        act.ways = found;
        return Some(());
    }
    if act.from.is_none()
        && let Some(found) = c.attempt(whence)
    {
        act.from = Some(found);
        return Some(());
    }
    // "move on in the same direction"
    if act.to.is_none()
        && c.attempt(|c| {
            c.maybe("on");
            c.maybe("in the same direction").then_some(())
        })
        .is_some()
    {
        act.to = Some(Squares::Onward(Ref::Actor));
        return Some(());
    }
    // "move next to a king"
    if act.to.is_none()
        && matches!(act.how, How::Any | How::Quiet)
        && let Some(found) = c.attempt(terms::around)
    {
        act.to = Some(found);
        return Some(());
    }
    if act.to.is_none() {
        let found = c.attempt(|c| {
            let except = c.take("except").is_some();
            match act.how {
                How::Any | How::Quiet | How::Castle => c.take_one_of(&["to", "onto"])?,
                // "pieces in the centre": where they stand is where they are captured
                How::Capture(_) => c.take_one_of(&["arriving on", "on", "to"]).or_else(|| c.maybe_one_of(&["in"]))?,
                _ => c.take_one_of(&["arriving on", "on", "to"])?,
            };
            let there = terms::squares(c)?;
            // "on the board" says nothing of where
            let nowhere = there == Squares::Every && c.back().is_some_and(|noun| noun.token.is_word("board"));
            (!nowhere).then_some(if except { outside(there) } else { there })
        })?;
        act.to = Some(found);
        return Some(());
    }
    None
}

/// `from the a-file`, `from outside the river`.
fn whence(c: &mut Cursor) -> Option<Squares> {
    c.take("from")?;
    if c.maybe("outside") { c.nested(terms::single).map(outside) } else { terms::squares(c) }
}

/// How far off who is captured stands: as far as the capture leads.
fn far_away(c: &mut Cursor) -> Option<Vec<(u8, u8)>> {
    c.maybe("from");
    let found = distances(c)?;
    let bare = c.peek().is_some_and(|lexeme| lexeme.tokens == 1);
    (bare && c.maybe("away")).then_some(found)
}

/// `more than three squares`, `one square or exactly four squares`.
fn distances(c: &mut Cursor) -> Option<Vec<(u8, u8)>> {
    let mut found = counts(c)?;
    while let Some(more) = c.attempt(|c| {
        c.take("or")?;
        counts(c)
    }) {
        found.extend(more);
    }
    Some(ranges(found))
}

/// Ranges sorted, and apart from each other.
pub fn ranges(mut found: Vec<(u8, u8)>) -> Vec<(u8, u8)> {
    found.sort_unstable();
    let mut apart: Vec<(u8, u8)> = Vec::new();
    for (min, max) in found {
        match apart.last_mut() {
            Some(last) if min <= last.1.saturating_add(1) => last.1 = last.1.max(max),
            _ => apart.push((min, max)),
        }
    }
    apart
}

/// `forward`, `except diagonally`.
pub fn ways(c: &mut Cursor) -> Option<Ways> {
    let except = c.take("except").is_some();
    let found = bearings(c);
    if found.is_empty() {
        return None;
    }
    let found = ordered(&found);
    Some(if except { Ways::Except(found) } else { Ways::Only(found) })
}

/// Each bearing once, in the order of the table.
fn ordered(bearings: &[&'static Bearing]) -> Vec<&'static Bearing> {
    BEARINGS.iter().filter(|bearing| bearings.contains(bearing)).collect()
}

/// All men but these; none where these are all.
pub fn others(class: &Class) -> Option<Class> {
    let plain = class.owner == Owner::Anyone && class.such.is_none();
    match &class.kinds {
        Kinds::Every if plain => None,
        Kinds::Only(kinds) if plain => Some(Class { kinds: Kinds::Except(kinds.clone()), ..Class::EVERY }),
        Kinds::Except(kinds) if plain => Some(Class { kinds: Kinds::Only(kinds.clone()), ..Class::EVERY }),
        Kinds::Every if class.owner == Owner::Anyone => class.such.as_ref().map(|such| Class::EVERY.such_that(negated((**such).clone()))),
        _ => Some(Class::EVERY.such_that(Condition::Not(Box::new(Condition::Is(Ref::Itself, class.clone()))))),
    }
}
