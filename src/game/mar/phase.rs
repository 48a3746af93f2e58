//! One phase carried out: from a complete draft to the events it causes, up to the opening of the next phase.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::board::{BoardId, Effect, Man, ManId, Place, Position, SideId};
use crate::dice::{Awaits, Cup, Pin, Randomizer, Roll, Wanted};
use crate::game::event::{Asked, Enactment, Event, Loss, Moved, Outcome};
use crate::game::traces;
use crate::law::{Fate, Fired, Instant, Law, Move, Question, Sort};
use crate::rule::{self, Scope};
use crate::turn::{Seat, Window};

use super::dice;
use super::heisenberg::{self, HEISENBERG};
use super::metarule::r12::R12;
use super::metarule::{self, Certificate, Verdict};
use super::multiverse::{Action, Draft, Multiverse, Stage};

/// Events as they are decided, and the state after them: deciding reads the state, never changes the caller's.
#[derive(Clone, Debug)]
pub struct Deed {
    pub after: Multiverse,
    pub events: Vec<Event>,
    randomizer: Randomizer,
    /// The hour of what is being done.
    now: DateTime<Utc>,
    /// The number of the source that has become known for what is being carried out.
    published: Option<u32>,
    /// Dice and answers of what is being carried out.
    fate: Fate,
    /// Rolls that have become events.
    told: usize,
    /// What is being carried out, in words.
    occasion: String,
    /// What was found of the ordered action as it was ordered.
    pub certificate: Option<Certificate>,
    /// It is only supposed, to find out what it would do: nothing is withheld.
    supposed: bool,
    /// On which board men stood before the first move of the phase.
    stood: Vec<(ManId, BoardId)>,
    /// Answers that were given in another timeline, for what is carried out again.
    pub(super) given: Vec<(SideId, String)>,
}

impl Deed {
    pub fn on(before: &Multiverse, randomizer: &Randomizer, now: DateTime<Utc>) -> Deed {
        let (after, randomizer, fate) = (before.clone(), randomizer.clone(), Fate::new(Cup::empty(), String::new(), Vec::new()));
        let (events, occasion, stood, given) = (Vec::new(), String::new(), Vec::new(), Vec::new());
        Deed { after, events, randomizer, now, published: None, fate, told: 0, occasion, stood, given, certificate: None, supposed: false }
    }

    /// Where nothing is rolled.
    pub fn without_dice(before: &Multiverse) -> Deed {
        Deed::on(before, &Randomizer::Absent, before.founding.created)
    }

    /// The hour of what is being done.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// Panics on an event that could not be replayed: it must never be written.
    pub fn happen(&mut self, event: Event) {
        let sound = self.after.could_apply(&event);
        assert!(sound.is_ok(), "an event that cannot be replayed was decided: {sound:?}");
        self.after.apply(&event);
        self.events.push(event);
    }

    /// C3: whoever joins agrees to how this game rolls its dice.
    pub fn agree(&mut self, name: String) {
        let method = self.after.founding.method.clone();
        self.happen(Event::Agreed { name, method });
    }

    /// Executes the orders of the player on move. The draft is complete: [`super::missing`] found nothing.
    ///
    /// Where a rule leaves something to a player who has not chosen yet, nothing is carried out but the question; with his answer the whole phase
    /// is carried out again from its beginning, with the same rolls, and comes past it. Where it comes to a roll whose source is not known yet, nothing
    /// is carried out but the pin.
    pub fn execute(&mut self, draft: &Draft) {
        self.asking(|deed| deed.carry_out(draft));
    }

    /// Ends a phase in which nothing is carried out any more, or puts the question that its end comes to.
    pub fn close_asking(&mut self) {
        self.asking(Deed::close);
    }

    /// Carries out what has waited, by the source that has become known now; false, and nothing done, where its digits are not enough.
    pub fn carry_out_by(&mut self, source: Event) -> bool {
        let (before, so_far) = (self.after.clone(), self.events.len());
        self.happen(source);
        self.published = Some(self.after.dice.ledger.sources.len() as u32);
        self.go_on();
        self.published = None;
        let Some(wanted) = self.fate.cup.wanted().cloned() else { return true };
        self.after = before;
        self.events.truncate(so_far);
        if self.after.awaited.as_ref().is_some_and(|awaited| awaited.roll() != wanted.roll) {
            self.happen(Event::Wanting(wanted));
        }
        false
    }

