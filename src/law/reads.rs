//! What of a position the words in force ask for, besides the men and their squares: the clock, the past, the moves that a man has made.

use std::cell::Cell;

use crate::rule::{Condition, Number, Operation, When};

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reads {
    /// Turns are told apart up to this one; after it only by what is left over when their number is divided by `period`.
    horizon: u32,
    /// 0: nobody asks so.
    period: u32,
    /// Turns are told apart for ever.
    every_turn: bool,
    pub past: bool,
    /// What was done in so many turns up to this one is told apart by when it was.
    recent: u32,
    /// What was done in the last phase in which somebody moved is told apart.
    pub last_phase: bool,
    /// Somebody asks for what was done at any time.
    pub long_ago: bool,
    /// The moves that a man has made are told apart up to so many; whether it has moved counts always.
    legs: u16,
}

/// A longer period is none.
const LONGEST_PERIOD: u32 = 5040;

impl Reads {
    pub fn join(self, other: Reads) -> Reads {
        let joined = Reads {
            horizon: self.horizon.max(other.horizon),
            every_turn: self.every_turn || other.every_turn,
            past: self.past || other.past,
            recent: self.recent.max(other.recent),
            last_phase: self.last_phase || other.last_phase,
            long_ago: self.long_ago || other.long_ago,
            legs: self.legs.max(other.legs),
            ..self
        };
        joined.every(other.period)
    }

    /// Two turns of one class are alike for the words in force, as are those that follow them.
    pub fn class_of(self, turn: u32) -> u32 {
        match self.period {
            _ if self.every_turn || turn <= self.horizon => turn,
            0 => self.horizon + 1,
            period => self.horizon + 1 + turn % period,
        }
    }

    /// Numbers of moves of one class are alike for the words in force.
    pub fn legs_of(self, legs: u16) -> u16 {
        legs.min(self.legs.max(1))
    }

    /// Up to so many moves of a man somebody asks for.
    pub fn most_legs(self) -> u16 {
        self.legs
    }

    /// Whether it counts that something was done so many turns ago.
    pub fn recalls(self, ago: u32) -> bool {
        ago < self.recent
    }

    /// Waiting makes turns of a new class for ever.
    pub fn tells_every_turn(self) -> bool {
        self.every_turn
    }

    /// From which turn on turns are alike, but for what is left over when their number is divided.
    pub fn alike_from(self) -> Option<u32> {
        (!self.every_turn).then_some(self.horizon + 1)
    }

    /// Somebody asks which turn it is.
    pub fn clock(self) -> bool {
        self.every_turn || self.horizon > 0 || self.period > 0
    }

    fn every(self, period: u32) -> Reads {
        let joined = match (self.period, period) {
            (0, other) | (other, 0) => other,
            (one, other) => one / divisor(one, other) * other,
        };
        if joined > LONGEST_PERIOD { Reads { every_turn: true, ..self } } else { Reads { period: joined, ..self } }
    }
}

fn divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// Takes in what a comparison with a bound asks of the clock or of a man's moves; whether it has: then its numbers need not be asked again.
pub(super) fn compares_with_bound(reads: &Cell<Reads>, condition: &Condition) -> bool {
    let Condition::Compare(one, _, other) = condition else { return false };
    let now = reads.get();
    if let (Number::Moves(_), Number::Is(bound)) | (Number::Is(bound), Number::Moves(_)) = (one, other) {
        let most = u16::try_from(bound.saturating_add(1)).unwrap_or(u16::MAX);
        reads.set(Reads { legs: now.legs.max(most), ..now });
        return true;
    }
    let bound = match (shift_of_turn(one), other, shift_of_turn(other), one) {
        (Some(shift), Number::Is(bound), ..) | (.., Some(shift), Number::Is(bound)) => bound.saturating_sub(shift),
        _ => return false,
    };
    // Whatever the comparison, beyond the bound it has one answer.
    reads.set(Reads { horizon: now.horizon.max(u32::try_from(bound).unwrap_or(0)), ..now });
    true
}

/// The same of a number: one that counts round and round.
pub(super) fn counts_round(reads: &Cell<Reads>, number: &Number) -> bool {
    let Number::Of(one, Operation::Modulo, by) = number else { return false };
    let Number::Is(period) = **by else { return false };
    let rounds = shift_of_turn(one).is_some() && period > 0;
    if rounds {
        reads.set(reads.get().every(period.unsigned_abs()));
    }
    rounds
}

pub(super) fn asks_turn(reads: &Cell<Reads>) {
    reads.set(Reads { every_turn: true, ..reads.get() });
}

/// Turns up to this one are told apart.
pub(super) fn turns_told_apart(reads: &Cell<Reads>, last: u32) {
    let now = reads.get();
    reads.set(Reads { horizon: now.horizon.max(last), ..now });
}

/// Takes in that something is asked of the past, and from when.
pub(super) fn asks_past(reads: &Cell<Reads>, when: When) {
    let now = Reads { past: true, ..reads.get() };
    let recent = |turns: u32| Reads { recent: now.recent.max(turns), ..now };
    reads.set(match when {
        When::Within(turns) => recent(u32::from(turns)),
        When::Ago(turns) | When::Lately(turns) | When::Running(turns) => recent(u32::from(turns) + 1),
        // Whoever has moved since is asked for too.
        When::LastTurn => recent(2),
        When::JustBefore => Reads { last_phase: true, ..now },
        When::Newest | When::Since | When::Ever => Reads { long_ago: true, ..now },
    });
}

pub(super) fn asks_legs(reads: &Cell<Reads>) {
    reads.set(Reads { legs: u16::MAX, ..reads.get() });
}

/// What is added to the number of the turn, if that is all that a number is.
fn shift_of_turn(number: &Number) -> Option<i32> {
    match number {
        Number::Turn => Some(0),
        Number::Of(one, operation, other) => match (&**other, operation) {
            (Number::Is(by), Operation::Plus) => shift_of_turn(one)?.checked_add(*by),
            (Number::Is(by), Operation::Minus) => shift_of_turn(one)?.checked_sub(*by),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Comparison;

    fn turn_and(operation: Operation, by: i32) -> Number {
        Number::Of(Box::new(Number::Turn), operation, Box::new(Number::Is(by)))
    }

    #[test]
    fn turns_are_told_apart_as_far_as_anybody_asks() {
        let reads = Cell::new(Reads::default());
        assert_eq!(reads.get().class_of(3), reads.get().class_of(99));
        assert!(counts_round(&reads, &Number::Of(Box::new(turn_and(Operation::Minus, 3)), Operation::Modulo, Box::new(Number::Is(8)))));
        assert!(counts_round(&reads, &turn_and(Operation::Modulo, 6)));
        assert!(compares_with_bound(&reads, &Condition::Compare(Number::Turn, Comparison::Less, Number::Is(10))));
        let found = reads.get();
        assert_eq!((found.period, found.horizon), (24, 10));
        assert_ne!(found.class_of(9), found.class_of(33));
        assert_eq!(found.class_of(11), found.class_of(35));
        assert_ne!(found.class_of(11), found.class_of(12));
        assert!(!counts_round(&reads, &turn_and(Operation::Times, 2)));
    }
}
