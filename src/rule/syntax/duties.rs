//! Obligations: `Pawns must capture if able`, `A player who has a piece in the hot zone must move such a piece if able`, `..., otherwise he must
//! move a knight`.

use super::penalties::penalty;
use super::{Statement, acts, terms};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::words::Lexeme;
use crate::rule::{Act, Ban, Best, Class, Condition, Duty, Form, How, Kinds, Number, Owner, Player, Point, Ref, Squares};

/// `Rooks must move at least two squares.`: whoever moves one does it so; nobody has to.
pub fn limits(c: &mut Cursor) -> Option<Statement> {
    let who = terms::class(c)?;
    c.take("must")?;
    // "must stop next to a piece", "must stop on a light square": wherever else it could go
    let ends = ["stop", "stops", "end", "ends", "land", "lands"].iter().any(|verb| c.peek().is_some_and(|next| next.token.is_word(verb)));
    let from = c.at();
    let bans = super::bans::only(c, &who, true)?;
    let plain = c.since(from).len() == 1;
    // "must move to squares of the other colour": each of their moves does
    let shaded = |to: &Squares| {
        let inner = if let Squares::Not(inner) = to { inner } else { to };
        matches!(inner, Squares::InLine { lines, .. } if lines[..] == [crate::rule::Alike::Colour])
    };
    let of_moves = |ban: &crate::rule::Ban| {
        let said = !ban.act.counts.is_empty()
            || ban.act.ways != crate::rule::Ways::Every
            || ban.act.to.as_ref().is_some_and(|to| shaded(to) || ends);
        ban.act.how == How::Any && said
    };
    (!plain && bans.iter().all(of_moves)).then_some(())?;
    Some(Statement::Forms(bans.into_iter().map(|ban| (Form::Ban(ban), Vec::new())).collect()))
}

/// `Rooks that enter the swamp must stop on its first square.`: they may not go over one of its squares.
pub fn stops(c: &mut Cursor) -> Option<Statement> {
    if let Some(found) = c.attempt(stops_beyond_the_middle) {
        return Some(found);
    }
    let who = c.attempt(terms::class)?;
    let entered = c.attempt(|c| {
        c.take_one_of(&["that", "who"])?;
        c.take_one_of(&["enter", "arrive on"])?;
        terms::squares(c)
    });
    c.take_one_of(&["must", "may not"]).filter(|verb| *verb == "must")?;
    // "must stop on it" is the first square of it
    let onto = c.take_one_of(&["stop", "end its move", "arrive on"])? == "arrive on";
    if onto && entered.is_none() {
        return None;
    }
    if c.peek().is_some_and(|lexeme| lexeme.token.is_word("there")) {
        c.skip();
    }
    c.take("at once");
    c.take_one_of(&["when it enters", "on", "at", "in"]);
    let first = c.attempt(|c| {
        c.maybe_one_of(&["the", "its"]);
        c.sort(&Sort::Ordinal(1)).then_some(())?;
        c.take("square")?;
        c.maybe("of");
        Some(())
    });
    let named = c.attempt(terms::squares);
    if (first.is_some() || onto) && named.is_none() {
        c.it();
    }
    let there = match (entered, named) {
        (Some(there), Some(same)) if there == same => there,
        (Some(there), None) | (None, Some(there)) => there,
        _ => return None,
    };
    // Whoever is in it already may go on.
    let act = Act { from: Some(acts::outside(there.clone())), over: Some(there), ..Act::any(who) };
    Some(Statement::Forms(vec![(Form::Ban(Ban { act, lifted: false }), Vec::new())]))
}

