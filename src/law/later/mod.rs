//! Deeds that are put off, and what lasts for some turns: under which names that is noted, when it is due, and what is done then.
//!
//! A deed that is put off is a bearer of notes ([`Bearer::Pending`]): when it is due, and the men and squares of which it speaks. What lasts is
//! noted on what it befalls, with the time of its end; where it begins anew, that time is put off. Without the clause nothing comes of the notes.

use crate::board::{ArmyId, Bearer, BoardId, Clock, Entities, Key, KindId, Position};
use crate::rule::{Deed, Lasting, Sway, lasting};

use super::crowd::Crowd;
use super::deeds::{Target, Work};
use super::lookup::Lookup;
use super::terms::Area;
use super::{Instant, LawProblem};

mod course;

/// What stands before the place of a deed with a time of its own, in the name under which it is noted.
pub const LATER: &str = "later: ";
/// The most deeds that are put off at one time.
pub(super) const MAX_PENDING: u16 = 256;

/// When something is due that lasts as long as its rule: a turn that no game comes to.
pub(super) const FAR_TURN: u32 = (1 << 18) - 1;

/// What stands behind it, in the name under which it is noted what something was before.
pub(super) const BEFORE: &str = ", before";

/// The names of what a deed that is put off speaks of.
pub(super) const BOUND: [&str; 5] = ["later: actor", "later: victim", "later: chosen", "later: from", "later: to"];

/// The names under which the deeds with a time of their own in a clause are noted.
pub(super) fn names(text: &str, clause: usize, deeds: &[Deed]) -> Vec<String> {
    let mut found = Vec::new();
    for (deed, part) in lasting::timed(deeds).into_iter().zip(1..) {
        found.push(name(text, clause, part));
        match deed {
            Deed::Later(..) => found.extend(BOUND.map(str::to_owned)),
            Deed::For(_, during) if matches!(**during, Deed::Become(..) | Deed::Join(..)) => found.push(before(text, clause, part)),
            _ => {}
        }
    }
    found
}

pub(super) fn name(text: &str, clause: usize, part: usize) -> String {
    format!("{LATER}{}", place(text, clause, part))
}

pub(super) fn place(text: &str, clause: usize, part: usize) -> String {
    format!("{text}, {clause}.{part}")
}

/// What something was before.
fn before(text: &str, clause: usize, part: usize) -> String {
    format!("{}{BEFORE}", name(text, clause, part))
}

/// When something is due: noted as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub turn: u32,
    pub point: Point,
    /// Whose phase it is, and on which board it was done.
    pub army: ArmyId,
    pub board: BoardId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Point {
    Opens,
    Closes,
    TurnEnds,
}

impl Due {
    pub fn noted(self) -> i32 {
        let point = match self.point {
            Point::Opens => 0,
            Point::Closes => 1,
            Point::TurnEnds => 2,
        };
        let whole = self.turn << 13 | (u32::from(self.board.0) & 63) << 7 | (u32::from(self.army.0) & 31) << 2 | point;
        i32::try_from(whole).unwrap_or(i32::MAX)
    }

    pub fn read(noted: i32) -> Due {
        let whole = noted.unsigned_abs();
        let point = match whole & 3 {
            0 => Point::Opens,
            1 => Point::Closes,
            _ => Point::TurnEnds,
        };
        Due { turn: whole >> 13, point, army: ArmyId((whole >> 2 & 31) as u8), board: BoardId((whole >> 7 & 63) as u8) }
    }

    /// Whether it has come, or has gone by: who is to be waited for may have left the game.
    fn has_come(self, clock: Clock, instant: Instant<'_>, own_phase: bool) -> bool {
        let here = match self.point {
            Point::Opens => own_phase && matches!(instant, Instant::Opens),
            Point::Closes => own_phase && matches!(instant, Instant::Closes),
            Point::TurnEnds => matches!(instant, Instant::TurnEnds),
        };
        clock.turn() > self.turn || clock.turn() == self.turn && here
    }
}

/// A deed with a time of its own, as it stands between its beginning and its end.
#[derive(Clone)]
pub(super) struct Timed {
    pub key: Key,
    pub end: End,
}

/// What is done when it is due.
#[derive(Clone)]
pub(super) enum End {
    /// What was put off; the keys of what it speaks of.
    Deeds(Vec<Work>, [Key; 5]),
    /// A square is what it was.
    Hole {
        open: bool,
    },
    Mark {
        region: Key,
        on: bool,
    },
    /// A man is what it was, which is noted under the key.
    Kind(Key),
    Army(Key),
    Seam {
        files: bool,
        joined: bool,
    },
    /// A man is no longer marked so, or is again.
    State {
        key: Key,
        noted: i32,
    },
    /// Nothing: a clause has held as long.
    Nothing,
}

impl End {
    fn makes_the_same(&self, other: &End) -> bool {
        match (self, other) {
            (End::Hole { open }, End::Hole { open: other }) => open == other,
            (End::Mark { region, on }, End::Mark { region: name, on: other }) => (region, on) == (name, other),
            (End::Seam { files, joined }, End::Seam { files: way, joined: other }) => (files, joined) == (way, other),
            (End::State { key, noted }, End::State { key: name, noted: other }) => (key, noted) == (name, other),
            _ => false,
        }
    }

