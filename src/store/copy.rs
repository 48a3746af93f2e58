//! A game's record that came as one file (`custodian export`), laid out in a folder that goes away again.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path};

use super::folder::{Folder, FolderProblem};
use tar::{Archive, EntryType};

/// The folder of the game in the tar at `path`; none where it is no tar.
pub fn unpacked(path: &Path) -> Result<Option<Folder>, FolderProblem> {
    let unreadable = |cause| FolderProblem::Unreadable { path: path.to_owned(), cause };
    if !path.is_file() || !is_tar(path).map_err(unreadable)? {
        return Ok(None);
    }
    let folder = tempfile::tempdir().map_err(unreadable)?;
    let name = lay_out(path, folder.path()).map_err(unreadable)?;
    Folder::within(folder, &name).map(Some)
}

/// The magic of POSIX.1-1988 stands at byte 257 of a tar's first header.
fn is_tar(path: &Path) -> io::Result<bool> {
    const MAGIC: std::ops::Range<usize> = 257..262;
    let mut head = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(File::open(path)?, 512), &mut head)?;
    Ok(head.get(MAGIC) == Some(b"ustar".as_slice()))
}

/// Writes the files below `into`, and gives the name of the one folder that they are in. A path that leads elsewhere, a link and a second file of a
/// name are refused: nobody but `custodian export` makes such a tar.
fn lay_out(path: &Path, into: &Path) -> io::Result<String> {
    let refused = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut names = BTreeSet::new();
    for entry in Archive::new(File::open(path)?).entries()? {
        let mut entry = entry?;
        let inner = entry.path()?.into_owned();
        let shown = inner.display().to_string();
        if entry.header().entry_type() == EntryType::Directory {
            continue;
        }
        let parts: Vec<&str> = inner
            .components()
            .filter_map(|part| match part {
                Component::Normal(name) => name.to_str(),
                _ => None,
            })
            .collect();
        let below = parts.len() == inner.components().count() && parts.len() > 1;
        if !below || entry.header().entry_type() != EntryType::Regular {
            return Err(refused(format!("`{shown}` in it is not a file of a game's folder")));
        }
        names.insert(parts[0].to_owned());
        let file = into.join(&inner);
        fs::create_dir_all(file.parent().unwrap_or(into))?;
        let mut file = File::create_new(&file).map_err(|_| refused(format!("`{shown}` stands in it twice")))?;
        io::copy(&mut entry, &mut file)?;
    }
    match names.into_iter().collect::<Vec<_>>().as_slice() {
        [name] => Ok(name.clone()),
        [] => Err(refused("there is nothing in it".to_owned())),
        names => Err(refused(format!("it holds {} folders, and a copy of a game holds one", names.len()))),
    }
}
