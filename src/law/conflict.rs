//! Rules that touch the same aspect of the same men, to be reported when the later one is enacted (R3).

use std::cell::Cell;

use crate::board::{Entities, KindId};
use crate::movement::Use;
use crate::rule::{Ban, CaptureEdit, Class, Clause, Form, How, Kinds, Manner, Movement, Owner, leaves_nothing};

use super::act::Deal;
use super::crowd::Crowd;
use super::fold::Placed;
use super::in_force::placed;
use super::lookup::Lookup;
use super::reads::Reads;
use super::{Active, LawProblem, Universes};

/// What the later of two rules does to what the earlier one says of the same men, once neither is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// It holds in its place (R3).
    Supersedes,
    /// Both hold: men may do what either says.
    Adds,
    /// Both bind; where one move cannot serve both, the later one goes first.
    GoesFirst,
    /// It gives a way of moving, and the earlier one forbids some of that, as of any.
    IsLimited,
}

impl Bearing {
    /// While the earlier one is protected the later one waits (R6): what only adds takes nothing from it, and what is forbidden stays so.
    pub fn waits(self) -> bool {
        matches!(self, Bearing::Supersedes | Bearing::GoesFirst)
    }
}

/// Two rules that speak to the same aspect of the same men in some universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub earlier: String,
    pub later: String,
    /// In words: `the captures of knights`.
    pub aspects: Vec<String>,
    pub bearing: Bearing,
}

/// All conflicts among rules, those of lower precedence first, of two rules one for each bearing. Clauses that only add ("may also"), and clauses that say the same, do not conflict.
pub fn conflicts(rules: &[Active<'_>], entities: &Entities) -> Result<Vec<Conflict>, LawProblem> {
    let clauses: Vec<Vec<Placed<'_>>> = rules.iter().map(placed).collect();
    let mut touches = Vec::with_capacity(rules.len());
    for clauses in &clauses {
        let of_rule: Result<Vec<Vec<Touch<'_>>>, LawProblem> = clauses.iter().map(|at| touched(at, entities)).collect();
        touches.push(of_rule?.concat());
    }
    let mut conflicts = Vec::new();
    for (later, rule) in rules.iter().enumerate() {
        for (earlier, other) in rules[..later].iter().enumerate() {
            if !rule.universes.meet(&other.universes) {
                continue;
            }
            let mut met: Vec<Conflict> = Vec::new();
            let limits = |touch: &Touch<'_>| !touch.is_lifted(&other.universes, rules[earlier + 1..].iter());
            let clashes = |one: &'_ Touch<'_>| {
                let met = touches[later].iter().filter_map(|two| one.clash(two, entities));
                met.filter(|(bearing, _)| *bearing != Bearing::IsLimited || limits(one)).collect::<Vec<_>>()
            };
            for (bearing, aspect) in touches[earlier].iter().flat_map(clashes) {
                match met.iter_mut().find(|known| known.bearing == bearing) {
                    Some(known) if known.aspects.contains(&aspect) => {}
                    Some(known) => known.aspects.push(aspect),
                    None => {
                        let (earlier, later) = (other.number.to_owned(), rule.number.to_owned());
                        met.push(Conflict { earlier, later, aspects: vec![aspect], bearing });
                    }
                }
            }
            conflicts.extend(met);
        }
    }
    Ok(conflicts)
}

/// What a clause may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    Quiet,
    Captures,
    Promotion,
    Passing,
    Castling,
    Duty,
    VictimFate,
    CapturerFate,
    Landing,
    Explosion,
    /// Which squares a name stands for.
    Name,
}

/// That a clause speaks to an aspect of some men; in captures, of these by those.
#[derive(Clone)]
struct Touch<'a> {
    aspect: Aspect,
    men: Crowd,
    victims: Option<Crowd>,
    saying: Saying<'a>,
    form: &'a Form,
}

