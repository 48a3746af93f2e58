//! What a rule brings into being by saying so: counters, regions, actions, prose and new kinds.

use super::deeds::{Cast, deeds, men, name};
use super::{Statement, counters, declare, terms};
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::telling::MOST;
use crate::rule::{
    Action, Chooser, Class, Comparison, Condition, Counter, Deed, Event, Form, Kinds, Number, Owner, Player, Ref, Squares, Whom,
};

/// The longest prose, in characters.
const MAX_PROSE: usize = 500;

pub fn settled(form: Form, assumed: Vec<String>) -> Option<Statement> {
    Some(Statement::Forms(vec![(form, assumed)]))
}

/// `Each player has a secret square.`
pub fn secret(c: &mut Cursor) -> Option<Statement> {
    if c.take("each player").is_none() {
        c.take("every")?;
        c.take("player")?;
    }
    let verb = c.take_one_of(&["has", "have", "chooses in secret", "chooses"])?;
    let chooses = verb.starts_with("chooses");
    if chooses && c.attempt(|c| c.take("a").and_then(|()| c.take("square"))).is_some() {
        c.attempt(|c| c.take("in").and_then(|()| c.take("secret")));
        let limit = secret_among(c)?;
        c.attempt(|c| c.take("in").and_then(|()| c.take("secret")));
        return settled(Form::Secret(limit), Vec::new());
    }
    // "chooses a file in secret": it is named by one of its squares
    if chooses
        && c.attempt(|c| {
            c.take("a")?;
            c.take_one_of(&["file", "rank"])?;
            let after = c.attempt(|c| c.take("in").and_then(|()| c.take("secret")));
            (after.is_some() || verb == "chooses in secret").then_some(())
        })
        .is_some()
    {
        let assumed = vec!["a file or rank is named by one of its squares: SECRET and the square".to_string()];
        return settled(Form::Secret(None), assumed);
    }
    // "chooses a number from one to eight in secret": that of a file
    if chooses
        && let Some(most) = c.attempt(|c| {
            c.take("a")?;
            c.peek().filter(|lexeme| lexeme.token.is_word("number"))?;
            c.skip();
            let most = c.attempt(|c| {
                c.take_one_of(&["from", "between"])?;
                c.take_number("one").filter(|least| *least == 1)?;
                c.take_one_of(&["to", "and", "up to", "-"])?;
                c.take_number("a number")
            });
            let after = c.attempt(|c| c.take("in").and_then(|()| c.take("secret")));
            (after.is_some() || verb == "chooses in secret").then_some(most)
        })
    {
        let files = terms::extent(c).and_then(|(files, _)| u32::try_from(files).ok());
        let Some(numbers) = most.or(files).filter(|most| (2..=files.unwrap_or(0)).contains(most)) else {
            let problem = "a secret number is that of a file, and there are not so many".to_string();
            return c.refuse(
                Diagnostic::new("L030", c.span_from(0), problem).hint("say: Each player secretly chooses a number from one to eight."),
            );
        };
        let first = (1..=numbers).map(|file| format!("{}1", crate::board::file_name(file as i16 - 1))).collect();
        let assumed = vec!["a number is named by a square of the first rank, a1 being one: SECRET and the square".to_string()];
        return settled(Form::Secret(Some(Squares::These(first))), assumed);
    }
    // "chooses a light square in secret"
    if chooses
        && let Some(limit) = c.attempt(|c| {
            let named = c.sees(0, "a") && c.ahead(2).is_some_and(|noun| noun.means("square"));
            let limit = named.then(|| terms::squares(c)).flatten()?;
            let after = c.attempt(|c| c.take("in").and_then(|()| c.take("secret")));
            (after.is_some() || verb == "chooses in secret").then_some(limit)
        })
    {
        let limit = staying(c, limit, 0)?;
        return settled(Form::Secret(Some(limit)), Vec::new());
    }
    if verb == "chooses in secret" && (c.sees(1, "enemy") || c.sees(0, "one of") && c.sees(2, "enemy")) {
        let problem = "a secret piece is one of his own; an enemy piece is named by the square where it started".to_string();
        let hint = "say: Each player has a secret square. When {man} that started on the opponent's secret square captures a piece, it is removed.";
        return c.refuse(Diagnostic::new("L030", c.span_from(0), problem).hint(hint));
    }
    // "chooses one of his pawns in secret": it is named by the square where it started
    if chooses
        && let Some(men) = c.attempt(|c| {
            c.maybe("one of").then_some(())?;
            c.maybe("its");
            c.maybe("own");
            let men = terms::men(c)?;
            let after = c.attempt(|c| c.take("in").and_then(|()| c.take("secret")));
            (after.is_some() || verb == "chooses in secret").then_some(men)
        })
    {
        if men.such.is_some() || !matches!(men.owner, Owner::Anyone | Owner::Own) {
            let problem = "a secret piece is named by the square where it started, whatever else is said of it".to_string();
            return c.refuse(Diagnostic::new("L030", c.span_from(0), problem).hint("say: Each player secretly chooses one of his {men}."));
        }
        let mut assumed = vec!["a piece is named by the square where it started: SECRET and the square".to_string()];
        if men.kinds != Kinds::Every {
            assumed.push("nobody looks of what kind it is before it is spoken of".to_string());
        }
        return settled(Form::Secret(None), assumed);
    }
    c.maybe("a");
    c.take("secret square")?;
    let limit = secret_among(c)?;
    settled(Form::Secret(limit), Vec::new())
}

