//! R5: no rule immunizes a king from capture, or makes it impossible by an arbitrarily long sequence of legal moves, nobody answering.
//!
//! Asked of every player and every other one's king; a rule is not blamed for what was impossible before it.

use std::borrow::Cow;

use crate::board::CellId;
use crate::law::pursuit::{Chase, Finding, Grounds, HORIZON, Proof, Search, Texts, Witness, only_adds};
use crate::rule::{Act, Action, Ban, Class, Clause, Deed, Event, Form, How, Kinds, Ref, Trigger, lasting};
use crate::turn::{Phase, Seat};

use super::super::multiverse::Multiverse;
use super::exiles;
use super::havens;
use super::inquest::Inquest;
use super::power;
use super::{Evidence, MetaRule, Proposal, Verdict};

pub(super) const R5: MetaRule = MetaRule(5);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let budget = proposal.before.parameters.pursuit_budget;
    if let Some(rule) = proposal.rule() {
        if only_adds(&rule.clauses) {
            return Some(Verdict::kept(R5, "it takes nothing from anybody"));
        }
        // Where victory has changed, no king need be captured for it.
        if !proposal.after.law.has_objectives() {
            if let Some(at) = rule.clauses.iter().position(|clause| spares_a_king(proposal.before, clause)) {
                let says = format!("sentence {} keeps a king from capture for a time, and no rule exempts kings, however briefly", at + 1);
                return Some(Verdict::broken(R5, says, SPARE));
            }
            if let Some(refused) = exiles::refused(proposal, budget).or_else(|| havens::refused(proposal)) {
                return Some(refused);
            }
        }
        // Effects that treat all alike pass, if they end soon.
        let short = rule.lasts.is_some_and(|turns| u32::from(turns) <= HORIZON);
        if short && !rule.clauses.iter().any(singles_out) {
            return Some(Verdict::warned(R5, format!("it ends within {HORIZON} turns, and treats all alike")));
        }
    }
    let ending = proposal.after.ending_for_certain(&proposal.number);
    if !ending.is_empty()
        && let Some((pair, proof)) = Inquest::spared(proposal)
    {
        return Some(refused(&proposal.after, &pair, &proof));
    }
    let mut inquest = Inquest::of(proposal, budget);
    let verdict = match inquest.held() {
        Some((pair, proof)) => refused(&proposal.after, &pair, &proof),
        None => {
            let within = if inquest.shared { format!("{budget} positions in all") } else { format!("{budget} positions") };
            in_the_end(proposal, budget).unwrap_or_else(|| allowed(&proposal.after, &inquest.found, &within))
        }
    };
    Some(verdict.once_ended(&ending))
}

/// What numbers of turns switch on beyond those that are looked at stands for ever: the game is looked at then as well.
fn in_the_end(proposal: &Proposal<'_>, budget: u64) -> Option<Verdict> {
    let from = proposal.after.law.turns_alike_from()?.max(proposal.before.law.turns_alike_from()?);
    if from <= proposal.after.phase.turn + HORIZON {
        return None;
    }
    let then = |game: &Multiverse| {
        let mut late = game.clone();
        late.turn_to(Phase { turn: from, ..game.phase });
        Cow::Owned(late.settled(&proposal.number).into_owned())
    };
    let (pair, proof) = Inquest::between(then(proposal.before), then(&proposal.after), budget).held()?;
    let found = refused(&proposal.after, &pair, &proof);
    Some(Verdict { says: format!("from turn {from} on, {}", found.says), ..found })
}

/// An attacker, and whose king he is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub attacker: Seat,
    pub victim: Seat,
}

/// Something that happens, or that a player does, keeps kings that it names from capture for a time.
fn spares_a_king(game: &Multiverse, clause: &Clause) -> bool {
    let royal = |name: &String| game.position.entities.kinds.iter().any(|kind| kind.royal && kind.name == *name);
    let names_kings = |class: &Class| matches!(&class.kinds, Kinds::Only(names) if names.iter().any(royal));
    let (mover, deeds) = match &clause.form {
        Form::Trigger(Trigger { event: Event::Act(act), deeds, .. }) => (names_kings(&act.who), deeds),
        Form::Trigger(Trigger { deeds, .. }) | Form::Action(Action { deeds, .. }) => (false, deeds),
        _ => return false,
    };
    let spares = |deed: &&Deed| match deed {
        Deed::Meanwhile(_, form) => match &**form {
            Form::Ban(Ban { act: Act { how: How::Capture(victims), .. }, lifted: false }) => {
                names_kings(victims) || mover && lasting::the_man(victims) == Some(Ref::Actor)
            }
            _ => false,
        },
        _ => false,
    };
    lasting::timed(deeds).iter().any(spares)
}

