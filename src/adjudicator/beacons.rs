//! `BEACON 1000 b446...`: a round's signature by mail. It proves itself, so it may come from anybody, and nobody has to be believed.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::desk::{Desk, Errand};
use super::post::{Draft, PostBag};
use super::refusal::{Refusal, Room};
use super::table::Seated;
use super::{Custodian, Fault, Received, Step, Table};
use crate::archive::record::DeskEvent;
use crate::archive::{Digest, GameName};
use crate::dice::{Beacon, NotGenuine, Round, Signature, Source};
use crate::game::mar::Multiverse;
use crate::game::order::Order;
use crate::game::reading::{self, Names};
use crate::letter::views::NoticeView;
use crate::letter::{self, Correspondent, Kind, Letter};
use crate::span;

/// The most beacons of one letter that are checked; the work on each is some milliseconds.
const MOST: usize = 8;

/// The beacons of a letter that holds nothing else.
pub(super) fn offered(letter: &Letter) -> Option<Vec<(Round, String)>> {
    let lines = letter.lines.iter().map(|line| (line.number, line.text.as_str()));
    let orders = reading::read(lines, &Names::default()).lines;
    let mut offered = Vec::new();
    for line in orders {
        match line.order {
            Order::Beacon { round, signature } => offered.push((Round(round), signature)),
            Order::Game(_) => {}
            _ => return None,
        }
    }
    (!offered.is_empty()).then_some(offered)
}

fn check(round: Round, signature: &str) -> Result<Beacon, NotGenuine> {
    Beacon::verify(round, Signature::read(signature)?)
}

/// How soon behind a pin the relays have been asked for its round.
const AT_THE_PIN: TimeDelta = TimeDelta::seconds(30);

/// How far a clock may be behind the newest beacon: a second is what machines differ by, and mails are fast.
pub const CLOCK_SKEW: TimeDelta = TimeDelta::seconds(10);

impl Desk<'_> {
    /// What becomes of them: a line of the lobby's; the games that wait go on by the next line of their own.
    pub(super) fn beacons(&self, offered: &[(Round, String)]) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let mut events = vec![self.letter_event()];
        let (mut told, mut early) = (Vec::new(), None);
        // Everybody is told once.
        let known = |round: &Round| custodian.noted.contains_key(round);
        for (round, signature) in offered.iter().take(MOST) {
            let waiting = custodian.waiting_for(*round);
            let genuine = check(*round, signature);
            early = early.max(genuine.as_ref().ok().filter(|_| !known(round)).and_then(|_| self.before_its_hour(*round)));
            told.push(match genuine {
                Err(why) => format!("The beacon of round {round} is not genuine, and nothing was done with it: {why}."),
                Ok(_) if waiting.is_empty() && custodian.knows(*round) => {
                    format!("The beacon of round {round} is genuine. It was here already, and dice were made from it. Thank you.")
                }
                Ok(_) if waiting.is_empty() => format!("The beacon of round {round} is genuine; no game here waits for it."),
                Ok(beacon) => {
                    events.push(DeskEvent::Beacon { round: round.0, signature: beacon.signature().to_string() });
                    // Who is no player learns no names.
                    let games = match waiting.len() {
                        1 => "A game here waits for it and goes on".to_owned(),
                        count => format!("{count} games here wait for it and go on"),
                    };
                    let when =
                        if self.before_its_hour(*round).is_some() { " when its hour has come by the clock of this house" } else { "" };
                    format!("The beacon of round {round} is genuine. {games}{when}. Thank you.")
                }
            });
        }
        if offered.len() > MOST {
            told.push(format!("The first {MOST} beacons of your letter were checked; send the others in another one."));
        }
        if events.len() == 1 {
            events.push(DeskEvent::Refused { why: "no beacon that a game waits for".to_owned() });
        }
        let mut note = format!("{} mailed {}", self.address(), if offered.len() == 1 { "a beacon" } else { "beacons" });
        let mut bag = PostBag::of_lobby(&custodian.house, custodian.lobby.head, self.now);
        if let Some(slow) = early {
            let by = at_least(slow);
            note.push_str(&format!("; the clock of this house is at least {by} slow"));
            told.push(format!("It came before its hour by the clock of this house, which is at least {by} slow. The master is told."));
            let master = Correspondent::new("master", custodian.house.master.clone());
            bag.notice(master, "clock".to_owned(), "the clock of this house is slow", self.slow_clock(&by, offered))?;
            for (round, _) in offered.iter().take(MOST).filter(|(round, _)| self.before_its_hour(*round).is_some() && !known(round)) {
                // Only a genuine one is believed, and told once.
                if events.iter().any(|event| matches!(event, DeskEvent::Beacon { round: genuine, .. } if *genuine == round.0)) {
                    bag = custodian.warn_players(bag, *round, &by)?;
                }
            }
        }
        if self.may_answer() {
            let view = NoticeView {
                to: self.address().to_owned(),
                game: None,
                headline: "About your beacon".to_owned(),
                paragraphs: told,
                dice: Vec::new(),
                robot: bag.robot(),
                footer: None,
            };
            let text = custodian.house.templates.mail("notice.txt", &view)?;
            let (to, answers) = (self.sender.clone(), Some(self.letter));
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers });
        }
        custodian.lobby_step(self.bytes, events, bag, note, self.now)
    }
}

