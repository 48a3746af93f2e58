//! Turns of phrase in which "his" is said before it is told of whom, or of each player by himself: each is read as of a player who is named first.

use super::paraphrase::{Turn, assuming, turn};

#[rustfmt::skip]
pub const WHOSE_TURNS: &[Turn] = &[
    turn("if his|her|their A , B:he|she|they|his|her|their|it", "if a player's A , B"),
    turn("when|whenever|after|once his|her|their A , B:he|she|they|his|her|their|it", "when a player's A , B"),
    turn("each|every|any time that? his|her|their A , B:he|she|they|his|her|their|it", "when a player's A , B"),
    turn("the first time that? his|her|their A , B:he|she|they|his|her|their|it", "the first time a player's A , B"),
    turn("while his|her|their A , B:he|she|they|his|her|their|it", "while a player's A , B"),
    turn("unless his|her|their A , B:he|she|they|his|her|their|it", "unless a player's A , B"),
    turn("he|she A when|whenever|after|if|once his|her|their B", "a player A when his B"),

    // who has lost one is not on move
    assuming("if|when|whenever|after a|any|each|every|the player loses|lost A! , he|she may|can move again", "when a player loses A , he may move twice on his next turn", "on his next turn"),
    assuming("if|when|whenever|after a|any|each|every|the player loses|lost A! , he|she may|can move|play twice", "when a player loses A , he may move twice on his next turn", "on his next turn"),

    // each player's own
    turn("E:on|at|every|after|in , each|every player A swaps|swap|exchanges|exchange|switches|switch|trades places|squares|positions? with his|her|their|its B", "E , each player swaps his A with his B"),
    turn("each|every player A swaps|swap|exchanges|exchange|switches|switch|trades places|squares|positions? with his|her|their|its B", "each player swaps his A with his B"),
    turn("E:on|at|every|after|in , each|every player A and his|her|their|its? B swap|exchange|switch|trade places|squares|positions?", "E , each player swaps his A with his B"),
    turn("each|every player A and his|her|their|its? B swap|exchange|switch|trade places|squares|positions?", "each player swaps his A with his B"),

    // what somebody moves again and again, or any time
    turn("when|if|whenever|after a|any|each|every|the player moves|has|have moved? the same piece|man N turns|times|moves in a row|running|succession , B", "when a piece moves N turns in a row , B"),
    assuming("at any time ,? a|any|each|every|the? player|players may|can ,? A", "a player may , instead of moving , A", "instead of a move"),
    turn("after|with|on a|each|every|any move ,? he|she|you|a|each|every|any|the? player? may|can also? A", "after a player moves , he may A"),

    // over a line, and to one side
    turn("A may|can not cross|pass the? line|border|boundary between|of|from rank|ranks? N and|to rank? M", "A on ranks 1 to N may not move to ranks M to 8 . A on ranks M to 8 may not move to ranks 1 to N"),
    turn("A may|can not castle B:queenside|kingside C?", "A may not castle to the B C"),
    turn("A may|can castle queenside only B?", "A may not castle to the kingside B"),
    turn("A may|can castle kingside only B?", "A may not castle to the queenside B"),
    turn("A may|can castle only on|to? the? queenside B?", "A may not castle to the kingside B"),
    turn("A may|can castle only on|to? the? kingside B?", "A may not castle to the queenside B"),
    turn("A may|can only castle on|to? the? queenside B?", "A may not castle to the kingside B"),
    turn("A may|can only castle on|to? the? kingside B?", "A may not castle to the queenside B"),
    turn("castling A:queenside|kingside is not allowed|permitted|legal", "a player may not castle to the A"),
    turn("castling A:queenside|kingside is forbidden|prohibited|illegal|banned", "a player may not castle to the A"),

    // what is so while it lasts
    turn("when|whenever|if|while A is|are B , it|he|she|they is|are safe|immune|invulnerable from? capture?", "when A is B , it may not be captured"),

    // who goes on after a capture
    turn("E:after|when|whenever|if|on , the|its|that captor|capturer V:must|may|can move|moves another B", "E , the mover V move another B"),
    turn("E:after|when|whenever|if|on , the|its|that capturing piece|man|player V:must|may|can move|moves another B", "E , the mover V move another B"),

    // what is turned into something, instead of a move
    turn("A turn|turns|change|changes|transform|convert N B! into|to C", "A turn N of his B into C"),
    turn("a|any|each|every|the? player|players may|can once turn|change|transform|convert|promote A into|to B", "once per game a player may , instead of moving , turn A into B"),
    assuming("a|any|each|every|the? player|players may|can turn|change|transform|convert|promote A! into|to B", "a player may , instead of moving , turn A into B", "instead of a move"),
];
