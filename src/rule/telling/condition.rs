//! Conditions: `white is in check`, `there is no pawn on e4`, `the turn number is divisible by five`, and as verbs about a man.

use super::Count;
use super::acts::verb_of_many;
use super::happening::{deed_not_done, deed_of, happened, never, not_done_by, often_done};
use super::men::{after_verb, bare, one_of, one_set_off, player, reference};
use super::number::{literal, number, so_many, tight as tight_number};
use super::place::{of_nobody, of_one, placed, point};
use crate::rule::lasting::the_man;
use crate::rule::syntax::terms::set_beside;
use crate::rule::{Alike, Class, Comparison, Condition, Number, Operation, Owner, Past, Player, Point, Ref, Squares, Vocabulary, When};

pub fn condition(asked: &Condition, words: &Vocabulary) -> String {
    let of = subject(asked);
    if let Some(verb) = of.and_then(|of| predicate(asked, of, Count::One, words)) {
        return format!("{} {verb}", of.map_or("it", reference));
    }
    let (inner, denied) = unwrapped(asked);
    let not = if denied { " not" } else { "" };
    match inner {
        Condition::Any(_) | Condition::All(_) if denied => format!("it is not true that {}", tight(inner, words)),
        Condition::Any(parts) => {
            let part = |part: &Condition| if matches!(part, Condition::All(_)) { condition(part, words) } else { tight(part, words) };
            parts.iter().map(part).collect::<Vec<_>>().join(" or ")
        }
        Condition::All(parts) => parts.iter().map(|part| tight(part, words)).collect::<Vec<_>>().join(" and "),
        Condition::Compare(one, how, other) => compared(one, *how, other, words),
        Condition::On(at, Squares::Empty) => format!("{} is{not} empty", point(at)),
        Condition::On(at, Squares::Under(class)) => format!("{} is{not} occupied by {}", point(at), one_of(class, words)),
        Condition::On(at, squares) => format!("{} is{not} {}", point(at), of_nobody(&placed(squares, words))),
        Condition::There(class, Squares::Every) if owner_of(class).is_some() => {
            let whose = owner_of(class).map(player).unwrap_or_default();
            let men = Class { such: None, ..class.clone() };
            let has = if denied { format!("no {}", bare(&men, words)) } else { one_of(&men, words) };
            format!("{whose} has {has}")
        }
        Condition::There(class, squares) => {
            let who = if denied { format!("no {}", bare(class, words)) } else { one_of(class, words) };
            let on = if *squares == Squares::Every { String::new() } else { format!(" {}", placed(squares, words)) };
            // they are counted from the side of whoever looks, not from the enemy's
            format!("there is {who}{}", if class.owner == Owner::Enemy { of_nobody(&on) } else { on })
        }
        Condition::Attacked(at, class) => format!("{} is{not} attacked by {}", point(at), attacker(class, words)),
        Condition::OnMove(who) => format!("{} is{not} on move", player(who)),
        Condition::Check(who) => format!("{} is{not} in check", player(who)),
        Condition::Stuck(who) if denied => format!("{} has a legal move", player(who)),
        Condition::Stuck(who) => format!("{} has no legal move", player(who)),
        Condition::Can(act) => {
            let who = if denied { format!("no {}", bare(&act.who, words)) } else { one_set_off(&act.who, words) };
            format!("{who} is free to {}", verb_of_many(act, words))
        }
        Condition::Said(text) if denied => format!("the mover does not say \"{text}\""),
        Condition::Underway { .. } => "that lasts".to_string(),
        Condition::Said(text) => format!("the mover says \"{text}\""),
        Condition::Happened(past) if denied && is_bare_span(past) => format!("it is not true that {}", self::condition(inner, words)),
        Condition::Happened(past) if denied && past.by.is_none() => never(past, words),
        Condition::Happened(past) if denied => {
            not_done_by(past, words).unwrap_or_else(|| format!("it is not true that {}", happened(past, words)))
        }
        Condition::Happened(past) => happened(past, words),
        // what has a subject was a verb above; a denial of a denial is none
        other => format!("it is not true that {}", tight(other, words)),
    }
}

