//! Moves as ordered, the real king (M3), and the pass.

use super::Session;
use super::ordered::{Part, Replaced, whence};
use crate::game::mar::heisenberg::HEISENBERG;
use crate::game::mar::judgement::{Reply, accepted, accepted_for, noted};
use crate::game::mar::multiverse::Action;
use crate::law::notation::{self, NotationProblem};
use crate::law::{Move, Sort, Verb};
use crate::turn::Seat;

impl Session {
    pub(super) fn moving(&mut self, universe: Option<u16>, text: &str) -> Reply {
        if let Some(unknown) = universe.is_none().then(|| named_before(text)).flatten() {
            return Err(self.belongs_nowhere(unknown));
        }
        let universe = self.universe_of_a_move(universe)?;
        let state = self.with_king_named();
        let name = state.universe_name(universe);
        if state.is_spent_in(self.seat, universe) {
            return Err(format!(
                "R1: one action a turn: you have made or repealed a rule in this turn instead of a move in {name}, so your {} does not move there \
                 before turn {}",
                state.colour(self.seat),
                state.phase.turn + 1
            ));
        }
        let drawn = text.eq_ignore_ascii_case(HEISENBERG);
        let legal = if drawn { state.drawn_from(self.seat, universe) } else { state.legal(self.seat, universe) };
        let mine: Vec<u16> = state.colours(self.seat).into_iter().map(|(_, own)| own).collect();
        if !mine.contains(&universe) && legal.is_empty() {
            let places: Vec<String> = mine.iter().map(|&own| state.universe_name(own)).collect();
            return Err(format!("you have no men that can move in {name} (M1); you play in {}", places.join(", ")));
        }
        if legal.is_empty() {
            let by =
                state.hindered((self.seat, universe), text, &self.tries).map(|by| format!("; {text} is none, by {by}")).unwrap_or_default();
            return Err(format!("you have no legal move in {name}{by}"));
        }
        if text.trim().is_empty() {
            let such = state.long(&legal[0]);
            return Err(format!("{name}: behind {universe}: stands no move; write {universe}: {such}, or another one"));
        }
        if drawn {
            let replaced = self.take_move(universe, HEISENBERG)?;
            return accepted_for(
                replaced.of_orders(),
                format!("{name}: a piece and a move of it are drawn by the dice (L1){}", replaced.told),
            );
        }
        if let Some(problem) = self.made_ambiguous(universe, text) {
            return Err(format!("{name}: {problem}"));
        }
        let is_currasow = |played: &Move| matches!(played.sort, Sort::Action(Verb::Currasow));
        let (long, san, open) = match state.meant((self.seat, universe), text, &legal, &self.tries) {
            Ok(at) => (state.long(&legal[at]), state.san(&legal[at], &legal), legal[at].open),
            Err(_) if text.eq_ignore_ascii_case(Verb::Currasow.word()) && !legal.iter().any(is_currasow) => {
                return Err("no rule in force legalises Currasow moves (L1). A rule that does: RULE Currasow moves are legal. END".into());
            }
            Err(problem) => self.made_possible(universe, text).ok_or_else(|| format!("{name}: {problem}"))?,
        };
        let replaced = self.take_move(universe, &long)?;
        let short = if san == long { String::new() } else { format!(" ({san})") };
        let late = self.said_too_late().unwrap_or_default();
        let fate = if open { "; what else it does is settled when it is carried out: dice or somebody's choice" } else { "" };
        accepted_for(&format!("{}{late}", replaced.of_orders()), format!("{name}: {long}{short}{fate}{}{late}", replaced.told))
    }

    /// What is named could be several moves once his own moves in the universes before are made.
    fn made_ambiguous(&self, universe: u16, text: &str) -> Option<NotationProblem> {
        let (game, legal) = self.with_king_named().after_own(self.seat, universe, &self.draft.moves)?;
        let problem = notation::read(text, &legal, game.law_for(self.seat, universe), &game.position).err()?;
        let several = notation::actions(text, &legal, &game.position).len() > 1;
        (several || matches!(problem, NotationProblem::Ambiguous { .. })).then_some(problem)
    }

