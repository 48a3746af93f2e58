//! Acts, looked up: whether a move that the generator proposes is one of those that a clause speaks of.

use crate::board::{ArmyId, CellId, KindId, Man, ManId, Vector};
use crate::movement::Use;
use crate::rule::{Act, Condition, How, Point, Ref, Squares, Ways};

use super::crowd::Crowd;
use super::found::Head;
use super::lookup::Lookup;
use super::scene::Scene;
use super::terms::{Area, armies};
use super::{LawProblem, Sort};

/// An act, its words looked up.
#[derive(Clone)]
pub(super) struct Deal {
    pub who: Crowd,
    pub how: Manner,
    ways: Ways,
    counts: Vec<(u8, u8)>,
    from: Option<Area>,
    to: Option<Area>,
    over: Option<Area>,
    /// Only the man that acts makes such moves.
    own: bool,
    /// Between two parts of the board, for everybody.
    wall: bool,
}

/// What sort of move ([`How`]).
#[derive(Clone)]
pub(super) enum Manner {
    Any,
    Quiet,
    Capture(Crowd),
    Passing(Crowd),
    Check,
    Castle,
    /// Bits by kind.
    Promote(u128),
}

/// A move as it is proposed: the men and squares in it.
#[derive(Clone, Copy)]
pub(super) struct Proposal<'a> {
    pub head: &'a Head,
    pub captured: &'a [ManId],
}

impl Deal {
    pub fn of(act: &Act, lookup: &Lookup<'_>) -> Result<Deal, LawProblem> {
        let how = match &act.how {
            How::Any => Manner::Any,
            How::Quiet => Manner::Quiet,
            How::Capture(victim) => Manner::Capture(Crowd::of(victim, lookup)?),
            How::Passing(victim) => Manner::Passing(Crowd::of(victim, lookup)?),
            How::Check => Manner::Check,
            How::Castle => Manner::Castle,
            How::Promote(into) if into.is_empty() => Manner::Promote(u128::MAX),
            How::Promote(into) => {
                Manner::Promote(into.iter().try_fold(0, |bits, kind| Ok::<u128, LawProblem>(bits | 1 << lookup.kind(kind)?.index()))?)
            }
        };
        let area = |squares: &Option<_>| squares.as_ref().map(|squares| lookup.squares(squares)).transpose();
        let (ways, counts) = (act.ways.clone(), act.counts.clone());
        let own = act.who.such.as_deref().is_some_and(is_the_actor);
        let (who, from, to, over) = (Crowd::of(&act.who, lookup)?, area(&act.from)?, area(&act.to)?, area(&act.over)?);
        Ok(Deal { who, how, ways, counts, from, to, over, own, wall: act.is_of_a_wall() })
    }

    /// Whether giving check is asked, which only the position after the move can tell.
    pub fn asks_for_check(&self) -> bool {
        matches!(self.how, Manner::Check)
    }

    /// Whether men of that kind and army may make such a move. Who gives check need not be who moves.
    pub fn may_be_by(&self, kind: KindId, army: ArmyId) -> bool {
        self.asks_for_check() || self.who.covers(kind, army)
    }

    /// Whether one of its men, of the side of whoever moves, attacks a real king now: it gives check, whichever has moved.
    pub fn gives_check(&self, scene: &Scene<'_>) -> bool {
        let (law, position) = (scene.law, scene.position);
        let hostile = law.hostile(scene.mover);
        if !armies(hostile).take(law.armies()).any(|enemy| law.in_check(position, enemy)) {
            return false;
        }
        let checks = |king: CellId| {
            let there = scene.on_board(position.geometry.cell(king).board);
            let mut own = position.standing(there.board).filter(|(_, man, _)| hostile >> man.army.index() & 1 == 0);
            own.any(|(id, man, _)| self.who.includes(&there, id, man) && law.attacks(&there, id, king))
        };
        self.who.is_everybody() || law.kings(position, !hostile).filter_map(|king| position.man(king).place.cell()).any(checks)
    }

    /// It asks for a move, whatever it does.
    pub fn is_of_any_move(&self) -> bool {
        matches!(self.how, Manner::Any | Manner::Quiet)
    }

