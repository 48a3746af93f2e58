//! An event as it is said: `after a rook moves`, `when a player loses his queen`, `at the start of white's phase`, `for the third time`; and whom
//! it brings into play.

use super::castled::{castled_with, castlers, castles_with_another};
use super::deeds::Cast;
use super::deeds::antecedent::PIECE;
use super::{acts, bans, nouns, places, terms};
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::cursor::{Cursor, Expected, Place, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::logic::negated;
use crate::rule::words::Lexeme;
use crate::rule::{
    Act, Chooser, Class, Comparison, Condition, Event, How, Kinds, Number, Owner, Past, Player, Point, Ref, Squares, Ways, When, Whom,
};

/// The most often that "for the third time" counts.
const MAX_TIMES: u32 = 24;

/// An event, whom it brings into play, and what was assumed for it.
#[derive(Clone)]
pub struct Said {
    pub event: Event,
    pub cast: Cast,
    /// Whom "it" means.
    pub it: Ref,
    /// Of whom the deeds are told.
    pub told: Told,
    /// How often it must have happened before.
    pub nth: Option<Condition>,
    /// Men that it has described besides, each with its kind.
    pub described: Vec<(String, Whom)>,
    /// Where it happens.
    pub place: Option<Place>,
    pub assumed: Vec<String>,
}

impl Said {
    pub fn plain(event: Event) -> Said {
        Said {
            event,
            cast: Cast::NOBODY,
            it: Ref::Actor,
            told: Told::OfMover,
            nth: None,
            described: Vec::new(),
            place: None,
            assumed: Vec::new(),
        }
    }
}

pub fn event(c: &mut Cursor) -> Option<Said> {
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
pub fn point_of_time(c: &mut Cursor) -> Option<Said> {
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
pub fn acted(c: &mut Cursor) -> Option<Said> {
    if let Some(act) = c.attempt(bans::done_by_player) {
        let nth = nth_of_player(c, &act);
        return Some(Said { nth, ..by_player(c, act) });
    }
    if let Some(said) = c.attempt(has_done_so_often) {
        return Some(said);
    }
    if let Some(said) = c.attempt(loses) {
        return Some(said);
    }
    if let Some(said) = c.attempt(last_of_somebody) {
        return Some(said);
    }
    if let Some(said) = c.attempt(gerund) {
        return Some(said);
    }
    // "when their rook is captured, white ...": of nobody who was named
    let somebodys = |lexeme: &Lexeme| ["his", "her", "their"].iter().any(|word| lexeme.token.is_word(word));
    let his = c.peek().is_some_and(|lexeme| lexeme.means("its") && lexeme.meant.is_none() && somebodys(lexeme));
    if his && c.stance.told == Told::OfMover && c.stance.doer.is_none() {
        c.expect(Expected::Thing("whose (\"a player's {man}\")"));
        return None;
    }
    // "when your queen is captured": you are he whose queen it was
    let yours = c.peek().is_some_and(|lexeme| lexeme.means("its") && lexeme.meant.is_some()) || nouns::somebodys(c);
    let from = c.at();
    let who = terms::men(c)?;
    // "when his opponent's queen is captured": of two players, and neither is he who moves
    if yours && who.owner == Owner::Enemy {
        let problem = Diagnostic::new("L006", c.span_from(from), "it is not clear whose opponent that is".to_string());
        return c.refuse(problem.hint("say it of whoever captures (\"when a player captures {man}, he ...\") or name the colour"));
    }
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
pub fn captured_by(c: &mut Cursor, who: Class) -> Option<Said> {
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
    let mut said = lost(men, owner, last.is_some());
    said.it = Ref::Victim;
    Some(said)
}

/// Such a man of theirs is captured, of which it is told as of its owner; `last`: he has no other one then.
fn lost(men: Class, owner: Owner, last: bool) -> Said {
    let victims = Class { owner, ..men.clone() };
    let act = Act { how: How::Capture(victims.clone()), ..Act::any(Class::EVERY) };
    let loser = Player::OwnerOf(Ref::Victim);
    let nth = last.then(|| {
        let his = Condition::Belongs(Ref::Itself, loser.clone());
        negated(Condition::There(Class { owner: Owner::Anyone, ..men }.such_that(his), Squares::Every))
    });
    let cast = Cast { victim: Some(victims), chooser: Chooser::Player(loser.clone()), doer: loser, ..Cast::NOBODY };
    Said { cast, it: Ref::Victim, told: Told::Of(Player::OwnerOf(Ref::Victim)), nth, ..Said::plain(Event::Act(act)) }
}

/// `a player's last knight is captured`, `the last white bishop dies`.
fn last_of_somebody(c: &mut Cursor) -> Option<Said> {
    let somebodys = nouns::somebodys(c);
    let owner = if somebodys {
        Owner::Anyone
    } else {
        c.maybe_one_of(&["the", "a"]);
        nouns::army(c).map(Owner::Army).unwrap_or(Owner::Anyone)
    };
    c.take("last")?;
    let men = terms::men(c)?;
    // "the last knight" without a colour: of everybody's it would be another
    let owner = match (owner, &men.owner) {
        (Owner::Anyone, Owner::Army(army)) => Owner::Army(army.clone()),
        (owner, Owner::Anyone) => owner,
        _ => return None,
    };
    (somebodys || owner != Owner::Anyone).then_some(())?;
    c.take_one_of(&["is captured", "is removed"])?;
    Some(lost(Class { owner: Owner::Anyone, ..men }, owner, true))
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
    Some(by_player(c, act))
}

/// A player does it: of a capture "it" is the captured man, for no other is named.
fn by_player(c: &Cursor, act: Act) -> Said {
    let victim = victim(&act.how);
    let named = act.who.kinds != Kinds::Every || act.who.such.is_some();
    let it = if victim.is_some() && !named { Ref::Victim } else { Ref::Actor };
    let castles = act.how == How::Castle;
    // who castles is named by his kind, though nobody has named him yet
    let castler = if castles && !named { castlers(c, &act.who.owner) } else { None };
    let actor = (it == Ref::Actor).then(|| castler.unwrap_or_else(|| act.who.clone()));
    let implied = (act.how == How::Check).then(|| giving_check(c, &act.who));
    let described = if castles { castled_with(c) } else { Vec::new() };
    let cast = Cast { actor, victim, implied, ..Cast::NOBODY };
    Said { cast, it, described, ..Said::plain(Event::Act(act)) }
}

/// `passes an enemy pawn`: moving forward it goes by one on a file next to it, which was level with it or ahead of it.
fn passing_by(c: &mut Cursor, who: &Class) -> Option<Said> {
    match c.peek().is_some_and(|lexeme| lexeme.phrase.is_none() && lexeme.token.is_word("passes")) {
        true => c.skip(),
        false => c.take("go past")?,
    }
    if !c.one() {
        c.maybe_one_of(&["a", "every"]);
    }
    let others = c.against(Ref::Actor, nouns::class)?;
    let at = |point| Squares::At(point);
    let of = Squares::Either(vec![at(Point::From), super::deeds::on_its_way()]);
    let there = Squares::Beside { of: Box::new(of), steps: steps_of(&[bearing("sideways")?]) };
    let ahead = ["forward", "diagonally forward"].into_iter().filter_map(bearing).collect();
    let act = Act { ways: Ways::Only(ahead), ..Act::any(who.clone()) };
    let passed = Whom::Among { who: others.clone(), on: there.clone(), chooser: Chooser::All };
    let described = described_as(&others, &passed);
    let cast = Cast { actor: Some(who.clone()), ..Cast::NOBODY };
    let nth = Some(Condition::There(others, there));
    Some(Said { cast, nth, described, ..Said::plain(Event::Act(act)) })
}

/// Men that an event has described, by the kind or kinds that they are called again.
pub fn described_as(men: &Class, whom: &Whom) -> Vec<(String, Whom)> {
    match &men.kinds {
        Kinds::Only(kinds) => kinds.iter().map(|kind| (kind.clone(), whom.clone())).collect(),
        Kinds::Every | Kinds::Except(_) => vec![(PIECE.to_string(), whom.clone())],
    }
}

/// What these men do, or what is done to them.
pub fn act_of(c: &mut Cursor, who: Class) -> Option<Said> {
    if let Some(said) = c.attempt(|c| passing_by(c, &who)) {
        return Some(said);
    }
    let would = c.take("would").is_some();
    if c.sees(0, "move and capture") {
        let problem = "it is not clear whether it happens with every move, or only with a capture".to_string();
        let problem = Diagnostic::new("L006", c.span_from(c.at()), problem);
        while c.peek().is_some() {
            c.skip();
        }
        return c.refuse(problem.hint("say one of them: After {man} moves, ... After {man} captures, ..."));
    }
    let checked = c.sees(0, "is checked");
    if checked {
        of_either_player(c)?;
    }
    let (passive, leaving) = (c.sees(0, "is captured"), c.sees(0, "leave"));
    let from = c.at();
    let mut act = acts::act(c, &who)?;
    let place = places::told(c, from, &act);
    let second = match act.how {
        How::Castle if !would => castles_with_another(c, &mut act)?,
        _ => None,
    };
    // "castles with another": who goes second
    let with_another = act.how == How::Castle
        && c.attempt(|c| {
            c.take("with")?;
            c.peek()?.token.is_word("another").then(|| c.skip())
        })
        .is_some();
    (!with_another || second.is_some()).then_some(())?;
    // "after a queen captures, it ...": nobody else is spoken of
    let alone = c.since(from).iter().filter(|lexeme| !lexeme.means("in passing")).count() == 1;
    let vague = (0..12)
        .find(|&ahead| c.sees(ahead, "the square of the capture") && c.ahead(ahead).is_some_and(|lexeme| lexeme.token.is_word("that")));
    if let (true, Some(ahead)) = (leaving, vague) {
        let span = c.ahead(ahead).map_or_else(|| c.span_from(0), |lexeme| lexeme.span);
        let problem = Diagnostic::new("L004", span, "it is not clear which square is meant, the one left or the one reached".to_string());
        return c.refuse(problem.hint("say \"the square it came from\" or \"the square it goes to\""));
    }
    let actor = (!passive || act.who != Class::EVERY).then(|| act.who.clone());
    let implied = match act.how {
        How::Check if checked => Some(in_check(c)?),
        How::Check if !would => Some(giving_check(c, &act.who)),
        _ => second,
    };
    let cast = Cast { actor, victim: victim(&act.how).filter(|_| passive || !alone), implied, ..Cast::NOBODY };
    let it = if passive { Ref::Victim } else { Ref::Actor };
    let nth = if would || passive { None } else { nth(c, &act, Some(it)) };
    // Whoever moves is no enemy of his own: a player means the pieces of the others, which move in their phases.
    let mut assumed = Vec::new();
    if act.who.owner == Owner::Enemy
        && let Some(there) = act.to.as_mut().and_then(secret_of_each)
    {
        // an enemy of him who has named the square
        act.who.owner = Owner::Anyone;
        *there = Squares::Secret(Player::Opponent);
    } else if act.who.owner == Owner::Enemy && !c.stance.meanwhile {
        act.who.owner = Owner::Anyone;
        assumed.push("whoever's piece it is that moves".to_string());
    }
    let castles = act.how == How::Castle;
    let event = if would { Event::Would(act) } else { Event::Act(act) };
    // "when a rook is captured": its own side is the one that is told of
    let told = if passive { Told::OfMan(Ref::Victim) } else { Told::OfMover };
    let described = if castles { castled_with(c) } else { Vec::new() };
    Some(Said { event, cast, it, told, nth, described, place, assumed })
}

/// The kinds that are put in check.
fn royal(c: &Cursor) -> Vec<String> {
    c.words.kinds.iter().filter(|kind| kind.royal).map(|kind| kind.name.clone()).collect()
}

/// "When a knight gives check, it ...": whichever of these attacks the king, which need not be the one that has moved.
fn giving_check(c: &Cursor, men: &Class) -> Whom {
    let kings = Class { kinds: Kinds::Only(royal(c)), owner: Owner::Enemy, such: None };
    let owner = if men.owner == Owner::Anyone { Owner::Own } else { men.owner.clone() };
    let who = Class { owner, ..men.clone() }.such_that(Condition::Attacks(Ref::Itself, kings));
    Whom::Among { who, on: Squares::Every, chooser: Chooser::All }
}

/// "When a king is put in check, it ...": the king, where that is who does something or to whom something is done; no other "it" is settled.
fn in_check(c: &mut Cursor) -> Option<Whom> {
    let it = |ahead: usize| c.sees(ahead, "it") || c.sees(ahead, "its");
    // "the square where it stands" is that of who is in check, where nothing else is said of it
    let where_it = |ahead: usize| {
        let before = |word: &&str| ahead > 0 && c.ahead(ahead - 1).is_some_and(|lexeme| lexeme.token.is_word(word));
        ["where", "which"].iter().any(before) && ["stands", "is"].iter().any(|verb| c.sees(ahead + 1, verb))
    };
    let unsettled = |ahead: usize| c.ahead(ahead).is_some_and(|lexeme| lexeme.meant.is_none()) && it(ahead) && !where_it(ahead);
    let comma = usize::from(c.sees(0, ","));
    let first = comma + usize::from(c.sees(comma, "then"));
    let of_it = c.sees(first, "it") && c.ahead(first).is_some_and(|lexeme| !lexeme.possessive);
    if let Some(other) = (0..).take_while(|&ahead| c.ahead(ahead).is_some()).find(|&ahead| unsettled(ahead) && !(of_it && ahead == first)) {
        let span = c.ahead(other).map_or_else(|| c.span_from(c.at()), |lexeme| lexeme.span);
        let problem = "it is not clear whether this is the piece in check or the piece that gives check".to_string();
        return c.refuse(
            Diagnostic::new("L004", span, problem)
                .hint("say: When {man} gives check, the moving piece ...; for the one in check name it behind the comma"),
        );
    }
    let who = Class { kinds: Kinds::Only(royal(c)), owner: Owner::Enemy, such: None }.such_that(terms::attacked(Ref::Itself));
    Some(Whom::Among { who, on: Squares::Every, chooser: Chooser::All })
}

/// "When a king is put in check, he loses a pawn": he can be either of the two players.
fn of_either_player(c: &mut Cursor) -> Option<()> {
    let him = |lexeme: &Lexeme| {
        ["he", "she", "his", "him"].iter().any(|word| lexeme.token.is_word(word))
            && lexeme.meant.as_ref().is_none_or(|who| *who == Player::Mover)
    };
    let player = |lexeme: &Lexeme| ["each player", "player", "mover"].iter().any(|word| lexeme.means(word));
    let comma = 1 + usize::from(c.sees(1, ","));
    let does = c.ahead(comma).filter(|next| ["loses", "gains", "removes", "pay"].iter().any(|verb| next.means(verb)));
    let rest = (1..).map_while(|ahead| c.ahead(ahead)).take_while(|lexeme| !player(lexeme));
    let Some(found) = does.or_else(|| rest.into_iter().find(|lexeme| him(lexeme))) else { return Some(()) };
    let problem = "it is not clear whether that is the player in check or the one who gives it".to_string();
    let hint = "say: When {man} gives check, the opponent loses ...; or: the mover gains ...";
    c.refuse(Diagnostic::new("L004", found.span, problem).hint(hint))
}

/// The secret squares of all players, where squares are these or are told by them.
fn secret_of_each(there: &mut Squares) -> Option<&mut Squares> {
    match there {
        Squares::Secret(Player::Each) => Some(there),
        Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } => secret_of_each(of),
        Squares::Both(parts) => parts.iter_mut().find_map(secret_of_each),
        _ => None,
    }
}

fn victim(how: &How) -> Option<Class> {
    match how {
        How::Capture(victims) | How::Passing(victims) => Some(victims.clone()),
        _ => None,
    }
}

/// `the third time`.
pub fn nth_time(c: &mut Cursor) -> Option<u32> {
    c.take("the")?;
    let nth = c.take_thing("\"first\"", |token| if let Sort::Ordinal(nth) = token.sort { Some(nth) } else { None })?;
    c.take_one_of(&["time", "times"])?;
    (1..=MAX_TIMES).contains(&nth).then_some(nth)
}

/// After an act: `for the third time`, `twice in a row`. The one that is being made is not yet remembered.
fn nth(c: &mut Cursor, act: &Act, man: Option<Ref>) -> Option<Condition> {
    if let Some(turns) = c.attempt(terms::in_a_row) {
        return in_a_row_before(act, None, man, turns);
    }
    c.attempt(|c| {
        c.take("for")?;
        nth_time(c)
    })
    .map(|nth| happened_before(act.clone(), man, nth))
}

/// The same of what a player does: it is he who has done it before.
fn nth_of_player(c: &mut Cursor, act: &Act) -> Option<Condition> {
    if let Some(turns) = c.attempt(terms::in_a_row) {
        return in_a_row_before(act, Some(Player::Mover), None, turns);
    }
    let nth = c.attempt(|c| {
        c.take("for")?;
        nth_time(c)
    })?;
    Some(so_often_before(act, nth, Comparison::Equal))
}

/// So often by whoever moves, this time included.
pub fn so_often_before(act: &Act, often: u32, how: Comparison) -> Condition {
    let past = Past { act: Box::new(act.clone()), by: Some(Player::Mover), man: None, when: When::Ever };
    Condition::Compare(Number::Times(Box::new(past)), how, Number::Is(often as i32 - 1))
}

/// In each of the phases before this one: this one is the last of them.
fn in_a_row_before(act: &Act, by: Option<Player>, man: Option<Ref>, turns: u8) -> Option<Condition> {
    let who = if man.is_some() { Class::EVERY } else { act.who.clone() };
    let act = Box::new(Act { who, ..act.clone() });
    let when = match turns.checked_sub(1)? {
        0 => return None,
        1 => When::LastTurn,
        turns => When::Running(turns),
    };
    Some(Condition::Happened(Past { act, by, man, when }))
}

/// `a player has given check on three turns running`, `a pawn has moved five times`: as he or it does so for the last of these times.
fn has_done_so_often(c: &mut Cursor) -> Option<Said> {
    if let Some(player) = c.attempt(|c| {
        let who = terms::subject(c)?;
        c.take_one_of(&["has", "have"])?;
        Some(who)
    }) {
        let owner = terms::movers_of(&player)?;
        let act = terms::done(c)?;
        // "a player has moved his king": the king of whoever moves
        let owner = match (&act.who.owner, owner) {
            (Owner::Anyone | Owner::Own, owner) => owner,
            (one, other) => (*one == other).then_some(other)?,
        };
        let act = Act { who: Class { owner, ..act.who }, ..act };
        let nth = match c.attempt(terms::in_a_row) {
            Some(turns) => in_a_row_before(&act, Some(Player::Mover), None, turns)?,
            None => {
                let (how, often) = so_often(c)?;
                so_often_before(&act, often, how)
            }
        };
        return Some(Said { nth: Some(nth), ..by_player(c, act) });
    }
    let who = terms::men(c)?;
    c.take_one_of(&["has", "have"])?;
    let act = match c.take_one_of(&["moved", "captured", "given check"])? {
        "moved" => Act::any(who.clone()),
        "captured" => {
            let victims = c.attempt(terms::men).unwrap_or(Class::EVERY);
            Act { how: How::Capture(victims), ..Act::any(who.clone()) }
        }
        _ => Act { how: How::Check, ..Act::any(who.clone()) },
    };
    let nth = match c.attempt(terms::in_a_row) {
        Some(turns) => in_a_row_before(&act, None, Some(Ref::Actor), turns)?,
        None => {
            let (how, often) = so_often(c)?;
            match happened_before(act.clone(), Some(Ref::Actor), often) {
                Condition::Compare(number, _, bound) => Condition::Compare(number, how, bound),
                other => other,
            }
        }
    };
    let cast = Cast { actor: Some(who), ..Cast::NOBODY };
    Some(Said { cast, nth: Some(nth), ..Said::plain(Event::Act(act)) })
}

/// `five times`: as that number is reached; "at least five times" each time from then on.
fn so_often(c: &mut Cursor) -> Option<(Comparison, u32)> {
    let each = c.sees(0, "at least") || c.sees(0, "more than");
    let (how, often) = terms::often(c)?;
    let often = u32::try_from(often).ok().filter(|often| (1..=MAX_TIMES).contains(often))?;
    match how {
        Comparison::AtLeast | Comparison::More if each => Some((how, often)),
        Comparison::AtLeast | Comparison::Equal => Some((Comparison::Equal, often)),
        _ => None,
    }
}

/// So often before, less one: by that man, or by such men.
pub fn happened_before(act: Act, man: Option<Ref>, nth: u32) -> Condition {
    // of its moves the one that is made now is counted
    if let Some(man) = man.filter(|_| act == Act::any(act.who.clone())) {
        return Condition::Compare(Number::Moves(man), Comparison::Equal, Number::Is(nth as i32));
    }
    let act = if man.is_some() { Act { who: Class::EVERY, ..act } } else { act };
    let past = Past { act: Box::new(act), by: None, man, when: When::Ever };
    Condition::Compare(Number::Times(Box::new(past)), Comparison::Equal, Number::Is(nth as i32 - 1))
}
