//! Sentences that are understood, by what they are about: where a sentence is refused the nearest of them are shown, with the player's own
//! pieces in them. Each is run through the reader before it is offered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::lexer::Token;
use super::{Span, Vocabulary};

/// A sentence or two that can be read, and words that players use for what it says.
struct Model {
    about: &'static str,
    said: &'static str,
}

/// The most models shown for one sentence.
const MOST: usize = 2;
/// The most that are tried.
const MAX_TRIES: usize = 6;
/// How near a model must be: the weight of the words it has in common with the sentence.
const NEAR: f64 = 3.2;
/// How much a word counts that the model says, against one that tells what it is about.
const SAID: f64 = 0.8;
/// How much a word takes away that the model says and the sentence does not.
const FOREIGN: f64 = 0.08;
/// How much it takes away that a model is of another sort.
const OTHER_SORT: f64 = 1.5;
/// The weight of a word that stands in few models: one such word in common is enough.
const RARE: f64 = 3.8;
/// So many telling words a model and the sentence have in common, where neither is of another sort.
const MIN_COMMON: usize = 2;
/// How many words on each side of the place where the reading stopped count as standing there.
const AROUND: usize = 2;
/// Words that stand in sentences of every sort: that a model has them as well says nothing.
const ANYWHERE: &[&str] = &[
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "is", "are", "be", "it", "its", "he", "his", "they", "their", "that", "this",
    "and", "or", "may", "not", "must", "if", "when", "after", "then", "for", "with", "player", "players", "piece", "pieces", "man", "men",
    "square", "squares", "turn", "turns", "game", "own", "enemy", "opponent", "one", "two", "three", "each", "every", "white", "black",
    "from", "into", "onto", "than", "as", "no", "but", "which", "who", "them", "him", "he", "she", "can", "cannot", "do", "does", "been",
    "was", "were", "there", "where", "while", "go", "goes", "move", "moves", "moved", "stand", "stands", "owner", "owners", "has", "have",
    "some", "other", "side", "with", "any", "all", "more", "last", "next",
];
/// How near the second model must be, against the first.
const SECOND: f64 = 0.7;

/// Each line: words that players use, and what they mean.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let lines = include_str!("models.txt").lines();
    lines.filter_map(|line| line.split_once(" | ")).map(|(about, said)| Model { about, said }).collect()
});

/// What a sentence does, by its words: a model of another sort hardly says what is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Forbids,
    Demands,
    Grants,
    Happens,
}

impl Sort {
    fn of(sentence: &str) -> Sort {
        let words: Vec<String> = plain(sentence).collect();
        let says = |all: &[&str]| words.iter().any(|word| all.contains(&word.as_str()));
        let begins = |all: &[&str]| words.first().is_some_and(|word| all.contains(&word.as_str()));
        match () {
            () if begins(&["when", "whenever", "after", "at", "on", "every", "each"]) => Sort::Happens,
            () if says(&["not", "cannot", "never", "nobody"]) || begins(&["no", "neither"]) => Sort::Forbids,
            () if says(&["must"]) => Sort::Demands,
            () => Sort::Grants,
        }
    }
}

/// A model with its words as they are compared: those that it says, and those for what it says.
struct Ready {
    said: &'static str,
    sort: Sort,
    about: Vec<String>,
    words: Vec<String>,
}

/// All models, and how much each word weighs.
static READY: LazyLock<(Vec<Ready>, BTreeMap<String, f64>)> = LazyLock::new(|| {
    let stems = |text: &str| plain(text).map(|word| stem(&word)).collect::<BTreeSet<String>>();
    let ready = |model: &Model| {
        let (about, said) = (stems(model.about), stems(model.said));
        Ready {
            said: model.said,
            sort: Sort::of(model.said),
            words: said.difference(&about).cloned().collect(),
            about: about.into_iter().collect(),
        }
    };
    let ready: Vec<Ready> = MODELS.iter().map(ready).collect();
    let mut often: BTreeMap<String, f64> = BTreeMap::new();
    for word in ready.iter().flat_map(|model| model.words.iter().chain(&model.about)) {
        *often.entry(word.clone()).or_default() += 1.0;
    }
    let all = ready.len() as f64;
    // a word that stands in every sixth model says nothing
    let weights = often.into_iter().map(|(word, times)| (word, if times * 6.0 > all { 0.0 } else { (all / times).ln() })).collect();
    (ready, weights)
});

