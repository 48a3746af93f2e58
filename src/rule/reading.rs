//! From a text to a rule or a law, or to the reasons why not: framing, sentences, and one form for each.

use std::borrow::Cow;

use super::apart::apart;
use super::body::Body;
use super::check::Checked;
use super::christening::{named_in_full, new_kind, new_state};
use super::colon::said_twice;
use super::contradiction::contradiction;
use super::definitions::expanded;
use super::diagnostic::Diagnostic;
use super::ellipsis::{each_at_its_time, filled_in};
use super::explain::{filled, is_bare, of_the_language};
use super::guarded::{Guarded, guarded};
use super::hole::{self, MAX_HOLES, is_hole};
use super::lasting::with_standing;
use super::lexer::{Sort, Token, tokens};
use super::library;
use super::onward::{about_the_same, is_later, with_the_next};
use super::paraphrase::reworded;
use super::print::{print, print_clause};
use super::restoring::forbidden;
use super::silent;
use super::syntax::terms::{countable, is_square};
use super::syntax::{FAMILIES, Family, LAW_FAMILIES, VICTORY_FAMILIES, trade};
use super::teaching::refused;
use super::telling::MOST;
use super::unexplained::unexplained;
use super::vice_versa::both_ways;
use super::wording::{plural, singular};
use super::words::{Lexeme, phrases, settled};
use super::{Clause, Counter, Form, KindWords, Law, Rule, Span, Squares, Vocabulary};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 * 1024;
/// The most sentences in a text.
pub const MAX_SENTENCES: usize = 64;
/// The most clauses that they may come to.
pub const MAX_CLAUSES: usize = 40;
/// The most words of one sentence.
pub const MAX_WORDS: usize = 1000;

/// The most things that pieces are marked as without being said to before.
const MAX_STATES: usize = 4;
/// The most digits of a number that are shown in an answer.
const MOST_DIGITS: usize = 20;

