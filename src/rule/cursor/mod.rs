//! The one mechanism under every sentence form: a place in a sentence, alternatives that go back when they fail, and the
//! memory of what would have been right at the farthest place any of them reached.
//!
//! Every word is used by construction: a form succeeds only where the cursor stands at the end.

mod memo;
mod pronouns;
mod stance;

pub use stance::{Drawn, Hanging, Named, Place, Stance, Told, Within};

use std::rc::Rc;

use super::lexer::{Sort, Token};
use super::wording::singular;
use super::words::Lexeme;
use super::{Diagnostic, Span, Vocabulary};
use memo::Known;

/// How deep terms may be nested in one another.
const MAX_DEPTH: u8 = 16;
/// How many brackets may stand inside one another.
const MAX_BRACKETS: u8 = 4;

/// What could have stood at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A phrase of the table or a bare word.
    Phrase(&'static str),
    /// A sort of thing, in words: `a kind of piece`.
    Thing(&'static str),
}

/// A place in a sentence.
pub struct Cursor<'a> {
    lexemes: &'a [Lexeme],
    pub words: &'a Vocabulary,
    at: usize,
    farthest: usize,
    expected: Vec<Expected>,
    refusal: Option<(usize, Diagnostic)>,
    /// Whom the words mean here. Shared with whoever may come back to it: an attempt, a fork, the memory of men.
    pub stance: Rc<Stance>,
    depth: u8,
    brackets: u8,
    /// By place, the men that were read there: many forms begin alike.
    met: Vec<Vec<Known>>,
}

