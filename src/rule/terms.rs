//! What a sentence can name: men, players, squares, numbers, and what may hold of them.
//!
//! "Own", "enemy", "forward" and ranks "from its own side" are seen from one army, the *viewpoint*: inside a relative clause that of the
//! man it is about, else that of whoever moves or is on move.

use super::walk::{self, Part};
use crate::board::Vector;

/// A man that the sentence has already spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ref {
    /// The man that a relative clause is about: `a pawn that has not moved`.
    Itself,
    /// Inside a relative clause within a relative clause, the man that the outer one is about: `pieces attacked by an enemy piece of the
    /// same kind`.
    Outer,
    /// The man that acts: it moves, captures, arrives.
    Actor,
    /// The man to whom it is done: the captured one.
    Victim,
    /// The man that a deed of the same sentence has chosen or made: `that rook`.
    Chosen,
    /// Of two that deeds of the same sentence have chosen one after the other, the first.
    Former,
}

/// A player, as a sentence names him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Who makes the move, or whose phase it is.
    Mover,
    /// Whoever is hostile to the mover.
    Opponent,
    /// The owner of an army: `white`.
    Colour(String),
    OwnerOf(Ref),
    /// Whoever is hostile to its owner.
    EnemyOf(Ref),
    /// Each player in turn.
    Each,
}

/// The men a clause speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub kinds: Kinds,
    pub owner: Owner,
    /// What else holds of each of them ([`Ref::Itself`]): `that stands on the e-file`.
    pub such: Option<Box<Condition>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kinds {
    Every,
    /// Singular names, in the order written.
    Only(Vec<String>),
    Except(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    Anyone,
    /// An army's colour: `white knights`.
    Army(String),
    /// Of the viewpoint's side.
    Own,
    /// Of a side hostile to the viewpoint's.
    Enemy,
    /// Of the side that moves, inside a relative clause, where "own" is seen from the man it is about: `an enemy pawn attacked by a rook of
    /// the mover`.
    Mover,
}

/// One square. It may be none (a man off the board has no square); then nothing holds of it and nothing goes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point {
    /// `e4`, on the board of the event.
    Named(String),
    /// Where a man stands.
    Of(Ref),
    /// The home square of a man.
    Home(Ref),
    /// The square of the array for men of its kind, as Circe chess chooses it: if there are several, the one of the shade of the square it
    /// stands or was captured on; if there are several of these, the one on its file. A kind that is not in the array has the man's own home.
    HomeOfKind(Ref),
    /// Where the move began.
    From,
    /// Where the move ended or captured.
    To,
    /// So many squares from another, as the owner of the man there sees them, else in the viewpoint's frame: `the square in front of it`. As squares it is written [`Squares::Beside`].
    Beyond(Box<Point>, Vector),
    /// The same square of the board turned by half a circle.
    Opposite(Box<Point>),
    /// The same square of the other board of its universe.
    Across(Box<Point>),
    /// As far from another, and the same way, as the move leads: of the board's own directions.
    Along(Box<Point>),
    /// Where a man stood before its last move; none for one that has not moved.
    Before(Ref),
}

/// As whom `in front of`, `behind` and `to the left of` are seen: as the owner of the man that it is said of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// No man is spoken of.
    Viewpoint,
    Mover,
    Man(Ref),
    /// Each of these men has an owner of its own.
    Theirs,
}

impl Point {
    /// As whom squares beyond it are seen.
    pub fn facing(&self) -> Facing {
        match self {
            Point::Of(man) => Facing::Man(*man),
            _ => Facing::Viewpoint,
        }
    }
}

