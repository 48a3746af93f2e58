//! From what a sentence on movement says to clauses in normal form: one use and one condition a clause, its lines grouped.
//!
//! Normal form: every line serves any purpose (the clause's aspect says which), the lines of a clause are all for unmoved men or none is,
//! likenesses stand before the one pattern, and a man's own movement cut down is written out in full. Bans stay bans.

use super::diagnostic::Diagnostic;
use super::lines::joined;
use super::logic::all;
use super::stretch::{of_itself, stretch_motions};
use super::syntax::{Base, Said, SaidMotion, Stretch, Verb, unused};
use super::{
    Act, Ban, Class, Condition, Cost, Counter, Form, How, Kinds, Manner, Motion, Movement, Over, Owner, Payer, Point, Ref, Squares, Terms,
    Vocabulary, Ways,
};
use crate::board::{Seams, Vector};
use crate::movement::{Hurdle, Line, Use};

/// The most lines and likenesses of one clause.
pub const MAX_MOTIONS: usize = 8;

/// What is taken to be meant by "if they have not moved" behind several ways of moving.
const OF_THE_LAST: &str = "\"have not moved\" is said of the last of these only";

/// What is told of men of a new kind that only move without capturing.
pub const NEVER_CAPTURES: &str = "nothing here lets them capture";

/// The same of those that only capture.
pub const NEVER_MOVES: &str = "nothing here lets them move without capturing";

/// A clause's meaning and what was assumed for it.
pub type Settled = Vec<(Form, Vec<String>)>;

/// One motion of one use and one condition.
struct Piece {
    motion: Motion,
    purpose: Use,
    unmoved: bool,
}

/// The clauses of one sentence.
pub fn movements(said: &[Said], words: &Vocabulary) -> Result<Settled, Diagnostic> {
    let mut settled = Settled::new();
    for one in said {
        let (one, permits) = permitted(one, words)?;
        settled.extend(permits.into_iter().map(|counter| (Form::Counter(counter), Vec::new())));
        settled.extend(predicate(&waiting(&one)?, words)?);
        if let Some((_, assumed)) = settled.last_mut() {
            assumed.extend(one.notes.iter().cloned());
        }
    }
    // "may move like kings and capture like rooks, if they have not moved"
    if let ([first @ .., last], Some((_, assumed))) = (said, settled.last_mut())
        && waits(last)
        && !last.who.clone().take_unmoved()
        && !first.iter().all(waits)
    {
        assumed.push(OF_THE_LAST.to_string());
    }
    let alone = said.len() == 1 && said[0].verb == Verb::Is;
    if let (true, [(Form::Movement(movement), assumed)]) = (alone, settled.as_mut_slice())
        && !movement.motions.is_empty()
    {
        // a new kind has no "before"
        let known = |aspect| words.kinds_of(&movement.who).iter().any(|kind| !words.standard_lines(kind, aspect).is_empty());
        match movement.aspect {
            Use::Quiet if known(Use::Capture) => assumed.push("they capture as before".to_string()),
            Use::Quiet => assumed.push(NEVER_CAPTURES.to_string()),
            Use::Capture if known(Use::Quiet) => assumed.push("they move without capturing as before".to_string()),
            Use::Capture => assumed.push(NEVER_MOVES.to_string()),
            Use::Any => {}
        }
    }
    for (form, assumed) in &mut settled {
        if matches!(form, Form::Movement(movement) if turns_back(movement, words)) {
            assumed.push("backward too; for less say \"diagonally forward\"".to_string());
        }
    }
    Ok(settled)
}

/// Whether some of it is for men that have not moved.
fn waits(said: &Said) -> bool {
    let unmoved = |stretches: &Vec<Stretch>| stretches.iter().any(|stretch| stretch.when.unmoved);
    said.when.unmoved || matches!(&said.motion, SaidMotion::Motions(stretches) if unmoved(stretches))
}

