//! The words of deeds looked up: who, where, how many, and what only in a move can be.

use std::cell::Cell;

use crate::law::LawProblem;
use crate::law::act::Deal;
use crate::law::approach::Guise;
use crate::law::between::GOES_ON;
use crate::law::course::Course;
use crate::law::crowd::Crowd;
use crate::law::introduce::{SKIPPED, WORLD};
use crate::law::later::{self, Begun, End, Timed, Whose};
use crate::law::lookup::Lookup;
use crate::law::moves::Way;
use crate::rule::walk::{Part, parts_of_deed};
use crate::rule::{Chooser, Deed, Ground, Number, Player, Ref, Spot, Whom, World, told_deeds};

use super::{By, Founding, Landing, Soil, Target, Voyage, Whither, Work, held_by, ways};

impl Work {
    /// Looks the deeds of a clause up; only in a move can the mover choose, for his order carries the choice.
    pub(in crate::law) fn all(deeds: &[Deed], in_a_move: bool, lookup: &Lookup<'_>) -> Result<Vec<Work>, LawProblem> {
        let reader = Reader { lookup, in_a_move, parts: &Cell::new(0) };
        if deeds.iter().any(|deed| deed.any(&|deed| *deed == Deed::Illegal))
            && deeds.iter().any(|deed| deed.is_random() || deed.is_of_another())
        {
            return Err(lookup.wrong("whether a move is legal cannot hang on dice or on what another player chooses"));
        }
        deeds.iter().map(|deed| reader.work(deed)).collect()
    }
}

fn remembers_the_former(deed: &Deed) -> bool {
    let mut found = false;
    parts_of_deed(deed, &mut |part| found |= matches!(part, Part::Man(Ref::Former)));
    found
}

struct Reader<'l, 'a> {
    lookup: &'l Lookup<'a>,
    in_a_move: bool,
    /// How many deeds with a time of their own have been met.
    parts: &'l Cell<usize>,
}

