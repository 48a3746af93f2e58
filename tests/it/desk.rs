//! Who is believed, who is answered, what that costs whom: letters judged one by one, with no disk and no network.

use std::sync::atomic::{AtomicUsize, Ordering};

use custodian::adjudicator::{House, SenderPolicy, found};
use custodian::game::Event;
use custodian::game::founding::Founding;
use custodian::game::mar::Deed;
use custodian::letter::AddressPattern;

use crate::scripted::{Table, house};

const ANN: &str = "ann@players.example";
const BOB: &str = "bob@players.example";
const MASTER: &str = "master@example.org";
const ROBOT: &str = "custodian@example.org";

/// A letter whose header goes on with `head`, lines that end with a line feed.
fn letter(from: &str, head: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: {ROBOT}\n{head}\n{body}\n").replace('\n', "\r\n").into_bytes()
}

fn by_hand(table: &mut Table, from: &str, body: &str) -> String {
    static LETTERS: AtomicUsize = AtomicUsize::new(0);
    let number = LETTERS.fetch_add(1, Ordering::Relaxed);
    table.receives(&letter(from, &format!("Message-ID: <hand{number}@x>\n"), body), true).unwrap()
}

/// A game between Ann and Bob in which complete orders are carried out at once; Ann is to play.
fn begun(house: House) -> Table {
    let mut table = Table::in_house(house);
    by_hand(&mut table, MASTER, &format!("NEW Zaphod\nPLAYER Ann <{ANN}>\nPLAYER Bob <{BOB}>\nUNDO 0"));
    by_hand(&mut table, ANN, "JOIN");
    assert!(by_hand(&mut table, BOB, "JOIN").contains("the game begins"));
    table.wait(60);
    table
}

#[test]
fn letters_that_nobody_believes_cost_the_one_they_name_nothing() {
    let mut table = begun(House { letters_per_hour: 3, replies_per_hour: 2, ..house() });
    let bodies = ["NEW Foo", "GAME Marvin", "GAME Zaphod\nGAME Marvin", "RESIGN", "HELP"];
    for number in 0..20 {
        let head = format!("Subject: {number}\nMessage-ID: <forged{number}@x>\n");
        assert!(!table.receives(&letter(ANN, &head, bodies[number % 5]), false).unwrap().contains("resigns"));
    }
    for number in 0..20 {
        let head = format!("Subject: {number}\nAuto-Submitted: auto-replied\nMessage-ID: <away{number}@x>\n");
        table.receives(&letter(ANN, &head, "I am away"), true).unwrap();
    }
    assert_eq!(by_hand(&mut table, ANN, "STATUS"), "Ann asked 1 question");
    assert_eq!(table.mails.len(), 1);
    assert!(by_hand(&mut table, ANN, "1: e2-e4").contains("Ann plays e2-e4"));
}

#[test]
fn a_letter_kept_unread_is_new_when_it_is_sent_again() {
    let mut table = begun(House { letters_per_hour: 1, ..house() });
    by_hand(&mut table, ANN, "STATUS");
    let orders = letter(ANN, "Message-ID: <orders@x>\n", "1: e2-e4");
    assert!(table.receives(&orders, true).unwrap().contains("is kept unread: too many letters"));
    assert_eq!(table.mails.len(), 1);
    let other = letter(ANN, "Message-ID: <other@x>\n", "1: d2-d4");
    assert!(table.receives(&other, true).unwrap().contains("is kept unread"));
    assert_eq!(table.mails.len(), 0);
    table.wait(61);
    let again = [b"Delivered-To: custodian@example.org\r\n".as_slice(), &orders].concat();
    assert!(table.receives(&again, true).unwrap().contains("Ann plays e2-e4"));
    let once_more = [b"X-Other: way\r\n".as_slice(), &again].concat();
    assert!(table.receives(&once_more, true).unwrap().contains("second delivery"));
}

/// A report of a mail server that mails to those addresses failed for good.
fn report(number: usize, addresses: &[&str]) -> Vec<u8> {
    let head = format!(
        "Message-ID: <report{number}@mx>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n"
    );
    let group = |address: &&str| format!("Final-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\n\n");
    let groups: String = addresses.iter().map(group).collect();
    let body = format!("--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n{groups}--b--\n");
    letter("mailer-daemon@mx.example", &head, &body)
}

#[test]
fn the_master_hears_of_everybody_who_cannot_be_reached_and_never_without_end() {
    let mut table = begun(House { replies_per_hour: 3, ..house() });
    table.receives(&report(0, &[ANN, BOB, "nobody@x.example"]), false);
    let [notice] = &table.mails[..] else { panic!("{:?}", table.mails) };
    assert!(notice.to == MASTER && notice.text.contains(ANN) && notice.text.contains(BOB), "{}", notice.text);
    let mails: usize = (1..20)
        .map(|number| {
            table.receives(&report(number, &[BOB]), false);
            table.mails.len()
        })
        .sum();
    assert_eq!(mails, 2);
}

