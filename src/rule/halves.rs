//! Which half of a refused sentence is understood: what stands before a comma and says when, or what stands behind it and is done then. So a
//! player sees which words he has to say anew, and what could stand there instead.

use super::lexer::Token;
use super::models;
use super::{Span, Vocabulary};

/// What can be done whatever has happened before: a beginning that is understood can be read with one of these.
const DONE: [&str; 3] = ["a random piece is removed", "it is removed", "pieces may not capture"];
/// When something can be done, with a piece, a captured one or a player to speak of: an end that is understood can be read behind one of these.
const WHEN: [&str; 5] = [
    "when {man} captures a piece",
    "when {man} is captured",
    "when a player captures {man}",
    "if a player has {man}",
    "at the end of every turn",
];
/// The most commas at which a sentence is cut.
const MAX_COMMAS: usize = 3;
/// Words that stand for somebody or something named before.
const STANDING_IN: [&str; 14] = ["it", "its", "he", "his", "him", "she", "her", "they", "their", "them", "that", "there", "this", "those"];

/// A sentence cut at a comma, and which of its parts are understood.
struct Halves<'s> {
    front: &'s [Token],
    back: &'s [Token],
    understood: Understood,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Understood {
    Front,
    Back,
    /// Each by itself, the end behind another beginning: which one, or none where it needs none.
    Each(Option<&'static str>),
}

/// What a player is told of the halves of his sentence; nothing where no half of it is understood. `reads` says of any text whether it can be
/// read; `stopped` is where the reading of the whole stopped.
pub fn hints(sentence: &[Token], stopped: Span, text: &str, words: &Vocabulary, reads: impl Fn(&str) -> bool) -> Vec<String> {
    let Some(halves) = halves(sentence, text, words, &reads) else { return Vec::new() };
    let (front, back) = (written(halves.front, text), written(halves.back, text));
    let there = models::around(sentence, stopped);
    let mut hints = Vec::new();
    // a model is shown as it is: put together with a player's own half it would say what nobody meant
    let mut instead = |told: String, half: &str| {
        hints.push(told);
        let near = models::near(half, &there, words, &reads);
        hints.extend(near.into_iter().map(|model| format!("this is understood: {model}")));
    };
    match halves.understood {
        Understood::Front => instead(format!("the beginning is understood (\"{front}\"); what follows it is not"), &back),
        Understood::Back => instead(format!("the end is understood (\"{back}\"); what stands before it is not"), &front),
        Understood::Each(behind) => {
            let word = halves.back.iter().find(|token| STANDING_IN.contains(&token.word.as_str()));
            let word = word.filter(|word| named_instead(word, halves.back, text).iter().any(|back| reads(&format!("{front}, {back}"))));
            let why = word.map_or(String::new(), |word| {
                let player = ["he", "his", "him", "she", "her"].iter().any(|he| word.is_word(he));
                let instead = if player { "; say \"the mover\" or \"its owner\"" } else { "" };
                format!(": \"{}\" finds in the first nothing that it could mean{instead}", word.word)
            });
            hints.push(match behind {
                None => format!("each half can be read by itself (\"{front}\" and \"{back}\"), but not the two together{why}"),
                Some(when) => {
                    let when = when.replace("{man}", &named(halves.front, words));
                    format!("\"{back}\" can be said behind \"{when}\", but not behind \"{front}\"{why}")
                }
            });
            let near = models::near(&written(sentence, text), &there, words, &reads);
            hints.extend(near.into_iter().map(|model| format!("this is understood: {model}")));
        }
    }
    hints
}

/// The same words with somebody named in the place of one that stands for him: where that is read, the word was to blame.
fn named_instead(word: &Token, half: &[Token], text: &str) -> Vec<String> {
    let next = half.iter().find(|token| token.span.start >= word.span.end);
    let square = next.is_some_and(|next| next.is_word("square"));
    let names: &[&str] = match word.word.as_str() {
        "its" | "his" | "their" => &["white's"],
        "he" | "she" | "him" | "her" => &["white", "a random piece"],
        "they" | "them" | "those" => &["all pieces", "every piece"],
        "there" => &["on e4"],
        "that" | "this" if square => &["e4"],
        _ => &["a random piece", "every piece", "every"],
    };
    let span = super::sentence::spanned(half);
    let (before, behind) =
        (text.get(span.start..word.span.start), text.get(next.filter(|_| square).map_or(word.span, |next| next.span).end..span.end));
    let (Some(before), Some(behind)) = (before, behind) else { return Vec::new() };
    let with =
        |name: &&str| format!("{before}{name}{behind}").split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_string();
    names.iter().map(with).collect()
}

/// The sentence cut where the longest beginning is understood, or the longest end.
fn halves<'s>(sentence: &'s [Token], text: &str, words: &Vocabulary, reads: &impl Fn(&str) -> bool) -> Option<Halves<'s>> {
    let commas = (2..sentence.len().saturating_sub(1)).filter(|&at| sentence[at].is_mark(",")).take(MAX_COMMAS);
    let mut best: Option<Halves<'s>> = None;
    for comma in commas {
        let (front, back) = (&sentence[..comma], &sentence[comma + 1..]);
        let front_reads = DONE.iter().any(|done| reads(&format!("{}, {done}", written(front, text))));
        let man = named(front, words);
        let behind = |when: &&&str| reads(&format!("{}, {}", when.replace("{man}", &man), written(back, text)));
        let behind = WHEN.iter().find(behind).copied();
        let back_reads = behind.is_some();
        let found = |understood| Some(Halves { front, back, understood });
        match (front_reads, back_reads) {
            (true, true) => return found(Understood::Each(behind.filter(|_| !reads(&written(back, text))))),
            (true, false) => best = found(Understood::Front),
            (false, true) if best.is_none() => best = found(Understood::Back),
            (false, true | false) => {}
        }
    }
    best
}

