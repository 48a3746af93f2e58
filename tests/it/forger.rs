//! A finished game in the hands of somebody who knows the format, and what `custodian verify` says of what he makes of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use custodian::archive::{Chain, Entry, Line, high_water};
use custodian::store::Folder;

use crate::program::House;

/// A letter laid by hand.
pub fn letter(number: usize, from: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n").into_bytes()
}

/// Ann and Bob have played two turns of a game, with a rule and a roll of the dice.
pub fn played(game: &str) -> House {
    played_in(House::new(), game)
}

/// The same in a house with a config of its own.
pub fn played_in(house: House, game: &str) -> House {
    let new = format!("NEW {game}\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0");
    let letters = [
        ("master@localhost", new.as_str()),
        ("ann@x.org", "JOIN"),
        ("bob@x.org", "JOIN"),
        ("ann@x.org", "1: e2-e4"),
        (
            "bob@x.org",
            "RULE \"Coins\"\nWhen a knight captures a piece, flip a coin: on heads the knight returns to its home square, on tails nothing happens.\nEND",
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
pub struct Forger {
    pub house: House,
    pub before: Vec<Line>,
}

impl Forger {
    pub fn new() -> Forger {
        let house = played("Zaphod");
        let before = house.lines("zaphod");
        assert!(before.len() > 15 && house.path("archive/zaphod/checkpoints/000001.sig").exists());
        Forger { house, before }
    }

    pub fn copy(&self) -> PathBuf {
        self.house.path("forged/zaphod")
    }

    /// Lays a fresh copy of the game, lets `tampering` at it and gives what `verify` says.
    pub fn verified(&self, options: &[&str], tampering: impl FnOnce(&Path)) -> (i32, String) {
        let whole = self.house.path("archive/zaphod");
        // It may not be there yet.
        let _ = fs::remove_dir_all(self.copy());
        assert!(Command::new("cp").arg("-a").arg(&whole).arg(self.parent()).status().unwrap().success());
        tampering(&self.copy());
        let output = self.house.command(&[&["verify", "forged/zaphod"], options].concat()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(said).unwrap())
    }

    pub fn parent(&self) -> PathBuf {
        let parent = self.house.path("forged");
        fs::create_dir_all(&parent).unwrap();
        parent
    }

    pub fn finds(&self, code: i32, says: &[&str], tampering: impl FnOnce(&Path)) {
        let (found, said) = self.verified(&[], tampering);
        assert_eq!(found, code, "{said}");
        for words in says {
            assert!(said.contains(words), "{words:?} is not in {said}");
        }
    }
}

pub fn log(game: &Path) -> PathBuf {
    game.join("log/000001.jsonl")
}

/// Changes the log's lines as text.
pub fn lines(game: &Path, change: impl FnOnce(&mut Vec<String>)) {
    let mut all: Vec<String> = fs::read_to_string(log(game)).unwrap().lines().map(str::to_owned).collect();
    change(&mut all);
    fs::write(log(game), all.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

/// Writes the whole history anew: digests, links and mark are those that such a game would have.
pub fn rewrite(game: &Path, change: impl FnOnce(&mut Vec<Entry>)) {
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

pub fn without_checkpoints(game: &Path) {
    fs::remove_dir_all(game.join("checkpoints")).unwrap();
}
