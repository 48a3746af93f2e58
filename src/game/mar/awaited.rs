//! What a phase waits for: its pin, and how far those have got who read the digits off (C3).

use std::fmt;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::board::SideId;
use crate::dice::{Awaits, Link, Market, Method, Pin, Table, Wanted};
use crate::game::event::Settlement;
use crate::turn::Seat;

use super::multiverse::{Action, Draft, Multiverse};

/// Digits of the longest volume.
const MOST_DIGITS: usize = 15;
/// A report that nobody opposes counts after so many hours.
pub const UNOPPOSED_HOURS: i64 = 48;
/// No market is closed for longer: later volumes are of another day of trade than the first.
const LONGEST_CLOSED: u64 = 7;
/// Hexadecimal digits of the mark of a reading.
pub const MARK: usize = 16;
/// Notices that a source is late: hours after which the master is told, after which everybody, and after which a ruling is offered.
pub(super) const LATE_HOURS: [i64; 3] = [1, 24, 7 * 24];

/// Dice that the orders of a phase wait for; until then they are locked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    pub pin: Pin,
    /// Notices sent of its being late.
    pub late: u8,
    /// The roll that the digits read off so far have led to, where it is not the one that was pinned.
    pub further: Option<Wanted>,
    /// Digits thrown so far.
    pub thrown: String,
    /// Days whose figures count, the first one first.
    pub days: Vec<Figures>,
    /// The reports of the next day, one a person, the oldest first.
    pub claims: Vec<Claim>,
    /// Reports of that day that their writers have corrected since.
    pub corrected: Vec<Claim>,
    /// Who agrees that the pin is void.
    pub voids: Vec<SideId>,
    /// The latest hour at which the reports of the day before may have come to count.
    pub read: Option<DateTime<Utc>>,
}

/// The volumes of one day, in the order of the stocks, as printed and without commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    pub date: NaiveDate,
    /// Stock and volume.
    pub volumes: Vec<(String, String)>,
}

/// A player's report of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub seat: Seat,
    pub figures: Figures,
    pub at: DateTime<Utc>,
}

/// `IBM 4512387 of 14 May 2026: digit 7`.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let volumes: Vec<String> = self.volumes.iter().map(|(ticker, volume)| format!("{ticker} {volume}")).collect();
        let (volumes, digits) = (volumes.join(", "), self.digits());
        write!(f, "{volumes} of {}: digit{} {digits}", self.date.format("%-d %B %Y"), if digits.len() == 1 { "" } else { "s" })
    }
}

impl Figures {
    /// C3: the last digit of each volume.
    pub fn digits(&self) -> String {
        self.volumes.iter().filter_map(|(_, volume)| volume.chars().last()).collect()
    }

    /// What tells them from all others, in letters and digits: too long for anybody to find other figures with the same.
    pub fn mark(&self) -> String {
        Link::of(self.to_string().as_bytes()).to_string()[..MARK].to_owned()
    }

    /// As somebody reports them: `IBM 4512387, KO 98409 ON 2026-05-14`.
    pub fn as_reported(&self) -> String {
        let volumes: Vec<String> = self.volumes.iter().map(|(ticker, volume)| format!("{ticker} {volume}")).collect();
        format!("{} ON {}", volumes.join(", "), self.date)
    }
}

impl Awaited {
    pub fn of(pin: Pin) -> Awaited {
        Awaited {
            pin,
            late: 0,
            further: None,
            thrown: String::new(),
            days: Vec::new(),
            claims: Vec::new(),
            corrected: Vec::new(),
            voids: Vec::new(),
            read: None,
        }
    }

    /// All digits read off so far.
    pub fn digits(&self) -> String {
        self.days.iter().map(Figures::digits).chain(std::iter::once(self.thrown.clone())).collect()
    }

    /// A player reports: he replaces his own report; one that differs from another's opposes it.
    pub fn report(&mut self, claim: Claim) {
        let is_his = |known: &mut Claim| known.seat == claim.seat;
        self.corrected.extend(self.claims.extract_if(.., is_his).filter(|known| known.figures != claim.figures));
        self.claims.push(claim);
        self.claims.sort_by_key(|claim| claim.at);
    }

