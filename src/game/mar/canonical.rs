//! The state in canonical words, for the digest that every log line carries: equal states, equal text.
//!
//! Invariant: every word and number is written here by hand, so that no other version of the language or of a type's name changes a digest.

use std::fmt::Write;

use crate::board::SideId;
use crate::game::event::{Asked, Ground, Outcome};
use crate::game::procedure::{Challenge, Kept, Presumption, Why};
use crate::rule::{Form, Scope};
use crate::turn::{Phase, Window};

use super::amendment::{Motion, Standing};
use super::awaited::{Awaited, Claim, Figures};
use super::dice::{Carried, Step};
use super::multiverse::{Action, Draft, Enacted, Filled, Multiverse, PendingRepeal, Player, Stage};
use super::parameters::{Parameters, Votes};
use super::secrets::Secret;
use super::timeline::Newcomer;
use super::unforeseen::Unforeseen;
use crate::dice::{Awaits, Source};

impl Multiverse {
    /// Everything that decides what may happen next, a line a fact. Not in it: the journal, which only tells what was.
    pub fn canonical(&self) -> String {
        let mut facts = vec!["custodian-state-v1".to_owned(), format!("stage {}", stage(self.stage))];
        facts.push(format!("answers {} watching {}", list(&self.answers, answer), list(&self.watching, answer)));
        facts.push(format!("wishes colours {} sequence {}", names(&self.wishes.colours), names(&self.wishes.sequence)));
        facts.extend(self.seats.iter().map(seat));
        facts.push(format!("phase {}", phase(self.phase)));
        facts.extend(self.rules.iter().map(rule));
        facts.extend(self.freed.keys().map(|universe| format!("freed in {universe}")));
        facts.extend(self.repeals.iter().map(repeal));
        facts.extend(self.parameters.changed().iter().map(|(name, value)| format!("parameter {name} {}", quoted(value))));
        facts.extend(self.motions.iter().map(motion));
        facts.extend(self.fixes.iter().map(|fix| format!("fix {} of {} {}", quoted(&fix.number), fix.side.0, quoted(&fix.text))));
        facts.extend(self.definitions.iter().map(|known| format!("define {} {}", quoted(&known.name), quoted(&known.meaning))));
        facts.extend(self.draft.as_ref().map(draft));
        facts.extend(self.until.map(|until| format!("until {}", until.timestamp())));
        facts.extend(self.asked.as_ref().map(asked));
        facts.extend(self.secrets.iter().map(secret));
        facts.extend(self.awaited.as_ref().map(awaits));
        facts.extend(
            self.dice.ledger.sources.last().map(|source| format!("dice {} {}", self.dice.ledger.sources.len(), source_words(source))),
        );
        facts.extend(self.timeline.challenges.iter().map(challenge));
        facts.extend(self.timeline.presumptions.iter().map(presumption));
        facts.extend(self.timeline.kept.iter().map(kept));
        facts.extend(self.timeline.newcomers.iter().map(newcomer));
        let unforeseen = |open: &Unforeseen| format!("unforeseen {} {} until {}", quoted(&open.rule), open.at, phase(open.until.last));
        facts.extend(self.unforeseen.iter().map(unforeseen));
        facts.extend((self.timeline.presumed > 0).then(|| format!("presumed {}", self.timeline.presumed)));
        let ahead = |(side, lines): (&SideId, &Vec<String>)| format!("ahead {} {}", side.0, list(lines, |line| quoted(line)));
        facts.extend(self.timeline.ahead.iter().map(ahead));
        let said = |(side, words): (&SideId, &Vec<String>)| format!("ahead {} says {}", side.0, list(words, |words| quoted(words)));
        facts.extend(self.timeline.ahead_said.iter().map(said));
        facts.extend(self.timeline.undone.iter().map(|undone| format!("undone from {} {}", undone.from.turn, undone.from.side.0)));
        let step = |step: &Step| {
            let Carried { go, orders, answers } = &step.carried;
            format!("step {} {} {} {orders}{}", step.name, go.turn, go.side.0, answers.iter().map(answered).collect::<String>())
        };
        // As long as the game has never gone back they say nothing that `rolls` does not.
        facts.extend(self.dice.steps.iter().filter(|_| !self.timeline.undone.is_empty()).map(step));
        facts.extend(self.dice.rolls.iter().map(|(phase, count)| format!("rolls {phase} {count}")));
        facts.extend(self.dice.anew.iter().map(|anew| format!("branch {} {} {}", anew.branch, anew.nonce, anew.commitment)));
        let mut text = facts.join("\n");
        text.push('\n');
        text.push_str(&self.position.canonical());
        text
    }
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::Gathering => "gathering".to_owned(),
        Stage::Playing => "playing".to_owned(),
        Stage::Over(Outcome::Won { seat }) => format!("won {}", seat.0),
        Stage::Over(Outcome::Achieved { seat }) => format!("achieved {}", seat.0),
        Stage::Over(Outcome::DrawnByObjective) => "drawn-by-objective".to_owned(),
        Stage::Over(Outcome::Stalemate) => "stalemate".to_owned(),
        Stage::Over(Outcome::DrawClaimed { seat, by }) => format!("claimed {} {}", seat.0, ground(by)),
        Stage::Over(Outcome::DrawAgreed) => "drawn".to_owned(),
        Stage::Over(Outcome::NobodyLeft) => "nobody-left".to_owned(),
        Stage::Over(Outcome::NeverStarted) => "never-started".to_owned(),
    }
}

