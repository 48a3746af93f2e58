//! What happens when something else does, and instants: `After a rook moves, it may move again`, `At the start of white's phase, ...`,
//! `All pawns on the fourth rank are removed`, `ON REPEAL: ...`.

use super::deeds::{Cast, beside, deeds, men, whom};
use super::{Statement, acts, bans, nouns, terms};
use crate::rule::cursor::{Cursor, Expected, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lasting::the_man;
use crate::rule::lexer::Sort;
use crate::rule::logic::{all, negated};
use crate::rule::walk::{self, Part};
use crate::rule::{
    Act, Chooser, Class, Clause, Comparison, Condition, Deed, Event, Form, Heading, How, Kinds, Lasting, Number, Once, Owner, Past, Player,
    Point, Ref, Span, Squares, Trigger, When, Whom,
};

/// The most often that "for the third time" counts.
const MAX_TIMES: u32 = 24;

/// An event, whom it brings into play, and what was assumed for it.
struct Said {
    event: Event,
    cast: Cast,
    /// Whom "it" means.
    it: Ref,
    /// Of whom the deeds are told.
    told: Told,
    /// How often it must have happened before.
    nth: Option<Condition>,
    assumed: Vec<String>,
}

impl Said {
    fn plain(event: Event) -> Said {
        Said { event, cast: Cast::NOBODY, it: Ref::Actor, told: Told::OfMover, nth: None, assumed: Vec::new() }
    }
}

/// `A player may move two pawns in one turn.`: after the one he may move another.
pub fn several_moves(c: &mut Cursor) -> Option<Statement> {
    let player = terms::subject(c)?;
    let owner = terms::movers_of(&player)?;
    // "both players move twice" leaves it to them as well
    let must = c.maybe_one_of(&["may", "must"]) == Some("must");
    c.take("move")?;
    let who = if c.maybe("twice") {
        Class::EVERY
    } else if let Some(men) = c.attempt(|c| {
        let men = terms::men(c)?;
        c.maybe("twice").then_some(men)
    }) {
        men
    } else {
        c.take_number("two").filter(|number| *number == 2)?;
        terms::men(c)?
    };
    c.attempt(|c| {
        let each = c.take_one_of(&["in", "on", "during", "per", "every", "a"])?;
        (["per", "every", "a"].contains(&each) || c.one() || c.take_one_of(&["a", "every", "the"]).is_some()).then_some(())?;
        c.maybe("same");
        c.take_one_of(&["turn", "phase", "move"])
    });
    let event = Event::Act(Act::any(Class { owner, ..who.clone() }));
    let again = Deed::Again { act: Act::any(Class { owner: Owner::Own, ..who }), must, like: None };
    Some(Statement::Forms(vec![(Form::Trigger(Trigger { event, deeds: vec![again], once: None }), Vec::new())]))
}

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    let counted = c.attempt(|c| {
        let nth = nth_time(c)?;
        c.maybe("that");
        Some(nth)
    });
    let first = counted.filter(|nth| *nth == 1);
    let mut for_each = false;
    let once = first.is_some()
        || c.attempt(|c| {
            c.take("only once")?;
            for_each = c
                .attempt(|c| {
                    c.take("for")?;
                    c.take("every")?;
                    c.take("piece")
                })
                .is_some();
            c.comma();
            Some(())
        })
        .is_some();
    let found = if let Some(nth) = counted {
        c.attempt(|c| {
            let mut said = acted(c)?;
            if nth > 1
                && let Event::Act(act) = &said.event
            {
                said.nth = Some(happened_before(act.clone(), None, nth));
            }
            after(c, said)
        })
    } else {
        c.attempt(event_first)
            .or_else(|| c.attempt(who_does))
            .or_else(|| c.attempt(event_inside))
            .or_else(|| c.attempt(event_last))
            .or_else(|| c.attempt(instant))
    };
    let (said, mut deeds) = found?;
    c.end()?;
    // in each player's phase it is he who does it
    if matches!(said.event, Event::Opens(Some(Player::Each)) | Event::Closes(Some(Player::Each))) {
        let own = |deed| if let Deed::EachPlayer(own) = deed { own } else { vec![deed] };
        deeds = deeds.into_iter().flat_map(own).collect();
    }
    if matches!(said.event, Event::Opens(_) | Event::Turn) {
        deeds = deeds.into_iter().map(after_the_first).collect();
    }
    grounded(c, &said.event, &deeds)?;
    let mut assumed = said.assumed;
    assumed.append(&mut c.assumed);
    let of_it = first.is_some() && done_to_it(&said.event, &mut deeds);
    if of_it {
        assumed.push("the first time for each piece".to_string());
    }
    let once = once.then(|| if of_it || for_each { Once::Man(it(&said.event)) } else { Once::Ever });
    Some(Statement::Forms(vec![(Form::Trigger(Trigger { event: said.event, deeds, once }), assumed)]))
}

