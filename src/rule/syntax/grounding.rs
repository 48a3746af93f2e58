//! Whether deeds speak only of those whom their event has brought into play.

use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lasting::the_man;
use crate::rule::walk::{self, Part};
use crate::rule::words::Lexeme;
use crate::rule::{Act, Chooser, Clause, Deed, Event, Form, Heading, How, Point, Ref, Trigger, Whom};

/// Men that the event has not brought into play cannot be spoken of.
pub fn grounded(c: &mut Cursor, event: &Event, deeds: &[Deed]) -> Option<()> {
    let moving = matches!(event, Event::Act(_) | Event::Would(_));
    // what somebody may do once and for all is no deed, but how men move or what players may do
    if matches!(event, Event::Enacted | Event::Repealed) && deeds.iter().any(optional) {
        return None;
    }
    let capturing = matches!(event, Event::Act(act) | Event::Would(act) if matches!(act.how, How::Capture(_)));
    let missing = |who: &Whom| match who {
        Whom::That(Ref::Actor) => !moving,
        Whom::That(Ref::Victim) => !capturing,
        Whom::That(_) => false,
        // "every pawn next to it"
        Whom::Among { on, .. } => !moving && on.mentions(Ref::Actor),
    };
    if !matches!(event, Event::Would(_)) && deeds.iter().any(hands) {
        let problem = "a move passes to another player before it is made".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(0), problem).hint("say: When {man} would move, the opponent moves it."));
    }
    if done_to_the_gone(event, deeds) {
        let problem = "the captured piece is gone from the board by then: nothing becomes of it any more".to_string();
        let hint = "say what becomes of it in the capture: When {man} captures {other}, the captured piece changes sides and stays on its square; or bring it back first: the captured piece goes to its home square, and then it ...";
        return c.refuse(Diagnostic::new("L030", c.span_from(0), problem).hint(hint));
    }
    super::deeds::within_bounds(c, deeds)?;
    if ends_with_a_choice(deeds) {
        let problem = Diagnostic::new("L015", c.span_from(0), "it is not said what becomes of the chosen piece".to_string());
        return c.refuse(problem.hint("say it in the same sentence: ..., the opponent chooses one of his own {men}, and it is removed"));
    }
    if done_to_the_unchosen(deeds) {
        let problem = "it is not clear which piece is the chosen one: nobody has chosen any before".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(0), problem).hint("say who chooses it: one of his own {men} is removed"));
    }
    let nobody = !moving && speaks_of_a_move(deeds);
    if !nobody && !deeds.iter().any(|deed| speaks_of(deed, &missing, moving)) {
        return Some(());
    }
    let word = stands_for_nobody(c);
    let problem = match word {
        Some(word) => format!("it is not clear which piece \"{}\" means: nothing here has moved or been captured", word.token.word),
        None => "it is not clear which piece is meant: nothing here has moved or been captured".to_string(),
    };
    let problem = Diagnostic::new("L004", word.map_or_else(|| c.span_from(0), |word| word.span), problem);
    c.refuse(problem.hint("say it of pieces (\"every {bare} on the fourth rank is removed\"), or name the event: After {man} moves, ..."))
}

/// Whether after a capture something is done to the captured man that is done on the board alone, and nothing brings it back.
pub fn done_to_the_gone(event: &Event, deeds: &[Deed]) -> bool {
    let captured = matches!(event, Event::Act(Act { how: How::Capture(_) | How::Passing(_), .. }));
    captured && !deeds.iter().any(brings_back) && deeds.iter().any(changes_the_gone)
}

/// Whether a deed, or a part of it, puts the captured man somewhere.
fn brings_back(deed: &Deed) -> bool {
    let gone = Whom::That(Ref::Victim);
    deed.any(&|deed| match deed {
        Deed::Go(who, _) | Deed::Return(who) | Deed::Reserve(who, _) | Deed::Send { who, .. } => *who == gone,
        _ => false,
    })
}

/// Whether a deed, or a part of it, is done to the captured man as if it stood on the board.
fn changes_the_gone(deed: &Deed) -> bool {
    let gone = Whom::That(Ref::Victim);
    deed.any(&|deed| match deed {
        Deed::Join(who, _) | Deed::Become(who, ..) | Deed::Climb(who, _) | Deed::Hold(who, _) | Deed::Step(who, ..) => *who == gone,
        Deed::Tally { who, .. } => *who == gone,
        _ => false,
    })
}

