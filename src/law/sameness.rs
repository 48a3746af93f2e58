//! What tells two positions apart in which the same men stand on the same squares: by it other moves are possible, now or later, under the words in
//! force (F5).

use crate::board::{ArmyId, BoardId, Fact, KindId, ManId, Memory, Place, Position};

use super::fen::castling_letters;
use super::in_force::Law;

impl Law {
    /// Facts of a position that the law asks for, besides men, holes and what is noted. Two positions with the same are alike for it.
    pub fn told_apart(&self, position: &Position) -> Vec<String> {
        let mut facts: Vec<String> = Vec::new();
        for (_, man) in position.men() {
            let Place::Cell(cell) = man.place else { continue };
            let board = position.geometry.cell(cell).board;
            // As far as somebody asks how often a man has moved, or it moves otherwise while it has not.
            let otherwise = self.field(board).tables.moves_otherwise_at_first(man.kind, man.army);
            let legs = man.legs.min(self.reads.most_legs().max(u16::from(otherwise)));
            facts.extend((legs > 0).then(|| format!("moved {} {legs}", cell.0)));
        }
        for board in (0..position.geometry.boards.len()).map(|board| BoardId(board as u8)) {
            let castlings = castling_letters(self, position, board, ArmyId(0));
            facts.push(format!("castling {} {castlings}", board.0));
        }
        if self.reads.clock() {
            facts.push(format!("turn {}", self.reads.class_of(position.clock().turn())));
        }
        if self.reads.past {
            facts.extend(self.remembered(position));
        }
        facts
    }

    /// What was done lately, with its time, and at any time, without, as far as anybody asks.
    fn remembered(&self, position: &Position) -> Vec<String> {
        let now = position.clock();
        let memories = position.past().memories();
        let last = memories.iter().rev().map(|memory| memory.at).find(|&at| at != now);
        let told = |memory: &Memory| {
            let ago = now.turn().saturating_sub(memory.at.turn());
            let lately = self.reads.recalls(ago) || self.reads.last_phase && Some(memory.at) == last;
            let when = if lately { format!("{ago} turns ago") } else { "once".to_owned() };
            (lately || self.reads.long_ago).then(|| format!("{when} {}", fact(&memory.fact)))
        };
        let mut told: Vec<String> = memories.iter().filter_map(told).collect();
        told.sort_unstable();
        told.dedup();
        told
    }
}

fn fact(fact: &Fact) -> String {
    let who = |man: &ManId, kind: &KindId, army: &ArmyId| format!("{} {} {}", man.0, kind.0, army.0);
    match fact {
        Fact::Went { man, kind, army, from, to } => format!("went {} from {} to {}", who(man, kind, army), from.0, to.0),
        Fact::Took { man, kind, army } => format!("took {}", who(man, kind, army)),
        other => format!("{other:?}"),
    }
}
