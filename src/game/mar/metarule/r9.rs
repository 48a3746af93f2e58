//! R9: everybody keeps, in each universe where he has men, at least one with the right to move. It is a matter of right: whose men are all
//! barred by others has it.

use crate::board::{ArmyId, BoardId, Entities, ManId};
use crate::dice::Seeded;
use crate::law::Law;
use crate::rule::{Act, Action, Ban, Chooser, Class, Clause, Condition, Deed, Form, How, Kinds, Ref, Squares, Trigger, Ways, Whom};
use crate::turn::Seat;

use super::super::multiverse::{Multiverse, Universe};
use super::super::parameters::Switch;
use super::battery;
use super::{Evidence, MetaRule, Proposal, Verdict};

const R9: MetaRule = MetaRule(9);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    if proposal.rule().is_some_and(|rule| rule.clauses.iter().any(|clause| takes_a_phase(&clause.form, &proposal.after.position.entities)))
    {
        let instead = "It may hold some of his pieces instead, as in \"it may not move for two phases\".";
        return Some(Verdict::broken(R9, "no rule takes all moves of a phase from a player", instead));
    }
    let (before, after) = (proposal.before, proposal.lasting_after());
    let clauses: Vec<Clause> = after.rules.iter().filter(|rule| rule.stands()).flat_map(|rule| rule.clauses()).cloned().collect();
    let mut horizon = battery::horizon(clauses.iter(), before.parameters.right_horizon);
    if let Some(lasts) = proposal.rule().and_then(|rule| rule.lasts) {
        horizon = horizon.min(u32::from(lasts).max(1));
    }
    let mut chance = Seeded(battery::seed(proposal));
    let now = before.phase.turn;
    let turns: Vec<u32> = battery::turns(clauses.iter(), now, horizon).into_iter().map(|(turn, _)| turn).collect();
    for seat in (0..after.seats.len() as u8).map(Seat).filter(|&seat| after.player(seat).moves()) {
        for universe in &after.universes {
            let boards = after.boards_of(universe.number);
            let stands = |army: &ArmyId| boards.iter().any(|&board| after.position.standing(board).any(|(_, man, _)| man.army == *army));
            let mut armies = after.armies_on(seat, universe);
            armies.retain(stands);
            if armies.is_empty() {
                continue;
            }
            // Who comes after the maker still plays in this turn.
            let this = (seat > after.phase.seat).then_some(now);
            let lost = this.into_iter().chain(turns.iter().copied()).find(|&turn| {
                let has = |game: &Multiverse, chance: &mut Seeded| {
                    armies.iter().any(|&army| battery::has_right(&game.law, &game.position, universe.board, army, turn, chance))
                };
                // A rule is not blamed for what was taken before it.
                !has(after, &mut chance) && has(proposal.lasting_before(), &mut chance)
            });
            if let Some(turn) = lost {
                let name = &after.player(seat).name;
                let place = after.universe_name(universe.number);
                let says = format!("in turn {turn} {name} would have no piece with the right to move in {place}");
                let passes = "It passes if some piece of each player in each universe may still move in every turn.";
                let colours: Vec<&str> = armies.iter().map(|&army| after.position.entities.army(army).name.as_str()).collect();
                let shown = Evidence::Position { universe: universe.number, turn, men: format!("no move of {}", colours.join(" or ")) };
                return Some(Verdict::broken(R9, says, passes).shown_by([shown]));
            }
        }
    }
    Some(Verdict::kept(R9, format!("everybody can move, through turn {}", now + horizon)))
}

