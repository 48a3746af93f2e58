//! Turns of phrase about whom a sentence is: each is read as the sentence behind it.

use super::paraphrase::{Turn, assuming, turn};

#[rustfmt::skip]
pub const SUBJECT_TURNS: &[Turn] = &[
    // who stands before a colon
    turn("A : they|these|it B", "A B"),
    turn("A : B:may|must|can|move|moves|capture|captures C?", "A B C"),
    // on the way over a place
    turn("P that|which cross|crosses|crossing the middle|centre|center line may|can not capture", "P may not capture from their own half to the enemy half . P may not capture from the enemy half to their own half"),
    turn("P that|which cross|crosses|pass|passes|jump|jumps over? S may|can not capture in|on|during? the? same? move?", "P may not capture , passing over S"),
    turn("P may|can not enter or|and|nor cross|pass over? S", "P may not enter S . P may not pass over S"),
    turn("nobody|none may|can enter or|and|nor cross|pass over? S", "no piece may enter S . no piece may pass over S"),
    assuming("P that|which would? cross|crosses|pass|passes over? S must? stop|stops|halt|halts on|at the last? square right|just|directly|immediately? before|short it|that|this file|rank|line|place?", "P may not pass over S", "who would be halted is ordered to the square before it"),
    // only where nobody attacks
    turn("P may|can only move|go|step to squares that|which? are? not attacked|threatened by B", "P may not move to squares attacked by B"),
    turn("P may|can only move|go|step to squares that|which are not attacked|threatened", "P may not move to squares attacked by an enemy piece"),
    turn("P may|can only move|go|step to unattacked|safe squares", "P may not move to squares attacked by an enemy piece"),
    turn("P may|can not move|go|step to squares that|which are attacked|threatened", "P may not move to squares attacked by an enemy piece"),
    // whose player that is
    turn("E:when|whenever|after|if A is captured , one of that|this player B", "E A is captured , one of its owner's B"),
    turn("E:when|whenever|after|if a|any player A , one of that|this player B", "E a player A , one of his B"),
    turn("after|when|whenever one of his|your|their P moves|move , a|the? player|he may|can B", "after a player's P move , he may B"),
    turn("after|when|whenever one of his|your|their P captures|capture A! , a|the? player|he may|can B", "after a player's P capture A , he may B"),
    turn("a|the? player|he may|can B after|when one of his|your|their P moves|move", "after a player's P move , he may B"),
    // what is done without capturing, and what only to capture
    turn("A may|can capture|take B but|and may|can? not move C", "A may also capture B . A may not move C without capturing"),
    turn("A may|can move B but|and may|can? not capture|take C", "A may also move B without capturing . A may not capture C"),
    // the other one of two
    turn("E:if|when|whenever|after one of two|2 own? A standing? side by side B , the other one? C", "E a A that has an own A to the left or right of it B , the other A C"),
    turn("E:if|when|whenever|after one of two|2 own? A standing? next|adjacent to each|one other|another B , the other one? C", "E a A that has an own A next to it B , the other A C"),
    // the two chosen
    turn("A choose|chooses B and C:one|a|an|another D , and|then? the two chosen|selected pieces|men swap|exchange|switch places|squares|positions?", "A swap B with C D"),
    // files and ranks with nobody on them
    turn("E:if|when|whenever|after A lands|arrives|moves|goes to|on|onto a|any file with no B , C", "E A moves , if there is no B on its file , C"),
    turn("E:if|when|whenever|after A lands|arrives|moves|goes to|on|onto a|any file without any? B , C", "E A moves , if there is no B on its file , C"),
    turn("E:if|when|whenever|after A lands|arrives|moves|goes to|on|onto a|any file on|in which|where no B stands|stand|is|are , C", "E A moves , if there is no B on its file , C"),
    turn("E:if|when|whenever|after A lands|arrives|moves|goes to|on|onto a|any rank with no B , C", "E A moves , if there is no B on its rank , C"),
    turn("E:if|when|whenever|after A lands|arrives|moves|goes to|on|onto a|any rank without any? B , C", "E A moves , if there is no B on its rank , C"),
    turn("A on a|any file with no B C:may|can|must|move|moves|capture|captures D?", "A for which there is no B on its file C D"),
    turn("A on a|any file without any? B C:may|can|must|move|moves|capture|captures D?", "A for which there is no B on its file C D"),
    turn("A on a|any file on|in which|where no B stands|stand|is|are C:may|can|must|move|moves|capture|captures D?", "A for which there is no B on its file C D"),
    turn("A on a|any rank with no B C:may|can|must|move|moves|capture|captures D?", "A for which there is no B on its rank C D"),
    turn("A on a|any rank without any? B C:may|can|must|move|moves|capture|captures D?", "A for which there is no B on its rank C D"),
    turn("A on a|any rank on|in which|where no B stands|stand|is|are C:may|can|must|move|moves|capture|captures D?", "A for which there is no B on its rank C D"),
    // captures by nobody in particular
    turn("A no capture|captures has|have|was|were been? made|played B", "A no piece was captured B"),
    turn("A a capture has|was been? made|played B", "A a piece was captured B"),
    turn("E:if|when|whenever|after a check is given B", "E a piece gives check B"),
    // the first to have done it so often
    turn("the first player|one to|who|that capture|captures N A B:may|gets|gains|loses|places C", "only once , when a player captures A , if the number of times the mover has captured A is at least N minus 1 , he B C"),
    turn("after|when|once a|any|each player has captured N A , B", "when a player captures A , if the number of times the mover has captured A is exactly N minus 1 , B"),
    // it must have happened before
    turn("before A captures|capture , it|they must have moved on|in the turn before", "A that has not moved last turn may not capture"),
    turn("A may|can B only if it|they has|have moved on|in the turn before", "A that has not moved last turn may not B"),
    // two on one line
    turn("two|2? own? A on the same B:file|rank|diagonal may|can swap|exchange|switch places|positions|squares instead? of? moving?", "a player may , instead of moving , swap one of his A with one of his A on the same B as it"),
    // castling in spite of earlier moves
    turn("A may|can castle ,? even|also? if|though|although they|he|it or|and|nor the|a R have|has already? moved ,? if|provided|when that? both|they are|stand|still? still? on their home|starting squares|square", "A that stand on their home square may castle with a R that stands on its home square , even if they have moved"),
    turn("A may|can castle ,? even|also? if|though|although they|he|it or|and the|a R have|has already? moved", "A may castle with a R , even if they have moved"),
    turn("A may|can castle with B ,? even|also? if|though|although they|he|it|both|either have|has already? moved ,? if|provided|when that? both|they are|stand|still? still? on their home|starting squares|square", "A that stand on their home square may castle with B that stand on their home square , even if they have moved"),
    turn("A may|can castle with B ,? if|provided|when that? both|they are|stand|still? still? on their home|starting squares|square", "A that stand on their home square may castle with B that stand on their home square"),
    turn("A may|can castle with B ,? even|also? if|though|although they|he|it|both|either have|has already? moved", "A may castle with B , even if they have moved"),
    turn("A may|can castle ,? even|also? if|though|although they|he|it have|has already? moved", "A may castle , even if they have moved"),
    turn("a|any|each|every player|players|he may|can castle ,? even|also? if|though|although his|their A has|have already? moved", "a A may castle , even if they have moved"),
];