/// "Only twice" is a counter of these men, of which each such move takes one.
fn permitted(said: &Said, words: &Vocabulary) -> Result<(Said, Option<Counter>), Diagnostic> {
    let Some(often) = said.often else { return Ok((said.clone(), None)) };
    let usual = !matches!(said.motion, SaidMotion::Motions(_)) || !matches!(said.verb, Verb::Also | Verb::May);
    if usual || said.cost.is_some() {
        let problem = Diagnostic::new("L015", said.span, "only what they may do besides is counted so".to_string());
        return Err(problem.hint("example: Once per game {men} may also move like {others}."));
    }
    let (name, most) = (unused(words, "permits"), i32::from(often));
    let bearers = Class {
        owner: if let Owner::Army(_) = said.who.owner { said.who.owner.clone() } else { Owner::Anyone },
        such: None,
        ..said.who.clone()
    };
    let counter = Counter { name: name.clone(), of: Some(bearers), start: most, least: 0, most, state: false };
    let cost = Some(Cost { counter: name, amount: 1, payer: Payer::Man });
    Ok((Said { often: None, cost, ..said.clone() }, Some(counter)))
}

/// The men over whom the motions of one sentence lead; they are of one sort.
fn over(said: &Said) -> Result<Option<Over>, Diagnostic> {
    let SaidMotion::Motions(stretches) = &said.motion else { return Ok(None) };
    let mut sorts = stretches.iter().filter_map(|stretch| Some((stretch.span, stretch.over.as_ref()?)));
    let Some((_, first)) = sorts.next() else { return Ok(None) };
    match sorts.find(|(_, other)| *other != first) {
        None => Ok(Some(first.clone())),
        Some((span, _)) => {
            let problem = Diagnostic::new("L045", span, "one sentence lets them jump over pieces of one sort".to_string());
            Err(problem.hint("say the rest in a second sentence: {Men} may also move ..."))
        }
    }
}

fn predicate(said: &Said, words: &Vocabulary) -> Result<Settled, Diagnostic> {
    let said = &lending(said)?;
    let aspect = narrowed(said.aspect, said.when.purpose.or(of_prey(said)), said)?;
    match &said.motion {
        SaidMotion::Bans(bans) => {
            if said.when.unmoved {
                let problem = Diagnostic::new("L030", said.span, "a ban for a part of the time cannot be played yet".to_string());
                return Err(problem.hint("without the condition it can: {Men} may not capture."));
            }
            banned(said, bans, words)
        }
        SaidMotion::AsUsual => {
            let kinds = words.kinds_of(&said.who);
            let usual = |kind: String| Movement {
                who: Class { kinds: Kinds::Only(vec![kind.clone()]), ..said.who.clone() },
                aspect,
                manner: Manner::Instead,
                motions: vec![Motion::Like { kind, standard: true }],
                terms: Terms::default(),
            };
            let how = match aspect {
                Use::Any => How::Any,
                Use::Quiet => How::Quiet,
                Use::Capture => How::Capture(Class::EVERY),
            };
            // as usual: what an earlier rule forbids them is no longer forbidden
            let free = Ban { act: Act { how, ..Act::any(said.who.clone()) }, lifted: true };
            let usual = kinds.into_iter().map(|kind| (Form::Movement(usual(kind)), Vec::new()));
            Ok(usual.chain([(Form::Ban(free), Vec::new())]).collect())
        }
        SaidMotion::Motions(stretches) => motions(said, aspect, stretches, words),
    }
}

/// What jumps over others to capture them only captures so.
fn of_prey(said: &Said) -> Option<Use> {
    let SaidMotion::Motions(stretches) = &said.motion else { return None };
    stretches.iter().any(Stretch::takes).then_some(Use::Capture)
}

/// "That have not moved" belongs to the motions, where there are any.
fn waiting(said: &Said) -> Result<Said, Diagnostic> {
    let mut said = said.clone();
    match said.motion {
        SaidMotion::Motions(_) => said.when.unmoved |= said.who.take_unmoved(),
        SaidMotion::AsUsual if said.who.take_unmoved() => {
            let problem = Diagnostic::new("L014", said.span, "it is not said how they move once they have moved".to_string());
            return Err(problem.hint("without the condition it can be said: {Men} move as usual."));
        }
        _ => {}
    }
    Ok(said)
}

