//! What the templates may speak of: one view a mail, plain words and numbers, filled by the adjudicator.
//!
//! Every field is named in `templates/README.md` (a test sees to it). Text fields are as the player shall read them; none holds markup but [`BoardView::html`].

use serde::Serialize;

/// What every mail about a game ends with: where its history stands, so that mailboxes bear witness.
#[derive(Clone, Debug, Serialize)]
pub struct FooterView {
    /// `Zaphod`.
    pub game: String,
    /// The last step before this one, from 1; 0 before the first.
    pub seq: u64,
    /// The head of the chain after that step, hex, shortened.
    pub head: String,
}

/// `invitation.txt`: to somebody who has not said yes; nothing else goes to him before he does.
#[derive(Clone, Debug, Serialize)]
pub struct InvitationView {
    /// The player's name, or his address.
    pub to: String,
    pub game: String,
    /// Who asked for the game.
    pub host: String,
    /// The reader is asked to watch, not to play.
    pub watch: bool,
    /// The side that a rule has made for him in a game that is being played.
    pub side: Option<String>,
    /// All players, the reader included, in seat order.
    pub players: Vec<String>,
    /// In what the meta-rules differ from 4.3 here, a sentence each.
    pub meta: Vec<String>,
    /// How the game rolls its dice; who joins agrees to it.
    pub dice: String,
    pub robot: String,
    pub footer: FooterView,
}

/// `joined.txt`: to everybody who has joined, when somebody did.
#[derive(Clone, Debug, Serialize)]
pub struct JoinedView {
    pub to: String,
    pub game: String,
    /// Who joined.
    pub who: String,
    /// The reader is `who`.
    pub you: bool,
    pub seats: Vec<SeatView>,
    /// Who has not answered yet; empty: the game begins.
    pub waiting_for: Vec<String>,
    pub footer: FooterView,
}

#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// The unique label that rule numbers are made of: `w`.
    pub label: String,
    pub player: String,
    pub joined: bool,
    /// One a universe: `white in Zaphod:1 against Ben`.
    pub armies: Vec<String>,
}

/// `waiting.txt`: to everybody at the table, when a phase has to wait for its dice.
#[derive(Clone, Debug, Serialize)]
pub struct WaitingView {
    pub to: String,
    pub game: String,
    /// What is waited for, in a few words.
    pub source: String,
    /// What happened, what is waited for and what the reader may do, a paragraph each.
    pub paragraphs: Vec<String>,
    /// The locked orders, a line each.
    pub orders: Vec<String>,
    /// SHA-256 of the orders.
    pub orders_hash: String,
    /// Which numbers mean what, a line each.
    pub table: Vec<String>,
    /// SHA-256 of the table.
    pub table_hash: String,
    /// Commands that check it all, a line each; long ones stay whole.
    pub by_hand: Vec<String>,
    pub robot: String,
    pub footer: FooterView,
}

/// `turn.txt` and `turn.html`: to every player and observer after each phase.
#[derive(Clone, Debug, Serialize)]
pub struct TurnView {
    pub to: String,
    pub game: String,
    /// The turn of the phase to come, from 1.
    pub turn: u32,
    /// Which timeline it is, from 2 on: the game has gone back.
    pub timeline: Option<usize>,
    /// What the phase did, a sentence each, the most important first.
    pub happened: Vec<String>,
    pub boards: Vec<BoardView>,
    pub rules: Vec<RuleView>,
    /// Amendments in force, and what is being voted on.
    pub amendments: Vec<MotionView>,
    pub proposals: Vec<MotionView>,
    /// Whose phase comes; none: the game is over.
    pub next: Option<NextView>,
    /// How the game ended, in one sentence.
    pub result: Option<String>,
    /// A draw on offer, and how this reader may answer it.
    pub draw: Option<String>,
    /// What this reader is asked to say to challenges and presumptions, a paragraph each.
    pub wanted: Vec<String>,
    /// Challenges and presumptions that stand open, a paragraph each.
    pub open: Vec<String>,
    /// The last few phases, the newest first.
    pub history: Vec<PhaseView>,
    /// What proves the rolls of this phase, a line each; long ones stay whole.
    pub dice: Vec<String>,
    pub robot: String,
    /// The reader may send orders in this game (an observer may not).
    pub plays: bool,
    /// The universe of one of the reader's kings, while he has still to say which of them is real.
    pub names_king: Option<u16>,
    /// The number of a rule, to show how one is repealed.
    pub repealed: String,
    pub footer: FooterView,
}

