//! Deeds that happen only sometimes: on a condition, or by chance.

use super::{Cast, bracket, deeds, dice, drawn, each, further, optional};
use crate::rule::cursor::{Cursor, Hanging};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::logic::negated;
use crate::rule::many_sided;
use crate::rule::syntax::terms;
use crate::rule::{Condition, Deed, Player, Ref, Whom};

/// The most that the weights of one choice add up to.
const MAX_WEIGHT: u32 = 1000;
/// The most outcomes of one roll.
const MAX_OUTCOMES: usize = 20;

/// `if white is in check, the moving piece is removed, otherwise it returns home`; to the end of the deeds, or those in brackets.
pub fn condition(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let denied = c.maybe("unless");
    if !denied {
        waits(c)?;
        c.take("when")?;
    }
    let holds = c.nested(terms::condition)?;
    let holds = if denied { negated(holds) } else { holds };
    c.comma();
    c.maybe("then");
    let pair = c.stance.pair || matches!(holds, Condition::Attacks(Ref::Actor, _));
    let then = c.meaning(|stance| &mut stance.pair, pair, |c| consequence(c, cast, Hanging::Condition))?;
    let otherwise = optional::otherwise(c, cast).unwrap_or_default();
    Some(Deed::If(holds, then, otherwise))
}

/// `as soon as its home square is empty`: deeds are done once, and wait for nothing.
fn waits(c: &mut Cursor) -> Option<()> {
    if !c.sees(0, "when") || !c.peek()?.token.is_word("as") {
        return Some(());
    }
    let problem = Diagnostic::new("L015", c.span_from(c.at()), "a rule does not wait for something: it looks once".to_string());
    c.refuse(problem.hint("say when it looks: \"..., if its home square is empty, ...\", \"two turns later, if ..., ...\""))
}

fn consequence(c: &mut Cursor, cast: &Cast, on: Hanging) -> Option<Vec<Deed>> {
    match bracket(c, cast) {
        Some(found) => Some(found),
        None if nothing(c) => Some(Vec::new()),
        None => c.nested(|c| c.hanging(on, |c| deeds(c, cast))),
    }
}

