//! The one mechanism under every sentence form: a place in a sentence, alternatives that go back when they fail, and the
//! memory of what would have been right at the farthest place any of them reached.
//!
//! Every word is used by construction: a form succeeds only where the cursor stands at the end.

use super::lexer::{Sort, Token};
use super::wording::singular;
use super::words::Lexeme;
use super::{Chooser, Class, Diagnostic, Player, Point, Ref, Span, Squares, Vocabulary, Whom};

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

/// Around which men a term stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Sentence,
    /// A relative clause.
    Clause,
    /// A relative clause about an enemy: whoever says "own" there means the mover's.
    EnemyClause,
}

/// How a cursor stands where men are read: by this and the place, what is read there follows.
#[derive(Clone, PartialEq)]
struct Stance {
    it: Ref,
    rival: Option<Ref>,
    around: Option<Ref>,
    within: Within,
    passive: bool,
    named: Vec<(String, Ref)>,
    square: Named,
    doer: Option<Player>,
    told: Told,
    side: Option<Player>,
    spoken: Option<Player>,
    opponent: Option<Player>,
    its: Option<Ref>,
    two: bool,
    choosing: Option<Chooser>,
    choice: Option<Whom>,
    hanging: Hanging,
    nesting: (u8, u8),
    places: bool,
}

/// What was read of men from a place on: who they are, where their words end, and what it left behind.
#[derive(Clone)]
struct Known {
    men: Option<Class>,
    end: usize,
    each: bool,
    square: Named,
    choosing: Option<Chooser>,
    choice: Option<Whom>,
    assumed: Vec<String>,
}

/// The square that a sentence has named last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// None but that of the event.
    Nothing,
    One(Point),
    /// One for each of several men, or one that only the deed finds.
    Unclear,
}

/// Of whom a sentence tells what happens: his are "own" men and ranks, his enemies the "enemy" ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Of whoever moves.
    OfMover,
    /// Of a man and its side: `when a rook is captured`.
    OfMan(Ref),
    /// Of another player, who is "he": `when a player loses a rook`, `its owner may ...`.
    Of(Player),
}

/// On what deeds hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hanging {
    Nothing,
    /// A condition: another one behind it is asked by itself.
    Condition,
    /// A roll, or what somebody likes.
    Outcome,
}

