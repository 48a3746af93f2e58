//! Arbitrary valid rules, for property tests of every room above.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::generate_deeds::trigger;
use super::generate_terms::Scene;
use super::lines::grouped;
use super::*;
use crate::board::Vector;
use crate::movement::betza::symmetric;
use crate::movement::{Bend, Edges, Hurdle, Leg, Line, MAX_LEGS, Pattern, UNLIMITED, Use};

pub fn kind(words: &Vocabulary) -> impl Strategy<Value = String> + use<> {
    select(words.kinds.iter().map(|kind| kind.name.clone()).collect::<Vec<_>>())
}

/// Distinct kinds in any order.
pub fn kinds(words: &Vocabulary) -> impl Strategy<Value = Vec<String>> + use<> {
    let all: Vec<String> = words.kinds.iter().map(|kind| kind.name.clone()).collect();
    let most = all.len();
    subsequence(all, 1..most).prop_shuffle()
}

/// Any men, with what else holds of some of them.
pub fn class(words: &Vocabulary) -> impl Strategy<Value = Class> + use<> {
    prop_oneof![3 => plain_class(words), 1 => super::generate_terms::class(words, Scene::outside(2))]
}

/// Any men by kinds and owner.
pub fn plain_class(words: &Vocabulary) -> impl Strategy<Value = Class> + use<> {
    let men = prop_oneof![Just(Kinds::Every), kinds(words).prop_map(Kinds::Only), kinds(words).prop_map(Kinds::Except)];
    let owner = prop_oneof![4 => Just(Owner::Anyone), 3 => select(words.armies.clone()).prop_map(Owner::Army), 1 => Just(Owner::Own), 1 => Just(Owner::Enemy)];
    (men, owner).prop_map(|(kinds, owner)| Class { kinds, owner, such: None })
}

