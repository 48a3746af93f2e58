//! What clauses ask: every condition and number in them, to find out on what a rule hangs (the turn, the past).
//!
//! Invariant: every condition and number that a clause holds is met here; a new form that is forgotten does not compile.

use super::{Act, CaptureEdit, Class, Clause, Condition, Deed, Event, Form, How, Motion, Number, Past, Point, Spot, Squares, Whom};

/// A condition or a number inside a clause.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'c> {
    Condition(&'c Condition),
    Number(&'c Number),
}

type See<'s, 'c> = &'s mut dyn FnMut(Asked<'c>);

/// Meets every condition and number of a clause, those around others first.
pub fn asks<'c>(clause: &'c Clause, see: See<'_, 'c>) {
    if let Some(when) = &clause.when {
        condition(when, see);
    }
    match &clause.form {
        Form::Kind(_)
        | Form::Armies(_)
        | Form::Board { .. }
        | Form::SecondBoard
        | Form::Array(_)
        | Form::Safety(_)
        | Form::Counter(_)
        | Form::Secret
        | Form::Side(_)
        | Form::Hole(_)
        | Form::Prose(_)
        | Form::Ending(_) => {}
        Form::Crossing(who) | Form::Restored(who) => class(who, see),
        Form::Movement(movement) => {
            class(&movement.who, see);
            for motion in &movement.motions {
                match motion {
                    Motion::LikeMen { who, on } => {
                        class(who, see);
                        squares(on, see);
                    }
                    Motion::Pattern(_) | Motion::Like { .. } => {}
                }
            }
        }
        Form::Promotion(promotion) => class(&promotion.who, see),
        Form::InPassing(passing) => {
            class(&passing.who, see);
            class(&passing.by, see);
        }
        Form::Castling(castling) => {
            class(&castling.who, see);
            class(&castling.with, see);
        }
        Form::Capture(edit) => capture(edit, see),
        Form::OwnPrey(prey) => {
            class(&prey.who, see);
            class(&prey.victims, see);
        }
        Form::Ban(ban) => act(&ban.act, see),
        Form::Duty(duty) => act(&duty.act, see),
        Form::Trigger(trigger) => {
            match &trigger.event {
                Event::Act(of) | Event::Would(of) => act(of, see),
                Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds | Event::Enacted | Event::Repealed => {}
            }
            deeds(&trigger.deeds, see);
        }
        Form::Action(action) => deeds(&action.deeds, see),
        Form::Region { squares: there, .. } => squares(there, see),
    }
}

fn capture<'c>(edit: &'c CaptureEdit, see: See<'_, 'c>) {
    class(&edit.captor, see);
    class(&edit.victim, see);
    if let Some(explosion) = &edit.explosion {
        class(&explosion.hits, see);
    }
}

fn class<'c>(who: &'c Class, see: See<'_, 'c>) {
    if let Some(such) = &who.such {
        condition(such, see);
    }
}

fn act<'c>(act: &'c Act, see: See<'_, 'c>) {
    class(&act.who, see);
    match &act.how {
        How::Capture(victims) => class(victims, see),
        How::Promote(_) | How::Any | How::Quiet | How::Check | How::Castle => {}
    }
    act.from.iter().chain(&act.to).for_each(|there| squares(there, see));
}

fn deeds<'c>(all: &'c [Deed], see: See<'_, 'c>) {
    all.iter().for_each(|one| deed(one, see));
}

fn deed<'c>(deed: &'c Deed, see: See<'_, 'c>) {
    match deed {
        Deed::Remove(who)
        | Deed::Return(who)
        | Deed::Step(who, ..)
        | Deed::Hold(who, _)
        | Deed::Become(who, ..)
        | Deed::Climb(who, _)
        | Deed::Join(who, _)
        | Deed::Reserve(who, _) => whom(who, see),
        Deed::Go(who, to) => {
            whom(who, see);
            spot(to, see);
        }
        Deed::Swap(one, other) => {
            whom(one, see);
            whom(other, see);
        }
        Deed::Place { spot: on, .. } => spot(on, see),
        Deed::Drop { who, spot: on, .. } => {
            class(who, see);
            spot(on, see);
        }
        Deed::Shift { squares: on, .. } | Deed::Hole { squares: on, .. } | Deed::Mark { squares: on, .. } => squares(on, see),
        Deed::Send { who, .. } | Deed::Stray { who, .. } => whom(who, see),
        Deed::Hand { .. } | Deed::Open(_) | Deed::Merge { .. } => {}
        Deed::Grow { .. } | Deed::Turn(_) | Deed::JoinEdges { .. } | Deed::GoOn | Deed::Skip(_) => {}
        Deed::Count { by, .. } => number(by, see),
        Deed::Again { act: again, .. } => act(again, see),
        Deed::If(holds, then) => {
            condition(holds, see);
            deeds(then, see);
        }
        Deed::May(_, then) | Deed::EachPlayer(then) | Deed::Later(_, then) => deeds(then, see),
        Deed::For(_, during) => self::deed(during, see),
        // what it says stands in a clause of its own
        Deed::Meanwhile(..) => {}
        Deed::Chance(outcomes) => outcomes.iter().for_each(|(_, then)| deeds(then, see)),
    }
}

