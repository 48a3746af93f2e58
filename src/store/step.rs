//! What every store checks before it takes a step: the line comes next, and each file that it vouches for is there.

use super::StoreError;
use crate::archive::{Blob, BlobName, Chain, Digest, Head, LogName};

/// The chain with the step's line in it, if the step is sound. `kept` gives the digest of a file that the store has already.
pub(super) fn check(
    log: &LogName,
    chain: &Chain,
    expected: Head,
    text: &str,
    blobs: &[Blob],
    kept: &dyn Fn(&BlobName) -> Result<Option<Digest>, StoreError>,
) -> Result<Chain, StoreError> {
    if chain.head() != expected {
        return Err(StoreError::Conflict { log: log.clone(), expected, found: chain.head() });
    }
    let mut chain = chain.clone();
    let line = chain.read(text.as_bytes()).map_err(|problem| StoreError::BadLine { log: log.clone(), problem })?;
    for (name, vouched) in line.blobs() {
        let given = blobs.iter().find(|blob| *blob.name() == name).map(|blob| Digest::of(blob.bytes()));
        if given.map_or_else(|| kept(&name), |digest| Ok(Some(digest)))? != Some(vouched) {
            return Err(StoreError::Unvouched { log: log.clone(), blob: name });
        }
    }
    // A drawing's name states a step and not its bytes, so one that another line vouches for could be overwritten.
    let stray =
        |blob: &&Blob| blob.name().step().is_some_and(|step| step != line.seq || line.blobs().all(|(name, _)| name != *blob.name()));
    match blobs.iter().find(stray) {
        Some(blob) => Err(StoreError::Stray { log: log.clone(), blob: blob.name().clone() }),
        None => Ok(chain),
    }
}

/// The bytes of a file, if they are those that its name states.
pub(super) fn genuine(log: &LogName, blob: &BlobName, bytes: Option<Vec<u8>>) -> Result<Vec<u8>, StoreError> {
    let bytes = bytes.ok_or_else(|| StoreError::NoSuchBlob { log: log.clone(), blob: blob.clone() })?;
    match blob.digest() {
        Some(stated) if stated != Digest::of(&bytes) => Err(StoreError::AlteredBlob { log: log.clone(), blob: blob.clone() }),
        _ => Ok(bytes),
    }
}
