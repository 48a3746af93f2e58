//! Turns of phrase about men and squares that have just been chosen, swapped, moved or left: each is read as the sentence behind it.

use super::paraphrase::{Turn, assuming, turn};

/// Whoever has been moved goes on.
const THE_SAME: &str = "a player must move a piece that has moved last turn if able";
/// What the opponent has moved just before, and what he himself did last.
const LIKE_HIS: &str = "pieces of the same kind as the piece that was just moved may not move";
const LIKE_OWN: &str = "pieces of the same kind as the piece that their owner moved last turn may not move";
const BY_ONE: &str = "by the same player";
const OF_ITS_OWN: &str = "each makes a move that it may make anyway";
const OFFERED: &str = "offered instead of a move";

#[rustfmt::skip]
pub const CHOSEN_TURNS: &[Turn] = &[
    // what is ordered once
    turn("a|each|every|any|the player|players may|can once per|in|during? the? game? ,? B! ,? instead of moving|making? a? move?", "once per game a player may , instead of moving , B"),
    turn("E:after|when|whenever|if , A~ may|can ,? once per|in|during|a the? game ,? B", "once per game , E , A may B"),
    turn("E:after|when|whenever|if , A~ may|can B ,? but? only? once per|in|during|a the? game", "once per game , E , A may B"),
    turn("once per|in|during|a the? game ,? C:a|any|each|every player may|can B", "C player may B once per game"),
    turn("C:a|any|each|every player may|can ,? once per|in|during|a the? game ,? B", "C player may B once per game"),
    turn("a|any|each|every|the player|players may|can move|play twice ,? but? only? once per|in|during|a the? game", "once per game a player may move twice"),
    assuming("a|each|every|any|the player|players may|can mark B as C", "a player may , instead of moving , mark B as C", "instead of a move"),
    assuming("a|each|every|any|the player|players may|can once mark B as C", "once per game a player may , instead of moving , mark B as C", "instead of a move"),

    // two are chosen, and swap places
    turn("A choose|chooses|select|selects|pick|picks|name|names B and C:one|a|an|another D ,? and? then? the|these|those two|2? chosen|selected? pieces|men swap|exchange|switch|change|trade places|squares|positions?", "A swap B with C D"),
    turn("A choose|chooses|select|selects|pick|picks|name|names B and C:one|a|an|another D ,? and? then? they|both swap|exchange|switch|change|trade places|squares|positions?", "A swap B with C D"),
    turn("A choose|chooses|select|selects|pick|picks|name|names B and C:one|a|an|another D ,? and? then? swap|swaps|exchange|exchanges|switch|switches them|both|these|those", "A swap B with C D"),
    turn("A choose|chooses|select|selects|pick|picks|name|names B and C:one|a|an|another D ,? and? then? swap|swaps|exchange|exchanges|switch|switches the|their two|2? chosen|selected? pieces|men|places|squares|positions", "A swap B with C D"),

    // what may be ordered only where it comes out well
    turn("A instead of B ,? but? unless this|that|it|he leaves|leave|puts|put|places|brings|exposes C in|to check", "A instead of B and then if C is in check , the move is illegal"),
    turn("A instead of B ,? but? without leaving|putting|placing|bringing|exposing C in|to check", "A instead of B and then if C is in check , the move is illegal"),
    turn("A instead of B ,? but? may|can not leave|put|place|bring|expose C in|to check", "A instead of B and then if C is in check , the move is illegal"),
    turn("A instead of B ,? but? unless C afterwards|thereafter|then", "A instead of B and then if C , the move is illegal"),
    turn("A instead of B ,? but? unless afterwards|thereafter|then C", "A instead of B and then if C , the move is illegal"),
    turn("A instead of B ,? but? not if|when C afterwards|thereafter|then", "A instead of B and then if C , the move is illegal"),
    turn("A instead of B ,? but? not? if|when|unless C after the|that|this|his swap|exchange|order|action|move|drop", "A instead of B and then if C , the move is illegal"),
    turn("A instead of B ,? but? only? provided|if|when that? no C is|are left in check afterwards?", "A instead of B and then if a C is in check , the move is illegal"),
    turn("A instead of B ,? but? only? provided|if|when that? no C is|are in check afterwards|thereafter|then", "A instead of B and then if a C is in check , the move is illegal"),
    turn("A instead of B ,? but? only? provided|if|when that? no C is|are then|afterwards in check", "A instead of B and then if a C is in check , the move is illegal"),
    turn("A instead of B ,? but? only? provided that? C afterwards|thereafter", "A instead of B and then unless C , the move is illegal"),
    turn("A instead of B ,? but? only if|when C afterwards|thereafter", "A instead of B and then unless C , the move is illegal"),
    turn("A may|can B instead of moving|a? his? move? ,? but? C:unless|provided|if|without D", "A may , instead of moving , B , C D"),
    turn("A , and? if|when C is|are then|afterwards D , the|that|this move|order|swap|exchange|action|drop is illegal|forbidden|invalid|void|prohibited", "A and then if C is D , the move is illegal"),
    turn("A , and? if|when C is|are then|afterwards D , the|that|this move|order|swap|exchange|action|drop is not allowed|permitted|legal", "A and then if C is D , the move is illegal"),
    turn("A , and? if|when C afterwards|thereafter , the|that|this move|order|swap|exchange|action|drop is illegal|forbidden|invalid|void|prohibited", "A and then if C , the move is illegal"),
    turn("A , and? if|when C afterwards|thereafter , the|that|this move|order|swap|exchange|action|drop is not allowed|permitted|legal", "A and then if C , the move is illegal"),
    turn("A , and? if|when C after the|that|this|his swap|exchange|order|action|move|drop , the|that|this|it move|order|swap|exchange|action|drop? is illegal|forbidden|invalid|void|prohibited", "A and then if C , the move is illegal"),

    // a square is chosen, and nobody comes there
    turn("A? choose|chooses|name|names|pick|picks|select|selects|mark|marks a|an|one|any C:empty|free|light|dark|white|black? square D:in|on|of|next|within|from? ,? and? E:nobody|no F! it|that|this square? G?", "A mark one of the C squares D as closed ground G . E F the closed ground"),
    turn("A? choose|chooses|name|names|pick|picks|select|selects|mark|marks a|an|one|any C:empty|free|light|dark|white|black? square D:in|on|of|next|within|from? ,? and? it|that|this square? may|can not be entered|occupied by? anybody|anyone|any? piece? G?", "A mark one of the C squares D as closed ground G . nobody may enter the closed ground"),
    turn("A? choose|chooses|name|names|pick|picks|select|selects|mark|marks a|an|one|any C:empty|free|light|dark|white|black? square D:in|on|of|next|within|from? ,? and? E:nobody|no F:may|piece|can|player there|thereon G?", "A mark one of the C squares D as closed ground G . E F to the closed ground"),

    // like whoever gives check
    turn("A like|as the|a|any|every|each? checking|attacking|threatening piece|pieces|man|men|one B?", "A like any enemy piece that attacks it B"),
    turn("A like|as the|a|any|every|each piece|pieces|man|men|one that|which gives|give|is|are giving? check to? it|him|them? B?", "A like any enemy piece that attacks it B"),
    turn("A like|as the|a|any|every|each piece|pieces|man|men|one giving|checking check? to? it|him|them? B?", "A like any enemy piece that attacks it B"),
    turn("A like|as its|their|his|the|any attacker|attackers B?", "A like any enemy piece that attacks it B"),

    // not the kind that was moved just before
    turn("a|any|each|every|the? player|players|you may|can not move a|any|the piece|pieces|man of the same kind|type as the|that? piece|man|one? that|which? his|her|your|the opponent has? just|last? moved|played", LIKE_HIS),
    turn("a|any|each|every|the? player|players|you may|can not move a|any|the piece|pieces|man of the same kind|type as the|that? piece|man|one that|which? was? just|last moved|played by? his|the? opponent?", LIKE_HIS),
    turn("a|any|each|every|the? player|players|you may|can not move a|any|the piece|pieces|man of the kind|type that|which? his|her|your|the opponent has? just|last? moved|played", LIKE_HIS),
    turn("a|any|each|every|the? player|players|you may|can not move the same kind|type of piece|man as|that|which his|her|your|the opponent has? just|last? moved|played", LIKE_HIS),
    turn("a|any? piece|pieces may|can not move|be directly|immediately|right|just|moved? directly|immediately|right|just? after a|any piece|man of the same kind|type was|has|is? been? moved|played by? his|its|the? opponent?", LIKE_HIS),
    turn("a|any? piece|pieces may|can not be? move|moved directly|immediately|right|just? after a|any|another piece|man of the same kind|type", LIKE_HIS),
    turn("a|any|each|every|the? player|players|you must move a|any|the piece|pieces|man of the same kind|type as the|that? piece|man|one? that|which? his|her|your|the opponent has? just|last? moved|played A?", "pieces of the same kind as the piece that was just moved must move A"),
    turn("a|any|each|every|the? player|players|you must move the same kind|type of piece|man as|that|which his|her|your|the opponent has? just|last? moved|played A?", "pieces of the same kind as the piece that was just moved must move A"),
    turn("a|any|each|every|the? player|players|you may|can not move a|any|the piece|pieces|man of the same kind|type as the|that? piece|man|one? that|which? he|she|you|they has|have? just|last? moved|played last|before? turn?", LIKE_OWN),
    assuming("two|2|any? pieces of the same kind|type may|can not be? moved|move on|in|for two|2 successive|consecutive turns|moves|phases", LIKE_OWN, BY_ONE),
    assuming("two|2|any? pieces of the same kind|type may|can not be? moved|move consecutively|successively", LIKE_OWN, BY_ONE),
    assuming("two|2|any? pieces of the same kind|type may|can not be? moved|move twice|directly? in|one a|after? succession|row|the other?", LIKE_OWN, BY_ONE),
    turn("a|any|each|every|the? player|players|you may|can not move the same kind|type of piece|man twice|on|in|for two|2? turns|moves|phases|times? in a? row|succession", LIKE_OWN),
    turn("a|any|each|every|the? player|players|you may|can not move the same kind|type of piece|man on|in|for two|2 successive|consecutive turns|moves|phases", LIKE_OWN),
    turn("a|any|each|every|the? player|players|you may|can not move two|2 pieces|men of the same kind|type in a? row|succession", LIKE_OWN),
    turn("a|any|each|every|the? player|players|you may|can not move pieces|men|a of? piece? the same kind|type on|in|for two|2 successive|consecutive turns|moves|phases", LIKE_OWN),

    // the same one, again and again
    turn("a|any|each|every|the? player|players|you must always? move the? same piece|man again? and? again? on|in? every|each? turn|phase|move|time? if|when? it|he|she|you|able|possible? can?", THE_SAME),
    turn("the? piece|man that|which has? moved last must move again if|when? it|he|able|possible? can?", THE_SAME),
    turn("a|any|each|every|the? player|players|you must move the piece|man that|which? he|she|you|they has|have? moved last turn? again? if|when? it|he|she|you|able|possible? can?", THE_SAME),
    turn("a|any|each|every|the? player|players|you must move the piece|man that|which? he|she|you|they has|have? moved last turn? again? until|till|unless it has|can no|not legal|possible|more|move? moves|move? left|more|any? longer?", THE_SAME),
    turn("a|any|each|every|the? player|players|you must move the piece|man that|which? he|she|you|they has|have? moved last turn? again? as|so long as it can move?", THE_SAME),
    turn("a|any|each|every|the? player|players|you must keep|go on? moving the? same piece|man again? and? again? until|till|unless it has|can no|not legal|possible|more|move? moves|move? left|more|any? longer?", THE_SAME),
    // what was named in secret is opened
    turn("E:on|at|after|when , the S:files|squares|ranks|numbers are|get revealed|opened|disclosed|shown|uncovered and|,? if they|both? are the? same|equal|identical ,? A", "E , if the secret S are the same , A"),
    turn("E:on|at|after|when , the S:files|squares|ranks|numbers are|get revealed|opened|disclosed|shown|uncovered and|,? if they|both? are different|unequal ,? A", "E , if the secret S are different , A"),
    turn("the S:files|squares|ranks|numbers are|get revealed|opened|disclosed|shown|uncovered and|,? if they|both? are the? same|equal|identical ,? A", ", if the secret S are the same , A"),
    turn("the S:files|squares|ranks|numbers are|get revealed|opened|disclosed|shown|uncovered and|,? if they|both? are different|unequal ,? A", ", if the secret S are different , A"),
    turn("E:on|at|after|when , if both|the players have chosen|named|picked the same F:file|number ,? no piece may|can move along that|this file D?", "E , if both players have chosen the same F , mark white's secret file as the closed line . pieces on the closed line may not move vertically D"),
    turn("E:on|at|after|when , if the secret files|numbers are the same ,? no piece may|can move along that|this file D?", "E , if both players have chosen the same file , mark white's secret file as the closed line . pieces on the closed line may not move vertically D"),
    // marks that a player gives and takes
    turn("a|any|each|every|the? player|players|he|you may|can ,? instead of moving ,? let|have|make B! become|go|get|turn|be C", "a player may order this instead of moving : B becomes C"),
    turn("a|any|each|every|the? player|players|he|you may|can let|have|make B! become|go|get|turn|be C instead of moving", "a player may order this instead of moving : B becomes C"),
    turn("a|any|each|every|the? player|players|he|you may|can ,? instead of moving ,? end|lift|cancel the C! mark|state|status? of|from B", "a player may order this instead of moving : B is no longer marked as C"),
    turn("a|any|each|every|the? player|players|he|you may|can ,? instead of moving ,? bring|take|fetch B! down|up|back|out|off|away ( it|which|who is no longer|more C )", "a player may order this instead of moving : B is no longer marked as C"),
    turn("a|any|each|every|the? player|players|he|you may|can ,? instead of moving ,? bring|take|fetch B! down|up|back|out|off|away ,? and|so|:? that? it|which|who is then? no longer|more C", "a player may order this instead of moving : B is no longer marked as C"),
    // a file or rank is chosen, and something holds there for a time
    turn("A may|can ,? instead of moving ,? choose|name|pick|select a|one|any F:file|rank ,? :? and? no P:piece|pieces|man on it|that|this|thereon file|rank? may|can B", "A may , instead of moving , P on a F of his choice may not B"),
    turn("A may|can ,? instead of moving ,? choose|name|pick|select a|one|any F:file|rank ,? :? and? P on|along it|that|this file|rank? may|can not B", "A may , instead of moving , P on a F of his choice may not B"),
    turn("E:at|after|when|on|every|before|each ,? W:white|black choose|chooses|names|picks|selects a|one|any F:file|rank ,? :? and? P on|along it|that|this file|rank? may|can not B", "E , P on a F chosen by W may not B"),
    turn("E:at|after|when|on|every|before|each ,? W:white|black choose|chooses|names|picks|selects a|one|any F:file|rank ,? :? and? no P:piece|pieces|man on it|that|this|thereon file|rank? may|can B", "E , P on a F chosen by W may not B"),
    turn("E:at|after|when|on|every|before|each ,? the? player on move|he choose|chooses|names|picks|selects a|one|any F:file|rank ,? :? and? P on|along it|that|this file|rank? may|can not B", "E , P on a F of his choice may not B"),
    // another one is asked
    turn("if P:the|his opponent agrees|consents|accepts ,? a|any|each|every|the? player may|can ,? instead of moving ,? D", "a player may , instead of moving , D , if P opponent agrees"),
    assuming("if|when|whenever a|any|the player offers|proposes|suggests a|an? truce|alliance|peace|pact|deal|armistice|treaty|ceasefire|bargain|trade|swap|exchange to? his|the? opponent? ,? if P:the|his opponent agrees|accepts|consents ,? D ,? otherwise|else F", "a player may , instead of moving , D , if P opponent agrees , otherwise F", OFFERED),
    assuming("if|when|whenever a|any|the player offers|proposes|suggests a|an? truce|alliance|peace|pact|deal|armistice|treaty|ceasefire|bargain|trade|swap|exchange to? his|the? opponent? ,? if P:the|his opponent agrees|accepts|consents ,? D", "a player may , instead of moving , D , if P opponent agrees", OFFERED),
    turn("A may|can ,? instead of moving ,? offer|propose|suggest a|an? truce|alliance|peace|pact|deal|armistice|treaty|ceasefire|bargain|trade|swap|exchange to? his|the? opponent? ,? :? if P:the|his opponent agrees|accepts|consents ,? D ,? otherwise|else F", "A may , instead of moving , D , if P opponent agrees , otherwise F"),
    turn("A may|can ,? instead of moving ,? offer|propose|suggest a|an? truce|alliance|peace|pact|deal|armistice|treaty|ceasefire|bargain|trade|swap|exchange to? his|the? opponent? ,? :? if P:the|his opponent agrees|accepts|consents ,? D", "A may , instead of moving , D , if P opponent agrees"),
    assuming("a|any|each|every|the? player may|can offer|propose|suggest a|an? truce|alliance|peace|pact|deal|armistice|treaty|ceasefire|bargain|trade|swap|exchange to? his|the? opponent? ,? :? if P:the|his opponent agrees|accepts|consents ,? D ,? otherwise|else F", "a player may , instead of moving , D , if P opponent agrees , otherwise F", OFFERED),
    assuming("a|any|each|every|the? player may|can offer|propose|suggest a|an? truce|alliance|peace|pact|deal|armistice|treaty|ceasefire|bargain|trade|swap|exchange to? his|the? opponent? ,? :? if P:the|his opponent agrees|accepts|consents ,? D", "a player may , instead of moving , D , if P opponent agrees", OFFERED),
    turn("A may|can ,? instead of moving ,? offer|propose|suggest a|an? truce|alliance|peace|pact|deal|armistice|treaty to? his|the? opponent? ,? :? if P:the|his opponent agrees|accepts|consents ,? D", "A may , instead of moving , D , if P opponent agrees"),
    turn("A may|can ,? instead of moving ,? offer|propose|suggest a|an? truce|alliance|peace|pact|deal|armistice|treaty to? his|the? opponent? ,? if he|she|they|it agrees|accepts|consents ,? D", "A may , instead of moving , D , if the opponent agrees"),
    turn("A may|can ,? instead of moving ,? offer|propose|suggest his|the opponent a|an? truce|alliance|peace|pact|deal|armistice|treaty ,? :? if he|she|they|it agrees|accepts|consents ,? D", "A may , instead of moving , D , if the opponent agrees"),
    turn("A nobody may|can capture B?", "A no piece may capture B"),
    turn("A neither player|side? may|can capture the other|others player|side? pieces|men B?", "A no piece may capture B"),
    // one after the other
    assuming("a|any|each|every|the? player|players may|can ,? instead of moving ,? move|advance up? to? two|2 of? his|her|their|your? own? B! N square|squares each|apiece", "after B moves N squares , another own B may again move N squares", OF_ITS_OWN),
    assuming("a|any|each|every|the? player|players may|can move|advance up? to? two|2 of? his|her|their|your? own? B! N square|squares each|apiece in|on|during|as|instead of? one|a|the|his same? turn|move|phase", "after B moves N squares , another own B may again move N squares", OF_ITS_OWN),
    assuming("a|any|each|every|the? player|players may|can move|advance up? to? two|2 of? his|her|their|your? own? B! N square|squares each|apiece", "after B moves N squares , another own B may again move N squares", OF_ITS_OWN),
    // once in a game, a step that is no usual one
    turn("a|any|each|every|the? player|players may|can ,? K:once|twice per|in|a each|the? game ,? move B", "K per game , a player may , instead of moving , move B"),
    turn("K:once|twice per|in|a each|the? game ,? a|any|each|every|the? player|players may|can move B", "K per game , a player may , instead of moving , move B"),
    // who is put at stake
    turn("A may|can ,? instead of moving ,? gamble|risk|stake|bet B! and|,|: C:roll|throw|cast|flip|toss D", "A may , instead of moving , choose B and C D"),
    turn("A may|can ,? instead of moving ,? gamble|risk|stake|bet B! on a? C:die|coin : D", "A may , instead of moving , choose B and roll a C : D"),
    turn("E:on|at|after|when , if both|the players have chosen|named|picked the same rank ,? no piece may|can move along that|this rank D?", "E , if both players have chosen the same rank , mark white's secret rank as the closed line . pieces on the closed line may not move sideways D"),
    turn("a|any|each|every|the? player|players|he|you may|can ,? instead of moving ,? let|have|make B! change|changes sides|side C?", "a player may order this instead of moving : B changes sides C"),
    turn("a|any|each|every|the? player|players|he|you may|can ,? instead of moving ,? move|push|shift B! one|1 square|step in|to any direction C?", "a player may , instead of moving , choose B , and it goes to an empty square next to it C"),
    turn("E:after|when|whenever|if , P! chooses|decides|picks|selects|determines whether|if|what it becomes|promotes to? Q", "E , it becomes Q , chosen by P"),
    turn("before each|every move|turn|phase ,? a coin is flipped|tossed|thrown : on A the? player|he|mover B:must|may C", "at the start of each player's phase , flip a coin : on A he B C this turn"),
    turn("A may|can not give check to B", "if the opponent has B , A may not give check"),
];
