//! By what word each of several ways is chosen.

use std::sync::Arc;

use crate::law::moves::Way;
use crate::rule::{Deed, Vocabulary, told_deeds};

/// What is done first, or where that is the same the words in which the ways differ, or which of them it is.
pub(super) fn named(ways: &[Vec<Deed>], words: &Vocabulary) -> Vec<Way> {
    let first: Option<Vec<String>> = ways.iter().map(|deeds| Some(deeds.first().map_or(Some(NOTHING), verb)?.to_owned())).collect();
    let names = first.filter(|names| are_apart(names)).or_else(|| differing(ways, words)).unwrap_or_else(|| in_order(ways.len()));
    names.into_iter().zip(1..).map(|(word, nth)| Way { word: Arc::from(word), nth }).collect()
}

const NOTHING: &str = "nothing";

fn are_apart(names: &[String]) -> bool {
    names.iter().enumerate().all(|(at, name)| !name.is_empty() && !names[..at].contains(name))
}

/// `a-file` and `b-file` where one marks the a-file and the other the b-file.
fn differing(ways: &[Vec<Deed>], words: &Vocabulary) -> Option<Vec<String>> {
    const LONGEST_NAME: usize = 2;
    let told: Vec<String> = ways.iter().map(|deeds| told_deeds(deeds, words)).collect();
    let split: Vec<Vec<&str>> = told.iter().map(|told| told.split_whitespace().collect()).collect();
    let said = || split.iter().filter(|words| !words.is_empty());
    let shortest = said().map(Vec::len).min()?;
    let model = said().next()?;
    let before = (0..shortest).take_while(|&at| said().all(|words| words[at] == model[at])).count();
    let same_behind = |back: &usize| said().all(|words| words[words.len() - back] == model[model.len() - back]);
    let behind = (1..=shortest - before).take_while(same_behind).count();
    let name = |words: &Vec<&str>| match words.len() {
        0 => NOTHING.to_owned(),
        all => words[before..all - behind].join(" ").trim_matches([',', '(', ')']).to_owned(),
    };
    let names: Vec<String> = split.iter().map(name).collect();
    let short = |name: &String| name.split_whitespace().count() <= LONGEST_NAME && !name.contains(['{', '}', '&', '@']);
    (are_apart(&names) && names.iter().all(short)).then_some(names)
}

fn in_order(many: usize) -> Vec<String> {
    const IN_ORDER: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    (0..many).map(|at| IN_ORDER.get(at).map_or_else(|| (at + 1).to_string(), |word| (*word).to_owned())).collect()
}

fn verb(deed: &Deed) -> Option<&'static str> {
    Some(match deed {
        Deed::Remove(_) => "remove",
        Deed::Become(..) | Deed::Climb(..) => "change",
        Deed::Join(..) => "convert",
        Deed::Return(_) => "return",
        Deed::Go(..) | Deed::Step(..) => "go",
        Deed::Swap(..) => "swap",
        Deed::Place { .. } => "place",
        Deed::Reserve(..) => "keep",
        Deed::Count { .. } | Deed::Tally { .. } => "count",
        Deed::Hold(..) => "hold",
        Deed::Skip(_) => "miss",
        _ => return None,
    })
}
