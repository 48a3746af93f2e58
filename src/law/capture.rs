//! A capture under rules that edit it: each field set by the newest clause that speaks to it, all reading the capture as proposed.
//!
//! Order: landing and fates as one batch, the capturer's fate, then what explodes. A real king's own fate is never edited (R5, R13).

use crate::board::{CellId, Effect, KindId, Man, ManId, Place};
use crate::rule::{CaptureEdit, CapturerFate, Explosion, Landing, Ref, VictimFate};

use super::LawProblem;
use super::births::home;
use super::crowd::Crowd;
use super::generate::{Generator, Leg, Mover};
use super::lookup::Lookup;
use super::reserve::into_reserve;
use super::scene::Scene;
use super::terms::Test;

/// A capture edit, its words looked up.
#[derive(Clone)]
pub(super) struct Edit {
    captor: Crowd,
    victim: Crowd,
    guard: Option<Test>,
    victim_fate: Option<Fate>,
    capturer_fate: Option<Toll>,
    landing: Option<Landing>,
    explosion: Option<Blast>,
}

/// What becomes of a captured man ([`VictimFate`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Gone,
    Joins,
    GoesHome,
    GoesHomeOfKind,
    Becomes(KindId),
    JoinsAs(KindId),
    Reserve,
}

/// What becomes of a capturing man ([`CapturerFate`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Toll {
    Same,
    Gone,
    Becomes(KindId),
    BecomesVictim,
    ChangesSides,
    JoinsAs(KindId),
    JoinsAsVictim,
}

/// An explosion, if its reach is not 0.
#[derive(Clone)]
struct Blast {
    reach: u8,
    hits: Crowd,
}

impl Edit {
    pub fn of(edit: &CaptureEdit, guard: Option<Test>, lookup: &Lookup<'_>) -> Result<Edit, LawProblem> {
        let victim_fate = match &edit.victim_fate {
            None => None,
            Some(VictimFate::Gone) => Some(Fate::Gone),
            Some(VictimFate::Joins) => Some(Fate::Joins),
            Some(VictimFate::GoesHome) => Some(Fate::GoesHome),
            Some(VictimFate::GoesHomeOfKind) => Some(Fate::GoesHomeOfKind),
            Some(VictimFate::Reserve) => Some(Fate::Reserve),
            Some(VictimFate::Becomes(name)) => Some(Fate::Becomes(lookup.kind(name)?)),
            Some(VictimFate::JoinsAs(name)) => Some(Fate::JoinsAs(lookup.kind(name)?)),
        };
        let capturer_fate = match &edit.capturer_fate {
            None => None,
            Some(CapturerFate::Same) => Some(Toll::Same),
            Some(CapturerFate::Gone) => Some(Toll::Gone),
            Some(CapturerFate::Becomes(name)) => Some(Toll::Becomes(lookup.kind(name)?)),
            Some(CapturerFate::BecomesVictim) => Some(Toll::BecomesVictim),
            Some(CapturerFate::ChangesSides) => Some(Toll::ChangesSides),
            Some(CapturerFate::JoinsAs(name)) => Some(Toll::JoinsAs(lookup.kind(name)?)),
            Some(CapturerFate::JoinsAsVictim) => Some(Toll::JoinsAsVictim),
        };
        let blast =
            |explosion: &Explosion| Ok::<Blast, LawProblem>(Blast { reach: explosion.reach, hits: Crowd::of(&explosion.hits, lookup)? });
        Ok(Edit {
            captor: Crowd::of(&edit.captor, lookup)?,
            victim: Crowd::of(&edit.victim, lookup)?,
            guard,
            victim_fate,
            capturer_fate,
            landing: edit.landing,
            explosion: edit.explosion.as_ref().map(blast).transpose()?,
        })
    }

    /// It says nothing but what holds anyway.
    pub fn is_plain(&self) -> bool {
        matches!(self.victim_fate, None | Some(Fate::Gone))
            && matches!(self.capturer_fate, None | Some(Toll::Same))
            && matches!(self.landing, None | Some(Landing::OnVictim))
            && !self.explodes()
    }

    pub fn explodes(&self) -> bool {
        self.reach() > 0
    }

