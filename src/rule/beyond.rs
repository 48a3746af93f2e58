//! What players want to say and the language does not know: ideas of families to come, and what only an amendment may say.

use super::Vocabulary;
use super::diagnostic::Diagnostic;
use super::lexer::Sort;
use super::words::Lexeme;

/// How many words from where the reading stopped a word may stand that betrays a family.
const NEAR: usize = 2;

/// In how many of its first words a sentence names its subject.
const SUBJECT: usize = 3;

/// A family of ideas, the words that betray it, and what to tell the player.
struct Family {
    code: &'static str,
    words: &'static [&'static str],
    told: &'static str,
    /// The meta-rule that stands against it.
    by: Option<&'static str>,
    hint: &'static str,
}

const YET: &str = "L030";
/// What only an amendment may say.
pub const OF_AMENDMENTS: &str = "L031";
/// What an amendment can do about it: no more than a proposal is read to say.
const VICTORY: &str = "it can be proposed as an amendment in words like these: PROPOSE A player whose king stands on e4 wins. END; HELP PROPOSE lists more, and what \
                           only people can judge stands in it as PROSE \"...\"";
pub const ROYALTY: &str = "an amendment can say so: PROPOSE {Men} are royal. END; or what wins and loses: PROPOSE White wins if there is no black {bare}. END; what only people \
                           can judge stands in it as PROSE \"...\"";

/// What may be said of kings without asking which of them is the real one.
const REAL: &str = "say it of kings: Kings may not be captured by pieces that have not moved. What becomes of the others: When a king is captured, every piece of its owner \
                    changes sides. What wins or loses an amendment may say: PROPOSE";

#[rustfmt::skip]
const BEYOND: &[Family] = &[
    Family { code: OF_AMENDMENTS, words: &["win", "wins", "won", "winner", "victory", "draw", "drawn", "lose", "loses"],
        by: Some("R13"), told: "who wins or loses is no matter for a rule", hint: VICTORY },
    Family { code: OF_AMENDMENTS, words: &["checkmate", "checkmated", "checkmates", "mate", "mated", "stalemate"],
        by: Some("R13"), told: "a rule cannot ask whether it is mate, which decides the game", hint: "check can be asked for (\"if white is in check\"), and forbidden (\"Pieces may not give check.\"); the rest can be proposed as an amendment: PROPOSE" },
    Family { code: OF_AMENDMENTS, words: &["royal", "royalty"],
        by: Some("R13"), told: "which piece decides the game is no matter for a rule", hint: ROYALTY },
    Family { code: OF_AMENDMENTS, words: &["real", "dummy", "dummies"],
        by: Some("M4"), told: "a rule speaks of all kings alike; which of them is real its player names (M3), and with that one he is out", hint: REAL },
    Family { code: OF_AMENDMENTS, words: &["rule", "rules", "amendment", "vote"],
        by: Some("R10"), told: "a rule cannot limit or change the making of rules", hint: "how long it lasts stands in its first line: RULE \"title\" LASTS 10 TURNS; what rules may do can be proposed as an amendment: PROPOSE" },
    Family { by: None, code: YET, words: &["then", "afterwards", "followed"],
        told: "what stands behind this is not understood as a further part of the way", hint: "so many squares, and which way: {Men} may also move one square orthogonally and then one square diagonally outward." },
    Family { by: None, code: YET, words: &["position", "positions", "repetition", "repetitions", "repeat", "repeats", "repeated", "recur", "recurs"],
        told: "how all pieces stood before cannot be asked for", hint: "where one piece stood before can: Pieces may not return to the square they stood on before. So can what was done in earlier turns: If the opponent moved {man} two turns ago, ..." },
    Family { by: None, code: YET, words: &["day", "days", "hour", "hours", "week", "weeks", "date", "dated", "monday", "sunday", "saturday", "weekend", "midnight", "month"],
        told: "a rule knows turns and phases, not days and hours", hint: "say so many turns: On even turns, {men} may not move. RULE \"title\" LASTS 10 TURNS" },
    Family { by: None, code: YET, words: &["board", "wrap", "wraps", "wrapping", "cylinder", "hole", "holes", "wall", "walls", "portal"],
        told: "this cannot be said of the shape of the board", hint: "examples: Add one rank on every side of the board. The left and right edges are joined. When a piece moves, the square it left becomes a hole." },
    Family { by: None, code: YET, words: &["i", "my", "mine", "me", "we", "our", "us"],
        told: "a rule speaks of all players alike, or of a colour", hint: "of everybody: own {men}, or your {men}; of one player: white {men}" },
    Family { by: None, code: YET, words: &["player", "players", "opponent", "opponents", "universe", "universes", "multiverse", "owner", "side", "team", "everybody", "nobody", "everyone"],
        told: "this cannot be said of a player or a universe", hint: "players are called: the mover, the opponent, its owner, white; a rule for one universe begins: RULE \"title\" IN Zaphod:1" },
    Family { by: None, code: YET, words: &["say", "says", "write", "writes", "secret", "secretly", "choose", "chooses", "choice", "decide"],
        told: "this cannot be left to what a player says, hides or chooses", hint: "examples: {Men} may not move unless the mover says \"please\". Each player has a secret square." },
];

