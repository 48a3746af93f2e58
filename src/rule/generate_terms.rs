//! Arbitrary terms in normal form, of bounded depth, for property tests.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::generate::{kinds, plain_class};
use super::logic::{all, any};
use super::*;
use crate::board::Vector;

/// Who can be spoken of where a term stands.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Whether a relative clause is around it.
    itself: bool,
    /// Whether another one is around that.
    outer: bool,
    depth: u8,
}

impl Scene {
    /// Outside relative clauses.
    pub fn outside(depth: u8) -> Scene {
        Scene { itself: false, outer: false, depth }
    }

    fn inside(self) -> Scene {
        Scene { itself: true, outer: self.itself, depth: self.depth.saturating_sub(1) }
    }

    fn deeper(self) -> Scene {
        Scene { depth: self.depth.saturating_sub(1), ..self }
    }
}

/// Any men.
pub fn class(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Class> {
    let such = match scene.depth {
        0 => Just(None).boxed(),
        _ => option::weighted(0.4, condition(words, scene.inside())).boxed(),
    };
    let men = (plain_class(words), such).prop_map(|(class, such)| Class { such: such.map(Box::new), ..class }).boxed();
    if scene.itself {
        let movers = men.clone().prop_map(|class| Class { owner: Owner::Mover, ..class });
        return prop_oneof![6 => men, 1 => movers].boxed();
    }
    men
}

fn reference(scene: Scene) -> impl Strategy<Value = Ref> {
    let mut others = vec![Ref::Actor, Ref::Victim, Ref::Chosen, Ref::Former];
    others.extend(scene.outer.then_some(Ref::Outer));
    if scene.itself { prop_oneof![3 => Just(Ref::Itself), 1 => select(others)].boxed() } else { select(others).boxed() }
}

fn player(words: &Vocabulary, scene: Scene) -> impl Strategy<Value = Player> + use<> {
    prop_oneof![
        Just(Player::Mover),
        Just(Player::Opponent),
        Just(Player::Each),
        select(words.armies.clone()).prop_map(Player::Colour),
        reference(scene).prop_map(Player::OwnerOf),
        reference(scene).prop_map(Player::EnemyOf)
    ]
}

/// One player: what is said of each of them is said of the mover and of the opponent.
fn somebody(words: &Vocabulary, scene: Scene) -> impl Strategy<Value = Player> + use<> {
    player(words, scene).prop_filter("one player", |player| *player != Player::Each)
}

fn name() -> impl Strategy<Value = String> {
    "[a-h][1-9]|aa12"
}

fn step() -> impl Strategy<Value = Vector> {
    (-3..=3i8, -3..=3i8).prop_filter("a step", |step| *step != (0, 0)).prop_map(|(right, forward)| Vector { right, forward })
}

fn point(scene: Scene) -> BoxedStrategy<Point> {
    let plain = prop_oneof![
        2 => name().prop_map(Point::Named),
        2 => reference(scene).prop_map(Point::Of),
        1 => reference(scene).prop_map(Point::Home),
        1 => reference(scene).prop_map(Point::HomeOfKind),
        1 => Just(Point::From),
        1 => Just(Point::To)
    ];
    plain
        .prop_recursive(2, 3, 1, |inner| {
            prop_oneof![
                (inner.clone(), step()).prop_map(|(from, step)| Point::Beyond(Box::new(from), step)),
                inner.prop_map(|from| Point::Opposite(Box::new(from)))
            ]
        })
        .boxed()
}

fn distinct<T: PartialEq + Clone>(mut items: Vec<T>) -> Vec<T> {
    let all = items.clone();
    let mut at = 0;
    items.retain(|item| {
        at += 1;
        !all[..at - 1].contains(item)
    });
    items
}

fn simple_squares(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Squares> {
    let point_square = prop_oneof![
        reference(scene).prop_map(Point::Of),
        reference(scene).prop_map(Point::Home),
        reference(scene).prop_map(Point::HomeOfKind),
        Just(Point::From),
        Just(Point::To),
        point(scene).prop_map(|from| Point::Opposite(Box::new(from)))
    ];
    let rank = (1..=64i32, proptest::bool::ANY).prop_map(|(number, own)| Squares::Rank { number: Number::Is(number), own });
    let flat = prop_oneof![
        vec(name(), 1..4).prop_map(|names| Squares::These(distinct(names))),
        rank,
        Just(Squares::LastRank),
        vec("[a-h]|ab", 1..4).prop_map(|names| Squares::Files(distinct(names))),
        select(vec![Squares::Light, Squares::Dark, Squares::Edge, Squares::Corner, Squares::Centre, Squares::Empty, Squares::Holes]),
        proptest::bool::ANY.prop_map(|own| Squares::Half { own }),
        (
            player(words, scene),
            prop_oneof![
                (1..=64i32).prop_map(|number| Squares::Rank { number: Number::Is(number), own: true }),
                Just(Squares::LastRank),
                proptest::bool::ANY.prop_map(|own| Squares::Half { own })
            ]
        )
            .prop_map(|(by, squares)| squares.seen_by(&by)),
        select(words.regions.clone()).prop_map(Squares::Region),
        player(words, scene).prop_map(Squares::Secret),
        point_square.prop_map(Squares::At)
    ];
    if scene.depth == 0 {
        return flat.boxed();
    }
    let near = prop_oneof![
        3 => reference(scene).prop_map(|of| Squares::At(Point::Of(of))),
        2 => class(words, scene.deeper()).prop_map(|class| Squares::Under(Box::new(class))),
        1 => squares(words, Scene { depth: 0, ..scene })
    ];
    let unit = subsequence(super::bearing::steps(), 1..8);
    let steps = prop_oneof![unit, vec(step(), 1..4)].prop_map(|mut steps| {
        steps.sort_unstable();
        steps.dedup();
        steps
    });
    let computed = (number(words, scene.deeper()), proptest::bool::ANY);
    prop_oneof![
        6 => flat,
        1 => (near.clone(), 1..=64u8).prop_map(|(of, reach)| Squares::Near { of: Box::new(of), reach }),
        1 => near.clone().prop_map(|of| Squares::Near { of: Box::new(of), reach: 1 }),
        1 => (near.clone(), steps).prop_map(|(of, steps)| Squares::Beside { of: Box::new(of), steps }),
        1 => (squares(words, Scene { depth: 0, ..scene }), near.clone())
            .prop_map(|(of, to)| Squares::Nearest { of: Box::new(of), to: Box::new(to) }),
        1 => (near.clone(), near.clone(), subsequence(Alike::EVERY.to_vec(), 1..=3))
            .prop_map(|(one, other, lines)| Squares::Between { one: Box::new(one), other: Box::new(other), lines }),
        1 => class(words, scene.deeper()).prop_map(|class| Squares::Under(Box::new(class))),
        1 => class(words, scene.deeper()).prop_map(|class| Squares::AttackedBy(Box::new(class))),
        1 => class(words, scene.deeper()).prop_map(|class| Squares::Left(Box::new(class))),
        1 => reference(scene).prop_map(Squares::Trodden),
        1 => Just(Squares::LastCapture),
        1 => computed.prop_filter("no literal", |(number, _)| !matches!(number, Number::Is(_))).prop_map(|(number, own)| Squares::Rank { number, own }),
        1 => number(words, scene.deeper()).prop_filter("no literal", |number| !matches!(number, Number::Is(_))).prop_map(Squares::File)
    ]
    .boxed()
}

/// Any squares; not the whole board.
pub fn squares(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Squares> {
    let simple = simple_squares(words, scene);
    if scene.depth == 0 {
        return simple;
    }
    let not = simple.clone().prop_map(|squares| Squares::Not(Box::new(squares)));
    let part = prop_oneof![4 => simple.clone(), 1 => not];
    let both = vec(part.clone(), 2..4).prop_map(Squares::Both);
    let either = vec(part.clone(), 2..4).prop_filter_map("lists next to one another are one", |parts| {
        let same = |two: &[Squares]| matches!(two, [Squares::These(_), Squares::These(_)] | [Squares::Files(_), Squares::Files(_)]);
        (!parts.windows(2).any(same)).then_some(Squares::Either(parts))
    });
    prop_oneof![4 => part, 1 => both, 1 => either].boxed()
}

/// Where other pieces may be said to be: `on its home square` would be their own.
fn not_at_home(on: Squares) -> Squares {
    let first = match &on {
        Squares::Both(parts) | Squares::Either(parts) => parts.first(),
        one => Some(one),
    };
    if first == Some(&Squares::At(Point::Home(Ref::Itself))) { Squares::Edge } else { on }
}

/// Any number.
pub fn number(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Number> {
    let literal = prop_oneof![3 => 0..12i32, 1 => -32_767..=32_767i32].prop_map(Number::Is);
    let counter = (select(words.counters.clone()), player(words, scene)).prop_map(|(name, of)| Number::Counter { name, of });
    let plain = prop_oneof![
        3 => literal,
        2 => Just(Number::Turn),
        1 => counter,
        1 => (select(words.tallies.clone()), reference(scene)).prop_map(|(name, by)| Number::Borne { name, by }),
        1 => reference(scene).prop_map(Number::Value),
        1 => reference(scene).prop_map(Number::Moves),
        1 => reference(scene).prop_map(Number::Still),
        1 => (point(scene), proptest::bool::ANY).prop_map(|(point, own)| Number::Rank { point: Box::new(point), own }),
        1 => point(scene).prop_map(|point| Number::File(Box::new(point))),
        1 => (point(scene), point(scene)).prop_map(|(one, other)| Number::Distance(Box::new(one), Box::new(Squares::At(other))))
    ];
    if scene.depth == 0 {
        return plain.boxed();
    }
    let on = prop_oneof![1 => Just(Squares::Every), 1 => squares(words, scene.deeper())];
    let counted =
        (class(words, scene.deeper()), on).prop_map(|(who, on)| Number::Men { who: Box::new(who), on: Box::new(not_at_home(on)) });
    let sign = select(vec![Operation::Plus, Operation::Minus, Operation::Times]);
    let divided = select(vec![Operation::DividedBy, Operation::Modulo]);
    let inner = number(words, scene.deeper());
    prop_oneof![
        5 => plain,
        1 => counted,
        1 => squares(words, scene.deeper()).prop_map(|squares| Number::Squares(Box::new(squares))),
        1 => class(words, scene.deeper()).prop_map(|who| Number::Lost(Box::new(who))),
        1 => (point(scene), class(words, scene.deeper()))
            .prop_map(|(one, who)| Number::Distance(Box::new(one), Box::new(Squares::Under(Box::new(who))))),
        1 => (point(scene), class(words, scene.deeper())).prop_map(|(at, by)| Number::Attackers { at: Box::new(at), by: Box::new(by) }),
        1 => (inner.clone(), sign, inner.clone()).prop_map(|(one, sign, other)| Number::Of(Box::new(one), sign, Box::new(other))),
        1 => inner.clone().prop_map(|of| Number::Divisors(Box::new(of))),
        1 => (inner, divided, 1..100i32).prop_map(|(one, sign, by)| Number::Of(Box::new(one), sign, Box::new(Number::Is(by))))
    ]
    .boxed()
}

fn past(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Condition> {
    let scene = scene.deeper();
    let how = prop_oneof![
        Just(How::Any),
        Just(How::Quiet),
        class(words, scene).prop_map(How::Capture),
        Just(How::Check),
        Just(How::Castle),
        kinds(words).prop_map(How::Promote),
        Just(How::Promote(Vec::new()))
    ];
    let when = prop_oneof![
        (1..=24u8).prop_map(When::Within),
        (2..=24u8).prop_map(When::Ago),
        (1..=24u8).prop_map(When::Lately),
        Just(When::LastTurn),
        (2..=24u8).prop_map(When::Running),
        Just(When::JustBefore),
        Just(When::Newest),
        Just(When::Since),
        Just(When::Ever)
    ];
    let place = option::weighted(0.2, squares(words, Scene { depth: 0, ..scene }));
    let doer = prop_oneof![
        (class(words, scene), option::of(player(words, scene))).prop_map(|(who, by)| (who, by.filter(|by| *by != Player::Each), None)),
        reference(scene).prop_map(|man| (Class::EVERY, None, Some(man)))
    ];
    (doer, how, when, place.clone(), place)
        .prop_filter("that a man has moved at all is asked by its number of moves", |((_, _, man), how, when, from, to)| {
            man.is_none() || *how != How::Any || *when != When::Ever || from.is_some() || to.is_some()
        })
        .prop_map(|((who, by, man), how, when, from, to)| {
            let act = Act { how, from, to, ..Act::any(who) };
            Condition::Happened(Past { act: Box::new(act), by, man, when })
        })
        .boxed()
}

/// That some move is legal.
fn able(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Condition> {
    let how = prop_oneof![2 => Just(How::Any), 1 => Just(How::Quiet), 1 => Just(How::Capture(Class::EVERY)), 1 => Just(How::Castle)];
    // "to empty squares" is "without capturing"
    let some = squares(words, Scene { depth: 0, ..scene }).prop_filter("squares of its own", |squares| *squares != Squares::Empty);
    let place = option::weighted(0.5, some);
    let able = |(who, how, to)| Condition::Can(Box::new(Act { how, to, ..Act::any(who) }));
    (plain_class(words), how, place).prop_map(able).boxed()
}

/// Any condition.
pub fn condition(words: &Vocabulary, scene: Scene) -> BoxedStrategy<Condition> {
    let how =
        select(vec![Comparison::Equal, Comparison::Unequal, Comparison::Less, Comparison::AtMost, Comparison::More, Comparison::AtLeast]);
    let inner = scene.deeper();
    let men = || class(words, inner);
    let compared =
        (number(words, inner), how.clone(), number(words, inner)).prop_map(|(one, how, other)| Condition::Compare(one, how, other));
    let moves = (reference(scene), how, 0..4i32).prop_map(|(of, how, often)| Condition::Compare(Number::Moves(of), how, Number::Is(often)));
    let divisible = (number(words, inner), 1..10i32, proptest::bool::ANY).prop_map(|(one, by, holds)| {
        let rest = Number::Of(Box::new(one), Operation::Modulo, Box::new(Number::Is(by)));
        Condition::Compare(rest, if holds { Comparison::Equal } else { Comparison::Unequal }, Number::Is(0))
    });
    let somewhere = prop_oneof![1 => Just(Squares::Every), 3 => squares(words, inner)];
    let plain = prop_oneof![
        2 => (reference(scene), men()).prop_map(|(of, class)| Condition::Is(of, class)),
        3 => (point(scene), squares(words, inner)).prop_map(|(at, on)| match at {
            // No piece stands beside itself.
            Point::Of(of) if on.mentions(of) => Condition::On(at, Squares::Edge),
            at => Condition::On(at, on),
        }),
        2 => (men(), somewhere).prop_map(|(who, on)| Condition::There(who, not_at_home(on))),
        1 => (point(scene), men()).prop_map(|(at, who)| Condition::Attacked(at, who)),
        1 => somebody(words, scene).prop_map(Condition::Check),
        1 => somebody(words, scene).prop_map(Condition::OnMove),
        1 => somebody(words, scene).prop_map(Condition::Stuck),
        1 => able(words, inner),
        1 => (reference(scene), player(words, scene)).prop_map(|(of, who)| Condition::Belongs(of, who)),
        1 => (reference(scene), reference(scene)).prop_map(|(one, other)| Condition::SameKind(one, other)),
        1 => (reference(scene), reference(scene))
            .prop_filter("one who stands there attacks another", |(one, other)| one != other && *one != Ref::Victim)
            .prop_flat_map(|(one, other)| select(vec![Condition::Hits(one, other), Condition::Guards(one, other)])),
        1 => (reference(scene), men(), men()).prop_map(|(who, whom, from)| {
            let (own, enemy) = (Class { owner: Owner::Own, ..whom }, Class { owner: Owner::Enemy, ..from });
            Condition::Shields { who, whom: own, from: enemy }
        }),
        1 => "[A-Za-z]{1,8}( [a-z,]{1,8}){0,3}".prop_map(Condition::Said),
        1 => past(words, scene)
    ];
    let marked = (select(words.states.clone()), reference(scene), proptest::bool::ANY).prop_map(|(name, by, is)| {
        let how = if is { Comparison::AtLeast } else { Comparison::Less };
        Condition::Compare(Number::Borne { name, by }, how, Number::Is(1))
    });
    let denied = plain.clone().prop_map(|condition| Condition::Not(Box::new(condition)));
    let single = prop_oneof![4 => plain, 2 => denied, 1 => marked, 1 => compared, 1 => moves, 1 => divisible].boxed();
    if scene.depth < 2 {
        return single;
    }
    let some = vec(single.clone(), 2..4);
    let every = some.clone().prop_filter_map("some", all);
    let either = some.clone().prop_map(Condition::Any);
    let mixed = (some.clone(), some).prop_filter_map("two sorts", |(one, other)| any(vec![all(one)?, any(other)?]));
    let mixed_all = (vec(single.clone(), 2..4), single.clone()).prop_map(|(one, other)| Condition::All(vec![other, Condition::Any(one)]));
    let several = |all: &Condition| matches!(all, Condition::All(_));
    let not_all = vec(single.clone(), 2..4)
        .prop_filter_map("several", move |parts| all(parts).filter(several).map(|all| Condition::Not(Box::new(all))));
    prop_oneof![8 => single, 1 => every, 1 => either, 1 => mixed, 1 => mixed_all, 1 => not_all].boxed()
}
