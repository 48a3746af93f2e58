//! scratch
use custodian::rule::{Vocabulary, print, read, read_law, restate};

fn main() {
    let chess = read_law(include_str!("../src/law/texts/chess.law"), &Vocabulary::default()).law.expect("the law chess is read");
    let armies = ["white", "black"].map(String::from);
    let words = Vocabulary::of(&[chess]).in_game("Zaphod", 3, &armies);
    for line in std::fs::read_to_string("/tmp/try.txt").unwrap().lines() {
        let text = format!("RULE {line}");
        let reading = read(&text, &words);
        match reading.rule {
            Some(rule) => {
                let back = read(&print(&rule, &words), &words).rule;
                let same = if back.as_ref() == Some(&rule) { "" } else { " !!! NOT READ BACK" };
                let body: String = restate(&rule, &words).lines().skip(1).filter(|l| *l != "END").map(|l| format!("{}\n", l)).collect();
                println!("{line}{same}\n{body}");
            }
            None => println!("{line}\n{}", reading.diagnostics.iter().map(|d| d.render(&text)).collect::<String>()),
        }
    }
}
