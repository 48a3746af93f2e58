//! The fold: what each event makes of the state.

use std::sync::Arc;

use crate::board::{BoardId, Effect, SideId};
use crate::dice::Source;
use crate::game::event::{Enactment, Event, Loss, Start};
use crate::game::mar::amendment::Standing;
use crate::game::mar::awaited::Awaited;
use crate::game::mar::colours;
use crate::game::mar::metarule::{self, Trial};
use crate::game::mar::parameters::Switch;
use crate::game::mar::secrets::Secret;
use crate::game::traces;
use crate::law;
use crate::rule;
use crate::turn::{Phase, Seat, Window};

use super::{Draft, Enacted, Multiverse, Pair, PendingRepeal, Played, Player, Stage, Universe};

impl Multiverse {
    /// Folds one event into the state.
    pub fn apply(&mut self, event: &Event) {
        self.mark(event);
        match event {
            Event::Joined { player } => self.answers[*player] = Some(true),
            Event::Declined { player } => self.answers[*player] = Some(false),
            Event::Watching { observer, yes } => self.watching[*observer] = Some(*yes),
            Event::Wished { wishes } => self.wishes = wishes.clone(),
            Event::Started(start) => self.start(start),
            Event::Drafted { draft } => {
                // Other orders are other deeds: what somebody was asked for the old ones is void.
                let orders = |draft: &Option<Draft>| draft.as_ref().map(|draft| (draft.real, draft.action.clone(), draft.moves.clone()));
                if orders(draft) != orders(&self.draft) {
                    (self.asked, self.awaited) = (None, None);
                }
                self.draft = draft.clone();
            }
            Event::Defined { definition, .. } => {
                self.definitions.retain(|known| known.name != definition.name);
                self.definitions.push(definition.clone());
            }
            Event::Seated { seat, yes } => {
                if let Some(guest) = &mut self.seats[seat.index()].guest {
                    guest.joined = Some(*yes);
                }
            }
            Event::DrawWanted { seat, wanted } => self.seats[seat.index()].wants_draw = *wanted,
            Event::Designated { seat, universe, effects } => {
                self.seats[seat.index()].real = Some(*universe);
                let place = self.universe_name(*universe);
                self.deed(match *seat == self.phase.seat {
                    true => format!("real king in {place}"),
                    false => format!("the real king of {} stays the one in {place}", self.player(*seat).name),
                });
                self.change(effects);
                self.spare_undecided_kings();
            }
            Event::Moved(moved) => {
                self.deed(traces::as_done(moved));
                let start = self.playing().effects.len() as u32;
                self.change(&moved.effects);
                let end = start + moved.effects.len() as u32;
                self.playing().moves.insert(moved.universe, start..end);
            }
            Event::Fired { rule, universe, effects, told } => {
                // What only the rules themselves keep in mind is not played.
                if !told.is_empty() {
                    self.deed(format!("rule {rule} acts in {}", self.universe_name(*universe)));
                }
                self.change(effects);
                if effects.iter().any(Effect::shapes) {
                    self.take_in_universes();
                    self.refold();
                }
            }
            Event::Spoilt { universe, notation, .. } => {
                self.deed(format!("{notation} in {} cannot be played any more", self.universe_name(*universe)))
            }
            Event::Withheld { rule, universe, of, .. } => {
                self.deed(format!("rule {rule} does not act in {} ({of})", self.universe_name(*universe)));
            }
            Event::Unforeseen { rule, sentence, .. } => self.leave_unforeseen(rule, *sentence),
            Event::Freed { universe, rules, .. } => self.free(*universe, rules),
            Event::Passed { .. } => self.deed("pass".to_string()),
            Event::Enacted(enactment) => self.enact(enactment),
            Event::RepealDeclared { number, seat, target, universe, acts_after } => {
                self.count_made(*seat);
                self.marked(|mark| mark.numbers.push(number.clone()));
                self.timeline.repeals.push(number.clone());
                let place = universe.map(|number| format!(" in {}", self.universe_name(number))).unwrap_or_default();
                self.deed(format!("{number}: repeals {target}{place}"));
                if let Some(acts_after) = *acts_after {
                    let (number, target) = (number.clone(), target.clone());
                    self.repeals.push(PendingRepeal { number, target, universe: *universe, acts_after });
                }
            }
            Event::HeldOff { rule, universe, .. } => {
                self.deed(format!("rule {rule} is held off in {}", self.universe_name(*universe)));
                self.hold_off(rule, *universe);
            }
            Event::HeldBack { number, protected } => {
                if let Some(rule) = self.rules.iter_mut().find(|rule| rule.enactment.number == *number) {
                    rule.protected = *protected;
                    rule.lasts = rule.lasts.map(|lasts| Window { last: lasts.last.max(protected.last) });
                }
            }
            Event::RepealWaits { number, target, universe, acts_after } => {
                let (number, target) = (number.clone(), target.clone());
                self.repeals.push(PendingRepeal { number, target, universe: *universe, acts_after: *acts_after });
            }
            Event::Tested { number, verdicts } => {
                let (number, verdicts) = (number.clone(), verdicts.clone());
                let turns = self.parameters.challenge_window;
                self.trials.push(Arc::new(Trial { number, held: self.phase, turns, verdicts, since: None }));
            }
            Event::TestedAgain { number, since, verdicts } => {
                if let Some(trial) = self.trials.iter_mut().find(|trial| trial.number == *number) {
                    let trial = Arc::make_mut(trial);
                    (trial.since, trial.verdicts) = (Some(since.clone()), verdicts.clone());
                }
            }
            Event::SearchEnded { number, verdict } => {
                if let Some(trial) = self.trials.iter_mut().find(|trial| trial.number == *number) {
                    let verdicts = &mut Arc::make_mut(trial).verdicts;
                    match verdicts.iter_mut().find(|known| known.of == verdict.of) {
                        Some(known) => *known = verdict.clone(),
                        None => verdicts.push(verdict.clone()),
                    }
                }
            }
            Event::Proposed(proposal) => {
                self.deed(format!("proposes {}", proposal.number));
                self.propose(proposal);
            }
            Event::Voted { seat, number, yes } => {
                self.deed(format!("votes {} on {number}", if *yes { "yes" } else { "no" }));
                self.vote(*seat, number, *yes);
            }
            Event::Adopted { number } => {
                self.deed(format!("{number} is adopted"));
                self.playing().legislates = true;
                self.playing().amends = true;
                self.adopt(number);
            }
            Event::Rejected { number } => {
                self.deed(format!("{number} is rejected"));
                self.end_motion(number, Standing::Rejected);
            }
            Event::Lapsed { number, why } => {
                self.deed(format!("{number} lapses"));
                self.end_motion(number, Standing::Lapsed(why.clone()));
            }
            Event::FixProposed { seat, number, text } => self.note_fix(*seat, number, text),
            Event::ObjectiveMet { source, .. } => self.deed(format!("{source} decides")),
            Event::Repealed { target, universe } => self.end_rule(target, *universe),
            Event::Expired { target } => self.end_rule(target, None),
            Event::Fell { target, universe, .. } => self.end_rule(target, *universe),
            Event::Lost { seat, how, effects } => {
                let name = self.player(*seat).name.clone();
                let deed = match how {
                    Loss::KingCaptured { universe, .. } => format!("{name} loses the real king in {}", self.universe_name(*universe)),
                    Loss::Mated { universe, .. } => format!("{name} is checkmated in {}", self.universe_name(*universe)),
                    Loss::Stalemated => format!("{name} is stalemated"),
                    Loss::ByObjective => format!("{name} loses"),
                    Loss::Resigned => format!("{name} resigns"),
                    Loss::WithPlayer => format!("{name} leaves with {}", self.colour(*seat)),
                };
                let player = &mut self.seats[seat.index()];
                (player.alive, player.wants_draw) = (false, false);
                player.resigned |= matches!(how, Loss::Resigned);
                self.deed(deed);
                self.change(effects);
            }
            Event::PhaseEnded { next } => {
                self.note_orders();
                self.note_carried();
                self.playing().close();
                self.draft = None;
                self.until = None;
                self.asked = None;
                self.freed.clear();
                self.awaited = None;
                if let Some(next) = next {
                    self.phase = *next;
                    self.unforeseen.retain(|known| known.until.holds(*next));
                    self.journal.push(Played::begin(*next, self.seats[next.seat.index()].side));
                    self.refold();
                }
            }
            Event::Revealed { link, .. } => self.dice.reveal(Source::Link(*link)),
            Event::Rolled(roll) => {
                self.note_step(roll.phase());
                self.dice.count(roll);
            }
            Event::Pinned(pin) => {
                self.note_step(pin.phase());
                self.awaited = Some(Awaited::of((**pin).clone()));
                // What was asked on the way to other dice is asked no more.
                if let Some(asked) = &mut self.asked {
                    asked.open = false;
                }
                if let Some(draft) = &mut self.draft {
                    draft.due = None;
                }
            }
            Event::Published(beacon) => {
                self.dice.reveal(Source::Beacon(*beacon));
                self.awaited = None;
            }
            Event::Drawn { digits } => {
                self.dice.reveal(Source::Digits(digits.clone()));
                self.awaited = None;
            }
            Event::VoidWanted { side, .. } => self.awaiting(|awaited| awaited.voids.push(*side)),
            Event::Unpinned { .. } => self.awaited = None,
            Event::Thrown { digits, .. } => self.awaiting(|awaited| awaited.thrown.push_str(digits)),
            Event::Reported(claim) => self.awaiting(|awaited| awaited.report(claim.clone())),
            Event::Settled { figures, .. } => self.awaiting(|awaited| awaited.settle(figures.clone())),
            Event::Wanting(wanted) => self.awaiting(|awaited| awaited.further = Some(wanted.clone())),
            Event::Timed { until } | Event::Reminded { until } => self.until = Some(*until),
            Event::TimeUp => self.deed("time is up".to_owned()),
            Event::Late { notice } => self.awaiting(|awaited| awaited.late = *notice),
            Event::Resumed(resumption) => self.dice.begin_anew(resumption),
            Event::Agreed { .. } | Event::SeedRevealed { .. } => {}
            Event::Asked(asked) => {
                for roll in &asked.rolls {
                    self.note_step(roll.phase());
                    self.dice.note(roll);
                }
                self.asked = Some(asked.clone());
                if let Some(draft) = &mut self.draft {
                    draft.due = None;
                }
            }
            Event::Answered { seat, answer } => {
                let side = self.player(*seat).side;
                if let Some(asked) = &mut self.asked {
                    asked.answers.push((side, answer.clone()));
                    asked.open = false;
                }
            }
            Event::Sealed { side, rule, seal } => {
                self.secrets.push(Secret { side: *side, rule: rule.clone(), seal: *seal, opened: None });
            }
            Event::Unsealed { side, rule, opened } => {
                if let Some(secret) = self.secrets.iter_mut().find(|secret| secret.side == *side && secret.rule == *rule) {
                    secret.opened = Some(opened.secret.clone());
                }
            }
            Event::Opened { effects } | Event::Said { effects, .. } => self.change(effects),
            Event::Procedure(procedure) => self.proceed(procedure),
            Event::Over { outcome } => {
                self.note_orders();
                self.stage = Stage::Over(*outcome);
                self.draft = None;
                self.until = None;
                self.asked = None;
                self.awaited = None;
            }
        }
    }

