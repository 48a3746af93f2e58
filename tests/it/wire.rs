//! The two ports against real Dovecot and Exim: order, waking, restarts, and what is said when something is wrong.

use std::time::{Duration, Instant};

use custodian::letter::{Address, Own, read, read_head};
use custodian::wire::{
    Cursor, Extent, ImapConfig, ImapMailbox, Incoming, MailOut, Mailbox, MailboxError, Secret, Security, SendError, Settled, SmtpConfig,
    SmtpLogin, SmtpOut, Stopper, Trust, Watch,
};

use crate::servers::Servers;

/// Longest wait for a letter on its way through both servers.
const PATIENCE: Duration = Duration::from_secs(30);

fn letter(text: &str) -> Vec<u8> {
    format!("From: ada@test.example\r\nTo: custodian@test.example\r\nSubject: {text}\r\nMessage-ID: <{text}@test.example>\r\n\r\n{text}\r\n.\r\n..dots\r\n").into_bytes()
}

fn send(out: &mut SmtpOut, text: &str) {
    out.send(&Servers::address("ada"), &Servers::address("custodian"), &letter(text)).unwrap();
}

fn subject(letter: &Incoming) -> String {
    let own = Own {
        address: Servers::address("custodian"),
        aliases: vec![],
        domain: "test.example".to_owned(),
        plus: Some('+'),
        authserv_id: None,
    };
    read(&letter.bytes, &own).subject
}

/// The next letter, waiting for it.
fn await_next(mailbox: &mut ImapMailbox, after: Option<&Cursor>) -> Incoming {
    let begun = Instant::now();
    loop {
        match mailbox.next(after) {
            Ok(Some(letter)) => return letter,
            Ok(None) => {}
            Err(error) => assert!(error.is_transient(), "{error}"),
        }
        assert!(begun.elapsed() < PATIENCE, "no letter");
        // the connection may break while it waits; the next question opens another
        let _ = mailbox.wait(Duration::from_secs(5));
    }
}

/// The next letters up to the one with this subject, in order.
fn await_subjects(mailbox: &mut ImapMailbox, mut after: Option<Cursor>, last: &str) -> (Vec<String>, Option<Cursor>) {
    let mut subjects = Vec::new();
    while subjects.last().is_none_or(|subject| subject != last) {
        let letter = await_next(mailbox, after.as_ref());
        subjects.push(subject(&letter));
        mailbox.settle(&letter.cursor).unwrap();
        after = Some(letter.cursor);
    }
    (subjects, after)
}

#[test]
fn ten_letters_come_in_order_whole_and_nothing_is_marked() {
    let servers = Servers::start(&["ada", "custodian"]);
    let mut out = SmtpOut::new(servers.smtp("ada"));
    let mut mailbox = ImapMailbox::new(servers.imap("custodian"), Stopper::new());
    assert_eq!(mailbox.next(None).unwrap(), None);
    let mut after = None;
    for number in 0..10 {
        let text = format!("letter-{number}");
        send(&mut out, &text);
        let found = await_next(&mut mailbox, after.as_ref());
        assert_eq!((subject(&found), found.extent), (text.clone(), Extent::Whole));
        let sent = letter(&text);
        let body = &sent[sent.windows(4).position(|four| four == b"\r\n\r\n").unwrap()..];
        assert!(found.bytes.windows(body.len()).any(|piece| piece == body), "{}", String::from_utf8_lossy(&found.bytes));
        assert_eq!(mailbox.next(after.as_ref()).unwrap().unwrap(), found, "again until settled");
        after = Some(found.cursor);
    }
    // `UID n:*` would give the last letter again
    assert_eq!(mailbox.next(after.as_ref()).unwrap(), None);
    let mut afresh = ImapMailbox::new(servers.imap("custodian"), Stopper::new());
    assert_eq!(await_subjects(&mut afresh, None, "letter-9").0, (0..10).map(|number| format!("letter-{number}")).collect::<Vec<_>>());
    assert!(mailbox.probe().unwrap().contains("10 letters"));
}

