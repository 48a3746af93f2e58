//! What can be said of words before a position is known: from the men, squares and turns that are given, yes, no, or that it hangs on more.
//!
//! Invariant: what is answered with yes or no here, a [`Scene`](super::scene::Scene) with those men on those squares answers alike, whatever
//! else stands on the boards.

use std::cmp::Ordering;

use crate::board::{ArmyId, Bearer, BoardId, CellId, Entities, Frame, Geometry, KindId, Note, Position, Vector};
use crate::rule::{Class, Comparison, Condition, Facing, Kinds, Number, Operation, Owner, Player, Point, Ref, Squares, Sway};

use super::later;
use super::scene::{half, index, own_rank};
use super::squares::{alike, ends, is_central, is_dark};
use super::statute::Named;
use super::terms::{LARGEST, compare, divisors, opposite, reckon};

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sure {
    Yes,
    No,
    /// It hangs on what is not known.
    Open,
}

impl From<bool> for Sure {
    fn from(holds: bool) -> Sure {
        if holds { Sure::Yes } else { Sure::No }
    }
}

impl Sure {
    pub fn not(self) -> Sure {
        match self {
            Sure::Yes => Sure::No,
            Sure::No => Sure::Yes,
            Sure::Open => Sure::Open,
        }
    }

    pub fn all(parts: impl IntoIterator<Item = Sure>) -> Sure {
        let mut all = Sure::Yes;
        for part in parts {
            match part {
                Sure::No => return Sure::No,
                Sure::Open => all = Sure::Open,
                Sure::Yes => {}
            }
        }
        all
    }

    pub fn any(parts: impl IntoIterator<Item = Sure>) -> Sure {
        Sure::all(parts.into_iter().map(Sure::not)).not()
    }

    pub fn and(self, other: impl FnOnce() -> Sure) -> Sure {
        if self == Sure::No { Sure::No } else { Sure::all([self, other()]) }
    }
}

/// A man as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fellow {
    pub kind: KindId,
    pub army: ArmyId,
    pub cell: CellId,
    /// Whether it has not moved yet, where that is known.
    pub unmoved: Option<bool>,
    /// Different men have different numbers here.
    pub number: u8,
    /// Which of the things it can be made to bear it is taken to bear.
    pub bears: Option<usize>,
}

/// Numbers from the least to the most that it may be.
type Range = (i32, i32);
const ANY: Range = (-LARGEST, LARGEST);

/// A moment as far as it is known; the like of a [`Scene`](super::scene::Scene).
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub entities: &'a Entities,
    pub geometry: &'a Geometry,
    pub named: &'a Named<'a>,
    /// By army, the armies hostile to it, as bits.
    pub hostile: &'a [u32],
    /// The notes of this position stand as long as no clause marks squares.
    position: Option<&'a Position>,
    pub board: BoardId,
    pub army: ArmyId,
    pub mover: ArmyId,
    men: [Option<Fellow>; 6],
    leg: Option<(CellId, CellId)>,
    /// The first and the last turn that it may be.
    turns: Range,
    /// A man that attacks another, and whether that is a real king.
    strike: Option<(Fellow, Fellow, bool)>,
    /// The text whose words are asked: `rule w3`.
    text: Option<&'a str>,
}

