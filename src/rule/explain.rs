//! Why a sentence was not understood, in the player's own words: the word that fitted nothing, what could have stood there,
//! the nearest word, and the nearest kind of sentence filled with the player's own pieces.

use super::beyond::{beyond, moves_too_often, orders_players, takes_back};
use super::cursor::{Expected, Failure};
use super::diagnostic::Diagnostic;
use super::lexer::{Sort, Token, number_word};
use super::many_sided::sides;
use super::stopping::{Stop, furthest};
use super::syntax::terms::is_square;
use super::syntax::{Family, KIND};
use super::unsettled;
use super::wording::{a, list, singular};
use super::words::{Lexeme, table};
use super::{Span, Vocabulary};

/// The most things listed as expected.
const MOST_EXPECTED: usize = 7;

/// Why none of the families takes the whole sentence. One diagnostic, however many forms failed.
pub fn explain(lexemes: &[Lexeme], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Diagnostic {
    let Stop { lexemes, failure, family } = &furthest(lexemes, words, families);
    let problem = match failure {
        Failure::Refused { diagnostic, .. } => diagnostic.clone(),
        Failure::Expected { at, .. } if lexemes.get(*at).is_some_and(|lexeme| lexeme.token.is_mark("[")) => {
            let problem = Diagnostic::new("L021", lexemes[*at].span, "this bracket is never closed".to_string());
            problem.hint("example: {Men} may also move [fW3], without capturing.")
        }
        // Where more should follow, the last word is to blame: who "loses" and nothing more loses the game.
        Failure::Expected { at, expected } => match takes_back(&lexemes[at.saturating_sub(2).min(lexemes.len())..])
            .or_else(|| orders_players(lexemes, words))
            .or_else(|| moves_too_often(lexemes))
            .or_else(|| unsettled::told(lexemes, text, words))
            .or_else(|| beyond(lexemes, (*at).min(lexemes.len().saturating_sub(1)), words))
        {
            Some(diagnostic) => diagnostic,
            None => {
                let problem = misfit(*at, expected, lexemes, text, words);
                family.map_or(problem.clone(), |family| problem.hint(&format!("a sentence of this kind: {}", family.template)))
            }
        },
    };
    filled(problem, lexemes, words)
}

/// The word that fitted nothing.
fn misfit(at: usize, expected: &[Expected], lexemes: &[Lexeme], text: &str, words: &Vocabulary) -> Diagnostic {
    let wanted = named(expected);
    let Some(lexeme) = lexemes.get(at) else {
        let last = lexemes.last().map_or(Span::default(), |lexeme| lexeme.span);
        let end = Span { start: last.end, end: last.end };
        let message = format!("the sentence stops too soon, after \"{}\"", quoted(last, text));
        let problem = Diagnostic::new("L003", end, message);
        let problem = lexemes.last().and_then(|last| read_as(last, text)).map_or(problem.clone(), |told| problem.hint(&told));
        return problem.hint(&format!("then should follow: {wanted}"));
    };
    let word = lexeme.token.word.as_str();
    let short = word.chars().count() <= 2 && !vocabulary(words).any(|known| known == word);
    if lexeme.phrase.is_some() || lexeme.token.sort != Sort::Word || known(&lexeme.token, words) && !short {
        let problem = Diagnostic::new("L002", lexeme.span, format!("\"{}\" does not fit here", quoted(lexeme.span, text)));
        return problem.hint(&format!("here should stand: {wanted}"));
    }
    let mut problem = Diagnostic::new("L001", lexeme.span, format!("\"{}\" is not a word of this language", quoted(lexeme.span, text)));
    if let Some(near) = nearest(word, expected, words) {
        problem = problem.hint(&format!("did you mean \"{near}\"?"));
    } else if expected.contains(&Expected::Thing(KIND)) {
        let kinds: Vec<String> = words.kinds.iter().map(|kind| kind.plural.clone()).collect();
        problem = problem.hint(&format!("the pieces of this game are {}; the colours {}", list(&kinds, "and"), list(&words.armies, "and")));
    }
    problem.hint(&format!("here should stand: {wanted}"))
}

/// That words are taken for others, where a player could have meant something of his own by them: "petrified" for "is held".
fn read_as(lexeme: &Lexeme, text: &str) -> Option<String> {
    const PLAIN: [&str; 12] = ["a", "the", "its", "it", "every", "no", "you", "and", "when", "may", "may not", "piece"];
    let phrase = lexeme.phrase.filter(|phrase| !PLAIN.contains(phrase))?;
    let written = quoted(lexeme.span, text).to_lowercase();
    let alike =
        |word: &str| written.split(' ').any(|own| singular(own) == singular(word) || own.starts_with(word) || word.starts_with(own));
    let telling = |word: &&str| !["is", "are", "the", "a", "of", "to", "in", "on", "at"].contains(word);
    let mut phrase_words = phrase.split(' ').filter(telling).peekable();
    let far = phrase_words.peek().is_some() && !phrase_words.any(alike);
    far.then(|| format!("\"{written}\" is taken for \"{phrase}\""))
}

fn quoted(span: Span, text: &str) -> String {
    let words: Vec<&str> = text.get(span.start..span.end).unwrap_or("").split_whitespace().collect();
    words.join(" ").chars().take(40).collect()
}

/// Words of boards and universes, which stand at many places and are seldom meant.
const FAR: [&str; 22] = [
    "a universe",
    "same",
    "corresponding",
    "copy",
    "universe",
    "universes",
    "merge",
    "merges",
    "send",
    "sends",
    "transfer",
    "transfers",
    "teleport",
    "teleports",
    "next",
    "previous",
    "another universe",
    "other",
    "opens",
    "open",
    "home",
    "second",
];

/// What was expected, in plain words: many of one sort become one.
fn named(expected: &[Expected]) -> String {
    const SORTS: [(&[&str], usize, &str); 4] = [
        (
            &[
                "in any direction",
                "orthogonally",
                "diagonally",
                "forward",
                "backward",
                "left",
                "right",
                "sideways",
                "vertically",
                "a direction",
            ],
            5,
            "a direction (\"forward\", \"diagonally\")",
        ),
        (
            &["any distance", "any number of", "a", "up to", "at least", "between", "exactly", "a number of squares"],
            5,
            "how far (\"one square\", \"up to three squares\")",
        ),
        (&["every", "the", "a", "anything", "piece", "a colour", "a kind of piece", "standard"], 4, "pieces (\"{man}\", \"every piece\")"),
        (
            &[
                "changes sides",
                "stays on its square",
                "stays where it was",
                "is removed",
                "is captured",
                "explodes",
                "stays as it is",
                "goes to the square of the capture",
                "returns to its home square",
                "becomes",
                "removes",
                "also",
            ],
            5,
            "what becomes of it (\"changes sides\", \"is removed\", \"becomes {other}\", \"returns to its home square\", ...)",
        ),
    ];
    const RARE: [&str; 22] = [
        "that",
        "both",
        "adjacent",
        "captured",
        "capturing",
        "it",
        "what",
        "(",
        "when it captures",
        "move and capture",
        "and",
        "or",
        "of",
        "except",
        "that has not moved",
        "within",
        "next to",
        "also",
        "now",
        "instead",
        "too",
        "no",
    ];
    let text = |one: &Expected| match one {
        Expected::Phrase(phrase) | Expected::Thing(phrase) => *phrase,
    };
    // what hardly anybody means is told only where it is all that could stand there
    let common: Vec<Expected> = expected.iter().filter(|one| !FAR.contains(&text(one))).copied().collect();
    let expected = if common.is_empty() { expected } else { &common };
    let mut rest: Vec<&Expected> = expected.iter().collect();
    let mut found = Vec::new();
    for (members, enough, name) in SORTS {
        let here = rest.iter().filter(|one| members.contains(&text(one))).count();
        if here >= enough {
            rest.retain(|one| !members.contains(&text(one)));
            found.push(name.to_string());
        }
    }
    if rest.len() + found.len() > MOST_EXPECTED {
        rest.sort_by_key(|one| RARE.contains(&text(one)));
    }
    let end = rest.iter().any(|one| text(one) == "the end of the sentence");
    rest.retain(|one| text(one) != "the end of the sentence");
    found.extend(rest.into_iter().map(|one| match one {
        Expected::Phrase(phrase) => format!("\"{phrase}\""),
        Expected::Thing(thing) => thing.to_string(),
    }));
    found.truncate(MOST_EXPECTED);
    found.extend(end.then(|| "the end of the sentence".to_string()));
    list(&found, "or")
}

/// Every word the language knows.
fn vocabulary(words: &Vocabulary) -> impl Iterator<Item = &str> {
    names(words).chain(table_words())
}

/// Every word in the tables of phrases.
fn table_words<'a>() -> impl Iterator<Item = &'a str> {
    let phrases = table().flat_map(|entry| std::iter::once(&entry.phrase).chain(entry.also));
    phrases.flat_map(|phrase| phrase.split([' ', '|', '?'])).filter(|word| !word.is_empty())
}

fn names(words: &Vocabulary) -> impl Iterator<Item = &str> {
    let kinds = words.kinds.iter().flat_map(|kind| [kind.name.as_str(), kind.plural.as_str()]);
    kinds.chain(words.armies.iter().map(String::as_str))
}

/// The known word with the fewest letters changed; of two, one that was expected here.
fn nearest(word: &str, expected: &[Expected], words: &Vocabulary) -> Option<String> {
    if NO_SLIPS.contains(&word) {
        return None;
    }
    let phrases: Vec<&str> =
        expected.iter().filter_map(|one| if let Expected::Phrase(phrase) = one { Some(*phrase) } else { None }).collect();
    let kinds = expected.iter().any(|one| matches!(one, Expected::Thing(thing) if thing.contains("kind") || thing.contains("colour")));
    let fitting = phrases.iter().copied().chain(names(words).filter(|_| kinds));
    let allowed = allowed(word);
    let ranked = fitting
        .map(|known| (distance(word, known) * 2, known))
        .chain(vocabulary(words).map(|known| (distance(word, known) * 2 + 1, known)));
    ranked.filter(|(far, _)| *far / 2 <= allowed).min_by_key(|(far, _)| *far).map(|(_, known)| known.to_string())
}

/// Whether the language knows a token.
pub fn known(token: &Token, words: &Vocabulary) -> bool {
    token.sort != Sort::Word
        || token.word.chars().count() <= 2
        || is_square(&token.word)
        || words.names().any(|name| name.split(' ').any(|word| word == token.word))
        || words.kinds.iter().any(|kind| token.word == kind.letter.to_lowercase())
        || token.word.ends_with("-file")
        || token.word.ends_with("-files")
        || sides(&token.word).is_some()
        || BARE.contains(&token.word.as_str())
        || vocabulary(words).any(|known| known == token.word)
}

/// Whether a token is a word of the language by itself, whatever a game has named.
pub fn of_the_language(token: &Token) -> bool {
    is_bare(token) || table_words().any(|known| known == token.word)
}

/// Whether the grammar takes a token by itself.
pub fn is_bare(token: &Token) -> bool {
    token.sort != Sort::Word || BARE.contains(&token.word.as_str())
}

/// Whether a word could be a slip of the pen for the name of a piece. "Queenly" is a word of its own.
pub fn is_slip(word: &str, words: &Vocabulary) -> bool {
    const MADE_OF_A_NAME: [&str; 4] = ["ly", "y", "ish", "like"];
    let made = |known: &str| word.strip_prefix(known).is_some_and(|ending| MADE_OF_A_NAME.contains(&ending));
    names(words).any(|known| distance(word, known) <= allowed(word)) && !names(words).any(made)
}

/// Words that the grammar takes by themselves, in no table.
const BARE: [&str; 64] = [
    "queenside",
    "kingside",
    "even",
    "odd",
    "file",
    "files",
    "whole",
    "board",
    "worth",
    "new",
    "clockwise",
    "ago",
    "just",
    "made",
    "order",
    "distance",
    "number",
    "twice",
    "once",
    "divided",
    "minus",
    "more",
    "fewer",
    "between",
    "half",
    "own",
    "home",
    "side",
    "game",
    "team",
    "other",
    "next",
    "last",
    "has",
    "legal",
    "secret",
    "attacking",
    "castled",
    "castling",
    "combined",
    "corresponding",
    "currently",
    "facing",
    "following",
    "heads",
    "hopped",
    "inside",
    "jumped",
    "later",
    "leaped",
    "leapt",
    "major",
    "minor",
    "nor",
    "others",
    "pick",
    "promoting",
    "remaining",
    "second",
    "tails",
    "themselves",
    "thrice",
    "whether",
    "would",
];

/// Words of plain English that the language does not know: nobody who writes one has slipped, and the nearest word may say the opposite.
const NO_SLIPS: [&str; 34] = [
    "including",
    "include",
    "includes",
    "included",
    "neither",
    "being",
    "having",
    "reaching",
    "holds",
    "hold",
    "replace",
    "replaces",
    "longest",
    "shortest",
    "unless",
    "except",
    "inside",
    "outside",
    "wins",
    "won",
    "lost",
    "most",
    "least",
    "petrified",
    "happens",
    "happened",
    "agrees",
    "agree",
    "allowed",
    "carried",
    "hidden",
    "using",
    "steals",
    "steal",
];

/// The known words with the fewest letters changed, the nearest first.
pub fn near_words(word: &str, words: &Vocabulary) -> Vec<String> {
    if NO_SLIPS.contains(&word) {
        return Vec::new();
    }
    let allowed = allowed(word);
    let numbers = (0..=20).map(number_word).collect::<Vec<_>>();
    let named = names(words).map(|known| (distance(word, known) * 2, known.to_string()));
    let others = vocabulary(words).map(|known| (distance(word, known) * 2 + 1, known.to_string()));
    let numbers = numbers.into_iter().map(|known| (distance(word, &known) * 2, known));
    let mut found: Vec<(usize, String)> = named.chain(numbers).chain(others).filter(|(far, _)| far / 2 <= allowed).collect();
    found.sort();
    found.dedup_by(|one, other| one.1 == other.1);
    found.into_iter().map(|(_, known)| known).collect()
}

/// Whether a word is one of these with one letter wrong.
pub fn a_letter_from<'n>(word: &str, mut names: impl Iterator<Item = &'n str>) -> bool {
    word.chars().count() > 3 && names.any(|known| distance(word, known) <= 1)
}