impl Desk<'_> {
    /// By how much the clock of the house must be slow if a genuine beacon of that round is here already.
    fn before_its_hour(&self, round: Round) -> Option<TimeDelta> {
        round.time().map(|time| time - self.now).filter(|ahead| *ahead > CLOCK_SKEW)
    }

    /// What the master is told of his clock.
    fn slow_clock(&self, by: &str, offered: &[(Round, String)]) -> Vec<String> {
        let rounds: Vec<Round> = offered.iter().map(|(round, _)| *round).collect();
        self.custodian.slow_clock(by, &rounds, self.now)
    }
}

/// For how long, in words; it is a least value, and whole minutes do, where there are any.
fn at_least(slow: TimeDelta) -> String {
    let seconds = u32::try_from(slow.num_seconds()).unwrap_or(u32::MAX);
    span::told(if seconds < 60 { seconds } else { seconds - seconds % 60 })
}

/// How far the newest line may lie ahead of the clock before the master is told.
pub const LINES_AHEAD: TimeDelta = TimeDelta::minutes(10);

impl Custodian {
    /// The newest line is of an hour that the clock has not reached by far: the master is told, once for that hour.
    pub fn clock_behind(&self, newest: DateTime<Utc>, clock: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let told = |hour: DateTime<Utc>| hour.format("%Y-%m-%d %H:%M:%S UTC").to_string();
        let event = DeskEvent::ClockBehind { newest: told(newest) };
        if newest - clock <= LINES_AHEAD || self.lobby.has_told(&event) {
            return Ok(None);
        }
        let headline = "the clock of this house was wrong, or is".to_owned();
        let paragraphs = vec![
            format!(
                "The newest line of the archive is dated {}, and the clock of this machine says {}. A line is never dated before another, so until the \
                 clock has come to that hour everything that is done is dated so: time to think again is counted from it, and so are the rounds and \
                 dates that dice are pinned to.",
                told(newest),
                told(clock)
            ),
            "If the clock is wrong now, set it (timedatectl set-ntp true) and start the program again. If it is right, it ran ahead for a while: players \
             end their time to think again with NOW. Tell those whose dice are pinned to a day far off; the archive of before that line, put back, goes \
             on in the right time."
                .to_owned(),
        ];
        self.notice_of_trouble("clock", "behind", vec![event], headline, paragraphs, newest).map(Some)
    }

