//! Men with what else holds of them: `own rooks that stand on the e-file`, `an unmoved king`, `a piece worth more than three points`.

use super::accompanied::accompanied;
use super::attacks::under_attack;
use super::condition;
use super::counts::made_moves;
use super::happening::happened_of;
use super::latest::latest_captor;
use super::placed::placed;
use super::predicate::predicate;
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::called;
use crate::rule::cursor::{Cursor, Within};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::logic::{all, any, negated, unmoved};
use crate::rule::syntax::{nouns, states};
use crate::rule::walk::{self, Part};
use crate::rule::words::Lexeme;
use crate::rule::{Act, Class, Condition, Form, How, Kinds, Number, Owner, Player, Point, Ref, Squares};

/// The most words before "secret": "the opponent's".
const MAX_BEFORE_SECRET: usize = 4;
/// Words for all that is of one player.
const SIDES: [&str; 4] = ["side", "army", "colour", "team"];
/// How many words stand before "next to each other" at most.
const MAX_NOUN: usize = 8;

/// A class of men in any wording, with where they stand: `rooks on the e-file`.
pub fn class(c: &mut Cursor) -> Option<Class> {
    with(c, true)
}

/// The same where a place after it means something else: only `that stands on ...` belongs to the men.
pub fn men(c: &mut Cursor) -> Option<Class> {
    with(c, false)
}

/// Men of whom one is enough where it is asked for such: `a rook`, `one of his rooks`. "Every rook", "a queen and a rook" ask for more.
pub fn some(c: &mut Cursor) -> Option<Class> {
    c.maybe("one of");
    let from = c.at();
    if super::universal(c) || c.sees(0, "both") {
        let problem = "here I can only ask for one such piece, not for all of them".to_string();
        c.skip();
        c.attempt(men);
        c.comma();
        let problem = Diagnostic::new("L030", c.span_from(from), problem);
        return c.refuse(problem.hint(
            "say \"any\" if one is enough; else turn it round: \"if every {bare} attacks it\", \"if there is no {bare} that does not\"",
        ));
    }
    let another = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another"));
    let found = men(c)?;
    // "if another piece stands there": not the one of which it is said
    let found = match another {
        true => found.but(if c.stance.it == Ref::Itself { Ref::Outer } else { c.stance.it }),
        false => found,
    };
    if one_and_another(c, from) {
        let problem = "with \"and\" both would be asked for, and I can only ask for one of them here".to_string();
        let problem = Diagnostic::new("L030", c.span_from(from), problem);
        c.comma();
        return c.refuse(problem.hint("say \"or\" if one is enough; for both say it twice: if white has {man} and white has {other}"));
    }
    Some(found)
}

/// "If another piece stands on its home square": whose that is cannot be told.
pub fn its_own_home(c: &mut Cursor, who: &Class, from: usize) -> Option<()> {
    let mut home = false;
    let of_its_own = |part: &Part| matches!(part, Part::Point(Point::Home(Ref::Itself) | Point::HomeOfKind(Ref::Itself)));
    if let Some(such) = &who.such {
        walk::parts_of_condition(such, &mut |part| home |= of_its_own(&part));
    }
    if home {
        let problem = "it is not clear whose home square: that of the one piece or of the other".to_string();
        let problem = Diagnostic::new("L004", c.span_from(from), problem);
        return c.refuse(problem.hint("say it of the square: if its home square is occupied by another piece"));
    }
    Some(())
}

/// Whether these words were two men, one and another: `a queen and a rook`; "queens and rooks" are any of them.
pub fn one_and_another(c: &Cursor, from: usize) -> bool {
    let said = c.since(from);
    let single = |at: usize| said.get(at).is_some_and(|lexeme| c.words.kinds.iter().any(|kind| lexeme.token.is_word(&kind.name)));
    let article = |at: usize| said.get(at).is_some_and(|lexeme| ["a", "the", "its"].iter().any(|word| lexeme.means(word)));
    let joints = said.iter().enumerate().filter(|(_, lexeme)| lexeme.means("and"));
    let before = |at: usize| at.checked_sub(1 + usize::from(at > 1 && said[at - 1].means(",")));
    joints.map(|(at, _)| at).any(|at| before(at).is_some_and(single) && single(at + 1 + usize::from(article(at + 1))))
}

