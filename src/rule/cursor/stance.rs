//! Whom the words of a sentence mean at a place: "it", "he", "own", "that square", as far as what was read before says so.
//!
//! Invariant: all of it is here, so that what is tried can be taken back whole, and men that were read so are known again.

use std::rc::Rc;

use super::Cursor;
use crate::rule::{Chooser, Class, Player, Point, Ref, Squares, Whom};

/// Around which men a term stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Sentence,
    /// A relative clause.
    Clause,
    /// A relative clause about an enemy: whoever says "own" there means the mover's.
    EnemyClause,
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

/// A place of which the event has told, as "a corner": by its words, and which square of it is meant; None where it could be two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub words: Vec<String>,
    pub point: Option<Point>,
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

/// One of several things that are drawn by lot, rolled or chosen, by its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    File(u8),
    Rank(u8),
    /// Of the eight directions, clockwise from forward.
    Way(u8),
    /// What a die shows.
    Number(u8),
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

/// Whom the words mean; it begins with a sentence about whoever moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stance {
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
    /// Whom the deeds before have chosen, and as what; of two the first one first.
    pub chosen: Vec<(Ref, Class)>,
    /// Who has chosen them: "own" and "enemy" are seen from him there.
    pub chosen_by: Player,
    /// Which of two "both" means, where the deeds are read once for each.
    pub both: Option<Ref>,
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
    /// The place of the event: "the corner".
    pub place: Option<Place>,
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
    /// The deed before is done to one of some men, and another man acts: "it" can be either.
    pub taken: bool,
    /// A condition sets another man beside the one it is of, "if it attacks a queen": "its owner" can be either's.
    pub pair: bool,
    /// Who chooses where all are meant that stand next to "one of his rooks".
    pub choosing: Option<Chooser>,
    /// Who has been chosen so: before what is done.
    pub choice: Option<Whom>,
    /// What is read holds for some time: "any enemy piece" moves in phases of its own then.
    pub meanwhile: bool,
    /// The men of a description are one: "and that are" is said of others.
    pub sole: bool,
    /// The several men of whom a condition has spoken: "one of them".
    pub them: Option<(Class, Squares)>,
    /// What has been drawn or rolled, where the deeds are read once for each outcome: "that number", "a random file".
    pub drawn: Option<Drawn>,
    /// On what the deeds hang that are being read: an "otherwise" is said of that, not of them.
    pub hanging: Hanging,
}

impl Default for Stance {
    fn default() -> Stance {
        Stance {
            it: Ref::Actor,
            rival: None,
            around: None,
            within: Within::Sentence,
            passive: false,
            named: Vec::new(),
            described: Vec::new(),
            chosen: Vec::new(),
            chosen_by: Player::Mover,
            both: None,
            failed: None,
            each: false,
            many: 1,
            assumed: Vec::new(),
            square: Named::Nothing,
            place: None,
            doer: None,
            told: Told::OfMover,
            side: None,
            spoken: None,
            opponent: None,
            its: None,
            two: false,
            taken: false,
            pair: false,
            choosing: None,
            choice: None,
            meanwhile: false,
            sole: false,
            them: None,
            drawn: None,
            hanging: Hanging::Nothing,
        }
    }
}

impl Stance {
    /// The player whose men and ranks are the own ones here; None: the viewpoint.
    pub fn teller(&self) -> Option<Player> {
        if self.it == Ref::Itself { None } else { self.told.player() }
    }

    /// Whom "he" means of a player who does something: whoever moves, or he of whom it is told.
    pub fn he(&self) -> Player {
        match &self.told {
            Told::Of(player) => player.clone(),
            Told::OfMover | Told::OfMan(_) => Player::Mover,
        }
    }
}

impl Told {
    /// Whose side that is; None: the viewpoint's.
    pub fn player(&self) -> Option<Player> {
        match self {
            Told::OfMover => None,
            Told::OfMan(man) => Some(Player::OwnerOf(*man)),
            Told::Of(player) => Some(player.clone()),
        }
    }
}

impl<'a> Cursor<'a> {
    /// What the words mean, to be changed from here on.
    pub fn stance_mut(&mut self) -> &mut Stance {
        Rc::make_mut(&mut self.stance)
    }

    /// A form around which one thing is meant otherwise.
    pub fn meaning<V, T>(&mut self, what: fn(&mut Stance) -> &mut V, is: V, form: impl FnOnce(&mut Cursor<'a>) -> T) -> T {
        let before = std::mem::replace(what(self.stance_mut()), is);
        let found = form(self);
        *what(self.stance_mut()) = before;
        found
    }

    /// A form in which "it" means somebody else.
    pub fn about<T>(&mut self, it: Ref, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let around = if self.stance.it == Ref::Itself { Ref::Outer } else { self.stance.it };
        self.meaning(|stance| &mut stance.it, it, |c| c.meaning(|stance| &mut stance.around, Some(around), form))
    }

    /// A form in which "own" is seen from elsewhere.
    pub fn within<T>(&mut self, within: Within, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        self.meaning(|stance| &mut stance.within, within, form)
    }

    /// A form about those who do it, in a sentence about those to whom it is done.
    pub fn by<T>(&mut self, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        self.meaning(|stance| &mut stance.passive, true, form)
    }

    /// A form that tells of another player what he does, or what happens to a man.
    pub fn telling<T>(&mut self, told: Told, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let side = told.player();
        self.meaning(|stance| &mut stance.told, told, |c| c.beside(side, form))
    }

    /// A form in which ranks are counted from that player's side, if nobody is named.
    pub fn beside<T>(&mut self, side: Option<Player>, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        self.meaning(|stance| &mut stance.side, side, form)
    }

    /// A form about men who meet another one in the act.
    pub fn against<T>(&mut self, rival: Ref, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        self.meaning(|stance| &mut stance.rival, Some(rival), form)
    }

    /// Deeds that hang on something; those in brackets hang on nothing.
    pub fn hanging<T>(&mut self, on: Hanging, form: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        self.meaning(|stance| &mut stance.hanging, on, form)
    }

    /// Notes what has been taken for granted.
    pub fn assume(&mut self, what: &str) {
        if !self.stance.assumed.iter().any(|known| known == what) {
            self.stance_mut().assumed.push(what.to_string());
        }
    }

    /// Several men are spoken of that a man of the event attacks or stands next to.
    pub fn speaks_of(&mut self, man: Ref, who: &Class, on: &Squares) {
        if !matches!(man, Ref::Itself | Ref::Outer) {
            self.stance_mut().them = Some((who.clone(), on.clone()));
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
}
