//! The names that clauses use and give: one walk over the whole tree, to list them or to put others in their place.
//!
//! Invariant: every name of a kind, a counter, a region or a colour that a clause holds is met here; a new form that is forgotten does not compile.

use super::{
    Act, Action, CaptureEdit, CapturerFate, Class, Clause, Condition, Deed, Event, Form, Ground, How, Human, InTurn, Kinds, Motion, Number,
    Owner, Past, Player, Point, Side, Spot, Squares, Trigger, VictimFate, Whom, World,
};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Naming {
    Kind,
    Counter,
    Region,
    /// The army of a side.
    Colour,
    /// The secret squares of the players.
    Secret,
}

/// A name and what it stands for.
pub type Name = (Naming, String);

/// What secret squares are called.
const SECRET: &str = "secret square";

type See<'s> = &'s mut dyn FnMut(Naming, &mut String);

/// The names that clauses use, and do not give themselves; each once, in order.
pub fn used(clauses: &[Clause]) -> Vec<Name> {
    let own = given(clauses);
    let mut found: Vec<Name> = Vec::new();
    for mut clause in clauses.iter().cloned() {
        each(&mut clause, &mut |naming, name| {
            let name = (naming, name.clone());
            if !own.contains(&name) && !found.contains(&name) {
                found.push(name);
            }
        });
    }
    found
}

/// The names that clauses give and that end with their rule: kinds, counters, named squares, sides. Squares that a deed has marked keep their name.
pub fn given(clauses: &[Clause]) -> Vec<Name> {
    clauses.iter().filter_map(|clause| clause.form.gives()).collect()
}

/// Whether a clause speaks of what players have named in secret.
pub fn is_sealed(clause: &Clause) -> bool {
    let mut sealed = false;
    each(&mut clause.clone(), &mut |naming, _| sealed |= naming == Naming::Secret);
    sealed
}

/// The regions that deeds of these clauses mark on the boards.
pub fn marked(clauses: &[Clause]) -> Vec<String> {
    let mut found = Vec::new();
    for clause in clauses {
        match &clause.form {
            Form::Trigger(trigger) => marks(&trigger.deeds, &mut found),
            Form::Action(action) => marks(&action.deeds, &mut found),
            _ => {}
        }
    }
    found
}

fn marks(deeds: &[Deed], found: &mut Vec<String>) {
    for deed in deeds {
        match deed {
            Deed::Mark { region, .. } | Deed::Grow { region: Some(region), .. } => found.push(region.clone()),
            Deed::If(_, deeds) | Deed::May(_, deeds) | Deed::EachPlayer(deeds) | Deed::Later(_, deeds) => marks(deeds, found),
            Deed::For(_, deed) => marks(std::slice::from_ref(deed), found),
            Deed::Chance(outcomes) => outcomes.iter().for_each(|(_, deeds)| marks(deeds, found)),
            _ => {}
        }
    }
}

/// The clauses with one kind in another's place.
pub fn with_kind(clauses: &[Clause], old: &str, new: &str) -> Vec<Clause> {
    let mut clauses = clauses.to_vec();
    for clause in &mut clauses {
        each(clause, &mut |naming, name| {
            if naming == Naming::Kind && name == old {
                *name = new.to_owned();
            }
        });
    }
    clauses
}

impl Form {
    /// The name it gives.
    fn gives(&self) -> Option<Name> {
        match self {
            Form::Kind(kind) => Some((Naming::Kind, kind.name.clone())),
            Form::Counter(counter) => Some((Naming::Counter, counter.name.clone())),
            Form::Region { name, .. } => Some((Naming::Region, name.clone())),
            Form::Side(side) => Some((Naming::Colour, side.name.clone())),
            Form::Secret => Some((Naming::Secret, SECRET.to_owned())),
            _ => None,
        }
    }
}

fn each(clause: &mut Clause, see: See) {
    form(&mut clause.form, see);
    if let Some(when) = &mut clause.when {
        condition(when, see);
    }
}

