//! What the meta-rules say of a proposed amendment (R14): what it changes and from what, which of them speak of it, and what would come of it on the
//! boards as they stand.
//!
//! Invariant: nothing here refuses; whether it becomes an amendment is for the vote alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::SideId;
use crate::game::event;
use crate::law::{Met, Outcome};
use crate::rule::Form;
use crate::turn::Seat;

use super::super::amendment::{self, Amendment, Provision, Subject};
use super::super::multiverse::{Enacted, Multiverse};
use super::{Evidence, MetaRule, Verdict};

const R4: MetaRule = MetaRule(4);
const R10: MetaRule = MetaRule(10);
const R12: MetaRule = MetaRule(12);
const R13: MetaRule = MetaRule(13);
const R14: MetaRule = MetaRule(14);

impl Multiverse {
    /// What is found of an amendment as it is proposed, in the order of the meta-rules.
    pub fn verdicts_of_amendment(&self, proposer: Seat, amendment: &Amendment) -> Vec<Verdict> {
        let proposed = Proposed { before: self, after: self.with_amendment(proposer, amendment), proposer, amendment };
        let mut found = proposed.changed();
        found.extend(proposed.objective());
        found.extend(proposed.rules_about_rules());
        found.sort_by_key(|verdict| verdict.of);
        found
    }

    fn with_amendment(&self, proposer: Seat, amendment: &Amendment) -> Multiverse {
        let mut after = self.clone();
        let number = after.next_motion(0);
        let (text, canonical, amendment) = (String::new(), String::new(), Arc::new(amendment.clone()));
        after.propose(&event::Proposal { number: number.clone(), seat: proposer, text, canonical, amendment });
        after.adopt(&number);
        after
    }
}

/// An amendment, and the game without and with it.
struct Proposed<'g> {
    before: &'g Multiverse,
    after: Multiverse,
    proposer: Seat,
    amendment: &'g Amendment,
}

