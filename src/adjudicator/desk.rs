//! A letter on the desk: who wrote it, for which game, and whether to believe it.

use chrono::{DateTime, Utc};

use super::founding::{self, Request};
use super::lobby::{TOO_MANY, UNPROVEN};
use super::post::{self, Draft, PostBag};
use super::table::{Happening, Seated, participant};
use super::{After, Custodian, Fault, Received, SEMANTICS, SenderPolicy, Step, Table, help, identity};
use crate::archive::record::DeskEvent;
use crate::archive::{Blob, Cause, Digest, Entry, GameName, Json, LogName};
use crate::letter::views::{NoticeView, RefusalView};
use crate::letter::{self, Bounce, Correspondent, Defect, Kind, Letter};

/// How many characters of a subject are written down.
const SUBJECT_SHOWN: usize = 100;

/// A letter with what was found out about it.
pub(super) struct Desk<'a> {
    pub custodian: &'a Custodian,
    pub letter: &'a Letter,
    /// The bytes to keep: the whole letter, or the head of one too large.
    pub bytes: &'a [u8],
    pub sender: &'a Correspondent,
    pub by_hand: bool,
    pub now: DateTime<Utc>,
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
        let mut letter = letter::read(head.bytes, &self.house.own);
        letter.lines.clear();
        letter.defects = vec![Defect::TooLarge { bytes, limit }];
        self.decide(&letter, head, now).map(Some)
    }

    /// A letter that made the program fail: kept, told to the operator, and the next one is read.
    pub fn quarantine(&self, bytes: &[u8], why: &str, now: DateTime<Utc>) -> Result<Step, Fault> {
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let view = NoticeView {
            to: "master".into(),
            game: None,
            headline: "a letter could not be read and lies in quarantine".into(),
            paragraphs: vec![
                format!("Its bytes are kept in lobby/mail/in/{}.eml of the archive.", Digest::of(bytes)),
                format!("What went wrong: {why}. No game was changed, and the letters after it are read as usual."),
            ],
            robot: bag.robot(),
            footer: Some(bag.footer()),
        };
        let text = self.house.templates.mail("notice.txt", &view)?;
        let to = Correspondent::new("master", self.house.master.clone());
        bag.add(Draft { to, tag: "quarantine".into(), kind: Kind::Notice, text, html: None, answers: None });
        let note = "a letter was quarantined".to_owned();
        self.lobby_step(bytes, None, DeskEvent::Quarantined { why: why.to_owned() }, bag, note, now)
    }

    fn decide(&self, letter: &Letter, received: Received, now: DateTime<Utc>) -> Result<Step, Fault> {
        let silent = |why: String| {
            let bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
            let note = format!("a letter was left unanswered: {why}");
            self.lobby_step(received.bytes, Some(letter), DeskEvent::Ignored { why }, bag, note, now)
        };
        if let Some(bounce) = letter.bounces.iter().find(|bounce| bounce.is_hard()) {
            return self.bounced(letter, received.bytes, bounce, now);
        }
        if let Some(robot) = &letter.robot {
            return silent(robot.to_string());
        }
        let Some(sender) = &letter.sender else {
            let why = letter.defects.first().map_or("it names no sender".to_owned(), Defect::to_string);
            return silent(why);
        };
        if letter_id(letter).is_some_and(|id| self.seen_ids.contains(&id)) {
            return silent("it is a second delivery of a letter that was dealt with".into());
        }
        let desk = Desk { custodian: self, letter, bytes: received.bytes, sender, by_hand: received.by_hand, now };
        if self.lobby.may_read(sender.address.as_str(), self.house.letters_per_hour, now) {
            desk.route()
        } else if self.lobby.may_turn_away(sender.address.as_str(), now) {
            desk.turn_away()
        } else {
            silent(TOO_MANY.to_owned())
        }
    }

    /// The operator is told that a player cannot be reached.
    fn bounced(&self, letter: &Letter, bytes: &[u8], bounce: &Bounce, now: DateTime<Utc>) -> Result<Step, Fault> {
        let address = bounce.recipient.as_ref().map_or("an unknown address".to_owned(), |address| address.as_str().to_owned());
        let why = format!("{} {}", bounce.status, bounce.diagnostic).trim().to_owned();
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let games: Vec<&str> =
            self.tables.iter().filter(|(_, table)| participant(&table.game, &address).is_some()).map(|(name, _)| name.as_str()).collect();
        // A report may be forged: it is passed on, and changes nothing by itself.
        if !games.is_empty() && self.lobby.may_answer(self.house.master.as_str(), self.house.replies_per_hour, now) {
            let view = NoticeView {
                to: "master".into(),
                game: None,
                headline: format!("a mail to {address} came back"),
                paragraphs: vec![format!("A mail server reports: {why}."), format!("Games of that address: {}.", games.join(", "))],
                robot: bag.robot(),
                footer: Some(bag.footer()),
            };
            let text = self.house.templates.mail("notice.txt", &view)?;
            let to = Correspondent::new("master", self.house.master.clone());
            bag.add(Draft { to, tag: "bounce".into(), kind: Kind::Notice, text, html: None, answers: None });
        }
        let note = format!("a mail to {address} came back");
        self.lobby_step(bytes, Some(letter), DeskEvent::Bounced { address, why }, bag, note, now)
    }

    pub(super) fn lobby_step(
        &self,
        bytes: &[u8],
        letter: Option<&Letter>,
        event: DeskEvent,
        bag: PostBag,
        note: String,
        now: DateTime<Utc>,
    ) -> Result<Step, Fault> {
        let mut events = Vec::new();
        events.extend(letter.map(letter_event).map(|event| Json::of(&event)).transpose()?);
        events.push(Json::of(&event)?);
        let entry = Entry {
            at: now,
            sem: SEMANTICS,
            cause: Cause::letter(Digest::of(bytes)),
            events,
            out: bag.out,
            boards: Default::default(),
            state: super::lobby::state(),
            note,
        };
        let mut blobs = vec![Blob::mail_in(bytes.to_vec())];
        blobs.extend(bag.blobs);
        let after = After { game: None, letter: Some((Digest::of(bytes), letter.and_then(letter_id))), turn_mails: Vec::new() };
        Ok(Step { log: LogName::Lobby, founding: None, entry, blobs, after })
    }
}

