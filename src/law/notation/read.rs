//! Reading a move, tolerantly, against the moves that are legal.

use crate::board::Position;
use crate::law::{Label, Law, Move, Sort};

use super::action::action;
use super::refuse;
use super::spoken::says;
use super::text::Text;
use super::write::{board_mark, captures, castling, file_and_rank, long};

/// Why a text is no move. Moves are given in long form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationProblem {
    #[error("\"{text}\" is not understood as a move; write it like {examples}")]
    NotUnderstood { text: String, examples: String },
    #[error("\"{text}\" is no legal move: {reason}{}", nearest_in_words(nearest))]
    NotLegal { text: String, reason: String, nearest: Vec<String> },
    #[error("\"{text}\" may mean {}", forms_in_words(forms))]
    Ambiguous { text: String, forms: Vec<String> },
}

impl NotationProblem {
    /// The same, with what makes it so.
    #[must_use]
    pub fn by(self, cause: &str) -> NotationProblem {
        match self {
            NotationProblem::NotLegal { text, reason, nearest } => {
                let reason = if reason == refuse::FORBIDDEN { "it is not allowed".to_owned() } else { reason };
                NotationProblem::NotLegal { text, reason: format!("{reason}, by {cause}"), nearest }
            }
            NotationProblem::NotUnderstood { text, .. } => {
                NotationProblem::NotLegal { text, reason: format!("it is not allowed, by {cause}"), nearest: Vec::new() }
            }
            other @ NotationProblem::Ambiguous { .. } => other,
        }
    }
}

impl NotationProblem {
    /// The same of a move that leaves the king to capture, with what lets another move save it.
    #[must_use]
    pub fn saved_by(self, cause: &str) -> NotationProblem {
        match self {
            NotationProblem::NotLegal { text, reason, nearest } if reason.starts_with(refuse::EXPOSES) => {
                NotationProblem::NotLegal { text, reason: format!("{reason}, and you have a move that saves it, by {cause}"), nearest }
            }
            other => other.by(cause),
        }
    }
}

fn nearest_in_words(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; legal are {}", nearest.join(", ")) }
}

/// The most forms that an answer lists.
const MOST_FORMS: usize = 16;

fn forms_in_words(forms: &[String]) -> String {
    match forms.get(..MOST_FORMS) {
        Some(first) if forms.len() > MOST_FORMS => format!("{} or one of {} more", first.join(", "), forms.len() - MOST_FORMS),
        _ => forms.join(" or "),
    }
}

/// The index of the move in `legal` (the moves of one army on one board) that `text` means.
///
/// Understood are SAN, long algebraic and UCI forms, with or without dashes, `x`, check signs, move numbers; figurines; the kinds' names
/// (`knight g1 to f3`); castling as `O-O`, `0-0`. The letter of a kind may be lower case where nothing else is meant.
pub fn read(text: &str, legal: &[Move], law: &Law, position: &Position) -> Result<usize, NotationProblem> {
    if let Some((mark, bare)) = text.trim().split_once('/')
        && mark.len() == 1
    {
        let mark = format!("{}/", mark.to_lowercase());
        let there: Vec<usize> = (0..legal.len()).filter(|&at| board_mark(&legal[at], position) == mark).collect();
        let moves: Vec<Move> = there.iter().map(|&at| legal[at].clone()).collect();
        if !moves.is_empty() {
            return read_on_boards(bare, &moves, law, position).map(|at| there[at]);
        }
    }
    // Without a mark a move on the first board is meant, where there is such a one.
    let first: Vec<usize> = (0..legal.len()).filter(|&at| board_mark(&legal[at], position).is_empty()).collect();
    if first.len() == legal.len() {
        return read_on_boards(text, legal, law, position);
    }
    let moves: Vec<Move> = first.iter().map(|&at| legal[at].clone()).collect();
    match read_on_boards(text, &moves, law, position) {
        Ok(at) => Ok(first[at]),
        Err(_) => read_on_boards(text, legal, law, position),
    }
}

fn read_on_boards(text: &str, legal: &[Move], law: &Law, position: &Position) -> Result<usize, NotationProblem> {
    if let Some(at) = action(text, legal, position) {
        return Ok(at);
    }
    let (words, parts) = parted(text);
    // A choice of a kind may be written as a promotion is: `d6=Q`.
    if parts.is_empty()
        && let Some((start, kind)) = text.split_once('=')
        && legal.iter().any(|played| matches!(played.labels.as_slice(), [Label::Kind(_)]))
        && let Ok(at) = read_on_boards(&format!("{start}{{{}}}", kind.trim()), legal, law, position)
    {
        return Ok(at);
    }
    let read = Text::read(words, position);
    let meant = matches(&read, legal, position);
    let forms = choosing(&parts, meant.clone(), legal, position);
    match forms[..] {
        [] if !parts.is_empty() && !meant.is_empty() => {
            Err(refuse::too_much(text, (words, &parts), meant.iter().map(|&at| &legal[at]), position))
        }
        [] => Err(refuse::refuse(text, &read, legal, law, position)),
        [only] => Ok(only),
        [first, ..] => {
            // Written out as the program writes it, it is that one: a rook's step, not its castling to the same square.
            if let Some(&exact) = forms.iter().find(|&&at| long(&legal[at], position) == text.trim()) {
                return Ok(exact);
            }
            let mut forms: Vec<String> = forms.iter().map(|&at| long(&legal[at], position)).collect();
            forms.sort();
            forms.dedup();
            // Runs that are written alike are one choice to the player: the first is the canonical one.
            if forms.len() == 1 { Ok(first) } else { Err(NotationProblem::Ambiguous { text: text.to_owned(), forms }) }
        }
    }
}

