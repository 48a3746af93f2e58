//! The ground that `moves` and `perft` stand on: a law, rules over it, and a position.

use super::{Failure, read_text};
use crate::archive::record::read_position;
use crate::board::{ArmyId, Position};
use crate::law::{self, Active, Law, Universes, read_fen};
use crate::rule::{self, Scope, Vocabulary};
use std::path::PathBuf;

/// The word for the law's own array.
const START: &str = "start";

#[derive(Debug, clap::Args)]
pub(super) struct Ground {
    /// The law: chess, mar, king-capture or another of the shipped texts
    #[arg(long, default_value = "chess")]
    law: String,
    /// A file with a rule, from RULE to END; may be given several times, the later rule supersedes
    #[arg(long = "rules", value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// A FEN of the law's two armies on one board, or the JSON that `show --format json` prints
    #[arg(long, value_name = "FEN|JSON", default_value = START)]
    position: String,
}

/// A position and the law in force on it.
pub(super) struct Field {
    pub(super) law: Law,
    pub(super) position: Position,
    pub(super) army: ArmyId,
}

impl Ground {
    /// Reads law, rules and position; each refusal names its file, place and reason.
    pub(super) fn prepare(&self) -> Result<Field, Failure> {
        let standard = law::texts::standard(&self.law)?;
        let vocabulary = Vocabulary::of(standard.chain());
        let mut rules = Vec::new();
        for file in &self.rules {
            let text = read_text(file)?;
            let reading = rule::read(&text, &vocabulary);
            let problems: Vec<String> = reading.diagnostics.iter().map(|diagnostic| diagnostic.render(&text)).collect();
            rules.push(reading.rule.ok_or_else(|| Failure::new(format!("{} is refused\n{}", file.display(), problems.join("\n"))))?);
        }
        let (mut position, army) = match self.position.as_str() {
            START | "startpos" => (standard.start()?, ArmyId(0)),
            json if json.trim_start().starts_with('{') => from_json(json)?,
            fen => read_fen(fen, &standard).map(|placed| (placed.position, placed.army))?,
        };
        let numbers: Vec<String> = (1..=rules.len()).map(|number| number.to_string()).collect();
        let active = rules.iter().zip(&numbers).map(|(rule, number)| Active {
            number,
            clauses: &rule.clauses,
            universes: match rule.scope {
                Scope::Multiverse => Universes::Every,
                Scope::Universe(universe) => Universes::Only([universe].into()),
            },
        });
        let active = active.collect::<Vec<_>>();
        let law = Law::fold(&standard, &active, &position.entities, &position.geometry)?;
        position.apply_all(&law.opening(&position, army));
        Ok(Field { law, position, army })
    }
}

/// A position as `show --format json` prints it, whole or its field `position` alone, and the army on move: the field `army`, else the first.
fn from_json(text: &str) -> Result<(Position, ArmyId), Failure> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|problem| Failure::new(format!("the JSON position: {problem}")))?;
    let position = read_position(value.get("position").unwrap_or(&value))?;
    let army = match value.get("army").and_then(serde_json::Value::as_str) {
        None => ArmyId(0),
        Some(name) => {
            position.entities.army_named(name).ok_or_else(|| Failure::new(format!("the JSON position: there is no army {name:?}")))?
        }
    };
    if position.entities.armies.is_empty() {
        return Err(Failure::new("the JSON position: it has no army"));
    }
    Ok((position, army))
}
