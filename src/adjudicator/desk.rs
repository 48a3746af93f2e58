//! A letter on the desk: who wrote it, what it is about, whether to believe it, and what is done with it.

use chrono::{DateTime, Utc};

use super::founding::{self, Request};
use super::post::PostBag;
use super::refusal::{Refusal, Room, SUBJECT_SHOWN};
use super::rest::Resting;
use super::table::{Seated, participant};
use super::{After, Custodian, Fault, Received, SEMANTICS, Step, Table, beacons, help, identity};
use crate::archive::record::{DeskEvent, Unread};
use crate::archive::{Blob, Cause, Digest, Entry, GameName, Json, LogName};
use crate::dice::Round;
use crate::game::mar::Stage;
use crate::game::order::{Line, Order, Question};
use crate::game::reading::{self, Names};
use crate::letter::{self, Bounce, Correspondent, Defect, Letter};

/// A letter with what was found out about it.
pub(super) struct Desk<'a> {
    pub custodian: &'a Custodian,
    pub letter: &'a Letter,
    /// The bytes to keep: the whole letter, or the head of one too large.
    pub bytes: &'a [u8],
    pub sender: &'a Correspondent,
    pub by_hand: bool,
    pub now: DateTime<Utc>,
    /// The games that know the sender.
    pub mine: Vec<(&'a GameName, &'a Table, Seated)>,
    /// It comes from whom it says.
    pub believed: bool,
}

/// What a letter is about.
pub(super) enum Errand<'a> {
    /// It asks for a new game.
    Found(Request),
    /// It holds beacons and nothing else.
    Beacons(Vec<(Round, String)>),
    /// For a game at rest.
    AtRest(&'a Resting),
    /// Only HELP, where no game is meant: the topics, and what HELP without one brings.
    Help(Vec<Option<String>>, String),
    /// Its sender is in no game.
    Nowhere,
    /// It names one of which its sender is not.
    NoSuchGame(String),
    /// It may be for any of its sender's games.
    AnyGame,
    /// It names several.
    SeveralGames(Vec<String>),
    Play(&'a GameName, &'a Table, Seated),
}

impl Custodian {
    /// Decides one letter. `None`: these very bytes have a line already, and nothing is left to do.
    pub fn letter(&self, received: Received, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        if self.seen.contains(&Digest::of(received.bytes)) {
            return Ok(None);
        }
        let letter = letter::read(received.bytes, &self.house.own);
        self.decide(&letter, received, now).map(Some)
    }

    /// A letter over the size limit, of which only the head was fetched.
    pub fn oversize(&self, head: Received, bytes: u64, limit: u64, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        if self.seen.contains(&Digest::of(head.bytes)) {
            return Ok(None);
        }
        let letter = letter::read_head(head.bytes, bytes, limit, &self.house.own);
        self.decide(&letter, head, now).map(Some)
    }

    /// A letter that made the program fail: kept, told to the operator, and the next one is read.
    pub fn quarantine(&self, bytes: &[u8], why: &str, now: DateTime<Utc>) -> Result<Step, Fault> {
        let headline = "a letter could not be read and lies in quarantine";
        let paragraphs = vec![
            format!("Its bytes are kept in lobby/mail/in/{}.eml of the archive.", Digest::of(bytes)),
            format!("What went wrong: {why}. No game was changed, and the letters after it are read as usual."),
        ];
        let bag = self.to_the_master("quarantine", headline, paragraphs, now)?;
        self.lobby_step(bytes, vec![DeskEvent::Quarantined { why: why.to_owned() }], bag, "a letter was quarantined".to_owned(), now)
    }

    fn decide(&self, letter: &Letter, received: Received, now: DateTime<Utc>) -> Result<Step, Fault> {
        let silent = |why: String| {
            let bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
            let note = format!("a letter was left unanswered: {why}");
            self.lobby_step(received.bytes, vec![letter_event(letter, true), DeskEvent::Ignored { why }], bag, note, now)
        };
        if let Some(loss) = self.shown_lost(letter) {
            return Err(Fault::Lost(Box::new(loss)));
        }
        if let Some(robot) = &letter.robot {
            let failed: Vec<&Bounce> = letter.bounces.iter().filter(|bounce| bounce.is_hard()).collect();
            return if failed.is_empty() { silent(robot.to_string()) } else { self.bounced(letter, received.bytes, &failed, now) };
        }
        let Some(sender) = &letter.sender else {
            let why = letter.defects.first().map_or("it names no sender".to_owned(), Defect::to_string);
            return silent(why);
        };
        if self.has_come_before(letter, sender) {
            return silent("it is a second delivery of a letter that was dealt with".into());
        }
        let (desk, errand) = self.laid_on_the_desk(letter, sender, received, now);
        desk.deal(errand)
    }

