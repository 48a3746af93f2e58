//! Deeds with a time of their own: `two turns later it returns home`, `e4 becomes a hole for three turns`, `for two turns knights may not capture`.

use super::forgotten::{forgets_the_chosen, forgets_the_second, forgets_who_gave_check};
use super::{After, Cast, bracket, deeds, whom};
use crate::rule::cursor::{Cursor, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lasting::{MAX_TURNS, by_their_side, leans_on_the_event, only, says_where, speaks_of_the_event, sway};
use crate::rule::lexer::Sort;
use crate::rule::syntax::motion::PREY_OF_LAST_TURN;
use crate::rule::syntax::{Statement, bans, duties, moves, nouns, triggers};
use crate::rule::words::Lexeme;
use crate::rule::{Act, Ban, Class, Deed, Duty, Form, How, Kinds, Lasting, Motion, Owner, Player, Ref, Sway, Whom, lower};

/// `two turns later, it returns to its home square`: to the end of the deeds, or those in brackets.
pub fn later(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let turns = after(c)?;
    c.comma();
    c.maybe("then");
    let then = match bracket(c, cast) {
        Some(found) => found,
        None => c.nested(|c| deeds(c, cast))?,
    };
    Some(Deed::Later(turns, then))
}

/// `two turns later`, `after two turns`.
fn after(c: &mut Cursor) -> Option<u8> {
    let first = c.attempt(|c| {
        c.peek()?.token.is_word("after").then_some(())?;
        c.take("when")
    });
    let number = turns(c)?;
    if first.is_none() && c.take("later").is_none() {
        // "three turns after that"
        c.peek()?.token.is_word("after").then_some(())?;
        c.take("when")?;
        (c.take_one_of(&["that", "it"]).is_some() || c.peek()?.token.is_word("this")).then_some(())?;
        if c.peek()?.token.is_word("this") {
            c.skip();
        }
    }
    Some(number)
}

/// `in two turns`: then, not for so long.
fn in_turns(c: &mut Cursor) -> Option<u8> {
    (c.peek()?.token.is_word("in") && c.maybe("in")).then_some(())?;
    turns(c)
}

/// `two turns`, within what can be waited for.
fn turns(c: &mut Cursor) -> Option<u8> {
    let from = c.at();
    let number = if c.maybe("a") { 1 } else { c.take_number("a number of turns")? };
    c.take("turn")?;
    if (1..=MAX_TURNS).contains(&number) {
        return Some(number as u8);
    }
    let problem = Diagnostic::new("L007", c.span_from(from), format!("{number} turns: at most {MAX_TURNS} can be waited"));
    c.refuse(problem)
}

/// What is said after a deed of its time: `for three turns`, `two turns later`. What lasts must be something that can be undone.
pub fn timed(c: &mut Cursor, cast: &Cast, deed: Deed) -> Option<Deed> {
    if let Some(turns) = c.attempt(after).or_else(|| c.attempt(in_turns)) {
        return Some(Deed::Later(turns, vec![deed]));
    }
    let undone = matches!(&deed, Deed::Hole { .. } | Deed::Mark { .. } | Deed::Join(..) | Deed::JoinEdges { .. } | Deed::Become(..))
        || matches!(&deed, Deed::Tally { name, .. } if c.words.states.contains(name));
    undone.then_some(())?;
    c.comma();
    // what is done stays done anyway
    match lasting(c, cast)? {
        Lasting::Ever => Some(deed),
        time => Some(Deed::For(time, Box::new(deed))),
    }
}

/// After a deed: `three turns later it is open again`, which is what it lasts.
pub fn undone_later(c: &mut Cursor, before: &Deed) -> Option<Deed> {
    let turns = after(c)?;
    c.comma();
    let about = c.it() || c.take_one_of(&["the", "that", "every"]).is_some() && c.take_one_of(&["hole", "square"]).is_some();
    about.then_some(())?;
    let back = match before {
        Deed::Hole { open: false, .. } => {
            c.take("is open again").is_some()
                || c.take("becomes").is_some() && {
                    c.maybe("a");
                    c.take("square").is_some() && c.take("again").is_some()
                }
        }
        Deed::Mark { on: true, .. } => c.take("is no longer marked as").is_some() && super::board::name(c).is_some(),
        _ => false,
    };
    back.then(|| Deed::For(Lasting::Turns(turns), Box::new(before.clone())))
}

/// `for the next two turns knights may not capture`, `it may also move like a queen on its next move`.
pub fn meanwhile(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    // "on its owner's next two turns he must ...": he whose piece was captured
    let theirs = Cast { doer: Player::Opponent, ..cast.clone() };
    let cast = if of_the_losers_turns(c) { &theirs } else { cast };
    let time = c.attempt(|c| lasting(c, cast));
    c.comma();
    let bracketed = time.is_some() && c.maybe("(");
    let (from, assumed) = (c.at(), c.stance.assumed.len());
    let mut forms = c.nested(|c| held(c, cast))?;
    if bracketed {
        c.take(")")?;
    }
    let time = match time {
        Some(time) => time,
        None => {
            c.comma();
            // what the opponents may not or must do lasts by their turns
            let theirs =
                forms.iter().all(|form| matches!(sway(form), Sway::Rival | Sway::Player(Player::Opponent) | Sway::Man(Ref::Victim)));
            let cast = if theirs { &Cast { doer: Player::Opponent, ..cast.clone() } } else { cast };
            let time = lasting(c, cast)?;
            if forms.iter().all(|form| matches!(form, Form::Duty(_))) {
                c.attempt(|c| {
                    c.comma();
                    c.take("if able")
                });
            }
            time
        }
    };
    // the turn after a capture it was "last turn"; later it was not
    let of_last_turn = c.stance.assumed[assumed.min(c.stance.assumed.len())..].iter().any(|note| note == PREY_OF_LAST_TURN);
    if of_last_turn && matches!(time, Lasting::Turns(2..)) {
        c.stance_mut().assumed.truncate(assumed);
        if !forms.iter_mut().all(|form| like_the_victim(form, cast)) {
            let problem = "what was captured nobody remembers after the next turn".to_string();
            return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(
                "name the kind (When {man} captures {other}, it may also move like {other} for two turns.), or say \"on its next move\"",
            ));
        }
    }
    Some(forms.into_iter().map(|form| Deed::Meanwhile(time, Box::new(form))).collect())
}