/// What would have to be done to take a move back.
const UNDOING: [&str; 12] =
    ["undo", "undoes", "undone", "retract", "retracts", "retracted", "unmake", "unmakes", "revoke", "revokes", "reverse", "reverses"];
/// How far from where the reading stopped the verb stands at most.
const MOST_BEFORE: usize = 5;
/// How far behind it the move stands that is taken back.
const MOVE_BEHIND: usize = 6;

/// `takes back his last move`: what was done stays done.
pub fn takes_back(lexemes: &[Lexeme]) -> Option<Diagnostic> {
    let is_move = |lexeme: &Lexeme| ["move", "moves", "turn"].iter().any(|word| lexeme.token.is_word(word));
    let at = (0..lexemes.len().min(MOST_BEFORE)).find(|&at| {
        let behind = &lexemes[at + 1..lexemes.len().min(at + 1 + MOVE_BEHIND)];
        let word = |words: &[&str]| words.iter().any(|word| lexemes[at].token.is_word(word));
        let back = behind.iter().any(|lexeme| lexeme.token.is_word("back"));
        behind.iter().any(is_move) && (word(&UNDOING) || back && word(&["take", "takes", "taken", "taking"]))
    })?;
    let problem = "R4: a move that has been made is never taken back by a rule: what was done stays done".to_string();
    let hint = "say what happens when it is made: After {man} moves, if the opponent likes, it goes back to the square it came from.";
    Some(Diagnostic::new(YET, lexemes[at].span, problem).hint(hint))
}

/// How many words of his description stand between a player and what he does: "the player who has fewer pieces than his opponent moves first".
const MOST_DESCRIBED: usize = 12;

