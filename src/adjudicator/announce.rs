//! What everybody at the table is told, besides the answer to whoever wrote.
//!
//! Invariant: nothing but its invitation goes to an address that has not answered, unless its own letter founded the game.

use super::post::{self, PostBag};
use super::views::{self, Gallery, capital};
use super::{Fault, motions, procedures, rolls, tell, waiting};
use crate::game::Event;
use crate::game::mar::{Asked, Draft, Echo, Judgement, Multiverse, Stage, Verdict};
use crate::game::order::Order;
use crate::game::procedure::{How, Procedure};
use crate::law;
use crate::letter::views::{InvitationView, JoinedView, TurnView};
use crate::letter::{Address, Correspondent, Html, Kind};
use crate::turn::Seat;

/// Somebody who gets the turn mails.
pub(super) struct Reader {
    pub seat: Option<Seat>,
    pub name: String,
    pub address: String,
    pub tag: String,
}

impl Reader {
    pub fn correspondent(&self) -> Result<Correspondent, Fault> {
        post::correspondent(&self.name, &self.address)
    }
}

/// What a letter brings everybody at the table, besides the answer to its writer.
pub(super) fn of_a_letter(bag: &mut PostBag, before: &Multiverse, judgement: &Judgement, address: &str, name: &str) -> Result<(), Fault> {
    let (events, after) = (&judgement.events, &judgement.after);
    let has = |sign: fn(&Event) -> bool| events.iter().any(sign);
    // Who comes to watch a game that is being played sees at once what there is to see.
    let shown = before.stage != Stage::Gathering && has(|event| matches!(event, Event::Watching { yes: true, .. }));
    if has(|event| matches!(event, Event::Declined { .. })) {
        declining(bag, name, after)?;
    } else if judgement.executed {
        carried_out(bag, events, after)?;
        invitations(bag, events, after)?;
    } else if waiting::concerns(events) {
        waiting::tell(bag, events, after)?;
    } else if has(|event| matches!(event, Event::Seated { .. })) {
        phase(bag, events, after)?;
    } else if has(|event| matches!(event, Event::Joined { .. })) {
        joining(bag, name, after)?;
    } else if shown {
        boards_to(bag, address, after)?;
    } else {
        draw(bag, address, events, after)?;
        proceedings(bag, address, events, after)?;
    }
    motions::fixes(bag, events, after)?;
    sides_undone(bag, before, after)?;
    to_be_ruled(bag, before, after)
}

/// What an hour or a beacon brings everybody.
pub(super) fn of_an_hour(bag: &mut PostBag, before: &Multiverse, judgement: &Judgement) -> Result<(), Fault> {
    let (events, after) = (&judgement.events, &judgement.after);
    if judgement.executed {
        carried_out(bag, events, after)?;
        invitations(bag, events, after)?;
    } else if waiting::concerns(events) {
        waiting::tell(bag, events, after)?;
    } else if events.iter().any(|event| matches!(event, Event::Reminded { .. })) {
        reminders(bag, after)?;
    } else if let [Event::Procedure(Procedure::Urged { .. } | Procedure::Settled { how: How::Silence, .. })] = &events[..] {
        proceedings(bag, "", events, after)?;
    } else if !events.iter().all(|event| matches!(event, Event::Timed { .. })) {
        taken_up(bag, judgement)?;
    }
    to_be_ruled(bag, before, after)
}