/// What it says, as far as two sayings are to be compared.
#[derive(Clone, Copy)]
enum Saying<'a> {
    Moves(&'a Movement),
    Edits(&'a CaptureEdit),
    Bans(&'a Clause, &'a Ban),
    Other(&'a Form),
}

impl Touch<'_> {
    /// Whether it forbids what one of those rules allows again, wherever it forbids it.
    fn is_lifted<'r>(&self, forbidden: &Universes, mut stronger: impl Iterator<Item = &'r Active<'r>>) -> bool {
        let Saying::Bans(_, ban) = self.saying else { return false };
        let lifts =
            |clause: &Clause| matches!(&clause.form, Form::Ban(other) if other.lifted && other.act == ban.act) && clause.when.is_none();
        let everywhere = |rule: &Active<'_>| rule.universes == Universes::Every || rule.universes == *forbidden;
        !ban.lifted && stronger.any(|rule| everywhere(rule) && rule.clauses.iter().any(lifts))
    }

    /// The aspect in words, if both decide it differently for some men, and what the other, later one does to it.
    fn clash(&self, other: &Touch<'_>, entities: &Entities) -> Option<(Bearing, String)> {
        if let (Form::Region { name: one, .. }, Form::Region { name: two, .. }) = (self.form, other.form) {
            return (one == two && self.form != other.form).then(|| (Bearing::Supersedes, format!("which squares are called {two}")));
        }
        let bearing = (self.aspect == other.aspect).then(|| self.borne_by(other)).flatten()?;
        let men = self.men.shared_kinds(&other.men, entities);
        let victims = match (&self.victims, &other.victims) {
            (Some(one), Some(two)) => Some(one.shared_kinds(two, entities)),
            _ => None,
        };
        let nobody = men.is_empty() || victims.as_ref().is_some_and(Vec::is_empty);
        (!nobody).then(|| (bearing, self.aspect.words(&plurals(&men, entities), &plurals(&victims.unwrap_or_default(), entities))))
    }

    /// What a later clause on the same does to this one; `None`: nothing.
    fn borne_by(&self, other: &Touch<'_>) -> Option<Bearing> {
        let unless = |agree: bool| (!agree).then_some(Bearing::Supersedes);
        match (self.saying, other.saying) {
            (Saying::Moves(one), Saying::Moves(two)) if one.motions == two.motions && one.manner == two.manner => None,
            (Saying::Moves(one), Saying::Moves(two)) => match (one.manner, two.manner) {
                (Manner::Also, Manner::Also) => None,
                (_, Manner::Also) => Some(Bearing::Adds),
                (_, Manner::Instead) => Some(Bearing::Supersedes),
            },
            // It adds prey and takes nothing from what others say; only a ban may take from it.
            (Saying::Moves(_) | Saying::Other(_), Saying::Other(Form::OwnPrey(_)))
            | (Saying::Other(Form::OwnPrey(_)), Saying::Moves(_) | Saying::Other(_)) => None,
            (Saying::Edits(one), Saying::Edits(two)) => unless(match self.aspect {
                Aspect::VictimFate => one.victim_fate == two.victim_fate,
                Aspect::CapturerFate => one.capturer_fate == two.capturer_fate,
                Aspect::Landing => one.landing == two.landing,
                _ => one.explosion == two.explosion,
            }),
            // Bans add up; a permission meets the bans that it lifts and no movement, a ban the movement that it takes from.
            (Saying::Bans(_, one), Saying::Bans(_, two)) => unless(one.lifted == two.lifted),
            (Saying::Bans(_, Ban { lifted: true, .. }), _) | (_, Saying::Bans(_, Ban { lifted: true, .. })) => None,
            (_, Saying::Bans(..)) => Some(Bearing::Supersedes),
            (Saying::Bans(ban, _), Saying::Moves(_) | Saying::Other(_)) => Some(match leaves_nothing(ban, other.form) {
                true => Bearing::Supersedes,
                false => Bearing::IsLimited,
            }),
            (Saying::Other(one), Saying::Other(two)) => (one != two).then_some(match self.aspect {
                Aspect::Duty => Bearing::GoesFirst,
                _ => Bearing::Supersedes,
            }),
            _ => Some(Bearing::Supersedes),
        }
    }
}

