//! What has been so for some turns: `a rook that has been besieged for three turns`, `pieces that have stood in the river for two turns`. Nobody
//! remembers where all pieces have stood, so the turns are counted for each piece, and the count begins anew when it is no longer so.

use super::Vocabulary;
use super::christening::said;
use super::lexer::{Sort, Token, stands};

/// How it is said that something has been so.
const BEEN: [&str; 4] = ["been", "stood", "stayed", "remained"];
/// With what it is said that nobody has.
const NOBODY: [&str; 4] = ["no", "nobody", "none", "neither"];
/// Behind what something is asked.
const ASKING: [&str; 9] = ["if", "when", "whenever", "while", "unless", "until", "once", "after", "as"];
/// With what a place begins.
const PLACED: [&str; 7] = ["on", "in", "at", "next", "within", "behind", "inside"];
/// The most words of what has been so.
const MAX_WORDS: usize = 8;

/// Something that has been so, and for how long: `has been besieged for three turns`.
struct Duration {
    /// From "has" to "turns".
    place: std::ops::Range<usize>,
    /// `besieged`, `in the river`.
    state: Vec<Token>,
    /// `at least three`, `more than two`.
    limit: Vec<Token>,
    most: u32,
}

/// With what the name of a count of turns begins.
pub const TURNS: &str = "turns-";

/// The sentences with counts in the place of durations, and those that count. `reads` says whether a sentence is understood with such words.
pub fn counted(sentences: Vec<Vec<Token>>, words: &Vocabulary, reads: impl Fn(&[Token], &Vocabulary) -> bool) -> Vec<Vec<Token>> {
    let mut told: Vec<Vec<Token>> = Vec::new();
    let mut counts: Vec<(String, Vec<Token>, u32)> = Vec::new();
    let mut absences: Vec<(String, Absence)> = Vec::new();
    for mut sentence in sentences {
        while let Some(found) = (1..sentence.len()).find_map(|at| absence(&sentence, at)) {
            let name = format!("{TURNS}of-no-{}", spelled(&[found.who.as_slice(), &found.state].concat()).join("-"));
            let mut with = words.clone();
            with.counters.push(name.clone());
            if !reads(&found.counting(&name), &with) {
                break;
            }
            sentence = found.put_in(&sentence, &name, words);
            match absences.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => known.most = found.most.max(known.most),
                None => absences.push((name, found)),
            }
        }
        let understood = (0..sentence.len()).any(|at| duration(&sentence, at).is_some()) && reads(&sentence, words);
        while let Some(found) = (0..sentence.len()).find_map(|at| duration(&sentence, at)).filter(|_| !understood) {
            let name = format!("{TURNS}{}", spelled(&found.state).join("-"));
            let mut with = words.clone();
            with.tallies.push(name.clone());
            let span = sentence[found.place.start].span;
            if !reads(&gaining(&name, &found.state), &with) {
                break;
            }
            let mut count = said("has", span);
            count.extend(found.limit);
            count.extend(said(&name, span));
            sentence.splice(found.place, count);
            match counts.iter_mut().find(|(known, ..)| *known == name) {
                Some((.., most)) => *most = found.most.max(*most),
                None => counts.push((name, found.state, found.most)),
            }
        }
        told.push(sentence);
    }
    let sentences = counts.iter().flat_map(|(name, state, most)| {
        let span = state[0].span;
        let declared = said(&format!("each piece has {name}, starting at zero, up to {most}"), span);
        let lost = [said(&format!("at the end of every turn, the {name} of every piece that is not"), span), state.clone()].concat();
        let lost = [lost, said("become zero", span)].concat();
        [declared, gaining(name, state), lost]
    });
    let absent = absences.iter().flat_map(|(name, absence)| {
        let declared = format!("each player has {name}, starting at zero, up to {}", absence.most);
        [said(&declared, absence.state[0].span), absence.counting(name)]
    });
    sentences.chain(absent).chain(told).collect()
}

/// The sentence that counts one more turn.
fn gaining(name: &str, state: &[Token]) -> Vec<Token> {
    let span = state[0].span;
    [said("at the end of every turn, every piece that is", span), state.to_vec(), said(&format!("gains one {name}"), span)].concat()
}

fn spelled(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(|token| token.word.as_str()).collect()
}

fn duration(sentence: &[Token], at: usize) -> Option<Duration> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (is(at, &["has", "have"]) && is(at + 1, &BEEN)).then_some(())?;
    let length = (1..=MAX_WORDS).find(|length| is(at + 2 + length, &["for"]))?;
    let state = sentence.get(at + 2..at + 2 + length)?;
    state.iter().all(|token| token.sort == Sort::Word).then_some(())?;
    let time = time(sentence, at + 3 + length)?;
    // of nobody it is said of all of them at once
    let nobody = sentence[..at].iter().rev().take(MAX_WORDS).take_while(|token| !token.is_word("that") && token.sort == Sort::Word);
    (!nobody.into_iter().any(|token| NOBODY.iter().any(|no| token.is_word(no)))).then_some(())?;
    let span = sentence[at].span;
    let limit = said(&format!("{} {}", if time.more { "more than" } else { "at least" }, time.turns), span);
    Some(Duration { place: at..time.end, state: state.to_vec(), limit, most: time.turns.saturating_add(1) })
}

/// For how long, behind "for": `three turns`, `at least three turns in a row`, `more than two turns`.
struct Time {
    turns: u32,
    more: bool,
    end: usize,
}