/// Everybody who has said yes: players, then observers.
pub(super) fn readers(game: &Multiverse) -> Vec<Reader> {
    let player = |(at, invitee): (usize, &crate::game::founding::Invitee)| Reader {
        seat: game.seat_of(&invitee.address),
        name: invitee.name.clone(),
        address: invitee.address.clone(),
        tag: format!("p{at}"),
    };
    let players = game.founding.players.iter().enumerate().filter(|(at, _)| game.answers[*at] == Some(true)).map(player);
    let watching = game.founding.observers.iter().enumerate().filter(|(at, _)| game.watching[*at] == Some(true));
    let observers = watching.map(|(at, observer)| Reader {
        seat: None,
        name: observer.name.clone(),
        address: observer.address.clone(),
        tag: format!("o{at}"),
    });
    let mut all: Vec<Reader> = players.chain(observers).collect();
    for (at, player) in game.seats.iter().enumerate() {
        let Some(guest) = player.guest.as_ref().filter(|guest| guest.joined == Some(true)) else { continue };
        match all.iter_mut().find(|reader| reader.address.eq_ignore_ascii_case(&player.address)) {
            // Whoever has watched plays now.
            Some(reader) => reader.seat = game.seat_of(&player.address),
            None => all.push(Reader {
                seat: Some(Seat(at as u8)),
                name: player.name.clone(),
                address: player.address.clone(),
                tag: format!("g{}", guest.army.0),
            }),
        }
    }
    all
}

/// Invitations to those whom a rule has just made a side for.
pub fn invitations(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let made = |rule: &str| events.iter().any(|event| matches!(event, Event::Enacted(enactment) if enactment.number == rule));
    for player in &after.seats {
        let Some(guest) = player.guest.as_ref().filter(|guest| guest.joined.is_none() && made(&guest.rule)) else { continue };
        let maker = after.rule(&guest.rule).map(|rule| after.player(rule.enactment.seat).name.clone()).unwrap_or_default();
        let view = InvitationView {
            to: player.name.clone(),
            game: after.name().to_owned(),
            host: maker,
            watch: false,
            side: Some(after.position.entities.army(guest.army).name.clone()),
            players: after.seats.iter().map(|player| player.name.clone()).collect(),
            meta: after.amendments().into_iter().flat_map(|motion| after.sentences_of(motion)).collect(),
            dice: rolls::agreed(after),
            robot: bag.robot(),
            footer: bag.footer(),
        };
        let text = bag.house.templates.mail("invitation.txt", &view)?;
        let to = post::correspondent(&player.name, &player.address)?;
        bag.add(post::Draft { to, tag: format!("invitation.g{}", guest.army.0), kind: Kind::Invitation, text, html: None, answers: None });
    }
    Ok(())
}

/// To those whom a rule had brought, where the game goes back to before it: no other mail goes to them any more.
pub(super) fn sides_undone(bag: &mut PostBag, before: &Multiverse, after: &Multiverse) -> Result<(), Fault> {
    for player in &before.seats {
        let Some(guest) = player.guest.as_ref().filter(|guest| guest.joined != Some(false)) else { continue };
        let seated = |other: &crate::game::mar::Player| other.address.eq_ignore_ascii_case(&player.address);
        if after.seats.iter().any(seated) || reads(after, &player.address) {
            continue;
        }
        let (side, number) = (&before.position.entities.army(guest.army).name, &guest.rule);
        let told = format!(
            "The game has gone back to before rule {number}, which had brought {side}: that side is undone, and you play no more in {}. You have to do \
             nothing. Should a rule bring you again, you are invited again.",
            after.name()
        );
        let to = post::correspondent(&player.name, &player.address)?;
        bag.notice(to, format!("undone.g{}", guest.army.0), &format!("your side {side} is undone"), vec![told])?;
    }
    Ok(())
}

/// Whether the turn mails go to that address.
pub fn reads(game: &Multiverse, address: &str) -> bool {
    readers(game).iter().any(|reader| reader.address.eq_ignore_ascii_case(address))
}

/// What came of carrying orders out: the turn mail, or, while a player has to choose first, the question; while the dice are not known, the pin.
pub fn carried_out(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    if let Some(awaited) = &after.awaited {
        return waiting::pinned(bag, awaited, events, after);
    }
    match after.asked.as_ref().filter(|asked| asked.open && !after.is_over()) {
        Some(asked) => question(bag, asked, events, after),
        None => phase(bag, events, after),
    }
}

