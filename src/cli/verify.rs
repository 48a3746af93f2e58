//! `custodian verify`: proves that a game's log is whole and leads to the boards that were mailed.

use super::past::progress;
use super::{Failure, opening, say, table};
use crate::adjudicator::views::{self, draws_boards};
use crate::adjudicator::{Promised, Reached, anybody, fold_on, found, named_line, rederive, remail, witness};
use crate::archive::record::{beacon_file, read_founding};
use crate::archive::{self, Blob, BlobName, Claim, Digest, LOBBY, Line, PublicPart, Report, Signers, Witness};
use crate::config::Config;
use crate::game::Event;
use crate::game::mar::Multiverse;
use crate::letter;
use crate::letter::templates::Templates;
use crate::store::Folder;
use chrono::TimeDelta;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

/// Proves the chain of a game's log, every letter's fingerprint, and that a replay gives the same boards
///
/// Needs no network and no config when GAME is a folder. The last line is `OK zaphod 121 9f3c...`: name, steps, head of the
/// chain, which is also what the mails' footers say.
/// Exit code 0: all is well; 1: the chain is broken, or its end in doubt; 2: a replay gives something else; 3: letters or boards are
/// missing. Files that no line names are listed; what a loss of power left is no fault.
///
/// Examples:
///   custodian verify zaphod
///   custodian verify archive/zaphod --deep    also decides every order again from the letters
///   custodian verify zaphod 120 9f3c2a41d07b5e66   also compares the last line of a mail: zaphod #120 head 9f3c2a41d07b5e66
///   custodian verify archive/lobby            the log of what belongs to no game
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Verify {
    /// A game's folder, or its name in the archive
    game: String,
    /// The last line of a mail, or its number and its head: the log must say the same, else the exit code is 1
    #[arg(value_name = "SEQ HEAD")]
    footer: Vec<String>,
    /// Decide every order again from the letters as they came in
    #[arg(long)]
    deep: bool,
    /// Trust only these keys, in the form of `custodian keys`, and those for which they gave their word, not those that lie in the game's folder;
    /// without a checkpoint by such a key the exit code is 1
    #[arg(long, value_name = "FILE")]
    signers: Option<PathBuf>,
    /// A JSON object: {"verdict":"sound","game":"zaphod","seq":121,"head":"9f3c...","marked":true,"altered":[],"withheld":[],"strays":[],
    /// "report":"OK zaphod 121 9f3c...","checkpoints":[40,80],"unsigned":[],"outlived":[],"unvouched":[],"reworded":[],"remailed":[],"early":[],
    /// "mail":null}; a file is {"line":3,"file":"boards/0003.txt"}, a stray its path
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> super::Outcome {
        let claim = self.claim()?;
        let (folder, texts) = self.opened(config)?;
        let bar = progress(1);
        let mut replay = Replay {
            game: game_of(&folder)?,
            folder: &folder,
            reached: Reached::default(),
            texts,
            turn: None,
            turn_ends: Vec::new(),
            letters: BTreeSet::new(),
            reworded: Vec::new(),
            remailed: Vec::new(),
            early: Vec::new(),
            promised: BTreeSet::new(),
            founded: Digest::of(&folder.settings()?),
            resumed: Vec::new(),
        };
        let trusted = self.trusted()?;
        let mut report = folder.verify(trusted.as_ref(), &mut |line| replay.line(line), &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        })?;
        bar.finish_and_clear();
        report.reworded = std::mem::take(&mut replay.reworded);
        report.remailed = std::mem::take(&mut replay.remailed);
        report.early = std::mem::take(&mut replay.early);
        if !report.attested.sound.is_empty() {
            let signed: BTreeSet<u64> = report.attested.sound.iter().map(|(seq, _)| *seq).collect();
            report.unsigned = replay.turn_ends.iter().copied().filter(|seq| !signed.contains(seq)).collect();
        }
        report.never_signed = !replay.turn_ends.is_empty() && report.attested == archive::Attested::default();
        let heads = &report.heads;
        let compared = claim
            .map(|claim| (witness::told_of_copy(folder.name(), &claim, heads.compare(&claim), &replay.resumed), heads.compare(&claim)));
        let matches = compared.as_ref().is_none_or(|(_, witness)| matches!(witness, Witness::Matches(_)));
        match compared {
            _ if self.json => tell_program(&report, compared.map(|(told, _)| told).as_deref()),
            None => say!("{report}"),
            // The last line is the verdict.
            Some((told, _)) if matches => say!("{told}\n{report}"),
            Some((told, _)) => say!("{report}\n{told}"),
        }
        if trusted.is_some() && report.attested.sound.is_empty() {
            return Err(Failure::new("none of the trusted keys has signed a checkpoint of this game"));
        }
        if let Some(end) = report.unsigned.iter().find(|end| trusted.is_some() && Some(**end) > report.newest_signed()) {
            let newest = report.newest_signed().unwrap_or_default();
            let why = format!("a turn ended with line {end}, and the newest checkpoint by a trusted key is of line {newest}");
            return Err(Failure::new(format!("{why}: what lies behind that may have been written anew")));
        }
        Ok(if matches { ExitCode::from(report.outcome() as u8) } else { ExitCode::FAILURE })
    }

    /// The game's folder, and the texts in which its mails may be written: with `--deep` alone, the house's own first where there is a config.
    fn opened(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Result<(Folder, Option<Vec<Templates>>), Failure> {
        if !self.deep {
            return Ok((table::folder(&self.game, config)?, None));
        }
        let config = config();
        let own = config.as_ref().ok().filter(|config| config.templates.is_some()).map(opening::templates).transpose()?;
        let built_in = Templates::load(&[]).map_err(|problem| Failure::new(problem.to_string()))?;
        Ok((table::folder(&self.game, || config)?, Some(own.into_iter().chain([built_in]).collect())))
    }

    /// The keys that the operator has noted.
    fn trusted(&self) -> Result<Option<Signers>, Failure> {
        let Some(path) = &self.signers else { return Ok(None) };
        let noted = Signers::noted(&super::read_text(path)?);
        noted.map(Some).map_err(|why| Failure::new(format!("{}: {why}", path.display())))
    }

    /// What the mail says that the log is to be compared with.
    fn claim(&self) -> Result<Option<Claim>, Failure> {
        let footer = self.footer.join(" ");
        let read = (!footer.is_empty()).then(|| Claim::read(&footer));
        read.map(|claim| {
            claim.ok_or_else(|| {
                Failure::new(format!("`{footer}` is no line of a mail: write its number and its head, 120 9f3c2a41d07b5e66"))
            })
        })
        .transpose()
    }
}

