//! `Roll a die: on 1 he must move a pawn, on 2 a knight, ...`: what the later outcomes leave out the first one has said; `... the mover must
//! move that kind of piece: 1 pawn, 2 knight, ...`: what is asked of all of them stands before the list.

use super::christening::said;
use super::lexer::{Sort, Token};
use super::wording::{plural, singular};

/// The most words of an outcome that leaves something out.
const SHORT: usize = 3;
/// Before the one thing that an outcome names.
const ARTICLES: [&str; 5] = ["a", "an", "the", "his", "any"];
/// Between the numbers of one outcome.
const JOINTS: [&str; 3] = ["or", "to", "and"];
/// What lasts for a time of its own.
const TIMES: [&str; 6] = ["turn", "turns", "phase", "phases", "rest", "until"];
/// What is asked of "that kind of piece".
const KINDS: [&str; 4] = ["kind", "type", "sort", "those"];

/// One outcome: its number or numbers, and what comes of it.
struct Outcome<'t> {
    numbers: &'t [Token],
    then: &'t [Token],
}

/// A sentence with every outcome said in full.
pub struct Full {
    pub tokens: Vec<Token>,
    /// What is asked stood before the list, of "that kind of piece".
    pub asked: bool,
}

/// The sentence with every outcome said in full; None where none leaves anything out.
pub fn in_full(sentence: &[Token]) -> Option<Full> {
    let colon = sentence.iter().position(|token| token.is_mark(":"))?;
    sentence[..colon].iter().any(|token| any(token, &["die", "dice"])).then_some(())?;
    let outcomes = listed(&sentence[colon + 1..])?;
    let asked = Asked::of(&sentence[..colon]);
    let before = asked.as_ref().map_or(&sentence[..colon], |asked| &sentence[..asked.from]);
    let time = Time::of(before);
    let mut full = match time {
        Some(time) => said(time.head(), before[0].span),
        None => before.to_vec(),
    };
    let first = of_the_mover(outcomes[0].then);
    (asked.is_some() || !is_short(&first)).then_some(())?;
    let mut filled = asked.is_some();
    for (nth, outcome) in outcomes.iter().enumerate() {
        full.extend(said(if nth == 0 { ": on" } else { ", on" }, outcome.numbers.first()?.span));
        full.extend_from_slice(outcome.numbers);
        let short = is_short(outcome.then);
        let then = match &asked {
            Some(asked) if short => asked.told(outcome.then.last()?, time == Some(Time::Turn)),
            None if short && nth > 0 => with(&first, outcome.then)?,
            _ => of_the_mover(outcome.then),
        };
        filled |= short && nth > 0;
        full.extend(timed(then, time));
    }
    filled.then_some(Full { tokens: full, asked: asked.is_some() })
}

/// When it is rolled, where that is all that stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Turn,
    Phase,
}

impl Time {
    fn of(before: &[Token]) -> Option<Time> {
        const SAID: [&str; 31] = [
            "before",
            "at",
            "the",
            "start",
            "beginning",
            "of",
            "each",
            "every",
            "a",
            "any",
            "all",
            "player",
            "players",
            "phase",
            "turn",
            "move",
            "moves",
            "moving",
            "his",
            "mover",
            "he",
            "die",
            "dice",
            "is",
            "roll",
            "rolls",
            "rolled",
            "thrown",
            "cast",
            "one",
            "s",
        ];
        let opens = before.iter().take(4).any(|token| any(token, &["start", "beginning", "before"]));
        let plain = |token: &Token| token.is_mark(",") || any(token, &SAID);
        (opens && before.iter().all(plain)).then_some(())?;
        let his = before.iter().any(|token| any(token, &["player", "players", "his", "mover", "phase", "move", "moves", "moving"]));
        Some(if his { Time::Phase } else { Time::Turn })
    }

    fn head(self) -> &'static str {
        match self {
            Time::Turn => "at the start of every turn , roll a die",
            Time::Phase => "at the start of each player's phase , roll a die",
        }
    }
}

/// `the mover must move that kind of piece`, said before the list.
struct Asked {
    /// Where it begins.
    from: usize,
    must: bool,
}

impl Asked {
    fn of(head: &[Token]) -> Option<Asked> {
        let kind = head.iter().rposition(|token| any(token, &KINDS))?;
        let verb = head.iter().rposition(|token| any(token, &["must", "may"]))?;
        // its subject: the words back to the last mark, "and" or "says"
        let joint = |token: &Token| token.sort == Sort::Mark || any(token, &["and", "says", "determines", "decides", "shows"]);
        let from = head[..verb.min(kind)].iter().rposition(joint)?;
        let must = head[verb].is_word("must");
        let only = head[verb..].iter().any(|token| token.is_word("only"));
        (must || only).then_some(Asked { from, must })
    }

