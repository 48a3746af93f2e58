//! What an amendment (D4) may change of the meta-rules (D2, R14): their numbers and switches, each under a name, with the values that 4.3 has.

use std::collections::{BTreeMap, BTreeSet};

use super::metarule::{MetaRule, TESTS};
use crate::dice::Method;
use crate::law::pursuit::FOREGROUND;

/// The meta-rules' own numbers and switches, as they stand in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Meta-rules whose check is not simply on.
    pub checks: BTreeMap<MetaRule, Switch>,
    /// R16: turns in which an event may be challenged, after that of its making.
    pub challenge_window: u32,
    /// R11: turns that pass before a rule may remove a man of itself.
    pub removal_delay: u32,
    /// R6: phases of its maker through which a rule stands before a repeal acts.
    pub repeal_delay: u32,
    /// R5: positions looked at for each of two players before a rule is accepted without a proof; more than two share as many.
    pub pursuit_budget: u64,
    /// R8: how much better than another player the maker may fare, in hundredths.
    pub fair_tolerance: u32,
    /// R8: how many quiet squares a capture counts for.
    pub capture_weight: u32,
    /// R8: whom the maker may not have more men than.
    pub more_than: MoreThan,
    /// R9: turns ahead in which somebody must keep the right to move.
    pub right_horizon: u32,
    /// M2: rules for universes in which their maker does not play.
    pub foreign_rules: bool,
    /// R14: the votes that a proposal needs.
    pub votes: Votes,
    /// R14: proposals that a player may make in a phase; 0: no amendment any more.
    pub proposals: u32,
    /// R16.
    pub challenges: bool,
    /// R17.
    pub presumptions: bool,
    /// R1: actions that nobody may choose, by their numbers.
    pub closed: BTreeSet<u8>,
    /// M4: how a king is lost.
    pub mate: Mate,
    /// F5: what it is to have no safe move anywhere and not to be in check.
    pub stalemate: Stalemate,
    /// F5: who may claim a draw.
    pub draws: Draws,
    /// C3: how rolls are made; `None`: as the founding says.
    pub randomizer: Option<Method>,
    /// L1: orders that are sent ahead of their phase.
    pub premoves: bool,
    /// R1: days within which the orders of a phase are wanted; 0: there is no hurry.
    pub deadline: u32,
    /// R1: what becomes of orders that are missing then.
    pub overdue: Overdue,
}

/// What becomes of a phase whose orders are not complete by the deadline (R1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// It is waited for, and its player is reminded.
    Hold,
    /// A missing move is left to the dice (L1), and a missing vote is a No (R14).
    Heisenberg,
}

/// The votes, the proposer's among them, that make an amendment of a proposal (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Votes {
    All,
    Majority,
    TwoThirds,
    /// So many; all, where fewer are left.
    Number(u32),
}

/// How a king is lost (M4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    Captures,
    /// Checkmate is as good as the capture.
    Takes,
}

/// What becomes of a player who has no move anywhere that leaves his real king safe, and is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// He makes or repeals a rule, or passes.
    Pass,
    Draw,
    Loss,
}

/// Where a repetition, fifty moves or too little material is a draw for whoever claims it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// Where two play.
    OfTwo,
    Claimed,
    /// Nowhere.
    Agreed,
}

/// Whether what a meta-rule forbids is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    #[default]
    On,
    /// It is told, and open to challenge.
    Advice,
    Off,
}

/// Of the opponents' counts of a man, which the maker's is compared with (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoreThan {
    /// More than each of them has: than the most.
    Each,
    /// More than some of them has: than the fewest.
    Some,
}

/// A parameter as players name it.
struct Setting {
    name: &'static str,
    /// What it is, for those who vote on it.
    means: &'static str,
    read: fn(&Parameters) -> String,
    write: fn(&mut Parameters, &str) -> Result<(), String>,
}

/// What stands before a meta-rule in the name of its switch: `checks.R8`.
const CHECKS: &str = "checks.";
/// What stands before one of the seven actions of R1: `action.6`.
const ACTION: &str = "action.";
/// The actions of R1.
const ACTIONS: std::ops::RangeInclusive<u8> = 1..=7;