#[test]
fn a_mailbox_of_the_master_that_fails_gets_no_mail_about_it() {
    let mut table = Table::new();
    by_hand(&mut table, MASTER, &format!("NEW Zaphod\nPLAYER Ann <{ANN}>\nPLAYER Master <{MASTER}>"));
    assert_eq!(table.receives(&report(1, &[MASTER, ANN]), false).unwrap(), "2 mails came back");
    assert!(table.mails.is_empty(), "{:?}", table.mails);
}

#[test]
fn a_players_letter_with_a_report_attached_is_played() {
    let mut table = begun(house());
    let head = "Message-ID: <1@x>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n";
    let status = format!("Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; {BOB}\nAction: failed\nStatus: 5.1.1\n");
    let body = format!("--b\nContent-Type: text/plain\n\n1: e2-e4\n\n--b\nContent-Type: message/delivery-status\n\n{status}\n--b--");
    assert!(table.receives(&letter(ANN, head, &body), true).unwrap().contains("Ann plays e2-e4"));
}

#[test]
fn a_game_is_not_founded_on_half_a_letter() {
    let mut table = Table::new();
    let head = "Message-ID: <1@x>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n";
    let body = format!("--b\nContent-Type: text/plain\n\nNEW Trunc\nPLAYER Ann <{ANN}>\nPLAYER Bob <{BOB}>\nPLAYER Ray <r@x.or");
    let note = table.receives(&letter(MASTER, head, &body), true).unwrap();
    assert!(note.contains("could not be read: its end is missing"), "{note}");
    assert!(table.mails.len() == 1 && table.mails[0].to == MASTER, "{:?}", table.mails);
}

#[test]
fn only_a_letter_that_begins_with_new_or_names_players_founds_a_game() {
    let mut table = begun(house());
    assert!(by_hand(&mut table, ANN, "1: e4\n\nNEW idea for next time: less talk").contains("Ann plays e2-e4"));
    let wish =
        format!("Hello,\nI would like a game with you two.\n\nNEW Marvin\nPLAYER Ann <{ANN}>\nA fine game it will be.\nPLAYER Bob <{BOB}>");
    assert!(by_hand(&mut table, MASTER, &wish).contains("Marvin is founded; Ann, Bob are invited"));
    // A player must not be left out in silence.
    let slip = format!("NEW Ford\nPLAYER Ann <{ANN}>\nPLAYER Bob <{BOB}>\nPlyer Cy <cy@players.example>");
    assert!(by_hand(&mut table, MASTER, &slip).contains("no game is founded"));
    assert!(table.mails[0].text.contains("Plyer Cy"), "{}", table.mails[0].text);
    for taken in ["Lobby", "Secret", "LOCK", "zaphod"] {
        let wish = format!("NEW {taken}\nPLAYER Ann <{ANN}>\nPLAYER Bob <{BOB}>");
        assert!(by_hand(&mut table, MASTER, &wish).contains("no game is founded"), "{taken}");
        assert_eq!(table.mails.len(), 1);
    }
}

/// A NEW letter from Ann that bears what is given.
fn wish(name: &str, to: &str, head: &str) -> Vec<u8> {
    let body = format!("NEW {name}\nPLAYER Ann <{ANN}>\nPLAYER Bob <{BOB}>");
    format!("From: {ANN}\nTo: {to}\nMessage-ID: <{name}@x>\n{head}\n{body}\n").replace('\n', "\r\n").into_bytes()
}

const VOUCHED: &str = "Authentication-Results: mx.example.org; dmarc=pass header.from=players.example\n";