/// `black moves first`, `the player with fewer pieces moves first each turn`, `the turn order is reversed`: in which order the players have their phases.
pub fn orders_players(lexemes: &[Lexeme], words: &Vocabulary) -> Option<Diagnostic> {
    let word = |at: usize, these: &[&str]| lexemes.get(at).is_some_and(|lexeme| these.contains(&lexeme.token.word.as_str()));
    let army = |at: usize| lexemes.get(at).is_some_and(|lexeme| words.armies.iter().any(|army| lexeme.token.is_word(army)));
    let player = |at: usize| {
        army(at)
            || lexemes.get(at).is_some_and(|lexeme| {
                ["player", "opponent", "you"].iter().any(|word| lexeme.means(word)) || word(at, &["whoever", "side", "army"])
            })
    };
    let mark = |at: usize| lexemes.get(at).is_some_and(|lexeme| lexeme.token.sort == Sort::Mark);
    // "before his opponent"
    let his = |at: usize| word(at, &["his", "her", "the", "their"]) && player(at + 1);
    let phase = |at: usize| lexemes[at].means("phase") || word(at, &["phase"]);
    let goes = |at: usize| word(at, &["moves", "move", "plays", "play", "goes", "go", "begins", "begin", "starts", "start", "comes"]);
    let described = |at: usize| (at.saturating_sub(MOST_DESCRIBED)..at).rev().take_while(|&before| !mark(before)).any(player);
    let ends = |at: usize| {
        let on = ["on", "in", "when", "every", "this", "unless", "during"];
        at >= lexemes.len() || mark(at) || on.iter().any(|word| lexemes[at].means(word)) || word(at, &["each", "the", "next", "if", "of"])
    };
    let order = |at: usize| {
        word(at, &["order", "sequence"])
            && (at.checked_sub(1).is_some_and(|before| word(before, &["turn", "playing", "moving", "move"]))
                || word(at + 1, &["of", "in"])
                    && (at + 2..(at + 6).min(lexemes.len()))
                        .any(|next| player(next) || word(next, &["play", "turns", "moves", "they", "move"])))
    };
    let at = (0..lexemes.len()).find(|&at| {
        let in_order = |who: bool| {
            who && word(at + 1, &["first", "last", "second"]) && ends(at + 2)
                || word(at + 1, &["before", "after"]) && (player(at + 2) || his(at + 2) || lexemes.len() > at + 2 && phase(at + 2))
        };
        let led = at.checked_sub(1).is_some_and(|before| player(before) || phase(before) || word(before, &["he", "she"]));
        goes(at) && (led && in_order(true) || described(at) && in_order(true)) || order(at)
    })?;
    let problem =
        "R10: the phases of a turn, in which the players make their rules as well, have an order that no rule changes".to_string();
    let hint = "a side that a rule brings says where it moves (\"moving after black\"); who shall have more of a turn may move again: If the mover has fewer \
                {men} than the opponent, after {man} moves, the mover may move again.";
    Some(Diagnostic::new(YET, lexemes[at].span, problem).hint(hint))
}

/// So many moves of a turn, with any pieces, are more than can be listed.
const TOO_MANY: u32 = 3;

/// `a player may make three moves in a turn`, `he may move as many times as he has queens`: of all his men together.
pub fn moves_too_often(lexemes: &[Lexeme]) -> Option<Diagnostic> {
    let word = |at: usize, these: &[&str]| lexemes.get(at).is_some_and(|lexeme| these.contains(&lexeme.token.word.as_str()));
    let many = |at: usize| {
        let number = matches!(lexemes.get(at).map(|lexeme| &lexeme.token.sort), Some(Sort::Number(number)) if *number >= TOO_MANY);
        number
            || word(at, &["as"]) && word(at + 1, &["many"])
            || lexemes.get(at).is_some_and(|lexeme| lexeme.token.is_word("as") && lexeme.tokens > 1)
    };
    let behind = |at: usize| [at + 1, at + 2].into_iter().find(|&at| many(at));
    let at = (0..lexemes.len()).find(|&at| match behind(at) {
        Some(number) => {
            let made =
                word(at, &["make", "makes", "play", "plays", "have", "has"]) && (1..3).any(|next| word(number + next, &["moves", "move"]));
            made || word(at, &["move", "moves", "play", "plays"]) && (1..3).any(|next| word(number + next, &["times"]))
        }
        None => false,
    })?;
    let problem = "so many moves of a turn, each with any piece, could be made in more ways than can be listed".to_string();
    let hint =
        "so many are for one piece: {Men} may move three times in a turn. For all of them there is one more: A player may move twice.";
    Some(Diagnostic::new(YET, lexemes[at].span, problem).hint(hint))
}

