//! The reference page `docs/rules.md` and its two companions: every box is read and answered as it says. `BLESS=1` writes the answers anew.

use custodian::rule::{Vocabulary, print, read, read_law, restate, word_table};

fn words() -> Vocabulary {
    let chess = read_law(include_str!("../../src/law/texts/chess.law"), &Vocabulary::default()).law.expect("the law chess is read");
    let armies = ["white", "yellow", "green", "orange", "blue", "black"].map(String::from);
    Vocabulary::of(&[chess]).in_game("Zaphod", 3, &armies).with_rules(vec!["w4".to_string()])
}

/// The body of a printed rule, without its frame and indent.
fn body(printed: &str) -> String {
    let lines = printed.lines().skip(1).filter(|line| *line != "END");
    lines.map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

/// What the program answers to the upper half of a box.
fn answer(sort: &str, input: &str, words: &Vocabulary) -> Option<String> {
    let source = if sort == "letter" { input.to_string() } else { format!("RULE\n{input}END") };
    let reading = read(&source, words);
    let rendered = || reading.diagnostics.iter().map(|problem| problem.render(&source)).collect::<Vec<_>>().join("");
    Some(match (sort, &reading.rule) {
        ("words", _) => word_table(),
        ("refused", None) => rendered(),
        ("refused", Some(rule)) => panic!("accepted, but it stands among the refused:\n{input}{}", print(rule, words)),
        ("mangled", None) => rendered(),
        ("mangled", Some(rule)) => body(&print(rule, words)),
        ("rule" | "restated" | "letter", None) => panic!("refused:\n{}", rendered()),
        ("rule", Some(rule)) => body(&print(rule, words)),
        ("restated", Some(rule)) => body(&restate(rule, words)),
        ("letter", Some(rule)) => print(rule, words),
        _ => return None,
    })
}

/// A page with boxes, and the fewest boxes and sentences it has.
fn check(name: &str, least_boxes: usize, least_sentences: usize) {
    let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let words = words();
    let mut anew = String::new();
    let mut boxes = 0;
    let mut sentences = 0;
    let mut rest = page.as_str();
    while let Some((before, after)) = rest.split_once("```") {
        let (sort, after) = after.split_once('\n').expect("a box has lines");
        let (inside, after) = after.split_once("```").expect("a box is closed");
        let (input, _) = inside.split_once("--\n").expect("a box has an answer");
        let given = answer(sort, input, &words).unwrap_or_else(|| panic!("no such box: {sort}"));
        if sort == "refused" {
            let source = format!("RULE\n{input}END");
            assert_eq!(read(&source, &words).diagnostics.len(), input.lines().count(), "one answer a sentence:\n{given}");
        }
        anew.push_str(&format!("{before}```{sort}\n{input}--\n{given}```"));
        rest = after;
        boxes += 1;
        sentences += input.lines().count();
    }
    anew.push_str(rest);
    assert!(boxes >= least_boxes && sentences >= least_sentences, "{name}: {boxes} boxes, {sentences} sentences");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &anew).expect("the page is written");
    } else {
        similar(name, &page, &anew);
    }
}

#[test]
fn every_box_of_the_page_is_answered_as_it_says() {
    check("rules.md", 20, 80);
}

#[test]
fn every_wrong_sentence_is_answered_as_the_page_says() {
    check("wrong-sentences.md", 10, 70);
}

#[test]
fn every_rule_to_copy_is_accepted() {
    check("twenty-rules.md", 20, 60);
}

/// Equal, or the first line that differs.
fn similar(name: &str, page: &str, anew: &str) {
    for (number, (old, new)) in page.lines().zip(anew.lines()).enumerate() {
        assert_eq!(old, new, "docs/{name}, line {}", number + 1);
    }
    assert_eq!(page.lines().count(), anew.lines().count());
}

#[test]
fn every_topic_has_help_and_an_example() {
    for topic in custodian::rule::topics() {
        let text = custodian::rule::help(topic).unwrap_or_else(|| panic!("no help on {topic}"));
        assert!(text.lines().count() > 3, "{text}");
        assert!(text.contains("is answered:"), "{text}");
    }
    assert_eq!(custodian::rule::help("unicorns"), None);
}