/// How many letters of a word may be wrong.
fn allowed(word: &str) -> usize {
    match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}

/// How many letters differ: insertions, deletions, replacements and swaps of neighbours.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().take(40).collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut best = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// The hints with the player's own kinds in them, or the game's first ones.
pub fn filled(mut problem: Diagnostic, lexemes: &[Lexeme], words: &Vocabulary) -> Diagnostic {
    let mut kinds: Vec<usize> = Vec::new();
    for lexeme in lexemes {
        let at = words.kinds.iter().position(|kind| kind.is_named(&lexeme.token));
        kinds.extend(at.filter(|at| !kinds.contains(at)));
    }
    kinds.extend((0..words.kinds.len()).skip(1).filter(|at| !kinds.contains(at)).collect::<Vec<_>>());
    let kind = |nth: usize| kinds.get(nth).or(kinds.first()).and_then(|&at| words.kinds.get(at));
    let single = |nth| kind(nth).map_or_else(|| "piece".to_string(), |kind| kind.name.clone());
    let plural = |nth| kind(nth).map_or_else(|| "pieces".to_string(), |kind| kind.plural.clone());
    let capital = |word: String| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    for hint in &mut problem.hints {
        *hint = hint
            .replace("{man}", &a(&single(0)))
            .replace("{bare}", &single(0))
            .replace("{men}", &plural(0))
            .replace("{Men}", &capital(plural(0)))
            .replace("{other}", &a(&single(1)))
            .replace("{others}", &plural(1));
    }
    problem
}
