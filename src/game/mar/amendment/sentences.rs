//! What a proposal can say of the meta-rules, read and printed by the one table in `sentences/table`.

mod table;

use super::pattern::{filled, matches, shown, slot_fits};
use table::TABLE;

/// What a sentence comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A parameter and its value.
    Set {
        name: String,
        value: String,
    },
    /// That amendment ends.
    Repeal(String),
    RepealAll,
}

/// A row: one thing to say, in all its wordings, the first of them canonical.
struct Sentence {
    forms: &'static [&'static str],
    says: Says,
}

/// What a row says; `{}` is what fills its slot.
enum Says {
    Set(&'static str, &'static str),
    Repeal,
    RepealAll,
}

/// Rows about one thing, under the heading of HELP PROPOSE.
struct Group {
    about: &'static str,
    sentences: &'static [Sentence],
}

fn rows() -> impl Iterator<Item = &'static Sentence> {
    TABLE.iter().flat_map(|group| group.sentences)
}

/// What a sentence says, in lower case and without punctuation; `None`: it is none of the table.
pub fn read(words: &[&str]) -> Option<Said> {
    rows().find_map(|row| {
        let with = row.forms.iter().find_map(|form| matches(form, words))?;
        Some(match row.says {
            Says::Set("{}", _) => {
                let (name, value) = with.split_once(' ')?;
                Said::Set { name: name.to_owned(), value: value.to_owned() }
            }
            Says::Set(name, value) => settled(&name.replace("{}", &with), &value.replace("{}", &with)),
            Says::Repeal => Said::Repeal(with),
            Says::RepealAll => Said::RepealAll,
        })
    })
}

/// Some meta-rules are procedures and no checks: to switch them off is to close them.
fn settled(name: &str, value: &str) -> Said {
    let (name, value) = match (name, value) {
        ("checks.R14", "off") => ("proposals", "0"),
        ("checks.R14", "on") => ("proposals", "1"),
        ("checks.R16", value) => ("challenges", value),
        ("checks.R17", value) => ("presumptions", value),
        as_said => as_said,
    };
    Said::Set { name: name.to_owned(), value: value.to_owned() }
}

/// The canonical sentence; it is read back as the same.
pub fn print(said: &Said) -> String {
    let (name, value) = match said {
        Said::Set { name, value } => (name, value),
        Said::Repeal(number) => return filled(row_of(|says| matches!(says, Says::Repeal)), number),
        Said::RepealAll => return filled(row_of(|says| matches!(says, Says::RepealAll)), ""),
    };
    let exact = rows().find_map(|row| match row.says {
        Says::Set("{}", _) => None,
        Says::Set(of, to) if !of.contains("{}") && of == name && to == value => Some(filled(row.forms[0], "")),
        _ => None,
    });
    let by_slot = || {
        rows().find_map(|row| match row.says {
            Says::Set("{}", _) => None,
            Says::Set(of, to) if of == name && to == "{}" => Some(filled(row.forms[0], value)),
            Says::Set(of, to) if to == value => {
                let (before, after) = of.split_once("{}")?;
                let with = name.strip_prefix(before)?.strip_suffix(after)?;
                Some(filled(row.forms[0], with))
            }
            _ => None,
        })
    };
    let generic = || filled(row_of(|says| matches!(says, Says::Set("{}", _))), &format!("{name} {value}"));
    exact.or_else(by_slot).filter(|sentence| reads_as(sentence, said)).unwrap_or_else(generic)
}

fn reads_as(sentence: &str, said: &Said) -> bool {
    let lower = sentence.trim_end_matches('.').to_lowercase();
    read(&lower.split_whitespace().collect::<Vec<_>>()).as_ref() == Some(said)
}

fn row_of(such: impl Fn(&Says) -> bool) -> &'static str {
    rows().find(|row| such(&row.says)).map_or("", |row| row.forms[0])
}

/// Everything that can be said, under its headings, a canonical sentence a line.
pub fn listed() -> Vec<(&'static str, Vec<String>)> {
    TABLE.iter().map(|group| (group.about, group.sentences.iter().map(|row| shown(row.forms[0])).collect())).collect()
}

