//! What a mail tells of a game in whatever words: moves, rows of boards, heads and links, digits and what they came to.
//!
//! Not here: how a house words it (templates).

use std::collections::{BTreeMap, BTreeSet};

use crate::letter::Written;

/// Words behind which a number is a fact. Turns are none: what is to come in which turn another version of the program may foretell otherwise.
const NUMBERED: [&str; 5] = ["digits", "line", "round", "link", "roll"];
/// Those that a house may use of its own things too: a number is a fact where the mail has one behind that word anyway.
const OF_THE_HOUSE_TOO: [&str; 2] = ["line", "link"];
/// Digits of the number of a round; a club's own have fewer.
const FEWEST_OF_A_ROUND: usize = 5;
/// Hexadecimal digits from which on a word is a head, a link or a signature.
const FEWEST_HEXADECIMAL: usize = 16;
/// Letters in a line from which on it may be a row of a board.
const FEWEST_IN_A_ROW: usize = 4;

/// What words of its mails can mean in a game.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// What its dice came to, or could have.
    pub outcomes: BTreeSet<String>,
    /// The names of the squares of its boards.
    pub squares: BTreeSet<String>,
}

impl Vocabulary {
    /// Whether a word is a move: `e2-e4`, `Ng1xf3`, `Nf3`, `exd5`, `e7-e8=Q`. A square alone is none, "b1" may be a rule as well.
    fn is_move(&self, word: &str) -> bool {
        let body = word.trim_start_matches(char::is_uppercase);
        let led = body.len() < word.len();
        let body = body.split_once('=').map_or(body, |(body, _)| body);
        body.char_indices().any(|(at, _)| {
            let (from, to) = body.split_at(at);
            let file = to.starts_with('x') && from.len() == 1 && from.bytes().all(|letter| letter.is_ascii_lowercase());
            let begins = self.squares.contains(from) || file || (led && from.is_empty());
            begins && (self.squares.contains(to) || self.squares.contains(to.strip_prefix(['-', 'x']).unwrap_or(to)))
        })
    }
}

/// Facts, each with how often it is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    told: BTreeMap<String, usize>,
}

impl Facts {
    /// Of a mail.
    pub fn of(mail: &Written, vocabulary: &Vocabulary) -> Facts {
        let mut facts = Facts::default();
        facts.read(&mail.text, vocabulary);
        facts.read(&without_tags(mail.html.as_deref().unwrap_or_default()), vocabulary);
        facts
    }

    fn read(&mut self, text: &str, vocabulary: &Vocabulary) {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '=').filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| words[before].to_lowercase()).unwrap_or_default();
            let number = word.bytes().all(|byte| byte.is_ascii_digit()) && (before != "round" || word.len() >= FEWEST_OF_A_ROUND);
            let hexadecimal = word.len() >= FEWEST_HEXADECIMAL && word.bytes().all(|byte| byte.is_ascii_hexdigit());
            // "such as 1: e2-e4": another version of the program may show another one
            let example = at >= 3 && words[at - 3].eq_ignore_ascii_case("such") && words[at - 2].eq_ignore_ascii_case("as");
            let moves = !example && vocabulary.is_move(word);
            if number && NUMBERED.contains(&before.as_str()) {
                self.note(format!("{before} {word}"));
            } else if hexadecimal || moves || vocabulary.outcomes.contains(*word) {
                self.note((*word).to_owned());
            }
        }
        text.lines().filter_map(row).for_each(|row| self.note(row));
    }

    fn note(&mut self, fact: String) {
        *self.told.entry(fact).or_default() += 1;
    }

    /// A fact that none of the others tells; of words of outcomes, which all may list, one that is told more often than by any of them.
    pub fn beyond<'f>(&'f self, others: &[Facts], vocabulary: &Vocabulary) -> Option<&'f str> {
        let most = |fact: &str| others.iter().filter_map(|other| other.told.get(fact)).max().copied().unwrap_or_default();
        let is_the_houses = |fact: &str| {
            let word = fact.split_once(' ').map_or("", |(word, _)| word);
            let behind_it = |told: &String| told.split_once(' ').is_some_and(|(other, _)| other == word);
            OF_THE_HOUSE_TOO.contains(&word) && !others.iter().flat_map(|other| other.told.keys()).any(behind_it)
        };
        let new = |(fact, often): &(&String, &usize)| match vocabulary.outcomes.contains(*fact) {
            true => **often > most(fact),
            false => most(fact) == 0 && !is_the_houses(fact),
        };
        self.told.iter().find(new).map(|(fact, _)| fact.as_str())
    }
}

