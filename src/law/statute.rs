//! The clauses in force as words, beside the tables made of them: for what has to be shown without a position.

use std::borrow::Cow;

use crate::board::{CellId, Entities, KindId, Seams, Vector};
use crate::movement::Use;
use crate::rule::walk::{self, Part};
use crate::rule::{
    Act, Ban, CaptureEdit, CapturerFate, Chooser, Class, Clause, Condition, Deed, Event, Form, How, Landing, Like, Motion, Owner, Player,
    Point, Ref, Squares, VictimFate, Ways, gives, lasting, marked,
};

use super::act::are_counted;
use super::brands::{Brand, brands};
use super::fold::Placed;
use super::for_good::{once_done, once_so};
use super::gifts::spares;
use super::known::{Fellow, Moment, Sure};

/// Squares that have names.
#[derive(Default)]
pub(super) struct Named<'a> {
    /// In order of precedence.
    regions: Vec<(&'a str, &'a Squares)>,
    /// The names that deeds in force give to squares, or take from them.
    marked: Vec<String>,
    /// Some men walk as though edges were joined.
    pub rounds: bool,
    /// Some men go ways of several legs.
    pub bends: bool,
    /// What men may be made to bear.
    pub brands: Vec<Brand>,
}

impl<'a> Named<'a> {
    pub fn of(clauses: &[&'a Placed<'a>]) -> Named<'a> {
        let mut named = Named { brands: brands(clauses), ..Named::default() };
        for placed in clauses {
            match &placed.clause.form {
                Form::Region { name, squares } => named.regions.push((name, squares)),
                Form::Movement(movement) => {
                    named.rounds |= movement.terms.round != Seams::default();
                    named.bends |= movement.motions.iter().any(Motion::bends);
                }
                _ => {}
            }
            named.marked.extend(marked(std::slice::from_ref(placed.clause)));
        }
        named
    }

    pub fn region(&self, name: &str) -> Option<&'a Squares> {
        self.regions.iter().rev().find(|(known, _)| *known == name).map(|(_, squares)| *squares)
    }

    pub fn is_marked_in_play(&self, name: &str) -> bool {
        self.marked.iter().any(|marked| marked == name)
    }
}

/// A move, as far as it is known.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub actor: Fellow,
    pub to: CellId,
    /// Whom it captures; [`Use::Capture`] without one captures somebody.
    pub victim: Option<Fellow>,
    pub purpose: Use,
    /// A man goes its own way.
    pub walks: bool,
    pub becomes: Option<KindId>,
}

/// All bans and permissions in force, the oldest first.
#[derive(Clone)]
pub(super) struct Statute<'a> {
    words: Vec<Word<'a>>,
    /// What is said of a victim itself, or of the game, and may be so, is so.
    supposes: bool,
}

#[derive(Clone)]
struct Word<'a> {
    ban: Cow<'a, Ban>,
    when: Option<Cow<'a, Condition>>,
    placed: &'a Placed<'a>,
    rule: usize,
    /// What stronger rules give that it may not take (R3, R6).
    spared: Vec<&'a Placed<'a>>,
}

impl Word<'_> {
    /// Whether what a man does may be what a stronger rule gives it.
    fn may_spare(&self, moment: &Moment<'_>, man: &Fellow) -> bool {
        self.spared.iter().any(|gift| match &gift.clause.form {
            Form::Movement(movement) => moment.includes(&movement.who, man) != Sure::No,
            _ => true,
        })
    }
}

