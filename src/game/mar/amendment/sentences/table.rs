//! The one table of what can be said of the meta-rules: the reader, the printer, HELP PROPOSE and the tests draw on it.

use super::{Group, Says, Sentence};

pub(super) const TABLE: &[Group] = &[
    Group {
        about: "Votes and proposals (R14)",
        sentences: &[
            Sentence {
                forms: &[
                    "a proposal needs the vote of every player",
                    "a/every/each proposal/amendment needs/requires unanimity/unanimous (vote/votes/consent/approval)",
                    "a/every/each proposal/amendment needs/requires (the) vote/votes of all (the/other) (other) players",
                    "(all) proposals/amendments need/require unanimity/unanimous (vote/votes/consent/approval)",
                    "(all) proposals/amendments need/require (the) vote/votes of all (the/other) (other) players",
                    "a/every/each proposal/amendment must be unanimous",
                    "(all) proposals/amendments must be unanimous",
                ],
                says: Says::Set("votes", "all"),
            },
            Sentence {
                forms: &[
                    "a proposal needs a majority of the votes",
                    "a/every/each proposal/amendment needs/requires (only) a (simple) majority (of) (the) (votes)",
                    "(all) proposals/amendments need/require (only) a (simple) majority (of) (the) (votes)",
                    "a/every/each proposal/amendment needs/requires (only) more than half of the votes",
                    "(all) proposals/amendments need/require (only) more than half of the votes",
                    "a majority (of) (the) (votes) is enough (for) (an/a) (amendment/proposal/amendments/proposals)",
                    "a majority (of) (the) (votes) suffices (for) (an/a) (amendment/proposal/amendments/proposals)",
                ],
                says: Says::Set("votes", "majority"),
            },
            Sentence {
                forms: &[
                    "a proposal needs two thirds of the votes",
                    "a/every/each proposal/amendment needs/requires (only) two thirds (of) (the) (votes)",
                    "(all) proposals/amendments need/require (only) two thirds (of) (the) (votes)",
                    "(all) proposals/amendments need/require (only) a two-thirds majority",
                    "a/every/each proposal/amendment needs/requires (only) a two-thirds majority",
                ],
                says: Says::Set("votes", "two-thirds"),
            },
            Sentence {
                forms: &[
                    "a proposal needs {number} votes/vote",
                    "a/every/each proposal/amendment needs/requires (only) (at) (least) {number} (yes) votes/vote",
                    "(all) proposals/amendments need/require (only) (at) (least) {number} (yes) votes/vote",
                ],
                says: Says::Set("votes", "{}"),
            },
            Sentence {
                forms: &[
                    "a player may make {number} proposals/proposal in a phase",
                    "a/each/every player may make (up) (to) {number} proposals/proposal in/each/per/every (a/each/every) phase/turn",
                    "a/each/every player may propose (up) (to) {number} amendments/amendment in/each/per/every (a/each/every) phase/turn",
                    "a/each/every player may propose (up) (to) {number} (times/time) in/each/per/every (a/each/every) phase/turn",
                    "(up) (to) {number} proposals/proposal may be made in/each/per/every (a/each/every) phase/turn",
                    "(up) (to) {number} proposals/proposal are/is allowed in/each/per/every (a/each/every) phase/turn",
                ],
                says: Says::Set("proposals", "{}"),
            },
            Sentence {
                forms: &[
                    "nobody may propose an amendment",
                    "nobody may propose (any) amendments/proposals",
                    "no player may propose an/any amendment",
                    "no (more) amendments may be proposed",
                    "there are no (more) amendments",
                ],
                says: Says::Set("proposals", "0"),
            },
        ],
    },
    Group {
        about: "The checks of R5 to R13, one by one",
        sentences: &[
            Sentence {
                forms: &[
                    "{meta-rule} is off",
                    "{meta-rule} is no longer in force",
                    "{meta-rule} is switched off",
                    "{meta-rule} is suspended/repealed/abolished/void",
                    "{meta-rule} does not apply (any) (more)",
                    "{meta-rule} no longer applies",
                    "the check/checks of/for {meta-rule} is/are off",
                    "(meta-rule) {meta-rule} is not checked",
                ],
                says: Says::Set("checks.{}", "off"),
            },
            Sentence {
                forms: &[
                    "{meta-rule} is advice",
                    "{meta-rule} is (only/just) advice/advisory/soft (only)",
                    "the check/checks of/for {meta-rule} is/are (only/just) advice/advisory/soft (only)",
                    "{meta-rule} only advises",
                ],
                says: Says::Set("checks.{}", "advice"),
            },
            Sentence {
                forms: &[
                    "{meta-rule} is on",
                    "{meta-rule} is in force (again)",
                    "{meta-rule} is switched on",
                    "{meta-rule} applies (again)",
                    "the check/checks of/for {meta-rule} is/are on",
                ],
                says: Says::Set("checks.{}", "on"),
            },
        ],
    },
    Group {
        about: "Actions of a phase (R1)",
        sentences: &[
            Sentence {
                forms: &[
                    "{action} is closed",
                    "{action} is closed/forbidden (to) (all/every) (players/player)",
                    "nobody may choose {action}",
                ],
                says: Says::Set("action.{}", "closed"),
            },
            Sentence {
                forms: &[
                    "{action} is open",
                    "{action} is open/allowed (again) (to) (all/every) (players/player)",
                    "everybody may choose {action}",
                ],
                says: Says::Set("action.{}", "open"),
            },
            Sentence {
                forms: &[
                    "nobody may make a rule for a universe in which he does not play",
                    "nobody may make (a) rule/rules for (a) universe/universes (in) which/where he does not play",
                    "no player may make (a) rule/rules for (a) universe/universes (in) which/where he does not play",
                    "foreign rules are closed/forbidden/off",
                ],
                says: Says::Set("foreign_rules", "off"),
            },
            Sentence {
                forms: &["a player may make a rule for a universe in which he does not play", "foreign rules are open/allowed/on"],
                says: Says::Set("foreign_rules", "on"),
            },
        ],
    },
    Group {
        about: "Delays and windows",
        sentences: &[
            Sentence {
                forms: &[
                    "a repeal waits for {number} phases/phase of the rule's maker",
                    "a rule is protected for {number} (full) (further) turns/turn",
                    "rules are protected for {number} (full) (further) turns/turn",
                    "(all) rules (shall) remain in force for (at) (least) {number} (full) turns/turn",
                    "a rule stands for (at) (least) {number} (full) turns/turn before it can/may be repealed",
                ],
                says: Says::Set("repeal.delay", "{}"),
            },
            Sentence {
                forms: &[
                    "rules are not protected",
                    "a rule is not protected",
                    "repeals take effect at once",
                    "a repeal takes effect at once",
                    "a repeal acts at once",
                ],
                says: Says::Set("repeal.delay", "0"),
            },
            Sentence {
                forms: &[
                    "{number} turns/turn pass/passes before a rule may remove a piece of itself",
                    "{number} (full) turns/turn must pass/elapse before a rule may remove/removes a piece (of) (itself)",
                    "a rule may remove pieces/piece (of) (itself) after {number} turns/turn",
                ],
                says: Says::Set("removal.delay", "{}"),
            },
            Sentence {
                forms: &[
                    "a phase may be challenged for {number} turns/turn",
                    "moves and rules may be challenged for {number} (full) turns/turn",
                    "a move may be challenged for {number} (full) turns/turn",
                    "a challenge may come {number} turns/turn late/later",
                ],
                says: Says::Set("challenge.window", "{}"),
            },
        ],
    },
    Group {
        about: "Challenges (R16) and presumptions (R17)",
        sentences: &[
            Sentence {
                forms: &["nothing may be challenged", "nobody may challenge (anything)", "challenges are closed/forbidden/off"],
                says: Says::Set("challenges", "off"),
            },
            Sentence {
                forms: &["moves and rules may be challenged", "challenges are open/allowed/on"],
                says: Says::Set("challenges", "on"),
            },
            Sentence {
                forms: &["nothing may be presumed", "nobody may presume (anything)", "presumptions are closed/forbidden/off"],
                says: Says::Set("presumptions", "off"),
            },
            Sentence {
                forms: &["what a rule leaves open may be presumed", "presumptions are open/allowed/on"],
                says: Says::Set("presumptions", "on"),
            },
        ],
    },
    Group {
        about: "Fair play (R8) and the right to move (R9)",
        sentences: &[
            Sentence {
                forms: &["R8 tolerates {decimal} squares/square", "the tolerance of R8 is {decimal}"],
                says: Says::Set("r8.tolerance", "{}"),
            },
            Sentence {
                forms: &["R8 counts a capture as {number} squares/square", "the capture weight of R8 is {number}"],
                says: Says::Set("r8.capture_weight", "{}"),
            },
            Sentence {
                forms: &["R8 compares the maker with each of the others", "R8 compares the maker with each (other) player"],
                says: Says::Set("r8.more_than", "each"),
            },
            Sentence {
                forms: &["R8 compares the maker with any of the others", "R8 compares the maker with any (other) player"],
                says: Says::Set("r8.more_than", "some"),
            },
            Sentence { forms: &["R9 looks {number} turns/turn ahead"], says: Says::Set("r9.horizon", "{}") },
        ],
    },
    Group {
        about: "How a king is lost, stalemate, draws (M4)",
        sentences: &[
            Sentence {
                forms: &[
                    "checkmate takes the king",
                    "checkmate ends/decides the game",
                    "mate ends/decides the game",
                    "mate/checkmate is enough",
                    "a checkmated player loses (his) (king/game) (the) (game)",
                    "a player who is checkmated loses (his) (king/game) (the) (game)",
                ],
                says: Says::Set("mate", "takes"),
            },
            Sentence {
                forms: &["only a capture takes the king", "a king must be captured", "capture is required", "checkmate ends nothing"],
                says: Says::Set("mate", "captures"),
            },
            Sentence {
                forms: &["stalemate is a draw", "stalemate draws (the) (game)", "a stalemated player draws"],
                says: Says::Set("stalemate", "draw"),
            },
            Sentence {
                forms: &["stalemate takes the king", "stalemate loses (the) (game)", "a stalemated player loses (his) (king) (the) (game)"],
                says: Says::Set("stalemate", "loss"),
            },
            Sentence {
                forms: &["stalemate is a pass", "a stalemated player passes", "stalemate ends nothing"],
                says: Says::Set("stalemate", "pass"),
            },
            Sentence { forms: &["draws may be claimed", "a player may claim a draw"], says: Says::Set("draws", "claimed") },
            Sentence { forms: &["draws may not be claimed", "nobody may claim a draw"], says: Says::Set("draws", "agreed") },
        ],
    },
    Group {
        about: "Dice (C3) and orders sent ahead (L1)",
        sentences: &[
            Sentence {
                forms: &["the house rolls the dice", "(the) dice are rolled by the house", "(all) rolls are made by the house"],
                says: Says::Set("randomizer", "house"),
            },
            Sentence {
                forms: &[
                    "the drand beacon rolls the dice",
                    "(the) dice are rolled by (the) drand (beacon)",
                    "(all) rolls are made by/from (the) drand (beacon)",
                ],
                says: Says::Set("randomizer", "drand"),
            },
            Sentence {
                forms: &[
                    "players roll the dice themselves",
                    "(the) players roll/throw the/their (own) dice (themselves)",
                    "(the) dice are rolled/thrown on honour",
                    "(all) rolls are made on honour",
                ],
                says: Says::Set("randomizer", "honour"),
            },
            Sentence {
                forms: &["the dice are rolled as at the founding", "(all) rolls are made as at the founding"],
                says: Says::Set("randomizer", "founded"),
            },
            Sentence {
                forms: &[
                    "no orders may be sent ahead",
                    "nobody may send orders ahead (of) (his) (phase)",
                    "no player may send orders ahead (of) (his) (phase)",
                    "premoves are closed/forbidden/off",
                ],
                says: Says::Set("premoves", "off"),
            },
            Sentence {
                forms: &["orders may be sent ahead", "a player may send orders ahead (of) (his) (phase)", "premoves are open/allowed/on"],
                says: Says::Set("premoves", "on"),
            },
        ],
    },
    Group {
        about: "The time for a phase (R1)",
        sentences: &[
            Sentence {
                forms: &[
                    "orders are wanted within {number} days/day",
                    "the orders of a phase are wanted within {number} days/day",
                    "a/every/each phase may take (up) (to) {number} days/day",
                    "a/every/each player has {number} days/day for a/his/each phase",
                    "a/every/each player has {number} days/day for his orders",
                    "the deadline is {number} days/day",
                ],
                says: Says::Set("deadline", "{}"),
            },
            Sentence {
                forms: &["there is no deadline", "a phase may take any time", "orders are wanted at no fixed time"],
                says: Says::Set("deadline", "0"),
            },
            Sentence {
                forms: &[
                    "what is missing at the deadline is left to the dice",
                    "orders missing at the deadline are left to the dice",
                    "a move missing at the deadline is left to the dice",
                    "a move missing at the deadline is a Heisenberg move",
                ],
                says: Says::Set("overdue", "heisenberg"),
            },
            Sentence {
                forms: &[
                    "what is missing at the deadline is waited for",
                    "orders missing at the deadline are waited for",
                    "whoever misses the deadline is reminded",
                ],
                says: Says::Set("overdue", "hold"),
            },
        ],
    },
    Group {
        about: "Other meta-rules, by the names that META lists",
        sentences: &[Sentence {
            forms: &["parameter {parameter}", "(the) parameter {parameter}", "set (the) (parameter) {parameter}"],
            says: Says::Set("{}", ""),
        }],
    },
    Group {
        about: "Amendments before it",
        sentences: &[
            Sentence {
                forms: &[
                    "{amendment} is repealed",
                    "(the) (amendment) {amendment} is repealed/abolished/void",
                    "(the) (amendment) {amendment} is no longer in force",
                    "repeal (the) (amendment) {amendment}",
                ],
                says: Says::Repeal,
            },
            Sentence {
                forms: &[
                    "all amendments are repealed",
                    "all (previous/earlier) amendments are repealed/abolished/void",
                    "repeal all (previous/earlier) amendments",
                    "every/each (previous/earlier) amendment is repealed",
                ],
                says: Says::RepealAll,
            },
        ],
    },
];
