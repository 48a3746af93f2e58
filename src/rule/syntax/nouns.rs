//! The men a sentence speaks of: `a knight`, `white's bishops and rooks`, `every piece except kings`.

use crate::rule::cursor::{Cursor, Expected, Told, Within};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::{Sort, Token};
use crate::rule::words::Lexeme;
use crate::rule::{Class, Condition, KindWords, Kinds, Owner, Player, Ref};

pub const KIND: &str = "a kind of piece";
const COLOUR: &str = "a colour";
/// What a major piece is worth at least, in points.
const MAJOR: u16 = 5;

/// A kind by its name, plural or letter: the singular name.
pub fn kind(c: &mut Cursor) -> Option<String> {
    numbered_kind(c).map(|(name, _)| name)
}

/// A kind and whether it was written in the plural.
fn numbered_kind(c: &mut Cursor) -> Option<(String, bool)> {
    let words = c.words;
    c.take_thing(KIND, |token| {
        if token.sort != Sort::Word {
            return None;
        }
        words.kinds.iter().find_map(|kind| {
            let letter = token.capital && token.word == kind.letter.to_lowercase() && token.word != "a";
            let singular = token.word == kind.name || letter;
            (singular || token.word == kind.plural).then(|| (kind.name.clone(), !singular))
        })
    })
}

/// An army by its colour.
pub fn army(c: &mut Cursor) -> Option<String> {
    let words = c.words;
    let named = |token: &Token| words.players.iter().find(|(name, _)| token.capital && token.is_word(name)).map(|(_, army)| army.clone());
    c.take_thing(COLOUR, |token| words.armies.iter().find(|army| token.is_word(army)).cloned().or_else(|| named(token)))
}

/// Whose men: those of the viewpoint's side or of another, or of a player of whom the sentence tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whose {
    pub owner: Owner,
    pub of: Option<Player>,
}

impl Whose {
    fn plain(owner: Owner) -> Whose {
        Whose { owner, of: None }
    }

    /// Those of a player, from where the cursor stands.
    pub fn men_of(player: Player, c: &Cursor) -> Whose {
        match player {
            Player::Mover => Whose::plain(movers(c)),
            Player::Colour(army) => Whose::plain(Owner::Army(army)),
            Player::OwnerOf(Ref::Itself) => Whose::plain(Owner::Own),
            Player::Opponent if c.stance.it != Ref::Itself => Whose::plain(Owner::Enemy),
            other => Whose { owner: Owner::Anyone, of: Some(other) },
        }
    }

    /// Such men of theirs.
    pub fn men(self, kinds: Kinds) -> Class {
        let such = self.of.map(|player| Box::new(Condition::Belongs(Ref::Itself, player)));
        Class { kinds, owner: self.owner, such }
    }
}

/// Whose men, in front of the noun: `white`, `own`, `enemy`, `the opponent's`.
pub fn owner(c: &mut Cursor) -> Option<Whose> {
    if let Some(army) = c.attempt(army) {
        let both = c.attempt(|c| {
            c.maybe_one_of(&["and", "or"])?;
            let other = self::army(c)?;
            (c.words.armies.len() == 2 && other != army && !c.back()?.possessive).then_some(())
        });
        return Some(Whose::plain(both.map_or(Owner::Army(army), |()| Owner::Anyone)));
    }
    c.attempt(|c| {
        if c.sees(0, "its") && c.sees(1, "opponent") {
            let rival = super::terms::player(c)?;
            return c.back()?.possessive.then(|| Whose::men_of(rival, c));
        }
        if c.sees(0, "its") {
            known_lady(c)?;
            let his = his_side(c);
            c.maybe("its");
            c.maybe("own");
            return Some(match his {
                _ if c.stance.passive => Whose::plain(Owner::Enemy),
                Some(his) => Whose::men_of(his, c),
                None => Whose::plain(Owner::Own),
            });
        }
        match c.maybe_one_of(&["own", "enemy", "opponent", "mover"])? {
            "own" => own(c),
            "mover" => {
                c.maybe("own");
                Some(Whose::plain(movers(c)))
            }
            word => hostile(c, word),
        }
    })
}

/// "Her", of a man that is called so, or of a player; else it is not said whose.
pub fn known_lady(c: &mut Cursor) -> Option<()> {
    let her = c.peek().is_some_and(|lexeme| lexeme.token.is_word("her")) && c.stance.it == Ref::Actor && his_side(c).is_none();
    if !her || super::terms::the_lady(c).is_some() {
        return Some(());
    }
    let from = c.at();
    c.skip();
    super::terms::neither(c, from)
}

/// Whose "his" and "its" men are, before the word is taken; None: of the viewpoint's side.
pub fn his_side(c: &Cursor) -> Option<Player> {
    c.player_meant().or_else(|| c.stance.teller())
}

