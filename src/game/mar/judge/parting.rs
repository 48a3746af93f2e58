//! Words in anybody's phase that may end the game: draws offered, agreed to and turned down, and resigning.

use super::Session;
use crate::game::event::{Event, Outcome};
use crate::game::mar::claims::no_ground;
use crate::game::mar::judgement::{Reply, accepted, noted};
use crate::turn::Seat;

impl Session {
    pub(super) fn draw(&mut self, wanted: bool) -> Reply {
        self.in_the_game()?;
        if wanted { self.agree() } else { self.turn_down() }
    }

    fn agree(&mut self) -> Reply {
        let seat = self.seat;
        let again = self.state().player(seat).wants_draw;
        if !again {
            self.deed.happen(Event::DrawWanted { seat, wanted: true });
            self.deed.settle();
        }
        let open: Vec<Seat> = self.state().living().into_iter().filter(|&other| !self.state().player(other).wants_draw).collect();
        let (still, pronoun) = (self.names(&open).join(" and "), if open.len() == 1 { "who may answer" } else { "who may each answer" });
        match (open.is_empty(), again) {
            (true, _) => accepted("everybody agrees: the game is drawn"),
            (false, false) => {
                let said = if self.state().offering() == [seat] { "offer" } else { "agree to" };
                accepted(format!("you {said} a draw; it takes {still} as well, {pronoun} DRAW"))
            }
            (false, true) => noted(format!("you agree to a draw already; it still takes {still}")),
        }
    }

    /// A draw needs everybody: one NO, and every offer falls.
    fn turn_down(&mut self) -> Reply {
        let offering = self.state().offering();
        for &seat in &offering {
            self.deed.happen(Event::DrawWanted { seat, wanted: false });
        }
        let others: Vec<Seat> = offering.iter().copied().filter(|&seat| seat != self.seat).collect();
        match (offering.is_empty(), others.is_empty()) {
            (true, _) => noted("no draw is offered, so there is nothing to turn down"),
            (false, true) => accepted("your offer of a draw is taken back"),
            (false, false) => accepted(format!("you turn down the draw that {} offered", self.names(&others).join(" and "))),
        }
    }

    fn names(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|&seat| self.state().player(seat).name.clone()).collect()
    }

    /// F5: a draw that the player on move claims, and that needs nobody's consent.
    pub(super) fn claim_draw(&mut self) -> Reply {
        self.in_the_game()?;
        self.state().allows_claims()?;
        self.on_move()?;
        let seat = self.seat;
        let Some(by) = self.state().claim_of(seat) else {
            return Err(no_ground().into());
        };
        self.deed.end_game(Outcome::DrawClaimed { seat, by });
        accepted("the claim is right: the game is drawn (F5)")
    }

    pub(super) fn resign(&mut self) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        if state.is_leaving(state.player(self.seat).side) {
            return noted("you have resigned already: your men leave the boards when the dice are rolled that this phase waits for");
        }
        match state.dice_are_out() && !state.would_end_with(self.seat) {
            true => accepted(
                "you resign: your men leave every board when what this phase waits for has come, so that nobody changes what its dice are for",
            ),
            false => accepted("you resign: your men leave every board"),
        }
    }
}
