//! HELP: the list of orders, a page for each of them, and the manual of rules as plain text that fits into a mail.

use super::motions;
use crate::game::mar::help_propose;
use crate::letter::views::SectionView;
use crate::rule;

/// The list of orders.
const ORDERS: &str = include_str!("orders.txt");
/// A page for each order: `== WORD, OTHER WORD ==`, then its text; four spaces before every line that can be sent as it is.
const TOPICS: &str = include_str!("topics.txt");

/// What stands in capitals in a rule, and the chapter of the manual that tells of it.
const IN_RULES: [(&str, &str); 4] = [("depends", "frame"), ("depends on", "frame"), ("lasts", "frame"), ("on repeal", "events")];

/// The widest line of prose.
const WIDEST: usize = 76;
/// The widest line of an example, which stays as it is (RFC 5322 section 2.1.1).
const WIDEST_EXAMPLE: usize = 78;

/// The most sentences shown for a word.
const SENTENCES: usize = 10;

/// For somebody who is in no game.
pub const FOR_A_STRANGER: &str = include_str!("stranger.txt");

/// The help on a topic, or the list of orders.
pub fn section(topic: Option<&str>) -> SectionView {
    let topic = topic.map(|topic| topic.trim().to_lowercase()).filter(|topic| !matches!(topic.as_str(), "orders" | "commands"));
    let text = match &topic {
        None => general(),
        Some(topic) if topic == "examples" => manual(&rule::examples()),
        Some(topic) if topic == "proposals" => folded(help_propose().trim_end()),
        Some(topic) => match (page(topic), rule::help(chapter(topic))) {
            (Some(page), _) => page.trim_end().to_owned(),
            (None, Some(text)) => manual(&text),
            (None, None) => nearest(topic),
        },
    };
    SectionView { title: topic.map_or("help".to_owned(), |topic| format!("help: {topic}")), text }
}

/// The chapter of the manual on a topic.
fn chapter(topic: &str) -> &str {
    IN_RULES.iter().find(|(word, _)| *word == topic).map_or(topic, |(_, chapter)| chapter)
}

/// The list of orders, and where there is more.
pub fn general() -> String {
    let more = format!(
        "Twenty rules to copy and change: HELP EXAMPLES. How rules are written: HELP RULE, and HELP and one of {}.",
        rule::topics().join(", ")
    );
    format!("{ORDERS}\n{}", folded(&more))
}

/// What comes nearest to a topic that has no page: a meta-rule, the page of a word in it, or sentences that have one.
fn nearest(topic: &str) -> String {
    if let Some((number, says)) = motions::meta_rules().find(|(number, _)| number.eq_ignore_ascii_case(topic)) {
        return folded(&format!("{number}: {says}\n\nMETA {number} tells how it stands in your game."));
    }
    let mut words: Vec<&str> = topic.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| word.len() > 1).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let on_one = |word: &&str| {
        let text = page(word).map(str::to_owned).or_else(|| rule::help(word).map(|text| manual(&text)))?;
        Some(format!("{}:\n\n{text}", word.to_uppercase()))
    };
    let in_rules = |word: &&str| {
        let sentences = rule::sentences_with(word);
        let shown = sentences.iter().take(SENTENCES).map(|(topic, sentence)| format!("  {topic}: {sentence}"));
        let lines: Vec<String> = shown.collect();
        (!lines.is_empty())
            .then(|| format!("\"{word}\" stands in these sentences, each behind the topic to ask HELP for:\n\n{}", lines.join("\n")))
    };
    let found = match &words[..] {
        [word] => in_rules(word),
        several => several.iter().find_map(on_one),
    };
    folded(&found.or_else(|| words.iter().filter(|word| word.len() > 3).find_map(in_rules)).unwrap_or_else(unknown))
}

fn unknown() -> String {
    let orders: Vec<&str> = pages().map(|(words, _)| words.split(',').next().unwrap_or(words)).collect();
    let topics = rule::topics().join(", ");
    format!("There is no help on that. Ask HELP alone, or HELP and an order: {}; or HELP and one of: {topics}.", orders.join(", "))
}

