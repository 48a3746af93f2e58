//! `custodian perft`: how many lines of play there are, the measure of a move generator.

use super::ground::Ground;
use super::{Outcome, say};
use crate::law;
use std::process::ExitCode;

/// Counts the lines of play of a given length; the last line of output is `nodes N`
///
/// Examples:
///   custodian perft --law chess --depth 5
///   custodian perft --law chess --depth 4 --position "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
///   custodian perft --law mar --rules flying.txt --depth 3 --bulk
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Perft {
    #[command(flatten)]
    ground: Ground,
    /// How many moves long
    #[arg(long)]
    depth: u32,
    /// Count the last moves without making them (faster, the same number)
    #[arg(long)]
    bulk: bool,
}

impl Perft {
    pub(super) fn run(&self) -> Outcome {
        let field = self.ground.prepare()?;
        let count = if self.bulk { law::perft_bulk } else { law::perft };
        say!("nodes {}", count(&field.law, &field.position, field.army, self.depth));
        Ok(ExitCode::SUCCESS)
    }
}