/// The enemies of whom it is told: by whom something "is attacked".
pub fn enemies(c: &mut Cursor) -> Option<Class> {
    hostile(c, "enemy").map(|whose| whose.men(Kinds::Every))
}

fn own(c: &Cursor) -> Option<Whose> {
    Some(match c.stance.teller() {
        _ if c.stance.passive => Whose::plain(Owner::Enemy),
        Some(player) => Whose::men_of(player, c),
        None if c.stance.within == Within::EnemyClause => Whose::plain(Owner::Mover),
        None => Whose::plain(Owner::Own),
    })
}

/// `enemy` men are those of the enemies of whom it is told; "the opponent" is whoever moves' where no player is told of.
fn hostile(c: &mut Cursor, word: &str) -> Option<Whose> {
    if c.stance.passive {
        return Some(Whose::plain(Owner::Own));
    }
    let teller = match (c.stance.teller(), &c.stance.told) {
        (None, _) => return Some(Whose::plain(Owner::Enemy)),
        (Some(_), Told::OfMan(_)) | (Some(Player::Opponent), _) if word == "opponent" => {
            let opponent = super::terms::opponent(c);
            return Some(Whose::men_of(opponent, c));
        }
        (Some(teller), _) => teller,
    };
    match c.rival_of(&teller) {
        Some(rival) => Some(Whose::men_of(rival, c)),
        None => {
            let problem = Diagnostic::new("L004", c.span_from(c.at() - 1), "it is not clear whose enemy: there may be several".to_string());
            c.refuse(problem.hint("name the colour: \"a white {bare}\""))
        }
    }
}

/// `a player's queen`: he is whose queen it is.
pub fn somebodys(c: &mut Cursor) -> bool {
    let somebodys = c.attempt(|c| {
        c.maybe_one_of(&["a", "the"]);
        c.take_one_of(&["each player", "player"])?;
        c.back().is_some_and(|lexeme| lexeme.possessive).then_some(())
    });
    somebodys.is_some()
}

/// `the mover's`: outside of relative clauses these are the viewpoint's own.
pub fn movers(c: &Cursor) -> Owner {
    if c.stance.within == Within::Sentence { Owner::Own } else { Owner::Mover }
}

/// A class of men in any wording that says no more than kinds and owner.
pub fn class(c: &mut Cursor) -> Option<Class> {
    described(c, &mut Vec::new(), &[])
}

/// The same, with adjectives of these before the noun; the ones found are noted.
pub fn described(c: &mut Cursor, found: &mut Vec<&'static str>, adjectives: &[&'static str]) -> Option<Class> {
    c.attempt(|c| {
        let from = c.at();
        let everything = c.attempt(|c| c.take("anything"));
        let (kinds, owner) = match everything {
            Some(()) => (Kinds::Every, None),
            None => {
                found.extend(c.maybe_one_of(adjectives));
                let quantified = c.take_one_of(&["every", "a", "the"]).is_some() || sole(c);
                if quantified {
                    c.maybe("the");
                    c.maybe("a");
                }
                found.extend(c.maybe_one_of(adjectives));
                let owner = owner(c);
                found.extend(c.maybe_one_of(adjectives));
                // "a stronger one"
                let compared = found.iter().any(|adjective| adjective.ends_with("valuable")) && c.one();
                match if compared { Some(Kinds::Every) } else { noun(c, owner.is_some()) } {
                    Some(_) if spoken_of_before(c, from) => return not_any(c, from),
                    Some(kinds) => (kinds, owner),
                    None => (Kinds::Every, Some(bare_owner(c, owner)?)),
                }
            }
        };
        let owner = match owner {
            Some(owner) => Some(owner),
            None => c.attempt(|c| {
                c.take("of")?;
                c.maybe("the");
                owner_after(c)
            }),
        };
        let kinds = match (kinds, exception(c)) {
            (Kinds::Every, Some(spared)) => Kinds::Except(spared),
            (kinds, None) => kinds,
            (Kinds::Only(_) | Kinds::Except(_), Some(_)) => {
                let problem = Diagnostic::new("L016", c.span_from(c.at() - 1), "an exception needs \"every piece\" before it".to_string());
                return c.refuse(problem.hint("example: every piece except {men}"));
            }
        };
        Some(owner.unwrap_or(Whose::plain(Owner::Anyone)).men(kinds))
    })
}

