//! The canonical words of a rule: one sentence a clause, read back to the same clause.

use super::frame;
use super::lexer::{number_word, ordinal_word};
use super::logic::unmoved;
use super::telling::{self, guard};
use super::wording::{a, any_one, every_one, line, list, many};
use super::{
    Army, CaptureEdit, CapturerFate, Class, Clause, Deed, Ending, Event, Explosion, Form, Kinds, Landing, Law, Manner, MannerOfKind,
    Motion, Movement, Owner, Promotion, Region, Rule, Safety, Scope, Verdict, VictimFate, Vocabulary,
};
use crate::movement::Use;

/// The widest line of printed text: quoted twice it still stands on one line of a mail.
const WIDTH: usize = 70;

/// The rule in canonical words: `read(print(rule)) == rule`.
pub fn print(rule: &Rule, words: &Vocabulary) -> String {
    framed(rule, words, |_| String::new())
}

/// The same with `(assumed: ...)` after the sentences for which something was assumed; read back, these are no words.
pub fn restate(rule: &Rule, words: &Vocabulary) -> String {
    framed(rule, words, |assumed| if assumed.is_empty() { String::new() } else { format!(" (assumed: {})", assumed.join("; ")) })
}

fn framed(rule: &Rule, words: &Vocabulary, note: impl Fn(&[String]) -> String) -> String {
    let words = &words.with_names_of(&rule.clauses);
    let mut text = "RULE".to_string();
    if let Some(title) = &rule.title {
        text.push_str(&format!(" \"{title}\""));
    }
    if let Scope::Universe(number) = rule.scope {
        match words.multiverse.as_str() {
            "" => text.push_str(&format!(" IN universe {number}")),
            name => text.push_str(&format!(" IN {name}:{number}")),
        }
    }
    if let Some(turns) = rule.lasts {
        text.push_str(&format!(" LASTS {turns} {}", if turns == 1 { "TURN" } else { "TURNS" }));
    }
    text.push('\n');
    for dependency in &rule.depends {
        text.push_str(&folded(&frame::printed(dependency)));
    }
    for clause in rule.clauses.iter().filter(|clause| !clause.is_standing()) {
        let heading = clause.heading.as_ref().map(|heading| format!("{heading}: ")).unwrap_or_default();
        text.push_str(&folded(&format!("{heading}{}{}", print_clause(clause, words), note(&clause.assumed))));
    }
    text.push_str("END\n");
    text
}

/// A law text in canonical words.
pub fn print_law(law: &Law, words: &Vocabulary) -> String {
    let base = law.on_top_of.as_ref().map(|base| format!(" ON {base}")).unwrap_or_default();
    let sentences: String = law.clauses.iter().map(|clause| folded(&print_clause(clause, words))).collect();
    format!("LAW \"{}\"{base}\n{sentences}END\n", law.name)
}

