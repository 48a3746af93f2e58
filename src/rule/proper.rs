//! Proper names of single pieces: `The white pawn on e2 is called Fred. Fred may not be captured`, `Each player names one of his pawns Bertha`. Whoever
//! gets the name is marked with it, and the name stands for whoever is marked so, also in other rules.

use std::collections::VecDeque;

use super::Vocabulary;
use super::christening::said;
use super::cursor::Cursor;
use super::explain::{known, of_the_language};
use super::lexer::{Sort, Token, stands};
use super::syntax::terms::{is_square, squares};
use super::telling::marked_as;
use super::words::settled;

/// The most words of a proper name.
const MAX_NAME: usize = 3;
const CALLED: [&str; 7] = ["called", "named", "christened", "dubbed", "baptised", "baptized", "nicknamed"];
const CALLS: [&str; 14] = [
    "names",
    "name",
    "calls",
    "call",
    "christens",
    "christen",
    "dubs",
    "dub",
    "baptises",
    "baptise",
    "baptizes",
    "baptize",
    "nicknames",
    "nickname",
];
const TAKES: [&str; 10] = ["names", "name", "chooses", "choose", "picks", "pick", "selects", "select", "takes", "take"];
const EVENTS: [&str; 5] = ["when", "whenever", "after", "if", "once"];
const PRONOUNS: [&str; 4] = ["it", "he", "she", "this"];
/// Before a noun that needs no article more.
const DETERMINERS: [&str; 18] = [
    "a", "an", "the", "his", "her", "its", "their", "your", "my", "own", "enemy", "any", "every", "each", "another", "other", "that", "no",
];
/// Behind a name that another rule has given, where a sentence begins with it.
const VERBS: [&str; 12] = ["may", "can", "cannot", "must", "is", "has", "moves", "captures", "becomes", "returns", "and", "or"];

/// A name as its bearer is marked with it, and as it is written, in lower case.
struct Name {
    mark: String,
    written: Vec<String>,
}

