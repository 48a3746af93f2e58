//! Sentences on how men move: `Knights may also move like bishops`, `Rooks may not capture`.

use super::Statement;
use super::motion::{self, Stretch, When, motions};
use super::{acts, bans, counters, round, terms};
use crate::board::{Seams, Vector};
use crate::movement::{Line, Use};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Ban, Class, Cost, Form, How, OwnPrey, Owner, Player, Point, Ref, Span, Squares, walk};

/// How a predicate stands to what held before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// "move": instead.
    Is,
    /// "may also move", "move ... too".
    Also,
    /// "may move": also, as an assumption.
    May,
    /// "may only move": instead.
    Only,
    /// "may not move".
    Not,
    /// "may again move": no longer forbidden.
    Again,
}

/// What a predicate says of the man's motion.
#[derive(Clone, Debug)]
pub enum SaidMotion {
    Motions(Vec<Stretch>),
    /// "as usual".
    AsUsual,
    /// Movement is left as it is; some of it is forbidden or no longer so.
    Bans(Vec<Ban>),
}

/// One predicate with its subject.
#[derive(Clone, Debug)]
pub struct Said {
    pub who: Class,
    pub verb: Verb,
    pub aspect: Use,
    pub motion: SaidMotion,
    /// They "may not be captured": the men are those to whom it is done.
    pub passive: bool,
    pub when: When,
    /// Which edges are joined for it.
    pub round: Seams,
    /// Where such a move may end.
    pub to: Option<Squares>,
    /// What such a move costs.
    pub cost: Option<Cost>,
    /// How often each of these men may do it in a game.
    pub often: Option<u8>,
    /// What was taken for granted on the way.
    pub notes: Vec<String>,
    pub span: Span,
}

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    c.attempt(|c| {
        c.take("now")?;
        c.comma().then_some(())
    });
    let of_player = ["each player", "player", "you"].iter().any(|word| c.sees(0, word) || c.sees(1, word));
    if of_player && let Some(said) = c.attempt(handled) {
        return Some(Statement::Moves(vec![said]));
    }
    if let Some(joined) = c.attempt(round::sentence) {
        return Some(joined);
    }
    let often = c.attempt(|c| {
        let often = counters::often(c)?;
        c.comma();
        Some(often)
    });
    let nobody = c.take("no").is_some();
    let who = terms::class(c)?;
    // "the bishop it can move like a rook"
    if !nobody && c.sees(1, "may") {
        c.it();
    }
    let first = if nobody {
        c.take("may")?;
        forbidden(c, &who)?
    } else {
        predicate(c, &who, Verb::Is)?
    };
    let mut said = joined(c, &who, first);
    for one in said.iter_mut().filter(|one| one.often.is_none()) {
        one.often = often;
    }
    Some(Statement::Moves(said))
}

/// `a player may move his knights like bishops`: his knights may.
fn handled(c: &mut Cursor) -> Option<Said> {
    let from = c.at();
    let owner = match terms::subject(c)? {
        Player::Each | Player::Mover => Owner::Own,
        Player::Colour(army) => Owner::Army(army),
        Player::Opponent | Player::OwnerOf(_) | Player::EnemyOf(_) => return None,
    };
    c.take("may")?;
    c.maybe("also");
    c.take("move")?;
    let who = terms::class(c)?;
    let who = if who.owner == Owner::Anyone { Class { owner, ..who } } else { who };
    let there = c.attempt(led_there);
    let motion = SaidMotion::Motions(match &there {
        Some(_) => motion::anywhere(),
        None => motions(c)?,
    });
    let to = there.flatten();
    let when = motion::conditions(c, onto_empty(to.as_ref()));
    Some(Said {
        who,
        verb: Verb::May,
        aspect: Use::Any,
        motion,
        passive: false,
        when,
        cost: None,
        often: None,
        round: Seams::default(),
        to,
        notes: Vec::new(),
        span: c.span_from(from),
    })
}

/// What is said of men that have been named: `may also move like a queen`.
pub fn said_of(c: &mut Cursor, who: &Class) -> Option<Statement> {
    let first = predicate(c, who, Verb::Is)?;
    Some(Statement::Moves(joined(c, who, first)))
}

