//! The post of a demo: a daemon of its own on a spool of its own, and an eye on the archive.

use super::boards::Boards;
use super::script::Letter;
use crate::adjudicator::ANSWER;
use crate::archive::{BlobName, LOBBY, Line, Outbox};
use crate::cli::Failure;
use crate::store::{Folder, games_in};
use crate::wire::spool;
use mail_parser::MessageParser;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(super) const SPOOL: &str = "spool";
pub(super) const ARCHIVE: &str = "archive";
pub(super) const LOG: &str = "daemon.log";
const CONFIG: &str = "custodian.toml";

/// How long the daemon may take for one letter and its mails.
const PATIENCE: Duration = Duration::from_secs(30);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(10);

pub(super) struct Post {
    folder: PathBuf,
    daemon: Child,
    /// Lines told so far, by log.
    told: BTreeMap<String, u64>,
    boards: Boards,
}

/// A line of a log that is worth telling, and the boards that look otherwise after it.
pub(super) struct News {
    pub(super) line: Line,
    pub(super) boards: String,
}

impl Post {
    /// Writes a config under which every writer of the letters may found games, and starts the daemon.
    pub(super) fn open(folder: &Path, letters: &[Letter]) -> Result<Post, Failure> {
        let founders: BTreeSet<String> =
            letters.iter().filter_map(|letter| letter.address.as_ref()).map(|address| format!("{:?}", address.as_str())).collect();
        let founders = founders.into_iter().collect::<Vec<_>>().join(", ");
        let config = format!(
            "# The settings of a demo: letters through the spool, orders executed at once.\narchive = \"{ARCHIVE}\"\n\n\
             [spool]\nfolder = \"{SPOOL}\"\n\n[games]\nnew_from = [{founders}]\nundo_minutes = 0\n\n[limits]\nletters_per_hour = 100000\nreplies_per_hour = 100000\n"
        );
        let cannot = |what: &str, error: std::io::Error| Failure::new(format!("{what}: {error}"));
        std::fs::write(folder.join(CONFIG), config).map_err(|error| cannot("the demo's config cannot be written", error))?;
        let log = std::fs::File::create(folder.join(LOG)).map_err(|error| cannot("the demo's log cannot be made", error))?;
        let program = std::env::current_exe().map_err(|error| cannot("this program cannot be found", error))?;
        let mut command = Command::new(program);
        command.args(["run", "--config"]).arg(folder.join(CONFIG)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let daemon = command.spawn().map_err(|error| cannot("the daemon cannot be started", error))?;
        Ok(Post { folder: folder.to_owned(), daemon, told: BTreeMap::new(), boards: Boards::default() })
    }

    /// Lays the letter into the spool, waits until it is dealt with and every mail is out, and gives what the logs say of it.
    pub(super) fn play(&mut self, letter: &Letter) -> Result<Vec<News>, Failure> {
        let laid = spool::deliver(&self.folder.join(SPOOL).join("in"), &letter.bytes)?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.still_running()?;
            if !laid.exists() && self.all_sent()? {
                return self.news();
            }
            if Instant::now() > deadline {
                return Err(self.failure("the daemon does not come to an end with a letter"));
            }
            std::thread::sleep(LOOK);
        }
    }

    fn logs(&self) -> Result<Vec<Folder>, Failure> {
        let archive = self.folder.join(ARCHIVE);
        let mut logs: Vec<Folder> = Folder::open(&archive.join(LOBBY)).into_iter().collect();
        for game in games_in(&archive)? {
            logs.push(Folder::open(&archive.join(game.as_str()))?);
        }
        Ok(logs)
    }

    fn all_sent(&self) -> Result<bool, Failure> {
        for log in self.logs()? {
            let mut outbox = Outbox::default();
            for line in log.lines()? {
                outbox.read(&line?);
            }
            if !outbox.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lines that were not told yet, but for those that only report deliveries.
    fn news(&mut self) -> Result<Vec<News>, Failure> {
        let mut news = Vec::new();
        for log in self.logs()? {
            let told = self.told.entry(log.name().to_owned()).or_default();
            for line in log.lines()? {
                let line = line?;
                if line.seq > *told {
                    *told = line.seq;
                    let boards = self.boards.after(&log, &line)?;
                    news.push(News { line, boards });
                }
            }
        }
        news.retain(|News { line, .. }| line.entry.cause.letter_digest().is_some() || !line.entry.out.is_empty());
        Ok(news)
    }

    /// The answers that the step mailed, as their reader sees them, without greeting and signature.
    pub(super) fn answers(&self, line: &Line) -> Result<Vec<String>, Failure> {
        let answers = line.entry.out.iter().filter(|mail| mail.kind == ANSWER);
        let text = |bytes: &[u8]| MessageParser::default().parse(bytes).and_then(|mail| mail.body_text(0).map(|text| gist(&text)));
        answers.map(|mail| Ok(text(&self.blob(&line.entry.mail(mail))?).unwrap_or_default())).collect()
    }

    /// A file of whichever log has it.
    fn blob(&self, name: &BlobName) -> Result<Vec<u8>, Failure> {
        for log in self.logs()? {
            if let Some(bytes) = log.blob(name)? {
                return Ok(bytes);
            }
        }
        Err(Failure::new(format!("the archive lacks {name}")))
    }

    fn still_running(&mut self) -> Result<(), Failure> {
        match self.daemon.try_wait() {
            Ok(None) => Ok(()),
            _ => Err(self.failure("the daemon has ended")),
        }
    }

    fn failure(&self, what: &str) -> Failure {
        let log = std::fs::read_to_string(self.folder.join(LOG)).unwrap_or_default();
        let last = log.lines().last().unwrap_or("nothing");
        Failure::new(format!("{what}; the last line of {} says: {last}", self.folder.join(LOG).display()))
    }

    /// Stops the daemon as an operator does.
    pub(super) fn close(mut self) -> Result<(), Failure> {
        self.stop();
        Ok(())
    }

    fn stop(&mut self) {
        if let (Ok(None), Some(process)) = (self.daemon.try_wait(), rustix::process::Pid::from_raw(self.daemon.id() as i32)) {
            // It may have ended on its own between the two calls.
            let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
        }
        let _ = self.daemon.wait();
    }
}

/// A mail's text without the paragraph that greets and the signature (RFC 3676, 4.3).
fn gist(text: &str) -> String {
    let body: Vec<&str> = text.lines().take_while(|line| *line != "-- ").collect();
    let greeted = body.iter().take_while(|line| !line.trim().is_empty()).count();
    body[greeted..].join("\n").trim().to_owned()
}

impl Drop for Post {
    fn drop(&mut self) {
        self.stop();
    }
}
