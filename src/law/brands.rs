//! What men may come to bear by the words in force: what deeds mark them as, and what they have from the beginning.

use crate::rule::{Class, Deed, Event, Form, Number, Ref, Whom};

use super::fold::Placed;

/// Something that men can be made to bear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Brand {
    pub name: String,
    /// Whoever may be made to.
    pub on: Class,
    pub value: i32,
    /// It is counted, and borne from the beginning.
    pub counted: bool,
    /// It ends by itself.
    pub for_a_time: bool,
}

/// What the clauses make men bear; of counters that are counted up and down only what is set.
pub(super) fn brands(clauses: &[&Placed<'_>]) -> Vec<Brand> {
    let mut found = Vec::new();
    for placed in clauses {
        let (actors, deeds) = match &placed.clause.form {
            Form::Trigger(trigger) => match &trigger.event {
                Event::Act(act) | Event::Would(act) => (Some(&act.who), &trigger.deeds),
                _ => (None, &trigger.deeds),
            },
            Form::Action(action) => (None, &action.deeds),
            Form::Counter(counter) if counter.start != 0 => {
                let counted = |other: &&Placed<'_>| {
                    let deeds = match &other.clause.form {
                        Form::Trigger(trigger) => &trigger.deeds,
                        Form::Action(action) => &action.deeds,
                        _ => return false,
                    };
                    deeds.iter().any(|deed| deed.counts(&counter.name))
                };
                if let Some(on) = counter.of.clone().filter(|_| !clauses.iter().any(counted)) {
                    found.push(Brand { name: counter.name.clone(), on, value: counter.start, counted: true, for_a_time: false });
                }
                continue;
            }
            _ => continue,
        };
        Branding { actors, found: &mut found }.of(deeds, None, false);
    }
    // what other deeds take off again lasts no longer than they leave it
    let (off, mut on): (Vec<Brand>, Vec<Brand>) = found.into_iter().partition(|brand| brand.value == 0);
    on.iter_mut().for_each(|brand| brand.for_a_time |= off.iter().any(|other| other.name == brand.name));
    on
}

struct Branding<'b> {
    /// Who acts in the event that the deeds follow.
    actors: Option<&'b Class>,
    found: &'b mut Vec<Brand>,
}

impl Branding<'_> {
    /// The deeds of a clause; `chosen` have been spoken of before them. Of whom nobody knows who they are nothing is said.
    fn of(&mut self, deeds: &[Deed], chosen: Option<&Class>, for_a_time: bool) {
        let mut chosen = chosen.cloned();
        for deed in deeds {
            match deed {
                Deed::Tally { name, who, by: Number::Is(value), set: true } => {
                    let on = match who {
                        Whom::Among { who, .. } => Some(who),
                        Whom::That(Ref::Actor) => self.actors,
                        Whom::That(Ref::Chosen) => chosen.as_ref(),
                        Whom::That(_) => None,
                    };
                    if let Some(on) = on.cloned() {
                        self.found.push(Brand { name: name.clone(), on: on.clone(), value: *value, counted: false, for_a_time });
                        chosen = Some(on);
                    }
                }
                Deed::Choose(Whom::Among { who, .. }) => chosen = Some(who.clone()),
                Deed::EachMan(Whom::Among { who, .. }, inner) => self.of(inner, Some(who), for_a_time),
                Deed::For(_, inner) => self.of(std::slice::from_ref(inner), chosen.as_ref(), true),
                deed => {
                    deed.inner().into_iter().for_each(|inner| self.of(inner, chosen.as_ref(), for_a_time));
                    // Whoever it was done to may be the one that is spoken of from here on.
                    chosen = None;
                }
            }
        }
    }
}
