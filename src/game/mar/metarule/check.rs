//! Check, as R7 has it: somebody could capture the real king in his next phase by a move without random elements, were nobody else to move.

use crate::board::{Bearer, BoardId, Effect, ManId, Note, Position};
use crate::law::{Boards, Move, SAID, notation};
use crate::turn::Seat;

use super::super::lull::Lull;
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
    /// What it is: `real king`, `royal queen`.
    pub prey: String,
    /// The colour that captures.
    pub colour: String,
    /// `Qh4xe1`.
    pub notation: String,
}

/// What it is that is captured where it cannot be named.
const NOBODY_NAMED: &str = "royal piece";

impl Threat {
    /// `Qh4xe1 by black`; with where it is played, if the king stands elsewhere.
    pub fn told(&self, game: &Multiverse) -> String {
        let place = if self.universe == self.king { String::new() } else { format!(" in {}", game.universe_name(self.universe)) };
        format!("{} by {}{place}", self.notation, self.colour)
    }

    /// It takes something royal, and is not only a move that wins, as amendments have it.
    pub fn captures(&self) -> bool {
        self.prey != NOBODY_NAMED
    }

    pub fn evidence(&self) -> Evidence {
        Evidence::Move { universe: self.universe, colour: self.colour.clone(), notation: self.notation.clone() }
    }
}

/// A capture in a phase to come, and the boards before it.
pub(super) struct Ahead {
    pub by: Seat,
    pub capture: Move,
    pub before: Position,
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
    pub fn threat_to(&self, victim: Seat) -> Option<Threat> {
        let lull = Lull::from(self, self.position.clone(), self.on_boards_of(victim, &self.position));
        self.threat_in(lull.withholding(), victim, Moment::Within)
    }

    /// The same were R12 to withhold nothing: it is asked by R12 itself.
    pub(super) fn peril_of(&self, victim: Seat, moment: Moment) -> Option<Threat> {
        let lull = Lull::from(self, self.position.clone(), self.on_boards_of(victim, &self.position));
        self.threat_in(lull, victim, moment)
    }

    fn threat_in(&self, lull: Lull<'_, '_>, victim: Seat, moment: Moment) -> Option<Threat> {
        let capture = self.capture_ahead(lull, victim, moment, &[]).map(|ahead| self.threatens(victim, ahead));
        // Where victory has changed, a move that wins is as good.
        capture.or_else(|| {
            let (by, played) = self.victory_over(victim)?;
            let universe = self.position.geometry.board(played.board).universe;
            let (colour, notation) = (self.position.entities.army(played.army).name.clone(), self.long(&played));
            Some(Threat { by, universe, king: universe, prey: NOBODY_NAMED.to_owned(), colour, notation })
        })
    }
}

impl Multiverse {
    /// The same game with every king real of those who have not named theirs yet (R12): any of them may turn out to be it.
    pub fn with_every_king_real(&self) -> std::borrow::Cow<'_, Multiverse> {
        let undecided = |seat: &Seat| self.player(*seat).real.is_none() && self.player(*seat).guest.is_none();
        let seats = (0..self.seats.len() as u8).map(Seat).filter(undecided);
        let kings: Vec<ManId> =
            seats.flat_map(|seat| self.kings(seat)).map(|(man, _)| man).filter(|&man| !self.position.man(man).real).collect();
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

impl Multiverse {
    /// The boards on which something may touch a player's real kings.
    pub(super) fn on_boards_of(&self, victim: Seat, position: &Position) -> Boards {
        let armies = self.armies(victim);
        let own = position.royals().iter().map(|man| position.man(man)).filter(|man| armies.contains(&man.army));
        let kings: Vec<BoardId> = own.filter_map(|man| Some(position.geometry.cell(man.place.cell()?).board)).collect();
        self.law.around(kings.into_iter())
    }

    /// The first capture of a player's real king in a coming phase of somebody else, nobody moving from those boards on: whose it is, and the boards
    /// before it. Some are out of the game.
    pub(super) fn capture_ahead(&self, mut lull: Lull<'_, '_>, victim: Seat, moment: Moment, out: &[Seat]) -> Option<Ahead> {
        let captures = |lull: &mut Lull<'_, '_>, by: Seat| {
            let there = by != victim && !out.contains(&by);
            let found = self.captures(lull, victim, Some(by).filter(|_| there)?)?;
            Some(Ahead { by, capture: found, before: lull.position.clone() })
        };
        if moment == Moment::Opening
            && let Some(at_once) = captures(&mut lull, self.phase.seat)
        {
            return Some(at_once);
        }
        let everybody_once = 0..self.seats.len();
        everybody_once.into_iter().find_map(|round| {
            let closed = round == 0 && moment == Moment::Closing;
            let by = if closed { lull.open_next() } else { lull.next() };
            captures(&mut lull, by?)
        })
    }

    pub(super) fn threatens(&self, victim: Seat, Ahead { by, capture: found, before }: Ahead) -> Threat {
        let universe = |board| before.geometry.board(board).universe;
        let stands = |man: &ManId| Some(before.geometry.cell(before.man(*man).place.cell()?).board);
        let is_king = |man: &&ManId| before.man(**man).royal && self.owner(before.man(**man).army) == Some(victim);
        let king = found.captured.iter().find(is_king);
        let told = |man: &ManId| {
            let man = before.man(*man);
            format!("{} {}", if man.real { "real" } else { "royal" }, before.entities.kind(man.kind).name)
        };
        Threat {
            by,
            universe: universe(found.board),
            king: universe(king.and_then(stands).unwrap_or(found.board)),
            prey: king.map_or_else(|| NOBODY_NAMED.to_owned(), told),
            colour: before.entities.army(found.army).name.clone(),
            notation: notation::long(&found, &before),
        }
    }

    /// A capture of a player's real king, were another on move on those boards.
    fn captures(&self, lull: &mut Lull<'_, '_>, victim: Seat, by: Seat) -> Option<Move> {
        // Whatever words a move asks for, he can say.
        let side = self.player(by).side;
        let words = lull.position.entities.names.iter().filter(|name| name.starts_with(SAID));
        let keys: Vec<_> = words.filter_map(|name| lull.position.entities.key_named(name)).collect();
        let spoken = keys.into_iter().map(|key| Note { of: Bearer::Side(side), key });
        let said: Vec<Effect> = spoken.map(|note| Effect::Note { note, old: lull.position.note(note), new: 1 }).collect();
        for saying in [said.as_slice(), &[]] {
            lull.position.apply_all(saying);
            let (victims, captors) = (self.armies(victim), self.armies(by));
            let found = lull.law().capture_of_king(&lull.position, &victims, &captors);
            lull.position.undo_all(saying);
            if found.is_some() || said.is_empty() {
                return found;
            }
        }
        None
    }
}
