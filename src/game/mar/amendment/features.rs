//! What can be asked of a rule that is to be made: the one table of it, in the words of a proposal.

use crate::rule::{
    CaptureEdit, CapturerFate, Chooser, Class, Clause, Condition, Deed, Event, Form, Ground, How, Kinds, Naming, Need, Number, Part,
    Player, Rule, Scope, Squares, VictimFate, Vocabulary, is_sealed, walk,
};

use super::checks::Subject;
use super::slots::{in_words, number};

/// A thing that a rule may have.
#[derive(Clone, Debug)]
pub struct Feature {
    row: &'static Row,
    /// What stands in its words for `{number}` or `{kinds}`.
    with: String,
}

impl PartialEq for Feature {
    fn eq(&self, other: &Feature) -> bool {
        self.row.forms[0] == other.row.forms[0] && self.with == other.with
    }
}

impl Eq for Feature {}

#[derive(Debug)]
struct Row {
    /// Its words after "may", the first canonical; `one/other`, `(the)`, `{number}`, `{kinds}`.
    forms: &'static [&'static str],
    test: fn(&Subject, &str) -> bool,
}

const VERBS: [&str; 23] = [
    "roll", "favour", "favor", "use", "make", "remove", "add", "change", "forbid", "compel", "act", "count", "ask", "need", "hold", "last",
    "have", "name", "speak", "give", "be", "leave", "depend",
];

pub fn is_verb(word: &str) -> bool {
    VERBS.contains(&word)
}

