//! What a rule restores when it goes: `ON REPEAL: pawns move as standard pawns`.

use super::{Statement, nouns};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Form, Kinds, Owner};

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    c.take("when this rule is repealed")?;
    c.comma();
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
