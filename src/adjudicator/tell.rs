//! Events in sentences: what the turn mail tells first.

use std::rc::Rc;

use super::procedures;
use crate::board::Effect;
use crate::game::Event;
use crate::game::event::{Loss, Outcome, Resumption, Ruler, Settlement};
use crate::game::mar::metarule::{IN_NEWS, Trial};
use crate::game::mar::{self, Multiverse, Player};
use crate::game::procedure::Procedure;
use crate::law;
use crate::rule::Scope;
use crate::turn::Seat;

/// What happened, a sentence each, in order; `after` is the state after all of it.
pub fn happened(events: &[Event], after: &Multiverse) -> Vec<String> {
    let told = |at: usize| tested(&events[at]).is_none_or(|number| events[at + 1..].iter().all(|later| tested(later) != Some(number)));
    let seated = events.iter().zip(seatings(events, after)).enumerate();
    seated.filter(|(at, _)| told(*at)).filter_map(|(_, (event, seats))| sentence(event, after, &seats)).collect()
}

/// What has been put to the meta-rules: of several times the last is told.
fn tested(event: &Event) -> Option<&str> {
    match event {
        Event::Tested { number, .. } | Event::TestedAgain { number, .. } => Some(number),
        _ => None,
    }
}

/// Who sat where as each event happened: a rule seats a side among the others, and a game that goes back has the seats of before.
pub fn seatings(events: &[Event], after: &Multiverse) -> Vec<Rc<[Player]>> {
    let mut seats: Rc<[Player]> = after.seats.clone().into();
    let mut undone = after.timeline.undone.iter().rev();
    let mut found = Vec::new();
    for event in events.iter().rev() {
        let brought = |player: &Player, rule: &str| player.guest.as_ref().is_some_and(|guest| guest.rule == rule);
        match event {
            Event::Enacted(made) if seats.iter().any(|player| brought(player, &made.number)) => {
                seats = seats.iter().filter(|player| !brought(player, &made.number)).cloned().collect();
            }
            Event::Procedure(Procedure::Rewound { .. }) => seats = undone.next().map_or(seats, |undone| undone.seats.clone().into()),
            _ => {}
        }
        found.push(Rc::clone(&seats));
    }
    found.reverse();
    found
}

/// The name of whoever sits there.
pub fn seated(seats: &[Player], seat: Seat) -> String {
    seats.get(seat.index()).map_or_else(|| "somebody".to_owned(), |player| player.name.clone())
}

/// The sides that a rule has brought, a sentence each.
fn newcomers(rule: &str, game: &Multiverse) -> Vec<String> {
    let seats = (0..game.seats.len() as u8).map(Seat);
    let told = |seat: Seat| {
        let player = game.player(seat);
        let guest = player.guest.as_ref().filter(|guest| guest.rule == rule)?;
        let (side, place) = (game.colour(seat), game.universe_name(guest.universe));
        Some(match guest.joined {
            Some(true) if game.seats_with(seat).len() > 1 => format!(
                "{} plays its new side, {side}, in {place} as well, and stays one player: one action a turn (R1), one vote (R14).",
                player.name
            ),
            Some(true) => format!("{} plays its new side, {side}, in {place}.", player.name),
            _ => format!(
                "{} is invited by mail to play its new side, {side}, in {place}; until {0} has joined, {side} does not move.",
                player.name
            ),
        })
    };
    seats.filter_map(told).collect()
}

/// The rules that sleep since another is gone.
fn asleep((gone, universe): (&str, Option<u16>), game: &Multiverse) -> String {
    let leans = |rule: &&crate::game::mar::Enacted| rule.stands() && game.leans_on(rule).iter().any(|(number, _)| number == gone);
    let told = |rule: &crate::game::mar::Enacted| {
        let number = &rule.enactment.number;
        game.asleep(number).map(|why| format!(" Rule {number} is {why}."))
    };
    let left = game.left_behind(gone, universe).into_iter().map(|left| format!(" {}.", super::views::capital(&left)));
    game.rules.iter().filter(leans).filter_map(told).chain(left).collect()
}

