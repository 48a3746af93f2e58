//! Letters that nobody should send: each gets its answer or its silence, is written down, changes no game, and stands in no other letter's way.

use std::collections::BTreeSet;
use std::fs;

use custodian::archive::Digest;

use crate::mail_client::{Client, Mail, Writer};
use crate::program::House;

pub const GAME: &str = "zaphod";
pub const LOBBY: &str = "lobby";
pub const ROBOT: &str = "custodian@localhost";
const ANN: &str = "ann@example.org";
const BOB: &str = "bob@example.org";
/// The largest letter that the built-in settings take, in bytes.
const LARGEST: usize = 2_000_000;
/// What is kept of a larger one, in bytes.
const HEAD: usize = 256 * 1024;

pub fn ann() -> Writer {
    Writer::new("Ann", ANN, Client::Plain)
}

pub fn bob() -> Writer {
    Writer::new("Bob", BOB, Client::Plain)
}

/// A house in which Ann and Bob have joined Zaphod, with Ann to play; built-in settings.
pub fn begun() -> House {
    begin(House::new())
}

pub fn begin(house: House) -> House {
    house.run(&["new", "Zaphod", &format!("Ann <{ANN}>"), &format!("Bob <{BOB}>")]);
    house.once();
    house.deliver(&ann().letter(ROBOT, "yes", "JOIN"));
    house.deliver(&bob().letter(ROBOT, "yes", "JOIN"));
    house.once();
    assert!(house.lines(GAME).iter().any(|line| line.entry.note.contains("the game begins")));
    house
}

/// A letter with these header lines behind its sender's.
fn letter(from: &str, head: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: {ROBOT}\nSubject: [Zaphod]\nMessage-ID: <odd@example.org>\n{head}\n{body}")
        .replace('\n', "\r\n")
        .into_bytes()
}