/// The question to whom it is put; the others are told whom the game waits for.
fn question(bag: &mut PostBag, asked: &Asked, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let who = &after.player(asked.seat).name;
    let mut told = vec![capital(&format!("{}.", asked.occasion))];
    told.extend(tell::happened(events, after));
    let dice = rolls::proofs(events, after);
    let options = asked.options.join(", ");
    let place = after.universe_name(asked.universe);
    let text = after.rule(asked.source.strip_prefix("rule ").unwrap_or(&asked.source));
    let says = text.map(|rule| after.wording(&rule.now_in(asked.universe)));
    for reader in readers(after) {
        let yours = reader.seat.is_some_and(|seat| after.same_person(seat, asked.seat));
        let headline = match yours {
            true => format!("you have to choose, by {}", asked.source),
            false => format!("{who} has to choose, by {}", asked.source),
        };
        let mut paragraphs = told.clone();
        paragraphs.push(match yours {
            true => format!("In {place} you may choose one of: {options}. Answer with one line, such as: ANSWER {}", asked.options[0]),
            false => format!("In {place} {who} may choose one of: {options}. The phase is carried out when the answer has come."),
        });
        paragraphs.extend(asked.words.iter().filter(|_| yours).map(|words| {
            format!(
                "Write \"{words}\" in the same letter, on a line before it, or the choice goes back to the other player; ANSWER {} gives it back at once.",
                law::BACK
            )
        }));
        paragraphs.extend(says.iter().map(|says| format!("The rule says: {}", says.split_whitespace().collect::<Vec<_>>().join(" "))));
        bag.notice_of_dice(reader.correspondent()?, format!("question.{}", reader.tag), &headline, paragraphs, dice.clone())?;
    }
    Ok(())
}

/// The turn mail to every reader.
pub fn phase(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let mut gallery = Gallery::of(after);
    readers(after).iter().try_for_each(|reader| turn_mail(bag, reader, &mut gallery, events, after))
}

/// The boards as they are, to one reader.
pub fn boards_to(bag: &mut PostBag, address: &str, game: &Multiverse) -> Result<(), Fault> {
    let mut gallery = Gallery::of(game);
    let all = readers(game);
    let here = all.iter().filter(|reader| reader.address.eq_ignore_ascii_case(address));
    here.into_iter().try_for_each(|reader| turn_mail(bag, reader, &mut gallery, &[], game))
}

fn turn_mail(bag: &mut PostBag, reader: &Reader, gallery: &mut Gallery, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let (boards, images) = gallery.boards(reader.seat)?;
    // How it ended has a line of its own.
    let deeds: Vec<Event> = events.iter().filter(|event| !matches!(event, Event::Over { .. })).cloned().collect();
    let view = TurnView {
        to: reader.name.clone(),
        game: after.name().to_owned(),
        turn: after.phase.turn,
        timeline: Some(after.timeline.number()).filter(|number| *number > 1),
        happened: tell::happened(&deeds, after)
            .into_iter()
            .chain(reviewed(events, reader, after))
            .chain(fallen(events, reader, after))
            .collect(),
        boards,
        rules: gallery.rules(),
        amendments: motions::amendments(after),
        proposals: motions::proposals(after, reader.seat),
        next: views::next(after, reader.seat),
        result: views::result(after),
        draw: views::draw_on_offer(after, reader.seat),
        wanted: reader.seat.map(|seat| procedures::wanted_of(after, seat)).unwrap_or_default(),
        open: procedures::open(after),
        history: views::recent(after),
        dice: rolls::proofs(events, after),
        robot: bag.robot(),
        plays: reader.seat.is_some_and(|seat| after.player(seat).alive),
        names_king: reader.seat.and_then(|seat| views::king_to_name(after, seat)),
        repealed: views::repealed(after),
        footer: bag.footer(),
    };
    let text = bag.house.templates.mail("turn.txt", &view)?;
    let body = bag.house.templates.render("turn.html", &view)?;
    let tag = format!("turn.{}", reader.tag);
    bag.add(post::Draft { to: reader.correspondent()?, tag, kind: Kind::Turn, text, html: Some(Html { body, images }), answers: None });
    Ok(())
}

