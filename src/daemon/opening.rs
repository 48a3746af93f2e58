//! The start: the archive taken up as it is, what was found amiss told and set right, and games that cannot go on laid to rest.

use std::collections::{BTreeMap, BTreeSet};

use tracing::{error, info, warn};

use super::{Daemon, Failure, Fatal, Tail, now, turn_of};
use crate::adjudicator::{Custodian, Fault, House, LINES_AHEAD, OutOfTurn, Table, views};
use crate::archive::record::read_founding;
use crate::archive::{Blob, Digest, GameName, Head, Line, LogName, Recovery};
use crate::store::{Recovered, Repair, Store, StoreError};

impl<S: Store> Daemon<S> {
    /// Takes up the archive as it is. A game that cannot be taken up is reported and left alone; the others run on.
    pub fn open(house: House, store: S, believe_local: bool) -> Result<Daemon<S>, Fatal> {
        let unreadable = |problem: StoreError| Fatal::Unreadable(problem.into());
        let lobby = LogName::Lobby;
        let custodian = Custodian::new(house, store.head(&lobby).map_err(unreadable)?);
        let mut daemon = Daemon {
            custodian,
            store,
            tails: BTreeMap::new(),
            delivered: BTreeMap::new(),
            claimed: BTreeMap::new(),
            lost: BTreeSet::new(),
            believe_local,
        };
        daemon.take_up(&lobby, |_| Ok(())).map_err(Fatal::Unreadable)?;
        let mut out_of_turn: BTreeMap<OutOfTurn, Vec<GameName>> = BTreeMap::new();
        for name in daemon.store.games().map_err(unreadable)? {
            if let Some(why) = daemon.key_out_of_turn(&LogName::Game(name.clone())) {
                out_of_turn.entry(why).or_default().push(name.clone());
            }
            if let Some(own) = daemon.named_otherwise(&name) {
                daemon.leave_alone(&name, &own)?;
                continue;
            }
            if let Err(failure) = daemon.attempt(|daemon| daemon.open_game(&name))? {
                daemon.set_aside(&name, &failure)?;
            }
        }
        daemon.note_key(out_of_turn)?;
        daemon.note_clock()?;
        Ok(daemon)
    }

    pub(super) fn open_game(&mut self, name: &GameName) -> Result<(), Failure> {
        let log = LogName::Game(name.clone());
        let ended = self.read_game(name)?;
        if self.tails.get(&log).is_some_and(|tail| tail.chain.head().seq == 0) {
            let reason = "its log is empty, and a game begins with its first line: put back the log as it was".to_owned();
            return Err(StoreError::Quarantined { log, reason }.into());
        }
        let foreign = |table: &Table| !table.game.is_over() && !self.custodian.house.has_founded(&table.game.founding);
        if self.custodian.tables().any(|(seated, table)| seated == name && foreign(table)) {
            return Err(Failure::OtherSecret);
        }
        if let Some(loss) = self.custodian.still_lost(name) {
            return Err(Fault::Lost(Box::new(loss)).into());
        }
        if let Some(loss) = self.store.lost_line(&log).and_then(|line| self.custodian.loss_up_to(name, line)) {
            return Err(Fault::Lost(Box::new(loss)).into());
        }
        // A crash may have come between a line and the statement about it, or they are gone.
        Ok(self.attest_the_last(&log, &ended)?)
    }

    /// Seats whoever plays in a game, as far as its log can be read; the lines with which its turns have ended.
    fn read_game(&mut self, name: &GameName) -> Result<Vec<Head>, Failure> {
        let log = LogName::Game(name.clone());
        let toml = String::from_utf8_lossy(&self.store.settings(&log)?).into_owned();
        let mut table = Table::founded(&toml)?;
        let (mut turn, mut ended) = (None, Vec::new());
        let read = self.take_up(&log, |line| {
            table.fold(line)?;
            let now = Some(turn_of(&table));
            if now != turn {
                turn = now;
                ended.push(Head { seq: line.seq, hash: line.hash });
            }
            Ok(())
        });
        // Whoever plays is known even where the game cannot go on.
        self.custodian.seat(name.clone(), table);
        read.map(|()| ended)
    }

    /// Reads a log from its first line, one at a time.
    pub(super) fn take_up(&mut self, log: &LogName, mut each: impl FnMut(&Line) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut tail = Tail::founded_on(&self.store.settings(log)?);
        for line in self.store.lines(log)? {
            let line = line?;
            tail.follow(&line);
            self.custodian.recall(&line);
            each(&line)?;
        }
        self.tails.insert(log.clone(), tail);
        Ok(())
    }

