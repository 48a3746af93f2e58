//! `he pays two coins; if he cannot, ...`: whoever has less pays nothing, and what follows is done instead; of each player by himself.

use crate::rule::cursor::Cursor;
use crate::rule::{Comparison, Condition, Deed, Number, Operation, Player};

/// Whether a player says here that somebody could not do it: "failing that" is said of the deed itself, however many do it.
pub fn is_said(c: &Cursor) -> bool {
    c.peek().is_some_and(|next| next.means("failing that") && !next.token.is_word("failing"))
}

/// The last deeds together with what is done by whoever cannot do them, and how many they were; None where one of several is all that could have
/// failed.
pub fn or_instead(done: &[Deed], instead: &[Deed]) -> Option<(usize, Deed)> {
    match done {
        // what is paid to somebody is paid by whoever has so much, or not at all
        [.., pays, gains] if is_given(pays, gains) => Some((2, paid(pays, std::slice::from_ref(gains), instead)?)),
        [.., Deed::EachPlayer(each)] => {
            let (before, whole) = match or_instead(each, instead) {
                Some((many, whole)) => (&each[..each.len() - many], vec![whole]),
                None => (each.as_slice(), vec![Deed::Failing(instead.to_vec())]),
            };
            Some((1, Deed::EachPlayer([before, &whole].concat())))
        }
        [.., pays] => Some((1, paid(pays, &[], instead)?)),
        [] => None,
    }
}

/// Whether what one player loses is what another one gains.
pub fn is_given(pays: &Deed, gains: &Deed) -> bool {
    match (pays, gains) {
        (Deed::Count { name, of, by, set: false }, Deed::Count { name: same, of: to, by: gained, set: false }) => {
            name == same && of != to && price(by).as_ref() == Some(gained)
        }
        _ => false,
    }
}

/// How much is paid; None where nothing is.
fn price(by: &Number) -> Option<Number> {
    match by {
        Number::Is(by) if *by < 0 => Some(Number::Is(-by)),
        Number::Of(none, Operation::Minus, by) if **none == Number::Is(0) => Some((**by).clone()),
        _ => None,
    }
}

fn paid(pays: &Deed, then: &[Deed], instead: &[Deed]) -> Option<Deed> {
    let Deed::Count { name, of, by, set: false } = pays else { return None };
    let payer = if *of == Player::Each { Player::Mover } else { of.clone() };
    let can = Condition::Compare(Number::Counter { name: name.clone(), of: payer.clone() }, Comparison::AtLeast, price(by)?);
    let pays = Deed::Count { name: name.clone(), of: payer, by: by.clone(), set: false };
    let whole = Deed::If(can, std::iter::once(pays).chain(then.iter().cloned()).collect(), instead.to_vec());
    Some(if *of == Player::Each { Deed::EachPlayer(vec![whole]) } else { whole })
}
