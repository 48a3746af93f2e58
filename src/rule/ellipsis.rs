//! `A knight moves like a bishop and a bishop like a knight`: the second half leaves out words that the first one has said.
//!
//! The words come back where both halves go on alike: before a word that stands in both. Nothing is taken for said that would not be read in
//! full, and the second half must say a thing of the same sort as the first one.

use std::mem::discriminant;

use super::lexer::{Sort, Token};
use super::paraphrase::opens;
use super::{Clause, Form};

/// With what a second half begins.
const JOINTS: [&str; 5] = ["and", "but", "while", "whereas", "or"];
/// Words that stand anywhere: they do not show where the halves go on alike.
const ANYWHERE: [&str; 6] = ["a", "an", "the", "one", "not", "of"];
/// The most words of a second half before the place where words were left out.
const MAX_BEFORE: usize = 6;
/// The most words left out.
const MAX_LEFT_OUT: usize = 6;
/// The most commas behind which the first half may begin that says when.
const MAX_AHEAD: usize = 2;
/// The most sentences tried.
const MAX_TRIES: usize = 60;

/// What the two halves say. `read` says what a sentence says.
pub fn filled_in(sentence: &[Token], read: impl Fn(&[Token]) -> Option<Vec<Clause>>) -> Option<Vec<Clause>> {
    let mut tries = 0;
    for at in (1..sentence.len().saturating_sub(1)).rev() {
        // "on odd turns A, on even turns only B": the comma alone
        let comma = sentence[at].is_mark(",") && opens(&sentence[at + 1]) && sentence.first().is_some_and(opens);
        if !comma && !JOINTS.iter().any(|word| sentence[at].is_word(word)) {
            continue;
        }
        let left = trimmed(&sentence[..at]);
        // "may only move forward or capture": two limits would leave what both allow
        if sentence[at].is_word("or") && left.iter().any(|token| token.is_word("only")) {
            continue;
        }
        let right = &sentence[at + 1..];
        tries += 1;
        let Some(first) = read(left) else { continue };
        let own_time = right.first().is_some_and(opens);
        // what says its own time and is whole has left no word out
        if own_time && read(right).is_some() {
            return None;
        }
        for candidate in candidates(left, right) {
            tries += 1;
            if tries > MAX_TRIES {
                return None;
            }
            let Some(second) = read(&candidate) else { continue };
            let alike = first.len() == second.len() && first.iter().zip(&second).all(|(one, other)| one.goes_on_in(other, own_time));
            if alike && first != second {
                return Some(first.into_iter().chain(second).collect());
            }
        }
    }
    None
}

/// `On even turns A, and on odd turns B`: two sentences, each with its own time or condition.
pub fn each_at_its_time(sentence: &[Token], read: impl Fn(&[Token]) -> Option<Vec<Clause>>) -> Option<Vec<Clause>> {
    for at in 2..sentence.len().saturating_sub(1) {
        let right = &sentence[at + 1..];
        let joint = JOINTS.iter().any(|word| sentence[at].is_word(word)) && sentence[at - 1].is_mark(",") || sentence[at].is_mark(";");
        if !joint || !right.first().is_some_and(opens) {
            continue;
        }
        if let Some(first) = read(trimmed(&sentence[..at]))
            && let Some(second) = read(right)
        {
            return Some(first.into_iter().chain(second).collect());
        }
    }
    None
}

/// Words that would mean somebody of the first half.
const STANDING_IN: [&str; 8] = ["it", "they", "them", "he", "she", "that", "those", "this"];
/// Words with which a condition begins: of two halves behind one, with a comma between them, it is not certain whether it is asked of both.
const ASKING: [&str; 8] = ["if", "when", "whenever", "while", "unless", "once", "as", "provided"];

/// `On turns 12 to 15 nobody may capture, and pawns may also ...`: a time that is said first, and two sentences that both hold then. `ends` says
/// how many words the time has where no comma stands behind it.
pub fn under_one_time(sentence: &[Token], ends: Option<usize>, read: impl Fn(&[Token]) -> Option<Vec<Clause>>) -> Option<Vec<Clause>> {
    if !sentence.first().is_some_and(opens) {
        return None;
    }
    for at in (2..sentence.len().saturating_sub(1)).rev() {
        let joint = ["and", "but", "while"].iter().any(|word| sentence[at].is_word(word));
        let right = &sentence[at + 1..];
        if !joint || opens(&right[0]) || right.iter().any(|token| STANDING_IN.iter().any(|word| token.is_word(word))) {
            continue;
        }
        let left = trimmed(&sentence[..at]);
        let comma = left.iter().position(|token| token.is_mark(","));
        for end in [comma, ends].into_iter().flatten().filter(|&end| end > 0 && end < left.len()) {
            let time = &left[..end];
            let asks = time.iter().any(|token| ASKING.iter().any(|word| token.is_word(word)));
            let turns = time.iter().any(|token| ["turn", "turns", "phase"].iter().any(|word| token.is_word(word)));
            // "while a king stands in the centre, ..., but ...", "at night ..., but ...": all of it is said of that time
            let asked_besides = time[1..].iter().any(|token| ASKING.iter().any(|word| token.is_word(word)));
            let named = !asks && ends == Some(end) && ["at", "during"].iter().any(|word| time[0].is_word(word));
            let state = time[0].is_word("while") && !asked_besides || named;
            // "if he is in check, ... and ...": without a comma before the "and" both hang on it
            let close = sentence[at].is_word("and") && !sentence[at - 1].is_mark(",") && comma == Some(end);
            if (asks || !turns) && !state && !close {
                continue;
            }
            let second: Vec<Token> = time.iter().cloned().chain(super::lexer::tokens(",")).chain(right.iter().cloned()).collect();
            if let (Some(first), Some(second)) = (read(left), read(&second))
                && first.iter().chain(&second).all(|clause| clause.at_the_time_of(&first[0]))
                && (turns && !asks || first.iter().chain(&second).all(|clause| clause.when.is_some() && clause.when == first[0].when))
            {
                return Some(first.into_iter().chain(second).collect());
            }
        }
    }
    None
}

