//! R7: nobody makes a rule, or by R2 a repeal, while his real king could be captured.

use super::super::parameters::Switch;
use super::{MetaRule, Proposal, Verdict};

const R7: MetaRule = MetaRule(7);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let game = proposal.before;
    // The proponent is a person: his king stands where it does, whichever of his sides makes the rule.
    let threat = game.seats_with(proposal.maker).into_iter().find_map(|seat| game.threat_to(seat));
    let Some(threat) = threat else { return Some(Verdict::kept(R7, "no check")) };
    // What breaks no rule is told to all.
    let who = match game.parameters.switch(R7) {
        Switch::On => "you are".to_owned(),
        _ => format!("{} is", game.player(proposal.maker).name),
    };
    let says = format!("{who} in check in {} ({})", game.universe_name(threat.king), threat.told(game));
    Some(Verdict::broken(R7, says, "You may only move.").shown_by([threat.evidence()]))
}
