//! What rules do: deeds joined by "and", "then" and commas, said of somebody (`the captured piece is removed`) or as a command
//! (`remove the captured piece`).

mod among;
pub mod antecedent;
mod areas;
mod awaiting;
mod becoming;
mod board;
mod chance;
mod counting;
mod dice;
mod drawn;
mod each;
mod each_bound;
mod either;
mod forgotten;
pub mod further;
pub mod going;
pub mod heading;
mod later;
mod lots;
pub mod men;
mod neglected;
mod optional;
mod pair;
mod placing;
mod pushing;
mod splitting;
mod together;
mod two;
mod unpaid;
pub mod whom;
mod worlds;

pub use antecedent::{beside, on_its_way, that_castled};
#[cfg(test)]
pub use board::can_turn;
pub use board::{name, opposite_edges};
pub use chance::asks_for_own_check;
pub use counting::capturing;
#[cfg(test)]
pub use each_bound::are_bounded;
pub use each_bound::within_bounds;
pub use further::{goes_instead, is_an_ordinary_move, the_chosen, the_same};
pub use optional::{ASKED_ONCE, asked_once};
pub use placing::{DROPPED, KEPT};
pub use together::{halves_in_one, trade};

use super::states;
use crate::rule::cursor::{Cursor, Expected, Hanging};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Chooser, Class, Condition, Deed, Kinds, Player, Point, Ref, Squares, Whom};

/// The most deeds of one sentence.
const MAX_DEEDS: usize = 8;

/// Whom a sentence has spoken of before its deeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The class of the man that acts.
    pub actor: Option<Class>,
    /// The class of the captured man.
    pub victim: Option<Class>,
    /// Who chooses where nobody is named.
    pub chooser: Chooser,
    /// Whom "he" means where a deed is done by a player.
    pub doer: Player,
    /// A player is named who does it: then it is he who chooses, whoever's men they are.
    pub named: bool,
    /// To whom it is done where nobody is named: "a knight that lands on e4 becomes a bishop".
    pub implied: Option<Whom>,
    /// What is being done: "on his next turn" is the one after it.
    pub after: After,
}

/// What deeds come after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// A move, or nothing but a time.
    Event,
    /// What a player does instead of a move.
    Action,
}

impl Cast {
    pub const NOBODY: Cast =
        Cast { actor: None, victim: None, chooser: Chooser::Mover, doer: Player::Mover, named: false, implied: None, after: After::Event };
    /// The deeds of an action.
    pub const ACTION: Cast = Cast { after: After::Action, ..Cast::NOBODY };
}

