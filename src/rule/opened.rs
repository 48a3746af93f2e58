//! What was named in secret is opened by an act of whoever named it: `once per game he may reveal his spy and move it like a queen`, `a player may
//! reveal his secret square. Revealed squares may not be entered`. To move it opens it; what is only opened is marked.

use super::Vocabulary;
use super::christening::said;
use super::lexer::{Sort, Token, stands};

/// What is done to a secret.
const OPENING: [&str; 12] =
    ["reveal", "reveals", "disclose", "discloses", "unmask", "unmasks", "expose", "exposes", "uncover", "uncovers", "declare", "announce"];
const PLACES: [&str; 6] = ["square", "file", "rank", "squares", "files", "ranks"];
/// How far behind the verb the secret stands at most: "a pawn that started on his secret square".
const MAX_BEFORE: usize = 9;

/// Whether a word opens what is secret.
pub fn opens(token: &Token) -> bool {
    OPENING.iter().any(|word| token.is_word(word))
}

/// The sentences in which secrets are opened, in words of the language.
pub fn opened(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let (mut found, mut marks, mut places) = (Vec::new(), None, false);
    for sentence in sentences.into_iter().flat_map(parted) {
        let (sentence, opened) = is_opened(sentence);
        places |= opened;
        match Opening::of(&sentence, words) {
            Some(opening) => {
                places |= opening.is_place;
                if opening.marks && !opening.is_place {
                    marks = Some(sentence[opening.verb].span);
                }
                found.push(opening.told(&sentence));
            }
            None => found.push(sentence),
        }
    }
    if places {
        found = found.into_iter().map(|sentence| revealed_places(&sentence)).collect();
    }
    let already = |sentence: &Vec<Token>| sentence.windows(3).any(|three| three[0].is_word("can") && three[1].is_word("be"));
    let known = found.iter().any(|sentence| already(sentence) && sentence.iter().any(|token| token.is_word("revealed")));
    if let Some(span) = marks.filter(|_| !known) {
        found.insert(0, said("pieces can be marked as revealed", span));
    }
    found
}

/// `Each player has a secret square; once per game he may reveal it`: two sentences.
fn parted(sentence: Vec<Token>) -> Vec<Vec<Token>> {
    let secret = |tokens: &[Token]| tokens.iter().any(|token| token.is_word("secret"));
    match sentence.iter().position(|token| token.is_mark(";")) {
        Some(at) if secret(&sentence[..at]) && sentence[at + 1..].iter().any(opens) => {
            vec![sentence[..at].to_vec(), sentence[at + 1..].to_vec()]
        }
        _ => vec![sentence],
    }
}

/// `..., the opponent's secret file is revealed`: by what happens it is marked as well. Whether that is said.
fn is_opened(mut sentence: Vec<Token>) -> (Vec<Token>, bool) {
    const OPENED: [&str; 6] = ["revealed", "disclosed", "shown", "exposed", "uncovered", "announced"];
    let any = |token: &Token, these: &[&str]| these.iter().any(|word| token.is_word(word));
    let told = |four: &[Token]| four[0].is_word("secret") && any(&four[1], &PLACES[..3]) && four[2].is_word("is") && any(&four[3], &OPENED);
    let Some(at) = sentence.windows(4).position(told) else { return (sentence, false) };
    let span = sentence[at + 3].span;
    sentence.splice(at + 3..at + 4, said("marked as the revealed", span));
    (sentence, true)
}