/// "The first time a pawn is captured, it ..." is said of each pawn; what is done to others happens once and for all.
fn done_to_it(event: &Event, deeds: &mut [Deed]) -> bool {
    deeds.iter_mut().any(|deed| deed.done_to().is_some_and(|who| *who == Whom::That(it(event))))
}

/// To whom it happens: the captured man where it is not said who captures, else who acts.
fn it(event: &Event) -> Ref {
    match event {
        Event::Act(act) | Event::Would(act) if matches!(act.how, How::Capture(_)) && act.who == Class::EVERY => Ref::Victim,
        _ => Ref::Actor,
    }
}

/// A further move that is given before any has been made follows the first one of this turn.
fn after_the_first(deed: Deed) -> Deed {
    let all = |then: Vec<Deed>| then.into_iter().map(after_the_first).collect();
    match deed {
        Deed::Again { act, must, like } => {
            let own = Class { owner: Owner::Own, ..Class::EVERY };
            let act = if act.who == Class::EVERY { Act { who: own.clone(), ..act } } else { act };
            let trigger = Trigger { event: Event::Act(Act::any(own)), deeds: vec![Deed::Again { act, must, like }], once: None };
            Deed::Meanwhile(Lasting::ThisTurn, Box::new(Form::Trigger(trigger)))
        }
        Deed::If(holds, then, otherwise) => Deed::If(holds, all(then), all(otherwise)),
        Deed::Chance(outcomes) => Deed::Chance(outcomes.into_iter().map(|(weight, then)| (weight, all(then))).collect()),
        Deed::Either(by, ways) => Deed::Either(by, ways.into_iter().map(all).collect()),
        other => other,
    }
}

/// What follows a move while something lasts: `after any own piece moves, an own piece may again move`.
pub fn following(c: &mut Cursor) -> Option<Statement> {
    c.take("when")?;
    let said = acted(c)?;
    let (said, deeds) = after(c, said)?;
    let moves = matches!(said.event, Event::Act(_)) && deeds.iter().all(|deed| matches!(deed, Deed::Again { .. }));
    moves.then(|| Statement::Forms(vec![(Form::Trigger(Trigger { event: said.event, deeds, once: None }), Vec::new())]))
}

/// What is done when the rule comes into force, or at the turns of its guard, though it could be read as a way of moving.
pub fn at_once(c: &mut Cursor) -> Option<Statement> {
    let deeds = deeds(c, &Cast::NOBODY)?;
    grounded(c, &Event::Enacted, &deeds)?;
    let assumed = std::mem::take(&mut c.assumed);
    Some(Statement::Forms(vec![(Form::Trigger(Trigger { event: Event::Enacted, deeds, once: None }), assumed)]))
}

fn event_first(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let said = event(c)?;
    after(c, said)
}

