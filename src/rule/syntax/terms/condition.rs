//! What may hold: `white is in check`, `there is a pawn on e4`, `the turn number is at least ten`, `it has not moved`.

use super::able::{men_are_able, player_is_able};
use super::attacks::by_the_man;
use super::counts::{margin, or_so, outweighed, relation, so_many};
use super::happening::{MAX_MEMORY, happened, not_happened, universal_player};
use super::men::{its_own_home, some};
use super::number::{literal, number};
use super::placed::placed;
use super::player::{player, reference};
use super::point::point;
use super::possession::{possession, said_of_player};
use super::predicate::predicate;
use super::{existence, is, latest, men, mutual, not, qualities, sealed};
use crate::rule::called;
use crate::rule::cursor::{Cursor, Expected, Named};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::logic::{all, any, negated};
use crate::rule::syntax::nouns;
use crate::rule::{Act, Class, Comparison, Condition, How, Number, Operation, Owner, Past, Player, Point, Ref, Squares, When};

/// A condition in any wording; "and" binds tighter than "or".
pub fn condition(c: &mut Cursor) -> Option<Condition> {
    c.attempt(|c| {
        c.maybe("either");
        let mut found = vec![together(c)?];
        while let Some(next) = c.attempt(|c| {
            c.comma();
            c.maybe("or").then_some(())?;
            c.maybe("when");
            together(c)
        }) {
            found.push(next);
        }
        any(found)
    })
}

fn together(c: &mut Cursor) -> Option<Condition> {
    let from = c.at();
    let whole = c.attempt(both_of_them);
    let both = whole.is_none() && c.maybe("both");
    let subject = player_told(c);
    let mut found = match whole {
        Some(whole) => vec![whole],
        None => vec![single(c)?],
    };
    while let Some(next) = c.attempt(|c| {
        c.comma();
        c.maybe_one_of(&["and", "but"])?;
        c.maybe("when");
        // "white has a queen and is in check": he who has one
        single(c).or_else(|| c.attempt(|c| said_of_player(c, subject.as_ref()?)))
    }) {
        found.push(next);
    }
    if both && found.len() == 1 {
        let problem = "\"both\" would ask it of each of them, and I can only ask whether one is so".to_string();
        let problem = Diagnostic::new("L030", c.span_from(from), problem);
        return c
            .refuse(problem.hint("say \"every\": if every white {bare} has moved; or how many: if white has two {men} that have moved"));
    }
    all(found)
}

/// `both kings stand on the same file`, `both queens are on the board`.
fn both_of_them(c: &mut Cursor) -> Option<Condition> {
    c.sees(0, "both").then_some(())?;
    c.attempt(mutual::of_each_other).or_else(|| c.attempt(mutual::of_both_sides))
}

/// The player of whom what follows is said.
fn player_told(c: &Cursor) -> Option<Player> {
    let mut rest = c.fork();
    let all = universal_player(&rest);
    let who = player(&mut rest)?;
    let his = rest.back().is_some_and(|lexeme| lexeme.possessive);
    match who {
        Player::Each if !all => Some(Player::Mover),
        Player::Each => None,
        who => Some(who),
    }
    .filter(|_| !his)
}

/// A condition without "and" and "or", or one in brackets.
pub fn single(c: &mut Cursor) -> Option<Condition> {
    // "(a rook that stands on e4) has moved": what is in brackets may be men of whom more is said
    if let Some(found) = c.attempt(|c| {
        let found = c.bracketed(condition)?;
        let subject =
            ["has", "have", "was", "were", "is", "are", "stands", "is free to", "may not", "belongs to"].iter().any(|verb| c.sees(0, verb));
        (!subject).then_some(found)
    }) {
        return Some(found);
    }
    c.nested(|c| {
        let forms: [fn(&mut Cursor) -> Option<Condition>; 19] = [
            called::it_is,
            on_his_turn,
            mutual::of_each_other,
            mutual::of_both_sides,
            sealed::same_secrets,
            latest::of_both,
            latest::of_the_one,
            denied,
            idle,
            existence::existence,
            spoken,
            player_is_able,
            of_player,
            of_reference,
            of_number,
            happened,
            of_point,
            none_of,
            of_men,
        ];
        let found = forms.into_iter().find_map(|form| c.attempt(form));
        // "pieces for which (white is in check) may not move": what follows speaks of others
        let found = found.or_else(|| c.bracketed(condition));
        if found.is_none() {
            c.expect(Expected::Thing("a condition (\"white is in check\", \"there is {man} on e4\", \"the turn number is at least ten\")"));
        }
        found
    })
}

