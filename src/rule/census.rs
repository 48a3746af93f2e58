//! What clauses are made of, to be counted: every deed, class, condition, number, choice and group of squares in them, wherever it stands.

use super::{Act, CaptureEdit, Chooser, Class, Clause, Condition, Deed, Event, Form, How, Motion, Number, Player, Spot, Squares, Whom};

/// A part of a clause.
#[derive(Clone, Copy, Debug)]
pub enum Part<'c> {
    Deed(&'c Deed),
    Class(&'c Class),
    Condition(&'c Condition),
    Number(&'c Number),
    Squares(&'c Squares),
    Chooser(&'c Chooser),
    Player(&'c Player),
}

/// Whether some part of a clause is such.
pub fn holds(clause: &Clause, such: &dyn Fn(Part) -> bool) -> bool {
    let mut found = false;
    each(clause, &mut |part| found |= such(part));
    found
}

type See<'s, 'c> = &'s mut dyn FnMut(Part<'c>);

fn each<'c>(clause: &'c Clause, see: See<'_, 'c>) {
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
        | Form::Prose(_) => {}
        Form::Crossing(who) | Form::Restored(who) => class(who, see),
        Form::Movement(movement) => {
            class(&movement.who, see);
            for motion in &movement.motions {
                if let Motion::LikeMen { who, on } = motion {
                    class(who, see);
                    squares(on, see);
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
                Event::Opens(who) | Event::Closes(who) => who.iter().for_each(|who| see(Part::Player(who))),
                Event::Turn | Event::TurnEnds | Event::Enacted | Event::Repealed => {}
            }
            deeds(&trigger.deeds, see);
        }
        Form::Action(action) => {
            action.who.iter().for_each(|who| see(Part::Player(who)));
            deeds(&action.deeds, see);
        }
        Form::Region { squares: there, .. } => squares(there, see),
        Form::Ending(ending) => see(Part::Player(&ending.who)),
    }
    if let Some(when) = &clause.when {
        condition(when, see);
    }
}

fn class<'c>(who: &'c Class, see: See<'_, 'c>) {
    see(Part::Class(who));
    if let Some(such) = &who.such {
        condition(such, see);
    }
}

fn capture<'c>(edit: &'c CaptureEdit, see: See<'_, 'c>) {
    class(&edit.captor, see);
    class(&edit.victim, see);
    if let Some(explosion) = &edit.explosion {
        class(&explosion.hits, see);
    }
}

fn act<'c>(act: &'c Act, see: See<'_, 'c>) {
    class(&act.who, see);
    if let How::Capture(victims) = &act.how {
        class(victims, see);
    }
    for there in act.from.iter().chain(&act.to) {
        squares(there, see);
    }
}

fn deeds<'c>(all: &'c [Deed], see: See<'_, 'c>) {
    for one in all {
        deed(one, see);
    }
}

fn deed<'c>(deed: &'c Deed, see: See<'_, 'c>) {
    see(Part::Deed(deed));
    match deed {
        Deed::Remove(who) | Deed::Return(who) | Deed::Step(who, ..) | Deed::Hold(who, _) | Deed::Climb(who, _) => whom(who, see),
        Deed::Become(who, _, by) => {
            whom(who, see);
            see(Part::Chooser(by));
        }
        Deed::Join(who, of) | Deed::Reserve(who, of) => {
            whom(who, see);
            see(Part::Player(of));
        }
        Deed::Go(who, to) => {
            whom(who, see);
            spot(to, see);
        }
        Deed::Swap(one, other) => {
            whom(one, see);
            whom(other, see);
        }
        Deed::Place { owner, spot: on, .. } => {
            see(Part::Player(owner));
            spot(on, see);
        }
        Deed::Drop { who, owner, spot: on } => {
            class(who, see);
            see(Part::Player(owner));
            spot(on, see);
        }
        Deed::Hole { squares: on, chooser, .. } => {
            squares(on, see);
            see(Part::Chooser(chooser));
        }
        Deed::Send { who, .. } | Deed::Stray { who, .. } => whom(who, see),
        Deed::Hand { to, .. } => see(Part::Player(to)),
        Deed::Shift { squares: on, .. } | Deed::Mark { squares: on, .. } => squares(on, see),
        Deed::Count { of, by, .. } => {
            see(Part::Player(of));
            number(by, see);
        }
        Deed::Again { act: again, .. } => act(again, see),
        Deed::Skip(of) => see(Part::Player(of)),
        Deed::If(holds, then) => {
            condition(holds, see);
            deeds(then, see);
        }
        Deed::May(by, then) => {
            see(Part::Player(by));
            deeds(then, see);
        }
        Deed::EachPlayer(then) | Deed::Later(_, then) => deeds(then, see),
        Deed::For(_, during) => self::deed(during, see),
        // what it says stands in a clause of its own
        Deed::Meanwhile(..) => {}
        Deed::Chance(outcomes) => outcomes.iter().for_each(|(_, then)| deeds(then, see)),
        Deed::Turn(_) | Deed::Open(_) | Deed::Merge { .. } | Deed::Grow { .. } | Deed::JoinEdges { .. } | Deed::GoOn => {}
    }
}

fn whom<'c>(who: &'c Whom, see: See<'_, 'c>) {
    if let Whom::Among { who, on, chooser } = who {
        class(who, see);
        squares(on, see);
        see(Part::Chooser(chooser));
    }
}

fn spot<'c>(spot: &'c Spot, see: See<'_, 'c>) {
    match spot {
        Spot::At(_) => {}
        Spot::One(among, by) => {
            squares(among, see);
            see(Part::Chooser(by));
        }
        Spot::Each(all) => squares(all, see),
    }
}

fn squares<'c>(there: &'c Squares, see: See<'_, 'c>) {
    see(Part::Squares(there));
    match there {
        Squares::Rank { number: of, .. } => number(of, see),
        Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } | Squares::Not(of) => squares(of, see),
        Squares::Under(who) | Squares::AttackedBy(who) => class(who, see),
        Squares::Both(parts) | Squares::Either(parts) => parts.iter().for_each(|part| squares(part, see)),
        _ => {}
    }
}

fn number<'c>(of: &'c Number, see: See<'_, 'c>) {
    see(Part::Number(of));
    match of {
        Number::Men { who, on } => {
            class(who, see);
            squares(on, see);
        }
        Number::Squares(on) => squares(on, see),
        Number::Lost(who) | Number::Attackers { by: who, .. } => class(who, see),
        Number::Of(one, _, other) => {
            number(one, see);
            number(other, see);
        }
        Number::Times(past) => act(&past.act, see),
        _ => {}
    }
}

fn condition<'c>(holds: &'c Condition, see: See<'_, 'c>) {
    see(Part::Condition(holds));
    match holds {
        Condition::Not(inner) => condition(inner, see),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| condition(part, see)),
        Condition::Compare(one, _, other) => {
            number(one, see);
            number(other, see);
        }
        Condition::Is(_, who) | Condition::Attacked(_, who) | Condition::Attacks(_, who) => class(who, see),
        Condition::On(_, on) => squares(on, see),
        Condition::There(who, on) => {
            class(who, see);
            squares(on, see);
        }
        Condition::Check(who) | Condition::Belongs(_, who) | Condition::Stuck(who) => see(Part::Player(who)),
        Condition::Can(able) => act(able, see),
        Condition::Happened(past) => {
            act(&past.act, see);
            past.by.iter().for_each(|by| see(Part::Player(by)));
        }
        _ => {}
    }
}
