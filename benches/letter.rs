//! One letter end to end: read, decided, written down durably on a real disk, its mails composed with their boards.
//!
//! Three players, three universes, orders executed at once. `cargo bench --bench letter -- --verbose` shows medians.
#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock and at the disk")]

#[path = "../tests/it/correspondence.rs"]
#[expect(dead_code, reason = "shared with tests that write other letters")]
mod correspondence;

use std::time::{Duration, Instant};

use correspondence::Correspondence;
use criterion::{Criterion, criterion_group, criterion_main};
use custodian::adjudicator::{House, Received, SenderPolicy};
use custodian::archive::Delivery;
use custodian::daemon::{Daemon, Job, now};
use custodian::letter::templates::Templates;
use custodian::letter::{Address, Own};
use custodian::store::{Disk, FileStore};
use custodian::wire::{Cursor, Extent, Incoming};
use tempfile::TempDir;

/// Phases played before anything is measured: every player has moved twice.
const PLAYED: u32 = 6;
/// Phases after which a fresh game is set up.
const LONGEST: u32 = 30;

/// A daemon with one game, on an archive of its own.
struct Table {
    daemon: Daemon<FileStore>,
    players: Correspondence,
    _archive: TempDir,
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
        undo: 0,
        letters_per_hour: u32::MAX,
        replies_per_hour: u32::MAX,
        secret: [7; 32],
        templates: Templates::load(&[]).unwrap(),
    }
}

impl Table {
    fn set() -> Table {
        let archive = tempfile::tempdir().unwrap();
        let (store, _) = FileStore::open(archive.path(), Disk::new()).unwrap();
        let daemon = Daemon::open(house(), store, true).unwrap();
        let mut table = Table { daemon, players: Correspondence::about("Zaphod"), _archive: archive };
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

    /// Returns when the letter's step is durable, and says how long that took.
    fn hand_in(&mut self, bytes: Vec<u8>) -> Duration {
        let incoming = Incoming { cursor: Cursor::Spool { name: "letter".into() }, bytes, extent: Extent::Whole };
        let begun = Instant::now();
        self.daemon.letter(&incoming, true).unwrap();
        begun.elapsed()
    }
}

/// Measures letters that each bring so many mails.
fn measure(criterion: &mut Criterion, name: &str, mails: usize, write: fn(&mut Correspondence) -> Vec<u8>) {
    let mut table = Table::set();
    criterion.bench_function(&format!("letter/{name}"), |bench| {
        bench.iter_custom(|count| {
            let mut spent = Duration::ZERO;
            for _ in 0..count {
                if table.players.phases() >= LONGEST {
                    table = Table::set();
                }
                let letter = write(&mut table.players);
                spent += table.hand_in(letter);
                assert_eq!(table.send(), mails);
            }
            spent
        });
    });
}

/// The same without the disk: the letter of the next phase decided again and again.
fn measure_deciding(criterion: &mut Criterion) {
    let mut table = Table::set();
    let letter = table.players.moves();
    let received = Received { bytes: &letter, by_hand: true };
    let custodian = &table.daemon.custodian;
    criterion.bench_function("letter/moves, nothing written", |bench| {
        bench.iter(|| {
            let step = custodian.letter(received, now()).unwrap().unwrap();
            assert_eq!(step.entry.out.len(), 3);
        });
    });
}

fn benches(criterion: &mut Criterion) {
    measure_deciding(criterion);
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
