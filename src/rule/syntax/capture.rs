//! Sentences on what happens when a man is captured: an event and its consequences, in any order, active or passive.

use super::{Statement, fates, nouns, terms};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::walk::{self, Part};
use crate::rule::{Class, Condition, Kinds, Owner, Player, Ref, Span, Squares};

/// The farthest an explosion reaches, in squares.
pub const MAX_REACH: u32 = 8;

/// An event and its consequences, in the words of the sentence.
#[derive(Clone, Debug)]
pub struct SaidCapture {
    /// None where the sentence does not say who captures.
    pub captor: Option<Class>,
    /// None where it does not say what is captured.
    pub victim: Option<Class>,
    pub consequences: Vec<Consequence>,
    /// The event is told of the captured man: "when a pawn is captured by a rook, it ...".
    pub passive: bool,
}

impl SaidCapture {
    /// "When your rook is captured", "when an enemy rook captures": told from the other side, whosever that is. Who captures takes what is
    /// not his.
    pub fn seen_by_captors(mut self) -> SaidCapture {
        let by_enemy = self.captor.as_ref().is_none_or(|captor| captor.owner == Owner::Enemy);
        if by_enemy {
            self.captor = self.captor.map(whosever);
            self.victim = self.victim.map(whosever);
        }
        self
    }
}

/// The same men, of whatever side.
fn whosever(who: Class) -> Class {
    match who.owner {
        Owner::Own | Owner::Enemy => Class { owner: Owner::Anyone, ..who },
        _ => who,
    }
}

/// What happens to somebody.
#[derive(Clone, Debug)]
pub struct Consequence {
    pub subjects: Vec<Subject>,
    pub predicate: Predicate,
    pub span: Span,
}

/// Who a consequence is about, not yet resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// "the captured piece", "the captured queen".
    Victim(Option<String>),
    /// "the capturing piece", "the capturing queen".
    Captor(Option<String>),
    /// "the queen".
    Kind(String),
    /// "the black piece", "the black queen".
    Coloured(String, Option<String>),
    /// "she", of a sentence with one queen: "it" is the other one then.
    Lady(String),
    /// "the piece".
    Piece,
    It,
    Both,
    /// "every pawn next to it".
    Near {
        who: Class,
        reach: u8,
    },
}

/// What becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    ChangesSides,
    StaysOnItsSquare,
    StaysWhereItWas,
    ReturnsHome,
    ReturnsToHomeOfKind,
    Becomes(String),
    BecomesTheCaptured,
    /// "becomes a white piece of that kind", "becomes a pawn of the other side": None, of the captured kind.
    BecomesOf(Option<String>, NewSide),
    IsRemoved,
    Explodes,
    /// "removes every pawn next to it".
    Removes {
        who: Class,
        reach: u8,
    },
    StaysAsItIs,
    GoesToReserve,
    GoesToTheCapture,
    AsUsual,
}

impl Predicate {
    /// Whether it is said of a captured man rather than of its captor, where "it" could be either.
    pub fn is_for_the_captured(&self) -> bool {
        use Predicate::{Becomes, BecomesOf, ChangesSides, GoesToReserve, ReturnsHome, ReturnsToHomeOfKind, StaysOnItsSquare};
        let kept = matches!(self, Becomes(_) | BecomesOf(..) | StaysOnItsSquare);
        kept || matches!(self, ChangesSides | ReturnsHome | ReturnsToHomeOfKind | GoesToReserve)
    }
}

