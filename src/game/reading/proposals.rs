//! The words of amending, `PROPOSE ... END`, `FIX ...`, and of all votes: `VOTE A1 YES`, `VOTE c1 NO`.

use super::commands::command;
use crate::game::mar::Ballot;
use crate::game::order::Order;

/// `PROPOSE` in capitals, or alone, or before a title or a colon: not "Propose something, Ann".
pub fn begins(text: &str) -> bool {
    let (word, rest) = command(text);
    let opens = rest.is_empty() || rest.starts_with(['"', '\'', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}']) || text.contains(':');
    matches!(word, "PROPOSE" | "AMEND") && (opens || text.starts_with(word))
}

/// `FIX` alone opens a text of several lines.
pub fn begins_fix(text: &str) -> bool {
    text.trim_end_matches([':', ' ']) == "FIX"
}

/// `VOTE A1 YES`, `VOTE YES ON A1`, `VOTE NO`, `VOTE A1 YES IRREVERSIBLE`, `VOTE c1: no`; `None`: something else stands there.
pub fn vote(rest: &str) -> Option<Order> {
    let (mut number, mut says, mut irreversible) = (None, None, false);
    for word in rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let upper = word.to_ascii_uppercase();
        let digits = upper.strip_prefix(['A', 'C']);
        let is_number = digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
        match upper.as_str() {
            _ if is_number => {
                if number.replace(upper).is_some() {
                    return None;
                }
            }
            "YES" | "AYE" | "YEA" | "FOR" | "Y" => says = agreed(says, true)?,
            "NO" | "NAY" | "AGAINST" | "N" => says = agreed(says, false)?,
            "IRREVERSIBLE" | "IRREVERSIBLY" => irreversible = true,
            "ON" | "TO" | "THE" | "PROPOSAL" | "AMENDMENT" | "CHALLENGE" => {}
            _ => return None,
        }
    }
    // R16: a challenge is upheld or not.
    if let Some(challenge) = number.as_ref().filter(|number| number.starts_with('C')) {
        return Some(Order::Vote { on: challenge.to_lowercase(), yes: says? });
    }
    let ballot = match (says?, irreversible) {
        (true, true) => Ballot::Irreversibly,
        (true, false) => Ballot::Yes,
        (false, _) => Ballot::No,
    };
    Some(Order::Ballot { on: number, says: ballot })
}

/// The one word for or against; `None`: both stand there.
#[expect(clippy::option_option, reason = "the outer one ends the reading")]
fn agreed(before: Option<bool>, now: bool) -> Option<Option<bool>> {
    before.is_none_or(|before| before == now).then_some(Some(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn votes_are_read_in_many_ways() {
        let read = |text: &str| {
            vote(text).map(|order| if let Order::Ballot { on, says } = order { (on.unwrap_or_default(), says) } else { panic!() })
        };
        for text in ["A1 YES", "a1: yes", "yes on A1", "A1 aye.", "for the proposal A1", "YES to amendment A1"] {
            assert_eq!(read(text), Some(("A1".to_owned(), Ballot::Yes)), "{text}");
        }
        assert_eq!(read("no"), Some((String::new(), Ballot::No)));
        assert_eq!(read("A12 yes IRREVERSIBLE"), Some(("A12".to_owned(), Ballot::Irreversibly)));
        for text in ["A1", "A1 A2 yes", "A1 yes no", "A1 perhaps", "", "c1", "c1 A1 yes"] {
            assert!(vote(text).is_none(), "{text}");
        }
        for text in ["c1 YES", "C1: aye", "yes on challenge c1", "c1 for."] {
            assert_eq!(vote(text), Some(Order::Vote { on: "c1".to_owned(), yes: true }), "{text}");
        }
    }

    #[test]
    fn a_proposal_begins_in_capitals_or_with_a_title() {
        for text in ["PROPOSE", "PROPOSE \"x\"", "Propose: R8 is off. END", "AMEND R8 is off. END", "propose \u{201c}x\u{201d}"] {
            assert!(begins(text), "{text}");
        }
        for text in ["Propose something, Ann", "I PROPOSE", "proposed"] {
            assert!(!begins(text), "{text}");
        }
    }
}
