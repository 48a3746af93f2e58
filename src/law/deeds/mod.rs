//! Deeds, looked up: what a rule does to the boards, and to whom.

use crate::board::{Key, KindId, MAX_ARMIES, Vector};
use crate::rule::{Need, Ref, Room, Size, Store};

use super::act::Deal;
use super::approach::Guise;
use super::course::Course;
use super::crowd::Crowd;
use super::later::{Begun, End, Timed};
use super::lookup::Tally;
use super::moves::Way;
use super::terms::{Area, Armies, Count, Place, Test};

mod reader;
mod ways;

/// A deed, its words looked up.
#[derive(Clone)]
pub(super) enum Work {
    Remove(Target),
    Become(Target, Vec<KindId>, By),
    Climb(Target, Vec<KindId>),
    Join(Target, Armies),
    Go(Target, Landing),
    Return(Target),
    Step(Target, Course),
    Swap(Target, Target),
    Place {
        kind: KindId,
        owner: Armies,
        landing: Landing,
    },
    Reserve(Target, Armies),
    Drop {
        who: Crowd,
        owner: Armies,
        landing: Landing,
        from: Store,
        by: By,
    },
    Shift {
        squares: Area,
        by: Vector,
        wrap: bool,
    },
    Send(Target, Voyage),
    Open(Founding),
    Merge(Whither, Whither),
    Turn(Area, u8),
    Mark {
        squares: Area,
        region: Key,
        on: bool,
        by: By,
    },
    Hole {
        squares: Area,
        open: bool,
        by: By,
    },
    Grow {
        left: u8,
        right: u8,
        below: u8,
        above: u8,
        region: Option<Key>,
    },
    JoinEdges {
        files: bool,
        joined: bool,
    },
    Count {
        counter: Tally,
        of: Armies,
        by: Count,
        set: bool,
    },
    /// What men bear is counted.
    Tally {
        counter: Tally,
        bearers: Crowd,
        who: Target,
        by: Count,
        set: bool,
    },
    Again {
        deal: Deal,
        need: Need,
        like: Option<Guise>,
        /// Men of others are moved, as they move for their owners.
        foreign: bool,
    },
    /// It makes a move drawn by lot, as if it stood in that universe.
    Stray(Target, Option<Whither>),
    /// Another player makes the move.
    Hand(Armies, Option<String>),
    /// It may not move in so many phases of its owner, which are noted under the key.
    Hold(Target, Key, i32),
    /// The move is not made in whose place this is done.
    Stay,
    /// What is being done is no legal move, or no legal order.
    Illegal,
    /// The mover's phase is not over, which is noted under the key.
    GoOn(Key),
    /// The player's next phase has no moves, which is noted under the key.
    Skip(Armies, Key),
    /// If somebody likes.
    May(By, Vec<Work>),
    /// One of these, as somebody chooses, each by the word that names it.
    Either(By, Vec<(Way, Vec<Work>)>),
    /// A man is chosen.
    Choose(Target),
    /// For each player, as if he were the mover.
    EachPlayer(Vec<Work>),
    /// For each of some men, that one being chosen.
    EachMan(Target, Vec<Work>),
    /// To all of each of these men, seen before anything is done, each of them being chosen.
    Together(Vec<(Target, Work)>),
    /// What is done where it holds, and what where it does not.
    If(Test, Vec<Work>, Vec<Work>),
    /// Where the work before it has changed nothing.
    Failing(Vec<Work>),
    /// Something with a time of its own begins.
    Timed(Box<(Timed, Begun)>),
    /// One of these, by weight; what each is, in words.
    Chance(Vec<(u16, Vec<Work>, String)>),
}

/// Men a work is done to ([`Whom`]).
#[derive(Clone)]
pub(super) enum Target {
    That(Ref),
    /// `across`: also on the other board.
    Among {
        who: Crowd,
        on: Area,
        across: bool,
        by: By,
    },
}

/// Who chooses ([`Chooser`]).
#[derive(Clone)]
pub(super) enum By {
    /// Nobody: all of them.
    All,
    /// The mover, in his order.
    Mover,
    /// The randomizer.
    Chance,
    /// A player who is asked when it comes to it.
    Asked(Armies),
}

/// Where a man is put ([`Spot`]).
#[derive(Clone)]
pub(super) enum Landing {
    At(Place),
    One(Area, By),
    In(Whither, Area, By),
    Each(Area),
}

/// Where a man is sent in another universe: to that square, else to the same.
#[derive(Clone)]
pub(super) struct Voyage {
    pub to: Whither,
    pub square: Option<String>,
    /// Nowhere where somebody stands.
    pub empty: bool,
}

/// Another universe ([`World`]).
#[derive(Clone)]
pub(super) enum Whither {
    Next,
    Previous,
    Number(u16),
    /// The number is noted under the key.
    Noted(Key),
    Home,
    Another(By),
    OtherBoard,
}

