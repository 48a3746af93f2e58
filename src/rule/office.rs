//! A name that players give to men of their own, and that is spoken of then: `each player chooses one of his pawns as his champion. If a champion is
//! captured, ...`. Given openly it is a mark; given in secret the man is the secret piece.

use super::Vocabulary;
use super::christening::said;
use super::explain::known;
use super::lexer::{Sort, Token};
use super::opened;
use super::walk::{self, Part};
use super::wording::singular;
use super::{Chooser, Clause, Deed, Event, Form, Trigger, Whom};

/// What is done to the man that gets the name.
const GIVING: [&str; 18] = [
    "writes", "write", "notes", "note", "chooses", "choose", "picks", "pick", "selects", "select", "names", "name", "appoints", "appoint",
    "declares", "declare", "marks", "mark",
];
const ARTICLES: [&str; 8] = ["a", "an", "the", "his", "her", "its", "their", "your"];

/// A name as a sentence gives it.
struct Office {
    /// Its word in the singular.
    name: String,
    /// The word before it: "his lost prince".
    adjective: Option<String>,
    verb: usize,
    /// From "as" to the name.
    words: std::ops::Range<usize>,
    secret: bool,
    /// Named in secret, and the other player's: it is known by the square where it started.
    enemy: bool,
    /// Of what kinds whoever gets it is, in the words of the sentence that gives it; none: of any.
    kinds: Vec<Token>,
}

/// The sentences with such names said in words of the language.
pub fn held(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let named: Vec<(usize, String)> =
        sentences.iter().enumerate().filter_map(|(at, sentence)| Some((at, office(sentence, words)?.name))).collect();
    if named.is_empty() {
        return titled(sentences, words);
    }
    named.into_iter().fold(sentences, |sentences, (at, name)| {
        let Some(office) = office(&sentences[at], words).filter(|office| office.name == name) else { return sentences };
        let is_it = |token: &Token| token.sort == Sort::Word && singular(&token.word) == office.name;
        let used = sentences.iter().enumerate().any(|(other, sentence)| other != at && sentence.iter().any(is_it));
        let disclosed = |tokens: &[Token]| tokens.windows(2).any(|two| opened::opens(&two[0]) && two[1].is_word("it"));
        let next = sentences.get(at + 1).is_some_and(|next| disclosed(next));
        if !used && !(office.secret && (next || disclosed(&sentences[at][office.words.end..]))) {
            return sentences;
        }
        let told = |(place, sentence): (usize, Vec<Token>)| match place == at {
            true => given(&sentence, &office),
            false if place == at + 1 && office.secret => spoken_of(&told_of(&sentence, &office), &office, &is_it, words),
            false => spoken_of(&sentence, &office, &is_it, words),
        };
        sentences.into_iter().enumerate().map(told).collect()
    })
}

/// `... becomes an heir. Heirs may also move like rooks`: what is only said of what they may do besides, or may not do, is a name for men that
/// keep their own moves, and no new kind.
fn titled(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let article = |token: &Token| ARTICLES[..3].iter().any(|word| token.is_word(word));
    let title = |sentence: &Vec<Token>| {
        let verb = sentence.iter().position(|token| token.is_word("becomes") || token.is_word("become"))?;
        let at = verb + 1 + usize::from(sentence.get(verb + 1).is_some_and(article));
        let name =
            sentence.get(at).filter(|token| at > verb + 1 && token.sort == Sort::Word && !token.possessive && !known(token, words))?;
        let ends = sentence
            .get(at + 1)
            .is_none_or(|next| next.sort == Sort::Mark || ["and", "for", "until"].iter().any(|word| next.is_word(word)));
        ends.then(|| singular(&name.word))
    };
    let Some((at, name)) = sentences.iter().enumerate().find_map(|(at, sentence)| Some((at, title(sentence)?))) else { return sentences };
    let is_it = |token: &Token| token.sort == Sort::Word && singular(&token.word) == name;
    // what they may do besides is said in each sentence that is about them
    let mut granted = false;
    for sentence in sentences.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, sentence)| sentence) {
        let from = usize::from(sentence.first().is_some_and(|first| article(first) || first.is_word("every") || first.is_word("each")));
        if sentence.get(from).is_some_and(is_it) {
            let may = sentence.get(from + 1).is_some_and(|verb| ["may", "can", "cannot"].iter().any(|word| verb.is_word(word)));
            let besides = sentence.get(from + 2).is_some_and(|next| next.is_word("also") || next.is_word("not"));
            if !(may && besides) {
                return sentences;
            }
            granted = true;
        }
    }
    if !granted {
        return sentences;
    }
    let office = Office { name: name.clone(), adjective: None, verb: 0, words: 0..0, secret: false, enemy: false, kinds: Vec::new() };
    sentences.into_iter().map(|sentence| spoken_of(&sentence, &office, &is_it, words)).collect()
}

