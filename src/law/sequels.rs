//! How many ways a move may have by the further moves that follow it, and by those that follow them: all of them are listed wherever moves are, so a law that
//! gives more than can be listed is refused.

use crate::board::{ArmyId, KindId};

use super::deeds::Work;
use super::fold::Folded;
use super::triggers::Cue;
use super::{ClausePlace, LawProblem};

/// More ways of one move than these, as they are reckoned here, no law may give.
const MOST: u64 = 6_000;
/// So many moves the men of one kind are taken to have, a single man, and all men together.
const OF_A_KIND: u64 = 6;
const OF_ONE: u64 = 8;
const OF_ALL: u64 = 36;
/// A man that leaps anywhere.
const OF_A_LEAPER: u64 = 63;

/// Refuses clauses by which further moves multiply beyond what can be listed.
pub(super) fn bounded(folded: &Folded<'_>, kinds: usize, armies: usize) -> Result<(), LawProblem> {
    let cues = &folded.cues;
    let again = |cue: &&Cue| cue.works.iter().any(|work| !work.further_deals().is_empty());
    let Some(newest) = cues.iter().rfind(again) else { return Ok(()) };
    let reckoning = Reckoning { folded, kinds };
    // A first move of many counts as so many times a usual one.
    let ways = |kind: KindId, army: ArmyId| reckoning.of_one(kind, army).saturating_mul(reckoning.ways(kind, army, &[])) / OF_ONE;
    let mut movers = (0..armies).flat_map(|army| (0..kinds).map(move |kind| (KindId(kind as u8), ArmyId(army as u8))));
    if !movers.any(|(kind, army)| ways(kind, army) > MOST) {
        return Ok(());
    }
    let mut texts: Vec<&str> = cues.iter().filter(again).map(|cue| cue.source.text.as_str()).collect();
    texts.dedup();
    let reason = format!(
        "further moves could follow further moves in more than {MOST} ways (by {}); let only the piece that has moved move again, or fewer kinds",
        texts.join(", ")
    );
    Err(LawProblem::Wrong { place: ClausePlace { text: newest.source.text.clone(), clause: newest.source.clause }, reason })
}

struct Reckoning<'l> {
    folded: &'l Folded<'l>,
    kinds: usize,
}

impl Reckoning<'_> {
    fn of_one(&self, kind: KindId, army: ArmyId) -> u64 {
        if self.folded.leaps_anywhere(kind, army) { OF_A_LEAPER } else { OF_ONE }
    }

    /// How a move of a man of a kind may go on, itself alone being one way. Each cue has its turn once in a move.
    fn ways(&self, kind: KindId, army: ArmyId, spent: &[usize]) -> u64 {
        let cues = &self.folded.cues;
        let speaks = |cue: &Cue| cue.follows().or(cue.forestalls()).is_some_and(|deal| deal.may_be_by(kind, army));
        let due: Vec<usize> = (0..cues.len()).filter(|at| !spent.contains(at) && speaks(&cues[*at])).collect();
        let after = [spent, &due].concat();
        let mut ways: u64 = 1;
        for deal in due.iter().flat_map(|&at| &cues[at].works).flat_map(Work::further_deals) {
            let own = deal.is_of_the_actor();
            let kinds =
                (0..self.kinds).map(|at| KindId(at as u8)).filter(|&one| if own { one == kind } else { deal.who.covers(one, army) });
            let kinds: Vec<KindId> = kinds.collect();
            let each = (OF_ALL / kinds.len().max(1) as u64).clamp(1, OF_A_KIND);
            let mut legs: u64 = 0;
            for one in kinds {
                let moves = if own || self.folded.leaps_anywhere(one, army) { self.of_one(one, army) } else { each };
                legs += moves.saturating_mul(self.ways(one, army, &after));
                if legs > MOST {
                    return legs;
                }
            }
            ways = ways.saturating_mul(1 + legs);
            if ways > MOST {
                return ways;
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use crate::law::samples::chess;
    use crate::law::{Active, Law, Strength, Universes};
    use crate::rule::{self, Safety};

    fn folded(words: &str) -> Result<(), String> {
        let standard = chess(Safety::IfAble);
        let position = standard.start().unwrap();
        let reading = rule::read(&format!("RULE\n{words}\nEND"), &rule::Vocabulary::of(standard.chain()));
        let rule = reading.rule.unwrap_or_else(|| panic!("{words}: {:?}", reading.diagnostics));
        let active =
            [Active { number: "w1", clauses: &rule.clauses, universes: Universes::Every, since: None, strength: Strength::Settled }];
        Law::fold(&standard, &active, &position.entities, &position.geometry).map(drop).map_err(|problem| problem.to_string())
    }

    #[test]
    fn further_moves_may_follow_further_moves_so_far() {
        for words in [
            "After a knight moves, a bishop may move again.",
            "After a piece moves, it may move again.",
            "After a pawn moves, a knight may move again. After a knight moves, a bishop may move again. After a bishop moves, it may move again.",
            "After a knight moves, a rook may move again. After a pawn moves, a rook may move again. After a bishop moves, a rook may move again.",
        ] {
            assert_eq!(folded(words), Ok(()), "{words}");
        }
    }

    #[test]
    fn what_could_not_be_listed_is_refused_by_name() {
        let chain = "After a knight moves, a bishop may move again. After a bishop moves, a rook may move again. After a rook moves, a queen may move again. \
                     After a queen moves, a pawn may move again. After a pawn moves, a king may move again.";
        let flood = "After a piece moves, a piece may move again. After a pawn moves, a piece may move again. After a piece moves, a pawn may move again.";
        for words in [chain, flood] {
            let refused = folded(words).expect_err(words);
            assert!(refused.contains("more than 6000 ways (by rule w1)"), "{refused}");
        }
    }

    #[test]
    fn who_leaps_anywhere_moves_fewer_times() {
        let leaping = |times: &str| folded(&format!("Knights may move {times} in a turn. Knights may also move by leaping anywhere."));
        assert_eq!(leaping("twice"), Ok(()));
        for times in ["three times", "four times"] {
            assert!(leaping(times).expect_err(times).contains("more than 6000 ways"));
        }
    }
}
