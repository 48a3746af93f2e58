//! The multiverse: the whole state of one game of Make-A-Rule Chess, a fold over its events.
//!
//! Invariant: [`Multiverse::apply`] never decides and never fails on events that [`super::judge`] or [`super::phase`] made.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::board::{ArmyId, BoardId, Effect, Geometry, Place, Position, SideId};
use crate::dice::Source;
use crate::game::event::{Asked, Due, Enactment, Event, Loss, Outcome, Start};
use crate::game::founding::{Founding, Wishes};
use crate::law::{self, Law, LawProblem, Standard};
use crate::rule::{self, Clause, Definition, Name, Rule, Scope};
use crate::turn::{Phase, Seat, Window};

use super::amendment::{Ballot, Fix, Motion, Standing};
use super::awaited::Awaited;
use super::colours;
use super::dice::Dice;
use super::guests::Guest;
use super::metarule::{self, Trial};
use super::parameters::Parameters;
use super::secrets::Secret;
use super::timeline::{Timeline, walked_back};

#[derive(Clone, Debug)]
pub struct Multiverse {
    pub founding: Arc<Founding>,
    pub standard: Arc<Standard>,
    pub stage: Stage,
    /// Answers to the invitations, by invited player; `None`: not yet.
    pub answers: Vec<Option<bool>>,
    /// Answers by invited observer.
    pub watching: Vec<Option<bool>>,
    /// Colours and sequence as wished so far.
    pub wishes: Wishes,
    /// Empty before the start.
    pub seats: Vec<Player>,
    pub universes: Vec<Universe>,
    pub position: Position,
    /// Every rule ever made, in order of enactment.
    pub rules: Vec<Enacted>,
    /// Words that stand for others (C5), the newest last.
    pub definitions: Vec<Definition>,
    /// Repeals waiting for a protected interval to end (R6).
    pub repeals: Vec<PendingRepeal>,
    /// What the tests of the meta-rules found of every rule and repeal, in order of making.
    pub trials: Vec<Arc<Trial>>,
    /// The meta-rules' numbers and switches.
    pub parameters: Parameters,
    /// Everything ever proposed of the meta-rules (R14), in order of number.
    pub motions: Vec<Motion>,
    /// Proposed to the custodian of the game itself (D5).
    pub fixes: Vec<Fix>,
    pub phase: Phase,
    /// The orders of the player on move.
    pub draft: Option<Draft>,
    /// The choice that the phase waits for, or has waited for.
    pub asked: Option<Asked>,
    /// Dice that the phase waits for.
    pub awaited: Option<Awaited>,
    pub dice: Dice,
    /// Squares named in secret, in the order in which they were sealed.
    pub secrets: Vec<Secret>,
    /// Every phase played, and at the end the one being played. The past is shared by all states that grow from it.
    pub journal: Vec<Arc<Played>>,
    pub timeline: Timeline,
    pub law: Arc<Law>,
    /// R9: the law for whoever is on move, in universes where he would else have no man with the right to move.
    pub freed: BTreeMap<u16, Arc<Law>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Invitations are out.
    Gathering,
    Playing,
    Over(Outcome),
}

/// A player in his seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number of his invitation, of the founding.
    pub invited: Option<usize>,
    pub name: String,
    pub address: String,
    /// `w`: rule numbers begin with it.
    pub label: String,
    /// Rules and repeals made so far, for the next number.
    pub made: u32,
    /// The same, in whatever timeline (R16).
    pub most_made: u32,
    pub alive: bool,
    /// The universe of his real king (M3); with two players it goes without saying.
    pub real: Option<u16>,
    /// Agrees to a draw.
    pub wants_draw: bool,
    /// Whose men are his, wherever in the sequence he sits.
    pub side: SideId,
    /// A rule brought him.
    pub guest: Option<Guest>,
}

/// One universe (D6): a board between two players, or one that a rule has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Universe {
    /// From 1.
    pub number: u16,
    /// Its first board.
    pub board: BoardId,
    /// The two between whom it is; nobody's where a rule has made it.
    pub pair: Option<Pair>,
}

/// Who plays a universe: the first mover's seat and army, and the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub hot: (Seat, ArmyId),
    pub cold: (Seat, ArmyId),
}

