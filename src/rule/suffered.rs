//! Players to whom it is done: who may not be put in check or captured does nothing himself, and is not whoever moves. Turns of phrase read such sentences as of
//! those who do it; what is said of the player is said of their opponent.

use super::paraphrase::{Turn, turn};
use super::words::Lexeme;

/// What is done to a player.
const SUFFERED: [&str; 3] = ["is checked", "is captured", "be attacked"];
/// How a player is spoken of as the subject.
const PLAYERS: [&str; 7] = ["player", "each player", "you", "mover", "a", "the", "every"];
/// How he is spoken of again.
const HE: [&str; 6] = ["he", "she", "they", "his", "her", "their"];
/// How many words name him at most.
const MAX_NAME: usize = 2;

/// Behind a player: `may not be put in check`.
pub fn is_suffered(rest: &[Lexeme]) -> bool {
    let may = rest.first().is_some_and(|first| first.means("may") || first.means("may not"));
    may && rest.get(1).is_some_and(|verb| SUFFERED.iter().any(|suffered| verb.means(suffered)))
}

/// `he may not be put in check`, `his knights may not be captured`, where the condition speaks of a player.
pub fn suffers(guard: &[Lexeme], body: &[Lexeme]) -> bool {
    let spoken = |lexeme: &Lexeme| HE.iter().any(|word| lexeme.token.is_word(word));
    let named = |lexeme: &Lexeme| spoken(lexeme) || PLAYERS.iter().any(|word| lexeme.means(word));
    let of_a_player = |lexeme: &Lexeme| spoken(lexeme) || PLAYERS[..4].iter().any(|word| lexeme.means(word));
    let subject = body.iter().take_while(|lexeme| named(lexeme)).count();
    let player = (1..=MAX_NAME).contains(&subject) && is_suffered(&body[subject..]);
    // "his knights may not be captured"
    let his = body.first().is_some_and(|first| HE[3..].iter().any(|word| first.token.is_word(word)));
    let men = his && (1..body.len()).any(|at| is_suffered(&body[at..]));
    (player || men) && guard.iter().any(of_a_player)
}

