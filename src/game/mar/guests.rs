//! Sides that rules bring into a game: whose they are, when they move, and the seats behind them that get other numbers.
//!
//! A guest has no king that counts: it cannot win, and nothing but its own word takes it out (M4). It makes rules as everybody does (R16).

use crate::address::Address;
use crate::board::{ArmyId, Bearer, Effect, MAX_ARMIES, Note, SideId};
use crate::game::event::Enactment;
use crate::rule::{Form, Human, InTurn, Rule, Scope, Side};
use crate::turn::{Phase, Seat, Window};

use super::colours;
use super::multiverse::{Multiverse, Player, Universe};
use super::timeline::Newcomer;

/// The most seats at a table.
const MAX_SEATS: usize = 24;

/// What makes a player a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The rule that brought the side.
    pub rule: String,
    /// Where its army stands.
    pub universe: u16,
    pub army: ArmyId,
    /// His answer to the invitation; `None`: not yet. Until it is yes, he does not move.
    pub joined: Option<bool>,
}

impl Multiverse {
    /// Everybody who has an army in a universe, the pair it belongs to first.
    pub fn sides_in(&self, universe: &Universe) -> Vec<(Seat, ArmyId)> {
        let guests = (0..).map(Seat).zip(&self.seats).filter_map(|(seat, player)| {
            let guest = player.guest.as_ref().filter(|guest| guest.universe == universe.number)?;
            Some((seat, guest.army))
        });
        universe.pair.into_iter().flat_map(|pair| [pair.hot, pair.cold]).chain(guests).collect()
    }

    /// The same and everybody else who has men there.
    pub fn present_in(&self, universe: &Universe) -> Vec<(Seat, ArmyId)> {
        let mut there = self.sides_in(universe);
        for board in self.boards_of(universe.number) {
            for (_, man, _) in self.position.standing(board) {
                if let Some(seat) = self.owner(man.army).filter(|_| !there.iter().any(|(_, army)| *army == man.army)) {
                    there.push((seat, man.army));
                }
            }
        }
        there
    }

    /// Whether the sides that a rule brings can join, and if not, why.
    pub fn could_seat(&self, rule: &Rule) -> Result<(), String> {
        let mut coming: Vec<&str> = Vec::new();
        for side in sides(rule) {
            let name = &side.name;
            if self.position.entities.army_named(name).is_some() || coming.contains(&name.as_str()) {
                return Err(format!("there is a side called {name} already; call the new one by another name"));
            }
            if let Human::Address(address) = &side.human
                && let Err(problem) = Address::parse(address)
            {
                return Err(format!("nobody can be invited at {address}: {problem}"));
            }
            if let Human::Of(colour) = &side.human {
                self.could_play(colour, name)?;
            }
            let known = |colour: &String| self.seat_of_colour(colour).is_some();
            let (InTurn::After(colour) | InTurn::Before(colour)) = &side.moves else {
                self.home_of(side, rule)?;
                coming.push(name);
                continue;
            };
            if !known(colour) {
                return Err(format!("{colour} is nobody's colour yet, so {name} cannot move after or before it"));
            }
            self.home_of(side, rule)?;
            coming.push(name);
        }
        if self.seats.len() + coming.len() > MAX_SEATS || self.position.entities.armies.len() + coming.len() > MAX_ARMIES {
            return Err(format!("no more sides can join: a game has at most {MAX_SEATS} seats and {MAX_ARMIES} armies"));
        }
        Ok(())
    }

    /// Whether somebody plays that colour, who may play a new side as well.
    fn could_play(&self, colour: &str, name: &str) -> Result<(), String> {
        match self.seat_of_colour(colour).map(|seat| self.player(seat)) {
            Some(player) if player.is_awaited() => {
                Err(format!("{colour} waits for {}, who has not joined, so nobody can play {name} as well", player.name))
            }
            Some(player) if !player.alive => Err(format!("{} is out of the game, so {colour} cannot play {name} as well", player.name)),
            Some(_) => Ok(()),
            None => Err(format!(
                "{colour} is nobody's colour yet, so whoever plays it cannot play {name} as well; make that side by a rule before"
            )),
        }
    }

