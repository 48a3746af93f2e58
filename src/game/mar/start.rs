//! The beginning: seats, colours and labels by C1, one board for each pair, the law's array on each.

use std::sync::Arc;

use crate::board::{Army, ArmyId, Clock, Effect, Entities, Frame, Geometry, Position, SideId};
use crate::game::event::Start;
use crate::game::founding::Founding;
use crate::law::{LawProblem, Standard};

use super::colours;
use super::multiverse::Multiverse;

/// The first position of a founded game, with seats and colours as wished or as C1 has them.
pub fn start(multiverse: &Multiverse) -> Result<Start, LawProblem> {
    let players = &multiverse.founding.players;
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    // What cannot be met was never written down as a wish.
    let wished = multiverse.wishes.sequence.as_ref().and_then(|wished| colours::sequence(wished, &names).ok());
    let sequence = wished.unwrap_or_else(|| (0..players.len()).collect());
    let all = multiverse.wishes.colours.clone().unwrap_or_else(|| colours::standard(players.len()));
    let colours: Vec<Vec<String>> = all.chunks(players.len() - 1).map(<[String]>::to_vec).collect();
    let labels = colours::labels(&colours);
    let position = position(&multiverse.standard, &colours)?;
    Ok(Start { sequence, colours, labels, position })
}

impl Multiverse {
    /// Two players at the beginning of a game under a law: what a rule would be there, where no game is meant.
    pub fn standard_opening(standard: Arc<Standard>) -> Result<Multiverse, LawProblem> {
        let founding = Founding { law: standard.name.clone(), ..Founding::between("Standard", &["White", "Black"]) };
        let mut game = Multiverse::found(founding, standard)?;
        game.begin()?;
        Ok(game)
    }

    /// Seats everybody as the wishes stand, whether or not all have answered: to show what is to come.
    pub fn begin(&mut self) -> Result<(), LawProblem> {
        let start = start(self)?;
        self.apply(&crate::game::Event::Started(Box::new(start)));
        Ok(())
    }
}

/// One board a pair of seats, hot colour up the board, cold colour down. With two players the kings are real at once (M3).
fn position(standard: &Standard, colours: &[Vec<String>]) -> Result<Position, LawProblem> {
    let pairs = colours::pairs(colours.len());
    let mut entities = Entities { kinds: standard.kinds.clone(), ..Entities::default() };
    let mut geometry = Geometry::default();
    let mut next_colour = vec![0; colours.len()];
    let mut army = |seat: u8, frame: Frame, universe: u16| {
        let colour = &mut next_colour[usize::from(seat)];
        let name = colours[usize::from(seat)][*colour].clone();
        *colour += 1;
        entities.armies.push(Army { name, side: SideId(seat), frame, universe });
        ArmyId(entities.armies.len() as u8 - 1)
    };
    let mut boards = Vec::new();
    for (at, &(hot, cold)) in pairs.iter().enumerate() {
        let universe = at as u16 + 1;
        let board = geometry.add_rectangle(universe, standard.files, standard.ranks)?;
        boards.push((board, [army(hot, Frame::Up, universe), army(cold, Frame::Down, universe)]));
    }
    let mut position = Position::empty(Arc::new(entities), Arc::new(geometry));
    standard.found(&mut position)?;
    for (board, armies) in boards {
        for effect in standard.array(&position, board, armies) {
            position.apply(&effect);
        }
        if colours.len() == 2 {
            for effect in standard.crown(&position, board) {
                position.apply(&effect);
            }
        }
    }
    position.apply(&Effect::Clock { old: position.clock(), new: Clock::new(1, Some(SideId(0))) });
    Ok(position)
}
