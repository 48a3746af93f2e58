//! Turns of phrase about who protects, attacks, faces and stands beside whom, and where the captured go. How they are written:
//! [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

/// Nobody keeps an enemy.
const KEEPERS: &str = "those of its own side";

#[rustfmt::skip]
pub const RELATION_TURNS: &[Turn] = &[
    // who lends, said of the lender or as a gift
    turn("a|an|any|every|each|all|the? A lend|lends|give|gives|pass|passes|grant|grants|transfer|transfers its|their the? power|powers? of? move|moves|movement|movements|moving to all|every|each|any|the? other? own|friendly|allied? pieces|piece|men|man that|which? it|they protect|protects|guard|guards|defend|defends|cover|covers B?",
        "pieces protected by A may also move like such a piece B"),
    turn("A gain|gains|get|gets|acquire|acquires|borrow|borrows|receive|receives|inherit|inherits|has|have also? the move|moves|movement|power|powers of movement? B:every|each|all|any|own|friendly|allied|the|those|pieces", "A may also move like B"),
    turn("A like its|their own? protectors|protector|defenders|defender|guardians|guardian B?", "A like any own piece that protects it B"),
    turn("A like its|their own? attackers|attacker B?", "A like any enemy piece that attacks it B"),

    // each other
    turn("two|2|all|any? enemy|hostile|opposing? pieces|men of the same kind|type|sort that|which|who? attack|threaten|attacking|threatening each|one other|another B", "pieces that attack an enemy piece of the same kind that attacks it B"),
    turn("two|2|all|any? enemy|hostile|opposing? A that|which|who attack|threaten each|one other|another B", "A that attack an enemy A that attacks it B"),
    turn("two|2|all|any? enemy|hostile|opposing? A attacking|threatening each|one other|another B", "A that attack an enemy A that attacks it B"),
    turn("two|2|all|any? own|friendly|allied? A that|which|who protect|guard|defend|cover each|one other|another B:may|can|cannot|must|move|are", "A that protect an own A that protects it B"),
    turn("two|2|all|any? own|friendly|allied? A protecting|guarding|defending|covering each|one other|another B:may|can|cannot|must|move|are", "A that protect an own A that protects it B"),
    turn("two|2|all|any? enemy|hostile|opposing? pieces|men of different kinds|types|sorts that|which? face|facing each|one other|another B? move|moves like each|one other|another", "a piece that faces an enemy piece of a different kind B moves like that piece"),
    turn("two|2|all|any? enemy|hostile|opposing pieces|men that|which? face|facing each|one other|another B? move|moves like each|one other|another", "a piece that faces an enemy piece B moves like that piece"),
    turn("two|2|all|any? enemy|hostile|opposing pieces|men that|which? face|facing each|one other|another B", "pieces that face an enemy piece B"),
    turn("two|2|all|any? enemy|hostile|opposing? A that|which? face|facing each|one other|another B", "A that face an enemy A B"),
    turn("whoever|whatever|anything|everything that|which|who? is|are D:attacked|threatened|protected|guarded|defended|observed|watched A", "a piece that is D A"),

    // after a check
    turn("all|every|each A attacked|threatened by the piece|man|one that|which gives|gave|is|has giving|given? check B", "when a piece gives check , every A it attacks B"),
    turn("all|every|each A attacked|threatened by the checking piece|man B", "when a piece gives check , every A it attacks B"),
    turn("E:when|whenever|if|after a|any|the just? moved piece|man A", "E a piece A"),
    turn("A all|every|each B it|they attacks|attack , friend|friends|own|friendly or foe|foes|enemy|enemies ,? C , D excepted|excluded", "A every B except D that it attacks or that it protects C"),
    turn("A all|every|each B it|they attacks|attack , friend|friends|own|friendly or foe|foes|enemy|enemies ,? C", "A every B that it attacks or that it protects C"),
    turn("A all|every|each B it|they attacks|attack or protects|protect ,? C", "A every B that it attacks or that it protects C"),

    // who is left out, said last
    turn("A ,? ( B excepted|excluded )", "A , except B"),
    turn("A , B excepted|excluded", "A , except B"),
    turn("A ,? ( except|excluding|save for? B )", "A , except B"),

    // first moves
    turn("after|on|with|upon its|their|his|her first move ,? A B:changes|change|becomes|become|is|are|may|can|moves|move|returns|return|explodes|disappears|joins|goes|turns|loses|gains", "when A moves for the first time , it B"),
    turn("after|on|with|upon the first move of A , B", "when A moves for the first time , B"),
    turn("A B:changes|change|becomes|become|is|are|returns|return|explodes|disappears|joins|goes|turns after|on|with|upon its|their|his|her first move", "when A moves for the first time , it B"),

    // neighbours
    // on the one and the other side of it
    turn("A flanked|sandwiched by|between two|2? B:own|enemy|friendly|hostile|piece|pieces C:may|can|must|move|moves|capture|captures|is|are|become|becomes", "A that has B to the left of it and that has B to the right of it C"),
    turn("A flanked on both|either|each sides|side by B:own|enemy|friendly|hostile|piece|pieces C:may|can|must|move|moves|capture|captures|is|are|become|becomes", "A that has B to the left of it and that has B to the right of it C"),
    turn("A directly|immediately|right between two|2 B! on its|their|the|one same? rank|row C", "A that has B to the left of it and that has B to the right of it C"),
    turn("A between two|2 B! on its|their|the|one same? rank|row ,? and? right|directly|immediately|both? next to it|them ,? C", "A that has B to the left of it and that has B to the right of it C"),
    turn("A directly|immediately|right between two|2 B! on its|their|the|one same? file|column C", "A that has B in front of it and that has B behind it C"),
    turn("A its|the|their|all rank neighbours|neighbors of? it|them? B?", "A every piece to the left or right of it B"),
    turn("A its|the|their|all file neighbours|neighbors of? it|them? B?", "A every piece in front of or behind it B"),
    turn("A its|the|their|all rank and|or file neighbours|neighbors of? it|them? B?", "A every piece orthogonally next to it B"),
    turn("A its|the|their|all file and|or rank neighbours|neighbors of? it|them? B?", "A every piece orthogonally next to it B"),
    turn("A its|the|their|all orthogonal neighbours|neighbors of? it|them? B?", "A every piece orthogonally next to it B"),
    turn("A its|the|their|all diagonal neighbours|neighbors of? it|them? B?", "A every piece diagonally next to it B"),
    turn("A its|the|their|all neighbours|neighbors on its|the|their same? rank B?", "A every piece to the left or right of it B"),
    turn("A its|the|their|all neighbours|neighbors on its|the|their same? file B?", "A every piece in front of or behind it B"),
    turn("A its|their neighbours|neighbors B?", "A every piece next to it B"),
    turn("A all|every orthogonally adjacent|neighbouring|neighboring B:pieces|men|piece|man C", "A every B orthogonally next to it C"),
    turn("A all|every diagonally adjacent|neighbouring|neighboring B:pieces|men|piece|man C", "A every B diagonally next to it C"),

    // where the captured go
    turn("a|an|any|each|every|all|the? captured pieces|piece|men|man except|but|save|excluding for? B C:goes|go|is|are|reappears|reappear|returns|return|comes|come|moves|move|appears|appear D", "when a piece except B is captured , it C D"),
    turn("a|an|any|each|every|all|the? captured pieces|piece|men|man C:goes|go|is|are|reappears|reappear|returns|return|comes|come|moves|move|appears|appear D", "when a piece is captured , it C D"),
    turn("a|an|any|each|every|all|the? captured K C:goes|go|reappears|reappear|moves|move|appears|appear|comes|come D", "when a K is captured , it C D"),
    turn("A is|are reborn|reincarnated|revived on|at|in B", "A is placed on B"),
    turn("A takes|take on|over? the kind|type|sort and|& colour|color|side|army of the captured piece|man B?", "A changes sides and becomes the kind it captured B"),
    turn("A takes|take on|over? the colour|color|side and|& kind|type|sort of the captured piece|man B?", "A changes sides and becomes the kind it captured B"),
    turn("A is|are not removed|killed|destroyed|lost ,? but|instead ,? is|are? placed|put|moved|reborn B", "A is placed B"),
    turn("instead of being removed|captured|destroyed|killed|taken|lost ,? A", "A"),
    turn("E:when|whenever|if|after , instead of being removed|captured|destroyed|killed|taken|lost ,? A", "E , A"),
    turn("when|whenever|if|after A captures|capture|takes|take another|one? ,? they|both|the? two? swap|exchange|trade|change their? places|squares|positions", "when A captures a piece , the captured piece goes to the square the capturing piece came from"),
    turn("when|whenever|if|after A captures|capture|takes|take B ,? they|both|the? two? swap|exchange|trade|change their? places|squares|positions", "when A captures B , the captured piece goes to the square the capturing piece came from"),
    turn("when|whenever|if|after A captures|capture|takes|take another , B", "when A captures a piece , B"),

    // squares of one colour, and blocks
    turn("all|every|each|a|any|the? moves|move must|has|have to? end|finish|lead|go|be on|at|to|in A", "pieces may only move to A"),
    turn("A may|can not change the colour|color of its|their|the square|squares B?", "A may only move to squares of the same colour B"),
    turn("A must change the colour|color of its|their|the square|squares B?", "A may only move to squares of the other colour B"),
    turn("A may|can not leave|quit the|its|their own? B:2x2|2x|two-by-two|two|2", "A may only move to squares in the same B as the square it came from"),

    // the middle
    turn("a|the river|line runs|flows|lies|goes|is between ranks|rank? 4|four and 5|five ;|,|:|. and? A the first square|rank beyond|behind|past|after|across it|the|this|that river|line? B?", "A the first square beyond the middle line B"),

    // new kinds described at once
    turn("a|an A ( C ) is a|an? new? piece|kind|man|type of? piece? that|which|who B", "a A ( C ) is a new piece . a A B"),
    turn("a|an A ( C ) is a|an? new? piece|kind|man|type of? piece? worth N points|point that|which|who|and B", "a A ( C ) is a new piece worth N points . a A B"),
    // the kind of whom was captured
    turn("E:when|whenever|after|if A is|are|was captured|taken|lost , B? pieces|men|piece|others of that|this|its kind|type C", "E A is captured , B pieces of the same kind as the captured piece C"),
    // whom it keeps from capture
    assuming("a|an|any|every|each|all|the? A protect|protects|shield|shields|guard|guards|defend|defends the|all|any? own|friendly? adjacent|neighbouring|neighboring own|friendly? B from|against? being? capture|captures|captured|taken?", "B next to own A may not be captured", KEEPERS),
    assuming("a|an|any|every|each|all|the? A protect|protects|shield|shields|guard|guards|defend|defends the|all|any? own|friendly? B next|adjacent|beside|near to? it|them|him|her from|against? being? capture|captures|captured|taken?", "B next to own A may not be captured", KEEPERS),
    assuming("a|an|any|every|each|all|the? own|friendly? adjacent|neighbouring|neighboring own|friendly? B is|are protected|shielded|guarded|defended by own|friendly? A", "B next to own A may not be captured", KEEPERS),
];
