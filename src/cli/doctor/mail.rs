//! Whether letters can be fetched and mails be handed over; only `--send` sends one.

use super::{Fine, Mend, Verdict, Warning, archive};
use crate::adjudicator::SenderPolicy;
use crate::cli::{Failure, opening};
use crate::config::Config;
use crate::daemon::now;
use crate::letter::{self, Correspondent, Kind, Mail};
use crate::wire::{Mailbox, SpoolMailbox, Stopper};
use std::path::Path;

/// The spool and, where one is configured, the mailbox.
pub(super) fn ways_in(config: &Config) -> Vec<Verdict> {
    let inbox = config.spool.inbox();
    let mut verdicts = vec![not_made_yet(&inbox).unwrap_or_else(|| {
        let spool = SpoolMailbox::open(&inbox, config.limits.letter_bytes, Stopper::new());
        verdict(spool.and_then(|mut spool| spool.probe()))
    })];
    match &config.imap {
        Some(imap) => verdicts.push(match opening::mailbox_of(imap, config.limits.letter_bytes, Stopper::new()) {
            Ok(mut mailbox) => match verdict(mailbox.probe()) {
                Fine(found) if !opening::bookmark(config).exists() => Warning(format!(
                    "{found}; none of them was read yet, and the first start reads and answers them all: give the robot a folder of its own"
                )),
                verdict => verdict,
            },
            Err(failure) => Mend(failure.message),
        }),
        None if config.smtp.is_some() => {
            verdicts.push(Warning("mails leave by [smtp], but without [imap] answers come only by the spool".to_owned()))
        }
        None => {}
    }
    verdicts
}

/// What proves who wrote a letter, and what that leans on and cannot be seen from here.
pub(super) fn proofs(config: &Config) -> Vec<Verdict> {
    let by_mail = config.imap.iter().map(|_| match (&config.robot.authserv_id, config.robot.senders) {
        (_, SenderPolicy::Token) => Fine("who replies to a mail of the robot has proved that it went to him; headers are not believed".to_owned()),
        (None, _) => Warning(
            "without robot.authserv_id no header is believed: only a reply to a mail of the robot proves who wrote, so a first letter (NEW) must \
             be sent again as a reply"
                .to_owned(),
        ),
        (Some(server), _) => Warning(format!(
            "letters are believed whose Authentication-Results header says that {server} vouches for them. Anybody could write that header: make \
             sure that your server removes those that bear its name from letters coming in (RFC 8601 section 5)"
        )),
    });
    let mut verdicts: Vec<Verdict> = by_mail.collect();
    if config.spool.believe_local {
        let spool = config.spool.inbox();
        let who = "is believed to be from whom it says: whoever may write there may play for anybody";
        verdicts.push(Warning(format!("a letter laid into {} that passed no mail server {who} (spool.believe_local)", spool.display())));
    }
    verdicts
}

/// What is to be said of a folder that the first start makes; none where it is there. Looking makes nothing.
fn not_made_yet(maildir: &Path) -> Option<Verdict> {
    if maildir.exists() {
        return None;
    }
    Some(match archive::probe(maildir) {
        Ok(_) => Fine(format!("{} will be made by the first start", maildir.display())),
        Err(error) => Mend(format!("{} cannot be made: {error}", maildir.display())),
    })
}

/// Reach and login; nothing is sent.
pub(super) fn way_out(config: &Config) -> Verdict {
    let without_server = " (without [smtp] no mail leaves this machine)";
    let outbox = config.spool.outbox();
    match (&config.smtp, not_made_yet(&outbox)) {
        (None, Some(Fine(found))) => return Fine(format!("{found}{without_server}")),
        (None, Some(verdict)) => return verdict,
        _ => {}
    }
    let probe = opening::way_out(config).map(|mut out| verdict(out.probe()));
    match probe {
        Ok(Fine(found)) if config.smtp.is_none() => Fine(format!("{found}{without_server}")),
        Ok(verdict) => verdict,
        Err(failure) => Mend(failure.message),
    }
}

/// One letter to the master.
pub(super) fn test(config: &Config) -> Verdict {
    match send_test(config) {
        Ok(receipt) => Fine(format!("a test letter to {} was taken: {receipt}", config.master.address)),
        Err(failure) => Mend(failure.message),
    }
}

fn send_test(config: &Config) -> Result<String, Failure> {
    let own = opening::own(config);
    let date = now();
    let mail = Mail {
        id: own.message_id(&format!("doctor.{}", date.timestamp()), None),
        date,
        from: Correspondent::new(config.robot.name.clone(), config.robot.address.clone()),
        to: Correspondent::new("", config.master.address.clone()),
        reply_to: None,
        subject: "A test letter".to_owned(),
        in_reply_to: None,
        references: Vec::new(),
        kind: Kind::Notice,
        list: None,
        text: "You asked `custodian doctor --send` for this letter. It has arrived.\n".to_owned(),
        html: None,
    };
    let bounces_to = opening::bounces_to(config);
    Ok(opening::way_out(config)?.send(bounces_to, &config.master.address, &letter::compose(&mail))?.receipt)
}

fn verdict<E: std::error::Error>(probed: Result<String, E>) -> Verdict {
    probed.map_or_else(|error| Mend(error.to_string()), Fine)
}
