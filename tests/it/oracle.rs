//! Random play beside engines written by others: at every ply the legal moves are the same.
//!
//! The engines are python-chess and Fairy-Stockfish, asked out of process (`tests/oracle/oracle.py`); `tests/run` installs them.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use custodian::board::{ArmyId, Position};
use custodian::law::{Law, Move, Sort, Standard, notation, read_fen, texts, write_fen};

/// What mends a missing installation.
const MEND: &str = "run tests/run, which installs them into target/oracles";

/// The process that is asked.
struct Oracle {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// By engine, the moves it holds to be legal.
type Lists = BTreeMap<String, BTreeSet<String>>;

impl Oracle {
    fn start() -> Oracle {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python: PathBuf = root.join("target/oracles/bin/python");
        let pins = |path: &str| std::fs::read_to_string(root.join(path)).ok();
        let current = pins("target/oracles/installed").is_some_and(|own| Some(own) == pins("tests/oracle/requirements.txt"));
        assert!(current && python.exists(), "the engines of tests/oracle/requirements.txt are not installed: {MEND}");
        let mut command = Command::new(python);
        command.arg(root.join("tests/oracle/oracle.py")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap_or_else(|why| panic!("the engines cannot be asked: {why}; {MEND}"));
        let (questions, answers) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        Oracle { process, questions, answers }
    }

    /// The legal moves after these, from a position or the variant's own array; by every engine that knows the variant.
    fn ask(&mut self, variant: &str, start: Option<&str>, moves: &[String]) -> Lists {
        let question = serde_json::json!({ "variant": variant, "start": start, "moves": moves });
        writeln!(self.questions, "{question}").unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line:?}; {MEND}"));
        assert!(answer.get("error").is_none(), "{variant} {start:?} {moves:?}: {answer}");
        serde_json::from_value(answer).unwrap()
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // It may have gone by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A law and the name that other engines know it by.
struct Pairing {
    law: &'static str,
    variant: &'static str,
    /// FENs that both read; none: the array of each.
    starts: &'static [&'static str],
    /// From each start.
    games: usize,
    plies: usize,
    /// The engines that know it; all of them are asked.
    engines: &'static [&'static str],
}

const BOTH: &[&str] = &["pyffish", "python-chess"];

/// What the walks met, so that nobody believes a comparison of quiet moves.
#[derive(Debug, Default)]
struct Met {
    positions: Cell<usize>,
    captures: Cell<usize>,
    passing: Cell<usize>,
    castlings: Cell<usize>,
    choices: Cell<usize>,
    ends: Cell<usize>,
}

fn add(count: &Cell<usize>, more: bool) {
    count.set(count.get() + usize::from(more));
}

impl Met {
    fn note(&self, legal: &[Move]) {
        add(&self.positions, true);
        add(&self.ends, legal.is_empty());
        add(&self.captures, legal.iter().any(|played| played.sort == Sort::Capture));
        add(&self.passing, legal.iter().any(|played| played.sort == Sort::InPassing));
        add(&self.castlings, legal.iter().any(|played| matches!(played.sort, Sort::Castling { .. })));
        add(&self.choices, legal.iter().any(|played| played.choice.is_some()));
    }
}

/// A number below `limit` from a fixed sequence.
fn below(seed: &mut u64, limit: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % limit
}

/// Any legal move; every third time one that is not quiet, if there is one, so that walks do not shuffle about.
fn choose<'a>(legal: &'a [Move], seed: &mut u64) -> &'a Move {
    let lively: Vec<&Move> = legal.iter().filter(|played| played.sort != Sort::Quiet || played.choice.is_some()).collect();
    if !lively.is_empty() && below(seed, 3) == 0 { lively[below(seed, lively.len())] } else { &legal[below(seed, legal.len())] }
}

