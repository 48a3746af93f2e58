//! What is done when a player has not done on his next turn what he must: `the opponent must move a knight on his next turn, otherwise he loses a
//! pawn`.

use super::{Cast, of_player, optional};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Act, Class, Condition, Deed, Duty, Form, Lasting, Owner, Past, Player, When};

/// Behind what is said to hold for a time: as the next phase of whoever moves now opens, it is seen whether the duty was done.
pub fn otherwise(c: &mut Cursor, cast: &Cast, found: &[Deed]) -> Option<Vec<Deed>> {
    let Some(Deed::Meanwhile(time, form)) = found.last().filter(|_| is_said(c, found)) else { return None };
    let duty = match &**form {
        Form::Duty(duty) if duty.or.is_empty() && duty.best.is_none() && duty.otherwise.is_empty() => Some(duty),
        _ => None,
    };
    let from = c.at();
    let done = Cast { doer: Player::Opponent, chooser: of_player(Player::Opponent), implied: None, ..cast.clone() };
    let instead = optional::if_it_fails(c, &done)?;
    match (duty.and_then(undone), time) {
        (Some(undone), Lasting::Turns(1) | Lasting::UntilNext) => Some(vec![Deed::Later(1, vec![Deed::If(undone, instead, Vec::new())])]),
        _ => {
            let problem = "this can be said of a duty of the opponent's on his next turn, and of nothing else that lasts".to_string();
            let hint = "ask for it when the time is over: At the end of each player's phase, if he has not moved {man} this turn, he loses one point";
            c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint))
        }
    }
}

/// Whether a player says here what comes of something that lasts: it never fails at once. "Failing that" is what the printer writes.
pub fn is_said(c: &Cursor, found: &[Deed]) -> bool {
    let otherwise = c.sees(0, "otherwise") || c.sees(0, "failing that");
    let printed = c.peek().is_some_and(|next| next.token.is_word("failing"));
    otherwise && !printed && matches!(found.last(), Some(Deed::Meanwhile(..)))
}

/// The opponent has not done it in his last phase.
fn undone(duty: &Duty) -> Option<Condition> {
    let who = Class { owner: Owner::Anyone, ..duty.act.who.clone() };
    let theirs = duty.act.who.owner == Owner::Enemy && who.such.is_none();
    let act = Box::new(Act { who, ..duty.act.clone() });
    let past = Past { act, by: Some(Player::Opponent), man: None, when: When::LastTurn };
    theirs.then(|| Condition::Not(Box::new(Condition::Happened(past))))
}
