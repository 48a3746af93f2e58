//! The shipped laws, each with figures that others have published, or with cases made by hand from the rules cited.

use std::collections::BTreeSet;

use custodian::board::{ArmyId, BoardId};
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

const ALICE: &str = "pyffish-alice 0.0.3 (github.com/gbtami/Fairy-Stockfish, branch alice), counted with its legal_moves";

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
    Count { law: "alice", position: "", depth: 4, nodes: 219_236, source: ALICE },
    Count { law: "alice", position: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", depth: 3, nodes: 16_388, source: ALICE },
    Count { law: "alice", position: "1nb1kbnr/1ppp2pp/5|p2/3Q|p1|q1/p|P1r|P3/3|P4/P1P2PPP/RNB1KBNR w KQk - 2 10", depth: 2, nodes: 1_588, source: ALICE },
    Count { law: "alice", position: "2bbk1n1/1p5|r/B2|p1|p|p|p/1P|p|r|p1N1/p3|P2|P/|P1|N|P4/1|BP2PP1/R2|K3R b - - 0 19", depth: 2, nodes: 1_027, source: ALICE },
    Count { law: "horde", position: "rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2PPPP/PP1nPPPP b kq a3 0 18", depth: 4, nodes: 197_287, source: FAIRY },
    Count { law: "racing-kings", position: "", depth: 4, nodes: 296_242, source: "Fairy-Stockfish, as below; depth 5 is 9,472,927 (python-chess)" },
    Count { law: "racing-kings", position: "6r1/2K5/5k2/8/3R4/8/8/8 w - - 0 1", depth: 4, nodes: 86_041, source: FAIRY },
    Count { law: "racing-kings", position: "6R1/2k5/5K2/8/3r4/8/8/8 b - - 0 1", depth: 4, nodes: 86_009, source: FAIRY },
    Count { law: "three-check", position: "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", depth: 3, nodes: 12_407, source: FAIRY },
    Count { law: "three-check", position: "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0", depth: 3, nodes: 12_407, source: "the same, as lichess writes it" },
    Count { law: "crazyhouse", position: "", depth: 4, nodes: 197_281, source: "as chess; depth 5 is 4,888,832 (Fairy-Stockfish)" },
    Count { law: "crazyhouse", position: "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", depth: 2, nodes: 75_353, source: FAIRY },
    Count { law: "crazyhouse", position: "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", depth: 3, nodes: 88_634, source: FAIRY },
    Count { law: "capablanca", position: "", depth: 4, nodes: 805_128, source: FAIRY },
];

