//! The manual by topic: the sections of the reference page, and the table of words.

use super::{library, paraphrase, silent, words};

/// The reference, whose examples are run by the tests.
const PAGE: &str = include_str!("../../docs/rules.md");

/// What `HELP topic` knows of rules, in the order of the page.
pub fn topics() -> Vec<&'static str> {
    PAGE.lines().filter_map(|line| line.strip_prefix("## ")).collect()
}

/// The section on a topic as plain text; None for a topic that the page does not have.
pub fn help(topic: &str) -> Option<String> {
    let wanted = topic.trim().to_lowercase();
    let mut lines = PAGE.lines().skip_while(|line| line.strip_prefix("## ") != Some(wanted.as_str()));
    let title = lines.next()?.trim_start_matches("## ").to_uppercase();
    let mut text = format!("{title}\n");
    let mut boxed = false;
    for line in lines.take_while(|line| !line.starts_with("## ")) {
        match line {
            line if line.starts_with("```") => boxed = !boxed,
            "--" if boxed => text.push_str("  is answered:\n"),
            line if boxed => text.push_str(&format!("    {line}\n")),
            line => text.push_str(&format!("{}\n", line.replace(['`', '*'], ""))),
        }
    }
    Some(text.trim_end().to_string() + "\n")
}

/// Sentences of the reference that have a word in them, each with its topic; what is said there to be wrong is left out.
pub fn sentences_with(word: &str) -> Vec<(&'static str, &'static str)> {
    let wanted = stem(word);
    let has = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '-').any(|other| stem(other) == wanted);
    let (mut topic, mut boxed) = ("", false);
    let mut found = Vec::new();
    for line in PAGE.lines() {
        match (line.strip_prefix("## "), line.strip_prefix("```")) {
            (Some(title), _) => topic = title,
            (_, Some(kind)) => boxed = !boxed && kind == "rule",
            _ if line == "--" => boxed = false,
            _ if boxed && line.ends_with('.') && line.starts_with(char::is_uppercase) && has(line) => found.push((topic, line)),
            _ => {}
        }
    }
    found
}

/// A word in small letters, one for many.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    word.strip_suffix('s').map(str::to_owned).unwrap_or(word)
}

/// Rules to copy and change, which the tests run too.
const EXAMPLES: &str = include_str!("../../docs/twenty-rules.md");

/// The whole rules to copy as plain text, without what is answered to them.
pub fn examples() -> String {
    let mut text = String::from("EXAMPLES\n");
    let (mut boxed, mut answered) = (false, false);
    for line in EXAMPLES.lines().skip(1) {
        match line {
            line if line.starts_with("```") => (boxed, answered) = (!boxed, false),
            "--" if boxed => answered = true,
            _ if answered => {}
            line if boxed => text.push_str(&format!("    {line}\n")),
            line => text.push_str(&format!("{}\n", line.replace(['`', '#'], "").trim_start())),
        }
    }
    text.trim_end().to_string() + "\n"
}

/// The synonyms, one meaning a line; then the turns of phrase.
pub fn word_table() -> String {
    format!("{}\n{}\n{}\n{}", words::listing(), silent::listing() + &super::everyday::listing(), paraphrase::listing(), library::listing())
}
