//! Men and players: `white knights and bishops that stand on the e-file`, `its owner`.

use super::Count;
use super::condition::{predicate, relation, tight as tight_condition};
use super::number::literal;
use super::place::placed;
use crate::movement::UNLIMITED;
use crate::rule::lasting::the_man;
use crate::rule::lexer::number_word;
use crate::rule::vocabulary::Whose;
use crate::rule::wording::{a, list};
use crate::rule::{Beyond, Class, Comparison, Condition, Kinds, Number, Over, Owner, Player, Point, Ref, Squares, Vocabulary};

/// `the opponent's`, `its owner's`.
pub fn whose(player: &Player) -> String {
    format!("{}'s", self::player(player))
}

pub fn player(player: &Player) -> String {
    match player {
        Player::Mover => "the mover".to_string(),
        Player::Opponent => "the opponent".to_string(),
        Player::Colour(army) => army.clone(),
        Player::OwnerOf(Ref::Itself) => "its owner".to_string(),
        Player::OwnerOf(of) => format!("{}'s owner", reference(*of)),
        Player::EnemyOf(of) => format!("{}'s opponent", self::player(&Player::OwnerOf(*of))),
        Player::Each => "each player".to_string(),
    }
}

/// A man that the sentence has spoken of.
pub fn reference(of: Ref) -> &'static str {
    match of {
        Ref::Itself => "it",
        Ref::Outer => "the piece in question",
        Ref::Actor => "the moving piece",
        Ref::Victim => "the captured piece",
        Ref::Chosen => "the chosen piece",
        Ref::Former => "the other chosen piece",
    }
}

/// Whose men, before the noun.
fn colour(class: &Class, words: &Vocabulary) -> String {
    match &class.owner {
        Owner::Anyone | Owner::Mover => String::new(),
        Owner::Own | Owner::Enemy if words.whose.names_men() => String::new(),
        Owner::Own if words.about_enemy => String::new(),
        Owner::Own => "own ".to_string(),
        Owner::Enemy => "enemy ".to_string(),
        Owner::Army(army) => format!("{army} "),
    }
}

/// Whose men, after the noun.
fn side(class: &Class, words: &Vocabulary) -> &'static str {
    match &class.owner {
        Owner::Mover => " of the mover",
        Owner::Own if words.whose.names_men() => " of the mover",
        Owner::Enemy if words.whose == Whose::Named => " of the opponent",
        Owner::Enemy if words.whose == Whose::InFull => " of the mover's opponent",
        Owner::Own if words.about_enemy => " of its own side",
        _ => "",
    }
}

fn plurals(kinds: &[String], words: &Vocabulary) -> Vec<String> {
    let plural = |name: &String| words.kind(name).map_or_else(|| name.clone(), |kind| kind.plural.clone());
    kinds.iter().map(plural).collect()
}

/// The noun after an article: `white knight or bishop`, `piece except kings`.
fn noun(class: &Class, count: Count, words: &Vocabulary) -> String {
    let (colour, side) = (colour(class, words), side(class, words));
    match (&class.kinds, count) {
        (Kinds::Every, _) => format!("{colour}{}{side}", count.of("piece", "pieces")),
        (Kinds::Only(kinds), Count::One) => format!("{colour}{}{side}", list(kinds, "or")),
        (Kinds::Only(kinds), Count::Many) => format!("{colour}{}{side}", list(&plurals(kinds, words), "and")),
        (Kinds::Except(kinds), _) => {
            format!("{colour}{}{side} except {}", count.of("piece", "pieces"), list(&plurals(kinds, words), "and"))
        }
    }
}

/// `white knights and bishops`, `all pieces except kings`, `rooks that have not moved`.
pub fn many(class: &Class, words: &Vocabulary) -> String {
    if let Some(man) = the_man(class) {
        return reference(man).to_string();
    }
    let all = if matches!(class.kinds, Kinds::Only(_)) { "" } else { "all " };
    format!("{all}{}{}", noun(class, Count::Many, words), such(class, Count::Many, words))
}

/// `pieces that have not moved`, without "all".
pub fn men(class: &Class, words: &Vocabulary) -> String {
    format!("{}{}", noun(class, Count::Many, words), such(class, Count::Many, words))
}

/// `a white knight or bishop`, `any piece except kings`.
pub fn any_one(class: &Class, words: &Vocabulary) -> String {
    let noun = noun(class, Count::One, words);
    let noun = if matches!(class.kinds, Kinds::Only(_)) { a(&noun) } else { format!("any {noun}") };
    format!("{noun}{}", such(class, Count::One, words))
}