/// A set of squares of the board that the event or the man is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Squares {
    Every,
    /// Named ones, in the order written.
    These(Vec<String>),
    /// A rank: by its name on the board, or counted from the viewpoint's own side.
    Rank {
        number: Number,
        own: bool,
    },
    /// The rank farthest from the viewpoint's own side.
    LastRank,
    /// Files by name: `a`, `h`.
    Files(Vec<String>),
    /// The file of that number, `a` = 1: `the file of the square it goes to`.
    File(Number),
    Light,
    Dark,
    Edge,
    Corner,
    /// The one to four squares in the middle.
    Centre,
    /// The half of the board nearer to the viewpoint's own side, or the other one.
    Half {
        own: bool,
    },
    /// The same as a player counts them from his side, whoever else is looking: `white's second rank`.
    Seen {
        by: Player,
        squares: Box<Squares>,
    },
    /// A region marked by a rule: `the hot zone`.
    Region(String),
    /// The square that a player has named in secret ([`super::Form::Secret`]).
    Secret(Player),
    At(Point),
    /// Within so many king's moves of any of these, that one left out: `next to it`, `next to an enemy king` (one of [`Squares::Under`]).
    Near {
        of: Box<Squares>,
        reach: u8,
    },
    /// At these displacements from any of these, as [`Squares::facing`] says: `diagonally in front of it`. Sorted, at least one.
    Beside {
        of: Box<Squares>,
        steps: Vec<Vector>,
    },
    /// On a line with any of these, that one left out: `on the same file as it`.
    InLine {
        of: Box<Squares>,
        lines: Vec<Alike>,
    },
    /// Of the first those with the fewest king's moves to any of the second, the squares of men spoken of being left out: `the nearest empty
    /// square to it`.
    Nearest {
        of: Box<Squares>,
        to: Box<Squares>,
    },
    /// On a line, of these, with one of the first on the one side and one of the second on the other, whatever else stands on it: `between two
    /// enemy rooks`.
    Between {
        one: Box<Squares>,
        other: Box<Squares>,
        lines: Vec<Alike>,
    },
    /// Beyond where a man stands, on the line of its last move, in steps like that one's.
    Onward(Ref),
    /// From where such men, as they were then, went in the phase just before this one.
    Left(Box<Class>),
    /// Where a man's moves, as far as they are remembered, have begun and ended.
    Trodden(Ref),
    /// Where the newest capture of the last 24 turns was made on that board; none where there was none.
    LastCapture,
    /// Where such men stand.
    Under(Box<Class>),
    Empty,
    /// What is no square of the board at the time: holes, walls.
    Holes,
    /// Where such men could capture, were there something to capture; bans ignored.
    AttackedBy(Box<Class>),
    Not(Box<Squares>),
    /// In all of them; at least two.
    Both(Vec<Squares>),
    /// In any of them; at least two.
    Either(Vec<Squares>),
}

impl Squares {
    /// Where the nearest of such men stand that stand there.
    pub fn nearest_men(who: &Class, there: Squares, to: Squares) -> Squares {
        let under = Squares::Under(Box::new(who.clone()));
        let of = match there {
            Squares::Every => under,
            Squares::Both(parts) => Squares::Both([vec![under], parts].concat()),
            there => Squares::Both(vec![under, there]),
        };
        Squares::Nearest { of: Box::new(of), to: Box::new(to) }
    }

    /// Of the nearest of such men, where else they stand, and to what they are nearest.
    pub fn nearest_of(&self, who: &Class) -> Option<(Squares, &Squares)> {
        let Squares::Nearest { of, to } = self else { return None };
        let is_theirs = |squares: &Squares| matches!(squares, Squares::Under(class) if **class == *who);
        let there = match &**of {
            all if is_theirs(all) => Squares::Every,
            Squares::Both(parts) => match parts.as_slice() {
                [first, there] if is_theirs(first) && !matches!(there, Squares::Both(_)) => there.clone(),
                [first, rest @ ..] if is_theirs(first) => Squares::Both(rest.to_vec()),
                _ => return None,
            },
            _ => return None,
        };
        Some((there, to))
    }

    /// As whom squares beside these are seen.
    pub fn facing(&self) -> Facing {
        match self {
            Squares::At(point) => point.facing(),
            Squares::Under(class) => match class.owner {
                Owner::Own => Facing::Viewpoint,
                Owner::Mover => Facing::Mover,
                Owner::Anyone | Owner::Enemy | Owner::Army(_) => Facing::Theirs,
            },
            _ => Facing::Viewpoint,
        }
    }

    /// The same squares beside another point, where they are beside the man that acts.
    pub fn seen_from(&mut self, point: Point) {
        match self {
            Squares::Near { of, .. } | Squares::Beside { of, .. } if **of == Squares::At(Point::Of(Ref::Actor)) => {
                **of = Squares::At(point);
            }
            Squares::At(Point::Across(of)) if **of == Point::Of(Ref::Actor) => **of = point,
            Squares::Both(parts) => parts.iter_mut().for_each(|part| part.seen_from(point.clone())),
            _ => {}
        }
    }

