//! Long records: how long `verify` takes on ten thousand lines with a thousand rolls, how fast a game of four folds, and durable steps beside what
//! the disk gives.
//!
//! `cargo bench --bench archive`, or on a small scale: `cargo bench --bench archive -- 50` (phases instead of a thousand).
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "a bench looks at the clock and at the disk, and tells"
)]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use custodian::adjudicator::{Custodian, House, Received, SenderPolicy, Step, replay_to};
use custodian::archive::{Blob, Chain, Delivery, Digest, Entry, GameName, Keyring, LogName, Signer, sent};
use custodian::letter::templates::Templates;
use custodian::letter::{Address, Own};
use custodian::store::{Disk, FileStore, Folder, Store};
use custodian::turn::Seat;
use tempfile::TempDir;

const PHASES: u32 = 1_000;
/// Questions between two phases, so that a thousand phases are ten thousand lines.
const QUESTIONS: u32 = 4;
/// What is wanted.
const VERIFIED_WITHIN: Duration = Duration::from_secs(15);
const FOLDED_WITHIN: Duration = Duration::from_secs(5);
/// Steps made durable one after the other.
const STEPS: u32 = 300;
const RULE: &str = "RULE \"Coins\"\nWhen a knight moves, flip a coin: on heads nothing happens, on tails nothing happens.\nEND\n";

/// A game written as fast as the program decides, its archive on a disk in memory where there is one.
struct Scribe {
    custodian: Custodian,
    store: FileStore,
    chain: Option<Chain>,
    now: DateTime<Utc>,
    letters: u32,
    folder: TempDir,
}

impl Scribe {
    fn new() -> Scribe {
        let memory = PathBuf::from("/dev/shm");
        let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
        let (store, _) = FileStore::open(&folder.path().join("archive"), Disk::new()).unwrap();
        let custodian = Custodian::new(house(), store.head(&LogName::Lobby).unwrap());
        Scribe { custodian, store, chain: None, now: "2026-01-01T00:00:00Z".parse().unwrap(), letters: 0, folder }
    }

    fn game(&self) -> PathBuf {
        self.folder.path().join("archive/zaphod")
    }

    fn log() -> LogName {
        LogName::Game(GameName::of_title("Zaphod").unwrap())
    }

    fn writes(&mut self, from: &str, body: &str) {
        self.letters += 1;
        self.now += TimeDelta::minutes(1);
        let head = format!("From: {from}\r\nTo: custodian@localhost\r\nSubject: hello\r\nMessage-ID: <{}@x>\r\n", self.letters);
        let letter = format!("{head}\r\n{}", body.replace('\n', "\r\n"));
        let step = self.custodian.letter(Received { bytes: letter.as_bytes(), by_hand: true }, self.now).unwrap().unwrap();
        assert_eq!(step.log, Scribe::log(), "{}", step.entry.note);
        self.take(step);
    }

    fn take(&mut self, mut step: Step) {
        let mails = step.entry.out.clone();
        let blobs = std::mem::take(&mut step.blobs);
        match &step.founding {
            Some(toml) => {
                let chain = Chain::founded_on(toml.as_bytes());
                let text = chain.write(step.entry.clone()).unwrap();
                let name = GameName::of_title("Zaphod").unwrap();
                self.store.create(&name, toml.as_bytes(), &text, &blobs).unwrap();
                self.follow(chain, &text);
            }
            None => self.append(step.entry.clone(), &blobs),
        }
        let (sem, state) = (step.entry.sem, step.entry.state);
        let head = self.chain.as_ref().unwrap().head();
        self.custodian.commit(step, head);
        let events = mails.iter().map(|mail| Delivery::Sent { id: mail.id.clone(), answer: "250 OK".into() }.event().unwrap()).collect();
        let note = format!("{} mails were sent", mails.len());
        let entry = Entry {
            at: self.now,
            sem,
            cause: sent(),
            events,
            out: Vec::new(),
            boards: Default::default(),
            files: Default::default(),
            state,
            note,
        };
        self.append(entry, &[]);
        let head = self.chain.as_ref().unwrap().head();
        self.custodian.note_line(&Scribe::log(), head);
    }

    fn append(&mut self, entry: Entry, blobs: &[Blob]) {
        let chain = self.chain.clone().unwrap();
        let text = chain.write(entry).unwrap();
        self.store.append(&Scribe::log(), chain.head(), &text, blobs).unwrap();
        self.follow(chain, &text);
    }

