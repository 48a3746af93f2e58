//! Every key of the example is tried: it parses, it changes the value, and the example equals the defaults.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

const EXAMPLE: &str = include_str!("../../config.example.toml");

/// For every key a value that is neither its default nor the example's, as TOML.
const OTHERS: &[(&str, &str)] = &[
    ("archive", "\"/var/lib/custodian\""),
    ("templates", "\"texts\""),
    ("spool.folder", "\"/var/spool/custodian\""),
    ("spool.believe_local", "false"),
    ("robot.address", "\"robot@example.org\""),
    ("robot.name", "\"Deep Thought\""),
    ("robot.plus_addressing", "true"),
    ("robot.authserv_id", "\"mail.example.net\""),
    ("robot.senders", "\"token\""),
    ("master.address", "\"zarniwoop@example.org\""),
    ("games.new_from", "[\"*@example.org\", \"ann@example.net\"]"),
    ("games.undo_minutes", "0"),
    ("dice.relays", "[\"https://drand.cloudflare.com\"]"),
    ("dice.lead_minutes", "2880"),
    ("dice.ca_file", "\"ca.pem\""),
    ("limits.letter_bytes", "10_000"),
    ("limits.letters_per_hour", "1"),
    ("limits.replies_per_hour", "2"),
    ("log.format", "\"json\""),
    ("log.level", "\"debug\""),
    ("imap.host", "\"localhost\""),
    ("imap.port", "1993"),
    ("imap.user", "\"marvin\""),
    ("imap.password_file", "\"/run/secret\""),
    ("imap.password_env", "\"PASSWORD\""),
    ("imap.mailbox", "\"Games\""),
    ("imap.ca_file", "\"ca.pem\""),
    ("imap.idle", "false"),
    ("imap.poll_seconds", "5"),
    ("imap.after", "\"move:Done\""),
    ("smtp.host", "\"localhost\""),
    ("smtp.port", "2525"),
    ("smtp.security", "\"tls\""),
    ("smtp.user", "\"marvin\""),
    ("smtp.password_file", "\"/run/secret\""),
    ("smtp.password_env", "\"PASSWORD\""),
    ("smtp.ca_file", "\"ca.pem\""),
    ("smtp.from", "\"games@example.org\""),
];

fn read(text: &str) -> Result<Config, ConfigProblems> {
    Config::read(text, Path::new("custodian.toml"))
}

fn problems(text: &str) -> Vec<String> {
    read(text).unwrap_err().0.iter().map(ToString::to_string).collect()
}

/// The example's keys with their values, `section.key` each; commented ones too.
fn example_keys() -> BTreeMap<String, String> {
    let mut section = String::new();
    let mut keys = BTreeMap::new();
    for line in EXAMPLE.lines() {
        let line = line.strip_prefix('#').filter(|line| !line.starts_with(' ')).unwrap_or(line);
        if let Some(name) = line.strip_prefix('[') {
            section = format!("{}.", name.trim_end_matches(']'));
        } else if let Some((key, value)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            assert!(keys.insert(format!("{section}{key}"), value.to_owned()).is_none(), "{section}{key} stands twice");
        }
    }
    keys
}

/// A text of such keys; of the two places for a password only the first given remains.
fn text_of(keys: &BTreeMap<String, String>) -> String {
    let sections: BTreeSet<&str> = keys.keys().map(|key| key.split_once('.').map_or("", |(section, _)| section)).collect();
    let mut text = String::new();
    for section in sections {
        if !section.is_empty() {
            text += &format!("[{section}]\n");
        }
        for (key, value) in keys {
            let (of, name) = key.split_once('.').unwrap_or(("", key));
            if of == section && !(name == "password_file" && keys.contains_key(&format!("{section}.password_env"))) {
                text += &format!("{name} = {value}\n");
            }
        }
    }
    text
}

#[test]
fn the_example_equals_the_defaults() {
    assert_eq!(read(EXAMPLE).unwrap(), Config::default());
    assert_eq!(read("").unwrap(), Config::default());
}

#[test]
fn the_example_names_every_key_and_no_other() {
    let tried: BTreeSet<String> = OTHERS.iter().map(|(key, _)| (*key).to_owned()).collect();
    assert_eq!(example_keys().into_keys().collect::<BTreeSet<_>>(), tried);
    // What the reader knows, from its own mouth.
    for section in ["", "spool", "robot", "master", "games", "dice", "limits", "log", "imap", "smtp"] {
        let text = if section.is_empty() { "zzz = 1".to_owned() } else { format!("[{section}]\nzzz = 1") };
        let refusal = problems(&text).into_iter().find(|problem| problem.contains("`zzz`")).unwrap();
        let known = refusal.split_once("(it has: ").unwrap().1.trim_end_matches(')');
        for key in known.split(", ") {
            let name = if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") };
            let is_section = tried.iter().any(|tried| tried.starts_with(&format!("{name}.")));
            assert!(tried.contains(&name) || is_section, "{name} is read and not explained");
        }
    }
}

