//! What somebody chooses: one of several deeds, or a man of whom the rest of the sentence speaks.

use super::{Cast, MAX_DEEDS, bracket, chooser, of_player};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::{MARKED, terms};
use crate::rule::{Chooser, Class, Deed, Form, Kinds, Player, Ref, Spot, Whom};

/// `either it is removed or it becomes a pawn, as the opponent likes`, `the opponent must either lose a pawn or ...`, `its owner chooses:
/// either ... or ...`.
pub fn either(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let who = c.attempt(|c| {
        let who = c
            .attempt(|c| {
                let who = super::doer(c, cast)?;
                c.take("must")?;
                Some(who)
            })
            .or_else(|| c.attempt(|c| who_chooses(c, cast)))?;
        c.comma();
        (who != Player::Each && c.sees(0, "either")).then_some(who)
    });
    c.maybe("either").then_some(())?;
    let his = who.map(|who| Cast { chooser: of_player(who.clone()), doer: who, implied: None, ..cast.clone() });
    let cast = his.as_ref().unwrap_or(cast);
    let first = way(c, cast)?;
    or(c, first, cast)
}

/// `its owner chooses whether it is removed or returns to its home square`.
pub fn whether(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let who = who_chooses(c, cast)?;
    c.take("whether")?;
    let first = way(c, cast)?;
    match or(c, first, cast)? {
        Deed::Either(_, ways) => Some(Deed::Either(of_player(who), ways)),
        other => Some(other),
    }
}

/// Deeds, or one of several that stand for each other.
pub fn one_of(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    let first = super::one(c, cast)?;
    // "must move a pawn on his next turn or lose a point": that is paid later
    if matches!(first.last(), Some(Deed::Meanwhile(_, form)) if matches!(**form, Form::Duty(_))) {
        return Some(first);
    }
    match c.attempt(|c| or(c, first.clone(), cast)) {
        Some(either) => Some(vec![either]),
        None => Some(first),
    }
}

/// What else may be done instead of deeds that have been read, and who chooses: `or returns to its home square, as the opponent likes`.
pub fn or(c: &mut Cursor, first: Vec<Deed>, cast: &Cast) -> Option<Deed> {
    let from = c.at();
    let mut ways = vec![first];
    while let Some(next) = c.attempt(|c| {
        c.comma();
        c.maybe("or").then_some(())?;
        let implied = ways[0].last().and_then(super::spoken_of).or_else(|| cast.implied.clone());
        way(c, &Cast { implied, ..cast.clone() })
    }) {
        ways.push(next);
    }
    if ways.len() > MAX_DEEDS {
        return c.refuse(Diagnostic::new("L045", c.span_from(from), format!("at most {MAX_DEEDS} things can be chosen from")));
    }
    (ways.len() > 1).then_some(())?;
    let by = c.attempt(|c| as_he_likes(c, cast)).or_else(|| chooser(c, cast)).unwrap_or_else(|| cast.chooser.clone());
    Some(Deed::Either(by, ways))
}

/// `as the opponent likes`, `whichever its owner prefers`.
fn as_he_likes(c: &mut Cursor, cast: &Cast) -> Option<Chooser> {
    c.comma();
    c.maybe_one_of(&["like", "what", "which"])?;
    who_chooses(c, cast).map(of_player)
}

/// `its owner chooses`; `the opponent chooses` and `he chooses` also stand for a choice of somebody's.
fn who_chooses(c: &mut Cursor, cast: &Cast) -> Option<Player> {
    let begins = |c: &Cursor, first: [&str; 3]| c.peek().is_some_and(|lexeme| first.iter().any(|word| lexeme.token.is_word(word)));
    if begins(c, ["his", "their", "the"]) && c.maybe("of the opponent's choice") {
        return Some(terms::opponent(c));
    }
    if begins(c, ["he", "she", "they"]) && c.maybe_one_of(&["of the mover's choice", "of his choice"]).is_some() {
        return Some(cast.doer.clone());
    }
    let who = super::doer(c, cast)?;
    c.maybe_one_of(&["chooses", "likes"])?;
    // "he chooses one: either ..."
    c.attempt(|c| (c.one() && (c.sees(0, ":") || c.sees(0, "either"))).then_some(()));
    (who != Player::Each).then_some(who)
}

fn way(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    bracket(c, cast).or_else(|| c.nested(|c| super::one(c, cast)))
}

/// `the opponent chooses one of his pawns`.
pub fn chosen(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    if let Some(who) = c.attempt(|c| who_chooses(c, cast)) {
        return his_choice(c, cast, &who);
    }
    let who = told_to_choose(c, cast)?;
    // "mark one of his pawns as holy" makes it so
    his_choice(c, cast, &who).filter(|_| !c.sees(0, "like"))
}

/// What somebody may do or is told to do: `choose one of his pawns`; to mark one is to choose it, where marks mean nothing else.
fn told_to_choose(c: &mut Cursor, cast: &Cast) -> Option<Player> {
    let marks = c.sees(0, "mark") && !c.words.counts(MARKED);
    let told = marks || ["choose", "select", "pick"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)));
    told.then(|| c.skip())?;
    Some(cast.doer.clone())
}

/// After who it is that chooses: one of his own men, or another one.
pub fn his_choice(c: &mut Cursor, cast: &Cast, who: &Player) -> Option<Deed> {
    let by = of_player(who.clone());
    match super::whom::whom(c, &Cast { chooser: by.clone(), doer: who.clone(), ..cast.clone() })? {
        Whom::Among { who, on, chooser } if chooser != Chooser::All => Some(Deed::Choose(Whom::Among { who, on, chooser: by })),
        _ => None,
    }
}

/// What follows a choice, or a new man, speaks of that one: `it`, `that pawn`.
pub fn after_a_choice<T>(c: &mut Cursor, done: &[Deed], read: impl FnOnce(&mut Cursor) -> Option<T>) -> Option<T> {
    let kind = |deed: &Deed| match deed {
        Deed::Choose(Whom::Among { who: Class { kinds: Kinds::Only(kinds), .. }, .. })
        | Deed::Drop { who: Class { kinds: Kinds::Only(kinds), .. }, .. } => kinds.first().filter(|_| kinds.len() == 1).cloned(),
        Deed::Place { kind, .. } => Some(kind.clone()),
        _ => None,
    };
    let one = |deed: &Deed| match deed {
        Deed::Choose(_) => true,
        Deed::Place { spot, .. } | Deed::Drop { spot, .. } => !matches!(spot, Spot::Each(_)),
        _ => false,
    };
    let mut named = c.stance.named.clone();
    named.extend(super::antecedent::taken(c, done));
    // who has been chosen before the last deed is still "that rook"
    if let Some(kind) = done.iter().rev().find(|deed| one(deed)).and_then(kind) {
        named.push((kind, Ref::Chosen));
    }
    c.meaning(
        |stance| &mut stance.named,
        named,
        |c| match done.last().is_some_and(one) {
            true => c.meaning(|stance| &mut stance.two, false, |c| c.about(Ref::Chosen, read)),
            false => read(c),
        },
    )
}
