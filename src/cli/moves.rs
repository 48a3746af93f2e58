//! `custodian moves`: the legal moves of a position under a law and rules.

use super::ground::Ground;
use super::{Outcome, say};
use crate::law::notation;
use std::process::ExitCode;

/// Lists the legal moves of a position, one a line
///
/// A move is written as its two cells, g1f3, where these name one legal move, else in full, Ng1-f3.
/// Exit code 0: also where there is no legal move, and no line; 1: law, rule or position is refused.
///
/// Examples:
///   custodian moves --law chess
///   custodian moves --law chess --position "8/8/8/8/8/5k2/4p3/4K3 w - - 0 1"
///   custodian moves --law mar --rules flying.txt --notation san
///   custodian moves --law mar --universe 2 --position "$(custodian show zaphod --format json)"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Moves {
    #[command(flatten)]
    ground: Ground,
    /// How a move is written
    #[arg(long, value_enum, default_value_t = Notation::Plain)]
    notation: Notation,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Notation {
    /// g1f3 where it names one legal move, else Ng1-f3
    Plain,
    /// Ng1-f3
    Long,
    /// Nf3
    San,
    /// g1f3
    Uci,
}

impl Moves {
    pub(super) fn run(&self) -> Outcome {
        let field = self.ground.prepare()?;
        let legal = field.law.legal(&field.position, field.army, None);
        let cells: Vec<String> = legal.iter().map(|played| notation::uci(played, &field.position)).collect();
        for (played, named) in legal.iter().zip(&cells) {
            let alone = || cells.iter().filter(|other| *other == named).count() == 1;
            let words = match self.notation {
                Notation::Plain if alone() => named.clone(),
                Notation::Plain => notation::long(played, &field.position),
                Notation::Long => notation::long(played, &field.position),
                Notation::San => notation::san(played, &legal, &field.position),
                Notation::Uci => named.clone(),
            };
            say!("{words}");
        }
        Ok(ExitCode::SUCCESS)
    }
}
