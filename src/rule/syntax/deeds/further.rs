//! Further moves, and none for a while: `it may move again without capturing`, `the mover must again capture if able`, `it may not move for two phases`.

use super::whom::whom;
use super::{After, Cast, among, antecedent, awaiting, whom};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::names;
use crate::rule::syntax::{acts, nouns, terms};
use crate::rule::{Act, Class, Condition, Deed, How, Kinds, Like, Need, Owner, Player, Point, Ref, Squares, Whom};

/// The longest hold, in phases.
const MAX_HOLD: u32 = 24;

/// In the place of a move: `the move is not made`, `the moving piece stays where it is`.
pub fn not_made(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    instead_of_a_move(c).then_some(())?;
    if c.take("the move is not made").is_some() {
        return Some(Deed::Stay);
    }
    let who = super::whom::subject(c, cast)?;
    (who == Whom::That(Ref::Actor)).then_some(())?;
    c.maybe("must");
    c.take_one_of(&["stays where it was", "stays on its square"]).map(|_| Deed::Stay)
}

/// What follows an illegal move never happens.
pub fn after_illegal<T>(c: &mut Cursor, from: usize) -> Option<T> {
    let problem = Diagnostic::new("L018", c.span_from(from), "behind \"the move is illegal\" nothing is done any more".to_string());
    c.refuse(problem.hint("say it before: ..., and then it becomes {a man}, and if {it} does not stand in the centre, the move is illegal"))
}

/// `the move is illegal`: where it comes to that, it cannot be ordered.
pub fn illegal(c: &mut Cursor, _: &Cast) -> Option<Deed> {
    c.take("the move is illegal").map(|()| Deed::Illegal)
}

/// Whether the sentence tells what happens in the place of a move.
pub fn instead_of_a_move(c: &Cursor) -> bool {
    c.since(0).iter().any(|lexeme| lexeme.token.is_word("would"))
}

pub fn deed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let who = c.attempt(|c| subject(c, cast)).or_else(|| (cast.implied == Some(Whom::That(Ref::Actor))).then(the_same))?;
    // "he gets another move" leaves it to him
    let must = !c.sees(0, "make another move") && c.take_one_of(&["may", "must"])? == "must";
    if who.owner == Owner::Enemy {
        c.assume("it moves and captures as it does for its owner");
    }
    moves(c, cast, &who, must).map(|deed| awaiting::of_the_loser(c, deed))
}

/// After a move, without "again": `he may move a pawn`, `its owner may also move one of his pawns`, `one of his pawns may also move`. What
/// else can he do before it is the other's turn?
pub fn besides(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let after_a_move = cast.after == After::Event && (cast.actor.is_some() || cast.victim.is_some());
    (after_a_move && !instead_of_a_move(c)).then_some(())?;
    let handled_by_him = c.attempt(|c| {
        let player = super::doer(c, cast)?;
        let who = match player {
            Player::Mover | Player::OwnerOf(Ref::Actor) => Class::EVERY,
            Player::Colour(army) => Class { owner: Owner::Army(army), ..Class::EVERY },
            _ => return None,
        };
        let must = c.take_one_of(&["may", "must"])? == "must";
        soon(c);
        let capture = c.take_one_of(&["move", "capture"])? == "capture";
        if capture {
            c.take("with")?;
        }
        let men = handled(c, cast)?;
        (men.kinds != Kinds::Every || men.such.is_some()).then_some(())?;
        let owner = if who.owner == Owner::Anyone { men.owner.clone() } else { who.owner };
        let how = if capture { How::Capture(Class::EVERY) } else { How::Any };
        Some((Act { how, ..Act::any(Class { owner, ..men }) }, must))
    });
    let (mut act, must) = handled_by_him.or_else(|| {
        c.attempt(|c| {
            c.maybe("one of").then_some(())?;
            c.maybe("its").then_some(())?;
            c.maybe("own");
            let men = terms::men(c)?;
            let must = c.take_one_of(&["may", "must"])? == "must";
            soon(c);
            c.take("move")?;
            Some((Act::any(Class { owner: Owner::Own, ..men }), must))
        })
    })?;
    acts::details(c, &mut act);
    soon(c);
    let able = c.attempt(|c| {
        c.comma();
        c.take("if able")
    });
    (must || able.is_none()).then_some(())?;
    // "he must move a pawn on his next turn" is no further move
    let ends = [",", ":", "-", ")", "and", "but", "or", "then", "otherwise", "failing that", "at once", "when", "unless"];
    c.peek().is_none_or(|next| ends.iter().any(|end| next.means(end))).then_some(())?;
    let need = if must { Need::IfAble } else { Need::May };
    Some(Deed::Again { act, need, like: None })
}

