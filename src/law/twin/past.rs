//! What has been done, as conditions on the past ask.

use crate::rule::*;

use super::state::Deed as Done;
use super::view::View;

impl View<'_> {
    /// Whether it was so in each of so many phases of one side, of which this is the last.
    pub fn was_running(&self, past: &Past, newest: &Done, turns: u32) -> bool {
        let last = Past { when: When::LastTurn, act: Act::any(Class::EVERY).into(), by: None, man: None };
        let phase = |back: u32| self.state.past.iter().filter(move |done| done.side == newest.side && done.turn + back == newest.turn);
        self.was(&last, newest) && (0..turns).all(|back| phase(back).any(|done| self.was(past, done)))
    }

    /// Whether something was done then.
    pub fn in_time(&self, when: When, done: &Done) -> bool {
        let ago = self.state.turn - done.turn.min(self.state.turn);
        let newest =
            || self.state.past.iter().rev().map(|done| (done.turn, done.side)).find(|&at| at != (self.state.turn, self.state.side));
        match when {
            When::Within(turns) => ago < u32::from(turns),
            When::Ago(turns) => ago == u32::from(turns),
            When::LastTurn => {
                let now = (self.state.turn, self.state.side);
                let of_his = |other: &&Done| other.side == done.side && (other.turn, other.side) != now;
                let last = self.state.past.iter().filter(of_his).map(|other| other.turn).max();
                (done.turn, done.side) != now && last == Some(done.turn) && ago < 2
            }
            When::Lately(turns) => ago <= u32::from(turns),
            When::Running(_) => (done.turn, done.side) != (self.state.turn, self.state.side),
            When::JustBefore => newest() == Some((done.turn, done.side)),
            When::Newest => (done.turn, done.side) != (self.state.turn, self.state.side),
            // The rules that it is asked about are as old as the game.
            When::Since | When::Ever => true,
        }
    }

    /// Whether something remembered is what a condition asks for.
    pub fn was(&self, past: &Past, done: &Done) -> bool {
        let Act { who, how, ways, counts, from, to, over } = &*past.act;
        let in_time = self.in_time(past.when, done);
        let manner = match how {
            How::Any => true,
            How::Quiet => done.took.is_empty(),
            How::Passing(_) => false,
            How::Capture(victims) => done.took.iter().any(|&(man, kind, army)| self.class_as(victims, man, kind, army)),
            How::Check => done.checked,
            How::Castle => done.castled,
            How::Promote(into) => done.became.is_some_and(|kind| into.is_empty() || self.twin.is_of(&Kinds::Only(into.clone()), kind)),
        };
        let way = (done.to.1 - done.from.1, done.to.2 - done.from.2);
        in_time
            && manner
            && (past.when != When::Newest || self.is_newest(past, done))
            && done.from.0 == self.board
            && past.by.as_ref().is_none_or(|by| self.player(by).contains(&done.army))
            && self.class_as(who, done.man, done.kind, done.army)
            && self.goes(ways, counts, self.twin.turned(done.army, way))
            && from.as_ref().is_none_or(|from| self.squares(from, done.from))
            && to.as_ref().is_none_or(|to| self.squares(to, done.to))
            && over.as_ref().is_none_or(|over| self.passes(done.from, done.to, over))
    }

    /// Whether nobody whom a condition is about has done something of its sort later.
    fn is_newest(&self, past: &Past, done: &Done) -> bool {
        let sort = |other: &Done| match past.act.how {
            How::Any | How::Quiet => true,
            How::Capture(_) | How::Passing(_) => !other.took.is_empty(),
            How::Check => other.checked,
            How::Castle => other.castled,
            How::Promote(_) => other.became.is_some(),
        };
        let about = |other: &Done| {
            (other.turn, other.side) != (self.state.turn, self.state.side)
                && past.man.is_none_or(|man| self.named_man(man) == Some(other.man))
                && past.by.as_ref().is_none_or(|by| self.player(by).contains(&other.army))
                && other.from.0 == self.board
        };
        self.state.past.iter().rev().find(|other| about(other) && sort(other)).is_some_and(|newest| std::ptr::eq(newest, done))
    }
}
