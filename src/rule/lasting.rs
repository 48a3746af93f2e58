//! Deeds with a time of their own: what is put off, what lasts for some turns, and the clauses that hold as long.

use super::walk::{self, Part};
use super::{Act, Ban, Class, Clause, Condition, Deed, Duty, Event, Form, How, Kinds, Owner, Player, Point, Ref, Squares, Sway};
use crate::board::Vector;

/// The longest time, in turns.
pub const MAX_TURNS: u32 = 99;

/// The deeds with a time of their own among these and inside them, in the order in which they stand.
pub fn timed(deeds: &[Deed]) -> Vec<&Deed> {
    let mut found = Vec::new();
    collect(deeds, &mut found);
    found
}

fn collect<'d>(deeds: &'d [Deed], found: &mut Vec<&'d Deed>) {
    for deed in deeds {
        match deed {
            Deed::Later(_, then) => {
                found.push(deed);
                collect(then, found);
            }
            Deed::For(..) | Deed::Meanwhile(..) => found.push(deed),
            _ => deed.inner().into_iter().for_each(|then| collect(then, found)),
        }
    }
}

/// The clauses with those that hold while something lasts behind them. These are not written: what begins them says them.
pub fn with_standing(mut clauses: Vec<Clause>) -> Vec<Clause> {
    let mut standing = Vec::new();
    for (clause, number) in clauses.iter().zip(1..) {
        let deeds = match &clause.form {
            Form::Trigger(trigger) => &trigger.deeds,
            Form::Action(action) => &action.deeds,
            _ => continue,
        };
        for (deed, part) in timed(deeds).into_iter().zip(1..) {
            if let Deed::Meanwhile(_, form) = deed {
                let mut form = (**form).clone();
                let mut of = sway(&form);
                // it is they who move so, in their own phases
                if let (Sway::Rival, Form::Movement(movement)) = (&of, &mut form) {
                    movement.who.owner = Owner::Own;
                    of = Sway::Player(Player::OwnerOf(Ref::Itself));
                }
                if let Sway::Man(_) = of
                    && let Some(who) = form.subject_of_standing()
                {
                    who.such = None;
                }
                // it binds the others, in whose phases it is they who move
                if matches!(of, Sway::Rival | Sway::Player(Player::Opponent)) {
                    from_the_other_side(&mut form);
                }
                let when = Some(Condition::Underway { clause: number, part, of });
                standing.push(Clause { span: clause.span, ..Clause::of(form, when) });
            }
        }
    }
    clauses.append(&mut standing);
    clauses
}

impl Clause {
    /// Whether a deed of another clause says it already.
    pub fn is_standing(&self) -> bool {
        matches!(self.when, Some(Condition::Underway { .. }))
    }
}

/// Of whom a clause speaks that holds for a time: of one man, of one player's men, or of everybody's.
pub fn sway(form: &Form) -> Sway {
    let mut form = form.clone();
    let owner = Player::OwnerOf(Ref::Itself);
    let moves = matches!(form, Form::Movement(_));
    let victim = matches!(&form, Form::Ban(ban) if is_passive(&ban.act));
    let Some(who) = form.subject_of_standing() else { return Sway::Everybody };
    if the_man(who).is_some() {
        return Sway::Man(if victim { Ref::Victim } else { Ref::Actor });
    }
    match (&who.owner, victim) {
        (Owner::Own, false) if moves => Sway::Player(owner),
        (Owner::Own, false) | (Owner::Enemy, true) => Sway::Player(Player::Mover),
        (Owner::Enemy, false) => Sway::Rival,
        (Owner::Own, true) => Sway::Player(Player::Opponent),
        _ => Sway::Everybody,
    }
}

/// Puts for "the mover" in descriptions whose he is seen from the men themselves, since in their phases another one moves; false where that cannot be
/// said, as they are of any side.
pub fn by_their_side(form: &mut Form) -> bool {
    if sway(form) == Sway::Player(Player::Mover) {
        return true;
    }
    let mut all = true;
    // where a way of moving may end is said by whoever moves now, and asked when others do
    if let Form::Movement(movement) = form
        && let Some(to) = &movement.terms.to
    {
        let end = Clause::of(Form::Duty(Duty::of(Act { to: Some(to.clone()), ..Act::any(Class::EVERY) })), None);
        let sided = |part: &Part| match part {
            Part::Class(who) => matches!(who.owner, Owner::Own | Owner::Enemy | Owner::Mover),
            Part::Player(player) => matches!(player, Player::Mover | Player::Opponent),
            Part::Squares(squares) => squares.are_sided(),
            _ => false,
        };
        all &= !walk::holds(&end, &sided);
    }
    for who in described(form) {
        let owner = who.owner.clone();
        let Some(such) = who.such.take() else { continue };
        let mut clause = Clause::of(Form::Hole(String::new()), Some(*such));
        walk::each(&mut clause, &mut |part| all &= from_their_side(part, &owner));
        who.such = clause.when.map(Box::new);
    }
    all
}

