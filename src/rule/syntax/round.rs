//! Edges that are joined for some men alone: `For rooks the left and right edges are joined.`, `..., wrapping round the left and right edges`.

use super::deeds::opposite_edges;
use super::{Statement, terms};
use crate::board::Seams;
use crate::movement::Use;
use crate::rule::cursor::Cursor;
use crate::rule::{Class, Form, Kinds, Manner, Motion, Movement, Terms};

/// How far on it may be said that edges are joined.
const MAX_AHEAD: usize = 24;

/// `For rooks the left and right edges are joined.`, `The left and right edges are joined for rooks only.`
pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    (0..MAX_AHEAD).any(|ahead| c.sees(ahead, "are joined")).then_some(())?;
    let before = c.attempt(|c| {
        c.maybe("only");
        c.take("for")?;
        let who = terms::class(c)?;
        c.comma();
        Some(who)
    });
    let round = edges(c)?;
    c.take("are joined")?;
    // "and the lower and upper edges are joined"
    let more = c.attempt(|c| {
        c.take("and")?;
        let more = edges(c)?;
        c.take("are joined").map(|()| more)
    });
    let round = more.map_or(round, |more| Seams { files: round.files || more.files, ranks: round.ranks || more.ranks });
    let who = match before {
        Some(who) => who,
        None => {
            c.maybe("only");
            c.take("for")?;
            let who = terms::class(c)?;
            c.maybe("only");
            who
        }
    };
    let of_kind = |kind: String| {
        let motions = vec![Motion::Like { kind: kind.clone(), standard: false }];
        let who = Class { kinds: Kinds::Only(vec![kind]), ..who.clone() };
        let terms = Terms { round, ..Terms::default() };
        (Form::Movement(Movement { who, aspect: Use::Any, manner: Manner::Also, motions, terms }), Vec::new())
    };
    Some(Statement::Forms(c.words.kinds_of(&who).into_iter().map(of_kind).collect()))
}

/// After a motion: `, wrapping round the left and right edges`.
pub fn wrapping(c: &mut Cursor) -> Option<Seams> {
    c.comma();
    c.maybe("wrapping round").then_some(())?;
    edges(c)
}

/// `the left and right edges`, `all edges`.
fn edges(c: &mut Cursor) -> Option<Seams> {
    if c.attempt(|c| {
        c.take("every")?;
        c.maybe("opposite");
        c.take("edge")
    })
    .is_some()
    {
        return Some(Seams { files: true, ranks: true });
    }
    let mut found = Seams::default();
    let mut add = |files: bool| if files { found.files = true } else { found.ranks = true };
    add(opposite_edges(c)?);
    if let Some(other) = c.attempt(|c| {
        c.take("and")?;
        opposite_edges(c)
    }) {
        add(other);
    }
    Some(found)
}
