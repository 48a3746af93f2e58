//! The law in force over a multiverse, and what a player may do under it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::{ArmyId, Bearer, BoardId, CellId, Clock, Effect, Entities, Geometry, Note, Position};
use crate::law::{self, Active, Law, LawProblem, Move, Strength, Universes, notation};
use crate::rule::{self, Clause, Condition, Deed, Form, Rule, Scope, Vocabulary, walk};
use crate::turn::{Phase, Seat};

use super::metarule::MetaRule;
use super::multiverse::{Enacted, Freed, Multiverse, Universe};
use super::parameters::Switch;
use super::standing::Orphaned;

/// A law with all that it was folded from. The same law follows from the same, and most phases begin with the rules of the one before.
#[derive(Debug)]
pub struct Folding {
    rules: Vec<Source>,
    entities: Arc<Entities>,
    geometry: Arc<Geometry>,
    law: Arc<Law>,
}

/// A rule as it went into the fold.
#[derive(Debug)]
struct Source {
    number: String,
    clauses: Vec<Clause>,
    universes: Universes,
    strength: Strength,
}

impl Folding {
    fn of(active: &[Active<'_>], position: &Position, law: &Arc<Law>) -> Folding {
        let source = |rule: &Active<'_>| Source {
            number: rule.number.to_owned(),
            clauses: rule.clauses.to_vec(),
            universes: rule.universes.clone(),
            strength: rule.strength,
        };
        let (entities, geometry) = (Arc::clone(&position.entities), Arc::clone(&position.geometry));
        Folding { rules: active.iter().map(source).collect(), entities, geometry, law: Arc::clone(law) }
    }

    fn is_of(&self, active: &[Active<'_>], position: &Position) -> bool {
        let same = |(source, rule): (&Source, &Active<'_>)| {
            source.number == rule.number
                && source.strength == rule.strength
                && source.universes == rule.universes
                && source.clauses == rule.clauses
        };
        let boards = Arc::ptr_eq(&self.entities, &position.entities) && Arc::ptr_eq(&self.geometry, &position.geometry);
        boards && self.rules.len() == active.len() && self.rules.iter().zip(active).all(same)
    }
}

impl Multiverse {
    /// Derives the law again: the standard law, then rules in order of enactment, then those inside their protected interval, the oldest
    /// last and strongest (R3, R6).
    pub(super) fn refold(&mut self) {
        let known = self.folding.as_ref().filter(|folding| self.with_rules(None, |active| folding.is_of(active, &self.position)));
        if let Some(known) = known {
            self.law = Arc::clone(&known.law);
            return;
        }
        match self.fold(None) {
            Ok(law) => {
                self.law = Arc::new(law);
                self.folding = Some(Arc::new(self.with_rules(None, |active| Folding::of(active, &self.position, &self.law))));
            }
            // Enactment has folded this rule before; what remains in force stays in force.
            Err(problem) => debug_assert!(false, "a rule in force does not fold: {problem}"),
        }
    }

    /// The law as it would be with one more rule.
    pub fn fold(&self, more: Option<&Rule>) -> Result<Law, LawProblem> {
        let mut position = self.position.clone();
        if let Some(more) = more {
            law::introduce_rule("the new rule", more, &[], &self.counting(), &mut position);
        }
        self.fold_over(more, &position)
    }

    /// The same over another position, in which what the rule names exists.
    pub fn fold_over(&self, more: Option<&Rule>, position: &Position) -> Result<Law, LawProblem> {
        if let Some(rule) = more {
            self.begins_as_others(rule)?;
            self.moves_in_turn(rule)?;
            self.can_wake_with(more, position)?;
        }
        self.with_rules(more, |active| Law::fold(&self.standard, active, &position.entities, &position.geometry))
    }

    /// Whether all rules that stand, and one more, can be in force together when those that sleep have woken.
    pub(super) fn can_wake_with(&self, more: Option<&Rule>, position: &Position) -> Result<(), LawProblem> {
        let standing = self.rules.iter().filter(|rule| rule.stands()).map(|rule| Active {
            number: &rule.enactment.number,
            clauses: rule.clauses(),
            universes: universes(rule.enactment.scope(), &rule.repealed_in),
            since: Some(self.clock_of(rule.made)),
            strength: Strength::Settled,
        });
        let new = more.map(|more| Active {
            number: "the new rule",
            clauses: &more.clauses,
            universes: universes(more.scope, &[]),
            since: Some(self.clock_of(self.phase)),
            strength: Strength::Settled,
        });
        let all: Vec<Active> = standing.chain(new).collect();
        Law::can_wake_together(&self.standard, &all, &position.entities, &position.geometry)
    }