fn with(c: &mut Cursor, places: bool) -> Option<Class> {
    c.met(places, |c| described(c, places))
}

fn described(c: &mut Cursor, places: bool) -> Option<Class> {
    if let Some(found) = c.bracketed(class).or_else(|| c.attempt(latest_captor)) {
        return Some(found);
    }
    let from = c.at();
    c.attempt(|c| {
        // "two pawns side by side": each of them with such another one
        let pair = c.attempt(|c| {
            let two = c.maybe("both") || c.sort(&Sort::Number(2));
            let together = |at: usize| ["side by side", "next to each other"].iter().any(|phrase| c.sees(at, phrase));
            (two || (1..MAX_NOUN).any(together)).then_some(())?;
            let found = nouns::class(c)?;
            c.maybe_one_of(&["that", "which"]);
            c.maybe_one_of(&["is", "are"]);
            c.maybe("stands");
            let itself = Box::new(Squares::At(Point::Of(Ref::Itself)));
            let with = if c.maybe("side by side") {
                Squares::Beside { of: itself, steps: steps_of(&[bearing("sideways")?]) }
            } else if c.maybe("next to each other") {
                Squares::Near { of: itself, reach: 1 }
            } else {
                two.then_some(())?;
                let lines = super::placed::lines(c)?;
                Squares::InLine { of: itself, lines }
            };
            Some((found, with))
        });
        if let Some((mut found, with)) = pair {
            // "two knights of the same side": each has one of its own beside it, whosever they are
            let sides = |two: &[Lexeme]| two[0].means("same") && SIDES.iter().any(|side| two[1].means(side));
            if c.since(from).windows(2).any(sides) {
                found.owner = Owner::Anyone;
            }
            let owner = if found.owner == Owner::Anyone { Owner::Own } else { found.owner.clone() };
            let other = Class { owner, ..found.clone() };
            let sight = matches!(with, Squares::InLine { .. }) && super::placed::nothing_between(c);
            let other = if sight { super::placed::in_sight(other, Ref::Itself) } else { other };
            return Some(found.such_that(Condition::There(other, with)));
        }
        // "a player's secret pawn": the one that started on the square he has named
        let secret = c.attempt(|c| {
            (0..MAX_BEFORE_SECRET).any(|place| c.sees(place, "secret")).then_some(())?;
            c.maybe_one_of(&["a", "every", "the"]);
            let his = c.attempt(whose);
            let owner = nouns::owner(c).map(|whose| whose.owner).or_else(|| c.maybe("player").then_some(Owner::Anyone));
            c.maybe_one_of(&["a", "the"]);
            c.maybe("secret").then_some(())?;
            let found = nouns::class(c)?;
            let his = match his {
                None => c.attempt(|c| c.maybe("of").then(|| whose(c)).flatten()),
                his => his,
            };
            Some((Class { owner: owner.unwrap_or(found.owner), ..found }, his))
        });
        if let Some((mut found, his)) = secret {
            let named = Squares::Secret(Player::OwnerOf(Ref::Itself));
            if let Some(owner) = his {
                found = found.such_that(Condition::Belongs(Ref::Itself, owner));
            }
            return Some(found.such_that(Condition::On(Point::Home(Ref::Itself), named)));
        }
        if let Some(found) = c.attempt(|c| of_an_owner(c, places)) {
            return Some(found);
        }
        let mut adjectives = Vec::new();
        let stated = states::adjective(c);
        let mut found = match c.attempt(by_name) {
            Some(found) => found,
            None => nouns::described(
                c,
                &mut adjectives,
                &[
                    "that has not moved",
                    "attacked",
                    "unattacked",
                    "protected",
                    "unprotected",
                    "hanging",
                    "more valuable",
                    "less valuable",
                    "pinned",
                    "skewered",
                    "forked",
                ],
            )?,
        };
        let mut such: Vec<Condition> = found.such.take().into_iter().map(|such| *such).collect();
        for phrase in adjectives {
            such.push(adjective(c, phrase)?);
        }
        if let Some((whose, state)) = stated {
            if let Some(whose) = whose {
                let men = whose.men(Kinds::Every);
                found.owner = men.owner;
                such.extend(men.such.map(|such| *such));
            }
            such.push(state);
        }
        let within = if found.owner == Owner::Enemy { Within::EnemyClause } else { Within::Clause };
        let sole = c.back().is_some_and(|noun| is_singular(c, &noun.token.word));
        let described = |c: &mut Cursor| c.within(within, |c| c.about(Ref::Itself, |c| c.nested(|c| clauses(c, places))));
        such.extend(c.meaning(|stance| &mut stance.sole, sole, described));
        if such.len() == 1 && has_two_places(c, c.since(from)) {
            c.assume("both places are said of the pieces named first; of the others say \"that stands next to\"");
        }
        found.such = all(such).map(Box::new);
        remembered_to_castle(c, &found)?;
        if let Some(how) = c.attempt(super::stillness::most) {
            found = super::stillness::first_of(found, how)?;
        }
        if !c.words.called.is_empty() {
            found = found.by_its_noun();
        }
        let found_own = found.owner == Owner::Own || found.owner == Owner::Mover;
        if found_own && let Some(such) = &mut found.such {
            seen_by_its_owner(such);
        }
        // "every piece on the a-file except kings"
        if found.kinds == Kinds::Every
            && found.such.is_some()
            && let Some(spared) = nouns::exception(c)
        {
            found.kinds = Kinds::Except(spared);
        }
        Some(found)
    })
}

