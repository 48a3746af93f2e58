//! The standard law (D1): what a chain of law texts declares, before any player's rule.

use std::sync::Arc;

use crate::board::{
    Army, ArmyId, BoardId, Effect, Entities, Fen, Frame, Geometry, Kind, KindId, MAX_ARMIES, MAX_CELLS, MAX_KINDS, ManId, Position, SideId,
    Spot,
};
use crate::rule::{self, Form, Safety};

use super::fold::Placed;
use super::{ClausePlace, Instant, Law, LawProblem, Strength, introduce};

/// A game's law texts, read: its kinds, its board and array, and the clauses that rules are folded over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The uppermost text's.
    pub name: String,
    pub kinds: Vec<Kind>,
    /// The armies of a game of two players on one board, first mover first.
    pub armies: Vec<rule::Army>,
    pub files: i16,
    pub ranks: i16,
    /// One, or two of the same extent.
    pub boards: u16,
    pub safety: Safety,
    array: Vec<Post>,
    chain: Vec<rule::Law>,
}

/// A man of the array: which army (0 the first), what kind, where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Post {
    pub army: usize,
    pub kind: KindId,
    pub file: i16,
    pub rank: i16,
}

impl Standard {
    /// Reads a chain of law texts, the undermost first. A later declaration of a kind, the board, the array, the armies or safety replaces an earlier one.
    pub fn new(chain: &[rule::Law]) -> Result<Standard, LawProblem> {
        let mut kinds: Vec<Kind> = Vec::new();
        let (mut armies, mut extent, mut array, mut safety) = (None, None, None, None);
        let mut boards = 1;
        for placed in place(chain) {
            match &placed.clause.form {
                Form::Kind(manner) => declare(&mut kinds, manner),
                Form::Armies(two) => armies = Some(two.clone()),
                Form::Board { files, ranks } => extent = Some((*files, *ranks, placed.place)),
                Form::Array(text) => array = Some((text.clone(), placed.place)),
                Form::SecondBoard => boards = 2,
                Form::Safety(kind) => safety = Some(*kind),
                _ => {}
            }
        }
        let armies: Vec<rule::Army> = armies.ok_or(LawProblem::Missing("armies"))?;
        let (files, ranks, extent_place) = extent.ok_or(LawProblem::Missing("board"))?;
        let (array, array_place) = array.ok_or(LawProblem::Missing("array"))?;
        for (what, count, limit) in [("kinds of men", kinds.len(), MAX_KINDS), ("armies", armies.len(), MAX_ARMIES)] {
            if count > limit {
                return Err(LawProblem::TooMany { what, count, limit });
            }
        }
        if files < 1 || ranks < 1 || files as usize * ranks as usize > MAX_CELLS {
            let reason = format!("a board has between 1 and {MAX_CELLS} cells, not {files} by {ranks}");
            return Err(LawProblem::Wrong { place: extent_place, reason });
        }
        let array = posts(&array, &kinds, (files, ranks)).map_err(|reason| LawProblem::Wrong { place: array_place, reason })?;
        let name = chain.last().ok_or(LawProblem::Missing("text"))?.name.clone();
        let safety = safety.ok_or(LawProblem::Missing("king safety"))?;
        Ok(Standard { name, kinds, armies, files, ranks, boards, safety, array, chain: chain.to_vec() })
    }

