//! The ground that `moves` and `perft` stand on: a law, rules over it, and a position.

use super::{Failure, law_of, read_text};
use crate::archive::record::{read_universe, universes};
use crate::board::{ArmyId, BoardId, FenProblem, Position};
use crate::law::{self, Active, Instant, Law, Standard, Strength, Universes, read_fen};
use crate::rule::{self, Scope, Vocabulary};
use std::path::PathBuf;

/// The word for the law's own array.
const START: &str = "start";

#[derive(Debug, clap::Args)]
pub(super) struct Ground {
    /// The law: chess, mar, king-capture or another of the shipped texts, or a file with a law text (NAME.law)
    #[arg(long, value_name = "NAME|FILE", default_value = "chess")]
    law: String,
    /// A file with a rule, from RULE to END; may be given several times, the later rule supersedes. A rule of the game whose JSON is given is known
    /// by its title: what is counted, put off or lasts under it goes on; squares named in secret are not told
    #[arg(long = "rules", value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// A FEN of the law's two armies on its board, or the JSON that `show --format json` prints. After the cell passed over a FEN may tell the
    /// counter that the law keeps for each player: 3+1, the checks or moves that are left
    #[arg(long, value_name = "FEN|JSON", default_value = START)]
    position: String,
    /// Which universe of a JSON position [default: the first in which the player on move has men]
    #[arg(long, value_name = "NUMBER")]
    universe: Option<u16>,
}

/// A position and the law in force on it.
pub(super) struct Field {
    pub(super) law: Law,
    pub(super) position: Position,
    pub(super) army: ArmyId,
}

/// A position before rules are laid over its law.
struct Placed {
    position: Position,
    army: ArmyId,
    /// The names that a rule may use.
    words: Vocabulary,
    /// What the law does as the phase opens is still to be done.
    unopened: bool,
}

impl Ground {
    /// Reads law, position and rules; each refusal names its file, place and reason.
    pub(super) fn prepare(&self) -> Result<Field, Failure> {
        let standard = law_of(&self.law)?;
        let Placed { mut position, army, mut words, unopened } = self.place(&standard)?;
        if unopened {
            Law::fold(&standard, &[], &position.entities, &position.geometry)?.open(&mut position, army);
        }
        let mut rules: Vec<(String, rule::Rule)> = Vec::new();
        for file in &self.rules {
            let text = read_text(file)?;
            let reading = rule::read(&text, &words);
            let problems: Vec<String> = reading.diagnostics.iter().map(|diagnostic| diagnostic.render(&text)).collect();
            let rule = reading.rule.ok_or_else(|| Failure::new(format!("{} is refused\n{}", file.display(), problems.join("\n"))))?;
            let number = self.number_in_game(&rule).unwrap_or_else(|| (rules.len() + 1).to_string());
            let counting: Vec<String> = rules.iter().flat_map(|(_, rule)| law::counted(&rule.clauses)).collect();
            match self.is_of_a_game() {
                true => law::recall_rule(&format!("rule {number}"), &rule, &mut position),
                false => drop(law::introduce_rule(&format!("rule {number}"), &rule, &[], &counting, &mut position)),
            }
            words = words.with_names_of(&rule.clauses);
            rules.push((number, rule));
        }
        let active = rules.iter().map(|(number, rule)| Active {
            number,
            clauses: &rule.clauses,
            universes: match rule.scope {
                Scope::Multiverse => Universes::Every,
                Scope::Universe(universe) => Universes::Only([universe].into()),
            },
            since: None,
            strength: Strength::Settled,
        });
        let active = active.collect::<Vec<_>>();
        let mut law = Law::fold(&standard, &active, &position.entities, &position.geometry)?;
        // What rules do at once they have done already in the position of a game.
        if !self.is_of_a_game() {
            let side = position.entities.army(army).side;
            for (number, _) in &rules {
                for fired in law.fire(&position, Instant::Enacted(number), side, None) {
                    position.apply_all(&fired.effects);
                }
                law = Law::fold(&standard, &active, &position.entities, &position.geometry)?;
            }
        }
        position.apply_all(&law.opening(&position, army));
        Ok(Field { law, position, army })
    }

