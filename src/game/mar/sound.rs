//! Whether a recorded event fits the state it is folded into: a log that was tampered with is named, never followed into a panic.

use crate::board::{CellId, Effect, ManId, Place, Position};
use crate::game::Event;
use crate::turn::Seat;

use super::colours;
use super::multiverse::Multiverse;

impl Multiverse {
    /// `Err` says, for the reader of a log, what about the event does not fit.
    pub fn could_apply(&self, event: &Event) -> Result<(), String> {
        match event {
            Event::Joined { player } | Event::Declined { player } => within(*player, self.answers.len(), "invited player"),
            Event::Watching { observer, .. } => within(*observer, self.watching.len(), "invited observer"),
            Event::Wished { wishes } => {
                let names: Vec<&str> = self.founding.players.iter().map(|player| player.name.as_str()).collect();
                colours::check_wishes(wishes, &names).map_err(|problem| problem.to_string())
            }
            Event::Drafted { .. } | Event::Over { .. } => Ok(()),
            Event::Started(start) => self.could_start(start),
            Event::DrawWanted { seat, .. } | Event::Passed { seat } => self.has(*seat),
            Event::Designated { seat, effects, .. } | Event::Lost { seat, effects, .. } => {
                self.has(*seat)?;
                fits(&self.position, effects)
            }
            Event::Moved(moved) => {
                self.has(moved.seat)?;
                fits(&self.position, &moved.effects)
            }
            Event::Enacted(enactment) => {
                self.has(enactment.seat)?;
                self.fold(Some(&enactment.rule)).map(drop).map_err(|problem| problem.to_string())
            }
            Event::RepealDeclared { seat, .. } => self.has(*seat),
            Event::Repealed { target, .. } | Event::Expired { target } => match self.rule(target) {
                Some(_) => Ok(()),
                None => Err(format!("there is no rule {target}")),
            },
            Event::PhaseEnded { next } => next.map_or(Ok(()), |next| self.has(next.seat)),
            Event::Opened { effects } => fits(&self.position, effects),
        }
    }

    fn has(&self, seat: Seat) -> Result<(), String> {
        within(seat.index(), self.seats.len(), "seat")
    }

    fn could_start(&self, start: &crate::game::event::Start) -> Result<(), String> {
        let players = self.founding.players.len();
        let mut seated = start.sequence.clone();
        seated.sort_unstable();
        let every_player = seated == (0..players).collect::<Vec<_>>();
        let coloured = start.colours.len() == players && start.colours.iter().all(|colours| colours.len() + 1 == players);
        let named = start.colours.iter().flatten().all(|colour| start.position.entities.army_named(colour).is_some());
        let boards = start.position.geometry.boards.len() == colours::pairs(players).len();
        let owned = start.position.entities.armies.iter().all(|army| usize::from(army.side.0) < players);
        match every_player && coloured && named && boards && owned && start.labels.len() == players {
            true => Ok(()),
            false => Err("the start does not seat the invited players on a board for each two".to_owned()),
        }
    }
}

fn within(number: usize, count: usize, what: &str) -> Result<(), String> {
    if number < count { Ok(()) } else { Err(format!("there is no {what} {number}")) }
}

/// Whether a batch of effects can be done, one after the other.
fn fits(position: &Position, effects: &[Effect]) -> Result<(), String> {
    let mut after = position.clone();
    for effect in effects {
        if !admits(&after, effect) {
            return Err(format!("the effect {effect:?} does not fit the position"));
        }
        after.apply(effect);
    }
    Ok(())
}

fn admits(position: &Position, effect: &Effect) -> bool {
    let exists = |man: ManId| man < position.next_man();
    let cell = |cell: CellId| cell.index() < position.geometry.cells.len();
    let (kinds, armies) = (position.entities.kinds.len(), position.entities.armies.len());
    match *effect {
        Effect::Put { man, from, to } => {
            exists(man) && position.man(man).place == from && from != to && {
                match to {
                    Place::Cell(at) => cell(at) && position.on(at).is_none(),
                    Place::Hand | Place::Gone => true,
                }
            }
        }
        Effect::Kind { man, old, new } => exists(man) && position.man(man).kind == old && new.index() < kinds,
        Effect::Army { man, old, new } => exists(man) && position.man(man).army == old && new.index() < armies,
        Effect::Legs { man, old, .. } => exists(man) && position.man(man).legs == old,
        Effect::Royal { man, old, .. } => exists(man) && position.man(man).royal == old,
        Effect::Make { man, kind, army, cell: at } => {
            man == position.next_man() && kind.index() < kinds && army.index() < armies && cell(at) && position.on(at).is_none()
        }
        Effect::Mark { cell: at, man } => cell(at) && exists(man),
        Effect::Unmark { cell: at, man } => position.marks().iter().any(|mark| mark.cell == at && mark.man == man),
    }
}
