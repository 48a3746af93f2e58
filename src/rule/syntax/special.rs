//! Promotion, capture in passing and castling.

use super::{Statement, castled, nouns, terms};
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::{Sort, ordinal_word};
use crate::rule::{
    Act, Castling, Chooser, Class, Daring, Deed, Event, Form, InPassing, Kinds, Number, Owner, Player, Promotion, Ref, Region, Squares,
    Trigger, Whom,
};

/// The longest board edge that a rank may be counted on.
const MAX_RANK: u32 = 64;
/// The farthest a castling man goes.
const MAX_CASTLING: u32 = 30;
/// How far a castling man goes where nothing is said.
const USUAL_CASTLING: u8 = 2;

fn settled(form: Form, assumed: Vec<String>) -> Option<Statement> {
    Some(Statement::Forms(vec![(form, assumed)]))
}

/// `Pawns promote to a queen or a knight on the last rank.`
pub fn promotion(c: &mut Cursor) -> Option<Statement> {
    let who = terms::men(c)?;
    if let Some(said) = c.attempt(|c| arrival(c, &who)) {
        return Some(said);
    }
    if c.take("may not").is_some() {
        c.take("promote")?;
        let region = region(c).unwrap_or(Region::LastRank);
        if region != Region::LastRank {
            let problem = Diagnostic::new("L016", c.span_from(0), "\"may not promote\" takes no rank: it ends every promotion".to_string());
            return c.refuse(problem.hint("example: {Men} may not promote."));
        }
        return settled(Form::Promotion(Promotion { who, region: Region::LastRank, into: Vec::new() }), Vec::new());
    }
    let may = c.maybe("may");
    if !may {
        c.maybe("must");
    }
    let how = c.take_one_of(&["only", "now", "instead", "also"]);
    let also = how == Some("also");
    let verb = c.attempt(|c| c.take_one_of(&["promotes to", "becomes"]));
    let becomes = verb == Some("becomes");
    let into = match verb {
        Some(_) => Some(choices(c)?),
        None => {
            c.take("promote")?;
            let only = c.take("only").is_some();
            match c.attempt(|c| c.take("to").and_then(|()| choices(c))) {
                Some(into) => Some(into),
                None if only => {
                    let region = region(c)?;
                    return finish(c, who, Some(region), None);
                }
                None => None,
            }
        }
    };
    let only = how == Some("only") || c.maybe("only");
    let region = region(c);
    if may
        && !only
        && let Some(Region::Rank(rank)) = region
    {
        let into = into.or_else(|| Some(usual_choices(c, &who)).filter(|kinds| !kinds.is_empty()))?;
        return on_the_way(who, rank, into);
    }
    let into = into.map(|new| {
        if also { usual_choices(c, &who).into_iter().filter(|kind| !new.contains(kind)).chain(new.clone()).collect() } else { new }
    });
    if also && region.is_some_and(|region| region != Region::LastRank) {
        let problem = Diagnostic::new("L016", c.span_from(0), "there is one rank on which they promote, not two".to_string());
        return c.refuse(problem.hint("example: {Men} promote to {other} on the sixth rank."));
    }
    // "a knight that has captured twice is promoted to a rook": wherever it stands then
    let passive = c.since(0).iter().any(|lexeme| lexeme.means("promotes to") && !lexeme.token.word.starts_with("promote"));
    let recalls = |such: &crate::rule::Condition| such.recalls() || such.tallies();
    if passive && region.is_none() && who.such.as_deref().is_some_and(recalls) {
        return None;
    }
    if becomes && region.is_none() {
        let problem = Diagnostic::new("L030", c.span_from(0), "changing pieces that stand on the board cannot be played yet".to_string());
        return c.refuse(problem.hint("promotion can: {Men} promote to {other} on the last rank."));
    }
    finish(c, who, region, into)
}

