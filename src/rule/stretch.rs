//! What one stretch of words on movement says: `up to three squares forward`, `like a queen`, and what is left of a usual movement by it.

use super::bearing::steps_of;
use super::diagnostic::Diagnostic;
use super::syntax::{Base, Said, Stretch, Verb};
use super::{Class, Motion, Vocabulary};
use crate::board::Vector;
use crate::movement::{Hurdle, Line, Pattern, UNLIMITED, Use};

/// The motions of one stretch, each pattern of one line.
pub fn stretch_motions(
    stretch: &Stretch,
    said: &Said,
    who: &Class,
    purpose: Use,
    unmoved: bool,
    words: &Vocabulary,
    assumed: &mut Vec<String>,
) -> Result<Vec<(Motion, Use)>, Diagnostic> {
    let pattern = |line: Line| Motion::Pattern(Pattern { lines: vec![line] });
    match &stretch.base {
        Base::Lines(lines) if !stretch.limits() => Ok(lines.iter().map(|line| (pattern(line.clone()), Use::Any)).collect()),
        Base::Lines(lines) => over_hurdle(lines, stretch),
        Base::Like { kind, standard } if !stretch.limits() && !unmoved => {
            Ok(vec![(Motion::Like { kind: kind.clone(), standard: *standard }, Use::Any)])
        }
        Base::LikeMen { who, on } if !stretch.limits() && !unmoved => {
            Ok(vec![(Motion::LikeMen { who: Box::new(who.clone()), on: Box::new(on.clone()) }, Use::Any)])
        }
        Base::LikePrey(when) if !stretch.limits() && !unmoved => Ok(vec![(Motion::LikePrey(*when), Use::Any)]),
        Base::LikeMen { .. } | Base::LikePrey(_) | Base::LikeThat(_) => {
            let problem = Diagnostic::new("L018", stretch.span, "what another piece lends is lent whole".to_string());
            Err(problem.hint("without the limits it can be said: {Men} may also move like the piece behind them."))
        }
        Base::Like { kind, .. } => {
            assumed.push(format!("like a standard {kind}"));
            Ok(with_legs(cut(stretch, std::slice::from_ref(kind), purpose, words)?, stretch, false))
        }
        Base::Further(more) if stretch.limits() => {
            let problem = Diagnostic::new("L018", stretch.span, format!("{more} more squares in their own way leave nothing else to say"));
            Err(problem.hint("leave out the direction: {Men} may also move one square further than usual."))
        }
        Base::Further(more) => longer(stretch, *more, &words.kinds_of(who), purpose, words),
        Base::Walk if turns(stretch) => {
            assumed.push("on their standard ways".to_string());
            let whole = matches!(said.verb, Verb::Is | Verb::Only);
            Ok(with_legs(cut(stretch, &words.kinds_of(who), purpose, words)?, stretch, whole))
        }
        Base::Walk if of_itself(stretch, said.verb) && stretch.hurdle.is_none() && matches!(said.verb, Verb::May | Verb::Also) => {
            Ok(with_legs(onward(stretch, who, purpose, words, assumed)?, stretch, false))
        }
        Base::Walk if of_itself(stretch, said.verb) => {
            assumed.push("a part of their standard movement".to_string());
            Ok(with_legs(cut(stretch, &words.kinds_of(who), purpose, words)?, stretch, false))
        }
        Base::Walk if !stretch.goes_on() && stretch.hurdle.is_some() && stretch.counts.iter().flatten().any(|&(_, max)| max < 2) => {
            let problem = Diagnostic::new("L019", stretch.span, "one square leaves nothing to pass over".to_string());
            Err(problem.hint("example: {Men} may also move up to three squares forward, jumping over pieces."))
        }
        Base::Walk => {
            let lines = walk(stretch, who, words, assumed).into_iter().map(|line| stretch.with_legs(line, false));
            Ok(lines.map(|line| (pattern(line), Use::Any)).collect())
        }
    }
}

/// Whether it is their own way, with turns in it.
fn turns(stretch: &Stretch) -> bool {
    stretch.turning.is_some() && stretch.counts.is_none() && stretch.bearings.is_empty()
}

/// The same with the further legs that are said.
fn with_legs(motions: Vec<(Motion, Use)>, stretch: &Stretch, whole: bool) -> Vec<(Motion, Use)> {
    let longer = |motion| match motion {
        Motion::Pattern(Pattern { lines }) => {
            Motion::Pattern(Pattern { lines: lines.into_iter().map(|line| stretch.with_legs(line, whole)).collect() })
        }
        lent => lent,
    };
    motions.into_iter().map(|(motion, purpose)| (longer(motion), purpose)).collect()
}