/// A row of a board: letters and dots between two bars.
fn row(line: &str) -> Option<String> {
    let (_, rest) = line.split_once('|')?;
    let (cells, _) = rest.rsplit_once('|')?;
    let cells: Vec<&str> = cells.split_whitespace().collect();
    let is_one = cells.len() >= FEWEST_IN_A_ROW && cells.iter().all(|cell| cell.chars().count() <= 2);
    is_one.then(|| cells.join(" "))
}

/// What a page shows.
fn without_tags(page: &str) -> String {
    let page = page.split_once("</head>").map_or(page, |(_, body)| body);
    let parts = page.split('<').enumerate().map(|(at, part)| match (at, part.split_once('>')) {
        (0, _) => part,
        (_, Some((_, shown))) => shown,
        (_, None) => "",
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(text: &str) -> Written {
        Written { from: None, text: text.to_owned(), html: None, pictures: Vec::new() }
    }

    /// A board of eight by eight, and a coin.
    fn chess() -> Vocabulary {
        let squares = ('a'..='h').flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}"))).collect();
        Vocabulary { outcomes: ["heads", "tails"].map(str::to_owned).into(), squares }
    }

    #[test]
    fn other_words_are_no_other_facts() {
        let vocabulary = chess();
        let own = "Turn 3. Ann moves Nf3xe5; the coin shows heads (digits 7): 1 heads, 2 tails.\n8 | r n b q | 8\nzaphod #4 head 9f3c2a41d07b5e66";
        let told = |text: &str| {
            let (facts, follows) = (Facts::of(&mail(text), &vocabulary), Facts::of(&mail(own), &vocabulary));
            facts.beyond(&[follows], &vocabulary).map(str::to_owned)
        };
        assert_eq!(told("In turn 3 our Ann took with Nf3xe5. Heads or tails? It was heads.\n r | r n b q |"), None);
        assert_eq!(told(own), None);
        for (from, to, says) in [
            ("Nf3xe5", "Nf3-g5", "Nf3-g5"),
            ("shows heads", "shows tails", "tails"),
            ("digits 7", "digits 8", "digits 8"),
            ("r n b q", "r n . q", "r n . q"),
            ("9f3c2a41d07b5e66", "0f3c2a41d07b5e66", "0f3c2a41d07b5e66"),
        ] {
            assert_eq!(told(&own.replace(from, to)).as_deref(), Some(says));
        }
    }

    #[test]
    fn what_a_house_adds_of_its_own_is_no_fact_of_the_game() {
        let vocabulary = chess();
        let told = |text: &str, own: &str| {
            let (facts, follows) = (Facts::of(&mail(text), &vocabulary), Facts::of(&mail(own), &vocabulary));
            facts.beyond(&[follows], &vocabulary).map(str::to_owned)
        };
        let house = "Our pages: https://h2o.example/chess, as mp3 or in utf8; zaphod2, a4-paper. Round 2 of our club, link 3, line 4. \
                     You may move (such as 1: d2-d4).";
        assert_eq!(told(house, "Turn 1."), None);
        // Where the mail tells of a line, a link or a round itself, another one is another fact.
        assert_eq!(told("the record ends with line 4", "the record ends with line 5").as_deref(), Some("line 4"));
        assert_eq!(told("round 1000001", "round 1000000").as_deref(), Some("round 1000001"));
        for written in ["d2-d4", "d2d4", "Nb1", "Nb1xc3", "exd5", "e7-e8=Q"] {
            assert_eq!(told(written, "Turn 1.").as_deref(), Some(written));
        }
        for other in ["i9-i8", "h2o", "b1", "Mp3", "e9", "x"] {
            assert_eq!(told(other, "Turn 1."), None, "{other}");
        }
    }

    #[test]
    fn a_page_tells_what_it_shows() {
        let page = |html: &str| Facts::of(&Written { html: Some(html.to_owned()), ..mail("") }, &chess());
        let own = page("<head><style>b4 { }</style></head><p class=x1>Move <b>e2-e4</b></p>");
        assert_eq!(page("<p>e2-e4</p>").beyond(std::slice::from_ref(&own), &chess()), None);
        assert_eq!(page("<p>e2-e3</p>").beyond(&[own], &chess()), Some("e2-e3"));
    }
}