/// `A pawn that reaches the fifth rank becomes a knight.`
fn arrival(c: &mut Cursor, who: &Class) -> Option<Statement> {
    c.take_one_of(&["that", "which"])?;
    c.take("arrive on")?;
    let region = rank(c)?;
    // "may become" leaves it to the player, which no promotion does
    let may = c.maybe("may");
    if may {
        c.take("promotes to")?;
    } else {
        c.take_one_of(&["becomes", "promotes to"])?;
    }
    let into = choices(c)?;
    if let (true, Region::Rank(rank)) = (may, region) {
        return on_the_way(who.clone(), rank, into);
    }
    finish(c, who.clone(), Some(region), Some(into))
}

/// `may promote on the sixth rank`: whoever likes, on the way to the last rank; there it promotes as before.
fn on_the_way(who: Class, rank: u16, into: Vec<String>) -> Option<Statement> {
    let there = Squares::Rank { number: Number::Is(rank.into()), own: true };
    let event = Event::Act(Act { to: Some(there), ..Act::any(who) });
    let by = if into.len() == 1 { Chooser::All } else { Chooser::Mover };
    let change = Deed::Become(Whom::That(Ref::Actor), into, by);
    let deeds = vec![Deed::May(Player::Mover, vec![change])];
    let assumed = vec!["elsewhere they promote as before".to_string()];
    settled(Form::Trigger(Trigger { event, deeds, once: None }), assumed)
}

fn finish(c: &mut Cursor, who: Class, region: Option<Region>, into: Option<Vec<String>>) -> Option<Statement> {
    let mut assumed = Vec::new();
    if region.is_none() && into.is_none() {
        c.expect(Expected::Phrase("to"));
        return None;
    }
    if region.is_none() {
        assumed.push("on the last rank".to_string());
    }
    let into = match into {
        Some(into) => into,
        None => {
            let usual = usual_choices(c, &who);
            if usual.is_empty() {
                let problem = Diagnostic::new("L015", c.span_from(0), "it is not said what they promote to".to_string());
                return c.refuse(problem.hint("example: {Men} promote to {other} on the fifth rank."));
            }
            assumed.push("to the same kinds as in the standard game".to_string());
            usual
        }
    };
    if region.is_some_and(|region| region != Region::LastRank) {
        assumed.push("they must, and promote nowhere else".to_string());
    }
    settled(Form::Promotion(Promotion { who, region: region.unwrap_or(Region::LastRank), into }), assumed)
}

/// What the standard law lets these men promote to.
fn usual_choices(c: &Cursor, who: &Class) -> Vec<String> {
    let Kinds::Only(kinds) = &who.kinds else { return Vec::new() };
    let speaks = |class: &Class| match &class.kinds {
        Kinds::Every => true,
        Kinds::Only(names) => kinds.iter().all(|kind| names.contains(kind)),
        Kinds::Except(names) => kinds.iter().all(|kind| !names.contains(kind)),
    };
    let newest = c.words.standard.iter().rev().find_map(|form| match form {
        Form::Promotion(promotion) if speaks(&promotion.who) => Some(promotion.into.clone()),
        _ => None,
    });
    newest.unwrap_or_default()
}

/// `a queen, a rook or a knight`, `any of queens and rooks`, `any piece except kings`.
fn choices(c: &mut Cursor) -> Option<Vec<String>> {
    c.maybe("one of");
    c.maybe("every");
    c.maybe("one");
    c.maybe("of");
    let class = nouns::class(c)?;
    if class.owner != Owner::Anyone {
        let problem = Diagnostic::new("L016", c.span_from(c.at() - 1), "a promoted piece keeps its colour: name kinds only".to_string());
        return c.refuse(problem);
    }
    let all = || c.words.kinds.iter().map(|kind| kind.name.clone());
    Some(match class.kinds {
        Kinds::Only(kinds) => kinds,
        Kinds::Every => all().collect(),
        Kinds::Except(spared) => all().filter(|kind| !spared.contains(kind)).collect(),
    })
}