/// `A knight that lands on a dark square becomes a bishop`: the event is said of whom the deeds are about.
fn who_does(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let who = terms::men(c)?;
    let mut said = match c.attempt(|c| c.take("that captures")) {
        Some(()) => captured_by(c, who)?,
        None => {
            c.take_one_of(&["that", "which", "who"])?;
            act_of(c, who)?
        }
    };
    said.cast.implied = Some(Whom::That(said.it));
    after(c, said)
}

/// The deeds after an event.
fn after(c: &mut Cursor, said: Said) -> Option<(Said, Vec<Deed>)> {
    c.comma();
    c.maybe("then");
    let before = c.two;
    c.two = said.it == Ref::Actor && said.cast.actor.is_some() && said.cast.victim.is_some();
    let read = |c: &mut Cursor| c.about(said.it, |c| deeds(c, &said.cast));
    c.described = match &said.event {
        Event::Act(act) | Event::Would(act) => beside(act),
        _ => Vec::new(),
    };
    let deeds = c.telling(said.told.clone(), read);
    c.described.clear();
    c.two = before;
    let deeds = deeds?;
    let deeds = match said.nth.clone() {
        Some(nth) => vec![Deed::If(nth, deeds, Vec::new())],
        None => deeds,
    };
    Some((said, deeds))
}

/// `the third time`.
fn nth_time(c: &mut Cursor) -> Option<u32> {
    c.take("the")?;
    let nth = c.take_thing("\"first\"", |token| if let Sort::Ordinal(nth) = token.sort { Some(nth) } else { None })?;
    c.take_one_of(&["time", "times"])?;
    (1..=MAX_TIMES).contains(&nth).then_some(nth)
}

/// After an act: `for the third time`. The one that is being made is not yet remembered.
fn nth(c: &mut Cursor, act: &Act, man: Option<Ref>) -> Option<Condition> {
    c.attempt(|c| {
        c.take("for")?;
        nth_time(c)
    })
    .map(|nth| happened_before(act.clone(), man, nth))
}

/// So often before, less one: by that man, or by such men.
fn happened_before(act: Act, man: Option<Ref>, nth: u32) -> Condition {
    let act = if man.is_some() { Act { who: Class::EVERY, ..act } } else { act };
    let past = Past { act: Box::new(act), by: None, man, when: When::Ever };
    Condition::Compare(Number::Times(Box::new(past)), Comparison::Equal, Number::Is(nth as i32 - 1))
}

/// `A piece next to an enemy king at the end of its owner's turn joins the enemy.`: the time in the middle.
fn event_inside(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let sole = c.sees(0, "one of") || c.fork().one();
    let who = whom::subject(c, &Cast::NOBODY)?;
    let said = point_of_time(c)?;
    c.comma();
    // at a time it is all that are so, unless it is said which of them
    let who = match who {
        Whom::Among { who, on, chooser } if sole || matches!(chooser, Chooser::Chance | Chooser::Player(_)) => {
            Whom::Among { who, on, chooser }
        }
        // in each player's phase those of his
        Whom::Among { mut who, on, .. } => {
            if who.owner == Owner::Anyone && matches!(said.event, Event::Opens(Some(Player::Each)) | Event::Closes(Some(Player::Each))) {
                who.owner = Owner::Own;
            }
            Whom::Among { who, on, chooser: Chooser::All }
        }
        that => that,
    };
    let deed = men::predicate(c, who, &said.cast)?;
    Some((said, vec![deed]))
}

/// `Every pawn next to it is removed when a rook moves.`
fn event_last(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let deeds = deeds(c, &Cast::NOBODY)?;
    c.comma();
    let said = event(c)?;
    Some((said, deeds))
}