impl<'a> Moment<'a> {
    pub fn new(
        (entities, geometry): (&'a Entities, &'a Geometry),
        named: &'a Named<'a>,
        hostile: &'a [u32],
        (board, mover): (BoardId, ArmyId),
    ) -> Moment<'a> {
        let (men, leg, turns) = ([None; 6], None, (1, i32::from(u16::MAX)));
        Moment { entities, geometry, named, hostile, position: None, board, army: mover, mover, men, leg, turns, strike: None, text: None }
    }

    #[must_use]
    pub fn with(mut self, who: Ref, man: Option<Fellow>) -> Moment<'a> {
        self.men[index(who)] = man;
        self
    }

    #[must_use]
    pub fn along(mut self, from: CellId, to: CellId) -> Moment<'a> {
        self.leg = Some((from, to));
        self
    }

    /// In one of these turns.
    #[must_use]
    pub fn during(mut self, turns: Range) -> Moment<'a> {
        self.turns = turns;
        self
    }

    /// A man attacks another one, a real king or not.
    #[must_use]
    pub fn striking(mut self, attacker: Fellow, victim: Fellow, real: bool) -> Moment<'a> {
        self.strike = Some((attacker, victim, real));
        self
    }

    /// In this position, or one that has come of it.
    #[must_use]
    pub fn since(mut self, position: &'a Position) -> Moment<'a> {
        self.position = Some(position);
        self
    }

    /// As a clause of that text sees it.
    #[must_use]
    pub fn saying(mut self, text: &'a str) -> Moment<'a> {
        self.text = Some(text);
        self
    }

    /// As a relative clause about a man sees it.
    #[must_use]
    pub fn about(mut self, man: &Fellow) -> Moment<'a> {
        self.men[index(Ref::Outer)] = self.men[index(Ref::Itself)];
        self.men[index(Ref::Itself)] = Some(*man);
        self.army = man.army;
        self.board = self.geometry.cell(man.cell).board;
        self
    }

    fn man(&self, who: Ref) -> Option<&Fellow> {
        self.men[index(who)].as_ref()
    }

    /// Which way somebody looks whose directions are spoken of.
    fn frame_of(&self, facing: Facing) -> Frame {
        let army = match facing {
            Facing::Man(man) => self.man(man).map_or(self.army, |man| man.army),
            Facing::Mover => self.mover,
            Facing::Viewpoint | Facing::Theirs => self.army,
        };
        Moment { army, ..*self }.frame()
    }

    /// How an army looks at the board.
    fn frame(&self) -> Frame {
        self.entities.frame_in(self.army, self.geometry.board(self.board).universe)
    }

    /// Whether a man is one of a class.
    pub fn includes(&self, class: &Class, man: &Fellow) -> Sure {
        if !self.names_kind(&class.kinds, man.kind) {
            return Sure::No;
        }
        let hostile =
            |viewpoint: ArmyId| self.hostile.get(viewpoint.index()).map_or(Sure::Open, |bits| (bits >> man.army.index() & 1 == 1).into());
        let owned = match &class.owner {
            Owner::Anyone => Sure::Yes,
            Owner::Army(colour) => self.entities.army_named(colour).map_or(Sure::Open, |army| (army == man.army).into()),
            Owner::Own => hostile(self.army).not(),
            Owner::Enemy => hostile(self.army),
            Owner::Mover => hostile(self.mover).not(),
        };
        owned.and(|| class.such.as_deref().map_or(Sure::Yes, |such| self.about(man).holds(such)))
    }

    pub fn names_kind(&self, kinds: &Kinds, kind: KindId) -> bool {
        let name = &self.entities.kind(kind).name;
        match kinds {
            Kinds::Every => true,
            Kinds::Only(names) => names.contains(name),
            Kinds::Except(names) => !names.contains(name),
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Condition) -> Sure {
        match condition {
            Condition::Not(inner) => self.holds(inner).not(),
            Condition::All(parts) => Sure::all(parts.iter().map(|part| self.holds(part))),
            Condition::Any(parts) => Sure::any(parts.iter().map(|part| self.holds(part))),
            Condition::Compare(one, how, other) => compared(self.number(one), *how, self.number(other)),
            Condition::Is(who, class) => self.man(*who).map_or(Sure::Open, |man| self.includes(class, man)),
            Condition::On(point, squares) => match self.point(point) {
                Spot::Unknown => Sure::Open,
                Spot::Nowhere => Sure::No,
                Spot::At(cell) => self.is_among(squares, cell),
            },
            Condition::Attacked(point, class) => match self.point(point) {
                Spot::Nowhere => Sure::No,
                Spot::At(cell) if self.is_struck_by(class, cell) => Sure::Yes,
                _ => Sure::Open,
            },
            Condition::Attacks(who, class) => match (self.man(*who), self.strike) {
                (Some(man), Some((attacker, victim, _))) if *man == attacker && self.includes(class, &victim) == Sure::Yes => Sure::Yes,
                _ => Sure::Open,
            },
            Condition::Hits(one, other) => match (self.man(*one), self.man(*other), self.strike) {
                (Some(one), Some(other), Some((attacker, victim, _))) if (*one, *other) == (attacker, victim) => Sure::Yes,
                _ => Sure::Open,
            },
            Condition::Check(player) => match self.strike {
                Some((_, victim, true)) if self.is_of(player, victim.army) => Sure::Yes,
                _ => Sure::Open,
            },
            Condition::Belongs(who, Player::Mover) => self.man(*who).map_or(Sure::Open, |man| self.is_own(self.mover, man.army)),
            Condition::Belongs(who, Player::Opponent) => self.man(*who).map_or(Sure::Open, |man| self.is_own(self.mover, man.army).not()),
            Condition::Belongs(who, Player::Colour(colour)) => {
                let army = self.entities.army_named(colour);
                self.man(*who).zip(army).map_or(Sure::Open, |(man, army)| (man.army == army).into())
            }
            Condition::SameKind(one, other) => match (self.man(*one), self.man(*other)) {
                (Some(one), Some(other)) => (one.kind == other.kind).into(),
                _ => Sure::Open,
            },
            Condition::SameMan(one, other) => match (self.man(*one), self.man(*other)) {
                (Some(one), Some(other)) => (one.number == other.number).into(),
                _ => Sure::Open,
            },
            // What has begun ends at its time, or later where it begins anew.
            Condition::Underway { clause, part, of: Sway::Everybody } => {
                let noted = || {
                    let key = self.entities.key_named(&later::name(self.text?, *clause, *part))?;
                    Some(self.position?.note(Note { of: Bearer::Game, key }))
                };
                if noted().is_some_and(|noted| later::lasts_through(noted, self.turns.1)) { Sure::Yes } else { Sure::Open }
            }
            _ => Sure::Open,
        }
    }

    /// Whether the man that attacks is certainly one of a class, and attacks what stands there.
    fn is_struck_by(&self, class: &Class, cell: CellId) -> bool {
        self.strike.is_some_and(|(attacker, victim, _)| victim.cell == cell && self.includes(class, &attacker) == Sure::Yes)
    }

    /// Whether an army is certainly one of a player's.
    fn is_of(&self, player: &Player, army: ArmyId) -> bool {
        match player {
            Player::Mover => self.is_own(self.mover, army) == Sure::Yes,
            Player::Opponent => self.is_own(self.mover, army) == Sure::No,
            Player::Colour(colour) => self.entities.army_named(colour) == Some(army),
            Player::OwnerOf(who) => self.man(*who).is_some_and(|man| man.army == army),
            Player::EnemyOf(who) => self.man(*who).is_some_and(|man| self.is_own(man.army, army) == Sure::No),
            Player::Each => true,
        }
    }

    fn is_own(&self, viewpoint: ArmyId, army: ArmyId) -> Sure {
        self.hostile.get(viewpoint.index()).map_or(Sure::Open, |bits| (bits >> army.index() & 1 == 0).into())
    }

    fn number(&self, number: &Number) -> Range {
        let exactly = |value: i32| (value, value);
        match number {
            Number::Is(value) => exactly(*value),
            Number::Turn => self.turns,
            Number::Squares(squares) => {
                let all = self.geometry.board(self.board).cells.iter().map(|&cell| self.is_among(squares, cell));
                all.fold((0, 0), |(least, most), sure| (least + i32::from(sure == Sure::Yes), most + i32::from(sure != Sure::No)))
            }
            Number::Attackers { at, by } => match self.point(at) {
                Spot::At(cell) if self.is_struck_by(by, cell) => (1, LARGEST),
                _ => (0, LARGEST),
            },
            Number::Men { .. } | Number::Lost(_) | Number::Still(_) => (0, LARGEST),
            Number::Borne { name, by } => {
                let borne = self.man(*by).and_then(|man| self.named.brands.get(man.bears?)).filter(|brand| brand.name == *name);
                borne.map_or(ANY, |brand| exactly(brand.value))
            }
            Number::Value(who) => self.man(*who).map_or(ANY, |man| exactly(i32::from(self.entities.kind(man.kind).value))),
            Number::Moves(who) => match self.man(*who).and_then(|man| man.unmoved) {
                Some(true) => exactly(0),
                Some(false) => (1, LARGEST),
                None => (0, LARGEST),
            },
            Number::Rank { point, own } => match self.point(point) {
                Spot::Unknown => ANY,
                Spot::Nowhere => exactly(0),
                Spot::At(cell) => exactly(self.rank(cell, *own)),
            },
            Number::File(point) => match self.point(point) {
                Spot::Unknown => ANY,
                Spot::Nowhere => exactly(0),
                Spot::At(cell) => exactly(i32::from(self.geometry.cell(cell).file) + 1),
            },
            Number::Distance(one, other) => match (self.point(one), &**other) {
                (Spot::Nowhere, _) => exactly(0),
                (Spot::At(one), Squares::At(other)) => match self.point(other) {
                    Spot::At(other) => exactly(self.geometry.distance(one, other).map_or(0, i32::from)),
                    Spot::Nowhere => exactly(0),
                    Spot::Unknown => (0, LARGEST),
                },
                _ => (0, LARGEST),
            },
            Number::Divisors(of) => match self.number(of) {
                (least, most) if least == most => exactly(divisors(least)),
                _ => (0, LARGEST),
            },
            Number::Of(one, operation, other) => reckoned(self.number(one), *operation, self.number(other)),
            _ => ANY,
        }
    }

    fn on_board_of(&self, cell: CellId) -> Moment<'a> {
        Moment { board: self.geometry.cell(cell).board, ..*self }
    }

    fn rank(&self, cell: CellId, own: bool) -> i32 {
        if own { own_rank(self.geometry, self.on_board_of(cell).frame(), cell) } else { i32::from(self.geometry.cell(cell).rank) + 1 }
    }

    fn point(&self, point: &Point) -> Spot {
        let spot = |cell: Option<CellId>| cell.map_or(Spot::Nowhere, Spot::At);
        match point {
            Point::Named(name) => spot(self.geometry.named(self.board, name)),
            Point::Of(who) => self.man(*who).map_or(Spot::Unknown, |man| Spot::At(man.cell)),
            Point::From => self.leg.map_or(Spot::Unknown, |(from, _)| Spot::At(from)),
            Point::To => self.leg.map_or(Spot::Unknown, |(_, to)| Spot::At(to)),
            Point::Beyond(point, by) => match self.point(point) {
                Spot::At(cell) => spot(self.geometry.leap(cell, self.frame_of(point.facing()).turn(*by))),
                other => other,
            },
            Point::Opposite(point) => match self.point(point) {
                Spot::At(cell) => spot(opposite(self.geometry, cell)),
                other => other,
            },
            _ => Spot::Unknown,
        }
    }

    /// Whether a cell is one of these squares.
    pub fn is_among(&self, squares: &Squares, cell: CellId) -> Sure {
        let geometry = self.geometry;
        let at = geometry.cell(cell);
        match squares {
            Squares::Every => Sure::Yes,
            Squares::These(names) => names.iter().any(|name| geometry.named(at.board, name) == Some(cell)).into(),
            Squares::Rank { number, own } => {
                let rank = self.rank(cell, *own);
                compared(self.number(number), Comparison::Equal, (rank, rank))
            }
            Squares::LastRank => geometry.leap(cell, self.on_board_of(cell).frame().turn(Vector { right: 0, forward: 1 })).is_none().into(),
            Squares::Files(names) => names.contains(&crate::board::file_name(at.file)).into(),
            Squares::File(number) => {
                let file = i32::from(at.file) + 1;
                compared(self.number(number), Comparison::Equal, (file, file))
            }
            Squares::Light => (!is_dark(geometry, cell)).into(),
            Squares::Dark => is_dark(geometry, cell).into(),
            Squares::Edge => (ends(geometry, cell) > 0).into(),
            Squares::Corner => (ends(geometry, cell) > 1).into(),
            Squares::Centre => is_central(geometry, cell).into(),
            Squares::Half { own } => {
                let wanted = if *own { Ordering::Less } else { Ordering::Greater };
                (half(geometry, self.on_board_of(cell).frame(), cell) == wanted).into()
            }
            Squares::Region(name) => self.is_in_region(name, cell),
            Squares::At(point) => match self.point(point) {
                Spot::Unknown => Sure::Open,
                Spot::Nowhere => Sure::No,
                Spot::At(there) => (there == cell).into(),
            },
            Squares::Near { of, reach } => Sure::any(geometry.near(cell, i16::from(*reach)).map(|centre| self.is_among(of, centre))),
            Squares::Beside { of, steps } => {
                let back = |frame: Frame, step: Vector| frame.turn(Vector { right: -step.right, forward: -step.forward });
                let seen = |frame| {
                    let centres = steps.iter().filter_map(|&step| geometry.leap(cell, back(frame, step)));
                    Sure::any(centres.map(|centre| self.is_among(of, centre)))
                };
                match of.facing() {
                    // Of two ways one is theirs.
                    Facing::Theirs => match (seen(Frame::Up), seen(Frame::Down)) {
                        (Sure::No, Sure::No) => Sure::No,
                        (Sure::Yes, Sure::Yes) => Sure::Yes,
                        _ => Sure::Open,
                    },
                    facing => seen(self.frame_of(facing)),
                }
            }
            Squares::InLine { of, lines } => {
                let centres =
                    geometry.board(at.board).cells.iter().filter(|&&centre| centre != cell && alike(geometry, cell, centre, lines));
                Sure::any(centres.map(|&centre| self.is_among(of, centre)))
            }
            Squares::AttackedBy(class) if self.is_struck_by(class, cell) => Sure::Yes,
            // The two stand where they are; of all others nothing is known.
            Squares::Under(class) => {
                let known = self.strike.into_iter().flat_map(|(attacker, victim, _)| [attacker, victim]);
                let stands = known.into_iter().any(|man| man.cell == cell && self.includes(class, &man) == Sure::Yes);
                if stands { Sure::Yes } else { Sure::Open }
            }
            Squares::Not(inner) => self.is_among(inner, cell).not(),
            Squares::Both(parts) => Sure::all(parts.iter().map(|part| self.is_among(part, cell))),
            Squares::Either(parts) => Sure::any(parts.iter().map(|part| self.is_among(part, cell))),
            _ => Sure::Open,
        }
    }

    fn is_in_region(&self, name: &str, cell: CellId) -> Sure {
        let named = self.named.region(name).map_or(Sure::No, |squares| self.is_among(squares, cell));
        let Some(key) = self.entities.key_named(name) else { return named };
        let marked = match self.position.filter(|_| !self.named.is_marked_in_play(name)) {
            None => Sure::Open,
            Some(position) => (position.note(Note { of: Bearer::Cell(cell), key }) != 0).into(),
        };
        Sure::any([named, marked])
    }
}

