//! From what a sentence on captures says to the fields it sets: who "it" is, what contradicts, what is assumed.

use super::diagnostic::Diagnostic;
use super::syntax::{Consequence, NewSide, Predicate, SaidCapture, Subject};
use super::{CaptureEdit, CapturerFate, Class, Explosion, Form, Kinds, Landing, Owner, Span, VictimFate, Vocabulary};

const EVERY: Class = Class::EVERY;

/// Who a consequence is about, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    Victim,
    Captor,
    Near(Class, u8),
}

/// The clause of one sentence, with what was assumed.
pub fn edit(said: &SaidCapture, span: Span, words: &Vocabulary) -> Result<(Form, Vec<String>), Diagnostic> {
    let captor = said.captor.clone().unwrap_or(EVERY);
    let victim = said.victim.clone().unwrap_or(EVERY);
    let edit = CaptureEdit { captor, victim, victim_fate: None, capturer_fate: None, landing: None, explosion: None };
    let mut drawn = Drawn { edit, stays: None, assumed: Vec::new() };
    let mut last: Option<Role> = None;
    for consequence in &said.consequences {
        if consequence.predicate == Predicate::AsUsual {
            drawn.as_usual();
            continue;
        }
        for subject in &consequence.subjects {
            for role in resolved(subject, said, last.as_ref(), consequence)? {
                drawn.draw(&role, consequence)?;
                last = (!matches!(role, Role::Near(..))).then_some(role).or(last);
            }
        }
    }
    drawn.finish(span, words)
}

/// The men a subject means.
fn resolved(subject: &Subject, said: &SaidCapture, last: Option<&Role>, at: &Consequence) -> Result<Vec<Role>, Diagnostic> {
    let every = |class: &Option<Class>| class.as_ref().is_some_and(|class| !matches!(class.kinds, Kinds::Only(_)));
    let is = |class: &Option<Class>, kind: &String| class.as_ref().is_some_and(|class| class.kinds == Kinds::Only(vec![kind.clone()]));
    let wrong = |kind: &String, what: &str| {
        let message = format!("\"{kind}\" is not what the sentence said of {what}");
        Err(Diagnostic::new("L005", at.span, message)
            .hint(&format!("say \"{what}\", or name the {kind} in the first part of the sentence")))
    };
    let one = |role| Ok(vec![role]);
    match subject {
        Subject::Victim(None) => one(Role::Victim),
        Subject::Captor(None) => one(Role::Captor),
        Subject::Victim(Some(kind)) if is(&said.victim, kind) => one(Role::Victim),
        Subject::Victim(Some(kind)) => wrong(kind, "the captured piece"),
        Subject::Captor(Some(kind)) if is(&said.captor, kind) => one(Role::Captor),
        Subject::Captor(Some(kind)) => wrong(kind, "the capturing piece"),
        Subject::Kind(kind) | Subject::Lady(kind) => match (is(&said.captor, kind), is(&said.victim, kind)) {
            (true, false) => one(Role::Captor),
            (false, true) => one(Role::Victim),
            (true, true) => {
                let problem = Diagnostic::new("L005", at.span, format!("\"the {kind}\" can be the captured or the capturing one"));
                Err(problem.hint(&format!("say \"the captured {kind}\" or \"the capturing {kind}\"")))
            }
            (false, false) => wrong(kind, "the capturing piece"),
        },
        Subject::Coloured(army, kind) => {
            let whose = |class: &Option<Class>| class.as_ref().is_some_and(|class| class.owner == Owner::Army(army.clone()));
            let fits = |class: &Option<Class>| kind.as_ref().is_none_or(|kind| is(class, kind));
            match (whose(&said.captor), whose(&said.victim)) {
                (true, false) if fits(&said.captor) => one(Role::Captor),
                (false, true) if fits(&said.victim) => one(Role::Victim),
                _ => {
                    let problem = format!("the sentence has not said which of the two is {army}");
                    Err(Diagnostic::new("L005", at.span, problem).hint("say \"the captured piece\" or \"the capturing piece\""))
                }
            }
        }
        Subject::Piece => match (every(&said.captor), every(&said.victim)) {
            (false, true) => one(Role::Victim),
            (true, false) => one(Role::Captor),
            _ => {
                let problem = Diagnostic::new("L005", at.span, "\"the piece\" can be the captured or the capturing one".to_string());
                Err(problem.hint("say \"the captured piece\" or \"the capturing piece\""))
            }
        },
        Subject::It if lady(said).is_some() => match lady(said) {
            Some(kind) if is(&said.captor, kind) => one(Role::Victim),
            _ => one(Role::Captor),
        },
        // "it becomes the kind it captured": who captures
        Subject::It if last.is_none() && at.predicate == Predicate::BecomesTheCaptured => one(Role::Captor),
        // "when a pawn is captured by a rook, it changes sides": of whom it is told; removed it is anyway
        Subject::It if last.is_none() && said.passive && at.predicate.is_for_the_captured() => one(Role::Victim),
        Subject::It => match (last, &said.captor, &said.victim) {
            (Some(role), _, _) => one(role.clone()),
            (None, None, _) => one(Role::Victim),
            (None, _, None) => one(Role::Captor),
            _ => {
                let problem =
                    Diagnostic::new("L004", at.span, "it is not clear whether this is the captured or the capturing piece".to_string());
                Err(problem.hint("say \"the captured piece\" or \"the capturing piece\""))
            }
        },
        Subject::Both => Ok(vec![Role::Victim, Role::Captor]),
        Subject::Near { who, reach } => one(Role::Near(who.clone(), *reach)),
    }
}

