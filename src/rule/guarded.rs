//! A guard before or after a sentence of any family: one mechanism that takes it off, reads the rest, and puts it where it belongs.

use super::beforehand::asked_before;
use super::cursor::Cursor;
use super::dated::{Clash, is_date};
use super::diagnostic::Diagnostic;
use super::each_of_them::{if_a_player, of_each_owner, of_some_player};
use super::logic::{all, negated};
use super::only_when::forbidding;
use super::said_of_it;
use super::subjects::subjects;
use super::suffered::suffers;
use super::syntax::deeds::asks_for_own_check;
use super::syntax::terms::{guard, guard_begins, placed};
use super::syntax::{Family, Statement, deeds_alone, whole};
use super::walk::{Part, parts_of_condition};
use super::whenever::OF_ONE;
use super::words::Lexeme;
use super::{Class, Condition, Deed, Event, Form, KindWords, MAX_STEPS, Owner, Past, Player, Point, Ref, Span, Trigger, Vocabulary, Whom};

/// The most places of one sentence at which a guard is looked for.
const MAX_PLACES: usize = 48;
/// The most guards of one sentence.
const MAX_GUARDS: usize = 2;

/// What a sentence says, and when.
#[derive(Clone, Debug)]
pub struct Guarded {
    pub statement: Statement,
    pub when: Option<Condition>,
    /// Why it cannot be meant so.
    clash: Option<Clash>,
}

/// The sentence with its guards taken off; None if no family takes what is left.
pub fn guarded(lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    at_most(MAX_GUARDS, lexemes, words, families)
}

fn at_most(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    if let Some(statement) = whole(&mut Cursor::new(lexemes, words), families) {
        return Some(Guarded::of(statement));
    }
    // behind another guard, "as soon as" waits for something
    if guards == 0 || guards < MAX_GUARDS && lexemes.first().is_some_and(|first| first.means("when") && first.token.is_word("as")) {
        return None;
    }
    leading(guards, lexemes, words, families)
        .or_else(|| trailing(guards, lexemes, words, families))
        .or_else(|| of_whom(guards, lexemes, words, families))
        .or_else(|| placed_first(guards, lexemes, words, families))
}

/// `A player who has no queen may ...`, `Whoever is in check must ...`: what is said of the player is a guard of the rest.
fn of_whom(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    let (when, rest) = such_a_player(guards, lexemes, words, families)?;
    Some(rest.granted(when, lexemes))
}

/// `each player who has a queen loses a pawn`, behind a number of turns: it is asked of each of them, and done by each.
fn each_such_player(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    let asked = || {
        let (when, body) = if_a_player(lexemes, words)?;
        at_most(guards - 1, body, words, families).map(|rest| (when, rest))
    };
    let (when, mut rest) = such_a_player(guards, lexemes, words, families).or_else(asked)?;
    let Statement::Forms(forms) = &mut rest.statement else { return None };
    if rest.when.is_some() || when.asks_what_is_legal() {
        return None;
    }
    for (form, _) in forms {
        let Form::Trigger(Trigger { event: Event::Enacted, deeds, once: None }) = form else { return None };
        let done = vec![Deed::If(when.clone(), std::mem::take(deeds), Vec::new())];
        *deeds = vec![Deed::EachPlayer(done)];
    }
    Some(rest)
}