#[test]
fn idle_wakes_for_a_letter_at_the_time_and_at_the_stop() {
    let servers = Servers::start(&["ada", "custodian"]);
    let stopper = Stopper::new();
    let mut mailbox = ImapMailbox::new(servers.imap("custodian"), stopper.clone());
    assert_eq!(mailbox.next(None).unwrap(), None);

    let begun = Instant::now();
    mailbox.wait(Duration::from_millis(1500)).unwrap();
    assert!((1..10).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());

    let smtp = servers.smtp("ada");
    let sender = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        send(&mut SmtpOut::new(smtp), "wake");
    });
    let begun = Instant::now();
    mailbox.wait(Duration::from_secs(120)).unwrap();
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    sender.join().unwrap();
    let cursor = await_next(&mut mailbox, None).cursor;
    assert_eq!(mailbox.next(Some(&cursor)).unwrap(), None);

    let ringer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stopper.stop();
    });
    let begun = Instant::now();
    mailbox.wait(Duration::from_secs(120)).unwrap();
    mailbox.wait(Duration::from_secs(120)).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    ringer.join().unwrap();
}

#[test]
fn polling_finds_letters_too() {
    let servers = Servers::start(&["ada", "custodian"]);
    let config = ImapConfig { watch: Watch::Poll { every: Duration::from_millis(100) }, ..servers.imap("custodian") };
    let mut mailbox = ImapMailbox::new(config, Stopper::new());
    assert_eq!(mailbox.next(None).unwrap(), None);
    send(&mut SmtpOut::new(servers.smtp("ada")), "polled");
    assert_eq!(subject(&await_next(&mut mailbox, None)), "polled");
}

#[test]
fn a_restart_of_either_server_loses_nothing_and_doubles_nothing() {
    let mut servers = Servers::start(&["ada", "custodian"]);
    let mut out = SmtpOut::new(servers.smtp("ada"));
    let mut mailbox = ImapMailbox::new(servers.imap("custodian"), Stopper::new());
    send(&mut out, "one");
    let (_, after) = await_subjects(&mut mailbox, None, "one");
    mailbox.next(after.as_ref()).unwrap();

    servers.stop_dovecot();
    let waited = mailbox.wait(Duration::from_secs(60)).and_then(|()| mailbox.next(after.as_ref()).map(drop));
    assert!(waited.unwrap_err().is_transient());
    assert!(mailbox.next(after.as_ref()).unwrap_err().is_transient());
    // Exim keeps it until Dovecot is back
    send(&mut out, "two");
    servers.start_dovecot();
    // Dovecot may have been stopped between storing "one" and saying so to Exim, which then brings it again (RFC 1047).
    let but_one = |subjects: Vec<String>| subjects.into_iter().filter(|subject| subject != "one").collect::<Vec<_>>();
    let (subjects, after) = await_subjects(&mut mailbox, after, "two");
    assert_eq!(but_one(subjects), ["two"]);

    servers.stop_exim();
    let refused = out.send(&Servers::address("ada"), &Servers::address("custodian"), &letter("three")).unwrap_err();
    assert!(refused.is_transient() && matches!(refused, SendError::Unreachable { .. }), "{refused}");
    servers.start_exim();
    send(&mut out, "three");
    assert_eq!(but_one(await_subjects(&mut mailbox, after, "three").0), ["three"]);
}

#[test]
fn another_uidvalidity_reads_everything_again() {
    let mut servers = Servers::start(&["ada", "custodian"]);
    let mut out = SmtpOut::new(servers.smtp("ada"));
    let mut mailbox = ImapMailbox::new(servers.imap("custodian"), Stopper::new());
    send(&mut out, "one");
    let (_, after) = await_subjects(&mut mailbox, None, "one");
    send(&mut out, "two");
    let (_, after) = await_subjects(&mut mailbox, after, "two");
    servers.stop_dovecot();
    servers.forget_uids("custodian");
    servers.start_dovecot();
    let (subjects, again) = await_subjects(&mut mailbox, after.clone(), "two");
    assert_eq!(subjects, ["one", "two"]);
    let validity = |cursor: &Option<Cursor>| if let Some(Cursor::Imap { validity, .. }) = cursor { *validity } else { 0 };
    assert_ne!(validity(&after), validity(&again));
    assert_eq!(mailbox.next(again.as_ref()).unwrap(), None);
}

