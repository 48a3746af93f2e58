//! Whether a recorded event fits the state it is folded into: a log that was tampered with is named, never followed into a panic.

use crate::board::{
    ArmyId, Bearer, CellId, Effect, Fact, KindId, MAX_ARMIES, MAX_KINDS, MAX_MEN, MAX_NAMES, ManId, Place, Position, SideId,
};
use crate::dice::Awaits;
use crate::game::Event;
use crate::game::event::{Loss, Outcome};
use crate::game::procedure::{Kept, Procedure};
use crate::rule::Scope;
use crate::turn::Seat;

use super::awaited::LATE_HOURS;
use super::colours;
use super::multiverse::{Action, Draft, Multiverse, Stage};

impl Multiverse {
    /// `Err` says, for the reader of a log, what about the event does not fit.
    pub fn could_apply(&self, event: &Event) -> Result<(), String> {
        match event {
            Event::Joined { player } | Event::Declined { player } => within(*player, self.answers.len(), "invited player"),
            Event::Watching { observer, .. } => within(*observer, self.watching.len(), "invited observer"),
            Event::Over { outcome: Outcome::Won { seat } } => self.has(*seat),
            Event::Wished { wishes } => {
                let names: Vec<&str> = self.founding.players.iter().map(|player| player.name.as_str()).collect();
                colours::check_wishes(wishes, &names).map_err(|problem| problem.to_string())
            }
            Event::Drafted { draft } => {
                let lines = |draft: Option<&Draft>| draft.map(|draft| self.order_lines(draft)).unwrap_or_default();
                if self.awaited.is_some() && lines(draft.as_ref()) != lines(self.draft.as_ref()) {
                    return Err("orders are changed that wait for their dice".to_owned());
                }
                draft.as_ref().map_or(Ok(()), |draft| self.could_draft(draft))
            }
            Event::Procedure(procedure) => self.could_proceed(procedure),
            Event::Over { .. } => Ok(()),
            Event::Started(start) => self.could_start(start),
            Event::DrawWanted { seat, .. }
            | Event::Defined { seat, .. }
            | Event::Seated { seat, .. }
            | Event::Passed { seat }
            | Event::Spoilt { seat, .. } => self.has(*seat),
            Event::Lost { how: Loss::KingCaptured { by, .. } | Loss::Mated { by, .. }, .. } if self.has(*by).is_err() => self.has(*by),
            Event::Designated { seat, effects, .. } | Event::Lost { seat, effects, .. } => {
                self.has(*seat)?;
                fits(&self.position, effects)
            }
            Event::Moved(moved) => {
                self.has(moved.seat)?;
                self.reaches(moved.universe)?;
                fits(&self.position, &moved.effects)
            }
            Event::Fired { effects, universe, .. } => {
                self.reaches(*universe)?;
                fits(&self.position, effects)
            }
            Event::Enacted(enactment) => {
                self.has(enactment.seat)?;
                self.could_seat(&enactment.rule)?;
                self.fold(Some(&enactment.rule)).map(drop).map_err(|problem| problem.to_string())
            }
            Event::RepealDeclared { seat, acts_after, .. } => {
                self.has(*seat)?;
                acts_after.map_or(Ok(()), |window| self.has(window.last.seat))
            }
            Event::HeldOff { rule, universe, .. } => {
                self.reaches(*universe)?;
                self.knows(rule)
            }
            Event::HeldBack { number, protected } => {
                self.has(protected.last.seat)?;
                self.knows(number)
            }
            Event::RepealWaits { target, universe, acts_after, .. } => {
                universe.map_or(Ok(()), |universe| self.reaches(universe))?;
                self.has(acts_after.last.seat)?;
                self.knows(target)
            }
            Event::Repealed { target, universe } | Event::Fell { target, universe, .. } => {
                universe.map_or(Ok(()), |universe| self.reaches(universe))?;
                self.knows(target)
            }
            Event::Expired { target } => self.knows(target),
            Event::Freed { seat, universe, .. } => {
                self.has(*seat)?;
                self.reaches(*universe)
            }
            Event::Withheld { universe, .. } => self.reaches(*universe),
            Event::Unforeseen { rule, sentence, universe } => {
                self.reaches(*universe)?;
                self.could_leave(rule, *sentence)
            }
            Event::Proposed(proposal) => {
                self.has(proposal.seat)?;
                match self.motion(&proposal.number) {
                    Some(_) => Err(format!("{} was proposed before", proposal.number)),
                    None => Ok(()),
                }
            }
            Event::Voted { seat, number, .. } => {
                self.has(*seat)?;
                match self.owes_votes(*seat).iter().any(|motion| motion.number == *number) {
                    true => Ok(()),
                    false => Err(format!("{} has no vote on {number}", self.player(*seat).name)),
                }
            }
            Event::Adopted { number } => {
                let motion = self.opened(number)?;
                self.could_adopt(&motion.amendment)
            }
            Event::Rejected { number } | Event::Lapsed { number, .. } => self.opened(number).map(drop),
            Event::FixProposed { seat, .. } => self.has(*seat),
            Event::ObjectiveMet { seat, .. } => seat.map_or(Ok(()), |seat| self.has(seat)),
            Event::Tested { number, .. } => match self.trial(number) {
                Some(_) => Err(format!("{number} was tested before")),
                None => Ok(()),
            },
            Event::TestedAgain { number, since, .. } => {
                let reads_so = |rule: &super::Enacted| rule.fillings.iter().any(|filled| filled.id() == since);
                match self.trial(number).and_then(|_| self.rule(number)).is_some_and(reads_so) {
                    true => Ok(()),
                    false => Err(format!("{number} was never tested, or does not read as {since} has it")),
                }
            }
            Event::SearchEnded { number, .. } => match self.trial(number) {
                Some(_) => Ok(()),
                None => Err(format!("{number} was never tested")),
            },
            Event::PhaseEnded { next } => next.map_or(Ok(()), |next| self.has(next.seat)),
            Event::Opened { effects } => fits(&self.position, effects),
            Event::Revealed { number, link } => self.could_reveal(*number, *link),
            Event::SeedRevealed { seed } => self.could_reveal_seed(*seed),
            Event::Resumed(resumption) => self.could_resume(resumption),
            Event::Agreed { method, .. } => match method == self.method() {
                true => Ok(()),
                false => Err("somebody agrees to other dice than those of this game".to_owned()),
            },
            Event::Pinned(pin) => self.could_pin(pin),
            Event::Published(beacon) => match self.awaited.as_ref().map(|awaited| &awaited.pin.awaits) {
                Some(Awaits::Beacon(round)) if *round == beacon.round() => Ok(()),
                _ => Err(format!("nothing waits for round {}", beacon.round())),
            },
            Event::Thrown { seat, digits } => {
                self.has(*seat)?;
                let throws = matches!(self.awaited.as_ref().map(|awaited| &awaited.pin.awaits), Some(Awaits::Throw));
                let his = self.same_person(*seat, self.thrower());
                match throws && his && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
                    true => Ok(()),
                    false => Err(format!("nobody waits for the throw {digits:?}")),
                }
            }
            Event::Reported(claim) => {
                self.has(claim.seat)?;
                self.could_report(&claim.figures)
            }
            Event::Settled { figures, how } => self.could_settle(figures, how),
            Event::Drawn { digits } => match self.awaited.as_ref().is_some_and(|awaited| awaited.digits() == *digits) {
                true => Ok(()),
                false => Err(format!("{digits} are not the digits that were read off")),
            },
            Event::Wanting(wanted) => match (&self.awaited, wanted.table.is_sound()) {
                (Some(_), true) => Ok(()),
                _ => Err(format!("no dice are waited for that could lead to roll {}", wanted.roll)),
            },
            Event::VoidWanted { side, .. } => match self.awaited.as_ref().is_some_and(|awaited| !awaited.voids.contains(side)) {
                true => self.seat_of_side(*side).map(drop).ok_or_else(|| format!("nobody plays side {}", side.0)),
                false => Err("no dice are pinned, or he has agreed already that they are void".to_owned()),
            },
            Event::Unpinned { .. } => self.awaited.as_ref().map(drop).ok_or_else(|| "no dice are pinned".to_owned()),
            Event::Timed { .. } | Event::Reminded { .. } | Event::TimeUp => match self.stage {
                Stage::Playing => Ok(()),
                Stage::Gathering | Stage::Over(_) => Err("orders are wanted where nobody plays".to_owned()),
            },
            Event::Late { notice } => {
                match self.awaited.as_ref().is_some_and(|awaited| *notice > awaited.late && usize::from(*notice) <= LATE_HOURS.len()) {
                    true => Ok(()),
                    false => Err(format!("no dice are late for notice {notice}")),
                }
            }
            Event::Rolled(roll) => self.could_roll_next(roll),
            Event::Asked(asked) => {
                self.has(asked.seat)?;
                // Without orders: at the end of the phase of somebody who has resigned.
                if self.draft.is_none() && self.player(self.phase.seat).alive {
                    return Err("a question is put, and no orders wait for its answer".to_owned());
                }
                self.could_lay_open(&asked.rolls)?;
                match self.universe(asked.universe).is_some() && asked.options.len() > 1 {
                    true => Ok(()),
                    false => Err("the question names no universe, or no choice".to_owned()),
                }
            }
            Event::Answered { seat, answer } => match &self.asked {
                Some(asked) if asked.open && asked.seat == *seat && asked.options.contains(answer) => Ok(()),
                _ => Err(format!("nobody was asked what {answer} answers")),
            },
            Event::Sealed { side, rule, .. } => self.could_seal(*side, rule),
            Event::Unsealed { side, rule, opened } => self.could_open(*side, rule, opened),
            Event::Said { seat, effects, .. } => {
                self.has(*seat)?;
                fits(&self.position, effects)
            }
        }
    }

    fn could_proceed(&self, procedure: &Procedure) -> Result<(), String> {
        let side = |side: SideId| self.seat_of_side(side).map(drop).ok_or_else(|| format!("nobody plays side {}", side.0));
        let presumption = |id: &str| self.timeline.presumption(id).map(drop).ok_or_else(|| format!("there is no open presumption {id}"));
        let challenge = |id: &str| self.timeline.challenge(id).map(drop).ok_or_else(|| format!("there is no challenge {id}"));
        match procedure {
            Procedure::Challenged(made) => {
                side(made.by)?;
                side(made.made.side)
            }
            Procedure::Voted { on, side: by, .. } => challenge(on).and_then(|()| side(*by)),
            Procedure::Urged { on } | Procedure::Settled { on, .. } => challenge(on),
            Procedure::Presumed(open) => side(open.by).and_then(|()| self.could_fill(&open.filling)),
            Procedure::Adopted { id, .. } | Procedure::Denied { id, .. } => presumption(id),
            Procedure::Clarified { filling, .. } => self.could_fill(filling),
            Procedure::Rewound { to, .. } => {
                let known = self.timeline.mark(*to).map(drop);
                known.ok_or_else(|| format!("the game cannot go back to turn {} of side {}", to.turn, to.side.0))
            }
            Procedure::Struck(struck) => side(struck.go.side),
            Procedure::SentAhead { side: by, .. } => side(*by),
            Procedure::Voided { .. } => Ok(()),
            Procedure::Kept(_) if !self.dice_are_out() => Err("something is kept until dice are rolled, and none are out".to_owned()),
            Procedure::Kept(Kept::Resignation(of)) => side(*of),
            Procedure::Kept(Kept::Back { to, .. }) => {
                let known = self.timeline.mark(*to).map(drop);
                known.ok_or_else(|| format!("the game cannot go back to turn {} of side {}", to.turn, to.side.0))
            }
            Procedure::TakenUp => self.timeline.kept.first().map(drop).ok_or_else(|| "nothing is kept".to_owned()),
        }
    }

    fn has(&self, seat: Seat) -> Result<(), String> {
        within(seat.index(), self.seats.len(), "seat")
    }

    fn reaches(&self, universe: u16) -> Result<(), String> {
        self.universe(universe).map(drop).ok_or_else(|| format!("there is no universe {universe}"))
    }

    /// An open proposal.
    fn opened(&self, number: &str) -> Result<&super::amendment::Motion, String> {
        self.motion(number).filter(|motion| motion.is_open()).ok_or_else(|| format!("{number} is not being voted on"))
    }

    fn knows(&self, rule: &str) -> Result<(), String> {
        self.rule(rule).map(drop).ok_or_else(|| format!("there is no rule {rule}"))
    }

    fn could_draft(&self, draft: &Draft) -> Result<(), String> {
        let within = match &draft.action {
            Action::Repeal { universe, .. } | Action::RepealAll { universe } => *universe,
            Action::Rule { scope: Scope::Universe(number), .. } => Some(*number),
            Action::Rule { scope: Scope::Multiverse, .. } | Action::Move | Action::Pass => None,
        };
        let mut named =
            draft.moves.keys().copied().chain(draft.alternates.keys().map(|(universe, _)| *universe)).chain(draft.real).chain(within);
        named.try_for_each(|universe| self.reaches(universe))
    }

    fn could_start(&self, start: &crate::game::event::Start) -> Result<(), String> {
        let players = self.founding.players.len();
        let mut seated = start.sequence.clone();
        seated.sort_unstable();
        let every_player = seated == (0..players).collect::<Vec<_>>();
        let coloured = start.colours.len() == players && start.colours.iter().all(|colours| colours.len() + 1 == players);
        let named = start.colours.iter().flatten().all(|colour| start.position.entities.army_named(colour).is_some());
        let boards = start.position.geometry.boards.len() == colours::pairs(players).len();
        let owned = start.position.entities.armies.iter().all(|army| usize::from(army.side.0) < players);
        match every_player && coloured && named && boards && owned && start.labels.len() == players {
            true => Ok(()),
            false => Err("the start does not seat the invited players on a board for each two".to_owned()),
        }
    }
}

