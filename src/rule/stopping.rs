//! Where a sentence stops being understood, whichever way it is taken: as it stands, behind a time or a condition, said of a player of some sort.

use super::Vocabulary;
use super::cursor::{Cursor, Failure};
use super::each_of_them::of_some_player;
use super::syntax::Family;
use super::syntax::terms::{guard, guard_begins};
use super::words::Lexeme;

/// What was read of, why the family that got furthest into it failed there, and which family that is.
pub struct Stop<'f> {
    pub lexemes: Vec<Lexeme>,
    pub failure: Failure,
    pub family: Option<&'f Family>,
}

impl Stop<'_> {
    /// How many of the lexemes are left.
    fn left(&self) -> usize {
        self.lexemes.len().saturating_sub(self.failure.reached())
    }
}

/// How many of the lexemes were understood before the first that fitted nothing.
pub fn understood(lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> usize {
    lexemes.len() - furthest(lexemes, words, families).left()
}

/// The family that got furthest into the lexemes, or into what follows a guard in front.
pub fn furthest<'f>(lexemes: &[Lexeme], words: &Vocabulary, families: &[&'f [Family]]) -> Stop<'f> {
    if let Some(rest) = guard_in_front(lexemes, words) {
        return furthest(rest, words, families);
    }
    let stop = as_it_stands(lexemes, words, families);
    let (Some(described), true) = (of_some_player(lexemes, words), stop.left() > 0) else { return stop };
    let rest = as_it_stands(&described.1, words, families);
    if rest.left() < stop.left() { rest } else { stop }
}

/// How well a failed form tells what is wrong: whether it may be meant, how far it got, whether it has a reason, whether it is about the same.
type Rank = (bool, usize, bool, bool);

fn as_it_stands<'f>(lexemes: &[Lexeme], words: &Vocabulary, families: &[&'f [Family]]) -> Stop<'f> {
    let topic = topic(lexemes);
    // "... if able" is said of duties alone: another form that reads all before it is not what is meant
    let able = lexemes.iter().position(|lexeme| lexeme.means("if able"));
    let mut best: Option<(Rank, Failure, &Family)> = None;
    for family in families.iter().copied().flatten() {
        let mut cursor = Cursor::new(lexemes, words);
        if (family.parse)(&mut cursor).is_some() {
            let _ = cursor.end();
        }
        let failure = cursor.failure();
        let reached = failure.reached();
        let duty = able != Some(reached) || family.topic == "duties";
        let rank = (duty, reached, matches!(failure, Failure::Refused { .. }), family.topic == topic);
        if best.as_ref().is_none_or(|(best, ..)| rank > *best) {
            best = Some((rank, failure, family));
        }
    }
    let (failure, family) = match best {
        Some((_, failure, family)) => (failure, Some(family)),
        None => (Failure::Expected { at: 0, expected: Vec::new() }, None),
    };
    Stop { lexemes: lexemes.to_vec(), failure: in_the_guard(lexemes, words, failure), family }
}

/// What follows a guard at the beginning of the sentence and its comma.
fn guard_in_front<'a>(lexemes: &'a [Lexeme], words: &Vocabulary) -> Option<&'a [Lexeme]> {
    let mut cursor = Cursor::new(lexemes, words);
    guard(&mut cursor)?;
    let parted = cursor.comma() || cursor.maybe("then");
    // without a comma, where a sentence plainly begins behind it
    let begins =
        ["a", "the", "every", "a random", "you", "player", "each player", "nobody", "no", "piece"].iter().any(|word| cursor.sees(0, word));
    let kind = cursor.peek().is_some_and(|lexeme| words.kinds.iter().any(|kind| lexeme.token.is_word(&kind.plural)));
    (parted || begins || kind).then(|| &lexemes[cursor.at()..]).filter(|rest| !rest.is_empty())
}

/// Where the sentence breaks off at a guard, what is wrong inside the guard.
fn in_the_guard(lexemes: &[Lexeme], words: &Vocabulary, failure: Failure) -> Failure {
    let reached = failure.reached();
    for from in std::iter::once(0).chain((reached.saturating_sub(2)..=reached).rev()) {
        let tail = &lexemes[from.min(lexemes.len())..];
        let mut cursor = Cursor::new(tail, words);
        if tail.is_empty() || !guard_begins(&cursor) {
            continue;
        }
        if guard(&mut cursor).is_some() {
            let _ = cursor.end();
        }
        match cursor.failure() {
            Failure::Refused { at, diagnostic } if at + from > reached => return Failure::Refused { at: at + from, diagnostic },
            Failure::Expected { at, expected } if at + from > reached => return Failure::Expected { at: at + from, expected },
            _ => {}
        }
    }
    failure
}

/// What a sentence seems to be about, by its words.
fn topic(lexemes: &[Lexeme]) -> &'static str {
    const TOPICS: [(&str, &[&str]); 5] = [
        ("duties", &["must", "if able"]),
        ("promotion", &["promote", "promotion"]),
        ("castling", &["castle", "castling"]),
        ("passing", &["in passing"]),
        ("captures", &["when", "is captured", "captured piece", "capturing piece", "captured", "capturing", "that captures", "explodes"]),
    ];
    let about = |phrases: &[&str]| lexemes.iter().any(|lexeme| phrases.iter().any(|phrase| lexeme.means(phrase)));
    TOPICS.iter().find(|(_, phrases)| about(phrases)).map_or("moves", |(topic, _)| topic)
}
