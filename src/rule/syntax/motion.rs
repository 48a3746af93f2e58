//! One motion: `like a knight`, `[fW3]`, `up to three squares diagonally`, `by leaping (1,3)`, with its conditions.

use super::counts::{counts, distance, times};
use super::legs::{Turning, legs, turning};
use super::nouns;
use super::terms;
use super::ways::bearings;
use crate::board::Vector;
use crate::movement::betza::{self, MAX_RANGE};
use crate::movement::{Hurdle, Leg, Line, UNLIMITED, Use};
use crate::rule::bearing::{Bearing, bearing, steps_of};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Beyond, Class, Comparison, Condition, Over, Owner, Ref, Span, Squares};

/// When a motion may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When {
    pub purpose: Option<Use>,
    pub unmoved: bool,
}

/// What a motion is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// A bracket or a leap: whole.
    Lines(Vec<Line>),
    /// Another kind's movement.
    Like { kind: String, standard: bool },
    /// The movement of particular men, who stand in some relation to this one.
    LikeMen { who: Class, on: Squares },
    /// The movement of the men that it has captured.
    LikePrey(crate::rule::When),
    /// "like that piece": of the men that the sentence has named beside this one; of one of these kinds, where it says so.
    LikeThat(Option<String>),
    /// Their own movement, so many squares longer.
    Further(u8),
    /// Squares along directions, or the man's own movement where no direction is said.
    Walk,
}

/// One motion in the words of the sentence.
#[derive(Clone, Debug)]
pub struct Stretch {
    pub base: Base,
    /// Fewest and most squares, each alternative.
    pub counts: Option<Vec<(u8, u8)>>,
    pub bearings: Vec<&'static Bearing>,
    pub hurdle: Option<Hurdle>,
    /// Whom [`Hurdle::These`] leads over.
    pub over: Option<Over>,
    /// How the way goes on.
    pub legs: Vec<Leg>,
    pub turning: Option<Turning>,
    pub when: When,
    pub span: Span,
}

impl Stretch {
    /// Whether it takes less or more than the base says.
    pub fn limits(&self) -> bool {
        self.counts.is_some() || !self.bearings.is_empty() || self.hurdle.is_some() || self.goes_on()
    }

    /// Whether the way has more legs than one.
    pub fn goes_on(&self) -> bool {
        !self.legs.is_empty() || self.turning.is_some()
    }

    /// Whether it captures what it jumps over.
    pub fn takes(&self) -> bool {
        self.over.as_ref().is_some_and(|over| over.captured.is_some())
    }

    /// A line of it with its further legs; `whole`: it is all that such men do.
    pub fn with_legs(&self, line: Line, whole: bool) -> Line {
        match self.turning {
            Some(turning) => turning.of(line, whole),
            None => Line { legs: [line.legs.as_slice(), &self.legs].concat(), ..line },
        }
    }
}

/// Motions joined by "or", "and" and commas. Empty lists fail.
pub fn motions(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let mut found = one(c)?;
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["or", "and"]).is_some();
        if !comma && !joined {
            return None;
        }
        c.maybe("also");
        one(c)
    }) {
        found.extend(next);
    }
    Some(found)
}

fn one(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let from = c.at();
    let before = conditions(c, When::default());
    let mut found = c
        .attempt(likes)
        .or_else(|| c.attempt(bracket))
        .or_else(|| c.attempt(leap))
        .or_else(|| c.attempt(leap_like))
        .or_else(|| c.attempt(further))
        .or_else(|| c.attempt(turned))
        .or_else(|| c.attempt(walk))?;
    let last = found.last_mut()?;
    if last.base != Base::Walk {
        details(c, last)?;
    }
    go_on(c, last)?;
    // "like rooks and bishops but not more than three squares" limits both
    let said = last.clone();
    for stretch in &mut found {
        *stretch = Stretch { base: stretch.base.clone(), ..said.clone() };
    }
    let mut when = conditions(c, before);
    // "without capturing, jumping over own pawns"
    if when != before
        && let Some(late) = found.last().filter(|last| last.hurdle.is_none()).cloned()
        && let Some(late) = c.attempt(|c| {
            let mut late = late;
            c.comma();
            over_what(c, &mut late)?;
            Some(late)
        })
    {
        for stretch in &mut found {
            (stretch.hurdle, stretch.over) = (late.hurdle, late.over.clone());
        }
        when = conditions(c, when);
    }
    let span = c.span_from(from);
    for stretch in &mut found {
        stretch.when = when;
        stretch.span = span;
    }
    Some(found)
}

