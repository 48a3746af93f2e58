//! Presumptions, the author's answers to them, and moves for the case that one is denied (R17).

use super::Session;
use super::decisions::Decision;
use crate::game::event::Event;
use crate::game::mar::judgement::{Reply, accepted};
use crate::game::mar::metarule;
use crate::game::mar::multiverse::{Action, Enacted, Filled};
use crate::game::mar::presumptions;
use crate::game::mar::rewind::Shadow;
use crate::game::procedure::{Presumption, Procedure, Why};

impl Session {
    pub(super) fn presume(&mut self, number: &str, words: &str) -> Reply {
        self.on_move()?;
        let state = self.state();
        if !state.parameters.presumptions {
            return Err(format!(
                "{}, nothing is presumed in this game (R17); what a rule leaves open stays open",
                state.closed_by("presumptions")
            ));
        }
        let Some(rule) = state.rule(number) else { return Err(state.no_such_rule(number)) };
        if state.same_person(rule.enactment.seat, self.seat) {
            return Err(format!(
                "rule {number} is your own: what it means others presume, and you confirm or deny it (R17); to say more, make another rule"
            ));
        }
        if let Some(ended) = rule.ended {
            return Err(format!("rule {number} is not in force any more: it ended in turn {}", ended.turn));
        }
        let made = state.timeline.made(number).map(AsRef::as_ref);
        let filling = state.filling(number, words, made).map_err(|why| {
            let own = |open: &&Presumption| open.filling.rule == number && state.is_played_by(open.by, self.seat) && open.go == state.go();
            let open = state.timeline.presumptions.iter().find(own);
            open.map_or_else(|| why.clone(), |open| format!("{why}; it is your own, and WITHDRAW {} takes it back first", open.id))
        })?;
        let author = state.player(rule.enactment.seat);
        let (name, gone) = (author.name.clone(), !author.moves());
        let by = state.player(self.seat).side;
        let presumption = Presumption { id: format!("p{}", state.timeline.presumed + 1), by, filling, go: state.go() };
        let (id, until) = (presumption.id.clone(), state.until_told(state.speaks_until(&presumption)));
        let says = presumption.filling.canonical.clone();
        self.deed.put_in(Procedure::Presumed(presumption));
        self.deed.test_again(number, &id);
        // It belongs to his phase: orders that have waited for it, corrected, wait no more.
        self.touched = true;
        self.deed.certificate = None;
        let spoilt = self.drop_spoilt();
        let silence = match gone {
            true => format!("{name} plays no more and cannot deny it: it becomes part of the rule with {until}"),
            false => format!("{name} may deny it until {until}; after that it is part of the rule"),
        };
        accepted(format!(
            "{id}: from now on rule {number} is played as if it said so. {silence} (R17). Until your phase is carried out WITHDRAW {id} takes it \
             back.{spoilt}\n{}",
            inside(&says)
        ))
    }

    /// WITHDRAW p1: whoever has presumed something takes it back as long as nothing of the phase is carried out that leans on it.
    pub(super) fn withdraw_presumption(&mut self, id: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(open) = state.timeline.presumption(id) else { return Err(self.not_open(id)) };
        let whose = state.seat_of_side(open.by);
        if !whose.is_some_and(|seat| state.same_person(seat, self.seat)) {
            return Err(format!("{id} is {}'s presumption, not yours", state.side_name(open.by)));
        }
        if open.go != state.go() {
            let (number, turn) = (&open.filling.rule, open.go.turn);
            return Err(format!(
                "your phase of turn {turn}, in which you presumed {id}, is over, and others have played by it: only the author of rule {number} can \
                 deny it now (R17)"
            ));
        }
        self.on_move()?;
        if presumptions::rolls_at_once(&open.filling) {
            return Err(format!(
                "{id} stands: the dice have been thrown for it, and nobody throws them again because he takes a word back (C3)"
            ));
        }
        let go = open.go;
        let number = open.filling.rule.clone();
        // His orders stand in the letter's draft; what of them leant on it is dropped below.
        if self.state().draft.is_some() {
            self.deed.happen(Event::Drafted { draft: None });
        }
        self.deed.send_back(go, Why::Withdrawal(id.to_owned()), None);
        self.touched = true;
        self.deed.certificate = None;
        let spoilt = self.drop_spoilt();
        accepted(format!("{id} is taken back: what it filled in rule {number} is open again (R17).{spoilt}"))
    }

