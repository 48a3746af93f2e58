//! Random rules for random play: clauses made of the tree's own parts, and sentences that players have written.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::board::{Geometry, Position, Vector};
use crate::movement::betza::symmetric;
use crate::movement::{Bend, Edges, Hurdle, Leg, Line, Pattern, UNLIMITED, Use};
use crate::rule::*;

use super::samples::clause;
use super::{Active, Law, Standard, Strength, Universes, introduce};

/// Knuth's generator: the same chances on every machine.
pub struct Chance {
    state: u64,
    /// Ways may have several legs and lead over men of a sort.
    bends: bool,
}

impl Chance {
    pub fn of(seed: u64) -> Chance {
        Chance { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66, bends: false }
    }

    /// The same with ways of several legs, and over men of a sort.
    pub fn bending(seed: u64) -> Chance {
        Chance { bends: true, ..Chance::of(seed) }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % limit
    }

    pub fn one<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn kind(&mut self) -> String {
        self.one(&["pawn", "knight", "bishop", "rook", "queen", "king"]).to_owned()
    }

    fn class(&mut self) -> Class {
        let kinds = match self.below(4) {
            0 => Kinds::Every,
            1 => Kinds::Except(vec![self.kind()]),
            _ => Kinds::Only((0..=self.below(2)).map(|_| self.kind()).collect()),
        };
        let owner = if self.below(4) == 0 { Owner::Army(self.one(&["white", "black"]).to_owned()) } else { Owner::Anyone };
        Class { kinds, owner, such: None }
    }

    fn line(&mut self) -> Line {
        let steps = [(0, 1), (1, 1), (1, 2), (2, 0), (0, -1), (-1, 0), (2, 2), (1, 3), (-1, 1)];
        let mut directions: Vec<Vector> = (0..=self.below(4))
            .map(|_| {
                let (right, forward) = self.one(&steps);
                Vector { right, forward }
            })
            .collect();
        directions.sort();
        directions.dedup();
        let min = 1 + self.below(2) as u8;
        let legs = if self.bends && self.below(4) == 0 { self.legs() } else { Vec::new() };
        let max = if legs.is_empty() { self.one(&[min, min + 1, min + 3, UNLIMITED]) } else { min + self.below(2) as u8 };
        let hurdle = self.one(&[Hurdle::None, Hurdle::None, Hurdle::None, Hurdle::One, Hurdle::Last, Hurdle::Any, Hurdle::Friends]);
        Line {
            directions,
            min,
            max,
            hurdle,
            legs,
            purpose: self.one(&[Use::Any, Use::Any, Use::Quiet, Use::Capture]),
            unmoved: self.below(5) == 0,
        }
    }

    /// Further legs of a way.
    fn legs(&mut self) -> Vec<Leg> {
        let all = [symmetric(1, 0), symmetric(1, 1)].concat();
        let count = 1 + self.below(5) / 4;
        let leg = |at| {
            let bend = self.one(&[Bend::Any, Bend::Outward, Bend::Square, Bend::Bounce(Edges::EVERY), Bend::Bounce(Edges::SIDES)]);
            let mut directions = all.clone();
            directions.retain(|_| matches!(bend, Bend::Bounce(_)) || self.below(3) == 0);
            directions.sort_unstable();
            let min = self.below(3) as u8;
            let max = if at + 1 == count { self.one(&[min.max(1), min + 2, UNLIMITED]) } else { min.max(1) };
            Leg { directions, bend, min, max }
        };
        (0..count).map(leg).collect()
    }

    fn motion(&mut self) -> Motion {
        match self.below(4) {
            3 if self.below(4) == 0 => Motion::LikePrey(self.one(&[When::LastTurn, When::Ever, When::Newest, When::Within(2)])),
            3 if self.below(4) == 0 => {
                let protects = self.one(&[Condition::Guards(Ref::Itself, Ref::Outer), Condition::Guards(Ref::Outer, Ref::Itself)]);
                let who = Class { owner: Owner::Own, ..self.class() }.such_that(protects);
                Motion::LikeMen { who: Box::new(who), on: Box::new(Squares::Every) }
            }
            3 => {
                let itself = Squares::At(Point::Of(Ref::Itself));
                let on = match self.below(3) {
                    0 => Squares::Near { of: Box::new(itself), reach: 1 },
                    1 => Squares::Beside { of: Box::new(itself), steps: self.line().directions },
                    _ => Squares::At(Point::Opposite(Box::new(Point::Of(Ref::Itself)))),
                };
                Motion::LikeMen { who: Box::new(self.class()), on: Box::new(on) }
            }
            0 => Motion::Like { kind: self.kind(), standard: self.below(3) == 0 },
            _ => Motion::Pattern(Pattern { lines: (0..=self.below(2)).map(|_| self.line()).collect() }),
        }
    }