/// The words of a text in small letters, without marks.
fn plain(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// A word without its ending, so that "captured" and "captures" are one.
fn stem(word: &str) -> String {
    let long = |stem: &&str| stem.chars().count() >= 3;
    let cut = ["ying", "ies", "ing", "ed", "es", "s", "e"].iter().find_map(|ending| word.strip_suffix(ending).filter(long));
    cut.unwrap_or(word).to_string()
}

/// The words of a sentence around a place.
pub fn around(sentence: &[Token], place: Span) -> String {
    let at = sentence.iter().position(|token| token.span.end > place.start).unwrap_or(sentence.len());
    let last = sentence.iter().rposition(|token| token.span.start < place.end).unwrap_or(at).max(at);
    let here = &sentence[at.saturating_sub(AROUND)..(last + 1 + AROUND).min(sentence.len())];
    here.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ")
}

/// The nearest models to some words, the nearest first, each with the player's own pieces if it `reads` so. They share something with the words
/// `there`, at which the reading stopped, and not only a name.
pub fn near(sentence: &str, there: &str, words: &Vocabulary, mut reads: impl FnMut(&str) -> bool) -> Vec<String> {
    let (ready, weights) = &*READY;
    let kind = |word: &str| words.kinds.iter().any(|kind| kind.name == word || kind.plural == word);
    let own: Vec<String> = plain(sentence).filter(|word| !kind(word)).map(|word| stem(&word)).collect();
    let weight = |word: &String| weights.get(word).copied().unwrap_or(0.0);
    let shared = |words: &[String]| words.iter().filter(|word| own.contains(word)).map(weight).sum::<f64>();
    let sort = Sort::of(sentence);
    let score = |model: &Ready| {
        let foreign: f64 = model.words.iter().filter(|word| !own.contains(word)).map(weight).sum();
        let other = if model.sort == sort { 0.0 } else { OTHER_SORT };
        shared(&model.about) + SAID * shared(&model.words) - FOREIGN * foreign - other
    };
    let telling = |word: &String| !kind(word) && !ANYWHERE.contains(&word.as_str()) && !word.chars().any(|c| c.is_ascii_digit());
    let there: Vec<String> = plain(there).filter(telling).map(|word| stem(&word)).collect();
    let shares = |model: &&Ready| model.about.iter().chain(&model.words).any(|word| there.contains(word));
    // one word in common may be chance, and more so where the one forbids and the other lets happen
    let telling_stems: BTreeSet<String> = plain(sentence).filter(telling).map(|word| stem(&word)).collect();
    let akin = |model: &&Ready| {
        let common = model.about.iter().chain(&model.words).filter(|word| telling_stems.contains(*word)).count();
        let rare = model.about.iter().any(|word| there.contains(word) && weight(word) >= RARE);
        let alike = model.sort == sort || ![model.sort, sort].contains(&Sort::Forbids);
        // of a short sentence one word may be all there is
        let most = common > 0 && common * 2 >= telling_stems.len();
        common > MIN_COMMON || alike && (common == MIN_COMMON || most) || model.sort == sort && common > 0 && rare
    };
    let mut ranked: Vec<(f64, &Ready)> = ready.iter().filter(shares).filter(akin).map(|model| (score(model), model)).collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let best = ranked.first().map_or(0.0, |(best, _)| *best);
    ranked.retain(|(score, _)| *score >= NEAR && *score >= best * SECOND);
    let mut found: Vec<String> = Vec::new();
    for (_, model) in ranked.into_iter().take(MAX_TRIES) {
        let with = with_kinds_of(model.said, sentence, words);
        found.extend([with, model.said.to_string()].into_iter().find(|said| reads(said)));
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// A model with the kinds that a sentence names in the place of its own, in the order in which they stand. A king is never put in anybody's
/// place: what may happen to others may not happen to it.
fn with_kinds_of(model: &str, sentence: &str, words: &Vocabulary) -> String {
    let named = |text: &str| {
        let at = |word: String| words.kinds.iter().position(|kind| kind.name == word || kind.plural == word);
        let mut found: Vec<usize> = plain(text).filter_map(at).filter(|&at| !words.kinds[at].royal).collect();
        let mut seen = Vec::new();
        found.retain(|at| {
            !seen.contains(at) && {
                seen.push(*at);
                true
            }
        });
        found
    };
    let (there, own) = (named(model), named(sentence));
    let mut into: Vec<(usize, usize)> = there.iter().copied().zip(own.iter().copied()).collect();
    // a kind that gives way comes in where another one has given way to it
    let displaced: Vec<usize> = own.iter().copied().filter(|kind| there.contains(kind)).collect();
    let free: Vec<usize> = there.iter().copied().filter(|kind| !own.contains(kind)).collect();
    for kind in displaced {
        if !into.iter().any(|&(from, _)| from == kind)
            && let Some(&other) = free.first()
        {
            into.push((kind, other));
        }
    }
    let swapped = |word: &str| {
        let lower = word.to_lowercase();
        let from = words.kinds.iter().position(|kind| kind.name == lower || kind.plural == lower)?;
        let (_, to) = into.iter().find(|&&(one, _)| one == from)?;
        let (from, to) = (&words.kinds[from], &words.kinds[*to]);
        let other = if from.plural == lower { &to.plural } else { &to.name };
        let capital = word.starts_with(char::is_uppercase);
        Some(if capital {
            other.chars().take(1).flat_map(char::to_uppercase).chain(other.chars().skip(1)).collect()
        } else {
            other.clone()
        })
    };
    let mut text = String::new();
    for part in model.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        text.push_str(&swapped(word).unwrap_or_else(|| word.to_string()));
        text.push_str(&part[word.len()..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::read;
    use crate::rule::tests::words;

    #[test]
    fn every_model_is_read() {
        let words = words();
        for model in MODELS.iter() {
            let reading = read(&format!("RULE\n{}\nEND", model.said), words);
            let told: Vec<String> = reading.diagnostics.iter().map(|problem| problem.render(model.said)).collect();
            assert!(reading.rule.is_some(), "{}: {}", model.said, told.join("\n"));
        }
    }

    #[test]
    fn the_nearest_model_speaks_of_the_same_thing_and_pieces() {
        let words = words();
        let near = |sentence| near(sentence, sentence, words, |_| true);
        assert_eq!(near("bishops get tired after eating and need rest")[0], "After a bishop captures, it may not move for two phases.");
        assert!(near("a knight can teleport through a tunnel").iter().any(|said| said.contains("goes to h8")));
        assert_eq!(near("xyzzy"), Vec::<String>::new());
    }
}
