//! Deeds: each takes a state of affairs to every state of affairs that somebody's choices may make of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::rule::*;

use super::affairs::{Affairs, All, filled, holed, made, relocated, swapped, turned_round};
use super::state::{Holder, Spot, TwinBoard, Whereabouts, extent_of};
use super::view::View;
use super::{Choice, Twin};

/// The clause that the deeds stand in.
#[derive(Clone, Copy)]
pub struct Book<'t> {
    pub twin: &'t Twin<'t>,
    /// The text of the clause: `rule w1`.
    pub text: &'t str,
    pub each_in_turn: bool,
}

impl<'t> Book<'t> {
    pub fn view<'s>(&'s self, affairs: &'s Affairs) -> View<'s> {
        View {
            each_in_turn: self.each_in_turn,
            actor: affairs.actor,
            victim: affairs.victim,
            chosen: affairs.chosen,
            former: affairs.former,
            leg: affairs.leg,
            taken: affairs.taken,
            ..self.twin.view(&affairs.state, affairs.board, affairs.mover)
        }
    }

    pub fn all(&self, affairs: Affairs, deeds: &[Deed]) -> All {
        // With each whether the deed before has changed nothing, and whether that was up to it.
        let all = deeds.iter().fold(vec![(affairs, false, false)], |all, deed| {
            let each = |(before, idle, spared): (Affairs, bool, bool)| {
                let changes = before.changes;
                let spares = matches!(deed, Deed::May(..) | Deed::If(..) | Deed::Mark { on: false, .. });
                let (done, spared) = match deed {
                    Deed::Failing(_) if !idle => return vec![(before, false, false)],
                    Deed::Failing(instead) => (self.all(before, instead), spared),
                    deed => (self.deed(Affairs { barren: before.barren || idle && !spared, ..before }, deed), spares),
                };
                done.into_iter()
                    .map(|after| if after.changes == changes { (after, true, spared) } else { (after, false, spared) })
                    .collect::<Vec<_>>()
            };
            all.into_iter().flat_map(each).collect()
        });
        all.into_iter().map(|(after, idle, spared)| Affairs { barren: after.barren || idle && !spared, ..after }).collect()
    }

    pub fn choose<T: Copy>(&self, affairs: Affairs, among: &[T], told: impl Fn(T) -> Choice) -> Vec<(Affairs, Option<T>)> {
        if among.is_empty() {
            return vec![(affairs, None)];
        }
        let tells = among.len() > 1 || affairs.tells_all;
        let one = |&thing: &T| {
            let mut affairs = affairs.clone();
            affairs.choices.extend(tells.then(|| told(thing)));
            (affairs, Some(thing))
        };
        among.iter().map(one).collect()
    }

    fn targets(&self, affairs: Affairs, whom: &Whom) -> Vec<(Affairs, Vec<usize>)> {
        match whom {
            Whom::That(who) => {
                let man = self.view(&affairs).named_man(*who);
                vec![(affairs, man.into_iter().collect())]
            }
            Whom::Among { who, on, chooser } => {
                let view = self.view(&affairs);
                let there: Vec<(usize, Spot)> = view.standing_on(who, on);
                if *chooser == Chooser::All {
                    return vec![(affairs, there.into_iter().map(|(man, _)| man).collect())];
                }
                let chosen = self.choose(affairs, &there, |(_, at)| Choice::Cell(at));
                chosen
                    .into_iter()
                    .map(|(affairs, taken)| {
                        let man = taken.map(|(man, _)| man);
                        (Affairs { former: affairs.chosen, chosen: man, ..affairs }, man.into_iter().collect())
                    })
                    .collect()
            }
        }
    }