/// To whoever had sent orders ahead, where an amendment has just ended that (L1). Nobody else knows of them.
fn fallen(events: &[Event], reader: &Reader, after: &Multiverse) -> Option<String> {
    let adopted = events.iter().rposition(|event| matches!(event, Event::Adopted { .. })).filter(|_| !after.parameters.premoves)?;
    let seat = reader.seat?;
    let his = |event: &Event| matches!(event, Event::Procedure(Procedure::SentAhead { side, lines, .. }) if lines.is_empty() && after.is_played_by(*side, seat));
    let by = after.closed_by("premoves");
    events[adopted..]
        .iter()
        .any(his)
        .then(|| format!("What you had sent ahead falls, {by}: write your orders when your turn mail comes (L1)."))
}

/// To the player on move: what became of his orders where men have left the boards, or the game has gone back. Nobody else knows them.
fn reviewed(events: &[Event], reader: &Reader, after: &Multiverse) -> Option<String> {
    let back = |event: &Event| matches!(event, Event::Procedure(Procedure::Rewound { .. }));
    let changed = events.iter().rposition(|event| back(event) || matches!(event, Event::Lost { .. }))?;
    let draft = events[changed..].iter().rev().find_map(|event| match event {
        Event::Drafted { draft } => Some(draft.as_ref()),
        Event::PhaseEnded { .. } => Some(None),
        _ => None,
    })??;
    let seat = reader.seat.filter(|&seat| seat == after.phase.seat && after.stage == Stage::Playing)?;
    let orders = views::ordered(after, draft).join(" ");
    let missing: Vec<String> = views::missing(after, seat, draft, views::Besides::Nothing);
    let lacking = missing.iter().map(|missing| format!(" You still have to {missing}.")).collect::<String>();
    if !events[changed..].iter().any(|event| matches!(event, Event::Lost { .. })) {
        let next = match after.due().filter(|_| draft.due.is_some()) {
            Some(due) => format!("They are carried out at {} UTC.", due.format("%H:%M on %-d %B %Y")),
            None if missing.is_empty() => "They wait for the correction of your letter, or NOW.".to_owned(),
            None => lacking.trim_start().to_owned(),
        };
        let mend = "look whether you still want them: another mail replaces them, and WITHDRAW takes them back.";
        return Some(format!(
            "The orders that you gave before the game went back stand: {orders} {next} Rules may mean something else now, so {mend}"
        ));
    }
    let stands = if orders.is_empty() { "Nothing of your orders stands.".to_owned() } else { format!("What stands: {orders}") };
    Some(format!("Not all of your orders can be carried out any more. {stands}{lacking}"))
}

/// What was found out about a rule, to everybody.
pub fn search(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let Some(number) = events.iter().find_map(|event| if let Event::SearchEnded { number, .. } = event { Some(number) } else { None })
    else {
        return Ok(());
    };
    if events.iter().any(|event| matches!(event, Event::Procedure(Procedure::Rewound { .. }))) {
        phase(bag, events, after)?;
        return invitations(bag, events, after);
    }
    let headline = format!("what was open about {number}");
    for reader in readers(after) {
        let paragraphs = tell::happened(events, after).into_iter().chain(reviewed(events, &reader, after)).collect();
        bag.notice(reader.correspondent()?, format!("search.{}", reader.tag), &headline, paragraphs)?;
    }
    Ok(())
}

/// Somebody has joined, and the game does not begin yet.
pub fn joining(bag: &mut PostBag, who: &str, after: &Multiverse) -> Result<(), Fault> {
    let players = &after.founding.players;
    let waiting = players.iter().zip(&after.answers).filter(|(_, answer)| **answer != Some(true));
    let waiting: Vec<String> = waiting.map(|(player, _)| player.name.clone()).collect();
    for reader in readers(after) {
        let view = JoinedView {
            to: reader.name.clone(),
            game: after.name().to_owned(),
            you: reader.name == who,
            who: who.to_owned(),
            seats: views::seats(after),
            waiting_for: waiting.clone(),
            footer: bag.footer(),
        };
        let text = bag.house.templates.mail("joined.txt", &view)?;
        let tag = format!("joined.{}", reader.tag);
        bag.add(post::Draft { to: reader.correspondent()?, tag, kind: Kind::Notice, text, html: None, answers: None });
    }
    Ok(())
}