/// The aspect a condition leaves: "capture ... without capturing" says nothing.
fn narrowed(aspect: Use, purpose: Option<Use>, said: &Said) -> Result<Use, Diagnostic> {
    match (aspect, purpose) {
        (aspect, None) => Ok(aspect),
        (Use::Any, Some(purpose)) => Ok(purpose),
        (aspect, Some(purpose)) if aspect == purpose => Ok(aspect),
        _ => {
            let problem = Diagnostic::new("L018", said.span, "it says both \"capture\" and \"without capturing\"".to_string());
            Err(problem.hint("write one sentence for the moves and one for the captures"))
        }
    }
}

fn motions(said: &Said, aspect: Use, stretches: &[Stretch], words: &Vocabulary) -> Result<Settled, Diagnostic> {
    let own = stretches.iter().any(|stretch| of_itself(stretch, said.verb));
    if !own {
        return class_motions(said, &said.who, aspect, stretches, words);
    }
    // "all pieces may jump over pawns": those that can
    let jumps = stretches.iter().any(|stretch| stretch.hurdle.is_some());
    let mut settled = Settled::new();
    let mut cannot = None;
    for kind in words.kinds_of(&said.who) {
        let who = Class { kinds: Kinds::Only(vec![kind]), ..said.who.clone() };
        match class_motions(said, &who, aspect, stretches, words) {
            Ok(more) => settled.extend(more),
            Err(problem) if jumps && problem.code == "L019" => cannot = Some(problem),
            Err(problem) => return Err(problem),
        }
    }
    match cannot {
        // those that are named one by one are all meant
        Some(problem) if settled.is_empty() || matches!(said.who.kinds, Kinds::Only(_)) => Err(problem),
        _ => Ok(settled),
    }
}

/// Whether men who only go forward would go backward as well, though no way is named: "Pawns move diagonally".
fn turns_back(movement: &Movement, words: &Vocabulary) -> bool {
    let kinds = words.kinds_of(&movement.who);
    let usual =
        || kinds.iter().flat_map(|kind| [Use::Quiet, Use::Capture].into_iter().flat_map(|aspect| words.standard_lines(kind, aspect)));
    let ahead = usual().next().is_some() && usual().all(|line| line.directions.iter().all(|step| step.forward > 0));
    let diagonally = |motion: &Motion| {
        let Motion::Pattern(pattern) = motion else { return false };
        pattern
            .lines
            .iter()
            .any(|line| line.directions.len() == 4 && line.directions.iter().all(|step| step.right != 0 && step.forward != 0))
    };
    ahead && movement.motions.iter().any(diagonally)
}