    /// Whether it is a second delivery of a letter that was believed and read.
    pub(super) fn has_come_before(&self, letter: &Letter, sender: &Correspondent) -> bool {
        letter.message_id.as_ref().is_some_and(|id| self.seen_ids.contains(&identity(sender.address.as_str(), id)))
    }

    /// A letter, what it is about, and whether it is believed.
    pub(super) fn laid_on_the_desk<'a>(
        &'a self,
        letter: &'a Letter,
        sender: &'a Correspondent,
        received: Received<'a>,
        now: DateTime<Utc>,
    ) -> (Desk<'a>, Errand<'a>) {
        let mine = self.games_of(sender.address.as_str());
        let (bytes, by_hand) = (received.bytes, received.by_hand);
        let mut desk = Desk { custodian: self, letter, bytes, sender, by_hand, now, mine, believed: false };
        let errand = desk.errand();
        desk.believed = desk.proves(&errand);
        (desk, errand)
    }

    fn games_of(&self, address: &str) -> Vec<(&GameName, &Table, Seated)> {
        // The master has a word in every game that is being played (R16).
        let presides = |table: &Table| {
            let is_master = address.eq_ignore_ascii_case(self.house.master.as_str());
            (is_master && table.game.stage != Stage::Gathering).then_some(Seated::Master)
        };
        let tables = self.tables.iter();
        let seated = |table: &Table| match participant(&table.game, address) {
            // Whoever only watches may have the master's word.
            None | Some(Seated::Observer(_)) => presides(table).or(participant(&table.game, address)),
            known => known,
        };
        tables.filter_map(|(name, table)| Some((name, table, seated(table)?))).collect()
    }

    /// The operator is told which players cannot be reached.
    fn bounced(&self, letter: &Letter, bytes: &[u8], failed: &[&Bounce], now: DateTime<Utc>) -> Result<Step, Fault> {
        let mut events = vec![letter_event(letter, true)];
        let mut addresses = Vec::new();
        let mut paragraphs = Vec::new();
        let mut of_the_master = false;
        for bounce in failed {
            let address = bounce.recipient.as_ref().map_or("an unknown address".to_owned(), |address| address.as_str().to_owned());
            let why = format!("{} {}", bounce.status, bounce.diagnostic).trim().to_owned();
            let games: Vec<&str> = self.games_of(&address).iter().map(|(name, ..)| name.as_str()).collect();
            of_the_master |= bounce.recipient.as_ref() == Some(&self.house.master);
            if !games.is_empty() {
                paragraphs.push(format!("A mail server reports of {address}: {why}. Games of that address: {}.", games.join(", ")));
                addresses.push(address.clone());
            }
            events.push(DeskEvent::Bounced { address, why });
        }
        let headline = match &addresses[..] {
            [address] => format!("a mail to {address} came back"),
            addresses => format!("mails to {} came back", addresses.join(" and ")),
        };
        // A report may be forged: it is passed on, and changes nothing by itself. Of his own mailbox the master hears in the log alone.
        let bag = match paragraphs.is_empty() || of_the_master {
            true => PostBag::of_lobby(&self.house, self.lobby.head, now),
            false => self.to_the_master("bounce", &headline, paragraphs, now)?,
        };
        let note = match failed.len() {
            1 => "a mail came back".to_owned(),
            count => format!("{count} mails came back"),
        };
        self.lobby_step(bytes, events, bag, note, now)
    }

    /// A notice to the master about a letter, unless there were too many within the hour: then the log tells.
    fn to_the_master(&self, tag: &str, headline: &str, paragraphs: Vec<String>, now: DateTime<Utc>) -> Result<PostBag<'_>, Fault> {
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let master = &self.house.master;
        if self.lobby.may_report(master.as_str(), self.house.replies_per_hour, now) {
            bag.notice(Correspondent::new("master", master.clone()), tag.to_owned(), headline, paragraphs)?;
        }
        Ok(bag)
    }

    pub(super) fn lobby_step(
        &self,
        bytes: &[u8],
        events: Vec<DeskEvent>,
        bag: PostBag,
        note: String,
        now: DateTime<Utc>,
    ) -> Result<Step, Fault> {
        let entry = Entry {
            at: now,
            sem: SEMANTICS,
            cause: Cause::letter(Digest::of(bytes)),
            events: events.iter().map(Json::of).collect::<Result<_, _>>()?,
            out: bag.out,
            boards: Default::default(),
            files: Default::default(),
            state: super::lobby::state(),
            note,
        };
        let mut blobs = vec![Blob::mail_in(bytes.to_vec())];
        blobs.extend(bag.blobs);
        Ok(Step { log: LogName::Lobby, founding: None, entry, blobs, after: After::default() })
    }
}

