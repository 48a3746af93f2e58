//! Sentences that are understood, by what they are about: where a sentence is refused the nearest of them are shown, with the player's own
//! pieces in them. Each is run through the reader before it is offered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::Vocabulary;

/// A sentence or two that can be read, and words that players use for what it says.
struct Model {
    about: &'static str,
    said: &'static str,
}

const fn model(about: &'static str, said: &'static str) -> Model {
    Model { about, said }
}

/// The most models shown for one sentence.
const MOST: usize = 2;
/// The most that are tried.
const MAX_TRIES: usize = 6;
/// How near a model must be: the weight of the words it has in common with the sentence.
const NEAR: f64 = 3.2;
/// How much a word counts that the model says, against one that tells what it is about.
const SAID: f64 = 0.45;
/// How near the second model must be, against the first.
const SECOND: f64 = 0.7;

#[rustfmt::skip]
const MODELS: &[Model] = &[
    model("walk stroll", "Knights may also move one square sideways."),
    model("farther extra longer longdistance", "Pawns may also move up to three squares forward, without capturing."),
    model("first start initial double", "Pawns that have not moved may also move up to three squares forward, without capturing."),
    model("combine combined power powers ability gain hybrid", "Knights may also move like bishops."),
    model("jump hop leap over obstacle fly", "Rooks may also move up to three squares orthogonally, jumping over pieces."),
    model("jump hop own friends", "Rooks may jump over own pieces."),
    model("cannon grasshopper hop screen", "Rooks capture any number of squares orthogonally, hopping over exactly one piece."),
    model("leap camel zebra elephant two squares", "Kings may also leap two squares diagonally."),
    model("leap camel zebra long knight", "Knights may also move by leaping (1,3)."),
    model("slow short limit limited weak tired range", "Rooks may not move more than three squares."),
    model("minimum far", "Rooks must move at least two squares."),
    model("retreat back backward away", "Knights may not move backward."),
    model("direction only forward one-way", "On the c-file pieces may only move forward."),
    model("trade exchange movement roles", "Knights move like bishops."),
    model("copy imitate borrow lend neighbour adjacent like", "Knights next to an own rook may also move like that rook."),
    model("instead swap replaced movement", "Knights move like queens."),
    model("straight ahead capture", "Pawns may also capture one square straight ahead."),
    model("own friendly cannibal", "Queens may also capture own pieces."),
    model("hit take target only victims", "Rooks may only capture pawns."),
    model("eat same kind", "Knights may not capture knights."),
    model("protect protected guard guarded guardian bodyguard shield defend safe immune immunity", "Pawns that are protected by an own rook may not be captured."),
    model("safe haven immune invulnerable", "Pieces except kings on the corners may not be captured."),
    model("captured only by", "Queens may only be captured by pawns."),
    model("from behind side flank", "Pieces except kings may only be captured from behind."),
    model("enter zone forbidden area swamp castle", "Rooks may not enter the centre."),
    model("leave stay remain inside home", "Bishops may not leave their own half."),
    model("cross middle river border", "Pawns may not cross the middle line."),
    model("return back came undo previous square", "Pieces may not return to the square they stood on before."),
    model("twice row succession consecutive rest same piece different", "A piece that has moved one turn ago may not move."),
    model("rest tired sleep wait pause frozen freeze stun paralyse recover", "After a queen captures, it may not move for two phases."),
    model("freeze frozen paralyse immobile near", "Pieces except kings next to an enemy queen may not move."),
    model("attacked threatened pinned fear afraid scared", "Knights that are attacked by an enemy pawn may not capture."),
    model("next adjacent near surround", "Queens may not end their move next to an enemy piece."),
    model("crowd surrounded crowded", "Pieces next to three or more enemy pieces may not capture."),
    model("behind backed supported friend", "A pawn that has a friend behind it may also move like a king."),
    model("brothers pair side phalanx together", "Two pawns side by side may not be captured."),
    model("officers minor major except other than", "All pieces except pawns and kings may also move one square sideways."),
    model("worth value strong weak expensive", "Pieces may not capture pieces worth more than themselves."),
    model("light dark colour black white square shade", "Bishops on light squares may also move like knights."),
    model("hill high ground centre further", "Pieces on e4, e5, d4 or d5 may also move like kings."),
    model("moved count experience veteran age old", "Pawns that have moved more than twice may also move like kings."),
    model("kills experience veteran captured twice", "Pawns that have captured twice may also move like kings."),
    model("lost dead gone all", "If a player has no queen, his knights may also move like queens."),
    model("alive queen as long", "As long as a player has his queen, his pawns may also move one square backward."),
    model("fewer less than balance underdog weaker", "If a player has fewer pieces than his opponent, his pawns may also move sideways."),
    model("number count how many", "If the number of white pawns is less than three, white pawns may also move like kings."),
    model("opponent last turn moved mirror copy same", "If the opponent moved a knight on his last turn, you must move a knight if able."),
    model("captured recently turn ago revenge", "Knights may not capture if a piece was captured in the last three turns."),
    model("check king attacked escape", "A player who is in check may not castle."),
    model("turn after until before early opening beginning", "Before turn ten, queens may not capture."),
    model("turn every nth even odd multiple", "On even turns, knights may not capture."),
    model("between turns period season winter", "Between turns 10 and 20, bishops may not leave their own half."),
    model("once least every turns must move pawn draft", "Each player must move a pawn at least once every three turns."),
    model("must compulsory forced capture", "A player must capture if able."),
    model("must obliged force", "Pawns must capture if able."),
    model("respond recapture take back revenge", "If the opponent captured a piece on his last turn, you must capture if able."),
    model("double twice two moves again extra another go turn", "After a rook moves, it may move again without capturing."),
    model("double twice two moves pawns", "A player may move two pawns in one turn."),
    model("chain capture again multiple continue combo berserk", "After a rook captures a piece, it may capture again."),
    model("bonus extra move turn capture another", "After a player captures a piece with a king, he may move again."),
    model("explode explosion bomb blow blast atomic", "When a pawn is captured, all pieces next to it except kings and pawns are removed."),
    model("suicide dies kamikaze capturer removed", "When a pawn captures a queen, the pawn is removed too."),
    model("both die duel", "When a rook captures a rook, both are removed."),
    model("convert conversion defect join changes sides hostage zombie betray traitor recruit", "When a knight captures a piece, the captured piece changes sides."),
    model("reborn rebirth respawn reappear return home resurrect revive", "When a knight is captured, it returns to its home square."),
    model("hostage prisoner pocket reserve drop keep crazyhouse hand", "When you capture a piece you keep it. Instead of a move you may drop a captured piece on any empty square."),
    model("rifle shoot without moving archer snipe arrow", "Bishops may shoot enemy pieces exactly two squares away diagonally."),
    model("rifle shoot stays place capture without moving", "Bishops capture without moving."),
    model("becomes transforms grows chameleon absorb", "When a knight captures a piece, the knight becomes the kind it captured."),
    model("demote weaken becomes pawn", "When a queen is captured, it becomes a pawn."),
    model("instead survive second life lives armour shield strength", "When a queen would be captured by a pawn, it returns home instead."),
    model("promote promotion upgrade level grow", "When a pawn captures a rook, the pawn may become a knight."),
    model("promote promotion rank reaches early", "A pawn that lands on the sixth rank may become a knight."),
    model("promote underpromotion only", "Pawns promote only to knights."),
    model("chameleon shade lands becomes", "A knight that lands on a dark square becomes a bishop."),
    model("lands square trap mine dies lava hole fall", "When a piece except a king lands on e4, it is removed."),
    model("lava standing end turn die burn", "At the end of each turn, every pawn on d4, d5, e4 or e5 is removed."),
    model("teleport portal tunnel warp connect", "A piece that lands on a1 goes to h8."),
    model("push shove pulled knock", "After a rook moves, every enemy pawn next to it moves one square backward."),
    model("random dice roll coin luck chance flip die", "After a bishop moves, flip a coin. On tails it is moved one square backward."),
    model("opponent double two moves next turn after capture", "If the opponent captured a piece on his last turn, a player may move two pieces in one turn."),
    model("stand line see face same file attack each other queens", "Queens may not stand on the same file as an enemy queen."),
    model("wait cooldown next turn tired rest exhausted", "A queen that captures may not move on its next turn."),
    model("escort leader behind supported followed", "Knights that are protected by an own pawn may not be captured."),
    model("random square hole wall appears", "On turn ten, a random empty square becomes a hole."),
    model("counter limit times uses each player", "Each player has charges, starting at three. A player may, instead of moving, spend one charge to swap his king with one of his pawns."),
    model("random plague disease dies disappear", "Every fourth turn, a random pawn of each player is removed."),
    model("everybody each player loses tax sacrifice", "On turn ten, each player loses one pawn of his choice."),
    model("opponent chooses decides selects", "After a rook moves, the opponent may remove one of his own pawns."),
    model("place new extra reinforcement arrive appear get receive", "On turn ten, each player places a pawn on any empty square of his second rank."),
    model("leaves behind egg drop trail", "After a bishop moves, a pawn of the mover is placed on the square it left."),
    model("swap exchange switch places positions", "A player may, instead of moving, swap his king with one of his rooks."),
    model("once game special power", "Once per game each player may swap two of his own pieces instead of moving."),
    model("swap neighbours adjacent", "Knights may swap places with own pawns instead of moving."),
    model("castle castling", "Kings may castle with knights."),
    model("castling forbidden", "Kings may not castle."),
    model("passant passing", "Rooks may be captured en passant by pawns."),
    model("points score coin gold money earn gain reward", "Each player has points, starting at zero. When a player captures a piece, he gains one point."),
    model("spend pay buy cost price purchase shop", "Each player has points, starting at nine. A player may, instead of moving, spend three points to place a pawn on any empty square of rank 1."),
    model("wall block build barrier fence obstacle", "Instead of moving, a player may put a wall on an empty square next to one of his rooks."),
    model("hole abyss disappears square crumbles ice melt", "When a piece moves, the square it came from becomes a hole."),
    model("edge edges cylinder wrap around torus border", "The left and right edges are joined."),
    model("bigger larger expand grow board size add", "Add one rank on every side of the board."),
    model("rotate turn spin upside", "Every ten turns the whole board turns ninety degrees."),
    model("shift slide row drift earthquake wind conveyor", "On turn ten, everything on rank 4 shifts one square left, wrapping around."),
    model("name call region territory area", "The squares c3, d3 and e3 are called the garden. Pawns may not enter the garden."),
    model("new piece kind unit introduce add", "A camel is a new piece that leaps (1,3). Each player places a camel on any empty square of his second rank."),
    model("say write word speak shout please", "Knights may not move unless the mover says \"please\"."),
    model("step march automatically advance all", "Every three turns, every pawn moves one square forward."),
    model("end turn next standing becomes join", "A pawn that stands next to an enemy king at the end of its owner's turn joins the enemy."),
];

