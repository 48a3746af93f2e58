//! R8, the maxim of fair play: no rule strengthens men of which its maker has more than the others, or weakens men of which he has fewer.
//!
//! The formula for tricky cases is ours; that of the inventors is lost.

use crate::board::{ArmyId, BoardId, CellId, Geometry, KindId, SideId};
use crate::rule::{Clause, Naming, Part, Point, Squares, walk};
use crate::turn::Seat;

use super::super::multiverse::Multiverse;
use super::super::parameters::{MoreThan, hundredths};
use super::chances::Ratio;
use super::power::{self, Shift, Shifts};
use super::{Change, Evidence, MetaRule, Proposal, Subject, Verdict, arrivals, battery, placings, provoked, removal, sequels};

const R8: MetaRule = MetaRule(8);
/// The most classes of men told in words; the evidence has them all.
const MOST_TOLD: usize = 4;

/// Men that are counted together: of one kind, of every army or of some.
struct Class {
    kind: KindId,
    /// Whose alone, where the rule makes a difference between owners.
    armies: Option<Vec<ArmyId>>,
    shift: Shift,
    change: Change,
}

/// Whom the counts are compared with.
struct Table<'t> {
    game: &'t Multiverse,
    /// Where men of kinds that the proposal brings are counted.
    after: &'t Multiverse,
    maker: Seat,
    others: Vec<Seat>,
    /// The universes in which men are counted.
    universes: Vec<u16>,
}

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let (seed, shifts) = power::shifts(proposal);
    let (game, after, maker) = (proposal.before, &proposal.after, proposal.maker);
    // A person counts once, with all of his sides, as maker and as opponent.
    let alive = |seat: &Seat| game.player(*seat).alive;
    let first = |seat: &Seat| game.seats_with(*seat).into_iter().find(alive) == Some(*seat);
    let others = (0..game.seats.len() as u8).map(Seat).filter(alive).filter(first).filter(|&seat| !game.same_person(seat, maker));
    let universes = game.universes.iter().map(|one| one.number).collect();
    let table = Table { game, after, maker, others: others.collect(), universes };
    let there = Table { universes: power::universes(proposal), others: table.others.clone(), ..table };
    let classes = classes(proposal, shifts);
    let mut evidence: Vec<Evidence> = classes.iter().map(|class| class.evidence(proposal, &table, &there)).collect();
    let own = proposal.by_person();
    let name = |side: &SideId| after.seat_of_side(*side).map(|seat| after.player(seat).name.clone()).unwrap_or_default();
    let mut lost = Vec::new();
    let removals = [
        (removal::expected(proposal, is_evenhanded(proposal), seed), "at its first firing"),
        (provoked::expected(proposal, is_evenhanded(proposal), seed), "when a move sets it off"),
    ];
    for (expected, when) in removals {
        let Some(expected) = expected else { continue };
        evidence.extend(expected.points.iter().map(|(side, points)| Evidence::Loses {
            player: name(side),
            numerator: points.numerator.try_into().unwrap_or(i64::MAX),
            denominator: points.denominator.try_into().unwrap_or(i64::MAX),
            estimated: expected.surely.is_some(),
        }));
        let told = |points: &Ratio| points.told(expected.surely.is_some());
        let mine = expected.points.get(&own).copied().unwrap_or(Ratio::ZERO);
        let more = |(side, points): &(&SideId, &Ratio)| match &expected.surely {
            None => points.exceeds(mine),
            Some(surely) => surely.contains(side),
        };
        if let Some((side, points)) = expected.points.iter().filter(|(side, _)| **side != own).find(more).filter(|_| expected.by_dice) {
            let says =
                format!("by the dice {} may expect to lose {} points {when}, {} {}", name(side), told(points), name(&own), told(&mine));
            let passes = "It passes when the dice take as much from you as from anybody else.";
            return Some(Verdict::broken(R8, says, passes).shown_by(evidence));
        }
        let others = expected.points.iter().filter(|(side, _)| **side != own).map(|(_, points)| told(points));
        lost.push(format!(
            "costs {} {} points, others {} (expected {when})",
            name(&own),
            told(&mine),
            others.collect::<Vec<_>>().join(" and ")
        ));
    }
    let behind_moves = sequels::gained(proposal, seed);
    for arrivals::Gained { by: gained, surely, when } in
        arrivals::gained(proposal, is_evenhanded(proposal), seed).into_iter().chain(behind_moves)
    {
        evidence.extend(gained.iter().map(|(seat, by)| Evidence::Fares { player: after.player(*seat).name.clone(), by: *by }));
        // A side that the rule brings may sit before him.
        let me = after.seat_of_side(own).unwrap_or(maker);
        let of = |seat: Seat| gained.iter().find(|(of, _)| *of == seat).map_or(0, |(_, by)| *by);
        let mine = of(me);
        let rivals = gained.iter().filter(|(seat, _)| *seat != me && !after.same_person(*seat, me) && after.player(*seat).guest.is_none());
        if let Some((seat, theirs)) = rivals.min_by_key(|(_, by)| *by) {
            let told = format!(
                "what it does to pieces {when} is worth {} squares to {}, {} to {}",
                hundredths(mine),
                name(&own),
                hundredths(*theirs),
                after.player(*seat).name
            );
            let sure = surely.is_none_or(|seats| seats.contains(seat));
            if sure && mine > theirs + i64::from(game.parameters.fair_tolerance) {
                let passes = "It passes when it places, converts or changes as much for each of the others.";
                return Some(Verdict::broken(R8, told, passes).shown_by(evidence));
            }
            lost.push(told);
        }
    }
    let placing = placings::favours_its_maker(proposal);
    let settled = placing.is_none();
    if let Some((told, fares)) = placing {
        lost.push(told);
        evidence.extend(fares);
    }
    let lost = (!lost.is_empty()).then(|| lost.join(", "));
    // What costs a move is no gain in itself: whoever thinks it unfair may say so.
    let kept = |says: String| if settled { Verdict::kept(R8, says) } else { Verdict::open(R8, says) };
    if classes.is_empty() {
        let nothing = || match speaks_of_moves(proposal) {
            true => Verdict::warned(R8, "no power changes: in no position that was tried does it forbid or give a move"),
            false => Verdict::kept(R8, "no power changes"),
        };
        return Some(lost.map_or_else(nothing, kept).shown_by(evidence));
    }
    evidence.push(Evidence::Seed { seed });
    if let Some((turn, men)) = classes.iter().find_map(|class| class.shift.shown.clone()) {
        evidence.push(Evidence::Position { universe: there.universes.first().copied().unwrap_or(1), turn, men });
    }
    let told = tell(&classes, proposal, &table);
    let told = lost.map_or(told.clone(), |lost| format!("{told}, {lost}"));
    let verdict = match table.unfair(proposal, &classes, &mut evidence) {
        Some(why) => {
            let passes = "It passes when you have no more of what it strengthens and no fewer of what it weakens than anybody else, or if it says \
                          something else of the others' pieces that makes it fair.";
            Verdict::broken(R8, format!("{told}: {why}"), passes)
        }
        None if there.universes.len() < table.universes.len() => match there.unfair(proposal, &classes, &mut evidence) {
            // The letter of R8 counts the multiverse, its spirit the boards that the rule is about.
            Some(why) => Verdict::open(R8, format!("{told}, but counted where it applies {why}")),
            None => kept(told),
        },
        None => kept(told),
    };
    Some(verdict.shown_by(evidence))
}

