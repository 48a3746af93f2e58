//! Turns of phrase about what has been so before, what is so from then on, and what is done again only later: each is read as the sentence behind
//! it.

use super::paraphrase::{Turn, assuming, turn};

/// What hangs on what has just been captured; kings are left out, for no rule exempts them (R5).
const RECAPTURED: &str = "a piece except a king that has just captured a piece may not be captured";

/// Of the two that castle the one that goes second is marked: nobody remembers it otherwise.
const NEWLY_CASTLED: &str = "pieces can be marked as newly-castled . when A castles with another , it is marked as newly-castled for N turns . pieces that are newly-castled may not B";
const NEWLY_CASTLED_ONCE: &str = "pieces can be marked as newly-castled . when A castles with another , it is marked as newly-castled for one turn . pieces that are newly-castled may not B";

#[rustfmt::skip]
pub const MEMORY_TURNS: &[Turn] = &[
    // what a capture costs
    turn("A that|which is captured costs its owner his|the next turn|phase|move", "when A is captured , its owner loses his next turn"),
    turn("A that|which is captured costs its owner B", "when A is captured , its owner loses B"),
    // from then on
    turn("from the moment|time|turn that|when|on|at? which? A , B", "when A , for the rest of the game B"),
    turn("ever? since A , B:he|she|it|his|her|its|the|every|all|no|nobody C", "when A , for the rest of the game B C"),
    turn("A from the moment|time that|when? B", "when B , for the rest of the game A"),
    turn("for the rest|remainder of the game after A , B", "when A , for the rest of the game B"),
    turn("E:when|after|if|whenever , from then on|onward|onwards ,? it|they may|can also? B:move C", "pieces can be marked as inspired . E , it is marked as inspired . pieces that are inspired may also B C"),
    turn("E:when|after|if|whenever , it|they may|can also? B:move C! from then on|onward|onwards", "pieces can be marked as inspired . E , it is marked as inspired . pieces that are inspired may also B C"),
    turn("A may|can not B any more|longer", "A may not B"),
    turn("A may|can not B anymore", "A may not B"),
    // not again so soon
    turn("A may|can not B:move|capture|castle|promote again D:for|until|on|during|in", "A may not B D"),
    turn("E:when|after|whenever|if|each|every , A may|can not B next turn", "E , A may not B on his next turn"),
    // for some turns
    turn("for|in|during the? next? N turns after|following a|any|each|every castling , A", "when a piece castles , for N turns A"),
    turn("for|in|during the? next? N turns after|following a|any|each|every capture , A", "when a piece captures a piece , for N turns A"),
    turn("for|in|during the? next? N turns after|following a|any|each|every check , A", "when a piece gives check , for N turns A"),
    turn("for|in|during the? next? N turns after|following a|any|each|every promotion , A", "when a piece promotes , for N turns A"),
    turn("for|in|during the? next? N turns after|following A , B", "when A , for N turns B"),
    turn("a|any|each|every|the? player|players may|can not B for N turns after castling", "when a player castles , he may not B for N turns"),
    turn("a|any|each|every|the? player|players may|can not B for N turns after giving check", "when a player gives check , he may not B for N turns"),
    turn("a|any|each|every|the? player|players may|can not B for N turns after promoting C?", "when a player promotes C , he may not B for N turns"),
    turn("A may|can not B for N turns after castling", NEWLY_CASTLED),
    turn("after castling , A may|can not B for N turns", NEWLY_CASTLED),
    turn("A may|can not B for N turns after giving check", "when A gives check , it may not B for N turns"),
    turn("A may|can not B for N turns after promoting", "when A promotes , it may not B for N turns"),
    turn("after giving check , A may|can not B for N turns", "when A gives check , it may not B for N turns"),
    turn("A may|can not B on|in|during the turn|phase after castling", "A that has castled last turn may not B"),
    turn("A may|can not B on|in|during the turn|phase after castling", NEWLY_CASTLED_ONCE),
    turn("A may|can not B on|in|during the turn|phase after capturing|taking C?", "A that has captured C last turn may not B"),
    turn("A may|can not B on|in|during the turn|phase after promoting", "A that has promoted last turn may not B"),
    turn("A may|can not B on|in|during the turn|phase after giving check", "A that has given check last turn may not B"),
    turn("A for N turns after a|any|each|every castling", "when a piece castles , for N turns A"),
    turn("A for N turns after a|any|each|every capture", "when a piece captures a piece , for N turns A"),
    turn("A for N turns after a|any|each|every check", "when a piece gives check , for N turns A"),
    turn("A for N turns after B", "when B , for N turns A"),
    turn("on|in|during the very? next? turn|phase after a|any|each|every castling , A", "if a piece has castled last turn , A"),
    turn("on|in|during the very? next? turn|phase after a|any|each|every capture , A", "if a piece was captured last turn , A"),
    turn("on|in|during the very? next? turn|phase after a|any|each|every promotion , A", "if a piece has promoted last turn , A"),
    turn("on|in|during the very? next? turn|phase after a|any|each|every check , A", "if a piece has given check last turn , A"),
    assuming("on|in|during the very? next? turn|phase after A:a|an|any|every|each|white|black|his B:captures|moves|castles|promotes|gives|loses|is C? , D", "when A B C , for one turn D", "from then to the end of his next phase"),
    turn("on|in|during the very? next? turn|phase after he|she has A , a|any|the|each|every player B", "a player who has A last turn B"),
    turn("A that|which|who has? captured B? must C on|in|during its|his|their|the owner? next turn|phase D?", "A that has captured B last turn must C D"),
    turn("A that|which|who has? moved must C on|in|during its|his|their|the owner? next turn|phase|move D?", "A that has moved last turn must C D"),
    // "for two turns" behind what it has done: from then, and not from now
    turn("A that|which|who has|have captured B! C:may|can|must D from then|that|this E", "when A captures B , it C D from then E"),
    turn("A that|which|who has|have captured B! C:may|can|must D for the? next? N turns|turn", "when A captures B , it C D for N turns"),
    turn("A that|which|who has|have reached|entered B! C:may|can|must D from then|that|this E", "when A reaches B , it C D from then E"),
    turn("A that|which|who has|have reached|entered B! C:may|can|must D for the? next? N turns|turn", "when A reaches B , it C D for N turns"),
    turn("E:when|after|if|once|whenever , A loses|lose the|its|his|her|their ability|power|right to B", "E , for the rest of the game A may not B"),
    turn("once|when|after captured , A:a|an|any|every|each B C:comes|returns|goes|is|becomes|changes|joins D", "when A B is captured , it C D"),
    turn("after N turns|moves without a|any? capture|captures|capturing , A", "if nobody has captured for N turns , A"),
    turn("a|any|each|every|the? player|players|you may|can not give check twice|two|2 turns|times? in|running|consecutively a? row|succession?", "if the mover has given check last turn , a player may not give check"),
    turn("nobody|no may|player can|may? give check twice|two|2 turns|times? in|running|consecutively a? row|succession?", "if the mover has given check last turn , a player may not give check"),
    turn("a|any|each|every|the? player|players|you may|can not capture on|for|in? two|2 turns in|running|consecutively a? row|succession?", "if the mover has captured a piece last turn , a player may not capture"),
    turn("if|when your|his|her last|previous move|turn was a capture , A", "if the mover captured a piece last turn , A"),
    turn("if|when your|his|her last|previous move|turn was not a capture , A", "if the mover has not captured a piece last turn , A"),
    turn("if|when your|his|her last|previous move|turn was with|by a|an|his|your A! , B", "if the mover has moved a A last turn , B"),
    turn("a|any|each|every|the? player|players|you may|can give|gives up A to move|play twice|again", "after a player moves , he may lose A to move again"),
    turn("a|any|each|every|the? player|players|you may|can sacrifice A to move|play twice|again", "after a player moves , he may lose A to move again"),
    // by the way
    turn("A may|can , if|when he|she|it|they so? likes|wants|wishes|chooses|like|want|wish|choose to? , B", "A may B"),
    turn("A must|shall , if|when he|she|it|they can|may , B", "A must B if able"),
    turn("A must|shall , if|when|where possible|able , B", "A must B if able"),
    turn("A has|have to , if|when he|she|it|they can|may , B", "A must B if able"),
    // of the one and of the other
    turn("E:if|when|while|once|unless A:white|black has B and|but C:white|black has not , D", "E A has B and C has not B , D"),
    // who has captured last
    turn("a|any|each|every|the? player|players|you may|can not recapture at? once|immediately|directly|right? away? on? the? same? square?", RECAPTURED),
    turn("nobody|no may|player can|may? recapture at? once|immediately|directly?", RECAPTURED),
    turn("recapturing|recapture|recaptures at? once|immediately? is|are forbidden|prohibited|banned|illegal", RECAPTURED),
    turn("recapturing|recapture|recaptures at? once|immediately? is|are not allowed|permitted|possible|legal", RECAPTURED),
    turn("a|any|each|every|the? player|players|you must|has|have to? recapture at? once|immediately? if|when|whenever able|possible|he|you can|may?", "a player must capture a piece that has just captured a piece if able"),
    turn("a|any|each|every|the player|players may|can not move the? same piece|man on|in|for two|2 turns|phases|moves running|consecutively|successively", "a piece that has moved one turn ago may not move"),
    turn("a|any|each|every|the player|players may|can not move the? same piece|man on|in|for two|2 turns|phases|moves in a? row|succession", "a piece that has moved one turn ago may not move"),
    // how many he has lost
    turn("when|once|after|if|whenever a|any|each|every|the player loses N A , B", "when a player loses A , if he has lost exactly N A , B"),
    turn("when|once|after|if|whenever a|any|each|every|the player has lost N A , B", "when a player loses A , if he has lost exactly N A , B"),
    turn("when|if|whenever A captures|takes B , if|and the captured piece|man is C:worth|more|less|stronger|weaker D , E", "when A captures B that is C D , E"),
    // a turn that is let go by
    turn("N times per|in|during|each|a|every the|a? game , a|any|each|every|the player may|can skip|miss|pass|forgo his|a|the? turn|move|phase?", "each player has passes , starting at N . a player may , instead of moving , pay one passes"),
    turn("N times per|in|during|each|a|every the|a? game a|any|each|every|the player may|can skip|miss|pass|forgo his|a|the? turn|move|phase?", "each player has passes , starting at N . a player may , instead of moving , pay one passes"),
    turn("a|any|each|every|the player may|can skip|miss|pass|forgo his|a|the? turn|move|phase? N times per|in|during|each|a|every the|a? game", "each player has passes , starting at N . a player may , instead of moving , pay one passes"),
    turn("you may|can skip|miss|pass|forgo your|a|the? turn|move|phase? N times per|in|during|each|a|every the|a? game", "each player has passes , starting at N . a player may , instead of moving , pay one passes"),
    turn("each|every A costs|cost its|their|his owner|player N B each|every|per|a turn|phase", "at the start of each player's phase , he loses N B for each of his A"),
    turn("a|any|each|every|the? player|he may|can pay|spend N A to move a|an|one|his B! C:backward|backwards|sideways|forward|diagonally|like|as|one|two|three|up|any|exactly D?", "every B may pay N A to move C D"),
    // who is where
    turn("E:when|after|if|whenever , the A may|can each|all B", "E , every A may B"),
    turn("A on|of the|its|an neighbouring|neighboring|adjacent files|file B", "A on a file next to it B"),
    turn("A moves|goes|passes|steps|move|go|pass past|over|across|beyond the middle|centre|center|half line? of? the? board? B?", "A crosses the middle line B"),
    // the last two moves
    turn("E:if|when|whenever|while|unless the last two moves|turns were|are made|played by|with pieces|men of the same kind|type , A", "E the piece that the opponent moved last is of the same kind as the piece that the mover moved last , A"),
    turn("E:if|when|whenever|while|unless the last two moves|turns were|are made|played by|with pieces|men of different kinds|types , A", "E the piece that the opponent moved last is not of the same kind as the piece that the mover moved last , A"),
    turn("E:if|when|whenever|while|unless the last moves|turns of both|the two? players|sides were|are made|played by|with pieces|men of the same kind|type , A", "E the piece that the opponent moved last is of the same kind as the piece that the mover moved last , A"),
    turn("E:if|when|whenever|while|unless the last moves|turns of both|the two? players|sides were|are made|played by|with pieces|men of different kinds|types , A", "E the piece that the opponent moved last is not of the same kind as the piece that the mover moved last , A"),
    turn("E:if|when|whenever|while|unless the last move|turn was|is made|played by|with B , A", "E the opponent has just moved B , A"),
    turn("E:if|when|whenever|while|unless the last move|turn of the opponent was|is made|played by|with B , A", "E the opponent has just moved B , A"),
    turn("E:if|when|whenever|while|unless the opponent's last move|turn was|is made|played by|with B , A", "E the opponent has just moved B , A"),
    turn("E:if|when|whenever|while|unless the opponent last moved B , A", "E the opponent has just moved B , A"),
    // who has lost what
    turn("E!:if|when|whenever|while|unless a|an|one A! of a|the player|his|yours was|were captured|taken B! , C", "E a player lost a A B , C"),
    turn("after|when|whenever|upon|on just? losing A , C", "if a player has just lost A , C"),
    turn("a|any|each|every|the player C:must|may|can B after|when|upon losing A", "if a player has just lost A , he C B"),
    turn("a|any|each|every|the player who|that lost A last turn B:may|can|must|gains|loses C", "if a player lost A last turn , he B C"),
    turn("a|any|each|every|the player who|that has just lost A B:may|can|must|gains|loses C", "if a player has just lost A , he B C"),
];