/// It forbids the capture of kinds that it names.
fn singles_out(clause: &Clause) -> bool {
    let Form::Ban(Ban { act: Act { how: How::Capture(victims), .. }, .. }) = &clause.form else { return false };
    matches!(victims.kinds, Kinds::Only(_))
}

pub(super) fn refused(game: &Multiverse, pair: &Pair, proof: &Proof) -> Verdict {
    let king = format!("{}'s king", game.player(pair.victim).name);
    let by = &game.player(pair.attacker).name;
    let name = |cell: &CellId| game.position.geometry.name(*cell);
    let universe_of = |cell: &CellId| game.position.geometry.board(game.position.geometry.cell(*cell).board).universe;
    let place = |cell: &CellId| game.universe_name(universe_of(cell));
    let (says, passes) = match proof {
        Proof::Square { at, way } if way.is_empty() => match game.changes_with_time() {
            false => (format!("{king} on {} in {} could never be captured there by {by}", name(at), place(at)), SPARE),
            true => (
                format!(
                    "{king} on {} in {} could not be captured there by {by} for some time, and no rule exempts kings, however briefly",
                    name(at),
                    place(at)
                ),
                SPARE,
            ),
        },
        Proof::Square { at, way } => {
            let way: Vec<String> = way.iter().map(name).collect();
            let says =
                format!("{king} could go to {} in {} ({}), and {by} could never capture it there", name(at), place(at), way.join("-"));
            (says, SPARE)
        }
        Proof::Exempt { at, turn } => (
            format!(
                "on turn {turn} {king} on {} could not be captured by {by}, and no rule exempts kings from capture, however briefly",
                name(at)
            ),
            SPARE,
        ),
        Proof::Spared { at } => (
            format!(
                "{king} on {}, once it is as the rule says, could not be captured by {by}, and no rule exempts kings from capture, however \
                 briefly",
                name(at)
            ),
            SPARE,
        ),
        Proof::Marked { at, so } => (
            format!(
                "{king} on {}, while it {so}, could not be captured by {by}, and no rule exempts kings from capture, however briefly",
                name(at)
            ),
            SPARE,
        ),
        Proof::Unreachable { at } => (
            format!("no piece that {by} has or can get could ever come to where it may capture {king} on {} in {}", name(at), place(at)),
            "Leave at least one kind of piece a way to every king.",
        ),
        Proof::Unchecked { at } => (
            format!(
                "{king} on {} in {} is not in check, {by} may not make a move that gives check, and so could never capture it",
                name(at),
                place(at)
            ),
            "Let somebody give check.",
        ),
        Proof::Exhausted { positions } => (
            match positions {
                1 => format!("no sequence of moves of {by} captures {king}, for {by} has no move that changes anything"),
                _ => format!(
                    "no sequence of moves of {by} captures {king}: all {positions} positions that {by} can bring about were looked at"
                ),
            },
            "Leave at least one kind of piece a way to every king.",
        ),
    };
    let line = match proof {
        Proof::Square { way, .. } => {
            way.first().map(|cell| Evidence::Line { universe: universe_of(cell), notations: way.iter().map(name).collect() })
        }
        _ => None,
    };
    Verdict::broken(R5, says, passes).shown_by(line)
}

const SPARE: &str = "Say \"pieces except kings\", or let some piece capture a king on every square.";

/// Nothing is shown to be impossible.
pub(super) fn allowed(game: &Multiverse, found: &[(Pair, Finding)], within: &str) -> Verdict {
    let open: Vec<&Pair> = found.iter().filter(|(_, finding)| matches!(finding, Finding::Open { .. })).map(|(pair, _)| pair).collect();
    let witnesses =
        || found.iter().filter_map(|(pair, finding)| if let Finding::Witness(witness) = finding { Some((pair, witness)) } else { None });
    let evidence: Vec<Evidence> = witnesses().filter_map(|(pair, witness)| game.hunt(pair, witness)).collect();
    if !open.is_empty() {
        let kings: Vec<String> = open
            .iter()
            .map(|pair| (&game.player(pair.attacker).name, &game.player(pair.victim).name))
            .map(|(by, of)| match game.law.has_objectives() {
                true => format!("{by} could still win against {of}"),
                false => format!("{by} could still capture {of}'s king"),
            })
            .collect();
        let says = format!("not proven within {within}: whether {}", kings.join(", or "));
        return Verdict::open(R5, says).shown_by(evidence);
    }
    let longest = witnesses().map(|(_, witness)| witness.moves.len()).max();
    let by_luck = witnesses().any(|(_, witness)| witness.by_luck);
    match longest {
        None => Verdict::kept(R5, "no king that could be captured before"),
        Some(count) => {
            let luck = if by_luck { ", some only by luck" } else { "" };
            let moves = if count == 1 { "1 phase".to_owned() } else { format!("{count} phases") };
            let can = match game.law.has_objectives() {
                true => "everybody can still win against everybody he meets",
                false => "every king can still be captured",
            };
            let says = format!("{can}, in at most {moves}{luck}");
            let verdict = if by_luck { Verdict::warned(R5, says) } else { Verdict::kept(R5, says) };
            verdict.shown_by(evidence)
        }
    }
}