#[test]
fn a_game_is_founded_on_the_same_proof_as_a_move_is_made() {
    for (senders, by_token, by_server) in
        [(SenderPolicy::Token, true, false), (SenderPolicy::Dmarc, false, true), (SenderPolicy::TokenOrDmarc, true, true)]
    {
        let mut house = House { senders, ..house() };
        house.own.authserv_id = Some("mx.example.org".into());
        let mut table = Table::in_house(house);
        assert!(table.receives(&wish("Nothing", ROBOT, ""), false).unwrap().contains("was refused"));
        let told = table.mails[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(told.contains("Reply to this mail"), by_token, "{told}");
        let reply_to = table.reply_address(ANN);
        let note = table.receives(&wish("Token", &reply_to, ""), false).unwrap();
        assert_eq!(note.contains("are invited"), by_token, "{senders:?}: {note} {reply_to} {:?}", table.mails);
        assert_eq!(table.receives(&wish("Server", ROBOT, VOUCHED), false).unwrap().contains("are invited"), by_server, "{senders:?}");
    }
}

#[test]
fn strangers_get_few_words_few_mails_and_none_where_a_server_could_vouch_for_them() {
    let stranger = |number: usize, head: &str| {
        let subject = format!("{}https://example.net/", "x".repeat(200));
        letter(&format!("v{number}@elsewhere.example"), &format!("Subject: {subject}\nMessage-ID: <{number}@x>\n{head}"), "Hello!")
    };
    let mut table = begun(house());
    let answered = (0..200).filter(|&number| {
        table.receives(&stranger(number, ""), false);
        if let [mail] = &table.mails[..] {
            assert!(!mail.text.contains("https") && mail.text.contains("xxxxx"), "{}", mail.text);
        }
        !table.mails.is_empty()
    });
    assert_eq!(answered.count(), 60);
    // Whoever plays here is told all the same.
    table.receives(&letter(ANN, "Message-ID: <forged@x>\n", "RESIGN"), false);
    assert_eq!(table.mails.len(), 1);

    let mut careful = house();
    careful.own.authserv_id = Some("mx.example.org".into());
    careful.founders = vec![AddressPattern::parse(MASTER).unwrap()];
    let mut table = begun(careful);
    table.receives(&stranger(1, ""), false);
    assert!(table.mails.is_empty());
    let vouched = VOUCHED.replace("players", "elsewhere");
    table.receives(&stranger(2, &vouched), false);
    assert_eq!(table.mails.len(), 1);
    // An invitation that was not answered yet: nothing goes there but the invitation.
    by_hand(&mut table, MASTER, &format!("NEW Marvin\nPLAYER Ann <{ANN}>\nPLAYER Cy <cy@players.example>"));
    table.receives(&letter("cy@players.example", "Message-ID: <forged1@x>\n", "STATUS"), false);
    assert!(table.mails.is_empty());
    table.receives(&letter(ANN, "Message-ID: <forged2@x>\nSubject: [Zaphod]\n", "RESIGN"), false);
    assert_eq!(table.mails.len(), 1);
}

#[test]
fn a_line_that_names_a_game_is_heard_in_any_case() {
    let mut table = begun(house());
    by_hand(&mut table, MASTER, &format!("NEW Marvin\nPLAYER Ann <{ANN}>\nPLAYER Cy <cy@players.example>"));
    assert!(by_hand(&mut table, ANN, "game Arthur\n1: e4").contains("no such game"));
    assert!(by_hand(&mut table, ANN, "GAME Zaphod\nGAME Marvin\n1: e4").contains("several games"));
    assert!(by_hand(&mut table, ANN, "game marvin\nHISTORY").contains("asked 1 question"));
    assert!(table.mails[0].subject.starts_with("[Marvin]"), "{}", table.mails[0].subject);
    let note = by_hand(&mut table, ANN, "game zaphod\ngame on, Bob!\n1: e4\nBOARD");
    assert!(note.contains("Ann plays e2-e4"), "{note}");
    assert!(table.mails[0].text.contains("> game on, Bob!"), "{}", table.mails[0].text);
}

#[test]
fn names_that_differ_in_case_alone_are_one_and_found_in_any_script() {
    let mut table = Table::new();
    let players = "PLAYER René <rene@players.example>\nPLAYER Bob <bob@players.example>\nPLAYER Cy <cy@players.example>";
    by_hand(&mut table, MASTER, &format!("NEW Zaphod\n{players}\nSEQUENCE RENÉ, CY, BOB"));
    for who in ["bob", "cy", "rene"] {
        by_hand(&mut table, &format!("{who}@players.example"), "JOIN");
    }
    let first = table.mails.iter().find(|mail| mail.to.starts_with("rene")).unwrap();
    assert!(first.text.contains("It is your phase, in turn 1."), "{}", first.text);
    table.replays_to_the_same_state();
    by_hand(&mut table, MASTER, &format!("NEW Marvin\nPLAYER Ann <{ANN}>\nPLAYER ann <{BOB}>"));
    assert!(table.mails[0].text.contains("two are called ann"), "{}", table.mails[0].text);
}

#[test]
fn one_answer_is_as_long_as_a_mail_may_be() {
    let mut table = begun(house());
    by_hand(&mut table, ANN, &"BOARD\n".repeat(100));
    assert!(table.mails[0].text.len() < 3_000, "{}", table.mails[0].text.len());
    let orders = "move real rule repeal pass now withdraw turn draw resign join colours sequence help status board rules history resend check game new";
    let topics = custodian::rule::topics();
    let asked: String = orders.split(' ').chain(topics).map(|topic| format!("HELP {topic}\n")).collect();
    by_hand(&mut table, ANN, &format!("{asked}STATUS\nBOARD"));
    let text = &table.mails[0].text;
    assert!(text.contains("NOT ANSWERED") && text.contains("more of your questions"), "{} bytes", text.len());
    assert!((30_000..41_000).contains(&text.len()), "{} bytes", text.len());
}

/// A game of three in which complete orders wait ten minutes; Ann is to play, then Bob, then Cy.
fn three() -> Table {
    let mut table = Table::new();
    let players = "PLAYER Ann <ann@players.example>\nPLAYER Bob <bob@players.example>\nPLAYER Cy <cy@players.example>";
    by_hand(&mut table, MASTER, &format!("NEW Zaphod\n{players}\nUNDO 10 minutes"));
    for who in [ANN, BOB, CY] {
        by_hand(&mut table, who, "JOIN");
    }
    table
}

const CY: &str = "cy@players.example";

#[test]
fn who_agrees_to_the_draw_that_ends_the_game_does_not_resign_it() {
    let mut table = three();
    by_hand(&mut table, BOB, "DRAW");
    by_hand(&mut table, CY, "DRAW");
    let note = by_hand(&mut table, ANN, "RESIGN\nDRAW");
    assert_eq!(note, "Ann agrees to a draw. Zaphod is drawn: everybody agrees.");
    let answer = table.mails.iter().find(|mail| mail.subject.contains("accepted")).unwrap();
    assert!(answer.text.contains("not done: by another line of this letter the game is over"), "{}", answer.text);
    table.replays_to_the_same_state();
}

#[test]
fn whose_orders_a_resignation_spoils_is_told_and_nobody_else() {
    let mut table = three();
    assert!(by_hand(&mut table, ANN, "REAL 1\n1: e4\n2: e4").contains("accepted"));
    assert!(by_hand(&mut table, CY, "RESIGN").contains("Cy resigns"));
    let to = |who: &str| table.mails.iter().find(|mail| mail.to == who).unwrap().text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Without an opponent's men there the pawn still moves.
    assert!(!to(ANN).contains("Not all of your orders"), "{}", to(ANN));
    table.wait(11);
    assert!(by_hand(&mut table, BOB, "STATUS").contains("asked"));

    let mut table = three();
    for (who, body) in [(ANN, "REAL 1\n1: e4\n2: e4\nNOW"), (BOB, "REAL 1\n1: d5\n3: e4\nNOW"), (CY, "REAL 2\n2: d5\n3: e5\nNOW")] {
        assert!(by_hand(&mut table, who, body).contains("plays"));
    }
    assert!(by_hand(&mut table, ANN, "1: exd5\n2: exd5").contains("accepted"));
    assert!(by_hand(&mut table, CY, "RESIGN").contains("Cy resigns"));
    let to = |who: &str| table.mails.iter().find(|mail| mail.to == who).unwrap().text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        to(ANN).contains("Not all of your orders can be carried out any more. What stands: Your move in Zaphod:1: e4xd5"),
        "{}",
        to(ANN)
    );
    assert!(to(ANN).contains("You still have to move in Zaphod:2"), "{}", to(ANN));
    assert!(!to(BOB).contains("orders can be carried out"), "{}", to(BOB));
    table.replays_to_the_same_state();
    // Half of the orders is not carried out by the clock.
    table.wait(11);
    assert!(by_hand(&mut table, ANN, "2: e5\nNOW").contains("Ann plays e4xd5"));
}

#[test]
fn a_rule_is_repealed_once() {
    let mut table = three();
    let rule = "RULE \"x\"\nKnights may also move like bishops.\nEND";
    assert!(by_hand(&mut table, ANN, &format!("REAL 1\n{rule}\nNOW")).contains("makes rule w1"));
    assert!(by_hand(&mut table, BOB, "REAL 1\nREPEAL w1\nNOW").contains("Bob repeals w1"));
    let note = by_hand(&mut table, CY, "REAL 2\nREPEAL w1\n2: e5\n3: e5\nNOW");
    assert!(!note.contains("Cy repeals"), "{note}");
    assert!(table.mails[0].text.contains("being repealed already"), "{}", table.mails[0].text);
}

#[test]
#[should_panic(expected = "cannot be replayed")]
fn what_could_not_be_replayed_is_never_written() {
    let founding = Founding::between("Zaphod", &["ann", "bob"]);
    let game = found(founding).unwrap();
    Deed::without_dice(&game).happen(Event::Joined { player: 2 });
}