/// To whose army a man is said to belong then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewSide {
    Army(String),
    /// That of whoever captures.
    Captors,
    /// Whichever it was not of.
    Other,
    /// That of the captured man.
    Victims,
    /// That of which it was.
    Same,
}

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    c.attempt(|c| {
        c.take_one_of(&["instead", "now"])?;
        c.comma().then_some(())
    });
    let forms: [fn(&mut Cursor) -> Option<SaidCapture>; 7] =
        [when_first, when_last, of_the_captured, of_what_is_captured, of_the_capturing, of_a_class, as_usual];
    let said = forms.into_iter().find_map(|form| {
        c.attempt(|c| {
            let said = form(c)?;
            c.end()?;
            // home on the other side: what is done one after the other
            let home = |one: &Consequence| matches!(one.predicate, Predicate::ReturnsHome | Predicate::ReturnsToHomeOfKind);
            let converted = |one: &Consequence| one.predicate == Predicate::ChangesSides;
            let of_victim = |one: &Consequence| match one.subjects.as_slice() {
                [Subject::Victim(_)] => true,
                [Subject::It] => said.passive || said.captor.is_none(),
                _ => false,
            };
            let both = said.consequences.iter().any(home) && said.consequences.iter().any(converted);
            (!both || !said.consequences.iter().all(of_victim)).then_some(())?;
            // "the captured piece goes to the square it came from": where the other one did
            let led = |one: &Consequence| one.predicate == Predicate::StaysWhereItWas && one.subjects == [Subject::Victim(None)];
            (!said.consequences.iter().any(led)).then_some(())?;
            // what is secret is looked at after the move
            let sealed = |men: &Option<Class>| men.as_ref().is_some_and(is_sealed);
            (!sealed(&said.captor) && !sealed(&said.victim) && !said.names_one_of_two()).then_some(said)
        })
    })?;
    Some(Statement::Captures(said))
}

impl SaidCapture {
    /// "A pawn next to an own pawn ... that pawn": it can be the one beside as well.
    fn names_one_of_two(&self) -> bool {
        let beside = |kind: &String, men: &Option<Class>| {
            let mut found = false;
            if let Some(such) = men.as_ref().and_then(|men| men.such.as_ref()) {
                let same = |who: &Class| matches!(&who.kinds, Kinds::Only(kinds) if kinds.contains(kind));
                walk::parts_of_condition(such, &mut |part| match part {
                    Part::Condition(Condition::There(who, _)) => found |= same(who),
                    Part::Squares(Squares::Under(who)) => found |= same(who),
                    _ => {}
                });
            }
            found
        };
        let named = |subject: &Subject| matches!(subject, Subject::Kind(kind) if beside(kind, &self.captor) || beside(kind, &self.victim));
        self.consequences.iter().any(|consequence| consequence.subjects.iter().any(named))
    }
}

/// Whether men are told by what a player has named in secret.
fn is_sealed(men: &Class) -> bool {
    let mut found = false;
    if let Some(such) = &men.such {
        walk::parts_of_condition(such, &mut |part| found |= matches!(part, Part::Squares(Squares::Secret(_))));
    }
    found
}

/// `When a knight captures a pawn, the pawn changes sides.`
fn when_first(c: &mut Cursor) -> Option<SaidCapture> {
    let from = c.at();
    // a player captures with nobody who is named: "it" is the captured one
    let mut subject = c.fork();
    let of_player = subject.take("when").is_some() && terms::class(&mut subject).is_none();
    let (captor, victim) = event(c)?;
    let passive = of_player || c.since(from).iter().any(|lexeme| lexeme.means("is captured"));
    c.comma();
    c.maybe("then");
    let consequences = consequences(c, None)?;
    Some(SaidCapture { captor, victim, consequences, passive })
}

/// `The pawn changes sides when a knight captures a pawn.`
fn when_last(c: &mut Cursor) -> Option<SaidCapture> {
    let consequences = consequences(c, None)?;
    c.comma();
    let (captor, victim) = event(c)?;
    Some(SaidCapture { captor, victim, consequences, passive: false })
}

