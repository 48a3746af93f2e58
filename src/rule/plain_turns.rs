//! Turns of phrase about steps besides the usual ones, the die before a move, rivers, squares that are not attacked, men that any player moves: each is
//! read as the sentence behind it. How they are written: [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

/// On whichever side of the line it stands, the first rank beyond it is as far as it comes.
const STOPS_BEYOND: &str = "if the rank of the square it came from is at most N and the rank of the square it goes to is more than M , A may not move . \
     if the rank of the square it came from is at least M and the rank of the square it goes to is less than N , A may not move";
/// It rests on its owner's next turn, unless it is in check then.
const RESTS: &str = "pieces can be marked as resting . E , it is marked as resting for one turn . \
     if the mover is not in check , pieces that are resting may not move";
const RESTS_LONG: &str = "pieces can be marked as resting . E , it is marked as resting for N turns . \
     if the mover is not in check , pieces that are resting may not move";
/// A neutral man goes one square.
const PUSHED: &str = "A may , instead of moving , choose a neutral B , and it goes to an empty square next to it";

#[rustfmt::skip]
pub const PLAIN_TURNS: &[Turn] = &[
    // a way of moving besides the usual one
    turn("instead of his|her|their|the|your ordinary|usual|normal|regular move|moves|movement ,? a|any|each|every|the? player|players may|can A", "a player may , instead of moving , A"),
    turn("instead of its|their|his|her ordinary|usual|normal|regular move|moves|movement ,? A may|can B", "A may also B"),
    turn("a|any|each|every|the? player|players may|can ,? instead|in of|place of? his|her|their|the|your ordinary|usual|normal|regular move|moves|movement ,? A", "a player may , instead of moving , A"),
    turn("A may|can ,? instead|in of|place of? its|their|his|her ordinary|usual|normal|regular move|moves|movement ,? B", "A may also B"),
    turn("A may|can B instead|in of|place of? its|their ordinary|usual|normal|regular move|moves|movement", "A may also B"),
    turn("A ,? but? only to an|any? empty|vacant|free|unoccupied square|squares B?", "A , without capturing B"),
    turn("A ,|and ,? but? it|they? may|can not capture|take anything|pieces? in? that|this way", "A , without capturing"),
    turn("A ,|and ,? but? it|they? may|can not capture|take anything|pieces? by|when|while|in doing that|this|so", "A , without capturing"),

    // squares that nobody attacks
    turn("A squares that|which? are not attacked|threatened by B", "A squares except squares attacked by B"),
    turn("A squares that|which? are not attacked|threatened B?", "A squares except squares attacked by an enemy piece B"),
    turn("A to an|any empty|vacant|free square that|which is not attacked|threatened by B", "A but only to squares except squares attacked by B , without capturing"),
    turn("A to an|any empty|vacant|free square that|which is not attacked|threatened ,? without? capturing?", "A but only to squares except squares attacked by an enemy piece , without capturing"),
    turn("A to a|any square that|which is not attacked|threatened by B", "A but only to squares except squares attacked by B"),
    turn("A to a|any square that|which is not attacked|threatened B?", "A but only to squares except squares attacked by an enemy piece B"),
    turn("if C , his|her|its K B , provided|if that? both|the squares are empty and neither|none of? them? is|are attacked|threatened", "if C , his K B , without capturing , but only to squares except squares attacked by an enemy piece . if C , his K may not pass over squares attacked by an enemy piece"),

    // dice before a move
    turn("before each|every of? your|his|the|player? move|turn|phase|moves|turns ,? a|one die|dice is rolled|thrown|cast :|, on A the? player|he|she|you|mover B:must|may C this|that turn|phase if able|possible", "at the start of each player's phase , roll a die : on A he B C if able this turn"),
    turn("before each|every of? your|his|the|player? move|turn|phase|moves|turns ,? a|one die|dice is rolled|thrown|cast :|, on A the? player|he|she|you|mover B:must|may C", "at the start of each player's phase , roll a die : on A he B C this turn"),
    turn("before each|every of? your|his|the|player? move|turn|phase|moves|turns ,? a|one die|dice is rolled|thrown|cast :|, on A the? player|mover|his|your K B:must|may C", "at the start of each player's phase , roll a die : on A his K B C"),
    turn("before each|every of? your|his|the|player? move|turn|phase|moves|turns ,? a|one coin is flipped|tossed|thrown :|, on A the? player|mover|his|your K B:must|may C", "at the start of each player's phase , flip a coin : on A his K B C"),

    // how often
    turn("A has|have made N captures B?", "A has captured at least N times B"),
    turn("A that|which|who has|have not B in|on|during its|their owner last N turns C?", "A that has not B for N turns C"),
    // where bare words say nothing more
    turn("A D:returns|return|goes|go|comes|come|becomes|become|moves|move|is|are|joins|join|changes|change at once B", "A D B"),
    turn("A D:becomes|become|joins|join|changes|change B for the rest of the game C?", "A D B C"),
    assuming("A N square|squares away? in a|any straight line B?", "A N squares in any direction B", "straight or diagonally"),
    turn("A like|as the kind|type|sort of? piece|man? that|which? the opponent has? just? moved last? B?", "A like the piece that the opponent has just moved B"),
    turn("A in the manner of B", "A like B"),
    turn("A the square|place on? where|which it|they started|began|stood at? the? start|beginning? of? the game on? B?", "A its home square B"),

    // bouncing
    turn("A that|which reaches|reach|hits|hit|meets|meet|touches|runs|run into? the|an edge of? the? board? may|can bounce off it|the? edge? B?", "A may bounce off the edge B"),
    turn("A may|can bounce off the edge B? and|then then? go|goes|carry|carries|continue|continues|move|moves|travel on? along? the? new? diagonal|direction|line? in|within|during the|one same? move", "A may bounce off the edge B"),

    turn("A B:until|till|if|when|while|unless some C", "A B a C"),
    turn("A:until|till|if|when|while|unless some B", "A a B"),

    assuming("if|when|whenever|after A:a|an|any|every|own|enemy|white|black|one|another leaves the board|game , B", "when A is captured , B", "by a capture"),

    turn("a|any|every|each|the player who|that has? captured|taken A? on|in|during his|the last|previous turn|phase|move must B", "when a player captures A , he must B"),
    turn("when|whenever|if A would B , C instead", "when A would B , C"),
    turn("A becomes|become a|an B:white|black C~", "A becomes a C and joins B"),
    turn("when|whenever|if|after a|any|the player moves and says A , he|she B", "after a player moves , if he says A , he B"),

    // boards are universes
    turn("A the D:next|previous board B?", "A the D universe B"),

    // no farther than
    turn("A may|can not move|go|travel|step more|further squares|square than it|they has|have B~", "if the distance between the square it came from and the square it goes to is more than the B of the moving piece , A may not move"),
    turn("A may|can not move|go|travel|step more|further squares|square than its|his|her|their owner|player has B~", "if the distance between the square it came from and the square it goes to is more than the number of own B , A may not move"),
    turn("A may|can not move|go|travel|step more|further squares|square than its|his|her|their owner|player has B~ , but it|he|she|they may|can always move|go|travel|step N square|squares", "if the distance between the square it came from and the square it goes to is more than N and more than the number of own B , A may not move"),
    turn("A may|can not move|go|travel|step more|further squares|square than it|they has|have B~ , but it|he|she|they may|can always move|go|travel|step N square|squares", "if the distance between the square it came from and the square it goes to is more than N and more than the B of the moving piece , A may not move"),
    turn("A may|can move|go|travel|step no more|further squares|square than B has|have C", "A may not move more squares than B has C"),
    turn("A may|can move|go|travel|step at most as many squares as B has|have C", "A may not move more squares than B has C"),
    turn("A may|can not move B! on|in C:the|ranks|rank|files|file|light|dark|its|his|square|squares D?", "A may not move B that stand on C D"),

    turn("A N squares or more B", "A N or more squares B"),
    turn("at the end of a|each|every|any turn|phase in|on|during which a|the|each player has? moved only A , he B", "at the end of each player's phase , if the mover has moved A this turn and the mover has not moved any piece except A this turn , he B"),
    turn("E , if he|she|the player|mover? has moved only A this|that turn|phase , B", "E , if the mover has moved A this turn and the mover has not moved any piece except A this turn , B"),
    turn("a|any|each|every|the? player|players may|can not move the? same piece|man on|in|for? two|2 turns|moves|times running|consecutively|successively|in a? row?", "a piece that has moved one turn ago may not move"),
    turn("a|any|each|every|the? player|players may|can not move the? same piece|man on|in|for? two|2 consecutive|successive? turns|moves|times running|consecutively|successively|in? a? row? ,? unless|except when|if|while? he|she|the|they player? is|are in check", "if the mover is not in check , a piece that has moved one turn ago may not move"),
    turn("a|any|each|every|the? player|players may|can not move the? same piece|man on|in|for? two|2 consecutive|successive? turns|moves|times running|consecutively|successively|in? a? row? ,? unless|except if|when? no other piece|man of his? can|may move", "a player must move a piece that has not moved last turn if able"),
    turn("a|any|each|every|the? player|players may|can not move the? same piece|man on|in|for? two|2 consecutive|successive? turns|moves|times running|consecutively|successively|in? a? row? ,? unless|except when|if|while? he|she|the|they player? is|are in check or when|if|unless? no other piece|man of his? can|may move", "a player who is not in check must move a piece that has not moved last turn if able"),
    turn("on|in a|any later|subsequent turn|phase|move ,? A instead of moving B captured|kept C", "A instead of moving B captured C"),
    turn("A put|place|drop a|one B that|which you|he|she has|have? kept|captured|taken C", "A place a captured B C"),

    // a river is a line between two ranks
    turn("a|the river|stream|brook|canal|line runs|flows|lies|goes|is|passes between ranks|rank? the? fourth|4th|4|four and the? fifth|5th|5|five rank|ranks? , and? A the first square|rank beyond|behind|past|after|across it|the|this|that river|stream|brook|canal|line? B?", "A the first square beyond the middle line B"),
    turn("a|the river|stream|brook|canal|line runs|flows|lies|goes|is|passes between ranks|rank? the? fourth|4th|4|four and the? fifth|5th|5|five rank|ranks? , and? A that|which|who cross|crosses it|the|this|that river|stream|brook|canal|line? B the first square|rank on|of the|its other|far|opposite side|bank C?", "A that crosses the middle line B the first square beyond the middle line C"),
    turn("a|the river|stream|brook|canal|line runs|flows|lies|goes|is|passes between ranks|rank? the? fourth|4th|4|four and the? fifth|5th|5|five rank|ranks? , and? A cross|crosses it|the|this|that river|stream|brook|canal|line? B?", "A cross the middle line B"),
    turn("a|the river|stream|brook|canal|line runs|flows|lies|goes|is|passes between ranks|rank? N and M , and? A that|which|who cross|crosses it|the|this|that river|stream|brook|canal|line? must|has|have to? stop|end its|their? move? on|at|in the? first square|rank beyond|behind|past|after|across it|the|this|that river|stream|brook|canal|line?", STOPS_BEYOND),
    turn("a|the river|stream|brook|canal|line runs|flows|lies|goes|is|passes between ranks|rank? N and M , and? A that|which|who cross|crosses it|the|this|that river|stream|brook|canal|line? must|has|have to? stop|end its|their? move? on|at|in the? first square|rank on the|its other|far|opposite side|bank", STOPS_BEYOND),

    // who stands beside whom, and who may take whom
    turn("A next|adjacent to it|them on|along its|their|the|a same? rank or|and file B?", "A orthogonally next to it B"),
    turn("A next|adjacent to it|them on|along its|their|the|a same? file or|and rank B?", "A orthogonally next to it B"),
    turn("A may|can only be captured|taken by pieces|men|a piece|man? next|adjacent to it|them or by? B", "pieces except B that do not stand next to the captured piece may not capture A"),
    turn("A may|can only be captured|taken by pieces|men|a piece|man? next|adjacent to it|them", "pieces that do not stand next to the captured piece may not capture A"),
    turn("E:when|after|if|whenever A to a|any square that|which is not on|in|within B! , C", "E A to any square except B , C"),
    turn("A a|any|the piece|man that|which he|she|they has|have not moved B?", "A a piece that has not moved B"),
    turn("A side by side with B", "A to the left or right of B"),
    turn("two|2|both A! of one|a|the same? player|side|army B", "two A of the same side B"),
    turn("A swap|swaps|exchange|exchanges|change|trade places|positions with|and everything|all on|upon them|it", "A swap places"),
    turn("every|each N turns ,? before white moves|plays|move ,? A", "every N turns , A"),

    // men that belong to nobody, and any player moves
    turn("A may|can ,? instead of moving ,? move|push|shift|pull|drag the|a neutral? B! one|1 square|step in|to any direction to|onto? an|any? empty|free|vacant? square|squares?", PUSHED),
    turn("instead of moving ,? A may|can move|push|shift|pull|drag the|a neutral? B! one|1 square|step in|to any direction to|onto? an|any? empty|free|vacant? square|squares?", PUSHED),
    turn("A may|can ,? instead of moving ,? move|push|shift|pull|drag the|a neutral? B! to|onto an|any empty|free|vacant square next|adjacent to it", PUSHED),
    turn("A may|can ,? instead of moving ,? move|push|shift|pull|drag B! one|1 square|step in|to any direction to|onto? an|any? empty|free|vacant? square|squares?", "A may , instead of moving , choose B , and it goes to an empty square next to it"),
    turn("instead of moving ,? A may|can move|push|shift|pull|drag B! one|1 square|step in|to any direction to|onto? an|any? empty|free|vacant? square|squares?", "A may , instead of moving , choose B , and it goes to an empty square next to it"),
    turn("A may|can ,? instead of moving ,? move|push|shift|pull|drag B! to|onto an|any empty|free|vacant square next|adjacent to it", "A may , instead of moving , choose B , and it goes to an empty square next to it"),
    turn("instead of moving ,? A may|can move|push|shift|pull|drag B! to|onto an|any empty|free|vacant square next|adjacent to it", "A may , instead of moving , choose B , and it goes to an empty square next to it"),
    turn("E:after|when|whenever|if , he|she|they|you|the|its player|mover|owner? may|can move|push|shift|pull|drag the|a neutral? B! one|1 square|step in|to any direction to|onto? an|any? empty|free|vacant? square|squares?", "E , he may choose a neutral B , and it goes to an empty square next to it"),
    turn("E:after|when|whenever|if , he|she|they|you|the|its player|mover|owner? may|can move|push|shift|pull|drag B! one|1 square|step in|to any direction to|onto? an|any? empty|free|vacant? square|squares?", "E , he may choose B , and it goes to an empty square next to it"),
    turn("E:after|when|whenever|if , he|she|they|you|the|its player|mover|owner? may|can move|push|shift|pull|drag B! to|onto an|any empty|free|vacant square next|adjacent to it", "E , he may choose B , and it goes to an empty square next to it"),

    // more than one move, and what is given up for it
    turn("A may|can ,? instead of moving ,? move three|3 of his|her|your own? B! N square|squares C each|apiece? ,? without? capturing?", "pieces can be marked as pushed . A may , instead of moving , move one of his B N squares C , and then the chosen piece is marked as pushed , and then one of his B that is not pushed moves N squares C , and then the chosen piece is marked as pushed , and then one of his B that is not pushed moves N squares C , and then every piece is no longer pushed"),
    turn("A move two|2 different|separate B! N square|squares C each|apiece? ,? without? capturing?", "A move two of his B N squares C"),
    turn("if|when|whenever a|any|the player loses|lost A , on|in|during his|her|the next turn|phase|move ,? he|she may|can move two|2 different|separate? B instead|in of|place of? making|moving? a|one|his? ordinary|usual? move?", "a player who has just lost A may move two B in one turn"),
    turn("if|when|whenever a|any|the player loses|lost A , he|she may|can move two|2 different|separate? B on|in|during his|her|the next turn|phase|move", "a player who has just lost A may move two B in one turn"),
    turn("if|when|whenever a|any|the player K is|was captured|taken|lost , he|she may|can move|play twice on|in|during his|her|the next turn|phase , the second of? these|those|the|his|two|both? moves|move? may|can not capture|take or give check", "if the opponent has captured a K last turn , after a player moves , this turn own pieces may not give check , and then he may move again without capturing"),
    turn("if|when|whenever a|any|the player K is|was captured|taken|lost , he|she may|can move|play twice on|in|during his|her|the next turn|phase , the second of? these|those|the|his|two|both? moves|move? may|can not capture|take", "if the opponent has captured a K last turn , after a player moves , he may move again without capturing"),
    turn("a|any|each|every|the player may|can move|play twice , the second of? these|those|the|his|two|both? moves|move? may|can not capture|take", "after a player moves , he may move again without capturing"),
    turn("a|any|each|every|the player may|can move|play twice , the second of? these|those|the|his|two|both? moves|move? may|can not capture|take or give check", "after a player moves , this turn own pieces may not give check , and then he may move again without capturing"),
    turn("on turn N ,? each|every player A , white first|begins|starts|beginning", "on turn N , at the start of each player's phase , he A"),
    turn("E:on|at|after|when|every|each , he|she|they|the player|mover? places|place A! on B for N turns|turn", "E , he places A on B , and N turns later it is removed"),

    // what becomes of the captured
    turn("E:when|whenever|if|after , it|he|she is|are reborn at? once? on|at|upon the square where|on which? it|he|she|they started|stood|began at? the? start|beginning? of? the? game?", "E , it returns to its home square"),
    turn("when|whenever|if|after a|any|each|every|the player captures|takes A , it|they goes|go to|into his|her|their reserve|hand|pocket", "when you capture A , you keep it"),

    // held, but for a check that comes in between
    turn("E:after|when|whenever|if , it|they may|can not move on|in|during its|their owner next turn|phase|move ,? unless|except if|when|while? its|their|the? owner|owners|player|he|she is|are then? in check then?", RESTS),
    turn("E:after|when|whenever|if , it|they may|can not move for N turns|turn|phases ,? unless|except if|when|while? its|their|the? owner|owners|player|he|she is|are then? in check then?", RESTS_LONG),
    // a condition in brackets, and what was to be done before there was a rule
    turn("A ( C:if|unless|when|while|provided|only ) B?", "A B C"),
    assuming("at|on|from the? very? start|beginning|outset of the game ,? A", "at once , A", "the game has begun: done as the rule takes force"),
    assuming("to begin|start with ,? A", "at once , A", "done as the rule takes force"),
    // playing is moving
    turn("A may|can play B", "A may move B"),
    turn("A may|can not play B", "A may not move B"),
    turn("A must play B", "A must move B"),
    // captured men that are dropped
    assuming("a|any|each|every|the? player|players may|can drop a|the|any? captured A", "a player may , instead of moving , drop a captured A on any empty square", "instead of a move, on any empty square"),
    assuming("captured A may|can be dropped|placed on|onto|at B", "a player may , instead of moving , drop a captured A on B", "instead of a move"),
    assuming("captured A may|can be dropped|placed", "a player may , instead of moving , drop a captured A on any empty square", "instead of a move, on any empty square"),
    assuming("E:when|whenever|if|after , A may|can drop|place|put the captured B", "E , A may place the captured B on any empty square", "on any empty square"),
    // whom a move takes along
    assuming("a|an|any|each|every|the? A may|can carry|take|transport|drag a|an|one|his|its|own? B along? with? it|them?", "when a A moves , it may carry an own B next to it", "one that stood next to it; it goes as far the same way, where it can"),
];