/// `the knight`, behind a knight of whom the sentence has spoken: that one, and not any. One of whom more is said is known by that.
fn spoken_of_before(c: &Cursor, from: usize) -> bool {
    let [the, noun @ ..] = c.since(from) else { return false };
    let kind = noun.last().and_then(|last| c.words.kinds.iter().find(|kind| last.token.is_word(&kind.name)));
    let singular = match noun {
        [man] => kind.is_some() || man.token.is_word("piece"),
        [worth, man] => ["minor", "major"].iter().any(|word| worth.means(word)) && man.token.is_word("piece"),
        _ => false,
    };
    if !the.means("the") || !singular {
        return false;
    }
    let same = |said: &[Lexeme]| {
        said.iter()
            .zip(noun)
            .all(|(one, other)| one.token.word == other.token.word || kind.is_some_and(|kind| one.token.is_word(&kind.plural)))
    };
    // "his king ... the king": of each side there is one, and its own was meant
    let known = |at: usize| {
        kind.is_some_and(|kind| kind.royal) && at > 0 && ["the", "its", "own"].iter().any(|word| c.since(0)[at - 1].means(word))
    };
    let named = c.since(0)[..from].windows(noun.len()).enumerate().any(|(at, said)| same(said) && !known(at));
    let more = ["that", "which", "with", "without", "of", "whose", "and", "except"].iter().any(|word| c.sees(0, word));
    named && !more && !is_one_of_more(c) && super::terms::placed(&mut c.fork()).is_none()
}

/// Whether further kinds follow: `the bishop, rook or pawn`.
fn is_listed(c: &Cursor) -> bool {
    let kind = |next: &Lexeme| c.words.kinds.iter().any(|kind| next.token.is_word(&kind.name));
    c.peek().is_some_and(|next| next.token.is_mark(",")) && c.ahead(1).is_some_and(kind)
}

/// `the pawn nearest to e4`, `the pawn, rook or knight nearest to it`: behind "the pawn", it is not the one spoken of before.
pub fn is_one_of_more(c: &Cursor) -> bool {
    c.sees(0, "nearest") || c.sees(0, "or") || is_listed(c)
}

fn not_any(c: &mut Cursor, from: usize) -> Option<Class> {
    let kind = c.since(from + 1).iter().map(|noun| noun.token.word.as_str()).collect::<Vec<_>>().join(" ");
    let problem = Diagnostic::new(
        "L006",
        c.span_from(from),
        format!("\"the {kind}\" is one that was spoken of before, and here I know only any {kind}"),
    );
    c.refuse(problem.hint(&format!("say \"any {kind}\" if any is meant; else say of that one what it may do: \"it may not ...\", \"the {kind} may not be captured ...\"")))
}

/// `of the same colour`, `on the same square`: what changes its kind keeps these.
pub fn unchanged(c: &mut Cursor) {
    while c
        .attempt(|c| {
            c.maybe_one_of(&["of", "on"])?;
            c.maybe_one_of(&["the", "its"]);
            c.maybe_one_of(&["same", "own"])?;
            c.maybe_one_of(&["colour", "side", "army", "team", "square"]).map(|_| ())
        })
        .is_some()
    {}
}

/// `one pawn` for "a pawn".
fn sole(c: &mut Cursor) -> bool {
    let man =
        |lexeme: &crate::rule::words::Lexeme| lexeme.means("piece") || c.words.kinds.iter().any(|kind| lexeme.token.is_word(&kind.name));
    c.ahead(1).is_some_and(man) && c.one()
}

fn noun(c: &mut Cursor, owned: bool) -> Option<Kinds> {
    if let Some(kinds) = c.attempt(|c| by_worth(c).filter(|kinds| matches!(kinds, Kinds::Except(_)))) {
        return Some(kinds);
    }
    if owned && c.attempt(|c| c.take("piece")).is_none() {
        return c.attempt(kind_list).map(Kinds::Only);
    }
    if owned || c.attempt(|c| c.take("piece")).is_some() { Some(Kinds::Every) } else { c.attempt(kind_list).map(Kinds::Only) }
}

/// `officers`, `minor pieces`, `major pieces`: kinds by whether they promote and what they are worth.
fn by_worth(c: &mut Cursor) -> Option<Kinds> {
    let words = c.words;
    let promoting = words.promoting();
    if c.maybe("officer") {
        return (!promoting.is_empty()).then_some(Kinds::Except(promoting));
    }
    let minor = c.maybe_one_of(&["minor", "major"])? == "minor";
    c.maybe("piece").then_some(())?;
    let such = |kind: &&KindWords| !kind.royal && !promoting.contains(&kind.name) && (kind.value < MAJOR) == minor;
    let kinds: Vec<String> = words.kinds.iter().filter(such).map(|kind| kind.name.clone()).collect();
    (!kinds.is_empty()).then_some(Kinds::Only(kinds))
}

/// `an enemy`, `a friend`: the owner is the whole noun.
fn bare_owner(c: &mut Cursor, owner: Option<Whose>) -> Option<Whose> {
    match owner {
        None => c.maybe("friend").then(|| own(c)).flatten(),
        Some(whose) => (whose.owner == Owner::Enemy || c.back().is_some_and(|last| last.means("enemy"))).then_some(whose),
    }
}