fn class_motions(said: &Said, who: &Class, aspect: Use, stretches: &[Stretch], words: &Vocabulary) -> Result<Settled, Diagnostic> {
    let mut assumed = Vec::new();
    // a condition after the last of several motions is meant for all, unless another has its own
    let mut whens: Vec<_> = stretches.iter().map(|stretch| stretch.when).collect();
    if let [first @ .., last] = whens.as_mut_slice()
        && first.iter().all(|when| when.purpose.is_none())
    {
        first.iter_mut().for_each(|when| when.purpose = last.purpose);
    }
    if let [first @ .., last] = whens.as_slice()
        && last.unmoved
        && !first.is_empty()
        && first.iter().all(|when| !when.unmoved)
        && !said.when.unmoved
    {
        assumed.push(OF_THE_LAST.to_string());
    }
    let common = whens.first().and_then(|when| when.purpose).filter(|_| whens.windows(2).all(|two| two[0].purpose == two[1].purpose));
    let aspect = if said.verb == Verb::Only { aspect } else { narrowed(aspect, common, said)? };
    let mut pieces = Vec::new();
    for (stretch, when) in stretches.iter().zip(whens) {
        let purpose = narrowed(aspect, when.purpose, said)?;
        let unmoved = when.unmoved || said.when.unmoved;
        for (motion, motion_purpose) in stretch_motions(stretch, said, who, purpose, unmoved, words, &mut assumed)? {
            let (motion_purpose, motion) = sole_purpose(motion, motion_purpose);
            let purpose = narrowed(motion_purpose, (purpose != Use::Any).then_some(purpose), said)?;
            let unmoved = unmoved || matches!(&motion, Motion::Pattern(pattern) if pattern.lines.iter().any(|line| line.unmoved));
            pieces.push(Piece { motion: marked(motion, unmoved), purpose, unmoved });
        }
    }
    if pieces.is_empty() {
        let problem = Diagnostic::new("L019", said.span, "this leaves no move at all".to_string());
        return Err(problem.hint("to forbid moving altogether write: {Men} may not move."));
    }
    let also = matches!(said.verb, Verb::Also | Verb::May);
    let mut once = Vec::new();
    assumed.retain(|note: &String| (!once.contains(note)).then(|| once.push(note.clone())).is_some());
    if said.verb == Verb::May {
        assumed.push("besides their usual moves".to_string());
    }
    let pairs = match (also, aspect) {
        (true, aspect) => added(aspect, pieces),
        (false, aspect) => replaced(said, aspect, pieces)?,
    };
    let plain = said.to.is_none() && said.cost.is_none() && said.often.is_none() && said.round == Seams::default();
    if said.verb == Verb::May && plain && pairs.iter().all(|(aspect, _, motions)| words.have_already(who, *aspect, motions)) {
        assumed.push(GIVES_NOTHING.to_string());
    }
    let lines = |motions: &Vec<Motion>| {
        motions.iter().map(|motion| if let Motion::Pattern(pattern) = motion { pattern.lines.len() } else { 1 }).sum::<usize>()
    };
    if let Some((_, _, many)) = pairs.iter().find(|(_, _, motions)| lines(motions) > MAX_MOTIONS) {
        let message = format!("{} ways of moving in one sentence; at most {MAX_MOTIONS} are read", lines(many));
        return Err(Diagnostic::new("L045", said.span, message).hint("say the rest in a second sentence: {Men} may also move ..."));
    }
    let mut settled = Settled::new();
    let over = over(said)?;
    for (aspect, manner, motions) in pairs {
        let these =
            |motion: &Motion| matches!(motion, Motion::Pattern(pattern) if pattern.lines.iter().any(|line| line.hurdle == Hurdle::These));
        let over = motions.iter().any(these).then(|| over.clone()).flatten();
        let terms = Terms { over, to: said.to.clone(), cost: said.cost.clone(), round: said.round };
        settled.push((Form::Movement(Movement { who: who.clone(), aspect, manner, motions, terms }), std::mem::take(&mut assumed)));
    }
    Ok(settled)
}

/// What is noted of a permission that the law gives without it.
const GIVES_NOTHING: &str = "these have this already, so it gives nothing new; for a limit say \"may only move\"";

