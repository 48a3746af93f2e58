//! What every store does alike.

use custodian::archive::{Blob, BlobName, Chain, Digest, GameName, Head, LogName, Outbox};
use custodian::store::{Disk, FileStore, MemoryStore, Store, StoreError};

use super::steps::{SETTINGS, append, founded, numbers, quick_folder, step, step_without_files, zaphod, zaphods_log};

/// Runs a case on each store.
fn on_each(case: impl Fn(&mut dyn Store)) {
    case(&mut MemoryStore::new());
    let folder = quick_folder();
    let (mut files, recovered) = FileStore::open(folder.path(), Disk::new()).unwrap();
    assert_eq!(recovered, []);
    case(&mut files);
}

#[test]
fn an_archive_begins_with_a_lobby_and_no_game() {
    on_each(|store| {
        assert_eq!(store.games().unwrap(), []);
        assert_eq!(store.head(&LogName::Lobby).unwrap().seq, 0);
        assert_eq!(store.head(&LogName::Lobby).unwrap().hash, Digest::of(&store.settings(&LogName::Lobby).unwrap()));
        assert!(matches!(store.head(&zaphods_log()), Err(StoreError::NoSuchLog(_))));
    });
}

#[test]
fn what_is_appended_is_read_back() {
    on_each(|store| {
        let log = zaphods_log();
        let mut chain = founded(store);
        let steps = [step(&mut chain, "e4"), step_without_files(&mut chain, "nothing"), step(&mut chain, "e5")];
        for step in &steps {
            append(store, &log, step).unwrap();
        }
        assert_eq!(store.head(&log).unwrap(), chain.head());
        assert_eq!(store.settings(&log).unwrap(), SETTINGS);
        assert_eq!(store.games().unwrap(), [zaphod()]);
        let lines: Vec<_> = store.lines(&log).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(
            lines.iter().map(|line| line.entry.note.as_str()).collect::<Vec<_>>()[1..],
            ["It was e4.", "It was nothing.", "It was e5."]
        );
        for blob in steps.iter().flat_map(|step| &step.blobs) {
            assert_eq!(store.blob(&log, blob.name()).unwrap(), blob.bytes());
        }
        let mut outbox = Outbox::default();
        lines.iter().for_each(|line| outbox.read(line));
        assert_eq!(outbox.waiting().map(|promise| promise.seq).collect::<Vec<_>>(), [1, 2, 4]);
    });
}

#[test]
fn the_lobby_is_a_log_like_any_other() {
    on_each(|store| {
        let mut chain = Chain::founded_on(&store.settings(&LogName::Lobby).unwrap());
        append(store, &LogName::Lobby, &step(&mut chain, "a stranger")).unwrap();
        assert_eq!(numbers(store, &LogName::Lobby), [1]);
        assert_eq!(store.games().unwrap(), []);
    });
}

#[test]
fn a_second_writer_is_refused_instead_of_forking_the_log() {
    on_each(|store| {
        let log = zaphods_log();
        let chain = founded(store);
        let [mine, yours] = ["e4", "d4"].map(|what| step(&mut chain.clone(), what));
        let head = append(store, &log, &mine).unwrap();
        match append(store, &log, &yours) {
            Err(StoreError::Conflict { expected, found, .. }) => assert_eq!((expected, found), (chain.head(), head)),
            other => panic!("{other:?}"),
        }
        let invented = Head { seq: 2, hash: Digest::of(b"invented") };
        assert!(matches!(store.append(&log, invented, &yours.line, &yours.blobs), Err(StoreError::Conflict { .. })));
        assert_eq!(numbers(store, &log), [1, 2]);
    });
}

#[test]
fn a_line_that_does_not_come_next_is_refused() {
    on_each(|store| {
        let log = zaphods_log();
        let mut chain = founded(store);
        let before = chain.head();
        step(&mut chain, "skipped");
        let later = step(&mut chain, "e4");
        for line in [&later.line, "", "{}", "nonsense\n", &later.line.replace("e4", "d4")] {
            assert!(matches!(store.append(&log, before, line, &later.blobs), Err(StoreError::BadLine { .. })), "{line}");
        }
        assert_eq!(numbers(store, &log), [1]);
    });
}

#[test]
fn a_line_vouches_only_for_files_that_are_there() {
    on_each(|store| {
        let log = zaphods_log();
        let mut chain = founded(store);
        let step = step(&mut chain, "e4");
        for missing in 0..step.blobs.len() {
            let mut blobs = step.blobs.clone();
            let name = blobs.remove(missing).name().clone();
            match store.append(&log, step.before, &step.line, &blobs) {
                Err(StoreError::Unvouched { blob, .. }) => assert_eq!(blob, name),
                other => panic!("{other:?}"),
            }
        }
        let other_drawing = Blob::board("0002.txt", b"another position".to_vec()).unwrap();
        let mut blobs = step.blobs.clone();
        blobs[2] = other_drawing;
        assert!(matches!(store.append(&log, step.before, &step.line, &blobs), Err(StoreError::Unvouched { .. })));
        append(store, &log, &step).unwrap();
    });
}

#[test]
fn a_drawing_of_an_earlier_step_is_never_overwritten() {
    on_each(|store| {
        let log = zaphods_log();
        let mut chain = founded(store);
        let plain = step_without_files(&mut chain, "nothing");
        let old = Blob::board("0001.txt", b"history, improved".to_vec()).unwrap();
        let refused = store.append(&log, plain.before, &plain.line, std::slice::from_ref(&old));
        assert!(matches!(refused, Err(StoreError::Stray { .. })));
        assert_ne!(store.blob(&log, old.name()).unwrap(), old.bytes());
    });
}

#[test]
fn one_name_one_game() {
    on_each(|store| {
        founded(store);
        let first = step(&mut Chain::founded_on(b"other"), "another founding");
        let again = store.create(&GameName::of_title("ZAPHOD!").unwrap(), b"other", &first.line, &first.blobs);
        assert!(matches!(again, Err(StoreError::Exists(name)) if name == zaphod()));
        let wrong = store.create(&GameName::of_title("Trillian").unwrap(), b"yet others", &first.line, &first.blobs);
        assert!(matches!(wrong, Err(StoreError::BadLine { .. })));
        assert_eq!(store.games().unwrap(), [zaphod()]);
        store.create(&GameName::of_title("Trillian").unwrap(), b"other", &first.line, &first.blobs).unwrap();
        assert_eq!(store.games().unwrap().len(), 2);
    });
}

#[test]
fn evidence_and_secrets_are_kept_beside_the_log() {
    on_each(|store| {
        let log = zaphods_log();
        let mut chain = founded(store);
        let beacon = Blob::evidence(b"{\"round\":1000}".to_vec(), "json").unwrap();
        let secret = Blob::private(b"salt 8f1c\nmine at e5\n".to_vec(), "txt").unwrap();
        let plain = step_without_files(&mut chain, "a mine");
        store.append(&log, plain.before, &plain.line, &[beacon.clone(), secret.clone()]).unwrap();
        assert_eq!(store.blob(&log, beacon.name()).unwrap(), beacon.bytes());
        assert_eq!(store.blob(&log, secret.name()).unwrap(), secret.bytes());
        let absent = BlobName::mail_in(Digest::of(b"never came"));
        assert!(matches!(store.blob(&log, &absent), Err(StoreError::NoSuchBlob { .. })));
    });
}
