//! What happens of itself between moves: at the opening and the end of phases, before turns, when a rule begins or ends.

use crate::board::{ArmyId, Bearer, BoardId, Effect, Position, SideId};
use crate::dice::{Cup, Falls};

use super::fate::Fate;
use super::in_force::Law;
use super::run::{Run, Script, Stage};
use super::scene::Scene;
use super::ties::Boards;
use super::triggers::{Cue, Moment};

/// So many ways of dice are looked at for one that may stand; all others are taken to be such.
pub const MOST_FALLS: u32 = 1000;

/// A moment at which clauses may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instant<'a> {
    /// Before the first phase of a turn.
    Turn,
    /// After the last phase of a turn.
    TurnEnds,
    /// The boards of a game are laid, empty still: what law texts do at once.
    Founded,
    /// A player's phase opens, or ends.
    Opens,
    Closes,
    /// The rule of that number has come into force (D11).
    Enacted(&'a str),
    /// It has just ceased to be, everywhere or in that universe.
    Repealed(&'a str, Option<u16>),
}

/// What one clause did on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// `rule w3`, `law drift`.
    pub text: String,
    pub board: BoardId,
    pub effects: Vec<Effect>,
}

impl Law {
    /// What the clauses in force do at a moment of a player's phase, in order of precedence, each on the boards as the ones before left them.
    /// Without a fate what hangs on dice or answers does not happen; where a question stands open afterwards, the list ends with it.
    pub fn fire(&self, position: &Position, instant: Instant<'_>, side: SideId, fate: Option<&mut Fate>) -> Vec<Fired> {
        self.fire_on(Boards::ALL, position, instant, side, fate)
    }

    /// The same on some boards only.
    pub fn fire_on(&self, on: Boards, position: &Position, instant: Instant<'_>, side: SideId, fate: Option<&mut Fate>) -> Vec<Fired> {
        self.fire_those(on, position, (instant, side), fate, &mut |_, _| None).0
    }

    /// The same, each clause only if what it has just done may stand: `wrong` is shown the position after it, and says why it may not. What
    /// dice have done may stand where they could have fallen so that it might. What may not stand comes besides, with its reason.
    pub fn fire_if(
        &self,
        position: &Position,
        instant: Instant<'_>,
        side: SideId,
        fate: Option<&mut Fate>,
        wrong: &mut dyn FnMut(&Position, &Fired) -> Option<String>,
    ) -> (Vec<Fired>, Vec<(Fired, String)>) {
        self.fire_those(Boards::ALL, position, (instant, side), fate, wrong)
    }

