//! Rules in play: each page of `tests/ideas` is rules in the words of players and a short game that shows what they do, and what their
//! repeal restores.
//!
//! After the rules stands `---`, then one step a line; `#` begins a remark.
//!
//! | step | what it does |
//! | --- | --- |
//! | `law atomic` | the law under the rules, `mar` where nothing is said; before `from` |
//! | `from FEN` | the position; its move number is the turn, its side is on move |
//! | `enact [N]` | the next rule of the page, or rule N, comes into force (as all do at `from` where no step enacts) |
//! | `repeal N` | rule N ends |
//! | `play MOVE` | a legal move; then the next side's phase opens |
//! | `pass` | the phase goes by without a move |
//! | `board PLACEMENT` | the placement is this now |
//! | `refused MOVE` | no legal move is so written |
//! | `to e2: e3 e4` | the man there may go to exactly these squares |
//! | `moves N` | so many legal moves |
//! | `points white 3 [NAME]` | a counter of a side |
//! | `bears e4 2 lives` | a counter of the man there |
//! | `answer COLOUR CHOICE` | what the next question gets for an answer |
//! | `asked MOVE: a3 b3` | the move comes to a question with these choices |
//! | `said WORDS` | the mover has said them in this phase |
//! | `secret COLOUR SQUARE` | the player has named that square in secret |
//! | `opened N` | so many secrets have acted |
//! | `rolled N` | so many rolls so far |
//! | `choices MOVE: a3 b3` | what there is to choose where the move says nothing |

use std::collections::BTreeSet;
use std::fmt::Write;

use custodian::board::{ArmyId, Bearer, BoardId, Clock, Effect, Key, Note, Position};
use custodian::dice::{Chain, Cup, Fresh, Randomizer};
use custodian::law::{
    Active, Fate, Instant, Law, Move, SAID, Secret, Standard, Strength, Universes, borne, introduce, notation, read_fen, texts, write_fen,
};
use custodian::rule::{Rule, Vocabulary, print, read};

/// A game under the rules of a page.
struct Game {
    standard: Standard,
    rules: Vec<(String, Rule)>,
    /// Which are in force, in order of enactment.
    active: Vec<usize>,
    position: Position,
    law: Law,
    army: ArmyId,
    fate: Fate,
}

impl Game {
    fn fold(standard: &Standard, rules: &[(String, Rule)], active: &[usize], position: &Position) -> Result<Law, String> {
        let in_force = active.iter().map(|&at| Active {
            number: &rules[at].0,
            clauses: &rules[at].1.clauses,
            universes: Universes::Every,
            since: None,
            strength: Strength::Settled,
        });
        let in_force: Vec<Active<'_>> = in_force.collect();
        Law::fold(standard, &in_force, &position.entities, &position.geometry).map_err(|problem| problem.to_string())
    }

    fn refold(&mut self) -> Result<(), String> {
        self.law = Game::fold(&self.standard, &self.rules, &self.active, &self.position)?;
        Ok(())
    }

    fn enact(&mut self, at: usize) -> Result<(), String> {
        if self.rules.len() <= at {
            return Err(format!("the page has {} rules", self.rules.len()));
        }
        let text = format!("rule {}", self.rules[at].0);
        introduce(&text, &self.rules[at].1.clauses, &mut self.position);
        self.active.push(at);
        self.refold()?;
        let number = self.rules[at].0.clone();
        self.fire(Instant::Enacted(&number))
    }

    fn repeal(&mut self, at: usize) -> Result<(), String> {
        let number = self.rules[at].0.clone();
        let side = self.position.entities.army(self.army).side;
        let fired = self.law.fire(&self.position, Instant::Repealed(&number, None), side, Some(&mut self.fate));
        self.active.retain(|&active| active != at);
        for fired in fired {
            self.position.apply_all(&fired.effects);
        }
        self.refold()
    }