/// "That piece" is the one that the sentence has named beside the man it is about. Where the whole sentence hangs on its being there, the
/// loan says so by itself.
fn lending(said: &Said) -> Result<Said, Diagnostic> {
    let mut said = said.clone();
    let SaidMotion::Motions(stretches) = &mut said.motion else { return Ok(said) };
    let Some(first) = stretches.iter().find(|stretch| matches!(stretch.base, Base::LikeThat(_))) else { return Ok(said) };
    let such = said.who.such.as_deref().cloned();
    let parts = match such {
        Some(Condition::All(parts)) => parts,
        other => other.into_iter().collect(),
    };
    let mut named = parts.iter().enumerate().filter_map(|(at, part)| Some((at, beside(part)?)));
    let (Some((at, (who, on))), None) = (named.next(), named.next()) else {
        let problem = Diagnostic::new("L006", first.span, "it is not clear which piece that is".to_string());
        return Err(problem.hint("say where it stands: {Men} move like the piece behind them."));
    };
    // "that KIND" is no other kind than the one that was named
    let other = |base: &Base| matches!(base, Base::LikeThat(Some(kind)) if who.kinds != Kinds::Only(vec![kind.clone()]));
    if let Some(wrong) = stretches.iter().find(|stretch| other(&stretch.base)) {
        let problem = Diagnostic::new("L005", wrong.span, "the sentence has named another piece before".to_string());
        return Err(problem.hint("say \"like that piece\", or name the piece as it was named before"));
    }
    for stretch in stretches.iter_mut().filter(|stretch| matches!(stretch.base, Base::LikeThat(_))) {
        stretch.base = Base::LikeMen { who: who.clone(), on: on.clone() };
    }
    if stretches.iter().all(|stretch| matches!(stretch.base, Base::LikeMen { .. })) {
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| part.clone());
        said.who.such = all(rest.collect()).map(Box::new);
    }
    Ok(said)
}