fn ground(by: Ground) -> &'static str {
    match by {
        Ground::Repetition => "repetition",
        Ground::FiftyMoves => "fifty-moves",
        Ground::TooFewMen => "too-few-men",
    }
}

/// A proposal, its votes and what became of it.
fn motion(motion: &Motion) -> String {
    let standing = match &motion.standing {
        Standing::Open => motion.since.map_or("open".to_owned(), |since| format!("open until {} {}", since.turn, since.side.0)),
        Standing::InForce(turn) => format!("in-force {turn}"),
        Standing::Rejected => "rejected".to_owned(),
        Standing::Lapsed(_) => "lapsed".to_owned(),
        Standing::Ended(by) => format!("ended {}", quoted(by)),
    };
    let proposer = motion.proposer.map_or("none".to_owned(), |side| side.0.to_string());
    let voters = list(&motion.voters, |side| side.0.to_string());
    let votes = list(&motion.votes, |vote| format!("{}:{}", vote.side.0, yes(vote.yes)));
    let takes = match motion.takes {
        _ if !motion.is_open() => String::new(),
        Votes::All => String::new(),
        Votes::Majority => " takes majority".to_owned(),
        Votes::TwoThirds => " takes two-thirds".to_owned(),
        Votes::Number(number) => format!(" takes {number}"),
    };
    let (number, says) = (quoted(&motion.number), quoted(&motion.canonical));
    format!("motion {number} by {proposer} voters {voters} votes {votes} {standing}{takes}\nsays {says}")
}

fn answer(answer: &Option<bool>) -> String {
    match answer {
        None => "open",
        Some(true) => "yes",
        Some(false) => "no",
    }
    .to_owned()
}

fn seat(player: &Player) -> String {
    let (alive, real, draw) = (yes(player.alive), number(player.real), yes(player.wants_draw));
    let Player { label, made, .. } = player;
    let guest = player.guest.as_ref().map_or(String::new(), |guest| {
        let joined = answer(&guest.joined);
        format!(" guest of {} side {} in {} army {} {joined}", quoted(&guest.rule), player.side.0, guest.universe, guest.army.0)
    });
    let most = if player.most_made == *made { String::new() } else { format!(" most {}", player.most_made) };
    format!("seat {} {} made {made}{most} alive {alive} real {real} draw {draw}{guest}", quoted(label), quoted(&player.address))
}