#[derive(Clone, Debug, Serialize)]
pub struct BoardView {
    /// `Zaphod:1`.
    pub name: String,
    /// `white: Ann, black: Ben`.
    pub sides: String,
    /// What to know at a glance: `White is in check.`
    pub remarks: Vec<String>,
    /// The last moves here, with who made them.
    pub last_moves: Vec<String>,
    /// The board in letters, every line ended.
    pub text: String,
    /// The men by army, a line each.
    pub pieces: Vec<String>,
    /// The position in one line, like FEN.
    pub position: String,
    /// A finished `<table>`.
    pub html: String,
    /// The `cid:` of the board's picture.
    pub image: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct RuleView {
    /// `w1`.
    pub number: String,
    pub maker: String,
    /// `the whole multiverse` or `Zaphod:2`.
    pub scope: String,
    pub title: Option<String>,
    /// The canonical text, a sentence a line.
    pub text: Vec<String>,
    /// What the reader of the rule should know: `in force until turn 9`.
    pub remarks: Vec<String>,
}

/// A proposal, or the amendment that it has become (R14).
#[derive(Clone, Debug, Serialize)]
pub struct MotionView {
    /// `A1`.
    pub number: String,
    /// Who proposed it; none: it was agreed on before the game.
    pub proposer: Option<String>,
    pub title: Option<String>,
    /// The canonical text, a sentence each.
    pub text: Vec<String>,
    /// What the reader should know: who has voted, what it changes, since when it is in force.
    pub remarks: Vec<String>,
    /// How the reader, who has still to vote, agrees: `VOTE A1 YES`.
    pub agree: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NextView {
    pub player: String,
    /// The reader is this player.
    pub you: bool,
    /// The first of his colours, which names the phase in subjects.
    pub colour: String,
    /// His armies' colours: `white, yellow`.
    pub colours: String,
    /// What the phase needs besides moves, a phrase each: which king is real.
    pub also: Vec<String>,
    /// Where a move is due, such as `Zaphod:1` and which army is his there.
    pub owes: Vec<DueView>,
}

#[derive(Clone, Debug, Serialize)]
pub struct DueView {
    /// The universe's number, as orders name it.
    pub universe: u16,
    /// `Zaphod:1`.
    pub name: String,
    pub army: String,
    /// An order that would be accepted there now, to show the form.
    pub example: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct PhaseView {
    pub turn: u32,
    pub player: String,
    /// `1: e2-e4, 2: Nf3`.
    pub what: String,
}

/// `answer.txt`: to whoever wrote, about his letter line by line.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerView {
    pub to: String,
    pub game: Option<String>,
    pub colour: Colour,
    /// Counts for the subject.
    pub accepted: usize,
    pub refused: usize,
    /// `CHECK`: nothing was committed.
    pub preview: bool,
    /// What was only checked would complete the reader's phase.
    pub suffices: bool,
    /// Some lines were only to be checked, and others not.
    pub mixed: bool,
    pub lines: Vec<LineView>,
    /// Lines of the letter that said what a rule waits for, as written.
    pub heard: Vec<String>,
    /// What a rule waits for and is not said yet, while orders are kept, in one sentence.
    pub unsaid: Option<String>,
    /// Lines of the letter that are no orders, as written.
    pub left_aside: Vec<String>,
    /// Lines behind the last that one letter may hold, in one sentence.
    pub unread: Option<String>,
    /// What the phase still lacks: `a move in Zaphod:2`.
    pub missing: Vec<String>,
    /// The phase was carried out: the turn mail shows it.
    pub done: Option<String>,
    /// The orders are complete, and wait only because of the error.
    pub held: bool,
    /// The orders are being carried out and wait for a player's choice: whose, by which rule.
    pub waits: Option<String>,
    /// When the orders are executed: `at 14:20 UTC`, none: not yet or done.
    pub executes: Option<String>,
    /// What was asked for: status, board, rules, help.
    pub sections: Vec<SectionView>,
    pub robot: String,
    pub footer: Option<FooterView>,
}

impl AnswerView {
    /// To a letter without orders: what was asked for, and nothing of a phase.
    pub fn of_sections(to: String, sections: Vec<SectionView>, robot: String) -> AnswerView {
        AnswerView {
            to,
            game: None,
            colour: Colour::Green,
            accepted: 0,
            refused: 0,
            preview: false,
            suffices: false,
            mixed: false,
            lines: Vec::new(),
            heard: Vec::new(),
            unsaid: None,
            left_aside: Vec::new(),
            unread: None,
            missing: Vec::new(),
            done: None,
            held: false,
            waits: None,
            executes: None,
            sections,
            robot,
            footer: None,
        }
    }
}

/// The three colours of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Accepted.
    Green,
    /// Accepted, but something is missing or worth a second look.
    Yellow,
    /// Refused.
    Red,
}

#[derive(Clone, Debug, Serialize)]
pub struct LineView {
    /// The line as the player wrote it.
    pub text: String,
    pub colour: Colour,
    /// What the robot made of it, or why it did not: each a sentence or a drawn diagnostic of several lines.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SectionView {
    pub title: String,
    /// Finished text; its lines are kept.
    pub text: String,
}

/// `refusal.txt`: to the writer of a letter that could not be dealt with at all.
#[derive(Clone, Debug, Serialize)]
pub struct RefusalView {
    pub to: String,
    pub game: Option<String>,
    /// The subject of his letter.
    pub subject: String,
    /// Why, in one sentence.
    pub reason: String,
    /// What would work, each a sentence.
    pub mend: Vec<String>,
    pub robot: String,
    pub footer: Option<FooterView>,
}

/// `notice.txt`: something everybody at the table shall know.
#[derive(Clone, Debug, Serialize)]
pub struct NoticeView {
    pub to: String,
    pub game: Option<String>,
    /// For the subject: `Ann offers a draw`.
    pub headline: String,
    pub paragraphs: Vec<String>,
    /// What dice came to, where they decide something on the way, and how it is checked by hand; commands are never broken into lines.
    pub dice: Vec<String>,
    pub robot: String,
    pub footer: Option<FooterView>,
}
