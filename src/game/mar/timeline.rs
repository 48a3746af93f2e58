//! Timelines: what a game can go back to, and what was played in timelines that count no more (R16, R17).
//!
//! Invariant: nothing is rewritten. Going back is an event like any other; what it undoes is kept to be told, and never comes again by itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{Effect, Position, SideId};
use crate::game::event::{Event, Loss};
use crate::game::procedure::{Challenge, Go, How, Kept, Presumption, Procedure, Struck, Why};

use super::multiverse::{Draft, Enacted, Filled, Multiverse, Played, Player, Stage};

/// How many turns back a game can go, where no amendment lets what is older be challenged.
pub const REACH: u32 = 3;

/// What R16 and R17 keep of a game.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The goes that can be gone back to, the oldest first; the last is the present one, once something is ordered in it.
    pub marks: Vec<Arc<Mark>>,
    /// Stretches of play that were undone, the oldest first.
    pub undone: Vec<Arc<Undone>>,
    /// All challenges ever made.
    pub challenges: Vec<Challenge>,
    /// Presumptions that are open.
    pub presumptions: Vec<Presumption>,
    /// The numbers of repeals, which are no rules that could be repealed (R2).
    pub repeals: Vec<String>,
    /// Conditional orders sent ahead (L1), by side.
    pub ahead: BTreeMap<SideId, Vec<String>>,
    /// Words that rules wait for, said beside them.
    pub ahead_said: BTreeMap<SideId, Vec<String>>,
    /// How many presumptions were ever made, in any timeline.
    pub presumed: u32,
    /// What is done when the dice that are out are rolled, in order.
    pub kept: Vec<Kept>,
    /// Every side that a rule has ever brought, in whatever timeline.
    pub newcomers: Vec<Newcomer>,
}

/// A side that a rule has brought: the same side wherever that rule is made again, and nobody else's name or numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The number of the rule.
    pub rule: String,
    pub name: String,
    pub side: SideId,
    pub label: String,
    /// Rules and repeals that it has made, in whatever timeline.
    pub most_made: u32,
}

/// A go: the state it began with, and what was ordered in it.
#[derive(Clone, Debug)]
pub struct Mark {
    pub go: Go,
    /// As its player found it; it has no marks of its own.
    pub before: Arc<Multiverse>,
    /// What else was done while it lasted that orders lean on, and who did it.
    pub acts: Vec<(SideId, Event)>,
    /// The orders as they were carried out; `None`: not yet, or never.
    pub orders: Option<Draft>,
    /// What of them counts as a pass, in whatever timeline that go comes again (R16).
    pub struck: Vec<Struck>,
    /// What players chose on the way.
    pub answers: Vec<(SideId, String)>,
    /// Rules and repeals made.
    pub numbers: Vec<String>,
}

impl Mark {
    /// Something was done in it that can be taken back: its orders were carried out, or somebody left the game.
    pub fn has_been_played(&self) -> bool {
        self.orders.is_some() || self.acts.iter().any(|(_, act)| matches!(act, Event::Lost { .. }))
    }

    /// The game as its player ordered it: with what was said, sealed and presumed before.
    pub fn as_ordered(&self) -> Multiverse {
        let mut before = (*self.before).clone();
        for (_, act) in &self.acts {
            if before.could_apply(act).is_ok() {
                before.apply(act);
            }
        }
        before
    }
}

/// A stretch of play that counts no more.
#[derive(Clone, Debug)]
pub struct Undone {
    pub from: Go,
    pub why: Why,
    /// Phase by phase, as far as it went.
    pub journal: Vec<Arc<Played>>,
    /// Who sat where at its end.
    pub seats: Vec<Player>,
    /// The position at its end, from which its boards can be walked back to.
    pub position: Position,
    /// Rules and repeals made in it; most are made again after it.
    pub numbers: Vec<String>,
}

impl Undone {
    /// The position that it had after a turn, if that turn fell into it.
    pub fn position_after(&self, turn: u32) -> Option<Position> {
        let ends = self.journal.last()?.phase.turn;
        (self.from.turn..=ends).contains(&turn).then(|| walked_back(&self.position, &self.journal, turn))
    }
}

