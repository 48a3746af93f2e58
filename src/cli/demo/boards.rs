//! The boards of a demo's games: after each step those that look otherwise than before, side by side.

use crate::adjudicator::{fold, found, views};
use crate::archive::record::read_founding;
use crate::archive::{LOBBY, Line};
use crate::cli::Failure;
use crate::game::mar::Multiverse;
use crate::render::{Livery, Scene, Tone, text};
use crate::store::Folder;
use std::collections::BTreeMap;

/// Columns of a row of boards, and of the blank between two.
const WIDTH: usize = 74;
const GAP: usize = 4;

/// The games as far as their logs were followed, and the boards as they were last shown.
#[derive(Default)]
pub(super) struct Boards {
    games: BTreeMap<String, Multiverse>,
    shown: BTreeMap<(String, String), String>,
}

impl Boards {
    /// Follows the next line of a log, and draws what it changed if boards were mailed.
    pub(super) fn after(&mut self, log: &Folder, line: &Line) -> Result<String, Failure> {
        if log.name() == LOBBY {
            return Ok(String::new());
        }
        let mut game = match self.games.remove(log.name()) {
            Some(game) => game,
            None => found(read_founding(&String::from_utf8_lossy(&log.settings()?))?)?,
        };
        fold(&mut game, line)?;
        let mut changed = Vec::new();
        for universe in game.universes.iter().filter(|_| !line.entry.boards.is_empty()) {
            for (short, scene) in views::scenes_of(&game, universe.number) {
                let drawn = text::grid(&scene);
                let place = (log.name().to_owned(), short);
                if self.shown.get(&place) != Some(&drawn) {
                    changed.push(format!("{}\n{drawn}", title(&scene)));
                    self.shown.insert(place, drawn);
                }
            }
        }
        self.games.insert(log.name().to_owned(), game);
        Ok(in_rows(&changed))
    }
}

/// `Zaphod:2  YELLOW (Ann), blue (Cy)`: capitals on the board are the first's.
fn title(scene: &Scene) -> String {
    let army = |livery: &Livery| {
        let colour = if livery.tone == Tone::Light { livery.army.to_uppercase() } else { livery.army.clone() };
        livery.player.as_ref().map_or(colour.clone(), |player| format!("{colour} ({player})"))
    };
    format!("{}  {}", scene.title, scene.liveries.iter().map(army).collect::<Vec<_>>().join(", "))
}

/// Drawings beside each other, as many in a row as have room.
fn in_rows(drawings: &[String]) -> String {
    let width = |drawing: &String| drawing.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let mut rows: Vec<Vec<&String>> = Vec::new();
    let mut room = 0;
    for drawing in drawings {
        let needed = GAP + width(drawing);
        match rows.last_mut().filter(|_| needed <= room) {
            Some(row) => row.push(drawing),
            None => {
                rows.push(vec![drawing]);
                room = WIDTH + GAP;
            }
        }
        room = room.saturating_sub(needed);
    }
    rows.iter().map(|row| row_of(row, &width)).collect::<Vec<_>>().join("\n")
}

fn row_of(row: &[&String], width: &dyn Fn(&String) -> usize) -> String {
    let height = row.iter().map(|drawing| drawing.lines().count()).max().unwrap_or_default();
    let line = |at: usize| {
        let parts = row.iter().map(|drawing| format!("{:1$}", drawing.lines().nth(at).unwrap_or_default(), width(drawing) + GAP));
        format!("{}\n", parts.collect::<String>().trim_end())
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::in_rows;

    #[test]
    fn drawings_stand_beside_each_other_while_there_is_room() {
        let [wide, tall, small] = ["x".repeat(66), "ab\nc\nd\n".to_owned(), "e\nfg\n".to_owned()];
        assert_eq!(in_rows(&[tall.clone(), small.clone(), tall.clone()]), "ab    e     ab\nc     fg    c\nd           d\n");
        assert_eq!(in_rows(&[tall, wide.clone(), small]), format!("ab    {wide}\nc\nd\n\ne\nfg\n"));
        assert_eq!(in_rows(&[]), "");
    }
}
