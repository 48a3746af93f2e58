//! The fold: clauses in order of precedence become, aspect by aspect, what holds for each kind in each army.
//!
//! Invariant: a pure function of the clauses and the entities; a later clause supersedes earlier ones on the aspects it speaks of, and no others.

use crate::board::{ArmyId, Entities, KindId};
use crate::movement::{Line, Use};
use crate::rule::{CaptureEdit, CapturerFate, Clause, Explosion, Form, Landing, Manner, Motion, Region, VictimFate};

use super::men::{Men, kind_named};
use super::{ClausePlace, LawProblem};

/// A clause and where it stands.
pub(super) struct Placed<'a> {
    pub clause: &'a Clause,
    pub place: ClausePlace,
}

/// What holds for one kind in one army.
#[derive(Clone, Default)]
pub(super) struct Ways<'a> {
    quiet: Vec<&'a Motion>,
    capture: Vec<&'a Motion>,
    pub promotion: Option<Becoming>,
    /// Who may capture it where it passed.
    pub passing: Option<Men>,
    /// The newest last; the newest that includes a friend decides about castling with it.
    pub castling: Vec<Round>,
}

/// A promotion: where, into what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Becoming {
    pub region: Region,
    pub into: Vec<KindId>,
}

/// A castling: with whom, how far; `None`: not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub with: Men,
    pub squares: Option<u8>,
}

/// A capture edit, its words looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub captor: Men,
    pub victim: Men,
    pub victim_fate: Option<Fate>,
    pub capturer_fate: Option<Toll>,
    pub landing: Option<Landing>,
    pub explosion: Option<Blast>,
}

/// What becomes of a captured man ([`VictimFate`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Gone,
    Joins,
    GoesHome,
    Becomes(KindId),
}

/// What becomes of a capturing man ([`CapturerFate`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toll {
    Same,
    Gone,
    Becomes(KindId),
    BecomesVictim,
    ChangesSides,
}

/// An explosion, if its reach is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blast {
    pub reach: u8,
    pub hits: Men,
}

/// The clauses of one universe, folded.
pub(super) struct Folded<'a> {
    entities: &'a Entities,
    /// By kind, then by army.
    ways: Vec<Ways<'a>>,
    /// The newest first.
    pub edits: Vec<Edit>,
}

impl<'a> Folded<'a> {
    /// Folds clauses, those of lower precedence first.
    pub fn new(clauses: impl IntoIterator<Item = &'a Placed<'a>>, entities: &'a Entities) -> Result<Folded<'a>, LawProblem> {
        let count = entities.kinds.len() * entities.armies.len();
        let mut folded = Folded { entities, ways: vec![Ways::default(); count], edits: Vec::new() };
        for placed in clauses {
            folded.add(placed)?;
        }
        folded.edits.reverse();
        Ok(folded)
    }

    pub fn ways(&self, kind: KindId, army: ArmyId) -> &Ways<'a> {
        &self.ways[kind.index() * self.entities.armies.len() + army.index()]
    }

