//! The nearest sentence that can be read: the player's own words with one slip of the pen mended, one word left out, or one part put
//! somewhere else. Shown in a refusal, never taken for what he meant.

use super::explain::near_words;
use super::lexer::{Sort, Token, tokens};
use super::paraphrase::opens;
use super::words::{Lexeme, phrases};
use super::{Span, Vocabulary};

/// The longest sentence for which it is looked for, in phrases.
const MAX_PHRASES: usize = 14;
/// The most sentences tried.
const MAX_TRIES: usize = 40;
/// How many known words are tried in the place of one that is not known.
const MAX_NEAR: usize = 4;
/// The most words that are not known.
const MAX_SLIPS: usize = 2;

/// The most places at which a part that is left out may begin, and end.
const MAX_STARTS: usize = 5;
/// The most parts of a sentence that are left out, one at a time.
const MAX_PARTS: usize = 25;
/// The fewest words that are left.
const MIN_REST: usize = 4;

/// The most words of a story before a comma.
const MAX_OPENING: usize = 6;
/// With what an event or a condition begins.
const EVENTS: [&str; 12] = ["if", "when", "whenever", "while", "unless", "until", "once", "as", "after", "before", "provided", "every"];

/// What would be read, and what was done to the sentence for it.
pub enum Repair {
    /// Other words in the place of those that nobody knows.
    Spelled(String),
    /// Without a word that adds nothing, or a story.
    Without(String, String),
    /// Without a part that the rule then does not say.
    Cut(String, String),
    Reordered(String),
    Parted(String, String),
}

impl Repair {
    /// The line shown to the player.
    pub fn hint(&self) -> String {
        match self {
            Repair::Spelled(sentence) => format!("this can be read: {sentence}"),
            Repair::Without(word, sentence) => format!("without \"{word}\" it can be read: {sentence}"),
            Repair::Cut(part, sentence) => {
                format!("\"{part}\" is not understood; without it, and then the rule does not say it, this can be read: {sentence}")
            }
            Repair::Reordered(sentence) => format!("in this order it can be read: {sentence}"),
            Repair::Parted(one, other) => format!("as two sentences they can be read: {one} {other}"),
        }
    }
}

/// Looks for the nearest sentence that `reads`.
pub fn repair(sentence: &[Token], words: &Vocabulary, text: &str, reads: impl Fn(&[Token]) -> bool) -> Option<Repair> {
    let lexemes = phrases(sentence);
    if lexemes.len() > MAX_PHRASES {
        return None;
    }
    let mut tries = 0;
    let mut reads = |tokens: &[Token]| {
        tries += 1;
        tries <= MAX_TRIES && reads(tokens)
    };
    let unknown: Vec<usize> = (0..sentence.len()).filter(|&at| !super::explain::known(&sentence[at], words)).collect();
    if !unknown.is_empty() {
        if unknown.len() > MAX_SLIPS {
            return None;
        }
        return spelled(sentence.to_vec(), &unknown, words, &mut reads).map(|mended| Repair::Spelled(shown(&mended, text)));
    }
    let parts: Vec<&[Token]> = parts(sentence, &lexemes);
    let joined = |order: &[usize]| order.iter().flat_map(|&at| parts[at].iter().cloned()).collect::<Vec<Token>>();
    let all: Vec<usize> = (0..parts.len()).collect();
    // of two kinds it would be said anew who does something to whom
    let of_men = |part: &[Token]| part.iter().any(|token| words.names_a_kind(token));
    let two_kinds = parts.iter().filter(|part| of_men(part)).count() > 1;
    // a part somewhere else, the near places first
    for far in 1..parts.len() {
        for from in 0..parts.len() {
            for to in [from.checked_sub(far), Some(from + far).filter(|&to| to < parts.len())].into_iter().flatten() {
                // a number is a number of what stands beside it
                let counts = |part: &&[Token]| part.iter().any(|token| matches!(token.sort, Sort::Number(_) | Sort::Ordinal(_)));
                if parts[from.min(to)..=from.max(to)].iter().any(counts) {
                    continue;
                }
                let mut order = all.clone();
                let moved = order.remove(from);
                order.insert(to, moved);
                // "a the pawn", "his may move opponent": what a word in front belongs to stays behind it
                let is_bound = |part: &[Token]| is_in_front(part, words);
                let behind_one = |at: Option<usize>| at.is_some_and(|at| is_bound(parts[at]));
                if two_kinds && of_men(parts[from]) {
                    continue;
                }
                if is_bound(parts[from]) || behind_one(from.checked_sub(1)) || behind_one(to.checked_sub(1).map(|at| order[at])) {
                    continue;
                }
                let tokens = joined(&order);
                if reads(&tokens) {
                    return Some(Repair::Reordered(shown(&tokens, text)));
                }
            }
        }
        if far == 1 {
            for left in (0..parts.len()).filter(|&at| parts.len() > 3 && parts[at].iter().all(is_light)) {
                let order: Vec<usize> = all.iter().copied().filter(|&at| at != left).collect();
                let tokens = joined(&order);
                if reads(&tokens) {
                    return Some(Repair::Without(shown(parts[left], text).trim_end_matches('.').to_lowercase(), shown(&tokens, text)));
                }
            }
        }
    }
    None
}

