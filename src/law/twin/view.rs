//! Terms read straight from the tree, in a state, with an eye on who asks.

use crate::board::{Frame, file_name};
use crate::movement::Use;
use crate::rule::*;

use super::state::{Holder, Spot, State, Whereabouts};
use super::{Gaits, Said, Twin};

/// A moment as a clause sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub twin: &'a Twin<'a>,
    pub state: &'a State,
    /// The board whose clauses these are, and how many of them may have named a region.
    pub law: u8,
    pub clauses: usize,
    /// Where squares are looked for.
    pub board: u8,
    /// Whose "own" and "forward" these are.
    pub army: u8,
    pub mover: u8,
    pub itself: Option<usize>,
    /// Whom the relative clause around that of `itself` is about.
    pub outer: Option<usize>,
    pub actor: Option<usize>,
    pub victim: Option<usize>,
    pub chosen: Option<usize>,
    pub former: Option<usize>,
    pub leg: Option<(Spot, Spot)>,
    /// Where the captured man stood.
    pub taken: Option<Spot>,
    pub lifted: Option<usize>,
    pub gaits: Gaits,
    pub each_in_turn: bool,
}

impl<'a> View<'a> {
    pub fn named_man(&self, who: Ref) -> Option<usize> {
        match who {
            Ref::Itself => self.itself,
            Ref::Outer => self.outer,
            Ref::Actor => self.actor,
            Ref::Victim => self.victim,
            Ref::Chosen => self.chosen,
            Ref::Former => self.former,
        }
    }

    /// The kind in whose manner somebody moves for once.
    pub fn kind_of(&self, like: &Like) -> Option<u8> {
        match like {
            Like::Kind(name) => Some(self.twin.kind(name)),
            Like::Same(man) => self.named_man(*man).map(|man| self.state.men[man].kind),
        }
    }

