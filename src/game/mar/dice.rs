//! The dice of a game: which sources are known, what was rolled, and how the next roll is made.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::SideId;
use crate::dice::ending;
use crate::dice::{Cup, Fresh, LENGTH, Ledger, Link, Method, Randomizer, Roll, Source};
use crate::game::event::{Outcome, Resumption};
use crate::game::procedure::Go;

use super::multiverse::{Draft, Multiverse, Stage};

/// What has been rolled so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// All sources, and the digits of every roll ever made.
    pub ledger: Arc<Ledger>,
    /// Rolls by step, as their names begin: `5.2`.
    pub rolls: BTreeMap<String, u32>,
    /// The steps that dice were ever pinned or rolled for, in any timeline.
    pub steps: Vec<Step>,
    /// What was carried out last: the rolls of the opening that follows are part of it.
    pub last: Option<Carried>,
    /// Chains of the house that were begun anew, the newest last.
    pub anew: Vec<Anew>,
}

/// A chain of the house in the place of one of which lost lines may have revealed more than the record knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anew {
    /// The number of the record's branch that it begins.
    pub branch: u32,
    pub nonce: Link,
    /// The end of the chain.
    pub commitment: Link,
    /// A line that was lost.
    pub lost: u64,
    /// Why the game goes on without it.
    pub why: String,
    /// Links that had been revealed of the chains before it.
    before: usize,
}

/// Somebody's orders carried out in a go, and what players have chosen on the way: a roll's identity hangs on nothing but these, and going back
/// changes none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    pub go: Go,
    /// Their fingerprint.
    pub orders: Link,
    /// In the order in which they were asked for.
    pub answers: Vec<(SideId, String)>,
}

impl Carried {
    /// Both can be the same carrying out, of which one may have come further: nobody has chosen differently.
    fn agrees(&self, other: &Carried) -> bool {
        let same = self.answers.iter().zip(&other.answers).all(|(one, other)| one == other);
        (self.go, self.orders) == (other.go, other.orders) && same
    }

    /// The same with its first answers alone.
    fn after(&self, answers: usize) -> Carried {
        Carried { answers: self.answers[..answers].to_vec(), ..self.clone() }
    }

    /// It at each of its questions, the last one first.
    fn stages(&self) -> impl Iterator<Item = Carried> {
        (0..=self.answers.len()).rev().map(|answers| self.after(answers))
    }
}

/// What dice were rolled for, and how the names of its rolls begin: `5.2`, and where other orders of that go, or other answers, had this name before,
/// `5.2b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub carried: Carried,
    pub name: String,
}

impl Dice {
    /// A source has become known.
    pub fn reveal(&mut self, source: Source) {
        Arc::make_mut(&mut self.ledger).sources.push(source);
    }

    /// The game goes on without lines that were lost: from now on with a chain of which nobody knows a link.
    pub(super) fn begin_anew(&mut self, resumption: &Resumption) {
        let Resumption { branch, nonce, commitment, lost, why } = resumption.clone();
        self.anew.push(Anew { branch, nonce, commitment, lost, why, before: self.links().count() });
    }

    pub fn count(&mut self, roll: &Roll) {
        self.note(roll);
        *self.rolls.entry(roll.phase().to_owned()).or_default() += 1;
    }

    /// A roll is laid open and does not count yet.
    pub fn note(&mut self, roll: &Roll) {
        Arc::make_mut(&mut self.ledger).note(roll);
    }

    /// The dice of now in the timeline of then: counting begins again where it stood, and a roll that is made again keeps its digits (R16).
    pub fn back_to(self, then: &Dice) -> Dice {
        Dice { rolls: then.rolls.clone(), last: then.last.clone(), ..self }
    }

    /// How the names of the rolls begin that are made for these orders: the same in every timeline, and other orders or answers never get a name that had
    /// been used.
    fn name(&self, carried: &Carried) -> String {
        if let Some(known) = self.steps.iter().find(|step| step.carried.agrees(carried)) {
            return known.name.clone();
        }
        let first = named(carried.go);
        let taken = |name: &String| self.steps.iter().any(|step| step.name == *name);
        let others = (1..).map(|number: u32| format!("{first}{}", ending(number)));
        std::iter::once(first.clone()).chain(others).find(|name| !taken(name)).unwrap_or(first)
    }

    /// The links of the house's chain that are revealed, the first one first.
    fn links(&self) -> impl DoubleEndedIterator<Item = Link> {
        self.ledger.sources.iter().filter_map(|source| match source {
            Source::Link(link) => Some(*link),
            Source::Beacon(_) | Source::Digits(_) => None,
        })
    }
}

/// A go as the names of its rolls begin: turn and side, from 1. Seats get other numbers when a rule brings somebody in, sides do not.
pub fn named(go: Go) -> String {
    format!("{}.{}", go.turn, go.side.0 + 1)
}

