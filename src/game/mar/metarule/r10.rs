//! R10: making and repealing rules stays free. The language has no word against it; what is left is a penalty for not having moved,
//! whatever it is: something done, a ban, or a gift to the others.

use crate::rule::{
    Ban, Class, Clause, Comparison, Condition, Deed, Event, Form, How, Kinds, Manner, Movement, Number, OwnPrey, Owner, Part, Past, Player,
    Ref, Squares, Trigger, Ways, When, Whom, walk,
};

use super::{MetaRule, Proposal, Verdict};

const R10: MetaRule = MetaRule(10);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let Some(at) = proposal.sentences(punishes_rules).first().copied() else {
        return Some(Verdict::kept(R10, "rules stay free"));
    };
    let fined = proposal.rule().is_some_and(|rule| fines_by_the_end(&rule.clauses[at - 1]));
    if fined {
        let says = format!(
            "sentence {at} costs a player something that he has not done in his phase, and so costs whoever makes or repeals a rule instead"
        );
        let passes = "It passes if it asks only those who have moved: \"if the mover has moved any piece this turn and ...\".";
        return Some(Verdict::broken(R10, says, passes));
    }
    let says = format!("sentence {at} does something to whoever has not moved, and so to whoever makes or repeals a rule instead");
    let passes = "It passes if it binds only which piece moves (\"a piece in the hot zone must move\"); rules about rules are proposed: HELP PROPOSE.";
    Some(Verdict::broken(R10, says, passes))
}

/// It costs a player something that he has not moved (R10): it acts then, or it takes from his men, or gives to others'; or that he has not done
/// something by the end of his phase, though he has not moved at all.
fn punishes_rules(clause: &Clause) -> bool {
    if fines_by_the_end(clause) {
        return true;
    }
    let when = clause.when.as_ref().is_some_and(|when| idle(when, false, &|past| harms(clause, past)));
    when || walk::holds(clause, &|part| match part {
        Part::Deed(Deed::If(condition, then, otherwise)) => {
            let hit = |deeds: &[Deed], contrary| !deeds.is_empty() && idle(condition, contrary, &|past| harms(clause, past));
            hit(then, false) || hit(otherwise, true)
        }
        Part::Class(Class { such: Some(such), .. }) => idle(such, false, &|past| harms(clause, past)),
        _ => false,
    })
}

/// At the end of a phase it costs the mover a man or a counter that he has not done something in it, and it is not said that he has moved.
fn fines_by_the_end(clause: &Clause) -> bool {
    let Form::Trigger(Trigger { event: Event::Closes(_), deeds, .. }) = &clause.form else { return false };
    let asked: Vec<&Condition> = clause.when.iter().collect();
    deeds.iter().any(|deed| fines(deed, &asked))
}

fn fines(deed: &Deed, asked: &[&Condition]) -> bool {
    let omitted = || asked.iter().any(|when| omits(when)) && !asked.iter().any(|when| asks_for_a_move(when));
    match deed {
        Deed::If(condition, then, otherwise) => {
            let contrary = Condition::Not(Box::new(condition.clone()));
            let under = |condition: &Condition, deeds: &[Deed]| {
                let asked: Vec<&Condition> = asked.iter().copied().chain([condition]).collect();
                deeds.iter().any(|deed| fines(deed, &asked))
            };
            under(condition, then) || under(&contrary, otherwise)
        }
        Deed::Count { of: Player::Mover, by: Number::Is(by), set: false, .. } => *by < 0 && omitted(),
        Deed::Remove(Whom::Among { who, .. }) => matches!(who.owner, Owner::Own | Owner::Mover) && omitted(),
        deed => deed.inner().into_iter().flatten().any(|deed| fines(deed, asked)),
    }
}

/// It asks that the mover has not done something in this phase.
fn omits(condition: &Condition) -> bool {
    match condition {
        Condition::Not(inner) => match &**inner {
            Condition::Happened(past) => past.man.is_none() && is_of_this_turn(past),
            Condition::There(who, on) => of_kind_having_moved(who, on),
            Condition::Any(parts) => parts.iter().any(|part| omits(&Condition::Not(Box::new(part.clone())))),
            _ => false,
        },
        Condition::All(parts) => parts.iter().any(omits),
        Condition::Compare(Number::Times(past), how, _) => is_few(*how) && past.man.is_none() && is_of_this_turn(past),
        Condition::Compare(Number::Men { who, on }, how, _) => is_few(*how) && of_kind_having_moved(who, on),
        _ => false,
    }
}