    /// Everything that the law is folded from beside the law text, in order of precedence.
    pub(super) fn with_rules<T>(&self, more: Option<&Rule>, told: impl FnOnce(&[Active<'_>]) -> T) -> T {
        let awake = self.awake();
        let orphans = self.orphans(&awake);
        let standing = || self.rules.iter().zip(&awake).filter(|(rule, _)| rule.stands());
        let settled = standing().filter(|(rule, _)| !rule.protected.holds(self.phase));
        let settled = settled.flat_map(|(rule, awake)| self.active(rule, awake).map(|active| ((rule.made, 0), active)));
        // What rules have restored as they went is as young as their end (R15).
        let restored = orphans.restored.iter().map(|(ended, clauses)| ((*ended, 1), clauses.active()));
        let kept = orphans.kept.iter().map(|(made, clauses)| ((*made, 1), clauses.active()));
        let mut settled: Vec<((Phase, u8), Active)> = settled.chain(restored).chain(kept).collect();
        settled.sort_by_key(|(made, _)| *made);
        let protected = standing().filter(|(rule, _)| rule.protected.holds(self.phase)).rev();
        let more = more.map(|rule| Active {
            number: "the new rule",
            clauses: &rule.clauses,
            universes: universes(rule.scope, &[]),
            since: Some(self.clock_of(self.phase)),
            strength: Strength::Protected,
        });
        let amended = self.law_of_amendments();
        let over_all = amended.iter().map(|(number, rule)| Active {
            number,
            clauses: &rule.clauses,
            universes: Universes::Every,
            since: None,
            strength: Strength::Amendment,
        });
        // What rules that are gone have named comes first, and whatever else says goes over it.
        let names = orphans.named.iter().map(Orphaned::active);
        // A new rule yields to protected ones where they conflict, and only there (R6).
        let said =
            settled.into_iter().map(|(_, active)| active).chain(more).chain(protected.flat_map(|(rule, awake)| self.active(rule, awake)));
        let active: Vec<Active> = names.chain(said).chain(orphans.held.iter().map(Orphaned::active)).chain(over_all).collect();
        told(&active)
    }

    /// The rule as the fold sees it, where it is awake: once, and once more for each universe where it says something of its own.
    fn active<'r>(&self, rule: &'r Enacted, awake: &[bool]) -> impl Iterator<Item = Active<'r>> + use<'r> {
        let enactment = &rule.enactment;
        let strength = if rule.protected.holds(self.phase) { Strength::Protected } else { Strength::Settled };
        let since = Some(self.clock_of(rule.made));
        let told = move |clauses, universes| Active { number: &enactment.number, clauses, universes, since, strength };
        let is_awake = |number: u16| awake.get(usize::from(number) - 1).copied().unwrap_or(false);
        let alone: Vec<(u16, &[Clause])> = rule.awake_alone(self.phase).filter(|(number, _)| is_awake(*number)).collect();
        let numbers = || (1..).zip(awake).filter(|(number, _)| !alone.iter().any(|(other, _)| other == number));
        let everywhere = if alone.is_empty() && numbers().all(|(number, &awake)| awake == rule.acts_in(number)) {
            Some(universes(enactment.scope(), &rule.repealed_in))
        } else {
            let some: BTreeSet<u16> = numbers().filter(|(_, awake)| **awake).map(|(number, _)| number).collect();
            (!some.is_empty()).then_some(Universes::Only(some))
        };
        let everywhere = everywhere.map(|universes| told(rule.awake_in(self.phase), universes));
        everywhere.into_iter().chain(alone.into_iter().map(move |(number, clauses)| told(clauses, Universes::Only([number].into()))))
    }

    /// The rules that stand and are awake, as the fold sees them, in order of enactment.
    pub fn standing(&self) -> Vec<Active<'_>> {
        let awake = self.awake();
        self.rules.iter().zip(&awake).filter(|(rule, _)| rule.stands()).flat_map(|(rule, awake)| self.active(rule, awake)).collect()
    }

