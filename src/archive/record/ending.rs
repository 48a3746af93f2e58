//! How somebody was lost and how a game ended, in their written form.

use serde::{Deserialize, Serialize};

use crate::game::event::{Ground, Loss, Outcome};
use crate::turn::Seat;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum LossRecord {
    KingCaptured { by: u8, universe: u16 },
    Mated { by: u8, universe: u16 },
    Stalemated,
    ByObjective,
    Resigned,
    WithPlayer,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum OutcomeRecord {
    Won { seat: u8 },
    Achieved { seat: u8 },
    DrawnByObjective,
    Stalemate,
    DrawClaimed { seat: u8, by: GroundRecord },
    DrawAgreed,
    NobodyLeft,
    NeverStarted,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GroundRecord {
    Repetition,
    FiftyMoves,
    TooFewMen,
}

pub(super) fn loss_record(how: Loss) -> LossRecord {
    match how {
        Loss::KingCaptured { by, universe } => LossRecord::KingCaptured { by: by.0, universe },
        Loss::Mated { by, universe } => LossRecord::Mated { by: by.0, universe },
        Loss::Stalemated => LossRecord::Stalemated,
        Loss::ByObjective => LossRecord::ByObjective,
        Loss::Resigned => LossRecord::Resigned,
        Loss::WithPlayer => LossRecord::WithPlayer,
    }
}

pub(super) fn read_loss(record: LossRecord) -> Loss {
    match record {
        LossRecord::KingCaptured { by, universe } => Loss::KingCaptured { by: Seat(by), universe },
        LossRecord::Mated { by, universe } => Loss::Mated { by: Seat(by), universe },
        LossRecord::Stalemated => Loss::Stalemated,
        LossRecord::ByObjective => Loss::ByObjective,
        LossRecord::Resigned => Loss::Resigned,
        LossRecord::WithPlayer => Loss::WithPlayer,
    }
}

pub(super) fn outcome_record(outcome: &Outcome) -> OutcomeRecord {
    match outcome {
        Outcome::Won { seat } => OutcomeRecord::Won { seat: seat.0 },
        Outcome::Achieved { seat } => OutcomeRecord::Achieved { seat: seat.0 },
        Outcome::DrawnByObjective => OutcomeRecord::DrawnByObjective,
        Outcome::Stalemate => OutcomeRecord::Stalemate,
        Outcome::DrawClaimed { seat, by } => OutcomeRecord::DrawClaimed {
            seat: seat.0,
            by: match by {
                Ground::Repetition => GroundRecord::Repetition,
                Ground::FiftyMoves => GroundRecord::FiftyMoves,
                Ground::TooFewMen => GroundRecord::TooFewMen,
            },
        },
        Outcome::DrawAgreed => OutcomeRecord::DrawAgreed,
        Outcome::NobodyLeft => OutcomeRecord::NobodyLeft,
        Outcome::NeverStarted => OutcomeRecord::NeverStarted,
    }
}

pub(super) fn read_outcome(record: OutcomeRecord) -> Outcome {
    match record {
        OutcomeRecord::Won { seat } => Outcome::Won { seat: Seat(seat) },
        OutcomeRecord::Achieved { seat } => Outcome::Achieved { seat: Seat(seat) },
        OutcomeRecord::DrawnByObjective => Outcome::DrawnByObjective,
        OutcomeRecord::Stalemate => Outcome::Stalemate,
        OutcomeRecord::DrawClaimed { seat, by } => Outcome::DrawClaimed {
            seat: Seat(seat),
            by: match by {
                GroundRecord::Repetition => Ground::Repetition,
                GroundRecord::FiftyMoves => Ground::FiftyMoves,
                GroundRecord::TooFewMen => Ground::TooFewMen,
            },
        },
        OutcomeRecord::DrawAgreed => Outcome::DrawAgreed,
        OutcomeRecord::NobodyLeft => Outcome::NobodyLeft,
        OutcomeRecord::NeverStarted => Outcome::NeverStarted,
    }
}