/// The further legs of a way, and what may stand on it.
fn go_on(c: &mut Cursor, said: &mut Stretch) -> Option<()> {
    let from = c.at();
    let first: Vec<Vector> = match &said.base {
        Base::Lines(lines) => lines.iter().flat_map(|line| line.directions.clone()).collect(),
        _ => steps_of(&said.bearings),
    };
    said.legs = legs(c, first.clone())?;
    if said.turning.is_none() && said.legs.is_empty() {
        said.turning = c.attempt(turning);
    }
    if !said.legs.is_empty() {
        let lost = !first.is_empty() && !Line { legs: said.legs.clone(), ..flying(first, 1, 1) }.leads_on();
        if lost {
            c.comma();
            let problem = Diagnostic::new("L019", c.span_from(from), "this way leads nowhere but back".to_string());
            return c.refuse(problem.hint("example: {Men} may also move two squares forward and then one square sideways."));
        }
    }
    if said.goes_on() && said.hurdle.is_none() {
        c.attempt(|c| {
            c.comma();
            over_what(c, said)
        });
    }
    Some(())
}

/// `turn once at a right angle`: on their own way.
fn turned(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let turning = turning(c)?;
    Some(vec![Stretch { turning: Some(turning), ..stretch(Base::Walk) }])
}

/// `without capturing`, `only to capture`, `if it has not moved`, with or without a comma.
pub fn conditions(c: &mut Cursor, mut when: When) -> When {
    while let Some(next) = c.attempt(|c| {
        c.comma();
        let mut next = when;
        match c.take_one_of(&["without capturing", "only to capture", "when it captures", "if it has not moved"])? {
            "if it has not moved" => next.unmoved = true,
            purpose => next.purpose = Some(if purpose == "without capturing" { Use::Quiet } else { Use::Capture }),
        }
        // of two purposes neither is dropped
        (when.purpose.is_none() || next.purpose == when.purpose).then_some(())?;
        (next != when).then_some(next)
    }) {
        when = next;
    }
    when
}

fn stretch(base: Base) -> Stretch {
    Stretch {
        base,
        counts: None,
        bearings: Vec::new(),
        hurdle: None,
        over: None,
        legs: Vec::new(),
        turning: None,
        when: When::default(),
        span: Span::default(),
    }
}

/// `like a queen`, `like rooks or standard bishops`.
fn likes(c: &mut Cursor) -> Option<Vec<Stretch>> {
    c.take("like")?;
    let mut found = vec![stretch(c.attempt(lender).map_or_else(|| like(c), Some)?)];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["or", "and"]).is_some();
        if !comma && !joined {
            return None;
        }
        c.maybe("like");
        c.attempt(lender).map_or_else(|| like(c), Some)
    }) {
        found.push(stretch(next));
    }
    c.maybe("do");
    c.maybe("does");
    Some(found)
}

/// As these men move now.
pub fn as_they_do(c: &Cursor, who: &Class) -> Vec<Stretch> {
    c.words.kinds_of(who).into_iter().map(|kind| stretch(Base::Like { kind, standard: false })).collect()
}

/// `jump like a knight`: the leap is in the likeness.
fn leap_like(c: &mut Cursor) -> Option<Vec<Stretch>> {
    c.take("leap")?;
    likes(c)
}

/// `that friend`, `any own piece behind it`, `the piece on the opposite square`.
fn lender(c: &mut Cursor) -> Option<Base> {
    if c.maybe("such a piece") {
        return Some(Base::LikeThat(None));
    }
    if let Some(prey) = c.attempt(prey) {
        return Some(Base::LikePrey(prey));
    }
    if let Some(kind) = c.attempt(|c| {
        c.take("that")?;
        c.take_one_of(&["friend", "enemy", "piece"]).map(|_| None).or_else(|| nouns::kind(c).map(Some))
    }) {
        return Some(Base::LikeThat(kind));
    }
    if let Some(who) = c.attempt(terms::latest_mover) {
        return Some(Base::LikeMen { who, on: Squares::Every });
    }
    c.about(Ref::Itself, |c| {
        let who = terms::men(c)?;
        // "like any enemy piece that has moved just before", wherever that stands
        let ends = c.peek().is_none_or(|next| [",", "and", "or"].iter().any(|mark| next.means(mark)));
        if ends && who.such.as_deref().is_some_and(moved_lately) {
            return Some(Base::LikeMen { who, on: Squares::Every });
        }
        // "like any enemy piece that attacks it", wherever that stands
        let described = who.such.as_deref().is_some_and(|such| such.mentions(Ref::Outer));
        let protects = who.such.as_deref().is_some_and(Condition::asks_protection);
        let on = c.attempt(terms::one_placed);
        if described && on.is_none() && (protects || !matches!(who.owner, Owner::Own)) {
            let owner = match who.owner {
                Owner::Anyone if protects => Owner::Own,
                Owner::Anyone => Owner::Enemy,
                owner => owner,
            };
            return Some(Base::LikeMen { who: Class { owner, ..who }, on: Squares::Every });
        }
        let on = on?;
        // "like a knight on even turns", "like knights on the e-file" speak of something else
        on.mentions(Ref::Itself).then_some(Base::LikeMen { who, on })
    })
}

