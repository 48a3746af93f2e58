//! Files that are gone from an archive whose log is whole: told, and made again where that can be.

use std::fs;
use std::path::Path;

use crate::backups::copied;
use crate::forger::played;
use crate::program::House;

/// The names and bytes of the files in a folder.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}

fn verified(house: &House) -> (Option<i32>, String) {
    let output = house.command(&["verify", "zaphod"]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn boards_and_checkpoints_are_made_again_and_the_master_hears_of_letters_and_mails() {
    let house = played("Zaphod");
    let game = house.path("archive/zaphod");
    copied(&game, &house.path("sound"));
    let doctor = || String::from_utf8(house.command(&["doctor"]).output().unwrap().stdout).unwrap();
    assert!(!doctor().contains("lacks files"));
    for gone in ["boards", "mail", "checkpoints"] {
        fs::remove_dir_all(game.join(gone)).unwrap();
    }
    let (code, said) = verified(&house);
    assert!(code == Some(3) && said.contains("boards that are gone from an archive are drawn again at the next start"), "{said}");
    assert!(said.contains("no checkpoint lies beside the log, though turns have ended"), "{said}");
    let found = doctor();
    assert!(
        found.contains("warning  games      zaphod lacks files that its record vouches for: ") && found.contains("of the boards (boards)"),
        "{found}"
    );
    let logged = house.once();
    assert!(
        logged.contains("boards that were gone are drawn again")
            && logged.contains("checkpoints were gone, or counted for nothing, and are signed again"),
        "{logged}"
    );
    for again in ["boards", "checkpoints"] {
        assert_eq!(files(&game.join(again)), files(&house.path("sound").join(again)), "{again}");
    }
    let told = || house.sent().iter().filter(|mail| mail.to == "master@localhost" && mail.subject == "files of zaphod are gone").count();
    assert_eq!(told(), 1);
    assert!(house.once().contains("WARN zaphod: ") && told() == 1, "it is told once");
    let (code, said) = verified(&house);
    assert!(code == Some(3) && !said.contains("boards that are gone") && !said.contains("no checkpoint"), "{said}");
    copied(&house.path("sound/mail"), &game.join("mail"));
    assert!(!house.once().contains("WARN"));
    house.verifies("zaphod");
    // Gone once more it is told once more, and so are others that are as many.
    let mails = files(&game.join("mail/out"));
    let take = |at: usize| fs::remove_file(game.join("mail/out").join(&mails[at].0)).unwrap();
    take(0);
    house.once();
    assert_eq!(told(), 2);
    house.once();
    assert_eq!(told(), 2);
    fs::write(game.join("mail/out").join(&mails[0].0), &mails[0].1).unwrap();
    take(1);
    house.once();
    assert_eq!(told(), 3);
    fs::write(game.join("mail/out").join(&mails[1].0), &mails[1].1).unwrap();
    house.once();
    take(1);
    house.once();
    assert_eq!(told(), 4);
}

/// Where younger ones stand, it may be that another key has signed since: nothing is put before them.
#[test]
fn a_checkpoint_that_is_gone_amid_others_is_left_to_verify() {
    let house = played("Zaphod");
    let first = house.path("archive/zaphod/checkpoints/000001.sig");
    fs::remove_file(&first).unwrap();
    house.once();
    assert!(!first.exists() && verified(&house).1.contains("line 1: a turn ended there, and its checkpoint is not there"));
}

/// A copy beside the game would roll dice that are known from it; a folder of another name would sign for another game.
#[test]
fn a_folder_of_another_name_is_not_played_on() {
    let house = played("Zaphod");
    let (own, copy) = (house.path("archive/zaphod"), house.path("archive/a-copy"));
    copied(&own, &copy);
    let doctor = || String::from_utf8(house.command(&["doctor"]).output().unwrap().stdout).unwrap();
    assert!(doctor().contains("mend     games      a-copy is a copy of the game in the folder zaphod: move it out of the archive"));
    let before = (house.lines("zaphod").len(), house.lines("a-copy").len());
    let letter = |number: usize, from: &str, body: &str| {
        format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: [Zaphod]\n\n{body}\n").into_bytes()
    };
    house.deliver(&letter(91, "bob@x.org", "1: d7-d6"));
    assert!(house.once().contains("a copy of a game lies in the archive and is left alone"));
    house.once();
    assert!(house.lines("zaphod").len() > before.0 && house.lines("a-copy").len() == before.1);
    let told = house.sent().iter().filter(|mail| mail.subject.contains("a copy of zaphod lies in the archive")).count();
    assert_eq!(told, 1);
    fs::remove_dir_all(&copy).unwrap();
    assert!(!house.once().contains("a copy of a game"));
    // Renamed, it rests until it has its name again.
    fs::rename(&own, house.path("archive/zz")).unwrap();
    assert!(doctor().contains("the folder zz holds a game that has to lie in the folder zaphod: rename it"));
    house.deliver(&letter(92, "ann@x.org", "1: a2-a3"));
    let resting = house.command(&["run", "--once"]).output().unwrap();
    assert_eq!(resting.status.code(), Some(1), "{resting:?}");
    assert!(
        house
            .sent()
            .iter()
            .any(|mail| mail.to == "master@localhost" && mail.words().contains("rename the folder zz of the archive to zaphod"))
    );
    // Its players are told what it is, and asked nothing that they may not: the record is whole.
    let told = |words: &str| house.sent().iter().filter(|mail| mail.to.contains("ann@x.org") && mail.words().contains(words)).count();
    let why = "Zaphod is at rest: its folder has another name than the game.";
    assert_eq!((told("Zaphod cannot go on at present: its folder has another name than the game."), told(why)), (1, 1));
    assert_eq!(told("damaged"), 0);
    house.deliver(&letter(94, "ann@x.org", "STATUS\nVERIFY"));
    house.command(&["run", "--once"]).output().unwrap();
    let ends = house.lines("zz").len();
    assert_eq!(told(&format!("how it stands in its record, which ends with line {ends}.")), 1);
    assert_eq!((told("This is where the record of zaphod stood"), house.lines("zz").len()), (1, ends));
    fs::rename(house.path("archive/zz"), &own).unwrap();
    house.deliver(&letter(93, "ann@x.org", "1: a2-a3"));
    house.once();
    house.verifies("zaphod");
}