    fn fire(&mut self, instant: Instant<'_>) -> Result<(), String> {
        let side = self.position.entities.army(self.army).side;
        let fired = self.law.fire(&self.position, instant, side, Some(&mut self.fate));
        if let Some(asked) = self.fate.asked.take() {
            return Err(format!("nobody has answered: {}", asked.options.join(" ")));
        }
        for fired in fired {
            self.position.apply_all(&fired.effects);
        }
        // A board may have grown.
        self.refold()
    }

    fn legal(&self) -> Vec<Move> {
        self.law.legal(&self.position, self.army, None)
    }

    fn close(&mut self) -> Result<(), String> {
        self.fire(Instant::Closes)?;
        if self.army.index() + 1 == self.standard.armies.len() {
            self.fire(Instant::TurnEnds)?;
        }
        let released = self.law.closing(&self.position, self.position.entities.army(self.army).side);
        self.position.apply_all(&released);
        let armies = self.standard.armies.len();
        let next = ArmyId(((self.army.index() + 1) % armies) as u8);
        let old = self.position.clock();
        let turn = old.turn() + u32::from(next == ArmyId(0));
        self.army = next;
        let side = self.position.entities.army(next).side;
        let new = Clock::new(turn, Some(side));
        let fading = self.position.past().fading(new);
        self.position.apply(&Effect::Clock { old, new });
        self.position.apply_all(&fading);
        let marks = self.law.opening(&self.position, next);
        self.position.apply_all(&marks);
        if turn > old.turn() {
            self.fire(Instant::Turn)?;
        }
        self.fire(Instant::Opens)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let legal = self.legal();
        let at = notation::read(text, &legal, &self.law, &self.position).map_err(|problem| problem.to_string())?;
        let written = notation::long(&legal[at], &self.position);
        let again = notation::read(&written, &legal, &self.law, &self.position);
        if again.as_ref().is_ok_and(|&again| notation::long(&legal[again], &self.position) != written) || again.is_err() {
            return Err(format!("{written} does not read back: {again:?}"));
        }
        let settled = self.law.settle(&self.position, &legal[at], &mut self.fate);
        if let Some(asked) = self.fate.asked.take() {
            return Err(format!("nobody has answered: {}", asked.options.join(" ")));
        }
        let remembered = self.law.remember(&self.position, &settled);
        let before = self.position.clone();
        self.position.apply_all(&settled.effects);
        let mut undone = self.position.clone();
        undone.undo_all(&settled.effects);
        if undone != before {
            return Err(format!("{written} cannot be taken back"));
        }
        self.position.apply_all(&remembered);
        self.close()
    }