/// Lines of at most 70 columns, indented by two.
fn folded(sentence: &str) -> String {
    let mut text = String::new();
    let mut line = " ".to_string();
    for word in sentence.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && line.trim() != "" {
            text.push_str(&line);
            text.push('\n');
            line = "   ".to_string();
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
    text
}

/// One clause as one sentence, with its guard before it.
pub fn print_clause(clause: &Clause, words: &Vocabulary) -> String {
    if let (Form::Ending(ending), Some(when)) = (&clause.form, &clause.when)
        && let Some(said) = telling::ending(ending, when, words)
    {
        return finished(&said);
    }
    let said = match (&clause.form, &clause.when) {
        // what is done on turn ten is done at its start anyway; "if nobody has captured for five turns" says no time
        // (but "every pawn moves one square forward" by itself is how pawns move)
        (Form::Trigger(trigger), Some(when))
            if when.names_turns()
                && trigger.event == Event::Turn
                && trigger.once.is_none()
                && !trigger.deeds.iter().any(Deed::moves_men) =>
        {
            telling::done(trigger, words)
        }
        (form, _) => sentence(form, words),
    };
    let guard = clause.when.as_ref().map(|when| format!("{}, ", guard(when, words))).unwrap_or_default();
    finished(&format!("{guard}{said}"))
}

/// What one clause says, without its guard, as one sentence.
pub fn print_form(form: &Form, words: &Vocabulary) -> String {
    finished(&sentence(form, words))
}

/// With a capital letter and a full stop.
fn finished(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

pub(super) fn sentence(form: &Form, words: &Vocabulary) -> String {
    match form {
        Form::Kind(kind) => kind_sentence(kind),
        Form::Armies(armies) => armies_sentence(armies),
        Form::Board { files, ranks } => format!("the board has {files} files and {ranks} ranks"),
        Form::SecondBoard => "there is a second board".to_string(),
        Form::Crossing(who) => format!("{} cross to the same square of the other board", many(who, words)),
        Form::Array(placement) => format!("the array is \"{placement}\""),
        Form::Safety(safety) => safety_sentence(*safety).to_string(),
        Form::Movement(movement) => movement_sentence(movement, words),
        Form::Promotion(promotion) => promotion_sentence(promotion, words),
        Form::InPassing(passing) => match &passing.by.kinds {
            Kinds::Only(none) if none.is_empty() => format!("{} may not be captured in passing", many(&passing.who, words)),
            _ => format!("{} may be captured in passing by {}", many(&passing.who, words), many(&passing.by, words)),
        },
        Form::Castling(castling) => {
            let who = many(&castling.who, words);
            let everybody = Class::EVERY;
            let squares = match castling.squares {
                1 => "one square".to_string(),
                more => format!("{} squares", number_word(u32::from(more))),
            };
            match castling.allowed {
                true => {
                    let dared = [(castling.dares.out, "out of check"), (castling.dares.through, "through check")];
                    let dared: Vec<&str> = dared.iter().filter(|(dares, _)| *dares).map(|(_, said)| *said).collect();
                    let dared = if dared.is_empty() { String::new() } else { format!(" {}", dared.join(" and ")) };
                    let late = if castling.dares.moved { ", even if they have moved" } else { "" };
                    format!("{who} may castle{dared} with {}, moving {squares}{late}", many(&castling.with, words))
                }
                false if castling.with == everybody => format!("{who} may not castle"),
                false => format!("{who} may not castle with {}", many(&castling.with, words)),
            }
        }
        Form::Capture(edit) => capture_sentence(edit, words),
        Form::OwnPrey(prey) => format!("{} may also capture {}", many(&prey.who, words), telling::prey(&prey.victims, words)),
        Form::Approach(approach) => telling::approach(approach, words),
        Form::Ban(ban) => telling::ban(ban, words),
        Form::Duty(duty) => telling::duty(duty, words),
        Form::Trigger(trigger) => telling::trigger(trigger, words),
        Form::Action(action) => telling::action(action, words),
        Form::Counter(counter) => telling::counter(counter, words),
        Form::Region { name, squares } => telling::region(name, squares, words),
        Form::Restored(who) => format!("when this rule is repealed, {} move as usual", many(who, words)),
        Form::Side(side) => telling::side(side, words),
        Form::Secret(None) => "each player has a secret square".to_string(),
        Form::Secret(Some(limit)) => format!("each player has a secret square {}", telling::placed(limit, words)),
        Form::Hole(written) => written.clone(),
        Form::Prose(text) => format!("PROSE \"{text}\""),
        Form::Ending(ending) => ending_sentence(ending),
    }
}

fn kind_sentence(kind: &MannerOfKind) -> String {
    let figure = kind.figure.map(|figure| format!(", {figure}")).unwrap_or_default();
    let points = if kind.value == 1 { "point" } else { "points" };
    let royal = if kind.royal { " and is royal" } else { "" };
    let unlettered = if kind.unlettered { " and is written without its letter" } else { "" };
    format!("{} ({}, {}{figure}) is worth {} {points}{royal}{unlettered}", a(&kind.name), kind.plural, kind.letter, kind.value)
}

fn armies_sentence(armies: &[Army]) -> String {
    let one = |army: &Army| format!("{}, moving {}", army.name, if army.up { "up" } else { "down" });
    format!("the armies are {}", list(&armies.iter().map(one).collect::<Vec<_>>(), "and"))
}

fn safety_sentence(safety: Safety) -> &'static str {
    match safety {
        Safety::Never => "a move may not leave the mover's own royalty capturable",
        Safety::IfAble => "a move may not leave the mover's own royalty capturable if another move does not",
        Safety::Direct => "a move may not leave the mover's own royalty directly capturable",
        Safety::Free => "a move may leave the mover's own royalty capturable",
    }
}

fn ending_sentence(ending: &Ending) -> String {
    // It is asked of everybody, and meant of whom it is true.
    let who = if ending.who == super::Player::Each { "a player".to_owned() } else { telling::player(&ending.who) };
    match ending.result {
        Verdict::Wins => format!("{who} wins"),
        Verdict::Loses => format!("{who} loses"),
        Verdict::Draws => "the game is drawn".to_string(),
    }
}

fn movement_sentence(movement: &Movement, words: &Vocabulary) -> String {
    let waits =
        movement.motions.iter().any(|motion| matches!(motion, Motion::Pattern(pattern) if pattern.lines.iter().any(|line| line.unmoved)));
    let who = if waits { many(&movement.who.clone().such_that(unmoved()), words) } else { many(&movement.who, words) };
    if movement.motions.is_empty() {
        return match movement.aspect {
            Use::Any => format!("{who} may not move"),
            Use::Capture => format!("{who} may not capture"),
            Use::Quiet => format!("{who} may not move without capturing"),
        };
    }
    let one = movement.manner == Manner::Instead && super::lasting::the_man(&movement.who).is_some();
    let verb = match (movement.aspect == Use::Capture, one) {
        (true, false) => "capture",
        (true, true) => "captures",
        (false, false) => "move",
        (false, true) => "moves",
    };
    let modal = if movement.manner == Manner::Also { "may also " } else { "" };
    let purpose = if movement.aspect == Use::Quiet { ", without capturing" } else { "" };
    let over = movement.terms.over.as_ref().map(|over| format!(", {}", telling::passed(over, words))).unwrap_or_default();
    let mut motions = Vec::new();
    for motion in &movement.motions {
        match motion {
            Motion::Like { kind, standard: true } => motions.push(format!("like a standard {kind}")),
            Motion::Like { kind, standard: false } => motions.push(format!("like {}", a(kind))),
            Motion::LikeMen { who, on } => motions.push(format!("like {}", telling::lenders(who, on, words))),
            Motion::LikePrey(when) => motions.push(format!("like the piece they captured {}", telling::time(*when))),
            Motion::Pattern(pattern) => motions.extend(pattern.lines.iter().map(|one| line(one, &over))),
        }
    }
    let cost = movement.terms.cost.as_ref().map(|cost| format!(", paying {}", telling::price(cost))).unwrap_or_default();
    let round = telling::wrapping(movement.terms.round);
    let to = movement.terms.to.as_ref().map(|to| format!(", but only to {}", telling::squares(to, words))).unwrap_or_default();
    format!("{who} {modal}{verb} {}{round}{to}{purpose}{cost}", motions.join(" or "))
}

fn promotion_sentence(promotion: &Promotion, words: &Vocabulary) -> String {
    let who = many(&promotion.who, words);
    if promotion.into.is_empty() {
        return format!("{who} may not promote");
    }
    let into: Vec<String> = promotion.into.iter().map(|kind| a(kind)).collect();
    let rank = match promotion.region {
        Region::LastRank => "last rank".to_string(),
        Region::Rank(number) => format!("{} rank", ordinal_word(u32::from(number))),
    };
    format!("{who} promote to {} on the {rank}", list(&into, "or"))
}

fn capture_sentence(edit: &CaptureEdit, words: &Vocabulary) -> String {
    let event = format!("when {} captures {}", any_one(&edit.captor, words), any_one(&edit.victim, words));
    let none = Explosion { reach: 0, hits: Class::EVERY };
    let usual = edit.victim_fate == Some(VictimFate::Gone)
        && edit.capturer_fate == Some(CapturerFate::Same)
        && edit.landing == Some(Landing::OnVictim)
        && edit.explosion.as_ref() == Some(&none);
    // "own pieces are captured" does not tell whose side that is: then it is said of who captures
    let sided = |class: &Class| matches!(class.owner, Owner::Own | Owner::Enemy);
    if usual && (sided(&edit.captor) || sided(&edit.victim)) {
        return format!("{} capture {} as usual", many(&edit.captor, words), many(&edit.victim, words));
    }
    if usual {
        let by = match &edit.captor {
            every if *every == Class::EVERY => String::new(),
            captor => format!(" by {}", many(captor, words)),
        };
        return format!("{} are captured{by} as usual", many(&edit.victim, words));
    }
    let mut parts = Vec::new();
    parts.extend(edit.victim_fate.as_ref().map(|fate| format!("the captured piece {}", victim_fate(fate))));
    parts.extend(edit.capturer_fate.as_ref().map(|fate| format!("the capturing piece {}", capturer_fate(fate))));
    parts.extend(edit.landing.map(|landing| format!("the capturing piece {}", landing_words(landing))));
    parts.extend(edit.explosion.as_ref().map(|explosion| explosion_words(explosion, words)));
    format!("{event}, {}", list(&parts, "and"))
}

fn victim_fate(fate: &VictimFate) -> String {
    match fate {
        VictimFate::Gone => "is removed".to_string(),
        VictimFate::Joins => "changes sides and stays on its square".to_string(),
        VictimFate::GoesHome => "returns to its home square".to_string(),
        VictimFate::GoesHomeOfKind => "returns to the home square of its kind".to_string(),
        VictimFate::Reserve => "goes to the capturer's reserve".to_string(),
        VictimFate::Becomes(kind) => format!("becomes {}", a(kind)),
        VictimFate::JoinsAs(kind) => format!("changes sides, becomes {} and stays on its square", a(kind)),
    }
}

fn capturer_fate(fate: &CapturerFate) -> String {
    match fate {
        CapturerFate::Same => "stays as it is".to_string(),
        CapturerFate::Gone => "is removed too".to_string(),
        CapturerFate::Becomes(kind) => format!("becomes {}", a(kind)),
        CapturerFate::BecomesVictim => "becomes the kind it captured".to_string(),
        CapturerFate::ChangesSides => "changes sides".to_string(),
        CapturerFate::JoinsAs(kind) => format!("changes sides and becomes {}", a(kind)),
        CapturerFate::JoinsAsVictim => "changes sides and becomes the kind it captured".to_string(),
    }
}

fn landing_words(landing: Landing) -> &'static str {
    match landing {
        Landing::OnVictim => "goes to the square of the capture",
        Landing::Stays => "stays where it was",
        Landing::Home => "returns to its home square",
    }
}

fn explosion_words(explosion: &Explosion, words: &Vocabulary) -> String {
    let who = every_one(&explosion.hits, words);
    match explosion.reach {
        0 => format!("{who} next to it stays as it is"),
        1 => format!("{who} next to it is removed too"),
        more => format!("{who} within {} squares of it is removed too", number_word(u32::from(more))),
    }
}