/// The kind of which a sentence speaks as "she".
fn lady(said: &SaidCapture) -> Option<&String> {
    said.consequences.iter().flat_map(|consequence| &consequence.subjects).find_map(|subject| match subject {
        Subject::Lady(kind) => Some(kind),
        _ => None,
    })
}

/// The fields set so far.
struct Drawn {
    edit: CaptureEdit,
    /// "stays on its square", said of the captured man.
    stays: Option<Span>,
    assumed: Vec<String>,
}

impl Drawn {
    fn assume(&mut self, what: &str) {
        if self.assumed.iter().all(|known| known != what) {
            self.assumed.push(what.to_owned());
        }
    }

    fn as_usual(&mut self) {
        self.edit.victim_fate = Some(VictimFate::Gone);
        self.edit.capturer_fate = Some(CapturerFate::Same);
        self.edit.landing = Some(Landing::OnVictim);
        self.edit.explosion = Some(Explosion { reach: 0, hits: EVERY });
    }

    fn draw(&mut self, role: &Role, said: &Consequence) -> Result<(), Diagnostic> {
        match role {
            Role::Victim => self.of_victim(said),
            Role::Captor => self.of_captor(said),
            Role::Near(who, reach) => match said.predicate {
                Predicate::IsRemoved | Predicate::Explodes => self.explosion(who.clone(), *reach, said.span),
                Predicate::StaysAsItIs => self.explosion(who.clone(), 0, said.span),
                _ => {
                    let problem = Diagnostic::new("L030", said.span, "pieces near a capture can only be removed, so far".to_string());
                    Err(problem.hint("example: When {man} is captured, every piece next to it is removed too."))
                }
            },
        }
    }

