//! Mails as they are composed: the same bytes each time, read back by the own reader and by another, safe against what players put into names and subjects.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeZone, Utc};
use custodian::letter::{Address, Correspondent, Html, Image, Kind, List, Mail, Own, Robot, Token, compose, read};
use mail_parser::{MessageParser, MimeHeaders, PartType};

fn address(text: &str) -> Address {
    Address::parse(text).unwrap()
}

fn own() -> Own {
    Own {
        address: address("custodian@games.example"),
        aliases: vec![],
        domain: "games.example".to_owned(),
        plus: Some('+'),
        authserv_id: None,
    }
}

fn token() -> Token {
    Token::from_random([3; 16])
}

fn mail() -> Mail {
    let own = own();
    Mail {
        id: own.message_id("zaphod.7.w", Some(&token())),
        date: Utc.with_ymd_and_hms(2026, 3, 3, 9, 1, 5).unwrap(),
        from: Correspondent::new("Custodian", own.address.clone()),
        to: Correspondent::new("Ada, Countess of \"Lovelace\"", address("ada@lovelace.example")),
        reply_to: Some(own.reply_address(&token())),
        subject: "[Zaphod] turn 7, blue to play".to_owned(),
        in_reply_to: Some("CAF5t+xK=abc123@mail.gmail.com".to_owned()),
        references: vec![own.message_id("zaphod", None), "CAF5t+xK=abc123@mail.gmail.com".to_owned()],
        kind: Kind::Turn,
        list: Some(List {
            id: "zaphod.games.example".to_owned(),
            name: "Zaphod, a multiverse of chess".to_owned(),
            leave: own.reply_address(&token()),
            leave_subject: "[Zaphod] RESIGN & leave".to_owned(),
        }),
        text: "Turn 7\n\n  a b c\n1 . r n\n.\nFrom here on\n-- \nCustodian".to_owned(),
        html: None,
    }
}

fn rich() -> Mail {
    let picture = |cid: &str, first: u8| Image {
        cid: cid.to_owned(),
        name: format!("{cid}.png"),
        png: (0..3000_u32).map(|n| (n % 251) as u8 ^ first).collect(),
    };
    let body = format!(
        "<html><body><p>Turn 7 \u{265E}</p><img src=\"cid:board-1\"><img src=\"cid:board-2\">{}</body></html>",
        "<td>x</td>".repeat(500)
    );
    Mail { html: Some(Html { body, images: vec![picture("board-1", 1), picture("board-2", 2)] }), ..mail() }
}

fn header<'a>(bytes: &'a str, name: &str) -> &'a str {
    let (head, _) = bytes.split_once("\r\n\r\n").unwrap();
    let start = head.split("\r\n").find(|line| line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())));
    start.unwrap_or_else(|| panic!("no {name} in\n{head}"))[name.len() + 1..].trim()
}

/// What every mail must be, whatever is in it.
fn check_form(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap();
    assert!(text.is_ascii());
    assert!(!text.replace("\r\n", "").contains(['\r', '\n']), "a bare CR or LF");
    assert!(text.split("\r\n").all(|line| line.len() <= 998), "a line over 998 bytes");
    let (head, _) = text.split_once("\r\n\r\n").unwrap();
    let names: Vec<_> = head
        .split("\r\n")
        .filter(|line| !line.starts_with([' ', '\t']))
        .map(|line| line.split(':').next().unwrap().to_lowercase())
        .collect();
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "a header twice: {names:?}");
}

#[test]
fn a_plain_mail_says_what_it_is() {
    let bytes = compose(&mail());
    check_form(&bytes);
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(header(&text, "Date"), "Tue, 03 Mar 2026 09:01:05 +0000");
    assert_eq!(header(&text, "Message-ID"), format!("<{}>", mail().id));
    assert_eq!(header(&text, "Auto-Submitted"), "auto-generated");
    assert_eq!(header(&text, "X-Custodian"), "turn");
    assert_eq!(header(&text, "List-Id"), "Zaphod, a multiverse of chess <zaphod.games.example>");
    assert!(header(&text, "List-Unsubscribe").starts_with("<mailto:custodian%2B"), "{text}");
    assert_eq!(header(&text, "Subject"), "[Zaphod] turn 7, blue to play");
    let answer = String::from_utf8(compose(&Mail { kind: Kind::Answer, ..mail() })).unwrap();
    assert_eq!(header(&answer, "Auto-Submitted"), "auto-replied");
}

#[test]
fn the_same_mail_is_the_same_bytes() {
    assert_eq!(compose(&rich()), compose(&rich()));
    assert_ne!(compose(&rich()), compose(&Mail { text: "other".to_owned(), ..rich() }));
}

