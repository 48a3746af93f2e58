//! What players write about dice that the phase waits for: digits thrown, volumes read off, and the stock and date for them (C3).

use chrono::NaiveDate;

use super::Session;
use crate::dice::{Awaits, LONGEST_LEAD, Market, Method, first_date};
use crate::game::event::{Event, Ruler, Settlement};
use crate::game::mar::awaited::{Awaited, Claim, Figures, UNOPPOSED_HOURS};
use crate::game::mar::judgement::{Reply, accepted, noted};
use crate::game::mar::presiding::unpinned;
use crate::game::order::Report;

/// The most digits thrown in one letter.
const MOST_THROWN: usize = 20;
const DAY: i64 = 24 * 3600;

/// The report that somebody agrees to: the only one, or in a dispute of two the other's, to whom he gives way.
fn confirmed<'c>(own: &[&Claim], others: &[&'c Claim]) -> Result<&'c Claim, String> {
    let Some(claim) = others.first() else {
        return Err(match own.is_empty() {
            true => "nobody has reported anything yet".to_owned(),
            false => "only you have reported so far; YES is for another player".to_owned(),
        });
    };
    let at_odds = others.iter().any(|other| other.figures != claim.figures);
    match at_odds || (own.is_empty() && others.len() > 1) {
        false => Ok(claim),
        true => Err(format!(
            "different figures have been reported, so YES does not tell whose you mean: REPORT what you have read, as in REPORT {}",
            claim.figures.as_reported()
        )),
    }
}

impl Session {
    /// Why the mover's orders cannot be changed now, if they cannot.
    pub(super) fn locked(&self) -> Result<(), String> {
        match &self.state().awaited {
            Some(awaited) => {
                let what = super::super::awaited::told(awaited);
                Err(format!("your orders are locked until the dice are known, so that nobody changes his mind by them (C3): {what}"))
            }
            None => Ok(()),
        }
    }

