//! `custodian check`: reads a rule as the daemon would, and says what it means or why it is refused.

use super::past::Past;
use super::{Failure, Outcome, law_of, read_text, say};
use crate::config::Config;
use crate::game;
use crate::rule::{self, Vocabulary};
use std::path::PathBuf;
use std::process::ExitCode;

/// Reads a rule from a file, and says what it means or what is wrong with it
///
/// Exit code 0: the rule is accepted, and printed as it would be restated in every mail; 1: it is refused, and every sentence
/// that is wrong is shown with its place, the reason and what would work.
///
/// Examples:
///   custodian check my-rule.txt
///   custodian check my-rule.txt --in zaphod      with the men, colours and universes of that game, and the moves it would change
///   echo 'RULE "Fast" Knights move like queens. END' | custodian check -
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Check {
    /// The rule's text, from RULE to END; `-` reads standard input
    #[arg(value_name = "RULEFILE")]
    rule: PathBuf,
    /// A game, by its folder or its name in the archive
    #[arg(long = "in", value_name = "GAME")]
    game: Option<String>,
    /// The law that the rule would change, where no game is named: a shipped one or a file with a law text (NAME.law)
    #[arg(long, value_name = "NAME|FILE", default_value = "mar", conflicts_with = "game")]
    law: String,
    /// A JSON object: {"accepted":true,"restated":"...","preview":"...","diagnostics":[...]}
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Outcome {
        let text = read_text(&self.rule)?;
        let (vocabulary, preview) = match &self.game {
            Some(game) => {
                let multiverse = Past::open(game, config)?.after(None)?;
                (multiverse.vocabulary(), game::mar::preview::of_rule(&multiverse, &text))
            }
            None => (Vocabulary::of(law_of(&self.law)?.chain()), String::new()),
        };
        let accepted = if self.json { tell_program(&text, &vocabulary, &preview) } else { tell_person(&text, &vocabulary, &preview) };
        Ok(if accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn tell_person(text: &str, vocabulary: &Vocabulary, preview: &str) -> bool {
    let reading = rule::read(text, vocabulary);
    for diagnostic in &reading.diagnostics {
        say!("{}\n", diagnostic.render(text).trim_end());
    }
    match &reading.rule {
        Some(rule) => say!("Accepted. It means:\n\n{}\n{preview}", rule::restate(rule, vocabulary).trim_end()),
        None => say!("Refused."),
    }
    reading.rule.is_some()
}

fn tell_program(text: &str, vocabulary: &Vocabulary, preview: &str) -> bool {
    let reading = rule::read(text, vocabulary);
    let diagnostics = reading.diagnostics.iter().map(|diagnostic| {
        let (line, column) = diagnostic.place(text);
        serde_json::json!({
            "code": diagnostic.code, "line": line, "column": column, "message": diagnostic.message, "hints": diagnostic.hints,
        })
    });
    let diagnostics: Vec<_> = diagnostics.collect();
    let restated = reading.rule.as_ref().map(|rule| rule::restate(rule, vocabulary));
    let preview = reading.rule.as_ref().map(|_| preview.trim());
    say!(
        "{}",
        serde_json::json!({ "accepted": reading.rule.is_some(), "restated": restated, "preview": preview, "diagnostics": diagnostics })
    );
    reading.rule.is_some()
}