/// Of one man, that it has moved on the last turn, or just before.
fn moved_lately(such: &Condition) -> bool {
    use crate::rule::When;
    matches!(such, Condition::Happened(past) if past.man == Some(Ref::Itself) && matches!(past.when, When::JustBefore | When::LastTurn))
}

/// What is noted where it is not said when that was.
pub const PREY_OF_LAST_TURN: &str = "what it captured last turn";

/// `the piece it captured last turn`, `what it has captured on its last move`; of nothing said, the last turn.
fn prey(c: &mut Cursor) -> Option<crate::rule::When> {
    use crate::rule::When;

    c.maybe_one_of(&["the", "every", "a"]);
    c.maybe_one_of(&["captured piece", "the kind it captured"])?;
    match terms::time(c) {
        Some(When::Lately(_)) => None,
        Some(when) => Some(when),
        None if c.maybe("last") => Some(When::Newest),
        None => {
            c.assume(PREY_OF_LAST_TURN);
            Some(When::LastTurn)
        }
    }
}

fn like(c: &mut Cursor) -> Option<Base> {
    c.take_one_of(&["a", "the"]);
    let standard = c.take("standard").is_some();
    let kind = nouns::kind(c)?;
    Some(Base::Like { kind, standard })
}

fn bracket(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let lexeme = c.peek()?;
    let notation = c.take_thing("a move in brackets, such as [fW3]", |token| (token.sort == Sort::Bracket).then(|| token.word.clone()))?;
    match betza::read(&notation) {
        Ok(pattern) => Some(vec![stretch(Base::Lines(pattern.lines))]),
        Err(problem) => {
            let start = lexeme.span.start + 1 + problem.at;
            let span = Span { start, end: (start + problem.length).max(start + 1).min(lexeme.span.end) };
            let quoted = format!("in [{notation}]: {}", problem.reason);
            c.refuse(Diagnostic::new("L020", span, quoted).hint("example: {Men} may also move [fW3], without capturing."))
        }
    }
}

/// `leap two squares forward`, `by leaping (1,3)`, with how many times in a row; who rides does so any number of times.
fn leap(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let once = if c.take_one_of(&["leap", "ride"])? == "ride" { (1, UNLIMITED) } else { (1, 1) };
    if once.1 == 1 && c.maybe("anywhere") {
        return Some(anywhere());
    }
    // "any number of leaps (1,2)"
    let vectors = match c.attempt(pairs) {
        Some(vectors) => vectors,
        None => {
            // "like a knight but ...": as such a piece does, and so far
            c.attempt(|c| {
                c.take("like")?;
                c.take("a")?;
                nouns::kind(c)?;
                c.comma();
                c.take("but")
            });
            let before = bearings(c);
            let counts = counts(c)?;
            c.maybe("in one direction");
            let mut said = if before.is_empty() { bearings(c) } else { before };
            if let Some(bent) = c.attempt(|c| aside(c, &counts, &said)) {
                bent
            } else {
                if said.is_empty() {
                    said.extend(bearing("in any direction"));
                }
                if counts.iter().any(|&(min, max)| min != max) {
                    let lines = counts.iter().map(|&(min, max)| flying(steps_of(&said), min, max)).collect();
                    return Some(vec![stretch(Base::Lines(lines))]);
                }
                counts.iter().flat_map(|&(squares, _)| steps_of(&said).into_iter().map(move |v| scaled(v, squares))).collect()
            }
        }
    };
    let repeats = times(c).unwrap_or(once);
    c.maybe_one_of(&["in the same direction", "in one direction"]);
    let line = Line {
        directions: vectors,
        min: repeats.0,
        max: repeats.1,
        hurdle: Hurdle::None,
        legs: Vec::new(),
        purpose: Use::Any,
        unmoved: false,
    };
    Some(vec![stretch(Base::Lines(vec![line]))])
}