/// What came of reading a player's rule. A rule and diagnostics exclude each other.
#[derive(Clone, Debug)]
pub struct Reading {
    pub rule: Option<Rule>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What came of reading a law text.
#[derive(Clone, Debug)]
pub struct LawReading {
    pub law: Option<Law>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a player's rule, `RULE "title" [IN Zaphod:1] [LASTS n TURNS] ... END`; title and `END` may be missing.
pub fn read(text: &str, words: &Vocabulary) -> Reading {
    let mut reading = plainly(text, &words.refreshed());
    if let Some(rule) = &reading.rule {
        // What the players are told is what they play by: it must mean the same.
        let told = print(rule, words);
        if told.len() <= MAX_TEXT && plainly(&told, &words.undefined().refreshed()).rule.as_ref() != Some(rule) {
            let all = Span { start: 0, end: text.trim_end().len() };
            let with = words.undefined().refreshed().with_names_of(&rule.clauses);
            let span = rule.clauses.iter().find(|clause| !told_alike(clause, &with)).map_or(all, |clause| clause.span);
            let message = "I understand this, but could not say it back so that it means the same".to_string();
            reading.diagnostics.push(Diagnostic::new("L049", span, message).hint("say it in shorter sentences"));
            reading.rule = None;
        }
    }
    reading
}

/// Whether a clause by itself says the same when it is read back.
fn told_alike(clause: &Clause, words: &Vocabulary) -> bool {
    let text = format!("RULE\n{}\nEND", print_clause(clause, words));
    let again = plainly(&text, words).rule;
    again.is_some_and(|rule| rule.clauses.iter().any(|other| other.form == clause.form && other.when == clause.when))
}

/// The rule as it reads, whether or not it can be said back.
pub(super) fn plainly(text: &str, words: &Vocabulary) -> Reading {
    let base = words;
    let (tokens, mut found) = admitted(text);
    let tokens = expanded(tokens, words);
    let mut body = Body { tokens: &tokens, at: 0, text };
    let head = body.rule_head(words).map_err(|problem| {
        if body.at > 0 {
            body.skip_line();
        }
        found.push(filled(problem, &[], words));
    });
    let mut words = Cow::Borrowed(words);
    let clauses = if found.iter().any(|problem| problem.code == "L040") {
        Vec::new()
    } else {
        let spoken: Vec<Vec<Token>> = body.sentences().into_iter().map(silent::without).collect();
        let sentences: Vec<&[Token]> = spoken.iter().map(Vec::as_slice).collect();
        let mut told = named_in_full(&sentences, &words);
        words = named(&told, words);
        if let Some(made) = new_kind(&told, &words) {
            words = named(std::slice::from_ref(&made), words);
            told.insert(0, made);
        }
        for _ in 0..MAX_STATES {
            let reads = |sentence: &[Token]| matches!(said(sentence, &words, families(&words)), Some(Ok(_)));
            let Some(made) = new_state(&told, &words, reads) else { break };
            words = named(std::slice::from_ref(&made), words);
            told.insert(0, made);
        }
        let sentences: Vec<&[Token]> = told.iter().map(Vec::as_slice).collect();
        let counted = uncounted(&sentences, &mut words);
        with_standing(counted.into_iter().chain(clauses(&sentences, text, &words, families(&words), &mut found)).collect())
    };
    let words = &*words;
    found.extend(clauses.iter().filter_map(|clause| shadowing(clause, base)));
    found.extend(contradiction(&clauses));
    found.extend(clauses.iter().filter_map(|clause| forbidden(clause, words)).map(|problem| filled(problem, &[], words)));
    body.finish(&mut found);
    if clauses.is_empty() && found.is_empty() {
        let problem = Diagnostic::new("L011", Span { start: 0, end: text.len() }, "the rule says nothing".to_string());
        found.push(filled(problem.hint("example: RULE {Men} may also move one square sideways. END"), &[], words));
    }
    let rule = match (head, found.is_empty()) {
        (Ok(head), true) => Some(Rule { title: head.title, scope: head.scope, lasts: head.lasts, depends: head.depends, clauses }),
        _ => None,
    };
    let rule = rule.filter(|rule| {
        let length = print(rule, words).len();
        if length > MAX_TEXT {
            let message = format!("written out in full the rule has {length} bytes; at most {MAX_TEXT} can be kept");
            found.push(Diagnostic::new("L040", Span { start: 0, end: 0 }, message).hint("make several rules of it"));
        }
        length <= MAX_TEXT
    });
    Reading { rule, diagnostics: found }
}

/// The families of sentences that a rule may be made of.
fn families(words: &Vocabulary) -> &'static [&'static [Family]] {
    if words.says_who_wins { &[FAMILIES, VICTORY_FAMILIES] } else { &[FAMILIES] }
}

/// Reads a law text, `LAW "mar" ON chess ... END`. `base` holds the names of the laws it is on top of.
pub fn read_law(text: &str, base: &Vocabulary) -> LawReading {
    let base = &base.refreshed();
    let (tokens, mut found) = admitted(text);
    let mut body = Body { tokens: &tokens, at: 0, text };
    let head = body.law_head().map_err(|problem| found.push(problem));
    let sentences = body.sentences();
    let mut words = base.clone();
    let mut all = Vec::new();
    // a law declares its kinds before it speaks of them, so each sentence is read with what was declared above it
    for sentence in &sentences {
        for clause in clauses(std::slice::from_ref(sentence), text, &words, &[LAW_FAMILIES, FAMILIES], &mut found) {
            words.learn(&clause.form);
            all.push(clause);
        }
    }
    body.finish(&mut found);
    let law = match (head, found.is_empty()) {
        (Ok((name, on_top_of)), true) => Some(Law { name, on_top_of, clauses: all }),
        _ => None,
    };
    LawReading { law, diagnostics: found }
}

/// The law that a law text is on top of, from its first line.
pub fn law_base(text: &str) -> Option<String> {
    let (tokens, _) = admitted(text);
    let mut body = Body { tokens: &tokens, at: 0, text };
    body.law_head().ok().and_then(|(_, base)| base)
}

/// The tokens of a text that is not too long; else why it is not read.
fn admitted(text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    if text.len() > MAX_TEXT {
        let message = format!("the text has {} bytes; at most {MAX_TEXT} are read", text.len());
        let problem = Diagnostic::new("L040", Span { start: 0, end: 0 }, message);
        return (Vec::new(), vec![problem.hint("make several rules of it, or leave out what is not a rule")]);
    }
    (tokens(text), Vec::new())
}

/// The clauses of all sentences; a sentence that is not understood leaves one diagnostic.
fn clauses(sentences: &[&[Token]], text: &str, words: &Vocabulary, families: &[&[Family]], found: &mut Vec<Diagnostic>) -> Vec<Clause> {
    if sentences.len() > MAX_SENTENCES {
        let span = sentences[MAX_SENTENCES][0].span;
        let message = format!("a rule has at most {MAX_SENTENCES} sentences; this one has {}", sentences.len());
        found.push(Diagnostic::new("L042", span, message).hint("make several rules of it"));
        return Vec::new();
    }
    let mut clauses: Vec<Clause> = Vec::new();
    let mut unread: Vec<&[Token]> = Vec::new();
    let mut at = 0;
    let mut known = Cow::Borrowed(words);
    let mut learned = 0;
    while at < sentences.len() {
        // what a sentence counts without naming it has a name that the next one may not take
        if clauses[learned..].iter().any(|clause| matches!(clause.form, Form::Counter(_))) {
            known = Cow::Owned(known.with_names_of(&clauses[learned..]));
        }
        learned = clauses.len();
        let words: &Vocabulary = &known;
        let sentence = sentences[at];
        let known_before = found.len();
        at += 1;
        if let Some((more, taken)) =
            with_the_next(sentence, &sentences[at..], |tokens| said(tokens, words, families), |tokens| directly(tokens, words, families))
        {
            clauses.extend(more);
            at += taken;
            continue;
        }
        for part in one_or_lines(sentence, words, families) {
            let read = match is_later(part) {
                true => Err(filled(after_nothing(part), &settled(part, words), words)),
                false => understood(part, text, words, families),
            };
            match read.or_else(|problem| {
                let about = about_the_same(part, &clauses, words);
                about.and_then(|tokens| said(&tokens, words, families)).and_then(Result::ok).ok_or(problem)
            }) {
                Ok(checked) if trades(&checked) => {
                    let problem = "what its first half has made of them its second half would make of them again".to_string();
                    let hint = "one comes after the other; if that is meant, make two sentences of it; at the same time it cannot be done";
                    found.push(Diagnostic::new("L015", spanned(part), problem).hint(hint));
                }
                Ok(checked) => clauses.extend(checked),
                // a name that an unread sentence would have given is no fault of those that use it
                Err(problem) if follows_on(&problem, text, &unread) => {}
                Err(mut problem) => {
                    problem.message = as_written(&problem.message, part, text);
                    found.push(problem);
                    unread.push(part);
                }
            }
            if words.budget.is_spent() {
                // what was found of this sentence is not certain, what was found before it is
                found.truncate(known_before);
                let message = "this takes too long to read: it can be taken in too many ways".to_string();
                found.push(Diagnostic::new("L048", spanned(part), message).hint("make shorter sentences, or several rules"));
                return Vec::new();
            }
        }
    }
    if clauses.len() > MAX_CLAUSES {
        let span = clauses[MAX_CLAUSES].span;
        let message = format!("a rule has at most {MAX_CLAUSES} clauses; this one comes to {}", clauses.len());
        found.push(Diagnostic::new("L043", span, message).hint("make several rules of it"));
    }
    clauses
}

/// Whether one sentence makes bishops of knights and knights of bishops.
fn trades(clauses: &[Clause]) -> bool {
    clauses.windows(2).any(|two| match (&two[0].form, &two[1].form) {
        (Form::Trigger(one), Form::Trigger(other)) => {
            one.event == other.event && one.deeds.last().zip(other.deeds.first()).is_some_and(|(one, other)| trade(one, other))
        }
        _ => false,
    })
}

/// A time after something, where the sentence before says nothing that it could come after.
fn after_nothing(sentence: &[Token]) -> Diagnostic {
    let problem = Diagnostic::new("L004", spanned(sentence), "it is not said after what that comes".to_string());
    problem.hint(
        "say what happens and what comes later in one sentence: When {man} is captured, two turns later it returns to its home square.",
    )
}

/// What is said of a number that is larger than any is said of the number as it was written.
fn as_written(message: &str, sentence: &[Token], text: &str) -> String {
    let most = u32::MAX.to_string();
    let large = sentence.iter().find(|token| token.sort == Sort::Number(u32::MAX));
    match large.and_then(|token| text.get(token.span.start..token.span.end)).filter(|_| message.contains(&most)) {
        Some(written) => {
            let shown: String = written.chars().take(MOST_DIGITS).collect();
            message.replace(&most, &if shown.len() < written.len() { format!("{shown}...") } else { shown })
        }
        None => message.to_string(),
    }
}

/// Words that show that a sentence may give a name.
const TELLING: [&str; 18] = [
    "starts", "start", "begins", "begin", "with", "new", "called", "named", "known", "mark", "marked", "marks", "worth", "has", "have",
    "counter", "grows", "add",
];

/// Whether what is not known in a sentence may be a name that a sentence would have given which was not understood.
fn follows_on(problem: &Diagnostic, text: &str, unread: &[&[Token]]) -> bool {
    let word = text.get(problem.span.start..problem.span.end).unwrap_or_default().to_lowercase();
    let names = |sentence: &&[Token]| {
        sentence.iter().any(|token| TELLING.contains(&token.word.as_str()) || ["is", "are"].contains(&token.word.as_str()))
            && word.split_whitespace().any(|word| sentence.iter().any(|token| singular(&token.word) == singular(word)))
    };
    ["L001", "L006"].contains(&problem.code) && unread.iter().any(names)
}

/// What a sentence counts without saying so has a name that nobody knows before.
fn gives_its_name(sentence: &[Token], clause: &Clause) -> bool {
    match &clause.form {
        Form::Counter(counter) => {
            counter.name.split(' ').all(|word| sentence.iter().any(|token| token.word == word || plural(&token.word) == word))
        }
        _ => true,
    }
}

/// The words with the names that the rule itself gives, wherever in it that is: kinds, regions, counters.
fn named<'a>(sentences: &[Vec<Token>], words: Cow<'a, Vocabulary>) -> Cow<'a, Vocabulary> {
    let mut words = words;
    for sentence in sentences.iter().filter(|sentence| sentence.len() <= MAX_WORDS) {
        if sentence.iter().any(|token| TELLING.contains(&token.word.as_str()) || token.is_word("be"))
            && let Some(Ok(clauses)) = said(sentence, &words, &[FAMILIES])
        {
            let clauses: Vec<Clause> = clauses.into_iter().filter(|clause| gives_its_name(sentence, clause)).collect();
            words = Cow::Owned(words.with_names_of(&clauses));
        }
        let marked = marked(sentence, &words);
        if !marked.is_empty() {
            words = Cow::Owned(words.with_names_of(&marked));
        }
    }
    words
}

