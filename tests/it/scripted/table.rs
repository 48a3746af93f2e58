//! A table of players who answer mails as mail programs do, around the pure adjudicator and an archive in memory.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use custodian::adjudicator::founding::Usual;
use custodian::adjudicator::{Custodian, House, Promised, Received, SenderPolicy, Step, fold, found, rederive, remail, replay_to};
use custodian::archive::record::read_founding;
use custodian::archive::{Chain, Digest, Head, Keyring, Line, LogName, Signer, high_water};
use custodian::dice::{Beacon, Method};
use custodian::letter::templates::Templates;
use custodian::letter::{Address, AddressPattern, Own};

pub struct Table {
    custodian: Custodian,
    now: DateTime<Utc>,
    logs: BTreeMap<LogName, (String, Chain, Vec<Line>)>,
    /// The files beside the logs.
    blobs: BTreeMap<(LogName, String), Vec<u8>>,
    /// The last mail to each address: Subject, Message-ID and where its reply goes.
    inbox: BTreeMap<String, Mail>,
    letters: u32,
    /// The mails of the last step.
    pub mails: Vec<Sent>,
    pub transcript: String,
    pub shown: bool,
    /// Of turn mails only what happened is shown, not the boards and what comes after them.
    pub brief: bool,
}

#[derive(Clone)]
struct Mail {
    subject: String,
    id: String,
    reply_to: String,
}

/// A game as an archive keeps it.
pub struct Record<'t> {
    pub name: String,
    pub settings: &'t str,
    pub lines: &'t [Line],
    pub files: BTreeMap<&'t str, &'t [u8]>,
}

/// A mail as its reader sees it.
#[derive(Clone, Debug)]
pub struct Sent {
    pub to: String,
    pub subject: String,
    pub text: String,
}

pub fn house() -> House {
    let address = Address::parse("custodian@example.org").unwrap();
    House {
        own: Own { address, aliases: Vec::new(), domain: "example.org".into(), plus: Some('+'), authserv_id: None },
        name: "Custodian".into(),
        master: Address::parse("master@example.org").unwrap(),
        senders: SenderPolicy::TokenOrDmarc,
        founders: vec![AddressPattern::parse("*@players.example").unwrap()],
        fetches_beacons: true,
        usual: Usual { undo: 600, dice: Method::House },
        letters_per_hour: 1000,
        replies_per_hour: 1000,
        secret: [7; 32],
        templates: Templates::load(&[]).unwrap(),
        keyring: Some(Keyring::of(Signer::from_seed(&[8; 32]))),
    }
}

fn address_of(who: &str) -> String {
    if who.contains('@') { who.to_owned() } else { format!("{who}@players.example") }
}

const LOBBY: &str = "format = 1\n";

impl Table {
    pub fn new() -> Table {
        Table::in_house(house())
    }

    pub fn in_house(house: House) -> Table {
        let chain = Chain::founded_on(LOBBY.as_bytes());
        let custodian = Custodian::new(house, chain.head());
        let logs = BTreeMap::from([(LogName::Lobby, (LOBBY.to_owned(), chain, Vec::new()))]);
        let now = Utc.with_ymd_and_hms(2026, 1, 2, 12, 0, 0).unwrap();
        let (inbox, mails) = (BTreeMap::new(), Vec::new());
        Table {
            custodian,
            now,
            logs,
            blobs: BTreeMap::new(),
            inbox,
            letters: 0,
            mails,
            transcript: String::new(),
            shown: true,
            brief: false,
        }
    }

    /// Lets time pass, and whatever is due happen.
    pub fn wait(&mut self, minutes: i64) {
        self.now += TimeDelta::minutes(minutes);
        self.tell(&format!("=== {minutes} minutes later\n\n"));
        self.tick();
    }

    /// Sets the clock: a beacon has its hour.
    pub fn clock(&mut self, now: DateTime<Utc>) {
        self.now = now;
        self.tick();
    }

    fn tick(&mut self) {
        for game in self.custodian.due(self.now) {
            let step = self.custodian.tick(&game, self.now).unwrap();
            step.into_iter().for_each(|step| self.take(step));
        }
    }

    /// Nobody writes, and the house searches on for what the tests of rules have left open, until nothing is left.
    pub fn idle(&mut self) {
        while self.ponder() {}
    }

    /// Searches one slice further; whether there was something to search.
    pub fn ponder(&mut self) -> bool {
        let Some(game) = self.custodian.pensive() else { return false };
        let step = self.custodian.ponder(&game, self.now).unwrap();
        step.into_iter().for_each(|step| self.take(step));
        true
    }

    /// A relay gives a beacon before its hour; whether anybody is told.
    pub fn comes_early(&mut self, beacon: &Beacon) -> bool {
        let step = self.custodian.came_early(beacon, self.now).unwrap();
        let told = step.is_some();
        step.into_iter().for_each(|step| self.take(step));
        told
    }

