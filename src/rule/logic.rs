//! How conditions are joined and turned round, in normal form; and whom they speak of.

use super::durations::TURNS;
use super::visits::VISITOR;
use super::{Act, Ban, Class, Clause, Comparison, Condition, Form, How, Number, Past, Player, Point, Ref, Squares, When, Whom, walk};

/// All of them: joined ones are taken apart, each is said once, one by itself stays as it is. None of none.
pub fn all(conditions: Vec<Condition>) -> Option<Condition> {
    let mut parts: Vec<Condition> = Vec::new();
    for part in conditions.into_iter().flat_map(|one| if let Condition::All(more) = one { more } else { vec![one] }) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    sole(parts, Condition::All)
}

/// Any of them.
pub fn any(conditions: Vec<Condition>) -> Option<Condition> {
    let parts = conditions.into_iter().flat_map(|one| if let Condition::Any(more) = one { more } else { vec![one] });
    sole(parts.collect(), Condition::Any)
}

fn sole(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Option<Condition> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(join(parts)),
    }
}

/// The contrary. Comparisons have one of their own.
pub fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        // who has not moved once or more has not moved
        Condition::Compare(Number::Moves(of), Comparison::AtLeast, Number::Is(1)) => {
            Condition::Compare(Number::Moves(of), Comparison::Equal, Number::Is(0))
        }
        Condition::Compare(one, how, other) => Condition::Compare(one, how.contrary(), other),
        other => Condition::Not(Box::new(other)),
    }
}

/// The man that the condition is about has not moved.
pub fn unmoved() -> Condition {
    Condition::Compare(Number::Moves(Ref::Itself), Comparison::Equal, Number::Is(0))
}

impl Comparison {
    /// What holds where this does not.
    pub fn contrary(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Unequal,
            Comparison::Unequal => Comparison::Equal,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtLeast => Comparison::Less,
            Comparison::More => Comparison::AtMost,
            Comparison::AtMost => Comparison::More,
        }
    }
}

impl Class {
    /// Those of them of whom this holds too.
    #[must_use]
    pub fn such_that(mut self, condition: Condition) -> Class {
        let so_far = self.such.take().map(|such| *such);
        self.such = all(so_far.into_iter().chain([condition]).collect()).map(Box::new);
        self
    }

    /// Those of them who are not that man.
    #[must_use]
    pub fn but(self, man: Ref) -> Class {
        self.such_that(Condition::Not(Box::new(Condition::SameMan(Ref::Itself, man))))
    }

    /// Whether they are compared with the man that acts.
    pub fn compares(&self) -> bool {
        self.such.as_ref().is_some_and(|such| such.mentions(Ref::Actor))
    }

    /// Whether what is said of them speaks of the man around it, who is this one.
    fn leans_on(&self, man: Ref) -> bool {
        man == Ref::Itself && self.such.as_ref().is_some_and(|such| such.mentions(Ref::Outer))
    }

    /// Takes "that has not moved" out of what is said of them; whether it was there.
    pub fn take_unmoved(&mut self) -> bool {
        let Some(such) = self.such.take() else { return false };
        let parts = if let Condition::All(parts) = *such { parts } else { vec![*such] };
        let before = parts.len();
        let kept: Vec<Condition> = parts.into_iter().filter(|part| *part != unmoved()).collect();
        let found = kept.len() < before;
        self.such = all(kept).map(Box::new);
        found
    }
}

impl Condition {
    /// Whether it speaks of that man; the relative clauses inside speak of men of their own.
    pub fn mentions(&self, man: Ref) -> bool {
        match self {
            Condition::Not(inner) => inner.mentions(man),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| part.mentions(man)),
            Condition::Compare(one, _, other) => one.mentions(man) || other.mentions(man),
            Condition::Is(of, _) => *of == man,
            Condition::On(point, squares) => point.mentions(man) || squares.mentions(man),
            Condition::There(class, squares) => squares.mentions(man) || class.leans_on(man),
            Condition::Attacked(point, class) => point.mentions(man) || class.leans_on(man),
            Condition::Attacks(of, class) => *of == man || class.leans_on(man),
            Condition::Shields { who, whom, from } => *who == man || whom.leans_on(man) || from.leans_on(man),
            Condition::Check(who) | Condition::OnMove(who) | Condition::Stuck(who) => who.mentions(man),
            Condition::Belongs(of, who) => *of == man || who.mentions(man),
            Condition::SameKind(one, other)
            | Condition::SameMan(one, other)
            | Condition::Hits(one, other)
            | Condition::Guards(one, other) => *one == man || *other == man,
            Condition::Happened(past) => past.mentions(man),
            Condition::Can(act) => [&act.from, &act.to, &act.over].into_iter().flatten().any(|squares| squares.mentions(man)),
            Condition::Said(_) | Condition::Underway { .. } => false,
        }
    }
}

