//! What players want to say and the language does not know: ideas of families to come, and what only an amendment may say.

use super::diagnostic::Diagnostic;
use super::words::Lexeme;

/// A family of ideas, the words that betray it, and what to tell the player.
struct Beyond {
    code: &'static str,
    words: &'static [&'static str],
    told: &'static str,
    hint: &'static str,
}

const YET: &str = "L030";
const AMENDMENT: &str = "L031";

#[rustfmt::skip]
const BEYOND: &[Beyond] = &[
    Beyond { code: AMENDMENT, words: &["win", "wins", "won", "winner", "victory", "lose", "loses", "lost", "checkmate", "checkmated", "checkmates", "mate", "mated", "stalemate", "draw", "drawn"],
        told: "R13: who wins or loses is no matter for a rule", hint: "propose it as an amendment: AMEND" },
    Beyond { code: AMENDMENT, words: &["royal", "royalty", "real"],
        told: "R13: which piece decides the game is no matter for a rule", hint: "propose it as an amendment: AMEND" },
    Beyond { code: AMENDMENT, words: &["rule", "rules", "amendment", "vote"],
        told: "R10: a rule cannot limit or change the making of rules", hint: "propose it as an amendment: AMEND" },
    Beyond { code: YET, words: &["repeal", "repealed"],
        told: "what happens at a repeal cannot be said yet: it brings back what was there before", hint: "leave the sentence out" },
    Beyond { code: YET, words: &["then", "afterwards", "followed"],
        told: "moves of several legs cannot be played yet", hint: "one leap can: {Men} may also move by leaping (1,3)." },
    Beyond { code: YET, words: &["board", "wrap", "wraps", "wrapping", "cylinder", "hole", "holes", "wall", "walls", "portal"],
        told: "rules about the shape of the board cannot be played yet", hint: "what can be: how kinds move, and what happens when a piece is captured" },
    Beyond { code: YET, words: &["random", "randomly", "chance", "dice", "roll", "rolls", "percent", "probability", "coin"],
        told: "rules with chance cannot be played yet", hint: "what can be: how kinds move, and what happens when a piece is captured" },
    Beyond { code: YET, words: &["must", "obliged", "forced", "has to", "have to"],
        told: "obligations cannot be played yet", hint: "permissions can: {Men} may also move one square sideways. {Men} may not capture." },
    Beyond { code: YET, words: &["point", "points", "score", "scores", "counter", "money", "pay", "buy", "spend"],
        told: "points and counters cannot be played yet", hint: "what can be: how kinds move, and what happens when a piece is captured" },
    Beyond { code: YET, words: &["create", "creates", "created", "add", "adds", "added", "place", "places", "placed", "new", "drop", "drops", "reserve", "appears", "appear", "swap", "swaps", "exchange", "merge", "split", "duplicate", "spawns"],
        told: "making, placing and swapping pieces cannot be played yet", hint: "what can be: how kinds move, and what happens when a piece is captured" },
    Beyond { code: YET, words: &["player", "players", "opponent", "opponents", "universe", "universes", "multiverse", "owner", "side", "team", "everybody", "nobody", "everyone", "you", "your", "i", "my"],
        told: "rules about players and universes cannot be played yet", hint: "a colour can be named: white {men}; a rule for one universe: RULE \"title\" IN Zaphod:1" },
    Beyond { code: YET, words: &["again", "second", "third", "extra", "another", "consecutive", "double"],
        told: "further moves in one turn cannot be played yet", hint: "what can be: how kinds move, and what happens when a piece is captured" },
    Beyond { code: YET, words: &["say", "says", "write", "writes", "secret", "secretly", "choose", "chooses", "choice", "decide"],
        told: "what a player says, hides or chooses cannot be played yet", hint: "what can be: how kinds move, and what happens when a piece is captured" },
    Beyond { code: YET, words: &["reaches", "arrives", "lands", "leaves", "enters", "stands", "moves to"],
        told: "rules on where a piece stands or arrives cannot be played yet", hint: "promotion can: A {bare} that reaches the last rank becomes {other}." },
];

/// The first word of a sentence that belongs to a family the language does not know; the earlier family of two.
pub fn beyond(lexemes: &[Lexeme]) -> Option<Diagnostic> {
    BEYOND.iter().find_map(|family| {
        let here = |lexeme: &&Lexeme| {
            let word = lexeme.token.word.as_str();
            lexeme.phrase.is_none() && lexeme.token.is_word(word) && family.words.contains(&word)
        };
        let lexeme = lexemes.iter().find(here)?;
        Some(Diagnostic::new(family.code, lexeme.span, family.told.to_string()).hint(family.hint))
    })
}