    /// Does something to each man of some that stands on a board; where `captured` is said, also to the man that the move has captured.
    fn done_to_each(&self, affairs: Affairs, whom: &Whom, captured: bool, deed: impl Fn(Affairs, usize) -> All) -> All {
        let taken = |affairs: &Affairs, man: usize| {
            let it = &affairs.state.men[man];
            captured && *whom == Whom::That(Ref::Victim) && it.place == Whereabouts::Gone && !it.royal
        };
        let one = |affairs: Affairs, man: usize| {
            if affairs.state.men[man].at().is_some() || taken(&affairs, man) {
                let chosen = if *whom == Whom::That(Ref::Former) { affairs.chosen } else { Some(man) };
                deed(Affairs { chosen, ..affairs }, man)
            } else {
                vec![affairs]
            }
        };
        let to_all = matches!(whom, Whom::Among { chooser: Chooser::All, .. });
        let each = |(affairs, men): (Affairs, Vec<usize>)| {
            let before = affairs.chosen;
            let done: All = men.into_iter().fold(vec![affairs], |all, man| all.into_iter().flat_map(|affairs| one(affairs, man)).collect());
            done.into_iter().map(|affairs| if to_all { Affairs { chosen: before, ..affairs } } else { affairs }).collect::<All>()
        };
        let (before, all) = (affairs.chosen, matches!(whom, Whom::Among { chooser: Chooser::All, .. }));
        let done = self.targets(affairs, whom).into_iter().flat_map(each);
        done.map(|affairs| if all { Affairs { chosen: before, ..affairs } } else { affairs }).collect()
    }

    fn free(&self, affairs: &Affairs, squares: &Squares) -> Vec<Spot> {
        let view = self.view(affairs);
        view.cells().iter().copied().filter(|&spot| affairs.state.is_free(spot) && view.squares(squares, spot)).collect()
    }

    fn landing(&self, affairs: Affairs, spot: &crate::rule::Spot) -> Vec<(Affairs, Option<Spot>)> {
        use crate::rule::Spot as Where;
        match spot {
            Where::At(point) => {
                let at = self.view(&affairs).point(point);
                vec![(affairs, at)]
            }
            Where::One(squares, _) => {
                let free = self.free(&affairs, squares);
                self.choose(affairs, &free, Choice::Cell)
            }
            Where::In(world, squares, _) => self.lands_in(affairs, world, squares),
            Where::Each(squares) => {
                let first = self.free(&affairs, squares).first().copied();
                vec![(affairs, first)]
            }
        }
    }

    /// The mover's army if it is one of the player's, else the first that stands on the board, else the first.
    fn army_of(&self, affairs: &Affairs, player: &Player) -> Option<u8> {
        let armies = self.view(affairs).player(player);
        let mut own = armies.iter().copied().filter(|&army| army == affairs.mover);
        let stands = |army: &u8| affairs.state.men.iter().any(|man| man.army == *army && man.at().is_some_and(|at| at.0 == affairs.board));
        own.next().or_else(|| armies.iter().copied().find(stands)).or_else(|| armies.first().copied())
    }

    fn become_kind(&self, affairs: Affairs, man: usize, kind: u8) -> Affairs {
        let it = &affairs.state.men[man];
        if it.royal || it.kind == kind { affairs } else { affairs.changed(|state| state.set_kind(man, kind)) }
    }

