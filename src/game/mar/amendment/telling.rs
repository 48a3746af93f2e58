//! Amendments in words: what a proposal would change, how the votes stand, what became of it; and the list of HELP PROPOSE.

use crate::board::SideId;
use crate::dice::Method;
use crate::rule::Vocabulary;
use crate::turn::Seat;

use super::reading::says;
use super::{Amendment, Motion, Provision, Standing, Voice, features, sentences};
use crate::game::mar::Multiverse;

/// What can be proposed, for HELP PROPOSALS: headings, and under them sentences; what can be sent as it is stands further in.
pub fn help() -> String {
    let mut text = String::from("Each of these sentences stands between PROPOSE and END, several of them make one proposal:\n\n");
    text.push_str("    PROPOSE \"A milder R7\"\n    R7 is advice.\n    Rules are protected for two turns.\n    END\n\n");
    for (about, lines) in sentences::listed() {
        text.push_str(&format!("{about}:\n\n"));
        lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        text.push('\n');
    }
    text.push_str(
        "Rules about rules, with any of these things after \"No rule may\" or \"Every rule must\":\n\n  No rule may use random numbers.\n",
    );
    text.push_str("  No rule may remove pieces unless it lasts at most three turns.\n  Every rule must have a title.\n\n");
    let listed: Vec<String> = features::listed().iter().map(|feature| format!("  {feature}")).collect();
    text.push_str(&listed.join("\n"));
    text.push_str("\n\nWho wins, loses or draws (R13), and what is counted for it:\n\n  A player whose king stands on e8 wins.\n");
    text.push_str("  A player who has captured ten pieces wins.\n  Kings are royal.\n  A player who has no piece except kings loses.\n");
    text.push_str("  The game is drawn if there are at most four pieces.\n\n    PROPOSE\n    Each player has points, starting at zero.\n");
    text.push_str("    When a player captures a piece, he gains one point.\n    A player who has ten points wins.\n    END\n\n");
    text.push_str("What only people can judge:\n\n    PROPOSE\n    PROSE \"Nobody takes a move back.\"\n    END\n");
    text
}

/// What a Set provision is now, as the sentence that says it.
fn as_it_is(game: &Multiverse, name: &str) -> Option<String> {
    let value = game.parameters.get(name)?;
    Some(sentences::print(&sentences::Said::Set { name: name.to_owned(), value }))
}

/// The setting that tells how rolls are made.
const RANDOMIZER: &str = "randomizer";

impl Multiverse {
    /// How rolls would be made under an amendment that says how, and what everybody should note of it; nothing where it does not say.
    pub fn dice_by(&self, amendment: &Amendment) -> String {
        let mut after = self.parameters.clone();
        let mut says = false;
        for provision in &amendment.provisions {
            if let Provision::Set { name, value } = provision
                && name == RANDOMIZER
            {
                says = after.set(name, value).is_ok();
            }
        }
        if !says {
            return String::new();
        }
        let method = after.randomizer.as_ref().unwrap_or(&self.founding.method);
        let note = match (method, self.commitments().next_back()) {
            (Method::House, Some(end)) => format!(" The end of its chain, for you to note before the first roll: {end}."),
            (Method::Drand { .. }, _) => {
                " Where this house asks no relay for beacons, somebody has to mail each one (HELP DICE).".to_owned()
            }
            _ => String::new(),
        };
        format!("From then on by {method}.{note}")
    }

    /// What an amendment would change of what is, a line each, each line begun.
    pub fn would_change(&self, amendment: &Amendment) -> String {
        let vocabulary = self.vocabulary();
        let mut told = String::new();
        for provision in &amendment.provisions {
            match provision {
                Provision::Set { name, .. } => {
                    if let Some(now) = as_it_is(self, name) {
                        told.push_str(&format!("\nUntil now: {now}"));
                    }
                    if name == RANDOMIZER {
                        told.push_str(&format!("\nSo far rolls are made by {}.", self.method()));
                        told.push_str(&format!("\n{}", self.dice_by(amendment)));
                    }
                }
                Provision::Repeal(number) => {
                    if let Some(motion) = self.motion(number) {
                        told.push_str(&format!("\n{number} says: {}", one_line(&motion.amendment, &vocabulary)));
                    }
                }
                Provision::RepealAll => {
                    let numbers: Vec<&str> = self.amendments().iter().map(|motion| motion.number.as_str()).collect();
                    told.push_str(&format!("\nIt ends {}.", numbers.join(", ")));
                }
                Provision::Law(_) => told.push_str("\nIts sentences about the game stand over every rule (R13)."),
                Provision::Royal(kinds) => told.push_str(&self.would_crown(kinds)),
                Provision::Check(_) => told.push_str(
                    "\nIt holds for rules made after it, and for repeals, which are rules (R2), as far as they can break it; those that stand are not touched (R4).",
                ),
                Provision::Prose(_) => {
                    told.push_str("\nWhat stands behind PROSE is judged by people alone; the program does not hold anybody to it.")
                }
            }
        }
        let told: Vec<&str> = told.lines().collect();
        let mut once: Vec<&str> = Vec::new();
        for line in told {
            if line.is_empty() || !once.contains(&line) {
                once.push(line);
            }
        }
        once.join("\n")
    }

