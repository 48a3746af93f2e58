//! Rules at random: sentences put together of men, places, times and deeds, most of which nobody has ever written. One that is refused costs nothing.

use crate::random::Chance;

/// One and many of a kind.
const MEN: &[(&str, &str)] = &[
    ("a pawn", "pawns"),
    ("a knight", "knights"),
    ("a bishop", "bishops"),
    ("a rook", "rooks"),
    ("a queen", "queens"),
    ("a king", "kings"),
    ("a piece", "pieces"),
    ("a knight or bishop", "knights and bishops"),
];

const KINDS: &[&str] = &["knight", "bishop", "rook", "queen", "pawn"];

const PLACES: &[&str] = &["e4", "the fourth rank", "the e-file", "a dark square", "an edge square", "d4, e4, d5 or e5"];

/// What is done to the man of whom a sentence speaks.
const DEEDS: &[&str] = &[
    "it becomes a knight",
    "it becomes a rook for two turns",
    "two turns later it becomes a queen",
    "the square it came from becomes a hole for two turns",
    "for two turns knights may not capture",
    "for one turn it may not move",
    "it returns to its home square",
    "it moves one square forward",
    "a pawn chosen by the opponent becomes a bishop",
    "flip a coin: on heads it becomes a pawn",
    "two turns later a pawn of the mover is placed on a random empty square of the third rank",
    "the mover gains one point",
    "all pawns on the e-file shift one square to the left",
];

fn one(chance: &mut Chance, of: &[&str]) -> String {
    chance.one(of).copied().unwrap_or_default().to_owned()
}

fn sentence(chance: &mut Chance) -> String {
    let (man, men) = chance.one(MEN).copied().unwrap_or_default();
    let (other, others) = chance.one(MEN).copied().unwrap_or_default();
    let (kind, place, deed) = (one(chance, KINDS), one(chance, PLACES), one(chance, DEEDS));
    let number = 2 + chance.below(4);
    let text = match chance.below(19) {
        0 => format!("{men} may also move like a {kind}."),
        1 => format!("{men} move like a {kind}."),
        2 => format!("{men} may not move more than {number} squares."),
        3 => format!("{men} may not capture {others}."),
        4 => format!("When {man} captures {other}, {deed}."),
        5 => format!("When {man} moves to {place}, {deed}."),
        6 => format!("After {other} is captured, two turns later {man} of its owner is placed on a random empty square."),
        7 => format!("On turns divisible by {number}, {men} may not move."),
        8 => format!("On turns divisible by {number}, at the start of each turn, every pawn on {place} becomes a {kind}."),
        9 => format!("{men} on {place} may not be captured."),
        10 => format!("At the end of each phase, roll a die: on 6 {man} chosen at random becomes a {kind}."),
        11 => format!("When {man} captures a piece, the captured piece joins the mover."),
        12 => format!("Each player has points, starting at {number}. When a player captures {man}, he gains one point."),
        13 => format!("A player may, instead of moving, send one of his {men} to the same square of the next universe."),
        14 => format!("{men} that are attacked by {others} may not capture."),
        15 => format!("When {man} reaches {place}, its player may move again."),
        16 => format!("{men} must capture if they can."),
        17 => format!("At the start of each turn, everything on the {place} shifts one square to the left, wrapping round."),
        _ => format!("{men} may also move like a ?."),
    };
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// One to three sentences, now and then leaning on another rule.
pub fn rule(chance: &mut Chance, numbers: &[String]) -> String {
    let sentences: Vec<String> = (0..1 + chance.below(3)).map(|_| sentence(chance)).collect();
    let leans = match chance.one(numbers) {
        Some(number) if chance.once_in(6) => {
            format!(" DEPENDS ON {number} {}", one(chance, &["VOID", "KEEP", "SLEEP", "REWRITE wizards AS knights"]))
        }
        _ => String::new(),
    };
    format!("RULE{leans}\n{}\nEND\n", sentences.join("\n"))
}
