//! What men become: `a queen`, `a queen or a rook`, `the next kind of pawn, knight and rook`.

use super::{Cast, chooser};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::nouns;
use crate::rule::{Chooser, Deed, Kinds, Player, Point, Ref, Squares, Whom};

/// After "becomes": `a queen`, `a queen or a rook`, `the next kind of pawn, knight and rook`.
pub fn changed(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    if let Some(hole) = c.attempt(|c| walled_up(c, &who)) {
        return Some(hole);
    }
    if let Some(army) = c.attempt(|c| {
        let army = nouns::army(c)?;
        // "becomes a white knight" is a kind
        c.attempt(nouns::kind).is_none().then_some(army)
    }) {
        return Some(Deed::Join(who, Player::Colour(army)));
    }
    // "a second, dummy king": a man that becomes a king is never the real one
    c.attempt(|c| {
        c.maybe("a");
        let said = |c: &mut Cursor| {
            let second = c.peek().is_some_and(|lexeme| lexeme.token.sort == Sort::Ordinal(2));
            if second {
                c.skip();
            }
            second || c.maybe_one_of(&["dummy", "new", "other", "additional"]).is_some()
        };
        said(c).then_some(())?;
        while c.comma() || said(c) {}
        Some(())
    });
    if c.take("the next of").is_some() {
        return ladder(c).map(|kinds| Deed::Climb(who, kinds));
    }
    let kinds = choices(c)?;
    nouns::unchanged(c);
    // of one kind nobody chooses: whoever is named then chooses the man
    let by = match kinds.len() {
        1 => Chooser::All,
        _ => chooser(c, cast).unwrap_or_else(|| cast.chooser.clone()),
    };
    Some(Deed::Become(who, kinds, by))
}

/// `a wall`: the square where somebody stands becomes a hole, and he is gone. A king never is.
fn walled_up(c: &mut Cursor, who: &Whom) -> Option<Deed> {
    c.maybe("a");
    c.take("hole")?;
    let it = c.since(0).iter().rev().take(4).any(|lexeme| lexeme.means("it"));
    if it && *who == Whom::That(Ref::Actor) && c.stance.place.is_some() {
        let problem = "it is not clear whether this is the piece or the square".to_string();
        let problem = Diagnostic::new("L004", c.span_from(c.at() - 2), problem);
        return c
            .refuse(problem.hint("say \"the square it came from becomes a hole\", or \"its square becomes a hole\" where it now stands"));
    }
    let royal = || c.words.kinds.iter().filter(|kind| kind.royal).map(|kind| kind.name.clone()).collect::<Vec<_>>();
    let (squares, chooser) = match who {
        Whom::That(of) => (Squares::At(Point::Of(*of)), Chooser::All),
        Whom::Among { who, on, chooser } => {
            let mut who = who.clone();
            match &mut who.kinds {
                kinds @ Kinds::Every => *kinds = Kinds::Except(royal()),
                Kinds::Except(spared) => spared.extend(royal().into_iter().filter(|kind| !spared.contains(kind)).collect::<Vec<_>>()),
                Kinds::Only(kinds) => (!kinds.iter().any(|kind| royal().contains(kind))).then_some(())?,
            }
            let under = Squares::Under(Box::new(who));
            let squares = match on {
                Squares::Every => under,
                Squares::Both(parts) => Squares::Both([vec![under], parts.clone()].concat()),
                on => Squares::Both(vec![under, on.clone()]),
            };
            (squares, chooser.clone())
        }
    };
    Some(Deed::Hole { squares, open: false, chooser })
}

/// `a queen, a rook or a knight`: "and" begins another deed.
fn choices(c: &mut Cursor) -> Option<Vec<String>> {
    if !c.maybe("a") {
        c.one();
    }
    let mut kinds = vec![nouns::kind(c)?];
    let more = c.attempt(|c| {
        let mut more = Vec::new();
        loop {
            let comma = c.comma();
            let last = c.take("or").is_some();
            (comma || last).then_some(())?;
            c.maybe("a");
            more.push(nouns::kind(c)?);
            if last {
                return Some(more);
            }
        }
    });
    for kind in more.unwrap_or_default() {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Some(kinds)
}

/// Two kinds or more, in order.
pub fn ladder(c: &mut Cursor) -> Option<Vec<String>> {
    let mut kinds = vec![nouns::kind(c)?];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["and", "or", "to", "then"]).is_some();
        (comma || joined).then_some(())?;
        nouns::kind(c)
    }) {
        if !kinds.contains(&next) {
            kinds.push(next);
        }
    }
    (kinds.len() > 1).then_some(kinds)
}