    /// As a relative clause about a man of an army sees it.
    pub fn about(self, man: usize, army: u8) -> View<'a> {
        let board = self.state.men[man].at().map_or(self.board, |at| at.0);
        View { itself: Some(man), outer: self.itself, army, board, ..self }
    }

    fn hostile(&self, army: u8) -> bool {
        !self.twin.friends(self.army, army)
    }

    pub fn on(&self, spot: Spot) -> Option<usize> {
        self.state.on(spot).filter(|&man| self.lifted != Some(man))
    }

    pub fn cells(&self) -> &'a [Spot] {
        &self.state.boards[self.board as usize].cells
    }

    fn turned(&self, right: i8, forward: i8) -> (i16, i16) {
        self.twin.turned(self.army, (right.into(), forward.into()))
    }

    pub fn class(&self, class: &Class, man: usize) -> bool {
        let it = &self.state.men[man];
        self.class_as(class, man, it.kind, it.army)
    }

    /// Of a man that was of that kind and army.
    pub fn class_as(&self, class: &Class, man: usize, kind: u8, army: u8) -> bool {
        let owner = match &class.owner {
            Owner::Anyone => true,
            Owner::Army(colour) => *colour == self.twin.entities.armies[army as usize].name,
            Owner::Own => !self.hostile(army),
            Owner::Enemy => self.hostile(army),
            Owner::Mover => self.twin.friends(self.mover, army),
        };
        self.twin.is_of(&class.kinds, kind) && owner && class.such.as_ref().is_none_or(|such| self.about(man, army).holds(such))
    }

    /// The men of a class that stand on the board, in order of making.
    pub fn standing(&self, class: &Class) -> Vec<(usize, Spot)> {
        let all = self.state.men.iter().enumerate().filter_map(|(man, it)| Some((man, it.at()?)));
        all.filter(|&(man, at)| at.0 == self.board && self.lifted != Some(man) && self.class(class, man)).collect()
    }

    /// The same, on some squares; those of the other board among them, if one of them lies there.
    pub fn standing_on(&self, class: &Class, on: &Squares) -> Vec<(usize, Spot)> {
        let universe = |board: u8| self.state.boards[board as usize].universe;
        let boards: Vec<u8> = match format!("{class:?} {on:?}").contains("Across(") {
            true => (0..self.state.boards.len() as u8).filter(|&board| universe(board) == universe(self.board)).collect(),
            false => vec![self.board],
        };
        let seen = boards.into_iter().flat_map(|board| View { board, ..*self }.standing(class));
        seen.filter(|&(_, at)| self.squares(on, at)).collect()
    }

    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Compare(one, how, other) => {
                if ![one, other].into_iter().all(|number| self.bears(number)) {
                    return false;
                }
                let (one, other) = (self.number(one), self.number(other));
                match how {
                    Comparison::Equal => one == other,
                    Comparison::Unequal => one != other,
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                    Comparison::More => one > other,
                    Comparison::AtLeast => one >= other,
                }
            }
            Condition::Is(who, class) => self.named_man(*who).is_some_and(|man| self.class(class, man)),
            Condition::On(point, squares) => self.point(point).is_some_and(|spot| self.squares(squares, spot)),
            Condition::There(class, squares) => !self.standing_on(class, squares).is_empty(),
            Condition::Attacked(point, class) => self.point(point).is_some_and(|spot| self.attacked_by(class, spot)),
            Condition::OnMove(player) => self.player(player).iter().any(|army| self.player(&Player::Mover).contains(army)),
            Condition::Check(player) => self.player(player).into_iter().any(|army| self.twin.in_check(self.state, army, self.gaits)),
            Condition::Belongs(who, player) => {
                self.named_man(*who).is_some_and(|man| self.player(player).contains(&self.state.men[man].army))
            }
            Condition::SameKind(one, other) => {
                let kind = |who| self.named_man(who).map(|man| self.state.men[man].kind);
                kind(*one).is_some() && kind(*one) == kind(*other)
            }
            Condition::SameMan(one, other) => self.named_man(*one).is_some() && self.named_man(*one) == self.named_man(*other),
            Condition::Attacks(who, class) => self.named_man(*who).is_some_and(|man| {
                self.standing(class)
                    .iter()
                    .any(|&(other, at)| other != man && self.twin.attacks(self.state, man, at, self.lifted, self.gaits))
            }),
            Condition::Hits(one, other) => {
                let (Some(one), Some(other)) = (self.named_man(*one), self.named_man(*other)) else { return false };
                let (by, prey) = (&self.state.men[one], &self.state.men[other]);
                let stands = prey.at().filter(|_| !self.twin.friends(by.army, prey.army) && self.lifted != Some(other));
                by.at().is_some() && stands.is_some_and(|at| self.twin.attacks(self.state, one, at, self.lifted, self.gaits))
            }
            Condition::Guards(one, other) => {
                let (Some(one), Some(other)) = (self.named_man(*one), self.named_man(*other)) else { return false };
                let (by, ward) = (&self.state.men[one], &self.state.men[other]);
                let stands = ward.at().filter(|_| one != other && self.twin.friends(by.army, ward.army) && self.lifted != Some(other));
                by.at().is_some() && stands.is_some_and(|at| self.twin.attacks(self.state, one, at, self.lifted, self.gaits))
            }
            Condition::Shields { who, whom, from } => {
                let Some(man) = self.named_man(*who).filter(|man| self.lifted != Some(*man) && self.state.men[*man].at().is_some()) else {
                    return false;
                };
                let pairs = self.standing(whom).into_iter().flat_map(|ward| self.standing(from).into_iter().map(move |by| (ward, by)));
                pairs.filter(|((ward, _), (by, _))| *ward != man && *by != man).any(|((ward, at), (by, _))| {
                    let hostile = !self.twin.friends(self.state.men[ward].army, self.state.men[by].army);
                    let reaches = |lifted| self.twin.attacks(self.state, by, at, lifted, self.gaits);
                    hostile && reaches(Some(man)) && !reaches(self.lifted)
                })
            }
            Condition::Happened(past) => {
                let young = matches!(past.when, When::Lately(turns) if self.state.turn <= u32::from(turns));
                match past.when {
                    When::Running(turns) => self.state.past.iter().any(|newest| self.was_running(past, newest, u32::from(turns))),
                    _ => young || self.state.past.iter().any(|done| self.was(past, done)),
                }
            }
            other => unreachable!("refused by the fold, or the twin does not know it yet: {other:?}"),
        }
    }

    /// Whether such a man, of the mover's side, attacks a real king of an enemy.
    pub fn gives_check(&self, who: &Class) -> bool {
        if !self.twin.is_check(self.state, self.mover) {
            return false;
        }
        let men = || (0..self.state.men.len()).filter_map(|man| Some((man, self.state.men[man].at()?)));
        let own = |man: usize| self.twin.friends(self.state.men[man].army, self.mover);
        let kings = || men().filter(|&(man, _)| self.state.men[man].royal && !own(man));
        let checks = |(_, at): (usize, Spot)| {
            let there = View { board: at.0, ..*self };
            men().any(|(man, from)| {
                from.0 == at.0 && own(man) && there.class(who, man) && self.twin.attacks(self.state, man, at, None, Gaits::Conditional)
            })
        };
        *who == Class::EVERY || kings().any(checks)
    }

    pub fn attacked_by(&self, class: &Class, spot: Spot) -> bool {
        self.standing(class).iter().any(|&(man, _)| self.twin.attacks(self.state, man, spot, self.lifted, self.gaits))
    }

    pub fn number(&self, number: &Number) -> i32 {
        match number {
            Number::Is(value) => *value,
            Number::Turn => self.state.turn as i32,
            Number::Men { who, on } => self.standing(who).iter().filter(|(_, at)| self.squares(on, *at)).count() as i32,
            Number::Squares(squares) => self.cells().iter().filter(|&&spot| self.squares(squares, spot)).count() as i32,
            Number::Lost(class) => {
                let gone = (0..self.state.men.len()).filter(|&man| self.state.men[man].place == Whereabouts::Gone);
                gone.filter(|&man| self.class(class, man)).count() as i32
            }
            Number::Counter { name, of } => {
                let key = self.twin.entities.key_named(name).unwrap().0;
                let owner = self.player(of).into_iter().min();
                owner.map_or(0, |army| self.state.note(Holder::Side(self.twin.side(army)), key))
            }
            Number::Borne { name, by } => {
                let bearer = self.named_man(*by).filter(|_| self.bears(number));
                bearer.map_or(0, |man| self.counter(name).start + self.state.note(Holder::Man(man), self.key_of_tally(name)))
            }
            Number::Value(who) => {
                self.named_man(*who).map_or(0, |man| self.twin.entities.kinds[self.state.men[man].kind as usize].value.into())
            }
            Number::Moves(who) => self.named_man(*who).map_or(0, |man| self.state.men[man].legs.into()),
            Number::Still(who) => self.named_man(*who).map_or(0, |man| {
                let last = self.state.past.iter().filter(|done| done.man == man).map(|done| done.turn).next_back();
                let moved = self.state.men[man].legs > 0;
                let long_ago = if moved { self.state.turn.min(crate::board::REMEMBERED_TURNS) } else { self.state.turn };
                last.map_or(long_ago, |then| self.state.turn - then) as i32
            }),
            Number::Rank { point, own } => self.point(point).map_or(0, |at| if *own { self.own_rank(at) } else { i32::from(at.2) + 1 }),
            Number::File(point) => self.point(point).map_or(0, |at| i32::from(at.1) + 1),
            Number::Attackers { at, by } => self.point(at).map_or(0, |spot| {
                let attacks = |man: usize| self.twin.attacks(self.state, man, spot, self.lifted, self.gaits);
                self.standing(by).into_iter().filter(|&(man, _)| attacks(man)).count() as i32
            }),
            Number::Times(past) => self.state.past.iter().filter(|done| self.was(past, done)).count() as i32,
            Number::Distance(one, other) => self.point(one).map_or(0, |one| match &**other {
                Squares::At(other) => self.point(other).and_then(|other| self.state.distance(one, other)).map_or(0, i32::from),
                those => {
                    let far =
                        self.cells().iter().filter(|&&spot| self.squares(those, spot)).filter_map(|&spot| self.state.distance(one, spot));
                    far.min().map_or(32_767, i32::from)
                }
            }),
            Number::Divisors(of) => {
                let of = self.number(of);
                (1..=of).filter(|one| of % one == 0).count() as i32
            }
            Number::Of(one, operation, other) => {
                let (one, other) = (i64::from(self.number(one)), i64::from(self.number(other)));
                let result = match operation {
                    Operation::Plus => one + other,
                    Operation::Minus => one - other,
                    Operation::Times => one * other,
                    Operation::DividedBy | Operation::Modulo if other <= 0 => 0,
                    Operation::DividedBy => one.div_euclid(other),
                    Operation::Modulo => one.rem_euclid(other),
                };
                result.clamp(-32_767, 32_767) as i32
            }
        }
    }

    /// Counted from the viewpoint's own side; ranks added behind its first are 0 and less.
    pub fn own_rank(&self, (board, _, rank): Spot) -> i32 {
        let last = self.state.boards[board as usize].last_at_first;
        let own = if self.twin.frame(self.army) == Frame::Up { rank } else { last - rank };
        i32::from(own) + 1
    }

    pub fn cells_of(&self, board: u8) -> &'a [Spot] {
        &self.state.boards[board as usize].cells
    }

    /// Where it is noted of men how many they bear.
    pub fn key_of_tally(&self, name: &str) -> u16 {
        let counter = self.counter(name);
        let noted = if counter.state { format!("marked: {name}") } else { format!("borne: {} {name}", counter.start) };
        self.twin.entities.key_named(&noted).unwrap().0
    }

    /// The newest clause that declares a counter.
    pub fn counter(&self, wanted: &str) -> &'a Counter {
        let said: &'a [Said] = &self.twin.boards[self.law as usize];
        let counter = |said: &'a Said| if let Form::Counter(counter) = &said.clause.form { Some(counter) } else { None };
        said.iter().rev().filter_map(counter).find(|counter| counter.name == wanted).unwrap()
    }

    /// Whether a man bears what a number says that it bears; of other numbers nothing is asked.
    fn bears(&self, number: &Number) -> bool {
        let Number::Borne { name, by } = number else { return true };
        let bearers = self.counter(name).of.as_ref().unwrap();
        self.named_man(*by).is_some_and(|man| self.class(bearers, man))
    }

    /// The newest clause that names a region; of older ones, where it is one that asks.
    pub fn region(&self, wanted: &str) -> Option<(usize, &'a Squares)> {
        let said: &'a [Said] = &self.twin.boards[self.law as usize];
        said[..self.clauses].iter().enumerate().rev().find_map(|(at, said)| match &said.clause.form {
            Form::Region { name, squares } if name == wanted => Some((at, squares)),
            _ => None,
        })
    }

    pub fn is_last_rank(&self, spot: Spot) -> bool {
        self.state.leap(spot, self.turned(0, 1)).is_none()
    }

    /// The armies of a player.
    pub fn player(&self, player: &Player) -> Vec<u8> {
        let all = 0..self.twin.entities.armies.len() as u8;
        let mover = |army: &u8| self.twin.friends(*army, self.mover);
        match player {
            Player::Each if self.each_in_turn => all.filter(mover).collect(),
            Player::Each => all.collect(),
            Player::Mover => all.filter(mover).collect(),
            Player::Opponent => all.filter(|army| !mover(army)).collect(),
            Player::Colour(colour) => vec![self.twin.entities.army_named(colour).unwrap().0],
            Player::OwnerOf(who) => self.named_man(*who).map(|man| self.state.men[man].army).into_iter().collect(),
            Player::EnemyOf(who) => {
                let owner = self.named_man(*who).map(|man| self.state.men[man].army);
                owner.map_or_else(Vec::new, |owner| all.filter(|army| !self.twin.friends(*army, owner)).collect())
            }
        }
    }

    /// Whether a movement line of a purpose serves.
    pub fn serves(aspect: Use, purpose: Use) -> bool {
        aspect == Use::Any || aspect == purpose
    }
}

pub fn named((_, file, rank): Spot) -> String {
    format!("{}{}", file_name(file), rank + 1)
}
