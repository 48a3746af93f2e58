//! From the words of a proposal to an amendment, or to what is wrong with them; and back to canonical words.

use crate::rule::{self, Clause, Deed, Diagnostic, Form, OF_AMENDMENTS, Rule, Scope, Vocabulary};

use super::checks;
use super::sentences::{self, Said};
use super::split::{PROSE, Sentence, split};
use super::{Amendment, Provision, royalty};
use crate::game::mar::parameters::Parameters;

/// The most sentences of a proposal.
const MOST_SENTENCES: usize = 20;
/// The longest prose, in characters.
const LONGEST_PROSE: usize = 500;

/// What is wrong with a proposal's text: its place, the reason and what would work, a paragraph each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub Vec<String>);

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// Reads a proposal, `PROPOSE "title" ... END`, in the words of a game.
pub fn read(text: &str, vocabulary: &Vocabulary) -> Result<Amendment, Problem> {
    if text.len() > rule::MAX_TEXT {
        return Err(Problem(vec![format!(
            "the proposal has {} bytes; at most {} are read: make several of it",
            text.len(),
            rule::MAX_TEXT
        )]));
    }
    let body = split(text);
    if body.sentences.is_empty() {
        let example = "PROPOSE \"Mild R8\", on the next line R8 is advice. and on the last END";
        return Err(Problem(vec![format!(
            "the proposal says nothing; it is written like this: {example}. HELP PROPOSE lists what can be said"
        )]));
    }
    if body.sentences.len() > MOST_SENTENCES {
        return Err(Problem(vec![format!("a proposal has at most {MOST_SENTENCES} sentences; this one has {}", body.sentences.len())]));
    }
    let mut found = Vec::new();
    let mut problems = Vec::new();
    let (mut prose, mut of_law) = (Vec::new(), Vec::new());
    for sentence in &body.sentences {
        match provision(sentence, vocabulary) {
            Ok(Some(Provision::Prose(said))) => prose.push(Provision::Prose(said)),
            Ok(Some(provision)) => found.push(provision),
            Ok(None) => of_law.push(sentence),
            Err(why) => problems.push(placed(text, sentence, &why)),
        }
    }
    match law(text, &of_law, vocabulary) {
        Ok(clauses) if clauses.is_empty() => {}
        Ok(clauses) => found.push(Provision::Law(clauses)),
        Err(more) => problems.extend(more),
    }
    problems.extend(contradiction(&found));
    found.append(&mut prose);
    if problems.is_empty() { Ok(Amendment { title: body.title, provisions: found }) } else { Err(Problem(problems)) }
}

/// The amendment in canonical words: reading them gives it again.
pub fn print(amendment: &Amendment, vocabulary: &Vocabulary) -> String {
    let title = amendment.title.as_ref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
    let body: String = amendment.provisions.iter().map(|provision| format!("{}\n", says(provision, vocabulary))).collect();
    format!("PROPOSE{title}\n{body}END\n")
}

/// What a provision says, indented lines without an end.
pub fn says(provision: &Provision, vocabulary: &Vocabulary) -> String {
    let said = match provision {
        Provision::Set { name, value } => sentences::print(&Said::Set { name: name.clone(), value: value.clone() }),
        Provision::Check(check) => check.print(),
        Provision::Royal(kinds) => royalty::print(kinds, vocabulary),
        Provision::Repeal(number) => sentences::print(&Said::Repeal(number.clone())),
        Provision::RepealAll => sentences::print(&Said::RepealAll),
        Provision::Prose(said) => format!("{PROSE} \"{said}\""),
        Provision::Law(clauses) => {
            let rule = Rule { title: None, scope: Scope::Multiverse, lasts: None, depends: Vec::new(), clauses: clauses.clone() };
            let printed = rule::print(&rule, vocabulary);
            let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with(' ')).collect();
            return lines.join("\n");
        }
    };
    format!("  {said}")
}

/// What a sentence says; `None`: it may be one of the law.
fn provision(sentence: &Sentence, vocabulary: &Vocabulary) -> Result<Option<Provision>, String> {
    let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
    if words[0].eq_ignore_ascii_case(PROSE) {
        return prose(&sentence.text).map(|said| Some(Provision::Prose(said)));
    }
    if let Some(said) = sentences::read(&words) {
        return match said {
            Said::Set { name, value } => set(&name, &value).map(Some),
            Said::Repeal(number) => Ok(Some(Provision::Repeal(number))),
            Said::RepealAll => Ok(Some(Provision::RepealAll)),
        };
    }
    if let Some(kinds) = royalty::read(&words, vocabulary)? {
        return Ok(Some(Provision::Royal(kinds)));
    }
    checks::read(&words, vocabulary).map(|check| check.map(Provision::Check))
}

