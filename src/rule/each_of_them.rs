//! What is asked of each player at a time: `On turn four, if a player has no queen, he loses a pawn`, `each player's rooks become knights if he has no queen`.

use super::called;
use super::cursor::Cursor;
use super::lasting::seen_from_the_man;
use super::suffered::is_suffered;
use super::syntax::Statement;
use super::syntax::terms::{owned_by, possessions, with, without};
use super::words::Lexeme;
use super::{Chooser, Condition, Event, Form, Owner, Player, Trigger, Vocabulary, Whom};

/// How many words say how often something may be done in a game.
const MAX_COUNT: usize = 5;

/// `if a player has no queen, he ...`: what is asked of him, and the rest, said of him.
pub fn if_a_player<'l>(lexemes: &'l [Lexeme], words: &Vocabulary) -> Option<(Condition, &'l [Lexeme])> {
    let mut c = Cursor::new(lexemes, words);
    (asks_a_player(lexemes.get(..2)?) && c.maybe("when")).then_some(())?;
    c.maybe_one_of(&["each player", "player"])?;
    let when = possessions(&mut c, &Player::Mover)?;
    c.comma().then_some(())?;
    let rest = &lexemes[c.at()..];
    (rest.first()?.meant == Some(Player::Mover)).then_some((when, rest))
}

/// What is said of a player behind "who", and what of him follows it, said of "you".
pub fn of_some_player(lexemes: &[Lexeme], words: &Vocabulary) -> Option<(Condition, Vec<Lexeme>)> {
    let mut c = Cursor::new(lexemes, words);
    let counted = lexemes.iter().take(MAX_COUNT).position(|lexeme| lexeme.means("once per game") || lexeme.means("per game"));
    (0..counted.map_or(0, |at| at + 1)).for_each(|_| c.skip());
    c.comma();
    // "when a player who has no queen captures a piece, ..."
    let does = counted.is_none() && c.maybe("when");
    let first = c.at();
    let nobody = c.maybe("nobody");
    let mut named = None;
    if !nobody && !c.maybe("each player") && !c.maybe("you") {
        c.maybe_one_of(&["every", "the", "a"]);
        named = called::said_of(&mut c, &Player::Mover);
        c.maybe_one_of(&["player", "one", "those", "anyone", "side", "army"])?;
    }
    let behind = if named.is_some() { None } else { c.maybe_one_of(&["who", "that", "with", "without", "whose"]) };
    let when = match behind {
        Some("with") => with(&mut c, &Player::Mover)?,
        Some("without") => without(&mut c, &Player::Mover)?,
        Some("whose") if c.maybe("opponent") => possessions(&mut c, &Player::Opponent)?,
        Some("whose") => owned_by(&mut c, &Player::Mover)?,
        Some(_) => possessions(&mut c, &Player::Mover)?,
        None => match named {
            Some(named) => named,
            None => c.maybe("in check").then_some(Condition::Check(Player::Mover))?,
        },
    };
    c.comma();
    // "a player who has no queen may not be put in check": that is not whoever moves
    if is_suffered(&lexemes[c.at()..]) {
        return None;
    }
    let subject = if nobody { "nobody" } else { "you" };
    let subject = Lexeme { phrase: Some(subject), meant: Some(Player::Mover), ..lexemes.get(first)?.clone() };
    let before = if counted.is_some() || does { &lexemes[..first] } else { &[] };
    let rest = before.iter().cloned().chain([subject]).chain(lexemes[c.at()..].iter().cloned()).collect();
    Some((when, rest))
}

/// `if a player`.
pub fn asks_a_player(two: &[Lexeme]) -> bool {
    let [first, player] = two else { return false };
    let single = ["a", "any"].iter().any(|word| player.token.is_word(word));
    first.means("when") && first.token.is_word("if") && player.means("each player") && single && !player.possessive
}

/// Puts the condition on the men of each player, where they are spoken of and it asks of him; whether it could be put there.
pub fn of_each_owner(statement: &mut Statement, when: &Condition, body: &[Lexeme]) -> bool {
    if !body.iter().any(|lexeme| lexeme.means("each player") && lexeme.possessive) || when.counts_turns() {
        return false;
    }
    let (Statement::Forms(forms), Some(when)) = (statement, seen_from_the_man(when)) else { return false };
    let [(Form::Trigger(Trigger { event: Event::Enacted, deeds, .. }), _)] = forms.as_mut_slice() else { return false };
    let [deed] = deeds.as_mut_slice() else { return false };
    match deed.done_to() {
        Some(Whom::Among { who, chooser: Chooser::All, .. }) if who.owner == Owner::Anyone => {
            *who = who.clone().such_that(when);
            true
        }
        _ => false,
    }
}
