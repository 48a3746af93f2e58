//! Attacks on the proofs: whatever is called impossible is tried at random, under random rules, by an attacker to whom everything falls out well.

use std::sync::Arc;

use crate::board::{Bearer, CellId, Effect, Man, ManId, Note, Place, Position, SideId};
use crate::law::introduce::SAID;
use crate::law::random_rules::{Chance, known, playable};
use crate::law::run::Script;
use crate::law::samples::chess;
use crate::law::{Active, Boards, Instant, Law, Standard, Strength, Universes, introduce, read_fen};
use crate::rule::{Clause, Safety, Vocabulary, read};

use super::lull::Lull;
use super::witness::all_legal;
use super::{Chase, Finding, Grounds, HORIZON, Proof, Texts};

/// Men with little to do, so that proofs come often.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
    "4k3/2p5/8/8/8/8/2P5/R3K3 w Q - 0 1",
    "4k3/8/8/3r4/8/3N4/8/4K3 w - - 0 1",
    "7k/6pp/8/8/8/8/QP6/K7 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "r3k3/8/8/8/8/8/8/2BQK3 w q - 0 1",
    "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1",
    "4k3/8/8/8/3n4/8/8/1N2K3 w - - 0 1",
];

/// Sentences that close ways to a king; in each `A`, `V`, `S` and `T` are filled in.
const BANS: [&str; 30] = [
    "Pieces may not give check.",
    "A may not give check.",
    "Kings may not be captured for three turns.",
    "A may not capture V.",
    "A may not capture VT.",
    "A may not capture V on S.",
    "V on S may not be capturedT.",
    "VT may not be captured.",
    "A may not move.",
    "A may not moveT.",
    "A may not enter S.",
    "A may not leave S.",
    "A may not capture backward.",
    "A may not move more than two squares.",
    "A may not move sideways.",
    "V may be captured only by A.",
    "A may not capture.",
    "Pawns may not promote.",
    "V next to an enemy piece may not be captured.",
    "V that have not moved may not be captured.",
    "V attacked by an enemy piece may not be captured.",
    "V in check may not be captured.",
    "A may only capture on S.",
    "A may capture only pieces of the same kind.",
    "Nobody may captureT.",
    "A that attack V may not move.",
    "A that attack an enemy piece may not capture.",
    "A may not capture pieces they attack.",
    "V next to A may be captured only by A.",
    "A may not move to squares next to A.",
];
const MEN: [&str; 12] = [
    "pieces",
    "kings",
    "queens",
    "white pieces",
    "black pieces",
    "pieces except pawns",
    "pieces except kings",
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "white kings",
];
const SQUARES: [&str; 9] =
    ["dark squares", "light squares", "the edge", "the last rank", "ranks 5 to 8", "the e-file", "the corners", "the centre", "e8"];
const TIMES: [&str; 6] = ["", " before turn 12", " on odd turns", " on turns divisible by three", " after turn 3", " before turn 60"];

/// Sentences that may open a way nobody thought of.
const LOOPHOLES: [&str; 30] = [
    "After a pawn moves, it may move again like a queen.",
    "After a king moves, he may move again like a knight.",
    "When a knight moves, it becomes a rook.",
    "When a pawn moves, it may become a queen.",
    "A player may, instead of moving, swap his king with one of his pieces.",
    "Kings may also move like queens.",
    "Pieces may also capture like knights.",
    "When a piece captures, it may move again.",
    "When a bishop moves, every enemy piece next to it goes one square forward.",
    "At the start of every turn, a pawn of the mover becomes a knight.",
    "Two turns later, every pawn becomes a queen.",
    "At the start of turn 4, all pawns become queens.",
    "At the start of every turn, with a chance of 1 in 6 all bishops become rooks.",
    "When a king moves, roll a die: on 1-5 nothing happens, on 6 he becomes a queen.",
    "The left and right edges are joined.",
    "All pieces move like the piece in front of them.",
    "A piece next to an own king may also move like that king.",
    "A player may, instead of moving, place a queen on an empty square of his first rank.",
    "When a piece is captured, it returns to its home square.",
    "When a piece captures, the captured piece changes sides.",
    "When a pawn is moved, the square it left becomes a hole.",
    "Every five turns the whole board turns ninety degrees.",
    "After a piece moves, everything on ranks 2 to 8 shifts one square down.",
    "When a rook moves, the mover places a knight on an empty square next to it.",
    "Each player places a rook on an empty square of his choice.",
    "When a piece is captured, it explodes.",
    "Pawns capture like bishops.",
    "Rooks may jump over own pieces.",
    "For three turns, kings may also move like queens.",
    "If a knight captures a pawn, two turns later a queen of the mover appears on e4.",
];