/// The parameter by the name and the value that it has in the list.
fn set(name: &str, value: &str) -> Result<Provision, String> {
    let mut tried = Parameters::default();
    if let Some(rule) = name.strip_prefix("checks.").filter(|_| tried.get(name).is_none()) {
        let known: Vec<String> = tried.listed().iter().filter_map(|(name, ..)| name.strip_prefix("checks.").map(str::to_owned)).collect();
        let rule = rule.to_uppercase();
        return Err(format!("{rule} cannot be switched; what can is {}, and R14, R16 and R17 on or off", known.join(", ")));
    }
    tried.set(name, value)?;
    let listed = tried.listed().into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
    let (name, value) = listed.map_or_else(|| (name.to_owned(), value.to_owned()), |(name, value, _)| (name, value));
    Ok(Provision::Set { name, value })
}

fn prose(text: &str) -> Result<String, String> {
    let said = text[PROSE.len()..].trim_start_matches([' ', ':']);
    let quote = |c: char| matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}');
    let said = said.trim_matches(quote).replace(quote, "'").trim().to_owned();
    let length = said.chars().count();
    match length {
        0 => Err("PROSE says nothing; its words stand in quotes: PROSE \"Nobody takes a move back.\"".into()),
        1..=LONGEST_PROSE => Ok(said),
        _ => Err(format!("PROSE has at most {LONGEST_PROSE} characters; this one has {length}")),
    }
}

/// The sentences that are left, read as sentences of the law: with all others blanked, so that places stay true.
fn law(text: &str, left: &[&Sentence], vocabulary: &Vocabulary) -> Result<Vec<Clause>, Vec<String>> {
    if left.is_empty() {
        return Ok(Vec::new());
    }
    let mut shown = vec![false; text.len() + 1];
    for sentence in left {
        // with its full stop
        shown[sentence.at.start..=sentence.at.end].fill(true);
    }
    let blank = |(at, c): (usize, char)| match c {
        '\n' => '\n'.to_string(),
        c if shown[at] => c.to_string(),
        c => " ".repeat(c.len_utf8()),
    };
    let blanked: String = text.char_indices().map(blank).collect();
    // No empty line before the frame: lines keep their numbers.
    let (before, rest) = blanked.split_at(left[0].at.start);
    let framed = match before.find("     ") {
        Some(at) => format!("{}RULE:{}{rest}", &before[..at], &before[at + 5..]),
        None => format!("RULE: {blanked}"),
    };
    let reading = rule::read(&framed, &vocabulary.clone().deciding_victory());
    let Some(read) = reading.rule else {
        let known = |words: &[String]| words.iter().any(|word| LAW_WORDS.contains(&word.as_str()));
        let drawn = || reading.diagnostics.iter().map(|diagnostic| in_a_proposal(diagnostic).render(&framed));
        let problem = |sentence: &&Sentence| placed(text, sentence, &unknown(sentence));
        let strange: Vec<String> = left.iter().filter(|sentence| !known(&sentence.words)).map(problem).collect();
        return Err(if strange.is_empty() { drawn().collect() } else { strange });
    };
    let plain = read.clauses.iter().find(|clause| !belongs(&clause.form));
    if let Some(clause) = plain {
        let line = framed[..clause.span.start].matches('\n').count() + 1;
        let said = rule::print_form(&clause.form, &vocabulary.with_names_of(&read.clauses));
        return Err(vec![format!(
            "line {line}: \"{}\" changes chess and no meta-rule: make a RULE of it. Of the law a proposal says who wins, loses or draws, and what is \
             counted for that",
            said.trim_end_matches('.')
        )]);
    }
    Ok(read.clauses)
}

/// What a rule may not say an amendment may, in other words than these: the advice to propose it is taken already.
fn in_a_proposal(diagnostic: &Diagnostic) -> Diagnostic {
    if diagnostic.code != OF_AMENDMENTS {
        return diagnostic.clone();
    }
    let hint = "of victory this is understood: A player whose king stands on e4 or e5 wins. A player who has no legal move loses. The game is drawn if there \
                are at most four pieces. HELP PROPOSE lists more";
    Diagnostic { message: "this is not understood in a proposal".to_owned(), hints: vec![hint.to_owned()], ..diagnostic.clone() }
}

/// Words that show that a sentence is meant for the law.
const LAW_WORDS: [&str; 15] = [
    "win", "wins", "won", "lose", "loses", "lost", "draw", "draws", "drawn", "victory", "gains", "points", "counter", "called", "starting",
];

/// What an amendment may say in sentences of the law.
fn belongs(form: &Form) -> bool {
    let counts = |deed: &Deed| matches!(deed, Deed::Count { .. } | Deed::Tally { .. });
    match form {
        Form::Ending(_) | Form::Counter(_) | Form::Region { .. } => true,
        Form::Trigger(trigger) => trigger.deeds.iter().all(|deed| match deed {
            Deed::If(_, deeds, otherwise) => deeds.iter().chain(otherwise).all(counts),
            deed => counts(deed),
        }),
        _ => false,
    }
}

