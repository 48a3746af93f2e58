//! Sides that join a game, and the men that a player may bring to a board: `A new side called Borg joins, played by peter@example.org, moving
//! after black`, `Peter places one ship on any empty square of ranks 3 to 6`.

use super::{Statement, nouns, terms};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Action, Chooser, Comparison, Condition, Counter, Deed, Form, Human, InTurn, Number, Player, Side, Spot};

/// The most men of one sentence that a player may bring.
const MOST_ARRIVALS: u32 = 16;
/// The longest name of a side, in characters.
const LONGEST_NAME: usize = 16;

/// `A new side called Borg joins Zaphod:1, played by peter@example.org, moving after black, facing up.`
pub fn side(c: &mut Cursor) -> Option<Statement> {
    c.take_one_of(&["a", "the"])?;
    c.take("new")?;
    c.take_one_of(&["side", "player", "army"])?;
    c.comma();
    let called = c.take_one_of(&["called", "named", "the"]).is_some();
    if called {
        c.maybe("the");
    }
    let name = name(c)?;
    c.comma();
    c.take_one_of(&["joins", "enters"])?;
    c.maybe("the");
    c.maybe("game");
    let mut side = Side { name, universe: None, human: Human::Maker, moves: InTurn::Last, up: true };
    let mut assumed = vec!["played by whoever makes the rule", "moving after all others", "facing up the board"];
    let mut done = Vec::new();
    loop {
        let said = c.attempt(|c| {
            c.comma();
            c.maybe("and");
            detail(c, &mut side)
        });
        match said {
            Some(said) if done.contains(&said) => {
                let problem = Diagnostic::new("L022", c.span_from(c.at() - 1), "this is said twice of the new side".to_string());
                return c.refuse(problem.hint("say once where it joins, who plays it, when it moves and which way it faces"));
            }
            Some(said) => {
                assumed.retain(|known| !known.starts_with(said));
                done.push(said);
            }
            None => break,
        }
    }
    if side.human == Human::Nobody {
        if done.contains(&"moving") {
            let problem = Diagnostic::new("L018", c.span_from(0), "a side that nobody plays has no phase in which it moves".to_string());
            return c.refuse(
                problem.hint("say when its pieces move: At the end of every turn, every {bare} moves one square in a random direction."),
            );
        }
        assumed.retain(|known| !known.starts_with("moving"));
        assumed.push("everybody may capture its pieces; they give check as others do");
    }
    Some(Statement::Forms(vec![(Form::Side(side), assumed.into_iter().map(str::to_string).collect())]))
}

/// What is said of a new side, one thing at a time; which assumption it takes away.
fn detail(c: &mut Cursor, side: &mut Side) -> Option<&'static str> {
    if let Some(number) = c.attempt(universe) {
        side.universe = Some(number);
        return Some("in universe");
    }
    if c.attempt(|c| {
        c.maybe_one_of(&["that", "which"]);
        c.maybe("is");
        c.take_one_of(&["played", "run", "controlled", "owned", "moved", "commanded"]).and_then(|_| c.take("by"))
    })
    .is_some()
    {
        side.human = human(c)?;
        return Some("played");
    }
    if c.attempt(|c| c.take("facing").and_then(|()| c.take_one_of(&["up", "forward"]))).is_some() {
        side.up = true;
        return Some("facing");
    }
    if c.attempt(|c| c.take("facing").and_then(|()| c.take_one_of(&["down", "backward"]))).is_some() {
        side.up = false;
        return Some("facing");
    }
    c.take("moving")?;
    if c.attempt(|c| c.take("up").or_else(|| c.take("forward"))).is_some() {
        side.up = true;
        return Some("facing");
    }
    if c.attempt(|c| c.take("down").or_else(|| c.take("backward"))).is_some() {
        side.up = false;
        return Some("facing");
    }
    if c.attempt(|c| c.take("last")).is_some() {
        side.moves = InTurn::Last;
        return Some("moving");
    }
    // "after" is one of the words for "when"
    let after = c.take_one_of(&["before", "when"])? == "when";
    let colour = nouns::army(c)?;
    side.moves = if after { InTurn::After(colour) } else { InTurn::Before(colour) };
    Some("moving")
}

/// `Zaphod:1`, `universe 1`.
pub fn universe(c: &mut Cursor) -> Option<u16> {
    c.maybe("in");
    let game = c.words.multiverse.to_lowercase();
    // another game's name: "Zaphod:1"
    if let Some(name) = c.peek().map(|lexeme| lexeme.token.word.clone())
        && !c.sees(0, "universe")
        && !c.peek()?.token.is_word(&game)
        && c.ahead(1).is_some_and(|next| next.token.is_mark(":"))
        && let Some(Sort::Number(number)) = c.ahead(2).map(|lexeme| lexeme.token.sort.clone())
    {
        let from = c.at();
        (0..3).for_each(|_| c.skip());
        let problem = Diagnostic::new("L009", c.span_from(from), format!("this game has no universe called \"{name}:{number}\""));
        return c.refuse(problem.hint("say \"universe 1\", or leave it out"));
    }
    c.take_thing("a universe", |token| (token.is_word("universe") || !game.is_empty() && token.is_word(&game)).then_some(()))?;
    c.maybe(":");
    let number = c.take_number("the number of a universe")?;
    if number == 0 || number > u32::from(c.words.universes) {
        let problem =
            Diagnostic::new("L009", c.span_from(c.at() - 1), format!("there is no universe {number}: this game has {}", c.words.universes));
        return c.refuse(problem.hint("example: A new side called Borg joins universe 1."));
    }
    Some(number as u16)
}