    fn each(&mut self, men: Men, mut change: impl FnMut(&mut Ways<'a>)) {
        let armies = self.entities.armies.len();
        for (at, ways) in self.ways.iter_mut().enumerate() {
            if men.include(KindId((at / armies) as u8), ArmyId((at % armies) as u8)) {
                change(ways);
            }
        }
    }

    fn add(&mut self, placed: &'a Placed<'a>) -> Result<(), LawProblem> {
        let (entities, place) = (self.entities, &placed.place);
        let men = |class| Men::of(class, entities, place);
        match &placed.clause.form {
            Form::Kind(_) | Form::Armies(_) | Form::Board { .. } | Form::Array(_) | Form::Safety(_) => {}
            Form::Movement(movement) => {
                movement.motions.iter().try_for_each(|motion| sound(motion, entities, place))?;
                let who = men(&movement.who)?;
                self.each(who, |ways| {
                    for (purpose, aspect) in [(Use::Quiet, &mut ways.quiet), (Use::Capture, &mut ways.capture)] {
                        if movement.aspect == purpose || movement.aspect == Use::Any {
                            if movement.manner == Manner::Instead {
                                aspect.clear();
                            }
                            aspect.extend(&movement.motions);
                        }
                    }
                });
            }
            Form::Promotion(promotion) => {
                let into = promotion.into.iter().map(|name| kind_named(name, entities, place)).collect::<Result<Vec<_>, _>>()?;
                let becoming = (!into.is_empty()).then_some(Becoming { region: promotion.region, into });
                self.each(men(&promotion.who)?, |ways| ways.promotion.clone_from(&becoming));
            }
            Form::InPassing(passing) => {
                let by = men(&passing.by)?;
                self.each(men(&passing.who)?, |ways| ways.passing = Some(by));
            }
            Form::Castling(castling) => {
                if castling.allowed && castling.squares == 0 {
                    return Err(LawProblem::Wrong { place: place.clone(), reason: "castling goes over at least one square".to_owned() });
                }
                let round = Round { with: men(&castling.with)?, squares: castling.allowed.then_some(castling.squares) };
                self.each(men(&castling.who)?, |ways| ways.castling.push(round));
            }
            Form::Capture(edit) => self.edits.push(look_up(edit, entities, place)?),
            Form::Prose(_) => {}
            Form::Ban(_)
            | Form::Duty(_)
            | Form::Trigger(_)
            | Form::Action(_)
            | Form::Counter(_)
            | Form::Region { .. }
            | Form::Ending(_) => {
                return Err(super::men::unplayable(place));
            }
        }
        Ok(())
    }

    /// The first army whose men have the same movements, kind by kind, as this one's.
    pub fn moving_alike(&self, army: ArmyId) -> ArmyId {
        let same =
            |one: &[&Motion], other: &[&Motion]| one.len() == other.len() && one.iter().zip(other).all(|(a, b)| std::ptr::eq(*a, *b));
        let alike = |other: &ArmyId| {
            self.kinds().all(|kind| {
                let (one, other) = (self.ways(kind, army), self.ways(kind, *other));
                same(&one.quiet, &other.quiet) && same(&one.capture, &other.capture)
            })
        };
        (0..army.0).map(ArmyId).find(alike).unwrap_or(army)
    }

    /// By kind, the lines of an army's men for quiet moves or for captures. `standard` are those of the standard law, by kind.
    /// A likeness is to what the other kind does now; where likenesses run in a circle, to what it does by the standard.
    pub fn lines(&self, army: ArmyId, purpose: Use, standard: &[Vec<Line>]) -> Vec<Vec<Line>> {
        let mut done = vec![None; self.entities.kinds.len()];
        let leads = self.likenesses(army, purpose);
        self.kinds().for_each(|kind| self.resolve(kind, army, purpose, &leads, standard, &mut done));
        done.into_iter().flatten().collect()
    }

    fn kinds(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.entities.kinds.len()).map(|kind| KindId(kind as u8))
    }

    fn motions(&self, kind: KindId, army: ArmyId, purpose: Use) -> &[&'a Motion] {
        let ways = self.ways(kind, army);
        if purpose == Use::Quiet { &ways.quiet } else { &ways.capture }
    }

    /// By kind, the kinds that its likenesses lead to, near or far, as bits.
    fn likenesses(&self, army: ArmyId, purpose: Use) -> Vec<u128> {
        let direct = |kind| {
            let named = self.motions(kind, army, purpose).iter().filter_map(|motion| match motion {
                Motion::Like { kind, standard: false } => self.entities.kind_named(kind),
                Motion::Like { .. } | Motion::Pattern(_) => None,
            });
            named.fold(0u128, |bits, other| bits | 1 << other.index())
        };
        let mut leads: Vec<u128> = self.kinds().map(direct).collect();
        for over in 0..leads.len() {
            for kind in 0..leads.len() {
                if leads[kind] >> over & 1 == 1 {
                    leads[kind] |= leads[over];
                }
            }
        }
        leads
    }

    fn resolve(&self, kind: KindId, army: ArmyId, purpose: Use, leads: &[u128], standard: &[Vec<Line>], done: &mut Vec<Option<Vec<Line>>>) {
        if done[kind.index()].is_some() {
            return;
        }
        let mut lines: Vec<Line> = Vec::new();
        let mut add = |line: &Line| {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        };
        for motion in self.motions(kind, army, purpose) {
            match motion {
                Motion::Pattern(pattern) => pattern.lines.iter().for_each(&mut add),
                Motion::Like { kind: name, standard: as_standard } => {
                    let Some(other) = self.entities.kind_named(name) else { continue };
                    let circle = leads[other.index()] >> kind.index() & 1 == 1;
                    let lent = if *as_standard || circle {
                        standard.get(other.index())
                    } else {
                        self.resolve(other, army, purpose, leads, standard, done);
                        done[other.index()].as_ref()
                    };
                    // "Moves like" lends no first moves.
                    lent.into_iter().flatten().filter(|line| !line.unmoved).for_each(&mut add);
                }
            }
        }
        done[kind.index()] = Some(lines);
    }
}