impl Clause {
    /// A duty or a ban that hangs on what is legal: it chooses among the legal moves; or what may be done instead, where there are none.
    pub fn asks_what_is_legal(&self) -> bool {
        let chooses = matches!(self.form, Form::Duty(_) | Form::Ban(Ban { lifted: false, .. }) | Form::Action(_));
        chooses && self.when.as_ref().is_some_and(Condition::asks_what_is_legal)
    }
}

impl Condition {
    /// Whether it asks if some move is legal.
    pub fn asks_what_is_legal(&self) -> bool {
        match self {
            Condition::Not(inner) => inner.asks_what_is_legal(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::asks_what_is_legal),
            Condition::Can(_) | Condition::Stuck(_) => true,
            _ => false,
        }
    }

    /// Whether it asks if a move of some sort is legal, and not if any is.
    pub fn asks_for_a_move(&self) -> bool {
        match self {
            Condition::Not(inner) => inner.asks_for_a_move(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::asks_for_a_move),
            Condition::Can(act) => **act != Act::any(Class { owner: act.who.owner.clone(), ..Class::EVERY }),
            _ => false,
        }
    }

    /// Whether it asks who of the two protects the other.
    pub fn asks_protection(&self) -> bool {
        match self {
            Condition::Not(inner) => inner.asks_protection(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::asks_protection),
            Condition::Guards(..) => true,
            _ => false,
        }
    }

    /// Whether it asks what has happened.
    pub fn recalls(&self) -> bool {
        match self {
            Condition::Not(inner) => inner.recalls(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::recalls),
            Condition::Happened(_) => true,
            _ => false,
        }
    }

    /// Whether it asks that something has not happened for so many turns, or that it has happened on each of them.
    pub fn has_lasted(&self) -> bool {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::has_lasted),
            Condition::Not(inner) => matches!(&**inner, Condition::Happened(Past { when: When::Lately(_), .. })),
            Condition::Happened(Past { when: When::Running(_), .. }) => true,
            _ => false,
        }
    }

    /// Whether it asks where a man has been.
    pub fn asks_for_visits(&self) -> bool {
        match self {
            Condition::Not(inner) => inner.asks_for_visits(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::asks_for_visits),
            Condition::Compare(Number::Borne { name, .. }, ..) => name.ends_with(VISITOR),
            _ => false,
        }
    }

    /// Whether it asks how often something has happened, or how many moves a man has made.
    pub fn tallies(&self) -> bool {
        match self {
            Condition::Not(inner) => inner.tallies(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::tallies),
            Condition::Compare(one, _, other) => {
                [one, other].iter().any(|number| matches!(number, Number::Times(_) | Number::Moves(_) | Number::Still(_)))
            }
            _ => false,
        }
    }

    /// Whether it asks what is counted for men.
    pub fn asks_what_is_borne(&self) -> bool {
        let mut found = false;
        walk::parts_of_condition(self, &mut |part| found |= matches!(part, walk::Part::Number(Number::Borne { .. })));
        found
    }

    /// Whether it asks for how many turns something has been so.
    pub fn asks_how_long(&self) -> bool {
        let mut found = false;
        let counts = |part: &walk::Part| matches!(part, walk::Part::Number(Number::Borne { name, .. } | Number::Counter { name, .. }) if name.starts_with(TURNS));
        walk::parts_of_condition(self, &mut |part| found |= counts(&part));
        found
    }

    /// Whether what is done under it is done turn by turn: it asks for the number of the turn, or for so many turns without something.
    pub fn counts_turns(&self) -> bool {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::counts_turns),
            Condition::Not(_) => self.has_lasted(),
            _ => self.names_turns(),
        }
    }

    /// Whether it asks for the number of the turn.
    pub fn names_turns(&self) -> bool {
        fn counts(number: &Number) -> bool {
            match number {
                Number::Turn => true,
                Number::Of(one, _, other) => counts(one) || counts(other),
                Number::Divisors(of) => counts(of),
                _ => false,
            }
        }
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::names_turns),
            Condition::Compare(one, _, other) => counts(one) || counts(other),
            _ => false,
        }
    }
}