/// A position as it was after a turn, by way of the effects of the phases since.
pub(super) fn walked_back(position: &Position, journal: &[Arc<Played>], turn: u32) -> Position {
    let mut position = position.clone();
    for played in journal.iter().rev().take_while(|played| played.phase.turn > turn) {
        played.effects().iter().rev().for_each(|effect: &Effect| position.undo(effect));
    }
    position
}

impl Timeline {
    /// Which timeline is played, from 1.
    pub fn number(&self) -> usize {
        self.undone.len() + 1
    }

    /// Whether a turn, as it stood in that timeline, has been undone since.
    pub fn is_undone(&self, turn: u32, timeline: usize) -> bool {
        self.undone.iter().skip(timeline.saturating_sub(1)).any(|undone| undone.from.turn <= turn)
    }

    pub fn mark(&self, go: Go) -> Option<&Arc<Mark>> {
        self.marks.iter().find(|mark| mark.go == go)
    }

    /// The go in which a rule or repeal was made, while it can be gone back to.
    pub fn made(&self, number: &str) -> Option<&Arc<Mark>> {
        self.marks.iter().find(|mark| mark.numbers.iter().any(|made| made == number))
    }

    /// Rules and repeals of stretches that were undone.
    pub fn undone_numbers(&self) -> impl Iterator<Item = &String> {
        self.undone.iter().flat_map(|undone| &undone.numbers)
    }

    pub fn challenge(&self, id: &str) -> Option<&Challenge> {
        self.challenges.iter().find(|challenge| challenge.id == id)
    }

    pub fn presumption(&self, id: &str) -> Option<&Presumption> {
        self.presumptions.iter().find(|presumption| presumption.id == id)
    }

    /// The oldest go that something open may still go back to.
    fn wanted(&self) -> Option<Go> {
        let challenged = self.challenges.iter().filter(|challenge| challenge.is_open()).map(|challenge| challenge.target.go);
        challenged.chain(self.presumptions.iter().map(|presumption| presumption.go)).min_by_key(|go| go.turn)
    }
}

impl Multiverse {
    /// Whose go it is.
    pub fn go(&self) -> Go {
        Go { turn: self.phase.turn, side: self.player(self.phase.seat).side }
    }

    /// Before an event: where it is the first that is ordered in a go, the game remembers how that go began.
    pub(super) fn mark(&mut self, event: &Event) {
        let orders = matches!(event, Event::Drafted { .. } | Event::Procedure(Procedure::Struck(_)));
        let act = self.act(event);
        if !orders && act.is_none() || !matches!(self.stage, Stage::Playing) {
            return;
        }
        let go = self.go();
        if self.timeline.marks.last().is_none_or(|last| last.go != go) {
            let mut before = self.clone();
            before.timeline.marks.clear();
            let (acts, struck, answers, numbers) = Default::default();
            let mark = Mark { go, before: Arc::new(before), acts, orders: None, struck, answers, numbers };
            self.timeline.marks.push(Arc::new(mark));
        }
        if let Some(act) = act {
            self.marked(|mark| mark.acts.push(act));
        }
    }

    /// What a go's orders lean on besides themselves: words said, squares sealed, presumptions and what authors say of them, guests who answer,
    /// players who leave.
    fn act(&self, event: &Event) -> Option<(SideId, Event)> {
        let author = |rule: &str| self.rule(rule).map(|rule| self.player(rule.enactment.seat).side);
        let side = match event {
            Event::Said { seat, .. } | Event::Seated { seat, .. } | Event::Lost { seat, how: Loss::Resigned, .. } => {
                self.player(*seat).side
            }
            Event::Sealed { side, .. } => *side,
            Event::Procedure(Procedure::Presumed(presumption)) => presumption.by,
            Event::TestedAgain { number, .. } => author(number)?,
            Event::Procedure(Procedure::Clarified { filling, .. }) => author(&filling.rule)?,
            Event::Procedure(Procedure::Adopted { id, confirmed: true }) => author(&self.timeline.presumption(id)?.filling.rule)?,
            _ => return None,
        };
        Some((side, event.clone()))
    }

