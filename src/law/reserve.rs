//! A man put into somebody's reserve: it is his, and what it was before it was promoted or changed.

use crate::board::{ArmyId, Effect, Man, ManId, Place};

/// What puts a man there.
pub(super) fn into_reserve(id: ManId, man: &Man, of: ArmyId) -> impl Iterator<Item = Effect> + use<> {
    let put = Effect::Put { man: id, from: man.place, to: Place::Pocket(of) };
    let again = (man.made != man.kind).then_some(Effect::Kind { man: id, old: man.kind, new: man.made });
    let joins = (man.army != of).then_some(Effect::Army { man: id, old: man.army, new: of });
    std::iter::once(put).chain(again).chain(joins)
}
