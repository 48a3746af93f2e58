//! A position as text for hashing: equal positions give equal text, different ones different text.

use std::fmt::Write;

use super::{Bearer, Clock, Fact, Frame, Growth, Place, Position, Seams};

impl Position {
    /// Every fact of the position in a fixed order, one a line: kinds, armies, boards, men, marks, and whatever rules have added.
    /// What no rule has added is not spoken of.
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
        for (at, army) in self.entities.armies.iter().enumerate() {
            let frame = match army.frame {
                Frame::Up => "up",
                Frame::Down => "down",
            };
            write!(out, "army {:?} side {} {frame}", army.name, army.side.0)?;
            match army.universe == super::usual_universe(at) {
                true => writeln!(out)?,
                false => writeln!(out, " of {}", army.universe)?,
            }
        }
        for name in &self.entities.names {
            writeln!(out, "name {name:?}")?;
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
                Place::Pocket(army) => write!(out, "reserve {}", army.0)?,
                Place::Gone => out.push_str("gone"),
            }
            write!(out, " home {} legs {} real {}", man.home.0, man.legs, u8::from(man.real))?;
            match man.made == man.kind {
                true => writeln!(out)?,
                false => writeln!(out, " made {}", man.made.0)?,
            }
        }
        for mark in self.marks() {
            writeln!(out, "mark {} {}", mark.cell.0, mark.man.0)?;
        }
        self.write_shape(out)?;
        for (note, value) in self.notes().iter() {
            let (of, id) = match note.of {
                Bearer::Game => ("game", 0),
                Bearer::Side(side) => ("side", side.index()),
                Bearer::Army(army) => ("army", army.index()),
                Bearer::Man(man) => ("man", man.index()),
                Bearer::Cell(cell) => ("cell", cell.index()),
                Bearer::Pending(number) => ("pending", usize::from(number)),
            };
            writeln!(out, "note {of} {id} {} {value}", note.key.0)?;
        }
        if self.clock() != Clock::default() {
            writeln!(out, "clock {}", moment(self.clock()))?;
        }
        for memory in self.past().memories() {
            let moment = moment(memory.at);
            match memory.fact {
                Fact::Went { man, kind, army, from, to } => {
                    writeln!(out, "past {moment} went {} {} {} {} {}", man.0, kind.0, army.0, from.0, to.0)?;
                }
                Fact::Took { man, kind, army } => writeln!(out, "past {moment} took {} {} {}", man.0, kind.0, army.0)?,
                Fact::Became { kind } => writeln!(out, "past {moment} became {}", kind.0)?,
                Fact::Castled => writeln!(out, "past {moment} castled")?,
                Fact::Dropped => writeln!(out, "past {moment} dropped")?,
                Fact::Checked => writeln!(out, "past {moment} checked")?,
            }
        }
        Ok(())
    }

    /// What has become of the boards in play.
    fn write_shape(&self, out: &mut String) -> std::fmt::Result {
        for (board, growths) in &self.geometry.laid {
            writeln!(out, "laid {} after {growths}", board.0)?;
        }
        for Growth { board, left, right, below, above } in &self.geometry.growths {
            writeln!(out, "grown {} {left} {right} {below} {above}", board.0)?;
        }
        for (at, board) in self.geometry.boards.iter().enumerate() {
            let Seams { files, ranks } = board.seams;
            if files || ranks {
                writeln!(out, "joined {at} {} {}", u8::from(files), u8::from(ranks))?;
            }
        }
        for cell in self.holes() {
            writeln!(out, "hole {}", cell.0)?;
        }
        Ok(())
    }
}

fn moment(at: Clock) -> String {
    format!("{} {}", at.turn(), at.side.map_or("none".to_owned(), |side| side.0.to_string()))
}