    /// Words that a rule of this game may use.
    pub fn vocabulary(&self) -> Vocabulary {
        let colours: Vec<String> = self.position.entities.armies.iter().map(|army| army.name.clone()).collect();
        let words = Vocabulary::of(self.standard.chain()).in_game(self.name(), self.universes.len() as u16, &colours);
        let words = words.with_rules(self.rules.iter().map(|rule| rule.enactment.number.clone()).collect());
        let words = words.with_definitions(self.definitions.clone());
        let words = words.with_worlds(self.worlds().into_iter().map(|(name, number)| (name.to_owned(), number)).collect());
        // Kinds, and what is noted, stay when the rule that brought them ends.
        let of_rules = self.rules.iter().flat_map(|rule| &rule.enactment.rule.clauses);
        let of_amendments = self.amendments().into_iter().flat_map(|motion| motion.amendment.clauses());
        let words = words.knowing(of_rules.chain(of_amendments).map(|clause| &clause.form));
        let lifted = [10, 13].map(MetaRule).into_iter().filter(|&of| self.parameters.switch(of) != Switch::On);
        let words = words.lifting(lifted.map(|of| of.to_string()).collect());
        // R13
        if self.parameters.switch(MetaRule(13)) == Switch::On { words } else { words.deciding_victory() }
    }

    /// What rules and amendments say of what they have put off or what lasts for a time, to be told where it is to come.
    pub fn sayings(&self) -> law::Sayings {
        let words = self.vocabulary();
        let of_rules = self.rules.iter().map(|rule| (rule.enactment.number.as_str(), rule.clauses()));
        let amended = self.law_of_amendments();
        let of_amendments = amended.iter().map(|(number, rule)| (*number, rule.clauses.as_slice()));
        of_rules.chain(of_amendments).flat_map(|(number, clauses)| law::sayings(&format!("rule {number}"), clauses, &words)).collect()
    }

    /// The squares of a board to which rules in force in its universe give names, or of which they speak by name.
    pub fn named_squares(&self, position: &Position, universe: u16, board: BoardId) -> Vec<(String, Vec<CellId>)> {
        let here = self.rules.iter().filter(|rule| rule.acts_in(universe));
        let mut names: Vec<String> = here.flat_map(|rule| rule::regions(rule.clauses_in(universe))).collect();
        names.sort_unstable();
        names.dedup();
        let called = |name: String| {
            let cells = self.law.called(position, board, &name);
            (name, cells)
        };
        names.into_iter().map(called).filter(|(_, cells)| !cells.is_empty()).collect()
    }

    /// The armies of a player, in universe order.
    pub fn armies(&self, seat: Seat) -> Vec<ArmyId> {
        let all = (0..self.position.entities.armies.len() as u8).map(ArmyId);
        all.filter(|&army| self.owner(army) == Some(seat)).collect()
    }

    /// A player's legal moves in a universe.
    pub fn legal(&self, seat: Seat, universe: u16) -> Vec<Move> {
        if self.is_spent_in(seat, universe) {
            return Vec::new();
        }
        self.legal_by(self.law_for(seat, universe), seat, universe)
    }

    /// His moves in a universe that are legal by a law.
    pub(super) fn legal_by(&self, law: &Law, seat: Seat, universe: u16) -> Vec<Move> {
        let Some(universe) = self.universe(universe) else { return Vec::new() };
        let armies = self.armies_on(seat, universe);
        let boards = self.boards_of(universe.number);
        let on = |position: &Position| {
            boards.iter().flat_map(|&board| self.legal_on(law, position, (seat, &armies), board)).collect::<Vec<Move>>()
        };
        let mut moves = on(&self.position);
        // Words are taken as said (L1): a move that would then leave the king capturable is not made safe by not saying them (F4).
        if let Some(said) = self.with_all_said(seat) {
            let is = |one: &Move, other: &Move| (one.man, one.to, one.sort, one.choice) == (other.man, other.to, other.sort, other.choice);
            let safe = on(&said);
            let pairs = armies.iter().flat_map(|&army| boards.iter().map(move |&board| (army, board)));
            let all: Vec<Move> = pairs.flat_map(|(army, board)| law.unguarded(&said, army, Some(board))).collect();
            let unsafe_then = |played: &Move| all.iter().any(|other| is(played, other)) && !safe.iter().any(|other| is(played, other));
            if moves.iter().any(|played| !unsafe_then(played)) {
                moves.retain(|played| !unsafe_then(played));
            }
        }
        moves
    }