/// It is a rule that forbids moves or gives some.
fn speaks_of_moves(proposal: &Proposal<'_>) -> bool {
    matches!(&proposal.subject, Subject::Rule(rule) if rule.clauses.iter().any(power::speaks_of_moves))
}

/// What changes, by classes of men: one class for a kind whose men change alike whoever owns them.
fn classes(proposal: &Proposal<'_>, shifts: Shifts) -> Vec<Class> {
    let boards = battery::boards(proposal.before, &power::universes(proposal));
    let mut all: Vec<ArmyId> = boards.iter().flat_map(|&board| battery::armies(proposal.before, board)).collect();
    all.sort_unstable();
    all.dedup();
    let mut kinds: Vec<KindId> = shifts.keys().map(|(kind, _)| *kind).collect();
    kinds.dedup();
    let evenhanded = is_evenhanded(proposal);
    let entities = &proposal.after.position.entities;
    let mut classes = Vec::new();
    for kind in kinds {
        let of_kind = |army: &ArmyId| shifts.get(&(kind, *army)).filter(|shift| shift.change().is_some());
        let first = all.first().and_then(of_kind).and_then(Shift::change);
        // Chance puts the men of the battery otherwise for each side: where no words tell sides apart, the kind is meant, whoever has it.
        let alike = evenhanded || first.is_some() && all.iter().all(|army| of_kind(army).and_then(Shift::change) == first);
        let groups: Vec<Option<Vec<ArmyId>>> = if alike {
            vec![None]
        } else {
            let mut sides: Vec<SideId> = all.iter().map(|&army| entities.army(army).side).collect();
            sides.sort_unstable();
            sides.dedup();
            let own = |side: SideId| all.iter().copied().filter(|&army| entities.army(army).side == side).collect();
            sides.into_iter().map(|side| Some(own(side))).collect()
        };
        for armies in groups {
            let mut shift = Shift::default();
            all.iter()
                .filter(|army| armies.as_ref().is_none_or(|own| own.contains(army)))
                .filter_map(of_kind)
                .for_each(|one| shift.join(one));
            if let Some(change) = shift.change() {
                classes.push(Class { kind, armies, shift, change });
            }
        }
    }
    classes
}

