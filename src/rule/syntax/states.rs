//! What men can be marked as: `Pieces can be marked as asleep.`, `it is marked as asleep for two turns`, `that is asleep`.
//!
//! A state is a counter of men, of nought or one, that is told by its name.

use super::deeds::{Cast, capturing, name, whom};
use super::nouns::Whose;
use super::{Statement, nouns, terms};
use crate::rule::called;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::explain::of_the_language;
use crate::rule::logic::negated;
use crate::rule::{Comparison, Condition, Counter, Deed, Form, Number, Ref, Whom};

/// What is only said to be marked.
pub const MARKED: &str = "marked";

/// `Pieces can be marked as asleep.`
pub fn declared(c: &mut Cursor) -> Option<Statement> {
    let from = c.at();
    let bearers = terms::class(c)?;
    c.maybe("may").then_some(())?;
    let name = match c.attempt(be) {
        Some(name) => name,
        None => {
            c.maybe("is marked as").then_some(())?;
            name(c)?
        }
    };
    if bearers.such.is_some() {
        let problem = "what pieces can be marked as hangs on their kind and their owner alone".to_string();
        return c.refuse(Diagnostic::new("L015", c.span_from(from), problem).hint("example: {Men} can be marked as asleep."));
    }
    if c.words.counters.contains(&name) || c.words.tallies.contains(&name) {
        let problem = format!("{name} are counted already: what pieces are marked as has a name of its own");
        return c.refuse(Diagnostic::new("L052", c.span_from(from), problem).hint("take another name"));
    }
    let counter = Counter { name, of: Some(bearers), start: 0, least: 0, most: 1, state: true };
    Some(Statement::Forms(vec![(Form::Counter(counter), Vec::new())]))
}

/// `be marked`; `be cursed`, with a word that says nothing else.
fn be(c: &mut Cursor) -> Option<String> {
    c.peek()?.token.is_word("be").then(|| c.skip())?;
    if c.take(MARKED).is_some() {
        return Some(MARKED.to_string());
    }
    let new = c.peek().filter(|lexeme| lexeme.tokens == 1 && !of_the_language(&lexeme.token))?;
    let name = new.token.word.clone();
    c.skip();
    c.peek().is_none().then_some(name)
}

/// A state that a rule has declared.
fn known(c: &mut Cursor) -> Option<String> {
    let found = c.words.states.iter().filter(|name| c.spells(name)).max_by_key(|name| name.len())?.clone();
    found.split(' ').for_each(|_| c.skip());
    Some(found)
}

/// `it is marked as asleep`, `the captured piece becomes poisoned`, `every own knight is no longer asleep`.
pub fn deed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    ahead(c).then_some(())?;
    let command = c.attempt(|c| {
        c.maybe_one_of(&["mark", "unmark"])?;
        let on = !c.back().is_some_and(|verb| verb.means("unmark"));
        let who = whom::whom(c, cast)?;
        let name = if c.maybe_one_of(&["as", "like"]).is_some() {
            known(c)?
        } else {
            // "unmark one of his upstairs pieces": what they are called by
            (!on).then(|| called_by(&who)).flatten().unwrap_or_else(|| MARKED.to_string())
        };
        c.words.states.contains(&name).then_some((who, on, name))
    });
    let (who, on, name) = match command {
        Some(found) => found,
        None => {
            let of_both = c.attempt(|c| {
                let who = capturing(c)?;
                let (on, name) = verb(c)?;
                Some((who, on, name))
            });
            match of_both {
                Some(found) => found,
                None => {
                    let who = c.attempt(|c| whom::subject(c, cast)).or_else(|| cast.implied.clone())?;
                    let (on, name) = verb_of(c, &who)?;
                    (who, on, name)
                }
            }
        }
    };
    Some(Deed::Tally { name, who, by: Number::Is(i32::from(on)), set: true })
}

/// Whether the event has described somebody as being in that state.
fn is_described_so(c: &Cursor, name: &str) -> bool {
    c.stance.described.iter().any(|(_, whom)| called_by(whom).as_deref() == Some(name))
}

/// The one state by which men are described.
fn called_by(who: &Whom) -> Option<String> {
    let Whom::Among { who, .. } = who else { return None };
    let mut found = Vec::new();
    for part in match who.such.as_deref()? {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    } {
        if let Condition::Compare(Number::Borne { name, by: Ref::Itself }, Comparison::AtLeast, Number::Is(1)) = part {
            found.push(name.clone());
        }
    }
    if let [one] = found.as_slice() { Some(one.clone()) } else { None }
}