/// Whose men they are, where nothing else is said of them.
fn owner_of(class: &Class) -> Option<&Player> {
    match class.such.as_deref() {
        Some(Condition::Belongs(Ref::Itself, who @ Player::OwnerOf(Ref::Victim | Ref::Actor | Ref::Chosen)))
            if class.owner == Owner::Anyone =>
        {
            Some(who)
        }
        _ => None,
    }
}

/// A condition as one part of a list.
pub fn tight(condition: &Condition, words: &Vocabulary) -> String {
    let text = self::condition(condition, words);
    // a number first could go on with a list of ranks: "on rank 2 and seven is ..."
    let listed = match unwrapped(condition).0 {
        Condition::Compare(Number::Of(whole, Operation::Modulo, _), ..) => matches!(**whole, Number::Is(_)),
        Condition::Compare(one, ..) => matches!(one, Number::Is(_)),
        _ => false,
    };
    if listed || able(condition) || matches!(condition, Condition::All(_) | Condition::Any(_)) { format!("({text})") } else { text }
}

/// Says that some move is legal: in a list it would begin or go on with squares of another.
fn able(condition: &Condition) -> bool {
    matches!(unwrapped(condition).0, Condition::Can(_))
}

fn unwrapped(condition: &Condition) -> (&Condition, bool) {
    match condition {
        Condition::Not(inner) => (inner, true),
        other => (other, false),
    }
}

/// The man that it says something about.
fn subject(condition: &Condition) -> Option<Ref> {
    match unwrapped(condition).0 {
        Condition::Is(of, _) | Condition::Belongs(of, _) | Condition::SameKind(of, _) | Condition::SameMan(of, _) => Some(*of),
        Condition::On(Point::Of(of), _) | Condition::Attacked(Point::Of(of), _) => Some(*of),
        Condition::On(Point::Home(of), squares) if squares.stay() => Some(*of),
        Condition::Compare(Number::Moves(of), _, Number::Is(_)) | Condition::Compare(Number::Value(of), ..) => Some(*of),
        Condition::Compare(Number::Borne { by, .. }, how, Number::Is(_)) if *how != Comparison::Unequal => Some(*by),
        Condition::Happened(past) => past.man,
        // who is described is told of, whoever else is in it
        Condition::Hits(Ref::Itself, of) | Condition::Guards(Ref::Itself, of) if *of != Ref::Itself => Some(Ref::Itself),
        Condition::Attacks(of, _) | Condition::Hits(_, of) | Condition::Guards(_, of) | Condition::Shields { who: of, .. } => Some(*of),
        Condition::Compare(Number::Times(past), how, Number::Is(_)) if *how != Comparison::Unequal => past.man,
        _ => None,
    }
}

