//! The multiverse as the mails show it: boards, rules, who is next.

mod boards;
mod orders;
mod rules;

use super::{Fault, tell};
use crate::dice::Awaits;
use crate::game::mar::{Multiverse, Pair, Played, Stage, Universe, waited_for};
use crate::game::order::Order;
use crate::letter::views::{PhaseView, SeatView};
use crate::turn::Seat;

pub use boards::{Gallery, board_files, boards_in_letters, draws_boards, scenes_of};
pub use orders::{Besides, missing, next, ordered};
pub use rules::{rule, rules};

/// How many phases the turn mail looks back on.
const PHASES_SHOWN: usize = 6;

/// The word with its first letter as a capital.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
/// A universe by which somebody may say which of his kings is the real one, while he has not (M3).
pub fn king_to_name(game: &Multiverse, seat: Seat) -> Option<u16> {
    let player = game.player(seat);
    let several = game.founding.players.len() > 2 && player.guest.is_none();
    game.kings(seat).last().map(|&(_, universe)| universe).filter(|_| several && player.real.is_none())
}

/// The number of a rule to show how one is repealed: one in force, else the first that could be made.
pub fn repealed(game: &Multiverse) -> String {
    let in_force = game.rules.iter().find(|rule| rule.stands()).map(|rule| rule.enactment.number.clone());
    in_force.unwrap_or_else(|| format!("{}1", game.seats[0].label))
}

/// The newest phases first.
pub fn recent(game: &Multiverse) -> Vec<PhaseView> {
    let done = game.journal.iter().rev().filter(|played| !played.deeds.is_empty());
    done.take(PHASES_SHOWN).map(|played| phase_view(game, played)).collect()
}

pub fn phase_view(game: &Multiverse, played: &Played) -> PhaseView {
    PhaseView { turn: played.phase.turn, player: game.side_name(played.side), what: played.deeds.join(", ") }
}

/// The seats as they are, or as they will be when everybody has joined.
pub fn seats(game: &Multiverse) -> Vec<SeatView> {
    let mut planned;
    let started = match game.seats.is_empty() {
        true => {
            planned = game.clone();
            // What cannot begin was never founded.
            let _ = planned.begin();
            &planned
        }
        false => game,
    };
    let army = |seat: Seat, universe: &Universe, pair: Pair| {
        let (army, other) = match (pair.hot, pair.cold) {
            ((hot, army), (other, _)) if hot == seat => (army, other),
            ((other, _), (_, army)) => (army, other),
        };
        let colour = &started.position.entities.army(army).name;
        format!("{colour} in {} against {}", started.universe_name(universe.number), started.player(other).name)
    };
    let view = |(at, player): (usize, &crate::game::mar::Player)| {
        let seat = Seat(at as u8);
        let paired = started.universes.iter().filter_map(|universe| Some((universe, universe.pair?)));
        let own = paired.filter(|(_, pair)| pair.hot.0 == seat || pair.cold.0 == seat);
        SeatView {
            label: player.label.clone(),
            player: player.name.clone(),
            joined: player.invited.is_none_or(|invited| game.answers[invited] == Some(true)),
            armies: own.map(|(universe, pair)| army(seat, universe, pair)).collect(),
        }
    };
    started.seats.iter().enumerate().map(view).collect()
}

/// A draw on offer, and how its reader may answer; none where nobody offers one, or the game is over.
pub fn draw_on_offer(game: &Multiverse, viewer: Option<Seat>) -> Option<String> {
    let offering = game.offering();
    if offering.is_empty() || !matches!(game.stage, Stage::Playing) {
        return None;
    }
    let names = |seats: &[Seat]| -> String { seats.iter().map(|&seat| game.player(seat).name.as_str()).collect::<Vec<_>>().join(" and ") };
    let open: Vec<Seat> = game.living().into_iter().filter(|seat| !offering.contains(seat)).collect();
    let waits = format!("{} still {} to answer", names(&open), if open.len() == 1 { "has" } else { "have" });
    let offer = format!("A draw is on offer, by {}", names(&offering));
    let voice = viewer.and_then(|seat| game.seat_for(&game.player(seat).address, &Order::Draw(true)));
    Some(match voice {
        Some(seat) if offering.contains(&seat) => format!("{offer}; {waits}. DRAW NO takes yours back."),
        Some(seat) if open.contains(&seat) => format!("{offer}. Write DRAW to agree, or DRAW NO to turn it down; it stands until then."),
        _ => format!("{offer}; {waits}."),
    })
}

/// What the phase waits for before it goes on.
pub fn waiting(game: &Multiverse) -> Option<String> {
    let awaited = game.awaited.as_ref()?;
    let (what, roll) = (waited_for(awaited), awaited.roll());
    let so_far = match awaited.digits() {
        digits if digits.is_empty() => String::new(),
        digits => format!(" Digits read off so far: {digits}."),
    };
    let claims: Vec<String> =
        awaited.claims.iter().map(|claim| format!(" {} reports {}.", game.player(claim.seat).name, claim.figures)).collect();
    let throw = match awaited.pin.awaits {
        Awaits::Throw => format!(" The throw is {}'s (THROW and the digits).", game.player(game.thrower()).name),
        _ => String::new(),
    };
    Some(format!("WAITING-DICE: the orders are locked, and roll {roll} waits for {what}.{throw}{so_far}{}", claims.concat()))
}

/// How the game ended, if it has.
pub fn result(game: &Multiverse) -> Option<String> {
    match game.stage {
        Stage::Over(outcome) => Some(tell::result(outcome, game)),
        _ => None,
    }
}
