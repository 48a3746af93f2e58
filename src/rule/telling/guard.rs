//! Guards, as they stand before a sentence: `on turns divisible by five`, `if white is in check`.

use super::condition::condition;
use super::number::literal;
use crate::rule::{Comparison, Condition, Number, Operation, Vocabulary};

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
        other => format!("if {}", condition(other, words)),
    }
}