/// "Too", or "instead" where something happens in the place of a capture: only what is said of a capture that "would" be made does.
pub fn in_its_place(c: &mut Cursor, cast: &Cast, words: &[&'static str]) -> Option<()> {
    let from = c.at();
    if c.take_one_of(words) != Some("instead") || cast.victim.is_none() || c.since(0).iter().any(|lexeme| lexeme.token.is_word("would")) {
        return Some(());
    }
    let problem = Diagnostic::new("L015", c.span_from(from), "the capture is made all the same: this comes after it".to_string());
    c.refuse(problem.hint("say it of a capture that would be made: When {man} would be captured, it returns home instead."))
}

/// Deeds to the end of the sentence or of the bracket.
pub fn deeds(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    if c.stance.named.is_empty() {
        let named = named(cast);
        return c.meaning(|stance| &mut stance.named, named, |c| in_turn(c, cast));
    }
    in_turn(c, cast)
}

/// The men of whom a sentence has spoken, by the one kind of each.
pub fn named(cast: &Cast) -> Vec<(String, Ref)> {
    let kind = |class: &Option<Class>| match class.as_ref().map(|class| &class.kinds) {
        Some(Kinds::Only(kinds)) if kinds.len() == 1 => kinds.first().cloned(),
        _ => None,
    };
    let cast = [(&cast.actor, Ref::Actor), (&cast.victim, Ref::Victim)];
    cast.into_iter().filter_map(|(class, of)| kind(class).map(|kind| (kind, of))).collect()
}

fn in_turn(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    if let Some(found) = c.attempt(|c| drawn::drawn(c, cast)) {
        return Some(found);
    }
    let mut found = either::one_of(c, cast)?;
    owned_again(c, &found, cast);
    // where what is said behind a comma and "and" begins: "..., and it is removed unless ..." asks of that alone
    let mut apart = None;
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joint = c.take_one_of(&["and", "then", "but", "to"]);
        if !comma && joint.is_none() {
            return None;
        }
        apart = (comma && joint.is_some()).then_some(found.len());
        let later = c.maybe("then") || joint == Some("then");
        // who orders the one thing does it: "..., and if he does, he loses a point"
        if cast.after == After::Action {
            c.maybe("if he does");
        }
        // "and, if the opponent likes, ..."
        if joint.is_some() {
            c.comma();
        }
        // "if white is in check ..., and if black is in check ...": two conditions, each for itself
        if c.stance.hanging == Hanging::Condition && ["when", "unless"].iter().any(|word| c.sees(0, word)) {
            return None;
        }
        if let Some(last) = found.last().cloned()
            && let Some(whole) = c.attempt(|c| later::undone_later(c, &last))
        {
            found.pop();
            return Some(vec![whole]);
        }
        if let Some(late) = c.attempt(|c| neglected::otherwise(c, cast, &found)) {
            return Some(late);
        }
        if neglected::is_said(c, &found) {
            return None;
        }
        let implied = found.last().and_then(spoken_of).or_else(|| cast.implied.clone());
        let cast = &Cast { implied, ..cast.clone() };
        let unpaid = unpaid::is_said(c);
        if let Some(instead) = antecedent::after_failing(c, &found, |c| c.attempt(|c| optional::if_it_fails(c, cast))) {
            // "each player pays two coins to the opponent; if he cannot, he ...": he could be the one or the other
            if unpaid
                && let [.., pays @ Deed::Count { of: Player::Each, .. }, gains] = found.as_slice()
                && unpaid::is_given(pays, gains)
            {
                return super::terms::not_said_who(c);
            }
            if let Some((many, whole)) = if unpaid { unpaid::or_instead(&found, &instead) } else { None } {
                found.truncate(found.len() - many);
                return Some(vec![whole]);
            }
            return Some(vec![Deed::Failing(instead)]);
        }
        let at_once = c.maybe("at the same time");
        let from = c.at();
        // nobody has moved: "it" is the chosen one
        let chosen = cast.actor.is_none() && matches!(cast.implied, Some(Whom::That(Ref::Chosen)));
        let one_more = |c: &mut Cursor| match chosen {
            true => c.meaning(|stance| &mut stance.it, Ref::Chosen, |c| either::one_of(c, cast)),
            false => either::one_of(c, cast),
        };
        let (before, by) = pair::chosen(&found, cast).unwrap_or_else(|| (c.stance.chosen.clone(), c.stance.chosen_by.clone()));
        let one_more = |c: &mut Cursor| either::after_a_choice(c, &found, one_more);
        let taken = cast.actor.is_some() && found.last().is_some_and(takes_one);
        let one_more = |c: &mut Cursor| c.meaning(|stance| &mut stance.taken, taken, one_more);
        let Some(next) =
            c.attempt(|c| c.meaning(|stance| &mut stance.chosen, before, |c| c.meaning(|stance| &mut stance.chosen_by, by, one_more)))
        else {
            let each = each::also(c, cast, &found)?;
            found.pop();
            return Some(vec![each]);
        };
        if found.last() == Some(&Deed::Illegal) {
            return further::after_illegal(c, from);
        }
        if !later && (at_once || found.last().zip(next.first()).is_some_and(|(one, other)| trade(one, other))) {
            return together::joined(c, &mut found, next, from);
        }
        // "it is removed and they become knights": who they are is seen while it still stands there
        if let Some(first) = two::while_it_stands(&found, &next, c.since(from)) {
            found.splice(first..first, next);
            return Some(Vec::new());
        }
        // "it is removed and its square becomes a hole": which square that is, is seen while it stands there
        if let (Some(Deed::Remove(Whom::That(of))), [Deed::Hole { squares, .. } | Deed::Mark { squares, .. }]) =
            (found.last(), next.as_slice())
            && *squares == Squares::At(Point::Of(*of))
        {
            let last = found.len() - 1;
            found.splice(last..last, next);
            return Some(Vec::new());
        }
        if !later && c.back().is_some_and(|last| last.means("wrapping round")) {
            both_wrapping(c, &mut found, &next);
        }
        // "if A, it is removed, if B, it returns home, otherwise it stays"
        if joint.is_none() && matches!(next.as_slice(), [Deed::If(_, _, otherwise)] if !otherwise.is_empty()) {
            return Some(asked_in_turn(&mut found, next));
        }
        Some(next)
    }) {
        found.extend(next);
        if found.len() > MAX_DEEDS {
            let problem = format!("a sentence does at most {MAX_DEEDS} things");
            return c.refuse(Diagnostic::new("L045", c.span_from(c.at() - 1), problem).hint("say the rest in a second sentence"));
        }
    }
    Some(chance::provided(c, cast, found, apart))
}