impl Universe {
    /// Whether a player is one of the two between whom it is.
    pub fn is_between(&self, seat: Seat) -> bool {
        self.pair.is_some_and(|pair| pair.hot.0 == seat || pair.cold.0 == seat)
    }

    /// Whether a player sees it from above: he moves down the board.
    pub fn is_seen_from_above(&self, viewer: Option<Seat>) -> bool {
        viewer.is_some_and(|seat| self.pair.is_some_and(|pair| pair.cold.0 == seat))
    }
}

/// A rule and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enacted {
    pub enactment: Arc<Enactment>,
    pub made: Phase,
    pub protected: Window,
    /// The last phase of its `LASTS`, if it has one.
    pub lasts: Option<Window>,
    /// The phase in which it ceased to stand.
    pub ended: Option<Phase>,
    /// Universes in which it was repealed (R1.5).
    pub repealed_in: Vec<u16>,
    /// The names that it takes from other rules, and gives to others.
    pub uses: Vec<Name>,
    pub gives: Vec<Name>,
    /// Its clauses as they are since a rule is gone for which it is rewritten (R15), or what it leaves open was filled (R17).
    pub rewritten: Option<Arc<[Clause]>>,
    /// R11: the phase in which clauses that sleep wake, and, where there are any, what the rule says until then.
    pub wakes: Phase,
    pub resting: Option<Arc<[Clause]>>,
    /// What was open in it and is filled (R17).
    pub fillings: Vec<Filled>,
}

/// By whom something open in a rule was filled, with the number of the presumption: `p1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filled {
    Presumed(String),
    /// The author has denied it and said what he means.
    Clarified(String),
}

impl Filled {
    pub fn id(&self) -> &str {
        match self {
            Filled::Presumed(id) | Filled::Clarified(id) => id,
        }
    }
}

impl Enacted {
    /// Somewhere it is in force.
    pub fn stands(&self) -> bool {
        self.ended.is_none()
    }

    /// It stands and speaks of that universe, whether or not it sleeps.
    pub fn acts_in(&self, universe: u16) -> bool {
        let within = match self.enactment.scope() {
            Scope::Multiverse => true,
            Scope::Universe(number) => number == universe,
        };
        within && self.stands() && !self.repealed_in.contains(&universe)
    }

    /// The rule as it is now.
    pub fn now(&self) -> Rule {
        Rule { clauses: self.clauses().to_vec(), ..(*self.enactment.rule).clone() }
    }

    /// What it says in a phase: clauses that sleep say nothing yet (R11).
    pub fn awake_in(&self, phase: Phase) -> &[Clause] {
        match &self.resting {
            Some(rest) if phase < self.wakes => rest,
            _ => self.clauses(),
        }
    }

    /// It says this from now on.
    pub fn say(&mut self, clauses: Vec<Clause>) {
        self.uses = rule::used(&clauses);
        self.gives = rule::given(&clauses);
        self.resting = metarule::r11::at_rest(&clauses).map(Into::into);
        self.rewritten = Some(clauses.into());
    }

    /// What it says now.
    pub fn clauses(&self) -> &[Clause] {
        self.rewritten.as_deref().unwrap_or(&self.enactment.rule.clauses)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingRepeal {
    pub number: String,
    pub target: String,
    pub universe: Option<u16>,
    pub acts_after: Window,
}

impl PendingRepeal {
    /// It takes that rule away there; `None` is everywhere.
    pub fn covers(&self, target: &str, universe: Option<u16>) -> bool {
        self.target == target && (self.universe.is_none() || self.universe == universe)
    }
}

/// Orders of one phase as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// M3, in the first phase.
    pub real: Option<u16>,
    pub action: Action,
    /// By universe, in canonical long notation.
    pub moves: BTreeMap<u16, String>,
    /// What is proposed of the meta-rules, and what is said of open proposals, by number (R14).
    pub proposals: Vec<Proposing>,
    pub votes: BTreeMap<String, Ballot>,
    /// By universe and presumption: the move for the case that the presumption is denied (R17).
    pub alternates: BTreeMap<(u16, String), String>,
    /// NOW was said: no undo delay.
    pub at_once: bool,
    /// C3: the stocks and the date that the player names for his dice.
    pub stock: Option<(Vec<String>, NaiveDate)>,
    /// When it will be executed: set while it is complete.
    pub due: Option<Due>,
}

/// A proposal as ordered: its words, and what they meant then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposing {
    pub text: String,
    /// In canonical words.
    pub says: String,
}