    /// Whom a move may lead over.
    fn over(&mut self) -> Over {
        let men = Class { owner: self.one(&[Owner::Anyone, Owner::Enemy, Owner::Own]), ..self.class() };
        match self.below(3) {
            0 => Over { men, least: self.below(2) as u8, most: 1 + self.below(2) as u8, captured: None },
            1 => Over::prey(men, Beyond::Anywhere),
            _ => Over::prey(men, Beyond::JustBehind),
        }
    }

    /// Where a move may end.
    fn ends(&mut self) -> Squares {
        match self.below(4) {
            0 => Squares::Dark,
            1 => Squares::Not(Box::new(Squares::Edge)),
            2 => Squares::Half { own: false },
            _ => Squares::Near { of: Box::new(Squares::Under(Box::new(self.class()))), reach: 1 },
        }
    }

    /// A capture that begins elsewhere.
    fn approach(&mut self) -> Form {
        let like = match self.below(4) {
            0 => None,
            1 => Some(Like::Kind(self.kind())),
            _ => Some(Like::Same(Ref::Victim)),
        };
        let counts = if self.below(4) == 0 { vec![(1, 2)] } else { Vec::new() };
        let act = Act { how: How::Quiet, counts, ..Act::any(Class::EVERY) };
        Form::Approach(Approach { who: self.class(), victims: self.class(), act, like, must: self.below(2) == 0 })
    }

    /// How men move, capture, promote and castle, without conditions.
    pub fn form(&mut self) -> Form {
        match self.below(11) {
            10 if self.bends && self.below(2) == 0 => self.approach(),
            10 => Form::OwnPrey(OwnPrey { who: self.class(), victims: Class { owner: Owner::Own, ..self.class() } }),
            0..4 => {
                let motions: Vec<Motion> = (0..=self.below(2)).map(|_| self.motion()).collect();
                let to = if self.below(4) == 0 && !motions.iter().any(Motion::is_lent) { Some(self.ends()) } else { None };
                let over = (self.bends && self.below(5) == 0).then(|| self.over());
                let motions = if over.is_some() { motions.into_iter().map(over_these).collect() } else { motions };
                Form::Movement(Movement {
                    who: self.class(),
                    aspect: self.one(&[Use::Any, Use::Quiet, Use::Capture]),
                    manner: self.one(&[Manner::Also, Manner::Instead]),
                    motions,
                    terms: Terms { to, over, ..Terms::default() },
                })
            }
            4 => {
                let region = if self.below(2) == 0 { Region::LastRank } else { Region::Rank(self.below(9) as u16) };
                Form::Promotion(Promotion { who: self.class(), region, into: (0..self.below(3)).map(|_| self.kind()).collect() })
            }
            5 => Form::InPassing(InPassing { who: self.class(), by: self.class() }),
            6 => Form::Castling(Castling {
                who: self.class(),
                with: self.class(),
                squares: 1 + self.below(3) as u8,
                allowed: self.below(3) > 0,
                dares: Daring { out: self.below(4) == 0, through: self.below(4) == 0, moved: self.below(4) == 0 },
            }),
            _ => Form::Capture(self.capture()),
        }
    }

    fn capture(&mut self) -> CaptureEdit {
        let (becomes, joins) = (self.kind(), self.kind());
        let victim_fate = self.one(&[
            None,
            Some(VictimFate::Gone),
            Some(VictimFate::Joins),
            Some(VictimFate::GoesHome),
            Some(VictimFate::GoesHomeOfKind),
            Some(VictimFate::Reserve),
            Some(VictimFate::Becomes(becomes)),
            Some(VictimFate::JoinsAs(joins)),
        ]);
        let (becomes, joins) = (self.kind(), self.kind());
        let capturer_fate = self.one(&[
            None,
            None,
            Some(CapturerFate::Same),
            Some(CapturerFate::Gone),
            Some(CapturerFate::Becomes(becomes)),
            Some(CapturerFate::BecomesVictim),
            Some(CapturerFate::ChangesSides),
            Some(CapturerFate::JoinsAs(joins)),
            Some(CapturerFate::JoinsAsVictim),
        ]);
        let landing = self.one(&[None, None, Some(Landing::OnVictim), Some(Landing::Stays), Some(Landing::Home)]);
        let explosion = (self.below(4) == 0).then(|| Explosion { reach: self.below(3) as u8, hits: self.class() });
        CaptureEdit { captor: self.class(), victim: self.class(), victim_fate, capturer_fate, landing, explosion }
    }

