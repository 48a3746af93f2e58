//! What goes by between two phases of the attacker: everybody else passes, and what acts of itself does so.

use crate::board::{ArmyId, Bearer, Effect, Note, Position, SideId};
use crate::law::between::Turning;
use crate::law::in_force::Law;
use crate::law::introduce::SAID;
use crate::law::run::Script;
use crate::law::ties::Boards;

use super::Chase;

/// How the phases go round.
#[derive(Clone, Debug)]
pub(super) struct Lull {
    attacker: SideId,
    rota: Vec<SideId>,
    /// Where what acts of itself is followed: what goes on elsewhere concerns the king not.
    on: Boards,
    /// The words that rules wait for, which the attacker says.
    words: Vec<Note>,
}

impl Lull {
    pub fn of(on: Boards, position: &Position, chase: &Chase) -> Lull {
        let keys =
            position.entities.names.iter().filter(|name| name.starts_with(SAID)).filter_map(|name| position.entities.key_named(name));
        let words = keys.map(|key| Note { of: Bearer::Side(chase.attacker), key }).collect();
        Lull { attacker: chase.attacker, rota: chase.rota.clone(), on, words }
    }

    /// By each word that has been said: what takes it back.
    pub fn said(&self, position: &Position) -> Vec<Effect> {
        let said = self.words.iter().map(|&note| (note, position.note(note))).filter(|(_, old)| *old != 0);
        said.map(|(note, old)| Effect::Note { note, old, new: 0 }).collect()
    }

    /// Whether nothing is done but that a word is not said.
    pub fn is_silence(&self, effects: &[Effect]) -> bool {
        let unsaid = |effect: &Effect| matches!(effect, Effect::Note { note, new: 0, .. } if self.words.contains(note));
        !effects.is_empty() && effects.iter().all(unsaid)
    }

    /// From the end of a side's phase up to the opening of the attacker's next one; what happens is done and added to `done`.
    pub fn pass(&self, law: &Law, position: &mut Position, ending: SideId, script: Script, done: &mut Vec<Effect>) -> Script {
        let mut script = script;
        let mut ending = ending;
        let mut turn = position.clock().turn();
        loop {
            let at = self.rota.iter().position(|&side| side == ending);
            let next = at.map_or(0, |at| (at + 1) % self.rota.len());
            let wraps = next == 0;
            script = law.close_phase(self.on, position, Turning { side: ending, of_turn: wraps }, script, done);
            turn += u32::from(wraps);
            let Some(&opening) = self.rota.get(next) else { return script };
            let last = opening == self.attacker;
            // Who only passes need not be waited for where nothing asks whose phase it is.
            if last || law.fires || law.reads.past {
                script = self.open(law, position, (opening, turn, wraps), script, done);
            } else {
                let ended: Vec<Effect> = law.marks_of(position, |army| law.side(army) == opening).collect();
                ended.into_iter().for_each(|effect| then(position, effect, done));
            }
            if last {
                return script;
            }
            ending = opening;
        }
    }

    fn open(
        &self,
        law: &Law,
        position: &mut Position,
        (side, turn, wraps): (SideId, u32, bool),
        script: Script,
        done: &mut Vec<Effect>,
    ) -> Script {
        let opening = Turning { side, of_turn: wraps };
        let script = law.open_phase(self.on, position, (opening, turn), script, done);
        if side == self.attacker {
            for &note in &self.words {
                let old = position.note(note);
                if old == 0 {
                    then(position, Effect::Note { note, old, new: 1 }, done);
                }
            }
        }
        script
    }
}

pub(super) fn then(position: &mut Position, effect: Effect, done: &mut Vec<Effect>) {
    position.apply(&effect);
    done.push(effect);
}

/// The armies of a side.
pub(super) fn armies_of(law: &Law, side: SideId) -> impl Iterator<Item = ArmyId> + '_ {
    (0..law.armies()).map(|army| ArmyId(army as u8)).filter(move |&army| law.side(army) == side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::{Active, Strength, Universes, introduce, notation, samples};
    use crate::rule::{self, Safety};

    #[test]
    fn what_comes_between_two_moves_is_the_same_wherever_it_is_told() {
        let standard = samples::chess(Safety::IfAble);
        let words = "After a knight moves, rooks may not move in their next phase. At the end of every turn, every pawn on rank 3 moves one \
                     square forward. At the start of white's phase, every black pawn on a7 is removed. When a pawn moves, the square it came from becomes a \
                     hole for two turns. Pieces that moved last turn may not move.";
        let reading = rule::read(&format!("RULE\n{words}\nEND"), &rule::Vocabulary::of(standard.chain()));
        let rule = reading.rule.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        let mut start = standard.start().unwrap();
        introduce("rule w1", &rule.clauses, &mut start);
        let active =
            [Active { number: "w1", clauses: &rule.clauses, universes: Universes::Every, since: None, strength: Strength::Settled }];
        let law = Law::fold(&standard, &active, &start.entities, &start.geometry).unwrap();
        law.open(&mut start, ArmyId(0));
        let (white, black) = (law.side(ArmyId(0)), law.side(ArmyId(1)));
        let chase = Chase { attacker: white, victim: black, rota: vec![white, black], on_move: white };
        for text in ["Nc3", "e4", "d3"] {
            let legal = law.legal(&start, ArmyId(0), None);
            let played = &legal[notation::read(text, &legal, &law, &start).unwrap()];
            let mut moved = start.clone();
            moved.apply_all(&played.effects);
            moved.apply_all(&law.remember(&start, played));
            let (mut passed, mut waited) = (moved.clone(), moved.clone());
            let next = law.pass_on(&mut passed, ArmyId(0)).next;
            law.pass_on(&mut passed, next);
            let lull = Lull::of(Boards::ALL, &moved, &chase);
            let mut done = Vec::new();
            lull.pass(&law, &mut waited, white, Script::default(), &mut done);
            assert!(!done.is_empty());
            assert_eq!(passed, waited, "{text}");
        }
    }
}
