//! From the config to what runs: the house, the archive taken up, the doors for letters and the way out for mails.

use super::Failure;
use crate::adjudicator::House;
use crate::adjudicator::founding::Usual;
use crate::config::{After, Config, Imap, Login, Smtp};
use crate::daemon::{Daemon, Door, Fetcher, Sender, archive_secret, keyring};
use crate::dice::Method;
use crate::letter::templates::Templates;
use crate::letter::{Address, Own};
use crate::store::{Disk, FileStore};
use crate::wire::{
    ImapConfig, ImapMailbox, MailOut, Relays, Settled, SmtpConfig, SmtpLogin, SmtpOut, SpoolMailbox, SpoolOut, Stopper, Trust, Watch,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest time between two looks into the spool; it is looked at much oftener where the disk tells of nothing.
const SPOOL_LOOK: Duration = Duration::from_secs(60);
/// Where the place in the mailbox is noted, in the archive.
const BOOKMARK: &str = "mailbox-cursor";
const SECONDS_OF_A_MINUTE: u32 = 60;

/// What deciding needs of the config; a template that would not render is refused here.
pub(super) fn house(config: &Config) -> Result<House, Failure> {
    Ok(House {
        own: own(config),
        name: config.robot.name.clone(),
        master: config.master.address.clone(),
        senders: config.robot.senders,
        founders: config.games.new_from.clone(),
        usual: usual(config),
        fetches_beacons: !config.dice.relays.is_empty(),
        letters_per_hour: config.limits.letters_per_hour,
        replies_per_hour: config.limits.replies_per_hour,
        secret: archive_secret(&config.archive)?,
        templates: templates(config)?,
        keyring: Some(keyring(&config.archive)?),
    })
}

/// What games get whose founder says nothing about it: beacons where relays are named.
pub(super) fn usual(config: &Config) -> Usual {
    let dice = match config.dice.relays.is_empty() {
        true => Method::House,
        false => Method::Drand { lead: config.dice.lead_minutes * SECONDS_OF_A_MINUTE },
    };
    Usual { undo: config.games.undo_minutes * SECONDS_OF_A_MINUTE, dice }
}

/// The robot's face in the mail.
pub(super) fn own(config: &Config) -> Own {
    let robot = &config.robot;
    Own {
        address: robot.address.clone(),
        aliases: config.smtp.iter().map(|smtp| smtp.from.clone()).filter(|from| *from != robot.address).collect(),
        domain: robot.address.domain().to_owned(),
        plus: robot.plus_addressing.then_some('+'),
        authserv_id: robot.authserv_id.clone(),
    }
}

/// The texts, with the operator's in place of the built-in ones.
pub(super) fn templates(config: &Config) -> Result<Templates, Failure> {
    let overrides = config.template_overrides()?;
    let folder = config.templates.as_deref().unwrap_or("templates".as_ref());
    Templates::load(&overrides).map_err(|problem| Failure::new(format!("{}/{problem}", folder.display())))
}

/// The archive, locked and taken up; what a crash had left is told.
pub(super) fn daemon(config: &Config) -> Result<Daemon<FileStore>, Failure> {
    let (store, recovered) = FileStore::open(&config.archive, Disk::default())?;
    let mut daemon = Daemon::open(house(config)?, store, config.spool.believe_local)?;
    daemon.recovered(&recovered)?;
    Ok(daemon)
}

/// The ways in: the spool, which is always open, and the mailbox where one is configured.
pub(super) fn doors(config: &Config) -> Result<Vec<Door>, Failure> {
    let stopper = Stopper::new();
    let mailbox = SpoolMailbox::open(&config.spool.inbox(), config.limits.letter_bytes, stopper.clone())?;
    let mut doors = vec![Door::new(Box::new(mailbox), true, SPOOL_LOOK, stopper, None)];
    if let Some(imap) = &config.imap {
        let stopper = Stopper::new();
        let mailbox = mailbox_of(imap, config.limits.letter_bytes, stopper.clone())?;
        let poll = Duration::from_secs(imap.poll_seconds.into());
        doors.push(Door::new(Box::new(mailbox), false, poll, stopper, Some(bookmark(config))));
    }
    Ok(doors)
}

/// Where the place in the mailbox is noted.
pub(super) fn bookmark(config: &Config) -> PathBuf {
    config.archive.join(BOOKMARK)
}

/// The mailbox on the server; it connects when it is first asked.
pub(super) fn mailbox_of(imap: &Imap, size_limit: u64, stopper: Stopper) -> Result<ImapMailbox, Failure> {
    let poll = Duration::from_secs(imap.poll_seconds.into());
    let config = ImapConfig {
        host: imap.host.clone(),
        port: imap.port,
        user: imap.user.clone(),
        password: imap.password.read()?,
        trust: trust(imap.ca_file.as_deref()),
        folder: imap.mailbox.clone(),
        watch: if imap.idle { Watch::Idle { else_every: poll } } else { Watch::Poll { every: poll } },
        size_limit,
        settled: match &imap.after {
            After::Leave => Settled::Leave,
            After::Seen => Settled::MarkSeen,
            After::Move(folder) => Settled::MoveTo(folder.clone()),
        },
    };
    Ok(ImapMailbox::new(config, stopper))
}

/// The way out: the server where one is configured, else the spool's `out/`.
pub(super) fn way_out(config: &Config) -> Result<Box<dyn MailOut + Send>, Failure> {
    Ok(match &config.smtp {
        Some(smtp) => Box::new(server_of(smtp)?),
        None => Box::new(SpoolOut::open(&config.spool.outbox())?),
    })
}

fn server_of(smtp: &Smtp) -> Result<SmtpOut, Failure> {
    let login = |login: &Login| Ok::<_, Failure>(SmtpLogin { user: login.user.clone(), password: login.password.read()? });
    let config = SmtpConfig {
        host: smtp.host.clone(),
        port: smtp.port,
        security: smtp.security,
        login: smtp.login.as_ref().map(login).transpose()?,
        trust: trust(smtp.ca_file.as_deref()),
        hello: None,
    };
    Ok(SmtpOut::new(config))
}

fn trust(ca_file: Option<&Path>) -> Trust {
    ca_file.map_or(Trust::Machine, |file| Trust::File(file.to_owned()))
}

/// Whoever fetches beacons, where relays are named.
pub(super) fn fetcher(config: &Config) -> Result<Option<Fetcher>, Failure> {
    if config.dice.relays.is_empty() {
        return Ok(None);
    }
    Ok(Some(Fetcher::new(Box::new(relays(config)?))))
}

pub(super) fn relays(config: &Config) -> Result<Relays, Failure> {
    let trust = trust(config.dice.ca_file.as_deref());
    Relays::new(config.dice.relays.clone(), &trust).map_err(|why| Failure::new(format!("the relays of [dice]: {why}")))
}

/// The queue of mails.
pub(super) fn sender(config: &Config) -> Result<Sender, Failure> {
    Ok(Sender::new(way_out(config)?, bounces_to(config).clone()))
}

/// The envelope sender.
pub(super) fn bounces_to(config: &Config) -> &Address {
    config.smtp.as_ref().map_or(&config.robot.address, |smtp| &smtp.from)
}
