//! JSON that the archive carries without knowing its meaning: one line of text, no fractions.

use std::fmt;

use serde::de::{DeserializeOwned, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A JSON value as it is written, proved to be one line and free of fractions (they do not read back alike everywhere).
///
/// Integers lie between `i64::MIN` and `u64::MAX`; nesting goes no deeper than serde_json reads (127).
#[derive(Clone, PartialEq, Eq)]
pub struct Json(String);

/// Why a value may not stand in the archive.
#[derive(Debug, thiserror::Error)]
#[error("a value that the archive cannot hold: {0}")]
pub struct NotArchivable(#[from] serde_json::Error);

impl Json {
    /// Writes `value` as JSON, keys in the order of its fields.
    pub fn of(value: &impl Serialize) -> Result<Self, NotArchivable> {
        Self::proved(serde_json::to_string(value)?)
    }

    /// Reads the value back as a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    /// The text as it stands in the log.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn proved(text: String) -> Result<Self, NotArchivable> {
        serde_json::from_str::<WithoutFractions>(&text)?;
        if text.contains(['\n', '\r']) {
            return Err(serde_json::Error::custom("it spreads over several lines").into());
        }
        Ok(Self(text))
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_str::<&RawValue>(&self.0).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::proved(Box::<str>::from(raw).into_string()).map_err(D::Error::custom)
    }
}

/// Visits a value and keeps nothing of it; fails at the first fraction.
struct WithoutFractions;

impl<'de> Deserialize<'de> for WithoutFractions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for WithoutFractions {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, a string, true, false, null, or a list or an object of such (the archive holds no fractions)")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self, A::Error> {
        while fields.next_entry::<IgnoredAny, Self>()?.is_some() {}
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Walk {
        who: &'static str,
        steps: Vec<i64>,
        alive: Option<bool>,
    }

    #[test]
    fn keys_keep_the_order_of_their_fields() {
        let json = Json::of(&Walk { who: "a\nb \"c\"", steps: vec![-1, 2], alive: None }).unwrap();
        assert_eq!(json.as_str(), r#"{"who":"a\nb \"c\"","steps":[-1,2],"alive":null}"#);
        assert_eq!(serde_json::to_string(&json).unwrap(), json.as_str());
        assert_eq!(serde_json::from_str::<Json>(json.as_str()).unwrap(), json);
    }

    #[test]
    fn fractions_are_refused_wherever_they_hide() {
        assert!(Json::of(&1.5).is_err());
        for text in ["0.5", "[1,[2,{\"a\":3.0}]]", "1e3", "18446744073709551616", "-0"] {
            let refused = serde_json::from_str::<Json>(text).unwrap_err().to_string();
            assert!(refused.contains("no fractions"), "{text}: {refused}");
        }
    }

    #[test]
    fn one_value_one_line() {
        assert!(serde_json::from_str::<Json>("[1,\n2]").unwrap_err().to_string().contains("several lines"));
    }

    #[test]
    fn nesting_without_end_is_an_answer_not_a_crash() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(serde_json::from_str::<Json>(&deep).is_err());
    }
}
