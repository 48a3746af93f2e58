//! Names that nobody may give: they would change what other sentences say.

use super::diagnostic::Diagnostic;
use super::explain::{is_bare, of_the_language};
use super::lexer::tokens;
use super::syntax::terms::is_square;
use super::words::phrases;
use super::{Clause, Form, KindWords, Vocabulary};

/// Words of the language that can be counted all the same.
const COUNTED: [&str; 4] = ["points", "point", "moves", "move"];

/// Words that frame a rule or hold a sentence together, in no table.
const SMALL: [&str; 21] = [
    "rule", "end", "law", "prose", "not", "no", "on", "in", "at", "of", "to", "from", "by", "for", "with", "than", "only", "also", "so",
    "either", "both",
];

/// Whether a word has a meaning in rules already, so that nobody may call an army so.
pub fn has_meaning(word: &str, words: &Vocabulary) -> bool {
    let named = tokens(word);
    let phrase = matches!(phrases(&named).as_slice(), [only] if only.phrase.is_some());
    let kind = words.kinds.iter().any(|kind| kind.name == word || kind.plural == word);
    SMALL.contains(&word) || named.iter().any(is_bare) || phrase || kind || is_square(word)
}

/// A name that would change what other sentences say: one that is a word of the language already.
pub fn shadowing(clause: &Clause, words: &Vocabulary) -> Option<Diagnostic> {
    let kind = if let Form::Kind(kind) = &clause.form { Some(kind) } else { None };
    let names: Vec<&String> = match &clause.form {
        Form::Kind(kind) => vec![&kind.name, &kind.plural],
        Form::Counter(counter) => vec![&counter.name],
        Form::Region { name, .. } => vec![name],
        Form::Side(side) => vec![&side.name],
        _ => return None,
    };
    let other = |known: &KindWords| kind.is_none_or(|kind| kind.name != known.name);
    let others = || words.kinds.iter().filter(|known| other(known));
    let taken = |name: &str| {
        let counted = matches!(clause.form, Form::Counter(_)) && COUNTED.contains(&name);
        let small = SMALL.contains(&name) || is_square(name);
        // words that all have a meaning already would change what others say with them
        let named = tokens(name);
        let known = match named.as_slice() {
            [word] => is_bare(word) || matches!(phrases(&named).as_slice(), [only] if only.phrase.is_some()),
            several => several.iter().all(of_the_language),
        };
        // two sides of one name are refused where the game is known
        let colour = !matches!(clause.form, Form::Side(_)) && words.armies.iter().any(|army| army == name);
        let kinds = others().any(|known| known.name == name || known.plural == name) || words.is_standard(name);
        (small || known && !counted || colour || kinds).then(|| name.to_string())
    };
    let problem = |name: String| {
        Diagnostic::new("L052", clause.span, format!("\"{name}\" has a meaning already, and cannot be the name of something else"))
    };
    if let Some(name) = names.into_iter().find_map(|name| taken(name)) {
        return Some(problem(name).hint("take a name of your own: \"the swamp\", \"coins\", \"a camel\""));
    }
    // boards and orders tell kinds by their letters
    let kind = kind?;
    let one = kind.letter.chars().count() == 1 && kind.letter.chars().all(|letter| letter.is_ascii_uppercase());
    if !one {
        let problem = format!("\"{}\" is not one letter, by which boards and orders could tell this piece", kind.letter);
        return Some(Diagnostic::new("L052", clause.span, problem).hint("example: A ship (ships, S) is a new piece."));
    }
    let of = others().find(|known| known.letter == kind.letter)?;
    let problem = format!("{} is the letter of the {} already", kind.letter, of.name);
    Some(Diagnostic::new("L052", clause.span, problem).hint("take another one: A ship (ships, S) is a new piece."))
}
