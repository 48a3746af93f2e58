//! What the truth of a condition about a man hangs on: the man itself alone, the clock too, or whatever else stands on the boards.

use crate::rule::{Class, Condition, How, Kinds, Number, Owner, Past, Player, Point, Ref, Squares};

/// From the firmest to the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hang {
    /// Its kind, its army and where it stands.
    Place,
    /// Also on the moves it has made, or on which turn it is: nothing that others do in a move changes that.
    Clock,
    /// On more.
    Loose,
}

fn worst(parts: impl IntoIterator<Item = Hang>) -> Hang {
    parts.into_iter().max().unwrap_or(Hang::Place)
}

fn of_ref(who: Ref) -> Hang {
    if matches!(who, Ref::Itself | Ref::Actor) { Hang::Place } else { Hang::Loose }
}

/// A condition on the movement of a man, which is both itself and the actor.
pub(super) fn of_condition(condition: &Condition) -> Hang {
    match condition {
        Condition::Not(inner) => of_condition(inner),
        Condition::All(parts) | Condition::Any(parts) => worst(parts.iter().map(of_condition)),
        Condition::Compare(one, _, other) => of_number(one).max(of_number(other)),
        Condition::Is(who, class) => of_ref(*who).max(of_class(class)),
        Condition::On(point, squares) => of_point(point).max(of_squares(squares)),
        Condition::Belongs(who, Player::Colour(_) | Player::Each) => of_ref(*who),
        Condition::SameMan(one, other) => of_ref(*one).max(of_ref(*other)),
        _ => Hang::Loose,
    }
}

/// Inside the relative clause of a class "itself" is still the man: only classes that are asked of it are met here.
fn of_class(class: &Class) -> Hang {
    let kinds = match &class.kinds {
        Kinds::Every | Kinds::Only(_) | Kinds::Except(_) => Hang::Place,
    };
    let owner = match class.owner {
        Owner::Anyone | Owner::Army(_) | Owner::Own => Hang::Place,
        Owner::Enemy | Owner::Mover => Hang::Loose,
    };
    let such = class.such.as_deref().map_or(Hang::Place, of_condition);
    kinds.max(owner).max(such)
}

fn of_number(number: &Number) -> Hang {
    match number {
        Number::Is(_) => Hang::Place,
        Number::Turn => Hang::Clock,
        Number::Value(who) => of_ref(*who),
        Number::Moves(who) => of_ref(*who).max(Hang::Clock),
        Number::Rank { point, .. } | Number::File(point) => of_point(point),
        Number::Distance(one, other) => of_point(one).max(of_point(other)),
        Number::Squares(squares) => of_squares(squares),
        Number::Of(one, _, other) => of_number(one).max(of_number(other)),
        _ => Hang::Loose,
    }
}

fn of_point(point: &Point) -> Hang {
    match point {
        Point::Named(_) => Hang::Place,
        Point::Of(who) => of_ref(*who),
        Point::Beyond(point, _) | Point::Opposite(point) => of_point(point),
        _ => Hang::Loose,
    }
}

fn of_squares(squares: &Squares) -> Hang {
    match squares {
        Squares::Every
        | Squares::These(_)
        | Squares::LastRank
        | Squares::Files(_)
        | Squares::Light
        | Squares::Dark
        | Squares::Edge
        | Squares::Corner
        | Squares::Centre
        | Squares::Half { .. } => Hang::Place,
        Squares::Rank { number, .. } => of_number(number),
        Squares::At(point) => of_point(point),
        Squares::Near { of, .. } => of_squares(of),
        // Whose "in front of" it is hangs on whose men they are.
        Squares::Beside { of, .. } => of_squares(of),
        Squares::Not(inner) => of_squares(inner),
        Squares::Both(parts) | Squares::Either(parts) => worst(parts.iter().map(of_squares)),
        _ => Hang::Loose,
    }
}

/// Whether the moves that are made now can change the truth of a condition that is asked beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Steadiness {
    /// It asks for the turn and for the past alone.
    Firm,
    /// Also for counters: only what counts changes it.
    UnlessCounted,
    /// It asks for men, squares or the move.
    Shifting,
}

/// How steady a condition is.
pub(super) fn steadiness(condition: &Condition) -> Steadiness {
    match condition {
        Condition::Not(inner) => steadiness(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().map(steadiness).max().unwrap_or(Steadiness::Firm),
        Condition::Compare(one, _, other) => of_count(one).max(of_count(other)),
        Condition::Happened(past) if is_told_alone(past) => Steadiness::Firm,
        _ => Steadiness::Shifting,
    }
}

fn of_count(number: &Number) -> Steadiness {
    match number {
        Number::Is(_) | Number::Turn => Steadiness::Firm,
        Number::Times(past) if is_told_alone(past) => Steadiness::Firm,
        Number::Counter { of: Player::Mover | Player::Opponent | Player::Colour(_) | Player::Each, .. } => Steadiness::UnlessCounted,
        Number::Of(one, _, other) => of_count(one).max(of_count(other)),
        _ => Steadiness::Shifting,
    }
}

/// What has happened is asked for by kinds, armies and squares that have names alone.
fn is_told_alone(past: &Past) -> bool {
    let act = &past.act;
    let told = |class: &Class| class.such.is_none();
    let manner = match &act.how {
        How::Capture(victims) => told(victims),
        _ => true,
    };
    let squares = [&act.from, &act.to].into_iter().flatten().all(is_named);
    let player = !matches!(past.by, Some(Player::OwnerOf(_)));
    past.man.is_none() && told(&act.who) && manner && squares && player
}

fn is_named(squares: &Squares) -> bool {
    match squares {
        Squares::Rank { number, .. } => matches!(number, Number::Is(_)),
        Squares::At(point) => matches!(point, Point::Named(_)),
        Squares::Not(inner) => is_named(inner),
        Squares::Both(parts) | Squares::Either(parts) => parts.iter().all(is_named),
        Squares::Every
        | Squares::These(_)
        | Squares::LastRank
        | Squares::Files(_)
        | Squares::Light
        | Squares::Dark
        | Squares::Edge
        | Squares::Corner
        | Squares::Centre => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Comparison;

    #[test]
    fn a_square_and_a_turn_are_firm_and_other_men_are_not() {
        let light = Condition::On(Point::Of(Ref::Itself), Squares::Light);
        let turn = Condition::Compare(Number::Turn, Comparison::Equal, Number::Is(12));
        let check = Condition::Check(Player::Mover);
        assert_eq!(of_condition(&light), Hang::Place);
        assert_eq!(of_condition(&Condition::All(vec![light.clone(), turn.clone()])), Hang::Clock);
        assert_eq!(of_condition(&Condition::Any(vec![turn, check])), Hang::Loose);
        assert_eq!(of_condition(&Condition::On(Point::Of(Ref::Victim), Squares::Dark)), Hang::Loose);
    }

    #[test]
    fn no_move_changes_the_turn_and_what_counts_changes_a_counter() {
        let turn = Condition::Compare(Number::Turn, Comparison::Equal, Number::Is(12));
        let counter = Number::Counter { name: "points".into(), of: Player::Mover };
        let rich = Condition::Compare(counter, Comparison::More, Number::Is(0));
        let light = Condition::On(Point::Of(Ref::Itself), Squares::Light);
        assert_eq!(steadiness(&turn), Steadiness::Firm);
        assert_eq!(steadiness(&Condition::All(vec![turn.clone(), rich])), Steadiness::UnlessCounted);
        assert_eq!(steadiness(&Condition::Any(vec![turn, light])), Steadiness::Shifting);
    }
}
