//! What a NEW letter says about the dice: `DICE drand 2 hours`, `DICE stock IBM, KO; The New York Times; NYSE volume`.

use crate::dice::{Market, Method, MethodProblem, TWO_DAYS, Volume};
use crate::game::reading::list;
use crate::span;

/// Where volumes are read when nobody says where.
const PUBLICATION: &str = "the daily figures of the New York Stock Exchange";

/// Why a DICE line says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceRefusal {
    #[error(
        "\"{0}\" is no way to make rolls; write DICE house, DICE drand, DICE drand 2 hours, DICE drand c3, DICE stock IBM, KO or DICE honour"
    )]
    Word(String),
    #[error("\"{0}\" tells nothing about dice by {1}; write DICE {1} alone")]
    Rest(String, &'static str),
    #[error(transparent)]
    Method(#[from] MethodProblem),
}

/// `usual` is the time between orders and beacon where the line names none.
pub(super) fn read(text: &str, usual: u32) -> Result<Method, DiceRefusal> {
    let text = text.trim().trim_end_matches('.');
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ':' | ',')).unwrap_or(text.len());
    let (word, rest) = (text[..end].to_lowercase(), text[end..].trim_start_matches([':', ',', ' ', '\t']).trim());
    let alone = |method: Method, word: &'static str| match rest {
        "" => Ok(method),
        rest => Err(DiceRefusal::Rest(rest.to_owned(), word)),
    };
    let method = match word.as_str() {
        "house" => alone(Method::House, "house")?,
        "honour" | "honor" => alone(Method::Honour, "honour")?,
        "drand" => Method::Drand { lead: lead(rest, usual)? },
        "stock" | "stocks" => Method::Stock(market(rest)),
        _ => return Err(DiceRefusal::Word(text.to_owned())),
    };
    method.check()?;
    Ok(method)
}

/// `2 hours`, `lead 2 hours`, `c3`.
fn lead(text: &str, usual: u32) -> Result<u32, DiceRefusal> {
    let text = text.to_lowercase();
    let text = text.trim_start_matches("with").trim_start().trim_start_matches("lead").trim();
    match text {
        "" => Ok(usual),
        "c3" => Ok(TWO_DAYS),
        text => span::read(text).ok_or(DiceRefusal::Method(MethodProblem::Lead)),
    }
}

/// Stocks, then the publication and the volume where they are told, parted by semicolons.
fn market(text: &str) -> Market {
    let mut parts = text.split(';').map(str::trim);
    let tickers = list(parts.next().unwrap_or_default()).iter().map(|ticker| ticker.to_ascii_uppercase()).collect();
    let (mut publication, mut volume) = (PUBLICATION.to_owned(), Volume::Consolidated);
    for part in parts.filter(|part| !part.is_empty()) {
        match part.to_lowercase().as_str() {
            "nyse" | "nyse volume" => volume = Volume::Nyse,
            "consolidated" | "consolidated volume" => volume = Volume::Consolidated,
            _ => publication = part.to_owned(),
        }
    }
    Market { tickers, publication, volume }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::USUAL_LEAD;

    fn read(text: &str) -> Result<Method, DiceRefusal> {
        super::read(text, USUAL_LEAD)
    }

    #[test]
    fn each_method_is_read_with_its_settings() {
        assert_eq!(read("house"), Ok(Method::House));
        assert_eq!(read("Honour."), Ok(Method::Honour));
        for (text, lead) in
            [("drand", 3600), ("drand 2 hours", 7200), ("drand c3", 172_800), ("drand lead 5 min", 300), ("DRAND: 30 days", 2_592_000)]
        {
            assert_eq!(read(text), Ok(Method::Drand { lead }), "{text}");
        }
        let market = |tickers: &[&str], publication: &str, volume| {
            let tickers = tickers.iter().map(|ticker| (*ticker).to_owned()).collect();
            Ok(Method::Stock(Market { tickers, publication: publication.to_owned(), volume }))
        };
        assert_eq!(read("stock ibm, KO"), market(&["IBM", "KO"], PUBLICATION, Volume::Consolidated));
        assert_eq!(read("stock IBM; The Times; NYSE volume"), market(&["IBM"], "The Times", Volume::Nyse));
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_would_work() {
        for (text, words) in [
            ("dice", "DICE stock IBM, KO or DICE honour"),
            ("", "write DICE house"),
            ("house of cards", "write DICE house alone"),
            ("drand 1 minute", "at least 5 minutes"),
            ("drand 31 days", "at most 30 days"),
            ("drand soon", "DICE drand 2 hours"),
            ("stock", "DICE stock IBM, KO"),
            ("stock IBM; ", ""),
            ("stock $$$", "\"$$$\" is not the symbol"),
        ] {
            match read(text) {
                Err(refusal) => assert!(refusal.to_string().contains(words) && !words.is_empty(), "{text}: {refusal}"),
                Ok(_) => assert!(words.is_empty(), "{text}"),
            }
        }
    }
}