/// The names that squares get in what a sentence does: `marks an empty square as the bomb`.
fn marked(sentence: &[Token], words: &Vocabulary) -> Vec<Clause> {
    const ENDS: [&str; 13] = ["and", "then", "for", "until", "or", "but", "when", "if", "while", "to", "one", "on", "in"];
    let marks = sentence.iter().position(|token| ["mark", "marks", "marked"].iter().any(|word| token.is_word(word)));
    let Some(from) = marks else { return Vec::new() };
    let Some(at) = sentence[from..].iter().position(|token| token.is_word("as")).map(|at| from + at + 1) else { return Vec::new() };
    let article = sentence.get(at).is_some_and(|token| ["the", "a", "an"].iter().any(|word| token.is_word(word)));
    let name: Vec<&str> = sentence[at + usize::from(article)..]
        .iter()
        .take_while(|token| token.sort == Sort::Word && !ENDS.iter().any(|end| token.is_word(end)))
        .map(|token| token.word.as_str())
        .collect();
    let name = name.join(" ");
    // "mark it as holy" is said of a piece
    let places = ["square", "squares", "there", "spot"];
    let from = sentence[..from].iter().rposition(|token| token.is_mark(",")).unwrap_or(0);
    let squares = sentence[from..at].iter().any(|token| places.iter().any(|word| token.is_word(word)) || is_square(&token.word));
    if name.is_empty() || words.regions.contains(&name) || !article && !squares {
        return Vec::new();
    }
    let form = Form::Region { name, squares: Squares::Every };
    vec![Clause { form, when: None, span: spanned(sentence), assumed: Vec::new() }]
}

