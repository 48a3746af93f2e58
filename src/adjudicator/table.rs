//! A letter at its table: orders judged, questions answered, the table told.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::desk::Desk;
use super::post::{Draft, PostBag, TURN};
use super::rederive::{BEACON, CLOCK};
use super::refusal::{Refusal, Room};
use super::views;
use super::witness::{Grounds, Rests};
use super::{After, Custodian, Fault, Step, Table, announce, questions, sitting, tell};
use crate::archive::record::{DeskEvent, beacon_file, write_event};
use crate::archive::{Blob, Cause, Digest, Entry, GameName, Json, LogName};
use crate::game::mar::{self, Echo, Judgement, Multiverse, Stage, Verdict};
use crate::game::procedure::Procedure;
use crate::game::reading::{MOST_ORDERS, Orders};
use crate::game::{Event, order};
use crate::letter::Kind;
use crate::letter::views::{AnswerView, Colour, LineView};
use crate::turn::Seat;

/// Who somebody is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seated {
    /// In a seat of a game that has begun.
    Player(Seat),
    /// Invited to play; the game has not begun.
    Invited(usize),
    /// Invited to watch, or watching.
    Observer(usize),
    /// The master of the house, at a game that he neither plays nor watches.
    Master,
}

/// Who an address is at a table; `None`: a stranger there.
pub fn participant(game: &Multiverse, address: &str) -> Option<Seated> {
    let address = address.to_lowercase();
    if let Some(seat) = game.seat_of(&address) {
        return Some(Seated::Player(seat));
    }
    let player = game.founding.players.iter().position(|player| player.address == address);
    let observer = || game.founding.observers.iter().position(|observer| observer.address == address);
    player.map(Seated::Invited).or_else(|| observer().map(Seated::Observer))
}

/// What somebody at the table is called.
pub(super) fn name_at(game: &Multiverse, address: &str) -> Option<String> {
    let address = address.to_lowercase();
    let known = game.founding.players.iter().chain(&game.founding.observers).find(|invitee| invitee.address == address);
    known.map(|invitee| invitee.name.clone()).or_else(|| game.seat_of(&address).map(|seat| game.player(seat).name.clone()))
}

/// What a step tells.
#[derive(Default)]
pub(super) struct Happening<'a> {
    /// Of the letter.
    pub desk: Vec<DeskEvent>,
    /// Of the game.
    pub events: &'a [Event],
    /// The game after the events, where there are any.
    pub after: Option<Multiverse>,
    /// One sentence for the log.
    pub note: String,
}

impl Custodian {
    /// The games in which something is to be done by now without a letter.
    pub fn due(&self, now: DateTime<Utc>) -> Vec<GameName> {
        let is_due =
            |table: &Table| mar::next_hour(&table.game).is_some_and(|hour| hour <= now) || self.beacon_for(&table.game, now).is_some();
        self.tables.iter().filter(|(_, table)| is_due(table)).map(|(name, _)| name.clone()).collect()
    }

    /// What the hour brings in a game: complete orders that have waited long enough are carried out.
    pub fn tick(&self, name: &GameName, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let Some(table) = self.tables.get(name) else { return Ok(None) };
        let randomizer = self.house.randomizer(&table.game);
        let published = self.beacon_for(&table.game, now).and_then(|beacon| mar::publish(&table.game, beacon, now, &randomizer));
        let (cause, judgement) = match published {
            Some(judgement) => (BEACON, judgement),
            None => match mar::tick(&table.game, now, &randomizer) {
                Some(judgement) => (CLOCK, judgement),
                None => return Ok(None),
            },
        };
        let (events, after) = (&judgement.events, &judgement.after);
        let mut bag = PostBag::of_game(&self.house, name, table.game.name(), after.phase.turn, table.record(), now);
        announce::of_an_hour(&mut bag, &table.game, &judgement)?;
        let note = note(&table.game.player(table.game.phase.seat).name, &judgement);
        let what = Happening { desk: Vec::new(), events, after: Some(after.clone()), note };
        self.table_step(name, table, Cause::named(cause), what, bag, now).map(Some)
    }

