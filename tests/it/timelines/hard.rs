//! The meta-rules that the program decides alone, kept in books of their own beside a game: what may not come about whatever is ordered.
//!
//! Looked at are R1 (12 to 18), F5, R2 and D11 (20, 21), R4 (23), R6 (26, 27), R7 (28, 29), R9 (36), R10 (37, beside), R11 (38, 39), R12 (40),
//! R13 (41), R14 (42 to 44), the windows of R16 and R17 (52, 54), M3 and M4 (58, 59), C4 and C5 (64, 65). R3, R6 and R15 (22, 26, 46 to 49) have
//! `ledger` and `naive`, R5 (24, 25) `witness`, R8 (31, 32, 34) `fair`.

use std::collections::BTreeMap;
use std::sync::Arc;

use custodian::board::{Effect, Place};
use custodian::game::Event;
use custodian::game::mar::metarule::MetaRule;
use custodian::game::mar::parameters::{Switch, Votes};
use custodian::game::mar::{Action, Multiverse, Played, Stage};
use custodian::game::procedure::Procedure;
use custodian::rule::Scope;
use custodian::turn::{Phase, Seat};

/// What has been done in the phase so far, and in the letter.
#[derive(Default)]
pub struct Books {
    /// R1: where a move was owed as the first thing of the phase was done.
    owed: Option<Vec<u16>>,
    /// Where one was made, or could not be any more.
    moved: Vec<u16>,
    /// Rules, repeals and passes, by the universes that they take the moves of.
    actions: Vec<Scope>,
    struck: bool,
    /// R12: the number of what was just made, its maker, and who was in check before.
    made: Option<(String, Seat, Vec<Seat>)>,
    rolled: bool,
    /// The letter has taken the game back.
    rewound: bool,
    /// C5: what the rules said before a definition.
    said: Option<Vec<String>>,
    /// R2, D11: the boards before a rule ended.
    stood: Option<String>,
    /// R4: the phases that were over.
    past: Vec<Arc<Played>>,
}

impl Books {
    /// A letter begins.
    pub fn letter(&mut self) {
        self.rewound = false;
    }

