//! `custodian demo`: the newcomer's minute, a whole game by letters on this machine.

mod boards;
mod post;
mod script;

use super::{Failure, Outcome, say};
use post::{News, Post};
use script::Letter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How to read what follows.
const LEGEND: &str = "\
==> is a letter as the robot reads it, <== is what came of it: the boards that changed,
the answer to the writer, and who got which mail. CAPITALS are the men of the player
named first; the last move went from ( ) to [ ], and ! ! is a king in check.
";

/// Columns of what is told.
const WIDTH: usize = 79;

/// Plays a folder of letters through the daemon on a fresh spool, and shows every turn's board as it comes back
///
/// Without a folder it plays its own short game: joining, moves, a rule, a refused order, the capture of a king. Nothing leaves
/// this machine, and every letter is believed to come from whom it says. It ends by saying where the mails and the archive are,
/// and how to replay them.
///
/// Examples:
///   custodian demo
///   custodian demo my-letters/    every *.eml in it, in order of name
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Demo {
    /// A folder of letters (*.eml), played in order of name
    letters: Option<PathBuf>,
    /// Where spool and archive are made: a folder that is empty or not there [default: a new one among the temporary files]
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

impl Demo {
    pub(super) fn run(&self) -> Outcome {
        let letters = match &self.letters {
            Some(folder) => script::read(folder)?,
            None => script::built_in(),
        };
        let folder = script::fresh_folder(self.into.as_deref())?;
        let mut post = Post::open(&folder, &letters)?;
        say!("{LEGEND}");
        for letter in &letters {
            tell_letter(letter);
            for news in post.play(letter)? {
                tell_news(&post, &news)?;
            }
        }
        post.close()?;
        tell_where(&folder)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn tell_letter(letter: &Letter) {
    say!("==> {} writes, under \"{}\":\n", letter.sender, letter.subject);
    for line in &letter.lines {
        say!("    {line}");
    }
    say!("");
}

/// What the archive says of the letter, the boards that changed, the answer if there was one, and who got mail.
fn tell_news(post: &Post, News { line, boards }: &News) -> Result<(), Failure> {
    say!("<== {}\n", folded(&line.entry.note, "    "));
    if !boards.is_empty() {
        say!("{}", indented(boards));
    }
    for answer in post.answers(line)? {
        say!("{}", indented(&answer));
    }
    let mut readers: Vec<(&str, Vec<&str>)> = Vec::new();
    for mail in &line.entry.out {
        match readers.iter_mut().find(|(subject, _)| *subject == mail.subject) {
            Some((_, readers)) => readers.push(&mail.to),
            None => readers.push((&mail.subject, vec![&mail.to])),
        }
    }
    for (subject, readers) in readers {
        say!("    mailed: {}", folded(&format!("{subject} -> {}", readers.join(", ")), "            "));
    }
    say!("");
    Ok(())
}

/// Long sentences as lines, those after the first with a margin.
fn folded(text: &str, margin: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() || margin.len() + line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join(&format!("\n{margin}"))
}

fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.trim_end().lines().map(line).collect()
}

fn tell_where(folder: &Path) -> Result<(), Failure> {
    let program = std::env::current_exe().map_or("custodian".to_owned(), |program| program.display().to_string());
    let archive = folder.join(post::ARCHIVE);
    say!("The mails lie in      {}", folder.join(post::SPOOL).join("out/new").display());
    say!("The archive lies in   {}", archive.display());
    say!("The daemon's log is   {}", folder.join(post::LOG).display());
    for game in crate::store::games_in(&archive)? {
        let game = archive.join(game.as_str());
        say!("\nReplay it:  {program} replay {0}\nProve it:   {program} verify {0}\nDraw it:    {program} show {0}", game.display());
    }
    Ok(())
}