impl Multiverse {
    /// The newest rule ends by itself, or hangs on the number of the turn.
    fn changes_with_time(&self) -> bool {
        let hangs = |clause: &Clause| clause.when.as_ref().is_some_and(power::hangs_on_the_turn);
        let newest = self.rules.iter().rfind(|rule| rule.stands());
        newest.is_some_and(|rule| rule.lasts.is_some() || rule.clauses().iter().any(hangs))
    }

    /// Every living player with every other one, where both can win and lose.
    pub(in crate::game::mar) fn pairs(&self) -> Vec<Pair> {
        let living = self.living();
        let others = |attacker: &Seat| {
            let attacker = *attacker;
            living.iter().filter(move |&&victim| victim != attacker).map(move |&victim| Pair { attacker, victim }).collect::<Vec<_>>()
        };
        living.iter().flat_map(others).collect()
    }

    fn chase(&self, pair: &Pair) -> Chase {
        let rota = self.seats.iter().filter(|player| player.moves()).map(|player| player.side).collect();
        let side = |seat: Seat| self.player(seat).side;
        Chase { attacker: side(pair.attacker), victim: side(pair.victim), rota, on_move: side(self.phase.seat) }
    }

    fn on_grounds<T>(&self, told: impl FnOnce(&Grounds<'_>) -> T) -> T {
        self.with_rules(None, |active| {
            let texts = Texts::of(&self.standard, active);
            told(&Grounds::new(&self.law, &self.position, &texts))
        })
    }

    /// What is found out about a pair where nothing need be searched, by a line that was known before or by another one that may do; `None` where
    /// they never meet. Else the search that has not begun.
    pub(super) fn at_once(&self, pair: &Pair, lines: &[Witness]) -> Result<Option<Finding>, Box<Search>> {
        let chase = self.chase(pair);
        let known = self.known_witness(pair);
        self.on_grounds(|grounds| {
            if !grounds.meet(&chase) {
                return Ok(None);
            }
            if let Some(proof) = grounds.immunity(&chase) {
                return Ok(Some(Finding::Impossible(proof)));
            }
            match known.iter().chain(lines).find_map(|known| grounds.replay(&chase, known)) {
                Some(witness) => Ok(Some(Finding::Witness(witness))),
                None => Err(Box::new(grounds.search(&chase))),
            }
        })
    }

    pub(super) fn immunity(&self, pair: &Pair) -> Option<Proof> {
        let chase = self.chase(pair);
        self.on_grounds(|grounds| grounds.immunity(&chase))
    }

    pub(super) fn is_safe_on(&self, pair: &Pair, cell: CellId) -> bool {
        let chase = self.chase(pair);
        self.on_grounds(|grounds| grounds.is_safe_on(&chase, cell))
    }

    /// The line that an earlier rule was last shown to leave to a pair.
    fn known_witness(&self, pair: &Pair) -> Option<Witness> {
        let colours = |seat: Seat| self.colours(seat).into_iter().map(|(colour, _)| colour).collect::<Vec<_>>();
        let (attacker, victim) = (colours(pair.attacker), colours(pair.victim));
        let lines = self.trials.iter().rev().flat_map(|trial| &trial.verdicts).filter(|verdict| verdict.of == R5);
        lines.flat_map(|verdict| &verdict.evidence).find_map(|evidence| match evidence {
            Evidence::Hunt { by, king, notations, by_luck, .. } if attacker.contains(by) && victim.contains(king) => {
                Some(Witness { moves: notations.clone(), by_luck: *by_luck })
            }
            _ => None,
        })
    }

    /// A witness as evidence: where, and of which colours.
    fn hunt(&self, pair: &Pair, witness: &Witness) -> Option<Evidence> {
        let chase = self.chase(pair);
        let (_, cell) = self.on_grounds(|grounds| grounds.targets(chase.victim).first().copied())?;
        let universe = self.position.geometry.board(self.position.geometry.cell(cell).board).universe;
        let colour = |seat: Seat| {
            let mut own = self.colours(seat).into_iter();
            own.find(|(_, at)| *at == universe).map_or_else(|| self.colour(seat), |(colour, _)| colour)
        };
        let notations = witness.moves.clone();
        Some(Evidence::Hunt { universe, by: colour(pair.attacker), king: colour(pair.victim), notations, by_luck: witness.by_luck })
    }
}
