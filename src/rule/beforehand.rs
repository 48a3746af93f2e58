//! What is granted to whoever is so: `A player who is in check may move twice`. It is asked of the piece that moves, before it does; after the move he is in
//! check no more.

use super::lasting::seen_from_the_man;
use super::syntax::Statement;
use super::walk::{Part, parts_of_condition};
use super::words::Lexeme;
use super::{Condition, Event, Form, How, Number, Trigger};

/// Puts what is asked of the board on the pieces that move, where what they do is no event that the player has told of himself; whether it could be put
/// there.
pub fn asked_before(statement: &mut Statement, when: &Condition, body: &[Lexeme]) -> bool {
    let Statement::Forms(forms) = statement else { return false };
    if body.iter().any(|lexeme| lexeme.means("when")) || when.counts_turns() || !asks_of_the_board(when) {
        return false;
    }
    let Some(when) = seen_from_the_man(when) else { return false };
    let [.., (Form::Trigger(Trigger { event: Event::Act(act), .. }), _)] = forms.as_mut_slice() else { return false };
    if act.how != How::Any || act.from.is_some() || act.to.is_some() || act.over.is_some() {
        return false;
    }
    act.who = act.who.clone().such_that(when);
    true
}

fn asks_of_the_board(when: &Condition) -> bool {
    let mut asks = false;
    parts_of_condition(when, &mut |part| {
        asks |= part.asks_for_attacks()
            || matches!(part, Part::Condition(Condition::There(..) | Condition::On(..)))
            || matches!(part, Part::Number(Number::Men { .. } | Number::Squares(_)));
    });
    asks
}
