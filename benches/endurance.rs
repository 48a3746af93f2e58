//! Ten thousand letters through the spool of the real program: how fast, how much memory, and how long it takes to start again.
//!
//! Memory is the resident set of the daemon's process (VmRSS) once no mail has gone out for two seconds.
//! `cargo bench --bench endurance`, or with another number of letters: `cargo bench --bench endurance -- 2000`.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::disallowed_types,
    reason = "starts the program, looks at the clock, and tells"
)]

#[path = "../tests/it/correspondence.rs"]
mod correspondence;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use correspondence::Correspondence;
use custodian::wire::spool;

const PROGRAM: &str = env!("CARGO_BIN_EXE_custodian");
const LETTERS: usize = 10_000;
/// After which a game ends and the next begins: a long game.
const PHASES_OF_A_GAME: u32 = 300;
/// Letters that may wait at a time.
const AHEAD: usize = 20;
/// What is wanted, in KB: of the idle daemon; and how much more it may hold after the last letter than after a tenth of them. A letter leaves two
/// digests of 32 bytes for ever; the rest is room for the game that happens to be open.
const IDLE_WANTED: u64 = 60 << 10;
const GROWTH_WANTED: u64 = 12 << 10;
/// How long the daemon gets to come to rest.
const REST: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(1);
const CONFIG: &str =
    "archive = \"archive\"\n[spool]\nfolder = \"spool\"\n[limits]\nletters_per_hour = 1000000\nreplies_per_hour = 1000000\n";

/// What people write, without end: five letters with moves in ten, the others refused, questions, strangers.
struct Club {
    games: usize,
    game: Correspondence,
    ready: VecDeque<Vec<u8>>,
    written: usize,
}

impl Club {
    fn open() -> Club {
        let mut club = Club { games: 0, game: Correspondence::about("none"), ready: VecDeque::new(), written: 0 };
        club.begin();
        club
    }

    fn begin(&mut self) {
        self.games += 1;
        self.game = Correspondence::about(&format!("Zaphod{}", self.games));
        self.ready.extend(self.game.opening());
        // A player makes rules once he has named his real king.
        for _ in correspondence::PLAYERS {
            self.ready.push_back(self.game.moves());
        }
    }

    fn write(&mut self) -> Vec<u8> {
        self.written += 1;
        if let Some(letter) = self.ready.pop_front() {
            return letter;
        }
        if self.game.phases() >= PHASES_OF_A_GAME {
            let ending = self.game.ending();
            self.ready.extend(ending);
            self.begin();
            return self.write();
        }
        match self.written % 10 {
            0 => self.game.stranger(),
            2 | 6 => self.game.refused(),
            4 | 8 => self.game.questions(),
            _ if self.game.phases() == PHASES_OF_A_GAME / 2 => self.game.rule(),
            _ => self.game.moves(),
        }
    }
}

/// The running program.
struct Running {
    process: Child,
    folder: PathBuf,
}

impl Running {
    fn start(folder: &Path) -> Running {
        let log = std::fs::File::create(folder.join("daemon.log")).unwrap();
        let mut command = Command::new(PROGRAM);
        command.args(["run", "--config"]).arg(folder.join("custodian.toml")).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        Running { process: command.spawn().unwrap(), folder: folder.to_owned() }
    }

    /// Lays the letter into the spool; its file is gone when it is settled.
    fn lay(&mut self, letter: &[u8]) -> PathBuf {
        spool::deliver(&self.folder.join("spool/in"), letter).unwrap()
    }

    fn wait_for(&mut self, letter: &Path) {
        while letter.exists() {
            assert!(self.process.try_wait().unwrap().is_none(), "the daemon has ended: see {}", self.folder.join("daemon.log").display());
            std::thread::sleep(LOOK);
        }
    }

    /// Waits until no mail has gone out for a while, fetches the mails, and tells the memory held then.
    fn rest(&mut self) -> u64 {
        let out = self.folder.join("spool/out/new");
        let mut quiet_since = Instant::now();
        while quiet_since.elapsed() < REST {
            for mail in std::fs::read_dir(&out).into_iter().flatten() {
                std::fs::remove_file(mail.unwrap().path()).unwrap();
                quiet_since = Instant::now();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.memory("VmRSS")
    }

    /// In KB, as the kernel counts it.
    fn memory(&self, what: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap();
        line.trim_matches([':', '\t', ' ']).trim_end_matches(" kB").trim().parse().unwrap()
    }

    fn stop(mut self) -> Duration {
        let begun = Instant::now();
        let stopped = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        assert!(stopped.success() && self.process.wait().unwrap().success());
        begun.elapsed()
    }
}

fn megabytes(kilobytes: u64) -> String {
    format!("{:.1} MB", kilobytes as f64 / 1024.0)
}

fn idle(kilobytes: u64) -> String {
    format!("{}; wanted: under {}: {}", megabytes(kilobytes), megabytes(IDLE_WANTED), kept(kilobytes < IDLE_WANTED))
}

fn kept(kept: bool) -> &'static str {
    if kept { "kept" } else { "MISSED" }
}

fn main() {
    let letters = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(LETTERS);
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("custodian.toml"), CONFIG).unwrap();
    let mut daemon = Running::start(place.path());
    println!("idle, empty archive        {}", idle(daemon.rest()));
    let mut held = Vec::new();

    let mut club = Club::open();
    let (mut ahead, mut spent, mut begun) = (VecDeque::new(), Duration::ZERO, Instant::now());
    for number in 1..=letters {
        ahead.push_back(daemon.lay(&club.write()));
        let mark = [letters / 10, letters / 2, letters].contains(&number);
        while ahead.len() > if mark { 0 } else { AHEAD } {
            daemon.wait_for(&ahead.pop_front().unwrap());
        }
        if mark {
            spent += begun.elapsed();
            let rate = number as f64 / spent.as_secs_f64();
            let (memory, peak) = (daemon.rest(), daemon.memory("VmHWM"));
            held.push(memory);
            println!(
                "{number:>6} letters, {:>3} games  {} (peak {}), {rate:.0} letters/s in {spent:.0?}",
                club.games,
                megabytes(memory),
                megabytes(peak)
            );
            begun = Instant::now();
        }
    }
    let growth = held.last().copied().unwrap_or_default().saturating_sub(held.first().copied().unwrap_or_default());
    let kept = kept(growth < GROWTH_WANTED);
    println!("growth from a tenth to all {}; wanted: under {}: {kept}", megabytes(growth), megabytes(GROWTH_WANTED));
    println!("stopped in                 {:.0?}", daemon.stop());

    let begun = Instant::now();
    let mut daemon = Running::start(place.path());
    let letter = daemon.lay(&Correspondence::about("Late").stranger());
    daemon.wait_for(&letter);
    println!("started again in           {:.2?}, first letter settled", begun.elapsed());
    println!("idle, full archive         {} (peak {})", idle(daemon.rest()), megabytes(daemon.memory("VmHWM")));
    daemon.stop();

    let begun = Instant::now();
    for log in (1..=club.games).map(|game| format!("zaphod{game}")).chain(["lobby".to_owned()]) {
        let verified = Command::new(PROGRAM).arg("verify").arg(place.path().join("archive").join(log)).output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }
    println!("all logs verified in       {:.2?}", begun.elapsed());
}