/// In the place of a move, a move of men that cannot be told beforehand, or of another's: `move an enemy pawn`, `move his secret pawn like a queen`.
pub fn instead(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    (cast.after == After::Action && cast.actor.is_none()).then_some(())?;
    let capture = c.take_one_of(&["move", "capture"])? == "capture";
    if capture {
        c.take("with")?;
    }
    match c.maybe("one of") {
        true => {
            c.maybe("its");
            c.maybe("own");
        }
        false => {
            c.one();
        }
    }
    let who = of_another(terms::men(c)?);
    let how = if capture { How::Capture(Class::EVERY) } else { How::Any };
    let mut act = Act { how, ..Act::any(who) };
    goes_instead(&act).then_some(())?;
    let like = c.attempt(like);
    acts::details(c, &mut act);
    c.attempt(|c| {
        c.comma();
        c.take("if able")
    });
    let ends = [",", "and", "then", "instead of moving", ")"];
    c.peek().is_none_or(|next| ends.iter().any(|end| next.means(end))).then_some(())?;
    if act.is_of_enemies() {
        c.assume("it moves and captures as it does for its owner");
    }
    Some(Deed::Again { act, need: Need::IfAble, like })
}

/// `White may, instead of moving, move a black pawn`: black's are enemies of whoever orders it.
fn of_another(who: Class) -> Class {
    let Owner::Army(army) = &who.owner else { return who };
    let theirs = Condition::Belongs(Ref::Itself, Player::Colour(army.clone()));
    Class { owner: Owner::Enemy, ..who }.such_that(theirs)
}

/// Where what was ordered instead of a move comes to nothing: `he must move`, `he moves as usual`.
pub fn after_all(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let behind = c.back().is_some_and(|before| ["otherwise", "(", ","].iter().any(|word| before.means(word)));
    (cast.after == After::Action && cast.actor.is_none() && behind).then_some(())?;
    // nobody else is on move, whoever was spoken of last
    let he = c.peek().is_some_and(|lexeme| ["he", "she", "they"].iter().any(|word| lexeme.token.is_word(word)));
    super::doer(c, cast).filter(|who| *who == Player::Mover || he && *who == Player::Opponent)?;
    let must = c.maybe_one_of(&["must", "have"]).is_some();
    if must {
        c.maybe("to");
    }
    let made = c.attempt(|c| {
        c.maybe_one_of(&["make"])?;
        c.maybe_one_of(&["a", "its"]);
        c.maybe_one_of(&["move"])
    });
    if made.is_none() {
        c.take("move")?;
    }
    let usual = c.maybe_one_of(&["as usual", "again"]).is_some();
    (must || usual).then_some(())?;
    let ends = [",", ")"];
    c.peek().is_none_or(|next| ends.iter().any(|end| next.means(end))).then_some(())?;
    Some(Deed::Again { act: Act::any(Class { owner: Owner::Own, ..Class::EVERY }), need: Need::IfAble, like: None })
}

/// Whether it is a move as if nothing had been ordered instead of one.
pub fn is_an_ordinary_move(deed: &Deed) -> bool {
    let Deed::Again { act, need: Need::IfAble, like: None } = deed else { return false };
    *act == Act::any(Class { owner: Owner::Own, ..Class::EVERY })
}

/// Whether such a move may be made instead of one: one of an enemy piece, or of one named in secret. Others of his own simply move.
pub fn goes_instead(act: &Act) -> bool {
    act.is_of_enemies() || names::opens_secrets(&[Deed::Again { act: act.clone(), need: Need::IfAble, like: None }])
}

/// After another permission: `he may pay three coins to move again`.
pub fn granted(c: &mut Cursor, cast: &Cast, who: &Class) -> Option<Deed> {
    c.attempt(|c| moves(c, cast, who, false)).or_else(|| c.attempt(|c| named_besides(c, cast)))
}

