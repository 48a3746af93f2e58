//! Turns of phrase about words that must be said with a move: each is read as the sentence behind it. How they are written: [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

const WITH_A_MOVE: &str = "said with a move, and done after it";

#[rustfmt::skip]
pub const SPEECH_TURNS: &[Turn] = &[
    // what may be said with a move, and what he may do then
    assuming("K:once|twice|thrice|two|three|four|five|2|3|4|5 per|in|during? each|a|the? game ,? a|any|each|every|the player may|can say|shout|write|announce|call Q! and B", "K per game , after a player moves , if the mover says Q , he may B", WITH_A_MOVE),
    assuming("a|any|each|every|the player may|can say|shout|write|announce|call Q! and B", "after a player moves , if the mover says Q , he may B", WITH_A_MOVE),

    // the move is not made
    turn("whoever|anyone|anybody|everybody|who moves|move|plays A must|has to? say|announce|write|shout|declare B ,? or? otherwise|else|or the|his move|turn is lost|void|wasted|cancelled|canceled|undone|forfeited", "when A would move , if the mover does not say B , the move is not made"),
    turn("a|any|each|every|the player who|that moves|plays A must|has to? say|announce|write|shout|declare B ,? or? otherwise|else|or the|his move|turn is lost|void|wasted|cancelled|canceled|undone|forfeited", "when A would move , if the mover does not say B , the move is not made"),
    turn("if|when|whenever|after a|any|the player|he|you moves|move|plays A , he|she|they|you must|has to? say|announce|write|shout|declare B ,? or? otherwise|else|or the|his move|turn is lost|void|wasted|cancelled|canceled|undone|forfeited", "when A would move , if the mover does not say B , the move is not made"),
    turn("if|when|whenever|after a|any|the player|he|you moves|move|plays A without saying|announcing|writing|shouting|declaring B , the|his move|turn is lost|void|wasted|cancelled|canceled|undone|forfeited", "when A would move , if the mover does not say B , the move is not made"),
    turn("if|when|whenever|after A:a|an|any|the|own|white|black moves|move , C the|his|its move|turn is lost|void|wasted|cancelled|canceled|undone|forfeited", "when A would move , C the move is not made"),

    // what must be said, and what happens otherwise
    turn("E:when|whenever|if|after , he|she|they|you must|has|have to? say|announce|write|shout|declare B ,? or else|otherwise C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after , he|she|they|you must|has|have to? say|announce|write|shout|declare B ,? or|otherwise|else ,? C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after , the|its? mover|player|owner must|has|have to? say|announce|write|shout|declare B ,? or else|otherwise C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after , the|its? mover|player must|has|have to? say|announce|write|shout|declare B ,? or|otherwise|else ,? C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after ,? say|announce|write|shout|declare B ,? or else|otherwise C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after ,? say|announce|write|shout|declare B ,? or|otherwise|else ,? C", "E , if the mover does not say B , C"),
    turn("say|announce|write|shout|declare B when|whenever|if|before|after you|he A ,? or|otherwise|else else? ,? C", "when a player A , if the mover does not say B , C"),
    turn("a|each|every|the? player|players|you must|has|have to? say|announce|write|shout|declare B when|whenever|if|before|after he|they|you A ,? or|otherwise|else else? ,? C", "when a player A , if the mover does not say B , C"),
    turn("whoever|anyone|anybody|everybody A must|has to? say|announce|write|shout|declare B ,? or|otherwise|else else? ,? C", "when a player A , if the mover does not say B , C"),
    turn("a|any|each|every|the player who|that A must|has to? say|announce|write|shout|declare B ,? or|otherwise|else else? ,? C", "when a player A , if the mover does not say B , C"),
    turn("E:when|whenever|if|after without saying|announcing|writing|shouting|declaring B , C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after and|but the? mover|player|he|she|you does|do|did not say|announce|write|shout|declare B , C", "E , if the mover does not say B , C"),
    turn("E:when|whenever|if|after and|but the? mover|player|he|she|you says|say|said|announces|writes|shouts B , C", "E , if the mover says B , C"),

    // what may not be done without
    turn("A may|can not B without saying|announcing|writing|shouting|declaring C", "if the mover does not say C , A may not B"),
    turn("nobody may|can B without saying|announcing|writing|shouting|declaring C", "if the mover does not say C , nobody may B"),
    turn("no A may|can B without saying|announcing|writing|shouting|declaring C", "if the mover does not say C , no A may B"),
    turn("a|each|every|the? player|players|you must|has|have to? say|announce|write|shout|declare B when|whenever|if|before he|they|you captures|capture|takes|take C?", "if the mover does not say B , nobody may capture C"),
    turn("a|each|every|the? player|players|you must|has|have to? say|announce|write|shout|declare B when|whenever|if|before he|they|you moves|move C", "if the mover does not say B , nobody may move C"),
    turn("a|each|every|the? player|players|you must|has|have to? say|announce|write|shout|declare B before|when|to|for? capturing C?", "if the mover does not say B , nobody may capture C"),
    turn("a|each|every|the? player|players|you must|has|have to? say|announce|write|shout|declare B before|when|to|for? moving C", "if the mover does not say B , nobody may move C"),
];
