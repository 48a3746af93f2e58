//! Conditional orders (L1): the branch that holds as the phase begins is taken, and orders may be sent ahead of one's phase.

use super::Session;
use crate::game::event::Event;
use crate::game::mar::facts::Fact;
use crate::game::mar::heisenberg::HEISENBERG;
use crate::game::mar::judgement::{Reply, Verdict, accepted, accepted_for};
use crate::game::mar::multiverse::Multiverse;
use crate::game::order::{Conditional, Line, Order};
use crate::game::procedure::Procedure;
use crate::game::reading::{self, Names};
use crate::turn::Seat;

/// The most conditional orders that are kept for a phase to come.
const MOST_AHEAD: usize = 12;

impl Session {
    /// In his own phase what holds now decides; before it the order is kept until then.
    pub(super) fn conditional(&mut self, text: &str, conditional: &Conditional) -> Reply {
        self.in_the_game()?;
        let said = self.words_to_keep();
        let state = self.state();
        if state.phase.seat == self.seat || state.same_person(state.phase.seat, self.seat) {
            self.on_move()?;
            return self.branch(conditional);
        }
        if !state.parameters.premoves {
            return Err(format!(
                "{}, no orders are sent ahead: send this again when your turn mail comes (L1)",
                state.closed_by("premoves")
            ));
        }
        check(state, self.seat, conditional)?;
        leaves_to_the_dice(state, self.seat, conditional)?;
        let side = state.player(self.seat).side;
        let mut lines = state.timeline.ahead.get(&side).cloned().unwrap_or_default();
        let mut words = state.timeline.ahead_said.get(&side).cloned().unwrap_or_default();
        let new: Vec<String> = said.into_iter().filter(|said| !words.contains(said)).collect();
        words.extend(new);
        let along = self.not_sent_along(&words);
        if lines.len() >= MOST_AHEAD {
            return Err(format!("{MOST_AHEAD} orders are kept for a phase to come, and no more (L1); WITHDRAW takes them all back"));
        }
        lines.push(text.to_owned());
        self.deed.happen(Event::Procedure(Procedure::SentAhead { side, lines, words }));
        let late = self.said_too_late().unwrap_or_default() + &along;
        let at_once = if self.state().founding.undo > 0 { ", without time to think again," } else { "" };
        accepted_for(
            &late,
            format!(
                "kept for your next phase: it is looked at as that begins, and carried out at once{at_once} if your orders are complete then. WITHDRAW \
                 takes it back{late}"
            ),
        )
    }

    fn branch(&mut self, conditional: &Conditional) -> Reply {
        let state = self.state();
        let fact = check(state, self.seat, conditional)?;
        // What is presumed may still be denied: both branches are kept (R17).
        let open = |id: &str| state.timeline.presumption(id).is_some();
        match &fact {
            Fact::Presumption(id) if open(id) => return self.both(id, &conditional.then, &conditional.otherwise),
            Fact::Not(fact)
                if let Fact::Presumption(id) = &**fact
                    && open(id) =>
            {
                return self.both(id, &conditional.otherwise, &conditional.then);
            }
            fact => {
                if let Some(id) = fact.presumptions().into_iter().find(|id| open(id)) {
                    return Err(format!("{id} may still be denied, so it stands alone: IF {id} THEN an order ELSE another (R17)"));
                }
            }
        }
        let so = state.is_so(self.seat, &fact);
        let orders = if so { &conditional.then } else { &conditional.otherwise };
        let places: Vec<String> = match state.universes.len() {
            1 => Vec::new(),
            _ => fact.universes().into_iter().map(|universe| state.universe_name(universe)).collect(),
        };
        let places = if places.is_empty() { String::new() } else { format!(" in {}", places.join(" and ")) };
        let said = format!("\"{}\" is {}so{places}", conditional.fact, if so { "" } else { "not " });
        if orders.is_empty() {
            return Ok((Verdict::Noted, format!("{said}, and for that nothing is ordered")));
        }
        self.all(orders, &said)
    }

    fn both(&mut self, id: &str, presumed: &[Order], denied: &[Order]) -> Reply {
        let mut said = self.all(presumed, &format!("as {id} presumes"))?;
        for order in denied {
            let Order::Move { universe, text, .. } = order else {
                return Err(format!("for the case that {id} is denied only moves can be left"));
            };
            let (_, reply) = self.alternate(*universe, id, text)?;
            said.1.push_str(&format!("; {reply}"));
        }
        Ok(said)
    }

    fn all(&mut self, orders: &[Order], said: &str) -> Reply {
        let mut replies = Vec::new();
        let mut verdict = Verdict::Accepted;
        for order in orders {
            let (found, reply) = match order {
                Order::If { conditional, .. } => self.branch(conditional)?,
                order => self.for_this_phase(order)?,
            };
            verdict = verdict.max(found);
            replies.push(reply);
        }
        Ok((verdict, format!("{said}: {}", replies.join("; "))))
    }

    /// WITHDRAW before one's phase: what was sent ahead is taken back.
    pub(super) fn withdraw_ahead(&mut self) -> Option<Reply> {
        let state = self.state();
        let side = state.player(self.seat).side;
        if state.phase.seat == self.seat || !state.timeline.ahead.contains_key(&side) {
            return None;
        }
        self.deed.happen(Event::Procedure(Procedure::SentAhead { side, lines: Vec::new(), words: Vec::new() }));
        Some(accepted("what you had sent ahead for your next phase is taken back"))
    }
}

