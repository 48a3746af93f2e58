//! What has happened before: `the opponent has moved a queen or rook two turns ago`, `any piece was captured in the last three turns`.

use super::counts::{often, several};
use super::men::some;
use super::player::{player, reference};
use super::{latest, men, squares};
use crate::board::REMEMBERED_TURNS;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::logic::{all, negated};
use crate::rule::syntax::{acts, nouns};
use crate::rule::words::Lexeme;
use crate::rule::{Act, Class, Comparison, Condition, How, Number, Past, Player, Ref, When};

/// How many turns back the game remembers.
pub const MAX_MEMORY: u32 = REMEMBERED_TURNS;

/// A condition on the past.
pub fn happened(c: &mut Cursor) -> Option<Condition> {
    // "the mover has captured three knights"
    if let Some(found) = c.attempt(|c| {
        let all = universal_player(c);
        let who = player(c).filter(|who| *who != Player::Each || !all)?;
        c.maybe_one_of(&["has", "have"]);
        captures_of(c, &if who == Player::Each { Player::Mover } else { who })
    }) {
        return Some(found);
    }
    let mut when = time(c);
    if when.is_some() {
        c.comma();
    }
    let from = c.at();
    let told = c.attempt(by_player);
    let by_men = told.is_none();
    let (by, mut act, just) = told.or_else(|| c.attempt(self::by_men))?;
    ends(c, &mut act);
    if when.is_none()
        && let Some(times) = c.attempt(each_time)
    {
        let done = |when| Condition::Happened(Past { act: Box::new(act.clone()), by: by.clone(), man: None, when });
        return all(times.into_iter().map(done).collect());
    }
    if when.is_none() {
        when = time(c).or_else(|| just.then_some(When::JustBefore));
    }
    // "a piece of the same kind as the one you moved last turn": both happened then
    if when.is_none()
        && !just
        && let Some(then) = latest::compared_with(&act)
    {
        c.assume("that time is said of both");
        when = Some(then);
    }
    let perfect = by_men || c.since(from).iter().any(|lexeme| lexeme.means("has") || lexeme.means("have"));
    let when = when.unwrap_or_else(|| if perfect { When::Ever } else { once(c, &act) });
    Some(Condition::Happened(Past { act: Box::new(act), by, man: None, when }))
}

/// "If the opponent moved a knight" tells of one time; what is waited for may come at any.
fn once(c: &mut Cursor, act: &Act) -> When {
    // nobody castles twice
    if act.how == How::Castle || c.since(0).iter().any(|lexeme| lexeme.means("until") || lexeme.means("once")) {
        return When::Ever;
    }
    c.assume("on his last turn; for any time so far say \"has\"");
    When::LastTurn
}

/// After "of the same kind as": `the piece that the opponent has just moved`, `the piece that was captured last turn`: such a one did that.
pub fn alike(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let other = if of == Ref::Itself { Ref::Outer } else { of };
    let one = latest::the_one(c)?;
    Some(one.was(Class::EVERY.such_that(Condition::SameKind(Ref::Itself, other))))
}

/// What a man itself has done, after "it" or "that": `has captured a rook`, `has not moved for five turns`, `moved last turn`.
pub fn did(c: &mut Cursor, of: Ref) -> Option<Condition> {
    // "was moved" is "moved"; "was captured" is something else
    let moved = c.sees(1, "moved") || c.sees(1, "just") && c.sees(2, "moved");
    let has = c.maybe_one_of(&["has", "have"]).is_some() || moved && c.maybe_one_of(&["was", "were"]).is_some();
    let denied = has && super::not(c);
    // "has stood on the same square for twelve turns": it has not moved
    if has
        && let Some(turns) = c.attempt(|c| {
            c.maybe("stood still").then_some(())?;
            lately(c)
        })
    {
        let moved = Past { act: Box::new(Act::any(Class::EVERY)), by: None, man: Some(of), when: When::Lately(turns) };
        let moved = Condition::Happened(moved);
        return Some(if denied { moved } else { negated(moved) });
    }
    deed_of(c, of, denied)
}

