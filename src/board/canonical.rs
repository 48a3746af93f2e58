//! A position as text for hashing: equal positions give equal text, different ones different text.

use std::fmt::Write;

use super::{Frame, Place, Position};

impl Position {
    /// Every fact of the position in a fixed order, one a line: kinds, armies, boards, men, marks.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_canonical(&mut text);
        text
    }

    fn write_canonical(&self, out: &mut String) -> std::fmt::Result {
        for kind in &self.entities.kinds {
            let figure = kind.figure.map_or(String::new(), String::from);
            write!(out, "kind {:?} {:?} {:?} {figure:?} {}", kind.name, kind.plural, kind.letter, kind.value)?;
            writeln!(out, " {} {}", u8::from(kind.unlettered), u8::from(kind.royal))?;
        }
        for army in &self.entities.armies {
            let frame = match army.frame {
                Frame::Up => "up",
                Frame::Down => "down",
            };
            writeln!(out, "army {:?} side {} {frame}", army.name, army.side.0)?;
        }
        for board in &self.geometry.boards {
            writeln!(out, "board {} {}x{}", board.universe, board.files, board.ranks)?;
            for &cell in &board.cells {
                let at = self.geometry.cell(cell);
                writeln!(out, "cell {} {},{}", cell.0, at.file, at.rank)?;
            }
        }
        for (_, man) in self.men() {
            write!(out, "man {} {} ", man.kind.0, man.army.0)?;
            match man.place {
                Place::Cell(cell) => write!(out, "on {}", cell.0)?,
                Place::Hand => out.push_str("in hand"),
                Place::Gone => out.push_str("gone"),
            }
            writeln!(out, " home {} legs {} real {}", man.home.0, man.legs, u8::from(man.royal))?;
        }
        for mark in self.marks() {
            writeln!(out, "mark {} {}", mark.cell.0, mark.man.0)?;
        }
        Ok(())
    }
}