#[rustfmt::skip]
static ROWS: &[Row] = &[
    Row { forms: &["use random numbers", "use (a) chance/dice/die/randomness/randomizer/luck", "need (a) chance/dice/die/randomness/randomizer/luck", "roll dice", "have random effects"],
        test: |subject, _| any_part(subject, &crate::rule::is_chance) },
    Row { forms: &["make FEN unable to describe the game", "make the game/position indescribable in/by FEN", "leave FEN unable to describe the game"],
        test: |subject, _| any_clause(subject, &beyond_fen) },
    Row { forms: &["remove pieces", "remove a piece/pieces (from) (the) (board/game)", "remove any/men (pieces) (from) (the) (board/game)"],
        test: |subject, _| any_clause(subject, &removes) },
    Row { forms: &["make new pieces", "add (new) pieces", "add a (new) piece", "make a new piece"],
        test: |subject, _| any_deed(subject, &places) },
    Row { forms: &["make new kinds of pieces", "make a new kind (of) (piece)", "add (a) (new) kinds/kind (of) (pieces/piece)"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Kind(_))) },
    Row { forms: &["add players", "add a (new) player/side/army", "add (new) sides/armies", "make (new) players/sides", "make a new player/side"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Side(_))) },
    Row { forms: &["change the board", "change the shape of the board", "change the boards"],
        test: |subject, _| any_deed(subject, &|deed| matches!(deed, Deed::Hole { .. } | Deed::Grow { .. } | Deed::JoinEdges { .. } | Deed::Shift { .. } | Deed::Turn { .. } | Deed::Open(_) | Deed::Merge { .. })) },
    Row { forms: &["change how {kinds} move", "change how {kinds} may move", "change the movement/moves of {kinds}"],
        test: |subject, kinds| any_clause(subject, &|clause| moves_anew(clause, kinds)) },
    Row { forms: &["change captures", "change what captures do", "change capturing", "change what a capture does"],
        test: |subject, _| any_form(subject, &is_about_captures) },
    Row { forms: &["change kinds of pieces", "change the kind/kinds of pieces/piece", "change a piece into another", "change promotion"],
        test: |subject, _| any_deed(subject, &|deed| matches!(deed, Deed::Become(..) | Deed::Climb(..))) || any_form(subject, &turns_captors) },
    Row { forms: &["change sides of pieces", "change the side/owner/colour/color of (a) pieces/piece", "make (a) pieces/piece change sides"],
        test: |subject, _| any_clause(subject, &changes_sides) },
    Row { forms: &["forbid moves", "forbid (a) (any) move/moves/captures", "have bans"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Ban(ban) if !ban.lifted)) || any_deed(subject, &|deed| matches!(deed, Deed::Hold(..) | Deed::Skip(_) | Deed::Illegal)) },
    Row { forms: &["compel moves", "compel (a) (any) move/players", "have duties", "make moves compulsory"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Duty(_))) || any_deed(subject, &|deed| matches!(deed, Deed::Again { need: Need::IfAble | Need::Always, .. })) },
    Row { forms: &["act of itself", "act by itself", "act between moves"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Trigger(trigger) if matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds))) },
    Row { forms: &["act at once", "act when (it) made", "act immediately", "have instant effects", "have an instant effect"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Trigger(trigger) if trigger.event == Event::Enacted)) },
    Row { forms: &["count anything", "count points", "use (a) counters/counter/points"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Counter(_))) || any_deed(subject, &|deed| matches!(deed, Deed::Count { .. } | Deed::Tally { .. })) },
    Row { forms: &["use secrets", "use (a) secret/secrets (squares)", "have secrets"],
        test: |subject, _| any_clause(subject, &is_sealed) },
    Row { forms: &["ask other players to choose", "ask another player (to) (choose)", "leave a choice to another player", "ask players/anybody (to) (choose)"],
        test: |subject, _| any_part(subject, &asks_another) },
    Row { forms: &["ask for words", "need words to be said", "need words", "make a player/players say something/anything"],
        test: |subject, _| any_part(subject, &|part| matches!(part, Part::Condition(Condition::Said(_)))) },
    Row { forms: &["give further moves", "give (an) extra/further move/moves"],
        test: |subject, _| any_deed(subject, &|deed| matches!(deed, Deed::Again { .. } | Deed::GoOn)) },
    Row { forms: &["hold pieces", "hold (a) piece/men (back)"],
        test: |subject, _| any_deed(subject, &|deed| matches!(deed, Deed::Hold(..))) },
    Row { forms: &["hold in one universe", "hold in one universe only", "hold in only one universe", "be for one universe"],
        test: |subject, _| matches!(subject.scope, Scope::Universe(_)) },
    Row { forms: &["hold in the whole multiverse", "hold in all/every universes/universe", "be for the whole multiverse", "hold everywhere"],
        test: |subject, _| subject.scope == Scope::Multiverse },
    Row { forms: &["last at most {number} turns/turn", "last no longer than {number} turns/turn", "last for at most {number} turns/turn"],
        test: |subject, most| subject.rule.is_some_and(|rule| rule.lasts.is_some_and(|turns| u32::from(turns) <= figure(most))) },
    Row { forms: &["last more than {number} turns/turn", "last longer than {number} turns/turn"],
        test: |subject, most| subject.rule.is_some_and(|rule| rule.lasts.is_none_or(|turns| u32::from(turns) > figure(most))) },
    Row { forms: &["have more than {number} sentences/sentence"],
        test: |subject, most| subject.rule.is_some_and(|rule| rule.clauses.len() as u32 > figure(most)) },
    Row { forms: &["have a title"],
        test: |subject, _| subject.rule.is_some_and(|rule| rule.title.is_some()) },
    Row { forms: &["depend on other rules", "depend on another rule", "name another rule"],
        test: |subject, _| subject.rule.is_some_and(|rule| !rule.depends.is_empty() || !subject.game.taken_from(rule).is_empty()) },
    Row { forms: &["depend on the turn number", "depend on the turn", "name a turn"],
        test: |subject, _| any_part(subject, &|part| matches!(part, Part::Number(Number::Turn))) },
    Row { forms: &["depend on the past", "depend on what happened", "depend on earlier moves"],
        test: |subject, _| any_part(subject, &of_the_past) },
    Row { forms: &["name a colour", "name a color/player/side", "favour/favor one/a colour/side/player"],
        test: |subject, _| any_part(subject, &names_a_colour) },
    Row { forms: &["speak of {kinds}", "name {kinds}", "be about {kinds}"],
        test: |subject, kinds| any_part(subject, &|part| matches!(part, Part::Class(class) if names(class, kinds))) },
    Row { forms: &["leave anything open", "leave things/something open", "have (a) holes/hole"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Hole(_))) },
    Row { forms: &["use prose", "be prose", "have prose"],
        test: |subject, _| any_form(subject, &|form| matches!(form, Form::Prose(_))) },
    Row { forms: &["be made before turn {number}", "be made earlier than (in) turn {number}"],
        test: |subject, turn| subject.game.phase.turn < figure(turn) },
    Row { forms: &["be made after turn {number}", "be made later than (in) turn {number}"],
        test: |subject, turn| subject.game.phase.turn > figure(turn) },
    Row { forms: &["be made by a player with {number} rules/rule in force", "be made by a player who have/has {number} rules/rule in force"],
        test: |subject, many| subject.game.standing_of(subject.maker) >= figure(many) as usize },
    Row { forms: &["be repealed"],
        test: |subject, _| !subject.ends.is_empty() },
    Row { forms: &["be repealed by another player", "be repealed by anybody but/except its/the maker"],
        test: |subject, _| subject.ends.iter().any(|number| subject.game.rule(number).is_some_and(|rule| rule.enactment.seat != subject.maker)) },
];