impl Reader<'_, '_> {
    fn work(&self, deed: &Deed) -> Result<Work, LawProblem> {
        let lookup = self.lookup;
        let kinds = |names: &[String]| names.iter().map(|name| lookup.kind(name)).collect::<Result<Vec<_>, _>>();
        Ok(match deed {
            Deed::Remove(whom) => Work::Remove(self.target(whom)?),
            Deed::Become(whom, into, chooser) => {
                let by = if into.len() == 1 { By::All } else { self.chooser(chooser)? };
                Work::Become(self.target(whom)?, kinds(into)?, by)
            }
            Deed::Climb(whom, ladder) => Work::Climb(self.target(whom)?, kinds(ladder)?),
            Deed::Join(whom, player) => Work::Join(self.target(whom)?, lookup.player(player)?),
            Deed::Go(whom, spot) => Work::Go(self.target(whom)?, self.landing(spot)?),
            Deed::Return(whom) => Work::Return(self.target(whom)?),
            Deed::Step(whom, heading, stride) => Work::Step(self.target(whom)?, Course::of(heading, stride, lookup)?),
            Deed::Swap(one, other) => Work::Swap(self.target(one)?, self.target(other)?),
            Deed::Place { kind, owner, spot } => {
                Work::Place { kind: lookup.kind(kind)?, owner: lookup.player(owner)?, landing: self.landing(spot)? }
            }
            Deed::Reserve(whom, player) => Work::Reserve(self.target(whom)?, lookup.player(player)?),
            Deed::Drop { who, owner, spot, from } => {
                let (owner, landing, by) = (lookup.player(owner)?, self.landing(spot)?, self.chooser(&Chooser::Mover)?);
                Work::Drop { who: Crowd::of(who, lookup)?, owner, landing, from: *from, by }
            }
            Deed::Shift { squares, by, wrap } => Work::Shift { squares: lookup.squares(squares)?, by: *by, wrap: *wrap },
            Deed::Send { who, to, square, empty } => {
                Work::Send(self.target(who)?, Voyage { to: self.whither(to)?, square: square.clone(), empty: *empty })
            }
            Deed::Open(_) | Deed::Merge { .. } if self.in_a_move => {
                return Err(lookup.wrong("universes open and merge at the opening of a phase or when a rule is made, not in a move"));
            }
            Deed::Open(opening) => Work::Open(Founding {
                room: opening.room,
                ground: match &opening.ground {
                    Ground::Bare(size) => Soil::Bare(*size),
                    Ground::Array(size, one, other) => Soil::Array(*size, [lookup.player(one)?, lookup.player(other)?]),
                    Ground::Copy(of) => Soil::Copy(self.whither(of)?),
                },
                without: opening.without.as_ref().map(|squares| lookup.squares(squares)).transpose()?,
                called: opening.called.as_ref().map(|name| lookup.key(&format!("{WORLD}{name}"))).transpose()?,
            }),
            Deed::Merge { from, into } => Work::Merge(self.whither(from)?, self.whither(into)?),
            Deed::Turn { squares, quarters } => Work::Turn(lookup.squares(squares)?, *quarters % 4),
            Deed::Mark { squares, region, on, chooser } => {
                Work::Mark { squares: lookup.squares(squares)?, region: lookup.key(region)?, on: *on, by: self.chooser(chooser)? }
            }
            Deed::Hole { squares, open, chooser } => {
                Work::Hole { squares: lookup.squares(squares)?, open: *open, by: self.chooser(chooser)? }
            }
            Deed::Grow { .. } | Deed::JoinEdges { .. } if self.in_a_move => {
                return Err(lookup.wrong("the shape of the board changes at the opening of a phase or when a rule is made, not in a move"));
            }
            &Deed::Grow { left, right, below, above, ref region } => {
                let region = region.as_deref().map(|region| lookup.key(region)).transpose()?;
                Work::Grow { left, right, below, above, region }
            }
            &Deed::JoinEdges { files, joined } => Work::JoinEdges { files, joined },
            Deed::Count { name, of, by, set } => {
                Work::Count { counter: lookup.tally(name)?, of: lookup.player(of)?, by: lookup.number(by)?, set: *set }
            }
            Deed::Tally { name, who, by, set } => {
                let (counter, bearers) = lookup.borne(name)?;
                Work::Tally { counter, bearers, who: self.target(who)?, by: lookup.number(by)?, set: *set }
            }
            Deed::Again { .. } if !self.in_a_move => return Err(lookup.wrong("a further move follows a move, not the opening of a phase")),
            Deed::Again { act, need, like } => {
                let like = like.as_ref().map(|like| Guise::of(like, lookup)).transpose()?;
                Work::Again { deal: Deal::of(act, lookup)?, need: *need, like, foreign: act.is_of_enemies() }
            }
            Deed::Stray { .. } | Deed::Hand { .. } if !self.in_a_move => {
                return Err(lookup.wrong("a move drawn by lot, or made by somebody else, takes the place of a move"));
            }
            Deed::Stray { who, from } => Work::Stray(self.target(who)?, from.as_ref().map(|from| self.whither(from)).transpose()?),
            Deed::Hand { to, words } => Work::Hand(lookup.player(to)?, words.clone()),
            Deed::May(who, deeds) => {
                let by = self.chooser(&if *who == Player::Mover { Chooser::Mover } else { Chooser::Player(who.clone()) })?;
                Work::May(by, deeds.iter().map(|deed| self.work(deed)).collect::<Result<_, _>>()?)
            }
            Deed::Choose(whom) => Work::Choose(self.target(whom)?),
            Deed::Either(by, ways) => {
                let named = ways::named(ways, &lookup.words());
                let way =
                    |(name, deeds): (Way, &Vec<Deed>)| Ok((name, deeds.iter().map(|deed| self.work(deed)).collect::<Result<Vec<_>, _>>()?));
                Work::Either(self.chooser(by)?, named.into_iter().zip(ways).map(way).collect::<Result<_, LawProblem>>()?)
            }
            // No order of the mover's carries what the others choose.
            Deed::EachPlayer(deeds) => {
                let each = Reader { in_a_move: false, ..*self };
                Work::EachPlayer(deeds.iter().map(|deed| each.work(deed)).collect::<Result<_, _>>()?)
            }
            Deed::EachMan(whom, deeds) => {
                Work::EachMan(self.target(whom)?, deeds.iter().map(|deed| self.work(deed)).collect::<Result<_, _>>()?)
            }
            Deed::Together(parts) => {
                let part = |part: &Deed| {
                    let mut to_one = part.clone();
                    let all = to_one.done_to().map(|whom| std::mem::replace(whom, Whom::That(Ref::Chosen)));
                    let all = all.ok_or_else(|| lookup.wrong("what is done at the same time is done to men"))?;
                    Ok((self.target(&all)?, self.work(&to_one)?))
                };
                Work::Together(parts.iter().map(part).collect::<Result<_, LawProblem>>()?)
            }
            Deed::If(condition, deeds, otherwise) => {
                let works = |deeds: &[Deed]| deeds.iter().map(|deed| self.work(deed)).collect::<Result<Vec<_>, _>>();
                Work::If(lookup.condition(condition)?, works(deeds)?, works(otherwise)?)
            }
            Deed::Failing(deeds) => Work::Failing(deeds.iter().map(|deed| self.work(deed)).collect::<Result<_, _>>()?),
            Deed::Later(_, deeds) if deeds.iter().any(remembers_the_former) => {
                return Err(lookup
                    .wrong("which one was \"the other chosen piece\" nobody remembers turns later: mark it, and speak of the marked one"));
            }
            Deed::Later(..) | Deed::For(..) | Deed::Meanwhile(..) => Work::Timed(Box::new(self.timed(deed)?)),
            Deed::Stay => Work::Stay,
            Deed::Illegal if !self.in_a_move => {
                return Err(lookup.wrong("only what a player orders can be illegal, not what happens by itself"));
            }
            Deed::Illegal => Work::Illegal,
            Deed::GoOn if !self.in_a_move => return Err(lookup.wrong("a phase goes on after a move, not as it opens")),
            Deed::GoOn if !lookup.place.text.starts_with("law ") => {
                return Err(
                    lookup.wrong("only a law has phases of several moves; in a rule say: After a piece moves, the mover may move again")
                );
            }
            Deed::GoOn => Work::GoOn(lookup.key(GOES_ON)?),
            Deed::Skip(player) => Work::Skip(lookup.player(player)?, lookup.key(SKIPPED)?),
            Deed::Hold(whom, phases) => Work::Hold(self.target(whom)?, lookup.key(&held_by(&lookup.place.text))?, i32::from(*phases)),
            Deed::Chance(outcomes) => {
                let works = |deeds: &[Deed]| deeds.iter().map(|deed| self.work(deed)).collect::<Result<_, _>>();
                let words = self.lookup.words();
                let told = |deeds: &[Deed]| if deeds.is_empty() { "nothing happens".to_owned() } else { told_deeds(deeds, &words) };
                let outcome = |(at, (weight, deeds)): (usize, &(u16, Vec<Deed>))| {
                    Ok((*weight, works(deeds)?, format!("{}{}", face(outcomes, at), told(deeds))))
                };
                Work::Chance(outcomes.iter().enumerate().map(outcome).collect::<Result<_, LawProblem>>()?)
            }
        })
    }