/// A player is out (M4); his rules stay, and what he has named in secret for rules acts as long as they do.
fn lost((seat, how): (Seat, &Loss), game: &Multiverse, seats: &[Player]) -> String {
    let name = |seat: Seat| seated(seats, seat);
    let place = |universe: u16| game.universe_name(universe);
    let told = match how {
        Loss::KingCaptured { by, universe } if *by == seat => {
            let fall = format!("{}'s own move costs the real king in {}", name(seat), place(*universe));
            format!("{fall}: {} is out, and all of {0}'s men leave the boards (M4).", name(seat))
        }
        Loss::KingCaptured { by, universe } => {
            let king = format!("{} captures {}'s real king in {}", name(*by), name(seat), place(*universe));
            format!("{king}: {} is out, and all of {0}'s men leave the boards (M4).", name(seat))
        }
        Loss::Mated { by, universe } => {
            let mate = format!("{} is checkmated by {} in {}", name(seat), name(*by), place(*universe));
            format!("{mate}, and by amendment that takes the king: {} is out, and all of {0}'s men leave the boards (M4).", name(seat))
        }
        Loss::Stalemated => {
            let stuck = format!("{} has no safe move anywhere, and by amendment that takes the king", name(seat));
            format!("{stuck}: {} is out, and all of {0}'s men leave the boards (M4).", name(seat))
        }
        Loss::ByObjective => format!("{} is out, and all of {0}'s men leave the boards (M4).", name(seat)),
        Loss::Resigned => format!("{} resigns, and all of {0}'s men leave the boards.", name(seat)),
        Loss::WithPlayer => {
            format!("{} leaves with every side: the men of {} leave the boards as well.", name(seat), game.colour(seat))
        }
    };
    let side = seats.get(seat.index()).map(|player| player.side);
    let own = |rule: &&crate::game::mar::Enacted| rule.stands() && Some(game.player(rule.enactment.seat).side) == side;
    let stay: Vec<&str> = game.rules.iter().filter(own).map(|rule| rule.enactment.number.as_str()).collect();
    let stands = |rule: &str| game.rule(rule).is_some_and(crate::game::mar::Enacted::stands);
    let secret = game.secrets.iter().any(|secret| Some(secret.side) == side && secret.opened.is_none() && stands(&secret.rule));
    if game.is_over() || stay.is_empty() && !secret {
        return told;
    }
    let rules = match &stay[..] {
        [] => String::new(),
        [only] => format!(" Rule {only} stays in force."),
        several => format!(" Rules {} stay in force.", several.join(", ")),
    };
    let secret = if secret { format!(" What {} has named in secret acts as before.", name(seat)) } else { String::new() };
    format!("{told}{rules}{secret}")
}