/// The first word, from where the reading of a sentence stopped, that belongs to a family the language does not know; the earlier family of two.
/// A sentence about rules is told so by its subject.
pub fn beyond(sentence: &[Lexeme], stopped: usize, words: &Vocabulary) -> Option<Diagnostic> {
    let of_rules = |lexeme: &&Lexeme| ["rule", "rules"].iter().any(|word| lexeme.token.is_word(word)) && lexeme.phrase.is_none();
    let lexemes = match sentence.iter().take(stopped.min(SUBJECT)).any(|lexeme| of_rules(&lexeme)) {
        true => sentence,
        false => &sentence[stopped..],
    };
    if let Some(found) = another_board(sentence, stopped) {
        return Some(found);
    }
    BEYOND.iter().find_map(|family| {
        let here = |(at, lexeme): &(usize, &Lexeme)| {
            let word = lexeme.token.word.as_str();
            let next = lexemes.get(at + 1);
            let meant = match word {
                "then" => next.is_some_and(begins_a_leg),
                // "he loses his next turn" is one phrase
                "lose" | "loses" if lexeme.tokens > 1 => false,
                "lose" | "loses" => next.is_none() || lexemes.get(at + 2).is_some_and(|object| object.token.is_word("game")),
                // "a file is drawn at random", "pieces on the drawn file"
                // "draws a pawn from his reserve"
                "draw" => !next.is_some_and(|next| {
                    ["a", "one of", "its", "one"].iter().any(|word| next.means(word)) || matches!(next.token.sort, Sort::Number(_))
                }),
                "drawn" => !next.is_some_and(|next| {
                    ["at", "by", "from", "file", "rank", "square"].iter().any(|word| next.token.is_word(word))
                        || next.means("chosen at random")
                        || next.means("at random")
                }),
                _ => true,
            };
            // Where it is the last word, to lose is to lose the game.
            let unknown = lexeme.phrase.is_none() || matches!(word, "lose" | "loses");
            unknown && lexeme.token.is_word(word) && family.words.contains(&word) && meant
        };
        // what cannot be said yet is to blame only where the reading stopped
        let near = if family.code == YET { NEAR } else { lexemes.len() };
        let (_, lexeme) = lexemes.iter().enumerate().take(near).find(here)?;
        // A meta-rule that an amendment has switched off stands against nothing: the language knows no such sentence.
        let told = match family.by {
            Some(by) if words.lifted.iter().any(|lifted| lifted == by) => {
                format!("this is not understood in a rule, though {by} no longer stands against it")
            }
            Some(by) => format!("{by}: {}", family.told),
            None => family.told.to_string(),
        };
        Some(Diagnostic::new(family.code, lexeme.span, told).hint(family.hint))
    })
}

/// `the other board`, `the first board`: boards are spoken of as universes.
fn another_board(sentence: &[Lexeme], stopped: usize) -> Option<Diagnostic> {
    let lexemes = &sentence[stopped.saturating_sub(1)..];
    const WHICH: [&str; 13] =
        ["any", "all", "each", "other", "next", "first", "second", "either", "both", "another", "same", "neighbouring", "different"];
    let word = |at: usize, word: &str| lexemes.get(at).is_some_and(|lexeme| lexeme.token.is_word(word));
    let nth = |at: usize| matches!(lexemes[at].token.sort, Sort::Ordinal(_) | Sort::Number(1)) || WHICH.iter().any(|which| word(at, which));
    let at =
        (0..=NEAR + MOST_BEFORE).find(|&at| lexemes.get(at).is_some() && nth(at) && (word(at + 1, "board") || word(at + 1, "boards")))?;
    let problem = "boards are spoken of as universes, and not everything can be said of another one".to_string();
    let hint = "examples: When {man} is captured, it goes to the same square of the next universe, if that square is empty. \
                A rule for one board alone begins: RULE \"title\" IN Zaphod:1";
    Some(Diagnostic::new(YET, lexemes[at].span, problem).hint(hint))
}

/// What stands behind "then" where a second part of the way begins: so many squares, or a direction.
fn begins_a_leg(lexeme: &Lexeme) -> bool {
    matches!(lexeme.token.sort, Sort::Number(_))
        || ["one", "any", "forward", "backward", "sideways", "diagonally", "orthogonally"].contains(&lexeme.token.word.as_str())
}
