//! Where a command finds a game: a folder's path, an exported copy, or a name under the archive.

use super::Failure;
use crate::config::Config;
use crate::store::{Folder, FolderProblem, games_in, unpacked};
use std::path::Path;

/// The folder of `game`: the path itself where it is a game's folder or an exported copy, else that folder of the archive.
pub(super) fn folder(game: &str, config: impl FnOnce() -> Result<Config, Failure>) -> Result<Folder, Failure> {
    if let Ok(folder) = Folder::open(Path::new(game)) {
        return Ok(folder);
    }
    if let Some(folder) = unpacked(Path::new(game))? {
        return Ok(folder);
    }
    let archive = config()?.archive;
    // Folders of games are lower case; what holds a slash is a path, and no name.
    let name = game.to_lowercase();
    if !name.contains(['/', '\\']) && !name.starts_with('.') {
        match Folder::open(&archive.join(name)) {
            Err(FolderProblem::NotAGame(_)) => {}
            opened => return Ok(opened?),
        }
    }
    let names = games_in(&archive).unwrap_or_default();
    let known = match names.as_slice() {
        [] => "the archive holds no game yet".to_owned(),
        names => format!("it holds: {}", names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")),
    };
    Err(Failure::new(format!("there is no game `{game}`, neither as a folder nor in the archive {} ({known})", archive.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_path_and_by_name_in_any_case() {
        let archive = tempfile::tempdir().unwrap();
        let game = archive.path().join("zaphod");
        std::fs::create_dir(&game).unwrap();
        std::fs::write(game.join("game.toml"), "").unwrap();
        let found = |name: &str| folder(name, || Ok(Config { archive: archive.path().to_owned(), ..Config::default() }));
        assert_eq!(found("Zaphod").unwrap().name(), "zaphod");
        assert_eq!(found(game.to_str().unwrap()).unwrap().name(), "zaphod");
        assert!(found("Trillian").unwrap_err().message.contains("it holds: zaphod"));
        assert!(found("../zaphod").is_err());
    }
}
