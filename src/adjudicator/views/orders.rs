//! Who is next, what has been ordered, and what is still missing.

use crate::game::mar::{Action, Draft, Missing, Multiverse, Stage};
use crate::law::Move;
use crate::letter::views::{DueView, NextView};
use crate::rule::Scope;
use crate::turn::Seat;

/// The move to show how one is written: one that ends nearest to the middle of its board, the first of them.
fn typical<'m>(game: &Multiverse, legal: &'m [Move]) -> Option<&'m Move> {
    let geometry = &game.position.geometry;
    let from_the_middle = |played: &&Move| {
        let (cell, board) = (geometry.cell(played.to), geometry.board(played.board));
        let away = |at: i16, first: i16, last: i16| (2 * at - first - last).abs();
        away(cell.file, board.first_file, board.last_file()).max(away(cell.rank, board.first_rank, board.last_rank()))
    };
    legal.iter().min_by_key(from_the_middle)
}

/// Whose phase it is and what he owes.
pub fn next(game: &Multiverse, viewer: Option<Seat>) -> Option<NextView> {
    if !matches!(game.stage, Stage::Playing) {
        return None;
    }
    let seat = game.phase.seat;
    let colours = game.colours(seat);
    let due = |universe: u16| {
        let legal = game.could_move(seat, universe);
        let there = typical(game, &legal);
        let own = colours.iter().find(|(_, number)| *number == universe).map(|(colour, _)| colour.clone());
        let army = own.or_else(|| there.map(|played| game.position.entities.army(played.army).name.clone())).unwrap_or_default();
        let example = there.map(|played| game.long(played)).unwrap_or_default();
        DueView { universe, name: game.universe_name(universe), army, example }
    };
    Some(NextView {
        player: game.player(seat).name.clone(),
        you: viewer == Some(seat),
        colour: game.colour(seat),
        colours: colours.iter().map(|(colour, _)| colour.as_str()).collect::<Vec<_>>().join(", "),
        also: missing(game, seat, game.draft.as_ref().unwrap_or(&Draft::default()), Besides::Moves),
        owes: game.owed(seat).into_iter().map(due).collect(),
    })
}

/// What a draft orders, a sentence each.
pub fn ordered(game: &Multiverse, draft: &Draft) -> Vec<String> {
    let place = |universe: Option<u16>| universe.map(|number| format!(" in {}", game.universe_name(number))).unwrap_or_default();
    let real = draft.real.map(|universe| format!("Your real king: the one in {}.", game.universe_name(universe)));
    let action = match &draft.action {
        Action::Move => None,
        Action::Rule { text, scope, .. } => {
            let place = place(if let Scope::Universe(number) = scope { Some(*number) } else { None });
            Some(format!("You make a rule{place}: {}", text.split_whitespace().collect::<Vec<_>>().join(" ")))
        }
        Action::Repeal { target, universe } => Some(format!("You repeal {target}{}.", place(*universe))),
        Action::RepealAll { universe } => Some(format!("You repeal every rule made before the previous turn{}.", place(*universe))),
        Action::Pass => Some("You pass.".to_owned()),
    };
    let moves = draft.moves.iter().map(|(universe, notation)| format!("Your move in {}: {notation}.", game.universe_name(*universe)));
    let votes = draft.votes.iter().map(|(number, ballot)| format!("You vote on {number}: {}.", ballot.told()));
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let proposals = draft.proposals.iter().map(|proposing| format!("You propose: {}", line(&proposing.says)));
    real.into_iter().chain(action).chain(moves).chain(votes).chain(proposals).collect()
}

/// Which of the things that a draft lacks are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Besides {
    Nothing,
    /// All but the moves, which are listed elsewhere.
    Moves,
}

/// What a draft lacks, in words that show what to write.
pub fn missing(game: &Multiverse, seat: Seat, draft: &Draft, besides: Besides) -> Vec<String> {
    let words = |missing: &Missing| match missing {
        Missing::Real { choices } => {
            let choices: Vec<String> = choices.iter().map(|universe| format!("REAL {universe}")).collect();
            format!("say which of your kings is the real one (M3): write {}", choices.join(" or "))
        }
        Missing::Another { universe, notation } => format!(
            "another move in {}, where your moves before it leave no {notation} (write {universe}: and the move)",
            game.universe_name(*universe)
        ),
        Missing::Move { universe } => format!("move in {} (write {universe}: and the move)", game.universe_name(*universe)),
        Missing::Action if game.makes_no_rules() => "write PASS: by amendment, no rule is made or repealed (R1)".to_owned(),
        Missing::Action if game.is_closed(&Action::Move).is_some() => {
            "make or repeal a rule, or write PASS: by amendment, moving alone is closed (R1.1)".to_owned()
        }
        Missing::Alternate(leaning) => {
            let id = &leaning.presumption;
            let one = |universe: &u16| {
                format!("{universe}: {} IF {id} ELSE and another move", draft.moves.get(universe).map_or("your move", String::as_str))
            };
            let all: Vec<String> = leaning.universes.iter().map(one).collect();
            format!("say what you do if presumption {id} is denied, for your orders lean on it (R17): write {}", all.join(" and "))
        }
        Missing::Action => "make or repeal a rule, or write PASS: you have no legal move anywhere".to_owned(),
        Missing::Vote { number } => {
            let yes = game.motion(number).map_or("YES", |motion| motion.amendment.yes());
            format!("vote on {number} (write VOTE {number} {yes} or VOTE {number} NO)")
        }
    };
    let all = crate::game::mar::missing(game, seat, draft);
    let told = all.iter().filter(|missing| besides == Besides::Nothing || !matches!(missing, Missing::Move { .. }));
    told.map(words).collect()
}
