//! What clauses bring into a game before they can be in force: kinds, counters and regions that it does not have yet.

use super::between::GOES_ON;
use super::deeds::HELD;
use crate::board::{Bearer, Effect, Kind, News, Note, Position};
use crate::rule::{Clause, Deed, Form, MannerOfKind};

/// The effects by which what clauses name newly comes to exist; they are done before the clauses are folded. Names that exist are left as they are.
pub fn introduce(clauses: &[Clause], position: &mut Position) -> Vec<Effect> {
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
    for name in names(clauses) {
        if position.entities.key_named(&name).is_none() {
            let news = News { names: vec![name], ..News::default() };
            let effect = Effect::Name { key: position.next_key() };
            admit(position, news, effect, &mut done);
        }
    }
    for clause in clauses {
        let Form::Counter(counter) = &clause.form else { continue };
        let Some(key) = position.entities.key_named(&counter.name) else { continue };
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
    done
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

/// The counters that clauses declare and the regions that they mark, in order, each once.
pub(super) fn names(clauses: &[Clause]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |name: &String| {
        if !found.contains(name) {
            found.push(name.clone());
        }
    };
    for clause in clauses {
        match &clause.form {
            Form::Counter(counter) => add(&counter.name),
            Form::Trigger(trigger) => regions(&trigger.deeds, &mut add),
            Form::Action(action) => regions(&action.deeds, &mut add),
            _ => {}
        }
    }
    found
}

fn regions(deeds: &[Deed], add: &mut impl FnMut(&String)) {
    for deed in deeds {
        match deed {
            Deed::Mark { region, .. } | Deed::Grow { region: Some(region), .. } => add(region),
            Deed::Hold(..) => add(&HELD.to_owned()),
            Deed::GoOn => add(&GOES_ON.to_owned()),
            Deed::If(_, deeds) => regions(deeds, add),
            Deed::Chance(outcomes) => outcomes.iter().for_each(|(_, deeds)| regions(deeds, add)),
            _ => {}
        }
    }
}