/// By how much the clocks of honest machines may differ.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(2);

/// Folds line after line, and tells what differs from the record.
struct Replay<'f> {
    /// None for the lobby: it has no state to derive, its chain and its letters are all there is.
    game: Option<Result<Multiverse, String>>,
    folder: &'f Folder,
    reached: Reached,
    /// In which mails may be written, where every order is decided again.
    texts: Option<Vec<Templates>>,
    /// The turn so far, and whether the game is over: with another one a turn has ended.
    turn: Option<(u32, bool)>,
    turn_ends: Vec<u64>,
    /// Letters that have had their line.
    letters: BTreeSet<Digest>,
    /// Lines whose sentence is not what deciding again gives.
    reworded: Vec<u64>,
    /// Mails whose words are not what deciding again gives, by line and address.
    remailed: Vec<(u64, String)>,
    /// Lines that are dated before their letters, with the hour of these.
    early: Vec<(u64, String)>,
    /// The mails of earlier lines, by Message-ID and digest.
    promised: BTreeSet<(String, Digest)>,
    /// The digest of the settings.
    founded: Digest,
    /// Where the game went on without lines that were lost.
    resumed: Vec<witness::Resumed>,
}

impl Replay<'_> {
    fn line(&mut self, line: &Line) -> Result<(), String> {
        self.witnesses(line)?;
        let game = match &mut self.game {
            None => return Ok(()),
            Some(Ok(game)) => game,
            Some(Err(why)) => return Err(why.clone()),
        };
        let before = self.texts.as_ref().map(|_| game.clone());
        let anew = game.dice.anew.len();
        let events = fold_on(game, &mut self.reached, line).map_err(|problem| problem.to_string())?;
        self.resumed.extend(witness::Resumed::behind(anew, game, line.seq, line.entry.at));
        if let Some(file) = other_evidence(line, &events) {
            return Err(format!("the beacons that it names in evidence/ are not those that it holds: {file}"));
        }
        if let Some(file) = other_board(game, line, &events) {
            return Err(format!("the board {file} is not the one that its events lead to"));
        }
        let turn = Some((game.phase.turn, game.is_over()));
        if turn != self.turn {
            self.turn = turn;
            self.turn_ends.push(line.seq);
        }
        let Some(before) = before else { return Ok(()) };
        let letter = line.entry.letter().map(|name| self.folder.blob(&name));
        let bytes = letter.transpose().map_err(|problem| problem.to_string())?.flatten();
        if let Some(letter) = line.entry.cause.letter_digest().filter(|letter| !self.letters.insert(*letter)) {
            return Err(format!("its letter, {letter}, has caused an earlier line"));
        }
        let hour = bytes.as_deref().and_then(letter::latest_hour).filter(|hour| *hour > line.entry.at + CLOCKS_DIFFER);
        self.early.extend(hour.map(|hour| (line.seq, hour.format("%Y-%m-%d %H:%M:%S UTC").to_string())));
        let again = rederive(&before, line, &events, bytes.as_deref())?;
        if again.sentence.is_some_and(|sentence| sentence != line.entry.note) {
            self.reworded.push(line.seq);
        }
        let mails = self.mails(line)?;
        agree(&mails)?;
        let Some(judged) = again.judged else { return Ok(()) };
        let others = remail(&before, self.founded, line, &judged, &mails, self.texts.as_deref().unwrap_or_default())?;
        self.remailed.extend(others.into_iter().map(|to| (line.seq, to)));
        Ok(())
    }

    /// The mails of a line with their bytes, where they are not withheld.
    fn mails<'l>(&self, line: &'l Line) -> Result<Vec<Promised<'l>>, String> {
        let read = |told| Ok((told, self.folder.blob(&line.entry.mail(told)).map_err(|problem| problem.to_string())?));
        line.entry.out.iter().map(read).collect()
    }

    /// Each mail was written for its line: its Message-ID and the head at its end say so. One that is sent again is that of an earlier line.
    fn witnesses(&mut self, line: &Line) -> Result<(), String> {
        for (told, bytes) in self.mails(line)? {
            let promise = (told.id.clone(), told.sha256);
            let Some((room, seq)) = named_line(&told.id) else { return Err(format!("a mail has the strange Message-ID {}", told.id)) };
            if seq != line.seq {
                if self.promised.contains(&promise) {
                    continue;
                }
                return Err(format!("its mail to {} is one of line {seq}, by its Message-ID", told.to));
            }
            self.promised.insert(promise);
            let Some(bytes) = bytes else { continue };
            let id = letter::message_id_of(&bytes).unwrap_or_default();
            let (name, domain) = told.id.trim_matches(['<', '>']).rsplit_once('@').unwrap_or_default();
            let behind = id.strip_prefix(name).and_then(|rest| rest.strip_suffix(domain)?.strip_suffix('@'));
            // Each has the secret of its reader there.
            let Some(behind) = behind.and_then(|behind| behind.strip_prefix('+')) else {
                return Err(format!("its mail to {} has the Message-ID of another, {id}", told.to));
            };
            let before = line.prev.to_string();
            let digits = behind.split_once('.').map_or("", |(digits, _)| digits);
            let (number, head) = letter::footer_of(&bytes, room).unwrap_or((line.seq - 1, digits));
            if number != line.seq - 1 || !before.starts_with(head) || !before.starts_with(digits) {
                return Err(format!(
                    "its mail to {} was written behind line {number} with the head {head}, and the line before it has {before}",
                    told.to
                ));
            }
        }
        Ok(())
    }
}