/// Words of the language that can be counted all the same.
const COUNTED: [&str; 4] = ["points", "point", "moves", "move"];

/// Words that frame a rule or hold a sentence together, in no table.
const SMALL: [&str; 21] = [
    "rule", "end", "law", "prose", "not", "no", "on", "in", "at", "of", "to", "from", "by", "for", "with", "than", "only", "also", "so",
    "either", "both",
];

/// A name that would change what other sentences say: one that is a word of the language already.
fn shadowing(clause: &Clause, words: &Vocabulary) -> Option<Diagnostic> {
    let kind = if let Form::Kind(kind) = &clause.form { Some(kind) } else { None };
    let names: Vec<&String> = match &clause.form {
        Form::Kind(kind) => vec![&kind.name, &kind.plural],
        Form::Counter(counter) => vec![&counter.name],
        Form::Region { name, .. } => vec![name],
        Form::Side(side) => vec![&side.name],
        _ => return None,
    };
    let other = |known: &KindWords| kind.is_none_or(|kind| kind.name != known.name);
    let others = || words.kinds.iter().filter(|known| other(known));
    let taken = |name: &str| {
        let counted = matches!(clause.form, Form::Counter(_)) && COUNTED.contains(&name);
        let small = SMALL.contains(&name) || is_square(name);
        // words that all have a meaning already would change what others say with them
        let named = tokens(name);
        let known = match named.as_slice() {
            [word] => is_bare(word) || matches!(phrases(&named).as_slice(), [only] if only.phrase.is_some()),
            several => several.iter().all(of_the_language),
        };
        // two sides of one name are refused where the game is known
        let colour = !matches!(clause.form, Form::Side(_)) && words.armies.iter().any(|army| army == name);
        let kinds = others().any(|known| known.name == name || known.plural == name) || words.is_standard(name);
        (small || known && !counted || colour || kinds).then(|| name.to_string())
    };
    let problem = |name: String| {
        Diagnostic::new("L052", clause.span, format!("\"{name}\" has a meaning already, and cannot be the name of something else"))
    };
    if let Some(name) = names.into_iter().find_map(|name| taken(name)) {
        return Some(problem(name).hint("take a name of your own: \"the swamp\", \"coins\", \"a camel\""));
    }
    // boards and orders tell kinds by their letters
    let kind = kind?;
    let one = kind.letter.chars().count() == 1 && kind.letter.chars().all(|letter| letter.is_ascii_uppercase());
    if !one {
        let problem = format!("\"{}\" is not one letter, by which boards and orders could tell this piece", kind.letter);
        return Some(Diagnostic::new("L052", clause.span, problem).hint("example: A ship (ships, S) is a new piece."));
    }
    let of = others().find(|known| known.letter == kind.letter)?;
    let problem = format!("{} is the letter of the {} already", kind.letter, of.name);
    Some(Diagnostic::new("L052", clause.span, problem).hint("take another one: A ship (ships, S) is a new piece."))
}

