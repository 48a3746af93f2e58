//! Turns of phrase about pieces that meet: pushed, swapped, merged, split, shot at. How they are written: [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

/// A piece that is pushed along by another one behind it, by as many squares as whoever moves likes.
const PUSHED: &str = "a player may , instead of moving , choose an own R with an own P in front of it , and either ( every own P in front of the chosen piece moves one square forward and then the chosen piece moves one square forward ) \
    or ( every own P in front of the chosen piece moves two squares forward and then the chosen piece moves two squares forward ) \
    or ( every own P in front of the chosen piece moves three squares forward and then the chosen piece moves three squares forward ) \
    or ( every own P in front of the chosen piece moves four squares forward and then the chosen piece moves four squares forward ) \
    or ( every own P in front of the chosen piece moves five squares forward and then the chosen piece moves five squares forward ) \
    or ( every own P in front of the chosen piece moves six squares forward and then the chosen piece moves six squares forward )";
/// The same where both are named once more.
const PUSHED_BY_ANOTHER: &str = "a player may , instead of moving , choose an own R or T with an own P in front of it , and either ( every own P in front of the chosen piece moves one square forward and then the chosen piece moves one square forward ) \
    or ( every own S in front of the chosen piece moves two squares forward and then the chosen piece moves two squares forward ) \
    or ( every own P in front of the chosen piece moves three squares forward and then the chosen piece moves three squares forward ) \
    or ( every own S in front of the chosen piece moves four squares forward and then the chosen piece moves four squares forward ) \
    or ( every own P in front of the chosen piece moves five squares forward and then the chosen piece moves five squares forward ) \
    or ( every own S in front of the chosen piece moves six squares forward and then the chosen piece moves six squares forward )";
const PUSHES: &str = "from right behind it, by one to six squares";