/// The first kind of piece that is named, with its article.
fn named(sentence: &[Token], words: &Vocabulary) -> String {
    let kind = |token: &Token| words.kinds.iter().find(|kind| kind.is_named(token));
    let name = sentence.iter().find_map(kind).map_or("piece", |kind| kind.name.as_str());
    super::wording::a(name)
}

/// Words as the player wrote them, on one line.
fn written(tokens: &[Token], text: &str) -> String {
    let span = super::sentence::spanned(tokens);
    let words: Vec<&str> = text.get(span.start..span.end).unwrap_or_default().split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use crate::rule::read;
    use crate::rule::tests::words;

    fn hints(sentence: &str) -> String {
        let reading = read(&format!("RULE\n{sentence}\nEND"), words());
        let hints: Vec<String> = reading.diagnostics.iter().flat_map(|problem| problem.hints.clone()).collect();
        assert!(!hints.is_empty(), "{sentence} is read");
        hints.join("\n")
    }

    #[test]
    fn a_beginning_that_is_understood_is_told_and_shown_with_what_can_follow() {
        let told = hints("When a player castles, his opponent throws a great big party for three turns.");
        assert!(told.contains("the beginning is understood (\"When a player castles\")"), "{told}");
        let told = hints("After a knight moves, it is exhausted and sleeps until it recovers.");
        assert!(told.contains("not known: \"exhausted\""), "{told}");
    }

    #[test]
    fn an_end_that_is_understood_is_told() {
        let told = hints("When a knight feels lonely at night, it is removed.");
        assert!(told.contains("the end is understood (\"it is removed\")"), "{told}");
    }

    #[test]
    fn halves_that_do_not_go_together_are_told() {
        let told = hints("At the end of every turn, that piece is removed.");
        assert!(told.contains("but not behind \"At the end of every turn\"") && told.contains("\"that\""), "{told}");
    }

    #[test]
    fn a_rule_without_its_condition_is_not_offered() {
        let told = hints("When a player's queen or rook was captured last turn, pawns cannot capture.");
        assert!(!told.contains("it can be read: Pawns cannot capture"), "{told}");
    }
}
