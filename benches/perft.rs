//! Perft with every leaf made, beside cozy-chess in the same run. Nodes a second: divide the throughput shown by one.

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

fn benches(criterion: &mut Criterion) {
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
