//! From what a sentence says to checked clauses in normal form: the only place where a [`Clause`] is made.

use super::asked_when::guard_clauses;
use super::diagnostic::Diagnostic;
use super::guarded::Guarded;
use super::logic::all;
use super::lower;
use super::outcome;
use super::syntax::{Said, SaidMotion, Statement};
use super::{
    Act, Ban, Class, Clause, Condition, Deed, Event, Form, How, Owner, Part, Point, Ref, Span, Squares, Trigger, Vocabulary, Whom, walk,
    whenever,
};

const SPARED: &str = "real royal pieces are spared: only a capture takes them";
const CAPTURED: &str = "a real king is captured all the same";

/// Whether the meta-rules have it so (R5, R13), whatever the author of a sentence meant.
pub fn is_ruled(assumed: &str) -> bool {
    [SPARED, CAPTURED].contains(&assumed)
}

/// The clauses of one sentence.
pub struct Checked {
    pub clauses: Vec<Clause>,
}

impl Checked {
    pub fn of(guarded: Guarded, span: Span, words: &Vocabulary) -> Result<Checked, Diagnostic> {
        let (statement, mut when) = guarded.settled(span)?;
        if matches!(&statement, Statement::Moves(said) if said.iter().any(Said::spares_own)) {
            return Err(whose(span));
        }
        let settled = match statement {
            Statement::Moves(said) => lower::movements(&said, words)?,
            Statement::Captures(said) => vec![outcome::edit(&said.seen_by_captors(), span, words)?],
            Statement::Ending(ending, such) => {
                when = all(such.into_iter().chain(when).collect());
                if when.is_none() {
                    let problem = Diagnostic::new("L015", span, "it is not said when the game ends so".to_string());
                    return Err(problem.hint("example: White wins if black has no legal move."));
                }
                vec![(Form::Ending(ending), Vec::new())]
            }
            Statement::Forms(forms) => forms,
        };
        if settled.iter().any(|(form, _)| form.is_of_enemies()) {
            let problem = "it is not said whose enemies: those of whoever moves make no move then".to_string();
            let hint = "say it of the other piece: \"{Men} next to an enemy {bare} may not capture\"; or name a colour";
            return Err(Diagnostic::new("L004", span, problem).hint(hint));
        }
        if settled.iter().any(|(form, _)| form.spares_own()) {
            return Err(whose(span));
        }
        let mut settled = settled;
        settled.iter_mut().for_each(|(form, _)| form.lead_back());
        for (form, assumed) in &mut settled {
            whenever::settled(form, assumed, when.as_ref(), span, words)?;
        }
        let clause = |(form, assumed)| Clause { span, assumed, ..Clause::of(form, None) };
        let mut clauses: Vec<Clause> = settled.into_iter().map(clause).collect();
        guard_clauses(&mut clauses, when)?;
        for clause in clauses.iter_mut().filter(|clause| clause.form.meets_royalty(words)) {
            clause.assumed.push(SPARED.to_string());
        }
        for clause in clauses.iter_mut().filter(|clause| clause.meets_captures_of_kings(words)) {
            clause.assumed.push(CAPTURED.to_string());
        }
        Ok(Checked { clauses })
    }
}

impl Clause {
    /// Something is to be done in the place of moves that may capture a king, whatever their player says with them: then such a capture stands.
    fn meets_captures_of_kings(&self, words: &Vocabulary) -> bool {
        let Form::Trigger(Trigger { event: Event::Would(act), .. }) = &self.form else { return false };
        let may_capture = match &act.how {
            How::Any => true,
            How::Capture(victims) => victims.owner != Owner::Own && words.has_royalty(victims),
            _ => false,
        };
        may_capture && !walk::holds(self, &|part| matches!(part, Part::Condition(Condition::Said(_))))
    }
}

impl Form {
    /// It is said of the moves of those who do not move: the enemies of whoever does.
    fn is_of_enemies(&self) -> bool {
        let moves = !matches!(self, Form::Trigger(_));
        moves && self.clone().subject().is_some_and(|who| who.owner == Owner::Enemy)
    }