/// Whether a conditional order keeps L1; its fact.
fn check(state: &Multiverse, seat: Seat, conditional: &Conditional) -> Result<Fact, String> {
    let moves = |orders: &[Order]| orders.iter().find_map(|order| if let Order::Move { universe, .. } = order { *universe } else { None });
    let only = || match state.colours(seat)[..] {
        [(_, universe)] => Some(universe),
        _ => None,
    };
    let universe = moves(&conditional.then).or_else(|| moves(&conditional.otherwise)).or_else(only);
    let fact = state.fact(seat, &conditional.fact, universe)?;
    let branches = || conditional.then.iter().chain(&conditional.otherwise);
    if at_random(conditional) && !fact.is_nobody_elses(seat) {
        return Err("a move left to the dice may hang only on what you do not remember of yourself, such as your own last move, or on the turn number, and \
                    not on what others do (L1)"
            .into());
    }
    for order in branches() {
        if let Order::If { conditional, .. } = order {
            check(state, seat, conditional)?;
        }
    }
    Ok(fact)
}

/// L1: what is kept for one phase is taken together: where it leaves a move to the dice, nothing sent behind that may take its place as others do
/// this or that.
fn leaves_to_the_dice(state: &Multiverse, seat: Seat, conditional: &Conditional) -> Result<(), String> {
    if !hangs_on_others(state, seat, conditional) {
        return Ok(());
    }
    let mut replaced = Vec::new();
    moved_in(conditional, &|_| true, &mut replaced);
    for line in state.kept_ahead(seat).unwrap_or_default() {
        let Order::If { conditional: kept, text } = &line.order else { continue };
        let mut drawn = Vec::new();
        moved_in(kept, &is_drawn, &mut drawn);
        let meets = |one: &Option<u16>| replaced.iter().any(|other| one.is_none() || other.is_none() || one == other);
        if drawn.iter().any(meets) {
            return Err(format!(
                "\"{text}\" is kept for your next phase already and leaves a move to the dice; whether that is made may not hang on what others do, \
                 as it would by this (L1). WITHDRAW takes back what is kept"
            ));
        }
    }
    Ok(())
}

/// Whether some fact of it is of others' doing.
fn hangs_on_others(state: &Multiverse, seat: Seat, conditional: &Conditional) -> bool {
    let mut universes = Vec::new();
    moved_in(conditional, &|_| true, &mut universes);
    let only = || state.colours(seat).first().map(|(_, universe)| *universe);
    let fact = state.fact(seat, &conditional.fact, universes.into_iter().flatten().next().or_else(only));
    let inner = |order: &Order| matches!(order, Order::If { conditional, .. } if hangs_on_others(state, seat, conditional));
    !fact.is_ok_and(|fact| fact.is_nobody_elses(seat)) || conditional.then.iter().chain(&conditional.otherwise).any(inner)
}

/// The universes in which some branch orders such a move; none is named where it goes without saying, or where another order takes the place of all.
fn moved_in(conditional: &Conditional, such: &dyn Fn(&str) -> bool, found: &mut Vec<Option<u16>>) {
    for order in conditional.then.iter().chain(&conditional.otherwise) {
        match order {
            Order::Move { universe, text, .. } if such(text) => found.push(*universe),
            Order::If { conditional, .. } => moved_in(conditional, such, found),
            Order::Repeal { .. } | Order::RepealAll { .. } | Order::Pass if such("") => found.push(None),
            _ => {}
        }
    }
}

fn is_drawn(text: &str) -> bool {
    text.eq_ignore_ascii_case(HEISENBERG) || text.eq_ignore_ascii_case("CURRASOW")
}

/// Whether a move left to the dice stands in one of the branches, or in a branch of these.
fn at_random(conditional: &Conditional) -> bool {
    conditional.then.iter().chain(&conditional.otherwise).any(|order| match order {
        Order::Move { text, .. } => is_drawn(text),
        Order::If { conditional, .. } => at_random(conditional),
        _ => false,
    })
}

impl Multiverse {
    /// The orders that the player on move has sent ahead, as lines of a letter.
    pub fn sent_ahead(&self) -> Option<Vec<Line>> {
        if self.draft.is_some() || self.asked.is_some() || self.pausing().is_some() {
            return None;
        }
        self.kept_ahead(self.phase.seat)
    }

    /// What somebody has sent ahead for his next phase.
    fn kept_ahead(&self, seat: Seat) -> Option<Vec<Line>> {
        let lines = self.timeline.ahead.get(&self.player(seat).side)?;
        let colours: Vec<(String, u16)> = (0..self.seats.len() as u8).flat_map(|seat| self.colours(Seat(seat))).collect();
        let names = Names {
            multiverse: self.name(),
            games: Vec::new(),
            colours: colours.iter().map(|(colour, universe)| (colour.as_str(), *universe)).collect(),
            worlds: self.worlds(),
        };
        Some(reading::read(lines.iter().enumerate().map(|(at, line)| (at + 1, line.as_str())), &names).lines)
    }
}
