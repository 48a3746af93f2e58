//! Servers that answer as few do: each must cost a connection at most, never the daemon.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use custodian::wire::{Cursor, Extent, ImapConfig, ImapMailbox, Mailbox, MailboxError, Secret, Settled, Stopper, Trust, Watch};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::servers::Authority;

type Tls = StreamOwned<ServerConnection, std::net::TcpStream>;

/// What a server answers to a command instead of the usual, `TAG` standing for the tag; it may also write by itself.
type Oddity = fn(&str, &mut Tls) -> Option<String>;

/// A mailbox at a server that answers by `odd`, and where that says nothing, as a server with one letter (UID 7) does.
fn mailbox_at(odd: Oddity) -> (ImapMailbox, tempfile::TempDir) {
    mailbox_that(Settled::Leave, odd)
}

fn mailbox_that(settled: Settled, odd: Oddity) -> (ImapMailbox, tempfile::TempDir) {
    let authority = Authority::new();
    let (certificate, key) = authority.certify("localhost");
    let folder = tempfile::tempdir().unwrap();
    let ca_file = folder.path().join("ca.pem");
    fs::write(&ca_file, &authority.certificate).unwrap();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let config = Arc::new(
        ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()],
                PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap(),
            )
            .unwrap(),
    );
    // the thread ends with the test's process
    std::thread::spawn(move || {
        for socket in listener.incoming() {
            let config = config.clone();
            std::thread::spawn(move || serve(StreamOwned::new(ServerConnection::new(config).unwrap(), socket.unwrap()), odd));
        }
    });
    let config = ImapConfig {
        host: "localhost".to_owned(),
        port,
        user: "custodian".to_owned(),
        password: Secret::new("secret"),
        trust: Trust::File(ca_file),
        folder: "INBOX".to_owned(),
        watch: Watch::Idle { else_every: Duration::from_millis(100) },
        size_limit: 1000,
        settled,
    };
    (ImapMailbox::new(config, Stopper::new()), folder)
}

/// One connection; it ends when the client or the oddity closes it.
fn serve(mut tls: Tls, odd: Oddity) -> Option<()> {
    let greeting = odd("greeting", &mut tls).unwrap_or("* OK ready\r\n".to_owned());
    tls.write_all(greeting.as_bytes()).ok()?;
    let mut reader = BufReader::new(tls);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let (tag, command) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        let answer = odd(command, reader.get_mut()).unwrap_or_else(|| usual(command)).replace("TAG", tag);
        reader.get_mut().write_all(answer.as_bytes()).ok()?;
    }
}

fn usual(command: &str) -> String {
    let untagged = match command {
        "CAPABILITY" => "* CAPABILITY IMAP4rev1 IDLE\r\n",
        _ if command.starts_with("EXAMINE") => "* 1 EXISTS\r\n* OK [UIDVALIDITY 3] ok\r\n",
        // `n:*` names the last letter whatever n is
        _ if command.starts_with("UID SEARCH") => "* SEARCH 7\r\n",
        _ if command.contains("RFC822.SIZE") => "* 1 FETCH (UID 7 RFC822.SIZE 12)\r\n",
        _ if command.contains("BODY.PEEK[]") => "* 1 FETCH (UID 7 BODY[] {12}\r\nSubject: x\r\n)\r\n",
        _ => "",
    };
    format!("{untagged}TAG OK done\r\n")
}

/// The cursor of the one letter.
fn newest(mailbox: &mut ImapMailbox) -> Cursor {
    mailbox.next(None).unwrap().unwrap().cursor
}

#[test]
fn the_last_letter_is_not_new_for_ever() {
    let (mut mailbox, _folder) = mailbox_at(|_, _| None);
    let letter = mailbox.next(None).unwrap().unwrap();
    assert!(
        matches!(&letter.cursor, Cursor::Imap { account, folder, validity: 3, uid: 7 } if account.starts_with("custodian@localhost:") && folder == "INBOX")
    );
    assert_eq!((letter.extent, letter.bytes), (Extent::Whole, b"Subject: x\r\n".to_vec()));
    assert_eq!(mailbox.next(Some(&letter.cursor)).unwrap(), None);
}