/// `when a knight captures a pawn`, `when a pawn is captured by a knight`: captor and victim.
fn event(c: &mut Cursor) -> Option<(Option<Class>, Option<Class>)> {
    c.take("when")?;
    // "a player's secret pawn" is told by whose it is
    c.attempt(|c| (nouns::somebodys(c) && !c.sees(0, "secret")).then_some(()));
    let Some(first) = c.attempt(terms::class) else { return by_player(c) };
    match c.take_one_of(&["capture", "is captured"])? {
        "capture" => {
            let victim = c.attempt(|c| c.against(Ref::Actor, terms::class));
            Some((Some(first), victim))
        }
        _ => Some((captor(c), Some(whosever(first)))),
    }
}

/// `a player captures a pawn`, `white captures`: whatever he captures with.
fn by_player(c: &mut Cursor) -> Option<(Option<Class>, Option<Class>)> {
    let owner = match terms::subject(c)? {
        Player::Colour(army) => Some(Owner::Army(army)),
        Player::Each | Player::Mover => None,
        _ => return None,
    };
    c.take("capture")?;
    let victim = c.attempt(|c| c.against(Ref::Actor, terms::class));
    Some((owner.map(|owner| Class { owner, ..Class::EVERY }), victim))
}

/// `by a knight`.
fn captor(c: &mut Cursor) -> Option<Class> {
    c.attempt(|c| {
        c.take("by")?;
        c.against(Ref::Victim, terms::class).map(whosever)
    })
}

/// `Captured queens become pawns.`, `Every captured piece returns to its home square.`
fn of_the_captured(c: &mut Cursor) -> Option<SaidCapture> {
    c.take_one_of(&["every", "a", "the"]);
    let victim = match c.attempt(|c| c.take("captured piece")) {
        Some(()) => nouns::exception(c).map(|spared| Class { kinds: Kinds::Except(spared), ..Class::EVERY }),
        None => {
            c.take("captured")?;
            Some(nouns::class(c)?)
        }
    };
    let captor = captor(c);
    about(c, captor, victim, Subject::Victim(None))
}

/// `A piece captured by a knight ...`, `What a knight captures ...`, `Pieces that knights capture ...`
fn of_what_is_captured(c: &mut Cursor) -> Option<SaidCapture> {
    let victim = match c.attempt(|c| c.take("what")) {
        Some(()) => None,
        None => Some(nouns::class(c)?),
    };
    if victim.is_some() {
        let passive = c.attempt(|c| {
            if c.take("captured").is_none() {
                c.take("that")?;
                c.take("is captured")?;
            }
            c.take("by")?;
            nouns::class(c)
        });
        if let Some(captor) = passive {
            return about(c, Some(captor), victim, Subject::Victim(None));
        }
        c.maybe("that");
    }
    let captor = nouns::class(c)?;
    c.take("capture")?;
    about(c, Some(captor), victim, Subject::Victim(None))
}

/// `A capturing knight ...`, `A knight that captures a pawn ...`
fn of_the_capturing(c: &mut Cursor) -> Option<SaidCapture> {
    let found = c.attempt(|c| {
        c.take_one_of(&["every", "a", "the"]);
        if c.take("capturing piece").is_some() {
            return Some((None, None));
        }
        c.take("capturing")?;
        Some((Some(nouns::class(c)?), None))
    });
    let (captor, victim) = match found {
        Some(found) => found,
        None => {
            let captor = nouns::class(c)?;
            c.take_one_of(&["that captures", "capturing"])?;
            (Some(captor), c.attempt(nouns::class))
        }
    };
    about(c, captor, victim, Subject::Captor(None))
}

fn about(c: &mut Cursor, captor: Option<Class>, victim: Option<Class>, who: Subject) -> Option<SaidCapture> {
    let consequences = consequences(c, Some(who))?;
    Some(SaidCapture { captor, victim, consequences, passive: false })
}