/// Counters that the rule changes and nobody has made: each player has them, as if the rule had said so first.
fn uncounted(sentences: &[&[Token]], words: &mut Cow<'_, Vocabulary>) -> Vec<Clause> {
    let mut made = Vec::new();
    for sentence in sentences.iter().filter(|sentence| sentence.len() <= MAX_WORDS) {
        let named = sentence.iter().filter(|token| token.sort == Sort::Word);
        let all: Vec<(&Token, &str)> = named.filter_map(|token| countable(&token.word).map(|(many, _)| (token, many))).collect();
        for (token, name) in all {
            if words.counts(name) {
                continue;
            }
            let counter = Counter { name: name.to_string(), of: None, start: 0, least: 0, most: MOST, state: false };
            let clause = Clause {
                form: Form::Counter(counter),
                when: None,
                span: token.span,
                assumed: vec!["nobody has counted them yet".to_string()],
            };
            let with = words.with_names_of(std::slice::from_ref(&clause));
            let changed = |words: &Vocabulary| {
                let clauses = said(sentence, words, &[FAMILIES]).and_then(Result::ok)?;
                Some(clauses.iter().any(|clause| clause.form.counts(name)))
            };
            if changed(words).is_none() && changed(&with) == Some(true) {
                *words = Cow::Owned(with);
                made.push(clause);
            }
        }
    }
    made
}

