//! From logs back to the state: a fold over recorded events, with no decider.

use std::sync::Arc;

use super::witness::Resumed;
use super::{Custodian, SEMANTICS, Table};
use crate::archive::record::{RecordProblem, Recorded, read_founding, read_recorded};
use crate::archive::{Digest, GameName, Head, Line};
use crate::game::Event;
use crate::game::founding::Founding;
use crate::game::mar::Multiverse;
use crate::law;

use super::Fault;
use super::post::TURN;
use super::remail::{MailMark, named_mail};

/// Why a log cannot be folded back into a game.
#[derive(Debug, thiserror::Error)]
pub enum RestoreProblem {
    #[error("{0}")]
    Founding(RecordProblem),
    #[error("the law: {0}")]
    Law(String),
    #[error("line {seq} was decided under semantics {found}, and this program knows 1 to {known}: a newer custodian reads it")]
    Newer { seq: u64, found: u32, known: u32 },
    #[error("line {seq} was decided under semantics {found}, and the game had gone on to {reached} before: a game never goes back")]
    Older { seq: u64, found: u32, reached: u32 },
    #[error("line {seq}: {problem}")]
    Record { seq: u64, problem: RecordProblem },
    #[error("line {seq}: the log says that the state after it is {recorded}, and folding its events gives {derived}")]
    State { seq: u64, recorded: Digest, derived: Digest },
}

/// A founded game with its law, before any event.
pub fn found(founding: Founding) -> Result<Multiverse, Fault> {
    let standard = law::texts::standard(&founding.law).map_err(|problem| Fault::Law(problem.to_string()))?;
    Multiverse::found(founding, Arc::new(standard)).map_err(|problem| Fault::Law(problem.to_string()))
}

/// What the line before the next one came to, where it is known: most lines change nothing, and need no deriving.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached {
    state: Option<Digest>,
    sem: u32,
}

impl Reached {
    /// A state that is not derived yet, of a game that has got to those semantics.
    pub(super) fn under(sem: u32) -> Reached {
        Reached { state: None, sem }
    }
}

/// Folds one line's events into a game and gives them back; the state must come out as the line says.
pub fn fold(game: &mut Multiverse, line: &Line) -> Result<Vec<Event>, RestoreProblem> {
    fold_on(game, &mut Reached::default(), line)
}

/// The same for the line after the last that was folded so; `before` goes along with the game.
pub fn fold_on(game: &mut Multiverse, before: &mut Reached, line: &Line) -> Result<Vec<Event>, RestoreProblem> {
    let sem = follows(line, before.sem.max(game.founding.semantics), SEMANTICS)?;
    let waiting = game.awaited.as_ref().map(|awaited| awaited.pin.clone());
    let mut events = Vec::new();
    for json in &line.entry.events {
        let recorded = read_recorded(json, &|| game.vocabulary()).map_err(|problem| RestoreProblem::Record { seq: line.seq, problem })?;
        if let Recorded::Game(event) = recorded {
            let sound = game.could_apply(&event).and_then(|()| game.could_be_of(&event, line.entry.at, waiting.as_ref()));
            if let Err(what) = sound {
                return Err(RestoreProblem::Record { seq: line.seq, problem: RecordProblem { what } });
            }
            game.apply(&event);
            events.push(event);
        }
    }
    let known = before.state.filter(|_| events.is_empty());
    let derived = known.unwrap_or_else(|| Digest::of(game.canonical().as_bytes()));
    if derived != line.entry.state {
        return Err(RestoreProblem::State { seq: line.seq, recorded: line.entry.state, derived });
    }
    *before = Reached { state: Some(derived), sem };
    Ok(events)
}

/// The semantics of a line, which a game that had reached others goes on to, where the program knows them. What orders mean may change between
/// lines; what events mean never does, so a known number is all that folding asks for.
fn follows(line: &Line, reached: u32, known: u32) -> Result<u32, RestoreProblem> {
    match (line.seq, line.entry.sem) {
        (seq, found) if found > known => Err(RestoreProblem::Newer { seq, found, known }),
        (seq, found) if found < reached => Err(RestoreProblem::Older { seq, found, reached }),
        (_, found) => Ok(found),
    }
}