/// A player has declined: to those who had joined, to the founder and to the master of the house.
pub fn declining(bag: &mut PostBag, who: &str, after: &Multiverse) -> Result<(), Fault> {
    let title = after.name();
    let headline = format!("{who} declines, and {title} will not be played");
    let ended = "A game begins only when all its players have joined, so this one is over before it began. Nobody has to do anything.";
    let next = format!(
        "To play without {who}, or to ask again, found a new game under another name: a mail that begins with NEW and the name, then a PLAYER line \
         for each player. HELP NEW tells more."
    );
    let master = bag.house.master.clone();
    let mut told: Vec<(Correspondent, String)> = Vec::new();
    for reader in readers(after) {
        told.push((reader.correspondent()?, format!("declined.{}", reader.tag)));
    }
    let founder = Address::parse(&after.founding.founder)?;
    let name = after.founding.invitees().find(|invitee| invitee.address.eq_ignore_ascii_case(founder.as_str()));
    let founder_name = name.map_or(String::new(), |invitee| invitee.name.clone());
    for (to, tag) in [(Correspondent::new(founder_name, founder), "founder"), (Correspondent::new("master", master), "master")] {
        if told.iter().all(|(known, _)| known.address != to.address) {
            told.push((to, format!("declined.{tag}")));
        }
    }
    for (to, tag) in told {
        bag.notice(to, tag, &headline, vec![ended.to_owned(), next.clone()])?;
    }
    Ok(())
}

/// What happened to challenges and presumptions, to all but whoever wrote, where no turn mail tells it.
pub fn proceedings(bag: &mut PostBag, address: &str, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let happened = events.iter().filter_map(|event| match event {
        Event::Procedure(procedure) => Some(procedure),
        _ => None,
    });
    let Some(headline) = happened.clone().filter_map(|event| procedures::headline(event, after)).next_back() else { return Ok(()) };
    let mut paragraphs: Vec<String> = happened.filter_map(|event| procedures::sentence(event, after)).collect();
    let open = procedures::open(after);
    paragraphs.retain(|said| !open.iter().any(|open| open.starts_with(said.as_str())));
    paragraphs.extend(open);
    for reader in readers(after).iter().filter(|reader| !reader.address.eq_ignore_ascii_case(address)) {
        let wanted = reader.seat.map(|seat| procedures::wanted_of(after, seat)).unwrap_or_default();
        let told = wanted.into_iter().chain(paragraphs.iter().cloned()).collect();
        bag.notice(reader.correspondent()?, format!("procedure.{}", reader.tag), &headline, told)?;
    }
    Ok(())
}

/// The time for a phase is over: whoever the game waits for is told what is missing, and the others whom they wait for.
fn reminders(bag: &mut PostBag, after: &Multiverse) -> Result<(), Fault> {
    let asked = after.asked.as_ref().filter(|asked| asked.open);
    let awaited = asked.map_or(after.phase.seat, |asked| asked.seat);
    let (name, turn) = (&after.player(awaited).name, after.phase.turn);
    let wanted = match asked {
        Some(asked) => vec![format!("ANSWER and one of: {}", asked.options.join(", "))],
        None => {
            let nothing = Draft::default();
            let draft = after.draft.as_ref().unwrap_or(&nothing);
            views::missing(after, awaited, draft, views::Besides::Nothing)
                .into_iter()
                .map(|missing| format!("you have to {missing}"))
                .collect()
        }
    };
    for reader in readers(after) {
        let yours = reader.seat.is_some_and(|seat| after.same_person(seat, awaited));
        let (headline, told) = match yours {
            true => {
                let list = wanted.iter().map(|thing| format!("- {thing}"));
                let still = match wanted.is_empty() {
                    true => "Your orders are complete and wait for the correction of your letter: send it, or NOW.",
                    false => "Still missing:",
                };
                let first = format!("The time for your orders in turn {turn} is over, and the others wait for you. {still}");
                ("your orders are wanted".to_owned(), std::iter::once(first).chain(list).collect())
            }
            false => {
                let told = format!("The time for {name}'s orders in turn {turn} is over. The game waits, and {name} is reminded.");
                (format!("the game waits for {name}"), vec![told])
            }
        };
        bag.notice(reader.correspondent()?, format!("overdue.{}", reader.tag), &headline, told)?;
    }
    Ok(())
}