#[test]
fn every_key_parses_and_changes_the_value() {
    let mut example = example_keys();
    for section in ["imap", "smtp"] {
        example.remove(&format!("{section}.password_env"));
    }
    let base = read(&text_of(&example)).unwrap();
    for (key, value) in OTHERS {
        let mut keys = example.clone();
        assert_ne!(keys.get(*key).map(String::as_str), Some(*value), "{key}: another value is wanted here");
        keys.insert((*key).to_owned(), (*value).to_owned());
        let changed = read(&text_of(&keys)).unwrap_or_else(|problems| panic!("{key}: {problems}"));
        assert_ne!(changed, base, "{key} = {value} changes nothing");
    }
}

#[test]
fn every_key_refuses_a_value_of_the_wrong_type() {
    for (key, value) in OTHERS {
        let wrong = if value.starts_with('"') { "17" } else { "\"seventeen\"" };
        let (section, name) = key.split_once('.').map_or((String::new(), *key), |(section, name)| (format!("[{section}]"), name));
        let found = problems(&format!("{section}\n\n{name} = {wrong}\n"));
        let at = format!("custodian.toml:3:{}: `{key}` wants ", name.len() + 4);
        assert!(found.iter().any(|problem| problem.starts_with(&at)), "{key}: {found:?}");
    }
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_one() {
    let found = problems("[imap]\nhost = \"h\"\nuser = \"u\"\npassword_env = \"P\"\nprot = 993\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("custodian.toml:5:1: [imap] has no key `prot`: did you mean `port`? (it has: host, port, "), "{found:?}");
    assert!(problems("[limit]\n")[0].starts_with("custodian.toml:1:2: the top of the file has no key `limit`: did you mean `limits`?"));
    assert!(problems("quux_frobnicate = 1")[0].contains("has no key `quux_frobnicate` (it has: "));
}

#[test]
fn all_problems_are_told_in_order() {
    let found = problems("archive = 3\n[games]\nundo_minutes = -1\nnew_from = [\"ann\"]\n[log]\nlevel = \"inof\"\n");
    assert_eq!(
        found,
        [
            "custodian.toml:1:11: `archive` wants text in quotes, and this is a whole number",
            "custodian.toml:3:16: `games.undo_minutes` wants a whole number from 0 to 10080 (no quotes), and this is -1",
            "custodian.toml:4:12: `games.new_from` has an odd entry 1: `ann` is no mail address: it needs an @, as in name@example.org or *@example.org",
            "custodian.toml:6:9: `log.level` wants one of \"error\", \"warn\", \"info\", \"debug\", \"trace\", and this is \"inof\": did you mean \"info\"?",
        ]
    );
}

#[test]
fn what_is_no_toml_is_refused_with_its_place() {
    let found = problems("archive = \"games\"\n[robot\nname = Custodian\n");
    assert!(found[0].starts_with("custodian.toml:2:"), "{found:?}");
    assert!(found.iter().all(|problem| problem.contains("this is not TOML")), "{found:?}");
}

#[test]
fn a_key_that_stands_twice_is_named_with_both_lines() {
    let text = "[imap]\nhost = \"a\"\n\n[smtp]\nhost = \"b\"\nport = 1\n host = \"c\"\n[imap]\n";
    assert_eq!(
        problems(text),
        [
            "custodian.toml:7:2: `host` stands here a second time, the first is in line 5: keep one of them",
            "custodian.toml:8:2: `imap` stands here a second time, the first is in line 1: keep one of them",
        ]
    );
    assert_eq!(problems("x = {a = 1, a = 2}"), ["custodian.toml:1:13: this is not TOML: duplicate key"]);
}

#[test]
fn a_file_in_another_encoding_is_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("custodian.toml");
    std::fs::write(&file, b"[robot]\n# Sch\xc3\xb6n\nname = \"Caf\xe9\"\n").unwrap();
    let found = Config::load(Some(&file)).unwrap_err().to_string();
    assert_eq!(found, format!("{}:3:12: this is not UTF-8: here stands the byte 0xe9; save the file as UTF-8", file.display()));
}

#[test]
fn an_odd_address_is_quoted_as_it_was_written() {
    let found = problems("[games]\nnew_from = [\"*\", \"foo\"]\n");
    assert!(found[0].contains("odd entry 1: `*` is no mail address: it needs an @, as in name@example.org or *@example.org"), "{found:?}");
    let found = problems("[games]\nnew_from = [\"*@exa mple\"]\n");
    assert!(found[0].contains("odd entry 1: `*@exa mple` is no mail address: behind the @ stands a domain"), "{found:?}");
}

#[test]
fn a_relay_is_reached_over_tls_or_on_this_machine() {
    let read = |relay: &str| read(&format!("[dice]\nrelays = [\"{relay}\"]\n")).map(|config| config.dice.relays[0].clone());
    assert_eq!(read("https://api.drand.sh/"), Ok("https://api.drand.sh".to_owned()));
    assert_eq!(read("http://127.0.0.1:8080"), Ok("http://127.0.0.1:8080".to_owned()));
    for wrong in ["http://api.drand.sh", "http://localhost.evil.org:80", "api.drand.sh", "https://", "https://user@host", "https://a b"] {
        assert!(read(wrong).unwrap_err().to_string().contains("wants the address of a relay"), "{wrong}");
    }
}

#[test]
fn half_a_login_is_refused() {
    let needs = problems("[imap]\n");
    for key in ["`host`", "`user`", "`password_file` or `password_env`"] {
        assert!(needs.iter().any(|problem| problem.contains(key)), "{key}: {needs:?}");
    }
    assert!(problems("[smtp]\nhost = \"h\"\nuser = \"u\"\n")[0].contains("has a `user` and no password"));
    assert!(problems("[smtp]\nhost = \"h\"\npassword_env = \"P\"\n")[0].contains("has a password and no `user`"));
    let both = problems("[smtp]\nhost = \"h\"\nuser = \"u\"\npassword_env = \"P\"\npassword_file = \"p\"\n");
    assert!(both[0].contains("keep one"));
    assert!(problems("[robot]\nsenders = \"dmarc\"\n")[0].contains("authserv_id"));
}

#[test]
fn the_port_follows_the_security_unless_it_is_given() {
    let port = |text: &str| read(&format!("[smtp]\nhost = \"h\"\n{text}")).unwrap().smtp.unwrap().port;
    assert_eq!(port(""), 587);
    assert_eq!(port("security = \"tls\""), 465);
    assert_eq!(port("security = \"tls\"\nport = 25"), 25);
}

#[test]
fn paths_start_from_the_folder_of_the_file() {
    let text = "templates = \"texts\"\n[spool]\nfolder = \"/var/spool/c\"\n";
    let config = Config::read(text, Path::new("/etc/custodian/main.toml")).unwrap();
    assert_eq!(config.archive, Path::new("/etc/custodian/archive"));
    assert_eq!(config.templates.unwrap(), Path::new("/etc/custodian/texts"));
    assert_eq!(config.spool.folder, Path::new("/var/spool/c"));
}

#[test]
fn a_secret_comes_from_a_file_or_the_environment_and_never_shows() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "heart of gold\nsecond line\n").unwrap();
    let secret = SecretSource::File(file.clone()).read().unwrap();
    assert_eq!(secret.reveal(), "heart of gold");
    assert_eq!(format!("{secret:?}"), "***");
    std::fs::write(&file, "\n").unwrap();
    assert!(matches!(SecretSource::File(file).read(), Err(SecretProblem::EmptyFile { .. })));
    assert!(matches!(SecretSource::File("nowhere".into()).read(), Err(SecretProblem::File { .. })));
    assert!(SecretSource::Environment("PATH".into()).read().is_ok());
    assert!(matches!(SecretSource::Environment("CUSTODIAN_UNSET".into()).read(), Err(SecretProblem::Environment { .. })));
}

#[test]
fn a_missing_file_is_a_problem_only_where_it_was_named() {
    let missing = Config::load(Some(Path::new("nowhere/custodian.toml"))).unwrap_err();
    assert!(missing.to_string().starts_with("nowhere/custodian.toml: cannot be read: "));
}

#[test]
fn overrides_are_the_texts_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("turn.txt", "a"), ("notice.txt", "b"), (".turn.txt.swp", "c"), ("turn.txt~", "d"), ("README.md", "e")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let config = Config { templates: Some(folder.path().to_owned()), ..Config::default() };
    let expected = [("notice.txt".to_owned(), "b".to_owned()), ("turn.txt".to_owned(), "a".to_owned())];
    assert_eq!(config.template_overrides().unwrap(), expected);
    assert!(Config { templates: Some("nowhere".into()), ..config }.template_overrides().is_err());
}
