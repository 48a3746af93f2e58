//! C3: how the players of a game have agreed to make their rolls.

use std::fmt;

use crate::span;

/// The shortest time from a pin to its round: nobody may know the round when he locks his orders.
pub const SHORTEST_LEAD: u32 = 5 * 60;
/// The longest; a pin waits no longer.
pub const LONGEST_LEAD: u32 = 30 * 24 * 3600;
/// What goes without saying.
pub const USUAL_LEAD: u32 = 3600;
/// C3's own: two days.
pub const TWO_DAYS: u32 = 48 * 3600;
/// The most stocks of one game.
const MOST_TICKERS: usize = 8;
const LONGEST_TICKER: usize = 6;
const LONGEST_PUBLICATION: usize = 80;

/// One kind of randomizer for a game. Whoever joins agrees to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// The house's own chain of hashes, its end published at the founding.
    House,
    /// A beacon of drand's quicknet, published at least so many seconds after the orders are locked.
    Drand { lead: u32 },
    /// The last digits of the volumes of stocks.
    Stock(Market),
    /// The mover throws dice and says what they show.
    Honour,
}

/// Which figures count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Market {
    /// Their digits are taken in this order, day after day.
    pub tickers: Vec<String>,
    /// Where the volumes are read.
    pub publication: String,
    pub volume: Volume,
}

/// Which trades a volume counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volume {
    /// On all exchanges.
    Consolidated,
    /// On the New York Stock Exchange alone.
    Nyse,
}

impl Volume {
    pub fn told(self) -> &'static str {
        match self {
            Volume::Consolidated => "consolidated volume",
            Volume::Nyse => "NYSE volume",
        }
    }
}

/// Why a method cannot be agreed on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MethodProblem {
    #[error("a round lies at least 5 minutes and at most 30 days after the orders, as in DICE drand 2 hours; the usual is 1 hour")]
    Lead,
    #[error("dice by stocks name one to {MOST_TICKERS} stocks by their symbols, as in DICE stock IBM, KO")]
    Tickers,
    #[error("\"{0}\" is not the symbol of a stock: it has 1 to {LONGEST_TICKER} letters, as in DICE stock IBM, KO")]
    Ticker(String),
    #[error("a stock is named twice; each of its volumes counts once")]
    Twice,
    #[error("the publication whose figures count is told in 1 to {LONGEST_PUBLICATION} characters")]
    Publication,
}

impl Method {
    /// The beacon, where nobody says how long after the orders.
    pub const USUAL_BEACON: Method = Method::Drand { lead: USUAL_LEAD };

    /// The word that names it.
    pub fn word(&self) -> &'static str {
        match self {
            Method::House => "house",
            Method::Drand { .. } => "drand",
            Method::Stock(_) => "stock",
            Method::Honour => "honour",
        }
    }

    pub fn check(&self) -> Result<(), MethodProblem> {
        match self {
            Method::Drand { lead } if !(SHORTEST_LEAD..=LONGEST_LEAD).contains(lead) => Err(MethodProblem::Lead),
            Method::Stock(market) => market.check(),
            Method::Drand { .. } | Method::House | Method::Honour => Ok(()),
        }
    }
}

/// In words, for those who agree to it.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Method::House => {
                f.write_str(
                    "house: this program's own chain of hashes, whose end is published before the game and whose seed after it; whoever keeps the \
                     house could know the rolls beforehand, and can change none",
                )
            }
            Method::Drand { lead } => {
                write!(
                    f,
                    "drand: a beacon of the League of Entropy (quicknet), published {} after the orders are locked",
                    span::told(*lead)
                )
            }
            Method::Stock(market) => write!(f, "stock: {market}"),
            Method::Honour => {
                f.write_str("honour: whoever is on move throws real dice and says what they show; everybody trusts everybody")
            }
        }
    }
}

impl Market {
    pub fn check(&self) -> Result<(), MethodProblem> {
        if self.tickers.is_empty() || self.tickers.len() > MOST_TICKERS {
            return Err(MethodProblem::Tickers);
        }
        let is_symbol = |ticker: &String| {
            let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '.';
            ticker.len() <= LONGEST_TICKER && ticker.starts_with(|c: char| c.is_ascii_uppercase()) && ticker.chars().all(plain)
        };
        if let Some(wrong) = self.tickers.iter().find(|ticker| !is_symbol(ticker)) {
            return Err(MethodProblem::Ticker(wrong.clone()));
        }
        if self.tickers.iter().enumerate().any(|(at, ticker)| self.tickers[..at].contains(ticker)) {
            return Err(MethodProblem::Twice);
        }
        let length = self.publication.chars().count();
        match (1..=LONGEST_PUBLICATION).contains(&length) && !self.publication.chars().any(char::is_control) {
            true => Ok(()),
            false => Err(MethodProblem::Publication),
        }
    }
}

impl fmt::Display for Market {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Market { tickers, publication, volume } = self;
        write!(f, "the last digit of the {} of {}, as printed in {publication}", volume.told(), tickers.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_agreed_on_is_told() {
        let market = |tickers: &[&str], publication: &str| {
            let tickers = tickers.iter().map(|ticker| (*ticker).to_owned()).collect();
            Method::Stock(Market { tickers, publication: publication.into(), volume: Volume::Nyse }).check()
        };
        assert_eq!(market(&["IBM", "BRK.B"], "The Times"), Ok(()));
        assert_eq!(market(&[], "The Times"), Err(MethodProblem::Tickers));
        assert_eq!(market(&["IBM", "IBM"], "The Times"), Err(MethodProblem::Twice));
        assert_eq!(market(&["ibm"], "The Times"), Err(MethodProblem::Ticker("ibm".into())));
        assert_eq!(market(&["IBM"], ""), Err(MethodProblem::Publication));
        for (lead, sound) in [(0, false), (SHORTEST_LEAD, true), (USUAL_LEAD, true), (TWO_DAYS, true), (LONGEST_LEAD + 1, false)] {
            assert_eq!(Method::Drand { lead }.check().is_ok(), sound, "{lead}");
        }
    }
}