    fn awaiting(&mut self, change: impl FnOnce(&mut Awaited)) {
        if let Some(awaited) = &mut self.awaited {
            change(awaited);
        }
    }

    fn start(&mut self, start: &Start) {
        let invited = &self.founding.players;
        let seat = |(at, &player): (usize, &usize)| Player {
            invited: Some(player),
            name: invited[player].name.clone(),
            address: invited[player].address.clone(),
            label: start.labels[at].clone(),
            made: 0,
            most_made: 0,
            alive: true,
            resigned: false,
            real: (start.sequence.len() == 2).then_some(1),
            wants_draw: false,
            side: SideId(at as u8),
            guest: None,
        };
        self.seats = start.sequence.iter().enumerate().map(seat).collect();
        self.position = start.position.clone();
        self.universes = universes(start);
        self.stage = Stage::Playing;
        self.spare_undecided_kings();
        self.phase = Phase::FIRST;
        self.journal = vec![Played::begin(Phase::FIRST, SideId(0))];
        self.refold();
        self.adopt_the_founding();
    }

    fn enact(&mut self, enactment: &Enactment) {
        self.playing().legislates = true;
        self.count_made(enactment.seat);
        self.marked(|mark| mark.numbers.push(enactment.number.clone()));
        let made = self.phase;
        let protected = Window::protection(made, self.parameters.protection());
        // R6 stretches a shorter LASTS.
        let lasts = enactment.rule.lasts.map(|turns| {
            let last = made.later(u32::from(turns)).before();
            Window { last: last.max(protected.last) }
        });
        let title = enactment.rule.title.as_deref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
        self.deed(format!("{}: makes a rule{title}", enactment.number));
        let sides = self.know_newcomers(enactment);
        let counting = self.counting();
        let news = law::introduce_rule(&format!("rule {}", enactment.number), &enactment.rule, &sides, &counting, &mut self.position);
        self.playing().effects.extend(news);
        let clauses = &enactment.rule.clauses;
        // Where nobody asks for it, there is no delay.
        let delay = if self.parameters.switch(metarule::r11::R11) == Switch::Off { 0 } else { self.parameters.removal_delay };
        self.rules.push(Enacted {
            enactment: Arc::new(enactment.clone()),
            made,
            protected,
            lasts,
            ended: None,
            repealed_in: Vec::new(),
            left: Vec::new(),
            uses: rule::used(clauses),
            gives: rule::given(clauses),
            rewritten: None,
            rewritten_in: Vec::new(),
            wakes: made.later(delay),
            resting: metarule::r11::at_rest(clauses).map(Into::into),
            fillings: Vec::new(),
            filled: Vec::new(),
            held_off: Vec::new(),
        });
        self.seat_guests(enactment);
        self.refold();
    }