/// `A piece that crosses the middle line must stop on the first square beyond it.`: of the other half it reaches the nearest rank alone, and so on its way back.
fn stops_beyond_the_middle(c: &mut Cursor) -> Option<Statement> {
    let who = c.attempt(terms::class)?;
    let line = |c: &mut Cursor| {
        c.maybe_one_of(&["the", "a", "that"]);
        c.maybe_one_of(&["centre", "middle line", "river"])
    };
    let crosses = c
        .attempt(|c| {
            c.take_one_of(&["that", "who"])?;
            c.maybe("cross").then_some(())?;
            line(c)
        })
        .is_some();
    c.take_one_of(&["must", "may not"]).filter(|verb| *verb == "must")?;
    c.take_one_of(&["stop", "end its move"])?;
    c.maybe_one_of(&["on", "at", "in"])?;
    c.maybe_one_of(&["the", "its"]);
    c.sort(&Sort::Ordinal(1)).then_some(())?;
    c.maybe_one_of(&["square", "rank"])?;
    c.maybe_one_of(&["beyond", "behind", "across", "after"])?;
    (line(c).is_some() || crosses && c.it()).then_some(())?;
    let ranks = terms::edge(c).filter(|ranks| ranks % 2 == 0)?;
    // there, and on the way back
    let ban = |own: bool, nearest: i32| {
        let nearest = Squares::Rank { number: Number::Is(nearest), own: true };
        let to = Squares::Both(vec![Squares::Half { own }, Squares::Not(Box::new(nearest))]);
        let act = Act { from: Some(Squares::Half { own: !own }), to: Some(to), ..Act::any(who.clone()) };
        (Form::Ban(Ban { act, lifted: false }), Vec::new())
    };
    Some(Statement::Forms(vec![ban(false, ranks / 2 + 1), ban(true, ranks / 2)]))
}

/// How a duty may be said.
const FORMS: [fn(&mut Cursor) -> Option<Act>; 4] = [captures, who_can, of_player, of_men];

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    let whole = |c: &mut Cursor, form| duty_or_penalty(c, form).filter(|_| c.end().is_some());
    FORMS.into_iter().find_map(|form| c.attempt(|c| whole(c, form)))
}

/// A duty that something else may follow.
pub fn held(c: &mut Cursor) -> Option<Statement> {
    FORMS.into_iter().find_map(|form| c.attempt(|c| duty(c, form)))
}

/// `the opponent must move a pawn`, which is a duty of his for a time; so is that of him whose piece has been captured, where there are two.
pub fn of_opponents(c: &mut Cursor) -> Option<Statement> {
    duty(c, |c| {
        let who = terms::subject(c)?;
        (who == Player::Opponent || who == Player::OwnerOf(Ref::Victim) && c.words.armies.len() <= 2).then_some(())?;
        c.take("must")?;
        let act = done(c)?;
        let who = Class { owner: Owner::Enemy, ..act.who };
        Some(Act { who, ..act })
    })
}

/// What a player must do who has been named: `must move a pawn`.
pub fn of_his(c: &mut Cursor, who: &Class) -> Option<Statement> {
    duty(c, |c| {
        c.take("must")?;
        let act = done(c)?;
        let who = Class { owner: who.owner.clone(), ..act.who };
        Some(Act { who, ..act })
    })
}

/// What is said of men that have been named: `must capture if able`.
pub fn said_of(c: &mut Cursor, who: &Class) -> Option<Statement> {
    duty(c, |c| {
        c.take("must")?;
        acts::act(c, who)
    })
}

fn duty(c: &mut Cursor, form: impl Fn(&mut Cursor) -> Option<Act>) -> Option<Statement> {
    let from = c.at();
    let (duty, able) = alternatives(c, form)?;
    not_another(c, from)?;
    let assumed = if able { Vec::new() } else { vec!["if they can".to_string()] };
    Some(Statement::Forms(vec![(Form::Duty(duty), assumed)]))
}

/// "Must move another piece": other than which is for the condition to say.
fn not_another(c: &mut Cursor, from: usize) -> Option<()> {
    let moves = |two: &[Lexeme]| two[0].means("move") && two[1].token.is_word("another");
    if !c.since(from).windows(2).any(moves) {
        return Some(());
    }
    let problem = Diagnostic::new("L004", c.span_from(from), "it is not said than which piece it is another".to_string());
    c.refuse(problem.hint("say which may not move: Pieces that have moved last turn may not move. A player who has moved {man} last turn must move a piece that has not moved last turn if able"))
}

