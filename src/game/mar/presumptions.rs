//! Presumptions (R17): what a rule leaves open, what fills it, and whose orders lean on what is presumed.
//!
//! Invariant: a presumption says more, never something else: it stands where the author has left something open, and keeps his words.

mod words;

use crate::game::event::Event;
use crate::game::procedure::{Filling, Presumption, Procedure};
use crate::law::{self, Active, Instant, Strength, Universes};
use crate::rule::{self, Clause, Form, Rule, Scope, lasting};
use crate::turn::{Phase, Seat, Window};

use super::judge::why_not;
use super::metarule;
use super::multiverse::{Draft, Enacted, Filled, Multiverse};
use super::phase::Deed;
use super::rewind::Shadow;
use super::timeline::Mark;
use super::unforeseen::{done_instead, only_adds};
use words::{holds, is_one_sentence, keeps, stopped};

/// Words that are too many to stand in place of one.
const LONG: usize = 5;

/// What a sentence of a rule leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A `?`, in the sentence as written.
    Hole(String),
    /// What the program has assumed, in words, for the sentence as its author wrote it.
    Assumed { wrote: String, assumed: Vec<String> },
    /// Words that only people understand.
    Prose(String),
    /// What is done where the sentence cannot be, as it has turned out in play.
    Unforeseen(String),
}

/// Who says what stands where a rule is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voice {
    /// He says more than the rule does.
    Presumer,
    /// He may also stand by what he said, as it was read.
    Author,
}

/// Orders that could not be given if a presumption were denied, and so need others for that case (R17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaning {
    pub presumption: String,
    /// Where another move is wanted.
    pub universes: Vec<u16>,
}

impl Multiverse {
    /// What a rule leaves open, by the number of its sentence: that alone may be presumed (R17).
    pub fn openings(&self, rule: &Enacted) -> Vec<(usize, Opening)> {
        let written = rule::read(&rule.enactment.text, &self.vocabulary());
        let same = |read: &Rule| read.clauses == rule.enactment.rule.clauses;
        let as_written = written.rule.filter(same);
        let text = &rule.enactment.text;
        let said = |clause: &Clause| {
            let read = as_written.as_ref()?.clauses.iter().find(|read| *read == clause)?;
            let assumed: Vec<String> = read.assumed.iter().filter(|assumed| !rule::is_ruled(assumed)).cloned().collect();
            let wrote = text.get(read.span.start..read.span.end)?.split_whitespace().collect::<Vec<_>>().join(" ");
            (!assumed.is_empty()).then_some(Opening::Assumed { wrote, assumed })
        };
        let opening = |clause: &Clause| match &clause.form {
            Form::Hole(written) => Some(Opening::Hole(written.clone())),
            Form::Prose(words) => Some(Opening::Prose(words.clone())),
            _ => said(clause),
        };
        let mut found: Vec<(usize, Opening)> =
            rule.clauses().iter().enumerate().filter_map(|(at, clause)| Some((at, opening(clause)?))).collect();
        // What is filled is open no more: of words that only people understand the first meaning stands until it is denied.
        found.retain(|(at, _)| !rule.filled.contains(at));
        let met = self.unforeseen_in(&rule.enactment.number).map(|met| (met.at, Opening::Unforeseen(self.sentence_of(rule, met.at))));
        found.extend(met);
        found
    }

    /// What the meta-rules have said of a rule's sentences as it was read, whatever its author meant: nobody can presume otherwise (R5, M4).
    pub fn ruled(&self, rule: &Enacted) -> Vec<String> {
        let written = rule::read(&rule.enactment.text, &self.vocabulary()).rule;
        let clauses = written.map(|rule| rule.clauses).unwrap_or_default();
        let ruled = clauses.into_iter().flat_map(|clause| clause.assumed).filter(|assumed| rule::is_ruled(assumed));
        ruled.collect::<std::collections::BTreeSet<String>>().into_iter().collect()
    }

