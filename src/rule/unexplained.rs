//! "It" that nobody is: what pieces may do always follows no move, so the sentence itself must say who "it" is.

use super::diagnostic::Diagnostic;
use super::walk::{self, Part};
use super::words::Lexeme;
use super::{Act, Ban, Class, Clause, Form, How, Ref, Span, Vocabulary};

/// Why clauses that tell of no move cannot speak of a man as they do; None where they are clear.
pub fn unexplained(lexemes: &[Lexeme], clauses: &[Clause], span: Span, words: &Vocabulary) -> Option<Diagnostic> {
    let named = |lexeme: &Lexeme| ["moving piece", "capturing piece", "captured piece"].iter().any(|man| lexeme.means(man));
    if lexemes.iter().any(named) {
        return None;
    }
    let passive = lexemes.iter().any(|lexeme| lexeme.means("is captured"));
    let alone = stands_for_nobody(lexemes, words);
    let unclear = |clause: &Clause| match &clause.form {
        Form::Ban(Ban { act: Act { how: How::Capture(victims), .. }, .. }) if passive && by_the_actor(victims) => true,
        // who gives check need not be who moves
        Form::Ban(Ban { act: Act { how: How::Check, .. }, .. }) => false,
        Form::Ban(_) | Form::Duty(_) | Form::Movement(_) => {
            clause.form.clone().subject().is_some_and(|who| by_the_actor(who)) || alone && speaks_of_the_actor(clause)
        }
        _ => false,
    };
    clauses.iter().any(unclear).then(|| {
        let problem = "it is not clear which piece is meant: nothing here has moved, and no other piece is named before".to_string();
        let hint = "name it (\"{Men} next to {man} may not capture\"), or name the event: After {man} moves, ...";
        Diagnostic::new("L004", span, problem).hint(hint)
    })
}

/// "It", where only several have been spoken of before.
fn stands_for_nobody(lexemes: &[Lexeme], words: &Vocabulary) -> bool {
    let it = |lexeme: &Lexeme| ["it", "its"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.meant.is_none();
    let one = |lexeme: &Lexeme| {
        ["piece", "man", "one"].iter().any(|word| lexeme.token.is_word(word))
            || words.kinds.iter().any(|kind| kind.plural != kind.name && lexeme.token.is_word(&kind.name))
    };
    lexemes.iter().position(it).is_some_and(|at| !lexemes[..at].iter().any(one))
}

/// Whether men are described by the one that moves.
fn by_the_actor(who: &Class) -> bool {
    let mut found = false;
    if let Some(such) = &who.such {
        walk::parts_of_condition(such, &mut |part| found |= matches!(part, Part::Man(Ref::Actor)));
    }
    found
}

fn speaks_of_the_actor(clause: &Clause) -> bool {
    let bare = Clause { when: None, ..clause.clone() };
    walk::holds(&bare, &|part| matches!(part, Part::Man(Ref::Actor)))
}
