//! What fails in one letter, one game or one mail stops no other; and what was sent before a stop is not sent again.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use custodian::archive::{Delivery, LogName};
use custodian::daemon::{Daemon, Door, RunError, Sender, once};
use custodian::letter::Address;
use custodian::store::{MemoryStore, Store};
use custodian::wire::{Accepted, MailOut, MemoryMailOut, MemoryMailbox, SendError, Stopper};

use crate::mail_client::Mail;
use crate::program::{House, wait_until};

const LOBBY: &str = "lobby";

/// A letter laid by hand; `number` tells it from the others.
fn letter(from: &str, number: u32, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n").into_bytes()
}

fn new(game: &str, undo: u32) -> String {
    format!("NEW {game}\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO {undo} seconds")
}

/// Two games of Ann and Bob that have begun, with that undo delay.
fn two_games(undo: u32) -> House {
    let house = House::new();
    let mut number = 0;
    for game in ["Zaphod", "Marvin"] {
        let join = format!("GAME {game}\nJOIN");
        for (from, body) in [("master@localhost", &new(game, undo)), ("ann@x.org", &join), ("bob@x.org", &join)] {
            number += 1;
            house.deliver(&letter(from, number, body));
        }
    }
    house.once();
    house
}

/// Another hand writes into a game's log while the daemon runs.
fn spoil(house: &House, game: &str) {
    let log = house.path(&format!("archive/{game}/log/000001.jsonl"));
    fs::write(&log, [fs::read(&log).unwrap(), b"garbage".to_vec()].concat()).unwrap();
}

fn mail_to_master(house: &House, words: &str) -> Mail {
    let found = wait_until(|| house.sent().into_iter().find(|mail| mail.to == "master@localhost" && mail.subject.contains(words)));
    found.unwrap_or_else(|| panic!("the master hears nothing of {words:?}"))
}

#[test]
fn a_game_that_fails_when_its_hour_comes_is_set_aside_and_the_others_go_on() {
    let house = two_games(3);
    let mut daemon = house.start();
    for (number, game) in [(21, "Zaphod"), (22, "Marvin")] {
        let orders = letter("ann@x.org", number, &format!("GAME {game}\n1: e2-e4"));
        house.deliver(&orders);
        wait_until(|| house.line_of(&orders)).expect("the orders are taken");
    }
    spoil(&house, "zaphod");
    house.await_line("marvin", |line| line.entry.cause.word() == "clock");
    let told = mail_to_master(&house, "Zaphod is at rest");
    assert!(told.words().contains("changed by another program"), "{}", told.text);
    let status = letter("bob@x.org", 23, "GAME Marvin\nSTATUS");
    house.deliver(&status);
    assert_eq!(wait_until(|| house.line_of(&status)).unwrap().0, "marvin");
    let for_zaphod = letter("bob@x.org", 24, "GAME Zaphod\nSTATUS");
    house.deliver(&for_zaphod);
    let (log, line) = wait_until(|| house.line_of(&for_zaphod)).unwrap();
    assert!(log == LOBBY && house.mails_of(LOBBY, &line)[0].words().contains("Zaphod is at rest"), "{log}: {}", line.entry.note);
    assert!(daemon.runs());
    daemon.terminate();
}

#[test]
fn a_letter_whose_game_takes_no_line_is_answered_and_the_next_one_is_read() {
    let house = two_games(0);
    let mut daemon = house.start();
    wait_until(|| house.log().contains("running").then_some(())).unwrap();
    spoil(&house, "zaphod");
    let first = letter("ann@x.org", 31, "GAME Zaphod\nSTATUS");
    let second = letter("ann@x.org", 32, "GAME Marvin\nSTATUS");
    house.deliver(&first);
    house.deliver(&second);
    assert_eq!(wait_until(|| house.line_of(&second)).unwrap().0, "marvin");
    let (log, line) = house.line_of(&first).unwrap();
    assert!(house.mails_of(&log, &line)[0].words().contains("Zaphod is at rest"), "{log}: {}", line.entry.note);
    mail_to_master(&house, "Zaphod is at rest");
    assert!(daemon.runs());
    daemon.terminate();
}