    /// The house ends, and starts anew from its logs.
    pub fn restart(&mut self) {
        let lobby = &self.logs[&LogName::Lobby].1;
        let mut custodian = Custodian::new(house(), lobby.head());
        for (log, (toml, _, lines)) in &self.logs {
            lines.iter().for_each(|line| custodian.recall(line));
            if let LogName::Game(name) = log {
                let mut table = custodian::adjudicator::Table::founded(toml).unwrap();
                lines.iter().for_each(|line| table.fold(line).unwrap());
                custodian.seat(name.clone(), table);
            }
        }
        self.custodian = custodian;
    }

    /// The lines of a game's log, as they are written.
    pub fn log_of(&self, game: &str) -> String {
        let record = self.records().into_iter().find(|record| record.name == game);
        record.map_or(String::new(), |record| record.lines.iter().map(|line| format!("{}\n", line.text().unwrap())).collect())
    }

    /// `who` answers the last mail he got, as mail programs do, or writes under a subject of his own.
    pub fn writes(&mut self, who: &str, subject: Option<&str>, body: &str) {
        self.letters += 1;
        self.now += TimeDelta::minutes(1);
        self.tick();
        let (subject, letter) = self.letter_of(who, subject, body);
        let address = address_of(who);
        self.tell(&format!(">>> {who}: {subject}\n{}\n", indent(body)));
        // The master writes from this machine; players must show the token of the mail they answer.
        let received = Received { bytes: &letter, by_hand: address == "master@example.org" };
        match self.custodian.letter(received, self.now).unwrap() {
            Some(step) => self.take(step),
            None => self.tell("(these very bytes were dealt with before)\n\n"),
        }
        // What a letter has brought may set something off at once.
        self.tick();
    }

    /// The subject and the bytes of an answer to the last mail that `who` got by now.
    pub fn letter_of(&self, who: &str, subject: Option<&str>, body: &str) -> (String, Vec<u8>) {
        let address = address_of(who);
        let last = self.inbox.get(&address).cloned();
        let to = last.as_ref().map_or("custodian@example.org".to_owned(), |mail| mail.reply_to.clone());
        let subject = match (subject, &last) {
            (Some(subject), _) => subject.to_owned(),
            (None, Some(mail)) => format!("Re: {}", mail.subject),
            (None, None) => "hello".to_owned(),
        };
        let answered = last.map(|mail| format!("In-Reply-To: <{0}>\r\nReferences: <{0}>\r\n", mail.id)).unwrap_or_default();
        let date = self.now.to_rfc2822();
        let id = format!("<{}.{who}@players.example>", self.letters);
        let id = id.replace("@players.example@", "@");
        let body = body.replace('\n', "\r\n");
        let head = format!("From: {who} <{address}>\r\nTo: {to}\r\nSubject: {subject}\r\nDate: {date}\r\nMessage-ID: {id}\r\n");
        let letter = format!("{head}{answered}MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}");
        (subject, letter.into_bytes())
    }

    /// A letter as it came; gives the sentence that the log has for it, or none where these very bytes were known.
    pub fn receives(&mut self, letter: &[u8], by_hand: bool) -> Option<String> {
        self.tick();
        self.mails.clear();
        let step = self.custodian.letter(Received { bytes: letter, by_hand }, self.now).unwrap()?;
        let note = step.entry.note.clone();
        self.take(step);
        Some(note)
    }

    /// Where a reply to the last mail to that address goes.
    pub fn reply_address(&self, address: &str) -> String {
        self.inbox[address].reply_to.clone()
    }

    fn take(&mut self, step: Step) {
        let log = step.log.clone();
        if let Some(toml) = &step.founding {
            self.logs.insert(log.clone(), (toml.clone(), Chain::founded_on(toml.as_bytes()), Vec::new()));
        }
        let (_, chain, lines) = self.logs.get_mut(&log).unwrap();
        let text = chain.write(step.entry.clone()).unwrap();
        let line = chain.read(text.as_bytes()).unwrap();
        let head: Head = chain.head();
        lines.push(line);
        self.blobs.extend(step.blobs.iter().map(|blob| ((log.clone(), blob.name().as_str().to_owned()), blob.bytes().to_vec())));
        self.mails.clear();
        let mut told = format!("--- {log} #{}: {}\n", head.seq, step.entry.note);
        for mail in &step.entry.out {
            let Some(blob) = step.blobs.iter().find(|blob| blob.name().digest() == Some(mail.sha256)) else {
                told.push_str(&format!("<<< to {}, again: {}\n\n", mail.to, mail.subject));
                continue;
            };
            assert_eq!(Digest::of(blob.bytes()), mail.sha256);
            let parsed = mail_parser::MessageParser::default().parse(blob.bytes()).unwrap();
            let reply_to = parsed.reply_to().and_then(|to| to.first()?.address()).unwrap_or("custodian@example.org").to_owned();
            let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
            told.push_str(&format!("<<< to {}: {}\n{}\n", mail.to, mail.subject, indent(&headless(self.as_shown(&text).trim_end()))));
            let id = mail.id.trim_matches(['<', '>']).to_owned();
            self.mails.push(Sent { to: mail.to.clone(), subject: mail.subject.clone(), text });
            self.inbox.insert(mail.to.clone(), Mail { subject: mail.subject.clone(), id, reply_to });
        }
        self.tell(&told);
        self.custodian.commit(step, head);
    }

