//! Stretches of time as people write them: `90 seconds`, `10 minutes`, `2h`, `1 day`.

/// In the largest unit that it is a whole number of.
pub fn told(seconds: u32) -> String {
    let units = [(86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let (unit, name) = units.into_iter().find(|(unit, _)| seconds.is_multiple_of(*unit)).unwrap_or((1, "second"));
    let number = seconds / unit;
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// Seconds; a bare number is minutes.
pub fn read(text: &str) -> Option<u32> {
    let text = text.trim().trim_end_matches('.').to_lowercase();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u32 = text[..digits].parse().ok()?;
    let unit = match text[digits..].trim() {
        "s" | "sec" | "second" | "seconds" => 1,
        "" | "m" | "min" | "minute" | "minutes" => 60,
        "h" | "hour" | "hours" => 3600,
        "d" | "day" | "days" => 86400,
        _ => return None,
    };
    number.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_have_units() {
        let known =
            [("0", Some(0)), ("10 minutes", Some(600)), ("2h", Some(7200)), ("90 s", Some(90)), ("1 day", Some(86400)), ("soon", None)];
        for (text, expected) in known {
            assert_eq!(read(text), expected, "{text}");
        }
        for text in ["90 seconds", "10 minutes", "1 hour", "2 days", "25 hours"] {
            assert_eq!(told(read(text).unwrap()), text);
        }
    }
}
