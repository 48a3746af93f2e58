//! The general engine on the law `chess`: random play beside another engine.

use std::collections::BTreeSet;

use cozy_chess::Board;
use custodian::board::{ArmyId, Position};
use custodian::law::{Law, Move, Placed, notation, read_fen, texts, write_fen};

struct Game {
    law: Law,
    placed: Placed,
}

fn game(name: &str, fen: &str) -> Game {
    let standard = texts::standard(name).unwrap();
    let placed = read_fen(fen, &standard).unwrap();
    let law = Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
    Game { law, placed }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A number below `limit` from a fixed sequence.
fn below(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit
}

/// The other engine's moves, castling as the king's two cells.
fn theirs(board: &Board) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    board.generate_moves(|moves| {
        all.extend(moves.into_iter().map(|played| cozy_chess::util::display_uci_move(board, played).to_string()));
        false
    });
    all
}

fn ours(legal: &[Move], position: &Position) -> BTreeSet<String> {
    legal.iter().map(|played| notation::uci(played, position)).collect()
}

#[test]
fn random_play_has_the_same_moves_as_another_engine() {
    let mut seed = 2;
    let mut checks = 0;
    for _ in 0..30 {
        let Game { law, placed } = game("chess", START);
        let (mut position, mut board) = (placed.position, Board::default());
        for ply in 0..120 {
            let army = ArmyId((ply % 2) as u8);
            position.apply_all(&law.opening(&position, army));
            let legal = law.legal(&position, army, None);
            assert_eq!(ours(&legal, &position), theirs(&board), "{board}");
            assert_eq!(law.threat(&position, army).is_some(), !board.checkers().is_empty(), "{board}");
            checks += usize::from(!board.checkers().is_empty());
            if legal.is_empty() {
                break;
            }
            let played = &legal[below(&mut seed, legal.len())];
            let uci = notation::uci(played, &position);
            board.play(cozy_chess::util::parse_uci_move(&board, &uci).unwrap());
            position.apply_all(&played.effects);
            let fen = write_fen(&law, &position, played.board, ArmyId(0), ArmyId(1 - army.0), 0, 1);
            assert_eq!(fen.split(' ').next(), board.to_string().split(' ').next());
        }
    }
    assert!(checks > 50, "the walk met {checks} checks");
}
