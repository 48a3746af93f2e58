//! Victory as amendments have it (R13, R14): what their sentences decide, and mate and stalemate where an amendment lets them decide.
//!
//! Asked when the moves of a phase are made, and again as the next phase opens.

use std::collections::BTreeMap;

use crate::board::{ArmyId, BoardId, Position};
use crate::game::event::{Event, Loss, Outcome};
use crate::law::{self, Met, Move};
use crate::rule;
use crate::turn::{Phase, Seat};

use super::multiverse::{Multiverse, Stage};
use super::parameters::{Mate, Stalemate};
use super::phase::Deed;

impl Deed {
    /// What amendments say of victory and has come true decides the game, or takes a player out of it.
    pub(super) fn meet_objectives(&mut self) {
        if !self.goes_on() || !self.after.law.has_objectives() {
            return;
        }
        let on_move = self.after.player(self.after.phase.seat).side;
        let met = self.after.law.objectives_met(&self.after.position, on_move, &self.after.at_play());
        let winner = |outcome: &law::Outcome| match outcome {
            law::Outcome::Won(side) => self.after.seat_of_side(*side).filter(|&seat| self.after.player(seat).alive),
            law::Outcome::Lost(_) | law::Outcome::Drawn => None,
        };
        let mut winners: Vec<Seat> = met.iter().filter_map(|met| winner(&met.outcome)).collect();
        winners.sort();
        // Whoever wins with several of his sides wins alone.
        winners.dedup_by(|one, other| self.after.same_person(*one, *other));
        let together = winners.len() > 1;
        for Met { place, outcome } in met {
            if !self.goes_on() {
                return;
            }
            let (source, says) = self.after.objective(&place);
            let seat_of = |side| self.after.seat_of_side(side).filter(|&seat| self.after.player(seat).alive);
            match outcome {
                // Nobody is before the others in what comes true for several at once.
                law::Outcome::Won(side) if together => {
                    let Some(seat) = seat_of(side) else { continue };
                    self.happen(Event::ObjectiveMet { source, says, seat: Some(seat) });
                }
                law::Outcome::Drawn => {
                    self.happen(Event::ObjectiveMet { source, says, seat: None });
                    self.end_game(Outcome::DrawnByObjective);
                }
                law::Outcome::Won(side) => {
                    let Some(seat) = seat_of(side) else { continue };
                    self.happen(Event::ObjectiveMet { source, says, seat: Some(seat) });
                    self.end_game(Outcome::Achieved { seat });
                }
                law::Outcome::Lost(side) => {
                    let Some(seat) = seat_of(side) else { continue };
                    self.happen(Event::ObjectiveMet { source, says, seat: Some(seat) });
                    self.fall(seat, Loss::ByObjective);
                }
            }
        }
        if together && self.goes_on() {
            self.end_game(Outcome::DrawnByObjective);
        }
    }

    /// As a phase opens: what amendments say of victory, then mate and stalemate where they decide. Whoever falls does not play it.
    pub(super) fn meet_at_opening(&mut self) {
        if self.asks() || !self.goes_on() {
            return;
        }
        self.meet_objectives();
        if !self.goes_on() {
            return;
        }
        let seat = self.after.phase.seat;
        if self.after.player(seat).alive {
            let mated = (self.after.parameters.mate == Mate::Takes).then(|| self.after.mated_by(seat)).flatten();
            if let Some((by, universe)) = mated {
                self.fall(seat, Loss::Mated { by, universe });
            } else if self.after.parameters.stalemate != Stalemate::Pass && self.after.stalemated(seat) {
                match self.after.parameters.stalemate {
                    Stalemate::Draw => self.end_game(Outcome::Stalemate),
                    Stalemate::Loss => self.fall(seat, Loss::Stalemated),
                    Stalemate::Pass => {}
                }
            }
        }
        if self.goes_on() && !self.after.player(seat).moves() {
            self.close();
        }
    }

    fn fall(&mut self, seat: Seat, how: Loss) {
        self.lose(seat, how);
        self.settle();
    }

    pub(super) fn goes_on(&self) -> bool {
        matches!(self.after.stage, Stage::Playing)
    }
}

impl Multiverse {
    /// Everybody in the game on the boards where he plays, whoever is on move first.
    pub fn at_play(&self) -> Vec<(BoardId, ArmyId)> {
        let mut found: Vec<(bool, BoardId, ArmyId)> = Vec::new();
        for universe in &self.universes {
            let alive = self.sides_in(universe).into_iter().filter(|(seat, _)| self.player(*seat).moves());
            found.extend(alive.map(|(seat, army)| (seat != self.phase.seat, universe.board, army)));
        }
        found.sort_by_key(|(later, ..)| *later);
        found.into_iter().map(|(_, board, army)| (board, army)).collect()
    }

    /// What says something of victory: the amendment or rule, and its sentence.
    pub(super) fn objective(&self, place: &law::ClausePlace) -> (String, String) {
        let number = place.text.strip_prefix("rule ").unwrap_or(&place.text);
        let vocabulary = self.vocabulary();
        let said = |clause: Option<&rule::Clause>| clause.map(|clause| rule::print_clause(clause, &vocabulary)).unwrap_or_default();
        match self.motion(number) {
            Some(motion) => (format!("amendment {number}"), said(motion.amendment.clauses().nth(place.clause - 1))),
            None => (place.text.clone(), said(self.rule(number).and_then(|rule| rule.clauses().get(place.clause - 1)))),
        }
    }

    /// Who has checkmated a player whose phase opens, and where: his real king can be captured, whatever he moves there.
    fn mated_by(&self, seat: Seat) -> Option<(Seat, u16)> {
        let threat = self.check_on(seat)?;
        let universe = self.position.geometry.board(threat.board).universe;
        let by = self.owner(threat.army)?;
        self.mated(seat, universe).then_some((by, universe))
    }

