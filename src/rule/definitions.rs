//! Definitions (C5): words that stand for other words, put in their place before a sentence is read. A rule is read with those of the moment in
//! which it is made, so that no later definition changes it.

use super::Vocabulary;
use super::lexer::{Sort, Token, tokens};
use super::wording::singular;
use super::words::phrases;

/// The most definitions of a game.
pub const MAX_DEFINITIONS: usize = 64;
/// The most words of a name.
const MAX_NAME: usize = 3;
/// The longest text of a definition, in bytes, with what it makes use of written out.
const MAX_MEANING: usize = 400;
/// The most words that definitions may add to one rule.
const MOST_ADDED: usize = 4000;

/// Words and what they stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Lower case, one to three words: `cross-piece`.
    pub name: String,
    pub meaning: String,
}

/// Reads what follows DEFINE: `cross-piece := piece on the e-file`. Other definitions in it are written out; `Err` says what is wrong.
pub fn define(text: &str, words: &Vocabulary) -> Result<Definition, String> {
    const FORM: &str = "write DEFINE cross-piece := piece on the e-file";
    let sides = text.split_once(":=").or_else(|| text.split_once('=')).or_else(|| text.split_once(" means "));
    let (name, meaning) = sides.ok_or_else(|| format!("it is not said what stands for what (C5); {FORM}"))?;
    let name_tokens = tokens(name);
    let spelled: Vec<&str> = name_tokens.iter().map(|token| token.word.as_str()).collect();
    let name = spelled.join(" ");
    if name_tokens.is_empty() || name_tokens.len() > MAX_NAME || name_tokens.iter().any(|token| token.sort != Sort::Word) {
        return Err(format!(
            "a name is one to {MAX_NAME} words without numbers and marks, and stands before what it stands for (C5); {FORM}"
        ));
    }
    if let Some(taken) = taken(&name_tokens, words) {
        return Err(format!(
            "\"{taken}\" has a meaning already ({}), and a definition, which gives a new word, may not change it (C5); the new word stands first: {FORM}",
            meaning_of(&taken, words)
        ));
    }
    let meaning = written_out(meaning.trim().trim_end_matches('.'), words);
    if meaning.is_empty() || meaning.len() > MAX_MEANING {
        return Err(format!("what it stands for has 1 to {MAX_MEANING} letters, not {}", meaning.len()));
    }
    let meant = tokens(&meaning);
    if meant.iter().any(|token| token.is_mark(".") || token.is_mark(";") || token.is_mark("!")) {
        return Err("it stands for a part of a sentence: no full stop may be in it".to_string());
    }
    if found(&meant, &[Definition { name: name.clone(), meaning: String::new() }]).any(|at| at.is_some()) {
        return Err(format!("\"{name}\" cannot be defined by itself"));
    }
    let known = words.definitions.iter().any(|definition| definition.name == name);
    if !known && words.definitions.len() >= MAX_DEFINITIONS {
        return Err(format!("a game has at most {MAX_DEFINITIONS} definitions; give an old one another meaning"));
    }
    Ok(Definition { name, meaning })
}

/// A word of the name that the language or the game uses.
fn taken(name: &[Token], words: &Vocabulary) -> Option<String> {
    let whole = name.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ");
    let kind = words.kinds.iter().any(|kind| whole == kind.name || whole == kind.plural || whole == kind.letter.to_lowercase());
    let other = words.armies.contains(&whole) || words.regions.contains(&whole) || words.counts(&whole);
    let frame = ["rule", "end", "in", "lasts", "depends"].contains(&whole.as_str());
    let phrase = matches!(&phrases(name)[..], [only] if only.phrase.is_some());
    // Words that all have a meaning already would change what others say with them.
    let known = name.iter().all(|token| super::explain::known(token, words));
    let whole_game = whole == words.multiverse.to_lowercase() || words.worlds.iter().any(|(world, _)| *world == whole);
    let numbered = words.rules.contains(&whole) || words.players.iter().any(|(player, _)| *player == whole);
    (kind || other || whole_game || frame || phrase || known || numbered).then_some(whole)
}

fn meaning_of(taken: &str, words: &Vocabulary) -> &'static str {
    if words.kinds.iter().any(|kind| taken == kind.name || taken == kind.plural) {
        return "a kind of piece";
    }
    if words.armies.iter().any(|army| army == taken) {
        return "a colour";
    }
    if taken == words.multiverse.to_lowercase() || words.worlds.iter().any(|(world, _)| world == taken) {
        return "the name of universes";
    }
    if words.names().any(|name| name == taken) { "a name that a rule has given" } else { "a word of the language" }
}

/// The text with the definitions in it written out.
pub(super) fn written_out(text: &str, words: &Vocabulary) -> String {
    let all = tokens(text);
    let mut out = String::new();
    let (mut at, mut end) = (0, 0);
    let places: Vec<Option<(usize, usize)>> = found(&all, &words.definitions).collect();
    while at < all.len() {
        // Both words of a contraction stand where it stands.
        if all[at].span.start < end {
            at += 1;
            continue;
        }
        out.push_str(&text[end..all[at].span.start]);
        let length = match places[at] {
            Some((definition, length)) => {
                out.push_str(&words.definitions[definition].meaning);
                length
            }
            None => {
                out.push_str(&text[all[at].span.start..all[at].span.end]);
                1
            }
        };
        end = all[at + length - 1].span.end;
        at += length;
    }
    out.push_str(&text[end.min(text.len())..]);
    out
}

/// For each token, the definition whose name begins there, and how many tokens it takes.
fn found<'t>(all: &'t [Token], definitions: &'t [Definition]) -> impl Iterator<Item = Option<(usize, usize)>> + 't {
    let same =
        |token: &Token, word: &str, last: bool| token.sort == Sort::Word && (token.word == word || last && singular(&token.word) == word);
    (0..all.len()).map(move |at| {
        let named = definitions.iter().enumerate().filter_map(|(number, definition)| {
            let name: Vec<&str> = definition.name.split(' ').collect();
            let here = all.get(at..at + name.len())?;
            let fits = here.iter().zip(&name).enumerate().all(|(nth, (token, word))| same(token, word, nth + 1 == name.len()));
            fits.then_some((number, name.len()))
        });
        named.max_by_key(|(_, length)| *length)
    })
}

/// The tokens with those of definitions in the places of their names; they stand where the name stood.
pub(super) fn expanded(all: Vec<Token>, words: &Vocabulary) -> Vec<Token> {
    if words.definitions.is_empty() {
        return all;
    }
    let places: Vec<Option<(usize, usize)>> = found(&all, &words.definitions).collect();
    let mut out: Vec<Token> = Vec::with_capacity(all.len());
    let (mut at, mut added) = (0, 0);
    while at < all.len() {
        let Some((definition, length)) = places[at].filter(|_| added < MOST_ADDED) else {
            out.push(all[at].clone());
            at += 1;
            continue;
        };
        let meant = tokens(&words.definitions[definition].meaning);
        added += meant.len();
        let span = super::Span { start: all[at].span.start, end: all[at + length - 1].span.end };
        for (nth, token) in meant.into_iter().enumerate() {
            let first = nth == 0;
            out.push(Token { span, leads: first && all[at].leads, after_gap: first && all[at].after_gap, ..token });
        }
        at += length;
    }
    out
}
