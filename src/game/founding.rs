//! What a game is founded on and never changes: its name, its procedure and law, who is invited.

use chrono::{DateTime, Utc};

use crate::address::{Address, AddressError};
use crate::dice::{Link, Method, MethodProblem};

/// The fewest players of a multiverse.
pub const FEWEST_PLAYERS: usize = 2;
/// The most: fifteen universes.
pub const MOST_PLAYERS: usize = 6;
/// The longest name of a multiverse.
pub const LONGEST_NAME: usize = 32;
/// The longest name of a player or observer, in characters: it stands over boards and in subjects.
pub const LONGEST_PLAYER_NAME: usize = 40;
/// The longest undo delay: a week, in seconds.
pub const LONGEST_UNDO: u32 = 7 * 24 * 3600;

/// The founding settings, written once as `game.toml`; the first link of the log's chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Founding {
    /// `Zaphod`.
    pub name: String,
    /// The procedure: `mar-4.3`.
    pub game: String,
    /// The law text that rules are folded over: `mar`.
    pub law: String,
    /// How rolls are made (C3); whoever joins agrees to it.
    pub method: Method,
    /// The published end of the `house` chain, from which secrets are sealed too; a game without it rolls no dice.
    pub commitment: Option<Link>,
    /// The version of what inputs mean, pinned for this game.
    pub semantics: u32,
    /// From a complete set of orders to its execution, in seconds.
    pub undo: u32,
    pub created: DateTime<Utc>,
    /// Who asked for it: an address, or `master`.
    pub founder: String,
    /// The players, the first one first.
    pub players: Vec<Invitee>,
    pub observers: Vec<Invitee>,
    /// What the founding says of the meta-rules, in sentences of PROPOSE: the amendment A0.
    pub meta: Vec<String>,
    /// What the founder said of colours and sequence; the first player may still change it before the start (C1).
    pub wishes: Wishes,
}

/// Somebody who gets an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitee {
    /// How the boards call him; never empty.
    pub name: String,
    /// Lower case.
    pub address: String,
}

/// Colours and turn sequence, which the first player may name (C1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// All colours, seat by seat, inside a seat by universe.
    pub colours: Option<Vec<String>>,
    /// The players' names in the order of play.
    pub sequence: Option<Vec<String>>,
}