    /// The same by the digits that people have read off so far.
    pub fn carry_out_by_digits(&mut self) -> bool {
        let digits = self.after.awaited.as_ref().map(super::Awaited::digits).unwrap_or_default();
        self.carry_out_by(Event::Drawn { digits })
    }

    /// Carries out what has waited: the orders, or where whoever was on move has left, the end of his phase.
    pub fn go_on(&mut self) {
        match self.after.draft.clone() {
            Some(draft) => self.execute(&draft),
            None => self.close_asking(),
        }
    }

    /// Does something whole, or nothing of it but the question or the pin that it comes to.
    fn asking(&mut self, something: impl FnOnce(&mut Deed)) {
        self.trust_to_fate();
        let (before, so_far) = (self.after.clone(), self.events.len());
        something(self);
        if !self.fate.stopped() {
            return;
        }
        self.after = before;
        self.events.truncate(so_far);
        match (self.fate.asked.take(), self.fate.cup.wanted()) {
            (Some(question), _) => self.ask(question),
            (None, Some(wanted)) if self.published.is_none() => self.pin(wanted.clone()),
            (None, _) => {}
        }
    }

    /// Pins the source of a roll: the orders are locked until it is known.
    fn pin(&mut self, wanted: Wanted) {
        let draft = self.after.draft.as_ref();
        let named = draft.and_then(|draft| draft.stock.clone());
        let orders = draft.map(|draft| self.after.order_lines(draft)).unwrap_or_default();
        let Some(awaits) = Awaits::by(&self.after.founding.method, named, self.now) else { return };
        let (Wanted { roll, table }, occasion, made) = (wanted, self.occasion.clone(), self.now);
        self.happen(Event::Pinned(Box::new(Pin { game: self.after.name().to_owned(), roll, table, occasion, orders, made, awaits })));
    }

    /// Takes up the dice, and the answers that the phase has waited for.
    pub(super) fn trust_to_fate(&mut self) {
        let answers = self.after.asked.as_ref().map_or_else(|| self.given.clone(), |asked| asked.answers.clone());
        self.fate = Fate::new(self.after.cup(&self.randomizer, self.published), dice::named(self.after.phase), answers);
        self.fate.silent = self.dead();
        self.fate.secrets = self.after.known_secrets(&self.randomizer);
        self.told = 0;
    }

    /// It is only supposed, and nothing is withheld of it.
    pub(super) fn suppose(&mut self) {
        self.supposed = true;
        self.ask_nobody();
    }

    /// What hangs on dice or answers does not happen.
    pub(super) fn ask_nobody(&mut self) {
        self.fate.silent = self.after.seats.iter().map(|player| player.side).collect();
    }

    /// Dice that only are supposed to be thrown.
    pub(super) fn throw(&mut self, cup: Cup) {
        self.fate.cup = cup;
    }

    /// The weights of the dice that were so thrown.
    pub(super) fn thrown(&self) -> Vec<Vec<u16>> {
        self.fate.cup.supposed().to_vec()
    }

    fn dead(&self) -> Vec<SideId> {
        self.after.seats.iter().filter(|player| !player.moves()).map(|player| player.side).collect()
    }

    /// Puts a question, and lays open the rolls on the way to it.
    fn ask(&mut self, question: Question) {
        let rolls = self.fate.cup.rolls().to_vec();
        rolls.iter().for_each(|roll| self.reveal(roll));
        let universe = self.after.position.geometry.board(question.board).universe;
        let answers = self.after.asked.as_ref().map(|asked| asked.answers.clone()).unwrap_or_default();
        let Question { side, source, options, words, .. } = question;
        // A side that comes with what is being carried out has no seat yet.
        let seat = self.after.seat_of_side(side).unwrap_or(self.after.phase.seat);
        let occasion = self.occasion.clone();
        self.happen(Event::Asked(Asked { seat, universe, source, options, words, occasion, rolls, answers, open: true }));
    }

    /// The source that a roll was made from becomes public, if it is not.
    fn reveal(&mut self, roll: &Roll) {
        if self.after.dice.ledger.source(roll.source).is_some() {
            return;
        }
        let revealed = self.fate.cup.revealed(roll.source).and_then(|source| self.after.revealing(source));
        if let Some(event) = revealed {
            self.happen(event);
        }
    }