/// The standard movement of some kinds, each step of it so many squares longer.
fn longer(stretch: &Stretch, more: u8, kinds: &[String], purpose: Use, words: &Vocabulary) -> Result<Vec<(Motion, Use)>, Diagnostic> {
    let mut found = Vec::new();
    for (kind, wanted) in kinds.iter().flat_map(|kind| [(kind, Use::Quiet), (kind, Use::Capture)]) {
        let steps = |line: &Line| line.max < UNLIMITED && line.legs.is_empty() && line.directions.iter().all(is_step);
        for line in words.standard_lines(kind, wanted).into_iter().filter(|line| (purpose == Use::Any || purpose == wanted) && steps(line))
        {
            let line = Line { max: line.max.saturating_add(more).min(UNLIMITED - 1), purpose: wanted, ..line };
            found.push((Motion::Pattern(Pattern { lines: vec![line] }), wanted));
        }
    }
    if found.is_empty() {
        let problem = Diagnostic::new("L019", stretch.span, format!("a {} does not move by so many squares", kinds.join(" or a ")));
        return Err(problem.hint("say how they move: {Men} may also move up to three squares diagonally."));
    }
    Ok(found)
}

/// One square along a line, and not a leap.
fn is_step(v: &Vector) -> bool {
    v.right.unsigned_abs().max(v.forward.unsigned_abs()) == 1
}

