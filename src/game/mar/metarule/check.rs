//! Check, as R7 has it: somebody could capture the real king in his next phase by a move without random elements, were nobody else to move.

use crate::board::{Bearer, Clock, Effect, ManId, Note, Position};
use crate::law::{Boards, Instant, Law, SAID, notation};
use crate::turn::{Phase, Seat};

use super::super::multiverse::Multiverse;
use super::Evidence;

/// A capture of a real king, or, where amendments have changed what wins, a move that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    pub by: Seat,
    /// Where it is played.
    pub universe: u16,
    /// Where the king stands.
    pub king: u16,
    /// The colour that captures.
    pub colour: String,
    /// `Qh4xe1`.
    pub notation: String,
}

impl Threat {
    /// `Qh4xe1 by black`; with where it is played, if the king stands elsewhere.
    pub fn told(&self, game: &Multiverse) -> String {
        let place = if self.universe == self.king { String::new() } else { format!(" in {}", game.universe_name(self.universe)) };
        format!("{} by {}{place}", self.notation, self.colour)
    }

    pub fn evidence(&self) -> Evidence {
        Evidence::Move { universe: self.universe, colour: self.colour.clone(), notation: self.notation.clone() }
    }
}

/// Where in a phase somebody asks what comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Whoever is on move uses his phase for something else.
    Within,
    /// The phase opens: whoever is on move may capture at once.
    Opening,
    /// The phase is closing, and what rules do at its end is being done.
    Closing,
}

impl Multiverse {
    /// The capture that puts a player in check (R7), if there is one.
    pub fn threat_to(&self, victim: Seat, moment: Moment) -> Option<Threat> {
        let cell = |man: ManId| self.position.man(man).place.cell();
        let kings = self.kings(victim).into_iter().filter_map(|(man, _)| cell(man)).map(|cell| self.position.geometry.cell(cell).board);
        let on = self.law.around(kings.collect::<Vec<_>>().into_iter());
        let (position, closing) = (self.position.clone(), moment == Moment::Closing);
        let mut ahead = Ahead { game: self, on, position, phase: self.phase, closing };
        if moment == Moment::Opening
            && self.phase.seat != victim
            && let Some(at_once) = ahead.threat(victim, self.phase.seat)
        {
            return Some(at_once);
        }
        let everybody_once = 0..self.seats.len();
        let capture = everybody_once.into_iter().find_map(|_| {
            let by = ahead.next().filter(|&by| by != victim)?;
            ahead.threat(victim, by)
        });
        // Where victory has changed, a move that wins is as good.
        capture.or_else(|| {
            let (by, played) = self.victory_over(victim)?;
            let universe = self.position.geometry.board(played.board).universe;
            let (colour, notation) = (self.position.entities.army(played.army).name.clone(), self.long(&played));
            Some(Threat { by, universe, king: universe, colour, notation })
        })
    }
}

impl Multiverse {
    /// The same game with every king real of those who have not named theirs yet (R12): any of them may turn out to be it.
    pub fn with_every_king_real(&self) -> std::borrow::Cow<'_, Multiverse> {
        let undecided = |seat: &Seat| self.player(*seat).real.is_none() && self.player(*seat).guest.is_none();
        let seats = (0..self.seats.len() as u8).map(Seat).filter(undecided);
        let kings: Vec<ManId> =
            seats.flat_map(|seat| self.kings(seat)).map(|(man, _)| man).filter(|&man| !self.position.man(man).royal).collect();
        if kings.is_empty() {
            return std::borrow::Cow::Borrowed(self);
        }
        let mut game = self.clone();
        for man in kings {
            game.position.apply(&Effect::Royal { man, old: false, new: true });
        }
        std::borrow::Cow::Owned(game)
    }
}

/// The game going on by itself, phase after phase, nobody moving.
struct Ahead<'g> {
    game: &'g Multiverse,
    /// Where what acts of itself may concern the king.
    on: Boards,
    position: Position,
    phase: Phase,
    /// What rules do at the end of this phase is done.
    closing: bool,
}

impl Ahead<'_> {
    fn law(&self) -> &Law {
        &self.game.law
    }

    /// Opens the next phase; whose it is.
    fn next(&mut self) -> Option<Seat> {
        let next = self.phase.next(&self.game.alive())?;
        if !std::mem::take(&mut self.closing) {
            self.fire(Instant::Closes, self.phase.seat);
        }
        if next.turn > self.phase.turn {
            self.fire(Instant::TurnEnds, self.phase.seat);
        }
        let closing = self.law().closing(&self.position, self.game.player(self.phase.seat).side);
        self.position.apply_all(&closing);
        let clock = Clock::new(next.turn, Some(self.game.player(next.seat).side));
        let opening = self.law().beginning(&self.position, clock, |army| self.game.owner(army) == Some(next.seat));
        self.position.apply_all(&opening);
        if next.turn > self.phase.turn {
            self.fire(Instant::Turn, next.seat);
        }
        self.fire(Instant::Opens, next.seat);
        self.phase = next;
        Some(next.seat)
    }

    /// What the clock does; what would change the shape of a board is left out, for a law is of one shape.
    fn fire(&mut self, instant: Instant<'_>, seat: Seat) {
        for fired in self.law().fire_on(self.on, &self.position, instant, self.game.player(seat).side, None) {
            if !fired.effects.iter().any(Effect::shapes) {
                self.position.apply_all(&fired.effects);
            }
        }
    }

    fn threat(&mut self, victim: Seat, by: Seat) -> Option<Threat> {
        // Whatever words a move asks for, he can say.
        let side = self.game.player(by).side;
        let words = self.position.entities.names.iter().filter(|name| name.starts_with(SAID));
        let keys: Vec<_> = words.filter_map(|name| self.position.entities.key_named(name)).collect();
        let spoken = keys.into_iter().map(|key| Note { of: Bearer::Side(side), key });
        let said: Vec<Effect> = spoken.map(|note| Effect::Note { note, old: self.position.note(note), new: 1 }).collect();
        for saying in [said.as_slice(), &[]] {
            self.position.apply_all(saying);
            let (victims, captors) = (self.game.armies(victim), self.game.armies(by));
            let found = self.law().capture_of_king(&self.position, &victims, &captors);
            let universe = |board| self.position.geometry.board(board).universe;
            let stands = |man: &ManId| Some(self.position.geometry.cell(self.position.man(*man).place.cell()?).board);
            let is_king = |man: &&ManId| self.position.man(**man).royal && victims.contains(&self.position.man(**man).army);
            let found = found.map(|found| Threat {
                by,
                universe: universe(found.board),
                king: universe(found.captured.iter().find(is_king).and_then(stands).unwrap_or(found.board)),
                colour: self.position.entities.army(found.army).name.clone(),
                notation: notation::long(&found, &self.position),
            });
            self.position.undo_all(saying);
            if found.is_some() || said.is_empty() {
                return found;
            }
        }
        None
    }
}