impl Condition {
    /// A man is marked as that.
    pub fn is_marked(state: String, man: Ref) -> Condition {
        Condition::Compare(Number::Borne { name: state, by: man }, super::Comparison::AtLeast, Number::Is(1))
    }

    /// Whether it says this, alone or with more.
    pub fn requires(&self, part: &Condition) -> bool {
        self == part || matches!(self, Condition::All(parts) if parts.contains(part))
    }
}

impl Number {
    fn mentions(&self, man: Ref) -> bool {
        match self {
            Number::Is(_) | Number::Turn => false,
            Number::Lost(who) => who.leans_on(man),
            Number::Men { who, on } => on.mentions(man) || who.leans_on(man),
            Number::Squares(squares) => squares.mentions(man),
            Number::Counter { of, .. } => of.mentions(man),
            Number::Borne { by: of, .. } | Number::Value(of) | Number::Moves(of) | Number::Still(of) => *of == man,
            Number::Rank { point, .. } | Number::File(point) => point.mentions(man),
            Number::Attackers { at, by } => at.mentions(man) || by.leans_on(man),
            Number::Times(past) => past.mentions(man),
            Number::Distance(one, other) => one.mentions(man) || other.mentions(man),
            Number::Divisors(of) => of.mentions(man),
            Number::Of(one, _, other) => one.mentions(man) || other.mentions(man),
        }
    }
}

impl Past {
    fn mentions(&self, man: Ref) -> bool {
        let places = [&self.act.from, &self.act.to, &self.act.over];
        self.man == Some(man)
            || self.by.as_ref().is_some_and(|by| by.mentions(man))
            || places.into_iter().flatten().any(|squares| squares.mentions(man))
            || self.act.who.leans_on(man)
            || matches!(&self.act.how, How::Capture(victims) | How::Passing(victims) if victims.leans_on(man))
    }
}

impl Whom {
    /// Whether those who are meant are told by that man.
    pub fn leans_on(&self, man: Ref) -> bool {
        match self {
            Whom::That(of) => *of == man,
            Whom::Among { who, on, .. } => who.such.as_ref().is_some_and(|such| such.mentions(man)) || on.mentions(man),
        }
    }
}

impl Squares {
    pub(super) fn mentions(&self, man: Ref) -> bool {
        match self {
            Squares::Rank { number, .. } | Squares::File(number) => number.mentions(man),
            Squares::Seen { by, squares } => by.mentions(man) || squares.mentions(man),
            Squares::At(point) => point.mentions(man),
            Squares::Onward(of) | Squares::Trodden(of) => *of == man,
            Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } | Squares::Not(of) => of.mentions(man),
            Squares::Nearest { of: one, to: other } | Squares::Between { one, other, .. } => one.mentions(man) || other.mentions(man),
            Squares::Both(parts) | Squares::Either(parts) => parts.iter().any(|part| part.mentions(man)),
            Squares::Under(class) | Squares::Left(class) | Squares::AttackedBy(class) => class.leans_on(man),
            _ => false,
        }
    }
}

impl Point {
    fn mentions(&self, man: Ref) -> bool {
        match self {
            Point::Named(_) | Point::From | Point::To => false,
            Point::Of(of) | Point::Home(of) | Point::HomeOfKind(of) | Point::Before(of) => *of == man,
            Point::Beyond(from, _) | Point::Opposite(from) | Point::Across(from) | Point::Along(from) => from.mentions(man),
        }
    }
}

impl Player {
    fn mentions(&self, man: Ref) -> bool {
        *self == Player::OwnerOf(man) || *self == Player::EnemyOf(man)
    }
}
