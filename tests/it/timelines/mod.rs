//! Random play with moves, rules of the corpus, rules that leave something open and rules put together at random, repeals, proposals and their
//! votes, challenges, objections, presumptions, orders sent ahead, dice that are waited for, restarts and the master's word: nobody is ever stuck,
//! nothing panics, the log alone leads to the same state, and no state comes about in which a meta-rule that the program decides alone stands broken.

mod fair;
mod hard;
mod ledger;
mod naive;
mod orders;
mod plain;
mod sentences;
mod table;
mod witness;

use custodian::dice::{Market, Method, Volume};
use custodian::game::mar::Stage;

use table::Table;

const NAMES: [&str; 6] = ["Ann", "Bob", "Cy", "Dee", "Eva", "Fay"];

/// What happened, and how often.
#[derive(Default)]
struct Seen(Vec<(String, u32)>);

impl Seen {
    fn count(&mut self, what: &str, times: u32) {
        match self.0.iter_mut().find(|(known, _)| known == what) {
            Some((_, count)) => *count += times,
            None => self.0.push((what.to_owned(), times)),
        }
    }

    fn of(&self, what: &str) -> u32 {
        self.0.iter().find(|(known, _)| known == what).map_or(0, |(_, count)| *count)
    }

    fn told(&self) -> String {
        let mut seen = self.0.clone();
        seen.sort();
        seen.iter().map(|(what, count)| format!("{what} {count}")).collect::<Vec<_>>().join(", ")
    }
}

/// Most games roll at once; some wait for a throw, some for the paper.
fn method(seed: u64) -> Method {
    let market =
        Market { tickers: vec!["IBM".to_owned(), "KO".to_owned()], publication: "The Times".to_owned(), volume: Volume::Consolidated };
    match seed % 5 {
        3 => Method::Honour,
        4 => Method::Stock(market),
        _ => Method::House,
    }
}

/// One game of so many phases.
fn play(seed: u64, players: usize, phases: u32, seen: &mut Seen) {
    let mut table = Table::new(seed, &NAMES[..players], method(seed));
    table.opens();
    for _ in 0..phases {
        for _ in 0..table.chance.below(5) {
            if matches!(table.game.stage, Stage::Playing) {
                table.meddles();
            }
        }
        if table.game.is_over() {
            break;
        }
        table.may_legislate();
        table.goes_on();
        if table.chance.once_in(16) {
            table.restarts();
        }
    }
    table.restarts();
    table.seen.0.iter().for_each(|(what, times)| seen.count(what, *times));
}

/// What a run must have seen to have shown anything.
fn is_rich(seen: &Seen, wanted: &[&str]) {
    eprintln!("{}", seen.told());
    let missing: Vec<&&str> = wanted.iter().filter(|what| seen.of(what) == 0).collect();
    assert!(missing.is_empty(), "{missing:?} never happened: {}", seen.told());
}

#[test]
fn whatever_players_do_the_game_goes_on_and_its_log_leads_to_it() {
    let mut seen = Seen::default();
    for (players, phases) in [(2, 16), (3, 8)] {
        play(players as u64, players, phases, &mut seen);
    }
    is_rich(&seen, &["enacted", "proposed", "ballot", "presumed", "denied", "rewound"]);
}

/// One game of plain rules, repealed as often as they are made.
fn play_plainly(seed: u64, players: usize, phases: u32, seen: &mut Seen) {
    let mut table = Table::new(seed, &NAMES[..players], Method::House);
    table.leans_plainly();
    for _ in 0..phases {
        if table.game.is_over() {
            break;
        }
        table.rules_plainly();
    }
    table.restarts();
    table.seen.0.iter().for_each(|(what, times)| seen.count(what, *times));
}

/// R3, R15: of rules that speak of the same the later one acts, and one that is repealed gives back what the others say.
#[test]
fn under_plain_rules_men_do_what_anybody_can_work_out_by_hand() {
    let mut seen = Seen::default();
    for (seed, players, phases) in [(1, 2, 32), (2, 2, 32), (3, 3, 16)] {
        play_plainly(seed, players, phases, &mut seen);
    }
    is_rich(&seen, &["enacted", "repeal", "fell", "R3: men", "R5: lines", "R8: weighed", "R15: leaning"]);
}

#[test]
#[ignore = "takes many minutes"]
fn many_games_of_plain_rules_go_on_as_anybody_can_work_out_by_hand() {
    let mut seen = Seen::default();
    let range = std::env::var("TIMELINES").unwrap_or_else(|_| "1..41".to_owned());
    let (from, to) = range.split_once("..").expect("a range of seeds, 1..41");
    for seed in from.parse::<u64>().unwrap()..to.parse().unwrap() {
        let players = [2, 3, 2, 4][seed as usize % 4];
        eprintln!("seed {seed}, {players} players");
        play_plainly(seed, players, 120, &mut seen);
    }
    is_rich(&seen, &["fell", "expired", "R3: men", "R5: lines", "R8: weighed", "R15: leaning"]);
}

/// Thousands of turns, to be run by hand after a change of a procedure:
/// `TIMELINES=1..40 cargo test --test it -- --ignored thousands_of_turns` plays those seeds, and says at which one it stops.
#[test]
#[ignore = "takes an hour"]
fn thousands_of_turns_go_on_as_well() {
    let range = std::env::var("TIMELINES").unwrap_or_else(|_| "1..41".to_owned());
    let (from, to) = range.split_once("..").expect("a range of seeds, 1..41");
    let (from, to): (u64, u64) = (from.parse().unwrap(), to.parse().unwrap());
    let mut seen = Seen::default();
    let mut failed = Vec::new();
    for seed in from..to {
        let players = [2, 3, 4, 6, 2, 3][seed as usize % 6];
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(seed, players, 160, &mut seen)));
        eprintln!("seed {seed}, {players} players: {}; {} turns so far", if tried.is_ok() { "well" } else { "FAILED" }, seen.of("turn"));
        failed.extend(tried.is_err().then_some(seed));
    }
    assert!(failed.is_empty(), "seeds {failed:?}; {}", seen.told());
    // A few games need not have seen everything.
    if to - from < 8 {
        return eprintln!("{}", seen.told());
    }
    is_rich(&seen, &["enacted", "repeal", "amended", "rejected", "settled", "adopted", "denied", "rewound", "voided", "sentahead", "turn"]);
}