    /// How far its explosion reaches.
    pub fn reach(&self) -> u8 {
        self.explosion.as_ref().map_or(0, |blast| blast.reach)
    }

    fn speaks(&self, scene: &Scene<'_>, (captor_id, captor): (ManId, &Man), (victim_id, victim): (ManId, &Man)) -> bool {
        self.captor.covers(captor.kind, captor.army)
            && self.captor.includes(scene, captor_id, captor)
            && self.victim.includes(scene, victim_id, victim)
            && self.guard.as_ref().is_none_or(|guard| guard(scene))
    }
}

/// What the edits make of one capture.
struct Outcome<'t> {
    victim: Fate,
    capturer: Toll,
    landing: Landing,
    blast: Option<&'t Blast>,
}

impl<'t> Outcome<'t> {
    /// `edits` the newest first.
    fn of(edits: &'t [Edit], scene: &Scene<'_>, captor: (ManId, &Man), victim: (ManId, &Man)) -> Outcome<'t> {
        let speaking: Vec<&Edit> = edits.iter().filter(|edit| edit.speaks(scene, captor, victim)).collect();
        let fate = speaking.iter().find_map(|edit| edit.victim_fate).unwrap_or(Fate::Gone);
        let toll = speaking.iter().find_map(|edit| edit.capturer_fate).unwrap_or(Toll::Same);
        let joins = matches!(fate, Fate::Joins | Fate::JoinsAs(_));
        let kept = |man: &Man| scene.position.keeps(man);
        Outcome {
            // A man of the own side that joins it would not have been captured.
            victim: if kept(victim.1) || joins && victim.1.army == captor.1.army { Fate::Gone } else { fate },
            capturer: if kept(captor.1) { Toll::Same } else { toll },
            landing: speaking.iter().find_map(|edit| edit.landing).unwrap_or(Landing::OnVictim),
            blast: speaking.iter().find_map(|edit| edit.explosion.as_ref()).filter(|blast| blast.reach > 0),
        }
    }
}

impl<'a> Generator<'a> {
    /// Lists a capture as the edits in force leave it.
    pub fn capture_edited(&mut self, mover: &Mover<'a>, leg: Leg, victim_id: ManId) {
        let victim = *self.position.man(victim_id);
        let Place::Cell(victim_cell) = victim.place else { return };
        let scene = self.scene(mover).with(Ref::Actor, Some(mover.id)).with(Ref::Victim, Some(victim_id)).along(mover.from, leg.to);
        let outcome = Outcome::of(&mover.tables.edits, &scene, (mover.id, &mover.man), (victim_id, &victim));
        let (start, captured) = (self.found.effects.len(), self.found.captured.len());
        self.found.captured.push(victim_id);

        let landing = self.landing(mover, leg, &outcome, victim_id);
        let home = self.rebirth(mover, &outcome, &victim, landing);
        match outcome.victim {
            Fate::Gone => self.then(Effect::Put { man: victim_id, from: victim.place, to: Place::Gone }),
            Fate::Reserve => into_reserve(victim_id, &victim, mover.man.army).for_each(|effect| self.then(effect)),
            Fate::GoesHome | Fate::GoesHomeOfKind => match home {
                None => self.then(Effect::Put { man: victim_id, from: victim.place, to: Place::Gone }),
                Some(home) if home == victim_cell => {}
                // In hand until the capturer has left what may be its home.
                Some(_) => self.then(Effect::Put { man: victim_id, from: victim.place, to: Place::Hand }),
            },
            Fate::Joins => self.then(Effect::Army { man: victim_id, old: victim.army, new: mover.man.army }),
            Fate::Becomes(new) if new != victim.kind => self.then(Effect::Kind { man: victim_id, old: victim.kind, new }),
            Fate::Becomes(_) => {}
            Fate::JoinsAs(new) => {
                self.then(Effect::Army { man: victim_id, old: victim.army, new: mover.man.army });
                if new != victim.kind {
                    self.then(Effect::Kind { man: victim_id, old: victim.kind, new });
                }
            }
        }
        if landing != mover.from {
            self.then(Effect::Put { man: mover.id, from: Place::Cell(mover.from), to: Place::Cell(landing) });
        }
        if let Some(home) = home {
            if home != victim_cell {
                self.then(Effect::Put { man: victim_id, from: Place::Hand, to: Place::Cell(home) });
            }
            if victim.legs > 0 {
                // At home it starts anew.
                self.then(Effect::Legs { man: victim_id, old: victim.legs, new: 0 });
            }
        }
        self.then(Effect::Legs { man: mover.id, old: mover.man.legs, new: mover.man.legs.saturating_add(1) });
        self.exact_toll(mover, outcome.capturer, &victim, landing);
        if let Some(blast) = outcome.blast {
            self.explode(mover, leg, blast, victim_id, captured);
        }

        let batch = start..self.found.effects.len();
        let after = *self.position.man(mover.id);
        match after.place {
            // A man that changed hands or is gone leaves its owner nothing to choose.
            Place::Cell(cell) if after.army == mover.man.army => self.finish(mover, leg, start, captured, cell, after.kind),
            _ => self.list(mover, leg, start, captured, None),
        }
        for at in batch.rev() {
            self.position.undo(&self.found.effects[at]);
        }
    }