/// Behind a secret square: among which it is, `on ranks 3 to 6`; inside None where nothing is said. What changes as the game goes is none.
fn secret_among(c: &mut Cursor) -> Option<Option<Squares>> {
    let from = c.at();
    let Some(limit) = c.attempt(terms::placed) else { return Some(None) };
    staying(c, limit, from).map(Some)
}

/// Squares that are the same ones all the game.
fn staying(c: &mut Cursor, limit: Squares, from: usize) -> Option<Squares> {
    if !limit.stays_so() {
        let problem = "whether a square is one of these changes as the game goes, and a secret is named once".to_string();
        return c.refuse(
            Diagnostic::new("L030", c.span_from(from), problem)
                .hint("say it of squares that stay: on ranks 3 to 6, in the centre, on light squares"),
        );
    }
    Some(limit)
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
    // The sentence has a full stop of its own.
    let text = text.strip_suffix('.').filter(|rest| !rest.ends_with('.')).map_or(text.clone(), str::to_owned);
    if text.chars().count() > MAX_PROSE {
        let problem = Diagnostic::new("L041", c.span_from(c.at() - 1), format!("prose has at most {MAX_PROSE} characters"));
        return c.refuse(problem);
    }
    settled(Form::Prose(text), Vec::new())
}

/// `A player may, instead of moving, swap his king with one of his rooks.`
pub fn action(c: &mut Cursor) -> Option<Statement> {
    let mut every = c.attempt(|c| {
        let turns = counters::every_turns(c)?;
        c.comma();
        Some(turns)
    });
    let mut often = c.attempt(|c| {
        let often = counters::often(c)?;
        c.comma();
        Some(often)
    });
    let before = c
        .attempt(|c| {
            c.take("instead of moving")?;
            c.comma();
            Some(())
        })
        .is_some();
    let who = terms::subject(c)?;
    let who = match who {
        Player::Each | Player::Mover => None,
        Player::Colour(army) => Some(Player::Colour(army)),
        _ => return None,
    };
    c.take("may")?;
    c.attempt(|c| c.take("order").and_then(|()| c.take("this")));
    let mut middle = false;
    loop {
        c.comma();
        if !middle && c.take("instead of moving").is_some() {
            middle = true;
        } else if every.is_none()
            && let Some(turns) = c.attempt(counters::every_turns)
        {
            every = Some(turns);
        } else if often.is_none()
            && let Some(found) = c.attempt(counters::often)
        {
            often = Some(found);
        } else {
            break;
        }
    }
    // "a player may, instead of moving, a player may ...": who orders it has been said
    if c.attempt(|c| terms::subject(c).filter(|_| c.sees(0, "may"))).is_some() {
        c.expect(Expected::Thing("what he does (\"swap his king with one of his {men}\", \"remove one of his {men}\")"));
        return None;
    }
    let passes = c.attempt(passed).is_some();
    let mut deeds = if passes { Vec::new() } else { deeds(c, &Cast::ACTION)? };
    often = often.or_else(|| {
        c.attempt(|c| {
            c.comma();
            counters::often(c)
        })
    });
    if passes {
        c.maybe("instead of moving");
    } else if !before && !middle {
        c.comma();
        c.take("instead of moving")?;
        // "..., and three turns later ..."
        let more = c.attempt(|c| {
            let comma = c.comma();
            (c.take_one_of(&["and", "then"]).is_some() || comma).then_some(())?;
            super::deeds::deeds(c, &Cast::ACTION)
        });
        deeds.extend(more.unwrap_or_default());
    }
    // nothing moves or is captured before it
    super::grounding::grounded(c, &Event::Turn, &besides_moves(&deeds))?;
    c.comma();
    c.maybe("but");
    if let Some(turns) = every.or_else(|| c.attempt(counters::every_turns)) {
        return if often.is_none() && !passes { seldom_each(c, who, deeds, turns) } else { None };
    }
    match often.or_else(|| c.attempt(counters::often)) {
        Some(often) => often_each(c, who, deeds, often),
        // who passes is noted, and no more is done
        None if passes => {
            let name = counters::unused(c.words, "passes");
            let count = Deed::Count { name: name.clone(), of: Player::Mover, by: Number::Is(1), set: false };
            let counter = Counter { name, of: None, start: 0, least: 0, most: MOST, state: false };
            Some(Statement::Forms(vec![
                (Form::Counter(counter), Vec::new()),
                (Form::Action(Action { who, deeds: vec![count] }), vec!["nothing else happens then".to_string()]),
            ]))
        }
        None => settled(Form::Action(Action { who, deeds }), std::mem::take(&mut c.stance_mut().assumed)),
    }
}

