//! What a sentence says in connection with the one before it: `It then belongs to you`, `On tails it is removed`, `They may not capture`.

use super::christening::said;
use super::heard::Said;
use super::lexer::{Sort, Token, stands};
use super::telling::many;
use super::{Class, Clause, Form, Kinds, Vocabulary};

/// With what a sentence begins that goes on from the one before it.
const GOING_ON: [&str; 14] =
    ["it", "they", "he", "them", "these", "those", "this", "that", "then", "otherwise", "else", "its", "their", "afterwards"];

/// The same of two words: an outcome of dice or a coin, or what has just happened.
const OUTCOMES: [(&str, &str); 18] = [
    ("failing", "that"),
    ("failing", "this"),
    ("on", "that"),
    ("in", "that"),
    ("the", "chosen"),
    ("the", "two"),
    ("the", "piece"),
    ("or", "else"),
    ("on", "heads"),
    ("on", "tails"),
    ("after", "that"),
    ("after", "this"),
    ("if", "not"),
    ("if", "so"),
    ("if", "heads"),
    ("if", "tails"),
    ("if", "that"),
    ("if", "this"),
];

/// What a die shows: `if the result is six`.
const ROLLED: [&str; 4] = ["result", "roll", "die", "throw"];

/// What is done to whoever is put at stake.
const GAMBLED: [&str; 4] = ["gamble", "risk", "stake", "bet"];

/// How two sentences are put together to one.
const JOINTS: [&str; 4] = [",", "and", ", then", ":"];

/// How many of them are tried where what they make is put in other words.
const REWORDED_JOINTS: usize = 2;

/// How far on "does" stands in `if its owner does not`.
const MAX_HEAD: usize = 6;

/// `Three turns later ...`: after what the sentence before it says.
pub fn is_later(sentence: &[Token]) -> bool {
    let number = sentence.first().is_some_and(|first| matches!(first.sort, Sort::Number(_)) || first.is_word("a"));
    let turns = sentence.get(1).is_some_and(|second| second.is_word("turn") || second.is_word("turns"));
    let that = sentence.get(3).is_some_and(|fourth| ["that", "this", "it"].iter().any(|word| fourth.is_word(word)));
    // "from then on ..."
    let word = |at: usize, these: &[&str]| stands(sentence, at, these);
    if word(0, &["from"]) && (word(1, &["then"]) || word(1, &["that"]) && word(3, &["on", "onward", "onwards"])) {
        return true;
    }
    number && turns && sentence.get(2).is_some_and(|third| third.is_word("later") || third.is_word("after") && that)
}

/// The most sentences that go on from one.
const MOST: usize = 2;

/// Whether a sentence begins as one that goes on from the one before it.
pub fn goes_on(next: &[Token]) -> bool {
    match next {
        [first, second, ..] => {
            let outcome = OUTCOMES.iter().any(|(one, other)| first.is_word(one) && second.is_word(other));
            let number = |at: usize| next.get(at).is_some_and(|token| matches!(token.sort, Sort::Number(_)));
            let article = usize::from(second.is_word("a"));
            let face = first.is_word("on") && number(1 + article) && !next.get(2).is_some_and(|third| third.is_word("turn"))
                || first.is_word("if") && second.is_word("it") && next.get(2).is_some_and(|third| third.is_word("is")) && number(3)
                || first.is_word("if")
                    && second.is_word("the")
                    && next.get(2).is_some_and(|third| ROLLED.iter().any(|word| third.is_word(word)));
            let both = ["the", "these", "those"].iter().any(|word| first.is_word(word))
                && matches!(second.sort, Sort::Number(2))
                && next
                    .get(2)
                    .is_some_and(|third| ["chosen", "selected", "swapped", "pieces", "men"].iter().any(|word| third.is_word(word)));
            let does =
                first.is_word("if") && next.iter().take(MAX_HEAD).any(|word| ["does", "do", "did"].iter().any(|did| word.is_word(did)));
            let fails = first.is_word("if") && next.get(2).is_some_and(|third| third.is_word("can"));
            outcome
                || face
                || both
                || does
                || of_the_second(next)
                || is_later(next)
                || fails
                || asks(next)
                || GOING_ON.iter().any(|word| first.is_word(word))
        }
        _ => false,
    }
}

/// `The second of these moves may not capture.`
fn of_the_second(next: &[Token]) -> bool {
    let word = |at: usize, these: &[&str]| stands(next, at, these);
    let second = next.get(1).is_some_and(|token| token.sort == Sort::Ordinal(2)) || word(1, &["other", "latter"]);
    word(0, &["the"]) && second && (2..MAX_HEAD).any(|at| word(at, &["move", "moves"]))
}

/// `It may not capture that way.`: of the way of moving that the sentence before it tells.
fn says_how(next: &[Token]) -> bool {
    let [first, .., last] = next else { return false };
    let so = last.is_word("so") || last.is_word("way");
    so && ["it", "they"].iter().any(|word| first.is_word(word)) && next.iter().any(|token| token.is_word("not"))
}

