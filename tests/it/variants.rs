//! The shipped laws, each with figures that others have published, or with cases made by hand from the rules cited.

use std::collections::BTreeSet;

use custodian::law::{Law, Placed, notation, perft, perft_bulk, read_fen, texts, write_fen};

/// How many lines of play there are.
struct Count {
    law: &'static str,
    /// A FEN; empty: the law's array.
    position: &'static str,
    depth: u32,
    nodes: u64,
    source: &'static str,
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROGRAMMING_WIKI: &str = "chessprogramming.org/Perft_Results";

const FAIRY: &str = "tests/perft.sh of Fairy-Stockfish (github.com/fairy-stockfish/Fairy-Stockfish)";

#[rustfmt::skip]
const COUNTS: &[Count] = &[
    Count { law: "chess", position: "", depth: 5, nodes: 4_865_609, source: PROGRAMMING_WIKI },
    Count { law: "chess", position: KIWIPETE, depth: 4, nodes: 4_085_603, source: PROGRAMMING_WIKI },
    Count { law: "king-capture", position: "", depth: 4, nodes: 197_742, source: "the design's figures; depth 5 is 4,897,256" },
    Count { law: "atomic", position: "", depth: 4, nodes: 197_326, source: FAIRY },
    Count { law: "atomic", position: "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1", depth: 2, nodes: 148, source: FAIRY },
    Count { law: "atomic", position: "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1", depth: 4, nodes: 714_499, source: FAIRY },
    Count { law: "antichess", position: "", depth: 4, nodes: 153_299, source: FAIRY },
    Count { law: "antichess", position: "8/2p5/8/8/8/8/P7/8 w - - 0 1", depth: 12, nodes: 2_557, source: FAIRY },
    Count { law: "king-of-the-hill", position: "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12", depth: 3, nodes: 19_003, source: FAIRY },
    Count { law: "horde", position: "", depth: 4, nodes: 23_310, source: FAIRY },
    Count { law: "horde", position: "", depth: 5, nodes: 265_223, source: FAIRY },
    Count { law: "horde", position: "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1", depth: 4, nodes: 56_539, source: FAIRY },
    Count { law: "horde", position: "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", depth: 4, nodes: 33_781, source: FAIRY },
    Count { law: "horde", position: "4k3/7r/8/P7/2p1n2P/3p2P1/1P3P2/PPP1PPP1 w - - 0 1", depth: 4, nodes: 128_809, source: FAIRY },
    Count { law: "capablanca", position: "", depth: 4, nodes: 805_128, source: FAIRY },
];

fn prepare(law: &str, position: &str) -> (Law, Placed) {
    let standard = texts::standard(law).unwrap();
    let placed = match position {
        "" => {
            let start = standard.start().unwrap();
            Placed { position: start, army: custodian::board::ArmyId(0), halfmoves: 0, number: 1 }
        }
        fen => read_fen(fen, &standard).unwrap(),
    };
    let law = Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
    (law, placed)
}

#[test]
fn lines_of_play_are_as_many_as_others_count() {
    for Count { law: name, position, depth, nodes, source } in COUNTS {
        let (law, placed) = prepare(name, position);
        assert_eq!(perft_bulk(&law, &placed.position, placed.army, *depth), *nodes, "{name} {position} depth {depth}: {source}");
        let fewer = depth - 1;
        let (made, listed) = (perft(&law, &placed.position, placed.army, fewer), perft_bulk(&law, &placed.position, placed.army, fewer));
        assert_eq!(made, listed, "{name} {position} depth {fewer}: made and listed");
    }
}

/// The legal moves of one man, and what the board looks like after one of them.
struct Case {
    law: &'static str,
    position: &'static str,
    /// Moves as in UCI from this cell.
    from: &'static str,
    moves: &'static [&'static str],
    played: &'static str,
    /// The placement afterwards.
    becomes: &'static str,
    source: &'static str,
}

const RIFLE: &str = "chessvariants.com/difftaking.dir/rifle.html: a piece captures without moving, everything else as in chess";

#[rustfmt::skip]
const CASES: &[Case] = &[
    // The rook shoots and stays; it cannot shoot through what it has shot.
    Case { law: "rifle", position: "4k3/8/8/n7/8/8/n7/R3K3 w - - 0 1", from: "a1", moves: &["a1a2", "a1b1", "a1c1", "a1d1"],
        played: "a1a2", becomes: "4k3/8/8/n7/8/8/8/R3K3", source: RIFLE },
    // A king may shoot a guarded piece: it does not go where the guard looks.
    Case { law: "rifle", position: "4k3/8/8/8/8/5b2/4q3/4K3 w - - 0 1", from: "e1", moves: &["e1e2"],
        played: "e1e2", becomes: "4k3/8/8/8/8/5b2/8/4K3", source: RIFLE },
    // Nobody promotes by a shot, and the shot pawn that passed is gone.
    Case { law: "rifle", position: "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", from: "c7", moves: &["c7c8b", "c7c8n", "c7c8q", "c7c8r", "c7d8"],
        played: "c7d8", becomes: "4k3/2P5/8/8/8/8/8/4K3", source: RIFLE },
    Case { law: "rifle", position: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", from: "e5", moves: &["e5d6", "e5e6"],
        played: "e5d6", becomes: "4k3/8/8/4P3/8/8/8/4K3", source: RIFLE },
];

#[test]
fn positions_made_by_hand_have_the_moves_their_rules_give() {
    for case in CASES {
        let (law, mut placed) = prepare(case.law, case.position);
        let legal = law.legal(&placed.position, placed.army, None);
        let written = |played| notation::uci(played, &placed.position);
        let found: BTreeSet<String> = legal.iter().map(written).filter(|uci| uci.starts_with(case.from)).collect();
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), case.moves, "{} {}: {}", case.law, case.position, case.source);
        let played = legal.iter().find(|played| written(played) == case.played).unwrap();
        placed.position.apply_all(&played.effects);
        let after = write_fen(&law, &placed.position, played.board, custodian::board::ArmyId(0), placed.army, 0, 1);
        assert_eq!(after.split(' ').next(), Some(case.becomes), "{} {} {}: {}", case.law, case.position, case.played, case.source);
    }
}
