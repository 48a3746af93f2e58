//! A text as it is parted: its first line, its sentences, its end.

use super::Span;
use super::diagnostic::Diagnostic;
use super::lexer::{Sort, Token};

/// The tokens of a text and how far they have been dealt with.
pub struct Body<'a> {
    pub tokens: &'a [Token],
    pub at: usize,
    pub text: &'a str,
}

impl<'a> Body<'a> {
    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub fn take(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|token| token.is_word(word));
        self.at += usize::from(there);
        there
    }

    pub fn problem(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        let end = Span { start: self.text.trim_end().len(), end: self.text.trim_end().len() };
        Diagnostic::new(code, self.peek().map_or(end, |token| token.span), message.into())
    }

    /// After a wrong first line, its rest is not read as a sentence.
    pub fn skip_line(&mut self) {
        let begins = self.tokens[self.at.min(self.tokens.len())..].iter().position(|token| token.leads && token.span.start > 0);
        self.at = begins.map_or(self.tokens.len(), |ahead| self.at + ahead);
    }

    pub fn law_head(&mut self) -> Result<(String, Option<String>), Diagnostic> {
        let example = "example: LAW \"mar\" ON chess";
        if !self.take("law") {
            return Err(self.problem("L010", "a law begins with the word LAW").hint(example));
        }
        let Some(name) = self.peek().filter(|token| token.sort == Sort::Quoted) else {
            return Err(self.problem("L010", "a law has a name in quotes").hint(example));
        };
        self.at += 1;
        let mut base = None;
        if self.take("on") {
            let Some(word) = self.peek().filter(|token| matches!(token.sort, Sort::Word | Sort::Quoted)) else {
                return Err(self.problem("L010", "after ON stands the name of a law").hint(example));
            };
            base = Some(word.word.clone());
            self.at += 1;
        }
        Ok((name.word.clone(), base))
    }

    /// The sentences up to END or the end of the text: full stops and empty lines part them; list marks before them are not words.
    pub fn sentences(&mut self) -> Vec<&'a [Token]> {
        let mut found = Vec::new();
        let mut start = self.at;
        while let Some(token) = self.peek() {
            let last = token.is_word("end") && self.tokens.get(self.at + 1).is_none_or(|next| next.leads);
            // Words in quotes end a sentence as a full stop does.
            let quoted = self.at > start && self.tokens[self.at - 1].sort == Sort::Quoted;
            if last && (token.leads || self.at == start || quoted) {
                break;
            }
            // Prose is a sentence by itself.
            let prose = self.at == start + 2 && self.tokens[start].is_word("prose") && quoted;
            if (token.after_gap || prose) && self.at > start {
                found.push(&self.tokens[start..self.at]);
                start = self.at;
            }
            if self.at == start && token.leads {
                let marks = list_mark(&self.tokens[self.at..]);
                if marks > 0 {
                    self.at += marks;
                    start = self.at;
                    continue;
                }
            }
            if token.is_mark(".") || token.is_mark(";") || token.is_mark("!") {
                found.push(&self.tokens[start..self.at]);
                start = self.at + 1;
            }
            self.at += 1;
        }
        found.push(&self.tokens[start..self.at.max(start)]);
        found.retain(|sentence| !sentence.is_empty());
        found
    }

    /// Nothing may follow END.
    pub fn finish(&mut self, found: &mut Vec<Diagnostic>) {
        if self.take("end") && self.at < self.tokens.len() {
            found.push(
                self.problem("L013", "nothing may follow END")
                    .hint("a second rule begins with RULE on a line of its own, in another phase"),
            );
        }
    }
}

/// How many tokens in front are the mark of a list: `-`, `*`, `1.`, `2)`.
fn list_mark(tokens: &[Token]) -> usize {
    match tokens {
        [dash, ..] if dash.is_mark("-") || dash.is_mark("*") => 1,
        [number, mark, ..] if matches!(number.sort, Sort::Number(_)) && (mark.is_mark(".") || mark.is_mark(")")) => 2,
        _ => 0,
    }
}