    /// Whoever captures is forbidden to take what is his own.
    fn spares_own(&self) -> bool {
        let Form::Ban(Ban { act: Act { who, how: How::Capture(victims), .. }, .. }) = self else { return false };
        *who == Class::EVERY && victims.owner == Owner::Own
    }

    /// No move ends where it begins: "the square it came from" is the one where it stood before its last move.
    fn lead_back(&mut self) {
        let back = |act: &mut Act| {
            if act.to == Some(Squares::At(Point::From)) {
                act.to = Some(Squares::At(Point::Before(Ref::Actor)));
            }
        };
        match self {
            Form::Ban(ban) => back(&mut ban.act),
            Form::Duty(duty) => duty.acts().for_each(back),
            _ => {}
        }
    }

    /// Whether a deed, now or later, is meant for men of a royal kind, of whom the real ones are spared (R13).
    fn meets_royalty(&self, words: &Vocabulary) -> bool {
        match self {
            Form::Trigger(trigger) => {
                let of_kings = trigger.event.act().is_some_and(|act| words.names_royalty(&act.who));
                trigger.deeds.iter().any(|deed| deed.meets_royalty(words) || of_kings && deed.any(&Deed::takes_the_mover))
            }
            Form::Action(action) => action.deeds.iter().any(|deed| deed.meets_royalty(words)),
            _ => false,
        }
    }
}

impl Deed {
    /// Whether it takes, changes or converts men of a royal kind, now or when its time comes.
    pub fn meets_royalty(&self, words: &Vocabulary) -> bool {
        self.royals(words).next().is_some()
    }

    /// It takes, changes or converts the man that moves.
    fn takes_the_mover(&self) -> bool {
        let (Deed::Remove(whom) | Deed::Become(whom, ..) | Deed::Climb(whom, _) | Deed::Join(whom, _) | Deed::Reserve(whom, _)) = self
        else {
            return false;
        };
        *whom == Whom::That(Ref::Actor)
    }

    /// Of whom it would be done in so many words, royal kinds among them.
    fn royals<'d>(&'d self, words: &'d Vocabulary) -> Box<dyn Iterator<Item = &'d Class> + 'd> {
        match self {
            Deed::Remove(whom) | Deed::Become(whom, ..) | Deed::Climb(whom, _) | Deed::Join(whom, _) | Deed::Reserve(whom, _) => {
                let among = if let Whom::Among { who, .. } = whom { Some(who) } else { None };
                Box::new(among.into_iter().filter(|who| words.has_royalty(who)))
            }
            Deed::For(_, during) => during.royals(words),
            Deed::Later(_, then) => Box::new(then.iter().flat_map(|deed| deed.royals(words))),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// The kinds of which it would be done, where it would be done of royal ones alone.
    pub fn royal_kinds_alone(&self, words: &Vocabulary) -> Option<Vec<String>> {
        let kinds: Vec<String> = self.royals(words).flat_map(|who| words.kinds_of(who)).collect();
        let all = !kinds.is_empty() && kinds.iter().all(|kind| words.kind(kind).is_some_and(|kind| kind.royal));
        all.then_some(kinds)
    }
}

/// Of own men that may not be captured it is not known whose they are.
fn whose(span: Span) -> Diagnostic {
    let problem = "it is not said whose they are: nobody captures pieces of his own anyway".to_string();
    Diagnostic::new("L004", span, problem).hint("say it of all (\"{Men} may not be captured\"), or name a colour")
}

impl Said {
    /// `his king may not be captured by rooks`: by those of whoever moves it never is.
    fn spares_own(&self) -> bool {
        let own = |ban: &Ban| matches!(&ban.act.how, How::Capture(victims) if victims.owner == Owner::Own);
        self.passive && matches!(&self.motion, SaidMotion::Bans(bans) if bans.iter().any(own))
    }
}