    /// What some words come to as what a rule leaves open, the first of its sentences that they fit; `Err` says why they do not. `made`: the go in
    /// which the rule was made, while the game can go back to it.
    pub fn filling(&self, number: &str, words: &str, made: Option<&Mark>) -> Result<Filling, String> {
        let rule = self.rule(number).filter(|rule| rule.stands()).ok_or_else(|| self.no_such_rule(number))?;
        self.filling_of(number, words, made, (self.openings(rule), Voice::Presumer))
    }

    /// The same of one sentence alone, by the rule's author.
    pub fn filling_at(&self, (number, at): (&str, usize), words: &str, made: Option<&Mark>) -> Result<Filling, String> {
        let rule = self.rule(number).filter(|rule| rule.stands()).ok_or_else(|| self.no_such_rule(number))?;
        let there = self.openings(rule).into_iter().filter(|(sentence, _)| *sentence == at).collect();
        self.filling_of(number, words, made, (there, Voice::Author))
    }

    fn filling_of(
        &self,
        number: &str,
        words: &str,
        made: Option<&Mark>,
        (mut openings, voice): (Vec<(usize, Opening)>, Voice),
    ) -> Result<Filling, String> {
        let rule = self.rule(number).ok_or_else(|| self.no_such_rule(number))?;
        // Plain words may come to mean anything: what fits a sentence that the program reads belongs there.
        openings.sort_by_key(|(_, opening)| matches!(opening, Opening::Prose(_)));
        if openings.is_empty() {
            let taken = self.timeline.presumptions.iter().find(|open| open.filling.rule == number);
            let ruled = self.ruled(rule);
            return Err(match taken {
                None if !ruled.is_empty() => format!(
                    "rule {number} leaves nothing open: {} by the meta-rules (R5, M4), whatever its author meant, and that may not be presumed otherwise (R17)",
                    ruled.join("; ")
                ),
                Some(open) => format!(
                    "{} of {} stands where rule {number} was open: the first one stands until its author denies it (R17)",
                    open.id,
                    self.side_name(open.by)
                ),
                None => format!(
                    "rule {number} leaves nothing open: a presumption may not change what a rule says (R17). If you think that it is played wrongly, CHALLENGE {number}"
                ),
            });
        }
        let mut problems: Vec<String> = Vec::new();
        for (at, opening) in &openings {
            match self.fit(rule, (*at, opening), words, voice).and_then(|filling| self.tested_with(rule, filling, made)) {
                Ok(filling) => return Ok(filling),
                Err(problem) => problems.push(problem),
            }
        }
        if voice == Voice::Presumer && openings.iter().any(|(_, opening)| matches!(opening, Opening::Prose(_))) {
            let said = words.trim_matches(['"', '“', '”']);
            problems.push(format!(
                "What only people understand may be presumed in words that only people understand (R16, R17): PRESUME {number} PROSE \"{said}\""
            ));
        }
        Err(problems.join("\n"))
    }

