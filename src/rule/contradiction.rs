//! Two sentences of one rule that set the same thing of the same men differently: neither could be meant.

use super::diagnostic::Diagnostic;
use super::{CaptureEdit, Class, Clause, Form, Kinds, Manner, Owner, Promotion};
use crate::movement::Use;

/// The first such pair, told at its second sentence.
pub fn contradiction(clauses: &[Clause]) -> Option<Diagnostic> {
    for (at, later) in clauses.iter().enumerate() {
        for earlier in &clauses[..at] {
            let together = earlier.when == later.when && (earlier.span != later.span || earlier.span == super::Span::default());
            if together && let Some(what) = set_twice(&earlier.form, &later.form) {
                let message = format!("this contradicts another sentence of the same rule: both say {what}");
                let hint = "say it once; to add to what the other sentence says write \"may also\"";
                return Some(Diagnostic::new("L022", later.span, message).hint(hint));
            }
        }
    }
    None
}

/// What both set, each differently.
fn set_twice(one: &Form, other: &Form) -> Option<&'static str> {
    match (one, other) {
        (Form::Movement(one), Form::Movement(other)) => {
            let aspects = one.aspect == other.aspect || one.aspect == Use::Any || other.aspect == Use::Any;
            let instead = one.manner == Manner::Instead && other.manner == Manner::Instead;
            (instead && aspects && one.motions != other.motions && meet(&one.who, &other.who)).then_some("how the same pieces move")
        }
        (Form::Promotion(one), Form::Promotion(other)) => promotions(one, other).then_some("what the same pieces promote to"),
        (Form::Capture(one), Form::Capture(other)) => {
            let same = one.captor == other.captor && one.victim == other.victim;
            (same && edits(one, other)).then_some("what becomes of the same pieces in a capture")
        }
        (Form::Castling(one), Form::Castling(other)) => {
            (one.who == other.who && one.with == other.with && one != other).then_some("whether and how the same pieces castle")
        }
        (Form::InPassing(one), Form::InPassing(other)) => {
            (one.who == other.who && one.by != other.by).then_some("who captures the same pieces in passing")
        }
        (Form::Counter(one), Form::Counter(other)) => (one.name == other.name && one != other).then_some("how the same things are counted"),
        (Form::Ban(one), Form::Ban(other)) => {
            (one.act == other.act && one.lifted != other.lifted).then_some("whether the same move may be made")
        }
        _ => None,
    }
}

fn promotions(one: &Promotion, other: &Promotion) -> bool {
    one.who == other.who && one != other
}

fn edits(one: &CaptureEdit, other: &CaptureEdit) -> bool {
    fn differ<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
        one.is_some() && other.is_some() && one != other
    }
    differ(&one.victim_fate, &other.victim_fate)
        || differ(&one.capturer_fate, &other.capturer_fate)
        || differ(&one.landing, &other.landing)
        || differ(&one.explosion, &other.explosion)
}

/// Whether two plain classes are sure to be about the same men: the general rule and its exception are no contradiction.
fn meet(one: &Class, other: &Class) -> bool {
    let kinds = match (&one.kinds, &other.kinds) {
        (Kinds::Only(one), Kinds::Only(other)) => one.iter().any(|kind| other.contains(kind)),
        (one, other) => one == other,
    };
    let owners = one.owner == other.owner || one.owner == Owner::Anyone && other.owner == Owner::Anyone;
    kinds && owners && one.such == other.such
}