    /// The number that a rule has in the game whose JSON the position is: that of the only one with its title.
    fn number_in_game(&self, rule: &rule::Rule) -> Option<String> {
        let title = rule.title.as_deref()?;
        let game: serde_json::Value = serde_json::from_str(&self.position).ok()?;
        let titled = |known: &&serde_json::Value| known["title"].as_str().is_some_and(|known| known.eq_ignore_ascii_case(title));
        let mut known = game.get("rules")?.as_array()?.iter().filter(titled);
        let number = known.next()?["number"].as_str()?.to_owned();
        known.next().is_none().then_some(number)
    }

    /// The position is the JSON of a game, not a FEN.
    fn is_of_a_game(&self) -> bool {
        self.position.trim_start().starts_with('{')
    }

    fn place(&self, standard: &Standard) -> Result<Placed, Failure> {
        let words = Vocabulary::of(standard.chain());
        if self.is_of_a_game() {
            return from_json(&self.position, self.universe, words);
        }
        if let Some(universe) = self.universe.filter(|&universe| universe != 1) {
            return Err(Failure::new(format!(
                "there is no universe {universe}: a FEN has universe 1 alone, the JSON of `show` has them all"
            )));
        }
        let (position, army, unopened) = match self.position.as_str() {
            START | "startpos" => (standard.start()?, ArmyId(0), true),
            fen => {
                let placed = read_fen(fen, standard)?;
                could_be(&placed.position, standard, &self.law)?;
                (placed.position, placed.army, !placed.counted)
            }
        };
        Ok(Placed { position, army, words, unopened })
    }
}

/// Refuses what no game under the law comes to: another board than its own, or an army without the man whose capture decides.
fn could_be(position: &Position, standard: &Standard, law: &str) -> Result<(), Failure> {
    let wrong = |reason: String| Err(FenProblem::new("placement", reason).into());
    let board = position.geometry.board(BoardId(0));
    if (board.files, board.ranks) != (standard.files, standard.ranks) {
        let (own, given) = ((standard.ranks, standard.files), (board.ranks, board.files));
        return wrong(format!(
            "it has {} ranks of {} cells, and the board of the law {law} has {} of {}; another board can be given as JSON",
            given.0, given.1, own.0, own.1
        ));
    }
    let start = standard.start()?;
    if position.men().all(|(_, man)| man.place.cell().is_none()) {
        return wrong("nobody stands on the board".to_owned());
    }
    for (_, royal, _) in start.standing(BoardId(0)).filter(|(_, man, _)| man.royal) {
        if !position.men().any(|(_, man)| man.army == royal.army && man.royal && man.place.cell().is_some()) {
            let (army, kind) = (&start.entities.army(royal.army).name, &start.entities.kind(royal.kind).name);
            return wrong(format!("{army} has no {kind}, and under the law {law} its capture ends the game"));
        }
    }
    Ok(())
}

/// One universe of what `show --format json` prints, whole or its field `position` alone. On move is the field `army` of the universe's board,
/// else its first army.
fn from_json(text: &str, asked: Option<u16>, words: Vocabulary) -> Result<Placed, Failure> {
    let problem = |what: String| Failure::new(format!("the JSON position: {what}"));
    let value: serde_json::Value = serde_json::from_str(text).map_err(|why| problem(why.to_string()))?;
    let record = value.get("position").unwrap_or(&value);
    let (numbers, armies) = universes(record)?;
    let on_move = |universe: u16| {
        let mut boards = value.get("boards")?.as_array()?.iter();
        boards.find(|board| board["universe"] == universe)?.get("army")?.as_str()
    };
    let universe = asked.or_else(|| numbers.iter().copied().find(|&number| on_move(number).is_some())).or(numbers.first().copied());
    let Some(universe) = universe.filter(|universe| numbers.contains(universe)) else {
        let known: Vec<String> = numbers.iter().map(u16::to_string).collect();
        return Err(problem(format!("there is no universe {}, it has: {}", universe.unwrap_or_default(), known.join(", "))));
    };
    let position = read_universe(record, universe)?;
    let army = match on_move(universe) {
        None => ArmyId(0),
        Some(name) => {
            position.entities.army_named(name).ok_or_else(|| problem(format!("there is no army {name:?} in universe {universe}")))?
        }
    };
    if position.entities.armies.is_empty() {
        return Err(problem(format!("universe {universe} has no army")));
    }
    let name = value.get("game").and_then(serde_json::Value::as_str).unwrap_or_default();
    Ok(Placed { position, army, unopened: false, words: words.in_game(name, numbers.len() as u16, &armies) })
}