    fn fit(&self, rule: &Enacted, (at, opening): (usize, &Opening), words: &str, voice: Voice) -> Result<Filling, String> {
        let number = &rule.enactment.number;
        let read = |sentence: &str| -> Result<Vec<Clause>, String> {
            let text = format!("RULE\n{}\nEND", stopped(sentence));
            let reading = rule::read(&text, &self.vocabulary());
            let why = || reading.diagnostics.iter().map(|found| found.render(&text)).collect::<Vec<_>>().join("\n");
            reading.rule.clone().map(|rule| rule.clauses).ok_or_else(why)
        };
        let old = &rule.clauses()[at];
        let is_the_same = |clauses: &[Clause]| matches!(clauses, [new] if (&new.form, &new.when) == (&old.form, &old.when));
        let stands = voice == Voice::Author && matches!(opening, Opening::Assumed { .. });
        let as_it_stands = stands.then(|| read(words).ok()).flatten().filter(|clauses| is_the_same(clauses));
        let clauses = match (as_it_stands, opening) {
            (Some(same), _) => same,
            (None, Opening::Hole(written)) => {
                let whole = holds(written, words);
                let sentence = if whole { words.to_owned() } else { written.replacen('?', words.trim_end_matches('.'), 1) };
                // Other words than the author's are no filling, unless they are short enough to be one.
                let say = if voice == Voice::Author { "say" } else { "presume" };
                let other = || format!("rule {number} says \"{written}\": {say} what stands in place of its ?, or that sentence with it");
                match read(&sentence) {
                    Ok(clauses) if holds(written, &sentence) => clauses,
                    Err(problem) if whole || words.split_whitespace().count() < LONG => return Err(problem),
                    _ => return Err(other()),
                }
            }
            (None, Opening::Assumed { wrote, assumed }) => {
                if !keeps(wrote, words) {
                    return Err(format!(
                        "rule {number} says \"{wrote}\", and assumed is: {}. Presume that sentence with more words in it, none of its own left out",
                        assumed.join("; ")
                    ));
                }
                let clauses = read(words)?;
                let still = |what: &String| clauses.iter().any(|clause| clause.assumed.contains(what));
                if assumed.iter().all(still) || plain(&clauses).any(|clause| clause.when != old.when) {
                    return Err(format!(
                        "these words do not settle what is assumed in rule {number} ({}), and nothing else in it is open (R17)",
                        assumed.join("; ")
                    ));
                }
                clauses
            }
            // The words stay, and what they are presumed to mean stands behind them.
            (None, Opening::Unforeseen(sentence)) => {
                let words = words.trim_end_matches('.');
                let ways = [words.to_owned(), format!("{sentence}, {words}"), format!("{sentence}, if that cannot be done, {words}")];
                let adds = |clauses: &Vec<Clause>| matches!(&plain(clauses).collect::<Vec<_>>()[..], [new] if only_adds(new, old));
                ways.iter().find_map(|way| read(way).ok().filter(adds)).ok_or_else(|| {
                    let instead = done_instead(old, &self.vocabulary());
                    let whom = if instead.starts_with("it ") { "" } else { ", and name those to whom it is done (\"it\" is nobody there)" };
                    format!(
                        "rule {number} says \"{sentence}\", which could not be done. Presume what is done then, and nothing else{whom} (R17): \
                         PRESUME {number} \"if that cannot be done, {instead}\""
                    )
                })?
            }
            (None, Opening::Prose(_)) => {
                let clauses = read(words)?;
                if let Some(aspects) = self.contradicted(rule, at, &clauses) {
                    return Err(format!(
                        "rule {number} says itself what becomes of {aspects}: a presumption may not change what a rule says (R17). If you think that it \
                         is played wrongly, CHALLENGE {number}"
                    ));
                }
                lasting::with_standing(std::iter::once(rule.clauses()[at].clone()).chain(plain(&clauses)).collect())
            }
        };
        if !matches!(opening, Opening::Prose(_)) && (!is_one_sentence(words) || !says_one_thing(&clauses)) {
            return Err(format!("a presumption fills what rule {number} leaves open in one sentence, and says nothing else (R17)"));
        }
        if clauses.iter().any(|clause| matches!(clause.form, Form::Hole(_))) {
            return Err("a presumption fills what is open and leaves nothing open itself".to_owned());
        }
        if clauses.iter().any(|clause| matches!(clause.form, Form::Side(_))) {
            return Err("a side comes into the game by a rule, not by a presumption".to_owned());
        }
        if voice == Voice::Presumer && clauses[..] == rule.clauses()[at..=at] {
            return Err(format!("rule {number} says that already"));
        }
        let whole = Rule { title: None, scope: Scope::Multiverse, lasts: None, depends: Vec::new(), clauses };
        let canonical = rule::print(&whole, &self.vocabulary());
        let filling = Filling { rule: number.clone(), at, canonical, clauses: whole.clauses.into() };
        self.could_fill(&filling)?;
        Ok(filling)
    }

