//! Where a command finds a game: a folder's path, or a name under the archive.

use super::Failure;
use crate::config::Config;
use std::path::{Path, PathBuf};

/// The file that makes a folder a game.
const FOUNDING: &str = "game.toml";

/// The folder of `game`: the path itself where it is a game's folder, else that folder of the archive.
pub(super) fn folder(game: &str, config: impl FnOnce() -> Result<Config, Failure>) -> Result<PathBuf, Failure> {
    let path = Path::new(game);
    if path.join(FOUNDING).is_file() {
        return Ok(path.to_owned());
    }
    let archive = config()?.archive;
    // Folders of games are lower case; a path that leaves the archive is no name.
    let name = game.to_lowercase();
    let within = archive.join(&name);
    if !name.contains(['/', '\\']) && name != ".." && within.join(FOUNDING).is_file() {
        return Ok(within);
    }
    let names = names(&archive);
    let known = if names.is_empty() { "the archive holds no game yet".to_owned() } else { format!("it holds: {}", names.join(", ")) };
    Err(Failure::new(format!("there is no game `{game}`, neither as a folder nor in the archive {} ({known})", archive.display())))
}

/// The names of the archive's games, sorted.
pub(super) fn names(archive: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(archive).into_iter().flatten().flatten();
    let games = entries.filter(|entry| entry.path().join(FOUNDING).is_file());
    let mut names: Vec<String> = games.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(folder: &Path) -> Config {
        Config { archive: folder.to_owned(), ..Config::default() }
    }

    #[test]
    fn a_game_is_found_by_path_and_by_name_in_any_case() {
        let archive_folder = tempfile::tempdir().unwrap();
        let game = archive_folder.path().join("zaphod");
        std::fs::create_dir(&game).unwrap();
        std::fs::write(game.join(FOUNDING), "").unwrap();
        let found = |name: &str| folder(name, || Ok(archive(archive_folder.path())));
        assert_eq!(found("Zaphod").unwrap(), game);
        assert_eq!(found(game.to_str().unwrap()).unwrap(), game);
        assert!(found("Trillian").unwrap_err().message.contains("it holds: zaphod"));
        assert!(found("../zaphod").is_err());
    }
}