/// `on the last rank`, `when it reaches the fifth rank`.
fn region(c: &mut Cursor) -> Option<Region> {
    c.attempt(|c| {
        c.comma();
        match c.take_one_of(&["on", "at", "upon", "when"])? {
            "when" => {
                c.take("it")?;
                c.take("arrive on")?;
            }
            _ => {
                c.maybe("reaching");
            }
        }
        rank(c)
    })
}

fn rank(c: &mut Cursor) -> Option<Region> {
    c.take_one_of(&["the", "its"]);
    if c.take("last rank").is_some() {
        return Some(Region::LastRank);
    }
    let number = c.take_thing("which rank (\"last\", \"fifth\")", |token| match token.sort {
        Sort::Ordinal(number) => Some(number),
        _ => None,
    });
    let ranks = c.words.standard.iter().find_map(|form| if let Form::Board { ranks, .. } = form { Some(*ranks) } else { None });
    let number = match number {
        Some(number) => {
            c.take("rank")?;
            if ranks.is_some_and(|ranks| i64::from(ranks) == i64::from(number)) {
                return Some(Region::LastRank);
            }
            number
        }
        None => {
            c.take("rank")?;
            let number = c.take_number("the number of the rank")?;
            let problem = format!("rank {number} is the same for both sides, and a promotion is counted from each player's own side");
            let problem = Diagnostic::new("L006", c.span_from(c.at() - 2), problem);
            let nth = ordinal_word(number);
            let hint = format!(
                "say \"the {nth} rank\", as its owner counts; or for rank {number} itself: After {{man}} moves to rank {number}, it becomes {{other}}."
            );
            return c.refuse(problem.hint(&hint));
        }
    };
    if (1..=MAX_RANK).contains(&number) {
        return Some(Region::Rank(number as u16));
    }
    let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("there is no rank {number}: ranks are 1 to {MAX_RANK}"));
    c.refuse(problem.hint("ranks are counted from the owner's own side"))
}

/// `Pawns may be captured in passing by pawns.`
pub fn passing(c: &mut Cursor) -> Option<Statement> {
    let who = terms::men(c)?;
    if c.take("may not").is_some() {
        captured_in_passing(c)?;
        let nobody = Class { kinds: Kinds::Only(Vec::new()), ..Class::EVERY };
        return settled(Form::InPassing(InPassing { who, by: nobody }), Vec::new());
    }
    let may = c.attempt(|c| {
        c.take("may")?;
        c.maybe("also");
        captured_in_passing(c)
    });
    if may.is_some() {
        c.take("by")?;
        let by = terms::men(c)?;
        return settled(Form::InPassing(InPassing { who, by }), Vec::new());
    }
    // "Knights may capture pawns in passing"
    c.take("may")?;
    c.maybe("also");
    c.take("capture")?;
    let victim = terms::men(c)?;
    c.take("in passing")?;
    settled(Form::InPassing(InPassing { who: victim, by: who }), Vec::new())
}

fn captured_in_passing(c: &mut Cursor) -> Option<()> {
    if c.take("is captured").is_none() {
        c.take("be")?;
        c.take("captured")?;
    }
    c.take("in passing")
}

