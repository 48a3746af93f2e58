//! Challenges, presumptions and timelines as people read them: in turn mails, in notices of their own, and in answers.

use super::views::capital;
use crate::board::SideId;
use crate::dice::Awaits;
use crate::game::mar::Multiverse;
use crate::game::mar::parameters::Overdue;
use crate::game::mar::timeline::Undone;
use crate::game::procedure::{Challenge, Go, How, Kept, Presumption, Procedure, Struck, Why};
use crate::turn::Seat;

/// One event of a procedure in a sentence; none where another one tells it.
pub fn sentence(event: &Procedure, game: &Multiverse) -> Option<String> {
    Some(match event {
        Procedure::Challenged(challenge) => challenged(challenge, game),
        Procedure::Voted { on, side, uphold } => {
            format!("{} votes to {} challenge {on}.", game.side_name(*side), if *uphold { "uphold" } else { "reject" })
        }
        Procedure::Urged { on } => format!("Play still waits for votes on challenge {on}."),
        Procedure::Settled { on, upheld, how } => {
            let what = game.timeline.challenge(on).map(|challenge| format!(" of {}", game.challenged(challenge))).unwrap_or_default();
            match how {
                How::Objection => format!("{} objects{}: it counts as a pass (L3).", by(on, game), what.replacen(" of ", " to ", 1)),
                How::Withdrawn => format!("{} takes challenge {on}{what} back.", by(on, game)),
                How::Moot => format!("Challenge {on}{what} is over: {how}."),
                how => format!("Challenge {on}{what} is {}, {how}.", if *upheld { "upheld" } else { "rejected" }),
            }
        }
        Procedure::Presumed(open) => presumed(open, game),
        Procedure::Adopted { id, confirmed } => {
            let rule = game.rules.iter().find(|rule| rule.fillings.iter().any(|filled| filled.id() == id))?;
            let number = &rule.enactment.number;
            match confirmed {
                _ if !rule.stands() => format!("Presumption {id} ends with rule {number}, of which it was."),
                true => format!("Presumption {id} is confirmed and part of rule {number} (R17)."),
                false => format!(
                    "Nobody has denied presumption {id}: it is part of rule {number} from now on (R17). {}, who made the rule, can change it only by \
                     a new one.",
                    game.player(rule.enactment.seat).name
                ),
            }
        }
        Procedure::Denied { id, filling } => {
            let author = game.rule(&filling.rule).map(|rule| game.player(rule.enactment.seat).name.clone()).unwrap_or_default();
            format!("{author} denies presumption {id}. Rule {} means: {}", filling.rule, said(&filling.canonical))
        }
        // What somebody has sent ahead is nobody else's business.
        Procedure::Clarified { .. } | Procedure::SentAhead { .. } | Procedure::TakenUp => return None,
        Procedure::Kept(Kept::Resignation(side)) => format!(
            "{} resigns. The men leave the boards when what this phase waits for has come: its dice decide what they were thrown for.{}",
            game.side_name(*side),
            passed_on(*side, game)
        ),
        Procedure::Kept(Kept::Back { to, why, .. }) => format!(
            "The game will go back to the beginning of {}'s phase of turn {}, {}, but not before the dice are rolled that this phase waits for: what \
             is pinned counts, and nobody draws twice.",
            game.side_name(to.side),
            to.turn,
            cause(why)
        ),
        Procedure::Rewound { to, why: Why::Withdrawal(id) } => format!(
            "{} takes presumption {id} back: the game is as it was without it, and what it filled is open again (R17).",
            game.side_name(to.side)
        ),
        Procedure::Rewound { to, why } => {
            let who = game.side_name(to.side);
            format!(
                "The game goes back to the beginning of {who}'s phase of turn {}, {}{}.",
                to.turn,
                cause(why),
                if matches!(why, Why::Master(_)) { "" } else { "; what needs no new choice is played again" }
            )
        }
        Procedure::Struck(Struck { go, number, universe, .. }) => match number {
            Some(number) => format!("{number} of {} counts as a pass.", game.side_name(go.side)),
            None => {
                let place = universe.map(|universe| format!(" in {}", game.universe_name(universe))).unwrap_or_default();
                format!("{}'s moves of turn {}{place} count as a pass.", game.side_name(go.side), go.turn)
            }
        },
        Procedure::Voided { goes } => {
            let one = |go: &Go| format!("{} in turn {}", game.side_name(go.side), go.turn);
            let all: Vec<String> = goes.iter().map(one).collect();
            let kept = if goes[..] == [game.go()] && game.draft.is_some() { ", but for those that still fit, which are kept" } else { "" };
            format!(
                "Something has to be chosen anew: the orders of {} are void and asked for again{kept}. Votes that have been counted and definitions \
                 stand.",
                all.join(", ")
            )
        }
    })
}

