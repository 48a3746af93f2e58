//! Deeds at the same time: `every knight becomes a bishop and at the same time every bishop becomes a knight`.

use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Chooser, Class, Clause, Deed, Form, Kinds, Whom};

/// "Knights become bishops and bishops become knights": the second would take in those that the first has made.
pub fn trade(one: &Deed, other: &Deed) -> bool {
    let last = |deed: &Deed| if let Deed::Together(parts) = deed { parts.last().cloned() } else { Some(deed.clone()) };
    let bare = |deed: Deed| if let Deed::For(_, inner) = deed { *inner } else { deed };
    match (last(one).map(bare), last(other).map(bare)) {
        (
            Some(Deed::Become(Whom::Among { chooser: Chooser::All, .. }, into, _)),
            Some(Deed::Become(Whom::Among { who: Class { kinds: Kinds::Only(of), .. }, chooser: Chooser::All, .. }, ..)),
        ) => into.iter().any(|kind| of.contains(kind)),
        _ => false,
    }
}

/// What comes next is done at the same time as the last of those before it.
pub fn joined(c: &mut Cursor, found: &mut Vec<Deed>, next: Vec<Deed>, from: usize) -> Option<Vec<Deed>> {
    let mut parts = match found.last()? {
        Deed::Together(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    parts.extend(next);
    if !parts.iter_mut().all(is_done_to_all) {
        let problem = "at the same time only what becomes of all of some pieces can be done".to_string();
        return c.refuse(
            Diagnostic::new("L015", c.span_from(from), problem)
                .hint("say it of all of some pieces (every {bare} ...), or say \"and then\""),
        );
    }
    found.pop();
    Some(vec![Deed::Together(parts)])
}

/// Whether it is done to all of some men, and to each of them alone.
pub fn is_done_to_all(deed: &mut Deed) -> bool {
    let alone = match deed {
        Deed::Become(_, into, _) => into.len() == 1,
        Deed::Remove(_) | Deed::Join(..) | Deed::Climb(..) | Deed::Return(_) => true,
        _ => false,
    };
    alone && matches!(deed.done_to(), Some(Whom::Among { chooser: Chooser::All, .. }))
}

/// The clauses of one sentence, of which the halves that trade are one.
pub fn halves_in_one(clauses: Vec<Clause>) -> Vec<Clause> {
    let mut all: Vec<Clause> = Vec::new();
    for clause in clauses {
        match all.last_mut() {
            Some(last) if is_traded(last, &clause) => {
                let (Form::Trigger(first), Form::Trigger(second)) = (&mut last.form, clause.form) else { continue };
                let mut rest = second.deeds.into_iter();
                let mut parts = match first.deeds.pop() {
                    Some(Deed::Together(parts)) => parts,
                    one => one.into_iter().collect(),
                };
                parts.extend(rest.next());
                first.deeds.push(Deed::Together(parts));
                first.deeds.extend(rest);
                last.assumed.extend(clause.assumed);
            }
            _ => all.push(clause),
        }
    }
    all
}

/// Whether the one makes bishops of knights and the other knights of bishops, at the same time.
fn is_traded(one: &Clause, other: &Clause) -> bool {
    let (Form::Trigger(first), Form::Trigger(second)) = (&one.form, &other.form) else { return false };
    let alike = first.event == second.event && first.once == second.once && one.when == other.when;
    let all = |deed: Option<&Deed>| deed.is_some_and(|deed| matches!(deed, Deed::Together(_)) || is_done_to_all(&mut deed.clone()));
    alike
        && all(first.deeds.last())
        && all(second.deeds.first())
        && first.deeds.last().zip(second.deeds.first()).is_some_and(|(one, other)| trade(one, other))
}
