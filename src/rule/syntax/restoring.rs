//! What a rule restores when it goes: `ON REPEAL: pawns move as standard pawns`.

use super::{Statement, bans, declared, duties, moves, nouns, special};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::restoring::WHAT_IT_MAY;
use crate::rule::{Form, Kinds, Owner};

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    c.take("when this rule is repealed")?;
    c.comma();
    c.attempt(restored).or_else(|| lasting(c))
}

/// What would go on when the rule that says it has gone.
fn lasting(c: &mut Cursor) -> Option<Statement> {
    const LASTING: [fn(&mut Cursor) -> Option<Statement>; 7] =
        [moves::sentence, bans::of_players, duties::limits, duties::sentence, special::promotion, special::castling, declared::action];
    let start = c.at();
    LASTING.into_iter().find_map(|said| c.attempt(|c| said(c).filter(|_| c.end().is_some())))?;
    let problem =
        "R15: when a rule goes it can only restore normal chess, and this would hold from then on, when the rule that says it has gone";
    c.refuse(Diagnostic::new("L033", c.span_from(start), problem.to_string()).hint(WHAT_IT_MAY))
}

fn restored(c: &mut Cursor) -> Option<Statement> {
    let who = nouns::class(c)?;
    c.take("move")?;
    c.maybe("again");
    let usual = c.take("as usual").is_some();
    if !usual {
        c.take("like")?;
        c.maybe("a");
        c.take("standard")?;
        let like = nouns::class(c)?;
        if like.kinds != who.kinds || like.owner != Owner::Anyone {
            let problem = Diagnostic::new(
                "L033",
                c.span_from(c.at() - 1),
                "R15: when a rule goes it can only restore normal chess, so they move like standard ones of their own kind".to_string(),
            );
            return c.refuse(problem.hint("example: ON REPEAL: {men} move as standard {men}."));
        }
    }
    matches!(who.kinds, Kinds::Only(_)).then_some(())?;
    Some(Statement::Forms(vec![(Form::Restored(who), Vec::new())]))
}
