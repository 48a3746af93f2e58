//! The meta-rules of Make-A-Rule Chess 4.3 as numbered cases: every file of `tests/rulings` is cases of one meta-rule, to be read by players.
//!
//! A case begins with `== 28 In check nobody makes a rule (R7) ==`: the number of its row in the list of 67 requirements (several with
//! commas, or `F4` for a decision about the frame), what it is about, the rule that decides it. What stands before the first line that begins
//! with one of these words is prose, as is what stands before the first case of a file:
//!
//! | line | what it does |
//! | --- | --- |
//! | `players Ann Bob Cy` | who plays, in order; Ann and Bob where nothing is said. The game is called Zaphod, and nobody has to wait |
//! | `turn 5 Bob` | whose phase it is |
//! | `board 2 4k3/8/8/8/8/8/8/4K3` | universe 2 stands so; a man on its place in the array has not moved |
//! | `real Cy 2` | Cy has named the king in universe 2 as the real one |
//! | `parameter r8.tolerance 1` | an amendment has changed that parameter of the meta-rules |
//! | `Ann: e2-e4` | a letter; more of it stands on the lines after it, indented; `Master:` is the master of the house |
//! | `wait 5 days` | nobody writes for so long |
//! | `idle` | nobody writes, and the house searches on for what R5 has left open |
//! | `then accepted: words` | a line of the last letter was so answered (accepted, noted or refused), with these words; more with `and`; `not accepted:` it was not |
//! | `then told: words` | the turn mail says this of what happened; `not told:` it does not |
//! | `then missing: words` | the phase is not complete, for want of this |
//! | `then turn 5 Ann` | now it is her phase; `turn 5 gold` that of a side, where she plays several |
//! | `then board 2 PLACEMENT` | it stands so |
//! | `then can Ann 1: e2-e4` | she has that move there; `cannot` |
//! | `then stands w1` | the rule is in force; `stands w1 in 2`, and `gone` |
//! | `then tested w1 R8: words` | the log keeps this verdict with the rule or repeal |
//! | `then shown w1: words` | RULES w1 says this of it; `not shown:` it does not |
//! | `then open w1 R8 until turn 6 Ann` | it may be challenged under that meta-rule until the end of her phase of turn 6 |
//! | `then over: words` | the game is over, and how |
//!
//! Words are looked for in the answer whatever the line breaks. `ONLY=r05` plays no other files than those whose names hold that.

mod setting;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use setting::Setting;

/// Rows of the list for which a case is still to be written. It only ever gets shorter.
const TO_COME: &[u8] = &[];
const ROWS: u8 = 67;

struct Case {
    file: PathBuf,
    line: usize,
    rows: Vec<String>,
    title: String,
    /// With their numbers in the file.
    lines: Vec<(usize, String)>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    files.iter().flat_map(|file| cases_of(file, &std::fs::read_to_string(file).unwrap())).collect()
}

fn cases_of(file: &Path, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if let Some(head) = line.strip_prefix("== ").and_then(|rest| rest.strip_suffix(" ==")) {
            let of_rows = |word: &&str| word.trim_end_matches(',').chars().any(|c| c.is_ascii_digit());
            let rows: Vec<String> = head.split_whitespace().take_while(of_rows).map(|row| row.trim_end_matches(',').to_owned()).collect();
            assert!(!rows.is_empty(), "{}:{number}: a case begins with the number of its row", file.display());
            cases.push(Case { file: file.to_owned(), line: number, rows, title: head.to_owned(), lines: Vec::new() });
        } else if let Some(case) = cases.last_mut() {
            case.lines.push((number, line.to_owned()));
        }
    }
    cases
}

