//! A view of every kind, full and bare, and the mixtures of both that every text must render from.

use crate::letter::views::*;
use minijinja::Value;
use serde::Serialize;
use std::collections::BTreeMap;

/// Mixtures a view; with their complements every three fields meet in all their combinations.
const MIXTURES: usize = 32;

/// By template: samples of its view, the full one first.
pub(super) fn all() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("answer.txt", mixtures(answer(true), answer(false))),
        ("invitation.txt", mixtures(invitation(true), invitation(false))),
        ("joined.txt", mixtures(joined(true), joined(false))),
        ("notice.txt", mixtures(notice(true), notice(false))),
        ("refusal.txt", mixtures(refusal(true), refusal(false))),
        ("turn.html", mixtures(turn(true), turn(false))),
        ("turn.txt", mixtures(turn(true), turn(false))),
        ("waiting.txt", mixtures(waiting(true), waiting(false))),
    ]
}

/// Each mixture takes every field from one of the two samples, chosen by a row of a Hadamard matrix or its complement.
fn mixtures<V: Serialize>(full: V, bare: V) -> Vec<Value> {
    let fields = |view: V| -> BTreeMap<String, serde_json::Value> {
        match serde_json::to_value(view) {
            Ok(serde_json::Value::Object(fields)) => fields.into_iter().collect(),
            _ => BTreeMap::new(),
        }
    };
    let (full, bare) = (fields(full), fields(bare));
    let mixture = |index: usize, of_full: u32| {
        let pick = |(column, (name, value)): (usize, (&String, &serde_json::Value))| {
            let from_full = (index & (column + 1)).count_ones() % 2 == of_full;
            (name.clone(), if from_full { value.clone() } else { bare[name].clone() })
        };
        Value::from_serialize(full.iter().enumerate().map(pick).collect::<BTreeMap<_, _>>())
    };
    (0..MIXTURES).flat_map(|index| [mixture(index, 0), mixture(index, 1)]).collect()
}

fn some<T>(full: bool, value: impl FnOnce() -> T) -> Option<T> {
    full.then(value)
}

