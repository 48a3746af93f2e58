//! A disk that takes no more: the program stops with words, loses nothing, and goes on where there is room again.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use crate::bad_input::{GAME, LOBBY, ROBOT, ann, begun};
use crate::program::House;

/// Runs the program where no file may grow beyond so many blocks of 512 bytes, as on a disk that is full.
fn with_blocks(house: &House, blocks: u32, command: &str) -> Output {
    // the shell makes way for the program, which is ended in any case before long
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec timeout 30 \"$0\" {command}");
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_custodian")]).current_dir(house.path("")).output().unwrap()
}

#[test]
fn a_full_disk_stops_the_program_with_words_and_loses_nothing() {
    let begun = begun();
    let (mut stopped, mut done) = (0, 0);
    for blocks in [0, 1, 2, 4, 8, 16, 24, 32, 64, 128, 1024] {
        let house = begun.copy();
        let writer = ann();
        let question = writer.letter(ROBOT, "how does it stand?", "STATUS");
        let orders = writer.letter(ROBOT, "my move", "1: e2-e4\nNOW");
        house.deliver(&question);
        house.deliver(&orders);
        let output = with_blocks(&house, blocks, "run --once");
        let words = String::from_utf8(output.stderr).unwrap();
        let last = words.lines().last().unwrap();
        assert!(!words.contains("panicked"), "{blocks}: {words}");
        if output.status.success() {
            done += 1;
        } else {
            assert_eq!(output.status.code(), Some(1), "{blocks}: {words}");
            for part in ["custodian: ", "File too large", "Nothing that was acknowledged is lost"] {
                assert!(last.contains(part), "{blocks}: {words}");
            }
            stopped += 1;
        }
        // what left the house is what durable lines promise
        let left = ids(&house);
        assert!(left.is_subset(&promised(&house)), "{blocks}");

        house.once();
        for letter in [&question, &orders] {
            assert!(house.line_of(letter).is_some(), "{blocks}: a letter is lost");
        }
        assert!(house.line_of(&orders).unwrap().1.entry.note.contains("Ann plays e2-e4"), "{blocks}");
        assert_eq!(ids(&house), promised(&house), "{blocks}");
        house.verifies(GAME);
        house.verifies(LOBBY);
    }
    assert!(stopped >= 5 && done >= 1, "{stopped} stopped, {done} done");
}

/// What tells the mails from each other that lie in the spool's `out/`: their Message-IDs less the token.
fn ids(house: &House) -> BTreeSet<String> {
    house.sent().iter().map(|mail| format!("<{}@localhost>", mail.id.split(['+', '@']).next().unwrap())).collect()
}

fn promised(house: &House) -> BTreeSet<String> {
    let lines = [GAME, LOBBY].map(|log| house.lines(log)).concat();
    lines.iter().flat_map(|line| line.entry.out.iter().map(|mail| mail.id.clone())).collect()
}

#[test]
fn mails_that_cannot_leave_wait_for_the_next_run() {
    let house = begun();
    let orders = ann().letter(ROBOT, "my move", "1: e2-e4\nNOW");
    house.deliver(&orders);
    let (folder, aside) = (house.path("spool/out/tmp"), house.path("aside"));
    fs::rename(&folder, &aside).unwrap();
    fs::write(&folder, "in the way").unwrap();
    let output = house.command(&["run", "--once"]).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(words.contains("spool/out/tmp"), "{words}");
    fs::remove_file(&folder).unwrap();
    fs::rename(&aside, &folder).unwrap();
    assert!(house.line_of(&orders).is_none_or(|(_, line)| line.entry.note.contains("Ann plays e2-e4")));
    house.once();
    assert_eq!(ids(&house), promised(&house));
    assert!(house.line_of(&orders).unwrap().1.entry.note.contains("Ann plays e2-e4"));
    house.verifies(GAME);
}

#[test]
fn a_running_daemon_on_a_full_disk_ends_by_itself() {
    let house = begun();
    let orders = ann().letter(ROBOT, "my move", "1: e2-e4\nNOW");
    house.deliver(&orders);
    let output = with_blocks(&house, 8, "run");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("the archive cannot be written"), "{output:?}");
    house.once();
    assert!(house.line_of(&orders).unwrap().1.entry.note.contains("Ann plays e2-e4"));
    house.verifies(GAME);
}