impl<'a> Statute<'a> {
    /// `clauses` in order of precedence.
    pub fn of(clauses: &[&'a Placed<'a>]) -> Statute<'a> {
        let (mut words, mut rules) = (Vec::new(), Vec::<&str>::new());
        let mut gifts = Vec::new();
        for &placed in clauses {
            if rules.last() != Some(&placed.place.text.as_str()) {
                rules.push(&placed.place.text);
            }
            match &placed.clause.form {
                Form::Ban(ban) => {
                    let (ban, when) = (Cow::Borrowed(ban), placed.clause.when.as_ref().map(Cow::Borrowed));
                    words.push(Word { ban, when, placed, rule: rules.len(), spared: Vec::new() });
                }
                form if gives(form) => gifts.push((placed, rules.len())),
                _ => {}
            }
        }
        for word in words.iter_mut().filter(|word| !word.ban.lifted) {
            let spared = gifts.iter().filter(|(gift, rule)| *rule > word.rule && spares(word.placed, gift));
            word.spared = spared.map(|(gift, _)| *gift).collect();
        }
        Statute { words, supposes: false }
    }

    /// Only what speaks of captures of such victims.
    pub fn of_victims(&self, such: impl Fn(&Class) -> bool) -> Statute<'a> {
        let speaks = |word: &&Word<'a>| matches!(&word.ban.act.how, How::Capture(victims) if such(victims));
        Statute { words: self.words.iter().filter(speaks).cloned().collect(), supposes: self.supposes }
    }

    /// The same, where all is as what forbids its capture says, if it may be: what stands next to the victim, what it has done, how many men there are.
    pub fn supposing(mut self) -> Statute<'a> {
        self.supposes = true;
        self
    }

    /// The same for victims that have done all that they can do once and for all, as bans ask for; `None`: none asks that. `unmoved`: they have done
    /// nothing yet.
    pub fn once_done(&self, unmoved: bool) -> Option<Statute<'a>> {
        let mut statute = self.clone();
        let mut asked = false;
        for word in &mut statute.words {
            if let Some(Clause { form: Form::Ban(ban), when, .. }) = once_done(word.placed.clause, unmoved) {
                (word.ban, word.when, asked) = (Cow::Owned(ban), when.map(Cow::Owned), true);
            }
        }
        asked.then_some(statute)
    }

    /// The same for victims of which all is so that bans ask of them and that may be so for a while; `None`: none asks that.
    pub fn once_so(&self, entities: &Entities) -> Option<Statute<'a>> {
        let royal = |name: &String| entities.kinds.iter().any(|kind| kind.royal && kind.name == *name);
        let mut statute = self.clone();
        let mut asked = false;
        for word in &mut statute.words {
            if let Some(Clause { form: Form::Ban(ban), when, .. }) = once_so(word.placed.clause, &royal) {
                (word.ban, word.when, asked) = (Cow::Owned(ban), when.map(Cow::Owned), true);
            }
        }
        asked.then_some(statute)
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether every move is forbidden that gives check, whoever makes it, and nothing is said against that.
    pub fn forbids_checks(&self) -> bool {
        let whole = Act { how: How::Check, ..Act::any(Class::EVERY) };
        let forbids = |word: &Word<'_>| word.ban.act == whole && word.placed.clause.when.is_none();
        self.words.iter().all(|word| word.spared.is_empty())
            && self.words.iter().any(forbids)
            && !self.words.iter().any(|word| word.ban.lifted)
    }

    /// Whether a move is forbidden; `moment` is the mover's.
    pub fn forbids(&self, moment: &Moment<'_>, step: &Step) -> Sure {
        let mut verdict = Sure::No;
        // The oldest rule first: each newer one decides where it speaks.
        for group in self.words.chunk_by(|one, next| one.rule == next.rule) {
            let speaking =
                |lifted: bool| Sure::any(group.iter().filter(|word| word.ban.lifted == lifted).map(|word| self.speaks(word, moment, step)));
            verdict = match (speaking(false), speaking(true)) {
                (Sure::Yes, _) => Sure::Yes,
                (Sure::No, Sure::Yes) => Sure::No,
                (Sure::No, Sure::No) => verdict,
                (Sure::Open, Sure::No) if verdict == Sure::Yes => Sure::Yes,
                (Sure::No, Sure::Open) if verdict == Sure::No => Sure::No,
                _ => Sure::Open,
            };
        }
        verdict
    }

    fn speaks(&self, word: &Word<'_>, moment: &Moment<'_>, step: &Step) -> Sure {
        let about = moment.with(Ref::Actor, Some(step.actor)).with(Ref::Victim, step.victim);
        let about = about.along(step.actor.cell, step.to).saying(&word.placed.place.text);
        let when = || {
            word.when.as_ref().map_or(Sure::Yes, |when| match about.holds(when) {
                Sure::Open if self.supposes && !word.ban.lifted && !asks_of_captor(when) => Sure::Yes,
                sure => sure,
            })
        };
        let spared = if word.may_spare(moment, &step.actor) { Sure::Open } else { Sure::Yes };
        let suits = match &word.ban.act.how {
            How::Capture(victims) if self.supposes && !word.ban.lifted && is_of_itself(victims) => {
                let open = step.victim.is_some_and(|victim| about.includes(victims, &victim) == Sure::Open);
                let act = Act { how: How::Capture(Class { such: None, ..victims.clone() }), ..word.ban.act.clone() };
                suits(if open { &act } else { &word.ban.act }, &about, step)
            }
            _ => suits(&word.ban.act, &about, step),
        };
        suits.and(when).and(|| spared)
    }
}

