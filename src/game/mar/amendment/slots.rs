//! What can stand in the slot of an amendment's sentence: numbers, meta-rules, actions, amendments.

/// What a slot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A whole number, as digits or as a word.
    Number,
    /// A number with at most two decimals.
    Decimal,
    /// `R8`.
    MetaRule,
    /// One of the seven actions of R1, by its number or in words.
    Action,
    /// `A3`.
    Amendment,
    /// A parameter's name and its value.
    Parameter,
    /// One word.
    Word,
}

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The actions of R1 in words; of each the first are canonical.
const ACTIONS: [&[&str]; 7] = [
    &["moving in every universe", "moving"],
    &["making a rule for the whole multiverse", "making a rule for the multiverse", "making rules for the whole multiverse"],
    &["making a rule for one universe", "making a rule for a specific universe", "making rules for one universe"],
    &["repealing a rule for the whole multiverse", "repealing a rule for the multiverse", "repealing a rule everywhere"],
    &["repealing a rule for one universe", "repealing a rule in one universe", "repealing a rule for a specific universe"],
    &["repealing all rules for the whole multiverse", "repealing all rules for the multiverse", "repealing all rules everywhere"],
    &["repealing all rules for one universe", "repealing all rules in one universe", "repealing all rules for a specific universe"],
];

impl Slot {
    pub fn named(name: &str) -> Option<Slot> {
        Some(match name {
            "number" => Slot::Number,
            "decimal" => Slot::Decimal,
            "meta-rule" => Slot::MetaRule,
            "action" => Slot::Action,
            "amendment" => Slot::Amendment,
            "parameter" => Slot::Parameter,
            "word" => Slot::Word,
            _ => return None,
        })
    }

    /// How words can begin with it: how many words it takes, and what they say.
    pub fn readings(self, words: &[&str]) -> Vec<(usize, String)> {
        let Some(&first) = words.first() else { return Vec::new() };
        let one = |says: Option<String>| says.map(|says| (1, says)).into_iter().collect::<Vec<_>>();
        match self {
            Slot::Number => one(number(first).map(|number| number.to_string())),
            Slot::Decimal => one(decimal(first)),
            Slot::MetaRule => one(numbered(first, 'r').map(|number| format!("R{number}"))),
            Slot::Amendment => one(numbered(first, 'a').map(|number| format!("A{number}"))),
            Slot::Action => action(words),
            Slot::Parameter => match words {
                [name, "is" | "=" | "to", value] => vec![(3, format!("{name} {value}"))],
                [name, value] => vec![(2, format!("{name} {value}"))],
                _ => Vec::new(),
            },
            Slot::Word => one(Some(first.to_owned())),
        }
    }

    /// What fills it, as it is told.
    pub fn told(self, says: &str) -> String {
        match self {
            Slot::Number => says.parse::<usize>().ok().and_then(|number| NUMBERS.get(number)).map_or(says, |word| word).to_owned(),
            Slot::Action => {
                says.parse::<usize>().ok().and_then(|at| ACTIONS.get(at.wrapping_sub(1))).map_or(says, |words| words[0]).to_owned()
            }
            Slot::Parameter => says.split_once(' ').map_or_else(|| says.to_owned(), |(name, value)| format!("{name} is {value}")),
            Slot::Decimal | Slot::MetaRule | Slot::Amendment | Slot::Word => says.to_owned(),
        }
    }

    /// To show the form.
    pub fn example(self) -> &'static str {
        match self {
            Slot::Number => "2",
            Slot::Decimal => "0.75",
            Slot::MetaRule => "R8",
            Slot::Action => "6",
            Slot::Amendment => "A1",
            Slot::Parameter => "r8.tolerance 0.75",
            Slot::Word => "house",
        }
    }
}

/// A whole number up to 9999, as digits or as a word.
pub fn number(word: &str) -> Option<u32> {
    let worded = || NUMBERS.iter().position(|known| *known == word).map(|number| number as u32);
    let once = || ["no", "once", "twice", "thrice"].iter().position(|known| *known == word).map(|number| number as u32);
    let digits = word.len() <= 4 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten().or_else(worded).or_else(once)
}

/// A number in words up to twenty, else in digits.
pub fn in_words(number: u32) -> String {
    NUMBERS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

fn decimal(word: &str) -> Option<String> {
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = !whole.is_empty() && whole.len() <= 4 && part.len() <= 2 && digits(whole) && digits(part) && !word.ends_with('.');
    plain.then(|| word.to_owned()).or_else(|| number(word).map(|number| number.to_string()))
}

/// `r8` as 8.
fn numbered(word: &str, letter: char) -> Option<u32> {
    let digits = word.strip_prefix(letter)?;
    let plain = !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

fn action(words: &[&str]) -> Vec<(usize, String)> {
    let within = |number: &str| (1..=ACTIONS.len()).find(|at| at.to_string() == number).map(|at| at.to_string());
    let mut found = Vec::new();
    if let Some(says) = words[0].strip_prefix("r1.").and_then(within) {
        found.push((1, says));
    }
    if let ["action", number, ..] = words
        && let Some(says) = within(number.strip_prefix("r1.").unwrap_or(number))
    {
        found.push((2, says));
    }
    for (at, phrases) in ACTIONS.iter().enumerate() {
        for phrase in *phrases {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            if words.starts_with(&phrase) {
                found.push((phrase.len(), (at + 1).to_string()));
            }
        }
    }
    // the longest first: "moving" begins another
    found.sort_by_key(|(taken, _)| std::cmp::Reverse(*taken));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_a_slot_is_read_as_it_is_told() {
        let slots = [
            (Slot::Number, "2", "two"),
            (Slot::Number, "30", "30"),
            (Slot::Decimal, "0.75", "0.75"),
            (Slot::MetaRule, "R8", "R8"),
            (Slot::Amendment, "A12", "A12"),
            (Slot::Action, "6", "repealing all rules for the whole multiverse"),
        ];
        for (slot, says, told) in slots {
            assert_eq!(slot.told(says), told);
            let lower = told.to_lowercase();
            let words: Vec<&str> = lower.split(' ').collect();
            assert_eq!(slot.readings(&words).first(), Some(&(words.len(), says.to_owned())), "{told}");
        }
    }

    #[test]
    fn what_fits_no_slot_is_not_read() {
        for (slot, words) in
            [(Slot::Number, "many"), (Slot::Decimal, "0.755"), (Slot::MetaRule, "r"), (Slot::Amendment, "r3"), (Slot::Action, "r1.8")]
        {
            assert_eq!(slot.readings(&[words]), [], "{words}");
        }
    }
}
