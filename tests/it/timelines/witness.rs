//! R5: a line that was shown for a rule is played out, phase by phase, and takes the king; a rule that was refused is not made.

use custodian::board::{ArmyId, Clock, Effect, ManId, Position};
use custodian::game::Event;
use custodian::game::mar::Multiverse;
use custodian::game::mar::metarule::{Evidence, Finding, MetaRule, Verdict};
use custodian::game::mar::parameters::Switch;
use custodian::law::{Instant, Law, Move, SAID, notation};
use custodian::turn::{Phase, Seat};

const R5: MetaRule = MetaRule(5);

#[derive(Default)]
pub struct Witnesses {
    /// What was found of the rule just made; played out when it has done what it does at once.
    found: Option<(String, Verdict)>,
    /// It is a repeal that waits: as if it had acted at once, it was tested.
    waits: bool,
    /// It is a repeal: what ends now may be what it ends.
    ends: bool,
    pub played: u32,
}

impl Witnesses {
    pub fn before(&mut self, game: &Multiverse, event: &Event) {
        match event {
            Event::RepealDeclared { acts_after, .. } => (self.waits, self.ends) = (acts_after.is_some(), true),
            Event::RepealWaits { .. } => self.waits = true,
            Event::Enacted(_) => (self.waits, self.ends) = (false, false),
            Event::Repealed { .. } | Event::Fell { .. } if self.ends => {}
            // What hangs on dice or answers was not looked at, nor is it here.
            Event::Rolled(_) | Event::Withheld { .. } => self.found = None,
            Event::Tested { number, verdicts } => {
                let on = |of: MetaRule| game.parameters.switch(of) == Switch::On;
                let broken = verdicts.iter().find(|verdict| on(verdict.of) && matches!(verdict.finding, Finding::Broken { .. }));
                assert!(broken.is_none(), "{number} was made, and {broken:?}");
                let shown =
                    |verdict: &&Verdict| verdict.of == R5 && matches!(verdict.finding, Finding::Kept | Finding::Warned | Finding::Open);
                // A line of the rules that will be left is not one of those of now.
                let of_now = |verdict: &&Verdict| !verdict.says.contains(", once ");
                self.found = verdicts.iter().find(shown).filter(of_now).map(|verdict| (number.clone(), verdict.clone()));
            }
            Event::Fired { .. } | Event::Revealed { .. } | Event::Unforeseen { .. } => {}
            _ => self.due(game),
        }
    }

    /// The lines that wait are played out.
    pub fn due(&mut self, game: &Multiverse) {
        let Some((number, verdict)) = self.found.take() else { return };
        let asks_words = game.position.entities.names.iter().any(|name| name.starts_with(SAID));
        if self.waits || asks_words || game.law.has_objectives() || game.is_over() {
            return;
        }
        for evidence in &verdict.evidence {
            let Evidence::Hunt { universe, by, king, notations, by_luck: false } = evidence else { continue };
            let line = Line { game, law: &game.law, universe: *universe, by, king };
            if let Err(why) = line.plays(notations) {
                panic!("R5: {number}: {by} after {king}'s king in universe {universe} by {notations:?}: {why}");
            }
            self.played += 1;
        }
    }
}

/// A line of one colour's moves, everybody else passing.
struct Line<'a> {
    game: &'a Multiverse,
    law: &'a Law,
    universe: u16,
    by: &'a str,
    king: &'a str,
}

impl Line<'_> {
    fn owner(&self, colour: &str) -> Result<Seat, String> {
        let army = self.game.position.entities.army_named(colour).ok_or(format!("nobody is {colour}"))?;
        self.game.owner(army).ok_or(format!("nobody plays {colour}"))
    }

    /// The kings by whose loss the victim is out: the one he has named, or any in that universe.
    fn kings(&self, victim: Seat, position: &Position) -> Vec<ManId> {
        let own = || position.men().filter(|(_, man)| self.game.owner(man.army) == Some(victim) && man.place.cell().is_some());
        let real: Vec<ManId> = own().filter(|(_, man)| man.royal).map(|(id, _)| id).collect();
        if !real.is_empty() {
            return real;
        }
        own().filter(|(_, man)| position.entities.kind(man.kind).name == "king").map(|(id, _)| id).collect()
    }

    fn plays(&self, notations: &[String]) -> Result<(), String> {
        let (attacker, victim) = (self.owner(self.by)?, self.owner(self.king)?);
        let (mut position, mut phase) = (self.game.position.clone(), self.game.phase);
        let kings = self.kings(victim, &position);
        let armies = self.game.armies(attacker);
        for (at, text) in notations.iter().enumerate() {
            loop {
                phase = self.goes_by(&mut position, phase).ok_or("nobody is left")?;
                if phase.seat == attacker {
                    break;
                }
            }
            if text.is_empty() {
                continue;
            }
            let last = at + 1 == notations.len();
            let named = self.named(&position, &armies, text);
            if named.is_empty() {
                return Err(format!("{text} is not legal in turn {}", phase.turn));
            }
            let taken = |played: &Move| {
                let mut after = position.clone();
                after.apply_all(&played.effects);
                // Taken is who stands nowhere, or fights for somebody else.
                kings.iter().any(|&king| after.man(king).place.cell().is_none() || after.man(king).army != position.man(king).army)
            };
            if last {
                return if named.iter().any(taken) { Ok(()) } else { Err(format!("{text} does not take the king")) };
            }
            let played = named.first().cloned().ok_or("no move")?;
            let remembered = self.law.remember(&position, &played);
            position.apply_all(&played.effects);
            position.apply_all(&remembered);
        }
        Err("the line ends before the king is taken".to_owned())
    }

    /// The legal moves of that name; those of the king's universe first.
    fn named(&self, position: &Position, armies: &[ArmyId], text: &str) -> Vec<Move> {
        let mut boards = self.game.boards_of(self.universe);
        let others = self.game.universes.iter().filter(|universe| universe.number != self.universe);
        boards.extend(others.flat_map(|universe| self.game.boards_of(universe.number)));
        for board in boards {
            let legal = self.law.legal_of_all(position, armies, Some(board));
            let named: Vec<Move> = legal.into_iter().filter(|played| notation::long(played, position) == text).collect();
            if !named.is_empty() {
                return named;
            }
        }
        Vec::new()
    }

    /// A phase ends and the next one opens, and what acts of itself does so.
    fn goes_by(&self, position: &mut Position, phase: Phase) -> Option<Phase> {
        let next = phase.next(&self.game.alive())?;
        let side = |seat: Seat| self.game.player(seat).side;
        let fire = |position: &mut Position, instant: Instant<'_>, seat: Seat| {
            for fired in self.law.fire(position, instant, side(seat), None) {
                position.apply_all(&fired.effects);
            }
        };
        fire(position, Instant::Closes, phase.seat);
        if next.turn > phase.turn {
            fire(position, Instant::TurnEnds, phase.seat);
        }
        let closing: Vec<Effect> = self.law.closing(position, side(phase.seat));
        position.apply_all(&closing);
        let now = Clock::new(next.turn, Some(side(next.seat)));
        let beginning = self.law.beginning(position, now, |army| self.game.owner(army) == Some(next.seat));
        position.apply_all(&beginning);
        if next.turn > phase.turn {
            fire(position, Instant::Turn, next.seat);
        }
        fire(position, Instant::Opens, next.seat);
        Some(next)
    }
}
