//! The words of the language: one table of phrases, each with everything else that means the same.
//!
//! The grammar knows only the phrase on the left; `HELP words` prints the table. In a pattern, `a|b` is a choice of words
//! and `x?` a word that may be left out.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::antecedent::settle;
use super::idioms::IDIOMS;
use super::lexer::{NUMBERS, Sort, Token};
use super::term_words::TERMS;
use super::{Player, Span, Vocabulary};

/// One meaning: the phrase that the program writes, and the others it reads.
pub struct Synonyms {
    pub phrase: &'static str,
    pub also: &'static [&'static str],
}

pub const fn same(phrase: &'static str, also: &'static [&'static str]) -> Synonyms {
    Synonyms { phrase, also }
}

/// The table. Where two patterns fit, the one that takes more words wins, then the earlier one.
#[rustfmt::skip]
const TABLE: &[Synonyms] = &[
    // small words
    same("a", &["an", "another"]),
    same("the", &[]),
    same("no", &["none of the", "not one"]),
    same("every", &["each", "all", "any", "all of", "all the"]),
    same("and", &["&", "plus", "as well as"]),
    same("or", &[]),
    same("but", &["however", "though"]),
    same("by", &[]),
    same("of", &["belonging to", "owned by"]),
    same("to", &[]),
    same("it", &["they", "them", "he", "she", "him"]),
    same("its", &["their", "his", "her", "your"]),
    same("you", &["whoever moves|plays"]),
    same("with", &["having"]),
    same("when", &["whenever", "if", "in case", "in the case|event that", "on condition that", "the moment that?", "each|every|any time", "each|every time that", "as soon as", "after"]),
    same("except", &["except|but for", "excluding", "save", "save for", "other than", "apart from", "with the exception of"]),
    same("may", &["can", "could", "shall be? permitted|allowed|entitled to", "can|may to", "is|are entitled|authorised|authorized to", "has|have the right to", "may|can always", "may|can now", "is|are now? allowed|permitted|free|able|entitled to", "will be able to"]),
    same("may not", &["can|may not to", "has|have no right to", "may|can|must|shall|do|does|will|could|should not", "may|can|must|shall|will not ever", "must|shall|will never", "is|are not permitted|supposed|free to", "is|are unable|prohibited to", "is|are never|no allowed|longer allowed|permitted|able? to", "may|can|do|does not now|anymore", "is|are not allowed to", "is|are forbidden to", "never", "may|can never", "may|can no longer", "no longer"]),
    same("failing that", &["if|when|where that|this|it|he|she|they can|could not be? done?", "if|when|where that|this|it is|are not possible", "if|when|where that|this|it is|are impossible", "if|when|where impossible", "if|when|where not possible", "failing this"]),
    same("if he likes", &["if|when|whenever it|they|he want|wants|like|likes|wish|wishes to?", "if he so chooses|wishes|likes", "at will", "optionally", "if desired"]),
    same("also", &["additionally", "in addition", "gain|gains the ability|power to"]),
    same("too", &["as well"]),
    same("only", &["solely", "nothing but"]),
    same("now", &["henceforth", "from now on", "always"]),
    same("instead", &["instead of being removed|captured|destroyed|killed|taken", "instead of dying|vanishing|disappearing"]),
    same("standard", &["normal", "ordinary", "usual", "orthodox", "regular"]),
    same("as usual", &["as normal|always|before|normally|ordinarily", "as in standard|normal|ordinary|orthodox chess", "normally", "usually", "in the usual|normal|ordinary|standard way"]),
    same("like", &["as", "just|exactly like|as", "in? the same? way|manner as|of", "the same as"]),

    // men and squares
    same("piece", &["figure", "figures", "chesspiece", "chesspieces", "pc", "pcs", "pieces", "man", "men", "unit", "units", "chessman", "chessmen"]),
    same("anything", &["everything", "something"]),
    same("what", &["whatever"]),
    same("square", &["sq", "sqs", "squares", "square|squares at once", "square|squares at a time|once", "square|squares per|each move|turn", "square|squares in one|a|any|a? single move|turn|go", "cell", "cells", "field", "fields", "space", "spaces"]),
    same("rank", &["ranks", "row", "rows"]),
    same("last rank", &["last|final|farthest|furthest|far rank|row", "other|far|opposite side|end of the board", "far|opposite|other end|side of the board", "eighth and last rank", "end of the board", "promotion rank|row"]),
    same("that has not moved", &["that|which has|have not|never yet? moved yet?", "unmoved"]),
    same("on its home square", &["on its|their starting|home|initial|original square|squares"]),

    // verbs of moving
    same("move", &["moves", "be moved", "advance", "advances", "go", "goes", "travel", "travels", "walk", "walks", "step", "steps", "slide", "slides", "glide", "glides", "continue", "continues", "keep|keeps moving|sliding|going"]),
    same("capture", &["eat", "eats", "make|makes a capture", "captures", "take", "takes"]),
    same("move and capture", &["moves|move and|or captures|capture|takes|take", "captures|capture and|or moves|move"]),
    same("capturing", &["eating", "taking"]),
    same("captured", &["eaten", "taken"]),
    same("leap", &["leaps", "jump", "jumps", "leaping", "jumping", "by leaping|jumping"]),
    same("castle", &["castles"]),
    same("promote", &["promotes", "is|are|be promoted"]),
    same("promotes to", &["promote|promotes to|into", "is|are|be|gets|get promoted to|into"]),
    same("in passing", &["en passant", "en-passant", "e.p."]),

    same("copies the move", &["copy|copies the|that|this|every|each move", "make|makes|do|does the same move?", "moves|move in? the same way"]),
    same("push", &["pushes", "shove", "shoves"]),
    same("pull", &["pulls"]),
    same("together with", &["along with"]),
    same("falls", &["fall"]),
    same("carry", &["carries", "drag|drags|tow|tows|haul|hauls along?", "take|takes along"]),
    same("along", &["along with it|them|him|her"]),

    same("stop", &["stops", "halt|halts", "be stopped"]),
    same("when it enters", &["when|if|whenever|once|as soon as it|they enters|enter", "on|upon entering"]),
    same("passing over", &["passing|going|moving through|across|past"]),
    same("pass over", &["passes over", "passes|pass through|across|past|by", "moves|move|goes|go|travels|travel|slides|slide|passes right? through|across|over|past", "moves|move|goes|go beyond", "fly|flies over"]),

    // how far
    same("exactly", &["precisely"]),
    same("up to", &["at most", "no|not more than", "a? maximum of", "as many as"]),
    same("at least", &["no|not less|fewer than"]),
    same("more than", &["more of", "further|farther|greater|larger|higher|bigger than"]),
    same("further than usual", &["further|farther|more than usual|normal|normally|usually|before|standard", "more|further|farther than it|they usually|normally|otherwise move|moves|do|does|can|could|may?"]),
    same("any number of", &["an? unlimited number of"]),
    same("any distance", &["as far as it|they likes|like|wants|want", "any|unlimited distance"]),
    same("as far as it can", &["as far as it|they can|is|are", "as far as possible"]),
    same("times", &["time"]),
    same("any number of times", &["repeatedly", "again and again", "as often as it|they likes|like"]),

    // which way
    same("in any direction", &["in every|all|either direction|directions", "in any of the eight directions", "in all eight directions", "any direction"]),
    same("orthogonally", &["orthogonal", "straight", "along ranks|rows or|and files|columns", "along files|columns or|and ranks|rows", "horizontally or|and vertically", "vertically or|and horizontally", "in any|an orthogonal direction"]),
    same("diagonally", &["diagonal", "along|on diagonals", "along|on a|the|any|its diagonal", "in any|a diagonal direction"]),
    same("forward", &["forwards", "ahead", "straight|directly forward|forwards|ahead", "up the board"]),
    same("backward", &["backwards", "back", "straight|directly back|backward|backwards", "rearward", "rearwards", "down the board"]),
    same("left", &["leftward", "leftwards", "to the left"]),
    same("right", &["rightward", "rightwards", "to the right"]),
    same("sideways", &["sidewards", "horizontally", "laterally", "to the|either side", "along ranks|rows", "along a|the|its|their|his|her rank|row"]),
    same("vertically", &["along files|columns", "along a|the|its|their|his|her file|column", "up and|or down"]),

    same("in the same direction", &["in|along the|that same? direction of its|the|that movement|move|travel", "in the same direction as its|the|that move|movement|before", "in|along the|that direction it|they|that moved|moves|came|was|were|went|goes moving|going|travelling?", "straight? onward|onwards", "straight on", "along the same line", "on in the same direction", "further", "farther"]),
    same("toward", &["towards", "in the direction of", "closer|nearer to"]),
    same("away from", &["directly|straight away from", "further away from", "in the opposite direction from|of"]),
    same("the nearest", &["the closest", "its nearest|closest"]),
    same("of several", &["of several the? one", "if there are several the? one", "in case of a tie the? one"]),
    same("started", &["started|began|begun the? game?", "originally stood|stands|comes from"]),
    same("nearest", &["closest", "that|which is|are nearest|closest"]),
    same("as the mover sees it", &["seen from the mover", "from the mover's side"]),
    same("as its owner sees it", &["as it|they sees|see it", "as their owner sees it", "as seen by|from its|their owner", "seen from its|their owner"]),
    same("until it leaves", &["until|till it|they leaves|leave|exits|exit", "until|till it|they has|have left", "until|till it|they is|are out|off of?"]),
    same("until it reaches", &["until|till it|they reaches|reach|enters|enter|gets to?", "until|till it|they comes|come to"]),
    same("until it is blocked", &["until|till it|they is|are blocked|stopped|obstructed", "until|till something|anything|another|a|any piece|man? blocks|stops|is it|in?", "until|till it|they meets|meet|hits|hit a|an|another|any piece|man|obstacle", "until|till it|they can go|move no further", "until|till it|they can|may not go|move further"]),
    same("or is blocked", &["or it|they? is|are|gets|get blocked|stopped|obstructed", "or it|they? hits|hit|meets|meet a|an|another|any piece|man|obstacle", "or until it|they is|are blocked|stopped", "or can|may not go|move further"]),

    // on what condition
    same("without capturing", &["without capturing|taking a|any piece|pieces|man|men|thing", "without taking", "without capture", "but|and? not to? capture|take", "but|and not capture|take that|this way", "but|and not capture|take like that", "but|and? it|they may|can not capture|take in? that|this way", "but|and may|can not capture|take that|this way", "but|and may|can not capture|take like that|this", "but|and may|can not capture|take in that|this way", "but|and may|can not capture|take so|thus|then", 
        "when|if it|they does|do not capture|take", "when|if not capturing|taking", "only? to an? empty square|squares", "only? onto an? empty square|squares"]),
    same("only to capture", &["to capture|take", "only when|if|while capturing|taking", "when|while capturing|taking", "in order to capture|take", "only to capture|take pieces", "to capture|take pieces", "only for capturing|captures", "capturing|taking only"]),
    same("when it captures", &["when|if|whenever it|they captures|capture|takes|take", "only when|if it|they captures|capture|takes|take", "on|upon capturing|taking", "when|whenever capturing|taking"]),
    same("if it has not moved", &["if|when|while it|they has|have not|never yet? been? moved yet|before?", "from its|their starting|original|initial|home square|squares|position|positions", "on|as|for|with|in its|their very? first move|moves",
        "if unmoved", "while unmoved", "before it|they has|have moved", "initially", "if it|they has|have not yet moved"]),
    same("jumping over pieces", &["leaping|jumping|flying|passing over any? other? pieces|men|everything|anything|obstacles", "leaping|jumping|flying|passing over any|a piece|man", "leaping|jumping over any? other? pieces|men in the? way|between",
        "even if pieces|men are|stand in the? way|between", "and|, may|can jump|leap over any? other? pieces|men", "leap|leaps|jump|jumps|fly over any? other? pieces|men",
        "ignoring pieces|men in the? way|between", "regardless of pieces|men in the? way|between"]),
    same("jumping over", &["leaping|jumping|flying|hopping over", "leap|leaps|jump|jumps|fly|flies|hop|hops over"]),
    same("on its way", &["on the|their|his way", "in its|their|the way", "while it|they move|moves|go|goes", "while moving|going"]),
    same("jumping over own pieces", &["leaping|jumping|flying|passing|moving over|through only? its|their? own|friendly|allied pieces|men only?", "leap|leaps|jump|jumps|fly|pass over|through only? its|their? own|friendly|allied pieces|men only?",
        "leaping|jumping over friends", "leap|leaps|jump|jumps over friends"]),
    same("without jumping", &["but|and? it|they? may|can not jump|leap over? anything|pieces?", "not jumping"]),
    same("in one direction", &["in a direction", "one way", "straight in one direction"]),
    same("in the other direction", &["in the other", "the other way", "to the side"]),
    same("at a right angle", &["at right angles", "by|through a|one right angle", "perpendicular to that", "in a perpendicular direction", "perpendicularly"]),
    same("outward", &["outwards", "away from where it|they began|started|was|were|stood|came? from?", "away from its|their starting? square|point", "farther|further away|out|outward|outwards"]),
    same("turning once", &["turn|turns|turning only? once", "turn|turns|turning a|one corner", "make|makes|making a|one single? turn|bend", "change|changes|changing direction|course once", "change|changes|changing its|their direction|course once", "once turn|turns|change|changes direction?", "bend|bends once"]),
    same("turning twice", &["turn|turns|turning twice", "make|makes|making two turns|bends", "change|changes|changing direction|course twice"]),
    same("bouncing", &["bounce", "bounces", "rebound", "rebounds", "rebounding", "ricochet", "ricochets", "ricocheting", "be|is|are reflected", "reflect", "reflects", "reflecting"]),
    same("off the edge", &["off an|any|the|each|one? edge|edges|border|borders|side|sides|wall|walls|rim", "off the edge|edges|border|borders|side|sides of the board"]),
    same("if the squares between are empty", &["if|when|provided|where the? squares|square in? between|between|passed is|are empty|free|vacant|unoccupied", "if|when|provided the first|middle|intermediate square is empty|free|vacant|unoccupied", "if nothing|nobody stands|is in? between|between"]),
    same("jumping over and capturing", &["jumping|leaping|hopping over and capturing|taking|killing|eating", "jump|jumps|leap|leaps|hop|hops over and capture|captures|take|takes"]),
    same("jumping over it", &["by jumping|leaping|hopping over it|them", "jumping|leaping|hopping over it|them", "that|which it|they jump|jumps|leap|leaps|hop|hops over", "when|if|by it|they jump|jumps|leap|leaps|hop|hops over it|them"]),
    same("landing just behind it", &["landing|lands|land|ending on|in the empty|free|vacant? square right|just|directly|immediately|next? behind|beyond|after it|them", "landing|lands|land|ending right|just|directly|immediately behind|beyond|after it|them", "and landing|lands|land|ending on|in the empty|free|vacant? square right|just|directly|immediately|next? behind|beyond|after it|them", "and landing|lands|land right|just|directly|immediately behind|beyond|after it|them"]),
    same("ride", &["rides", "riding", "make|makes any number of leaps|jumps of?"]),
    same("hopping over exactly one piece", &["by? hopping|jumping|leaping over exactly|just|only? one|1 other? piece|man", "by? hopping|jumping|leaping over a single piece|man", "with|over exactly|just? one|1 piece|man in between", "hop|hops|jump|jumps|leap|leaps over exactly|just|only? one|1 other? piece|man", "hop|hops|jump|jumps|leap|leaps over a single other? piece|man"]),
    same("to the square just behind it", &["landing|stopping just|right|directly|immediately behind|beyond it", "landing|stopping just|right|directly|immediately behind|beyond that|the piece", "and lands|land|stops|stop just|right|directly|immediately behind|beyond it",
        "and lands|land|stops|stop just|right|directly|immediately behind|beyond that|the piece", "to the square just|right|directly|immediately behind|beyond it", "to the square just|right|directly|immediately behind|beyond that|the piece"]),

    // captures and what follows
    same("captured piece", &["captured|taken man|unit|one", "captured|taken pieces|men|units", "victim", "victims", "piece|man|pieces|men it|they captures|capture|captured|takes|take|took", "piece|man that|which is|was captured|taken", "piece|man that|which has been captured|taken"]),
    same("capturing piece", &["capturing|taking man|unit|one", "capturing|taking pieces", "capturer", "captor", "capturers", "captors", "piece|man that|which captures|captured|takes|took it"]),
    same("is captured", &["is|are|gets|get|be captured|taken"]),
    same("that captures", &["that|which|who captures|capture|takes|take"]),
    same("both", &["both pieces|men", "both of them", "both the pieces|men"]),
    same("changes sides", &["join|joins the other|opposing|opposite|enemy side|army|team", "switch|switches|change|changes to the other|opposing|opposite|enemy side|army|team", "change|changes|switch|switches|changing side|sides|colour|color|colours|colors|hands|owner|ownership|allegiance|army|armies", "changes|change its|their colour|color|side|colours|colors|sides|owner",
        "join|joins the|its|their capturing side|army|team", "join|joins the|its|their capturer|captor side|army|team", "join|joins the capturer|captor", "join|joins the side|army|team of the|its capturer|captor", "is|are converted", "defects", "defect"]),
    same("stays on its square", &["stays|stay|remains|remain on the board", "stays|stay|remains|remain on|at its|their|the|that own|same? square|squares|place", "stays|stay|remains|remain there|put", "stays|stay|remains|remain in place", "stays|stay|remains|remain where it|they is|are",
        "stays|stay|remains|remain where it|they stood|stands|stand"]),
    same("stays where it was", &["stays|stay|remains|remain where it|they was|were", "stays|stay|remains|remain on|at the square it|they came|moved|started from", "stays|stay|remains|remain on|at the square where it|they was|were", "does|do not move", "stays|stay|remains|remain behind",
        "stays|stay|remains|remain on|at its|their departure|original|old square", "returns|return|goes|go back? to the square it|they came|moved|started from", "move|moves back to where it|they came|moved|started|was|were from?", "returns|return|goes|go|moves|move back where it|they came|moved|started from", "move|moves back to the square it|they came|moved|started from", "returns|return|goes|go back? to where it|they was|were", "returns|return|goes|go back? to where it|they came|moved from",
        "returns|return to its|their departure|old square", "without moving"]),
    same("return", &["returns", "goes|go|comes|come back"]),
    same("returns to its home square", &["reappears|reappear|respawns|respawn back? to|on|at its|their home|starting|start|original|initial square|squares|position|place|cell", "returns|return|goes|go|comes|come|jumps|teleports back? to|on its|their home|starting|start|original|initial square|squares|position|place|cell",
        "is|are sent|put|placed|moved|returned|reborn|teleported back? to|on|at its|their home|starting|start|original|initial square|squares|position|place|cell", "returns|return|goes|go|comes|come back? home", "is|are sent|returned back? home", "is|are reborn", "goes|go back to its|their square of origin",
        "returns|return to where it|they started the game"]),
    same("returns to the home square of its kind", &["returns|return|goes|go|comes|come|is|are sent|put|placed|returned|reborn? back? to|on|at the home|starting|original square of its|their kind|type|sort",
        "is|are reborn as in circe", "is|are reborn circe-style"]),
    same("if that is empty", &["if it is empty|vacant|unoccupied", "if that|it|the square is empty|free|vacant|unoccupied", "if that|the square is empty|free|vacant|unoccupied", "if empty|free|vacant|unoccupied", "if there is room", "if nothing|none is in the way", "if nothing blocks it",
        "if nothing|nobody|none is|stands there", "if no|no-one piece|man? is|stands there", "unless it|that|the square is occupied|taken"]),
    same("if the square behind is empty", &["if the square behind|beyond it|them is empty|free|vacant|unoccupied", "if the square behind|beyond that|the piece|man is empty|free|vacant|unoccupied", "unless the square behind|beyond it|them is occupied|taken|blocked"]),
    same("if the square in front is empty", &["if the square in front of it|them is empty|free|vacant|unoccupied", "unless the square in front of it|them is occupied|taken|blocked", "unless a|another|any piece|man stands|is in front of it|them"]),
    same("otherwise", &["or? else ,?", "if not ,", "if it|he|she|they|this|that does|do|did not ,?", "if the? opponent|player|owner|mover does|do|did not ,", "if his|its|their|the opponent|owner does|do|did not ,", "if it|that is|was not ,", "if he|she|they|it refuses|refuse|declines|decline ,?", "in the other case|cases ,?", "in all other cases ,?"]),
    same("if he does", &["if he|she|it|they does|do|did so? ,", "if so ,?", "if the? opponent|player|owner|mover does|do|did so? ,", "if his|its|their|the opponent|owner does|do|did so? ,", "in that|this|which case ,?", "if this|that happens ,?"]),
    same("is removed", &["is|are|gets|get also? removed|destroyed|killed|eliminated|annihilated|lost|erased also?", "is|are|gets|get also? removed|taken from|off the board|game also?", "dies", "die", "is|are taken off the board as? well?", "vanishes", "vanish", "disappears", "disappear", "perishes", "perish",
        "dies|die|vanishes|vanish|disappears|disappear also", "also dies|die|vanishes|vanish|disappears|disappear", "leaves|leave the board", "also leaves|leave the board", "is|are also captured|taken", "is|are removed from play", "is|are taken off the board"]),
    same("explodes", &["explode", "blows up", "blow up", "detonates", "detonate"]),
    same("becomes", &["become", "turns|turn|changes|change|transforms|transform into|to|in", "is|are turned|changed|transformed|converted|demoted|degraded into|to|in", "demotes|demote to|into", "is|are replaced by|with"]),
    same("the kind it captured", &["that|this kind|type|sort", "the|a? same? kind|type|sort of? piece|man? that|which? it|they captured|captures|capture|took|takes|take", "what|whatever it|they captured|captures|capture|took|takes|take", "what it has just? captured|taken",
        "a piece|man of the kind|type|sort it captured|captures|took", "a piece|man of the captured kind|type|sort", "the kind|type|sort of the captured piece|man", "the captured piece's|man's? kind|type|sort", "the same kind|type|sort as the captured piece|man", "the same kind|type|sort as the piece|man it captured",
        "a piece|man of the same kind|type|sort as the captured piece|man", "a piece|man of the captured|victim kind|type|sort", "a piece|man of the captured piece|man kind|type|sort", "the captured piece|man kind|type|sort"]),
    same("stays as it is", &["stays|stay|remains|remain as it|they is|are", "stays|stay|remains|remain the same", "does|do not change", "stays|stay|remains|remain unchanged", "is|are unchanged|unaffected"]),
    same("converts", &["convert"]),
    same("removes", &["remove", "destroys", "destroy", "kills", "kill", "eliminates", "eliminate"]),
    same("goes to the square of the capture", &["goes|go|moves|move to the square of the captured|capture piece?", "lands|land on the square of the captured|capture piece?"]),
    same("next to", &["on the|any eight? squares around|surrounding|adjacent|next to?", "in the|any eight? squares around", "near", "near|close to", "right|directly|immediately next to", "adjacent|adjoining to", "beside", "around", "surrounding", "touching", "neighbouring", "neighboring", "that|which is|are next|adjacent to", "standing next|adjacent to"]),
    same("within", &["that|which is|are within", "standing within"]),
    same("the square of the capture", &["the square of capture", "the capture|capturing square", "the square where|on which it|they was|were|is captured|taken", "the square where|on which the capture happens|happened|takes|took place", "that square", "there", "the spot"]),
];

/// Every entry of the tables.
pub fn table() -> impl Iterator<Item = &'static Synonyms> {
    TABLE.iter().chain(TERMS).chain(IDIOMS)
}

