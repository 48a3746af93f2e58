//! Turns of phrase about what is taken back, goes back, stays or is shut; and about who can. How they are written: [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

#[rustfmt::skip]
pub const RETURN_TURNS: &[Turn] = &[
    // taken back
    turn("K:once|twice|three per game ,? a|any|each|every player may|can take|bring|get back B! and|then put|place|set|drop it|him|her|them back? on|onto|in|at C", "K per game , a player may , instead of moving , place B on C"),
    turn("A take|takes|bring|brings|get|gets back B! and|then put|puts|place|places|set|sets|drop|drops it|him|her|them back? on|onto|in|at C", "A place B on C"),
    turn("A take|takes|bring|brings|get|gets B! back and|then put|puts|place|places|set|sets|drop|drops it|him|her|them back? on|onto|in|at C", "A place B on C"),

    // who can
    turn("if|when|whenever a player can|may capture|take A! with B , he may|can not capture|take it|him|her|them with any|an? other|another piece|man", "if a player can capture A with B , no piece except B may capture A"),
    turn("if|when|whenever A:white|black can|may B , white|black must do? so|it|this?", "A must B if able"),
    turn("if|when|whenever A:white|black can|may B , white|black must C", "if A can B , he must C"),
    turn("a|any|each|every|the player|one who can|may B! must C", "if a player can B , he must C"),
    turn("a|any|each|every|the player|one who can|may B! may|can not C", "if a player can B , he may not C"),
    turn("a|any|each|every|the player|one who can|may not B! must C", "if a player can not B , he must C"),
    turn("a|any|each|every|the player|one who can|may not B! may|can not C", "if a player can not B , he may not C"),
    turn("A:a|any|each|every if|when|whenever he|she can|may B", "if a player can B , A"),
    turn("A:a|any|each|every unless he|she can|may B", "unless a player can B , A"),
    turn("E:if|when|whenever|unless he|she can|may A , B:a|any|each|every", "E a player can A , B"),

    turn("if|when|whenever the|his|your|a? player? opponent can|may capture|take A! , he|she must capture|take it|him|her|them", "a player must capture A if able"),
    turn("if|when|whenever A:a|an|any|the can|may be captured|taken , its|his|the opponent|enemy must capture|take it|him|her|them", "a player must capture A if able"),
    turn("E:if|when|whenever A:a|an|any|the can|may be captured|taken by B , C:its", "E A is attacked by B , C"),
    turn("E:if|when|whenever A:a|an|any|the can|may be captured|taken , C:its", "E A is attacked , C"),
    turn("if|when|whenever A:a|an|any|the gives check , the checked? player|opponent must capture|take it|him|her|them if? he|she|it? able|can?", "a player must capture A that attacks his king if able"),
    turn("a|an|any|every|each|the king on B! may|can not be checked by C", "if there is an enemy king that stands on B , C may not give check"),
    turn("a|an|any|every|each|the king in B! may|can not be checked by C", "if there is an enemy king that stands in B , C may not give check"),

    // stays
    turn("A that|which V:captures|moves|enters|reaches|arrives|promotes|gives|castles must? stay|stays|remain|remains|rest|rests there|put|still|where|in? it|place|its? is|square? for N turns|turn", "when A V , it is frozen for N turns"),
    turn("A may|can not B for N turns|turn after it|they C", "when A C , it may not B for N turns"),
    turn("a|any|each|every|the player|players may|can not B for N turns|turn after his|her|their king is|was|has checked|attacked|been? put? in? check?", "when a piece gives check , the opponent may not B for N turns"),
    turn("a|any|each|every|the player|players may|can not B for N turns|turn after capturing|taking C", "when a player captures C , he may not B for N turns"),
    turn("A may|can not B for N turns|turn after capturing|taking C?", "when A captures C , it may not B for N turns"),
    turn("a|any|each|every|the player|players who|that has|have lost A! may|can not B next turn", "when a player loses A , he may not B on his next turn"),

    turn("N turns|turn after A! , B ,|;|and on that|this very? turn ,? C", "after A , N turns later B and for one turn C"),
    turn("A later B! ,|;|and on that|this very? turn ,? C", "A later B and for one turn C"),

    // two at once
    turn("A move|advance two|2 of his|their|your B! N square|squares D:forward|backward|sideways|left|right|diagonally|up|down each|apiece in|as? one|a|the? single? turn|move?", "A move two of his B N square D"),

    // of the one and of the other
    turn("E:if|when|whenever|while white and black both? A , B", "E both players A , B"),
    turn("if|when|whenever both players|sides move|moved A in|on|during the same turn , both B! is|are C", "at the end of every turn , if both players have moved A this turn , all B that have moved this turn are C"),
    turn("if|when|whenever both players|sides move|moved A in|on|during the same turn , neither may|can be captured on|in|during? his|its|the? next? turn?", "at the end of every turn , if both players have moved A this turn , pieces that have moved this turn may not be captured for one turn"),
    turn("if|when|whenever both players|sides move|moved A in|on|during the same turn , B", "at the end of every turn , if both players have moved A this turn , B"),
    turn("if|when|whenever both players|sides capture|captured A? in|on|during the same turn , B", "at the end of every turn , if both players have captured A this turn , B"),
    turn("if|when|whenever both players|sides castle|castled in|on|during the same turn , B", "at the end of every turn , if both players have castled this turn , B"),
    turn("if|when|whenever both players|sides promote|promoted A in|on|during the same turn , B", "at the end of every turn , if both players have promoted A this turn , B"),
    turn("E:at|on , if both players A , both|each lose|loses B", "E , if both players A , each player loses B"),
    turn("E:at|on , if both players A , both|each gain|gains|get|gets B", "E , if both players A , each player gains B"),
    turn("if|when|while|whenever both A! S:stand|are|is B , both|they C", "if all A S B , all A C"),
    turn("if|when|while|whenever both A! S:stand|are|is B , neither C", "if all A S B , no A C"),
    turn("if|when|while|whenever both A! S:stand|are|is B , C", "if all A S B , C"),
    turn("if|when|while|whenever two|2 A! stand|are next|adjacent to each|one other|another , neither|none of? them? may|can be captured|taken B?", "two A next to each other may not be captured B"),
    turn("if|when|while|whenever A:a|an and B:a|an stand|are on the same Q:file|rank|diagonal , neither may|can C", "A on the same Q as B may not C . B on the same Q as A may not C"),
    turn("if|when|while|whenever A:a|an and B:a|an stand|are next|adjacent to each|one other|another , neither may|can C", "A next to B may not C . B next to A may not C"),

    // goes back
    turn("E:on|at|every , every|each A! returns|goes|moves|steps back? to the square it came|moved|started from on|in|with the|its|last move|turn before?", "E , for every A , it goes to the square it stood on before"),
    turn("all the? A! return|go|move|step back? to the squares|square they came|moved|started from on|in|with the|their|last move|turn before?", "for all A , it goes to the square it stood on before"),
    turn("all the? A! return|go|move|step back? to where they stood|were a|one turn|move ago|before", "for all A , it goes to the square it stood on before"),
    turn("E:on|at|every , every|each A! returns|goes|moves|steps back? to where it stood|was a|one turn|move ago|before", "E , for every A , it goes to the square it stood on before"),
    turn("A , instead of moving , return|move|put|take|send B! back? to the square it came|moved|started from on|in|with the|its|last move|turn before?", "A , instead of moving , choose B , and it goes to the square it stood on before"),
    turn("A , instead of moving , return|move|put|take|send B! back? to the square it stood|was on before", "A , instead of moving , choose B , and it goes to the square it stood on before"),
    turn("A , instead of moving , return|move|put|take|send B! back? to where it stood|was a|one turn|move ago|before", "A , instead of moving , choose B , and it goes to the square it stood on before"),
    turn("A the P:capturing|moving|captured piece|man goes|returns|moves|steps back? to where it stood|was a|one turn|move ago|before|earlier", "A the P piece goes to the square the P piece stood on before"),
    turn("A where it|they stood|was|were a|one turn|move ago|before|earlier B?", "A the square it stood on before B"),
    turn("A the squares|square it|they came|moved|started from on|in|with the|its|their move|turn before B?", "A the square it stood on before B"),
    turn("A the squares|square it|they came|moved|started from on|in|with its|their|the last|previous|preceding move|turn B?", "A the square it stood on before B"),

    // of one kind with another
    turn("A of the kind that|which B", "A of the same kind as the piece that B"),
    turn("A of the kind B:he|she|it|they|white|black|his|the C", "A of the same kind as the piece B C"),

    // captured as ever
    turn("A V:capture|captures|take|takes B! by moving|going|stepping|landing|coming onto|on|to|upon its|their|his|the square C?", "A V B C"),
    turn("A may|can jump|leap|pass|move|go over|through B but|and may|can? not capture|take them|it", "A may jump over B . A may not capture B"),

    // along the edge
    turn("A on the edge may|can only move along the edge of? the? board?", "A on the edge may only move to the edge . A on the edge may not pass over squares off the edge"),

    // where they stop
    assuming("A that|which would|will|wants cross|pass over|across|beyond? B! must? stops|stop|halts|halt in front of it|them", "A may not pass over B", "a move that would cross it is none; it may end there, or before it"),
    assuming("A that|which would|will|wants cross|pass over|across|beyond? B! must? stops|stop|halts|halt before|at it|them", "A may not pass over B", "a move that would cross it is none; it may end there, or before it"),

    // shut and open
    turn("if|when|whenever|after A leaves|vacates a|its? square , the|that|this square B", "when A moves , the square it came from B"),
    turn("the square|squares of a|each|every|the captured A V:becomes|is B", "when a A is captured , its square V B"),
    turn("A for N turns|turn and|, then? opens|reopens|open again?", "A for N turns"),
    turn("A becomes|become|gets|turns|is|are blocked|closed|shut|sealed|impassable B?", "A becomes a hole B"),
    // whom a player sends home
    turn("a|any|each|every|the? player may|can ,? instead of moving ,? return|put|send|bring|move|take all|every|each of? his|her|their|own? B back? to|on|onto their|its|his|her home|starting|original squares|square|places|place", "a player may order this instead of moving : all his B return to their home squares"),
    turn("E:after|when|whenever|if|on|at|every , he|she|they|the? player|mover? return|returns|put|puts|send|sends|bring|brings all|every|each of? his|her|their|own? B back? to|on|onto their|its|his|her home|starting|original squares|square|places|place", "E , all his B return to their home squares"),
];
