//! Proposals, amendments and the meta-rules as the mails show them (R14, C4).

use super::help::folded;
use super::post::{Draft, PostBag};
use super::{Fault, tell};
use crate::game::Event;
use crate::game::mar::{Motion, Multiverse, Provision, Stage, Standing};
use crate::letter::views::{MotionView, NoticeView};
use crate::letter::{Correspondent, Kind};
use crate::turn::Seat;

/// The meta-rules of 4.3 in our own words, a line each: number, a colon, what it says.
const META_RULES: &str = include_str!("meta-rules.txt");

/// The amendments in force.
pub fn amendments(game: &Multiverse) -> Vec<MotionView> {
    let view = |motion: &Motion| {
        let since = match motion.standing {
            Standing::InForce(turn) if motion.proposer.is_some() => vec![match turn > game.phase.turn {
                true => format!("adopted in turn {turn}, before the game went back, and in force all the same"),
                false => format!("in force since turn {turn}"),
            }],
            _ => vec!["agreed on before the game".to_owned()],
        };
        view(game, motion, since, |_| false)
    };
    game.amendments().into_iter().map(view).collect()
}

/// What is being voted on, as somebody sees it.
pub fn proposals(game: &Multiverse, viewer: Option<Seat>) -> Vec<MotionView> {
    if game.stage != Stage::Playing {
        return Vec::new();
    }
    let owed: Vec<&str> =
        viewer.map(|seat| game.owes_votes(seat).iter().map(|motion| motion.number.as_str()).collect()).unwrap_or_default();
    let view = |motion: &Motion| {
        let changes = game.would_change(&motion.amendment);
        let mut remarks: Vec<String> = changes.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        remarks.push(game.ballots(motion));
        view(game, motion, remarks, |motion| owed.contains(&motion.number.as_str()))
    };
    game.open_motions().map(view).collect()
}

fn view(game: &Multiverse, motion: &Motion, remarks: Vec<String>, is_asked: impl Fn(&Motion) -> bool) -> MotionView {
    let proposer = motion.proposer.and_then(|side| game.seat_of_side(side)).map(|seat| game.player(seat).name.clone());
    MotionView {
        number: motion.number.clone(),
        proposer,
        title: motion.amendment.title.clone(),
        text: game.sentences_of(motion),
        remarks,
        agree: is_asked(motion).then(|| format!("VOTE {} {}", motion.number, motion.amendment.yes())),
    }
}

/// The answer to META: the meta-rules, what amendments have made of them, and what is open; or one of them.
pub fn meta(game: &Multiverse, one: Option<&str>) -> String {
    match one {
        None => whole(game),
        Some(number) if game.motion(number).is_some() => amendment(game, number).unwrap_or_default(),
        Some(number) => match meta_rules().find(|(known, _)| known.eq_ignore_ascii_case(number)) {
            Some((number, says)) => {
                let mut lines = vec![folded(&format!("{number}: {says}"))];
                lines.extend(parameters(game, number).iter().map(|(name, value, means)| folded(&format!("  {name} = {value}: {means}"))));
                lines.extend(amending(game, number));
                lines.join("\n")
            }
            None => folded(&format!("There is no meta-rule and no proposal {number}. META alone lists them all.")),
        },
    }
}

/// One proposal or amendment, with what was found of it as it was made; `None`: there is no such one.
pub fn amendment(game: &Multiverse, number: &str) -> Option<String> {
    let motion = game.motion(number)?;
    let found = game.trial(&motion.number).map(|trial| super::questions::tests(game, trial)).unwrap_or_default();
    Some(format!("{}{found}", decided(game, motion)))
}

pub(super) fn meta_rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    META_RULES.lines().filter_map(|line| line.split_once(": "))
}

