//! The canonical words for deeds: each said of whom it is done to, joined by "and".

use std::borrow::Cow;

use super::acts::verb_of_many;
use super::events::marked_as;
use super::men::{bare, one_of, player, reference};
use super::number::{literal, so_many};
use super::place::{all_of, origin, placed, point, set, tight};
use super::{Count, condition, every_one, number, worlds};
use crate::board::Vector;
use crate::rule::bearing::bearings_of;
use crate::rule::lexer::number_word;
use crate::rule::print::sentence;
use crate::rule::syntax::{the_chosen, the_same};
use crate::rule::vocabulary::Whose;
use crate::rule::wording::{a, list};
use crate::rule::{
    Act, Alike, Chooser, Class, Deed, Heading, Kinds, Lasting, Like, MAX_STEPS, Need, Number, Operation, Owner, Player, Point, Ref, Spot,
    Squares, Store, Stride, Vocabulary, Whom, World,
};

/// Deeds joined by "and then": a bare "and" could go on with a list of kinds.
pub fn deeds(deeds: &[Deed], words: &Vocabulary) -> String {
    let last = deeds.len().saturating_sub(1);
    let one = |(at, one): (usize, &Deed)| {
        let joint = match (at, one) {
            (0, _) => "",
            (_, Deed::Failing(_)) => ", ",
            _ => " and then ",
        };
        format!("{joint}{}", deed(one, at == last, words))
    };
    let mut text: String = deeds.iter().enumerate().map(one).collect();
    text.truncate(text.trim_end_matches(',').len());
    text
}

/// Where nothing is done.
pub const NOTHING: &str = "(nothing happens)";

/// In brackets, or that nothing happens.
fn bracketed(then: &[Deed], words: &Vocabulary) -> String {
    if then.is_empty() { NOTHING.to_string() } else { format!("({})", deeds(then, words)) }
}

