//! Men that a sentence has described before it says what is done to them: "a queen next to an own knight ... that knight", "the pawn it
//! jumped over", "if it cannot, that pawn is removed".

use super::Cast;
use crate::board::Vector;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::nouns;
use crate::rule::walk::{self, Part};
use crate::rule::words::Lexeme;
use crate::rule::{Act, Alike, Chooser, Class, Clause, Condition, Deed, Form, How, Kinds, Owner, Player, Point, Ref, Squares, Whom};

/// What men of any kind are called again.
pub const PIECE: &str = "piece";

/// The men that an act describes beside whom it is of, each with its kind.
pub fn beside(act: &Act) -> Vec<(String, Whom)> {
    let mut found = Vec::new();
    let mut described = |men: &Class, man: Ref, on: Squares| {
        let name = match &men.kinds {
            Kinds::Only(kinds) => {
                if let [kind] = kinds.as_slice() {
                    kind
                } else {
                    return;
                }
            }
            Kinds::Every | Kinds::Except(_) => PIECE,
        };
        found.push((name.to_string(), among(men, man, on)));
    };
    let victims = if let How::Capture(victims) = &act.how { Some((victims, Ref::Victim)) } else { None };
    for (men, man) in [Some((&act.who, Ref::Actor)), victims].into_iter().flatten() {
        let such = men.such.as_deref();
        let parts = match such {
            Some(Condition::All(parts)) => parts.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        for part in parts {
            match part {
                Condition::There(others, on) => {
                    if let Some(on) = seen_from(on, man) {
                        described(others, man, on);
                    }
                }
                // who is next to a knight has that knight next to him
                Condition::On(Point::Of(Ref::Itself), Squares::Near { of, reach }) => {
                    if let Squares::Under(others) = &**of {
                        described(others, man, Squares::Near { of: Box::new(Squares::At(Point::Of(man))), reach: *reach });
                    }
                }
                Condition::On(Point::Of(Ref::Itself), Squares::InLine { of, lines }) => {
                    if let Squares::Under(others) = &**of {
                        described(others, man, Squares::InLine { of: Box::new(Squares::At(Point::Of(man))), lines: lines.clone() });
                    }
                }
                _ => {}
            }
        }
    }
    if let Some(Squares::Under(others)) = &act.over {
        described(others, Ref::Actor, on_its_way());
    }
    if let Some(Squares::Near { of, reach }) = &act.to
        && let Squares::Under(others) = &**of
    {
        described(others, Ref::Actor, Squares::Near { of: Box::new(Squares::At(Point::Of(Ref::Actor))), reach: *reach });
    }
    // who goes to the left of a pawn has it to its right
    if let Some(Squares::Beside { of, steps }) = &act.to
        && let Squares::Under(others) = &**of
    {
        let mut back: Vec<Vector> = steps.iter().map(|step| Vector { right: -step.right, forward: -step.forward }).collect();
        back.sort_unstable();
        described(others, Ref::Actor, Squares::Beside { of: Box::new(Squares::At(Point::Of(Ref::Actor))), steps: back });
    }
    found
}

/// Between where a man stands and where it came from.
pub fn on_its_way() -> Squares {
    let at = |point| Box::new(Squares::At(point));
    Squares::Between { one: at(Point::Of(Ref::Actor)), other: at(Point::From), lines: Alike::EVERY.to_vec() }
}

/// Squares beside the man that a description is about, said of it from outside.
fn seen_from(on: &Squares, man: Ref) -> Option<Squares> {
    let itself = |of: &Squares| *of == Squares::At(Point::Of(Ref::Itself));
    let of = || Box::new(Squares::At(Point::Of(man)));
    match on {
        Squares::Near { of: centre, reach } if itself(centre) => Some(Squares::Near { of: of(), reach: *reach }),
        Squares::Beside { of: centre, steps } if itself(centre) && man == Ref::Actor => {
            Some(Squares::Beside { of: of(), steps: steps.clone() })
        }
        Squares::InLine { of: centre, lines } if itself(centre) => Some(Squares::InLine { of: of(), lines: lines.clone() }),
        _ => None,
    }
}

/// Such men there; of several their owner takes one, of those passed over all are meant.
fn among(men: &Class, man: Ref, on: Squares) -> Whom {
    let captured = man == Ref::Victim;
    let owner = Player::OwnerOf(Ref::Victim);
    let (who, whose) = match &men.owner {
        Owner::Own if captured => {
            let men = Class { owner: Owner::Anyone, ..men.clone() };
            (men.such_that(Condition::Belongs(Ref::Itself, owner.clone())), Some(owner))
        }
        Owner::Enemy if captured => (Class { owner: Owner::Own, ..men.clone() }, None),
        Owner::Mover => (Class { owner: Owner::Own, ..men.clone() }, None),
        _ => (men.clone(), None),
    };
    let chooser = match whose {
        _ if matches!(on, Squares::Between { .. }) => Chooser::All,
        Some(owner) => Chooser::Player(owner),
        None => Chooser::Mover,
    };
    Whom::Among { who, on, chooser }
}

/// Why it is not clear which one "that pawn" is: a pawn beside another one was spoken of.
pub fn one_of_two(c: &Cursor) -> Option<Diagnostic> {
    let mut rest = c.fork();
    rest.maybe_one_of(&["the", "that"])?;
    let kind = nouns::kind(&mut rest)?;
    // "a pawn moves next to an enemy pawn, that pawn ..." is the enemy; of one that is captured beside another nobody knows
    let beside = |man: Ref| {
        let of_man = |on: &Squares| match on {
            Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } => **of == Squares::At(Point::Of(man)),
            _ => false,
        };
        c.stance.described.iter().any(|(name, whom)| match whom {
            Whom::Among { who, on, .. } => *name == kind && of_man(on) && (man == Ref::Victim || who.owner != Owner::Enemy),
            Whom::That(_) => false,
        })
    };
    let two = c.stance.named.iter().any(|(name, of)| *name == kind && *of != Ref::Chosen && beside(*of));
    two.then(|| {
        let problem = format!("it is not clear whether that is the {kind} to which it happens or the other one");
        let hint = "say \"the other {bare}\", \"the moving piece\" or \"the captured piece\"";
        Diagnostic::new("L005", c.span_from(c.at()), problem).hint(hint)
    })
}

