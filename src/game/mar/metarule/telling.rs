//! Verdicts and what shows them, in words: in a line of a mail, and whole where somebody asks for them.

use crate::turn::Window;

use super::super::multiverse::Multiverse;
use super::super::parameters::hundredths;
use super::chances::Ratio;
use super::{Evidence, Finding, Trial, Verdict};

/// How many lines of play are told in news that everybody gets; who asks is told all.
pub const IN_NEWS: usize = 2;

/// A line of play, whether it takes luck, and whose kings are captured by whom with it.
type Shown<'v> = (&'v Vec<String>, bool, Vec<(&'v str, &'v str)>);

impl Multiverse {
    /// What was found, in one line: `R5 every king can still be captured, in at most 4 phases (white captures ...); R6 ...`, with so many
    /// lines of play at most.
    pub fn told_of(&self, verdicts: &[Verdict], until: Window, most: usize) -> String {
        verdicts.iter().map(|verdict| self.told_in_short(verdict, until, most)).collect::<Vec<_>>().join("; ")
    }

    /// What everybody is told of it: in full what somebody may have to think of, and the rest by its numbers.
    pub fn told_in_news(&self, number: &str, verdicts: &[Verdict], until: Window) -> String {
        let (quiet, rest): (Vec<&Verdict>, Vec<&Verdict>) = verdicts.iter().partition(|verdict| verdict.is_quiet());
        let mut told: Vec<String> = rest.into_iter().map(|verdict| self.told_in_short(verdict, until, IN_NEWS)).collect();
        let kept: Vec<String> = quiet.iter().map(|verdict| verdict.of.to_string()).collect();
        match kept.as_slice() {
            [] => {}
            [one] => told.push(format!("{one} is kept")),
            [others @ .., last] => told.push(format!("{} and {last} are kept", others.join(", "))),
        }
        if told.is_empty() { String::new() } else { format!("{}. RULES {number} tells what was found", told.join("; ")) }
    }

    fn told_in_short(&self, verdict: &Verdict, until: Window, most: usize) -> String {
        let lines = self.lines_told(verdict, most);
        let lines = if lines.is_empty() { String::new() } else { format!(" ({})", lines.join("; ")) };
        format!("{} {}{lines}{}", verdict.of, verdict.says, self.doubt(verdict, until))
    }

    /// Until when what is not settled may be challenged (R16).
    fn doubt(&self, verdict: &Verdict, until: Window) -> String {
        match verdict.finding {
            Finding::Open if !self.parameters.challenges => " (not settled; by amendment nobody may challenge it)".to_owned(),
            Finding::Open if until.holds(self.phase) => format!(" (open to challenge until {})", self.until_told(until)),
            Finding::Open => " (not challenged in time, so it stands)".to_owned(),
            Finding::Kept | Finding::Warned | Finding::Broken { .. } => String::new(),
        }
    }

    /// The lines of play that show that kings can be captured (R5), the longest first, each told once for all whom it serves.
    fn lines_told(&self, verdict: &Verdict, most: usize) -> Vec<String> {
        let mut hunts: Vec<Shown<'_>> = Vec::new();
        for shown in &verdict.evidence {
            let Evidence::Hunt { by, king, notations, by_luck, .. } = shown else { continue };
            match hunts.iter_mut().find(|(line, luck, _)| (*line, *luck) == (notations, *by_luck)) {
                Some((_, _, pairs)) => pairs.push((by, king)),
                None => hunts.push((notations, *by_luck, vec![(by, king)])),
            }
        }
        hunts.sort_by_key(|(line, ..)| std::cmp::Reverse(line.len()));
        let mut lines: Vec<String> = hunts.iter().take(most).map(|(line, luck, pairs)| self.hunt_told(pairs, line, *luck)).collect();
        if hunts.len() > most {
            lines.push(format!("{} more lines", hunts.len() - most).replace("1 more lines", "1 more line"));
        }
        lines
    }

    /// One line of play, and who captures whose king by it. Where victory has changed, a line may end with something else.
    fn hunt_told(&self, pairs: &[(&str, &str)], notations: &[String], by_luck: bool) -> String {
        let (verb, of) = if self.law.has_objectives() { (" wins against", "") } else { (" captures", "'s king") };
        let told = |(at, (by, king)): (usize, &(&str, &str))| match at {
            0 => format!("{by}{verb} {king}{of}"),
            _ => format!("{by} {king}{}", of.trim_end_matches(" king")),
        };
        let pairs: Vec<String> = pairs.iter().enumerate().map(told).collect();
        let comma = if pairs.len() > 1 { "," } else { "" };
        format!("{}{comma} by {}{}", pairs.join(", "), in_short(notations), if by_luck { ", with luck" } else { "" })
    }

    /// What was found of a rule or repeal, and what shows it, a paragraph for each meta-rule.
    pub fn told_whole(&self, trial: &Trial) -> Vec<String> {
        self.told_under(trial, None)
    }