fn prepare(law: &str, position: &str) -> (Law, Placed) {
    let standard = texts::standard(law).unwrap();
    let mut placed = match position {
        "" => {
            let start = standard.start().unwrap();
            Placed { position: start, army: ArmyId(0), halfmoves: 0, number: 1, counted: false }
        }
        fen => read_fen(fen, &standard).unwrap(),
    };
    let law = Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
    if !placed.counted {
        law.open(&mut placed.position, placed.army);
    }
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

const CYLINDER: &str = "chessvariants.com/boardrules.dir/cylindrical.html: the left and the right edge are one; castling as in chess";
const EINSTEIN: &str = "janko.at/Retros/Glossary/Einstein.htm: down a step with each quiet move, up with each capture; no promotions; \
    pawns on the first rank go up to three squares; the debated rook of a castling keeps its rank, for the king moves";
const RIFLE: &str = "chessvariants.com/difftaking.dir/rifle.html: a piece captures without moving, everything else as in chess";

const CIRCE: &str = "en.wikipedia.org/wiki/Circe_chess: captured pieces are reborn on their starting squares if these are empty: pawns on the file of the \
    capture, rooks, knights and bishops on the square of the colour of the capture";
const MADRASI: &str = "en.wikipedia.org/wiki/Madrasi_chess: pieces, kings excepted, attacked by an enemy piece of the same kind are paralysed: they \
    neither move nor capture nor give check, but paralyse";

#[rustfmt::skip]
const CASES: &[Case] = &[
    // A pawn begins again on its file, wherever it began before.
    Case { law: "circe", position: "4k3/8/8/3p4/4B3/8/8/4K3 w - - 0 1", from: "e4", moves: &["e4b1", "e4c2", "e4d3", "e4d5", "e4f3", "e4f5", "e4g2", "e4g6", "e4h1", "e4h7"],
        played: "e4d5", becomes: "4k3/3p4/8/3B4/8/8/8/4K3", source: CIRCE },
    // d5 is light: the knight begins again on g8; its other home is occupied, and has no say.
    Case { law: "circe", position: "1r2k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", from: "e4", moves: &["e4d5", "e4e5"],
        played: "e4d5", becomes: "1r2k1n1/8/8/3P4/8/8/8/4K3", source: CIRCE },
    // e5 is dark: a queen has one home only; it is occupied, so she is gone.
    Case { law: "circe", position: "3rk3/8/8/4q3/8/5N2/8/4K3 w - - 0 1", from: "f3", moves: &["f3e5"],
        played: "f3e5", becomes: "3rk3/8/8/4N3/8/8/8/4K3", source: CIRCE },
    // A rook taken on its own home is back there only if the captor is elsewhere: it is not.
    Case { law: "circe", position: "4k2r/8/8/8/8/8/8/4K2R w - - 0 1", from: "h1", moves: &["h1f1", "h1g1", "h1h2", "h1h3", "h1h4", "h1h5", "h1h6", "h1h7", "h1h8"],
        played: "h1h8", becomes: "4k2R/8/8/8/8/8/8/4K3", source: CIRCE },
    // A pawn captured in passing stood on d5.
    Case { law: "circe", position: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", from: "e5", moves: &["e5d6", "e5e6"],
        played: "e5d6", becomes: "4k3/3p4/3P4/8/8/8/8/4K3", source: CIRCE },
    // What moves on the first board ends on the second, and is written with | there; the cell behind must be empty: not e2; the pawn there looks at d1 and f1.
    Case { law: "alice", position: "4k3/8/8/8/8/8/4|p3/4K2R w K - 0 1", from: "e1", moves: &["e1d2", "e1f2", "e1g1"],
        played: "e1g1", becomes: "4k3/8/8/8/8/8/4|p3/5|R|K1", source: "chessvariants.com/other.dir/alice.html, and pyffish-alice 0.0.3" },
    // Each rook paralyses the other, so the rook on e8 gives no check: the king may stay on the file, and the rook is not pinned but held.
    Case { law: "madrasi", position: "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", from: "e3", moves: &[],
        played: "e1e2", becomes: "4r1k1/8/8/8/8/4R3/4K3/8", source: MADRASI },
    // The queen on d4 is held by one that is pinned, as a paralysed one paralyses too; the rook on a1 is free.
    Case { law: "madrasi", position: "3qk3/8/8/8/3Q4/8/8/R3K3 w - - 0 1", from: "a1", moves: &["a1a2", "a1a3", "a1a4", "a1a5", "a1a6", "a1a7", "a1a8", "a1b1", "a1c1", "a1d1"],
        played: "a1d1", becomes: "3qk3/8/8/8/3Q4/8/8/3RK3", source: MADRASI },
    // A bishop that looks at the king gives no check while a bishop looks at it: here the king may go where it looks.
    Case { law: "madrasi", position: "4k3/8/8/1b6/8/8/4B3/3K4 w - - 0 1", from: "d1", moves: &["d1c1", "d1c2", "d1d2", "d1e1"],
        played: "d1e1", becomes: "4k3/8/8/1b6/8/8/4B3/4K3", source: MADRASI },
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
    // Round the board up to the first man, a capture, a king and a pawn over the edge, in passing too.
    Case { law: "cylinder", position: "7k/8/8/8/RP3n2/8/8/4K3 w - - 0 1", from: "a4",
        moves: &["a4a1", "a4a2", "a4a3", "a4a5", "a4a6", "a4a7", "a4a8", "a4f4", "a4g4", "a4h4"],
        played: "a4f4", becomes: "7k/8/8/8/1P3R2/8/8/4K3", source: CYLINDER },
    Case { law: "cylinder", position: "4k3/8/8/8/8/8/8/K7 w - - 0 1", from: "a1", moves: &["a1a2", "a1b1", "a1b2", "a1h1", "a1h2"],
        played: "a1h2", becomes: "4k3/8/8/8/8/8/7K/8", source: CYLINDER },
    Case { law: "cylinder", position: "4k3/8/8/n7/7P/8/8/4K3 w - - 0 1", from: "h4", moves: &["h4a5", "h4h5"],
        played: "h4a5", becomes: "4k3/8/8/P7/8/8/8/4K3", source: CYLINDER },
    Case { law: "cylinder", position: "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", from: "h5", moves: &["h5a6", "h5h6"],
        played: "h5a6", becomes: "4k3/8/P7/8/8/8/8/4K3", source: CYLINDER },
    // A rook looks round the board at the king's way, and the king does not castle over the edge.
    Case { law: "cylinder", position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", from: "e1", moves: &["e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"],
        played: "e1g1", becomes: "4k3/8/8/8/8/8/8/5RK1", source: CYLINDER },
    Case { law: "einstein", position: "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", from: "a1", moves: &["a1b3", "a1c2"],
        played: "a1b3", becomes: "4k3/8/8/8/8/1P6/8/4K3", source: EINSTEIN },
    Case { law: "einstein", position: "4k3/8/8/8/8/1p6/8/N3K3 w - - 0 1", from: "a1", moves: &["a1b3", "a1c2"],
        played: "a1b3", becomes: "4k3/8/8/8/8/1B6/8/4K3", source: EINSTEIN },
    Case { law: "einstein", position: "k7/8/8/8/8/8/5PPP/4K2Q w - - 0 1", from: "h1", moves: &["h1f1", "h1g1"],
        played: "h1f1", becomes: "k7/8/8/8/8/8/5PPP/4KR2", source: EINSTEIN },
    // A pawn may come to the first rank and leave it by three squares, to be captured on either square passed.
    Case { law: "einstein", position: "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", from: "a1", moves: &["a1a2", "a1a3", "a1a4"],
        played: "a1a4", becomes: "4k3/8/8/8/P7/8/8/4K3", source: EINSTEIN },
    Case { law: "einstein", position: "4k3/8/8/8/P7/1p6/8/4K3 b - a2 0 1", from: "b3", moves: &["b3a2", "b3b2"],
        played: "b3a2", becomes: "4k3/8/8/8/8/8/n7/4K3", source: EINSTEIN },
    Case { law: "einstein", position: "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", from: "a7", moves: &["a7a8", "a7b8"],
        played: "a7a8", becomes: "Pr2k3/8/8/8/8/8/8/4K3", source: EINSTEIN },
    Case { law: "einstein", position: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", from: "e1", moves: &["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"],
        played: "e1c1", becomes: "4k3/8/8/8/8/8/8/2KR4", source: EINSTEIN },
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
        let after = write_fen(&law, &placed.position, BoardId(0), ArmyId(0), placed.army, 0, 1);
        assert_eq!(after.split(' ').next(), Some(case.becomes), "{} {} {}: {}", case.law, case.position, case.played, case.source);
    }
}

