//! Rules as the mails show them, with what is to be known of each.

use crate::game::mar::{Enacted, Filled, Multiverse, Opening};
use crate::law::{Bearing, Conflict};
use crate::letter::views::RuleView;
use crate::rule::{Form, Rule, Scope};

/// The rules that stand.
pub fn rules(game: &Multiverse) -> Vec<RuleView> {
    let coming = game.next_deeds();
    let next = |rule: &Enacted| coming.iter().find(|(number, _)| *number == rule.enactment.number).map(|(_, says)| says.clone());
    let conflicts = game.conflicts();
    // What is assumed, and what the meta-rules make of it, is news for a turn; the answer to its number tells it always.
    let open = |rule: &Enacted| if rule.protected.holds(game.phase) { game.openings(rule) } else { Vec::new() };
    let unsettled = !game.with_kings_unnamed().is_empty();
    let ruled = |rule: &Enacted| ruled(game, rule).filter(|_| unsettled || rule.protected.holds(game.phase));
    let told = |rule: &Enacted| rule_view(game, rule, (&conflicts, &open(rule)), ruled(rule).into_iter().chain(next(rule)).collect());
    game.rules.iter().filter(|rule| rule.stands()).map(told).collect()
}

/// One rule by its number, in force or not.
pub fn rule(game: &Multiverse, number: &str) -> Option<RuleView> {
    let next = || game.next_deeds().into_iter().find(|(known, _)| known == number).map(|(_, says)| says);
    let told = |rule: &Enacted| ruled(game, rule).into_iter().chain(next()).collect();
    game.rule(number).map(|rule| rule_view(game, rule, (&game.conflicts(), &game.openings(rule)), told(rule)))
}

/// Where a rule gives way to another one of which it says something else, in words.
fn yields(game: &Multiverse, number: &str, Conflict { earlier, later, aspects, bearing }: &Conflict) -> Option<String> {
    let protected = game.rule(earlier).filter(|rule| rule.protected.holds(game.phase));
    let aspects = aspects.join(" and ");
    match (bearing, protected) {
        (bearing, Some(rule)) if later == number && bearing.waits() => {
            Some(format!("of {aspects}, {earlier} goes before it until {} (R6)", game.until_told(rule.protected)))
        }
        (Bearing::Supersedes, None) if earlier == number => Some(format!("of {aspects}, {later} supersedes it (R3)")),
        _ => None,
    }
}

/// What is so in it by the meta-rules, in words; and whose kings may all turn out to be real, as long as they have named none.
fn ruled(game: &Multiverse, rule: &Enacted) -> Option<String> {
    let ruled = game.ruled(rule);
    let unnamed: Vec<&str> = game.with_kings_unnamed().into_iter().map(|seat| game.player(seat).name.as_str()).collect();
    let spared = match unnamed.as_slice() {
        [] => String::new(),
        names => format!(
            "; until {} {} the real king, each king of theirs may be it (M3)",
            names.join(" and "),
            if names.len() == 1 { "names" } else { "name" }
        ),
    };
    (!ruled.is_empty()).then(|| format!("by the meta-rules {} (M4){spared}", ruled.join("; ")))
}

