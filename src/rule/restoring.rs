//! What a rule may do as it ends (R15): restore normal chess, and nothing that gives anybody a new power.

use super::diagnostic::Diagnostic;
use super::{Chooser, Class, Clause, Deed, Event, Form, Kinds, Number, Owner, Squares, Trigger, Vocabulary, Whom};

/// Why one of a rule's clauses may not stand among those of the rule's end, if it may not.
pub fn forbidden(clause: &Clause, clauses: &[Clause], words: &Vocabulary) -> Option<Diagnostic> {
    let Form::Trigger(trigger) = &clause.form else { return None };
    if trigger.event != Event::Repealed {
        return None;
    }
    let reason = trigger.deeds.iter().filter(|deed| !takes_back(deed, clauses)).find_map(|deed| of_deed(deed, words))?;
    let problem = Diagnostic::new("L033", clause.span, format!("R15: when a rule goes it can only restore normal chess, and {reason}"));
    Some(problem.hint(WHAT_IT_MAY))
}

/// What may stand behind ON REPEAL.
pub const WHAT_IT_MAY: &str = "it may turn pieces of a kind it has made into a kind worth no more, remove them two turns later, open holes again, part joined edges, take names from squares, \
     set counters to zero, let empty squares that it has added become holes, and say that pieces move as standard ones: ON REPEAL: {men} move as standard {men}.";

/// Whether it removes men of kinds that the rule itself has made, and not at once (R15, R11).
fn takes_back(deed: &Deed, clauses: &[Clause]) -> bool {
    let made = |name: &String| clauses.iter().any(|clause| matches!(&clause.form, Form::Kind(kind) if kind.name == *name));
    let own = |deed: &Deed| matches!(deed, Deed::Remove(Whom::Among { who: Class { kinds: Kinds::Only(names), .. }, .. }) if names.iter().all(made));
    matches!(deed, Deed::Later(_, deeds) if deeds.iter().all(own))
}

fn of_deed(deed: &Deed, words: &Vocabulary) -> Option<String> {
    match deed {
        Deed::Hole { open: true, .. } | Deed::JoinEdges { joined: false, .. } | Deed::Mark { on: false, .. } => None,
        Deed::Count { by: Number::Is(0), set: true, .. } => None,
        Deed::Hole { squares, open: false, chooser: Chooser::All } if are_added_and_empty(squares, words) => None,
        Deed::If(..)
        | Deed::May(..)
        | Deed::EachPlayer(_)
        | Deed::EachMan(..)
        | Deed::Later(..)
        | Deed::Either(..)
        | Deed::Failing(_)
        | Deed::Together(_) => deed.inner().into_iter().flatten().find_map(|deed| of_deed(deed, words)),
        Deed::Become(Whom::Among { who, .. }, into, Chooser::All) => {
            let worth = |kind: &String| words.kind(kind).map_or(u16::MAX, |kind| kind.value);
            let made = |kind: &String| !words.is_standard(kind);
            let lesser = |kinds: &Vec<String>| kinds.iter().all(|kind| made(kind) && into.iter().all(|new| worth(new) <= worth(kind)));
            let fits = matches!(&who.kinds, Kinds::Only(kinds) if lesser(kinds)) && into.iter().all(|new| words.is_standard(new));
            (!fits).then(|| "it may turn only pieces of kinds that rules have made, into standard kinds worth no more".to_string())
        }
        Deed::Remove(_) => Some("R11: it removes no piece at once, and none but those of kinds that it has made".to_string()),
        _ => Some("this gives something new".to_string()),
    }
}

/// Empty squares of those that a rule has added to a board.
fn are_added_and_empty(squares: &Squares, words: &Vocabulary) -> bool {
    let Squares::Both(parts) = squares else { return false };
    let added = |part: &Squares| matches!(part, Squares::Region(name) if words.added.contains(name));
    parts.contains(&Squares::Empty) && parts.iter().any(added)
}

/// What is left to be done at the end of each phase when a rule has gone that gives added squares back (R15): those that stood occupied then, as they
/// are vacated.
pub fn vacated(clause: &Clause) -> Option<Clause> {
    let Form::Trigger(Trigger { event: Event::Repealed, deeds, .. }) = &clause.form else { return None };
    let holes: Vec<Deed> = deeds.iter().filter(|deed| matches!(deed, Deed::Hole { open: false, .. })).cloned().collect();
    let trigger = Trigger { event: Event::Closes(None), deeds: holes, once: None };
    (!trigger.deeds.is_empty()).then(|| Clause { form: Form::Trigger(trigger), ..clause.clone() })
}

/// Whether a rule puts something off as it goes: that is done when the rule has gone (R15, R11).
pub fn puts_off(clause: &Clause) -> bool {
    let Form::Trigger(Trigger { event: Event::Repealed, deeds, .. }) = &clause.form else { return false };
    deeds.iter().any(|deed| deed.any(&|deed| matches!(deed, Deed::Later(..))))
}

/// Whether a rule says by that clause that all men of a kind become others as it goes: none is left behind.
pub fn turns_all(clause: &Clause, kind: &str) -> bool {
    let Form::Trigger(Trigger { event: Event::Repealed, deeds, .. }) = &clause.form else { return false };
    let all = |who: &Class| {
        who.owner == Owner::Anyone && who.such.is_none() && matches!(&who.kinds, Kinds::Only(kinds) if kinds.iter().any(|one| one == kind))
    };
    let turns = |deed: &Deed| matches!(deed, Deed::Become(Whom::Among { who, .. }, _, Chooser::All) if all(who));
    clause.when.is_none() && deeds.iter().any(turns)
}