const SETTINGS: &[Setting] = &[
    Setting {
        name: "challenge.window",
        means: "turns in which a move or rule may be challenged, after that of its making (R16)",
        read: |now| now.challenge_window.to_string(),
        write: |now, text| number(text, 0, 100).map(|turns| now.challenge_window = turns),
    },
    Setting {
        name: "removal.delay",
        means: "turns that pass before a rule may remove a piece of itself (R11)",
        read: |now| now.removal_delay.to_string(),
        write: |now, text| number(text, 0, 100).map(|turns| now.removal_delay = turns),
    },
    Setting {
        name: "repeal.delay",
        means: "phases of its maker through which a rule stands before a repeal acts (R6)",
        read: |now| now.repeal_delay.to_string(),
        write: |now, text| number(text, 0, 100).map(|phases| now.repeal_delay = phases),
    },
    Setting {
        name: "r5.positions",
        means: "positions looked at for each of two players before a rule is accepted without a proof; all of more share as many (R5)",
        read: |now| now.pursuit_budget.to_string(),
        write: |now, text| number(text, 0, 5_000_000).map(|positions| now.pursuit_budget = positions.into()),
    },
    Setting {
        name: "r8.tolerance",
        means: "how much better than another player the maker of a rule may fare, in squares (R8)",
        read: |now| hundredths(now.fair_tolerance.into()),
        write: |now, text| read_hundredths(text).map(|squares| now.fair_tolerance = squares),
    },
    Setting {
        name: "r8.capture_weight",
        means: "how many quiet squares a capture counts for (R8)",
        read: |now| now.capture_weight.to_string(),
        write: |now, text| number(text, 0, 100).map(|squares| now.capture_weight = squares),
    },
    Setting {
        name: "r8.more_than",
        means: "whether the maker may not have more of a piece than each of the others, or than some (R8)",
        read: |now| if now.more_than == MoreThan::Each { "each" } else { "some" }.to_owned(),
        write: |now, text| one_of(text, &[("each", MoreThan::Each), ("some", MoreThan::Some)]).map(|whom| now.more_than = whom),
    },
    Setting {
        name: "r9.horizon",
        means: "turns ahead in which everybody must keep the right to move some piece (R9)",
        read: |now| now.right_horizon.to_string(),
        write: |now, text| number(text, 1, 840).map(|turns| now.right_horizon = turns),
    },
    Setting {
        name: "foreign_rules",
        means: "rules for universes in which their maker does not play (M2)",
        read: |now| if now.foreign_rules { "on" } else { "off" }.to_owned(),
        write: |now, text| one_of(text, &ON_OFF).map(|allowed| now.foreign_rules = allowed),
    },
    Setting {
        name: "votes",
        means: "the votes that a proposal needs, the proposer's among them: all, majority, two-thirds or a number (R14)",
        read: |now| match now.votes {
            Votes::All => "all".to_owned(),
            Votes::Majority => "majority".to_owned(),
            Votes::TwoThirds => "two-thirds".to_owned(),
            Votes::Number(number) => number.to_string(),
        },
        write: |now, text| {
            let known = one_of(text, &[("all", Votes::All), ("majority", Votes::Majority), ("two-thirds", Votes::TwoThirds)]);
            let counted = || number(text, 1, 24).map(Votes::Number);
            let votes = known.or_else(|_| counted());
            let wrong = |_| format!("takes all, majority, two-thirds or a number from 1 to 24, not {text:?}");
            votes.map_err(wrong).map(|votes| now.votes = votes)
        },
    },
    Setting {
        name: "proposals",
        means: "how many proposals a player may make in a phase; 0 ends all amending (R14)",
        read: |now| now.proposals.to_string(),
        write: |now, text| number(text, 0, 9).map(|proposals| now.proposals = proposals),
    },
    Setting {
        name: "challenges",
        means: "whether moves and rules may be challenged (R16)",
        read: |now| if now.challenges { "on" } else { "off" }.to_owned(),
        write: |now, text| one_of(text, &ON_OFF).map(|allowed| now.challenges = allowed),
    },
    Setting {
        name: "presumptions",
        means: "whether what a rule leaves open may be presumed (R17)",
        read: |now| if now.presumptions { "on" } else { "off" }.to_owned(),
        write: |now, text| one_of(text, &ON_OFF).map(|allowed| now.presumptions = allowed),
    },
    Setting {
        name: "mate",
        means: "whether checkmate takes a king (takes) or a capture alone does (captures) (M4)",
        read: |now| if now.mate == Mate::Takes { "takes" } else { "captures" }.to_owned(),
        write: |now, text| one_of(text, &[("captures", Mate::Captures), ("takes", Mate::Takes)]).map(|mate| now.mate = mate),
    },
    Setting {
        name: "stalemate",
        means: "what it is to have no safe move anywhere and not to be in check: a pass, a draw or a loss (F5)",
        read: |now| {
            match now.stalemate {
                Stalemate::Pass => "pass",
                Stalemate::Draw => "draw",
                Stalemate::Loss => "loss",
            }
            .to_owned()
        },
        write: |now, text| {
            let known = one_of(text, &[("pass", Stalemate::Pass), ("draw", Stalemate::Draw), ("loss", Stalemate::Loss)]);
            known.map(|stalemate| now.stalemate = stalemate)
        },
    },
    Setting {
        name: "draws",
        means: "where repetition, fifty moves or too few pieces may be claimed as a draw: among two, always (claimed) or never (agreed)",
        read: |now| {
            match now.draws {
                Draws::OfTwo => "two",
                Draws::Claimed => "claimed",
                Draws::Agreed => "agreed",
            }
            .to_owned()
        },
        write: |now, text| {
            one_of(text, &[("two", Draws::OfTwo), ("claimed", Draws::Claimed), ("agreed", Draws::Agreed)]).map(|draws| now.draws = draws)
        },
    },
    Setting {
        name: "randomizer",
        means: "how rolls are made from now on: as the founding says (founded), by the house, the drand beacon, or on honour (C3)",
        read: |now| now.randomizer.as_ref().map_or("founded", Method::word).to_owned(),
        write: |now, text| {
            let methods = [
                ("founded", None),
                ("house", Some(&Method::House)),
                ("drand", Some(&Method::USUAL_BEACON)),
                ("honour", Some(&Method::Honour)),
            ];
            one_of(text, &methods).map(|method| now.randomizer = method.cloned())
        },
    },
    Setting {
        name: "premoves",
        means: "whether orders may be sent ahead of their phase (L1)",
        read: |now| if now.premoves { "on" } else { "off" }.to_owned(),
        write: |now, text| one_of(text, &ON_OFF).map(|allowed| now.premoves = allowed),
    },
    Setting {
        name: "deadline",
        means: "days within which the orders of a phase are wanted; 0: there is no deadline (R1)",
        read: |now| now.deadline.to_string(),
        write: |now, text| number(text, 0, 366).map(|days| now.deadline = days),
    },
    Setting {
        name: "overdue",
        means: "what becomes of orders missing at the deadline: they are waited for (hold) or left to the dice (heisenberg) (R1, L1)",
        read: |now| if now.overdue == Overdue::Hold { "hold" } else { "heisenberg" }.to_owned(),
        write: |now, text| {
            let known = one_of(text, &[("hold", Overdue::Hold), ("heisenberg", Overdue::Heisenberg)]);
            known.map(|overdue| now.overdue = overdue)
        },
    },
];