/// Whose throw it is now, where somebody leaves who had to throw (C3).
fn passed_on(leaving: SideId, game: &Multiverse) -> String {
    let throws = game.awaited.as_ref().is_some_and(|awaited| matches!(awaited.pin.awaits, Awaits::Throw));
    let thrower = game.thrower();
    match throws && game.seat_of_side(leaving).is_some_and(|seat| game.same_person(seat, game.phase.seat)) {
        true => {
            format!(" The throw passes to {}: a die with ten faces, and THROW with what it shows, in order.", game.player(thrower).name)
        }
        false => String::new(),
    }
}

/// Why a game goes back, in words.
fn cause(why: &Why) -> String {
    match why {
        Why::Challenge(id) => format!("since challenge {id} is upheld"),
        Why::Denial(id) => format!("since presumption {id} is denied"),
        Why::Withdrawal(id) => format!("since presumption {id} is taken back"),
        Why::Master(words) if words.is_empty() => "by the master's word".to_owned(),
        Why::Master(words) => format!("by the master's word: {words}"),
        Why::Search(number) => format!("since {number} should not have been made (R5)"),
    }
}

fn by(id: &str, game: &Multiverse) -> String {
    game.timeline.challenge(id).map(|challenge| game.side_name(challenge.by)).unwrap_or_default()
}

fn challenged(challenge: &Challenge, game: &Multiverse) -> String {
    let (who, what) = (game.side_name(challenge.by), game.challenged(challenge));
    let under = challenge.under.as_ref().map(|under| format!(" under {under}")).unwrap_or_default();
    let reason = if challenge.reason.is_empty() { String::new() } else { format!(": \"{}\"", challenge.reason) };
    format!("{who} challenges {what}{under}{reason} ({}).", challenge.id)
}

fn presumed(open: &Presumption, game: &Multiverse) -> String {
    let (who, number) = (game.side_name(open.by), &open.filling.rule);
    format!("{who} presumes ({}) that rule {number} says: {}", open.id, said(&open.filling.canonical))
}