    /// The step that appends to a game's log.
    pub(super) fn table_step(
        &self,
        name: &GameName,
        table: &Table,
        cause: Cause,
        what: Happening,
        bag: PostBag,
        now: DateTime<Utc>,
    ) -> Result<Step, Fault> {
        let Happening { desk, events, after, note } = what;
        let mut written = desk.iter().map(Json::of).collect::<Result<Vec<_>, _>>()?;
        for event in events {
            written.push(Json::of(&write_event(event))?);
        }
        let game = after.as_ref().unwrap_or(&table.game);
        let mut blobs = bag.blobs;
        let mut boards = BTreeMap::new();
        if views::draws_boards(game, events) {
            for (ending, bytes) in views::board_files(game) {
                let file = format!("{:04}{ending}", table.head().seq + 1);
                boards.insert(file.clone(), Digest::of(&bytes));
                blobs.push(Blob::board(&file, bytes)?);
            }
        }
        let mut files = BTreeSet::new();
        for event in events {
            if let Event::Published(beacon) = event {
                let beacon = Blob::evidence(beacon_file(beacon), "json")?;
                files.insert(beacon.name().clone());
                blobs.push(beacon);
            }
        }
        let turn_mails = bag.out.iter().filter(|mail| mail.kind == TURN).cloned().collect();
        let state = Digest::of(game.canonical().as_bytes());
        let entry = Entry { at: now, sem: table.semantics(), cause, events: written, out: bag.out, boards, files, state, note };
        let after = After { game: after, turn_mails };
        Ok(Step { log: LogName::Game(name.clone()), founding: None, entry, blobs, after })
    }
}

