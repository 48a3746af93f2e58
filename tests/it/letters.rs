//! Letters of common mail programs, and broken ones: every `tests/letters/NAME.eml` read with both line ends and compared with `NAME.txt`.
//!
//! `BLESS=1 cargo test letters` writes what was read; look at the difference before committing it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use custodian::letter::{Address, Defect, Letter, Own, Token, read, read_head};

/// The secret that the letters of the corpus carry.
const TOKEN: &str = "k7qxw2mzp4dtv3ncy6hbr5gfja";

fn own() -> Own {
    Own {
        address: Address::parse("custodian@games.example").unwrap(),
        aliases: vec![],
        domain: "games.example".to_owned(),
        plus: Some('+'),
        authserv_id: Some("mx.games.example".to_owned()),
    }
}

/// Everything that was read, in words.
fn show(letter: &Letter) -> String {
    let mut shown = String::new();
    let mut say = |name: &str, value: String| writeln!(shown, "{name}: {value}").unwrap();
    if let Some(sender) = &letter.sender {
        say("from", sender.to_string());
    }
    for recipient in &letter.recipients {
        say("to", recipient.to_string());
    }
    say("subject", letter.subject.clone());
    if let Some(date) = letter.date {
        say("date", date.to_rfc3339());
    }
    if let Some(id) = &letter.message_id {
        say("id", id.clone());
    }
    for id in &letter.in_reply_to {
        say("in reply to", id.clone());
    }
    for id in &letter.references {
        say("reference", id.clone());
    }
    for token in &letter.tokens {
        say("token", if *token == Token::parse(TOKEN).unwrap() { "the one of the corpus".to_owned() } else { "another".to_owned() });
    }
    if let Some(robot) = &letter.robot {
        say("robot", robot.to_string());
    }
    for bounce in &letter.bounces {
        let recipient = bounce.recipient.as_ref().map_or("?", Address::as_str);
        say("bounce", format!("{recipient} {:?} {} {:?} of {:?}", bounce.action, bounce.status, bounce.diagnostic, bounce.original));
    }
    let found = letter.authentication;
    say("authentication", format!("dmarc {:?}, dkim {:?}, spf {:?}", found.dmarc, found.dkim, found.spf));
    for defect in &letter.defects {
        say("defect", defect.to_string());
    }
    say("sound", (letter.sender.is_some() && letter.spoiled().is_none()).to_string());
    for line in &letter.lines {
        writeln!(shown, "{:3}|{}", line.number, line.text).unwrap();
    }
    shown
}

fn with_crlf(bytes: &[u8]) -> Vec<u8> {
    let mut crlf = Vec::with_capacity(bytes.len() * 2);
    for &byte in bytes {
        if byte == b'\n' {
            crlf.push(b'\r');
        }
        crlf.push(byte);
    }
    crlf
}

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters");
    let mut letters: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    letters.retain(|path| path.extension().is_some_and(|extension| extension == "eml"));
    letters.sort();
    letters
}

