//! `Queens are royal.` (R13, R14): kinds whose men decide the game as the real king does, beside it.

use crate::board::KindId;
use crate::game::mar::Multiverse;
use crate::rule::Vocabulary;

use super::telling::and;

/// What stands in front of the kinds.
const ALL: [&str; 7] = ["a", "an", "the", "every", "each", "any", "all"];
/// What makes them royal, behind "are" or "is".
const ROYAL: [&[&str]; 8] = [
    &["royal"],
    &["royal", "too"],
    &["royal", "as", "well"],
    &["also", "royal"],
    &["royal", "pieces"],
    &["a", "royal", "piece"],
    &["a", "royal", "piece", "too"],
    &["also", "a", "royal", "piece"],
];

/// The kinds that a sentence makes royal, by their names; `Ok(None)`: it is not of royalty; `Err`: it says something else of it.
pub(super) fn read(words: &[&str], vocabulary: &Vocabulary) -> Result<Option<Vec<String>>, String> {
    let of_royalty = words.iter().any(|word| ["royal", "royalty", "royals"].contains(word))
        || words.windows(3).any(|three| three == ["must", "be", "mated"] || three == ["must", "be", "checkmated"]);
    if !of_royalty {
        return Ok(None);
    }
    let example = vocabulary.kinds.iter().filter(|kind| !kind.royal).max_by_key(|kind| kind.value).map_or("pieces", |kind| &kind.plural);
    let known = words
        .iter()
        .position(|word| matches!(*word, "is" | "are"))
        .filter(|&at| ROYAL.contains(&&words[at + 1..]))
        .and_then(|at| kinds(&words[..at], vocabulary));
    known.map(Some).ok_or_else(|| {
        let mut capital = example.chars();
        let example: String = capital.next().into_iter().flat_map(char::to_uppercase).chain(capital).collect();
        format!(
            "of royalty a proposal says which kinds of pieces decide the game beside the real king, whoever has them: {example} are royal. The real king \
             itself stays so (M4)"
        )
    })
}

/// `queens and rooks`, each kind once.
fn kinds(words: &[&str], vocabulary: &Vocabulary) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        rest = rest.strip_prefix(&["and"]).filter(|_| !found.is_empty()).unwrap_or(rest);
        rest = rest.split_first().filter(|(first, _)| ALL.contains(first)).map_or(rest, |(_, rest)| rest);
        let length = |name: &str| {
            let name: Vec<&str> = name.split(' ').collect();
            rest.starts_with(&name).then_some(name.len())
        };
        let (kind, length) =
            vocabulary.kinds.iter().find_map(|kind| Some((&kind.name, length(&kind.plural).or_else(|| length(&kind.name))?)))?;
        if !found.contains(kind) {
            found.push(kind.clone());
        }
        rest = &rest[length..];
    }
    (!found.is_empty()).then_some(found)
}

fn plurals(kinds: &[String], vocabulary: &Vocabulary) -> String {
    let known = |kind: &String| vocabulary.kinds.iter().find(|known| known.name == *kind);
    let told: Vec<&str> = kinds.iter().map(|kind| known(kind).map_or(kind.as_str(), |known| known.plural.as_str())).collect();
    and(&told)
}

/// Its canonical sentence.
pub(super) fn print(kinds: &[String], vocabulary: &Vocabulary) -> String {
    let told = plurals(kinds, vocabulary);
    let mut letters = told.chars();
    let begins: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{begins}{} are royal.", letters.as_str())
}

impl Multiverse {
    /// Who is royal follows from the amendments in force (R13, R14).
    pub(in crate::game::mar) fn crown_kinds(&mut self) {
        let named = self.amendments().into_iter().flat_map(|motion| motion.amendment.crowned());
        let kinds: Vec<KindId> = named.filter_map(|kind| self.position.entities.kind_named(kind)).collect();
        self.position.crown(kinds.into_iter());
    }

    /// The amendment that makes men of a kind royal, and what it says: `amendment A1`, `Queens are royal.`
    pub(in crate::game::mar) fn crowned_by(&self, kind: KindId) -> Option<(String, String)> {
        let name = &self.position.entities.kind(kind).name;
        let motion = self.amendments().into_iter().find(|motion| motion.amendment.crowned().any(|crowned| crowned == name))?;
        let crowned: Vec<String> = motion.amendment.crowned().map(str::to_owned).collect();
        Some((format!("amendment {}", motion.number), print(&crowned, &self.vocabulary())))
    }

    /// What it would mean that kinds are royal, a line begun.
    pub(super) fn would_crown(&self, kinds: &[String]) -> String {
        let plural = plurals(kinds, &self.vocabulary());
        format!(
            "\nWhoever loses one of his {plural} by capture has lost the game as by the capture of his real king, which stays royal (M4); none of them may be \
             left where it could be captured if any move prevents that (F4), and rules spare them."
        )
    }
}
