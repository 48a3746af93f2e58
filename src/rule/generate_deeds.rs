//! Arbitrary deeds and what triggers them, for property tests.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::generate::{act, ban, class, duty, kind, kinds, movement, places};
use super::generate_worlds::world;
use super::*;
use crate::board::Vector;

pub fn by_whom() -> impl Strategy<Value = Chooser> {
    select(vec![Chooser::All, Chooser::Mover, Chooser::Chance, Chooser::Player(Player::Opponent)])
}

pub fn whom(words: &Vocabulary, said: Ref) -> impl Strategy<Value = Whom> + use<> {
    let by = select(vec![
        Chooser::All,
        Chooser::Mover,
        Chooser::Chance,
        Chooser::Player(Player::Opponent),
        Chooser::Player(Player::Colour("white".into())),
    ]);
    let on = prop_oneof![4 => Just(Squares::Every), 2 => places()];
    let nearest = (class(words), on.clone(), places(), by.clone()).prop_map(|(who, on, to, chooser)| {
        let on = Squares::nearest_men(&who, on, to);
        Whom::Among { who, on, chooser }
    });
    prop_oneof![
        3 => Just(Whom::That(said)),
        6 => (class(words), on, by).prop_map(|(who, on, chooser)| Whom::Among { who, on, chooser }),
        1 => nearest
    ]
}

/// In another universe; who chooses it chooses the square as well.
fn spot_in(words: &Vocabulary) -> impl Strategy<Value = Spot> + use<> {
    let among = select(vec![Squares::Empty, Squares::Edge, Squares::LastRank, Squares::Light]);
    (world(words), among, by()).prop_map(|(to, among, by)| match to {
        World::Another(by) => Spot::In(World::Another(by.clone()), among, by),
        to => Spot::In(to, among, by),
    })
}

fn by() -> impl Strategy<Value = Chooser> {
    select(vec![Chooser::Mover, Chooser::Chance, Chooser::Player(Player::Opponent)])
}

fn spot() -> impl Strategy<Value = Spot> {
    let among = select(vec![Squares::Empty, Squares::Edge, Squares::LastRank, Squares::Light]);
    prop_oneof![
        Just(Spot::At(Point::Named("e4".into()))),
        (among.clone(), by()).prop_map(|(among, by)| Spot::One(among, by)),
        among.prop_map(Spot::Each)
    ]
}

pub fn somebody() -> impl Strategy<Value = Player> {
    select(vec![Player::Mover, Player::Opponent, Player::Colour("white".into()), Player::Each])
}

fn heading() -> impl Strategy<Value = Heading> {
    let step = (-1..=1i8, -1..=1i8).prop_filter("some way", |(right, forward)| *right != 0 || *forward != 0);
    let step = step.prop_map(|(right, forward)| Vector { right, forward });
    let there = || {
        select(vec![
            Squares::At(Point::Of(Ref::Actor)),
            Squares::Centre,
            Squares::Files(vec!["h".into()]),
            Squares::Under(Box::new(Class::kind("rook"))),
        ])
    };
    prop_oneof![
        step.clone().prop_map(Heading::Own),
        step.prop_map(Heading::Mover),
        Just(Heading::Onward),
        there().prop_map(Heading::Toward),
        there().prop_map(Heading::Away),
    ]
}

fn stride() -> impl Strategy<Value = Stride> {
    let on = select(vec![None, Some(Squares::Light), Some(Squares::Centre)]);
    (prop_oneof![1..9u8, Just(MAX_STEPS)], on).prop_map(|(most, on)| Stride { most, on })
}

