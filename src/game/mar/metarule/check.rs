//! Check, as R7 has it: somebody could capture the real king in his next phase by a move without random elements, were nobody else to move.

use crate::board::{ArmyId, Bearer, BoardId, Effect, ManId, Note, Position};
use crate::law::{Law, Move, SAID, notation};
use crate::turn::{Phase, Seat};

use super::super::lull::Lull;
use super::super::multiverse::{Enacted, Multiverse};
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
        let capture = self.capture_ahead(self.position.clone(), victim, moment, &[]).map(|ahead| self.threatens(victim, ahead));
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

impl Multiverse {
    /// The first capture of a player's real king in a coming phase of somebody else, nobody moving from those boards on: whose it is, and the boards
    /// before it. Some are out of the game.
    fn capture_ahead(&self, position: Position, victim: Seat, moment: Moment, out: &[Seat]) -> Option<(Seat, Move, Position)> {
        let armies = self.armies(victim);
        let own = position.royals().iter().map(|man| position.man(man)).filter(|man| armies.contains(&man.army));
        let kings: Vec<_> = own.filter_map(|man| Some(position.geometry.cell(man.place.cell()?).board)).collect();
        let mut lull = Lull::from(self, position, self.law.around(kings.into_iter()));
        let captures = |lull: &mut Lull<'_, '_>, by: Seat| {
            let there = by != victim && !out.contains(&by);
            let found = self.captures(lull, victim, Some(by).filter(|_| there)?)?;
            Some((by, found, lull.position.clone()))
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

    fn threatens(&self, victim: Seat, (by, found, before): (Seat, Move, Position)) -> Threat {
        let universe = |board| before.geometry.board(board).universe;
        let stands = |man: &ManId| Some(before.geometry.cell(before.man(*man).place.cell()?).board);
        let is_king = |man: &&ManId| before.man(**man).royal && self.owner(before.man(**man).army) == Some(victim);
        Threat {
            by,
            universe: universe(found.board),
            king: universe(found.captured.iter().find(is_king).and_then(stands).unwrap_or(found.board)),
            colour: before.entities.army(found.army).name.clone(),
            notation: notation::long(&found, &before),
        }
    }

    /// Whether what threatens kings has to be asked of the coming phases (F4): until then something acts, or other rules are in force.
    fn looks_ahead(&self) -> bool {
        let mut coming = self.phase;
        let others = |coming: Phase| {
            let ends = |rule: &Enacted| rule.lasts.is_some_and(|window| !window.holds(coming));
            let wakes = |rule: &Enacted| rule.resting.is_some() && self.phase < rule.wakes && coming >= rule.wakes;
            self.rules.iter().any(|rule| rule.stands() && (ends(rule) || wakes(rule)))
                || self.repeals.iter().any(|repeal| !repeal.acts_after.holds(coming))
        };
        let mut change = || {
            coming = coming.next(&self.alive())?;
            others(coming).then_some(())
        };
        self.law.changes_with_time() || (1..self.seats.len()).any(|_| change().is_some())
    }

    /// Whether a player's real kings are safe in his opponents' next phases where a move of his has led to such boards (F4).
    fn leaves_safe(&self, seat: Seat, after: &Position, captured: &[ManId]) -> bool {
        self.threat_behind(seat, after, captured).is_none()
    }

    fn threat_behind(&self, seat: Seat, after: &Position, captured: &[ManId]) -> Option<(Seat, Move, Position)> {
        // Who loses his real king threatens no more.
        let out: Vec<Seat> =
            captured.iter().map(|&man| after.man(man)).filter(|man| man.royal).filter_map(|man| self.owner(man.army)).collect();
        self.capture_ahead(after.clone(), seat, Moment::Within, &out)
    }

    /// Whether a move leaves its player's real king to capture (F4).
    pub(in crate::game::mar) fn exposes(&self, seat: Seat, played: &Move) -> bool {
        let mut after = self.position.clone();
        after.apply_all(&played.effects);
        match self.looks_ahead() {
            true => !self.leaves_safe(seat, &after, &played.captured),
            false => self.armies(seat).iter().any(|&army| self.law.threat(&after, army).is_some()),
        }
    }

    /// The capture in a phase to come for which such a move of a player's is not legal, and which the law of now does not know.
    pub(in crate::game::mar) fn exposed_ahead(&self, (seat, universe): (Seat, u16), text: &str) -> Option<Threat> {
        if !self.looks_ahead() {
            return None;
        }
        let (law, boards) = (self.law_for(seat, universe), self.boards_of(universe));
        let on = |army| boards.iter().flat_map(move |&board| law.unguarded(&self.position, army, Some(board)));
        let all: Vec<Move> = self.armies(seat).into_iter().flat_map(on).collect();
        let played = &all[notation::read(text, &all, law, &self.position).ok()?];
        let mut after = self.position.clone();
        after.apply_all(&played.effects);
        self.threat_behind(seat, &after, &played.captured).map(|ahead| self.threatens(seat, ahead))
    }

    /// The legal moves of a player's armies on a board by a law, which leave his real kings safe in the phases to come (F4).
    pub fn legal_on(&self, law: &Law, position: &Position, (seat, armies): (Seat, &[ArmyId]), board: BoardId) -> Vec<Move> {
        match self.looks_ahead() {
            true => law.legal_if(position, armies, Some(board), &mut |after, captured| self.leaves_safe(seat, after, captured)),
            false => law.legal_of_all(position, armies, Some(board)),
        }
    }

    /// The move by which somebody could take a player's real king in his next phase: check (F4).
    pub fn check_on(&self, seat: Seat) -> Option<Move> {
        if self.looks_ahead() {
            let moment = if self.phase.seat == seat { Moment::Within } else { Moment::Opening };
            return self.capture_ahead(self.position.clone(), seat, moment, &[]).map(|(_, found, _)| found);
        }
        self.armies(seat).iter().find_map(|&army| self.law.threat(&self.position, army))
    }

    /// Whether every move that a player has in a universe leaves his real king capturable (F4).
    pub fn mated(&self, seat: Seat, universe: u16) -> bool {
        let Some(universe) = self.universe(universe) else { return false };
        let boards = self.boards_of(universe.number);
        let on = |army| boards.iter().flat_map(move |&board| self.law.unguarded(&self.position, army, Some(board)));
        let mut moves = self.armies(seat).into_iter().flat_map(on).peekable();
        moves.peek().is_some() && moves.all(|played| self.exposes(seat, &played))
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