/// The same after "has" or "has not".
pub fn deed_of(c: &mut Cursor, of: Ref, denied: bool) -> Option<Condition> {
    let just = c.maybe("just");
    let mut act = Act::any(Class::EVERY);
    match c.maybe_one_of(&["moved", "captured piece", "captured", "given check", "castled", "promoted"])? {
        "moved" => {}
        "captured piece" => act.how = How::Capture(Class::EVERY),
        "captured" => {
            if let Some((how, many, victims)) = c.attempt(|c| {
                let (how, many) = several(c)?;
                Some((how, many, c.nested(men)?))
            }) {
                act.how = How::Capture(victims);
                let past = Box::new(Past { act: Box::new(act), by: None, man: Some(of), when: time(c).unwrap_or(When::Ever) });
                let found = Condition::Compare(Number::Times(past), how, Number::Is(many));
                return Some(if denied { negated(found) } else { found });
            }
            let victims = c.attempt(|c| c.nested(some)).unwrap_or(Class::EVERY);
            act.how = acts::captures(c, victims);
        }
        "castled" => act.how = How::Castle,
        "promoted" => act.how = How::Promote(kinds(c)),
        _ => act.how = How::Check,
    }
    happened_of(c, of, denied, act, just)
}

/// The rest of it: on what purpose, whence, whither, when.
pub fn happened_of(c: &mut Cursor, of: Ref, denied: bool, mut act: Act, just: bool) -> Option<Condition> {
    ends(c, &mut act);
    let row = c.at();
    let running = c.attempt(in_a_row).map(on_so_many);
    let running = if denied { running.map(|when| throughout(when, c.since(row))) } else { running };
    // "has captured twice", "has captured two pawns"
    if !denied
        && running.is_none()
        && let Some((how, many)) = c.attempt(often)
    {
        let when = time(c).unwrap_or(When::Ever);
        if act == Act::any(Class::EVERY) && when == When::Ever {
            return None;
        }
        let past = Box::new(Past { act: Box::new(act), by: None, man: Some(of), when });
        return Some(Condition::Compare(Number::Times(past), how, Number::Is(many)));
    }
    if !denied
        && running.is_none()
        && let Some(times) = c.attempt(each_time)
    {
        let done = |when| Condition::Happened(Past { act: Box::new(act.clone()), by: None, man: Some(of), when });
        return all(times.into_iter().map(done).collect());
    }
    let since = if denied && running.is_none() { c.attempt(lately).map(When::Lately) } else { running };
    let when = since.or_else(|| time(c)).or_else(|| just.then_some(When::JustBefore));
    let when = if denied { when.map(|when| throughout(when, c.since(row))) } else { when };
    // that it has moved at all is asked by the number of its moves
    if when.is_none_or(|when| when == When::Ever) && act == Act::any(Class::EVERY) {
        return None;
    }
    let done = Condition::Happened(Past { act: Box::new(act), by: None, man: Some(of), when: when.unwrap_or(When::Ever) });
    Some(if denied { negated(done) } else { done })
}

/// What has not happened in the last turns has lasted for all of them: in the first turns nothing can have. "Not twice in a row", "not on all of
/// the last two turns" leaves some of them; "not for two turns in a row" leaves none.
fn throughout(when: When, said: &[Lexeme]) -> When {
    let of_all = said.iter().any(|lexeme| ["twice", "times", "all"].iter().any(|word| lexeme.token.is_word(word)));
    match when {
        When::Within(turns) if turns > 1 => When::Lately(turns),
        When::Running(turns) if !of_all => When::Lately(turns),
        other => other,
    }
}

/// After "the number of times": `it has captured any rook`, `the opponent has castled`.
pub fn times(c: &mut Cursor) -> Option<Number> {
    c.maybe("that");
    let found = c.attempt(|c| {
        let of = reference(c)?;
        did(c, of)
    });
    match found.or_else(|| happened(c))? {
        Condition::Happened(past) => Some(Number::Times(Box::new(past))),
        _ => None,
    }
}

/// `for five turns`, `in five turns`.
pub fn lately(c: &mut Cursor) -> Option<u8> {
    c.maybe_one_of(&["for", "in", "within"])?;
    c.maybe("at least");
    let from = c.at();
    let number = c.take_number("a number of turns")?;
    c.maybe("turn").then_some(())?;
    c.maybe_one_of(&["in a row", "running"]);
    remembered(c, number, from)
}

