//! What no time is said of: `A bishop attacked by a pawn becomes a pawn` is done whenever one is; and of what lasts it must be said from when on.

use super::diagnostic::Diagnostic;
use super::lasting::timed;
use super::{
    Chooser, Class, Condition, Deed, Event, Form, Kinds, Lasting, Owner, Past, Point, Ref, Span, Squares, Trigger, Vocabulary, When, Whom,
};

/// Noted by a sentence that says of no time when it is done; taken off again before anybody sees it.
pub const UNTIMED: &str = "(no time is said)";
/// The same, where it is done to a piece that is described: "a rook next to a king".
pub const OF_ONE: &str = "(done to such a piece)";
const LOOKED_AT: &str = "at the end of every phase, for once say \"at once\" first";

/// Takes the notes off, and settles what they are for.
pub fn settled(
    form: &mut Form,
    assumed: &mut Vec<String>,
    when: Option<&Condition>,
    span: Span,
    words: &Vocabulary,
) -> Result<(), Diagnostic> {
    let mut noted = |note: &str| {
        let before = assumed.len();
        assumed.retain(|known| known != note);
        assumed.len() < before
    };
    let (untimed, of_one) = (noted(UNTIMED), noted(OF_ONE));
    if untimed
        && when.is_some_and(|when| !when.counts_turns())
        && let Form::Trigger(Trigger { event: Event::Enacted, deeds, once: None }) = &*form
        && let [Deed::Meanwhile(Lasting::ThisTurn, held)] = deeds.as_slice()
        && matches!(**held, Form::Ban(_) | Form::Duty(_))
    {
        *form = (**held).clone();
        return Ok(());
    }
    let Form::Trigger(Trigger { event, deeds, .. }) = form else { return Ok(()) };
    if untimed && begins_unsaid(deeds, when) {
        let problem = "it is not said from when on these turns are counted".to_string();
        let hint = "say what begins them: When {man} captures, it may not move for two turns. Or how it is as long as it is so, without turns: {Men} next to a {bare} may not capture";
        return Err(Diagnostic::new("L015", span, problem).hint(hint));
    }
    deeds.iter_mut().for_each(|deed| of_each_player(deed, words));
    if deeds.iter().any(each_with_one) {
        let problem = "each of them would swap with one piece, of one player".to_string();
        let hint = "say who does it: On turn three, each player swaps one of his {men} with one of his {others}";
        return Err(Diagnostic::new("L030", span, problem).hint(hint));
    }
    if of_one
        && when.is_none()
        && *event == Event::Enacted
        && let [deed] = deeds.as_mut_slice()
        && let Some(Whom::Among { who, on, chooser: chooser @ Chooser::Mover }) = bare(deed).done_to()
        && (who.such.is_some() || *on != Squares::Every)
    {
        *chooser = Chooser::All;
        seen_from_each(who, on);
        *event = Event::Closes(None);
        assumed.push(LOOKED_AT.to_string());
    }
    Ok(())
}

/// Puts where they stand on the men, where it is told from the side of each: "next to an own pawn", "between two enemy rooks".
pub fn seen_from_each(who: &mut Class, on: &mut Squares) {
    let sided = |men: &Squares| matches!(men, Squares::Under(men) if matches!(men.owner, Owner::Own | Owner::Enemy));
    let told = match &*on {
        Squares::Near { of, .. } | Squares::InLine { of, .. } | Squares::Beside { of, .. } => sided(of),
        Squares::Between { one, other, .. } => sided(one) || sided(other),
        _ => false,
    };
    if told && who.owner == Owner::Anyone {
        let there = std::mem::replace(on, Squares::Every);
        *who = who.clone().such_that(Condition::On(Point::Of(Ref::Itself), there));
    }
}

/// What is done, for however long.
fn bare(deed: &mut Deed) -> &mut Deed {
    if let Deed::For(_, inner) = deed { bare(inner) } else { deed }
}

/// Whether something lasts for turns that begin while something is so, and not when something happens.
fn begins_unsaid(deeds: &[Deed], when: Option<&Condition>) -> bool {
    let lasts = !timed(deeds).is_empty() || deeds.iter().any(|deed| deed.any(&|deed| matches!(deed, Deed::Hold(..))));
    if when.is_some_and(|when| when.counts_turns() || is_of_a_moment(when)) || !lasts {
        return false;
    }
    when.is_some() || deeds.iter().any(hangs_on_a_state)
}

/// `every king swaps places with its queen`: with one, whoever is on move.
fn each_with_one(deed: &Deed) -> bool {
    matches!(deed, Deed::Swap(one, other) if is_all_of_anyone(one) && is_one_of_own(other))
}

/// The same of those of whom each player has one: his with his.
fn of_each_player(deed: &mut Deed, words: &Vocabulary) {
    let royal = |kinds: &Kinds| match kinds {
        Kinds::Only(kinds) => kinds.iter().all(|kind| words.kind(kind).is_some_and(|kind| kind.royal)),
        Kinds::Every | Kinds::Except(_) => false,
    };
    if let Deed::Swap(one, other) = deed
        && is_all_of_anyone(one)
        && is_one_of_own(other)
        && let Whom::Among { who, on, .. } = one
        && royal(&who.kinds)
    {
        let his = Whom::Among { who: Class { owner: Owner::Own, ..who.clone() }, on: on.clone(), chooser: Chooser::Mover };
        *deed = Deed::EachPlayer(vec![Deed::Swap(his, other.clone())]);
    }
}

fn is_all_of_anyone(whom: &Whom) -> bool {
    matches!(whom, Whom::Among { who, chooser: Chooser::All, .. } if who.owner == Owner::Anyone)
}

fn is_one_of_own(whom: &Whom) -> bool {
    matches!(whom, Whom::Among { who, chooser: Chooser::Mover, .. } if who.owner == Owner::Own)
}

/// Asked of what has just happened, it holds once.
fn is_of_a_moment(when: &Condition) -> bool {
    match when {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(is_of_a_moment),
        Condition::Happened(Past { when, .. }) => matches!(when, When::JustBefore | When::LastTurn | When::Ago(_) | When::Within(1)),
        _ => false,
    }
}

fn hangs_on_a_state(deed: &Deed) -> bool {
    match deed {
        Deed::If(when, done, otherwise) => {
            let inner = [done.as_slice(), otherwise].concat();
            !is_of_a_moment(when) && (!timed(&inner).is_empty() || inner.iter().any(|deed| matches!(deed, Deed::Hold(..))))
        }
        Deed::For(_, inner) => hangs_on_a_state(inner),
        Deed::Meanwhile(_, form) => form.clone().subject_of_standing().is_some_and(|who| changes(who)),
        deed => match deed.clone().done_to() {
            Some(Whom::Among { who, on, .. }) if matches!(deed, Deed::Hold(..) | Deed::Become(..) | Deed::Tally { .. }) => {
                changes(who) || !on.stays_so() && *on != Squares::Every
            }
            _ => false,
        },
    }
}

/// Whether who they are changes as others move.
fn changes(who: &Class) -> bool {
    fn stays(such: &Condition) -> bool {
        match such {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().all(stays),
            Condition::Not(inner) => stays(inner),
            Condition::On(Point::Of(Ref::Itself) | Point::Home(Ref::Itself), on) => on.stays_so(),
            Condition::Belongs(..) | Condition::SameMan(..) | Condition::Is(..) => true,
            _ => false,
        }
    }
    who.such.as_deref().is_some_and(|such| !stays(such))
}
