//! Men that deeds of the same sentence have chosen, spoken of again: "the enemy piece", "the other one", and "both" where there are two.

use super::Cast;
use super::whom::{describes, side_of_class};
use crate::rule::cursor::{Cursor, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::nouns;
use crate::rule::{Chooser, Class, Deed, Kinds, Owner, Player, Ref, Whom};

/// How far on it is looked for a word that speaks of two.
const MAX_WORDS: usize = 16;

/// Whom the last of these deeds have chosen, as what, seen from him who chose; of two the first one first.
pub fn chosen(done: &[Deed], cast: &Cast) -> Option<(Vec<(Ref, Class)>, Player)> {
    let by = done.iter().rev().find_map(chosen_by)?;
    let seen = |(of, class): (Ref, Class)| {
        let owner = match side_of_class(&class) {
            Some(None) if by == Player::Mover => Owner::Own,
            Some(Some(whose)) if whose == by => Owner::Own,
            Some(_) => Owner::Enemy,
            None => Owner::Anyone,
        };
        (of, Class { owner, ..class })
    };
    let men: Vec<(Ref, Class)> = men(done, cast).into_iter().map(seen).collect();
    (!men.is_empty()).then_some((men, by))
}

/// Who chose in it.
fn chosen_by(deed: &Deed) -> Option<Player> {
    let who = match deed {
        Deed::Swap(one, other) => Some(if one_chosen(other).is_some() { other.clone() } else { one.clone() }),
        deed => deed.clone().done_to().cloned(),
    };
    match who? {
        Whom::Among { chooser: Chooser::Player(who), .. } => Some(who),
        Whom::Among { chooser: Chooser::Mover | Chooser::Chance, .. } => Some(Player::Mover),
        _ => None,
    }
}

fn men(done: &[Deed], cast: &Cast) -> Vec<(Ref, Class)> {
    let Some(at) = done.iter().rposition(chooses) else { return Vec::new() };
    let (before, last) = (at.checked_sub(1).and_then(|at| done.get(at)), &done[at]);
    match (before, last) {
        (_, Deed::Swap(one, other)) => match (one_chosen(one), one_chosen(other), one, other) {
            (Some(one), Some(other), ..) => vec![(Ref::Former, one.clone()), (Ref::Chosen, other.clone())],
            (Some(one), None, _, Whom::That(of)) => vec![(Ref::Chosen, one.clone()), (*of, class_of(*of, cast))],
            (None, Some(other), Whom::That(of), _) => vec![(*of, class_of(*of, cast)), (Ref::Chosen, other.clone())],
            _ => Vec::new(),
        },
        (Some(Deed::Choose(one)), Deed::Choose(other)) => match (one_chosen(one), one_chosen(other)) {
            (Some(one), Some(other)) => vec![(Ref::Former, one.clone()), (Ref::Chosen, other.clone())],
            _ => Vec::new(),
        },
        (_, last) => last.clone().done_to().and_then(|who| one_chosen(who).cloned()).map(|who| (Ref::Chosen, who)).into_iter().collect(),
    }
}

/// Somebody is chosen or made in it.
fn chooses(deed: &Deed) -> bool {
    match deed {
        Deed::Swap(one, other) => one_chosen(one).or_else(|| one_chosen(other)).is_some(),
        Deed::Place { .. } | Deed::Drop { .. } | Deed::Again { .. } => true,
        deed => deed.clone().done_to().is_some_and(|who| one_chosen(who).is_some()) || !deed.inner().is_empty(),
    }
}

fn one_chosen(who: &Whom) -> Option<&Class> {
    match who {
        Whom::Among { who, chooser, .. } if *chooser != Chooser::All => Some(who),
        _ => None,
    }
}

fn class_of(of: Ref, cast: &Cast) -> Class {
    let class = match of {
        Ref::Actor => cast.actor.clone(),
        Ref::Victim => cast.victim.clone(),
        _ => None,
    };
    let class = class.unwrap_or(Class::EVERY);
    match of {
        Ref::Actor if class.owner == Owner::Anyone => Class { owner: Owner::Own, ..class },
        _ => class,
    }
}

fn is(c: &Cursor, words: &[&str]) -> bool {
    c.peek().is_some_and(|lexeme| lexeme.meant.is_none() && words.iter().any(|word| lexeme.token.is_word(word)))
}

/// `both`, `the two pieces`, `they`: two that have been chosen.
pub fn both(c: &mut Cursor) -> Option<()> {
    c.attempt(|c| {
        if is(c, &["they", "them"]) {
            c.skip();
            return Some(());
        }
        let said = is(c, &["both"]);
        if said {
            c.skip();
            let of = c.maybe("of");
            if of && is(c, &["them"]) {
                c.skip();
                return Some(());
            }
        }
        let those = is(c, &["these", "those"]);
        let the = those || is(c, &["the"]);
        if the {
            c.skip();
        }
        let two = c.peek().is_some_and(|lexeme| lexeme.token.sort == Sort::Number(2));
        if two {
            c.skip();
        }
        let told = is(c, &["chosen", "swapped", "selected", "exchanged", "picked", "named"]);
        if told && !is_men(c) {
            c.skip();
        }
        let men = is_men(c);
        if men {
            c.skip();
        }
        let enough = said && (men || !the && !two && !told) || men && the || those && two;
        (enough && !describes(&mut c.fork())).then_some(())
    })
}

/// Men in the plural.
fn is_men(c: &Cursor) -> bool {
    c.peek().is_some_and(|lexeme| {
        let plural =
            |word: &str| ["pieces", "men"].contains(&word) || c.words.kinds.iter().any(|kind| kind.plural == *word && kind.name != *word);
        lexeme.tokens == 1 && plural(&lexeme.token.word)
    })
}

/// What is done to both of two that have been chosen: to the one and then to the other.
pub fn done_to_both(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    let [(one, _), (other, _)] = c.stance.chosen.as_slice() else { return None };
    let (one, other) = (*one, *other);
    let spoken = |lexeme: &crate::rule::words::Lexeme| {
        let words = ["both", "they", "them", "these", "those", "pieces", "men"];
        lexeme.token.sort == Sort::Number(2) || words.iter().any(|word| lexeme.token.is_word(word))
    };
    let said = (0..MAX_WORDS).filter_map(|place| c.ahead(place)).any(spoken);
    (c.stance.both.is_none() && said).then_some(())?;
    if let Some(swap) = c.attempt(|c| {
        both(c)?;
        c.maybe("then");
        c.take_one_of(&["swap places", "swap"])?;
        Some(Deed::Swap(Whom::That(one), Whom::That(other)))
    }) {
        return Some(vec![swap]);
    }
    let mut ahead = c.fork();
    let first = ahead.meaning(|stance| &mut stance.both, Some(one), |c| super::one(c, cast))?;
    let second = c.meaning(|stance| &mut stance.both, Some(other), |c| super::one(c, cast))?;
    (first != second && ahead.at() == c.at()).then(|| [first, second].concat())
}

/// `the enemy piece`, `his rook`, `the other one`: one that has been chosen.
pub fn one_of_them(c: &mut Cursor, cast: &Cast) -> Option<Ref> {
    if let Some(of) = c.stance.both {
        return both(c).map(|()| of);
    }
    (!c.stance.chosen.is_empty()).then_some(())?;
    // what is said of both is never done to one of them alone
    if c.stance.chosen.len() == 2 && c.stance.them.is_none() && is(c, &["they", "them"]) {
        let problem = Diagnostic::new("L045", c.span_from(c.at()), "this cannot be said of both at once".to_string());
        return c.refuse(problem.hint("say it of each: the enemy piece ..., and then the other chosen piece ..."));
    }
    c.attempt(|c| {
        let from = c.at();
        let his = c.peek().is_some_and(|lexeme| lexeme.means("its") && !lexeme.token.is_word("its"));
        let whose = c.peek().and_then(|lexeme| lexeme.meant.clone());
        if his && whose.is_some_and(|whose| whose != c.stance.chosen_by) {
            return None;
        }
        // "that piece" is one word in "a player who has a rook on e4 must move that piece"
        let that_piece = c.peek().is_some_and(|lexeme| lexeme.means("such a piece") && lexeme.token.is_word("that"));
        match his {
            true => c.skip(),
            false if that_piece => {}
            false => c.take_one_of(&["the", "that"]).map(|_| ())?,
        }
        let other = c.maybe("other");
        let owner = match c.take_one_of(&["own", "enemy"]) {
            Some("own") => Some(Owner::Own),
            Some(_) => Some(Owner::Enemy),
            None => his.then_some(Owner::Own),
        };
        let single = c.peek()?.token.clone();
        let kind = match that_piece && c.maybe("such a piece") || c.maybe("piece") || other && c.one() {
            true if that_piece => None,
            true => (["piece", "man", "unit", "one"].iter().any(|word| single.is_word(word))).then_some(None)?,
            false => {
                let kind = nouns::kind(c)?;
                single.is_word(&kind).then_some(Some(kind))?
            }
        };
        (!describes(&mut c.fork())).then_some(())?;
        let fits = |class: &Class| {
            let of_kind = kind.as_ref().is_none_or(|kind| match &class.kinds {
                Kinds::Only(kinds) => kinds.contains(kind),
                _ => false,
            });
            of_kind && owner.as_ref().is_none_or(|owner| class.owner == *owner)
        };
        // the one of the event may be called so too
        let in_event = |class: &Option<Class>| match (class, &kind) {
            (Some(class), Some(kind)) => class.kinds == Kinds::Only(vec![kind.clone()]),
            (Some(_), None) => true,
            (None, _) => false,
        };
        let alone = c.stance.chosen.len() == 1;
        if alone && owner.is_none() && !other && (in_event(&cast.actor) || in_event(&cast.victim)) {
            return None;
        }
        // what has a side there has it as seen from somebody else
        if owner.is_some() && c.stance.chosen_by == Player::Mover && c.stance.told != Told::OfMover {
            let problem = Diagnostic::new("L004", c.span_from(from), "it is not clear from whose side that is said".to_string());
            return c.refuse(problem.hint("say \"the chosen piece\" of the last one, \"the other chosen piece\" or \"both\""));
        }
        let found: Vec<Ref> = c.stance.chosen.iter().filter(|(_, class)| fits(class)).map(|(of, _)| *of).collect();
        let two = c.stance.chosen.len() == 2;
        match found.as_slice() {
            [one] => Some(*one),
            [_, second] if other => Some(*second),
            [_, _] => {
                let problem = Diagnostic::new("L004", c.span_from(from), "it is not clear which one of the two that is".to_string());
                c.refuse(problem.hint("say \"the enemy piece\", \"the own piece\", \"the other piece\" (the second one) or \"both\""))
            }
            _ if two && kind.is_none() && owner.is_some() => {
                let problem = Diagnostic::new("L004", c.span_from(from), "neither of the two is called so".to_string());
                c.refuse(problem.hint("say \"both\", or what they were called when they were chosen"))
            }
            _ => None,
        }
    })
}