/// The words of the move itself, and those of the choices after it: `{a3}` and `& Ne5-d4`.
pub(super) fn parted(text: &str) -> (&str, Vec<String>) {
    let Some(at) = text.find(['{', '&']) else { return (text, Vec::new()) };
    let mut parts = Vec::new();
    let mut rest = text[at..].trim();
    while !rest.is_empty() {
        let (part, more) = match rest.strip_prefix('{') {
            Some(inner) => inner.split_once('}').unwrap_or((inner, "")),
            None => {
                let words = rest.trim_start_matches('&').trim_start();
                let end = words.find(['{', '&']).unwrap_or(words.len());
                words.split_at(end)
            }
        };
        parts.push(part.trim().to_owned());
        rest = more.trim_start();
    }
    (&text[..at], parts)
}

/// Of these moves those that make exactly these choices; if there are none, those that begin with them: to be told what there is to choose.
fn choosing(parts: &[String], found: Vec<usize>, moves: &[Move], position: &Position) -> Vec<usize> {
    let left = |at: usize| left_open(parts, &moves[at].labels, position).map(|left| (at, left));
    let beginning: Vec<(usize, usize)> = found.into_iter().filter_map(left).collect();
    let exact: Vec<usize> = beginning.iter().filter(|(_, left)| *left == 0).map(|(at, _)| *at).collect();
    if !exact.is_empty() {
        return exact;
    }
    let open: Vec<usize> = beginning.into_iter().map(|(at, _)| at).collect();
    // Who names no further move makes none.
    let further = |at: &usize| moves[*at].labels.iter().any(|label| matches!(label, Label::Leg(_)));
    let declined = |at: &&usize| moves[**at].labels.iter().all(|label| matches!(label, Label::Done(false)));
    if parts.is_empty() && open.iter().any(further) {
        let declining: Vec<usize> = open.iter().filter(declined).copied().collect();
        if declining.len() == 1 {
            return declining;
        }
    }
    open
}

/// How many choices are left where words name the first of them; `None`: they name others. Whoever says what he does needs not say that he does it.
fn left_open(parts: &[String], labels: &[Label], position: &Position) -> Option<usize> {
    let ([part, parts_behind @ ..], [label, behind @ ..]) = (parts, labels) else {
        return parts.is_empty().then_some(labels.len());
    };
    let named = says(part, label, position).then(|| left_open(parts_behind, behind, position)).flatten();
    named.or_else(|| if let Label::Done(true) = label { left_open(parts, behind, position) } else { None })
}

/// The moves that a text may mean, letters taken as they are written if that gives any.
pub(super) fn matches(read: &Text, moves: &[Move], position: &Position) -> Vec<usize> {
    let means = |read: &Text, fold: fn(&str) -> String| -> Vec<usize> {
        let text = fold(&read.core);
        let said = |played: &Move| {
            let whole = read.start(played.board, position).is_some();
            spellings(played, position, whole).iter().any(|spelling| fold(spelling) == text)
        };
        (0..moves.len()).filter(|&at| (!read.captures || captures(&moves[at])) && said(&moves[at])).collect()
    };
    let exact = means(read, str::to_owned);
    let found = if exact.is_empty() { means(read, str::to_lowercase) } else { exact };
    // Where a man may go and may capture in passing on one cell, the capture has to be said.
    let quiet: Vec<usize> = found.iter().copied().filter(|&at| !captures(&moves[at])).collect();
    let both = |at: &usize| quiet.iter().any(|&other| moves[other].man == moves[*at].man && moves[other].to == moves[*at].to);
    if read.captures { found } else { found.into_iter().filter(|at| !captures(&moves[*at]) || !both(at)).collect() }
}

/// Every way to write a move, without dashes and `x`: a letter or none, a start or a part of it, the end, the choice; or only those with both squares
/// and no letter.
fn spellings(played: &Move, position: &Position, squares: bool) -> Vec<String> {
    if let Sort::Action(_) = played.sort {
        return Vec::new();
    }
    let kind = position.entities.kind(played.kind);
    let [file, rank] = file_and_rank(played.from, position);
    let from = format!("{file}{rank}");
    let to = position.geometry.name(played.to);
    let choice = played.choice.map(|kind| position.entities.kind(kind).letter.as_str());
    let mut forms: Vec<String> = castling(played, position).map(|side| side.replace('-', "")).into_iter().collect();
    let mut starts = vec![from.clone()];
    if !squares {
        starts.extend(["", &file, &rank, &from].map(|start| format!("{}{start}", kind.letter)));
    }
    if kind.unlettered && !squares {
        starts.extend([String::new(), file]);
    }
    for start in starts {
        forms.push(format!("{start}{to}{}", choice.unwrap_or_default()));
        if choice.is_some() {
            // Without its choice: to be told what there is to choose.
            forms.push(format!("{start}{to}"));
        }
    }
    forms
}
