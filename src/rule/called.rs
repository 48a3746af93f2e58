//! Names that a rule gives to what it describes: `A rook next to three enemy pieces is besieged. Besieged rooks may not move.`, `Odd turns are
//! night.`, `A dead square is an empty square next to a hole.`, `A player who has no queen is desperate.` The sentence that gives the name says
//! nothing else; where the name is used, the clause has what it stands for in its place.

use std::borrow::Cow;

use super::christening::said;
use super::cursor::Cursor;
use super::explain::known;
use super::lexer::{Sort, Token, stands};
use super::logic::all;
use super::syntax::terms;
use super::whilst;
use super::wording::singular;
use super::words::settled;
use super::{Class, Condition, Kinds, Owner, Player, Ref, Squares, Vocabulary};

/// The most words of such a name.
const MAX_NAME: usize = 3;
/// The most words that names may come to where they are used.
const MAX_ADDED: usize = 1000;

const ARTICLES: [&str; 3] = ["a", "an", "the"];
/// Between the verb and the name: "is called a tower".
const LINKS: [&[&str]; 12] = [
    &["called"],
    &["known", "as"],
    &["counted", "as"],
    &["considered", "to", "be"],
    &["considered"],
    &["regarded", "as"],
    &["treated", "as"],
    &["said", "to", "be"],
    &["deemed"],
    &["then"],
    &["also"],
    &["always"],
];
/// What a time does that is named: "the truce lasts from turn 5 to turn 10".
const LASTS: [&str; 8] = ["lasts", "last", "holds", "reigns", "falls", "comes", "occurs", "happens"];
/// Behind the name, what it would be without: "besieged pieces", "a night turn".
const NOUNS: [&str; 10] = ["piece", "pieces", "man", "men", "square", "squares", "turn", "turns", "player", "players"];
/// What asks for more behind the name: "is besieged when three enemy pieces stand next to it".
const WHEN: [&str; 5] = ["when", "whenever", "if", "while", "as"];
/// No name has these: who "is not marked" is not named, and who "is marked as stone" bears a mark.
const NO_NAMES: [&str; 9] = ["not", "no", "longer", "never", "now", "only", "may", "it", "marked"];

/// A name, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Lower case, the last word as it was written.
    pub name: String,
    pub meant: Meant,
    /// How many words it stands for.
    weight: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    Men(Class),
    Squares(Squares),
    Time(Condition),
    /// The words behind the noun, read anew for each player of whom they are said: `who has no queen`.
    Player(Vec<Token>),
}

/// The sentences without those that only give a name, and the words with these names. `reads` says whether a sentence is understood as it stands.
pub fn christened<'w>(
    mut sentences: Vec<Vec<Token>>,
    words: Cow<'w, Vocabulary>,
    reads: impl Fn(&[Token], &Vocabulary) -> bool,
) -> (Vec<Vec<Token>>, Cow<'w, Vocabulary>) {
    let mut words = words;
    let mut added = 0;
    sentences = sentences.into_iter().flat_map(|sentence| parted(sentence, &words, &reads)).collect();
    while let Some((at, called)) = sentences.iter().enumerate().find_map(|(at, sentence)| {
        let called = naming(at, &sentences, &words).filter(|_| !reads(sentence, &words))?;
        Some((at, called))
    }) {
        let uses = |called: &Called| sentences.iter().map(|sentence| called.uses(sentence)).sum::<usize>() * called.weight;
        added += called.iter().map(uses).sum::<usize>();
        if added > MAX_ADDED {
            break;
        }
        sentences.remove(at);
        words.to_mut().called.extend(called);
    }
    (sentences, words)
}

/// `Odd turns are night: at night bishops may not move.`: the name, and where it is used.
fn parted(sentence: Vec<Token>, words: &Vocabulary, reads: &impl Fn(&[Token], &Vocabulary) -> bool) -> Vec<Vec<Token>> {
    let Some(mark) = sentence.iter().position(|token| token.is_mark(":") || token.is_mark(";")) else { return vec![sentence] };
    let (first, rest) = (&sentence[..mark], &sentence[mark + 1..]);
    let used = |name: &str| (0..rest.len()).any(|from| is_at(rest, from, name));
    let gives = !first.is_empty() && !rest.is_empty() && named(first, words, &used).is_some();
    if !gives || reads(&sentence, words) {
        return vec![sentence];
    }
    vec![first.to_vec(), rest.to_vec()]
}

