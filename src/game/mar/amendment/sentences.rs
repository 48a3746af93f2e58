//! What a proposal can say of the meta-rules: the one table that the reader, the printer, HELP PROPOSE and the tests draw on.

use super::pattern::{filled, matches, shown};

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

const TABLE: &[Group] = &[
    Group {
        about: "Votes and proposals (R14)",
        sentences: &[
            Sentence {
                forms: &[
                    "a proposal needs the vote of every player",
                    "a/every/each proposal/amendment needs/requires unanimity/unanimous (vote/votes/consent/approval)",
                    "a/every/each proposal/amendment needs/requires (the) vote/votes of all (the/other) (other) players",
                    "(all) proposals/amendments need/require unanimity/unanimous (vote/votes/consent/approval)",
                    "(all) proposals/amendments need/require (the) vote/votes of all (the/other) (other) players",
                    "a/every/each proposal/amendment must be unanimous",
                    "(all) proposals/amendments must be unanimous",
                ],
                says: Says::Set("votes", "all"),
            },
            Sentence {
                forms: &[
                    "a proposal needs a majority of the votes",
                    "a/every/each proposal/amendment needs/requires (only) a (simple) majority (of) (the) (votes)",
                    "(all) proposals/amendments need/require (only) a (simple) majority (of) (the) (votes)",
                    "a/every/each proposal/amendment needs/requires (only) more than half of the votes",
                    "(all) proposals/amendments need/require (only) more than half of the votes",
                    "a majority (of) (the) (votes) is enough (for) (an/a) (amendment/proposal/amendments/proposals)",
                    "a majority (of) (the) (votes) suffices (for) (an/a) (amendment/proposal/amendments/proposals)",
                ],
                says: Says::Set("votes", "majority"),
            },
            Sentence {
                forms: &[
                    "a proposal needs two thirds of the votes",
                    "a/every/each proposal/amendment needs/requires (only) two thirds (of) (the) (votes)",
                    "(all) proposals/amendments need/require (only) two thirds (of) (the) (votes)",
                    "(all) proposals/amendments need/require (only) a two-thirds majority",
                    "a/every/each proposal/amendment needs/requires (only) a two-thirds majority",
                ],
                says: Says::Set("votes", "two-thirds"),
            },
            Sentence {
                forms: &[
                    "a proposal needs {number} votes/vote",
                    "a/every/each proposal/amendment needs/requires (only) (at) (least) {number} (yes) votes/vote",
                    "(all) proposals/amendments need/require (only) (at) (least) {number} (yes) votes/vote",
                ],
                says: Says::Set("votes", "{}"),
            },
            Sentence {
                forms: &[
                    "a player may make {number} proposals/proposal in a phase",
                    "a/each/every player may make (up) (to) {number} proposals/proposal in/each/per/every (a/each/every) phase/turn",
                    "a/each/every player may propose (up) (to) {number} amendments/amendment in/each/per/every (a/each/every) phase/turn",
                ],
                says: Says::Set("proposals", "{}"),
            },
            Sentence {
                forms: &[
                    "nobody may propose an amendment",
                    "nobody may propose (any) amendments/proposals",
                    "no player may propose an/any amendment",
                    "no (more) amendments may be proposed",
                    "there are no (more) amendments",
                ],
                says: Says::Set("proposals", "0"),
            },
        ],
    },
    Group {
        about: "The checks of R5 to R13, one by one",
        sentences: &[
            Sentence {
                forms: &[
                    "{meta-rule} is off",
                    "{meta-rule} is no longer in force",
                    "{meta-rule} is switched off",
                    "{meta-rule} is suspended/repealed/abolished/void",
                    "{meta-rule} does not apply (any) (more)",
                    "{meta-rule} no longer applies",
                    "the check/checks of/for {meta-rule} is/are off",
                    "(meta-rule) {meta-rule} is not checked",
                ],
                says: Says::Set("checks.{}", "off"),
            },
            Sentence {
                forms: &[
                    "{meta-rule} is advice",
                    "{meta-rule} is (only/just) advice/advisory/soft (only)",
                    "the check/checks of/for {meta-rule} is/are (only/just) advice/advisory/soft (only)",
                    "{meta-rule} only advises",
                ],
                says: Says::Set("checks.{}", "advice"),
            },
            Sentence {
                forms: &[
                    "{meta-rule} is on",
                    "{meta-rule} is in force (again)",
                    "{meta-rule} is switched on",
                    "{meta-rule} applies (again)",
                    "the check/checks of/for {meta-rule} is/are on",
                ],
                says: Says::Set("checks.{}", "on"),
            },
        ],
    },
    Group {
        about: "Actions of a phase (R1)",
        sentences: &[
            Sentence {
                forms: &[
                    "{action} is closed",
                    "{action} is closed/forbidden (to) (all/every) (players/player)",
                    "nobody may choose {action}",
                ],
                says: Says::Set("action.{}", "closed"),
            },
            Sentence {
                forms: &[
                    "{action} is open",
                    "{action} is open/allowed (again) (to) (all/every) (players/player)",
                    "everybody may choose {action}",
                ],
                says: Says::Set("action.{}", "open"),
            },
            Sentence {
                forms: &[
                    "nobody may make a rule for a universe in which he does not play",
                    "nobody may make (a) rule/rules for (a) universe/universes (in) which/where he does not play",
                    "no player may make (a) rule/rules for (a) universe/universes (in) which/where he does not play",
                    "foreign rules are closed/forbidden/off",
                ],
                says: Says::Set("foreign_rules", "off"),
            },
            Sentence {
                forms: &["a player may make a rule for a universe in which he does not play", "foreign rules are open/allowed/on"],
                says: Says::Set("foreign_rules", "on"),
            },
        ],
    },
    Group {
        about: "Delays and windows",
        sentences: &[
            Sentence {
                forms: &[
                    "a repeal waits for {number} phases/phase of the rule's maker",
                    "a rule is protected for {number} (full) (further) turns/turn",
                    "rules are protected for {number} (full) (further) turns/turn",
                    "(all) rules (shall) remain in force for (at) (least) {number} (full) turns/turn",
                    "a rule stands for (at) (least) {number} (full) turns/turn before it can/may be repealed",
                ],
                says: Says::Set("repeal.delay", "{}"),
            },
            Sentence {
                forms: &[
                    "rules are not protected",
                    "a rule is not protected",
                    "repeals take effect at once",
                    "a repeal takes effect at once",
                    "a repeal acts at once",
                ],
                says: Says::Set("repeal.delay", "0"),
            },
            Sentence {
                forms: &[
                    "{number} turns/turn pass/passes before a rule may remove a piece of itself",
                    "{number} (full) turns/turn must pass/elapse before a rule may remove/removes a piece (of) (itself)",
                    "a rule may remove pieces/piece (of) (itself) after {number} turns/turn",
                ],
                says: Says::Set("removal.delay", "{}"),
            },
            Sentence {
                forms: &[
                    "a phase may be challenged for {number} turns/turn",
                    "moves and rules may be challenged for {number} (full) turns/turn",
                    "a move may be challenged for {number} (full) turns/turn",
                    "a challenge may come {number} turns/turn late/later",
                ],
                says: Says::Set("challenge.window", "{}"),
            },
        ],
    },
    Group {
        about: "Fair play (R8) and the right to move (R9)",
        sentences: &[
            Sentence {
                forms: &["R8 tolerates {decimal} squares/square", "the tolerance of R8 is {decimal}"],
                says: Says::Set("r8.tolerance", "{}"),
            },
            Sentence {
                forms: &["R8 counts a capture as {number} squares/square", "the capture weight of R8 is {number}"],
                says: Says::Set("r8.capture_weight", "{}"),
            },
            Sentence {
                forms: &["R8 compares the maker with each of the others", "R8 compares the maker with each (other) player"],
                says: Says::Set("r8.more_than", "each"),
            },
            Sentence {
                forms: &["R8 compares the maker with any of the others", "R8 compares the maker with any (other) player"],
                says: Says::Set("r8.more_than", "some"),
            },
            Sentence { forms: &["R9 looks {number} turns/turn ahead"], says: Says::Set("r9.horizon", "{}") },
        ],
    },
    Group {
        about: "How a king is lost, stalemate, draws (M4)",
        sentences: &[
            Sentence {
                forms: &[
                    "checkmate takes the king",
                    "checkmate ends/decides the game",
                    "mate ends/decides the game",
                    "mate/checkmate is enough",
                    "a checkmated player loses (his) (king/game) (the) (game)",
                    "a player who is checkmated loses (his) (king/game) (the) (game)",
                ],
                says: Says::Set("mate", "takes"),
            },
            Sentence {
                forms: &["only a capture takes the king", "a king must be captured", "capture is required", "checkmate ends nothing"],
                says: Says::Set("mate", "captures"),
            },
            Sentence {
                forms: &["stalemate is a draw", "stalemate draws (the) (game)", "a stalemated player draws"],
                says: Says::Set("stalemate", "draw"),
            },
            Sentence {
                forms: &["stalemate takes the king", "stalemate loses (the) (game)", "a stalemated player loses (his) (king) (the) (game)"],
                says: Says::Set("stalemate", "loss"),
            },
            Sentence {
                forms: &["stalemate is a pass", "a stalemated player passes", "stalemate ends nothing"],
                says: Says::Set("stalemate", "pass"),
            },
            Sentence { forms: &["draws may be claimed", "a player may claim a draw"], says: Says::Set("draws", "claimed") },
            Sentence { forms: &["draws may not be claimed", "nobody may claim a draw"], says: Says::Set("draws", "agreed") },
        ],
    },
    Group {
        about: "Other meta-rules, by the names that META lists",
        sentences: &[Sentence {
            forms: &["parameter {parameter}", "(the) parameter {parameter}", "set (the) (parameter) {parameter}"],
            says: Says::Set("{}", ""),
        }],
    },
    Group {
        about: "Amendments before it",
        sentences: &[
            Sentence {
                forms: &[
                    "{amendment} is repealed",
                    "(the) (amendment) {amendment} is repealed/abolished/void",
                    "(the) (amendment) {amendment} is no longer in force",
                    "repeal (the) (amendment) {amendment}",
                ],
                says: Says::Repeal,
            },
            Sentence {
                forms: &[
                    "all amendments are repealed",
                    "all (previous/earlier) amendments are repealed/abolished/void",
                    "repeal all (previous/earlier) amendments",
                    "every/each (previous/earlier) amendment is repealed",
                ],
                says: Says::RepealAll,
            },
        ],
    },
];

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
    const SMALL: [&str; 18] =
        ["a", "an", "the", "is", "are", "of", "for", "in", "may", "be", "to", "it", "and", "or", "not", "no", "every", "player"];
    let score = |form: &str| {
        let form = form.to_lowercase();
        let has = |word: &&&str| !SMALL.contains(*word) && form.split(|c: char| !c.is_alphanumeric()).any(|known| known == **word);
        words.iter().filter(has).count()
    };
    let best = rows().flat_map(|row| row.forms.iter().map(move |form| (score(form), row))).max_by_key(|(score, _)| *score)?;
    (best.0 >= 1).then(|| shown(best.1.forms[0]))
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
        assert_eq!(print(&set("premoves", "off").unwrap()), "Parameter premoves is off.");
    }

    #[test]
    fn what_is_nearly_said_is_shown() {
        assert_eq!(nearest(&["amendments", "want", "unanimity"]).as_deref(), Some("A proposal needs the vote of every player."));
        assert_eq!(nearest(&["ducks", "fly"]), None);
    }
}
