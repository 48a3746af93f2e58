//! The whole program as one pure function: (what is so far, a letter or the hour, now) -> what to append to a log and what to send.
//!
//! Invariant: deciding changes nothing here; [`Custodian::commit`] takes a step in once its line is durable. Time, secrets and letters enter
//! only as arguments.
//! Not here: sockets, disks, the clock (`daemon`).

mod announce;
mod beacons;
mod belief;
mod desk;
mod facts;
pub mod founding;
mod gone;
mod help;
mod house;
mod lobby;
mod loss;
mod motions;
mod post;
mod procedures;
mod questions;
mod reception;
mod refusal;
mod rederive;
mod remail;
mod ponder;
mod rest;
mod restore;
pub mod rolls;
mod signing;
mod sitting;
mod table;
pub mod tell;
mod undelivered;
mod waiting;
pub mod views;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::archive::{Blob, BlobName, Digest, Entry, GameName, Head, Heads, LogName, NotArchivable, Outgoing};
use crate::dice::{Beacon, Round};
use crate::game::mar::{self, Multiverse};
use crate::letter::templates::TemplateProblem;
use remail::{MailMark, named_mail};

pub use beacons::{CLOCK_SKEW, LINES_AHEAD};
pub use gone::counted;
pub use house::{House, SenderPolicy, has_founded};
pub use lobby::{Lobby, state as lobby_state};
pub use loss::Loss;
pub use post::ANSWER;
pub use rederive::{anybody, rederive};
pub use remail::{Promised, Rejudged, named_line, remail};
pub use rest::{Readable, Trouble};
pub use restore::{Reached, RestoreProblem, fold, fold_on, found, replay_to};
pub use signing::OutOfTurn;
pub use sitting::without_secrets;

/// The version of what inputs mean; a game keeps the one it was founded under.
pub const SEMANTICS: u32 = 1;

/// Everything that letters are judged against.
#[derive(Debug)]
pub struct Custodian {
    pub house: House,
    lobby: Lobby,
    tables: BTreeMap<GameName, Table>,
    resting: BTreeMap<GameName, rest::Resting>,
    /// A name under which the archive has something that is no game, while a letter that asks for it is decided again.
    pub taken: Option<GameName>,
    /// Letters that have a line in some log, by the digest of their bytes.
    seen: BTreeSet<Digest>,
    /// Those that were believed and read, by [`identity`]: a second delivery may differ in its trace headers.
    seen_ids: BTreeSet<Digest>,
    /// What is being searched for in games, each as it stood at that head.
    thoughts: BTreeMap<GameName, ponder::Thought>,
    /// Beacons that games wait for and that are known.
    beacons: BTreeMap<Round, Beacon>,
    /// When the lobby wrote them down.
    noted: BTreeMap<Round, DateTime<Utc>>,
}

/// A game and where its log stands.
#[derive(Clone, Debug)]
pub struct Table {
    pub game: Multiverse,
    heads: Heads,
    /// The mails that its lines have promised.
    promised: BTreeSet<MailMark>,
    /// Where it went on without lines that were lost.
    resumed: Vec<witness::Resumed>,
    /// While it is folded back from its log.
    reached: Reached,
    /// The last turn's mail to each address, for RESEND.
    latest: BTreeMap<String, Outgoing>,
}

impl Table {
    /// A game whose log, founded on `settings`, has no line yet.
    fn new(game: Multiverse, settings: &str) -> Table {
        let heads = Heads::founded_on(Digest::of(settings.as_bytes()));
        Table { game, heads, promised: BTreeSet::new(), resumed: Vec::new(), reached: Reached::default(), latest: BTreeMap::new() }
    }

    /// Where its log ends.
    pub fn head(&self) -> Head {
        self.heads.last()
    }

    /// The same, for mails that are promised by the next line.
    fn record(&self) -> post::Standing {
        let founded = self.heads.at(0).map_or(self.head().hash, |settings| settings.hash);
        post::Standing { founded, head: self.head(), branch: self.game.branch() }
    }
}

/// One decided step: it must be appended, then committed, or dropped without a trace.
#[must_use = "a step that is neither appended and committed nor dropped on purpose is lost"]
#[derive(Debug)]
pub struct Step {
    pub log: LogName,
    /// The text of `game.toml` where the step founds the game.
    pub founding: Option<String>,
    pub entry: Entry,
    /// The letter, the mails and the boards that the line names.
    pub blobs: Vec<Blob>,
    after: After,
}

impl Step {
    /// Keeps the letter, and the answers that repeat its lines, where a public copy has nothing from.
    fn keep_private(&mut self) {
        let answers: Vec<_> = self.entry.out.iter().filter(|mail| mail.kind == ANSWER).map(|mail| self.entry.mail(mail)).collect();
        let quotes = |name: &BlobName| self.entry.letter().as_ref() == Some(name) || answers.contains(name);
        let (quoting, others): (Vec<Blob>, _) = std::mem::take(&mut self.blobs).into_iter().partition(|blob| quotes(blob.name()));
        let hidden: Vec<Blob> = quoting.into_iter().map(Blob::hidden).collect();
        self.entry.files.extend(hidden.iter().map(|blob| blob.name().clone()));
        self.blobs = hidden.into_iter().chain(others).collect();
    }
}