    pub fn before(&mut self, game: &Multiverse, event: &Event) {
        let told = || format!("turn {}, {}: {event:?}", game.phase.turn, game.player(game.phase.seat).name);
        let of_making = matches!(
            event,
            Event::Tested { .. }
                | Event::Fired { .. }
                | Event::Rolled(_)
                | Event::Revealed { .. }
                | Event::Withheld { .. }
                | Event::Unforeseen { .. }
        );
        if !of_making {
            self.nobody_newly_in_check(game);
        }
        (self.said, self.stood) = (None, None);
        match event {
            Event::Defined { .. } => self.said = Some(rules(game)),
            Event::Repealed { .. } | Event::Expired { .. } | Event::RepealDeclared { .. } => self.stood = Some(boards(game)),
            _ => {}
        }
        match event {
            Event::Designated { .. }
            | Event::Moved(_)
            | Event::Spoilt { .. }
            | Event::Passed { .. }
            | Event::Enacted(_)
            | Event::RepealDeclared { .. } => {
                self.owed.get_or_insert_with(|| game.owed(game.phase.seat));
            }
            _ => {}
        }
        let on = |number: u8| game.parameters.switch(MetaRule(number)) == Switch::On;
        match event {
            Event::Designated { seat, .. } => {
                assert!(game.player(*seat).real.is_none(), "M3: a second real king. {}", told());
            }
            Event::Moved(moved) => {
                assert!(!self.moved.contains(&moved.universe), "R1: two moves in one universe. {}", told());
                self.moved.push(moved.universe);
            }
            Event::Spoilt { universe, .. } => self.moved.push(*universe),
            Event::Passed { seat } => {
                let free = game.owed(*seat).is_empty() || game.is_closed(&Action::Move).is_some();
                assert!(free, "F5: passing is not free. {}", told());
                self.actions.push(Scope::Multiverse);
            }
            Event::Enacted(made) => {
                assert!(!on(7) || game.check_on(made.seat).is_none_or(|threat| threat.open), "R7: made in check. {}", told());
                let again = game.rules.iter().any(|rule| rule.enactment.number == made.number);
                assert!(!again, "C4: a number given twice. {}", told());
                self.actions.push(made.scope());
                self.made = on(12).then(|| (made.number.clone(), made.seat, checked(game)));
            }
            Event::RepealDeclared { seat, number, universe, .. } => {
                assert!(!on(7) || game.check_on(*seat).is_none_or(|threat| threat.open), "R7, R2: repealed in check. {}", told());
                self.actions.push(universe.map_or(Scope::Multiverse, Scope::Universe));
                self.made = on(12).then(|| (number.clone(), *seat, checked(game)));
            }
            Event::Repealed { target, .. } | Event::Expired { target } => {
                let rule = game.rule(target).unwrap_or_else(|| panic!("no rule {target} to end. {}", told()));
                assert!(game.phase >= rule.protected.last, "R6: {target} stands until {:?}. {}", rule.protected.last, told());
            }
            Event::Rolled(_) => self.rolled = true,
            Event::Fired { rule, effects, .. } => {
                let made = game.rule(rule).map(|rule| rule.made);
                let awake = made.is_none_or(|made| game.phase >= made.later(game.parameters.removal_delay));
                // Men that a row carries along are in nobody's hand for a moment only.
                let mut last = BTreeMap::new();
                for effect in effects {
                    if let Effect::Put { man, to, .. } = effect {
                        last.insert(*man, *to);
                    }
                }
                let stood = |man| man < game.position.next_man() && matches!(game.position.man(man).place, Place::Cell(_));
                let removed = last.into_iter().find(|&(man, to)| stood(man) && !matches!(to, Place::Cell(_)));
                assert!(awake || !on(11) || removed.is_none(), "R11: a man is removed too early. {}", told());
            }
            Event::Adopted { number } => {
                let motion = game.motion(number).expect("it was proposed");
                let living = |side| game.seat_of_side(side).is_some_and(|seat| game.player(seat).moves());
                let said = |side| motion.votes.iter().find(|vote| vote.side == side).map(|vote| vote.yes);
                let unanimous = motion.voters.iter().all(|&side| said(side) == Some(true) || said(side).is_none() && !living(side));
                assert!(motion.takes != Votes::All || unanimous, "R14: not unanimous. {}", told());
            }
            Event::Procedure(Procedure::Challenged(challenge)) => {
                let go = challenge.target.go;
                let seat = game.seat_of_side(go.side).expect("who is challenged sits somewhere");
                let last = Phase { turn: go.turn + game.parameters.challenge_window, seat };
                assert!(game.phase <= last, "R16: challenged after {last:?}. {}", told());
            }
            Event::PhaseEnded { .. } => self.phase_ends(game),
            Event::Procedure(Procedure::Struck { .. }) => self.struck = true,
            Event::Procedure(Procedure::Rewound { .. }) => *self = Books { rewound: true, ..Books::default() },
            _ => {}
        }
    }

    pub fn after(&mut self, game: &Multiverse, event: &Event) {
        if let Some(said) = self.said.take() {
            assert_eq!(said, rules(game), "C5: a definition has changed a rule. {event:?}");
        }
        if let Some(stood) = self.stood.take() {
            assert_eq!(stood, boards(game), "R2: a repeal has changed a board. {event:?}");
        }
        if matches!(event, Event::Procedure(Procedure::Rewound { .. })) {
            self.past.clear();
        }
        let over = &game.journal[..game.journal.len().saturating_sub(1)];
        let same = self.past.iter().zip(over).all(|(then, now)| then == now);
        assert!(same && self.past.len() <= over.len(), "R4: the past has changed. {event:?}");
        self.past.extend(over[self.past.len()..].iter().cloned());
        if let Event::PhaseEnded { .. } = event {
            let mover = game.journal.iter().rev().nth(1).map(|played| played.phase.seat);
            let owes = mover.filter(|&seat| seat.index() < game.seats.len()).map(|seat| game.owes_votes(seat).len()).unwrap_or_default();
            // Somebody who has left votes no more, and what is played again needs no vote that was not asked for then.
            let votes = mover.is_some_and(|seat| game.player(seat).moves()) && !self.rewound;
            assert!(!votes || owes == 0, "R14: {mover:?} has not voted in turn {}", game.phase.turn);
            *self = Books { rewound: self.rewound, past: std::mem::take(&mut self.past), ..Books::default() };
        }
    }

