//! Which rules are awake, and for want of what others sleep (R15): a rule that takes a name from another one acts while somebody gives that name.
//!
//! Invariant: nothing of it is kept; it follows from the rules that stand, so that a rule wakes of itself when the names come back.

use crate::law::{Active, Strength, Universes};
use crate::rule::{
    Class, Clause, Fallen, Form, Kinds, Manner, Motion, Movement, Name, Naming, Rule, Scope, marked, puts_off, turns_all, used, vacated,
    with_kind,
};
use crate::turn::{Phase, Window};

use super::multiverse::{Enacted, Multiverse, PendingRepeal};

/// A name that a rule uses and nobody gives any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    pub naming: Naming,
    pub name: String,
    /// The rules that gave it.
    pub givers: Vec<String>,
}

/// What rules that are gone, or asleep, have left behind.
pub(super) struct Orphans {
    /// Counters and squares that a rule is kept with.
    pub named: Vec<Orphaned>,
    /// What rules said of men that move like kinds without a rule with which they are kept: how those moved.
    pub kept: Vec<(Phase, Orphaned)>,
    /// That kinds without a rule stay where they are; or how they moved, where somebody has no other men (R9).
    pub held: Vec<Orphaned>,
    /// That men move as standard ones since their rule is gone, and since when.
    pub restored: Vec<(Phase, Orphaned)>,
}

/// Clauses left behind.
pub(super) struct Orphaned {
    number: String,
    clauses: Vec<Clause>,
    universes: Universes,
}

impl Orphaned {
    pub fn active(&self) -> Active<'_> {
        Active { number: &self.number, clauses: &self.clauses, universes: self.universes.clone(), since: None, strength: Strength::Settled }
    }
}

impl Multiverse {
    /// By rule, then by universe from 1: whether it acts there. Names are given by rules that are awake themselves, so rules that give each
    /// other their names in a circle all sleep.
    pub(super) fn awake(&self) -> Vec<Vec<bool>> {
        let numbers = 1..=self.universes.len() as u16;
        let asleep = vec![false; self.universes.len()];
        let mut awake = vec![asleep; self.rules.len()];
        loop {
            let mut woken = false;
            for (at, rule) in self.rules.iter().enumerate() {
                for (slot, number) in numbers.clone().enumerate() {
                    let wakes = !awake[at][slot] && rule.acts_in(number) && self.wants(rule, number, &awake).next().is_none();
                    awake[at][slot] |= wakes;
                    woken |= wakes;
                }
            }
            if !woken {
                return awake;
            }
        }
    }