#[rustfmt::skip]
pub const SUFFERED_TURNS: &[Turn] = &[
    // who may not be put in check
    turn("a|any|each|every|the? player|players|side|anyone|those who|that A may|can not be|get put|placed|given|checked in? check?", "if the opponent A , no piece may give check"),
    turn("a|any|each|every|the? player|players|side|anyone|those who|that A may|can not be|get put|placed|given|checked in? check? by B", "if the opponent A , B may not give check"),
    turn("whoever|who A may|can not be|get put|placed|given|checked in? check?", "if the opponent A , no piece may give check"),
    turn("whoever|who A may|can not be|get put|placed|given|checked in? check? by B", "if the opponent A , B may not give check"),
    turn("a|any|each|every|the? player|players|side with A may|can not be|get put|placed|given|checked in? check?", "if the opponent has A , no piece may give check"),
    turn("a|any|each|every|the? player|players|side with A may|can not be|get put|placed|given|checked in? check? by B", "if the opponent has A , B may not give check"),
    turn("a|any|each|every|the? player|players|side without a|any? A may|can not be|get put|placed|given|checked in? check?", "if the opponent has no A , no piece may give check"),
    turn("a|any|each|every|the? player|players|side without a|any? A may|can not be|get put|placed|given|checked in? check? by B", "if the opponent has no A , B may not give check"),
    turn("a|any|each|every|the? player|players|side in check may|can not be|get put|placed|given|checked in? check?", "if the opponent is in check , no piece may give check"),
    turn("a|any|each|every|the? player|players|side in check may|can not be|get put|placed|given|checked in? check? by B", "if the opponent is in check , B may not give check"),
    turn("a|any|each|every|the? player|players|side whose A may|can not be|get put|placed|given|checked in? check?", "if the opponent's A , no piece may give check"),
    turn("a|any|each|every|the? player|players|side whose A may|can not be|get put|placed|given|checked in? check? by B", "if the opponent's A , B may not give check"),
    turn("no player|side who|that A may|can be|get put|placed|given|checked in? check?", "if the opponent A , no piece may give check"),
    turn("no player|side who|that A may|can be|get put|placed|given|checked in? check? by B", "if the opponent A , B may not give check"),
    turn("no player|side with A may|can be|get put|placed|given|checked in? check?", "if the opponent has A , no piece may give check"),
    turn("no player|side with A may|can be|get put|placed|given|checked in? check? by B", "if the opponent has A , B may not give check"),
    turn("no player|side without a|any? A may|can be|get put|placed|given|checked in? check?", "if the opponent has no A , no piece may give check"),
    turn("no player|side without a|any? A may|can be|get put|placed|given|checked in? check? by B", "if the opponent has no A , B may not give check"),
    turn("no player|side in check may|can be|get put|placed|given|checked in? check?", "if the opponent is in check , no piece may give check"),
    turn("no player|side in check may|can be|get put|placed|given|checked in? check? by B", "if the opponent is in check , B may not give check"),
    turn("nobody|none who|that A may|can be|get put|placed|given|checked in? check?", "if the opponent A , no piece may give check"),
    turn("nobody|none who|that A may|can be|get put|placed|given|checked in? check? by B", "if the opponent A , B may not give check"),
    turn("E:if|when|whenever|while|unless a|any|the? player A , he|she|they may|can not be|get put|placed|given|checked in? check?", "E the opponent A , no piece may give check"),
    turn("E:if|when|whenever|while|unless a|any|the? player A , he|she|they may|can not be|get put|placed|given|checked in? check? by B", "E the opponent A , B may not give check"),
    turn("E:if|when|whenever|while|unless W:white|black A , he|she|they may|can not be|get put|placed|given|checked in? check? by? B?", "E W A , W may not be put in check by B"),
    turn("E:if|when|whenever|while|unless W:white|black A , he|she|they may|can not be|get put|placed|given|checked in? check?", "E W A , W may not be put in check"),
    turn("a|any|each|every|the? player|players may|can not be|get put|placed|given|checked in? check? E:if|when|whenever|while|unless he|she|they|it A", "E the opponent A , no piece may give check"),
    turn("a|any|each|every|the? player|players may|can not be|get put|placed|given|checked in? check? by B E:if|when|whenever|while|unless he|she|they|it A", "E the opponent A , B may not give check"),
    turn("a|any|each|every|the? player|players may|can not be|get put|placed|given|checked in? check? E:if|when|whenever|while|unless his|her|their A", "E the opponent's A , no piece may give check"),
    turn("nobody|none may|can give|gives|deliver check to a|any|the? player|players|one|opponent who|that A", "if the opponent A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not give|gives|deliver check to a|any|the? player|players|one|opponent who|that A", "if the opponent A , no piece may give check"),
    turn("B may|can not give|gives|deliver check to a|any|the? player|players|one|opponent who|that A", "if the opponent A , B may not give check"),
    turn("nobody|none may|can give|gives|deliver check to a|any|the? player|players|one|opponent with A", "if the opponent has A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not give|gives|deliver check to a|any|the? player|players|one|opponent with A", "if the opponent has A , no piece may give check"),
    turn("B may|can not give|gives|deliver check to a|any|the? player|players|one|opponent with A", "if the opponent has A , B may not give check"),
    turn("nobody|none may|can give|gives|deliver check to a|any|the? player|players|one|opponent without a|any? A", "if the opponent has no A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not give|gives|deliver check to a|any|the? player|players|one|opponent without a|any? A", "if the opponent has no A , no piece may give check"),
    turn("B may|can not give|gives|deliver check to a|any|the? player|players|one|opponent without a|any? A", "if the opponent has no A , B may not give check"),
    turn("nobody|none may|can give|gives|deliver check to a|any|the? player|players|one|opponent whose A", "if the opponent's A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not give|gives|deliver check to a|any|the? player|players|one|opponent whose A", "if the opponent's A , no piece may give check"),
    turn("B may|can not give|gives|deliver check to a|any|the? player|players|one|opponent whose A", "if the opponent's A , B may not give check"),
    turn("nobody|none may|can put|place|check a|any|the? player|players|opponent who|that A in? check?", "if the opponent A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place|check a|any|the? player|players|opponent who|that A in? check?", "if the opponent A , no piece may give check"),
    turn("B may|can not put|place|check a|any|the? player|players|opponent who|that A in? check?", "if the opponent A , B may not give check"),
    turn("nobody|none may|can put|place|check a|any|the? player|players|opponent with A in? check?", "if the opponent has A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place|check a|any|the? player|players|opponent with A in? check?", "if the opponent has A , no piece may give check"),
    turn("B may|can not put|place|check a|any|the? player|players|opponent with A in? check?", "if the opponent has A , B may not give check"),
    turn("nobody|none may|can put|place|check a|any|the? player|players|opponent without a|any? A in? check?", "if the opponent has no A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place|check a|any|the? player|players|opponent without a|any? A in? check?", "if the opponent has no A , no piece may give check"),
    turn("B may|can not put|place|check a|any|the? player|players|opponent without a|any? A in? check?", "if the opponent has no A , B may not give check"),
    turn("nobody|none may|can put|place|check a|any|the? player|players|opponent whose A in? check?", "if the opponent's A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place|check a|any|the? player|players|opponent whose A in? check?", "if the opponent's A , no piece may give check"),
    turn("B may|can not put|place|check a|any|the? player|players|opponent whose A in? check?", "if the opponent's A , B may not give check"),
    turn("nobody|none may|can put|place in check a|any|the? player|players|opponent who|that A", "if the opponent A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place in check a|any|the? player|players|opponent who|that A", "if the opponent A , no piece may give check"),
    turn("B may|can not put|place in check a|any|the? player|players|opponent who|that A", "if the opponent A , B may not give check"),
    turn("nobody|none may|can put|place in check a|any|the? player|players|opponent with A", "if the opponent has A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place in check a|any|the? player|players|opponent with A", "if the opponent has A , no piece may give check"),
    turn("B may|can not put|place in check a|any|the? player|players|opponent with A", "if the opponent has A , B may not give check"),
    turn("nobody|none may|can put|place in check a|any|the? player|players|opponent without a|any? A", "if the opponent has no A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place in check a|any|the? player|players|opponent without a|any? A", "if the opponent has no A , no piece may give check"),
    turn("B may|can not put|place in check a|any|the? player|players|opponent without a|any? A", "if the opponent has no A , B may not give check"),
    turn("nobody|none may|can put|place in check a|any|the? player|players|opponent whose A", "if the opponent's A , no piece may give check"),
    turn("a|any|each|every|the? player|players|you may|can not put|place in check a|any|the? player|players|opponent whose A", "if the opponent's A , no piece may give check"),
    turn("B may|can not put|place in check a|any|the? player|players|opponent whose A", "if the opponent's A , B may not give check"),
    turn("nobody|none may|can give|gives check to W:white|black", "W may not be put in check"),
    turn("B may|can not give check to W:white|black", "W may not be put in check by B"),
    turn("a|any|each|every|the? player|players|side|anyone|those who|that A may|can not be|get put|placed|given|checked in? check? ,? C:on|before|until|after|from|during|for", "if the opponent A , no piece may give check C"),
    turn("a|any|each|every|the? player|players|side with A may|can not be|get put|placed|given|checked in? check? ,? C:on|before|until|after|from|during|for", "if the opponent has A , no piece may give check C"),
    turn("a|any|each|every|the? player|players|side without a|any? A may|can not be|get put|placed|given|checked in? check? ,? C:on|before|until|after|from|during|for", "if the opponent has no A , no piece may give check C"),
    turn("a|any|each|every|the? player|players|side in check may|can not be|get put|placed|given|checked in? check? ,? C:on|before|until|after|from|during|for", "if the opponent is in check , no piece may give check C"),
    // whose pieces may not be captured
    turn("a|any|each|every|the? player|players|side|anyone|those who|that A may|can not be|get captured|taken B?", "pieces whose owner A may not be captured B"),
    turn("a|any|each|every|the? player|players|side with A may|can not be|get captured|taken B?", "pieces whose owner has A may not be captured B"),
    turn("a|any|each|every|the? player|players|side without a|any? A may|can not be|get captured|taken B?", "pieces whose owner has no A may not be captured B"),
    turn("a|any|each|every|the? player|players|side in check may|can not be|get captured|taken B?", "pieces whose owner is in check may not be captured B"),
    turn("if|when|whenever|while a|any|the? player A , he|she|they may|can not be|get captured|taken C?", "pieces whose owner A may not be captured C"),
    turn("if|when|whenever|while a|any|the? player A , his|her|their B! may|can not be|get captured|taken|attacked C?", "B whose owner A may not be captured C"),
];