/// A number of turns that the game remembers.
fn remembered(c: &mut Cursor, number: u32, from: usize) -> Option<u8> {
    if (1..=MAX_MEMORY).contains(&number) {
        return Some(number as u8);
    }
    let problem = Diagnostic::new("L007", c.span_from(from), format!("{number} turns: the last {MAX_MEMORY} are remembered"));
    c.refuse(problem)
}

/// On what purpose, whence and whither.
fn ends(c: &mut Cursor, act: &mut Act) {
    while c
        .attempt(|c| {
            if act.how == How::Any && c.maybe("without capturing") {
                act.how = How::Quiet;
            } else if act.from.is_none() && c.maybe("from") {
                act.from = Some(c.nested(squares::single)?);
            } else if act.over.is_none() && c.maybe("over") {
                act.over = Some(c.nested(squares::single)?);
            } else if act.to.is_none() && c.maybe_one_of(&["to", "on"]).is_some() {
                act.to = Some(c.nested(squares::single)?);
            } else {
                return None;
            }
            Some(())
        })
        .is_some()
    {}
}

/// `white has moved a pawn`, `the opponent has captured a knight with a rook`.
fn by_player(c: &mut Cursor) -> Option<(Option<Player>, Act, bool)> {
    let all = universal_player(c);
    let who = player(c)?;
    // that each of them has done it is not one event
    (who != Player::Each || !all).then_some(())?;
    let just = auxiliary(c);
    // "has already moved this turn"
    if c.peek().is_some_and(|lexeme| lexeme.token.is_word("already")) {
        c.maybe("so far");
    }
    done(c).map(|act| (Some(who).filter(|who| *who != Player::Each), act, just))
}

/// After a player's men: `was captured last turn`, `have just been captured`.
pub fn befell(c: &mut Cursor, men: Class) -> Option<Condition> {
    c.maybe_one_of(&["has", "have", "was", "were"])?;
    let just = c.maybe("just");
    c.maybe("been");
    let just = just || c.maybe("just");
    c.maybe("captured").then_some(())?;
    let when = time(c).or_else(|| just.then_some(When::JustBefore)).unwrap_or(When::Ever);
    let act = Act { how: How::Capture(men), ..Act::any(Class::EVERY) };
    Some(Condition::Happened(Past { act: Box::new(act), by: None, man: None, when }))
}

/// Whether all players are meant that follow: `every player`, not `a player`.
pub fn universal_player(c: &Cursor) -> bool {
    const ALL: [&str; 6] = ["each", "every", "all", "both", "everybody", "everyone"];
    c.peek().is_some_and(|lexeme| ALL.iter().any(|word| lexeme.token.is_word(word)))
}

/// What a player has done or not done, after "has": `captured a piece last turn`, `not moved a pawn in the last three turns`.
pub fn done_by(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let perfect = c.back().is_some_and(|last| last.means("has") || last.means("have"));
    let denied = super::not(c);
    if let Some(found) = c.attempt(|c| captures_of(c, who)) {
        return Some(if denied { negated(found) } else { found });
    }
    let just = c.maybe("just");
    let mut act = done(c)?;
    ends(c, &mut act);
    if !denied && let Some(times) = c.attempt(each_time) {
        let done = |when| Condition::Happened(Past { act: Box::new(act.clone()), by: Some(who.clone()), man: None, when });
        return all(times.into_iter().map(done).collect());
    }
    let from = c.at();
    let since = if denied { c.attempt(lately).map(When::Lately) } else { None };
    let when = since.or_else(|| time(c)).or_else(|| just.then_some(When::JustBefore));
    let when = when.unwrap_or_else(|| if perfect { When::Ever } else { once(c, &act) });
    let when = if denied { throughout(when, c.since(from)) } else { when };
    let done = Condition::Happened(Past { act: Box::new(act), by: Some(who.clone()), man: None, when });
    Some(if denied { negated(done) } else { done })
}