impl Case {
    /// Plays it; `Err` says at which line what was not so.
    fn check(&self) -> Result<(), String> {
        let mut setting = Setting::default();
        let mut asserted = false;
        let mut lines = self.lines.iter().peekable();
        while let Some((number, line)) = lines.next() {
            let mut words = line.trim_end().to_owned();
            while let Some((_, more)) = lines.next_if(|(_, more)| more.starts_with(' ') && setting::is_step(&words)) {
                words.push('\n');
                words.push_str(more.trim());
            }
            asserted |= words.starts_with("then ");
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| setting.step(&words)));
            let problem = match done {
                Ok(Ok(())) => continue,
                Ok(Err(problem)) => problem,
                Err(_) => "it panics".to_owned(),
            };
            return Err(format!("{}:{number}: {}\n  {words}\n  {problem}", self.file.display(), self.title));
        }
        if asserted { Ok(()) } else { Err(format!("{}:{}: {} asserts nothing", self.file.display(), self.line, self.title)) }
    }
}

/// What fails, in order; cases know nothing of each other, so several are played at a time.
fn failing(cases: &[Case]) -> Vec<String> {
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (next, failing) = (std::sync::atomic::AtomicUsize::new(0), std::sync::Mutex::new(std::collections::BTreeMap::new()));
    std::thread::scope(|threads| {
        for _ in 0..workers {
            threads.spawn(|| {
                while let Some((at, case)) =
                    Some(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)).and_then(|at| Some((at, cases.get(at)?)))
                {
                    if let Err(problem) = case.check() {
                        failing.lock().unwrap().insert(at, problem);
                    }
                }
            });
        }
    });
    failing.into_inner().unwrap().into_values().collect()
}

#[test]
fn every_case_comes_out_as_the_rulings_say() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.file.to_string_lossy().contains(&only)).collect();
    assert!(!cases.is_empty());
    let failing = failing(&cases);
    assert!(failing.is_empty(), "{} of {} cases fail:\n{}", failing.len(), cases.len(), failing.join("\n"));
}

/// The page that tells players of the procedures: its boxes are cases.
#[test]
fn the_page_of_procedures_is_true() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/procedures.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let mut cases = String::new();
    let mut boxed = false;
    for line in text.lines() {
        match line {
            "```case" => boxed = true,
            "```" => boxed = false,
            line if boxed => {
                cases.push_str(line);
                cases.push('\n');
                continue;
            }
            _ => {}
        }
        // Lines keep their numbers.
        cases.push_str(if line == "```case" { "== F2 A box of the page ==\n" } else { "\n" });
    }
    let cases = cases_of(&page, &cases);
    assert!(cases.len() >= 8, "the page has {} boxes", cases.len());
    let failing: Vec<String> = cases.iter().filter_map(|case| case.check().err()).collect();
    assert!(failing.is_empty(), "{}", failing.join("\n"));
}

#[test]
fn every_row_of_the_list_has_a_case() {
    let shown: BTreeSet<u8> = cases().iter().flat_map(|case| &case.rows).filter_map(|row| row.parse().ok()).collect();
    for row in 1..=ROWS {
        match (shown.contains(&row), TO_COME.contains(&row)) {
            (false, false) => panic!("row {row} has no case in tests/rulings"),
            (true, true) => panic!("row {row} has a case now: take it out of TO_COME"),
            _ => {}
        }
    }
    assert!(shown.iter().all(|row| (1..=ROWS).contains(row)), "there are {ROWS} rows: {shown:?}");
}

/// The ideas of players that the project is measured by: 1 to 12, and every other one of those after them.
#[test]
fn every_idea_has_its_verdict() {
    let named =
        |case: &Case| case.title.split_once("Idea ").and_then(|(_, rest)| rest.split_once(':')).and_then(|(n, _)| n.parse::<u8>().ok());
    let shown: BTreeSet<u8> = cases().iter().filter_map(named).collect();
    let wanted: BTreeSet<u8> = (1..=12).chain((13..=119).step_by(2)).collect();
    assert_eq!(shown, wanted);
}

/// Every parameter of the meta-rules is changed by an amendment somewhere, and what that does is seen.
#[test]
fn every_parameter_has_a_case() {
    let pages: String = cases().iter().flat_map(|case| &case.lines).map(|(_, line)| format!("{line}\n")).collect();
    let listed = custodian::game::mar::Parameters::default().listed();
    let missing: Vec<&String> =
        listed.iter().map(|(name, ..)| name).filter(|name| !pages.contains(&format!("Parameter {name} is "))).collect();
    assert!(missing.is_empty(), "no amendment of a case sets {missing:?}");
}