#[test]
fn a_founding_that_failed_leaves_nothing_behind_for_the_next() {
    let house = House::new();
    let mut daemon = house.start();
    wait_until(|| house.log().contains("running").then_some(())).unwrap();
    fs::create_dir(house.path("archive/zaphod")).unwrap();
    let first = letter("master@localhost", 1, &new("Zaphod", 7));
    house.deliver(&first);
    let (log, line) = wait_until(|| house.line_of(&first)).expect("the letter is dealt with");
    let answer = house.mails_of(&log, &line).remove(0);
    assert!(log == LOBBY && answer.words().contains("There is a game called Zaphod already."), "{}", answer.text);
    fs::remove_dir(house.path("archive/zaphod")).unwrap();
    let second = letter("master@localhost", 2, &new("Zaphod", 8));
    house.deliver(&second);
    assert_eq!(wait_until(|| house.line_of(&second)).unwrap().0, "zaphod");
    assert!(daemon.runs());
    daemon.terminate();
    house.verifies("zaphod");
}

#[test]
fn settings_that_found_no_game_lay_that_game_to_rest_alone() {
    let house = two_games(0);
    let settings = house.path("archive/zaphod/game.toml");
    let sound = fs::read_to_string(&settings).unwrap();
    let alone = sound[..sound.rfind("[[player]]").unwrap()].to_owned();
    let log = house.path("archive/zaphod/log/000001.jsonl");
    fs::write(&settings, &alone).unwrap();
    fs::write(&log, "").unwrap();
    fs::remove_file(house.path("archive/zaphod/high-water")).unwrap();
    let report = house.command(&["verify", "archive/zaphod"]).output().unwrap();
    assert_eq!(report.status.code(), Some(1), "{report:?}");
    let status = letter("bob@x.org", 41, "GAME Marvin\nSTATUS");
    house.deliver(&status);
    assert_eq!(house.command(&["run", "--once"]).output().unwrap().status.code(), Some(1));
    assert_eq!(house.line_of(&status).unwrap().0, "marvin");
    mail_to_master(&house, "is at rest");
}

#[test]
fn what_was_sent_before_a_stop_is_written_down_and_not_sent_again() {
    let house = two_games(0);
    for round in 0..4 {
        for number in 0..6 {
            house.deliver(&letter("ann@x.org", 100 * (round + 1) + number, "GAME Marvin\nSTATUS"));
        }
        let daemon = house.start();
        let before = house.sent().len();
        wait_until(|| (house.sent().len() > before).then_some(()));
        let took = daemon.terminate();
        assert!(took < Duration::from_secs(5), "{took:?}");
        let mut reported = 0;
        for log in [LOBBY, "zaphod", "marvin"] {
            reported += house.lines(log).iter().map(|line| Delivery::of(&line.entry).count()).sum::<usize>();
        }
        assert_eq!(house.sent().len(), reported, "round {round}");
    }
    house.once();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    house.sent().into_iter().for_each(|mail| *times.entry(mail.id).or_default() += 1);
    times.retain(|_, times| *times > 1);
    assert_eq!(times, BTreeMap::new());
}

/// A daemon in memory that has read these letters, each laid by hand, while the way out refused that many mails for good.
fn refusing(refusals: usize, letters: &[Vec<u8>]) -> (Daemon<MemoryStore>, MemoryMailOut) {
    let (mailbox, out) = (MemoryMailbox::new(Stopper::new()), MemoryMailOut::new());
    let mut daemon = Daemon::open(crate::scripted::table::house(), MemoryStore::new(), true).unwrap();
    let mut doors = [Door::new(Box::new(mailbox.clone()), true, Duration::from_secs(1), Stopper::new(), None)];
    let mut sender = Sender::new(Box::new(out.clone()), Address::parse("custodian@example.org").unwrap());
    letters.iter().for_each(|letter| mailbox.deliver(letter.as_slice()));
    for _ in 0..refusals {
        out.refuse_next(SendError::Never { server: "smtp.example.org".into(), reply: "550 no such user".into() });
    }
    once(&mut daemon, &mut doors, &mut sender, None).unwrap();
    (daemon, out)
}