    fn placement(&self) -> String {
        let written = write_fen(&self.law, &self.position, BoardId(0), ArmyId(0), self.army, 0, 1);
        written.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Does one step; what it finds wrong.
    fn step(&mut self, step: &str) -> Result<(), String> {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let rest = rest.trim();
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| format!("{text:?} is no number"));
        match word {
            "enact" if rest.is_empty() => self.enact(self.active.iter().max().map_or(0, |last| last + 1)),
            "enact" => self.enact(number(rest)?.saturating_sub(1)),
            "repeal" => self.repeal(number(rest)?.saturating_sub(1)),
            "play" => self.play(rest),
            "pass" => self.close(),
            "answer" => {
                let (army, answer) = rest.split_once(' ').ok_or("answer COLOUR CHOICE")?;
                let army = self.position.entities.army_named(army).ok_or("no such colour")?;
                self.fate.answers.push((self.position.entities.army(army).side, answer.to_owned()));
                Ok(())
            }
            "asked" => {
                let (text, wanted) = rest.split_once(':').ok_or("asked MOVE: CHOICES")?;
                let legal = self.legal();
                let at = notation::read(text.trim(), &legal, &self.law, &self.position).map_err(|problem| problem.to_string())?;
                self.law.settle(&self.position, &legal[at], &mut self.fate);
                same(wanted.trim(), &self.fate.asked.take().map(|asked| asked.options.join(" ")).unwrap_or_default())
            }
            "said" => {
                let key = self.position.entities.key_named(&format!("{SAID}{rest}")).ok_or("no rule waits for these words")?;
                let note = Note { of: Bearer::Side(self.position.entities.army(self.army).side), key };
                self.position.apply(&Effect::Note { note, old: self.position.note(note), new: 1 });
                Ok(())
            }
            "secret" => {
                let (army, square) = rest.split_once(' ').ok_or("secret COLOUR SQUARE")?;
                let army = self.position.entities.army_named(army).ok_or("no such colour")?;
                self.fate.secrets.push(Secret::new(self.position.entities.army(army).side, square.to_owned(), self.rules[0].0.clone()));
                Ok(())
            }
            "opened" => same(rest, &self.fate.opened.len().to_string()),
            "rolled" => same(rest, &self.fate.cup.rolls().len().to_string()),
            "board" => same(rest, &self.placement()),
            "moves" => same(rest, &self.legal().len().to_string()),
            "refused" => match notation::read(rest, &self.legal(), &self.law, &self.position) {
                Ok(at) => Err(format!("{} is legal", notation::long(&self.legal()[at], &self.position))),
                Err(notation::NotationProblem::NotUnderstood { text, .. }) => Err(format!("{text:?} is no move at all")),
                Err(_) => Ok(()),
            },
            "to" => {
                let (from, wanted) = rest.split_once(':').ok_or("to SQUARE: SQUARES")?;
                let from = self.position.geometry.named(BoardId(0), from.trim()).ok_or("no such square")?;
                let legal = self.legal();
                let found: BTreeSet<String> =
                    legal.iter().filter(|played| played.from == from).map(|played| self.position.geometry.name(played.to)).collect();
                let wanted: BTreeSet<String> = wanted.split_whitespace().map(str::to_owned).collect();
                same(&wanted.into_iter().collect::<Vec<_>>().join(" "), &found.into_iter().collect::<Vec<_>>().join(" "))
            }
            "choices" => {
                let (text, wanted) = rest.split_once(':').ok_or("choices MOVE: CHOICES")?;
                let legal = self.legal();
                let begins = |played: &&Move| notation::long(played, &self.position).starts_with(text.trim());
                let cut = |played: &Move| notation::long(played, &self.position)[text.trim().len()..].trim().to_owned();
                let mut found: Vec<String> = legal.iter().filter(begins).map(cut).collect();
                found.sort();
                let mut wanted: Vec<String> = wanted.split(';').map(|part| part.trim().to_owned()).collect();
                wanted.sort();
                same(&wanted.join("; "), &found.join("; "))
            }
            "points" => {
                let mut words = rest.split_whitespace();
                let army = words.next().and_then(|name| self.position.entities.army_named(name)).ok_or("no such colour")?;
                let wanted = words.next().ok_or("no number")?;
                let name = words.collect::<Vec<_>>().join(" ");
                let name = if name.is_empty() { "points" } else { &name };
                let key = self.position.entities.key_named(name).ok_or("no such counter")?;
                let side = self.position.entities.army(army).side;
                same(wanted, &self.position.note(Note { of: Bearer::Side(side), key }).to_string())
            }
            "bears" => {
                let [square, wanted, counted] = rest.split_whitespace().collect::<Vec<_>>()[..] else {
                    return Err("bears e4 2 lives".into());
                };
                let cell = self.position.geometry.named(BoardId(0), square).ok_or("no such square")?;
                let man = self.position.on(cell).ok_or("nobody stands there")?;
                let named = (0..).map(Key).zip(&self.position.entities.names);
                let known = named.filter_map(|(key, name)| Some((key, borne(name, 0)?))).filter(|(_, (_, name))| *name == counted);
                let (key, (start, _)) = known.last().ok_or("no such counter")?;
                same(wanted, &(start + self.position.note(Note { of: Bearer::Man(man), key })).to_string())
            }
            _ => Err(format!("there is no step {word:?}")),
        }
    }
}

/// Dice that fall alike in every run.
fn fate() -> Fate {
    let randomizer = Randomizer::House(Chain::of_game(&[7; 32], "ideas", 0));
    Fate::new(
        Cup::new("ideas", Default::default(), Default::default(), Fresh::Link { randomizer, number: 1 }),
        vec!["1.1".to_owned()],
        Vec::new(),
    )
}

