//! A signing key of which the one before it knows nothing: master and players are told, for they may have noted the other.

use chrono::{DateTime, Utc};

use super::post::PostBag;
use super::{Custodian, Fault, Step, announce};
use crate::archive::GameName;
use crate::archive::record::DeskEvent;
use crate::letter::Correspondent;

impl Custodian {
    /// The house signs with another key than `before`, which has signed in these games; none where that was told.
    pub fn new_key(&self, before: &str, games: &[GameName], now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let Some(keyring) = &self.house.keyring else { return Ok(None) };
        let key = keyring.signer.public().to_string();
        let event = DeskEvent::NewKey { key: key.clone(), before: before.to_owned() };
        if self.lobby.has_told(&event) {
            return Ok(None);
        }
        let names: Vec<&str> = games.iter().map(GameName::as_str).collect();
        let headline = "the house signs with a new key".to_owned();
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let paragraphs = vec![
            format!("The archive's keys are not there any more that have signed in {}, the newest of them {before}.", names.join(", ")),
            format!(
                "From now on this house signs with a new one, {key}, for which the old one gave no word. If you have a copy of the folder keys/ of \
                 the archive, stop the program, put it back and start again: then all is as before."
            ),
            "If you have not, tell the players that the new key is yours: they cannot see it from the record. What the old key has signed stays \
             good. If you know nothing of it, somebody else has been at this machine."
                .to_owned(),
        ];
        bag.notice(Correspondent::new("master", self.house.master.clone()), "key".to_owned(), &headline, paragraphs)?;
        for name in games {
            let Some(table) = self.tables.get(name).filter(|table| !table.game.is_over()) else { continue };
            let title = table.game.name();
            bag = bag.about(title);
            for reader in announce::readers(&table.game) {
                let paragraphs = vec![
                    format!("This house signs where the record of {title} stands. Its key is another one from now on: {key}."),
                    format!(
                        "The one before it, {before}, gave no word for it: it was lost, or somebody else keeps the house now. Ask the master, {}. What \
                         the old key has signed stays good; keep your mails, whose last lines tell what the record was.",
                        self.house.master
                    ),
                ];
                bag.notice(reader.correspondent()?, format!("key.{}.{}", name.as_str(), reader.tag), &headline, paragraphs)?;
            }
        }
        self.trouble_step("key", vec![event], headline, bag, now).map(Some)
    }
}