    /// Any clause that a player can write and a game can play.
    fn said(&mut self, words: &Vocabulary) -> Clause {
        let mut made = if self.below(4) == 0 { clause(self.form()) } else { self.written(words) };
        // What follows a move may as well be done at a moment of its own, or by a player instead of a move.
        if let Form::Trigger(trigger) = &mut made.form {
            trigger.once = None;
            match self.below(8) {
                0 => trigger.event = Event::Opens(self.player()),
                1 => trigger.event = Event::Closes(self.player()),
                2 => trigger.event = Event::Turn,
                5 => trigger.event = Event::TurnEnds,
                3 => trigger.event = Event::Enacted,
                4 => made.form = Form::Action(Action { who: self.player(), deeds: trigger.deeds.clone() }),
                _ => {}
            }
        }
        made
    }

    fn player(&mut self) -> Option<Player> {
        self.one(&[
            None,
            Some(Player::Each),
            Some(Player::Mover),
            Some(Player::Colour("white".into())),
            Some(Player::Colour("black".into())),
        ])
    }

    /// One clause of the generator that tries the language.
    fn written(&mut self, words: &Vocabulary) -> Clause {
        let mut seed = [0; 32];
        seed.iter_mut().for_each(|byte| *byte = self.below(256) as u8);
        let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        let rule = generate::rule(words).new_tree(&mut runner).map(|tree| tree.current());
        rule.ok().and_then(|rule| rule.clauses.into_iter().next()).unwrap_or_else(|| clause(self.form()))
    }
}

/// What every random game knows: three counters and two regions.
pub fn known() -> Vec<Clause> {
    let counter =
        |name: &str, least, most| clause(Form::Counter(Counter { name: name.into(), of: None, start: 3, least, most, state: false }));
    let knights = Some(Class { kinds: Kinds::Only(vec!["knight".into(), "pawn".into()]), ..Class::EVERY });
    let hearts = Counter { name: "hearts".into(), of: knights, start: 2, least: 0, most: 3, state: false };
    let asleep = Counter { name: "asleep".into(), of: Some(Class::EVERY), start: 0, least: 0, most: 1, state: true };
    let region = |name: &str, squares| clause(Form::Region { name: name.into(), squares });
    let zone = Squares::Rank { number: Number::Is(4), own: false };
    let hearts = clause(Form::Counter(hearts));
    let counters = [counter("points", 0, 9), counter("lives", -2, 30), hearts, clause(Form::Counter(asleep))];
    let regions = [region("hot zone", zone), region("centre court", Squares::Centre)];
    counters.into_iter().chain(regions).collect()
}

/// Clauses that a game over a standard law can play.
pub fn playable(standard: &Standard, count: usize, chance: &mut Chance) -> Vec<Clause> {
    let colours = ["white", "black"].map(String::from);
    let words = Vocabulary::of(standard.chain()).in_game("Zaphod", 2, &colours).with_rules(vec!["w1".to_owned()]);
    let words = words.knowing(known().iter().map(|clause| &clause.form));
    let mut found = Vec::new();
    while found.len() < count {
        let next = chance.said(&words);
        if folds(standard, &next) {
            found.push(next);
        }
    }
    found
}

/// The twin throws no dice, asks nobody, hears no words, knows no secrets, leaves no phase out and lets nobody join; no boards open or close.
/// What comes later or lasts is tried by games of its own.
const BEYOND: [&str; 16] = [
    "May(",
    "Later(",
    "For(",
    "Meanwhile(",
    "Underway",
    "Chance",
    "Player(",
    "Said(",
    "Secret",
    "Skip(",
    "Side(",
    "to: Named(",
    "Stray {",
    "Hand {",
    "Open(",
    "Merge {",
];

fn folds(standard: &Standard, one: &Clause) -> bool {
    let told = format!("{one:?}");
    // Between moves a choice of the mover is an answer too.
    let asks = matches!(&one.form, Form::Trigger(trigger) if !matches!(trigger.event, Event::Act(_) | Event::Would(_)) && format!("{:?}", trigger.deeds).contains("Mover"));
    if asks || BEYOND.iter().any(|word| told.contains(word)) {
        return false;
    }
    let mut position = Position::empty(standard.entities().into(), Geometry::default().into());
    let clauses = [known(), vec![one.clone()]].concat();
    introduce("rule w1", &clauses, &mut position);
    let rule = Active { number: "w1", clauses: &clauses, universes: Universes::Every, since: None, strength: Strength::Settled };
    Law::fold(standard, &[rule], &position.entities, &position.geometry).is_ok()
}

/// The same, led over men of a sort.
fn over_these(motion: Motion) -> Motion {
    match motion {
        Motion::Pattern(Pattern { lines }) => {
            Motion::Pattern(Pattern { lines: lines.into_iter().map(|line| Line { hurdle: Hurdle::These, ..line }).collect() })
        }
        lent => lent,
    }
}
