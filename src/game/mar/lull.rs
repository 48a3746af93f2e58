//! The game going on by itself, phase after phase, nobody moving: what rules will do (`forecast`), and who could capture then (R7, R12).
//!
//! Invariant: phase by phase it comes to the boards to which the game itself would come, were nobody to move, no dice to fall and nobody to choose.
//! Not here: what R12 withholds, which is found by going on so (`metarule::r12`); whoever goes on leaves it out, or does not.

use std::borrow::Cow;
use std::sync::Arc;

use crate::board::{Clock, Effect, Position, SideId};
use crate::dice::Cup;
use crate::law::{Boards, Fate, Fired, Instant, Law};
use crate::turn::{Phase, Seat};

use super::calendar::Calendar;
use super::multiverse::Multiverse;

/// Something that a rule does, or may do, on the way.
pub(super) struct Doing<'d> {
    /// `w3`.
    pub rule: &'d str,
    pub phase: Phase,
    pub instant: Instant<'d>,
    /// On what boards, and what; `None`: it hangs on dice or on somebody's choice.
    pub done: Option<(&'d Position, &'d Fired)>,
}

/// Whoever looks on: whether he wants to see more.
pub(super) type Watching<'w> = &'w mut dyn FnMut(&Doing<'_>) -> bool;

pub(super) struct Lull<'g, 'w> {
    /// Its rules and law are those of now; its boards and phase only where the law is derived again.
    game: Cow<'g, Multiverse>,
    pub position: Position,
    pub phase: Phase,
    /// Where what acts of itself is followed.
    on: Boards,
    /// What R12 withholds is left out.
    withholds: bool,
    /// The rules of the coming phases, where somebody has found them already, and how many phases have come.
    calendar: Option<&'g Calendar>,
    come: usize,
    watching: Option<Watching<'w>>,
    /// He has seen enough.
    pub seen: bool,
}

impl<'g, 'w> Lull<'g, 'w> {
    /// From where its boards would stand so, followed on some of them.
    pub fn from(game: &'g Multiverse, position: Position, on: Boards) -> Lull<'g, 'w> {
        let game = Cow::Borrowed(game);
        Lull { phase: game.phase, game, position, on, withholds: false, calendar: None, come: 0, watching: None, seen: false }
    }

    /// A game once some rules have ended, were that to be now: each with what it does as it ends.
    pub fn once_ended(game: &Multiverse, ending: &[(String, Option<u16>)]) -> Multiverse {
        let mut lull = Lull::from(game, game.position.clone(), Boards::ALL);
        for (target, universe) in ending {
            lull.end(target, *universe);
        }
        lull.now().clone()
    }

    /// The same without what R12 withholds.
    pub fn withholding(self) -> Lull<'g, 'w> {
        Lull { withholds: true, ..self }
    }

    /// The same by what is known of the coming phases.
    pub fn by(self, calendar: &'g Calendar) -> Lull<'g, 'w> {
        Lull { calendar: Some(calendar), ..self }
    }

    /// The same on all boards, while somebody looks on: he is told what rules do, but for what R12 withholds.
    pub fn watched(game: &'g Multiverse, watching: Watching<'w>) -> Lull<'g, 'w> {
        Lull { watching: Some(watching), withholds: true, ..Lull::from(game, game.position.clone(), Boards::ALL) }
    }

    pub fn law(&self) -> &Law {
        &self.game.law
    }

    /// Ends the phase, as [`super::phase::Deed::close`] does, and opens the next one; whose it is.
    pub fn next(&mut self) -> Option<Seat> {
        self.act(Instant::Closes, self.phase.seat);
        self.open_next()
    }

    /// The same where what rules do at the end of the phase is done.
    pub fn open_next(&mut self) -> Option<Seat> {
        let (ending, next) = (self.phase.seat, self.phase.next(&self.game.alive())?);
        let turns = next.turn > self.phase.turn;
        if turns {
            self.act(Instant::TurnEnds, ending);
        }
        let closing = self.law().closing(&self.position, self.game.player(ending).side);
        self.position.apply_all(&closing);
        self.come += 1;
        if !self.turn_over_by_calendar(next) {
            self.end_those_before(next);
            self.come_to(next);
        }
        let clock = Clock::new(next.turn, Some(self.game.player(next.seat).side));
        let opening = self.law().beginning(&self.position, clock, |army| self.game.owner(army) == Some(next.seat));
        self.position.apply_all(&opening);
        if turns {
            self.hold_off();
            self.act(Instant::Turn, next.seat);
        }
        self.act(Instant::Opens, next.seat);
        Some(next.seat)
    }

    /// The game with the boards and the phase of now, to be changed.
    fn now(&mut self) -> &mut Multiverse {
        let (position, phase) = (self.position.clone(), self.phase);
        let game = self.game.to_mut();
        (game.position, game.phase) = (position, phase);
        game
    }

    /// What the turn's number switches on and R12 does not let act.
    fn hold_off(&mut self) {
        if !self.withholds || !self.game.switches_on(self.phase) {
            return;
        }
        let game = Multiverse { position: self.position.clone(), phase: self.phase, ..Multiverse::clone(&self.game) };
        let found = game.held_off_now();
        if !found.is_empty() {
            let game = self.now();
            found.iter().for_each(|(rule, universe, _)| game.hold_off(rule, *universe));
        }
    }

    /// Rules end, and others are in force, as the calendar has it. `false`: boards take another shape meanwhile, and nothing is done.
    fn turn_over_by_calendar(&mut self, next: Phase) -> bool {
        let (Some(calendar), Cow::Borrowed(game)) = (self.calendar, &self.game) else { return false };
        let Some(turnover) = calendar.after(self.come) else { return false };
        let (game, before) = (*game, (!turnover.ended.is_empty()).then(|| self.position.clone()));
        // What has ended is in force no more when it is asked what its end may do (R12).
        if let Some(then) = &turnover.game {
            self.game = Cow::Borrowed(then);
        }
        for ended in &turnover.ended {
            self.act_under(&ended.law, Instant::Repealed(&ended.target, ended.universe), self.phase.seat);
        }
        if let (Cow::Owned(_), Some(before)) = (&self.game, before) {
            (self.game, self.position) = (Cow::Borrowed(game), before);
            return false;
        }
        self.phase = next;
        true
    }

    fn end_those_before(&mut self, next: Phase) {
        for (target, universe) in self.game.ending_before(next) {
            self.end(&target, universe);
        }
    }

    fn end(&mut self, target: &str, universe: Option<u16>) {
        // One that fell with another is gone already.
        if !self.game.is_in_force(target, universe) {
            return;
        }
        let law = Arc::clone(&self.game.law);
        self.now().end_rule(target, universe);
        self.act_under(&law, Instant::Repealed(target, universe), self.phase.seat);
        for fallen in self.game.void_without(target, universe) {
            self.end(&fallen, universe);
        }
    }

    fn come_to(&mut self, next: Phase) {
        let before = std::mem::replace(&mut self.phase, next);
        if self.game.turns_over(before, next) {
            self.now().refold();
        }
    }

    fn act(&mut self, instant: Instant<'_>, seat: Seat) {
        if self.game.law.acts_of_itself() {
            self.act_under(&Arc::clone(&self.game.law), instant, seat);
        }
    }

    fn act_under(&mut self, law: &Arc<Law>, instant: Instant<'_>, seat: Seat) {
        if self.seen {
            return;
        }
        let side = self.game.player(seat).side;
        let mut fired = law.fire_on(self.on, &self.position, instant, side, None);
        if self.withholds && !fired.is_empty() {
            fired = self.let_stand(law, instant, side);
        }
        if self.watching.is_some() {
            self.tell_open(law, instant, side, &fired);
        }
        for done in &fired {
            self.tell(&done.text, instant, Some(done));
            self.position.apply_all(&done.effects);
        }
        if fired.iter().any(|done| done.effects.iter().any(Effect::shapes)) {
            let game = self.now();
            game.take_in_universes();
            game.refold();
        }
    }

    /// What rules do, but for what R12 withholds.
    fn let_stand(&self, law: &Arc<Law>, instant: Instant<'_>, side: SideId) -> Vec<Fired> {
        let game = Multiverse { position: self.position.clone(), phase: self.phase, ..Multiverse::clone(&self.game) };
        let mut wrong = |position: &Position, fired: &Fired| game.breach(law, position, fired, instant);
        law.fire_if(&self.position, instant, side, None, &mut wrong).0
    }

    /// What dice or a choice would do, asked on the same boards.
    fn tell_open(&mut self, law: &Law, instant: Instant<'_>, side: SideId, fired: &[Fired]) {
        let mut fate = Fate::new(Cup::supposing(Vec::new()), Vec::new(), Vec::new());
        let supposed = law.fire(&self.position, instant, side, Some(&mut fate));
        let known = law.fire(&self.position, instant, side, None);
        let asked = fate.asked.as_ref().map(|question| question.source.as_str());
        let open = supposed.iter().map(|done| done.text.as_str()).chain(asked);
        for text in open.filter(|text| !fired.iter().chain(&known).any(|done| done.text == *text)) {
            self.tell(text, instant, None);
        }
    }

    fn tell(&mut self, text: &str, instant: Instant<'_>, done: Option<&Fired>) {
        let rule = text.strip_prefix("rule ").unwrap_or(text);
        let doing = Doing { rule, phase: self.phase, instant, done: done.map(|done| (&self.position, done)) };
        if let Some(watching) = self.watching.as_mut().filter(|_| !self.seen) {
            self.seen = !watching(&doing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::event::Event;
    use crate::game::founding::Founding;
    use crate::game::mar::multiverse::{Action, Draft};
    use crate::game::mar::phase::Deed;
    use crate::law::texts;
    use crate::rule;

    /// What happens of itself between phases, at each of its moments; rules that sleep, wake, end and end others.
    const RULES: [&str; 11] = [
        "RULE\nAt the start of every turn, every pawn on rank 2 moves one square forward.\nEND",
        "RULE\nBefore white's phase, every pawn goes to its home square. At the end of every turn, every pawn moves one square forward.\nEND",
        "RULE\nAt the end of green's phase, everything on rank 1 shifts one square left, wrapping around.\nEND",
        "RULE LASTS 3 TURNS\nAt the start of every turn, every pawn on rank 2 moves one square forward.\nEND",
        "RULE LASTS 2 TURNS\nThe squares e4 and d4 are called the pond. Before every phase, every knight moves one square forward.\nEND",
        "RULE\nAt the start of every turn, pieces on rank 2 are removed.\nEND",
        "RULE\nEach player has points, starting at zero. At the end of every turn, each player gains one point. If a player has more than two points, at the \
         start of his phase his rooks move one square forward.\nEND",
        "RULE\nOn turns divisible by three, at the start of the turn, every bishop becomes a knight.\nEND",
        "RULE\nAt the start of every turn, every pawn on rank 2 becomes a knight for two turns.\nEND",
        "RULE\nAt the end of every turn, the square e5 becomes a hole for two turns.\nEND",
        "RULE\nOn turn three, the board grows by one file on the left.\nEND",
    ];

    fn game_with(text: &str) -> Multiverse {
        let standard = Arc::new(texts::standard("mar").unwrap());
        let mut game = Multiverse::found(Founding::between("Zaphod", &["Ann", "Bob", "Cy"]), standard).unwrap();
        game.begin().unwrap();
        with_rule(&game, text)
    }

    /// Whoever is on move makes a rule.
    fn with_rule(game: &Multiverse, text: &str) -> Multiverse {
        let reading = rule::read(text, &game.vocabulary());
        let Some(read) = reading.rule else { panic!("{text}: {:?}", reading.diagnostics) };
        let action = Action::Rule { text: text.to_owned(), scope: read.scope, says: rule::print(&read, &game.vocabulary()) };
        let mut deed = Deed::without_dice(game);
        deed.execute(&Draft { real: Some(1), action, ..Draft::default() });
        deed.after
    }

    #[test]
    fn what_a_rule_finds_to_do_behind_another_hangs_on_no_dice() {
        let home = "RULE\nBefore white's phase, every pawn on rank 3 goes to its home square.\nEND";
        let game = with_rule(&game_with(home), "RULE\nBefore white's phase, every pawn on rank 2 moves one square forward.\nEND");
        let told = game.next_deeds();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().all(|(_, says)| says.starts_with("acts next before white's phase")), "{told:?}");
    }

    #[test]
    fn it_comes_to_the_boards_to_which_the_game_comes() {
        let (mut withheld, mut wrong) = (0, Vec::new());
        for text in RULES {
            let game = game_with(text);
            let mut see = |_: &Doing<'_>| true;
            let (mut lull, mut watched) = (Lull::from(&game, game.position.clone(), Boards::ALL), Lull::watched(&game, &mut see));
            let (mut deed, mut acted) = (Deed::without_dice(&game), false);
            for _ in 0..12 {
                let so_far = deed.events.len();
                deed.close();
                watched.next();
                let new = &deed.events[so_far..];
                acted |= new.iter().any(|event| matches!(event, Event::Fired { .. } | Event::Expired { .. }));
                let same = watched.phase == deed.after.phase && watched.position == deed.after.position;
                if !same {
                    wrong.push(format!("{text}: watched, other boards in turn {}", watched.phase.turn));
                }
                if new.iter().any(|event| matches!(event, Event::Withheld { .. })) {
                    withheld += 1;
                    break;
                }
                lull.next();
                if lull.position != deed.after.position {
                    wrong.push(format!("{text}: other boards in turn {}", lull.phase.turn));
                }
            }
            if !acted {
                wrong.push(format!("{text} does nothing"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(withheld < RULES.len() / 2);
    }
}