/// `to move a pawn`, behind a move: another move is meant anyway.
fn named_besides(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    (cast.after == After::Event && cast.actor.is_some() && !instead_of_a_move(c)).then_some(())?;
    c.take("move")?;
    let men = handled(c, cast)?;
    (men.kinds != Kinds::Every || men.such.is_some()).then_some(())?;
    let mut act = Act::any(men);
    acts::details(c, &mut act);
    Some(Deed::Again { act, need: Need::May, like: None })
}

fn moves(c: &mut Cursor, cast: &Cast, who: &Class, must: bool) -> Option<Deed> {
    soon(c);
    // before anything has moved, "twice" is once and again
    let mut act = c
        .attempt(|c| again_first(c, who))
        .or_else(|| c.attempt(|c| verb_first(c, cast, who)))
        .or_else(|| c.attempt(|c| cast.actor.is_none().then(|| twice(c, who)).flatten()))?;
    let like = c.attempt(like);
    // "again without capturing like a pawn", "again like a pawn without capturing"
    acts::details(c, &mut act);
    // "but may not capture" is said of this move
    if act.how == How::Any
        && c.attempt(|c| {
            c.comma();
            c.take_one_of(&["but", "and"])?;
            c.take("may not")?;
            c.take("capture")
        })
        .is_some()
    {
        act.how = How::Quiet;
    }
    // the comma before "failing that" is not this one's
    let able = c
        .attempt(|c| {
            c.comma();
            c.take("if able")
        })
        .is_some();
    let always = !able
        && c.attempt(|c| {
            c.comma();
            c.take("or the move is illegal")
        })
        .is_some();
    let need = match (must, always) {
        (false, false) => Need::May,
        (true, false) => Need::IfAble,
        (true, true) => Need::Always,
        (false, true) => return None,
    };
    (able == must || !able).then_some(Deed::Again { act, need, like })
}

/// `like a pawn`, `like the captured piece`, `of the captured piece's kind`.
pub fn like(c: &mut Cursor) -> Option<Like> {
    c.comma();
    if c.maybe("of") {
        c.take_one_of(&["the", "its"]);
        if c.maybe("captured") {
            return c.take("kind").map(|()| Like::Same(Ref::Victim));
        }
        let kind_first = c.maybe("kind") && c.take("of").map(|()| c.take_one_of(&["the", "its"])).is_some();
        c.take("captured piece")?;
        if !kind_first {
            c.take("kind")?;
        }
        return Some(Like::Same(Ref::Victim));
    }
    c.take_one_of(&["like", "as"])?;
    let kind = c.attempt(|c| {
        c.take_one_of(&["a", "the", "one"]);
        nouns::kind(c)
    });
    if let Some(kind) = kind {
        return Some(Like::Kind(kind));
    }
    let own = c.maybe("its");
    let man = if own { c.take("captured piece").map(|()| Ref::Victim)? } else { terms::reference(c)? };
    // nobody moves like himself for once
    (man != Ref::Actor).then_some(Like::Same(man))
}

/// `then`, `immediately`: a further move follows at once anyway.
fn soon(c: &mut Cursor) {
    while c.maybe_one_of(&["then", "at once", "also"]).is_some() {}
}

/// `again move two squares`.
fn again_first(c: &mut Cursor, who: &Class) -> Option<Act> {
    c.take("again")?;
    acts::act(c, who)
}