    /// What a rule wants in a universe while others are awake.
    fn wants<'r>(&'r self, rule: &'r Enacted, universe: u16, awake: &'r [Vec<bool>]) -> impl Iterator<Item = Want<'r>> {
        let on = |number: &str| self.rules.iter().position(|other| other.enactment.number == number);
        // A giver of another universe serves everywhere.
        let serves = move |at: usize| match self.rules[at].within(universe) {
            true => awake[at].get(usize::from(universe) - 1).copied().unwrap_or(false),
            false => awake[at].iter().any(|&awake| awake),
        };
        let kept = |giver: &Enacted| {
            let depends = &rule.enactment.rule.depends;
            depends.iter().any(|dependency| dependency.on == giver.enactment.number && dependency.then == Fallen::Keep)
        };
        let names = rule.uses_in(universe).iter().filter(move |name| {
            let givers: Vec<usize> = (0..self.rules.len()).filter(|&at| self.rules[at].gives.contains(name)).collect();
            let lasting = name.0 == Naming::Region && self.marks(&name.1);
            !givers.is_empty() && !lasting && !givers.iter().any(|&at| serves(at) || kept(&self.rules[at]))
        });
        let sleeping = rule.enactment.rule.depends.iter().filter(|dependency| dependency.then == Fallen::Sleep);
        // What it takes from a rule that is gone somebody else may give again.
        let given_again = move |gone: usize| {
            let mut taken = rule.uses_in(universe).iter().filter(|name| self.rules[gone].gives.contains(name)).peekable();
            let given = |name: &Name| (0..self.rules.len()).any(|at| self.rules[at].gives.contains(name) && serves(at));
            taken.peek().is_some() && taken.all(given)
        };
        let rules = sleeping.filter(move |dependency| on(&dependency.on).is_none_or(|at| !serves(at) && !given_again(at)));
        names.map(Want::Name).chain(rules.map(|dependency| Want::Rule(&dependency.on)))
    }

    /// Squares that some rule has marked with the name keep it.
    fn marks(&self, region: &str) -> bool {
        self.rules.iter().any(|rule| marked(&rule.enactment.rule.clauses).iter().any(|name| name == region))
    }

    /// Whether a rule that stands sleeps wherever it would act, and what it wants, in words.
    pub fn asleep(&self, number: &str) -> Option<String> {
        let awake = self.awake();
        let (at, rule) = self.rules.iter().enumerate().find(|(_, rule)| rule.enactment.number == number && rule.stands())?;
        let numbers = (1..=self.universes.len() as u16).filter(|&number| rule.acts_in(number));
        let lacking: Vec<u16> = numbers.filter(|&number| !awake[at][usize::from(number) - 1]).collect();
        let mut words: Vec<String> = Vec::new();
        for want in lacking.iter().flat_map(|&number| self.wants(rule, number, &awake)) {
            let said = match want {
                Want::Name(name) => self.lack(name).to_string(),
                Want::Rule(number) => format!("rule {number} is gone"),
            };
            if !words.contains(&said) {
                words.push(said);
            }
        }
        let somewhere = awake[at].iter().any(|&awake| awake);
        let places: Vec<String> = lacking.iter().map(|&number| self.universe_name(number)).collect();
        let place = if somewhere { format!(" in {}", places.join(", ")) } else { String::new() };
        (!lacking.is_empty()).then(|| format!("asleep{place}: {}", words.join("; ")))
    }

    fn lack(&self, (naming, name): &Name) -> Lack {
        let givers = self.rules.iter().filter(|rule| rule.gives.iter().any(|given| given.0 == *naming && given.1 == *name));
        Lack { naming: *naming, name: name.clone(), givers: givers.map(|rule| rule.enactment.number.clone()).collect() }
    }

    /// The names that a new rule would use and that were given by rules which are gone or asleep.
    pub fn lacking(&self, rule: &Rule) -> Vec<Lack> {
        let awake = self.awake();
        let kept = |number: &str| rule.depends.iter().any(|dependency| dependency.on == number && dependency.then == Fallen::Keep);
        let missing = |name: &Name| {
            let mut givers = self.rules.iter().zip(&awake).filter(|(giver, _)| giver.gives.contains(name)).peekable();
            let lasting = name.0 == Naming::Region && self.marks(&name.1);
            let any = givers.peek().is_some();
            any && !lasting && !givers.any(|(giver, awake)| kept(&giver.enactment.number) || awake.iter().any(|&awake| awake))
        };
        used(&rule.clauses).iter().filter(|name| missing(name)).map(|name| self.lack(name)).collect()
    }

    /// The rules that a rule leans on, each with the names it takes from it: those that it names, and those that give what it uses.
    pub fn leans_on(&self, rule: &Enacted) -> Vec<(String, Vec<String>)> {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for other in self.rules.iter().filter(|other| other.enactment.number != rule.enactment.number) {
            let number = &other.enactment.number;
            let given = |name: &&Name| other.gives.contains(name) || name.0 == Naming::Region && marked(other.clauses()).contains(&name.1);
            let names: Vec<String> = rule.uses.iter().filter(given).map(|(_, name)| name.clone()).collect();
            if !names.is_empty() || rule.enactment.rule.depends.iter().any(|dependency| dependency.on == *number) {
                found.push((number.clone(), names));
            }
        }
        found
    }

    /// R6: until when a rule may not go: through its own protected time, and that of those which would end or sleep for want of it, be it by
    /// their makers' own words (R15).
    pub fn stays_until(&self, number: &str, universe: Option<u16>) -> Option<Window> {
        self.held_by_protection(number, universe).map(|rule| rule.protected)
    }

    /// The rule that stays longest of those for whose sake a rule may not go yet (R6): itself, or one that leans on it.
    pub fn held_by_protection(&self, number: &str, universe: Option<u16>) -> Option<&Enacted> {
        let rule = self.rule(number).filter(|rule| rule.stands())?;
        let (without, _) = self.after_end_of(number, universe);
        let protected = |rule: &Enacted| rule.protected.holds(self.phase);
        let (before, after) = (self.awake(), without.awake());
        let sleeping = self.rules.iter().enumerate().filter(|(at, rule)| {
            rule.enactment.number != number && protected(rule) && before[*at].iter().zip(&after[*at]).any(|(was, is)| *was && !*is)
        });
        let leaning = sleeping.map(|(_, rule)| rule);
        // Itself before those that stay as long.
        let all = leaning.chain(Some(rule).filter(|rule| protected(rule)));
        all.max_by_key(|rule| rule.protected.last)
    }

    /// The game if a rule went, and what would end with it by its own words: each with the rule whose end would end it.
    fn after_end_of(&self, target: &str, universe: Option<u16>) -> (Multiverse, Vec<(String, String)>) {
        let mut after = self.clone();
        let mut with_it: Vec<(String, String)> = Vec::new();
        let mut ending = vec![(target.to_owned(), universe)];
        while let Some((number, universe)) = ending.pop() {
            after.end_rule(&number, universe);
            let universe = universe.filter(|_| after.rule(&number).is_some_and(Enacted::stands));
            for fallen in after.void_without(&number, universe) {
                if ending.iter().all(|(known, _)| *known != fallen) {
                    with_it.push((fallen.clone(), number.clone()));
                    ending.push((fallen, universe));
                }
            }
        }
        (after, with_it)
    }

    /// The rules that end when one does, by their own words.
    pub(super) fn void_without(&self, target: &str, universe: Option<u16>) -> Vec<String> {
        let falls = |rule: &&Enacted| {
            let depends = &rule.enactment.rule.depends;
            let there = universe.map_or(rule.stands(), |number| rule.acts_in(number));
            there && depends.iter().any(|dependency| dependency.on == target && dependency.then == Fallen::Void)
        };
        self.rules.iter().filter(falls).map(|rule| rule.enactment.number.clone()).collect()
    }

    /// Rules that are to be rewritten when one goes say what they say with other kinds from now on.
    pub(super) fn rewrite_for(&mut self, target: &str) {
        for rule in self.rules.iter_mut().filter(|rule| rule.stands()) {
            for (old, new) in rule.rewrites_without(target) {
                rule.say(with_kind(rule.clauses(), &old, &new));
            }
        }
    }

    /// The same where one goes in a universe and stands in others.
    pub(super) fn rewrite_in(&mut self, target: &str, universe: u16) {
        for rule in self.rules.iter_mut().filter(|rule| rule.acts_in(universe)) {
            let pairs = rule.rewrites_without(target);
            if !pairs.is_empty() {
                rule.rewrite_in(universe, pairs);
            }
        }
    }

    /// What would become of the rules if one went: which end with it, which fall asleep, which are rewritten; a sentence each.
    pub fn aftermath(&self, target: &str, universe: Option<u16>) -> Vec<String> {
        let (after, with_it) = self.after_end_of(target, universe);
        let ends = |(fallen, on): &(String, String)| format!("rule {fallen} ends with it (it depends on {on})");
        let mut told: Vec<String> = with_it.iter().map(ends).collect();
        let until = self.stays_until(target, universe);
        let gone_by_then = |number: &str| {
            let goes = |repeal: &&PendingRepeal| repeal.covers(number, universe) && until.is_some_and(|until| repeal.acts_after <= until);
            self.repeals.iter().any(|repeal| goes(&repeal))
        };
        for rule in self.rules.iter().filter(|rule| rule.stands()) {
            let number = &rule.enactment.number;
            let now = after.rule(number).filter(|rule| rule.stands());
            if now.is_some_and(|now| now.rewritten != rule.rewritten) {
                told.push(format!("rule {number} is rewritten"));
            }
            let alone = now.into_iter().flat_map(|now| &now.rewritten_in).filter(|alone| !rule.rewritten_in.contains(alone));
            told.extend(alone.map(|alone| format!("rule {number} is rewritten in {}", self.universe_name(alone.universe))));
            let sleeps = now.filter(|_| !gone_by_then(number)).and_then(|_| after.asleep(number));
            if let Some(why) = sleeps.filter(|_| self.asleep(number).is_none()) {
                told.push(format!("rule {number} falls {why}"));
            }
        }
        told.extend(after.left_behind(target, universe));
        told
    }

    fn plural(&self, kind: &str) -> String {
        let known = self.position.entities.kind_named(kind);
        known.map_or_else(|| kind.to_owned(), |id| self.position.entities.kind(id).plural.clone())
    }

    /// What is left on the boards of the kinds that a rule which is gone, everywhere or in one universe, has given, in words.
    pub fn left_behind(&self, gone: &str, universe: Option<u16>) -> Vec<String> {
        let awake = self.awake();
        let is_gone = |rule: &&Enacted| universe.map_or(!rule.stands(), |there| !rule.acts_in(there));
        let Some(rule) = self.rule(gone).filter(is_gone) else { return Vec::new() };
        let kinds = self.given_kinds();
        let mut told = Vec::new();
        for universe in self.universes.iter().filter(|known| universe.is_none_or(|there| there == known.number)) {
            let lost: Vec<String> = kinds.iter().filter(|kind| self.is_lost(kind, universe.number, &awake)).cloned().collect();
            let keep = self.somebody_has_only(&lost, universe.board);
            let stand =
                |kind: &str| self.position.standing(universe.board).any(|(_, man, _)| self.position.entities.kind(man.kind).name == kind);
            let own = |kind: &&String| rule.gives.contains(&(Naming::Kind, (*kind).clone()));
            let turned = |kind: &str| rule.clauses().iter().any(|clause| turns_all(clause, kind));
            for kind in lost.iter().filter(own).filter(|kind| stand(kind) && !turned(kind)) {
                let (plural, place) = (self.plural(kind), self.universe_name(universe.number));
                told.push(match keep {
                    true => format!("the {plural} in {place} move as they did, since somebody has no other men there (R9)"),
                    false => format!("the {plural} in {place} stay where they stand and cannot move of themselves"),
                });
            }
        }
        told
    }

    /// The kinds that rules have given, each once.
    fn given_kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for (naming, name) in self.rules.iter().flat_map(|rule| &rule.gives) {
            if *naming == Naming::Kind && !kinds.contains(name) && !self.standard.kinds.iter().any(|kind| kind.name == *name) {
                kinds.push(name.clone());
            }
        }
        kinds
    }

    fn is_lost(&self, kind: &str, universe: u16, awake: &[Vec<bool>]) -> bool {
        let name = (Naming::Kind, kind.to_owned());
        let mut givers = self.rules.iter().zip(awake).filter(|(rule, _)| rule.gives.contains(&name));
        givers.all(|(rule, awake)| match rule.within(universe) {
            true => !awake.get(usize::from(universe) - 1).copied().unwrap_or(false),
            false => awake.iter().all(|awake| !awake),
        })
    }

    /// What is left of rules that are gone: names that others are kept with, and men of kinds without a rule. Those stay, cannot move of
    /// themselves and can be captured (R15), unless that would leave somebody no man with the right to move (R9).
    pub(super) fn orphans(&self, awake: &[Vec<bool>]) -> Orphans {
        let mut orphans = Orphans { named: Vec::new(), kept: self.kept(awake), held: Vec::new(), restored: self.restored() };
        let keeping = self.rules.iter().filter(|rule| rule.stands()).flat_map(|rule| &rule.enactment.rule.depends);
        for dependency in keeping.filter(|dependency| dependency.then == Fallen::Keep) {
            let Some(gone) = self.rule(&dependency.on) else { continue };
            let names = |clause: &&Clause| matches!(clause.form, Form::Counter(_) | Form::Region { .. });
            let clauses: Vec<Clause> = gone.clauses().iter().filter(names).cloned().collect();
            if !clauses.is_empty() && !orphans.named.iter().any(|known| known.number == dependency.on) {
                orphans.named.push(Orphaned { number: dependency.on.clone(), clauses, universes: Universes::Every });
            }
        }
        let kinds = self.given_kinds();
        for universe in self.universes.iter().filter(|_| !kinds.is_empty()) {
            let lost: Vec<String> = kinds.iter().filter(|kind| self.is_lost(kind, universe.number, awake)).cloned().collect();
            if lost.is_empty() {
                continue;
            }
            let universes = Universes::Only([universe.number].into());
            if self.somebody_has_only(&lost, universe.board) {
                orphans.held.extend(self.rules.iter().filter(|rule| rule.gives.iter().any(|name| lost.contains(&name.1))).map(|rule| {
                    let clauses = rule.clauses().iter().filter(|clause| moves_only(clause, &lost)).cloned().collect();
                    Orphaned { number: rule.enactment.number.clone(), clauses, universes: universes.clone() }
                }));
                continue;
            }
            let who = Class { kinds: Kinds::Only(lost), ..Class::EVERY };
            let movement = Movement {
                who,
                aspect: crate::movement::Use::Any,
                manner: Manner::Instead,
                motions: Vec::new(),
                terms: crate::rule::Terms::default(),
            };
            let clause = Clause::of(Form::Movement(movement), None);
            let number = "the end of the rule that made them".to_owned();
            orphans.held.push(Orphaned { number, clauses: vec![clause], universes });
        }
        orphans
    }

    /// Where a rule lends to men how others move, and is kept with these when their rule goes, it goes on lending it; those themselves stay.
    fn kept(&self, awake: &[Vec<bool>]) -> Vec<(Phase, Orphaned)> {
        let mut found = Vec::new();
        for keeper in self.rules.iter().filter(|rule| rule.stands()) {
            let keeping = keeper.enactment.rule.depends.iter().filter(|dependency| dependency.then == Fallen::Keep);
            for gone in keeping.filter_map(|dependency| self.rule(&dependency.on)) {
                let lost = |kind: &str, universe: u16| {
                    gone.gives.contains(&(Naming::Kind, kind.to_owned())) && self.is_lost(kind, universe, awake)
                };
                for universe in self.universes.iter().map(|universe| universe.number).filter(|&number| keeper.acts_in(number)) {
                    let lent = |clause: &Clause| lending(clause, gone.clauses(), &|kind| lost(kind, universe));
                    let clauses: Vec<Clause> = keeper.clauses_in(universe).iter().filter_map(lent).collect();
                    if !clauses.is_empty() {
                        let (number, universes) = (keeper.enactment.number.clone(), Universes::Only([universe].into()));
                        found.push((keeper.made, Orphaned { number, clauses, universes }));
                    }
                }
            }
        }
        found
    }

    /// What rules that are gone have restored.
    fn restored(&self) -> Vec<(Phase, Orphaned)> {
        let mut found = Vec::new();
        for rule in &self.rules {
            let said = rule.clauses();
            // What is put off knows its clause by its number.
            let later = said.iter().map(|clause| if puts_off(clause) { clause.clone() } else { clause.at_rest() });
            let mut clauses: Vec<Clause> = if said.iter().any(puts_off) { later.collect() } else { Vec::new() };
            clauses.extend(said.iter().flat_map(|clause| as_standard(clause).into_iter().chain(vacated(clause))));
            if clauses.is_empty() {
                continue;
            }
            // Where it was repealed by itself it has restored then, and in the others as it ended.
            let alone = rule.repealed_in.iter().zip(&rule.left).map(|(&number, &left)| (left, Universes::Only([number].into())));
            let whole = rule.ended.map(|ended| match rule.enactment.scope() {
                Scope::Multiverse => (ended, Universes::Except(rule.repealed_in.iter().copied().collect())),
                Scope::Universe(number) => (ended, Universes::Only([number].into())),
            });
            for (ended, universes) in alone.chain(whole) {
                found.push((ended, Orphaned { number: rule.enactment.number.clone(), clauses: clauses.clone(), universes }));
            }
        }
        found
    }

    /// Whether a side has men on a board, and all of them of these kinds.
    fn somebody_has_only(&self, kinds: &[String], board: crate::board::BoardId) -> bool {
        let entities = &self.position.entities;
        let stuck = |side| {
            let mut own = self.position.standing(board).filter(|(_, man, _)| entities.army(man.army).side == side).peekable();
            own.peek().is_some() && own.all(|(_, man, _)| kinds.contains(&entities.kind(man.kind).name))
        };
        entities.armies.iter().any(|army| stuck(army.side))
    }
}

