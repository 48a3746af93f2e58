//! A game that waits for its dice: the pin mailed to everybody, what is read off, notices of what does not come, and the source when it is there.

use chrono::{DateTime, Utc};

use super::post::PostBag;
use super::{Custodian, Fault, House, announce, rolls};
use crate::dice::{Awaits, Beacon, NETWORK, Pin, Round};
use crate::game::Event;
use crate::game::mar::{Awaited, MARK, Multiverse, UNOPPOSED_HOURS, waited_for};
use crate::letter::views::WaitingView;
use crate::letter::{Correspondent, Kind, Letter};
use crate::turn::Seat;

use super::post::Draft;
use super::views::capital;

/// How the tag of a mail about digits that are read off begins.
const READING: &str = "reading.";

impl Custodian {
    /// The rounds that games wait for and that could be published by now.
    pub fn rounds_wanted(&self, now: DateTime<Utc>) -> Vec<Round> {
        let unknown = self.awaited_rounds().filter(|round| !self.beacons.contains_key(round));
        let mut rounds: Vec<Round> = unknown.filter(|round| round.time().is_some_and(|time| time <= now)).collect();
        rounds.sort_unstable();
        rounds.dedup();
        rounds
    }

    /// The rounds that games wait for and whose hour has not come by the clock of this house, as far as they are not known already.
    pub fn rounds_to_come(&self, now: DateTime<Utc>) -> Vec<Round> {
        let unknown = self.awaited_rounds().filter(|round| !self.beacons.contains_key(round));
        unknown.filter(|round| round.time().is_some_and(|time| time > now)).collect()
    }

    /// The rounds whose pins may be made void, as far as this house can tell: by its clock they are not out yet, or they are very late.
    pub fn rounds_in_doubt(&self, now: DateTime<Utc>) -> Vec<Round> {
        self.tables().filter_map(|(_, table)| self.round_in_doubt(&table.game, now)).collect()
    }

    /// The same of one game.
    pub(super) fn round_in_doubt(&self, game: &Multiverse, now: DateTime<Utc>) -> Option<Round> {
        let awaited = game.awaited.as_ref().filter(|awaited| awaited.could_be_void(now));
        awaited.and_then(|_| round_of(game)).filter(|round| !self.beacons.contains_key(round))
    }

    /// The earliest hour at which a round that is waited for can be published.
    pub fn next_round(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.awaited_rounds().filter_map(Round::time).filter(|time| *time > now).min()
    }

    fn awaited_rounds(&self) -> impl Iterator<Item = Round> {
        self.tables().filter_map(|(_, table)| round_of(&table.game))
    }

    /// Takes in a genuine beacon; the games that wait for its round are due from now on.
    pub fn learn(&mut self, beacon: Beacon) {
        if self.awaited_rounds().any(|round| round == beacon.round()) {
            self.beacons.insert(beacon.round(), beacon);
        }
    }

    /// The beacon that a game waits for, if it is known; by a slow clock it may be known before its hour, and has to wait for that.
    pub(super) fn beacon_for(&self, game: &Multiverse, now: DateTime<Utc>) -> Option<Beacon> {
        let round = round_of(game).filter(|round| round.time().is_some_and(|time| time <= now))?;
        self.beacons.get(&round).copied()
    }
}

/// The round that a game waits for.
pub(super) fn round_of(game: &Multiverse) -> Option<Round> {
    match game.awaited.as_ref()?.pin.awaits {
        Awaits::Beacon(round) => Some(round),
        Awaits::Volumes { .. } | Awaits::Throw => None,
    }
}

