//! The canonical words for duties, triggers, actions and what a rule declares.

use std::borrow::Cow;

use super::Count;
use super::acts::{verb_after_would, verb_of_many, verb_of_one};
use super::deeds::{NOTHING, count, deeds};
use super::men::{many, men, one_of, player};
use super::number::{literal, so_many};
use super::place::all_of;
use crate::board::Seams;
use crate::rule::syntax::MARKED;
use crate::rule::vocabulary::Whose;
use crate::rule::wording::every_one;
use crate::rule::{Act, Action, Best, Class, Cost, Counter, Deed, Duty, Event, How, Once, Ref, Squares, Trigger, Vocabulary};

/// The most that a counter counts, where nothing else is said.
pub const MOST: i32 = 32_767;

/// `pawns must capture if able`, `..., otherwise kings must move if able`.
pub fn duty(duty: &Duty, words: &Vocabulary) -> String {
    let must = |act: &Act| {
        let verb = verb_of_many(act, words);
        match &act.who {
            every if *every == Class::EVERY => format!("a player must {verb} if able"),
            men => format!("{} must {verb} if able", many(men, words)),
        }
    };
    let best = match duty.best {
        None => "",
        Some(Best::Longest) => ", of several moves the longest one",
        Some(Best::Shortest) => ", of several moves the shortest one",
        Some(Best::MostValuable) => ", of several pieces the most valuable one",
        Some(Best::LeastValuable) => ", of several pieces the least valuable one",
    };
    let first = std::iter::once(&duty.act).chain(&duty.or).map(must).collect::<Vec<_>>().join(", or ");
    let first = format!("{first}{best}");
    std::iter::once(first).chain(duty.otherwise.iter().map(must)).collect::<Vec<_>>().join(", otherwise ")
}

/// `after a rook moves, ...`.
pub fn trigger(trigger: &Trigger, words: &Vocabulary) -> String {
    let once = match trigger.once {
        None => "",
        Some(Once::Ever) => "only once, ",
        Some(Once::Man(_)) => "only once for each piece, ",
        Some(Once::Side(Ref::Victim)) => "only once for each player whose piece is captured, ",
        Some(Once::Side(_)) => "only once for each player who moves, ",
    };
    // "promotes to a rook, a queen or pawn on e4 is removed" would be one list
    let kinds_last = matches!(&trigger.event, Event::Act(Act { how: How::Promote(into), from: None, to: None, .. }) if !into.is_empty());
    let deeds = deeds(&trigger.deeds, &told(trigger, words));
    // where a captured man is spoken of first, "it" would be that one
    let passive = matches!(&trigger.event, Event::Act(act) | Event::Would(act) if is_passive(act).is_some());
    let deeds = if passive { deeds.replace("the square it came from", "the square the capturing piece came from") } else { deeds };
    // in the place of a move nothing is what was to be
    let deeds = match &trigger.event {
        Event::Would(Act { how: How::Capture(_), .. }) => deeds.replace(NOTHING, "(the capture is made as usual)"),
        Event::Would(_) => deeds.replace(NOTHING, "(the move is made as usual)"),
        _ => deeds,
    };
    let then = if kinds_last && (deeds.starts_with("a ") || deeds.starts_with("an ")) { "then " } else { "" };
    format!("{once}{}, {then}{deeds}", event(&trigger.event, words))
}

/// What it does, without the event.
pub fn done(trigger: &Trigger, words: &Vocabulary) -> String {
    deeds(&trigger.deeds, &told(trigger, words))
}

/// The words for what it does: where a captured man is spoken of first, or somebody else decides, whose the men are is told in full.
fn told<'w>(trigger: &Trigger, words: &'w Vocabulary) -> Cow<'w, Vocabulary> {
    let passive = matches!(&trigger.event, Event::Act(act) | Event::Would(act) if is_passive(act).is_some());
    if passive || trigger.deeds.iter().any(Deed::is_of_another) {
        Cow::Owned(Vocabulary { whose: Whose::Named, ..words.clone() })
    } else {
        Cow::Borrowed(words)
    }
}

