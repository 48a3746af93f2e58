//! What a letter costs of the disk: two groups of fsyncs, its files and its line; one more where a turn ends, for the signed statement, which
//! nobody waits for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use custodian::daemon::Daemon;
use custodian::letter::Address;
use custodian::store::{Disk, Fate, FileStore, Op};
use custodian::wire::{Cursor, Extent, Incoming};

use crate::correspondence::Correspondence;
use crate::scripted::house;

/// Writes the next letter of a sort.
type Writes = fn(&mut Correspondence) -> Vec<u8>;

/// Groups of fsyncs, and what was last made durable in each.
#[derive(Default)]
struct Count {
    groups: AtomicUsize,
    told: Mutex<Vec<String>>,
}

fn counting(count: &Arc<Count>) -> Disk {
    let (count, mut within) = (Arc::clone(count), false);
    Disk::watched(move |op| {
        let synced = match op {
            Op::Sync(path) | Op::SyncDir(path) => Some(path.display().to_string()),
            _ => None,
        };
        if let Some(path) = &synced {
            count.groups.fetch_add(usize::from(!within), Ordering::Relaxed);
            count.told.lock().unwrap().push(path.clone());
        }
        within = synced.is_some();
        Fate::Done
    })
}

#[test]
fn a_letter_takes_two_groups_of_fsyncs_and_one_more_where_a_turn_ends() {
    let archive = tempfile::tempdir().unwrap();
    let count: Arc<Count> = Arc::default();
    let (store, _) = FileStore::open(archive.path(), counting(&count)).unwrap();
    let mut house = house();
    (house.own.address, house.master) = (Address::parse("custodian@localhost").unwrap(), Address::parse("master@localhost").unwrap());
    (house.usual.undo, house.letters_per_hour, house.replies_per_hour) = (0, u32::MAX, u32::MAX);
    let mut daemon = Daemon::open(house, store, true).unwrap();
    let mut players = Correspondence::about("Zaphod");
    let mut hand_in = |bytes: Vec<u8>| {
        let before = count.groups.load(Ordering::Relaxed);
        count.told.lock().unwrap().clear();
        let incoming = Incoming { cursor: Cursor::Spool { name: "letter".into() }, bytes, extent: Extent::Whole };
        daemon.letter(&incoming, true).unwrap();
        count.groups.load(Ordering::Relaxed) - before
    };
    for letter in players.opening() {
        hand_in(letter);
    }
    while players.phases() < 6 {
        let letter = players.moves();
        hand_in(letter);
    }
    let kinds: [(&str, Writes); 5] = [
        ("moves", Correspondence::moves),
        ("a rule", Correspondence::rule),
        ("refused", Correspondence::refused),
        ("questions", Correspondence::questions),
        ("a stranger", Correspondence::stranger),
    ];
    for round in 0..4 {
        for (what, write) in kinds {
            let (phase, letter) = (players.phases(), write(&mut players));
            let turn_ends = players.phases() > phase && players.phases().is_multiple_of(3);
            let groups = hand_in(letter);
            let told = count.told.lock().unwrap().join("\n");
            assert!(groups <= 2 + usize::from(turn_ends), "{what}, round {round}: {groups} groups\n{told}");
        }
    }
}