fn form(form: &mut Form, see: See) {
    match form {
        Form::Kind(kind) => see(Naming::Kind, &mut kind.name),
        Form::Crossing(who) => class(who, see),
        Form::Armies(_) | Form::Board { .. } | Form::SecondBoard | Form::Array(_) | Form::Safety(_) | Form::Prose(_) | Form::Hole(_) => {}
        Form::Secret => see(Naming::Secret, &mut SECRET.to_owned()),
        Form::Movement(movement) => {
            class(&mut movement.who, see);
            for motion in &mut movement.motions {
                match motion {
                    Motion::Like { kind, .. } => see(Naming::Kind, kind),
                    Motion::LikeMen { who, on } => {
                        class(who, see);
                        squares(on, see);
                    }
                    Motion::Pattern(_) => {}
                }
            }
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
        Form::Ban(ban) => act(&mut ban.act, see),
        Form::Duty(duty) => act(&mut duty.act, see),
        Form::Trigger(trigger) => self::trigger(trigger, see),
        Form::Action(action) => self::action(action, see),
        Form::Counter(counter) => see(Naming::Counter, &mut counter.name),
        Form::Region { name, squares: there } => {
            see(Naming::Region, name);
            squares(there, see);
        }
        Form::Restored(who) => class(who, see),
        Form::Side(side) => self::side(side, see),
        Form::Ending(ending) => player(&mut ending.who, see),
    }
}

fn side(side: &mut Side, see: See) {
    see(Naming::Colour, &mut side.name);
    match &mut side.human {
        Human::Of(colour) => see(Naming::Colour, colour),
        Human::Maker | Human::Address(_) => {}
    }
    match &mut side.moves {
        InTurn::After(colour) | InTurn::Before(colour) => see(Naming::Colour, colour),
        InTurn::Last => {}
    }
}

fn kinds(names: &mut [String], see: See) {
    names.iter_mut().for_each(|name| see(Naming::Kind, name));
}

fn class(who: &mut Class, see: See) {
    match &mut who.kinds {
        Kinds::Every => {}
        Kinds::Only(names) | Kinds::Except(names) => kinds(names, see),
    }
    match &mut who.owner {
        Owner::Army(colour) => see(Naming::Colour, colour),
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
        Some(VictimFate::Becomes(kind)) => see(Naming::Kind, kind),
        Some(VictimFate::Gone | VictimFate::Joins | VictimFate::GoesHome | VictimFate::GoesHomeOfKind | VictimFate::Reserve) | None => {}
    }
    match &mut edit.capturer_fate {
        Some(CapturerFate::Becomes(kind)) => see(Naming::Kind, kind),
        Some(CapturerFate::Same | CapturerFate::Gone | CapturerFate::BecomesVictim | CapturerFate::ChangesSides) | None => {}
    }
    if let Some(explosion) = &mut edit.explosion {
        class(&mut explosion.hits, see);
    }
}

fn act(act: &mut Act, see: See) {
    class(&mut act.who, see);
    match &mut act.how {
        How::Capture(victims) => class(victims, see),
        How::Promote(into) => kinds(into, see),
        How::Any | How::Quiet | How::Check | How::Castle => {}
    }
    act.from.iter_mut().chain(&mut act.to).for_each(|there| squares(there, see));
}

fn trigger(trigger: &mut Trigger, see: See) {
    match &mut trigger.event {
        Event::Act(of) | Event::Would(of) => act(of, see),
        Event::Opens(Some(who)) | Event::Closes(Some(who)) => player(who, see),
        Event::Opens(None) | Event::Closes(None) | Event::Turn | Event::TurnEnds | Event::Enacted | Event::Repealed => {}
    }
    deeds(&mut trigger.deeds, see);
}

fn action(action: &mut Action, see: See) {
    if let Some(who) = &mut action.who {
        player(who, see);
    }
    deeds(&mut action.deeds, see);
}

fn deeds(all: &mut [Deed], see: See) {
    all.iter_mut().for_each(|one| deed(one, see));
}

fn deed(deed: &mut Deed, see: See) {
    match deed {
        Deed::Remove(who) | Deed::Return(who) | Deed::Step(who, ..) | Deed::Hold(who, _) => whom(who, see),
        Deed::Become(who, into, chooser) => {
            whom(who, see);
            kinds(into, see);
            self::chooser(chooser, see);
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
            see(Naming::Kind, kind);
            player(owner, see);
            spot(on, see);
        }
        Deed::Drop { who, owner, spot: on } => {
            class(who, see);
            player(owner, see);
            spot(on, see);
        }
        Deed::Shift { squares: on, .. } => squares(on, see),
        Deed::Hole { squares: on, chooser: by, .. } => {
            squares(on, see);
            chooser(by, see);
        }
        Deed::Mark { squares: on, region, chooser: by, .. } => {
            squares(on, see);
            see(Naming::Region, region);
            chooser(by, see);
        }
        Deed::May(who, then) => {
            player(who, see);
            deeds(then, see);
        }
        Deed::EachPlayer(then) | Deed::Later(_, then) => deeds(then, see),
        Deed::For(_, during) => self::deed(during, see),
        Deed::Meanwhile(_, held) => form(held, see),
        Deed::Grow { region, .. } => {
            if let Some(region) = region {
                see(Naming::Region, region);
            }
        }
        Deed::Send { who, to, .. } => {
            whom(who, see);
            world(to, see);
        }
        Deed::Open(opening) => {
            if let Some(squares) = &mut opening.without {
                self::squares(squares, see);
            }
            match &mut opening.ground {
                Ground::Bare(_) => {}
                Ground::Array(_, one, other) => {
                    player(one, see);
                    player(other, see);
                }
                Ground::Copy(of) => world(of, see),
            }
        }
        Deed::Merge { from, into } => {
            world(from, see);
            world(into, see);
        }
        Deed::Turn(_) | Deed::JoinEdges { .. } | Deed::GoOn => {}
        Deed::Count { name, of, by, .. } => {
            see(Naming::Counter, name);
            player(of, see);
            number(by, see);
        }
        Deed::Again { act: again, like, .. } => {
            act(again, see);
            like.iter_mut().for_each(|kind| see(Naming::Kind, kind));
        }
        Deed::Stray { who, from } => {
            whom(who, see);
            from.iter_mut().for_each(|from| world(from, see));
        }
        Deed::Hand { to, .. } => player(to, see),
        Deed::Skip(of) => player(of, see),
        Deed::If(holds, then) => {
            condition(holds, see);
            deeds(then, see);
        }
        Deed::Chance(outcomes) => outcomes.iter_mut().for_each(|(_, then)| deeds(then, see)),
    }
}

fn whom(who: &mut Whom, see: See) {
    match who {
        Whom::That(_) => {}
        Whom::Among { who, on, chooser: by } => {
            class(who, see);
            squares(on, see);
            chooser(by, see);
        }
    }
}

/// The universes that rules have made stay when the rule is gone, and so do their names.
fn world(to: &mut World, see: See) {
    match to {
        World::Another(by) => chooser(by, see),
        World::Next | World::Previous | World::Number(_) | World::Named(_) | World::Home | World::OtherBoard => {}
    }
}

fn chooser(by: &mut super::Chooser, see: See) {
    match by {
        super::Chooser::Player(who) => player(who, see),
        super::Chooser::All | super::Chooser::Mover | super::Chooser::Chance => {}
    }
}

fn spot(spot: &mut Spot, see: See) {
    match spot {
        Spot::At(at) => point(at, see),
        Spot::One(among, by) => {
            squares(among, see);
            chooser(by, see);
        }
        Spot::Each(all) => squares(all, see),
    }
}

fn player(who: &mut Player, see: See) {
    match who {
        Player::Colour(colour) => see(Naming::Colour, colour),
        Player::Mover | Player::Opponent | Player::OwnerOf(_) | Player::Each => {}
    }
}

#[expect(clippy::only_used_in_recursion, reason = "no point holds a name yet; one that does is to be met here")]
fn point(at: &mut Point, see: See) {
    match at {
        Point::Beyond(from, _) | Point::Opposite(from) => point(from, see),
        Point::Named(_) | Point::Of(_) | Point::Home(_) | Point::HomeOfKind(_) | Point::Before(_) | Point::From | Point::To => {}
    }
}

fn squares(there: &mut Squares, see: See) {
    match there {
        Squares::Rank { number: of, .. } => number(of, see),
        Squares::Region(name) => see(Naming::Region, name),
        Squares::Secret(of) => {
            see(Naming::Secret, &mut SECRET.to_owned());
            player(of, see);
        }
        Squares::At(at) => point(at, see),
        Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } | Squares::Not(of) => squares(of, see),
        Squares::Under(who) | Squares::AttackedBy(who) => class(who, see),
        Squares::Both(parts) | Squares::Either(parts) => parts.iter_mut().for_each(|part| squares(part, see)),
        Squares::Every
        | Squares::These(_)
        | Squares::LastRank
        | Squares::Files(_)
        | Squares::Light
        | Squares::Dark
        | Squares::Edge
        | Squares::Corner
        | Squares::Centre
        | Squares::Half { .. }
        | Squares::Empty => {}
    }
}