    /// He is not in check, and whatever he could move, anywhere, would leave his real king capturable.
    pub(super) fn stalemated(&self, seat: Seat) -> bool {
        self.check_on(seat).is_none()
            && self.owed(seat).into_iter().all(|universe| self.mated(seat, universe))
            // Whom rules alone keep from moving is set free (R9).
            && self.bereft(seat).is_empty()
    }

    /// What amendments say of victory and has come true against a player as the boards stand, whoever comes to be on move (R12).
    pub(super) fn lost_by(&self, seat: Seat) -> Vec<Met> {
        if !self.law.has_objectives() {
            return Vec::new();
        }
        let playing = self.at_play();
        let against = |outcome: &law::Outcome| match *outcome {
            law::Outcome::Won(by) => self.seat_of_side(by).is_some_and(|by| !self.same_person(by, seat)),
            law::Outcome::Lost(side) => self.seat_of_side(side).is_some_and(|side| self.same_person(side, seat)),
            law::Outcome::Drawn => false,
        };
        let met =
            self.living().into_iter().flat_map(|on_move| self.law.objectives_met(&self.position, self.player(on_move).side, &playing));
        met.filter(|met| against(&met.outcome)).collect()
    }

    /// A move by which another player would win in his next phase, or this one lose, by what amendments say of victory (R7, R12).
    pub fn victory_over(&self, seat: Seat) -> Option<(Seat, Move)> {
        self.objective_met_over(seat).or_else(|| self.mate_ahead(seat))
    }

    /// A move of another player's after which this one would be mated, or stalemated, as his phase opens, where that takes his king.
    fn mate_ahead(&self, seat: Seat) -> Option<(Seat, Move)> {
        let (by_mate, by_stalemate) = (self.parameters.mate == Mate::Takes, self.parameters.stalemate == Stalemate::Loss);
        if !by_mate && !by_stalemate || !self.player(seat).alive {
            return None;
        }
        let others = (0..self.seats.len() as u8).map(Seat).filter(|&other| !self.same_person(other, seat) && self.player(other).moves());
        let universes: Vec<u16> = self.universes.iter().map(|universe| universe.number).collect();
        let moves = others
            .flat_map(|other| universes.iter().flat_map(move |&universe| self.legal(other, universe)).map(move |played| (other, played)));
        let mut moves = moves.filter(|(_, played)| !played.open);
        let armies = self.armies(seat);
        let next = self.next_phase_of(seat);
        let mut then: Option<Multiverse> = None;
        moves.find(|(_, played)| {
            let after = self.behind(played);
            // Most moves give no check and leave him a safe one of his own: that is seen at once.
            let attacked = |boards: &Position| armies.iter().any(|&army| self.law.threat(boards, army).is_some());
            let has_safe_move = || {
                self.law.legal_of_all(&after, &armies, None).first().is_some_and(|own| {
                    let mut later = after.clone();
                    later.apply_all(&own.effects);
                    !attacked(&later)
                })
            };
            let check = attacked(&after);
            if check && !by_mate || !check && (!by_stalemate || has_safe_move()) {
                return false;
            }
            let then = then.get_or_insert_with(|| Multiverse { phase: next, freed: BTreeMap::new(), ..self.clone() });
            then.position = after;
            if check { then.mated_by(seat).is_some() } else { then.stalemated(seat) }
        })
    }

    /// Whether a player would fall by mate or stalemate as his next phase opens, were the boards to stand so.
    pub(super) fn is_mated(&self, seat: Seat) -> bool {
        self.is_checkmated(seat) || self.parameters.stalemate == Stalemate::Loss && self.as_he_opens(seat).stalemated(seat)
    }

    /// The same by mate alone.
    pub(super) fn is_checkmated(&self, seat: Seat) -> bool {
        self.parameters.mate == Mate::Takes && self.as_he_opens(seat).mated_by(seat).is_some()
    }

    /// The game as a player's next phase opens, were the boards to stand so.
    fn as_he_opens(&self, seat: Seat) -> Multiverse {
        Multiverse { phase: self.next_phase_of(seat), freed: BTreeMap::new(), ..self.clone() }
    }

    /// The next phase of a player: this one, where it is his.
    fn next_phase_of(&self, seat: Seat) -> Phase {
        Phase { seat, turn: self.phase.turn + u32::from(seat < self.phase.seat) }
    }

    /// The same by what sentences of amendments say.
    fn objective_met_over(&self, seat: Seat) -> Option<(Seat, Move)> {
        if !self.law.has_objectives() {
            return None;
        }
        let own = self.player(seat).side;
        let lost = |met: &[Met], by| met.iter().any(|met| met.outcome == law::Outcome::Won(by) || met.outcome == law::Outcome::Lost(own));
        let others = (0..self.seats.len() as u8).map(Seat).filter(|&other| !self.same_person(other, seat) && self.player(other).moves());
        for other in others {
            let side = self.player(other).side;
            let playing = self.at_play();
            let standing = self.law.objectives_met(&self.position, side, &playing);
            for universe in self.universes.iter().map(|universe| universe.number) {
                for played in self.legal(other, universe) {
                    let mut after = self.position.clone();
                    played.effects.iter().for_each(|effect| after.apply(effect));
                    let met = self.law.objectives_met(&after, side, &playing);
                    let new: Vec<Met> = met.into_iter().filter(|met| !standing.contains(met)).collect();
                    if lost(&new, side) {
                        return Some((other, played));
                    }
                }
            }
        }
        None
    }
}
