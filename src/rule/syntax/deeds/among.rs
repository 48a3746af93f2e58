//! Men to be found on the board, and who chooses among them: `every pawn next to it`, `one of his rooks`, `the nearest enemy piece`.

use super::whom::{belonging, side_of_class};
use super::{Cast, antecedent, chooser};
use crate::rule::cursor::{Cursor, Within};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::{nouns, terms};
use crate::rule::words::Lexeme;
use crate::rule::{Chooser, Class, Condition, Kinds, Owner, Player, Point, Ref, Squares, Whom};

/// How many of them are meant, where the words in front of them say it.
#[derive(Clone, Copy, PartialEq)]
enum Count {
    AtRandom,
    /// One, or so many, one after the other.
    Some(usize),
    Each,
    Unsaid,
}

impl Count {
    fn is_some(self) -> bool {
        matches!(self, Count::AtRandom | Count::Some(_))
    }
}

/// Who is not among them.
#[derive(Clone, Copy, PartialEq)]
enum But {
    Nobody,
    /// "All other knights": the one spoken of.
    TheOne,
    /// "Another knight": the one that acts.
    Actor,
}

/// What stands in front of the men.
struct Lead {
    count: Count,
    but: But,
    /// "His": whose, where that is not the viewpoint's.
    his: Option<Option<nouns::Whose>>,
    adjacent: bool,
    nearest: bool,
}

fn lead(c: &mut Cursor, cast: &Cast) -> Lead {
    let random = c.take("a random").is_some();
    let another = c.maybe("another of") || c.maybe("other");
    let times = if random || another { 1 } else { several(c) };
    let count = match () {
        () if random => Count::AtRandom,
        () if times > 1 || another || c.take("one of").is_some() || c.one() || single(c) => Count::Some(times),
        () if c.maybe("each of") || (c.sees(1, "the nearest") || c.sees(1, "nearest")) && c.maybe("every") => Count::Each,
        () => Count::Unsaid,
    };
    let another = another || c.peek().is_some_and(|lexeme| lexeme.token.is_word("another")) && cast.actor.is_some();
    let others = c
        .attempt(|c| {
            c.take("every")?;
            c.maybe("other").then_some(())
        })
        .is_some();
    let his = c.attempt(|c| {
        (!c.sees(1, "owner") && !c.sees(1, "opponent")).then_some(())?;
        let side = his_side(c)?;
        c.maybe("own");
        Some(side)
    });
    // "his other bishop"
    let another = another || his.is_some() && c.maybe("other");
    let adjacent = c.attempt(|c| {
        c.maybe_one_of(&["a", "every", "the"]);
        (terms::adjacent(c) || c.maybe("adjacent")).then_some(())
    });
    let nearest = c.maybe("the nearest") || count == Count::Each && c.maybe("nearest");
    let his = his.or_else(|| {
        (nearest && c.maybe("of")).then_some(())?;
        his_side(c)
    });
    let but = match (another, others) {
        (true, _) => But::Actor,
        (false, true) => But::TheOne,
        (false, false) => But::Nobody,
    };
    Lead { count, but, his, adjacent: adjacent.is_some(), nearest }
}

/// `his`: whose; None inside where it is the viewpoint's.
fn his_side(c: &mut Cursor) -> Option<Option<nouns::Whose>> {
    nouns::known_lady(c)?;
    let side = nouns::his_side(c).map(|player| nouns::Whose::men_of(player, c));
    c.take("its").map(|()| side)
}

