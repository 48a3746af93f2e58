//! What a player may do instead of moving a man: swaps, drops, purchases.
//!
//! An action is a move whose choices are all written out: `SWAP e1 a1`, `N@f3`, `PLACE e4`.

use crate::board::{ArmyId, BoardId, Effect, ManId, Place};
use crate::rule::{self, Condition, Deed, Owner, Player, names};

use super::LawProblem;
use super::Sort;
use super::ability::Ability;
use super::act::Deal;
use super::deeds::Work;
use super::fold::both;
use super::found::{Head, Stretch};
use super::generate::Generator;
use super::lookup::Lookup;
use super::run::{Run, Script, Stage};
use super::scene::Scene;
use super::terms::{Armies, Test};

/// An action, its words looked up.
#[derive(Clone)]
pub(super) struct Action {
    guard: Option<Test>,
    /// It hangs on what is legal, and is asked when the moves of men are known.
    ability: Option<Ability>,
    who: Option<Armies>,
    works: Vec<Work>,
    pub verb: Verb,
    /// It does something to men of other boards, or sends them there.
    pub sends: bool,
    /// It asks for what players have named in secret: nobody knows before it is carried out what comes of it.
    sealed: bool,
    /// The text it stands in.
    source: String,
}

/// What an action is called in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Act,
    Change,
    Convert,
    /// Drawn by lot (L1).
    Currasow,
    /// Written `N@f3`.
    Drop,
    Go,
    Pay,
    Place,
    Remove,
    Send,
    Swap,
}

impl Verb {
    pub const ALL: [Verb; 11] = [
        Verb::Act,
        Verb::Change,
        Verb::Convert,
        Verb::Currasow,
        Verb::Drop,
        Verb::Go,
        Verb::Pay,
        Verb::Place,
        Verb::Remove,
        Verb::Send,
        Verb::Swap,
    ];

    /// The word that stands first in the order.
    pub fn word(self) -> &'static str {
        match self {
            Verb::Act => "ACT",
            Verb::Change => "CHANGE",
            Verb::Convert => "CONVERT",
            Verb::Currasow => "CURRASOW",
            Verb::Drop => "DROP",
            Verb::Go => "GO",
            Verb::Pay => "PAY",
            Verb::Place => "PLACE",
            Verb::Remove => "REMOVE",
            Verb::Send => "SEND",
            Verb::Swap => "SWAP",
        }
    }

    /// After the first deed that is more than paying for it.
    fn of(deeds: &[Deed]) -> Verb {
        let named = |deed: &Deed| match deed {
            Deed::Remove(_) | Deed::Reserve(..) => Verb::Remove,
            Deed::Become(..) | Deed::Climb(..) | Deed::Tally { set: true, .. } => Verb::Change,
            Deed::Join(..) => Verb::Convert,
            Deed::Go(..) | Deed::Return(_) | Deed::Step(..) | Deed::Shift { .. } => Verb::Go,
            Deed::Send { .. } => Verb::Send,
            Deed::Swap(..) => Verb::Swap,
            Deed::Stray { .. } => Verb::Currasow,
            Deed::Chance(outcomes) => outcomes.first().map_or(Verb::Act, |(_, deeds)| Verb::of(deeds)),
            Deed::Place { .. } => Verb::Place,
            Deed::Drop { .. } => Verb::Drop,
            Deed::Count { .. } => Verb::Pay,
            Deed::If(_, deeds, _) => Verb::of(deeds),
            Deed::Choose(_) | Deed::Tally { .. } => Verb::Pay,
            _ => Verb::Act,
        };
        let mut verbs = deeds.iter().map(named);
        let first = verbs.clone().next().unwrap_or(Verb::Act);
        verbs.find(|verb| *verb != Verb::Pay).unwrap_or(first)
    }
}

impl Action {
    /// `legal`: what it asks of the legal moves, beside its guard.
    pub fn of(
        action: &rule::Action,
        (guard, legal): (Option<Test>, Option<&Condition>),
        lookup: &Lookup<'_>,
    ) -> Result<Action, LawProblem> {
        let who = action.who.as_ref().map(|who| lookup.player(who)).transpose()?;
        let sealed = names::opens_secrets(&action.deeds);
        // Whether it may be ordered is no secret.
        let (condition, deeds) = match action.deeds.as_slice() {
            [Deed::If(condition, deeds, otherwise)] if sealed && otherwise.is_empty() => (Some(condition), deeds),
            _ => (None, &action.deeds),
        };
        let guard = both(guard, condition.map(|condition| lookup.condition(condition)).transpose()?);
        let owner = match &action.who {
            Some(Player::Colour(colour)) => Owner::Army(colour.clone()),
            _ => Owner::Own,
        };
        let ability = legal.map(|legal| Ability::of(legal, &owner, lookup)).transpose()?;
        let works = Work::all(deeds, true, &Lookup { secrets: true, ..*lookup })?;
        Ok(Action {
            guard,
            ability,
            who,
            works,
            sealed,
            verb: Verb::of(&action.deeds),
            sends: action.deeds.iter().any(Deed::sends),
            source: lookup.place.text.clone(),
        })
    }

    pub fn is_sealed(&self) -> bool {
        self.sealed
    }

    pub fn works(&self) -> &[Work] {
        &self.works
    }

    /// It makes two universes one, or lays one open.
    pub fn merges(&self) -> bool {
        self.works.iter().any(Work::is_of_the_whole)
    }