/// `that knight`, `the knight`, `the other one`: one that the event has described.
pub fn described(c: &mut Cursor) -> Option<Whom> {
    if c.stance.described.is_empty() {
        return None;
    }
    c.maybe_one_of(&["the", "that"])?;
    let other = c.maybe("other");
    // "the other one": there is no more than one that it can be
    if other && (c.one() || c.maybe("piece")) {
        return match c.stance.described.as_slice() {
            [(_, whom)] => Some(whom.clone()),
            _ => None,
        };
    }
    // "the passed pawn", "the passed piece"
    let passed = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && ["passed", "overtaken"].iter().any(|word| lexeme.token.is_word(word)));
    if passed {
        c.skip();
    }
    castling(c);
    let kind = match passed && c.maybe("piece") {
        true => c.stance.described.first()?.0.clone(),
        false => nouns::kind(c)?,
    };
    that_castled(c);
    // one that has been taken already is that one
    (!c.stance.named.contains(&(kind.clone(), Ref::Chosen))).then_some(())?;
    let mut found = c.stance.described.iter().filter(|(name, _)| *name == kind).map(|(_, whom)| whom.clone());
    let first = found.next()?;
    let more = ["nearest", "that", "except", "with", "of", "worth"].iter().any(|word| c.sees(0, word));
    let placed = super::super::terms::placed(&mut c.fork()).is_some() || passed_over(&mut c.fork()).is_some();
    if found.next().is_some() || more || placed {
        return None;
    }
    if !is_castling(c) {
        c.assume(of_several(&first));
    }
    Some(first)
}

/// Whether the event is a castling.
fn is_castling(c: &Cursor) -> bool {
    c.since(0).iter().any(|lexeme| lexeme.means("castle") || lexeme.means("castling"))
}

/// `castled`, `castling`, before one of the two that castle.
pub fn castling(c: &mut Cursor) -> bool {
    let said = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && ["castled", "castling"].iter().any(|word| lexeme.token.is_word(word)));
    let said = said && is_castling(c);
    if said {
        c.skip();
    }
    said
}

/// `that castled`, `with which it castled`, behind one of the two that castle: no more than "the".
pub fn that_castled(c: &mut Cursor) -> bool {
    is_castling(c)
        && c.attempt(|c| {
            let with = c.maybe("with");
            c.maybe_one_of(&["that", "which", "who"])?;
            if with {
                (c.it() || super::super::terms::player(c).is_some()).then_some(())?;
            }
            c.maybe_one_of(&["has", "have"]);
            c.maybe("just");
            c.maybe_one_of(&["castled", "castle"]).map(|_| ())
        })
        .is_some()
}