/// Men on the board, as a deed speaks of them.
pub fn some(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    let lead = lead(c, cast);
    let every = c.ahead(usize::from(c.sees(0, "("))).is_some_and(|lexeme| lexeme.means("every") && !lexeme.token.is_word("any"));
    // "the (pawn that has not moved) nearest to e4"
    if c.sees(1, "(") {
        c.maybe("the");
    }
    let one_kind = |lexeme: &Lexeme| c.words.kinds.iter().any(|kind| !kind.royal && lexeme.token.is_word(&kind.name));
    let the_one = c.sees(0, "the") && c.ahead(1).is_some_and(one_kind);
    let by = c.stance.choosing.clone().or_else(|| goes_on_with_the_chosen(c).then(|| cast.chooser.clone()));
    let by = by.filter(|_| !lead.count.is_some() && lead.his.is_none());
    let found = c.meaning(|stance| &mut stance.choosing, by, |c| men(c, cast, &lead, every))?;
    let (who, on, many) = found;
    let bracketed = c.back().is_some_and(|last| last.means(")"));
    let (mut who, on) = each_from_its_side(who, on);
    let (on, to) = match on {
        // "the pawn on the e-file nearest to h8": it is the pawn that is near
        Squares::Nearest { of, to } if !bracketed => (*of, Some(*to)),
        on => (on, None),
    };
    let to = match to {
        Some(to) => Some(to),
        None => nearest_to(c, cast, lead.nearest)?,
    };
    let (on, nearest) = match to {
        Some(to) => {
            let to = nearest_as_they_see(c, &who, to)?;
            (Squares::nearest_men(&who, on, to), true)
        }
        None => (on, false),
    };
    // of several that are equally near, or have stood still as long, one is meant
    let foremost = nearest || terms::is_first(&who);
    // "every piece on the a-file except kings"
    if who.kinds == Kinds::Every
        && on != Squares::Every
        && let Some(spared) = nouns::exception(c)
    {
        who.kinds = Kinds::Except(spared);
    }
    let several = nearest
        && c.attempt(|c| {
            c.comma();
            c.maybe("of several").then_some(())
        })
        .is_some();
    // "the rook of its owner", who may have two
    let owners =
        the_one && on == Squares::Every && matches!(who.such.as_deref(), Some(Condition::Belongs(Ref::Itself, Player::OwnerOf(_))));
    let said = chooser(c, cast);
    if several {
        said.as_ref()?;
        c.comma();
    }
    let chooser = match said {
        Some(said) => said,
        None if lead.count == Count::AtRandom => Chooser::Chance,
        None if lead.count == Count::Each || foremost && (every || many && !lead.count.is_some()) => Chooser::All,
        None if lead.count.is_some() || foremost || owners || (lead.his.is_some() && !many) => match (&cast.chooser, side_of_class(&who)) {
            (Chooser::Mover, Some(Some(owner @ Player::OwnerOf(_)))) if !cast.named => {
                c.assume("whose they are chooses which");
                Chooser::Player(owner)
            }
            (chooser, _) => chooser.clone(),
        },
        None => Chooser::All,
    };
    c.stance_mut().many = if let Count::Some(times) = lead.count { times } else { 1 };
    Some(Whom::Among { who, on, chooser })
}

/// The men themselves and where they stand; whether they were spoken of in the plural.
fn men(c: &mut Cursor, cast: &Cast, lead: &Lead, every: bool) -> Option<(Class, Squares, bool)> {
    let (from, the) = (c.at(), c.sees(0, "the"));
    let mut who = terms::men(c)?;
    let passed = c.attempt(antecedent::passed_over);
    if the && passed.is_none() && !c.sees(0, "is") && is_vague(c, &who, from) {
        let problem = Diagnostic::new("L006", c.span_from(from), "it is not said which one".to_string());
        let kind = c.back().map_or_else(String::new, |noun| noun.token.word.clone());
        return c.refuse(problem.hint(&format!("say whose it is and where (\"the own {kind} next to it\"), or \"every {kind}\"")));
    }
    if !every && lead.count != Count::Each && lead.but != But::TheOne && terms::one_and_another(c, from) {
        let problem = "with \"and\" it is not clear whether one of them is meant or one of each".to_string();
        let hint = "one of each is done one after the other: {man} is removed, and then {other} is removed; for one of the two say \"or\"";
        return c.refuse(Diagnostic::new("L006", c.span_from(from), problem).hint(hint));
    }
    who = match lead.but {
        But::Nobody => who,
        But::Actor => who.but(Ref::Actor),
        But::TheOne => {
            let Some(of) = other_than(&who, cast, c.stance.it) else {
                let problem = Diagnostic::new("L004", c.span_from(from), "it is not clear other than which piece".to_string());
                return c.refuse(problem.hint("name the event: After {man} moves, all other {men} ...; or say \"all {men}\""));
            };
            who.but(of)
        }
    };
    if let Some(side) = &lead.his
        && who.owner == Owner::Anyone
    {
        who = match side.clone() {
            // "its owner may turn one of his pawns into a knight"
            Some(nouns::Whose { of: Some(player), .. }) => belonging(who, &player),
            Some(whose) => Class { owner: whose.owner, ..who },
            None => Class { owner: Owner::Own, ..who },
        };
    }
    let many = plural(c);
    let near = lead.adjacent.then_some(if cast.actor.is_some() { Ref::Actor } else { Ref::Chosen });
    let near = near.map(|of| Squares::Near { of: Box::new(Squares::At(Point::Of(of))), reach: 1 });
    let beside_his = c.attempt(|c| cast.actor.is_none().then(|| each_by_his_own(c)).flatten());
    who = beside_his.into_iter().fold(who, |who, on| who.such_that(Condition::On(Point::Of(Ref::Itself), on)));
    let stood = cast.actor.is_some().then(|| c.attempt(stood_beside)).flatten();
    let on = near.or(passed).or(stood).or_else(|| c.attempt(terms::placed)).unwrap_or(Squares::Every);
    Some((who, on, many))
}