/// `on its owner's next two turns`, of whom has been captured.
fn of_the_losers_turns(c: &Cursor) -> bool {
    let mut rest = c.fork();
    let time = rest.maybe_one_of(&["on", "in", "during", "for"]).is_some();
    let who = if time { crate::rule::syntax::terms::player(&mut rest) } else { None };
    who == Some(Player::OwnerOf(Ref::Victim)) && c.words.armies.len() <= 2
}

/// What men may do, may not do or must do: of the man that was spoken of, or of any.
fn held(c: &mut Cursor, cast: &Cast) -> Option<Vec<Form>> {
    // nobody remembers later whose the captured piece was: its side is that of the opponent
    let of_victim = match &c.stance.told {
        Told::OfMan(Ref::Victim) => true,
        Told::Of(player) => *player == Player::OwnerOf(Ref::Victim),
        _ => false,
    };
    if !of_victim {
        return c.beside(None, |c| lasting_forms(c, cast));
    }
    let of_opponent = |c: &mut Cursor| c.telling(Told::Of(Player::Opponent), |c| c.beside(None, |c| lasting_forms(c, cast)));
    // where a player has lost it, "the opponent" is he who moves
    let opponent = match &c.stance.told {
        Told::Of(_) => Some(Player::Mover),
        _ => c.stance.opponent.clone(),
    };
    let of_opponent = |c: &mut Cursor| c.meaning(|stance| &mut stance.opponent, opponent, of_opponent);
    let of_opponent = |c: &mut Cursor| c.meaning(|stance| &mut stance.doer, Some(Player::Opponent), of_opponent);
    c.meaning(|stance| &mut stance.spoken, Some(Player::Opponent), of_opponent)
}