/// Deeds without an event: done once, when the rule comes into force.
fn instant(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    // "white loses a pawn that has captured", "one of his pawns that have captured": one of them, now
    let sole = c.sees(0, "one of") || c.fork().one();
    let said_of = whom::subject(&mut c.fork(), &Cast::NOBODY).filter(|_| !sole);
    let deeds = deeds(c, &Cast::NOBODY)?;
    // what is said under a condition is no instant: the condition is a guard
    (!matches!(deeds.as_slice(), [Deed::If(..)])).then_some(())?;
    let mut deeds = deeds;
    let named = men::names_chooser(c, 0);
    let of_all = said_of.is_some_and(|men| deeds.iter_mut().filter_map(Deed::done_to).any(|who| are_alike(who, &men)));
    if of_all
        && !named
        && let Some(event) = occasion(&mut deeds)
    {
        return Some((Said { assumed: vec!["whenever it does that".to_string()], ..Said::plain(event) }, deeds));
    }
    // each of them is changed
    let times: Vec<Event> = deeds.iter_mut().filter(|_| of_all || named).filter_map(|deed| lasts(deed, named)).collect();
    let Some(event) = times.into_iter().max_by_key(|event| *event == Event::Turn) else {
        return Some((Said::plain(Event::Enacted), deeds));
    };
    let when = if event == Event::Turn { "start of every turn" } else { "end of every phase" };
    Some((Said { assumed: vec![format!("at the {when}, for once say \"at once\" first")], ..Said::plain(event) }, deeds))
}

/// Whether men of the same sort are meant.
fn are_alike(one: &Whom, other: &Whom) -> bool {
    match (one, other) {
        (Whom::Among { who: one, .. }, Whom::Among { who: other, .. }) => one.kinds == other.kinds && one.owner == other.owner,
        _ => one == other,
    }
}

/// "A piece that has captured may not move for two turns": after it has captured, whenever that is. What else is said of it is asked then.
fn occasion(deeds: &mut Vec<Deed>) -> Option<Event> {
    let [deed] = deeds.as_mut_slice() else { return None };
    let whom = deed.done_to()?;
    let Whom::Among { who, on: Squares::Every, .. } = &*whom else { return None };
    let parts = match who.such.as_deref()? {
        Condition::All(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let just =
        |part: &Condition| matches!(part, Condition::Happened(Past { man: Some(Ref::Itself), when: When::Ever | When::JustBefore, .. }));
    let (done, rest): (Vec<Condition>, Vec<Condition>) = parts.into_iter().partition(just);
    let [Condition::Happened(past)] = done.as_slice() else { return None };
    let event = Event::Act(Act { who: Class { such: None, ..who.clone() }, ..(*past.act).clone() });
    *whom = Whom::That(Ref::Actor);
    if let Some(rest) = all(rest) {
        let such = Condition::Is(Ref::Actor, Class::EVERY.such_that(rest));
        *deeds = vec![Deed::If(such, std::mem::take(deeds), Vec::new())];
    }
    Some(event)
}

/// "A pawn that has not moved for ten turns becomes a knight", "A knight with no lives left is removed": whoever has come to that, whenever that
/// is; then all of them.
fn lasts(deed: &mut Deed, named: bool) -> Option<Event> {
    let Some(Whom::Among { who, chooser, .. }) = deed.done_to() else { return None };
    let such = who.such.as_ref()?;
    let event = if such.has_lasted() || such.tallies() { Event::Turn } else { such.asks_what_is_borne().then_some(Event::Closes(None))? };
    if !named {
        *chooser = Chooser::All;
    }
    Some(event)
}

/// Men that the event has not brought into play cannot be spoken of.
pub fn grounded(c: &mut Cursor, event: &Event, deeds: &[Deed]) -> Option<()> {
    let moving = matches!(event, Event::Act(_) | Event::Would(_));
    // what somebody may do once and for all is no deed, but how men move or what players may do
    if matches!(event, Event::Enacted | Event::Repealed) && deeds.iter().any(optional) {
        return None;
    }
    let capturing = matches!(event, Event::Act(act) | Event::Would(act) if matches!(act.how, How::Capture(_)));
    let missing = |who: &Whom| match who {
        Whom::That(Ref::Actor) => !moving,
        Whom::That(Ref::Victim) => !capturing,
        Whom::That(_) => false,
        // "every pawn next to it"
        Whom::Among { on, .. } => !moving && on.mentions(Ref::Actor),
    };
    if !matches!(event, Event::Would(_)) && deeds.iter().any(hands) {
        let problem = "a move passes to another player before it is made".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(0), problem).hint("say: When {man} would move, the opponent moves it."));
    }
    if ends_with_a_choice(deeds) {
        let problem = Diagnostic::new("L015", c.span_from(0), "it is not said what becomes of the chosen piece".to_string());
        return c.refuse(problem.hint("say it in the same sentence: ..., the opponent chooses one of his own {men}, and it is removed"));
    }
    if done_to_the_unchosen(deeds) {
        let problem = "it is not clear which piece is the chosen one: nobody has chosen any before".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(0), problem).hint("say who chooses it: one of his own {men} is removed"));
    }
    let nobody = !moving && speaks_of_a_move(deeds);
    if !nobody && !deeds.iter().any(|deed| speaks_of(deed, &missing, moving)) {
        return Some(());
    }
    let problem = Diagnostic::new(
        "L004",
        c.span_from(0),
        "it is not clear which piece is meant: nothing here has moved or been captured".to_string(),
    );
    c.refuse(problem.hint("say it of pieces (\"every {bare} on the fourth rank is removed\"), or name the event: After {man} moves, ..."))
}