    /// On a copy: another phase has come, and nothing has happened before it but the time that has gone by.
    pub(in crate::game::mar) fn turn_to(&mut self, phase: Phase) {
        self.phase = phase;
        let effects = self.opening(phase.seat);
        self.position.apply_all(&effects);
        self.draft = None;
        self.freed.clear();
        self.refold();
    }

    /// The seat's next number is given away.
    pub(in crate::game::mar) fn count_made(&mut self, seat: Seat) {
        let player = &mut self.seats[seat.index()];
        player.made += 1;
        player.most_made = player.most_made.max(player.made);
    }

    pub(in crate::game::mar) fn end_rule(&mut self, target: &str, universe: Option<u16>) {
        self.playing().legislates = true;
        if let Some(rule) = self.rules.iter_mut().find(|rule| rule.enactment.number == target) {
            match universe {
                Some(number) => {
                    rule.repealed_in.push(number);
                    rule.left.push(self.phase);
                }
                None => rule.ended = Some(self.phase),
            }
            // What is in force nowhere any more is over.
            if rule.stands() && !self.universes.iter().any(|universe| rule.acts_in(universe.number)) {
                rule.ended = Some(self.phase);
            }
        }
        let over = self.rule(target).is_some_and(|rule| !rule.stands());
        // A repeal that waits has nothing left to do where the rule is gone.
        self.repeals.retain(|repeal| repeal.target != target || !over && repeal.universe != universe);
        match universe {
            Some(number) if !over => self.rewrite_in(target, number),
            _ => self.rewrite_for(target),
        }
        self.refold();
    }