/// Refuses what no table can be made of: unknown kinds, steps that lead nowhere.
fn sound(motion: &Motion, entities: &Entities, place: &ClausePlace) -> Result<(), LawProblem> {
    match motion {
        Motion::Like { kind, .. } => kind_named(kind, entities, place).map(|_| ()),
        Motion::Pattern(pattern) => {
            let steps = || pattern.lines.iter().flat_map(|line| &line.directions);
            let lost = steps().find(|step| step.right == 0 && step.forward == 0 || step.right == i8::MIN || step.forward == i8::MIN);
            match lost {
                Some(step) => {
                    let reason = format!("a step of {} right and {} forward leads nowhere", step.right, step.forward);
                    Err(LawProblem::Wrong { place: place.clone(), reason })
                }
                None => Ok(()),
            }
        }
    }
}

fn look_up(edit: &CaptureEdit, entities: &Entities, place: &ClausePlace) -> Result<Edit, LawProblem> {
    let kind = |name: &str| kind_named(name, entities, place);
    let victim_fate = match &edit.victim_fate {
        None => None,
        Some(VictimFate::Gone) => Some(Fate::Gone),
        Some(VictimFate::Joins) => Some(Fate::Joins),
        Some(VictimFate::GoesHome) => Some(Fate::GoesHome),
        Some(VictimFate::Reserve) => return Err(super::men::unplayable(place)),
        Some(VictimFate::Becomes(name)) => Some(Fate::Becomes(kind(name)?)),
    };
    let capturer_fate = match &edit.capturer_fate {
        None => None,
        Some(CapturerFate::Same) => Some(Toll::Same),
        Some(CapturerFate::Gone) => Some(Toll::Gone),
        Some(CapturerFate::Becomes(name)) => Some(Toll::Becomes(kind(name)?)),
        Some(CapturerFate::BecomesVictim) => Some(Toll::BecomesVictim),
        Some(CapturerFate::ChangesSides) => Some(Toll::ChangesSides),
    };
    let blast = |explosion: &Explosion| Ok(Blast { reach: explosion.reach, hits: Men::of(&explosion.hits, entities, place)? });
    Ok(Edit {
        captor: Men::of(&edit.captor, entities, place)?,
        victim: Men::of(&edit.victim, entities, place)?,
        victim_fate,
        capturer_fate,
        landing: edit.landing,
        explosion: edit.explosion.as_ref().map(blast).transpose()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ArmyId, MAX_KINDS};
    use crate::law::samples::{KNIGHT, ROOK, chess, clause, line, men, moves};
    use crate::movement::UNLIMITED;
    use crate::rule::{Class, Movement, Owner, Safety};

    fn like(who: &str, kind: &str, standard: bool) -> Clause {
        let motions = vec![Motion::Like { kind: kind.into(), standard }];
        clause(Form::Movement(Movement { who: men(who), aspect: Use::Any, manner: Manner::Instead, motions }))
    }

    /// How a kind of the first army moves for a purpose: its lines' first step and range.
    fn ways(rules: &[Clause], kind: &str, purpose: Use) -> Vec<(i8, i8, u8)> {
        let standard = chess(Safety::IfAble);
        let entities = standard.entities();
        let base = standard.placed();
        let place = ClausePlace { text: "rule w1".into(), clause: 1 };
        let rules: Vec<Placed<'_>> = rules.iter().map(|clause| Placed { clause, place: place.clone() }).collect();
        let standard = Folded::new(&base, &entities).unwrap().lines(ArmyId(0), purpose, &[]);
        let folded = Folded::new(base.iter().chain(&rules), &entities).unwrap();
        let lines = &folded.lines(ArmyId(0), purpose, &standard)[entities.kind_named(kind).unwrap().index()];
        lines.iter().map(|line| (line.directions[0].right, line.directions[0].forward, line.max)).collect()
    }

    #[test]
    fn a_likeness_follows_what_it_is_like() {
        let queens_leap = moves("queen", Use::Any, Manner::Instead, vec![line(&KNIGHT, 1, 1, Use::Any)]);
        let rules = [like("rook", "queen", false), queens_leap.clone()];
        assert_eq!(ways(&rules, "rook", Use::Quiet), [(-2, -1, 1)]);
        let rules = [like("rook", "queen", true), queens_leap];
        assert_eq!(ways(&rules, "rook", Use::Quiet), [(-1, -1, UNLIMITED)]);
    }

    #[test]
    fn likenesses_in_a_circle_are_to_the_standard() {
        let swapped = [like("knight", "bishop", false), like("bishop", "knight", false), like("rook", "knight", false)];
        assert_eq!(ways(&swapped, "knight", Use::Capture), ways(&[], "bishop", Use::Capture));
        assert_eq!(ways(&swapped, "bishop", Use::Capture), ways(&[], "knight", Use::Capture));
        assert_eq!(ways(&swapped, "rook", Use::Capture), ways(&[], "bishop", Use::Capture));
        assert_eq!(ways(&[like("rook", "rook", false)], "rook", Use::Quiet), ways(&[], "rook", Use::Quiet));
    }

    #[test]
    fn likenesses_of_every_kind_to_every_other_have_an_end() {
        let mut entities = chess(Safety::IfAble).entities();
        let model = entities.kinds[0].clone();
        let names: Vec<String> = (0..MAX_KINDS).map(|at| format!("kind{at}")).collect();
        entities.kinds = names.iter().map(|name| crate::board::Kind { name: name.clone(), ..model.clone() }).collect();
        // Upwards only, so that there is no circle to cut short the 2^127 ways from the first kind to the last.
        let upwards = |at: usize| {
            let motions = names[at + 1..].iter().map(|kind| Motion::Like { kind: kind.clone(), standard: false }).collect();
            clause(Form::Movement(Movement { who: men(&names[at]), aspect: Use::Any, manner: Manner::Also, motions }))
        };
        let mut clauses: Vec<Clause> = (0..MAX_KINDS).map(upwards).collect();
        clauses.push(moves(&names[MAX_KINDS - 1], Use::Any, Manner::Also, vec![line(&KNIGHT, 1, 1, Use::Any)]));
        let place = ClausePlace { text: "rule w1".into(), clause: 1 };
        let placed: Vec<Placed<'_>> = clauses.iter().map(|clause| Placed { clause, place: place.clone() }).collect();
        let lines = Folded::new(&placed, &entities).unwrap().lines(ArmyId(0), Use::Quiet, &[]);
        assert!(lines.iter().all(|lines| *lines == [line(&KNIGHT, 1, 1, Use::Any)]));
    }

    #[test]
    fn a_likeness_lends_no_first_moves() {
        assert_eq!(ways(&[], "pawn", Use::Quiet).len(), 2);
        assert_eq!(ways(&[like("knight", "pawn", false)], "knight", Use::Quiet), [(0, 1, 1)]);
    }

    #[test]
    fn a_later_clause_supersedes_the_aspect_it_speaks_of() {
        let quietly = moves("rook", Use::Quiet, Manner::Instead, vec![line(&KNIGHT, 1, 1, Use::Any)]);
        let also = moves("rook", Use::Any, Manner::Also, vec![line(&ROOK, 1, 2, Use::Any)]);
        let rules = [quietly.clone(), also.clone()];
        assert_eq!(ways(&rules, "rook", Use::Quiet), [(-2, -1, 1), (-1, 0, 2)]);
        assert_eq!(ways(&rules, "rook", Use::Capture), [(-1, 0, UNLIMITED), (-1, 0, 2)]);
        assert_eq!(ways(&[also, quietly], "rook", Use::Quiet), [(-2, -1, 1)]);
    }

    #[test]
    fn what_cannot_be_enacted_is_refused_with_its_clause() {
        let standard = chess(Safety::IfAble);
        let (entities, base) = (standard.entities(), standard.placed());
        let refuse = |clause: Clause| {
            let rule = Placed { clause: &clause, place: ClausePlace { text: "rule b2".into(), clause: 3 } };
            let problem = Folded::new(base.iter().chain([&rule]), &entities).err().unwrap();
            problem.to_string()
        };
        let known = "there are: pawn, knight, bishop, rook, queen, king";
        assert_eq!(
            refuse(like("ship", "rook", false)),
            format!("clause 3 of rule b2 speaks of a \"ship\", but there is no such kind of man; {known}")
        );
        assert!(refuse(like("rook", "ship", false)).contains("\"ship\""));
        let nowhere = moves("rook", Use::Any, Manner::Also, vec![line(&[(0, 0)], 1, 1, Use::Any)]);
        assert_eq!(refuse(nowhere), "clause 3 of rule b2: a step of 0 right and 0 forward leads nowhere");
        let who = Class { owner: Owner::Army("pink".into()), ..Class::EVERY };
        let pink = clause(Form::Movement(Movement { who, aspect: Use::Any, manner: Manner::Also, motions: Vec::new() }));
        assert_eq!(refuse(pink), "clause 3 of rule b2 speaks of the colour \"pink\", but no army has it; there are: white, black");
    }
}
