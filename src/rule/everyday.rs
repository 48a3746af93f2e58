//! Everyday words that would be taken for others, or for none: put in the words of the language before anything is read. They mean one thing only.

use super::Span;
use super::dated::as_a_stretch;
use super::lexer::{Sort, Token, stands, tokens};
use super::many_sided;

/// Behind what "any more" says nothing: what is forbidden is forbidden from now on.
const DENIED: [&str; 7] = ["not", "cannot", "never", "no", "nobody", "none", "neither"];
/// What ends a stretch of words that belong together.
const ENDS: [&str; 14] = ["and", "or", "but", "if", "when", "unless", "while", "until", "after", "before", "on", "once", "by", "as"];
/// Verbs with which a step is made.
const MADE: [&str; 7] = ["take", "takes", "make", "makes", "taking", "making", "move"];

/// The sentence in the words of the language.
pub fn in_plain_words(sentence: Vec<Token>) -> Vec<Token> {
    many_sided::told(in_squares(away(captures_made(of_squares(asked_last(home_again(owned(who_gives_check(captured_or_moved(
        without_any_more(flanked(just_behind(as_a_stretch(sentence)))),
    ))))))))))
}

/// `a player may, instead of moving, if the opponent agrees, swap one of his pawns ...`: who does it is the player, whoever is asked.
fn asked_last(sentence: Vec<Token>) -> Vec<Token> {
    let any = |at: usize, words: &[&str]| stands(&sentence, at, words);
    let begins = |at: &usize| {
        let before = sentence[..*at].iter().rev().find(|token| !token.is_mark(","));
        any(*at, &["if"]) && before.is_some_and(|token| ["may", "can", "moving"].iter().any(|word| token.is_word(word)))
    };
    let Some(at) = (1..sentence.len()).find(begins) else { return sentence };
    let agrees = (at + 1..sentence.len()).take(4).find(|&at| any(at, &["agrees", "consents", "accepts", "likes", "wishes"]));
    let Some(end) = agrees.map(|agrees| agrees + 1) else { return sentence };
    let rest = end + usize::from(sentence.get(end).is_some_and(|token| token.is_mark(",")));
    if rest >= sentence.len() || sentence[rest..].iter().any(|token| ["otherwise", "else"].iter().any(|word| token.is_word(word))) {
        return sentence;
    }
    let comma = tokens(",").into_iter().map(|mark| Token { span: sentence[at].span, leads: false, after_gap: false, ..mark });
    [sentence[..at].to_vec(), sentence[rest..].to_vec(), comma.collect(), sentence[at..end].to_vec()].concat()
}

/// `it returns to its home square if that square is empty`: its home square, where no other is spoken of.
fn home_again(sentence: Vec<Token>) -> Vec<Token> {
    let is = |at: usize, word: &str| sentence.get(at).is_some_and(|token| token.is_word(word));
    let squares: Vec<usize> = (0..sentence.len()).filter(|&at| is(at, "square") || is(at, "squares")).collect();
    let [home, that] = squares[..] else { return sentence };
    if home < 2 || !is(home - 1, "home") || !is(home - 2, "its") || !is(that - 1, "that") || is(that - 2, "so") {
        return sentence;
    }
    let its = tokens("its home").into_iter().map(|word| Token { span: sentence[that - 1].span, leads: false, after_gap: false, ..word });
    [sentence[..that - 1].to_vec(), its.collect(), sentence[that..].to_vec()].concat()
}

/// `jumping over a pawn to the empty square just behind it`: behind that pawn, and over no other.
fn just_behind(sentence: Vec<Token>) -> Vec<Token> {
    let any = |at: usize, words: &[&str]| stands(&sentence, at, words);
    let over = |at: &usize| any(*at, &["jumping", "leaping"]) && any(at + 1, &["over"]) && any(at + 2, &["a", "an", "one"]);
    let Some(from) = (0..sentence.len()).find(over).map(|at| at + 2) else { return sentence };
    let Some(to) = (from + 2..sentence.len()).take(3).find(|&at| any(at, &["to", "onto"])) else { return sentence };
    let mut at = to + 1;
    for (words, needed) in [
        (&["the", "an", "a"][..], true),
        (&["empty", "free", "vacant"], false),
        (&["square"], true),
        (&["just", "directly", "right", "immediately"], false),
        (&["behind", "beyond"], true),
        (&["it", "him", "her", "them"], true),
    ] {
        match any(at, words) {
            true => at += 1,
            false if needed => return sentence,
            false => {}
        }
    }
    let one = tokens("exactly one").into_iter().map(|word| Token { span: sentence[from].span, leads: false, after_gap: false, ..word });
    [sentence[..from].to_vec(), one.collect(), sentence[from + 1..to].to_vec(), sentence[at..].to_vec()].concat()
}