/// The words and the text of every page.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pages = TOPICS.split("== ").filter_map(|page| page.split_once(" ==\n"));
    pages.map(|(words, text)| (words, text.trim_end()))
}

/// The page of an order's word, in lower case.
fn page(topic: &str) -> Option<&'static str> {
    let has = |words: &str| words.split(", ").any(|word| word.eq_ignore_ascii_case(topic));
    pages().find(|(words, _)| has(words)).map(|(_, text)| text)
}

/// A section of the manual under the title that the mail gives it: its paragraphs set anew, its tables as lines.
fn manual(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().skip(1).collect();
    let mut paragraphs: Vec<String> = Vec::new();
    for (at, &line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| lines[before]);
        let goes_on = |line: &str| !line.is_empty() && !line.starts_with([' ', '|']);
        match line {
            // The box before it is empty: what follows answers nothing.
            "  is answered:" if before.is_empty() => {}
            line if is_row(line) => paragraphs.extend(row(line, lines.get(at + 1).copied().unwrap_or(""))),
            line if goes_on(line) && goes_on(before) && !paragraphs.is_empty() => {
                let paragraph = paragraphs.last_mut().expect("is not empty");
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            line => paragraphs.push(line.to_owned()),
        }
    }
    folded(paragraphs.join("\n").trim_matches('\n'))
}

fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

/// A table's row with a colon between its cells; none for the row of dashes and the heads above it.
fn row(line: &str, next: &str) -> Option<String> {
    let is_dashes = |line: &str| is_row(line) && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    (!is_dashes(line) && !is_dashes(next)).then(|| format!("  {}", cells.join(": ")))
}

