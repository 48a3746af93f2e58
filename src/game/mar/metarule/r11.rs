//! R11: no rule removes a man as it takes force. What removes men by the clock or by how things stand sleeps until everybody has had two phases.

use crate::board::Place;
use crate::rule::{
    Act, Chooser, Clause, Comparison, Condition, Deed, Event, Form, How, Kinds, Number, Part, Player, Point, Ref, Squares, Trigger, Ways,
    Whom, walk,
};

use crate::turn::Seat;

use super::super::multiverse::{Enacted, Multiverse};
use super::chances::{Toil, worlds};
use super::{Evidence, MetaRule, Proposal, Verdict};

pub const R11: MetaRule = MetaRule(11);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let game = proposal.before;
    let passes = "It passes if it says how pieces get lost by moves (\"when a piece captures ...\"), or at the opening or end of a phase.";
    let mut removed: Option<String> = None;
    let mut toil = Toil::new();
    for world in worlds(proposal) {
        world.each_way(&mut toil, &mut |after| {
            removed = lost(game, after);
            removed.is_none()
        });
        if removed.is_some() {
            break;
        }
    }
    if let Some(man) = removed {
        return Some(Verdict::broken(R11, format!("as it takes force it would remove {man}"), passes));
    }
    if let Some(sentence) = proposal.rule().and_then(|rule| by_secret(&rule.clauses)) {
        let says = format!("sentence {sentence} would remove pieces as it takes force, by what a player has named in secret");
        return Some(Verdict::broken(R11, says, passes));
    }
    let made = proposal.after.rule(&proposal.number)?;
    let delay = game.parameters.removal_delay;
    if let Some((sentence, turns)) = hurries(made.clauses(), delay) {
        let says = format!("sentence {sentence} would remove pieces after {turns} turn{}", if turns == 1 { "" } else { "s" });
        return Some(Verdict::broken(R11, says, format!("It passes with {delay} turns or more.")));
    }
    if made.resting.is_none() {
        return Some(Verdict::kept(R11, "removes nothing at once"));
    }
    let wakes = made.wakes;
    let maker = proposal.after.player(wakes.seat).name.clone();
    let asleep: Vec<usize> = sleepers(made.clauses());
    for &at in &asleep {
        let clause = &made.clauses()[at];
        // The phase that it waits for may be over in the turn in which it wakes.
        let first = wakes.turn + u32::from(proposal.after.acts_before(clause, wakes.seat));
        if let Some(turn) = too_soon(clause, first) {
            let says = format!("sentence {} would remove pieces in turn {turn}, before two turns have passed", at + 1);
            return Some(Verdict::broken(R11, says, format!("It passes from turn {first} on.")));
        }
    }
    let never = made.lasts.is_some_and(|window| !window.holds(wakes));
    let shown = asleep.iter().map(|&at| Evidence::Sleeps { clause: at + 1, turn: wakes.turn, player: maker.clone() });
    let sentence = told(&asleep, &maker, wakes.turn);
    let says = if never { format!("{sentence}, when the rule is over: it never acts") } else { sentence };
    Some(Verdict::warned(R11, says).shown_by(shown))
}

/// A man that stood on a board and does not stand there any more, in words.
fn lost(before: &Multiverse, after: &Multiverse) -> Option<String> {
    let geometry = &before.position.geometry;
    let gone = before.position.men().find_map(|(id, man)| {
        let cell = man.place.cell()?;
        let stays = match after.position.man(id).place {
            // Sent to another universe it is off its board.
            Place::Cell(now) => {
                after.position.geometry.board(after.position.geometry.cell(now).board).universe
                    == geometry.board(geometry.cell(cell).board).universe
            }
            Place::Pocket(_) | Place::Hand | Place::Gone => false,
        };
        (!stays).then_some((man, cell))
    });
    let (man, cell) = gone?;
    let entities = &before.position.entities;
    let place = before.universe_name(geometry.board(geometry.cell(cell).board).universe);
    Some(format!("the {} {} on {} in {place}", entities.army(man.army).name, entities.kind(man.kind).name, geometry.name(cell)))
}

/// The sentence, from 1, that removes men at once by what nobody may know who tests it: the verdict would open the secret.
fn by_secret(clauses: &[Clause]) -> Option<usize> {
    let asks = |clause: &Clause| {
        let mut found = false;
        walk::parts(clause, &mut |part| found |= matches!(part, Part::Squares(Squares::Secret(_))));
        found
    };
    let at_once = |clause: &Clause| match &clause.form {
        Form::Trigger(Trigger { event: Event::Enacted, deeds, .. }) => deeds.iter().any(Deed::removes),
        _ => false,
    };
    clauses.iter().position(|clause| at_once(clause) && asks(clause)).map(|at| at + 1)
}