/// The one word of the sentence that stands for a man or for where he was; none where there are several.
fn stands_for_nobody<'a>(c: &Cursor<'a>) -> Option<&'a Lexeme> {
    const STANDING_IN: [&str; 3] = ["it", "its", "the square of the capture"];
    let nobody = |lexeme: &&Lexeme| lexeme.meant.is_none() && STANDING_IN.iter().any(|word| lexeme.means(word));
    let mut found = c.since(0).iter().filter(nobody);
    let word = found.next()?;
    found.next().is_none().then_some(word)
}

/// Whether deeds that follow no move speak of who has moved, or from where: "on the same rank" as nobody.
fn speaks_of_a_move(deeds: &[Deed]) -> bool {
    let lasts = |deed: &Deed| matches!(deed, Deed::Meanwhile(..));
    if deeds.iter().any(|deed| lasts(deed) || deed.inner().into_iter().flatten().any(lasts)) {
        return false;
    }
    let form = Form::Trigger(Trigger { event: Event::Turn, deeds: deeds.to_vec(), once: None });
    let clause = Clause::of(form, None);
    let mut found = false;
    walk::parts(&clause, &mut |part| {
        found |= matches!(part, Part::Man(Ref::Actor | Ref::Victim) | Part::Point(Point::From | Point::To));
    });
    found
}

/// Behind "when a king is put in check" nobody means the piece that gives it who does not name it.
pub fn in_check_alone(c: &mut Cursor, deeds: &[Deed]) -> Option<()> {
    let form = Form::Trigger(Trigger { event: Event::Turn, deeds: deeds.to_vec(), once: None });
    let clause = Clause::of(form, None);
    let mut found = false;
    walk::parts(&clause, &mut |part| found |= matches!(part, Part::Man(Ref::Actor)));
    let named = c.since(0).iter().any(|lexeme| lexeme.means("moving piece") || lexeme.means("capturing piece"));
    if found && !named {
        let problem = "it is not clear whether this is the piece in check or the piece that gives check".to_string();
        return c.refuse(
            Diagnostic::new("L004", c.span_from(0), problem)
                .hint("say: When {man} gives check, the moving piece ...; for the one in check name it behind the comma"),
        );
    }
    Some(())
}

/// Whether the last that is done is a choice.
fn ends_with_a_choice(deeds: &[Deed]) -> bool {
    match deeds.last() {
        Some(Deed::Choose(_)) => true,
        Some(Deed::EachPlayer(then) | Deed::May(_, then) | Deed::Later(_, then)) => ends_with_a_choice(then),
        Some(Deed::If(_, then, otherwise)) => ends_with_a_choice(then) || ends_with_a_choice(otherwise),
        _ => false,
    }
}

/// Whether something is done to the chosen piece after deeds in which none is chosen.
fn done_to_the_unchosen(deeds: &[Deed]) -> bool {
    for mut deed in deeds.iter().cloned() {
        match (deed.done_to().cloned(), &deed) {
            (Some(Whom::That(Ref::Chosen)), _) => return true,
            (Some(Whom::Among { on, .. }), _) if on.mentions(Ref::Chosen) => return true,
            (Some(Whom::That(_) | Whom::Among { chooser: Chooser::All, .. }), _) | (None, Deed::Count { .. }) => {}
            _ => return false,
        }
    }
    false
}

/// Whether a deed, or a part of it, hands the move on.
fn hands(deed: &Deed) -> bool {
    match deed {
        Deed::Hand { .. } => true,
        Deed::May(..) | Deed::EachPlayer(_) | Deed::EachMan(..) => false,
        _ => deed.inner().into_iter().flatten().any(hands),
    }
}

fn optional(deed: &Deed) -> bool {
    match deed {
        Deed::May(..) => true,
        // what dice let somebody do is done when they are cast
        Deed::Chance(_) => false,
        _ => deed.inner().into_iter().flatten().any(optional),
    }
}

fn speaks_of(deed: &Deed, missing: &impl Fn(&Whom) -> bool, moving: bool) -> bool {
    match deed {
        // nobody goes on who has not gone
        Deed::Step(_, Heading::Onward, _) if !moving => true,
        Deed::Swap(one, other) => missing(one) || missing(other),
        Deed::Again { .. } | Deed::GoOn => !moving,
        Deed::Meanwhile(_, form) => form.clone().subject().and_then(|who| the_man(who)).is_some_and(|of| missing(&Whom::That(of))),
        _ => match deed.clone().done_to() {
            Some(who) => missing(who),
            None => deed.inner().into_iter().flatten().any(|deed| speaks_of(deed, missing, moving)),
        },
    }
}