fn raw_line(unmoved: bool) -> BoxedStrategy<Line> {
    let shapes = vec![(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];
    let directions = select(shapes).prop_flat_map(|(long, short)| {
        let mut all: Vec<Vector> = symmetric(long, short);
        if long == 1 {
            all = [symmetric(1, 0), symmetric(1, 1)].concat();
        }
        let most = all.len();
        subsequence(all, 1..=most)
    });
    let range = prop_oneof![
        Just((1, 1)),
        Just((1, UNLIMITED)),
        (1..6u8, 0..6u8).prop_map(|(min, more)| (min, min + more)),
        (2..6u8).prop_map(|min| (min, UNLIMITED))
    ];
    let hurdle = select(vec![Hurdle::None, Hurdle::None, Hurdle::One, Hurdle::Last, Hurdle::Any, Hurdle::Friends]);
    let legs = prop_oneof![4 => Just(Vec::new()), 1 => vec(leg(), 1..MAX_LEGS)];
    (directions, range, hurdle, legs)
        .prop_map(move |(directions, (min, max), hurdle, legs)| {
            let hurdle = if max == 1 && legs.is_empty() { Hurdle::None } else { hurdle };
            let line = Line { directions, min, max, hurdle, legs, purpose: Use::Any, unmoved };
            if line.leads_on() { line } else { Line { legs: Vec::new(), hurdle: Hurdle::None, ..line } }
        })
        .boxed()
}

/// A further leg that can follow some of the directions there are.
fn leg() -> BoxedStrategy<Leg> {
    let bend = select(vec![
        Bend::Any,
        Bend::Outward,
        Bend::Square,
        Bend::Bounce(Edges::EVERY),
        Bend::Bounce(Edges::ENDS),
        Bend::Bounce(Edges { left: true, ..Edges::NONE }),
    ]);
    let range = prop_oneof![(0..3u8, 1..4u8).prop_map(|(min, more)| (min, min + more)), (0..3u8).prop_map(|min| (min, UNLIMITED))];
    let steps = super::bearing::steps();
    (bend, range, subsequence(steps.clone(), 1..=8))
        .prop_map(move |(bend, (min, max), some)| {
            let directions = if matches!(bend, Bend::Bounce(_)) { steps.clone() } else { some };
            Leg { directions, bend, min, max }
        })
        .boxed()
}

/// A pattern in the normal form of clauses: lines for any use, all for unmoved men or none.
pub fn pattern(unmoved: bool) -> impl Strategy<Value = Pattern> {
    vec(raw_line(unmoved), 1..4).prop_map(|lines| Pattern { lines: grouped(lines) })
}

fn motions(words: &Vocabulary) -> impl Strategy<Value = Vec<Motion>> + use<> {
    let like = (kind(words), any::<bool>()).prop_map(|(kind, standard)| Motion::Like { kind, standard });
    let like = prop_oneof![3 => like, 1 => lenders(words)];
    let likes = vec(like, 0..3).prop_map(|mut likes| {
        let all = likes.clone();
        let mut at = 0;
        likes.retain(|like| {
            at += 1;
            !all[..at - 1].contains(like)
        });
        likes
    });
    let free = (likes, option::of(pattern(false).prop_map(Motion::Pattern))).prop_map(|(mut likes, pattern)| {
        likes.extend(pattern);
        likes
    });
    let waiting = pattern(true).prop_map(|pattern| vec![Motion::Pattern(pattern)]);
    prop_oneof![3 => free.prop_filter("some motion", |motions| !motions.is_empty()), 1 => waiting]
}

/// Men beside the borrower.
fn lenders(words: &Vocabulary) -> impl Strategy<Value = Motion> + use<> {
    let itself = || Box::new(Squares::At(Point::Of(Ref::Itself)));
    let beside = subsequence(super::bearing::steps(), 1..8).prop_map(move |steps| Squares::Beside { of: itself(), steps });
    let near = (1..9u8).prop_map(move |reach| Squares::Near { of: itself(), reach });
    let opposite = Just(Squares::At(Point::Opposite(Box::new(Point::Of(Ref::Itself)))));
    let men = (class(words), prop_oneof![beside, near, opposite]);
    let prey = select(vec![When::LastTurn, When::Newest, When::Ever, When::Within(3), When::Ago(2)]).prop_map(Motion::LikePrey);
    let protectors = plain_class(words).prop_map(|who| {
        let who = Class { owner: Owner::Own, ..who }.such_that(Condition::Guards(Ref::Itself, Ref::Outer));
        Motion::LikeMen { who: Box::new(who), on: Box::new(Squares::Every) }
    });
    let beside = men.prop_map(|(who, on)| Motion::LikeMen { who: Box::new(who), on: Box::new(on) });
    prop_oneof![4 => beside, 1 => protectors, 1 => prey]
}

pub fn movement(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let aspect = select(vec![Use::Any, Use::Quiet, Use::Capture]);
    let to = option::weighted(0.15, places());
    (class(words), aspect, any::<bool>(), motions(words), to).prop_map(|(mut who, aspect, also, motions, to)| {
        // "that have not moved" belongs to the motions
        if !motions.is_empty() {
            who.take_unmoved();
        }
        let waits =
            motions.iter().any(|motion| matches!(motion, Motion::Pattern(pattern) if pattern.lines.iter().any(|line| line.unmoved)));
        let also = waits || also;
        Form::Movement(Movement {
            who,
            aspect,
            manner: if also { Manner::Also } else { Manner::Instead },
            terms: Terms { to: to.filter(|_| !motions.is_empty()), ..Terms::default() },
            motions,
        })
    })
}

fn promotion(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    // The eighth rank of the board of chess is the last one.
    let inner = (1..=64u16).prop_filter("no last rank", |&rank| rank != 8).prop_map(Region::Rank);
    let region = prop_oneof![Just(Region::LastRank), inner];
    let into = prop_oneof![4 => kinds(words), 1 => Just(Vec::new())];
    (plain_class(words), region, into).prop_map(|(who, region, into)| {
        let region = if into.is_empty() { Region::LastRank } else { region };
        Form::Promotion(Promotion { who, region, into })
    })
}

fn passing(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let nobody = Class { kinds: Kinds::Only(Vec::new()), ..Class::EVERY };
    (plain_class(words), prop_oneof![3 => plain_class(words), 1 => Just(nobody)])
        .prop_map(|(who, by)| Form::InPassing(InPassing { who, by }))
}

fn castling(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let dares = any::<[bool; 3]>().prop_map(|[out, through, moved]| Daring { out, through, moved });
    (plain_class(words), plain_class(words), 1..=30u8, option::of(dares)).prop_map(|(who, with, squares, dares)| {
        let allowed = dares.is_some();
        let squares = if allowed { squares } else { 2 };
        Form::Castling(Castling { who, with, squares, allowed, dares: dares.unwrap_or_default() })
    })
}

fn capture(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let victim_fate = prop_oneof![
        Just(VictimFate::Gone),
        Just(VictimFate::Joins),
        Just(VictimFate::GoesHome),
        Just(VictimFate::GoesHomeOfKind),
        kind(words).prop_map(VictimFate::Becomes),
        kind(words).prop_map(VictimFate::JoinsAs)
    ];
    let capturer_fate = prop_oneof![
        Just(CapturerFate::Same),
        Just(CapturerFate::Gone),
        kind(words).prop_map(CapturerFate::Becomes),
        Just(CapturerFate::BecomesVictim),
        Just(CapturerFate::ChangesSides),
        kind(words).prop_map(CapturerFate::JoinsAs),
        Just(CapturerFate::JoinsAsVictim)
    ];
    let landing = select(vec![Landing::OnVictim, Landing::Stays, Landing::Home]);
    let explosion = (0..=8u8, plain_class(words)).prop_map(|(reach, hits)| Explosion { reach, hits });
    let fields = (option::of(victim_fate), option::of(capturer_fate), option::of(landing), option::of(explosion));
    (class(words), class(words), fields)
        .prop_map(|(captor, victim, (victim_fate, capturer_fate, landing, explosion))| {
            let mut edit = CaptureEdit { captor, victim, victim_fate, capturer_fate, landing, explosion };
            let stays = edit.victim_fate.as_ref().is_some_and(VictimFate::stays);
            let nowhere = edit.capturer_fate == Some(CapturerFate::Gone);
            if nowhere || (stays && edit.landing == Some(Landing::OnVictim)) {
                edit.landing = None;
            }
            if edit.victim_fate.is_none() && edit.capturer_fate.is_none() && edit.landing.is_none() && edit.explosion.is_none() {
                edit.victim_fate = Some(VictimFate::Gone);
            }
            Form::Capture(edit)
        })
        // what is secret is looked at after a capture
        .prop_filter("nothing secret", |form| !names::is_sealed(&Clause::of(form.clone(), None)))
}

fn own_prey(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    (class(words), class(words)).prop_map(|(who, victims)| Form::OwnPrey(OwnPrey { who, victims: Class { owner: Owner::Own, ..victims } }))
}

/// A capture that begins with another move.
fn approach(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let like = option::of(prop_oneof![1 => kind(words).prop_map(Like::Kind), 2 => Just(Like::Same(Ref::Victim))]);
    let how = |act: &Act| matches!(act.how, How::Any | How::Quiet);
    let quiet = act(words).prop_filter("no capture", how).prop_map(|act| Act { who: Class::EVERY, how: How::Quiet, ..act });
    (class(words), class(words), quiet, like, any::<bool>())
        .prop_map(|(who, victims, act, like, must)| Form::Approach(Approach { who, victims, act, like, must }))
        .prop_filter("some manner", |form| {
            matches!(form, Form::Approach(one) if one.like.is_some() || one.act != Act { how: How::Quiet, ..Act::any(Class::EVERY) })
        })
        .prop_filter("nothing secret", |form| !names::is_sealed(&Clause::of(form.clone(), None)))
}

fn bearings() -> impl Strategy<Value = Vec<&'static Bearing>> {
    use super::bearing::BEARINGS;
    subsequence(BEARINGS.iter().collect::<Vec<_>>(), 1..4)
}