fn list<T>(full: bool, values: impl FnOnce() -> Vec<T>) -> Vec<T> {
    if full { values() } else { Vec::new() }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn footer() -> FooterView {
    FooterView { game: "zaphod".into(), seq: 120, head: "9f3c51d0a7be".into() }
}

fn invitation(full: bool) -> InvitationView {
    InvitationView {
        to: "Ann".into(),
        game: "Zaphod".into(),
        host: "Ben".into(),
        watch: !full,
        side: None,
        players: if full { words(&["Ann", "Ben", "Cleo"]) } else { words(&["Ann", "Ben"]) },
        meta: list(full, || words(&["A proposal needs a majority of the votes."])),
        dice: "drand: a beacon of the League of Entropy, published 1 hour after the orders are locked".into(),
        robot: "custodian@example.org".into(),
        footer: footer(),
    }
}

fn joined(full: bool) -> JoinedView {
    let seat = |label: &str, player: &str, joined| SeatView {
        label: label.into(),
        player: player.into(),
        joined,
        armies: list(joined, || words(&["white in Zaphod:1 against Ben", "yellow in Zaphod:2 against Cleo"])),
    };
    JoinedView {
        to: "Ann".into(),
        game: "Zaphod".into(),
        who: "Ben".into(),
        you: full,
        seats: list(full, || vec![seat("w", "Ann", true), seat("b", "Ben", false)]),
        waiting_for: list(full, || words(&["Cleo"])),
        footer: footer(),
    }
}

fn waiting(full: bool) -> WaitingView {
    WaitingView {
        to: "Ann".into(),
        game: "Zaphod".into(),
        source: "round 27946612 of drand's quicknet".into(),
        paragraphs: list(full, || words(&["Ben makes a HEISENBERG move in Zaphod:1."])),
        orders: list(full, || words(&["1: HEISENBERG"])),
        orders_hash: "9f3c51d0a7be".into(),
        table: list(full, || words(&["1 to 5: heads", "6 to 0: tails"])),
        table_hash: "9f3c51d0a7be".into(),
        by_hand: list(full, || words(&["printf 'x' | sha256sum"])),
        robot: "custodian@example.org".into(),
        footer: footer(),
    }
}

fn turn(full: bool) -> TurnView {
    TurnView {
        to: "Ann".into(),
        game: "Zaphod".into(),
        turn: 7,
        timeline: some(full, || 2),
        happened: list(full, || words(&["Ben moved a man from e7 to e5 in Zaphod:1.", "Rule b2 is in force."])),
        boards: list(full, || vec![board(true), board(false)]),
        rules: list(full, || vec![rule(true), rule(false)]),
        amendments: list(full, || vec![motion(true), motion(false)]),
        proposals: list(full, || vec![motion(true), motion(false)]),
        next: some(full, || NextView {
            player: "Ann".into(),
            you: true,
            colour: "white".into(),
            colours: "white, yellow".into(),
            also: words(&["say which of your kings is the real one: write REAL 1 or REAL 2"]),
            owes: vec![DueView { universe: 1, name: "Zaphod:1".into(), army: "white".into(), example: "1: e2-e4".into() }],
        }),
        wanted: list(full, || words(&["Your vote is wanted on challenge c1."])),
        open: list(full, || words(&["Ben challenges b2 of Ann (c1)."])),
        draw: full.then(|| "A draw is on offer.".to_owned()),
        result: some(full, || "Ann has won: she holds the last real king.".into()),
        dice: list(full, || vec!["Roll 5.2.1 for rule w3, one of 6: digits 4, a3".to_owned()]),
        history: list(full, || vec![PhaseView { turn: 6, player: "Ben".into(), what: "1: e7-e5".into() }]),
        robot: "custodian@example.org".into(),
        plays: full,
        names_king: some(full, || 2),
        repealed: "w1".into(),
        footer: footer(),
    }
}

fn board(full: bool) -> BoardView {
    BoardView {
        name: "Zaphod:1".into(),
        sides: "white: Ann, black: Ben".into(),
        remarks: list(full, || words(&["White is in check."])),
        last_moves: list(full, || words(&["Ben: e7-e5"])),
        text: "  a b\n2 . . 2\n1 . . 1\n  a b\n".into(),
        pieces: words(&["White: Ka1", "Black: Kb2"]),
        position: "1k/K1 w".into(),
        html: "<table><tr><td></td></tr></table>".into(),
        image: some(full, || "board-1".into()),
    }
}

fn motion(full: bool) -> MotionView {
    MotionView {
        number: "A1".into(),
        proposer: some(full, || "Ann".into()),
        title: some(full, || "Milder".into()),
        text: words(&["R8 is advice."]),
        remarks: list(full, || words(&["Yes: Ann. Still to vote: Ben."])),
        agree: some(full, || "VOTE A1 YES".into()),
    }
}

fn rule(full: bool) -> RuleView {
    RuleView {
        number: "w1".into(),
        maker: "Ann".into(),
        scope: "the whole multiverse".into(),
        title: some(full, || "Jumpers".into()),
        text: words(&["Everything may jump."]),
        remarks: list(full, || words(&["in force until turn 9"])),
    }
}

fn answer(full: bool) -> AnswerView {
    let line = |text: &str, colour, notes: &[&str]| LineView { text: text.into(), colour, notes: words(notes) };
    AnswerView {
        to: "Ann".into(),
        game: some(full, || "Zaphod".into()),
        colour: if full { Colour::Yellow } else { Colour::Red },
        accepted: usize::from(full) * 2,
        refused: usize::from(!full),
        preview: full,
        suffices: full,
        mixed: !full,
        lines: list(full, || {
            vec![
                line("1: e2-e4", Colour::Green, &["a man goes from e2 to e4"]),
                line("2: Nf3", Colour::Yellow, &[]),
                line("3: Zz9", Colour::Red, &["error: no such cell\n  |\n  | 3: Zz9\n  |    ^^^"]),
            ]
        }),
        done: full.then(|| "Your phase is over:".to_owned()),
        held: !full,
        waits: full.then(|| "Ben has to choose first, by rule w3.".to_owned()),
        unread: full.then(|| "Lines 101 to 120 were not read.".to_owned()),
        heard: list(full, || words(&["I like spaghetti"])),
        unsaid: some(full, || "\"I like manicotti\" is not said yet in this phase.".into()),
        left_aside: list(full, || words(&["Hello everybody!"])),
        missing: list(full, || words(&["a move in Zaphod:3"])),
        executes: some(full, || "at 14:20 UTC".into()),
        sections: list(full, || vec![SectionView { title: "Status".into(), text: "Turn 7.\nAnn is to play.".into() }]),
        robot: "custodian@example.org".into(),
        footer: some(full, footer),
    }
}

fn refusal(full: bool) -> RefusalView {
    RefusalView {
        to: "ann@example.org".into(),
        game: some(full, || "Zaphod".into()),
        subject: if full { "Re: [Zaphod] turn 7".into() } else { String::new() },
        reason: "This letter holds no order.".into(),
        mend: list(full, || words(&["Write each order at the start of a line of its own."])),
        robot: "custodian@example.org".into(),
        footer: some(full, footer),
    }
}

fn notice(full: bool) -> NoticeView {
    NoticeView {
        to: "Ann".into(),
        game: some(full, || "Zaphod".into()),
        headline: "Ben offers a draw".into(),
        paragraphs: list(full, || words(&["Write DRAW to accept it."])),
        dice: list(full, || words(&["Roll 5.2.1 for rule w3, one of 2: digits 7, heads"])),
        robot: "custodian@example.org".into(),
        footer: some(full, footer),
    }
}