/// The names that a sentence gives, one or several, of which another sentence uses one.
fn naming(at: usize, sentences: &[Vec<Token>], words: &Vocabulary) -> Option<Vec<Called>> {
    let used = |name: &str| {
        let mut others = sentences.iter().enumerate().filter(|(other, _)| *other != at);
        let marks = |sentence: &[Token], from: usize| from > 1 && sentence[from - 1].is_word("as") && sentence[from - 2].is_word("marked");
        let stands = |sentence: &[Token]| (0..sentence.len()).any(|from| is_at(sentence, from, name));
        let is_a_mark =
            others.clone().any(|(_, sentence)| (0..sentence.len()).any(|from| is_at(sentence, from, name) && marks(sentence, from)));
        !is_a_mark && others.any(|(_, sentence)| stands(sentence))
    };
    let sentence = &sentences[at];
    if let Some(called) = named(sentence, words, &used) {
        return Some(vec![called]);
    }
    let one = |part: &[Token]| named(part, words, &|_: &str| true);
    // "odd turns are day and even turns are night"
    let joint = |at: &usize| sentence[*at].is_mark(",") || sentence[*at].is_word("and");
    (1..sentence.len().saturating_sub(2)).filter(joint).find_map(|at| {
        let next = at + 1 + usize::from(sentence[at].is_mark(",") && sentence[at + 1].is_word("and"));
        Some(vec![one(&sentence[..at])?, one(&sentence[next..])?]).filter(|both| both.iter().any(|called| used(&called.name)))
    })
}

/// Whether the name stands there, in the singular or the plural; "it is raining" for "it rains".
fn is_at(sentence: &[Token], from: usize, name: &str) -> bool {
    let mut said = sentence[from..].iter();
    let last = name.split(' ').count() - 1;
    name.split(' ').enumerate().all(|(nth, word)| {
        said.next().is_some_and(|token| token.sort == Sort::Word && if nth == last { alike(&token.word, word) } else { token.word == word })
    })
}

/// What a sentence gives a name, where the name is `used`.
fn named(sentence: &[Token], words: &Vocabulary, used: &dyn Fn(&str) -> bool) -> Option<Called> {
    let turned = whilst::turned(sentence);
    let sentence = turned.as_deref().unwrap_or(sentence);
    let weight = sentence.len() + words.called.iter().map(|called| called.uses(sentence) * called.weight).sum::<usize>();
    let given = |name: String, meant: Meant| Some(Called { name, meant, weight });
    let spelled = |tokens: &[Token], new: bool| {
        let tokens = without_article(tokens);
        let noun = tokens.len() > 1 && NOUNS.iter().any(|noun| tokens[tokens.len() - 1].is_word(noun));
        let name = &tokens[..tokens.len() - usize::from(noun)];
        let plain = |token: &Token| token.sort == Sort::Word && !token.possessive && !NO_NAMES.iter().any(|word| token.is_word(word));
        let fits =
            (1..=MAX_NAME).contains(&name.len()) && name.iter().all(plain) && (!new || name.iter().any(|token| !known(token, words)));
        fits.then(|| name.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ")).filter(|name| used(name))
    };
    // "while a rook is attacked, it is safe" says nothing else of it
    let new = turned.is_none();
    let name = |tokens: &[Token]| spelled(tokens, new);
    let be = |token: &Token| ["is", "are", "counts", "count"].iter().any(|verb| token.is_word(verb));
    let mut verbs = (0..sentence.len()).filter(|&at| be(&sentence[at]));
    let by_verb = verbs.find_map(|verb| {
        let (before, behind) = (&sentence[..verb], &sentence[verb + 1..]);
        let counts = sentence[verb].word.starts_with("count");
        let link = if counts { usize::from(behind.first()?.is_word("as")) } else { linked(behind) };
        (!counts || link > 0).then_some(())?;
        let behind = &behind[link..];
        // "it is dark" is said of nobody, whatever else dark may be
        let of_nobody = impersonal(before).is_some_and(|guard| guard.is_empty() || time(guard, words).is_some());
        let name = |tokens: &[Token]| spelled(tokens, new && !of_nobody);
        if let Some(name) = name(behind) {
            return given(name, described(before, words)?);
        }
        if let Some(name) = spelled(before, true) {
            return given(name, what_is(behind, words).or_else(|| time(behind, words).map(Meant::Time))?);
        }
        // "a passed pawn is a pawn with ...": the kind is said again
        if let Some(name) = of_its_kind(before, behind).then(|| joined(before)).filter(|name| used(name))
            && let Some(Meant::Men(men)) = what_is(behind, words)
        {
            return given(name, Meant::Men(men));
        }
        // "... is besieged when three enemy pieces stand next to it", "it is night on even turns"
        (1..=(MAX_NAME + 1).min(behind.len().saturating_sub(1))).find_map(|end| {
            let name = name(&behind[..end])?;
            given(name, asked(before, &behind[end..], words)?)
        })
    });
    by_verb.or_else(|| again_and_again(sentence, &name, words).and_then(|(name, when)| given(name, Meant::Time(when)))).or_else(|| {
        let lasts = sentence.iter().position(|token| LASTS.iter().any(|verb| token.is_word(verb)));
        let lasting = lasts.and_then(|verb| Some((name(&sentence[..verb])?, &sentence[verb + 1..])));
        let (name, guard) = lasting.or_else(|| it_happens(sentence, &name))?;
        given(name, Meant::Time(time(guard, words)?))
    })
}

/// `Night falls every twenty turns and lasts for five turns.`, `Every twenty turns night falls and lasts for five turns.`: what recurs, and how long it lasts.
fn again_and_again(sentence: &[Token], name: &dyn Fn(&[Token]) -> Option<String>, words: &Vocabulary) -> Option<(String, Condition)> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    let number = |at: usize| match sentence.get(at)?.sort {
        Sort::Number(number) | Sort::Ordinal(number) => Some(number),
        _ => None,
    };
    let begins = (0..sentence.len()).find(|&at| is(at, &["falls", "comes", "begins", "starts", "breaks", "occurs", "happens"]))?;
    let joint = (begins + 1..sentence.len()).find(|&at| is(at, &["and"]))?;
    let mut lasts = joint + 1 + usize::from(is(joint + 1, &["it"]));
    is(lasts, &["lasts", "last"]).then_some(())?;
    lasts += 1 + usize::from(is(lasts + 1, &["for"]));
    let long = number(lasts).filter(|_| is(lasts + 1, &["turns", "turn"]) && lasts + 2 == sentence.len())?;
    // "every twenty turns", in front or behind the verb
    let every = |at: usize| number(at + 1).filter(|_| is(at, &["every", "each"]) && is(at + 2, &["turns", "turn"]));
    let (subject, each) = match every(0) {
        Some(each) if begins + 1 == joint => (&sentence[3 + usize::from(sentence.get(3)?.is_mark(","))..begins], each),
        _ => {
            let at = begins + 1 + usize::from(is(begins + 1, &["on"]));
            (&sentence[..begins], every(at).filter(|_| at + 3 == joint)?)
        }
    };
    (1..each).contains(&long).then_some(())?;
    let when = format!("if the turn number is at least {each} and ( the turn number modulo {each} ) is less than {long}");
    Some((name(subject)?, time(&said(&when, sentence[0].span), words)?))
}