fn unknown(sentence: &Sentence) -> String {
    let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
    let near = sentences::nearest(&words).map(|near| format!(" The nearest is: {near}")).unwrap_or_default();
    format!(
        "\"{}\" is nothing that a proposal says.{near} What only people can judge is written PROSE \"...\"; HELP PROPOSE lists the rest",
        sentence.text
    )
}

/// The line, then the reason.
fn placed(text: &str, sentence: &Sentence, why: &str) -> String {
    let line = text[..sentence.at.start].matches('\n').count() + 1;
    format!("line {line}: {why}")
}

/// Two sentences of one proposal that cannot both hold.
fn contradiction(provisions: &[Provision]) -> Option<String> {
    let mut known: Vec<(&str, &str)> = Vec::new();
    for provision in provisions {
        let Provision::Set { name, value } = provision else { continue };
        if let Some((_, before)) = known.iter().find(|(other, _)| other == name) {
            return Some(match *before == value {
                true => format!("{name} is said twice to be {value}"),
                false => format!("two sentences contradict each other: {name} cannot be {before} and {value}"),
            });
        }
        known.push((name, value));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        let law = crate::law::texts::standard("mar").unwrap();
        Vocabulary::of(law.chain()).in_game("Zaphod", 3, &["white".to_owned(), "black".to_owned()])
    }

    fn canonical(text: &str) -> String {
        match read(text, &vocabulary()) {
            Ok(amendment) => {
                let printed = print(&amendment, &vocabulary());
                assert_eq!(read(&printed, &vocabulary()).as_ref(), Ok(&amendment), "{printed}");
                printed
            }
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn a_proposal_is_read_and_said_back() {
        let said = canonical(
            "PROPOSE \"Many things\"\nPROSE: \"Be kind.\"\nR7 is only advice; amendments need a majority.\nNo rule may use dice. A player whose king \
             stands on e8 wins. A1 is repealed.\nEND",
        );
        let expected = "PROPOSE \"Many things\"\n  R7 is advice.\n  A proposal needs a majority of the votes.\n  No rule may use random numbers.\n  A1 is \
                        repealed.\n";
        assert!(said.starts_with(expected), "{said}");
        assert!(said.contains("wins"), "{said}");
        assert!(said.ends_with("  PROSE \"Be kind.\"\nEND\n"), "{said}");
    }

    #[test]
    fn objectives_of_the_corpus() {
        for (sentences, part) in [
            ("A player whose king reaches e8 wins.", "wins"),
            ("A player who captures a queen wins.", "trophy"),
            ("R7 is advice. Whoever takes an enemy rook wins the game.", "trophy"),
            ("Capturing a queen wins. Capturing a rook wins.", "trophy"),
            ("A player wins by capturing a piece on e4.", "trophy"),
            ("A player who has no piece except kings loses.", "loses"),
            (
                "Each player has points, starting at zero. When a player captures a piece, he gains one point. A player who has ten points wins.",
                "wins",
            ),
            ("A player wins if an enemy king is attacked by two pieces.", "wins"),
            ("The game is drawn if there are at most four pieces.", "drawn"),
            ("White wins if there is no black queen.", "wins"),
            ("A player who has no legal move loses.", "loses"),
            ("A player who has no king loses.", "loses"),
            ("A player whose rook stands in the centre and who has two queens wins.", "wins"),
            ("A player loses if he has no queen.", "loses"),
            ("The first rank is called the goal. A player whose king stands in the goal wins.", "wins"),
        ] {
            let said = canonical(&format!("PROPOSE\n{sentences}\nEND"));
            assert!(said.starts_with("PROPOSE") && said.contains(part), "{said}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("PROPOSE\nEND", "says nothing"),
            ("PROPOSE\nR7 is off.\nDucks may fly to the moon.\nEND", "line 3: \"Ducks may fly to the moon\" is nothing"),
            ("PROPOSE\nR2 is off.\nEND", "line 2: R2 cannot be switched; what can is R5"),
            ("PROPOSE\nKnights may also move like bishops.\nEND", "make a RULE of it"),
            ("PROPOSE\nR7 is off. R7 is on.\nEND", "contradict"),
            ("PROPOSE\nR9 looks 2000 turns ahead.\nEND", "from 1 to 840"),
            ("PROPOSE\nA player who wins wins.\nEND", "2:"),
            ("PROPOSE\nPROSE\nEND", "PROSE says nothing"),
            ("PROPOSE\nNo rule may tickle the queen.\nEND", "line 2: "),
        ] {
            let said = canonical(text);
            assert!(said.contains(told), "{text}: {said}");
        }
    }
}