    /// Those figures count; the next day's have their own time to come.
    pub fn settle(&mut self, figures: Figures) {
        self.days.push(figures);
        self.read = self.claims.drain(..).map(|claim| Self::unopposed_from(claim.at)).max().or(self.read);
        self.corrected.clear();
        self.late = 0;
        self.voids.clear();
    }

    /// The marks of the readings that stand, as the Message-ID of a mail names them.
    pub fn marks(&self) -> Vec<String> {
        let mut marks: Vec<String> = self.claims.iter().map(|claim| claim.figures.mark()).collect();
        marks.dedup();
        marks
    }

    /// The only report, when its time is over.
    pub fn unopposed(&self) -> Option<(&Claim, DateTime<Utc>)> {
        match &self.claims[..] {
            [claim] => Some((claim, Self::unopposed_from(claim.at))),
            _ => None,
        }
    }

    /// In a dispute the figures that more people report than any others (R16), and the hour from which they count, should nobody rule before: as
    /// reports of which nobody says anything, not before a week is over.
    pub fn by_most(&self) -> Option<(&Figures, DateTime<Utc>)> {
        let backers = |figures: &Figures| self.claims.iter().filter(|claim| claim.figures == *figures).count();
        let figures = &self.claims.iter().max_by_key(|claim| backers(&claim.figures)).filter(|_| self.is_disputed())?.figures;
        let (own, others): (Vec<&Claim>, Vec<&Claim>) = self.claims.iter().partition(|claim| claim.figures == *figures);
        let newest = own.iter().map(|claim| claim.at).max().filter(|_| others.iter().all(|other| backers(&other.figures) < own.len()))?;
        Some((figures, self.overdue_at().max(Self::unopposed_from(newest))))
    }

    /// Players report different figures: a ruling helps, or one of them giving way, and after a week most of them.
    pub fn is_disputed(&self) -> bool {
        self.claims.iter().any(|claim| claim.figures != self.claims[0].figures)
    }

    /// The first day whose figures may count next.
    pub fn next_day(&self) -> Option<NaiveDate> {
        let Awaits::Volumes { from, .. } = &self.pin.awaits else { return None };
        Some(self.days.last().map_or(*from, |day| crate::dice::trading_day(day.date + chrono::Days::new(1))))
    }

    /// The day of the only report and the day that was pinned, where the report passes that day over as one without trade.
    pub fn passes_over(&self) -> Option<(String, String)> {
        let (claim, first) = (self.unopposed()?.0, self.next_day()?);
        let told = |day: NaiveDate| day.format("%-d %B %Y").to_string();
        (claim.figures.date > first).then(|| (told(claim.figures.date), told(first)))
    }

    /// The roll that is waited for.
    pub fn roll(&self) -> &str {
        self.further.as_ref().map_or(&self.pin.roll, |wanted| &wanted.roll)
    }

    /// What that roll may come to.
    pub fn table(&self) -> &Table {
        self.further.as_ref().map_or(&self.pin.table, |wanted| &wanted.table)
    }

    /// The stocks that are waited for.
    pub fn market(&self) -> Option<&Market> {
        match &self.pin.awaits {
            Awaits::Volumes { market, .. } => Some(market),
            Awaits::Beacon(_) | Awaits::Throw => None,
        }
    }

    /// The newest notice that is due by now; those before it are passed over where the program did not run.
    pub fn notice_due(&self, now: DateTime<Utc>) -> Option<u8> {
        let due = LATE_HOURS.iter().filter(|hours| self.since() + TimeDelta::hours(**hours) <= now).count() as u8;
        (due > self.late).then_some(due)
    }

    /// When the next notice is due.
    pub fn late_at(&self) -> Option<DateTime<Utc>> {
        let hours = LATE_HOURS.get(usize::from(self.late))?;
        Some(self.since() + TimeDelta::hours(*hours))
    }