/// Behind deeds: `..., if white is in check`, `unless it has moved`. It is asked before any of them is done; "it" is who was spoken of last.
/// Of those that stand apart, from a place on, it is asked alone, where no comma parts it from them.
pub fn provided(c: &mut Cursor, cast: &Cast, done: Vec<Deed>, from: Option<usize>) -> Vec<Deed> {
    let stands_apart = from.filter(|&from| from > 0 && from < done.len());
    let found = c.attempt(|c| {
        let apart = c.comma();
        let of_last = stands_apart.filter(|_| !apart);
        let denied = c.maybe("unless");
        if !denied {
            if let Some(who) = c.attempt(liked) {
                let from = c.at();
                let instead = optional::otherwise(c, &Cast { implied: None, ..cast.clone() });
                let he = c.since(from).iter().any(|lexeme| ["he", "she", "they"].iter().any(|word| lexeme.token.is_word(word)));
                if he && !matches!(instead.as_deref(), Some([deed]) if further::is_an_ordinary_move(deed)) {
                    let problem = "it is not clear whether that is the player who asks or the one who is asked".to_string();
                    let problem = Diagnostic::new("L004", c.span_from(from), problem);
                    return c.refuse(problem.hint("say \"the mover\" or \"the opponent\""));
                }
                return Some(vec![match instead {
                    Some(instead) => Deed::Either(super::of_player(who), vec![done.clone(), instead]),
                    None => Deed::May(who, done.clone()),
                }]);
            }
            waits(c)?;
            let word = &c.peek()?.token;
            ["if", "provided"].iter().any(|said| word.is_word(said)).then_some(())?;
            c.take("when")?;
        }
        let mut done = done.clone();
        let alone = done.len() == 1 || of_last == Some(done.len() - 1);
        let last = done.last_mut().and_then(Deed::done_to);
        // said of several, or of one who is chosen for it, it is asked of each by himself
        if let Some(Whom::Among { who, .. }) = last {
            let from = c.at();
            let holds = c.nested(|c| c.about(Ref::Itself, terms::condition))?;
            let holds = if denied { negated(holds) } else { holds };
            let his = c.since(from).iter().any(|lexeme| lexeme.means("its") && lexeme.meant.is_none());
            if his || holds.mentions(Ref::Itself) {
                alone.then_some(())?;
                *who = who.clone().such_that(holds);
                return Some(done);
            }
            return Some(under(c, done, holds, of_last));
        }
        let spoken = match last {
            Some(Whom::That(of)) => Some(*of),
            _ => None,
        };
        // behind what somebody may do "it" is to whom the last of that is done
        let inner = if spoken.is_none() { done.last().and_then(last_of_his) } else { None };
        let it = spoken.or(inner).unwrap_or(c.stance.it);
        let clear = spoken.is_some() || inner.is_some();
        let two = c.stance.two && !clear;
        let from = c.at();
        let asked = |c: &mut Cursor| c.meaning(|stance| &mut stance.two, two, |c| c.nested(terms::condition));
        let holds = c.meaning(|stance| &mut stance.it, it, asked)?;
        let holds = if denied { negated(holds) } else { holds };
        // "it may not move on its owner's next turn, unless its owner is in check": that is asked then, and he is never in check when he has moved
        if done.last().is_some_and(|last| matches!(last, Deed::Hold(..))) && asks_for_own_check(&holds) {
            let problem = "the check that is meant is that of the next turn, and this is asked as soon as it has moved".to_string();
            let hint = "mark it: After {man} moves to e4, it becomes resting for one turn. If the mover is not in check, resting pieces may not move.";
            return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
        }
        // what is asked of whom the last is done to is asked of that alone
        if let Some(of) = inner
            && holds.mentions(of)
        {
            return Some(where_it_holds(done, holds));
        }
        // "each player gains a point if he has no queen": asked of each
        let his = c.since(from).iter().any(|lexeme| (lexeme.means("it") || lexeme.means("its")) && lexeme.meant.is_some());
        if his && let Some(each) = by_each(&done) {
            return Some(vec![Deed::EachPlayer(vec![Deed::If(holds, each, Vec::new())])]);
        }
        // "if A, it is removed, if B, it returns home": that is asked of what comes behind it
        let of_the_next = apart && c.sees(0, ",") && ["it", "the", "a", "every", "its"].iter().any(|word| c.sees(1, word));
        (!of_the_next).then(|| under(c, done, holds, of_last))
    });
    found.unwrap_or(done)
}

/// To whom the last deed is done of those that somebody may do.
fn last_of_his(deed: &Deed) -> Option<Ref> {
    let Deed::May(_, his) = deed else { return None };
    match his.last()?.clone().done_to()? {
        Whom::That(of) => Some(*of),
        Whom::Among { .. } => None,
    }
}

/// The same, with the last of what somebody may do on a condition.
fn where_it_holds(mut done: Vec<Deed>, holds: Condition) -> Vec<Deed> {
    if let Some(Deed::May(_, his)) = done.last_mut()
        && let Some(last) = his.pop()
    {
        his.push(Deed::If(holds, vec![last], Vec::new()));
    }
    done
}