impl Feature {
    /// `Ok(None)`: the words are none of the table; `Err`: they are, but for what stands in their slot.
    pub fn read(words: &[&str], vocabulary: &Vocabulary) -> Result<Option<Feature>, String> {
        for row in ROWS {
            for form in row.forms {
                let pieces: Vec<&str> = form.split(' ').collect();
                if let Some(found) = fits(&pieces, words, vocabulary) {
                    return found.map(|with| Some(Feature { row, with }));
                }
            }
        }
        Ok(None)
    }

    /// Whether what is to be made has it.
    pub fn is_of(&self, subject: &Subject) -> bool {
        (self.row.test)(subject, &self.with)
    }

    /// Its canonical words.
    pub fn told(&self) -> String {
        let fill = |piece: &str| match piece {
            "{number}" => self.with.parse().map_or_else(|_| self.with.clone(), in_words),
            "{kinds}" => self.with.clone(),
            piece => {
                let mut words = piece.split('/');
                let (first, second) = (words.next().unwrap_or(""), words.next());
                if self.with == "1" { second.unwrap_or(first) } else { first }.to_owned()
            }
        };
        self.row.forms[0].split(' ').map(fill).collect::<Vec<_>>().join(" ")
    }
}

/// The things that can be asked, in canonical words.
pub fn listed() -> Vec<String> {
    let shown = |row: &'static Row| {
        Feature { row, with: "2".to_owned() }.told().replace("how 2 move", "how kings move").replace("of 2", "of kings")
    };
    ROWS.iter().map(shown).collect()
}

/// What stands in the slot, if the words have the form.
fn fits(form: &[&str], words: &[&str], vocabulary: &Vocabulary) -> Option<Result<String, String>> {
    let Some((piece, rest)) = form.split_first() else { return words.is_empty().then(|| Ok(String::new())) };
    let next = words.first();
    match *piece {
        "{number}" => {
            let says = number(next?)?.to_string();
            fits(rest, &words[1..], vocabulary).map(|behind| behind.map(|_| says))
        }
        "{kinds}" => {
            let word = *next?;
            let known = vocabulary.kinds.iter().find(|kind| kind.plural == word || kind.name == word);
            let says = match known {
                Some(kind) => Ok(kind.plural.clone()),
                None if matches!(word, "pieces" | "men") => Ok("pieces".to_owned()),
                None => Err(format!("{word} are no pieces of this game")),
            };
            fits(rest, &words[1..], vocabulary).map(|behind| behind.and(says))
        }
        piece => {
            let inside = piece.strip_prefix('(').and_then(|piece| piece.strip_suffix(')'));
            let here = next.is_some_and(|word| inside.unwrap_or(piece).split('/').any(|known| known.eq_ignore_ascii_case(word)));
            let with = here.then(|| fits(rest, &words[1..], vocabulary)).flatten();
            with.or_else(|| inside.is_some().then(|| fits(rest, words, vocabulary)).flatten())
        }
    }
}

