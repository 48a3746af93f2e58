//! Turns of phrase about several moves in one turn, a move that is put off, men that move together, and men given back for each other: each is read as the
//! sentence behind it.

use super::paraphrase::{Turn, assuming, turn};

const THREE: &str = "when A moves B , it may move again , and then it may move again C";
const FOUR: &str = "when A moves B , it may move again , and then it may move again , and then it may move again C";
/// A move that is not made, and made later.
const PUT_OFF: &str = "each player has tempi , starting at zero , up to one . a player may , instead of moving , gain one tempo . after a player moves , he \
                       may pay one tempo to move again . at the end of each player's phase , if the mover has moved any piece this turn , the mover's tempi become \
                       zero";
const AS_AN_ORDER: &str = "instead of a move; it is lost where he does not make it in the turn in which he moves next";
/// The first of them moves as it may, and the other one as far and the same way.
const TOGETHER: &str = "after B moves , another own B may again move to the square that the same move leads to from itself C";
const ONE_AFTER_THE_OTHER: &str = "one moves first, and the other as far and the same way, where it can";
const GIVEN_BACK: &str = "if both players have captured a A , a player may , instead of moving , place a captured A B , and then the opponent places a captured A B , \
                          if the opponent likes";
const GIVEN_BACK_BY_NAME: &str = "if both players have captured a A , a player may , instead of moving , place a captured C B , and then the opponent places a captured C B , \
                                  if the opponent likes";
const AGREED: &str = "instead of a move, where the opponent agrees";
const BESIDE: &str = "they are set beside each other whenever that is asked; whoever has named none has no number";

