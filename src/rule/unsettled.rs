//! Ideas that are told by a few words wherever they stand in a sentence, and cannot be said: why, and what can be said instead.

use super::diagnostic::Diagnostic;
use super::lexer::{Token, tokens};
use super::words::Lexeme;
use super::{Span, Vocabulary};

/// Words one after the other, each one of some, that betray the idea.
struct Idea {
    words: &'static [&'static [&'static str]],
    told: &'static str,
    hint: &'static str,
}

const YET: &str = "L030";
const CHOOSES: &[&str] = &["chooses", "choose", "picks", "pick", "names", "selects", "decides", "decide"];
const EACH: &[&str] = &["each", "every"];

#[rustfmt::skip]
const IDEAS: &[Idea] = &[
    Idea { words: &[&["gambit", "gambits", "tempo", "zugzwang"]],
        told: "this is the name of a plan, and says of no piece what it does",
        hint: "say what is done: A player may, instead of moving, remove one of his {men}. When {man} is captured, its owner may move again." },
    Idea { words: &[EACH, &["player"], CHOOSES, &["a", "an", "one"], &["file", "rank", "square", "row", "column"]],
        told: "what is chosen openly is called so for everybody, and so one player chooses it",
        hint: "say: White chooses a file. {Men} on the chosen file may not capture. Or each names one in secret: Each player chooses a square in secret." },
    Idea { words: &[CHOOSES, &["for"], EACH, &["of"]],
        told: "for each of them it would be a choice of its own, and there may be too many of them",
        hint: "let each player mark one: Each player chooses one of his {men} as his champion. Champions may also move one square backward." },
    Idea { words: &[&["build", "builds", "put", "puts", "erect", "place", "places"], &["a", "one"], &["wall"], &["between"]],
        told: "a wall that is built in play stands on a square; between squares it stands as long as its rule",
        hint: "say: A player may, instead of moving, build a wall on an empty square. Or by itself: There is a wall between d4 and d5." },
    Idea { words: &[&["name", "names"], &["of"], &["his", "her", "their", "its"], &["choice", "own", "choosing"]],
        told: "a name that a player makes up when he orders it means nothing to a rule",
        hint: "the rule gives the name: Each player names one of his {men} Fred. Fred may also move one square backward." },
    Idea { words: &[&["invisible", "hidden", "unseen", "concealed"]],
        told: "what players are shown is no matter of a rule: everybody is shown the whole board",
        hint: "what is hidden is named in secret: Each player secretly chooses one of his {men} as his spy. When a spy is captured, the capturing piece is removed." },
    Idea { words: &[&["player", "players", "opponent"], &["see", "sees"]],
        told: "what players are shown is no matter of a rule: everybody is shown the whole board",
        hint: "what is hidden is named in secret: Each player secretly chooses one of his {men} as his spy. When a spy is captured, the capturing piece is removed." },
    Idea { words: &[&["secretly", "secret"], &["writes", "write", "notes", "seals", "seal", "plans", "orders"], &["down", "a", "his"], &["a", "his", "move", "next"]],
        told: "a move cannot be sealed: what can be named in secret is a square, a piece by the square where it started, or a number up to that of the last file",
        hint: "say: Each player has a secret square. When a piece lands on the opponent's secret square, it is removed." },
];

/// The first of them that stands in a sentence.
pub fn told(lexemes: &[Lexeme], text: &str, words: &Vocabulary) -> Option<Diagnostic> {
    let (first, last) = (lexemes.first()?.span, lexemes.last()?.span);
    let said: Vec<Token> = tokens(text.get(first.start..last.end)?);
    let own = |token: &Token| words.names().any(|name| name.split(' ').any(|word| token.is_word(word)));
    IDEAS.iter().find_map(|idea| {
        let stands = |at: &usize| idea.words.iter().zip(&said[*at..]).all(|(these, token)| these.iter().any(|word| token.is_word(word)));
        let at = (0..(said.len() + 1).saturating_sub(idea.words.len())).find(stands)?;
        let (from, to) = (said[at].span, said[at + idea.words.len() - 1].span);
        (idea.words.len() > 1 || !own(&said[at])).then_some(())?;
        let span = Span { start: first.start + from.start, end: first.start + to.end };
        Some(Diagnostic::new(YET, span, idea.told.to_string()).hint(idea.hint))
    })
}
