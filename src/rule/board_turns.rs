//! Turns of phrase about what lies on the board: blocks, trails, pieces that stand there from the start, armies that change places. How they are
//! written: [`super::paraphrase`].

use super::paraphrase::{Turn, alone, assuming, turn};

/// A move that stays in the block of two by two, or four by four, in which it began.
const IN_ITS_TWO: &str = "if ( ( ( the file of the square it came from ) minus 1 ) divided by 2 ) is exactly ( ( ( the file of the square it goes to ) minus 1 ) divided by 2 ) and ( ( ( the rank of the square it came from ) minus 1 ) divided by 2 ) is exactly ( ( ( the rank of the square it goes to ) minus 1 ) divided by 2 ) , no piece may move";
const IN_ITS_FOUR: &str = "if ( ( ( the file of the square it came from ) minus 1 ) divided by 4 ) is exactly ( ( ( the file of the square it goes to ) minus 1 ) divided by 4 ) and ( ( ( the rank of the square it came from ) minus 1 ) divided by 4 ) is exactly ( ( ( the rank of the square it goes to ) minus 1 ) divided by 4 ) , no piece may move";
const FROM_A1: &str = "the blocks begin at a1";
/// Two are named, and another player takes one of them.
const NAMED: &str = "pieces can be marked as shortlisted . E , for each player , ( one of his B is marked as shortlisted and then one of his B that is not shortlisted is marked as shortlisted and then one of his B that is shortlisted , chosen by the opponent , D ) . E , every piece is no longer shortlisted";

/// Two squares that are tied together lead on whoever comes to one of them.
pub const GOES_ON: &str =
    "who moves to the one goes on to the other at once, if nobody stands there; to leave it to the player say \"it may go to\"";