    /// Rolls made and secrets opened since the last time become events.
    fn tell_fate(&mut self) {
        while let Some(roll) = self.fate.cup.rolls().get(self.told).cloned() {
            self.reveal(&roll);
            self.happen(Event::Rolled(roll));
            self.told += 1;
        }
        for (side, rule) in std::mem::take(&mut self.fate.opened) {
            if let Some(event) = self.after.opening_of(side, rule, &self.randomizer) {
                self.happen(event);
            }
        }
    }

    fn carry_out(&mut self, draft: &Draft) {
        let seat = self.after.phase.seat;
        if let Some(universe) = draft.real {
            let effects = royal_effects(&self.after, seat, universe);
            self.happen(Event::Designated { seat, universe, effects });
        }
        match &draft.action {
            Action::Move => {}
            Action::Pass => self.happen(Event::Passed { seat }),
            Action::Rule { text, says, .. } => {
                let verdicts = self.tested(seat, &draft.action);
                self.enact(seat, text, says, verdicts);
            }
            Action::Repeal { target, universe } => {
                let verdicts = self.tested(seat, &draft.action);
                self.repeal(seat, target, *universe, verdicts);
            }
            Action::RepealAll { universe } => {
                let verdicts = self.tested(seat, &draft.action);
                self.repeal_all(seat, *universe, verdicts);
            }
        }
        // A side that the rule brings may sit before him.
        let seat = self.after.phase.seat;
        // M5: who may make a universe's move is settled before the first of them; nobody moves twice by going from one to another.
        let standing = |(id, man): (ManId, &Man)| Some((id, self.after.position.geometry.cell(man.place.cell()?).board));
        self.stood = self.after.position.men().filter_map(standing).collect();
        // M5's note: moves run in colour order, which is universe order inside a seat.
        for (&universe, notation) in &draft.moves {
            if self.fate.stopped() {
                return;
            }
            self.play(seat, universe, notation);
        }
        self.settle();
        self.meet_objectives();
        self.hold_votes(self.after.phase.seat, draft);
        self.close();
    }

    /// What the meta-rules say of the action, were it carried out now.
    fn tested(&self, seat: Seat, action: &Action) -> Vec<Verdict> {
        let known = self.certificate.as_ref().and_then(|certificate| certificate.verdicts(&self.after, action));
        known.map_or_else(|| self.after.verdicts(seat, action).unwrap_or_default(), <[Verdict]>::to_vec)
    }

    /// Carries out one move, unless an earlier deed of this phase has made it meaningless.
    fn play(&mut self, seat: Seat, universe: u16, notation: &str) {
        if !matches!(self.after.stage, Stage::Playing) || !self.after.player(seat).alive {
            return;
        }
        let mut legal = self.after.legal(seat, universe);
        legal.retain(|played| self.stood_there(played));
        self.occasion = format!("{} makes a {notation} move in {}", self.after.player(seat).name, self.after.universe_name(universe));
        let chosen = match notation {
            HEISENBERG => heisenberg::pick(&legal, &self.after.position, &mut self.fate),
            notation => self.after.long_named(&legal, notation),
        };
        if self.fate.stopped() {
            return;
        }
        let Some(chosen) = chosen else {
            return self.happen(Event::Spoilt { seat, universe, notation: notation.to_string() });
        };
        let (notation, san) = (self.after.long(chosen), self.after.san(chosen, &legal));
        self.occasion = format!("{} plays {notation} in {}", self.after.player(seat).name, self.after.universe_name(universe));
        let position = &self.after.position;
        let law = self.after.law_for(seat, universe);
        let settled = law.settle(position, chosen, &mut self.fate);
        if self.fate.stopped() {
            return;
        }
        let told = traces::of_move(position, &settled);
        let effects = [settled.effects.clone(), self.after.law.remember(position, &settled)].concat();
        self.tell_fate();
        self.happen(Event::Moved(Moved { seat, universe, notation, san, effects, told }));
        self.bury(seat, universe);
    }

    /// Whether the man of a move has stood in that universe since before the first move of this phase; actions are no man's own.
    fn stood_there(&self, played: &Move) -> bool {
        let universe = |board: BoardId| self.after.position.geometry.board(board).universe;
        let stood = self.stood.iter().find(|(man, _)| *man == played.man).map(|(_, board)| universe(*board));
        matches!(played.sort, Sort::Action(_)) || stood.is_none_or(|stood| stood == universe(played.board))
    }