/// Where a sentence opens a secret.
struct Opening {
    verb: usize,
    /// What is opened: "his secret pawn".
    what: std::ops::Range<usize>,
    /// From where on the sentence goes on with a move of it, and where that verb stands in it.
    moves: Option<(&'static str, usize)>,
    marks: bool,
    is_place: bool,
}

impl Opening {
    fn of(sentence: &[Token], words: &Vocabulary) -> Option<Opening> {
        let verb = sentence.iter().position(opens)?;
        let behind = sentence.iter().enumerate().skip(verb + 1).take(MAX_BEFORE);
        let secret = behind.take_while(|(_, token)| token.sort == Sort::Word).find(|(_, token)| token.is_word("secret"))?.0;
        let kind = |token: &Token| {
            let named = words.names_a_kind(token);
            named || ["piece", "pieces"].iter().chain(&PLACES).any(|word| token.is_word(word))
        };
        let mut end = secret + 1;
        while sentence.get(end).is_some_and(kind) {
            end += 1;
            let joint = |at: usize| sentence.get(at).is_some_and(|token| token.is_mark(",") || token.is_word("or"));
            let next = (end..sentence.len()).find(|at| !joint(*at)).filter(|at| *at > end && kind(&sentence[*at]));
            end = next.unwrap_or(end);
        }
        (end > secret + 1).then_some(())?;
        let is_place = PLACES.iter().any(|place| sentence[end - 1].is_word(place))
            && !sentence[verb..secret].iter().any(|token| token.is_word("that"));
        let moves = moves(&sentence[end..]).map(|(how, from)| (how, end + from));
        Some(Opening { verb, what: verb + 1..end, moves, marks: moves.is_none(), is_place })
    }

    fn told(&self, sentence: &[Token]) -> Vec<Token> {
        let span = sentence[self.verb].span;
        let what = &sentence[self.what.clone()];
        let may = sentence[..self.verb].iter().position(|token| token.is_word("may") || token.is_word("can"));
        let mut before = sentence[..self.verb].to_vec();
        if let Some(may) = may {
            let instead = sentence.iter().any(|token| token.is_word("instead"));
            let guarded = sentence.first().is_some_and(|first| ["when", "after", "if", "whenever"].iter().any(|word| first.is_word(word)));
            if !instead && !guarded {
                before.splice(may + 1..may + 1, said(", instead of moving ,", span));
            }
            let named = before[..may].iter().any(|token| token.is_word("player") || token.is_word("players"));
            if !named && may > 0 && ["he", "she", "they"].iter().any(|word| before[may - 1].is_word(word)) {
                before.splice(may - 1..may, said("a player", span));
            }
        }
        match self.moves {
            Some((how, from)) => [&before, &said(how, span), what, &sentence[from..]].concat(),
            None => {
                let name = if self.is_place { "as the revealed" } else { "as revealed" };
                [&before, &said("mark", span), what, &said(name, span), &sentence[self.what.end..]].concat()
            }
        }
    }
}

/// Behind what is opened, that it is moved then: `and move it like a queen`, `to make his move with it`. How, and where the rest begins.
fn moves(rest: &[Token]) -> Option<(&'static str, usize)> {
    let is = |at: usize, these: &[&str]| stands(rest, at, these);
    let mut at = usize::from(rest.first().is_some_and(|token| token.is_mark(",")));
    is(at, &["and", "to", "then"]).then_some(())?;
    while is(at, &["and", "to", "then"]) {
        at += 1;
    }
    let it = |at: usize| match (is(at, &["it"]), is(at, &["this", "that", "the"])) {
        (true, _) => Some(at + 1),
        (_, true) if rest.get(at + 1).is_some_and(|noun| noun.sort == Sort::Word) => Some(at + 2),
        _ => None,
    };
    if is(at, &["move", "moves"]) {
        if is(at + 1, &["with"]) {
            return it(at + 2).map(|end| ("move", end));
        }
        return it(at + 1).map(|end| ("move", end));
    }
    if is(at, &["capture", "captures"]) && is(at + 1, &["with"]) {
        return it(at + 2).map(|end| ("capture with", end));
    }
    if is(at, &["make", "makes", "play", "plays"])
        && is(at + 1, &["his", "a", "the", "its", "their"])
        && is(at + 2, &["move"])
        && is(at + 3, &["with"])
    {
        return it(at + 4).map(|end| ("move", end));
    }
    None
}

/// `a revealed square`, `the revealed files`: the squares that are marked so.
fn revealed_places(sentence: &[Token]) -> Vec<Token> {
    let mut told: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < sentence.len() {
        let place = |at: usize| sentence.get(at).is_some_and(|noun| PLACES.iter().any(|word| noun.is_word(word)));
        if sentence[at].is_word("revealed") && place(at + 1) {
            if told.last().is_some_and(|last| ["a", "the", "any", "every"].iter().any(|word| last.is_word(word))) {
                told.pop();
            }
            told.extend(said("the revealed", sentence[at].span));
            at += 2;
            continue;
        }
        told.push(sentence[at].clone());
        at += 1;
    }
    told
}
