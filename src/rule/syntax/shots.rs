//! What pieces do to others from where they stand, instead of a move: they push them, pull them, shoot at them.

use super::declared::settled;
use super::deeds::{going, heading};
use super::{Statement, nouns, terms};
use crate::board::Vector;
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Action, Alike, Chooser, Class, Condition, Deed, Form, Owner, Point, Ref, Squares, Whom};

/// The farthest shot, in squares.
const MAX_SHOT: u8 = 16;

/// `A rook may push a piece in front of it one square, instead of moving.`: away from the rook, where no direction is said.
pub fn pushing(c: &mut Cursor) -> Option<Statement> {
    let before = c.take("instead of moving").is_some();
    c.comma();
    let who = terms::class(c)?;
    c.take("may")?;
    c.maybe("also");
    let pulls = c.take_one_of(&["push", "pull"])? == "pull";
    one_at_a_time(c, if pulls { "pull" } else { "push" })?;
    let beside = c.maybe_one_of(&["the", "a", "every"]).is_some() && c.maybe("adjacent");
    let pushed = terms::men(c)?;
    let owner = if who.owner == Owner::Anyone { Owner::Own } else { who.owner.clone() };
    let pushers = Squares::Under(Box::new(Class { owner, ..who }));
    let near = |of| Squares::Near { of: Box::new(of), reach: 1 };
    let on = if beside { None } else { c.attempt(terms::around) };
    let on = match on {
        // "next to it" is next to such a man
        Some(Squares::Near { of, reach }) if matches!(*of, Squares::At(_)) => Squares::Near { of: Box::new(pushers.clone()), reach },
        Some(Squares::Beside { of, steps }) if matches!(*of, Squares::At(_)) => Squares::Beside { of: Box::new(pushers.clone()), steps },
        Some(other) => Squares::Both(vec![near(pushers.clone()), other]),
        None => near(pushers.clone()),
    };
    let (heading, stride) = heading::push(c, pulls, &pushers);
    going::if_free(c);
    c.comma();
    let said = c.take("instead of moving").is_some() || before;
    let deed = Deed::Step(Whom::Among { who: pushed, on, chooser: Chooser::Mover }, heading, stride);
    let assumed = if said { Vec::new() } else { vec!["instead of a move".to_string()] };
    settled(Form::Action(Action { who: None, deeds: vec![deed] }), assumed)
}

/// `Bishops may shoot enemy pieces two squares away diagonally.`: what is taken from afar is removed, instead of a move.
pub fn shot(c: &mut Cursor) -> Option<Statement> {
    let who = terms::class(c)?;
    c.take("may")?;
    c.maybe("also");
    let shoots = c.take_one_of(&["shoot", "capture", "removes"])? == "shoot";
    one_at_a_time(c, "shoot")?;
    let victims = terms::men(c)?;
    let steps = away(c)?;
    let mut clear = c.attempt(nothing_between).is_some();
    let without = c.take("stays where it was").is_some();
    (shoots || without).then_some(())?;
    c.attempt(|c| {
        c.comma();
        c.take("instead of moving")
    });
    clear |= !clear && c.attempt(nothing_between).is_some();
    let owner = if who.owner == Owner::Anyone { Owner::Own } else { who.owner.clone() };
    let archers = Squares::Under(Box::new(Class { owner, ..who }));
    let target = Class { owner: if victims.owner == Owner::Anyone { Owner::Enemy } else { victims.owner.clone() }, ..victims };
    let around = |of: Squares| match &steps {
        Some(steps) => Squares::Beside { of: Box::new(of), steps: steps.clone() },
        None => Squares::Near { of: Box::new(of), reach: 1 },
    };
    if clear && let Squares::Under(archer) = archers {
        return shot_clear(*archer, target, around(Squares::At(Point::Of(Ref::Chosen))));
    }
    let on = around(archers);
    let removed = Deed::Remove(Whom::Among { who: target, on, chooser: Chooser::Mover });
    let assumed = vec!["instead of a move; over pieces in between as well".to_string()];
    settled(Form::Action(Action { who: None, deeds: vec![removed] }), assumed)
}

/// The same with nothing between: who shoots is chosen first.
fn shot_clear(archer: Class, target: Class, there: Squares) -> Option<Statement> {
    let at = |of| Box::new(Squares::At(Point::Of(of)));
    let between = Squares::Between { one: at(Ref::Itself), other: at(Ref::Chosen), lines: Alike::EVERY.to_vec() };
    let target = target.such_that(Condition::Not(Box::new(Condition::There(Class::EVERY, between))));
    let deeds = vec![
        Deed::Choose(Whom::Among { who: archer, on: Squares::Every, chooser: Chooser::Mover }),
        Deed::Remove(Whom::Among { who: target, on: there, chooser: Chooser::Mover }),
    ];
    settled(Form::Action(Action { who: None, deeds }), vec!["instead of a move".to_string()])
}