    fn timed(&self, deed: &Deed) -> Result<(Timed, Begun), LawProblem> {
        let lookup = self.lookup;
        let part = self.parts.get() + 1;
        self.parts.set(part);
        let key = later::key(lookup, part)?;
        let (end, begun) = match deed {
            Deed::Later(turns, deeds) => {
                let then = Reader { in_a_move: false, ..*self };
                let works = deeds.iter().map(|deed| then.work(deed)).collect::<Result<_, _>>()?;
                (End::Deeds(works, later::bound(lookup)?), Begun::Later(*turns))
            }
            Deed::Meanwhile(time, form) => (End::Nothing, Begun::Meanwhile(Whose::of(form), *time)),
            Deed::For(time, during) => match &**during {
                Deed::Hole { squares, open, chooser } => {
                    (End::Hole { open: *open }, Begun::Hole(lookup.squares(squares)?, *open, self.chooser(chooser)?, *time))
                }
                Deed::Mark { squares, region, on, chooser } => {
                    let region = lookup.key(region)?;
                    (End::Mark { region, on: *on }, Begun::Mark(lookup.squares(squares)?, region, *on, self.chooser(chooser)?, *time))
                }
                Deed::Become(whom, into, chooser) => {
                    let by = if into.len() == 1 { By::All } else { self.chooser(chooser)? };
                    let into = into.iter().map(|name| lookup.kind(name)).collect::<Result<_, _>>()?;
                    (End::Kind(later::key_before(lookup, part)?), Begun::Become(self.target(whom)?, into, by, *time))
                }
                Deed::Join(whom, player) => {
                    let before = later::key_before(lookup, part)?;
                    (End::Army(before), Begun::Join(self.target(whom)?, lookup.player(player)?, *time))
                }
                Deed::Tally { name, who, by: Number::Is(new), set: true } => {
                    let (counter, bearers) = lookup.borne(name)?;
                    let end = End::State { key: counter.key, noted: 1 - new };
                    (end, Begun::State(self.target(who)?, bearers, *new, *time))
                }
                &Deed::JoinEdges { files, joined } if !self.in_a_move => {
                    (End::Seam { files, joined }, Begun::Seam { files, joined, time: *time })
                }
                _ => return Err(lookup.wrong("this cannot be undone after some turns")),
            },
            _ => return Err(lookup.wrong("this has no time of its own")),
        };
        Ok((Timed { key, end }, begun))
    }

