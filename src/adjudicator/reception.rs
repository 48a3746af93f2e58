//! Letters that reach no table: from strangers, for no game or for one of several, beyond the limit, or for HELP alone. The lobby answers.

use super::desk::Desk;
use super::lobby::TOO_MANY;
use super::post::{Draft, PostBag};
use super::table::Seated;
use super::{Fault, Step, Table, questions};
use crate::archive::GameName;
use crate::archive::record::DeskEvent;
use crate::game::order::{Line, Order, Question};
use crate::game::reading::{self, Names};
use crate::letter::Kind;
use crate::letter::views::{AnswerView, Colour, RefusalView};

/// How many characters of a title that nobody knows are repeated.
const TITLE_SHOWN: usize = 100;

impl Desk<'_> {
    /// A letter of which nothing may be executed, answered from the lobby.
    pub(super) fn refuse_in_lobby(&self, why: &str, reason: String, mend: Vec<String>) -> Result<Step, Fault> {
        let answer = self.may_answer().then_some((reason, mend));
        self.refused(why, answer)
    }

    /// The first letter beyond the hourly limit: the one that is answered.
    pub(super) fn turn_away(&self) -> Result<Step, Fault> {
        let limit = self.custodian.house.letters_per_hour;
        let again = self.custodian.lobby.reads_again(self.address(), limit, self.now);
        let reason = format!(
            "I read at most {limit} letters an hour from one address. This one is kept unread, and so are those that follow; they get no answer."
        );
        let mend = vec![format!("Send what still matters again after {} UTC.", again.format("%H:%M on %-d %B %Y"))];
        self.refused(TOO_MANY, Some((reason, mend)))
    }

    /// Writes down that the letter did nothing; the answer, where one is sent, is a reason and what would work.
    fn refused(&self, why: &str, answer: Option<(String, Vec<String>)>) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let mut bag = PostBag::of_lobby(&custodian.house, custodian.lobby.head, self.now);
        if let Some((reason, mend)) = answer {
            let view = RefusalView {
                to: self.address().to_owned(),
                game: None,
                subject: self.letter.subject.clone(),
                reason,
                mend,
                robot: bag.robot(),
                footer: None,
            };
            let text = custodian.house.templates.mail("refusal.txt", &view)?;
            let to = self.sender.clone();
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers: Some(self.letter) });
        }
        let note = format!("{} was answered: {why}", self.address());
        custodian.lobby_step(self.bytes, Some(self.letter), DeskEvent::Refused { why: why.to_owned() }, bag, note, self.now)
    }

    /// The topics of a letter that asks for HELP and gives no order.
    pub(super) fn asks_only_help(&self) -> Option<Vec<Option<String>>> {
        let lines = self.letter.lines.iter().map(|line| (line.number, line.text.as_str()));
        let orders = reading::read(lines, &Names::default()).lines;
        let topic = |line: &Line| match &line.order {
            Order::Ask(Question::Help(topic)) => Some(topic.clone()),
            _ => None,
        };
        orders.iter().map(topic).collect::<Option<Vec<_>>>().filter(|topics| !topics.is_empty())
    }

    /// HELP where no game is meant.
    pub(super) fn help(&self, topics: &[Option<String>], general: &str) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let mut bag = PostBag::of_lobby(&custodian.house, custodian.lobby.head, self.now);
        if self.may_answer() {
            let view = AnswerView {
                to: if self.sender.name.is_empty() { self.address().to_owned() } else { self.sender.name.clone() },
                game: None,
                colour: Colour::Green,
                accepted: 0,
                refused: 0,
                preview: false,
                lines: Vec::new(),
                left_aside: Vec::new(),
                unread: None,
                missing: Vec::new(),
                done: false,
                held: false,
                executes: None,
                sections: questions::help_alone(topics, general),
                robot: bag.robot(),
                footer: None,
            };
            let text = custodian.house.templates.mail("answer.txt", &view)?;
            let (to, answers) = (self.sender.clone(), Some(self.letter));
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers });
        }
        let note = format!("{} asked for help", self.address());
        let why = "only help was asked for".to_owned();
        custodian.lobby_step(self.bytes, Some(self.letter), DeskEvent::Refused { why }, bag, note, self.now)
    }

    pub(super) fn stranger(&self) -> Result<Step, Fault> {
        let reason = format!("No game here knows the address {}.", self.address());
        let mend = vec![
            "If you play from another address, write from that one.".to_owned(),
            format!("To start a game, ask the master of this house, {}.", self.custodian.house.master),
        ];
        self.refuse_in_lobby("a stranger", reason, mend)
    }

    pub(super) fn no_such_game(&self, title: &str, mine: &[(&GameName, &Table, Seated)]) -> Result<Step, Fault> {
        let names: Vec<&str> = mine.iter().map(|(_, table, _)| table.game.name()).collect();
        let title: String = title.chars().take(TITLE_SHOWN).collect();
        let reason = format!("You are in no game called {title}; you are in {}.", names.join(", "));
        let mend = vec![format!("Write on a line of its own, before your orders: GAME {}", names[0])];
        self.refuse_in_lobby("no such game", reason, mend)
    }

    pub(super) fn which_game(&self, mine: &[(&GameName, &Table, Seated)]) -> Result<Step, Fault> {
        let names: Vec<&str> = mine.iter().map(|(_, table, _)| table.game.name()).collect();
        let reason = format!("You are in several games ({}), and your letter does not say which it is for.", names.join(", "));
        let mend = vec![
            "Reply to a mail of the game that you mean.".to_owned(),
            format!("Or write on a line of its own, before your orders: GAME {}", names[0]),
        ];
        self.refuse_in_lobby("which game?", reason, mend)
    }
}