#[rustfmt::skip]
pub const BOARD_TURNS: &[Turn] = &[
    // along the edge: a short leap straight from edge to edge leads nowhere else
    turn("A on the edge may|can also? leap|jump D:one|two|three|four|five|six|1|2|3|4|5|6 square|squares along the|that edge", "A on the edge may also leap D squares orthogonally , but only to the edge"),
    turn("A on the edge may|can also? move|step|go|slide D:one|two|three|four|five|six|1|2|3|4|5|6 square|squares along the|that edge", "A on the edge may also move D squares orthogonally , but only to the edge"),
    // what turns when something is captured in it
    turn("A turn|turns|rotate|rotates a quarter W:clockwise|anticlockwise|counterclockwise after|on|when|whenever a|each|every|any capture on|in|at|within|inside one|any? of? them|it", "after a piece captures a piece on A , A is rotated a quarter W"),
    turn("A turn|turns|rotate|rotates a quarter W:clockwise|anticlockwise|counterclockwise after|when|whenever a|any piece captures|is|captured captured? on|in|at|within|inside one|any? of? them|it", "after a piece captures a piece on A , A is rotated a quarter W"),
    // ways through the board
    turn("the? squares? A and B are|is a? portals|portal|gates|teleporters|linked|connected|joined ,|:|; and? a|any|every|each piece|man that|which|who? ends|lands|enters|stops|arrives|moves|goes|comes|steps its? move? on|onto|to|in|into? one|either of? them|these? appears|reappears|comes|goes|is|jumps moved|out|sent|placed? on|at|to the other C?", "when a piece moves to A , it goes to B C . when a piece moves to B , it goes to A"),
    assuming("the? squares? A and B are|is a? portals|portal|gates|teleporters|linked|connected", "when a piece moves to A , it goes to B . when a piece moves to B , it goes to A", GOES_ON),
    turn("the A is|are closed|barred|forbidden B?", "nobody may enter the A B"),
    turn("a random A:file|rank is|becomes closed|barred|forbidden B", "nobody may enter a random A B"),
    // in its place
    turn("A replace|replaces|exchange|exchanges B:one|a|an|any|his|his by|with|for C:a|an", "A turn B into C"),
    // from block to block
    assuming("the? board is|consists divided|split|cut|made? in|into|of 2x 2 blocks|squares|fields|regions|boxes ,|;|:|.? and? every|each|any|a? move must|has to? go|lead|cross|be? from one? its? block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_TWO, FROM_A1),
    assuming("the? board is|consists divided|split|cut|made? in|into|of blocks|squares|fields|regions|boxes of 2x 2 squares? ,|;|:|.? and? every|each|any|a? move must|has to? go|lead|cross|be? from one? its? block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_TWO, FROM_A1),
    assuming("the? board is|consists divided|split|cut|made? in|into|of blocks|squares|fields|regions|boxes of two by two squares? ,|;|:|.? and? every|each|any|a? move must|has to? go|lead|cross|be? from one? its? block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_TWO, FROM_A1),
    assuming("the? board is|consists divided|split|cut|made? in|into|of two by two blocks|squares|fields|regions|boxes ,|;|:|.? and? every|each|any|a? move must|has to? go|lead|cross|be? from one? its? block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_TWO, FROM_A1),
    assuming("every|each|a|any move must|has to? go|lead|cross|be? from one 2x 2 block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_TWO, FROM_A1),
    assuming("every|each|a|any move must|has to? go|lead|cross|be? from one two by two block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_TWO, FROM_A1),
    assuming("no|every|each|a|any? piece|pieces may|can|must not? move|stay|remain within|inside|in its|their|a|the|one same? 2x 2 block|field|square|region|box", IN_ITS_TWO, FROM_A1),
    assuming("no|every|each|a|any? piece|pieces may|can|must not? move|stay|remain within|inside|in its|their|a|the|one same? block|field|region|box of 2x 2 squares?", IN_ITS_TWO, FROM_A1),
    assuming("the? board is|consists divided|split|cut|made? in|into|of 4x 4 blocks|squares|fields|regions|boxes ,|;|:|.? and? every|each|any|a? move must|has to? go|lead|cross|be? from one? its? block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_FOUR, FROM_A1),
    assuming("every|each|a|any move must|has to? go|lead|cross|be? from one 4x 4 block|field|square|region|box in|into|to another|one|a different? other? block|one?", IN_ITS_FOUR, FROM_A1),
    assuming("no|every|each|a|any? piece|pieces may|can|must not? move|stay|remain within|inside|in its|their|a|the|one same? 4x 4 block|field|square|region|box", IN_ITS_FOUR, FROM_A1),

    // trails
    turn("the? square|squares that|which|where? a|any|each|every piece|man leaves|left|leave|has|have|came left|from? may|can not be? entered|used|occupied|visited by? anybody|anyone|nobody|any? piece|pieces? for N turns|turn", "when a piece moves , the square it came from is marked as the trail for N turns . no piece may enter the trail"),
    turn("the? square|squares that|which|where? a|any|each|every piece|man leaves|left|leave|has|have|came left|from? may|can not be? entered|used|occupied|visited by? anybody|anyone|nobody|any? piece|pieces? in|on|for|during the? next|following turn|turns|phase", "when a piece moves , the square it came from is marked as the trail for one turn . no piece may enter the trail"),
    turn("nobody|no piece|pieces|man? may|can not? enter|occupy|use|visit a|the|any square|squares that|which? a|another|any|some piece|man has|have? just? left in|on|during? the? last|previous? turn|phase|move?", "when a piece moves , the square it came from is marked as the trail for one turn . no piece may enter the trail"),
    turn("nobody|no piece|pieces|man? may|can not? move|go|step to|onto|on|into a|the|any square|squares that|which? a|another|any|some piece|man has|have? just? left in|on|during? the? last|previous? turn|phase|move?", "when a piece moves , the square it came from is marked as the trail for one turn . no piece may enter the trail"),

    // places that are left alone
    turn("S may|can not be? entered|occupied by P", "P may not enter S"),
    turn("S may|can not be? entered|occupied D:for|until|during|on|in|if|while|unless?", "no piece may enter S D"),
    turn("S may|can not be? crossed by P", "P may not pass over S"),
    turn("S may|can not be? crossed D:for|until|during|on|in|if|while|unless?", "no piece may pass over S D"),

    // what stands there from the start
    alone("a|an A stands|starts|begins|sits|lies|appears on|at B", "a A is placed on B", "when the rule comes into force"),
    alone("there is|stands|lies|starts a|an A on|at B", "a A is placed on B", "when the rule comes into force"),
    turn("E:on|at|every|each|after|when|in , a|an A appears on|at B", "E , a A is placed on B"),

    // whole armies
    turn("the? two? armies|sides|players|colours|colors swap|swaps|change|exchange|switch|trade armies|sides|colours|colors|pieces|men C?", "every piece changes sides C"),
    turn("white and black swap|change|exchange|switch|trade armies|sides|colours|colors|pieces|men C?", "every piece changes sides C"),
    turn("both|the? two? players|sides swap|change|exchange|switch|trade their? armies|colours|colors|pieces|men C?", "every piece changes sides C"),
    turn("every|all|each white pieces|piece|men become|becomes|turn|turns black and every|all|each black pieces|piece|men become|becomes|turn|turns white C?", "every piece changes sides C"),

    // two of his own
    turn("A swap|swaps|exchange|exchanges|switch|switches|trade two of? his|the? opponents|opponent's|enemy|hostile B C?", "A swap one of the enemy B with one of the enemy B C"),
    turn("A swap|swaps|exchange|exchanges|switch|switches|trade his|their|its|the? two B C?", "A swap one of his B with one of his B C"),
    turn("a|any|each|every|the player two B may|can swap|exchange|change|switch|trade places|squares|positions? with? each? other? instead? of? moving|a? move?", "a player may , instead of moving , swap one of his B with one of his B"),
    turn("E:on|at|in|every|each|when|after|before|once|whenever , each|every|both|a player|players chooses|choose|names|name|picks|pick|selects|shows two|2 of? his|their B ,? and his|their|the opponent removes|takes|destroys|kills|captures one of them|these|those|the? two?", "pieces can be marked as shortlisted . E , for each player , ( one of his B is marked as shortlisted and then one of his B that is not shortlisted is marked as shortlisted and then one of his B that is shortlisted , chosen by the opponent , is removed ) . E , every piece is no longer shortlisted"),
    turn("E:on|at|in|every|each|when|after|before|once|whenever , each|every|both|a player|players chooses|choose|names|name|picks|pick|selects|shows two|2 of? his|their B ,? and his|their|the opponent chooses|decides|picks|says which one? of? them|these|those? D", NAMED),
    // one thing or the other
    turn("A may|can , instead of moving|a move? , turn|change|convert|transform B:one|a|an|any into|to C:a|an or D:one|a|an|any into|to F:a|an", "A may , instead of moving , turn B into C . A may , instead of moving , turn D into F"),
    turn("instead of moving|a move? , A may|can turn|change|convert|transform B:one|a|an|any into|to C:a|an or D:one|a|an|any into|to F:a|an", "A may , instead of moving , turn B into C . A may , instead of moving , turn D into F"),
    turn("A may|can turn|change|convert|transform B:one|a|an|any into|to C:a|an or D:one|a|an|any into|to F:a|an instead of moving|a move?", "A may , instead of moving , turn B into C . A may , instead of moving , turn D into F"),
    turn("A may|can , instead of moving|a move? , turn|change|convert|transform one|a|any of? his|their|own own? B into|to a|an C or the other way round|around|about", "A may , instead of moving , turn one of his B into a C . A may , instead of moving , turn one of his C into a B"),
    turn("A may|can , instead of moving|a move? , turn|change|convert|transform one|a|any of? his|their|own own? B into|to a|an C or vice versa", "A may , instead of moving , turn one of his B into a C . A may , instead of moving , turn one of his C into a B"),

    // moved by chance
    turn("A moves|move|goes|go|steps|step|jumps to|onto|on a|one random adjacent|neighbouring|neighboring|next? square next|adjacent? to? it|them? and captures|takes|removes|eats|kills B", "A moves one square in a random direction and captures B"),

    // dice first
    turn("roll|throw|cast a|one die|dice E:at|every|each|on|before|after : B", "E , roll a die : B"),
    turn("a|one die|dice is rolled|thrown|cast E:at|every|each|on|before|after : B", "E , roll a die : B"),
    turn("flip|toss a|one coin E:at|every|each|on|before|after : B", "E , flip a coin : B"),
    turn("E:at|every|each|on|before|after a|one die|dice is rolled|thrown|cast and B", "E , roll a die : B"),
    turn("E:at|every|each|on|before|after , a|one die|dice is rolled|thrown|cast and|; B", "E , roll a die : B"),
    turn("E:at|every|each|on|before|after|when|whenever|if , roll|throw|cast a|one die|dice ; B", "E , roll a die : B"),
    // where a line and another one meet
    turn("A D!:a-file|b-file|c-file|d-file|e-file|f-file|g-file|h-file|i-file|j-file|k-file|l-file of the|its|that|his same? rank|row B?", "A D on the same rank as it B"),
    turn("A rank N of the|its|that|his same? file|column B?", "A rank N on the same file as it B"),
    turn("A on the|its same? rank|row on|at the D!:a-file|b-file|c-file|d-file|e-file|f-file|g-file|h-file|i-file|j-file|k-file|l-file B?", "A on the D on the same rank as it B"),
    // one of them is gone
    turn("if|when|whenever|while not all|every A is|are still? on the board , B", "unless all A are on the board , B"),
    // wherever the rule is in force
    assuming("on|in all|every|each of? the? board|boards|universe|universes ,? A", "A", "wherever the rule is in force"),
    assuming("A on|in all|every|each of? the? boards|universes", "A", "wherever the rule is in force"),
];