/// `Otherwise he must move a king`, `if he cannot, he loses a knight`: what comes of a duty that cannot be done.
fn falls_back(next: &[Token]) -> bool {
    let word = |at: usize, these: &[&str]| stands(next, at, these);
    word(0, &["otherwise", "else", "failing"]) || word(0, &["if"]) && word(1, &["he", "she", "they", "it", "that"]) && word(2, &["can"])
}

/// `A river runs between ranks 4 and 5.`, and what crosses it.
fn tells_of_a_line(sentence: &[Token], next: &[Token]) -> bool {
    const LINES: [&str; 6] = ["river", "stream", "brook", "canal", "line", "border"];
    let has = |tokens: &[Token], words: &[&str]| tokens.iter().any(|token| words.iter().any(|word| token.is_word(word)));
    let told = sentence.get(1).is_some_and(|noun| LINES.iter().any(|line| noun.is_word(line)));
    told && has(sentence, &["between"]) && has(sentence, &["rank", "ranks"]) && has(next, &["cross", "crosses", "crossing"])
}

/// `if he has coins left, ...`, of somebody of whom the sentence before it spoke.
fn asks(next: &[Token]) -> bool {
    let word = |at: usize, these: &[&str]| stands(next, at, these);
    word(0, &["if", "unless"]) && word(1, &["he", "she", "they", "it", "his", "her", "its", "their"])
}

/// What was rolled, or into what the board was divided, is said in a sentence of its own.
pub fn speaks_of_it(sentence: &[Token], next: &[Token]) -> bool {
    let has = |tokens: &[Token], words: &[&str]| tokens.iter().any(|token| words.iter().any(|word| token.is_word(word)));
    let number = next.windows(2).any(|two| {
        let that = ["that", "this"].iter().any(|word| two[0].is_word(word)) && ["number", "many"].iter().any(|word| two[1].is_word(word));
        that || two[0].is_word("number") && ["rolled", "thrown"].iter().any(|word| two[1].is_word(word))
    });
    let named = ["choose", "chooses", "name", "names", "pick", "picks", "select", "selects", "mark", "marks"];
    let square = has(sentence, &named) && has(sentence, &["square"]) && !has(sentence, &["secret", "secretly"]);
    let there = next.first().is_some_and(|first| ["nobody", "no"].iter().any(|word| first.is_word(word)));
    if square && there && has(next, &["it", "there", "that"]) {
        return true;
    }
    let line = |two: &[Token]| {
        ["that", "this"].iter().any(|word| two[0].is_word(word)) && ["file", "rank"].iter().any(|word| two[1].is_word(word))
    };
    if has(sentence, &named) && has(sentence, &["file", "rank"]) && !has(sentence, &["secret", "secretly"]) && next.windows(2).any(line) {
        return true;
    }
    if has(sentence, &named) && has(sentence, &["kind", "type"]) && next.windows(2).any(is_that_kind) {
        return true;
    }
    if has(sentence, &["offer", "propose", "suggest"]) && next.first().is_some_and(|first| first.is_word("if")) {
        return true;
    }
    // "choose one of his pieces. Roll a die: on 6 it ..."
    let cast = ["roll", "throw", "cast", "flip", "toss"].iter().any(|word| next.first().is_some_and(|first| first.is_word(word)));
    if cast && (has(sentence, &named) || has(sentence, &GAMBLED)) && has(sentence, &["may", "can"]) {
        return true;
    }
    if tells_of_a_line(sentence, next) {
        return true;
    }
    let rolls = has(sentence, &["die", "dice"]) && number;
    rolls || has(sentence, &["divided", "split"]) && has(sentence, &["board"]) && has(next, &["move", "moves"])
}

/// `pieces of that kind`.
fn is_that_kind(two: &[Token]) -> bool {
    ["that", "this"].iter().any(|word| two[0].is_word(word)) && ["kind", "type", "sort"].iter().any(|word| two[1].is_word(word))
}

/// `..., swap one of your pawns with an enemy pawn; the enemy pawn ...`: the one that was chosen, not all of them.
fn speaks_of_one_chosen(sentence: &[Token], next: &[Token]) -> bool {
    let has = |tokens: &[Token], words: &[&str]| tokens.iter().any(|token| words.iter().any(|word| token.is_word(word)));
    let chooses = has(sentence, &["swap", "swaps", "exchange", "exchanges", "choose", "chooses", "select", "selects", "pick", "picks"]);
    let [first, second, third, ..] = next else { return false };
    let whose = ["enemy", "own", "other"].iter().any(|word| second.is_word(word));
    chooses && whose && ["the", "that"].iter().any(|word| first.is_word(word)) && sentence.iter().any(|token| token.is_word(&third.word))
}