    fn follow(&mut self, mut chain: Chain, text: &str) {
        chain.read(text.as_bytes()).unwrap();
        self.chain = Some(chain);
    }

    /// Founds a game of so many players, all of whom join.
    fn found(&mut self, players: usize) {
        let invited: String = (0..players).map(|player| format!("PLAYER P{player} <p{player}@x.org>\n")).collect();
        self.writes("master@localhost", &format!("NEW Zaphod\n{invited}UNDO 0\n"));
        (0..players).for_each(|player| self.writes(&format!("p{player}@x.org"), "JOIN\n"));
    }

    /// The player on move sends his knights out, or home.
    fn moves(&mut self, round: u32) {
        let (_, table) = self.custodian.tables().next().unwrap();
        let game = &table.game;
        let seat = game.phase.seat;
        let (out, home) = if round.is_multiple_of(2) { (3, 1) } else { (1, 3) };
        let mut orders = String::new();
        for universe in game.universes.iter().filter(|universe| universe.is_between(seat)) {
            let (from, to) = if home == 1 { ("g", "f") } else { ("f", "g") };
            let rank = |rank: u32| if !universe.is_seen_from_above(Some(seat)) { rank } else { 9 - rank };
            orders += &format!("{}: {from}{}-{to}{}\n", universe.number, rank(home), rank(out));
        }
        if game.seats.len() > 2 && round == 0 {
            let real = game.universes.iter().find(|universe| universe.is_between(seat)).unwrap();
            orders += &format!("REAL {}\n", real.number);
        }
        let from = game.player(seat).address.clone();
        let before = (game.phase.turn, game.phase.seat);
        self.writes(&from, &orders);
        let (_, table) = self.custodian.tables().next().unwrap();
        assert_ne!((table.game.phase.turn, table.game.phase.seat), before, "the moves were not taken: {orders}");
    }

    fn on_move(&self) -> (String, Seat) {
        let (_, table) = self.custodian.tables().next().unwrap();
        (table.game.player(table.game.phase.seat).address.clone(), table.game.phase.seat)
    }
}

fn house() -> House {
    let address = Address::parse("custodian@localhost").unwrap();
    House {
        own: Own { address, aliases: Vec::new(), domain: "localhost".into(), plus: None, authserv_id: None },
        name: "Custodian".into(),
        master: Address::parse("master@localhost").unwrap(),
        senders: SenderPolicy::TokenOrDmarc,
        founders: Vec::new(),
        usual: custodian::adjudicator::founding::Usual { undo: 0, dice: custodian::dice::Method::House },
        fetches_beacons: false,
        letters_per_hour: 1_000_000,
        replies_per_hour: 1_000_000,
        secret: [7; 32],
        templates: Templates::load(&[]).unwrap(),
        keyring: Some(Keyring::of(Signer::from_seed(&[8; 32]))),
    }
}

/// Runs the program and tells how long it took.
fn timed(what: &str, arguments: &[&str], wanted: Option<Duration>) {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_custodian")).args(arguments).output().unwrap();
    let (took, said) = (begun.elapsed(), String::from_utf8_lossy(&output.stdout).into_owned());
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let verdict = wanted.map(|wanted| format!(", wanted within {wanted:?}: {}", if took <= wanted { "yes" } else { "NO" }));
    println!("{what:<44} {took:>10.2?}{}   {}", verdict.unwrap_or_default(), said.lines().last().unwrap_or_default());
}