    /// Writes into the mark of the present go, where there is one.
    pub(super) fn marked(&mut self, write: impl FnOnce(&mut Mark)) {
        if self.timeline.marks.is_empty() {
            return;
        }
        let go = self.go();
        if let Some(mark) = self.timeline.marks.last_mut().filter(|mark| mark.go == go) {
            write(Arc::make_mut(mark));
        }
    }

    /// The phase is over: what was ordered is kept as long as it can be gone back to.
    pub(super) fn note_orders(&mut self) {
        let orders = self.draft.clone();
        let answers = self.answered().to_vec();
        self.marked(|mark| (mark.orders, mark.answers) = (orders, answers));
        let reach = self.phase.turn.saturating_sub(REACH);
        let oldest = self.timeline.wanted().map_or(reach, |go| go.turn.min(reach));
        let kept = |mark: &Arc<Mark>| mark.go.turn >= oldest || self.stands_after(mark.go).holds(self.phase);
        let over = self.timeline.marks.iter().position(kept).unwrap_or(self.timeline.marks.len());
        self.timeline.marks.drain(..over);
    }

    /// The game as it was when that go began. What players have said to each other and to the house stands in every timeline: answers to
    /// invitations, definitions (C5), amendments, challenges and votes, links and rolls of the dice. What a go's orders lean on
    /// comes again with that go ([`Mark::acts`]).
    pub(super) fn go_back(&mut self, to: Go, why: &Why) {
        let Some(at) = self.timeline.marks.iter().position(|mark| mark.go == to) else { return };
        let then = (*self.timeline.marks[at].before).clone();
        let now = std::mem::replace(self, then);
        // That hour belonged to another timeline.
        self.until = None;
        self.answers = now.answers;
        self.watching = now.watching;
        self.wishes = now.wishes;
        self.definitions = now.definitions;
        self.fixes = now.fixes;
        self.keep_motions(now.motions);
        self.dice = now.dice.back_to(&self.dice);
        for player in &mut self.seats {
            let Some(known) = now.seats.iter().find(|known| known.side == player.side) else { continue };
            // Other boards are another offer; where somebody takes a word back, they are the same ones.
            player.wants_draw = known.wants_draw && matches!(why, Why::Withdrawal(_));
            player.most_made = player.most_made.max(known.most_made);
        }
        let journal = now.journal[self.journal.len().saturating_sub(1)..].to_vec();
        let mut timeline = now.timeline;
        for newcomer in &mut timeline.newcomers {
            let known = now.seats.iter().find(|player| player.side == newcomer.side);
            newcomer.most_made = newcomer.most_made.max(known.map_or(0, |player| player.most_made));
        }
        let numbers = timeline.marks[at..].iter().flat_map(|mark| mark.numbers.clone()).collect();
        timeline.marks.truncate(at);
        // Where somebody takes a word back, nothing was played that counts no more.
        if !matches!(why, Why::Withdrawal(_)) {
            timeline.undone.push(Arc::new(Undone {
                from: to,
                why: why.clone(),
                journal,
                seats: now.seats,
                position: now.position,
                numbers,
            }));
        }
        timeline.presumptions = std::mem::take(&mut self.timeline.presumptions);
        timeline.repeals = std::mem::take(&mut self.timeline.repeals);
        self.timeline = timeline;
    }

