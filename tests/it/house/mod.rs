//! The rules of the house that the compiler does not know: who may name whom, who may opt out, what things are called.

mod source;

use source::{Source, sources};
use std::path::Path;

/// The last of the pure rooms in the order of `lib.rs`; those below it are the shell.
const LAST_PURE_ROOM: &str = "adjudicator";
/// File names that say nothing of what is inside.
const VAGUE: &[&str] = &["common", "helper", "helpers", "manager", "misc", "shared", "stuff", "util", "utils"];

/// The men that the law texts declare. Not royal ones: real and dummy kings are words of the meta-rules (R5, M3, M4), which are procedure.
fn men() -> Vec<String> {
    let texts = std::fs::read_dir(root().join("src/law/texts")).unwrap().map(|entry| entry.unwrap().path());
    let texts = texts.filter(|path| path.extension().is_some_and(|extension| extension == "law"));
    let texts: String = texts.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let declared = |line: &str| {
        let (name, words) = line.strip_prefix("A ").or(line.strip_prefix("An "))?.split_once(" (")?;
        words.contains(") is worth").then(|| name.to_owned())
    };
    // Royal in one game is a word of the meta-rules, whatever it is in another.
    let royal: Vec<String> = texts.lines().filter(|line| line.contains("royal")).filter_map(declared).collect();
    let men: Vec<String> = texts.lines().filter_map(declared).filter(|name| !royal.contains(name)).collect();
    assert!(men.len() >= 5, "{men:?}");
    men
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn src() -> Vec<Source> {
    let sources = sources(&root().join("src"));
    assert!(sources.len() > 20, "only {} sources found", sources.len());
    sources
}

/// The rooms in the order of their `mod` lines, and whether an attribute on the line mentions the disallowed lists.
fn rooms() -> Vec<(String, bool)> {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let mut rooms = Vec::new();
    let mut opts_out = false;
    for line in lib.lines() {
        opts_out |= line.contains("clippy::disallowed");
        if let Some(room) = line.strip_prefix("pub mod ").and_then(|line| line.strip_suffix(';')) {
            rooms.push((room.to_owned(), opts_out));
            opts_out = false;
        }
    }
    assert!(rooms.iter().any(|(room, _)| room == LAST_PURE_ROOM), "{rooms:?}");
    rooms
}

/// The rooms that `source` names though they stand below its own.
fn upward<'r>(source: &Source, rooms: &'r [String]) -> Vec<&'r str> {
    let Some(own) = rooms.iter().position(|room| *room == source.room()) else { return Vec::new() };
    let named = source.rooms_named();
    rooms[own + 1..].iter().filter(|room| named.contains(*room)).map(String::as_str).collect()
}

#[test]
fn a_room_names_only_rooms_above_it() {
    let rooms: Vec<String> = rooms().into_iter().map(|(room, _)| room).collect();
    for source in src() {
        let below = upward(&source, &rooms);
        assert!(below.is_empty(), "{}: the room `{}` may not name {below:?}: it stands below in lib.rs", source.path, source.room());
    }
}

#[test]
fn an_upward_import_would_be_seen() {
    let rooms: Vec<String> = ["board", "law", "wire"].map(str::to_owned).to_vec();
    let check = |path: &str, text: &str, expected: &[&str]| assert_eq!(upward(&Source::new(path, text), &rooms), expected, "{text}");
    check("law/mod.rs", "use crate::wire::Mailbox;", &["wire"]);
    check("law/fold.rs", "fn f() { crate :: wire::send() }", &["wire"]);
    check("board/mod.rs", "use crate::{law::{Law, Move}, wire};", &["law", "wire"]);
    check("board/cell.rs", "use super::super::law::Law;", &["law"]);
    check("board/mod.rs", "use super::law::Law;", &["law"]);
    check("board.rs", "pub(in crate::law) fn f() {}", &["law"]);
    check("law/mod.rs", "use crate::board::Cell; // crate::wire\n/* crate::wire */ const A: &str = \"crate::wire\";", &[]);
    check("law/fold.rs", "use super::wire::Inner; let c = '\"'; use crate::wireless;", &[]);
    check("wire/mod.rs", "use crate::{board, law};", &[]);
}

#[test]
fn only_the_shell_opts_out_of_purity() {
    let rooms = rooms();
    let pure = rooms.iter().position(|(room, _)| room == LAST_PURE_ROOM).unwrap();
    for (room, opts_out) in &rooms[..=pure] {
        assert!(!opts_out, "lib.rs: the room `{room}` is pure and may not touch what clippy.toml forbids");
        for source in src().iter().filter(|source| source.room() == *room) {
            assert!(!source.text.contains("clippy::disallowed"), "{}: a pure room may not opt out of clippy.toml", source.path);
        }
    }
}

#[test]
fn files_say_what_they_know() {
    for folder in ["src", "tests", "benches"] {
        for source in sources(&root().join(folder)) {
            let name = source.path.trim_end_matches(".rs").trim_end_matches("/mod").rsplit('/').next().unwrap().to_owned();
            assert!(!VAGUE.contains(&name.as_str()), "{folder}/{}: a name that says nothing", source.path);
            let first = source.text.lines().next().unwrap_or("");
            assert!(
                first.len() > "//! ".len() && first.starts_with("//! "),
                "{folder}/{}: line 1 says what the file knows: `//! ...`",
                source.path
            );
        }
    }
}

#[test]
fn no_code_names_a_chess_man() {
    let (sources, men) = (src(), men());
    let tests: Vec<String> = sources.iter().flat_map(Source::test_files).collect();
    assert!(tests.contains(&"config/tests.rs".to_owned()), "{tests:?}");
    // A module of tests is a file or a folder.
    let of_tests = |path: &String| tests.iter().any(|test| path == test || test.ends_with('/') && path.starts_with(test.as_str()));
    for source in sources.iter().filter(|source| !of_tests(&source.path)) {
        let named = source.men_named(&men);
        assert!(named.is_empty(), "{}: {named:?}: men live in the law texts alone", source.path);
    }
}

#[test]
fn a_chess_man_in_code_would_be_seen() {
    let men = men();
    let check = |text: &str, expected: &[&str]| assert_eq!(Source::new("law/mod.rs", text).men_named(&men), expected, "{text}");
    check("let pawn = 1;", &["pawn"]);
    check("fn move_knights(&self) {}", &["knight"]);
    check("struct WhiteQueen;", &["queen"]);
    check("const A: &str = \"the Rooks\";", &["rook"]);
    check("const BISHOP_STEPS: u8 = 1;", &["bishop"]);
    check("/// A pawn.\n//! a rook\n// knights\nlet spawn = rookie + spawned; /* queen */", &[]);
    check("fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn pawns() { let rook = \"}\"; }\n}\n", &[]);
    check("#[cfg(test)]\nmod tests { fn a() {} }\nfn queen() {}", &["queen"]);
}
