//! What a sentence says by the number of the turn alone: from when on it holds, and until when.

use crate::rule::walk::{self, Part};
use crate::rule::{Clause, Condition, Form, Number};

use super::terms::{compare, divisors, reckon};

/// Whether a clause holds in a turn as far as its number tells; `None`: it hangs on other things too.
pub fn holds_in(clause: &Clause, turn: u32) -> Option<bool> {
    clause.when.as_ref().map_or(Some(true), |when| holds(when, i32::try_from(turn).unwrap_or(i32::MAX)))
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

fn holds(condition: &Condition, turn: i32) -> Option<bool> {
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
            Some(compare(one, *how, other))
        }
        _ => None,
    }
}

fn number(said: &Number, turn: i32) -> Option<i32> {
    match said {
        Number::Is(number) => Some(*number),
        Number::Turn => Some(turn),
        Number::Of(one, how, other) => Some(reckon(number(one, turn)?, *how, number(other, turn)?)),
        Number::Divisors(of) => number(of, turn).map(divisors),
        _ => None,
    }
}