    fn of_victim(&mut self, said: &Consequence) -> Result<(), Diagnostic> {
        let fate = match &said.predicate {
            Predicate::ChangesSides => VictimFate::Joins,
            Predicate::ReturnsHome => {
                self.assumed.push("if its home square is occupied, the captured piece is removed".to_string());
                VictimFate::GoesHome
            }
            Predicate::ReturnsToHomeOfKind => {
                self.assumed.push("if that square is occupied, the captured piece is removed".to_string());
                VictimFate::GoesHomeOfKind
            }
            Predicate::Becomes(kind) => VictimFate::Becomes(kind.clone()),
            Predicate::BecomesOf(kind, side) => match (kind, self.changes_sides(said, side, true)?) {
                (Some(kind), true) => VictimFate::JoinsAs(kind.clone()),
                (Some(kind), false) => VictimFate::Becomes(kind.clone()),
                (None, true) => VictimFate::Joins,
                (None, false) => return Err(contradiction(said.span)),
            },
            Predicate::IsRemoved => VictimFate::Gone,
            Predicate::GoesToReserve => VictimFate::Reserve,
            Predicate::Explodes => {
                self.assume("every piece next to the square of the capture is removed too");
                return self.explosion(EVERY, 1, said.span);
            }
            Predicate::Removes { who, reach } => return self.explosion(who.clone(), *reach, said.span),
            Predicate::StaysOnItsSquare => {
                self.stays = Some(said.span);
                return Ok(());
            }
            _ => {
                return Err(impossible(
                    said,
                    "the captured piece",
                    "changes sides, returns to its home square, becomes {other}, is removed",
                ));
            }
        };
        // its side and its kind are two things
        let fate = match (self.edit.victim_fate.take(), fate) {
            (Some(VictimFate::Joins), VictimFate::Becomes(kind)) | (Some(VictimFate::Becomes(kind)), VictimFate::Joins) => {
                VictimFate::JoinsAs(kind)
            }
            (before, fate) => {
                self.edit.victim_fate = before;
                fate
            }
        };
        once(&mut self.edit.victim_fate, fate, said.span)
    }

    /// Whether a man changes sides by becoming one of that side.
    fn changes_sides(&self, said: &Consequence, side: &NewSide, victim: bool) -> Result<bool, Diagnostic> {
        let army = |class: &Class| match &class.owner {
            Owner::Army(army) => Some(army.clone()),
            _ => None,
        };
        let (its, others) = match victim {
            true => (&self.edit.victim, &self.edit.captor),
            false => (&self.edit.captor, &self.edit.victim),
        };
        Ok(match side {
            NewSide::Other => true,
            NewSide::Same => false,
            NewSide::Captors => victim,
            NewSide::Victims => !victim,
            NewSide::Army(name) if army(its).as_ref() == Some(name) => false,
            NewSide::Army(name) if army(others).as_ref() == Some(name) => true,
            NewSide::Army(name) => {
                let problem = format!("whether it changes sides by becoming {name} hangs on who captures whom");
                return Err(Diagnostic::new("L015", said.span, problem)
                    .hint("name the colours in the first half: When a black {bare} captures a white piece, the black {bare} changes sides and becomes {other}."));
            }
        })
    }

    fn of_captor(&mut self, said: &Consequence) -> Result<(), Diagnostic> {
        let fate = match &said.predicate {
            Predicate::IsRemoved => CapturerFate::Gone,
            Predicate::Becomes(kind) => CapturerFate::Becomes(kind.clone()),
            Predicate::BecomesTheCaptured => CapturerFate::BecomesVictim,
            Predicate::ChangesSides => CapturerFate::ChangesSides,
            Predicate::BecomesOf(kind, side) => match (kind, self.changes_sides(said, side, false)?) {
                (Some(kind), true) => CapturerFate::JoinsAs(kind.clone()),
                (Some(kind), false) => CapturerFate::Becomes(kind.clone()),
                (None, true) => CapturerFate::JoinsAsVictim,
                (None, false) => CapturerFate::BecomesVictim,
            },
            Predicate::StaysAsItIs => CapturerFate::Same,
            Predicate::Explodes => {
                self.assume("every piece next to the square of the capture is removed too");
                self.explosion(EVERY, 1, said.span)?;
                CapturerFate::Gone
            }
            Predicate::Removes { who, reach } => return self.explosion(who.clone(), *reach, said.span),
            Predicate::StaysWhereItWas | Predicate::StaysOnItsSquare => return once(&mut self.edit.landing, Landing::Stays, said.span),
            Predicate::GoesToTheCapture => return once(&mut self.edit.landing, Landing::OnVictim, said.span),
            Predicate::ReturnsHome => {
                self.assumed.push("if its home square is occupied, the capturing piece stays on the square of the capture".to_string());
                return once(&mut self.edit.landing, Landing::Home, said.span);
            }
            Predicate::GoesToReserve | Predicate::ReturnsToHomeOfKind => {
                return Err(impossible(said, "the capturing piece", "is removed, becomes {other}, changes sides, stays where it was"));
            }
            Predicate::AsUsual => return Ok(()),
        };
        // its side and its kind are two things
        let fate = match (self.edit.capturer_fate.take(), fate) {
            (Some(CapturerFate::ChangesSides), CapturerFate::Becomes(kind))
            | (Some(CapturerFate::Becomes(kind)), CapturerFate::ChangesSides) => CapturerFate::JoinsAs(kind),
            (Some(CapturerFate::ChangesSides), CapturerFate::BecomesVictim)
            | (Some(CapturerFate::BecomesVictim), CapturerFate::ChangesSides) => CapturerFate::JoinsAsVictim,
            (before, fate) => {
                self.edit.capturer_fate = before;
                fate
            }
        };
        once(&mut self.edit.capturer_fate, fate, said.span)
    }