    fn deed(&self, affairs: Affairs, deed: &Deed) -> All {
        match deed {
            Deed::Remove(whom) => self.done_to_each(affairs, whom, false, |affairs, man| {
                vec![if affairs.state.men[man].royal { affairs } else { affairs.put(man, Whereabouts::Gone) }]
            }),
            Deed::Become(whom, into, _) => self.done_to_each(affairs, whom, false, |affairs, man| {
                let kinds: Vec<u8> = into.iter().map(|name| self.twin.kind(name)).collect();
                if affairs.state.men[man].royal {
                    return vec![affairs];
                }
                if let [only] = kinds[..] {
                    return vec![self.become_kind(affairs, man, only)];
                }
                let chosen = self.choose(affairs, &kinds, Choice::Kind);
                chosen.into_iter().map(|(affairs, kind)| self.become_kind(affairs, man, kind.unwrap())).collect()
            }),
            Deed::Climb(whom, ladder) => self.done_to_each(affairs, whom, false, |affairs, man| {
                let ladder: Vec<u8> = ladder.iter().map(|name| self.twin.kind(name)).collect();
                let at = ladder.iter().position(|&step| step == affairs.state.men[man].kind);
                vec![match at.and_then(|at| ladder.get(at + 1)) {
                    Some(&next) => self.become_kind(affairs, man, next),
                    None => affairs,
                }]
            }),
            Deed::Join(whom, player) => self.done_to_each(affairs, whom, false, |affairs, man| {
                let it = &affairs.state.men[man];
                let army = self.army_of(&affairs, player).filter(|&army| army != it.army && !it.royal);
                vec![match army {
                    Some(army) => affairs.changed(|state| state.men[man].army = army),
                    None => affairs,
                }]
            }),
            Deed::Go(whom, spot) => self.done_to_each(affairs, whom, true, |affairs, man| {
                let lands = self.landing(affairs, spot).into_iter();
                lands.map(|(affairs, to)| to.into_iter().fold(affairs, |affairs, to| affairs.put_if_free(man, to))).collect()
            }),
            Deed::Return(whom) => self.done_to_each(affairs, whom, true, |affairs, man| {
                let who = &affairs.state.men[man];
                let Some(home) = who.at().map_or(Some(who.home), |at| affairs.state.home(who, at.0)) else { return vec![affairs] };
                let free = affairs.state.is_free(home);
                let mut affairs = affairs.put_if_free(man, home);
                if free {
                    affairs.state.men[man].legs = 0;
                }
                vec![affairs]
            }),
            Deed::Step(whom, heading, stride) => self.done_to_each(affairs, whom, false, |affairs, man| {
                vec![(0..stride.most).fold(affairs, |affairs, _| {
                    let next = self.next_step(&affairs, man, heading, stride);
                    next.into_iter().fold(affairs, |affairs, to| affairs.put_if_free(man, to))
                })]
            }),
            Deed::Swap(one, other) => {
                let pairs = self.targets(affairs, one).into_iter().flat_map(|(affairs, first)| {
                    let second = self.targets(affairs, other).into_iter();
                    second.map(move |(affairs, second)| (affairs, first.first().copied(), second.first().copied()))
                });
                pairs.map(|(affairs, one, other)| swapped(affairs, one, other)).collect()
            }
            Deed::Place { kind, owner, spot } => {
                let Some(army) = self.army_of(&affairs, owner) else { return vec![affairs] };
                let kind = self.twin.kind(kind);
                if let crate::rule::Spot::Each(squares) = spot {
                    let cells = self.free(&affairs, squares);
                    return vec![cells.into_iter().fold(affairs, |affairs, at| made(affairs, kind, army, at))];
                }
                let lands = self.landing(affairs, spot).into_iter();
                lands.map(|(affairs, at)| at.into_iter().fold(affairs, |affairs, at| made(affairs, kind, army, at))).collect()
            }
            Deed::Reserve(whom, player) => self.done_to_each(affairs, whom, true, |affairs, man| {
                let army = self.army_of(&affairs, player).filter(|_| !affairs.state.men[man].royal);
                vec![match army {
                    Some(army) => affairs.put(man, Whereabouts::Pocket(army)).changed(|state| {
                        let it = &mut state.men[man];
                        (it.army, it.kind) = (army, it.made);
                    }),
                    None => affairs,
                }]
            }),
            Deed::Drop { who, owner, spot, from } => self.drop_one(affairs, (who, *from), owner, spot),
            Deed::Shift { squares, by, wrap } => vec![self.shifted(affairs, squares, (by.right.into(), by.forward.into()), *wrap)],
            Deed::Turn { squares, quarters } => {
                let cells = self.area(&affairs, squares);
                vec![turned_round(affairs, &cells, quarters % 4)]
            }
            Deed::Together(parts) => {
                let (barren, chosen) = (affairs.barren, affairs.chosen);
                let one = |part: &Deed| {
                    let mut to_one = part.clone();
                    let all = std::mem::replace(to_one.done_to().unwrap(), Whom::That(Ref::Chosen));
                    let (_, men) = self.targets(affairs.clone(), &all).swap_remove(0);
                    (to_one, men)
                };
                let seen: Vec<(Deed, Vec<usize>)> = parts.iter().map(one).collect();
                let done = seen.into_iter().fold(vec![affairs], |all, (deed, men)| {
                    men.into_iter().fold(all, |all, man| {
                        let to_man = |affairs| self.all(Affairs { chosen: Some(man), ..affairs }, std::slice::from_ref(&deed));
                        all.into_iter().flat_map(to_man).collect()
                    })
                });
                done.into_iter().map(|affairs| Affairs { barren, chosen, ..affairs }).collect()
            }
            Deed::EachMan(whom, deeds) => {
                let barren = affairs.barren;
                let done = self.done_to_each(affairs, whom, false, |affairs, _| self.all(affairs, deeds));
                done.into_iter().map(|affairs| Affairs { barren, ..affairs }).collect()
            }
            Deed::Mark { squares, region, on, .. } => {
                let key = self.twin.entities.key_named(region).unwrap().0;
                let cells = self.area(&affairs, squares);
                vec![cells.into_iter().fold(affairs, |affairs, spot| affairs.noted(Holder::Cell(spot), key, i32::from(*on)))]
            }
            Deed::Hole { squares, open, .. } => {
                let cells = self.area(&affairs, squares);
                vec![cells.into_iter().fold(affairs, |affairs, spot| if *open { filled(affairs, spot) } else { holed(affairs, spot) })]
            }
            &Deed::Grow { left, right, below, above, ref region } => {
                vec![self.grown(affairs, [left, right, below, above], region.as_deref())]
            }
            &Deed::JoinEdges { files, joined } => {
                let board = affairs.board as usize;
                let now = affairs.state.boards[board].joined;
                if (if files { now.0 } else { now.1 }) == joined {
                    return vec![affairs];
                }
                vec![affairs.changed(|state| {
                    let edges = &mut Arc::make_mut(&mut state.boards)[board].joined;
                    *if files { &mut edges.0 } else { &mut edges.1 } = joined;
                })]
            }
            Deed::Count { name, of, by, set } => vec![self.counted(affairs, name, of, by, *set)],
            Deed::Tally { name, who, by, set } => self.done_to_each(affairs, who, true, |affairs, man| {
                let view = self.view(&affairs);
                let Counter { of, start, least, most, .. } = view.counter(name);
                if !view.class(of.as_ref().unwrap(), man) {
                    return vec![affairs];
                }
                let key = view.key_of_tally(name);
                let (by, old) = (view.number(by), start + affairs.state.note(Holder::Man(man), key));
                let new = if *set { by } else { old.saturating_add(by) };
                let (barren, noted) = (affairs.barren || new < *least, new.clamp(*least, *most) - start);
                vec![Affairs { barren, ..affairs }.noted(Holder::Man(man), key, noted)]
            }),
            Deed::Again { act, need, like } => self.again(affairs, act, *need, like.as_ref()),
            Deed::Send { who, to, square, empty } => {
                self.done_to_each(affairs, who, false, |affairs, man| self.sent(affairs, man, to, (square.as_deref(), *empty)))
            }
            Deed::Hold(whom, phases) => {
                let key = self.twin.entities.key_named(&format!("held by {}", self.text)).unwrap().0;
                self.done_to_each(affairs, whom, false, |affairs, man| {
                    let own = self.twin.side(affairs.state.men[man].army) == self.twin.side(affairs.mover);
                    let rests = i32::from(*phases) + i32::from(own && !affairs.opening);
                    vec![affairs.noted(Holder::Man(man), key, rests)]
                })
            }
            Deed::Stay => vec![Affairs { stays: true, ..affairs }],
            Deed::Illegal => vec![Affairs { void: true, ..affairs }],
            Deed::If(condition, deeds, otherwise) => {
                let holds = self.view(&affairs).holds(condition);
                self.all(affairs, if holds { deeds } else { otherwise })
            }
            other => unreachable!("refused by the fold, or the twin does not know it yet: {other:?}"),
        }
    }

