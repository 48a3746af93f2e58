//! Turns of phrase about walls that are built and broken in play: a wall is a hole for as long as it stands. How they are written:
//! [`super::paraphrase`].

use super::paraphrase::{Turn, assuming, turn};

/// The order by which a wall is taken away.
const BREAKS: &str = "each player may order this instead of moving : one of the holes B , of the mover's choice , becomes a square again";
const INSTEAD: &str = "instead of a move";

#[rustfmt::skip]
pub const WALL_TURNS: &[Turn] = &[
    // built
    turn("A build|builds|erect|erects|raise|raises|construct|constructs|dig|digs up? a|an|one new? wall|hole B", "A put a wall B"),
    turn("A build|builds|erect|erects|raise|raises|construct|constructs|dig|digs up? a|an|one new? wall|hole", "A put a wall on an empty square"),
    turn("A build|builds|erect|erects|raise|raises|construct|constructs|dig|digs up? a|an|one new? wall|hole instead of moving|a? move?", "A put a wall on an empty square instead of moving"),
    turn("A wall|walls off? B:a|an|any|one", "A put a wall on B"),
    turn("A a|the wall|hole is|gets built|erected|raised|placed|put|dug on|at|in B! for N turns|turn", "A B becomes a hole for N turns"),
    turn("A a|the wall|hole is|gets built|erected|raised|placed|put|dug on|at|in B", "A B becomes a hole"),
    turn("A a|the wall|hole appears|rises|arises|opens|stands on|at|in B! for N turns|turn", "A B becomes a hole for N turns"),
    turn("A a|the wall|hole appears|rises|arises|opens|stands on|at|in B", "A B becomes a hole"),
    turn("E:after|when|whenever|if , it|he|she may|can put|build|erect|raise|leave|dig a|one wall|hole B", "E , the mover may put a wall B"),
    turn("E:after|when|whenever|if , it|he|she leaves|puts|builds|erects|raises|digs a|one wall|hole on|at B! for N turns|turn", "E , B becomes a hole for N turns"),
    turn("E:after|when|whenever|if , it|he|she leaves|puts|builds|erects|raises|digs a|one wall|hole on|at B", "E , B becomes a hole"),

    // how long, how many
    turn("A a wall|hole B! ,|;? and? it|which|that stands|lasts|stays|remains|vanishes|disappears|falls for|after N turns|turn", "A a wall B for N turns"),
    turn("A a wall|hole B! ,|;? which|that|and? it? is|disappears removed|broken|gone? after N turns|turn", "A a wall B for N turns"),
    turn("A a wall|hole B! ,|;? but? at most|no N walls|holes each|apiece|per|in|altogether? game?", "A a wall B , at most N times per game"),
    turn("A up to N walls|holes B", "A a wall B , at most N times per game"),
    turn("A at most N walls|holes B", "A a wall B , at most N times per game"),

    // broken
    turn("a|any|each|every|the player may|can ,? instead of moving|a? move? ,? remove|destroy|break|demolish|fill|open|tear|raze in|down|up? a|an|any|one of? the? wall|hole|walls|holes B", BREAKS),
    turn("a|any|each|every|the player may|can ,? instead of moving|a? move? ,? remove|destroy|break|demolish|fill|open|tear|raze in|down|up? a|an|any|one of? the? wall|hole|walls|holes",
        "each player may order this instead of moving : one of the holes , of the mover's choice , becomes a square again"),
    assuming("a|any|each|every|the player may|can remove|destroy|break|demolish|fill|tear|raze in|down? a|an|any|one wall|hole B! instead of moving|a? move?", BREAKS, INSTEAD),
    assuming("a|an|any|each|every|the? A may|can break|destroy|demolish|remove|tear|raze down? a|an|the|any? wall|walls|hole|holes next|adjacent to it|them instead? of? moving|a? move?",
        "each player may order this instead of moving : one of the holes next to one of his A , of the mover's choice , becomes a square again", INSTEAD),
    assuming("a|an|any|each|every|the? A may|can break|destroy|demolish|tear|raze down? a|an|the|any? wall|walls",
        "each player may order this instead of moving : one of the holes next to one of his A , of the mover's choice , becomes a square again", "a wall next to it, instead of a move"),
    turn("E:after|when|whenever|if A next|adjacent to a|the|any wall|hole , the|that|this wall|hole falls|crumbles|breaks|collapses|disappears|vanishes|is broken|removed|destroyed?", "E A next to a hole , every hole next to it becomes a square again"),
    turn("E:after|when|whenever|if|at|on|every|each , the|every|each|any wall|walls|hole|holes A? falls|fall|crumbles|crumble|breaks|break|collapses|collapse|disappears|disappear|vanishes|vanish|is|are broken|removed|destroyed?", "E , every hole A becomes a square again"),
];