/// What the phase is used for (R1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Action {
    #[default]
    Move,
    /// The words as mailed, and the scope they name.
    Rule {
        text: String,
        scope: Scope,
        /// What they meant when they were ordered, in canonical words: definitions of later hours change nothing (C5). Empty in old logs.
        says: String,
    },
    Repeal {
        target: String,
        universe: Option<u16>,
    },
    RepealAll {
        universe: Option<u16>,
    },
    Pass,
}

impl Action {
    /// Its number in R1; a pass has none.
    pub fn number(&self) -> Option<u8> {
        match self {
            Action::Move => Some(1),
            Action::Rule { scope: Scope::Multiverse, .. } => Some(2),
            Action::Rule { scope: Scope::Universe(_), .. } => Some(3),
            Action::Repeal { universe: None, .. } => Some(4),
            Action::Repeal { universe: Some(_), .. } => Some(5),
            Action::RepealAll { universe: None } => Some(6),
            Action::RepealAll { universe: Some(_) } => Some(7),
            Action::Pass => None,
        }
    }

    /// The universes in which this action leaves no move: `None` is none of them, `Some(Multiverse)` all.
    pub fn instead_of_moves(&self) -> Option<Scope> {
        let within = |universe: Option<u16>| Some(universe.map_or(Scope::Multiverse, Scope::Universe));
        match self {
            Action::Move => None,
            Action::Rule { scope, .. } => Some(*scope),
            Action::Repeal { universe, .. } | Action::RepealAll { universe } => within(*universe),
            Action::Pass => Some(Scope::Multiverse),
        }
    }
}

/// What happened in one phase, for HISTORY, and the effects to walk back to any earlier position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub phase: Phase,
    /// One short line a deed: `1: e2-e4`.
    pub deeds: Vec<String>,
    /// By universe, the effects of the move made there.
    pub moves: BTreeMap<u16, Vec<Effect>>,
    /// A rule was made, repealed or amended in it.
    pub legislates: bool,
    /// Everything that changed the position, in order.
    effects: Vec<Effect>,
}

impl Played {
    fn begin(phase: Phase) -> Arc<Played> {
        Arc::new(Played { phase, deeds: Vec::new(), moves: BTreeMap::new(), legislates: false, effects: Vec::new() })
    }

    /// Everything that changed the position, in order.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }
}

impl Multiverse {
    /// A founded game: invitations are going out.
    pub fn found(founding: Founding, standard: Arc<Standard>) -> Result<Multiverse, LawProblem> {
        let position = Position::empty(Arc::default(), Arc::default());
        let law = Law::fold(&standard, &[], &standard.entities(), &Geometry::default())?;
        let multiverse = Multiverse {
            stage: Stage::Gathering,
            answers: vec![None; founding.players.len()],
            watching: vec![None; founding.observers.len()],
            wishes: founding.wishes.clone(),
            seats: Vec::new(),
            universes: Vec::new(),
            position,
            rules: Vec::new(),
            definitions: Vec::new(),
            repeals: Vec::new(),
            trials: Vec::new(),
            parameters: Parameters::default(),
            motions: Vec::new(),
            fixes: Vec::new(),
            phase: Phase::FIRST,
            draft: None,
            asked: None,
            awaited: None,
            dice: Dice::default(),
            secrets: Vec::new(),
            journal: Vec::new(),
            timeline: Timeline::default(),
            law: Arc::new(law),
            freed: BTreeMap::new(),
            founding: Arc::new(founding),
            standard,
        };
        let mut tried = multiverse.clone();
        tried.begin()?;
        if !tried.founding.meta.is_empty() && tried.amendments().is_empty() {
            let place = law::ClausePlace { text: "the founding's META lines".to_owned(), clause: 1 };
            return Err(LawProblem::Wrong { place, reason: "they cannot be said of the boards of this game".to_owned() });
        }
        Ok(multiverse)
    }