/// What a rule may do after a move.
pub fn deed(words: &Vocabulary) -> impl Strategy<Value = Deed> + use<> {
    let said = Ref::Actor;
    let vector = (-3..=3i8, -3..=3i8).prop_filter("some way", |(right, forward)| *right != 0 || *forward != 0);
    let of_men = prop_oneof![
        whom(words, said).prop_map(Deed::Remove),
        (whom(words, said), kind(words)).prop_map(|(who, kind)| Deed::Become(who, vec![kind], Chooser::All)),
        (whom(words, said), kinds(words)).prop_map(|(who, mut kinds)| {
            // of all there are nobody chooses for each
            if matches!(who, Whom::Among { chooser: Chooser::All, .. }) {
                kinds.truncate(1);
            }
            let by = if kinds.len() == 1 { Chooser::All } else { Chooser::Player(Player::Opponent) };
            Deed::Become(who, kinds, by)
        }),
        (whom(words, said), kinds(words).prop_filter("a ladder", |kinds| kinds.len() > 1)).prop_map(|(who, kinds)| Deed::Climb(who, kinds)),
        (whom(words, said), somebody()).prop_map(|(who, side)| Deed::Join(who, side)),
        (whom(words, said), spot().prop_filter("one", |spot| !matches!(spot, Spot::Each(_)))).prop_map(|(who, to)| Deed::Go(who, to)),
        whom(words, said).prop_map(Deed::Return),
        (whom(words, said), heading(), stride()).prop_map(|(who, heading, stride)| Deed::Step(who, heading, stride)),
        (whom(words, said), whom(words, said))
            .prop_filter("who captures and who is captured do not stand on two squares", |(one, other)| {
                let of_capture = |whom: &Whom| matches!(whom, Whom::That(Ref::Actor | Ref::Victim));
                !of_capture(one) || !of_capture(other)
            })
            .prop_filter("one with one", |(one, other)| {
                let all = |whom: &Whom| matches!(whom, Whom::Among { chooser: Chooser::All, .. });
                let among = |whom: &Whom| matches!(whom, Whom::Among { .. });
                !among(one) || !among(other) || !all(one) && !all(other)
            })
            .prop_map(|(one, other)| Deed::Swap(one, other)),
        (whom(words, said), somebody()).prop_map(|(who, side)| Deed::Reserve(who, side)),
        (whom(words, said), 1..9u8).prop_map(|(who, phases)| Deed::Hold(who, phases)),
        (whom(words, said), select(words.states.clone()), 0..2i32).prop_map(|(who, name, so)| Deed::Tally {
            name,
            who,
            by: Number::Is(so),
            set: true
        }),
        (whom(words, said), select(words.tallies.clone()), -3..4i32, any::<bool>()).prop_map(|(who, name, by, set)| {
            let set = set && matches!(who, Whom::That(_));
            Deed::Tally { name, who, by: Number::Is(if by == 0 { 4 } else { by }), set }
        }),
    ];
    let sides = (0..4u8, 0..4u8, 0..4u8, 0..4u8).prop_filter("some growth", |(a, b, c, d)| a + b + c + d > 0);
    let of_board = prop_oneof![
        (kind(words), somebody(), prop_oneof![3 => spot(), 1 => spot_in(words)]).prop_map(|(kind, owner, spot)| Deed::Place {
            kind,
            owner,
            spot
        }),
        (
            class(words),
            somebody(),
            prop_oneof![3 => spot().prop_filter("one", |spot| !matches!(spot, Spot::Each(_))), 1 => spot_in(words)],
            select(vec![Store::Reserve, Store::Lost])
        )
            .prop_map(|(who, owner, spot, from)| Deed::Drop { who, owner, spot, from }),
        Just(Deed::Illegal),
        (places(), vector, any::<bool>()).prop_map(|(squares, (right, forward), wrap)| Deed::Shift {
            squares,
            by: Vector { right, forward },
            wrap
        }),
        (prop_oneof![Just(Squares::Every).boxed(), places().boxed()], 1..4u8)
            .prop_filter("squares that turn into themselves", |(squares, quarters)| super::syntax::can_turn(squares, *quarters))
            .prop_map(|(squares, quarters)| Deed::Turn { squares, quarters }),
        (places(), any::<bool>(), by_whom()).prop_map(|(squares, on, chooser)| Deed::Mark {
            squares,
            region: "hot zone".into(),
            on,
            chooser
        }),
        (places(), any::<bool>(), by_whom()).prop_map(|(squares, open, chooser)| Deed::Hole { squares, open, chooser }),
        (sides, option::of(Just("hot zone".to_string()))).prop_map(|((left, right, below, above), region)| Deed::Grow {
            left,
            right,
            below,
            above,
            region
        }),
        (any::<bool>(), any::<bool>()).prop_map(|(files, joined)| Deed::JoinEdges { files, joined }),
        somebody().prop_map(Deed::Skip),
        Just(Deed::GoOn),
        (again(words), super::generate_worlds::need()).prop_map(|(act, need)| Deed::Again { act, need, like: None }),
        super::generate_worlds::deed(words),
    ];
    let plain = prop_oneof![4 => of_men.boxed(), 4 => of_board.boxed(), 1 => timed(words).boxed()];
    let every = (class(words), prop_oneof![Just(Squares::Every).boxed(), places().boxed()]).boxed();
    plain
        .prop_recursive(2, 8, 3, move |inner| {
            let some = vec(inner.clone(), 1..3).prop_map(up_to_illegal);
            let holds = Condition::Check(Player::Colour("white".into()));
            prop_oneof![
                (some.clone(), option::weighted(0.3, some.clone())).prop_map(move |(then, otherwise)| Deed::If(
                    holds.clone(),
                    then,
                    otherwise.unwrap_or_default()
                )),
                (somebody().prop_filter("one who decides", |who| *who != Player::Each), some.clone())
                    .prop_map(|(who, then)| Deed::May(who, then)),
                some.clone().prop_map(Deed::EachPlayer),
                (every.clone(), some.clone())
                    .prop_map(|((who, on), then)| Deed::EachMan(Whom::Among { who, on, chooser: Chooser::All }, then)),
                (1..=lasting::MAX_TURNS as u8, some.clone()).prop_map(|(turns, then)| Deed::Later(turns, then)),
                (1..5u16, 1..9u16, some.clone()).prop_map(|(hit, miss, then)| Deed::Chance(vec![(hit, then), (miss, Vec::new())])),
                vec((1..5u16, vec(inner, 0..3).prop_map(up_to_illegal)), 2..4).prop_filter_map("unlike outcomes", |faces| {
                    (!faces.windows(2).all(|two| two[0].1 == two[1].1)).then_some(Deed::Chance(faces))
                })
            ]
        })
        .prop_filter("choices within bounds", |deed| super::syntax::are_bounded(std::slice::from_ref(deed)))
}