/// Whether deeds that follow no move speak of who has moved, or from where: "on the same rank" as nobody.
fn speaks_of_a_move(deeds: &[Deed]) -> bool {
    let lasts = |deed: &Deed| matches!(deed, Deed::Meanwhile(..));
    if deeds.iter().any(|deed| lasts(deed) || deed.inner().into_iter().flatten().any(lasts)) {
        return false;
    }
    let form = Form::Trigger(Trigger { event: Event::Turn, deeds: deeds.to_vec(), once: None });
    let clause = Clause { form, when: None, span: Span::default(), assumed: Vec::new() };
    let mut found = false;
    walk::parts(&clause, &mut |part| {
        found |= matches!(part, Part::Man(Ref::Actor | Ref::Victim) | Part::Point(Point::From | Point::To));
    });
    found
}

/// Whether the last that is done is a choice.
fn ends_with_a_choice(deeds: &[Deed]) -> bool {
    match deeds.last() {
        Some(Deed::Choose(_)) => true,
        Some(Deed::EachPlayer(then) | Deed::May(_, then) | Deed::Later(_, then)) => ends_with_a_choice(then),
        Some(Deed::If(_, then, otherwise)) => ends_with_a_choice(then) || ends_with_a_choice(otherwise),
        _ => false,
    }
}

/// Whether something is done to the chosen piece after deeds in which none is chosen.
fn done_to_the_unchosen(deeds: &[Deed]) -> bool {
    for mut deed in deeds.iter().cloned() {
        match (deed.done_to().cloned(), &deed) {
            (Some(Whom::That(Ref::Chosen)), _) => return true,
            (Some(Whom::Among { on, .. }), _) if on.mentions(Ref::Chosen) => return true,
            (Some(Whom::That(_) | Whom::Among { chooser: Chooser::All, .. }), _) | (None, Deed::Count { .. }) => {}
            _ => return false,
        }
    }
    false
}

/// Whether a deed, or a part of it, hands the move on.
fn hands(deed: &Deed) -> bool {
    match deed {
        Deed::Hand { .. } => true,
        Deed::May(..) | Deed::EachPlayer(_) | Deed::EachMan(..) => false,
        _ => deed.inner().into_iter().flatten().any(hands),
    }
}

fn optional(deed: &Deed) -> bool {
    match deed {
        Deed::May(..) => true,
        _ => deed.inner().into_iter().flatten().any(optional),
    }
}

