//! Whether what clauses say ties boards together. Else each universe is a world of its own: what happens in one may be looked at without the others.
//!
//! Invariant: in doubt they are tied.

use crate::board::{BoardId, MAX_BOARDS};
use crate::rule::{Clause, Condition, Deed, Event, Form, Number, Once, Part, Squares, Trigger, lasting, walk};

use super::in_force::Law;
use super::later::Whose;

/// Some boards of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards(u64);

// A bit for each.
const _: () = assert!(MAX_BOARDS == u64::BITS as usize);

impl Boards {
    pub const ALL: Boards = Boards(u64::MAX);
    pub const NONE: Boards = Boards(0);

    pub fn has(self, board: BoardId) -> bool {
        self.0 >> board.index() & 1 == 1
    }

    #[must_use]
    pub fn with(self, other: Boards) -> Boards {
        Boards(self.0 | other.0)
    }
}

impl FromIterator<BoardId> for Boards {
    fn from_iter<I: IntoIterator<Item = BoardId>>(boards: I) -> Boards {
        boards.into_iter().fold(Boards::NONE, |all, board| Boards(all.0 | 1 << board.index()))
    }
}

impl Law {
    /// The boards by worlds: what is done in one world concerns no other.
    pub fn worlds(&self) -> Vec<Boards> {
        if self.tied { vec![Boards::ALL] } else { self.universes() }
    }

    /// The same for what a rule does as it comes into force.
    pub fn worlds_at_once(&self, rule: &[Clause]) -> Vec<Boards> {
        let tied = rule.iter().any(|clause| is_at_once(clause) && ties(clause));
        if tied { vec![Boards::ALL] } else { self.universes() }
    }

    /// The worlds to which some boards belong.
    pub fn around(&self, boards: impl Iterator<Item = BoardId> + Clone) -> Boards {
        let around = |world: &Boards| boards.clone().any(|board| world.has(board));
        self.worlds().into_iter().filter(around).fold(Boards::NONE, Boards::with)
    }

    /// Some clause acts as a phase or a turn begins or ends.
    pub fn acts_of_itself(&self) -> bool {
        self.fires
    }

    /// What men may do can change while nobody moves: something acts between the phases, or words ask for the clock or the past.
    pub fn changes_with_time(&self) -> bool {
        self.fires || self.reads.clock() || self.reads.past
    }

    /// From which turn on no clause tells turns apart but round and round; none where some always does.
    pub fn turns_alike_from(&self) -> Option<u32> {
        self.reads.alike_from()
    }

    /// How many clauses act of themselves on these boards, each board by itself.
    pub fn busy(&self, on: Boards) -> u64 {
        let acting = |board: BoardId| self.field(board).tables.cues.iter().filter(|cue| cue.moment.is_between_moves()).count() as u64;
        self.boards().filter(|&board| on.has(board)).map(acting).sum()
    }

    fn universes(&self) -> Vec<Boards> {
        let mut numbers: Vec<u16> = self.geometry.boards.iter().map(|board| board.universe).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let of = |number: u16| self.boards().filter(|&board| self.geometry.board(board).universe == number).collect();
        numbers.into_iter().map(of).collect()
    }
}

/// Whether a clause ties boards together as long as it is in force.
pub(super) fn ties_for_good(clause: &Clause) -> bool {
    match &clause.form {
        // What a rule does as it begins or ends is done and over, but for what it puts off or holds to.
        Form::Trigger(trigger) if matches!(trigger.event, Event::Enacted | Event::Repealed) => {
            lasting::timed(&trigger.deeds).into_iter().any(|deed| match deed {
                Deed::Later(_, then) => then.iter().any(deed_ties),
                Deed::Meanwhile(_, form) => ties(&Clause { form: (**form).clone(), when: None, ..clause.clone() }),
                deed => deed_ties(deed),
            })
        }
        _ => ties(clause),
    }
}

fn is_at_once(clause: &Clause) -> bool {
    matches!(&clause.form, Form::Trigger(Trigger { event: Event::Enacted, .. }))
}

fn deed_ties(deed: &Deed) -> bool {
    let trigger = Trigger { event: Event::Enacted, deeds: vec![deed.clone()], once: None };
    ties(&Clause::of(Form::Trigger(trigger), None))
}