/// What lasts for a time.
fn timed(words: &Vocabulary) -> impl Strategy<Value = Deed> + use<> {
    let time = || {
        let turns = (1..=lasting::MAX_TURNS as u8).prop_map(Lasting::Turns);
        prop_oneof![2 => turns, 1 => Just(Lasting::ThisTurn), 1 => Just(Lasting::UntilNext), 1 => Just(Lasting::Ever)]
    };
    let undone = prop_oneof![
        (places(), any::<bool>(), by_whom()).prop_map(|(squares, open, chooser)| Deed::Hole { squares, open, chooser }),
        (places(), any::<bool>(), by_whom()).prop_map(|(squares, on, chooser)| Deed::Mark {
            squares,
            region: "hot zone".into(),
            on,
            chooser
        }),
        (whom(words, Ref::Actor), somebody()).prop_map(|(who, side)| Deed::Join(who, side)),
        (whom(words, Ref::Actor), kind(words)).prop_map(|(who, kind)| Deed::Become(who, vec![kind], Chooser::All)),
        (any::<bool>(), any::<bool>()).prop_map(|(files, joined)| Deed::JoinEdges { files, joined }),
    ];
    let held = prop_oneof![ban(words).boxed(), duty(words).boxed(), movement(words).boxed()];
    // as it is read, so it is told
    let as_told = |form: &Form| {
        let mut told = form.clone();
        lasting::by_their_side(&mut told) && told == *form
    };
    let known = move |form: &Form| lasting::says_where(form) && !lasting::speaks_of_the_event(form) && as_told(form);
    let held = held.prop_filter("of squares and men that are known", known);
    let held = (held, any::<bool>()).prop_map(|(mut form, that)| {
        if let Some(who) = form.subject().filter(|_| that) {
            *who = lasting::only(Ref::Actor);
        }
        form
    });
    // what is done stays done: "for the rest of the game" says nothing of it
    let ends = |time: Lasting| if time == Lasting::Ever { Lasting::UntilNext } else { time };
    prop_oneof![
        (time(), undone).prop_map(move |(time, deed)| Deed::For(ends(time), Box::new(deed))),
        (time(), held).prop_map(|(time, form)| Deed::Meanwhile(time, Box::new(form)))
    ]
}

fn again(words: &Vocabulary) -> impl Strategy<Value = Act> + use<> {
    let who = prop_oneof![Just(Class::EVERY), Just(super::syntax::the_same()), class(words)];
    let how = prop_oneof![Just(How::Any), Just(How::Quiet), class(words).prop_map(How::Capture)];
    (who, how).prop_map(|(who, how)| Act { how, ..Act::any(who) })
}

pub fn trigger(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    // captures alone are the business of capture edits
    let apart = |act: &Act| !matches!(act.how, How::Capture(_)) || act.from.is_some() && act.to.is_some();
    let failing = option::weighted(0.2, vec(deed(words), 1..3).prop_map(up_to_illegal));
    let once = select(vec![None, Some(Once::Ever), Some(Once::Side(Ref::Actor))]);
    (act(words).prop_filter("no capture edit", apart), vec(deed(words), 1..4).prop_map(up_to_illegal), failing, once, any::<bool>())
        .prop_map(|(mut act, mut deeds, failing, once, would)| {
            deeds.splice(1..1, failing.map(Deed::Failing));
            // Whoever moves is no enemy of his own.
            if act.who.owner == Owner::Enemy {
                act.who.owner = Owner::Anyone;
            }
            let event = if would { Event::Would(act) } else { Event::Act(act) };
            Form::Trigger(Trigger { event, deeds, once })
        })
        .prop_filter("nothing becomes of who is gone", |form| match form {
            Form::Trigger(Trigger { event, deeds, .. }) => !super::syntax::done_to_the_gone(event, deeds),
            _ => true,
        })
}

/// Nothing is done behind an illegal move.
fn up_to_illegal(mut deeds: Vec<Deed>) -> Vec<Deed> {
    if let Some(at) = deeds.iter().position(|deed| *deed == Deed::Illegal) {
        deeds.truncate(at + 1);
    }
    deeds
}