/// To the player on move: what became of the orders that he had sent ahead, where they are not carried out yet.
pub fn taken_up(bag: &mut PostBag, judgement: &Judgement) -> Result<(), Fault> {
    let after = &judgement.after;
    let seat = after.phase.seat;
    let player = after.player(seat);
    let line = |echo: &Echo| {
        let verdict = if echo.verdict == Verdict::Refused { "refused: " } else { "" };
        format!("\"{}\": {verdict}{}", echo.line, echo.reply)
    };
    let mut paragraphs: Vec<String> = judgement.echoes.iter().map(line).collect();
    let nothing = Draft::default();
    let draft = after.draft.as_ref().unwrap_or(&nothing);
    let missing = views::missing(after, seat, draft, views::Besides::Nothing);
    paragraphs.extend(missing.into_iter().map(|missing| format!("You still have to {missing}.")));
    let to = post::correspondent(&player.name, &player.address)?;
    bag.notice(to, "ahead".to_owned(), "what you had sent ahead is not all of your phase", paragraphs)
}

/// To the master: challenges that nobody else can decide any more.
pub fn to_be_ruled(bag: &mut PostBag, before: &Multiverse, after: &Multiverse) -> Result<(), Fault> {
    let master = bag.house.master.clone();
    if after.stage == Stage::Gathering || after.seat_of(master.as_str()).is_some() {
        return Ok(());
    }
    // As the game ends he has no time limit any more, and what comes of his silence is another thing.
    let ends = after.is_over() && !before.is_over();
    let waited = |id: &str| !ends && before.timeline.challenge(id).is_some_and(|known| before.awaits_master(known));
    for challenge in after.timeline.challenges.iter().filter(|challenge| after.awaits_master(challenge) && !waited(&challenge.id)) {
        let id = &challenge.id;
        let mut paragraphs = vec![procedures::open_challenge(challenge, after)];
        paragraphs.extend(procedures::before_the_master(challenge, after));
        paragraphs.push(format!(
            "Answer with RULING {id} UPHELD \"the reason\" or RULING {id} REJECTED \"the reason\". BOARD, RULES and HISTORY show the game."
        ));
        bag.notice(
            Correspondent::new("master", master.clone()),
            format!("ruling.{id}"),
            &format!("challenge {id} waits for your ruling"),
            paragraphs,
        )?;
    }
    Ok(())
}

/// A draw is offered, agreed to or turned down by a letter from that address, and the game goes on.
pub fn draw(bag: &mut PostBag, address: &str, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let Some(seat) = after.seat_for(&address.to_lowercase(), &Order::Draw(true)).filter(|_| after.stage == Stage::Playing) else {
        return Ok(());
    };
    let changes: Vec<(Seat, bool)> = events
        .iter()
        .filter_map(|event| match event {
            Event::DrawWanted { seat, wanted } => Some((*seat, *wanted)),
            _ => None,
        })
        .collect();
    let name = &after.player(seat).name;
    let headline = match changes.last() {
        None => return Ok(()),
        Some((_, true)) if after.offering() == [seat] => format!("{name} offers a draw"),
        Some((_, true)) => format!("{name} agrees to a draw"),
        Some((_, false)) if changes.iter().all(|(whose, _)| *whose == seat) => format!("{name} takes back the offer of a draw"),
        Some((_, false)) => format!("{name} turns down the draw"),
    };
    for reader in readers(after).iter().filter(|reader| !reader.address.eq_ignore_ascii_case(address)) {
        let on_offer = views::draw_on_offer(after, reader.seat);
        let paragraph = on_offer.unwrap_or_else(|| "The game goes on; a draw may be offered again at any time.".to_owned());
        bag.notice(reader.correspondent()?, format!("draw.{}", reader.tag), &headline, vec![paragraph])?;
    }
    Ok(())
}
