//! Sentences that sound alike and mean different things, `tests/senses.txt` and by topic `tests/senses/`: below each what it was taken for, or why it is refused.
//! `BLESS=1 cargo test senses` writes the answers anew; read the difference as a player would: a wrong sense is worse than a refusal.

use std::path::{Path, PathBuf};

use custodian::rule::{Vocabulary, read, read_law, restate};

/// The fewest sentences of the page.
const LEAST: usize = 100;

fn words() -> Vocabulary {
    let chess = read_law(include_str!("../../src/law/texts/chess.law"), &Vocabulary::default()).law.expect("the law chess is read");
    let armies = ["white", "black"].map(String::from);
    Vocabulary::of(&[chess]).in_game("Zaphod", 1, &armies)
}

/// What a sentence comes to: its clauses, or what is wrong with it and what would work.
fn answer(sentence: &str, words: &Vocabulary) -> String {
    let source = format!("RULE\n{sentence}\nEND");
    let reading = read(&source, words);
    let lines: Vec<String> = match &reading.rule {
        Some(rule) => restate(rule, words).lines().skip(1).filter(|line| *line != "END").map(|line| line.trim_end().to_string()).collect(),
        None => {
            let told = |problem: &custodian::rule::Diagnostic| {
                let hint = problem.hints.first().map(|hint| format!("\n    {hint}")).unwrap_or_default();
                format!("  {}: {}{hint}", problem.code, problem.message)
            };
            reading.diagnostics.iter().map(told).collect()
        }
    };
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The page of every topic, and those by topic.
fn pages() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let topics = std::fs::read_dir(tests.join("senses")).expect("the pages by topic are there");
    let mut pages: Vec<PathBuf> = topics.map(|page| page.expect("a page").path()).collect();
    pages.push(tests.join("senses.txt"));
    pages.sort();
    pages
}

#[test]
fn every_sentence_is_taken_as_the_pages_say() {
    let words = words();
    let mut sentences = 0;
    let mut differing = String::new();
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("the page is there");
        let mut anew = String::new();
        for line in page.lines().filter(|line| !line.starts_with(' ')) {
            anew.push_str(&format!("{line}\n"));
            if !line.is_empty() && !line.starts_with('#') {
                sentences += 1;
                anew.push_str(&answer(line, &words));
            }
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &anew).expect("the page is written");
        } else if page != anew {
            let lines = page.lines().zip(anew.lines()).filter(|(one, other)| one != other);
            let lines: Vec<String> = lines.map(|(one, other)| format!("- {one}\n+ {other}")).take(12).collect();
            differing.push_str(&format!("{} is answered otherwise:\n{}\n", path.display(), lines.join("\n")));
        }
    }
    assert!(sentences >= LEAST, "{sentences} sentences");
    assert!(differing.is_empty(), "{differing}");
}