impl Proposed<'_> {
    /// The numbers and switches that get another value, by the meta-rule to which they belong; and R14, of every amendment.
    fn changed(&self) -> Vec<Verdict> {
        let mut by_rule: BTreeMap<MetaRule, Vec<String>> = BTreeMap::new();
        by_rule.entry(R14).or_default();
        let now = self.after.parameters.listed();
        for ((name, old, means), (_, new, _)) in self.before.parameters.listed().into_iter().zip(now).filter(|(old, new)| old.1 != new.1) {
            // What belongs to no meta-rule of that kind (M2, M4, C3) is changed by R14 all the same.
            by_rule.entry(spoken_of(&means).unwrap_or(R14)).or_default().push(format!("{name} would be {new} instead of {old}"));
        }
        let mut found = Vec::new();
        for (of, mut says) in by_rule {
            let changes = !says.is_empty();
            if of == R14 {
                says.extend(self.of_itself(changes));
            } else if matches!(of.0, 6 | 11 | 16) {
                says.push("what runs already keeps its length".to_owned());
            }
            let says = says.join("; ");
            found.push(if changes { Verdict::warned(of, says) } else { Verdict::kept(of, says) });
        }
        found
    }

    /// What R14 has to say: whose votes it takes, and whether it speaks of itself.
    fn of_itself(&self, changes: bool) -> Vec<String> {
        let mut says = Vec::new();
        let provisions = &self.amendment.provisions;
        let sets = |wanted: &str| provisions.iter().any(|provision| matches!(provision, Provision::Set { name, .. } if name == wanted));
        if changes && (sets("votes") || sets("proposals")) {
            says.push("it changes how amendments are made, and is itself decided as they are made now".to_owned());
        }
        let ended = self
            .before
            .amendments()
            .into_iter()
            .filter(|motion| !self.after.motion(&motion.number).is_some_and(amendment::Motion::in_force));
        let ended: Vec<&str> = ended.map(|motion| motion.number.as_str()).collect();
        if !ended.is_empty() {
            says.push(format!("it ends {}", amendment::and(&ended)));
        }
        if self.amendment.is_irreversible() {
            says.push("it ends all amending for good".to_owned());
        }
        if provisions.iter().any(|provision| matches!(provision, Provision::Prose(_))) {
            says.push("what stands behind PROSE people judge".to_owned());
        }
        let (needed, of) = self.before.votes_needed(self.proposer);
        says.push(if needed == of { "everybody must agree".to_owned() } else { format!("{needed} of {of} votes are enough") });
        says
    }

    /// R13, R12: what becomes of victory.
    fn objective(&self) -> Vec<Verdict> {
        let (before, after) = (self.sentences_of_victory(self.before), self.sentences_of_victory(&self.after));
        let mates = |game: &Multiverse| (game.parameters.mate, game.parameters.stalemate);
        if before == after && mates(self.before) == mates(&self.after) {
            return Vec::new();
        }
        let mut found = vec![Verdict::warned(R13, "what wins changes, as only an amendment may change it")];
        let on_move = |game: &Multiverse| game.player(game.phase.seat).side;
        let met = |game: &Multiverse| game.law.objectives_met(&game.position, on_move(game), &game.at_play());
        let standing: Vec<Outcome> = met(self.before).into_iter().map(|met| met.outcome).collect();
        let new: Vec<Met> = met(&self.after).into_iter().filter(|met| !standing.contains(&met.outcome)).collect();
        if let Some(fate) = self.comes_of(&new) {
            found[0].says.push_str(&format!("; as the boards stand, {fate} at once"));
            return found;
        }
        if let Some(mated) = self.after.living().into_iter().find(|&seat| self.after.is_mated(seat)) {
            let name = &self.after.player(mated).name;
            found[0].says.push_str(&format!("; as the boards stand, {name} would fall as the next phase of {name} opens"));
            return found;
        }
        let seats = (0..self.before.seats.len() as u8).map(Seat).filter(|&seat| self.before.player(seat).moves());
        for seat in seats.filter(|&seat| self.before.victory_over(seat).is_none()) {
            let Some((by, played)) = self.after.victory_over(seat) else { continue };
            let universe = self.after.position.geometry.board(played.board).universe;
            let colour = self.after.position.entities.army(played.army).name.clone();
            let notation = self.after.long(&played);
            let place = self.after.universe_name(universe);
            let says = format!("it would set up a victory in one move: {} by {notation} in {place}", self.after.player(by).name);
            found.push(Verdict::warned(R12, says).shown_by([Evidence::Move { universe, colour, notation }]));
            break;
        }
        found
    }

    /// What amendments in force say of who wins, loses or draws.
    fn sentences_of_victory(&self, game: &Multiverse) -> Vec<crate::rule::Clause> {
        let amendments = game.amendments();
        let clauses = amendments.iter().flat_map(|motion| motion.amendment.clauses());
        clauses.filter(|clause| matches!(clause.form, Form::Ending(_))).cloned().collect()
    }

    /// What would come of all that has come true, as [`super::super::phase::Deed::meet_objectives`] has it: who wins with others has drawn.
    fn comes_of(&self, met: &[Met]) -> Option<String> {
        let name = |side| {
            self.after.seat_of_side(side).filter(|&seat| self.after.player(seat).alive).map(|seat| self.after.player(seat).name.as_str())
        };
        let all = |of: &dyn Fn(&Outcome) -> Option<SideId>| {
            let mut names: Vec<&str> = met.iter().filter_map(|met| of(&met.outcome)).filter_map(name).collect();
            names.dedup();
            names
        };
        let won = |outcome: &Outcome| if let Outcome::Won(side) = outcome { Some(*side) } else { None };
        let lost = |outcome: &Outcome| if let Outcome::Lost(side) = outcome { Some(*side) } else { None };
        let (winners, losers) = (all(&won), all(&lost));
        let drawn = met.iter().any(|met| met.outcome == Outcome::Drawn);
        match (winners.as_slice(), losers.as_slice()) {
            ([_, _, ..], _) => Some(format!("{} win together, and the game is drawn,", amendment::and(&winners))),
            (_, _) if drawn => Some("the game is drawn".to_owned()),
            ([winner], _) => Some(format!("{winner} wins")),
            ([], [loser]) => Some(format!("{loser} loses")),
            ([], [_, ..]) => Some(format!("{} lose", amendment::and(&losers))),
            ([], []) => None,
        }
    }

    /// R10, R4: what it asks of rules, and which of those that stand would not have passed.
    fn rules_about_rules(&self) -> Vec<Verdict> {
        if self.amendment.checks().next().is_none() {
            return Vec::new();
        }
        let breaks = |made: &&Enacted| {
            let subject = Subject {
                game: self.before,
                maker: made.enactment.seat,
                rule: Some(&made.enactment.rule),
                scope: made.enactment.rule.scope,
                ends: &[],
            };
            made.stands() && self.amendment.checks().any(|check| check.is_broken_by(&subject))
        };
        let broken: Vec<&str> = self.before.rules.iter().filter(breaks).map(|made| made.enactment.number.as_str()).collect();
        let touched = match broken.as_slice() {
            [] => "no rule in force would break it".to_owned(),
            rules => format!("{} would break it, and stays as it is", amendment::and(rules)),
        };
        let shown = broken.iter().map(|rule| Evidence::Meets { rule: (*rule).to_owned(), how: "would break it".to_owned() });
        let kept = if broken.is_empty() { Verdict::kept(R4, touched) } else { Verdict::warned(R4, touched) };
        vec![kept.shown_by(shown), Verdict::warned(R10, "it limits which rules can be made, as only an amendment may")]
    }
}

/// The meta-rule of which the explanation of a parameter speaks: `(R8)`, `R1.3: open or closed`.
fn spoken_of(means: &str) -> Option<MetaRule> {
    let words = means.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.strip_prefix('R')).find_map(|number| number.parse().ok()).map(MetaRule)
}