fn same(wanted: &str, found: &str) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("it is {found}")) }
}

/// The rules of a page, each from `RULE` to `END`.
fn rules(text: &str, standard: &Standard, entities: &Position) -> Result<Vec<(String, Rule)>, String> {
    let colours: Vec<String> = entities.entities.armies.iter().map(|army| army.name.clone()).collect();
    let mut words = Vocabulary::of(standard.chain()).in_game("Zaphod", 1, &colours);
    let mut rules = Vec::new();
    for (at, body) in text.split_inclusive("\nEND\n").filter(|body| body.contains("RULE")).enumerate() {
        let body = &body[body.find("RULE").unwrap_or(0)..];
        let reading = read(body, &words);
        let problems = || reading.diagnostics.iter().map(|problem| problem.render(body)).collect::<String>();
        let rule = reading.rule.clone().ok_or_else(problems)?;
        let again = print(&rule, &words);
        if read(&again, &words).rule.as_ref() != Some(&rule) {
            return Err(format!("the canonical words do not read back:\n{again}"));
        }
        words = words.knowing(rule.clauses.iter().map(|clause| &clause.form));
        rules.push((format!("w{}", at + 1), rule));
    }
    Ok(rules)
}

/// Plays a page; the first thing that is not as it says.
fn page(text: &str) -> Result<usize, String> {
    let (rules_text, script) = text.split_once("\n---\n").ok_or("a page has rules, ---, and steps")?;
    let steps: Vec<(usize, &str)> = script
        .lines()
        .enumerate()
        .map(|(at, line)| (at + rules_text.lines().count() + 2, line.split(" #").next().unwrap_or("").trim()))
        .filter(|(_, step)| !step.is_empty() && !step.starts_with('#'))
        .collect();
    let law = steps.iter().find_map(|(_, step)| step.strip_prefix("law ")).unwrap_or("mar");
    let standard = texts::standard(law).map_err(|problem| problem.to_string())?;
    let placed = |fen: &str| read_fen(fen, &standard).map_err(|problem| problem.to_string());
    let start = placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").or_else(|_| {
        standard.start().map_err(|p| p.to_string()).map(|position| custodian::law::Placed {
            position,
            army: ArmyId(0),
            halfmoves: 0,
            number: 1,
            counted: false,
        })
    })?;
    let rules = rules(rules_text, &standard, &start.position)?;
    let enacts = steps.iter().any(|(_, step)| step.starts_with("enact"));
    let mut game: Option<Game> = None;
    for (line, step) in &steps {
        let fail = |problem: String| format!("line {line}: {step}\n    {problem}");
        if step.starts_with("law ") {
            continue;
        }
        if let Some(fen) = step.strip_prefix("from ") {
            let placed = placed(fen).map_err(fail)?;
            let law = Game::fold(&standard, &[], &[], &placed.position).map_err(fail)?;
            let mut begun = Game {
                standard: standard.clone(),
                rules: rules.clone(),
                active: Vec::new(),
                position: placed.position,
                law,
                army: placed.army,
                fate: fate(),
            };
            for at in 0..if enacts { 0 } else { rules.len() } {
                begun.enact(at).map_err(fail)?;
            }
            game = Some(begun);
            continue;
        }
        game.as_mut().ok_or_else(|| fail("no position yet: begin with from".to_owned()))?.step(step).map_err(fail)?;
    }
    Ok(steps.len())
}

#[test]
fn every_idea_is_played_as_its_page_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ideas");
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("the ideas are there").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let mut wrong = String::new();
    let mut pages = 0;
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("a page is text");
        match page(&text) {
            Ok(steps) if steps > 2 => pages += 1,
            Ok(_) => wrong.push_str(&format!("{}: shows nothing\n", path.display())),
            Err(problem) => {
                let _ = writeln!(wrong, "{}: {problem}", path.file_name().unwrap_or_default().to_string_lossy());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(pages > 5, "{pages} pages");
}