    /// M4: players whose real king has been captured lose all their men.
    fn bury(&mut self, by: Seat, universe: u16) {
        for seat in (0..self.after.seats.len() as u8).map(Seat) {
            let player = self.after.player(seat);
            if player.alive && player.guest.is_none() && self.after.kingless(seat) {
                let effects = self.after.leaving(seat);
                self.happen(Event::Lost { seat, how: Loss::KingCaptured { by, universe }, effects });
            }
        }
    }

    /// A resignation: as if the king were captured, but by nobody.
    pub fn resign(&mut self, seat: Seat) {
        let effects = self.after.leaving(seat);
        self.happen(Event::Lost { seat, how: Loss::Resigned, effects });
        self.settle();
        self.decide_motions();
        match &self.after.draft {
            draft if self.after.phase.seat == seat => {
                if draft.is_some() {
                    self.happen(Event::Drafted { draft: None });
                }
                self.close_asking();
            }
            Some(draft) if !self.after.is_over() => self.review(draft.clone()),
            _ => {}
        }
    }

    /// After men have left the boards: the mover's orders that cannot be carried out any more are dropped, and he is asked again.
    fn review(&mut self, before: Draft) {
        let seat = self.after.phase.seat;
        let mut draft = before.clone();
        draft.moves.retain(|&universe, notation| {
            let legal = self.after.legal(seat, universe);
            if notation == HEISENBERG { !legal.is_empty() } else { self.after.long_named(&legal, notation).is_some() }
        });
        // F5: passing is not free.
        let free = draft.action != Action::Pass || self.after.may_pass(seat);
        let refused = self.after.verdicts(seat, &draft.action).is_some_and(|verdicts| metarule::refusal(&verdicts).is_some());
        if refused || !free {
            draft.action = Action::Move;
        }
        if !super::missing(&self.after, seat, &draft).is_empty() {
            draft.due = None;
        }
        if draft != before {
            self.happen(Event::Drafted { draft: Some(draft.clone()) });
        }
        // What was asked for the same orders is asked again, of those who are left.
        if self.after.asked.is_some() && super::missing(&self.after, seat, &draft).is_empty() {
            self.execute(&draft);
        }
    }

    /// Ends the game when one player is left, or when all that are left agree to a draw.
    pub fn settle(&mut self) {
        if !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        let living: Vec<Seat> = self.after.living();
        if living.is_empty() {
            self.happen(Event::Over { outcome: Outcome::NobodyLeft });
        } else if let [winner] = living[..] {
            self.happen(Event::Over { outcome: Outcome::Won { seat: winner } });
        } else if living.iter().all(|&seat| self.after.player(seat).wants_draw) {
            self.happen(Event::Over { outcome: Outcome::DrawAgreed });
        }
        self.lay_open();
    }

    /// What the dice of a finished game were made from becomes public, if any were rolled.
    fn lay_open(&mut self) {
        if let Some(seed) = self.randomizer.seed().filter(|_| self.after.is_over() && self.after.revealed_links() > 0) {
            self.happen(Event::SeedRevealed { seed });
        }
    }

    /// Something waits for somebody's choice.
    pub(super) fn asks(&self) -> bool {
        self.fate.asked.is_some()
    }

    /// Ends the phase: what its end sets free, the clock, and what the next phase's opening does.
    pub(super) fn close(&mut self) {
        if !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        if self.fate.stopped() {
            return;
        }
        let Some(next) = self.after.phase.next(&self.after.alive()) else { return };
        let turn = self.after.phase.turn;
        self.fire(Instant::Closes, self.after.phase.seat);
        let effects = self.after.closing(self.after.phase.seat);
        if !effects.is_empty() {
            self.happen(Event::Opened { effects });
        }
        for repeal in self.after.repeals.clone() {
            if !repeal.acts_after.holds(next) && self.after.repeals.contains(&repeal) {
                self.end(Event::Repealed { target: repeal.target.clone(), universe: repeal.universe }, &repeal.target);
            }
        }
        let over = |window: Option<Window>| window.is_some_and(|window| !window.holds(next));
        let expired = self.after.rules.iter().filter(|rule| rule.stands() && over(rule.lasts)).map(|rule| rule.enactment.number.clone());
        for target in expired.collect::<Vec<_>>() {
            // One that fell with another is gone already.
            if !self.after.rule(&target).is_some_and(super::Enacted::stands) {
                continue;
            }
            self.end(Event::Expired { target: target.clone() }, &target);
        }
        if self.fate.stopped() {
            return;
        }
        self.adopt(next);
        self.happen(Event::PhaseEnded { next: Some(next) });
        self.fate.phase = dice::named(next);
        let effects = self.after.opening(next.seat);
        if !effects.is_empty() {
            self.happen(Event::Opened { effects });
        }
        if next.turn > turn {
            self.fire(Instant::Turn, next.seat);
        }
        self.fire(Instant::Opens, next.seat);
        self.meet_at_opening();
        self.free(next.seat);
    }