/// What is said of a player behind "who", and the rest, said of him.
fn such_a_player(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<(Condition, Guarded)> {
    let (when, rest) = of_some_player(lexemes, words)?;
    // "each player who has no queen ..., otherwise he ...": that would be said of the others
    if rest.iter().any(|lexeme| lexeme.means("otherwise")) {
        return None;
    }
    let rest = at_most(guards - 1, &rest, words, families)?;
    // "... when he loses a rook": that is not whoever is on move; "must skip his next turn": whenever that is so, and not once for all
    (!rest.is_done_by_loser() && !rest.misses_at_once()).then_some((when, rest))
}

/// `On the c-file pieces may only move forward`: a place said first is where the men of the sentence stand.
fn placed_first(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    let mut c = Cursor::new(lexemes, words);
    let on = placed(&mut c)?;
    c.comma();
    let rest = at_most(guards - 1, &lexemes[c.at()..], words, families)?;
    matches!(rest.statement, Statement::Moves(_)).then(|| rest.only(Condition::On(Point::Of(Ref::Itself), on)))
}

/// `On even turns, ...`, `If white is in check then ...`
fn leading(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    if !guard_begins(&Cursor::new(lexemes, words)) {
        return None;
    }
    let marks =
        lexemes.iter().enumerate().filter(|(_, lexeme)| lexeme.token.is_mark(",") || lexeme.token.is_mark(":") || lexeme.means("then"));
    for (at, _) in marks.take(MAX_PLACES) {
        let after = if lexemes.get(at + 1).is_some_and(|lexeme| lexeme.means("then")) { at + 2 } else { at + 1 };
        if suffers(&lexemes[..at], &lexemes[after..]) {
            return None;
        }
        if let Some(when) = exactly(&lexemes[..at], words)
            && let Some(done) = done_to_all(&lexemes[..at], &when, &lexemes[after..], words)
        {
            return Some(done.only(when));
        }
        if guards > 1
            && let Some(when) = exactly(&lexemes[..at], words).filter(Condition::counts_turns)
            && let Some(rest) = each_such_player(guards - 1, &lexemes[after..], words, families)
        {
            return Some(rest.only(when));
        }
        if let Some(when) = exactly(&lexemes[..at], words)
            && !the_one_named(&lexemes[..at], &lexemes[after..], words)
            && let Some(rest) = at_most(guards - 1, &lexemes[after..], words, families)
        {
            let when = if possessed(&lexemes[after..]) { of_its_owner(when) } else { when };
            let when = if the_same_player(&lexemes[..at], &lexemes[after..]) { done_by_mover(when) } else { when };
            let rest = rest.unless_it_stays(&lexemes[..at], words).unless_no_way(&lexemes[..at], &when, &lexemes[after..]);
            let when = of_the_player(when, &lexemes[..at], &lexemes[after..]);
            return Some(rest.under(when, &lexemes[..at], &lexemes[after..]));
        }
    }
    // without a comma: as far as the guard goes
    let mut cursor = Cursor::new(lexemes, words);
    let when = guard(&mut cursor)?;
    let (guard, body) = lexemes.split_at(cursor.at());
    if the_one_named(guard, body, words) {
        return None;
    }
    if let Some(done) = done_to_all(guard, &when, body, words) {
        return Some(done.only(when));
    }
    if guards > 1
        && when.counts_turns()
        && let Some(rest) = each_such_player(guards - 1, body, words, families)
    {
        return Some(rest.only(when));
    }
    at_most(guards - 1, body, words, families).map(|rest| rest.unless_no_way(guard, &when, body).granted(when, body))
}

/// `Every third turn, every pawn moves one square forward`, `On turn three all pawns move one square forward`: done to all of them then, and no
/// way of moving that they have in that turn.
fn done_to_all(guard: &[Lexeme], when: &Condition, body: &[Lexeme], words: &Vocabulary) -> Option<Guarded> {
    let again = (recurs(guard) || is_instant(guard) || places(body)) && when.counts_turns() || when.recalls();
    (recurs(&body[..1.min(body.len())]) && (again || is_date(when))).then_some(())?;
    deeds_if(body, words).filter(|done| again || done.steps_so_far())
}

/// `If a rook stands next to a knight, the knight may not capture`: that one, and not every knight.
fn the_one_named(guard: &[Lexeme], body: &[Lexeme], words: &Vocabulary) -> bool {
    let kind = |lexeme: &Lexeme| words.kinds.iter().find(|kind| !kind.royal && lexeme.token.is_word(&kind.name));
    let named = |kind: &KindWords| guard.iter().any(|lexeme| kind.is_named(&lexeme.token));
    let like = |at: usize| at > 0 && body[at - 1].means("like");
    // "the queen, rook or knight nearest to h8"
    let any_kind = |lexeme: &Lexeme| words.kinds.iter().any(|kind| lexeme.token.is_word(&kind.name));
    let listed = |lexeme: &&Lexeme| lexeme.token.is_mark(",") || lexeme.means("or") || lexeme.means("and") || any_kind(lexeme);
    let behind = |at: usize| &body[at + body[at..].iter().take_while(listed).count()..];
    body.windows(2)
        .enumerate()
        .any(|(at, two)| two[0].means("the") && !like(at) && kind(&two[1]).is_some_and(named) && !placed_behind(behind(at + 2), words))
}

/// Whether what follows says where the man stands: `the rook on a1`.
fn placed_behind(rest: &[Lexeme], words: &Vocabulary) -> bool {
    let more = ["that", "which", "with", "of", "nearest", "whose"];
    rest.first().is_some_and(|next| more.iter().any(|word| next.means(word))) || placed(&mut Cursor::new(rest, words)).is_some()
}

/// `its pawns may ...` behind a condition.
fn possessed(lexemes: &[Lexeme]) -> bool {
    lexemes.first().is_some_and(|first| first.means("its") && first.meant.is_none())
}

/// `if a player moved a knight last turn, he must ...`: he is who is on move.
fn the_same_player(guard: &[Lexeme], body: &[Lexeme]) -> bool {
    let somebody = guard.iter().any(|lexeme| lexeme.means("each player") || lexeme.means("player"));
    somebody && body.iter().any(|lexeme| lexeme.meant == Some(Player::Mover) && (lexeme.means("it") || lexeme.means("its")))
}

fn done_by_mover(when: Condition) -> Condition {
    match when {
        Condition::Not(inner) => negated(done_by_mover(*inner)),
        Condition::All(parts) => Condition::All(parts.into_iter().map(done_by_mover).collect()),
        Condition::Happened(past) if past.by.is_none() && past.man.is_none() => {
            Condition::Happened(Past { by: Some(Player::Mover), ..past })
        }
        when => when,
    }
}

/// "If a king is in check, its pawns may ...": the king is of their own side.
fn of_its_owner(when: Condition) -> Condition {
    match when {
        Condition::There(class, on) if class.owner == Owner::Anyone => Condition::There(Class { owner: Owner::Own, ..class }, on),
        Condition::Happened(mut past) if past.by.is_none() && past.man.is_none() && past.act.who.owner == Owner::Anyone => {
            past.act.who.owner = Owner::Own;
            Condition::Happened(past)
        }
        when => when,
    }
}

/// Deeds, with the condition that stands behind them: `every pawn moves one square forward if white is in check`.
fn deeds_if(lexemes: &[Lexeme], words: &Vocabulary) -> Option<Guarded> {
    if let Some(statement) = deeds_alone(&mut Cursor::new(lexemes, words)) {
        return Some(Guarded::of(statement));
    }
    let begins = |at: &usize| guard_begins(&Cursor::new(&lexemes[*at..], words));
    (1..lexemes.len()).filter(begins).take(MAX_PLACES).find_map(|at| {
        let when = exactly(&lexemes[at..], words)?;
        let body = &lexemes[..at];
        let body = body.split_last().filter(|(last, _)| last.token.is_mark(",")).map_or(body, |(_, rest)| rest);
        let mut statement = deeds_alone(&mut Cursor::new(body, words))?;
        let spoken_of = [Ref::Actor, Ref::Chosen, Ref::Former].iter().any(|&man| when.mentions(man));
        if spoken_of || when.mentions(Ref::Itself) {
            // "if it ..." is asked of each of them
            let men = done_to_some(&mut statement).filter(|_| !spoken_of)?;
            *men = men.clone().such_that(when);
            return Some(Guarded::of(statement));
        }
        Some(Guarded::of(statement).only(when))
    })
}

/// The men of the one deed of a sentence, where it is said of some.
fn done_to_some(statement: &mut Statement) -> Option<&mut Class> {
    let Statement::Forms(forms) = statement else { return None };
    match forms.as_mut_slice() {
        [(Form::Trigger(Trigger { deeds, .. }), _)] => match deeds.as_mut_slice() {
            [deed] => match deed.done_to()? {
                Whom::Among { who, .. } => Some(who),
                Whom::That(_) => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// `each player places a pawn on e4`, at a time: he does it then.
fn places(lexemes: &[Lexeme]) -> bool {
    lexemes.first().is_some_and(|first| first.means("each player")) && lexemes.get(1).is_some_and(|next| next.means("place"))
}

/// "At the start of turn four, every pawn moves one square forward" is done to them then.
fn is_instant(guard: &[Lexeme]) -> bool {
    guard.first().is_some_and(|first| first.means("at the start of") || first.means("at the end of"))
}

/// "Every three turns, every pawn moves one square forward" is done again and again to all of them; "on even turns" is a time.
fn recurs(lexemes: &[Lexeme]) -> bool {
    lexemes.iter().any(|lexeme| ["every", "each", "all"].iter().any(|word| lexeme.token.is_word(word)))
}

/// `... if white is in check`, `... only on even turns`
fn trailing(guards: usize, lexemes: &[Lexeme], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    // "as soon as" behind a sentence waits for something
    let begins = |at: &usize| guard_begins(&Cursor::new(&lexemes[*at..], words)) && !lexemes[*at].token.is_word("as");
    for at in (1..lexemes.len()).filter(begins).take(MAX_PLACES) {
        let Some(when) = exactly(&said_of_it::told(&lexemes[..at], &lexemes[at..], words), words) else { continue };
        if the_one_named(&lexemes[..at], &lexemes[at..], words) || suffers(&lexemes[at..], &lexemes[..at]) {
            continue;
        }
        let mut body = &lexemes[..at];
        let mut only = false;
        while let Some((last, rest)) = body.split_last()
            && (last.token.is_mark(",") || last.means("only") || last.means("but"))
        {
            only |= last.means("only");
            body = rest;
        }
        // "may only be captured by pawns if ..." limits by whom, not when
        let by_whom = body.iter().any(|lexeme| lexeme.means("by"));
        let limits = only || !by_whom && body.windows(2).any(|two| two[0].means("may") && two[1].means("only"));
        if limits
            && let Some(banned) = forbidding(body, words)
            && let Some(statement) = whole(&mut Cursor::new(&banned, words), families)
        {
            return Some(Guarded::of(statement).only(negated(when)));
        }
        // "every pawn moves one square forward every ten turns" is done to all of them, and "... on turn three"
        if recurs(&body[..1.min(body.len())])
            && (recurs(&lexemes[at..]) && when.counts_turns() || is_date(&when))
            && let Some(done) = deeds_if(body, words).filter(|done| !is_date(&when) || done.steps_so_far())
        {
            return Some(done.only(when));
        }
        if let Some(rest) = at_most(guards - 1, body, words, families) {
            // "it is marked until its owner has moved" says how long, not when it is
            if lexemes[at].means("until") && !when.counts_turns() && (begins_something(&rest.statement) || promotes(&rest.statement)) {
                continue;
            }
            // who has moved is not in check: what holds then is asked then; and an order has no square to which a move goes
            if asks_for_own_check(&when) && holds_somebody(&rest.statement) || is_ordered(&rest.statement) && asks_where_it_goes(&when) {
                continue;
            }
            let rest = rest.unless_it_stays(&lexemes[at..], words).unless_no_way(&lexemes[at..], &when, body);
            return Some(rest.under(of_the_player(when, &lexemes[at..], body), &lexemes[at..], body));
        }
    }
    None
}

/// Whether something that lasts is done after a move.
fn begins_something(statement: &Statement) -> bool {
    let Statement::Forms(forms) = statement else { return false };
    let lasts = |deed: &Deed| {
        deed.any(&|deed| {
            matches!(deed, Deed::Tally { set: true, .. } | Deed::Hold(..) | Deed::Mark { .. } | Deed::Become(..) | Deed::Join(..))
        })
    };
    forms.iter().any(|(form, _)| matches!(form, Form::Trigger(Trigger { event: Event::Act(_), deeds, .. }) if deeds.iter().any(lasts)))
}

/// Whether somebody is promoted, which nothing undoes.
fn promotes(statement: &Statement) -> bool {
    matches!(statement, Statement::Forms(forms) if forms.iter().any(|(form, _)| matches!(form, Form::Promotion(_))))
}

/// Whether after a move somebody is held.
fn holds_somebody(statement: &Statement) -> bool {
    let Statement::Forms(forms) = statement else { return false };
    let held = |deed: &Deed| deed.any(&|deed| matches!(deed, Deed::Hold(..)));
    forms.iter().any(|(form, _)| matches!(form, Form::Trigger(Trigger { event: Event::Act(_), deeds, .. }) if deeds.iter().any(held)))
}

/// Whether it is done instead of a move.
fn is_ordered(statement: &Statement) -> bool {
    matches!(statement, Statement::Forms(forms) if forms.iter().any(|(form, _)| matches!(form, Form::Action(_))))
}

/// Whether it asks for the square to which a move goes.
fn asks_where_it_goes(when: &Condition) -> bool {
    let mut asks = false;
    parts_of_condition(when, &mut |part| asks |= matches!(part, Part::Point(Point::To)));
    asks
}

/// "While in check" after a sentence about a player is about him, not about each of his men.
fn of_the_player(when: Condition, guard: &[Lexeme], body: &[Lexeme]) -> Condition {
    let subject = body.iter().take_while(|lexeme| !lexeme.means("may") && !lexeme.means("may not"));
    let player = subject.clone().any(|lexeme| ["player", "nobody", "each player"].iter().any(|word| lexeme.means(word)));
    if !player || !guard.iter().any(|lexeme| lexeme.means("in check")) {
        return when;
    }
    let attacked = super::syntax::terms::attacked(Ref::Itself);
    match when {
        when if when == attacked => Condition::Check(Player::Mover),
        Condition::Not(inner) if *inner == attacked => negated(Condition::Check(Player::Mover)),
        when => when,
    }
}

/// How many words a guard in front has.
pub fn guard_ends(lexemes: &[Lexeme], words: &Vocabulary) -> Option<usize> {
    let mut cursor = Cursor::new(lexemes, words);
    guard(&mut cursor)?;
    Some(lexemes[..cursor.at()].iter().map(|lexeme| lexeme.tokens).sum())
}

/// The guard that takes all of these words.
fn exactly(lexemes: &[Lexeme], words: &Vocabulary) -> Option<Condition> {
    let mut cursor = Cursor::new(lexemes, words);
    let when = guard(&mut cursor)?;
    cursor.end()?;
    Some(when)
}

/// What would be done at every phase's end, where nothing were said of the turns, is done once in each of them.
fn at_those_turns((form, assumed): &mut (Form, Vec<String>)) {
    if let Form::Trigger(Trigger { event: event @ Event::Closes(None), .. }) = form
        && let Some(at) = assumed.iter().position(|known| known.starts_with("at the end of every phase, for once"))
    {
        *event = Event::Enacted;
        assumed.remove(at);
    }
}

impl Guarded {
    fn of(statement: Statement) -> Guarded {
        Guarded { statement, when: None, clash: None }
    }

    /// The same; where it marks somebody "while" something is so, with that against it.
    fn unless_it_stays(mut self, guard: &[Lexeme], words: &Vocabulary) -> Guarded {
        self.clash = self.clash.or_else(|| Clash::of_what_stays(guard, &self.statement, words));
        self
    }

    /// The same; where all of some men are moved on one turn, with what is not said of it.
    fn unless_no_way(mut self, guard: &[Lexeme], when: &Condition, body: &[Lexeme]) -> Guarded {
        let of_a_time = || Clash::of_a_time(guard, when, body, &self.statement);
        self.clash = self.clash.or_else(|| Clash::of_no_way(when, body, &self.statement)).or_else(of_a_time);
        self
    }

    /// The same with one more guard: of what is granted it is asked before the move.
    fn granted(mut self, when: Condition, body: &[Lexeme]) -> Guarded {
        if asked_before(&mut self.statement, &when, body) { self } else { self.only(when) }
    }

    /// Whether men go so many squares, and no way of moving is told: "all knights move like bishops".
    fn steps_so_far(&self) -> bool {
        let Statement::Forms(forms) = &self.statement else { return false };
        let step = |deed: &Deed| matches!(deed, Deed::Step(_, _, stride) if stride.most < MAX_STEPS);
        forms.iter().all(|(form, _)| matches!(form, Form::Trigger(Trigger { deeds, .. }) if deeds.iter().all(step)))
    }

    /// Whether somebody misses a phase as the rule comes into force.
    fn misses_at_once(&self) -> bool {
        let Statement::Forms(forms) = &self.statement else { return false };
        forms
            .iter()
            .any(|(form, _)| matches!(form, Form::Trigger(Trigger { event: Event::Enacted, deeds, .. }) if deeds.iter().any(Deed::skips)))
    }

    /// Whether something is done by whoever has lost a man.
    fn is_done_by_loser(&self) -> bool {
        let Statement::Forms(forms) = &self.statement else { return false };
        let loser = Player::OwnerOf(Ref::Victim);
        forms.iter().any(|(form, _)| match form {
            Form::Trigger(trigger) => trigger.deeds.iter().any(|deed| deed.any(&|deed| matches!(deed, Deed::May(by, _) if by == &loser))),
            _ => false,
        })
    }

    /// The same with one more guard.
    fn only(mut self, when: Condition) -> Guarded {
        if when.counts_turns()
            && let Statement::Forms(forms) = &mut self.statement
        {
            forms.iter_mut().for_each(at_those_turns);
        }
        self.clash = self.clash.or_else(|| Clash::between(&when, self.when.as_ref()));
        self.when = all([Some(when), self.when].into_iter().flatten().collect());
        self
    }

    /// The same: but of those who may not be captured "while its king is in check" it is asked of each, whose king that is.
    fn under(mut self, when: Condition, guard: &[Lexeme], body: &[Lexeme]) -> Guarded {
        // "their own half" is whoever's, and in brackets it is whose the bracket speaks of
        let enclosed = |at: usize| {
            let marks = |mark: &str| guard[..at].iter().filter(|lexeme| lexeme.means(mark)).count();
            marks("(") > marks(")")
        };
        let whose = |(at, lexeme): (usize, &Lexeme)| {
            let own = guard.get(at + 1).is_some_and(|next| next.means("own"));
            lexeme.means("its") && lexeme.meant.is_none() && !own && !enclosed(at)
        };
        let possessive = guard.iter().enumerate().any(whose);
        let passive = matches!(&self.statement, Statement::Moves(said) if said.iter().all(|one| one.passive));
        if of_each_owner(&mut self.statement, &when, body) {
            return self;
        }
        if !possessive || !passive || when.mentions(Ref::Itself) {
            return self.granted(when, body);
        }
        for men in subjects(&mut self.statement) {
            *men = men.clone().such_that(when.clone());
        }
        self
    }

    /// A guard about the subject becomes a relative clause of it; what is left is a guard of the clauses.
    pub fn settled(mut self, span: Span) -> Result<(Statement, Option<Condition>), Diagnostic> {
        if let Some(clash) = self.clash {
            return Err(clash.told(span));
        }
        match self.when.take() {
            Some(when) if when.mentions(Ref::Itself) => match subjects(&mut self.statement) {
                men if men.is_empty() => {
                    let problem = Diagnostic::new("L004", span, "it is not clear which piece \"it\" is in the condition".to_string());
                    Err(problem.hint("say it of the piece: {Men} that have not moved ..."))
                }
                men => {
                    for class in men {
                        *class = class.clone().such_that(when.clone());
                    }
                    if let Statement::Forms(forms) = &mut self.statement {
                        forms.iter_mut().for_each(|(_, assumed)| assumed.push(OF_ONE.to_string()));
                    }
                    Ok((self.statement, None))
                }
            },
            when => Ok((self.statement, when)),
        }
    }
}