fn lasting_forms(c: &mut Cursor, cast: &Cast) -> Option<Vec<Form>> {
    forgets_the_chosen(c, cast)?;
    forgets_the_second(c, cast)?;
    forgets_who_gave_check(c, cast)?;
    let from = c.at();
    // in brackets it is said as it is printed: there "the moving piece" is who moves then
    let bracketed = c.back().is_some_and(|before| before.token.is_mark("("));
    let said = c
        .attempt(|c| {
            // who has been captured does nothing any more
            let it = cast.actor.is_some() && c.it();
            let man = if it { Ref::Actor } else { whom::spoken_of(c, cast)? };
            [duties::said_of, moves::said_of].into_iter().find_map(|form| c.attempt(|c| form(c, &only(man))))
        })
        .or_else(|| c.attempt(|c| of_that_man(c, cast)))
        .or_else(|| c.attempt(|c| of_the_loser(c)))
        .or_else(|| c.attempt(|c| of_him(c, cast)))
        .or_else(|| {
            // "a knight that captures a bishop may move like a bishop for three turns"
            let implied = cast.implied == Some(Whom::That(Ref::Actor)) && ["may", "may not", "must"].iter().any(|verb| c.sees(0, verb));
            implied.then_some(())?;
            [duties::said_of, moves::said_of].into_iter().find_map(|form| c.attempt(|c| form(c, &only(Ref::Actor))))
        })
        .or_else(|| {
            [triggers::following, bans::of_players, duties::of_opponents, duties::held, moves::sentence]
                .into_iter()
                .find_map(|form| c.attempt(form))
        })?;
    let mut forms: Vec<Form> = match said {
        Statement::Moves(said) => lower::movements(&said, c.words).ok()?.into_iter().map(|(form, _)| form).collect(),
        Statement::Forms(forms) => forms.into_iter().map(|(form, _)| form).collect(),
        Statement::Captures(_) | Statement::Ending(..) => return None,
    };
    let plain = |form: &Form| matches!(form, Form::Ban(_) | Form::Duty(_) | Form::Movement(_) | Form::Trigger(_));
    if !forms.iter().all(says_where) {
        let problem = "which square that is nobody remembers after the move".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(
            "mark it: When {man} captures, the square of the capture is marked as the mud for three turns. Pieces may not enter the mud.",
        ));
    }
    let told = c.since(from).iter().any(tells_of_one);
    if forms.iter().any(speaks_of_the_event) || told && !bracketed && forms.iter().any(leans_on_the_event) {
        let problem = "which pieces these are nobody remembers after the move".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(
            "mark them: After {man} moves, every enemy piece next to it becomes dazed for two turns. Pieces that are dazed may not capture.",
        ));
    }
    if !forms.iter_mut().all(by_their_side) {
        let problem = "whose that is nobody remembers after the move: in other phases somebody else moves".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint(
            "say whose pieces they are: for two turns enemy {bare} next to his king may not capture; or name the colour: a white king",
        ));
    }
    (!forms.is_empty() && forms.iter().all(plain)).then_some(forms)
}