/// What the log says of the letter itself.
pub(super) fn letter_event(letter: &Letter) -> DeskEvent {
    DeskEvent::Letter {
        from: letter.sender.as_ref().map(|sender| sender.address.as_str().to_owned()).unwrap_or_default(),
        message_id: letter.message_id.clone(),
        subject: letter.subject.chars().take(SUBJECT_SHOWN).collect(),
    }
}

pub(super) fn letter_id(letter: &Letter) -> Option<Digest> {
    let sender = letter.sender.as_ref()?;
    Some(identity(sender.address.as_str(), letter.message_id.as_ref()?))
}

impl<'a> Desk<'a> {
    pub(super) fn address(&self) -> &'a str {
        self.sender.address.as_str()
    }

    fn route(&self) -> Result<Step, Fault> {
        if let Some(request) = founding::request(self.letter) {
            return self.found(request);
        }
        let mine: Vec<(&GameName, &Table, Seated)> = self.games_of(self.address());
        if let Some(resting) = self.means_one_at_rest(!mine.is_empty()) {
            return self.at_rest(resting);
        }
        let topics = self.asks_only_help();
        if mine.is_empty() {
            return topics.map_or_else(|| self.stranger(), |topics| self.help(&topics, help::FOR_A_STRANGER));
        }
        if let Some(title) = self.unknown_game(&mine) {
            return self.no_such_game(title, &mine);
        }
        let Some((name, table, who)) = self.choose(&mine) else {
            return topics.map_or_else(|| self.which_game(&mine), |topics| self.help(&topics, &help::general()));
        };
        if !self.believed(name, table) {
            return self.unproven(name, table);
        }
        if let Some(defect) = self.letter.defects.iter().find(|defect| defect.spoils_text()) {
            return self.cannot_read(name, table, defect);
        }
        self.at_table(name, table, who)
    }

    fn games_of(&self, address: &str) -> Vec<(&'a GameName, &'a Table, Seated)> {
        let tables = self.custodian.tables.iter();
        tables.filter_map(|(name, table)| participant(&table.game, address).map(|who| (name, table, who))).collect()
    }

    /// The game that the letter means: by its token, its subject's tag, a `GAME` line, or because there is only one.
    fn choose<'t>(&self, mine: &[(&'t GameName, &'t Table, Seated)]) -> Option<(&'t GameName, &'t Table, Seated)> {
        let by_token = mine.iter().find(|(name, table, _)| self.shows_token(name, table));
        let named = mine.iter().find(|(_, table, _)| self.has_game_line(table.game.name()));
        let by_tag = mine.iter().find(|(_, table, _)| self.is_tagged(table.game.name()));
        let open: Vec<_> = mine.iter().filter(|(_, table, _)| !table.game.is_over()).collect();
        let only = match (&open[..], mine) {
            ([only], _) => Some(**only),
            (_, [only]) => Some(*only),
            _ => None,
        };
        named.or(by_token).or(by_tag).copied().or(only)
    }

    /// The letter says that it is for the game of that title.
    pub(super) fn names(&self, title: &str) -> bool {
        self.has_game_line(title) || self.is_tagged(title)
    }

    /// `[Zaphod]` stands in its subject.
    fn is_tagged(&self, title: &str) -> bool {
        self.letter.subject.to_lowercase().contains(&format!("[{}]", title.to_lowercase()))
    }

    /// It has a line `GAME Zaphod`.
    fn has_game_line(&self, title: &str) -> bool {
        self.letter.lines.iter().any(|line| {
            let mut words = line.text.split_whitespace();
            let game = words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"));
            game && words.next().is_some_and(|word| word.trim_end_matches(['.', ':']).eq_ignore_ascii_case(title))
        })
    }

    /// The name in a line `GAME Marvin` that is the name of none of the writer's games.
    fn unknown_game(&self, mine: &[(&GameName, &Table, Seated)]) -> Option<&'a str> {
        self.letter.lines.iter().find_map(|line| {
            let title = line.text.trim().strip_prefix("GAME ")?.trim().trim_end_matches(['.', ':']);
            let known = mine.iter().any(|(_, table, _)| table.game.name().eq_ignore_ascii_case(title));
            (!known && !title.contains(char::is_whitespace)).then_some(title)
        })
    }

    fn shows_token(&self, name: &GameName, table: &Table) -> bool {
        let turn = table.game.phase.turn;
        self.letter.tokens.iter().any(|token| self.custodian.house.knows_token(token, &LogName::Game(name.clone()), self.address(), turn))
    }

    /// Whether the letter comes from whom it says.
    fn believed(&self, name: &GameName, table: &Table) -> bool {
        let token = || self.shows_token(name, table);
        let vouched = self.letter.authentication.vouches();
        self.by_hand
            || match self.custodian.house.senders {
                SenderPolicy::Token => token(),
                SenderPolicy::Dmarc => vouched,
                SenderPolicy::TokenOrDmarc => vouched || token(),
            }
    }

    pub(super) fn may_answer(&self) -> bool {
        self.custodian.lobby.may_answer(self.address(), self.custodian.house.replies_per_hour, self.now)
    }

    /// The address of record is told; the orders are not executed.
    fn unproven(&self, name: &GameName, table: &Table) -> Result<Step, Fault> {
        let title = table.game.name();
        let mut bag = PostBag::of_game(&self.custodian.house, name, title, table.game.phase.turn, Some(table.head), self.now);
        if self.custodian.lobby.may_warn(self.address(), self.custodian.house.replies_per_hour, self.now) {
            let view = RefusalView {
                to: self.address().to_owned(),
                game: Some(title.to_owned()),
                subject: self.letter.subject.clone(),
                reason: "A letter in your name came without proof that you wrote it. Nothing in it was carried out.".into(),
                mend: vec![
                    format!(
                        "If it was yours: reply to the newest mail of {title}, or to this one, without changing the address it goes to."
                    ),
                    "If it was not: there is nothing to do; somebody else wrote in your name.".to_owned(),
                ],
                robot: bag.robot(),
                footer: Some(bag.footer()),
            };
            let text = self.custodian.house.templates.mail("refusal.txt", &view)?;
            // The notice goes to the address of record, and shows nothing of who wrote.
            let to = post::correspondent(&self.sender.name, self.address())?;
            bag.add(Draft { to, tag: "unproven".into(), kind: Kind::Answer, text, html: None, answers: Some(self.letter) });
        }
        let note = format!("a letter in the name of {} came without proof", self.address());
        let desk = vec![DeskEvent::Refused { why: UNPROVEN.to_owned() }];
        self.game_step(name, table, Happening { desk, note, ..Happening::default() }, bag)
    }

    fn cannot_read(&self, name: &GameName, table: &Table, defect: &Defect) -> Result<Step, Fault> {
        let title = table.game.name();
        let mut bag = PostBag::of_game(&self.custodian.house, name, title, table.game.phase.turn, Some(table.head), self.now);
        if self.may_answer() {
            let view = RefusalView {
                to: self.name_of_sender(&table.game),
                game: Some(title.to_owned()),
                subject: self.letter.subject.clone(),
                reason: format!("I cannot be sure what your letter says: {defect}. Nothing in it was carried out."),
                mend: vec!["Write it again as a plain reply, without attachments.".to_owned()],
                robot: bag.robot(),
                footer: Some(bag.footer()),
            };
            let text = self.custodian.house.templates.mail("refusal.txt", &view)?;
            let to = self.sender.clone();
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers: Some(self.letter) });
        }
        let note = format!("a letter of {} could not be read: {defect}", self.address());
        let desk = vec![DeskEvent::Refused { why: defect.to_string() }];
        self.game_step(name, table, Happening { desk, note, ..Happening::default() }, bag)
    }

    fn found(&self, request: Request) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let house = &custodian.house;
        let allowed = self.sender.address == house.master || house.founders.iter().any(|pattern| pattern.matches(&self.sender.address));
        let day = super::lobby::day(self.now);
        let confirmed = self.letter.tokens.iter().any(|token| house.knows_token(token, &LogName::Lobby, self.address(), day));
        let proven = self.by_hand || confirmed || self.letter.authentication.vouches();
        if !allowed || !proven {
            let reason = match allowed {
                false => format!("{} may not start games here.", self.address()),
                true => "A letter that starts a game needs proof of who wrote it, and this one came without.".to_owned(),
            };
            let mend = match allowed {
                false => format!("Ask the master of this house, {}.", house.master),
                true => "Reply to this mail, with the same lines as before: that is the proof.".to_owned(),
            };
            return self.refuse_in_lobby("NEW refused", reason, vec![mend]);
        }
        let founding = request.founding(self.address(), house.undo, self.now);
        let founding = match founding.and_then(|founding| founding::without_the_robot(&founding, &house.own).map(|()| founding)) {
            Ok(founding) => founding,
            Err(problem) => return self.refuse_in_lobby("NEW refused", format!("No game was started: {problem}."), founding::mend()),
        };
        let name = match GameName::of_title(&founding.name) {
            Ok(name) => name,
            Err(problem) => return self.refuse_in_lobby("NEW refused", format!("No game was started: {problem}."), founding::mend()),
        };
        if custodian.tables.contains_key(&name) || custodian.resting.contains_key(&name) {
            let reason = format!("There is a game called {} already.", founding.name);
            return self.refuse_in_lobby("NEW refused", reason, vec!["Choose another name.".to_owned()]);
        }
        self.found_game(name, founding)
    }
}