#[test]
fn every_letter_of_the_corpus_is_read_as_written_down() {
    let mut wrong = Vec::new();
    let letters = corpus();
    for path in &letters {
        let bytes = std::fs::read(path).unwrap();
        let shown = show(&read(&bytes, &own()));
        let golden = path.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&golden, &shown).unwrap();
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        let crlf = show(&read(&with_crlf(&bytes), &own()));
        if shown != expected || crlf != expected {
            wrong.push(format!("{}\n--- expected\n{expected}--- with LF\n{shown}--- with CRLF\n{crlf}", path.display()));
        }
    }
    assert!(letters.len() >= 40, "the corpus has shrunk to {}", letters.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_beginning_of_every_letter_is_read_without_a_panic() {
    for path in corpus() {
        let bytes = std::fs::read(&path).unwrap();
        for end in (0..bytes.len()).step_by(7) {
            assert!(read(&bytes[..end], &own()) == read(&bytes[..end], &own()), "{} up to {end}", path.display());
        }
    }
}

fn small(head: &str, body: &str) -> Vec<u8> {
    format!("From: ada@lovelace.example\nTo: custodian@games.example\nMIME-Version: 1.0\n{head}\n\n{body}").into_bytes()
}

fn defects(bytes: &[u8]) -> Vec<Defect> {
    let letter = read(bytes, &own());
    assert_eq!(letter.sender.unwrap().address.as_str(), "ada@lovelace.example");
    letter.defects
}

#[test]
fn bombs_are_told_and_cost_nothing() {
    let begun = std::time::Instant::now();
    let parts = "--b\nContent-Type: text/plain\n\n1: e2-e4\n".repeat(10_000);
    assert!(matches!(
        defects(&small("Content-Type: multipart/mixed; boundary=b", &format!("{parts}--b--\n")))[..],
        [Defect::TooManyParts { .. }]
    ));

    let deep: String = (0..100).map(|level| format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n")).collect();
    assert!(
        defects(format!("From: ada@lovelace.example\n{deep}").as_bytes()).iter().any(|defect| matches!(defect, Defect::TooDeep { .. }))
    );

    let letters = "Content-Type: message/rfc822\n\n".repeat(100_000);
    assert_eq!(defects(format!("From: ada@lovelace.example\n{letters}").as_bytes()), [Defect::Empty]);

    let headers = "X-Filler: x\n".repeat(100_000);
    assert!(matches!(defects(&small(headers.trim_end(), "1: e2-e4"))[..], [Defect::TooManyHeaders { .. }]));

    let folded = format!("X-Long: a\n{}", " b\n".repeat(1_000_000));
    assert!(defects(&small(folded.trim_end(), "1: e2-e4")).is_empty());

    assert!(matches!(defects(&small("Subject: x", &"1: e2-e4\n".repeat(300_000)))[..], [Defect::TooMuchText { .. }]));
    assert!(matches!(defects(&small("Content-Type: text/html", &"<blockquote><b>".repeat(300_000)))[0], Defect::TooMuchText { .. }));
    assert_eq!(defects(&small("Subject: x", &"\n".repeat(500_000))), [Defect::Empty]);
    assert_eq!(defects(&small("Subject: x", &"From: a\n\n".repeat(50_000))), []);
    assert_eq!(defects(&small("Subject: x", &"--\nb@c wrote:\n\n\n".repeat(30_000))), [Defect::OnlyQuote]);

    for tag in ["<b><p>", "<div class=gmail_signature>", "<a href='", "<", "&", "<ol><li>", "<a b=\"", "<x a=", "<a '", "<table><td>"] {
        read(&small("Content-Type: text/html", &tag.repeat(500_000 / tag.len())), &own());
    }

    let mut huge = small("Subject: x", "");
    huge.resize(custodian::letter::MAX_LETTER + 1, b'x');
    assert!(matches!(defects(&huge)[..], [Defect::TooLarge { .. }]));
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn of_a_letter_that_is_too_large_the_head_alone_says_who_wrote_it() {
    let head = small("Subject: big\nContent-Type: multipart/mixed; boundary=b", "");
    let letter = read_head(&head, 99_000_000, 10_000_000, &own());
    assert_eq!((letter.subject.as_str(), letter.sender.is_some()), ("big", true));
    assert_eq!(letter.defects, [Defect::TooLarge { bytes: 99_000_000, limit: 10_000_000 }]);
}

/// A letter from printable noise, so that arbitrary bytes reach every reader.
fn noise(seed: u64) -> Vec<u8> {
    const PIECES: [&str; 24] = [
        "From: a@b\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "\n",
        "--b\n",
        "--b--\n",
        "> ",
        "<div ",
        "class=\"",
        "=E2=80",
        "&#x",
        "=?utf-8?b?",
        ";",
        "\u{FEFF}",
        "On 3.3.26, a@b wrote:\n",
        "-- \n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Type: text/html; charset=utf-7\n",
        "é",
        "<blockquote>",
        "\0",
        "\r",
        " \n",
        "charset*0*=utf-8''%",
        "Content-Type: text/plain; format=flowed\n",
    ];
    let mut state = seed;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut bytes = Vec::new();
    for _ in 0..next(120) {
        bytes.extend_from_slice(PIECES[next(PIECES.len())].as_bytes());
        if next(9) == 0 {
            bytes.push(next(256) as u8);
        }
    }
    bytes
}

#[test]
fn noise_is_read_without_a_panic() {
    for seed in 0..20_000 {
        let (letter, again) = (read(&noise(seed), &own()), read(&noise(seed), &own()));
        assert!(letter == again, "seed {seed}: {:?}", String::from_utf8_lossy(&noise(seed)));
    }
}