    /// A ruling may take the place of the source: it has not come for a week.
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        self.overdue_at() <= now
    }

    /// The hour at which that week is over.
    pub fn overdue_at(&self) -> DateTime<Utc> {
        self.since() + TimeDelta::hours(LATE_HOURS[LATE_HOURS.len() - 1])
    }

    /// Since when something could have come.
    fn since(&self) -> DateTime<Utc> {
        let day = self.days.last().and(self.next_day()).map(crate::dice::closing);
        let day = day.map(|day| self.read.map_or(day, |read| read.max(day)));
        day.unwrap_or_else(|| self.pin.expected())
    }
}

/// What is waited for, in words.
pub fn told(awaited: &Awaited) -> String {
    match &awaited.pin.awaits {
        Awaits::Beacon(round) => {
            let time = awaited.pin.expected().format("%H:%M:%S UTC on %-d %B %Y");
            format!("round {round} of drand's quicknet, published at {time}")
        }
        Awaits::Volumes { market, .. } => {
            let day = awaited.next_day().map(|day| day.format("%-d %B %Y").to_string()).unwrap_or_default();
            format!("{market}, of {day} or the next trading day")
        }
        Awaits::Throw => "a throw of dice".to_owned(),
    }
}

impl Multiverse {
    /// Who throws the dice: the player on move, or whoever comes after him where he has left.
    pub fn thrower(&self) -> Seat {
        let stays: Vec<bool> = self.seats.iter().map(|player| player.moves() && !self.is_leaving(player.side)).collect();
        match stays[self.phase.seat.index()] {
            true => self.phase.seat,
            false => self.phase.next(&stays).map_or(self.phase.seat, |next| next.seat),
        }
    }

    /// The locked orders, a line each, as their fingerprint is made from them: a rule by the SHA-256 of its words.
    pub fn order_lines(&self, draft: &Draft) -> Vec<String> {
        let place = |universe: Option<u16>| universe.map(|number| format!(" IN {number}")).unwrap_or_default();
        let action = match &draft.action {
            Action::Move => None,
            Action::Rule { text, .. } => Some(format!("RULE {}", Link::of(text.as_bytes()))),
            Action::Repeal { target, universe } => Some(format!("REPEAL {target}{}", place(*universe))),
            Action::RepealAll { universe } => Some(format!("REPEAL ALL{}", place(*universe))),
            Action::Pass => Some("PASS".to_owned()),
        };
        let real = draft.real.map(|universe| format!("REAL {universe}"));
        let moves = draft.moves.iter().map(|(universe, notation)| format!("{universe}: {notation}"));
        real.into_iter().chain(action).chain(moves).collect()
    }

    /// How many people agree that the pin is void, and how many there are who could.
    pub fn agreement_to_void(&self) -> (usize, usize) {
        let voids = self.awaited.as_ref().map_or(&[][..], |awaited| &awaited.voids);
        let mut people: Vec<SideId> = self.persons().into_iter().map(|seat| self.player(seat).side).collect();
        people.retain(|side| !self.is_leaving(*side));
        (people.iter().filter(|side| voids.contains(side)).count(), people.len())
    }

    /// Whether the game rolls dice that nobody has to wait for.
    pub fn rolls_at_once(&self) -> bool {
        *self.method() == Method::House
    }

    /// Whether figures that were reported can count so.
    pub(super) fn could_settle(&self, figures: &Figures, how: &Settlement) -> Result<(), String> {
        self.could_report(figures)?;
        let claims = self.awaited.as_ref().map_or(&[][..], |awaited| &awaited.claims);
        let backed = claims.iter().filter(|claim| claim.figures == *figures).count();
        let fits = match how {
            // Who confirms them may have reported others before.
            Settlement::Confirmed => backed > 0 && claims.len() - backed <= 1,
            Settlement::Unopposed => backed == 1 && claims.len() == 1,
            Settlement::Majority => backed > 1,
            Settlement::Ruled(_) => backed > 0,
        };
        match fits {
            true => Ok(()),
            false => Err(format!("the figures of {} count, and nobody has reported them so", figures.date)),
        }
    }

