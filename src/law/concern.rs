//! Which clauses concern the moves of a man: by kind and army, and by what the turn, the past and the counters say of them now.

use crate::board::{ArmyId, KindId};

use super::bans::Word;
use super::found::Head;
use super::scene::Scene;
use super::tables::Tables;
use super::triggers::Cue;

/// Bans and cues by their places in a board's tables, each in its order there.
#[derive(Clone, Debug, Default)]
pub(super) struct Concern {
    bans: Vec<usize>,
    /// Those that follow a move.
    following: Vec<usize>,
    /// Those that act in its place.
    forestalling: Vec<usize>,
    /// Some ban may forbid all moves at once.
    sweeping: bool,
}

impl Concern {
    pub fn of(bans: &[Word], cues: &[Cue], kind: KindId, army: ArmyId) -> Concern {
        let places = |such: &dyn Fn(&Cue) -> bool| (0..cues.len()).filter(|&at| such(&cues[at])).collect();
        let own: Vec<usize> = (0..bans.len()).filter(|&at| bans[at].deal.may_be_by(kind, army)).collect();
        Concern {
            sweeping: own.iter().any(|&at| bans[at].is_sweeping()),
            bans: own,
            following: places(&|cue| cue.follows().is_some_and(|deal| deal.may_be_by(kind, army))),
            forestalling: places(&|cue| cue.forestalls().is_some_and(|deal| deal.may_be_by(kind, army))),
        }
    }

    /// Whether the newest ban that may speak now forbids every move; `scene` is the mover's.
    pub fn bars_all(&self, tables: &Tables, scene: &Scene<'_>) -> bool {
        let newest = || self.bans(tables).find(|word| !word.is_idle(scene));
        self.sweeping && newest().is_some_and(Word::is_sweeping)
    }

    /// Becomes those of another one that may speak now and have not been spent; `scene` is the mover's.
    pub fn take_up(&mut self, all: &Concern, tables: &Tables, scene: &Scene<'_>, spent: &[usize]) {
        let acts = |&&at: &&usize| !spent.contains(&at) && !tables.cues[at].is_idle(scene);
        self.bans.clear();
        self.bans.extend(all.bans.iter().filter(|&&at| !tables.bans[at].is_idle(scene)));
        self.following.clear();
        self.following.extend(all.following.iter().filter(acts));
        self.forestalling.clear();
        self.forestalling.extend(all.forestalling.iter().filter(acts));
    }

    /// Whether a move may be one of those that some clause speaks of.
    pub fn may_speak_of(&self, head: &Head, tables: &Tables) -> bool {
        let captures = head.captured.start < head.captured.end;
        let cues = self.following.iter().chain(&self.forestalling).map(|&at| &tables.cues[at]);
        let deals = cues.filter_map(|cue| cue.follows().or(cue.forestalls()));
        self.bans(tables).map(|word| &word.deal).chain(deals).any(|deal| deal.may_suit(head, captures))
    }

    pub fn bans<'t>(&'t self, tables: &'t Tables) -> impl Iterator<Item = &'t Word> + Clone {
        self.bans.iter().map(|&at| &tables.bans[at])
    }

    /// The cues that follow a move, with their places.
    pub fn following<'t>(&'t self, tables: &'t Tables) -> impl DoubleEndedIterator<Item = (usize, &'t Cue)> {
        self.following.iter().map(|&at| (at, &tables.cues[at]))
    }

    /// The cues that act in its place, with their places.
    pub fn forestalling<'t>(&'t self, tables: &'t Tables) -> impl DoubleEndedIterator<Item = (usize, &'t Cue)> {
        self.forestalling.iter().map(|&at| (at, &tables.cues[at]))
    }

    pub fn forestalls(&self) -> bool {
        !self.forestalling.is_empty()
    }
}