/// A piece of a sentence the grammar looks at: a phrase of the table, or a token by itself.
#[derive(Clone, Debug)]
pub struct Lexeme {
    /// The phrase of the table it means.
    pub phrase: Option<&'static str>,
    /// Its first token.
    pub token: Token,
    /// Of how many tokens it is made.
    pub tokens: usize,
    /// Its last token's word.
    pub last: String,
    /// Its last token was written `player's`.
    pub possessive: bool,
    pub span: Span,
    /// The player that a pronoun means.
    pub meant: Option<Player>,
}

impl Lexeme {
    /// Whether it is the phrase or the bare word.
    pub fn means(&self, phrase: &str) -> bool {
        match self.phrase {
            Some(own) => own == phrase,
            None => self.token.is_word(phrase) || self.token.is_mark(phrase),
        }
    }
}

/// The tokens of one sentence as phrases of the table, the longest match first.
pub fn phrases(tokens: &[Token]) -> Vec<Lexeme> {
    phrases_but(tokens, &[])
}

/// Phrases that end a sentence and begin none: `capture if any`, but `if any pawn has moved, ...`.
const ENDING: [&str; 1] = ["if able"];

/// The same, but for the phrases that begin at these tokens: there a shorter one is taken.
fn phrases_but(tokens: &[Token], shorter: &[usize]) -> Vec<Lexeme> {
    let known: Vec<Known> = tokens.iter().map(known).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = tokens.get(at) {
        let whole = longest(&known[at..]);
        let last = at == 0 && whole.is_some_and(|(phrase, _)| ENDING.contains(&phrase));
        let taken = if last || shorter.contains(&at) { whole.and_then(|whole| below(whole, &known[at..])) } else { whole };
        let (phrase, length) = taken.map_or((None, 1), |(phrase, length)| (Some(phrase), length));
        let span = Span { start: first.span.start, end: tokens[at + length - 1].span.end };
        found.push(Lexeme {
            phrase,
            token: first.clone(),
            tokens: length,
            last: tokens[at + length - 1].word.clone(),
            possessive: tokens[at + length - 1].possessive,
            span,
            meant: None,
        });
        at += length;
    }
    found
}

