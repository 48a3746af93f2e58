//! The high-water mark: how far a log had got when its last step was acknowledged.
//!
//! Two slots take turns, so that a write torn by a crash leaves the mark before it. The whole is smaller than a disk's sector.

use super::chain::Head;
use super::digest::Digest;

/// Bytes of one slot: a number of 20 digits, a digest, the first 16 digits of a digest of both, a newline.
pub const SLOT: usize = 20 + 1 + 64 + 1 + 16 + 1;

/// What is known of how far a log had got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighWater {
    /// The log had reached this head.
    Reached(Head),
    /// The mark is missing or damaged.
    Unknown,
}

/// The slot that marks `head`, and where in the file it goes.
pub fn slot(head: Head) -> (u64, [u8; SLOT]) {
    let text = format!("{:020} {} {}\n", head.seq, head.hash, check(head));
    let mut bytes = [0; SLOT];
    bytes.copy_from_slice(text.as_bytes());
    (head.seq % 2 * SLOT as u64, bytes)
}

/// The file of a log that has just got to `head`: both slots say so.
pub fn file(head: Head) -> Vec<u8> {
    slot(head).1.repeat(2)
}

/// Reads a file of slots: the higher of those that are whole.
pub fn read(file: &[u8]) -> HighWater {
    let heads = file.chunks(SLOT).filter_map(read_slot);
    heads.max_by_key(|head| head.seq).map_or(HighWater::Unknown, HighWater::Reached)
}

fn read_slot(bytes: &[u8]) -> Option<Head> {
    let text = str::from_utf8(bytes).ok()?.strip_suffix('\n')?;
    let mut words = text.split(' ');
    let head = Head { seq: words.next()?.parse().ok()?, hash: words.next()?.parse().ok()? };
    (words.next()? == check(head) && words.next().is_none()).then_some(head)
}

fn check(head: Head) -> String {
    Digest::of(format!("high water {head}").as_bytes()).to_string()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(seq: u64) -> Head {
        Head { seq, hash: Digest::of(&seq.to_le_bytes()) }
    }

    fn marked(upto: u64) -> Vec<u8> {
        let mut bytes = file(head(0));
        for seq in 1..=upto {
            let (at, slot) = slot(head(seq));
            bytes[at as usize..][..SLOT].copy_from_slice(&slot);
        }
        bytes
    }

    #[test]
    fn the_last_mark_counts() {
        for upto in 0..5 {
            assert_eq!(read(&marked(upto)), HighWater::Reached(head(upto)));
        }
        assert_eq!(read(&file(head(u64::MAX))), HighWater::Reached(head(u64::MAX)));
        assert_eq!(read(b""), HighWater::Unknown);
    }

    #[test]
    fn a_torn_or_flipped_slot_leaves_the_mark_before_it() {
        let whole = marked(8);
        for bit in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!([HighWater::Reached(head(7)), HighWater::Reached(head(8))].contains(&read(&bytes)), "bit {bit}");
        }
        for length in 0..whole.len() {
            let marks = [HighWater::Unknown, HighWater::Reached(head(7)), HighWater::Reached(head(8))];
            assert!(marks.contains(&read(&whole[..length])), "cut to {length}");
        }
    }
}