    /// The same of one meta-rule alone, as a challenge names it: `R8`.
    pub fn told_under(&self, trial: &Trial, under: Option<&str>) -> Vec<String> {
        let named = |verdict: &&Verdict| under.is_none_or(|under| verdict.of.to_string() == under);
        let one = |verdict: &Verdict| {
            let shown: Vec<String> = verdict.evidence.iter().filter_map(|evidence| self.shown(evidence)).collect();
            let shown: String = shown.iter().map(|shown| format!(". {}", capital(shown))).collect();
            format!("{} {}{}{shown}.", verdict.of, verdict.says, self.doubt(verdict, trial.until()))
        };
        trial.verdicts.iter().filter(named).map(one).collect()
    }

    /// A piece of evidence in words; none where the verdict's own words say it.
    fn shown(&self, evidence: &Evidence) -> Option<String> {
        Some(match evidence {
            Evidence::Hunt { by, king, notations, by_luck, .. } => self.hunt_told(&[(by, king)], notations, *by_luck),
            Evidence::Searched { positions } => {
                format!("The house has searched on, through {positions} positions for each pair of players")
            }
            Evidence::Seed { seed } => format!("The seed of its random positions is {seed}"),
            Evidence::Position { universe, turn, men } => {
                format!("It shows in turn {turn} in {}: {men}", self.universe_name(*universe))
            }
            Evidence::Power { men, change, counts, there, quiet, captures } => {
                let listed =
                    |counts: &[(String, u32)]| counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ");
                let here = if there == counts { String::new() } else { format!(" (where it applies: {})", listed(there)) };
                let (quiet, captures) = (hundredths(*quiet), hundredths(*captures));
                format!("{men}: {}{here}; {change}, on average {quiet} squares and {captures} for captures", listed(counts))
            }
            Evidence::Fares { player, by } => format!("By the formula {player} fares {} squares", hundredths(*by)),
            Evidence::Loses { player, numerator, denominator, estimated } => {
                let points = Ratio { numerator: i128::from(*numerator), denominator: i128::from(*denominator) };
                format!("{player} may expect to lose {} points", points.told(*estimated))
            }
            Evidence::Move { .. } | Evidence::Line { .. } | Evidence::Sleeps { .. } | Evidence::Meets { .. } => return None,
        })
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Moves one after the other, those of one man in one: `e2-e4, Qd1-h5xf7xe8`; a phase without a move is waited.
fn in_short(notations: &[String]) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut stands: Option<(&str, &str)> = None;
    let mut waits = 0;
    for notation in notations {
        if notation.is_empty() {
            waits += 1;
            continue;
        }
        if waits > 0 {
            told.push(waited(waits));
            (waits, stands) = (0, None);
        }
        let walked = walk(notation);
        match (stands, walked, told.last_mut()) {
            (Some((letter, cell)), Some((same, from, how)), Some(last)) if letter == same && cell == from => last.push_str(how),
            _ => told.push(notation.clone()),
        }
        stands = walked.map(|(letter, _, how)| (letter, &how[1..]));
    }
    if waits > 0 {
        told.push(waited(waits));
    }
    told.join(", ")
}

fn waited(phases: u32) -> String {
    if phases == 1 { "a phase waited".to_owned() } else { format!("{phases} phases waited") }
}

/// `Qd1-h5` as `Q`, `d1` and `-h5`; `None`: it says more than that.
fn walk(notation: &str) -> Option<(&str, &str, &str)> {
    let at = notation.find(|c: char| c.is_ascii_lowercase())?;
    let (letter, rest) = notation.split_at(at);
    let how = rest.find(['-', 'x'])?;
    let (from, how) = rest.split_at(how);
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    (letter.bytes().all(|b| b.is_ascii_uppercase()) && plain(from) && plain(&how[1..]) && how.ends_with(|c: char| c.is_ascii_digit()))
        .then_some((letter, from, how))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_one_man_are_told_in_one() {
        let told = |moves: &[&str]| in_short(&moves.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
        assert_eq!(told(&["e2-e4", "Qd1-h5", "Qh5xf7", "Qf7xe8"]), "e2-e4, Qd1-h5xf7xe8");
        assert_eq!(told(&["a6-a7", "a7xb8=Q", "Qb8xe8"]), "a6-a7, a7xb8=Q, Qb8xe8");
        assert_eq!(told(&["", "", "Ra1-a7", "", "Ra7xe7"]), "2 phases waited, Ra1-a7, a phase waited, Ra7xe7");
        assert_eq!(told(&["O-O", "Rf1xf8"]), "O-O, Rf1xf8");
        assert_eq!(told(&["Nb1-c3", "Nc3-d5", "Rd5-d6"]), "Nb1-c3-d5, Rd5-d6");
    }
}
