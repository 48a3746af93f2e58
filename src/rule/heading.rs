//! Words in front of a colon that name a sentence and say nothing of the game: `A duel: when a knight captures a knight, ...`.
//!
//! Invariant: no word by which the language says when, who, how often, where or what happens is taken for a heading's.

use super::diagnostic::Diagnostic;
use super::explain::{a_letter_from, known};
use super::lexer::{Sort, Token, tokens};
use super::onward::goes_on;
use super::paraphrase::{holds, opens};
use super::sentence::spanned;
use super::syntax::terms::is_square;
use super::{Clause, Form, Span, Vocabulary};

/// The most words of a heading.
const MAX_WORDS: usize = 6;
/// The longest heading, in letters.
const MAX_LENGTH: usize = 60;

/// Words of the language that a heading may hold beside one that is none: by themselves they limit nothing.
const PLAIN: [&str; 24] = [
    "a", "an", "the", "of", "and", "great", "big", "long", "old", "new", "double", "royal", "secret", "hot", "extra", "live", "good",
    "bad", "last", "there", "is", "are", "it", "to",
];

/// Words that are none of the language and would all the same say when, how often or for whom a rule holds.
#[rustfmt::skip]
const LIMITING: [&str; 74] = [
    "endgame", "endgames", "opening", "openings", "middlegame", "midgame", "zugzwang", "kingside", "queenside", "flank", "midboard", "today",
    "tomorrow", "yesterday", "tonight", "soon", "later", "afterward", "afterwards", "before", "beforehand", "meanwhile", "eventually",
    "thereafter", "sometimes", "often", "rarely", "seldom", "never", "always", "forever", "hardly", "nearly", "almost", "twice", "thrice", "half",
    "exception", "exceptions", "exempt", "exempted", "excluded", "exclusive", "except", "otherwise", "alternative", "alternatively", "alternately",
    "optional", "option", "default", "provided", "assuming", "despite", "although", "though", "because", "since", "whereas", "beginner",
    "beginners", "attacker", "attackers", "defender", "defenders", "loser", "losers", "winner", "winners", "novices", "allies", "teams",
    "outside", "inside",
];
/// Adverbs end so, and these do not: "the royal family".
const NO_ADVERBS: [&str; 9] = ["family", "ally", "folly", "bully", "belly", "assembly", "monopoly", "anomaly", "jelly"];

/// What snow and fog do to the board.
const STORY: [&str; 12] = ["lies", "lie", "covers", "cover", "falls", "fall", "reigns", "reign", "rages", "rage", "blows", "blow"];
/// With what a time begins.
const TIMES: [&str; 8] = ["from", "on", "in", "between", "during", "until", "before", "after"];

/// A heading, and where the sentence lies that it is of.
pub struct Heading {
    /// Those of its words that nobody knew.
    strange: Vec<Token>,
    written: String,
    of: Span,
}

/// The sentence without its heading, and that. `reads` says whether a sentence is understood as it stands.
pub fn taken_off(sentence: Vec<Token>, text: &str, words: &Vocabulary, reads: impl Fn(&[Token]) -> bool) -> (Option<Heading>, Vec<Token>) {
    let Some(colon) = sentence.iter().position(|token| token.is_mark(":")) else { return (None, sentence) };
    let (front, rest) = (&sentence[..colon], &sentence[colon + 1..]);
    let turn = |token: &Token| token.is_word("turn") || token.is_word("turns");
    let times = (1..front.len()).filter(|&at| TIMES.iter().any(|word| front[at].is_word(word)) && front[at..].iter().any(turn));
    // "Snow lies on the board from turn 10 to turn 15: ...": the time belongs to what follows the colon
    let timed = times.into_iter().find_map(|at| {
        let comma = tokens(",").into_iter().map(|mark| Token { span: sentence[colon].span, leads: false, after_gap: false, ..mark });
        let told: Vec<Token> = front[at..].iter().cloned().chain(comma).chain(rest.iter().cloned()).collect();
        (names_only(&front[..at], words) && reads(&told)).then_some((&front[..at], told))
    });
    let (front, rest) = match (names_only(front, words), timed) {
        (true, _) => (front, rest.to_vec()),
        (false, Some(timed)) => timed,
        (false, None) => return (None, sentence),
    };
    if rest.is_empty() || goes_on(&rest) || reads(&sentence) {
        return (None, sentence);
    }
    let span = spanned(front);
    let written = text.get(span.start..span.end).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if written.chars().count() > MAX_LENGTH {
        return (None, sentence);
    }
    let strange = front.iter().filter(|token| !known(token, words)).cloned().collect();
    let heading = Heading { strange, written, of: spanned(&rest) };
    (Some(heading), rest)
}