/// What everybody is told of dice that are pinned.
pub(super) fn pinned(bag: &mut PostBag, awaited: &Awaited, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let pin = &awaited.pin;
    let others: Vec<Event> = events.iter().filter(|event| !matches!(event, Event::Pinned(_))).cloned().collect();
    let mut told: Vec<String> = super::tell::happened(&others, after);
    told.push(format!(
        "{}. For that the dice are rolled: roll {}, for {}. They are made from {}.",
        capital(&pin.occasion),
        pin.roll,
        pin.table.purpose,
        waited_for(awaited)
    ));
    told.push(
        "Until then this game shows WAITING-DICE: the orders below are locked and nobody can change them, nobody knows the digits yet, and no \
         clock runs."
            .to_owned(),
    );
    if let Awaits::Beacon(_) = pin.awaits {
        told.push(format!(
            "The one thing that you alone can check: this mail must have reached you before that hour, {}, by the clock of your own mail server (its \
             Received line tells). If it came later, somebody may have known the round as the orders were given: keep the mail, and tell the others.",
            pin.expected().format("%H:%M:%S UTC")
        ));
    }
    let by_hand = by_hand(pin);
    for reader in announce::readers(after) {
        let mut paragraphs = told.clone();
        paragraphs.push(what_to_do(bag.house, awaited, after, reader.seat));
        let view = WaitingView {
            to: reader.name.clone(),
            game: after.name().to_owned(),
            source: in_short(pin),
            paragraphs,
            orders: pin.orders.clone(),
            orders_hash: pin.orders_fingerprint().to_string(),
            table: pin.table.lines(),
            table_hash: pin.table_fingerprint().to_string(),
            by_hand: by_hand.clone(),
            robot: bag.robot(),
            footer: bag.footer(),
        };
        let text = bag.house.templates.mail("waiting.txt", &view)?;
        bag.add(Draft {
            to: reader.correspondent()?,
            tag: format!("pin.{}", reader.tag),
            kind: Kind::Notice,
            text,
            html: None,
            answers: None,
        });
    }
    Ok(())
}

/// The ways out of a dispute about volumes.
fn dispute(bag: &PostBag, awaited: &Awaited, game: &Multiverse) -> String {
    let week = awaited.overdue_at().format("%H:%M UTC on %-d %B %Y");
    let ruling = match master_plays(bag, game) {
        false => format!("Until all reports agree nothing counts, unless the master of this house rules. If he has not by {week}"),
        true => format!("The master of this house plays himself and rules on nothing here. If the reports do not agree by {week}"),
    };
    format!(
        "Who was wrong gives way: REPORT YES, or a report of the right figures. Whoever else has read them may report as well. {ruling}, what most \
         players report counts (R16)."
    )
}

/// What the players themselves may do where dice have not come for a week.
fn players_rule(game: &Multiverse) -> String {
    let (agreed, people) = game.agreement_to_void();
    let so_far = if agreed == 0 { String::new() } else { format!(" So far {agreed} of {people} agree.") };
    let read = game.awaited.as_ref().is_some_and(Awaited::is_read_in_part);
    let who = if read { "all players (for some of its dice are read off)" } else { "more than half of the players" };
    format!(
        "When {who} write RULING DICE VOID and the reason, the pin is void (R16).{so_far} The orders then stand as before, and are pinned anew when they \
         are carried out."
    )
}

/// Then he rules on nothing in it.
fn master_plays(bag: &PostBag, game: &Multiverse) -> bool {
    game.seat_of(bag.house.master.as_str()).is_some()
}

/// For a subject line.
fn in_short(pin: &Pin) -> String {
    match &pin.awaits {
        Awaits::Beacon(round) => format!("round {round}, {}", pin.expected().format("%H:%M UTC on %-d %B %Y")),
        Awaits::Volumes { market, from } => format!("{} of {}", market.tickers.join(", "), from.format("%-d %B %Y")),
        Awaits::Throw => "a throw of dice".to_owned(),
    }
}

/// What a reader may do to bring the dice about.
fn what_to_do(house: &House, awaited: &Awaited, game: &Multiverse, reader: Option<Seat>) -> String {
    let width = awaited.table().width();
    match &awaited.pin.awaits {
        Awaits::Beacon(round) if !house.fetches_beacons => format!(
            "This house asks no relay for beacons: when the hour has come, somebody has to mail me the signature of the round (the line with curl \
             below shows it), in a letter of its own with the line BEACON {round} and the signature. Anybody may."
        ),
        Awaits::Beacon(round) => format!(
            "You need not do anything: I fetch the round when it is published. Should I be late, anybody may mail me its signature, in a letter of \
             its own with the line BEACON {round} and the signature."
        ),
        Awaits::Volumes { market, .. } => {
            let example: Vec<String> = market.tickers.iter().map(|ticker| format!("{ticker} 4512387")).collect();
            format!(
                "Whoever has read the figures mails them, all of one day: REPORT {}. They count when another player reports the same, or REPORT YES, \
                 and after {UNOPPOSED_HOURS} hours if nobody opposes them. Where there was no trade that day, write behind them ON and the next \
                 day of trade.",
                example.join(", ")
            )
        }
        Awaits::Throw => {
            let thrower = game.thrower();
            let digits = if width == 1 { "one digit".to_owned() } else { format!("{width} digits") };
            match reader.is_some_and(|seat| game.same_person(seat, thrower)) {
                true => format!(
                    "The throw is yours: throw a die with ten faces, 0 to 9, {digits} for each number of the table, and mail what it shows: THROW and \
                     the digits in order. Everybody trusts you."
                ),
                false => {
                    format!("The throw is {}'s: a die with ten faces, {digits} for each number of the table.", game.player(thrower).name)
                }
            }
        }
    }
}