/// The sentence without the part in which the reading stopped, where the rest `reads`: what was said for its own sake.
pub fn without_a_part(sentence: &[Token], stopped: Span, text: &str, reads: impl Fn(&[Token]) -> bool) -> Option<Repair> {
    const JOINTS: [&str; 12] = [",", ":", "-", ";", "(", ")", "and", "but", "so", "because", "then", "who"];
    const BEGINS: [&str; 6] = ["is", "are", "gets", "feels", "becomes", "because"];
    is_as_written(sentence, text).then_some(())?;
    let at = sentence.iter().position(|token| token.span.end > stopped.start)?;
    let joint = |token: &Token| JOINTS.iter().any(|joint| token.is_mark(joint) || token.is_word(joint));
    let begins = |token: &Token| joint(token) || BEGINS.iter().any(|word| token.is_word(word));
    let starts = (0..=at)
        .rev()
        .filter(|&start| start == 0 || begins(&sentence[start]) || joint(&sentence[start - 1]) || is_number(&sentence[start - 1]))
        .take(MAX_STARTS);
    // "are holy: they may ..."
    let again = |end: usize| end > 1 && joint(&sentence[end - 2]) && ["they", "it"].iter().any(|word| sentence[end - 1].is_word(word));
    let ends: Vec<usize> = (at + 1..=sentence.len())
        .filter(|&end| end == sentence.len() || joint(&sentence[end]) || joint(&sentence[end - 1]) || again(end))
        .take(MAX_STARTS)
        .collect();
    let mut parts: Vec<(usize, usize)> = starts.flat_map(|start| ends.iter().map(move |&end| (start, end))).collect();
    parts.sort_by_key(|(start, end)| end - start);
    // without what says when it would be another rule
    let when = sentence.iter().position(|token| token.is_mark(",")).filter(|_| opens(&sentence[0])).unwrap_or(usize::MAX);
    let fits = |&(start, end): &(usize, usize)| sentence.len() - (end - start) >= MIN_REST && !(start == 0 && end >= when);
    parts.into_iter().filter(fits).take(MAX_PARTS).find_map(|(start, end)| {
        let rest = [&sentence[..start], &sentence[end..]].concat();
        let part = shown(&sentence[start..end], text);
        let part = part.trim_end_matches(['.', ',', ':', ' ']).to_lowercase();
        reads(&rest).then(|| Repair::Cut(part, shown(&rest, text)))
    })
}

/// The sentence without the words before its first comma that tell a story, where the rest `reads`: "In winter, ...". Not without what says when.
pub fn without_opening(sentence: &[Token], stopped: Span, text: &str, reads: impl Fn(&[Token]) -> bool) -> Option<Repair> {
    let comma = sentence.iter().take(MAX_OPENING + 1).position(|token| token.is_mark(","))?;
    let (opening, rest) = (&sentence[..comma], &sentence[comma + 1..]);
    let event = opening.first().is_none_or(|first| EVENTS.iter().any(|word| first.is_word(word)));
    let inside = opening.last().is_some_and(|last| stopped.start <= last.span.start);
    (!event && inside && rest.len() >= MIN_REST && reads(rest)).then(|| {
        let part = shown(opening, text);
        Repair::Without(part.trim_end_matches('.').to_lowercase(), shown(rest, text))
    })
}