#[test]
fn the_master_hears_of_mails_that_are_refused_but_not_of_those_to_himself() {
    let founding = [letter("master@example.org", 1, &new("Zaphod", 0))];
    let (daemon, out) = refusing(3, &founding);
    let sent = out.take();
    let [notice] = sent.as_slice() else { panic!("{} mails", sent.len()) };
    let notice = Mail::read(&notice.bytes);
    assert!(notice.to == "master@example.org" && notice.subject.contains("2 mails were refused"), "{}: {}", notice.to, notice.subject);
    for words in ["ann@x.org", "bob@x.org", "550 no such user"] {
        assert!(notice.words().contains(words), "{words} is not in {}", notice.text);
    }
    let lines = daemon.store().lines(&LogName::Lobby).unwrap().map(Result::unwrap);
    assert!(lines.into_iter().any(|line| line.entry.note.contains("2 mails were refused")));

    let (daemon, out) = refusing(4, &founding);
    assert_eq!(out.take().len(), 0, "a refused notice sets off no other");
    assert_eq!(daemon.unsent(), 0);
}

/// A way out that takes nothing for one domain as yet.
struct Greylists(MemoryMailOut);

impl MailOut for Greylists {
    fn send(&mut self, from: &Address, to: &Address, bytes: &[u8]) -> Result<Accepted, SendError> {
        match to.domain() {
            "later.example" => Err(SendError::Later { server: "smtp.example.org".into(), reply: "451 try again later".into() }),
            _ => self.0.send(from, to, bytes),
        }
    }

    fn probe(&mut self) -> Result<String, SendError> {
        self.0.probe()
    }
}

#[test]
fn mails_that_are_put_off_keep_none_back_however_many_they_are() {
    let (mailbox, out) = (MemoryMailbox::new(Stopper::new()), MemoryMailOut::new());
    let mut daemon = Daemon::open(crate::scripted::table::house(), MemoryStore::new(), true).unwrap();
    let mut doors = [Door::new(Box::new(mailbox.clone()), true, Duration::from_secs(1), Stopper::new(), None)];
    let mut sender = Sender::new(Box::new(Greylists(out.clone())), Address::parse("custodian@example.org").unwrap());
    let games = 70;
    for number in 1..=games {
        let body = format!("NEW Game{number}\nPLAYER Ann <ann{number}@later.example>\nPLAYER Bob <bob{number}@later.example>\nUNDO 0");
        mailbox.deliver(letter("master@example.org", number, &body));
    }
    mailbox.deliver(letter("master@example.org", games + 1, &new("Zaphod", 0)));
    let Err(RunError::Unsent(left)) = once(&mut daemon, &mut doors, &mut sender, None) else { panic!("all mails were sent") };
    assert_eq!(left, 2 * games as usize);
    let to: Vec<String> = out.take().into_iter().map(|mail| mail.to.to_string()).filter(|to| !to.starts_with("master")).collect();
    assert_eq!(to, ["ann@x.org", "bob@x.org"]);
}

#[test]
fn a_letter_that_cannot_be_had_is_told_to_the_master_and_the_next_one_is_read() {
    let (mailbox, out) = (MemoryMailbox::new(Stopper::new()), MemoryMailOut::new());
    let mut daemon = Daemon::open(crate::scripted::table::house(), MemoryStore::new(), true).unwrap();
    let mut doors = [Door::new(Box::new(mailbox.clone()), true, Duration::from_secs(1), Stopper::new(), None)];
    let mut sender = Sender::new(Box::new(out.clone()), Address::parse("custodian@example.org").unwrap());
    mailbox.deliver_spoilt("the server cannot convert it");
    assert!(once(&mut daemon, &mut doors, &mut sender, None).is_err(), "alone it may be the mailbox");
    mailbox.deliver(letter("master@example.org", 1, &new("Zaphod", 0)));
    once(&mut daemon, &mut doors, &mut sender, None).unwrap();
    assert_eq!(daemon.custodian.tables().count(), 1);
    let mails: Vec<Mail> = out.take().iter().map(|sent| Mail::read(&sent.bytes)).collect();
    let notice = mails.iter().find(|mail| mail.subject.contains("could not be fetched")).expect("the master is told");
    assert!(notice.words().contains("cannot convert it"), "{}", notice.text);
    once(&mut daemon, &mut doors, &mut sender, None).unwrap();
    assert_eq!(out.take().len(), 0, "he is told once");
}
