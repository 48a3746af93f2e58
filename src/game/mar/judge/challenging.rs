//! Challenges, objections and votes as players send them (R16, L3).

use super::Session;
use super::decisions::Decision;
use crate::game::event::Event;
use crate::game::mar::judgement::{Reply, accepted, noted};
use crate::game::mar::metarule::MetaRule;
use crate::game::mar::multiverse::{Draft, Enacted, Multiverse};
use crate::game::mar::parameters::Switch;
use crate::game::mar::timeline::Mark;
use crate::game::order::Challenging;
use crate::game::procedure::{Challenge, How, Procedure, Target};
use crate::rule::walk::{self, Part};
use crate::rule::{Clause, Condition, Deed};

/// Meta-rules about which people may differ, since the program measures or searches (R5, R8), or that are customs.
const OPEN_TO_OPINION: [&str; 4] = ["R5", "R8", "R16", "R17"];
/// Those that the program decides alone.
const DECIDED: [&str; 19] =
    ["R1", "R2", "R3", "R4", "R6", "R7", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "M1", "M2", "M3", "M4", "M5", "C5"];

/// Of those the ones that speak of rules alone.
const OF_RULES: [&str; 2] = ["R5", "R8"];

impl Session {
    pub(super) fn challenge(&mut self, challenging: &Challenging) -> Reply {
        self.in_or_after_the_game().map_err(|why| match self.state().player(self.seat).alive || self.state().is_over() {
            true => why,
            false => format!(
                "{why}. While the others play they alone challenge and vote (R16); once the game is over whoever has played may challenge what is not \
                 yet a full turn old"
            ),
        })?;
        let state = self.state();
        let side = state.person_in(self.seat);
        if !state.parameters.challenges {
            return Err(format!(
                "{}, what was done in this game stands (R16); the master alone may take it back",
                state.closed_by("challenges")
            ));
        }
        let target = state.target(&challenging.target)?;
        let whose = state.seat_of_side(target.go.side).ok_or("who did that plays no more in this game")?;
        if state.same_person(whose, self.seat) {
            return Err("what you did yourself you do not challenge (R16): to end a rule of yours, REPEAL it".into());
        }
        // What another line of this letter has come to is open no more, though the letter is not carried out yet.
        let decided =
            |id: &str| self.decisions.iter().any(|(_, known)| matches!(known, Decision::Challenge { id: known, .. } if known == id));
        let open = |challenge: &&Challenge| challenge.is_open() && state.is_played_by(challenge.by, self.seat) && !decided(&challenge.id);
        if let Some(open) = state.timeline.challenges.iter().find(open) {
            let about = state.challenged(open);
            return Err(format!("your challenge {} of {about} is open; one at a time (R16). WITHDRAW {0} takes it back", open.id));
        }
        let under = challenging.under.as_deref().map(|named| state.breakable(named)).transpose()?;
        if let (Some(number), Some(under)) =
            (&target.number, under.as_deref().filter(|under| !is_meta_rule(under) && !state.is_amended_in_words(under)))
        {
            return Err(format!(
                "a rule in plain words binds moves, and no rule-making (R10): {number} was made without a move there. CHALLENGE {number} UNDER a \
                 meta-rule, R1 to R17; UNDER {under} challenge moves, as in CHALLENGE {} IN 1",
                state.side_name(target.go.side)
            ));
        }
        if let Some(under) = under.as_deref().filter(|under| !is_meta_rule(under) && !state.did_bind(under, &target)) {
            return Err(format!(
                "{under} did not bind {}: it was not in force then and there, and what was done before it, after it or elsewhere it does not touch (R4)",
                state.name_of(&target)
            ));
        }
        let known =
            state.timeline.challenges.iter().find(|known| known.target == target && known.under == under && known.settled.is_some());
        if let Some((known, (upheld, how))) = known.and_then(|known| Some((known, known.settled.clone()?)))
            && !matches!(how, How::Withdrawn | How::Moot)
        {
            let result = if upheld { "upheld" } else { "rejected" };
            return Err(format!("the same was {result} as {}, {how} (R16)", known.id));
        }
        let id = format!("c{}", state.timeline.challenges.len() + 1);
        let mark = state.timeline.mark(target.go).cloned().ok_or("that cannot be gone back to any more")?;
        let first_of_turn =
            !state.timeline.challenges.iter().any(|known| state.is_played_by(known.by, self.seat) && known.made.turn == state.phase.turn);
        let mut challenge = Challenge {
            id: id.clone(),
            by: side,
            target,
            under,
            reason: challenging.reason.clone(),
            made: state.go(),
            pauses: false,
            hours: Vec::new(),
            votes: Vec::new(),
            settled: None,
        };
        let (what, jury) = (state.challenged(&challenge), state.jury(&challenge).len());
        challenge.pauses = challenging.pause && first_of_turn && jury > 0;
        challenge.hours = if challenge.pauses { state.hours_of_pause(self.now) } else { Vec::new() };
        let pause = match (challenging.pause, challenge.pauses) {
            (false, _) => " Play goes on meanwhile.",
            (true, true) => " Play waits for the votes until then, and a vote that is missing then is a No.",
            (true, false) if jury == 0 => " Play goes on: there is nobody who could vote.",
            (true, false) => " Play goes on: it waits for your first challenge of a turn only.",
        };
        let by_program = |under: &str| {
            is_decided(under, challenge.target.number.is_none()) && !state.is_advice(under) && !state.is_judged_by_people(&challenge, under)
        };
        let (finding, decided) = (judged_again(&mark, &challenge), challenge.under.as_deref().is_some_and(by_program));
        let (waits, ruling) = (state.votes_until(&challenge), state.until_told(state.ruling(&challenge)));
        let opinion = challenge.under.is_some()
            || challenge.target.number.is_some()
            || state.rules.iter().any(|rule| rule.stands() && state.is_kept_by_people(&rule.enactment.number))
            || state.amendments().into_iter().any(|motion| state.is_amended_in_words(&motion.number));
        self.deed.happen(Event::Procedure(Procedure::Challenged(challenge)));
        match finding {
            Err(found) => {
                self.decide(Decision::Challenge { id: id.clone(), upheld: true, how: How::Proof(found.clone()) });
                accepted(format!("{id}: {what}: upheld at once, for judged again it could not be done: {found}"))
            }
            Ok(proof) if decided || !opinion => {
                self.decide(Decision::Challenge { id: id.clone(), upheld: false, how: How::Proof(proof.clone()) });
                noted(format!(
                    "{id}: {what}: rejected at once: {proof}. It costs you nothing; only the master's RULING could say otherwise"
                ))
            }
            Ok(_) if self.state().is_over() => accepted(format!(
                "{id}: you challenge {what}. The game is over: where it is upheld, by the evidence or by the master's ruling, it goes back and is played on"
            )),
            Ok(_) if jury == 0 => accepted(format!(
                "{id}: you challenge {what}. With nobody to vote, the master rules, where he does not play himself, until {ruling}; then the evidence decides.{pause}"
            )),
            Ok(_) => accepted(format!("{id}: you challenge {what}. The others vote, until {waits}; a tie goes to the master.{pause}")),
        }
    }