/// "Knights next to a pawn next to a rook": the second place could be that of the pawn.
fn has_two_places(c: &Cursor, said: &[Lexeme]) -> bool {
    let near = |at: &usize| ["next to", "within"].iter().any(|place| said[*at].means(place));
    let noun = |lexeme: &Lexeme| lexeme.means("piece") || c.words.names_a_kind(&lexeme.token);
    (0..said.len()).filter(near).skip(1).any(|at| noun(&said[at - 1]))
}

/// "Rooks that have castled": which of two has gone second nobody remembers.
fn remembered_to_castle(c: &mut Cursor, men: &Class) -> Option<()> {
    let castled = |part: &Part| matches!(part, Part::Condition(Condition::Happened(past)) if past.act.how == How::Castle && past.man == Some(Ref::Itself));
    let mut asked = false;
    if let Some(such) = &men.such {
        walk::parts_of_condition(such, &mut |part| asked |= castled(&part));
    }
    let of = |form: &Form, first: bool| match form {
        Form::Castling(castling) if castling.allowed => (if first { &castling.who } else { &castling.with }).kinds == men.kinds,
        _ => false,
    };
    let any = |first: bool| c.words.standard.iter().any(|form| of(form, first));
    if !asked || any(true) || !any(false) {
        return Some(());
    }
    let problem = Diagnostic::new("L030", c.span_from(c.at().saturating_sub(1)), "which of them has castled nobody remembers".to_string());
    c.refuse(
        problem.hint("mark it when it does: When {man} castles, it becomes dazed for two turns. Pieces that are dazed may not capture."),
    )
}

/// Whether a noun names one man.
fn is_singular(c: &Cursor, noun: &str) -> bool {
    ["piece", "man", "unit", "enemy", "friend"].contains(&noun) || c.words.kinds.iter().any(|kind| kind.name == noun)
}