/// `nobody may capture the knight`, `he may not move it`: what players may not do with the man that has moved, or must.
fn of_that_man(c: &mut Cursor, cast: &Cast) -> Option<Statement> {
    let nobody = c.attempt(|c| {
        c.take_one_of(&["no", "nobody"]).filter(|first| *first == "nobody" || c.maybe("piece"))?;
        c.take("may")
    });
    let (must, by) = match nobody {
        Some(()) => (false, None),
        None => {
            let by = super::doer(c, cast)?;
            (c.take_one_of(&["may not", "must"])? == "must", Some(by))
        }
    };
    let captured = c.take_one_of(&["move", "capture"])? == "capture";
    let it = cast.actor.is_some() && c.it();
    let man = if it || c.attempt(|c| the_same(c, cast)).is_some() { Ref::Actor } else { whom::spoken_of(c, cast)? };
    (man == Ref::Actor).then_some(())?;
    let form = match (captured, by) {
        (true, None | Some(Player::Opponent)) if !must => {
            Form::Ban(Ban { act: Act { how: How::Capture(only(man)), ..Act::any(Class::EVERY) }, lifted: false })
        }
        (false, None | Some(Player::Mover | Player::OwnerOf(Ref::Actor))) if must => Form::Duty(Duty::of(Act::any(only(man)))),
        (false, None | Some(Player::Mover | Player::OwnerOf(Ref::Actor))) => Form::Ban(Ban { act: Act::any(only(man)), lifted: false }),
        _ => return None,
    };
    Some(Statement::Forms(vec![(form, Vec::new())]))
}

/// `the same knight`, `the same piece`: that which has moved.
fn the_same(c: &mut Cursor, cast: &Cast) -> Option<()> {
    let actor = cast.actor.as_ref()?;
    c.maybe("the").then_some(())?;
    c.maybe("same").then_some(())?;
    let named = c.maybe("piece") || actor.kinds == Kinds::Only(vec![nouns::kind(c)?]);
    named.then_some(())
}

/// Where the event names the one kind that is captured, "like the captured piece" is like that kind for as long as it lasts.
fn like_the_victim(form: &mut Form, cast: &Cast) -> bool {
    let Form::Movement(movement) = form else { return true };
    let kinds = cast.victim.as_ref().map(|victim| &victim.kinds);
    movement.motions.iter_mut().filter(|motion| matches!(motion, Motion::LikePrey(_))).all(|motion| match kinds {
        Some(Kinds::Only(kinds)) if kinds.len() == 1 => {
            *motion = Motion::Like { kind: kinds[0].clone(), standard: false };
            true
        }
        _ => false,
    })
}