    fn next_step(&self, affairs: &Affairs, man: usize, heading: &Heading, stride: &Stride) -> Option<Spot> {
        let it = &affairs.state.men[man];
        let at = it.at()?;
        let view = View { board: at.0, lifted: Some(man), ..self.view(affairs) };
        if stride.on.as_ref().is_some_and(|on| !view.squares(on, at)) {
            return None;
        }
        let to_nearest = |there: &Squares| {
            let mut ways: Vec<_> =
                view.cells().iter().filter(|&&cell| view.squares(there, cell)).map(|cell| (cell.1 - at.1, cell.2 - at.2)).collect();
            ways.sort_by_key(|&(right, up)| (right.abs().max(up.abs()), right.abs().min(up.abs()), up, right));
            ways.first().map(|&(right, up)| (right.signum(), up.signum()))
        };
        let step = match heading {
            Heading::Own(step) => self.twin.turned(it.army, (step.right.into(), step.forward.into())),
            Heading::Mover(step) => self.twin.turned(affairs.mover, (step.right.into(), step.forward.into())),
            Heading::Onward => {
                let (from, to) = affairs.leg?;
                let (right, up) = (to.1 - from.1, to.2 - from.2);
                if from.0 != to.0 || right != 0 && up != 0 && right.abs() != up.abs() {
                    return None;
                }
                (right.signum(), up.signum())
            }
            Heading::Toward(there) => to_nearest(there)?,
            Heading::Away(there) => to_nearest(there).map(|(right, up)| (-right, -up))?,
        };
        (step != (0, 0)).then(|| affairs.state.leap(at, step)).flatten()
    }

