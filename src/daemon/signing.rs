//! What the house signs: where a log stood as a turn ended; and which key signs, where that is out of turn.

use std::collections::BTreeMap;

use tracing::warn;

use super::{Daemon, Fatal};
use crate::adjudicator::OutOfTurn;
use crate::archive::{Blob, BlobName, CHECKPOINTS, Checkpoint, GameName, Head, Known, LogName, PublicPart, checkpoint};
use crate::store::{Store, StoreError};

impl<S: Store> Daemon<S> {
    /// The keys that have signed where that log stood.
    pub(super) fn known_keys(&self, log: &LogName) -> Known {
        Known::read(|file| {
            let bytes = self.store.blob(log, &file.parse::<BlobName>().ok()?).ok()?;
            String::from_utf8(bytes).ok()
        })
    }

    /// Why the house's key is not the one that has to sign in that log, if it is not.
    pub(super) fn key_out_of_turn(&self, log: &LogName) -> Option<OutOfTurn> {
        let (keyring, known) = (self.custodian.house.keyring.as_ref()?, self.known_keys(log));
        let lost = known.lost_by(keyring).map(|key| OutOfTurn::Lost(key.to_string()));
        lost.or_else(|| known.ends(keyring).map(|key| OutOfTurn::SetBack(key.to_string())))
    }

    /// Tells the master and the players where the house signs with a key out of turn.
    pub(super) fn note_key(&mut self, out_of_turn: BTreeMap<OutOfTurn, Vec<GameName>>) -> Result<(), Fatal> {
        let (all, now) = (out_of_turn.keys().cloned().collect(), self.hour());
        self.tell_master("keys that are in turn again", |custodian| custodian.keys_in_turn(&all, now))?;
        for (why, games) in out_of_turn {
            let names = games.iter().map(GameName::as_str).collect::<Vec<_>>().join(", ");
            match &why {
                OutOfTurn::Lost(before) => {
                    warn!(%before, %names, "the key that has signed before is gone, and a new one signs from now on")
                }
                OutOfTurn::SetBack(newer) => {
                    warn!(%newer, %names, "the key that has signed is gone, and the one before it signs again, for nothing")
                }
            }
            let now = self.hour();
            self.tell_master("a key out of turn", |custodian| custodian.key_out_of_turn(&why, &games, now))?;
        }
        Ok(())
    }

    /// Whether the signed statement about that line lies beside the log, by no older key than the newest of the house.
    pub(super) fn is_attested(&self, log: &LogName, head: Head) -> bool {
        let newest = |(text, signature): (String, String)| {
            !self.custodian.house.keyring.as_ref().is_some_and(|keyring| keyring.has_signed_with_an_older_key(&text, &signature))
        };
        self.statement(log, head).is_some_and(newest)
    }

    /// The statement about that line and its signature, where they lie beside the log.
    fn statement(&self, log: &LogName, head: Head) -> Option<(String, String)> {
        let read = |ending: &str| {
            let name = checkpoint::file(head.seq, ending).parse::<BlobName>().ok()?;
            match self.store.blob(log, &name) {
                Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
                Err(StoreError::NoSuchBlob { .. }) => None,
                Err(_) => Some(String::new()),
            }
        };
        Some((read("txt")?, read("sig")?))
    }

    /// Signs the newest of the lines with which turns have ended, as far as no statement about them lies beside the log; the very last one by the
    /// newest key. From the first on that counts for nothing, since its key's right had ended, all are signed again.
    pub(super) fn attest_the_last(&mut self, log: &LogName, ended: &[Head]) -> Result<(), StoreError> {
        let outlived = self.first_outlived(log, ended);
        let gone = |(at, head): &(usize, &Head)| match at {
            0 => !self.is_attested(log, **head),
            _ if outlived.is_some_and(|first| head.seq >= first) => true,
            _ => self.statement(log, **head).is_none(),
        };
        let mut missing: Vec<Head> = ended.iter().rev().enumerate().take_while(gone).map(|(_, head)| *head).collect();
        missing.reverse();
        if missing.len() > 1 && self.custodian.house.keyring.is_some() {
            warn!(%log, checkpoints = missing.len(), "checkpoints were gone, or counted for nothing, and are signed again");
        }
        self.attest(log, &missing)
    }

    /// The first of these lines of which the statement is signed by an older key of the house whose right had ended; none while the house signs with a key
    /// out of turn itself.
    fn first_outlived(&self, log: &LogName, ended: &[Head]) -> Option<u64> {
        let keyring = self.custodian.house.keyring.as_ref().filter(|keyring| !keyring.words.is_empty())?;
        let known = self.known_keys(log);
        if known.ends(keyring).is_some() {
            return None;
        }
        let mut signed: Vec<PublicPart> = Vec::new();
        let signer = |head: &Head| {
            let (text, signature) = self.statement(log, *head)?;
            let states = Checkpoint::read(&text).is_some_and(|said| said.head == *head && said.log == log.as_str());
            states.then(|| keyring.signers.signer(CHECKPOINTS, &text, &signature).ok().cloned())?
        };
        ended.iter().find_map(|head| {
            let key = signer(head)?;
            let outlived = known.ended_by(&key, keyring).iter().any(|next| signed.contains(next));
            signed.push(key);
            outlived.then_some(head.seq)
        })
    }

    /// Signs where a log stood at these lines. The steps are taken already: only a failing disk is an error, of anything else the operator is told.
    pub(super) fn attest(&mut self, log: &LogName, heads: &[Head]) -> Result<(), StoreError> {
        let Some(keyring) = &self.custodian.house.keyring else { return Ok(()) };
        let known = self.known_keys(log);
        let mut groups: Vec<Vec<Blob>> = Vec::new();
        for head in heads {
            match keyring.files(log.as_str(), *head, &known) {
                Err(problem) => warn!(%log, "a checkpoint could not be signed: {problem}"),
                Ok(files) if groups.is_empty() => groups = files,
                // Keys and words are the same for all.
                Ok(mut files) => {
                    if let (Some(all), Some(statement)) = (groups.last_mut(), files.pop()) {
                        all.extend(statement);
                    }
                }
            }
        }
        match self.store.attest(log, &groups) {
            Err(problem) if problem.is_fatal() => Err(problem),
            Err(problem) => {
                warn!(%log, "the checkpoint could not be kept: {problem}");
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}