    fn makes_the_opposite(&self, other: &End) -> bool {
        match (self, other) {
            (End::Hole { open }, End::Hole { open: other }) => open != other,
            (End::Mark { region, on }, End::Mark { region: name, on: other }) => region == name && on != other,
            (End::Seam { files, joined }, End::Seam { files: way, joined: other }) => files == way && joined != other,
            (End::State { key, noted }, End::State { key: name, noted: other }) => key == name && noted != other,
            _ => false,
        }
    }

    fn changes_the_same(&self, other: &End) -> bool {
        matches!((self, other), (End::Kind(_), End::Kind(_)) | (End::Army(_), End::Army(_)))
    }
}

/// What a man was before a change, and what it has become by it, as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    /// It changed hands; else it became another kind.
    pub hands: bool,
    pub before: Option<u8>,
    pub into: Option<u8>,
}

impl Changed {
    pub fn noted(self) -> i32 {
        let part = |part: Option<u8>| part.map_or(0, |part| i32::from(part) + 1);
        i32::from(self.hands) << 18 | part(self.into) << 9 | part(self.before)
    }

    pub fn read(noted: i32) -> Changed {
        let part = |part: i32| u8::try_from((part & 0x1FF) - 1).ok();
        Changed { hands: noted >> 18 & 1 == 1, before: part(noted), into: part(noted >> 9) }
    }
}

/// The keys under which it is noted when something is due.
pub(super) fn keys_of_times(entities: &Entities) -> Vec<Key> {
    let timed = |name: &&str| name.starts_with(LATER) && !name.ends_with(BEFORE) && !BOUND.contains(name);
    entities.names.iter().map(String::as_str).filter(timed).filter_map(|name| entities.key_named(name)).collect()
}

/// What is noted of a time as it looks from a turn: alike for all that is as far ahead, or has gone by.
pub(super) fn seen_from(noted: i32, turn: u32) -> u64 {
    let due = Due::read(noted);
    // what lasts for ever is equally far ahead from every turn
    let ahead = if due.turn == FAR_TURN { u64::MAX >> 13 } else { (u64::from(due.turn) + 1).saturating_sub(u64::from(turn)) };
    let rest = noted.unsigned_abs() & 0x1FFF;
    ahead << 13 | u64::from(rest)
}

/// Whether what is noted lasts through a whole turn.
pub(super) fn lasts_through(noted: i32, turn: i32) -> bool {
    noted != 0 && i64::from(Due::read(noted).turn) > i64::from(turn)
}

/// The numbers under which something is put off.
pub(super) fn pending(position: &Position) -> impl Iterator<Item = u16> {
    let mut numbers: Vec<u16> =
        position.notes().iter().filter_map(|(note, _)| if let Bearer::Pending(number) = note.of { Some(number) } else { None }).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter()
}

impl Timed {
    /// On whom it is noted that are due at that moment of a side's phase, with the board and the army of each.
    pub fn due<'p>(
        &'p self,
        position: &'p Position,
        instant: Instant<'p>,
        own_phase: impl Fn(ArmyId) -> bool + 'p,
    ) -> impl Iterator<Item = (Bearer, BoardId, ArmyId)> + 'p {
        let all = matches!(instant, Instant::Repealed(..));
        position.notes().under(self.key).filter_map(move |(of, noted)| {
            let due = Due::read(noted);
            (all || due.has_come(position.clock(), instant, own_phase(due.army))).then_some((of, due.board, due.army))
        })
    }
}

/// A deed with a time of its own, its words looked up.
#[derive(Clone)]
pub(super) enum Begun {
    Later(u8),
    Hole(Area, bool, super::deeds::By, Lasting),
    Mark(Area, Key, bool, super::deeds::By, Lasting),
    Become(Target, Vec<KindId>, super::deeds::By, Lasting),
    Join(Target, super::terms::Armies, Lasting),
    State(Target, Crowd, i32, Lasting),
    Seam { files: bool, joined: bool, time: Lasting },
    Meanwhile(Whose, Lasting),
}

/// On whom it is noted that a clause holds for a time.
#[derive(Clone)]
pub(super) enum Whose {
    Everybody,
    Player,
    /// Whoever lost the piece, else his opponents on that board.
    Rivals,
    Man(crate::rule::Ref),
}

impl Whose {
    pub fn of(form: &crate::rule::Form) -> Whose {
        let mut form = form.clone();
        let man = form.subject_of_standing().and_then(|who| lasting::the_man(who));
        match (lasting::sway(&form), man) {
            (Sway::Man(_), Some(man)) => Whose::Man(man),
            (Sway::Rival, _) => Whose::Rivals,
            (Sway::Player(_), _) => Whose::Player,
            _ => Whose::Everybody,
        }
    }
}

/// The keys of what a deed that is put off speaks of.
pub(super) fn bound(lookup: &Lookup<'_>) -> Result<[Key; 5], LawProblem> {
    let mut keys = [Key(0); 5];
    for (key, name) in keys.iter_mut().zip(BOUND) {
        *key = lookup.key(name)?;
    }
    Ok(keys)
}

/// The key of the deed of that number among those of the clause with a time of their own, and that of what was before.
pub(super) fn key(lookup: &Lookup<'_>, part: usize) -> Result<Key, LawProblem> {
    lookup.key(&name(&lookup.place.text, lookup.place.clause, part))
}

pub(super) fn key_before(lookup: &Lookup<'_>, part: usize) -> Result<Key, LawProblem> {
    lookup.key(&before(&lookup.place.text, lookup.place.clause, part))
}