/// The sentence without the end of what stands before its colon, where that tells a story behind a time or an event: "On turns 12 to 15 there is a
/// festival: ..."
pub fn without_a_story(sentence: &[Token], colon: usize, text: &str, reads: impl Fn(&[Token]) -> bool) -> Option<Repair> {
    let (opening, behind) = (&sentence[..colon], &sentence[colon + 1..]);
    opening.first().filter(|first| opens(first) || ["every", "each"].iter().any(|word| first.is_word(word)))?;
    (2..colon).rev().take(MAX_PARTS).find_map(|cut| {
        let kept = &opening[..cut];
        if kept.last().is_some_and(|last| last.is_mark(",")) {
            return None;
        }
        let comma = Token { word: ",".to_string(), ..sentence[colon].clone() };
        let rest = [kept, &[comma], behind].concat();
        reads(&rest).then(|| {
            let story = shown(&opening[cut..], text);
            let story = story.trim_end_matches('.').trim_start_matches([',', ' ']).to_lowercase();
            Repair::Without(story, shown(&rest, text).replacen(':', ",", 1))
        })
    })
}

/// The sentence as two, where each of them `reads`: what stands on both sides of an "and", or of a comma behind which another begins. What says when
/// in front of the first is said of the second as well, if that does not say when itself.
pub fn as_two(sentence: &[Token], text: &str, reads: impl Fn(&[Token]) -> bool) -> Option<Repair> {
    const JOINTS: [&str; 4] = ["and", "but", "while", "so"];
    let comma = |token: &Token| [",", ";", ":"].iter().any(|mark| token.is_mark(mark));
    let joint = |token: &Token| comma(token) || JOINTS.iter().any(|word| token.is_word(word));
    let begins_with_when = sentence.first().is_some_and(opens);
    let time = sentence.iter().position(|token| token.is_mark(",")).filter(|_| begins_with_when);
    let places = (MIN_REST..sentence.len().saturating_sub(MIN_REST)).rev().filter(|&at| joint(&sentence[at]));
    places.filter(|&at| !joint(&sentence[at + 1])).take(MAX_STARTS).find_map(|at| {
        let left = &sentence[..at];
        let left = left.split_last().filter(|(last, _)| comma(last)).map_or(left, |(_, rest)| rest);
        let right = &sentence[at + 1..];
        let time = time.filter(|&end| end + 1 < left.len() && !right.first().is_some_and(opens));
        let under_it = time.map(|end| [&sentence[..=end], right].concat());
        let right = under_it.unwrap_or_else(|| right.to_vec());
        (reads(left) && reads(&right)).then(|| Repair::Parted(shown(left, text), shown(&right, text)))
    })
}

/// With what a reason begins that is given behind a rule: one word, or two.
const REASONS: [&[&str]; 17] = [
    &["because"],
    &["for", "he"],
    &["for", "she"],
    &["for", "it"],
    &["for", "they"],
    &["for", "the"],
    &["for", "no"],
    &["for", "such"],
    &["as", "befits"],
    &["as", "he"],
    &["as", "she"],
    &["as", "they"],
    &["since", "he"],
    &["since", "she"],
    &["since", "they"],
    &["so", "that"],
    &["in", "honour"],
];

/// The sentence with the reason behind it in a note, where the rest `reads`.
pub fn reason_in_a_note(sentence: &[Token], text: &str, reads: impl Fn(&[Token]) -> bool) -> Option<String> {
    let begins = |at: usize| {
        REASONS
            .iter()
            .any(|reason| reason.iter().enumerate().all(|(ahead, word)| sentence.get(at + ahead).is_some_and(|token| token.is_word(word))))
    };
    let at = (MIN_REST..sentence.len()).filter(|&at| begins(at)).find(|&at| {
        let rest = &sentence[..at];
        let rest = rest.split_last().filter(|(last, _)| last.is_mark(",")).map_or(rest, |(_, rest)| rest);
        reads(rest)
    })?;
    let rest = shown(&sentence[..at], text);
    let reason = shown(&sentence[at..], text).to_lowercase();
    let (rest, reason) = (rest.trim_end_matches(['.', ',', ' ']), reason.trim_end_matches('.'));
    Some(format!("a reason stands in a note: {rest}. (note: {reason})"))
}

