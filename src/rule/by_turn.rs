//! What a sentence says by the number of the turn alone: from when on it holds, and until when.

use super::terms::{Comparison, Condition, Number, Operation};
use super::walk::{self, Part};
use super::{Clause, Form};

/// Whether a clause holds in a turn as far as its number tells; `None`: it hangs on other things too.
pub fn holds_in(clause: &Clause, turn: u32) -> Option<bool> {
    clause.when.as_ref().map_or(Some(true), |when| holds(when, i64::from(turn)))
}

/// It goes on while it holds, asks for the number of the turn, and may let men do more than they could.
pub fn goes_by_turns(clause: &Clause) -> bool {
    if matches!(&clause.form, Form::Duty(_)) || matches!(&clause.form, Form::Ban(ban) if !ban.lifted) {
        return false;
    }
    let at_moments = matches!(
        clause.form,
        Form::Trigger(_) | Form::Ending(_) | Form::Counter(_) | Form::Region { .. } | Form::Secret(_) | Form::Side(_) | Form::Prose(_)
    );
    let mut asks = false;
    if let Some(when) = clause.when.as_ref().filter(|_| !at_moments) {
        walk::parts_of_condition(when, &mut |part| asks |= matches!(part, Part::Number(Number::Turn)));
    }
    asks
}

fn holds(condition: &Condition, turn: i64) -> Option<bool> {
    match condition {
        Condition::Not(inner) => holds(inner, turn).map(|holds| !holds),
        Condition::All(parts) => {
            let known: Vec<Option<bool>> = parts.iter().map(|part| holds(part, turn)).collect();
            if known.contains(&Some(false)) { Some(false) } else { (!known.contains(&None)).then_some(true) }
        }
        Condition::Any(parts) => {
            let known: Vec<Option<bool>> = parts.iter().map(|part| holds(part, turn)).collect();
            if known.contains(&Some(true)) { Some(true) } else { (!known.contains(&None)).then_some(false) }
        }
        Condition::Compare(one, how, other) => {
            let (one, other) = (number(one, turn)?, number(other, turn)?);
            Some(match how {
                Comparison::Equal => one == other,
                Comparison::Unequal => one != other,
                Comparison::Less => one < other,
                Comparison::AtMost => one <= other,
                Comparison::More => one > other,
                Comparison::AtLeast => one >= other,
            })
        }
        _ => None,
    }
}

fn number(said: &Number, turn: i64) -> Option<i64> {
    match said {
        Number::Is(number) => Some(i64::from(*number)),
        Number::Turn => Some(turn),
        Number::Of(one, how, other) => {
            let (one, other) = (number(one, turn)?, number(other, turn)?);
            match how {
                Operation::Plus => one.checked_add(other),
                Operation::Minus => one.checked_sub(other),
                Operation::Times => one.checked_mul(other),
                Operation::DividedBy => one.checked_div_euclid(other),
                Operation::Modulo => one.checked_rem_euclid(other),
            }
        }
        Number::Divisors(of) => {
            let of = number(of, turn)?;
            Some((1..=of).filter(|by| of % by == 0).count() as i64)
        }
        _ => None,
    }
}