/// Men of whom a sentence of the rule has said what they are: `own towers`.
fn by_name(c: &mut Cursor) -> Option<Class> {
    (!c.words.called.is_empty()).then_some(())?;
    c.maybe_one_of(&["every", "a", "the"]);
    c.maybe("the");
    let whose = nouns::owner(c);
    let found = called::men(c)?;
    let such = found.such.map(|such| *such);
    let Some(whose) = whose else { return Some(Class { such: such.map(Box::new), ..found }) };
    (found.owner == Owner::Anyone).then_some(())?;
    let theirs = whose.men(found.kinds);
    Some(match such {
        Some(such) => theirs.such_that(such),
        None => theirs,
    })
}

/// The mover's ranks are those of his men themselves.
fn seen_by_its_owner(such: &mut Condition) {
    match such {
        Condition::All(parts) => parts.iter_mut().for_each(seen_by_its_owner),
        Condition::On(Point::Of(Ref::Itself), Squares::Seen { by: Player::Mover, squares }) => {
            let squares = (**squares).clone();
            *such = Condition::On(Point::Of(Ref::Itself), squares);
        }
        _ => {}
    }
}

/// `its owner's knights`, `every pawn of its owner`, `his pawns` after `its owner loses`: men of whose man the sentence speaks.
fn of_an_owner(c: &mut Cursor, places: bool) -> Option<Class> {
    let side = |place: usize| c.sees(place, "its") && SIDES.iter().any(|side| c.sees(place + 1, side));
    let ahead = (0..MAX_NOUN).any(|place| c.sees(place, "owner") || c.stance.it == Ref::Victim && c.sees(place, "of") && side(place + 1));
    let his = matches!(c.stance.doer, Some(Player::OwnerOf(_)));
    (ahead || his).then_some(())?;
    c.maybe_one_of(&["every", "a", "the"]);
    let doer = c.stance.doer.clone().filter(|_| {
        let pronoun = c.peek().is_some_and(|lexeme| lexeme.means("its") && lexeme.meant.is_none());
        his && !c.sees(1, "owner") && pronoun && c.maybe("its")
    });
    let before = doer.or_else(|| c.attempt(whose));
    c.maybe("own");
    let mut found = nouns::class(c)?;
    let owner = match before {
        Some(owner) => owner,
        None => {
            c.maybe("of").then_some(())?;
            match c.attempt(whose) {
                Some(owner) => owner,
                // "all pawns of her side", of who has been captured
                None => {
                    c.maybe("its").then_some(())?;
                    c.maybe_one_of(&SIDES)?;
                    Player::OwnerOf(c.stance.it)
                }
            }
        }
    };
    (found.owner == Owner::Anyone && found.such.is_none()).then_some(())?;
    let his = Condition::Belongs(Ref::Itself, owner);
    let more = c.within(Within::Clause, |c| c.about(Ref::Itself, |c| c.nested(|c| clauses(c, places))));
    found.such = all([Some(his), more].into_iter().flatten().collect()).map(Box::new);
    Some(found)
}

/// An owner other than that of the man whom a description is about.
fn whose(c: &mut Cursor) -> Option<Player> {
    let player = super::player(c)?;
    (c.back()?.means("owner") && matches!(player, Player::OwnerOf(of) if of != Ref::Itself && of != Ref::Outer)).then_some(player)
}

fn adjective(c: &mut Cursor, phrase: &'static str) -> Option<Condition> {
    Some(match phrase {
        "more valuable" | "less valuable" => super::rivals::outvalued(c, Ref::Itself, phrase == "more valuable")?,
        "attacked" => condition::attacked(Ref::Itself),
        "unattacked" => negated(condition::attacked(Ref::Itself)),
        "protected" => condition::protected(Ref::Itself, Class::EVERY),
        "unprotected" => negated(condition::protected(Ref::Itself, Class::EVERY)),
        "hanging" => condition::hanging(Ref::Itself),
        "pinned" | "skewered" | "forked" => super::shields::so(c, Ref::Itself, phrase)?,
        _ => unmoved(),
    })
}