/// `every white knight or bishop`, `every piece except kings`.
pub fn every_one(class: &Class, words: &Vocabulary) -> String {
    format!("every {}{}", noun(class, Count::One, words), such(class, Count::One, words))
}

/// The same as [`any_one`] where more follows: in brackets with a relative clause.
pub fn one_of(class: &Class, words: &Vocabulary) -> String {
    bracketed(class, any_one(class, words))
}

/// `a knight (that stands on e4)`: the description in brackets, where a verb follows that could belong to it.
pub fn one_set_off(class: &Class, words: &Vocabulary) -> String {
    let noun = any_one(&Class { such: None, ..class.clone() }, words);
    match such(class, Count::One, words).trim() {
        "" => bracketed(class, noun),
        such => format!("{noun} ({such})"),
    }
}

/// `any white knight or bishop`: also where a list of kinds stands before it.
pub fn some(class: &Class, words: &Vocabulary) -> String {
    bracketed(class, format!("any {}{}", noun(class, Count::One, words), such(class, Count::One, words)))
}

/// `own pieces`: whom men may capture besides enemies.
pub fn prey(class: &Class, words: &Vocabulary) -> String {
    format!("{}{}", noun(class, Count::Many, words), such(class, Count::Many, words))
}

/// `any own piece behind it`: men whose movement another one borrows.
pub fn lenders(class: &Class, on: &Squares, words: &Vocabulary) -> String {
    match on {
        Squares::Every => some(class, words),
        on => format!("{} {}", some(class, words), placed(on, words)),
    }
}

/// `white pawn`, after "no".
pub fn bare(class: &Class, words: &Vocabulary) -> String {
    bracketed(class, format!("{}{}", noun(class, Count::One, words), such(class, Count::One, words)))
}

/// `own pawns`, where a list goes on with "or".
pub fn several(class: &Class, words: &Vocabulary) -> String {
    let text = format!("{}{}", noun(class, Count::Many, words), such(class, Count::Many, words));
    let listed = !matches!(&class.kinds, Kinds::Only(kinds) if kinds.len() == 1) && class.kinds != Kinds::Every;
    if listed || class.such.is_some() { format!("({text})") } else { text }
}

/// `white pawns`, after "the number of".
pub fn counted(class: &Class, words: &Vocabulary) -> String {
    bracketed(class, format!("{}{}", noun(class, Count::Many, words), such(class, Count::Many, words)))
}

/// `are pawns`: after a verb about several.
pub fn after_verb(class: &Class, count: Count, words: &Vocabulary) -> String {
    bracketed(class, if count == Count::One { any_one(class, words) } else { many(class, words) })
}

fn bracketed(class: &Class, text: String) -> String {
    if class.such.is_some() { format!("({text})") } else { text }
}

/// ` that stands on the e-file and that has not moved`, or nothing.
fn such(class: &Class, count: Count, words: &Vocabulary) -> String {
    let Some(such) = &class.such else { return String::new() };
    let about_enemy = class.owner == Owner::Enemy;
    // inside of what is said of these men, "it" would be one of them
    let clear = |text: String| text.replace("the square it came from", "the square the moving piece came from");
    clear(match words.about_enemy == about_enemy && words.whose == Whose::Plain {
        true => format!(" {}", relative(such, count, words)),
        false => format!(" {}", relative(such, count, &Vocabulary { about_enemy, whose: Whose::Plain, ..words.clone() })),
    })
}

/// Relative clauses: each with a "that" of its own, so that none is taken for a part of the sentence around it.
fn relative(such: &Condition, count: Count, words: &Vocabulary) -> String {
    let inner = |part: &Condition, joined: bool| {
        let text = relative(part, count, words);
        if joined { format!("({text})") } else { text }
    };
    match such {
        Condition::Any(parts) => parts.iter().map(|part| inner(part, matches!(part, Condition::Any(_)))).collect::<Vec<_>>().join(" or "),
        Condition::All(parts) => {
            let joined = |part: &Condition| matches!(part, Condition::Any(_) | Condition::All(_));
            parts.iter().map(|part| inner(part, joined(part))).collect::<Vec<_>>().join(" and ")
        }
        Condition::Check(Player::OwnerOf(Ref::Itself)) => "whose owner is in check".to_string(),
        Condition::Not(inner) if **inner == Condition::Check(Player::OwnerOf(Ref::Itself)) => "whose owner is not in check".to_string(),
        single => match company(single, count, words).or_else(|| predicate(single, Ref::Itself, count, words)) {
            Some(verb) => format!("that {verb}"),
            None => format!("for which {}", tight_condition(single, words)),
        },
    }
}