fn joined(c: &mut Cursor, who: &Class, first: Said) -> Vec<Said> {
    let mut said = vec![first];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joint = c.take_one_of(&["but", "and", "or"]);
        if joint.is_none() && !comma {
            return None;
        }
        c.maybe("it");
        // "may also move forward and capture like rooks": "may also" goes on; "may not move sideways but capture diagonally" has the contrary
        let inherited = said.last().map_or(Verb::Is, |last| last.verb);
        let next = predicate(c, who, if inherited == Verb::Not && joint == Some("but") { Verb::Is } else { inherited })?;
        if joint == Some("or") && said.last().is_some_and(|last| each_for_the_other(last, &next)) {
            return None;
        }
        Some((joint, next))
    }) {
        let (joint, next) = next;
        // "leaps (1,3) or moves one square": one or the other, as it likes
        match said.last_mut().filter(|last| joint == Some("or") && goes_on(last, &next)).map(|last| &mut last.motion) {
            Some(SaidMotion::Motions(motions)) if let SaidMotion::Motions(more) = &next.motion => motions.extend(more.iter().cloned()),
            _ => said.push(next),
        }
    }
    // "capture like bishops but move like knights": the move is the other half
    let captures: Vec<Verb> =
        said.iter().filter(|one| one.aspect == Use::Capture && !matches!(one.motion, SaidMotion::Bans(_))).map(|one| one.verb).collect();
    for one in said.iter_mut().filter(|one| one.aspect == Use::Any && captures.contains(&one.verb)) {
        one.aspect = Use::Quiet;
    }
    move_apart_from_captures(&mut said);
    said
}

/// "May only move forward or capture": either is enough, where two limits would leave what both allow. A limit of moves and one of captures do not meet.
fn each_for_the_other(one: &Said, other: &Said) -> bool {
    let bans = |said: &Said| match &said.motion {
        SaidMotion::Bans(bans) if said.verb == Verb::Only => Some(bans.iter().all(|ban| matches!(ban.act.how, How::Capture(_)))),
        _ => None,
    };
    bans(one).is_some() && bans(other).is_some() && bans(one) == bans(other)
}

/// Whether two predicates are one but for where they lead.
fn goes_on(one: &Said, other: &Said) -> bool {
    let plain = |said: &Said| said.to.is_none() && said.cost.is_none() && said.often.is_none() && said.round == Seams::default();
    let same = one.verb == other.verb && one.aspect == other.aspect && one.when == other.when;
    same && plain(one) && plain(other) && matches!((&one.motion, &other.motion), (SaidMotion::Motions(_), SaidMotion::Motions(_)))
}

/// "May only capture diagonally and move forward": the limit of the move is none of the captures.
fn move_apart_from_captures(said: &mut [Said]) {
    let limits = |one: &Said| one.verb == Verb::Only && !one.passive;
    let captures = |ban: &Ban| matches!(ban.act.how, How::Capture(_));
    let of_captures = |one: &Said| matches!(&one.motion, SaidMotion::Bans(bans) if bans.iter().all(captures));
    if !said.iter().any(|one| limits(one) && of_captures(one)) {
        return;
    }
    for one in said.iter_mut().filter(|one| limits(one)) {
        match &mut one.motion {
            SaidMotion::Bans(bans) => {
                bans.iter_mut().filter(|ban| ban.act.how == How::Any).for_each(|ban| ban.act.how = How::Quiet);
            }
            _ if one.aspect == Use::Any => one.aspect = Use::Quiet,
            _ => {}
        }
    }
}

/// `Queens may also capture own pieces.`
pub fn own_prey(c: &mut Cursor) -> Option<Statement> {
    let who = terms::class(c)?;
    let may = c.take("may").is_some();
    let before = c.maybe("also");
    c.take("capture")?;
    let victims = terms::men(c)?;
    let after = c.take_one_of(&["too", "also"]).is_some();
    let added = may || before || after;
    (added && victims.owner == Owner::Own).then(|| Statement::Forms(vec![(Form::OwnPrey(OwnPrey { who, victims }), Vec::new())]))
}

/// "Rooks may not be captured by enemy pieces": by pieces of the other side, and not by whoever moves whosever rooks they are.
fn by_enemies(mut ban: Ban) -> Ban {
    if let How::Capture(victims) = &mut ban.act.how
        && victims.owner == Owner::Anyone
        && ban.act.who.owner == Owner::Own
    {
        victims.owner = Owner::Enemy;
        ban.act.who.owner = Owner::Anyone;
    }
    ban
}