/// Two players, a coin for each move, questions between them.
fn ten_thousand_lines(phases: u32) {
    let begun = Instant::now();
    let mut scribe = Scribe::new();
    scribe.found(2);
    scribe.moves(0);
    scribe.moves(0);
    let (first, _) = scribe.on_move();
    scribe.writes(&first, RULE);
    scribe.moves(1);
    for phase in 0..phases {
        let (who, seat) = scribe.on_move();
        (0..QUESTIONS).for_each(|_| scribe.writes(&who, "STATUS\n"));
        // The first player made a rule instead of moving, and is a round behind.
        scribe.moves(phase / 2 + u32::from(seat == Seat(0)));
    }
    let folder = Folder::open(&scribe.game()).unwrap();
    let lines = folder.lines().unwrap().count();
    println!("a record of {lines} lines, {phases} phases with a coin each, written in {:.1?}", begun.elapsed());
    let game = scribe.game();
    let game = game.to_str().unwrap();
    timed("verify", &["verify", game], Some(VERIFIED_WITHIN));
    timed("verify --deep", &["verify", game, "--deep"], None);
    timed("dice verify", &["dice", "verify", game], None);
    let page = scribe.folder.path().join("page.html");
    timed("report", &["report", game, "--into", page.to_str().unwrap()], None);
    println!("{:<44} {:>7} KB", "its page", fs::metadata(&page).unwrap().len() / 1024);
    let (archive, begun) = (scribe.folder.path().join("archive"), Instant::now());
    drop(scribe.store);
    let (store, _) = FileStore::open(&archive, Disk::new()).unwrap();
    let opened = begun.elapsed();
    drop(custodian::daemon::Daemon::open(house(), store, true).unwrap());
    println!("{:<44} {:>10.2?}, of which the store {opened:.2?}", "a start of the daemon", begun.elapsed());
}

/// Six universes, and nothing but moves.
fn four_players(phases: u32) {
    let begun = Instant::now();
    let mut scribe = Scribe::new();
    scribe.found(4);
    for phase in 0..phases {
        scribe.moves(phase / 4);
    }
    println!("a game of four, {phases} phases, written in {:.1?}", begun.elapsed());
    let folder = Folder::open(&scribe.game()).unwrap();
    let settings = String::from_utf8(folder.settings().unwrap()).unwrap();
    let begun = Instant::now();
    let lines = folder.lines().unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    let read = begun.elapsed();
    replay_to(&settings, &lines, None, &mut |_, _, _| ()).unwrap();
    let folded = begun.elapsed();
    let verdict = if folded <= FOLDED_WITHIN { "yes" } else { "NO" };
    println!("{:<44} {folded:>10.2?}, wanted within {FOLDED_WITHIN:?}: {verdict} (reading its lines {read:.2?})", "folded from its log");
    timed("verify", &["verify", scribe.game().to_str().unwrap()], None);
}

/// How often a second a file can be written to and made durable, and a step taken, on the same disk by turns.
fn durable_steps(folder: &Path) {
    let (mut store, _) = FileStore::open(&folder.join("archive"), Disk::new()).unwrap();
    let mut chain = Chain::founded_on(&store.settings(&LogName::Lobby).unwrap());
    let mut file = File::create(folder.join("raw")).unwrap();
    let (mut raw, mut plain, mut whole) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for number in 0..STEPS {
        let begun = Instant::now();
        file.write_all(&[b'x'; 512]).unwrap();
        file.sync_data().unwrap();
        raw += begun.elapsed();
        for (letter, took) in [(None, &mut plain), (Some(Blob::mail_in(format!("letter {number}").into_bytes())), &mut whole)] {
            let cause = letter.as_ref().map_or_else(sent, |letter| custodian::archive::Cause::letter(letter.name().digest().unwrap()));
            let (at, state) = ("2026-01-01T00:00:00Z".parse().unwrap(), Digest::of(b"state"));
            let entry = Entry {
                at,
                sem: 1,
                cause,
                events: Vec::new(),
                out: Vec::new(),
                boards: Default::default(),
                files: Default::default(),
                state,
                note: "A step.".into(),
            };
            let text = chain.write(entry).unwrap();
            let begun = Instant::now();
            store.append(&LogName::Lobby, chain.head(), &text, letter.as_slice()).unwrap();
            *took += begun.elapsed();
            chain.read(text.as_bytes()).unwrap();
        }
    }
    let rate = |took: Duration| f64::from(STEPS) / took.as_secs_f64();
    let verdict = if rate(plain) * 2.0 >= rate(raw) { "yes" } else { "NO" };
    println!("{:<44} {:>7.0} a second", "fdatasync of a file that grows", rate(raw));
    println!("{:<44} {:>7.0} a second, wanted at least half of that: {verdict}", "durable steps", rate(plain));
    println!("{:<44} {:>7.0} a second (two groups of fsyncs)", "durable steps with a letter each", rate(whole));
}

fn main() {
    let phases = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(PHASES);
    ten_thousand_lines(phases);
    four_players(phases);
    durable_steps(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().path());
}