    /// To the maker of a rule: what it means that somebody who is at the table plays a new side as well.
    pub fn told_of_hosts(&self, rule: &Rule, maker: Seat) -> String {
        let told = |side: &Side| {
            let host = self.host_of(side, maker)?;
            let (who, stays, has) = match self.same_person(host, maker) {
                true => ("You".to_owned(), "play", "stay one player: you have"),
                false => (self.player(host).name.clone(), "plays", "stays one player, with"),
            };
            Some(format!(
                "\n{who} {stays} {} as well and {has} one action a turn, chosen in the first of all phases of that turn (R1), one vote and one \
                 proposal (R14); what one person plays is counted together (R8), and leaves together (M4).",
                side.name
            ))
        };
        sides(rule).filter_map(told).collect()
    }

    /// Who at the table plays a new side as well, if it is not for a newcomer.
    fn host_of(&self, side: &Side, maker: Seat) -> Option<Seat> {
        match &side.human {
            Human::Maker => Some(maker),
            Human::Nobody => None,
            Human::Of(colour) => self.seat_of_colour(colour),
            Human::Address(address) => {
                let plays = |seat: &Seat| self.player(*seat).address == *address && self.player(*seat).moves();
                (0..self.seats.len() as u8).map(Seat).find(plays)
            }
        }
    }

    /// The universe that a side joins.
    fn home_of(&self, side: &Side, rule: &Rule) -> Result<u16, String> {
        let scope = match rule.scope {
            Scope::Universe(number) => Some(number),
            Scope::Multiverse => (self.universes.len() == 1).then_some(1),
        };
        let number = side
            .universe
            .or(scope)
            .ok_or_else(|| format!("it is not said which universe {0} joins: write \"{0} joins {1}\"", side.name, self.universe_name(1)))?;
        self.universe(number).map(|_| number).ok_or_else(|| format!("there is no universe {number}"))
    }

    pub(super) fn seat_of_colour(&self, colour: &str) -> Option<Seat> {
        self.position.entities.army_named(colour).and_then(|army| self.owner(army))
    }

    /// The sides that a rule brings, in the order of its sentences: those of another timeline in which it was made are the same, others get numbers
    /// and labels that no side ever had.
    pub(super) fn know_newcomers(&mut self, enactment: &Enactment) -> Vec<SideId> {
        let mut found = Vec::new();
        for side in sides(&enactment.rule) {
            let same = |known: &&Newcomer| known.rule == enactment.number && known.name == side.name;
            if let Some(known) = self.timeline.newcomers.iter().find(same) {
                found.push(known.side);
                continue;
            }
            let armies = self.position.entities.armies.iter().map(|army| army.side.0);
            let last = armies.chain(self.timeline.newcomers.iter().map(|known| known.side.0)).max();
            let own = SideId(last.map_or(0, |last| last.saturating_add(1)));
            let seated = self.seats.iter().map(|player| player.label.as_str());
            let taken: Vec<&str> = seated.chain(self.timeline.newcomers.iter().map(|known| known.label.as_str())).collect();
            let label = colours::label(side.name.chars(), &taken);
            let (rule, name) = (enactment.number.clone(), side.name.clone());
            self.timeline.newcomers.push(Newcomer { rule, name, side: own, label, most_made: 0 });
            found.push(own);
        }
        found
    }

