//! Terms and guards in the words a player would use, each beside the canonical ones.

use super::*;

/// The canonical sentences of a one-sentence rule with their guards, or its diagnostics.
fn said(sentence: &str) -> String {
    let text = format!("RULE\n{sentence}\nEND");
    let reading = read(&text, words());
    match reading.rule {
        Some(rule) => rule.clauses.iter().map(|clause| super::super::print::print_clause(clause, words())).collect::<Vec<_>>().join(" "),
        None => shown(&reading.diagnostics, &text),
    }
}

#[test]
fn players_words_come_to_canonical_ones() {
    let pairs: &[(&str, &[&str])] = &[
        (
            "On turns not divisible by five, pawns may not move.",
            &[
                "Pawns may move only on turns divisible by five.",
                "Pawns may move only on turns whose number is a multiple of five.",
                "Pawns may only move on every fifth turn.",
            ],
        ),
        (
            "On even turns, pawns may also move like a queen.",
            &["Pawns may also move like queens on even turns.", "On every other turn pawns may also move like queens."],
        ),
        (
            "If white is not in check, pawns may not capture.",
            &["Unless white is in check, pawns may not capture.", "Pawns may not capture unless white is in check."],
        ),
        (
            "Rooks that stand on the e-file may also move like a queen.",
            &[
                "Rooks may also move like queens while they stand on the e-file.",
                "Rooks on file e may also move like queens.",
                "If it stands on the e-file, a rook may also move like a queen.",
            ],
        ),
        (
            "Rooks that stand next to an enemy king may not capture.",
            &[
                "Rooks next to an enemy king may not capture.",
                "A rook that is next to an enemy king may not capture.",
                "Rooks may not capture if they are next to an enemy king.",
                "Rooks may not capture while they stand next to an enemy king.",
            ],
        ),
        (
            "Pieces that are worth more than three points may not capture.",
            &["Pieces worth more than 3 points may not capture.", "Pieces whose value is more than 3 may not capture."],
        ),
        ("Pieces that stand in the hot zone may not capture.", &["Pieces in the hot zone may not capture."]),
        (
            "Knights that stand on the edge or the centre may not capture.",
            &["Knights on the edge of the board or in the centre may not capture."],
        ),
        (
            "Rooks that stand next to an own king may not be captured.",
            &["Rooks which stand next to their king cannot be captured any more."],
        ),
        ("On turns divisible by three, pawns move one square forward.", &["On every third turn pawns take one step forward."]),
        ("Pieces whose owner is in check may not capture.", &["A man whose owner is in check can't capture any longer."]),
        ("If the mover has a queen, kings may not move.", &["Kings may not move while a queen of their side is on the board."]),
        (
            "Kings that have at least three own pawns next to them may not be captured.",
            &[
                "A king adjacent to three of his own pawns may not be captured.",
                "A king having at least three own pawns next to it cannot be taken.",
            ],
        ),
        (
            "Knights that have an own knight next to them may not be captured.",
            &[
                "Knights standing next to each other protect each other from capture.",
                "Two knights of the same side standing next to each other may not be captured.",
            ],
        ),
        (
            "If any piece has captured any queen so far, no piece may castle.",
            &["Nobody is permitted to castle once a queen has been lost."],
        ),
        ("Before turn eight, own kings may not move.", &["Neither player may move his king before turn 8."]),
        ("Rooks that do not stand on light squares may not capture.", &["Rooks may capture only while they stand on light squares."]),
        (
            "Knights that stand on d4, e4 or d5 may not capture.",
            &["Knights standing on d4, e4 or d5 may not capture.", "Knights on d4, e4 and d5 may not capture."],
        ),
        (
            "If there is no (pawn that stands on e4), knights may not capture.",
            &["If no pawn stands on e4, knights may not capture.", "Knights may not capture if no pawn is on e4."],
        ),
        ("If there is no (pawn that has not moved), knights may not capture.", &["If every pawn has moved, knights may not capture."]),
        (
            "If the number of white pawns is less than the number of red pawns, knights may not capture.",
            &["If white has fewer pawns than red, knights may not capture."],
        ),
        ("If white's points are more than three, knights may not capture.", &["If white has more than 3 points, knights may not capture."]),
        (
            "If any piece has captured any piece in the last three turns, knights may not capture.",
            &["Knights may not capture if a piece was captured in the last 3 turns."],
        ),
        (
            "If the opponent has moved any queen or rook two turns ago, knights may not capture.",
            &["Knights may not capture if the opponent moved a queen or a rook two turns ago."],
        ),
        ("From turn ten on, queens may not capture.", &["Queens may not capture from turn 10 on."]),
        (
            "Kings that have not moved may not capture.",
            &["Unmoved kings may not capture.", "Kings may not capture if they have not moved."],
        ),
    ];
    for (canonical, phrasings) in pairs {
        assert_eq!(said(canonical), *canonical);
        for phrasing in *phrasings {
            assert_eq!(said(phrasing), *canonical, "{phrasing}");
        }
    }
}

#[test]
fn brackets_and_depth_are_bounded() {
    for (open, close) in [("(", ")"), ("it is not true that ", ""), ("a rook next to ", "")] {
        let text = format!("RULE If {}white is in check{}, knights may not capture.", open.repeat(300), close.repeat(300));
        assert!(read(&text, words()).rule.is_none());
    }
    let text = format!("RULE Knights next to {} may not capture.", "a rook that stands next to ".repeat(150));
    assert!(read(&text, words()).rule.is_none());
}