/// One sentence; or its lines, if its full stops were left out and each line is a sentence.
fn one_or_lines<'a>(sentence: &'a [Token], words: &Vocabulary, families: &[&[Family]]) -> Vec<&'a [Token]> {
    let lines: Vec<&[Token]> = sentence.chunk_by(|_, next| !(next.leads && next.capital)).collect();
    let fits = |part: &[Token]| part.len() <= MAX_WORDS && guarded(&settled(part, words), words, families).is_some();
    if lines.len() > 1 && !fits(sentence) && lines.iter().any(|line| fits(line)) { lines } else { vec![sentence] }
}

pub(super) fn spanned(sentence: &[Token]) -> Span {
    match (sentence.first(), sentence.last()) {
        (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
        _ => Span::default(),
    }
}

fn understood(sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Result<Vec<Clause>, Diagnostic> {
    if sentence.len() > MAX_WORDS {
        let message = format!("a sentence has at most {MAX_WORDS} words; this one has {}", sentence.len());
        return Err(Diagnostic::new("L044", sentence[MAX_WORDS].span, message).hint("end it with a full stop sooner"));
    }
    if sentence.iter().any(is_hole) {
        return open(sentence, text, words, families).map(|clause| vec![clause]);
    }
    said(sentence, words, families).unwrap_or_else(|| Err(refused(sentence, text, words, families)))
}

/// A sentence with holes: kept as written, if something can stand in them.
fn open(sentence: &[Token], text: &str, words: &Vocabulary, families: &[&[Family]]) -> Result<Clause, Diagnostic> {
    let span = spanned(sentence);
    let holes = sentence.iter().filter(|token| is_hole(token)).count();
    if holes > MAX_HOLES {
        let message = format!("a sentence leaves at most {MAX_HOLES} things open; this one has {holes} question marks");
        return Err(Diagnostic::new("L046", span, message).hint("make several sentences of it"));
    }
    let reads = |tokens: &[Token]| matches!(said(tokens, words, families), Some(Ok(_)));
    if hole::filled(sentence, words, reads).is_none() {
        let message = "nothing that I know can stand where the ? stands".to_string();
        let hint = "a ? stands in place of a piece, a square, a number or a direction, and the rest must read without it";
        return Err(Diagnostic::new("L046", span, message).hint(hint));
    }
    let written = text[span.start..span.end].split_whitespace().collect::<Vec<_>>().join(" ");
    let assumed = vec!["it says nothing until its ? is filled".to_string()];
    Ok(Clause { form: Form::Hole(written), when: None, span, assumed })
}

/// What a sentence says in its own words; None where no form takes it.
fn directly(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Result<Vec<Clause>, Diagnostic>> {
    let lexemes = settled(sentence, words);
    let said = guarded(&lexemes, words, families).or_else(|| apart(sentence, words, families))?;
    let checked = Checked::of(said, spanned(sentence), words).and_then(|checked| explained(checked, &lexemes, spanned(sentence), words));
    Some(checked.map_err(|problem| filled(problem, &lexemes, words)))
}

/// What a sentence says, in its own words or in other ones; None where no form takes it.
pub(super) fn said(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Result<Vec<Clause>, Diagnostic>> {
    let span = spanned(sentence);
    let lexemes = settled(sentence, words);
    let checked = |said, words: &Vocabulary| match Checked::of(said, span, words).and_then(|made| explained(made, &lexemes, span, words)) {
        Ok(clauses) => Ok(clauses),
        Err(problem) => Err(filled(problem, &lexemes, words)),
    };
    if let Some(said) = guarded(&lexemes, words, families).or_else(|| apart(sentence, words, families)) {
        return Some(checked(said, words));
    }
    let plain = |tokens: &[Token]| directly(tokens, words, families).and_then(Result::ok);
    if let Some(both) = each_at_its_time(sentence, plain) {
        return Some(Ok(both));
    }
    if let Some(text) = library::named(sentence) {
        return several(&text, (words, families), &checked);
    }
    if let Some([one, other]) = both_ways(sentence, words) {
        let (one, other) = (self::said(&one, words, families)?, self::said(&other, words, families)?);
        return Some(one.and_then(|mut one| {
            one.extend(other?);
            Ok(one)
        }));
    }
    let other_words = reworded(sentence, |other| {
        let mut found = several(&other.tokens, (words, families), &checked)?;
        if let Ok(clauses) = &mut found {
            clauses.iter_mut().take(1).for_each(|first| first.assumed.extend(other.assumed.iter().cloned()));
        }
        Some(found)
    });
    other_words
        .or_else(|| filled_in(sentence, plain).map(Ok))
        .or_else(|| said_twice(sentence, |part| self::said(part, words, families).and_then(Result::ok)).map(Ok))
}

/// The clauses, where every "it" in them is somebody.
fn explained(checked: Checked, lexemes: &[Lexeme], span: Span, words: &Vocabulary) -> Result<Vec<Clause>, Diagnostic> {
    unexplained(lexemes, &checked.clauses, span, words).map_or(Ok(checked.clauses), Err)
}

/// A mark that would be declared though there is one of that name.
fn marked_already<'c>(clause: &'c Clause, words: &Vocabulary) -> Option<&'c str> {
    match &clause.form {
        Form::Counter(counter) if counter.state && words.states.contains(&counter.name) => Some(&counter.name),
        _ => None,
    }
}

/// What other words for one sentence say: they may come to several, the later ones with the names that the earlier ones give.
fn several(
    tokens: &[Token],
    (words, families): (&Vocabulary, &[&[Family]]),
    checked: &impl Fn(Guarded, &Vocabulary) -> Result<Vec<Clause>, Diagnostic>,
) -> Option<Result<Vec<Clause>, Diagnostic>> {
    let mut words = Cow::Borrowed(words);
    let mut clauses: Vec<Clause> = Vec::new();
    for part in tokens.split(|token| token.is_mark(".")).filter(|part| !part.is_empty()) {
        let said = guarded(&settled(part, &words), &words, families).or_else(|| apart(part, &words, families));
        match checked(said?, &words) {
            Ok(more) => {
                if let Some(name) = more.iter().find_map(|clause| marked_already(clause, &words)) {
                    let problem = format!("these pieces would have to be marked, and \"{name}\" is a mark already");
                    let hint = "mark them with a word of your own: After {man} moves, every enemy piece next to it becomes dazed for two turns. Pieces that are dazed may not capture.";
                    let problem = Diagnostic::new("L004", spanned(tokens), problem).hint(hint);
                    return Some(Err(filled(problem, &settled(tokens, &words), &words)));
                }
                words = Cow::Owned(words.with_names_of(&more));
                clauses.extend(more);
            }
            Err(problem) => return Some(Err(problem)),
        }
    }
    Some(Ok(clauses))
}