/// Further moves that neither capture nor give check: long sentences, which are looked at first.
#[rustfmt::skip]
pub const FURTHER_TURNS: &[Turn] = &[
    turn("F:if|when|unless , a|any|each|every|the? player|he|you may|can move twice|again without capturing ,? or|and|nor without? giving check", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless , a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one? without capturing ,? or|and|nor without? giving check", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless , a|any|each|every|the? player|he|you may|can move twice|again without giving check ,? or|and|nor without? capturing", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless , a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one? without giving check ,? or|and|nor without? capturing", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless|after|directly|immediately|right , a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one? ,? but neither of? them|these|those? may|can capture or give check", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless|after|directly|immediately|right , a|any|each|every|the? player|he|you may|can move twice ,? but neither of? them|these|those|the? two? moves? may|can capture or give check", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless|after|directly|immediately|right , a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one? ,? but neither of? them|these|those? may|can give check or capture", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("F:if|when|unless|after|directly|immediately|right , a|any|each|every|the? player|he|you may|can move twice ,? but neither of? them|these|those|the? two? moves? may|can give check or capture", "F , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may move again without capturing"),
    turn("directly|immediately|right|just after his|your|the opponent castles|castled|has castled? ,? A", "if the opponent has just castled , A"),
    turn("a|any|each|every|the? player|you may|can make|play two|2 moves instead? of? one? on|in? A?", "a player may move twice A"),
    turn("F:if|when|unless , a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one?", "F , a player may move twice"),
    turn("directly|immediately|right|just after his|your|the opponent castles|castled|has castled? ,? a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one? ,? but neither of? them|these|those|the? two? moves? may|can capture or give check", "if the opponent has just castled , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may again move without capturing"),
    turn("directly|immediately|right|just after his|your|the opponent castles|castled|has castled? ,? a|any|each|every|the? player|he|you may|can move twice ,? but neither of? them|these|those|the? two? moves? may|can capture or give check", "if the opponent has just castled , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may again move without capturing"),
    turn("directly|immediately|right|just after his|your|the opponent castles|castled|has castled? ,? a|any|each|every|the? player|he|you may|can make|play two|2 moves instead? of? one? ,? but neither of? them|these|those|the? two? moves? may|can give check or capture", "if the opponent has just castled , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may again move without capturing"),
    turn("directly|immediately|right|just after his|your|the opponent castles|castled|has castled? ,? a|any|each|every|the? player|he|you may|can move twice ,? but neither of? them|these|those|the? two? moves? may|can give check or capture", "if the opponent has just castled , after a player moves without capturing , if the opponent is not in check , this turn own pieces may not give check , and then the mover may again move without capturing"),
    // whose owner moves again
    turn("E:when|whenever|after|if A is|are|was captured|taken|lost , its|the owner V:may|can|must play again|twice", "E A is captured , its owner V move twice on his next turn"),
    turn("E:when|whenever|after|if A is|are|was captured|taken|lost , its|the owner may|can|must? make|makes|gets|get|take|takes|has|have an|another|one extra|second|more? move|turn", "E A is captured , its owner may move twice on his next turn"),
    turn("E:when|whenever|after|if A D:promotes|moves|castles|gives|lands|reaches|enters|arrives , its|the owner may|can move|play again", "E A D , the mover may move again"),
    // the very next one
    turn("A very next B", "A next B"),
    // what is paid for a duty of the next turn
    turn("A opponent must B in|on|at|during his|the next turn|move|phase if? able? ,? or lose|loses|pay|pays C", "A opponent must B on his next turn , otherwise he loses C"),
    // the same one again
    turn("A may|can not move|play the same piece|man|unit twice|again in? a? row|succession?", "A pieces that have moved one turn ago may not move"),
    turn("A may|can not move|play the same piece|man|unit on|in? two|2 successive|consecutive? turns|moves in? a? row|succession|running?", "A pieces that have moved one turn ago may not move"),
    turn("A may|can not stay|remain|stand|stop on|in|at? the? same|one square|field|place|spot for? more|longer than N turns", "A that have not moved for N turns must move if able"),
];
