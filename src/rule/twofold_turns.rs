//! Turns of phrase about what is one of two or done twice: one of two effects, the second capture, two pieces at once, two that become one; and about who
//! pins, skewers and uncovers. How they are written: [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

/// The first capture costs a hit, the second one is made.
const TWICE: &str = "every A has hits , starting at one . when a A with hits left would be captured , it loses one hit instead";
const ONE_LEFT: &str = "the first capture is not made, and the capturing piece stays where it was";
/// The one behind is gone, and the one in front is something new.
const JOINED: &str = "each player may order this instead of moving : the mover chooses ( an own A that has an own A behind it ) and then every own A behind the chosen piece is removed and then the chosen piece becomes a B";

#[rustfmt::skip]
pub const TWOFOLD_TURNS: &[Turn] = &[
    // one of two effects, or none
    turn("E:when|whenever|after|if|at|on , either? nothing happens or A , as B likes|like|chooses|choose|wishes|prefers|decides", "E , if B likes , A"),
    turn("E:when|whenever|after|if|at|on , either? A! or nothing happens , as B likes|like|chooses|choose|wishes|prefers|decides", "E , if B likes , A"),
    turn("E:when|whenever|after|if|at|on , either? nothing happens or A , by|on|with a|the coin flip|toss?", "E , flip a coin : on heads A"),
    turn("E:when|whenever|after|if|at|on , either? A! or nothing happens , by|on|with a|the coin flip|toss?", "E , flip a coin : on heads A"),
    turn("E:when|whenever|after|if|at|on , flip|toss a coin to decide|see whether|if A! or nothing|not happens?", "E , flip a coin : on heads A"),
    turn("E:when|whenever|after|if|at|on , flip|toss a coin to decide|see whether|if A", "E , flip a coin : on heads A"),
    turn("E:when|whenever|after|if|at|on , either nothing happens or A", "E , if the mover likes , A"),
    turn("E:when|whenever|after|if|at|on , either A! or nothing happens", "E , if the mover likes , A"),
    turn("E:when|whenever|after|if|at|on , either? A! or B ,|; C:its|his|the|white|black decides|chooses|says|picks which?", "E , either A or B , as C likes"),
    turn("E:when|whenever|after|if|at|on , C:its|his|the|white|black chooses|decides|picks one? of? two|2|these? things|effects|ways|fates? :|, either? A! or B", "E , either A or B , as C likes"),
    turn("E:when|whenever|after|if|at|on , C:its|his|the|white|black chooses|decides whether it moves again or B", "E , either it may move again or it B , as C likes"),
    turn("E:when|whenever|after|if|at|on , either? it moves again or B , as C likes", "E , either it may move again or B , as C likes"),

    // captured twice
    assuming("a|an|any|each|every|the? A must|has|have|needs|need to? be captured|taken|hit|beaten twice|two|2 times? before|until|to? it|they? is|are|be? removed|captured|gone|falls|fall|dies|die|leaves?", TWICE, ONE_LEFT),
    assuming("a|an|any|each|every|the? A falls|fall|dies|die|leaves|leave|goes only|just? when|after|if it|they? is|are|has|have? been? captured|taken|hit|beaten twice", TWICE, ONE_LEFT),
    assuming("a|an|any|each|every|the? A is|are only|just? removed|captured|lost|gone|taken only|just? when|after|if it|they? is|are|has|have? been? captured|taken|hit|beaten twice|a? second? time?", TWICE, ONE_LEFT),
    assuming("it takes two|2 captures|hits|attacks to capture|remove|kill|take a|an|any|the A", TWICE, ONE_LEFT),
    assuming("a|an|any|each|every|the? A survives|survive its|their|the first capture|hit|attack", TWICE, ONE_LEFT),

    // two at once
    turn("a|any|each|every|the player may|can move both|two|2 of? his|her|their|the? own? A together|at|in|on|during|as once|one|the|a same? single? turn|move|phase|time?", "a player may move two A in one turn"),
    turn("a|any|each|every|the player may|can move both|two|2 of? his|her|their|the? own? A together|simultaneously", "a player may move two A in one turn"),
    turn("both|two|2 of? his|the|a? player? A may|can be moved|move together|at|in|on|during|as once|one|the|a same? single? turn|move|phase|time?", "a player may move two A in one turn"),

    // two that become one, one that takes another along
    turn("two|2 own|friendly|adjacent? A that|which? stand|are|standing? one|directly|right? behind|before the|each? other|another may|can be|become? joined|join|merged|merge|combined|combine|fused|fuse|united|unite into|to|as|and|form? a|an B", JOINED),
    turn("two|2 own|friendly|adjacent? A that|which? stand|are|standing? on? the? same? file? next to each other may|can be|become? joined|join|combined|combine|fused|fuse|united|unite into|to|as a|an B", "two A that stand next to each other may merge into a B"),
    turn("A join|joins|combine|combines|fuse|fuses|unite|unites two|2 of his|their|your own? B! into a|an C", "A merge two of his B into a C"),
    assuming("a|an|any|each|every|the? A may|can carry|take|bring|pull|lead|draw a|an|the|any own|friendly? B! that|which? stands|is|standing? right|directly|just|immediately? behind it along|with? it?",
        "after A moves , if the mover likes , every own B behind it copies the move", "it keeps its place behind, where that square is free"),

    // who pins, skewers, uncovers
    turn("when|whenever|after|if a|any|the? player V:pins|skewers B , C", "after a piece moves , if it V B , C"),
    turn("when|whenever|after|if A:a|an|any|each|every|the|white|black V:pins|skewers B , C", "after A moves , if it V B , C"),
    turn("E:when|whenever|after|if a|any|the player forks B , C", "E a piece forks B , C"),
    turn("when|whenever|after|if A forks the? enemy? B and the? enemy? C , F", "after A moves , if it attacks an enemy B and it attacks an enemy C , F"),
    turn("E:when|whenever|after|if A:a|an|any|each|every|the|white|black gives|give a? discovered|uncovered check from more than N square|squares away , B",
        "E A gives check , if the moving piece does not attack the enemy king and there is ( an own piece that attacks the enemy king and that stands more than N squares away from the enemy king ) , B"),

    // a later order
    turn("when|whenever|if|after a|an|any|each|every A is|was captured|taken|lost , its|his|the owner|player may|can later|afterwards|subsequently ,? instead? of? moving|a? move? ,? put|place|return|bring|drop|set it|him|her back? on|onto|to|at B! instead of moving|a? move?", "a player may , instead of moving , place one of his captured A on B"),
    turn("when|whenever|if|after a|an|any|each|every A is|was captured|taken|lost , its|his|the owner|player may|can later|afterwards|subsequently ,? instead? of? moving|a? move? ,? put|place|return|bring|drop|set it|him|her back? on|onto|to|at B", "a player may , instead of moving , place one of his captured A on B"),
    turn("A on|onto|to|at the? square|squares|place? where|on? which? it|they started|began from? B?", "A on its home square B"),
];