impl Desk<'_> {
    /// A letter's step in a game's log.
    pub(super) fn game_step(&self, name: &GameName, table: &Table, what: Happening, bag: PostBag) -> Result<Step, Fault> {
        let digest = Digest::of(self.bytes);
        let mut desk = vec![self.letter_event()];
        desk.extend(what.desk);
        let what = Happening { desk, ..what };
        let mut step = self.custodian.table_step(name, table, Cause::letter(digest), what, bag, self.now)?;
        step.blobs.insert(0, Blob::mail_in(self.bytes.to_vec()));
        if sitting::names_a_secret(&table.game, self.letter) {
            step.keep_private();
        }
        Ok(step)
    }

    /// The step that founds a game: as [`Desk::game_step`], on a log without a line.
    pub(super) fn founding_step(&self, name: &GameName, toml: String, game: Multiverse, bag: PostBag, note: String) -> Result<Step, Fault> {
        let table = Table::new(game.clone(), &toml);
        let what = Happening { after: Some(game), note, ..Happening::default() };
        let mut step = self.game_step(name, &table, what, bag)?;
        step.founding = Some(toml);
        Ok(step)
    }

    /// Orders, questions or an answer to the invitation.
    pub(super) fn at_table(&self, name: &GameName, table: &Table, who: Seated) -> Result<Step, Fault> {
        let game = &table.game;
        let orders = sitting::orders(game, self.letter);
        let randomizer = self.custodian.house.randomizer(game);
        let judgement = sitting::judged(game, who, self.letter, &orders, self.now, &randomizer);
        if orders.lines.is_empty() && judgement.heard.is_empty() {
            return self.no_orders(name, table, &orders.talk);
        }
        self.answer(name, table, who, judgement, &orders)
    }

    pub(super) fn name_of_sender(&self, game: &Multiverse) -> String {
        let master = (self.sender.address == self.custodian.house.master).then(|| "the master".to_owned());
        name_at(game, self.sender.address.as_str()).or(master).unwrap_or_else(|| self.sender.to_string())
    }

    /// A letter with nothing to do in it.
    fn no_orders(&self, name: &GameName, table: &Table, talk: &[(usize, String)]) -> Result<Step, Fault> {
        let reason = match talk.first() {
            Some((number, text)) => format!("I found no order in your letter; line {number}, \"{text}\", is not one that I know."),
            None if self.letter.defects.contains(&crate::letter::Defect::OnlyQuote) => {
                "I found only quoted text in your letter, and what is quoted is never taken for an order.".to_owned()
            }
            None => "Your letter was empty.".to_owned(),
        };
        let mend = match table.game.stage {
            Stage::Gathering => vec!["To take your seat, write JOIN on a line of its own; to stay out, DECLINE.".to_owned()],
            _ => vec![
                "Write each order on a line of its own, as in 1: e2-e4.".to_owned(),
                "HELP on a line of its own brings the list of all orders.".to_owned(),
            ],
        };
        self.refuse(Room::Table(name, table), Refusal::of("it holds no order", reason, mend))
    }

    fn answer(&self, name: &GameName, table: &Table, who: Seated, judgement: Judgement, orders: &Orders) -> Result<Step, Fault> {
        let before = &table.game;
        let after = &judgement.after;
        let house = &self.custodian.house;
        let mut bag = PostBag::of_game(house, name, before.name(), after.phase.turn, table.record(), self.now);
        let clean = judgement.echoes.iter().all(|echo| echo.verdict == Verdict::Accepted && !echo.trial);
        let joining = judgement.events.iter().any(|event| matches!(event, Event::Joined { .. }));
        let seated = judgement.events.iter().any(|event| matches!(event, Event::Seated { .. }));
        // Where all went well the turn mail, or the welcome, is the receipt.
        let mailed = (judgement.executed || joining || seated) && announce::reads(after, self.sender.address.as_str());
        let told = judgement.questions.is_empty() && clean && mailed && orders.unread.is_none();
        if self.may_answer() && !told && (!judgement.echoes.is_empty() || !judgement.heard.is_empty() || !judgement.only_resend()) {
            let view = self.answer_view(&bag, table, who, &judgement, orders);
            let text = house.templates.mail("answer.txt", &view)?;
            bag.add(Draft {
                to: self.sender.clone(),
                tag: "answer".into(),
                kind: Kind::Answer,
                text,
                html: None,
                answers: Some(self.letter),
            });
        }
        if judgement.questions.contains(&order::Question::Resend)
            && let Some(mail) = table.latest.get(&self.sender.address.as_str().to_lowercase())
        {
            bag.again(mail);
        }
        announce::of_a_letter(&mut bag, before, &judgement, self.sender.address.as_str(), &self.name_of_sender(after))?;
        let note = note(&self.name_of_sender(before), &judgement);
        let changed = (!judgement.events.is_empty()).then(|| judgement.after.clone());
        let what = Happening { desk: Vec::new(), events: &judgement.events, after: changed, note };
        self.game_step(name, table, what, bag)
    }

    fn answer_view(&self, bag: &PostBag, table: &Table, who: Seated, judgement: &Judgement, orders: &Orders) -> AnswerView {
        let after = &judgement.after;
        // Seats may have other numbers since.
        let who = participant(after, self.address()).unwrap_or(who);
        let count = |verdict: Verdict| judgement.echoes.iter().filter(|echo| echo.verdict == verdict).count();
        let nothing = mar::Draft::default();
        let withdrawn = judgement.events.iter().any(|event| matches!(event, Event::Drafted { draft: None }));
        let draft = match who {
            Seated::Player(seat) if after.phase.seat == seat && after.stage == Stage::Playing => {
                after.draft.as_ref().or(withdrawn.then_some(&nothing)).map(|draft| (seat, draft))
            }
            _ => None,
        };
        let preview = judgement.checked_only();
        let lacking = draft.map(|(seat, draft)| views::missing(after, seat, draft, views::Besides::Nothing)).unwrap_or_default();
        let complete = draft.is_some() && lacking.is_empty();
        let missing = match &judgement.tried {
            Some(tried) if preview => views::missing(&tried.game, tried.game.phase.seat, &tried.draft, views::Besides::Nothing),
            _ if preview => Vec::new(),
            _ => lacking,
        };
        let executes = draft.and_then(|_| after.due()).map(|due| format!("at {} UTC", due.format("%H:%M on %-d %B %Y")));
        let asked = after.asked.as_ref().filter(|asked| asked.open && !after.is_over());
        let awaited = after.awaited.as_ref().filter(|_| !after.is_over());
        let paused = after.pausing().filter(|_| draft.is_some_and(|(_, draft)| draft.due.is_some()) && complete);
        let refused = count(Verdict::Refused);
        let seat = match who {
            Seated::Player(seat) => Some(seat),
            Seated::Invited(_) | Seated::Observer(_) | Seated::Master => None,
        };
        let talk = |heard: bool| {
            let such = orders.talk.iter().filter(|(line, _)| judgement.heard.contains(line) == heard);
            such.map(|(_, text)| text.clone()).collect::<Vec<_>>()
        };
        let moves = |draft: &mar::Draft| !draft.moves.is_empty();
        let unsaid = draft.filter(|(_, draft)| moves(draft)).and_then(|(seat, _)| questions::unsaid(after, seat));
        AnswerView {
            to: self.name_of_sender(after),
            game: Some(after.name().to_owned()),
            colour: match () {
                () if refused > 0 => Colour::Red,
                () if !missing.is_empty() || unsaid.is_some() || orders.unread.is_some() || count(Verdict::Noted) > 0 => Colour::Yellow,
                () => Colour::Green,
            },
            accepted: judgement.echoes.len() - refused,
            refused,
            preview,
            suffices: preview && refused == 0 && judgement.tried.is_some() && missing.is_empty(),
            mixed: [true, false].iter().all(|&tried| judgement.echoes.iter().any(|echo| echo.trial == tried)),
            lines: judgement.echoes.iter().map(line_view).collect(),
            unread: orders.unread.map(unread),
            heard: talk(true),
            unsaid,
            left_aside: talk(false),
            done: (judgement.executed && asked.is_none() && awaited.is_none()).then(|| self.done(&table.game, judgement)),
            held: asked.is_none() && awaited.is_none() && draft.is_some_and(|(_, draft)| draft.due.is_none()) && complete,
            waits: match (asked, awaited, paused) {
                (Some(asked), ..) => {
                    let who = &after.player(asked.seat).name;
                    Some(format!("The orders of this phase are being carried out: {who} has to choose first, by {}.", asked.source))
                }
                (None, Some(awaited), _) => {
                    Some(format!("WAITING-DICE: the orders of this phase are locked and wait for {}.", mar::waited_for(awaited)))
                }
                (None, None, Some(paused)) => {
                    Some(format!("Your orders are complete. They are carried out when challenge {} is decided.", paused.id))
                }
                (None, None, None) => None,
            },
            missing,
            executes,
            sections: {
                let (shown, keyring) = (self.custodian.shown(self.letter), self.custodian.house.keyring.as_ref());
                questions::sections(&judgement.questions, after, seat, &Grounds { table, keyring, shown: &shown, rests: Rests::No })
            },
            robot: bag.robot(),
            footer: Some(bag.footer()),
        }
    }

    /// What the turn mail shows, that comes with the answer.
    fn done(&self, before: &Multiverse, judgement: &Judgement) -> String {
        let has = |such: fn(&Event) -> bool| judgement.events.iter().any(such);
        if before.stage == Stage::Gathering {
            return "Everybody has joined:".to_owned();
        }
        let mover = before.player(before.phase.seat);
        match () {
            () if judgement.after.is_over() => "The game is over:".to_owned(),
            () if has(|event| matches!(event, Event::Procedure(Procedure::Rewound { .. }))) => "The game has gone back:".to_owned(),
            () if !has(|event| matches!(event, Event::PhaseEnded { .. })) => "It is done:".to_owned(),
            () if mover.address.eq_ignore_ascii_case(self.address()) => "Your phase is over:".to_owned(),
            () => format!("{}'s phase is over:", mover.name),
        }
    }
}