/// Words that say when, how often, to whom, or that something is decided there.
#[rustfmt::skip]
const DECIDING: [&str; 37] = [
    "every", "each", "all", "any", "turn", "turns", "phase", "phases", "may", "must", "can", "cannot", "not", "no", "never", "nobody", "only",
    "once", "twice", "except", "player", "players", "opponent", "mover", "his", "its", "their", "own", "enemy", "roll", "rolls", "die", "coin",
    "chooses", "choose", "random", "that",
];

/// Whether words in front of a colon tell a story, as far as can be seen: nothing is lost where they are left out.
pub fn is_idle(front: &[Token], words: &Vocabulary) -> bool {
    let decides = |token: &Token| {
        token.sort != Sort::Word
            || opens(token)
            || DECIDING.iter().any(|word| token.is_word(word))
            || words.armies.iter().any(|army| token.is_word(army))
            || words.kinds.iter().any(|kind| token.is_word(&kind.plural))
            || is_square(&token.word)
            || limits(token, words)
    };
    front.iter().any(|token| token.sort == Sort::Word && !known(token, words)) && !front.iter().any(decides)
}

/// Whether words are a mere name: one at least is none of the language, and no other one limits anything.
fn names_only(front: &[Token], words: &Vocabulary) -> bool {
    let there = front.first().is_some_and(|first| first.is_word("there"));
    let verb = |at: usize| ["is", "are"].iter().any(|word| front[at].is_word(word)) && !(there && at == 1);
    let stray = |at: usize| front[at].is_word("there") && at > 0 || front[at].is_word("it") || verb(at);
    let strange = |token: &Token| token.sort == Sort::Word && !known(token, words) && !holds(&token.word) && !limits(token, words);
    // "pawn storm", "the king's revenge", "march of the pawns": not "pawns march"
    let beside = |at: usize| {
        let kind = words.kinds.iter().find(|kind| kind.is_named(&front[at]));
        let next = front.get(at + 1).is_some_and(strange);
        let of = at > 0 && (front[at - 1].is_word("of") || at > 1 && front[at - 1].is_word("the") && front[at - 2].is_word("of"));
        kind.is_some_and(|kind| {
            front[at].possessive && next || of || front[at].is_word(&kind.name) && next && !front[at + 1].word.ends_with('s')
        })
    };
    // "snow lies on the board": all of it
    let everywhere = |at: usize| {
        let word = |at: usize, word: &str| front.get(at).is_some_and(|token| token.is_word(word));
        let board = |at: usize| at > 0 && word(at - 1, "the") && word(at, "board");
        let lies = STORY.iter().any(|word| front[at].is_word(word)) && (board(at + 2) || board(at + 3));
        lies || board(at) || ["on", "over"].iter().any(|word| front[at].is_word(word)) && board(at + 2)
    };
    let plain = |at: usize| everywhere(at) || PLAIN.iter().any(|word| front[at].is_word(word)) && !stray(at);
    front.len() <= MAX_WORDS
        && front.iter().any(strange)
        && (0..front.len()).all(|at| strange(&front[at]) || plain(at) || beside(at))
        && front.last().is_some_and(|last| strange(last) || !PLAIN.iter().any(|word| last.is_word(word)))
}