    /// His legal moves there or, where he has none, those that he would have with the words said that rules ask for: nobody passes by keeping silent
    /// (F5, L1).
    pub fn could_move(&self, seat: Seat, universe: u16) -> Vec<Move> {
        let moves = self.legal(seat, universe);
        match self.with_all_said(seat).filter(|_| moves.is_empty()) {
            Some(position) => Multiverse { position, ..self.clone() }.legal(seat, universe),
            None => moves,
        }
    }

    /// His legal moves there, the words that rules ask for taken as said: from these a Heisenberg move is drawn (L1).
    pub(in crate::game::mar) fn drawn_from(&self, seat: Seat, universe: u16) -> Vec<Move> {
        match self.with_all_said(seat) {
            Some(position) => Multiverse { position, ..self.clone() }.legal(seat, universe),
            None => self.legal(seat, universe),
        }
    }

    /// The position with every word said that a rule waits for from a player; `None`: he has said all there is.
    fn with_all_said(&self, seat: Seat) -> Option<Position> {
        let unsaid = self.unsaid(seat);
        if unsaid.is_empty() {
            return None;
        }
        let mut said = self.position.clone();
        unsaid.iter().for_each(|(_, saying)| said.apply(saying));
        Some(said)
    }

    /// The words that rules in force ask for, and whether a player has said them in this phase (L2).
    pub fn words_wanted(&self, seat: Seat) -> Vec<(String, bool)> {
        let mut wanted = Vec::new();
        for clause in self.rules.iter().filter(|rule| rule.stands()).flat_map(|rule| rule.clauses()) {
            walk::parts(clause, &mut |part| {
                if let walk::Part::Condition(Condition::Said(words)) = part {
                    wanted.push(words.clone());
                }
            });
        }
        wanted.sort();
        wanted.dedup();
        let unsaid = self.unsaid(seat);
        wanted.into_iter().map(|words| (words.clone(), unsaid.iter().all(|(other, _)| *other != words))).collect()
    }

    /// The words that rules wait for from a player and that he has not said in this phase, each with what it is to say them.
    pub(super) fn unsaid(&self, seat: Seat) -> Vec<(String, Effect)> {
        let (of, entities) = (Bearer::Side(self.player(seat).side), &self.position.entities);
        let waited = entities.names.iter().filter_map(|name| Some((name.strip_prefix(law::SAID)?.to_owned(), entities.key_named(name)?)));
        let notes = waited.map(|(words, key)| (words, Note { of, key })).filter(|(_, note)| self.position.note(*note) == 0);
        notes.map(|(words, note)| (words, Effect::Note { note, old: 0, new: 1 })).collect()
    }

    /// The law that a player moves by in a universe: the one in force, unless he is freed of its bans (R9).
    pub fn law_for(&self, seat: Seat, universe: u16) -> &Arc<Law> {
        self.freed.get(&universe).filter(|_| seat == self.phase.seat).map_or(&self.law, |freed| &freed.law)
    }

    /// Frees whoever is on move of what some rules forbid or hold in a universe (R9).
    pub(super) fn free(&mut self, universe: u16, of: &[String]) {
        let law = self.freed_law(of);
        self.freed.insert(universe, Freed { law: Arc::new(law), of: of.to_vec() });
    }

    /// The law where some rules forbid and hold nothing.
    pub(super) fn freed_law(&self, of: &[String]) -> Law {
        let mut freed = self.unbound_by(|rule| of.contains(&rule.enactment.number));
        freed.refold();
        let holds = |rule: &&Enacted| rule.stands() && rule.clauses().iter().any(holds_men);
        let mut holding = self.rules.iter().filter(holds).peekable();
        // What a rule has held that is gone nobody else can let go.
        let lets_go = holding.peek().is_none() || holding.any(|rule| of.contains(&rule.enactment.number));
        let law = Law::clone(&freed.law);
        if lets_go { law.without_holds() } else { law }
    }

    /// The game without what some rules forbid, and the men that they hold; its law is to be derived.
    pub(super) fn unbound_by(&self, of: impl Fn(&Enacted) -> bool) -> Multiverse {
        let mut freed = self.clone();
        for rule in freed.rules.iter_mut().filter(|rule| rule.stands() && of(rule)) {
            let rest = |clause: &Clause| if binds(clause) { clause.at_rest() } else { clause.clone() };
            rule.say(rule.awake_in(self.phase).iter().map(rest).collect());
        }
        freed
    }

