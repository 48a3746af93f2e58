//! L1: the Heisenberg move, drawn by the dice among the moves that are legal.

use crate::board::Position;
use crate::law::{Fate, Move, notation};

/// The word that stands for the move in orders.
pub const HEISENBERG: &str = "HEISENBERG";

/// First one of the men that have a move, each as likely as the others, then one of its moves.
pub fn pick<'m>(legal: &'m [Move], position: &Position, fate: &mut Fate) -> Option<&'m Move> {
    let mut men: Vec<_> = legal.iter().map(|played| played.man).collect();
    men.sort_unstable();
    men.dedup();
    let source = "a Heisenberg move";
    let named = |at: usize| {
        let man = position.man(men[at]);
        let square = man.place.cell().map_or(String::new(), |cell| format!(" on {}", position.geometry.name(cell)));
        format!("the {} {}{square}", position.entities.army(man.army).name, position.entities.kind(man.kind).name)
    };
    let man = men[fate.roll(&vec![1; men.len()], source, named)?];
    let mut moves: Vec<(String, &Move)> =
        legal.iter().filter(|played| played.man == man).map(|played| (notation::long(played, position), played)).collect();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    let taken = fate.roll(&vec![1; moves.len()], source, |at| moves[at].0.clone())?;
    Some(moves[taken].1)
}