    /// Writes an effect and does it, so that what follows reads the position as it leaves it.
    fn then(&mut self, effect: Effect) {
        self.found.effects.push(effect);
        self.position.apply(&effect);
    }

    /// Where the capturer ends; if the fates leave that cell occupied, where it came from (ruling S3).
    fn landing(&self, mover: &Mover<'a>, leg: Leg, outcome: &Outcome<'_>, victim: ManId) -> CellId {
        let victim_stays = matches!(outcome.victim, Fate::Joins | Fate::Becomes(_) | Fate::JoinsAs(_));
        let free = |cell: CellId| match self.position.on(cell) {
            None => self.position.is_free(cell),
            Some(man) => man == mover.id || man == victim && !victim_stays,
        };
        let proposed = match outcome.landing {
            Landing::OnVictim => leg.to,
            Landing::Stays => mover.from,
            Landing::Home => self.home(mover, &mover.man).filter(|&home| free(home)).unwrap_or(leg.to),
        };
        if free(proposed) { proposed } else { mover.from }
    }

    /// The home to which the victim goes, if it does and it is empty once the capturer has landed.
    fn rebirth(&self, mover: &Mover<'a>, outcome: &Outcome<'_>, victim: &Man, landing: CellId) -> Option<CellId> {
        let home = match outcome.victim {
            Fate::GoesHome => self.home(mover, victim)?,
            Fate::GoesHomeOfKind => self.law.births.of_man(self.position, victim)?,
            _ => return None,
        };
        let vacated = home == mover.from || Place::Cell(home) == victim.place;
        let empty = landing != home && (vacated || self.position.is_free(home));
        empty.then_some(home)
    }

    /// The home of a man on the board of the capture.
    fn home(&self, mover: &Mover<'a>, man: &Man) -> Option<CellId> {
        home(&self.position.geometry, man, self.law.geometry.cell(mover.from).board)
    }

    /// The capturer's own fate.
    fn exact_toll(&mut self, mover: &Mover<'a>, toll: Toll, victim: &Man, landing: CellId) {
        let (man, old) = (mover.id, mover.man.kind);
        if toll == Toll::Gone {
            self.then(Effect::Put { man, from: Place::Cell(landing), to: Place::Gone });
        }
        let kind = match toll {
            Toll::Becomes(new) | Toll::JoinsAs(new) => new,
            Toll::BecomesVictim | Toll::JoinsAsVictim => victim.kind,
            Toll::Same | Toll::Gone | Toll::ChangesSides => old,
        };
        if kind != old {
            self.then(Effect::Kind { man, old, new: kind });
        }
        if matches!(toll, Toll::ChangesSides | Toll::JoinsAs(_) | Toll::JoinsAsVictim) {
            self.then(Effect::Army { man, old: mover.man.army, new: victim.army });
        }
    }

