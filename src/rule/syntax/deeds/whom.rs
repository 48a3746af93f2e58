//! To whom a deed is done: those that the sentence has spoken of (`it`, `the captured piece`, `one of them`), or men on the board.

use super::among::some;
use super::{After, Cast, antecedent, chooser, pair};
use crate::rule::cursor::{Cursor, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::{nouns, terms};
use crate::rule::{Chooser, Class, Condition, Kinds, Owner, Player, Ref, Squares, Whom};

pub fn whom(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    // "when a king is put in check, it ..."
    if let Some(Whom::Among { .. }) = &cast.implied
        && c.peek().is_some_and(|lexeme| lexeme.means("it") && !lexeme.possessive && lexeme.meant.is_none())
    {
        c.skip();
        return cast.implied.clone();
    }
    // behind "failing that" it is nobody else
    if c.stance.failed.is_some() && c.sees(0, "it") {
        return antecedent::failed(c);
    }
    if let Some(found) = c.attempt(|c| pair::one_of_them(c, cast)) {
        return Some(Whom::That(found));
    }
    if let Some(problem) = antecedent::one_of_two(c) {
        return c.refuse(problem);
    }
    if let Some(found) = c
        .attempt(antecedent::failed)
        .or_else(|| c.attempt(|c| antecedent::described_piece(c, cast)))
        .or_else(|| c.attempt(antecedent::described))
        .or_else(|| c.attempt(|c| of_those(c, cast)))
    {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| checking(c, cast)) {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| spoken_of(c, cast)) {
        return Some(Whom::That(found));
    }
    if one_alone(c) {
        return None;
    }
    one_of_a_side(c)?;
    chosen_by_kind(c)?;
    c.attempt(|c| among(c, cast))
}

/// `the checking piece`: whichever attacks the king, which need not be the one that has moved.
fn checking(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let from = c.at();
    c.maybe_one_of(&["the", "its", "that", "every"]);
    c.maybe("checking piece").then_some(())?;
    if cast.after == After::Action {
        let problem = "nobody gives check where nobody moves".to_string();
        let hint = "say which piece that is: A player who is in check may, instead of moving, choose an enemy piece that attacks his king, and ...";
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(hint));
    }
    let royal = c.words.kinds.iter().filter(|kind| kind.royal).map(|kind| kind.name.clone()).collect();
    let kings = Class { kinds: Kinds::Only(royal), owner: Owner::Enemy, such: None };
    let who = Class { owner: Owner::Own, ..Class::EVERY }.such_that(Condition::Attacks(Ref::Itself, kings));
    Some(Whom::Among { who, on: Squares::Every, chooser: Chooser::All })
}

/// `the piece`, with nothing behind it that says which: one, and never all pieces.
fn one_alone(c: &Cursor) -> bool {
    let definite = ["the", "that"].iter().any(|word| c.sees(0, word));
    let single =
        c.ahead(1).is_some_and(|lexeme| lexeme.means("piece") && ["piece", "man", "unit"].iter().any(|word| lexeme.token.is_word(word)));
    definite && single && {
        let mut rest = c.fork();
        rest.skip();
        rest.skip();
        !describes(&mut rest)
    }
}

/// `the enemy piece`, with nothing behind it that says which: one, and never all enemy pieces.
fn one_of_a_side(c: &mut Cursor) -> Option<()> {
    let from = c.at();
    let one = c.attempt(|c| {
        c.take_one_of(&["the", "that"])?;
        if c.take_one_of(&["own", "enemy"]).is_none() {
            nouns::army(c)?;
        }
        let single = c.peek().is_some_and(|lexeme| ["piece", "man", "unit"].iter().any(|word| lexeme.token.is_word(word)));
        (c.maybe("piece") && single && !describes(&mut c.fork())).then(|| c.span_from(from))
    });
    let Some(span) = one else { return Some(()) };
    let problem = Diagnostic::new("L006", span, "it is not said which one".to_string());
    c.refuse(problem.hint("say where it stands (\"the enemy piece next to it\"), \"one of the enemy pieces\" or \"every enemy piece\""))
}