/// Those described men of whom one has been taken: from then on "that knight" is that one.
pub fn taken(c: &Cursor, done: &[Deed]) -> Vec<(String, Ref)> {
    let chosen = |whom: &Whom| !matches!(whom, Whom::Among { chooser: Chooser::All, .. });
    let all = c.stance.described.iter().filter(|(_, whom)| chosen(whom) && done.iter().any(|deed| is_done_to(deed, whom)));
    all.map(|(kind, _)| (kind.clone(), Ref::Chosen)).collect()
}

fn is_done_to(deed: &Deed, whom: &Whom) -> bool {
    match deed {
        Deed::Swap(one, other) => one == whom || other == whom,
        _ => deed.clone().done_to().is_some_and(|who| who == whom) || deed.inner().into_iter().flatten().any(|deed| is_done_to(deed, whom)),
    }
}

/// `that piece`, `those pieces`, where the event has called somebody beside whom it is of a piece: who was spoken of last.
pub fn described_piece(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let whom = c.stance.described.iter().find(|(name, _)| name == PIECE)?.1.clone();
    let from = c.at();
    let word = c.peek()?.token.clone();
    says_piece(c)?;
    let several = word.is_word("those") || word.is_word("these");
    let also = |class: &Option<Class>| class.as_ref().is_some_and(|class| class.kinds == Kinds::Every);
    if also(&cast.victim) || also(&cast.actor) && word.is_word("the") {
        let problem = "it is not clear whether this is the piece to which it happens or the other one".to_string();
        let hint = "say \"the other one\", \"the moving piece\" or \"the captured piece\"";
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(hint));
    }
    if also(&cast.actor) && !several {
        c.assume("\"that piece\" is the one that was spoken of last");
    }
    let Whom::Among { who, on, .. } = &whom else { return Some(whom) };
    // whoever of them wakes up, all of them do
    let off =
        c.sees(0, "is no longer marked as") || ["is", "are"].iter().any(|is| c.sees(0, is)) && (c.sees(1, "not") || c.sees(1, "may not"));
    if several || off {
        return Some(Whom::Among { who: who.clone(), on: on.clone(), chooser: Chooser::All });
    }
    c.assume(of_several(&whom));
    Some(whom)
}

/// `that piece`, `those pieces`, with nothing behind it that says which.
fn says_piece(c: &mut Cursor) -> Option<()> {
    let word = c.peek()?.token.clone();
    c.attempt(|c| c.maybe("such a piece").then_some(())).or_else(|| {
        c.take_one_of(&["the", "that"])?;
        c.take("piece")
    })?;
    let one = ["those", "these", "that", "the"].iter().any(|said| word.is_word(said));
    (one && !super::whom::describes(&mut c.fork())).then_some(())
}

/// Whether that is said here of one that the event has described.
pub fn is_described_piece(c: &Cursor) -> bool {
    c.stance.described.iter().any(|(name, _)| name == PIECE) && says_piece(&mut c.fork()).is_some()
}

/// Which of several such pieces is meant, where that is not said.
fn of_several(whom: &Whom) -> &'static str {
    match whom {
        Whom::Among { chooser: Chooser::All, .. } => "of several that it passes over each one",
        Whom::Among { chooser: Chooser::Player(_), .. } => "of several such pieces whose they are chooses which",
        _ => "of several such pieces the mover chooses which",
    }
}

/// `it jumped over`, `that it has passed over`.
pub fn passed_over(c: &mut Cursor) -> Option<Squares> {
    const PASSED: [&str; 8] = ["jumped", "leapt", "leaped", "hopped", "passed", "went", "moved", "flew"];
    c.maybe_one_of(&["that", "which"]);
    (c.stance.it == Ref::Actor && c.it()).then_some(())?;
    c.maybe("has");
    let verb = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && PASSED.iter().any(|word| lexeme.token.is_word(word)));
    if verb {
        c.skip();
        c.maybe_one_of(&["over", "through"])?;
    } else {
        c.maybe_one_of(&["jumping over", "pass over"])?;
    }
    Some(on_its_way())
}

/// What is read behind a deed that could not be done: "it" and "that pawn" are to whom it was to be done.
pub fn after_failing<T>(c: &mut Cursor, done: &[Deed], read: impl FnOnce(&mut Cursor) -> Option<T>) -> Option<T> {
    let last = done.last().and_then(|deed| deed.clone().done_to().cloned());
    c.meaning(|stance| &mut stance.failed, last, read)
}