fn deed(deed: &Deed, last: bool, words: &Vocabulary) -> String {
    let whom = |who: &Whom| whom(who, words);
    match deed {
        Deed::Remove(who) => format!("{} is removed", whom(who)),
        Deed::Become(who, kinds, by) => {
            let chosen = if *by == Chooser::All { String::new() } else { format!(", {}", chosen(by)) };
            format!("{} becomes {}{chosen}", whom(who), a(&list(kinds, "or")))
        }
        Deed::Climb(who, kinds) => format!("{} becomes the next of {}", whom(who), list(kinds, "and")),
        Deed::Join(Whom::That(Ref::Former), Player::EnemyOf(Ref::Former)) => format!("{} changes sides", reference(Ref::Former)),
        Deed::Join(who, Player::EnemyOf(Ref::Chosen)) if is_of_any_side(who) => format!("{} changes sides", whom(who)),
        Deed::Join(who, side) => format!("{} joins {}", whom(who), player(side)),
        Deed::Go(who @ Whom::That(Ref::Victim), Spot::At(Point::From)) => {
            format!("{} goes to the square the moving piece came from", whom(who))
        }
        Deed::Go(who, to) => format!("{} goes to {}", whom(who), spot(to, words)),
        Deed::Return(who) => format!("{} returns to its home square", whom(who)),
        Deed::Step(who, heading, stride) => format!("{} moves {}", whom(who), self::stride(heading, stride, words)),
        Deed::Swap(one, other) => format!("{} swaps places with {}", whom(one), whom(other)),
        Deed::Place { kind, owner: Player::Colour(army), spot: on } => {
            format!("{} is placed on {}", a(&format!("{army} {kind}")), spot(on, words))
        }
        Deed::Place { kind, owner, spot: on } => format!("{} of {} is placed on {}", a(kind), player(owner), spot(on, words)),
        Deed::Reserve(who, side) => format!("{} goes to the reserve of {}", whom(who), player(side)),
        Deed::Drop { who, owner, spot: on, from: Store::Reserve } => {
            format!("{} from the reserve of {} is placed on {}", one_of(who, words), player(owner), there(on, words))
        }
        Deed::Drop { who, owner, spot: on, from: Store::Lost } => {
            format!("{} from the captured pieces of {} is placed on {}", one_of(who, words), player(owner), there(on, words))
        }
        Deed::Shift { squares, by, wrap } => {
            let wrap = if *wrap { ", wrapping round" } else { "" };
            let there = if *squares == Squares::Every { "the board".to_string() } else { all_of(squares, words) };
            format!("everything on {there} shifts {}{wrap}", displacement(*by))
        }
        Deed::Send { who, to, square, empty } => {
            let empty = if *empty { ", if that is empty" } else { "" };
            format!("{} goes to {}{empty}", whom(who), worlds::destination(to, square.as_deref(), words))
        }
        Deed::Open(opening) => worlds::opening(opening, words),
        Deed::Merge { from, into } => format!("{} merges into {}", worlds::world(from, words), worlds::world(into, words)),
        Deed::Turn { squares, quarters } => {
            let what =
                if *squares == Squares::Every { "the board".to_string() } else { format!("everything on {}", all_of(squares, words)) };
            format!("{what} turns {} degrees clockwise", u16::from(*quarters) * 90)
        }
        Deed::Mark { squares, region, on, chooser } => {
            let verb = if *chooser == Chooser::All { is(squares) } else { "is" };
            let no_longer = if *on { "" } else { " no longer" };
            format!("{} {verb}{no_longer} marked as the {region}", these(squares, chooser, words))
        }
        Deed::Hole { squares, open, chooser } => {
            let one = match (plural(squares) && *chooser == Chooser::All, open) {
                (true, false) => "become holes",
                (true, true) => "become squares again",
                (false, false) => "becomes a hole",
                (false, true) => "becomes a square again",
            };
            format!("{} {one}", these(squares, chooser, words))
        }
        Deed::Grow { left, right, below, above, region } => {
            let part = |number: u8, noun: &str, side: &str| {
                let plural = if number == 1 { "" } else { "s" };
                (number > 0).then(|| format!("{} {noun}{plural} {side}", number_word(u32::from(number))))
            };
            let parts = [
                part(*left, "file", "on the left"),
                part(*right, "file", "on the right"),
                part(*below, "rank", "below"),
                part(*above, "rank", "above"),
            ];
            let called = region.as_ref().map(|name| format!(", called the {name}")).unwrap_or_default();
            format!("the board grows by {}{called}", list(&parts.into_iter().flatten().collect::<Vec<_>>(), "and"))
        }
        Deed::JoinEdges { files, joined } => {
            let edges = if *files { "left and right" } else { "lower and upper" };
            format!("the {edges} edges {}", if *joined { "are joined" } else { "are no longer joined" })
        }
        Deed::Count { name, of, by, set: true } => format!("the {name} of {} become {}", player(of), number(by, words)),
        Deed::Count { name, of, by, set: false } => counted(name, &player(of), by, words),
        Deed::Tally { name, who, by: Number::Is(so), set: true } if words.states.contains(name) => {
            let is = if *so == 0 { "is no longer" } else { "is" };
            format!("{} {is} {}", whom(who), marked_as(name))
        }
        Deed::Tally { name, who: Whom::That(of), by, set: true } => format!("{}'s {name} become {}", reference(*of), number(by, words)),
        Deed::Tally { name, who, by, set: true } => format!("the {name} of {} become {}", whom(who), number(by, words)),
        Deed::Tally { name, who, by, set: false } => counted(name, &whom(who), by, words),
        Deed::Again { act, need, like } => again(act, *need, like.as_ref(), words),
        Deed::Stray { who, from: None } => format!("{} moves at random", whom(who)),
        Deed::Stray { who, from: Some(world) } => format!("{} moves at random as if in {}", whom(who), worlds::world(world, words)),
        Deed::Hand { to, words: None } => format!("the move passes to {}", player(to)),
        Deed::Hand { to, words: Some(said) } => format!("the move passes to {}, who must say \"{said}\"", player(to)),
        Deed::GoOn => "the phase goes on".to_string(),
        Deed::Stay => "the move is not made".to_string(),
        Deed::Illegal => "the move is illegal".to_string(),
        Deed::Skip(of) => format!("{} misses the next phase", player(of)),
        Deed::Hold(who, phases) => {
            format!("{} is held for {} of its owner's phases", whom(who), number_word(u32::from(*phases)))
        }
        Deed::May(who, then) => format!("if {} likes, {}", player(who), bracketed(then, words)),
        Deed::Either(by, ways) => {
            let ways: Vec<String> = ways.iter().map(|way| bracketed(way, words)).collect();
            let by = match by {
                Chooser::All | Chooser::Mover => "as the mover likes".to_string(),
                Chooser::Player(who) => format!("as {} likes", player(who)),
                Chooser::Chance => chosen(by),
            };
            format!("either {}, {by}", ways.join(" or "))
        }
        Deed::Choose(Whom::Among { who, on, chooser }) => {
            let by = match chooser {
                Chooser::Player(who) => player(who),
                Chooser::Chance => "chance".to_string(),
                Chooser::All | Chooser::Mover => "the mover".to_string(),
            };
            // behind "its owner chooses" the opponent would be his
            let told = matches!(chooser, Chooser::Player(Player::OwnerOf(_) | Player::EnemyOf(_) | Player::Colour(_)))
                && words.whose == Whose::Named;
            let in_full = told.then(|| Vocabulary { whose: Whose::InFull, ..words.clone() });
            let words = in_full.as_ref().unwrap_or(words);
            match nearest(who, on, words) {
                Some(nearest) => format!("{by} chooses the {}{nearest}", bare(who, words)),
                None if *on == Squares::Every => format!("{by} chooses {}", one_of(who, words)),
                None => format!("{by} chooses {} {}", one_of(who, words), placed(on, &from_its_side(who, words))),
            }
        }
        Deed::Choose(that) => format!("{} is chosen", whom(that)),
        Deed::EachPlayer(then) => {
            let whose = if then.iter().any(Deed::is_of_another) { words.whose } else { Whose::Plain };
            format!("for each player, {}", bracketed(then, &Vocabulary { whose, ..words.clone() }))
        }
        Deed::EachMan(who, then) => format!("for {}, {}", whom(who), bracketed(then, words)),
        Deed::If(holds, then, otherwise) if otherwise.is_empty() => {
            let then = if last && then.len() == 1 { deeds(then, words) } else { bracketed(then, words) };
            format!("if {}, {then}", condition(holds, words))
        }
        Deed::If(holds, then, otherwise) => {
            format!("if {}, {}, otherwise {}", condition(holds, words), bracketed(then, words), bracketed(otherwise, words))
        }
        Deed::Together(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| deed_of(part, words)).collect();
            parts.join(" and at the same time ")
        }
        Deed::Failing(then) => {
            let then = if last && then.len() == 1 { deeds(then, words) } else { bracketed(then, words) };
            format!("failing that, {then}")
        }
        Deed::Later(turns, then) => {
            let then = if last && then.len() == 1 { deeds(then, words) } else { bracketed(then, words) };
            format!("{} later, {then}", turns_counted(*turns))
        }
        Deed::For(time, during) => format!("{} {}", deed_of(during, words), lasting(*time)),
        Deed::Meanwhile(time, form) => {
            let whose =
                if form.clone().subject_of_standing().is_some_and(|who| who.owner == Owner::Enemy) { Whose::Named } else { words.whose };
            format!("{} ({})", lasting(*time), sentence(form, &Vocabulary { whose, ..words.clone() }))
        }
        Deed::Chance(outcomes) => match outcomes.as_slice() {
            [(1, heads), (1, tails)] if heads.is_empty() => format!("flip a coin: on tails {}", bracketed(tails, words)),
            [(1, heads), (1, tails)] => {
                let tails = if tails.is_empty() { String::new() } else { format!(", on tails {}", bracketed(tails, words)) };
                let plain = tails.is_empty() && last && heads.len() == 1;
                format!("flip a coin: on heads {}{tails}", if plain { deeds(heads, words) } else { bracketed(heads, words) })
            }
            faces if faces.iter().map(|(weight, _)| weight).sum::<u16>() == 6 => {
                let mut face = 0;
                let one = |(weight, then): &(u16, Vec<Deed>)| {
                    face += weight;
                    format!("on {} {}", faces_from(face + 1 - weight, face), bracketed(then, words))
                };
                format!("roll a die: {}", faces.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            [(hit, then), (miss, nothing)] if nothing.is_empty() && !then.is_empty() => {
                let then = if last && then.len() == 1 { deeds(then, words) } else { bracketed(then, words) };
                format!("with a chance of {hit} in {}, {then}", hit + miss)
            }
            _ => {
                let one = |(weight, then): &(u16, Vec<Deed>)| format!("with weight {weight} {}", bracketed(then, words));
                format!("by chance, {}", outcomes.iter().map(one).collect::<Vec<_>>().join(", "))
            }
        },
    }
}

/// Men who join their own enemy when they change sides, whoever moves.
fn is_of_any_side(who: &Whom) -> bool {
    match who {
        Whom::That(man) => *man == Ref::Chosen,
        Whom::Among { who, .. } => !matches!(who.owner, Owner::Own | Owner::Enemy),
    }
}

/// `2-5`, `6`.
pub fn faces_from(first: u16, last: u16) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

fn deed_of(one: &Deed, words: &Vocabulary) -> String {
    deed(one, false, words)
}

fn turns_counted(turns: u8) -> String {
    format!("{} {}", number_word(u32::from(turns)), if turns == 1 { "turn" } else { "turns" })
}

fn lasting(time: Lasting) -> String {
    match time {
        Lasting::Turns(turns) => format!("for {}", turns_counted(turns)),
        Lasting::ThisTurn => "this turn".to_string(),
        Lasting::UntilNext => "until the mover's next phase".to_string(),
        Lasting::Ever => "for the rest of the game".to_string(),
    }
}

/// `two squares forward`, `as far as it can in the same direction as long as it stands in the ice`.
fn stride(heading: &Heading, stride: &Stride, words: &Vocabulary) -> String {
    let way = |step: &Vector| bearings_of(&[*step]).first().map_or("forward", |bearing| bearing.phrase);
    let far = if stride.most == MAX_STEPS { "as far as it can".to_string() } else { squares_counted(stride.most) };
    let heading = match heading {
        Heading::Own(step) => way(step).to_string(),
        Heading::Mover(step) => format!("{} as the mover sees it", way(step)),
        Heading::Onward => "in the same direction".to_string(),
        Heading::Toward(there) => format!("toward {}", goal(there, words)),
        Heading::Away(there) => format!("away from {}", goal(there, words)),
    };
    let on = stride.on.as_ref().map(|on| format!(" as long as it stands {}", placed(on, words))).unwrap_or_default();
    format!("{far} {heading}{on}")
}

/// Of several men it is the nearest that counts.
fn goal(there: &Squares, words: &Vocabulary) -> String {
    match there {
        Squares::Under(class) => format!("the nearest {}", bare(class, words)),
        other => origin(other, words),
    }
}

fn counted(name: &str, of: &str, by: &Number, words: &Vocabulary) -> String {
    let amount = |number: i32| format!("{} {}", literal(number), so_many(name, number));
    match by {
        Number::Is(less) if *less < 0 => format!("{of} loses {}", amount(-less)),
        Number::Is(more) => format!("{of} gains {}", amount(*more)),
        Number::Of(nothing, Operation::Minus, less) if **nothing == Number::Is(0) => {
            format!("{of} loses as many {name} as {}", number(less, words))
        }
        by => format!("{of} gains as many {name} as {}", number(by, words)),
    }
}

fn again(act: &Act, need: Need, like: Option<&Like>, words: &Vocabulary) -> String {
    let subject = match &act.who {
        every if *every == Class::EVERY => "the mover".to_string(),
        same if *same == the_same() => "the moving piece".to_string(),
        chosen if *chosen == the_chosen() => "the chosen piece".to_string(),
        men => one_of(men, words),
    };
    let like = like.map(super::approach::like).unwrap_or_default();
    let verb = format!("{}{like}", verb_of_many(act, words));
    match need {
        Need::May => format!("{subject} may again {verb}"),
        Need::IfAble => format!("{subject} must again {verb} if able"),
        Need::Always => format!("{subject} must again {verb}, or the move is illegal"),
    }
}

/// ` on the same file as the moving piece nearest to e4`, where the nearest of such men are meant.
fn nearest(who: &Class, on: &Squares, words: &Vocabulary) -> Option<String> {
    let (there, to) = on.nearest_of(who)?;
    let words = &from_its_side(who, words);
    let place = if there == Squares::Every { String::new() } else { format!(" {}", placed(&there, words)) };
    Some(format!("{place} nearest to {}", origin(to, words)))
}

/// To whom a deed is done, as the subject of a verb.
fn whom(who: &Whom, words: &Vocabulary) -> String {
    match who {
        Whom::That(of) => reference(*of).to_string(),
        Whom::Among { who, on, chooser } if let Some(nearest) = nearest(who, on, words) => match chooser {
            Chooser::All if who.such.is_some() => format!("({}){nearest}", every_one(who, words)),
            Chooser::All => format!("{}{nearest}", every_one(who, words)),
            Chooser::Mover => format!("the {}{nearest}, of several one chosen by the mover,", bare(who, words)),
            by => format!("the {}{nearest}, of several one {},", bare(who, words), chosen(by)),
        },
        Whom::Among { who, on, chooser } => {
            let place = if *on == Squares::Every { String::new() } else { format!(" {}", placed(on, &from_its_side(who, words))) };
            match chooser {
                Chooser::All if who.such.is_some() => format!("({}){place}", every_one(who, words)),
                Chooser::All => format!("{}{place}", every_one(who, words)),
                by => format!("{}{place} {}", one_of(who, words), chosen(by)),
            }
        }
    }
}

pub fn chosen(by: &Chooser) -> String {
    match by {
        Chooser::All | Chooser::Mover => "of the mover's choice".to_string(),
        Chooser::Player(who) => format!("chosen by {}", player(who)),
        Chooser::Chance => "chosen at random".to_string(),
    }
}

fn spot(spot: &Spot, words: &Vocabulary) -> String {
    // whose man it is would be taken for whose rank it is
    let words = &from_the_mover(words);
    match spot {
        Spot::At(Point::Of(Ref::Victim)) => "the square of the captured piece".to_string(),
        Spot::At(at) => point(at),
        Spot::One(among, Chooser::Mover) if plain(among) => format!("one of the {}", set(among, words)),
        Spot::One(among, Chooser::Mover) if is_one(among) => tight(among, words),
        Spot::One(among, by) => format!("one of {}, {}", tight(among, words), chosen(by)),
        Spot::In(to @ World::Another(_), among, _) => format!("one of {} of {}", tight(among, words), worlds::world(to, words)),
        Spot::In(to, among, by) => format!("one of {} of {}, {}", tight(among, words), worlds::world(to, words), chosen(by)),
        Spot::Each(all) => format!("each of {}", tight(all, words)),
    }
}

/// Whether that is one square whoever chooses: where a file and a rank cross.
fn is_one(among: &Squares) -> bool {
    let Squares::Both(parts) = among else { return false };
    let file = |part: &Squares| matches!(part, Squares::Files(names) if names.len() == 1) || matches!(part, Squares::File(_));
    let rank = |part: &Squares| match part {
        Squares::Rank { .. } => true,
        Squares::InLine { of, lines } => lines[..] == [Alike::Rank] && matches!(**of, Squares::At(_)),
        _ => false,
    };
    parts.iter().any(file) && parts.iter().any(rank)
}

/// The words with which ranks are the mover's by name.
fn from_the_mover(words: &Vocabulary) -> Cow<'_, Vocabulary> {
    match words.whose {
        Whose::Plain => Cow::Owned(Vocabulary { whose: Whose::Ranks, ..words.clone() }),
        _ => Cow::Borrowed(words),
    }
}