    /// A beacon has come from a relay before its hour by the clock of this house: who waits for it is told, and the master.
    pub fn came_early(&self, beacon: &Beacon, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let round = beacon.round();
        let slow = round.time().map(|time| time - now).filter(|ahead| *ahead > CLOCK_SKEW);
        let Some(slow) = slow.filter(|_| !self.waiting_for(round).is_empty() && !self.beacons.contains_key(&round)) else {
            return Ok(None);
        };
        let by = at_least(slow);
        let headline = "the clock of this house is slow".to_owned();
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let master = Correspondent::new("master", self.house.master.clone());
        bag.notice(master, "clock".to_owned(), &headline, self.slow_clock(&by, &[round], now))?;
        bag = self.warn_players(bag, round, &by)?;
        let event = DeskEvent::Beacon { round: round.0, signature: beacon.signature().to_string() };
        let note = format!("a relay has round {round} before its hour: the clock of this house is at least {by} slow");
        self.trouble_step("clock", vec![event], note, bag, now).map(Some)
    }

    /// Tells those whose dice wait for a round that it was out before its hour by the clock of this house.
    fn warn_players<'a>(&'a self, bag: PostBag<'a>, round: Round, by: &str) -> Result<PostBag<'a>, Fault> {
        let mut bag = bag;
        for (name, table) in self.tables().filter(|(_, table)| super::waiting::round_of(&table.game) == Some(round)) {
            let title = table.game.name();
            bag = bag.about(title);
            for reader in super::announce::readers(&table.game) {
                let slow = format!(
                    "Round {round}, which the dice of {title} wait for, was published before its hour by the clock of this house, which is at least \
                     {by} slow."
                );
                let then = match self.was_out_at_the_pin(&table.game, round, bag.now()) {
                    true => format!(
                        "So it may have been known already as the orders were locked. The master, {}, is told and can make the pin void; tell him what \
                         you think of it.",
                        self.house.master
                    ),
                    false => "It counts, and no ruling takes it away: the dice are rolled when its hour has come by that clock. Compare the hour at \
                              which the mail with the pin reached you, by your own server, with the hour of the round."
                        .to_owned(),
                };
                let told = vec![format!("{slow} {then}")];
                let tag = format!("clock.{}.{}", name.as_str(), reader.tag);
                bag.notice(reader.correspondent()?, tag, "the clock of this house is slow", told)?;
            }
        }
        Ok(bag)
    }

    /// What the master is told of his clock.
    fn slow_clock(&self, by: &str, rounds: &[Round], now: DateTime<Utc>) -> Vec<String> {
        let waits = || self.tables().filter_map(|(_, table)| Some((&table.game, super::waiting::round_of(&table.game)?)));
        let at_the_pin = waits().any(|(game, round)| rounds.contains(&round) && self.was_out_at_the_pin(game, round, now));
        let games: BTreeSet<String> = rounds.iter().flat_map(|round| self.waiting_for(*round)).collect();
        let games = match games.is_empty() {
            true => "No game waits for it.".to_owned(),
            false => format!(
                "It was pinned by {}: if the clock was as slow by more than the time between orders and round, somebody could have known the round \
                 as he gave his orders. Tell the players. {}",
                games.into_iter().collect::<Vec<_>>().join(" and "),
                match at_the_pin {
                    true =>
                        "To have other dice, write RULING DICE VOID and the reason in that game before the hour comes by this clock; then set the \
                             clock, and the player sends NOW.",
                    false => "The round counts, and no ruling takes it away: the dice are rolled when its hour has come by this clock.",
                }
            ),
        };
        vec![
            format!(
                "A genuine beacon has come before its hour, which only a slow clock can explain: this machine's is at least {by} slow."
            ),
            games,
            "Set the clock (timedatectl set-ntp true); `custodian doctor` compares it with the relays.".to_owned(),
        ]
    }
}