/// The sentences of a rule in canonical words, in one line.
fn said(canonical: &str) -> String {
    canonical.lines().filter(|line| line.starts_with(' ')).flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// What somebody may say to what stands open, and how, a sentence each.
pub fn wanted_of(game: &Multiverse, seat: Seat) -> Vec<String> {
    let open = game.timeline.challenges.iter().filter(|challenge| challenge.is_open() && !game.awaits_master(challenge));
    let unheard = open.filter(|challenge| game.unheard(challenge).into_iter().any(|juror| game.same_person(juror, seat)));
    let vote = |challenge: &Challenge| {
        let (id, until) = (&challenge.id, game.votes_until(challenge));
        format!("Your vote is wanted on challenge {id}, until {until}: write VOTE {id} YES to uphold it, or VOTE {id} NO to reject it.")
    };
    let of_mine = |open: &&Presumption| {
        let author = game.rule(&open.filling.rule).map(|rule| rule.enactment.seat);
        author.is_some_and(|author| game.same_person(author, seat) && game.player(author).moves())
    };
    let answer = |open: &Presumption| {
        let (who, number, id) = (game.side_name(open.by), &open.filling.rule, &open.id);
        format!(
            "{who} presumes what your rule {number} means: write CONFIRM {id}, or DENY {id} and what it means instead, until {}.",
            game.until_told(game.speaks_until(open))
        )
    };
    unheard.map(vote).chain(game.timeline.presumptions.iter().filter(of_mine).map(answer)).collect()
}

/// What stands open, a sentence each, as every turn mail and STATUS show it.
pub fn open(game: &Multiverse) -> Vec<String> {
    let challenges =
        game.timeline.challenges.iter().filter(|challenge| challenge.is_open()).map(|challenge| open_challenge(challenge, game));
    let presumptions = game.timeline.presumptions.iter().map(|open| open_presumption(open, game));
    let objectionable = game.open_to_objection().into_iter().map(|(number, until)| {
        format!("Rule {number} stands only while nobody objects: until {until} one OBJECT {number} of anybody but its maker makes it a pass (L3).")
    });
    challenges.chain(presumptions).chain(objectionable).chain(wanted_by(game)).collect()
}

/// By when the orders of the phase are wanted, and what becomes of those that are missing then (R1).
fn wanted_by(game: &Multiverse) -> Option<String> {
    let until = game.until.filter(|_| !game.is_over())?.format("%H:%M UTC on %-d %B %Y");
    let who = &game.player(game.phase.seat).name;
    let then = match game.parameters.overdue {
        Overdue::Hold => "who is reminded then.",
        Overdue::Heisenberg => "A move that is missing then is left to the dice (a Heisenberg move, L1), and a missing vote is a No.",
    };
    let joint = if game.parameters.overdue == Overdue::Hold { "," } else { "." };
    Some(format!("Orders for this phase are wanted by {until} from {who}{joint} {then}"))
}

/// An open challenge and who may still speak on it.
pub fn open_challenge(challenge: &Challenge, game: &Multiverse) -> String {
    let waits: Vec<String> = game.unheard(challenge).into_iter().map(|seat| game.player(seat).name.clone()).collect();
    let id = &challenge.id;
    let (votes, ruling) = (game.votes_until(challenge), game.until_told(game.ruling(challenge)));
    let next = match game.awaits_master(challenge) {
        true if game.is_over() => {
            "The game is over unless the master upholds it, where he does not play himself: then it goes back and is played on.".to_owned()
        }
        true => format!("The master may rule, where he does not play himself, until {ruling}; then the evidence decides."),
        false => {
            let pause = if challenge.pauses {
                " Play waits for them until then, or until the master rules, where he does not play himself; a vote that is missing then is a No."
            } else {
                ""
            };
            format!(
                "Votes are missing from {} (VOTE {id} YES upholds it, VOTE {id} NO rejects it), until {votes}.{pause}",
                waits.join(" and ")
            )
        }
    };
    let found = game.found_of(challenge).map(|found| format!(" The program found: {found}.")).unwrap_or_default();
    format!("{}{found} {next}", challenged(challenge, game))
}

/// What lies before the master who is to rule (R16): what is challenged in its own words, what shows that it is right or wrong, what the players have
/// said, and what comes of it if he says nothing.
pub fn before_the_master(challenge: &Challenge, game: &Multiverse) -> Vec<String> {
    let mut told = Vec::new();
    let words = |number: &str| {
        if let Some(motion) = game.motion(number) {
            return Some(format!("Amendment {number} says: {}", game.sentences_of(motion).join(" ")));
        }
        let rule = game.rule(number)?;
        Some(format!("Rule {number} says: {}", said(&game.wording(&rule.now()))))
    };
    let number = challenge.target.number.as_deref();
    told.extend(number.and_then(words));
    told.extend(challenge.under.as_deref().filter(|under| Some(*under) != number).and_then(words));
    if number.is_none() {
        let done = game.done_in(challenge);
        if !done.is_empty() {
            told.push(format!("What was done there: {}.", done.join("; ")));
        }
    }
    if let Some(trial) = number.and_then(|number| game.trial(number)) {
        let named = challenge.under.as_deref().filter(|under| trial.verdicts.iter().any(|verdict| verdict.of.to_string() == *under));
        told.extend(game.told_under(trial, named));
    }
    let votes = game.votes_told(challenge);
    told.push(if votes.is_empty() { "Nobody has voted.".to_owned() } else { format!("{}.", votes.join(", ")) });
    let (upheld, why) = game.evidence(challenge);
    told.push(match (game.is_over(), upheld) {
        (true, _) => "If you say nothing, what was done stands.".to_owned(),
        (false, true) => format!("If you say nothing, the evidence upholds it then: {why}."),
        (false, false) => format!("If you say nothing, the evidence rejects it then: {why}."),
    });
    told
}

fn open_presumption(open: &Presumption, game: &Multiverse) -> String {
    let rule = game.rule(&open.filling.rule);
    let author = rule.map(|rule| game.player(rule.enactment.seat)).filter(|author| author.moves());
    let (id, number) = (&open.id, &open.filling.rule);
    let until = game.until_told(game.speaks_until(open));
    let over = rule.is_some_and(|rule| !rule.stands());
    let next = match author {
        Some(author) if over => format!(
            "Rule {number} has ended, and {id} with it, but {} may still write DENY {id} and what it means instead, until {until}: what was played by \
             it is played anew then (R17).",
            author.name
        ),
        None if over => format!("Rule {number} has ended, and its author plays no more: nobody denies {id} any more (R17)."),
        Some(author) => format!(
            "{} may write CONFIRM {id}, or DENY {id} and what it means instead, until {until}; silence makes it part of the rule (R17).",
            author.name
        ),
        None => format!("Its author plays no more: with {until} it is part of the rule (R17)."),
    };
    format!("{} {next}", presumed(open, game))
}

/// Why a stretch of play counts no more.
pub fn undone(undone: &Undone, game: &Multiverse) -> String {
    let cause = match &undone.why {
        Why::Challenge(id) => format!("challenge {id} was upheld"),
        Why::Denial(id) => format!("presumption {id} was denied"),
        Why::Withdrawal(id) => format!("presumption {id} was taken back"),
        Why::Master(_) => "the master took it back".to_owned(),
        Why::Search(number) => format!("{number} was found to break R5"),
    };
    let from = format!("{}'s phase of turn {}", game.side_name(undone.from.side), undone.from.turn);
    format!("Undone, from {from} on, since {cause}. So it had been played:")
}

/// The headline of a notice about one of these events; none where a notice is not worth a mail.
pub fn headline(event: &Procedure, game: &Multiverse) -> Option<String> {
    match event {
        Procedure::Challenged(challenge) => Some(format!("{} challenges {}", game.side_name(challenge.by), game.challenged(challenge))),
        Procedure::Settled { on, upheld, how } => Some(match how {
            How::Objection => "a rule is objected to".to_owned(),
            How::Withdrawn => format!("challenge {on} is taken back"),
            _ => format!("challenge {on} is {}", if *upheld { "upheld" } else { "rejected" }),
        }),
        Procedure::Presumed(open) => Some(format!("{} presumes what rule {} means", game.side_name(open.by), open.filling.rule)),
        Procedure::Adopted { id, .. } if game.has_outlived_its_rule(id) => Some(format!("presumption {id} ends with its rule")),
        Procedure::Adopted { id, .. } => Some(format!("presumption {id} is part of its rule")),
        Procedure::Denied { id, .. } => Some(format!("presumption {id} is denied")),
        Procedure::Urged { on } => Some(format!("votes are wanted on challenge {on}")),
        Procedure::Voted { on, side, .. } => Some(format!("{} votes on challenge {on}", game.side_name(*side))),
        Procedure::Rewound { why: Why::Withdrawal(id), .. } => Some(format!("presumption {id} is taken back")),
        Procedure::Rewound { .. } => Some("the game goes back".to_owned()),
        Procedure::Kept(Kept::Resignation(side)) => Some(format!("{} is leaving the game", game.side_name(*side))),
        Procedure::Kept(Kept::Back { .. }) => Some("the game will go back when its dice are rolled".to_owned()),
        Procedure::Clarified { .. }
        | Procedure::Struck(_)
        | Procedure::Voided { .. }
        | Procedure::SentAhead { .. }
        | Procedure::TakenUp => None,
    }
    .map(|headline| capital(&headline))
}