/// A line of play, what its position is as FEN, and what a man may do there.
struct Line {
    law: &'static str,
    position: &'static str,
    moves: &'static [&'static str],
    becomes: &'static str,
    from: &'static str,
    then: &'static [&'static str],
    source: &'static str,
}

const MARSEILLAIS: &str = "en.wikipedia.org/wiki/Marseillais_chess (balanced): two moves a turn, white's first turn has one; a check ends the turn; \
    in passing only on the first move, twice where two pawns can be captured so";
const PROGRESSIVE: &str = "en.wikipedia.org/wiki/Progressive_chess (Scottish): a check ends the series and costs the other nothing; in passing only \
    on the first move, if the pawn has moved no further";

#[rustfmt::skip]
const LINES: &[Line] = &[
    Line { law: "marseillais", position: "", moves: &["e2e4"], becomes: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0+2 0 1",
        from: "b8", then: &["b8a6", "b8c6"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "", moves: &["e2e4", "b8c6"], becomes: "r1bqkbnr/pppppppp/2n5/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0+1 0 1",
        from: "c6", then: &["c6a5", "c6b4", "c6b8", "c6d4", "c6e5"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "", moves: &["e2e4", "b8c6", "c6d4"], becomes: "r1bqkbnr/pppppppp/8/8/3nP3/8/PPPP1PPP/RNBQKBNR w KQkq - 2+0 0 2",
        from: "d1", then: &["d1e2", "d1f3", "d1g4", "d1h5"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "4k3/8/8/8/8/8/8/R3K3 w - - 2+0 0 5", moves: &["a1a8"], becomes: "R3k3/8/8/8/8/8/8/4K3 b - - 0+2 0 5",
        from: "e8", then: &["e8d7", "e8e7", "e8f7"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "4k3/4p1p1/8/3P1P2/8/8/8/4K3 b - - 0+2 0 5", moves: &["e7e5", "g7g5"],
        becomes: "4k3/8/8/3PpPp1/8/8/8/4K3 w - e6 2+0 0 6", from: "f5", then: &["f5e6", "f5f6", "f5g6"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "4k3/4p1p1/8/3P1P2/8/8/8/4K3 b - - 0+2 0 5", moves: &["e7e5", "g7g5", "d5e6"],
        becomes: "4k3/8/4P3/5Pp1/8/8/8/4K3 w - g6 1+0 0 6", from: "f5", then: &["f5f6", "f5g6"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "4k3/4p1p1/8/3P1P2/8/8/8/4K3 b - - 0+2 0 5", moves: &["e7e5", "g7g5", "e1e2"],
        becomes: "4k3/8/8/3PpPp1/8/8/4K3/8 w - - 1+0 0 6", from: "f5", then: &["f5f6"], source: MARSEILLAIS },
    Line { law: "marseillais", position: "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0+2 0 5", moves: &["e7e5", "e5e4"],
        becomes: "4k3/8/8/3P4/4p3/8/8/4K3 w - - 2+0 0 6", from: "d5", then: &["d5d6"], source: MARSEILLAIS },
    Line { law: "progressive", position: "", moves: &["e2e4", "e7e5", "d7d5"], becomes: "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 3+0 0 2",
        from: "e4", then: &["e4d5"], source: PROGRESSIVE },
    Line { law: "progressive", position: "4k3/8/8/8/8/8/8/R3K3 w - - 5+0 0 3", moves: &["e1e2", "a1a8"], becomes: "R3k3/8/8/8/8/8/4K3/8 b - - 0+6 0 3",
        from: "e8", then: &["e8d7", "e8e7", "e8f7"], source: PROGRESSIVE },
    Line { law: "progressive", position: "4k3/4p1p1/8/3P1P2/8/8/8/4K3 b - - 0+2 0 1", moves: &["e7e5", "g7g5"],
        becomes: "4k3/8/8/3PpPp1/8/8/8/4K3 w - e6 3+0 0 2", from: "d5", then: &["d5d6", "d5e6"], source: PROGRESSIVE },
    Line { law: "progressive", position: "4k3/4p1p1/8/3P1P2/8/8/8/4K3 b - - 0+2 0 1", moves: &["e7e5", "g7g5", "d5e6"],
        becomes: "4k3/8/4P3/5Pp1/8/8/8/4K3 w - g6 2+0 0 2", from: "f5", then: &["f5f6"], source: PROGRESSIVE },
];

#[test]
fn a_phase_goes_on_as_long_as_its_law_says() {
    for line in LINES {
        let (law, Placed { mut position, mut army, .. }) = prepare(line.law, line.position);
        for written in line.moves {
            let legal = law.legal(&position, army, None);
            let played = legal.iter().find(|played| notation::uci(played, &position) == *written);
            position.apply_all(&played.unwrap_or_else(|| panic!("{written}: {} {}", line.law, line.position)).effects);
            army = law.pass_on(&mut position, army).next;
        }
        let fen = write_fen(&law, &position, BoardId(0), ArmyId(0), army, 0, position.clock().turn());
        assert_eq!(fen, line.becomes, "{} {:?}: {}", line.law, line.moves, line.source);
        let legal = law.legal(&position, army, None);
        let written = legal.iter().map(|played| notation::uci(played, &position));
        let found: BTreeSet<String> = written.filter(|uci| uci.starts_with(line.from)).collect();
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), line.then, "{} {}: {}", line.law, line.becomes, line.source);
    }
}

#[test]
fn positions_are_written_as_they_were_read() {
    for (law, text) in [
        ("horde", "rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2PPPP/PP1nPPPP b kq a3 0 18"),
        ("three-check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39"),
        ("crazyhouse", "r1bqk2r/ppp2ppp/2n5/3Q~4/8/8/PPP2PPP/RNB1KB1R[QNBPpp] b KQkq - 0 9"),
        ("racing-kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        ("cylinder", "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3"),
        ("progressive", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0+2 0 1"),
    ] {
        let (law, placed) = prepare(law, text);
        let Placed { position, army, halfmoves, number, .. } = placed;
        assert_eq!(write_fen(&law, &position, BoardId(0), ArmyId(0), army, halfmoves, number), text);
    }
    let standard = texts::standard("chess").unwrap();
    let refused = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", &standard).unwrap_err();
    assert_eq!(refused.to_string(), "FEN, counter: the law keeps no counter of its players");
}