/// Long lines broken between words and behind slashes; what follows an indented beginning stands two columns to its right.
pub fn folded(text: &str) -> String {
    let fold = |line: &str| {
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        if !indent.is_empty() && line.chars().count() <= WIDEST_EXAMPLE {
            return line.to_owned();
        }
        let goes_on = if indent.is_empty() { String::new() } else { format!("{indent}  ") };
        let mut lines = vec![indent.to_owned()];
        for piece in words.split_inclusive([' ', '/']) {
            let last = lines.len() - 1;
            if !lines[last].trim_start().is_empty() && lines[last].chars().count() + piece.trim_end().chars().count() > WIDEST {
                lines.push(goes_on.clone());
            }
            lines.last_mut().expect("begins with one").push_str(piece);
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    };
    text.lines().map(fold).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicator::anybody;
    use crate::adjudicator::founding;
    use crate::game::order::{Order, Question};
    use crate::game::reading::{COMMANDS, Names, read};

    /// The lines of a page that can be sent as they are.
    fn examples(page: &str) -> Vec<&str> {
        page.lines().filter_map(|line| line.strip_prefix("    ")).collect()
    }

    #[test]
    fn every_order_has_a_page() {
        for word in COMMANDS {
            assert!(page(&word.to_lowercase()).is_some(), "HELP {word}");
        }
        for word in ["move", "new"] {
            assert!(page(word).is_some(), "HELP {word}");
        }
    }

    #[test]
    fn every_example_is_read_as_what_its_page_is_about() {
        let names = Names { multiverse: "Zaphod", games: vec![], colours: vec![("white", 1)], worlds: vec![] };
        for (words, text) in pages().filter(|(words, _)| *words != "NEW") {
            let lines = examples(text);
            assert!(!lines.is_empty(), "{words} has no example");
            let orders = read(lines.iter().enumerate().map(|(at, line)| (at + 1, *line)), &names);
            assert!(orders.talk.is_empty() && !orders.lines.is_empty(), "{words}: {:?}", orders.talk);
            for line in &orders.lines {
                assert!(!matches!(line.order, Order::Garbled { .. }), "{words}: {}", line.text);
                if let Order::Rule { text } = &line.order {
                    let law = crate::law::texts::standard("mar").unwrap();
                    let vocabulary = rule::Vocabulary::of(law.chain()).in_game("Zaphod", 3, &[]);
                    assert!(rule::read(text, &vocabulary).rule.is_some(), "{text}");
                }
            }
            let first = &orders.lines[0].order;
            let moves = matches!(first, Order::Move { .. });
            let of_moves = ["MOVE", "HEISENBERG", "DICE"].contains(&words) || words.starts_with("SEND");
            assert_eq!(moves, of_moves, "{words}: {first:?}");
            assert_eq!(matches!(first, Order::Ask(Question::Help(_))), words == "HELP", "{words}: {first:?}");
        }
    }

    #[test]
    fn every_example_of_a_proposal_is_one() {
        let page = section(Some("proposals")).text;
        let names = Names { multiverse: "Zaphod", games: vec![], colours: vec![("white", 1)], worlds: vec![] };
        let lines = examples(&page);
        let orders = read(lines.iter().enumerate().map(|(at, line)| (at + 1, *line)), &names);
        assert!(orders.talk.is_empty() && orders.lines.len() == 3, "{:?}", orders.lines);
        let law = crate::law::texts::standard("mar").unwrap();
        let words = rule::Vocabulary::of(law.chain()).in_game("Zaphod", 1, &[]);
        for line in &orders.lines {
            let Order::Propose { text } = &line.order else { panic!("{}", line.text) };
            let read = crate::game::mar::read_amendment(text, &words);
            assert!(read.is_ok(), "{text}: {read:?}");
        }
    }

    #[test]
    fn the_example_of_new_founds_a_game() {
        let body = examples(page("new").unwrap()).join("\r\n");
        let letter = format!("From: ann@example.org\r\nSubject: x\r\n\r\n{body}\r\n");
        let request = founding::request(&crate::letter::read(letter.as_bytes(), &anybody())).unwrap();
        let founding = request
            .founding("ann@example.org", founding::Usual { undo: 0, dice: crate::dice::Method::House }, chrono::DateTime::UNIX_EPOCH)
            .unwrap();
        assert_eq!((founding.players.len(), founding.observers.len(), founding.undo), (3, 1, 600));
    }

    #[test]
    fn a_section_of_the_manual_is_set_for_a_mail() {
        let page = "MOVES\n\nOne line of prose\nand another.\n\n| head | means |\n| --- | --- |\n| a | b |\n\n    an example\n  is answered:\n    so\n\n  is answered:\n    words\n";
        assert_eq!(manual(page), "One line of prose and another.\n\n  a: b\n\n    an example\n  is answered:\n    so\n\n    words");
    }

    #[test]
    fn a_topic_without_a_page_brings_what_comes_nearest() {
        let help = |topic: &str| section(Some(topic)).text;
        assert!(help("r8").contains("META R8 tells how it stands"), "{}", help("r8"));
        assert!(help("me, how do I make a rule").starts_with("RULE:\n"), "{}", help("me, how do I make a rule"));
        assert!(help("manicotti").contains("library: The Manicotti rule is in force."), "{}", help("manicotti"));
        assert!(help("attacked").lines().any(|line| line.starts_with("  ") && line.contains("attacked")), "{}", help("attacked"));
        assert!(help("zzz").starts_with("There is no help on that."));
    }

    #[test]
    fn no_help_is_wider_than_a_mail_or_shows_a_table() {
        let topics = pages().map(|(words, _)| words.split(',').next().unwrap().to_lowercase());
        let topics = topics.chain(rule::topics().into_iter().chain(["nonsense"]).map(str::to_owned));
        let mut texts: Vec<String> = topics.map(|topic| section(Some(&topic)).text).collect();
        texts.extend([section(None).text, FOR_A_STRANGER.to_owned()]);
        for line in texts.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= WIDEST_EXAMPLE && !line.starts_with('|'), "{line}");
        }
    }
}
