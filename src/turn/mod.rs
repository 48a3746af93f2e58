//! The clock of turns: seats in sequence, phases, and windows measured in phases, never in days (F1 of the rulings).

/// A place in the sequence of play, from 0. A player sits in one seat for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One player's go (D10). Phases are ordered as they are played: by turn, then by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase {
    /// From 1; it rises when the first living player in the sequence begins a phase (D9).
    pub turn: u32,
    pub seat: Seat,
}

impl Phase {
    pub const FIRST: Phase = Phase { turn: 1, seat: Seat(0) };

    /// The phase after this one, among the seats that are alive; `None` when nobody is.
    pub fn next(self, alive: &[bool]) -> Option<Phase> {
        let living = |from: usize| (from..alive.len()).find(|&seat| alive[seat]).map(|seat| Seat(seat as u8));
        match living(self.seat.index() + 1) {
            Some(seat) => Some(Phase { turn: self.turn, seat }),
            None => living(0).map(|seat| Phase { turn: self.turn + 1, seat }),
        }
    }

    /// The same seat's phase so many turns later.
    pub const fn later(self, turns: u32) -> Phase {
        Phase { turn: self.turn + turns, seat: self.seat }
    }

    /// A phase that comes after every earlier seat's and before this one.
    pub const fn before(self) -> Phase {
        match self.seat.0 {
            0 => Phase { turn: self.turn - 1, seat: Seat(u8::MAX) },
            seat => Phase { turn: self.turn, seat: Seat(seat - 1) },
        }
    }
}

/// A stretch of play that ends with the end of a phase, whether or not its seat still lives to play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Window {
    /// The last phase inside it.
    pub last: Phase,
}

impl Window {
    /// R6: a rule stands until the end of its maker's next phase, or of as many of his phases as an amendment says.
    pub const fn protection(made: Phase, phases: u32) -> Window {
        Window { last: made.later(phases) }
    }

    /// Whether that phase still lies inside.
    pub fn holds(self, during: Phase) -> bool {
        during <= self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_one_phase_of_every_living_player() {
        let mut phase = Phase::FIRST;
        let mut seen = Vec::new();
        for _ in 0..5 {
            seen.push((phase.turn, phase.seat.0));
            phase = phase.next(&[true, false, true]).unwrap();
        }
        assert_eq!(seen, [(1, 0), (1, 2), (2, 0), (2, 2), (3, 0)]);
        assert_eq!(Phase::FIRST.next(&[false, false]), None);
    }

    #[test]
    fn a_dead_first_seat_leaves_the_count_to_the_next() {
        let phase = Phase { turn: 4, seat: Seat(2) };
        assert_eq!(phase.next(&[false, true, true]), Some(Phase { turn: 5, seat: Seat(1) }));
    }

    #[test]
    fn protection_ends_where_a_dead_makers_phase_would_have_ended() {
        let window = Window::protection(Phase { turn: 3, seat: Seat(1) }, 1);
        assert!(window.holds(Phase { turn: 4, seat: Seat(0) }));
        assert!(window.holds(Phase { turn: 4, seat: Seat(1) }));
        assert!(!window.holds(Phase { turn: 4, seat: Seat(2) }));
    }
}
