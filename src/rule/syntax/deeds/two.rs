//! Deeds done to two at once: `remove one of his pawns and every piece next to it`, `a pawn and a knight become queens`.

use super::Cast;
use super::among::one_of_each;
use super::men::{self, of_doer, other_side, predicate};
use super::whom::whom;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::walk::{self, Part};
use crate::rule::words::Lexeme;
use crate::rule::{Chooser, Condition, Deed, Player, Point, Ref, Whom};

/// How far on the verb of whoever chooses stands at most.
const MAX_HEAD: usize = 6;

/// Done to two at once: `remove one of his pawns and every piece next to it`.
pub fn done_to_two(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    let doer = c.attempt(|c| super::doer(c, cast));
    let cast = &match doer {
        Some(Player::Each) => return None,
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    let verb = c.take_one_of(&["removes", "loses", "return", "converts"])?;
    let (one, other) = pair(c, cast)?;
    if verb == "return" {
        c.take_one_of(&["home", "to"])?;
    }
    c.attempt(|c| c.take("from").and_then(|()| c.take("the")).and_then(|()| c.take("board")));
    // "remove one of his pawns, and an enemy pawn changes sides": something else is said of the other one
    if men::predicate(&mut c.fork(), other.clone(), cast).is_some() {
        return None;
    }
    let said = match verb {
        "return" => Deed::Return(other),
        "converts" => Deed::Join(other.clone(), other_side(&other)?),
        "loses" => Deed::Remove(of_doer(other, cast)),
        _ => Deed::Remove(other),
    };
    let one = if verb == "loses" { of_doer(one, cast) } else { one };
    both(one, said)
}

/// A man or men, and others beside them.
fn pair(c: &mut Cursor, cast: &Cast) -> Option<(Whom, Whom)> {
    if let Some(two) = c.attempt(|c| one_of_each(c, cast)) {
        return Some(two);
    }
    let from = c.at();
    let one = whom(c, cast)?;
    let many = std::mem::replace(&mut c.stance_mut().many, 1);
    c.comma();
    c.take_one_of(&["and", "together with"])?;
    let other = match is_chosen(&one) {
        true => c.about(Ref::Chosen, |c| whom(c, &Cast { actor: None, ..cast.clone() }))?,
        false => whom(c, cast)?,
    };
    if many.max(std::mem::replace(&mut c.stance_mut().many, 1)) > 1 {
        let problem = "two of the one and others besides cannot be said in one sentence".to_string();
        return c.refuse(Diagnostic::new("L045", c.span_from(from), problem).hint("say it of each in a sentence of its own"));
    }
    if is_chosen(&one) && other == Whom::That(Ref::Chosen) {
        let problem =
            Diagnostic::new("L004", c.span_from(c.at() - 1), "it is not clear which piece that is beside the other one".to_string());
        return c.refuse(problem.hint("name it: one of his own {men} and the moving piece; or make two sentences of it"));
    }
    if is_chosen(&one) && is_chosen(&other) && other.leans_on(Ref::Chosen) {
        let problem = "two pieces are chosen here, the second by where the first one stands: so far I can do that to all of the second";
        let hint = "say \"every\": one of his own {men} and every enemy piece next to it";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem.to_string()).hint(hint));
    }
    Some((one, other))
}

/// Somebody chooses him.
fn is_chosen(who: &Whom) -> bool {
    matches!(who, Whom::Among { chooser, .. } if *chooser != Chooser::All)
}

/// `choose one of his pieces and an enemy piece of the same kind`: the one, and then the other, beside which it is seen.
pub fn chosen_with_another(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    const VERBS: [&str; 6] = ["choose", "chooses", "select", "selects", "pick", "picks"];
    let verb = |lexeme: &Lexeme| VERBS.iter().any(|word| lexeme.token.is_word(word)) || lexeme.means("chooses") || lexeme.means("mark");
    (0..MAX_HEAD).filter_map(|place| c.ahead(place)).any(verb).then_some(())?;
    let one = super::either::chosen(c, cast)?;
    let Deed::Choose(Whom::Among { chooser, .. }) = &one else { return None };
    let by = match chooser {
        Chooser::Mover => Player::Mover,
        Chooser::Player(who) => who.clone(),
        Chooser::All | Chooser::Chance => return None,
    };
    c.take("and")?;
    // "choose one of his pieces and remove it": another deed
    let singles = ["a", "one of", "one"];
    singles.iter().any(|word| c.sees(0, word)).then_some(())?;
    let other = c.about(Ref::Chosen, |c| super::either::his_choice(c, &Cast { actor: None, ..cast.clone() }, &by))?;
    Some(vec![one, other])
}

/// Said of two at once: `it and every pawn next to it are removed`.
pub fn said_of_two(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    let (one, other) = pair(c, cast)?;
    let said = predicate(c, other, cast)?;
    c.take_one_of(&["too", "also", "instead"]);
    both(one, said)
}

/// What is done to the others is done to the one too. Those near it are found while it still stands there; where each is chosen by himself
/// it is the one first.
fn both(one: Whom, mut said: Deed) -> Option<Vec<Deed>> {
    let also = |one: Whom, said: &Deed| {
        Some(match said {
            Deed::Remove(_) => Deed::Remove(one),
            Deed::Return(_) => Deed::Return(one),
            Deed::Join(_, side) => Deed::Join(one, side.clone()),
            Deed::Become(_, kinds, by) => Deed::Become(one, kinds.clone(), by.clone()),
            Deed::Climb(_, ladder) => Deed::Climb(one, ladder.clone()),
            Deed::Reserve(_, player) => Deed::Reserve(one, player.clone()),
            _ => return None,
        })
    };
    if !is_chosen(&one) {
        let first = also(one, &said)?;
        return Some(vec![said, first]);
    }
    if said.done_to().is_some_and(|other| is_chosen(other)) {
        return Some(vec![also(one, &said)?, said]);
    }
    let chosen = also(Whom::That(Ref::Chosen), &said)?;
    Some(vec![Deed::Choose(one), said, chosen])
}

/// Where deeds belong that are done to "them", whom a man attacks or stands next to: before the first that moves or changes it.
pub fn while_it_stands(done: &[Deed], next: &[Deed], said: &[Lexeme]) -> Option<usize> {
    let they = |lexeme: &Lexeme| ["they", "them"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.meant.is_none();
    said.iter().any(they).then_some(())?;
    let mut men: Vec<Ref> = Vec::new();
    for deed in next {
        walk::parts_of_deed(deed, &mut |part| match part {
            Part::Condition(Condition::Hits(by, _) | Condition::Guards(by, _)) => men.push(*by),
            Part::Point(Point::Of(man)) => men.push(*man),
            _ => {}
        });
    }
    let it = |who: &Whom| matches!(who, Whom::That(man) if men.contains(man));
    done.iter().position(|deed| match deed {
        Deed::Hold(..) | Deed::Tally { .. } | Deed::Choose(_) => false,
        Deed::Swap(one, other) => it(one) || it(other),
        deed => deed.clone().done_to().is_some_and(|who| it(who)),
    })
}
