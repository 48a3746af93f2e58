//! Players, and the men that a sentence has already spoken of: `white`, `its owner`, `the captured piece`.

use crate::rule::cursor::{Cursor, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::{deeds, nouns};
use crate::rule::words::Lexeme;
use crate::rule::{Owner, Player, Ref};

/// A player in any wording; `white's` too.
pub fn player(c: &mut Cursor) -> Option<Player> {
    let found = named(c)?;
    // "its owner's opponent"
    match found {
        Player::OwnerOf(man) if c.sees(0, "opponent") && c.back().is_some_and(|owner| owner.possessive) => {
            c.maybe("opponent");
            Some(Player::EnemyOf(man))
        }
        found => Some(found),
    }
}

fn named(c: &mut Cursor) -> Option<Player> {
    c.attempt(|c| {
        if c.maybe("each player") {
            return Some(Player::Each);
        }
        if (c.sees(0, "it") || c.sees(0, "you"))
            && let Some(him) = c.player_meant()
        {
            c.skip();
            return Some(him);
        }
        if c.sees(0, "its") && c.sees(1, "opponent") {
            return his_opponent(c);
        }
        // "his points"
        let rival = c.sees(1, "enemy") || c.sees(1, "owner");
        if c.sees(0, "its")
            && !rival
            && let Some(him) = c.player_meant()
        {
            c.skip();
            return Some(him);
        }
        if c.sees(0, "its") && c.sees(1, "owner") {
            let from = c.at();
            let either = c.stance.pair && c.stance.it == Ref::Actor && the_lady(c).is_none();
            c.maybe("its");
            c.maybe("owner");
            if either {
                return neither(c, from);
            }
            if c.stance.two && c.stance.it == Ref::Actor {
                return not_clear(c, from);
            }
            return Some(Player::OwnerOf(c.stance.it));
        }
        if let Some(of) = c.attempt(|c| {
            let of = by_kind(c)?;
            c.maybe("owner").then_some(of)
        }) {
            return Some(Player::OwnerOf(of));
        }
        if let Some(of) = c.attempt(|c| {
            c.maybe("the");
            if c.maybe("owner") {
                c.take("of")?;
                return reference(c);
            }
            let of = reference(c)?;
            c.maybe("owner").then_some(of)
        }) {
            return Some(Player::OwnerOf(of));
        }
        if let Some(other) = c.attempt(in_order) {
            return Some(other);
        }
        if c.maybe("the") {
            // "the player" is he whose move it is
            if c.maybe("player") {
                return Some(Player::Mover);
            }
        } else {
            c.maybe("its");
        }
        match c.maybe_one_of(&["mover", "opponent", "enemy"]) {
            // "the mover's opponent"
            Some("mover") if c.back().is_some_and(|mover| mover.possessive) && c.maybe("opponent") => Some(Player::Opponent),
            Some("mover") => Some(Player::Mover),
            Some(_) => Some(opponent(c)),
            None => nouns::army(c).map(Player::Colour),
        }
    })
}

/// `the next player`, `the player to his left`, `his left neighbour`: of two it is the other one.
fn in_order(c: &mut Cursor) -> Option<Player> {
    let from = c.at();
    let word = |c: &mut Cursor, these: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && these.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    let side = |c: &mut Cursor| word(c, &["left", "right"]);
    const NEIGHBOUR: [&str; 2] = ["neighbour", "neighbor"];
    let begins = |at: usize| {
        c.ahead(at).is_some_and(|lexeme| {
            ["next", "previous", "preceding", "following", "left", "right"].iter().any(|word| lexeme.token.is_word(word))
        })
    };
    let behind = c.ahead(1).is_some_and(|lexeme| lexeme.means("player"))
        && c.ahead(2).is_some_and(|lexeme| lexeme.means("to") || lexeme.means("on"));
    (begins(0) || begins(1) || behind).then_some(())?;
    let the = c.maybe("the");
    if !the {
        c.maybe("its");
    }
    let before = word(c, &["next", "previous", "preceding", "following"]).is_some() || side(c).is_some();
    let named = c.maybe("player") || word(c, &NEIGHBOUR).is_some();
    named.then_some(())?;
    let behind = !before
        && c.attempt(|c| {
            c.maybe_one_of(&["to", "on"])?;
            c.maybe_one_of(&["its", "the"])?;
            side(c)
        })
        .is_some();
    (before || behind).then_some(())?;
    if c.words.armies.len() > 2 {
        let problem = "in which order more than two players sit is not known to a rule".to_string();
        let hint =
            "name the colour (\"white loses {man} of his choice\"), or say \"the opponent\", who is on the other side of the same board";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    }
    c.assume("of two players that is the opponent");
    Some(opponent(c))
}

/// `the opponent`: of whoever moves, or of the player of whom it is told what befalls him.
pub fn opponent(c: &mut Cursor) -> Player {
    if let Some(named) = c.stance.opponent.clone() {
        return named;
    }
    // "its owner gains a coin and the opponent loses one": the other one
    if let Some(loser @ Player::OwnerOf(Ref::Victim)) = &c.stance.spoken {
        return c.rival_of(loser).unwrap_or(Player::Opponent);
    }
    match &c.stance.told {
        Told::Of(player @ Player::OwnerOf(_)) => c.rival_of(player).unwrap_or(Player::Opponent),
        Told::OfMan(Ref::Victim) => {
            c.assume("\"the opponent\" is that of whoever captures");
            Player::Opponent
        }
        Told::Of(_) | Told::OfMan(_) | Told::OfMover => Player::Opponent,
    }
}

/// `his opponent`: of whom "he" is.
fn his_opponent(c: &mut Cursor) -> Option<Player> {
    let from = c.at();
    let he = match nouns::his_side(c) {
        Some(he) => he,
        None if c.stance.it == Ref::Victim => Player::OwnerOf(Ref::Victim),
        None => Player::Mover,
    };
    c.maybe("its");
    c.maybe("opponent");
    match c.rival_of(&he) {
        Some(rival) => {
            c.stance_mut().opponent = Some(rival.clone());
            Some(rival)
        }
        None => {
            let problem = Diagnostic::new("L004", c.span_from(from), "it is not clear whose opponent that is".to_string());
            c.refuse(problem.hint("say \"the opponent\" of whoever moves, \"the mover\", or name the colour"))
        }
    }
}

/// "It", where one man acts and another one is captured.
pub fn not_clear<T>(c: &mut Cursor, from: usize) -> Option<T> {
    let problem = "it is not clear whether this is the captured or the capturing piece".to_string();
    c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint("say \"the captured piece\" or \"the capturing piece\""))
}