/// A comparison; of a whole remainder nothing else than that is made.
pub fn compared(one: Number, how: Comparison, other: Number) -> Condition {
    Condition::Compare(one, how, other)
}

/// An enemy attacks the man.
pub fn attacked(of: Ref) -> Condition {
    Condition::Attacked(Point::Of(of), Class { owner: Owner::Enemy, ..Class::EVERY })
}

/// One of its own side protects the man.
pub fn protected(of: Ref, by: Class) -> Condition {
    let owner = if by.owner == Owner::Anyone { Owner::Own } else { by.owner.clone() };
    Condition::Attacked(Point::Of(of), Class { owner, ..by })
}

/// Attacked, and by nobody protected.
pub fn hanging(of: Ref) -> Condition {
    Condition::All(vec![attacked(of), negated(protected(of, Class::EVERY))])
}

/// The number is divisible by the other.
pub fn divisible(one: Number, by: i32) -> Condition {
    compared(Number::Of(Box::new(one), Operation::Modulo, Box::new(Number::Is(by))), Comparison::Equal, Number::Is(0))
}

/// `it is white's turn`, `it is the opponent's phase`.
fn on_his_turn(c: &mut Cursor) -> Option<Condition> {
    c.take("it")?;
    super::is(c)?;
    let denied = super::not(c);
    let found = phase_of(c)?;
    Some(if denied { negated(found) } else { found })
}

/// `white's turn`.
pub fn phase_of(c: &mut Cursor) -> Option<Condition> {
    let who = player(c).filter(|who| *who != Player::Each)?;
    c.back().is_some_and(|lexeme| lexeme.possessive).then_some(())?;
    c.maybe_one_of(&["turn", "phase", "move"])?;
    Some(Condition::OnMove(who))
}

fn denied(c: &mut Cursor) -> Option<Condition> {
    c.maybe("it is not true that").then_some(())?;
    single(c).map(negated)
}

/// `nobody has captured anything for five turns`, `no piece was captured in the last ten turns` by another name.
fn idle(c: &mut Cursor) -> Option<Condition> {
    c.maybe("nobody").then_some(())?;
    c.maybe_one_of(&["has", "have"]);
    let how = match c.maybe_one_of(&["captured", "capture", "moved", "move"])? {
        "captured" | "capture" => How::Capture(c.attempt(|c| c.nested(some)).unwrap_or(Class::EVERY)),
        _ => How::Any,
    };
    let who = if how == How::Any { c.attempt(|c| c.nested(some)).unwrap_or(Class::EVERY) } else { Class::EVERY };
    c.maybe_one_of(&["for", "in", "in the last", "within"])?;
    let turns = literal(c)?;
    c.maybe("turn").then_some(())?;
    let turns = u8::try_from(turns).ok().filter(|turns| (1..=MAX_MEMORY).contains(&u32::from(*turns)))?;
    let done = Condition::Happened(Past { act: Box::new(Act { how, ..Act::any(who) }), by: None, man: None, when: When::Lately(turns) });
    Some(negated(done))
}

/// `at least three`, `exactly two`, `five`: the relation where one is said.
pub fn quantity(c: &mut Cursor) -> Option<(Option<Comparison>, Number)> {
    let how = relation(c);
    let number = literal(c)?;
    let how = how.or_else(|| or_so(c));
    Some((how, Number::Is(number)))
}