    /// The votes that a proposal of this player needs, and how many there are, his own among both.
    pub fn votes_needed(&self, proposer: Seat) -> (usize, usize) {
        let of = self.persons().into_iter().filter(|&seat| !self.same_person(seat, proposer)).count() + 1;
        (self.parameters.votes.needed(of), of)
    }

    /// `it takes the votes of Bob and Cy`, for whoever proposes.
    pub fn who_votes(&self, proposer: Seat) -> String {
        let others = self.persons().into_iter().filter(|&seat| !self.same_person(seat, proposer));
        let people: Vec<&str> = others.map(|seat| self.player(seat).name.as_str()).collect();
        let (needed, of) = self.votes_needed(proposer);
        let names = and(&people);
        let all = if needed == of { "all of them must agree".to_owned() } else { format!("{needed} of {of} votes are enough") };
        format!("{names} will vote in the next phase: {all}")
    }

    /// What became of a decided proposal.
    /// Why a proposal would change nothing: all that it says holds already.
    pub fn says_already(&self, amendment: &Amendment) -> Option<String> {
        let held_by = |provision: &Provision| -> Option<String> {
            match provision {
                Provision::Set { name, value } => {
                    let mut set = self.parameters.clone();
                    (set.set(name, value).is_ok() && set == self.parameters)
                        .then(|| self.amended_by(name).map_or_else(|| "the meta-rules of 4.3".to_owned(), str::to_owned))
                }
                Provision::Repeal(_) | Provision::RepealAll => None,
                said => {
                    let holds = |motion: &&Motion| motion.amendment.provisions.contains(said);
                    self.amendments().into_iter().find(holds).map(|motion| motion.number.clone())
                }
            }
        };
        let mut by: Vec<String> = amendment.provisions.iter().map(held_by).collect::<Option<_>>()?;
        by.dedup();
        let by: Vec<&str> = by.iter().map(String::as_str).collect();
        Some(format!("{} {} so already", and(&by), if by.len() == 1 && !by[0].starts_with("the") { "says" } else { "say" }))
    }

    pub fn fate_of(&self, motion: &Motion) -> String {
        match &motion.standing {
            Standing::Open => "it is being voted on".to_owned(),
            Standing::InForce(turn) => format!("it is in force since turn {turn}"),
            Standing::Rejected => "it was rejected".to_owned(),
            Standing::Lapsed(why) => format!("it lapsed, since {why}"),
            Standing::Ended(by) => format!("it was repealed by {by}"),
        }
    }

    /// Those who still have to vote, in words.
    pub fn waits_for(&self, motion: &Motion) -> String {
        let waits = self.still_to_vote(motion);
        let names: Vec<&str> =
            waits.into_iter().filter_map(|side| self.seat_of_side(side)).map(|seat| self.player(seat).name.as_str()).collect();
        and(&names)
    }

    /// How the votes on an open proposal stand.
    pub fn ballots(&self, motion: &Motion) -> String {
        let (yes, no): (Vec<Voice>, Vec<Voice>) = self.votes_cast(motion).into_iter().partition(|vote| vote.yes);
        let waits = self.still_to_vote(motion);
        let needed = motion.takes.needed(yes.len() + no.len() + waits.len());
        let list = |sides: Vec<SideId>| match sides.is_empty() {
            true => "nobody".to_owned(),
            false => sides.into_iter().map(|side| self.side_name(side)).collect::<Vec<_>>().join(", "),
        };
        let of = |votes: Vec<Voice>| list(votes.into_iter().map(|vote| vote.side).collect());
        format!("Yes: {}. No: {}. Still to vote: {}. It takes {needed} Yes.", of(yes), of(no), list(waits))
    }

    /// What an amendment or a proposal says, a sentence a line.
    pub fn sentences_of(&self, motion: &Motion) -> Vec<String> {
        let vocabulary = self.vocabulary();
        sentences_in(&motion.amendment, &vocabulary)
    }
}

/// Its sentences, each on one line.
fn sentences_in(amendment: &Amendment, vocabulary: &Vocabulary) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in
        amendment.provisions.iter().map(|provision| says(provision, vocabulary)).collect::<Vec<_>>().iter().flat_map(|said| said.lines())
    {
        // What goes on from the line before is indented further.
        match found.last_mut().filter(|_| line.starts_with("   ")) {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            None => found.push(line.trim().to_owned()),
        }
    }
    found
}

/// `Ann`, `Ann and Bob`, `Ann, Bob and Cy`.
pub fn and(names: &[&str]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}

fn one_line(amendment: &Amendment, vocabulary: &Vocabulary) -> String {
    sentences_in(amendment, vocabulary).join(" ")
}
