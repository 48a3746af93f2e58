//! Men that come to the board, and where: `place a white knight on e4`, `a pawn of the mover is placed on any empty square of rank 2`,
//! `drop a pawn from the reserve on e4`.

use super::worlds::world;
use super::{Cast, chooser};
use crate::rule::cursor::{Cursor, Named};
use crate::rule::lexer::Sort;
use crate::rule::syntax::{nouns, terms};
use crate::rule::{Chooser, Class, Deed, Kinds, Player, Point, Ref, Spot, Squares, Store, Whom, World};

/// Where a deed puts a man, without its preposition.
pub fn spot(c: &mut Cursor, cast: &Cast) -> Option<Spot> {
    somewhere(c, cast).filter(|spot| !matches!(spot, Spot::In(..)))
}

/// Where a man goes: who was captured may come back anywhere.
pub fn spot_of(c: &mut Cursor, who: &Whom, cast: &Cast) -> Option<Spot> {
    if *who == Whom::That(Ref::Victim) { somewhere(c, cast) } else { spot(c, cast) }
}

/// The same, and in another universe too: who is there already is sent, not placed.
fn somewhere(c: &mut Cursor, cast: &Cast) -> Option<Spot> {
    // "anywhere on rank 2"
    if c.maybe("anywhere") {
        let squares = c.attempt(terms::placed).unwrap_or(Squares::Empty);
        return Some(Spot::One(squares, chooser(c, cast).unwrap_or_else(|| cast.chooser.clone())));
    }
    if c.take("each of").is_some() {
        return terms::squares(c).map(Spot::Each);
    }
    let every = c.peek().is_some_and(|lexeme| lexeme.means("every") && !lexeme.token.is_word("any"));
    let random = c.take("a random").is_some();
    let one = !random && c.take("one of").is_some();
    if !random && !one && !every {
        let point = c.attempt(|c| {
            let point = terms::point(c)?;
            // "e4 or e5": a list of squares
            let more =
                ["or", "and"].iter().any(|joint| c.sees(0, joint)) && c.ahead(1).is_some_and(|next| terms::is_square(&next.token.word));
            (!more && !c.sees(0, ",") || !c.ahead(1).is_some_and(|next| terms::is_square(&next.token.word))).then_some(point)
        });
        if let Some(point) = point {
            return Some(Spot::At(point));
        }
    }
    let from = c.at();
    let squares = terms::squares(c)?;
    // "on e4 and e5": one on each
    let both = matches!(squares, Squares::These(_)) && c.since(from).iter().any(|lexeme| lexeme.means("and"));
    if every || both && !one && !random {
        return Some(Spot::Each(squares));
    }
    let world = c.attempt(|c| {
        c.take_one_of(&["of", "on", "in"])?;
        world(c, cast)
    });
    let by = match (&world, chooser(c, cast)) {
        (_, Some(by)) => by,
        _ if random => Chooser::Chance,
        (Some(World::Another(by)), None) => by.clone(),
        _ => cast.chooser.clone(),
    };
    Some(match world {
        Some(World::Another(_)) => Spot::In(World::Another(by.clone()), squares, by),
        Some(world) => Spot::In(world, squares, by),
        None => Spot::One(squares, by),
    })
}

pub fn deed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.attempt(|c| commanded(c, cast)).or_else(|| c.attempt(|c| said(c, cast)))
}

