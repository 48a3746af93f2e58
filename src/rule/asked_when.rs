//! When it is asked what a guard says: once, at each phase's end, as a turn begins; and what cannot be asked then.

use super::diagnostic::Diagnostic;
use super::syntax::{ASKED_ONCE, LEFT_UNDONE};
use super::{Action, Clause, Condition, Event, Form, Player, Trigger, When};

/// Whether it asks what the player on move has done.
fn done_by_the_mover(when: &Condition) -> bool {
    match when {
        Condition::Not(inner) => done_by_the_mover(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(done_by_the_mover),
        Condition::Happened(past) => past.by == Some(Player::Mover),
        _ => false,
    }
}

/// Whether it asks what the player on move has ever done.
fn ever_done(when: &Condition) -> bool {
    match when {
        Condition::Not(inner) => ever_done(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(ever_done),
        Condition::Happened(past) => past.by == Some(Player::Mover) && past.when == When::Ever,
        _ => false,
    }
}

/// Whether it asks that the player on move is in check.
fn checks_the_mover(when: &Condition) -> bool {
    match when {
        Condition::All(parts) => parts.iter().any(checks_the_mover),
        when => *when == Condition::Check(Player::Mover),
    }
}

/// Puts a guard on the clauses of a sentence. What is done "on every fifth turn" is done at the beginning of each, not once.
pub fn guard_clauses(clauses: &mut [Clause], when: Option<Condition>) -> Result<(), Diagnostic> {
    // what there is to count is there whether or not anything is counted
    let declared = |clause: &Clause| matches!(clause.form, Form::Counter(_) | Form::Kind(_));
    if let Some(first) = clauses.first().filter(|_| when.is_some() && clauses.iter().all(declared)) {
        let problem = "what there is to count, and what kinds there are, is so from the beginning, without a condition".to_string();
        let hint = "say it by itself (Each player has points, starting at zero.) and what happens on the condition in another sentence";
        return Err(Diagnostic::new("L030", first.span, problem).hint(hint));
    }
    // "If white is in check, white must move his king, otherwise ...": by then he is not
    let duty = clauses.iter().any(|clause| matches!(clause.form, Form::Duty(_)));
    let left_undone = |clause: &Clause| clause.assumed.iter().any(|note| note.starts_with(LEFT_UNDONE));
    let punished = |clause: &&mut Clause| {
        let closes = matches!(&clause.form, Form::Trigger(trigger) if matches!(trigger.event, Event::Closes(Some(_))));
        closes && (duty || left_undone(clause))
    };
    if when.as_ref().is_some_and(|when| !when.names_turns())
        && let Some(price) = clauses.iter_mut().find(punished)
    {
        let problem = "whether it has been done is asked at the end of the phase, when the condition may be over".to_string();
        let hint = "say the duty by itself (If white is in check, a player must move {man} if able.), or the price without a condition";
        return Err(Diagnostic::new("L030", price.span, problem).hint(hint));
    }
    for clause in clauses {
        if let (Form::Trigger(trigger), Some(_)) = (&mut clause.form, &when)
            && trigger.event == Event::Enacted
            && when.as_ref().is_some_and(Condition::counts_turns)
        {
            // what somebody has done is asked of each in his phase: as a turn begins nobody is on move
            let his = when.as_ref().is_some_and(done_by_the_mover);
            trigger.event = if his { Event::Opens(Some(Player::Each)) } else { Event::Turn };
        }
        // "if a player cannot move a pawn, he loses a point": he is asked for a move of some sort, and makes another one
        if matches!(&clause.form, Form::Trigger(trigger) if trigger.event == Event::Enacted)
            && when.as_ref().is_some_and(Condition::asks_for_a_move)
        {
            let problem = "whether such a move is legal can be asked by a duty or a ban, and not by what happens besides".to_string();
            let hint = "ask for what was done: At the end of each player's phase, if he has not moved {man} this turn, he loses a {bare}.";
            return Err(Diagnostic::new("L030", clause.span, problem).hint(hint));
        }
        // who has a move makes it: what is done where there is none is done instead of one
        if let Form::Trigger(Trigger { event: Event::Enacted, deeds, .. }) = &mut clause.form
            && when.as_ref().is_some_and(Condition::asks_what_is_legal)
        {
            clause.form = Form::Action(Action { who: None, deeds: std::mem::take(deeds) });
            clause.assumed.push("instead of a move, by whoever is on move".to_string());
        }
        // who has moved is in check no more: it is asked as his phase begins
        if let (Form::Trigger(trigger), Some(when)) = (&mut clause.form, &when)
            && trigger.event == Event::Enacted
            && checks_the_mover(when)
        {
            trigger.event = Event::Opens(Some(Player::Each));
            clause.assumed.push("asked at the start of each player's phase; for once say \"at once\" first".to_string());
        }
        // when the turns have been counted
        if let (Form::Trigger(trigger), Some(when)) = (&mut clause.form, &when)
            && trigger.event == Event::Enacted
            && when.asks_how_long()
        {
            trigger.event = Event::TurnEnds;
            clause.assumed.push("asked at the end of every turn, for once say \"at once\" first".to_string());
        }
        // Without an event a condition is asked again and again, not once.
        if let (Form::Trigger(trigger), Some(_)) = (&mut clause.form, &when)
            && trigger.event == Event::Enacted
        {
            trigger.event = Event::Closes(None);
            clause.assumed.push("asked at the end of every phase; for once say \"at once\" first".to_string());
        }
        if matches!(&clause.form, Form::Trigger(trigger) if matches!(trigger.event, Event::Closes(_)))
            && when.as_ref().is_some_and(ever_done)
        {
            clause.assumed.push("at any time so far; for this turn alone say \"this turn\"".to_string());
        }
        if matches!(&clause.form, Form::Trigger(trigger) if trigger.event != Event::Enacted) {
            clause.assumed.retain(|note| note != ASKED_ONCE);
        }
        clause.when = when.clone().filter(|_| !declared(clause));
    }
    Ok(())
}
