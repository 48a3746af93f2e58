//! The players' mailboxes as witnesses: every mail ends with a head of the record, and VERIFY compares it with the record as it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::scripted::Table;

/// The game of three, with a rule, an error, questions and an observer.
fn played() -> (Table, Vec<(String, String)>) {
    let mut table = Table::new();
    let mut mails = Vec::new();
    let new =
        "NEW Zaphod\nPLAYER Ann <ann@players.example>\nPLAYER Ben <ben@players.example>\nOBSERVER Zoe <zoe@players.example>\nUNDO 0\n";
    let letters = [
        ("master@example.org", new),
        ("ann", "JOIN\n"),
        ("ben", "JOIN\n"),
        ("zoe", "JOIN\n"),
        ("ann", "1: e2-e5\n"),
        ("ann", "1: e2-e4\n"),
        ("ben", "STATUS\nDRAW\n"),
        ("ben", "RULE \"x\"\nRooks may not capture.\nEND\n"),
        ("stranger", "HELP\n"),
        ("ann", "RESIGN\n"),
    ];
    for (who, body) in letters {
        table.writes(who, None, body);
        mails.extend(table.mails.iter().map(|mail| (mail.to.clone(), mail.text.clone())));
    }
    (table, mails)
}

/// The last line of a mail.
fn footer(text: &str) -> &str {
    text.trim_end().lines().last().unwrap_or_default()
}

/// What the table answers to VERIFY and these words, on one line.
fn answer(table: &mut Table, who: &str, words: &str) -> String {
    table.writes(who, None, &format!("VERIFY {words}\n"));
    table.mails[0].text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_mail_ends_with_a_head_that_the_record_still_has() {
    let (mut table, mails) = played();
    let mut footers: BTreeMap<&str, &str> = mails.iter().map(|(to, text)| (footer(text), to.as_str())).collect();
    assert!(mails.len() > 12 && footers.len() > 8, "{footers:?}");
    // What a stranger is told is about no game.
    footers.retain(|_, to| *to != "stranger@players.example");
    assert!(footers.keys().any(|footer| footer.starts_with("zaphod #0 head ")), "the invitations vouch for the settings");
    for footer in footers.into_keys() {
        for who in ["ann", "zoe"] {
            let said = answer(&mut table, who, footer);
            assert!(said.contains("MATCHES: line ") && !said.contains("NOT MATCH"), "{footer}: {said}");
        }
    }
}

#[test]
fn what_the_record_never_said_is_told_from_what_it_does_not_know() {
    let (mut table, mails) = played();
    let newest = mails.iter().rev().map(|(_, text)| footer(text)).find(|footer| footer.starts_with("zaphod #")).unwrap();
    let (line, head) = newest.trim_start_matches("zaphod #").split_once(" head ").unwrap();
    let other = if head.starts_with('0') { "1" } else { "0" };
    let said = answer(&mut table, "ben", &format!("{line} {other}{}", &head[1..]));
    assert!(said.contains(&format!("DOES NOT MATCH: line {line} of zaphod has the head {head}")), "{said}");
    let said = answer(&mut table, "ben", &format!("500 {head}"));
    assert!(said.contains("UNKNOWN: there is no line 500 of zaphod; the newest is"), "{said}");
    let said = answer(&mut table, "ben", &format!("marvin #{line} head {head}"));
    assert!(said.contains("a mail about marvin, and your letter is for Zaphod"), "{said}");
    for garbled in ["my mail", &format!("{line} {}", &head[..6]), "12 9f3cxxxxxxxx"] {
        let said = answer(&mut table, "ben", garbled);
        assert!(said.contains("is not the last line of a mail. It looks like this: zaphod #"), "{garbled}: {said}");
    }
}

#[test]
fn no_head_stands_for_two_lines() {
    let (_, mails) = played();
    let heads: BTreeSet<(&str, &str)> = mails.iter().filter_map(|(_, text)| footer(text).split_once(" head ")).collect();
    let lines: BTreeSet<&str> = heads.iter().map(|(line, _)| *line).collect();
    assert_eq!(heads.len(), lines.len(), "{heads:?}");
}