fn sentence(chance: &mut Chance) -> String {
    let said = chance.one(&BANS);
    let mut text = String::new();
    for letter in said.split_inclusive(|letter: char| "AVST".contains(letter)) {
        let (plain, hole) = letter.split_at(letter.len() - 1);
        let filled = match hole {
            "A" | "V" => chance.one(&MEN),
            "S" => chance.one(&SQUARES),
            "T" => chance.one(&TIMES),
            other => other,
        };
        text.push_str(plain);
        text.push_str(filled);
    }
    text[..1].to_uppercase() + &text[1..]
}

/// A rule of one or more bans, and perhaps something that opens a way; and another rule.
fn rules(words: &Vocabulary, standard: &Standard, chance: &mut Chance) -> (String, [Vec<Clause>; 2]) {
    let mut said: Vec<String> = (0..=chance.below(3)).map(|_| sentence(chance)).collect();
    said.extend((0..chance.below(3)).map(|_| chance.one(&LOOPHOLES).to_owned()));
    let text = |sentences: &[String]| format!("RULE \"a\"\n{}\nEND\n", sentences.join(" "));
    // A sentence that is not read is a sentence less.
    said.retain(|one| read(&text(std::slice::from_ref(one)), words).rule.is_some());
    let clauses = read(&text(&said), words).rule.map(|rule| rule.clauses).unwrap_or_default();
    let besides = if chance.below(3) == 0 { playable(standard, 1, chance) } else { Vec::new() };
    (format!("{} {besides:?}", said.join(" ")), [clauses, [known(), besides].concat()])
}

