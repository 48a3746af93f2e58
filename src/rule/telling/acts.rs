//! The canonical words for acts and bans.

use super::men::{after_verb, bare, men};
use super::place::{of_one, squares, tight};
use super::{Count, many};
use crate::movement::UNLIMITED;
use crate::rule::lasting::the_man;
use crate::rule::lexer::number_word;
use crate::rule::wording::{a, list};
use crate::rule::{Act, Alike, Ban, Class, How, Kinds, Point, Ref, Squares, Vocabulary, Ways};

/// `rooks may not move more than three squares`.
pub fn ban(ban: &Ban, words: &Vocabulary) -> String {
    let (subject, verb) = passive(&ban.act, words);
    if ban.lifted {
        return format!("{} may again {verb}", many(&subject, words));
    }
    match (&subject.kinds, &subject.such) {
        _ if the_man(&subject).is_some() => format!("{} may not {verb}", many(&subject, words)),
        (Kinds::Only(_), _) => format!("{} may not {verb}", many(&subject, words)),
        // "all pieces ... may not" would be said of some
        (_, Some(_)) => format!("{} may not {verb}", men(&subject, words)),
        (_, None) => format!("no {} may {verb}", bare(&subject, words)),
    }
}

/// Of whom an act is best said, and the rest of it: `rooks`, `be captured`.
fn passive(act: &Act, words: &Vocabulary) -> (Class, String) {
    match &act.how {
        How::Capture(victims)
            if act.who == Class::EVERY && *victims != Class::EVERY && (the_man(victims).is_some() || !victims.compares()) =>
        {
            (victims.clone(), format!("be captured{}", details(act, words)))
        }
        // one man alone, and by whom
        How::Capture(victims) if the_man(victims).is_some() && the_man(&act.who).is_none() && act.who.such.is_none() => {
            (victims.clone(), format!("be captured by {}{}", many(&act.who, words), details(act, words)))
        }
        _ => (act.who.clone(), verb(act, Count::Many, words)),
    }
}

/// What stands after the subject, the verb in the plural: `capture pawns diagonally`.
pub fn verb_of_many(act: &Act, words: &Vocabulary) -> String {
    verb(act, Count::Many, words)
}

/// What one may or would do: `capture a pawn diagonally`.
pub fn verb_after_would(act: &Act, words: &Vocabulary) -> String {
    verb(act, Count::One, words)
}

/// The same in the singular: `captures a pawn diagonally`.
pub fn verb_of_one(act: &Act, words: &Vocabulary) -> String {
    let verb = verb(act, Count::One, words);
    let (first, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
    let ending = if first.ends_with('s') { "es" } else { "s" };
    format!("{first}{ending}{}", of_one(rest))
}

fn verb(act: &Act, count: Count, words: &Vocabulary) -> String {
    let verb = match &act.how {
        How::Any | How::Quiet => "move".to_string(),
        How::Capture(victims) if *victims == Class::EVERY => "capture".to_string(),
        How::Capture(victims) => {
            format!("capture {}", after_verb(victims, if matches!(victims.kinds, Kinds::Only(_)) { count } else { Count::One }, words))
        }
        How::Passing(victims) => {
            let victims = if *victims == Class::EVERY { String::new() } else { format!(" {}", after_verb(victims, Count::One, words)) };
            format!("capture{victims} in passing")
        }
        How::Check => "give check".to_string(),
        How::Castle => "castle".to_string(),
        How::Promote(into) if into.is_empty() => "promote".to_string(),
        How::Promote(into) => format!("promote to {}", a(&list(into, "or"))),
    };
    if let (How::Any | How::Quiet, Some(over), None, None) = (&act.how, &act.over, &act.from, &act.to)
        && plain(act)
    {
        return entering("pass over", over, act, words);
    }
    match (&act.how, &act.from, &act.to) {
        (How::Any | How::Quiet, None, Some(Squares::Not(half))) if is_where_it_began(half) && plain(act) => {
            let quiet = if act.how == How::Quiet { ", without capturing" } else { "" };
            format!("cross the middle line{}{quiet}", over(act, words))
        }
        (How::Any | How::Quiet, Some(Squares::Not(from)), Some(to)) if **from == *to && plain(act) => entering("enter", to, act, words),
        (How::Any | How::Quiet, Some(from), Some(Squares::Not(to))) if *from == **to && plain(act) => entering("leave", from, act, words),
        _ => format!("{verb}{}", details(act, words)),
    }
}

/// Whether they are the half in which the move began.
fn is_where_it_began(half: &Squares) -> bool {
    let Squares::InLine { of, lines } = half else { return false };
    lines[..] == [Alike::Half] && matches!(**of, Squares::At(Point::From | Point::Of(Ref::Itself)))
}

fn plain(act: &Act) -> bool {
    act.ways == Ways::Every && act.counts.is_empty()
}

fn over(act: &Act, words: &Vocabulary) -> String {
    act.over.as_ref().map(|over| format!(", passing over {}", squares(over, words))).unwrap_or_default()
}

fn entering(verb: &str, there: &Squares, act: &Act, words: &Vocabulary) -> String {
    let quiet = if act.how == How::Quiet { ", without capturing" } else { "" };
    let over = if verb == "pass over" { String::new() } else { over(act, words) };
    format!("{verb} {}{over}{quiet}", squares(there, words))
}

/// How far, which way, whence and whither.
pub fn details(act: &Act, words: &Vocabulary) -> String {
    let mut text = String::new();
    if !act.counts.is_empty() {
        let counted: Vec<String> = act.counts.iter().map(|&(min, max)| distance(min, max)).collect();
        text.push_str(&format!(" {}", counted.join(" or ")));
    }
    let phrases = |bearings: &[&crate::rule::Bearing]| list(&bearings.iter().map(|one| one.phrase.to_string()).collect::<Vec<_>>(), "or");
    match &act.ways {
        Ways::Every => {}
        Ways::Only(bearings) => text.push_str(&format!(" {}", phrases(bearings))),
        Ways::Except(bearings) => text.push_str(&format!(" except {}", phrases(bearings))),
    }
    if let Some(from) = &act.from {
        match from {
            Squares::Not(inside) => text.push_str(&format!(" from outside {}", tight(inside, words))),
            from => text.push_str(&format!(" from {}", squares(from, words))),
        }
    }
    if let Some(to) = &act.to {
        let word = match &act.how {
            How::Any | How::Quiet | How::Castle => "to",
            // "from e4 on e5" would be squares of both
            How::Capture(victims) if *victims == Class::EVERY && act.from.is_none() => "on",
            How::Check | How::Promote(_) if act.from.is_none() => "on",
            _ => ", arriving on",
        };
        let gap = if word.starts_with(',') { "" } else { " " };
        text.push_str(&format!("{gap}{word} {}", squares(to, words)));
    }
    text.push_str(&over(act, words));
    if act.how == How::Quiet {
        text.push_str(if text.is_empty() { " without capturing" } else { ", without capturing" });
    }
    text
}

/// `more than three squares`.
fn distance(min: u8, max: u8) -> String {
    let word = |number: u8| number_word(u32::from(number));
    match (min, max) {
        (1, 1) => "one square".to_string(),
        (1, UNLIMITED) => "any number of squares".to_string(),
        (2, UNLIMITED) => "more than one square".to_string(),
        (min, UNLIMITED) => format!("more than {} squares", word(min - 1)),
        (min, max) if min == max => format!("exactly {} squares", word(min)),
        (1, max) => format!("up to {} squares", word(max)),
        (min, max) => format!("{} to {} squares", word(min), word(max)),
    }
}