/// The sentences that declare the names, and all sentences with marks in the place of names.
pub fn marked(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> (Vec<Vec<Token>>, Vec<Vec<Token>>) {
    let mut names: Vec<Name> = words.states.iter().map(|state| Name { mark: state.clone(), written: spelled(state) }).collect();
    let known_before = names.len();
    let mut declared = Vec::new();
    let mut told: Vec<Vec<Token>> = Vec::new();
    let mut rest: VecDeque<Vec<Token>> = sentences.into();
    while let Some(sentence) = rest.pop_front() {
        let Some(naming) = Naming::of(&sentence, told.last().map(Vec::as_slice), words) else {
            told.push(sentence);
            continue;
        };
        let span = sentence[naming.verb].span;
        if naming.of_the_one_before {
            told.pop();
        }
        told.push(naming.told);
        let mark = naming.name.mark.clone();
        if !names.iter().any(|name| name.mark == mark) {
            declared.push(said(&format!("pieces can be {}", marked_as(&mark)), span));
            names.push(naming.name);
        }
        let bearer = said(&format!("the {mark} piece"), span);
        match naming.more {
            Some(more) => {
                let of_it = stands(&more, 0, &VERBS[..4]);
                rest.push_front(if of_it { [bearer, more].concat() } else { more });
            }
            // "It may also move like ..." of whom a name was given just before
            None => {
                if let Some(next) = rest.front_mut()
                    && stands(next, 0, &PRONOUNS[..3])
                {
                    next.splice(..1, bearer);
                }
            }
        }
    }
    let parts = told.into_iter().flat_map(|sentence| parted(sentence, &names));
    let told = parts.map(|sentence| spoken_of(&sentence, &names, known_before, words)).collect();
    (declared, told)
}

/// `Fred and the black queen may not be captured`: of the one and of the other.
fn parted(sentence: Vec<Token>, names: &[Name]) -> Vec<Vec<Token>> {
    const TOGETHER: [&str; 6] = ["swap", "swaps", "exchange", "both", "other", "together"];
    let whole = |sentence: Vec<Token>| vec![sentence];
    let Some(verb) = sentence.iter().position(|token| VERBS[..4].iter().any(|word| token.is_word(word))) else { return whole(sentence) };
    let Some(joint) = sentence[..verb].iter().position(|token| token.is_word("and")) else { return whole(sentence) };
    let ends = |name: &Name| standing(&sentence, 0, name) == Some(joint) || standing(&sentence, joint + 1, name) == Some(verb);
    let together = sentence.iter().any(|token| token.sort == Sort::Mark || TOGETHER.iter().any(|word| token.is_word(word)));
    if together || EVENTS.iter().any(|word| sentence[0].is_word(word)) || !names.iter().any(ends) {
        return whole(sentence);
    }
    let of = |subject: &[Token]| [subject, &sentence[verb..]].concat();
    vec![of(&sentence[..joint]), of(&sentence[joint + 1..verb])]
}

fn spelled(name: &str) -> Vec<String> {
    name.split('-').map(str::to_owned).collect()
}

/// A sentence that gives a name.
struct Naming {
    name: Name,
    verb: usize,
    told: Vec<Token>,
    /// What it says on of its bearer: `and may not be captured`.
    more: Option<Vec<Token>>,
    /// `It is called Fred`, of whom the sentence before it has taken.
    of_the_one_before: bool,
}

impl Naming {
    fn of(sentence: &[Token], before: Option<&[Token]>, words: &Vocabulary) -> Option<Naming> {
        (0..sentence.len()).find_map(|at| {
            Naming::by_state(sentence, at, before, words)
                .or_else(|| Naming::by_deed(sentence, at, words))
                .or_else(|| (at == 0).then(|| Naming::by_name(sentence, words)).flatten())
        })
    }

    /// `The white pawn on e2 is called Fred`, `..., and it is called Fred`.
    fn by_state(sentence: &[Token], at: usize, before: Option<&[Token]>, words: &Vocabulary) -> Option<Naming> {
        stands(sentence, at, &["is", "shall", "will"]).then_some(())?;
        let called = (at + 1..sentence.len()).find(|&at| !stands(sentence, at, &["be", "then", "now", "from", "on"]))?;
        let known_as = stands(sentence, called, &["known"]) && stands(sentence, called + 1, &["as"]);
        (known_as || stands(sentence, called, &CALLED)).then_some(())?;
        let from = called + 1 + usize::from(known_as);
        let (name, end) = name_at(sentence, from, words)?;
        let begin = sentence[..at].iter().rposition(|token| token.sort == Sort::Mark || token.is_word("and")).map_or(0, |mark| mark + 1);
        let subject = &sentence[begin..at];
        let pronoun = stands(subject, 0, &PRONOUNS) && subject.len() == 1
            || subject.len() == 2 && stands(subject, 0, &["that", "this", "the"]) && is_man(&subject[1], words);
        let as_mark = |span| said(&format!("is {}", marked_as(&name.mark)), span);
        let rest = &sentence[end..];
        let (span, verb) = (sentence[at].span, at);
        if pronoun {
            let head = without_joint(&sentence[..begin]);
            let taken = if head.is_empty() { before.unwrap_or_default() } else { head };
            if let Some(taking) = taken_as(taken, &name.mark, words) {
                let more = on_of_it(rest)?;
                return Some(Naming { name, verb, told: taking, more, of_the_one_before: head.is_empty() });
            }
        }
        if begin > 0 && EVENTS.iter().any(|word| sentence[0].is_word(word)) {
            let told = [&sentence[..at], &as_mark(span), rest].concat();
            return Some(Naming { name, verb, told, more: None, of_the_one_before: false });
        }
        let single = described(subject, words)?;
        let time = rest.first().is_some_and(|next| next.is_word("for") || next.is_word("until"));
        let more = if time { None } else { on_of_it(rest)? };
        let told = [single.told(words), as_mark(span), if time { rest.to_vec() } else { Vec::new() }].concat();
        (begin == 0).then_some(Naming { name, verb, told, more, of_the_one_before: false })
    }

    /// `Each player names one of his pawns Fred`, `A player may, instead of moving, call one of his pieces Fred`.
    fn by_deed(sentence: &[Token], at: usize, words: &Vocabulary) -> Option<Naming> {
        (at > 0 && stands(sentence, at, &CALLS)).then_some(())?;
        let noun = (at + 1..sentence.len()).find(|&noun| {
            let behind = noun + 1 + usize::from(stands(sentence, noun + 1, &["as"]));
            is_man(&sentence[noun], words) && name_at(sentence, behind, words).is_some()
        })?;
        let (name, end) = name_at(sentence, noun + 1 + usize::from(stands(sentence, noun + 1, &["as"])), words)?;
        let taking = [&sentence[..noun + 1], &sentence[end..]].concat();
        let told = marks(&taking, at, noun + 1, &name.mark, words);
        Some(Naming { name, verb: at, told, more: None, of_the_one_before: false })
    }

    /// `Fred is the white pawn on e2`.
    fn by_name(sentence: &[Token], words: &Vocabulary) -> Option<Naming> {
        let (name, verb) = name_at(sentence, 0, words).filter(|(_, end)| stands(sentence, *end, &["is"]))?;
        sentence[0].capital.then_some(())?;
        let single = described(&sentence[verb + 1..], words)?;
        let told = [single.told(words), said(&format!("is {}", marked_as(&name.mark)), sentence[verb].span)].concat();
        Some(Naming { name, verb, told, more: None, of_the_one_before: false })
    }
}

/// A name that is nobody else's word, from there on, and where it ends: with a capital or in quotes, or a word that nobody knows behind "the".
fn name_at(sentence: &[Token], from: usize, words: &Vocabulary) -> Option<(Name, usize)> {
    let article = stands(sentence, from, &["the"]);
    let begin = from + usize::from(article);
    let first = sentence.get(begin)?;
    let (written, end) = if first.sort == Sort::Quoted {
        (first.word.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>(), begin + 1)
    } else {
        let named = |token: &Token| token.sort == Sort::Word && !known(token, words) && (token.capital || article) && !token.possessive;
        let many = sentence[begin..].iter().take(MAX_NAME).take_while(|token| named(token)).count();
        (sentence[begin..begin + many].iter().map(|token| token.word.clone()).collect(), begin + many)
    };
    let letters = |word: &String| word.chars().all(|c| c.is_alphabetic() || c == '-');
    ((1..=MAX_NAME).contains(&written.len()) && written.iter().all(letters)).then_some(())?;
    let plain = first.sort != Sort::Quoted || written.len() > 1 || !said(&written[0], first.span).iter().any(of_the_language);
    plain.then(|| (Name { mark: written.join("-"), written }, end))
}

fn is_man(token: &Token, words: &Vocabulary) -> bool {
    let kind = words.names_a_kind(token);
    kind || ["piece", "pieces", "man", "men"].iter().any(|word| token.is_word(word))
}

fn without_joint(tokens: &[Token]) -> &[Token] {
    let joint = |token: &Token| token.sort == Sort::Mark || token.is_word("and");
    let end = tokens.iter().rposition(|token| !joint(token)).map_or(0, |last| last + 1);
    &tokens[..end]
}

/// What a sentence says on, of who has got a name without the pronoun, and without what joins it; None where it says nothing of the sort.
fn on_of_it(rest: &[Token]) -> Option<Option<Vec<Token>>> {
    let joint = |token: &Token| token.sort == Sort::Mark || token.is_word("and");
    let Some(from) = rest.iter().position(|token| !joint(token)) else { return Some(None) };
    (from > 0).then_some(())?;
    let from = from + usize::from(PRONOUNS[..3].iter().any(|word| rest[from].is_word(word)));
    let names = |token: &Token| CALLED.iter().chain(&VERBS[..4]).any(|word| token.is_word(word));
    rest[from..].iter().any(names).then(|| Some(rest[from..].to_vec()))
}

/// `Each player chooses one of his pawns`, of whom it is said then how he is called: that he is marked so.
fn taken_as(sentence: &[Token], mark: &str, words: &Vocabulary) -> Option<Vec<Token>> {
    let verb = (1..sentence.len()).find(|&at| TAKES.iter().any(|word| sentence[at].is_word(word)))?;
    let whom = &sentence[verb + 1..];
    let end = whom.iter().position(|token| token.sort == Sort::Mark || token.is_word("instead")).unwrap_or(whom.len());
    whom[..end].iter().any(|token| is_man(token, words)).then_some(())?;
    Some(marks(sentence, verb, verb + 1 + end, mark, words))
}

/// Whoever is named by what a verb is done to, up to there, is marked: `White names one of his pawns` has its own form.
fn marks(sentence: &[Token], verb: usize, end: usize, mark: &str, words: &Vocabulary) -> Vec<Token> {
    let span = sentence[verb].span;
    let as_mark = marked_as(mark);
    let colour = (verb == 1).then(|| words.armies.iter().find(|army| sentence[0].is_word(army))).flatten();
    let his = stands(sentence, verb + 2, &["of"]) && stands(sentence, verb + 3, &["his", "her", "its", "their"]);
    if let Some(colour) = colour.filter(|_| his) {
        let head = said(&format!("at once , one of {colour}'s"), sentence[0].span);
        let done = said(&format!("chosen by {colour} is {as_mark}"), span);
        return [head, sentence[verb + 4..end].to_vec(), done, sentence[end..].to_vec()].concat();
    }
    let as_mark = as_mark.strip_prefix("marked ").unwrap_or(&as_mark).to_string();
    let does = said(if sentence[verb].word.ends_with('s') { "marks" } else { "mark" }, span);
    [&sentence[..verb], &does, &sentence[verb + 1..end], &said(&as_mark, sentence[end - 1].span), &sentence[end..]].concat()
}

/// One piece that a sentence describes.
struct Single<'t> {
    colour: Option<&'t Token>,
    each: bool,
    rest: Vec<Token>,
}