/// Something that happens, or that a player does, takes all moves of a phase from somebody: it is skipped, or all his men are held or forbidden to move.
fn takes_a_phase(form: &Form, entities: &Entities) -> bool {
    let everybody = |class: &Class| {
        let kinds = match &class.kinds {
            Kinds::Every => true,
            Kinds::Only(names) => entities.kinds.iter().all(|kind| names.contains(&kind.name)),
            Kinds::Except(names) => names.is_empty(),
        };
        // "Its owner's pieces" are all that he has.
        kinds && class.such.as_deref().is_none_or(|such| matches!(such, Condition::Belongs(Ref::Itself, _)))
    };
    let anyhow = |act: &Act| act.how == How::Any && act.ways == Ways::Every && act.counts.is_empty();
    let anywhere = |act: &Act| act.from.is_none() && act.to.is_none() && act.over.is_none();
    let takes = |deed: &Deed| match deed {
        Deed::Hold(Whom::Among { who, on: Squares::Every, chooser: Chooser::All }, _) => everybody(who),
        Deed::Meanwhile(_, form) => {
            matches!(&**form, Form::Ban(Ban { act, lifted: false }) if anyhow(act) && anywhere(act) && everybody(&act.who))
        }
        _ => false,
    };
    match form {
        Form::Trigger(Trigger { deeds, .. }) | Form::Action(Action { deeds, .. }) => {
            form.skips() || deeds.iter().any(|deed| deed.any(&takes))
        }
        _ => false,
    }
}

impl Multiverse {
    /// The universes in which rules leave a player, who has men there, none with the right to move (R9 as a standing limit).
    pub fn bereft(&self, seat: Seat) -> Vec<u16> {
        if self.parameters.switch(R9) != Switch::On {
            return Vec::new();
        }
        let lost = |universe: &&Universe| {
            let bound = !self.binding(universe.number).is_empty() && self.legal(seat, universe.number).is_empty();
            bound && self.is_bereft_by(&self.law, seat, universe)
        };
        self.universes.iter().filter(lost).map(|universe| universe.number).collect()
    }

    /// By such a law none of the men that a player has in a universe has the right to move.
    fn is_bereft_by(&self, law: &Law, seat: Seat, universe: &Universe) -> bool {
        let number = universe.number;
        let mut chance = Seeded(u64::from(self.phase.turn) << 16 | u64::from(number));
        let armies = self.armies_on(seat, universe);
        let standing = |board: BoardId| self.position.standing(board).map(move |(id, man, _)| (id, man.army, board));
        let men = self.boards_of(number).into_iter().flat_map(standing).filter(|(_, army, _)| armies.contains(army));
        let men: Vec<(ManId, ArmyId, BoardId)> = men.collect();
        let held = men.iter().all(|&(id, ..)| law.holds(&self.position, id));
        let mut here: Vec<(ArmyId, BoardId)> = men.iter().map(|&(_, army, board)| (army, board)).collect();
        here.sort_unstable();
        here.dedup();
        let turn = self.phase.turn;
        let has_right = |&(army, board): &(ArmyId, BoardId)| {
            // What a ban asks of the boards is so, whatever might stand there instead.
            let law = law.with_bans_as_they_stand(&self.position, army, board);
            battery::has_right(&law, &self.position, board, army, turn, &mut chance)
        };
        !men.is_empty() && (held || !here.iter().any(has_right))
    }

    /// The rules that have taken the last right to move there: the newest that alone is enough, or the newest of all as far as they are needed.
    pub fn to_be_suspended(&self, seat: Seat, universe: u16) -> Vec<String> {
        let binding = self.binding(universe);
        let Some(place) = self.universe(universe).filter(|_| binding.len() > 1) else { return binding };
        let frees = |rules: &[String]| {
            let law = self.freed_law(rules);
            !self.legal_by(&law, seat, universe).is_empty() || !self.is_bereft_by(&law, seat, place)
        };
        if let Some(one) = binding.iter().rev().find(|one| frees(std::slice::from_ref(one))) {
            return vec![one.clone()];
        }
        let enough = (0..binding.len()).rev().find(|&from| frees(&binding[from..]));
        let mut suspended = binding[enough.unwrap_or(0)..].to_vec();
        // The newest of them may not be needed.
        for rule in binding.iter().rev().filter(|_| enough.is_some()) {
            let without: Vec<String> = suspended.iter().filter(|other| *other != rule).cloned().collect();
            if without.len() < suspended.len() && !without.is_empty() && frees(&without) {
                suspended = without;
            }
        }
        suspended
    }
}