    /// Men round the cell of the capture are captured by the clause itself: no edit speaks of them, and they raise no other explosion.
    /// Whom it hits is settled before anybody is gone.
    fn explode(&mut self, mover: &Mover<'a>, leg: Leg, blast: &Blast, victim: ManId, captured: usize) {
        let scene = self.scene(mover).with(Ref::Actor, Some(mover.id)).with(Ref::Victim, Some(victim)).along(mover.from, leg.to);
        let near = self.law.geometry.near(leg.to, i16::from(blast.reach)).filter_map(|cell| self.position.on(cell));
        let hit: Vec<ManId> = near.filter(|&id| blast.hits.includes(&scene, id, self.position.man(id))).collect();
        for id in hit {
            self.then(Effect::Put { man: id, from: self.position.man(id).place, to: Place::Gone });
            if !self.found.captured[captured..].contains(&id) {
                self.found.captured.push(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::law::samples::{after, clause, every, men, under};
    use crate::rule::*;

    const NOTHING: CaptureEdit =
        CaptureEdit { captor: Class::EVERY, victim: Class::EVERY, victim_fate: None, capturer_fate: None, landing: None, explosion: None };

    fn victim(fate: VictimFate) -> Clause {
        clause(Form::Capture(CaptureEdit { captor: men("knight"), victim_fate: Some(fate), ..NOTHING }))
    }

    fn capturer(fate: CapturerFate) -> Clause {
        clause(Form::Capture(CaptureEdit { captor: men("knight"), capturer_fate: Some(fate), ..NOTHING }))
    }

    fn landing(landing: Landing) -> Clause {
        clause(Form::Capture(CaptureEdit { landing: Some(landing), ..NOTHING }))
    }

    fn blast(reach: u8, hits: Class) -> Clause {
        clause(Form::Capture(CaptureEdit { explosion: Some(Explosion { reach, hits }), ..NOTHING }))
    }

    fn check(clauses: &[Clause], placement: &str, text: &str, expected: &str, captured: usize) {
        let (found, count) = after(clauses, &format!("{placement} w - - 0 1"), text);
        assert_eq!((found.as_str(), count), (expected, captured), "{text}");
    }

    /// A knight on g1, a rook on f3 to capture; both kings far away.
    const BEFORE: &str = "7k/8/8/8/8/5r2/8/K5N1";

    #[test]
    fn what_joins_stays_and_the_captor_does_not_move() {
        check(&[victim(VictimFate::Joins)], BEFORE, "Nxf3", "7k/8/8/8/8/5R2/8/K5N1", 1);
    }

    #[test]
    fn what_becomes_another_kind_stays_in_its_army() {
        check(&[victim(VictimFate::Becomes("pawn".into()))], BEFORE, "Nxf3", "7k/8/8/8/8/5p2/8/K5N1", 1);
    }

    #[test]
    fn what_joins_as_another_kind_stays_and_the_captor_does_not_move() {
        check(&[victim(VictimFate::JoinsAs("pawn".into()))], BEFORE, "Nxf3", "7k/8/8/8/8/5P2/8/K5N1", 1);
        check(&[victim(VictimFate::JoinsAs("rook".into()))], BEFORE, "Nxf3", "7k/8/8/8/8/5R2/8/K5N1", 1);
    }

    #[test]
    fn what_goes_home_does_so_if_home_is_empty() {
        let home = [victim(VictimFate::GoesHome)];
        // A man of a FEN has its home where it stands: the captor lands there, so it leaves the board.
        check(&home, BEFORE, "Nxf3", "7k/8/8/8/8/5N2/8/K7", 1);
        let (law, mut placed) = under(&home, "7k/8/8/8/5r2/8/8/K5N1 b - - 0 1");
        let legal = law.legal(&placed.position, placed.army, None);
        let at = crate::law::notation::read("Rf3", &legal, &law, &placed.position).unwrap();
        placed.position.apply_all(&legal[at].effects);
        let capture =
            law.legal(&placed.position, crate::board::ArmyId(0), None).into_iter().find(|played| !played.captured.is_empty()).unwrap();
        placed.position.apply_all(&capture.effects);
        let rook = placed.position.man(capture.captured[0]);
        assert_eq!(rook.place, crate::board::Place::Cell(rook.home));
        assert_eq!(rook.legs, 0);
    }

    #[test]
    fn the_captor_pays() {
        for (fate, expected) in [
            (CapturerFate::Gone, "7k/8/8/8/8/8/8/K7"),
            (CapturerFate::Becomes("queen".into()), "7k/8/8/8/8/5Q2/8/K7"),
            (CapturerFate::BecomesVictim, "7k/8/8/8/8/5R2/8/K7"),
            (CapturerFate::ChangesSides, "7k/8/8/8/8/5n2/8/K7"),
            (CapturerFate::JoinsAs("queen".into()), "7k/8/8/8/8/5q2/8/K7"),
            (CapturerFate::JoinsAsVictim, "7k/8/8/8/8/5r2/8/K7"),
        ] {
            check(&[capturer(fate)], BEFORE, "Nxf3", expected, 1);
        }
    }

    #[test]
    fn a_captor_may_stay_or_go_home() {
        check(&[landing(Landing::Stays)], BEFORE, "Nxf3", "7k/8/8/8/8/8/8/K5N1", 1);
        check(&[landing(Landing::Home)], BEFORE, "Nxf3", "7k/8/8/8/8/8/8/K5N1", 1);
    }

    #[test]
    fn an_explosion_takes_those_around_but_not_its_centre() {
        let ring = "7k/8/8/8/4pp2/4nr2/5P2/K5N1";
        check(&[blast(1, every())], ring, "Nxf3", "7k/8/8/8/8/5N2/8/K7", 5);
        check(&[blast(1, men("knight"))], ring, "Nxf3", "7k/8/8/8/4pp2/5N2/5P2/K7", 2);
        check(&[blast(2, every()), blast(0, every())], ring, "Nxf3", "7k/8/8/8/4pp2/4nN2/5P2/K7", 1);
    }

    #[test]
    fn the_newest_clause_that_speaks_sets_a_field() {
        let rules = [victim(VictimFate::Joins), landing(Landing::Stays), victim(VictimFate::Gone)];
        check(&rules, BEFORE, "Nxf3", "7k/8/8/8/8/8/8/K5N1", 1);
        check(&rules[..1], BEFORE, "Nxf3", "7k/8/8/8/8/5R2/8/K5N1", 1);
    }

    #[test]
    fn a_real_king_is_captured_whatever_a_rule_says() {
        let rules = [victim(VictimFate::Joins), capturer(CapturerFate::Gone)];
        check(&rules, "8/8/8/8/8/5k2/8/K5N1", "Nxf3", "8/8/8/8/8/8/8/K7", 1);
        let gone = clause(Form::Capture(CaptureEdit { capturer_fate: Some(CapturerFate::Gone), ..NOTHING }));
        check(&[gone], "7k/8/8/8/8/8/1p6/K7", "Kxb2", "7k/8/8/8/8/8/1K6/8", 1);
    }

    #[test]
    fn a_pawn_that_ends_a_capture_on_the_last_rank_promotes_unless_it_changed_hands() {
        let pawns = |fate| clause(Form::Capture(CaptureEdit { captor: men("pawn"), capturer_fate: Some(fate), ..NOTHING }));
        let board = "3r3k/4P3/8/8/8/8/8/K7";
        check(&[], board, "exd8=N", "3N3k/8/8/8/8/8/8/K7", 1);
        check(&[pawns(CapturerFate::ChangesSides)], board, "exd8", "3p3k/8/8/8/8/8/8/K7", 1);
        check(&[pawns(CapturerFate::Becomes("bishop".into()))], board, "exd8", "3B3k/8/8/8/8/8/8/K7", 1);
        check(&[landing(Landing::Stays)], board, "exd8", "7k/4P3/8/8/8/8/8/K7", 1);
    }

    #[test]
    fn a_king_near_an_explosion_is_in_check() {
        let near = "7k/8/8/8/8/2q5/1P6/K7 b - - 0 1";
        let (law, placed) = under(&[], near);
        assert!(law.threat(&placed.position, crate::board::ArmyId(0)).is_none());
        let (law, placed) = under(&[blast(1, every())], near);
        assert!(law.threat(&placed.position, crate::board::ArmyId(0)).is_some());
        // White may not leave it so if he can help it: the queen is taken and explodes alone, or the king steps out of the ring.
        let legal = law.legal(&placed.position, crate::board::ArmyId(0), None);
        let forms: Vec<String> = legal.iter().map(|played| crate::law::notation::san(played, &legal, &placed.position)).collect();
        assert_eq!(forms, ["bxc3"]);
    }
}