    /// What words would say otherwise than the other sentences of a rule do.
    fn contradicted(&self, rule: &Enacted, at: usize, words: &[Clause]) -> Option<String> {
        let others: Vec<Clause> =
            plain(rule.clauses()).enumerate().filter(|(sentence, _)| *sentence != at).map(|(_, clause)| clause).collect();
        let said = |number, clauses| Active { number, clauses, universes: Universes::Every, since: None, strength: Strength::Settled };
        let both = [said("the rule", &others[..]), said("the words", words)];
        let found = law::conflicts(&both, &self.position.entities).ok()?;
        found.into_iter().next().map(|conflict| conflict.aspects.join(" and "))
    }

    /// The rule with the words in it keeps the meta-rules, as it had to when it was made; where that cannot be gone back to, as it would have to now.
    fn tested_with(&self, rule: &Enacted, filling: Filling, made: Option<&Mark>) -> Result<Filling, String> {
        let filled = Rule { clauses: filled(rule.clauses(), &filling), ..(*rule.enactment.rule).clone() };
        match metarule::refusal(&self.verdicts_as_made(rule, &filled, made)) {
            Some(refusal) => Err(format!("rule {} could not have been made so (R17). {refusal}", rule.enactment.number)),
            None => Ok(filling),
        }
    }

    /// What the meta-rules say of a rule in other words, as it was made; where that cannot be gone back to, as it would be made now.
    fn verdicts_as_made(&self, rule: &Enacted, says: &Rule, made: Option<&Mark>) -> Vec<metarule::Verdict> {
        let before = match made {
            Some(mark) => (*mark.before).clone(),
            None => {
                let mut without = self.clone();
                without.end_rule(&rule.enactment.number, None);
                without
            }
        };
        let maker = before.seat_of_side(self.player(rule.enactment.seat).side);
        maker.and_then(|maker| before.verdicts_of_rule(maker, says).ok()).unwrap_or_default()
    }

    /// Whether the rule can be in force with words in it.
    pub fn could_fill(&self, filling: &Filling) -> Result<(), String> {
        let rule = self.rule(&filling.rule).ok_or_else(|| format!("there is no rule {}", filling.rule))?;
        if filling.at >= plain(rule.clauses()).count() {
            return Err(format!("rule {} has no sentence {}", filling.rule, filling.at + 1));
        }
        let met_in_play = self.unforeseen_in(&filling.rule).any(|met| met.at == filling.at);
        if rule.filled.contains(&filling.at) && !met_in_play {
            return Err(format!("sentence {} of rule {} leaves nothing open any more", filling.at + 1, filling.rule));
        }
        let mut after = self.clone();
        after.put(filling, Filled::Presumed(String::new()));
        let stands = after.can_wake_with(None, &after.position).and_then(|()| after.fold(None));
        stands.map_err(|problem| format!("rule {} cannot be in force so: {problem}", filling.rule))?;
        // What is clear in it goes on acting: nothing may be presumed for want of which it would sleep (R15, R17).
        match after.asleep(&filling.rule).filter(|_| self.asleep(&filling.rule).is_none()) {
            Some(why) => Err(format!(
                "with these words rule {} would fall {why}; presume words that do not lean on what is gone (R17)",
                filling.rule
            )),
            None => Ok(()),
        }
    }

    /// Words take the place of a sentence.
    pub(super) fn fill(&mut self, filling: &Filling, by: Filled) {
        self.put(filling, by);
        self.refold();
    }

    fn put(&mut self, filling: &Filling, by: Filled) {
        let Some(rule) = self.rules.iter_mut().find(|rule| rule.enactment.number == filling.rule) else { return };
        // Only what is new is brought in, each sentence under its number.
        let rest: Vec<Clause> = plain(rule.clauses()).map(|clause| clause.at_rest()).collect();
        let news = law::introduce(&format!("rule {}", filling.rule), &filled(&rest, filling), &mut self.position);
        let said = filled(rule.clauses(), filling);
        rule.fillings.push(by);
        rule.filled.push(filling.at);
        rule.say(said);
        self.unforeseen.retain(|known| (&known.rule, known.at) != (&filling.rule, filling.at));
        self.remember(news);
    }