    /// Its clauses, the undermost first.
    pub(super) fn placed(&self) -> Vec<Placed<'_>> {
        place(&self.chain).collect()
    }

    pub(super) fn kind_lettered(&self, letter: &str) -> Option<KindId> {
        kind_lettered(letter, &self.kinds)
    }

    pub(super) fn posts(&self) -> &[Post] {
        &self.array
    }

    /// Its law texts, the undermost first.
    pub fn chain(&self) -> &[rule::Law] {
        &self.chain
    }

    /// Its kinds and the armies of a game of two players, each a side of its own.
    pub fn entities(&self) -> Entities {
        let armies = self.armies.iter().enumerate().map(|(side, army)| Army {
            name: army.name.clone(),
            side: SideId(side as u8),
            frame: if army.up { Frame::Up } else { Frame::Down },
            universe: 1,
        });
        Entities { kinds: self.kinds.clone(), armies: armies.collect(), names: Vec::new() }
    }

    /// The array of two armies on an empty board, as effects; nobody is a real king yet. Ids continue the position's.
    pub fn array(&self, position: &Position, board: BoardId, armies: [ArmyId; 2]) -> Vec<Effect> {
        let cells = self.array.iter().filter_map(|post| Some((post, position.geometry.at(board, post.file, post.rank)?)));
        let first = position.next_man().0;
        let make =
            |(man, (post, cell)): (u16, (&Post, _))| Effect::Make { man: ManId(man), kind: post.kind, army: armies[post.army], cell };
        (first..).zip(cells).map(make).collect()
    }

    /// Makes every man of a royal kind on a board a real one (a game without dummy kings).
    pub fn crown(&self, position: &Position, board: BoardId) -> Vec<Effect> {
        let royal = position.standing(board).filter(|(_, man, _)| position.entities.kind(man.kind).royal && !man.royal);
        royal.map(|(man, _, _)| Effect::Royal { man, old: false, new: true }).collect()
    }

    /// An empty board of its extent, or of another, for its own armies.
    pub(super) fn empty(&self, files: i16, ranks: i16) -> Result<Position, LawProblem> {
        let mut geometry = Geometry::default();
        for _ in 0..self.boards {
            geometry.add_rectangle(1, files, ranks)?;
        }
        let mut position = Position::empty(Arc::new(self.entities()), Arc::new(geometry));
        self.found(&mut position)?;
        Ok(position)
    }

    /// On empty boards: the counters of its texts begin, and what they do at once is done.
    pub fn found(&self, position: &mut Position) -> Result<(), LawProblem> {
        for law in &self.chain {
            introduce(&format!("law {}", law.name), &law.clauses, position);
        }
        let law = Law::fold(self, &[], &position.entities, &position.geometry)?;
        for fired in law.fire(position, Instant::Founded, SideId(0), None) {
            position.apply_all(&fired.effects);
        }
        Ok(())
    }

    /// The position at the start of a game of two players on one board.
    pub fn start(&self) -> Result<Position, LawProblem> {
        let [first, second] = [ArmyId(0), ArmyId(1)];
        if self.armies.len() < 2 {
            return Err(LawProblem::Missing("second army"));
        }
        let mut position = self.empty(self.files, self.ranks)?;
        let board = BoardId(0);
        position.apply_all(&self.array(&position, board, [first, second]));
        position.apply_all(&self.crown(&position, board));
        Ok(position)
    }
}

/// The clauses of a chain of texts with their places.
fn place(chain: &[rule::Law]) -> impl Iterator<Item = Placed<'_>> {
    chain.iter().flat_map(|law| {
        let text = format!("law {}", law.name);
        law.clauses.iter().zip(1..).map(move |(clause, number)| Placed {
            clause,
            place: ClausePlace { text: text.clone(), clause: number },
            since: None,
            strength: Strength::Settled,
        })
    })
}

/// A kind of a name already declared is declared anew.
fn declare(kinds: &mut Vec<Kind>, manner: &rule::MannerOfKind) {
    let kind = Kind {
        name: manner.name.clone(),
        plural: manner.plural.clone(),
        letter: manner.letter.clone(),
        figure: manner.figure,
        value: manner.value,
        unlettered: manner.unlettered,
        royal: manner.royal,
    };
    match kinds.iter_mut().find(|known| known.name == kind.name) {
        Some(known) => *known = kind,
        None => kinds.push(kind),
    }
}

fn kind_lettered(letter: &str, kinds: &[Kind]) -> Option<KindId> {
    Some(KindId(kinds.iter().position(|kind| kind.letter.to_uppercase() == letter)? as u8))
}

/// The men of an array in FEN placement, in order of ranks and files from the lower left.
fn posts(text: &str, kinds: &[Kind], (files, ranks): (i16, i16)) -> Result<Vec<Post>, String> {
    let rows = Fen::read_placement(text).map_err(|problem| problem.to_string())?;
    let size = (rows[0].len(), rows.len());
    if size != (files as usize, ranks as usize) {
        return Err(format!("the array is {} by {} cells, the board {files} by {ranks}", size.0, size.1));
    }
    let mut posts = Vec::new();
    for (row, rank) in rows.iter().zip(0..) {
        for (letter, file) in row.iter().zip(0..) {
            let letter = match letter {
                Spot::Empty => continue,
                Spot::Hole => return Err("the array of a law has no holes".to_owned()),
                Spot::Man(letter) => letter,
            };
            let kind = kind_lettered(&letter.kind, kinds).ok_or_else(|| format!("no kind of man has the letter {:?}", letter.kind))?;
            posts.push(Post { army: usize::from(!letter.upper), kind, file, rank });
        }
    }
    Ok(posts)
}