fn human(c: &mut Cursor) -> Option<Human> {
    if c.maybe("nobody") {
        return Some(Human::Nobody);
    }
    let address = c.take_thing("a mail address", |token| (token.sort == Sort::Address).then(|| token.word.clone()));
    if let Some(address) = address {
        return Some(Human::Address(address));
    }
    if c.attempt(|c| {
        c.maybe("the");
        c.take_one_of(&["maker", "mover"])
    })
    .is_some()
    {
        return Some(Human::Maker);
    }
    nouns::army(c).map(Human::Of)
}

/// A word that has no meaning yet: not one of the language, not a kind of piece.
fn name(c: &mut Cursor) -> Option<String> {
    let lexeme = c.peek()?;
    let name = c.take_thing("a name of one word", |token| (token.sort == Sort::Word).then(|| token.word.clone()))?;
    let kind = c.words.kinds.iter().any(|kind| kind.name == name || kind.plural == name);
    let refused = match () {
        () if lexeme.phrase.is_some() => format!("\"{name}\" is a word of the language"),
        () if kind => format!("\"{name}\" is a kind of piece"),
        () if name.chars().count() > LONGEST_NAME => format!("\"{name}\" is too long: a side's name has at most {LONGEST_NAME} letters"),
        () if !name.chars().all(|letter| letter.is_ascii_lowercase()) => format!("\"{name}\" is not made of the letters a to z"),
        () => return Some(name),
    };
    let problem = Diagnostic::new("L046", lexeme.span, format!("{refused}, and cannot be the name of a side"));
    c.refuse(problem.hint("example: A new side called Borg joins, played by peter@example.org."))
}

/// `Peter places one ship on any empty square of ranks 3 to 6`: in his own phase, where he chooses, instead of a move.
pub fn arrivals(c: &mut Cursor) -> Option<Statement> {
    // "a player may place a pawn" is a permission without an end
    let any = c.peek().is_some_and(|lexeme| ["a", "any"].iter().any(|word| lexeme.token.is_word(word)));
    let who = terms::player(c)?;
    let colour = match &who {
        Player::Colour(colour) => colour.as_str(),
        Player::Each => "",
        _ => return None,
    };
    if c.maybe("must") && c.maybe("place") {
        let problem = Diagnostic::new("L030", c.span_from(c.at() - 2), "nobody can be made to place a piece".to_string());
        return c.refuse(problem.hint("say \"may\"; or have it done: At the start of white's phase, a white {bare} is placed on e4."));
    }
    let may = c.maybe("may");
    c.maybe("place").then_some(())?;
    if any && may && c.sees(0, "a") {
        return None;
    }
    let number = match c.take("a") {
        Some(()) => 1,
        None => c.take_number("how many")?,
    };
    if !(1..=MOST_ARRIVALS).contains(&number) {
        let problem =
            Diagnostic::new("L007", c.span_from(c.at() - 1), format!("a player places 1 to {MOST_ARRIVALS} pieces, not {number}"));
        return c.refuse(problem);
    }
    while c.maybe_one_of(&["new", "of", "its"]).is_some() {}
    // "each player puts one on ..."
    let kind = match c.attempt(nouns::kind) {
        Some(kind) => kind,
        None => c.words.newest.clone()?,
    };
    c.take_one_of(&["on", "onto", "in", "to", "at"])?;
    // "on every empty square" is one on each
    (!terms::universal(c)).then_some(())?;
    c.take_one_of(&["one of", "every", "a"])?;
    let squares = terms::squares(c)?;
    c.maybe("one");
    // what has come is counted, for each such sentence by a name of its own
    let digits = if colour.starts_with(|letter: char| letter.is_ascii_digit()) { "x" } else { "" };
    let joint = if colour.is_empty() { "" } else { "-" };
    let mut name = format!("{digits}{colour}{joint}{kind}-arrivals");
    while c.words.counts(&name) {
        name.push_str("-more");
    }
    let most = number as i32;
    let place = Deed::Place { kind, owner: Player::Mover, spot: Spot::One(squares, Chooser::Mover) };
    let count = Deed::Count { name: name.clone(), of: Player::Mover, by: Number::Is(1), set: false };
    let placed = Number::Counter { name: name.clone(), of: Player::Mover };
    let left = Condition::Compare(placed, Comparison::Less, Number::Is(most));
    let assumed = vec!["in a phase of its own, instead of a move, where that player chooses".to_string()];
    Some(Statement::Forms(vec![
        (Form::Counter(Counter { name, of: None, start: 0, least: 0, most, state: false }), Vec::new()),
        (
            Form::Action(Action { who: (who != Player::Each).then_some(who), deeds: vec![Deed::If(left, vec![place, count], Vec::new())] }),
            assumed,
        ),
    ]))
}