/// `Kings may castle with rooks, moving two squares.`
pub fn castling(c: &mut Cursor) -> Option<Statement> {
    let men = c.attempt(terms::men);
    let of_player = men.is_none();
    // whoever castles in the laws under the game
    let who = men.or_else(|| terms::subject(c).and_then(|who| castlers(c, &who)))?;
    if of_player && c.sees(0, "may not") {
        return None;
    }
    if c.take("may not").is_some() {
        c.take("castle")?;
        let with = c.attempt(|c| c.take("with").and_then(|()| terms::men(c)));
        let with = with.unwrap_or(Class::EVERY);
        return settled(
            Form::Castling(Castling { who, with, squares: USUAL_CASTLING, allowed: false, dares: Daring::default() }),
            Vec::new(),
        );
    }
    c.maybe("may");
    c.maybe("also");
    c.take("castle")?;
    let mut assumed = Vec::new();
    let mut dares = daring(c);
    let with = match c.take("with") {
        Some(()) => terms::men(c)?,
        None => {
            assumed.push("with whom it castles in the standard game".to_string());
            partner(c)?
        }
    };
    let squares = c.attempt(|c| {
        c.comma();
        c.take_one_of(&["moving", "going"])?;
        let number = c.take_number("a number of squares")?;
        c.take("square")?;
        Some(number)
    });
    if dares == Daring::default() {
        dares = daring(c);
    }
    dares.moved = c
        .attempt(|c| {
            c.comma();
            c.take("even if they have moved")
        })
        .is_some();
    if of_player && dares == Daring::default() {
        return None;
    }
    let squares = match squares {
        Some(number) if (1..=MAX_CASTLING).contains(&number) => number as u8,
        Some(number) => {
            let problem =
                Diagnostic::new("L007", c.span_from(c.at() - 2), format!("{number} squares: castling goes 1 to {MAX_CASTLING} squares"));
            return c.refuse(problem);
        }
        None => {
            let squares = if dares == Daring::default() { USUAL_CASTLING } else { usual(c).map_or(USUAL_CASTLING, |usual| usual.squares) };
            if !dares.moved
                && let Some(near) = castled::farthest(c, &who, &with).filter(|near| *near < squares)
            {
                let problem = format!(
                    "unmoved they stand {} apart, and castling goes {squares} squares: nobody castles past whom he castles with",
                    squares_of(near)
                );
                let hint = format!(
                    "say how far: {{Men}} may castle with {{others}}, moving {}; side by side they change places",
                    squares_of(near)
                );
                return c.refuse(Diagnostic::new("L030", c.span_from(0), problem).hint(&hint));
            }
            assumed.push(format!("the castling piece moves {squares} squares, as in the standard game"));
            return settled(Form::Castling(Castling { who, with, squares, allowed: true, dares }), assumed);
        }
    };
    settled(Form::Castling(Castling { who, with, squares, allowed: true, dares }), assumed)
}

fn squares_of(number: u8) -> String {
    match number {
        1 => "one square".to_string(),
        number => format!("{number} squares"),
    }
}

/// `out of check and through check`, `while in check`.
fn daring(c: &mut Cursor) -> Daring {
    let mut dares = Daring::default();
    while let Some(out) = c.attempt(|c| {
        if dares != Daring::default() {
            c.comma();
            c.maybe_one_of(&["and", "or"]);
        }
        c.maybe("also");
        match c.maybe_one_of(&["out of check", "through check"]) {
            Some(what) => Some(what == "out of check"),
            None => {
                c.maybe_one_of(&["while", "when"])?;
                c.maybe_one_of(&["it is", "is"]);
                c.maybe("in check").then_some(true)
            }
        }
    }) {
        dares = if out { Daring { out, ..dares } } else { Daring { through: true, ..dares } };
    }
    dares
}

/// The men of a player that castle in the laws under the game.
fn castlers(c: &Cursor, who: &Player) -> Option<Class> {
    let owner = terms::movers_of(who)?;
    usual(c).map(|castling| Class { owner, ..castling.who.clone() })
}

/// With whom somebody castles in the laws under the game.
fn partner(c: &Cursor) -> Option<Class> {
    usual(c).map(|castling| castling.with.clone())
}

/// The castling of the laws under the game.
fn usual<'c>(c: &'c Cursor) -> Option<&'c Castling> {
    c.words.standard.iter().rev().find_map(|form| match form {
        Form::Castling(castling) if castling.allowed => Some(castling),
        _ => None,
    })
}