    fn as_shown<'t>(&self, text: &'t str) -> &'t str {
        let boards = text.find("\n\n\n").filter(|_| self.brief && text.contains("RULES IN FORCE"));
        boards.map_or(text, |at| &text[..at])
    }

    fn tell(&mut self, text: &str) {
        if self.shown {
            self.transcript.push_str(text);
        }
    }

    /// The settings and lines of each game, and what gives the files beside its log.
    pub fn records(&self) -> Vec<Record<'_>> {
        self.custodian.tables().map(|(name, _)| self.record(&LogName::Game(name.clone()))).collect()
    }

    fn record(&self, log: &LogName) -> Record<'_> {
        let (settings, _, lines) = &self.logs[log];
        let files = self.blobs.iter().filter(|((of, _), _)| of == log).map(|((_, file), bytes)| (file.as_str(), bytes.as_slice()));
        Record { name: log.as_str().to_owned(), settings, lines, files: files.collect() }
    }

    /// Every game's log folds back, alone, to the state that the letters led to.
    pub fn replays_to_the_same_state(&self) {
        for (name, table) in self.custodian.tables() {
            let (toml, _, lines) = &self.logs[&LogName::Game(name.clone())];
            let replayed = replay_to(toml, lines, None, &mut |_, _, _| ()).unwrap();
            assert_eq!(replayed.canonical(), table.game.canonical());
        }
    }
}

impl Table {
    /// Every line of every game, decided once more from its letter, its hour or its beacon, does what the log says.
    pub fn is_decided_again(&self) {
        let texts = [Templates::load(&[]).unwrap()];
        for (name, _) in self.custodian.tables() {
            let log = LogName::Game(name.clone());
            let (toml, _, lines) = &self.logs[&log];
            let mut game = found(read_founding(toml).unwrap()).unwrap();
            for line in lines {
                let before = game.clone();
                let events = fold(&mut game, line).unwrap();
                let letter = line.entry.letter().map(|name| (log.clone(), name.as_str().to_owned()));
                let bytes = letter.map(|letter| self.blobs[&letter].as_slice());
                let again = rederive(&before, line, &events, bytes).unwrap_or_else(|why| panic!("line {}: {why}", line.seq));
                let Some(judged) = again.judged else { continue };
                let bytes = |mail| self.blobs.get(&(log.clone(), line.entry.mail(mail).as_str().to_owned())).cloned();
                let mails: Vec<Promised> = line.entry.out.iter().map(|mail| (mail, bytes(mail))).collect();
                let others = remail(&before, Digest::of(toml.as_bytes()), line, &judged, &mails, &texts);
                assert_eq!(others, Ok(Vec::new()), "{log} line {}: {}", line.seq, line.entry.note);
            }
        }
    }

    /// A game's settings and its log, as files in a folder.
    pub fn lay_down(&self, folder: &Path) {
        self.records()[0].lay_down(folder, |_| false);
    }

    /// The whole archive, as the program would have left it had it played the script.
    pub fn lay_down_archive(&self, archive: &Path) {
        for log in self.logs.keys() {
            self.record(log).lay_down(&archive.join(log.as_str()), |_| true);
        }
        std::fs::write(archive.join("secret"), self.custodian.house.secret).unwrap();
    }
}

impl Record<'_> {
    /// Its files in a folder; those beside the log as far as they are wanted.
    pub fn lay_down(&self, folder: &Path, wanted: impl Fn(&str) -> bool) {
        let write = |file: &str, bytes: &[u8]| {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        write("game.toml", self.settings.as_bytes());
        let lines: String = self.lines.iter().map(|line| format!("{}\n", line.text().unwrap())).collect();
        write("log/000001.jsonl", lines.as_bytes());
        if let Some(last) = self.lines.last() {
            write("high-water", &high_water::file(Head { seq: last.seq, hash: last.hash }));
        }
        self.files.iter().filter(|(file, _)| wanted(file)).for_each(|(file, bytes)| write(file, bytes));
    }
}

/// A mail without the digits of the head in its footer: they change with every mail before it, and what they are worth is tested elsewhere.
fn headless(text: &str) -> String {
    match text.rsplit_once(" head ") {
        Some((before, head)) if head.bytes().all(|b| b.is_ascii_hexdigit()) => format!("{before} head ..."),
        _ => text.to_owned(),
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}