    pub(super) fn vote_on_challenge(&mut self, id: &str, uphold: bool) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(challenge) = state.timeline.challenge(id) else {
            let open: Vec<&str> = state.timeline.challenges.iter().filter(|known| known.is_open()).map(|known| known.id.as_str()).collect();
            let listed = if open.is_empty() { "nothing is put to the vote".to_owned() } else { format!("open: {}", open.join(", ")) };
            return Err(format!("there is no challenge {id}; {listed}"));
        };
        if let Some((_, How::Moot)) = &challenge.settled {
            return Err(format!("{id} is not voted on any more: {}", How::Moot));
        }
        if let Some((upheld, how)) = &challenge.settled {
            return Err(format!("{id} is decided: {}, {how}", if *upheld { "upheld" } else { "rejected" }));
        }
        let side = state.player(self.seat).side;
        let Some(&side) = state
            .jury(challenge)
            .iter()
            .find(|&&juror| state.seat_of_side(juror).is_some_and(|seat| state.same_person(seat, self.seat)) || juror == side)
        else {
            return Err(match state.jury(challenge).is_empty() {
                true => format!(
                    "the two concerned do not vote on {id}, and there is nobody else who could (R16): the master rules, where he does not play himself, or the \
                     evidence decides"
                ),
                false => format!("who challenges and who is challenged do not vote on {id} (R16); the others do"),
            });
        };
        if !state.voting(challenge).holds(state.phase) {
            return Err(format!(
                "the time to vote on {id} is over (R16); the master rules now, where he does not play himself, or the evidence decides"
            ));
        }
        let before = challenge.votes.iter().find(|(voter, _)| *voter == side).map(|(_, vote)| *vote);
        let word = if uphold { "uphold" } else { "reject" };
        if before == Some(uphold) {
            return noted(format!("you have voted so already: to {word} {id}"));
        }
        let what = state.challenged(challenge);
        self.deed.happen(Event::Procedure(Procedure::Voted { on: id.to_owned(), side, uphold }));
        self.decide(Decision::Votes(id.to_owned()));
        let changed = if before.is_some() { "; it replaces your other vote" } else { "" };
        accepted(format!("you vote to {word} {id}, of {what}{changed}"))
    }

    /// L3: a rule that stands only while nobody objects becomes a pass.
    pub(super) fn object(&mut self, number: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let target = state.target(number)?;
        let Some(rule) = state.rule(number).filter(|_| target.number.is_some()) else { return Err(state.no_such_rule(number)) };
        if state.same_person(rule.enactment.seat, self.seat) {
            return Err("to a rule of your own you do not object (L3): REPEAL it".into());
        }
        if !Multiverse::stands_unless_objected(rule.clauses()) {
            return Err(format!(
                "rule {number} needs nobody's leave: an objection ends only rules by which somebody loses his move to another for words he has not said, such as Manicotti (L3). CHALLENGE {number} and say why"
            ));
        }
        let id = format!("c{}", state.timeline.challenges.len() + 1);
        let challenge = Challenge {
            id: id.clone(),
            by: state.player(self.seat).side,
            target,
            under: None,
            reason: String::new(),
            made: state.go(),
            pauses: false,
            hours: Vec::new(),
            votes: Vec::new(),
            settled: None,
        };
        self.deed.happen(Event::Procedure(Procedure::Challenged(challenge)));
        self.decide(Decision::Challenge { id, upheld: true, how: How::Objection });
        accepted(format!("you object to rule {number}: it counts as a pass (L3)"))
    }

    pub(super) fn withdraw_challenge(&mut self, id: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(challenge) = state.timeline.challenge(id) else { return Err(format!("there is no challenge {id}")) };
        let mine = state.seat_of_side(challenge.by).is_some_and(|seat| state.same_person(seat, self.seat));
        match (&challenge.settled, mine) {
            (Some((upheld, how)), _) => Err(format!("{id} is decided: {}, {how}", if *upheld { "upheld" } else { "rejected" })),
            (None, false) => Err(format!("{id} is {}'s challenge, not yours", state.side_name(challenge.by))),
            (None, true) => {
                self.decide(Decision::Challenge { id: id.to_owned(), upheld: false, how: How::Withdrawn });
                accepted(format!("your challenge {id} is taken back"))
            }
        }
    }
}