/// Named squares.
pub fn places() -> impl Strategy<Value = Squares> {
    select(vec!["a1", "c2", "e4", "h8"]).prop_map(|name| Squares::These(vec![name.to_string()]))
}

/// Any act that a ban may speak of.
pub fn act(words: &Vocabulary) -> impl Strategy<Value = Act> + use<> {
    let how = prop_oneof![
        3 => Just(How::Any),
        1 => Just(How::Quiet),
        3 => class(words).prop_map(How::Capture),
        1 => Just(How::Check),
        1 => kinds(words).prop_map(How::Promote)
    ];
    let ways = prop_oneof![2 => Just(Ways::Every), 1 => bearings().prop_map(Ways::Only), 1 => bearings().prop_map(Ways::Except)];
    let range = prop_oneof![(1..6u8, 0..4u8).prop_map(|(min, more)| (min, min + more)), (1..9u8).prop_map(|min| (min, UNLIMITED))];
    let counts = prop_oneof![2 => Just(Vec::new()), 1 => vec(range, 1..3).prop_map(super::syntax::ranges)];
    let ends = prop_oneof![
        3 => Just((None, None)),
        1 => (option::of(places()), option::of(places())),
        1 => places().prop_map(|there| (Some(Squares::Not(Box::new(there.clone()))), Some(there))),
        1 => places().prop_map(|there| (Some(there.clone()), Some(Squares::Not(Box::new(there)))))
    ];
    (class(words), how, ways, counts, ends, option::weighted(0.2, places())).prop_map(|(who, how, ways, counts, (from, to), over)| {
        let far = matches!(how, How::Any | How::Quiet | How::Capture(_));
        let entering = matches!((&from, &to), (Some(Squares::Not(_)), _) | (_, Some(Squares::Not(_))));
        let bare = entering || !far;
        let (ways, counts) = if bare { (Ways::Every, Vec::new()) } else { (ways, counts) };
        let how = if entering { How::Any } else { how };
        let over = over.filter(|_| far && !entering);
        Act { who, how, ways, counts, from, to, over }
    })
}

pub fn ban(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    (act(words), any::<bool>()).prop_map(|(act, lifted)| Form::Ban(Ban { act, lifted }))
}