/// A place in a sentence.
pub struct Cursor<'a> {
    lexemes: &'a [Lexeme],
    pub words: &'a Vocabulary,
    at: usize,
    farthest: usize,
    expected: Vec<Expected>,
    refusal: Option<(usize, Diagnostic)>,
    /// Whom "it" means where a condition is read.
    pub it: Ref,
    /// With whom the men of an act are compared: "of the same kind", "worth more than itself".
    pub rival: Option<Ref>,
    /// Whom the sentence speaks of around a relative clause; None outside of one.
    pub around: Option<Ref>,
    pub within: Within,
    /// What is read is seen from the other side: by whom something is done, or by whose man is taken. "His own" is there the mover's enemy.
    pub passive: bool,
    /// The men of an event by their kinds, where deeds may speak of "the bishop".
    pub named: Vec<(String, Ref)>,
    /// Men that the event has described beside the one it is of, by their kinds: "that knight".
    pub described: Vec<(String, Whom)>,
    /// To whom a deed was to be done that failed: "if it cannot, it is removed".
    pub failed: Option<Whom>,
    /// Men "of each player" were spoken of: of each by himself.
    pub each: bool,
    /// "Two of his pawns" were spoken of: as many, one after the other.
    pub many: usize,
    /// What has been taken for granted.
    pub assumed: Vec<String>,
    /// The square that was named last: "that square".
    pub square: Named,
    /// By whom the deed is done that is being read: "one of his own pawns".
    pub doer: Option<Player>,
    /// Of whom the sentence tells it.
    pub told: Told,
    /// From whose side ranks are counted where nobody is named; None: the viewpoint's.
    pub side: Option<Player>,
    /// The player of whom a deed was told last: "and his opponent".
    pub spoken: Option<Player>,
    /// Who was called somebody's opponent last: "the opponent" is the same.
    pub opponent: Option<Player>,
    /// Whose "its square" is where a deed is said of several, or of one of them: each one's own.
    pub its: Option<Ref>,
    /// One man acts and another is captured: "it" by itself can be either.
    pub two: bool,
    /// Who chooses where all are meant that stand next to "one of his rooks".
    pub choosing: Option<Chooser>,
    /// Who has been chosen so: before what is done.
    pub choice: Option<Whom>,
    /// The several men of whom a condition has spoken: "one of them".
    pub them: Option<(Class, Squares)>,
    /// On what the deeds hang that are being read: an "otherwise" is said of that, not of them.
    hanging: Hanging,
    depth: u8,
    brackets: u8,
    /// By place, the men that were read there: many forms begin alike.
    met: Vec<Vec<(Stance, Known)>>,
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
            it: Ref::Actor,
            rival: None,
            around: None,
            within: Within::Sentence,
            passive: false,
            each: false,
            many: 1,
            assumed: Vec::new(),
            square: Named::Nothing,
            doer: None,
            told: Told::OfMover,
            side: None,
            spoken: None,
            opponent: None,
            its: None,
            two: false,
            choosing: None,
            choice: None,
            them: None,
            hanging: Hanging::Nothing,
            named: Vec::new(),
            described: Vec::new(),
            failed: None,
            depth: 0,
            brackets: 0,
            met: Vec::new(),
        }
    }

    /// Men with what else holds of them, read once from each place; `places` says whether what stands after them may be where they stand.
    pub fn met(&mut self, places: bool, read: impl FnOnce(&mut Cursor<'a>) -> Option<Class>) -> Option<Class> {
        let (from, each) = (self.at, std::mem::take(&mut self.each));
        let stance = Stance {
            it: self.it,
            rival: self.rival,
            around: self.around,
            within: self.within,
            passive: self.passive,
            named: self.named.clone(),
            square: self.square.clone(),
            doer: self.doer.clone(),
            told: self.told.clone(),
            side: self.side.clone(),
            spoken: self.spoken.clone(),
            opponent: self.opponent.clone(),
            its: self.its,
            two: self.two,
            choosing: self.choosing.clone(),
            choice: self.choice.clone(),
            hanging: self.hanging,
            nesting: (self.depth, self.brackets),
            places,
        };
        let before = self.met.get(from).and_then(|here| here.iter().find(|(known, _)| *known == stance));
        let known = match before {
            Some((_, known)) => known.clone(),
            None => {
                let assumed = std::mem::take(&mut self.assumed);
                let men = read(self);
                let known = Known {
                    men,
                    end: self.at,
                    each: self.each,
                    square: self.square.clone(),
                    choosing: self.choosing.clone(),
                    choice: self.choice.clone(),
                    assumed: std::mem::replace(&mut self.assumed, assumed),
                };
                if self.met.len() <= from {
                    self.met.resize(from + 1, Vec::new());
                }
                self.met[from].push((stance, known.clone()));
                known
            }
        };
        self.each = each || known.each;
        self.at = known.end;
        (self.square, self.choosing, self.choice) = (known.square, known.choosing, known.choice);
        self.assumed.extend(known.assumed);
        known.men
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

    /// A pronoun for a player: `he`, `you`.
    pub fn him(&mut self) -> Option<Player> {
        let lexeme = self.peek().filter(|lexeme| lexeme.means("it") || lexeme.means("you"))?;
        let meant = lexeme.meant.clone()?;
        self.at += 1;
        Some(meant)
    }

    /// What belongs to a player that a pronoun means: `his`, `your`.
    pub fn his(&mut self) -> Option<Player> {
        let meant = self.peek().filter(|lexeme| lexeme.means("its"))?.meant.clone()?;
        self.at += 1;
        Some(meant)
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

    /// `it`, `they`: men, no player.
    pub fn it(&mut self) -> bool {
        let there = self.peek().is_some_and(|lexeme| lexeme.meant.is_none() && (lexeme.means("it") || self.is_her(lexeme)));
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

    pub fn take_number(&mut self, what: &'static str) -> Option<u32> {
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

    /// Several men are spoken of that a man of the event attacks or stands next to.
    pub fn speaks_of(&mut self, man: Ref, who: &Class, on: &Squares) {
        if !matches!(man, Ref::Itself | Ref::Outer) {
            self.them = Some((who.clone(), on.clone()));
        }
    }

    /// "They", "them": several men that a condition has spoken of.
    pub fn them(&mut self) -> Option<(Class, Squares)> {
        let several =
            self.peek().is_some_and(|lexeme| ["they", "them"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.meant.is_none());
        let found = self.them.clone().filter(|_| several)?;
        self.at += 1;
        Some(found)
    }

    /// The same place once more, to read on from it in another way.
    pub fn fork(&self) -> Cursor<'a> {
        Cursor {
            at: self.at,
            it: self.it,
            around: self.around,
            within: self.within,
            passive: self.passive,
            told: self.told.clone(),
            side: self.side.clone(),
            spoken: self.spoken.clone(),
            opponent: self.opponent.clone(),
            ..Cursor::new(self.lexemes, self.words)
        }
    }

    /// Tries a form; where it fails, the cursor stands where it stood.
    pub fn attempt<T>(&mut self, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = (self.at, self.each, self.many);
        let (assumed, square, choice) = (self.assumed.len(), self.square.clone(), self.choice.clone());
        let (spoken, opponent) = (self.spoken.clone(), self.opponent.clone());
        let them = self.them.clone();
        let found = form(self);
        if found.is_none() {
            (self.at, self.each, self.many) = before;
            self.assumed.truncate(assumed);
            (self.square, self.choice, self.spoken, self.opponent) = (square, choice, spoken, opponent);
            self.them = them;
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

    /// A form in which "it" means somebody else.
    pub fn about<T>(&mut self, it: Ref, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let around = if self.it == Ref::Itself { Ref::Outer } else { self.it };
        let before = (std::mem::replace(&mut self.it, it), self.around.replace(around));
        let found = form(self);
        (self.it, self.around) = before;
        found
    }

    /// A form in which "own" is seen from elsewhere.
    pub fn within<T>(&mut self, within: Within, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = std::mem::replace(&mut self.within, within);
        let found = form(self);
        self.within = before;
        found
    }

    /// A form about those who do it, in a sentence about those to whom it is done.
    pub fn by<T>(&mut self, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = std::mem::replace(&mut self.passive, true);
        let found = form(self);
        self.passive = before;
        found
    }

    /// A form that tells of another player what he does, or what happens to a man.
    pub fn telling<T>(&mut self, told: Told, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let side = match &told {
            Told::OfMover => None,
            Told::OfMan(man) => Some(Player::OwnerOf(*man)),
            Told::Of(player) => Some(player.clone()),
        };
        let before = (std::mem::replace(&mut self.told, told), std::mem::replace(&mut self.side, side));
        let found = form(self);
        (self.told, self.side) = before;
        found
    }

    /// A form in which ranks are counted from that player's side, if nobody is named.
    pub fn beside<T>(&mut self, side: Option<Player>, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = std::mem::replace(&mut self.side, side);
        let found = form(self);
        self.side = before;
        found
    }

    /// The player whose men and ranks are the own ones here; None: the viewpoint.
    pub fn teller(&self) -> Option<Player> {
        match &self.told {
            _ if self.it == Ref::Itself => None,
            Told::OfMover => None,
            Told::OfMan(man) => Some(Player::OwnerOf(*man)),
            Told::Of(player) => Some(player.clone()),
        }
    }

    /// Whom "he" means of a player who does something: whoever moves, or he of whom it is told.
    pub fn he(&self) -> Player {
        match &self.told {
            Told::Of(player) => player.clone(),
            Told::OfMover | Told::OfMan(_) => Player::Mover,
        }
    }

    /// The enemy of a player, where there is one that can be named.
    pub fn rival_of(&self, player: &Player) -> Option<Player> {
        match player {
            Player::Mover => Some(Player::Opponent),
            // who is captured is an enemy of whoever captures
            Player::Opponent | Player::OwnerOf(Ref::Victim) => Some(Player::Mover),
            Player::OwnerOf(Ref::Actor) => Some(Player::Opponent),
            Player::Colour(army) => match self.words.armies.as_slice() {
                [one, other] if one == army => Some(Player::Colour(other.clone())),
                [one, other] if other == army => Some(Player::Colour(one.clone())),
                _ => None,
            },
            Player::OwnerOf(man) => Some(Player::EnemyOf(*man)),
            Player::EnemyOf(man) => Some(Player::OwnerOf(*man)),
            Player::Each => None,
        }
    }

    /// A pronoun for a player of whom a deed was told: `he`, `his` behind "its owner".
    pub fn names_him(&self, ahead: usize) -> bool {
        const HIM: [&str; 6] = ["he", "she", "him", "his", "her", "their"];
        self.lexemes.get(self.at + ahead).is_some_and(|lexeme| lexeme.meant.is_none() && HIM.iter().any(|word| lexeme.token.is_word(word)))
    }

    /// Deeds that hang on something; those in brackets hang on nothing.
    pub fn hanging<T>(&mut self, on: Hanging, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = std::mem::replace(&mut self.hanging, on);
        let found = form(self);
        self.hanging = before;
        found
    }

    /// On what the deeds hang that are being read.
    pub fn hangs(&self) -> Hanging {
        self.hanging
    }

    /// Notes what has been taken for granted.
    pub fn assume(&mut self, what: &str) {
        if !self.assumed.iter().any(|known| known == what) {
            self.assumed.push(what.to_string());
        }
    }

    /// A form about men who meet another one in the act.
    pub fn against<T>(&mut self, rival: Ref, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let before = self.rival.replace(rival);
        let found = form(self);
        self.rival = before;
        found
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
