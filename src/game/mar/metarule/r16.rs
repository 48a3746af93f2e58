//! R16: no rule lets anybody break a meta-rule. The language has no word for that; what people keep (F3) is void as far as it would.

use crate::rule::Form;

use super::{MetaRule, Proposal, Verdict};

const R16: MetaRule = MetaRule(16);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let kept_by_people = proposal.sentences(|clause| matches!(clause.form, Form::Prose(_)));
    let (which, lets) = match &kept_by_people[..] {
        [] => return Some(Verdict::kept(R16, "it lets nobody break a meta-rule")),
        [one] => (format!("sentence {one} is"), "it lets"),
        [others @ .., last] => {
            let others: Vec<String> = others.iter().map(usize::to_string).collect();
            (format!("sentences {} and {last} are", others.join(", ")), "they let")
        }
    };
    Some(Verdict::warned(R16, format!("{which} kept by people, and void as far as {lets} anybody break a meta-rule")))
}
