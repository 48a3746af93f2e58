//! What clauses bring into a game before they can be in force: kinds, counters and regions that it does not have yet.

use super::Law;
use super::between::GOES_ON;
use super::deeds::held_by;
use super::later;
use crate::board::{Army, ArmyId, Bearer, Effect, Frame, Kind, News, Note, Position, SideId};
use crate::rule::{Clause, Condition, Counter, Deed, Form, Human, MannerOfKind, Part, Rule, Scope, walk};

/// [`introduce`] for a rule whose scope says where its sides are at home. `sides`: as what they are known already, in the order of their sentences;
/// others are numbered on. Counters that are `counting`, as [`counted`] has them, go on as they stand.
pub fn introduce_rule(text: &str, rule: &Rule, sides: &[SideId], counting: &[String], position: &mut Position) -> Vec<Effect> {
    let home = match rule.scope {
        Scope::Universe(number) => Some(number),
        Scope::Multiverse => None,
    };
    bring_in(text, &rule.clauses, (home, sides), counting, position)
}

/// The effects by which what clauses name newly comes to exist; they are done before the clauses are folded. Names that exist are left as they are.
/// `text` is where the clauses stand, as [`ClausePlace`](super::ClausePlace) has it: `rule w1`.
pub fn introduce(text: &str, clauses: &[Clause], position: &mut Position) -> Vec<Effect> {
    introduce_beside(text, clauses, &[], position)
}

/// The same where some counters are `counting`: they go on as they stand.
pub fn introduce_beside(text: &str, clauses: &[Clause], counting: &[String], position: &mut Position) -> Vec<Effect> {
    bring_in(text, clauses, (None, &[]), counting, position)
}

/// The names under which counters are noted that clauses declare.
pub fn counted(clauses: &[Clause]) -> impl Iterator<Item = String> {
    clauses.iter().filter_map(|clause| if let Form::Counter(counter) = &clause.form { Some(noted_as(counter)) } else { None })
}

/// The same for a rule that is in force in a game already, as its position tells: only what is missing comes to exist, and counters stay as they are.
pub fn recall_rule(text: &str, rule: &Rule, position: &mut Position) {
    let home = match rule.scope {
        Scope::Universe(number) => Some(number),
        Scope::Multiverse => None,
    };
    let known = position.entities.names.clone();
    name_all(text, &rule.clauses, home, &[], position);
    begin_counters(&rule.clauses, &known, position, &mut Vec::new());
}

fn bring_in(
    text: &str,
    clauses: &[Clause],
    (home, sides): (Option<u16>, &[SideId]),
    counting: &[String],
    position: &mut Position,
) -> Vec<Effect> {
    let mut done = name_all(text, clauses, home, sides, position);
    begin_counters(clauses, counting, position, &mut done);
    done
}

fn name_all(text: &str, clauses: &[Clause], home: Option<u16>, sides: &[SideId], position: &mut Position) -> Vec<Effect> {
    let mut done = Vec::new();
    for clause in clauses {
        if let Form::Kind(manner) = &clause.form
            && position.entities.kind_named(&manner.name).is_none()
        {
            let news = News { kinds: vec![kind(manner)], ..News::default() };
            let effect = Effect::Declare { kind: position.next_kind() };
            admit(position, news, effect, &mut done);
        }
    }
    let mut known = sides.iter().copied();
    for clause in clauses {
        let Form::Side(side) = &clause.form else { continue };
        let known = known.next();
        if position.entities.army_named(&side.name).is_none() {
            let taken = position.entities.armies.iter().map(|army| army.side.0).max();
            let frame = if side.up { Frame::Up } else { Frame::Down };
            let own = known.unwrap_or(SideId(taken.map_or(0, |last| last.saturating_add(1))));
            let name = side.name.clone();
            let army = Army { name, side: own, frame, universe: side.universe.or(home).unwrap_or(1) };
            let news = News { armies: vec![army], ..News::default() };
            let effect = Effect::Enlist { army: position.next_army() };
            admit(position, news, effect, &mut done);
            if side.human == Human::Nobody {
                orphaned(own, position, &mut done);
            }
        }
    }
    for name in names(text, clauses) {
        if position.entities.key_named(&name).is_none() {
            let news = News { names: vec![name], ..News::default() };
            let effect = Effect::Name { key: position.next_key() };
            admit(position, news, effect, &mut done);
        }
    }
    done
}

impl Law {
    /// Whether nobody plays an army: it has no phases.
    pub(super) fn is_orphaned(&self, position: &Position, army: ArmyId) -> bool {
        let noted = |key| position.note(Note { of: Bearer::Side(self.side(army)), key }) != 0;
        position.entities.key_named(ORPHANED).is_some_and(noted)
    }
}

/// It is noted of a side that nobody plays it.
fn orphaned(side: SideId, position: &mut Position, done: &mut Vec<Effect>) {
    if position.entities.key_named(ORPHANED).is_none() {
        let news = News { names: vec![ORPHANED.to_owned()], ..News::default() };
        let effect = Effect::Name { key: position.next_key() };
        admit(position, news, effect, done);
    }
    if let Some(key) = position.entities.key_named(ORPHANED) {
        let effect = Effect::Note { note: Note { of: Bearer::Side(side), key }, old: 0, new: 1 };
        position.apply(&effect);
        done.push(effect);
    }
}

