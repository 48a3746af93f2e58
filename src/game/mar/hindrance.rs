//! Which sentences of the rules in force keep an order from being legal: those without which it would be.

use std::cell::Cell;
use std::sync::Arc;

use crate::law::notation::{self, NotationProblem};
use crate::law::{Law, Move};
use crate::rule::{Clause, Condition, Deed, Form};
use crate::turn::Seat;

use super::multiverse::{Enacted, Multiverse};

/// How many laws may still be derived in a letter to find out why its orders are refused: each leaves some sentences out.
#[derive(Debug, Default)]
pub(super) struct Tries {
    taken: Cell<u32>,
}

impl Tries {
    fn one_more(&self) -> bool {
        self.taken.set(self.taken.get().saturating_add(1));
        !self.have_run_out()
    }

    /// One was wanted that there was not: what was found out so far is no answer.
    fn have_run_out(&self) -> bool {
        self.taken.get() > MOST_TRIES
    }
}

/// Enough for some orders; what is refused beyond that is refused without its rule.
const MOST_TRIES: u32 = 60;

/// A sentence: the rule's place among all, and its own in the rule.
type Place = (usize, usize);

/// What a sentence is to moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sway {
    /// It may keep men from moving, and gives no move.
    Binds,
    /// It says how men move: in place of what they did before, it may be.
    Moves,
}

impl Multiverse {
    /// Which of the legal moves a text means; `Err` says why it is none, and by which rules.
    pub(super) fn meant(&self, (seat, universe): (Seat, u16), text: &str, legal: &[Move], tries: &Tries) -> Result<usize, String> {
        let read = notation::read(text, legal, self.law_for(seat, universe), &self.position);
        read.map_err(|problem| match &problem {
            NotationProblem::Ambiguous { .. } => problem.to_string(),
            NotationProblem::NotLegal { text, .. } if let Some(threat) = self.exposed_ahead((seat, universe), text) => {
                let there = if threat.king == universe { String::new() } else { format!(" in {}", self.universe_name(threat.king)) };
                let reason = format!("it would let {} capture your {}{there} ({})", threat.colour, threat.prey, threat.notation);
                NotationProblem::NotLegal { text: text.clone(), reason, nearest: Vec::new() }.to_string()
            }
            NotationProblem::NotLegal { .. } | NotationProblem::NotUnderstood { .. } => {
                let silent = self.hindering((seat, universe), text, tries);
                match self.told(&silent, universe) {
                    // F4: the king may be left to capture only where nothing saves it, so what saves it is what forbids this move.
                    Some(rules) if self.exposes_without(&silent, (seat, universe), text) => problem.saved_by(&rules).to_string(),
                    Some(rules) => problem.by(&rules).to_string(),
                    None => problem.to_string(),
                }
            }
        })
    }

    /// The rules by which an order is not legal, in words: `rule w1 "Harpoons": Knights may not capture`.
    pub(super) fn hindered(&self, at: (Seat, u16), text: &str, tries: &Tries) -> Option<String> {
        self.told(&self.hindering(at, text, tries), at.1)
    }