fn told(asleep: &[usize], maker: &str, turn: u32) -> String {
    let which: Vec<String> = asleep.iter().map(|at| (at + 1).to_string()).collect();
    let (sentence, sleeps) = if asleep.len() == 1 { ("sentence", "sleeps") } else { ("sentences", "sleep") };
    format!("{sentence} {} {sleeps} until {maker}'s phase of turn {turn}", which.join(" and "))
}

impl Multiverse {
    /// In each turn a clause of the clock acts before the phase of this seat alone, if at all.
    fn acts_before(&self, clause: &Clause, seat: Seat) -> bool {
        let Form::Trigger(Trigger { event, .. }) = &clause.form else { return false };
        match event {
            Event::Turn => (0..seat.0).any(|earlier| self.player(Seat(earlier)).moves()),
            Event::Opens(Some(Player::Colour(colour))) | Event::Closes(Some(Player::Colour(colour))) => {
                self.seat_of_colour(colour).is_some_and(|of| of < seat)
            }
            _ => false,
        }
    }

    /// What of a rule does nothing yet, and until when, in words.
    pub fn not_yet(&self, rule: &Enacted) -> Option<String> {
        let sleeps = rule.resting.is_some() && self.phase < rule.wakes;
        sleeps.then(|| format!("{} (R11)", told(&sleepers(rule.clauses()), &self.player(rule.wakes.seat).name, rule.wakes.turn)))
    }
}

/// The clauses, from 0, that take men off their boards though nobody moves or captures (R11): by the clock, or instead of a move, or whatever
/// somebody moves.
pub fn sleepers(clauses: &[Clause]) -> Vec<usize> {
    let sleeps = |clause: &Clause| match &clause.form {
        Form::Trigger(trigger) => match &trigger.event {
            Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds => trigger.deeds.iter().any(Deed::removes),
            Event::Act(_) | Event::Would(_) => costs_whatever_moves(clause).is_some_and(|act| {
                let others = clauses.iter().filter_map(costs_whatever_moves).filter(|other| other.who.owner == act.who.owner);
                are_all(&others.map(|other| &other.who.kinds).collect::<Vec<_>>())
            }),
            Event::Enacted | Event::Repealed => false,
        },
        // Whoever gives up a man of his own does it by an act of his.
        Form::Action(action) => action.deeds.iter().any(Deed::removes_others),
        _ => false,
    };
    let mut asleep: Vec<usize> = (0..clauses.len()).filter(|&at| sleeps(&clauses[at])).collect();
    // What it asks of before it acts may not be noted meanwhile, else it would never act on those.
    let asked = marks_asked(asleep.iter().map(|&at| &clauses[at]));
    asleep.extend((0..clauses.len()).filter(|&at| !sleeps(&clauses[at]) && only_marks(&clauses[at], &asked)));
    asleep.sort_unstable();
    asleep
}

/// The marks that men must not bear yet for these clauses to do something to them.
fn marks_asked<'c>(clauses: impl Iterator<Item = &'c Clause>) -> Vec<String> {
    let mut asked = Vec::new();
    for clause in clauses {
        walk::parts(clause, &mut |part| {
            if let Part::Condition(Condition::Compare(Number::Borne { name, .. }, Comparison::Less, Number::Is(1))) = part {
                asked.push(name.clone());
            }
        });
    }
    asked
}

/// Whether a clause of the clock does nothing but mark men so.
fn only_marks(clause: &Clause, names: &[String]) -> bool {
    let Form::Trigger(Trigger { event, deeds, .. }) = &clause.form else { return false };
    let of_the_clock = matches!(event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds);
    let marks = |deed: &Deed| matches!(deed, Deed::Tally { name, by: Number::Is(1), set: true, .. } if names.contains(name));
    of_the_clock && !deeds.is_empty() && deeds.iter().all(marks)
}

/// The moves upon which a clause removes men, however those of its kinds are moved: who makes them has no way to move that loses nothing (R11).
/// Most moves are made without capturing.
fn costs_whatever_moves(clause: &Clause) -> Option<&Act> {
    let Form::Trigger(Trigger { event: Event::Act(act) | Event::Would(act), deeds, .. }) = &clause.form else { return None };
    let anywhere = act.from.is_none() && act.to.is_none() && act.over.is_none() && act.who.such.is_none();
    let anyhow = matches!(act.how, How::Any | How::Quiet) && act.ways == Ways::Every && act.counts.is_empty();
    let costs = !clause.when.as_ref().is_some_and(hangs_on_move) && deeds.iter().any(costs);
    (anywhere && anyhow && costs).then_some(act)
}

/// Whether these kinds together are all there are.
fn are_all(kinds: &[&Kinds]) -> bool {
    let named = |name: &String| kinds.iter().any(|kinds| matches!(kinds, Kinds::Only(names) if names.contains(name)));
    kinds.iter().any(|kinds| match kinds {
        Kinds::Every => true,
        Kinds::Except(names) => names.iter().all(named),
        Kinds::Only(_) => false,
    })
}