/// `more than three`, `at least the number of black pawns`, `three`.
pub fn comparison(c: &mut Cursor) -> Option<(Comparison, Number)> {
    let how = relation(c).unwrap_or(Comparison::Equal);
    c.nested(number).map(|number| (how, number))
}

/// `the mover says "I like spaghetti"`, `... and does not say "gardez"`: only whoever moves says something.
fn spoken(c: &mut Cursor) -> Option<Condition> {
    let joined = c.back().is_some_and(|joint| ["and", "or", "but"].iter().any(|word| joint.means(word)));
    let who = c.attempt(player).or(joined.then_some(Player::Mover))?;
    let silent = c.maybe("may not") || (c.sees(0, "has") && c.sees(1, "not") && c.maybe("has") && c.maybe("not"));
    c.maybe_one_of(&["says", "said"])?;
    if who != Player::Mover {
        return None;
    }
    let text = c.take_thing("words in quotes", |token| (token.sort == Sort::Quoted).then(|| token.word.clone()))?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = Condition::Said(text);
    Some(if silent { negated(found) } else { found })
}

/// `neither player has castled`: the one has not, nor has the other.
fn of_neither(c: &mut Cursor) -> Option<Condition> {
    c.peek()?.token.is_word("neither").then(|| c.skip())?;
    c.maybe_one_of(&["player", "side"])?;
    let mut rest = c.fork();
    let one = said_of_player(&mut rest, &Player::Mover)?;
    let other = said_of_player(c, &Player::Opponent)?;
    (rest.at() == c.at() && one != other && c.words.armies.len() <= 2).then_some(())?;
    all(vec![negated(one), negated(other)])
}

/// `any player has no queen`, `somebody is in check`: the one or the other.
fn of_any(c: &mut Cursor) -> Option<Condition> {
    let any_one = ["any", "some", "anybody", "anyone", "somebody", "someone"];
    c.peek().filter(|lexeme| any_one.iter().any(|word| lexeme.token.is_word(word)))?;
    (player(c)? == Player::Each).then_some(())?;
    let mut rest = c.fork();
    let one = said_of_player(&mut rest, &Player::Mover)?;
    let other = said_of_player(c, &Player::Opponent)?;
    if rest.at() == c.at() && one != other { any(vec![one, other]) } else { None }
}

/// `white is in check`, `white has a queen`, `black has more than three pawns`, `white has no legal move`.
fn of_player(c: &mut Cursor) -> Option<Condition> {
    if let Some(found) = c.attempt(of_neither) {
        return Some(found);
    }
    if let Some(found) = c.attempt(of_any) {
        return Some(found);
    }
    // "if a player has no queen" asks of the one on move; "if every player has one" of all
    let all = universal_player(c);
    let who = match player(c)? {
        Player::Each if !all => Player::Mover,
        who => who,
    };
    // "both players have lost their queens": the one and the other
    if who == Player::Each
        && let Some(found) = c.attempt(|c| {
            let mut rest = c.fork();
            let one = said_of_player(&mut rest, &Player::Mover)?;
            let other = said_of_player(c, &Player::Opponent)?;
            (rest.at() == c.at() && one != other).then_some(())?;
            crate::rule::logic::all(vec![one, other])
        })
    {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| super::possession::was_checked(c, &who)).filter(|_| who != Player::Each) {
        return Some(found);
    }
    // "if he has not captured a piece this turn"
    c.attempt(|c| possession(c, &who)).or_else(|| {
        let idle = (c.sees(0, "has") || c.sees(0, "have")) && c.sees(1, "not");
        if idle && who != Player::Each { said_of_player(c, &who) } else { None }
    })
}

/// `it stands on e4`, `the captured piece is a pawn`.
fn of_reference(c: &mut Cursor) -> Option<Condition> {
    let from = c.at();
    let vague = c.stance.two && c.stance.it == Ref::Actor && c.sees(0, "it") && c.peek().is_some_and(|it| it.meant.is_none());
    let of = reference(c)?;
    if vague {
        return super::player::not_clear(c, from);
    }
    if c.sees(0, "owner") {
        return None;
    }
    if c.sees(0, "is") && c.sees(1, "empty") {
        return None;
    }
    predicate(c, of)
}