/// `the white pawn on e2`, `white's left rook`, `each player's king`, and whose side of the board a piece is named after.
fn described<'t>(subject: &'t [Token], words: &Vocabulary) -> Option<Single<'t>> {
    let army = |token: &Token| words.armies.iter().any(|army| token.is_word(army));
    let each = stands(subject, 0, &["each", "every"]) && subject.get(1).is_some_and(|token| token.is_word("player") && token.possessive);
    let at = match () {
        () if each => 2,
        () if stands(subject, 0, &["the"]) => 1,
        () if subject.first().is_some_and(|first| first.possessive && army(first)) => 0,
        () => return None,
    };
    let colour = subject.get(at).filter(|token| army(token));
    let mut rest: Vec<Token> = Vec::new();
    let mut wing = None;
    let (of_colour, end) = match subject {
        [before @ .., of, last] if of.is_word("of") && army(last) => (Some(last), before.len()),
        _ => (None, subject.len()),
    };
    for token in subject.get(at + usize::from(colour.is_some())..end)? {
        // "the queen's bishop" began on that side
        let of_a_side = token.possessive && is_man(token, words) && is_place(&said(&format!("the {}side", token.word), token.span), words);
        match (of_a_side, file_of(token, words)) {
            (true, _) => wing = Some(said(&format!("that started on the {}side", token.word), token.span)),
            (_, Some((file, kind))) => rest.extend(said(&format!("{kind} on the {file}-file"), token.span)),
            _ => {
                rest.push(token.clone());
                if is_man(token, words)
                    && let Some(wing) = wing.take()
                {
                    rest.extend(wing);
                }
            }
        }
    }
    let single = rest.iter().any(|token| is_man(token, words) && !words.kinds.iter().any(|kind| token.is_word(&kind.plural)));
    (single && wing.is_none() && !rest.iter().any(|token| token.possessive)).then_some(Single { colour: colour.or(of_colour), each, rest })
}

