//! `custodian check`: reads a rule as the daemon would, and says what it means or why it is refused.

use super::past::Past;
use super::{Failure, Outcome, law_of, read_text, say};
use crate::config::Config;
use crate::game;
use crate::game::mar::Multiverse;
use crate::game::mar::metarule::{self, Finding, Verdict};
use crate::law;
use crate::rule::{self, Vocabulary};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Reads a rule from a file, and says what it means or what is wrong with it
///
/// Exit code 0: the rule is accepted, and printed as it would be restated in every mail, with what the tests of the meta-rules find of it;
/// 1: it is refused, and every sentence that is wrong is shown with its place, the reason and what would work, or the meta-rule that it
/// breaks. Without a game it is tested as if the first player made it at the beginning of a game of two.
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
    /// A JSON object: {"accepted":true,"restated":"...","preview":"...","diagnostics":[...],"verdicts":[...],"refusal":null}
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Outcome {
        let text = read_text(&self.rule)?;
        let asked = match &self.game {
            Some(game) => {
                let multiverse = Past::open(game, config)?.after(None)?;
                let preview = game::mar::preview::of_rule(&multiverse, &text);
                Asked { vocabulary: multiverse.vocabulary(), preview, found: Found::of(&multiverse, &text) }
            }
            None => {
                let standard = Arc::new(law_of(&self.law)?);
                let vocabulary = Vocabulary::of(standard.chain());
                // Not every law has armies for a game of two.
                let found = Multiverse::standard_opening(standard).map_or_else(|_| Found::default(), |game| Found::of(&game, &text));
                Asked { vocabulary, preview: String::new(), found }
            }
        };
        let accepted = if self.json { tell_program(&text, &asked) } else { tell_person(&text, &asked) };
        Ok(if accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// What is asked of a rule, and what was found of it.
struct Asked {
    vocabulary: Vocabulary,
    preview: String,
    found: Found,
}

/// What a game says of a rule, were whoever is on move to make it now.
#[derive(Default)]
struct Found {
    verdicts: Vec<Verdict>,
    /// The same in words.
    tests: String,
    /// Why it is refused although it is understood: it cannot come into force, or it breaks a meta-rule.
    refusal: Option<String>,
}

impl Found {
    fn of(game: &Multiverse, text: &str) -> Found {
        let Some(rule) = rule::read(text, &game.vocabulary()).rule else { return Found::default() };
        match game.verdicts_of_rule(game.phase.seat, &rule) {
            Ok(verdicts) => {
                let tests = game.told_of(&verdicts, game.challengeable(), usize::MAX);
                Found { refusal: metarule::refusal(&verdicts), tests, verdicts }
            }
            Err(refusal) => Found { refusal: Some(refusal), ..Found::default() },
        }
    }
}

fn tell_person(text: &str, asked: &Asked) -> bool {
    let reading = rule::read(text, &asked.vocabulary);
    for diagnostic in &reading.diagnostics {
        say!("{}\n", diagnostic.render(text).trim_end());
    }
    let Some(rule) = &reading.rule else {
        say!("Refused.");
        return false;
    };
    let restated = rule::restate(rule, &asked.vocabulary);
    if let Some(refusal) = &asked.found.refusal {
        let by = if asked.found.verdicts.is_empty() { "Refused." } else { "Refused by the meta-rules." };
        say!("{by} It means:\n\n{}\n\n{refusal}", restated.trim_end());
        return false;
    }
    say!("Accepted. It means:\n\n{}\n{}", restated.trim_end(), asked.preview);
    let orders = law::how_to_order(rule);
    if !orders.is_empty() {
        say!("{orders}\n");
    }
    if !asked.found.tests.is_empty() {
        say!("Tests: {}.", asked.found.tests);
    }
    true
}

fn tell_program(text: &str, asked: &Asked) -> bool {
    let reading = rule::read(text, &asked.vocabulary);
    let diagnostics = reading.diagnostics.iter().map(|diagnostic| {
        let (line, column) = diagnostic.place(text);
        serde_json::json!({
            "code": diagnostic.code, "line": line, "column": column, "message": diagnostic.message, "hints": diagnostic.hints,
        })
    });
    let diagnostics: Vec<_> = diagnostics.collect();
    let verdicts = asked.found.verdicts.iter().map(|verdict| {
        let (finding, passes) = match &verdict.finding {
            Finding::Kept => ("kept", None),
            Finding::Warned => ("warned", None),
            Finding::Open => ("open", None),
            Finding::Broken { passes } => ("broken", Some(passes)),
        };
        serde_json::json!({ "rule": verdict.of.to_string(), "finding": finding, "says": verdict.says, "passes": passes })
    });
    let verdicts: Vec<_> = verdicts.collect();
    let accepted = reading.rule.is_some() && asked.found.refusal.is_none();
    let restated = reading.rule.as_ref().map(|rule| rule::restate(rule, &asked.vocabulary));
    let preview = reading.rule.as_ref().map(|_| asked.preview.trim());
    say!(
        "{}",
        serde_json::json!({
            "accepted": accepted, "restated": restated, "preview": preview, "diagnostics": diagnostics, "verdicts": verdicts,
            "refusal": asked.found.refusal,
        })
    );
    accepted
}