/// Whether a class asks only what its men are like, and how they came to be so: nothing of who captures, or attacks, them.
fn is_of_itself(victims: &Class) -> bool {
    let others = |part: &Part| match part {
        Part::Man(Ref::Actor) => true,
        Part::Point(point) => matches!(point, Point::From | Point::To),
        Part::Class(class) => class.owner == Owner::Mover,
        part => part.asks_for_attacks(),
    };
    !victims.such.as_ref().is_some_and(|such| asks(such, others))
}

/// Whether it asks something of who captures, of his move, or of what he says with it: he may see to it that it is not so.
fn asks_of_captor(when: &Condition) -> bool {
    asks(when, |part| match part {
        Part::Man(Ref::Actor | Ref::Victim) => true,
        Part::Point(point) => matches!(point, Point::From | Point::To),
        Part::Class(class) => matches!(class.owner, Owner::Mover | Owner::Own | Owner::Enemy),
        Part::Player(player) => matches!(player, Player::Mover | Player::Opponent),
        Part::Condition(asked) => matches!(asked, Condition::Said(_) | Condition::OnMove(_)),
        _ => false,
    })
}

fn asks(condition: &Condition, such: impl Fn(&Part) -> bool) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| found |= such(&part));
    found
}

/// Whether a move is one of those that an act speaks of.
fn suits(act: &Act, moment: &Moment<'_>, step: &Step) -> Sure {
    let manner = match &act.how {
        How::Any => Sure::Yes,
        How::Quiet => (step.purpose == Use::Quiet).into(),
        How::Capture(_) | How::Passing(_) if step.purpose == Use::Quiet => Sure::No,
        How::Capture(victims) => step.victim.map_or(Sure::Open, |victim| moment.includes(victims, &victim)),
        How::Castle => (!step.walks).into(),
        How::Promote(into) => match step.becomes {
            None => Sure::No,
            Some(kind) => (into.is_empty() || into.contains(&moment.entities.kind(kind).name)).into(),
        },
        _ => Sure::Open,
    };
    manner
        .and(|| suits_way(act, moment, step))
        .and(|| act.from.as_ref().map_or(Sure::Yes, |from| moment.is_among(from, step.actor.cell)))
        .and(|| act.to.as_ref().map_or(Sure::Yes, |to| moment.is_among(to, step.to)))
        .and(|| {
            act.over.as_ref().map_or(Sure::Yes, |over| match goes_round(moment, step) || step.walks && moment.named.bends {
                true => Sure::Open,
                false => Sure::any(moment.geometry.between(step.actor.cell, step.to).map(|cell| moment.is_among(over, cell))),
            })
        })
        .and(|| if act.how == How::Check { Sure::Yes } else { actor_suits(&act.who, moment, &step.actor) })
}

/// Nobody moves an enemy's men.
fn actor_suits(who: &Class, moment: &Moment<'_>, actor: &Fellow) -> Sure {
    if who.owner == Owner::Enemy { Sure::No } else { moment.includes(who, actor) }
}

fn suits_way(act: &Act, moment: &Moment<'_>, step: &Step) -> Sure {
    if act.ways == Ways::Every && act.counts.is_empty() {
        return Sure::Yes;
    }
    let (one, other) = (moment.geometry.cell(step.actor.cell), moment.geometry.cell(step.to));
    if one.board != other.board || goes_round(moment, step) {
        return Sure::Open;
    }
    let by = (other.file - one.file, other.rank - one.rank);
    let universe = moment.geometry.board(one.board).universe;
    let toward = moment.entities.frame_in(moment.mover, universe).turn(Vector::toward(by));
    (act.ways.admit(toward) && are_counted(&act.counts, by.0.unsigned_abs().max(by.1.unsigned_abs()).into())).into()
}

/// Whether a step may lead across joined edges, so that its ends do not tell its way.
fn goes_round(moment: &Moment<'_>, step: &Step) -> bool {
    let seams = moment.geometry.board(moment.geometry.cell(step.actor.cell).board).seams;
    step.walks && (seams.files || seams.ranks || moment.named.rounds)
}

/// What the deeds in force may do to the men, whoever does them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sway {
    /// Men may be put anywhere.
    pub moves: bool,
    /// Men may become other kinds.
    pub changes: bool,
    /// Men may change hands.
    pub converts: bool,
    /// Kinds of which new men may appear.
    pub makes: Vec<String>,
    /// Kinds that others move like when they move again.
    pub lends: Vec<String>,
    /// It may be any kind that they move like.
    pub lends_all: bool,
    /// What a rule does as it begins hangs on dice or on somebody's choice, and may not be done yet.
    pub unsettled: bool,
    /// Men may go to other universes, and come from there.
    pub sends: bool,
    /// Boards may change: then nothing is known of squares.
    pub shapes: bool,
    /// Holes may become squares again.
    pub fills: bool,
    /// Something is done after a move, between moves or instead of one.
    pub acts: bool,
}