    /// Tells the operator what was found amiss at the opening, and writes into each log what was set right in it, one line a log. A game in quarantine is
    /// at rest; those that can be played again after a rest are noted.
    pub fn recovered(&mut self, found: &[Recovered]) -> Result<(), Fatal> {
        let mut repairs: BTreeMap<&LogName, Vec<&Recovery>> = BTreeMap::new();
        let mut lacking = BTreeSet::new();
        for found in found {
            warn!("{found}");
            match (&found.repair, &found.log) {
                (Repair::SetRight(repair), log) => repairs.entry(log).or_default().push(repair),
                // One that could not be read either is at rest already.
                (_, LogName::Game(name)) if self.named_otherwise(name).is_some() => {}
                (Repair::Quarantined(reason), LogName::Game(name)) if !self.custodian.resting().any(|resting| resting == name) => {
                    let failure = StoreError::Quarantined { log: found.log.clone(), reason: reason.clone() };
                    self.set_aside(name, &failure.into())?;
                }
                (Repair::Quarantined(_), _) => {}
                (Repair::Gone(files), log) => {
                    let left = self.note_gone(log, files)?;
                    lacking.extend((!left.is_empty()).then(|| log.as_str().to_owned()));
                }
            }
        }
        let now = self.hour();
        self.tell_master("files that are there again", |custodian| custodian.files_back(&lacking, now))?;
        let opened: Vec<GameName> = self.custodian.tables().map(|(name, _)| name.clone()).collect();
        for name in opened {
            self.note_mended(&name)?;
        }
        for (log, repairs) in repairs {
            let written = self.attempt(|daemon| daemon.add_repairs(log, &repairs, "found at the start"))?;
            match (written, log) {
                (Ok(()), _) => {}
                (Err(failure), LogName::Game(name)) => self.set_aside(name, &failure)?,
                (Err(failure), LogName::Lobby) => return Err(Fatal::Lobby(failure)),
            }
        }
        Ok(())
    }

    /// Writes down that a game goes on which was at rest.
    pub(super) fn note_mended(&mut self, name: &GameName) -> Result<(), Fatal> {
        let now = self.hour();
        self.tell_master("a game that goes on", |custodian| custodian.goes_on(name, now))
    }

    /// Tells the master where the newest line is dated far ahead of the clock.
    pub(super) fn note_clock(&mut self) -> Result<(), Fatal> {
        let (newest, clock) = (self.hour(), now());
        if newest - clock <= LINES_AHEAD {
            return Ok(());
        }
        warn!(%newest, %clock, "the newest line is dated ahead of the clock; what is done until then is dated so");
        self.tell_master("a clock that is behind", |custodian| custodian.clock_behind(newest, clock))
    }

    /// The name that the folder of a game would have to have, where it has another: it was copied or renamed.
    fn named_otherwise(&self, name: &GameName) -> Option<GameName> {
        let settings = self.store.settings(&LogName::Game(name.clone())).ok()?;
        let founding = read_founding(&String::from_utf8_lossy(&settings)).ok()?;
        GameName::of_title(&founding.name).ok().filter(|own| own != name)
    }

    /// Opens no folder of another name than the game's: a copy would be played on beside the game, with dice that are known from it.
    fn leave_alone(&mut self, name: &GameName, own: &GameName) -> Result<(), Fatal> {
        let stands = self.store.games().is_ok_and(|games| games.contains(own));
        if !stands {
            // So that its players can ask how it stands; what else is wrong with it is told when it has its name.
            if let Err(failure) = self.attempt(|daemon| daemon.read_game(name))? {
                error!(game = %name.as_str(), "it cannot be read to its end: {failure}");
            }
            return self.set_aside(name, &Failure::Renamed(own.clone()));
        }
        error!(folder = %name.as_str(), game = %own.as_str(), "a copy of a game lies in the archive and is left alone: move it elsewhere");
        let now = self.hour();
        self.tell_master("a copy", |custodian| custodian.copy_left_alone(name, own, now))
    }

    /// Draws boards again that are gone, and tells the master of the other files that are; gives those.
    fn note_gone(&mut self, log: &LogName, files: &BTreeSet<String>) -> Result<BTreeSet<String>, Fatal> {
        let drawn = self.attempt(|daemon| daemon.draw_again(log, files))?;
        let drawn = drawn.unwrap_or_else(|failure| {
            warn!(%log, "boards that are gone could not be drawn again: {failure}");
            BTreeSet::new()
        });
        if !drawn.is_empty() {
            info!(%log, boards = drawn.len(), "boards that were gone are drawn again");
        }
        let (left, now) = (files - &drawn, self.hour());
        self.tell_master("files that are gone", |custodian| custodian.files_gone(log, &left, now))?;
        Ok(left)
    }

    /// Draws those boards again that come out as their lines vouch for them; gives their files.
    fn draw_again(&mut self, log: &LogName, files: &BTreeSet<String>) -> Result<BTreeSet<String>, Failure> {
        let gone = |file: &String| files.contains(&format!("boards/{file}"));
        if !files.iter().any(|file| file.starts_with("boards/")) || !matches!(log, LogName::Game(_)) {
            return Ok(BTreeSet::new());
        }
        let mut table = Table::founded(&String::from_utf8_lossy(&self.store.settings(log)?))?;
        let mut drawn = Vec::new();
        for line in self.store.lines(log)? {
            let line = line?;
            table.fold(&line)?;
            let boards = &line.entry.boards;
            if !boards.keys().any(gone) {
                continue;
            }
            for (ending, bytes) in views::board_files(&table.game) {
                let file = format!("{:04}{ending}", line.seq);
                if gone(&file) && boards.get(&file) == Some(&Digest::of(&bytes)) {
                    drawn.push(Blob::board(&file, bytes).map_err(Fault::Blob)?);
                }
            }
        }
        let names = drawn.iter().map(|board| board.name().as_str().to_owned()).collect();
        self.store.attest(log, &[drawn])?;
        Ok(names)
    }
}