    /// A move that his own moves in the universes before make legal, long and short, and whether it hangs on dice or answers (R1.1).
    fn made_possible(&self, universe: u16, text: &str) -> Option<(String, String, bool)> {
        let (game, legal) = self.with_king_named().after_own(self.seat, universe, &self.draft.moves)?;
        let found = &legal[notation::read(text, &legal, game.law_for(self.seat, universe), &game.position).ok()?];
        Some((game.long(found), game.san(found, &legal), found.open))
    }

    /// Puts a move into the draft; what it replaces, in words.
    pub(super) fn take_move(&mut self, universe: u16, long: &str) -> Result<Replaced, String> {
        let mut replaced = Replaced::default();
        let contradicts = |action: &Action| action.replaces_a_move_in(universe);
        if contradicts(&self.ordered.action) {
            self.order_neither(&Action::Move);
        }
        if self.ordered.contradicted.iter().any(contradicts) {
            return Err(
                "this letter also orders a rule, a repeal or a pass, and a phase is one action (R1): write one of the two, for neither is taken".into(),
            );
        }
        self.ordered.moves.insert(universe, long.to_owned());
        self.ordered.is_answered(Part::Move(universe), self.echoes.len());
        if self.draft.action.replaces_a_move_in(universe) {
            let checked = self.checked.has(&Part::Action);
            replaced.add(&format!("; it replaces {} {} (R1: one action a phase)", self.draft.action.told(), whence(checked)), checked);
            self.draft.action = Action::Move;
            self.checked.take(Part::Action);
        }
        let before = self.draft.moves.insert(universe, long.to_owned());
        if let Some(before) = before.as_ref().filter(|before| *before != long) {
            let checked = self.checked.has(&Part::Move(universe));
            replaced.add(&format!("; it replaces {before}{}", if checked { ", checked above" } else { "" }), checked);
        }
        self.checked.take(Part::Move(universe));
        if before.as_deref() != Some(long) {
            self.drop_alternates(universe);
        }
        Ok(replaced)
    }

    /// What was ordered in a universe for the case that something is denied goes with the order that it stood behind (R17).
    pub(super) fn drop_alternates(&mut self, universe: u16) {
        self.draft.alternates.retain(|(at, _), _| *at != universe);
    }

    /// The universe that a move names, or that goes without saying.
    pub(super) fn universe_of_a_move(&self, universe: Option<u16>) -> Result<u16, String> {
        let state = self.state();
        let owed = state.owed(self.seat);
        match universe {
            Some(number) => self.existing(number),
            None => match owed[..] {
                [only] => Ok(only),
                [] => Err("you have no legal move anywhere; you may make or repeal a rule, or PASS".into()),
                [first, ..] => Err(format!("in which universe? Write its number first, as in {first}: e2-e4")),
            },
        }
    }

    /// A universe's number, if there is one of that number.
    pub(super) fn existing(&self, universe: u16) -> Result<u16, String> {
        let state = self.state();
        state.universe(universe).map(|_| universe).ok_or_else(|| state.no_such_universe(universe))
    }

