//! The custodian's register (C4): rules and repeals by their numbers, in words, and the draws on offer.

use crate::turn::{Seat, Window};

use super::multiverse::Multiverse;

impl Multiverse {
    /// The living players who offer a draw or agree to one.
    pub fn offering(&self) -> Vec<Seat> {
        self.living().into_iter().filter(|&seat| self.player(seat).wants_draw).collect()
    }

    /// How long something protected stays, whether or not its seat still lives to play that phase.
    pub fn until(&self, window: Window) -> String {
        format!("it stays in force through {}'s phase of turn {}", self.player(window.last.seat).name, window.last.turn)
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