    /// Folds an event of a procedure.
    pub(super) fn proceed(&mut self, event: &Procedure) {
        match event {
            Procedure::Challenged(challenge) => self.timeline.challenges.push(challenge.clone()),
            Procedure::Voted { on, side, uphold } => {
                if let Some(challenge) = self.timeline.challenges.iter_mut().find(|challenge| challenge.id == *on) {
                    challenge.votes.retain(|(voter, _)| voter != side);
                    challenge.votes.push((*side, *uphold));
                }
            }
            Procedure::Urged { on } => {
                if let Some(challenge) = self.timeline.challenges.iter_mut().find(|challenge| challenge.id == *on) {
                    challenge.hours.drain(..challenge.hours.len().min(1));
                }
            }
            Procedure::Settled { on, upheld, how } => {
                if let Some(challenge) = self.timeline.challenges.iter_mut().find(|challenge| challenge.id == *on) {
                    challenge.settled = Some((*upheld, how.clone()));
                }
            }
            Procedure::Presumed(presumption) => {
                let (by, number) = (self.side_name(presumption.by), &presumption.filling.rule);
                self.deed(format!("{}: {by} presumes what {number} means", presumption.id));
                self.timeline.presumed += 1;
                self.timeline.presumptions.push(presumption.clone());
                self.fill(&presumption.filling, Filled::Presumed(presumption.id.clone()));
            }
            Procedure::Adopted { id, confirmed } => {
                self.deed(match self.author_of(id).filter(|_| *confirmed) {
                    Some(author) => format!("{author} confirms presumption {id}"),
                    None if self.has_outlived_its_rule(id) => format!("presumption {id} ends with its rule"),
                    None => format!("presumption {id} is part of its rule"),
                });
                self.timeline.presumptions.retain(|presumption| presumption.id != *id);
            }
            Procedure::Denied { id, .. } => {
                let author = self.author_of(id).unwrap_or_else(|| "the author".to_owned());
                self.deed(format!("{author} denies presumption {id}"));
                self.timeline.presumptions.retain(|presumption| presumption.id != *id);
            }
            Procedure::Clarified { id, filling } => {
                let author = self.rule(&filling.rule).map(|rule| self.player(rule.enactment.seat).name.clone());
                let author = author.unwrap_or_else(|| "the author".to_owned());
                self.deed(format!("{author} says what {} means", filling.rule));
                self.fill(filling, Filled::Clarified(id.clone()));
            }
            Procedure::Rewound { to, why } => self.go_back(*to, why),
            Procedure::Struck(struck) => {
                let Struck { number, universe, .. } = struck;
                let place = universe.map(|universe| format!(" in {}", self.universe_name(universe))).unwrap_or_default();
                let seat = self.phase.seat;
                self.marked(|mark| mark.struck.push(struck.clone()));
                match number {
                    Some(number) => {
                        self.count_made(seat);
                        self.deed(format!("{number} counts as a pass"));
                    }
                    None => self.deed(format!("the moves{place} count as a pass")),
                }
            }
            Procedure::Voided { goes } => {
                self.skip_numbers();
                self.forget_rejected(goes);
                self.wait_for_no_go();
            }
            Procedure::Kept(kept) => self.timeline.kept.push(kept.clone()),
            Procedure::TakenUp => drop(self.timeline.kept.remove(0)),
            Procedure::SentAhead { side, lines, words } => {
                let keep = |of: &mut BTreeMap<SideId, Vec<String>>, what: &Vec<String>| match what.is_empty() {
                    true => drop(of.remove(side)),
                    false => drop(of.insert(*side, what.clone())),
                };
                keep(&mut self.timeline.ahead, lines);
                keep(&mut self.timeline.ahead_said, words);
            }
        }
    }

    /// Who made the rule of which something is presumed.
    fn author_of(&self, presumption: &str) -> Option<String> {
        let rule = self.rule(&self.timeline.presumption(presumption)?.filling.rule)?;
        Some(self.player(rule.enactment.seat).name.clone())
    }

    /// Whether the rule of which that is presumed is in force no more.
    pub fn has_outlived_its_rule(&self, presumption: &str) -> bool {
        let filled = |rule: &&Enacted| rule.fillings.iter().any(|filled| filled.id() == presumption);
        self.rules.iter().find(filled).is_some_and(|rule| !rule.stands())
    }

    /// What was rejected by proof can be ruled upon otherwise only while what it was about stands.
    fn forget_rejected(&mut self, goes: &[Go]) {
        for challenge in self.timeline.challenges.iter_mut().filter(|challenge| goes.contains(&challenge.target.go)) {
            if let Some((false, how @ How::Proof(_))) = &mut challenge.settled {
                *how = How::Moot;
            }
        }
    }

    /// After orders are void nobody's new rule gets the number of an old one.
    fn skip_numbers(&mut self) {
        for player in &mut self.seats {
            player.made = player.most_made;
        }
    }

    pub fn side_name(&self, side: SideId) -> String {
        let known = |seats: &[Player]| seats.iter().find(|player| player.side == side).map(|player| player.name.clone());
        // Whoever is not in this timeline may have been in another.
        let gone = || self.timeline.undone.iter().rev().find_map(|undone| known(&undone.seats));
        known(&self.seats).or_else(gone).unwrap_or_else(|| "somebody".to_owned())
    }
}