/// `place a white knight on e4`, `white places a knight on any empty square`.
fn commanded(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let doer = c.attempt(|c| super::doer(c, cast));
    let cast = &match doer {
        Some(Player::Each) => return None,
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    // "its owner gets a new pawn on the square it came from"
    if c.take_one_of(&["place", "drop"]).is_none() {
        if let Some(new) = c.attempt(|c| brings_back(c, cast)) {
            return placed(c, new, cast);
        }
        c.take("gains")?;
        let new = what(c, cast)?;
        return placed(c, new, cast);
    }
    // "puts back one of his captured pieces on e4"
    if let Some(new) = c.attempt(|c| c.maybe("backward").then(|| captured(c, cast)).flatten()) {
        return placed(c, new, cast);
    }
    if let Some(found) = c.attempt(|c| walled(c, cast)) {
        return Some(found);
    }
    let whosever = c.back().is_some_and(|verb| verb.means("drop")) && is_whosever(c);
    let new = what(c, cast)?;
    if whosever && matches!(new, Coming::Old { .. }) {
        c.assume(DROPPED);
    }
    placed(c, new, cast)
}

/// `captured pawns`, `a captured piece`, with nobody whose they are.
fn is_whosever(c: &Cursor) -> bool {
    let article = usize::from(["a", "the", "every", "one of"].iter().any(|word| c.sees(0, word)));
    let noun = if c.sees(article, "captured piece") { Some(1) } else { c.sees(article, "captured").then_some(2) };
    noun.is_some_and(|words| !c.sees(article + words, "of"))
}

/// `gets back one of his captured pieces`, `returns a captured pawn`, `revives one of his lost rooks`.
fn brings_back(c: &mut Cursor, cast: &Cast) -> Option<Coming> {
    const VERBS: [&str; 12] =
        ["bring", "brings", "take", "takes", "revive", "revives", "resurrect", "resurrects", "restore", "restores", "recover", "recovers"];
    let verb = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && VERBS.iter().any(|word| lexeme.token.is_word(word)));
    match verb {
        true => c.skip(),
        false => c.take_one_of(&["gains", "return"]).map(|_| ())?,
    }
    c.maybe("backward");
    captured(c, cast)
}

