//! Turns of phrase about what a man may do until it moves again, and about what a player may do so often in a game: each is read as the sentences
//! behind it, with a mark or a counter. How they are written: [`super::paraphrase`].

use super::Vocabulary;
use super::lexer::Token;
use super::paraphrase::{Turn, turn};
use super::syntax::unused;

/// By what is counted how often a player has done it.
const PERMITS: &str = "permits";
const PERMIT: &str = "permit";

/// Other words for a sentence, with permits that no other sentence counts.
pub fn with_permits_of_its_own(tokens: &[Token], sentence: &[Token], words: &Vocabulary) -> Vec<Token> {
    let own = sentence.iter().any(|token| token.is_word(PERMITS) || token.is_word(PERMIT));
    let name = unused(words, PERMITS);
    if own || name == PERMITS {
        return tokens.to_vec();
    }
    let one = name.strip_suffix('s').unwrap_or(&name).to_string();
    let renamed = |token: &Token| match token.word.as_str() {
        PERMITS => Token { word: name.clone(), ..token.clone() },
        PERMIT => Token { word: one.clone(), ..token.clone() },
        _ => token.clone(),
    };
    tokens.iter().map(renamed).collect()
}

#[rustfmt::skip]
pub const LEAVE_TURNS: &[Turn] = &[
    // until it moves again
    turn("E:after|when|whenever|if|once , it|they may|can A until|till it|they moves|move again|next?", "pieces can be marked as poised . after a piece that is poised moves , it is no longer marked as poised . E , it is marked as poised . pieces that are poised may A"),
    turn("E:after|when|whenever|if|once , until|till it|they moves|move again|next? ,? it|they may|can A", "pieces can be marked as poised . after a piece that is poised moves , it is no longer marked as poised . E , it is marked as poised . pieces that are poised may A"),
    turn("a|an|any|every|each A that|which B:captures|moves|gives|castles|promotes|lands|enters|reaches may|can C until|till it|they moves|move again|next?", "pieces can be marked as poised . after a piece that is poised moves , it is no longer marked as poised . after a A B , it is marked as poised . pieces that are poised may C"),
    // for some turns, whoever of them it was
    turn("E:after|when|whenever|if|once gives check , it|they D:may|can|must|cannot for N turns|turn", "pieces can be marked as daring . E gives check , it is marked as daring for N turns . pieces that are daring D"),
    // once, however many turns later
    turn("E:after|when|whenever|if|once , it|they D:may|can|must|cannot on|in|during|with its|their next move", "pieces can be marked as poised . after a piece that is poised moves , it is no longer marked as poised . E , it is marked as poised . pieces that are poised D"),
    turn("A that|which|who? has|have? just? captured B? D:must|may|can|cannot on|in|during|with its|their next move", "pieces can be marked as poised . after a piece that is poised moves , it is no longer marked as poised . when A captures B , it is marked as poised . pieces that are poised D"),
    // so often in a game, whichever of his men he takes
    turn("once per|a|each|every game|match ,? a|any|each|every|the? player may|can|has? move|moves one|any|a|an? of? his|her|their|own? B like|as C", "each player has permits , starting at one . own B may also move like C , paying one permit"),
    turn("a|any|each|every|the? player may|can once per|a|each|every game|match move one|any|a|an? of? his|her|their|own? B like|as C", "each player has permits , starting at one . own B may also move like C , paying one permit"),
    turn("a|any|each|every|the? player may|can move one|any|a|an? of? his|her|their|own? B like|as C once per|a|each|every game|match", "each player has permits , starting at one . own B may also move like C , paying one permit"),
    turn("once per|a|each|every game|match ,? a|any|each|every|the? player B may|can also? move like|as C", "each player has permits , starting at one . own B may also move like C , paying one permit"),
    turn("twice per|a|each|every game|match ,? a|any|each|every|the? player may|can|has? move|moves one|any|a|an? of? his|her|their|own? B like|as C", "each player has permits , starting at two . own B may also move like C , paying one permit"),
    turn("a|any|each|every|the? player may|can twice per|a|each|every game|match move one|any|a|an? of? his|her|their|own? B like|as C", "each player has permits , starting at two . own B may also move like C , paying one permit"),
    turn("a|any|each|every|the? player may|can move one|any|a|an? of? his|her|their|own? B like|as C twice per|a|each|every game|match", "each player has permits , starting at two . own B may also move like C , paying one permit"),
    turn("twice per|a|each|every game|match ,? a|any|each|every|the? player B may|can also? move like|as C", "each player has permits , starting at two . own B may also move like C , paying one permit"),
    turn("N times per|a|each|every game|match ,? a|any|each|every|the? player may|can|has? move|moves one|any|a|an? of? his|her|their|own? B like|as C", "each player has permits , starting at N . own B may also move like C , paying one permit"),
    turn("a|any|each|every|the? player may|can N times per|a|each|every game|match move one|any|a|an? of? his|her|their|own? B like|as C", "each player has permits , starting at N . own B may also move like C , paying one permit"),
    turn("a|any|each|every|the? player may|can move one|any|a|an? of? his|her|their|own? B like|as C N times per|a|each|every game|match", "each player has permits , starting at N . own B may also move like C , paying one permit"),
    turn("N times per|a|each|every game|match ,? a|any|each|every|the? player B may|can also? move like|as C", "each player has permits , starting at N . own B may also move like C , paying one permit"),
];