    fn area(&self, affairs: &Affairs, squares: &Squares) -> Vec<Spot> {
        let view = self.view(affairs);
        view.cells().iter().copied().filter(|&spot| view.squares(squares, spot)).collect()
    }

    fn drop_one(&self, affairs: Affairs, (who, from): (&Class, Store), owner: &Player, spot: &crate::rule::Spot) -> All {
        let Some(army) = self.army_of(&affairs, owner) else { return vec![affairs] };
        let view = self.view(&affairs);
        let mut kinds: Vec<(u8, usize)> = Vec::new();
        for (man, it) in affairs.state.men.iter().enumerate() {
            let waits = match from {
                Store::Reserve => it.place == Whereabouts::Pocket(army),
                Store::Lost => it.place == Whereabouts::Gone && it.army == army && !it.royal,
            };
            let room = || match spot {
                crate::rule::Spot::At(point) if from == Store::Lost => {
                    let view = View { chosen: Some(man), ..self.view(&affairs) };
                    view.point(point).is_some_and(|at| affairs.state.is_free(at))
                }
                _ => true,
            };
            if waits && view.class(who, man) && !kinds.iter().any(|known| known.0 == it.kind) && room() {
                kinds.push((it.kind, man));
            }
        }
        let chosen = self.choose(affairs, &kinds, |(kind, _)| Choice::Kind(kind));
        let landed = |(affairs, taken): (Affairs, Option<(u8, usize)>)| {
            let Some((_, man)) = taken else { return vec![affairs] };
            let lands = self.landing(Affairs { chosen: Some(man), ..affairs }, spot).into_iter();
            let set = lands.map(|(affairs, at)| match at.filter(|&at| affairs.state.is_free(at)) {
                Some(at) => {
                    let affairs = affairs.put(man, Whereabouts::On(at)).changed(|state| state.men[man].legs += 1);
                    Affairs { chosen: Some(man), ..affairs }
                }
                None => affairs,
            });
            set.collect()
        };
        chosen.into_iter().flat_map(landed).collect()
    }

