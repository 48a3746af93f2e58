//! `custodian moves`: the legal moves of a position under a law and rules.

use super::ground::Ground;
use super::{Outcome, say};
use crate::law::notation;
use std::process::ExitCode;

/// Lists the legal moves of a position, one a line
///
/// Examples:
///   custodian moves --law chess
///   custodian moves --law chess --position "8/8/8/8/8/5k2/4p3/4K3 w - - 0 1"
///   custodian moves --law mar --rules flying.txt --notation san
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Moves {
    #[command(flatten)]
    ground: Ground,
    /// How a move is written
    #[arg(long, value_enum, default_value_t = Notation::Long)]
    notation: Notation,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Notation {
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
        for played in &legal {
            let words = match self.notation {
                Notation::Long => notation::long(played, &field.position),
                Notation::San => notation::san(played, &legal, &field.position),
                Notation::Uci => notation::uci(played, &field.position),
            };
            say!("{words}");
        }
        Ok(ExitCode::SUCCESS)
    }
}