    /// `THROW 4 7` (honour).
    pub(super) fn throw(&mut self, text: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(awaited) = state.awaited.as_ref().filter(|awaited| awaited.pin.awaits == Awaits::Throw) else {
            return Err(match state.method() {
                Method::Honour => "nothing is to be thrown now; when a roll comes, a mail says so".to_owned(),
                method => format!(
                    "THROW is for games whose players have agreed to throw their own dice (honour, C3); in this one nobody throws: {}",
                    source_of(method)
                ),
            });
        };
        let thrower = state.thrower();
        if !state.same_person(thrower, self.seat) {
            return Err(format!("this throw is {}'s, not yours", state.player(thrower).name));
        }
        let apart = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.');
        let digits: String = text.chars().filter(|c| !apart(*c)).collect();
        if digits.is_empty() || digits.len() > MOST_THROWN || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            let width = awaited.table().width();
            let example = &"47"[..width.min(2)];
            return Err(format!("a throw is digits, 0 to 9, {width} for each number of the table, as in THROW {example}"));
        }
        let (seat, so_far) = (self.seat, awaited.thrown.len());
        self.deed.happen(Event::Thrown { seat, digits: digits.clone() });
        self.read_off = true;
        let spread = |digits: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(" ");
        let thrown = format!("you have thrown {}", spread(&digits));
        let mut trial = self.deed.clone();
        let decides = trial.carry_out_by_digits().then(|| {
            let ledger = &trial.after.dice.ledger;
            ledger.taken(ledger.sources.len() as u32).saturating_sub(so_far)
        });
        match decides.filter(|decides| *decides < digits.len()) {
            Some(decides) => noted(format!("{thrown}; {} decide, and the others count for nothing", spread(&digits[..decides]))),
            None => accepted(thrown),
        }
    }

    /// `REPORT IBM 4512387 ON 2026-05-14` (stock).
    pub(super) fn report(&mut self, report: &Report) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(awaited) = state.awaited.as_ref().filter(|awaited| awaited.market().is_some()) else {
            return Err(match state.method() {
                Method::Stock(_) => "no volumes are waited for now; when a roll comes, a mail says which".to_owned(),
                _ => format!("in this game nobody reports volumes; it rolls by {}", state.method().word()),
            });
        };
        let (own, others): (Vec<&Claim>, Vec<&Claim>) = awaited.claims.iter().partition(|claim| state.same_person(claim.seat, self.seat));
        let figures = match report {
            Report::Yes => self.still_reported(awaited, confirmed(&own, &others)?)?,
            Report::Volumes { volumes, date } => state.awaited_figures(volumes, *date, self.now)?,
        };
        let different = others.iter().find(|claim| claim.figures != figures);
        let digits = figures.digits();
        // Whoever sits in two seats has one voice.
        let (seat, day) = (own.first().map_or(self.seat, |claim| claim.seat), figures.date.format("%-d %B %Y"));
        if different.is_none() && !others.is_empty() {
            self.deed.happen(Event::Settled { figures, how: Settlement::Confirmed });
            self.read_off = true;
            return accepted(format!("another player has reported the same, so it counts: digits {digits}"));
        }
        if own.iter().any(|claim| claim.figures == figures) {
            return noted("you have reported that already; another player has to report the same");
        }
        let reply = match different {
            Some(claim) => noted(format!(
                "digits {digits}, of {day}; {} has reported something else, {}: one of you gives way (REPORT YES) or corrects himself, or the master of \
                 this house rules, unless he plays himself, or after a week what most players report counts",
                state.player(claim.seat).name,
                claim.figures
            )),
            None => accepted(format!(
                "digits {digits}, of {day}; it counts when another player reports the same, or in {UNOPPOSED_HOURS} hours if nobody opposes it"
            )),
        };
        let at = self.now;
        self.deed.happen(Event::Reported(Claim { seat, figures, at }));
        reply
    }

    /// The figures of a report, where they are those that the writer of `REPORT YES` was told of in the mail that he answers: nobody confirms what he
    /// has not seen.
    fn still_reported(&self, awaited: &Awaited, claim: &Claim) -> Result<Figures, String> {
        let told_of = match self.named.is_empty() {
            true => awaited.corrected.iter().all(|before| before.seat != claim.seat),
            false => self.named.contains(&claim.figures.mark()),
        };
        let (name, figures) = (&self.state().player(claim.seat).name, &claim.figures);
        match told_of {
            true => Ok(figures.clone()),
            false => Err(format!(
                "other figures stand now than those that YES may mean: {name} reports {figures}. If you have read the same, write REPORT YES in an \
                 answer to the mail that tells of them, or REPORT {}",
                figures.as_reported()
            )),
        }
    }

    /// `RULING DICE VOID the relays are dead` of a player: where dice have not come for a week, more than half of the players rule as the master could.
    pub(super) fn agree_to_void(&mut self, reason: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(awaited) = &state.awaited else { return Err("no dice are waited for in this game".into()) };
        if !awaited.is_overdue(self.now) {
            let week = awaited.overdue_at().format("%H:%M UTC on %-d %B %Y");
            return Err(format!(
                "players may agree on that when the dice have not come for a week, from {week} on; until then only the master rules, where he does not play"
            ));
        }
        if reason.is_empty() {
            return Err("a ruling has a reason that everybody reads: RULING DICE VOID and the reason".into());
        }
        let voice = state.persons().into_iter().find(|&seat| state.same_person(seat, self.seat));
        let Some(side) = voice.map(|seat| state.player(seat).side) else { return Err("you have no voice in this game any more".into()) };
        if awaited.voids.contains(&side) {
            return noted("you have agreed to that already");
        }
        let why = reason.trim_end_matches('.').to_owned();
        self.deed.happen(Event::VoidWanted { side, why: why.clone() });
        let (agreed, people) = self.state().agreement_to_void();
        if !self.state().is_void_by_players() {
            let all = self.state().awaited.as_ref().is_some_and(crate::game::mar::Awaited::is_read_in_part);
            let takes = if all { "all of them, for some of its dice are read off" } else { "more than half of them" };
            return accepted(format!("you agree that the pin is void, as {agreed} of {people} players do; it takes {takes}"));
        }
        let so_far = self.deed.events.len();
        self.deed.unpin(Ruler::Players, why);
        self.went_on = self.deed.events.len() > so_far + 1;
        accepted(unpinned(&self.deed))
    }

    /// `STOCK IBM, KO ON 2026-05-14`: for dice of this phase, should it come to any.
    pub(super) fn stock(&mut self, tickers: &[String], date: NaiveDate) -> Reply {
        let Method::Stock(market) = self.state().method() else {
            return Err(format!("in this game no stocks are named; it rolls by {}", self.state().method().word()));
        };
        let tickers = if tickers.is_empty() { market.tickers.clone() } else { tickers.to_vec() };
        let market = Market { tickers: tickers.clone(), ..market.clone() };
        market.check().map_err(|problem| problem.to_string())?;
        let first = first_date(self.now);
        if date < first {
            return Err(format!("a date lies at least two days after the letter that names it (C3): name a date on or after {first}"));
        }
        let last = first + chrono::Days::new((i64::from(LONGEST_LEAD) / DAY).unsigned_abs());
        if date > last {
            return Err(format!("a date lies at most 30 days ahead (C3): name a date on or before {last}"));
        }
        self.draft.stock = Some((tickers, date));
        accepted(format!("dice of this phase, if it comes to any, are made from {market}, of {date} or the next trading day"))
    }
}

/// Where dice come from, to a player.
fn source_of(method: &Method) -> String {
    match method {
        Method::House => "the house rolls for everybody as orders are carried out".to_owned(),
        Method::Stock(_) => "the volumes of stocks are the dice (stock)".to_owned(),
        method => format!("they come by {}", method.word()),
    }
}