/// `At the start of each turn, each player chooses one of his pieces as his leader`: who was it before stays so as well, and that is told.
pub fn named_again(clause: &mut Clause, text: &str) {
    let Form::Trigger(Trigger { event, deeds, once: None }) = &clause.form else { return };
    if matches!(event, Event::Enacted | Event::Repealed) {
        return;
    }
    let written = text.get(clause.span.start..).unwrap_or_default().split('.').next().unwrap_or_default().to_lowercase();
    let said: Vec<&str> = written.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).collect();
    let named = |name: &str| said.windows(3).any(|three| three[0] == "as" && ARTICLES.contains(&three[1]) && singular(three[2]) == name);
    let mut again = false;
    for deed in deeds {
        walk::parts_of_deed(deed, &mut |part| {
            if let Part::Deed(Deed::Tally { name, who: Whom::Among { chooser, .. }, set: true, .. }) = part {
                again |= *chooser != Chooser::All && named(name);
            }
        });
    }
    if again {
        clause.assumed.push("whoever was chosen before stays so as well".to_string());
    }
}

fn office(sentence: &[Token], words: &Vocabulary) -> Option<Office> {
    let verb = sentence.iter().position(|token| GIVING.iter().any(|word| token.is_word(word)))?;
    let article = |token: &Token| ARTICLES.iter().any(|word| token.is_word(word));
    let new = |token: &&Token| token.sort == Sort::Word && !token.possessive && !known(token, words);
    let begins = (verb + 1..sentence.len()).find(|&at| {
        let to_be = sentence[at].is_word("to") && sentence.get(at + 1).is_some_and(|next| next.is_word("be"));
        sentence[at].is_word("as") || to_be
    });
    // "names one of his knights his champion"
    let bare = || {
        let called =
            |&at: &usize| is_man(&sentence[at - 1], words) && article(&sentence[at]) && sentence.get(at + 1).as_ref().is_some_and(new);
        (verb + 2..sentence.len()).find(called)
    };
    let begins = begins.or_else(bare)?;
    let from = begins + if sentence[begins].is_word("to") { 2 } else { usize::from(sentence[begins].is_word("as")) };
    let mut at = from;
    while sentence.get(at).is_some_and(|token| article(token) || token.is_word("secret") || token.is_word("own")) {
        at += 1;
    }
    // "as his poisoned pawn": it is poisoned
    let noun = usize::from(sentence.get(at).as_ref().is_some_and(new) && sentence.get(at + 1).is_some_and(|next| is_man(next, words)));
    let adjective = sentence.get(at).filter(|first| first.sort == Sort::Word && sentence.get(at + 1).as_ref().is_some_and(new));
    at += usize::from(adjective.is_some());
    let name = sentence.get(at).filter(new)?;
    // "as his spy", not "as often as"
    let ends = sentence
        .get(at + 1 + noun)
        .is_none_or(|next| next.sort == Sort::Mark || ["and", "in", "instead"].iter().any(|word| next.is_word(word)));
    // squares that are marked have a name of their own
    let whom = &sentence[verb + 1..begins];
    let of_man =
        whom.iter().any(|token| is_man(token, words)) && !whom.iter().any(|token| token.is_word("square") || token.is_word("squares"));
    let secret = sentence.iter().any(|token| ["secretly", "secret"].iter().any(|word| token.is_word(word)));
    // "mark it as holy" says what it is like, "as his champion" and "name it as champion" what it is
    let names = !["marks", "mark"].iter().any(|word| sentence[verb].is_word(word)) && !whom.iter().any(|token| token.sort == Sort::Mark);
    (ends && (at > from || names) && of_man).then(|| Office {
        name: singular(&name.word),
        adjective: adjective.map(|word| word.word.clone()),
        verb,
        words: begins..at + 1 + noun,
        secret,
        enemy: secret && whom.iter().any(|token| ["enemy", "opponent", "opponents", "opposing"].iter().any(|word| token.is_word(word))),
        kinds: kinds(whom, words),
    })
}

/// `knights or bishops`, of "one of his knights or bishops": from the first kind that is named to the last, each in the singular.
fn kinds(whom: &[Token], words: &Vocabulary) -> Vec<Token> {
    let kind = |token: &Token| words.kinds.iter().find(|kind| kind.is_named(token));
    let named = |token: &Token| kind(token).is_some();
    let (Some(first), Some(last)) = (whom.iter().position(named), whom.iter().rposition(named)) else { return Vec::new() };
    let whole = whom[first..=last].iter().all(|token| named(token) || token.is_mark(",") || token.is_word("or") || token.is_word("and"));
    if !whole {
        return Vec::new();
    }
    let one = |token: &Token| kind(token).map_or_else(|| vec![token.clone()], |kind| said(&kind.name, token.span));
    whom[first..=last].iter().flat_map(one).collect()
}

fn is_man(token: &Token, words: &Vocabulary) -> bool {
    let kind = words.names_a_kind(token);
    kind || ["piece", "pieces", "man", "men"].iter().any(|word| token.is_word(word))
}