/// Whether its marks are the player's own: else it has been put in other words already.
fn is_as_written(sentence: &[Token], text: &str) -> bool {
    let own = |token: &Token| text.get(token.span.start..token.span.end).is_some_and(|own| own.chars().any(char::is_alphabetic));
    !sentence.iter().any(|token| token.sort == Sort::Mark && own(token))
}

/// Whether it ends with a word that belongs to what follows.
fn is_in_front(part: &[Token], words: &Vocabulary) -> bool {
    const IN_FRONT: [&str; 19] = [
        "a", "an", "the", "every", "each", "all", "any", "no", "his", "her", "its", "their", "your", "own", "enemy", "another", "other",
        "one", "without",
    ];
    let colour = |last: &Token| words.armies.iter().any(|army| last.is_word(army));
    part.last().is_some_and(|last| last.possessive || colour(last) || IN_FRONT.iter().any(|word| last.is_word(word)))
}

fn is_number(token: &Token) -> bool {
    matches!(token.sort, Sort::Number(_))
}

/// The sentence with the first words that fit in the place of the unknown ones.
fn spelled(tokens: Vec<Token>, unknown: &[usize], words: &Vocabulary, reads: &mut impl FnMut(&[Token]) -> bool) -> Option<Vec<Token>> {
    let Some((&at, rest)) = unknown.split_first() else {
        return reads(&tokens).then_some(tokens);
    };
    for near in near_words(&tokens[at].word, words).into_iter().take(MAX_NEAR) {
        let Some(mended) = self::tokens(&near).into_iter().next() else { continue };
        let old = &tokens[at];
        let mended = Token { span: old.span, leads: old.leads, after_gap: old.after_gap, possessive: old.possessive, ..mended };
        let mut other = tokens.clone();
        other[at] = Token { capital: false, ..mended };
        if let Some(found) = spelled(other, rest, words, reads) {
            return Some(found);
        }
    }
    None
}

/// A word that adds nothing which the rest would not say: no number, no piece, no place, no condition.
fn is_light(token: &Token) -> bool {
    const LIGHT: [&str; 18] = [
        "ahead",
        "already",
        "always",
        "at",
        "be",
        "ever",
        "freely",
        "immediately",
        "instantly",
        "just",
        "now",
        "really",
        "simply",
        "so",
        "still",
        "then",
        "very",
        "well",
    ];
    LIGHT.contains(&token.word.as_str())
}

/// The tokens of each phrase.
fn parts<'a>(sentence: &'a [Token], lexemes: &[Lexeme]) -> Vec<&'a [Token]> {
    let mut found = Vec::new();
    let mut rest = sentence;
    for lexeme in lexemes {
        let length = rest.iter().take_while(|token| token.span.start < lexeme.span.end).count().max(1).min(rest.len());
        let (part, later) = rest.split_at(length);
        found.push(part);
        rest = later;
    }
    found
}

/// The words as a sentence: as the player wrote them where they are his.
fn shown(tokens: &[Token], text: &str) -> String {
    let mut sentence = String::new();
    let mut last = None;
    for (at, token) in tokens.iter().enumerate() {
        // a contraction is two tokens of one place
        if last == Some(token.span) {
            continue;
        }
        let mark = token.sort == Sort::Mark;
        last = (!mark).then_some(token.span);
        let own = text.get(token.span.start..token.span.end).unwrap_or(&token.word);
        let possessive = token.possessive && own.to_lowercase().starts_with(&token.word);
        let contracted = !mark && tokens.get(at + 1).is_some_and(|next| next.span == token.span);
        let kept = own.to_lowercase() == token.word || possessive || contracted || matches!(token.sort, Sort::Quoted | Sort::Bracket);
        let word = if kept { own.to_string() } else { token.word.clone() };
        let closes = mark && [",", ")", ":"].contains(&token.word.as_str());
        let joins = sentence.is_empty() || sentence.ends_with('(') || closes;
        if !joins {
            sentence.push(' ');
        }
        let square = word.chars().any(|c| c.is_ascii_digit()) || token.sort == Sort::Quoted || token.sort == Sort::Bracket;
        sentence.push_str(&if square { word } else { word.to_lowercase() });
    }
    let sentence = sentence.trim_end_matches([',', ' ']);
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