/// What a rule cannot act without.
enum Want<'r> {
    Name(&'r Name),
    Rule(&'r str),
}

impl Enacted {
    /// The kinds that take the place of others in it when a rule goes, by its own words.
    fn rewrites_without(&self, target: &str) -> Vec<(String, String)> {
        let depends = self.enactment.rule.depends.iter().filter(|dependency| dependency.on == target);
        let pairs = |dependency: &crate::rule::Dependency| match &dependency.then {
            Fallen::Rewrite(pairs) => Some(pairs.clone()),
            _ => None,
        };
        depends.filter_map(pairs).next().unwrap_or_default()
    }

    /// Its scope takes in that universe.
    fn within(&self, universe: u16) -> bool {
        match self.enactment.scope() {
            Scope::Multiverse => true,
            Scope::Universe(number) => number == universe,
        }
    }
}

/// That men move as standard ones, a clause for each of their kinds.
fn as_standard(clause: &Clause) -> Vec<Clause> {
    let Form::Restored(who) = &clause.form else { return Vec::new() };
    let Kinds::Only(kinds) = &who.kinds else { return Vec::new() };
    let one = |kind: &String| {
        let motions = vec![Motion::Like { kind: kind.clone(), standard: true }];
        let who = Class { kinds: Kinds::Only(vec![kind.clone()]), ..who.clone() };
        let movement =
            Movement { who, aspect: crate::movement::Use::Any, manner: Manner::Instead, motions, terms: crate::rule::Terms::default() };
        Clause { form: Form::Movement(movement), ..clause.clone() }
    };
    kinds.iter().map(one).collect()
}

/// A clause by which men move like a kind that is lost, with the moves in its place that some clauses gave it.
fn lending(clause: &Clause, gave: &[Clause], lost: &dyn Fn(&str) -> bool) -> Option<Clause> {
    let Form::Movement(movement) = &clause.form else { return None };
    let of = |kind: &str| -> Vec<Motion> {
        let own = gave.iter().filter(|clause| clause.when.is_none() && moves_only(clause, &[kind.to_owned()]));
        let motions = own.filter_map(|clause| match &clause.form {
            Form::Movement(movement) => Some(&movement.motions),
            _ => None,
        });
        motions.flatten().cloned().collect()
    };
    let lent = |motion: &Motion| matches!(motion, Motion::Like { kind, standard: false } if lost(kind));
    if !movement.motions.iter().any(lent) {
        return None;
    }
    let motions = movement.motions.iter().flat_map(|motion| match motion {
        Motion::Like { kind, standard: false } if lost(kind) => of(kind),
        other => vec![other.clone()],
    });
    Some(Clause { form: Form::Movement(Movement { motions: motions.collect(), ..movement.clone() }), ..clause.clone() })
}

/// A clause on how men of only these kinds move.
fn moves_only(clause: &Clause, kinds: &[String]) -> bool {
    match &clause.form {
        Form::Movement(movement) => matches!(&movement.who.kinds, Kinds::Only(who) if who.iter().all(|kind| kinds.contains(kind))),
        _ => false,
    }
}

impl std::fmt::Display for Lack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.naming {
            Naming::Kind => "the kind",
            Naming::Counter => "the counter",
            Naming::Region => "the squares called",
            Naming::Colour => "the side",
            Naming::Secret => "the",
        };
        write!(f, "it uses {what} {:?}, which rule {} gave and no rule gives now", self.name, self.givers.join(", "))
    }
}