#[test]
fn an_idle_that_ends_at_once_breaks_only_the_connection() {
    let (mut mailbox, _folder) = mailbox_at(|command, _| (command == "IDLE").then(|| "TAG OK no idling today\r\n".to_owned()));
    let cursor = newest(&mut mailbox);
    assert_eq!(mailbox.next(Some(&cursor)).unwrap(), None);
    for _ in 0..2 {
        let error = mailbox.wait(Duration::from_secs(30)).unwrap_err();
        assert!(matches!(error, MailboxError::Broken { .. }) && error.is_transient(), "{error}");
        assert_eq!(mailbox.next(Some(&cursor)).unwrap(), None, "a new connection");
    }
}

#[test]
fn chatter_while_idling_does_not_stretch_the_wait() {
    let (mut mailbox, _folder) = mailbox_at(|command, tls| {
        if command != "IDLE" {
            return None;
        }
        tls.write_all(b"+ idling\r\n").ok()?;
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(50));
            tls.write_all(b"* OK Still here\r\n").and_then(|()| tls.flush()).ok()?;
        }
        None
    });
    let cursor = newest(&mut mailbox);
    assert_eq!(mailbox.next(Some(&cursor)).unwrap(), None);
    let begun = Instant::now();
    // its chatter goes on when the wait is over: the connection is given up
    let _ = mailbox.wait(Duration::from_secs(1));
    assert!(begun.elapsed() >= Duration::from_millis(900) && begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn without_idle_it_polls() {
    let (mut mailbox, _folder) =
        mailbox_at(|command, _| (command == "CAPABILITY").then(|| "* CAPABILITY IMAP4rev1\r\nTAG OK done\r\n".to_owned()));
    assert!(mailbox.probe().unwrap().contains("no IDLE"));
    let begun = Instant::now();
    mailbox.wait(Duration::from_secs(60)).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_server_that_is_going_down_or_speaks_nonsense_is_transient() {
    for odd in [
        (|command: &str, _: &mut Tls| (command == "greeting").then(|| "* BYE too many connections\r\n".to_owned())) as Oddity,
        |command, _| (command == "NOOP").then(|| "* BYE going down\r\nTAG BAD x\r\n".to_owned()),
        |command, _| command.starts_with("UID SEARCH").then(|| "\u{1}\u{2}nonsense (((\r\n".to_owned()),
        |command, _| command.starts_with("UID SEARCH").then(|| "X99 OK another tag\r\n".to_owned()),
        |command, _| command.contains("SIZE").then(|| "* 1 FETCH (UID 7 RFC822.SIZE 99999999999999999999)\r\nTAG OK x\r\n".to_owned()),
    ] {
        let (mut mailbox, _folder) = mailbox_at(odd);
        let error = mailbox.next(None).unwrap_err();
        assert!(matches!(error, MailboxError::Broken { .. } | MailboxError::Refused { .. } | MailboxError::Letter { .. }), "{error}");
    }
}

#[test]
fn what_the_server_tells_of_other_letters_is_not_taken_for_the_one_asked_for() {
    let (mut mailbox, _folder) = mailbox_at(|command, _| match command {
        _ if command.contains("RFC822.SIZE") => {
            Some("* 2 FETCH (UID 9 RFC822.SIZE 99999)\r\n* 1 FETCH (UID 7 RFC822.SIZE 12)\r\n* 3 EXISTS\r\nTAG OK x\r\n".to_owned())
        }
        _ if command.contains("BODY.PEEK[]") => Some(
            "* 2 FETCH (UID 9 FLAGS (\\Seen))\r\n* 1 FETCH (UID 7 BODY[] {12}\r\nSubject: y\r\n)\r\n* 2 EXPUNGE\r\nTAG OK x\r\n".to_owned(),
        ),
        _ => None,
    });
    let letter = mailbox.next(None).unwrap().unwrap();
    assert_eq!((letter.extent, letter.bytes), (Extent::Whole, b"Subject: y\r\n".to_vec()));
}

#[test]
fn a_letter_that_vanished_is_passed_over() {
    let (mut mailbox, _folder) = mailbox_at(|command, _| match command {
        _ if command.starts_with("UID SEARCH") => Some("* SEARCH 9 7 8\r\nTAG OK x\r\n".to_owned()),
        _ if command.starts_with("UID FETCH 7") => Some("TAG OK nothing\r\n".to_owned()),
        _ if command.contains("RFC822.SIZE") => Some("* 1 FETCH (UID 8 RFC822.SIZE 5000)\r\nTAG OK x\r\n".to_owned()),
        _ if command.contains("BODY.PEEK[HEADER]<0.") => {
            Some("* 1 FETCH (UID 8 BODY[HEADER]<0> {12}\r\nSubject: z\r\n)\r\nTAG OK x\r\n".to_owned())
        }
        _ => None,
    });
    let letter = mailbox.next(None).unwrap().unwrap();
    assert_eq!((letter.extent, letter.bytes), (Extent::Head { size: 5000, limit: 1000 }, b"Subject: z\r\n".to_vec()));
    assert!(matches!(letter.cursor, Cursor::Imap { uid: 8, .. }));
}

/// A letter that the server has and does not give costs nothing but itself, and no wait becomes a busy loop.
#[test]
fn a_letter_that_the_server_does_not_give_is_named_and_can_be_left_out() {
    for odd in [
        (|command: &str, _: &mut Tls| match command {
            "IDLE" => Some("+ idling\r\n".to_owned()),
            _ => command.contains("BODY.PEEK[]").then(|| "TAG NO it cannot be converted\r\n".to_owned()),
        }) as Oddity,
        |command, _| match command {
            "IDLE" => Some("+ idling\r\n".to_owned()),
            _ => command.contains("BODY.PEEK[]").then(|| "* 1 FETCH (UID 7 FLAGS ())\r\nTAG OK x\r\n".to_owned()),
        },
    ] {
        let (mut mailbox, _folder) = mailbox_at(odd);
        let MailboxError::Letter { cursor, reason } = mailbox.next(None).unwrap_err() else { panic!("the letter is not named") };
        assert!(matches!(cursor, Cursor::Imap { uid: 7, .. }) && !reason.is_empty());
        mailbox.leave_out(&BTreeSet::from([cursor]));
        assert_eq!(mailbox.next(None).unwrap(), None);
        let begun = Instant::now();
        let _ = mailbox.wait(Duration::from_millis(300));
        assert!(begun.elapsed() >= Duration::from_millis(250), "the letter left out wakes nobody: {:?}", begun.elapsed());
        mailbox.leave_out(&BTreeSet::new());
        assert!(matches!(mailbox.next(None), Err(MailboxError::Letter { .. })));
    }
}

#[test]
fn a_cursor_of_another_account_counts_for_nothing() {
    let (mut mailbox, _folder) = mailbox_at(|_, _| None);
    let Cursor::Imap { folder, validity, uid, .. } = newest(&mut mailbox) else { panic!("not a cursor of IMAP") };
    let elsewhere = Cursor::Imap { account: "custodian@imap.example.org:993".to_owned(), folder, validity, uid };
    assert_eq!(mailbox.next(Some(&elsewhere)).unwrap().unwrap().bytes, b"Subject: x\r\n");
}

#[test]
fn whatever_a_server_says_at_the_greeting_the_thread_lives() {
    for odd in [
        (|command: &str, _: &mut Tls| (command == "greeting").then(|| "\r\n".to_owned())) as Oddity,
        |command, _| (command == "greeting").then(|| "* OK [CAPABILITY\r\n".to_owned()),
        |command, _| command.starts_with("LOGIN").then(|| "* 99999999999 EXISTS\r\n)TAG\r\n".to_owned()),
        |command, _| (command == "CAPABILITY").then(|| "* CAPABILITY\r\nTAG OK\r\n".to_owned()),
        |command, _| command.starts_with("EXAMINE").then(|| "TAG OK\r\n".to_owned()),
    ] {
        let (mut mailbox, _folder) = mailbox_at(odd);
        assert!(mailbox.next(None).is_err() || mailbox.probe().is_ok());
    }
}

#[test]
fn a_folder_that_takes_no_more_letters_is_named_by_its_own_reason() {
    let (mut mailbox, _folder) = mailbox_that(Settled::MoveTo("Done".to_owned()), |command, _| match command {
        "CAPABILITY" => Some("* CAPABILITY IMAP4rev1 IDLE MOVE\r\nTAG OK x\r\n".to_owned()),
        _ if command.starts_with("SELECT") => Some("* 1 EXISTS\r\n* OK [UIDVALIDITY 3] ok\r\nTAG OK x\r\n".to_owned()),
        _ if command.starts_with("UID MOVE") => Some("TAG NO [OVERQUOTA] no room in Done\r\n".to_owned()),
        _ if command.starts_with("CREATE") => Some("TAG NO Done is there already\r\n".to_owned()),
        _ => None,
    });
    let letter = mailbox.next(None).unwrap().unwrap();
    assert!(mailbox.settle(&letter.cursor).unwrap_err().to_string().contains("no room in Done"));
}