/// What a line says of its mails is what stands in them.
fn agree(mails: &[Promised]) -> Result<(), String> {
    for (told, bytes) in mails {
        let Some(bytes) = bytes else { continue };
        let mail = letter::read(bytes, &anybody());
        let reaches = mail.recipients.iter().any(|reader| reader.address.as_str().eq_ignore_ascii_case(&told.to));
        if !reaches || mail.subject != told.subject {
            return Err(format!("the mail {} is not to {} about \"{}\"", told.sha256, told.to, told.subject));
        }
    }
    Ok(())
}

/// A file in `evidence/` that the line names and should not, or the other way round.
fn other_evidence(line: &Line, events: &[Event]) -> Option<String> {
    let laid = |event: &Event| match event {
        Event::Published(beacon) => Some(Blob::evidence(beacon_file(beacon), "json").ok()?.name().clone()),
        _ => None,
    };
    let laid: BTreeSet<BlobName> = events.iter().filter_map(laid).collect();
    let named: BTreeSet<BlobName> = line.entry.files.iter().filter(|name| name.parts().0 == "evidence").cloned().collect();
    laid.symmetric_difference(&named).next().map(|name| name.as_str().to_owned())
}

/// A board file of the line that is not what the game came to, if there is one; it has some where a phase has ended, and none elsewhere.
fn other_board(game: &Multiverse, line: &Line, events: &[Event]) -> Option<String> {
    let drawn: BTreeMap<String, Digest> = match draws_boards(game, events) {
        true => {
            views::board_files(game).into_iter().map(|(ending, bytes)| (format!("{:04}{ending}", line.seq), Digest::of(&bytes))).collect()
        }
        false => BTreeMap::new(),
    };
    let recorded = &line.entry.boards;
    let differs = |file: &&String| drawn.get(*file) != recorded.get(*file);
    drawn.keys().chain(recorded.keys()).find(differs).cloned()
}

