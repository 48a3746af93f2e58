//! Moves as players write them: SAN, long algebraic, UCI.

mod action;
mod read;
mod refuse;
mod spoken;
mod text;
mod told;
mod write;

pub use action::actions;
pub use read::{NotationProblem, read};
pub use spoken::names;
pub use told::Told;
pub use write::{long, san, uci};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::{Law, Move, read_fen, samples};
    use crate::rule::Safety;

    struct Table {
        law: Law,
        position: crate::board::Position,
        legal: Vec<Move>,
    }

    fn table(fen: &str) -> Table {
        let standard = samples::chess(Safety::IfAble);
        let placed = read_fen(fen, &standard).unwrap();
        let law = Law::fold(&standard, &[], &placed.position.entities, &placed.position.geometry).unwrap();
        let legal = law.legal(&placed.position, placed.army, None);
        Table { law, position: placed.position, legal }
    }

    impl Table {
        fn read(&self, text: &str) -> Result<String, NotationProblem> {
            let at = read(text, &self.legal, &self.law, &self.position)?;
            Ok(long(&self.legal[at], &self.position))
        }

        fn reads(&self, means: &str, texts: &[&str]) {
            for text in texts {
                assert_eq!(self.read(text).as_deref(), Ok(means), "{text}");
            }
        }
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn one_move_has_many_spellings() {
        let start = table("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        start.reads(
            "e2-e4",
            &["e4", "e2e4", "e2-e4", "e2 e4", "e2 to e4", "E2-E4", "1. e4", "1.e4", "pawn e4", "Pe2-e4", "e2–e4!", " e4. ", "E4"],
        );
        start.reads("Ng1-f3", &["Nf3", "Ng1-f3", "g1f3", "nf3", "♘f3", "♞g1-f3", "Knight f3", "knight g1 to f3", "NF3", "Ngf3", "N1f3"]);
        let kiwipete = table(KIWIPETE);
        kiwipete.reads("O-O", &["O-O", "0-0", "o-o", "OO", "e1g1", "Ke1-g1", "castles short", "castle kingside", "O-O+"]);
        kiwipete.reads("O-O-O", &["O-O-O", "0-0-0", "e1c1", "castles queenside", "0–0–0"]);
        kiwipete.reads("d5xe6", &["dxe6", "d5xe6", "d5e6", "d5-e6", "dxe6!?", "pawn takes e6", "d5 x e6", "d:e6"]);
    }

    #[test]
    fn two_squares_name_a_man_and_no_letter_with_a_rank() {
        let table = table("4k3/8/8/8/8/1P6/8/1NB1K3 w - - 0 1");
        for text in ["b1-b2", "b1b2", "b1 b2", "B1-B2", "B1-b2", "b1xb2"] {
            let Err(NotationProblem::NotLegal { reason, .. }) = table.read(text) else { panic!("{text}") };
            assert!(reason.contains("the knight on b1 cannot go to b2"), "{text}: {reason}");
        }
        table.reads("Bc1-b2", &["Bb2", "bb2", "c1b2", "C1-B2", "Bc1b2", "bishop b2", "bishop c1 to b2"]);
        table.reads("Nb1-c3", &["b1c3", "B1-C3", "nb1-c3"]);
    }

    #[test]
    fn a_choice_is_written_in_many_ways() {
        let table = table("8/4P3/8/8/8/2k5/8/K7 w - - 0 1");
        table
            .reads("e7-e8=Q", &["e8=Q", "e8Q", "e8(Q)", "e7e8q", "e7-e8=Q", "e8/Q", "e8=q", "pawn e7 to e8 promotes to queen", "e8 queen"]);
        let Err(NotationProblem::Ambiguous { forms, .. }) = table.read("e8") else { panic!("one of four") };
        assert_eq!(forms, ["e7-e8=B", "e7-e8=N", "e7-e8=Q", "e7-e8=R"]);
    }

    #[test]
    fn what_was_passed_is_captured_by_its_usual_forms() {
        table("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").reads("e5xd6", &["exd6", "e5d6", "exd6 e.p.", "exd6ep", "e5xd6 en passant"]);
        let start = table("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(start.read("c4 e.p.").is_err() && start.read("c4 en passant").is_err());
    }

    #[test]
    fn every_legal_move_reads_back_from_all_its_forms() {
        for fen in [KIWIPETE, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "8/4P3/8/2Q1Q3/8/2Q5/k7/6K1 w - - 0 1"] {
            let table = table(fen);
            assert!(table.legal.len() > 5);
            for (at, played) in table.legal.iter().enumerate() {
                for form in [san(played, &table.legal, &table.position), long(played, &table.position), uci(played, &table.position)] {
                    assert_eq!(read(&form, &table.legal, &table.law, &table.position), Ok(at), "{form}");
                }
            }
        }
    }

    #[test]
    fn short_forms_say_no_more_than_needed() {
        let table = table("4k3/8/8/2Q1Q3/8/2Q1Q3/8/4K3 w - - 0 1");
        let forms: Vec<String> = table.legal.iter().map(|played| san(played, &table.legal, &table.position)).collect();
        for form in ["Qc5d4", "Qe3xe5", "Kd1", "Qh8", "Q5c4"] {
            let known = forms.iter().any(|known| known == form);
            assert_eq!(known, form != "Qe3xe5", "{form} in {forms:?}");
        }
    }

    #[test]
    fn a_refusal_says_why() {
        let kiwipete = table(KIWIPETE);
        let pinned = table("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
        for (table, text, why) in [
            (&pinned, "Nc3", "it would let the rook on e8 capture your real king on e1"),
            (&kiwipete, "Nf8", "no knight of yours can go to f8"),
            (&kiwipete, "e8-e7", "the king on e8 is not yours"),
            (&kiwipete, "d4-d5", "nobody stands on d4"),
            (&kiwipete, "Bd5-d6", "on d5 stands a pawn, not a bishop"),
            (&kiwipete, "d5-d7", "the pawn on d5 cannot go to d7"),
            (&kiwipete, "e9", "there is no square e9 here"),
            (&kiwipete, "e1-i1", "there is no square i1 here"),
            (&kiwipete, "axb3", "there is nothing to capture on b3"),
            (&table("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "O-O", "castling to that side is not possible now"),
        ] {
            match table.read(text) {
                Err(NotationProblem::NotLegal { reason, .. }) => assert_eq!(reason, why, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["", "hello", "Nf", "♔", "Zf3", "e4 e5 e6", "x", "é", "0-0-0-0", &"e4 ".repeat(100)] {
            assert!(matches!(kiwipete.read(text), Err(NotationProblem::NotUnderstood { .. })), "{text}: {:?}", kiwipete.read(text));
        }
        let Err(problem) = kiwipete.read("Nd2") else { panic!("a bishop stands there") };
        assert_eq!(problem.to_string(), "\"Nd2\" is no legal move: no knight of yours can go to d2");
    }
}