    /// What was ordered before and cannot be done any more is dropped: moves, and what would be made or repealed; which, in words.
    pub(super) fn drop_spoilt(&mut self) -> String {
        let (state, seat) = (self.deed.after.with_king_named(self.seat, self.draft.real), self.seat);
        let playable = state.playable(seat, &self.draft.moves);
        let spoilt: Vec<(u16, String)> = self
            .draft
            .moves
            .iter()
            .filter(|(universe, _)| !playable.contains(universe))
            .map(|(universe, notation)| (*universe, notation.clone()))
            .collect();
        let mut told = String::new();
        let verdicts = state.verdicts(seat, &self.draft.action).unwrap_or_default();
        drop(state);
        if let Some(why) = metarule::refusal(&verdicts) {
            self.draft.action = Action::Move;
            self.touched = true;
            told.push_str(&format!(" What you have ordered to be made or repealed cannot be, so: {why}"));
        }
        for (universe, notation) in spoilt {
            self.draft.moves.remove(&universe);
            self.touched = true;
            told.push_str(&format!(
                " Your {notation} in {} cannot be played so: order another move there.",
                self.state().universe_name(universe)
            ));
        }
        told
    }

    /// Why there is no open presumption of that number.
    fn not_open(&self, id: &str) -> String {
        let state = self.state();
        let known = id
            .strip_prefix('p')
            .and_then(|number| number.parse::<u32>().ok())
            .is_some_and(|number| (1..=state.timeline.presumed).contains(&number));
        let rule = state.rules.iter().find(|rule| rule.fillings.iter().any(|filled| filled.id() == id));
        let said = |rule: &&Enacted| rule.fillings.contains(&Filled::Clarified(id.to_owned()));
        match (known, rule) {
            (true, Some(rule)) if said(&rule) => {
                let number = &rule.enactment.number;
                format!("{id} is decided: its author has said what rule {number} means, and only a new rule can change that (R17)")
            }
            (true, Some(rule)) if !rule.stands() => {
                format!("{id} has ended with rule {}, which is not in force any more", rule.enactment.number)
            }
            (true, Some(rule)) => {
                let number = &rule.enactment.number;
                format!("{id} is part of rule {number} by now: only a new rule can change it (R17)")
            }
            (true, None) => format!("{id} is no longer open: it has come undone"),
            (false, _) => match state.timeline.presumptions.as_slice() {
                [] => format!("there is no presumption {id}, and none is open"),
                open => format!(
                    "there is no presumption {id}; open: {}",
                    open.iter().map(|open| open.id.as_str()).collect::<Vec<_>>().join(", ")
                ),
            },
        }
    }

    /// The presumption of that number, if it is this player's to judge.
    fn mine_to_judge(&self, id: &str) -> Result<Presumption, String> {
        self.in_or_after_the_game()?;
        let state = self.state();
        let Some(open) = state.timeline.presumption(id) else { return Err(self.not_open(id)) };
        let number = &open.filling.rule;
        let author = state.rule(number).map(|rule| rule.enactment.seat);
        match author {
            Some(author) if state.same_person(author, self.seat) => match state.has_resigned(author) {
                true => Err(format!("you are out of this game: your silence makes {id} part of rule {number} (R17, M4)")),
                false => Ok(open.clone()),
            },
            Some(author) => {
                let name = &state.player(author).name;
                Err(format!("only {name}, who made rule {number}, says whether {id} is what it means (R17)"))
            }
            None => Err(state.no_such_rule(number)),
        }
    }