impl Multiverse {
    /// The orders of this go, carried out: those that were given, where going back has changed them since.
    fn carried(&self) -> Carried {
        let given = |draft: &Draft| draft.stands_for.unwrap_or_else(|| self.fingerprint(draft));
        let orders = self.draft.as_ref().map_or_else(|| self.fingerprint(&Draft::default()), given);
        Carried { go: self.go(), orders, answers: self.answered().to_vec() }
    }

    /// What players have chosen on the way of what is carried out, or did in another timeline.
    pub fn answered(&self) -> &[(SideId, String)] {
        let before = self.draft.as_ref().map_or(&[][..], |draft| &draft.answered);
        self.asked.as_ref().map_or(before, |asked| &asked.answers)
    }

    /// The fingerprint of orders, by which they are known in every timeline.
    pub fn fingerprint(&self, draft: &Draft) -> Link {
        Link::of(self.order_lines(draft).join("\n").as_bytes())
    }

    /// Orders as they are after going back: they keep the dice of those that were given, whatever has become of them.
    pub(super) fn in_place_of(&self, given: &Draft, mut orders: Draft) -> Draft {
        if self.order_lines(&orders) != self.order_lines(given) {
            orders.stands_for = given.stands_for.or_else(|| Some(self.fingerprint(given)));
        }
        orders
    }

    /// What is carried out now, as the names of its rolls begin.
    pub fn step(&self) -> String {
        self.dice.name(&self.carried())
    }

    /// The same after each answer, from none.
    pub fn steps(&self) -> Vec<String> {
        let mut steps: Vec<String> = self.carried().stages().map(|carried| self.dice.name(&carried)).collect();
        steps.reverse();
        steps
    }

    /// What a roll so named can be of: what is carried out now, or the opening that follows on what was carried out last.
    fn step_of(&self, name: &str) -> Option<Carried> {
        let now = self.carried();
        now.stages().chain(self.dice.last.iter().flat_map(Carried::stages)).find(|carried| self.dice.name(carried) == name)
    }

    /// Dice are pinned or rolled for a step: the name is its own from now on.
    pub(super) fn note_step(&mut self, name: &str) {
        let Some(carried) = self.step_of(name) else { return };
        match self.dice.steps.iter_mut().find(|step| step.name == name) {
            Some(known) if known.carried.answers.len() < carried.answers.len() => known.carried = carried,
            Some(_) => {}
            None => self.dice.steps.push(Step { carried, name: name.to_owned() }),
        }
    }

    /// The phase is over, and what it has ordered is carried out.
    pub(super) fn note_carried(&mut self) {
        self.dice.last = Some(self.carried());
    }

    /// A cup for what comes next; `published` is the number of the source that has become known for it.
    pub fn cup(&self, randomizer: &Randomizer, published: Option<u32>) -> Cup {
        let fresh = match (randomizer, published, self.method()) {
            (Randomizer::Absent, ..) => Fresh::Absent,
            (_, Some(number), _) => Fresh::Published(number),
            (_, None, Method::House) => Fresh::Link { randomizer: randomizer.clone(), number: self.next_link() },
            (_, None, Method::Drand { .. } | Method::Stock(_) | Method::Honour) => Fresh::Unpublished,
        };
        Cup::new(self.name(), self.dice.rolls.clone(), Arc::clone(&self.dice.ledger), fresh)
    }

    /// How rolls are made (C3): as the founding says, or an amendment.
    pub fn method(&self) -> &Method {
        self.parameters.randomizer.as_ref().unwrap_or(&self.founding.method)
    }

    fn next_link(&self) -> u32 {
        (self.dice.links().count() - self.dice.anew.last().map_or(0, |anew| anew.before)) as u32 + 1
    }

    /// The ends of the house's chains, the first of which was published at the founding.
    pub fn commitments(&self) -> impl DoubleEndedIterator<Item = Link> {
        self.founding.commitment.into_iter().chain(self.dice.anew.iter().map(|anew| anew.commitment))
    }

    /// The number of the branch of its record that is played on: each time lines were lost for good another one begins.
    pub fn branch(&self) -> u32 {
        self.dice.anew.last().map_or(0, |anew| anew.branch)
    }

    /// Whether the game can go on so.
    pub(super) fn could_resume(&self, resumption: &Resumption) -> Result<(), String> {
        match (self.founding.commitment, resumption.branch > self.branch()) {
            (Some(_), true) => Ok(()),
            (Some(_), false) => {
                Err(format!("the game goes on with branch {} of its record, and that is {} already", resumption.branch, self.branch()))
            }
            (None, _) => Err("no chain of the house was published at its founding, which another one could take the place of".to_owned()),
        }
    }

