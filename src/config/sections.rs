//! The sections and keys of the config file, each read over its default.

use super::problem::ConfigProblems;
use super::reader::{Document, Reading, Section, flag, list_of, number, one_of, text};
use super::*;
use toml::de::DeValue;

const IMAPS_PORT: u16 = 993;
const SUBMISSION_PORT: u16 = 587;
const SUBMISSIONS_PORT: u16 = 465;

/// Between two looks into a mailbox: a second at least, a day at most.
const POLL_SECONDS: std::ops::RangeInclusive<u32> = 1..=86_400;
const DEFAULT_POLL_SECONDS: u32 = 60;
/// An undo delay longer than a week is a deadline, not a delay.
const UNDO_MINUTES: std::ops::RangeInclusive<u32> = 0..=10_080;
/// Orders fit into the least; more than the most is never read.
const LETTER_BYTES: std::ops::RangeInclusive<u64> = 10_000..=crate::letter::MAX_LETTER as u64;
/// From five minutes to thirty days.
const LEAD_MINUTES: std::ops::RangeInclusive<u32> = 5..=43_200;
const PER_HOUR: std::ops::RangeInclusive<u32> = 1..=1_000_000;

pub(super) fn config(text: &str, file: &Path) -> Result<Config, ConfigProblems> {
    let document = Document::parse(text, file)?;
    let config = top(document.top());
    document.finish(config)
}

fn top(mut top: Section) -> Config {
    let default = Config::default();
    let robot = robot(top.section("robot"), default.robot);
    let config = Config {
        archive: top.path_or("archive", &default.archive),
        templates: top.path("templates"),
        spool: spool(top.section("spool"), default.spool),
        imap: top.optional_section("imap").and_then(imap),
        smtp: top.optional_section("smtp").and_then(|section| smtp(section, &robot.address)),
        games: games(top.section("games"), default.games),
        dice: dice(top.section("dice"), default.dice),
        limits: limits(top.section("limits"), default.limits),
        log: log(top.section("log"), default.log),
        master: master(top.section("master"), default.master),
        robot,
    };
    top.finish();
    config
}

fn spool(mut section: Section, default: Spool) -> Spool {
    let folder = section.path_or("folder", &default.folder);
    let spool = Spool { folder, believe_local: section.value("believe_local", default.believe_local, flag) };
    section.finish();
    spool
}

fn imap(mut section: Section) -> Option<Imap> {
    let host = section.required("host", text);
    let port = section.value("port", IMAPS_PORT, number(1..=u16::MAX));
    let user = section.required("user", text);
    let password = password(&mut section);
    let mailbox = section.value("mailbox", "INBOX".to_owned(), text);
    let ca_file = section.path("ca_file");
    let idle = section.value("idle", true, flag);
    let poll_seconds = section.value("poll_seconds", DEFAULT_POLL_SECONDS, number(POLL_SECONDS));
    let after = section.value("after", After::Seen, after);
    if password.is_none() {
        section.problem("[imap] needs `password_file` or `password_env`: where the password is to be found".to_owned());
    }
    section.finish();
    Some(Imap { host: host?, port, user: user?, password: password?, mailbox, ca_file, idle, poll_seconds, after })
}

fn smtp(mut section: Section, robot_address: &Address) -> Option<Smtp> {
    let host = section.required("host", text);
    let security = section.value("security", Security::StartTls, one_of(&[("starttls", Security::StartTls), ("tls", Security::Tls)]));
    let usual_port = match security {
        Security::StartTls => SUBMISSION_PORT,
        Security::Tls => SUBMISSIONS_PORT,
    };
    let port = section.value("port", usual_port, number(1..=u16::MAX));
    let user = section.optional("user", text);
    let password = password(&mut section);
    let ca_file = section.path("ca_file");
    let from = section.value("from", robot_address.clone(), address);
    let login = match (user, password) {
        (Some(user), Some(password)) => Some(Login { user, password }),
        (None, None) => None,
        (Some(_), None) => {
            section.problem("[smtp] has a `user` and no password: name a `password_file` or a `password_env`".to_owned());
            None
        }
        (None, Some(_)) => {
            section.problem("[smtp] has a password and no `user`: add the user, or take the password out".to_owned());
            None
        }
    };
    section.finish();
    Some(Smtp { host: host?, port, security, login, ca_file, from })
}

/// Where the password is: in a file or in the environment, never both.
fn password(section: &mut Section) -> Option<SecretSource> {
    let file = section.path("password_file").map(SecretSource::File);
    let environment = section.optional("password_env", text).map(SecretSource::Environment);
    if file.is_some() && environment.is_some() {
        section.problem("`password_file` and `password_env` are two answers to one question: keep one".to_owned());
    }
    file.or(environment)
}