fn game_of(folder: &Folder) -> Result<Option<Result<Multiverse, String>>, Failure> {
    Ok(if folder.name() == LOBBY { None } else { Some(founded(&folder.settings()?)) })
}

pub(super) fn founded(settings: &[u8]) -> Result<Multiverse, String> {
    let founding = read_founding(&String::from_utf8_lossy(settings)).map_err(|problem| problem.to_string())?;
    found(founding).map_err(|fault| fault.to_string())
}

fn tell_program(report: &Report, compared: Option<&str>) {
    let verdict = match report.outcome() {
        archive::Outcome::Sound => "sound",
        archive::Outcome::Broken => "broken",
        archive::Outcome::ReplayDiffers => "replay-differs",
        archive::Outcome::Withheld => "withheld",
    };
    let files = |found: &[(u64, String)]| -> Vec<_> {
        found.iter().map(|(line, file)| serde_json::json!({ "line": line, "file": file })).collect()
    };
    let lines = |signed: &[(u64, PublicPart)]| signed.iter().map(|(seq, _)| *seq).collect::<Vec<_>>();
    let unvouched: Vec<String> = report.attested.unvouched.iter().map(ToString::to_string).collect();
    let head = report.head;
    say!(
        "{}",
        serde_json::json!({
            "verdict": verdict, "game": report.name, "seq": head.seq, "head": head.hash.to_string(), "marked": report.marked,
            "altered": files(&report.altered), "withheld": files(&report.withheld), "strays": report.strays, "report": report.to_string(),
            "checkpoints": lines(&report.attested.sound), "unsigned": report.unsigned, "outlived": lines(&report.attested.outlived),
            "unvouched": unvouched, "reworded": report.reworded, "remailed": files(&report.remailed), "early": files(&report.early),
            "mail": compared,
        })
    );
}