/// A model with its words as they are compared: those that it says, and those for what it says.
struct Ready {
    said: &'static str,
    about: Vec<String>,
    words: Vec<String>,
}

/// All models, and how much each word weighs.
static READY: LazyLock<(Vec<Ready>, BTreeMap<String, f64>)> = LazyLock::new(|| {
    let stems = |text: &str| plain(text).map(|word| stem(&word)).collect::<BTreeSet<String>>();
    let ready = |model: &Model| {
        let (about, said) = (stems(model.about), stems(model.said));
        Ready { said: model.said, words: said.difference(&about).cloned().collect(), about: about.into_iter().collect() }
    };
    let ready: Vec<Ready> = MODELS.iter().map(ready).collect();
    let mut often: BTreeMap<String, f64> = BTreeMap::new();
    for word in ready.iter().flat_map(|model| model.words.iter().chain(&model.about)) {
        *often.entry(word.clone()).or_default() += 1.0;
    }
    let all = ready.len() as f64;
    // a word that stands in every sixth model says nothing
    let weights = often.into_iter().map(|(word, times)| (word, if times * 6.0 > all { 0.0 } else { (all / times).ln() })).collect();
    (ready, weights)
});

/// The words of a text in small letters, without marks.
fn plain(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// A word without its ending, so that "captured" and "captures" are one.
fn stem(word: &str) -> String {
    let long = |stem: &&str| stem.chars().count() >= 3;
    let cut = ["ying", "ies", "ing", "ed", "es", "s", "e"].iter().find_map(|ending| word.strip_suffix(ending).filter(long));
    cut.unwrap_or(word).to_string()
}

/// The nearest models to a sentence that `reads`, the nearest first.
pub fn near(sentence: &str, words: &Vocabulary, mut reads: impl FnMut(&str) -> bool) -> Vec<String> {
    let (ready, weights) = &*READY;
    let kind = |word: &str| words.kinds.iter().any(|kind| kind.name == word || kind.plural == word);
    let own: Vec<String> = plain(sentence).filter(|word| !kind(word)).map(|word| stem(&word)).collect();
    let weight = |word: &String| weights.get(word).copied().unwrap_or(0.0);
    let shared = |words: &[String]| words.iter().filter(|word| own.contains(word)).map(weight).sum::<f64>();
    let score = |model: &Ready| {
        let about = shared(&model.about);
        // what it is about must be spoken of
        if about > 0.0 { about + SAID * shared(&model.words) } else { 0.0 }
    };
    let mut ranked: Vec<(f64, &Ready)> = ready.iter().map(|model| (score(model), model)).collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let best = ranked.first().map_or(0.0, |(best, _)| *best);
    ranked.retain(|(score, _)| *score >= NEAR && *score >= best * SECOND);
    let mut found: Vec<String> = Vec::new();
    for (_, model) in ranked.into_iter().take(MAX_TRIES) {
        let with = with_kinds_of(model.said, sentence, words);
        if let Some(fitting) = [with.as_str(), model.said].into_iter().find(|said| reads(said)) {
            found.push(fitting.to_string());
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// A model with the kinds that a sentence names in the place of its own, in the order in which they stand. A king is never put in anybody's
/// place: what may happen to others may not happen to it.
fn with_kinds_of(model: &str, sentence: &str, words: &Vocabulary) -> String {
    let named = |text: &str| {
        let at = |word: String| words.kinds.iter().position(|kind| kind.name == word || kind.plural == word);
        let mut found: Vec<usize> = plain(text).filter_map(at).filter(|&at| !words.kinds[at].royal).collect();
        let mut seen = Vec::new();
        found.retain(|at| {
            !seen.contains(at) && {
                seen.push(*at);
                true
            }
        });
        found
    };
    let (there, own) = (named(model), named(sentence));
    let mut into: Vec<(usize, usize)> = there.iter().copied().zip(own.iter().copied()).collect();
    // a kind that gives way comes in where another one has given way to it
    let displaced: Vec<usize> = own.iter().copied().filter(|kind| there.contains(kind)).collect();
    let free: Vec<usize> = there.iter().copied().filter(|kind| !own.contains(kind)).collect();
    for kind in displaced {
        if !into.iter().any(|&(from, _)| from == kind)
            && let Some(&other) = free.first()
        {
            into.push((kind, other));
        }
    }
    let swapped = |word: &str| {
        let lower = word.to_lowercase();
        let from = words.kinds.iter().position(|kind| kind.name == lower || kind.plural == lower)?;
        let (_, to) = into.iter().find(|&&(one, _)| one == from)?;
        let (from, to) = (&words.kinds[from], &words.kinds[*to]);
        let other = if from.plural == lower { &to.plural } else { &to.name };
        let capital = word.starts_with(char::is_uppercase);
        Some(if capital {
            other.chars().take(1).flat_map(char::to_uppercase).chain(other.chars().skip(1)).collect()
        } else {
            other.clone()
        })
    };
    let mut text = String::new();
    for part in model.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
        text.push_str(&swapped(word).unwrap_or_else(|| word.to_string()));
        text.push_str(&part[word.len()..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::read;
    use crate::rule::tests::words;

    #[test]
    fn every_model_is_read() {
        let words = words();
        for model in MODELS {
            let reading = read(&format!("RULE\n{}\nEND", model.said), words);
            let told: Vec<String> = reading.diagnostics.iter().map(|problem| problem.render(model.said)).collect();
            assert!(reading.rule.is_some(), "{}: {}", model.said, told.join("\n"));
        }
    }

    #[test]
    fn the_nearest_model_speaks_of_the_same_thing_and_pieces() {
        let words = words();
        let near = |sentence| near(sentence, words, |_| true);
        assert_eq!(near("bishops get tired after eating and need rest")[0], "After a bishop captures, it may not move for two phases.");
        assert!(near("a knight can teleport through a tunnel").iter().any(|said| said.contains("goes to h8")));
        assert_eq!(near("xyzzy"), Vec::<String>::new());
    }
}
