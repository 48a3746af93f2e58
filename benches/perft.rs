//! Perft with every leaf made, beside cozy-chess in the same run. Nodes a second: divide the throughput shown by one.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "asks another engine, reads the clock, and tells")]

use std::hint::black_box;

use cozy_chess::Board;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use custodian::law::{Law, perft, perft_bulk, read_fen, texts};

/// A name, a FEN, a depth, the number of lines.
const CASES: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
];
const KING_CAPTURE: (&str, &str, u32, u64) = ("start", CASES[0].1, 4, 197_742);

/// cozy-chess, each leaf made too.
fn other(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    board.generate_moves(|moves| {
        for played in moves {
            let mut after = board.clone();
            after.play_unchecked(played);
            lines += other(&after, depth - 1);
        }
        false
    });
    lines
}

/// Lines a second of python-chess, each leaf made too; `None` where `tests/run` has not installed it.
fn python_chess(fen: &str, depth: u32, lines: u64) -> Option<f64> {
    let python = concat!(env!("CARGO_MANIFEST_DIR"), "/target/oracles/bin/python");
    let script = "import chess, sys, time\n\
        def lines(board, depth):\n\
        \x20   if depth == 0: return 1\n\
        \x20   found = 0\n\
        \x20   for move in list(board.legal_moves):\n\
        \x20       board.push(move); found += lines(board, depth - 1); board.pop()\n\
        \x20   return found\n\
        board = chess.Board(sys.argv[1]); begun = time.perf_counter()\n\
        print(lines(board, int(sys.argv[2])), time.perf_counter() - begun)";
    let output = std::process::Command::new(python).args(["-c", script, fen, &depth.to_string()]).output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    let (found, seconds) = told.trim().split_once(' ')?;
    assert_eq!(found, lines.to_string(), "python-chess counts otherwise");
    Some(lines as f64 / seconds.parse::<f64>().ok()?)
}

/// Custodian's lines a second with every leaf made, beside the two others in the same run.
fn ratios() {
    let rate = |lines: u64, run: &dyn Fn()| {
        let best = (0..3).map(|_| {
            let begun = std::time::Instant::now();
            run();
            begun.elapsed()
        });
        lines as f64 / best.min().unwrap_or_default().as_secs_f64()
    };
    for (position, fen, depth, lines) in CASES {
        let standard = texts::standard("chess").unwrap_or_else(|problem| panic!("{problem}"));
        let placed = read_fen(fen, &standard).unwrap_or_else(|problem| panic!("{problem}"));
        let law =
            Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap_or_else(|problem| panic!("{problem}"));
        let own = rate(lines, &|| {
            black_box(perft(&law, &placed.position, placed.army, depth));
        });
        let board: Board = fen.parse().unwrap_or_else(|_| panic!("{fen}"));
        let cozy = rate(lines, &|| {
            black_box(other(&board, depth));
        });
        let python = match python_chess(fen, depth, lines) {
            Some(python) => format!("python-chess {:.3} ({:.0} times)", python / 1e6, own / python),
            None => "python-chess is not there (tests/run installs it)".to_owned(),
        };
        println!("{position}: {:.2} Mn/s; cozy-chess {:.2} ({:.2} of it); {python}", own / 1e6, cozy / 1e6, own / cozy);
    }
}

fn benches(criterion: &mut Criterion) {
    ratios();
    let mut group = criterion.benchmark_group("perft");
    let laws = CASES.map(|case| ("chess", case)).into_iter().chain([("king-capture", KING_CAPTURE)]);
    for (name, (position, fen, depth, lines)) in laws {
        let standard = texts::standard(name).unwrap_or_else(|problem| panic!("{problem}"));
        let placed = read_fen(fen, &standard).unwrap_or_else(|problem| panic!("{problem}"));
        let law =
            Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(perft(&law, &placed.position, placed.army, depth), lines);
        group.throughput(Throughput::Elements(lines));
        let id = |way: &str| BenchmarkId::new(format!("{name}/{way}"), position);
        group.bench_function(id("made"), |bench| bench.iter(|| perft(&law, black_box(&placed.position), placed.army, depth)));
        group.bench_function(id("listed"), |bench| bench.iter(|| perft_bulk(&law, black_box(&placed.position), placed.army, depth)));
        if name == "chess" {
            let board: Board = fen.parse().unwrap_or_else(|_| panic!("{fen}"));
            group.bench_function(id("cozy-chess, made"), |bench| bench.iter(|| other(black_box(&board), depth)));
        }
    }
    group.finish();
}

criterion_group! {
    name = perfts;
    config = Criterion::default().sample_size(20);
    targets = benches
}
criterion_main!(perfts);
