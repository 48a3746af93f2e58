//! `he pays two coins; if he cannot, ...`: whoever has less pays nothing, and what follows is done instead; of each player by himself.

use crate::rule::cursor::Cursor;
use crate::rule::{Comparison, Condition, Deed, Number, Operation, Player};

/// Whether a player says here that somebody could not do it: "failing that" is said of the deed itself, however many do it.
pub fn is_said(c: &Cursor) -> bool {
    c.peek().is_some_and(|next| next.means("failing that") && !next.token.is_word("failing"))
}

/// A deed together with what is done by whoever cannot do it; None where one of several deeds is all that could have failed.
pub fn or_instead(deed: &Deed, instead: &[Deed]) -> Option<Deed> {
    match deed {
        Deed::EachPlayer(done) => {
            let (last, before) = done.split_last()?;
            let both = or_instead(last, instead).map_or_else(|| vec![last.clone(), Deed::Failing(instead.to_vec())], |whole| vec![whole]);
            Some(Deed::EachPlayer([before, &both].concat()))
        }
        Deed::Count { name, of, by, set: false } => {
            let price = match by {
                Number::Is(by) if *by < 0 => Number::Is(-by),
                Number::Of(none, Operation::Minus, by) if **none == Number::Is(0) => (**by).clone(),
                _ => return None,
            };
            let payer = if *of == Player::Each { Player::Mover } else { of.clone() };
            let can = Condition::Compare(Number::Counter { name: name.clone(), of: payer.clone() }, Comparison::AtLeast, price);
            let pays = Deed::Count { name: name.clone(), of: payer, by: by.clone(), set: false };
            let whole = Deed::If(can, vec![pays], instead.to_vec());
            Some(if *of == Player::Each { Deed::EachPlayer(vec![whole]) } else { whole })
        }
        _ => None,
    }
}