    /// Seats the sides of a rule that has just been made, at their places in the sequence.
    pub(super) fn seat_guests(&mut self, enactment: &Enactment) {
        let maker = self.player(enactment.seat).side;
        for side in sides(&enactment.rule) {
            let (Some(army), Ok(universe)) = (self.position.entities.army_named(&side.name), self.home_of(side, &enactment.rule)) else {
                continue;
            };
            let own = self.position.entities.army(army).side;
            let there = |seat: Option<Seat>| seat.map_or(self.seats.len(), Seat::index);
            let at = match &side.moves {
                InTurn::Last => self.seats.len(),
                InTurn::After(colour) => there(self.seat_of_colour(colour).map(|seat| Seat(seat.0 + 1))),
                InTurn::Before(colour) => there(self.seat_of_colour(colour)),
            };
            // A side that the same rule brings may sit before its maker.
            let host = self.seat_of_side(maker).and_then(|maker| self.host_of(side, maker));
            let (name, address, joined) = match (host.map(|seat| self.player(seat)), &side.human) {
                (Some(host), _) => (host.name.clone(), host.address.clone(), Some(true)),
                (None, Human::Address(address)) => (self.name_at(address), address.clone(), None),
                (None, _) => continue,
            };
            let guest = Guest { rule: enactment.number.clone(), universe, army, joined };
            let known = self.timeline.newcomers.iter().find(|known| known.side == own);
            let (label, most_made) = known.map_or_else(Default::default, |known| (known.label.clone(), known.most_made));
            let player = Player {
                invited: None,
                name,
                address,
                label,
                made: 0,
                most_made,
                alive: true,
                resigned: false,
                real: None,
                wants_draw: false,
                side: own,
                guest: Some(guest),
            };
            self.make_room(at);
            self.seats.insert(at, player);
            self.open_accounts(own);
        }
    }

    /// The name of a newcomer: that of the observer with this address, else what stands before its @.
    fn name_at(&self, address: &str) -> String {
        if let Some(known) = self.founding.invitees().find(|invitee| invitee.address == *address) {
            return known.name.clone();
        }
        let local = address.split('@').next().unwrap_or(address);
        let mut letters = local.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// What rules count for each player they count for a newcomer as well, from the start.
    fn open_accounts(&mut self, side: SideId) {
        let counters: Vec<(String, i32)> = self
            .rules
            .iter()
            .filter(|rule| rule.stands())
            .flat_map(|rule| rule.clauses())
            .filter_map(|clause| match &clause.form {
                Form::Counter(counter) if counter.of.is_none() => Some((counter.name.clone(), counter.start)),
                _ => None,
            })
            .collect();
        let mut effects = Vec::new();
        for (name, start) in counters {
            let Some(key) = self.position.entities.key_named(&name) else { continue };
            let note = Note { of: Bearer::Side(side), key };
            let old = self.position.note(note);
            if old != start && old == 0 {
                let effect = Effect::Note { note, old, new: start };
                self.position.apply(&effect);
                effects.push(effect);
            }
        }
        self.remember(effects);
    }

    /// Every seat from this one on gets the next number, wherever one is written.
    fn make_room(&mut self, at: usize) {
        let seat = |seat: &mut Seat| {
            if seat.index() >= at && seat.0 < u8::MAX {
                seat.0 += 1;
            }
        };
        let phase = |phase: &mut Phase| seat(&mut phase.seat);
        let window = |window: &mut Window| phase(&mut window.last);
        for universe in &mut self.universes {
            if let Some(pair) = &mut universe.pair {
                seat(&mut pair.hot.0);
                seat(&mut pair.cold.0);
            }
        }
        for rule in &mut self.rules {
            seat(&mut std::sync::Arc::make_mut(&mut rule.enactment).seat);
            phase(&mut rule.made);
            window(&mut rule.protected);
            rule.lasts.iter_mut().for_each(window);
            rule.ended.iter_mut().for_each(phase);
            rule.left.iter_mut().for_each(phase);
            phase(&mut rule.wakes);
        }
        self.unforeseen.iter_mut().for_each(|open| window(&mut open.until));
        self.repeals.iter_mut().for_each(|repeal| window(&mut repeal.acts_after));
        self.trials.iter_mut().for_each(|trial| phase(&mut std::sync::Arc::make_mut(trial).held));
        for played in &mut self.journal {
            phase(&mut std::sync::Arc::make_mut(played).phase);
        }
        self.asked.iter_mut().for_each(|asked| seat(&mut asked.seat));
        phase(&mut self.phase);
    }
}

fn sides(rule: &Rule) -> impl Iterator<Item = &Side> {
    rule.clauses.iter().filter_map(|clause| match &clause.form {
        Form::Side(side) => Some(side),
        _ => None,
    })
}