    /// Whether they are holes, whatever else is said of them.
    pub fn are_holes(&self) -> bool {
        match self {
            Squares::Holes => true,
            Squares::Both(parts) => parts.iter().any(Squares::are_holes),
            _ => false,
        }
    }

    /// Whether they are counted from the viewpoint's side.
    pub fn are_sided(&self) -> bool {
        match self {
            Squares::Rank { own, .. } => *own,
            Squares::LastRank | Squares::Half { .. } => true,
            Squares::Either(parts) => parts.iter().all(Squares::are_sided),
            _ => false,
        }
    }

    /// The same as that player counts them.
    #[must_use]
    pub fn seen_by(self, player: &Player) -> Squares {
        match self {
            Squares::Either(parts) => Squares::Either(parts.into_iter().map(|part| part.seen_by(player)).collect()),
            squares => Squares::Seen { by: player.clone(), squares: Box::new(squares) },
        }
    }

    /// Whether they are always the same ones, seen from one side.
    pub fn stay(&self) -> bool {
        match self {
            Squares::These(_) | Squares::LastRank | Squares::Files(_) | Squares::Half { .. } => true,
            Squares::Light | Squares::Dark | Squares::Edge | Squares::Corner | Squares::Centre => true,
            Squares::Rank { number, .. } => matches!(number, Number::Is(_)),
            _ => false,
        }
    }

    /// Whether they are these, or made of such.
    pub fn stays_so(&self) -> bool {
        match self {
            Squares::Not(inner) => inner.stays_so(),
            Squares::Both(parts) | Squares::Either(parts) => parts.iter().all(Squares::stays_so),
            squares => squares.stay(),
        }
    }

    /// Of men, not of squares by themselves: then nobody is near to himself.
    pub fn of_men(&self) -> bool {
        match self {
            Squares::Under(_) | Squares::At(Point::Of(_)) => true,
            Squares::Both(parts) | Squares::Either(parts) => parts.iter().any(Squares::of_men),
            _ => false,
        }
    }
}

/// What two squares have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    File,
    Rank,
    Diagonal,
    /// Both are light, or both dark.
    Colour,
    /// They are in one block of two by two squares, counted from a1.
    Block,
    /// Both are below the middle line between the ranks, or both above; a middle rank is on both sides of it.
    Half,
}

impl Alike {
    /// Lines on which pieces may stand between others.
    pub const EVERY: [Alike; 3] = [Alike::File, Alike::Rank, Alike::Diagonal];
}

