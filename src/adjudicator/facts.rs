//! What a mail tells of a game in whatever words: moves, rows of boards, heads and links, digits and what they came to.
//!
//! Not here: how a house words it (templates).

use std::collections::{BTreeMap, BTreeSet};

use crate::letter::Written;

/// Words behind which a number is a fact. Turns are none: what is to come in which turn another version of the program may foretell otherwise.
const NUMBERED: [&str; 5] = ["digits", "line", "round", "link", "roll"];
/// Hexadecimal digits from which on a word is a head, a link or a signature.
const FEWEST_HEXADECIMAL: usize = 16;
/// Letters in a line from which on it may be a row of a board.
const FEWEST_IN_A_ROW: usize = 4;

/// Facts, each with how often it is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    told: BTreeMap<String, usize>,
}

impl Facts {
    /// Of a mail; `outcomes` are the words of what dice came to, or could have.
    pub fn of(mail: &Written, outcomes: &BTreeSet<String>) -> Facts {
        let mut facts = Facts::default();
        facts.read(&mail.text, outcomes);
        facts.read(&without_tags(mail.html.as_deref().unwrap_or_default()), outcomes);
        facts
    }

    fn read(&mut self, text: &str, outcomes: &BTreeSet<String>) {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '=').filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| words[before].to_lowercase()).unwrap_or_default();
            let number = word.bytes().all(|byte| byte.is_ascii_digit());
            let hexadecimal = word.len() >= FEWEST_HEXADECIMAL && word.bytes().all(|byte| byte.is_ascii_hexdigit());
            let square = word.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit());
            // "b1" may be a rule as well
            let alone = word.len() > 1 && word.bytes().skip(1).all(|byte| byte.is_ascii_digit());
            let moves = square && !alone;
            if number && NUMBERED.contains(&before.as_str()) {
                self.note(format!("{before} {word}"));
            } else if hexadecimal || moves || outcomes.contains(*word) {
                self.note((*word).to_owned());
            }
        }
        text.lines().filter_map(row).for_each(|row| self.note(row));
    }

    fn note(&mut self, fact: String) {
        *self.told.entry(fact).or_default() += 1;
    }

    /// A fact that none of the others tells; of words of outcomes, which all may list, one that is told more often than by any of them.
    pub fn beyond<'f>(&'f self, others: &[Facts], outcomes: &BTreeSet<String>) -> Option<&'f str> {
        let most = |fact: &str| others.iter().filter_map(|other| other.told.get(fact)).max().copied().unwrap_or_default();
        let new = |(fact, often): &(&String, &usize)| if outcomes.contains(*fact) { **often > most(fact) } else { most(fact) == 0 };
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

    #[test]
    fn other_words_are_no_other_facts() {
        let outcomes: BTreeSet<String> = ["heads", "tails"].map(str::to_owned).into();
        let own = "Turn 3. Ann moves Nf3xe5; the coin shows heads (digits 7): 1 heads, 2 tails.\n8 | r n b q | 8\nzaphod #4 head 9f3c2a41d07b5e66";
        let told = |text: &str| Facts::of(&mail(text), &outcomes).beyond(&[Facts::of(&mail(own), &outcomes)], &outcomes).map(str::to_owned);
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
    fn a_page_tells_what_it_shows() {
        let page = |html: &str| Facts::of(&Written { html: Some(html.to_owned()), ..mail("") }, &BTreeSet::new());
        let own = page("<head><style>b4 { }</style></head><p class=x1>Move <b>e2-e4</b></p>");
        assert_eq!(page("<p>e2-e4</p>").beyond(std::slice::from_ref(&own), &BTreeSet::new()), None);
        assert_eq!(page("<p>e2-e3</p>").beyond(&[own], &BTreeSet::new()), Some("e2-e3"));
    }
}