/// Every counter stands at its start, but those that are counting already.
fn begin_counters(clauses: &[Clause], counting: &[String], position: &mut Position, done: &mut Vec<Effect>) {
    for clause in clauses {
        let Form::Counter(counter) = &clause.form else { continue };
        if counting.contains(&noted_as(counter)) {
            continue;
        }
        let Some(key) = position.entities.key_named(&noted_as(counter)) else { continue };
        // Men begin at the start: of them nothing is noted.
        if counter.of.is_some() {
            let noted: Vec<(Bearer, i32)> = position.notes().under(key).filter(|(of, _)| matches!(of, Bearer::Man(_))).collect();
            for (of, old) in noted {
                let effect = Effect::Note { note: Note { of, key }, old, new: 0 };
                position.apply(&effect);
                done.push(effect);
            }
            continue;
        }
        let mut sides: Vec<_> = position.entities.armies.iter().map(|army| army.side).collect();
        sides.sort_unstable();
        sides.dedup();
        for side in sides {
            let note = Note { of: Bearer::Side(side), key };
            let old = position.note(note);
            if old != counter.start {
                let effect = Effect::Note { note, old, new: counter.start };
                position.apply(&effect);
                done.push(effect);
            }
        }
    }
}

fn admit(position: &mut Position, news: News, effect: Effect, done: &mut Vec<Effect>) {
    position.announce(news);
    position.apply(&effect);
    done.push(effect);
}

/// A kind as a clause declares it.
pub(super) fn kind(manner: &MannerOfKind) -> Kind {
    Kind {
        name: manner.name.clone(),
        plural: manner.plural.clone(),
        letter: manner.letter.clone(),
        figure: manner.figure,
        value: manner.value,
        unlettered: manner.unlettered,
        royal: manner.royal,
    }
}

/// What stands before the words that a rule waits for, in the name under which it is noted that they were said.
pub const SAID: &str = "said: ";
/// What stands before the name of a universe that a rule makes, in the name under which its number is noted.
pub const WORLD: &str = "universe: ";
/// What stands before the start and the name of a counter that men bear, in the name under which it is noted of each by how much it differs
/// from the start: so one who is made later begins there too.
pub const BORNE: &str = "borne: ";
/// The same of what men can be marked as.
pub const STATE: &str = "marked: ";
/// The name under which it is noted of a side that nobody plays it.
pub(super) const ORPHANED: &str = "played by nobody";
/// The name under which a player's phases without moves are noted.
pub(super) const SKIPPED: &str = "skipped";

/// The name under which a counter is noted.
pub(super) fn noted_as(counter: &Counter) -> String {
    match &counter.of {
        Some(_) if counter.state => format!("{STATE}{}", counter.name),
        Some(_) => format!("{BORNE}{} {}", counter.start, counter.name),
        None => counter.name.clone(),
    }
}

/// Whether a note of a side is a counter of its player, and none of what the law keeps for itself.
pub fn is_counter(name: &str) -> bool {
    !name.contains(": ") && ![ORPHANED, SKIPPED].contains(&name)
}

/// How many of something men bear by a note about them, and the name of it.
pub fn borne(name: &str, noted: i32) -> Option<(i32, &str)> {
    let (start, name) = name.strip_prefix(BORNE)?.split_once(' ')?;
    Some((start.parse::<i32>().ok()? + noted, name))
}

/// The name under which it is noted that a clause that acts only once has acted.
pub(super) fn once(text: &str, clause: usize) -> String {
    format!("once: {text}, {clause}")
}

/// What clauses keep notes under, in order, each once: counters, marked regions, words that are said, what is done only once.
pub fn names(text: &str, clauses: &[Clause]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: &String| {
        if !found.contains(name) {
            found.push(name.clone());
        }
    };
    for (clause, number) in clauses.iter().zip(1..) {
        match &clause.form {
            Form::Counter(counter) => add(&noted_as(counter)),
            Form::Trigger(trigger) => {
                later::names(text, number, &trigger.deeds).iter().for_each(&mut add);
                if trigger.once.is_some() {
                    add(&once(text, number));
                }
            }
            Form::Action(action) => later::names(text, number, &action.deeds).iter().for_each(&mut add),
            _ => {}
        }
        walk::parts(clause, &mut |part| match part {
            Part::Condition(Condition::Said(words)) => add(&format!("{SAID}{words}")),
            Part::Deed(Deed::Hold(..)) => add(&held_by(text)),
            Part::Deed(deed) => notes(deed).iter().for_each(&mut add),
            _ => {}
        });
    }
    found
}

/// What a deed itself keeps notes under.
fn notes(deed: &Deed) -> Option<String> {
    match deed {
        Deed::Mark { region, .. } => Some(region.clone()),
        Deed::Grow { region, .. } => region.clone(),
        Deed::GoOn => Some(GOES_ON.to_owned()),
        Deed::Skip(_) => Some(SKIPPED.to_owned()),
        Deed::Open(opening) => opening.called.as_ref().map(|name| format!("{WORLD}{name}")),
        _ => None,
    }
}