fn sentence(event: &Event, game: &Multiverse, seats: &[Player]) -> Option<String> {
    let name = |seat: Seat| seated(seats, seat);
    let place = |universe: u16| game.universe_name(universe);
    Some(match event {
        Event::Started(_) => "Everybody has joined, and the game begins.".to_string(),
        Event::Designated { seat, universe, .. } => {
            format!("{} names the king in {} as the real one; the others are dummies.", name(*seat), place(*universe))
        }
        Event::Moved(moved) => {
            let short = if moved.san == moved.notation { String::new() } else { format!(" ({})", moved.san) };
            let plays = format!("{} plays {}{short} in {}", name(moved.seat), moved.notation, place(moved.universe));
            if moved.told.is_empty() { format!("{plays}.") } else { format!("{plays}: {}.", moved.told.join("; ")) }
        }
        // What only the rules themselves keep in mind is not news.
        Event::Fired { told, .. } if told.is_empty() => return None,
        // What concerns all universes is done in none of them.
        Event::Fired { rule, effects, told, .. } if effects.iter().any(|effect| matches!(effect, Effect::Lay(_))) => {
            format!("Rule {rule} acts: {}.", told.join("; "))
        }
        Event::Fired { rule, universe, told, .. } => format!("Rule {rule} acts in {}: {}.", place(*universe), told.join("; ")),
        Event::Freed { seat, universe, rules } => {
            let who = name(*seat);
            let why = format!("no piece of {who}'s in {} would have the right to move", place(*universe));
            match &rules[..] {
                [only] => format!("What rule {only} forbids there does not bind {who} in this phase: {why} (R9)."),
                several => format!("What rules {} forbid there does not bind {who} in this phase: {why} (R9).", several.join(", ")),
            }
        }
        Event::Withheld { rule, universe, of, why } => {
            format!("Rule {rule} does not act in {} this time: {why} ({of}).", place(*universe))
        }
        Event::Unforeseen { rule: number, sentence, universe } => {
            let rule = game.rule(number)?;
            let says = game.sentence_of(rule, sentence - 1);
            let author = &game.player(rule.enactment.seat).name;
            let met = game.unforeseen_in(number).find(|met| met.at + 1 == *sentence).map(|met| met.until);
            let until = met.map(|until| format!("until {}, ", game.until_told(until)));
            format!(
                "Rule {number} says \"{says}\". That cannot be done in {}, and the rule does not say what is done then: nothing is. In his phase, \
                 {}anybody but {author} may presume it: PRESUME {number} \"if that cannot be done, ...\" (R17).",
                place(*universe),
                until.unwrap_or_default()
            )
        }
        Event::Spoilt { seat, universe, notation } => {
            let why = "what was done before it in this phase has made it impossible";
            format!("{}'s {notation} in {} is not played: {why}.", name(*seat), place(*universe))
        }
        Event::Passed { seat } if game.is_closed(&mar::Action::Move).is_some() => {
            format!("{} passes: moving alone is closed (R1.1).", name(*seat))
        }
        Event::Passed { seat } if seat.index() < game.seats.len() && game.seats_with(*seat).len() > 1 => {
            format!("{} has no move for {} in this turn and passes.", name(*seat), game.colour(*seat))
        }
        Event::Passed { seat } => format!("{} has no legal move anywhere and passes.", name(*seat)),
        Event::Enacted(enactment) => {
            let title = enactment.rule.title.as_deref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
            let scope = match enactment.scope() {
                Scope::Multiverse => "the whole multiverse".to_string(),
                Scope::Universe(universe) => place(universe),
            };
            let made = format!("{} makes rule {}{title}, for {scope}, in force from now.", name(enactment.seat), enactment.number);
            std::iter::once(made)
                .chain(newcomers(&enactment.number, game))
                .chain(game.meetings(&enactment.number))
                .collect::<Vec<_>>()
                .join(" ")
        }
        Event::RepealDeclared { number, seat, target, universe, acts_after } => {
            let within = universe.map(|universe| format!(" in {}", place(universe))).unwrap_or_default();
            let when = match acts_after {
                Some(window) => format!(", which stays in force through {} (R6)", game.last_told(*window)),
                None => String::new(),
            };
            format!("{} repeals {target}{within}{when}; the repeal is number {number}.", name(*seat))
        }
        Event::HeldOff { rule, universe, why } => {
            format!("What the turn's number switches on in rule {rule} does not act in {} in this turn: {why} (R12).", place(*universe))
        }
        Event::HeldBack { number, protected } => {
            format!(
                "What {number} says against protected rules takes over when they are so no more; {number} is protected until {} (R6).",
                game.until_told(*protected)
            )
        }
        Event::RepealWaits { target, acts_after, .. } => {
            format!("{target} is still protected: {} (R6).", game.until(*acts_after))
        }
        Event::Tested { number, verdicts } => {
            let until = game.trial(number).map_or_else(|| game.challengeable(), Trial::until);
            let told = game.told_in_news(number, verdicts, until);
            return (!told.is_empty()).then(|| format!("Tests of {number}: {told}."));
        }
        Event::TestedAgain { number, since, verdicts } => {
            let until = game.trial(number).map_or_else(|| game.challengeable(), Trial::until);
            let told = game.told_in_news(number, verdicts, until);
            return (!told.is_empty()).then(|| format!("Tests of {number} as it reads since {since}: {told}."));
        }
        Event::SearchEnded { number, verdict } => match verdict.refusal() {
            Some(refusal) => format!("The house has searched on about {number}, and found that it should not have been made. {refusal}"),
            None => {
                let until = game.trial(number).map_or_else(|| game.challengeable(), Trial::until);
                let found = game.told_of(std::slice::from_ref(verdict), until, IN_NEWS);
                format!("The house has searched on about {number}, and found: {found}.")
            }
        },
        Event::Proposed(proposal) => {
            let title = proposal.amendment.title.as_ref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
            let votes = match game.motion(&proposal.number).map(|motion| game.waits_for(motion)) {
                Some(names) if !names.is_empty() => format!(" It is put to the vote of {names}."),
                _ => String::new(),
            };
            format!("{} proposes {}{title}, a change of the meta-rules.{votes}", name(proposal.seat), proposal.number)
        }
        Event::Voted { seat, number, yes } => format!("{} votes {} on {number}.", name(*seat), if *yes { "Yes" } else { "No" }),
        Event::Adopted { number } => {
            let says = game.motion(number).map(|motion| game.sentences_of(motion).join(" ")).unwrap_or_default();
            let dice = game.motion(number).map(|motion| game.dice_by(&motion.amendment)).unwrap_or_default();
            let dice = dice.replacen("From then on", " Rolls are made", 1);
            format!("{number} has the votes it needs and is an amendment from now on: {says}{dice}")
        }
        Event::Rejected { number } => format!("{number} is rejected."),
        Event::Lapsed { number, why } => format!("{number} lapses: {why}."),
        Event::FixProposed { seat, number, text } => {
            let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
            format!("{} proposes fix {number} to the custodian of the game: {text}{stop}", name(*seat))
        }
        Event::ObjectiveMet { source, says, seat: Some(seat) } => {
            format!("{} decides, for {}: {says}", super::views::capital(source), name(*seat))
        }
        Event::ObjectiveMet { source, says, seat: None } => format!("{} decides: {says}", super::views::capital(source)),
        Event::Repealed { target, universe } => {
            let within = universe.map(|universe| format!(" in {}", place(universe))).unwrap_or_default();
            format!("Rule {target} is no longer in force{within}.{}", asleep((target, *universe), game))
        }
        Event::Expired { target } => {
            format!("Rule {target} has lasted its time and is no longer in force.{}", asleep((target, None), game))
        }
        Event::Fell { target, with, universe } => {
            let within = universe.map(|universe| format!(" in {}", place(universe))).unwrap_or_default();
            format!("Rule {target} ends with {with}{within}, on which it depends.{}", asleep((target, *universe), game))
        }
        Event::Lost { seat, how, .. } => lost((*seat, how), game, seats),
        Event::Defined { seat, definition } => {
            format!("{} defines \"{}\" as \"{}\".", name(*seat), definition.name, definition.meaning)
        }
        Event::Seated { seat, yes: true } => format!("{} joins and plays {}.", name(*seat), game.colour(*seat)),
        Event::Seated { seat, yes: false } => format!("{} declines to play {}.", name(*seat), game.colour(*seat)),
        Event::DrawWanted { seat, wanted: true } if game.offering().iter().any(|other| other != seat) => {
            format!("{} agrees to a draw.", name(*seat))
        }
        Event::DrawWanted { seat, wanted: true } => format!("{} offers a draw.", name(*seat)),
        Event::DrawWanted { seat, wanted: false } => format!("{}'s offer of a draw no longer stands.", name(*seat)),
        Event::Over { outcome } => result(*outcome, game),
        Event::Rolled(roll) => format!("The dice, for {}: {} (roll {}).", roll.purpose, roll.fell, roll.id),
        Event::Answered { seat, answer } if answer == law::BACK => {
            format!("{} does not make the move with the words that the rule asks for: it goes back.", name(*seat))
        }
        Event::Answered { seat, answer } => format!("{} chooses {answer}.", name(*seat)),
        Event::Sealed { side, rule, seal } => {
            format!("{} names a square in secret, for rule {rule}. Its seal: {seal}", game.player(game.seat_of_side(*side)?).name)
        }
        Event::Unsealed { side, rule, opened } => {
            let whose = &game.player(game.seat_of_side(*side)?).name;
            let seal = game.secret_of(*side, rule).map(|secret| secret.seal.to_string()).unwrap_or_default();
            format!("{whose}'s secret square of rule {rule} is opened: {}. Its seal was {seal} (HELP SECRET).", opened.secret)
        }
        Event::Procedure(procedure) => return procedures::sentence(procedure, game),
        Event::Said { seat, words, .. } => format!("{} says \"{words}\".", name(*seat)),
        Event::Published(beacon) => format!("Round {} of drand's quicknet is known, and the dice are rolled.", beacon.round()),
        Event::Thrown { seat, digits } => {
            let shown: Vec<String> = digits.chars().map(String::from).collect();
            format!("{} throws {}.", name(*seat), shown.join(" "))
        }
        Event::Reported(claim) => format!("{} reports {}.", name(claim.seat), claim.figures),
        Event::Settled { figures, how } => {
            let why = match how {
                Settlement::Confirmed => "since two players report the same".to_owned(),
                Settlement::Unopposed => "since nobody has opposed it in time".to_owned(),
                Settlement::Majority => "since most players report it and nobody has ruled for a week (R16)".to_owned(),
                Settlement::Ruled(why) if why.is_empty() => "by a ruling of the master".to_owned(),
                Settlement::Ruled(why) => format!("by a ruling of the master ({why})"),
            };
            format!("It counts, {why}: {figures}.")
        }
        Event::Wanting(wanted) => format!("That leads to another roll, {}, for {}.", wanted.roll, wanted.table.purpose),
        Event::VoidWanted { side, why } => {
            format!("{} agrees that the dice that were pinned are void: {why}.", name(game.seat_of_side(*side)?))
        }
        Event::Unpinned { by, why } => match by {
            Ruler::Master => format!("By a ruling of the master the dice that were pinned are void: {why}."),
            Ruler::Players => "Enough players agree: the dice that were pinned are void (R16).".to_owned(),
        },
        Event::Pinned(pin) => {
            format!("Roll {} is pinned, for {}: the orders are locked until the dice are known.", pin.roll, pin.table.purpose)
        }
        Event::Resumed(Resumption { lost, why, .. }) => format!(
            "The record of this game has lost lines, up to line {lost} at least, and goes on without them, as the master rules: {why}. What was mailed \
             of them does not count: send anew what you have ordered since. No dice that were known roll again."
        ),
        Event::Timed { .. } => return None,
        Event::Reminded { .. } => {
            format!("The time for the orders of {}'s phase is over: a reminder goes out.", game.player(game.phase.seat).name)
        }
        Event::TimeUp => {
            "The time for the orders of this phase is over: what is missing is left to the dice (L1), and a missing vote is a No."
                .to_owned()
        }
        Event::Late { .. } => "The dice that are waited for do not come.".to_owned(),
        Event::Agreed { .. }
        | Event::Drawn { .. }
        | Event::SeedRevealed { .. }
        | Event::Joined { .. }
        | Event::Declined { .. }
        | Event::Watching { .. }
        | Event::Wished { .. }
        | Event::Drafted { .. }
        | Event::PhaseEnded { .. }
        | Event::Asked(_)
        | Event::Revealed { .. }
        | Event::Opened { .. } => return None,
    })
}

