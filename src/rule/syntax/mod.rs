//! The closed grammar, one file a family of sentences. Each form takes a cursor and gives what the sentence says, or fails.

mod acts;
mod approach;
mod bans;
mod capture;
mod castled;
mod counters;
mod counts;
mod declare;
mod declared;
pub mod deeds;
mod duties;
mod ending;
mod events;
mod fates;
mod grounding;
mod legs;
mod motion;
mod moves;
mod nouns;
mod penalties;
mod places;
mod restoring;
mod round;
mod shots;
mod sides;
mod special;
mod states;
pub mod terms;
mod triggers;
mod turned;
mod walls;
mod ways;

#[cfg(test)]
pub use acts::ranges;
pub use capture::{Consequence, NewSide, Predicate, SaidCapture, Subject};
pub use counters::unused;
pub use deeds::ASKED_ONCE;
pub use deeds::{DROPPED, KEPT, halves_in_one, the_chosen, the_same, trade};
#[cfg(test)]
pub use deeds::{are_bounded, can_turn};
#[cfg(test)]
pub use grounding::done_to_the_gone;
pub use motion::{Base, Stretch};
pub use moves::{Said, SaidMotion, Verb};
pub use nouns::KIND;
pub use penalties::LEFT_UNDONE;
pub use states::MARKED;

use super::cursor::Cursor;
use super::{Condition, Ending, Form};

/// What a sentence says, before the checker makes clauses of it.
#[derive(Clone, Debug)]
pub enum Statement {
    /// How men move, in the words of the sentence.
    Moves(Vec<Said>),
    /// What happens when a man is captured, in the words of the sentence.
    Captures(SaidCapture),
    /// How a game ends, and when.
    Ending(Ending, Option<Condition>),
    /// Settled already; with what was assumed.
    Forms(Vec<(Form, Vec<String>)>),
}

/// A family of sentences: the form, and the template shown to a player whose sentence came near it.
pub struct Family {
    /// What it is about; also the topic of the manual.
    pub topic: &'static str,
    pub template: &'static str,
    pub parse: fn(&mut Cursor) -> Option<Statement>,
}

/// The sentences anybody may write.
pub const FAMILIES: &[Family] = &[
    Family { topic: "captures", template: "When {man} captures {other}, the captured piece changes sides.", parse: capture::sentence },
    Family {
        topic: "captures",
        template: "Before {man} captures {other}, it must move like the captured piece without capturing.",
        parse: approach::sentence,
    },
    Family { topic: "promotion", template: "{Men} promote to {other} on the last rank.", parse: special::promotion },
    Family { topic: "passing", template: "{Men} may be captured in passing by {others}.", parse: special::passing },
    Family { topic: "castling", template: "{Men} may castle with {others}.", parse: special::castling },
    Family { topic: "kinds", template: "A ship (ships, S) is a new piece worth 5 points.", parse: declared::kind },
    Family { topic: "deeds", template: "ON REPEAL: {men} move as standard {men}.", parse: restoring::sentence },
    Family { topic: "sides", template: "A new side called Borg joins, played by peter@example.org, moving last.", parse: sides::side },
    Family { topic: "sides", template: "White places two {others} on any empty squares of rank 3.", parse: sides::arrivals },
    Family { topic: "secrets", template: "Each player has a secret square.", parse: declared::secret },
    Family { topic: "counters", template: "Each player has points, starting at zero.", parse: counters::of_players },
    Family { topic: "counters", template: "Each {bare} has three lives.", parse: counters::of_men },
    Family { topic: "counters", template: "{Men} can be marked as asleep.", parse: states::declared },
    Family { topic: "regions", template: "Ranks 3 to 6 are called the garden.", parse: declared::region },
    Family { topic: "prose", template: "PROSE \"Nobody takes a move back.\"", parse: declared::prose },
    Family { topic: "bans", template: "{Men} must move at least two squares.", parse: duties::limits },
    Family { topic: "bans", template: "{Men} must stop on the first square of ranks 4 and 5.", parse: duties::stops },
    Family { topic: "duties", template: "{Men} must capture if able.", parse: duties::sentence },
    Family { topic: "bans", template: "{Men} may not capture {others}.", parse: bans::of_players },
    Family { topic: "bans", template: "Nobody may enter a hole.", parse: bans::of_holes },
    Family { topic: "bans", template: "There is a wall between the d- and e-files.", parse: walls::between },
    Family { topic: "moves", template: "{Men} may also move like {others}.", parse: moves::sentence },
    Family { topic: "moves", template: "{Men} may also capture own {others}.", parse: moves::own_prey },
    Family { topic: "actions", template: "A player may, instead of moving, remove one of his {men}.", parse: declared::action },
    Family { topic: "actions", template: "{Men} may push enemy {others} next to it one square instead of moving.", parse: shots::pushing },
    Family { topic: "actions", template: "{Men} may swap places with own {others} instead of moving.", parse: declared::of_men },
    Family { topic: "actions", template: "{Men} may shoot enemy pieces two squares away.", parse: shots::shot },
    Family {
        topic: "actions",
        template: "{Men} may shoot an enemy piece on the same diagonal with nothing between them.",
        parse: shots::shot_along,
    },
    Family { topic: "events", template: "A player may move two {men} in one turn.", parse: triggers::several_moves },
    Family { topic: "events", template: "After {man} moves, it may move again.", parse: triggers::sentence },
    Family { topic: "events", template: "Once every four turns, after {man} captures, it may move again.", parse: triggers::so_seldom },
    Family { topic: "events", template: "Twice per game, after {man} captures, it may move again.", parse: triggers::so_often },
];

/// The sentences only a law text may hold.
pub const LAW_FAMILIES: &[Family] = &[
    Family { topic: "law", template: "The board has 8 files and 8 ranks.", parse: declare::board },
    Family { topic: "law", template: "There is a second board.", parse: declare::second_board },
    Family { topic: "law", template: "All pieces cross to the same square of the other board.", parse: declare::crossing },
    Family { topic: "law", template: "The armies are white, moving up, and black, moving down.", parse: declare::armies },
    Family { topic: "law", template: "A dog (dogs, D) is worth 2 points.", parse: declare::kind },
    Family { topic: "law", template: "The array is \"r6r/8/8/8/8/8/8/R6R\".", parse: declare::array },
    Family { topic: "law", template: "A move may not leave the mover's own royalty capturable.", parse: declare::safety },
    Family { topic: "law", template: "A player who has no piece loses.", parse: ending::ending },
];

/// The sentences about victory, for amendments (R13).
pub const VICTORY_FAMILIES: &[Family] = &[Family { topic: "law", template: "A player who has no piece loses.", parse: ending::ending }];

/// Deeds that a sentence by itself would do at once: `every pawn moves one square forward`.
pub fn deeds_alone(c: &mut Cursor) -> Option<Statement> {
    let said = triggers::at_once(c)?;
    c.end()?;
    Some(said)
}

/// The one form of all families that takes the whole sentence.
pub fn whole(c: &mut Cursor, families: &[&[Family]]) -> Option<Statement> {
    families.iter().copied().flatten().find_map(|family| {
        c.attempt(|c| {
            let mut said = (family.parse)(c)?;
            c.end()?;
            if let Statement::Moves(parts) = &mut said
                && let Some(last) = parts.last_mut()
            {
                last.notes = std::mem::take(&mut c.stance_mut().assumed);
            }
            Some(said)
        })
    })
}