    /// The phase through which the author may speak: the next one of whoever presumes.
    pub fn speaks_until(&self, presumption: &Presumption) -> Window {
        let seat = self.seat_of_side(presumption.by).unwrap_or(self.phase.seat);
        Window { last: Phase { turn: presumption.go.turn + 1, seat } }
    }

    /// The presumptions on which orders lean that do not say what is to be done if they are denied. Whoever presumes, and he alone, chooses anew
    /// then (R17).
    pub fn leaning(&self, seat: Seat, draft: &Draft) -> Vec<Leaning> {
        let others = self.timeline.presumptions.iter().filter(|open| {
            let by = self.seat_of_side(open.by);
            by.is_none_or(|by| !self.same_person(by, seat))
        });
        others.filter_map(|open| self.leans(seat, draft, &open.id)).collect()
    }

    /// The game in which a player's orders would be given if a presumption were denied. Where somebody before him would have to choose anew, he
    /// may choose the same again: what the author says may allow it, so it counts as done, and only what was presumed is open again.
    pub(super) fn if_denied(&self, id: &str) -> Option<Shadow> {
        let shadow = self.without_presumption(id)?;
        match shadow.stops {
            None => Some(shadow),
            Some(_) => Some(Shadow { game: self.reopened(self.timeline.presumption(id)?)?, ..shadow }),
        }
    }

    /// The present game with a sentence as it was before it was filled, and without what stands behind all others for it.
    fn reopened(&self, presumption: &Presumption) -> Option<Multiverse> {
        let Filling { rule: number, at, clauses, .. } = &presumption.filling;
        let open = self.timeline.mark(presumption.go)?.before.rule(number)?.clauses().to_vec();
        let mut game = self.clone();
        let rule = game.rules.iter_mut().find(|rule| rule.enactment.number == *number)?;
        let said = |(place, clause): (usize, &Clause)| match open.get(place) {
            Some(open) if place == *at => open.clone(),
            None if clauses.contains(clause) => clause.at_rest(),
            _ => clause.clone(),
        };
        let said = rule.clauses().iter().enumerate().map(said).collect();
        rule.say(said);
        game.refold();
        Some(game)
    }

    /// Where the orders of the player on move have a move for the case that a presumption is denied.
    pub(super) fn what_stands_if_denied(&self, draft: &Draft, presumption: &str) -> Vec<u16> {
        let denied = self.if_denied(presumption);
        let game = denied.as_ref().map_or(self, |denied| &denied.game);
        let orders = game.if_swapped(draft, presumption);
        let seat = game.seat_of_side(self.player(self.phase.seat).side).unwrap_or(self.phase.seat);
        game.playable(seat, &orders.moves).into_iter().collect()
    }

    fn leans(&self, seat: Seat, draft: &Draft, presumption: &str) -> Option<Leaning> {
        let Shadow { game, .. } = self.if_denied(presumption)?;
        let seat = game.seat_of_side(self.player(seat).side)?;
        let orders = game.if_swapped(draft, presumption);
        why_not(&game, seat, &orders).err()?;
        let owed = game.owed(seat);
        let playable = game.playable(seat, &orders.moves);
        let stands = |universe: u16| playable.contains(&universe);
        let mut universes: Vec<u16> =
            owed.iter().copied().filter(|&universe| orders.moves.contains_key(&universe) && !stands(universe)).collect();
        if universes.is_empty() {
            universes = owed.into_iter().filter(|&universe| !stands(universe)).collect();
        }
        Some(Leaning { presumption: presumption.to_owned(), universes })
    }
}