/// What "otherwise" stands behind is asked where the conditions before it do not hold.
fn asked_in_turn(found: &mut Vec<Deed>, last: Vec<Deed>) -> Vec<Deed> {
    let mut whole = last;
    while let Some(Deed::If(_, _, otherwise)) = found.last()
        && otherwise.is_empty()
        && let Some(Deed::If(holds, then, _)) = found.pop()
    {
        whole = vec![Deed::If(holds, then, whole)];
    }
    whole
}

/// "Rank 4 shifts left and rank 5 shifts right, wrapping around": both do.
fn both_wrapping(c: &mut Cursor, found: &mut [Deed], next: &[Deed]) {
    let wraps = |deed: &Deed| matches!(deed, Deed::Shift { wrap: true, .. });
    if let ([.., Deed::Shift { wrap: first, .. }], [last]) = (found, next)
        && !*first
        && wraps(last)
    {
        *first = true;
        c.assume("both wrap round");
    }
}

/// `..., it then belongs to you`: whoever puts a man on the board owns it anyway.
fn owned_again(c: &mut Cursor, done: &[Deed], cast: &Cast) {
    let owner = match done.last() {
        Some(Deed::Place { owner, .. } | Deed::Drop { owner, .. }) => owner.clone(),
        _ => return,
    };
    c.attempt(|c| {
        c.comma();
        c.take_one_of(&["and", "then"]);
        c.it().then_some(())?;
        c.maybe("then");
        c.maybe_one_of(&["now", "also"]);
        c.take("belongs to")?;
        let to = if c.maybe("you") { cast.doer.clone() } else { doer(c, cast)? };
        (to == owner).then_some(())
    });
}

/// Whom a deed is about, for one that follows and names nobody.
fn spoken_of(deed: &Deed) -> Option<Whom> {
    match deed.clone().done_to()? {
        that @ Whom::That(_) => Some(that.clone()),
        Whom::Among { chooser: Chooser::All, .. } => None,
        Whom::Among { .. } => Some(Whom::That(Ref::Chosen)),
    }
}

/// Whether a deed is done to one of some men, who is not spoken of as "it" from then on as one who has been chosen is.
fn takes_one(deed: &Deed) -> bool {
    // "he may choose a piece, and that piece ...": it is not the moving one
    if let Deed::May(_, done) = deed {
        return matches!(done.as_slice(), [Deed::Choose(_)]);
    }
    !matches!(deed, Deed::Choose(_)) && matches!(deed.clone().done_to(), Some(Whom::Among { chooser, .. }) if *chooser != Chooser::All)
}

