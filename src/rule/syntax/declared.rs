//! What a rule brings into being by saying so: counters, regions, actions, prose and new kinds.

use super::deeds::{Cast, deeds, name};
use super::{Statement, declare, terms};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::telling::MOST;
use crate::rule::{Action, Counter, Form, Player};

/// The longest prose, in characters.
const MAX_PROSE: usize = 500;

fn settled(form: Form, assumed: Vec<String>) -> Option<Statement> {
    Some(Statement::Forms(vec![(form, assumed)]))
}

/// `Each player has points, starting at zero.`
pub fn counter(c: &mut Cursor) -> Option<Statement> {
    if c.take("each player").is_none() {
        c.take("every")?;
        c.take("player")?;
    }
    c.take_one_of(&["has", "have"])?;
    c.maybe("a");
    c.attempt(|c| c.take("number of").or_else(|| c.take("counter").and_then(|()| c.take("called"))));
    let name = name(c)?;
    let mut found = Counter { name, start: 0, least: 0, most: MOST };
    let mut assumed = vec!["starting at zero".to_string()];
    while c
        .attempt(|c| {
            c.comma();
            c.maybe("and");
            match c.take_one_of(&["starting at", "at least", "up to"])? {
                "starting at" => {
                    found.start = terms::literal(c)?;
                    assumed.clear();
                }
                "at least" => found.least = terms::literal(c)?,
                _ => found.most = terms::literal(c)?,
            }
            Some(())
        })
        .is_some()
    {}
    if !(found.least..=found.most).contains(&found.start) {
        let problem = Diagnostic::new("L007", c.span_from(0), format!("{} is not between {} and {}", found.start, found.least, found.most));
        return c.refuse(problem.hint("example: Each player has points, starting at zero."));
    }
    settled(Form::Counter(found), assumed)
}

/// `Each player has a secret square.`
pub fn secret(c: &mut Cursor) -> Option<Statement> {
    if c.take("each player").is_none() {
        c.take("every")?;
        c.take("player")?;
    }
    c.take_one_of(&["has", "have", "chooses in secret"])?;
    c.maybe("a");
    c.take("secret square")?;
    settled(Form::Secret, Vec::new())
}

/// `The squares c3 to f6 are called the garden.`
pub fn region(c: &mut Cursor) -> Option<Statement> {
    let squares = terms::squares(c)?;
    c.take("is called")?;
    settled(Form::Region { name: name(c)?, squares }, Vec::new())
}

/// `PROSE "Be kind to pawns."`
pub fn prose(c: &mut Cursor) -> Option<Statement> {
    c.take("prose")?;
    c.comma();
    let text = c.take_thing("words in quotes", |token| (token.sort == Sort::Quoted).then(|| token.word.clone()))?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > MAX_PROSE {
        let problem = Diagnostic::new("L041", c.span_from(c.at() - 1), format!("prose has at most {MAX_PROSE} characters"));
        return c.refuse(problem);
    }
    settled(Form::Prose(text), Vec::new())
}

/// `A player may, instead of moving, swap his king with one of his rooks.`
pub fn action(c: &mut Cursor) -> Option<Statement> {
    let before = c
        .attempt(|c| {
            c.take("instead of moving")?;
            c.comma();
            Some(())
        })
        .is_some();
    let who = c.attempt(terms::player).or_else(|| {
        c.attempt(|c| {
            c.take_one_of(&["a", "every", "the"]);
            c.take("player").map(|()| Player::Each)
        })
    })?;
    let who = match who {
        Player::Each | Player::Mover => None,
        Player::Colour(army) => Some(Player::Colour(army)),
        _ => return None,
    };
    c.take("may")?;
    c.attempt(|c| c.take("order").and_then(|()| c.take("this")));
    c.comma();
    let middle = c.take("instead of moving").is_some();
    if middle {
        c.comma();
    }
    let deeds = deeds(c, &Cast::NOBODY)?;
    if !before && !middle {
        c.comma();
        c.take("instead of moving")?;
    }
    settled(Form::Action(Action { who, deeds }), Vec::new())
}

/// `A ship (ships, S) is a new piece worth 5 points.`
pub fn kind(c: &mut Cursor) -> Option<Statement> {
    let statement = declare::kind(c)?;
    if let Statement::Forms(forms) = &statement
        && forms.iter().any(|(form, _)| matches!(form, Form::Kind(kind) if kind.royal || kind.unlettered))
    {
        let problem = Diagnostic::new("L031", c.span_from(0), "R13: which piece decides the game is no matter for a rule".to_string());
        return c.refuse(problem.hint("propose it as an amendment: AMEND"));
    }
    Some(statement)
}