/// The men that a condition wants beside the man it is about, and where: "with a friend behind it", "next to an own knight".
fn beside(condition: &Condition) -> Option<(Class, Squares)> {
    let itself = || Box::new(Squares::At(Point::Of(Ref::Itself)));
    match condition {
        Condition::There(who, on) if on.mentions(Ref::Itself) => Some((who.clone(), on.clone())),
        // whoever attacks or protects it does so of the piece in question
        Condition::Attacked(Point::Of(Ref::Itself), who) => {
            let meets = if who.owner == Owner::Own { Condition::Guards } else { Condition::Hits };
            Some((who.clone().such_that(meets(Ref::Itself, Ref::Outer)), Squares::Every))
        }
        Condition::Attacks(Ref::Itself, who) => Some((who.clone().such_that(Condition::Hits(Ref::Outer, Ref::Itself)), Squares::Every)),
        Condition::There(who, Squares::Every) if who.such.as_deref().is_some_and(|such| such.mentions(Ref::Outer)) => {
            Some((who.clone(), Squares::Every))
        }
        Condition::On(Point::Of(Ref::Itself), Squares::Near { of, reach }) => match &**of {
            Squares::Under(who) => Some(((**who).clone(), Squares::Near { of: itself(), reach: *reach })),
            _ => None,
        },
        Condition::On(Point::Of(Ref::Itself), Squares::Beside { of, steps }) => match &**of {
            Squares::Under(who) => {
                let mut back: Vec<Vector> = steps.iter().map(|v| Vector { right: -v.right, forward: -v.forward }).collect();
                back.sort_unstable();
                Some(((**who).clone(), Squares::Beside { of: itself(), steps: back }))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The purpose goes from the lines of a one-line pattern to its piece.
fn sole_purpose(motion: Motion, purpose: Use) -> (Use, Motion) {
    match motion {
        Motion::Pattern(mut pattern) => {
            let own = pattern.lines.first().map_or(Use::Any, |line| line.purpose);
            pattern.lines.iter_mut().for_each(|line| line.purpose = Use::Any);
            let purpose = if own == Use::Any { purpose } else { own };
            (purpose, Motion::Pattern(pattern))
        }
        like => (purpose, like),
    }
}

fn marked(motion: Motion, unmoved: bool) -> Motion {
    match motion {
        Motion::Pattern(mut pattern) => {
            pattern.lines.iter_mut().for_each(|line| line.unmoved = unmoved);
            Motion::Pattern(pattern)
        }
        like => like,
    }
}

/// Bans as clauses; one that leaves men nothing of their usual moves, in what it speaks of, is a slip.
fn banned(said: &Said, bans: &[Ban], words: &Vocabulary) -> Result<Settled, Diagnostic> {
    for ban in bans.iter().filter(|_| said.verb == Verb::Only) {
        let uses: &[Use] = match ban.act.how {
            How::Any => &[Use::Quiet, Use::Capture],
            How::Quiet => &[Use::Quiet],
            _ => &[Use::Capture],
        };
        let left = |line: &Line| line.directions.iter().any(|v| !ban.act.ways.admit(*v)) || ban.act.ways == Ways::Every;
        let kinds = words.kinds_of(&ban.act.who);
        let lines = |kind: &String| uses.iter().flat_map(|&aspect| words.standard_lines(kind, aspect)).collect::<Vec<_>>();
        if ban.act.ways != Ways::Every && !kinds.iter().flat_map(lines).any(|line| left(&line)) {
            let message = format!("nothing of a standard {} is left by this", kinds.join(" or a "));
            return Err(Diagnostic::new("L019", said.span, message)
                .hint("to give them such moves leave out \"only\": {Men} may also move one square forward."));
        }
    }
    Ok(bans.iter().map(|ban| (Form::Ban(ban.clone()), Vec::new())).collect())
}

type Clauses = Vec<(Use, Manner, Vec<Motion>)>;

/// "may also": one clause for each use and condition.
fn added(aspect: Use, pieces: Vec<Piece>) -> Clauses {
    let mut clauses = Clauses::new();
    for unmoved in [false, true] {
        let of = |purpose| gather(pieces.iter().filter(|piece| piece.unmoved == unmoved && piece.purpose == purpose));
        let (mut any, mut quiet, mut capture) = (of(Use::Any), of(Use::Quiet), of(Use::Capture));
        match aspect {
            Use::Quiet => quiet = joined(any.split_off(0), quiet),
            Use::Capture => capture = joined(any.split_off(0), capture),
            Use::Any => {}
        }
        if quiet == capture && !quiet.is_empty() {
            any = joined(any, std::mem::take(&mut quiet));
            capture.clear();
        }
        for (aspect, motions) in [(Use::Any, any), (Use::Quiet, quiet), (Use::Capture, capture)] {
            if !motions.is_empty() {
                clauses.push((aspect, Manner::Also, motions));
            }
        }
    }
    clauses
}

/// "move": one clause for both uses if they agree, else one each; what only unmoved men may do is added after it.
fn replaced(said: &Said, aspect: Use, pieces: Vec<Piece>) -> Result<Clauses, Diagnostic> {
    if said.verb == Verb::Is && pieces.iter().all(|piece| piece.unmoved) {
        let problem = Diagnostic::new("L014", said.span, "it is not said how they move once they have moved".to_string());
        return Err(problem.hint("write \"may also move\" to add to their usual moves, or \"may only move\" to leave nothing else"));
    }
    let serving = |purpose, unmoved: bool| {
        let serves = move |piece: &&Piece| piece.unmoved == unmoved && (piece.purpose == purpose || piece.purpose == Use::Any);
        gather(pieces.iter().filter(serves))
    };
    let (quiet, capture) = (serving(Use::Quiet, false), serving(Use::Capture, false));
    let mut clauses = match aspect {
        Use::Any if quiet == capture => vec![(Use::Any, Manner::Instead, quiet)],
        Use::Any => vec![(Use::Quiet, Manner::Instead, quiet), (Use::Capture, Manner::Instead, capture)],
        Use::Quiet => vec![(Use::Quiet, Manner::Instead, quiet)],
        Use::Capture => vec![(Use::Capture, Manner::Instead, capture)],
    };
    let (quiet, capture) = (serving(Use::Quiet, true), serving(Use::Capture, true));
    if quiet == capture {
        clauses.push((aspect, Manner::Also, quiet));
    } else {
        clauses.extend([(Use::Quiet, Manner::Also, quiet), (Use::Capture, Manner::Also, capture)]);
    }
    clauses.retain(|(_, manner, motions)| *manner == Manner::Instead || !motions.is_empty());
    Ok(clauses)
}

/// The motions of some pieces: likenesses as written, then one pattern of grouped lines.
fn gather<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Vec<Motion> {
    joined(Vec::new(), pieces.map(|piece| piece.motion.clone()).collect())
}