/// The next shorter phrase in front that means something else.
fn below((phrase, length): (&'static str, usize), tokens: &[Known]) -> Option<(&'static str, usize)> {
    let next = longest(&tokens[..length - 1])?;
    if next.0 == phrase { below(next, tokens) } else { Some(next) }
}

/// The tokens as phrases but for those that begin at these tokens, with the players that pronouns mean.
pub fn settled_but(tokens: &[Token], shorter: &[usize], words: &Vocabulary) -> Vec<Lexeme> {
    words.budget.spend(toil(tokens.len()));
    let mut found = phrases_but(tokens, shorter);
    settle(&mut found, words);
    found
}

/// Above so many words a sentence is dear: the ways in which it can be taken apart grow with the square of what is above.
const LONG: usize = 100;

/// What it costs to look at so many words.
fn toil(words: usize) -> usize {
    let above = words.saturating_sub(LONG);
    words + above * 8 + above * above / 4
}

/// The same with the players that its pronouns mean.
pub fn settled(tokens: &[Token], words: &Vocabulary) -> Vec<Lexeme> {
    settled_but(tokens, &[], words)
}

/// A word of the patterns, by its place among all of them.
type Word = u16;

/// The words of patterns for which one token can stand.
type Known = [Option<Word>; 4];

/// A pattern of the tables, taken apart: at each place the words that may stand there, and whether the place may be left out.
struct Pattern {
    phrase: &'static str,
    places: Vec<(Vec<Word>, bool)>,
}

/// All patterns and their words, and for each word the patterns that can begin with it.
struct Index {
    patterns: Vec<Pattern>,
    words: BTreeMap<&'static str, Word>,
    begun: Vec<Vec<usize>>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut words: BTreeMap<&'static str, Word> = BTreeMap::new();
    let mut place = |element: &'static str| {
        let (choices, optional) = element.strip_suffix('?').map_or((element, false), |choices| (choices, true));
        let next = |words: &BTreeMap<&'static str, Word>| words.len() as Word;
        let choices = choices.split('|').map(|word| {
            let new = next(&words);
            *words.entry(word).or_insert(new)
        });
        (choices.collect(), optional)
    };
    let all = table().flat_map(|entry| std::iter::once(&entry.phrase).chain(entry.also).map(move |pattern| (entry.phrase, *pattern)));
    let patterns: Vec<Pattern> =
        all.map(|(phrase, pattern)| Pattern { phrase, places: pattern.split(' ').map(&mut place).collect() }).collect();
    let mut begun = vec![Vec::new(); words.len()];
    for (at, pattern) in patterns.iter().enumerate() {
        for (words, optional) in &pattern.places {
            words.iter().for_each(|word| begun[usize::from(*word)].push(at));
            if !optional {
                break;
            }
        }
    }
    Index { patterns, words, begun }
});