/// "Every pawn moves one square backward, and if it cannot, it is removed": whether that is said, and somebody else was taken for "it".
pub fn mistakes_who_failed(lexemes: &[Lexeme], forms: impl Iterator<Item = Form>) -> bool {
    let said = |at: usize| {
        let next = lexemes[at + 1..].iter().find(|lexeme| !lexeme.token.is_mark(","));
        lexemes[at].means("failing that") && next.is_some_and(|next| next.token.is_word("it"))
    };
    let mistaken = |form: Form| matches!(form, Form::Trigger(trigger) if means_another(&trigger.deeds));
    (0..lexemes.len()).any(said) && forms.into_iter().any(mistaken)
}

/// "One of his knights becomes a bishop, and every pawn next to it is removed": whether the second is told of the same event by itself, where "it"
/// would be the man of the event.
pub fn mistakes_who_was_taken(lexemes: &[Lexeme], clauses: &[Clause]) -> bool {
    let said = |lexeme: &Lexeme| ["it", "its"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.meant.is_none();
    let of_one_event = |two: &[Clause]| match (&two[0].form, &two[1].form) {
        (Form::Trigger(one), Form::Trigger(other)) => {
            let acts = |part: &Part| matches!(part, Part::Man(Ref::Actor));
            one.event == other.event && one.deeds.last().is_some_and(super::takes_one) && other.deeds.iter().any(|deed| speaks(deed, &acts))
        }
        _ => false,
    };
    lexemes.iter().any(said) && clauses.windows(2).any(of_one_event)
}

fn speaks(deed: &Deed, such: &dyn Fn(&Part) -> bool) -> bool {
    let mut found = false;
    walk::parts_of_deed(deed, &mut |part| found |= such(&part));
    found
}

/// Whether something that was to be done to all of some men is followed by what is done to the one man of the event.
fn means_another(deeds: &[Deed]) -> bool {
    let to = |deed: &Deed| deed.clone().done_to().cloned();
    let one = |instead: &[Deed]| instead.iter().filter_map(to).any(|whom| matches!(whom, Whom::That(Ref::Actor | Ref::Victim)));
    deeds.windows(2).any(|two| {
        let all = to(&two[0]).is_some_and(|whom| matches!(whom, Whom::Among { chooser: Chooser::All, .. }));
        all && matches!(&two[1], Deed::Failing(instead) if one(instead))
    })
}

/// `it`, `that pawn`, behind a deed that could not be done to them.
pub fn failed(c: &mut Cursor) -> Option<Whom> {
    let last = c.stance.failed.clone()?;
    let from = c.at();
    let kinds = match &last {
        Whom::Among { who: Class { kinds: Kinds::Only(kinds), .. }, .. } => kinds.clone(),
        _ => Vec::new(),
    };
    if !c.it() {
        let that = c.maybe_one_of(&["the", "that"])?;
        let named = match c.maybe("piece") {
            true => that == "that",
            false => kinds == [nouns::kind(c)?],
        };
        let more = ["nearest", "that", "except", "with", "of", "worth"].iter().any(|word| c.sees(0, word));
        (named && !more && super::super::terms::placed(&mut c.fork()).is_none()).then_some(())?;
    }
    of_failed(c, last, from)
}

/// `to e5`, behind "failing that": whoever was to go elsewhere.
pub fn failed_goes(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let (last, from) = (c.stance.failed.clone()?, c.at());
    c.take_one_of(&["to", "onto", "on"])?;
    let who = of_failed(c, last, from)?;
    super::going::led(c, who, cast)
}

fn of_failed(c: &mut Cursor, last: Whom, from: usize) -> Option<Whom> {
    match last {
        Whom::Among { who, on, chooser: Chooser::All } if at_most_one(&on) => Some(Whom::Among { who, on, chooser: Chooser::All }),
        Whom::Among { chooser: Chooser::All, .. } => {
            let problem = "of several pieces some could and others could not, and this is done only where none could".to_string();
            c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint("say it of one: one of the {men} next to it ..."))
        }
        Whom::Among { .. } => Some(Whom::That(Ref::Chosen)),
        that => Some(that),
    }
}

/// Whether there is one such square.
fn at_most_one(on: &Squares) -> bool {
    match on {
        Squares::At(_) => true,
        Squares::These(names) => names.len() == 1,
        Squares::Beside { of, steps } => steps.len() == 1 && matches!(**of, Squares::At(_)),
        Squares::Both(parts) => parts.iter().any(at_most_one),
        _ => false,
    }
}