    pub fn name(&self) -> &str {
        &self.founding.name
    }

    /// When the orders that stand are carried out; not while play waits for votes (R16). What was sent ahead is due as the phase begins.
    pub fn due(&self) -> Option<Due> {
        if self.stage == Stage::Playing && self.sent_ahead().is_some() {
            return Some(Due::UNIX_EPOCH);
        }
        self.draft.as_ref()?.due.filter(|_| self.pausing().is_none())
    }

    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.seats[seat.index()]
    }

    pub fn universe(&self, number: u16) -> Option<&Universe> {
        self.universes.get(usize::from(number).checked_sub(1)?)
    }

    /// The universes that rules have just made join the others.
    fn take_in_universes(&mut self) {
        for number in self.universes.len() as u16 + 1..=self.position.geometry.last_universe() {
            if let Some(board) = self.position.geometry.of_universe(number).next() {
                self.universes.push(Universe { number, board, pair: None });
            }
        }
    }

    /// `Zaphod:2`.
    pub fn universe_name(&self, number: u16) -> String {
        format!("{}:{number}", self.name())
    }

    /// The seat's colours with the universe of each, in universe order.
    pub fn colours(&self, seat: Seat) -> Vec<(String, u16)> {
        let army_name = |army: ArmyId| self.position.entities.army(army).name.clone();
        let own = |universe: &Universe| {
            let army = self.sides_in(universe).into_iter().find(|(owner, _)| *owner == seat)?.1;
            Some((army_name(army), universe.number))
        };
        self.universes.iter().filter_map(own).collect()
    }

    /// The colour that names the seat in a subject line: its first.
    pub fn colour(&self, seat: Seat) -> String {
        self.colours(seat).into_iter().next().map(|(colour, _)| colour).unwrap_or_default()
    }

    /// Which seats have phases.
    pub fn alive(&self) -> Vec<bool> {
        self.seats.iter().map(Player::moves).collect()
    }

    pub fn rule(&self, number: &str) -> Option<&Enacted> {
        self.rules.iter().find(|rule| rule.enactment.number == number)
    }

    /// The number that the seat's next rule or repeal gets (C4).
    pub fn next_number(&self, seat: Seat) -> String {
        let player = self.player(seat);
        format!("{}{}", player.label, player.made + 1)
    }

    /// The position as it was after the last phase of a turn; `None` for a turn that has not begun to end.
    pub fn position_after(&self, turn: u32) -> Option<Position> {
        if turn > self.phase.turn || self.seats.is_empty() {
            return None;
        }
        Some(walked_back(&self.position, &self.journal, turn))
    }

    /// Folds one event into the state.
    pub fn apply(&mut self, event: &Event) {
        self.mark(event);
        match event {
            Event::Joined { player } => self.answers[*player] = Some(true),
            Event::Declined { player } => self.answers[*player] = Some(false),
            Event::Watching { observer, yes } => self.watching[*observer] = Some(*yes),
            Event::Wished { wishes } => self.wishes = wishes.clone(),
            Event::Started(start) => self.start(start),
            Event::Drafted { draft } => {
                // Other orders are other deeds: what somebody was asked for the old ones is void.
                let orders = |draft: &Option<Draft>| draft.as_ref().map(|draft| (draft.real, draft.action.clone(), draft.moves.clone()));
                if orders(draft) != orders(&self.draft) {
                    // What was rolled for them is spent: other orders get other digits.
                    for roll in self.asked.take().map(|asked| asked.rolls).unwrap_or_default() {
                        self.dice.count(&roll);
                    }
                    self.awaited = None;
                }
                self.draft = draft.clone();
            }
            Event::Defined { definition, .. } => {
                self.definitions.retain(|known| known.name != definition.name);
                self.definitions.push(definition.clone());
            }
            Event::Seated { seat, yes } => {
                if let Some(guest) = &mut self.seats[seat.index()].guest {
                    guest.joined = Some(*yes);
                }
            }
            Event::DrawWanted { seat, wanted } => self.seats[seat.index()].wants_draw = *wanted,
            Event::Designated { seat, universe, effects } => {
                self.seats[seat.index()].real = Some(*universe);
                self.deed(format!("real king in {}", self.universe_name(*universe)));
                self.change(effects);
            }
            Event::Moved(moved) => {
                self.deed(format!("{}: {}", moved.universe, moved.notation));
                self.change(&moved.effects);
                self.playing().moves.insert(moved.universe, moved.effects.clone());
            }
            Event::Fired { rule, universe, effects, .. } => {
                self.deed(format!("rule {rule} acts in {}", self.universe_name(*universe)));
                self.change(effects);
                if effects.iter().any(Effect::shapes) {
                    self.take_in_universes();
                    self.refold();
                }
            }
            Event::Spoilt { universe, notation, .. } => {
                self.deed(format!("{notation} in {} cannot be played any more", self.universe_name(*universe)))
            }
            Event::Withheld { rule, universe, of, .. } => {
                self.deed(format!("rule {rule} does not act in {} ({of})", self.universe_name(*universe)));
            }
            Event::Freed { universe, .. } => self.free(*universe),
            Event::Passed { .. } => self.deed("pass".to_string()),
            Event::Enacted(enactment) => self.enact(enactment),
            Event::RepealDeclared { number, seat, target, universe, acts_after } => {
                self.count_made(*seat);
                self.marked(|mark| mark.numbers.push(number.clone()));
                self.timeline.repeals.push(number.clone());
                let place = universe.map(|number| format!(" in {}", self.universe_name(number))).unwrap_or_default();
                self.deed(format!("{number}: repeals {target}{place}"));
                if let Some(acts_after) = *acts_after {
                    let (number, target) = (number.clone(), target.clone());
                    self.repeals.push(PendingRepeal { number, target, universe: *universe, acts_after });
                }
            }
            Event::Tested { number, verdicts } => {
                let (number, verdicts) = (number.clone(), verdicts.clone());
                let turns = self.parameters.challenge_window;
                self.trials.push(Arc::new(Trial { number, held: self.phase, turns, verdicts }));
            }
            Event::SearchEnded { number, verdict } => {
                if let Some(trial) = self.trials.iter_mut().find(|trial| trial.number == *number) {
                    let verdicts = &mut Arc::make_mut(trial).verdicts;
                    match verdicts.iter_mut().find(|known| known.of == verdict.of) {
                        Some(known) => *known = verdict.clone(),
                        None => verdicts.push(verdict.clone()),
                    }
                }
            }
            Event::Proposed(proposal) => {
                self.deed(format!("proposes {}", proposal.number));
                self.propose(proposal);
            }
            Event::Voted { seat, number, yes } => {
                self.deed(format!("votes {} on {number}", if *yes { "yes" } else { "no" }));
                self.vote(*seat, number, *yes);
            }
            Event::Adopted { number } => {
                self.deed(format!("{number} is adopted"));
                self.playing().legislates = true;
                self.adopt(number);
            }
            Event::Rejected { number } => {
                self.deed(format!("{number} is rejected"));
                self.end_motion(number, Standing::Rejected);
            }
            Event::Lapsed { number, why } => {
                self.deed(format!("{number} lapses"));
                self.end_motion(number, Standing::Lapsed(why.clone()));
            }
            Event::FixProposed { seat, number, text } => self.note_fix(*seat, number, text),
            Event::ObjectiveMet { source, .. } => self.deed(format!("{source} decides")),
            Event::Repealed { target, universe } => self.end_rule(target, *universe),
            Event::Expired { target } => self.end_rule(target, None),
            Event::Fell { target, universe, .. } => self.end_rule(target, *universe),
            Event::Lost { seat, how, effects } => {
                let player = &mut self.seats[seat.index()];
                player.alive = false;
                player.wants_draw = false;
                let name = player.name.clone();
                let deed = match how {
                    Loss::KingCaptured { universe, .. } => format!("{name} loses the real king in {}", self.universe_name(*universe)),
                    Loss::Mated { universe, .. } => format!("{name} is checkmated in {}", self.universe_name(*universe)),
                    Loss::Stalemated => format!("{name} is stalemated"),
                    Loss::ByObjective => format!("{name} loses"),
                    Loss::Resigned => format!("{name} resigns"),
                };
                self.deed(deed);
                self.change(effects);
            }
            Event::PhaseEnded { next } => {
                self.note_orders();
                self.draft = None;
                self.asked = None;
                self.freed.clear();
                self.awaited = None;
                if let Some(next) = next {
                    self.phase = *next;
                    self.journal.push(Played::begin(*next));
                    self.refold();
                }
            }
            Event::Revealed { link, .. } => self.dice.reveal(Source::Link(*link)),
            Event::Rolled(roll) => self.dice.count(roll),
            Event::Pinned(pin) => {
                self.awaited = Some(Awaited::of((**pin).clone()));
                if let Some(draft) = &mut self.draft {
                    draft.due = None;
                }
            }
            Event::Published(beacon) => {
                self.dice.reveal(Source::Beacon(*beacon));
                self.awaited = None;
            }
            Event::Drawn { digits } => {
                self.dice.reveal(Source::Digits(digits.clone()));
                self.awaited = None;
            }
            Event::Unpinned { .. } => self.awaited = None,
            Event::Thrown { digits, .. } => self.awaiting(|awaited| awaited.thrown.push_str(digits)),
            Event::Reported(claim) => self.awaiting(|awaited| awaited.report(claim.clone())),
            Event::Settled { figures, .. } => self.awaiting(|awaited| awaited.settle(figures.clone())),
            Event::Wanting(wanted) => self.awaiting(|awaited| awaited.further = Some(wanted.clone())),
            Event::Late { notice } => self.awaiting(|awaited| awaited.late = *notice),
            Event::Agreed { .. } | Event::SeedRevealed { .. } => {}
            Event::Asked(asked) => {
                asked.rolls.iter().for_each(|roll| self.dice.note(roll));
                self.asked = Some(asked.clone());
                if let Some(draft) = &mut self.draft {
                    draft.due = None;
                }
            }
            Event::Answered { seat, answer } => {
                let side = self.player(*seat).side;
                if let Some(asked) = &mut self.asked {
                    asked.answers.push((side, answer.clone()));
                    asked.open = false;
                }
            }
            Event::Sealed { side, rule, seal } => {
                self.secrets.push(Secret { side: *side, rule: rule.clone(), seal: *seal, opened: None });
            }
            Event::Unsealed { side, rule, opened } => {
                if let Some(secret) = self.secrets.iter_mut().find(|secret| secret.side == *side && secret.rule == *rule) {
                    secret.opened = Some(opened.secret.clone());
                }
            }
            Event::Opened { effects } | Event::Said { effects, .. } => self.change(effects),
            Event::Procedure(procedure) => self.proceed(procedure),
            Event::Over { outcome } => {
                self.note_orders();
                self.stage = Stage::Over(*outcome);
                self.draft = None;
                self.asked = None;
                self.awaited = None;
            }
        }
    }

    fn awaiting(&mut self, change: impl FnOnce(&mut Awaited)) {
        if let Some(awaited) = &mut self.awaited {
            change(awaited);
        }
    }

    fn start(&mut self, start: &Start) {
        let invited = &self.founding.players;
        let seat = |(at, &player): (usize, &usize)| Player {
            invited: Some(player),
            name: invited[player].name.clone(),
            address: invited[player].address.clone(),
            label: start.labels[at].clone(),
            made: 0,
            most_made: 0,
            alive: true,
            real: (start.sequence.len() == 2).then_some(1),
            wants_draw: false,
            side: SideId(at as u8),
            guest: None,
        };
        self.seats = start.sequence.iter().enumerate().map(seat).collect();
        self.position = start.position.clone();
        self.universes = universes(start);
        self.stage = Stage::Playing;
        self.phase = Phase::FIRST;
        self.journal = vec![Played::begin(Phase::FIRST)];
        self.refold();
        self.adopt_the_founding();
    }

    fn enact(&mut self, enactment: &Enactment) {
        self.playing().legislates = true;
        self.count_made(enactment.seat);
        self.marked(|mark| mark.numbers.push(enactment.number.clone()));
        let made = self.phase;
        let protected = Window::protection(made, self.parameters.repeal_delay);
        // R6 stretches a shorter LASTS.
        let lasts = enactment.rule.lasts.map(|turns| {
            let last = made.later(u32::from(turns)).before();
            Window { last: last.max(protected.last) }
        });
        let title = enactment.rule.title.as_deref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
        self.deed(format!("{}: makes a rule{title}", enactment.number));
        let news = law::introduce_rule(&format!("rule {}", enactment.number), &enactment.rule, &mut self.position);
        self.playing().effects.extend(news);
        let clauses = &enactment.rule.clauses;
        self.rules.push(Enacted {
            enactment: Arc::new(enactment.clone()),
            made,
            protected,
            lasts,
            ended: None,
            repealed_in: Vec::new(),
            uses: rule::used(clauses),
            gives: rule::given(clauses),
            rewritten: None,
            wakes: made.later(self.parameters.removal_delay),
            resting: metarule::r11::at_rest(clauses).map(Into::into),
            fillings: Vec::new(),
        });
        self.seat_guests(enactment);
        self.refold();
    }

    /// The seat's next number is given away.
    pub(super) fn count_made(&mut self, seat: Seat) {
        let player = &mut self.seats[seat.index()];
        player.made += 1;
        player.most_made = player.most_made.max(player.made);
    }

    pub(super) fn end_rule(&mut self, target: &str, universe: Option<u16>) {
        self.playing().legislates = true;
        if let Some(rule) = self.rules.iter_mut().find(|rule| rule.enactment.number == target) {
            match universe {
                Some(number) => rule.repealed_in.push(number),
                None => rule.ended = Some(self.phase),
            }
        }
        // A repeal that waits has nothing left to do where the rule is gone.
        self.repeals.retain(|repeal| repeal.target != target || universe.is_some() && repeal.universe != universe);
        if universe.is_none() {
            self.rewrite_for(target);
        }
        self.refold();
    }

    fn playing(&mut self) -> &mut Played {
        if self.journal.is_empty() {
            self.journal.push(Played::begin(self.phase));
        }
        let last = self.journal.len() - 1;
        Arc::make_mut(&mut self.journal[last])
    }

    pub(super) fn deed(&mut self, deed: String) {
        self.playing().deeds.push(deed);
    }

    fn change(&mut self, effects: &[Effect]) {
        for effect in effects {
            self.position.apply(effect);
        }
        self.playing().effects.extend_from_slice(effects);
    }

    /// Whose men these are; `None`: nobody sits there yet.
    pub fn owner(&self, army: ArmyId) -> Option<Seat> {
        self.seat_of_side(self.position.entities.army(army).side)
    }

    /// Where a side sits.
    pub fn seat_of_side(&self, side: SideId) -> Option<Seat> {
        let at = self.seats.iter().position(|player| player.side == side)?;
        Some(Seat(at as u8))
    }

    /// Keeps with the phase what it changed of itself.
    pub(super) fn remember(&mut self, effects: Vec<Effect>) {
        self.playing().effects.extend(effects);
    }

    /// The effects that take every man of a player off the boards (M4).
    pub fn leaving(&self, seat: Seat) -> Vec<Effect> {
        let men = self.position.men().filter(|(_, man)| self.owner(man.army) == Some(seat) && man.place != Place::Gone);
        men.map(|(id, man)| Effect::Put { man: id, from: man.place, to: Place::Gone }).collect()
    }
}

/// The universes of a start: one a pair of seats, armies in the order of the seats' colours.
fn universes(start: &Start) -> Vec<Universe> {
    let army = |seat: u8, universe_of_seat: usize| {
        let name = &start.colours[usize::from(seat)][universe_of_seat];
        start.position.entities.army_named(name).expect("a start names armies of its position")
    };
    let pairs = colours::pairs(start.sequence.len());
    let nth_of = |seat: u8, before: usize| pairs[..before].iter().filter(|(hot, cold)| *hot == seat || *cold == seat).count();
    let universe = |(at, &(hot, cold)): (usize, &(u8, u8))| Universe {
        number: at as u16 + 1,
        board: BoardId(at as u8),
        pair: Some(Pair { hot: (Seat(hot), army(hot, nth_of(hot, at))), cold: (Seat(cold), army(cold, nth_of(cold, at))) }),
    };
    pairs.iter().enumerate().map(universe).collect()
}
