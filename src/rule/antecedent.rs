//! Which player a pronoun means: "he", "his" and "you" are settled once for the whole sentence, before any form reads it.

use super::lexer::Sort;
use super::words::Lexeme;
use super::{Player, Vocabulary};

/// Says at each pronoun which player it means; one that means men, as "it" does, stays as it is.
pub fn settle(lexemes: &mut [Lexeme], words: &Vocabulary) {
    for at in 0..lexemes.len() {
        lexemes[at].meant = meant(at, lexemes, words);
    }
}

fn meant(at: usize, lexemes: &[Lexeme], words: &Vocabulary) -> Option<Player> {
    let lexeme = &lexemes[at];
    if !["it", "its", "you"].iter().any(|phrase| lexeme.means(phrase)) {
        return None;
    }
    match lexeme.token.word.as_str() {
        "you" | "your" | "whoever" => Some(Player::Mover),
        "he" | "she" | "him" | "his" | "her" => match (0..at).rev().find(|&before| is_subject(before, lexemes, words)) {
            Some(subject) => player(subject, lexemes, words),
            None => (0..at)
                .find_map(|before| player(before, lexemes, words))
                .or_else(|| phase_of_each(&lexemes[..at]))
                .or_else(|| turns_of_owner(&lexemes[..at])),
        },
        // several: the players where players were spoken of last
        "they" | "them" | "their" => {
            let last = (0..at).rev().find(|&before| player(before, lexemes, words).is_some() || is_man(&lexemes[before], words))?;
            player(last, lexemes, words)
        }
        _ => None,
    }
}

/// Whether a player stands here of whom something is said: `the opponent may`, `its owner loses`; not `of the opponent`.
fn is_subject(at: usize, lexemes: &[Lexeme], words: &Vocabulary) -> bool {
    let owner = lexemes[at].means("owner") && !lexemes[at].possessive;
    if !owner && player(at, lexemes, words).is_none() {
        return false;
    }
    let leads = |lexeme: &Lexeme| {
        let before = ["the", "a", "every", "its", "each player", "captured piece", "moving piece", "capturing piece", "chosen piece"];
        before.iter().any(|word| lexeme.means(word)) || lexeme.possessive
    };
    let before = lexemes[..at].iter().rev().find(|lexeme| !leads(lexeme));
    let opens = [",", ":", "-", "(", "when", "while", "unless", "and", "or", "then", "but", "otherwise", "if he does", "on", "until"];
    before.is_none_or(|before| opens.iter().any(|word| before.means(word)) || matches!(before.token.sort, Sort::Number(_)))
}

/// "At the end of each player's phase": whoever's it is.
fn phase_of_each(before: &[Lexeme]) -> Option<Player> {
    let own = |two: &[Lexeme]| {
        let player = two[0].possessive && ["each player", "player"].iter().any(|word| two[0].means(word));
        player && ["phase", "turn", "move"].iter().any(|unit| two[1].means(unit))
    };
    before.windows(2).any(own).then_some(Player::Mover)
}

/// "On its owner's next two turns, he ...": that owner, who does it then.
fn turns_of_owner(before: &[Lexeme]) -> Option<Player> {
    let his = |two: &[Lexeme]| two[0].possessive && two[0].means("owner") && two[1].means("next");
    before.windows(2).any(his).then_some(Player::Mover)
}

/// The player that the sentence names here by a noun.
fn player(at: usize, lexemes: &[Lexeme], words: &Vocabulary) -> Option<Player> {
    let lexeme = &lexemes[at];
    if lexeme.token.possessive || lexeme.token.sort != Sort::Word {
        return None;
    }
    if ["each player", "player", "mover", "nobody"].iter().any(|phrase| lexeme.means(phrase)) {
        return Some(Player::Mover);
    }
    if lexeme.means("opponent") {
        // "its owner's opponent" is whoever that is
        let of_owner = at > 0 && lexemes[at - 1].means("owner") && lexemes[at - 1].possessive;
        return (!of_owner).then_some(Player::Opponent);
    }
    // "white moves", not "white pawns" and not "white squares"
    let adjective = lexemes.get(at + 1).is_some_and(|next| is_man(next, words) || next.means("square"));
    let army = words.armies.iter().find(|army| lexeme.phrase.is_none() && lexeme.token.is_word(army));
    army.filter(|_| !adjective).map(|army| Player::Colour(army.clone()))
}

fn is_man(lexeme: &Lexeme, words: &Vocabulary) -> bool {
    let kind = || words.names_a_kind(&lexeme.token);
    lexeme.means("piece") || lexeme.phrase.is_none() && kind()
}
