//! The finished game that lies in `archive/`: it verifies, letter by letter, and shows the turns it had.

use std::process::Command;

/// What a command says about the sample; it must succeed.
fn said(arguments: &[&str]) -> String {
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/archive/magrathea");
    let arguments = arguments.iter().map(|argument| if *argument == "GAME" { archive } else { argument });
    let output = Command::new(env!("CARGO_BIN_EXE_custodian")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_sample_verifies_down_to_every_letter() {
    assert!(said(&["verify", "GAME"]).contains("OK magrathea "));
    assert!(said(&["verify", "GAME", "--deep"]).contains("OK magrathea "));
}

#[test]
fn the_sample_shows_what_a_rule_did() {
    let replayed = said(&["replay", "GAME", "--turn", "3"]);
    assert!(replayed.contains("Bob plays Nc3xd5 (Nxd5) in Magrathea:3: the red pawn on d5 joins orange."), "{replayed}");
    // By the rule "Othello knights" the captured man changed sides and stayed, and the knight did not move.
    let board = said(&["show", "GAME", "--turn", "3", "--universe", "3"]);
    assert!(board.contains("rnbqkbnr/ppp2ppp/4p3/3P4/8/P1N5/1PPPPPPP/R1BQKBNR"), "{board}");
}
