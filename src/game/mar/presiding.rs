//! The master of the house at a game that he does not play: rulings on challenges, and turns taken back (R16).

use chrono::{DateTime, NaiveDate, Utc};

use crate::dice::Randomizer;
use crate::game::event::{Event, Ruler, Settlement};
use crate::game::order::{Line, Order};
use crate::game::procedure::{Challenge, Go, How, Procedure, Why};

use super::awaited::told as waited_for;
use super::judgement::{Echo, Judgement, Reply, Verdict, accepted, checked};
use super::multiverse::Multiverse;
use super::phase::Deed;

/// Judges a letter of the master's.
pub fn preside(multiverse: &Multiverse, lines: &[Line], now: DateTime<Utc>, randomizer: &Randomizer) -> Judgement {
    let mut deed = Deed::on(multiverse, randomizer, now);
    let mut echoes = Vec::new();
    let mut questions = Vec::new();
    for line in lines {
        let (order, trial) = match &line.order {
            Order::Ask(question) => {
                questions.push(question.clone());
                continue;
            }
            Order::Check(order) => (&**order, true),
            order => (order, false),
        };
        let said = if trial { word(&mut deed.clone(), order) } else { word(&mut deed, order) };
        let (verdict, reply) = said.unwrap_or_else(|refusal| (Verdict::Refused, refusal));
        let reply = if trial { checked(verdict, &reply) } else { reply };
        echoes.push(Echo { number: line.number, line: line.text.clone(), verdict, reply, trial });
    }
    let drawn =
        deed.events.iter().any(|event| matches!(event, Event::Drawn { .. } | Event::Pinned(_) | Event::Procedure(Procedure::TakenUp)));
    let executed = drawn || deed.after.timeline.undone.len() > multiverse.timeline.undone.len();
    Judgement { events: deed.events, echoes, questions, executed, after: deed.after, heard: Vec::new(), tried: None }
}

fn word(deed: &mut Deed, order: &Order) -> Reply {
    match order {
        Order::Ruling { on, uphold, reason } => rule_on(deed, on, *uphold, reason),
        Order::DiceVoid(reason) => void(deed, reason),
        Order::DiceFigures { volumes, date, reason } => settle(deed, volumes, *date, reason),
        Order::GoOn(_) => Err("this game is not at rest for lost lines, and goes on anyway".into()),
        Order::Rollback { turn, who } => roll_back(deed, *turn, who.as_deref()),
        order @ (Order::Garbled { .. } | Order::Misspelt { .. }) => Err(order.not_understood().unwrap_or_default()),
        _ => Err("you are the master here and not a player: you may write RULING, RULING DICE, ROLLBACK, and any question, such as STATUS"
            .into()),
    }
}

fn rule_on(deed: &mut Deed, id: &str, uphold: bool, reason: &str) -> Reply {
    let game = &deed.after;
    let Some(challenge) = game.timeline.challenge(id) else {
        let open: Vec<&str> = game.timeline.challenges.iter().filter(|known| known.is_open()).map(|known| known.id.as_str()).collect();
        let listed = if open.is_empty() { "none is open".to_owned() } else { format!("open: {}", open.join(", ")) };
        return Err(format!("there is no challenge {id}; {listed}"));
    };
    if game.is_over() && !challenge.is_open() {
        return Err("the game is over; ROLLBACK and a turn opens it again".into());
    }
    if uphold && game.is_over() {
        game.may_be_reopened()?;
    }
    // What the program has rejected by itself may be appealed to the master.
    match &challenge.settled {
        // The ladder of R16: the players first, the master where they cannot decide.
        // While play waits for votes no turn ends the time for them.
        None if !game.awaits_master(challenge) && !challenge.pauses => return Err(still_voted_on(game, challenge)),
        None => {}
        Some((false, How::Proof(_))) => {}
        Some((upheld, how)) => return Err(format!("{id} is decided: {}, {how}", if *upheld { "upheld" } else { "rejected" })),
    }
    if uphold && !game.can_still_go_back(challenge.target.go, &Why::Challenge(id.to_owned()), None) {
        return Err(format!(
            "the game cannot go back to {}: it is too long ago, or has come undone by other means",
            game.challenged(challenge)
        ));
    }
    let (what, when) = (game.challenged(challenge), game.when_rolled());
    deed.decide(id, uphold, How::Ruling(reason.to_owned()));
    accepted(format!("{id}, of {what}, is {}", if uphold { format!("upheld: it counts as a pass{when}") } else { "rejected".to_owned() }))
}