    /// Whether such a move may capture.
    pub fn may_capture(&self) -> bool {
        !matches!(self.how, Manner::Quiet | Manner::Castle)
    }

    /// Whether a move of a man of that kind and army may be such a move, as far as its manner tells.
    #[inline]
    pub fn may_suit(&self, head: &Head, captures: bool) -> bool {
        match self.how {
            Manner::Any | Manner::Check => true,
            Manner::Quiet => !captures,
            Manner::Capture(_) => captures,
            Manner::Passing(_) => head.sort == Sort::InPassing,
            Manner::Castle => matches!(head.sort, Sort::Castling { .. }),
            Manner::Promote(_) => head.choice.is_some(),
        }
    }

    /// Whether all moves of men of these kinds and armies are such moves.
    pub fn is_sweeping(&self) -> bool {
        let anyhow = matches!(self.how, Manner::Any) && self.ways == Ways::Every && self.counts.is_empty();
        anyhow && self.from.is_none() && self.to.is_none() && self.over.is_none() && self.who.such().is_none()
    }

    /// Whether only moves that promote are such moves.
    pub fn asks_for_promotion(&self) -> bool {
        matches!(self.how, Manner::Promote(_))
    }

    /// Whether a man is one of those that make such moves.
    pub fn is_of(&self, scene: &Scene<'_>, id: ManId, man: &Man) -> bool {
        self.who.could_cover(man.kind, man.army) && self.who.includes(scene, id, man)
    }

    /// Whether a proposed move is such a move, in the position before it; of check nothing is asked here.
    pub fn suits(&self, scene: &Scene<'_>, proposal: Proposal<'_>) -> bool {
        let head = proposal.head;
        let man = scene.position.man(head.man);
        (self.asks_for_check() || self.who.could_cover(man.kind, man.army))
            && self.suits_manner(scene, proposal)
            && (self.ways == Ways::Every && self.counts.is_empty() || head.sort.is_of_men() && self.suits_way(scene, head))
            && self.from.as_ref().is_none_or(|from| from(scene, head.from))
            // Where a man goes it is no neighbour of its own; in what is said of that square it is the man itself, where nobody else is.
            && self.to.as_ref().is_none_or(|to| to(&scene.lifting(head.man).or_itself(head.man), head.to))
            && self.over.as_ref().is_none_or(|over| leads_over(scene, head, over))
            && (self.asks_for_check() || self.who.includes(scene, head.man, man))
    }

    fn suits_manner(&self, scene: &Scene<'_>, Proposal { head, captured }: Proposal<'_>) -> bool {
        match &self.how {
            Manner::Any | Manner::Check => true,
            Manner::Quiet => captured.is_empty(),
            Manner::Passing(_) if head.sort != Sort::InPassing => false,
            // The man at the end of the way; those that a clause removes besides are not what it captures.
            Manner::Capture(victims) | Manner::Passing(victims) => {
                captured.first().and_then(|&victim| known(scene, victim)).is_some_and(|(id, man)| victims.includes(scene, id, man))
            }
            Manner::Castle => matches!(head.sort, Sort::Castling { .. }),
            Manner::Promote(into) => head.choice.is_some_and(|kind| into >> kind.index() & 1 == 1),
        }
    }

    fn suits_way(&self, scene: &Scene<'_>, head: &Head) -> bool {
        let walk = Walk::of(scene, head);
        self.ways.admit(walk.toward()) && are_counted(&self.counts, walk.squares())
    }

    /// Whether a wall stands between two cells of a board, as it does for who goes round another in castling.
    pub fn parts(&self, scene: &Scene<'_>, from: CellId, to: CellId) -> bool {
        let is_in = |area: &Option<Area>, cell| area.as_ref().is_some_and(|area| area(scene, cell));
        let (start, end) = (scene.position.geometry.cell(from), scene.position.geometry.cell(to));
        let way = Vector::toward((end.file - start.file, end.rank - start.rank));
        self.wall && is_in(&self.from, from) && is_in(&self.to, to) && self.ways.admit(way)
    }

    /// Whether only the man that acts makes such moves.
    pub fn is_of_the_actor(&self) -> bool {
        self.own
    }

