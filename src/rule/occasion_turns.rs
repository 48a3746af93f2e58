//! Turns of phrase about when something happens, how often and how many: each is read as the sentence behind it.

use super::paraphrase::{Turn, assuming, halves, turn};

/// "Nobody may have more than two queens", in the words of the grammar, and what that is taken to mean.
const NO_MORE: &str = "if the mover has at least N A , a piece may not promote to A";
const BY_PROMOTION: &str = "nobody gets more by promotion; what a rule puts on the board is not stopped";

/// In whose place what follows a promotion comes.
const PROMOTED: &str = "it has promoted first, and is what it was again at once";

#[rustfmt::skip]
pub const OCCASION_TURNS: &[Turn] = &[
    turn("A last turn may|can not B on|in|during? this|the turn|phase after?", "A last turn may not B"),
    turn("A last turn must B on|in|during? this|the turn|phase after?", "A last turn must B"),
    assuming("a|any|each|every|the player may|can not have more than N A on|in|upon? the? board?", NO_MORE, BY_PROMOTION),
    assuming("a|any|each|every|the player may|can have no|not more than N A on|in|upon? the? board?", NO_MORE, BY_PROMOTION),
    assuming("a|any|each|every|the player may|can have at most N A on|in|upon? the? board?", NO_MORE, BY_PROMOTION),
    assuming("no player|nobody may|can have more than N A on|in|upon? the? board?", NO_MORE, BY_PROMOTION),
    // so often in a row
    turn("no player may|can move the? same piece|man on|for|in? three|3 turns|times|phases in a row|succession", "a piece that has moved on each of the last two turns may not move"),
    turn("nobody may|can move the? same piece|man on|for|in? three|3 turns|times|phases in a row|succession", "a piece that has moved on each of the last two turns may not move"),
    turn("if|when|whenever a|any player moves the? same piece|man on|for|in? three|3 turns|times|phases in a row|succession , that|the piece|man B", "when a piece that has moved on each of the last two turns moves , it B"),
    turn("if|when|whenever a|any player moves the? same piece|man on|for|in? two|2 turns|times|phases in a row|succession , that|the piece|man B", "when a piece that has moved last turn moves , it B"),
    turn("A may|can not move on|for|in? three|3 turns|times|phases in a row|succession", "A that has moved on each of the last two turns may not move"),
    turn("A may|can not capture on|for|in? three|3 turns|times|phases in a row|succession", "A that has captured on each of the last two turns may not capture"),
    turn("A may|can not B on|in|during the? turn|move|phase right|just? after it|they|he was|were|has|have? moved", "A that has moved last turn may not B"),
    turn("A may|can not B on|in|during the? turn|move|phase right|just? after it|they|he was|were|has|have? captured C?", "A that has captured C last turn may not B"),
    turn("A twice on|in|during each|every of? his|their|your|its turns|turn|phases|phase", "A twice"),
    turn("A at the same time , B", "A , B"),
    // for each of several
    turn("for each|every A a|the|any player loses , he|she|they B", "when a player loses a A , he B"),
    turn("for each|every A a|the|any player captures|takes , he|she|they B", "when a player captures a A , he B"),
    turn("a|each|every|the player loses A for each|every B of his|theirs|hers that|which is captured|taken|lost", "when a player loses a B , he loses A"),
    turn("a|each|every|the player gains|gets A for each|every B of his|theirs|hers that|which is captured|taken|lost", "when a player loses a B , he gains A"),
    turn("A for each|every B he|she|they|it has|have C?", "A for each own B C"),
    // as far as what is counted goes
    turn("A may|can not move|go|travel more|farther|further squares? than his|her|its|their|the owner|mover|player has|have B", "if the distance between the square it came from and the square it goes to is more than the mover's B , A may not move"),
    turn("A may|can not move|go|travel more|farther|further squares? than he|she|you has|have B", "if the distance between the square it came from and the square it goes to is more than the mover's B , A may not move"),
    turn("A may|can only move|go|travel as many|far squares? as his|her|its|their|the owner|mover|player has|have B", "if the distance between the square it came from and the square it goes to is more than the mover's B , A may not move"),
    // a move more
    turn("a|any|each|every|the? player|he|she|you may|can also? A:move|play after|with|following his|their|your|each|every|a own? move|turn", "after a player moves , he may A"),
    turn("after|following his|her|their|your own? move|turn ,? a|any|each|every|the? player|he|she|you may|can also? A", "after a player moves , he may A"),
    turn("E:after|when|whenever|if , he|she|they|you|its|the owner|mover|player? may|can also|immediately|then? add|make|play a|an|one further|additional|extra|second? K! move C?", "E , the mover may move a K C"),
    turn("a|any|each|every|the? player|he|she|you may|can also|immediately|then? add|make|play a|an|one further|additional|extra|second? K! move", "after a player moves , he may move a K"),
    // a move that is given up
    turn("A and do|does nothing", "A"),
    // castling
    turn("castling is|are only? allowed|permitted|possible|legal only? A", "pieces may castle only A"),
    // "from any rank" limits nothing
    turn("A may B from any|every|each rank|square|file C?", "A may B C"),
    turn("a|each|every|any|the player may|can move two different|separate A in|on|during one|a|the|each|every|his|same turn|phase|move B?", "after A moves , another own A may again move B"),
    turn("A attack|attacks|guard|guards|threaten|threatens but may|can not capture|take B", "A may not capture B"),
    turn("for|for every|for each|every A he|she|they captures|takes|capture|take , a|each|every|the player B", "when a player captures a A , he B"),
    // what is done in the place of a promotion
    assuming("E:when|whenever|if|after a|an|any|each|every K! reaches|enters the last|eighth|8th rank , if its|the? that|home? square is empty|free|vacant , it|they may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of promoting|promotion? G?", "E a K reaches the last rank , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! reaches|enters the last|eighth|8th rank ,? it|they may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K reaches the last rank , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! reaches|enters the last|eighth|8th rank ,? it returns|goes|comes|is sent? back? to? its|his|the? home|starting|start|original|initial square? instead of promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K reaches the last rank , if its home square is empty , it becomes a K and returns to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! reaches|enters the last|eighth|8th rank ,? its owner may|can return|send|bring it back? to? its|his|the? home|starting|start|original|initial square? instead of promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K reaches the last rank , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! would promote , if its|the? that|home? square is empty|free|vacant , it|they may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? G?", "E a K promotes , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! would promote ,? it|they may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K promotes , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! would promote ,? it returns|goes|comes|is sent? back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K promotes , if its home square is empty , it becomes a K and returns to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! would promote ,? its owner may|can return|send|bring it back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K promotes , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! promotes , if its|the? that|home? square is empty|free|vacant , it|they may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? G?", "E a K promotes , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! promotes ,? it|they may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K promotes , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! promotes ,? it returns|goes|comes|is sent? back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K promotes , if its home square is empty , it becomes a K and returns to its home square G", PROMOTED),
    assuming("E:when|whenever|if|after a|an|any|each|every K! promotes ,? its owner may|can return|send|bring it back? to? its|his|the? home|starting|start|original|initial square? instead of? promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "E a K promotes , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("a|an|any|each|every K! that|which reaches|enters the last|eighth|8th rank may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? instead of promoting|promotion? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "when a K reaches the last rank , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    assuming("instead of promoting|promotion , a|an|any|each|every K! may|can return|go|come back? to? its|his|the? home|starting|start|original|initial square? ,? if|provided? that|it|the? square? is? empty|free|vacant? G?", "when a K reaches the last rank , if its home square is empty , it may become a K and return to its home square G", PROMOTED),
    // what lasts until somebody comes
    turn("A falls|fall|becomes|become|gets|get|turns|turn B ,? and may|can not C! until|till|unless|before D:a|an|any|another|one|own|enemy lands|land|moves|move|comes|come|arrives|arrive|steps|step|stops|stop next to|beside it|them|him", "pieces can be marked as B . A becomes B . pieces that are B may not C . when D moves to a square next to a piece that is B , that piece is no longer B"),
    turn("A falls|fall|becomes|become|gets|get|turns|turn B ,? and may|can not C! until|till|unless|before D:a|an|any|another|one|own|enemy is|stands next to|beside it|them|him", "pieces can be marked as B . A becomes B . pieces that are B may not C . at the end of every phase , every piece that is B and that is next to D is no longer B"),
    turn("A falls|fall|becomes|become|gets|get|turns|turn B ,? and may|can not C! until|till|unless|before it|they D:is|are|has|have", "pieces can be marked as B . A becomes B . pieces that are B may not C . at the end of every phase , every piece that is B and that D is no longer B"),
    turn("A B:that|which is|are C wakes|wake up? if|when|whenever|once|as D:a|an|any|another|one|own|enemy lands|land|moves|move|comes|come|arrives|arrive|steps|step next to|beside it|them|him", "when D moves to a square next to A B is C , that piece is no longer C"),
    // two that are linked
    turn("E:on|at ,? each|every|a|the player links|link two|2 of his|their|her A! ,? :? when|if|whenever|after one of? them|these|those|the? two? B , the other one? of? them? C", "pieces can be marked as linked . E , each player marks two of his A as linked . when a piece that is linked B , every other own piece that is linked C"),
    turn("each|every|a|the player links|link two|2 of his|their|her A! ,? :? when|if|whenever|after one of? them|these|those|the? two? B , the other one? of? them? C", "pieces can be marked as linked . each player marks two of his A as linked . when a piece that is linked B , every other own piece that is linked C"),
    turn("E:on|at ,? each|every|a|the player links|link two|2 of his|their|her A", "pieces can be marked as linked . E , each player marks two of his A as linked"),
    turn("each|every|a|the player links|link two|2 of his|their|her A", "pieces can be marked as linked . each player marks two of his A as linked"),
    turn("E:when|if|whenever|after , the other linked B", "E , every other own linked B"),
    // a check that another one gives than the one that moves
    turn("E:when|if|whenever|after A:a|an|any|each|every|the|white|black gives|give a? discovered|uncovered check , B", "E A gives check , if the moving piece does not attack the enemy king , B"),
    turn("E:when|if|whenever|after A:a|an|any|each|every|the|white|black uncovers|discovers|unveils a? discovered? check , B", "E A moves , if the opponent is in check and the moving piece does not attack the enemy king , B"),
    turn("a|any|each|every|the? player|players|you may|can not give|uncover|discover a? discovered|uncovered check|checks B?", "pieces that are not the same piece as the moving piece may not give check B"),
    turn("nobody|no may|player can|may? give|uncover|discover a? discovered|uncovered check|checks B?", "pieces that are not the same piece as the moving piece may not give check B"),
    turn("A may|can not give|uncover|discover a? discovered|uncovered check|checks B?", "A that are not the same piece as the moving piece may not give check B"),
    turn("discovered|uncovered check|checks is|are forbidden|prohibited|illegal|banned B?", "pieces that are not the same piece as the moving piece may not give check B"),
    turn("discovered|uncovered check|checks is|are not allowed|permitted B?", "pieces that are not the same piece as the moving piece may not give check B"),
    turn("discovered|uncovered check|checks may|can not be given B?", "pieces that are not the same piece as the moving piece may not give check B"),
    turn("E:when|if|whenever|after , the king that|which it|he|they has|have? checked|checks|check B", "E , every enemy king that is attacked B"),
    turn("E:when|if|whenever|after , the king it|he|they has|have? checked|checks|check B", "E , every enemy king that is attacked B"),
    turn("E:when|if|whenever|after , the checked king B", "E , every enemy king that is attacked B"),
    // only to capture somebody
    halves("A may|can not move except|but|unless to capture|take B", "A may only capture B . A may not move without capturing"),
    halves("A may|can only move|go to capture|take B", "A may only capture B . A may not move without capturing"),
    halves("A may|can move|go only to capture|take B", "A may only capture B . A may not move without capturing"),
    turn("A may|can only capture|take the piece|man that|which attacks|attacked|threatens|threatened it|them B?", "A may capture only the piece that attacks it B"),
    turn("A may|can only capture|take its|their challenger|attacker|challengers|attackers B?", "A may capture only the piece that attacks it B"),
    // what lasts until its bearer does something
    turn("A , B become|becomes|is|are C until it|they captures|capture|takes|take something|anything|again?", "when a piece that is C captures , it is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until it|they moves|move again?", "when a piece that is C moves , it is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until it|they gives|give check", "when a piece that is C gives check , it is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until it|they is|are captured|taken", "A , B becomes C"),
    turn("A , B become|becomes|is|are C until it|they D:moves|captures|takes|promotes|castles|enters|reaches|leaves|lands|attacks or E:moves|captures|takes|promotes|castles|enters|reaches|leaves|lands|gives|attacks", "when a piece that is C D , it is no longer C . when a piece that is C E , it is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until it|they D:promotes|castles|enters|reaches|leaves|lands|attacks|moves|captures|takes", "when a piece that is C D , it is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until that|the piece|man D:promotes|castles|enters|reaches|leaves|lands|attacks|moves|captures|takes|gives", "when a piece that is C D , it is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until it|they is|are attacked|threatened D?", "at the end of every phase , every piece that is C and that is attacked D is no longer C . A , B becomes C"),
    turn("A , B become|becomes|is|are C until D:a|an|another E:lands|moves|arrives|goes|comes next to it|them", "when D E next to a piece that is C , every piece that is C next to it is no longer C . A , B becomes C"),
    turn("A:a|an|any|every|each B becomes|gets|is C until it D:moves|captures|takes|promotes|castles|gives|enters|reaches|leaves|lands", "when a piece that is C D , it is no longer C . A B becomes C"),
    // times
    turn("once , at|on the? start|beginning? of? turn N , A", "at the start of turn N , A"),
    turn("a|each|every player must|has to? move his|her|their|your|a|an|one A at? least? once in|every|each every? N turns if able|possible", "if no own A has moved in the last N turns , a player must move a A"),
    turn("A move|moves|play|plays a|one second|further time B?", "A move again B"),
    turn("A move|moves|play|plays again in|on|during this|the|that|same turn|phase", "A move again"),
    turn("A may|can B from its|their own? home rank|row C?", "A on the rank where they started may B C"),
    // words that are said
    turn("a|any|each|every|the? player|players who|that says|say|writes|write|shouts|shout A may|can B", "if the mover says A , a player may B"),
    turn("if|when|whenever a|any|the player|he says|writes|shouts A , B", "if the mover says A , B"),
    turn("if|when|whenever a|any|the player|he does not say|write|shout A , B", "if the mover does not say A , B"),
    turn("whoever|anyone|anybody|everybody A must say|write|shout|announce B , if he|she does not , C", "when a player A , if the mover does not say B , C"),
    turn("a|any|each|every|the player who|that A must say|write|shout|announce B , if he|she does not , C", "when a player A , if the mover does not say B , C"),
    turn("a|any|each|every|the player who|that A must say|write|shout|announce B , otherwise|else C", "when a player A , if the mover does not say B , C"),
    turn("whoever|anyone|anybody|everybody A must say|write|shout|announce B , otherwise|else C", "when a player A , if the mover does not say B , C"),
    // how many of somebody's own
    turn("A N or more of its|their own B", "A N or more own B"),
    turn("A with N or more B next|adjacent to it|them C", "A next to N or more B C"),
    turn("A with at least N B next|adjacent to it|them C", "A next to at least N B C"),
    turn("A each|every player rolls|throws|casts a|one die : B", "A , for each player , roll a die : B"),
    turn("each|every player rolls|throws|casts a|one die : B", "for each player , roll a die : B"),
    // prices
    turn("a|each|every|any|the? player|players may|can pay|spend N A to move|play twice in|on|during? one|the|a|same|his? turn|phase?", "after a player moves , he may pay N A to move again"),
    turn("a|each|every|any|the? player|players may|can pay|spend N A to move|play again in|on|during? the|a|same? turn|phase?", "after a player moves , he may pay N A to move again"),
    turn("for N A a|each|every|any player may|can move|play twice in|on|during? one|the|a|same|his? turn|phase?", "after a player moves , he may pay N A to move again"),
    turn("each|every|both|all player|players has|have|gets|get A and B , starting|beginning at|with N", "each player has A , starting at N . each player has B , starting at N"),
    turn("A gains|gain|gets|get|earns|earn N B and M C", "A gains N B and gains M C"),
    turn("A may|can , instead of moving , pay|spend N B and M C to D", "A may , instead of moving , pay N B and pay M C and D"),
    turn("A pays|pay N B to his|their|the opponent C?", "A pays N B and his opponent gains N B C"),
    turn("A gains|gain|gets|get|earns|earn twice|double B in C", "A gains as many C as B times two"),
    // one is lost in the place of the capture
    turn("if|when|whenever A is|are captured|taken D:by? , it|he|she loses|lose B instead C?", "when A would be captured D , it loses B instead C"),
    // dice
    turn("E:when|after|whenever|if , he|she|they|it rolls|roll|throws|throw|casts|cast a|one die A", "E , roll a die A"),
    turn("E:when|after|whenever|if , its|his|her|their|the owner|player rolls|throws|casts a|one die A", "E , roll a die A"),
    turn("E:when|after|whenever|if , he|she|they|it rolls|roll|throws|throw|casts|cast two dice A", "E , roll two dice A"),
    turn("E:when|after|whenever|if , its|his|her|their|the owner|player rolls|throws|casts two dice A", "E , roll two dice A"),
];
