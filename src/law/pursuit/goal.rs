//! What the attacker is after besides the king's capture: what the law, a rule or an amendment says of victory (R5, R13).

use crate::board::{ArmyId, BoardId, Position, SideId};
use crate::law::Law;
use crate::law::endings::Outcome;

use super::Chase;

/// The ends that count as victory of one over the other.
#[derive(Debug)]
pub(super) struct Goal {
    attacker: SideId,
    victim: SideId,
    /// The army for which the law's endings are asked.
    army: Option<ArmyId>,
    /// Who plays where.
    playing: Vec<(BoardId, ArmyId)>,
}

impl Goal {
    pub fn of(law: &Law, position: &Position, chase: &Chase) -> Goal {
        let armies = || (0..law.armies()).map(|army| ArmyId(army as u8)).filter(|&army| chase.rota.contains(&law.side(army)));
        let stands = |board: BoardId, army: ArmyId| position.standing(board).any(|(_, man, _)| man.army == army);
        let here = |board: BoardId| armies().filter(move |&army| stands(board, army)).map(move |army| (board, army)).collect::<Vec<_>>();
        let playing: Vec<(BoardId, ArmyId)> = law.boards().flat_map(here).collect();
        let own = playing.iter().map(|(_, army)| *army).find(|&army| law.side(army) == chase.attacker);
        Goal { attacker: chase.attacker, victim: chase.victim, army: own, playing }
    }

    /// The attacker has won by an ending of the law, or by what rules and amendments say of victory.
    pub fn is_won(&self, law: &Law, position: &Position) -> bool {
        let wins = |outcome: Outcome| match outcome {
            Outcome::Won(side) => side == self.attacker,
            Outcome::Lost(side) => side == self.victim,
            Outcome::Drawn => false,
        };
        let ended = || self.army.filter(|_| !law.endings.is_empty()).and_then(|army| law.outcome(position, army)).is_some_and(wins);
        let met = || law.has_objectives() && law.objectives_met(position, self.attacker, &self.playing).iter().any(|met| wins(met.outcome));
        ended() || met()
    }
}
