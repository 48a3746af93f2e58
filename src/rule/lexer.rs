//! Text to tokens with spans into the player's own text, whatever a mail client did to it: curly quotes, no-break spaces,
//! soft hyphens, long dashes, automatic capitals, lines wrapped anywhere.

use super::Span;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Letters; `word` holds them.
    Word,
    /// Digits, or a word for a number.
    Number(u32),
    /// `fifth`, `5th`.
    Ordinal(u32),
    /// `[fW3]`; `word` holds what is between the brackets, letter case kept.
    Bracket,
    /// `"Long pawns"`; `word` holds what is between the quotes.
    Quoted,
    /// `peter@example.org`.
    Address,
    /// A punctuation mark; `word` holds it.
    Mark,
}

/// One token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    pub sort: Sort,
    /// Cleaned: lower case, straight apostrophes, no soft hyphens, no possessive ending.
    pub word: String,
    /// Written with a capital first letter.
    pub capital: bool,
    /// Written `knight's` or `knights'`.
    pub possessive: bool,
    pub span: Span,
    /// First on its line.
    pub leads: bool,
    /// After an empty line.
    pub after_gap: bool,
}

impl Token {
    pub fn is_mark(&self, mark: &str) -> bool {
        self.sort == Sort::Mark && self.word == mark
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.sort == Sort::Word && self.word == word
    }
}

/// Whether one of these words stands at that place.
pub fn stands(tokens: &[Token], at: usize, these: &[&str]) -> bool {
    tokens.get(at).is_some_and(|token| these.iter().any(|word| token.is_word(word)))
}

/// One character as it was meant: typographers' variants become plain ones, invisible ones vanish.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' | '\t' | '\r' => Some(' '),
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '`' | '\u{b4}' => Some('\''),
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => Some('"'),
        '\u{2010}'..='\u{2013}' | '\u{2212}' => Some('-'),
        '\u{2014}' | '\u{2015}' => Some(','),
        '\u{2022}' | '\u{25cf}' | '\u{b7}' => Some('*'),
        other => Some(other),
    }
}

struct Scanner {
    /// The text as it was meant, each character with where it stood.
    chars: Vec<(usize, char)>,
    end: usize,
    at: usize,
}

impl Scanner {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|&(_, c)| c)
    }

    /// Where in the text the character `ahead` of here begins.
    fn offset(&self, ahead: usize) -> usize {
        self.chars.get(self.at + ahead).map_or(self.end, |&(offset, _)| offset)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek(0).filter(|&c| wanted(c)) {
            taken.push(c);
            self.at += 1;
        }
        taken
    }

    /// Letters, with single hyphens and apostrophes inside.
    fn take_word(&mut self) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek(0) {
            let joins = matches!(c, '-' | '\'') && !taken.is_empty() && self.peek(1).is_some_and(char::is_alphabetic);
            if !c.is_alphanumeric() && !joins {
                break;
            }
            taken.push(c);
            self.at += 1;
        }
        if self.peek(0) == Some('\'') && taken.ends_with('s') {
            self.at += 1;
            taken.push_str("'s");
        }
        taken
    }

    /// What stands between two marks on one paragraph, or None where the closing one is missing.
    fn take_enclosed(&mut self, close: char) -> Option<String> {
        let rest = &self.chars[self.at + 1..];
        let length = rest.iter().position(|&(_, c)| c == close)?;
        let inside: String = rest[..length].iter().map(|&(_, c)| if c == '\n' { ' ' } else { c }).collect();
        self.at += length + 2;
        Some(inside)
    }
}

/// All tokens of a text. Never fails: what it does not know becomes a mark of one character.
/// Comments, `(assumed: ...)` and `(note: ...)`, are no tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars = text.char_indices().filter_map(|(offset, c)| plain(c).map(|c| (offset, c))).collect();
    let mut scanner = Scanner { chars, end: text.len(), at: 0 };
    let mut found: Vec<Token> = Vec::new();
    let mut newlines = 1;
    while let Some(c) = scanner.peek(0) {
        if c == '\n' || c.is_whitespace() {
            newlines += usize::from(c == '\n');
            scanner.at += 1;
            continue;
        }
        if c == '(' && skip_comment(&mut scanner) {
            continue;
        }
        let start = scanner.offset(0);
        let (sort, raw) = one(&mut scanner, c);
        let end = last_end(&scanner, text);
        let leads = newlines > 0;
        found.extend(finish(sort, raw, Span { start, end }, leads, newlines > 1 && !found.is_empty()));
        newlines = 0;
    }
    found
}