/// Whether what a challenge names as broken is a meta-rule, and no rule in plain words.
pub(in crate::game::mar) fn is_meta_rule(under: &str) -> bool {
    OPEN_TO_OPINION.iter().chain(&DECIDED).any(|known| *known == under)
}

/// Whether the program decides alone if a meta-rule is broken, by a rule or by moves.
fn is_decided(under: &str, by_moves: bool) -> bool {
    DECIDED.contains(&under) || by_moves && OF_RULES.contains(&under)
}

impl Multiverse {
    /// An amendment has made advice of that meta-rule: the program tells what it finds, and people decide.
    fn is_advice(&self, under: &str) -> bool {
        let number = under.strip_prefix('R').and_then(|number| number.parse().ok());
        number.is_some_and(|number| self.parameters.switch(MetaRule(number)) == Switch::Advice)
    }
}

/// The orders of a go, judged once more as they were then; the proof that they could be given, or what is wrong with them.
fn judged_again(mark: &Mark, challenge: &Challenge) -> Result<String, String> {
    let before = mark.as_ordered();
    mark.why_not(&before, before.phase.seat, &mark.orders.clone().unwrap_or_default())?;
    Ok(match &challenge.target.number {
        Some(number) => format!("judged again as it was made, {number} keeps every meta-rule that the program can decide"),
        None => "judged again, every one of these moves was legal where it was played".to_owned(),
    })
}