fn speaks_of(deed: &Deed, missing: &impl Fn(&Whom) -> bool, moving: bool) -> bool {
    match deed {
        // nobody goes on who has not gone
        Deed::Step(_, Heading::Onward, _) if !moving => true,
        Deed::Remove(who)
        | Deed::Become(who, ..)
        | Deed::Climb(who, _)
        | Deed::Join(who, _)
        | Deed::Go(who, _)
        | Deed::Return(who)
        | Deed::Step(who, ..)
        | Deed::Reserve(who, _)
        | Deed::Hold(who, _)
        | Deed::Choose(who)
        | Deed::Tally { who, .. }
        | Deed::Send { who, .. }
        | Deed::Stray { who, .. } => missing(who),
        Deed::Swap(one, other) => missing(one) || missing(other),
        Deed::Again { .. } | Deed::GoOn => !moving,
        Deed::Meanwhile(_, form) => form.clone().subject().and_then(|who| the_man(who)).is_some_and(|of| missing(&Whom::That(of))),
        _ => deed.inner().into_iter().flatten().any(|deed| speaks_of(deed, missing, moving)),
    }
}

fn event(c: &mut Cursor) -> Option<Said> {
    if c.take("when this rule is repealed").is_some() {
        return Some(Said::plain(Event::Repealed));
    }
    if c.take("at once").is_some() {
        return Some(Said::plain(Event::Enacted));
    }
    if let Some(found) = c.attempt(point_of_time) {
        return Some(found);
    }
    if c.take("when").is_none() {
        c.expect(Expected::Thing("an event (\"after {man} moves\", \"at the start of every turn\")"));
        return None;
    }
    acted(c)
}

/// `at the start of white's phase`, `before each turn`, `at the end of every phase`.
fn point_of_time(c: &mut Cursor) -> Option<Said> {
    let starts = c.take_one_of(&["at the start of", "before", "at the end of"])? != "at the end of";
    let whose = c.attempt(|c| {
        let every = c.take_one_of(&["every", "the"]).is_some();
        if every && c.sees(0, "player") {
            c.skip();
            return Some(Player::Each);
        }
        terms::player(c)
    });
    let his = whose.is_none() && c.take("its").is_some();
    if whose.is_none() && !his {
        c.take_one_of(&["every", "the", "a"]);
    }
    let unit = c.take_one_of(&["phase", "turn", "move"])?;
    let who = match whose {
        None if his => Some(phase_of_him(c)?),
        // "its owner's turn": each in his own
        Some(Player::OwnerOf(Ref::Actor | Ref::Itself) | Player::Mover) => Some(Player::Each),
        None | Some(Player::Colour(_) | Player::Each) => whose,
        Some(Player::Opponent | Player::OwnerOf(_) | Player::EnemyOf(_)) => {
            let problem = "it is not clear whose phase that is: between moves nobody is anybody's opponent".to_string();
            let problem = Diagnostic::new("L004", c.span_from(c.at().saturating_sub(2)), problem);
            return c.refuse(problem.hint("say \"at the end of black's phase\", or \"at the end of each player's phase\""));
        }
    };
    let everybody = who.is_none();
    if unit == "turn" && everybody && starts {
        return Some(Said::plain(Event::Turn));
    }
    if unit == "turn" && everybody {
        return Some(Said::plain(Event::TurnEnds));
    }
    let mut said = Said::plain(if starts { Event::Opens(who) } else { Event::Closes(who) });
    said.cast.chooser = Chooser::Mover;
    Some(said)
}