/// The end of the last character taken.
fn last_end(scanner: &Scanner, text: &str) -> usize {
    match scanner.chars.get(scanner.at.wrapping_sub(1)) {
        Some(&(offset, _)) => offset + text[offset..].chars().next().map_or(0, char::len_utf8),
        None => scanner.end,
    }
}

fn skip_comment(scanner: &mut Scanner) -> bool {
    let opening: String = scanner.chars[scanner.at..].iter().take(9).map(|&(_, c)| c.to_ascii_lowercase()).collect();
    if !opening.starts_with("(assumed:") && !opening.starts_with("(note:") {
        return false;
    }
    scanner.take_enclosed(')').is_some()
}

fn one(scanner: &mut Scanner, c: char) -> (Sort, String) {
    let enclosed = match c {
        '[' => scanner.take_enclosed(']').map(|inside| (Sort::Bracket, inside)),
        '"' => scanner.take_enclosed('"').map(|inside| (Sort::Quoted, inside)),
        _ => None,
    };
    if let Some(found) = enclosed {
        return found;
    }
    if let Some(address) = address(scanner) {
        return (Sort::Address, address);
    }
    if c.is_ascii_digit() {
        let digits = scanner.take_while(|c| c.is_ascii_digit());
        let number = digits.parse().unwrap_or(u32::MAX);
        let ending: String = scanner.chars[scanner.at..].iter().take_while(|&&(_, c)| c.is_alphabetic()).map(|&(_, c)| c).collect();
        if matches!(ending.to_lowercase().as_str(), "st" | "nd" | "rd" | "th") {
            scanner.at += 2;
            return (Sort::Ordinal(number), format!("{digits}{ending}"));
        }
        // The colours of large multiverses: `1a`, `4c`.
        if !ending.is_empty() {
            scanner.at += ending.chars().count();
            return (Sort::Word, format!("{digits}{ending}"));
        }
        return (Sort::Number(number), digits);
    }
    if c.is_alphanumeric() {
        if abbreviation(scanner) {
            return (Sort::Word, "e.p.".to_string());
        }
        return (Sort::Word, scanner.take_word());
    }
    scanner.at += 1;
    (Sort::Mark, c.to_string())
}

/// A mail address; the full stop that ends a sentence is no part of it.
fn address(scanner: &mut Scanner) -> Option<String> {
    let rest = || scanner.chars[scanner.at..].iter().map(|&(_, c)| c);
    let local = rest().take_while(|&c| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c)).count();
    if !rest().next().is_some_and(|c| c.is_ascii_alphanumeric()) || rest().nth(local) != Some('@') {
        return None;
    }
    let domain: String = rest().skip(local + 1).take_while(|&c| c.is_ascii_alphanumeric() || c == '.' || c == '-').collect();
    let domain = domain.trim_end_matches(['.', '-']);
    let whole: String = rest().take(local + 1).chain(domain.chars()).collect();
    if domain.is_empty() {
        return None;
    }
    scanner.at += whole.chars().count();
    Some(whole.to_lowercase())
}

/// `e.p.`, whose full stops end no sentence.
fn abbreviation(scanner: &mut Scanner) -> bool {
    let next: String = (0..4).filter_map(|ahead| scanner.peek(ahead)).collect();
    let found = next.eq_ignore_ascii_case("e.p.");
    scanner.at += if found { 4 } else { 0 };
    found
}