/// `a passed pawn` before `a pawn with ...`: a word or two, and the noun that is said again.
fn of_its_kind(before: &[Token], behind: &[Token]) -> bool {
    let (before, behind) = (without_article(before), without_article(behind));
    let Some((noun, more)) = before.split_last() else { return false };
    let word = |token: &Token| token.sort == Sort::Word && !token.possessive && !NO_NAMES.iter().any(|word| token.is_word(word));
    let again = behind.len() > 1 && behind[0].sort == Sort::Word && alike(&behind[0].word, &noun.word);
    again && (1..MAX_NAME).contains(&more.len()) && before.iter().all(word)
}

fn joined(tokens: &[Token]) -> String {
    without_article(tokens).iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ")
}

fn without_article(tokens: &[Token]) -> &[Token] {
    let article = tokens.first().is_some_and(|token| ARTICLES.iter().any(|word| token.is_word(word)));
    &tokens[usize::from(article)..]
}

fn linked(tokens: &[Token]) -> usize {
    let fits = |link: &&&[&str]| link.iter().enumerate().all(|(at, word)| tokens.get(at).is_some_and(|token| token.is_word(word)));
    LINKS.iter().find(fits).map_or(0, |link| link.len())
}

/// What is named by words before the verb: pieces, players, turns. Squares have a name of their own, which the board shows.
fn described(subject: &[Token], words: &Vocabulary) -> Option<Meant> {
    // "on even turns it is night"
    if let Some(when) = impersonal(subject).and_then(|guard| time(guard, words)) {
        return Some(Meant::Time(when));
    }
    player(subject).or_else(|| what_is(subject, words).filter(|meant| !matches!(meant, Meant::Squares(_))))
}