/// What must become of a letter.
enum Becomes {
    /// It is answered, from that log, and the answer says this.
    Answered(&'static str, &'static [&'static str]),
    /// Nobody hears of it; the reason in the log of the lobby.
    Silence(&'static str),
    /// The master is told this.
    Told(&'static str),
}
use Becomes::{Answered, Silence, Told};

/// Every letter that does nothing, with what becomes of it.
fn letters() -> Vec<(&'static str, Vec<u8>, Becomes)> {
    let plain = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n";
    let of_ann = |head: &str, body: &str| letter(ANN, head, body);
    let multipart = "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=frontier\n";
    let report =
        "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\nAuto-Submitted: auto-replied\n";
    let failure = |action: &str, status: &str| {
        let part = "--b\nContent-Type: text/plain\n\nSorry.\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n";
        format!(
            "{part}Action: {action}\nFinal-Recipient: rfc822; {BOB}\nStatus: {status}\nDiagnostic-Code: smtp; 550 no such user\n\n--b--\n"
        )
    };
    vec![
        (
            "a stranger",
            letter("Zoe <zoe@example.net>", plain, "1: e2-e4"),
            Answered(LOBBY, &["No game here knows the address zoe@example.net", "ask the master of this house, master@localhost"]),
        ),
        (
            "no such game",
            of_ann(plain, "GAME Marvin\n1: e2-e4"),
            Answered(LOBBY, &["You are in no game called Marvin; you are in Zaphod.", "GAME Zaphod"]),
        ),
        (
            "another's phase",
            letter(BOB, plain, "1: e7-e5"),
            Answered(GAME, &["it is not your phase: turn 1, white (Ann) to play", "send this again when your turn mail comes"]),
        ),
        (
            "an order that is none",
            of_ann(plain, "1: Nf9 oh well"),
            Answered(GAME, &["REFUSED", "1: Nf9 oh well", "there is no square f9 here"]),
        ),
        (
            "talk",
            of_ann(plain, "What a game!"),
            Answered(GAME, &["I found no order in your letter; line 1, \"What a game!\", is not one that I know.", "HELP"]),
        ),
        ("an empty letter", of_ann(plain, ""), Answered(GAME, &["Your letter was empty.", "as in 1: e2-e4"])),
        (
            "only a quote",
            of_ann(plain, "On 3 Mar 2026, Custodian wrote:\n> 1: e2-e4\n> NOW\n"),
            Answered(GAME, &["I found only quoted text"]),
        ),
        (
            "an unknown charset",
            of_ann(
                "MIME-Version: 1.0\nContent-Type: text/plain; charset=x-klingon\nContent-Transfer-Encoding: quoted-printable\n",
                "1: e2-e4=FF",
            ),
            Answered(GAME, &["its charset `x-klingon` is not known", "send it as UTF-8"]),
        ),
        (
            "a wrong charset",
            of_ann(
                "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
                "1: e2-e4 =E4",
            ),
            Answered(GAME, &["not valid in the charset it names"]),
        ),
        (
            "a multipart without an end",
            of_ann(multipart, "--frontier\nContent-Type: text/plain\n\n1: e2-e4\n2: N"),
            Answered(GAME, &["its end is missing; send it again"]),
        ),
        ("a NUL", of_ann(plain, "1: e2-e4\0\nNOW"), Answered(GAME, &["it holds a NUL byte"])),
        ("two From lines", of_ann(&format!("From: {BOB}\n{plain}"), "RESIGN"), Silence("it has 2 From lines")),
        ("two addresses in one", letter(&format!("{ANN}, {BOB}"), plain, "RESIGN"), Silence("names 2 addresses")),
        ("no From line", b"To: custodian@localhost\r\nSubject: x\r\n\r\nRESIGN\r\n".to_vec(), Silence("it has no From line")),
        ("no letter", b"\xff\xfe nothing that anybody could read".to_vec(), Silence("it has no header lines")),
        ("an address that is none", letter("ann@@example.org", plain, "RESIGN"), Silence("cannot be used")),
        (
            "too large",
            of_ann(plain, &"RESIGN\n".repeat(LARGEST / 7 + 1)),
            Answered(GAME, &["and at most 2000000 are read", "without attachments"]),
        ),
        (
            "an autoreply",
            of_ann(&format!("Auto-Submitted: auto-replied\n{plain}"), "I am away. RESIGN\nRESIGN"),
            Silence("Auto-Submitted: auto-replied"),
        ),
        (
            "a mailing list",
            of_ann(&format!("List-Id: <chess.example.org>\nPrecedence: list\n{plain}"), "RESIGN"),
            Silence("it says `Precedence: list`"),
        ),
        (
            "a bounce",
            letter("MAILER-DAEMON@mx.example.org", report, &failure("failed", "5.1.1")),
            Told("a mail to bob@example.org came back"),
        ),
        (
            "a delay",
            letter("MAILER-DAEMON@mx.example.org", report, &failure("delayed", "4.4.1")),
            Silence("it is a report of a mail system"),
        ),
        (
            "a forgery",
            [b"Received: from somewhere by mx.example.org; Tue, 3 Mar 2026 10:00:00 +0000\r\n".to_vec(), of_ann(plain, "RESIGN")].concat(),
            Answered(
                GAME,
                &[
                    "A letter in your name came without proof that you wrote it. Nothing in it was carried out.",
                    "somebody else wrote in your name",
                ],
            ),
        ),
        (
            "an unallowed NEW",
            letter(BOB, plain, "NEW Marvin\nPLAYER Ann <ann@example.org>\nPLAYER Bob <bob@example.org>"),
            Answered(LOBBY, &["bob@example.org may not start games here"]),
        ),
    ]
}

#[test]
fn letters_that_do_nothing_are_answered_or_not_and_the_next_one_goes_through() {
    let begun = begun();
    for (what, letter, becomes) in letters() {
        let house = begun.copy();
        let before = house.lines(GAME).last().unwrap().entry.state;
        let mails_before = house.sent().len();
        let next = ann().letter(ROBOT, "my move", "1: e2-e4\nNOW");
        house.deliver(&letter);
        house.deliver(&next);
        house.once();

        let kept = if letter.len() > LARGEST { &letter[..HEAD] } else { &letter };
        let (log, line) = house.line_of(kept).unwrap_or_else(|| panic!("{what}: no line"));
        assert_eq!(house.letter_kept(&log, kept).as_deref(), Some(kept), "{what}");
        let mails = house.mails_of(&log, &line);
        match becomes {
            Answered(from, words) => {
                assert_eq!((log.as_str(), mails.len()), (from, 1), "{what}: {}", line.entry.note);
                let expected = mail_parser::MessageParser::default().parse(&letter).unwrap();
                assert_eq!(expected.from().unwrap().first().unwrap().address().unwrap(), mails[0].to, "{what}");
                for words in words {
                    assert!(mails[0].words().contains(words), "{what}: no \"{words}\" in\n{}", mails[0].text);
                }
            }
            Silence(why) => {
                assert_eq!((log.as_str(), mails.len()), (LOBBY, 0), "{what}: {}", line.entry.note);
                assert!(line.entry.note.contains(why), "{what}: {}", line.entry.note);
            }
            Told(words) => {
                assert_eq!((log.as_str(), mails.len()), (LOBBY, 1), "{what}: {}", line.entry.note);
                assert_eq!(mails[0].to, "master@localhost");
                assert!(mails[0].words().contains(words), "{what}: {}", mails[0].text);
            }
        }
        if log == GAME {
            assert_eq!(line.entry.state, before, "{what} changes the game");
        }
        let (_, played) = house.line_of(&next).unwrap();
        assert!(played.entry.note.contains("Ann plays e2-e4"), "{what}: {}", played.entry.note);
        let states: BTreeSet<Digest> = house.lines(GAME).iter().filter(|line| line.seq < played.seq).map(|line| line.entry.state).collect();
        assert!(states.contains(&before) && !states.contains(&played.entry.state), "{what}");
        assert_eq!(house.sent().len() - mails_before, mails.len() + 2, "{what}: the answer and two turn mails");
        house.verifies(GAME);
        house.verifies(LOBBY);
    }
}

#[test]
fn forgeries_use_up_nothing_of_the_player_they_name() {
    let house = begin(House::with_config("[limits]\nletters_per_hour = 4\nreplies_per_hour = 3\n"));
    let handed_on = b"Received: from somewhere by mx.example.org; Tue, 3 Mar 2026 10:00:00 +0000\r\n";
    let forgeries: Vec<Vec<u8>> = (0..6).map(|_| [handed_on, ann().letter(ROBOT, "mine", "RESIGN").as_slice()].concat()).collect();
    forgeries.iter().for_each(|forgery| house.deliver(forgery));
    let true_one = [handed_on, ann().reply(&turn_mail(&house, ANN), "STATUS\n1: e2-e4\nNOW").as_slice()].concat();
    house.deliver(&true_one);
    house.once();
    let warned = forgeries.iter().map(|forgery| house.line_of(forgery).unwrap().1.entry.out.len()).sum::<usize>();
    assert_eq!(warned, 3);
    let (log, line) = house.line_of(&true_one).unwrap();
    assert!(line.entry.note.contains("Ann plays e2-e4"), "{}", line.entry.note);
    assert!(house.mails_of(&log, &line).iter().any(|mail| mail.kind == "answer"));
}

#[test]
fn a_damaged_game_is_at_rest_until_it_is_mended() {
    let house = begun();
    let log = house.path("archive/zaphod/log/000001.jsonl");
    let sound = fs::read_to_string(&log).unwrap();
    fs::write(&log, sound.replacen("Ann", "Eve", 1)).unwrap();
    let before = house.sent().len();
    let letter = ann().letter(ROBOT, "Re: [Zaphod] turn 1, white to play", "1: e2-e4\nNOW");
    house.deliver(&letter);
    let stopped = house.command(&["run", "--once"]).output().unwrap();
    assert_eq!(stopped.status.code(), Some(1));
    let said = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert!(said.contains("game at rest until it is mended") && said.contains("000001.jsonl"), "{said}");
    let mails = house.sent().split_off(before);
    let [master, answer] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    assert!(
        master.to.starts_with("master@") && master.subject == "[Zaphod] Zaphod is at rest: its archive is damaged",
        "{}",
        master.subject
    );
    assert!(master.text.contains("000001.jsonl"), "{}", master.text);
    assert!(answer.to == ANN && answer.text.contains("Zaphod is at rest"), "{}", answer.text);
    assert_eq!(house.letter_kept(LOBBY, &letter).as_deref(), Some(letter.as_slice()));
    // The master is told once.
    assert_eq!(house.command(&["run", "--once"]).output().unwrap().status.code(), Some(1));
    assert_eq!(house.sent().len(), before + 2);

    fs::write(&log, sound).unwrap();
    // The same letter, sent again: it was kept, and not carried out.
    house.deliver(&[b"Delivered-To: custodian@localhost\r\n".as_slice(), &letter].concat());
    house.once();
    assert!(house.lines(GAME).iter().any(|line| line.entry.note.contains("Ann plays e2-e4")));
    house.verifies(LOBBY);
    house.verifies(GAME);
}

#[test]
fn what_lies_beyond_a_limit_is_said_once() {
    let house = begin(House::with_config("[limits]\nletters_per_hour = 3\n"));
    let orders: String = (0..120).map(|_| "1: e2-e4\n").collect();
    let letters: Vec<Vec<u8>> = [orders.as_str(), "STATUS", "1: d4", "RULES"].map(|body| ann().letter(ROBOT, "[Zaphod]", body)).to_vec();
    letters.iter().for_each(|letter| house.deliver(letter));
    house.once();
    let mails = |letter: &[u8]| {
        let (log, line) = house.line_of(letter).unwrap();
        house.mails_of(&log, &line)
    };
    let long = mails(&letters[0]);
    assert!(long[0].text.contains("Lines 101 to 120 were not read: one letter may hold 100 orders."), "{}", long[0].text);
    assert_eq!(mails(&letters[1])[0].subject, "[Zaphod] status");
    // JOIN was her first letter of the hour
    let first = mails(&letters[2]);
    assert!(first[0].text.contains("I read at most 3 letters an hour from one address."), "{}", first[0].text);
    assert!(mails(&letters[3]).is_empty());
    assert_eq!(house.letter_kept(LOBBY, &letters[3]).as_deref(), Some(letters[3].as_slice()));
    house.verifies(LOBBY);
    house.verifies(GAME);
}

#[test]
fn html_alone_is_read_and_a_letter_that_comes_twice_counts_once() {
    let house = begun();
    let html = Writer::new("Ann", ANN, Client::Html).letter(ROBOT, "my move", "1: e2-e4\nNOW");
    house.deliver(&html);
    house.deliver(&html);
    // a second delivery on another way bears other trace lines
    let again = [b"Delivered-To: custodian@localhost\r\n".as_slice(), &html].concat();
    house.deliver(&again);
    house.once();
    let played: Vec<_> = house.lines(GAME).into_iter().filter(|line| line.entry.cause.letter_digest() == Some(Digest::of(&html))).collect();
    assert_eq!(played.len(), 1);
    assert!(played[0].entry.note.contains("Ann plays e2-e4"), "{}", played[0].entry.note);
    let (log, ignored) = house.line_of(&again).unwrap();
    assert_eq!((log.as_str(), ignored.entry.out.len()), (LOBBY, 0));
    assert!(ignored.entry.note.contains("second delivery"), "{}", ignored.entry.note);
    house.verifies(GAME);
}

#[test]
fn an_answer_to_an_old_turn_is_not_played() {
    let house = begun();
    let (ann, bob) = (ann(), bob());
    let old = turn_mail(&house, ANN);
    house.deliver(&ann.reply(&old, "1: e2-e4\nNOW"));
    house.once();
    house.deliver(&bob.reply(&turn_mail(&house, BOB), "1: e7-e5\nNOW"));
    house.once();
    let state = house.lines(GAME).last().unwrap().entry.state;
    let late = ann.reply(&old, "1: d2-d4\nNOW");
    house.deliver(&late);
    house.once();
    let (_, line) = house.line_of(&late).unwrap();
    assert_eq!(line.entry.state, state);
    let answer = &house.mails_of(GAME, &line)[0];
    assert!(answer.words().contains("your letter answers a mail of turn 1, which you have already played"), "{}", answer.text);
    let right = ann.reply(&turn_mail(&house, ANN), "1: d2-d4\nNOW");
    house.deliver(&right);
    house.once();
    assert!(house.line_of(&right).unwrap().1.entry.note.contains("Ann plays d2-d4"));
    house.verifies(GAME);
}

/// The last turn mail to an address.
fn turn_mail(house: &House, to: &str) -> Mail {
    house.sent().into_iter().rfind(|mail| mail.kind == "turn" && mail.to == to).unwrap()
}