/// `A bishop may, instead of moving, shoot an enemy pawn on its diagonal with nothing between them.`
pub fn shot_along(c: &mut Cursor) -> Option<Statement> {
    let mut said = c.take("instead of moving").is_some();
    c.comma();
    let who = terms::class(c)?;
    c.take("may")?;
    c.maybe("also");
    let mut instead = |c: &mut Cursor| {
        c.comma();
        said |= c.maybe_one_of(&["instead of moving", "stays where it was"]).is_some();
        c.comma();
    };
    instead(c);
    c.take_one_of(&["shoot", "removes", "capture"])?;
    one_at_a_time(c, "shoot")?;
    if !c.one() {
        c.maybe_one_of(&["a", "every", "the"]);
    }
    let victims = nouns::class(c)?;
    let lines = lines_of_sight(c)?;
    let steps = c.attempt(away).flatten();
    instead(c);
    let clear = c.attempt(nothing_between).is_some();
    instead(c);
    let owner = |class: &Class, usual: Owner| if class.owner == Owner::Anyone { usual } else { class.owner.clone() };
    let archer = Class { owner: owner(&who, Owner::Own), ..who };
    let mut target = Class { owner: owner(&victims, Owner::Enemy), ..victims };
    let at = |of| Box::new(Squares::At(Point::Of(of)));
    if clear {
        let between = Squares::Between { one: at(Ref::Itself), other: at(Ref::Chosen), lines: lines.clone() };
        target = target.such_that(Condition::Not(Box::new(Condition::There(Class::EVERY, between))));
    }
    let in_line = Squares::InLine { of: at(Ref::Chosen), lines };
    let there = match steps {
        Some(steps) => Squares::Both(vec![in_line, Squares::Beside { of: at(Ref::Chosen), steps }]),
        None => in_line,
    };
    let deeds = vec![
        Deed::Choose(Whom::Among { who: archer, on: Squares::Every, chooser: Chooser::Mover }),
        Deed::Remove(Whom::Among { who: target, on: there, chooser: Chooser::Mover }),
    ];
    let notes = [(!said).then_some("instead of a move"), (!clear).then_some("over pieces in between as well")];
    settled(Form::Action(Action { who: None, deeds }), notes.into_iter().flatten().map(str::to_string).collect())
}

/// `on its diagonal`, `on the same file or rank`, `along a diagonal`, `in any direction`.
fn lines_of_sight(c: &mut Cursor) -> Option<Vec<Alike>> {
    if let Some(found) = c.attempt(terms::lines) {
        c.attempt(|c| {
            c.maybe_one_of(&["like", "with"])?;
            c.it().then_some(())
        });
        return Some(found);
    }
    let own = c.attempt(|c| {
        c.maybe_one_of(&["on", "in", "along"])?;
        c.maybe_one_of(&["its", "a", "the", "one of"])?;
        c.maybe("its");
        terms::line_list(c)
    });
    own.or_else(|| match super::ways::bearings(c).as_slice() {
        [one] if one.phrase == "diagonally" => Some(vec![Alike::Diagonal]),
        [one] if one.phrase == "orthogonally" => Some(vec![Alike::File, Alike::Rank]),
        [one] if one.phrase == "vertically" => Some(vec![Alike::File]),
        [one] if one.phrase == "sideways" => Some(vec![Alike::Rank]),
        [one] if one.phrase == "in any direction" => Some(Alike::EVERY.to_vec()),
        _ => None,
    })
}

/// `with nothing between them`, `if there is no piece in between`.
fn nothing_between(c: &mut Cursor) -> Option<()> {
    c.comma();
    if let Some(()) = c.attempt(squares_between_are_empty) {
        return Some(());
    }
    c.maybe_one_of(&["with", "when"])?;
    c.maybe("there is");
    if !c.maybe("nothing happens") {
        c.take_one_of(&["no", "no piece"])?;
        c.maybe("other");
        c.maybe_one_of(&["piece", "anything"]);
    }
    c.maybe_one_of(&["is", "stands"]);
    c.maybe("standing");
    c.maybe("in");
    c.take("between")?;
    c.attempt(|c| c.it().then_some(()).or_else(|| c.them().map(|_| ())).or_else(|| c.maybe("two").then_some(())));
    Some(())
}

/// `if the square between them is empty`, `over an empty square`, `over empty squares`.
fn squares_between_are_empty(c: &mut Cursor) -> Option<()> {
    if c.maybe("over") {
        c.maybe("a");
        c.maybe("empty").then_some(())?;
        return c.maybe("square").then_some(());
    }
    c.take("when")?;
    c.maybe_one_of(&["the", "every"]);
    c.maybe("square").then_some(())?;
    c.maybe("in");
    c.maybe("between").then_some(())?;
    c.attempt(|c| c.it().then_some(()).or_else(|| c.them().map(|_| ())).or_else(|| c.maybe("two").then_some(())));
    c.take_one_of(&["is", "are"])?;
    c.maybe("empty").then_some(())
}

/// Not `all enemy pieces next to it`: the player chooses one.
fn one_at_a_time(c: &mut Cursor, verb: &str) -> Option<()> {
    if !terms::universal(c) {
        return Some(());
    }
    let from = c.at();
    while c.peek().is_some() {
        c.skip();
    }
    let problem = Diagnostic::new("L030", c.span_from(from), format!("they can {verb} one piece at a time, not all of them"));
    c.refuse(problem.hint(&format!("say one: {{Men}} may {verb} an enemy piece ...")))
}

/// `two squares away diagonally`, `up to three squares away`, `next to it`: the displacements; none for the squares around.
fn away(c: &mut Cursor) -> Option<Option<Vec<Vector>>> {
    if c.attempt(|c| {
        c.take("next to")?;
        c.it().then_some(())
    })
    .is_some()
    {
        return Some(None);
    }
    let counts = super::counts::counts(c)?;
    c.maybe("away");
    let mut ways = super::ways::bearings(c);
    if ways.is_empty() {
        ways.extend(bearing("in any direction"));
    }
    let &[(least, most)] = counts.as_slice() else { return None };
    let scaled = |v: &Vector, by: u8| Vector { right: v.right * by as i8, forward: v.forward * by as i8 };
    let most = most.min(MAX_SHOT);
    let mut steps: Vec<Vector> = steps_of(&ways).iter().flat_map(|v| (least..=most).map(move |by| scaled(v, by))).collect();
    steps.sort_unstable();
    steps.dedup();
    Some(Some(steps))
}
