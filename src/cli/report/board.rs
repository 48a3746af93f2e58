//! Boards as the page draws them: what is the same for many positions is written once.

use crate::render::{self, Scene, Shade};
use serde::Serialize;

/// The squares of a board, which seldom change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Plan {
    columns: u16,
    rows: u16,
    /// Column, row and 1 for a dark square.
    squares: Vec<(u16, u16, u8)>,
    names: Vec<String>,
    holes: Vec<(u16, u16)>,
    files: Vec<String>,
    ranks: Vec<String>,
}

/// A position of one universe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Board {
    universe: String,
    plan: usize,
    /// A square of the plan and how the man on it looks.
    men: Vec<(usize, usize)>,
    /// Squares that the last moves touched, where men were taken, and kings in check.
    trodden: Vec<usize>,
    struck: Vec<usize>,
    checked: Vec<usize>,
    trails: Vec<Vec<usize>>,
    /// Who plays what there: the colour of the men, and words.
    sides: Vec<(String, String)>,
    /// What cannot be drawn, in words.
    remarks: Vec<String>,
}

/// How a man looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Look {
    /// `white knight`.
    pub(super) name: String,
    /// SVG in a square of side 44.
    #[serde(skip)]
    pub(super) drawing: String,
}

/// All boards of a game, each once.
#[derive(Debug, Default, Serialize)]
pub(super) struct Gallery {
    plans: Vec<Plan>,
    pub(super) looks: Vec<Look>,
    boards: Vec<Board>,
}

impl Gallery {
    /// The number of the board that shows this scene; `before`: that of its universe so far.
    pub(super) fn number(&mut self, scene: &Scene, before: Option<usize>) -> usize {
        let board = self.board(scene);
        match before.filter(|&before| self.boards[before] == board) {
            Some(before) => before,
            None => {
                self.boards.push(board);
                self.boards.len() - 1
            }
        }
    }

    fn board(&mut self, scene: &Scene) -> Board {
        let plan = Plan {
            columns: scene.columns,
            rows: scene.rows,
            squares: scene.squares.iter().map(|square| (square.column, square.row, u8::from(square.shade == Shade::Dark))).collect(),
            names: scene.squares.iter().map(|square| square.name.clone()).collect(),
            holes: scene.holes.iter().map(|hole| (hole.column, hole.row)).collect(),
            files: scene.files.clone(),
            ranks: scene.ranks.clone(),
        };
        let mut men = Vec::new();
        for (at, square) in scene.squares.iter().enumerate() {
            if let Some(figure) = &square.figure {
                let livery = &scene.liveries[figure.livery];
                let real = if figure.real { "real " } else { "" };
                let look = Look { name: format!("{real}{} {}", livery.army, figure.kind), drawing: render::drawn(figure, livery) };
                men.push((at, place(&mut self.looks, look)));
            }
        }
        let which =
            |asked: fn(&render::Square) -> bool| (0..).zip(&scene.squares).filter(|(_, square)| asked(square)).map(|(at, _)| at).collect();
        let reserves =
            scene.reserves.iter().map(|reserve| format!("{} in reserve: {}.", scene.liveries[reserve.livery].label(), reserve.words()));
        let counted = scene.counted.iter().map(|(livery, count)| format!("{}: {count}.", scene.liveries[*livery].label()));
        let joined = scene.joined.iter().map(|edges| format!("Joined: the {edges} edges."));
        let held = scene.held.iter().map(|man| format!("Held: {man}."));
        Board {
            universe: scene.title.clone(),
            plan: place(&mut self.plans, plan),
            men,
            trodden: which(|square| square.trodden),
            struck: which(|square| square.struck && !square.reached),
            checked: which(|square| square.checked),
            trails: scene.trails.clone(),
            sides: scene.liveries.iter().map(|livery| (livery.body.to_string(), livery.label())).collect(),
            remarks: reserves.chain(counted).chain(joined).chain(held).collect(),
        }
    }
}

/// Where the item stands in the list, at its end where it was not there.
fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().rposition(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}