#[rustfmt::skip]
pub const SERIES_TURNS: &[Turn] = &[
    // several moves of one man
    turn("A may|can make|play|have up? to? three|3 moves|turns in? one? a|the|same|each? turn|phase? with B", THREE),
    turn("A may|can make|play|have up? to? four|4 moves|turns in? one? a|the|same|each? turn|phase? with B", FOUR),
    turn("A may|can move a|one of? his|her|their|your? B! up? to? three|3 times in? on? during? one|a|the|each|every|his|same? turn|phase? C?", THREE),
    turn("A may|can move B up? to? three|3 times in? on? during? one|a|the|each|every|his|same? turn|phase? C?", THREE),
    turn("A may|can move B up? to? four|4 times in? on? during? one|a|the|each|every|his|same? turn|phase? C?", FOUR),
    turn("B^ may|can move up? to? three|3 times in? on? during? per? one|a|the|each|every|its|same? turn|phase? C?", "when a player moves B , it may move again , and then it may move again C"),
    turn("B^ may|can make|have up? to? three|3 moves in? on? during? per? one|a|the|each|every|its|same? turn|phase? C?", "when a player moves B , it may move again , and then it may move again C"),
    turn("B^ may|can move up? to? four|4 times in? on? during? per? one|a|the|each|every|its|same? turn|phase? C?", "when a player moves B , it may move again , and then it may move again , and then it may move again C"),
    // a move that is put off
    assuming("a|any|each|every|the player|players may|can postpone|defer|save|bank|delay|skip|forgo|keep|hold his|their|a|one|the move|turn ,? and|to then? may|can? make|play|have|get|take two|2 moves? on? in? during? his|their|the? next|following turn|phase|move|go instead?", PUT_OFF, AS_AN_ORDER),
    assuming("a|any|each|every|the player|players may|can postpone|defer|save|bank|delay|skip|forgo|keep|hold his|their|a|one|the move|turn ,? and|to then? may|can? move|play twice on? in? during? his|their|the? next|following turn|phase|move|go instead?", PUT_OFF, AS_AN_ORDER),
    assuming("a|any|each|every|the player|players who|that postpones|defers|saves|banks|delays|skips|forgoes|keeps his|their|a|one|the move|turn may|can make|play|have two|2 moves? on? in? during? his|their|the? next|following turn|phase|move|go instead?", PUT_OFF, AS_AN_ORDER),
    assuming("a|any|each|every|the player|players who|that postpones|defers|saves|banks|delays|skips|forgoes|keeps his|their|a|one|the move|turn may|can move|play twice on? in? during? his|their|the? next|following turn|phase|move|go instead?", PUT_OFF, AS_AN_ORDER),

    // as far and the same way
    turn("A the|an same|equal number of squares|steps and? in the same direction B?", "A the same distance in the same direction B"),
    turn("A in the same direction and? by? the|an same|equal number of squares|steps B?", "A the same distance in the same direction B"),
    turn("A equally far in the same direction B?", "A the same distance in the same direction B"),
    turn("A as far in the same direction B?", "A the same distance in the same direction B"),
    turn("A in the same direction and? equally|as|the far|same distance? B?", "A the same distance in the same direction B"),
    assuming("instead? of? a|his|one? normal|ordinary|usual|single|regular? move|moving? ,? a|any|each|every|the? player|you|he may|can ,? instead? of? a|his? normal|ordinary|usual? move|moving? ,? move both|two of? his|her|their|your|own? B! at? once|together|simultaneously? ,? the same distance in the same direction C?", TOGETHER, ONE_AFTER_THE_OTHER),
    turn("E:after|when|whenever|if , another|the other? own? B! may|can again? also? then? move|go the same distance in the same direction C?", "E , another own B may again move to the square that the same move leads to from itself C"),
    turn("E:after|when|whenever|if , his|its|the owner|player|mover|he? may|can also? then? move another|his|the other? B! the same distance in the same direction C?", "E , another own B may again move to the square that the same move leads to from itself C"),
    turn("E:after|when|whenever|if , he|you|its|the owner|player|mover? may|can also? then? move his|another|the other? own? B! the same distance in the same direction C?", "E , another own B may again move to the square that the same move leads to from itself C"),

    // men given back for each other
    assuming("if|when|once both players have|hold captured|taken? a|an A! ,? they may|can exchange|swap|trade|return|free|release them|these|those|prisoners|both :? ;? ,? and? each puts|places|sets|returns|drops his|its|their own? back? B", GIVEN_BACK, AGREED),
    assuming("if|when|once both players have|hold captured|taken? a|an A! ,? they may|can exchange|swap|trade|return|free|release them|these|those|prisoners|both :? ;? ,? and? each puts|places|sets|returns|drops his|its|their own? C back? B", GIVEN_BACK_BY_NAME, AGREED),
    assuming("if|when|once both players have|hold captured|taken? a|an A! ,? they may|can exchange|swap|trade|return|free|release them|these|those|prisoners|both and|, put|place|set|return|drop them|both|their|his? own? back? B", GIVEN_BACK, AGREED),

    // another one in his place
    assuming("E:when|whenever|if|after a|an|any|every|the|white|black? K! is|gets captured|taken , B is|dies|vanishes removed|captured|lost|taken? instead|in its|his|her|their|the? stead|place?", "E a K is captured , it returns home and B is removed", "what is captured goes back to its home square instead of leaving the board"),

    turn("E:when|whenever|if|after a|the secretly chosen K! of its|his|their owner B", "each player secretly chooses one of his K . E the secret K of its owner B"),

    // secret numbers beside each other
    assuming("E:on|at , when|once|after|as|whenever both|they|the numbers? are|is|get opened|revealed|disclosed|shown|uncovered|read ,? whoever|the|a player? has|with|who|that? has? chosen|named|picked? the? H:higher|lower|greater|larger|bigger|smaller|highest|lowest number|one? may|can A", "E , if the mover has chosen the H number , a player may A", BESIDE),
    assuming("when|once|after|as|whenever both|they|the numbers? are|is|get opened|revealed|disclosed|shown|uncovered|read ,? whoever|the|a player? has|with|who|that? has? chosen|named|picked? the? H:higher|lower|greater|larger|bigger|smaller|highest|lowest number|one? may|can A", "if the mover has chosen the H number , a player may A", BESIDE),
    turn("A whoever|anyone has|with|chose chosen|named|picked? the H:higher|lower|greater|larger|bigger|smaller|highest|lowest number|one may|can B", "A if the mover has chosen the H number , a player may B"),
    turn("the|a player with|who|that has|chose? chosen|named|picked? the H:higher|lower|greater|larger|bigger|smaller|highest|lowest number may|can B", "if the mover has chosen the H number , a player may B"),
    turn("whoever|anyone has|with|chose chosen|named|picked? the H:higher|lower|greater|larger|bigger|smaller|highest|lowest number may|can B", "if the mover has chosen the H number , a player may B"),
];