    fn explosion(&mut self, hits: Class, reach: u8, span: Span) -> Result<(), Diagnostic> {
        once(&mut self.edit.explosion, Explosion { reach, hits }, span)
    }

    /// The clause, once contradictions are out and gaps are filled.
    fn finish(mut self, span: Span, words: &Vocabulary) -> Result<(Form, Vec<String>), Diagnostic> {
        let stays = self.edit.victim_fate.as_ref().is_some_and(VictimFate::stays);
        match self.stays {
            Some(at) if self.edit.victim_fate.is_none() => {
                let problem = Diagnostic::new("L015", at, "it is not said what becomes of the captured piece".to_string());
                return Err(problem.hint("example: When {man} captures a piece, the captured piece changes sides and stays on its square."));
            }
            Some(at) if !stays => return Err(contradiction(at)),
            _ => {}
        }
        let nowhere = self.edit.capturer_fate == Some(CapturerFate::Gone) && self.edit.landing.is_some();
        if nowhere || (stays && self.edit.landing == Some(Landing::OnVictim)) {
            return Err(contradiction(span));
        }
        let royal = |spared: &[String]| words.kinds.iter().any(|kind| kind.royal && !spared.contains(&kind.name));
        let kings_too = |explosion: &Explosion| match &explosion.hits.kinds {
            Kinds::Every => royal(&[]),
            Kinds::Except(spared) => royal(spared),
            Kinds::Only(_) => false,
        };
        if self.edit.explosion.as_ref().is_some_and(|explosion| explosion.reach > 0 && kings_too(explosion)) {
            self.assumed.push("kings too: that captures them".to_string());
        }
        if stays && self.edit.landing.is_none() && self.edit.capturer_fate != Some(CapturerFate::Gone) {
            self.assumed.push("the capturing piece stays on the square it came from".to_string());
        }
        let edited = self.edit.victim_fate.as_ref().is_some_and(|fate| *fate != VictimFate::Gone);
        let royals: Vec<&str> = words.kinds.iter().filter(|kind| kind.royal).map(|kind| kind.plural.as_str()).collect();
        let spared = words.kinds_of(&self.edit.victim);
        if edited && !royals.is_empty() && words.kinds.iter().any(|kind| kind.royal && spared.contains(&kind.name)) {
            self.assumed.push(format!("real {} are captured as usual", royals.join(" and ")));
        }
        Ok((Form::Capture(self.edit), self.assumed))
    }
}

/// Sets a field; a second, different value contradicts the first.
fn once<T: PartialEq>(field: &mut Option<T>, value: T, span: Span) -> Result<(), Diagnostic> {
    match field {
        Some(set) if *set != value => Err(contradiction(span)),
        _ => {
            *field = Some(value);
            Ok(())
        }
    }
}

fn contradiction(span: Span) -> Diagnostic {
    let problem = Diagnostic::new("L018", span, "this contradicts what the same sentence says before it".to_string());
    problem.hint("of each piece say one thing: what becomes of it, and where it ends")
}

fn impossible(said: &Consequence, who: &str, possible: &str) -> Diagnostic {
    let problem = Diagnostic::new("L016", said.span, format!("this cannot be said of {who}"));
    problem.hint(&format!("what can be said: {who} {possible}"))
}