fn folded(standard: &Standard, active: &[Active<'_>], position: &Position) -> Option<Arc<Law>> {
    Law::fold(standard, active, &position.entities, &position.geometry).ok().map(Arc::new)
}

/// Where the attack begins: men anywhere, for what is said of a square is said whatever else stands on the board.
fn scattered(law: &Law, position: &Position, chase: &Chase, (king, at, walked): (ManId, CellId, bool), chance: &mut Chance) -> Position {
    let mut position = position.clone();
    let there = |position: &mut Position, man: ManId, to: Place| {
        let from = position.man(man).place;
        position.apply(&Effect::Put { man, from, to });
    };
    if let Some(other) = position.on(at).filter(|&other| other != king) {
        there(&mut position, other, Place::Gone);
    }
    if position.man(king).place.cell() != Some(at) {
        there(&mut position, king, Place::Cell(at));
    }
    if walked && position.man(king).legs == 0 {
        position.apply(&Effect::Legs { man: king, old: 0, new: 1 });
    }
    let board = position.geometry.cell(at).board;
    let men: Vec<(ManId, Man)> =
        position.men().map(|(id, man)| (id, *man)).filter(|(id, man)| *id != king && man.place.cell().is_some()).collect();
    for (id, man) in men {
        let own = law.side(man.army) == chase.attacker;
        if own {
            let kinds = (0..law.kinds() as u8).map(crate::board::KindId);
            let into: Vec<_> = kinds.filter(|&into| law.field(board).tables.may_become(man.kind, man.army, into)).collect();
            if !into.is_empty() && chance.below(2) == 0 {
                position.apply(&Effect::Kind { man: id, old: man.kind, new: chance.one(&into) });
            }
        }
        let cells = &position.geometry.board(board).cells;
        let to = cells[chance.below(cells.len())];
        if chance.below(3) > 0 && position.on(to).is_none() && !position.is_hole(to) {
            there(&mut position, id, Place::Cell(to));
        } else if !own && chance.below(2) == 0 {
            there(&mut position, id, Place::Gone);
        }
    }
    position
}

/// What counts as a capture that was called impossible.
struct Claim {
    king: ManId,
    /// On this square, and in this turn or up to that one.
    at: Option<CellId>,
    turns: (u32, u32),
}

/// Plays the attacker's moves at random, everybody else passing; the line, if it comes to such a capture.
fn disproved(law: &Law, start: &Position, chase: &Chase, claim: &Claim, chance: &mut Chance) -> Option<Vec<String>> {
    let lull = Lull::of(Boards::ALL, start, chase);
    let mut position = start.clone();
    let mut line = Vec::new();
    pass(law, &lull, &mut position, chase.on_move, chance);
    for _ in 0..30 {
        let turn = position.clock().turn();
        let victim = position.man(claim.king).place.cell();
        let legal = all_legal(law, &position, chase);
        let counts = (claim.turns.0..=claim.turns.1).contains(&turn) && claim.at.is_none_or(|at| victim == Some(at));
        let hit = legal.iter().find(|played| played.captured.contains(&claim.king));
        if let Some(hit) = hit.filter(|_| counts) {
            line.push(format!("turn {turn}: {}", crate::law::notation::long(hit, &position)));
            return Some(line);
        }
        let quiet: Vec<_> = legal.iter().filter(|played| !played.captured.contains(&claim.king)).collect();
        if !quiet.is_empty() && chance.below(8) > 0 {
            let played = quiet[chance.below(quiet.len())];
            line.push(crate::law::notation::long(played, &position));
            let mut effects = played.effects.clone();
            effects.extend(law.remember(&position, played));
            position.apply_all(&effects);
        } else {
            line.push("-".to_owned());
        }
        pass(law, &lull, &mut position, chase.attacker, chance);
    }
    None
}

/// A lull with luck: any of the ways in which it may go.
fn pass(law: &Law, lull: &Lull, position: &mut Position, ending: SideId, chance: &mut Chance) {
    let mut script = Script::default();
    for _ in 0..=chance.below(6) {
        let (mut tried, mut done) = (position.clone(), Vec::new());
        let rest = lull.pass(law, &mut tried, ending, script.clone(), &mut done);
        match rest.next() {
            Some(next) if chance.below(4) > 0 => script = next,
            _ => break,
        }
    }
    lull.pass(law, position, ending, script, &mut Vec::new());
    let side = lull_words(position);
    for note in side {
        if position.note(note) == 0 {
            position.apply(&Effect::Note { note, old: 0, new: 1 });
        }
    }
}

/// Whatever words a move asks for are said.
fn lull_words(position: &Position) -> Vec<Note> {
    let keys: Vec<_> =
        position.entities.names.iter().filter(|name| name.starts_with(SAID)).filter_map(|name| position.entities.key_named(name)).collect();
    keys.into_iter().flat_map(|key| [SideId(0), SideId(1)].map(|side| Note { of: Bearer::Side(side), key })).collect()
}

/// Judges random rules; how many were called impossible, and the first proof that is false.
fn attack(seeds: std::ops::Range<u64>) -> (usize, Vec<String>) {
    let standard = chess(Safety::IfAble);
    let words = Vocabulary::of(standard.chain()).in_game("Zaphod", 1, &["white", "black"].map(String::from));
    let (mut proofs, mut wrong) = (0, Vec::new());
    for seed in seeds {
        let chance = &mut Chance::of(seed);
        let mut position = read_fen(chance.one(&POSITIONS), &standard).unwrap().position;
        let (told, clauses) = rules(&words, &standard, chance);
        let rule = |(number, clauses)| Active { number, clauses, universes: Universes::Every, since: None, strength: Strength::Settled };
        let active: Vec<Active<'_>> = ["w1", "w2"].into_iter().zip(clauses.iter().map(Vec::as_slice)).map(rule).collect();
        active.iter().for_each(|rule| drop(introduce(&format!("rule {}", rule.number), rule.clauses, &mut position)));
        for number in ["w1", "w2"] {
            let Some(law) = folded(&standard, &active, &position) else { continue };
            for fired in law.fire(&position, Instant::Enacted(number), SideId(0), None) {
                position.apply_all(&fired.effects);
            }
        }
        let Some(law) = folded(&standard, &active, &position) else { continue };
        let texts = Texts::of(&standard, &active);
        let grounds = Grounds::new(&law, &position, &texts);
        for (attacker, victim) in [(SideId(0), SideId(1)), (SideId(1), SideId(0))] {
            let chase = Chase { attacker, victim, rota: vec![SideId(0), SideId(1)], on_move: SideId(0) };
            let Finding::Impossible(proof) = grounds.settle(&chase, None, 300) else { continue };
            proofs += 1;
            let Some((king, cell)) = grounds.targets(victim).first().copied() else { continue };
            let now = position.clock().turn();
            let coming = (now, now + HORIZON);
            let claim = match &proof {
                Proof::Square { at, .. } => Claim { king, at: Some(*at), turns: coming },
                Proof::Exempt { at, turn } => Claim { king, at: Some(*at), turns: (*turn, *turn) },
                // of a king that bears the mark, or is as the clause says, and this one is not yet
                Proof::Marked { .. } | Proof::Spared { .. } => continue,
                Proof::Unreachable { at } | Proof::Unchecked { at } => Claim { king, at: Some(*at), turns: (0, u32::MAX) },
                Proof::Exhausted { .. } => Claim { king, at: None, turns: (0, u32::MAX) },
            };
            let lucky = law.favoured();
            for _ in 0..12 {
                let start = match &proof {
                    Proof::Square { at, way } => scattered(&law, &position, &chase, (king, *at, !way.is_empty()), chance),
                    Proof::Exempt { .. } => scattered(&law, &position, &chase, (king, cell, false), chance),
                    _ => position.clone(),
                };
                if let Some(line) = disproved(&lucky, &start, &chase, &claim, chance) {
                    wrong.push(format!("seed {seed}, {attacker:?}: {proof:?} is false: {told}\n    {}", line.join(", ")));
                    break;
                }
            }
        }
    }
    (proofs, wrong)
}

#[test]
fn nothing_that_is_called_impossible_comes_about() {
    let (proofs, wrong) = attack(0..60);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proofs > 15, "only {proofs} proofs were attacked");
}

#[test]
#[ignore = "takes minutes"]
fn nothing_that_is_called_impossible_comes_about_in_long_attacks() {
    let (proofs, wrong) = attack(1000..5000);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proofs > 1000, "only {proofs} proofs were attacked");
}