/// Men, of whatever kind, that have moved in this phase.
fn of_kind_having_moved(who: &Class, on: &Squares) -> bool {
    having_moved(&Class { kinds: Kinds::Every, ..who.clone() }, on).is_some_and(|past| is_of_this_turn(&past))
}

/// It asks that the mover has moved in this phase.
fn asks_for_a_move(condition: &Condition) -> bool {
    match condition {
        Condition::All(parts) => parts.iter().any(asks_for_a_move),
        Condition::Happened(past) => past.man.is_none() && is_of_this_turn(past),
        _ => false,
    }
}

/// Whether a condition, or its contrary, asks that a player has made no move at all in some phase, and that matters.
fn idle(condition: &Condition, contrary: bool, matters: &dyn Fn(&Past) -> bool) -> bool {
    let asks = |past: &Past| any_move(past) && matters(past);
    match condition {
        Condition::Not(inner) => idle(inner, !contrary, matters),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| idle(part, contrary, matters)),
        Condition::Happened(past) => contrary && asks(past),
        Condition::There(who, on) => contrary && having_moved(who, on).is_some_and(|past| asks(&past)),
        Condition::Compare(Number::Times(past), how, _) => is_few(*how) != contrary && asks(past),
        Condition::Compare(Number::Men { who, on }, how, _) => {
            is_few(*how) != contrary && having_moved(who, on).is_some_and(|past| asks(&past))
        }
        _ => false,
    }
}

fn is_few(how: Comparison) -> bool {
    matches!(how, Comparison::Less | Comparison::AtMost | Comparison::Equal)
}

/// Men of whatever kind that have moved, wherever they stand: that their owner has moved, in other words.
fn having_moved(who: &Class, on: &Squares) -> Option<Past> {
    let (Kinds::Every, Squares::Every, Some(Condition::Happened(past))) = (&who.kinds, on, who.such.as_deref()) else { return None };
    let by = match &who.owner {
        Owner::Own | Owner::Mover => Some(Player::Mover),
        Owner::Enemy => Some(Player::Opponent),
        Owner::Army(colour) => Some(Player::Colour(colour.clone())),
        Owner::Anyone => None,
    };
    (past.man == Some(Ref::Itself)).then(|| Past { by, man: None, ..past.clone() })
}

fn any_move(past: &Past) -> bool {
    let act = &past.act;
    let any = matches!(act.how, How::Any) && act.from.is_none() && act.to.is_none() && act.over.is_none();
    let anyhow = act.ways == Ways::Every && act.counts.is_empty();
    let everybody = matches!(act.who.kinds, Kinds::Every) && act.who.such.is_none();
    any && anyhow && everybody && past.man.is_none()
}

/// Whether a clause is to the harm of whoever has not moved. What gives something to him, or takes from others, is no penalty of his; nor is
/// what he may do before he has moved in a phase.
fn harms(clause: &Clause, past: &Past) -> bool {
    let (who, gives) = match &clause.form {
        Form::Trigger(Trigger { event: Event::Act(_) | Event::Would(_), .. }) => return !is_of_this_turn(past),
        Form::Ban(Ban { act, lifted }) => (&act.who, *lifted),
        Form::Movement(Movement { who, manner, .. }) => (who, *manner == Manner::Also),
        Form::OwnPrey(OwnPrey { who, .. }) => (who, true),
        Form::Duty(duty) => (&duty.act.who, false),
        _ => return true,
    };
    match (&past.by, &who.owner) {
        (Some(Player::Mover), _) => !gives && !is_of_this_turn(past),
        (Some(Player::OwnerOf(Ref::Itself)), _) => !gives,
        (Some(Player::Opponent | Player::EnemyOf(Ref::Itself)), _) => gives,
        (Some(Player::Colour(idle)), Owner::Army(colour)) => (idle == colour) != gives,
        _ => true,
    }
}

fn is_of_this_turn(past: &Past) -> bool {
    past.by == Some(Player::Mover) && matches!(past.when, When::Within(1) | When::Ago(0))
}
