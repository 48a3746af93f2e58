//! The store in memory: the port's twin for tests, and for trying letters without keeping them.

use std::collections::BTreeMap;

use super::{Lines, Store, StoreError, step};
use crate::archive::{Blob, BlobName, Chain, Digest, GameName, Head, LogName, Recovery};

/// An archive that lasts as long as the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryStore {
    logs: BTreeMap<LogName, Kept>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    settings: Vec<u8>,
    chain: Chain,
    lines: Vec<String>,
    blobs: BTreeMap<BlobName, Vec<u8>>,
}

impl Kept {
    fn founded_on(settings: &[u8]) -> Self {
        Self { settings: settings.to_vec(), chain: Chain::founded_on(settings), lines: Vec::new(), blobs: BTreeMap::new() }
    }

    fn append(&mut self, log: &LogName, expected: Head, line: &str, blobs: &[Blob]) -> Result<Head, StoreError> {
        let kept = |name: &BlobName| Ok(self.blobs.get(name).map(|bytes| Digest::of(bytes)));
        self.chain = step::check(log, &self.chain, expected, line, blobs, &kept)?;
        self.blobs.extend(blobs.iter().map(|blob| (blob.name().clone(), blob.bytes().to_vec())));
        self.lines.push(line.to_owned());
        Ok(self.chain.head())
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self { logs: BTreeMap::from([(LogName::Lobby, Kept::founded_on(super::LOBBY_SETTINGS))]) }
    }
}

impl MemoryStore {
    /// An archive with no game in it.
    pub fn new() -> Self {
        Self::default()
    }

    fn log(&self, log: &LogName) -> Result<&Kept, StoreError> {
        self.logs.get(log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))
    }
}

impl Store for MemoryStore {
    fn lost_line(&self, _: &LogName) -> Option<u64> {
        None
    }

    fn go_on_without(&mut self, log: &LogName) -> Result<Vec<Recovery>, StoreError> {
        self.log(log).map(|_| Vec::new())
    }

    fn games(&self) -> Result<Vec<GameName>, StoreError> {
        let game = |log: &LogName| match log {
            LogName::Lobby => None,
            LogName::Game(name) => Some(name.clone()),
        };
        Ok(self.logs.keys().filter_map(game).collect())
    }

    fn create(&mut self, game: &GameName, settings: &[u8], first: &str, blobs: &[Blob]) -> Result<Head, StoreError> {
        let log = LogName::Game(game.clone());
        if self.logs.contains_key(&log) {
            return Err(StoreError::Exists(game.clone()));
        }
        let mut kept = Kept::founded_on(settings);
        let head = kept.append(&log, kept.chain.head(), first, blobs)?;
        self.logs.insert(log, kept);
        Ok(head)
    }

    fn settings(&self, log: &LogName) -> Result<Vec<u8>, StoreError> {
        Ok(self.log(log)?.settings.clone())
    }

    fn head(&self, log: &LogName) -> Result<Head, StoreError> {
        Ok(self.log(log)?.chain.head())
    }

    fn append(&mut self, log: &LogName, expected: Head, line: &str, blobs: &[Blob]) -> Result<Head, StoreError> {
        self.logs.get_mut(log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))?.append(log, expected, line, blobs)
    }

    fn attest(&mut self, log: &LogName, groups: &[Vec<Blob>]) -> Result<(), StoreError> {
        let kept = self.logs.get_mut(log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))?;
        kept.blobs.extend(groups.iter().flatten().map(|blob| (blob.name().clone(), blob.bytes().to_vec())));
        Ok(())
    }

    fn lines<'a>(&'a self, log: &LogName) -> Result<Lines<'a>, StoreError> {
        let kept = self.log(log)?;
        let log = log.clone();
        let mut chain = Chain::founded_on(&kept.settings);
        let read = move |text: &String| chain.read(text.as_bytes()).map_err(|problem| StoreError::BadLine { log: log.clone(), problem });
        Ok(Box::new(kept.lines.iter().map(read)))
    }

    fn blob(&self, log: &LogName, name: &BlobName) -> Result<Vec<u8>, StoreError> {
        step::genuine(log, name, self.log(log)?.blobs.get(name).cloned())
    }
}