fn rule(rule: &Enacted) -> String {
    let enactment = &rule.enactment;
    let scope = scope(enactment.scope());
    let lasts = rule.lasts.map_or("none".to_owned(), |window| phase(window.last));
    let (number, made, stands) = (quoted(&enactment.number), phase(rule.made), yes(rule.stands()));
    let repealed = list(&rule.repealed_in, u16::to_string);
    let filled: String = rule.fillings.iter().map(filled).collect();
    format!(
        "rule {number} scope {scope} made {made} lasts {lasts} stands {stands} repealed {repealed}{filled}{}\nsays {}",
        unusual(rule),
        quoted(&enactment.canonical)
    )
}

/// What does not follow from when a rule was made by the meta-rules as they are at first.
fn unusual(rule: &Enacted) -> String {
    let usual = Parameters::default();
    let mut facts = String::new();
    let mut add = |name: &str, value: Phase, known: Phase| {
        if value != known {
            let _ = write!(facts, " {name} {}", phase(value));
        }
    };
    add("protected", rule.protected.last, Window::protection(rule.made, usual.protection()).last);
    add("wakes", rule.wakes, rule.made.later(usual.removal_delay));
    // What it has restored is as old as its end (R15).
    if rule.clauses().iter().any(|clause| matches!(clause.form, Form::Restored(_))) {
        rule.ended.iter().chain(&rule.left).for_each(|&ended| add("ended", ended, rule.made));
    }
    for held in &rule.held_off {
        let _ = write!(facts, " held off in {} in turn {}", held.universe, held.turn);
    }
    for alone in &rule.rewritten_in {
        let _ = write!(facts, " rewritten in {}", alone.universe);
    }
    facts
}

fn repeal(repeal: &PendingRepeal) -> String {
    let (own, target, universe) = (quoted(&repeal.number), quoted(&repeal.target), number(repeal.universe));
    format!("repeal {own} of {target} in {universe} after {}", phase(repeal.acts_after.last))
}

fn draft(draft: &Draft) -> String {
    let action = match &draft.action {
        Action::Move => "move".to_owned(),
        Action::Rule { text, scope: within, says } if says.is_empty() => format!("rule {} {}", scope(*within), quoted(text)),
        Action::Rule { text, scope: within, says } => format!("rule {} {} says {}", scope(*within), quoted(text), quoted(says)),
        Action::Repeal { target, universe } => format!("repeal {} {}", quoted(target), number(*universe)),
        Action::RepealAll { universe } => format!("repeal-all {}", number(*universe)),
        Action::Pass => "pass".to_owned(),
    };
    let moves: Vec<(&u16, &String)> = draft.moves.iter().collect();
    let moves = list(&moves, |(universe, notation)| format!("{universe}:{}", quoted(notation)));
    let due = draft.due.map_or("none".to_owned(), |due| due.timestamp().to_string());
    let proposes: String = draft.proposals.iter().map(|proposing| format!(" proposes {}", quoted(&proposing.says))).collect();
    let votes: String = draft.votes.iter().map(|(number, ballot)| format!(" votes {number} {}", ballot.told())).collect();
    let alternate = |((universe, of), notation): (&(u16, String), &String)| format!(" else {universe} {of} {}", quoted(notation));
    let alternates: String = draft.alternates.iter().map(alternate).collect();
    let given = draft.stands_for.map_or(String::new(), |given| format!(" for {given}"));
    let answered: String = draft.answered.iter().map(answered).collect();
    let stock = draft.stock.as_ref().map_or(String::new(), |(tickers, date)| format!(" stock {} {date}", tickers.join("/")));
    format!(
        "draft real {} {action} moves {moves} now {} due {due}{alternates}{stock}{given}{answered}{proposes}{votes}",
        number(draft.real),
        yes(draft.at_once)
    )
}

