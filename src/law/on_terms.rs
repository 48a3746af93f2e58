//! On what terms men move besides what they are free to: over whom, to which squares, at what price, round which edges.

use std::sync::Arc;

use crate::board::{Bearer, CellId, Effect, Man, ManId, Note, Position, Seams};
use crate::rule::{self, Beyond, Payer, Ref};

use super::crowd::Crowd;
use super::lookup::{Lookup, Tally};
use super::scene::Scene;
use super::terms::{Area, Test};
use super::{Law, LawProblem};

/// Terms, their words looked up ([`rule::Terms`]).
#[derive(Clone)]
pub(super) struct Terms {
    pub over: Option<Over>,
    to: Option<Area>,
    /// Where it ends may hang on what stands elsewhere.
    pub shifting: bool,
    /// They hang on who attacks whom.
    pub on_attacks: bool,
    price: Option<Price>,
    pub round: Seams,
}

/// Men over whom lines lead ([`rule::Over`]).
#[derive(Clone)]
pub(super) struct Over {
    men: Crowd,
    pub least: u8,
    pub most: u8,
    pub captured: Option<Beyond>,
}

#[derive(Clone)]
struct Price {
    counter: Tally,
    amount: i32,
    /// The men that bear the counter; none: it is their player's.
    bearers: Option<Crowd>,
}

impl Terms {
    pub fn of(terms: &rule::Terms, lookup: &Lookup<'_>) -> Result<Terms, LawProblem> {
        let over = |over: &rule::Over| {
            let men = Crowd::of(&over.men, lookup)?;
            Ok::<_, LawProblem>(Over { men, least: over.least, most: over.most, captured: over.captured })
        };
        let over = terms.over.as_ref().map(over).transpose()?;
        let to = terms.to.as_ref().map(|to| lookup.squares(to)).transpose()?;
        let price = |cost: &rule::Cost| {
            let (counter, bearers) = match cost.payer {
                Payer::Man => lookup.borne(&cost.counter).map(|(counter, bearers)| (counter, Some(bearers)))?,
                Payer::Player => (lookup.tally(&cost.counter)?, None),
            };
            Ok::<_, LawProblem>(Price { counter, amount: i32::from(cost.amount), bearers })
        };
        let shifting = terms.to.as_ref().is_some_and(|to| !to.stay());
        let on_attacks = terms.ask_for_attacks();
        Ok(Terms { over, to, shifting, on_attacks, price: terms.cost.as_ref().map(price).transpose()?, round: terms.round })
    }

    /// Whether it is said where such moves end.
    pub fn has_ends(&self) -> bool {
        self.to.is_some()
    }

    /// Whether a man's move may end on a cell; `scene` is the mover's. Where it goes it is no neighbour of its own.
    pub fn ends_on(&self, scene: &Scene<'_>, id: ManId, cell: CellId) -> bool {
        let about = || scene.with(Ref::Itself, Some(id)).with(Ref::Actor, Some(id)).lifting(id).shallow();
        self.to.as_ref().is_none_or(|to| to(&about(), cell))
    }

    /// Where a man ends that captures what it jumps over, if it does.
    pub fn captures_beyond(&self) -> Option<Beyond> {
        self.over.as_ref().and_then(|over| over.captured)
    }

    pub fn has_price(&self) -> bool {
        self.price.is_some()
    }

    /// Whether the man that would move can pay, where there is a price.
    pub fn payable(&self) -> Option<Test> {
        let price = self.price.clone()?;
        Some(Arc::new(move |scene| {
            let Some(id) = scene.man(Ref::Itself) else { return false };
            let man = scene.position.man(id);
            let bears = price.bearers.as_ref().is_none_or(|bearers| bearers.includes(scene, id, man));
            bears && price.left(scene.law, scene.position, id, man) >= price.counter.least
        }))
    }

    /// The effect of paying, where there is a price.
    pub fn paid(&self, law: &Law, position: &Position, id: ManId, man: &Man) -> Option<Effect> {
        let price = self.price.as_ref()?;
        let note = price.note(law, id, man);
        let old = position.note(note);
        Some(Effect::Note { note, old, new: old - price.amount })
    }
}

impl Over {
    /// Whether a man may be passed over; `scene` is the mover's.
    #[inline]
    pub fn includes(&self, scene: &Scene<'_>, id: ManId) -> bool {
        self.men.includes(&scene.shallow(), id, scene.position.man(id))
    }

    /// Whether a line may end beyond so many of them.
    pub fn ends_beyond(&self, men: usize) -> bool {
        (usize::from(self.least)..=usize::from(self.most)).contains(&men)
    }
}

impl Price {
    fn note(&self, law: &Law, id: ManId, man: &Man) -> Note {
        let of = if self.bearers.is_some() { Bearer::Man(id) } else { Bearer::Side(law.side(man.army)) };
        Note { of, key: self.counter.key }
    }

    /// What would be left of the counter.
    fn left(&self, law: &Law, position: &Position, id: ManId, man: &Man) -> i32 {
        let start = if self.bearers.is_some() { self.counter.start } else { 0 };
        start + position.note(self.note(law, id, man)) - self.amount
    }
}
