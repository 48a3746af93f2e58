//! What the truth of a condition about a man hangs on: the man itself alone, the clock too, or whatever else stands on the boards.

use crate::rule::walk::{self, Part};
use crate::rule::{Class, Condition, Number, Owner, Player, Point, Ref, Squares};

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

/// A condition on the movement of a man, which is both itself and the actor: as loose as the loosest part of it.
pub(super) fn of_condition(condition: &Condition) -> Hang {
    let mut worst = Hang::Place;
    walk::parts_of_condition(condition, &mut |part| worst = worst.max(of_part(&part)));
    worst
}

/// What a part hangs on besides the parts inside it. Within a relative clause "itself" is still the man: only classes that are asked of it
/// are firm.
fn of_part(part: &Part) -> Hang {
    let firm = match part {
        Part::Condition(condition) => matches!(
            condition,
            Condition::Not(_)
                | Condition::All(_)
                | Condition::Any(_)
                | Condition::Compare(..)
                | Condition::Is(..)
                | Condition::On(..)
                | Condition::Belongs(..)
                | Condition::SameMan(..)
        ),
        Part::Class(class) => matches!(class.owner, Owner::Anyone | Owner::Army(_) | Owner::Own),
        Part::Number(Number::Turn | Number::Moves(_)) => return Hang::Clock,
        Part::Number(number) => matches!(
            number,
            Number::Is(_)
                | Number::Value(_)
                | Number::Rank { .. }
                | Number::File(_)
                | Number::Distance(..)
                | Number::Squares(_)
                | Number::Of(..)
                | Number::Divisors(_)
        ),
        Part::Point(point) => matches!(point, Point::Named(_) | Point::Of(_) | Point::Beyond(..) | Point::Opposite(_)),
        Part::Squares(squares) => are_firm(squares),
        Part::Player(player) => matches!(player, Player::Colour(_) | Player::Each),
        Part::Man(man) => matches!(man, Ref::Itself | Ref::Actor),
        Part::Name(..) => true,
        Part::Deed(_) | Part::Chooser(_) => false,
    };
    if firm { Hang::Place } else { Hang::Loose }
}

fn are_firm(squares: &Squares) -> bool {
    match squares {
        Squares::Every
        | Squares::These(_)
        | Squares::Rank { .. }
        | Squares::LastRank
        | Squares::Files(_)
        | Squares::File(_)
        | Squares::Light
        | Squares::Dark
        | Squares::Edge
        | Squares::Corner
        | Squares::Centre
        | Squares::Half { .. }
        | Squares::At(_)
        | Squares::Near { .. }
        // Whose "in front of" it is hangs on whose men they are.
        | Squares::Beside { .. }
        | Squares::Not(_)
        | Squares::Both(_)
        | Squares::Either(_) => true,
        _ => false,
    }
}

/// Whether a condition asks for what stands on the boards, the turn, the past and counters alone: neither for the man that would move nor for his
/// move. So it holds of all moves that are made now, or of none.
pub(super) fn is_aloof(condition: &Condition) -> bool {
    let itself_alone = |class: &Class| class.such.as_deref().is_none_or(|such| spoken_of(such).iter().all(|man| *man == Ref::Itself));
    // Whoever is spoken of is one of the men themselves.
    let standing =
        |class: &Class, all: &[Ref]| itself_alone(class) && all.len() == class.such.as_deref().map_or(0, |such| spoken_of(such).len());
    match condition {
        Condition::Not(inner) => is_aloof(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(is_aloof),
        Condition::There(class, _) => standing(class, &spoken_of(condition)),
        Condition::Compare(one, how, other) => [one, other].into_iter().all(|number| {
            let all = spoken_of(&Condition::Compare(number.clone(), *how, Number::Is(0)));
            match number {
                Number::Men { who, .. } => standing(who, &all),
                _ => all.is_empty(),
            }
        }),
        Condition::Check(_) | Condition::Happened(_) | Condition::Said(_) => spoken_of(condition).is_empty(),
        _ => false,
    }
}

fn spoken_of(condition: &Condition) -> Vec<Ref> {
    let mut found = Vec::new();
    walk::parts_of_condition(condition, &mut |part| {
        if let Part::Man(man) = part {
            found.push(*man);
        }
    });
    found
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

/// How steady a condition is: as its least steady part.
pub(super) fn steadiness(condition: &Condition) -> Steadiness {
    let mut worst = Steadiness::Firm;
    walk::parts_of_condition(condition, &mut |part| worst = worst.max(steadiness_of_part(&part)));
    worst
}

fn steadiness_of_part(part: &Part) -> Steadiness {
    let firm = match part {
        Part::Condition(condition) => {
            matches!(condition, Condition::Not(_) | Condition::All(_) | Condition::Any(_) | Condition::Compare(..) | Condition::Happened(_))
        }
        Part::Number(Number::Counter { .. } | Number::Borne { .. }) => return Steadiness::UnlessCounted,
        Part::Number(number) => matches!(number, Number::Is(_) | Number::Turn | Number::Times(_) | Number::Of(..) | Number::Divisors(_)),
        Part::Point(point) => matches!(point, Point::Named(_)),
        Part::Squares(squares) => are_firm(squares),
        Part::Player(player) => !matches!(player, Player::OwnerOf(_) | Player::EnemyOf(_)),
        Part::Class(_) | Part::Name(..) => true,
        Part::Man(_) | Part::Deed(_) | Part::Chooser(_) => false,
    };
    if firm { Steadiness::Firm } else { Steadiness::Shifting }
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
