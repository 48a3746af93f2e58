//! What a test has found: whether the meta-rule is kept, in words, and what shows it, as data.

use std::collections::BTreeMap;
use std::fmt;

use super::MetaRule;
use super::r12::R12;

/// What a meta-rule has to say of a rule or a repeal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub of: MetaRule,
    pub finding: Finding,
    /// The deciding fact: of what is kept in a few words (`knights 2-2, increase`), of what is broken in a sentence to whoever ordered it.
    pub says: String,
    pub evidence: Vec<Evidence>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Kept,
    /// Kept, with something that everybody should know.
    Warned,
    /// Not settled, or broken where that is only advice: it stands, and may be challenged (R16).
    Open,
    /// Refused.
    Broken {
        /// What would pass.
        passes: String,
    },
}

/// What shows a verdict, so that anybody can go after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A move, in its long notation, of a colour in a universe.
    Move { universe: u16, colour: String, notation: String },
    /// Moves one after the other.
    Line { universe: u16, notations: Vec<String> },
    /// How a colour captures another's king, were nobody to answer (R5); a phase without a move is empty.
    Hunt { universe: u16, by: String, king: String, notations: Vec<String>, by_luck: bool },
    /// So many positions were looked at when there was time, for each pair of players.
    Searched { positions: u64 },
    /// The seed of the battery's random positions.
    Seed { seed: u64 },
    /// The position that decided.
    Position { universe: u16, turn: u32, men: String },
    /// A change of power of men that players have so many of: what it gives on average, in hundredths of a square.
    Power { men: String, change: Change, counts: Vec<(String, u32)>, there: Vec<(String, u32)>, quiet: i64, captures: i64 },
    /// How a player fares by R8's formula, in hundredths of a square.
    Fares { player: String, by: i64 },
    /// The points that a player may expect to lose, as a fraction; or an estimate of them, where the dice can fall in too many ways.
    Loses { player: String, numerator: i64, denominator: i64, estimated: bool },
    /// A clause, counted from 1, does nothing before a player's phase of a turn.
    Sleeps { clause: usize, turn: u32, player: String },
    /// Another rule that it meets or leans on.
    Meets { rule: String, how: String },
}

/// Which way the power of men changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Increase,
    Decrease,
    Mixed,
}

impl Verdict {
    pub fn kept(of: MetaRule, says: impl Into<String>) -> Verdict {
        Verdict { of, finding: Finding::Kept, says: says.into(), evidence: Vec::new() }
    }

    pub fn warned(of: MetaRule, says: impl Into<String>) -> Verdict {
        Verdict { finding: Finding::Warned, ..Verdict::kept(of, says) }
    }

    pub fn open(of: MetaRule, says: impl Into<String>) -> Verdict {
        Verdict { finding: Finding::Open, ..Verdict::kept(of, says) }
    }

    pub fn broken(of: MetaRule, says: impl Into<String>, passes: impl Into<String>) -> Verdict {
        Verdict { finding: Finding::Broken { passes: passes.into() }, ..Verdict::kept(of, says) }
    }

    #[must_use]
    pub fn shown_by(mut self, evidence: impl IntoIterator<Item = Evidence>) -> Verdict {
        self.evidence.extend(evidence);
        self
    }

    /// It is so once some rules have ended, everywhere or in a universe, as they will for certain.
    #[must_use]
    pub(super) fn once_ended(mut self, rules: &[(String, Option<u16>)]) -> Verdict {
        let mut named: Vec<String> = rules
            .iter()
            .map(|(number, universe)| match universe {
                Some(universe) => format!("{number} in universe {universe}"),
                None => number.clone(),
            })
            .collect();
        named.sort();
        named.dedup();
        if !named.is_empty() {
            self.says.push_str(&format!(", once {} {} ended", named.join(" and "), if named.len() == 1 { "has" } else { "have" }));
        }
        self
    }

    /// How everybody fares by R8's formula, in hundredths of a square: by the men that he has in the multiverse, and by those where the rule applies.
    pub fn fares(&self) -> [BTreeMap<&str, i64>; 2] {
        let mut fares = [BTreeMap::new(), BTreeMap::new()];
        // Behind the seed stands what R8 itself has added up of these.
        for shown in self.evidence.iter().take_while(|shown| !matches!(shown, Evidence::Seed { .. })) {
            match shown {
                Evidence::Power { counts, there, quiet, captures, .. } => {
                    for (sums, counts) in fares.iter_mut().zip([counts, there]) {
                        counts.iter().for_each(|(player, count)| {
                            *sums.entry(player.as_str()).or_default() += i64::from(*count) * (quiet + captures)
                        });
                    }
                }
                Evidence::Fares { player, by } => fares.iter_mut().for_each(|sums| *sums.entry(player.as_str()).or_default() += by),
                _ => {}
            }
        }
        fares
    }

    /// It says no more than that the meta-rule is kept: nobody has to think of it. Which rules it meets (R3, R15) and what it does to power (R8)
    /// is more.
    pub fn is_quiet(&self) -> bool {
        let weighs =
            self.evidence.iter().any(|shown| matches!(shown, Evidence::Power { .. } | Evidence::Fares { .. } | Evidence::Loses { .. }));
        self.finding == Finding::Kept && !weighs && !matches!(self.of, MetaRule(2 | 3 | 4 | 14 | 15))
    }

    /// The capture to which its maker leaves his own king (R12).
    pub fn own_king_lost_to(&self) -> Option<String> {
        match &self.evidence[..] {
            [Evidence::Move { colour, notation, .. }] if self.of == R12 && self.finding == Finding::Warned => {
                Some(format!("{notation} by {colour}"))
            }
            _ => None,
        }
    }

    /// By an amendment this is only advice: what is broken stands, open to challenge.
    pub(super) fn into_advice(self) -> Verdict {
        match self.finding {
            Finding::Broken { .. } => Verdict { finding: Finding::Open, ..self },
            _ => self,
        }
    }

    /// The refusal to whoever ordered it, if it is one.
    pub fn refusal(&self) -> Option<String> {
        match &self.finding {
            Finding::Broken { passes } => Some(format!("{}: {}. {passes}", self.of, self.says)),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubt = if self.finding == Finding::Open { " (open to challenge)" } else { "" };
        write!(f, "{} {}{doubt}", self.of, self.says)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Change::Increase => "increase",
            Change::Decrease => "decrease",
            Change::Mixed => "mixed",
        })
    }
}