/// The words for which a token can stand.
fn known(token: &Token) -> Known {
    let mut found = Known::default();
    if is_spoken(token) {
        found.iter_mut().zip(meanings(token)).for_each(|(place, word)| *place = INDEX.words.get(word).copied());
    }
    found
}

/// The phrase that takes most of the tokens in front, and how many; of two the earlier one.
fn longest(tokens: &[Known]) -> Option<(&'static str, usize)> {
    let first = tokens.first()?;
    let mut found: Vec<usize> = first.iter().flatten().flat_map(|word| &INDEX.begun[usize::from(*word)]).copied().collect();
    found.sort_unstable();
    let mut best: Option<(&'static str, usize)> = None;
    for pattern in found.into_iter().map(|at| &INDEX.patterns[at]) {
        if let Some(length) = fits(&pattern.places, tokens)
            && length > best.map_or(0, |(_, longest)| longest)
        {
            best = Some((pattern.phrase, length));
        }
    }
    best
}

/// How many tokens in front a pattern takes, at most.
fn fits(places: &[(Vec<Word>, bool)], tokens: &[Known]) -> Option<usize> {
    let Some(((words, optional), rest)) = places.split_first() else {
        return Some(0);
    };
    let taken = tokens.split_first().filter(|(token, _)| token.iter().flatten().any(|known| words.contains(known)));
    let with = taken.and_then(|(_, tail)| fits(rest, tail)).map(|length| length + 1);
    with.or_else(|| if *optional { fits(rest, tokens) } else { None })
}

/// The words of patterns for which a token can stand. Whoever is spoken to is spoken of as "he" in them, and "may be removed" is "is removed" after "may".
fn meanings(token: &Token) -> impl Iterator<Item = &str> {
    let others: &[&str] = match token.word.as_str() {
        "be" => &["is", "are"],
        "your" => &["his"],
        "her" => &["his", "its"],
        "you" => &["he"],
        "she" => &["he", "it"],
        _ => &[],
    };
    let number = if let Sort::Number(number) = token.sort { NUMBERS.get(number as usize).copied() } else { None };
    std::iter::once(token.word.as_str()).chain(others.iter().copied()).chain(number.filter(|word| *word != token.word))
}

/// Whether a token is a word of a pattern.
pub fn is(token: &Token, word: &str) -> bool {
    is_spoken(token) && meanings(token).any(|meaning| meaning == word)
}

fn is_spoken(token: &Token) -> bool {
    matches!(token.sort, Sort::Word | Sort::Number(_) | Sort::Ordinal(_) | Sort::Mark)
}

/// The table for the reader of the manual: `captured piece = victim, captured man, ...`.
pub fn listing() -> String {
    let mut text = String::new();
    for entry in table().filter(|entry| !entry.also.is_empty()) {
        let others: Vec<String> = entry.also.iter().map(|pattern| shown(pattern)).collect();
        text.push_str(&format!("{} = {}\n", entry.phrase, others.join("; ")));
    }
    text
}

/// A pattern as a person reads it: `leaves/leave the board`, `is (also) removed`.
pub fn shown(pattern: &str) -> String {
    let element = |element: &str| match element.strip_suffix('?') {
        Some(choices) => format!("({})", choices.replace('|', "/")),
        None => element.replace('|', "/"),
    };
    let pattern = pattern.replace(['!', '^'], "");
    pattern.split(' ').map(element).collect::<Vec<_>>().join(" ")
}