impl Sway {
    pub fn of(clauses: &[&Placed<'_>]) -> Sway {
        let mut sway = Sway::default();
        for placed in clauses {
            sway.acts |=
                matches!(placed.clause.form, Form::Trigger(_) | Form::Action(_) | Form::Capture(_) | Form::Approach(_) | Form::Crossing(_));
            match &placed.clause.form {
                Form::Trigger(trigger) if trigger.event == Event::Enacted => sway.at_once(placed, &trigger.deeds),
                // What its end brings comes without it.
                Form::Trigger(trigger) if trigger.event == Event::Repealed => {}
                Form::Trigger(trigger) => sway.deeds(&trigger.deeds),
                Form::Action(action) => sway.deeds(&action.deeds),
                Form::Capture(edit) => sway.edit(edit),
                Form::Approach(approach) => sway.lent(approach.like.as_ref()),
                Form::Crossing(_) => sway.shapes = true,
                _ => {}
            }
        }
        sway
    }

    /// What is done once and for all as a rule begins has been done; but not what is put off or ends later, nor what waits for dice or answers.
    fn at_once(&mut self, placed: &Placed<'_>, deeds: &[Deed]) {
        let waits = |part: &Part| match part {
            Part::Deed(deed) => matches!(deed, Deed::Chance(_) | Deed::May(..) | Deed::Drop { .. } | Deed::Stray { .. }),
            Part::Chooser(chooser) => **chooser != Chooser::All,
            _ => false,
        };
        if walk::holds(placed.clause, &waits) {
            self.unsettled = true;
            self.deeds(deeds);
        }
        for deed in lasting::timed(deeds) {
            self.deeds(std::slice::from_ref(deed));
        }
    }

    fn edit(&mut self, edit: &CaptureEdit) {
        match &edit.victim_fate {
            None | Some(VictimFate::Gone) => {}
            Some(VictimFate::JoinsAs(_)) => (self.converts, self.changes) = (true, true),
            Some(VictimFate::Joins) => self.converts = true,
            Some(VictimFate::Reserve) => (self.converts, self.moves) = (true, true),
            Some(VictimFate::Becomes(_)) => self.changes = true,
            Some(_) => self.moves = true,
        }
        match &edit.capturer_fate {
            None | Some(CapturerFate::Same | CapturerFate::Gone) => {}
            Some(CapturerFate::JoinsAs(_) | CapturerFate::JoinsAsVictim) => (self.converts, self.changes) = (true, true),
            Some(CapturerFate::ChangesSides) => self.converts = true,
            Some(_) => self.changes = true,
        }
        self.moves |= matches!(edit.landing, Some(Landing::Home));
    }

    /// In whose manner somebody may move for once.
    fn lent(&mut self, like: Option<&Like>) {
        match like {
            Some(Like::Kind(kind)) => self.lends.push(kind.clone()),
            Some(Like::Same(_)) => self.lends_all = true,
            None => {}
        }
    }

    fn deeds(&mut self, deeds: &[Deed]) {
        self.sends |= deeds.iter().any(Deed::sends);
        for deed in deeds {
            match deed {
                Deed::Remove(_)
                | Deed::Count { .. }
                | Deed::Tally { .. }
                | Deed::Mark { .. }
                | Deed::Hold(..)
                | Deed::Skip(_)
                | Deed::Stay
                | Deed::Illegal
                | Deed::GoOn => {}
                Deed::Hole { .. } => self.fills = true,
                Deed::Again { like, .. } => self.lent(like.as_ref()),
                Deed::Become(..) | Deed::Climb(..) => self.changes = true,
                Deed::Join(..) => self.converts = true,
                Deed::Go(..) | Deed::Return(_) | Deed::Step(..) | Deed::Swap(..) | Deed::Shift { .. } | Deed::Turn { .. } => {
                    self.moves = true
                }
                Deed::Reserve(..) | Deed::Drop { .. } => (self.moves, self.converts) = (true, true),
                Deed::Send { .. } => self.sends = true,
                Deed::Place { kind, .. } => self.makes.push(kind.clone()),
                Deed::Choose(_) | Deed::Meanwhile(..) => {}
                _ if !deed.inner().is_empty() => deed.inner().into_iter().for_each(|deeds| self.deeds(deeds)),
                _ => self.shapes = true,
            }
        }
    }
}