/// The men of whom it is said, and those to whom they do it.
fn described(form: &mut Form) -> Vec<&mut Class> {
    match form {
        Form::Ban(Ban { act, .. }) => described_in(act),
        Form::Duty(duty) => duty.acts().flat_map(described_in).collect(),
        other => other.subject().into_iter().collect(),
    }
}

fn described_in(act: &mut Act) -> Vec<&mut Class> {
    match &mut act.how {
        How::Capture(victims) | How::Passing(victims) => vec![&mut act.who, victims],
        _ => vec![&mut act.who],
    }
}

fn from_their_side(part: Part, of: &Owner) -> bool {
    match part {
        Part::Class(who) => {
            // what is said of those inside is seen from them
            let inner = who.such.as_deref().is_some_and(names_the_mover);
            let sided = matches!(of, Owner::Own | Owner::Enemy);
            if who.owner != Owner::Mover {
                return !inner;
            }
            who.owner = of.clone();
            !inner && sided
        }
        Part::Player(player) => {
            let (his, other) = (Player::OwnerOf(Ref::Itself), Player::EnemyOf(Ref::Itself));
            *player = match (&*player, of) {
                (Player::Mover, Owner::Own) | (Player::Opponent, Owner::Enemy) => his,
                (Player::Mover, Owner::Enemy) | (Player::Opponent, Owner::Own) => other,
                (Player::Mover | Player::Opponent, _) => return false,
                _ => return true,
            };
            true
        }
        _ => true,
    }
}

/// The same said of a man, as its own side sees it; None where that cannot be said.
pub fn seen_from_the_man(when: &Condition) -> Option<Condition> {
    let mut all = true;
    let mut clause = Clause::of(Form::Hole(String::new()), Some(when.clone()));
    walk::each(&mut clause, &mut |part| all &= from_their_side(part, &Owner::Own));
    clause.when.filter(|_| all)
}

/// Whether it is said of whoever moves.
fn names_the_mover(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| match part {
        Part::Class(who) => found |= who.owner == Owner::Mover,
        Part::Player(player) => found |= matches!(player, Player::Mover | Player::Opponent),
        _ => {}
    });
    found
}

/// What whoever moves says of his enemies, as they say it of themselves.
fn from_the_other_side(form: &mut Form) {
    match form {
        Form::Ban(Ban { act, .. }) => turn_act(act),
        Form::Duty(duty) => duty.acts().for_each(turn_act),
        // what follows is told of whoever moves then
        Form::Trigger(trigger) => {
            if let Event::Act(act) = &mut trigger.event {
                turn_act(act);
            }
        }
        _ => {}
    }
}

fn turn_act(act: &mut Act) {
    turn_owner(&mut act.who);
    if let How::Capture(victims) | How::Passing(victims) = &mut act.how {
        turn_owner(victims);
    }
    act.from.iter_mut().chain(&mut act.to).chain(&mut act.over).for_each(turn_squares);
}

fn turn_owner(who: &mut Class) {
    who.owner = match std::mem::replace(&mut who.owner, Owner::Anyone) {
        Owner::Own => Owner::Enemy,
        Owner::Enemy => Owner::Own,
        other => other,
    };
}

fn turn_squares(there: &mut Squares) {
    match there {
        sided if sided.are_sided() => *sided = sided.clone().seen_by(&Player::Opponent),
        Squares::Under(who) | Squares::AttackedBy(who) => turn_owner(who),
        Squares::Seen { by, .. } | Squares::Secret(by) => turn_player(by),
        Squares::Beside { of, steps } => {
            turn_squares(of);
            for step in steps.iter_mut() {
                *step = Vector { right: -step.right, forward: -step.forward };
            }
            steps.sort_unstable();
        }
        Squares::Near { of, .. } | Squares::InLine { of, .. } | Squares::Not(of) => turn_squares(of),
        Squares::Nearest { of: one, to: other } | Squares::Between { one, other, .. } => {
            turn_squares(one);
            turn_squares(other);
        }
        Squares::Both(parts) | Squares::Either(parts) => parts.iter_mut().for_each(turn_squares),
        _ => {}
    }
}