/// One deed, or several in brackets.
pub fn one(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    if let Some(found) = bracket(c, cast) {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| pair::done_to_both(c, cast)) {
        return Some(found);
    }
    if let Some(found) = c
        .attempt(|c| two::chosen_with_another(c, cast))
        .or_else(|| c.attempt(|c| two::said_of_two(c, cast)))
        .or_else(|| c.attempt(|c| two::done_to_two(c, cast)))
        .or_else(|| c.attempt(|c| placing::several(c, cast)))
        .or_else(|| c.attempt(|c| splitting::deeds(c, cast)))
    {
        c.stance_mut().many = 1;
        return Some(found);
    }
    type Read = fn(&mut Cursor, &Cast) -> Option<Deed>;
    let forms: [Read; 34] = [
        drawn::captures_there,
        optional::if_liked,
        either::either,
        either::whether,
        either::chosen,
        optional::for_each_player,
        each::each_man,
        chance::condition,
        chance::chance,
        worlds::deed,
        worlds::sending,
        lots::handed,
        board::deed,
        states::deed,
        counting::of_men,
        counting::deed,
        placing::deed,
        placing::bought,
        further::not_made,
        further::illegal,
        further::deed,
        further::hold,
        men::brought_back,
        men::given_away,
        awaiting::twice,
        men::done_by,
        men::said_of,
        men::implied,
        further::instead,
        further::after_all,
        optional::may,
        optional::each_player,
        optional::such_a_player,
        further::besides,
    ];
    if let Some(found) = c.attempt(|c| later::later(c, cast)) {
        return Some(vec![found]);
    }
    let found = forms.into_iter().find_map(|form| c.attempt(|c| form(c, cast)));
    let found = found.map(|deed| c.attempt(|c| later::timed(c, cast, deed.clone())).unwrap_or(deed));
    if found.is_none()
        && let Some(found) = c.attempt(|c| later::meanwhile(c, cast))
    {
        return Some(found);
    }
    if found.is_none() {
        c.expect(Expected::Thing("what happens (\"the moving piece is removed\", \"white gains one point\")"));
    }
    // what is done is done at once
    if found.is_some() {
        c.maybe("at once");
    }
    // "a random pawn of each player": one of each
    let each = std::mem::take(&mut c.stance_mut().each);
    let choice = c.stance_mut().choice.take().map(Deed::Choose);
    let many = std::mem::replace(&mut c.stance_mut().many, 1);
    let deeds = done_to_several(c, found?, many)?;
    let all = choice.into_iter().chain(deeds).collect();
    Some(if each { vec![Deed::EachPlayer(all)] } else { all })
}

/// "Two of his pawns that stand side by side": each of them has another one beside it, until something is done to one.
fn stand_in_pairs(deed: &Deed) -> bool {
    let mut deed = deed.clone();
    let Some(Whom::Among { who, .. }) = deed.done_to() else { return false };
    let parts = match who.such.as_deref() {
        Some(Condition::All(parts)) => parts.clone(),
        such => such.into_iter().cloned().collect(),
    };
    let itself = Squares::At(Point::Of(Ref::Itself));
    let beside = |on: &Squares| matches!(on, Squares::Beside { of, .. } | Squares::Near { of, .. } if **of == itself);
    parts.iter().any(|part| matches!(part, Condition::There(other, on) if other.kinds == who.kinds && beside(on)))
}

