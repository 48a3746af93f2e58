//! R3, R6 and R15 kept in a book of their own: from events alone, which rules stand where, in which order they go, and which of them sleep.
//!
//! It asks the game who sits where and what is amended, and nothing of its rules.

use std::collections::BTreeSet;

use custodian::game::Event;
use custodian::game::mar::metarule::MetaRule;
use custodian::game::mar::parameters::Switch;
use custodian::game::mar::{Action, Multiverse};
use custodian::game::procedure::{Go, Procedure};
use custodian::rule::{Clause, Dependency, Fallen, Form, Scope};

/// A rule as the book has it.
#[derive(Clone)]
pub struct Entry {
    pub number: String,
    pub made: Go,
    /// Phases of its maker after that one through which it is protected (R6).
    phases: u32,
    /// The last phase of a protected time that begins with the end of others' (R6).
    held: Option<Go>,
    scope: Scope,
    pub clauses: Vec<Clause>,
    /// What it says, without its head, lower case.
    words: String,
    depends: Vec<Dependency>,
    ended: bool,
    gone_in: BTreeSet<u16>,
    /// Words were put in it, or others in their place: what it says now is not followed here.
    pub altered: bool,
}

impl Entry {
    fn is_within(&self, universe: u16) -> bool {
        self.scope == Scope::Multiverse || self.scope == Scope::Universe(universe)
    }

    pub fn acts_in(&self, universe: u16) -> bool {
        !self.ended && self.is_within(universe) && !self.gone_in.contains(&universe)
    }

    /// The men that it has brought into the game, one and many.
    fn kinds(&self) -> impl Iterator<Item = (&str, &str)> {
        self.clauses.iter().filter_map(|clause| match &clause.form {
            Form::Kind(kind) => Some((kind.name.as_str(), kind.plural.as_str())),
            _ => None,
        })
    }

    fn has_prose(&self) -> bool {
        self.clauses.iter().any(|clause| matches!(clause.form, Form::Prose(_)))
    }

    fn speaks_of(&self, (one, many): (&str, &str)) -> bool {
        let mut words = self.words.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        words.any(|word| word == one || word == many)
    }
}

#[derive(Clone, Default)]
pub struct Ledger {
    /// In order of making.
    pub entries: Vec<Entry>,
    /// How it stood as each go began.
    began: Vec<(Go, Vec<Entry>)>,
    /// R1.6: what a repeal of all takes away, and in which universe.
    sweep: Option<(BTreeSet<String>, Option<u16>, u32)>,
}

