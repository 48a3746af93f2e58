//! Files that a log vouches for and that are not there: nothing is decided from them, so the game goes on, and the master is told.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::post::PostBag;
use super::{Custodian, Fault, Step};
use crate::archive::record::DeskEvent;
use crate::archive::{Digest, LogName};

/// What the files of a folder are.
const SORTS: [(&str, &str); 5] =
    [("mail/in/", "letters"), ("mail/out/", "mails"), ("boards/", "boards"), ("evidence/", "beacons"), ("private/", "private files")];

/// How many of each sort: `14 letters (mail/in), 20 mails (mail/out)`.
pub fn counted(files: &BTreeSet<String>) -> String {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for file in files {
        let sort = SORTS.iter().position(|(folder, _)| file.starts_with(folder)).unwrap_or(SORTS.len());
        *counts.entry(sort).or_default() += 1;
    }
    let told = counts.into_iter().map(|(sort, count)| match SORTS.get(sort) {
        Some((folder, what)) => format!("{count} of the {what} ({})", folder.trim_end_matches('/')),
        None => format!("{count} other files"),
    });
    told.collect::<Vec<_>>().join(", ")
}

impl Custodian {
    /// Logs that lacked files at an earlier start, and lack none, are noted, so that it is told when it comes again.
    pub fn files_back(&self, lacking: &BTreeSet<String>, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        self.in_order_again(self.lobby.whole_again(lacking), "files that were gone are there again", now)
    }

    /// A line of the lobby's that nobody is mailed of.
    pub(super) fn in_order_again(&self, events: Vec<DeskEvent>, note: &str, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        if events.is_empty() {
            return Ok(None);
        }
        let bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        self.trouble_step("mended", events, note.to_owned(), bag, now).map(Some)
    }

    /// Files of a log are gone; none where there are none, or the master knows.
    pub fn files_gone(&self, log: &LogName, files: &BTreeSet<String>, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let what = counted(files);
        let names = files.iter().map(|file| format!("{file}\n")).collect::<String>();
        let names = Digest::of(names.as_bytes()).to_string();
        let event = DeskEvent::FilesGone { log: log.as_str().to_owned(), what: what.clone(), names };
        if files.is_empty() || self.lobby.has_told(&event) {
            return Ok(None);
        }
        let headline = format!("files of {log} are gone");
        let paragraphs = vec![
            format!("The record of {log} vouches for files that are not in the archive any more: {what}."),
            "Its log is whole, and nothing is decided from these files, so everything goes on. But nobody can look into them any more, `custodian verify` \
             ends with WITHHELD, and a mail that waited to be sent is not sent."
                .to_owned(),
            format!(
                "To mend it: `custodian verify {log}` names each of them; put them back from a copy of the archive. Nothing else can bring back letters and \
                 mails; boards are drawn again by themselves."
            ),
        ];
        self.notice_of_trouble("gone", "gone", vec![event], headline, paragraphs, now).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_by_what_they_are() {
        let files = ["mail/in/a.eml", "mail/in/b.eml", "boards/0003.txt", "log/000001.torn-000003-1"].map(str::to_owned).into();
        assert_eq!(counted(&files), "2 of the letters (mail/in), 1 of the boards (boards), 1 other files");
    }
}
