//! A pin: which source a roll will be made from, fixed before anybody can know it, with the table and the orders that it is for.

use super::beacon::Round;
use super::chain::Link;
use super::method::{Market, Method};
use super::table::Table;
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};

/// C3: a stock's date lies at least so many days after the letter's.
pub const DAYS_AHEAD: u64 = 2;
/// When the trade of a day is over on the exchange, in hours of UTC.
const CLOSING: u32 = 21;

/// What a phase waits for. From then on the orders are locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The game's name, which the digits are hashed with.
    pub game: String,
    /// The first roll that it serves, `5.2.1`; those that follow in the same step are made from it as well.
    pub roll: String,
    /// What that first roll may come to.
    pub table: Table,
    /// What is being carried out, in words.
    pub occasion: String,
    /// The locked orders, a line each.
    pub orders: Vec<String>,
    pub made: DateTime<Utc>,
    pub awaits: Awaits,
}

/// A source that is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaits {
    Beacon(Round),
    /// Volumes of that day, and of the trading days after it where one does not give digits enough.
    Volumes {
        market: Market,
        from: NaiveDate,
    },
    /// Dice that a player throws.
    Throw,
}

impl Awaits {
    /// What orders locked at that hour wait for; a stock's date may be named, and is never too early. None where no source has to be awaited.
    pub fn by(method: &Method, named: Option<(Vec<String>, NaiveDate)>, locked: DateTime<Utc>) -> Option<Awaits> {
        match method {
            Method::House => None,
            Method::Drand { lead } => Some(Awaits::Beacon(Round::at_or_after(locked + TimeDelta::seconds(i64::from(*lead))))),
            Method::Stock(market) => {
                let first = first_date(locked);
                let (tickers, from) = named.unwrap_or_else(|| (market.tickers.clone(), trading_day(first)));
                Some(Awaits::Volumes { market: Market { tickers, ..market.clone() }, from: from.max(first) })
            }
            Method::Honour => Some(Awaits::Throw),
        }
    }
}

/// The first date that a letter of that hour may name (C3).
pub fn first_date(letter: DateTime<Utc>) -> NaiveDate {
    letter.date_naive() + Days::new(DAYS_AHEAD)
}

/// The date, or the Monday after where it is of a weekend.
pub fn trading_day(date: NaiveDate) -> NaiveDate {
    match date.weekday() {
        Weekday::Sat => date + Days::new(2),
        Weekday::Sun => date + Days::new(1),
        _ => date,
    }
}

/// When the volumes of a day can be known.
pub fn closing(date: NaiveDate) -> DateTime<Utc> {
    date.and_time(NaiveTime::from_hms_opt(CLOSING, 0, 0).expect("is an hour")).and_utc()
}

impl Pin {
    /// When the source can be known.
    pub fn expected(&self) -> DateTime<Utc> {
        match &self.awaits {
            Awaits::Beacon(round) => round.time().unwrap_or(self.made),
            Awaits::Volumes { from, .. } => closing(*from),
            Awaits::Throw => self.made,
        }
    }

    /// The phase that it was made in, as the names of its rolls begin.
    pub fn phase(&self) -> &str {
        self.roll.rsplit_once('.').map_or("", |(phase, _)| phase)
    }

    /// The SHA-256 of lines: `chess-orders-v1`, the game, the phase and the locked orders, a line each.
    pub fn orders_fingerprint(&self) -> Link {
        let phase = self.phase();
        let orders: String = self.orders.iter().map(|order| format!("{order}\n")).collect();
        Link::of(format!("chess-orders-v1\n{}\n{phase}\n{orders}", self.game).as_bytes())
    }

    pub fn table_fingerprint(&self) -> Link {
        self.table.fingerprint(&self.game, &self.roll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Volume;
    use crate::dice::method::USUAL_LEAD;

    fn at(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().with_timezone(&Utc)
    }

    #[test]
    fn a_round_is_the_first_at_or_after_the_lead() {
        let locked = at("2026-04-19T23:00:00Z");
        let awaits = Awaits::by(&Method::Drand { lead: USUAL_LEAD }, None, locked);
        assert_eq!(awaits, Some(Awaits::Beacon(Round(27_946_612))));
        assert_eq!(Awaits::by(&Method::House, None, locked), None);
    }

    #[test]
    fn a_stocks_date_lies_two_days_ahead_and_is_no_weekend_unless_named() {
        let market = Market { tickers: vec!["IBM".into()], publication: "The Times".into(), volume: Volume::Consolidated };
        let method = Method::Stock(market.clone());
        let date = |text: &str| text.parse::<NaiveDate>().unwrap();
        let from = |named: Option<&str>, locked: &str| {
            let named = named.map(|named| (vec!["KO".to_owned()], date(named)));
            match Awaits::by(&method, named, at(locked)) {
                Some(Awaits::Volumes { from, .. }) => from,
                other => panic!("{other:?}"),
            }
        };
        // A Tuesday; a Thursday, whose second day after is a Saturday.
        assert_eq!(from(None, "2026-05-12T23:59:59Z"), date("2026-05-14"));
        assert_eq!(from(None, "2026-05-14T00:00:00Z"), date("2026-05-18"));
        assert_eq!(from(Some("2026-05-20"), "2026-05-12T10:00:00Z"), date("2026-05-20"));
        assert_eq!(from(Some("2026-05-13"), "2026-05-12T10:00:00Z"), date("2026-05-14"));
        assert_eq!(closing(date("2026-05-14")), at("2026-05-14T21:00:00Z"));
    }
}