impl<'a> Cursor<'a> {
    pub fn new(lexemes: &'a [Lexeme], words: &'a Vocabulary) -> Cursor<'a> {
        Cursor {
            lexemes,
            words,
            at: 0,
            farthest: 0,
            expected: Vec::new(),
            refusal: None,
            stance: Rc::default(),
            depth: 0,
            brackets: 0,
            met: Vec::new(),
        }
    }

    pub fn peek(&self) -> Option<&'a Lexeme> {
        if self.words.budget.step() { self.lexemes.get(self.at) } else { None }
    }

    /// The lexeme so many places after this one.
    pub fn ahead(&self, places: usize) -> Option<&'a Lexeme> {
        self.lexemes.get(self.at + places)
    }

    /// The lexeme before this one.
    pub fn back(&self) -> Option<&'a Lexeme> {
        self.at.checked_sub(1).and_then(|at| self.lexemes.get(at))
    }

    /// What has been taken from a place on.
    pub fn since(&self, from: usize) -> &'a [Lexeme] {
        &self.lexemes[from.min(self.at)..self.at]
    }

    pub fn at(&self) -> usize {
        self.at
    }

    /// Notes that something would have been right here.
    pub fn expect(&mut self, what: Expected) {
        if self.at > self.farthest {
            self.farthest = self.at;
            self.expected.clear();
        }
        if self.at == self.farthest && !self.expected.contains(&what) {
            self.expected.push(what);
        }
    }

    /// Takes the phrase or the bare word.
    pub fn take(&mut self, phrase: &'static str) -> Option<()> {
        if self.peek().is_some_and(|lexeme| lexeme.means(phrase)) {
            self.at += 1;
            return Some(());
        }
        self.expect(Expected::Phrase(phrase));
        None
    }

    /// Takes the phrase if it is there; it is not missed if not.
    pub fn maybe(&mut self, phrase: &str) -> bool {
        let there = self.peek().is_some_and(|lexeme| lexeme.means(phrase));
        self.at += usize::from(there);
        there
    }

    /// Takes the first of these phrases that is there.
    pub fn take_one_of(&mut self, phrases: &[&'static str]) -> Option<&'static str> {
        phrases.iter().copied().find(|phrase| self.take(phrase).is_some())
    }

    /// Takes a token of which something can be made.
    pub fn take_thing<T>(&mut self, what: &'static str, make: impl FnOnce(&'a Token) -> Option<T>) -> Option<T> {
        let made = self.peek().and_then(|lexeme| make(&lexeme.token));
        match made {
            Some(_) => self.at += 1,
            None => self.expect(Expected::Thing(what)),
        }
        made
    }

    /// The number one, as an article.
    pub fn one(&mut self) -> bool {
        self.sort(&Sort::Number(1))
    }

    /// Just this number or ordinal; it is not missed if it is not there.
    pub fn sort(&mut self, sort: &Sort) -> bool {
        let there = self.peek().is_some_and(|lexeme| lexeme.phrase.is_none() && lexeme.token.sort == *sort);
        self.at += usize::from(there);
        there
    }

    pub fn take_number(&mut self, what: &'static str) -> Option<u32> {
        // what the die shows, where the deeds are read for each of its faces
        if let Some(Drawn::Number(number)) = self.stance.drawn
            && self.maybe("that number")
        {
            return Some(number.into());
        }
        self.take_thing(what, |token| match token.sort {
            Sort::Number(number) => Some(number),
            _ => None,
        })
    }

    /// A comma, or a dash or colon used as one.
    pub fn comma(&mut self) -> bool {
        let there = self.peek().is_some_and(|lexeme| [",", "-", ":"].iter().any(|mark| lexeme.token.is_mark(mark)));
        self.at += usize::from(there);
        there
    }

    /// The same place once more, to read on from it in another way.
    pub fn fork(&self) -> Cursor<'a> {
        Cursor {
            at: self.at,
            stance: Rc::clone(&self.stance),
            depth: self.depth,
            brackets: self.brackets,
            ..Cursor::new(self.lexemes, self.words)
        }
    }

    /// Tries a form; where it fails, the cursor stands where it stood, and its words mean whom they meant.
    pub fn attempt<T>(&mut self, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = (self.at, Rc::clone(&self.stance));
        let found = form(self);
        if found.is_none() {
            (self.at, self.stance) = before;
        }
        found
    }

    /// A form inside another one; too many inside one another are refused.
    pub fn nested<T>(&mut self, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        if self.depth == MAX_DEPTH {
            return self.too_deep("conditions stand too deep inside one another");
        }
        self.depth += 1;
        let found = form(self);
        self.depth -= 1;
        found
    }

    /// A form in brackets; where there are none it is not missed.
    pub fn bracketed<T>(&mut self, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        self.attempt(|c| {
            if !c.maybe("(") {
                return None;
            }
            if c.brackets == MAX_BRACKETS {
                return c.too_deep("brackets stand too deep inside one another");
            }
            c.brackets += 1;
            let found = c.nested(form);
            c.brackets -= 1;
            let found = found?;
            c.take(")")?;
            Some(found)
        })
    }

    fn too_deep<T>(&mut self, what: &str) -> Option<T> {
        let problem = Diagnostic::new("L046", self.span_from(self.at), what.to_string());
        self.refuse(problem.hint("make two sentences or two rules of it"))
    }

    /// Whether the phrase or the bare word stands so many places further on.
    pub fn sees(&self, ahead: usize, phrase: &str) -> bool {
        self.lexemes.get(self.at + ahead).is_some_and(|lexeme| lexeme.means(phrase))
    }

    /// Whether the next words are exactly those of a name.
    pub fn spells(&self, name: &str) -> bool {
        let plain = |lexeme: &Lexeme, word: &str| lexeme.token.word == word && lexeme.span == lexeme.token.span;
        name.split(' ').enumerate().all(|(ahead, word)| self.lexemes.get(self.at + ahead).is_some_and(|lexeme| plain(lexeme, word)))
    }

    /// The same, of one or of several.
    pub fn spells_some(&self, name: &str) -> bool {
        let last = name.split(' ').count() - 1;
        let plain = |lexeme: &Lexeme, word: &str, end: bool| {
            let same = if end { singular(&lexeme.token.word) == singular(word) } else { lexeme.token.word == word };
            same && lexeme.span == lexeme.token.span
        };
        name.split(' ')
            .enumerate()
            .all(|(ahead, word)| self.lexemes.get(self.at + ahead).is_some_and(|lexeme| plain(lexeme, word, ahead == last)))
    }

    /// Takes whatever stands here.
    pub fn skip(&mut self) {
        self.at = (self.at + 1).min(self.lexemes.len());
    }

    /// Takes the first of these phrases if it is there; they are not missed if not.
    pub fn maybe_one_of(&mut self, phrases: &[&'static str]) -> Option<&'static str> {
        phrases.iter().copied().find(|phrase| self.maybe(phrase))
    }

    /// Succeeds at the end of the sentence only.
    pub fn end(&mut self) -> Option<()> {
        match self.peek() {
            None if self.words.budget.is_spent() => None,
            None => Some(()),
            Some(_) => {
                self.expect(Expected::Thing("the end of the sentence"));
                None
            }
        }
    }

    /// The words from a place up to here.
    pub fn span_from(&self, from: usize) -> Span {
        let last = self.at.max(from + 1).min(self.lexemes.len());
        match (self.lexemes.get(from.min(last.saturating_sub(1))), self.lexemes.get(last.saturating_sub(1))) {
            (Some(first), Some(last)) => Span { start: first.span.start, end: last.span.end },
            _ => Span::default(),
        }
    }

    /// The form is right so far, but what it says cannot be: fails with a reason of its own.
    pub fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        if self.refusal.as_ref().is_none_or(|(at, _)| self.at > *at) {
            self.refusal = Some((self.at, diagnostic));
        }
        None
    }

    /// Why no form fitted: a reason of its own if one was reached as far as any other, else the place and what was expected.
    pub fn failure(self) -> Failure {
        match self.refusal {
            Some((at, diagnostic)) if at >= self.farthest => Failure::Refused { at, diagnostic },
            _ => Failure::Expected { at: self.farthest, expected: self.expected },
        }
    }
}

/// Why a sentence was not understood.
pub enum Failure {
    Refused {
        at: usize,
        diagnostic: Diagnostic,
    },
    /// The index of the lexeme that fitted nothing; the sentence's length if it ended too early.
    Expected {
        at: usize,
        expected: Vec<Expected>,
    },
}

impl Failure {
    /// How far into the sentence the form got.
    pub fn reached(&self) -> usize {
        match self {
            Failure::Refused { at, .. } | Failure::Expected { at, .. } => *at,
        }
    }
}