/// A square, as far as it is known.
#[derive(Clone, Copy)]
enum Spot {
    Unknown,
    /// A square that is none.
    Nowhere,
    At(CellId),
}

fn compared((least, most): Range, how: Comparison, (low, high): Range) -> Sure {
    // It holds of all pairs, or of none, where it does so at the ends.
    let ends = [(least, low), (least, high), (most, low), (most, high)];
    let apart = most < low || high < least;
    let single = least == most && low == high;
    match how {
        Comparison::Equal if apart => Sure::No,
        Comparison::Unequal if apart => Sure::Yes,
        Comparison::Equal | Comparison::Unequal if !single => Sure::Open,
        _ if ends.iter().all(|&(one, other)| compare(one, how, other)) => Sure::Yes,
        _ if ends.iter().all(|&(one, other)| !compare(one, how, other)) => Sure::No,
        _ => Sure::Open,
    }
}

fn reckoned(one: Range, operation: Operation, other: Range) -> Range {
    let divides = matches!(operation, Operation::DividedBy | Operation::Modulo);
    if divides && (other.0 != other.1 || other.0 < 1) && one.0 != one.1 {
        return ANY;
    }
    if operation == Operation::Modulo && one.0 != one.1 {
        let (least, most) = (one.0.rem_euclid(other.0), one.1.rem_euclid(other.0));
        let within = one.1 - one.0 < other.0 && least <= most;
        return if within { (least, most) } else { (0, other.0 - 1) };
    }
    if divides && other.0 != other.1 {
        return ANY;
    }
    let ends = [(one.0, other.0), (one.0, other.1), (one.1, other.0), (one.1, other.1)].map(|(one, other)| reckon(one, operation, other));
    let least = ends.into_iter().fold(LARGEST, i32::min);
    (least, ends.into_iter().fold(-LARGEST, i32::max))
}