/// One leap to whatever square.
pub fn anywhere() -> Vec<Stretch> {
    vec![stretch(Base::Lines(vec![Line::anywhere()]))]
}

fn flying(directions: Vec<Vector>, min: u8, max: u8) -> Line {
    Line { directions, min, max, hurdle: Hurdle::Any, legs: Vec::new(), purpose: Use::Any, unmoved: false }
}

fn scaled(v: Vector, by: u8) -> Vector {
    let by = by.min(MAX_RANGE) as i8;
    Vector { right: v.right * by, forward: v.forward * by }
}

/// `... and one square sideways`: the other leg of a bent leap.
fn aside(c: &mut Cursor, counts: &[(u8, u8)], first: &[&'static Bearing]) -> Option<Vec<Vector>> {
    c.comma();
    c.take_one_of(&["and", "then"])?;
    c.maybe("then");
    c.maybe("move");
    // "three squares in one direction and one in the other"
    if let Some(short) = c.attempt(|c| {
        let short = c.take_number("a number of squares")?;
        c.maybe("square");
        c.take_one_of(&["in the other direction", "at a right angle"])?;
        u8::try_from(short).ok()
    }) {
        let &[(long, long_max)] = counts else { return None };
        return (long == long_max && long <= MAX_RANGE && short <= MAX_RANGE)
            .then(|| betza::symmetric(long.max(short) as i8, long.min(short) as i8));
    }
    let second = super::counts::counts(c)?;
    let turned = bearings(c);
    let (&[(long, long_max)], &[(short, short_max)]) = (counts, second.as_slice()) else { return None };
    if long != long_max || short != short_max || turned.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for leg in steps_of(first) {
        for side in steps_of(&turned) {
            let square = leg.right * side.right + leg.forward * side.forward == 0;
            let upright = leg.right == 0 || leg.forward == 0;
            if square && upright {
                let (leg, side) = (scaled(leg, long), scaled(side, short));
                found.push(Vector { right: leg.right + side.right, forward: leg.forward + side.forward });
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// `(1,3)` for all its turnings, `(1 right, 2 forward)` for one leap; several joined by commas and "or".
pub fn pairs(c: &mut Cursor) -> Option<Vec<Vector>> {
    let mut vectors = pair(c)?;
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["or", "and"]).is_some();
        if comma || joined { pair(c) } else { None }
    }) {
        vectors.extend(next);
    }
    if let Some(side) = c.attempt(|c| c.take_one_of(&["forward", "backward", "left", "right"])) {
        let admits = bearing(side)?.admits;
        vectors.retain(|&v| admits(v));
    }
    Some(vectors)
}

fn pair(c: &mut Cursor) -> Option<Vec<Vector>> {
    c.take("(")?;
    let (first, first_way) = part(c)?;
    if !c.comma() {
        c.take("by")?;
    }
    let (second, second_way) = part(c)?;
    c.take(")")?;
    if first == 0 && second == 0 {
        let problem = Diagnostic::new("L017", c.span_from(c.at() - 5), "a leap of no square at all is no move".to_string());
        return c.refuse(problem.hint("example: {Men} move by leaping (1,3)."));
    }
    match (first_way, second_way) {
        (None, None) => Some(betza::symmetric(first.max(second), first.min(second))),
        (Some(first_way), Some(second_way)) => {
            let (a, b) = (toward(first, first_way), toward(second, second_way));
            let crosswise = (a.right == 0 && b.forward == 0) || (a.forward == 0 && b.right == 0);
            crosswise.then(|| vec![Vector { right: a.right + b.right, forward: a.forward + b.forward }])
        }
        _ => None,
    }
}

fn part(c: &mut Cursor) -> Option<(i8, Option<&'static str>)> {
    let number = distance(c)?;
    let way = c.attempt(|c| c.take_one_of(&["right", "left", "forward", "backward"]));
    Some((number as i8, way))
}

fn toward(squares: i8, way: &str) -> Vector {
    match way {
        "right" => Vector { right: squares, forward: 0 },
        "left" => Vector { right: -squares, forward: 0 },
        "forward" => Vector { right: 0, forward: squares },
        _ => Vector { right: 0, forward: -squares },
    }
}

/// `one square further than usual`.
fn further(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let &[(more, most)] = counts(c)?.as_slice() else { return None };
    c.take("further than usual")?;
    (more == most && more <= MAX_RANGE).then(|| vec![stretch(Base::Further(more))])
}

/// Squares along directions, in any order of count, direction and hurdle.
fn walk(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let mut said = stretch(Base::Walk);
    details(c, &mut said)?;
    said.limits().then(|| vec![said])
}

/// Count, directions and hurdle, each once, in any order.
fn details(c: &mut Cursor, said: &mut Stretch) -> Option<()> {
    loop {
        let more = c.attempt(|c| {
            c.comma();
            c.maybe("but");
            c.maybe("only");
            if said.counts.is_none()
                && let Some(found) = c.attempt(counts)
            {
                said.counts = Some(found);
                return Some(());
            }
            if said.bearings.is_empty() {
                let found = bearings(c);
                if !found.is_empty() {
                    said.bearings = found;
                    return Some(());
                }
            }
            if said.hurdle.is_none() { over_what(c, said) } else { None }
        });
        if more.is_none() {
            return Some(());
        }
    }
}

/// `jumping over pieces`, `jumping over own pawns`.
fn over_what(c: &mut Cursor, said: &mut Stretch) -> Option<()> {
    if let Some(found) = c.attempt(hurdle) {
        said.hurdle = Some(found);
        return Some(());
    }
    if c.maybe("jumping over and capturing") {
        let men = c.nested(terms::men)?;
        said.over = Some(Over::prey(men, beyond(c)));
    } else {
        c.maybe("jumping over").then_some(())?;
        let over = over(c)?;
        // "exactly one piece" of whatever side is a hop
        if over == (Over { least: 1, most: 1, ..Over::any(Class::EVERY) }) {
            said.hurdle = Some(just_behind(c));
            return Some(());
        }
        said.over = Some(over);
    }
    said.hurdle = Some(Hurdle::These);
    Some(())
}

/// `, landing just behind it`; of nothing said, anywhere beyond.
fn beyond(c: &mut Cursor) -> Beyond {
    let behind = c.attempt(|c| {
        c.comma();
        c.take_one_of(&["landing just behind it", "to the square just behind it"])
    });
    if behind.is_some() { Beyond::JustBehind } else { Beyond::Anywhere }
}

/// After "capture": `an enemy pawn by jumping over it, landing just behind it`, with how far and which way.
pub fn jumps(c: &mut Cursor) -> Option<Vec<Stretch>> {
    let from = c.at();
    let mut said = stretch(Base::Walk);
    let men = c.nested(terms::men)?;
    details(c, &mut said)?;
    c.comma();
    c.take("jumping over it")?;
    said.over = Some(Over::prey(men, beyond(c)));
    said.hurdle = Some(Hurdle::These);
    details(c, &mut said)?;
    said.when = conditions(c, When::default());
    said.span = c.span_from(from);
    Some(vec![said])
}

/// `own pawns`, `exactly one own pawn`, `up to two pieces`.
fn over(c: &mut Cursor) -> Option<Over> {
    let bounds = c.attempt(|c| {
        let how = terms::relation(c);
        let count = u8::try_from(terms::literal(c)?).ok()?;
        match how {
            Some(Comparison::AtMost) => Some((0, count)),
            Some(Comparison::AtLeast) => Some((count, UNLIMITED)),
            Some(Comparison::More) => Some((count.checked_add(1)?, UNLIMITED)),
            Some(Comparison::Less) => Some((0, count.checked_sub(1)?)),
            _ => Some((count, count)),
        }
    });
    let men = c.nested(terms::men)?;
    if men.owner == Owner::Anyone {
        c.maybe("of either side");
    }
    if bounds.is_some() {
        c.maybe("on its way");
    }
    let (least, most) = bounds.unwrap_or((0, UNLIMITED));
    Some(Over { men, least, most, captured: None })
}

fn hurdle(c: &mut Cursor) -> Option<Hurdle> {
    // pieces that are not said to jump do not jump
    if c.take("without jumping").is_some() {
        return Some(Hurdle::None);
    }
    match c.take_one_of(&["jumping over pieces", "jumping over own pieces", "hopping over exactly one piece"])? {
        "jumping over pieces" => Some(Hurdle::Any),
        "jumping over own pieces" => Some(Hurdle::Friends),
        _ => Some(just_behind(c)),
    }
}

/// Behind one who is hopped over: `, to the square just behind it`.
fn just_behind(c: &mut Cursor) -> Hurdle {
    let last = c.attempt(|c| {
        c.comma();
        c.maybe("and");
        c.take_one_of(&["to the square just behind it", "landing just behind it"])
    });
    last.map_or(Hurdle::One, |_| Hurdle::Last)
}