/// `the turn number is at least ten`, `its value is less than the captured piece's value`, `the turn number is divisible by five`.
fn of_number(c: &mut Cursor) -> Option<Condition> {
    let one = c.nested(number)?;
    if c.maybe("equal to") {
        return c.nested(number).map(|other| compared(one, Comparison::Equal, other));
    }
    if let Some(found) = c.attempt(|c| qualities::ends_in(c, &one)) {
        return Some(found);
    }
    is(c)?;
    let denied = not(c);
    let found = match c.attempt(|c| qualities::quality(c, &one)) {
        Some(found) => found,
        None => {
            c.maybe("equal to");
            let (how, other) = comparison(c)?;
            let first = compared(one.clone(), how, other);
            match c.attempt(|c| compared_again(c, &one)) {
                Some(("and", again)) => Condition::All(vec![first, again]),
                Some((_, again)) => Condition::Any(vec![first, again]),
                None => first,
            }
        }
    };
    Some(if denied { negated(found) } else { found })
}

/// Behind a comparison: `and at most four`, `or more than the number of own pawns`, said of the same number.
fn compared_again(c: &mut Cursor, one: &Number) -> Option<(&'static str, Condition)> {
    let joint = c.maybe_one_of(&["and", "or", "but"])?;
    let how = relation(c)?;
    let other = c.nested(number)?;
    Some((if joint == "or" { "or" } else { "and" }, compared(one.clone(), how, other)))
}

/// `e4 is empty`, `e4 is occupied by a pawn`, `the square in front of it is attacked by a rook`.
fn of_point(c: &mut Cursor) -> Option<Condition> {
    let at = c.nested(point)?;
    is(c)?;
    let denied = not(c);
    let found = match c.maybe_one_of(&["empty", "occupied by", "occupied", "attacked by", "attacked"]) {
        // a piece never is: "it" is the square that was named last
        Some("empty") => match (&at, &c.stance.square) {
            (Point::Of(_), Named::One(square)) => Condition::On(square.clone(), Squares::Empty),
            (Point::Of(_), _) => return None,
            _ => Condition::On(at, Squares::Empty),
        },
        Some("occupied by") => Condition::On(at, Squares::Under(Box::new(c.nested(some)?))),
        Some("occupied") => {
            let class = if c.maybe("by") { c.nested(some)? } else { Class::EVERY };
            Condition::On(at, Squares::Under(Box::new(class)))
        }
        Some("attacked by") => Condition::Attacked(at, c.attempt(by_the_man).or_else(|| c.nested(some))?),
        Some(_) => Condition::Attacked(at, nouns::enemies(c)?),
        None => Condition::On(at, c.attempt(placed).or_else(|| c.attempt(super::squares::single))?),
    };
    Some(if denied { negated(found) } else { found })
}

/// `no white pawn stands on e4`.
fn none_of(c: &mut Cursor) -> Option<Condition> {
    c.maybe("no").then_some(())?;
    // "no queen left"
    if let Some(found) = c.attempt(|c| {
        let who = c.nested(men)?;
        c.maybe_one_of(&["left", "remaining"])?;
        let on = c.attempt(placed).unwrap_or(Squares::Every);
        Some(Condition::There(who, on))
    }) {
        return Some(negated(found));
    }
    c.attempt(not_happened).or_else(|| such_men(c).map(negated))
}

/// `a white pawn stands on e4`, `every pawn has moved`.
fn of_men(c: &mut Cursor) -> Option<Condition> {
    if !super::universal(c) {
        return such_men(c);
    }
    let who = c.nested(men)?;
    if let Some(found) = c.attempt(|c| super::possession::none_missing(c, &who)) {
        return Some(found);
    }
    said_of(c, who, true).map(|who| negated(Condition::There(who, Squares::Every)))
}