impl Desk<'_> {
    /// A pin is not made void whose round is known: it counts, whatever the clock of this house says.
    pub(super) fn round_is_known(&self, name: &GameName, table: &Table) -> Option<Result<Step, Fault>> {
        let round = super::waiting::round_of(&table.game).filter(|round| self.custodian.beacons.contains_key(round))?;
        if !self.wants_void(table) || self.custodian.was_out_at_the_pin(&table.game, round, self.now) {
            return None;
        }
        let reason = format!(
            "Round {round}, which the dice of {} wait for, is published, so what they come to is known, and nobody draws twice: the pin stands, and \
             nothing of your letter was done. The dice are rolled when the hour of the round has come by the clock of this house.",
            table.game.name()
        );
        let mend = vec!["If that clock is slow, its keeper sets it: timedatectl set-ntp true.".to_owned()];
        Some(self.refuse(Room::Table(name, table), Refusal::of("the round that is waited for is known", reason, mend)))
    }

    /// Whether the letter holds the order that makes a pin void.
    fn wants_void(&self, table: &Table) -> bool {
        let orders = super::sitting::orders(&table.game, self.letter);
        orders.lines.iter().any(|line| matches!(line.order, Order::DiceVoid(_)))
    }
}

impl Custodian {
    /// Whether the round was known so soon behind the pin that it was out as the orders were locked: then the clock is slow by more than the time between
    /// them, and whoever gave the orders could have known it.
    fn was_out_at_the_pin(&self, game: &Multiverse, round: Round, now: DateTime<Utc>) -> bool {
        let noted = self.noted.get(&round).copied().unwrap_or(now);
        game.awaited.as_ref().is_some_and(|awaited| noted - awaited.pin.made <= AT_THE_PIN && awaited.pin.expected() > noted)
    }

    /// The names of the games that wait for a round.
    fn waiting_for(&self, round: Round) -> Vec<String> {
        let waits = self.tables().filter(|(_, table)| super::waiting::round_of(&table.game) == Some(round));
        waits.map(|(_, table)| table.game.name().to_owned()).collect()
    }

    /// Dice were made from that round.
    fn knows(&self, round: Round) -> bool {
        let is_it = |source: &Source| matches!(source, Source::Beacon(beacon) if beacon.round() == round);
        self.tables().any(|(_, table)| table.game.dice.ledger.sources.iter().any(is_it))
    }

    /// The round in doubt whose pin a letter could make void: only one that is believed, and of somebody with a voice in that game.
    pub fn could_void(&self, received: Received, now: DateTime<Utc>) -> Option<Round> {
        if self.rounds_in_doubt(now).is_empty() || self.seen.contains(&Digest::of(received.bytes)) {
            return None;
        }
        let letter = letter::read(received.bytes, &self.house.own);
        let sender = letter.sender.as_ref().filter(|sender| letter.robot.is_none() && !self.has_come_before(&letter, sender))?;
        match self.laid_on_the_desk(&letter, sender, received, now) {
            (desk, Errand::Play(_, table, Seated::Player(_) | Seated::Master)) if desk.believed && desk.wants_void(table) => {
                self.round_in_doubt(&table.game, now)
            }
            _ => None,
        }
    }

    /// The genuine beacons in a letter, of rounds that games wait for. They prove themselves, whoever wrote it, and before it is read in its turn.
    pub fn beacons_in(&self, letter: &[u8]) -> Vec<Beacon> {
        let offered = offered(&letter::read(letter, &self.house.own)).unwrap_or_default();
        let wanted = offered.iter().take(MOST).filter(|(round, _)| !self.waiting_for(*round).is_empty());
        wanted.filter_map(|(round, signature)| check(*round, signature).ok()).collect()
    }

    /// Takes in the beacons that a line of the lobby's tells of.
    pub(super) fn recall_beacons(&mut self, events: &[DeskEvent], at: DateTime<Utc>) {
        for event in events {
            if let DeskEvent::Beacon { round, signature } = event
                && let Ok(beacon) = check(Round(*round), signature)
            {
                self.noted.entry(beacon.round()).or_insert(at);
                self.beacons.insert(beacon.round(), beacon);
            }
        }
    }
}