/// Whether a word limits what is said, or could be a slip of the pen for one that does.
fn limits(token: &Token, words: &Vocabulary) -> bool {
    let adverb = token.word.ends_with("ly") && !NO_ADVERBS.contains(&token.word.as_str());
    let player = words.players.iter().any(|(name, _)| name.split(' ').any(|word| word == token.word));
    let library = super::library::is_name(&token.word);
    let slips = ["only", "once", "twice", "every", "never", "white's", "turns", "until", "unless", "after", "before", "except", "without"];
    let slip = a_letter_from(&token.word, slips.into_iter().chain(words.armies.iter().map(String::as_str)));
    adverb || player || library || slip || LIMITING.contains(&token.word.as_str())
}

/// Each heading before the first clause of its sentence. A name that another sentence gives is no heading: the words may say where or who.
pub fn put_back(headings: Vec<Heading>, clauses: &mut [Clause], words: &Vocabulary, found: &mut Vec<Diagnostic>) {
    for heading in headings {
        let inside = |clause: &Clause| (heading.of.start..=heading.of.end).contains(&clause.span.start) && !clause.is_standing();
        let declares = |clause: &Clause| matches!(clause.form, Form::Counter(_) | Form::Kind(_) | Form::Region { .. });
        let given = |clause: &Clause| declares(clause) && inside(clause);
        if let Some(name) = heading.strange.iter().find(|token| known(token, words)).filter(|_| !clauses.iter().any(given)) {
            let problem = format!("\"{}\" is a name in this rule: what stands before the colon could say where or who", name.word);
            let hint = "say it in the sentence, or leave out the words before the colon";
            found.push(Diagnostic::new("L002", name.span, problem).hint(hint));
            continue;
        }
        // "Camel: a camel is a new piece that ...": where the name is told it is known when the rule is read again
        let its_own = heading.strange.iter().any(|token| known(token, words));
        let first = clauses.iter().position(|clause| inside(clause) && (its_own || !declares(clause)));
        let Some(at) = first.or_else(|| clauses.iter().position(inside)) else { continue };
        clauses[at].heading = Some(heading.written);
        clauses[at].assumed.push("the words before the colon are a heading and say nothing".to_string());
    }
}

#[cfg(test)]
mod tests {
    use crate::rule::tests::words;
    use crate::rule::{print, read};

    /// The heading that a sentence is taken to have.
    fn heading(sentence: &str) -> Option<String> {
        let rule = read(&format!("RULE\n{sentence}\nEND"), words()).rule?;
        assert_eq!(read(&print(&rule, words()), words()).rule.as_ref(), Some(&rule), "{sentence}");
        rule.clauses.iter().find_map(|clause| clause.heading.clone())
    }

    #[test]
    fn a_name_before_a_colon_is_kept_and_says_nothing() {
        for name in ["A duel", "Plague", "The great flood", "A widow's revenge", "Pawn storm", "The wrath of the pawns", "There is a storm"]
        {
            let found = heading(&format!("{name}: when a knight captures a rook, the knight becomes a rook."));
            assert_eq!(found.as_deref(), Some(name));
        }
    }

    #[test]
    fn no_word_that_limits_is_swallowed() {
        let all = [
            "White only",
            "On turn 5",
            "Knights",
            "Once per game",
            "Twice a plague",
            "In the centre",
            "Captures",
            "Castling",
            "Promotion",
            "Not a duel",
            "Every plague",
            "Three plagues",
            "Pawns march",
            "A pawn marches",
            "Plague on rank 4",
            "White plague",
            "Endgame",
            "Exception",
            "Rarely",
            "Whtie",
            "Onec",
            "Turn 5 plague",
            "Plague next to a king",
            "My plague",
            "Before the flood",
        ];
        for words in all {
            let found = heading(&format!("{words}: rooks may not capture."));
            assert_eq!(found, None, "{words}");
        }
    }
}
