//! Forms of sentences: `A rule is protected for {number} turn/turns.` is matched against words, and filled.
//!
//! `one/other` is either word, the first of them canonical; `(the)` may be missing; a form has at most one `{slot}`.

use super::slots::Slot;

/// A form, taken apart.
struct Part {
    /// Either word; of a slot none.
    words: Vec<&'static str>,
    slot: Option<Slot>,
    may_miss: bool,
}

fn parts(form: &'static str) -> Vec<Part> {
    let part = |piece: &'static str| {
        if let Some(slot) = piece.strip_prefix('{').and_then(|piece| piece.strip_suffix('}')) {
            return Part { words: Vec::new(), slot: Slot::named(slot), may_miss: false };
        }
        let inside = piece.strip_prefix('(').and_then(|piece| piece.strip_suffix(')'));
        Part { words: inside.unwrap_or(piece).split('/').collect(), slot: None, may_miss: inside.is_some() }
    };
    form.split_whitespace().map(part).collect()
}

/// Whether words, in lower case and without punctuation, have this form; what fills its slot, in canonical words, is empty without one.
pub fn matches(form: &'static str, words: &[&str]) -> Option<String> {
    fits(&parts(form), words)
}

fn fits(parts: &[Part], words: &[&str]) -> Option<String> {
    let Some((part, rest)) = parts.split_first() else { return words.is_empty().then(String::new) };
    if let Some(slot) = part.slot {
        return slot.readings(words).into_iter().find_map(|(taken, says)| fits(rest, &words[taken..]).map(|_| says));
    }
    let here = words.first().is_some_and(|word| part.words.iter().any(|known| known.eq_ignore_ascii_case(word)));
    let with = here.then(|| fits(rest, &words[1..])).flatten();
    with.or_else(|| part.may_miss.then(|| fits(rest, words)).flatten())
}

/// The form in canonical words, its slot filled: without what may be missing, a sentence with capital and full stop.
pub fn filled(form: &'static str, with: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for part in parts(form).iter().filter(|part| !part.may_miss) {
        words.push(match part.slot {
            Some(slot) => slot.told(with),
            None if one_is_meant(part, &words) => part.words[1].to_owned(),
            None => part.words[0].to_owned(),
        });
    }
    let said = words.join(" ");
    let mut letters = said.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// `turns/turn` behind a one is the singular.
fn one_is_meant(part: &Part, before: &[String]) -> bool {
    let singular = part.words.len() == 2 && part.words[0].strip_suffix('s') == Some(part.words[1]);
    singular && before.iter().rev().take(2).any(|word| word == "one" || word == "1")
}

/// Whether some of the words say a number or a name that the slot of the form is for.
pub fn slot_fits(form: &'static str, words: &[&str]) -> bool {
    let tells = |slot: &Slot| matches!(slot, Slot::MetaRule | Slot::Amendment);
    let slot = parts(form).iter().find_map(|part| part.slot).filter(tells);
    slot.is_some_and(|slot| words.iter().any(|word| !slot.readings(&[word]).is_empty()))
}

/// The form with a word for its slot, to be shown in a list.
pub fn shown(form: &'static str) -> String {
    let slot = parts(form).iter().find_map(|part| part.slot);
    filled(form, slot.map_or("", Slot::example))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(form: &'static str, sentence: &str, expected: Option<&str>) {
        let words: Vec<&str> = sentence.split(' ').collect();
        assert_eq!(matches(form, &words).as_deref(), expected, "{form}: {sentence}");
    }

    #[test]
    fn a_form_takes_either_word_and_leaves_out_what_may_be_missing() {
        let form = "a/the rule is (fully) protected for {number} (full) turns/turn";
        check(form, "a rule is protected for two turns", Some("2"));
        check(form, "the rule is fully protected for 1 full turn", Some("1"));
        check(form, "a rule is protected for turns", None);
        check(form, "a rule is protected for two turns more", None);
        assert_eq!(filled(form, "2"), "A rule is protected for two turns.");
        assert_eq!(filled(form, "1"), "A rule is protected for one turn.");
        assert_eq!(shown(form), "A rule is protected for two turns.");
    }
}