/// How the game ended.
pub fn result(outcome: Outcome, game: &Multiverse) -> String {
    match outcome {
        Outcome::Won { seat } => format!("{} wins {}: the last player with a real king.", game.player(seat).name, game.name()),
        Outcome::Achieved { seat } => {
            format!("{} wins {} by what the rules and amendments say of victory.", game.player(seat).name, game.name())
        }
        Outcome::DrawnByObjective => format!("{} is drawn by what the rules and amendments say.", game.name()),
        Outcome::Stalemate => format!("{} is drawn by stalemate, as an amendment has it.", game.name()),
        Outcome::DrawClaimed { seat, by } => {
            let why = mar::ground(by);
            format!("{} is drawn: {} claims it, and rightly: {why} (F5).", game.name(), game.player(seat).name)
        }
        Outcome::NobodyLeft => format!("{} is drawn: the last real kings fell together.", game.name()),
        Outcome::DrawAgreed => format!("{} is drawn: everybody agrees.", game.name()),
        Outcome::NeverStarted => {
            let declined = game.founding.players.iter().zip(&game.answers).find(|(_, answer)| **answer == Some(false));
            let who = declined.map_or("a player", |(player, _)| player.name.as_str());
            format!("{} will not be played: {who} declined the invitation.", game.name())
        }
    }
}