/// `Queens become pawns when captured.`, `A knight becomes what it captured when it captures.`, `Rooks capture without moving.`
fn of_a_class(c: &mut Cursor) -> Option<SaidCapture> {
    let class = nouns::class(c)?;
    if let Some(said) = c.attempt(|c| {
        c.take("converts")?;
        c.take_one_of(&["every", "the"]);
        let from = c.at();
        c.take_one_of(&["captured piece"])?;
        let joins = Consequence { subjects: vec![Subject::Victim(None)], predicate: Predicate::ChangesSides, span: c.span_from(from) };
        Some(SaidCapture { captor: Some(class.clone()), victim: None, consequences: vec![joins], passive: false })
    }) {
        return Some(said);
    }
    if let Some(said) = c.attempt(|c| {
        let may = c.maybe("may");
        c.take("capture")?;
        let victim = c.attempt(nouns::class);
        let from = c.at();
        c.take("stays where it was")?;
        if may {
            let problem = Diagnostic::new("L030", c.span_from(from - 1), "a choice at each capture cannot be played yet".to_string());
            return c.refuse(problem.hint("without the choice it can: {Men} capture without moving."));
        }
        let stays = Consequence { subjects: vec![Subject::Captor(None)], predicate: Predicate::StaysWhereItWas, span: c.span_from(from) };
        Some(SaidCapture { captor: Some(class.clone()), victim, consequences: vec![stays], passive: false })
    }) {
        return Some(said);
    }
    // whose consequences these are is known at the end of the sentence
    for subject in [Subject::Captor(None), Subject::Victim(None)] {
        let captures = subject == Subject::Captor(None);
        let said = c.attempt(|c| {
            let consequences = consequences(c, Some(subject))?;
            c.comma();
            if captures {
                c.take("when it captures")?;
                return Some(SaidCapture { captor: Some(class.clone()), victim: c.attempt(nouns::class), consequences, passive: false });
            }
            c.take("when")?;
            c.maybe("it");
            c.take_one_of(&["is captured", "captured"])?;
            Some(SaidCapture { captor: captor(c), victim: Some(class.clone()), consequences, passive: false })
        });
        if said.is_some() {
            return said;
        }
    }
    None
}

/// `Kings are captured as usual.`, `Knights capture pawns as usual.`
fn as_usual(c: &mut Cursor) -> Option<SaidCapture> {
    let class = terms::class(c)?;
    let (captor, victim) = match c.take_one_of(&["capture", "is captured"])? {
        "capture" => (Some(class), c.attempt(terms::class)),
        _ => (captor(c), Some(whosever(class))),
    };
    let from = c.at();
    c.take("as usual")?;
    let usual = Consequence { subjects: Vec::new(), predicate: Predicate::AsUsual, span: c.span_from(from) };
    Some(SaidCapture { captor, victim, consequences: vec![usual], passive: false })
}

/// Consequences joined by "and", "but" and commas; one without a subject is about the subject before it.
fn consequences(c: &mut Cursor, first: Option<Subject>) -> Option<Vec<Consequence>> {
    let subjects = match first {
        Some(subject) => vec![subject],
        None => self::subjects(c)?,
    };
    let mut found = vec![consequence(c, subjects.clone())?];
    let mut current = subjects;
    while let Some((subjects, next)) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["and", "but", "then", "while"]).is_some();
        if !comma && !joined {
            return None;
        }
        c.maybe("then");
        let subjects = c.attempt(self::subjects).unwrap_or_else(|| current.clone());
        let next = consequence(c, subjects.clone())?;
        Some((subjects, next))
    }) {
        current = subjects;
        found.push(next);
    }
    Some(found)
}

fn consequence(c: &mut Cursor, subjects: Vec<Subject>) -> Option<Consequence> {
    let from = c.at();
    c.maybe("also");
    let predicate = fates::predicate(c)?;
    c.take_one_of(&["too", "also", "instead"]);
    // "all pieces around it are removed, except kings"
    let mut subjects = subjects;
    if let [Subject::Near { who, .. }] = subjects.as_mut_slice()
        && who.kinds == Kinds::Every
        && let Some(spared) = nouns::exception(c)
    {
        who.kinds = Kinds::Except(spared);
    }
    Some(Consequence { subjects, predicate, span: c.span_from(from) })
}