fn figure(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}

fn clauses<'g>(subject: &Subject<'g>) -> &'g [Clause] {
    subject.rule.map_or(&[], |rule: &Rule| &rule.clauses)
}

fn any_clause(subject: &Subject, such: &dyn Fn(&Clause) -> bool) -> bool {
    clauses(subject).iter().any(such)
}

fn any_form(subject: &Subject, such: &dyn Fn(&Form) -> bool) -> bool {
    clauses(subject).iter().any(|clause| such(&clause.form))
}

fn any_part(subject: &Subject, such: &dyn Fn(&Part) -> bool) -> bool {
    clauses(subject).iter().any(|clause| walk::holds(clause, such))
}

fn any_deed(subject: &Subject, such: &dyn Fn(&Deed) -> bool) -> bool {
    any_part(subject, &|part| matches!(part, Part::Deed(deed) if such(deed)))
}

fn asks_another(part: &Part) -> bool {
    match part {
        Part::Chooser(by) => matches!(by, Chooser::Player(_)),
        Part::Deed(Deed::May(by, _) | Deed::Hand { to: by, .. }) => *by != Player::Mover,
        Part::Deed(each @ Deed::EachPlayer(_)) => {
            let mut chosen = false;
            walk::parts_of_deed(each, &mut |part| chosen |= matches!(part, Part::Chooser(Chooser::Mover) | Part::Deed(Deed::May(..))));
            chosen
        }
        _ => false,
    }
}

/// It sets up pieces, one by one or with a board of their own.
fn places(deed: &Deed) -> bool {
    match deed {
        Deed::Place { .. } => true,
        Deed::Open(opening) => !matches!(opening.ground, Ground::Bare(_)),
        _ => false,
    }
}

fn is_about_captures(form: &Form) -> bool {
    match form {
        Form::Ban(ban) => matches!(ban.act.how, How::Capture(_) | How::Passing(_)),
        form => matches!(form, Form::Capture(_) | Form::OwnPrey(_) | Form::Approach(_) | Form::InPassing(_)),
    }
}

/// Pieces that capture or are captured become others, or they promote otherwise.
fn turns_captors(form: &Form) -> bool {
    let Form::Capture(edit) = form else { return matches!(form, Form::Promotion(_)) };
    let captor = edit.capturer_fate.as_ref().is_some_and(|fate| {
        matches!(fate, CapturerFate::Becomes(_) | CapturerFate::BecomesVictim | CapturerFate::JoinsAs(_) | CapturerFate::JoinsAsVictim)
    });
    captor || edit.victim_fate.as_ref().is_some_and(|fate| matches!(fate, VictimFate::Becomes(_) | VictimFate::JoinsAs(_)))
}

/// A piece leaves a board otherwise than by being captured in a move.
fn removes(clause: &Clause) -> bool {
    let by_capture =
        matches!(&clause.form, Form::Capture(edit) if edit.explosion.is_some() || edit.capturer_fate == Some(CapturerFate::Gone));
    by_capture
        || walk::holds(clause, &|part| {
            matches!(part, Part::Deed(Deed::Remove(_) | Deed::Reserve(..) | Deed::Send { .. } | Deed::Hole { open: false, .. }))
        })
}

fn changes_sides(clause: &Clause) -> bool {
    let converts = |edit: &CaptureEdit| {
        edit.victim_fate.as_ref().is_some_and(VictimFate::converts) || edit.capturer_fate.as_ref().is_some_and(CapturerFate::converts)
    };
    let by_capture = matches!(&clause.form, Form::Capture(edit) if converts(edit));
    by_capture || walk::holds(clause, &|part| matches!(part, Part::Deed(Deed::Join(..))))
}

