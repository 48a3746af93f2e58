//! The canonical words for a new side.

use crate::rule::{Human, InTurn, Side, Vocabulary};

pub fn side(side: &Side, words: &Vocabulary) -> String {
    let place = match (side.universe, words.multiverse.as_str()) {
        (None, _) => String::new(),
        (Some(number), "") => format!(" universe {number}"),
        (Some(number), game) => format!(" {game}:{number}"),
    };
    let human = match &side.human {
        Human::Maker => "the maker",
        Human::Of(colour) => colour,
        Human::Address(address) => address,
        Human::Nobody => return format!("a new side called {} joins{place}, played by nobody, facing {}", side.name, facing(side)),
    };
    let moves = match &side.moves {
        InTurn::Last => "last".to_string(),
        InTurn::After(colour) => format!("after {colour}"),
        InTurn::Before(colour) => format!("before {colour}"),
    };
    format!("a new side called {} joins{place}, played by {human}, moving {moves}, facing {}", side.name, facing(side))
}

fn facing(side: &Side) -> &'static str {
    if side.up { "up" } else { "down" }
}