fn whole(game: &Multiverse) -> String {
    let mut parts: Vec<String> = Vec::new();
    let changed = game.parameters.changed();
    let amended: Vec<String> = game.amendments().into_iter().map(|motion| decided(game, motion)).collect();
    parts.push(match amended.is_empty() {
        true => "No amendment is in force: the meta-rules are those of 4.3.".to_owned(),
        false => format!("Amendments in force:\n\n{}", amended.join("\n\n")),
    });
    let open: Vec<String> = game.open_motions().map(|motion| decided(game, motion)).collect();
    if !open.is_empty() {
        parts.push(format!("Being voted on:\n\n{}", open.join("\n\n")));
    }
    if !changed.is_empty() {
        let lines: Vec<String> = changed.iter().map(|(name, value)| format!("  {name} = {value}")).collect();
        parts.push(format!("What they have changed:\n\n{}", lines.join("\n")));
    }
    let past = game.motions.iter().filter(|motion| !motion.is_open() && !motion.in_force());
    let past: Vec<String> = past.map(|motion| folded(&format!("{}: {}", motion.number, game.fate_of(motion)))).collect();
    if !past.is_empty() {
        parts.push(format!("Decided before:\n\n{}", past.join("\n")));
    }
    if !game.fixes.is_empty() {
        let one = |fix: &crate::game::mar::Fix| folded(&format!("{} (turn {}): {}", fix.number, fix.turn, fix.text));
        parts.push(format!("Fixes proposed to the custodian (D5):\n\n{}", game.fixes.iter().map(one).collect::<Vec<_>>().join("\n")));
    }
    let says: Vec<String> = meta_rules().map(|(number, says)| folded(&format!("{number}: {says}"))).collect();
    let amended = if changed.is_empty() { "" } else { " as 4.3 has them (what amendments have changed stands above)" };
    parts.push(format!("The meta-rules{amended}, in short:\n\n{}", says.join("\n")));
    let known: Vec<String> = game.parameters.listed().iter().map(|(name, value, _)| format!("{name} = {value}")).collect();
    let known = folded(&format!("Their numbers and switches, of which META R8, for one, tells more: {}.", known.join(", ")));
    parts.push(known);
    parts.join("\n\n")
}

/// A proposal with its words and what became of it.
fn decided(game: &Multiverse, motion: &Motion) -> String {
    let title = motion.amendment.title.as_ref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
    let proposer = motion.proposer.and_then(|side| game.seat_of_side(side)).map(|seat| format!(", proposed by {}", game.player(seat).name));
    let fate = if motion.is_open() { game.ballots(motion) } else { format!("{}.", super::views::capital(&game.fate_of(motion))) };
    let mut lines = vec![folded(&format!("{}{title}{}. {fate}", motion.number, proposer.unwrap_or_default()))];
    lines.extend(game.sentences_of(motion).iter().map(|sentence| folded(&format!("  {sentence}"))));
    lines.join("\n")
}

/// What can be set of one meta-rule: the name, what it is now, and what it means.
fn parameters(game: &Multiverse, number: &str) -> Vec<(String, String, String)> {
    let of = |means: &str| means.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == number);
    game.parameters.listed().into_iter().filter(|(_, _, means)| of(means)).collect()
}

/// The amendments in force that say something of one meta-rule, in full.
fn amending(game: &Multiverse, number: &str) -> Vec<String> {
    let known = parameters(game, number);
    let says = |provision: &Provision| match provision {
        Provision::Set { name, .. } => known.iter().any(|(known, ..)| known == name),
        Provision::Law(_) | Provision::Royal(_) => number == "R13",
        Provision::Check(_) | Provision::Repeal(_) | Provision::RepealAll | Provision::Prose(_) => false,
    };
    let amendments = game.amendments().into_iter().filter(|motion| motion.amendment.provisions.iter().any(says));
    amendments.map(|motion| decided(game, motion)).collect()
}

/// A fix goes to the custodian (D5).
pub fn fixes(bag: &mut PostBag, events: &[Event], after: &Multiverse) -> Result<(), Fault> {
    for (event, seats) in events.iter().zip(tell::seatings(events, after)) {
        let Event::FixProposed { seat, number, text } = event else { continue };
        let master = bag.house.master.clone();
        let who = tell::seated(&seats, *seat);
        let view = NoticeView {
            to: "master".to_owned(),
            game: Some(after.name().to_owned()),
            headline: format!("{who} proposes fix {number}"),
            paragraphs: vec![
                text.clone(),
                "A fix is meant for the game itself, for good (D5); in this game it changes nothing. It stands in the log, and META shows it."
                    .to_owned(),
            ],
            dice: Vec::new(),
            robot: bag.robot(),
            footer: Some(bag.footer()),
        };
        let text = bag.house.templates.mail("notice.txt", &view)?;
        let to = Correspondent::new("master".to_owned(), master);
        bag.add(Draft { to, tag: format!("fix.{number}"), kind: Kind::Notice, text, html: None, answers: None });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meta_rule_is_told_in_short() {
        let numbers: Vec<&str> = meta_rules().map(|(number, _)| number).collect();
        for number in (1..=17).map(|number| format!("R{number}")).chain((1..=5).map(|number| format!("M{number}"))) {
            assert!(numbers.contains(&number.as_str()), "{number}");
        }
        assert!(META_RULES.lines().all(|line| line.contains(": ")), "every line is a meta-rule");
    }
}
