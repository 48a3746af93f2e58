//! A sentence by which something is drawn by lot, `On turn ten choose a square at random`, or chosen by one player, `its owner chooses a file`: when, what,
//! by whom.

use super::Span;
use super::christening::said;
use super::draws::DRAWN;
use super::lexer::{Sort, Token, stands};

/// What can be drawn, in any word for it, and its name.
const LOTS: [(&str, &str); 5] = [("file", "file"), ("column", "file"), ("rank", "rank"), ("row", "rank"), ("square", "square")];
const CHOOSES: [&str; 8] = ["chooses", "choose", "picks", "pick", "selects", "select", "draws", "draw"];
const EVENTS: [&str; 5] = ["when", "whenever", "after", "if", "once"];
/// With what a time begins that stands behind the draw.
const TIMES: [&str; 9] = ["every", "each", "at", "on", "when", "whenever", "after", "before", "once"];

/// What sort of thing a word names.
pub fn lot(token: &Token) -> Option<&'static str> {
    LOTS.iter().find(|(word, _)| token.is_word(word)).map(|(_, name)| *name)
}

/// A sentence in which something is drawn.
pub struct Draw {
    /// What it says of the time, as far as the draw.
    head: Vec<Token>,
    lot: &'static str,
    /// `empty square on rank 4`.
    what: Vec<Token>,
    by: By,
    /// What stands behind it.
    pub rest: Vec<Token>,
}

#[derive(PartialEq)]
enum By {
    Lot,
    /// `its owner`, `white`.
    Player(Vec<Token>),
    /// Whoever orders it instead of a move: `a player who has no queen`.
    Order(Vec<Token>),
}

impl Draw {
    pub fn of(sentence: &[Token]) -> Option<Draw> {
        let draw = Draw::passive(sentence).or_else(|| Draw::command(sentence)).or_else(|| Draw::choice(sentence))?;
        Some(draw.with_its_time_in_front())
    }