#[test]
fn the_own_reader_reads_it_back_and_knows_it_as_an_echo() {
    for mail in [mail(), rich()] {
        let letter = read(&compose(&mail), &own());
        assert_eq!(letter.robot, Some(Robot::Echo));
        assert_eq!(letter.sender, Some(mail.from.clone()));
        assert_eq!(letter.recipients, std::slice::from_ref(&mail.to));
        assert_eq!(
            (letter.message_id.as_ref(), letter.subject.as_str(), letter.date),
            (Some(&mail.id), mail.subject.as_str(), Some(mail.date))
        );
        assert_eq!((letter.in_reply_to, letter.references), (mail.in_reply_to.into_iter().collect(), mail.references));
        assert_eq!(
            letter.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
            ["Turn 7", "", "  a b c", "1 . r n", ".", "From here on"]
        );
        assert!(letter.defects.is_empty(), "{:?}", letter.defects);
    }
}

#[test]
fn another_reader_finds_the_same_text_html_and_pictures() {
    let mail = rich();
    let bytes = compose(&mail);
    check_form(&bytes);
    let message = MessageParser::new().parse(&bytes).unwrap();
    let html = mail.html.as_ref().unwrap();
    assert_eq!(message.body_text(0).unwrap().replace("\r\n", "\n"), mail.text);
    assert_eq!(message.body_html(0).unwrap(), html.body);
    let types: Vec<_> = message
        .parts
        .iter()
        .map(|part| part.content_type().map(|found| format!("{}/{}", found.ctype(), found.subtype().unwrap())).unwrap())
        .collect();
    assert_eq!(types, ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png", "image/png"]);
    for (part, image) in message.parts[4..].iter().zip(&html.images) {
        assert_eq!((part.content_id(), part.attachment_name()), (Some(image.cid.as_str()), Some(image.name.as_str())));
        assert!(matches!(&part.body, PartType::InlineBinary(png) | PartType::Binary(png) if **png == image.png));
    }
    assert_eq!(message.to().unwrap().first().unwrap().name.as_deref(), Some(mail.to.name.as_str()));
}

#[test]
fn any_unicode_comes_back() {
    let texts = [
        "Grüße \u{265A} 馬は二回動く。".to_owned(),
        "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308} ".repeat(300),
        "x".repeat(5000),
        format!("{}\n{}", "é".repeat(700), "=?utf-8?q?no?= = \t."),
        "馬".repeat(3000),
        String::new(),
    ];
    for text in texts {
        let subject: String = text.chars().take(150).collect();
        let mail = Mail {
            text: text.clone(),
            subject: subject.clone(),
            to: Correspondent::new(subject.clone(), address("ada@x.example")),
            ..rich()
        };
        let bytes = compose(&mail);
        check_form(&bytes);
        let message = MessageParser::new().parse(&bytes).unwrap();
        assert_eq!(message.body_text(0).unwrap().replace("\r\n", "\n").trim_end_matches('\n'), text);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(message.subject().unwrap_or_default()), words(&subject));
        assert_eq!(words(message.to().unwrap().first().unwrap().name.as_deref().unwrap_or_default()), words(&subject));
    }
}

#[test]
fn nothing_breaks_out_of_a_header() {
    let evil = "x\r\nBcc: everybody@example.org\r\n\r\n<b>body</b>\n\u{2028}\u{85}\0";
    let mail = Mail {
        id: evil.to_owned(),
        subject: evil.to_owned(),
        from: Correspondent::new(evil, address("c@x.example")),
        to: Correspondent::new(evil, address("a@x.example")),
        in_reply_to: Some(evil.to_owned()),
        references: vec![evil.to_owned(), "sound@x".to_owned()],
        list: Some(List { id: evil.to_owned(), name: evil.to_owned(), leave: address("a%?&@x.example"), leave_subject: evil.to_owned() }),
        html: Some(Html { body: evil.to_owned(), images: vec![Image { cid: evil.to_owned(), name: evil.to_owned(), png: vec![1, 2, 3] }] }),
        text: evil.to_owned(),
        date: DateTime::<Utc>::MAX_UTC,
        ..mail()
    };
    let bytes = compose(&mail);
    check_form(&bytes);
    let message = MessageParser::new().parse(&bytes).unwrap();
    assert!(message.bcc().is_none());
    assert_eq!(message.references().as_text(), Some("sound@x"));
    assert_eq!(message.subject(), Some("x Bcc: everybody@example.org <b>body</b>"));
    let long = "w".repeat(5000);
    check_form(&compose(&Mail {
        subject: long.clone(),
        to: Correspondent::new(long.clone(), address("a@x.example")),
        id: long.clone(),
        references: vec![long; 90],
        ..rich()
    }));
}

#[test]
fn a_long_thread_keeps_its_root_and_its_newest() {
    let references: Vec<String> = (0..100).map(|number| own().message_id(&format!("zaphod.{number}"), Some(&token()))).collect();
    let letter = read(&compose(&Mail { references: references.clone(), ..mail() }), &own());
    assert_eq!((letter.references.first(), letter.references.last(), letter.references.len()), (references.first(), references.last(), 21));
}