fn by_hand(pin: &Pin) -> Vec<String> {
    let mut lines = vec!["The orders:".to_owned(), rolls::of_orders(pin), "The table:".to_owned(), rolls::of_table(pin)];
    if let Awaits::Beacon(round) = pin.awaits {
        let (game, roll) = (&pin.game, &pin.roll);
        lines.push("The round, once it is published, and the digits of the first roll:".to_owned());
        lines.push(format!("curl https://api.drand.sh/{NETWORK}/public/{round}"));
        lines.push(format!("custodian dice check {round} SIGNATURE --game {game} --roll {roll}"));
    }
    lines
}

/// Whether what happened is about dice that are still waited for.
pub(super) fn concerns(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| event.reads_digits() || matches!(event, Event::Late { .. } | Event::VoidWanted { .. } | Event::Unpinned { .. }))
}

/// What everybody is told of it.
pub(super) fn tell(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    match events {
        [.., Event::Late { .. }] => late(bag, after),
        [.., Event::Unpinned { .. }] => void(bag, events, after),
        [.., Event::VoidWanted { .. }] => void_wanted(bag, events, after),
        events => readings(bag, events, after),
    }
}

/// A ruling has made a pin void.
fn void(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let mover = after.phase.seat;
    let name = &after.player(mover).name;
    for reader in announce::readers(after) {
        let mut paragraphs = super::tell::happened(events, after);
        paragraphs.push(match reader.seat.is_some_and(|seat| after.same_person(seat, mover)) {
            true => "Your orders stand as they did and may be changed; NOW has them carried out, and they are pinned anew.".to_owned(),
            false => format!("{name}'s orders stand as they did and may be changed; they are pinned anew when they are carried out."),
        });
        bag.notice(reader.correspondent()?, format!("void.{}", reader.tag), "the dice that were waited for are void", paragraphs)?;
    }
    Ok(())
}

/// Somebody agrees that a pin is void, and it takes more.
fn void_wanted(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    for reader in announce::readers(after) {
        let paragraphs = super::tell::happened(events, after).into_iter().chain([players_rule(after)]).collect();
        bag.notice(reader.correspondent()?, format!("voiding.{}", reader.tag), "a player wants the pinned dice void", paragraphs)?;
    }
    Ok(())
}

/// The marks of the readings that the mail named which a letter answers: they stand in its Message-ID, `custodian.zaphod.14.reading.1f..c0.p0+...`.
pub(super) fn readings_named(letter: &Letter) -> Vec<String> {
    let of = |id: &String| -> Option<Vec<String>> {
        let (_, behind) = id.strip_prefix("custodian.")?.split_once(&format!(".{READING}"))?;
        let marks: Vec<String> = behind.split('.').next()?.split('-').map(str::to_owned).collect();
        let is_mark = |mark: &String| mark.len() == MARK && mark.bytes().all(|digit| digit.is_ascii_hexdigit());
        marks.iter().all(is_mark).then_some(marks)
    };
    letter.in_reply_to.iter().chain(letter.references.iter().rev()).find_map(of).unwrap_or_default()
}

