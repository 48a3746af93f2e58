//! One letter end to end: read, decided, written down durably on a real disk, its mails composed with their boards.
//!
//! Three players, three universes, orders executed at once. `cargo bench --bench letter` says for each kind of letter the median, the slowest
//! of twenty, and how many groups of fsyncs a letter took, beside what is wanted.
#![expect(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a bench looks at the clock and at the disk, and tells")]

#[path = "../tests/it/correspondence.rs"]
#[expect(dead_code, reason = "shared with tests that write other letters")]
mod correspondence;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use correspondence::Correspondence;
use criterion::{Criterion, criterion_group, criterion_main};
use custodian::adjudicator::{House, SenderPolicy};
use custodian::archive::{Delivery, Keyring, Signer};
use custodian::daemon::{Daemon, Job};
use custodian::letter::templates::Templates;
use custodian::letter::{Address, Own};
use custodian::store::{Disk, Fate, FileStore, Op};
use custodian::wire::{Cursor, Extent, Incoming};
use tempfile::TempDir;

/// Phases played before anything is measured: every player has moved twice.
const PLAYED: u32 = 6;
/// Phases after which a fresh game is set up; until then no position comes twice, and no picture.
const LONGEST: u32 = 48;

/// What is wanted of a letter.
const MEDIAN_WANTED: Duration = Duration::from_millis(50);
const GROUPS_WANTED: usize = 2;

/// A daemon with one game, on an archive of its own.
struct Table {
    daemon: Daemon<FileStore>,
    players: Correspondence,
    /// Groups of fsyncs so far: runs of them with nothing else between.
    groups: Arc<AtomicUsize>,
    _archive: TempDir,
}

/// What one letter took.
struct Taken {
    time: Duration,
    /// Without that of the signed statement, where a turn ends.
    groups: usize,
}

/// A disk that counts groups of fsyncs.
fn counting(groups: &Arc<AtomicUsize>) -> Disk {
    let (groups, mut within) = (Arc::clone(groups), false);
    Disk::watched(move |op| {
        let sync = matches!(op, Op::Sync(_) | Op::SyncDir(_));
        groups.fetch_add(usize::from(sync && !within), Ordering::Relaxed);
        within = sync;
        Fate::Done
    })
}

fn house() -> House {
    let address = |text| Address::parse(text).unwrap();
    House {
        own: Own {
            address: address("custodian@localhost"),
            aliases: Vec::new(),
            domain: "localhost".into(),
            plus: None,
            authserv_id: None,
        },
        name: "Custodian".into(),
        master: address("master@localhost"),
        senders: SenderPolicy::TokenOrDmarc,
        founders: Vec::new(),
        usual: custodian::adjudicator::founding::Usual { undo: 0, dice: custodian::dice::Method::House },
        fetches_beacons: false,
        letters_per_hour: u32::MAX,
        replies_per_hour: u32::MAX,
        secret: [7; 32],
        templates: Templates::load(&[]).unwrap(),
        keyring: Some(Keyring::of(Signer::from_seed(&[8; 32]))),
    }
}

impl Table {
    /// The name makes the pictures of each table new ones.
    fn set(number: u32) -> Table {
        let archive = tempfile::tempdir().unwrap();
        let groups = Arc::default();
        let (store, _) = FileStore::open(archive.path(), counting(&groups)).unwrap();
        let daemon = Daemon::open(house(), store, true).unwrap();
        let mut table = Table { daemon, players: Correspondence::about(&format!("Zaphod{number}")), groups, _archive: archive };
        for letter in table.players.opening() {
            table.hand_in(letter);
        }
        while table.players.phases() < PLAYED {
            let letter = table.players.moves();
            table.hand_in(letter);
        }
        while table.send() > 0 {}
        table
    }

    /// Has the mails that wait reported as sent, and says how many they were.
    fn send(&mut self) -> usize {
        let jobs = self.daemon.unclaimed();
        let count = jobs.len();
        for Job { log, mail, .. } in jobs {
            self.daemon.delivered(log, Delivery::Sent { id: mail.id, answer: "250 2.0.0 Ok: queued as 4F2D41C0".into() });
        }
        self.daemon.report().unwrap();
        count
    }

    /// Returns when the letter's step is durable, and says what that took.
    fn hand_in(&mut self, bytes: Vec<u8>) -> Taken {
        let incoming = Incoming { cursor: Cursor::Spool { name: "letter".into() }, bytes, extent: Extent::Whole };
        let groups = self.groups.load(Ordering::Relaxed);
        let begun = Instant::now();
        self.daemon.letter(&incoming, true).unwrap();
        let time = begun.elapsed();
        Taken { time, groups: self.groups.load(Ordering::Relaxed) - groups }
    }
}

/// Measures letters that each bring so many mails.
fn measure(criterion: &mut Criterion, name: &str, mails: usize, write: fn(&mut Correspondence) -> Vec<u8>) {
    let mut tables = (1..).map(Table::set);
    let mut next = || tables.next().unwrap();
    let mut table = next();
    let mut all: Vec<Taken> = Vec::new();
    criterion.bench_function(&format!("letter/{name}"), |bench| {
        bench.iter_custom(|count| {
            let mut spent = Duration::ZERO;
            for _ in 0..count {
                if table.players.phases() >= LONGEST {
                    table = next();
                }
                let phases = table.players.phases();
                let letter = write(&mut table.players);
                let turn_ends = table.players.phases() > phases && table.players.phases().is_multiple_of(3);
                let mut taken = table.hand_in(letter);
                taken.groups = taken.groups.saturating_sub(usize::from(turn_ends));
                spent += taken.time;
                all.push(taken);
                assert_eq!(table.send(), mails);
            }
            spent
        });
    });
    tell(name, &all);
}

fn tell(name: &str, all: &[Taken]) {
    let mut times: Vec<Duration> = all.iter().map(|taken| taken.time).collect();
    times.sort();
    let groups = all.iter().map(|taken| taken.groups).max();
    // Under `cargo test` and with a filter nothing is measured.
    let (Some(median), Some(slow), Some(groups)) = (times.get(times.len() / 2), times.get(times.len() * 19 / 20), groups) else { return };
    let kept = |kept: bool| if kept { "kept" } else { "MISSED" };
    println!("{name}: {} letters, read, decided, durable, mails composed with their pictures", times.len());
    println!(
        "    median {median:.1?}, one in twenty over {slow:.1?}; wanted: median under {MEDIAN_WANTED:?}: {}",
        kept(*median < MEDIAN_WANTED)
    );
    println!(
        "    at most {groups} groups of fsyncs a letter, beside that of the signed statement as a turn ends; wanted: at most {GROUPS_WANTED}: {}\n",
        kept(groups <= GROUPS_WANTED)
    );
}

fn benches(criterion: &mut Criterion) {
    measure(criterion, "moves, three turn mails", 3, Correspondence::moves);
    measure(criterion, "refused, one answer", 1, Correspondence::refused);
    measure(criterion, "a rule, three turn mails", 3, Correspondence::rule);
    measure(criterion, "questions, one answer", 1, Correspondence::questions);
    measure(criterion, "a stranger, one answer", 1, Correspondence::stranger);
}

criterion_group! {
    name = letters;
    config = Criterion::default().sample_size(50);
    targets = benches
}
criterion_main!(letters);