/// Everything after the noun, none if there is nothing.
fn clauses(c: &mut Cursor, places: bool) -> Option<Condition> {
    let mut found = Vec::new();
    while let Some(next) = c.attempt(|c| {
        (super::stillness::most(&mut c.fork()).is_none()).then_some(())?;
        if places && let Some(on) = c.attempt(placed_here) {
            return Some(super::predicate::in_sight_of(c, Ref::Itself, on));
        }
        relatives(c)
    }) {
        found.push(next);
    }
    all(found)
}

/// A place that is not also the beginning of something else.
fn placed_here(c: &mut Cursor) -> Option<Squares> {
    if ["of", "among", "that has not moved", "on its home square"].iter().any(|word| c.sees(0, word)) {
        return None;
    }
    // "every piece next to it": it is somebody else; "captured by pieces next to them": those to whom it is done
    let itself = Squares::At(Point::Of(Ref::Itself));
    let mut on = placed(c)?;
    if let Squares::Near { of, .. } | Squares::Beside { of, .. } | Squares::InLine { of, .. } = &mut on
        && **of == itself
    {
        **of = Squares::At(Point::Of(c.stance.rival.filter(|_| c.stance.it == Ref::Itself)?));
    }
    Some(on)
}

/// `that A and that B or that C`: "and" binds tighter.
fn relatives(c: &mut Cursor) -> Option<Condition> {
    let mut found = vec![together(c)?];
    while let Some(next) = c.attempt(|c| {
        c.maybe("or").then_some(())?;
        together_again(c)
    }) {
        found.push(next);
    }
    any(found)
}

fn together(c: &mut Cursor) -> Option<Condition> {
    let first = relative(c)?;
    let Some((or, rest)) = c.attempt(listed) else { return more(c, first) };
    let listed = std::iter::once(first).chain(rest).collect();
    if or { any(listed) } else { more(c, all(listed)?) }
}

/// `..., that B and that C`, `..., are B or have C`, behind a first one: with "and" or "or", and the rest.
fn listed(c: &mut Cursor) -> Option<(bool, Vec<Condition>)> {
    let mut found = Vec::new();
    while let Some(next) = c.attempt(|c| {
        c.comma().then_some(())?;
        (!["and", "or", "but"].iter().any(|joint| c.sees(0, joint))).then_some(())?;
        again(c)
    }) {
        found.push(next);
    }
    (!found.is_empty()).then_some(())?;
    c.comma();
    let joint = c.maybe_one_of(&["and", "or", "but"])?;
    found.push(again(c)?);
    Some((joint == "or", found))
}

fn together_again(c: &mut Cursor) -> Option<Condition> {
    let first = again(c)?;
    more(c, first)
}

fn more(c: &mut Cursor, first: Condition) -> Option<Condition> {
    let mut found = vec![first];
    while let Some(next) = c.attempt(|c| {
        c.comma();
        c.maybe_one_of(&["and", "but"])?;
        // "rooks that attack a queen and that are attacked by it": the rooks are
        let plural = |word: &str| c.ahead(1).is_some_and(|verb| verb.token.is_word(word));
        if c.stance.sole && c.sees(0, "that") && ["are", "have", "do", "were", "stand", "attack"].into_iter().any(plural) {
            return None;
        }
        again(c)
    }) {
        found.push(next);
    }
    all(found)
}

/// After "and" and "or" the "that" may be missing.
fn again(c: &mut Cursor) -> Option<Condition> {
    c.attempt(relative)
        .or_else(|| c.attempt(|c| predicate(c, Ref::Itself)))
        // "that is blessed and praised"
        .or_else(|| c.attempt(|c| states::state(c, Ref::Itself)))
        // "attacked and not protected"
        .or_else(|| {
            c.attempt(|c| {
                c.maybe("not").then_some(())?;
                let said = ["attacked by", "attacked", "protected", "observed by", "in check"].iter().any(|word| c.sees(0, word));
                said.then(|| super::predicate::participle(c, Ref::Itself)).flatten().map(negated)
            })
        })
}