/// `two pawns are placed on empty squares of rank 3`: one after the other.
pub fn several(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    let doer = c.attempt(|c| super::doer(c, cast).filter(|who| *who != Player::Each));
    let cast = &match doer {
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    let commanded = c.maybe_one_of(&["place", "drop"]).is_some();
    let Sort::Number(many @ 2..) = c.peek()?.token.sort else { return None };
    let many = usize::try_from(many).ok().filter(|&many| many <= super::MAX_DEEDS)?;
    c.skip();
    let new = newcomer(c, cast)?;
    if !commanded {
        c.maybe("is placed").then_some(())?;
    }
    match placed(c, new, cast)? {
        one @ Deed::Place { spot: Spot::One(..), .. } => Some(vec![one; many]),
        each @ Deed::Place { .. } => match &each {
            Deed::Place { spot: Spot::Each(Squares::These(names)), .. } if names.len() == many => Some(vec![each]),
            _ => None,
        },
        _ => None,
    }
}

/// `buy a queen and put it on an empty square of rank 1`.
pub fn bought(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("buy")?;
    let new = what(c, cast)?;
    c.attempt(|c| {
        c.take("and")?;
        c.take_one_of(&["place", "drop"])?;
        c.it().then_some(())
    });
    placed(c, new, cast)
}

/// `put a wall on an empty square next to one of his rooks`: the square becomes a hole.
fn walled(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    (c.one() || c.take("a").is_some()).then_some(())?;
    c.maybe("new");
    c.take("hole")?;
    c.take_one_of(&["on", "onto", "in", "to", "at"])?;
    let (squares, chooser) = match spot(c, cast)? {
        Spot::At(at) => (Squares::At(at), Chooser::All),
        Spot::One(squares, by) => (squares, by),
        Spot::Each(squares) => (squares, Chooser::All),
        Spot::In(..) => return None,
    };
    Some(Deed::Hole { squares, open: false, chooser })
}

/// `a white knight is placed on e4`.
fn said(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    // "captured pieces are placed on ..." by itself is said of each that is captured
    let captured = (0..3).any(|ahead| c.ahead(ahead).is_some_and(is_captured));
    let one = c.sees(0, "one of") || c.sees(0, "a") && (c.sees(2, "of") || c.sees(3, "of"));
    (c.at() > 0 || !captured || one).then_some(())?;
    let new = what(c, cast)?;
    // "a pawn of its owner is placed on its home square": a new one, where the other began
    let passive = c.peek().is_some_and(|lexeme| ["is", "are"].iter().any(|word| lexeme.token.is_word(word)));
    if let Coming::New { kind, owner } = &new
        && passive
        && c.stance.it != Ref::Itself
        && (cast.actor.is_some() || cast.victim.is_some())
        && c.maybe("returns to its home square")
    {
        return Some(Deed::Place { kind: kind.clone(), owner: owner.clone(), spot: Spot::At(Point::Home(c.stance.it)) });
    }
    if c.take("is placed").is_none() {
        // "one of his captured pieces returns to the board on e4"
        matches!(new, Coming::Old { .. }).then_some(())?;
        c.take("return")?;
        c.attempt(|c| {
            c.take_one_of(&["to", "on", "onto"])?;
            c.maybe("the");
            c.take("board")
        });
    }
    placed(c, new, cast)
}

/// What is noted where captured men are spoken of that come back: somebody must have kept them.
pub const KEPT: &str = "captured pieces wait in their owner's reserve";
/// What is noted where captured men are dropped of which it is not said whose they are: whoever captured them has kept them.
pub const DROPPED: &str = "captured pieces wait in their captor's reserve";

/// The noun, behind whoever's it is.
pub fn reserve(c: &mut Cursor) -> bool {
    c.back().is_some_and(|owner| owner.possessive) && c.maybe_one_of(&["reserve", "hand", "pocket"]).is_some()
}

/// What comes: a new man of a kind, or one that is not on the board.
enum Coming {
    New { kind: String, owner: Player },
    Old { who: Class, owner: Player, from: Store },
}

fn what(c: &mut Cursor, cast: &Cast) -> Option<Coming> {
    if let Some(found) = c.attempt(|c| {
        let who = terms::men(c)?;
        let owner = match c.take_one_of(&["from the reserve of", "from the reserve", "from", "of"])? {
            "from the reserve" => cast.doer.clone(),
            "from the reserve of" => terms::player(c)?,
            // "from the opponent's reserve"
            _ => {
                if let Some(owner) = c.attempt(losses) {
                    return Some(Coming::Old { who, owner, from: Store::Lost });
                }
                terms::player(c).filter(|_| reserve(c))?
            }
        };
        Some(Coming::Old { who, owner, from: Store::Reserve })
    }) {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| captured(c, cast)) {
        return Some(found);
    }
    (c.one() || c.take("a").is_some()).then_some(())?;
    newcomer(c, cast)
}

/// `the captured pieces of the mover`.
fn losses(c: &mut Cursor) -> Option<Player> {
    c.maybe("the");
    c.maybe("captured piece").then_some(())?;
    c.take("of")?;
    terms::player(c)
}

/// `a captured pawn`, `one of his captured pieces`, `one of the opponent's captured rooks`, `a captured pawn of white's`.
fn captured(c: &mut Cursor, cast: &Cast) -> Option<Coming> {
    let some = c.one() || c.maybe_one_of(&["one of", "a"]).is_some();
    let the = c.maybe("the");
    // in an event "the captured piece" is the one that has just been captured
    (some || !the || cast.victim.is_none() && cast.actor.is_none()).then_some(())?;
    if let Some((kinds, owner)) = c.attempt(|c| that_he_lost(c, cast)) {
        c.assume(KEPT);
        return Some(Coming::Old { who: Class { kinds, ..Class::EVERY }, owner, from: Store::Reserve });
    }
    let theirs = c.attempt(|c| {
        let of = terms::player(c)?;
        c.back().is_some_and(|owner| owner.possessive).then_some(of)
    });
    let his = theirs.is_none() && c.maybe("its");
    c.maybe("own");
    let dead =
        c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && ["lost", "dead", "fallen"].iter().any(|word| lexeme.token.is_word(word)));
    let kinds = if dead {
        c.skip();
        match c.maybe("piece") {
            true => nouns::exception(c).map_or(Kinds::Every, Kinds::Except),
            false => Kinds::Only(nouns::kind_list(c)?),
        }
    } else if c.maybe("captured piece") {
        nouns::exception(c).map_or(Kinds::Every, Kinds::Except)
    } else {
        c.maybe("captured").then_some(())?;
        Kinds::Only(nouns::kind_list(c)?)
    };
    let owner = theirs.or_else(|| {
        c.attempt(|c| {
            (!his).then_some(())?;
            c.take("of")?;
            terms::player(c)
        })
    });
    c.assume(KEPT);
    Some(Coming::Old { who: Class { kinds, ..Class::EVERY }, owner: owner.unwrap_or_else(|| cast.doer.clone()), from: Store::Reserve })
}