/// Whether it, or a part of it, removes a man whichever way somebody moves, and whatever he chooses then. What it removes around a moving piece,
/// or after two turns, is another matter.
fn costs(deed: &Deed) -> bool {
    let some = |deeds: &[Deed]| deeds.iter().any(costs);
    let anyone = |whom: &Whom| match whom {
        Whom::That(_) => true,
        Whom::Among { .. } => !part_hangs_on_move(&Deed::Choose(whom.clone())),
    };
    match deed {
        Deed::Remove(whom) | Deed::Reserve(whom, _) | Deed::Send { who: whom, .. } => anyone(whom),
        Deed::Hole { open: false, squares, .. } => {
            !part_hangs_on_move(deed)
                && !matches!(squares, Squares::Empty)
                && !matches!(squares, Squares::Both(all) if all.contains(&Squares::Empty))
        }
        Deed::Merge { .. } => true,
        Deed::May(Player::Mover, _) => false,
        Deed::Either(Chooser::Mover, ways) => ways.iter().all(|way| some(way)),
        Deed::If(condition, then, otherwise) if hangs_on_move(condition) => some(then) && some(otherwise),
        Deed::EachMan(whom, deeds) => anyone(whom) && some(deeds),
        Deed::Later(turns, _) if *turns >= 2 => false,
        deed => deed.inner().into_iter().any(some),
    }
}

fn hangs_on_move(condition: &Condition) -> bool {
    part_hangs_on_move(&Deed::If(condition.clone(), Vec::new(), Vec::new()))
}

/// Whether a deed speaks of what moves, of where, or of what is said with it: so of what could have been ordered otherwise.
fn part_hangs_on_move(deed: &Deed) -> bool {
    let mut found = false;
    walk::parts_of_deed(deed, &mut |part| {
        found |= match part {
            Part::Man(man) => matches!(man, Ref::Actor | Ref::Victim),
            Part::Point(point) => matches!(point, Point::From | Point::To),
            Part::Condition(condition) => matches!(condition, Condition::Said(_) | Condition::Check(_)),
            Part::Squares(squares) => matches!(squares, Squares::Secret(_)),
            _ => false,
        }
    });
    found
}

/// The sentence, from 1, and the turns after which it removes men when a rule has begun or ended, if those are too few.
fn hurries(clauses: &[Clause], delay: u32) -> Option<(usize, u8)> {
    let sooner = |deed: &Deed| match deed {
        Deed::Later(turns, deeds) if u32::from(*turns) < delay && deeds.iter().any(Deed::removes) => Some(*turns),
        _ => None,
    };
    clauses.iter().zip(1..).find_map(|(clause, sentence)| match &clause.form {
        Form::Trigger(Trigger { event: Event::Enacted | Event::Repealed, deeds, .. }) => {
            let mut found = None;
            deeds.iter().for_each(|deed| {
                walk::parts_of_deed(deed, &mut |part| {
                    if let Part::Deed(deed) = part {
                        found = found.or(sooner(deed));
                    }
                });
            });
            Some((sentence, found?))
        }
        _ => None,
    })
}

/// The clauses with those that sleep put to rest; `None`: none sleeps.
pub fn at_rest(clauses: &[Clause]) -> Option<Vec<Clause>> {
    resting(clauses, &sleepers(clauses))
}

/// The same where words have been put in some of them: for the sake of those no other sleeps that was awake without them (R17).
pub fn at_rest_filled(clauses: &[Clause], filled: impl Fn(usize) -> bool) -> Option<Vec<Clause>> {
    let clear: Vec<Clause> =
        clauses.iter().enumerate().map(|(at, clause)| if filled(at) { clause.at_rest() } else { clause.clone() }).collect();
    let before = sleepers(&clear);
    let mut asleep = sleepers(clauses);
    asleep.retain(|at| filled(*at) || before.contains(at));
    resting(clauses, &asleep)
}

fn resting(clauses: &[Clause], asleep: &[usize]) -> Option<Vec<Clause>> {
    let rest = |(at, clause): (usize, &Clause)| if asleep.contains(&at) { clause.at_rest() } else { clause.clone() };
    (!asleep.is_empty()).then(|| clauses.iter().enumerate().map(rest).collect())
}

/// The turn that a clause waits for and that comes before the first in which it may act, if it waits for one alone.
fn too_soon(clause: &Clause, first: u32) -> Option<i32> {
    let mut found = None;
    walk::parts_of_condition(clause.when.as_ref()?, &mut |part| {
        if let Part::Condition(Condition::Compare(
            Number::Turn,
            Comparison::Equal | Comparison::AtMost | Comparison::Less,
            Number::Is(turn),
        )) = part
            && *turn < first as i32
        {
            found = Some(*turn);
        }
    });
    found
}