/// The same where the name is followed by when they are called so.
fn asked(subject: &[Token], when: &[Token], words: &Vocabulary) -> Option<Meant> {
    if subject.len() == 1 && impersonal(subject).is_some() {
        return time(when, words).map(Meant::Time);
    }
    WHEN.iter().any(|word| when[0].is_word(word)).then_some(())?;
    if let Some(asked) = player_when(subject, when) {
        return Some(asked);
    }
    let Some(Meant::Men(men)) = what_is(subject, words) else { return None };
    let lexemes = settled(when, words);
    let mut c = Cursor::new(&lexemes, words);
    let asked = terms::guard(&mut c)?;
    c.end()?;
    Some(Meant::Men(men.such_that(asked)))
}

/// What stands before "it" and "there" that are nobody.
fn impersonal(tokens: &[Token]) -> Option<&[Token]> {
    let (_, before) = tokens.split_last().filter(|(last, _)| last.is_word("it") || last.is_word("there"))?;
    Some(before.split_last().filter(|(last, _)| last.is_mark(",")).map_or(before, |(_, rest)| rest))
}

/// The men, the squares or the turns that these words describe.
fn what_is(tokens: &[Token], words: &Vocabulary) -> Option<Meant> {
    let lexemes = settled(tokens, words);
    fn whole<T>(c: &mut Cursor, form: impl FnOnce(&mut Cursor) -> Option<T>) -> Option<T> {
        c.attempt(|c| {
            let found = form(c)?;
            c.end()?;
            Some(found)
        })
    }
    let mut c = Cursor::new(&lexemes, words);
    if let Some(men) = whole(&mut c, terms::class) {
        let anybodys = matches!(men.owner, Owner::Anyone | Owner::Army(_));
        return anybodys.then_some(Meant::Men(men));
    }
    if let Some(squares) = whole(&mut c, terms::squares) {
        return Some(Meant::Squares(squares));
    }
    let span = tokens.first()?.span;
    time(&[&said("on", span), tokens].concat(), words).map(Meant::Time)
}

/// A guard about no man: when it is so.
fn time(guard: &[Token], words: &Vocabulary) -> Option<Condition> {
    let lexemes = settled(guard, words);
    let mut c = Cursor::new(&lexemes, words);
    let when = terms::guard(&mut c)?;
    c.end()?;
    let of_a_man = [Ref::Itself, Ref::Actor, Ref::Victim, Ref::Chosen, Ref::Former].iter().any(|&man| when.mentions(man));
    (!of_a_man).then_some(when)
}

/// `a player who has no queen`: the words behind the noun.
fn player(subject: &[Token]) -> Option<Meant> {
    let from = subject.iter().position(|token| token.is_word("player") || token.is_word("players")).filter(|&at| at <= 1)?;
    let more = &subject[from + 1..];
    let begins = ["who", "that", "with", "without"].iter().any(|word| more.first().is_some_and(|first| first.is_word(word)));
    begins.then(|| Meant::Player(more.to_vec()))
}

/// `a player ... when he has no queen`.
fn player_when(subject: &[Token], when: &[Token]) -> Option<Meant> {
    let is_player = subject.len() <= 2 && subject.last()?.word.starts_with("player");
    let of_him = ["he", "she", "they"].iter().any(|word| when.get(1).is_some_and(|token| token.is_word(word)));
    (is_player && of_him).then(|| Meant::Player([said("who", when[1].span), when[2..].to_vec()].concat()))
}

/// `it rains on turns divisible by three`, `on even turns it rains`: what it does, and when.
fn it_happens<'t>(sentence: &'t [Token], name: &dyn Fn(&[Token]) -> Option<String>) -> Option<(String, &'t [Token])> {
    let it = sentence.iter().position(|token| token.is_word("it"))?;
    let called = name(sentence.get(it + 1..it + 2)?)?;
    match it {
        0 => Some((called, &sentence[2..])),
        _ if it + 2 == sentence.len() => Some((called, impersonal(&sentence[..=it])?)),
        _ => None,
    }
}

impl Called {
    fn uses(&self, sentence: &[Token]) -> usize {
        (0..sentence.len()).filter(|&from| is_at(sentence, from, &self.name)).count()
    }
}

/// Whether two words are one: `tower` and `towers`, `rains` and `raining`.
fn alike(one: &str, other: &str) -> bool {
    let stem = |word: &str| {
        let plain = singular(word);
        plain.strip_suffix("ing").filter(|stem| stem.len() > 2).map_or(plain.clone(), str::to_owned)
    };
    stem(one) == stem(other)
}