/// A game as it was after a line (all lines where `last` is none), `seen` being told of each line's events.
pub fn replay_to(
    toml: &str,
    lines: &[Line],
    last: Option<u64>,
    seen: &mut dyn FnMut(&Line, &[Event], &Multiverse),
) -> Result<Multiverse, RestoreProblem> {
    let founding = read_founding(toml).map_err(RestoreProblem::Founding)?;
    let mut game = found(founding).map_err(|fault| RestoreProblem::Law(fault.to_string()))?;
    let mut reached = Reached::default();
    for line in lines.iter().take_while(|line| last.is_none_or(|last| line.seq <= last)) {
        let events = fold_on(&mut game, &mut reached, line)?;
        seen(line, &events, &game);
    }
    Ok(game)
}

impl Table {
    /// The semantics under which its next letter is judged: those of its founding, or what a line of its log has gone on to.
    pub(super) fn semantics(&self) -> u32 {
        self.reached.sem.max(self.game.founding.semantics)
    }

    /// The table of a founded game whose log has no line yet.
    pub fn founded(toml: &str) -> Result<Table, RestoreProblem> {
        let game = replay_to(toml, &[], None, &mut |_, _, _| ())?;
        Ok(Table::new(game, toml))
    }

    /// Takes in the next line of its log.
    pub fn fold(&mut self, line: &Line) -> Result<(), RestoreProblem> {
        let anew = self.game.dice.anew.len();
        fold_on(&mut self.game, &mut self.reached, line)?;
        self.resumed.extend(Resumed::behind(anew, &self.game, line.seq, line.entry.at));
        self.heads.reach(Head { seq: line.seq, hash: line.hash });
        self.promised.extend(line.entry.out.iter().map(|mail| MailMark::of(named_mail(&mail.id))));
        let turns = line.entry.out.iter().filter(|mail| mail.kind == TURN);
        self.latest.extend(turns.map(|mail| (mail.to.clone(), mail.clone())));
        Ok(())
    }
}

impl Custodian {
    /// Takes in a game folded back from its log.
    pub fn seat(&mut self, name: GameName, table: Table) {
        // A game folder whose founding line was never written was never founded.
        if table.head().seq > 0 {
            self.tables.insert(name, table);
        }
    }

    /// A letter seen and budgets spent, from a line of any log.
    pub fn recall(&mut self, line: &Line) {
        self.remember(&line.entry);
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::archive::{Cause, Chain, Entry};

    /// How far a game comes through lines of these semantics, in a program that knows some.
    fn through(semantics: &[u32], known: u32) -> Result<u32, String> {
        let mut chain = Chain::founded_on(b"");
        semantics.iter().try_fold(1, |reached, sem| {
            let entry = Entry {
                at: DateTime::UNIX_EPOCH,
                sem: *sem,
                cause: Cause::named("clock"),
                events: Vec::new(),
                out: Vec::new(),
                boards: Default::default(),
                files: Default::default(),
                state: Digest::of(b""),
                note: String::new(),
            };
            let text = chain.write(entry).unwrap();
            let line = chain.read(text.as_bytes()).unwrap();
            follows(&line, reached, known).map_err(|problem| problem.to_string())
        })
    }

    #[test]
    fn a_game_goes_on_to_newer_semantics_and_never_back() {
        assert_eq!(through(&[1, 1, 2, 3, 3], 3), Ok(3));
        let back = through(&[1, 2, 2, 1], 3).unwrap_err();
        assert_eq!(back, "line 4 was decided under semantics 1, and the game had gone on to 2 before: a game never goes back");
        let newer = through(&[1, 2, 3], 2).unwrap_err();
        assert_eq!(newer, "line 3 was decided under semantics 3, and this program knows 1 to 2: a newer custodian reads it");
    }
}
