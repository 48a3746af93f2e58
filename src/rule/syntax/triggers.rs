//! What happens when something else does, and instants: `After a rook moves, it may move again`, `At the start of white's phase, ...`,
//! `All pawns on the fourth rank are removed`, `ON REPEAL: ...`.

use std::rc::Rc;

use super::castled::{castles_with_another, is_castler};
use super::declared::used;
use super::deeds::{Cast, asked_once, beside, deeds, men, the_same, whom};
use super::events::{Said, act_of, acted, captured_by, event, happened_before, nth_time, point_of_time, so_often_before};
use super::grounding::{grounded, in_check_alone};
use super::turned::event_in_front;
use super::{Statement, counters, terms};
use crate::rule::cursor::{Cursor, Failure, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::each_of_them::asks_a_player;
use crate::rule::logic::all;
use crate::rule::whenever::{OF_ONE, UNTIMED, seen_from_each};
use crate::rule::{
    Act, Chooser, Class, Comparison, Condition, Counter, Deed, Event, Form, How, Kinds, Lasting, MAX_STEPS, Need, Number, Once, Owner,
    Past, Player, Ref, Spot, Squares, Trigger, When, Whom,
};

/// `A player may move two pawns in one turn.`: after the one he may move another.
pub fn several_moves(c: &mut Cursor) -> Option<Statement> {
    let player = terms::subject(c)?;
    let owner = terms::movers_of(&player)?;
    // "both players move twice" leaves it to them as well
    let must = c.maybe_one_of(&["may", "must"]) == Some("must");
    c.take("move")?;
    let mut two = false;
    let who = if c.maybe("twice") {
        Class::EVERY
    } else if let Some(men) = c.attempt(|c| {
        let men = terms::men(c)?;
        c.maybe("twice").then_some(men)
    }) {
        men
    } else {
        c.take_number("two").filter(|number| *number == 2)?;
        two = true;
        terms::men(c)?
    };
    c.attempt(|c| {
        let each = c.take_one_of(&["in", "on", "during", "per", "every", "a"])?;
        (["per", "every", "a"].contains(&each) || c.one() || c.take_one_of(&["a", "every", "the"]).is_some()).then_some(())?;
        c.maybe("same");
        c.take_one_of(&["turn", "phase", "move"])
    });
    c.maybe("this turn");
    let event = Event::Act(Act::any(Class { owner, ..who.clone() }));
    let next = Class { owner: Owner::Own, ..who };
    // two are not one that moves twice
    let next = if two { next.but(Ref::Actor) } else { next };
    let again = Deed::Again { act: Act::any(next), need: if must { Need::IfAble } else { Need::May }, like: None };
    Some(Statement::Forms(vec![(Form::Trigger(Trigger { event, deeds: vec![again], once: None }), Vec::new())]))
}

/// `Twice per game, after a knight captures, a player may ...`: what he may do so often is counted for each player.
pub fn so_often(c: &mut Cursor) -> Option<Statement> {
    let often = counters::often(c)?;
    c.comma();
    let from = c.at();
    let Statement::Forms(mut forms) = c.attempt(|c| several_moves(c).filter(|_| c.peek().is_none())).or_else(|| sentence(c))? else {
        return None;
    };
    let [(Form::Trigger(Trigger { deeds, once, .. }), assumed)] = forms.as_mut_slice() else { return None };
    once.is_none().then_some(())?;
    // what is asked before the one thing that he may do is asked beside how often he has done it
    let mut asked = Vec::new();
    if let [Deed::If(holds, inner, otherwise)] = deeds.as_mut_slice()
        && otherwise.is_empty()
        && matches!(inner.as_slice(), [Deed::May(..) | Deed::Again { need: Need::May, .. }])
    {
        asked.push(holds.clone());
        *deeds = std::mem::take(inner);
    }
    // once it has been done, not once it could have been
    let hangs = |deed: &Deed| matches!(deed, Deed::If(..) | Deed::EachPlayer(_)) && offers(deed);
    if deeds.iter().any(hangs) {
        let problem = "so often is counted when it is done, and here it would be spent when it could have been done".to_string();
        let hint = "put the condition into the event, and say of one player that he may: Once per game, after {man} moves to the fourth rank, he may move again.";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    }
    // what hangs on a condition is counted when it is done, for all players together
    if let [Deed::If(holds, inner, otherwise)] = deeds.as_slice()
        && otherwise.is_empty()
        && often == 1
    {
        let name = counters::unused(c.words, &used(inner));
        let count = Deed::Count { name: name.clone(), of: Player::Each, by: Number::Is(1), set: false };
        let left = Condition::Compare(Number::Counter { name: name.clone(), of: Player::Mover }, Comparison::Less, Number::Is(1));
        let done = [inner.as_slice(), &[count]].concat();
        *deeds = vec![Deed::If(all(vec![holds.clone(), left])?, done, Vec::new())];
        assumed.insert(0, "counted for all players together".to_string());
        forms.insert(0, (Form::Counter(Counter { name, of: None, start: 0, least: 0, most: 1, state: false }), Vec::new()));
        return Some(Statement::Forms(forms));
    }
    // what nobody decides happens once in all
    if !matches!(deeds.as_slice(), [Deed::May(..) | Deed::Again { need: Need::May, .. }]) {
        if often > 1 {
            let problem = "so often is said of what a player may do; what happens anyway happens each time, or only once".to_string();
            return c
                .refuse(Diagnostic::new("L030", c.span_from(from), problem).hint("say \"only once\", or who may do it: ..., he may ..."));
        }
        *once = Some(Once::Ever);
        return Some(Statement::Forms(forms));
    }
    let name = counters::unused(c.words, &used(deeds));
    let count = |of: &Player| Deed::Count { name: name.clone(), of: of.clone(), by: Number::Is(1), set: false };
    let (who, counted) = match std::mem::take(deeds).as_slice() {
        [Deed::May(who, inner)] => (who.clone(), vec![Deed::May(who.clone(), [inner.clone(), vec![count(who)]].concat())]),
        [again @ Deed::Again { need: Need::May, .. }] => {
            (Player::Mover, vec![Deed::May(Player::Mover, vec![count(&Player::Mover), again.clone()])])
        }
        _ => return None,
    };
    let most = i32::from(often);
    let left = Condition::Compare(Number::Counter { name: name.clone(), of: who }, Comparison::Less, Number::Is(most));
    asked.push(left);
    *deeds = vec![Deed::If(all(asked)?, counted, Vec::new())];
    assumed.insert(0, "counted for each player".to_string());
    forms.insert(0, (Form::Counter(Counter { name, of: None, start: 0, least: 0, most, state: false }), Vec::new()));
    Some(Statement::Forms(forms))
}

/// `Once every four turns, a player may move two pawns in one turn.`: what he may do so seldom.
pub fn so_seldom(c: &mut Cursor) -> Option<Statement> {
    let turns = counters::every_turns(c)?;
    c.comma();
    let Statement::Forms(mut forms) = c.attempt(several_moves).or_else(|| sentence(c))? else { return None };
    let [(Form::Trigger(Trigger { deeds, once: None, .. }), assumed)] = forms.as_mut_slice() else { return None };
    let mut asked = Vec::new();
    if let [Deed::If(holds, inner, otherwise)] = deeds.as_mut_slice()
        && otherwise.is_empty()
    {
        asked.push(holds.clone());
        *deeds = std::mem::take(inner);
    }
    let name = counters::unused(c.words, "pauses");
    let (rested, rests) = counters::rested(&name, turns);
    let done = match std::mem::take(deeds).as_slice() {
        [Deed::May(Player::Mover, inner)] => vec![rests].into_iter().chain(inner.iter().cloned()).collect(),
        [again @ Deed::Again { need: Need::May, .. }] => vec![rests, again.clone()],
        _ => return None,
    };
    asked.push(rested);
    *deeds = vec![Deed::If(all(asked)?, vec![Deed::May(Player::Mover, done)], Vec::new())];
    assumed.insert(0, counters::RESTS.to_string());
    let [counter, passes] = counters::resting(&name, turns);
    forms.insert(0, (counter, Vec::new()));
    forms.push((passes, Vec::new()));
    Some(Statement::Forms(forms))
}

/// A further move for as long as somebody has something left: players may think that it goes on and on.
fn while_it_lasts(deed: &Deed) -> bool {
    let again = |deed: &Deed| matches!(deed, Deed::Again { .. });
    match deed {
        Deed::If(Condition::Compare(Number::Counter { .. }, Comparison::AtLeast | Comparison::More, _), then, _) => {
            then.iter().any(|deed| deed.any(&again))
        }
        _ => deed.inner().into_iter().flatten().any(while_it_lasts),
    }
}

/// Whether somebody may leave it undone.
fn offers(deed: &Deed) -> bool {
    matches!(deed, Deed::May(..) | Deed::Again { need: Need::May, .. }) || deed.inner().into_iter().flatten().any(offers)
}

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    let counted = c.attempt(|c| {
        let nth = nth_time(c)?;
        c.maybe("that");
        Some(nth)
    });
    let first = counted.filter(|nth| *nth == 1);
    let by_players = counted.is_some() && is_a_player(c);
    let of_players = first.is_some() && by_players;
    let mut for_each = None;
    let once = first.is_some()
        || c.attempt(|c| {
            c.take("only once")?;
            for_each = c.attempt(once_for_each);
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
                said.nth = Some(match (by_players, is_of_each_piece(c, &said)) {
                    (true, _) => so_often_before(act, nth, Comparison::Equal),
                    (_, true) => happened_before(act.clone(), Some(Ref::Actor), nth),
                    _ => happened_before(act.clone(), None, nth),
                });
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
    if matches!(said.event, Event::Enacted | Event::Turn | Event::TurnEnds | Event::Closes(None)) {
        deeds.iter_mut().for_each(seen_from_themselves);
    }
    // in each player's phase it is he who does it
    if matches!(said.event, Event::Opens(Some(Player::Each)) | Event::Closes(Some(Player::Each))) {
        let own = |deed| if let Deed::EachPlayer(own) = deed { own } else { vec![deed] };
        deeds = deeds.into_iter().flat_map(own).collect();
    }
    if matches!(said.event, Event::Opens(_) | Event::Turn) {
        deeds = deeds.into_iter().map(after_the_first).collect();
    }
    // with nobody on move it is asked of each
    let asked = matches!(deeds.as_slice(), [Deed::If(..)]) && c.since(0).windows(2).any(asks_a_player);
    if asked && matches!(said.event, Event::Turn | Event::TurnEnds) {
        deeds = vec![Deed::EachPlayer(deeds)];
    }
    grounded(c, &said.event, &deeds)?;
    let mut assumed = said.assumed;
    assumed.append(&mut c.stance_mut().assumed);
    let timed = ["at once", "at the end of", "at the start of"].iter().any(|time| c.since(0).iter().any(|lexeme| lexeme.means(time)));
    if matches!(said.event, Event::Enacted | Event::Closes(None)) && !timed {
        assumed.push(UNTIMED.to_string());
    }
    let of_it = first.is_some() && !of_players && !comes_to_one_place(&said.event) && done_to_it(&said.event, &mut deeds);
    if of_it {
        assumed.push("the first time for each piece".to_string());
    }
    if of_players {
        assumed.push("the first time for each player".to_string());
    }
    if matches!(said.event, Event::Act(_)) && deeds.iter().any(while_it_lasts) {
        assumed.push("one further move a turn: what follows a move does not follow a further one".to_string());
    }
    let loser = said.told == Told::Of(Player::OwnerOf(Ref::Victim));
    if matches!(for_each, Some(Each::Player(None))) && said.told == Told::OfMan(Ref::Victim) {
        let problem = "it is not said for each of which players: who captures, or whose piece is captured".to_string();
        let hint = "say: Only once for each player whose piece is captured, when {man} is captured, ...; or: for each player who moves";
        return c.refuse(Diagnostic::new("L006", c.span_from(0), problem).hint(hint));
    }
    let once = once.then(|| match for_each {
        Some(Each::Piece) => Once::Man(it(&said.event)),
        Some(Each::Player(Some(man))) => Once::Side(man),
        Some(Each::Player(None)) => Once::Side(if loser { Ref::Victim } else { Ref::Actor }),
        None if of_players => Once::Side(if loser { Ref::Victim } else { Ref::Actor }),
        None if of_it => Once::Man(it(&said.event)),
        None => Once::Ever,
    });
    Some(Statement::Forms(vec![(Form::Trigger(Trigger { event: said.event, deeds, once }), assumed)]))
}

/// `Every rook next to an own pawn becomes a knight`: with nobody on move "own" is of the side of each of them, wherever that is said.
fn seen_from_themselves(deed: &mut Deed) {
    if let Some(Whom::Among { who, on, chooser: Chooser::All }) = bare(deed).done_to() {
        seen_from_each(who, on);
    }
}

/// For whom something happens once.
enum Each {
    Piece,
    /// The player of that man, where it is said of which.
    Player(Option<Ref>),
}

/// `for each piece`, `for each player`, `for each player whose piece is captured`.
fn once_for_each(c: &mut Cursor) -> Option<Each> {
    c.take("for")?;
    if c.take("each player").is_none() {
        c.take("every")?;
        return c.take_one_of(&["piece", "player"]).map(|who| if who == "piece" { Each::Piece } else { Each::Player(None) });
    }
    let whose = c.attempt(|c| match c.maybe_one_of(&["who", "whose"])? {
        "who" => c.maybe("move").then_some(Ref::Actor),
        _ => {
            c.maybe("piece").then_some(())?;
            c.maybe("is captured").then_some(Ref::Victim)
        }
    });
    Some(Each::Player(whose))
}

/// "The first time a player ..." is said of each of them.
fn is_a_player(c: &Cursor) -> bool {
    let article = usize::from(c.sees(0, "a") || c.sees(0, "every"));
    c.sees(0, "each player") || c.sees(article, "player")
}

/// "The first time a piece lands on e4": whichever is the first to do so.
fn comes_to_one_place(event: &Event) -> bool {
    let Event::Act(Act { who, to: Some(there), .. }) = event else { return false };
    let fixed = there.stays_so() && !there.are_sided() || matches!(there, Squares::Region(_) | Squares::Secret(_));
    fixed && matches!(who.kinds, Kinds::Every | Kinds::Except(_))
}

/// "The third time a knight moves, it ...": so often that one has.
fn is_of_each_piece(c: &Cursor, said: &Said) -> bool {
    let found = after(&mut c.fork(), said.clone());
    let own = |(said, mut deeds): (Said, Vec<Deed>)| done_to_it(&said.event, &mut deeds);
    it(&said.event) == Ref::Actor && !comes_to_one_place(&said.event) && found.is_some_and(own)
}

/// "The first time a pawn is captured, it ..." is said of each pawn; what is done to others happens once and for all.
fn done_to_it(event: &Event, deeds: &mut [Deed]) -> bool {
    let goes_on = |deed: &Deed| matches!(deed, Deed::Again { act, .. } if act.who == the_same());
    let again = it(event) == Ref::Actor && deeds.iter().any(|deed| deed.any(&goes_on));
    again || deeds.iter_mut().any(|deed| deed.done_to().is_some_and(|who| *who == Whom::That(it(event))))
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
        Deed::Again { act, need, like } => {
            let own = Class { owner: Owner::Own, ..Class::EVERY };
            let act = if act.who == Class::EVERY { Act { who: own.clone(), ..act } } else { act };
            let trigger = Trigger { event: Event::Act(Act::any(own)), deeds: vec![Deed::Again { act, need, like }], once: None };
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
    let said = c.meaning(|stance| &mut stance.meanwhile, true, acted)?;
    let (said, deeds) = after(c, said)?;
    let moves = matches!(said.event, Event::Act(_)) && deeds.iter().all(|deed| matches!(deed, Deed::Again { .. }));
    moves.then(|| Statement::Forms(vec![(Form::Trigger(Trigger { event: said.event, deeds, once: None }), Vec::new())]))
}

/// What is done when the rule comes into force, or at the turns of its guard, though it could be read as a way of moving.
pub fn at_once(c: &mut Cursor) -> Option<Statement> {
    let mut deeds = deeds(c, &Cast::NOBODY)?;
    grounded(c, &Event::Enacted, &deeds)?;
    deeds.iter_mut().for_each(seen_from_themselves);
    let assumed = std::mem::take(&mut c.stance_mut().assumed);
    Some(Statement::Forms(vec![(Form::Trigger(Trigger { event: Event::Enacted, deeds, once: None }), assumed)]))
}

fn event_first(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let from = c.at();
    let said = event(c)?;
    let said = c.attempt(|c| doer_behind(c, from, &said)).unwrap_or(said);
    let timed = !matches!(said.event, Event::Act(_) | Event::Would(_));
    let at = c.at();
    let such = {
        let mut c = c.fork();
        c.comma();
        let one = c.sees(0, "a") && !c.peek()?.token.is_word("any");
        let men = whom::subject(&mut c, &Cast::NOBODY).filter(|_| one && timed);
        men.filter(|_| c.since(at).iter().any(|lexeme| ["that", "which"].iter().any(|word| lexeme.token.is_word(word))))
    };
    let asked = said.nth.is_some() && opened_by_if(c, from);
    let (said, mut deeds) = after(c, said)?;
    if asked && lifts(&deeds) {
        return None;
    }
    // "at the end of every turn, a pawn that stands on e4 is removed": whichever does
    if let Some(men) = such
        && !men::names_chooser(c, at)
        && let [deed] = deeds.as_mut_slice()
        && let Some(whom) = bare(deed).done_to()
        && are_alike(whom, &men)
        && let Whom::Among { chooser: chooser @ Chooser::Mover, .. } = whom
    {
        *chooser = Chooser::All;
    }
    Some((said, deeds))
}

/// Whether the sentence asks, where "when" would wait.
fn opened_by_if(c: &Cursor, from: usize) -> bool {
    c.since(from).first().is_some_and(|first| first.token.is_word("if"))
}

/// "If a rook has moved three turns running, white pieces may again capture knights": a ban is lifted; who has moved makes no further move.
fn lifts(deeds: &[Deed]) -> bool {
    match deeds {
        [Deed::If(_, done, _)] => lifts(done),
        [Deed::Again { act, need: Need::May, like: None }] => act.who.such.is_none(),
        _ => false,
    }
}

/// `After capturing, a knight may move again`, `After castling, kings may not move for two turns`: the one who does the second has done the first.
fn doer_behind(c: &mut Cursor, from: usize, said: &Said) -> Option<Said> {
    let gerund = c.since(from).iter().take(2).any(|lexeme| lexeme.token.word.ends_with("ing") && !lexeme.means("piece"));
    let Event::Act(act) = &said.event else { return None };
    (gerund && act.who == Class::EVERY && c.comma()).then_some(())?;
    let one = c.peek()?.token.clone();
    let single = c.sees(0, "a") && !one.is_word("another");
    // "all kings", "his rooks" are others as well
    let some = !terms::universal(c) && !["its", "own", "enemy", "the"].iter().any(|word| c.sees(0, word));
    let men = terms::men(c)?;
    let bound = ["may not", "must"].iter().any(|verb| c.sees(0, verb)) || c.sees(0, "may") && c.sees(1, "also");
    let same = single && (bound || c.sees(0, "may")) || some && bound && !matches!(men.owner, Owner::Own | Owner::Enemy);
    same.then_some(())?;
    let mut act = Act { who: men.clone(), ..act.clone() };
    let second = if act.how == How::Castle { castles_with_another(c, &mut act)? } else { None };
    (act.how != How::Castle || second.is_some() || is_castler(c, &men)).then_some(())?;
    let implied = Some(second.unwrap_or(Whom::That(Ref::Actor)));
    let cast = Cast { actor: Some(act.who.clone()), implied, ..said.cast.clone() };
    Some(Said {
        event: Event::Act(act),
        cast,
        it: Ref::Actor,
        told: said.told.clone(),
        nth: None,
        described: Vec::new(),
        place: None,
        assumed: Vec::new(),
    })
}

/// `A knight that lands on a dark square becomes a bishop`: the event is said of whom the deeds are about.
fn who_does(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let from = c.at();
    let who = terms::men(c)?;
    // "pieces attacked by the piece that gives check": that one does it, not they
    let last_is_one = matches!(c.since(from), [_, .., the, noun] if the.means("the") && !noun.token.word.ends_with('s'));
    (who.such.is_none() || !last_is_one).then_some(())?;
    let mut said = match c.attempt(|c| c.take("that captures")) {
        Some(()) => captured_by(c, who)?,
        None => {
            c.take_one_of(&["that", "which", "who"])?;
            act_of(c, who)?
        }
    };
    said.cast.implied = said.cast.implied.or(Some(Whom::That(said.it)));
    after(c, said)
}

/// The deeds after an event.
fn after(c: &mut Cursor, said: Said) -> Option<(Said, Vec<Deed>)> {
    let besides = c.attempt(|c| holding_besides(c, &said));
    c.comma();
    c.maybe("then");
    let two = said.it == Ref::Actor && said.cast.actor.is_some() && said.cast.victim.is_some();
    let described = match &said.event {
        Event::Act(act) | Event::Would(act) => [beside(act), said.described.clone()].concat(),
        _ => Vec::new(),
    };
    let read = |c: &mut Cursor| c.telling(said.told.clone(), |c| c.about(said.it, |c| deeds(c, &said.cast)));
    let read = |c: &mut Cursor| c.meaning(|stance| &mut stance.described, described, read);
    let read = |c: &mut Cursor| c.meaning(|stance| &mut stance.doer, Some(said.cast.doer.clone()), read);
    let read = |c: &mut Cursor| c.meaning(|stance| &mut stance.place, said.place.clone(), read);
    let deeds = c.meaning(|stance| &mut stance.two, two, read)?;
    if matches!(&said.cast.implied, Some(Whom::Among { who, .. }) if who.owner == Owner::Enemy) {
        in_check_alone(c, &deeds)?;
    }
    let deeds = match all(said.nth.clone().into_iter().chain(besides).collect()) {
        Some(holds) => vec![Deed::If(holds, deeds, Vec::new())],
        None => deeds,
    };
    Some((said, deeds))
}

/// `When a rook captures a pawn and there is no queen, ...`: what must hold besides, up to the comma. It is asked after the event.
fn holding_besides(c: &mut Cursor, said: &Said) -> Option<Condition> {
    matches!(said.event, Event::Act(_) | Event::Would(_)).then_some(())?;
    let from = c.at();
    let joint = c.take_one_of(&["and", "but", "while", "when"])?;
    if joint == "and" || joint == "but" {
        c.maybe("when");
    }
    // "when he castles after his queen was captured" is a time, and "if" behind a comma is asked before the deed anyway
    (!c.since(from).iter().any(|lexeme| ["after", "until"].iter().any(|word| lexeme.token.is_word(word)))).then_some(())?;
    let two = said.it == Ref::Actor && said.cast.actor.is_some() && said.cast.victim.is_some();
    let named = super::deeds::named(&said.cast);
    let holds = |c: &mut Cursor| c.telling(said.told.clone(), |c| c.about(said.it, terms::condition));
    let holds = |c: &mut Cursor| c.meaning(|stance| &mut stance.named, named, holds);
    let holds = |c: &mut Cursor| c.meaning(|stance| &mut stance.doer, Some(said.cast.doer.clone()), holds);
    let holds = c.meaning(|stance| &mut stance.two, two, holds)?;
    // what holds "while" it moves may be over when it has moved
    (joint != "while" || !holds.mentions(Ref::Actor) && !holds.mentions(Ref::Victim)).then_some(())?;
    (c.sees(0, ",") || c.sees(0, "then")).then_some(holds)
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

/// `Every pawn next to it is removed when a rook moves.`: words mean whom they mean where the event is told first.
fn event_last(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    let from = c.at();
    let before = Rc::clone(&c.stance);
    let deeds = deeds(c, &Cast::NOBODY)?;
    let done = c.since(from);
    c.comma();
    let at = c.at();
    let said = event(c)?;
    if !matches!(said.event, Event::Act(_) | Event::Would(_)) || c.peek().is_some() {
        return Some((said, deeds));
    }
    // "rooks may move again after capturing", "may not move for two turns after capturing": who captures is said in front
    let gerund = c.since(at).iter().take(2).any(|lexeme| lexeme.token.word.ends_with("ing") && !lexeme.means("piece"));
    if gerund && deeds.iter().any(|deed| matches!(deed, Deed::Again { .. })) {
        return None;
    }
    // "a player may not capture for two turns after castling": he who has castled
    let player = terms::subject(&mut Cursor::new(done, c.words)).is_some();
    if gerund && player && deeds.iter().any(|deed| matches!(deed, Deed::Meanwhile(..))) {
        return None;
    }
    let of_doer = gerund && deeds.iter().any(|deed| deed.holds() || is_said_of_men(deed));
    let turned = event_in_front(done, c.since(at), c.words)?;
    let mut again = Cursor::new(&turned, c.words);
    again.stance = before;
    let Some(found) = event_first(&mut again).filter(|_| again.peek().is_none()) else {
        return if let Failure::Refused { diagnostic, .. } = again.failure() { c.refuse(diagnostic) } else { None };
    };
    if of_doer && matches!(&found.0.event, Event::Act(act) if act.who == Class::EVERY) {
        return None;
    }
    c.stance = again.stance;
    Some(found)
}

/// Whether something holds for a time of some men, and not of whatever a player has.
fn is_said_of_men(deed: &Deed) -> bool {
    let Deed::Meanwhile(_, form) = deed else { return false };
    form.clone().subject_of_standing().is_some_and(|who| who.kinds != Kinds::Every && matches!(who.owner, Owner::Anyone | Owner::Army(_)))
}

/// `Knights move to any empty square`, where no event is named: a way of moving is meant rather than something that is done once.
fn no_way_of_moving(c: &mut Cursor, deeds: &[Deed]) -> Option<()> {
    let goes = matches!(deeds, [Deed::Go(Whom::Among { chooser: Chooser::All, .. }, Spot::One(..))]);
    let they_move = matches!(c.since(0), [men, verb, ..]
        if c.words.kinds.iter().any(|kind| men.token.is_word(&kind.plural)) && verb.token.is_word("move"));
    if !goes || !they_move {
        return Some(());
    }
    let problem = "this can be how they may move, or something that is done to them once".to_string();
    let problem = Diagnostic::new("L006", c.span_from(0), problem);
    c.refuse(
        problem.hint(
            "how they may move: {Men} may move to any empty square. Done once: At once, every {bare} goes to one of the empty squares.",
        ),
    )
}

/// Deeds without an event: done once, when the rule comes into force.
fn instant(c: &mut Cursor) -> Option<(Said, Vec<Deed>)> {
    // "white loses a pawn that has captured", "one of his pawns that have captured": one of them, now
    let sole = c.sees(0, "one of") || c.fork().one();
    let said_of = whom::subject(&mut c.fork(), &Cast::NOBODY).filter(|_| !sole);
    let deeds = deeds(c, &Cast::NOBODY)?;
    // what is said under a condition is no instant: the condition is a guard
    (!matches!(deeds.as_slice(), [Deed::If(..)])).then_some(())?;
    asked_once(c, &deeds)?;
    no_way_of_moving(c, &deeds)?;
    let mut deeds = deeds;
    let named = men::names_chooser(c, 0);
    let of_all = said_of.is_some_and(|men| deeds.iter_mut().filter_map(|deed| bare(deed).done_to()).any(|who| are_alike(who, &men)));
    if of_all
        && !named
        && let Some(event) = occasion(&mut deeds)
    {
        return Some((Said { assumed: vec!["whenever it does that".to_string()], ..Said::plain(event) }, deeds));
    }
    // "a piece that gave check last turn may not move this turn": whenever that is, not now alone
    let recalled = |deed: &Deed| match deed {
        Deed::Meanwhile(_, form) => {
            let recalls = |such: &Condition| such.recalls() || such.tallies() || such.asks_for_visits();
            form.clone().subject_of_standing().is_some_and(|who| who.such.as_deref().is_some_and(recalls))
        }
        _ => false,
    };
    if !c.since(0).iter().any(|lexeme| lexeme.means("at once")) && deeds.iter().any(recalled) {
        return None;
    }
    // each of them is changed
    let times: Vec<Event> = deeds.iter_mut().filter(|_| of_all || named).filter_map(|deed| lasts(deed, named)).collect();
    let Some(event) = times.into_iter().max_by_key(|event| *event == Event::Turn) else {
        let far =
            |deed: &Deed| matches!(deed, Deed::Step(Whom::Among { chooser: Chooser::All, .. }, _, stride) if stride.most == MAX_STEPS);
        if deeds.iter().any(far) {
            c.assume("done to them; for a way of moving say \"any number of squares\"");
        }
        let one = of_all && !named && c.since(0).first().is_some_and(|first| first.means("a") && !first.token.is_word("another"));
        let assumed = if one { vec![OF_ONE.to_string()] } else { Vec::new() };
        return Some((Said { assumed, ..Said::plain(Event::Enacted) }, deeds));
    };
    let when = match event {
        Event::Turn => "start of every turn",
        Event::TurnEnds => "end of every turn",
        _ => "end of every phase",
    };
    Some((Said { assumed: vec![format!("at the {when}, for once say \"at once\" first")], ..Said::plain(event) }, deeds))
}

/// What is done, for however long.
fn bare(deed: &mut Deed) -> &mut Deed {
    if let Deed::For(_, inner) = deed { bare(inner) } else { deed }
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
    let whom = bare(deed).done_to()?;
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
    let Some(Whom::Among { who, chooser, .. }) = bare(deed).done_to() else { return None };
    let such = who.such.as_ref()?;
    let event = match () {
        () if such.has_lasted() || such.tallies() => Event::Turn,
        // when the turns have been counted
        () if such.asks_how_long() => Event::TurnEnds,
        () => such.asks_what_is_borne().then_some(Event::Closes(None))?,
    };
    if !named {
        *chooser = Chooser::All;
    }
    Some(event)
}