    /// The moves of which it asks whether any is legal.
    pub fn asked(&self) -> &[Deal] {
        self.ability.as_ref().map_or(&[], |ability| &ability.asked)
    }

    /// It is open only where the legal moves of men say so.
    pub fn is_late(&self) -> bool {
        self.ability.is_some()
    }

    /// `answers`: to what it asks of the legal moves; `None`: that is settled.
    fn is_open_to(&self, scene: &Scene<'_>, answers: Option<&[bool]>) -> bool {
        let named = self.who.as_ref().is_none_or(|who| who(scene) >> scene.mover.index() & 1 == 1);
        named
            && self.guard.as_ref().is_none_or(|guard| guard(scene))
            && self.ability.as_ref().zip(answers).is_none_or(|(ability, answers)| ability.holds(scene, answers))
    }
}

/// How the actions of a rule are ordered, in words; nothing where it has none.
pub fn how_to_order(rule: &rule::Rule) -> String {
    let mut verbs: Vec<Verb> = Vec::new();
    for clause in &rule.clauses {
        if let rule::Form::Action(action) = &clause.form {
            let verb = Verb::of(&action.deeds);
            if !verbs.contains(&verb) {
                verbs.push(verb);
            }
        }
    }
    let told = |verb: &Verb| match verb {
        Verb::Drop => "Order a drop as in N@f3.".to_string(),
        verb => format!("Order it with {0} and what you choose; {0} alone is answered with all there is to choose.", verb.word()),
    };
    verbs.iter().map(told).collect::<Vec<_>>().join("\n")
}

/// The most different runs of one action that are listed.
const MAX_RUNS: usize = 4096;

impl Generator<'_> {
    /// The actions open to an army on one board or on all where it stands, but for those that hang on what is legal.
    pub fn actions(&mut self, army: ArmyId, board: Option<BoardId>) {
        let law = self.law;
        for here in law.boards().filter(|here| board.is_none_or(|board| board == *here)) {
            // Who looks for a capture asks those alone that put men onto squares of others.
            let (hunts, settles) = (self.hunt.is_some(), self.settling.is_some());
            let asked = |action: &&Action| (!hunts || action.sends) && (settles || !action.is_late());
            for action in law.field(here).tables.actions.iter().filter(asked) {
                self.act_if_open(action, army, here, None);
            }
        }
    }

    /// An action, where it is open to an army. `answers`: to what it asks of the legal moves; `None`: that is settled.
    pub fn act_if_open(&mut self, action: &Action, army: ArmyId, here: BoardId, answers: Option<&[bool]>) {
        let open = action.is_open_to(&Scene::new(self.law, self.position, here, army), answers);
        // Who has no man on a board has nothing to do there, unless all that he has is still to come.
        let own = self.position.standing(here).find(|(_, man, _)| man.army == army);
        let nobody = || self.position.roster(army).is_empty();
        let anybody = || self.position.standing(here).next().filter(|_| nobody());
        if let Some((first, _, _)) = own.or_else(anybody).filter(|_| open) {
            self.act(action, army, here, first);
        }
    }

    fn act(&mut self, action: &Action, mover: ArmyId, board: BoardId, first: ManId) {
        let stage = Stage { board, mover, playing: mover, actor: None, victim: None, leg: None, taken: None };
        let mut script = Some(Script::default());
        for _ in 0..MAX_RUNS {
            let Some(this) = script else { break };
            let mut run = Run::new(self.law, self.position, stage, this);
            run.tells_all = true;
            run.enact(action);
            run.undo();
            let Run { effects, captured, labels, script: done, barren, void, open, first_leg, .. } = run;
            self.found.toil += 1 + done.toil;
            if !barren && !void && (open > 0 || !effects.is_empty()) {
                let alone = first_leg.unwrap_or(effects.len());
                self.list_action((action.verb, mover, first), (&effects, &captured, alone), labels, open > 0);
                if self.settles(open) {
                    self.settle_last(|generator, fate, labels| {
                        let mut run = Run::new(generator.law, generator.position, stage, Script::default()).settled_by(Some(fate), labels);
                        run.tells_all = true;
                        run.saying(&action.source).enact(action);
                        run.undo();
                        (run.effects, run.captured)
                    });
                }
            }
            script = done.next();
        }
        self.found.cut |= script.is_some();
    }

    fn list_action(
        &mut self,
        (verb, army, first): (Verb, ArmyId, ManId),
        (effects, taken, alone): (&[Effect], &[ManId], usize),
        labels: Vec<super::Label>,
        open: bool,
    ) {
        // The first own man that is put somewhere gives the action its ends; else the army's first.
        let own = |man: ManId| man < self.position.next_man() && self.position.man(man).army == army;
        let moved = effects.iter().find_map(|effect| match *effect {
            Effect::Put { man, from, to: Place::Cell(to) } if own(man) => Some((man, from.cell().unwrap_or(to), to)),
            _ => None,
        });
        let there = |man: ManId| self.position.man(man).place.cell();
        let Some((man, from, to)) = moved.or_else(|| there(first).map(|cell| (first, cell, cell))) else { return };
        let nowhere = Stretch::default();
        let action = Head {
            man,
            army,
            from,
            to,
            sort: Sort::Action(verb),
            choice: None,
            effects: nowhere,
            crosses: None,
            alone: alone as u32,
            captured: nowhere,
            labels: nowhere,
            path: nowhere,
            open,
            aside: false,
        };
        self.found.push(action, [effects, &[]], [taken, &[]], labels);
    }
}
