//! Reading a move, tolerantly, against the moves that are legal.

use crate::board::Position;
use crate::law::{Law, Move};

/// Why a text is no move; moves are given in SAN and, where asked, in long form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationProblem {
    #[error("{text:?} is not understood as a move; write it like {examples}")]
    NotUnderstood { text: String, examples: String },
    #[error("{text:?} is no legal move: {reason}{}", nearest_in_words(nearest))]
    NotLegal { text: String, reason: String, nearest: Vec<String> },
    #[error("{text:?} may mean {}", forms.join(" or "))]
    Ambiguous { text: String, forms: Vec<String> },
}

fn nearest_in_words(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; legal are {}", nearest.join(", ")) }
}

/// The index of the move in `legal` (the moves of one army on one board) that `text` means.
pub fn read(_text: &str, _legal: &[Move], _law: &Law, _position: &Position) -> Result<usize, NotationProblem> {
    todo!()
}