    fn told(&self, named: &Token, by_turn: bool) -> Vec<Token> {
        let one = singular(&named.word);
        let many = plural(&one);
        let told = match (self.must, by_turn) {
            (true, false) => format!("he must move a {one} if able"),
            (false, false) => format!("he may only move a {one}"),
            (true, true) => format!("{many} must move if able"),
            (false, true) => format!("only {many} may move"),
        };
        said(&told, named.span)
    }
}

/// `the player must move a pawn` is said of whoever rolls, in his phase.
fn of_the_mover(then: &[Token]) -> Vec<Token> {
    let player = then.iter().take(2).position(|token| any(token, &["player", "players", "mover"]));
    match player.filter(|&at| then.get(at + 1).is_some_and(|verb| any(verb, &["must", "may"]))) {
        Some(at) => [said("he", then[at].span), then[at + 1..].to_vec()].concat(),
        None => then.to_vec(),
    }
}

fn any(token: &Token, words: &[&str]) -> bool {
    words.iter().any(|word| token.is_word(word))
}

/// `on 1 A, on 2-3 B`, `1 A, 2 B`, `1: A, 2: B`; None where that is not what stands there.
fn listed(list: &[Token]) -> Option<Vec<Outcome<'_>>> {
    let number = |token: &Token| matches!(token.sort, Sort::Number(_));
    let mut starts = Vec::new();
    for at in 0..list.len() {
        let on = any(&list[at], &["on", "with"]) && list.get(at + 1).is_some_and(number);
        let after_joint = at == 0 || list[at - 1].is_mark(",") || any(&list[at - 1], &["and"]) || list[at - 1].is_mark(";");
        let within = starts.last().is_some_and(|&(_, end)| at < end);
        if within || !after_joint || !on && !number(&list[at]) {
            continue;
        }
        let from = at + usize::from(on);
        let mut end = from + 1;
        while end + 1 < list.len() && (any(&list[end], &JOINTS) || list[end].is_mark("-")) && number(&list[end + 1]) {
            end += 2;
        }
        starts.push((from, end));
    }
    (starts.len() > 1 && starts[0].0 <= 1).then_some(())?;
    let ends = starts.iter().skip(1).map(|&(from, _)| from).chain([list.len()]);
    let outcome = |(&(from, to), next): (&(usize, usize), usize)| {
        let mut then = &list[to..next];
        while then.last().is_some_and(|last| last.is_mark(",") || last.is_mark(";") || any(last, &["and", "on", "with"])) {
            then = &then[..then.len() - 1];
        }
        while then.first().is_some_and(|first| first.is_mark(":") || first.is_mark("=") || any(first, &["means", "is"])) {
            then = &then[1..];
        }
        Outcome { numbers: &list[from..to], then }
    };
    let outcomes: Vec<Outcome<'_>> = starts.iter().zip(ends).map(outcome).collect();
    outcomes.iter().all(|outcome| !outcome.then.is_empty()).then_some(outcomes)
}

/// Whether an outcome only names something: `a knight`, `knights`.
fn is_short(then: &[Token]) -> bool {
    let plain = then.iter().all(|token| token.sort == Sort::Word);
    plain
        && match then {
            [_] => true,
            [first, ..] => then.len() <= SHORT && any(first, &ARTICLES),
            [] => false,
        }
}

/// Where a sentence names what others put something else for: behind its last article, or its first word.
fn named_in(first: &[Token]) -> Option<(usize, usize)> {
    let article =
        (0..first.len().saturating_sub(1)).rev().find(|&at| any(&first[at], &["a", "an", "his"]) && first[at + 1].sort == Sort::Word);
    article.map(|at| (at, at + 2)).or_else(|| first.first().filter(|word| word.sort == Sort::Word).map(|_| (0, 1)))
}

/// The first outcome with another thing named in it.
fn with(first: &[Token], named: &[Token]) -> Option<Vec<Token>> {
    let (from, to) = named_in(first)?;
    // "a pawn" for "a pawn", and "pawns" for "pawns"
    let articled = to - from == 2;
    let put = match (articled, named) {
        (true, [noun]) => said(&format!("a {}", singular(&noun.word)), noun.span),
        (true, [article, ..]) if any(article, &["the", "any"]) => [said("a", article.span), named[1..].to_vec()].concat(),
        (false, [_, ..]) if named.len() > 1 => return None,
        _ => named.to_vec(),
    };
    Some([&first[..from], &put, &first[to..]].concat())
}

/// What is asked at the start of a phase or of a turn is asked for that turn.
fn timed(then: Vec<Token>, time: Option<Time>) -> Vec<Token> {
    let asks = then.iter().any(|token| any(token, &["must", "may"]));
    let told = then.iter().any(|token| any(token, &TIMES));
    match then.last() {
        Some(last) if time.is_some() && asks && !told => [then.clone(), said("this turn", last.span)].concat(),
        _ => then,
    }
}