    fn target(&self, whom: &Whom) -> Result<Target, LawProblem> {
        Ok(match whom {
            Whom::That(who) => Target::That(*who),
            Whom::Among { who, on, chooser } => {
                let (across, by) = (who.may_stand_across(on), self.chooser(chooser)?);
                Target::Among { who: Crowd::of(who, self.lookup)?, on: self.lookup.squares(on)?, across, by }
            }
        })
    }

    fn whither(&self, world: &World) -> Result<Whither, LawProblem> {
        Ok(match world {
            World::Next => Whither::Next,
            World::Previous => Whither::Previous,
            World::Number(number) => Whither::Number(*number),
            World::Named(name) => Whither::Noted(self.lookup.key(&format!("{WORLD}{name}"))?),
            World::Home => Whither::Home,
            World::Another(chooser) => Whither::Another(self.chooser(chooser)?),
            World::OtherBoard => Whither::OtherBoard,
        })
    }

    fn chooser(&self, chooser: &Chooser) -> Result<By, LawProblem> {
        match chooser {
            Chooser::All => Ok(By::All),
            Chooser::Mover if self.in_a_move => Ok(By::Mover),
            // Only in a move does an order of his carry the choice.
            Chooser::Mover => Ok(By::Asked(self.lookup.player(&Player::Mover)?)),
            Chooser::Player(player) => Ok(By::Asked(self.lookup.player(player)?)),
            Chooser::Chance => Ok(By::Chance),
        }
    }

    fn landing(&self, spot: &Spot) -> Result<Landing, LawProblem> {
        Ok(match spot {
            Spot::At(point) => Landing::At(self.lookup.point(point)?),
            Spot::One(squares, chooser) => Landing::One(self.lookup.squares(squares)?, self.chooser(chooser)?),
            Spot::In(to, squares, chooser) => Landing::In(self.whither(to)?, self.lookup.squares(squares)?, self.chooser(chooser)?),
            Spot::Each(squares) => Landing::Each(self.lookup.squares(squares)?),
        })
    }
}

/// What a coin or a die shows for one of these outcomes: `heads: `, `2-5: `; nothing for other odds.
fn face(outcomes: &[(u16, Vec<Deed>)], at: usize) -> String {
    let upto = |end: usize| outcomes[..end].iter().map(|(weight, _)| weight).sum::<u16>();
    match (upto(outcomes.len()), outcomes.len()) {
        (2, 2) => if at == 0 { "heads: " } else { "tails: " }.to_owned(),
        (6, _) if upto(at) + 1 == upto(at + 1) => format!("{}: ", upto(at + 1)),
        (6, _) => format!("{}-{}: ", upto(at) + 1, upto(at + 1)),
        _ => String::new(),
    }
}