pub fn duty(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let otherwise = prop_oneof![4 => Just(Vec::new()), 1 => vec(act(words), 1..3)];
    let best = select(vec![Best::Longest, Best::Shortest, Best::MostValuable, Best::LeastValuable]);
    let or = prop_oneof![4 => Just(Vec::new()), 1 => vec(act(words), 1..3)];
    (act(words), or, option::weighted(0.2, best), otherwise)
        .prop_map(|(act, or, best, otherwise)| Form::Duty(Duty { act, or, best, otherwise }))
}

fn restored(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let owner = prop_oneof![Just(Owner::Anyone), select(words.armies.clone()).prop_map(Owner::Army)];
    (kinds(words), owner).prop_map(|(kinds, owner)| Form::Restored(Class { kinds: Kinds::Only(kinds), owner, such: None }))
}

fn side(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    let colour = || select(words.armies.clone());
    let human = prop_oneof![
        Just(Human::Maker),
        Just(Human::Nobody),
        colour().prop_map(Human::Of),
        select(vec!["peter@example.org", "q.1+x@sub.example.com"]).prop_map(|address| Human::Address(address.to_string()))
    ];
    let moves = prop_oneof![Just(InTurn::Last), colour().prop_map(InTurn::After), colour().prop_map(InTurn::Before)];
    let name = select(vec!["borg", "cylons"]).prop_map(str::to_string);
    (name, option::of(1..=words.universes.max(1)), human, moves, any::<bool>()).prop_map(|(name, universe, human, moves, up)| {
        // whom nobody plays moves in no phase
        let moves = if human == Human::Nobody { InTurn::Last } else { moves };
        Form::Side(Side { name, universe, human, moves, up })
    })
}

/// One clause that players may write.
pub fn form(words: &Vocabulary) -> impl Strategy<Value = Form> + use<> {
    // Boxed: a tree of all of them unboxed is larger than a thread's stack.
    prop_oneof![
        4 => trigger(words).boxed(),
        1 => side(words).boxed(),
        1 => restored(words).boxed(),
        1 => duty(words).boxed(),
        4 => ban(words).boxed(),
        4 => movement(words).boxed(),
        4 => capture(words).boxed(),
        1 => own_prey(words).boxed(),
        1 => approach(words).boxed(),
        1 => promotion(words).boxed(),
        1 => passing(words).boxed(),
        1 => castling(words).boxed()
    ]
    .prop_map(|mut form| {
        // whoever moves is no enemy of his own
        if !matches!(form, Form::Trigger(_))
            && let Some(who) = form.subject().filter(|who| who.owner == Owner::Enemy)
        {
            who.owner = Owner::Anyone;
        }
        // and takes nothing of his own
        match &mut form {
            Form::Capture(edit) if edit.captor.owner == Owner::Enemy => edit.captor.owner = Owner::Anyone,
            Form::Ban(Ban { act: Act { who, how: How::Capture(victims), .. }, .. })
                if *who == Class::EVERY && victims.owner == Owner::Own =>
            {
                victims.owner = Owner::Anyone;
            }
            _ => {}
        }
        form
    })
}

/// A rule that players may write, in normal form.
pub fn rule(words: &Vocabulary) -> impl Strategy<Value = Rule> + use<> {
    let title = option::of("[A-Za-z0-9][A-Za-z0-9,.:!?'()-]{0,9}( [a-z]{1,8}){0,3}");
    let scope = prop_oneof![Just(Scope::Multiverse), (1..=words.universes.max(1)).prop_map(Scope::Universe)];
    let when = option::weighted(0.4, super::generate_terms::condition(words, Scene::outside(2)));
    let clause = (form(words), when).prop_map(|(form, when)| Clause::of(form, when));
    let clauses = vec(clause, 1..6).prop_filter("no contradiction", |clauses| super::contradiction::contradiction(clauses).is_none());
    (title, scope, option::of(1..=10_000u16), depends(words), clauses).prop_map(|(title, scope, lasts, depends, clauses)| Rule {
        title,
        scope,
        lasts,
        depends,
        clauses: lasting::with_standing(clauses),
    })
}

fn depends(words: &Vocabulary) -> impl Strategy<Value = Vec<Dependency>> + use<> {
    let pairs = words.kinds.iter().flat_map(|old| {
        let lesser = words.kinds.iter().filter(|new| new.value <= old.value);
        lesser.map(|new| (old.name.clone(), new.name.clone()))
    });
    let rewrite = vec(select(pairs.collect::<Vec<_>>()), 1..3).prop_map(Fallen::Rewrite);
    let then = prop_oneof![Just(Fallen::ByNames), Just(Fallen::Void), Just(Fallen::Keep), Just(Fallen::Sleep), rewrite];
    let on = select(words.rules.clone());
    prop_oneof![3 => Just(Vec::new()), 1 => vec((on, then).prop_map(|(on, then)| Dependency { on, then }), 1..3)]
}
