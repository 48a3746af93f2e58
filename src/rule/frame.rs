//! The frame of a rule: its title, where and how long it is in force, on which rules it depends.

use super::body::Body;
use super::diagnostic::Diagnostic;
use super::lexer::{Sort, Token, tokens};
use super::{Dependency, Fallen, KindWords, Scope, Vocabulary};

/// The most turns that a rule may last.
pub const MAX_TURNS: u32 = 10_000;
/// The longest title, in characters.
pub const MAX_TITLE: usize = 80;

/// The most rules that one depends on, and the most kinds rewritten for one of them.
const MAX_DEPENDENCIES: usize = 8;
/// How far behind "in" the turns stand in "in the first five turns".
const MAX_WORDS_OF_TIME: usize = 4;

pub struct RuleHead {
    pub title: Option<String>,
    pub scope: Scope,
    pub lasts: Option<u16>,
    pub depends: Vec<Dependency>,
}

impl Body<'_> {
    pub fn rule_head(&mut self, words: &Vocabulary) -> Result<RuleHead, Diagnostic> {
        let mut head = RuleHead { title: None, scope: Scope::Multiverse, lasts: None, depends: Vec::new() };
        if self.tokens.is_empty() {
            return Ok(head);
        }
        if !self.take("rule") {
            let problem = self.problem("L010", "a rule begins with the word RULE");
            return Err(problem.hint("example: RULE \"Othello\""));
        }
        if let Some(title) = self.peek().filter(|token| token.sort == Sort::Quoted).cloned() {
            head.title = self.title(&title)?;
        }
        loop {
            let title = self.peek().filter(|token| token.sort == Sort::Quoted && !token.leads && head.title.is_none()).cloned();
            if let Some(title) = title {
                head.title = self.title(&title)?;
            } else if self.in_universe() {
                self.at += 1;
                head.scope = self.universe(words)?;
            } else if self.take("lasts") || self.take("last") || self.lasting() && self.take("for") {
                head.lasts = Some(self.turns()?);
            } else if self.take("sunset") {
                // C2: the subroutine of that name
                let _ = self.take("after") || self.take("in") || self.take("of");
                head.lasts = Some(self.turns()?);
            } else if self.take("depends") || self.take("depending") {
                let more = self.dependencies(words)?;
                head.depends.extend(more);
            } else {
                break;
            }
        }
        if self.peek().is_some_and(|token| token.is_mark(":") || token.is_mark(".")) {
            self.at += 1;
        }
        Ok(head)
    }

    /// The title in quotes, taken; none if nothing stands between them.
    fn title(&mut self, quoted: &Token) -> Result<Option<String>, Diagnostic> {
        let title = quoted.word.split_whitespace().collect::<Vec<_>>().join(" ");
        if title.chars().count() > MAX_TITLE {
            return Err(self.problem("L041", format!("a title has at most {MAX_TITLE} characters")));
        }
        self.at += 1;
        Ok((!title.is_empty()).then_some(title))
    }

    /// Whether `IN Zaphod:1` begins here, and not a sentence.
    fn in_universe(&self) -> bool {
        let next = |ahead: usize| self.tokens.get(self.at + ahead);
        let here = self.peek().filter(|token| token.is_word("in"));
        // "In the first ten turns, ..." on a line of its own is a sentence
        let time = next(2).is_some_and(|token| token.is_word("turn") || token.is_word("turns"));
        let begins = !time && next(1).is_some_and(|token| token.is_word("universe") || matches!(token.sort, Sort::Number(_)))
            || next(2).is_some_and(|token| token.is_mark(":"));
        here.is_some_and(|token| !token.leads && !self.in_turns() || begins)
    }

    /// Whether `In the first five turns` stands here.
    fn in_turns(&self) -> bool {
        let behind = |ahead: usize| self.tokens.get(self.at + ahead);
        behind(1).is_some_and(|token| token.is_word("the"))
            && (2..=MAX_WORDS_OF_TIME).filter_map(behind).any(|token| token.is_word("turn") || token.is_word("turns"))
    }

    /// Whether `FOR 6 TURNS` stands here, behind the title; on a line of its own, or as `For the next 6 turns`, it begins a sentence.
    fn lasting(&self) -> bool {
        let the = self.tokens.get(self.at + 1).is_some_and(|token| token.is_word("the"));
        self.peek().is_some_and(|token| token.is_word("for") && !token.leads && !the)
    }

    /// Whether a name stands here, however its words are read: how many tokens it takes.
    fn spelt(&self, name: &str) -> Option<usize> {
        let name = tokens(name);
        let here = self.tokens.get(self.at..self.at + name.len()).filter(|here| !here.is_empty())?;
        let same = name.iter().zip(here).all(|(one, other)| one.sort == other.sort && one.word == other.word);
        same.then_some(name.len())
    }

    fn universe(&mut self, words: &Vocabulary) -> Result<Scope, Diagnostic> {
        let name = if words.multiverse.is_empty() { "Zaphod" } else { &words.multiverse };
        let all = match words.universes {
            0 | 1 => format!("IN {name}:1"),
            several => format!("IN {name}:1 to IN {name}:{several}, one of them"),
        };
        let refused = |problem: Diagnostic| Err(problem.hint(&format!("write {all}; for all universes leave it out")));
        let world = words.worlds.iter().filter(|(_, number)| *number > 0).find_map(|(name, number)| Some((self.spelt(name)?, *number)));
        if let Some((length, number)) = world {
            self.at += length;
            return Ok(Scope::Universe(number));
        }
        let is_mark = |at: usize| self.tokens.get(at).is_some_and(|token| token.is_mark(":"));
        // A game may be called Four: only with its colon it is the game's name then.
        let game = self.spelt(&words.multiverse).filter(|length| {
            let first = self.peek().map(|token| &token.sort);
            is_mark(self.at + length) || first == Some(&Sort::Word)
        });
        if let Some(length) = game {
            self.at += length + usize::from(is_mark(self.at + length));
        } else if !self.take("universe") && !self.peek().is_some_and(|token| matches!(token.sort, Sort::Number(_))) {
            return refused(self.problem("L009", "after IN stands a universe of this game"));
        }
        let Some(Sort::Number(number)) = self.peek().map(|token| token.sort.clone()) else {
            return refused(self.problem("L009", "the number of the universe is missing"));
        };
        if number == 0 || number > u32::from(words.universes) {
            return refused(self.problem("L009", format!("there is no universe {number}: this game has {}", words.universes)));
        }
        self.at += 1;
        Ok(Scope::Universe(number as u16))
    }

    fn turns(&mut self) -> Result<u16, Diagnostic> {
        let Some(Sort::Number(number)) = self.peek().map(|token| token.sort.clone()) else {
            return Err(self.problem("L009", "the number of turns is missing").hint("example: LASTS 6 TURNS"));
        };
        if !(1..=MAX_TURNS).contains(&number) {
            return Err(self.problem("L007", format!("a rule lasts 1 to {MAX_TURNS} turns, not {number}")).hint("example: LASTS 6 TURNS"));
        }
        self.at += 1;
        if !self.take("turns") && !self.take("turn") {
            return Err(self.problem("L009", "the word TURNS is missing").hint(&format!("example: LASTS {number} TURNS")));
        }
        Ok(number as u16)
    }

    /// After DEPENDS: `ON w4 AND b2, ELSE VOID`.
    fn dependencies(&mut self, words: &Vocabulary) -> Result<Vec<Dependency>, Diagnostic> {
        const EXAMPLE: &str = "example: DEPENDS ON w4 VOID; what may follow the number: VOID, KEEP, SLEEP, REWRITE ships AS {others}";
        let mut on: Vec<String> = Vec::new();
        if !self.take("on") && !self.take("upon") {
            return Err(self.problem("L009", "after DEPENDS stands ON and the number of a rule").hint(EXAMPLE));
        }
        loop {
            self.take("rule");
            let Some(number) = self.peek().filter(|token| token.sort == Sort::Word).map(|token| token.word.clone()) else {
                return Err(self.problem("L009", "the number of a rule is missing").hint(EXAMPLE));
            };
            if !words.rules.contains(&number) {
                let known = match &words.rules[..] {
                    [] => "no rule has been made yet".to_string(),
                    rules => format!("the rules made so far are {}", rules.join(", ")),
                };
                return Err(self.problem("L009", format!("there is no rule {number}: {known}")).hint(EXAMPLE));
            }
            self.at += 1;
            if !on.contains(&number) {
                on.push(number);
            }
            if on.len() > MAX_DEPENDENCIES {
                return Err(self.problem("L047", format!("a rule depends on at most {MAX_DEPENDENCIES} others")));
            }
            let comma = self.peek().is_some_and(|token| token.is_mark(","));
            let further = |ahead: usize| self.tokens.get(self.at + ahead).is_some_and(|token| words.rules.contains(&token.word));
            if comma && further(1) {
                self.at += 1;
            } else if !self.take("and") {
                break;
            }
        }
        let then = self.fallen(words)?;
        Ok(on.into_iter().map(|on| Dependency { on, then: then.clone() }).collect())
    }

    /// What is to become of the rule: nothing said, or `, ELSE VOID`.
    fn fallen(&mut self, words: &Vocabulary) -> Result<Fallen, Diagnostic> {
        let start = self.at;
        if self.peek().is_some_and(|token| token.is_mark(",") || token.is_mark(":")) {
            self.at += 1;
        }
        let said = self.take("else") || self.take("or") || self.take("otherwise");
        if self.take("void") {
            return Ok(Fallen::Void);
        }
        if self.take("keep") {
            return Ok(Fallen::Keep);
        }
        if self.take("sleep") {
            return Ok(Fallen::Sleep);
        }
        if !self.take("rewrite") {
            if said {
                return Err(self
                    .problem("L009", "after ELSE stands VOID, KEEP, SLEEP or REWRITE")
                    .hint("example: DEPENDS ON w4, ELSE VOID"));
            }
            self.at = start;
            return Ok(Fallen::ByNames);
        }
        let mut pairs = Vec::new();
        loop {
            let old = self.kind_named(words)?.clone();
            if !self.take("as") && !self.take("to") && !self.take("into") {
                return Err(self
                    .problem("L009", "after the kind to rewrite stands AS and another kind")
                    .hint("example: REWRITE ships AS {others}"));
            }
            let new = self.kind_named(words)?;
            if new.value > old.value {
                self.at -= 1;
                let message = format!(
                    "R15: when a rule goes, its pieces become no more than they were: a {} is worth {} points, a {} {}",
                    old.name, old.value, new.name, new.value
                );
                return Err(self.problem("L032", message).hint("name a kind that is worth no more"));
            }
            let new = new.name.clone();
            pairs.push((old.name, new));
            let more = pairs.len() < MAX_DEPENDENCIES && self.peek().is_some_and(|token| token.is_word("and"));
            if !more {
                return Ok(Fallen::Rewrite(pairs));
            }
            self.at += 1;
        }
    }

    fn kind_named<'w>(&mut self, words: &'w Vocabulary) -> Result<&'w KindWords, Diagnostic> {
        let word = self.peek().map(|token| token.word.clone()).unwrap_or_default();
        let found = words.kinds.iter().find(|kind| kind.name == word || kind.plural == word);
        let known = || words.kinds.iter().map(|kind| kind.plural.as_str()).collect::<Vec<_>>().join(", ");
        let found = found.ok_or_else(|| self.problem("L003", format!("\"{word}\" is no kind of piece; there are {}", known())))?;
        self.at += 1;
        Ok(found)
    }
}

/// A dependency in canonical words.
pub fn printed(dependency: &Dependency) -> String {
    let then = match &dependency.then {
        Fallen::ByNames => String::new(),
        Fallen::Void => " VOID".to_string(),
        Fallen::Keep => " KEEP".to_string(),
        Fallen::Sleep => " SLEEP".to_string(),
        Fallen::Rewrite(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|(old, new)| format!("{old} AS {new}")).collect();
            format!(" REWRITE {}", pairs.join(" AND "))
        }
    };
    format!("DEPENDS ON {}{then}", dependency.on)
}