/// The same where men who are not the mover's stand there.
fn from_its_side<'w>(who: &Class, words: &'w Vocabulary) -> Cow<'w, Vocabulary> {
    if matches!(who.owner, Owner::Own | Owner::Mover) { Cow::Borrowed(words) } else { from_the_mover(words) }
}

/// Squares whose words nothing that follows could go on with.
fn plain(squares: &Squares) -> bool {
    match squares {
        Squares::Empty | Squares::Holes | Squares::Light | Squares::Dark => true,
        Squares::Both(parts) => match parts.as_slice() {
            [Squares::Empty | Squares::Holes, Squares::Rank { number, .. }] => matches!(number, Number::Is(_)),
            [Squares::Empty, Squares::Corner] => true,
            [Squares::Empty | Squares::Holes, on] => {
                matches!(on, Squares::LastRank | Squares::Edge | Squares::Centre | Squares::Half { .. } | Squares::Region(_))
                    || beside_one(on)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Next to one man, or to a man of one kind.
fn beside_one(squares: &Squares) -> bool {
    let (Squares::Near { of, .. } | Squares::Beside { of, .. }) = squares else { return false };
    match &**of {
        Squares::At(Point::Of(_)) => true,
        Squares::Under(who) => who.such.is_none() && matches!(&who.kinds, Kinds::Only(kinds) if kinds.len() == 1),
        _ => false,
    }
}

/// All of these squares, or the one that somebody chooses.
fn these(squares: &Squares, chooser: &Chooser, words: &Vocabulary) -> String {
    match chooser {
        Chooser::All => all_of(squares, words),
        by => format!("one of {}, {},", tight(squares, words), chosen(by)),
    }
}

fn squares_counted(number: u8) -> String {
    format!("{} {}", number_word(u32::from(number)), if number == 1 { "square" } else { "squares" })
}

fn displacement(by: Vector) -> String {
    let leg = |squares: i8, way: &str| (squares != 0).then(|| format!("{} {way}", squares_counted(squares.unsigned_abs())));
    let across = leg(by.right, if by.right < 0 { "left" } else { "right" });
    let along = leg(by.forward, if by.forward < 0 { "down" } else { "up" });
    list(&[across, along].into_iter().flatten().collect::<Vec<_>>(), "and")
}

fn is(squares: &Squares) -> &'static str {
    if plural(squares) { "are" } else { "is" }
}

/// Whether squares are named in the plural.
pub fn plural(squares: &Squares) -> bool {
    match squares {
        Squares::These(names) | Squares::Files(names) => names.len() > 1,
        Squares::Light
        | Squares::Dark
        | Squares::Corner
        | Squares::Near { .. }
        | Squares::Beside { .. }
        | Squares::InLine { .. }
        | Squares::Between { .. }
        | Squares::Under(_)
        | Squares::Left(_)
        | Squares::Trodden(_)
        | Squares::Empty
        | Squares::Holes
        | Squares::AttackedBy(_)
        | Squares::Either(_) => true,
        Squares::Both(parts) => parts.first().is_some_and(plural),
        _ => false,
    }
}

/// Whether a verb after these squares is one for several.
pub fn count(squares: &Squares) -> Count {
    if plural(squares) { Count::Many } else { Count::One }
}

/// Where a man comes to: "its home square" is that of whoever comes.
fn there(on: &Spot, words: &Vocabulary) -> String {
    match on {
        Spot::At(Point::Home(Ref::Chosen)) => "its home square".to_string(),
        on => spot(on, words),
    }
}