/// "He", where one player pays another one.
pub fn not_said_who<T>(c: &mut Cursor) -> Option<T> {
    let problem = "it is not clear who \"he\" is: whoever pays, or whoever is paid".to_string();
    let problem = Diagnostic::new("L004", c.span_from(c.at() - 1), problem);
    c.refuse(problem.hint("name the colours, in one sentence each: white pays two coins to the opponent; if white cannot, ..."))
}

/// "Its" and "her", where one man attacks another one.
pub fn neither<T>(c: &mut Cursor, from: usize) -> Option<T> {
    let problem = "it is not clear whether this is said of the piece that attacks or of the one that is attacked".to_string();
    let problem = Diagnostic::new("L004", c.span_from(from), problem);
    c.refuse(problem.hint("say \"the moving piece's owner\", \"the mover\" or \"the opponent\", or name the colour"))
}

/// A man that the sentence has spoken of.
pub fn reference(c: &mut Cursor) -> Option<Ref> {
    c.attempt(|c| {
        if let Some(lady) = the_lady(c).filter(|_| c.it()) {
            return Some(lady);
        }
        if names_another_lady(c) {
            return neither(c, c.at());
        }
        if c.it() {
            return Some(c.stance.it);
        }
        if let Some(found) = c.attempt(by_kind) {
            return Some(found);
        }
        let from = c.at();
        c.maybe("the");
        if c.sees(0, "other") && c.sees(1, "chosen piece") {
            c.skip();
            c.skip();
            return Some(Ref::Former);
        }
        match c.maybe_one_of(&["captured piece", "capturing piece", "moving piece", "chosen piece", "piece in question"])? {
            "captured piece" => Some(Ref::Victim),
            "chosen piece" => Some(Ref::Chosen),
            "piece in question" if c.stance.around != Some(Ref::Outer) => {
                let problem = Diagnostic::new("L004", c.span_from(from), "no piece is in question here".to_string());
                c.refuse(
                    problem.hint("it is the piece around a description: Pieces attacked by an enemy piece of the same kind may not move."),
                )
            }
            "piece in question" => Some(Ref::Outer),
            _ => Some(Ref::Actor),
        }
    })
}

/// "She", of an event with one man whom players call so.
pub fn the_lady(c: &Cursor) -> Option<Ref> {
    c.peek().filter(|lexeme| ["she", "her"].iter().any(|word| lexeme.token.is_word(word)))?;
    let she = c.words.lady()?;
    let mut ladies = c.stance.named.iter().filter(|(name, _)| *name == she.name);
    let (_, of) = ladies.next()?;
    ladies.next().is_none().then_some(*of)
}

/// "She", where the sentence has named one whom players call so and "it" is somebody else.
fn names_another_lady(c: &Cursor) -> bool {
    let she = c.peek().is_some_and(|lexeme| lexeme.meant.is_none() && ["she", "her"].iter().any(|word| lexeme.token.is_word(word)));
    let Some(lady) = c.words.lady().filter(|_| she) else { return false };
    let named = |lexeme: &Lexeme| lexeme.token.is_word(&lady.name) || lexeme.token.is_word(&lady.plural);
    c.stance.it == Ref::Actor && c.since(0).iter().any(named)
}

/// `the bishop`, of an event with one bishop.
fn by_kind(c: &mut Cursor) -> Option<Ref> {
    (!c.stance.named.is_empty()).then_some(())?;
    // "said knight"
    let that = c.peek()?.token.is_word("said") && c.maybe("says") || c.maybe_one_of(&["the", "that"])? == "that";
    let kind = nouns::kind(c)?;
    deeds::that_castled(c);
    if nouns::is_one_of_more(c) {
        return None;
    }
    let found: Vec<Ref> = c.stance.named.iter().filter(|(name, _)| *name == kind).map(|(_, of)| *of).collect();
    match found.as_slice() {
        [one] => Some(*one),
        // who has been chosen was spoken of last
        [.., Ref::Chosen] if that => Some(Ref::Chosen),
        _ => None,
    }
}

/// A player as the subject of a sentence: `white`, `a player`, `you`, `the opponent`.
pub fn subject(c: &mut Cursor) -> Option<Player> {
    if let Some(found) = c.attempt(player) {
        return Some(found);
    }
    c.attempt(|c| {
        c.take_one_of(&["every", "the", "a"]);
        c.take("player").map(|()| Player::Each)
    })
}

/// Whose men those are that such a player moves; an opponent has no move while another player is on move.
pub fn movers_of(who: &Player) -> Option<Owner> {
    match who {
        Player::Each | Player::Mover => Some(Owner::Anyone),
        Player::Colour(army) => Some(Owner::Army(army.clone())),
        Player::Opponent | Player::OwnerOf(_) | Player::EnemyOf(_) => None,
    }
}