#[test]
fn of_a_letter_that_is_too_large_only_the_head_comes() {
    let servers = Servers::start(&["ada", "custodian"]);
    let mut out = SmtpOut::new(servers.smtp("ada"));
    let mut big = letter("big");
    big.extend("x".repeat(70).into_bytes().iter().chain(b"\r\n").cycle().take(200_000));
    out.send(&Servers::address("ada"), &Servers::address("custodian"), &big).unwrap();
    let mut mailbox = ImapMailbox::new(ImapConfig { size_limit: 100_000, ..servers.imap("custodian") }, Stopper::new());
    let found = await_next(&mut mailbox, None);
    let Extent::Head { size, .. } = found.extent else { panic!("fetched whole") };
    assert!(size > 200_000 && found.bytes.len() < 5_000, "{size} {}", found.bytes.len());
    let own =
        Own { address: Servers::address("custodian"), aliases: vec![], domain: "test.example".to_owned(), plus: None, authserv_id: None };
    let head = read_head(&found.bytes, size, 100_000, &own);
    assert_eq!((head.subject.as_str(), head.sender.unwrap().address), ("big", Servers::address("ada")));
    // Exim delivers two letters at a time: the second is sent when the first is there
    send(&mut out, "small");
    assert_eq!(subject(&await_next(&mut mailbox, Some(&found.cursor))), "small");
}

#[test]
fn a_settled_letter_is_marked_or_moved_as_the_operator_wants() {
    let servers = Servers::start(&["ada", "custodian"]);
    let mut out = SmtpOut::new(servers.smtp("ada"));
    send(&mut out, "one");
    let mut marking = ImapMailbox::new(ImapConfig { settled: Settled::MarkSeen, ..servers.imap("custodian") }, Stopper::new());
    let (_, after) = await_subjects(&mut marking, None, "one");
    assert_eq!(marking.next(after.as_ref()).unwrap(), None);

    let mut moving =
        ImapMailbox::new(ImapConfig { settled: Settled::MoveTo("Done".to_owned()), ..servers.imap("custodian") }, Stopper::new());
    let (_, after) = await_subjects(&mut moving, None, "one");
    moving.settle(after.as_ref().unwrap()).unwrap();
    assert!(moving.probe().unwrap().contains("INBOX") && moving.probe().unwrap().contains(" 0 letters"));
    let mut done = ImapMailbox::new(ImapConfig { folder: "Done".to_owned(), ..servers.imap("custodian") }, Stopper::new());
    assert_eq!(subject(&done.next(None).unwrap().unwrap()), "one");
}

#[test]
fn what_is_wrong_with_the_mailbox_is_said_clearly() {
    let servers = Servers::start(&["custodian"]);
    let fails = |config: ImapConfig| ImapMailbox::new(config, Stopper::new()).probe().unwrap_err();
    let good = servers.imap("custodian");

    let error = fails(ImapConfig { password: Secret::new("wrong-secret"), ..good.clone() });
    assert!(matches!(&error, MailboxError::Login { user, .. } if user == "custodian") && !error.is_transient(), "{error}");
    assert!(!format!("{error} {error:?}").contains("secret"));

    let error = fails(ImapConfig { trust: servers.wrong_trust(), ..good.clone() });
    assert!(matches!(error, MailboxError::Tls { .. }) && error.to_string().contains("ca_file"), "{error}");
    let error = fails(ImapConfig { trust: Trust::Machine, ..good.clone() });
    assert!(matches!(error, MailboxError::Tls { .. }), "{error}");
    let error = fails(ImapConfig { host: "127.0.0.1".to_owned(), ..good.clone() });
    assert!(error.to_string().contains("another name than 127.0.0.1"), "{error}");
    let error = fails(ImapConfig { port: servers.smtp("custodian").port, ..good.clone() });
    assert!(error.to_string().contains("does not speak TLS"), "{error}");
    let error = fails(ImapConfig { port: 1, ..good.clone() });
    assert!(matches!(error, MailboxError::Unreachable { .. }) && error.is_transient(), "{error}");
    let error = fails(ImapConfig { folder: "Nowhere".to_owned(), ..good.clone() });
    assert!(matches!(error, MailboxError::Refused { .. }) && error.to_string().contains("Nowhere"), "{error}");
    let error = fails(ImapConfig { folder: "INBOX\r\nx LOGOUT".to_owned(), ..good });
    assert!(error.to_string().contains("folder"), "{error}");
}

