//! Guards, as they stand before a sentence: `on turns divisible by five`, `if white is in check`.

use super::condition::condition;
use super::men::any_one;
use super::number::literal;
use crate::rule::wording::list;
use crate::rule::{Class, Comparison, Condition, Number, Operation, Owner, Squares, Vocabulary};

/// The guard without the comma after it.
pub fn guard(when: &Condition, words: &Vocabulary) -> String {
    match when {
        Condition::Compare(Number::Turn, Comparison::AtLeast, Number::Is(turn)) => format!("from turn {} on", literal(*turn)),
        Condition::Compare(Number::Turn, Comparison::Less, Number::Is(turn)) => format!("before turn {}", literal(*turn)),
        Condition::Compare(Number::Turn, Comparison::More, Number::Is(turn)) => format!("after turn {}", literal(*turn)),
        Condition::Compare(Number::Turn, Comparison::Equal, Number::Is(turn)) => format!("on turn {}", literal(*turn)),
        Condition::Compare(Number::Of(one, Operation::Modulo, by), how, Number::Is(0)) if **one == Number::Turn => match (how, &**by) {
            (Comparison::Equal, Number::Is(2)) => "on even turns".to_string(),
            (Comparison::Unequal, Number::Is(2)) => "on odd turns".to_string(),
            (Comparison::Equal, Number::Is(by)) => format!("on turns divisible by {}", literal(*by)),
            (Comparison::Unequal, Number::Is(by)) => format!("on turns not divisible by {}", literal(*by)),
            _ => format!("if {}", condition(when, words)),
        },
        Condition::Compare(Number::Divisors(of), how @ (Comparison::Equal | Comparison::Unequal), Number::Is(2))
            if **of == Number::Turn =>
        {
            format!("on turns whose number is {}prime", if *how == Comparison::Equal { "" } else { "not " })
        }
        Condition::Compare(Number::Turn, Comparison::AtMost, Number::Is(turn)) if *turn > 1 => {
            format!("in the first {} turns", literal(*turn))
        }
        Condition::All(parts) => match parts.as_slice() {
            [
                Condition::Compare(Number::Turn, Comparison::AtLeast, Number::Is(first)),
                Condition::Compare(Number::Turn, Comparison::AtMost, Number::Is(last)),
            ] => format!("on turns {} to {}", literal(*first), literal(*last)),
            _ => format!("if {}", condition(when, words)),
        },
        Condition::Any(parts) => {
            let turn = |part: &Condition| match part {
                Condition::Compare(Number::Turn, Comparison::Equal, Number::Is(turn)) => Some(literal(*turn)),
                _ => None,
            };
            match parts.iter().map(turn).collect::<Option<Vec<_>>>() {
                Some(turns) => format!("on turns {}", list(&turns, "or")),
                None => format!("if {}", condition(when, words)),
            }
        }
        other => match of_player(other, words) {
            Some(told) => format!("if {told}"),
            None => format!("if {}", condition(other, words)),
        },
    }
}

/// What a side has, said of the player: `the mover has no queen`, `the mover has more pawns than the opponent`.
fn of_player(when: &Condition, words: &Vocabulary) -> Option<String> {
    let bare = |class: &Class| Class { owner: Owner::Anyone, ..class.clone() };
    match when {
        Condition::There(class, Squares::Every) if class.owner == Owner::Own && class.such.is_none() => {
            Some(format!("the mover has {}", any_one(&bare(class), words)))
        }
        Condition::Not(inner) => match &**inner {
            Condition::There(class, Squares::Every) if class.owner == Owner::Own && class.such.is_none() => {
                Some(format!("the mover has no {}", super::men::bare(&bare(class), words)))
            }
            _ => None,
        },
        Condition::Compare(Number::Men { who: one, on: here }, how, Number::Men { who: other, on: there }) => {
            let than = match how {
                Comparison::More => "more",
                Comparison::Less => "fewer",
                _ => return None,
            };
            let rivals = one.owner == Owner::Own && other.owner == Owner::Enemy && bare(one) == bare(other) && one.such.is_none();
            let everywhere = **here == Squares::Every && **there == Squares::Every;
            (rivals && everywhere).then(|| format!("the mover has {than} {} than the opponent", super::men::counted(&bare(one), words)))
        }
        _ => None,
    }
}