    /// Whether figures can be those of the day that is waited for.
    pub(super) fn could_report(&self, figures: &Figures) -> Result<(), String> {
        let Some((awaited, market)) = self.awaited.as_ref().and_then(|awaited| Some((awaited, awaited.market()?))) else {
            return Err("no volumes are waited for".to_owned());
        };
        let volume = |volume: &str| (1..=MOST_DIGITS).contains(&volume.len()) && volume.bytes().all(|digit| digit.is_ascii_digit());
        let stocks = figures.volumes.iter().map(|(ticker, _)| ticker);
        let in_time = awaited.next_day().is_some_and(|day| (day..=day + chrono::Days::new(LONGEST_CLOSED)).contains(&figures.date));
        match in_time && stocks.eq(&market.tickers) && figures.volumes.iter().all(|(_, digits)| volume(digits)) {
            true => Ok(()),
            false => Err(format!("the figures of {} are not those that are waited for", figures.date)),
        }
    }

    /// Volumes as somebody has written them, of a day that can be known by now.
    pub(super) fn awaited_figures(
        &self,
        volumes: &[(Option<String>, String)],
        date: Option<NaiveDate>,
        now: DateTime<Utc>,
    ) -> Result<Figures, String> {
        let waits = self.awaited.as_ref().and_then(|awaited| Some((awaited.market()?, awaited.next_day()?)));
        let (market, first) = waits.ok_or("no volumes are waited for now")?;
        let figures = figures(market, volumes, date.unwrap_or(first))?;
        let known = crate::dice::closing(figures.date);
        if figures.date < first {
            return Err(format!("these dice are made from the volumes of {first}, or of the next trading day after it"));
        }
        let last = first + chrono::Days::new(LONGEST_CLOSED);
        if figures.date > last {
            return Err(format!(
                "these dice are made from the volumes of {first}, or of the next trading day after it, and that is not later than {last}: no market is \
                 closed for longer"
            ));
        }
        if known > now {
            return Err(format!("the volumes of {} are not known before {}", figures.date, known.format("%H:%M UTC of that day")));
        }
        self.could_report(&figures)?;
        Ok(figures)
    }

    /// A pin that these orders could have made.
    pub(super) fn could_pin(&self, pin: &Pin) -> Result<(), String> {
        let orders = self.draft.as_ref().map(|draft| self.order_lines(draft)).unwrap_or_default();
        if self.awaited.is_some() || pin.orders != orders || pin.game != self.name() {
            return Err("dice are pinned already, or for other orders than those that stand".to_owned());
        }
        if self.draft.is_none() && self.player(self.phase.seat).alive {
            return Err("dice are pinned, and no orders wait for them".to_owned());
        }
        let named = self.draft.as_ref().and_then(|draft| draft.stock.clone());
        if !self.steps().iter().any(|step| step == pin.phase()) {
            return Err(format!("roll {} is pinned, and what is carried out now is {}", pin.roll, self.step()));
        }
        match pin.table.is_sound() && Awaits::by(self.method(), named, pin.made).as_ref() == Some(&pin.awaits) {
            true => Ok(()),
            false => Err(format!("the pin of roll {} is not what the players have agreed on", pin.roll)),
        }
    }
}

/// The volumes reported, in the order in which the stocks are pinned.
fn figures(market: &Market, reported: &[(Option<String>, String)], date: NaiveDate) -> Result<Figures, String> {
    let example: Vec<String> = market.tickers.iter().map(|ticker| format!("{ticker} 4512387")).collect();
    let example = format!("REPORT {}", example.join(", "));
    let of = |ticker: &String| {
        let mut found = reported.iter().filter(|(named, _)| match named {
            Some(named) => named.eq_ignore_ascii_case(ticker),
            None => market.tickers.len() == 1,
        });
        match (found.next(), found.next()) {
            (Some((_, volume)), None) => Ok((ticker.clone(), volume.clone())),
            (None, _) => Err(format!("the volume of {ticker} is missing; write all of one day, as in {example}")),
            (Some(_), Some(_)) => Err(format!("{ticker} is reported twice")),
        }
    };
    let volumes = market.tickers.iter().map(of).collect::<Result<Vec<_>, _>>()?;
    match reported.len() == volumes.len() {
        true => Ok(Figures { date, volumes }),
        false => Err(format!("only {} is wanted, as in {example}", market.tickers.join(", "))),
    }
}