/// A duty, with what must be done in its place, and whether it is said that only who can must.
fn alternatives(c: &mut Cursor, form: impl Fn(&mut Cursor) -> Option<Act>) -> Option<(Duty, bool)> {
    let subject = subject(c);
    let from = c.at();
    let (act, mut able) = asked(c, form)?;
    // "must capture or move two squares" are two things, where "may not capture or move" is one
    let either = |lexeme: &Lexeme| lexeme.means("move and capture") && lexeme.tokens > 1 && lexeme.token.is_word("capture");
    if c.since(from).iter().any(either) {
        return None;
    }
    let mut or = Vec::new();
    while let Some((next, next_able)) = c.attempt(|c| as_well(c, &act, subject)) {
        or.push(next);
        able |= next_able;
    }
    let best = c.attempt(best);
    let mut otherwise = Vec::new();
    while let Some((next, next_able)) = c.attempt(|c| in_its_place(c, &act)) {
        otherwise.push(next);
        able |= next_able;
    }
    Some((Duty { act, or, best, otherwise }, able))
}

/// `, of several moves the longest one`, `, of several pieces the most valuable one`.
fn best(c: &mut Cursor) -> Option<Best> {
    c.comma();
    c.take("of several")?;
    let moves = c.take_one_of(&["move", "piece"])? == "move";
    c.maybe("the");
    let best = match c.take_one_of(&["longest", "shortest", "most valuable", "least valuable"])? {
        "longest" => Best::Longest,
        "shortest" => Best::Shortest,
        "most valuable" => Best::MostValuable,
        _ => Best::LeastValuable,
    };
    c.one().then_some(())?;
    (moves == matches!(best, Best::Longest | Best::Shortest)).then_some(best)
}

/// The same, or what happens to him who does not do it.
fn duty_or_penalty(c: &mut Cursor, form: fn(&mut Cursor) -> Option<Act>) -> Option<Statement> {
    let penalised = c.attempt(|c| {
        let (duty, able) = alternatives(c, form)?;
        let alone = duty.otherwise.is_empty() && duty.or.is_empty() && duty.best.is_none();
        let (form, assumed, able) = alone.then(|| penalty(c, &duty.act, able))??;
        let duty = able.then(|| (Form::Duty(duty), Vec::new()));
        Some(Statement::Forms(duty.into_iter().chain([(form, assumed)]).collect()))
    });
    penalised.or_else(|| duty(c, form))
}

/// What must be done, and whether it is said that only who can must.
fn asked(c: &mut Cursor, form: impl Fn(&mut Cursor) -> Option<Act>) -> Option<(Act, bool)> {
    let before = ahead_able(c);
    let act = form(c)?;
    let able = c.attempt(|c| {
        c.comma();
        c.maybe_one_of(&["too", "also"]);
        c.take("if able")
    });
    c.maybe_one_of(&["too", "also"]);
    Some((act, able.is_some() || before))
}

/// Who must.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Player,
    /// One who has such men, and must move one of them.
    PlayerWith,
    Men,
}

fn subject(c: &Cursor) -> Subject {
    let mut rest = c.fork();
    ahead_able(&mut rest);
    if player(&mut rest).is_none() {
        return Subject::Men;
    }
    rest.maybe_one_of(&["that", "who"]);
    if ["has", "have", "with"].iter().any(|word| rest.sees(0, word)) { Subject::PlayerWith } else { Subject::Player }
}

fn asks(such: &Condition, what: &Condition) -> bool {
    such == what || matches!(such, Condition::All(parts) if parts.contains(what))
}