/// `with pawns on both sides`: to its left and right.
fn flanked(sentence: Vec<Token>) -> Vec<Token> {
    let any = |at: usize, words: &[&str]| stands(&sentence, at, words);
    let sides = |at: usize| any(at, &["on"]) && any(at + 1, &["both", "either", "each"]) && any(at + 2, &["side", "sides"]);
    let has = (0..sentence.len()).find(|&at| any(at, &["with", "has", "have", "having"]));
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = sentence.get(at) {
        let of_it = if any(at + 3, &["of"]) && any(at + 4, &["it", "them", "him", "her"]) { 2 } else { 0 };
        let whose = of_it > 0 || !any(at + 3, &["of"]) && has.is_some_and(|has| has < at);
        if sides(at) && whose {
            let words = if has.is_some_and(|has| has < at) { "to its left and right" } else { "to the left or right of it" };
            found.extend(tokens(words).into_iter().map(|word| Token { span: token.span, leads: false, after_gap: false, ..word }));
            at += 3 + of_it;
            continue;
        }
        found.push(token.clone());
        at += 1;
    }
    found
}

/// `a piece that has just moved gives check`: whoever gives check has just moved.
fn who_gives_check(sentence: Vec<Token>) -> Vec<Token> {
    let any = |at: usize, words: &[&str]| stands(&sentence, at, words);
    let said = |at: usize| {
        any(at, &["that", "which"]) && any(at + 1, &["has"]) && any(at + 2, &["just"]) && any(at + 3, &["moved"]) && any(at + 4, &["gives"])
    };
    let within = |at: usize| (0..4).any(|back| at >= back && said(at - back));
    (0..sentence.len()).filter(|&at| !within(at)).map(|at| sentence[at].clone()).collect()
}

/// `has made three captures`: has captured at least three times.
fn captures_made(mut sentence: Vec<Token>) -> Vec<Token> {
    let told = |three: &[Token]| {
        let many = matches!(three[1].sort, Sort::Number(number) if number > 1);
        three[0].is_word("made") && many && three[2].is_word("captures")
    };
    while let Some(at) = sentence.windows(3).position(told) {
        let span = Span { start: sentence[at].span.start, end: sentence[at + 2].span.end };
        let number = sentence[at + 1].clone();
        let word = |text: &'static str| tokens(text).into_iter().map(move |word| Token { span, leads: false, after_gap: false, ..word });
        let times: Vec<Token> = word("captured at least").chain([number]).chain(word("times")).collect();
        sentence.splice(at..at + 3, times);
    }
    sentence
}

/// `move farther from e4` is away from it; by itself it would be on in the same direction.
fn away(sentence: Vec<Token>) -> Vec<Token> {
    let any = |at: usize, words: &[&str]| stands(&sentence, at, words);
    let farther = |at: usize| any(at, &["farther", "further"]) && at > 0 && any(at - 1, &["move", "moves", "go", "goes"]);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = sentence.get(at) {
        let away = usize::from(any(at + 1, &["away"]));
        let mut token = token.clone();
        if farther(at) && any(at + 1 + away, &["from"]) {
            put(&mut token, "away");
            at += away;
        }
        found.push(token);
        at += 1;
    }
    found
}

/// `a square that is attacked by a pawn` is a square attacked by one.
fn of_squares(sentence: Vec<Token>) -> Vec<Token> {
    const SAID: [&str; 12] =
        ["attacked", "threatened", "controlled", "occupied", "empty", "next", "adjacent", "on", "in", "within", "behind", "under"];
    let any = |at: usize, words: &[&str]| stands(&sentence, at, words);
    let told =
        |at: usize| any(at, &["square", "squares"]) && any(at + 1, &["that", "which"]) && any(at + 2, &["is", "are"]) && any(at + 3, &SAID);
    let said_already = |at: usize| at >= 1 && told(at - 1) || at >= 2 && told(at - 2);
    (0..sentence.len()).filter(|&at| !said_already(at)).map(|at| sentence[at].clone()).collect()
}

/// `its own home square` is its home square, and `their own side's pawns` are own pawns.
fn owned(sentence: Vec<Token>) -> Vec<Token> {
    const WHOSE: [&str; 5] = ["its", "their", "his", "her", "your"];
    let any = |token: &Token, words: &[&str]| words.iter().any(|word| token.is_word(word));
    let mut found = sentence;
    for at in (1..found.len().saturating_sub(1)).rev() {
        if !found[at].is_word("own") || !any(&found[at - 1], &WHOSE) {
            continue;
        }
        if any(&found[at + 1], &["home", "starting", "original", "start"]) {
            found.remove(at);
        } else if found[at + 1].possessive && any(&found[at + 1], &["side", "army", "colour", "color"]) && at + 2 < found.len() {
            found.remove(at + 1);
            found.remove(at - 1);
        }
    }
    found
}

