//! `custodian new`: asks the daemon for a game, by a letter from the master.

use super::{Failure, Outcome, opening, say};
use crate::adjudicator::founding;
use crate::archive::GameName;
use crate::config::Config;
use crate::daemon::now;
use crate::dice::Method;
use crate::letter;
use crate::store::games_in;
use crate::wire::spool;
use std::fmt::Write;
use std::process::ExitCode;

/// Sets up a game and has its players invited
///
/// A letter from the master is laid into the spool; the running daemon founds the game and mails the invitations. Two to six
/// players, the first begins. A player is an address, or a name and an address in angle brackets.
///
/// Examples:
///   custodian new Zaphod ann@example.org ben@example.org
///   custodian new Trillian "Ann <ann@example.org>" "Ben <ben@example.org>" "Cleo <cleo@example.org>"
///   custodian new Marvin ann@example.org ben@example.org --observer zoe@example.org --undo 0
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct New {
    /// What the multiverse is called: letters and digits, a letter first
    name: String,
    /// The players in seat order
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    /// Somebody who gets every board and sends no orders; may be given several times
    #[arg(long = "observer", value_name = "PERSON")]
    observers: Vec<String>,
    /// All colours, seat by seat and inside a seat by universe, with commas: white,yellow,green,orange,blue,red
    #[arg(long, value_name = "LIST")]
    colours: Option<String>,
    /// How long complete orders wait for second thoughts: 0, 10 minutes, 2 hours [default: as configured]
    #[arg(long, value_name = "TIME")]
    undo: Option<String>,
    /// A sentence of the meta-rules that this game begins with, as PROPOSE takes it; may be given several times
    #[arg(long = "meta", value_name = "SENTENCE")]
    meta: Vec<String>,
    /// How rolls are made: house, drand, "drand 2 hours", "drand c3", "stock IBM, KO", honour [default: drand where the config names relays, else
    /// house]
    #[arg(long, value_name = "METHOD")]
    dice: Option<String>,
}

impl New {
    pub(super) fn run(&self, config: &Config) -> Outcome {
        let bytes = self.letter(config)?;
        let dice = self.check(config, &bytes)?;
        spool::deliver(&config.spool.inbox(), &bytes)?;
        say!("A letter that founds {} lies in the spool; `custodian run` invites {} players.", self.name, self.players.len());
        if matches!(dice, Method::Drand { .. }) && config.dice.relays.is_empty() {
            say!("It rolls by drand, and [dice] of the config names no relays: until it does, beacons have to come by mail (BEACON).");
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The master's letter, as he would write it by hand.
    fn letter(&self, config: &Config) -> Result<Vec<u8>, Failure> {
        let mut body = format!("NEW {}\n", self.name);
        let lines = self.players.iter().map(|player| ("PLAYER", player));
        let lines = lines.chain(self.observers.iter().map(|observer| ("OBSERVER", observer)));
        let lines = lines.chain(self.colours.iter().map(|colours| ("COLOURS", colours)));
        let lines = lines.chain(self.meta.iter().map(|sentence| ("META", sentence)));
        let lines = lines.chain(self.undo.iter().map(|undo| ("UNDO", undo)));
        for (word, rest) in lines.chain(self.dice.iter().map(|dice| ("DICE", dice))) {
            let _ = writeln!(body, "{word} {rest}");
        }
        // The lines above are the only ones: an argument with a line break would smuggle in others.
        let options = [&self.colours, &self.undo, &self.dice].into_iter().flatten().count();
        if body.lines().count() != 1 + self.players.len() + self.observers.len() + self.meta.len() + options {
            return Err(Failure::new("names and addresses are one line each"));
        }
        let (master, robot, now) = (&config.master.address, &config.robot.address, now());
        let id = format!("new.{}.{}@{}", now.timestamp(), std::process::id(), master.domain());
        let head = format!(
            "From: {master}\r\nTo: {robot}\r\nSubject: NEW\r\nDate: {}\r\nMessage-ID: <{id}>\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n",
            now.to_rfc2822()
        );
        Ok(format!("{head}{}", body.replace('\n', "\r\n")).into_bytes())
    }

    /// Reads the letter as the daemon will, so that what it would refuse is refused here.
    fn check(&self, config: &Config, bytes: &[u8]) -> Result<Method, Failure> {
        let letter = letter::read(bytes, &opening::own(config));
        let request = founding::request(&letter).ok_or_else(|| Failure::new("the name of the game is missing"))?;
        let founding = request.founding(config.master.address.as_str(), opening::usual(config), now())?;
        founding::without_the_robot(&founding, &opening::own(config))?;
        let folder = GameName::of_title(&self.name)?;
        if config.archive.is_dir() && games_in(&config.archive)?.contains(&folder) {
            return Err(Failure::new(format!("the archive holds a game called {} already: choose another name", folder.as_str())));
        }
        Ok(founding.method)
    }
}
