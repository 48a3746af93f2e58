//! Which games are at rest, as the lobby's log tells it: the daemon writes there why a game is laid to rest, and when it goes on.

use crate::archive::LOBBY;
use crate::archive::record::DeskEvent;
use crate::store::Folder;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::path::Path;

/// Why a game is at rest, and since when.
pub(super) struct Resting {
    pub(super) since: DateTime<Utc>,
    pub(super) why: String,
}

/// The games at rest by the names of their folders; none where the lobby's log cannot be read.
pub(super) fn at_rest(archive: &Path) -> BTreeMap<String, Resting> {
    let mut resting = BTreeMap::new();
    let lines = Folder::open(&archive.join(LOBBY)).and_then(|lobby| lobby.lines());
    for line in lines.into_iter().flatten().map_while(Result::ok) {
        for event in line.entry.events.iter().filter_map(|event| event.read::<DeskEvent>().ok()) {
            match event {
                DeskEvent::AtRest { game, why } => {
                    // What it rests for may change; since when it does not.
                    let since = resting.get(&game).map_or(line.entry.at, |resting: &Resting| resting.since);
                    resting.insert(game, Resting { since, why });
                }
                DeskEvent::GoesOn { game } => {
                    resting.remove(&game);
                }
                _ => {}
            }
        }
    }
    resting
}