    fn playing(&mut self) -> &mut Played {
        if self.journal.is_empty() {
            self.journal.push(Played::begin(self.phase, SideId(0)));
        }
        let last = self.journal.len() - 1;
        Arc::make_mut(&mut self.journal[last])
    }

    pub(in crate::game::mar) fn deed(&mut self, deed: String) {
        self.playing().deeds.push(deed);
    }

    fn change(&mut self, effects: &[Effect]) {
        for effect in effects {
            self.position.apply(effect);
        }
        self.playing().effects.extend_from_slice(effects);
    }

    /// Keeps with the phase what it changed of itself.
    pub(in crate::game::mar) fn remember(&mut self, effects: Vec<Effect>) {
        self.playing().effects.extend(effects);
    }
}

/// The universes of a start: one a pair of seats, armies in the order of the seats' colours.
fn universes(start: &Start) -> Vec<Universe> {
    let army = |seat: u8, universe_of_seat: usize| {
        let name = &start.colours[usize::from(seat)][universe_of_seat];
        start.position.entities.army_named(name).expect("a start names armies of its position")
    };
    let pairs = colours::pairs(start.sequence.len());
    let nth_of = |seat: u8, before: usize| pairs[..before].iter().filter(|(hot, cold)| *hot == seat || *cold == seat).count();
    let universe = |(at, &(hot, cold)): (usize, &(u8, u8))| Universe {
        number: at as u16 + 1,
        board: BoardId(at as u8),
        pair: Some(Pair { hot: (Seat(hot), army(hot, nth_of(hot, at))), cold: (Seat(cold), army(cold, nth_of(cold, at))) }),
    };
    pairs.iter().enumerate().map(universe).collect()
}
