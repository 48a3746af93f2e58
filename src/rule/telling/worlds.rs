//! Universes: `the same square of the next universe`, `a new universe called limbo opens`.

use super::deeds::chosen;
use super::men::player;
use super::place::tight;
use crate::rule::lexer::number_word;
use crate::rule::{Ground, Opening, Room, Size, Vocabulary, World};

pub fn world(world: &World, words: &Vocabulary) -> String {
    match world {
        World::Next => "the next universe".to_string(),
        World::Previous => "the previous universe".to_string(),
        World::Number(number) if words.multiverse.is_empty() => format!("universe {number}"),
        World::Number(number) => format!("{}:{number}", words.multiverse),
        World::Named(name) => format!("the universe {name}"),
        World::Home => "its home universe".to_string(),
        World::Another(by) => format!("another universe, {}", chosen(by)),
        World::OtherBoard => "the other board".to_string(),
    }
}

/// Where a man is sent.
pub fn destination(to: &World, square: Option<&str>, words: &Vocabulary) -> String {
    format!("{} of {}", square.unwrap_or("the same square"), world(to, words))
}

pub fn opening(opening: &Opening, words: &Vocabulary) -> String {
    let room = match opening.room {
        Room::Universe => "a new universe",
        Room::Board => "a second board",
    };
    let called = opening.called.as_ref().map(|name| format!(" called {name}")).unwrap_or_default();
    let extent = |size: &Size| match size {
        Size::Usual => String::new(),
        Size::Extent { files, ranks } => {
            let (files, ranks) = (u32::from(*files), u32::from(*ranks));
            let plural = |number: u32| if number == 1 { "" } else { "s" };
            format!(", with {} file{} and {} rank{}", number_word(files), plural(files), number_word(ranks), plural(ranks))
        }
    };
    let mut text = match &opening.ground {
        Ground::Bare(size) => format!("{room}{called} opens{}", extent(size)),
        Ground::Array(size, one, other) => {
            format!("{room}{called} opens{}, with the standard pieces of {} and {}", extent(size), player(one), player(other))
        }
        Ground::Copy(of) => format!("a copy of {} opens as {room}{called}", world(of, words)),
    };
    if let Some(squares) = &opening.without {
        text.push_str(&format!(", without {}", tight(squares, words)));
    }
    text
}
