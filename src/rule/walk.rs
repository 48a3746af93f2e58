//! The one walk over the tree of a clause: every part in it, wherever it stands, those around others first.
//!
//! Parts are met in their place, so that they can be changed there; who only looks, looks at a copy.
//! Invariant: every part that a clause holds is met; a new form that is forgotten does not compile.

use super::{
    Act, Action, CaptureEdit, CapturerFate, Chooser, Class, Clause, Condition, Deed, Event, Form, Ground, Heading, How, Human, InTurn,
    Kinds, Like, Motion, Naming, Number, Opening, Owner, Past, Player, Point, Ref, Side, Spot, Squares, Terms, Trigger, VictimFate, Whom,
    World,
};

/// A part of a clause.
#[derive(Debug)]
pub enum Part<'c> {
    Deed(&'c mut Deed),
    Class(&'c mut Class),
    Condition(&'c mut Condition),
    Number(&'c mut Number),
    Squares(&'c mut Squares),
    Point(&'c mut Point),
    Player(&'c mut Player),
    Chooser(&'c mut Chooser),
    /// A man that the sentence has already spoken of.
    Man(&'c mut Ref),
    /// The name of a kind, a counter, a region or a colour.
    Name(Naming, &'c mut String),
}

impl Part<'_> {
    /// Whether it asks who attacks whom.
    pub fn asks_for_attacks(&self) -> bool {
        match self {
            Part::Condition(asks) => {
                matches!(
                    asks,
                    Condition::Attacked(..)
                        | Condition::Attacks(..)
                        | Condition::Hits(..)
                        | Condition::Shields { .. }
                        | Condition::Check(_)
                        | Condition::Can(_)
                )
            }
            Part::Number(number) => matches!(number, Number::Attackers { .. }),
            Part::Squares(there) => matches!(there, Squares::AttackedBy(_)),
            _ => false,
        }
    }
}

impl Terms {
    /// Whether it hangs on who attacks whom that a man moves so.
    pub fn ask_for_attacks(&self) -> bool {
        let mut asks = false;
        parts_of_terms(self, &mut |part| asks |= part.asks_for_attacks());
        asks
    }
}

type See<'s> = &'s mut dyn FnMut(Part<'_>);

/// Every part of a clause, in its place.
pub fn each(clause: &mut Clause, see: See) {
    form(&mut clause.form, see);
    if let Some(when) = &mut clause.when {
        condition(when, see);
    }
}

/// Every part of a clause, to be looked at.
pub fn parts(clause: &Clause, see: See) {
    each(&mut clause.clone(), see);
}

/// Every part of a condition, itself first, to be looked at.
pub fn parts_of_condition(holds: &Condition, see: See) {
    condition(&mut holds.clone(), see);
}

/// Every part of the terms of a movement, to be looked at.
pub fn parts_of_terms(on: &Terms, see: See) {
    terms(&mut on.clone(), see);
}

/// Every square by itself among these, in its place.
pub fn points_of(there: &mut Squares, see: &mut dyn FnMut(&mut Point)) {
    squares(there, &mut |part| {
        if let Part::Point(point) = part {
            see(point);
        }
    });
}

/// Every part of a deed, itself first, to be looked at.
pub fn parts_of_deed(done: &Deed, see: See) {
    deed(&mut done.clone(), see);
}

/// Whether some part of a clause is such.
pub fn holds(clause: &Clause, such: &dyn Fn(&Part) -> bool) -> bool {
    let mut found = false;
    parts(clause, &mut |part| found |= such(&part));
    found
}

fn form(form: &mut Form, see: See) {
    match form {
        Form::Armies(_) | Form::Board { .. } | Form::SecondBoard | Form::Array(_) | Form::Safety(_) => {}
        Form::Secret(limit) => limit.iter_mut().for_each(|limit| squares(limit, see)),
        Form::Prose(_) | Form::Hole(_) => {}
        Form::Kind(kind) => see(Part::Name(Naming::Kind, &mut kind.name)),
        Form::Crossing(who) | Form::Restored(who) => class(who, see),
        Form::Movement(movement) => {
            class(&mut movement.who, see);
            movement.motions.iter_mut().for_each(|one| motion(one, see));
            terms(&mut movement.terms, see);
        }
        Form::Promotion(promotion) => {
            class(&mut promotion.who, see);
            kinds(&mut promotion.into, see);
        }
        Form::InPassing(passing) => {
            class(&mut passing.who, see);
            class(&mut passing.by, see);
        }
        Form::Castling(castling) => {
            class(&mut castling.who, see);
            class(&mut castling.with, see);
        }
        Form::Capture(edit) => capture(edit, see),
        Form::OwnPrey(prey) => {
            class(&mut prey.who, see);
            class(&mut prey.victims, see);
        }
        Form::Approach(approach) => {
            class(&mut approach.who, see);
            class(&mut approach.victims, see);
            act(&mut approach.act, see);
            approach.like.iter_mut().for_each(|one| like(one, see));
        }
        Form::Ban(ban) => act(&mut ban.act, see),
        Form::Duty(duty) => duty.acts().for_each(|one| act(one, see)),
        Form::Trigger(trigger) => self::trigger(trigger, see),
        Form::Action(Action { who, deeds: done }) => {
            who.iter_mut().for_each(|who| player(who, see));
            deeds(done, see);
        }
        Form::Counter(counter) => {
            see(Part::Name(Naming::Counter, &mut counter.name));
            counter.of.iter_mut().for_each(|bearers| class(bearers, see));
        }
        Form::Region { name, squares: there } => {
            see(Part::Name(Naming::Region, name));
            squares(there, see);
        }
        Form::Side(side) => self::side(side, see),
        Form::Ending(ending) => player(&mut ending.who, see),
    }
}

fn terms(terms: &mut Terms, see: See) {
    terms.over.iter_mut().for_each(|over| class(&mut over.men, see));
    terms.to.iter_mut().for_each(|to| squares(to, see));
    terms.cost.iter_mut().for_each(|cost| see(Part::Name(Naming::Counter, &mut cost.counter)));
}

fn motion(motion: &mut Motion, see: See) {
    match motion {
        Motion::Pattern(_) | Motion::LikePrey(_) => {}
        Motion::Like { kind, .. } => see(Part::Name(Naming::Kind, kind)),
        Motion::LikeMen { who, on } => {
            class(who, see);
            squares(on, see);
        }
    }
}

fn side(side: &mut Side, see: See) {
    see(Part::Name(Naming::Colour, &mut side.name));
    match &mut side.human {
        Human::Of(colour) => see(Part::Name(Naming::Colour, colour)),
        Human::Maker | Human::Address(_) | Human::Nobody => {}
    }
    match &mut side.moves {
        InTurn::After(colour) | InTurn::Before(colour) => see(Part::Name(Naming::Colour, colour)),
        InTurn::Last => {}
    }
}

fn kinds(names: &mut [String], see: See) {
    names.iter_mut().for_each(|name| see(Part::Name(Naming::Kind, name)));
}

fn class(who: &mut Class, see: See) {
    see(Part::Class(who));
    match &mut who.kinds {
        Kinds::Every => {}
        Kinds::Only(names) | Kinds::Except(names) => kinds(names, see),
    }
    match &mut who.owner {
        Owner::Army(colour) => see(Part::Name(Naming::Colour, colour)),
        Owner::Anyone | Owner::Own | Owner::Enemy | Owner::Mover => {}
    }
    if let Some(such) = &mut who.such {
        condition(such, see);
    }
}

fn capture(edit: &mut CaptureEdit, see: See) {
    class(&mut edit.captor, see);
    class(&mut edit.victim, see);
    match &mut edit.victim_fate {
        Some(VictimFate::Becomes(kind) | VictimFate::JoinsAs(kind)) => see(Part::Name(Naming::Kind, kind)),
        Some(VictimFate::Gone | VictimFate::Joins | VictimFate::GoesHome | VictimFate::GoesHomeOfKind | VictimFate::Reserve) | None => {}
    }
    match &mut edit.capturer_fate {
        Some(CapturerFate::Becomes(kind) | CapturerFate::JoinsAs(kind)) => see(Part::Name(Naming::Kind, kind)),
        Some(
            CapturerFate::Same
            | CapturerFate::Gone
            | CapturerFate::BecomesVictim
            | CapturerFate::ChangesSides
            | CapturerFate::JoinsAsVictim,
        )
        | None => {}
    }
    if let Some(explosion) = &mut edit.explosion {
        class(&mut explosion.hits, see);
    }
}

fn act(act: &mut Act, see: See) {
    class(&mut act.who, see);
    match &mut act.how {
        How::Capture(victims) | How::Passing(victims) => class(victims, see),
        How::Promote(into) => kinds(into, see),
        How::Any | How::Quiet | How::Check | How::Castle => {}
    }
    act.from.iter_mut().chain(&mut act.to).chain(&mut act.over).for_each(|there| squares(there, see));
}

fn like(like: &mut Like, see: See) {
    match like {
        Like::Kind(kind) => see(Part::Name(Naming::Kind, kind)),
        Like::Same(man) => see(Part::Man(man)),
    }
}

fn trigger(trigger: &mut Trigger, see: See) {
    match &mut trigger.event {
        Event::Act(of) | Event::Would(of) => act(of, see),
        Event::Opens(Some(who)) | Event::Closes(Some(who)) => player(who, see),
        Event::Opens(None) | Event::Closes(None) | Event::Turn | Event::TurnEnds | Event::Enacted | Event::Repealed => {}
    }
    deeds(&mut trigger.deeds, see);
}

fn deeds(all: &mut [Deed], see: See) {
    all.iter_mut().for_each(|one| deed(one, see));
}

fn deed(deed: &mut Deed, see: See) {
    see(Part::Deed(deed));
    match deed {
        Deed::Remove(who) | Deed::Return(who) | Deed::Choose(who) | Deed::Hold(who, _) => whom(who, see),
        Deed::Step(who, heading, stride) => {
            whom(who, see);
            let near = match heading {
                Heading::Toward(there) | Heading::Away(there) => Some(there),
                Heading::Own(_) | Heading::Mover(_) | Heading::Onward => None,
            };
            near.into_iter().chain(&mut stride.on).for_each(|there| squares(there, see));
        }
        Deed::Become(who, into, by) => {
            whom(who, see);
            kinds(into, see);
            chooser(by, see);
        }
        Deed::Climb(who, ladder) => {
            whom(who, see);
            kinds(ladder, see);
        }
        Deed::Join(who, of) | Deed::Reserve(who, of) => {
            whom(who, see);
            player(of, see);
        }
        Deed::Go(who, to) => {
            whom(who, see);
            spot(to, see);
        }
        Deed::Swap(one, other) => {
            whom(one, see);
            whom(other, see);
        }
        Deed::Place { kind, owner, spot: on } => {
            see(Part::Name(Naming::Kind, kind));
            player(owner, see);
            spot(on, see);
        }
        Deed::Drop { who, owner, spot: on, .. } => {
            class(who, see);
            player(owner, see);
            spot(on, see);
        }
        Deed::Shift { squares: on, .. } => squares(on, see),
        Deed::Mark { squares: on, region, chooser: by, .. } => {
            squares(on, see);
            see(Part::Name(Naming::Region, region));
            chooser(by, see);
        }
        Deed::Hole { squares: on, chooser: by, .. } => {
            squares(on, see);
            chooser(by, see);
        }
        Deed::Send { who, to, .. } => {
            whom(who, see);
            world(to, see);
        }
        Deed::Stray { who, from } => {
            whom(who, see);
            from.iter_mut().for_each(|from| world(from, see));
        }
        Deed::Hand { to, .. } => player(to, see),
        Deed::Open(opening) => self::opening(opening, see),
        Deed::Merge { from, into } => {
            world(from, see);
            world(into, see);
        }
        Deed::Grow { region, .. } => region.iter_mut().for_each(|region| see(Part::Name(Naming::Region, region))),
        Deed::Count { name, of, by, .. } => {
            see(Part::Name(Naming::Counter, name));
            player(of, see);
            number(by, see);
        }
        Deed::Tally { name, who, by, .. } => {
            see(Part::Name(Naming::Counter, name));
            whom(who, see);
            number(by, see);
        }
        Deed::Again { act: again, like, .. } => {
            act(again, see);
            like.iter_mut().for_each(|one| self::like(one, see));
        }
        Deed::Skip(of) => player(of, see),
        Deed::May(who, then) => {
            player(who, see);
            deeds(then, see);
        }
        Deed::Either(by, ways) => {
            chooser(by, see);
            ways.iter_mut().for_each(|way| deeds(way, see));
        }
        Deed::EachMan(who, then) => {
            whom(who, see);
            deeds(then, see);
        }
        Deed::Turn { squares: on, .. } => squares(on, see),
        Deed::EachPlayer(then) | Deed::Later(_, then) | Deed::Failing(then) | Deed::Together(then) => deeds(then, see),
        Deed::For(_, during) => self::deed(during, see),
        Deed::Meanwhile(_, held) => form(held, see),
        Deed::If(holds, then, otherwise) => {
            condition(holds, see);
            deeds(then, see);
            deeds(otherwise, see);
        }
        Deed::Chance(faces) => faces.iter_mut().for_each(|(_, then)| deeds(then, see)),
        Deed::JoinEdges { .. } | Deed::GoOn | Deed::Stay | Deed::Illegal => {}
    }
}

fn opening(opening: &mut Opening, see: See) {
    opening.without.iter_mut().for_each(|holes| squares(holes, see));
    match &mut opening.ground {
        Ground::Bare(_) => {}
        Ground::Array(_, one, other) => {
            player(one, see);
            player(other, see);
        }
        Ground::Copy(of) => world(of, see),
    }
}

fn whom(who: &mut Whom, see: See) {
    match who {
        Whom::That(man) => see(Part::Man(man)),
        Whom::Among { who, on, chooser: by } => {
            class(who, see);
            squares(on, see);
            chooser(by, see);
        }
    }
}

/// The universes that rules have made stay when the rule is gone, and so do their names: they are none of these.
fn world(to: &mut World, see: See) {
    match to {
        World::Another(by) => chooser(by, see),
        World::Next | World::Previous | World::Number(_) | World::Named(_) | World::Home | World::OtherBoard => {}
    }
}

fn spot(spot: &mut Spot, see: See) {
    match spot {
        Spot::At(at) => point(at, see),
        Spot::One(among, by) => {
            squares(among, see);
            chooser(by, see);
        }
        Spot::In(to, among, by) => {
            world(to, see);
            squares(among, see);
            chooser(by, see);
        }
        Spot::Each(all) => squares(all, see),
    }
}

fn chooser(by: &mut Chooser, see: See) {
    see(Part::Chooser(by));
    match by {
        Chooser::Player(who) => player(who, see),
        Chooser::All | Chooser::Mover | Chooser::Chance => {}
    }
}

fn player(who: &mut Player, see: See) {
    see(Part::Player(who));
    match who {
        Player::Colour(colour) => see(Part::Name(Naming::Colour, colour)),
        Player::OwnerOf(man) | Player::EnemyOf(man) => see(Part::Man(man)),
        Player::Mover | Player::Opponent | Player::Each => {}
    }
}

fn point(at: &mut Point, see: See) {
    see(Part::Point(at));
    match at {
        Point::Beyond(from, _) | Point::Opposite(from) | Point::Across(from) | Point::Along(from) => point(from, see),
        Point::Of(man) | Point::Home(man) | Point::HomeOfKind(man) | Point::Before(man) => see(Part::Man(man)),
        Point::Named(_) | Point::From | Point::To => {}
    }
}

fn squares(there: &mut Squares, see: See) {
    see(Part::Squares(there));
    match there {
        Squares::Rank { number: of, .. } | Squares::File(of) => number(of, see),
        Squares::Region(name) => see(Part::Name(Naming::Region, name)),
        Squares::Secret(of) => player(of, see),
        Squares::Seen { by, squares: counted } => {
            player(by, see);
            squares(counted, see);
        }
        Squares::Onward(man) | Squares::Trodden(man) => see(Part::Man(man)),
        Squares::At(at) => point(at, see),
        Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } | Squares::Not(of) => squares(of, see),
        Squares::Nearest { of: one, to: other } | Squares::Between { one, other, .. } => {
            squares(one, see);
            squares(other, see);
        }
        Squares::Under(who) | Squares::Left(who) | Squares::AttackedBy(who) => class(who, see),
        Squares::Both(parts) | Squares::Either(parts) => parts.iter_mut().for_each(|part| squares(part, see)),
        Squares::Every | Squares::These(_) | Squares::LastRank | Squares::Files(_) | Squares::Half { .. } => {}
        Squares::Light
        | Squares::Dark
        | Squares::Edge
        | Squares::Corner
        | Squares::Centre
        | Squares::Empty
        | Squares::Holes
        | Squares::LastCapture => {}
    }
}

fn number(number: &mut Number, see: See) {
    see(Part::Number(number));
    match number {
        Number::Is(_) | Number::Turn => {}
        Number::Men { who, on } => {
            class(who, see);
            squares(on, see);
        }
        Number::Squares(on) => squares(on, see),
        Number::Lost(who) => class(who, see),
        Number::Counter { name, of } => {
            see(Part::Name(Naming::Counter, name));
            player(of, see);
        }
        Number::Borne { name, by } => {
            see(Part::Name(Naming::Counter, name));
            see(Part::Man(by));
        }
        Number::Value(man) | Number::Moves(man) | Number::Still(man) => see(Part::Man(man)),
        Number::Rank { point: at, .. } | Number::File(at) => point(at, see),
        Number::Attackers { at, by } => {
            point(at, see);
            class(by, see);
        }
        Number::Times(past) => happened(past, see),
        Number::Distance(one, other) => {
            point(one, see);
            squares(other, see);
        }
        Number::Divisors(of) => self::number(of, see),
        Number::Of(one, _, other) => {
            self::number(one, see);
            self::number(other, see);
        }
    }
}

fn condition(holds: &mut Condition, see: See) {
    see(Part::Condition(holds));
    match holds {
        Condition::Not(inner) => condition(inner, see),
        Condition::All(parts) | Condition::Any(parts) => parts.iter_mut().for_each(|part| condition(part, see)),
        Condition::Compare(one, _, other) => {
            number(one, see);
            number(other, see);
        }
        Condition::Is(man, who) | Condition::Attacks(man, who) => {
            see(Part::Man(man));
            class(who, see);
        }
        Condition::On(at, on) => {
            point(at, see);
            squares(on, see);
        }
        Condition::There(who, on) => {
            class(who, see);
            squares(on, see);
        }
        Condition::Attacked(at, who) => {
            point(at, see);
            class(who, see);
        }
        Condition::Shields { who, whom, from } => {
            see(Part::Man(who));
            class(whom, see);
            class(from, see);
        }
        Condition::Check(who) | Condition::OnMove(who) | Condition::Stuck(who) => player(who, see),
        Condition::Belongs(man, who) => {
            see(Part::Man(man));
            player(who, see);
        }
        Condition::SameKind(one, other) | Condition::SameMan(one, other) | Condition::Hits(one, other) | Condition::Guards(one, other) => {
            see(Part::Man(one));
            see(Part::Man(other));
        }
        Condition::Can(able) => act(able, see),
        Condition::Happened(past) => happened(past, see),
        Condition::Said(_) | Condition::Underway { .. } => {}
    }
}

fn happened(past: &mut Past, see: See) {
    act(&mut past.act, see);
    past.by.iter_mut().for_each(|by| player(by, see));
    past.man.iter_mut().for_each(|man| see(Part::Man(man)));
}