/// What became of the lines behind the last that is read.
fn unread((first, last): (usize, usize)) -> String {
    let lines = if first == last { format!("Line {first} was") } else { format!("Lines {first} to {last} were") };
    format!("{lines} not read: one letter may hold {MOST_ORDERS} orders. Send the rest in another letter.")
}

fn line_view(echo: &Echo) -> LineView {
    let colour = match echo.verdict {
        Verdict::Accepted => Colour::Green,
        Verdict::Noted => Colour::Yellow,
        Verdict::Refused => Colour::Red,
    };
    LineView { text: echo.line.clone(), colour, notes: vec![echo.reply.clone()] }
}

/// One sentence for the log.
pub(super) fn note(name: &str, judgement: &Judgement) -> String {
    let told = tell::happened(&judgement.events, &judgement.after);
    if !told.is_empty() {
        return told.join(" ");
    }
    let refused = judgement.echoes.iter().filter(|echo| echo.verdict == Verdict::Refused).count();
    let accepted = judgement.echoes.len() - refused;
    match (accepted, refused, judgement.questions.len()) {
        (0, 0, asked) => format!("{name} asked {asked} question{}", if asked == 1 { "" } else { "s" }),
        (accepted, refused, _) => {
            let orders = if accepted == 1 { "order" } else { "orders" };
            format!("{name}: {accepted} {orders} accepted, {refused} refused")
        }
    }
}