    /// M3: the real king is named in the first phase, once and for all.
    pub(super) fn real(&mut self, universe: u16) -> Reply {
        let state = self.state();
        if state.player(self.seat).guest.is_some() {
            return noted("a side that a rule has made needs no king (M4)");
        }
        if state.founding.players.len() == 2 {
            return noted("with two players your king is real without saying so (M3)");
        }
        if let Some(real) = state.player(self.seat).real {
            if real == universe {
                return noted("that is your real king already (M3)");
            }
            return Err(format!(
                "your real king is the one that you named in {} in your first phase; it cannot change (M3)",
                state.universe_name(real)
            ));
        }
        let mine = state.kings(self.seat);
        if !mine.iter().any(|&(_, at)| at == universe) {
            let places: Vec<String> = mine.iter().map(|&(_, at)| format!("REAL {at}")).collect();
            return Err(format!("you have no king in universe {universe} (M3); write one of: {}", places.join(", ")));
        }
        let name = state.universe_name(universe);
        if !self.ordered.real.contains(&universe) {
            self.ordered.real.push(universe);
        }
        if self.ordered.real.len() > 1 {
            let two = "this letter names two kings as the real one, and that is said once and for all (M3): neither is taken; write one of the two";
            self.ordered.take_back(Part::Real, &mut self.echoes, two);
            self.draft.real = None;
            self.touched = true;
            return Err(two.to_owned());
        }
        self.ordered.is_answered(Part::Real, self.echoes.len());
        self.draft.real = Some(universe);
        let spoilt = self.drop_spoilt();
        accepted_for(
            &spoilt,
            format!("your real king is the one in {name}; the others are dummies (M3){}{spoilt}", if spoilt.is_empty() { "" } else { "." }),
        )
    }

    pub(super) fn pass(&mut self) -> Reply {
        if !self.state().may_pass(self.seat) {
            return Err(self.not_passed());
        }
        let why = if self.state().owed(self.seat).is_empty() { "no legal move anywhere" } else { "moving alone is closed (R1.1)" };
        let dropped = self.take_action(Action::Pass)?;
        accepted(format!("{why}: the phase is passed{}", dropped.told))
    }

    /// Why what stands before a move names no universe.
    fn belongs_nowhere(&self, unknown: &str) -> String {
        let state = self.state();
        let own: Vec<String> =
            state.colours(self.seat).into_iter().map(|(colour, at)| format!("{colour} in {}", state.universe_name(at))).collect();
        format!(
            "\"{unknown}\" is neither a colour nor a universe of this game; you play {}. Its number will do, as in 1: e2-e4",
            own.join(" and ")
        )
    }

    /// Why a phase cannot be passed, and what can be ordered in it.
    fn not_passed(&self) -> String {
        let game = self.with_king_named();
        let written = |universe: u16| {
            let legal = game.legal(self.seat, universe);
            let men = legal.iter().find(|played| !matches!(played.sort, Sort::Action(_)));
            let first = men.or_else(|| legal.first()).map(|played| game.long(played))?;
            Some((format!("{universe}: {first}"), men.is_some()))
        };
        let found: Vec<(String, bool)> = game.owed(self.seat).into_iter().filter_map(written).collect();
        let such = found.iter().map(|(order, _)| order.as_str()).collect::<Vec<_>>().join(" and ");
        match found.iter().any(|(_, men)| *men) {
            _ if found.is_empty() => {
                "you have a legal move, so you must move, or make or repeal a rule (R1, F5): passing is not free".to_owned()
            }
            true => format!(
                "you have a legal move, so you must move, or make or repeal a rule (R1, F5): passing is not free. Write {such}, or another move"
            ),
            false => {
                format!("no man of yours can move, but there is something else to order, so the phase is not passed (R1, F5): write {such}")
            }
        }
    }

    pub(super) fn not_your_colour(&self, colour: &str) -> String {
        let state = self.state();
        let has = |seat: Seat| state.colours(seat).iter().any(|(own, _)| own == colour);
        let whose = (0..state.seats.len() as u8).map(Seat).find(|&seat| has(seat));
        let mine: Vec<String> = state.colours(self.seat).into_iter().map(|(own, _)| own).collect();
        let owner = whose.map_or("somebody else", |seat| state.player(seat).name.as_str());
        format!("{colour} belongs to {owner}; your own: {}", mine.join(", "))
    }
}

/// A word before a colon, which should name a universe: `purple: e4`. One letter is a file, as in `d:e6`.
fn named_before(text: &str) -> Option<&str> {
    let (word, _) = text.split_once(':')?;
    (word.len() > 2 && word.chars().all(char::is_alphabetic)).then_some(word)
}