/// `that stood next to it before`: next to where the man of the event began its move.
fn stood_beside(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["that", "which", "who"]);
    let stood = ["stood", "was", "were"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)));
    stood.then(|| c.skip())?;
    if !c.maybe("next to") {
        c.maybe("adjacent").then(|| c.maybe("to")).filter(|to| *to)?;
    }
    let left = c.attempt(|c| c.maybe("the square it came from").then_some(()));
    if left.is_none() {
        let from = c.at();
        let bare = c.sees(0, "it");
        match terms::reference(c)? {
            Ref::Actor if bare && c.stance.two => {
                let problem = "it is not clear next to which piece: the one that captured, or the one that was captured".to_string();
                let hint = "say \"next to the square it came from\", or \"next to the captured piece\"";
                return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(hint));
            }
            Ref::Actor => {}
            _ => return None,
        }
    }
    if c.maybe("before") {
        c.attempt(|c| {
            c.maybe_one_of(&["the", "its"])?;
            c.maybe("move").then_some(())
        });
    }
    Some(Squares::Near { of: Box::new(Squares::At(Point::From)), reach: 1 })
}

/// "Every pawn on the second rank": each on that of its own side, whoever moves; those of the mover are seen from there anyway.
fn each_from_its_side(who: Class, on: Squares) -> (Class, Squares) {
    if matches!(who.owner, Owner::Own | Owner::Mover) {
        return (who, plain(on));
    }
    let parts = if let Squares::Both(parts) = on { parts } else { vec![on] };
    let (sided, mut rest): (Vec<Squares>, Vec<Squares>) = parts.into_iter().partition(|part| plain(part.clone()) != *part);
    let who = sided.into_iter().fold(who, |who, squares| who.such_that(Condition::On(Point::Of(Ref::Itself), plain(squares))));
    let on = match rest.len() {
        0 => Squares::Every,
        1 => rest.remove(0),
        _ => Squares::Both(rest),
    };
    (who, on)
}

/// Squares that each man sees from its own side, as a man himself says it.
fn plain(squares: Squares) -> Squares {
    let all = |parts: Vec<Squares>| parts.into_iter().map(plain).collect();
    let inner = |of: Box<Squares>| Box::new(plain(*of));
    match squares {
        Squares::Seen { by: Player::OwnerOf(Ref::Itself), squares } => *squares,
        Squares::Near { of, reach } => Squares::Near { of: inner(of), reach },
        Squares::InLine { of, lines } => Squares::InLine { of: inner(of), lines },
        Squares::Beside { of, steps } => Squares::Beside { of: inner(of), steps },
        Squares::Between { one, other, lines } => Squares::Between { one: inner(one), other: inner(other), lines },
        Squares::Not(of) => Squares::Not(inner(of)),
        Squares::Nearest { of, to } => Squares::Nearest { of: inner(of), to },
        Squares::Both(parts) => Squares::Both(all(parts)),
        Squares::Either(parts) => Squares::Either(all(parts)),
        other => other,
    }
}

/// "Nearest to the last rank": to that of the men's own side.
fn nearest_as_they_see(c: &mut Cursor, who: &Class, to: Squares) -> Option<Squares> {
    let seen = plain(to.clone());
    if seen == to {
        return Some(to);
    }
    let to = seen;
    match side_of_class(who) {
        Some(None) => Some(to),
        Some(Some(player)) => Some(to.seen_by(&player)),
        None => {
            let problem = "it is not said from whose side that is counted".to_string();
            let hint = "say whose men they are, or whose rank: nearest to white's last rank; nearest to rank 8";
            c.refuse(Diagnostic::new("L006", c.span_from(c.at() - 1), problem).hint(hint))
        }
    }
}

/// `two of`, before whose men they are: so many, one after the other.
fn several(c: &mut Cursor) -> usize {
    let many = match c.peek().map(|lexeme| &lexeme.token.sort) {
        Some(&Sort::Number(many @ 2..)) if c.sees(1, "of") => many as usize,
        _ => return 1,
    };
    c.skip();
    c.skip();
    many
}

