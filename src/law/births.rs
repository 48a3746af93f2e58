//! Home squares: that of a man as it is seen where the man stands, and those of kinds, where the array of the law puts men of a kind.

use crate::board::{ArmyId, BoardId, CellId, Frame, Geometry, Man, Position};

use super::Standard;
use super::standard::Post;

/// The array of the law, and which way its armies look.
#[derive(Clone, Debug, Default)]
pub(super) struct Births {
    posts: Vec<Post>,
    /// Files and ranks of the law's board.
    extent: [i16; 2],
    /// By army of the array.
    frames: Vec<Frame>,
}

/// The home square of a man that is on a board. In another universe than its own it is the square in the same place (M5): nobody goes from one to
/// the other but where a rule sends him, nor a real king from board to board. None where that board has no such square.
pub(super) fn home(geometry: &Geometry, man: &Man, here: BoardId) -> Option<CellId> {
    let home = geometry.cell(man.home);
    let reachable = !man.royal && geometry.board(home.board).universe == geometry.board(here).universe;
    if home.board == here || reachable {
        return Some(man.home);
    }
    geometry.at(here, home.file, home.rank)
}

impl Births {
    pub fn of(standard: &Standard) -> Births {
        let frames = standard.armies.iter().map(|army| if army.up { Frame::Up } else { Frame::Down });
        Births { posts: standard.posts().to_vec(), extent: [standard.files, standard.ranks], frames: frames.collect() }
    }

    pub fn extent(&self) -> [i16; 2] {
        self.extent
    }

    /// The men of the array.
    pub fn posts(&self) -> &[Post] {
        &self.posts
    }

    /// The home square of a man's kind as it stands; None for a man off the boards.
    pub fn of_man(&self, position: &Position, man: &Man) -> Option<CellId> {
        man.place.cell().and_then(|at| self.cell(position, man, at))
    }

    /// The home square of a man's kind for one that stood on `at`: the only one there is, else the only one of that shade, else the only one on
    /// that file (the rebirth squares of Circe chess). A man whose kind has none goes to its own home.
    pub fn cell(&self, position: &Position, man: &Man, at: CellId) -> Option<CellId> {
        let geometry = &position.geometry;
        let place = *geometry.cell(at);
        let looks = |army: ArmyId| position.entities.frame_in(army, geometry.board(place.board).universe);
        let own = |post: &&Post| post.kind == man.kind && self.frames.get(post.army) == Some(&looks(man.army));
        let homes: Vec<&Post> = self.posts.iter().filter(own).collect();
        let shade = |file: i16, rank: i16| (file + rank).rem_euclid(2);
        let tests: [&dyn Fn(&Post) -> bool; 3] =
            [&|_| true, &|post| shade(post.file, post.rank) == shade(place.file, place.rank), &|post| post.file == place.file];
        let only = tests.iter().find_map(|test| {
            let mut fitting = homes.iter().filter(|post| test(post));
            let first = fitting.next()?;
            fitting.next().is_none().then_some(*first)
        });
        only.and_then(|post| geometry.at(place.board, post.file, post.rank)).or_else(|| home(geometry, man, place.board))
    }
}