/// What is said of that man, as a verb: `stands on the e-file`. None if it is not about him.
pub fn predicate(condition: &Condition, of: Ref, count: Count, words: &Vocabulary) -> Option<String> {
    if subject(condition) != Some(of) {
        return None;
    }
    let (inner, denied) = unwrapped(condition);
    let is = if denied { count.of("is not", "are not") } else { count.of("is", "are") };
    let does = |one: &str, many: &str| match denied {
        true => format!("{} {many}", count.of("does not", "do not")),
        false => count.of(one, many),
    };
    Some(match inner {
        Condition::Is(_, class) => format!("{is} {}", after_verb(class, count, words)),
        Condition::On(Point::Home(_), squares) => {
            let started = if denied { count.of("has not started", "have not started") } else { "started".to_string() };
            format!("{started} {}", placed(squares, words))
        }
        Condition::On(Point::Of(Ref::Itself), Squares::At(Point::Home(Ref::Itself))) => {
            format!("{} on {} home square", does("stands", "stand"), count.of("its", "their"))
        }
        Condition::On(Point::Of(Ref::Itself | Ref::Actor), squares) if count == Count::One && squares.are_sided() => {
            format!("{} {}", does("stands", "stand"), of_one(&placed(squares, words)))
        }
        Condition::On(Point::Of(Ref::Victim | Ref::Chosen | Ref::Former), squares) if squares.are_sided() => {
            format!("{} {}", does("stands", "stand"), of_nobody(&placed(squares, words)))
        }
        Condition::On(_, squares) => format!("{} {}", does("stands", "stand"), placed(squares, words)),
        Condition::Attacked(_, class) if class.owner == Owner::Own => format!("{is} protected by {}", one_of(class, words)),
        Condition::Attacked(_, class) => {
            let whoever = class.owner == Owner::Anyone && matches!(of, Ref::Itself | Ref::Actor);
            format!("{is} attacked by {}{}", one_of(class, words), if whoever { " of either side" } else { "" })
        }
        Condition::Attacks(_, class) => format!("{} {}", does("attacks", "attack"), one_of(class, words)),
        Condition::Hits(by, other) if *by == of => format!("{} {}", does("attacks", "attack"), reference(*other)),
        Condition::Hits(by, _) => format!("{is} attacked by {}", reference(*by)),
        Condition::Guards(by, other) if *by == of => format!("{} {}", does("protects", "protect"), reference(*other)),
        Condition::Guards(by, _) => format!("{is} protected by {}", reference(*by)),
        Condition::Shields { whom, from, .. } => {
            let shields = format!("{} {}", does("shields", "shield"), one_of(whom, words));
            if *from == Class::enemies() { shields } else { format!("{shields} from {}", attacker(from, words)) }
        }
        Condition::Compare(Number::Times(past), how, Number::Is(often)) => {
            let times = if *often == 1 { "time" } else { "times" };
            format!("{} {}", count.of("has", "have"), often_done(past, &format!("{} {} {times}", relation(*how), literal(*often)), words))
        }
        Condition::Compare(Number::Borne { .. }, ..) if denied => return None,
        Condition::Compare(Number::Borne { name, .. }, Comparison::AtLeast, Number::Is(1)) if words.states.contains(name) => {
            format!("{is} {name}")
        }
        Condition::Compare(Number::Borne { name, .. }, Comparison::Less, Number::Is(1)) if words.states.contains(name) => {
            format!("{} {name}", count.of("is not", "are not"))
        }
        Condition::Compare(Number::Borne { name, .. }, how, Number::Is(many)) => match (how, many) {
            (Comparison::Equal, 0) => format!("{} no {name}", count.of("has", "have")),
            (how, many) => format!("{} {} {} {}", count.of("has", "have"), relation(*how), literal(*many), so_many(name, *many)),
        },
        Condition::Belongs(_, who) => format!("{} {}", does("belongs to", "belong to"), player(who)),
        Condition::SameMan(_, other) => format!("{is} the same piece as {}", reference(*other)),
        Condition::SameKind(_, other) => format!("{is} of the same kind as {}", reference(*other)),
        Condition::Compare(Number::Moves(_), how, Number::Is(often)) => moved(*how, *often, count),
        Condition::Happened(past) if denied && is_bare_span(past) => return None,
        Condition::Happened(past) if denied => format!("{} {}", count.of("has not", "have not"), deed_not_done(past, words)),
        Condition::Happened(past) => format!("{} {}", count.of("has", "have"), deed_of(past, words)),
        Condition::Compare(Number::Value(_), how, Number::Value(other)) if *other != Ref::Itself => {
            let likened = match how {
                Comparison::Equal | Comparison::Unequal => "of the same value as",
                Comparison::Less => "worth less than",
                Comparison::AtMost => "worth at most",
                Comparison::More => "worth more than",
                Comparison::AtLeast => "worth at least",
            };
            let is = if *how == Comparison::Unequal { count.of("is not", "are not") } else { is };
            format!("{is} {likened} {}", reference(*other))
        }
        Condition::Compare(Number::Value(_), how, worth) => {
            let (is, how) = match how {
                Comparison::Unequal => (count.of("is not", "are not"), "exactly"),
                other => (count.of("is", "are"), relation(*other)),
            };
            format!("{is} worth {how} {} points", tight_number(worth, words))
        }
        _ => return None,
    })
}

