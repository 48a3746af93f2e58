//! The custodian's register (C4): rules and repeals by their numbers, in words, and the draws on offer.

use crate::turn::{Phase, Seat, Window};

use super::multiverse::Multiverse;

impl Multiverse {
    /// The living players who offer a draw or agree to one.
    pub fn offering(&self) -> Vec<Seat> {
        self.living().into_iter().filter(|&seat| self.player(seat).wants_draw).collect()
    }

    /// The last phase inside a window that somebody plays: who has left plays none.
    fn last_played(&self, window: Window) -> Phase {
        let (alive, last) = (self.alive(), window.last);
        if alive.get(last.seat.index()) == Some(&true) {
            return last;
        }
        if !window.holds(self.phase) {
            let played = self.journal.iter().map(|played| played.phase).filter(|phase| *phase <= last).max();
            return played.unwrap_or(last);
        }
        let before = |seats: usize| alive.iter().take(seats).rposition(|&plays| plays).map(|seat| Seat(seat as u8));
        let this_turn = before(last.seat.index()).map(|seat| Phase { turn: last.turn, seat });
        let earlier = || before(alive.len()).map(|seat| Phase { turn: last.turn.saturating_sub(1), seat });
        this_turn.or_else(earlier).filter(|phase| *phase >= self.phase).unwrap_or(last)
    }

    /// The last phase of a window in words: `Ann's phase of turn 7`.
    pub fn last_told(&self, window: Window) -> String {
        let last = self.last_played(window);
        let name = self.seats.get(last.seat.index()).map_or("the last", |player| player.name.as_str());
        format!("{name}'s phase of turn {}", last.turn)
    }

    /// The end of a window in words: `the end of Ann's phase of turn 7`.
    pub fn until_told(&self, window: Window) -> String {
        format!("the end of {}", self.last_told(window))
    }

    /// How long something protected stays.
    pub fn until(&self, window: Window) -> String {
        format!("it stays in force through {}", self.last_told(window))
    }

    /// Why a number is not that of a universe.
    pub fn no_such_universe(&self, universe: u16) -> String {
        let (first, last) = (self.universe_name(1), self.universe_name(self.universes.len() as u16));
        match first == last {
            true => format!("there is no universe {universe}; the only one is {first}"),
            false => format!("there is no universe {universe}: they are {first} to {last}"),
        }
    }

    /// Why a number is not that of a rule.
    pub fn no_such_rule(&self, number: &str) -> String {
        let standing: Vec<&str> = self.rules.iter().filter(|rule| rule.stands()).map(|rule| rule.enactment.number.as_str()).collect();
        let listed = if standing.is_empty() { "no rule is in force".to_string() } else { format!("in force: {}", standing.join(", ")) };
        if self.timeline.undone_numbers().any(|undone| undone == number) {
            return format!("rule {number} is of a timeline that counts no more (R16); {listed}");
        }
        match self.motion(number) {
            Some(motion) => {
                let what = &motion.number;
                format!("there is no rule {number}; {listed}. {what} is an amendment: PROPOSE \"Amendment {what} is repealed.\" (R14)")
            }
            None => format!("there is no rule {number}; {listed}"),
        }
    }

    /// Whether that number was given to a repeal, and not to a rule.
    pub fn is_repeal(&self, number: &str) -> bool {
        self.timeline.repeals.iter().any(|repeal| repeal == number)
    }
}
