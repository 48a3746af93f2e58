//! Whom a sentence is about: of them what a guard says of "it" is said.

use super::syntax::{Said, SaidMotion, Statement};
use super::{Ban, Class, Event, Form, How, Whom};

/// The men a sentence is about; none where it is about several.
pub fn subjects(statement: &mut Statement) -> Vec<&mut Class> {
    match statement {
        Statement::Moves(said) => said.iter_mut().flat_map(movers).collect(),
        Statement::Captures(said) => match (&mut said.captor, &mut said.victim) {
            (Some(captor), None) => vec![captor],
            (None, Some(victim)) => vec![victim],
            _ => Vec::new(),
        },
        Statement::Ending(..) => Vec::new(),
        Statement::Forms(forms) => {
            let all: Vec<Option<&mut Class>> = forms.iter_mut().map(|(form, _)| form.subject()).collect();
            if all.iter().all(Option::is_some) { all.into_iter().flatten().collect() } else { Vec::new() }
        }
    }
}

/// Whom a predicate on movement is about: bans name their men themselves, those who may not be captured as well.
fn movers<'a>(said: &'a mut Said) -> Vec<&'a mut Class> {
    match &mut said.motion {
        SaidMotion::Bans(bans) => {
            let passive = said.passive;
            let men = |ban: &'a mut Ban| match &mut ban.act.how {
                How::Capture(victims) if passive => victims,
                _ => &mut ban.act.who,
            };
            bans.iter_mut().map(men).collect()
        }
        _ => vec![&mut said.who],
    }
}

impl Form {
    /// The men the clause is about.
    pub(super) fn subject(&mut self) -> Option<&mut Class> {
        match self {
            Form::Movement(movement) => Some(&mut movement.who),
            Form::Promotion(promotion) => Some(&mut promotion.who),
            Form::InPassing(passing) => Some(&mut passing.who),
            Form::Castling(castling) => Some(&mut castling.who),
            Form::OwnPrey(prey) => Some(&mut prey.who),
            Form::Approach(approach) => Some(&mut approach.who),
            Form::Ban(ban) => Some(&mut ban.act.who),
            Form::Duty(duty) if duty.or.is_empty() => Some(&mut duty.act.who),
            Form::Trigger(trigger) => match (&mut trigger.event, trigger.deeds.as_mut_slice()) {
                (Event::Act(act), _) => Some(&mut act.who),
                // at a time: all those to whom it is done, each asked by itself
                (_, [deed]) => match deed.done_to() {
                    Some(Whom::Among { who, .. }) => Some(who),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