fn robot(mut section: Section, default: Robot) -> Robot {
    const SENDERS: &[(&str, SenderPolicy)] =
        &[("token", SenderPolicy::Token), ("dmarc", SenderPolicy::Dmarc), ("token-or-dmarc", SenderPolicy::TokenOrDmarc)];
    let robot = Robot {
        address: section.value("address", default.address, address),
        name: section.value("name", default.name, text),
        plus_addressing: section.value("plus_addressing", default.plus_addressing, flag),
        authserv_id: section.optional("authserv_id", text),
        senders: section.value("senders", default.senders, one_of(SENDERS)),
    };
    if robot.senders == SenderPolicy::Dmarc && robot.authserv_id.is_none() {
        section.problem(
            "`robot.senders` = \"dmarc\" believes nobody without `robot.authserv_id`: add the name your mail server signs with".to_owned(),
        );
    }
    section.finish();
    robot
}

fn games(mut section: Section, default: Games) -> Games {
    let pattern = |value: &DeValue| text(value).and_then(|text| AddressPattern::parse(&text).map_err(|why| why.to_string()));
    let games = Games {
        new_from: section.value("new_from", default.new_from, list_of(pattern)),
        undo_minutes: section.value("undo_minutes", default.undo_minutes, number(UNDO_MINUTES)),
    };
    section.finish();
    games
}

fn dice(mut section: Section, default: Dice) -> Dice {
    let dice = Dice {
        relays: section.value("relays", default.relays, list_of(relay)),
        lead_minutes: section.value("lead_minutes", default.lead_minutes, number(LEAD_MINUTES)),
        ca_file: section.path("ca_file"),
    };
    section.finish();
    dice
}

/// The address of a relay: over TLS, but on this very machine.
fn relay(value: &DeValue) -> Reading<String> {
    let address = text(value)?;
    let host = |rest: &str| rest.split(['/', '?', '#']).next().is_some_and(|host| !host.is_empty() && !host.contains(['@', ' ']));
    let own =
        |rest: &str| ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| rest.strip_prefix(own).is_some_and(|rest| rest.starts_with(':')));
    let sound = match (address.strip_prefix("https://"), address.strip_prefix("http://")) {
        (Some(rest), _) => host(rest),
        (None, Some(rest)) => own(rest) && host(rest),
        (None, None) => false,
    };
    match sound && !address.contains(char::is_whitespace) {
        true => Ok(address.trim_end_matches('/').to_owned()),
        false => Err(format!("wants the address of a relay, as in \"https://api.drand.sh\", and this is {address:?}")),
    }
}

fn limits(mut section: Section, default: Limits) -> Limits {
    let limits = Limits {
        letter_bytes: section.value("letter_bytes", default.letter_bytes, number(LETTER_BYTES)),
        letters_per_hour: section.value("letters_per_hour", default.letters_per_hour, number(PER_HOUR)),
        replies_per_hour: section.value("replies_per_hour", default.replies_per_hour, number(PER_HOUR)),
    };
    section.finish();
    limits
}

fn log(mut section: Section, default: Log) -> Log {
    const LEVELS: &[(&str, LogLevel)] = &[
        ("error", LogLevel::Error),
        ("warn", LogLevel::Warn),
        ("info", LogLevel::Info),
        ("debug", LogLevel::Debug),
        ("trace", LogLevel::Trace),
    ];
    let log = Log {
        format: section.value("format", default.format, one_of(&[("human", LogFormat::Human), ("json", LogFormat::Json)])),
        level: section.value("level", default.level, one_of(LEVELS)),
    };
    section.finish();
    log
}

fn master(mut section: Section, default: Master) -> Master {
    let master = Master { address: section.value("address", default.address, address) };
    section.finish();
    master
}

fn address(value: &DeValue) -> Reading<Address> {
    Address::parse(&text(value)?).map_err(|why| format!("wants one mail address: {why}"))
}

fn after(value: &DeValue) -> Reading<After> {
    let word = text(value)?;
    match word.as_str() {
        "leave" => Ok(After::Leave),
        "seen" => Ok(After::Seen),
        _ => match word.strip_prefix("move:") {
            Some(folder) if !folder.is_empty() && !folder.contains(['\r', '\n', '\0']) => Ok(After::Move(folder.to_owned())),
            _ => Err(format!("wants \"leave\", \"seen\" or \"move:Folder\", and this is {word:?}")),
        },
    }
}
