//! Draws that one player may claim (F5): the same position for the third time, fifty turns without progress, too few men to capture a king.
//!
//! A position is the same where the same men stand and may move alike, now and later, and where the same rules and counters hold.

use crate::board::{Effect, Key, Place, Position};
use crate::game::event::Ground;
use crate::law;
use crate::turn::{Phase, Seat};

use super::multiverse::{Multiverse, Played};
use super::parameters::Draws;

/// How often a position must have been there.
const TIMES: usize = 3;
/// Turns without a capture or a pawn's move (FIDE 9.3).
const TURNS: usize = 50;
/// The most a single man may be worth that cannot force a king into the corner: a bishop's or a knight's worth.
const MINOR: u16 = 3;

/// What is said of each ground, and of none.
const TOLD: &str = include_str!("claims.txt");

fn told(of: &str) -> &'static str {
    TOLD.lines().find_map(|line| line.strip_prefix(of)?.strip_prefix(": ")).unwrap_or_default()
}

/// Why the game is drawn, in words.
pub fn ground(by: Ground) -> &'static str {
    told(match by {
        Ground::Repetition => "repetition",
        Ground::FiftyMoves => "fifty-moves",
        Ground::TooFewMen => "too-few-men",
    })
}

/// Why a claim is refused.
pub(super) fn no_ground() -> &'static str {
    told("none")
}

impl Multiverse {
    /// Whether draws may be claimed at all, and if not, why.
    pub fn allows_claims(&self) -> Result<(), String> {
        let two = self.living().len() == 2;
        match self.parameters.draws {
            Draws::Claimed => Ok(()),
            Draws::OfTwo if two => Ok(()),
            Draws::OfTwo => Err("with more than two players in the game no draw is claimed (F5); DRAW offers one to all".into()),
            Draws::Agreed => {
                let by = self.amended_by("draws").unwrap_or("an amendment");
                Err(format!("{by}: no draw is claimed; DRAW offers one"))
            }
        }
    }

    /// What a player on move may claim a draw for.
    pub fn claim_of(&self, seat: Seat) -> Option<Ground> {
        debug_assert_eq!(seat, self.phase.seat);
        if self.repetitions() >= TIMES {
            return Some(Ground::Repetition);
        }
        if self.idle_phases() >= TURNS * self.living().len() {
            return Some(Ground::FiftyMoves);
        }
        self.has_too_few_men().then_some(Ground::TooFewMen)
    }

    /// How often the position was there at the beginning of a phase of whoever is on move now, with the rules that are in force now, this time
    /// included. What other rules there were between does not matter (F5).
    fn repetitions(&self) -> usize {
        let mut position = self.position.clone();
        let (now, foreign) = (self.in_force_at(self.phase), self.kept_by_others());
        let mut first = None;
        let mut times = 0;
        for played in self.journal.iter().rev() {
            for effect in played.effects().iter().rev() {
                position.undo(effect);
            }
            if played.phase.seat == self.phase.seat && position.geometry == self.position.geometry && self.in_force_at(played.phase) == now
            {
                let key = self.key(&position, &foreign);
                times += usize::from(*first.get_or_insert_with(|| key.clone()) == key);
            }
            // Before it other meta-rules may have been in force.
            if played.phase != self.phase && played.amends {
                break;
            }
        }
        times
    }

    /// The rules in force as a phase began, by number, with the universes in which they had been repealed, and whether what sleeps in them was awake.
    fn in_force_at(&self, phase: Phase) -> Vec<(&str, Vec<u16>, bool)> {
        let in_force = self.rules.iter().filter(|rule| rule.made < phase && rule.ended.is_none_or(|ended| ended >= phase));
        in_force
            .map(|rule| {
                let left = rule.repealed_in.iter().zip(&rule.left).filter(|(_, left)| **left < phase).map(|(universe, _)| *universe);
                (rule.enactment.number.as_str(), left.collect(), rule.resting.is_none() || rule.wakes <= phase)
            })
            .collect()
    }

    /// What is noted for rules that are gone, and for none that stands.
    fn kept_by_others(&self) -> Vec<Key> {
        let names = |stands: bool| {
            let rules = self.rules.iter().filter(move |rule| rule.stands() == stands);
            rules.flat_map(|rule| law::names(&format!("rule {}", rule.enactment.number), rule.clauses()))
        };
        let kept: Vec<String> = names(true).collect();
        names(false).filter(|name| !kept.contains(name)).filter_map(|name| self.position.entities.key_named(&name)).collect()
    }

    /// Phases back from now without a capture, a pawn's move, or a rule made, repealed or amended.
    fn idle_phases(&self) -> usize {
        let idle = |played: &&std::sync::Arc<Played>| !played.legislates && !played.effects().iter().any(|effect| self.progresses(effect));
        self.journal.iter().rev().skip(1).take_while(idle).count()
    }

    /// A man leaves the boards, or one that is written without its letter moves.
    fn progresses(&self, effect: &Effect) -> bool {
        match *effect {
            Effect::Put { man, to, .. } => matches!(to, Place::Gone | Place::Pocket(_)) || self.is_unlettered(self.position.man(man).made),
            Effect::Make { .. } => true,
            _ => false,
        }
    }

    fn is_unlettered(&self, kind: crate::board::KindId) -> bool {
        self.position.entities.kind(kind).unlettered
    }

    /// Under the rules of chess alone, kings and at most one man besides that is worth no more than a bishop and does not promote.
    fn has_too_few_men(&self) -> bool {
        let plain = self.rules.iter().all(|rule| !rule.stands()) && !self.law.has_objectives();
        let mut others =
            self.position.men().map(|(_, man)| man).filter(|man| man.place != Place::Gone && !self.position.entities.kind(man.kind).royal);
        let weak = |kind| self.position.entities.kind(kind).value <= MINOR && !self.is_unlettered(kind);
        let first = others.next();
        plain && first.is_none_or(|man| weak(man.kind)) && others.next().is_none()
    }

    /// What two positions have alike that are the same: their men, what is noted, and whatever else the law asks for.
    fn key(&self, position: &Position, foreign: &[Key]) -> Vec<String> {
        let mut facts = self.law.told_apart(position);
        for (_, man) in position.men() {
            let place = match man.place {
                Place::Cell(cell) => format!("on {}", cell.0),
                Place::Pocket(army) => format!("reserve {}", army.0),
                Place::Hand | Place::Gone => continue,
            };
            facts.push(format!("{place} kind {} army {} real {}", man.kind.0, man.army.0, man.real));
        }
        facts.extend(position.marks().iter().filter(|_| self.may_capture_in_passing(position)).map(|mark| format!("mark {}", mark.cell.0)));
        facts.extend(position.holes().map(|cell| format!("hole {}", cell.0)));
        let noted = position.notes().iter().filter(|(note, _)| !foreign.contains(&note.key));
        facts.extend(noted.map(|(note, value)| format!("note {:?} {} {value}", note.of, note.key.0)));
        facts.sort_unstable();
        facts
    }

    /// Whether the player on move has a move there that he would not have, had nobody just passed over a square.
    fn may_capture_in_passing(&self, position: &Position) -> bool {
        let passed: Vec<Effect> = position.marks().iter().map(|mark| Effect::Unmark { cell: mark.cell, man: mark.man }).collect();
        let mut without = position.clone();
        without.apply_all(&passed);
        let moves = |position: &Position| self.law.legal_of_all(position, &self.armies(self.phase.seat), None).len();
        moves(position) != moves(&without)
    }
}
