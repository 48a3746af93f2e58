//! Arbitrary deeds that lead to other universes, draw lots or hand a move on, for property tests.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::generate::{kind, places};
use super::generate_deeds::{somebody, whom};
use super::*;

pub fn world(words: &Vocabulary) -> impl Strategy<Value = World> + use<> {
    let named = words.worlds.iter().map(|(name, _)| World::Named(name.clone()));
    let plain = [World::Next, World::Previous, World::Home, World::OtherBoard].into_iter().chain(named).collect::<Vec<_>>();
    let by = prop_oneof![Just(Chooser::Mover), Just(Chooser::Chance), Just(Chooser::Player(Player::Opponent))];
    prop_oneof![
        3 => select(plain),
        1 => (1..=words.universes.max(1)).prop_map(World::Number),
        1 => by.prop_map(World::Another)
    ]
}

fn opening(words: &Vocabulary) -> impl Strategy<Value = Opening> + use<> {
    let size = || prop_oneof![Just(Size::Usual), (1..=26u8, 1..=26u8).prop_map(|(files, ranks)| Size::Extent { files, ranks })];
    let ground = prop_oneof![
        size().prop_map(Ground::Bare),
        (size(), somebody(), somebody()).prop_map(|(size, one, other)| Ground::Array(size, one, other)),
        world(words).prop_map(Ground::Copy)
    ];
    let room = prop_oneof![Just(Room::Universe), Just(Room::Board)];
    (room, ground, option::of(places()), option::of("limbo|hades|outer space".prop_map(String::from)))
        .prop_map(|(room, ground, without, called)| Opening { room, ground, without, called })
}

/// Whether somebody may go on or must.
pub fn need() -> impl Strategy<Value = Need> {
    prop_oneof![Just(Need::May), Just(Need::IfAble), Just(Need::Always)]
}

/// Like whom somebody moves for once.
pub fn like(words: &Vocabulary) -> impl Strategy<Value = Like> + use<> {
    prop_oneof![2 => kind(words).prop_map(Like::Kind), 1 => Just(Like::Same(Ref::Victim)), 1 => Just(Like::Same(Ref::Chosen))]
}

pub fn deed(words: &Vocabulary) -> impl Strategy<Value = Deed> + use<> {
    let square = option::of("[a-h][1-8]".prop_map(String::from));
    let other = |(from, into): &(World, World)| from != into;
    prop_oneof![
        3 => (whom(words, Ref::Actor), world(words), square, any::<bool>())
            .prop_map(|(who, to, square, empty)| Deed::Send { who, to, square, empty }),
        1 => (whom(words, Ref::Actor), option::of(world(words))).prop_map(|(who, from)| Deed::Stray { who, from }),
        1 => opening(words).prop_map(|opening| Deed::Open(Box::new(opening))),
        1 => (world(words), world(words)).prop_filter("two", other).prop_map(|(from, into)| Deed::Merge { from, into }),
        1 => (Just(Act::any(super::syntax::the_same())), need(), like(words))
            .prop_map(|(act, need, like)| Deed::Again { act, need, like: Some(like) })
    ]
}
