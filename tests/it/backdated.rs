//! Dice that were thrown before they were pinned, and figures that nobody made: lines whose digests, states and links are all in order, by a hand that
//! has the program's own source.

use std::cell::Cell;
use std::fs;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use custodian::adjudicator::{fold, found, replay_to};
use custodian::archive::record::{read_founding, write_event};
use custodian::archive::{Chain, Digest, Entry, Json, Line};
use custodian::dice::{Awaits, Roll, Round};
use custodian::game::Event;
use custodian::game::event::{Ruler, Settlement};
use custodian::game::mar::{Claim, Figures, Multiverse};

use crate::scripted::played;

/// A game's settings and lines, and the game after each line.
struct Played {
    settings: String,
    lines: Vec<Line>,
    games: Vec<Multiverse>,
}

impl Played {
    fn of(script: &str) -> Played {
        let text = fs::read_to_string(format!("{}/tests/games/{script}.script", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let table = played(&text);
        let record = &table.records()[0];
        let (settings, lines) = (record.settings.to_owned(), record.lines.to_vec());
        let mut games = Vec::new();
        replay_to(&settings, &lines, None, &mut |_, _, game| games.push(game.clone())).unwrap();
        Played { settings, lines, games }
    }

    /// The first line after which the game waits for dice, from 0.
    fn pinned(&self) -> usize {
        self.games.iter().position(|game| game.awaited.is_some()).expect("dice are pinned")
    }

    /// What folding says of a line with these events and this hour in the place of line `at`, whose state is what they come to.
    fn forged(&self, at: usize, events: &[Event], hour: DateTime<Utc>) -> Result<(), String> {
        let mut game = match at {
            0 => found(read_founding(&self.settings).unwrap()).unwrap(),
            at => self.games[at - 1].clone(),
        };
        let mut after = game.clone();
        events.iter().for_each(|event| after.apply(event));
        let entry = Entry {
            at: hour,
            events: events.iter().map(|event| Json::of(&write_event(event)).unwrap()).collect(),
            state: Digest::of(after.canonical().as_bytes()),
            ..self.lines[at].entry.clone()
        };
        let mut chain = Chain::founded_on(self.settings.as_bytes());
        let text = chain.write(entry).unwrap();
        let line = chain.read(text.as_bytes()).unwrap();
        fold(&mut game, &line).map(drop).map_err(|problem| problem.to_string())
    }

    /// Line `at` with one event of it changed.
    fn changed(&self, at: usize, change: impl Fn(&mut Event)) -> Result<(), String> {
        let mut game = self.games[at - 1].clone();
        let mut events = fold(&mut game, &self.lines[at]).unwrap();
        events.iter_mut().for_each(change);
        self.forged(at, &events, self.lines[at].entry.at)
    }

    /// Those events in a line after `at`, so much later than it.
    fn then(&self, at: usize, events: &[Event], later: TimeDelta) -> Result<(), String> {
        self.forged(at + 1, events, self.lines[at].entry.at + later)
    }
}

fn fails(said: Result<(), String>, words: &str) {
    let said = said.expect_err(words);
    assert!(said.contains(words), "{words:?} is not in {said}");
}

#[test]
fn a_pin_is_of_its_lines_own_hour() {
    let game = Played::of("17-drand");
    let at = game.pinned();
    assert_eq!(game.changed(at, |_| {}), Ok(()), "as it was played");
    // Rounds that are out already are looked through, and the one that suits is pinned as if it had been done long ago.
    let said = game.changed(at, |event| {
        if let Event::Pinned(pin) = event {
            pin.made -= TimeDelta::minutes(6);
            if let Awaits::Beacon(Round(round)) = &mut pin.awaits {
                *round -= 120;
            }
        }
    });
    fails(said, "is pinned as if it were");
}

#[test]
fn a_pin_is_not_made_void_when_its_dice_may_be_known() {
    for script in ["17-drand", "24-stock"] {
        let game = Played::of(script);
        let at = game.pinned();
        let void = |by| Event::Unpinned { by, why: "we would rather have others".to_owned() };
        let expected = game.games[at].awaited.as_ref().unwrap().pin.expected();
        let out = expected - game.lines[at].entry.at;
        assert_eq!(game.then(at, &[void(Ruler::Master)], out - TimeDelta::minutes(1)), Ok(()), "nobody can know them");
        fails(game.then(at, &[void(Ruler::Master)], out), "a pin is made void that counts");
        let week = out + TimeDelta::days(7);
        assert_eq!(game.then(at, &[void(Ruler::Master)], week), Ok(()));
        fails(game.then(at, &[void(Ruler::Players)], week), "a pin is made void that counts");
        let wanted: Vec<Event> = game.games[at]
            .persons()
            .into_iter()
            .map(|seat| Event::VoidWanted { side: game.games[at].player(seat).side, why: "it is late".to_owned() })
            .collect();
        let agreed = [&wanted[..], &[void(Ruler::Players)]].concat();
        assert_eq!(game.then(at, &agreed, week), Ok(()));
        fails(game.then(at, &agreed, out), "its source is not late by a week");
        fails(game.then(at, &[&wanted[..1], &[void(Ruler::Players)]].concat(), week), "a pin is made void that counts");
        // Nor are the orders exchanged for others.
        let draft = game.games[at].draft.clone().map(|mut draft| {
            draft.moves.clear();
            draft
        });
        fails(game.then(at, &[Event::Drafted { draft }], out), "orders are changed that wait for their dice");
    }
}

#[test]
fn figures_count_only_as_somebody_has_reported_them() {
    let game = Played::of("24-stock");
    let at = game.pinned();
    let awaited = game.games[at].awaited.as_ref().unwrap();
    let stocks = awaited.market().unwrap().tickers.clone();
    let figures =
        Figures { date: awaited.next_day().unwrap(), volumes: stocks.iter().map(|stock| (stock.clone(), "7".to_owned())).collect() };
    let other = Figures { volumes: stocks.iter().map(|stock| (stock.clone(), "8".to_owned())).collect(), ..figures.clone() };
    let settled = |how: &Settlement| Event::Settled { figures: figures.clone(), how: how.clone() };
    let out = awaited.pin.expected() - game.lines[at].entry.at;
    let hour = game.lines[at].entry.at + out;
    let reported =
        |seat: u8, figures: &Figures, at| Event::Reported(Claim { seat: custodian::turn::Seat(seat), figures: figures.clone(), at });
    for how in [Settlement::Confirmed, Settlement::Unopposed, Settlement::Majority] {
        fails(game.then(at, &[settled(&how)], out + TimeDelta::days(9)), "nobody has reported them so");
    }
    let ruled = Settlement::Ruled("so be it".to_owned());
    fails(game.then(at, &[settled(&ruled)], out + TimeDelta::days(9)), "nobody has reported them so");
    // A report dated two days back, to count at once.
    let early = hour - TimeDelta::days(2);
    fails(game.then(at, &[reported(0, &figures, early), settled(&Settlement::Unopposed)], out), "figures are reported as if it were");
    fails(game.then(at, &[reported(0, &figures, hour), settled(&Settlement::Unopposed)], out), "figures count before their time");
    assert_eq!(game.then(at, &[reported(0, &figures, hour), settled(&Settlement::Confirmed)], out), Ok(()));
    fails(game.then(at, &[reported(0, &figures, hour), settled(&ruled)], out), "figures count before their time");
    assert_eq!(game.then(at, &[reported(0, &other, hour), reported(1, &figures, hour), settled(&ruled)], out), Ok(()));
    let late = Figures { date: figures.date + chrono::Days::new(8), ..figures.clone() };
    fails(game.then(at, &[reported(0, &late, hour)], out), "are not those that are waited for");
    let opposed = [reported(0, &other, hour), settled(&Settlement::Confirmed)];
    fails(game.then(at, &opposed, out), "nobody has reported them so");
}

#[test]
fn only_he_throws_whose_throw_it_is() {
    let game = Played::of("25-honour");
    let at = game.pinned();
    let thrower = game.games[at].thrower();
    let thrown = |seat| Event::Thrown { seat, digits: "7".to_owned() };
    assert_eq!(game.then(at, &[thrown(thrower)], TimeDelta::zero()), Ok(()));
    let other = custodian::turn::Seat(1 - thrower.0);
    fails(game.then(at, &[thrown(other)], TimeDelta::zero()), "nobody waits for the throw");
}

/// A roll under another name or from another source: what that comes to, so that nothing else is wrong with it.
fn made_otherwise(roll: &mut Roll, id: String, source: u32, game: &Multiverse) {
    let (digits, outcome) = game.dice.ledger.outcome(game.name(), &id, source, &roll.weights).expect("it comes to something");
    let fell = roll.words.get(outcome).cloned().unwrap_or_default();
    *roll = Roll { id, source, digits, outcome, fell, ..roll.clone() };
}

/// Its name gives a roll its digits: whoever could choose among names could choose among digits.
#[test]
fn a_roll_has_one_name() {
    let (mut rolled, mut laid_open) = (0, 0);
    for script in ["10-fate", "17-drand", "30-answers-and-timelines"] {
        let game = Played::of(script);
        for at in 1..game.lines.len() {
            let after = &game.games[at];
            for tail in ["b", "q", "zzk"] {
                let other = |roll: &mut Roll| made_otherwise(roll, format!("{}{tail}", roll.id), roll.source, after);
                let (first, counted) = (Cell::new(true), Cell::new(0));
                let said = game.changed(at, |event| match event {
                    Event::Rolled(roll) if first.take() => {
                        other(roll);
                        counted.set(1);
                    }
                    Event::Asked(asked) if first.take() && !asked.rolls.is_empty() => {
                        other(&mut asked.rolls[0]);
                        counted.set(2);
                    }
                    _ => {}
                });
                match counted.get() {
                    0 => continue,
                    1 => rolled += 1,
                    _ => laid_open += 1,
                }
                fails(said, "is not the next one, ");
            }
        }
    }
    assert!(rolled > 5 && laid_open > 2, "{rolled} {laid_open}");
}

/// Who makes a roll again makes it from the source that it was once made from: nobody draws twice.
#[test]
fn a_roll_that_is_made_again_has_one_source() {
    let game = Played::of("27-dice-and-timelines");
    let mut again = 0;
    for at in 1..game.lines.len() {
        let after = &game.games[at];
        let newest = after.dice.ledger.sources.len() as u32;
        let (first, counted) = (Cell::new(true), Cell::new(false));
        let said = game.changed(at, |event| {
            if let Event::Rolled(roll) = event
                && roll.source < newest
                && first.take()
            {
                let mut fresh = Multiverse::clone(after);
                Arc::make_mut(&mut fresh.dice.ledger).drawn.remove(&roll.id);
                made_otherwise(roll, roll.id.clone(), newest, &fresh);
                counted.set(true);
            }
        });
        if counted.get() {
            again += 1;
            fails(said, "is not the next one, ");
        }
    }
    assert!(again > 0);
}