/// With what it yields to and leaves open, and what else is told of it.
fn rule_view(game: &Multiverse, rule: &Enacted, (conflicts, open): (&[Conflict], &[(usize, Opening)]), also: Vec<String>) -> RuleView {
    let enactment = &rule.enactment;
    let mut remarks = vec![format!("made in turn {}", rule.made.turn)];
    if let Some(ended) = rule.ended {
        remarks.push(format!("not in force since turn {}", ended.turn));
    } else if rule.protected.holds(game.phase) {
        remarks.push(format!("protected until {} (R6)", game.until_told(rule.protected)));
    }
    if let Some(turns) = enactment.rule.lasts {
        remarks.push(format!("lasts {turns} turn{}", if turns == 1 { "" } else { "s" }));
    }
    let over = rule.stands() && rule.lasts.is_some_and(|window| !window.holds(game.phase));
    if let Some(holder) = game.held_by_protection(&enactment.number, None).filter(|_| over) {
        let (until, by) = (game.until_told(holder.protected), &holder.enactment.number);
        remarks.push(format!("stands until {until}, for {by} leans on it and is protected (R6)"));
    }
    for repeal in game.repeals.iter().filter(|repeal| repeal.target == enactment.number) {
        let (place, there) = match repeal.universe {
            Some(universe) => (format!(" in {}", game.universe_name(universe)), " there"),
            None => (String::new(), ""),
        };
        remarks.push(format!("repealed by {}{place}; gone{there} after {}", repeal.number, game.last_told(repeal.acts_after)));
    }
    for (number, names) in game.leans_on(rule) {
        let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        remarks.push(format!("depends on {number}{names}"));
    }
    if rule.clauses().iter().any(|clause| matches!(clause.form, Form::Hole(_))) {
        remarks.push("what stands with a ? says nothing until it is filled (R17)".to_owned());
    }
    for (_, opening) in open {
        if let Opening::Assumed { wrote, assumed } = opening {
            remarks.push(format!("assumed for \"{wrote}\": {}; whoever reads it otherwise may presume so (R17)", assumed.join("; ")));
        }
    }
    if enactment.rule.clauses.iter().any(|clause| matches!(clause.form, Form::Secret(_))) {
        remarks.push("SECRET and a square names yours; the others learn its seal alone".to_owned());
    }
    for secret in game.secrets.iter().filter(|secret| secret.rule == enactment.number) {
        let whose = game.seat_of_side(secret.side).map_or("somebody", |seat| game.player(seat).name.as_str());
        remarks.push(match &secret.opened {
            Some(square) => format!("{whose}'s secret square: {square}"),
            None => format!("{whose} has named a square, seal {}", secret.seal),
        });
    }
    remarks.extend(conflicts.iter().filter_map(|conflict| yields(game, &enactment.number, conflict)));
    remarks.extend(game.asleep(&enactment.number));
    remarks.extend(game.not_yet(rule));
    remarks.extend(also);
    for met in game.unforeseen_in(&enactment.number) {
        let (says, until) = (game.sentence_of(rule, met.at), game.until_told(met.until));
        remarks.push(format!("does not say what is done where \"{says}\" cannot be done: it may be presumed until {until} (R17)"));
    }
    for filled in &rule.fillings {
        remarks.push(match (filled, game.timeline.presumption(filled.id())) {
            (Filled::Presumed(id), Some(open)) => format!("as {} presumes ({id}, R17)", game.side_name(open.by)),
            (Filled::Presumed(id), None) => format!("as it was presumed and not denied ({id}, R17)"),
            (Filled::Clarified(id), _) => format!("as its author has said when he denied {id} (R17)"),
        });
    }
    if rule.rewritten.is_some() && rule.fillings.is_empty() {
        remarks.push("rewritten since a rule it depends on is gone".to_owned());
    }
    for alone in &rule.rewritten_in {
        let place = game.universe_name(alone.universe);
        let says = game.wording(&Rule { depends: Vec::new(), title: None, ..rule.now_in(alone.universe) });
        let says: Vec<&str> = says.lines().map(str::trim).filter(|line| !matches!(*line, "RULE" | "END")).collect();
        remarks.push(format!("rewritten in {place}, since a rule it depends on is gone there: {}", says.join(" ")));
    }
    if !rule.repealed_in.is_empty() {
        let places: Vec<String> = rule.repealed_in.iter().map(|&number| game.universe_name(number)).collect();
        remarks.push(format!("repealed in {}", places.join(", ")));
    }
    RuleView {
        number: enactment.number.clone(),
        maker: game.player(enactment.seat).name.clone(),
        scope: match enactment.scope() {
            Scope::Multiverse => "the whole multiverse".to_owned(),
            Scope::Universe(number) => game.universe_name(number),
        },
        title: enactment.rule.title.clone(),
        text: game.wording(&rule.now()).lines().map(str::to_owned).collect(),
        remarks,
    }
}