fn time(sentence: &[Token], from: usize) -> Option<Time> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    let from = from + usize::from(is(from, &["the"]) && is(from + 1, &["last", "past"])) * 2;
    let number = (from..from + 3).find(|&at| matches!(sentence.get(at).map(|token| &token.sort), Some(Sort::Number(_))))?;
    let Sort::Number(turns) = sentence[number].sort else { return None };
    let plain = number == from;
    let limit = spelled(&sentence[from..number]);
    let limited = matches!(limit[..], ["at", "least"] | ["more", "than"]);
    (plain || limited).then_some(())?;
    let more = is(number + 1, &["or"]) && is(number + 2, &["more"]);
    let word = number + if more { 3 } else { 1 };
    is(word, &["turn", "turns"]).then_some(())?;
    let running =
        if is(word + 1, &["in"]) && is(word + 2, &["a"]) && is(word + 3, &["row"]) { 3 } else { usize::from(is(word + 1, &["running"])) };
    Some(Time { turns, more: limit.first() == Some(&"more"), end: word + 1 + running })
}

/// That nobody has been so, or a place empty, all the time: of this the whole turns are counted.
struct Absence {
    /// From behind "if" to "turns".
    place: std::ops::Range<usize>,
    /// `piece`, `white pawn`.
    who: Vec<Token>,
    /// `on the h-file`.
    state: Vec<Token>,
    /// The place, where it was spoken of by itself.
    area: Option<Vec<Token>>,
    /// At the end of so many turns it was so: the first is that in which it came about.
    least: u32,
    most: u32,
}

impl Absence {
    /// The sentence that counts.
    fn counting(&self, name: &str) -> Vec<Token> {
        let span = self.state[0].span;
        let start = [said("at the end of every turn, if there is no", span), self.who.clone(), said("that is", span), self.state.clone()];
        let rest = format!(", each player gains one {name}, otherwise the {name} of each player become zero");
        [start.concat(), said(&rest, span)].concat()
    }

    /// The sentence with the count in its place; "it" behind is the place that was spoken of.
    fn put_in(&self, sentence: &[Token], name: &str, words: &Vocabulary) -> Vec<Token> {
        let span = self.state[0].span;
        let side = words.armies.first().map_or("white", String::as_str);
        let count = said(&format!("{side} has at least {} {name}", self.least), span);
        let mut rest = Vec::new();
        for at in self.place.end..sentence.len() {
            let before = |back: usize, these: &[&str]| at >= back && these.iter().any(|word| sentence[at - back].is_word(word));
            let meant = before(1, &["of", "enter", "on", "in", "onto", "into", "leave", "reach"])
                || before(1, &["to"]) && !before(2, &["next", "adjacent"]);
            let subject = before(1, &[","]);
            match &self.area {
                Some(area) if sentence[at].is_word("it") && (meant || subject) => rest.extend(area.clone()),
                _ => rest.push(sentence[at].clone()),
            }
        }
        [&sentence[..self.place.start], &count, &rest].concat()
    }
}

fn absence(sentence: &[Token], at: usize) -> Option<Absence> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    is(at - 1, &ASKING).then_some(())?;
    let span = sentence[at].span;
    let piece = || said("piece", span);
    let find = |from: usize, these: &[&str]| (from..from + MAX_WORDS).find(|&at| is(at, these));
    let plain = |from: usize, to: usize| {
        let words = sentence
            .get(from..to)
            .filter(|words| !words.is_empty() && words.iter().all(|token| matches!(token.sort, Sort::Word | Sort::Ordinal(_))))?;
        Some(words.to_vec())
    };
    let has = find(at, &["has", "have"])?;
    let end = find(has, &["for"])?;
    let (who, state, area) = if is(at, &["there"]) && has == at + 1 {
        // "there has been no pawn on the e-file"
        (is(has + 1, &["been"]) && is(has + 2, &["no"])).then_some(())?;
        let place = find(has + 3, &PLACED).filter(|place| *place < end)?;
        (plain(has + 3, place)?, plain(place, end)?, None)
    } else if is(at, &["no", "nobody"]) {
        // "no piece has stood on the h-file"
        is(has + 1, &BEEN).then_some(())?;
        let who = if is(at, &["nobody"]) || is(at + 1, &["one"]) { piece() } else { plain(at + 1, has)? };
        (!who.iter().any(|token| token.is_word("player"))).then_some(())?;
        (who, plain(has + 2, end)?, None)
    } else {
        // "the h-file has been empty", "e4 has had no pieces on it"
        let area = plain(at, has)?;
        let state = [said("on", span), area.clone()].concat();
        let who = match () {
            () if is(has + 1, &["been"]) && is(has + 2, &["empty", "vacant", "free", "unoccupied", "deserted"]) && has + 3 == end => {
                piece()
            }
            () if is(has + 1, &["had", "contained", "held"]) && is(has + 2, &["no"]) => {
                let on_it = usize::from(is(end - 1, &["it"]) && is(end - 2, &["on", "in"])) * 2;
                plain(has + 3, end - on_it)?
            }
            () => return None,
        };
        (who, state, Some(area))
    };
    let time = time(sentence, end + 1)?;
    let least = time.turns.saturating_add(1 + u32::from(time.more));
    Some(Absence { place: at..time.end, who, state, area, least, most: least })
}