/// Deeds without the moves that are themselves made instead of one.
fn besides_moves(deeds: &[Deed]) -> Vec<Deed> {
    let one = |deed: &Deed| match deed {
        Deed::Again { act, .. } if super::deeds::goes_instead(act) => None,
        Deed::If(condition, deeds, otherwise) => Some(Deed::If(condition.clone(), besides_moves(deeds), besides_moves(otherwise))),
        // who was asked has declined: he moves after all
        Deed::Either(by, ways) => {
            let moves = |way: &Vec<Deed>| matches!(way.as_slice(), [deed] if super::deeds::is_an_ordinary_move(deed));
            Some(Deed::Either(by.clone(), ways.iter().map(|way| if moves(way) { Vec::new() } else { besides_moves(way) }).collect()))
        }
        deed => Some(deed.clone()),
    };
    deeds.iter().filter_map(one).collect()
}

/// `pass`, `skip his turn`, `do nothing`.
fn passed(c: &mut Cursor) -> Option<()> {
    if c.maybe("misses the next phase") {
        // "must miss" is no permission, "his next turn" is a later one
        return c.back().is_some_and(|said| !["must", "have"].iter().any(|word| said.token.is_word(word))).then_some(());
    }
    let word = |c: &mut Cursor, words: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| words.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    if word(c, &["do", "make", "play"]).is_some() {
        return (c.maybe("nothing happens") || c.maybe("no") && c.maybe("move")).then_some(());
    }
    word(c, &["pass", "skip", "rest"])?;
    c.attempt(|c| {
        c.maybe_one_of(&["its", "a", "the"])?;
        c.maybe_one_of(&["phase", "turn", "move"]).map(|_| ())
    });
    Some(())
}

/// An action that each player has so often: a counter says whether he has it still.
fn often_each(c: &mut Cursor, who: Option<Player>, mut deeds: Vec<Deed>, often: u8) -> Option<Statement> {
    let (name, most) = (counters::unused(c.words, &used(&deeds)), i32::from(often));
    let used = Number::Counter { name: name.clone(), of: Player::Mover };
    let left = Condition::Compare(used, Comparison::Less, Number::Is(most));
    deeds.push(Deed::Count { name: name.clone(), of: Player::Mover, by: Number::Is(1), set: false });
    let action = Action { who, deeds: vec![Deed::If(left, deeds, Vec::new())] };
    let assumed = [vec!["counted for each player".to_string()], std::mem::take(&mut c.stance_mut().assumed)].concat();
    Some(Statement::Forms(vec![
        (Form::Counter(Counter { name, of: None, start: 0, least: 0, most, state: false }), Vec::new()),
        (Form::Action(action), assumed),
    ]))
}

/// An action that each player has once in so many turns.
fn seldom_each(c: &mut Cursor, who: Option<Player>, mut deeds: Vec<Deed>, turns: u8) -> Option<Statement> {
    let name = counters::unused(c.words, "pauses");
    let (rested, rests) = counters::rested(&name, turns);
    deeds.push(rests);
    let [counter, passes] = counters::resting(&name, turns);
    let action = Action { who, deeds: vec![Deed::If(rested, deeds, Vec::new())] };
    let assumed = [vec![counters::RESTS.to_string()], std::mem::take(&mut c.stance_mut().assumed)].concat();
    Some(Statement::Forms(vec![(counter, Vec::new()), (Form::Action(action), assumed), (passes, Vec::new())]))
}

/// What is counted where something may be done so often: `king-rook-swaps-used`.
pub fn used(deeds: &[Deed]) -> String {
    if let [Deed::May(_, inner)] = deeds {
        return used(inner);
    }
    let Some(first) = deeds.iter().find(|deed| !matches!(deed, Deed::Count { .. })) else { return "turns-used".to_string() };
    let what = match first {
        Deed::Swap(..) => "swaps-used",
        Deed::Remove(_) => "removals-used",
        Deed::Become(..) | Deed::Climb(..) => "changes-used",
        Deed::Place { .. } => "placings-used",
        Deed::Drop { .. } => "drops-used",
        Deed::Again { .. } => "moves-used",
        Deed::Go(..) | Deed::Return(_) | Deed::Step(..) => "trips-used",
        _ => "turns-used",
    };
    let of = |whom: &Whom| match whom {
        Whom::Among { who: Class { kinds: Kinds::Only(kinds), .. }, .. } => kinds.clone(),
        _ => Vec::new(),
    };
    let mut kinds = match first {
        Deed::Swap(one, other) => [of(one), of(other)].concat(),
        Deed::Place { kind, .. } => vec![kind.clone()],
        deed => deed.clone().done_to().map(|whom| of(whom)).unwrap_or_default(),
    };
    kinds.dedup();
    kinds.push(what.to_string());
    kinds.join("-")
}