/// Speaks of one man, whom only the event tells beside several.
fn tells_of_one(lexeme: &Lexeme) -> bool {
    let one = ["it", "its"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.meant.is_none();
    one || ["moving piece", "captured piece", "capturing piece"].iter().any(|man| lexeme.means(man))
}

/// After a capture, `its owner may not castle`: of two players he is the other one.
fn of_the_loser(c: &mut Cursor) -> Option<Statement> {
    let loser = crate::rule::syntax::terms::player(c)?;
    (loser == Player::OwnerOf(Ref::Victim) && c.words.armies.len() <= 2).then_some(())?;
    let his = Class { owner: Owner::Enemy, ..Class::EVERY };
    // "may not move a king": one of his
    let bans = c.attempt(|c| {
        c.take("may not")?;
        bans::of_men(c, &his)
    });
    bans.or_else(|| moves::said_of(c, &his))
}

/// `he may not capture`, `he must move a pawn`, `his opponent may not castle`: whoever did what came before or his opponent, and nobody else.
fn of_him(c: &mut Cursor, cast: &Cast) -> Option<Statement> {
    let said = ["it", "you"].iter().any(|word| c.sees(0, word));
    let meant = c.peek()?.meant.clone();
    let pronoun = said && meant == Some(Player::Mover);
    // "three turns later its owner loses a pawn, and for one turn he may not capture"
    let loser = said && meant == Some(Player::OwnerOf(Ref::Victim)) && c.words.armies.len() <= 2;
    let him = pronoun || c.sees(0, "mover") || c.sees(0, "the") && c.sees(1, "mover");
    let who = if loser {
        c.skip();
        Player::Opponent
    } else if him {
        c.maybe("the");
        c.skip();
        cast.doer.clone()
    } else {
        let rival = (c.sees(0, "its") || c.sees(0, "the")) && c.sees(1, "opponent");
        let who = rival.then(|| crate::rule::syntax::terms::player(c)).flatten()?;
        matches!(who, Player::Mover | Player::Opponent).then_some(who)?
    };
    let owner = match &who {
        Player::Mover => Owner::Own,
        Player::Opponent => Owner::Enemy,
        Player::OwnerOf(Ref::Victim) if c.words.armies.len() <= 2 => Owner::Enemy,
        _ => return None,
    };
    let who = Class { owner, ..Class::EVERY };
    if c.take("may not").is_some() {
        return bans::of_men(c, &who);
    }
    if let Some(bans) = c.attempt(|c| bans::only_of(c, &who)) {
        return Some(Statement::Forms(bans.into_iter().map(|ban| (Form::Ban(ban), Vec::new())).collect()));
    }
    duties::of_his(c, &who)
}

/// `for the next two turns`, `this turn`, `until the end of his next turn`, `until his next turn`, `on its next move`.
pub(super) fn lasting(c: &mut Cursor, cast: &Cast) -> Option<Lasting> {
    if c.take("for the rest of the game").is_some() {
        return Some(Lasting::Ever);
    }
    if c.attempt(|c| c.take("this turn")).is_some() {
        return Some(Lasting::ThisTurn);
    }
    if let Some(found) = c.attempt(|c| {
        c.take("until")?;
        if c.attempt(|c| the_opponent_has_moved(c, cast)).is_some() {
            return Some(Lasting::UntilNext);
        }
        if c.attempt(end_of_the).is_some() {
            let next = whose(c, cast)?;
            c.take_one_of(&["turn", "phase", "move"])?;
            return Some(if next { Lasting::Turns(1) } else { Lasting::ThisTurn });
        }
        c.attempt(|c| c.take_one_of(&["at the start of", "the"]));
        let from = c.at();
        let of_man = c.peek().is_some_and(|its| ["its", "their"].iter().any(|word| its.token.is_word(word)) && its.meant.is_none());
        let next = whose(c, cast)?;
        let owner = c.back().is_some_and(|last| last.means("owner")) || c.since(from).iter().any(|word| word.means("owner"));
        let ends = c.take_one_of(&["turn", "phase", "move"])?;
        // the piece may stay where it is for many turns
        if of_man && !owner && ends == "move" {
            let problem = "what lasts, lasts by turns, and not until that piece moves again".to_string();
            let hint = "say \"until its owner's next turn\", or for how many turns: \"for three turns\"";
            return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
        }
        next.then_some(Lasting::UntilNext)
    }) {
        return Some(found);
    }
    // "on the next move" is that after something
    let after = cast.actor.is_some() || cast.victim.is_some() || cast.after == After::Action;
    if let Some(found) = c.attempt(|c| {
        after.then_some(())?;
        c.take_one_of(&["on", "in", "during"])?;
        let opponents = matches!(cast.doer, Player::Opponent | Player::OwnerOf(Ref::Victim))
            && c.attempt(|c| {
                let of_him = crate::rule::syntax::terms::player(c);
                let its = of_him.is_none() && c.maybe("its");
                (its || matches!(of_him, Some(Player::Opponent | Player::OwnerOf(Ref::Victim)))).then_some(())
            })
            .is_some();
        let next = if opponents { c.maybe("next") } else { whose(c, cast)? };
        next.then_some(())?;
        // "on his next two turns"
        let many = c.attempt(|c| c.take_number("how many").and_then(|many| u8::try_from(many).ok())).unwrap_or(1);
        if c.take_one_of(&["turn", "phase", "move"])? == "move" && cast.actor.is_some() {
            c.assume("counted in turns, whether it moves or not");
        }
        (1..=MAX_TURNS).contains(&u32::from(many)).then_some(Lasting::Turns(many))
    }) {
        return Some(found);
    }
    c.attempt(|c| {
        let within = c.take_one_of(&["for", "during", "in"])? == "in";
        let said = c.maybe_one_of(&["the", "its"]).is_some();
        c.maybe("owner");
        (said || !within).then_some(())?;
        if c.attempt(|c| {
            word(c, "rest")?;
            c.take("of")?;
            c.maybe_one_of(&["the", "that"]);
            c.take_one_of(&["turn", "this turn"])
        })
        .is_some()
        {
            return Some(Lasting::ThisTurn);
        }
        let next = c.maybe("next");
        if next && (c.take("turn").is_some() || after && c.take("move").is_some()) {
            return Some(Lasting::Turns(1));
        }
        // "for its next two moves"
        if next && after && c.sees(1, "move") {
            let moves = super::amount(c, MAX_TURNS)?;
            c.take("move")?;
            c.assume("counted in turns, whether it moves or not");
            return Some(Lasting::Turns(moves as u8));
        }
        let turns = turns(c)?;
        c.attempt(|c| {
            c.take("of")?;
            match crate::rule::syntax::terms::player(c)? {
                Player::Mover | Player::OwnerOf(Ref::Actor) => Some(()),
                Player::Opponent | Player::OwnerOf(Ref::Victim) => (cast.doer == Player::Opponent).then_some(()),
                _ => None,
            }
        });
        Some(Lasting::Turns(turns))
    })
}

/// `the end of his opponent's next turn`, `after the opponent's next move`, `the opponent has moved`: of two players he who began it is on move
/// then.
fn the_opponent_has_moved(c: &mut Cursor, cast: &Cast) -> Option<()> {
    let his = matches!(cast.doer, Player::Mover | Player::Opponent | Player::OwnerOf(Ref::Actor));
    his.then_some(())?;
    let end = c.attempt(end_of_the).is_some() || c.peek()?.token.is_word("after") && c.maybe("when");
    if !end {
        c.attempt(|c| c.take("the"));
    }
    (crate::rule::syntax::terms::player(c)? == Player::Opponent).then_some(())?;
    if c.back().is_some_and(|last| last.possessive) {
        c.maybe("next");
        end.then(|| c.take_one_of(&["turn", "phase", "move"]))??;
    } else {
        c.maybe("has");
        c.maybe("next");
        c.take("move")?;
    }
    if c.words.armies.len() > 2 {
        c.assume("it ends as whoever began it is on move again");
    }
    Some(())
}

/// `the end of`.
fn end_of_the(c: &mut Cursor) -> Option<()> {
    if c.take("at the end of").is_some() {
        return Some(());
    }
    c.maybe("the");
    c.take("end")?;
    c.take("of")
}

/// `his next`, `the mover's next`, `the next`, `the`; whether it is the next one. It is reckoned by the turns of whoever is on move.
fn whose(c: &mut Cursor, cast: &Cast) -> Option<bool> {
    let from = c.at();
    let his = match c.attempt(crate::rule::syntax::terms::player) {
        None | Some(Player::Mover | Player::Each | Player::OwnerOf(Ref::Actor | Ref::Itself)) => true,
        Some(Player::Colour(army)) => cast.actor.as_ref().is_some_and(|actor| actor.owner == Owner::Army(army)),
        Some(Player::Opponent | Player::OwnerOf(_) | Player::EnemyOf(_)) => false,
    };
    if !his {
        let problem = "it lasts by the turns of whoever is on move, not by those of another player".to_string();
        return c.refuse(
            Diagnostic::new("L030", c.span_from(from), problem).hint("say \"until his next turn\", \"for one turn\", \"for two turns\""),
        );
    }
    c.maybe_one_of(&["the", "its"]);
    c.maybe("owner");
    Some(c.maybe("next"))
}

fn word(c: &mut Cursor, word: &str) -> Option<()> {
    let there = c.peek().is_some_and(|lexeme| lexeme.token.sort == Sort::Word && lexeme.token.is_word(word));
    there.then(|| c.skip())
}