#[test]
fn what_is_wrong_with_sending_is_said_clearly() {
    let servers = Servers::start(&["ada"]);
    let good = servers.smtp("ada");
    let fails = |config: SmtpConfig| SmtpOut::new(config).probe().unwrap_err();
    assert!(SmtpOut::new(good.clone()).probe().unwrap().contains("ada"));

    let login = SmtpLogin { user: "ada".to_owned(), password: Secret::new("wrong-secret") };
    let error = fails(SmtpConfig { login: Some(login), ..good.clone() });
    assert!(matches!(&error, SendError::Login { user, .. } if user == "ada"), "{error}");
    assert!(!format!("{error} {error:?}").contains("secret"));
    let error = fails(SmtpConfig { trust: servers.wrong_trust(), ..good.clone() });
    assert!(matches!(error, SendError::Tls { .. }) && error.to_string().contains("ca_file"), "{error}");
    let error = fails(SmtpConfig { host: "127.0.0.1".to_owned(), ..good.clone() });
    assert!(error.to_string().contains("another name than 127.0.0.1"), "{error}");
    let error = fails(SmtpConfig { security: Security::Tls, ..good.clone() });
    assert!(error.to_string().contains("does not speak TLS"), "{error}");
    let error = fails(SmtpConfig { port: 1, ..good.clone() });
    assert!(matches!(error, SendError::Unreachable { .. }), "{error}");

    let ada = Servers::address("ada");
    let mut out = SmtpOut::new(good.clone());
    let never = out.send(&ada, &Servers::address("refused"), &letter("x")).unwrap_err();
    assert!(matches!(never, SendError::Never { .. }) && !never.is_transient() && never.to_string().contains("no such player"), "{never}");
    let later = out.send(&ada, &Servers::address("later"), &letter("x")).unwrap_err();
    assert!(matches!(later, SendError::Later { .. }) && later.is_transient(), "{later}");
    let full = out
        .send(&ada, &ada, &letter("x").into_iter().chain(b"x\r\n".iter().copied().cycle().take(5_000_000)).collect::<Vec<_>>())
        .unwrap_err();
    assert!(matches!(full, SendError::Later { .. }) && full.to_string().contains("552"), "{full}");
    let relay =
        SmtpOut::new(SmtpConfig { login: None, ..good }).send(&ada, &Address::parse("a@else.example").unwrap(), &letter("x")).unwrap_err();
    assert!(matches!(relay, SendError::Never { .. }), "{relay}");
    out.send(&ada, &ada, &letter("after all that")).unwrap();
}

#[test]
fn a_real_bounce_names_the_recipient_and_shows_the_token() {
    let servers = Servers::start(&["custodian"]);
    let own = Own {
        address: Servers::address("custodian"),
        aliases: vec![],
        domain: "test.example".to_owned(),
        plus: Some('+'),
        authserv_id: None,
    };
    let token = custodian::letter::Token::from_random([42; 16]);
    let mut out = SmtpOut::new(servers.smtp("custodian"));
    let gone = Address::parse("gone@elsewhere.example").unwrap();
    out.send(&own.reply_address(&token), &gone, &letter("x")).unwrap();
    let mut mailbox = ImapMailbox::new(servers.imap("custodian"), Stopper::new());
    let bounce = read(&await_next(&mut mailbox, None).bytes, &own);
    assert!(bounce.robot.is_some());
    assert_eq!(bounce.tokens, [token]);
    assert_eq!(bounce.bounces.len(), 1, "{bounce:?}");
    assert_eq!(
        (&bounce.bounces[0].recipient, bounce.bounces[0].is_hard(), bounce.bounces[0].original.as_deref()),
        (&Some(gone), true, Some("x@test.example"))
    );
}