fn within(number: usize, count: usize, what: &str) -> Result<(), String> {
    if number < count { Ok(()) } else { Err(format!("there is no {what} {number}")) }
}

/// Whether a batch of effects can be done, one after the other.
fn fits(position: &Position, effects: &[Effect]) -> Result<(), String> {
    let mut after = position.clone();
    for effect in effects {
        if !admits(&after, effect) {
            return Err(format!("the effect {effect:?} does not fit the position"));
        }
        after.apply(effect);
    }
    Ok(())
}

fn admits(position: &Position, effect: &Effect) -> bool {
    let exists = |man: ManId| man < position.next_man();
    let cell = |cell: CellId| cell.index() < position.geometry.cells.len();
    let free = |at: CellId| cell(at) && position.is_free(at);
    let [kinds, armies, names] = position.entities.counts();
    let new_man = |man: ManId, kind: KindId, army: ArmyId| {
        man == position.next_man() && man.index() < MAX_MEN && kind.index() < kinds && army.index() < armies
    };
    match *effect {
        Effect::Put { man, from, to } => {
            exists(man) && position.man(man).place == from && from != to && {
                match to {
                    Place::Cell(at) => free(at),
                    Place::Pocket(army) => army.index() < armies,
                    Place::Hand | Place::Gone => true,
                }
            }
        }
        Effect::Kind { man, old, new } => exists(man) && position.man(man).kind == old && new.index() < kinds,
        Effect::Army { man, old, new } => exists(man) && position.man(man).army == old && new.index() < armies,
        Effect::Legs { man, old, .. } => exists(man) && position.man(man).legs == old,
        Effect::Royal { man, old, .. } => exists(man) && position.man(man).real == old,
        Effect::Home { man, old, new } => exists(man) && position.man(man).home == old && cell(new),
        Effect::Make { man, kind, army, cell: at } => new_man(man, kind, army) && free(at),
        Effect::Recruit { man, kind, army, home } => new_man(man, kind, army) && cell(home),
        Effect::Mark { cell: at, man } => cell(at) && exists(man),
        Effect::Unmark { cell: at, man } => position.marks().iter().any(|mark| mark.cell == at && mark.man == man),
        Effect::Note { note, old, .. } => {
            let borne = match note.of {
                Bearer::Game | Bearer::Side(_) | Bearer::Pending(_) => true,
                Bearer::Army(army) => army.index() < armies,
                Bearer::Man(man) => exists(man),
                Bearer::Cell(at) => cell(at),
            };
            borne && note.key.index() < names && position.note(note) == old
        }
        Effect::Clock { old, .. } => position.clock() == old,
        Effect::Hole { cell: at, open } => cell(at) && if open { position.is_hole(at) } else { position.is_free(at) },
        Effect::Grow(growth) => position.geometry.could_grow(growth).is_ok(),
        Effect::Lay(laid) => position.geometry.could_lay(laid).is_ok(),
        Effect::Seam { board, files, old, .. } => position.geometry.boards.get(board.index()).is_some_and(|board| {
            let seams = board.seams;
            (if files { seams.files } else { seams.ranks }) == old
        }),
        Effect::Declare { kind } => kind.index() == kinds && kinds < MAX_KINDS && !position.news().kinds.is_empty(),
        Effect::Enlist { army } => army.index() == armies && armies < MAX_ARMIES && !position.news().armies.is_empty(),
        Effect::Name { key } => key.index() == names && names < MAX_NAMES && !position.news().names.is_empty(),
        Effect::Remember(memory) => match memory.fact {
            Fact::Went { man, kind, army, from, to } => {
                exists(man) && kind.index() < kinds && army.index() < armies && cell(from) && cell(to)
            }
            Fact::Took { man, kind, army } => exists(man) && kind.index() < kinds && army.index() < armies,
            Fact::Became { kind } => kind.index() < kinds,
            Fact::Castled | Fact::Dropped | Fact::Checked => true,
        },
        Effect::Forget(memory) => position.past().memories().first() == Some(&memory),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::game::event::{Asked, Moved};
    use crate::game::founding::Founding;
    use crate::turn::{Phase, Window};

    fn begun(players: &[&str]) -> Multiverse {
        let founding = Founding::between("Zaphod", players);
        let mut game = Multiverse::found(founding, Arc::new(crate::law::texts::standard("mar").unwrap())).unwrap();
        game.begin().unwrap();
        game
    }

    #[test]
    fn seats_that_are_not_there_are_named_wherever_an_event_names_one() {
        let game = begun(&["ann", "bob", "cy"]);
        let (here, nowhere) = (Seat(2), Seat(3));
        let window = |seat| Window { last: Phase { turn: 1, seat } };
        let events = |seat: Seat| {
            [
                Event::Over { outcome: Outcome::Won { seat } },
                Event::Lost { seat: Seat(0), how: Loss::KingCaptured { by: seat, universe: 1 }, effects: Vec::new() },
                Event::RepealDeclared {
                    number: "w1".into(),
                    seat: Seat(0),
                    target: "g1".into(),
                    universe: None,
                    acts_after: Some(window(seat)),
                },
            ]
        };
        for event in events(here) {
            assert_eq!(game.could_apply(&event), Ok(()), "{event:?}");
        }
        for event in events(nowhere) {
            assert_eq!(game.could_apply(&event), Err("there is no seat 3".to_owned()), "{event:?}");
        }
    }

    #[test]
    fn universes_that_are_not_there_are_named_wherever_an_event_names_one() {
        let game = begun(&["ann", "bob", "cy"]);
        let (here, nowhere) = (3, 4);
        let moved = |universe| Moved {
            seat: Seat(0),
            universe,
            notation: String::new(),
            san: String::new(),
            effects: Vec::new(),
            told: Vec::new(),
        };
        let drafted = |draft: Draft| Event::Drafted { draft: Some(draft) };
        let acting = |action: Action| drafted(Draft { action, ..Draft::default() });
        let events = |universe: u16| {
            [
                Event::Moved(moved(universe)),
                drafted(Draft { real: Some(universe), ..Draft::default() }),
                drafted(Draft { moves: [(universe, "e2-e4".to_owned())].into(), ..Draft::default() }),
                acting(Action::RepealAll { universe: Some(universe) }),
                acting(Action::Repeal { target: "w1".into(), universe: Some(universe) }),
                acting(Action::Rule { text: String::new(), says: String::new(), scope: Scope::Universe(universe) }),
            ]
        };
        for event in events(here) {
            assert_eq!(game.could_apply(&event), Ok(()), "{event:?}");
        }
        for event in events(nowhere) {
            assert_eq!(game.could_apply(&event), Err("there is no universe 4".to_owned()), "{event:?}");
        }
    }

    #[test]
    fn a_question_needs_orders_that_wait_for_its_answer() {
        let mut game = begun(&["ann", "bob"]);
        let asked = Event::Asked(Asked {
            seat: Seat(1),
            universe: 1,
            source: "rule w1".into(),
            options: vec!["a2".into(), "b2".into()],
            words: None,
            occasion: String::new(),
            rolls: Vec::new(),
            answers: Vec::new(),
            open: true,
        });
        assert!(game.could_apply(&asked).is_err());
        game.apply(&Event::Drafted { draft: Some(Draft::default()) });
        assert_eq!(game.could_apply(&asked), Ok(()));
    }
}