/// Nothing that is proposed names a colour, or a place that lies otherwise for each side.
fn is_evenhanded(proposal: &Proposal<'_>) -> bool {
    let geometry = &proposal.before.position.geometry;
    let boards = battery::boards(proposal.before, &power::universes(proposal));
    let partial = |part: &Part<'_>| match part {
        Part::Name(Naming::Colour | Naming::Region, _) | Part::Point(Point::Named(_)) => true,
        Part::Squares(Squares::These(names)) => !boards.iter().all(|&board| lie_alike(names, geometry, board)),
        Part::Squares(squares) => matches!(squares, Squares::Rank { own: false, .. } | Squares::Region(_)),
        _ => false,
    };
    let even = |clauses: &[Clause]| !clauses.iter().any(|clause| walk::holds(clause, &partial));
    match &proposal.subject {
        Subject::Rule(rule) => even(&rule.clauses),
        Subject::Repeal { targets, .. } => {
            targets.iter().filter_map(|target| proposal.before.rule(target)).all(|rule| even(rule.clauses()))
        }
    }
}

/// Whether squares lie alike for whoever plays up the board and whoever plays down: mirrored, or turned round, they are the same.
fn lie_alike(names: &[String], geometry: &Geometry, board: BoardId) -> bool {
    let cells: Vec<CellId> = names.iter().filter_map(|name| geometry.named(board, name)).collect();
    let shape = geometry.board(board);
    let over = |first: i16, length: i16, at: i16| first + (first + length - 1) - at;
    let alike = |turned: bool| {
        cells.iter().map(|&cell| geometry.cell(cell)).all(|cell| {
            let file = if turned { over(shape.first_file, shape.files, cell.file) } else { cell.file };
            let opposite = geometry.at(board, file, over(shape.first_rank, shape.ranks, cell.rank));
            opposite.is_some_and(|opposite| cells.contains(&opposite))
        })
    };
    alike(false) || alike(true)
}

impl Class {
    /// `knights`, `white knights`.
    fn name(&self, game: &Multiverse) -> String {
        let entities = &game.position.entities;
        let plural = &entities.kind(self.kind).plural;
        match &self.armies {
            None => plural.clone(),
            Some(armies) => {
                let colours: Vec<&str> = armies.iter().map(|&army| entities.army(army).name.as_str()).collect();
                format!("{} {plural}", colours.join(" and "))
            }
        }
    }

    fn counts(&self, table: &Table<'_>) -> Vec<(String, u32)> {
        let seats = std::iter::once(table.maker).chain(table.others.iter().copied());
        seats.map(|seat| (table.game.player(seat).name.clone(), table.count(self, seat))).collect()
    }

    fn evidence(&self, proposal: &Proposal<'_>, table: &Table<'_>, there: &Table<'_>) -> Evidence {
        let weight = proposal.before.parameters.capture_weight;
        let quiet = Shift { captures: 0, ..self.shift.clone() }.worth(weight);
        let captures = self.shift.worth(weight) - quiet;
        let (counts, there) = (self.counts(table), self.counts(there));
        Evidence::Power { men: self.name(&proposal.after), change: self.change, counts, there, quiet, captures }
    }
}

