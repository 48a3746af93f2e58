//! `Pawns may move only when ...`: the sentence that forbids it otherwise.

use super::Vocabulary;
use super::words::Lexeme;

/// "Pawns may move only when" is "pawns may not move unless": the sentence with "may not". What is granted besides ("may also") stays as it is.
pub fn forbidding(body: &[Lexeme], words: &Vocabulary) -> Option<Vec<Lexeme>> {
    if body.iter().any(|lexeme| lexeme.means("also") || lexeme.means("may not")) {
        return None;
    }
    let mut banned: Vec<Lexeme> = body.to_vec();
    let verb = |lexeme: &Lexeme| ["move", "capture", "castle", "promote", "move and capture", "leap"].iter().any(|verb| lexeme.means(verb));
    match banned.iter().position(|lexeme| lexeme.means("may")) {
        Some(at) => {
            banned[at].phrase = Some("may not");
            if banned.get(at + 1).is_some_and(|lexeme| lexeme.means("only")) {
                banned.remove(at + 1);
            }
        }
        // "pawns capture only on even turns", "pawns capture kings only ..."; how they move at all is another sentence
        None => {
            let men = |lexeme: &Lexeme| {
                ["piece", "a", "every", "own", "enemy"].iter().any(|word| lexeme.means(word)) || words.names_a_kind(&lexeme.token)
            };
            let victims = |at: usize| banned[at].means("capture") && banned.get(at + 1).is_some_and(men);
            let at = banned.iter().position(verb).filter(|&at| at + 1 == banned.len() || victims(at))?;
            let not = Lexeme { phrase: Some("may not"), ..banned[at].clone() };
            banned.insert(at, not);
        }
    }
    Some(banned)
}
