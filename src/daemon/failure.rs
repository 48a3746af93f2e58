//! What goes wrong in the daemon: a step's own failure, which stops nothing else, and what stops everything.

use crate::adjudicator::{Fault, RestoreProblem, Trouble};
use crate::archive::{GameName, LineProblem, LogName, NotArchivable};
use crate::store::StoreError;

/// Why the daemon must stop.
#[derive(Debug, thiserror::Error)]
pub enum Fatal {
    #[error("the archive cannot be written, so nothing more is acknowledged or sent; nothing acknowledged is lost: {0}")]
    Unwritable(StoreError),
    #[error("the archive cannot be taken up: {0}")]
    Unreadable(Failure),
    #[error("the lobby's log takes no more lines, and what cannot be written down is not acknowledged: {0}")]
    Lobby(Failure),
}

/// Why one step was not made. The games and letters beside it go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Restore(#[from] RestoreProblem),
    #[error("a line cannot be written: {0}")]
    Line(#[from] LineProblem),
    #[error("a line cannot be written: {0}")]
    Json(#[from] NotArchivable),
    /// The archive's secret is another one than the game was founded with.
    #[error(
        "the file `secret` of the archive is not the one with which this game was founded, so its dice and secret squares cannot be known: put that \
         file back"
    )]
    OtherSecret,
    /// The folder has another name than the game: it was copied or renamed.
    #[error("its folder has another name than the game: rename it to {}, which is what the record and its mails call it", .0.as_str())]
    Renamed(GameName),
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The program panicked; its words.
    #[error("the program failed: {0}")]
    Panic(String),
}

impl Failure {
    /// The game that cannot go on, whatever step it is: its log takes no line, or lacks some.
    pub(super) fn lost_log(&self) -> Option<&GameName> {
        match self {
            Failure::Store(
                StoreError::Quarantined { log: LogName::Game(name), .. } | StoreError::Conflict { log: LogName::Game(name), .. },
            ) => Some(name),
            Failure::Fault(Fault::Lost(loss)) => Some(&loss.game),
            _ => None,
        }
    }

    /// What it means for the game that is laid to rest for it.
    pub(super) fn trouble(&self) -> Trouble {
        match self {
            Failure::Store(_) | Failure::Restore(_) => Trouble::Archive(self.to_string()),
            Failure::Renamed(own) => Trouble::Renamed(own.clone()),
            Failure::OtherSecret => Trouble::Secret(self.to_string()),
            Failure::Fault(Fault::Lost(loss)) => Trouble::Lost((**loss).clone()),
            _ => Trouble::Program(self.to_string()),
        }
    }
}