/// `pieces that he has lost`, `pawns his opponent has lost`.
fn that_he_lost(c: &mut Cursor, cast: &Cast) -> Option<(Kinds, Player)> {
    let kinds = if c.maybe("piece") { Kinds::Every } else { Kinds::Only(nouns::kind_list(c)?) };
    c.maybe_one_of(&["that", "which"]);
    let owner = super::doer(c, cast)?;
    c.maybe_one_of(&["has", "have"]);
    let lost = c.peek().is_some_and(|lexeme| ["lost", "loses"].iter().any(|word| lexeme.token.is_word(word)));
    lost.then(|| c.skip())?;
    Some((kinds, owner))
}

fn is_captured(lexeme: &crate::rule::words::Lexeme) -> bool {
    lexeme.means("captured piece") || lexeme.means("captured")
}

/// A new man, without its article.
fn newcomer(c: &mut Cursor, cast: &Cast) -> Option<Coming> {
    while c.maybe_one_of(&["new", "other", "extra", "additional"]).is_some() {}
    let before = c.attempt(|c| match c.take_one_of(&["own", "enemy"]) {
        Some("own") => Some(c.stance.teller().unwrap_or(Player::Mover)),
        Some(_) => c.rival_of(&c.stance.teller().unwrap_or(Player::Mover)),
        None => nouns::army(c).map(Player::Colour),
    });
    let kind = nouns::kind(c)?;
    let after = || cast.doer.clone();
    let owner = match before {
        Some(owner) => owner,
        None => match c.attempt(|c| c.take("of").and_then(|()| terms::player(c))).or_else(|| c.attempt(|c| of_its_colour(c, cast))) {
            Some(owner) => owner,
            None if cast.doer == Player::Mover && cast.actor.is_none() && cast.victim.is_none() && cast.chooser == Chooser::All => {
                return None;
            }
            None => after(),
        },
    };
    Some(Coming::New { kind, owner })
}

/// `of its own colour`: that of the man who acts.
fn of_its_colour(c: &mut Cursor, cast: &Cast) -> Option<Player> {
    c.take("of")?;
    c.take("its")?;
    c.maybe_one_of(&["own", "same"]);
    c.take_one_of(&["colour", "side", "army"])?;
    (cast.actor.is_some() && c.stance.it == Ref::Actor).then_some(Player::OwnerOf(Ref::Actor))
}

fn placed(c: &mut Cursor, new: Coming, cast: &Cast) -> Option<Deed> {
    if matches!(new, Coming::Old { .. }) {
        c.maybe_one_of(&["backward", "again"]);
    }
    // "to its home square": that of whoever comes
    let own_home = matches!(new, Coming::Old { .. })
        && c.attempt(|c| {
            c.take_one_of(&["on", "onto", "in", "to", "at"])?;
            c.take("its")?;
            c.take_one_of(&["home", "starting"])?;
            c.take("square")
        })
        .is_some();
    let spot = if own_home {
        Spot::At(Point::Home(Ref::Chosen))
    } else if c.maybe("on its home square") {
        Spot::At(Point::Home(if matches!(new, Coming::Old { .. }) { Ref::Chosen } else { c.stance.it }))
    } else {
        if !c.sees(0, "anywhere") {
            c.take_one_of(&["on", "onto", "in", "to", "at"])?;
        }
        let owner = match &new {
            Coming::New { owner, .. } | Coming::Old { owner, .. } => Some(owner.clone()).filter(|owner| *owner != Player::Mover),
        };
        super::whom::told_by(c, &cast.doer, |c| c.beside(owner, |c| somewhere(c, cast)))?
    };
    if let Spot::At(point) = &spot {
        c.stance_mut().square = Named::One(point.clone());
    }
    // nobody is put where somebody stands
    super::going::if_free(c);
    match (new, spot) {
        (Coming::New { kind, owner }, spot) => Some(Deed::Place { kind, owner, spot }),
        (Coming::Old { .. }, Spot::Each(_)) => None,
        (Coming::Old { who, owner, from }, spot) => Some(Deed::Drop { who, owner, spot, from }),
    }
}
