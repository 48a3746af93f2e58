//! What sentences came to, remembered while one text is read: on the way to a rule the same words are asked again and again.
//!
//! Invariant: where the budget is spent nothing is read any more, and what was found then is not remembered; everything else hangs on the words, the names and the families alone.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::diagnostic::Diagnostic;
use super::guarded::Guarded;
use super::lexer::Token;
use super::syntax::Family;
use super::{Clause, Vocabulary};

/// What a sentence says, if some form takes it.
pub type Said = Option<Result<Vec<Clause>, Diagnostic>>;

/// The memory of one text, shared by all copies of its words.
#[derive(Clone, Debug, Default)]
pub struct Heard(Arc<Mutex<Vec<Known>>>);

/// What was heard with the same names.
#[derive(Debug)]
struct Known {
    words: Vocabulary,
    /// Where the tables of the families lie.
    families: Vec<usize>,
    forms: BTreeMap<Vec<Token>, Option<Guarded>>,
    said: BTreeMap<Vec<Token>, Said>,
}

impl Heard {
    /// The form that takes a sentence, which `read` finds out where it is asked for the first time.
    pub fn form(
        &self,
        sentence: &[Token],
        (words, families): (&Vocabulary, &[&[Family]]),
        read: impl FnOnce() -> Option<Guarded>,
    ) -> Option<Guarded> {
        if words.budget.is_spent() {
            return None;
        }
        self.once(sentence, (words, families), |known| &mut known.forms, read)
    }

    /// The same of what it says, in its own words or in other ones.
    pub fn said(&self, sentence: &[Token], (words, families): (&Vocabulary, &[&[Family]]), read: impl FnOnce() -> Said) -> Said {
        if words.budget.is_spent() {
            return None;
        }
        self.once(sentence, (words, families), |known| &mut known.said, read)
    }

    fn once<T: Clone>(
        &self,
        sentence: &[Token],
        (words, families): (&Vocabulary, &[&[Family]]),
        of: impl Fn(&mut Known) -> &mut BTreeMap<Vec<Token>, T>,
        read: impl FnOnce() -> T,
    ) -> T {
        let families: Vec<usize> = families.iter().map(|family| family.as_ptr().addr()).collect();
        if let Some(known) = self.with(words, &families, |known| of(known).get(sentence).cloned()) {
            return known;
        }
        let found = read();
        if !words.budget.is_spent() {
            self.with(words, &families, |known| of(known).insert(sentence.to_vec(), found.clone()));
        }
        found
    }

    fn with<T>(&self, words: &Vocabulary, families: &[usize], see: impl FnOnce(&mut Known) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().rposition(|known| known.families == families && known.words == *words);
        let at = at.unwrap_or_else(|| {
            let words = Vocabulary { heard: Heard::default(), ..words.clone() };
            all.push(Known { words, families: families.to_vec(), forms: BTreeMap::new(), said: BTreeMap::new() });
            all.len() - 1
        });
        see(&mut all[at])
    }
}

impl PartialEq for Heard {
    fn eq(&self, _: &Heard) -> bool {
        true
    }
}

impl Eq for Heard {}