/// "At the start of his phase, white ...": white's; where nobody is named it is each player's own.
fn phase_of_him(c: &mut Cursor) -> Option<Player> {
    let mut rest = c.fork();
    rest.comma();
    if let Some(army) = nouns::army(&mut rest) {
        return Some(Player::Colour(army));
    }
    let names = |ahead: usize| c.ahead(ahead).is_some_and(|lexeme| c.words.armies.iter().any(|army| lexeme.token.is_word(army)));
    let player = |ahead: usize| c.sees(ahead, "player") || c.sees(ahead, "each player");
    let all = (0..).take_while(|&ahead| c.ahead(ahead).is_some());
    if all.clone().any(names) && !all.clone().any(player) {
        let problem = Diagnostic::new("L004", c.span_from(c.at().saturating_sub(2)), "it is not clear whose phase that is".to_string());
        return c.refuse(problem.hint("say \"at the end of black's phase\", or \"at the end of each player's phase\""));
    }
    Some(Player::Each)
}

/// After "when": `a rook moves`, `a pawn is captured`, `white gives check`, `a player moves a pawn`.
fn acted(c: &mut Cursor) -> Option<Said> {
    if let Some(act) = c.attempt(bans::done_by_player) {
        return Some(by_player(act));
    }
    if let Some(said) = c.attempt(loses) {
        return Some(said);
    }
    if let Some(said) = c.attempt(gerund) {
        return Some(said);
    }
    // "when your queen is captured": you are he whose queen it was
    let yours = c.peek().is_some_and(|lexeme| lexeme.means("its") && lexeme.meant.is_some()) || nouns::somebodys(c);
    let who = terms::men(c)?;
    if yours && c.sees(0, "is captured") {
        let owner = if let Owner::Army(_) = who.owner { who.owner.clone() } else { Owner::Anyone };
        let mut said = act_of(c, Class { owner, ..who })?;
        let loser = Player::OwnerOf(Ref::Victim);
        said.cast.chooser = Chooser::Player(loser.clone());
        said.cast.doer = loser.clone();
        said.told = Told::Of(loser);
        return Some(said);
    }
    act_of(c, who)
}

/// The men have captured somebody.
fn captured_by(c: &mut Cursor, who: Class) -> Option<Said> {
    let act = acts::after(c, "capture", &who)?;
    let cast = Cast { actor: Some(who), victim: victim(&act.how), ..Cast::NOBODY };
    Some(Said { cast, ..Said::plain(Event::Act(act)) })
}

/// `a player loses his queen`: it is captured, and he is whose it was.
fn loses(c: &mut Cursor) -> Option<Said> {
    let who = terms::subject(c)?;
    c.maybe("loses").then_some(())?;
    let last = c.attempt(|c| {
        c.maybe("its");
        c.take("last")?;
        terms::men(c)
    });
    let men = match &last {
        Some(men) => men.clone(),
        None => terms::men(c)?,
    };
    let owner = match who {
        Player::Colour(army) => Owner::Army(army),
        Player::Each | Player::Mover => Owner::Anyone,
        _ => return None,
    };
    let victims = Class { owner, ..men };
    let act = Act { how: How::Capture(victims.clone()), ..Act::any(Class::EVERY) };
    let loser = Player::OwnerOf(Ref::Victim);
    // "his last bishop": when it is captured he has no other one
    let nth = last.map(|men| {
        let his = Condition::Belongs(Ref::Itself, loser.clone());
        negated(Condition::There(Class { owner: Owner::Anyone, ..men }.such_that(his), Squares::Every))
    });
    let cast = Cast { victim: Some(victims), chooser: Chooser::Player(loser.clone()), doer: loser, ..Cast::NOBODY };
    Some(Said { cast, it: Ref::Victim, told: Told::Of(Player::OwnerOf(Ref::Victim)), nth, ..Said::plain(Event::Act(act)) })
}

/// After "when", without a subject: `capturing a piece`, `moving a rook`, `castling`.
fn gerund(c: &mut Cursor) -> Option<Said> {
    let any = Act::any(Class::EVERY);
    let verb = c.take_one_of(&["capturing", "moving", "castling", "promoting", "giving check", "promotion"])?;
    let act = match verb {
        "capturing" => acts::after(c, "capture", &Class::EVERY)?,
        "moving" => {
            let who = c.attempt(terms::men).unwrap_or(Class::EVERY);
            let mut act = Act::any(who);
            acts::details(c, &mut act);
            act
        }
        "castling" => Act { how: How::Castle, ..any },
        "giving check" => Act { how: How::Check, ..any },
        _ => Act { how: How::Promote(Vec::new()), ..any },
    };
    Some(by_player(act))
}