/// Takes the longest name that stands here of those for which there is something.
fn here<'w, T>(c: &mut Cursor<'w>, what: impl Fn(&'w Meant) -> Option<T>) -> Option<T> {
    let words = c.words;
    let fits = |c: &Cursor, name: &str| {
        let last = name.split(' ').count() - 1;
        name.split(' ').enumerate().all(|(nth, word)| {
            let plain = |said: &str| if nth == last { alike(said, word) } else { said == word };
            c.ahead(nth).is_some_and(|lexeme| lexeme.tokens == 1 && plain(&lexeme.token.word))
        })
    };
    let found = words.called.iter().filter(|called| fits(c, &called.name)).filter_map(|called| Some((called, what(&called.meant)?)));
    let (called, meant) = found.max_by_key(|(called, _)| called.name.len())?;
    called.name.split(' ').for_each(|_| c.skip());
    Some(meant)
}

/// Men by their name, as a noun or before one: `towers`, `besieged`.
pub fn men(c: &mut Cursor) -> Option<Class> {
    here(c, |meant| if let Meant::Men(men) = meant { Some(men.clone()) } else { None })
}

/// What the name says of a man: `besieged`, `in danger`, `a tower`.
pub fn so(c: &mut Cursor, of: Ref) -> Option<Condition> {
    (!c.words.called.is_empty()).then_some(())?;
    c.attempt(|c| {
        let noun = c.maybe_one_of(&["a", "the"]).is_some();
        let men = men(c)?;
        // "is a besieged piece"
        if noun {
            c.maybe("piece");
        }
        Some(is_one_of(of, men))
    })
}

/// The man is one of them: of whom a description is about it is said without a description of its own.
fn is_one_of(of: Ref, men: Class) -> Condition {
    match of {
        Ref::Itself => {
            let such = men.such.map(|such| *such);
            let plain = Class { such: None, ..men };
            let kind = (plain != Class::EVERY).then_some(Condition::Is(of, plain));
            all(kind.into_iter().chain(such).collect()).unwrap_or(Condition::Is(of, Class::EVERY))
        }
        of => Condition::Is(of, men),
    }
}

/// Squares by their name.
pub fn squares(c: &mut Cursor) -> Option<Squares> {
    here(c, |meant| if let Meant::Squares(squares) = meant { Some(squares.clone()) } else { None })
}

fn hour(c: &mut Cursor) -> Option<Condition> {
    here(c, |meant| if let Meant::Time(when) = meant { Some(when.clone()) } else { None })
}

/// `at night`, `during the truce`, `on stormy turns`.
pub fn at_time(c: &mut Cursor) -> Option<Condition> {
    (!c.words.called.is_empty()).then_some(())?;
    c.attempt(|c| {
        c.maybe_one_of(&["during", "at", "in", "on", "by", "for", "throughout"])?;
        c.maybe_one_of(&["every", "a", "the"]);
        let found = hour(c)?;
        c.maybe("turn");
        Some(found)
    })
}

/// `it is night`, `it rains`, `there is a truce`.
pub fn it_is(c: &mut Cursor) -> Option<Condition> {
    (!c.words.called.is_empty()).then_some(())?;
    c.attempt(|c| {
        let mut denied = false;
        if !c.maybe("there is") {
            c.maybe("it").then_some(())?;
            denied = c.maybe("may not");
            c.maybe_one_of(&["is", "are"]);
        }
        c.maybe_one_of(&["still", "currently", "now"]);
        denied |= c.maybe("not") || c.maybe("no");
        c.maybe_one_of(&["a", "the"]);
        let found = hour(c)?;
        Some(if denied { super::logic::negated(found) } else { found })
    })
}

/// Behind "is": what the name says of a player.
pub fn said_of(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let tokens = here(c, |meant| if let Meant::Player(more) = meant { Some(more) } else { None })?;
    let lexemes = settled(tokens, c.words);
    let mut inner = Cursor::new(&lexemes, c.words);
    let found = match inner.maybe_one_of(&["who", "that", "with", "without"])? {
        "with" => terms::with(&mut inner, who)?,
        "without" => terms::without(&mut inner, who)?,
        _ => terms::possessions(&mut inner, who)?,
    };
    inner.end()?;
    Some(found)
}

impl Class {
    /// The same where "that is a rook" is what the noun says: rooks.
    #[must_use]
    pub fn by_its_noun(mut self) -> Class {
        let Some(such) = self.such.take() else { return self };
        let parts = if let Condition::All(parts) = *such { parts } else { vec![*such] };
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Condition::Is(Ref::Itself, Class { kinds, owner: Owner::Anyone, such: None })
                    if self.kinds == kinds || self.kinds == Kinds::Every =>
                {
                    self.kinds = kinds;
                }
                part => kept.push(part),
            }
        }
        self.such = all(kept).map(Box::new);
        self
    }
}
