//! From the config to what runs: the house, the archive taken up, the doors for letters and the way out for mails.

use super::Failure;
use crate::adjudicator::House;
use crate::config::Config;
use crate::daemon::{Daemon, archive_secret};
use crate::letter::Own;
use crate::letter::templates::Templates;
use crate::store::{Disk, FileStore};
use tracing::warn;

const SECONDS_OF_A_MINUTE: u32 = 60;

/// What deciding needs of the config; a template that would not render is refused here.
pub(super) fn house(config: &Config) -> Result<House, Failure> {
    Ok(House {
        own: own(config),
        name: config.robot.name.clone(),
        master: config.master.address.clone(),
        senders: config.robot.senders,
        founders: config.games.new_from.clone(),
        undo: config.games.undo_minutes * SECONDS_OF_A_MINUTE,
        letters_per_hour: config.limits.letters_per_hour,
        replies_per_hour: config.limits.replies_per_hour,
        secret: archive_secret(&config.archive)?,
        templates: templates(config)?,
    })
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
    for found in recovered {
        warn!("{found}");
    }
    Ok(Daemon::open(house(config)?, store, config.spool.believe_local)?)
}
