//! Captures of men of the own side, where a rule allows them.

use crate::board::ManId;
use crate::rule::{self, Ref};

use super::LawProblem;
use super::crowd::Crowd;
use super::generate::{Generator, Mover};
use super::lookup::Lookup;
use super::terms::Test;

/// Who may capture whom of its own side, the words looked up.
#[derive(Clone)]
pub(super) struct OwnPrey {
    who: Crowd,
    victims: Crowd,
    guard: Option<Test>,
}

impl OwnPrey {
    pub fn of(prey: &rule::OwnPrey, guard: Option<Test>, lookup: &Lookup<'_>) -> Result<OwnPrey, LawProblem> {
        Ok(OwnPrey { who: Crowd::of(&prey.who, lookup)?, victims: Crowd::of(&prey.victims, lookup)?, guard })
    }
}

impl Generator<'_> {
    /// Whether a man may capture one of its own side. A real king is safe from its friends.
    pub fn preys_on_own(&self, mover: &Mover<'_>, victim_id: ManId) -> bool {
        let victim = self.position.man(victim_id);
        let scene = || self.scene(mover).with(Ref::Actor, Some(mover.id)).with(Ref::Victim, Some(victim_id));
        let allows = |prey: &OwnPrey| {
            prey.who.covers(mover.man.kind, mover.man.army)
                && prey.who.includes(&scene(), mover.id, &mover.man)
                && prey.victims.includes(&scene(), victim_id, victim)
                && prey.guard.as_ref().is_none_or(|guard| guard(&scene()))
        };
        !victim.royal && mover.tables.own_prey.iter().any(allows)
    }
}
