//! The names that a rule itself gives, learned before its sentences are read, wherever in it that is: kinds, squares, counters.

use std::borrow::Cow;

use super::diagnostic::Diagnostic;
use super::lexer::{Sort, Token};
use super::reading::MAX_WORDS;
use super::sentence::{said, spanned};
use super::syntax::FAMILIES;
use super::syntax::terms::{countable, is_square};
use super::telling::MOST;
use super::wording::{plural, singular};
use super::{Clause, Counter, Form, Squares, Vocabulary};

/// Words that show that a sentence may give a name.
const TELLING: [&str; 18] = [
    "starts", "start", "begins", "begin", "with", "new", "called", "named", "known", "mark", "marked", "marks", "worth", "has", "have",
    "counter", "grows", "add",
];

/// Behind what words a sentence gives its name to something.
const GIVING: [&str; 6] = ["becomes", "become", "called", "named", "as", "stays"];

/// Whether what is not known in a sentence may be a name that a sentence would have given which was not understood.
pub fn follows_on(problem: &Diagnostic, text: &str, unread: &[Vec<Token>]) -> bool {
    let word = text.get(problem.span.start..problem.span.end).unwrap_or_default().to_lowercase();
    let names = |sentence: &Vec<Token>| {
        sentence.iter().any(|token| TELLING.contains(&token.word.as_str()) || ["is", "are"].contains(&token.word.as_str()))
            && word.split_whitespace().any(|word| sentence.iter().any(|token| singular(&token.word) == singular(word)))
    };
    // "..., the square becomes taboo", and what is said of taboo squares
    let called = |sentence: &Vec<Token>| {
        let named = |two: &[Token]| GIVING.contains(&two[0].word.as_str()) && singular(&two[1].word) == singular(&word);
        sentence.windows(2).any(named)
    };
    ["L001", "L006"].contains(&problem.code) && unread.iter().any(names) || problem.code == "L002" && unread.iter().any(called)
}

/// What a sentence counts without saying so has a name that nobody knows before.
fn gives_its_name(sentence: &[Token], clause: &Clause) -> bool {
    match &clause.form {
        Form::Counter(counter) => {
            counter.name.split(' ').all(|word| sentence.iter().any(|token| token.word == word || plural(&token.word) == word))
        }
        _ => true,
    }
}

/// The words with the names that the rule itself gives, wherever in it that is: kinds, regions, counters.
pub fn named<'a>(sentences: &[Vec<Token>], words: Cow<'a, Vocabulary>) -> Cow<'a, Vocabulary> {
    let mut words = words;
    for sentence in sentences.iter().filter(|sentence| sentence.len() <= MAX_WORDS) {
        if sentence.iter().any(|token| TELLING.contains(&token.word.as_str()) || token.is_word("be"))
            && let Some(Ok(clauses)) = said(sentence, &words, &[FAMILIES])
        {
            let clauses: Vec<Clause> = clauses.into_iter().filter(|clause| gives_its_name(sentence, clause)).collect();
            words = Cow::Owned(words.with_names_of(&clauses));
        }
        let marked = marked(sentence, &words);
        if !marked.is_empty() {
            words = Cow::Owned(words.with_names_of(&marked));
        }
    }
    words
}

/// The names that squares get in what a sentence does: `marks an empty square as the bomb`.
fn marked(sentence: &[Token], words: &Vocabulary) -> Vec<Clause> {
    const ENDS: [&str; 13] = ["and", "then", "for", "until", "or", "but", "when", "if", "while", "to", "one", "on", "in"];
    let marks = sentence.iter().position(|token| ["mark", "marks", "marked"].iter().any(|word| token.is_word(word)));
    let Some(from) = marks else { return Vec::new() };
    let Some(at) = sentence[from..].iter().position(|token| token.is_word("as")).map(|at| from + at + 1) else { return Vec::new() };
    let article = sentence.get(at).is_some_and(|token| ["the", "a", "an"].iter().any(|word| token.is_word(word)));
    let name: Vec<&str> = sentence[at + usize::from(article)..]
        .iter()
        .take_while(|token| token.sort == Sort::Word && !ENDS.iter().any(|end| token.is_word(end)))
        .map(|token| token.word.as_str())
        .collect();
    let name = name.join(" ");
    // "mark it as holy" is said of a piece
    let places = ["square", "squares", "there", "spot"];
    let from = sentence[..from].iter().rposition(|token| token.is_mark(",")).unwrap_or(0);
    let squares = sentence[from..at].iter().any(|token| places.iter().any(|word| token.is_word(word)) || is_square(&token.word));
    if name.is_empty() || words.regions.contains(&name) || !article && !squares {
        return Vec::new();
    }
    let form = Form::Region { name, squares: Squares::Every };
    vec![Clause { span: spanned(sentence), ..Clause::of(form, None) }]
}

/// Counters that the rule changes and nobody has made: each player has them, as if the rule had said so first.
pub fn uncounted(sentences: &[&[Token]], words: &mut Cow<'_, Vocabulary>) -> Vec<Clause> {
    let mut made = Vec::new();
    for sentence in sentences.iter().filter(|sentence| sentence.len() <= MAX_WORDS) {
        let named = sentence.iter().filter(|token| token.sort == Sort::Word);
        let all: Vec<(&Token, &str)> = named.filter_map(|token| countable(&token.word).map(|(many, _)| (token, many))).collect();
        for (token, name) in all {
            if words.counts(name) {
                continue;
            }
            let counter = Counter { name: name.to_string(), of: None, start: 0, least: 0, most: MOST, state: false };
            let clause = Clause {
                span: token.span,
                assumed: vec!["nobody has counted them yet".to_string()],
                ..Clause::of(Form::Counter(counter), None)
            };
            let with = words.with_names_of(std::slice::from_ref(&clause));
            let changed = |words: &Vocabulary| {
                let clauses = said(sentence, words, &[FAMILIES]).and_then(Result::ok)?;
                Some(clauses.iter().any(|clause| clause.form.counts(name)))
            };
            if changed(words).is_none() && changed(&with) == Some(true) {
                *words = Cow::Owned(with);
                made.push(clause);
            }
        }
    }
    made
}