/// `has been lost`, `has not been moved`: it has been captured, it has not moved.
fn captured_or_moved(sentence: Vec<Token>) -> Vec<Token> {
    let mut found = sentence;
    for at in (1..found.len()).rev() {
        if !found[at - 1].is_word("been") {
            continue;
        }
        if found[at].is_word("lost") {
            put(&mut found[at], "captured");
        } else if found[at].is_word("moved") && !found.get(at + 1).is_some_and(|next| next.is_word("by")) {
            found.remove(at - 1);
        }
    }
    found
}

/// `may not capture any more`: without its last words.
fn without_any_more(sentence: Vec<Token>) -> Vec<Token> {
    let word = |at: usize, word: &str| sentence.get(at).is_some_and(|token| token.is_word(word));
    let ends = |at: usize| sentence.get(at).is_none_or(|next| next.sort == Sort::Mark || ENDS.iter().any(|end| next.is_word(end)));
    let mut denied = false;
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(token) = sentence.get(at) {
        denied |= DENIED.iter().any(|not| token.is_word(not));
        let length = match () {
            () if word(at, "any") && (word(at + 1, "more") || word(at + 1, "longer")) => 2,
            () if word(at, "anymore") => 1,
            () => 0,
        };
        if length > 0 && denied && ends(at + length) {
            at += length;
            continue;
        }
        kept.push(token.clone());
        at += 1;
    }
    kept
}

/// `take a step forward`, `moves two steps sideways`: a step is a square, and who takes one takes no man.
fn in_squares(sentence: Vec<Token>) -> Vec<Token> {
    let mut found = sentence;
    for at in 0..found.len().saturating_sub(1) {
        let many = matches!(found[at].sort, Sort::Number(_));
        let one = found[at].is_word("a") || found[at].sort == Sort::Number(1);
        let step = |token: &Token| token.is_word("step") || token.is_word("steps");
        // "one step up the ladder" is no way on the board
        let ladder = found.get(at + 2).is_some_and(|next| next.is_word("up") || next.is_word("down"));
        if !(many || one) || !step(&found[at + 1]) || ladder {
            continue;
        }
        let made = at > 0 && MADE.iter().any(|verb| found[at - 1].is_word(verb));
        if found[at].is_word("a") && !made {
            continue;
        }
        put(&mut found[at + 1], if one { "square" } else { "squares" });
        if found[at].is_word("a") {
            put(&mut found[at], "one");
        }
        if made {
            let verb = match found[at - 1].word.as_str() {
                "take" | "make" | "move" => "move",
                "taking" | "making" => "moving",
                _ => "moves",
            };
            put(&mut found[at - 1], verb);
        }
    }
    found
}

/// Another word at the same place.
fn put(token: &mut Token, word: &str) {
    if let Some(other) = tokens(word).into_iter().next() {
        *token = Token { sort: other.sort, word: other.word, ..token.clone() };
    }
}

/// The table for the reader of the manual.
pub fn listing() -> String {
    "(nothing, behind \"not\", \"never\", \"no\") = any more; any longer; anymore\nN squares = N steps\nmove N squares = take N steps; make N steps\nhas been captured = has been lost\nhas moved = has been moved\nto its left and right = on both|either|each sides|side (of it)\n".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        in_plain_words(tokens(text)).iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_step_is_a_square_and_takes_nobody() {
        assert_eq!(plain("all pawns take one step forward"), "all pawns move one square forward");
        assert_eq!(plain("it takes a step back"), "it moves one square back");
        assert_eq!(plain("rooks move two steps sideways"), "rooks move two squares sideways");
        assert_eq!(plain("it goes one step up the ladder"), "it goes one step up the ladder");
        assert_eq!(plain("a step pawns take"), "a step pawns take");
    }

    #[test]
    fn what_has_been_lost_or_moved_has_been_captured_or_has_moved() {
        assert_eq!(plain("once a queen has been lost"), "once a queen has been captured");
        assert_eq!(plain("a man that has not been moved today"), "a man that has not moved today");
        assert_eq!(plain("if a rook has been moved by white"), "if a rook has been moved by white");
    }

    #[test]
    fn any_more_goes_only_behind_a_denial() {
        assert_eq!(plain("rooks may not castle any more"), "rooks may not castle");
        assert_eq!(plain("rooks may not castle any more if white is in check"), "rooks may not castle if white is in check");
        assert_eq!(plain("if there are any more pawns than rooks"), "if there are any more pawns than rooks");
        assert_eq!(plain("kings may capture any more"), "kings may capture any more");
    }
}
