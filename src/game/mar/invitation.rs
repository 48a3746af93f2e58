//! Words of those who are invited: players before the game begins, and observers at any time.

use chrono::{DateTime, Utc};

use crate::dice::Randomizer;
use crate::game::event::{Event, Outcome};
use crate::game::order::{Line, Order};

use super::colours;
use super::judgement::{Echo, Judgement, Reply, Verdict, accepted, noted};
use super::multiverse::{Multiverse, Stage};
use super::phase::Deed;

/// Words of somebody who only watches: his answer to the invitation, and questions.
pub fn watch(multiverse: &Multiverse, observer: usize, lines: &[Line]) -> Judgement {
    heard(multiverse, lines, |deed, order| match order {
        Order::Join => {
            deed.happen(Event::Watching { observer, yes: true });
            accepted("welcome: the turn mails come to you as well")
        }
        Order::Decline => {
            deed.happen(Event::Watching { observer, yes: false });
            accepted("no more mails of this game come to you; JOIN brings them back")
        }
        _ => Err("you watch this game; only its players give orders".into()),
    })
}

/// Answers to an invitation, before the game begins.
pub fn answer(multiverse: &Multiverse, player: usize, lines: &[Line], now: DateTime<Utc>) -> Judgement {
    let judgement = heard(multiverse, lines, |deed, order| match order {
        _ if deed.after.is_over() => Err("this game will not be played: an invitation to it was declined".into()),
        Order::Join if deed.after.answers[player] == Some(true) => noted("you have joined already"),
        Order::Join => {
            deed.happen(Event::Joined { player });
            let name = deed.after.founding.players[player].name.clone();
            deed.agree(name);
            accepted("welcome: you are in the game")
        }
        Order::Decline => {
            deed.happen(Event::Declined { player });
            deed.happen(Event::Over { outcome: Outcome::NeverStarted });
            accepted("you decline: this game will not be played")
        }
        Order::Colours(names) => wish(deed, player, Some(names.clone()), None),
        Order::Sequence(names) => wish(deed, player, None, Some(names.clone())),
        order @ (Order::Garbled { .. } | Order::Misspelt { .. }) => Err(order.not_understood().unwrap_or_default()),
        _ => Err("the game has not begun; write JOIN to take your seat, or DECLINE".into()),
    });
    let gathering = matches!(judgement.after.stage, Stage::Gathering);
    let everybody = judgement.after.answers.iter().all(|answer| *answer == Some(true));
    // A founding whose boards do not fit was refused; see [`Multiverse::found`].
    match super::start::start(&judgement.after) {
        Ok(start) if gathering && everybody => {
            let mut deed = Deed::on(&judgement.after, &Randomizer::Absent, now);
            deed.happen(Event::Started(Box::new(start)));
            deed.give_time();
            let events = [judgement.events, deed.events].concat();
            Judgement { executed: true, after: deed.after, events, ..judgement }
        }
        _ => judgement,
    }
}

/// Questions are kept for their answers, every other line gets its reply.
fn heard(multiverse: &Multiverse, lines: &[Line], mut reply: impl FnMut(&mut Deed, &Order) -> Reply) -> Judgement {
    let mut deed = Deed::without_dice(multiverse);
    let mut echoes = Vec::new();
    let mut questions = Vec::new();
    for line in lines {
        if let Order::Ask(question) = &line.order {
            questions.push(question.clone());
            continue;
        }
        let (verdict, reply) = reply(&mut deed, &line.order).unwrap_or_else(|refusal| (Verdict::Refused, refusal));
        echoes.push(Echo { number: line.number, line: line.text.clone(), verdict, reply, trial: false });
    }
    Judgement { events: deed.events, echoes, questions, executed: false, after: deed.after, heard: Vec::new(), tried: None }
}

/// C1: the first player names colours and sequence, before everybody has joined.
fn wish(deed: &mut Deed, player: usize, colours: Option<Vec<String>>, sequence: Option<Vec<String>>) -> Reply {
    let players = &deed.after.founding.players;
    if player != 0 {
        return Err(format!("colours and sequence are named by the first player, {} (C1)", players[0].name));
    }
    let mut wishes = deed.after.wishes.clone();
    wishes.colours = colours.or(wishes.colours);
    wishes.sequence = sequence.or(wishes.sequence);
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    colours::check_wishes(&wishes, &names).map_err(|problem| problem.to_string())?;
    deed.happen(Event::Wished { wishes });
    accepted("so be it")
}