fn number(number: &mut Number, see: See) {
    match number {
        Number::Men { who, on } => {
            class(who, see);
            squares(on, see);
        }
        Number::Squares(on) => squares(on, see),
        Number::Lost(who) => class(who, see),
        Number::Counter { name, of } => {
            see(Naming::Counter, name);
            player(of, see);
        }
        Number::Rank { point: at, .. } | Number::File(at) => point(at, see),
        Number::Attackers { at, by } => {
            point(at, see);
            class(by, see);
        }
        Number::Times(past) => happened(past, see),
        Number::Distance(one, other) => {
            point(one, see);
            point(other, see);
        }
        Number::Of(one, _, other) => {
            self::number(one, see);
            self::number(other, see);
        }
        Number::Is(_) | Number::Turn | Number::Value(_) | Number::Moves(_) => {}
    }
}

fn condition(holds: &mut Condition, see: See) {
    match holds {
        Condition::Not(inner) => condition(inner, see),
        Condition::All(parts) | Condition::Any(parts) => parts.iter_mut().for_each(|part| condition(part, see)),
        Condition::Compare(one, _, other) => {
            number(one, see);
            number(other, see);
        }
        Condition::Is(_, who) | Condition::Attacks(_, who) => class(who, see),
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
        Condition::Check(who) | Condition::Belongs(_, who) | Condition::Stuck(who) => player(who, see),
        Condition::Can(able) => act(able, see),
        Condition::Happened(past) => happened(past, see),
        Condition::SameKind(..) | Condition::SameMan(..) | Condition::Said(_) | Condition::Underway { .. } => {}
    }
}

fn happened(past: &mut Past, see: See) {
    act(&mut past.act, see);
    if let Some(by) = &mut past.by {
        player(by, see);
    }
}