fn is_place(tokens: &[Token], words: &Vocabulary) -> bool {
    let lexemes = settled(tokens, words);
    let mut c = Cursor::new(&lexemes, words);
    squares(&mut c).is_some() && c.end().is_some()
}

/// `e-pawn`.
fn file_of<'w>(token: &'w Token, words: &'w Vocabulary) -> Option<(&'w str, &'w str)> {
    let (file, kind) = token.word.split_once('-')?;
    (file.len() == 1 && words.kinds.iter().any(|known| known.name == kind)).then_some((file, kind))
}

impl Single<'_> {
    /// `at once, a white bishop of the mover's choice`: where more than one is so, the maker of the rule says which.
    fn told(&self, words: &Vocabulary) -> Vec<Token> {
        let Some(span) = self.rest.first().map(|first| first.span) else { return Vec::new() };
        if self.each {
            let kinds = self.rest.iter().flat_map(|token| {
                let many = words.kinds.iter().find(|kind| token.is_word(&kind.name)).map(|kind| kind.plural.clone());
                let many = many.or_else(|| token.is_word("piece").then(|| "pieces".to_string()));
                many.map_or_else(|| vec![token.clone()], |many| said(&many, token.span))
            });
            let own: Vec<Token> = kinds.collect();
            return [said("at once , for each player , one of his", span), own, said("of the mover's choice", span)].concat();
        }
        let placed = self.rest.iter().any(|token| is_square(&token.word));
        let colour: Vec<Token> = self.colour.map(|colour| Token { possessive: false, ..colour.clone() }).into_iter().collect();
        let head = said(if placed { "at once , every" } else { "at once , a" }, span);
        let choice = if placed { Vec::new() } else { said("of the mover's choice", span) };
        [head, colour, self.rest.clone(), choice].concat()
    }
}