/// A player does it: of a capture "it" is the captured man, for no other is named.
fn by_player(act: Act) -> Said {
    let victim = victim(&act.how);
    let named = act.who.kinds != Kinds::Every || act.who.such.is_some();
    let it = if victim.is_some() && !named { Ref::Victim } else { Ref::Actor };
    let actor = (it == Ref::Actor).then(|| act.who.clone());
    let cast = Cast { actor, victim, ..Cast::NOBODY };
    Said { cast, it, ..Said::plain(Event::Act(act)) }
}

/// What these men do, or what is done to them.
fn act_of(c: &mut Cursor, who: Class) -> Option<Said> {
    let would = c.take("would").is_some();
    if c.sees(0, "move and capture") {
        let problem = "it is not clear whether it happens with every move, or only with a capture".to_string();
        let problem = Diagnostic::new("L006", c.span_from(c.at()), problem);
        while c.peek().is_some() {
            c.skip();
        }
        return c.refuse(problem.hint("say one of them: After {man} moves, ... After {man} captures, ..."));
    }
    let (passive, leaving) = (c.sees(0, "is captured"), c.sees(0, "leave"));
    let from = c.at();
    let act = acts::act(c, &who)?;
    // "after a queen captures, it ...": nobody else is spoken of
    let alone = c.since(from).len() == 1;
    let vague = (0..12)
        .find(|&ahead| c.sees(ahead, "the square of the capture") && c.ahead(ahead).is_some_and(|lexeme| lexeme.token.is_word("that")));
    if let (true, Some(ahead)) = (leaving, vague) {
        let span = c.ahead(ahead).map_or_else(|| c.span_from(0), |lexeme| lexeme.span);
        let problem = Diagnostic::new("L004", span, "it is not clear which square is meant, the one left or the one reached".to_string());
        return c.refuse(problem.hint("say \"the square it came from\" or \"the square it goes to\""));
    }
    let actor = (!passive || act.who != Class::EVERY).then(|| act.who.clone());
    let cast = Cast { actor, victim: victim(&act.how).filter(|_| passive || !alone), ..Cast::NOBODY };
    let it = if passive { Ref::Victim } else { Ref::Actor };
    let nth = if would || passive { None } else { nth(c, &act, Some(it)) };
    // Whoever moves is no enemy of his own: a player means the pieces of the others, which move in their phases.
    let mut assumed = Vec::new();
    let mut act = act;
    if act.who.owner == Owner::Enemy
        && let Some(there) = act.to.as_mut().and_then(secret_of_each)
    {
        // an enemy of him who has named the square
        act.who.owner = Owner::Anyone;
        *there = Squares::Secret(Player::Opponent);
    } else if act.who.owner == Owner::Enemy {
        act.who.owner = Owner::Anyone;
        assumed.push("whoever's piece it is that moves".to_string());
    }
    let event = if would { Event::Would(act) } else { Event::Act(act) };
    // "when a rook is captured": its own side is the one that is told of
    let told = if passive { Told::OfMan(Ref::Victim) } else { Told::OfMover };
    Some(Said { event, cast, it, told, nth, assumed })
}

/// The secret squares of all players, where squares are these or are told by them.
fn secret_of_each(there: &mut Squares) -> Option<&mut Squares> {
    match there {
        Squares::Secret(Player::Each) => Some(there),
        Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } => secret_of_each(of),
        _ => None,
    }
}

fn victim(how: &How) -> Option<Class> {
    match how {
        How::Capture(victims) => Some(victims.clone()),
        _ => None,
    }
}