/// `captured three knights`, `captured more pieces in the last three turns than the opponent`: how often a player has.
fn captures_of(c: &mut Cursor, who: &Player) -> Option<Condition> {
    c.maybe("captured").then_some(())?;
    let times = |by: &Player, victims: &Class, when| {
        let act = Act { how: How::Capture(victims.clone()), ..Act::any(Class::EVERY) };
        Number::Times(Box::new(Past { act: Box::new(act), by: Some(by.clone()), man: None, when }))
    };
    if let Some((how, many, victims)) = c.attempt(|c| {
        let (how, many) = several(c)?;
        Some((how, many, c.nested(men)?))
    }) {
        // how many in all is known for ever
        let when = time(c)?;
        return Some(Condition::Compare(times(who, &victims, when), how, Number::Is(many)));
    }
    let (how, than) = match c.maybe_one_of(&["more", "fewer", "less", "as many"])? {
        "more" => (Comparison::More, "than"),
        "as many" => (Comparison::Equal, "like"),
        _ => (Comparison::Less, "than"),
    };
    let victims = c.nested(men)?;
    let before = time(c);
    c.maybe(than).then_some(())?;
    let other = player(c)?;
    c.maybe_one_of(&["has", "have"]);
    let when = before.or_else(|| time(c)).unwrap_or(When::Ever);
    Some(Condition::Compare(times(who, &victims, when), how, times(&other, &victims, when)))
}

/// What a player does with his men, after "has".
pub fn done(c: &mut Cursor) -> Option<Act> {
    let act = |who, how| Act { how, ..Act::any(who) };
    Some(match c.maybe_one_of(&["moved", "captured piece", "captured", "given check", "castled", "promoted", "gave check"])? {
        // "you have moved this turn", "the opponent has not moved"
        "moved" if says_no_more(c) => act(Class::EVERY, How::Any),
        "moved" => act(c.nested(some)?, How::Any),
        "captured piece" => act(with(c)?, How::Capture(Class::EVERY)),
        "captured" => {
            let victim = c.attempt(|c| c.nested(some)).unwrap_or(Class::EVERY);
            let how = acts::captures(c, victim);
            act(with(c)?, how)
        }
        "castled" => act(with(c)?, How::Castle),
        "promoted" => {
            let who = c.attempt(|c| c.nested(some)).unwrap_or(Class::EVERY);
            act(who, How::Promote(kinds(c)))
        }
        _ => act(with(c)?, How::Check),
    })
}

/// Whether nothing is said of what was moved: a time follows, or nothing at all.
fn says_no_more(c: &Cursor) -> bool {
    let timed = time(&mut c.fork()).is_some() || lately(&mut c.fork()).is_some();
    timed || c.peek().is_none_or(|next| next.token.is_mark(",") || next.token.is_mark(")"))
}

/// `with a rook`; any man where nothing is said.
fn with(c: &mut Cursor) -> Option<Class> {
    if !c.maybe("with") {
        return Some(Class::EVERY);
    }
    c.nested(some)
}

/// `has`, `was`; whether it happened just now: in the phase before this one.
pub fn auxiliary(c: &mut Cursor) -> bool {
    c.maybe_one_of(&["has", "have", "was", "were"]);
    let just = c.maybe("just");
    c.maybe("been");
    just || c.maybe("just")
}

/// `any queen has moved`, `any piece was captured`, `any knight has captured a pawn`.
fn by_men(c: &mut Cursor) -> Option<(Option<Player>, Act, bool)> {
    // "every pawn has moved" is no event
    if super::universal(c) {
        return None;
    }
    if !c.maybe("one of") {
        c.one();
    }
    let who = c.nested(some)?;
    let passive = c.sees(0, "was") || c.sees(0, "were") || c.sees(1, "been");
    let just = auxiliary(c);
    let act = |who, how| Act { how, ..Act::any(who) };
    let done = match c.maybe_one_of(&["moved", "captured piece", "captured", "given check", "castled", "promoted"])? {
        "moved" => act(who, How::Any),
        "captured" if passive => {
            let by = if c.maybe("by") { c.nested(some)? } else { Class::EVERY };
            act(by, How::Capture(who))
        }
        "captured piece" => act(who, How::Capture(Class::EVERY)),
        "captured" => {
            let victim = c.attempt(|c| c.nested(some)).unwrap_or(Class::EVERY);
            act(who, acts::captures(c, victim))
        }
        "castled" => act(who, How::Castle),
        "promoted" => act(who, How::Promote(kinds(c))),
        _ => act(who, How::Check),
    };
    Some((None, done, just))
}