const ON_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            checks: BTreeMap::new(),
            challenge_window: 1,
            removal_delay: 2,
            repeal_delay: 1,
            pursuit_budget: FOREGROUND,
            fair_tolerance: 50,
            capture_weight: 2,
            more_than: MoreThan::Each,
            right_horizon: 24,
            foreign_rules: true,
            votes: Votes::All,
            proposals: 1,
            challenges: true,
            presumptions: true,
            closed: BTreeSet::new(),
            mate: Mate::Captures,
            stalemate: Stalemate::Pass,
            draws: Draws::OfTwo,
            randomizer: None,
            premoves: true,
            deadline: 0,
            overdue: Overdue::Hold,
        }
    }
}

impl Parameters {
    /// How a meta-rule is checked.
    pub fn switch(&self, of: MetaRule) -> Switch {
        self.checks.get(&of).copied().unwrap_or_default()
    }

    /// R6: phases of its maker through which a rule is protected; none where an amendment has taken the meta-rule's force.
    pub fn protection(&self) -> u32 {
        if self.switch(MetaRule(6)) == Switch::On { self.repeal_delay } else { 0 }
    }

    /// Gives a parameter another value; `Err` says what there is, or what it takes.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let told = |why: String| format!("{name} {why}");
        if let Some(of) = name.strip_prefix(CHECKS) {
            let of = switchable(of).ok_or_else(|| told(format!("is no check; there are {}", names_of_checks().join(", "))))?;
            let to = one_of(value, &[("on", Switch::On), ("advice", Switch::Advice), ("soft", Switch::Advice), ("off", Switch::Off)]);
            match to.map_err(told)? {
                Switch::On => self.checks.remove(&of),
                switch => self.checks.insert(of, switch),
            };
            return Ok(());
        }
        if let Some(of) = name.strip_prefix(ACTION) {
            let of = of.parse().ok().filter(|number| ACTIONS.contains(number));
            let of: u8 = of.ok_or_else(|| told("is no action; R1 has action.1 to action.7".to_owned()))?;
            match one_of(value, &[("open", true), ("closed", false)]).map_err(told)? {
                true => self.closed.remove(&of),
                false => self.closed.insert(of),
            };
            return Ok(());
        }
        match SETTINGS.iter().find(|setting| setting.name == name) {
            Some(setting) => (setting.write)(self, value).map_err(told),
            None => {
                let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
                Err(format!("there is no parameter {name}; there are {} and {}", names.join(", "), names_of_checks().join(", ")))
            }
        }
    }

    /// The value of a parameter, as [`set`](Parameters::set) takes it.
    pub fn get(&self, name: &str) -> Option<String> {
        self.listed().into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(name.trim())).map(|(_, value, _)| value)
    }

    /// Every parameter: its name, its value and what it is.
    pub fn listed(&self) -> Vec<(String, String, String)> {
        let settings = SETTINGS.iter().map(|setting| (setting.name.to_owned(), (setting.read)(self), setting.means.to_owned()));
        let checks = TESTS.iter().filter(|test| test.can_be_switched).map(|test| {
            let switch = match self.switch(test.of) {
                Switch::On => "on",
                Switch::Advice => "advice",
                Switch::Off => "off",
            };
            (format!("{CHECKS}{}", test.of), switch.to_owned(), format!("the check of {}: on, advice or off", test.of))
        });
        let actions = ACTIONS.map(|number| {
            let state = if self.closed.contains(&number) { "closed" } else { "open" };
            (format!("{ACTION}{number}"), state.to_owned(), format!("R1.{number}: open or closed"))
        });
        settings.chain(actions).chain(checks).collect()
    }

    /// Those that differ from 4.3, name and value.
    pub fn changed(&self) -> Vec<(String, String)> {
        let as_written = Parameters::default().listed();
        let now = self.listed().into_iter().zip(as_written);
        now.filter(|(now, before)| now.1 != before.1).map(|((name, value, _), _)| (name, value)).collect()
    }
}