/// "Two of his pawns": it is done to one of them, and then to another one.
fn done_to_several(c: &mut Cursor, deed: Deed, many: usize) -> Option<Vec<Deed>> {
    if many < 2 {
        return Some(vec![deed]);
    }
    if stand_in_pairs(&deed) {
        let problem = "which two of them belong together cannot be asked when it is done to one after the other".to_string();
        let hint = "choose one and speak of the other from it: choose one of his {men} that have an own {bare} to the right of them, and every own \
                    {bare} to the right of it ...";
        return c.refuse(Diagnostic::new("L030", c.span_from(0), problem).hint(hint));
    }
    if let Deed::Become(_, kinds, _) = &deed
        && let [kind] = kinds.as_slice()
        && let [.., one, noun] = c.since(0)
        && noun.token.is_word(kind)
        && (one.means("a") || one.token.sort == Sort::Number(1))
    {
        let problem = "it is not clear whether each of them becomes one, or all of them together one".to_string();
        let hint = "each of them: turn two of his own {men} into {others}. Together: remove two of his own {men} and place {other} on an \
                    empty square";
        return c.refuse(Diagnostic::new("L006", c.span_from(c.at() - 2), problem).hint(hint));
    }
    if let Deed::Choose(_) = deed {
        let problem = format!("{many} are chosen, and what is said then is said of one of them");
        return c.refuse(
            Diagnostic::new("L045", c.span_from(c.at() - 1), problem).hint("say what happens to them: two of his own {men} are removed"),
        );
    }
    // The second of them is found when the first one is the one that has been chosen.
    let leans = deed.clone().done_to().is_some_and(|whom| whom.leans_on(Ref::Chosen));
    let gone = matches!(deed, Deed::Remove(_) | Deed::Reserve(..) | Deed::Send { .. });
    let mut other = deed.clone();
    let told_apart = match other.done_to() {
        _ if leans => false,
        _ if gone => true,
        Some(Whom::Among { who, .. }) if many == 2 => {
            *who = who.clone().but(Ref::Chosen);
            true
        }
        _ => false,
    };
    if !told_apart || many > MAX_DEEDS {
        let problem = format!("this cannot be done to {many} of them in one sentence");
        return c.refuse(Diagnostic::new("L045", c.span_from(c.at() - 1), problem).hint("say it of one or two of them"));
    }
    Some(std::iter::once(deed).chain(std::iter::repeat_n(other, many - 1)).collect())
}

/// Deeds in brackets.
fn bracket(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    c.attempt(|c| {
        c.maybe("(").then_some(())?;
        let found = match chance::nothing(c) {
            true => Vec::new(),
            false => c.nested(|c| c.hanging(Hanging::Nothing, |c| deeds(c, cast)))?,
        };
        c.take(")")?;
        Some(found)
    })
}

/// Who chooses, said after what there is to choose from.
fn chooser(c: &mut Cursor, cast: &Cast) -> Option<Chooser> {
    c.attempt(|c| {
        c.comma();
        match c.take_one_of(&["chosen by", "chosen at random", "of the mover's choice", "of his choice", "of the opponent's choice"])? {
            "chosen by" => {
                let who = super::terms::player(c)?;
                Some(of_player(who))
            }
            "chosen at random" => Some(Chooser::Chance),
            "of the opponent's choice" => Some(of_player(super::terms::opponent(c))),
            "of his choice" => Some(of_player(cast.doer.clone())),
            _ => Some(Chooser::Mover),
        }
    })
}

fn of_player(who: Player) -> Chooser {
    match who {
        Player::Mover => Chooser::Mover,
        other => Chooser::Player(other),
    }
}

/// A player who does something: `white`, or `he` for whoever did what came before.
pub fn doer(c: &mut Cursor, cast: &Cast) -> Option<Player> {
    // "when he does this, he does that": whoever did the first
    let he = ["it", "you"].iter().any(|word| c.sees(0, word)) && c.peek()?.meant == Some(Player::Mover);
    let found = if he {
        c.skip();
        cast.doer.clone()
    } else {
        super::terms::player(c)?
    };
    c.stance_mut().spoken = Some(found.clone());
    Some(found)
}

/// A number in words or digits, up to a limit; `a` is one.
fn amount(c: &mut Cursor, most: u32) -> Option<u32> {
    if c.maybe("a") {
        return Some(1);
    }
    let number = c.take_number("a number")?;
    if (1..=most).contains(&number) {
        return Some(number);
    }
    let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("{number}: at most {most} can be said here"));
    c.refuse(problem)
}