    /// `a random file is drawn`, `a file is drawn by lot`.
    fn passive(sentence: &[Token]) -> Option<Draw> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        (0..sentence.len()).find_map(|at| {
            is(at, &["a", "an", "one", "another"]).then_some(())?;
            let random = is(at + 1, &["random"]);
            let from = at + 1 + usize::from(random);
            let verb = (from + 1..sentence.len()).find(|&verb| is(verb, &["is", "gets"]) && is(verb + 1, &DRAWN))?;
            let what = &sentence[from..verb];
            let lot = drawn(what)?;
            let by_lot = by_lot(sentence, verb + 2);
            (random || by_lot > 0).then_some(())?;
            let rest = sentence[verb + 2 + by_lot..].to_vec();
            Some(Draw { head: sentence[..at].to_vec(), lot, what: what.to_vec(), by: By::Lot, rest })
        })
    }

    /// `choose a square at random`, `pick a random file`.
    fn command(sentence: &[Token]) -> Option<Draw> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        (0..sentence.len()).find_map(|at| {
            let before = at.checked_sub(1).and_then(|last| sentence.get(last));
            let time = |token: &Token| {
                matches!(token.sort, Sort::Mark | Sort::Number(_) | Sort::Ordinal(_))
                    || ["turn", "turns"].iter().any(|word| token.is_word(word))
            };
            (is(at, &CHOOSES) && is(at + 1, &["a", "an", "one"]) && before.is_none_or(time)).then_some(())?;
            let random = is(at + 2, &["random"]);
            let from = at + 2 + usize::from(random);
            let end = (from + 1..=sentence.len()).find(|&end| sentence.get(end).is_none_or(ends_what) || by_lot(sentence, end) > 0)?;
            let by_lot = by_lot(sentence, end);
            (random || by_lot > 0).then_some(())?;
            let what = &sentence[from..end];
            let lot = drawn(what)?;
            let rest = sentence[end + by_lot..].to_vec();
            Some(Draw { head: sentence[..at].to_vec(), lot, what: what.to_vec(), by: By::Lot, rest })
        })
    }

    /// `..., its owner chooses a file`, `A player may, instead of moving, choose an empty square`.
    fn choice(sentence: &[Token]) -> Option<Draw> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        let verb = (1..sentence.len()).find(|&at| is(at, &CHOOSES) && is(at + 1, &["a", "an", "one"]))?;
        let end = (verb + 3..=sentence.len()).find(|&end| sentence.get(end).is_none_or(ends_what))?;
        let what = &sentence[verb + 2..end];
        let lot = drawn(what)?;
        let hidden = ["secret", "secretly", "random", "different"].iter().any(|word| sentence.iter().any(|token| token.is_word(word)));
        (!hidden).then_some(())?;
        let (head, rest) = (&sentence[..verb], sentence[end..].to_vec());
        let draw = |head: &[Token], by| Draw { head: head.to_vec(), lot, what: what.to_vec(), by, rest: rest.clone() };
        if sentence[verb].word.ends_with('s') {
            let who = head.iter().rposition(|token| token.sort == Sort::Mark).map_or(0, |mark| mark + 1);
            let chooser = &head[who..];
            let many = ["each", "every", "a", "any", "both", "whoever", "all"];
            let event = head.first().is_some_and(|first| EVENTS.iter().any(|word| first.is_word(word)));
            let chooser = match chooser {
                [he] if ["he", "she"].iter().any(|word| he.is_word(word)) => (!event).then(|| said("the mover", he.span))?,
                [first, ..] if chooser.len() <= 3 && !many.iter().any(|word| first.is_word(word)) => chooser.to_vec(),
                _ => return None,
            };
            return Some(draw(&head[..who], By::Player(chooser)));
        }
        let may = head.iter().position(|token| token.is_word("may") || token.is_word("can"))?;
        let instead = head[may + 1..].iter().filter(|token| token.sort == Sort::Word).map(|token| token.word.as_str()).collect::<Vec<_>>();
        let plain = ["instead of moving", "instead of a move", "instead of making a move"].contains(&instead.join(" ").as_str());
        (plain && !head[..may].iter().any(|token| token.sort == Sort::Mark)).then(|| draw(&[], By::Order(head[..may].to_vec())))
    }

    /// `Choose a file at random at the start of each turn`.
    fn with_its_time_in_front(mut self) -> Draw {
        let end = self.rest.iter().position(|token| token.sort == Sort::Mark).unwrap_or(self.rest.len());
        let time = self.head.is_empty() && end > 0 && TIMES.iter().any(|word| self.rest[0].is_word(word));
        if time && !matches!(self.by, By::Order(_)) {
            self.head = self.rest.drain(..end).collect();
        }
        self
    }

    pub fn lot(&self) -> &'static str {
        self.lot
    }

    /// What it is called from then on.
    pub fn name(&self) -> String {
        format!("{} {}", if self.by == By::Lot { "drawn" } else { "chosen" }, self.lot)
    }

    pub fn is_order(&self) -> bool {
        matches!(self.by, By::Order(_))
    }

    /// Somebody does something by which it is drawn, of whom the sentence can speak.
    pub fn has_event(&self) -> bool {
        self.head.first().is_some_and(|first| EVENTS.iter().any(|word| first.is_word(word)))
    }

    /// Each turn has a draw of its own.
    fn is_of_every_turn(&self) -> bool {
        self.head.windows(2).any(|two| ["every", "each"].iter().any(|word| two[0].is_word(word)) && two[1].is_word("turn"))
    }

    /// When it is drawn, to be put before what happens then.
    pub fn time(&self, span: Span) -> Vec<Token> {
        let mut time = self.head.clone();
        if time.last().is_some_and(|last| !last.is_mark(",") && !last.is_mark(":")) {
            time.extend(said(",", span));
        }
        time
    }

    /// The draw, in sentences of the language.
    pub fn marking(&self, name: &str, span: Span) -> Vec<Vec<Token>> {
        let off = said(&format!("the {name} is no longer marked as the {name}"), span);
        let mark = said(&format!("is marked as the {name}"), span);
        let chosen = |by: &[Token]| match self.lot {
            "square" => {
                let many = |token: &Token| if token.is_word("square") { said("squares", token.span) } else { vec![token.clone()] };
                [said("one of the", span), self.what.iter().flat_map(many).collect(), said("chosen by", span), by.to_vec()].concat()
            }
            _ => [said("a", span), self.what.clone(), said("chosen by", span), by.to_vec()].concat(),
        };
        let anew = match &self.by {
            By::Lot => [said("a random", span), self.what.clone(), mark].concat(),
            By::Player(by) => [chosen(by), mark].concat(),
            By::Order(who) => {
                let each = match who.as_slice() {
                    [one, player] if one.is_word("a") && player.is_word("player") => said("each player", span),
                    _ => who.clone(),
                };
                let order = said("may order this instead of moving :", span);
                return vec![[each, order, off, said("and then", span), chosen(&said("the mover", span)), mark].concat()];
            }
        };
        match self.head.is_empty() {
            true => vec![[said("at once ,", span), anew].concat()],
            false => vec![[self.time(span), off].concat(), [self.time(span), anew].concat()],
        }
    }

    /// The same for a time, where it is chosen in the place of a move; of a square alone.
    pub fn marked_for(&self, name: &str, span: Span, time: &[Token]) -> Option<Vec<Token>> {
        let By::Order(_) = &self.by else { return None };
        (self.lot == "square").then_some(())?;
        let mut order = self.marking(name, span).pop()?;
        let off = said(&format!("the {name} is no longer marked as the {name} and then"), span);
        let colon = order.iter().position(|token| token.is_mark(":"))? + 1;
        order.drain(colon..colon + off.len());
        order.extend(time.iter().cloned());
        Some(order)
    }

    /// `until the next draw`, `until another file is drawn`: where that ends. So long its name lasts anyway.
    pub fn until_the_next(&self, sentence: &[Token], at: usize) -> Option<usize> {
        let is = |at: usize, these: &[&str]| stands(sentence, at, these);
        if self.is_of_every_turn() && is(at, &["this"]) && is(at + 1, &["turn"]) {
            return Some(at + 2);
        }
        is(at, &["until", "till"]).then_some(())?;
        let end = match () {
            () if is(at + 1, &["the"]) && is(at + 2, &["next"]) && is(at + 3, &["draw", "drawing", "lot"]) => at + 4,
            () if is(at + 1, &["the"]) && is(at + 2, &["next"]) && is(at + 3, &["one"]) && is(at + 4, &["is"]) && is(at + 5, &DRAWN) => {
                at + 6
            }
            () if is(at + 1, &["another"]) && is(at + 2, &["is"]) && is(at + 3, &DRAWN) => at + 4,
            () if is(at + 1, &["another", "a"]) => {
                let noun = at + 2 + usize::from(is(at + 2, &["new"]));
                (sentence.get(noun).and_then(lot) == Some(self.lot) && is(noun + 1, &["is"]) && is(noun + 2, &DRAWN)).then_some(noun + 3)?
            }
            () => return None,
        };
        let ends = sentence.get(end).is_none_or(|next| next.is_mark(","));
        ends.then_some(end)
    }
}

/// What these words say to be drawn: one word for a file or a rank, a square with more about it.
fn drawn(what: &[Token]) -> Option<&'static str> {
    let plain =
        what.iter().all(|token| !matches!(token.sort, Sort::Mark | Sort::Quoted) && !token.is_word("is") && !token.is_word("chooses"));
    match what {
        [one] => lot(one),
        _ => (plain && what.len() <= MAX_WHAT && what.iter().take(2).any(|token| token.is_word("square"))).then_some("square"),
    }
}

/// The most words about a square that is drawn.
const MAX_WHAT: usize = 8;

/// `by lot`, `at random`: how many words.
fn by_lot(sentence: &[Token], at: usize) -> usize {
    let two = stands(sentence, at, &["by"]) && stands(sentence, at + 1, &["lot", "chance"])
        || stands(sentence, at, &["at"]) && stands(sentence, at + 1, &["random"]);
    2 * usize::from(two)
}

/// Behind what is chosen.
fn ends_what(token: &Token) -> bool {
    token.sort == Sort::Mark || ["and", "then", "where", "which", "instead"].iter().any(|word| token.is_word(word))
}
