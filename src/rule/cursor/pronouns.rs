//! Pronouns that stand at a place: players ("he", "his", "you") and men ("it", "they").

use super::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::words::Lexeme;
use crate::rule::{Class, Player, Ref, Squares};

impl Cursor<'_> {
    /// Which player a pronoun here means: `he`, `his`, `you`; behind "its owner may" he of whom that was said.
    pub fn player_meant(&self) -> Option<Player> {
        match self.peek()?.meant.clone() {
            Some(Player::Mover) => Some(self.stance.he()),
            Some(other) => Some(other),
            None if self.names_him() => self.stance.spoken.clone().or_else(|| self.describing()),
            None => None,
        }
    }

    /// Whom "his" means where other men are described in what is done: of whom it is told, or who does it. "Their" and "her" are said of those men.
    fn describing(&self) -> Option<Player> {
        let him = ["he", "him", "his"].iter().any(|word| self.ahead(0).is_some_and(|lexeme| lexeme.token.is_word(word)));
        let doer = self.stance.doer.clone().filter(|doer| him && self.stance.it == Ref::Itself && *doer != Player::Each)?;
        Some(self.stance.told.player().unwrap_or(doer))
    }

    /// A pronoun that is said of a player, or of a queen.
    fn names_him(&self) -> bool {
        const HIM: [&str; 6] = ["he", "she", "him", "his", "her", "their"];
        self.ahead(0).is_some_and(|lexeme| lexeme.meant.is_none() && HIM.iter().any(|word| lexeme.token.is_word(word)))
    }

    /// `it`, `they`: men, no player.
    pub fn it(&mut self) -> bool {
        let there = self.peek().is_some_and(|lexeme| lexeme.meant.is_none() && (lexeme.means("it") || self.is_her(lexeme)));
        if there && self.stance.taken && self.stance.it == Ref::Actor {
            let problem = "it is not clear whether this is the moving piece or the one spoken of last".to_string();
            let problem = Diagnostic::new("L004", self.span_from(self.at), problem);
            self.refuse::<()>(problem.hint("say \"the moving piece\" or \"the chosen piece\""));
            return false;
        }
        self.at += usize::from(there);
        there
    }

    /// `her`, of a queen: with nothing behind it that could be hers.
    fn is_her(&self, lexeme: &Lexeme) -> bool {
        const BEHIND: [&str; 18] = [
            "and", "or", "but", "then", "is", "are", "move", "may", "must", "with", "for", "to", "on", "at once", "too", "also", "away",
            "along",
        ];
        let stands_alone =
            |next: &Lexeme| matches!(next.token.sort, Sort::Mark | Sort::Number(_)) || BEHIND.iter().any(|phrase| next.means(phrase));
        lexeme.means("its") && lexeme.token.is_word("her") && lexeme.tokens == 1 && self.ahead(1).is_none_or(stands_alone)
    }

    /// "They", "them": several men that a condition has spoken of.
    pub fn them(&mut self) -> Option<(Class, Squares)> {
        let several =
            self.peek().is_some_and(|lexeme| ["they", "them"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.meant.is_none());
        let found = self.stance.them.clone().filter(|_| several)?;
        self.at += 1;
        Some(found)
    }
}