/// The sentence that gives it: `marks one of his pawns as champion`, `secretly chooses one of his pawns`.
fn given(sentence: &[Token], office: &Office) -> Vec<Token> {
    let (before, after) = (&sentence[..office.words.start], &sentence[office.words.end..]);
    if office.secret {
        let after = told_of(after, office);
        return match office.enemy {
            true => [said("each player has a secret square", sentence[office.verb].span), after].concat(),
            false => [before, &after].concat(),
        };
    }
    let span = sentence[office.words.start].span;
    let verb = &sentence[office.verb];
    let mark = said(if verb.word.ends_with('s') { "marks" } else { "mark" }, verb.span);
    let name = said(&format!("as {}", office.name), span);
    [&before[..office.verb], &mark, &before[office.verb + 1..], &name, after].concat()
}

/// What is said on of who is named in secret: `...; once per game he may disclose it`.
fn told_of(after: &[Token], office: &Office) -> Vec<Token> {
    let mut told: Vec<Token> = Vec::new();
    for token in after {
        match token.is_word("it") && told.last().is_some_and(opened::opens) {
            true => told.extend(office.noun(said("his", token.span))),
            false => told.push(token.clone()),
        }
    }
    told
}

impl Office {
    /// Who is named in secret, by whom: `his secret pawn`, `a pawn that started on his secret square`.
    fn noun(&self, whose: Vec<Token>) -> Vec<Token> {
        let Some(span) = whose.first().map(|first| first.span) else { return Vec::new() };
        let own = whose.iter().all(|word| ["his", "her", "their", "your"].iter().any(|his| word.is_word(his)));
        let kinds = if self.kinds.is_empty() { said("piece", span) } else { self.kinds.clone() };
        match self.enemy {
            true => {
                [said(if own { "an enemy" } else { "a" }, span), kinds, said("that started on", span), whose, said("secret square", span)]
                    .concat()
            }
            false => [whose, said("secret", span), kinds].concat(),
        }
    }
}

/// A sentence that speaks of it: `the champion piece`, `his secret piece`, `becomes champion`.
fn spoken_of(sentence: &[Token], office: &Office, is_it: &dyn Fn(&Token) -> bool, words: &Vocabulary) -> Vec<Token> {
    let mut told: Vec<Token> = Vec::new();
    for (at, token) in sentence.iter().enumerate() {
        let of_the_name = |adjective: &String| token.is_word(adjective) && sentence.get(at + 1).is_some_and(is_it);
        if office.adjective.as_ref().is_some_and(of_the_name) {
            continue;
        }
        // "the secret spy" is the spy
        if office.secret && token.is_word("secret") && sentence.get(at + 1).is_some_and(is_it) {
            continue;
        }
        // "the poisoned pawn", which is named by what it is like
        let noun = sentence.get(at + 1).is_some_and(|next| is_man(next, words));
        let after_noun = at > 0 && is_it(&sentence[at - 1]) && is_man(token, words);
        if office.secret && !office.enemy && after_noun {
            continue;
        }
        if !is_it(token) || noun && (office.enemy || !office.secret) {
            told.push(token.clone());
            continue;
        }
        if office.enemy {
            let whose = told.last().filter(|last| last.possessive || ["his", "her", "their", "your"].iter().any(|word| last.is_word(word)));
            let many = usize::from(whose.is_some())
                + usize::from(
                    whose.is_some_and(|last| last.possessive)
                        && told.len() > 1
                        && ARTICLES.iter().any(|word| told[told.len() - 2].is_word(word)),
                );
            let whose = told.split_off(told.len() - many);
            let whose = if whose.is_empty() { said("his", token.span) } else { whose };
            told.extend(office.noun(whose));
            continue;
        }
        let article = told.last().is_some_and(|last| ["a", "an", "the"].iter().any(|word| last.is_word(word)));
        let verb = told.iter().rev().nth(usize::from(article));
        let becomes = verb.is_some_and(|verb| ["becomes", "become", "is", "are"].iter().any(|word| verb.is_word(word)));
        let as_mark = told.last().is_some_and(|last| last.is_word("as"));
        if !office.secret && (becomes || as_mark) {
            if article {
                told.pop();
            }
            told.extend(said(&office.name, token.span));
            continue;
        }
        let piece = if token.word == office.name { "piece" } else { "pieces" };
        let adjective = if office.secret { "secret" } else { &office.name };
        let mut noun = match office.secret && !office.kinds.is_empty() {
            // who is no longer of that kind is the same one
            true => [said(adjective, token.span), office.kinds.clone()].concat(),
            false => said(&format!("{adjective} {piece}"), token.span),
        };
        if let Some(last) = noun.last_mut() {
            last.possessive = token.possessive;
        }
        if let Some(first) = noun.first_mut() {
            (first.leads, first.capital) = (token.leads, token.capital);
        }
        told.extend(noun);
    }
    told
}
