//! Numbers, points and conditions, looked up once: each becomes a closure that is asked in a [`Scene`].
//!
//! Invariant: total. What is missing (a man off the board, a square that is none) makes a condition not hold and a number 0.

use std::cell::Cell;
use std::sync::Arc;

use crate::board::{ArmyId, Bearer, CellId, CellName, Geometry, Key, ManId, Note, REMEMBERED_TURNS};
use crate::rule::walk::{self, Part};
use crate::rule::{Comparison, Condition, Number, Operation, Player, Point, Ref, Squares, Sway, When};

use super::LawProblem;
use super::births;
use super::crowd::Crowd;
use super::introduce::SAID;
use super::later;
use super::lookup::Lookup;
use super::reads::{Reads, asks_legs, asks_past, asks_turn, compares_with_bound, counts_round};
use super::scene::Scene;

pub(super) type Test = Arc<dyn Fn(&Scene<'_>) -> bool + Send + Sync>;
pub(super) type Count = Arc<dyn Fn(&Scene<'_>) -> i32 + Send + Sync>;
pub(super) type Place = Arc<dyn Fn(&Scene<'_>) -> Option<CellId> + Send + Sync>;
/// Whether a cell of the scene's board is one of these.
pub(super) type Area = Arc<dyn Fn(&Scene<'_>, CellId) -> bool + Send + Sync>;
/// The armies of a player, as bits.
pub(super) type Armies = Arc<dyn Fn(&Scene<'_>) -> u32 + Send + Sync>;

type Found<T> = Result<T, LawProblem>;

/// Results of arithmetic are kept within this.
pub(super) const LARGEST: i32 = 32_767;

impl Lookup<'_> {
    pub fn condition(&self, condition: &Condition) -> Found<Test> {
        Ok(match condition {
            Condition::Not(inner) => {
                let inner = self.condition(inner)?;
                Arc::new(move |scene| !inner(&scene.denying()))
            }
            Condition::All(parts) => {
                let parts = self.conditions(parts)?;
                Arc::new(move |scene| parts.iter().all(|part| part(scene)))
            }
            Condition::Any(parts) => {
                let parts = self.conditions(parts)?;
                Arc::new(move |scene| parts.iter().any(|part| part(scene)))
            }
            Condition::Compare(one, how, other) => {
                let known = compares_with_bound(self.reads, condition);
                let ignored = Cell::new(Reads::default());
                let lookup = if known { Lookup { reads: &ignored, ..*self } } else { *self };
                let borne: Vec<(Ref, Crowd)> = [one, other].into_iter().filter_map(|number| self.bearers(number)).collect::<Found<_>>()?;
                let (one, how, other) = (lookup.number(one)?, *how, lookup.number(other)?);
                if borne.is_empty() && names_secrets(condition) {
                    // who does not know takes it to be so, and not to be so where that is asked
                    return Ok(Arc::new(move |scene| match scene.secrets {
                        None => !scene.denied,
                        Some(_) => compare(one(scene), how, other(scene)),
                    }));
                }
                if borne.is_empty() {
                    return Ok(Arc::new(move |scene| compare(one(scene), how, other(scene))));
                }
                Arc::new(move |scene| {
                    borne.iter().all(|(by, bearers)| bears(scene, *by, bearers)) && compare(one(scene), how, other(scene))
                })
            }
            Condition::Is(who, class) => {
                let (who, class) = (*who, Crowd::of(class, self)?);
                Arc::new(move |scene| scene.man(who).is_some_and(|man| class.includes(scene, man, scene.position.man(man))))
            }
            Condition::On(point, squares) => {
                let (point, squares) = (self.point(point)?, self.squares(squares)?);
                Arc::new(move |scene| point(scene).is_some_and(|cell| squares(scene, cell)))
            }
            Condition::There(class, squares) => {
                let across = class.may_stand_across(squares);
                let (class, there) = (Crowd::of(class, self)?, self.squares(squares)?);
                Arc::new(move |scene| class.standing_there(scene, across).any(|(_, _, cell)| there(&scene.where_counted(cell), cell)))
            }
            Condition::Attacked(point, class) => {
                let (point, class) = (self.point(point)?, Crowd::of(class, self)?);
                Arc::new(move |scene| point(scene).is_some_and(|cell| attacked(scene, cell, &class)))
            }
            Condition::Attacks(who, class) => {
                let (who, class) = (*who, Crowd::of(class, self)?);
                let attacks = |scene: &Scene<'_>, man, cell| scene.law.attacks(scene, man, cell);
                Arc::new(move |scene| {
                    scene
                        .man(who)
                        .is_some_and(|man| class.standing(scene).any(|(other, _, cell)| other != man && attacks(scene, man, cell)))
                })
            }
            Condition::Hits(one, other) => reaches(*one, *other, true),
            Condition::Guards(one, other) => reaches(*one, *other, false),
            Condition::Shields { who, whom, from } => shields(*who, Crowd::of(whom, self)?, Crowd::of(from, self)?),
            Condition::OnMove(player) => {
                let (player, mover) = (self.player(player)?, self.player(&Player::Mover)?);
                Arc::new(move |scene| player(scene) & mover(scene) != 0)
            }
            Condition::Check(player) => {
                let player = self.player(player)?;
                let checked = |scene: &Scene<'_>, army| match scene.shallow {
                    true => scene.law.checked_by_own_reach(scene, army),
                    false => scene.law.in_check(scene.position, army),
                };
                Arc::new(move |scene| armies(player(scene)).any(|army| checked(scene, army)))
            }
            Condition::Stuck(_) | Condition::Can(_) => {
                return Err(self.wrong(
                    "whether a move is legal can only be asked of whoever is on move, by a duty or a ban (if a player can capture, he must; he may not castle), by what may be done instead (a player who has no legal move may, instead of moving, remove one of his pieces), and by an ending of a law; for what could be captured say \"attacks\" or \"is attacked\"",
                ));
            }
            Condition::Belongs(who, player) => {
                let (who, player) = (*who, self.player(player)?);
                Arc::new(move |scene| scene.man(who).is_some_and(|man| player(scene) >> scene.position.man(man).army.index() & 1 == 1))
            }
            Condition::SameKind(one, other) => {
                let (one, other) = (*one, *other);
                let kind = move |scene: &Scene<'_>, who| scene.man(who).map(|man| scene.position.man(man).kind);
                Arc::new(move |scene| kind(scene, one).is_some_and(|found| kind(scene, other) == Some(found)))
            }
            Condition::SameMan(one, other) => {
                let (one, other) = (*one, *other);
                Arc::new(move |scene| scene.man(one).is_some() && scene.man(one) == scene.man(other))
            }
            Condition::Happened(past) => self.happened(past)?,
            Condition::Underway { clause, part, of } => {
                // A clause that rests has no such name: then nothing that it says is under way.
                let Some(key) = self.entities.key_named(&later::name(&self.place.text, *clause, *part)) else {
                    return Ok(Arc::new(|_| false));
                };
                let lasts = move |scene: &Scene<'_>, of: Bearer| scene.position.note(Note { of, key }) != 0;
                match of {
                    Sway::Everybody => Arc::new(move |scene| lasts(scene, Bearer::Game)),
                    Sway::Man(man) => {
                        let man = *man;
                        Arc::new(move |scene| scene.man(man).is_some_and(|man| lasts(scene, Bearer::Man(man))))
                    }
                    Sway::Rival => Arc::new(move |scene| lasts(scene, Bearer::Side(scene.law.side(scene.mover)))),
                    Sway::Player(player) => {
                        let player = self.player(player)?;
                        Arc::new(move |scene| armies(player(scene)).any(|army| lasts(scene, Bearer::Side(scene.law.side(army)))))
                    }
                }
            }
            Condition::Said(words) => {
                let key = self.key(&format!("{SAID}{words}"))?;
                Arc::new(move |scene| {
                    let side = scene.law.side(scene.mover);
                    scene.position.note(Note { of: Bearer::Side(side), key }) != 0
                })
            }
        })
    }

    /// Who bears the counter, where the number is one that a man bears.
    fn bearers(&self, number: &Number) -> Option<Found<(Ref, Crowd)>> {
        match number {
            Number::Borne { name, by } => Some(self.borne(name).map(|(_, bearers)| (*by, bearers))),
            _ => None,
        }
    }

    fn conditions(&self, parts: &[Condition]) -> Found<Vec<Test>> {
        parts.iter().map(|part| self.condition(part)).collect()
    }

    pub fn number(&self, number: &Number) -> Found<Count> {
        Ok(match number {
            Number::Is(value) => {
                let value = *value;
                Arc::new(move |_| value)
            }
            Number::Turn => {
                asks_turn(self.reads);
                Arc::new(|scene| i32::try_from(scene.position.clock().turn()).unwrap_or(LARGEST))
            }
            Number::Men { who, on } => {
                let (who, on) = (Crowd::of(who, self)?, self.squares(on)?);
                Arc::new(move |scene| {
                    who.standing_there(scene, false).filter(|(_, _, cell)| on(&scene.where_counted(*cell), *cell)).count() as i32
                })
            }
            Number::Squares(squares) => {
                let squares = self.squares(squares)?;
                Arc::new(move |scene| scene.cells().iter().filter(|&&cell| squares(scene, cell)).count() as i32)
            }
            Number::Lost(class) => {
                let class = Crowd::of(class, self)?;
                let gone = |man: &crate::board::Man| man.place == crate::board::Place::Gone;
                Arc::new(move |scene| scene.position.men().filter(|(id, man)| gone(man) && class.includes(scene, *id, man)).count() as i32)
            }
            Number::Counter { name, of } => {
                let (key, of) = (self.tally(name)?.key, self.player(of)?);
                Arc::new(move |scene| armies(of(scene)).next().map_or(0, |army| counted(scene, key, army)))
            }
            Number::Borne { name, by } => {
                let (by, (tally, bearers)) = (*by, self.borne(name)?);
                Arc::new(
                    move |scene| {
                        if bears(scene, by, &bearers) { scene.man(by).map_or(0, |man| tally.of_man(scene.position, man)) } else { 0 }
                    },
                )
            }
            Number::Value(who) => {
                let who = *who;
                let worth = |scene: &Scene<'_>, man: ManId| i32::from(scene.position.entities.kind(scene.position.man(man).kind).value);
                Arc::new(move |scene| scene.man(who).map_or(0, |man| worth(scene, man)))
            }
            Number::Moves(who) => {
                let who = *who;
                asks_legs(self.reads);
                Arc::new(move |scene| scene.man(who).map_or(0, |man| i32::from(scene.position.man(man).legs)))
            }
            Number::Still(who) => {
                let who = *who;
                asks_turn(self.reads);
                asks_legs(self.reads);
                asks_past(self.reads, When::Within(REMEMBERED_TURNS as u8));
                Arc::new(move |scene| scene.man(who).map_or(0, |man| still(scene, man)))
            }
            Number::Rank { point, own } => {
                let (point, own) = (self.point(point)?, *own);
                let rank = |scene: &Scene<'_>, cell| i32::from(scene.position.geometry.cell(cell).rank) + 1;
                Arc::new(move |scene| point(scene).map_or(0, |cell| if own { scene.own_rank(cell) } else { rank(scene, cell) }))
            }
            Number::File(point) => {
                let point = self.point(point)?;
                Arc::new(move |scene| point(scene).map_or(0, |cell| i32::from(scene.position.geometry.cell(cell).file) + 1))
            }
            Number::Attackers { at, by } => {
                let (at, by) = (self.point(at)?, Crowd::of(by, self)?);
                Arc::new(move |scene| {
                    let attackers = |cell| by.standing(scene).filter(|(id, _, _)| scene.law.attacks(scene, *id, cell)).count() as i32;
                    at(scene).map_or(0, attackers)
                })
            }
            Number::Times(past) => self.times(past)?,
            Number::Distance(one, other) => {
                let one = self.point(one)?;
                let Squares::At(other) = &**other else {
                    let those = self.squares(other)?;
                    return Ok(Arc::new(move |scene| {
                        let from = |one| {
                            let far = |cell: &&CellId| those(scene, **cell);
                            scene.cells().iter().filter(far).filter_map(|&cell| scene.position.geometry.distance(one, cell)).min()
                        };
                        one(scene).map_or(0, |one| from(one).map_or(LARGEST, i32::from))
                    }));
                };
                let other = self.point(other)?;
                Arc::new(move |scene| {
                    let ends = one(scene).zip(other(scene));
                    ends.and_then(|(one, other)| scene.position.geometry.distance(one, other)).map_or(0, i32::from)
                })
            }
            Number::Of(one, operation, other) => {
                let known = counts_round(self.reads, number);
                let ignored = Cell::new(Reads::default());
                let lookup = if known { Lookup { reads: &ignored, ..*self } } else { *self };
                let (one, operation, other) = (lookup.number(one)?, *operation, lookup.number(other)?);
                Arc::new(move |scene| reckon(one(scene), operation, other(scene)))
            }
            Number::Divisors(of) => {
                let of = self.number(of)?;
                Arc::new(move |scene| divisors(of(scene)))
            }
        })
    }

    pub fn point(&self, point: &Point) -> Found<Place> {
        Ok(match point {
            Point::Named(name) => {
                let name = CellName::of(name);
                Arc::new(move |scene| name.and_then(|name| scene.position.geometry.called(scene.board, name)))
            }
            Point::Of(who) => {
                let who = *who;
                Arc::new(move |scene| {
                    let stands = scene.position.man(scene.man(who)?).place.cell();
                    // The captured man has left the board: its square is where it stood.
                    stands.or_else(|| scene.taken_at().filter(|_| who == Ref::Victim))
                })
            }
            Point::Home(who) => {
                let who = *who;
                Arc::new(move |scene| {
                    let man = scene.position.man(scene.man(who)?);
                    let geometry = &scene.position.geometry;
                    births::home(geometry, man, man.place.cell().map_or(scene.board, |at| geometry.cell(at).board))
                })
            }
            Point::HomeOfKind(who) => {
                let who = *who;
                Arc::new(move |scene| {
                    let man = scene.position.man(scene.man(who)?);
                    let at = man.place.cell().or(scene.taken_at())?;
                    scene.law.births.cell(scene.position, man, at)
                })
            }
            Point::From => Arc::new(|scene| scene.leg.map(|(from, _)| from)),
            Point::To => Arc::new(|scene| scene.leg.map(|(_, to)| to)),
            Point::Beyond(point, by) => {
                let facing = point.facing();
                let (point, by) = (self.point(point)?, *by);
                Arc::new(move |scene| point(scene).and_then(|cell| scene.position.geometry.leap(cell, scene.frame_of(facing).turn(by))))
            }
            Point::Along(point) => {
                let point = self.point(point)?;
                Arc::new(move |scene| {
                    let geometry = &scene.position.geometry;
                    let (from, to) = scene.leg.map(|(from, to)| (geometry.cell(from), geometry.cell(to)))?;
                    let by = (to.file - from.file, to.rank - from.rank);
                    (from.board == to.board).then(|| point(scene).and_then(|cell| geometry.shifted(cell, by))).flatten()
                })
            }
            Point::Before(who) => {
                let who = *who;
                asks_past(self.reads, When::Ever);
                Arc::new(move |scene| {
                    let man = scene.man(who)?;
                    scene.position.past().moves().rev().find(|recalled| recalled.man == man).map(|recalled| recalled.from)
                })
            }
            Point::Opposite(point) => {
                let point = self.point(point)?;
                Arc::new(move |scene| point(scene).and_then(|cell| opposite(&scene.position.geometry, cell)))
            }
            Point::Across(point) => {
                let point = self.point(point)?;
                Arc::new(move |scene| point(scene).and_then(|cell| scene.position.geometry.counterpart(cell)))
            }
        })
    }

    pub fn player(&self, player: &Player) -> Found<Armies> {
        Ok(match player {
            Player::Each if self.each_in_turn => self.player(&Player::Mover)?,
            Player::Mover => Arc::new(|scene| !scene.law.hostile(scene.mover) & scene.law.everybody()),
            Player::Opponent => Arc::new(|scene| scene.law.hostile(scene.mover)),
            Player::Colour(colour) => {
                let bits = 1 << self.army(colour)?.index();
                Arc::new(move |_| bits)
            }
            Player::OwnerOf(who) => {
                let who = *who;
                Arc::new(move |scene| scene.man(who).map_or(0, |man| 1 << scene.position.man(man).army.index()))
            }
            Player::EnemyOf(who) => {
                let who = *who;
                Arc::new(move |scene| scene.man(who).map_or(0, |man| scene.law.hostile(scene.position.man(man).army)))
            }
            Player::Each => Arc::new(|scene| scene.law.everybody()),
        })
    }
}

/// Whether one man attacks where the other stands, an enemy of its own or a friend.
fn reaches(one: Ref, other: Ref, enemy: bool) -> Test {
    Arc::new(move |scene| {
        let (Some(one), Some(other)) = (scene.man(one), scene.man(other)) else { return false };
        let (by, there) = (scene.position.man(one), scene.position.man(other));
        let hostile = scene.law.hostile(by.army) >> there.army.index() & 1 == 1;
        let stands = there.place.cell().filter(|_| hostile == enemy && one != other && scene.lifted != Some(other));
        stands.is_some_and(|cell| scene.law.attacks(scene, one, cell))
    })
}

/// Whether a man keeps one of some from capturing one of others, hostile to it: with the man in the hand it could.
fn shields(who: Ref, whom: Crowd, from: Crowd) -> Test {
    Arc::new(move |scene| {
        let Some(man) = scene.man(who).filter(|man| scene.lifted != Some(*man) && scene.position.man(*man).place.cell().is_some()) else {
            return false;
        };
        let without = scene.lifting(man);
        whom.standing(scene).filter(|(ward, _, _)| *ward != man).any(|(_, ward, cell)| {
            let hostile = scene.law.hostile(ward.army);
            let mut others = from.standing(scene).filter(|(by, other, _)| *by != man && hostile >> other.army.index() & 1 == 1);
            others.any(|(by, _, _)| scene.law.attacks(&without, by, cell) && !scene.law.attacks(scene, by, cell))
        })
    })
}

/// How many turns a man has not moved.
fn still(scene: &Scene<'_>, man: ManId) -> i32 {
    let now = scene.position.clock().turn();
    let last = scene.position.past().moves().rev().find(|recalled| recalled.man == man).map(|recalled| recalled.at.turn());
    let turns = match last {
        Some(then) => now.saturating_sub(then),
        None if scene.position.man(man).legs > 0 => REMEMBERED_TURNS.min(now),
        None => now,
    };
    i32::try_from(turns).unwrap_or(LARGEST).min(LARGEST)
}

/// Whether a man bears what is counted for such men.
fn bears(scene: &Scene<'_>, who: Ref, bearers: &Crowd) -> bool {
    scene.man(who).is_some_and(|man| bearers.includes(scene, man, scene.position.man(man)))
}

/// The armies of some bits that exist.
pub(super) fn armies(bits: u32) -> impl Iterator<Item = ArmyId> {
    (0..u32::BITS as u8).filter(move |army| bits >> army & 1 == 1).map(ArmyId)
}

/// Whether one of these men attacks the cell.
pub(super) fn attacked(scene: &Scene<'_>, cell: CellId, by: &Crowd) -> bool {
    by.standing(scene).any(|(id, _, _)| scene.law.attacks(scene, id, cell))
}

/// The same cell of the board turned by half a circle.
pub(super) fn opposite(geometry: &Geometry, cell: CellId) -> Option<CellId> {
    let at = geometry.cell(cell);
    let board = geometry.board(at.board);
    geometry.at(at.board, board.first_file + board.last_file() - at.file, board.first_rank + board.last_rank() - at.rank)
}

/// Whether a condition asks for what players have named in secret.
fn names_secrets(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| found |= matches!(part, Part::Squares(Squares::Secret(_))));
    found
}

/// A counter of the player who owns an army.
fn counted(scene: &Scene<'_>, key: Key, army: ArmyId) -> i32 {
    let side = scene.position.entities.army(army).side;
    scene.position.note(Note { of: Bearer::Side(side), key })
}

pub(super) fn compare(one: i32, how: Comparison, other: i32) -> bool {
    match how {
        Comparison::Equal => one == other,
        Comparison::Unequal => one != other,
        Comparison::Less => one < other,
        Comparison::AtMost => one <= other,
        Comparison::More => one > other,
        Comparison::AtLeast => one >= other,
    }
}

/// How many whole numbers above 0 divide a number.
pub(super) fn divisors(number: i32) -> i32 {
    (1..=number)
        .take_while(|one| one * one <= number)
        .filter(|one| number % one == 0)
        .map(|one| if one * one == number { 1 } else { 2 })
        .sum()
}

/// Kept within the limits; division and remainder by less than 1 are 0.
pub(super) fn reckon(one: i32, operation: Operation, other: i32) -> i32 {
    let result = match operation {
        Operation::Plus => one.saturating_add(other),
        Operation::Minus => one.saturating_sub(other),
        Operation::Times => one.saturating_mul(other),
        Operation::DividedBy if other > 0 => one.div_euclid(other),
        Operation::Modulo if other > 0 => one.rem_euclid(other),
        Operation::DividedBy | Operation::Modulo => 0,
    };
    result.clamp(-LARGEST, LARGEST)
}