/// A whole number. Results are kept between -32767 and 32767.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    Is(i32),
    /// The number of the turn, from 1.
    Turn,
    /// How many such men stand there.
    Men {
        who: Box<Class>,
        on: Box<Squares>,
    },
    /// How many squares of the board are among these.
    Squares(Box<Squares>),
    /// How many such men have been captured so far, as they were then.
    Lost(Box<Class>),
    /// A counter of a player.
    Counter {
        name: String,
        of: Player,
    },
    /// A counter that a man bears; whoever bears none has none of it, and compared it is like no number.
    Borne {
        name: String,
        by: Ref,
    },
    /// What a man is worth, in points.
    Value(Ref),
    /// Moves a man has made.
    Moves(Ref),
    /// Turns since a man moved last, of one that has never moved since the game began; what was longer ago than is remembered was as long ago as that reaches.
    Still(Ref),
    /// The number of a square's rank: on the board, or from the viewpoint's own side.
    Rank {
        point: Box<Point>,
        own: bool,
    },
    /// The number of a square's file, `a` = 1.
    File(Box<Point>),
    /// How many such men could capture on the square, were an enemy of theirs there; bans ignored.
    Attackers {
        at: Box<Point>,
        by: Box<Class>,
    },
    /// How often that has happened.
    Times(Box<Past>),
    /// King's moves of an empty board from a square to the nearest of some; where there are none of these it is as far as can be.
    Distance(Box<Point>, Box<Squares>),
    Of(Box<Number>, Operation, Box<Number>),
    /// How many whole numbers above 0 divide it; of 0 and less none. A prime number has two, a square number has an odd number of them.
    Divisors(Box<Number>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Plus,
    Minus,
    Times,
    /// Rounded down; by a constant above 0.
    DividedBy,
    /// The remainder, never negative; by a constant above 0.
    Modulo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// What may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Not(Box<Condition>),
    /// At least two.
    All(Vec<Condition>),
    /// At least two.
    Any(Vec<Condition>),
    Compare(Number, Comparison, Number),
    /// The man is one of these.
    Is(Ref, Class),
    /// The square is one of these.
    On(Point, Squares),
    /// Such a man stands there (at least one).
    There(Class, Squares),
    /// A man of this class could capture on the square, were an enemy of its own there; bans ignored.
    Attacked(Point, Class),
    /// The man could capture such a man that stands on its board; bans ignored.
    Attacks(Ref, Class),
    /// The first man could capture the second, an enemy of its, where it stands; bans ignored.
    Hits(Ref, Ref),
    /// The first man protects the second, of its own side and not itself: it could capture there, were an enemy there; bans ignored.
    Guards(Ref, Ref),
    /// The man keeps one of some from capturing one of others where it stands, and would not were it off the board; bans ignored.
    Shields {
        who: Ref,
        whom: Class,
        from: Class,
    },
    /// A real or only king of the player is attacked; bans ignored.
    Check(Player),
    /// It is the player's phase.
    OnMove(Player),
    Belongs(Ref, Player),
    SameKind(Ref, Ref),
    /// Both are one man: `the same piece`.
    SameMan(Ref, Ref),
    /// Something has happened before.
    Happened(Past),
    /// The player has no legal move; who is not on move is asked by endings of law texts alone.
    Stuck(Player),
    /// Such a move is legal now (endings of law texts); who is not on move has none.
    Can(Box<super::Act>),
    /// The words stood in the mover's orders of this phase.
    Said(String),
    /// What that deed with a time of its own has begun is not over; the number of its clause, and which of the clause's deeds.
    /// Nobody writes it: it is the guard of what a [`Deed::Meanwhile`](super::Deed::Meanwhile) says.
    Underway {
        clause: usize,
        part: usize,
        of: super::Sway,
    },
}

/// Something that may have happened: who did what, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    pub act: Box<super::Act>,
    pub by: Option<Player>,
    /// By this very man: `it has captured a rook`. Then the act is of every man, and of no player.
    pub man: Option<Ref>,
    pub when: When,
}

/// When something happened, in turns back from now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In the last so many turns, this one included; at most [`REMEMBERED_TURNS`](crate::board::REMEMBERED_TURNS).
    Within(u8),
    /// So many turns ago, by their numbers.
    Ago(u8),
    /// In the last phase of whoever did it, which was this turn or the turn before.
    LastTurn,
    /// In that phase and in each of those before it, so many in all, turn after turn.
    Running(u8),
    /// In this turn or the so many before it, or there have not been so many: what has not happened lately has lasted for all of them.
    Lately(u8),
    /// In the phase just before this one, whoever played it.
    JustBefore,
    /// The last time that whoever did it did such a thing at all, before this phase, as far as is remembered: a move, a capture, a castling.
    Newest,
    /// Since the rule that asks took force, as far as is remembered; of a law text: at any time.
    Since,
    /// At any time that is remembered.
    Ever,
}

impl Class {
    /// Whether such men on these squares may stand on the other board.
    pub fn may_stand_across(&self, on: &Squares) -> bool {
        let mut found = false;
        let there = Condition::There(self.clone(), on.clone());
        walk::parts_of_condition(&there, &mut |part| found |= matches!(part, Part::Point(Point::Across(_))));
        found
    }

    /// Every man there is.
    pub const EVERY: Class = Class { kinds: Kinds::Every, owner: Owner::Anyone, such: None };

    /// All men hostile to the viewpoint's side.
    pub fn enemies() -> Class {
        Class { owner: Owner::Enemy, ..Class::EVERY }
    }

    /// Men of one kind, whoever owns them.
    pub fn kind(name: &str) -> Class {
        Class { kinds: Kinds::Only(vec![name.to_string()]), ..Class::EVERY }
    }
}