fn whom<'c>(who: &'c Whom, see: See<'_, 'c>) {
    match who {
        Whom::That(_) => {}
        Whom::Among { who, on, .. } => {
            class(who, see);
            squares(on, see);
        }
    }
}

fn spot<'c>(spot: &'c Spot, see: See<'_, 'c>) {
    match spot {
        Spot::At(at) => point(at, see),
        Spot::One(there, _) | Spot::Each(there) => squares(there, see),
    }
}

#[expect(clippy::only_used_in_recursion, reason = "no point asks anything yet; one that does is to be met here")]
fn point<'c>(at: &'c Point, see: See<'_, 'c>) {
    match at {
        Point::Beyond(from, _) | Point::Opposite(from) => point(from, see),
        Point::Named(_) | Point::Of(_) | Point::Home(_) | Point::HomeOfKind(_) | Point::From | Point::To | Point::Before(_) => {}
    }
}

fn squares<'c>(there: &'c Squares, see: See<'_, 'c>) {
    match there {
        Squares::Rank { number: of, .. } => number(of, see),
        Squares::At(at) => point(at, see),
        Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } | Squares::Not(of) => squares(of, see),
        Squares::Under(who) | Squares::AttackedBy(who) => class(who, see),
        Squares::Both(parts) | Squares::Either(parts) => parts.iter().for_each(|part| squares(part, see)),
        Squares::Every
        | Squares::These(_)
        | Squares::LastRank
        | Squares::Files(_)
        | Squares::Light
        | Squares::Dark
        | Squares::Edge
        | Squares::Corner
        | Squares::Centre
        | Squares::Half { .. }
        | Squares::Region(_)
        | Squares::Secret(_)
        | Squares::Empty => {}
    }
}

fn number<'c>(asked: &'c Number, see: See<'_, 'c>) {
    see(Asked::Number(asked));
    match asked {
        Number::Men { who, on } => {
            class(who, see);
            squares(on, see);
        }
        Number::Squares(on) => squares(on, see),
        Number::Lost(who) => class(who, see),
        Number::Times(past) => act(&past.act, see),
        Number::Rank { point: at, .. } | Number::File(at) => point(at, see),
        Number::Attackers { at, by } => {
            point(at, see);
            class(by, see);
        }
        Number::Distance(one, other) => {
            point(one, see);
            point(other, see);
        }
        Number::Of(one, _, other) => {
            number(one, see);
            number(other, see);
        }
        Number::Is(_) | Number::Turn | Number::Counter { .. } | Number::Value(_) | Number::Moves(_) => {}
    }
}

fn condition<'c>(asked: &'c Condition, see: See<'_, 'c>) {
    see(Asked::Condition(asked));
    match asked {
        Condition::Not(inner) => condition(inner, see),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| condition(part, see)),
        Condition::Compare(one, _, other) => {
            number(one, see);
            number(other, see);
        }
        Condition::Is(_, who) | Condition::Attacks(_, who) => class(who, see),
        Condition::On(at, on) => {
            point(at, see);
            squares(on, see);
        }
        Condition::There(who, on) => {
            class(who, see);
            squares(on, see);
        }
        Condition::Attacked(at, who) => {
            point(at, see);
            class(who, see);
        }
        Condition::Can(able) => act(able, see),
        Condition::Happened(Past { act: of, .. }) => act(of, see),
        Condition::Check(_)
        | Condition::Belongs(..)
        | Condition::Stuck(_)
        | Condition::SameKind(..)
        | Condition::SameMan(..)
        | Condition::Said(_) | Condition::Underway { .. } => {}
    }
}
