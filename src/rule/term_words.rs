//! The words for terms: places, numbers, conditions and players. The same sort of table as that of `words`.

use super::words::{Synonyms, same};

#[rustfmt::skip]
pub const TERMS: &[Synonyms] = &[
    // players and whose pieces
    same("mover", &["moving|active player", "player who|that moves", "player who|that is moving", "player on|to move", "player whose turn|phase|move it is"]),
    same("opponent", &["opponents", "enemy|other player", "adversary"]),
    same("each player", &["every|any|a player", "all players", "everybody", "everyone", "both players"]),
    same("owner", &["owners"]),
    same("own", &["friendly", "allied"]),
    same("friend", &["friends"]),
    same("enemy", &["enemies", "opposing", "hostile"]),
    same("moving piece", &["moving man|unit"]),
    same("chosen piece", &["chosen man|unit"]),
    same("piece in question", &["man|unit in question"]),
    same("its kind", &["their kind", "its|their type|sort"]),

    same("secret square", &["secret|hidden squares", "hidden square", "secretly chosen square", "secret trap"]),
    same("chooses in secret", &["secretly|silently chooses|names|picks|writes|notes down?", "writes|notes|chooses|names|picks down?"]),

    // places
    same("stands", &["stand", "standing", "is|are standing|located|situated", "sits", "sit"]),
    same("in front of", &["ahead of", "directly|right|just|immediately in front of"]),
    same("behind", &["directly|right|just|immediately behind"]),
    same("edge", &["edges", "border", "borders", "rim"]),
    same("corner", &["corners"]),
    same("file", &["column", "columns"]),
    same("back rank", &["back|home|base|starting row|rank", "baseline"]),
    same("beyond", &["past", "farther|further|higher than"]),
    same("centre", &["center", "middle", "four? central squares", "four centre|center|middle squares", "central square", "middle of the board", "four squares in the middle|centre|center"]),
    same("light", &["light-coloured|light-colored"]),
    same("dark", &["dark-coloured|dark-colored"]),
    same("empty", &["unoccupied", "vacant", "free"]),
    same("occupied by", &["holding"]),
    same("attacked", &["threatened", "under attack"]),
    same("attacked by", &["threatened by", "under attack by|from"]),
    same("protected", &["defended", "guarded", "covered"]),
    same("itself", &["himself", "herself"]),
    same("same", &["identical"]),
    same("different", &["differing"]),
    same("kind", &["type", "sort", "kinds", "types"]),
    same("value", &["values"]),
    same("equal or lower", &["lower or equal", "equal or smaller", "the same or lower", "same or lower"]),
    same("equal or higher", &["higher or equal", "equal or greater", "greater or equal", "the same or higher", "same or higher"]),
    same("lower", &["smaller", "lesser"]),
    same("higher", &["greater", "bigger", "larger"]),
    same("colour", &["color", "colours", "colors"]),
    same("outside", &["outside of", "away from"]),
    same("the square it came from", &["the square it|they came|comes|come|started|starts|start|moved|moves|move|went|goes|go from", "the departure square"]),
    same("the square it goes to", &["the square it|they came|comes|come|moved|moves|move|went|goes|go|arrives|arrived to|at", "the square on which it|they lands|land|arrives|arrive", "the arrival|destination|target square"]),
    same("opposite", &["diametrically opposite"]),

    // numbers
    same("turn", &["turns"]),
    same("turn number", &["number of the|this current? turn", "turn's number", "number of this turn", "current turn number"]),
    same("number of", &["count of"]),
    same("less than", &["fewer|smaller|lower than"]),
    same("equal to", &["equals", "equal"]),
    same("divisible by", &["evenly divisible by", "a? multiple|multiples of"]),
    same("modulo", &["mod"]),
    same("points", &["point"]),

    // conditions
    same("while", &["as|so long as", "provided that?", "during the time that"]),
    same("unless", &["except when|if|while", "but not if|when|while", "only not if|when"]),
    same("there is", &["there are"]),
    same("it is not true that", &["it is not the case that"]),
    same("for which", &["such that", "for whom"]),
    same("in check", &[]),
    same("belongs to", &["belong to", "is|are owned by"]),
    same("the same piece as", &["the same man|unit as", "identical to"]),
    same("of the same kind as", &["of the same type|sort as", "the same kind|type|sort of? piece|man? as"]),
    same("of the same kind", &["of the same type|sort", "of its|their own kind|type|sort"]),
    same("has no legal move", &["has|have no legal|possible moves|move", "has|have no moves"]),
    same("has a legal move", &["has|have a|any legal|possible moves|move"]),
    same("given check", &["gave check"]),
    same("says", &["say", "said", "has|have said|written", "writes", "write", "wrote"]),

    // when
    same("this turn", &["in|on|during this turn"]),
    same("last turn", &["the? previous turn", "in|on|during|at its|his|their|the last|previous turn", "in|on|during its|his|their owner|player last|previous turn"]),
    same("in the last", &["in|within|during the past|previous", "within|during the last", "in one of the last"]),
    same("just before", &["in|on the previous|preceding|last move|phase", "just now"]),
    same("so far", &["ever", "at any time", "already", "earlier"]),
    same("before turn", &["until turn", "up to turn"]),
    same("after turn", &[]),
];
