//! The names of logs: a game's safe folder name, and the lobby.

use std::fmt;
use std::str::FromStr;

/// Longest folder name of a game, in characters.
pub const NAME_LIMIT: usize = 40;

/// The folder of the lobby log, which no game may take.
pub const LOBBY: &str = "lobby";

/// What else stands in the archive's folder and no game may be called: its keys, its secret and its lock.
const TAKEN: [&str; 3] = ["keys", "lock", "secret"];

/// A game's folder name: `a-z`, `0-9` and single inner hyphens, at most [`NAME_LIMIT`] characters, never a name that the archive needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameName(String);

/// Why a text cannot name a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Nothing is left of it once it is made safe.
    #[error("`{0}` has no letter a-z and no digit from which a folder could be named; a name such as `Zaphod` would do")]
    Empty(String),
    /// Longer than [`NAME_LIMIT`] once it is made safe.
    #[error("`{0}` is too long for a game's name: at most {NAME_LIMIT} letters, digits and hyphens")]
    TooLong(String),
    /// The archive keeps the name for itself.
    #[error("the archive needs the name `{0}` for itself; choose another one for the game")]
    Reserved(String),
    /// Not in the safe form already.
    #[error("`{0}` is not a game's folder name: letters a-z, digits and single hyphens between them were expected")]
    Unsafe(String),
}

impl GameName {
    /// The folder name for a game that its founder calls `title`: letters in lower case, everything else one hyphen.
    pub fn of_title(title: &str) -> Result<Self, BadName> {
        let mut slug = String::new();
        for letter in title.chars().flat_map(char::to_lowercase) {
            match letter {
                'a'..='z' | '0'..='9' => slug.push(letter),
                _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
                _ => {}
            }
            if slug.len() > NAME_LIMIT + 1 {
                return Err(BadName::TooLong(shown(title)));
            }
        }
        Self::checked(slug.trim_end_matches('-').to_owned(), title)
    }

    /// The name as it stands on disk.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn checked(slug: String, title: &str) -> Result<Self, BadName> {
        match slug.as_str() {
            "" => Err(BadName::Empty(shown(title))),
            name if name == LOBBY || TAKEN.contains(&name) => Err(BadName::Reserved(shown(title))),
            _ if slug.len() > NAME_LIMIT => Err(BadName::TooLong(shown(title))),
            _ => Ok(Self(slug)),
        }
    }
}

fn shown(title: &str) -> String {
    title.chars().take(2 * NAME_LIMIT).collect()
}

impl FromStr for GameName {
    type Err = BadName;

    /// Accepts a name only in the form it has on disk.
    fn from_str(name: &str) -> Result<Self, BadName> {
        let slug = Self::of_title(name)?;
        if slug.0 == name { Ok(slug) } else { Err(BadName::Unsafe(shown(name))) }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which log a line belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogName {
    /// What belongs to no game: invitations, strangers, mail cursors, quarantine.
    Lobby,
    /// The log of one game.
    Game(GameName),
}

impl LogName {
    /// The folder's name in the archive.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Lobby => LOBBY,
            Self::Game(name) => name.as_str(),
        }
    }
}

impl From<GameName> for LogName {
    fn from(name: GameName) -> Self {
        Self::Game(name)
    }
}

impl fmt::Display for LogName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_folder_names() {
        for (title, name) in [
            ("Zaphod", "zaphod"),
            ("  The   Restaurant, at the End! ", "the-restaurant-at-the-end"),
            ("../../etc/passwd", "etc-passwd"),
            ("Žižkov 42", "i-kov-42"),
            (".hidden", "hidden"),
            ("a\0b", "a-b"),
        ] {
            assert_eq!(GameName::of_title(title).unwrap().as_str(), name);
        }
    }

    #[test]
    fn what_cannot_be_a_folder_is_refused() {
        assert!(matches!(GameName::of_title("!!!"), Err(BadName::Empty(_))));
        assert!(matches!(GameName::of_title(""), Err(BadName::Empty(_))));
        for taken in ["LOBBY", "Secret", "lock"] {
            assert!(matches!(GameName::of_title(taken), Err(BadName::Reserved(_))), "{taken}");
        }
        assert!(matches!(GameName::of_title(&"x".repeat(NAME_LIMIT + 1)), Err(BadName::TooLong(_))));
        assert!(GameName::of_title(&"x".repeat(NAME_LIMIT)).is_ok());
    }

    #[test]
    fn only_the_form_on_disk_is_read_back() {
        assert!("zaphod-2".parse::<GameName>().is_ok());
        for wrong in ["Zaphod", "zaphod-", "-zaphod", "a--b", "a/b", "..", "lobby"] {
            assert!(wrong.parse::<GameName>().is_err(), "{wrong}");
        }
    }
}
