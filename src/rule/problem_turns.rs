//! Turns of phrase of problemists' conditions and of cards that alter chess. How they are written: [`super::paraphrase`].

use super::board_turns::GOES_ON;
use super::paraphrase::{Turn, assuming, halves, turn};

#[rustfmt::skip]
pub const PROBLEM_TURNS: &[Turn] = &[
    // how far, and whether it captures
    turn("A without capturing , but only N squares|square", "A , but only N squares , without capturing"),
    turn("A without capturing , but at most|only? up? to? N squares|square", "A , but at most N squares , without capturing"),
    turn("A and only without capturing", "A , without capturing"),
    turn("a|each|every|any|the player|players may|can move two|2 A in one|a|the|1 same? turn|move|phase ,? if|provided|when that? neither|none of? the|them|these|those|two? captures|capture", "after a player moves a A without capturing , he may move another A without capturing"),
    turn("when|whenever|if A captures|capture|takes|take the|his|her|its last enemy|opposing|hostile B , C", "when A captures an enemy B , if the opponent has no B , C"),
    turn("when|whenever|if A captures|capture|takes|take the|his|her|its opponent's? last B! of? his|the? opponent? , C", "when A captures an enemy B , if the opponent has no B , C"),

    // where the one square is taken
    turn("A ,? or|and|but if|when|where that|this|it square|place? is taken|occupied|full|blocked ,? B:to|onto|on C", "A , failing that , B C"),
    turn("A ,? or|and|but if|when|where that|this|it square|place? is not empty|free|vacant ,? B:to|onto|on C", "A , failing that , B C"),

    // what stays as it is
    turn("A and|but keeps|keep its|their own? colour|color|side|sides|owner", "A"),
    turn("A and|but keeps|keep its|their own? colour|color|side|sides|owner ,? B:while|if|unless|when|except", "A B"),

    // who may, must
    turn("A that|which|who can|may B must do so|it|this", "A must B if able"),
    turn("if|when|whenever A:a|an|any|each|every can|may B , it|he|they must do? so|it|this?", "A must B if able"),
    turn("if|when|whenever the|your|his|an opponent can|may capture|take B? on|in|during his|her|its|the next turn|move|phase , he|she must do? so|it|this?", "for one turn , all pieces of the opponent must capture B if able"),
    turn("if|when|whenever the|your|his|an opponent can|may capture|take B? , he|she must do? so|it|this? on|in|during his|her|its|the next turn|move|phase", "for one turn , all pieces of the opponent must capture B if able"),
    turn("en passant captures|capture|capturing? is|are forced|compulsory|mandatory|obligatory if|when|whenever|where it|they? is|are? legal|possible|allowed|available", "a player must capture en passant if able"),
    turn("capturing|captures|taking en passant is|are forced|compulsory|mandatory|obligatory if|when|whenever|where? it|they? is|are? legal|possible|allowed|available?", "a player must capture en passant if able"),
    turn("a|any|each|every|the player|players who|that|which? can|may capture|take en passant must do? so|it", "a player must capture en passant if able"),

    // two bans in one
    turn("A may|can not enter or|nor|and pass|go|move|jump|leap|travel over|through|across B", "A may not enter B . A may not pass over B"),
    turn("A may|can not pass|go|move|jump|leap|travel over|through|across or|nor|and enter B", "A may not enter B . A may not pass over B"),
    turn("no A may|can enter or|nor|and pass|go|move|jump|leap|travel over|through|across B", "no A may enter B . no A may pass over B"),
    turn("no A may|can pass|go|move|jump|leap|travel over|through|across or|nor|and enter B", "no A may enter B . no A may pass over B"),
    turn("nobody|nothing may|can enter or|nor|and pass|go|move|jump|leap|travel over|through|across B", "no piece may enter B . no piece may pass over B"),
    turn("A may|can neither B nor C", "A may not B . A may not C"),

    // the first move
    turn("after|with|at|on the? end? of? its|their|his first move ,? A:a|an|any|each|every B! C:changes|becomes|is|may|returns|goes|joins|moves|must", "the first time A B moves , it C"),
    turn("after|with|at|on the? end? of? its|their|his first move ,? all B! C:change|become|are|may|return|go|join|move|must", "the first time a B moves , it C"),
    turn("A:a|an|any|each|every B! C:changes|becomes|joins|returns|goes D? after|with|at|on the? end? of? its|their|his first move", "the first time A B moves , it C D"),
    turn("if|when|whenever A:a|an|any|each|every|own|enemy|white|black has made its|their|his first move ,? B", "the first time A moves , B"),

    // whom it attacks or protects
    turn("A that|which it|they attacks|attack or|and guards|guard|protects|protect|defends|defend B", "A that is attacked by it or protected by it B"),
    turn("A that|which it|they guards|guard|protects|protect|defends|defend or|and attacks|attack B", "A that is attacked by it or protected by it B"),
    turn("A that|which is|are attacked|threatened by an|a|any enemy piece|man may|can also? move like|as that|the enemy|attacking piece|man|one D?", "A may also move like any enemy piece that attacks it D"),

    // who comes to be marked
    assuming("if|when|whenever|once|after a|an|any|every|each B! becomes|gets C , D",
        "pieces can be marked as noted . at the end of every phase , for every B that is C and that is not noted , ( D ) . at the end of every phase , every B that is not C is no longer noted . at the end of every phase , every B that is C is marked as noted", "looked at at the end of every phase"),

    // one is chosen, and marked
    turn("A choose|chooses|select|selects|pick|picks|name|names B:one|a|an|any C:of|enemy|own|piece|man|other D! ,|; and? that|this|the|it chosen? piece|man? may|can not be captured|taken T:until|for|on|during|in", "pieces can be marked as shielded . A mark B C D as shielded T . pieces that are shielded may not be captured"),
    turn("A choose|chooses|select|selects|pick|picks|name|names B:one|a|an|any C:of|enemy|own|piece|man|other D! ,|; and? that|this|the|it chosen? piece|man? may|can not capture|take T:until|for|on|during|in", "pieces can be marked as disarmed . A mark B C D as disarmed T . pieces that are disarmed may not capture"),
    turn("A choose|chooses|select|selects|pick|picks|name|names B:one|a|an|any C:of|enemy|own|piece|man|other D! ,|; and? that|this|the|it chosen? piece|man? may|can not move T:until|for|on|during|in", "pieces can be marked as spellbound . A mark B C D as spellbound T . pieces that are spellbound may not move"),
    turn("A choose|chooses|select|selects|pick|picks|name|names B:one|a|an|any C:of|enemy|own|piece|man|other D! ,|; and? that|this|the|it chosen? piece|man? may|can also? move|moves like E T:until|for|on|during|in", "pieces can be marked as inspired . A mark B C D as inspired T . pieces that are inspired may also move like E"),

    // of one kind
    turn("two|2 A:pieces|men of the same kind|type|sort and|but|, of? different|opposite|opposing|other? colours|colors|sides may|can swap|exchange|change|switch places|squares|positions? instead? of? moving|a? move?", "a player may , instead of moving , swap one of his A with an enemy A of the same kind"),
    turn("two|2 enemy|hostile|opposing|opposite A:pieces|men of the same kind|type|sort may|can swap|exchange|change|switch places|squares|positions? instead? of? moving|a? move?", "a player may , instead of moving , swap one of his A with an enemy A of the same kind"),

    // whose file, whose pieces
    turn("A on|in the moving|capturing piece|man D:file|rank|row|diagonal B", "A on the same D as the moving piece B"),
    turn("A falls|fall|drops|drop|sinks|sink|slides|slide toward|towards B", "A moves toward B"),
    turn("exchange|swap|switch|interchange the? positions|places|squares of A and B", "swap A with B"),
    turn("A may|can , instead of moving|a? move? , exchange|swap|switch|interchange the? positions|places|squares of B and C", "A may , instead of moving , swap B with C"),

    // how many in one turn
    turn("A may|can not be? move|moved|moves on|for|in? two|2 turns|phases|moves in a? row|succession B?", "A that has moved one turn ago may not move B"),
    turn("A may|can not be? move|moved|moves twice in a? row|succession B", "A that has moved one turn ago may not move B"),
    turn("each|every|in|on each|every? turn|phase ,? a|the|each|every player may|can move two|2 B", "a player may move two B in one turn"),
    turn("a|the|each|every player may|can move two|2 B in|on|during each|every|his turn|phase", "a player may move two B in one turn"),
    turn("a|any|every|each|all A next|adjacent to the piece|man that|which has? just? moved may|can not move on|in|during the|its|their|his|owner? next turn|move|phase", "after a piece moves , every A next to it is frozen for one phase"),
    turn("a|any|the player who|that C:captured|castled last may|can not B on|in|during his|the next turn|move|phase", "a player who C last turn may not B"),

    // the middle
    turn("A crosses|passes|cross|pass the line|border|boundary between ranks|rank? 4|four and rank? 5|five B", "A crosses the middle line B"),

    // one event or the other
    turn("if|when|whenever|after A B:moves|captures|promotes|castles or is captured|taken , C", "when A B , C . when A is captured , C"),
    turn("if|when|whenever|after A is captured|taken or B:moves|captures|promotes|castles , C", "when A is captured , C . when A B , C"),

    // so many
    turn("A may|can jump|leap over any number of pieces|men of? either|any? colour|color|side? B?", "A may jump over pieces B"),
    turn("A straight B:sideways|sidewards C?", "A B C"),

    // how the board is divided
    turn("the board is divided|split|cut into sixteen A", "the board is divided into A"),

    // who stood beside whoever is captured
    turn("E:if|when|whenever|after a|an|any|each K! is|are captured|taken , A that|which|who? stood|was|were next|adjacent to it|him B", "E a K is captured , A next to it B"),
    turn("E:if|when|whenever|after , A that|which|who? stood|was|were next|adjacent to the captured|taken piece|man B", "E , A next to the captured piece B"),
    turn("E:if|when|whenever|after D:captures|takes a|an|any K! , A that|which|who? stood|was|were next|adjacent to the captured|taken C B", "E D a K , A next to the captured C B"),
    turn("who|whoever|anyone|anybody captures|takes A loses the|his|her|their|its? captor|capturer B?", "when A is captured , the capturing piece is removed B"),
    turn("who|whoever|anyone|anybody captures|takes A loses the|his|her|their|its? capturing piece|man B?", "when A is captured , the capturing piece is removed B"),
    turn("who|whoever|anyone|anybody captures|takes A loses the|his|her|their|its? piece|man that|which captured|captures|took it B?", "when A is captured , the capturing piece is removed B"),

    // where they may go
    turn("A may|can B:also|move|go|jump|leap|teleport|fly instead of its|his|her|their|a|an|the? normal|usual|ordinary|regular move|moves|movement", "A may B"),
    turn("A may|can B:also|move|go|jump|leap|teleport|fly instead of moving normally|ordinarily|usually", "A may B"),
    turn("A may|can also? jump|leap|teleport|fly|hop|swing|travel to|onto B", "A may move to B"),
    turn("A on its|their D:left|right side? B?", "A to the D of it B"),
    turn("A may|can not move|go closer|nearer to B", "if the distance between the square it goes to and B is less than the distance between the square it came from and B , A may not move"),
    turn("A may|can not move|go away from B", "if the distance between the square it goes to and B is more than the distance between the square it came from and B , A may not move"),
    turn("A may|can only move|go closer|nearer to B", "if the distance between the square it goes to and B is at least the distance between the square it came from and B , A may not move"),
    turn("A may|can only move|go toward|towards B", "if the distance between the square it goes to and B is at least the distance between the square it came from and B , A may not move"),
    turn("A may|can not move|go toward|towards B", "if the distance between the square it goes to and B is less than the distance between the square it came from and B , A may not move"),
    turn("A must always? move|go closer|nearer to|toward|towards B", "if the distance between the square it goes to and B is at least the distance between the square it came from and B , A may not move"),

    // what comes back
    turn("a|the|any|each|every captured A comes|returns|come|return|goes back? after N turns on|to|at B", "when A is captured , N turns later it returns to B"),

    // who did so last turn
    turn("a|any|each|every|the player|players may|can not move A twice in a? row|succession", "if the mover has moved A one turn ago , a player may not move A"),
    turn("no player may|can move A twice in a? row|succession", "if the mover has moved A one turn ago , a player may not move A"),

    // where it stands in the sentence
    turn("A may|can B instead of moving|a? move? if|when|whenever|provided|while C", "A may , instead of moving , B if C"),
    turn("A may|can B instead of moving|a? move? unless C", "A may , instead of moving , B unless C"),
    turn("A may|can B to return|go|move|get|come back C", "A may B C"),

    // one after the other
    turn("if|when|whenever|after A:a|an|any|each|every|the|white|black B! C:enters|moves|captures|lands|reaches|leaves|stands|is|arrives D , E and|, and? if|when|whenever|after it F:enters|moves|captures|lands|reaches|leaves|stands|is|arrives G", "when A B C D , E . when A B F G"),
    turn("when|whenever|after A , when|whenever|after B", "when A . when B"),
    turn("when|whenever|after A , and when|whenever|after B", "when A . when B"),
    turn("when|whenever|after A and when|whenever|after B", "when A . when B"),

    // tunnels
    turn("the? squares|square? A and B are|is connected|linked|joined? wormholes|portals|tunnels|teleporters|holes? :|;|, a|any|every|each piece|man that|which moves|goes|lands|enters|steps|arrives|stops to|on|onto|into|in|at? a|one|either|any of? the|a|them|those|these? wormhole|portal|tunnel|teleporter|wormholes|portals? must|is|has|goes|comes to? goes|go|come|comes|moved|sent|transported|moves|move? at? once|immediately|on? out? to|at|on the other one|wormhole|portal|tunnel|end?",
        "when a piece moves to A , it goes to B . when a piece moves to B , it goes to A"),
    assuming("the? squares|square? A and B are|is connected|linked|joined? wormholes|portals|teleporters", "when a piece moves to A , it goes to B . when a piece moves to B , it goes to A", GOES_ON),
    turn("A moves|goes|comes on to B", "A goes to B"),

    // thrown aside
    assuming("instead of capturing|taking , A may|can push|shove the|an|any? enemy? piece|man? away|back|on? N square|squares", "A may push an enemy piece N squares instead of capturing it", "the piece that it could capture"),
    assuming("instead of capturing|taking , A may|can push|shove the|an|any? enemy? piece|man? away|back|on?", "A may push an enemy piece one square instead of capturing it", "the piece that it could capture; one square"),

    // shot at
    turn("A may|can , instead of moving|a? move? , V:remove|shoot|kill|destroy the nearest|first|closest B on its D:file|rank|row|diagonal with? nothing? between? them?", "A may , instead of moving , V a B on its D with nothing between them"),
    turn("A may|can V:remove|shoot|kill|destroy the nearest|first|closest B on its D:file|rank|row|diagonal with? nothing? between? them? instead of moving|a move?", "A may , instead of moving , V a B on its D with nothing between them"),

    // times
    turn("until|till the? next|first capture|taking ,? A", "until a piece has been captured A"),
    turn("until|till the? next|first check ,? A", "until a piece has given check A"),
    turn("if|when|while|whenever|as|so? long? as? no piece|man has captured B! , A ,? until|till the? next capture|taking", "if no piece has captured B , A"),
    turn("if|when|while|whenever nobody has captured B! , A ,? until|till the? next capture|taking", "if no piece has captured B , A"),
    halves("A ,? until|till the? next|first capture|taking", "A until a piece has been captured"),
    halves("A ,? until|till the? next|first check", "A until a piece has given check"),
    turn("if|when|whenever|after a|any|each|every|the player has moved a|an|his? A on|for|in? N turns in a row|succession|running , B", "when a player moves a A on N turns in a row , B"),
];