/// Compares all plies of one random game.
fn walk(oracle: &mut Oracle, pairing: &Pairing, standard: &Standard, start: Option<&str>, seed: &mut u64, met: &Met) {
    let (mut position, first): (Position, ArmyId) = match start {
        None => (standard.start().unwrap(), ArmyId(0)),
        Some(fen) => read_fen(fen, standard).map(|placed| (placed.position, placed.army)).unwrap(),
    };
    let law = Law::fold(standard, &[], &position.entities, &position.geometry).unwrap();
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..=pairing.plies {
        let army = ArmyId(((first.index() + ply) % 2) as u8);
        position.apply_all(&law.opening(&position, army));
        let legal = law.legal(&position, army, None);
        met.note(&legal);
        let ours: BTreeSet<String> = legal.iter().map(|played| notation::uci(played, &position)).collect();
        let lists = oracle.ask(pairing.variant, start, &moves);
        assert_eq!(lists.keys().collect::<Vec<_>>(), pairing.engines, "who knows {}", pairing.variant);
        for (engine, theirs) in lists {
            let fen = || write_fen(&law, &position, custodian::board::BoardId(0), ArmyId(0), army, 0, 1);
            assert!(
                ours == theirs,
                "law {}: {engine} differs after {:?} from {}\n  position {}\n  missing {:?}\n  extra   {:?}",
                pairing.law,
                moves,
                start.unwrap_or("the array"),
                fen(),
                theirs.difference(&ours).collect::<Vec<_>>(),
                ours.difference(&theirs).collect::<Vec<_>>(),
            );
        }
        assert_eq!(ours.len(), legal.len(), "two moves of one name after {moves:?}: {ours:?}");
        if legal.is_empty() {
            return;
        }
        let played = choose(&legal, seed);
        moves.push(notation::uci(played, &position));
        position.apply_all(&played.effects);
    }
}

fn compare(pairing: &Pairing) -> Met {
    let standard = texts::standard(pairing.law).unwrap();
    let (mut oracle, mut seed, met) = (Oracle::start(), 1, Met::default());
    let starts: Vec<Option<&str>> = if pairing.starts.is_empty() { vec![None] } else { pairing.starts.iter().copied().map(Some).collect() };
    for start in starts {
        for _ in 0..pairing.games {
            walk(&mut oracle, pairing, &standard, start, &mut seed, &met);
        }
    }
    met
}

#[test]
fn chess_is_what_others_hold_it_to_be() {
    let from_the_array = compare(&Pairing { law: "chess", variant: "chess", starts: &[], games: 5, plies: 100, engines: BOTH });
    let starts = &[
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbqkbnr/p1p1p1pp/8/1pPpPp2/8/8/PP1P1PPP/RNBQKBNR w KQkq f6 0 5",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    ];
    let met = compare(&Pairing { law: "chess", variant: "chess", starts, games: 2, plies: 40, engines: BOTH });
    assert!(met.castlings.get() > 15 && met.passing.get() >= 3 && met.choices.get() > 15, "{met:?}");
    assert!(from_the_array.captures.get() > 150, "{from_the_array:?}");
}

#[test]
fn the_laws_on_top_of_chess_are_what_others_hold_them_to_be() {
    const FAIRY: &[&str] = &["pyffish"];
    for pairing in [
        Pairing { law: "atomic", variant: "atomic", starts: &[], games: 6, plies: 60, engines: BOTH },
        Pairing { law: "berolina", variant: "berolina", starts: &[], games: 4, plies: 80, engines: FAIRY },
        Pairing { law: "antichess", variant: "antichess", starts: &[], games: 5, plies: 80, engines: BOTH },
        Pairing { law: "horde", variant: "horde", starts: &[], games: 4, plies: 80, engines: BOTH },
        Pairing {
            law: "horde",
            variant: "horde",
            starts: &["k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", "4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1"],
            games: 20,
            plies: 5,
            engines: BOTH,
        },
        Pairing { law: "king-of-the-hill", variant: "kingofthehill", starts: &[], games: 4, plies: 80, engines: BOTH },
        Pairing { law: "three-check", variant: "3check", starts: &[], games: 5, plies: 80, engines: BOTH },
        Pairing { law: "racing-kings", variant: "racingkings", starts: &[], games: 6, plies: 80, engines: BOTH },
        Pairing {
            law: "racing-kings",
            variant: "racingkings",
            starts: &["8/2K2k2/8/8/8/1r6/6R1/8 w - - 0 1", "4R3/K6k/8/8/8/1r6/8/3N4 w - - 0 1", "8/K2R2k1/8/5n2/8/8/8/8 b - - 0 1"],
            games: 20,
            plies: 12,
            engines: BOTH,
        },
        Pairing { law: "crazyhouse", variant: "crazyhouse", starts: &[], games: 4, plies: 80, engines: BOTH },
        Pairing { law: "capablanca", variant: "capablanca", starts: &[], games: 3, plies: 80, engines: FAIRY },
    ] {
        let met = compare(&pairing);
        assert!(met.positions.get() > 100 && met.captures.get() > 30, "{}: {met:?}", pairing.law);
    }
}