/// An action that each of some men has so often: whoever does it pays with one of as many permits.
fn often_each_man(c: &Cursor, men: Class, mut deed: Deed, often: u8) -> Option<Statement> {
    let (name, most) = (counters::unused(c.words, "permits"), i32::from(often));
    let doer = match &mut deed {
        Deed::Swap(one, _) => one,
        other => other.done_to()?,
    };
    matches!(doer, Whom::Among { who, .. } if *who == men).then_some(())?;
    *doer = Whom::That(Ref::Chosen);
    let bearers =
        Class { owner: if let Owner::Army(_) = men.owner { men.owner.clone() } else { Owner::Anyone }, such: None, ..men.clone() };
    let able = Condition::Compare(Number::Borne { name: name.clone(), by: Ref::Itself }, Comparison::AtLeast, Number::Is(1));
    let who = Whom::Among { who: men.such_that(able), on: Squares::Every, chooser: Chooser::Mover };
    let pays = Deed::Tally { name: name.clone(), who, by: Number::Is(-1), set: false };
    Some(Statement::Forms(vec![
        (Form::Counter(Counter { name, of: Some(bearers), start: most, least: 0, most, state: false }), Vec::new()),
        (Form::Action(Action { who: None, deeds: vec![pays, deed] }), vec!["counted for each piece".to_string()]),
    ]))
}

/// `A bishop may swap places with an adjacent pawn.`: its player may do that with it instead of a move.
pub fn of_men(c: &mut Cursor) -> Option<Statement> {
    let before = c.take("instead of moving").is_some();
    c.comma();
    let first = c.attempt(|c| {
        let often = counters::often(c)?;
        c.comma();
        Some(often)
    });
    let each = c.peek().is_some_and(|lexeme| ["each", "every"].iter().any(|word| lexeme.token.is_word(word)));
    let who = terms::class(c)?;
    c.take("may")?;
    let early = c.attempt(|c| {
        c.comma();
        let often = counters::often(c)?;
        c.comma();
        Some(often)
    });
    let inside = !before
        && c.attempt(|c| {
            c.comma();
            c.take("instead of moving")?;
            c.comma();
            Some(())
        })
        .is_some();
    // a way of moving is no order, but "to the square behind their king" is no way
    let marked = super::states::said_of(&mut c.fork(), Whom::That(Ref::Chosen)).is_some();
    let way = c.sees(0, "move") && !c.sees(1, "to") && !marked;
    (!way && !c.sees(0, "promotes to") && !c.sees(0, "is captured")).then_some(())?;
    let owner = if who.owner == Owner::Anyone { Owner::Own } else { who.owner.clone() };
    let able = Class { owner, ..who };
    let chosen = Whom::Among { who: able.clone(), on: Squares::Every, chooser: Chooser::Mover };
    let deed = men::predicate(c, chosen, &Cast::NOBODY)?;
    super::grounding::grounded(c, &Event::Turn, std::slice::from_ref(&deed))?;
    c.comma();
    let said = inside || c.take("instead of moving").is_some() || before;
    c.comma();
    c.maybe("but");
    match first.or(early).or_else(|| c.attempt(counters::often)) {
        Some(often) if each => often_each_man(c, able, deed, often),
        Some(often) => often_each(c, None, vec![deed], often),
        None => {
            let note = (!said).then(|| "instead of a move".to_string());
            let assumed = note.into_iter().chain(std::mem::take(&mut c.stance_mut().assumed)).collect();
            settled(Form::Action(Action { who: None, deeds: vec![deed] }), assumed)
        }
    }
}

/// `A ship (ships, S) is a new piece worth 5 points.`
pub fn kind(c: &mut Cursor) -> Option<Statement> {
    let statement = declare::kind(c)?;
    if let Statement::Forms(forms) = &statement
        && forms.iter().any(|(form, _)| matches!(form, Form::Kind(kind) if kind.royal || kind.unlettered))
    {
        let problem = Diagnostic::new(
            crate::rule::OF_AMENDMENTS,
            c.span_from(0),
            "R13: which piece decides the game is no matter for a rule".to_string(),
        );
        return c.refuse(problem.hint(crate::rule::ROYALTY));
    }
    Some(statement)
}