/// Why a founding cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoundingProblem {
    #[error("a multiverse has {FEWEST_PLAYERS} to {MOST_PLAYERS} players; this one names {0}")]
    Players(usize),
    #[error("\"{0}\" is not a name for a multiverse: use 1 to {LONGEST_NAME} letters and digits, a letter first, as in Zaphod")]
    Name(String),
    #[error(
        "\"{0}\" is a word that begins an order, and a line such as {0}:1 could not be told from one: give the multiverse another name"
    )]
    NamedAsAnOrder(String),
    #[error("{first} and {second} have the same address, {address}: every player and observer needs one of his own")]
    SameAddress { first: String, second: String, address: String },
    #[error("two are called {0}: every player and observer needs a name of his own")]
    SameName(String),
    #[error("the name \"{name}\" has {length} characters, and {LONGEST_PLAYER_NAME} is the most")]
    LongName { name: String, length: usize },
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("the undo delay can be 0 seconds to 7 days")]
    Undo,
    #[error(transparent)]
    Dice(#[from] MethodProblem),
    #[error(transparent)]
    Colours(#[from] super::mar::ColourProblem),
    #[error("the META lines are no amendment: {0}")]
    Meta(String),
}

impl Founding {
    /// A game of Make-A-Rule Chess as it is where nobody says otherwise, between people of these names.
    pub fn between(name: &str, players: &[&str]) -> Founding {
        let invitee = |name: &&str| Invitee { name: (*name).to_owned(), address: format!("{}@x.org", name.to_lowercase()) };
        Founding {
            name: name.to_owned(),
            game: "mar-4.3".to_owned(),
            law: "mar".to_owned(),
            method: Method::House,
            commitment: None,
            semantics: 1,
            undo: 0,
            created: DateTime::UNIX_EPOCH,
            founder: "master".to_owned(),
            players: players.iter().map(invitee).collect(),
            observers: Vec::new(),
            meta: Vec::new(),
            wishes: Wishes::default(),
        }
    }

    /// Players, then observers.
    pub fn invitees(&self) -> impl Iterator<Item = &Invitee> {
        self.players.iter().chain(&self.observers)
    }

    /// [`Founding::check`], and what is asked of new games only: words may become orders that were none when an old one was named.
    pub fn check_new(&self) -> Result<(), FoundingProblem> {
        if super::reading::begins_an_order(&self.name) {
            return Err(FoundingProblem::NamedAsAnOrder(self.name.clone()));
        }
        self.check()
    }

    /// Everything that can be judged before anybody is invited, and that holds of every game there is.
    pub fn check(&self) -> Result<(), FoundingProblem> {
        let plain = self.name.chars().all(|c| c.is_ascii_alphanumeric());
        if !plain || !self.name.starts_with(|c: char| c.is_ascii_alphabetic()) || self.name.len() > LONGEST_NAME {
            return Err(FoundingProblem::Name(self.name.clone()));
        }
        if !(FEWEST_PLAYERS..=MOST_PLAYERS).contains(&self.players.len()) {
            return Err(FoundingProblem::Players(self.players.len()));
        }
        let everybody: Vec<&Invitee> = self.players.iter().chain(&self.observers).collect();
        for (at, invitee) in everybody.iter().enumerate() {
            Address::parse(&invitee.address)?;
            let length = invitee.name.chars().count();
            if length > LONGEST_PLAYER_NAME {
                return Err(FoundingProblem::LongName { name: invitee.name.clone(), length });
            }
            for other in &everybody[..at] {
                if other.address == invitee.address {
                    let (first, second, address) = (other.name.clone(), invitee.name.clone(), invitee.address.clone());
                    return Err(FoundingProblem::SameAddress { first, second, address });
                }
                if other.name.to_lowercase() == invitee.name.to_lowercase() {
                    return Err(FoundingProblem::SameName(invitee.name.clone()));
                }
            }
        }
        if self.undo > LONGEST_UNDO {
            return Err(FoundingProblem::Undo);
        }
        self.method.check()?;
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        super::mar::check_wishes(&self.wishes, &names)?;
        super::mar::check_meta(self).map_err(FoundingProblem::Meta)
    }

    /// The META lines as one proposal; `None`: there are none.
    pub fn meta_as_proposal(&self) -> Option<String> {
        let sentence = |line: &String| format!("{}.\n", line.trim().trim_end_matches('.'));
        let lines: String = self.meta.iter().map(sentence).collect();
        (!lines.is_empty()).then(|| format!("PROPOSE\n{lines}END\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(players: &[(&str, &str)], observers: &[(&str, &str)]) -> String {
        let invitees = |list: &[(&str, &str)]| -> Vec<Invitee> {
            list.iter().map(|(name, address)| Invitee { name: (*name).into(), address: (*address).into() }).collect()
        };
        let founding = Founding { players: invitees(players), observers: invitees(observers), ..Founding::between("Zaphod", &[]) };
        founding.check().map_or_else(|problem| problem.to_string(), |()| "none".into())
    }

    #[test]
    fn who_is_named_twice_is_told_by_what_is_the_same() {
        let ann = ("Ann", "ann@x.org");
        assert_eq!(problem(&[ann, ("Ben", "ben@x.org")], &[("Zoe", "zoe@x.org")]), "none");
        let found = problem(&[ann, ("Ben", "ben@x.org")], &[("Zoe", "ben@x.org")]);
        assert!(found.starts_with("Ben and Zoe have the same address, ben@x.org"), "{found}");
        let found = problem(&[ann, ("ANN", "ben@x.org")], &[]);
        assert!(found.starts_with("two are called ANN"), "{found}");
    }

    #[test]
    fn a_game_is_not_called_as_an_order_is() {
        let called = |name: &str| Founding::between(name, &["Ann", "Ben"]).check_new();
        for name in ["Rule", "NEW", "if", "Withdraw"] {
            assert_eq!(called(name), Err(FoundingProblem::NamedAsAnOrder(name.to_owned())));
        }
        for name in ["Four", "Queen", "Rulebook"] {
            assert_eq!(called(name), Ok(()));
        }
    }

    #[test]
    fn a_long_name_is_refused_with_the_limit() {
        let name = "And On ".repeat(9);
        let found = problem(&[("Ann", "ann@x.org"), (name.trim(), "ben@x.org")], &[]);
        assert!(found.ends_with("has 62 characters, and 40 is the most"), "{found}");
        assert_eq!(problem(&[("Ann", "ann@x.org"), (&"é".repeat(40), "ben@x.org")], &[]), "none");
    }
}