    /// R1: one action, and a move in every universe of which it does not take the moves.
    fn phase_ends(&self, game: &Multiverse) {
        let seat = game.phase.seat;
        let told = || {
            format!(
                "turn {}, {}: {:?}, moved in {:?}, owed {:?}",
                game.phase.turn,
                game.player(seat).name,
                self.actions,
                self.moved,
                self.owed
            )
        };
        assert!(self.actions.len() <= 1, "R1: more than one action. {}", told());
        let covers = |universe: u16| match self.actions.first() {
            Some(Scope::Multiverse) => true,
            Some(Scope::Universe(number)) => *number == universe,
            None => false,
        };
        assert!(!self.moved.iter().any(|&universe| covers(universe)), "R1: an action and a move in the same universe. {}", told());
        let closed = game.is_closed(&Action::Move).is_some();
        let excused = self.struck || closed || !game.player(seat).alive || self.owed.is_none();
        let owed = self.owed.iter().flatten().find(|universe| !covers(**universe) && !self.moved.contains(universe));
        assert!(excused || owed.is_none(), "R1: no move in universe {owed:?}. {}", told());
    }

    /// R12: what was just made has put nobody in check, unless dice had a part in it.
    fn nobody_newly_in_check(&mut self, game: &Multiverse) {
        let Some((number, maker, before)) = self.made.take() else { return };
        let newly = checked(game).into_iter().find(|seat| *seat != maker && !before.contains(seat));
        let told = || {
            format!("{number} in turn {} puts {:?} in check by {:?}", game.phase.turn, newly, newly.and_then(|seat| game.check_on(seat)))
        };
        assert!(self.rolled || newly.is_none(), "R12: {}", told());
    }

    /// What must be so whenever a letter has been dealt with.
    pub fn standing(&mut self, game: &Multiverse) {
        if game.stage != Stage::Playing {
            self.ended(game);
            return;
        }
        for seat in (0..game.seats.len() as u8).map(Seat) {
            let player = game.player(seat);
            let own = || game.position.men().filter(move |(_, man)| game.owner(man.army) == Some(seat));
            if !player.alive {
                let left = own().find(|(_, man)| matches!(man.place, Place::Cell(_)));
                assert!(left.is_none(), "M4: {} is out, and {left:?} stands", player.name);
            } else if player.guest.is_none() && player.real.is_some() {
                let real = own().filter(|(_, man)| man.royal && man.place != Place::Gone).count();
                assert_eq!(real, 1, "M3, M4: {} has {real} real kings", player.name);
            }
        }
        assert!(game.living().len() > 1, "M4: one player is left, and the game goes on");
        for open in &game.timeline.presumptions {
            let Some(seat) = game.seat_of_side(open.by) else { continue };
            assert!(game.phase <= Phase { turn: open.go.turn + 1, seat }, "R17: {} is open for too long", open.id);
        }
        let bereft = game.bereft(game.phase.seat);
        let bound = bereft.iter().find(|universe| !game.freed.contains_key(universe));
        let waits = game.asked.is_some() || game.awaited.is_some();
        assert!(waits || bound.is_none(), "R9: {} has no right to move in universe {bound:?}", game.player(game.phase.seat).name);
    }

    /// R13: how a game may end.
    fn ended(&self, game: &Multiverse) {
        use custodian::game::event::Outcome;
        let Stage::Over(outcome) = game.stage else { return };
        let amended = game.motions.iter().any(|motion| !matches!(motion.standing, custodian::game::mar::Standing::Open));
        match outcome {
            Outcome::Won { seat } => assert_eq!(game.living(), [seat], "M4: won by the last one"),
            Outcome::Achieved { .. } | Outcome::DrawnByObjective | Outcome::Stalemate => assert!(amended, "R13: {outcome:?}"),
            _ => {}
        }
    }
}

/// Who could be captured at once, by a move that needs no luck.
fn checked(game: &Multiverse) -> Vec<Seat> {
    game.living().into_iter().filter(|&seat| game.check_on(seat).is_some_and(|threat| !threat.open)).collect()
}

/// What the rules say, in their own words.
fn rules(game: &Multiverse) -> Vec<String> {
    game.rules.iter().map(|rule| format!("{:?}", rule.clauses())).collect()
}

/// Who stands where.
fn boards(game: &Multiverse) -> String {
    game.position.men().map(|(id, man)| format!("{id:?} {:?} {:?} {:?};", man.kind, man.army, man.place)).collect()
}
