//! The canonical words for lists and lines of movement, such as the grammar reads them back.

use super::bearing::{bearing, bearings_of};
use super::lexer::number_word;
use super::syntax::terms::countable;
use crate::board::Vector;
use crate::movement::betza::symmetric;
use crate::movement::{Bend, Edges, Hurdle, Leg, Line, UNLIMITED};

pub use super::telling::{any_one, every_one, many};

/// `a, b or c`.
pub fn list(items: &[String], joint: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {joint} {last}", first.join(", ")),
    }
}

/// `a knight`, `an elephant`.
pub fn a(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// One line, as it stands after "move" or "capture".
pub fn line(line: &Line, over: &str) -> String {
    let mut text = match stride(&line.directions) {
        _ if line.leads_anywhere() => format!("by leaping anywhere{}", times(line.min, line.max)),
        Stride::Steps => format!("{} {}", squares(line.min, line.max), ways(&line.directions)),
        Stride::Leaps(length) => {
            let steps: Vec<Vector> = line.directions.iter().map(|v| shortened(*v, length)).collect();
            let counted = format!("{} squares", number_word(u32::from(length)));
            format!("by leaping {counted} {}{}", ways(&steps), times(line.min, line.max))
        }
        Stride::Bent => format!("by leaping {}{}", bent(&line.directions), times(line.min, line.max)),
    };
    line.legs.iter().for_each(|further| text.push_str(&leg(further)));
    text.push_str(match line.hurdle {
        Hurdle::These => over,
        Hurdle::None => "",
        Hurdle::Any => ", jumping over pieces",
        Hurdle::Friends => ", jumping over own pieces",
        Hurdle::One => ", hopping over exactly one piece",
        Hurdle::Last => ", hopping over exactly one piece to the square just behind it",
    });
    text
}

/// A further leg: ` and then one square diagonally outward`.
fn leg(leg: &Leg) -> String {
    let free = if leg.min == 0 { ", if he likes," } else { "" };
    let bend = match leg.bend {
        Bend::Any => "",
        Bend::Outward => " outward",
        Bend::Square => " at a right angle",
        Bend::Bounce(off) => return format!(" and then{free} {} bouncing off {}", squares(leg.min.max(1), leg.max), edges(off)),
    };
    format!(" and then{free} {} {}{bend}", squares(leg.min.max(1), leg.max), ways(&leg.directions))
}

/// `the edge`, `the left and right edges`.
fn edges(off: Edges) -> String {
    let named = [(off.left, "left"), (off.right, "right"), (off.top, "top"), (off.bottom, "bottom")];
    let names: Vec<String> = named.iter().filter(|(there, _)| *there).map(|(_, name)| name.to_string()).collect();
    match names.as_slice() {
        _ if off == Edges::EVERY => "the edge".to_string(),
        [only] => format!("the {only} edge"),
        names => format!("the {} edges", list(names, "and")),
    }
}

/// What the directions of one line are.
enum Stride {
    Steps,
    /// So many squares straight or diagonally at once.
    Leaps(u8),
    Bent,
}

fn stride(directions: &[Vector]) -> Stride {
    let Some(first) = directions.first() else { return Stride::Steps };
    let (right, forward) = (first.right.unsigned_abs(), first.forward.unsigned_abs());
    match (right.max(forward), right.min(forward)) {
        (1, _) => Stride::Steps,
        (long, short) if short == 0 || short == long => Stride::Leaps(long),
        _ => Stride::Bent,
    }
}

fn shortened(v: Vector, by: u8) -> Vector {
    let by = by.max(1) as i8;
    Vector { right: v.right / by, forward: v.forward / by }
}

fn ways(steps: &[Vector]) -> String {
    let names: Vec<String> = bearings_of(steps).iter().map(|bearing| bearing.phrase.to_string()).collect();
    list(&names, "or")
}

fn squares(min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => "one square".to_string(),
        (1, UNLIMITED) => "any number of squares".to_string(),
        _ => format!("{} {}", between(min, max), if min == 1 && max == 1 { "square" } else { "squares" }),
    }
}

fn times(min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => String::new(),
        (1, UNLIMITED) => " any number of times".to_string(),
        _ => format!(" {} times", between(min, max)),
    }
}

fn between(min: u8, max: u8) -> String {
    let word = |number: u8| number_word(u32::from(number));
    match (min, max) {
        (min, UNLIMITED) => format!("at least {}", word(min)),
        (min, max) if min == max => format!("exactly {}", word(min)),
        (1, max) => format!("up to {}", word(max)),
        (min, max) => format!("{} to {}", word(min), word(max)),
    }
}

/// `(1,2)` for all eight, `(1,2) forward` for half of them, else each by itself.
pub fn bent(directions: &[Vector]) -> String {
    let Some(first) = directions.first() else { return String::new() };
    let (right, forward) = (first.right.unsigned_abs(), first.forward.unsigned_abs());
    let (long, short) = (right.max(forward), right.min(forward));
    let all = symmetric(long as i8, short as i8);
    if directions == all {
        return format!("({short},{long})");
    }
    for way in ["forward", "backward", "left", "right"] {
        let half: Vec<Vector> = all.iter().copied().filter(|&v| bearing(way).is_some_and(|bearing| (bearing.admits)(v))).collect();
        if directions == half {
            return format!("({short},{long}) {way}");
        }
    }
    let one = |v: &Vector| {
        let across = if v.right < 0 { "left" } else { "right" };
        let along = if v.forward < 0 { "backward" } else { "forward" };
        format!("({} {across}, {} {along})", v.right.unsigned_abs(), v.forward.unsigned_abs())
    };
    list(&directions.iter().map(one).collect::<Vec<_>>(), "or")
}

/// Several of one: `harpoons`, `torches`, `pennies`, `vetoes`; what is in the plural already, or has none, stays.
pub fn plural(one: &str) -> String {
    if let Some((many, _)) = countable(one) {
        return many.to_string();
    }
    if let Some(stem) = one.strip_suffix("man") {
        return format!("{stem}men");
    }
    let vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match one.strip_suffix('y') {
        Some(stem) if !vowel(stem) => format!("{stem}ies"),
        _ if ["ss", "us", "x", "z", "ch", "sh"].iter().any(|ending| one.ends_with(ending)) => format!("{one}es"),
        _ if one.strip_suffix('o').is_some_and(|stem| !vowel(stem)) => format!("{one}es"),
        _ if one.ends_with('s') => one.to_string(),
        _ => format!("{one}s"),
    }
}

/// One of several: `bonuses` are one `bonus`, `parties` one `party`.
pub fn singular(many: &str) -> String {
    let long = |stem: &&str| stem.chars().count() > 2;
    let cut = |ending: &str| many.strip_suffix(ending).filter(long);
    if let Some(stem) = cut("ies") {
        return format!("{stem}y");
    }
    let hissing = ["oes", "sses", "xes", "ches", "shes", "nuses", "ruses", "cuses", "tuses", "puses"];
    match cut("es").filter(|_| hissing.iter().any(|ending| many.ends_with(ending))) {
        Some(stem) => stem.to_string(),
        None => many.strip_suffix('s').filter(|stem| !stem.ends_with('s')).unwrap_or(many).to_string(),
    }
}