/// The canonical sentence that has most words in common with these, if it has any that matter.
pub fn nearest(words: &[&str]) -> Option<String> {
    const SMALL: [&str; 22] = [
        "a", "an", "the", "is", "are", "of", "for", "in", "may", "be", "to", "it", "and", "or", "not", "no", "every", "player", "by", "on",
        "with", "at",
    ];
    let same = |known: &str, word: &str| known.trim_end_matches('s') == word.trim_end_matches('s');
    // What a form has in common with these words, what fills its slot included; of equals the shorter.
    let score = |form: &'static str| {
        let lower = form.to_lowercase();
        let known: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !SMALL.contains(word)).collect();
        let common = words.iter().filter(|word| !SMALL.contains(*word) && known.iter().any(|known| same(known, word))).count();
        (common + usize::from(slot_fits(form, words)), std::cmp::Reverse(known.len()))
    };
    let best = rows().flat_map(|row| row.forms.iter().map(move |form| (score(form), row))).max_by_key(|(score, _)| *score)?;
    (best.0.0 >= 1).then(|| shown(best.1.forms[0]))
}

/// Whether a slot of that name exists in every form: seen by a test.
#[cfg(test)]
fn slots(form: &str) -> Vec<&str> {
    form.split_whitespace().filter_map(|piece| piece.strip_prefix('{')?.strip_suffix('}')).collect()
}

#[cfg(test)]
mod tests {
    use super::super::slots::Slot;
    use super::*;

    fn said(sentence: &str) -> Option<Said> {
        let lower = sentence.trim_end_matches('.').to_lowercase();
        read(&lower.split_whitespace().collect::<Vec<_>>())
    }

    fn set(name: &str, value: &str) -> Option<Said> {
        Some(Said::Set { name: name.into(), value: value.into() })
    }

    #[test]
    fn every_form_of_a_row_says_the_same_and_its_first_is_printed() {
        for row in rows() {
            let canonical = said(&shown(row.forms[0])).unwrap_or_else(|| panic!("{} is not read", shown(row.forms[0])));
            assert!(slots(row.forms[0]).iter().all(|slot| Slot::named(slot).is_some()), "{}", row.forms[0]);
            for form in row.forms {
                assert_eq!(said(&shown(form)).as_ref(), Some(&canonical), "{form}");
                assert_eq!(slots(form), slots(row.forms[0]), "{form}");
            }
            let printed = print(&canonical);
            assert_eq!(said(&printed), Some(canonical), "{printed}");
        }
    }

    #[test]
    fn sentences_in_players_words() {
        assert_eq!(said("R8 is only advice."), set("checks.R8", "advice"));
        assert_eq!(said("A majority is enough."), set("votes", "majority"));
        assert_eq!(said("Amendments require two thirds."), set("votes", "two-thirds"));
        assert_eq!(said("Amendments need 3 votes"), set("votes", "3"));
        assert_eq!(said("R1.6 is closed."), set("action.6", "closed"));
        assert_eq!(said("Nobody may choose repealing all rules everywhere."), set("action.6", "closed"));
        assert_eq!(said("R14 is off."), set("proposals", "0"));
        assert_eq!(said("Rules are protected for three full turns."), set("repeal.delay", "3"));
        assert_eq!(said("Parameter r8.tolerance is 0.75."), set("r8.tolerance", "0.75"));
        assert_eq!(said("Amendment A3 is repealed."), Some(Said::Repeal("A3".into())));
        assert_eq!(said("R8 is green."), None);
        assert_eq!(print(&set("checks.R8", "advice").unwrap()), "R8 is advice.");
        assert_eq!(print(&set("r5.positions", "500").unwrap()), "Parameter r5.positions is 500.");
    }

    #[test]
    fn what_is_nearly_said_is_shown() {
        assert_eq!(nearest(&["amendments", "want", "unanimity"]).as_deref(), Some("A proposal needs the vote of every player."));
        assert_eq!(nearest(&["ducks", "fly"]), None);
    }
}