fn turn_player(player: &mut Player) {
    *player = match std::mem::replace(player, Player::Each) {
        Player::Mover => Player::Opponent,
        Player::Opponent => Player::Mover,
        other => other,
    };
}

/// The man that alone is meant.
pub fn the_man(who: &Class) -> Option<Ref> {
    match who {
        Class { kinds: Kinds::Every, owner: Owner::Anyone, such: Some(such) } => match **such {
            Condition::SameMan(Ref::Itself, man) => Some(man),
            _ => None,
        },
        _ => None,
    }
}

/// That man alone.
pub fn only(man: Ref) -> Class {
    Class::EVERY.such_that(Condition::SameMan(Ref::Itself, man))
}

/// Whether what is to hold for a time says of itself where: the move that began it, its squares and its men have passed by then.
pub fn says_where(form: &Form) -> bool {
    let acts = match form.clone() {
        Form::Ban(Ban { act, .. }) => vec![act],
        Form::Duty(duty) => [vec![duty.act], duty.or, duty.otherwise].concat(),
        Form::Movement(movement) => vec![Act { to: movement.terms.to, ..Act::any(Class::EVERY) }],
        _ => return true,
    };
    let passing = |part: &Part| match part {
        Part::Point(point) => match point {
            Point::From | Point::To | Point::Along(_) => true,
            Point::Of(man) | Point::Home(man) | Point::HomeOfKind(man) | Point::Before(man) => *man != Ref::Itself,
            Point::Named(_) | Point::Beyond(..) | Point::Opposite(_) | Point::Across(_) => false,
        },
        _ => false,
    };
    acts.into_iter().all(|act| {
        let ends = Act { who: Class::EVERY, how: How::Any, ..act };
        let ends = Clause::of(Form::Duty(Duty::of(ends)), None);
        !walk::holds(&ends, &passing)
    })
}

/// Whether it is said of men whom only the event tells: those next to the one that moved, or attacked by it.
pub fn speaks_of_the_event(form: &Form) -> bool {
    let mut form = form.clone();
    let Some(who) = form.subject_of_standing().filter(|who| the_man(who).is_none()) else { return false };
    let Some(such) = &who.such else { return false };
    let mut found = false;
    walk::parts_of_condition(such, &mut |part| {
        found |= matches!(
            part,
            Part::Man(Ref::Actor | Ref::Victim | Ref::Chosen | Ref::Former) | Part::Point(Point::From | Point::To | Point::Along(_))
        );
    });
    found || far_from_itself(such)
}

/// "Pieces two squares away from it": of nobody that is said of himself.
fn far_from_itself(such: &Condition) -> bool {
    fn around_itself(on: &Squares) -> bool {
        match on {
            Squares::Both(parts) => parts.iter().any(around_itself),
            Squares::Not(inner) => around_itself(inner),
            Squares::Near { of, .. } => **of == Squares::At(Point::Of(Ref::Itself)),
            _ => false,
        }
    }
    match such {
        Condition::All(parts) => parts.iter().any(far_from_itself),
        Condition::On(Point::Of(Ref::Itself), on) => around_itself(on),
        _ => false,
    }
}

/// Whether it says of others than that man something that leans on men of the event, as "may not be captured by pawns" of those next to it.
pub fn leans_on_the_event(form: &Form) -> bool {
    let mut bare = form.clone();
    let man = bare.subject_of_standing().and_then(|who| the_man(who));
    if matches!(form, Form::Trigger(_)) || man.is_some() {
        return false;
    }
    let clause = Clause::of(bare, None);
    walk::holds(&clause, &|part| matches!(part, Part::Man(Ref::Actor | Ref::Victim | Ref::Chosen | Ref::Former)))
}

/// Said of whoever is captured: who does it is not said, or he alone is meant.
fn is_passive(act: &Act) -> bool {
    let How::Capture(victims) = &act.how else { return false };
    the_man(victims).is_some() || act.who == Class::EVERY && *victims != Class::EVERY
}

impl Form {
    /// The men of whom it is said; of a ban on captures those who may not be captured, where it is not said by whom.
    pub fn subject_of_standing(&mut self) -> Option<&mut Class> {
        if !matches!(self, Form::Ban(ban) if is_passive(&ban.act)) {
            return self.subject();
        }
        match self {
            Form::Ban(Ban { act: Act { how: How::Capture(victims), .. }, .. }) => Some(victims),
            _ => None,
        }
    }
}
