//! The command line: one file a command, each with the words of its help.
//!
//! Exit codes: 0 done, 1 the answer is no or something failed, 2 the command line was wrong; `verify` and `deliver` say more (see there).

mod check;
mod deliver;
mod demo;
mod dice;
mod doctor;
mod export;
mod ground;
mod keys;
mod logging;
mod moves;
mod new;
mod opening;
mod past;
mod perft;
mod replay;
mod report;
mod resting;
mod run;
mod show;
mod status;
mod table;
mod verify;

use crate::config::Config;
use crate::law::{Standard, texts};
use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Plays chess by mail with people who rewrite its rules while they play.
///
/// A minute with nothing installed:  custodian demo
/// A real game:                      custodian new Zaphod ann@example.org ben@example.org && custodian run
#[derive(Debug, Parser)]
#[command(name = "custodian", version, verbatim_doc_comment, arg_required_else_help = true)]
struct Cli {
    /// The config file [default: custodian.toml in this folder, if there is one, else built-in settings]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    New(new::New),
    Deliver(deliver::Deliver),
    Demo(demo::Demo),
    Check(check::Check),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Export(export::Export),
    Keys(keys::Keys),
    Show(show::Show),
    Report(report::Report),
    Dice(dice::Dice),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Doctor(doctor::Doctor),
    Status(status::Status),
}

/// Why a command failed, for the person at the keyboard: what, and what would work.
#[derive(Debug)]
struct Failure {
    message: String,
    code: u8,
}

/// `println!` that does not panic when the reader of the pipe has gone, or the disk is full.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::cli::print(format!("{}\n", format_args!($($part)*)).as_bytes())
    };
}
use say;

/// Why an answer has not reached standard output.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Writes an answer to standard output; that it is lost is told at the end.
fn print(answer: &[u8]) {
    let mut out = io::stdout();
    match out.write_all(answer).and_then(|()| out.flush()) {
        // A closed pipe is the reader's business, as in `custodian moves ... | head`.
        Err(problem) if problem.kind() != io::ErrorKind::BrokenPipe => drop(LOST.set(problem)),
        _ => {}
    }
}

impl Failure {
    fn new(message: impl std::fmt::Display) -> Failure {
        Failure { message: message.to_string(), code: 1 }
    }
}

/// Any error whose words suffice.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::new(error)
    }
}

/// A text file, or standard input for `-`.
fn read_text(path: &Path) -> Result<String, Failure> {
    let read = if path == Path::new("-") { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(path) };
    read.map_err(|error| Failure::new(format!("{} cannot be read: {error}", path.display())))
}

/// A shipped law by its name, or the law text of a file. What looks like a file is one: a path, or a name that ends in `.law`.
fn law_of(said: &str) -> Result<Standard, Failure> {
    let file = said.contains(['/', '\\']) || Path::new(said).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("law"));
    if !file {
        let named = texts::standard(said);
        return named.map_err(|why| Failure::new(format!("{why}; a law of your own is a file with the ending .law")));
    }
    texts::standard_of(said, &read_text(Path::new(said))?).map_err(Failure::from)
}

type Outcome = Result<ExitCode, Failure>;

/// Reads the command line, does what it says, and tells how it went.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let config = || Config::load(cli.config.as_deref()).map_err(Failure::from);
    let outcome = match cli.command {
        Command::Run(command) => config().and_then(|config| command.run(&config)),
        Command::New(command) => config().and_then(|config| command.run(&config)),
        Command::Deliver(command) => config().map_err(Failure::temporary).and_then(|config| command.run(&config)),
        Command::Demo(command) => command.run(),
        Command::Check(command) => command.run(config),
        Command::Replay(command) => command.run(config),
        Command::Verify(command) => command.run(config),
        Command::Export(command) => command.run(config),
        Command::Keys(command) => config().and_then(|config| command.run(&config)),
        Command::Show(command) => command.run(config),
        Command::Report(command) => command.run(config),
        Command::Dice(command) => command.run(config),
        Command::Moves(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Doctor(command) => command.run(cli.config.as_deref()),
        Command::Status(command) => config().and_then(|config| command.run(&config)),
    };
    let code = outcome.unwrap_or_else(|failure| {
        complain(&failure.message);
        ExitCode::from(failure.code)
    });
    match LOST.get() {
        Some(problem) if code == ExitCode::SUCCESS => {
            complain(&format!("the answer could not be written: {problem}"));
            ExitCode::FAILURE
        }
        _ => code,
    }
}

/// A word to whoever runs the program; where even that cannot be written the exit code has to do.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "custodian: {message}");
}