/// `move again without capturing`, `move a pawn again`, `make another move`.
fn verb_first(c: &mut Cursor, cast: &Cast, who: &Class) -> Option<Act> {
    if c.take("make another move").is_some() {
        let mut act = Act::any(who.clone());
        soon(c);
        if c.maybe("with") {
            act.who = handled(c, cast)?;
        }
        acts::details(c, &mut act);
        return Some(act);
    }
    let verb = acts::verb(c)?;
    let mut named = false;
    let mut act = match verb {
        "move" | "move and capture" => {
            let men = c.attempt(|c| if c.it() { Some(who.clone()) } else { handled(c, cast) });
            named = men.is_some();
            Act::any(men.unwrap_or_else(|| who.clone()))
        }
        "capture" => Act { how: How::Capture(c.attempt(terms::men).unwrap_or(Class::EVERY)), ..Act::any(who.clone()) },
        _ => return None,
    };
    let again = c.take_one_of(&["again", "too", "also"]);
    // "again in the same turn": when else
    c.attempt(|c| {
        c.maybe_one_of(&["in", "on", "during"]);
        c.take_one_of(&["the", "that"]);
        if c.maybe("this turn") {
            return Some(());
        }
        c.maybe("same").then_some(())?;
        c.take("turn")
    });
    // ", but only forward"
    c.attempt(|c| {
        c.comma();
        c.take("but")?;
        c.take("only")?;
        acts::ways(&mut c.fork()).map(|_| ())
    });
    acts::details(c, &mut act);
    soon(c);
    if c.maybe("with") {
        // "move a pawn as well, but not capture with it": with the pawn
        match named {
            true => c.it().then_some(())?,
            false => act.who = handled(c, cast)?,
        }
        acts::details(c, &mut act);
    }
    // "may move one more square", "may move a second time"
    // another one moves after the first anyway
    let other = Condition::Not(Box::new(Condition::SameMan(Ref::Itself, Ref::Actor)));
    if again.is_none() && !who.such.as_deref().is_some_and(|such| such.requires(&other)) {
        c.take_one_of(&["again", "a second time"])?;
    }
    Some(act)
}

/// `move twice`, `make two moves`.
fn twice(c: &mut Cursor, who: &Class) -> Option<Act> {
    if c.attempt(|c| {
        c.take("move")?;
        c.take("twice")
    })
    .is_none()
    {
        c.take_one_of(&["make", "has", "have", "play"])?;
        c.take_number("two").filter(|number| *number == 2)?;
        c.take("move")?;
    }
    c.attempt(|c| c.take("this turn"));
    Some(Act::any(who.clone()))
}

/// `one of his pawns`, `a pawn`, `the pawn` that the sentence has spoken of.
fn handled(c: &mut Cursor, cast: &Cast) -> Option<Class> {
    if c.it() {
        return Some(the_same());
    }
    match c.attempt(|c| whom::spoken_of(c, cast)) {
        Some(Ref::Actor) => return Some(the_same()),
        Some(Ref::Chosen) => return Some(the_chosen()),
        _ => {}
    }
    // "with the same knight": the kind says no more than "it"
    if c.attempt(|c| {
        c.maybe("the");
        c.take("same")?;
        c.take("piece").or_else(|| {
            let kind = nouns::kind(c)?;
            c.stance.named.contains(&(kind, Ref::Actor)).then_some(())
        })
    })
    .is_some()
    {
        return Some(the_same());
    }
    let another_of = c.maybe("another of");
    if !another_of && !c.maybe("one of") {
        c.one();
    }
    let another = another_of || c.peek().is_some_and(|lexeme| lexeme.token.is_word("another"));
    c.maybe("its");
    let mut men = terms::men(c)?;
    if another {
        men = men.but(Ref::Actor);
    }
    // whoever moves further moves men of his
    Some(if men.owner == Owner::Anyone { Class { owner: Owner::Own, ..men } } else { men })
}

/// Who moves again: the man that has moved, any man of the mover's, or men of a class.
fn subject(c: &mut Cursor, cast: &Cast) -> Option<Class> {
    // "its owner's knight may move again" is said of the knight
    if let Some(player) = c.attempt(|c| super::doer(c, cast).filter(|_| !c.back().is_some_and(|owner| owner.possessive))) {
        return match player {
            Player::Mover | Player::OwnerOf(Ref::Actor) => Some(Class::EVERY),
            Player::Colour(army) => Some(Class { owner: Owner::Army(army), ..Class::EVERY }),
            _ => None,
        };
    }
    // "when a rook castles, it ...": the one of which the event is told, which has not made the move itself
    if let Some(Whom::Among { who, on: on @ Squares::Between { .. }, .. }) = cast.implied.clone()
        && c.attempt(|c| c.it().then_some(())).is_some()
    {
        return Some(standing(who, on));
    }
    // "it" is who moves, though something has been captured too
    if c.it() {
        return (c.stance.it == Ref::Actor).then(the_same);
    }
    if let Some(found) = c.attempt(|c| whom::spoken_of(c, cast)) {
        return match found {
            Ref::Actor => Some(the_same()),
            Ref::Chosen => Some(the_chosen()),
            _ => None,
        };
    }
    if let Some(Whom::Among { who, on: on @ Squares::Between { .. }, .. }) = c.attempt(antecedent::described)
        && who.owner == Owner::Own
    {
        return Some(standing(who, on));
    }
    let another = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another")) || c.sees(0, "another of");
    let (from, the) = (c.at(), c.sees(0, "the"));
    if c.maybe_one_of(&["another of", "one of"]).is_some() {
        c.maybe("the");
    }
    let men = terms::men(c)?;
    // "the rook may move again", of which there may be several
    if the && among::is_vague(c, &men, from) {
        return None;
    }
    Some(if another { men.but(Ref::Actor) } else { men })
}