/// A sentence with whoever is marked in the place of a name. A name of another rule is one only with a capital, and where nothing else can be meant.
fn spoken_of(sentence: &[Token], names: &[Name], known_before: usize, words: &Vocabulary) -> Vec<Token> {
    let mut told: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < sentence.len() {
        let found = names.iter().enumerate().filter_map(|(nth, name)| Some((nth, name, standing(sentence, at, name)?)));
        let Some((nth, name, end)) = found.max_by_key(|(_, name, _)| name.written.len()) else {
            told.push(sentence[at].clone());
            at += 1;
            continue;
        };
        let first = &sentence[at];
        let noun = !sentence[end - 1].possessive && sentence.get(end).is_some_and(|next| is_man(next, words));
        let verb = sentence.get(end).is_none_or(|next| VERBS.iter().any(|word| next.is_word(word)));
        let certain = nth >= known_before || first.capital && (at > 0 || verb || sentence[end - 1].possessive);
        let as_mark = told.last().is_some_and(|last| ["as", "marked", "not"].iter().any(|word| last.is_word(word)));
        if noun || as_mark || !certain {
            told.extend(match certain || first.capital && noun {
                true => said(&name.mark, first.span),
                false => sentence[at..end].to_vec(),
            });
            at = end;
            continue;
        }
        let be = ["is", "are", "becomes", "become"];
        let article = told.last().is_some_and(|last| DETERMINERS[..3].iter().any(|word| last.is_word(word)));
        let copula = told.iter().rev().nth(usize::from(article)).is_some_and(|verb| be.iter().any(|word| verb.is_word(word)));
        if copula {
            told.truncate(told.len() - usize::from(article));
            told.extend(said(&name.mark, first.span));
        } else {
            let army = |last: &Token| words.armies.iter().any(|army| last.is_word(army));
            let bare = told.last().is_none_or(|last| !last.possessive && !army(last) && !DETERMINERS.iter().any(|word| last.is_word(word)));
            let mut bearer = said(&format!("{}{} piece", if bare { "the " } else { "" }, name.mark), first.span);
            if let Some(last) = bearer.last_mut() {
                last.possessive = sentence[end - 1].possessive;
            }
            if let Some(head) = bearer.first_mut() {
                (head.leads, head.capital) = (first.leads, first.capital);
            }
            told.extend(bearer);
        }
        at = end;
    }
    told
}

/// Where the name ends that stands there.
fn standing(sentence: &[Token], at: usize, name: &Name) -> Option<usize> {
    let words = sentence.get(at..at + name.written.len())?;
    let last = words.len() - 1;
    let same = words.iter().zip(&name.written).enumerate();
    let whole = same.into_iter().all(|(nth, (token, word))| token.is_word(word) && (nth == last || !token.possessive));
    (whole || sentence[at].is_word(&name.mark)).then_some(if whole { at + words.len() } else { at + 1 })
}