/// `Knights may not capture, rooks may not move backward and queens may not give check`: several sentences in a row, of which none says when.
/// `read` says what a sentence says in its own words, `read_rest` in any.
pub fn in_a_row(
    sentence: &[Token],
    read: impl Fn(&[Token]) -> Option<Vec<Clause>>,
    read_rest: impl Fn(&[Token]) -> Option<Vec<Clause>>,
) -> Option<Vec<Clause>> {
    let asks = |token: &Token| ASKING.iter().chain(&["turn", "turns", "phase", "until", "after", "before"]).any(|word| token.is_word(word));
    if sentence.first().is_none_or(opens) || sentence.iter().any(asks) {
        return None;
    }
    let commas = (2..sentence.len().saturating_sub(2)).filter(|&at| sentence[at].is_mark(","));
    commas.take(MAX_AHEAD).find_map(|at| {
        let right = &sentence[at + 1..];
        let right = if JOINTS[..2].iter().any(|word| right[0].is_word(word)) { &right[1..] } else { right };
        let leans = right.iter().any(|token| STANDING_IN.iter().any(|word| token.is_word(word)));
        let first = read(&sentence[..at]).filter(|_| !leans)?;
        let rest = read_rest(right)?;
        let stands = |clause: &Clause| !matches!(clause.form, Form::Trigger(_) | Form::Action(_));
        first.iter().chain(&rest).all(stands).then(|| first.iter().cloned().chain(rest.iter().cloned()).collect())
    })
}

impl Clause {
    /// Whether both hold, or are done, at one time.
    fn at_the_time_of(&self, other: &Clause) -> bool {
        let event = |form: &Form| if let Form::Trigger(trigger) = form { Some(trigger.event.clone()) } else { None };
        let both_are_done = event(&self.form).is_none() || event(&other.form).is_none() || event(&self.form) == event(&other.form);
        both_are_done && (self.when == other.when || self.is_standing() || other.is_standing())
    }

    /// Whether a second half says the like of other men or in another measure: on the same terms, and at the same time unless it names its own.
    fn goes_on_in(&self, other: &Clause, own_time: bool) -> bool {
        let manner = |form: &Form| match form {
            Form::Movement(movement) => {
                let terms = &movement.terms;
                Some((movement.manner, movement.aspect, terms.cost.is_some(), terms.round, terms.to.clone()))
            }
            _ => None,
        };
        let lifted = |form: &Form| matches!(form, Form::Ban(ban) if ban.lifted);
        let event = |form: &Form| match form {
            Form::Trigger(trigger) => Some((trigger.event.clone(), trigger.once)),
            _ => None,
        };
        // whether it is said of some of them only, by what they are or have done
        let some = |form: &Form| form.clone().subject_of_standing().is_some_and(|men| men.such.is_some());
        let same_time = self.when == other.when && event(&self.form) == event(&other.form) && some(&self.form) == some(&other.form);
        discriminant(&self.form) == discriminant(&other.form)
            && manner(&self.form) == manner(&other.form)
            && lifted(&self.form) == lifted(&other.form)
            && (own_time || same_time)
    }
}

fn trimmed(tokens: &[Token]) -> &[Token] {
    match tokens.split_last() {
        Some((last, rest)) if last.is_mark(",") => rest,
        _ => tokens,
    }
}

/// The second half with words of the first one put back, the fewest first; then the same behind what the first half says of the time.
fn candidates<'t>(left: &'t [Token], right: &'t [Token]) -> impl Iterator<Item = Vec<Token>> + 't {
    let guarded = left.first().is_some_and(opens) && !right.first().is_some_and(opens);
    let commas = left.iter().enumerate().filter(move |(_, token)| guarded && token.is_mark(","));
    let ahead = commas.map(|(at, _)| at + 1).take(MAX_AHEAD).collect::<Vec<_>>();
    let behind = move |ahead: usize| refilled(&left[ahead..], right).map(move |words| left[..ahead].iter().cloned().chain(words).collect());
    refilled(left, right).chain(ahead.into_iter().flat_map(behind))
}

fn refilled<'t>(left: &'t [Token], right: &'t [Token]) -> impl Iterator<Item = Vec<Token>> + 't {
    let alike = |one: &Token, other: &Token| one.sort == Sort::Word && one.word == other.word && !ANYWHERE.contains(&one.word.as_str());
    (0..right.len().min(MAX_BEFORE)).flat_map(move |before| {
        let places = (1..left.len()).filter(move |&at| alike(&left[at], &right[before]));
        places.flat_map(move |at| {
            (1..=at.min(MAX_LEFT_OUT)).map(move |many| {
                let back = &left[at - many..at];
                let mut whole = right[..before].to_vec();
                // "... may only move to light squares, and on even turns only to dark ones"
                if whole.last().is_some_and(|last| last.is_word("only")) && back.iter().any(|token| token.is_word("only")) {
                    whole.pop();
                }
                let span = right[before].span;
                whole.extend(back.iter().map(|token| Token { span, leads: false, after_gap: false, ..token.clone() }));
                whole.extend_from_slice(&right[before..]);
                whole
            })
        })
    })
}