/// Who attacks squares: one that the sentence has spoken of, or any such one.
pub fn attacker(class: &Class, words: &Vocabulary) -> String {
    seen_around(class).map_or_else(|| one_of(class, words), |man| reference(man).to_string())
}

/// The one man that a description means, as the sentence around it speaks of him.
fn seen_around(class: &Class) -> Option<Ref> {
    match the_man(class)? {
        Ref::Outer => Some(Ref::Itself),
        Ref::Itself => None,
        man => Some(man),
    }
}

/// Something in the last turns, even if there have not been so many: "has not moved in the last five turns" is more than that.
fn is_bare_span(past: &Past) -> bool {
    matches!(past.when, When::Within(2..))
}

/// `has not moved`, `has moved more than two times`.
fn moved(how: Comparison, often: i32, count: Count) -> String {
    let has = count.of("has", "have");
    let times = if often == 1 { "time" } else { "times" };
    match (how, often) {
        (Comparison::Equal, 0) => format!("{has} not moved"),
        (Comparison::AtLeast, 1) => format!("{has} moved"),
        (Comparison::Unequal, often) => format!("{has} not moved exactly {} {times}", literal(often)),
        (how, often) => format!("{has} moved {} {} {times}", relation(how), literal(often)),
    }
}

pub fn relation(how: Comparison) -> &'static str {
    match how {
        Comparison::Equal | Comparison::Unequal => "exactly",
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::More => "more than",
        Comparison::AtLeast => "at least",
    }
}

fn compared(one: &Number, how: Comparison, other: &Number, words: &Vocabulary) -> String {
    if let Some((mine, line, theirs, same)) = set_beside(one, how, other) {
        let line = match line {
            None => "",
            Some(Alike::File) => "on the same file as ",
            Some(_) => "on the same rank as ",
        };
        let is = if same { "is" } else { "is not" };
        return format!("{}'s secret square {is} {line}{}'s secret square", player(mine), player(theirs));
    }
    let is = if how == Comparison::Unequal { "is not" } else { "is" };
    match (one, how, other) {
        (Number::Divisors(of), Comparison::Equal | Comparison::Unequal, Number::Is(2)) => format!("{} {is} prime", tight_number(of, words)),
        (Number::Of(whole, Operation::Modulo, by), Comparison::Equal | Comparison::Unequal, Number::Is(0))
            if let Number::Divisors(of) = &**whole
                && **by == Number::Is(2) =>
        {
            let is = if how == Comparison::Unequal { "is" } else { "is not" };
            format!("{} {is} a square number", tight_number(of, words))
        }
        (Number::Of(whole, Operation::Modulo, by), Comparison::Equal | Comparison::Unequal, Number::Is(0)) => {
            format!("{} {is} divisible by {}", tight_number(whole, words), number(by, words))
        }
        _ => {
            let left = if matches!(one, Number::Of(..)) { tight_number(one, words) } else { number(one, words) };
            // "the mover's points are", "the mover's energy is"
            let several = matches!(one, Number::Counter { name, .. } | Number::Borne { name, .. } if name.split([' ', '-']).any(|word| word.ends_with('s')));
            let is = if several { is.replace("is", "are") } else { is.to_string() };
            format!("{left} {is} {} {}", relation(how), tight_number(other, words))
        }
    }
}