/// `the enemy knight`, where a knight has just been chosen: it is never every knight.
fn chosen_by_kind(c: &mut Cursor) -> Option<()> {
    let from = c.at();
    let again = c.attempt(|c| {
        c.take_one_of(&["the", "that"])?;
        ["own", "enemy"].iter().any(|side| c.maybe(side)).then_some(())?;
        let single = c.peek()?.token.clone();
        let kind = nouns::kind(c)?;
        let chosen = c.stance.named.contains(&(kind.clone(), Ref::Chosen)) && single.is_word(&kind);
        (chosen && !describes(&mut c.fork())).then_some(c.span_from(from))
    });
    let Some(span) = again else { return Some(()) };
    let problem = Diagnostic::new("L004", span, "it is not clear whether this is the chosen one".to_string());
    c.refuse(problem.hint("say \"the chosen piece\""))
}

/// Whether more is said here of a piece that has just been named.
pub fn describes(c: &mut Cursor) -> bool {
    let more = ["that", "except", "with", "of", "worth", "and"];
    more.iter().any(|word| c.sees(0, word)) || nouns::is_one_of_more(c) || terms::placed(&mut c.fork()).is_some()
}

/// The same as the subject of a deed: of "any pawn" all are meant, where "remove any pawn" leaves one to choose.
pub fn subject(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let any = c.peek().is_some_and(|lexeme| lexeme.means("every") && lexeme.token.is_word("any"));
    let from = c.at();
    match whom(c, cast)? {
        Whom::Among { who, on, .. } if any && !super::men::names_chooser(c, from) => Some(Whom::Among { who, on, chooser: Chooser::All }),
        found => Some(found),
    }
}

/// `one of them`, `they`: of several men that a condition has spoken of.
fn of_those(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let (who, on) = c.stance.them.clone()?;
    if c.maybe("one of them") || c.attempt(|c| one_of_those(c, &who)).is_some() {
        let by = chooser(c, cast).unwrap_or_else(|| cast.chooser.clone());
        return Some(Whom::Among { who, on, chooser: by });
    }
    if c.maybe("a random") || c.attempt(|c| c.maybe("each of").then_some(())).is_some() {
        let random = c.back().is_some_and(|lexeme| lexeme.means("a random"));
        if random {
            c.maybe("one").then_some(())?;
            c.take("of")?;
        }
        c.them()?;
        return Some(Whom::Among { who, on, chooser: if random { Chooser::Chance } else { Chooser::All } });
    }
    // "all of them"
    c.maybe("every");
    c.maybe("both");
    c.them().map(|(who, on)| Whom::Among { who, on, chooser: Chooser::All })
}

/// `one of those pawns`, of men of that kind.
fn one_of_those(c: &mut Cursor, who: &Class) -> Option<()> {
    c.take("one of")?;
    c.peek().is_some_and(|those| ["those", "these"].iter().any(|word| those.token.is_word(word))).then(|| c.skip())?;
    let kind = nouns::kind(c)?;
    (who.kinds == Kinds::Only(vec![kind]) && !describes(&mut c.fork())).then_some(())
}

/// A man of whom the sentence has spoken.
pub fn spoken_of(c: &mut Cursor, cast: &Cast) -> Option<Ref> {
    if let Some(found) = c.attempt(|c| pair::one_of_them(c, cast)) {
        return Some(found);
    }
    if antecedent::is_described_piece(c) {
        return None;
    }
    let from = c.at();
    if c.sees(0, "it") && c.stance.it == Ref::Actor && cast.actor.is_some() && cast.victim.is_some() && terms::the_lady(c).is_none() {
        c.skip();
        return terms::not_clear(c, from);
    }
    if let Some(found) = terms::reference(c) {
        return Some(found);
    }
    // "the knight", "that rook"
    c.take_one_of(&["the", "that"])?;
    if c.maybe("piece") {
        return the_piece(c, cast, from);
    }
    // "the attacking knight", "the captured rook"
    let checking = c.peek().is_some_and(|lexeme| lexeme.token.is_word("checking"));
    if checking {
        c.skip();
    }
    let acting = checking || antecedent::castling(c) || c.maybe_one_of(&["capturing", "attacking", "moving"]).is_some();
    let suffering = !acting && c.maybe_one_of(&["captured", "attacked"]).is_some();
    let kind = nouns::kind(c)?;
    if !acting && !suffering && c.stance.named.contains(&(kind.clone(), Ref::Chosen)) {
        let problem = Diagnostic::new("L004", c.span_from(from), format!("it is not clear whether \"the {kind}\" is the chosen one"));
        return c.refuse(problem.hint("say \"the chosen piece\", \"the moving piece\" or \"the captured piece\""));
    }
    antecedent::that_castled(c);
    if nouns::is_one_of_more(c) {
        return None;
    }
    let is = |class: &Option<Class>| class.as_ref().is_some_and(|class| class.kinds == Kinds::Only(vec![kind.clone()]));
    match (is(&cast.actor) && !suffering, is(&cast.victim) && !acting) {
        (true, false) => Some(Ref::Actor),
        (false, true) => Some(Ref::Victim),
        (true, true) => {
            let problem = Diagnostic::new("L005", c.span_from(from), format!("\"the {kind}\" can be the captured or the capturing one"));
            c.refuse(problem.hint("say \"the captured piece\" or \"the capturing piece\""))
        }
        (false, false) => None,
    }
}