fn subjects(c: &mut Cursor) -> Option<Vec<Subject>> {
    let mut found = vec![subject(c)?];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take("and").is_some();
        if comma || joined { subject(c) } else { None }
    }) {
        found.push(next);
    }
    Some(found)
}

fn subject(c: &mut Cursor) -> Option<Subject> {
    if let Some(near) = c.attempt(near) {
        return Some(near);
    }
    // "she" is the queen
    let she = c.words.lady().filter(|_| c.peek().is_some_and(|lexeme| lexeme.token.is_word("she")));
    if c.take("it").is_some() {
        return Some(she.map_or(Subject::It, |she| Subject::Lady(she.name.clone())));
    }
    if c.take("both").is_some() {
        return Some(Subject::Both);
    }
    c.attempt(|c| {
        let definite = c.take_one_of(&["the", "that"]).is_some();
        match c.take_one_of(&["captured piece", "capturing piece", "captured", "capturing"]) {
            Some("captured piece") => return Some(Subject::Victim(None)),
            Some("capturing piece") => return Some(Subject::Captor(None)),
            Some("captured") => return Some(Subject::Victim(Some(nouns::kind(c)?))),
            Some(_) => return Some(Subject::Captor(Some(nouns::kind(c)?))),
            None => {}
        }
        if !definite {
            return None;
        }
        if let Some(army) = c.attempt(nouns::army) {
            return match c.take("piece") {
                Some(()) => Some(Subject::Coloured(army, None)),
                None => nouns::kind(c).map(|kind| Subject::Coloured(army, Some(kind))),
            };
        }
        match c.take("piece") {
            Some(()) => Some(Subject::Piece),
            None => nouns::kind(c).map(Subject::Kind),
        }
    })
}

/// `every pawn next to it`, `all pieces within two squares of the captured piece`, `adjacent pieces`.
fn near(c: &mut Cursor) -> Option<Subject> {
    near_class(c).map(|(who, reach)| Subject::Near { who, reach })
}

pub(super) fn near_class(c: &mut Cursor) -> Option<(Class, u8)> {
    // one of them is chosen: what is done to it is no fate of all
    let single = c
        .peek()
        .is_some_and(|one| one.means("a") || one.token.is_word("any") || matches!(one.token.sort, crate::rule::lexer::Sort::Number(_)));
    (!single).then_some(())?;
    let adjective = c.attempt(|c| {
        c.take_one_of(&["every", "the"]);
        c.take_one_of(&["adjacent", "next to"])?;
        nouns::class(c)
    });
    if let Some(who) = adjective {
        return Some((who, 1));
    }
    let who = nouns::class(c)?;
    let reach = match c.take_one_of(&["next to", "within"])? {
        "within" => {
            let number = c.take_number("a number of squares")?;
            c.take("square")?;
            c.take("of")?;
            if !(1..=MAX_REACH).contains(&number) {
                let problem = Diagnostic::new("L007", c.span_from(c.at() - 3), format!("{number} squares: it reaches 1 to {MAX_REACH}"));
                return c.refuse(problem.hint("example: When {man} is captured, every piece within two squares of it is removed too."));
            }
            number as u8
        }
        _ => 1,
    };
    place(c)?;
    let spared = if who.kinds == Kinds::Every { nouns::exception(c) } else { None };
    match spared {
        Some(spared) => Some((Class { kinds: Kinds::Except(spared), ..who }, reach)),
        None => Some((who, reach)),
    }
}

/// Where the capture happens: all of these are one square.
fn place(c: &mut Cursor) -> Option<()> {
    if c.take_one_of(&["it", "the square of the capture"]).is_some() {
        return Some(());
    }
    c.take_one_of(&["the", "that"]);
    c.take_one_of(&["captured piece", "capturing piece"]).map(|_| ())
}
