//! Affairs while deeds are done: a state, who acts in it, what was chosen; and the changes that deeds make of whole boards.

use super::Choice;
use super::state::{Holder, Spot, State, TwinMan, Whereabouts};

/// Affairs in the midst of deeds.
#[derive(Clone)]
pub struct Affairs {
    pub state: State,
    pub board: u8,
    pub mover: u8,
    pub actor: Option<usize>,
    pub victim: Option<usize>,
    pub chosen: Option<usize>,
    /// Who was chosen before that one.
    pub former: Option<usize>,
    pub leg: Option<(Spot, Spot)>,
    /// Where the victim stood.
    pub taken: Option<Spot>,
    pub captured: Vec<usize>,
    pub choices: Vec<Choice>,
    /// Further moves so far, and the state before the first.
    pub legs: Vec<super::Went>,
    pub alone: Option<State>,
    /// Clauses that follow this move no more.
    pub spent: Vec<usize>,
    /// Every choice is told, also where there is only one thing to choose.
    pub tells_all: bool,
    /// The mover's phase begins: it is not yet being played.
    pub opening: bool,
    /// Nobody makes a move.
    pub between: bool,
    /// How many changes there were; whether some deed made none or could not be paid.
    pub changes: usize,
    pub barren: bool,
    /// What must be done in the move cannot be.
    pub void: bool,
    /// The move is not made in whose place something is done.
    pub stays: bool,
    /// Whose the men were before.
    pub armies: Vec<u8>,
    /// The first own man put on a cell: who, from where, to where.
    pub first: Option<(usize, Spot, Spot)>,
}

pub type All = Vec<Affairs>;

impl Affairs {
    pub fn begin(state: State, board: u8, mover: u8) -> Affairs {
        Affairs {
            armies: state.men.iter().map(|man| man.army).collect(),
            state,
            board,
            mover,
            actor: None,
            victim: None,
            chosen: None,
            former: None,
            leg: None,
            taken: None,
            captured: Vec::new(),
            choices: Vec::new(),
            legs: Vec::new(),
            alone: None,
            spent: Vec::new(),
            tells_all: false,
            opening: false,
            between: false,
            changes: 0,
            barren: false,
            void: false,
            stays: false,
            first: None,
        }
    }

    pub fn changed(mut self, change: impl FnOnce(&mut State)) -> Affairs {
        change(&mut self.state);
        self.changes += 1;
        self
    }

    pub fn put(mut self, man: usize, place: Whereabouts) -> Affairs {
        if let Whereabouts::On(to) = place {
            let from = self.state.men[man].at().unwrap_or(to);
            self = self.went_first(man, from, to);
            self.state.marks.retain(|(_, passed)| *passed != man);
        }
        self.changed(|state| state.men[man].place = place)
    }

    /// The first of the mover's own men that was there before.
    fn went_first(mut self, man: usize, from: Spot, to: Spot) -> Affairs {
        if self.armies.get(man) == Some(&self.mover) {
            self.first = self.first.or(Some((man, from, to)));
        }
        self
    }

    pub fn put_if_free(self, man: usize, to: Spot) -> Affairs {
        if self.state.is_free(to) { self.put(man, Whereabouts::On(to)) } else { self }
    }

    pub fn noted(self, of: Holder, key: u16, value: i32) -> Affairs {
        if self.state.note(of, key) == value { self } else { self.changed(|state| state.set_note(of, key, value)) }
    }
}

pub fn swapped(affairs: Affairs, one: Option<usize>, other: Option<usize>) -> Affairs {
    let at = |man: Option<usize>| Some((man?, affairs.state.men[man?].at()?));
    let (Some((one, first)), Some((other, second))) = (at(one), at(other)) else { return affairs };
    if one == other {
        return affairs;
    }
    // The one was in the hand meanwhile.
    affairs.put(other, Whereabouts::On(first)).went_first(one, second, second).put(one, Whereabouts::On(second))
}

pub fn made(affairs: Affairs, kind: u8, army: u8, at: Spot) -> Affairs {
    if !affairs.state.is_free(at) {
        return affairs;
    }
    let man = TwinMan { kind, made: kind, army, place: Whereabouts::On(at), home: at, legs: 0, real: false, royal: false };
    let id = affairs.state.men.len();
    Affairs {
        chosen: Some(id),
        ..affairs.changed(|state| {
            state.men.push(man);
            state.set_kind(id, kind);
        })
    }
}

/// Who stands where a hole opens leaves the board; where a real king stands none opens.
pub fn holed(affairs: Affairs, spot: Spot) -> Affairs {
    match affairs.state.on(spot) {
        Some(man) if affairs.state.men[man].royal => affairs,
        Some(man) => affairs.put(man, Whereabouts::Gone).changed(|state| {
            state.holes.insert(spot);
        }),
        None if affairs.state.holes.contains(&spot) => affairs,
        None => affairs.changed(|state| {
            state.holes.insert(spot);
        }),
    }
}

pub fn filled(affairs: Affairs, spot: Spot) -> Affairs {
    if affairs.state.holes.contains(&spot) {
        affairs.changed(|state| {
            state.holes.remove(&spot);
        })
    } else {
        affairs
    }
}

/// Squares turn clockwise about their middle, if that leads each of them to one of them.
pub fn turned_round(affairs: Affairs, cells: &[Spot], quarters: u8) -> Affairs {
    let span = |part: fn(&Spot) -> i16| Some((cells.iter().map(part).min()?, cells.iter().map(part).max()?));
    let (Some((left, right)), Some((low, high))) = (span(|spot| spot.1), span(|spot| spot.2)) else { return affairs };
    let goal = |(board, file, rank): Spot| {
        // From the middle, in half squares.
        let from_middle = (2 * file - left - right, 2 * rank - low - high);
        let (across, up) = (0..quarters).fold(from_middle, |(across, up), _| (up, -across));
        ((across + left + right) % 2 == 0 && (up + low + high) % 2 == 0).then_some((
            board,
            (across + left + right) / 2,
            (up + low + high) / 2,
        ))
    };
    if cells.iter().any(|&spot| goal(spot).is_none_or(|to| !cells.contains(&to))) {
        return affairs;
    }
    let standing = cells.iter().filter_map(|&spot| Some((affairs.state.on(spot)?, spot, goal(spot)?)));
    let moving: Vec<(usize, Spot, Spot)> = standing.collect();
    if moving.iter().any(|(_, _, to)| affairs.state.holes.contains(to)) {
        return affairs;
    }
    relocated(affairs, &moving)
}

pub fn relocated(affairs: Affairs, moving: &[(usize, Spot, Spot)]) -> Affairs {
    let moving = moving.iter().filter(|(_, from, to)| from != to);
    // All were lifted before: the first is set down from the hand.
    moving.fold(affairs, |affairs, &(man, _, to)| affairs.went_first(man, to, to).put(man, Whereabouts::On(to)))
}