    /// R9 is a standing limit: where a player would have no man with the right to move, what rules forbid does not bind him.
    fn free(&mut self, seat: Seat) {
        if self.fate.stopped() || !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        for universe in self.after.bereft(seat) {
            let rules = self.after.binding(universe);
            self.happen(Event::Freed { seat, universe, rules });
        }
    }

    /// What rules do of themselves at a moment of a player's phase, each told by itself.
    pub(super) fn fire(&mut self, instant: Instant<'_>, seat: Seat) {
        let law = Arc::clone(&self.after.law);
        self.fire_under(&law, instant, seat);
    }

    pub(super) fn fire_under(&mut self, law: &Arc<Law>, instant: Instant<'_>, seat: Seat) {
        if self.fate.stopped() {
            return;
        }
        self.occasion = occasion(instant, &self.after, seat);
        let (game, mut withheld) = (&self.after, Vec::new());
        let mut stands = |position: &Position, fired: &Fired| match game.breach(law, position, fired, instant) {
            Some(why) => {
                withheld.push((fired.text.clone(), fired.board, why));
                false
            }
            None => true,
        };
        let side = self.after.player(seat).side;
        let fired = match self.supposed {
            true => law.fire(&self.after.position, instant, side, Some(&mut self.fate)),
            false => law.fire_if(&self.after.position, instant, side, Some(&mut self.fate), &mut stands),
        };
        if self.fate.stopped() {
            return;
        }
        self.tell_fate();
        for (text, board, why) in withheld {
            let universe = self.after.position.geometry.board(board).universe;
            let rule = text.strip_prefix("rule ").unwrap_or(&text).to_owned();
            self.happen(Event::Withheld { rule, universe, of: R12, why });
        }
        for fired in fired {
            let universe = self.after.position.geometry.board(fired.board).universe;
            let told = traces::of_effects(&self.after.position, &fired.effects);
            let rule = fired.text.strip_prefix("rule ").unwrap_or(&fired.text).to_owned();
            self.happen(Event::Fired { rule, universe, effects: fired.effects, told });
        }
    }

    /// A rule ends; what it does at its end it does by the law in which it still stood. Rules that cannot be without it go as well (R15).
    pub(super) fn end(&mut self, event: Event, target: &str) {
        let law = Arc::clone(&self.after.law);
        let universe = match &event {
            Event::Repealed { universe, .. } | Event::Fell { universe, .. } => *universe,
            _ => None,
        };
        self.happen(event);
        self.fire_under(&law, Instant::Repealed(target), self.after.phase.seat);
        for fallen in self.after.void_without(target, universe) {
            // One that fell before it, with another, is gone already.
            if self.after.void_without(target, universe).contains(&fallen) {
                self.end(Event::Fell { target: fallen.clone(), with: target.to_owned(), universe }, &fallen);
            }
        }
    }

    fn enact(&mut self, seat: Seat, text: &str, says: &str, verdicts: Vec<Verdict>) {
        let Some(rule) = self.after.rule_meant(text, says) else { return };
        let canonical = rule::print(&rule, &self.after.vocabulary());
        let number = self.after.next_number(seat);
        let enactment = Enactment { number: number.clone(), seat, text: text.to_string(), canonical, rule: Arc::new(rule) };
        self.happen(Event::Enacted(Box::new(enactment)));
        self.happen(Event::Tested { number: number.clone(), verdicts });
        self.fire(Instant::Enacted(&number), self.after.phase.seat);
    }

    /// R2, R6: at once, or when the rule's protected interval is over.
    fn repeal(&mut self, seat: Seat, target: &str, universe: Option<u16>, verdicts: Vec<Verdict>) {
        let rule = self.after.rule(target);
        let acts_after = rule.filter(|rule| rule.protected.holds(self.after.phase)).map(|rule| rule.protected);
        // The repeal of a repeal takes nothing away (R2).
        let stands = rule.is_some();
        let number = self.after.next_number(seat);
        let target = target.to_string();
        self.happen(Event::RepealDeclared { number: number.clone(), seat, target: target.clone(), universe, acts_after });
        self.happen(Event::Tested { number, verdicts });
        if acts_after.is_none() && stands {
            self.end(Event::Repealed { target: target.clone(), universe }, &target);
        }
    }