fn asked(asked: &Asked) -> String {
    let (seat, source, options) = (asked.seat.0, quoted(&asked.source), list(&asked.options, |option| quoted(option)));
    let (rolls, answers) = (
        list(&asked.rolls, |roll| format!("{}:{}", roll.id, roll.outcome)),
        list(&asked.answers, |(side, answer)| format!("{}:{}", side.0, quoted(answer))),
    );
    format!("asked {seat} {source} in {} options {options} rolls {rolls} answers {answers} open {}", asked.universe, yes(asked.open))
}

fn answered((side, answer): &(SideId, String)) -> String {
    format!(" answered {}:{}", side.0, quoted(answer))
}

fn source_words(source: &Source) -> String {
    match source {
        Source::Link(link) => link.to_string(),
        Source::Beacon(beacon) => format!("round {} {}", beacon.round(), beacon.signature()),
        Source::Digits(digits) => format!("digits {digits}"),
    }
}

fn awaits(awaited: &Awaited) -> String {
    let Awaited { pin, late, further, thrown, days, claims, corrected, voids, read } = awaited;
    let further = further
        .as_ref()
        .map_or(String::new(), |wanted| format!(" then {} table {}", wanted.roll, wanted.table.fingerprint(&pin.game, &wanted.roll)));
    let source = match &pin.awaits {
        Awaits::Beacon(round) => format!("round {round}"),
        Awaits::Volumes { market, from } => format!("volumes {} from {from}", list(&market.tickers, |ticker| quoted(ticker))),
        Awaits::Throw => "throw".to_owned(),
    };
    let figures = |figures: &Figures| {
        format!(
            "{}:{}",
            figures.date,
            figures.volumes.iter().map(|(ticker, volume)| format!("{ticker} {volume}")).collect::<Vec<_>>().join("/")
        )
    };
    let claim = |claim: &Claim| format!("{}:{}@{}", claim.seat.0, figures(&claim.figures), claim.at.timestamp());
    let corrected = if corrected.is_empty() { String::new() } else { format!(" corrected {}", list(corrected, claim)) };
    let read = read.map_or(String::new(), |read| format!(" read {}", read.timestamp()));
    let voids: String = voids.iter().map(|side| format!(" void {}", side.0)).collect();
    format!(
        "pinned {} {source} table {} orders {} at {} late {late} thrown {} days {} claims {}{corrected}{further}{voids}{read}",
        pin.roll,
        pin.table_fingerprint(),
        pin.orders_fingerprint(),
        pin.made.timestamp(),
        quoted(thrown),
        list(days, figures),
        list(claims, claim)
    )
}

fn filled(filled: &Filled) -> String {
    match filled {
        Filled::Presumed(id) => format!(" filled {id}"),
        Filled::Clarified(id) => format!(" clarified {id}"),
    }
}

fn challenge(challenge: &Challenge) -> String {
    let Challenge { id, by, target, pauses, hours, votes, settled, .. } = challenge;
    let (go, number) = (target.go, target.number.as_ref().map_or("none".to_owned(), |number| quoted(number)));
    let votes = list(votes, |(side, uphold)| format!("{}:{}", side.0, yes(*uphold)));
    let settled = settled.as_ref().map_or("open", |(upheld, _)| if *upheld { "upheld" } else { "rejected" });
    let (universe, made) = (self::number(target.universe), challenge.made);
    format!(
        "challenge {id} by {} of {} {} {number} {universe} under {} made {} {} pauses {}{} votes {votes} {settled}",
        by.0,
        go.turn,
        go.side.0,
        challenge.under.as_deref().map_or("none".to_owned(), quoted),
        made.turn,
        made.side.0,
        yes(*pauses),
        hours.iter().map(|hour| format!(" {}", hour.timestamp())).collect::<String>()
    )
}