impl Aspect {
    fn words(self, men: &str, victims: &str) -> String {
        match self {
            Aspect::Quiet => format!("the quiet moves of {men}"),
            Aspect::Captures => format!("the captures of {men}"),
            Aspect::Promotion => format!("the promotion of {men}"),
            Aspect::Passing => format!("the capture in passing of {men}"),
            Aspect::Castling => format!("the castling of {men}"),
            Aspect::Duty => format!("what {men} must do"),
            Aspect::VictimFate => format!("the fate of {victims} captured by {men}"),
            Aspect::CapturerFate => format!("the fate of {men} that capture {victims}"),
            Aspect::Landing => format!("where {men} that capture {victims} end"),
            Aspect::Name => "what squares are called".to_owned(),
            Aspect::Explosion => format!("what explodes when {men} capture {victims}"),
        }
    }
}

/// `knights and rooks`; all kinds are `men`.
fn plurals(kinds: &[KindId], entities: &Entities) -> String {
    if kinds.len() == entities.kinds.len() {
        return "men".to_owned();
    }
    let names: Vec<&str> = kinds.iter().map(|&kind| entities.kind(kind).plural.as_str()).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

fn touched<'a>(placed: &'a Placed<'a>, entities: &Entities) -> Result<Vec<Touch<'a>>, LawProblem> {
    let reads = Cell::new(Reads::default());
    let lookup = Lookup {
        entities,
        place: &placed.place,
        since: placed.since,
        regions: &[],
        counters: &[],
        each_in_turn: false,
        secrets: true,
        reads: &reads,
    };
    // Only kinds and armies are compared: what else must hold of the men may name regions of other clauses.
    let men = |class: &Class| Crowd::of(&Class { such: None, ..class.clone() }, &lookup);
    let form = &placed.clause.form;
    let other = |aspect, men| Touch { aspect, men, victims: None, saying: Saying::Other(form), form };
    let of_purpose = |purpose: Use, men: &Crowd, saying: Saying<'a>| {
        let aspects = [(Aspect::Quiet, Use::Quiet), (Aspect::Captures, Use::Capture)];
        let spoken = aspects.into_iter().filter(move |(_, aspect)| purpose == *aspect || purpose == Use::Any);
        spoken.map(|(aspect, _)| Touch { aspect, men: men.clone(), victims: None, saying, form }).collect::<Vec<_>>()
    };
    Ok(match form {
        Form::Kind(_) | Form::Armies(_) | Form::Board { .. } | Form::Array(_) | Form::Safety(_) | Form::Ending(_) => Vec::new(),
        Form::SecondBoard | Form::Crossing(_) => Vec::new(),
        Form::Trigger(_)
        | Form::Action(_)
        | Form::Counter(_)
        | Form::Side(_)
        | Form::Restored(_)
        | Form::Secret(_)
        | Form::Prose(_)
        | Form::Hole(_) => Vec::new(),
        Form::Region { .. } => {
            vec![other(Aspect::Name, Crowd::of(&Class { kinds: Kinds::Every, owner: Owner::Anyone, such: None }, &lookup)?)]
        }
        Form::OwnPrey(prey) => vec![other(Aspect::Captures, men(&prey.who)?)],
        Form::Approach(approach) if !approach.must => Vec::new(),
        Form::Approach(approach) => vec![other(Aspect::Captures, men(&approach.who)?)],
        Form::Movement(movement) => of_purpose(movement.aspect, &men(&movement.who)?, Saying::Moves(movement)),
        Form::Ban(ban) => {
            let (men, saying) = (men(&ban.act.who)?, Saying::Bans(placed.clause, ban));
            let one = |aspect| vec![Touch { aspect, men: men.clone(), victims: None, saying, form }];
            match ban.act.how {
                How::Castle => one(Aspect::Castling),
                How::Promote(_) => one(Aspect::Promotion),
                _ => of_purpose(Deal::purpose_of(&ban.act), &men, saying),
            }
        }
        Form::Duty(duty) => {
            duty.in_turn().flatten().map(|act| men(&act.who).map(|men| other(Aspect::Duty, men))).collect::<Result<_, _>>()?
        }
        Form::Promotion(promotion) => vec![other(Aspect::Promotion, men(&promotion.who)?)],
        Form::InPassing(passing) => vec![other(Aspect::Passing, men(&passing.who)?)],
        Form::Castling(castling) => vec![other(Aspect::Castling, men(&castling.who)?)],
        Form::Capture(edit) => {
            let (captors, victims) = (men(&edit.captor)?, men(&edit.victim)?);
            let fields = [
                (Aspect::VictimFate, edit.victim_fate.is_some()),
                (Aspect::CapturerFate, edit.capturer_fate.is_some()),
                (Aspect::Landing, edit.landing.is_some()),
                (Aspect::Explosion, edit.explosion.is_some()),
            ];
            let set = fields.into_iter().filter(|(_, set)| *set);
            let touch =
                |(aspect, _)| Touch { aspect, men: captors.clone(), victims: Some(victims.clone()), saying: Saying::Edits(edit), form };
            set.map(touch).collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::samples::{self, KNIGHT, ROOK, clause, line, moves};
    use crate::law::{Strength, Universes};
    use crate::rule::{Clause, Landing, Safety, VictimFate};

    fn found(rules: &[(&str, Vec<Clause>, Universes)]) -> Vec<String> {
        let entities = samples::chess(Safety::IfAble).entities();
        let active = rules.iter().map(|(number, clauses, universes)| Active {
            number,
            clauses,
            universes: universes.clone(),
            since: None,
            strength: Strength::Settled,
        });
        let words =
            |conflict: Conflict| format!("{} {:?} {}: {}", conflict.later, conflict.bearing, conflict.earlier, conflict.aspects.join("; "));
        conflicts(&active.collect::<Vec<_>>(), &entities).unwrap().into_iter().map(words).collect()
    }

    fn edit(captor: &str, victim_fate: Option<VictimFate>, landing: Option<Landing>) -> Clause {
        let (captor, victim) = (samples::men(captor), samples::every());
        clause(Form::Capture(CaptureEdit { captor, victim, victim_fate, capturer_fate: None, landing, explosion: None }))
    }

    #[test]
    fn the_later_of_two_rules_is_reported_with_the_aspect() {
        let like_rooks = || moves("knight", Use::Any, Manner::Instead, vec![line(&ROOK, 1, 1, Use::Any)]);
        let quietly = || moves("knight", Use::Quiet, Manner::Instead, vec![line(&KNIGHT, 1, 2, Use::Any)]);
        let also = || moves("knight", Use::Any, Manner::Also, vec![line(&ROOK, 1, 2, Use::Any)]);
        let every = Universes::Every;
        let rules = [("w1", vec![like_rooks()], every.clone()), ("b1", vec![quietly()], every.clone())];
        assert_eq!(found(&rules), ["b1 Supersedes w1: the quiet moves of knights"]);
        assert!(found(&[("w1", vec![also()], every.clone()), ("b1", vec![also()], every.clone())]).is_empty());
        assert!(found(&[("w1", vec![like_rooks()], every.clone()), ("b1", vec![like_rooks()], every.clone())]).is_empty());
        let [one, two] = [1, 2].map(|universe| Universes::Only([universe].into()));
        assert!(found(&[("w1", vec![like_rooks()], one.clone()), ("b1", vec![quietly()], two.clone())]).is_empty());
        let but_one = Universes::Except([1].into());
        assert!(found(&[("w1", vec![like_rooks()], one.clone()), ("b1", vec![quietly()], but_one.clone())]).is_empty());
        assert_eq!(found(&[("w1", vec![like_rooks()], two), ("b1", vec![quietly()], but_one)]).len(), 1);
    }

    #[test]
    fn captures_conflict_field_by_field() {
        let every = Universes::Every;
        let joins = edit("knight", Some(VictimFate::Joins), None);
        let rules = |later| [("w1", vec![joins.clone()], every.clone()), ("b1", vec![later], every.clone())];
        assert_eq!(
            found(&rules(edit("knight", Some(VictimFate::GoesHome), None))),
            ["b1 Supersedes w1: the fate of men captured by knights"]
        );
        assert!(found(&rules(edit("knight", None, Some(Landing::Stays)))).is_empty());
        assert!(found(&rules(edit("rook", Some(VictimFate::GoesHome), None))).is_empty());
    }
}