/// Whom it is told of, where that is only the captured man.
fn is_passive(act: &Act) -> Option<&Class> {
    match &act.how {
        How::Capture(victims) if act.who == Class::EVERY && *victims != Class::EVERY && !victims.compares() => Some(victims),
        _ => None,
    }
}

fn event(event: &Event, words: &Vocabulary) -> String {
    match event {
        Event::Act(act) => format!("after {}", happening(act, words)),
        Event::Would(act) => format!("when {}", prospect(act, words)),
        Event::Opens(None) => "at the start of every phase".to_string(),
        Event::Opens(Some(who)) => format!("at the start of {}'s phase", player(who)),
        Event::Closes(None) => "at the end of every phase".to_string(),
        Event::Closes(Some(who)) => format!("at the end of {}'s phase", player(who)),
        Event::Turn => "at the start of every turn".to_string(),
        Event::TurnEnds => "at the end of every turn".to_string(),
        Event::Enacted => "at once".to_string(),
        Event::Repealed => "when this rule is repealed".to_string(),
    }
}

fn happening(act: &Act, words: &Vocabulary) -> String {
    match is_passive(act) {
        Some(victims) => format!("{} is captured{}", one_of(victims, words), super::acts::details(act, words)),
        None => format!("{} {}", one_of(&act.who, words), verb_of_one(act, words)),
    }
}

/// `a queen would be captured`, `a pawn would move`.
fn prospect(act: &Act, words: &Vocabulary) -> String {
    match is_passive(act) {
        Some(victims) => format!("{} would be captured{}", one_of(victims, words), super::acts::details(act, words)),
        None => format!("{} would {}", one_of(&act.who, words), verb_after_would(act, words)),
    }
}

/// `each player may order this instead of moving: ...`.
pub fn action(action: &Action, words: &Vocabulary) -> String {
    let who = action.who.as_ref().map_or_else(|| "each player".to_string(), player);
    let told = if action.deeds.iter().any(Deed::is_of_another) { Whose::Named } else { words.whose };
    format!("{who} may order this instead of moving: {}", deeds(&action.deeds, &Vocabulary { whose: told, ..words.clone() }))
}

/// `each player has points, starting at zero`.
pub fn counter(counter: &Counter, words: &Vocabulary) -> String {
    if let (true, Some(bearers)) = (counter.state, &counter.of) {
        return format!("{} can be {}", men(bearers, words), marked_as(&counter.name));
    }
    let least = if counter.least == 0 { String::new() } else { format!(", at least {}", literal(counter.least)) };
    let most = if counter.most == MOST { String::new() } else { format!(", up to {}", literal(counter.most)) };
    let whose = counter.of.as_ref().map_or_else(|| "each player".to_string(), |bearers| every_one(bearers, words));
    format!("{whose} has {}, starting at {}{least}{most}", counter.name, literal(counter.start))
}

/// `, wrapping round the left and right edges`.
pub fn wrapping(round: Seams) -> String {
    match round {
        Seams { files: false, ranks: false } => String::new(),
        Seams { files: true, ranks: false } => ", wrapping round the left and right edges".to_string(),
        Seams { files: false, ranks: true } => ", wrapping round the lower and upper edges".to_string(),
        Seams { files: true, ranks: true } => ", wrapping round all edges".to_string(),
    }
}

/// `one charge`.
pub fn price(cost: &Cost) -> String {
    let amount = i32::from(cost.amount);
    format!("{} {}", literal(amount), so_many(&cost.counter, amount))
}

/// `the edge is called the swamp`.
pub fn region(name: &str, named: &Squares, words: &Vocabulary) -> String {
    let is = if count(named) == Count::One { "is" } else { "are" };
    format!("{} {is} called the {name}", all_of(named, words))
}

/// `marked as asleep`, `marked`.
pub fn marked_as(state: &str) -> String {
    if state == MARKED { MARKED.to_string() } else { format!("marked as {state}") }
}