    /// Sentences as they are in a universe.
    fn told(&self, sentences: &[Place], universe: u16) -> Option<String> {
        let mut words: Vec<String> = Vec::new();
        let mut last = None;
        for &(rule, sentence) in sentences {
            let Some(known) = self.rules.get(rule) else { continue };
            let says = self.sentence_in(universe, known, said_in(known, sentence));
            if last == Some(rule) {
                words.push(says);
                continue;
            }
            last = Some(rule);
            let title = known.enactment.rule.title.as_deref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
            words.push(format!("rule {}{title}: {says}", known.enactment.number));
        }
        words.dedup();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// As few sentences as need to be silent for an order to be legal, the newest of those that could be.
    fn hindering(&self, at: (Seat, u16), text: &str, tries: &Tries) -> Vec<Place> {
        let suspended = self.freed.get(&at.1).filter(|_| at.0 == self.phase.seat);
        let freed = suspended.is_some();
        let game = suspended.map_or_else(|| self.clone(), |freed| self.unbound_by(|rule| freed.of.contains(&rule.enactment.number)));
        let known = game.rules.iter().enumerate().filter(|(_, rule)| rule.acts_in(at.1));
        let all: Vec<(Place, Sway)> = known
            .flat_map(|(rule, known)| {
                let sways = known.awake_there(game.phase, at.1).iter().enumerate();
                sways.filter_map(move |(sentence, clause)| Some(((rule, sentence), sway(clause)?)))
            })
            .collect();
        let binding: Vec<Place> = all.iter().filter(|(_, sway)| *sway == Sway::Binds).map(|(place, _)| *place).collect();
        let moving = all.iter().rev().filter(|(_, sway)| *sway == Sway::Moves).map(|(place, _)| vec![*place]);
        let every = all.iter().map(|(place, _)| *place).collect();
        // What men have only by a rule they would not have if all were silent: then one sentence is left out at a time.
        let silences = [binding, every].into_iter().chain(moving);
        let legal = |silent: &[Place]| !silent.is_empty() && tries.one_more() && game.is_legal_without(silent, at, text, freed);
        let found = silences.into_iter().find_map(|silent| least(silent, &legal));
        found.filter(|_| !tries.have_run_out()).unwrap_or_default()
    }

    fn is_legal_without(&self, silent: &[Place], at: (Seat, u16), text: &str, freed: bool) -> bool {
        let Some((game, law, legal)) = self.without(silent, at, freed) else { return false };
        matches!(notation::read(text, &legal, &law, &game.position), Ok(_) | Err(NotationProblem::Ambiguous { .. }))
    }

    /// Whether the move would leave the real king to capture all the same, were those sentences silent.
    fn exposes_without(&self, silent: &[Place], at: (Seat, u16), text: &str) -> bool {
        let Some((game, law, legal)) = self.without(silent, at, false) else { return false };
        let Ok(found) = notation::read(text, &legal, &law, &game.position) else { return false };
        game.exposes(at.0, &legal[found])
    }

    /// The game in which those sentences are silent, the law that somebody moves by in a universe, and his legal moves there.
    fn without(&self, silent: &[Place], (seat, universe): (Seat, u16), mut freed: bool) -> Option<(Multiverse, Arc<Law>, Vec<Move>)> {
        let mut game = self.clone();
        for (at, rule) in game.rules.iter_mut().enumerate() {
            let here: Vec<usize> = silent.iter().filter(|(rule, _)| *rule == at).map(|(_, sentence)| *sentence).collect();
            if here.is_empty() {
                continue;
            }
            freed |= here.iter().filter_map(|&at| rule.clauses().get(at)).any(holds);
            let said = rule.clauses().iter().enumerate();
            let said = said.map(|(at, clause)| if here.contains(&at) { clause.at_rest() } else { clause.clone() }).collect();
            rule.say(said);
        }
        let law = game.fold(None).ok()?;
        let law = Arc::new(if freed { law.without_holds() } else { law });
        game.law = Arc::clone(&law);
        let legal = game.legal_by(&law, seat, universe);
        Some((game, law, legal))
    }
}

/// As few of the places as suffice; whole rules are left out first, the oldest before the others.
fn least(places: Vec<Place>, suffices: &dyn Fn(&[Place]) -> bool) -> Option<Vec<Place>> {
    if !suffices(&places) {
        return None;
    }
    let mut left = places;
    let mut rules: Vec<usize> = left.iter().map(|(rule, _)| *rule).collect();
    rules.dedup();
    for rule in rules {
        let fewer: Vec<Place> = left.iter().copied().filter(|(of, _)| *of != rule).collect();
        if suffices(&fewer) {
            left = fewer;
        }
    }
    for place in left.clone() {
        let fewer: Vec<Place> = left.iter().copied().filter(|known| *known != place).collect();
        if suffices(&fewer) {
            left = fewer;
        }
    }
    Some(left)
}

/// What a sentence may be to moves; `None`: it only names or counts.
fn sway(clause: &Clause) -> Option<Sway> {
    match &clause.form {
        Form::Ban(_) | Form::Duty(_) | Form::Capture(_) | Form::Trigger(_) => Some(Sway::Binds),
        Form::Approach(approach) => Some(if approach.must { Sway::Binds } else { Sway::Moves }),
        Form::Movement(_) | Form::Promotion(_) | Form::InPassing(_) | Form::Castling(_) | Form::OwnPrey(_) | Form::Action(_) => {
            Some(Sway::Moves)
        }
        _ => None,
    }
}

/// It holds men, or takes a phase from a player.
fn holds(clause: &Clause) -> bool {
    let such = |deed: &Deed| deed.holds() || deed.skips();
    match &clause.form {
        Form::Trigger(trigger) => trigger.deeds.iter().any(such),
        Form::Action(action) => action.deeds.iter().any(such),
        _ => false,
    }
}

/// The sentence that says a clause: what holds for a time is said by what begins it.
fn said_in(rule: &Enacted, at: usize) -> usize {
    match rule.clauses().get(at).and_then(|clause| clause.when.as_ref()) {
        Some(Condition::Underway { clause, .. }) => clause.saturating_sub(1),
        _ => at,
    }
}