/// Some part of it is written down for all boards, goes to another one, or asks for what is or was on others.
fn ties(clause: &Clause) -> bool {
    let form = match &clause.form {
        Form::Ending(_) => true,
        Form::Movement(movement) => movement.terms.cost.is_some(),
        Form::Trigger(trigger) => matches!(trigger.once, Some(Once::Ever | Once::Side(_))),
        _ => false,
    };
    form || walk::holds(clause, &|part| match part {
        Part::Deed(deed) => reaches_out(deed),
        Part::Condition(condition) => {
            matches!(condition, Condition::Check(_) | Condition::Stuck(_) | Condition::Can(_) | Condition::Happened(_))
        }
        Part::Number(number) => matches!(number, Number::Lost(_) | Number::Times(_)),
        Part::Squares(squares) => matches!(squares, Squares::Secret(_) | Squares::Left(_) | Squares::Trodden(_) | Squares::LastCapture),
        _ => false,
    })
}

/// Leaving aside the deeds of which it is made.
fn reaches_out(deed: &Deed) -> bool {
    match deed {
        Deed::Send { .. }
        | Deed::Open(_)
        | Deed::Merge { .. }
        | Deed::Grow { .. }
        | Deed::JoinEdges { .. }
        | Deed::Reserve(..)
        | Deed::Drop { .. }
        | Deed::Count { .. }
        | Deed::Skip(_)
        | Deed::GoOn
        | Deed::Hand { .. }
        | Deed::Later(..) => true,
        Deed::Stray { from, .. } => from.is_some(),
        Deed::Meanwhile(_, form) => {
            let once = matches!(&**form, Form::Trigger(trigger) if matches!(trigger.once, Some(Once::Ever | Once::Side(_))));
            once || !matches!(Whose::of(form), Whose::Man(_))
        }
        Deed::Remove(_)
        | Deed::Become(..)
        | Deed::Climb(..)
        | Deed::Join(..)
        | Deed::Go(..)
        | Deed::Return(_)
        | Deed::Step(..)
        | Deed::Swap(..)
        | Deed::Place { .. }
        | Deed::Shift { .. }
        | Deed::Turn { .. }
        | Deed::Mark { .. }
        | Deed::Hole { .. }
        | Deed::Tally { .. }
        | Deed::Again { .. }
        | Deed::Hold(..)
        | Deed::May(..)
        | Deed::EachPlayer(_)
        | Deed::EachMan(..)
        | Deed::If(..)
        | Deed::Failing(_)
        | Deed::Together(_)
        | Deed::Chance(_)
        | Deed::Either(..)
        | Deed::Choose(_)
        | Deed::Stay
        | Deed::Illegal
        | Deed::For(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    fn clauses(text: &str) -> Vec<Clause> {
        let standard = crate::law::texts::standard("mar").unwrap();
        let reading = rule::read(&format!("RULE\n{text}\nEND"), &rule::Vocabulary::of(standard.chain()));
        reading.rule.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics)).clauses
    }

    #[test]
    fn boards_are_apart_where_nothing_is_said_of_others() {
        for text in [
            "At the start of every turn, a pawn chosen at random is removed.",
            "Before white's phase, every pawn on rank 3 goes to its home square.",
            "When a knight captures a pawn, the knight becomes a queen.",
            "Pawns may only move on turns divisible by five.",
            "Knights may not move for three turns.",
        ] {
            assert!(!clauses(text).iter().any(ties_for_good), "{text}");
        }
    }

    #[test]
    fn boards_are_tied_by_what_goes_between_them_or_counts_for_all() {
        for text in [
            "At the start of every turn, a pawn chosen at random goes to another universe.",
            "Each player starts with 0 points.\nWhen a piece captures, the mover gains a point.",
            "When a pawn captures, knights may not capture for three turns.",
            "When a pawn captures, two turns later every knight becomes a pawn.",
            "If a queen was captured last turn, pawns may not capture.",
            "If white is in check, knights may not capture.",
            "Only once, when a pawn captures, the pawn becomes a queen.",
        ] {
            assert!(clauses(text).iter().any(ties_for_good), "{text}");
        }
    }
}