/// A board that opens ([`Opening`](crate::rule::Opening)).
#[derive(Clone)]
pub(super) struct Founding {
    pub room: Room,
    pub ground: Soil,
    pub without: Option<Area>,
    /// Its number is noted under this.
    pub called: Option<Key>,
}

#[derive(Clone)]
pub(super) enum Soil {
    Bare(Size),
    Array(Size, [Armies; 2]),
    Copy(Whither),
}

impl Work {
    /// It, or a part of it, is such a work.
    pub fn any(&self, such: &dyn Fn(&Work) -> bool) -> bool {
        let later = |one: &Timed| matches!(&one.end, End::Deeds(works, _) if works.iter().any(|work| work.any(such)));
        such(self) || matches!(self, Work::Timed(one) if later(&one.0)) || self.inner().into_iter().flatten().any(|work| work.any(such))
    }

    /// The works of which it is made, but for what it begins.
    fn inner(&self) -> Vec<&[Work]> {
        match self {
            Work::If(_, works, otherwise) => vec![works, otherwise],
            Work::May(_, works) | Work::EachPlayer(works) | Work::EachMan(_, works) | Work::Failing(works) => vec![works],
            Work::Chance(outcomes) => outcomes.iter().map(|(_, works, _)| works.as_slice()).collect(),
            Work::Together(parts) => parts.iter().map(|(_, work)| std::slice::from_ref(work)).collect(),
            Work::Either(_, ways) => ways.iter().map(|(_, works)| works.as_slice()).collect(),
            _ => Vec::new(),
        }
    }

    /// The further moves that it lets somebody make.
    pub fn further_deals(&self) -> Vec<&Deal> {
        match self {
            Work::Again { deal, .. } => vec![deal],
            _ => self.inner().into_iter().flatten().flat_map(Work::further_deals).collect(),
        }
    }

    /// It is done once, not on each board by itself.
    pub fn is_of_the_whole(&self) -> bool {
        self.any(&|work| matches!(work, Work::Open(Founding { room: Room::Universe, .. }) | Work::Merge(..)))
    }

    /// Adds what it, or a part of it, begins that comes to an end later.
    pub fn timed<'w>(&'w self, found: &mut Vec<&'w Timed>) {
        match self {
            Work::Timed(one) => {
                found.push(&one.0);
                if let End::Deeds(works, _) = &one.0.end {
                    works.iter().for_each(|work| work.timed(found));
                }
            }
            _ => self.inner().into_iter().flatten().for_each(|work| work.timed(found)),
        }
    }

    /// It, or a part of it, lets the mover make a further move.
    pub fn goes_on(&self) -> bool {
        self.any(&|work| matches!(work, Work::Again { .. }))
    }

    /// It, or a part of it, may capture: by a further move, or where somebody is sent.
    pub fn may_capture(&self) -> bool {
        self.any(&|work| matches!(work, Work::Again { deal, .. } if deal.may_capture()) || matches!(work, Work::Send(..)))
    }

    /// It, or a part of it, changes a counter.
    pub fn counts(&self) -> bool {
        self.any(&|work| matches!(work, Work::Count { .. } | Work::Tally { .. }))
    }

    /// But for further moves and sent men, it leaves every man that stays on the board what and where it is, whoever chooses.
    pub fn leaves_men(&self) -> bool {
        match self {
            Work::Again { .. }
            | Work::Send(..)
            | Work::Remove(..)
            | Work::Count { .. }
            | Work::Tally { .. }
            | Work::Hold(..)
            | Work::GoOn(_)
            | Work::Stay
            | Work::Skip(..)
            | Work::Choose(_)
            | Work::Mark { .. } => true,
            Work::If(..) | Work::May(..) | Work::EachMan(..) | Work::Either(..) | Work::Failing(_) | Work::Together(_) => {
                self.inner().into_iter().flatten().all(Work::leaves_men)
            }
            _ => false,
        }
    }

    /// How many further moves and sent men it may bring about, more than one where it is done for each player.
    pub fn further(&self) -> usize {
        let all = |works: &[Work]| works.iter().map(Work::further).fold(0, usize::saturating_add);
        match self {
            Work::Again { .. } | Work::Send(..) => 1,
            Work::EachPlayer(works) => all(works).saturating_mul(MAX_ARMIES),
            Work::EachMan(_, works) if works.iter().any(|work| work.further() > 0) => usize::MAX / MAX_ARMIES,
            _ => self.inner().into_iter().map(all).fold(0, usize::saturating_add),
        }
    }
}

/// So begin the names under which it is noted how long a man is held.
pub const HELD: &str = "held by ";

/// The name under which it is noted how long a man is held by a text: its hold ends with it (R2).
pub(super) fn held_by(text: &str) -> String {
    format!("{HELD}{text}")
}