/// The page of the rows: each is decided at a line of the source that cites its rule, and has a case that says so.
#[test]
fn every_row_is_cited_where_it_is_decided() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings/README.md")).unwrap();
    let cases = cases();
    let mut rows = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| ") && line.contains(".rs \"")) {
        let [row, rule, _, place] = line.trim_matches('|').split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}: four columns") };
        let (row, rule) = (row.trim(), rule.trim());
        let (file, words) =
            place.trim().trim_end_matches('"').split_once(" \"").unwrap_or_else(|| panic!("{line}: a file and words of a line"));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
        let source = std::fs::read_to_string(&path).unwrap_or_else(|problem| panic!("row {row}: {file}: {problem}"));
        let decides = source.lines().any(|line| line.contains(words) && numbers(line).iter().any(|number| number == rule));
        assert!(decides, "row {row}: no line of {file} says {words:?} and cites {rule}");
        let of_row = || cases.iter().filter(|case| case.rows.iter().any(|known| known == row));
        let named = |case: &Case| numbers(&case.title).iter().any(|number| number == rule || number.starts_with(&format!("{rule}.")));
        assert!(of_row().any(named), "row {row}: no case of it names {rule}");
        rows.push(row.parse::<u8>().unwrap());
    }
    assert_eq!(rows, (1..=ROWS).collect::<Vec<u8>>(), "each row once, in order");
}

/// What 4.3 numbers, and the decisions about the frame.
fn numbered() -> BTreeSet<String> {
    let of = |letter: char, most: u8| (1..=most).map(move |number| format!("{letter}{number}"));
    let actions = (1..=7).map(|number| format!("R1.{number}"));
    of('D', 12).chain(of('R', 17)).chain(actions).chain(of('M', 5)).chain(of('C', 5)).chain(of('L', 3)).chain(of('F', 7)).collect()
}

/// Whoever doubts a case finds the line that decides it: every number that a case names, and every one there is, stands in the source.
#[test]
fn every_rule_of_the_game_is_cited_in_the_source() {
    let mut cited = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension().and_then(|ending| ending.to_str()) {
                None => folders.push(path),
                Some("rs" | "law" | "rule") => cited.extend(numbers(&std::fs::read_to_string(path).unwrap())),
                Some(_) => {}
            }
        }
    }
    let deciding = |case: &Case| case.title.rsplit_once('(').map_or("", |(_, rules)| rules).to_owned();
    let mut wanted = numbered();
    for case in cases() {
        wanted.extend(numbers(&deciding(&case)));
    }
    let missing: Vec<&String> = wanted.difference(&cited).collect();
    assert!(missing.is_empty(), "no line of src cites {missing:?}");
}

/// `R8`, `R1.5`, `D11` among words.
fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').map(|word| word.trim_matches('.'));
    let is_one = |word: &&str| {
        let (letter, digits) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let plain = !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        matches!(letter, "D" | "R" | "M" | "C" | "L" | "F") && plain
    };
    words.filter(is_one).map(str::to_owned).collect()
}

#[test]
fn a_case_that_is_not_so_fails() {
    for wrong in [
        "Ann: e2-e4\nthen refused: no",
        "Ann: e2-e5\nthen accepted",
        "Ann: e2-e4\nthen turn 1 Ann",
        "Ann: e2-e4\nthen board 1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "then cannot Ann 1: e2-e4",
        "then stands w1",
        "Ann: e2-e4",
        "Ann: e2-e4\nthen told: Ann plays d2-d4",
        "players Ann Bob Cy\nAnn: 1: e2-e4\nthen missing: nothing",
        "then over: Ann wins",
        "Zoe: e2-e4\nthen accepted",
        "then surely: words",
    ] {
        let case = cases_of(Path::new("here"), &format!("== 1 A case (D1) ==\n{wrong}\n"));
        assert!(case[0].check().is_err(), "{wrong}");
    }
}