impl Table<'_> {
    /// Men of a class that a player has on the boards, with all sides that he plays.
    fn count(&self, class: &Class, seat: Seat) -> u32 {
        // Men are counted before the rule acts, those of kinds that it brings afterwards.
        let new = class.kind.index() >= self.game.position.entities.kinds.len();
        let position = if new { &self.after.position } else { &self.game.position };
        let person = &self.game.player(seat).address;
        let sides: Vec<SideId> = self.after.seats.iter().filter(|player| player.address == *person).map(|player| player.side).collect();
        let boards = battery::boards(self.game, &self.universes);
        let men = boards.iter().flat_map(|&board| position.standing(board));
        let own = men.filter(|(_, man, _)| man.kind == class.kind && sides.contains(&position.entities.army(man.army).side));
        own.filter(|(_, man, _)| class.armies.as_ref().is_none_or(|armies| armies.contains(&man.army))).count() as u32
    }

    /// Why the changes are unfair (R8), if they are. A mixed change where the counts differ is left to the formula.
    fn unfair(&self, proposal: &Proposal<'_>, classes: &[Class], evidence: &mut Vec<Evidence>) -> Option<String> {
        let parameters = &proposal.before.parameters;
        let mut formula = false;
        // Everybody may read it.
        let maker = &self.game.player(self.maker).name;
        for class in classes {
            let own = self.count(class, self.maker);
            let counts: Vec<(u32, Seat)> = self.others.iter().map(|&seat| (self.count(class, seat), seat)).collect();
            let (most, least) = (counts.iter().max_by_key(|(count, _)| *count)?, counts.iter().min_by_key(|(count, _)| *count)?);
            let against = match parameters.more_than {
                MoreThan::Each => most,
                MoreThan::Some => least,
            };
            let men = class.name(self.after);
            // Of the men of one player nobody else has any.
            let have = |count: u32| match count {
                0 => "none of the".to_owned(),
                1 => "one of the".to_owned(),
                several => several.to_string(),
            };
            let own_told = have(own);
            let against_whom = |(count, seat): &(u32, Seat)| format!("{}'s {count}", self.game.player(*seat).name);
            match class.change {
                Change::Increase if own > against.0 => {
                    return Some(format!("{maker} has {own_told} {men} that it strengthens, against {}", against_whom(against)));
                }
                Change::Decrease if own < most.0 => {
                    return Some(format!("{maker} has {own_told} {men} that it weakens, against {}", against_whom(most)));
                }
                Change::Mixed => formula |= counts.iter().any(|(count, _)| *count != own),
                Change::Increase | Change::Decrease => {}
            }
        }
        if !formula {
            return None;
        }
        // Where counts differ, a mixed change by the formula (R8): squares won and lost, times the men that win and lose them.
        let fares = |seat: Seat| -> i64 {
            classes.iter().map(|class| i64::from(self.count(class, seat)) * class.shift.worth(parameters.capture_weight)).sum()
        };
        let by = fares(self.maker);
        let fare = |seat: Seat| Evidence::Fares { player: self.game.player(seat).name.clone(), by: fares(seat) };
        evidence.extend(std::iter::once(self.maker).chain(self.others.iter().copied()).map(fare));
        let worst = self.others.iter().copied().min_by_key(|&seat| fares(seat))?;
        let unfair = by > fares(worst) + i64::from(parameters.fair_tolerance);
        let name = &self.game.player(worst).name;
        unfair.then(|| format!("by the formula {maker} fares {} squares, {name} {}", hundredths(by), hundredths(fares(worst))))
    }
}

/// `knights 2-2, increase, rooks 2-1, mixed`.
fn tell(classes: &[Class], proposal: &Proposal<'_>, table: &Table<'_>) -> String {
    let one = |class: &Class| {
        let counts: Vec<String> = class.counts(table).iter().map(|(_, count)| count.to_string()).collect();
        format!("{} {} {}", class.name(&proposal.after), counts.join("-"), class.change)
    };
    let mut told: Vec<String> = classes.iter().take(MOST_TOLD).map(one).collect();
    if classes.len() > MOST_TOLD {
        told.push(format!("and {} more", classes.len() - MOST_TOLD));
    }
    told.join(", ")
}
