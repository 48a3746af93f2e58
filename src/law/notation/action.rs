//! Reading an action: `SWAP e1 a1`, `N@f3`, `DROP knight on f3`, letters in any case.

use crate::board::{CellId, Effect, KindId, Place, Position};
use crate::law::{Label, Move, Sort, Verb};

use super::read::parted;
use super::spoken::says;
use super::write::long;

/// The action that a text means, where it is one.
pub(super) fn action(text: &str, legal: &[Move], position: &Position) -> Option<usize> {
    if let [only] = actions(text, legal, position)[..] { Some(only) } else { None }
}

/// The actions that a text may mean: the one that it writes out, or all that it leaves something open of.
pub fn actions(text: &str, legal: &[Move], position: &Position) -> Vec<usize> {
    let text = text.trim().trim_end_matches(['.', '!']);
    let Some(wanted) = Wanted::read(text) else { return Vec::new() };
    let left = |(at, played): (usize, &Move)| Some((at, wanted.left_open(played, position)?));
    let found: Vec<(usize, usize)> = legal.iter().enumerate().filter_map(left).collect();
    let whole: Vec<usize> = found.iter().filter(|(_, left)| *left == 0).map(|(at, _)| *at).collect();
    let Some(&first) = whole.first() else {
        let all = found.into_iter().map(|(at, _)| at);
        let unlettered = |at: &usize| kind_dropped(&legal[*at]).is_some_and(|kind| position.entities.kind(kind).unlettered);
        let bare = wanted.verb == Verb::Drop && text.starts_with('@');
        let (plain, others): (Vec<usize>, Vec<usize>) = all.partition(|at| bare && unlettered(at));
        return if plain.is_empty() { others } else { plain };
    };
    let written = |at: usize| long(&legal[at], position);
    // Runs that are written alike are one choice to the player: the first is the canonical one.
    match whole.iter().copied().find(|&at| written(at).eq_ignore_ascii_case(text)) {
        Some(exact) => vec![exact],
        None if whole.iter().all(|&at| written(at) == written(first)) => vec![first],
        None => whole,
    }
}

/// The most words that name one choice.
const MOST_WORDS: usize = 3;

/// A verb, and the choices that are said behind it.
struct Wanted {
    verb: Verb,
    parts: Vec<String>,
}

impl Wanted {
    /// None where no verb begins the text.
    fn read(text: &str) -> Option<Wanted> {
        let (words, choices) = parted(text);
        let split = |words: &str| -> Vec<String> {
            let words = words.split([' ', '\t', ',']).filter(|word| !word.is_empty() && !["and", "with", "on", "at"].contains(word));
            words.map(str::to_owned).collect()
        };
        let (verb, mut parts) = match words.split_once('@') {
            Some((kind, rest)) => {
                let kind = kind.trim();
                let kind = kind
                    .get(..Verb::Drop.word().len())
                    .filter(|first| first.eq_ignore_ascii_case(Verb::Drop.word()))
                    .map_or(kind, |first| &kind[first.len()..]);
                (Verb::Drop, split(kind).into_iter().chain(split(rest)).collect())
            }
            None => {
                let mut words = split(words);
                let first = if words.is_empty() { return None } else { words.remove(0) };
                (Verb::ALL.into_iter().find(|verb| verb.word().eq_ignore_ascii_case(&first))?, words)
            }
        };
        let choices = choices.into_iter().flat_map(|choice| choice.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>());
        parts.extend(choices.filter(|part| !part.is_empty()));
        Some(Wanted { verb, parts })
    }

    /// How many choices of an action are left; none where it is another one.
    fn left_open(&self, played: &Move, position: &Position) -> Option<usize> {
        if played.sort != Sort::Action(self.verb) {
            return None;
        }
        let mut labels: Vec<(&Label, bool)> = played.labels.iter().map(|label| (label, true)).collect();
        // Where a drop can go to one square only it is said all the same.
        let chosen = |label: &Label| matches!(label, Label::Cell(_));
        let there = lands(played).filter(|_| self.verb == Verb::Drop && !played.labels.iter().any(chosen)).map(Label::Cell);
        if let Some(there) = &there {
            labels.insert(usize::from(kind_dropped(played).is_some()), (there, false));
        }
        left(&self.parts, &labels, position)
    }
}

/// How many of the choices words in their order leave open; what there is no choice about need not be said.
fn left(parts: &[String], labels: &[(&Label, bool)], position: &Position) -> Option<usize> {
    let Some(((label, counts), behind)) = labels.split_first() else { return parts.is_empty().then_some(0) };
    let taken = (1..=parts.len().min(MOST_WORDS)).filter(|&many| says(&parts[..many].join(" "), label, position));
    let said = taken.filter_map(|many| left(&parts[many..], behind, position)).min();
    // Whoever says what he does needs not say that he does it.
    let goes_without = matches!(label, Label::Done(true)) && !parts.is_empty();
    let unsaid = || left(parts, behind, position).map(|left| left + usize::from(*counts && !goes_without));
    said.or_else(unsaid)
}

fn kind_dropped(played: &Move) -> Option<KindId> {
    match played.labels.first() {
        Some(Label::Kind(kind)) => Some(*kind),
        _ => None,
    }
}

/// The square on which the first piece is put that stood on none.
fn lands(played: &Move) -> Option<CellId> {
    played.effects.iter().find_map(|effect| match effect {
        Effect::Put { from, to: Place::Cell(to), .. } if from.cell().is_none() => Some(*to),
        _ => None,
    })
}