/// `the piece`, where nothing more is said of it: the only one of the event, or the one that the event has called a piece and no pawn.
fn the_piece(c: &mut Cursor, cast: &Cast, from: usize) -> Option<Ref> {
    let described = describes(c);
    // one has just been chosen, and another one acts
    if c.stance.it == Ref::Chosen && !described && cast.actor.is_some() {
        let that = c.since(from).first().is_some_and(|first| first.token.is_word("that"));
        let kind_chosen = c.stance.named.iter().any(|(_, of)| *of == Ref::Chosen);
        let problem = "it is not clear whether this is the chosen piece or the one of the event".to_string();
        return match (that || cast.actor.as_ref().is_some_and(|actor| actor.kinds != Kinds::Every)) && !kind_chosen {
            true => Some(Ref::Chosen),
            false => c.refuse(
                Diagnostic::new("L004", c.span_from(from), problem)
                    .hint("say \"the chosen piece\", \"the moving piece\" or \"the captured piece\""),
            ),
        };
    }
    let actor = cast.actor.as_ref().filter(|_| !described)?;
    let Some(victim) = &cast.victim else {
        return if c.stance.taken { terms::not_clear(c, from) } else { Some(Ref::Actor) };
    };
    match (actor.kinds == Kinds::Every, victim.kinds == Kinds::Every) {
        (true, false) => Some(Ref::Actor),
        (false, true) => Some(Ref::Victim),
        _ => terms::not_clear(c, from),
    }
}

/// Men to be found on the board.
fn among(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    c.meaning(
        |stance| &mut stance.doer,
        Some(cast.doer.clone()),
        |c| told_by(c, &cast.doer, |c| c.beside(Some(Player::OwnerOf(Ref::Itself)), |c| some(c, cast))),
    )
}

/// What is said of men where a player does it: "his own" are that player's.
pub fn told_by<T>(c: &mut Cursor, doer: &Player, read: impl FnOnce(&mut Cursor) -> Option<T>) -> Option<T> {
    match (doer, &c.stance.told) {
        (Player::Mover | Player::Each, Told::Of(_)) => c.telling(Told::OfMover, read),
        (Player::Mover | Player::Each, _) => read(c),
        (other, _) => c.telling(Told::Of(other.clone()), read),
    }
}

/// From whose side a rank is counted that is said of such men: None where it is the mover's.
pub fn side_of(who: &Whom) -> Option<Player> {
    match who {
        Whom::That(Ref::Actor) => None,
        Whom::That(of) => Some(Player::OwnerOf(*of)),
        Whom::Among { who, .. } => side_of_class(who).unwrap_or(Some(Player::OwnerOf(Ref::Chosen))),
    }
}

/// The same of men of one side: Some(None) where it is the mover's.
pub fn side_of_class(who: &Class) -> Option<Option<Player>> {
    match &who.owner {
        Owner::Own | Owner::Mover => Some(None),
        Owner::Enemy => Some(Some(Player::Opponent)),
        Owner::Army(army) => Some(Some(Player::Colour(army.clone()))),
        Owner::Anyone => {
            let parts = match who.such.as_deref()? {
                Condition::All(parts) => parts.as_slice(),
                one => std::slice::from_ref(one),
            };
            parts.iter().find_map(|part| match part {
                Condition::Belongs(Ref::Itself, player) => Some(Some(player.clone())),
                _ => None,
            })
        }
    }
}

/// Such men of a player, where that is not said already.
pub fn belonging(who: Class, player: &Player) -> Class {
    let his = Condition::Belongs(Ref::Itself, player.clone());
    let said = match who.such.as_deref() {
        Some(Condition::All(all)) => all.contains(&his),
        Some(such) => *such == his,
        None => false,
    };
    if said { who } else { who.such_that(his) }
}