fn kept(kept: &Kept) -> String {
    match kept {
        Kept::Resignation(side) => format!("kept resignation {}", side.0),
        Kept::Back { to, why, instead } => {
            let why = match why {
                Why::Challenge(id) => format!("challenge {id}"),
                Why::Denial(id) => format!("denial {id}"),
                Why::Withdrawal(id) => format!("withdrawal {id}"),
                Why::Master(words) => format!("master {}", quoted(words)),
                Why::Search(number) => format!("search {}", quoted(number)),
            };
            let instead = instead.as_ref().map_or(String::new(), |filling| {
                format!(" rule {} {} says {}", quoted(&filling.rule), filling.at, quoted(&filling.canonical))
            });
            format!("kept back to {} {} {why}{instead}", to.turn, to.side.0)
        }
    }
}

fn newcomer(newcomer: &Newcomer) -> String {
    let Newcomer { rule, name, side, label, most_made } = newcomer;
    format!("newcomer {} {} side {} label {} made {most_made}", quoted(rule), quoted(name), side.0, quoted(label))
}

fn presumption(open: &Presumption) -> String {
    let (go, filling) = (open.go, &open.filling);
    let (rule, says) = (quoted(&filling.rule), quoted(&filling.canonical));
    format!("presumption {} by {} in {} {} rule {rule} {} says {says}", open.id, open.by.0, go.turn, go.side.0, filling.at)
}

fn secret(secret: &Secret) -> String {
    let opened = secret.opened.as_deref().map_or("none".to_owned(), quoted);
    format!("secret {} {} {} opened {opened}", secret.side.0, quoted(&secret.rule), secret.seal)
}

fn phase(phase: Phase) -> String {
    format!("{} {}", phase.turn, phase.seat.0)
}

/// The number of a universe, 0 for all of them.
fn scope(scope: Scope) -> u16 {
    match scope {
        Scope::Multiverse => 0,
        Scope::Universe(number) => number,
    }
}

fn yes(fact: bool) -> &'static str {
    if fact { "yes" } else { "no" }
}

fn number(number: Option<u16>) -> String {
    number.map_or("none".to_owned(), |number| number.to_string())
}

fn names(names: &Option<Vec<String>>) -> String {
    names.as_ref().map_or("none".to_owned(), |names| list(names, |name| quoted(name)))
}

fn list<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(","))
}

/// A string of JSON (RFC 8259 section 7): escaped is only what must be, and no table of characters is asked.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\0'..='\u{1f}' => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_as_it_is_but_for_what_json_escapes() {
        assert_eq!(quoted("Ann's \"rule\" \\ one\n\ttwo"), r#""Ann's \"rule\" \\ one\u000a\u0009two""#);
        // whether a character is printable is a matter of tables that change: format and private-use characters stand as they are
        assert_eq!(quoted("a\u{301}\u{200b}\u{e000}\u{7f}"), "\"a\u{301}\u{200b}\u{e000}\u{7f}\"");
        let parsed: String = serde_json::from_str(&quoted("\0\u{1f}\"\\é")).unwrap();
        assert_eq!(parsed, "\0\u{1f}\"\\é");
    }

    #[test]
    fn every_outcome_has_words_of_its_own() {
        let outcomes = [Outcome::Won { seat: crate::turn::Seat(2) }, Outcome::DrawAgreed, Outcome::NobodyLeft, Outcome::NeverStarted];
        assert_eq!(outcomes.map(|outcome| stage(Stage::Over(outcome))), ["won 2", "drawn", "nobody-left", "never-started"]);
        let seat = crate::turn::Seat(1);
        let claimed = |by| Outcome::DrawClaimed { seat, by };
        let outcomes = [
            Outcome::Achieved { seat },
            Outcome::DrawnByObjective,
            Outcome::Stalemate,
            claimed(Ground::Repetition),
            claimed(Ground::FiftyMoves),
            claimed(Ground::TooFewMen),
        ];
        let words =
            ["achieved 1", "drawn-by-objective", "stalemate", "claimed 1 repetition", "claimed 1 fifty-moves", "claimed 1 too-few-men"];
        assert_eq!(outcomes.map(|outcome| stage(Stage::Over(outcome))), words);
    }
}