/// Whether it asks that whoever has just moved is in check.
pub fn asks_for_own_check(holds: &Condition) -> bool {
    match holds {
        Condition::Not(inner) => asks_for_own_check(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(asks_for_own_check),
        Condition::Check(of) => matches!(of, Player::Mover | Player::OwnerOf(Ref::Actor | Ref::Itself)),
        _ => false,
    }
}

/// Behind deeds: `if the opponent agrees`.
fn liked(c: &mut Cursor) -> Option<Player> {
    c.peek().filter(|lexeme| lexeme.token.is_word("if"))?;
    c.take("when")?;
    let who = terms::player(c)?;
    c.take("likes")?;
    matches!(who, Player::Opponent | Player::Colour(_) | Player::OwnerOf(_) | Player::EnemyOf(_)).then_some(who)
}

/// What each player does, where that is all that is done.
fn by_each(done: &[Deed]) -> Option<Vec<Deed>> {
    match done {
        [Deed::EachPlayer(each)] => Some(each.clone()),
        [Deed::Count { name, of: Player::Each, by, set }] => {
            Some(vec![Deed::Count { name: name.clone(), of: Player::Mover, by: by.clone(), set: *set }])
        }
        _ => None,
    }
}

/// Deeds on a condition, all of them or those from a place on.
fn under(c: &mut Cursor, mut done: Vec<Deed>, holds: Condition, from: Option<usize>) -> Vec<Deed> {
    let asked = done.split_off(from.unwrap_or(0));
    if asked.len() > 1 {
        c.assume("the condition is asked once, before all of it");
    }
    done.push(Deed::If(holds, asked, Vec::new()));
    done
}

/// `nothing happens`; in the place of a move, `the capture is made as usual`.
pub fn nothing(c: &mut Cursor) -> bool {
    let made = |c: &mut Cursor| {
        c.take("the")?;
        c.take_one_of(&["move", "capture"])?;
        c.take_one_of(&["is", "are"])?;
        c.take("made")?;
        c.maybe_one_of(&["as usual", "at once"]);
        c.attempt(|c| {
            c.take("like")?;
            c.maybe("it");
            c.maybe_one_of(&["is", "was"]);
            c.take("ordered")
        });
        Some(())
    };
    c.maybe("nothing happens") || c.attempt(made).is_some()
}

pub fn chance(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let forms: [fn(&mut Cursor, &Cast) -> Option<Deed>; 5] = [odds, weighed, die, dice::two, coin];
    forms.into_iter().find_map(|form| c.attempt(|c| form(c, cast)))
}

/// `with a chance of 1 in 4, ...`, `with probability 25 percent, ...`.
fn odds(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("with a chance of")?;
    let from = c.at();
    let hit = c.take_number("a number")?;
    let of = match c.take_one_of(&["in", "out of", "percent", "/"])? {
        "percent" => 100,
        _ => c.take_number("a number")?,
    };
    if hit == 0 || hit >= of || of > MAX_WEIGHT {
        let problem = Diagnostic::new(
            "L007",
            c.span_from(from),
            format!("{hit} in {of} is no chance that can be rolled: at most {MAX_WEIGHT}, and not always"),
        );
        return c.refuse(problem.hint("example: with a chance of 1 in 4"));
    }
    c.comma();
    let then = consequence(c, cast, Hanging::Outcome)?;
    let otherwise = optional::otherwise(c, cast).unwrap_or_default();
    Some(Deed::Chance(vec![(hit as u16, then), ((of - hit) as u16, otherwise)]))
}

/// `by chance, with weight 1 (...), with weight 3 (...)`.
fn weighed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("by chance")?;
    let mut found = Vec::new();
    loop {
        c.comma();
        c.maybe("or");
        c.take("with weight")?;
        let weight = super::amount(c, MAX_WEIGHT)?;
        found.push((weight as u16, bracket(c, cast)?));
        if !(c.sees(0, ",") && c.sees(1, "with weight") || c.sees(0, "or") && c.sees(1, "with weight")) {
            break;
        }
    }
    settled(c, found)
}

/// `roll a die: on 1-2 ..., on 3-6 ...`.
fn die(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("roll a die")?;
    cast_for_each(c, cast, |c, cast| {
        let sides = sides_of_die(c)?;
        c.attempt(|c| drawn::rolled(c, cast, sides)).or_else(|| faces(c, cast, sides))
    })
}

/// How many sides the die has; six where it is not said.
fn sides_of_die(c: &mut Cursor) -> Option<u8> {
    let Some(sides) = c.peek().and_then(|lexeme| many_sided::sides(&lexeme.token.word)) else { return Some(6) };
    c.skip();
    if (2..=MAX_OUTCOMES as u32).contains(&sides) {
        return Some(sides as u8);
    }
    let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("{sides} sides: a die has 2 to {MAX_OUTCOMES}"));
    c.refuse(problem.hint("example: roll an eight-sided die: on 1-2 (...), on 3-8 (...)"))
}

/// What has been taken up is cast once, or for each of some men: `roll a die for each piece in the pit: ...`.
pub fn cast_for_each(c: &mut Cursor, cast: &Cast, outcomes: fn(&mut Cursor, &Cast) -> Option<Deed>) -> Option<Deed> {
    let all = each::for_each(c, cast);
    c.comma();
    match all {
        Some(all) => each::of_one(c, cast, &all, outcomes).map(|deed| Deed::EachMan(all, vec![deed])),
        None => outcomes(c, cast),
    }
}