/// Numbers in words, contractions opened (`can't` is two words), possessives noted.
fn finish(sort: Sort, raw: String, span: Span, leads: bool, after_gap: bool) -> Vec<Token> {
    let capital = raw.starts_with(char::is_uppercase);
    let token = |sort, word: &str, possessive| Token { sort, word: word.to_string(), capital, possessive, span, leads, after_gap };
    if sort != Sort::Word {
        return vec![token(sort, &raw, false)];
    }
    let lower = raw.to_lowercase();
    if let Some(number) = cardinal(&lower) {
        return vec![token(Sort::Number(number), &lower, false)];
    }
    if let Some(number) = ordinal(&lower) {
        return vec![token(Sort::Ordinal(number), &lower, false)];
    }
    let two = |one: &str, other: &str| vec![token(Sort::Word, one, false), Token { leads: false, ..token(Sort::Word, other, false) }];
    if let Some((_, one, other)) = CONTRACTIONS.iter().find(|(written, ..)| *written == lower || written.replace('\'', "") == lower) {
        return two(one, other);
    }
    match lower.as_str() {
        "u" | "ya" => vec![token(Sort::Word, "you", false)],
        "ur" => vec![token(Sort::Word, "your", false)],
        "someones" | "everyones" | "anyones" | "everybodys" | "somebodys" | "anybodys" | "opponents'" => {
            vec![token(Sort::Word, lower.trim_end_matches(['s', '\'']), true)]
        }
        "it's" | "that's" | "he's" | "she's" | "there's" | "who's" | "what's" => two(&lower[..lower.len() - 2], "is"),
        _ => match lower.strip_suffix("'s") {
            Some(stem) => vec![token(Sort::Word, stem, true)],
            None => vec![token(Sort::Word, &lower, false)],
        },
    }
}

/// Two words written as one, also by who leaves the apostrophe out.
const CONTRACTIONS: [(&str, &str, &str); 31] = [
    ("can't", "can", "not"),
    ("cannot", "can", "not"),
    ("won't", "will", "not"),
    ("didn't", "did", "not"),
    ("wasn't", "was", "not"),
    ("weren't", "were", "not"),
    ("couldn't", "could", "not"),
    ("wouldn't", "would", "not"),
    ("shouldn't", "should", "not"),
    ("don't", "do", "not"),
    ("doesn't", "does", "not"),
    ("mustn't", "must", "not"),
    ("mayn't", "may", "not"),
    ("isn't", "is", "not"),
    ("aren't", "are", "not"),
    ("hasn't", "has", "not"),
    ("haven't", "have", "not"),
    ("hadn't", "had", "not"),
    ("you're", "you", "are"),
    ("they're", "they", "are"),
    ("you've", "you", "have"),
    ("they've", "they", "have"),
    ("i've", "i", "have"),
    ("i'm", "i", "am"),
    ("you'll", "you", "will"),
    ("they'll", "they", "will"),
    ("it'll", "it", "will"),
    ("thats", "that", "is"),
    ("theres", "there", "is"),
    ("theyre", "they", "are"),
    ("ive", "i", "have"),
];

pub(super) const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// From thirty on.
const TENS: [&str; 8] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"];

const ORDINALS: [&str; 12] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];

/// `seven`, `forty`, `twenty-four`.
pub(super) fn cardinal(word: &str) -> Option<u32> {
    let place = |words: &[&str], word: &str| words.iter().position(|&known| known == word).map(|at| at as u32);
    let tens = |word: &str| place(&TENS, word).map(|at| (at + 3) * 10).or((word == "twenty").then_some(20));
    let whole = place(&NUMBERS, word).or_else(|| tens(word));
    whole.or_else(|| {
        let (many, few) = word.split_once('-')?;
        let few = place(&NUMBERS, few).filter(|few| (1..10).contains(few))?;
        tens(many).filter(|tens| *tens < 100).map(|tens| tens + few)
    })
}

/// `fifth`, `fifteenth`, `thirtieth`, `twenty-first`.
fn ordinal(word: &str) -> Option<u32> {
    let named = |word: &str| ORDINALS.iter().position(|&known| known == word).map(|at| at as u32 + 1);
    let past = |word: &str| match word.strip_suffix("ieth") {
        Some(tens) => cardinal(&format!("{tens}y")).filter(|tens| tens % 10 == 0 && *tens < 100),
        None => cardinal(word.strip_suffix("th")?).filter(|number| (13..20).contains(number)),
    };
    named(word).or_else(|| past(word)).or_else(|| {
        let (tens, last) = word.split_once('-')?;
        let tens = cardinal(tens).filter(|tens| tens % 10 == 0 && (20..100).contains(tens))?;
        named(last).filter(|last| *last < 10).map(|last| tens + last)
    })
}

/// The word for a number up to twenty, digits past that.
pub fn number_word(number: u32) -> String {
    NUMBERS.get(number as usize).map_or_else(|| number.to_string(), |word| word.to_string())
}

/// The word for an ordinal up to twelfth, digits past that.
pub fn ordinal_word(number: u32) -> String {
    let named = (number as usize).checked_sub(1).and_then(|at| ORDINALS.get(at));
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    named.map_or_else(|| format!("{number}{ending}"), |word| word.to_string())
}