/// Why the master does not rule yet.
fn still_voted_on(game: &Multiverse, challenge: &Challenge) -> String {
    let waits: Vec<&str> = game.unheard(challenge).into_iter().map(|seat| game.player(seat).name.as_str()).collect();
    format!(
        "the players decide {} first: {} may still vote, until {}; you rule if it is a tie then (R16)",
        challenge.id,
        waits.join(" and "),
        game.until_told(game.voting(challenge))
    )
}

/// A pin is void by ruling as long as nobody can know what it comes to, or when it has not come for a week: nobody draws a second time.
fn void(deed: &mut Deed, reason: &str) -> Reply {
    let Some(awaited) = &deed.after.awaited else { return Err("no dice are waited for in this game".into()) };
    if reason.is_empty() {
        return Err("a ruling has a reason that everybody reads: RULING DICE VOID and the reason".into());
    }
    if awaited.is_read_in_part() {
        return Err("some of these dice are read off already, and nobody draws twice: only all players together can make them void, each with RULING DICE VOID \
             and a reason, when they have not come for a week"
            .into());
    }
    if !awaited.could_be_void(deed.now()) {
        let what = waited_for(awaited);
        return Err(format!(
            "what these dice come to may be known already ({what}), and nobody draws twice; a ruling helps when a week has passed"
        ));
    }
    deed.unpin(Ruler::Master, reason.trim_end_matches('.').to_owned());
    accepted(unpinned(deed))
}

/// What a ruling has come to that a pin is void.
pub(super) fn unpinned(deed: &Deed) -> String {
    let mover = &deed.after.player(deed.after.phase.seat).name;
    format!("the pin is void: the orders of {mover}'s phase stand as before, may be changed, and are pinned anew when they are carried out")
}

impl Deed {
    /// What was pinned is void: what waited for it goes on without.
    pub(super) fn unpin(&mut self, by: Ruler, why: String) {
        let resumes = self.after.draft.is_none();
        self.happen(Event::Unpinned { by, why });
        if resumes {
            self.go_on();
        }
        self.take_up();
    }
}

/// Which volumes count, where players report different ones, or where nobody has settled it for a week: the master is no source of digits himself.
fn settle(deed: &mut Deed, volumes: &[(Option<String>, String)], date: Option<NaiveDate>, reason: &str) -> Reply {
    let game = &deed.after;
    let figures = game.awaited_figures(volumes, date, deed.now())?;
    let disputed = game.awaited.as_ref().filter(|awaited| awaited.is_disputed());
    let Some(disputed) = disputed else {
        return Err("the players report what these dice are made from; a ruling helps where their reports differ".into());
    };
    if disputed.claims.iter().all(|claim| claim.figures != figures) {
        return Err(
            "a ruling says which report counts, and no player has reported these figures: the master is no source of digits himself".into(),
        );
    }
    if reason.is_empty() {
        return Err(
            "a ruling has a reason that everybody reads, in quotes: RULING DICE IBM 4512387 \"the paper of that day says so\"".into()
        );
    }
    let digits = figures.digits();
    deed.happen(Event::Settled { figures, how: Settlement::Ruled(reason.trim_end_matches('.').to_owned()) });
    deed.carry_out_by_digits();
    accepted(format!("these volumes count: digits {digits}"))
}

fn roll_back(deed: &mut Deed, turn: u32, who: Option<&str>) -> Reply {
    let game = &deed.after;
    let named = |go: &Go| who.is_none_or(|who| game.side_name(go.side).eq_ignore_ascii_case(who));
    let played = |mark: &&std::sync::Arc<super::timeline::Mark>| mark.has_been_played();
    let Some(to) = game.timeline.marks.iter().filter(played).map(|mark| mark.go).find(|go| go.turn == turn && named(go)) else {
        let reach = game.timeline.marks.iter().filter(played).map(|mark| format!("{} {}", mark.go.turn, game.side_name(mark.go.side)));
        let reach: Vec<String> = reach.collect();
        return Err(match reach.is_empty() {
            true => "nothing has been played that could be taken back".to_owned(),
            false => format!("there is no such phase to go back to; write ROLLBACK and one of: {}", reach.join(", ")),
        });
    };
    game.may_go_back_after_the_end()?;
    let name = game.side_name(to.side);
    let when = deed.after.when_rolled();
    deed.send_back(to, Why::Master(String::new()), None);
    let amendments: Vec<&str> = deed.after.amendments().into_iter().map(|motion| motion.number.as_str()).collect();
    let stands = match amendments[..] {
        [] => String::new(),
        [one] => format!(". Amendment {one} stands: it ends when the players adopt a proposal that repeals it (R14)"),
        _ => format!(". Amendments {} stand: they end when the players adopt a proposal that repeals them (R14)", amendments.join(", ")),
    };
    accepted(format!("the game goes back to the beginning of {name}'s phase of turn {turn}{when}{stands}"))
}
