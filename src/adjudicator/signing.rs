//! A signing key out of turn: one of which the one before it knows nothing, or one that had given its word for the next. Master and players are told.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::post::PostBag;
use super::{Custodian, Fault, Step, announce};
use crate::archive::GameName;
use crate::archive::record::DeskEvent;
use crate::letter::Correspondent;

/// Why the key with which the house signs is not the one that has to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutOfTurn {
    /// That one has signed before; it is gone, and gave no word for this one.
    Lost(String),
    /// That one took this one's place by its word and has signed; it is gone.
    SetBack(String),
}

impl OutOfTurn {
    fn event(&self, key: String) -> DeskEvent {
        match self.clone() {
            OutOfTurn::Lost(before) => DeskEvent::NewKey { key, before },
            OutOfTurn::SetBack(newer) => DeskEvent::OldKey { key, newer },
        }
    }

    /// How the lobby knows it: the key that signs, and the other one.
    fn known_as(&self, key: &str) -> (String, String) {
        let (OutOfTurn::Lost(other) | OutOfTurn::SetBack(other)) = self;
        (key.to_owned(), other.clone())
    }

    fn headline(&self) -> &'static str {
        match self {
            OutOfTurn::Lost(_) => "the house signs with a new key",
            OutOfTurn::SetBack(_) => "the house signs with an old key",
        }
    }

    fn to_master(&self, key: &str, games: &str) -> Vec<String> {
        match self {
            OutOfTurn::Lost(before) => vec![
                format!("The archive's keys are not there any more that have signed in {games}, the newest of them {before}."),
                format!(
                    "From now on this house signs with a new one, {key}, for which the old one gave no word. If you have a copy of the folder keys/ of \
                     the archive, stop the program, put it back and start again: then all is as before."
                ),
                "If you have not, tell the players that the new key is yours: they cannot see it from the record. What the old key has signed stays \
                 good. If you know nothing of it, somebody else has been at this machine."
                    .to_owned(),
            ],
            OutOfTurn::SetBack(newer) => vec![
                format!(
                    "The folder keys/ of the archive is older than the checkpoints of {games}: they are signed by {newer} already, for which the key that \
                     signs now, {key}, had given its word. With that its own right had ended: `custodian verify` names what it signs from now on, and it \
                     counts for nothing."
                ),
                "To mend it: stop the program, put back the newest copy of keys/ and start again. If there is none, take the folder keys/ away: then the \
                 next start makes a new key, and the players are told. If you know nothing of it, somebody else has been at this machine."
                    .to_owned(),
            ],
        }
    }

    fn to_player(&self, key: &str, title: &str, master: &str) -> Vec<String> {
        match self {
            OutOfTurn::Lost(before) => vec![
                format!("This house signs where the record of {title} stands. Its key is another one from now on: {key}."),
                format!(
                    "The one before it, {before}, gave no word for it: it was lost, or somebody else keeps the house now. Ask the master, {master}. What \
                     the old key has signed stays good; keep your mails, whose last lines tell what the record was."
                ),
            ],
            OutOfTurn::SetBack(newer) => vec![
                format!("This house signs where the record of {title} stands. It does so with an old key again: {key}."),
                format!(
                    "That key had given its word for {newer}, which has signed since, and so its own right has ended. An old copy was put back, or somebody \
                     else has the old key. Ask the master, {master}. Until the newer key signs again, checkpoints count for nothing; keep your mails, whose \
                     last lines tell what the record was."
                ),
            ],
        }
    }
}

impl Custodian {
    /// Keys that were out of turn at an earlier start, and are so no more, are noted, so that it is told when it comes again.
    pub fn keys_in_turn(&self, out_of_turn: &BTreeSet<OutOfTurn>, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let key = self.house.keyring.as_ref().map(|keyring| keyring.signer.public().to_string()).unwrap_or_default();
        let events = self.lobby.in_turn_again(&out_of_turn.iter().map(|why| why.known_as(&key)).collect());
        self.in_order_again(events, "the house signs with the key that has to", now)
    }

    /// The house signs with a key out of turn, as these games' checkpoints show; none where that was told.
    pub fn key_out_of_turn(&self, why: &OutOfTurn, games: &[GameName], now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let Some(keyring) = &self.house.keyring else { return Ok(None) };
        let key = keyring.signer.public().to_string();
        let event = why.event(key.clone());
        if self.lobby.has_told(&event) {
            return Ok(None);
        }
        let names = games.iter().map(GameName::as_str).collect::<Vec<_>>().join(", ");
        let headline = why.headline();
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let master = Correspondent::new("master", self.house.master.clone());
        bag.notice(master, "key".to_owned(), headline, why.to_master(&key, &names))?;
        for name in games {
            let resting = self.resting.get(name).and_then(|resting| resting.table.as_deref());
            let Some(table) = self.tables.get(name).or(resting).filter(|table| !table.game.is_over()) else { continue };
            let title = table.game.name();
            bag = bag.about(title);
            for reader in announce::readers(&table.game) {
                let paragraphs = why.to_player(&key, title, self.house.master.as_str());
                bag.notice(reader.correspondent()?, format!("key.{}.{}", name.as_str(), reader.tag), headline, paragraphs)?;
            }
        }
        self.trouble_step("key", vec![event], headline.to_owned(), bag, now).map(Some)
    }
}