/// Who stands beside them, whom they attack or who attacks them, told as what they have or do: `have an own pawn next to them`, `attack at least two
/// enemy pieces`.
fn company(such: &Condition, count: Count, words: &Vocabulary) -> Option<String> {
    let (inner, denied) = match such {
        Condition::Not(inner) => (&**inner, true),
        other => (other, false),
    };
    let has = count.of("has", "have");
    let so_many = |how: Comparison, many: i32, who: &Class| {
        let men = if many == 1 { bare(who, words) } else { counted(who, words) };
        format!("{} {} {men}", relation(how), literal(many))
    };
    match inner {
        Condition::There(who, Squares::Every) if who.such.as_deref() == Some(&Condition::Guards(Ref::Outer, Ref::Itself)) => {
            let men = Class { such: None, ..who.clone() };
            let protects = count.of("protects", "protect");
            Some(if denied { format!("{protects} no {}", bare(&men, words)) } else { format!("{protects} {}", one_of(&men, words)) })
        }
        Condition::There(who, on) => {
            let on = beside_it(on, count, words)?;
            let who = if denied { format!("no {}", bare(who, words)) } else { one_of(who, words) };
            Some(format!("{has} {who} {on}"))
        }
        _ if denied => None,
        Condition::Compare(number, how, Number::Is(many @ 1..)) if *how != Comparison::Unequal => match number {
            Number::Men { who, on } if **on == Squares::Every => {
                let hit = who.such.as_deref() == Some(&Condition::Hits(Ref::Outer, Ref::Itself)) && who.owner == Owner::Enemy;
                let protects = who.such.as_deref() == Some(&Condition::Guards(Ref::Outer, Ref::Itself)) && who.owner != Owner::Enemy;
                let verb = if hit { count.of("attacks", "attack") } else { count.of("protects", "protect") };
                let men = Class { such: None, ..(**who).clone() };
                (hit || protects).then(|| format!("{verb} {}", so_many(*how, *many, &men)))
            }
            Number::Men { who, on } => beside_it(on, count, words).map(|on| format!("{has} {} {on}", so_many(*how, *many, who))),
            Number::Attackers { at, by } if **at == Point::Of(Ref::Itself) && by.owner == Owner::Enemy => {
                Some(format!("{} attacked by {}", count.of("is", "are"), so_many(*how, *many, by)))
            }
            Number::Attackers { at, by } if **at == Point::Of(Ref::Itself) && by.owner == Owner::Own => {
                Some(format!("{} protected by {}", count.of("is", "are"), so_many(*how, *many, by)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Squares beside the man himself: `next to it`, of several `next to them`.
fn beside_it(on: &Squares, count: Count, words: &Vocabulary) -> Option<String> {
    let (Squares::Near { of, .. } | Squares::Beside { of, .. }) = on else { return None };
    (**of == Squares::At(Point::Of(Ref::Itself))).then_some(())?;
    let told = placed(on, words);
    Some(if count == Count::Many { told.replacen(" it", " them", 1) } else { told })
}

/// Over whom men jump: `jumping over own pawns`, `jumping over exactly one own pawn`.
pub fn passed(over: &Over, words: &Vocabulary) -> String {
    if let Some(beyond) = over.captured {
        let landing = if beyond == Beyond::JustBehind { ", landing just behind it" } else { "" };
        return format!("jumping over and capturing {}{landing}", any_one(&over.men, words));
    }
    format!("jumping over {}", how_many(over, words))
}

fn how_many(over: &Over, words: &Vocabulary) -> String {
    let men = |count: u8| if count == 1 { bare(&over.men, words) } else { several(&over.men, words) };
    match (over.least, over.most) {
        (0, UNLIMITED) => several(&over.men, words),
        (least, UNLIMITED) => format!("at least {} {}", number_word(u32::from(least)), men(least)),
        (0, most) => format!("up to {} {}", number_word(u32::from(most)), men(most)),
        (least, _) => format!("exactly {} {}", number_word(u32::from(least)), men(least)),
    }
}