/// `or move a knight`, `, or knights must move`: what does as well.
fn as_well(c: &mut Cursor, first: &Act, subject: Subject) -> Option<(Act, bool)> {
    c.comma();
    c.take("or")?;
    c.comma();
    if let Some(said) = c.attempt(|c| asked(c, |c| c.attempt(of_player).or_else(|| c.attempt(of_men)))) {
        return Some(said);
    }
    asked(c, |c| {
        c.attempt(|c| {
            he(c)?;
            c.take("must")
        });
        match subject {
            Subject::Men => acts::act(c, &first.who),
            Subject::PlayerWith => None,
            Subject::Player => {
                let act = done(c)?;
                let owner = if act.who.owner == Owner::Anyone { first.who.owner.clone() } else { act.who.owner.clone() };
                let who = Class { owner, ..act.who };
                let in_check = Condition::Check(Player::OwnerOf(Ref::Itself));
                let who = if first.who.such.as_deref().is_some_and(|such| asks(such, &in_check)) { who.such_that(in_check) } else { who };
                Some(Act { who, ..act })
            }
        }
    })
}

/// `, otherwise he must move a knight`: what must be done where no move does the first.
fn in_its_place(c: &mut Cursor, first: &Act) -> Option<(Act, bool)> {
    otherwise(c)?;
    // "capture with a pawn, failing that with a knight": the same with others
    if let Some(same) = c.attempt(|c| {
        c.take("with")?;
        let men = terms::class(c)?;
        let owner = if matches!(men.owner, Owner::Own | Owner::Anyone) { first.who.owner.clone() } else { men.owner.clone() };
        asked(c, |_| Some(Act { who: Class { owner: owner.clone(), ..men.clone() }, ..first.clone() }))
    }) {
        return Some(same);
    }
    // "pawns must capture, otherwise they must move forward": the pawns
    if first.who.kinds != Kinds::Every
        && let Some(same) = c.attempt(|c| {
            c.it().then_some(())?;
            c.take("must")?;
            asked(c, |c| acts::act(c, &first.who))
        })
    {
        return Some(same);
    }
    let own = c.attempt(|c| {
        // "it" is no player where men were spoken of
        (first.who.kinds == Kinds::Every || !c.sees(0, "it") || c.player_meant().is_some()).then_some(())?;
        he(c)?;
        c.take("must")?;
        done(c)
    });
    match own {
        // whose men must do the first is whose must do this
        Some(act) if act.who.owner == Owner::Anyone => {
            let act = Act { who: Class { owner: first.who.owner.clone(), ..act.who }, ..act };
            asked(c, |_| Some(act.clone()))
        }
        Some(act) => asked(c, |_| Some(act.clone())),
        None => asked(c, |c| c.attempt(of_player).or_else(|| c.attempt(of_men))),
    }
}

pub fn otherwise(c: &mut Cursor) -> Option<()> {
    c.comma();
    c.maybe(";");
    c.maybe_one_of(&["and", "but", "or"]);
    c.take_one_of(&["otherwise", "failing that"])?;
    c.comma();
    Some(())
}

/// He who must.
fn he(c: &mut Cursor) -> Option<()> {
    let him = c.sees(0, "it") || c.sees(0, "you");
    if him && c.player_meant().is_some() {
        c.skip();
        return Some(());
    }
    if c.it() {
        return Some(());
    }
    c.maybe("the");
    c.take_one_of(&["player", "mover"]).map(|_| ())
}

/// `If possible, ...`
fn ahead_able(c: &mut Cursor) -> bool {
    let there = c.take("if able").is_some();
    if there {
        c.comma();
    }
    there
}

/// `Captures must be made.`, `Capturing is compulsory.`
fn captures(c: &mut Cursor) -> Option<Act> {
    c.take("captures must be made")?;
    Some(Act { how: How::Capture(Class::EVERY), ..Act::any(Class::EVERY) })
}