    /// The rules that bind somebody's men in a universe.
    pub(super) fn binding(&self, universe: u16) -> Vec<String> {
        let binding = self.rules.iter().filter(|rule| rule.acts_in(universe) && rule.clauses_in(universe).iter().any(binds));
        binding.map(|rule| rule.enactment.number.clone()).collect()
    }

    /// The boards of a universe.
    pub fn boards_of(&self, universe: u16) -> Vec<BoardId> {
        self.position.geometry.of_universe(universe).collect()
    }

    /// The universes that are open: some square of them is left.
    pub fn open_universes(&self) -> impl Iterator<Item = &Universe> {
        let open = |board: &BoardId| self.position.geometry.board(*board).cells.iter().any(|&cell| !self.position.is_hole(cell));
        self.universes.iter().filter(move |universe| self.boards_of(universe.number).iter().any(open))
    }

    /// What a rule has called a universe.
    pub fn called(&self, universe: u16) -> Option<&str> {
        self.worlds().into_iter().find(|(_, number)| *number == universe).map(|(name, _)| name)
    }

    /// The names that rules have given to universes, with their numbers.
    pub fn worlds(&self) -> Vec<(&str, u16)> {
        let entities = &self.position.entities;
        let named = entities.names.iter().filter_map(|name| Some((name.strip_prefix(law::WORLD)?, entities.key_named(name)?)));
        let numbered = named.map(|(name, key)| (name, self.position.note(Note { of: Bearer::Game, key })));
        numbered.filter_map(|(name, number)| Some((name, u16::try_from(number).ok().filter(|&number| number > 0)?))).collect()
    }

    /// The armies of a player that have men on a board, or belong there.
    pub(super) fn armies_on(&self, seat: Seat, universe: &Universe) -> Vec<ArmyId> {
        let at_home = self.sides_in(universe);
        let boards = self.boards_of(universe.number);
        let stands = |army: ArmyId| boards.iter().any(|&board| self.position.standing(board).any(|(_, man, _)| man.army == army));
        let there = |army: &ArmyId| at_home.contains(&(seat, *army)) || stands(*army);
        self.armies(seat).into_iter().filter(there).collect()
    }

    /// What happens by itself as a player's phase ends.
    pub fn closing(&self, seat: Seat) -> Vec<Effect> {
        self.law.closing(&self.position, self.player(seat).side)
    }

    /// A phase, as positions tell it.
    fn clock_of(&self, phase: Phase) -> Clock {
        Clock::new(phase.turn, Some(self.player(phase.seat).side))
    }

    /// What happens by itself as a player's phase opens.
    pub fn opening(&self, seat: Seat) -> Vec<Effect> {
        let now = Clock::new(self.phase.turn, Some(self.player(seat).side));
        self.law.beginning(&self.position, now, |army| self.owner(army) == Some(seat))
    }

    /// A move's canonical long notation.
    pub fn long(&self, played: &Move) -> String {
        notation::long(played, &self.position)
    }

    /// A move's short notation among the legal ones of its universe.
    pub fn san(&self, played: &Move, legal: &[Move]) -> String {
        notation::san(played, legal, &self.position)
    }

    /// A rule in canonical words, with what was assumed.
    pub fn restate(&self, rule: &Rule) -> String {
        rule::restate(rule, &self.vocabulary())
    }

    /// A rule in force, in its canonical words: what was assumed as it was made is in them.
    pub fn wording(&self, rule: &Rule) -> String {
        rule::print(rule, &self.vocabulary())
    }
}

fn universes(scope: Scope, repealed_in: &[u16]) -> Universes {
    match scope {
        Scope::Universe(number) if repealed_in.contains(&number) => Universes::Only(BTreeSet::new()),
        Scope::Universe(number) => Universes::Only(BTreeSet::from([number])),
        Scope::Multiverse if repealed_in.is_empty() => Universes::Every,
        Scope::Multiverse => Universes::Except(repealed_in.iter().copied().collect()),
    }
}

/// It forbids moves, or holds men.
fn binds(clause: &Clause) -> bool {
    match &clause.form {
        Form::Ban(ban) => !ban.lifted,
        _ => holds_men(clause),
    }
}

fn holds_men(clause: &Clause) -> bool {
    matches!(&clause.form, Form::Trigger(trigger) if trigger.deeds.iter().any(Deed::holds))
}