/// `to a queen or a rook`; none: any.
fn kinds(c: &mut Cursor) -> Vec<String> {
    let found = c.attempt(|c| {
        c.maybe("to").then_some(())?;
        c.maybe("a");
        nouns::kind_list(c)
    });
    found.unwrap_or_default()
}

/// After "no": `knight has moved`, `piece was captured in the last five turns`, `piece has moved for five turns`.
pub fn not_happened(c: &mut Cursor) -> Option<Condition> {
    let from = c.at();
    let Condition::Happened(mut past) = happened(c)? else { return None };
    past.when = match past.when {
        When::Ever => c.attempt(lately).map_or(When::Ever, When::Lately),
        when => throughout(when, c.since(from)),
    };
    Some(negated(Condition::Happened(past)))
}

/// Several times, at each of which it happened: `one turn ago and two turns ago`.
fn each_time(c: &mut Cursor) -> Option<Vec<When>> {
    let mut times = vec![time(c)?];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joint = c.maybe_one_of(&["and", "but"]).is_some();
        (comma || joint).then_some(())?;
        time(c)
    }) {
        times.push(next);
    }
    (times.len() > 1).then_some(times)
}

/// Turn after turn.
fn on_so_many(turns: u8) -> When {
    if turns == 1 { When::LastTurn } else { When::Running(turns) }
}

/// `on two turns in a row`, `on three consecutive turns`, `twice in a row`, `on each of the last three turns`, `on all of the last three turns`.
pub fn in_a_row(c: &mut Cursor) -> Option<u8> {
    let from = c.at();
    if c.maybe("twice") {
        return c.maybe("in a row").then_some(2);
    }
    c.maybe_one_of(&["on", "in", "during", "for"]);
    let all = c.attempt(|c| {
        c.peek().filter(|lexeme| lexeme.token.is_word("all"))?;
        c.skip();
        c.maybe("of");
        Some(())
    });
    let each = all.is_some() || c.maybe_one_of(&["each of", "every"]).is_some();
    if each {
        c.maybe_one_of(&["the", "its"]);
        c.maybe("last").then_some(())?;
    }
    let Sort::Number(number) = c.peek()?.token.sort else { return None };
    c.skip();
    let running = c.peek().is_some_and(|lexeme| ["consecutive", "successive"].iter().any(|word| lexeme.token.is_word(word)));
    c.maybe_one_of(&["turn", "times"])?;
    (each || c.maybe("in a row") || running).then_some(())?;
    remembered(c, number, from)
}

/// `two turns ago`, `in the last three turns`, `this turn`, `just before`, `so far`.
pub fn time(c: &mut Cursor) -> Option<When> {
    c.attempt(|c| {
        if let Some(word) =
            c.maybe_one_of(&["this turn", "last turn", "just before", "on the last occasion", "since this rule was made", "so far"])
        {
            // "if he captured last turn too"
            if word == "last turn" {
                c.maybe_one_of(&["too", "also"]);
            }
            return Some(match word {
                "this turn" => When::Within(1),
                "last turn" => When::LastTurn,
                "just before" => When::JustBefore,
                "on the last occasion" => When::Newest,
                "since this rule was made" => When::Since,
                _ => When::Ever,
            });
        }
        if let Some(turns) = c.attempt(in_a_row) {
            return Some(on_so_many(turns));
        }
        let from = c.at();
        let last = c.maybe("in the last");
        if last && c.maybe("turn") {
            return Some(When::LastTurn);
        }
        let number = if !last && c.maybe("a") { 1 } else { c.take_number("a number of turns")? };
        // in each of them: that is not remembered
        if last && ["consecutive", "successive"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word))) {
            return None;
        }
        c.maybe("turn").then_some(())?;
        if !last {
            c.maybe_one_of(&["ago", "before"])?;
        }
        let number = remembered(c, number, from)?;
        Some(match number {
            _ if last && c.attempt(|c| c.take("or so many have not been played")).is_some() => When::Lately(number),
            _ if last => When::Within(number),
            1 => When::LastTurn,
            number => When::Ago(number),
        })
    })
}