/// `more own pieces protect it than enemy pieces attack it`.
fn more_of_these(c: &mut Cursor) -> Option<Condition> {
    let how = margin(c)?;
    let side = |c: &mut Cursor| {
        let who = c.nested(nouns::class)?;
        // who attacks is an enemy, who protects is of the same side
        let who = match (&who.owner, c.sees(0, "attacks"), c.sees(0, "protects")) {
            (Owner::Anyone, true, _) => Class { owner: Owner::Enemy, ..who },
            (Owner::Anyone, _, true) => Class { owner: Owner::Own, ..who },
            _ => who,
        };
        c.about(Ref::Itself, |c| c.nested(|c| predicate(c, Ref::Itself))).map(|holds| who.such_that(holds))
    };
    let count = |who: Class| Number::Men { who: Box::new(who), on: Box::new(Squares::Every) };
    let one = side(c)?;
    c.maybe_one_of(&["than", "as", "like"])?;
    let other = side(c)?;
    Some(outweighed(count(one), how, count(other)))
}

fn such_men(c: &mut Cursor) -> Option<Condition> {
    if let Some(found) = c.attempt(more_of_these) {
        return Some(found);
    }
    // "if two enemy pawns stand next to it"
    if let Some(found) = c.attempt(|c| {
        let (how, many) = so_many(c)?;
        let who = c.nested(men)?;
        let who = said_of(c, who, false)?;
        Some(compared(Number::Men { who: Box::new(who), on: Box::new(Squares::Every) }, how, Number::Is(many)))
    }) {
        return Some(found);
    }
    if !c.maybe("one of") {
        c.one();
    }
    // "if a player's queen is attacked": his who is on move
    let somebodys = c.attempt(|c| {
        c.maybe_one_of(&["each player", "player"])?;
        c.back().is_some_and(|lexeme| lexeme.possessive).then_some(())
    });
    let from = c.at();
    let another = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another"));
    let who = c.nested(some)?;
    let who = if somebodys.is_some() && who.owner == Owner::Anyone { Class { owner: Owner::Own, ..who } } else { who };
    // "if a rook on e4 has moved": where it stands, before what is said of it
    let stands = |c: &mut Cursor| {
        let on = c.sees(0, "on").then(|| c.about(Ref::Itself, placed))??;
        let said = who.such.is_none() && ["has", "is", "may", "may not"].iter().any(|verb| c.sees(0, verb));
        said.then(|| who.clone().such_that(Condition::On(Point::Of(Ref::Itself), on)))
    };
    let who = c.attempt(stands).unwrap_or_else(|| who.clone());
    // "if white's queen is gone"
    if matches!(who.owner, Owner::Own | Owner::Enemy | Owner::Army(_)) && c.maybe("is gone") {
        return Some(negated(Condition::There(who, Squares::Every)));
    }
    if let Some(able) = c.attempt(|c| men_are_able(c, &who)) {
        return Some(able);
    }
    let who = said_of(c, who, false)?;
    if another {
        its_own_home(c, &who, from)?;
    }
    Some(Condition::There(who, Squares::Every))
}

/// The men of whom a predicate holds, or does not hold.
pub fn said_of(c: &mut Cursor, who: Class, denied: bool) -> Option<Class> {
    // "a king stands on e4": the noun has taken the predicate for one of its own
    let complete = who.such.is_some() && !denied;
    if let Some(found) = c.attempt(|c| holding_of(c, who.clone(), denied)) {
        return Some(found);
    }
    complete.then_some(who)
}

fn holding_of(c: &mut Cursor, who: Class, denied: bool) -> Option<Class> {
    let holds = if c.sees(0, "next to") || c.sees(0, "within") {
        Condition::On(Point::Of(Ref::Itself), placed(c)?)
    } else {
        c.about(Ref::Itself, |c| c.nested(|c| predicate(c, Ref::Itself)))?
    };
    // "while a queen is on the board": one that is there at all
    if !denied && holds == Condition::On(Point::Of(Ref::Itself), Squares::Every) {
        return Some(who);
    }
    Some(who.such_that(if denied { negated(holds) } else { holds }))
}