/// `become asleep`, after whom it is said of.
pub fn said_of(c: &mut Cursor, who: Whom) -> Option<Deed> {
    ahead(c).then_some(())?;
    let (on, name) = verb_of(c, &who)?;
    Some(Deed::Tally { name, who, by: Number::Is(i32::from(on)), set: true })
}

/// The same of these men: "it is no longer asleep" is never said of who moves, where the event has described somebody as asleep.
fn verb_of(c: &mut Cursor, who: &Whom) -> Option<(bool, String)> {
    let it = *who == Whom::That(Ref::Actor) && c.back().is_some_and(|before| before.means("it"));
    let from = c.at();
    let (on, name) = verb(c)?;
    if !on && it && is_described_so(c, &name) {
        let problem = format!("it is not clear whether this is the {name} piece or the other one");
        let problem = Diagnostic::new("L004", c.span_from(from - 1), problem);
        return c.refuse(problem.hint("say \"that piece\", or \"the moving piece\""));
    }
    Some((on, name))
}

/// How far on it is looked for a state.
const MAX_WORDS: usize = 60;

/// Whether one of the next words may be a state: before that nothing of the sort is read.
fn ahead(c: &Cursor) -> bool {
    let state = |word: &str| c.words.states.iter().any(|name| name.split(' ').next() == Some(word));
    let marks = (c.sees(0, "mark") || c.sees(0, "unmark")) && c.words.states.iter().any(|name| name == MARKED);
    !c.words.states.is_empty() && (marks || (0..MAX_WORDS).filter_map(|place| c.ahead(place)).any(|lexeme| state(&lexeme.token.word)))
}

/// What is said of those who are marked: whether they are from now on, and as what.
fn verb(c: &mut Cursor) -> Option<(bool, String)> {
    while c.maybe_one_of(&["must", "then", "at once", "also"]).is_some() {}
    if c.maybe("is no longer marked as") {
        let name = known(c).or_else(|| c.words.states.iter().find(|name| *name == MARKED).cloned())?;
        return Some((false, name));
    }
    if c.maybe("is marked as") || c.maybe("becomes") {
        return known(c).map(|name| (true, name));
    }
    // "go upstairs", "be asleep"
    if c.maybe_one_of(&["is", "are", "falls", "gains"]).is_none() {
        let goes = c.peek().is_some_and(|lexeme| ["go", "goes", "be", "get", "gets"].iter().any(|word| lexeme.token.is_word(word)));
        goes.then(|| c.skip())?;
    }
    // "is no longer asleep"
    let off = c.maybe("may not") || c.maybe("not");
    known(c).map(|name| (!off, name))
}

/// After "is" or "that is": `asleep`, `marked as asleep`.
pub fn state(c: &mut Cursor, of: Ref) -> Option<Condition> {
    if let Some(found) = called::so(c, of) {
        return Some(found);
    }
    if c.words.states.is_empty() {
        return None;
    }
    let named = c.attempt(|c| {
        c.maybe_one_of(&["marked as", "marked"])?;
        c.maybe("as");
        known(c)
    });
    let name = named.or_else(|| known(c))?;
    Some(Condition::is_marked(name, of))
}

/// The same as a verb: `is marked as asleep`, `are not asleep`.
pub fn predicate(c: &mut Cursor, of: Ref) -> Option<Condition> {
    if c.words.states.is_empty() && c.words.called.is_empty() {
        return None;
    }
    if c.maybe("is marked as") {
        return state(c, of);
    }
    c.maybe_one_of(&["is", "are"])?;
    c.maybe_one_of(&["still", "currently"]);
    let denied = c.maybe("not") || c.maybe("may not");
    let found = state(c, of)?;
    Some(if denied { negated(found) } else { found })
}

/// Before the noun: `an asleep knight`, `own marked pieces`; whose they are, where that is said before it.
pub fn adjective(c: &mut Cursor) -> Option<(Option<Whose>, Condition)> {
    if c.words.states.is_empty() && c.words.called.is_empty() {
        return None;
    }
    c.attempt(|c| {
        c.maybe_one_of(&["a", "every", "the"]);
        c.maybe("the");
        let owner = nouns::owner(c);
        let found = state(c, Ref::Itself)?;
        nouns::class(&mut c.fork())?;
        Some((owner, found))
    })
}