/// `on 1-2 ..., on 3-6 ...`.
fn faces(c: &mut Cursor, cast: &Cast, sides: u8) -> Option<Deed> {
    let mut faces: Vec<Option<usize>> = vec![None; usize::from(sides)];
    let most = u32::from(sides);
    let mut outcomes: Vec<Vec<Deed>> = Vec::new();
    let from = c.at();
    loop {
        c.take_one_of(&["on", "with", "when"])?;
        c.maybe_one_of(&["a", "it", "the result"]);
        c.maybe_one_of(&["is", "shows"]);
        let rolled = numbers(c, most)?;
        if rolled.iter().any(|&face| !(1..=most).contains(&face) || faces[face as usize - 1].is_some()) {
            let problem = format!("the numbers of {} die are 1 to {most}, each said once", if sides == 6 { "a" } else { "this" });
            let problem = Diagnostic::new("L007", c.span_from(from), problem);
            return c.refuse(problem.hint("example: roll a die: on 1-2 (...), on 3-6 (...)"));
        }
        rolled.into_iter().for_each(|face| faces[face as usize - 1] = Some(outcomes.len()));
        c.comma();
        outcomes.push(outcome(c, cast)?);
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            ((comma || joined) && c.sees(0, "on")).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    // on the rest "otherwise" happens, or nothing
    let rest = optional::otherwise(c, cast);
    let then = |face: Option<usize>| face.map_or_else(|| rest.clone().unwrap_or_default(), |at| outcomes[at].clone());
    let runs = faces.chunk_by(|one, next| one == next);
    settled(c, runs.map(|run| (run.len() as u16, then(run[0]))).collect())
}

/// `6`, `1 or 2`, `2-5`, `1, 3 and 5`.
pub fn numbers(c: &mut Cursor, most: u32) -> Option<Vec<u32>> {
    // what no die shows is refused where the faces are told apart
    let face = |c: &mut Cursor| {
        c.maybe("a");
        c.take_number("a number of the die").map(|number| number.min(most + 1))
    };
    let mut found = vec![face(c)?];
    while let Some((span, next)) = c.attempt(|c| {
        let joint = c.take_one_of(&["-", "to", "or", "and", ","])?;
        Some((matches!(joint, "-" | "to"), face(c)?))
    }) {
        let first = if span { found.last().map_or(next, |last| last + 1) } else { next };
        found.extend(first..=next.min(first + most));
    }
    Some(found)
}

/// `flip a coin: on heads ..., on tails ...`.
fn coin(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("flip a coin")?;
    cast_for_each(c, cast, sides)
}

/// `on heads ..., on tails ...`.
fn sides(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.maybe("on");
    let tails = c.take_one_of(&["heads", "tails"])? == "tails";
    c.comma();
    let one = outcome(c, cast)?;
    let other = c
        .attempt(|c| {
            c.comma();
            c.maybe("and");
            c.maybe("on");
            c.take(if tails { "heads" } else { "tails" })?;
            c.comma();
            outcome(c, cast)
        })
        .or_else(|| optional::otherwise(c, cast));
    let (one, other) = if tails { (other.unwrap_or_default(), one) } else { (one, other.unwrap_or_default()) };
    Some(Deed::Chance(vec![(1, one), (1, other)]))
}

/// What one outcome brings: deeds in brackets, nothing, or all that is said up to the next outcome.
pub fn outcome(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    match bracket(c, cast) {
        Some(found) => Some(found),
        None if nothing(c) => Some(Vec::new()),
        None => c.nested(|c| c.hanging(Hanging::Outcome, |c| deeds(c, cast))),
    }
}

pub fn settled(c: &mut Cursor, found: Vec<(u16, Vec<Deed>)>) -> Option<Deed> {
    // "on a six, nothing happens": and on all other faces nothing either
    if found.windows(2).all(|two| two[0].1 == two[1].1) {
        let problem = "whatever is rolled, the same comes of it".to_string();
        let hint = "say what happens on some numbers, and \"otherwise\": roll a die: on 1-2 it is removed, otherwise it returns home";
        return c.refuse(Diagnostic::new("L006", c.span_from(c.at().saturating_sub(1)), problem).hint(hint));
    }
    let total: u32 = found.iter().map(|(weight, _)| u32::from(*weight)).sum();
    if found.len() < 2 || found.len() > MAX_OUTCOMES || total > MAX_WEIGHT {
        let problem = format!("a choice by chance has 2 to {MAX_OUTCOMES} outcomes, whose weights add up to at most {MAX_WEIGHT}");
        return c.refuse(Diagnostic::new("L007", c.span_from(c.at() - 1), problem));
    }
    Some(Deed::Chance(found))
}