/// What the step leaves behind in memory, besides what its line tells.
#[derive(Debug, Default)]
struct After {
    game: Option<Multiverse>,
    turn_mails: Vec<Outgoing>,
}

/// A sender's address and a Message-ID, in the few bytes that are kept for ever.
fn identity(from: &str, message_id: &str) -> Digest {
    Digest::of(format!("{}\n{message_id}", from.to_lowercase()).as_bytes())
}

/// A letter as the shell received it.
#[derive(Clone, Copy, Debug)]
pub struct Received<'a> {
    pub bytes: &'a [u8],
    /// It came through no mail server but was laid into the spool on this machine, and the operator believes such letters.
    pub by_hand: bool,
}

/// A step could not be made: a fault of the program or of a template, never of a letter.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("a mail could not be written: {0}")]
    Template(TemplateProblem),
    #[error("a line could not be written: {0}")]
    Line(#[from] NotArchivable),
    #[error("a board file could not be named: {0}")]
    Blob(#[from] crate::archive::NotABlob),
    #[error("a board could not be drawn: {0}")]
    Picture(#[from] crate::render::png::PictureError),
    #[error("an address could not be used: {0}")]
    Address(#[from] crate::letter::AddressError),
    #[error("the law texts cannot be used: {0}")]
    Law(String),
    #[error("{0}")]
    Lost(Box<Loss>),
}

impl From<TemplateProblem> for Fault {
    fn from(problem: TemplateProblem) -> Fault {
        Fault::Template(problem)
    }
}

impl Custodian {
    /// An empty house; games come from [`Custodian::seat`], letters known from [`Custodian::recall`].
    pub fn new(house: House, lobby: Head) -> Custodian {
        let (tables, resting) = (BTreeMap::new(), BTreeMap::new());
        Custodian {
            house,
            lobby: Lobby::new(lobby),
            tables,
            resting,
            taken: None,
            seen: BTreeSet::new(),
            seen_ids: BTreeSet::new(),
            beacons: BTreeMap::new(),
            noted: BTreeMap::new(),
            thoughts: BTreeMap::new(),
        }
    }

    /// The games by folder name.
    pub fn tables(&self) -> impl Iterator<Item = (&GameName, &Table)> {
        self.tables.iter()
    }

    /// The head that the next line of a log is chained to; a game being founded has none yet.
    pub fn head(&self, log: &LogName) -> Option<Head> {
        match log {
            LogName::Lobby => Some(self.lobby.head),
            LogName::Game(name) => self.tables.get(name).map(Table::head),
        }
    }

    /// The earliest hour at which something is to be done without a letter.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.tables.values().filter_map(|table| mar::next_hour(&table.game)).min()
    }

    /// Takes in a step whose line is durable; `head` is the log's new end.
    pub fn commit(&mut self, step: Step, head: Head) {
        self.remember(&step.entry);
        match step.log {
            LogName::Lobby => self.lobby.head = head,
            LogName::Game(name) => {
                self.take_up_again(&name);
                let founding = step.founding.unwrap_or_default();
                let table = match (self.tables.get_mut(&name), step.after.game) {
                    (Some(table), Some(game)) => {
                        table.resumed.extend(witness::Resumed::behind(table.game.dice.anew.len(), &game, head.seq, step.entry.at));
                        table.game = game;
                        table.reached = Reached::under(table.semantics());
                        table
                    }
                    (Some(table), None) => table,
                    (None, Some(game)) => self.tables.entry(name).or_insert_with(|| Table::new(game, &founding)),
                    (None, None) => return,
                };
                table.heads.reach(head);
                table.promised.extend(step.entry.out.iter().map(|mail| MailMark::of(named_mail(&mail.id))));
                table.latest.extend(step.after.turn_mails.into_iter().map(|mail| (mail.to.clone(), mail)));
            }
        }
    }

    /// A line that only reports deliveries went into that log.
    pub fn note_line(&mut self, log: &LogName, head: Head) {
        match log {
            LogName::Lobby => self.lobby.head = head,
            LogName::Game(name) => {
                let resting = self.resting.get_mut(name).and_then(|resting| resting.table.as_deref_mut());
                if let Some(table) = self.tables.get_mut(name).or(resting) {
                    table.heads.reach(head);
                }
            }
        }
    }

    /// Takes a line's letter as seen and counts what it and the mails cost.
    fn remember(&mut self, entry: &Entry) {
        self.seen.extend(entry.cause.letter_digest());
        let desk = lobby::desk_events(entry);
        if let Some((from, Some(id))) = lobby::heard(&desk) {
            self.seen_ids.insert(identity(from, id));
        }
        self.recall_beacons(&desk, entry.at);
        self.lobby.count(entry);
    }
}