fn relative(c: &mut Cursor) -> Option<Condition> {
    if let Some(found) = c.bracketed(relatives) {
        return Some(found);
    }
    if c.maybe("that has not moved") {
        let lately = c.attempt(|c| happened_of(c, Ref::Itself, true, Act::any(Class::EVERY), false));
        return lately.or_else(|| made_moves(c, Ref::Itself, true)).or(Some(unmoved()));
    }
    if c.maybe("on its home square") {
        return Some(Condition::On(Point::Of(Ref::Itself), Squares::At(Point::Home(Ref::Itself))));
    }
    // in what is said of it, "it" is it, whoever else there is
    if c.maybe("for which") {
        return c.meaning(|stance| &mut stance.rival, None, condition::single);
    }
    if c.maybe_one_of(&["that", "which", "who"]).is_some() {
        return c.attempt(|c| under_attack(c, Ref::Itself, true)).or_else(|| predicate(c, Ref::Itself));
    }
    if let Some(found) = c.attempt(|c| under_attack(c, Ref::Itself, false)) {
        return Some(found);
    }
    if c.maybe("whose") {
        // "pieces whose owner is in check"
        let his = Player::OwnerOf(Ref::Itself);
        if let Some(found) = c.attempt(|c| {
            c.maybe("owner").then_some(())?;
            super::possession::said_of_player(c, &his)
        }) {
            return Some(found);
        }
        c.maybe_one_of(&["value", "worth"])?;
        c.maybe_one_of(&["is", "are"])?;
        let (how, number) = condition::comparison(c)?;
        return Some(Condition::Compare(Number::Value(Ref::Itself), how, number));
    }
    // "a pawn with a friend behind it"
    if c.sees(0, "with") || c.sees(0, "without") {
        return accompanied(c);
    }
    // "rooks protecting a pawn"
    if c.sees(0, "protects") && c.peek().is_some_and(|verb| verb.token.word.ends_with("ing")) {
        return c.attempt(|c| super::attacks::protecting(c, Ref::Itself));
    }
    if c.sees(0, "facing") {
        return c.attempt(|c| super::predicate::facing(c, Ref::Itself));
    }
    // "a pawn worth two points", "a rook standing on e4", "a man attacked by a pawn"
    let standing = c.sees(0, "stands")
        && ["standing", "located", "situated"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)));
    let bare = standing
        || [
            "worth",
            "attacked",
            "attacked by",
            "in check",
            "protected",
            "unprotected",
            "unattacked",
            "observed by",
            "of the same kind as",
            "of the same kind",
            "the same piece as",
            "pinned",
            "pinned against",
            "skewered",
            "forked",
            "shields",
        ]
        .iter()
        .any(|word| c.sees(0, word));
    if bare && c.sees(0, "shields") {
        // "pieces shielding their king"
        let shielding = c.peek().is_some_and(|lexeme| lexeme.token.word.ends_with("ing"));
        return shielding.then(|| super::shields::shielding(c, Ref::Itself)).flatten();
    }
    if bare {
        return super::predicate::participle(c, Ref::Itself);
    }
    // "pieces in danger"
    if let Some(found) = called::so(c, Ref::Itself) {
        return Some(found);
    }
    // "a piece of the same kind"
    if c.sees(0, "of") {
        return c.attempt(|c| super::predicate::participle(c, Ref::Itself));
    }
    if c.sees(0, "next to") || c.sees(0, "within") {
        // "that is next to" is a phrase of its own
        let that = c.peek().is_some_and(|lexeme| ["that", "which", "standing"].iter().any(|word| lexeme.token.is_word(word)));
        return match that {
            true => super::predicate::state(c, Ref::Itself),
            false => c.attempt(|c| super::forces::crowded(c, Ref::Itself)).or_else(|| {
                // "captured by pieces next to them"
                c.stance.rival?;
                c.attempt(placed_here).map(|on| Condition::On(Point::Of(Ref::Itself), on))
            }),
        };
    }
    None
}