impl Deed {
    /// Words are put where a rule is open, and what they have done at once (D11) is done; what hangs on dice or answers is not.
    pub(super) fn put_in(&mut self, event: Procedure) {
        let (Procedure::Presumed(Presumption { filling, .. }) | Procedure::Clarified { filling, .. }) = &event else { return };
        let (number, clauses) = (filling.rule.clone(), filling.clauses.clone());
        self.happen(Event::Procedure(event));
        if !clauses.iter().any(acts_at_once) {
            return;
        }
        // The other sentences of the rule have done at once what they do when it was made.
        let mut only = self.after.clone();
        if let Some(rule) = only.rules.iter_mut().find(|rule| rule.enactment.number == number) {
            let has_acted = |clause: &Clause| acts_at_once(clause) && !clauses.contains(clause);
            let said = |clause: &Clause| if has_acted(clause) { clause.at_rest() } else { clause.clone() };
            rule.say(rule.clauses().iter().map(said).collect());
        }
        if let Ok(law) = only.fold(None) {
            self.trust_to_fate();
            self.ask_nobody();
            self.fire_under(&std::sync::Arc::new(law), Instant::Enacted(&number), self.after.phase.seat);
        }
    }

    /// What the tests find of a rule as it reads now, since words were put in it.
    pub(super) fn test_again(&mut self, number: &str, since: &str) {
        let Some(rule) = self.after.rule(number) else { return };
        let made = self.after.timeline.made(number).map(AsRef::as_ref);
        let verdicts = self.after.verdicts_as_made(rule, &rule.now(), made);
        let event = Event::TestedAgain { number: number.to_owned(), since: since.to_owned(), verdicts };
        if self.after.could_apply(&event).is_ok() {
            self.happen(event);
        }
    }

    /// As a phase ends: presumptions whose authors have said nothing become part of their rules (R17).
    pub(super) fn adopt(&mut self, next: Phase) {
        let over = |open: &&Presumption| !self.after.speaks_until(open).holds(next);
        let silent: Vec<String> = self.after.timeline.presumptions.iter().filter(over).map(|open| open.id.clone()).collect();
        for id in silent {
            self.happen(Event::Procedure(Procedure::Adopted { id, confirmed: false }));
        }
    }
}

/// A rule's sentences with words in the place of one. What these say in further sentences stands behind all others, so that every sentence keeps
/// its number: by that it is noted what a sentence has put off, what it has begun that lasts, and that it has acted once.
fn filled(said: &[Clause], filling: &Filling) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = plain(said).collect();
    let mut words = plain(&filling.clauses);
    if let Some(place) = clauses.get_mut(filling.at)
        && let Some(first) = words.next()
    {
        *place = first;
        clauses.extend(words);
    }
    lasting::with_standing(clauses)
}

/// Whether clauses are of one kind and speak of the same pieces, or of the same event.
fn says_one_thing(clauses: &[Clause]) -> bool {
    let mut said = plain(clauses).map(|clause| clause.form);
    let Some(first) = said.next() else { return true };
    said.all(|other| match (&first, &other) {
        (Form::Movement(one), Form::Movement(other)) => one.who == other.who,
        (Form::Ban(one), Form::Ban(other)) => one.act.who == other.act.who,
        (Form::Trigger(one), Form::Trigger(other)) => one.event == other.event,
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    })
}

/// Without the clauses that only hold while something lasts, and follow from the others.
fn plain(clauses: &[Clause]) -> impl Iterator<Item = Clause> {
    clauses.iter().filter(|clause| !clause.is_standing()).cloned()
}

/// Done once, when the rule comes into force (D11).
fn acts_at_once(clause: &Clause) -> bool {
    matches!(&clause.form, Form::Trigger(trigger) if trigger.event == rule::Event::Enacted)
}

/// It throws dice as it is presumed.
pub(super) fn rolls_at_once(filling: &Filling) -> bool {
    filling.clauses.iter().any(|clause| acts_at_once(clause) && rule::hangs_on_dice(clause))
}