/// So many squares, nobody says which way: along the directions in which these men step or ride anyway.
fn onward(
    stretch: &Stretch,
    who: &Class,
    purpose: Use,
    words: &Vocabulary,
    assumed: &mut Vec<String>,
) -> Result<Vec<(Motion, Use)>, Diagnostic> {
    let usual = |aspect: Use| {
        let kinds = words.kinds_of(who);
        let lines = kinds.iter().flat_map(|kind| words.standard_lines(kind, aspect));
        let mut found: Vec<Vector> = lines.flat_map(|line| line.directions).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let (quiet, capture) = (usual(Use::Quiet), usual(Use::Capture));
    let directions = if purpose == Use::Capture { &capture } else { &quiet };
    if directions.is_empty() || !directions.iter().all(is_step) {
        let problem = Diagnostic::new("L015", stretch.span, "it is not said which way".to_string());
        return Err(problem.hint("example: {Men} may also move up to three squares forward, without capturing."));
    }
    assumed.push("in the directions of their usual moves".to_string());
    let aspect = if purpose == Use::Any && quiet != capture { Use::Quiet } else { purpose };
    if aspect == Use::Quiet && purpose == Use::Any {
        assumed.push("without capturing".to_string());
    }
    let line = |&(min, max): &(u8, u8)| Line {
        directions: directions.clone(),
        min,
        max,
        hurdle: Hurdle::None,
        legs: Vec::new(),
        purpose: Use::Any,
        unmoved: false,
    };
    let counts = stretch.counts.clone().unwrap_or_default();
    Ok(counts.iter().map(|count| (Motion::Pattern(Pattern { lines: vec![line(count)] }), aspect)).collect())
}

/// A bracket or a leap with further legs, or with a hurdle, said in words after it.
fn over_hurdle(lines: &[Line], stretch: &Stretch) -> Result<Vec<(Motion, Use)>, Diagnostic> {
    let longer: Vec<Line> = lines.iter().map(|line| stretch.with_legs(line.clone(), false)).collect();
    let free = stretch.counts.is_none() && stretch.bearings.is_empty();
    let passes = |line: &Line| (line.max > 1 || !line.legs.is_empty()) && line.hurdle == Hurdle::None;
    if !free || stretch.hurdle.is_some() && !longer.iter().all(passes) {
        let problem =
            Diagnostic::new("L018", stretch.span, "a bracket or a leap already says how far, which way and over what".to_string());
        return Err(problem.hint("leave out the words after it, or the bracket"));
    }
    let over = |line: Line| Motion::Pattern(Pattern { lines: vec![Line { hurdle: stretch.hurdle.unwrap_or(line.hurdle), ..line }] });
    Ok(longer.into_iter().map(|line| (over(line), Use::Any)).collect())
}

/// Lines of squares along directions.
fn walk(stretch: &Stretch, who: &Class, words: &Vocabulary, assumed: &mut Vec<String>) -> Vec<Line> {
    let counts = stretch.counts.clone().unwrap_or_else(|| {
        let rides = |kind: &String| words.standard_lines(kind, Use::Quiet).iter().any(|line| line.max == UNLIMITED);
        let ride = words.kinds_of(who).iter().all(rides);
        // Who steps jumps over the next square when it captures so.
        let (counts, said) = match stretch.takes() {
            _ if ride => ((1, UNLIMITED), "any number of squares"),
            true => ((2, 2), "exactly two squares"),
            false if stretch.hurdle.is_some() => ((1, UNLIMITED), "any number of squares"),
            false => ((1, 1), "one square"),
        };
        assumed.push(said.to_string());
        vec![counts]
    });
    let directions = steps_of(&stretch.bearings);
    let line = |(min, max)| Line {
        directions: directions.clone(),
        min,
        max,
        hurdle: stretch.hurdle.unwrap_or(Hurdle::None),
        legs: Vec::new(),
        purpose: Use::Any,
        unmoved: false,
    };
    counts.into_iter().map(line).collect()
}

/// The part of some kinds' standard movement that a stretch leaves.
fn cut(stretch: &Stretch, kinds: &[String], purpose: Use, words: &Vocabulary) -> Result<Vec<(Motion, Use)>, Diagnostic> {
    let mut found = Vec::new();
    let jumps = stretch.hurdle.is_some_and(|hurdle| hurdle != Hurdle::None);
    for (kind, wanted) in kinds.iter().flat_map(|kind| [(kind, Use::Quiet), (kind, Use::Capture)]) {
        if purpose != Use::Any && purpose != wanted {
            continue;
        }
        for line in words.standard_lines(kind, wanted) {
            // Of a way of several legs no part is taken, and who leaps does not turn.
            let limited = stretch.counts.is_some() || !stretch.bearings.is_empty() || stretch.goes_on();
            if limited && !line.legs.is_empty() || stretch.turning.is_some() && !line.directions.iter().all(is_step) {
                continue;
            }
            let admits = |v: &Vector| stretch.bearings.is_empty() || stretch.bearings.iter().any(|bearing| (bearing.admits)(*v));
            let directions: Vec<Vector> = line.directions.iter().copied().filter(admits).collect();
            for (min, max) in stretch.counts.clone().unwrap_or_else(|| vec![(1, UNLIMITED)]) {
                let (min, max) = (line.min.max(min), line.max.min(max));
                // Whom it captures so stands where it could go, and it lands one square farther.
                let (min, max) = if stretch.takes() { (min + 1, max.saturating_add(1)) } else { (min, max) };
                let hurdle = stretch.hurdle.unwrap_or(line.hurdle);
                // who goes one square, or leaps, passes over nothing
                let alone = line.legs.is_empty() && !stretch.goes_on();
                let cramped = jumps && alone && (max < 2 || !directions.iter().all(is_step));
                if directions.is_empty() || min > max || cramped {
                    continue;
                }
                let kept = Line {
                    directions: directions.clone(),
                    min,
                    max,
                    hurdle,
                    legs: line.legs.clone(),
                    purpose: wanted,
                    unmoved: line.unmoved,
                };
                found.push((Motion::Pattern(Pattern { lines: vec![kept] }), wanted));
            }
        }
    }
    if found.is_empty() && stretch.takes() {
        let problem = format!("which squares a {} leaps over is nowhere defined, so nothing on them is captured", kinds.join(" or a "));
        let hint = "say the way: {Men} may also capture two squares orthogonally and then one square at a right angle, jumping over and capturing an enemy piece.";
        return Err(Diagnostic::new("L019", stretch.span, problem).hint(hint));
    }
    if found.is_empty() && jumps {
        let problem = format!("a {} goes over no square on its usual way, so there is nothing it could jump over", kinds.join(" or a "));
        let hint =
            "say how far it may go then: {Men} may also move exactly two squares in any direction, jumping over exactly one own piece.";
        return Err(Diagnostic::new("L019", stretch.span, problem).hint(hint));
    }
    if found.is_empty() {
        let problem = Diagnostic::new("L019", stretch.span, format!("nothing of a standard {} is left by this", kinds.join(" or a ")));
        return Err(problem.hint("say which way: {Men} may also move up to three squares forward, without capturing."));
    }
    Ok(found)
}

/// Whether a stretch cuts the man's own movement down instead of naming new squares.
pub fn of_itself(stretch: &Stretch, verb: Verb) -> bool {
    let directed = !stretch.bearings.is_empty();
    matches!(stretch.base, Base::Further(_))
        || stretch.base == Base::Walk && (!directed || (verb == Verb::Only && stretch.counts.is_none() && stretch.hurdle.is_none()))
}
