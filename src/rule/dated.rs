//! Two times in one sentence: `On turn three, e4 becomes a hole until turn six` is for three turns; where they cannot be one, why.

use super::christening::said;
use super::diagnostic::Diagnostic;
use super::lexer::{Sort, Token, number_word, stands};
use super::syntax::Statement;
use super::words::Lexeme;
use super::{Comparison, Condition, Deed, Event, Form, Number, Span, Trigger, Vocabulary};

/// Two times, or a time and what lasts longer, of which one sentence cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// On one turn, and on others.
    Dates,
    /// Marked while something is so; a mark stays.
    Stays,
    /// Done to all of them on one turn, and no way of doing it.
    NoWay,
    /// On one turn what becomes of those that were captured before.
    Gone,
    /// What may be done, at the end of a turn.
    NoMove,
}

impl Clash {
    /// Of a guard, and of one behind it.
    pub fn between(when: &Condition, inner: Option<&Condition>) -> Option<Clash> {
        let (one, other) = (when, inner?);
        let clash = is_one_turn(one) && bounds_turns(other) || bounds_turns(one) && is_one_turn(other);
        clash.then_some(Clash::Dates)
    }

    /// Of `on turn three`, and of what all of some men do then: so many squares, in no one direction.
    pub fn of_no_way(when: &Condition, body: &[Lexeme], statement: &Statement) -> Option<Clash> {
        let all = body.first().is_some_and(|first| ["every", "each", "all"].iter().any(|word| first.token.is_word(word)));
        let left = ["may", "may not", "must", "also", "like", "up to", "any number of"]
            .iter()
            .any(|word| body.iter().any(|next| next.means(word)));
        let counted = |two: &[Lexeme]| matches!(two[0].token.sort, Sort::Number(_)) && two[1].means("square");
        let so_far = body.windows(2).any(counted);
        (is_date(when) && all && !left && so_far && matches!(statement, Statement::Moves(_))).then_some(Clash::NoWay)
    }

    /// Of a time, and of `every captured knight returns` or `no piece may stand on e5`.
    pub fn of_a_time(guard: &[Lexeme], when: &Condition, body: &[Lexeme], statement: &Statement) -> Option<Clash> {
        let captured = body.iter().take(2).any(|lexeme| lexeme.means("captured") || lexeme.means("captured piece"));
        match statement {
            Statement::Captures(_) if captured && when.counts_turns() && !bounds_turns_from(when) => Some(Clash::Gone),
            Statement::Moves(_) if guard.first().is_some_and(|first| first.means("at the end of")) => Some(Clash::NoMove),
            _ => None,
        }
    }

    /// Of `while white has a queen` and what is done then.
    pub fn of_what_stays(guard: &[Lexeme], statement: &Statement, words: &Vocabulary) -> Option<Clash> {
        let lasts = guard.first().is_some_and(|first| ["while", "whilst", "as"].iter().any(|word| first.token.is_word(word)));
        let Statement::Forms(forms) = statement else { return None };
        let marks = |deed: &Deed| deed.any(&|deed| matches!(deed, Deed::Tally { name, .. } if words.states.contains(name)));
        let at_once = |form: &Form| matches!(form, Form::Trigger(Trigger { event: Event::Enacted, deeds, .. }) if deeds.iter().any(marks));
        (lasts && forms.iter().any(|(form, _)| at_once(form))).then_some(Clash::Stays)
    }

    pub fn told(self, span: Span) -> Diagnostic {
        match self {
            Clash::Dates => Diagnostic::new("L030", span, "two times of one sentence would have to be the same".to_string()).hint(
                "say from when to when, or how long: From turn three to turn five {men} may not move. On turn three every {bare} may not move for two turns. What is done on another turn is another sentence",
            ),
            Clash::Gone => Diagnostic::new("L030", span, "those that were captured before are gone: it would be said of those that are captured then".to_string()).hint(
                "say who puts them back: On turn four, each player places one of his captured {men} on an empty square. Of each as it is captured: When {man} is captured, it returns to its home square",
            ),
            Clash::NoMove => Diagnostic::new("L030", span, "at the end of a turn nobody moves: what may not be done is asked when it is done".to_string()).hint(
                "say what becomes of them then: At the end of turn six, every piece on e5 is removed. Or what they may not do in a turn: On turn six, no piece may move to e5",
            ),
            Clash::NoWay => Diagnostic::new("L015", span, "it is not said which way each of them goes then".to_string()).hint(
                "say one way: On turn three, every {bare} moves one square to the left. Or how they may move in that turn: On turn three, {men} may move one square sideways",
            ),
            Clash::Stays => Diagnostic::new("L030", span, "who is marked stays marked when that is over".to_string()).hint(
                "say who they are, and nothing of marks: {Men} whose owner has {other} are noble. Or when the mark begins: When a player captures {other}, every {bare} is marked as noble for two turns.",
            ),
        }
    }
}

fn is_one_turn(when: &Condition) -> bool {
    matches!(when, Condition::Compare(Number::Turn, Comparison::Equal, Number::Is(_)))
}

/// One turn, or one of some turns that are numbered.
pub fn is_date(when: &Condition) -> bool {
    is_one_turn(when) || matches!(when, Condition::Any(parts) if parts.iter().all(is_one_turn))
}

/// From one turn to another, or on all from one.
fn bounds_turns_from(when: &Condition) -> bool {
    match when {
        Condition::All(parts) => parts.iter().any(bounds_turns_from),
        when => matches!(when, Condition::Compare(Number::Turn, how, Number::Is(_)) if *how != Comparison::Equal),
    }
}

fn bounds_turns(when: &Condition) -> bool {
    match when {
        Condition::All(parts) => parts.iter().any(bounds_turns),
        when => matches!(when, Condition::Compare(Number::Turn, _, Number::Is(_))),
    }
}

/// `on turn three ... until turn six`: for three turns.
pub fn as_a_stretch(sentence: Vec<Token>) -> Vec<Token> {
    stretch(&sentence).unwrap_or(sentence)
}

fn stretch(sentence: &[Token]) -> Option<Vec<Token>> {
    let number = |at: usize| match sentence.get(at)?.sort {
        Sort::Number(number) => Some(number),
        _ => None,
    };
    let begins = match () {
        () if stands(sentence, 0, &["on", "in"]) && stands(sentence, 1, &["turn"]) => number(2)?,
        () if stands(sentence, 0, &["at"]) && stands(sentence, 2, &["start", "beginning"]) && stands(sentence, 4, &["turn"]) => number(5)?,
        () => return None,
    };
    let until = sentence.iter().rposition(|token| token.is_word("until") || token.is_word("till"))?;
    let (last, more) = match &sentence[until + 1..] {
        [turn, _] if turn.is_word("turn") => (until + 2, 0),
        [the, edge, of, turn, _] if the.is_word("the") && of.is_word("of") && turn.is_word("turn") => {
            (until + 5, u32::from(edge.is_word("end")))
        }
        _ => return None,
    };
    let turns = (number(last)? + more).checked_sub(begins).filter(|turns| (1..=super::lasting::MAX_TURNS).contains(turns))?;
    let noun = if turns == 1 { "turn" } else { "turns" };
    let comma = usize::from(sentence[until - 1].is_mark(","));
    Some([sentence[..until - comma].to_vec(), said(&format!("for {} {noun}", number_word(turns)), sentence[until].span)].concat())
}