/// `If a player can capture a pawn, he must`, `If a pawn can capture, it must do so`: the duty is for those who can.
fn who_can(c: &mut Cursor) -> Option<Act> {
    c.take("when")?;
    let of_player = c.attempt(|c| {
        let owner = player(c)?;
        c.take("may")?;
        let act = done(c)?;
        Some(Act { who: Class { owner: owner.unwrap_or(act.who.owner), ..act.who }, ..act })
    });
    let act = match of_player {
        Some(act) => act,
        None => {
            let who = terms::class(c)?;
            c.take("may")?;
            acts::act(c, &who)?
        }
    };
    c.comma();
    he(c)?;
    c.take("must")?;
    c.maybe("do");
    c.maybe_one_of(&["so", "it"]);
    Some(act)
}

/// `Pawns must capture.`
fn of_men(c: &mut Cursor) -> Option<Act> {
    let who = terms::class(c)?;
    c.take("must")?;
    // "must return to the square it came from": where it stood before its last move
    if c.peek().is_some_and(|lexeme| lexeme.means("stays where it was") && !lexeme.token.word.starts_with("stay")) {
        c.skip();
        return Some(Act { to: Some(Squares::At(Point::Before(Ref::Actor))), ..Act::any(who) });
    }
    acts::act(c, &who)
}

/// `A player who has a piece in the hot zone must move such a piece.`, `Every player in check must move the king.`, `White must capture with pawns.`
fn of_player(c: &mut Cursor) -> Option<Act> {
    let owner = player(c)?;
    let has = c.attempt(|c| {
        c.take_one_of(&["that", "who", "with"])?;
        c.take_one_of(&["has", "have"]);
        terms::class(c)
    });
    let in_check = has.is_none()
        && c.attempt(|c| {
            c.take_one_of(&["that", "who"]);
            c.take_one_of(&["is", "are"]);
            c.take("in check")
        })
        .is_some();
    c.take("must")?;
    let mut act = match &has {
        Some(men) => with_such(c, men)?,
        None => done(c)?,
    };
    if let Some(owner) = owner {
        act.who.owner = owner;
    }
    if in_check {
        act.who = act.who.such_that(Condition::Check(Player::OwnerOf(Ref::Itself)));
    }
    Some(act)
}

/// Whose men; none for any player's.
fn player(c: &mut Cursor) -> Option<Option<Owner>> {
    let from = c.at();
    let who = terms::subject(c)?;
    if who == Player::Mover && c.since(from).iter().any(|lexeme| lexeme.means("opponent")) {
        return Some(Some(Owner::Own));
    }
    terms::movers_of(&who).map(|owner| (owner != Owner::Anyone).then_some(owner))
}

/// `move such a piece`, `capture with it`: with one of those whom the player must have for that. Anything else is a duty under a condition.
fn with_such(c: &mut Cursor, men: &Class) -> Option<Act> {
    let such = |c: &mut Cursor| c.take_one_of(&["such a piece", "it", "one of them"]).map(|_| ());
    let moved = c.attempt(|c| {
        c.take("move")?;
        such(c)?;
        let mut act = Act::any(men.clone());
        acts::details(c, &mut act);
        Some(act)
    });
    moved.or_else(|| {
        let mut act = acts::act(c, men)?;
        c.take("with")?;
        such(c)?;
        acts::details(c, &mut act);
        Some(act)
    })
}

/// `move the king`, `capture pawns with a rook`, `give check`.
pub fn done(c: &mut Cursor) -> Option<Act> {
    let handled = c.attempt(|c| {
        c.take("move")?;
        c.maybe("its");
        let mut act = Act::any(own(terms::class(c)?));
        acts::details(c, &mut act);
        Some(act)
    });
    if handled.is_some() {
        return handled;
    }
    let mut act = acts::act(c, &Class::EVERY)?;
    if let Some(men) = c.attempt(|c| c.take("with").and_then(|()| terms::class(c))) {
        act.who = own(men);
        acts::details(c, &mut act);
    }
    Some(act)
}

/// A player's own men are any men of those who move.
fn own(men: Class) -> Class {
    if men.owner == Owner::Own { Class { owner: Owner::Anyone, ..men } } else { men }
}