/// What a position in FEN, with its side to move, castling, passing and number of the move, does not tell.
fn beyond_fen(clause: &Clause) -> bool {
    let form = match &clause.form {
        Form::Counter(_) | Form::Secret(_) | Form::Side(_) | Form::Hole(_) | Form::Prose(_) => true,
        Form::Trigger(trigger) => trigger.once.is_some(),
        form => form.fills_reserves(),
    };
    let kept = |part: &Part| {
        let deed = matches!(
            part,
            Part::Deed(
                Deed::Count { .. }
                    | Deed::Tally { .. }
                    | Deed::Hold(..)
                    | Deed::Skip(_)
                    | Deed::Mark { .. }
                    | Deed::JoinEdges { .. }
                    | Deed::Reserve(..)
                    | Deed::Return(_)
                    | Deed::Send { .. }
                    | Deed::Open(_)
                    | Deed::Hand { .. }
                    | Deed::GoOn
                    | Deed::Stay
                    | Deed::Illegal
            )
        );
        deed || of_the_past(part) || matches!(part, Part::Condition(Condition::Said(_)))
    };
    form || is_sealed(clause) || walk::holds(clause, &kept)
}

fn of_the_past(part: &Part) -> bool {
    matches!(
        part,
        Part::Condition(Condition::Happened(_))
            | Part::Squares(Squares::Left(_) | Squares::Trodden(_) | Squares::LastCapture)
            | Part::Number(Number::Moves(_) | Number::Still(_) | Number::Borne { .. } | Number::Lost(_) | Number::Times(_))
    )
}

fn names_a_colour(part: &Part) -> bool {
    matches!(part, Part::Name(Naming::Colour, _))
}

/// A class speaks of kinds, told in the plural, by name.
fn names(class: &Class, plural: &str) -> bool {
    match &class.kinds {
        Kinds::Every => plural == "pieces",
        Kinds::Only(kinds) | Kinds::Except(kinds) => plural == "pieces" || kinds.iter().any(|kind| is_plural(plural, kind)),
    }
}

fn is_plural(plural: &str, kind: &str) -> bool {
    plural.strip_suffix('s') == Some(kind) || plural == kind || plural == format!("{kind}es")
}

fn moves_anew(clause: &Clause, plural: &str) -> bool {
    let of = |class: &Class| match &class.kinds {
        Kinds::Every => true,
        Kinds::Only(kinds) => plural == "pieces" || kinds.iter().any(|kind| is_plural(plural, kind)),
        Kinds::Except(kinds) => !kinds.iter().any(|kind| is_plural(plural, kind)),
    };
    match &clause.form {
        Form::Movement(movement) => of(&movement.who),
        Form::Castling(castling) => of(&castling.who),
        Form::OwnPrey(prey) => of(&prey.who),
        Form::Approach(approach) => of(&approach.who),
        Form::Ban(ban) => of(&ban.act.who),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_row_is_read_as_its_row() {
        let vocabulary = Vocabulary::of(crate::law::texts::standard("mar").unwrap().chain());
        for row in ROWS {
            for form in row.forms {
                let plain = |piece: &str| match piece {
                    "{number}" => "2".to_owned(),
                    "{kinds}" => "kings".to_owned(),
                    piece if piece.starts_with('(') => String::new(),
                    piece => piece.split('/').next().unwrap_or("").to_lowercase(),
                };
                let said: Vec<String> = form.split(' ').map(plain).filter(|word| !word.is_empty()).collect();
                let words: Vec<&str> = said.iter().map(String::as_str).collect();
                let feature = Feature::read(&words, &vocabulary).unwrap().unwrap_or_else(|| panic!("{form}"));
                assert_eq!(feature.row.forms[0], row.forms[0], "{form}");
                let told = feature.told();
                let told = told.to_lowercase();
                let again: Vec<&str> = told.split(' ').collect();
                assert_eq!(Feature::read(&again, &vocabulary), Ok(Some(feature)), "{told}");
                assert!(is_verb(words[0]) || words[0] == "roll", "{form}");
            }
        }
    }
}