impl Ledger {
    fn entry(&self, number: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.number == number)
    }

    fn alter(&mut self, number: &str) {
        self.entries.iter_mut().filter(|entry| entry.number == number).for_each(|entry| entry.altered = true);
    }

    /// Before the game takes an event in.
    pub fn before(&mut self, game: &Multiverse, event: &Event) {
        if self.began.is_empty() {
            self.began.push((game.go(), Vec::new()));
        }
        if let Event::Fell { target, with, universe } = event {
            let depends = self.entry(target).map_or(&[][..], |entry| &entry.depends);
            let void = depends.iter().any(|dependency| dependency.on == *with && dependency.then == Fallen::Void);
            assert!(void, "R15: {target} falls with {with}, and does not depend on it");
            let stands = self.entry(with).is_some_and(|entry| match universe {
                Some(number) => entry.acts_in(*number),
                None => !entry.ended,
            });
            assert!(!stands, "R15: {target} falls with {with} in {universe:?}, which stands");
        }
        if let Event::RepealDeclared { universe, .. } = event
            && matches!(game.draft.as_ref().map(|draft| &draft.action), Some(Action::RepealAll { .. }))
        {
            let old = |entry: &&Entry| {
                entry.made.turn + 2 <= game.phase.turn && !entry.ended && universe.is_none_or(|number| entry.acts_in(number))
            };
            let old = self.entries.iter().filter(old).map(|entry| entry.number.clone()).collect();
            self.sweep = Some((old, *universe, game.phase.turn));
        }
        match event {
            Event::Enacted(made) => {
                let on = game.parameters.switch(MetaRule(6)) == Switch::On;
                let words = made.canonical.lines().skip(1).collect::<Vec<_>>().join(" ").to_lowercase();
                self.entries.push(Entry {
                    number: made.number.clone(),
                    made: Go { turn: game.phase.turn, side: game.player(made.seat).side },
                    held: None,
                    phases: if on { game.parameters.repeal_delay } else { 0 },
                    scope: made.rule.scope,
                    clauses: made.rule.clauses.clone(),
                    words,
                    depends: made.rule.depends.clone(),
                    ended: false,
                    gone_in: BTreeSet::new(),
                    altered: false,
                });
            }
            Event::HeldBack { number, protected } => {
                let last = Go { turn: protected.last.turn, side: game.player(protected.last.seat).side };
                self.entries.iter_mut().filter(|entry| entry.number == *number).for_each(|entry| entry.held = Some(last));
            }
            Event::Repealed { target, universe } | Event::Fell { target, universe, .. } => self.end(game, target, *universe),
            Event::Expired { target } => self.end(game, target, None),
            Event::Procedure(Procedure::Presumed(presumed)) => self.alter(&presumed.filling.rule),
            Event::Procedure(Procedure::Denied { filling, .. } | Procedure::Clarified { filling, .. }) => self.alter(&filling.rule),
            Event::Procedure(Procedure::Rewound { to, .. }) => {
                let at = self.began.iter().rposition(|(go, _)| go == to).unwrap_or_else(|| panic!("R16: {to:?} never began"));
                self.began.truncate(at + 1);
                self.entries = self.began[at].1.clone();
            }
            _ => {}
        }
    }

    fn end(&mut self, game: &Multiverse, target: &str, universe: Option<u16>) {
        let all: Vec<u16> = game.universes.iter().map(|universe| universe.number).collect();
        for entry in self.entries.iter_mut().filter(|entry| entry.number == target) {
            match universe {
                Some(number) => {
                    entry.gone_in.insert(number);
                }
                None => entry.ended = true,
            }
            entry.ended |= !all.iter().any(|&number| entry.acts_in(number));
        }
        let rewritten = |dependency: &Dependency| dependency.on == target && matches!(dependency.then, Fallen::Rewrite(_));
        self.entries.iter_mut().filter(|entry| entry.depends.iter().any(rewritten)).for_each(|entry| entry.altered = true);
    }

    /// After the game has taken it in.
    pub fn after(&mut self, game: &Multiverse, event: &Event) {
        if let Event::PhaseEnded { next: Some(_) } = event {
            self.swept(game);
            self.began.push((game.go(), self.entries.clone()));
            let old = self.began.len().saturating_sub(200);
            self.began.drain(..old);
        }
    }

    /// R1.6: what was made before the previous turn is gone or waits to go, and of what is younger only what cannot be without it.
    fn swept(&mut self, game: &Multiverse) {
        let Some((old, universe, turn)) = self.sweep.take() else { return };
        for entry in self.entries.iter().filter(|entry| old.contains(&entry.number)) {
            let stands = universe.map_or(!entry.ended, |number| entry.acts_in(number));
            let waits = game.repeals.iter().any(|repeal| repeal.covers(&entry.number, universe));
            assert!(!stands || waits, "R1.6: {} of turn {} stands after a repeal of all in turn {turn}", entry.number, entry.made.turn);
        }
    }

    /// Whether a rule is inside its protected interval (R6).
    pub fn is_protected(&self, entry: &Entry, game: &Multiverse) -> bool {
        let own = Go { turn: entry.made.turn + entry.phases, side: entry.made.side };
        let holds = |last: Go| game.seat_of_side(last.side).is_some_and(|seat| (game.phase.turn, game.phase.seat) <= (last.turn, seat));
        holds(own) || entry.held.is_some_and(holds)
    }

    /// R3, R6: the rules awake in a universe, those of lower precedence first.
    pub fn in_order(&self, game: &Multiverse, universe: u16) -> Vec<&Entry> {
        let awake = self.awake(game);
        let here = || self.entries.iter().zip(&awake).filter(move |(_, awake)| awake.contains(&universe)).map(|(entry, _)| entry);
        let settled = here().filter(|entry| !self.is_protected(entry, game));
        let protected: Vec<&Entry> = here().filter(|entry| self.is_protected(entry, game)).collect();
        settled.chain(protected.into_iter().rev()).collect()
    }

    /// R15: by rule, the universes in which it acts: for want of nothing that it was said to sleep without, nor of men of whom it speaks.
    pub fn awake(&self, game: &Multiverse) -> Vec<BTreeSet<u16>> {
        let all: Vec<u16> = game.universes.iter().map(|universe| universe.number).collect();
        let mut awake = vec![BTreeSet::new(); self.entries.len()];
        loop {
            let serves = |at: usize, universe: u16, awake: &[BTreeSet<u16>]| match self.entries[at].is_within(universe) {
                true => awake[at].contains(&universe),
                false => !awake[at].is_empty(),
            };
            let mut woken = Vec::new();
            for (at, entry) in self.entries.iter().enumerate() {
                for &universe in all.iter().filter(|&&universe| entry.acts_in(universe) && !awake[at].contains(&universe)) {
                    let leans = entry.depends.iter().filter(|dependency| dependency.then == Fallen::Sleep);
                    let lacks = leans.into_iter().any(|dependency| {
                        let on = self.entries.iter().position(|other| other.number == dependency.on);
                        on.is_none_or(|on| !serves(on, universe, &awake))
                    });
                    let nameless = self.borrowed(entry).into_iter().any(|givers| {
                        !givers.iter().any(|&giver| serves(giver, universe, &awake) || entry.keeps(&self.entries[giver].number))
                    });
                    if !lacks && !nameless {
                        woken.push((at, universe));
                    }
                }
            }
            if woken.is_empty() {
                return awake;
            }
            for (at, universe) in woken {
                awake[at].insert(universe);
            }
        }
    }

    /// For every kind of men that a rule speaks of and does not bring itself: the rules that have brought it.
    fn borrowed(&self, entry: &Entry) -> Vec<Vec<usize>> {
        let mut names: Vec<(&str, &str)> = self.entries.iter().flat_map(Entry::kinds).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| entry.speaks_of(*name) && !entry.kinds().any(|own| own == *name));
        let givers = |name| (0..self.entries.len()).filter(|&at| self.entries[at].kinds().any(|own| own == name)).collect();
        names.into_iter().map(givers).collect()
    }

    /// R15: what stands, falls and sleeps is what the events say.
    pub fn standing(&self, game: &Multiverse) -> u32 {
        let numbers = |rules: Vec<&str>| rules.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let known = numbers(self.entries.iter().map(|entry| entry.number.as_str()).collect());
        assert_eq!(known, numbers(game.rules.iter().map(|rule| rule.enactment.number.as_str()).collect()), "C4, R15: the rules made");
        for (entry, rule) in self.entries.iter().zip(&game.rules) {
            for universe in &game.universes {
                assert_eq!(entry.acts_in(universe.number), rule.acts_in(universe.number), "R15: {} in {universe:?}", entry.number);
            }
        }
        let mut looked = 0;
        for entry in self.entries.iter().filter(|entry| !entry.ended) {
            for dependency in entry.depends.iter().filter(|dependency| dependency.then == Fallen::Void) {
                let on = self.entry(&dependency.on).unwrap_or_else(|| panic!("R15: {} depends on nobody", entry.number));
                let lost = |universe: u16| entry.acts_in(universe) && if on.is_within(universe) { !on.acts_in(universe) } else { on.ended };
                let left = game.universes.iter().find(|universe| lost(universe.number));
                assert!(left.is_none(), "R15: {} stands in {left:?}, and {} is gone there", entry.number, on.number);
                looked += 1;
            }
        }
        let awake = self.awake(game);
        let acting = game.standing();
        for (entry, awake) in self.entries.iter().zip(&awake).filter(|(entry, _)| !entry.altered && !entry.has_prose()) {
            let leans = entry.depends.iter().any(|dependency| dependency.then == Fallen::Sleep) || !self.borrowed(entry).is_empty();
            if !leans {
                continue;
            }
            for universe in &game.universes {
                let acts = acting.iter().any(|active| active.number == entry.number && active.universes.include(universe.number));
                assert_eq!(acts, awake.contains(&universe.number), "R15: {} in {}, awake", entry.number, universe.number);
                looked += 1;
            }
        }
        looked
    }
}

impl Entry {
    fn keeps(&self, giver: &str) -> bool {
        self.depends.iter().any(|dependency| dependency.on == giver && dependency.then == Fallen::Keep)
    }
}