    /// One word on a presumption in a letter.
    fn not_yet_answered(&self, id: &str) -> Result<(), String> {
        let answers = |(_, known): &(usize, Decision)| match known {
            Decision::Confirm { id } => Some((id.clone(), "confirm")),
            Decision::Deny { id, .. } => Some((id.clone(), "deny")),
            Decision::Challenge { .. } | Decision::Votes(_) => None,
        };
        match self.decisions.iter().filter_map(answers).find(|(answered, _)| answered == id) {
            Some((_, how)) => Err(format!("you {how} {id} in this letter already: say one thing of it (R17)")),
            None => Ok(()),
        }
    }

    pub(super) fn confirm(&mut self, id: &str) -> Reply {
        let open = self.mine_to_judge(id)?;
        self.not_yet_answered(id)?;
        self.decide(Decision::Confirm { id: id.to_owned() });
        accepted(format!("{id} is part of rule {} from now on", open.filling.rule))
    }

    pub(super) fn deny(&mut self, id: &str, words: &str) -> Reply {
        let open = self.mine_to_judge(id)?;
        let state = self.state();
        let number = open.filling.rule.clone();
        let mark = state.timeline.mark(open.go).ok_or("the presumption is too old: the game cannot go back so far")?;
        let mut then = (*mark.before).clone();
        then.definitions.clone_from(&state.definitions);
        let made = state.timeline.made(&number).map(AsRef::as_ref);
        let filling = then.filling_at((&number, open.filling.at), words, made)?;
        if filling.clauses == open.filling.clauses {
            return Err(format!("that is what {id} presumes (R17); CONFIRM {id} says that it is right"));
        }
        self.not_yet_answered(id)?;
        let says = inside(&filling.canonical);
        self.decide(Decision::Deny { id: id.to_owned(), instead: filling });
        accepted(format!("{id} is denied. The game goes back to where it was presumed, and rule {number} says from then on:\n{says}"))
    }

    /// `1: a IF p1 ELSE b`: what follows the ELSE.
    pub(super) fn alternate(&mut self, universe: Option<u16>, presumption: &str, text: &str) -> Reply {
        let universe = self.universe_of_a_move(universe)?;
        let state = self.state();
        let Some(open) = state.timeline.presumption(presumption) else {
            let listed: Vec<&str> = state.timeline.presumptions.iter().map(|open| open.id.as_str()).collect();
            let listed = if listed.is_empty() { "none is open".to_owned() } else { format!("open: {}", listed.join(", ")) };
            return Err(format!("there is no open presumption {presumption} ({listed}): leave out IF {presumption} ELSE and what follows"));
        };
        let Some(Shadow { game, stops }) = state.if_denied(&open.id) else { return Err(format!("{presumption} is too old for that")) };
        let anew = stops.map(|stops| {
            format!(
                "; {} may have to choose anew for turn {} then, and with that all later orders are asked for again",
                state.side_name(stops.side),
                stops.turn
            )
        });
        let seat = game.seat_of_side(state.player(self.seat).side).ok_or("you have no seat if it is denied")?;
        let legal = game.legal(seat, universe);
        let place = game.universe_name(universe);
        let meant = game.meant((seat, universe), text, &legal, &self.tries);
        let at = meant.map_err(|problem| format!("if {presumption} is denied, {place}: {problem}"))?;
        let long = game.long(&legal[at]);
        self.draft.alternates.insert((universe, presumption.to_owned()), long.clone());
        accepted(format!("{place}: {long}, if {presumption} is denied{}", anew.unwrap_or_default()))
    }
}

/// The sentences of a rule in canonical words, without its frame.
fn inside(canonical: &str) -> String {
    canonical.lines().filter(|line| line.starts_with(' ')).collect::<Vec<_>>().join("\n")
}