impl Multiverse {
    /// What a challenge names: a rule or repeal by its number, or the moves of a player's last phase.
    pub(super) fn target(&self, named: &str) -> Result<Target, String> {
        let words: Vec<&str> = named.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("rule")).collect();
        let first = words.first().map(|word| word.trim_end_matches(['.', ',']).to_lowercase()).unwrap_or_default();
        let in_time = |mark: &Mark, what: String| {
            let window = self.stands_after(mark.go);
            match window.holds(self.phase) {
                true => Ok(()),
                false => {
                    let (until, usual) = (self.until_told(window), window.last.turn == mark.go.turn + 1);
                    let older = if usual { "what is more than a full turn old stands" } else { "what is older stands" };
                    Err(format!("{what} could be challenged until {until}; {older} (R16)"))
                }
            }
        };
        if let Some(mark) = self.timeline.made(&first) {
            in_time(mark, first.clone())?;
            return Ok(Target { go: mark.go, number: Some(first), universe: None });
        }
        if let Some(rule) = self.rule(&first) {
            let turn = rule.made.turn;
            return Err(format!("rule {first} is of turn {turn}: what is more than a full turn old stands (R16); it may be repealed"));
        }
        let universe = words.iter().position(|word| word.eq_ignore_ascii_case("in")).and_then(|at| {
            let number = words.get(at + 1)?.rsplit(':').next()?;
            number.trim_end_matches(['.', ',']).parse().ok()
        });
        if let Some(universe) = universe.filter(|&universe| self.universe(universe).is_none()) {
            return Err(self.no_such_universe(universe));
        }
        let name = |word: &str| word.trim_end_matches(['.', ',', ':']).trim_end_matches("'s").trim_end_matches("’s").to_lowercase();
        let said: Vec<String> = words.iter().map(|word| name(word)).collect();
        let named_here = |player: &super::super::Player| {
            let own: Vec<String> = player.name.split_whitespace().map(str::to_lowercase).collect();
            said.windows(own.len().max(1)).any(|window| *window == own[..])
        };
        let seats = (0..self.seats.len() as u8).map(crate::turn::Seat);
        let found = seats
            .clone()
            .find(|&seat| named_here(self.player(seat)))
            .or_else(|| seats.clone().find(|&seat| self.colours(seat).iter().any(|(colour, _)| said.contains(&colour.to_lowercase()))));
        let Some(seat) = found else {
            let names: Vec<&str> = self.seats.iter().map(|player| player.name.as_str()).collect();
            return Err(format!(
                "{named:?} is neither the number of a rule or repeal of late nor a player; the players are {}",
                names.join(", ")
            ));
        };
        let side = self.player(seat).side;
        let Some(mark) = self.timeline.marks.iter().rev().find(|mark| mark.go.side == side && mark.orders.is_some()) else {
            return Err(format!("{} has played no phase that can be gone back to (R16)", self.player(seat).name));
        };
        in_time(mark, format!("{}'s phase of turn {}", self.player(seat).name, mark.go.turn))?;
        let moves = mark.orders.as_ref().map(|orders: &Draft| orders.moves.keys().copied().collect::<Vec<_>>()).unwrap_or_default();
        match (universe, &moves[..], mark.numbers.first()) {
            (None, [], Some(number)) => Ok(Target { go: mark.go, number: Some(number.clone()), universe: None }),
            (Some(universe), moves, _) if !moves.contains(&universe) => {
                Err(format!("{} made no move in {} in turn {}", self.player(seat).name, self.universe_name(universe), mark.go.turn))
            }
            (None, [], None) => Err(format!("{} made no move in turn {}", self.player(seat).name, mark.go.turn)),
            _ => Ok(Target { go: mark.go, number: None, universe }),
        }
    }

    /// Whether a rule or an amendment was in force when and where something was done (R4).
    fn did_bind(&self, number: &str, target: &Target) -> bool {
        let Some(mark) = self.timeline.mark(target.go) else { return false };
        let moved = mark.orders.iter().flat_map(|orders| orders.moves.keys().copied());
        let there =
            |rule: &Enacted| moved.filter(|moved| target.universe.is_none_or(|named| named == *moved)).any(|moved| rule.acts_in(moved));
        mark.before.is_amended_in_words(number) || mark.before.rule(number).is_some_and(there)
    }

    /// The name of what a challenge says is broken, as it is kept.
    fn breakable(&self, named: &str) -> Result<String, String> {
        let upper = named.to_uppercase();
        if is_meta_rule(&upper) {
            return Ok(upper);
        }
        if self.is_amended_in_words(&upper) {
            return Ok(upper);
        }
        let number = named.to_lowercase();
        match self.rule(&number) {
            Some(_) if self.is_kept_by_people(&number) => Ok(number),
            Some(_) => Err(format!(
                "rule {number} is kept by the program itself, which allows no move against it; a challenge is UNDER a meta-rule, R1 to R17, or under a rule in plain words (PROSE, R16)"
            )),
            None => {
                Err(format!("{named} is neither a meta-rule, R1 to R17 or M1 to M5, nor a rule or an amendment in plain words (PROSE)"))
            }
        }
    }

    /// L3: the rules to which anybody may object yet, and until when.
    pub fn open_to_objection(&self) -> Vec<(String, String)> {
        let open = self.rules.iter().filter(|rule| !self.is_over() && rule.stands() && Self::stands_unless_objected(rule.clauses()));
        let until = open.filter_map(|rule| {
            let window = self.stands_after(self.timeline.made(&rule.enactment.number)?.go);
            window.holds(self.phase).then(|| (rule.enactment.number.clone(), self.until_told(window)))
        });
        until.collect()
    }

    /// L3: a rule that takes somebody's move from him for words that are no part of the game stands while nobody objects.
    pub(super) fn stands_unless_objected(clauses: &[Clause]) -> bool {
        let hands = |part: &Part| matches!(part, Part::Deed(deed) if matches!(**deed, Deed::Hand { .. }));
        let waits = |part: &Part| match part {
            Part::Deed(deed) => matches!(**deed, Deed::Hand { words: Some(_), .. }),
            Part::Condition(condition) => matches!(**condition, Condition::Said(_)),
            _ => false,
        };
        clauses.iter().any(|clause| walk::holds(clause, &hands) && walk::holds(clause, &waits))
    }
}