#[rustfmt::skip]
pub const CONTACT_TURNS: &[Turn] = &[
    // pushed in the place of a capture
    assuming("A may|can push B N square|squares instead of capturing|taking it|them?",
        "when A would capture B , if the mover likes , ( the captured piece moves N squares away from the moving piece and then the moving piece goes to the square of the capture )", "where there is no room it is captured as usual"),
    assuming("A may|can push B instead of capturing|taking it|them?",
        "when A would capture B , if the mover likes , ( the captured piece moves one square away from the moving piece and then the moving piece goes to the square of the capture )", "one square; where there is no room it is captured as usual"),
    assuming("instead of capturing|taking B ,? A:a|an|any|every|the|all may|can push it|them N? square|squares? away|further|on?",
        "when A would capture B , if the mover likes , ( the captured piece moves N square away from the moving piece and then the moving piece goes to the square of the capture )", "where there is no room it is captured as usual"),
    assuming("A push|pushes B N square|squares instead of capturing|taking it|them?",
        "when A would capture B , the captured piece moves N squares away from the moving piece and then the moving piece goes to the square of the capture", "where there is no room it is captured as usual"),
    assuming("A push|pushes B instead of capturing|taking it|them?",
        "when A would capture B , the captured piece moves one square away from the moving piece and then the moving piece goes to the square of the capture", "one square; where there is no room it is captured as usual"),
    assuming("A:a|an|any|every|each|all push|pushes B:a|an|any|every|each|all|the", "after A moves , it pushes B", "after each of its moves"),

    // onto an own man, who goes back
    turn("A may|can also? move|go|step|jump onto|on|to a|the|any? square|squares that|which? is|are? occupied|held|taken by B ,|; and? C:the|that|this is|are? then? goes|go|moves|move|moved|returns|return|placed|put|sent back? to|on|onto the square it|they|he came|comes|come from",
        "A may also capture B . when A would capture B , C swaps places with the moving piece"),
    turn("A may|can also? move|go|step|jump onto|on|to a|the|any? square|squares that|which? is|are? occupied|held|taken by B ,|; and? it|which|who|they is|are? then? goes|go|moves|move|moved|returns|return|placed|put|sent back? to|on|onto the square it|they|he came|comes|come from",
        "A may also capture B . when A would capture B , the captured piece swaps places with the moving piece"),
    turn("A may|can also? swap|exchange|switch|trade|change? places|squares|positions? with B by moving|going|stepping onto|on|to it|them|its|their|his square|squares?",
        "A may also capture B . when A would capture B , the captured piece swaps places with the moving piece"),
    turn("A may|can also? move|go|step onto|on B and|, swap|swaps|swapping|exchange|exchanges|switch|switches|trade|trades|change|changes places|squares|positions with it|them|him",
        "A may also capture B . when A would capture B , the captured piece swaps places with the moving piece"),

    // two become one
    turn("if|when|whenever|after A:a|an|any|every moves|stands|comes|lands|arrives next|adjacent to B:a|an ,? they|both|the? two? merge|combine|fuse|unite|join|become together? into|to? C:a|an|one",
        "after A moves next to B , it merges with B next to it into C"),
    turn("if|when|whenever|after two own|friendly|allied? A stand|are|come|meet|get|land? next|adjacent to each other|another ,? they|both? merge|combine|fuse|unite|join together? into|to C",
        "after a A moves next to an own A , it merges with an own A next to it into C"),
    turn("if|when|whenever|after two A of the same side|colour|color|player|owner stand|are|come|meet|get|land? next|adjacent to each other|another ,? they|both? merge|combine|fuse|unite|join together? into|to C",
        "after a A moves next to an own A , it merges with an own A next to it into C"),
    turn("two own|friendly|allied? A next|adjacent to each other|another merge|combine|fuse|unite into|to C",
        "after a A moves next to an own A , it merges with an own A next to it into C"),
    assuming("two own|friendly|allied|of? his? A that|which? stand|are? next|adjacent to each other|another may|can merge|combine|fuse|unite into|to C",
        "a player may , instead of moving , merge one of his A with an own A next to it into C", "instead of a move"),
    assuming("A:a|an|any|every|each may|can merge|combine|fuse|unite with B into|to C",
        "a player may , instead of moving , merge one of his A with B into C", "instead of a move"),
    // one becomes two
    assuming("a|an|any|every|each|the? A may|can split|divide|separate|break up? into|in B",
        "a player may , instead of moving , split one of his A into B", "instead of a move"),
    turn("a|an|any|every|each|the? A may|can , instead of moving|a , split|divide|separate|break up? into|in B",
        "a player may , instead of moving , split one of his A into B"),
    turn("a|an|any|every|each|the? A may|can split|divide|separate|break up? into|in B instead of moving|a|its|his? move?",
        "a player may , instead of moving , split one of his A into B"),

    // shot at
    turn("a|an|any|every|each|the? A may|can , instead of moving , remove|shoot|kill|destroy|capture|take B:a|an|one|any that|which it|they attacks|attack|sees|see|threatens|threaten|can|could capture|take|reach?",
        "a player may , instead of moving , remove B attacked by one of his A"),
    turn("a|an|any|every|each|the? A may|can remove|shoot|kill|destroy B:a|an|one|any that|which it|they attacks|attack|sees|see|threatens|threaten|can|could capture|take|reach? ,? instead of moving",
        "a player may , instead of moving , remove B attacked by one of his A"),
    assuming("a|an|any|every|each|the? A may|can shoot B:a|an|one|any that|which it|they attacks|attack|sees|see|threatens|threaten",
        "a player may , instead of moving , remove B attacked by one of his A", "instead of a move"),

    assuming("A may|can also? capture|take B without moving", "after A captures B , it may go back to the square it came from", "as the mover likes each time"),
    assuming("A may|can also? capture|take without moving", "after A captures , it may go back to the square it came from", "as the mover likes each time"),

    // attacked, and no longer attacked
    assuming("if|when|whenever a|an|any|every|each? A is|are|becomes|become|gets|get attacked|threatened B:by? , C",
        "pieces can be marked as beset . at the end of every phase , for every A that is attacked B and that is not beset , ( C ) . at the end of every phase , every A that is not attacked B is no longer beset . at the end of every phase , every A that is attacked B is marked as beset", "looked at as each phase ends; once as the attack begins"),
    assuming("if|when|whenever a|an|any|every|each? A is|are no longer attacked|threatened B:by? , C",
        "pieces can be marked as beset . at the end of every phase , for every A that is beset and that is not attacked B , ( C ) . at the end of every phase , every A that is not attacked B is no longer beset . at the end of every phase , every A that is attacked B is marked as beset", "looked at as each phase ends"),
    assuming("if|when|whenever a|an|any|every|each? A stops|stop being attacked|threatened B:by? , C",
        "pieces can be marked as beset . at the end of every phase , for every A that is beset and that is not attacked B , ( C ) . at the end of every phase , every A that is not attacked B is no longer beset . at the end of every phase , every A that is attacked B is marked as beset", "looked at as each phase ends"),

    // a man passed by
    turn("E:if|when|whenever|after passes|overtakes B , it captures|takes it|them", "E passes B , the passed piece is removed"),

    // round the board, and on ice
    assuming("A may|can also? move|go|slide|pass|travel through|around|round|across|over|off|beyond the? edge|edges|side|sides of? the? board? and? then? come|comes|reappear|reappears|return|returns|continue|continues|re-enter|enter|go|goes? back|again|on|in? on|at|from? the? other|opposite|far? side|edge|end? of? the? board?",
        "for A all edges are joined", "the left and right edges, and the lower and upper ones"),
    turn("the? squares? A and B are|is connected|linked|joined by a portal|tunnel|teleporter|wormhole : a|any|every piece|man that|which moves|goes|lands|enters|steps to|on|onto|into? one|either of them goes|is|comes moved|sent|out? to|at|on the other",
        "when a piece moves to A , it goes to B . when a piece moves to B , it goes to A"),
    turn("all? squares|square? of|on|in the? A is|are ice : B", "the A is called the ice . B"),
    turn("A slides|slide on to|onto the next square in the same direction", "A moves one more square in the same direction"),

    // exchanged at once
    turn("A and B swap|exchange|trade|switch kinds|kind|types|type|identities|identity|forms|form|shapes", "all A become B and at the same time all B become A"),

    // in passing
    turn("en passant captures|capture|capturing? is|are forced|compulsory|mandatory|obligatory", "a player must capture en passant if able"),
    turn("en passant captures|capture|capturing? must be made|played|done if|when|whenever? able|possible?", "a player must capture en passant if able"),

    // what there is to be
    turn("a|an A is a new? piece|kind|type|man that|which may|can not move", "a A is a new piece . no A may move"),
    turn("two random A become|becomes holes B?", "one of the A , chosen at random , becomes a hole B and then one of the A , chosen at random , becomes a hole B"),
    turn("E:when|after|on|at|every|if|whenever|before|only|once|in , two random A become|becomes holes B?", "E , one of the A , chosen at random , becomes a hole B and then one of the A , chosen at random , becomes a hole B"),
    turn("there is|exists a new universe called|named A ,? with the? standard|usual|normal|starting position|setup|array|pieces ,? for|of B", "a new universe called A opens , with the usual pieces of B"),
    turn("a|an|every|each|any A:piece|man that B:has|have|stands|is may|can be removed by its|their owner instead of a|moving move?", "a player may , instead of moving , remove an own A that B"),
    // pushed along, in front of a piece that moves
    assuming("a|an|any|every|each R moving|going|that? moves? straight? forward|forwards may|can push|shove|carry the|an|its|a own P directly|right|immediately? in front of it along|ahead? ,? and? the|that S ending|ends|ending|lands|landing|stands|standing up? on? one|the square ahead|in of? front? of? the T", PUSHED_BY_ANOTHER, PUSHES),
    assuming("a|an|any|every|each R moving|going|that? moves? straight? forward|forwards may|can push|shove|carry the|an|its|a own P directly|right|immediately? in front of it along|ahead?", PUSHED, PUSHES),
    assuming("when|whenever|if|after a|an|any R moves|goes straight? forward|forwards ,? it may|can push|shove|carry the|an|its|a own P directly|right|immediately? in front of it along|ahead? ,? and? the|that S ending|ends|ending|lands|landing|stands|standing up? on? one|the square ahead|in of? front? of? the T", PUSHED_BY_ANOTHER, PUSHES),
    assuming("when|whenever|if|after a|an|any R moves|goes straight? forward|forwards ,? it may|can push|shove|carry the|an|its|a own P directly|right|immediately? in front of it along|ahead?", PUSHED, PUSHES),
];
