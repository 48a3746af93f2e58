//! Men that were read at a place, remembered with how the cursor stood there: many forms begin alike.

use std::rc::Rc;

use super::{Cursor, Stance};
use crate::rule::Class;

/// Men that were read from a place on, as words meant them there, and what that left behind.
pub struct Known {
    places: bool,
    nesting: (u8, u8),
    before: Rc<Stance>,
    men: Option<Class>,
    end: usize,
    after: Rc<Stance>,
}

impl<'a> Cursor<'a> {
    /// Men with what else holds of them, read once from each place; `places` says whether what stands after them may be where they stand.
    pub fn met(&mut self, places: bool, read: impl FnOnce(&mut Cursor<'a>) -> Option<Class>) -> Option<Class> {
        let (from, before, nesting) = (self.at, Rc::clone(&self.stance), (self.depth, self.brackets));
        let same = |known: &&Known| known.places == places && known.nesting == nesting && known.before == before;
        if let Some(known) = self.met.get(from).and_then(|here| here.iter().find(same)) {
            self.at = known.end;
            self.stance = Rc::clone(&known.after);
            return known.men.clone();
        }
        let men = read(self);
        if self.met.len() <= from {
            self.met.resize_with(from + 1, Vec::new);
        }
        let known = Known { places, nesting, before, men: men.clone(), end: self.at, after: Rc::clone(&self.stance) };
        self.met[from].push(known);
        men
    }
}