    /// R1.6, R1.7: rules made before the previous turn; those are past their protection.
    fn repeal_all(&mut self, seat: Seat, universe: Option<u16>, verdicts: Vec<Verdict>) {
        let targets: Vec<String> = self.after.old_rules(universe).iter().map(|rule| rule.enactment.number.clone()).collect();
        let number = self.after.next_number(seat);
        let named = if targets.is_empty() { "nothing".to_string() } else { targets.join(", ") };
        self.happen(Event::RepealDeclared { number: number.clone(), seat, target: named, universe, acts_after: None });
        self.happen(Event::Tested { number, verdicts });
        for target in targets {
            self.end(Event::Repealed { target: target.clone(), universe }, &target);
        }
    }
}

/// What rules act at, in words.
fn occasion(instant: Instant<'_>, game: &Multiverse, seat: Seat) -> String {
    let phase = format!("{}'s phase of turn {}", game.player(seat).name, game.phase.turn);
    match instant {
        Instant::Founded => "the game begins".to_owned(),
        Instant::Turn => format!("turn {} begins", game.phase.turn),
        Instant::Opens => format!("{phase} begins"),
        Instant::Closes => format!("{phase} ends"),
        Instant::Enacted(rule) => format!("rule {rule} comes into force"),
        Instant::Repealed(rule) => format!("rule {rule} ends"),
    }
}

/// M3: the king on that universe's board becomes real.
pub(super) fn royal_effects(multiverse: &Multiverse, seat: Seat, universe: u16) -> Vec<Effect> {
    let king = multiverse.kings(seat).into_iter().find(|&(_, at)| at == universe);
    king.map(|(man, _)| Effect::Royal { man, old: false, new: true }).into_iter().collect()
}

impl Multiverse {
    /// The men of royal kinds of a player that stand on a board, with their universes.
    pub fn kings(&self, seat: Seat) -> Vec<(crate::board::ManId, u16)> {
        let royal = |kind| self.position.entities.kind(kind).royal;
        let own = self.position.men().filter(|(_, man)| self.owner(man.army) == Some(seat) && royal(man.kind));
        own.filter_map(|(id, man)| match man.place {
            Place::Cell(cell) => Some((id, self.position.geometry.board(self.position.geometry.cell(cell).board).universe)),
            _ => None,
        })
        .collect()
    }

    /// Whether a player has lost the king that counts: the real one, or, before he named it, his last.
    fn kingless(&self, seat: Seat) -> bool {
        let own = |army| self.owner(army) == Some(seat);
        let real_stands = self.position.men().any(|(_, man)| own(man.army) && man.royal && man.place != Place::Gone);
        match self.player(seat).real {
            Some(_) => !real_stands,
            None => self.kings(seat).is_empty(),
        }
    }

    /// The players that are left of those who can win.
    pub fn living(&self) -> Vec<Seat> {
        let seats = (0..self.seats.len() as u8).map(Seat);
        seats.filter(|&seat| self.player(seat).alive && self.player(seat).guest.is_none()).collect()
    }

    /// R1.6: rules that stand (there) and were made before the previous turn.
    pub fn old_rules(&self, universe: Option<u16>) -> Vec<&super::multiverse::Enacted> {
        let old = |rule: &&super::multiverse::Enacted| rule.stands() && rule.made.turn + 2 <= self.phase.turn;
        let here = |rule: &&super::multiverse::Enacted| match (rule.enactment.scope(), universe) {
            (_, None) | (Scope::Multiverse, _) => universe.is_none_or(|number| !rule.repealed_in.contains(&number)),
            (Scope::Universe(scope), Some(number)) => scope == number && !rule.repealed_in.contains(&number),
        };
        self.rules.iter().filter(old).filter(here).collect()
    }

    /// The universes in which the player owes a move: he has a legal one there (R1.1).
    pub fn owed(&self, seat: Seat) -> Vec<u16> {
        let numbers = self.universes.iter().map(|universe| universe.number);
        numbers.filter(|&number| !self.legal(seat, number).is_empty()).collect()
    }

    /// The move of that canonical notation among those.
    pub fn long_named<'m>(&self, moves: &'m [Move], notation: &str) -> Option<&'m Move> {
        moves.iter().find(|candidate| self.long(candidate) == notation)
    }
}
