//! How a game ends, which only a law text says: `A player who has no piece wins.`, `White wins if black has no legal move.`

use super::Statement;
use super::terms::{men, owned_by, player, possession, squares};
use crate::rule::cursor::Cursor;
use crate::rule::logic::all;
use crate::rule::{Class, Condition, Ending, Owner, Player, Point, Ref, Squares, Verdict};

/// Who wins, loses or draws; when, if a relative clause says it. "A player who ..." is asked of everybody; each is then the mover of his
/// condition.
pub fn ending(c: &mut Cursor) -> Option<Statement> {
    if c.attempt(|c| c.take("the").and_then(|()| c.take("game"))).is_some() {
        c.take("is")?;
        c.take_one_of(&["drawn", "draw"])?;
        return Some(Statement::Ending(Ending { who: Player::Mover, result: Verdict::Draws }, None));
    }
    let who = player(c)?;
    let such = if who == Player::Each { relatives(c) } else { None };
    let result = match c.take_one_of(&["wins", "win", "loses", "lose", "draws"])? {
        "wins" | "win" => Verdict::Wins,
        "draws" => Verdict::Draws,
        _ => Verdict::Loses,
    };
    c.attempt(|c| c.take("the").and_then(|()| c.take("game")));
    let who = if result == Verdict::Draws { Player::Mover } else { who };
    Some(Statement::Ending(Ending { who, result }, such))
}

/// `who has no piece and is in check`, `whose king stands on d4`.
fn relatives(c: &mut Cursor) -> Option<Condition> {
    let mut found = vec![c.attempt(relative)?];
    while let Some(next) = c.attempt(|c| {
        c.comma();
        c.take("and")?;
        relative(c).or_else(|| possession(c, &Player::Mover))
    }) {
        found.push(next);
    }
    all(found)
}

fn relative(c: &mut Cursor) -> Option<Condition> {
    match c.take_one_of(&["who", "that", "whose"])? {
        "whose" => c.attempt(arrived).or_else(|| owned_by(c, &Player::Mover)),
        _ => possession(c, &Player::Mover),
    }
}

/// `king reaches e8`: it stands there when the game is looked at.
fn arrived(c: &mut Cursor) -> Option<Condition> {
    let who = c.nested(men)?;
    if who.owner != Owner::Anyone {
        return None;
    }
    c.take("arrive on")?;
    let there = Condition::On(Point::Of(Ref::Itself), squares(c)?);
    let such = all(who.such.map(|such| *such).into_iter().chain([there]).collect())?;
    Some(Condition::There(Class { owner: Owner::Own, such: Some(Box::new(such)), ..who }, Squares::Every))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Form, Vocabulary, read_law};

    /// The ending of a law text's sentence and its guard.
    fn read(sentence: &str) -> Result<(Ending, Option<Condition>), String> {
        let kinds = "The armies are white, moving up, and black, moving down.\nA king (kings, K) is worth 4 points.\n";
        let text = format!("LAW \"test\"\n{kinds}{sentence}\nEND\n");
        let reading = read_law(&text, &Vocabulary::default());
        let shown = || reading.diagnostics.iter().map(|diagnostic| diagnostic.render(&text)).collect::<String>();
        let law = reading.law.ok_or_else(shown)?;
        match law.clauses.last().map(|clause| (&clause.form, &clause.when)) {
            Some((Form::Ending(ending), when)) => Ok((ending.clone(), when.clone())),
            other => Err(format!("{other:?}")),
        }
    }

    fn own(kind: &str) -> Class {
        Class { owner: Owner::Own, ..Class::kind(kind) }
    }

    #[test]
    fn everybody_is_asked_as_if_he_were_the_mover() {
        let bare = Condition::Not(Box::new(Condition::There(Class { owner: Owner::Own, ..Class::EVERY }, Squares::Every)));
        for sentence in
            ["A player who has no piece wins.", "Any player that has no pieces wins the game.", "A player wins if he has no piece."]
        {
            assert_eq!(read(sentence), Ok((Ending { who: Player::Each, result: Verdict::Wins }, Some(bare.clone()))), "{sentence}");
        }
        let squares = ["d4", "e4", "d5", "e5"].map(str::to_owned).to_vec();
        let there = Condition::On(Point::Of(Ref::Itself), Squares::These(squares));
        let hill = Condition::There(Class { such: Some(Box::new(there)), ..own("king") }, Squares::Every);
        let wins = Ending { who: Player::Each, result: Verdict::Wins };
        assert_eq!(read("A player whose king stands on d4, e4, d5 or e5 wins."), Ok((wins.clone(), Some(hill.clone()))));
        assert_eq!(read("A player whose king reaches d4, e4, d5 or e5 wins."), Ok((wins, Some(hill))));
        let mated = Condition::All(vec![Condition::Check(Player::Mover), Condition::Stuck(Player::Mover)]);
        let loses = Ending { who: Player::Each, result: Verdict::Loses };
        assert_eq!(read("A player who is in check and has no legal move loses."), Ok((loses, Some(mated))));
    }

    #[test]
    fn one_player_may_be_named() {
        let wins = |who| Ending { who, result: Verdict::Wins };
        let stuck = |who| Some(Condition::Stuck(who));
        assert_eq!(read("The mover wins when the opponent has no legal move."), Ok((wins(Player::Mover), stuck(Player::Opponent))));
        let black = Player::Colour("black".to_owned());
        assert_eq!(read("White wins if black has no moves."), Ok((wins(Player::Colour("white".to_owned())), stuck(black))));
        let drawn = Ending { who: Player::Mover, result: Verdict::Draws };
        assert_eq!(read("The game is drawn if the opponent has no legal move."), Ok((drawn, stuck(Player::Opponent))));
    }

    #[test]
    fn no_game_ends_without_a_reason() {
        for sentence in ["White wins.", "A player wins.", "The game is drawn.", "The game wins if white is in check.", "White wins if it."]
        {
            assert!(read(sentence).is_err(), "{sentence}");
        }
    }
}