/// Of the side of the men whom a description is about, or of the player of whom it is told.
fn of_the_same_side(c: &Cursor) -> Whose {
    match c.stance.teller() {
        _ if c.stance.passive => Whose::plain(Owner::Enemy),
        Some(player) => Whose::men_of(player, c),
        None => Whose::plain(Owner::Own),
    }
}

/// `of white`, `of the opponent`.
fn owner_after(c: &mut Cursor) -> Option<Whose> {
    // "of the same colour", "of the other side"
    if let Some(owner) = c.attempt(|c| {
        let him = if c.sees(0, "its") { c.player_meant() } else { None };
        let of = c.maybe_one_of(&["a", "its"]);
        let said = c.maybe_one_of(&["same", "own", "different", "opposite", "other", "enemy"]);
        // "a queen of their side"
        let is_own = said.map_or(of == Some("its"), |said| matches!(said, "same" | "own"));
        (said.is_some() || is_own).then_some(())?;
        // "one piece of its own"
        let ended = c.peek().is_none_or(|next| ["and", "or", "but", "may", ","].iter().any(|word| next.means(word)));
        match c.maybe_one_of(&["colour", "side", "army", "team"]) {
            Some(_) => {}
            None if of == Some("its") && said == Some("own") && ended => {}
            None => return None,
        }
        // after "by" it is seen from those to whom it is done
        match him.filter(|_| said.is_none()) {
            Some(him) => Some(Whose::men_of(him, c)),
            None if is_own => Some(of_the_same_side(c)),
            None => hostile(c, "enemy"),
        }
    }) {
        return Some(owner);
    }
    let each = c.peek().is_some_and(|lexeme| ["each", "every", "both"].iter().any(|word| lexeme.token.is_word(word)));
    if each && c.maybe("each player") {
        c.stance_mut().each = true;
        return Some(Whose::plain(Owner::Own));
    }
    if c.sees(0, "its") && c.sees(1, "opponent") {
        let rival = super::terms::player(c)?;
        return Some(Whose::men_of(rival, c));
    }
    match c.maybe_one_of(&["yours", "mover", "opponent", "enemy"]) {
        // "a piece next to a rook of their own side": of that piece's
        Some("yours") if c.back().is_some_and(|side| side.token.is_word("their")) && c.stance.teller().is_none() => {
            Some(of_the_same_side(c))
        }
        Some("yours") => Some(Whose::men_of(c.stance.he(), c)),
        Some("mover") if c.back().is_some_and(|mover| mover.possessive) => {
            c.take("opponent")?;
            Some(Whose::men_of(Player::Opponent, c))
        }
        Some("mover") => Some(Whose::plain(movers(c))),
        Some(word) => hostile(c, word),
        None => army(c).map(|army| Whose::plain(Owner::Army(army))),
    }
}

/// `except kings and pawns`.
pub fn exception(c: &mut Cursor) -> Option<Vec<String>> {
    c.attempt(|c| {
        if !c.comma() {
            c.expect(Expected::Phrase("except"));
        }
        if !c.maybe("but") {
            c.take("except")?;
        }
        c.maybe("the");
        c.maybe("a");
        kind_list(c)
    })
}

/// `knight`, `minor pieces`: one kind or several, and whether in the plural.
fn some_kinds(c: &mut Cursor) -> Option<(Vec<String>, bool)> {
    let group = c.attempt(|c| match by_worth(c)? {
        Kinds::Only(kinds) => Some((kinds, c.back()?.token.word.ends_with('s'))),
        Kinds::Every | Kinds::Except(_) => None,
    });
    group.or_else(|| numbered_kind(c).map(|(kind, plural)| (vec![kind], plural)))
}

/// `knight`, `knights and bishops`, `a rook, a bishop or a queen`, `a pawn or a minor piece`: commas count only where "and" or "or" follows.
pub fn kind_list(c: &mut Cursor) -> Option<Vec<String>> {
    let (mut kinds, plural) = some_kinds(c)?;
    let more = c.attempt(|c| {
        let mut more = Vec::new();
        loop {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            if !comma && !joined {
                return None;
            }
            if joined {
                c.maybe("the");
            }
            c.maybe("a");
            let (next, next_plural) = some_kinds(c)?;
            if next_plural != plural {
                return None;
            }
            more.extend(next);
            if joined {
                return Some(more);
            }
        }
    });
    for name in more.unwrap_or_default() {
        if !kinds.contains(&name) {
            kinds.push(name);
        }
    }
    // "knights and bishops and rooks"
    while let Some(names) = c.attempt(|c| {
        c.take_one_of(&["and", "or"])?;
        c.maybe("a");
        let (names, next_plural) = some_kinds(c)?;
        (next_plural == plural).then_some(names)
    }) {
        for name in names {
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
    }
    Some(kinds)
}