/// What the log says of the letter itself.
pub(super) fn letter_event(letter: &Letter, unproven: bool) -> DeskEvent {
    DeskEvent::Letter {
        from: letter.sender.as_ref().map(|sender| sender.address.as_str().to_owned()).unwrap_or_default(),
        message_id: letter.message_id.clone(),
        subject: letter.subject.chars().take(SUBJECT_SHOWN).collect(),
        unproven,
    }
}

impl<'a> Desk<'a> {
    pub(super) fn address(&self) -> &'a str {
        self.sender.address.as_str()
    }

    pub(super) fn letter_event(&self) -> DeskEvent {
        letter_event(self.letter, !self.believed)
    }

    fn errand(&self) -> Errand<'a> {
        if let Some(request) = founding::request(self.letter) {
            return Errand::Found(request);
        }
        if let Some(offered) = beacons::offered(self.letter) {
            return Errand::Beacons(offered);
        }
        let (named, topics) = self.games_and_topics();
        if named.len() > 1 {
            return Errand::SeveralGames(named);
        }
        let named = named.into_iter().next();
        match self.means_at_rest(named.as_deref())[..] {
            [] => {}
            [resting] => return Errand::AtRest(resting),
            [..] => return topics.map_or(Errand::AnyGame, |topics| Errand::Help(topics, help::general())),
        }
        if self.mine.is_empty() {
            return topics.map_or(Errand::Nowhere, |topics| Errand::Help(topics, help::FOR_A_STRANGER.to_owned()));
        }
        match (self.choose(named.as_deref()), named) {
            (Some((name, table, who)), _) => Errand::Play(name, table, who),
            (None, Some(title)) => Errand::NoSuchGame(title),
            (None, None) => topics.map_or(Errand::AnyGame, |topics| Errand::Help(topics, help::general())),
        }
    }

    /// The games that lines such as `GAME Zaphod` name, each once; and the topics of a letter that gives no order but HELP.
    fn games_and_topics(&self) -> (Vec<String>, Option<Vec<Option<String>>>) {
        let games: Vec<&str> = self.mine.iter().map(|(_, table, _)| table.game.name()).chain(self.titles_at_rest()).collect();
        let lines = self.letter.lines.iter().map(|line| (line.number, line.text.as_str()));
        let (games, orders): (Vec<Line>, Vec<Line>) = reading::read(lines, &Names { games, ..Names::default() })
            .lines
            .into_iter()
            .partition(|line| matches!(line.order, Order::Game(_)));
        let mut named: Vec<String> = Vec::new();
        for line in games {
            if let Order::Game(title) = line.order
                && named.iter().all(|known| !known.eq_ignore_ascii_case(&title))
            {
                named.push(title);
            }
        }
        let topic = |line: &Line| match &line.order {
            Order::Ask(Question::Help(topic)) => Some(topic.clone()),
            _ => None,
        };
        let topics = orders.iter().map(topic).collect::<Option<Vec<_>>>().filter(|topics| !topics.is_empty());
        (named, topics)
    }

    /// The game that the letter means: the one it names; else by its token, its subject's tag, or because there is only one.
    fn choose(&self, named: Option<&str>) -> Option<(&'a GameName, &'a Table, Seated)> {
        if let Some(title) = named {
            return self.mine.iter().find(|(_, table, _)| table.game.name().eq_ignore_ascii_case(title)).copied();
        }
        let by_token = self.mine.iter().find(|(name, table, _)| self.shows_token(name, table));
        let by_tag = self.mine.iter().find(|(_, table, _)| self.is_tagged(table.game.name()));
        let open: Vec<_> = self.mine.iter().filter(|(_, table, _)| !table.game.is_over()).collect();
        let only = match (&open[..], &self.mine[..]) {
            ([only], _) => Some(*only),
            (_, [only]) => Some(only),
            _ => None,
        };
        by_token.or(by_tag).or(only).copied()
    }

    /// `[Zaphod]` stands in its subject.
    pub(super) fn is_tagged(&self, title: &str) -> bool {
        self.letter.subject.to_lowercase().contains(&format!("[{}]", title.to_lowercase()))
    }

    /// What is done with a letter: what nobody believes, or nobody can be sure of, is not carried out.
    fn deal(&self, errand: Errand) -> Result<Step, Fault> {
        if self.believed && !self.custodian.lobby.may_read(self.address(), self.custodian.house.letters_per_hour, self.now) {
            return self.turn_away();
        }
        let room = match &errand {
            Errand::Play(name, table, _) => Room::Table(name, table),
            _ => Room::Lobby,
        };
        if self.believed
            && let Some(defect) = self.letter.spoiled()
        {
            return self.cannot_read(room, defect);
        }
        match errand {
            Errand::Found(request) => self.found(request),
            Errand::Beacons(offered) => self.beacons(&offered),
            Errand::AtRest(resting) => match self.goes_on().filter(|_| self.believed && self.is_master()) {
                Some(reason) => self.go_on(resting, &reason),
                None => self.at_rest(resting),
            },
            Errand::Help(topics, general) => self.help(&topics, &general),
            Errand::Nowhere => self.stranger(),
            Errand::NoSuchGame(title) => self.no_such_game(&title),
            Errand::AnyGame => self.which_game(),
            Errand::SeveralGames(titles) => self.several_games(&titles),
            Errand::Play(name, table, who) if self.believed => {
                self.round_is_known(name, table).unwrap_or_else(|| self.at_table(name, table, who))
            }
            Errand::Play(_, table, _) => self.unproven(room, table),
        }
    }

    pub(super) fn may_answer(&self) -> bool {
        let (lobby, limit) = (&self.custodian.lobby, self.custodian.house.replies_per_hour);
        if self.believed { lobby.may_answer(self.address(), limit, self.now) } else { self.may_be_warned() }
    }

    /// The address of record is told; the orders are not executed.
    fn unproven(&self, room: Room, table: &Table) -> Result<Step, Fault> {
        let reply = format!("reply to the newest mail of {}, or to this one, without changing the address it goes to.", table.game.name());
        let mend = vec![
            format!("If it was yours: {}", self.how_to_prove(&reply)),
            "If it was not: there is nothing to do; somebody else wrote in your name.".to_owned(),
        ];
        let reason = "A letter in your name came without proof that you wrote it. Nothing in it was carried out.";
        self.refuse(room, Refusal::of("nothing proves who wrote it", reason, mend))
    }

    fn cannot_read(&self, room: Room, defect: &Defect) -> Result<Step, Fault> {
        let reason = format!("I cannot be sure what your letter says: {defect}. Nothing in it was carried out.");
        let mend = vec!["Write it again as a plain reply, without attachments.".to_owned()];
        self.refuse(room, Refusal::of(format!("it could not be read: {defect}"), reason, mend))
    }

    /// A letter beyond the hourly limit; the first one is answered.
    fn turn_away(&self) -> Result<Step, Fault> {
        let limit = self.custodian.house.letters_per_hour;
        let again = self.custodian.lobby.reads_again(self.address(), limit, self.now);
        let reason = format!(
            "I read at most {limit} letters an hour from one address. This one is kept unread, and so are those that follow; they get no answer."
        );
        let mend = vec![format!("Send what still matters again after {} UTC.", again.format("%H:%M on %-d %B %Y"))];
        self.refuse(Room::Lobby, Refusal::unread(Unread::TooMany, reason, mend))
    }

    fn found(&self, request: Request) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let house = &custodian.house;
        let refuse = |reason: String, mend: Vec<String>| self.refuse(Room::Lobby, Refusal::of("no game is founded", reason, mend));
        if !self.may_found() {
            let reason = format!("{} may not start games here.", self.address());
            return refuse(reason, vec![format!("Ask the master of this house, {}.", house.master)]);
        }
        if !self.believed {
            let reason = "A letter that starts a game needs proof of who wrote it, and this one came without.".to_owned();
            return refuse(reason, vec![self.how_to_prove("Reply to this mail, with the same lines as before: that is the proof.")]);
        }
        let founding = request.founding(self.address(), house.usual.clone(), self.now);
        let founding = match founding.and_then(|founding| founding::without_the_robot(&founding, &house.own).map(|()| founding)) {
            Ok(founding) => founding,
            Err(problem) => return refuse(format!("No game was started: {problem}."), founding::mend()),
        };
        let name = match GameName::of_title(&founding.name) {
            Ok(name) => name,
            Err(problem) => return refuse(format!("No game was started: {problem}."), founding::mend()),
        };
        if custodian.tables.contains_key(&name) || custodian.resting.contains_key(&name) || custodian.taken.as_ref() == Some(&name) {
            return refuse(format!("There is a game called {} already.", founding.name), vec!["Choose another name.".to_owned()]);
        }
        self.found_game(name, founding)
    }
}
