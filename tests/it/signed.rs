//! Signed checkpoints: what they show of a record that was changed, what OpenSSH says to them, and keys that follow each other.

use std::fs;
use std::path::Path;
use std::process::Command;

use custodian::archive::{Entry, Keyring, Known, Signer};
use custodian::store::Folder;

use crate::forger::{Forger, letter, played, rewrite, without_checkpoints};

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

/// Whoever has a key that was followed by another signs with it for nothing, and everybody is told.
#[test]
fn a_key_that_gave_its_word_for_the_next_one_signs_no_more() {
    let forger = Forger::new();
    let house = &forger.house;
    fs::write(house.path("noted.txt"), house.run(&["keys"])).unwrap();
    let plays = |number: usize, who: &str, order: &str| {
        house.deliver(&letter(number, who, order));
        house.once()
    };
    house.run(&["keys", "rotate"]);
    plays(91, "bob@x.org", "1: d7-d6");
    assert!(!house.run(&["verify", "zaphod"]).contains("counts for nothing"));
    // Only an old copy of the keys is left.
    let newest = ["2", "2.pub", "2.txt", "2.sig"];
    fs::create_dir(house.path("newest")).unwrap();
    newest.iter().for_each(|file| fs::rename(house.path(&format!("archive/keys/{file}")), house.path(&format!("newest/{file}"))).unwrap());
    let doctor = house.command(&["doctor"]).output().unwrap();
    let said = String::from_utf8(doctor.stdout).unwrap();
    assert!(said.contains("mend     archive    the folder `keys` is older than the checkpoints of zaphod"), "{said}");
    let logged = plays(92, "ann@x.org", "1: a2-a3");
    assert!(logged.contains("the key that has signed is gone, and the one before it signs again, for nothing"), "{logged}");
    plays(93, "bob@x.org", "1: a7-a6");
    for (number, who, order) in
        [(94, "ann@x.org", "1: h2-h3"), (95, "bob@x.org", "1: h7-h6"), (96, "ann@x.org", "1: b2-b3"), (97, "bob@x.org", "1: b7-b6")]
    {
        plays(number, who, order);
    }
    let told = |to: &str| house.sent().iter().filter(|mail| mail.to.contains(to) && mail.subject.contains("signs with an old key")).count();
    assert_eq!(["master@localhost", "ann@x.org", "bob@x.org"].map(told), [1, 1, 1]);
    let ended = house.lines("zaphod").iter().rev().find(|line| line.entry.note.contains("a7-a6")).unwrap().seq;
    let said = house.run(&["verify", "zaphod"]);
    let names = format!("line {ended}: its checkpoint is signed by SHA256:");
    assert!(said.contains(&names) && said.contains("it counts for nothing") && said.contains("OK zaphod "), "{said}");
    let trusting = house.command(&["verify", "zaphod", "--signers", "noted.txt"]).output().unwrap();
    assert_eq!(trusting.status.code(), Some(1), "{trusting:?}");
    // With the newest key all is as before.
    newest.iter().for_each(|file| fs::rename(house.path(&format!("newest/{file}")), house.path(&format!("archive/keys/{file}"))).unwrap());
    assert!(!house.once().contains("signs again"));
    let said = house.run(&["verify", "zaphod", "--signers", "noted.txt"]);
    assert!(!said.contains("counts for nothing") && !said.contains("its checkpoint is not there"), "{said}");
    // And where the old ones come back a second time, it is told a second time.
    newest.iter().for_each(|file| fs::rename(house.path(&format!("archive/keys/{file}")), house.path(&format!("newest/{file}"))).unwrap());
    house.once();
    house.once();
    assert_eq!(["master@localhost", "ann@x.org", "bob@x.org"].map(told), [2, 2, 2]);
}

#[test]
fn copies_carry_the_checkpoints_and_the_keys() {
    let house = played("Zaphod");
    house.run(&["export", "zaphod", "--public"]);
    let output = house.command(&["verify", "zaphod-public.tar", "--deep"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(3) && said.contains("checkpoints hold, signed by SHA256:"), "{said}");
}