/// Bans or what lifts them; the verb is what a bare verb after them takes over.
fn banned(who: &Class, verb: Verb, bans: Vec<Ban>, from: usize, c: &Cursor) -> Said {
    let passive = c.since(from).iter().take(4).any(|lexeme| lexeme.means("is captured"));
    let bans = if passive { bans.into_iter().map(by_enemies).collect() } else { bans };
    let motion = SaidMotion::Bans(bans);
    Said {
        who: who.clone(),
        verb,
        aspect: Use::Any,
        motion,
        passive,
        when: When::default(),
        round: Seams::default(),
        to: None,
        cost: None,
        often: None,
        notes: Vec::new(),
        span: c.span_from(from),
    }
}

/// What stands after "may not".
fn forbidden(c: &mut Cursor, who: &Class) -> Option<Said> {
    let from = c.at();
    let bans = bans::forbidden(c, who)?;
    Some(banned(who, Verb::Not, bans, from, c))
}

/// What lifts bans, and limits said as permissions: `again capture`, `only move forward`, `move at most two squares`.
fn limited(c: &mut Cursor, who: &Class, may: bool, inherited: Verb) -> Option<Said> {
    let from = c.at();
    let again = inherited == Verb::Again && !may;
    if let Some(bans) = c.attempt(|c| (may || again).then(|| bans::lifted(c, who, again)).flatten()) {
        return Some(banned(who, Verb::Again, bans, from, c));
    }
    let only = inherited == Verb::Only && !may;
    if let Some(bans) = c.attempt(|c| bans::only(c, who, only).filter(|_| ended(c))) {
        return Some(banned(who, Verb::Only, bans, from, c));
    }
    let bans = c.attempt(|c| bans::at_most(c, who).filter(|bans| may && ended(c) && reach_farther(c, who, bans)))?;
    Some(banned(who, Verb::May, bans, from, c))
}

/// Whether a predicate is complete here: at the end, or before the next one.
fn ended(c: &Cursor) -> bool {
    let comma = usize::from(c.peek().is_some_and(|lexeme| lexeme.means(",")));
    match c.ahead(comma) {
        None => comma == 0,
        Some(next) => ["and", "or", "but"].iter().any(|joint| next.means(joint)),
    }
}

/// Whether some of these men go farther than these bans let them: else "may move up to ..." is no limit, but a new way of moving.
fn reach_farther(c: &Cursor, who: &Class, bans: &[Ban]) -> bool {
    let least = bans.iter().flat_map(|ban| &ban.act.counts).map(|&(min, _)| min).min().unwrap_or(1);
    let that_way = |v: &Vector| bans.iter().all(|ban| ban.act.ways.admit(*v));
    let far = |line: &Line| {
        let ways = line.directions.iter().filter(|v| that_way(v));
        let step = ways.map(|v| v.right.unsigned_abs().max(v.forward.unsigned_abs())).max().unwrap_or(0);
        line.max.saturating_mul(step) >= least
    };
    c.words
        .kinds_of(who)
        .iter()
        .any(|kind| [Use::Quiet, Use::Capture].iter().any(|&aspect| c.words.standard_lines(kind, aspect).iter().any(far)))
}