fn switchable(name: &str) -> Option<MetaRule> {
    TESTS.iter().find(|test| test.can_be_switched && test.of.to_string().eq_ignore_ascii_case(name)).map(|test| test.of)
}

fn names_of_checks() -> Vec<String> {
    TESTS.iter().filter(|test| test.can_be_switched).map(|test| format!("{CHECKS}{}", test.of)).collect()
}

fn number(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let inside = text.parse().ok().filter(|number| (least..=most).contains(number));
    inside.ok_or_else(|| format!("takes a whole number from {least} to {most}, not {text:?}"))
}

fn one_of<T: Copy>(text: &str, words: &[(&str, T)]) -> Result<T, String> {
    let known = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, value)| *value);
    known.ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!("takes {}, not {text:?}", words.join(" or "))
    })
}

/// `0.5` as 50.
fn read_hundredths(text: &str) -> Result<u32, String> {
    let wrong = || format!("takes a number from 0 to 100 with at most two decimals, such as 0.5, not {text:?}");
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 2 {
        return Err(wrong());
    }
    let (whole, part): (u32, u32) = (whole.parse().map_err(|_| wrong())?, format!("{part:0<2}").parse().map_err(|_| wrong())?);
    Some(whole).filter(|&whole| whole <= 100).map(|whole| whole * 100 + part).ok_or_else(wrong)
}

/// A number of hundredths as it is read: `0.5`, `-3`, `1.25`.
pub fn hundredths(number: i64) -> String {
    let (sign, whole, part) = (if number < 0 { "-" } else { "" }, number.abs() / 100, number.abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        part if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        part => format!("{sign}{whole}.{part:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_set_and_read_by_its_name() {
        let mut parameters = Parameters::default();
        for (name, value, _) in Parameters::default().listed() {
            parameters.set(&name, &value).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert_eq!(parameters.get(&name), Some(value));
        }
        assert_eq!(parameters.changed(), []);
        parameters.set("R8.tolerance", "1.25").unwrap();
        parameters.set("checks.r7", "soft").unwrap();
        let changed: Vec<String> = parameters.changed().into_iter().map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(changed, ["r8.tolerance 1.25", "checks.R7 advice"]);
    }

    #[test]
    fn what_a_parameter_does_not_take_is_told() {
        let mut parameters = Parameters::default();
        let before = parameters.clone();
        for (name, value, told) in [
            ("r8.tolerance", "1.255", "at most two decimals"),
            ("r8.tolerance", "-1", "from 0 to 100"),
            ("removal.delay", "soon", "a whole number"),
            ("checks.R7", "maybe", "on or advice"),
            ("checks.R2", "off", "is no check"),
            ("vote", "3", "there is no parameter vote;"),
            ("votes", "0", "a number from 1 to 24"),
            ("action.8", "closed", "is no action"),
            ("action.6", "shut", "takes open or closed"),
        ] {
            let problem = parameters.set(name, value).unwrap_err();
            assert!(problem.contains(told), "{problem}");
        }
        assert_eq!(parameters, before);
    }
}