    fn fire_those(
        &self,
        on: Boards,
        position: &Position,
        (instant, side): (Instant<'_>, SideId),
        mut fate: Option<&mut Fate>,
        wrong: &mut dyn FnMut(&Position, &Fired) -> Option<String>,
    ) -> (Vec<Fired>, Vec<(Fired, String)>) {
        let mut position = position.clone();
        let (mut fired, mut withheld) = (Vec::new(), Vec::new());
        for asked in self.asked_at(on, &position, instant, side) {
            let (board, mover, cue, of) = asked;
            if of.is_none() && !asks(cue, instant, &Scene::new(self, &position, board, mover)) {
                continue;
            }
            if fate.as_deref().is_some_and(Fate::stopped) {
                break;
            }
            let (rolls, answers) = fate.as_deref().map_or((0, Vec::new()), |fate| (fate.cup.rolls().len(), fate.answers.clone()));
            let done = self.fire_one(&mut position, asked, instant, fate.as_deref_mut());
            if done.effects.is_empty() {
                continue;
            }
            let Some(why) = wrong(&position, &done) else {
                fired.push(done);
                continue;
            };
            position.undo_all(&done.effects);
            let by_dice = fate.as_deref().filter(|fate| fate.cup.rolls().len() > rolls);
            let before = by_dice.map(|fate| Fate { cup: Cup::empty(), answers, heard: Vec::new(), thwarted: Vec::new(), ..fate.clone() });
            if before.is_some_and(|before| self.may_fall_well(&mut position, asked, instant, &before, wrong)) {
                position.apply_all(&done.effects);
                fired.push(done);
            } else {
                withheld.push((done, why));
            }
        }
        (fired, withheld)
    }

    /// What one cue does, done in the position.
    fn fire_one(
        &self,
        position: &mut Position,
        (board, mover, cue, of): Asked<'_>,
        instant: Instant<'_>,
        fate: Option<&mut Fate>,
    ) -> Fired {
        let stage = Stage { board, mover, playing: mover, actor: None, victim: None, leg: None, taken: None };
        let mut run = Run::new(self, position, stage, Script::default()).settled_by(fate, &[]);
        run.between = true;
        run.opening = matches!(instant, Instant::Opens | Instant::Turn);
        run.at(cue, instant, of);
        Fired { text: cue.source.text.clone(), board, effects: run.effects }
    }

    /// Whether the dice of a cue could fall so that what it does may stand. Of very many ways the first ones are tried, and others are taken to be such.
    fn may_fall_well(
        &self,
        position: &mut Position,
        asked: Asked<'_>,
        instant: Instant<'_>,
        before: &Fate,
        wrong: &mut dyn FnMut(&Position, &Fired) -> Option<String>,
    ) -> bool {
        let mut falls = Falls::default();
        for _ in 0..MOST_FALLS {
            let mut fate = Fate { cup: falls.cup(), ..before.clone() };
            let done = self.fire_one(position, asked, instant, Some(&mut fate));
            let well = done.effects.is_empty() || fate.stopped() || wrong(position, &done).is_none();
            position.undo_all(&done.effects);
            if well {
                return true;
            }
            if !falls.go_on(fate.cup.supposed()) {
                return false;
            }
        }
        true
    }

    /// The same on some boards, done in the position, its effects added to `done`; choices by a script. What would change the shape of a board, and all that its
    /// clause does besides, is left out, for a law is of one shape.
    pub(super) fn fire_in(
        &self,
        on: Boards,
        position: &mut Position,
        (instant, side): (Instant<'_>, SideId),
        script: Script,
        done: &mut Vec<Effect>,
    ) -> Script {
        let mut script = script;
        for (board, mover, cue, of) in self.asked_at(on, position, instant, side) {
            if of.is_none() && !asks(cue, instant, &Scene::new(self, position, board, mover)) {
                continue;
            }
            let stage = Stage { board, mover, playing: mover, actor: None, victim: None, leg: None, taken: None };
            let script_open = script.open;
            let mut run = Run::new(self, position, stage, script);
            run.between = true;
            run.opening = matches!(instant, Instant::Opens | Instant::Turn);
            run.at(cue, instant, of);
            let left_out = run.effects.iter().any(Effect::shapes);
            let open = script_open | left_out | (run.open > 0);
            if left_out {
                run.undo();
            } else {
                done.extend_from_slice(&run.effects);
            }
            script = run.script;
            script.open = open;
            script.toil += 1;
        }
        script
    }

    /// The cues of the boards on which a side plays, board by board; what concerns the whole multiverse on the first board alone. What has
    /// come to its end is told with whom it is noted on.
    fn asked_at(&self, on: Boards, position: &Position, instant: Instant<'_>, side: SideId) -> Vec<Asked<'_>> {
        let mut asked: Vec<Asked<'_>> = Vec::new();
        let all = (0..self.geometry.boards.len()).map(|board| BoardId(board as u8));
        for board in all.filter(|board| on.has(*board) && concerns(instant, self.geometry.board(*board).universe)) {
            for cue in &self.field(board).tables.cues {
                let own = |army: ArmyId| army.index() < self.armies() && self.side(army) == side;
                if let Moment::Due(timed) = &cue.moment
                    && (!matches!(instant, Instant::Repealed(..)) || is_of(cue, instant))
                {
                    let due = timed.due(position, instant, own).filter(|(_, there, _)| *there == board);
                    asked.extend(due.map(|(of, there, army)| (there, army, cue, Some(of))));
                }
            }
            let mut cues = self.field(board).tables.cues.iter().filter(|cue| comes_with(cue, instant)).peekable();
            if cues.peek().is_some()
                && let Some(mover) = self.army_on(position, board, side)
            {
                for cue in cues {
                    let known = |(_, _, other, _): &Asked<'_>| other.source == cue.source;
                    if !cue.whole || !asked.iter().any(known) {
                        asked.push((board, mover, cue, None));
                    }
                }
            }
        }
        asked
    }

    /// The army of a side on a board: the first that stands there, else the side's first.
    fn army_on(&self, position: &Position, board: BoardId, side: SideId) -> Option<ArmyId> {
        let own = || (0..self.armies()).map(|army| ArmyId(army as u8)).filter(|&army| self.side(army) == side);
        own().find(|&army| position.standing(board).any(|(_, man, _)| man.army == army)).or_else(|| own().next())
    }
}

/// A cue, on which board and by which army; and, of what has come to its end, on whom that is noted.
type Asked<'l> = (BoardId, ArmyId, &'l Cue, Option<Bearer>);

/// Whether a cue stands in the rule that begins or ends.
fn is_of(cue: &Cue, instant: Instant<'_>) -> bool {
    let number = match instant {
        Instant::Enacted(number) | Instant::Repealed(number, _) => number,
        _ => return false,
    };
    cue.source.text.strip_prefix("rule ").unwrap_or(&cue.source.text) == number
}

/// A rule that ends in one universe alone does nothing in the others (R1.5).
fn concerns(instant: Instant<'_>, universe: u16) -> bool {
    match instant {
        Instant::Repealed(_, Some(there)) => there == universe,
        _ => true,
    }
}

/// Whether a cue is one of such moments, whoever's they are.
fn comes_with(cue: &Cue, instant: Instant<'_>) -> bool {
    matches!(
        (&cue.moment, instant),
        (Moment::Turn, Instant::Turn)
            | (Moment::TurnEnds, Instant::TurnEnds)
            | (Moment::Enacted, Instant::Founded | Instant::Enacted(_))
            | (Moment::Opens(_), Instant::Opens)
            | (Moment::Closes(_), Instant::Closes)
            | (Moment::Repealed, Instant::Repealed(..))
    )
}

fn asks(cue: &Cue, instant: Instant<'_>, scene: &Scene<'_>) -> bool {
    // A colour's phase concerns the boards on which it plays.
    let of_player =
        |player: &Option<super::terms::Armies>| player.as_ref().is_none_or(|player| player(scene) >> scene.mover.index() & 1 == 1);
    match (&cue.moment, instant) {
        (Moment::Turn, Instant::Turn) | (Moment::TurnEnds, Instant::TurnEnds) => true,
        (Moment::Enacted, Instant::Founded) => cue.source.text.starts_with("law "),
        (Moment::Opens(player), Instant::Opens) | (Moment::Closes(player), Instant::Closes) => of_player(player),
        (Moment::Enacted, Instant::Enacted(_)) | (Moment::Repealed, Instant::Repealed(..)) => is_of(cue, instant),
        _ => false,
    }
}