    /// A game that is over has told what its dice are made from, where any were rolled at once: whoever has read it could foretell every roll, so it
    /// is not played on (C3).
    pub fn may_go_back_after_the_end(&self) -> Result<(), String> {
        match self.is_over() && self.rolls_at_once() && self.revealed_links() > 0 {
            true => Err(
                "the game is over, and what its dice were made from is public since: whoever has read it could foretell every roll (C3)"
                    .into(),
            ),
            false => Ok(()),
        }
    }

    /// Whether what somebody says of it now can open the game again: a draw that all have agreed to is no error that anything corrects (R16, R17).
    pub fn may_be_reopened(&self) -> Result<(), String> {
        match self.stage {
            Stage::Over(Outcome::DrawAgreed) => Err("the game is over: it was drawn because everybody agreed, and that stands".into()),
            _ => self.may_go_back_after_the_end(),
        }
    }

    /// The links of the house's chain that are revealed so far.
    pub fn revealed_links(&self) -> usize {
        self.dice.links().count()
    }

    /// The event of a source that a step reveals: only the house's own chain is revealed by making rolls.
    pub(super) fn revealing(&self, source: &Source) -> Option<crate::game::Event> {
        match source {
            Source::Link(link) => Some(crate::game::Event::Revealed { number: self.next_link(), link: *link }),
            Source::Beacon(_) | Source::Digits(_) => None,
        }
    }

    /// Whether a link is the next one of this game's chain.
    pub fn could_reveal(&self, number: u32, link: Link) -> Result<(), String> {
        let first = number == 1;
        let last = if first { self.commitments().next_back() } else { self.dice.links().next_back() };
        match number == self.next_link() && last == Some(link.before()) {
            true => Ok(()),
            false => Err(format!("link {number} of the randomizer does not prove itself by the one before it")),
        }
    }

    /// Whether a seed is that of this game's chain, and the game over, so that it may be known.
    pub fn could_reveal_seed(&self, seed: Link) -> Result<(), String> {
        let end = seed.back(LENGTH);
        match self.is_over() && self.commitments().any(|commitment| commitment == end) {
            true => Ok(()),
            false => Err("the seed is not the one whose chain was published at the founding, or the game is not over".to_owned()),
        }
    }

    /// Whether a roll is the next one of what is carried out, under the one name and from the one source that it can have, and what that comes to.
    pub fn could_roll_next(&self, roll: &Roll) -> Result<(), String> {
        self.follows(&self.dice.ledger, &self.dice.rolls, roll)
    }

    /// The same of rolls that are laid open with a question, one after the other: a throw gives its digits once.
    pub fn could_lay_open(&self, rolls: &[Roll]) -> Result<(), String> {
        let (mut ledger, mut made) = (Ledger::clone(&self.dice.ledger), self.dice.rolls.clone());
        rolls.iter().try_for_each(|roll| {
            self.follows(&ledger, &made, roll)?;
            ledger.note(roll);
            *made.entry(roll.phase().to_owned()).or_default() += 1;
            Ok(())
        })
    }

    fn follows(&self, ledger: &Ledger, made: &BTreeMap<String, u32>, roll: &Roll) -> Result<(), String> {
        let step = roll.phase();
        if self.step_of(step).is_none() {
            return Err(format!("roll {} is not of what is carried out now, {}", roll.id, self.step()));
        }
        // A name is free to nobody: each would give other digits.
        let next = ledger.name(&format!("{step}.{}", made.get(step).copied().unwrap_or(0) + 1), &roll.as_made());
        let known = ledger.drawn.get(&next).map(|drawn| drawn.source);
        let known = known.filter(|source| ledger.outcome(self.name(), &next, *source, &roll.weights).is_some());
        let source = known.unwrap_or(ledger.sources.len() as u32);
        match roll.id == next && roll.source == source {
            true => self.comes_to(ledger, roll),
            false => Err(format!("roll {} from source {} is not the next one, {next} from source {source}", roll.id, roll.source)),
        }
    }

    /// Whether a roll is what its source comes to.
    fn comes_to(&self, ledger: &Ledger, roll: &Roll) -> Result<(), String> {
        if ledger.source(roll.source).is_none() {
            return Err(format!("roll {} names a source that is not known", roll.id));
        }
        if !roll.words.is_empty() && roll.words.get(roll.outcome) != Some(&roll.fell) {
            return Err(format!("roll {} is told to have fallen on \"{}\", and its table says otherwise", roll.id, roll.fell));
        }
        let again = ledger.outcome(self.name(), &roll.id, roll.source, &roll.weights);
        match again.is_some_and(|(digits, outcome)| digits == roll.digits && outcome == roll.outcome) {
            true => Ok(()),
            false => Err(format!("roll {} is not what source {} comes to", roll.id, roll.source)),
        }
    }
}
