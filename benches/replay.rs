//! A game of four players and 1,000 phases, folded from its log: how long it takes, and that a late phase costs no more than an early one.
//! Run it with `cargo bench --bench replay`; a number behind `--` is how many phases.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "reads the clock and tells")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use custodian::archive::Digest;
use custodian::archive::record::{read_event, write_event};
use custodian::game::Event;
use custodian::game::founding::Founding;
use custodian::game::mar::{Action, Deed, Draft, Multiverse};
use custodian::law::texts;
use custodian::rule::Scope;

const RULES: [&str; 4] = [
    "RULE LASTS 9 TURNS\nKnights may also move like bishops.\nEND",
    "RULE LASTS 7 TURNS\nRooks may not move more than three squares.\nEND",
    "RULE LASTS 5 TURNS\nPawns may also move one square sideways.\nEND",
    "RULE LASTS 8 TURNS\nWhen a knight captures a piece, the captured piece joins the mover.\nEND",
];

fn main() {
    let phases = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(1000);
    let founding = Founding::between("Zaphod", &["ann", "bob", "cy", "dee"]);
    let mut game = Multiverse::found(founding, Arc::new(texts::standard("mar").expect("it is shipped"))).expect("it can be founded");
    game.begin().expect("it can begin");
    let mut folded = game.clone();
    let mut lines: Vec<Vec<serde_json::Value>> = Vec::new();
    let mut chance = 7u64;
    let mut below = |limit: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % limit.max(1)
    };
    while lines.len() < phases && !game.is_over() {
        let seat = game.phase.seat;
        let mut draft = Draft::default();
        if game.player(seat).real.is_none() {
            draft.real = game.kings(seat).first().map(|&(_, universe)| universe);
        }
        if below(8) == 0 && game.check_on(seat).is_none() {
            let text = RULES[below(RULES.len())].to_owned();
            draft.action = Action::Rule { text, scope: Scope::Multiverse, says: String::new() };
        } else {
            for universe in game.owed(seat) {
                let legal = game.legal(seat, universe);
                // Nobody takes a king, so that the game lasts.
                let quiet: Vec<_> = legal.iter().filter(|played| !played.effects.iter().any(|effect| takes(&game, effect))).collect();
                let chosen = quiet.get(below(quiet.len())).copied().or(legal.first());
                draft.moves.extend(chosen.map(|played| (universe, game.long(played))));
            }
        }
        if draft.moves.is_empty() && draft.action == Action::Move {
            draft.action = Action::Pass;
        }
        let mut deed = Deed::without_dice(&game);
        deed.happen(Event::Drafted { draft: Some(draft.clone()) });
        deed.execute(&draft);
        lines.push(deed.events.iter().map(write_event).collect());
        game = deed.after;
    }
    let mut times: Vec<Duration> = Vec::new();
    for line in &lines {
        let begun = Instant::now();
        for value in line {
            let event = read_event(value, &|| folded.vocabulary()).expect("it was written");
            folded.could_apply(&event).expect("it fits");
            folded.apply(&event);
        }
        std::hint::black_box(Digest::of(folded.canonical().as_bytes()));
        times.push(begun.elapsed());
    }
    assert_eq!(game.canonical(), folded.canonical());
    let sum = |times: &[Duration]| times.iter().sum::<Duration>();
    let tenth = times.len() / 10;
    println!("{} phases of four players, {} rules: {:.2?}", times.len(), game.rules.len(), sum(&times));
    for (at, part) in times.chunks(tenth.max(1)).enumerate() {
        println!("  phases from {:>4}: {:.2?} each", at * tenth + 1, sum(part) / part.len() as u32);
    }
}

fn takes(game: &Multiverse, effect: &custodian::board::Effect) -> bool {
    match effect {
        custodian::board::Effect::Put { man, to: custodian::board::Place::Gone, .. } => {
            let man = game.position.man(*man);
            man.royal || game.position.entities.kind(man.kind).royal
        }
        _ => false,
    }
}