/// `a pawn and a knight`: one of each, and no more is said of them.
pub fn one_of_each(c: &mut Cursor, cast: &Cast) -> Option<(Whom, Whom)> {
    single(c).then_some(())?;
    let from = c.at();
    let who = terms::men(c)?;
    terms::one_and_another(c, from).then_some(())?;
    let Kinds::Only(kinds) = &who.kinds else { return None };
    let [one, other] = kinds.as_slice() else { return None };
    // "a white pawn and a knight": whose the knight is nobody has said
    let plain = who.owner == Owner::Anyone && who.such.is_none() && terms::placed(&mut c.fork()).is_none();
    plain.then_some(())?;
    let by = chooser(c, cast).unwrap_or_else(|| cast.chooser.clone());
    let of = |kind: &String| Whom::Among { who: Class::kind(kind), on: Squares::Every, chooser: by.clone() };
    Some((of(one), of(other)))
}

/// `every piece next to one of its own pawns`: each of them by its own.
fn each_by_his_own(c: &mut Cursor) -> Option<Squares> {
    let from = c.at();
    let on = c.within(Within::Clause, |c| c.about(Ref::Itself, |c| c.nested(terms::placed)))?;
    let his = |two: &[Lexeme]| ["its", "their"].iter().any(|word| two[0].token.is_word(word)) && two[1].means("own");
    c.since(from).windows(2).any(his).then_some(on)
}

/// Whether the rest of the sentence speaks of one who has been chosen: `and then that rook becomes a bishop`.
fn goes_on_with_the_chosen(c: &Cursor) -> bool {
    let kind = |lexeme: &Lexeme| c.words.kinds.iter().any(|kind| lexeme.token.is_word(&kind.name));
    let that = |ahead: usize| c.sees(ahead, "that") && c.ahead(ahead + 1).is_some_and(kind);
    (0..).take_while(|&ahead| c.ahead(ahead).is_some()).any(|ahead| c.sees(ahead, "chosen piece") || that(ahead))
}

/// To what the men are nearest, where that is said of them: `the nearest pawn`, `the pawn nearest to e4`; with nothing said, to whom the sentence
/// is about.
fn nearest_to(c: &mut Cursor, cast: &Cast, said: bool) -> Option<Option<Squares>> {
    let behind = !said && c.sees(1, "to") && c.maybe("nearest");
    if !said && !behind {
        return Some(None);
    }
    if c.maybe("to") {
        return terms::origin(c).map(Some);
    }
    match (c.stance.it, &cast.actor) {
        // who is captured stands nowhere any more
        (Ref::Victim, _) => Some(Some(Squares::At(Point::To))),
        (it, Some(_)) => Some(Some(Squares::At(Point::Of(it)))),
        (_, None) => {
            let problem = Diagnostic::new("L006", c.span_from(c.at() - 1), "it is not said nearest to what".to_string());
            c.refuse(problem.hint("say it behind the piece: the nearest {bare} to e4, the nearest enemy {bare} to his king"))
        }
    }
}

/// The one of the event that "other" leaves out: the one of their own kind where one is, else the one that "it" means.
fn other_than(who: &Class, cast: &Cast, it: Ref) -> Option<Ref> {
    let kind = matches!(who.kinds, Kinds::Only(_));
    let like = |class: &Option<Class>| kind && class.as_ref().is_some_and(|class| class.kinds == who.kinds);
    match (like(&cast.actor), like(&cast.victim)) {
        (true, _) => Some(Ref::Actor),
        (false, true) => Some(Ref::Victim),
        (false, false) => match it {
            Ref::Actor => cast.actor.as_ref().map(|_| Ref::Actor),
            it => Some(it),
        },
    }
}

/// "The queen", of which there may be several, and nothing tells which is meant.
pub fn is_vague(c: &Cursor, who: &Class, from: usize) -> bool {
    let Kinds::Only(kinds) = &who.kinds else { return false };
    let [kind] = kinds.as_slice() else { return false };
    let sole = c.words.kinds.iter().any(|known| known.name == *kind && known.royal);
    let bare = c.since(from).len() == 2 && c.back().is_some_and(|noun| noun.token.is_word(kind));
    let placed = terms::placed(&mut c.fork()).is_some();
    bare && !sole && !placed && !c.sees(0, "nearest") && who.owner == Owner::Anyone && who.such.is_none()
}

/// Whether one man is meant by the article: `a pawn`, `any pawn`.
fn single(c: &Cursor) -> bool {
    let at = usize::from(c.sees(0, "("));
    c.sees(at, "a") || c.ahead(at).is_some_and(|lexeme| lexeme.means("every") && lexeme.token.is_word("any"))
}

/// Whether the noun just read was written in the plural.
fn plural(c: &Cursor) -> bool {
    c.back().is_some_and(|lexeme| {
        let word = &lexeme.token.word;
        c.words.kinds.iter().any(|kind| kind.plural == *word && kind.name != *word) || ["pieces", "men"].contains(&word.as_str())
    })
}