    /// What moves an act may touch, for conflicts.
    pub fn purpose_of(act: &Act) -> Use {
        match act.how {
            How::Quiet | How::Castle => Use::Quiet,
            How::Capture(_) | How::Passing(_) => Use::Capture,
            How::Any | How::Check | How::Promote(_) => Use::Any,
        }
    }
}

impl Sort {
    /// A man goes its own way, other than in castling.
    pub(super) fn is_walk(self) -> bool {
        !matches!(self, Sort::Castling { .. } | Sort::Action(_))
    }

    /// A man moves, and nothing is done instead.
    pub(super) fn is_of_men(self) -> bool {
        !matches!(self, Sort::Action(_))
    }
}

/// Whether a condition holds of the acting man alone.
fn is_the_actor(such: &Condition) -> bool {
    match such {
        Condition::SameMan(Ref::Itself, Ref::Actor) | Condition::SameMan(Ref::Actor, Ref::Itself) => true,
        Condition::On(Point::Of(Ref::Itself), Squares::At(Point::Of(Ref::Actor))) => true,
        Condition::All(parts) => parts.iter().any(is_the_actor),
        _ => false,
    }
}

/// How far a man walks in a proposed move, which may lead across joined edges, as the mover sees it.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    pub right: i32,
    pub forward: i32,
}

impl Walk {
    pub fn of(scene: &Scene<'_>, head: &Head) -> Walk {
        let board = scene.position.geometry.cell(head.from).board;
        let frame = scene.on_board(board).frame(scene.mover);
        let steps = scene.law.field(board).tables.tracks.steps(head.path.start).take(head.path.length() as usize);
        steps.map(|step| frame.turn(step)).fold(Walk { right: 0, forward: 0 }, |walk, step| Walk {
            right: walk.right + i32::from(step.right),
            forward: walk.forward + i32::from(step.forward),
        })
    }

    /// Its direction, however long it is.
    fn toward(self) -> Vector {
        let short = |part: i32| part.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Vector::toward((short(self.right), short(self.forward)))
    }

    fn squares(self) -> u32 {
        self.right.unsigned_abs().max(self.forward.unsigned_abs())
    }
}

/// Whether a number of squares is among those asked for, where any are.
pub(super) fn are_counted(counts: &[(u8, u8)], squares: u32) -> bool {
    let squares = u8::try_from(squares).unwrap_or(u8::MAX);
    counts.is_empty() || counts.iter().any(|&(least, most)| (least..=most).contains(&squares))
}

/// Whether a proposed move leads over one of these squares, on its way or where one step leaps.
fn leads_over(scene: &Scene<'_>, head: &Head, over: &Area) -> bool {
    let geometry = &scene.position.geometry;
    if !head.sort.is_walk() {
        return geometry.between(head.from, head.to).any(|cell| over(scene, cell));
    }
    let field = scene.law.field(geometry.cell(head.from).board);
    let tracks = &field.tables.tracks;
    let mut from = head.from;
    tracks.walk(head.path.start, head.path.end).iter().zip(tracks.steps(head.path.start)).any(|(&slot, leap)| {
        let to = field.cells[usize::from(slot)];
        let (here, there) = (geometry.cell(from), geometry.cell(to));
        let flat = (there.file - here.file, there.rank - here.rank) == (leap.right.into(), leap.forward.into());
        let leapt = flat && geometry.between(from, to).any(|cell| over(scene, cell));
        from = to;
        leapt || to != head.to && over(scene, to)
    })
}

/// The scene of a proposed move: who acts, on whom, from where to where.
pub(super) fn staged<'a>(scene: Scene<'a>, proposal: Proposal<'_>) -> Scene<'a> {
    let head = proposal.head;
    let victim = proposal.captured.first().and_then(|&victim| known(&scene, victim)).map(|(id, _)| id);
    scene.with(Ref::Actor, Some(head.man)).with(Ref::Victim, victim).along(head.from, head.to)
}

/// A captured man, if it stood there before the move: a further move may have captured one that was made in it.
fn known<'a>(scene: &Scene<'a>, id: ManId) -> Option<(ManId, &'a Man)> {
    (id < scene.position.next_man()).then(|| (id, scene.position.man(id)))
}
