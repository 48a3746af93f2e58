//! Names that a rule gives to men or squares by describing them: `A guard is a pawn next to its king. Guards may not be captured.` The other
//! sentences are read with the description in the name's place.

use super::Vocabulary;
use super::explain::known;
use super::lexer::{Sort, Token};
use super::wording::{plural, singular};

/// The most words of such a name.
const MAX_NAME: usize = 2;
/// The most words before the noun: "an empty square".
const MAX_ADJECTIVES: usize = 2;
/// The fewest words of a description behind its noun.
const MIN_DESCRIPTION: usize = 2;
/// The most words that descriptions may come to.
const MAX_ADDED: usize = 400;

const ARTICLES: [&str; 3] = ["a", "an", "the"];
/// What says more than which they are.
const SAYS_MORE: [&str; 14] =
    ["may", "must", "can", "cannot", "new", "worth", "becomes", "become", "when", "if", "whenever", "then", "moves", "leaps"];

/// A name, and what it stands for.
struct Described {
    /// Its words, the last one in the singular.
    name: Vec<String>,
    meant: Vec<Token>,
    /// Which of these is the noun.
    noun: usize,
}

/// The sentences with descriptions in the place of names that one of them gives. `reads` says whether a sentence is understood as it stands.
pub fn written_out(mut sentences: Vec<Vec<Token>>, words: &Vocabulary, reads: impl Fn(&[Token]) -> bool) -> Vec<Vec<Token>> {
    let mut added = 0;
    while let Some((at, described)) =
        sentences.iter().enumerate().find_map(|(at, sentence)| Some((at, described(sentence, words).filter(|_| !reads(sentence))?)))
    {
        let uses: usize = sentences.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| described.uses(one)).sum();
        added += uses * described.meant.len();
        let itself = described.uses(&described.meant) > 0;
        if uses == 0 || itself || added > MAX_ADDED {
            break;
        }
        sentences.remove(at);
        sentences = sentences.iter().map(|sentence| described.put_into(sentence, words)).collect();
    }
    sentences
}

/// `a dead square is an empty square next to a hole`: the name and what it means.
fn described(sentence: &[Token], words: &Vocabulary) -> Option<Described> {
    let article = |token: &Token| ARTICLES.iter().any(|word| token.is_word(word));
    let from = usize::from(article(sentence.first()?));
    let verb = sentence.iter().position(|token| token.is_word("is") || token.is_word("are"))?;
    let name = sentence.get(from..verb).filter(|name| (1..=MAX_NAME).contains(&name.len()))?;
    let strange = |token: &Token| !known(token, words);
    let plain = name.iter().all(|token| token.sort == Sort::Word && !token.possessive) && name.iter().any(strange);
    let behind = &sentence[verb + 1..];
    let meant = &behind[usize::from(behind.first().is_some_and(article))..];
    let noun = meant.iter().take(MAX_ADJECTIVES + 1).position(|token| other_number(token, words).is_some())?;
    let more = |token: &Token| token.sort == Sort::Mark || SAYS_MORE.iter().any(|word| token.is_word(word));
    // "a wizard is a piece that moves like a knight" is a new piece
    let kind_of_piece = ["piece", "man"].iter().any(|word| meant[noun].is_word(word))
        && meant.get(noun + 1).is_some_and(|next| ["that", "which"].iter().any(|word| next.is_word(word)));
    let enough = meant.len() > noun + MIN_DESCRIPTION && !meant.iter().any(more) && !kind_of_piece;
    let mut name: Vec<String> = name.iter().map(|token| token.word.clone()).collect();
    if let Some(last) = name.last_mut() {
        *last = singular(last);
    }
    (plain && enough).then(|| Described { name, meant: meant.to_vec(), noun })
}

/// A noun for men or squares in the singular where it stands in the plural, and the other way round.
fn other_number(token: &Token, words: &Vocabulary) -> Option<String> {
    let kinds = words.kinds.iter().map(|kind| (kind.name.clone(), kind.plural.clone()));
    let others = ["piece", "square"].map(|noun| (noun.to_string(), plural(noun)));
    kinds.chain(others).find_map(|(one, many)| if token.is_word(&one) { Some(many) } else { token.is_word(&many).then_some(one) })
}

impl Described {
    fn is_at(&self, sentence: &[Token], at: usize) -> bool {
        let Some(here) = sentence.get(at..at + self.name.len()) else { return false };
        let last = self.name.len() - 1;
        here.iter().zip(&self.name).enumerate().all(|(nth, (token, word))| {
            let same = token.word == *word || nth == last && singular(&token.word) == *word;
            token.sort == Sort::Word && !token.possessive && same
        })
    }

    fn uses(&self, sentence: &[Token]) -> usize {
        (0..sentence.len()).filter(|&at| self.is_at(sentence, at)).count()
    }

    /// The sentence with the description, one or several as the name is.
    fn put_into(&self, sentence: &[Token], words: &Vocabulary) -> Vec<Token> {
        let mut told = Vec::new();
        let mut at = 0;
        while at < sentence.len() {
            if !self.is_at(sentence, at) {
                told.push(sentence[at].clone());
                at += 1;
                continue;
            }
            let last = &sentence[at + self.name.len() - 1];
            let several = self.name.last().is_some_and(|one| *one != last.word);
            let span = super::Span { start: sentence[at].span.start, end: last.span.end };
            for (nth, token) in self.meant.iter().enumerate() {
                let other = other_number(token, words).filter(|_| nth == self.noun);
                let is_several = singular(&token.word) != token.word;
                let word = other.filter(|_| is_several != several).unwrap_or_else(|| token.word.clone());
                let first = nth == 0;
                let leads = first && sentence[at].leads;
                told.push(Token { word, span, leads, capital: first && sentence[at].capital, after_gap: false, ..token.clone() });
            }
            at += self.name.len();
        }
        told
    }
}