/// What comes of a sentence with those that go on from it, and how many they are. `goes_on` says whether one goes on from another, `read` what one
/// sentence says.
pub fn with_the_next(
    sentence: &[Token],
    rest: &[&[Token]],
    goes_on: impl Fn(&[Token], &[Token]) -> bool,
    read: impl Fn(&[Token]) -> Said,
    read_joined: impl Fn(&[Token]) -> Said,
) -> Option<(Vec<Clause>, usize)> {
    let before = std::iter::once(&sentence).chain(rest);
    let next = before.zip(rest).take(MOST).take_while(|(one, next)| goes_on(one, next)).count();
    if next == 0 {
        return None;
    }
    // What is said of pieces by themselves is a sentence of its own; what happens, or is asked, goes on.
    let alone = read(sentence);
    let settled =
        matches!(&alone, Some(Ok(clauses)) if clauses.iter().all(|clause| !matches!(clause.form, Form::Trigger(_) | Form::Action(_))));
    let duty = matches!(&alone, Some(Ok(clauses)) if clauses.iter().any(|clause| matches!(clause.form, Form::Duty(_))));
    let falls_back = duty && falls_back(rest[0]);
    if settled && !says_how(rest[0]) && !falls_back {
        return None;
    }
    let together = |read_joined: &dyn Fn(&[Token]) -> Said, joints: usize| {
        (1..=next).rev().find_map(|taken| {
            let own = rest[..taken].iter().all(|next| !is_later(next) && matches!(read(next), Some(Ok(_))));
            let own = own && !speaks_of_one_chosen(sentence, rest[0]);
            if own && matches!(alone, Some(Ok(_))) {
                return None;
            }
            // what is asked then is not asked of what came before it
            let joints = if asks(rest[0]) { &["and"][..] } else { &JOINTS[..joints] };
            joints.iter().find_map(|joint| {
                let whole = rest[..taken].iter().fold(sentence.to_vec(), |whole, next| self::joined(&whole, joint, next));
                match read_joined(&whole) {
                    Some(Ok(clauses)) => Some((clauses, taken)),
                    _ => None,
                }
            })
        })
    };
    // the first in other words, where it says nothing in its own
    let both_alone = matches!(alone, Some(Ok(_))) && matches!(read(rest[0]), Some(Ok(_)));
    let found = together(&read_joined, JOINTS.len()).or_else(|| if both_alone { None } else { together(&read, REWORDED_JOINTS) })?;
    // what goes on from a sentence makes no other event or action of it
    let begins = |clauses: &[Clause]| {
        clauses.iter().find_map(|clause| match &clause.form {
            Form::Trigger(trigger) => Some(Some(trigger.event.clone())),
            Form::Action(_) => Some(None),
            _ => None,
        })
    };
    match alone {
        // what is said of the second of two moves tells both anew
        Some(Ok(first)) => (falls_back || of_the_second(rest[0]) || begins(&first) == begins(&found.0)).then_some(found),
        _ => Some(found),
    }
}

/// Two sentences as one.
pub fn joined(sentence: &[Token], joint: &str, next: &[Token]) -> Vec<Token> {
    let span = next.first().map_or_else(Default::default, |token| token.span);
    let then = next.first().is_some_and(|first| ["then", "afterwards"].iter().any(|word| first.is_word(word)));
    let next = next.iter().skip(usize::from(then)).map(|token| Token { leads: false, after_gap: false, ..token.clone() });
    sentence.iter().cloned().chain(said(joint, span)).chain(next).collect()
}

/// The sentence with the men of the one before it in the place of its pronoun.
pub fn about_the_same(sentence: &[Token], before: &[Clause], words: &Vocabulary) -> Option<Vec<Token>> {
    const PRONOUNS: [&str; 4] = ["it", "they", "these", "those"];
    let first = sentence.first().filter(|first| PRONOUNS.iter().any(|word| first.is_word(word)))?;
    let pieces = sentence.get(1).is_some_and(|next| ["pieces", "men"].iter().any(|word| next.is_word(word)));
    let last = before.last()?;
    let men = spoken_of(&last.form)?;
    // a sentence on several sorts of men: nobody knows which of them
    let others = before.iter().filter(|clause| clause.span == last.span && !matches!(clause.form, Form::Counter(_)));
    if others.clone().any(|clause| spoken_of(&clause.form).is_some_and(|other| other != men)) {
        return None;
    }
    let mut whole = said(&many(&men, words), first.span);
    whole.extend_from_slice(&sentence[1 + usize::from(pieces)..]);
    Some(whole)
}

/// The men whom a clause is about, where it names some.
fn spoken_of(form: &Form) -> Option<Class> {
    match form {
        // what happens to pieces then is no sentence about all such pieces
        Form::Trigger(_) | Form::Action(_) => None,
        Form::Kind(kind) => Some(Class { kinds: Kinds::Only(vec![kind.name.clone()]), ..Class::EVERY }),
        // "a player must capture", "nobody may castle": no men are named
        Form::Duty(_) | Form::Ban(_) => form.clone().subject_of_standing().filter(|men| **men != Class::EVERY).cloned(),
        form => form.clone().subject().cloned(),
    }
}
