//! `custodian export`: a game's record as one file, for whoever wants to check it.

use super::past::Past;
use super::{Failure, Outcome, say, table};
use crate::archive::{Head, LOBBY};
use crate::config::Config;
use crate::store::{Audience, Folder};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Copies a game's record into one file that anybody can check
///
/// The file is a tar of the game's folder, the same byte for byte whenever it is made from the same record. `custodian verify FILE`,
/// `replay`, `show` and `report` take it as they take a folder, anywhere and without a config. A record that was altered is not exported.
///
/// With --public it leaves out all letters, mails and secrets, and of a game that is being played the lines from the first that holds orders
/// which are not carried out yet, so that it may be given to anybody; the e-mail addresses of the players stand in the log and so in the
/// copy. `verify` then ends with exit code 3: what is there is right, and the letters are not there.
///
/// Examples:
///   custodian export zaphod                     writes zaphod.tar
///   custodian export zaphod --public            writes zaphod-public.tar
///   custodian export zaphod --into - | ssh backup 'cat > zaphod.tar'
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Export {
    /// A game's folder, or its name in the archive
    game: String,
    /// Leave out letters, mails and secrets
    #[arg(long)]
    public: bool,
    /// Where to write it; - is standard output [default: GAME.tar or GAME-public.tar in this folder]
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
}

impl Export {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Outcome {
        let folder = table::folder(&self.game, config)?;
        let copy = match self.public {
            true => Copy { last: before_orders(&folder)?, folder, audience: Audience::Public },
            false => Copy { last: None, folder, audience: Audience::Master },
        };
        let usual = || PathBuf::from(format!("{}{}", copy.folder.name(), if self.public { "-public.tar" } else { ".tar" }));
        match self.into.as_deref() {
            Some(path) if path == Path::new("-") => drop(copy.write(&mut BufWriter::new(io::stdout().lock()))?),
            path => copy.place(&path.map_or_else(usual, Path::to_owned))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What is copied, and for whom.
struct Copy {
    folder: Folder,
    audience: Audience,
    /// The last line that the copy has, where it does not have them all.
    last: Option<u64>,
}

/// The last line before orders that are not carried out yet; none where there are no such orders.
fn before_orders(folder: &Folder) -> Result<Option<u64>, Failure> {
    // The lobby has no orders.
    if folder.name() == LOBBY {
        return Ok(None);
    }
    let orders = Past::of(folder.clone())?.held()?.orders;
    Ok(orders.map(|first| first - 1))
}

impl Copy {
    fn write(&self, out: &mut dyn Write) -> Result<Head, Failure> {
        Ok(self.folder.export(self.audience, self.last, out)?)
    }

    /// Under another name first, so that the file is whole or not there.
    fn place(&self, path: &Path) -> Result<(), Failure> {
        let cannot = |error: io::Error| Failure::new(format!("{} cannot be written: {error}", path.display()));
        if path.exists() {
            return Err(Failure::new(format!("{} is there already: move it away, or name another file with --into", path.display())));
        }
        let draft = path.with_extension(format!("tar.{}", std::process::id()));
        let mut out = BufWriter::new(File::create_new(&draft).map_err(cannot)?);
        let exported = self.write(&mut out);
        let written = out.flush().and_then(|()| out.get_ref().sync_all());
        let placed = exported.and_then(|head| {
            written.and_then(|()| put_in_place(&draft, path)).map_err(cannot)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(cannot)?;
            Ok(head)
        });
        if placed.is_err() {
            // The draft is worth nothing; that it is there no more is all that is wanted.
            let _ = fs::remove_file(&draft);
        }
        let head = placed?;
        say!("{}: {} {head}", path.display(), self.folder.name());
        if self.last.is_some() {
            say!("It ends there: what comes after it holds orders that are not carried out yet.");
        }
        Ok(())
    }
}

/// Gives the draft its name, and never takes the place of a file that somebody has laid there meanwhile. Where a disk knows no links (FAT), a last look has
/// to do.
fn put_in_place(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Ok(()) => fs::remove_file(draft),
        Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => Err(taken),
        Err(_) if !path.exists() => fs::rename(draft, path),
        Err(other) => Err(other),
    }
}