/// Such men that stand there.
fn standing(who: Class, on: Squares) -> Class {
    if on == Squares::Every { who } else { who.such_that(Condition::On(Point::Of(Ref::Itself), on)) }
}

/// The man that a deed before has moved, as a class.
pub fn the_chosen() -> Class {
    Class::EVERY.such_that(Condition::SameMan(Ref::Itself, Ref::Chosen))
}

/// The man that has moved, as a class: it stands where that man stands.
pub fn the_same() -> Class {
    Class::EVERY.such_that(Condition::On(Point::Of(Ref::Itself), Squares::At(Point::Of(Ref::Actor))))
}

/// `it may not move for two phases`, `it may not move until its owner's next phase`.
pub fn hold(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    if let Some(who) = c.attempt(|c| freezes(c, cast)) {
        return held_for(c, who);
    }
    // who has been captured does not move anyway
    let it = c.stance.it == Ref::Actor && cast.actor.is_some() && cast.victim.is_some() && c.sees(0, "it") && c.sees(1, "may not");
    let who = match it && c.it() {
        true => Whom::That(Ref::Actor),
        false => c.attempt(|c| whom(c, cast)).or_else(|| cast.implied.clone())?,
    };
    c.maybe("must");
    // "it loses its next turn": a piece has the turns of its owner
    let of_it = c.peek().is_some_and(|lexeme| !lexeme.token.is_word("may"));
    if of_it && c.maybe("misses the next phase") {
        return Some(Deed::Hold(who, 1));
    }
    if c.take("is held").is_none() {
        c.take("may not")?;
        c.take("move")?;
    }
    held_for(c, who)
}

/// `it freezes every enemy piece next to it`, `freeze one of the enemy pieces`: whom.
fn freezes(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    // who does it is who moves, or who may do it
    c.attempt(|c| {
        let who = whom::spoken_of(c, cast).filter(|of| *of == Ref::Actor).map(|_| ());
        who.or_else(|| super::doer(c, cast).map(|_| ()))
    });
    c.take("freezes")?;
    whom(c, cast)
}

/// For how many phases of its owner's.
fn held_for(c: &mut Cursor, who: Whom) -> Option<Deed> {
    if c.take_one_of(&["for", "during", "in"]).is_none() {
        // "may not move on its next turn"
        c.maybe("on");
        c.maybe_one_of(&["the", "its"]);
        c.maybe("owner");
        c.take("next")?;
        let phases = c.attempt(|c| super::amount(c, MAX_HOLD)).unwrap_or(1);
        c.take_one_of(&["phase", "turn", "move"])?;
        return Some(Deed::Hold(who, phases as u8));
    }
    c.maybe_one_of(&["the", "its"]);
    let next = c.maybe("next");
    if next && c.maybe_one_of(&["phase", "turn", "move"]).is_some() {
        return Some(Deed::Hold(who, 1));
    }
    let phases = super::amount(c, MAX_HOLD)?;
    c.maybe("of");
    c.maybe("its");
    c.maybe("owner");
    c.take_one_of(&["phase", "phases", "turn"])?;
    // "for two turns of its owner"
    c.attempt(|c| {
        c.take("of")?;
        c.take("its")?;
        c.take("owner")
    });
    Some(Deed::Hold(who, phases as u8))
}
