//! How a game ends, said of a player: `a player whose king stands on e8 wins`.

use super::Count;
use super::condition::{predicate, relation};
use super::men::{bare, counted, one_of};
use super::number::literal;
use crate::rule::{Class, Comparison, Condition, Ending, Kinds, Number, Owner, Player, Ref, Squares, Verdict, Vocabulary};

/// The whole sentence with its condition, where that is about the player alone; `None`: it is told as a guard.
pub fn ending(ending: &Ending, when: &Condition, words: &Vocabulary) -> Option<String> {
    let verb = match ending.result {
        Verdict::Wins => "wins",
        Verdict::Loses => "loses",
        Verdict::Draws => return None,
    };
    if ending.who != Player::Each {
        return None;
    }
    let parts = match when {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    // Behind a man's own clause another "and who" could be taken for his.
    let many = parts.len() > 1;
    let said: Vec<String> = parts.iter().map(|part| relative(part, words).filter(|_| !many || is_plain(part))).collect::<Option<_>>()?;
    Some(format!("a player {} {verb}", said.join(" and ")))
}

fn measured(how: Comparison) -> Option<&'static str> {
    (how != Comparison::Unequal).then(|| relation(how))
}

fn is_plain(part: &Condition) -> bool {
    match part {
        Condition::Not(inner) => is_plain(inner),
        Condition::There(class, _) => class.such.is_none(),
        Condition::Compare(Number::Men { who, .. }, ..) => who.such.is_none(),
        _ => true,
    }
}

/// `who has no piece`, `whose king stands on e8`.
fn relative(part: &Condition, words: &Vocabulary) -> Option<String> {
    let own = |class: &Class| (class.owner == Owner::Own).then(|| Class { owner: Owner::Anyone, ..class.clone() });
    Some(match part {
        Condition::Check(Player::Mover) => "who is in check".to_owned(),
        Condition::Stuck(Player::Mover) => "who has no legal move".to_owned(),
        Condition::There(class, Squares::Every) => {
            let class = own(class)?;
            match (&class.kinds, &class.such) {
                (Kinds::Only(kinds), Some(such)) if kinds.len() == 1 => {
                    format!("whose {} {}", kinds[0], predicate(such, Ref::Itself, Count::One, words)?)
                }
                _ => format!("who has {}", one_of(&class, words)),
            }
        }
        Condition::Compare(Number::Men { who, on }, how, Number::Is(number)) if **on == Squares::Every => {
            format!("who has {} {} {}", measured(*how)?, literal(*number), counted(&own(who)?, words))
        }
        Condition::Compare(Number::Counter { name, of: Player::Mover }, how, Number::Is(number)) => {
            format!("who has {} {} {name}", measured(*how)?, literal(*number))
        }
        Condition::Not(inner) => match &**inner {
            Condition::There(class, Squares::Every) => format!("who has no {}", bare(&own(class)?, words)),
            Condition::Check(Player::Mover) => "who is not in check".to_owned(),
            Condition::Stuck(Player::Mover) => "who has a legal move".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}