    /// Everything there moves at once; who has no room, or whose way is barred by who stays, stays.
    fn shifted(&self, affairs: Affairs, squares: &Squares, by: (i16, i16), wrap: bool) -> Affairs {
        let state = &affairs.state;
        let cells = self.area(&affairs, squares);
        let within = |spot: Spot, by: (i16, i16)| state.leap(spot, by).filter(|next| cells.contains(next));
        // As often as such steps lead on within the squares; where they lead round to the first one, as often as it takes to stand before it.
        let far = |spot: Spot, step: (i16, i16)| {
            let (mut at, mut count) = (spot, 0);
            while let Some(next) = within(at, step).filter(|&next| next != spot) {
                (at, count) = (next, count + 1);
            }
            (at, count)
        };
        let round = |spot: Spot| {
            let steps = by.0.abs().max(by.1.abs());
            let unit = (by.0.signum(), by.1.signum());
            let (first, before) = far(spot, (-unit.0, -unit.1));
            let long = before + 1 + far(spot, unit).1;
            let straight = by.0 == 0 || by.1 == 0 || by.0.abs() == by.1.abs();
            if !straight || long <= steps {
                return Some(far(spot, (-by.0, -by.1)).0);
            }
            (0..(before + steps) % long).try_fold(first, |at, _| within(at, unit))
        };
        let goal = |spot: Spot| if !wrap || within(spot, by).is_some() { state.leap(spot, by) } else { round(spot) };
        let standing = cells.iter().filter_map(|&spot| Some((state.on(spot)?, spot, goal(spot)?)));
        let mut moving: Vec<(usize, Spot, Spot)> = standing.filter(|(_, from, to)| from != to).collect();
        while let Some(stuck) = moving.iter().position(|(_, _, to)| !state.is_free(*to) && !moving.iter().any(|(_, from, _)| from == to)) {
            moving.remove(stuck);
        }
        relocated(affairs, &moving)
    }

    fn grown(&self, affairs: Affairs, [left, right, below, above]: [u8; 4], region: Option<&str>) -> Affairs {
        let board = affairs.board;
        let (first, low, files, ranks) = affairs.state.extent(board);
        let known: BTreeSet<Spot> = affairs.state.boards[board as usize].cells.iter().copied().collect();
        let all = (low - i16::from(below)..low + ranks + i16::from(above))
            .flat_map(|rank| (first - i16::from(left)..first + files + i16::from(right)).map(move |file| (board, file, rank)));
        let new: Vec<Spot> = all.filter(|spot| !known.contains(spot)).collect();
        let lettered = first - i16::from(left) >= 0 || files + i16::from(left) + i16::from(right) <= 26;
        let total: usize = affairs.state.boards.iter().map(|board| board.cells.len()).sum();
        if new.is_empty() || !lettered || total + new.len() > crate::board::MAX_CELLS {
            return affairs;
        }
        let added = new.clone();
        let affairs = affairs.changed(|state| {
            let it: &mut TwinBoard = &mut Arc::make_mut(&mut state.boards)[board as usize];
            it.cells.extend(added);
            it.extent = extent_of(&it.cells);
        });
        let Some(region) = region else { return affairs };
        let key = self.twin.entities.key_named(region).unwrap().0;
        new.into_iter().fold(affairs, |affairs, spot| affairs.noted(Holder::Cell(spot), key, 1))
    }

    fn counted(&self, affairs: Affairs, name: &str, of: &Player, by: &Number, set: bool) -> Affairs {
        let key = self.twin.entities.key_named(name).unwrap().0;
        let newest = self.twin.boards[affairs.board as usize].iter().rev();
        let counter = newest.filter_map(|said| if let Form::Counter(counter) = &said.clause.form { Some(counter) } else { None });
        let Counter { least, most, .. } = counter.into_iter().find(|counter| counter.name == name).unwrap();
        let view = self.view(&affairs);
        let by = view.number(by);
        let sides: BTreeSet<u8> = view.player(of).into_iter().map(|army| self.twin.side(army)).collect();
        sides.into_iter().fold(affairs, |affairs, side| {
            let old = affairs.state.note(Holder::Side(side), key);
            let new = if set { by } else { old.saturating_add(by) };
            let barren = affairs.barren || new < *least;
            Affairs { barren, ..affairs }.noted(Holder::Side(side), key, new.clamp(*least, *most))
        })
    }
}