/// A verb with what goes with it. `inherited` is the modal of the predicate before it, which a bare verb takes over.
fn predicate(c: &mut Cursor, who: &Class, inherited: Verb) -> Option<Said> {
    let from = c.at();
    let said = |verb, aspect, motion, when, c: &Cursor| Said {
        who: who.clone(),
        verb,
        aspect,
        motion,
        passive: false,
        when,
        round: Seams::default(),
        to: None,
        cost: None,
        often: None,
        notes: Vec::new(),
        span: c.span_from(from),
    };
    if c.take("may not").is_some() {
        return forbidden(c, who);
    }
    let may = c.take("may").is_some();
    if inherited == Verb::Not && !may {
        return forbidden(c, who);
    }
    if let Some(found) = c.attempt(|c| limited(c, who, may, inherited)) {
        return Some(found);
    }
    let early = c.attempt(|c| {
        c.comma();
        let often = counters::often(c)?;
        c.comma();
        Some(often)
    });
    // "may pay one charge to move like a queen"
    let paid = c.attempt(|c| {
        c.maybe("loses").then_some(())?;
        let cost = counters::price(c)?;
        c.maybe_one_of(&["to", "and"])?;
        Some(cost)
    });
    let mut verb = match c.take_one_of(&["also", "only", "now"]) {
        Some("also") => Verb::Also,
        Some("only") => Verb::Only,
        Some(_) if !may => Verb::Is,
        _ if may => Verb::May,
        _ => inherited,
    };
    let leads = c.peek().is_some_and(|lexeme| {
        [
            "leap",
            "ride",
            "bouncing",
            "turning once",
            "turning twice",
            "jumping over and capturing",
            "jumping over pieces",
            "jumping over own pieces",
            "jumping over",
            "hopping over exactly one piece",
        ]
        .iter()
        .any(|&p| lexeme.means(p))
    });
    let aspect = if leads { Use::Any } else { aspect(c)? };
    match c.take_one_of(&["also", "only", "now"]) {
        Some("also") => verb = Verb::Also,
        Some("only") => verb = Verb::Only,
        Some(_) => verb = Verb::Is,
        None => {}
    }
    if c.attempt(|c| c.take("as usual")).is_some() {
        return Some(said(verb, aspect, SaidMotion::AsUsual, When::default(), c));
    }
    let jumps = if aspect == Use::Capture { c.attempt(motion::jumps) } else { None };
    let there = if may && jumps.is_none() && matches!(verb, Verb::May | Verb::Also) { c.attempt(led_there) } else { None };
    let found = match jumps {
        Some(jumps) => jumps,
        None if there.is_some() => motion::anywhere(),
        None if c.sees(0, "wrapping round") => motion::as_they_do(c, who),
        None => motions(c)?,
    };
    let round = c.attempt(round::wrapping).unwrap_or_default();
    let empty = there.as_ref().map(|to| onto_empty(to.as_ref())).unwrap_or_default();
    let mut to = there.flatten().or_else(|| c.attempt(ends));
    let often = early.or_else(|| {
        c.attempt(|c| {
            c.comma();
            c.maybe("but");
            counters::often(c)
        })
    });
    match c.attempt(|c| {
        c.comma();
        c.take_one_of(&["instead", "too", "also", "only", "now"])
    }) {
        Some("instead") if may => {
            let problem = Diagnostic::new("L006", c.span_from(from), "it is not clear whether they may still move as before".to_string());
            return c.refuse(problem.hint("say {Men} may also move like {others}, or without \"may\": {Men} move like {others}"));
        }
        Some("instead" | "now" | "only") => verb = Verb::Is,
        Some(_) => verb = Verb::Also,
        None => {}
    }
    let mut when = motion::conditions(c, empty);
    if to.is_none() {
        to = c.attempt(ends);
        when = motion::conditions(c, when);
    }
    let cost = paid.or_else(|| {
        c.attempt(|c| {
            c.comma();
            c.maybe_one_of(&["paying", "for"])?;
            counters::price(c)
        })
    });
    // who may is free not to
    if may {
        c.attempt(|c| {
            c.comma();
            c.take("if he likes")
        });
    }
    Some(Said { round, to, cost, often, ..said(verb, aspect, SaidMotion::Motions(found), when, c) })
}

/// `to any corner`, `anywhere on the first rank`, `anywhere`: where they may go from wherever they stand.
fn led_there(c: &mut Cursor) -> Option<Option<Squares>> {
    if !c.maybe("anywhere") {
        return ["to", "onto"].iter().any(|word| c.sees(0, word)).then(|| ends(c)).flatten().map(Some);
    }
    Some(c.attempt(|c| {
        c.maybe("else");
        c.maybe_one_of(&["on", "in", "within", "to"])?;
        c.about(Ref::Itself, terms::squares)
    }))
}

/// Whoever only goes to empty squares captures nobody.
fn onto_empty(to: Option<&Squares>) -> When {
    let empty = match to {
        Some(Squares::Both(parts)) => parts.contains(&Squares::Empty),
        to => to == Some(&Squares::Empty),
    };
    When { purpose: empty.then_some(Use::Quiet), ..When::default() }
}

/// After a motion: `, but only to light squares`, `to squares next to their king`.
fn ends(c: &mut Cursor) -> Option<Squares> {
    c.comma();
    c.maybe("but");
    c.maybe("only");
    c.maybe_one_of(&["to", "onto"])?;
    let except = c.take("except").is_some();
    let mut there = c.about(Ref::Itself, terms::squares)?;
    // before it moves, it stands where it comes from
    walk::points_of(&mut there, &mut |point| {
        if *point == Point::From {
            *point = Point::Of(Ref::Itself);
        }
    });
    Some(if except { acts::outside(there) } else { there })
}

fn aspect(c: &mut Cursor) -> Option<Use> {
    match c.take_one_of(&["move", "capture", "move and capture"])? {
        "capture" => Some(Use::Capture),
        _ => Some(Use::Any),
    }
}
