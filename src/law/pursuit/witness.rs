//! A line of play that ends with the capture of a king, as moves in words that can be played again later.

use crate::board::{ArmyId, Effect, ManId, Position};
use crate::law::run::Script;
use crate::law::{Boards, Law, Move, notation};

use super::goal::Goal;
use super::lull::{Lull, armies_of};
use super::{Chase, Grounds};

/// The attacker's moves, one a phase, everybody else passing; the last one captures the king, or wins otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// In long notation: `Qd1-h5`; empty for a phase without a move.
    pub moves: Vec<String>,
    /// It needs dice, or another player, to fall out well.
    pub by_luck: bool,
}

/// Longer lines are not kept.
const LONGEST: usize = 200;
/// Of so many words each may have been left unsaid.
const MOST_WORDS: usize = 4;

impl Grounds<'_> {
    /// Plays a line again; the line, if it still ends with the capture, perhaps sooner.
    pub fn replay(&self, chase: &Chase, known: &Witness) -> Option<Witness> {
        if known.by_luck || known.moves.len() > LONGEST {
            return None;
        }
        let targets = self.targets(chase.victim);
        let there: Boards = targets.iter().map(|&(_, cell)| self.position.geometry.cell(cell).board).collect();
        let targets: Vec<ManId> = targets.into_iter().map(|(man, _)| man).collect();
        let lull = Lull::of(self.around(chase), self.position, chase);
        let goal = Goal::of(self.law, self.position, chase);
        let mut position = self.position.clone();
        lull.pass(self.law, &mut position, chase.on_move, Script::default(), &mut Vec::new());
        for (at, text) in known.moves.iter().enumerate() {
            if !text.is_empty() {
                let played = self.found_again((&lull, there), &mut position, chase, text)?;
                if played.captured.iter().any(|man| targets.contains(man)) {
                    return Some(Witness { moves: known.moves[..=at].to_vec(), by_luck: false });
                }
                let mut effects = played.effects.clone();
                if self.law.reads.past {
                    effects.extend(self.law.remember(&position, &played));
                }
                position.apply_all(&effects);
            }
            lull.pass(self.law, &mut position, chase.attacker, Script::default(), &mut Vec::new());
            if goal.is_won(self.law, &position) {
                return Some(Witness { moves: known.moves[..=at].to_vec(), by_luck: false });
            }
        }
        None
    }
}

impl Grounds<'_> {
    /// The move of that name, with as many words unsaid as it takes; they are unsaid afterwards. The same name may be that of moves on several
    /// boards: where the king stands comes first.
    fn found_again(&self, (lull, there): (&Lull, Boards), position: &mut Position, chase: &Chase, text: &str) -> Option<Move> {
        let mut said = lull.said(position);
        said.truncate(MOST_WORDS);
        for silence in 0..1_usize << said.len() {
            let unsaid: Vec<Effect> = (0..said.len()).filter(|word| silence >> word & 1 == 1).map(|word| said[word]).collect();
            position.apply_all(&unsaid);
            let legal = all_legal(self.law, position, chase);
            let named = legal.into_iter().filter(|played| notation::long(played, position) == text);
            if let Some(played) = named.min_by_key(|played| !there.has(played.board)) {
                return Some(played);
            }
            position.undo_all(&unsaid);
        }
        None
    }
}

/// The attacker's legal moves on all boards.
pub(super) fn all_legal(law: &Law, position: &Position, chase: &Chase) -> Vec<Move> {
    let armies: Vec<ArmyId> = armies_of(law, chase.attacker).collect();
    law.legal_of_all(position, &armies, None)
}
