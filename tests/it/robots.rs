//! Robots that write to robots: they know each other, or fall silent when their answers are spent.

use crate::bad_input::{GAME, LOBBY, begun};
use crate::mail_client::Mail;
use crate::program::House;

#[test]
fn the_robots_own_mails_coming_back_are_left_alone() {
    let house = begun();
    let sent = house.sent();
    assert!(sent.len() >= 5);
    for mail in &sent {
        house.deliver(&mail.bytes);
    }
    house.once();
    for mail in &sent {
        let (log, line) = house.line_of(&mail.bytes).unwrap();
        assert_eq!((log.as_str(), line.entry.out.len()), (LOBBY, 0), "{}", mail.subject);
        assert!(line.entry.note.contains("one of our own mails"), "{}", line.entry.note);
    }
    assert_eq!(house.sent().len(), sent.len());
}

/// Answers that one address gets in an hour, in the two houses.
const REPLIES: usize = 4;

/// Two houses, of which the first has invited the other's robot to a game.
fn two_houses() -> [House; 2] {
    let house = |name: &str| {
        House::with_config(&format!("[robot]\naddress = \"robot@{name}.example\"\n\n[limits]\nreplies_per_hour = {REPLIES}\n"))
    };
    let houses = [house("one"), house("two")];
    houses[0].run(&["new", "Zaphod", "Ann <ann@example.org>", "Robot <robot@two.example>"]);
    houses[0].once();
    houses
}

/// Carries mails between the houses until there are none; gives how many there were.
fn carry(houses: &[House; 2], change: impl Fn(&Mail) -> Vec<u8>) -> usize {
    let mut carried = [0, 0];
    loop {
        let mut moved = false;
        for (from, to) in [(0, 1), (1, 0)] {
            let robot = ["robot@one.example", "robot@two.example"][to];
            let mails: Vec<Mail> = houses[from].sent().into_iter().filter(|mail| mail.to == robot).collect();
            for mail in &mails[carried[from]..] {
                houses[to].deliver(&change(mail));
                moved = true;
            }
            carried[from] = mails.len();
            houses[to].once();
        }
        if !moved {
            return carried.iter().sum();
        }
        assert!(carried[0] + carried[1] < 10 * REPLIES, "they do not fall silent");
    }
}

#[test]
fn two_robots_know_each_other_and_fall_silent_at_once() {
    let houses = two_houses();
    assert_eq!(carry(&houses, |mail| mail.bytes.clone()), 1);
}

#[test]
fn two_robots_whose_marks_were_lost_fall_silent_when_their_answers_are_spent() {
    let houses = two_houses();
    let marks = ["x-custodian", "auto-submitted", "precedence", "list-", "x-auto-response-suppress"];
    let unmarked = |mail: &Mail| {
        let text = String::from_utf8(mail.bytes.clone()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let unfolded = head.replace("\r\n ", " ");
        let kept = unfolded.split("\r\n").filter(|line| !marks.iter().any(|mark| line.to_lowercase().starts_with(mark)));
        format!("{}\r\n\r\n{body}", kept.collect::<Vec<_>>().join("\r\n")).into_bytes()
    };
    let carried = carry(&houses, unmarked);
    assert!((3..=2 * REPLIES + 1).contains(&carried), "{carried} mails went to and fro");
    for house in &houses {
        house.verifies(LOBBY);
    }
    houses[0].verifies(GAME);
}