/// What everybody is told when somebody has read digits off and they do not decide anything yet.
pub(super) fn readings(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    let Some(awaited) = &after.awaited else { return Ok(()) };
    let Some(headline) = events.iter().rfind(|event| event.reads_digits()).and_then(|event| match event {
        Event::Thrown { seat, .. } => Some(format!("{} has thrown, and more is needed", after.player(*seat).name)),
        Event::Reported(_) if awaited.is_disputed() => Some("different figures are reported".to_owned()),
        Event::Reported(claim) => Some(format!("{} reports figures", after.player(claim.seat).name)),
        Event::Settled { .. } => Some("figures count, and more are needed".to_owned()),
        _ => None,
    }) else {
        return Ok(());
    };
    let mut told = super::tell::happened(events, after);
    if let Some((_, until)) = awaited.unopposed() {
        let hour = until.format("%H:%M UTC on %-d %B %Y");
        told.push(format!("REPORT YES confirms it; who has read something else reports that. Unopposed it counts from {hour}."));
        if let Some((later, first)) = awaited.passes_over() {
            told.push(format!(
                "It is of {later} and passes over {first}: whoever has seen a volume of {first} reports that, with ON and the date."
            ));
        }
    } else if awaited.is_disputed() {
        let claims: Vec<String> =
            awaited.claims.iter().map(|claim| format!("{}: {}", after.player(claim.seat).name, claim.figures)).collect();
        told.push(format!("{}. {}", claims.join("; "), dispute(bag, awaited, after)));
    } else {
        told.push(format!("Read off so far: {}. Waited for: {}.", spread(&awaited.digits()), waited_for(awaited)));
        told.push(format!(
            "The table of roll {}, for {}: {}.",
            awaited.roll(),
            awaited.table().purpose,
            awaited.table().lines().join("; ")
        ));
    }
    for reader in announce::readers(after) {
        let mut paragraphs = told.clone();
        if awaited.claims.is_empty() {
            paragraphs.push(what_to_do(bag.house, awaited, after, reader.seat));
        }
        let marks = awaited.marks();
        let tag = if marks.is_empty() { reader.tag.clone() } else { format!("{}.{}", marks.join("-"), reader.tag) };
        bag.notice(reader.correspondent()?, format!("{READING}{tag}"), &headline, paragraphs)?;
    }
    if awaited.is_disputed() && !master_plays(bag, after) {
        let ruling = format!("Rule with a letter such as: RULING DICE {} \"the reason\"", example(awaited));
        bag.notice(master(bag), "reading.master".to_owned(), &headline, told.into_iter().chain([ruling]).collect())?;
    }
    Ok(())
}

fn spread(digits: &str) -> String {
    digits.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

fn master(bag: &PostBag) -> Correspondent {
    Correspondent::new("master", bag.house.master.clone())
}

/// The figures that the first report tells, as a ruling writes them.
fn example(awaited: &Awaited) -> String {
    awaited.claims.first().map(|claim| claim.figures.as_reported()).unwrap_or_default()
}

/// A source that does not come: the master is told first, then everybody, and at last a ruling is offered.
pub(super) fn late(bag: &mut PostBag, after: &Multiverse) -> Result<(), Fault> {
    let Some(awaited) = &after.awaited else { return Ok(()) };
    let overdue = awaited.is_overdue(bag.now());
    let since = awaited.pin.expected().format("%H:%M UTC on %-d %B %Y");
    let headline = format!("{} still waits for its dice", after.name());
    let mut told = vec![
        format!("WAITING-DICE since {since}: {}.", waited_for(awaited)),
        format!("The orders of {}'s phase stay locked, no clock runs, and nothing takes the place of what was pinned.", {
            &after.player(after.phase.seat).name
        }),
    ];
    if overdue {
        let rules = !master_plays(bag, after) && awaited.could_be_void(bag.now());
        let master = if rules { " The master of this house may rule that the pin is void." } else { "" };
        told.push(format!("That is a week now.{master} {}", players_rule(after)));
    }
    let everybody = awaited.late > 1;
    for reader in announce::readers(after).into_iter().filter(|_| everybody) {
        let mut paragraphs = told.clone();
        paragraphs.push(if awaited.is_disputed() {
            dispute(bag, awaited, after)
        } else {
            what_to_do(bag.house, awaited, after, reader.seat)
        });
        bag.notice(reader.correspondent()?, format!("late{}.{}", awaited.late, reader.tag), &headline, paragraphs)?;
    }
    if everybody && master_plays(bag, after) {
        return Ok(());
    }
    let mut paragraphs = told;
    paragraphs.push(match awaited.pin.awaits {
        _ if awaited.is_disputed() && !master_plays(bag, after) => {
            format!("The players report different figures. Rule with a letter such as: RULING DICE {} \"the reason\"", example(awaited))
        }
        Awaits::Beacon(round) if !bag.house.fetches_beacons => {
            format!("[dice] of the config names no relay, so somebody has to mail BEACON {round} and its signature; or name relays and start anew.")
        }
        Awaits::Beacon(_) => {
            "The relays named in [dice] are tried again and again; `custodian doctor` tells whether they can be reached.".to_owned()
        }
        Awaits::Volumes { .. } | Awaits::Throw => "The players have been told what to do.".to_owned(),
    });
    if overdue && !master_plays(bag, after) && awaited.could_be_void(bag.now()) {
        paragraphs.push("To rule it void, mail from this address: RULING DICE VOID and the reason.".to_owned());
    }
    bag.notice(master(bag), format!("late{}.master", awaited.late), &headline, paragraphs)
}
