//! Captures that begin with another move: `Before a rook captures a pawn, it must move like the captured piece without capturing`.

use super::deeds::further;
use super::{Statement, acts, terms};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Act, Approach, Class, Form, How, Ref};

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    c.take("before")?;
    let who = terms::men(c)?;
    c.maybe("may");
    c.take("capture")?;
    let victims = c.attempt(|c| c.against(Ref::Actor, terms::men)).unwrap_or(Class::EVERY);
    c.comma();
    // who is to move is who is to capture
    if !c.it() {
        c.take("the")?;
        c.take_one_of(&["moving piece", "capturing piece"])?;
    }
    let from = c.at();
    let must = c.take_one_of(&["may", "must"])? == "must";
    c.sort(&Sort::Ordinal(1));
    // it may have to enter or to leave some squares, too
    let verb = acts::verb(c)?;
    let mut act = acts::after(c, verb, &Class::EVERY)?;
    let like = c.attempt(further::like);
    acts::details(c, &mut act);
    // it captures nobody on the way
    matches!(act.how, How::Any | How::Quiet).then_some(())?;
    act.how = How::Quiet;
    if like.is_none() && act == (Act { how: How::Quiet, ..Act::any(Class::EVERY) }) {
        let problem = "it is not said how it moves before that, or whether it must only have moved at some time".to_string();
        let problem = Diagnostic::new("L004", c.span_from(from), problem);
        return c.refuse(problem.hint("say: Before {man} captures, it must move like the captured piece without capturing; or: {Men} that have not moved may not capture."));
    }
    Some(Statement::Forms(vec![(Form::Approach(Approach { who, victims, act, like, must }), Vec::new())]))
}
