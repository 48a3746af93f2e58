//! Letters that reach no table: from strangers, for no game or for one of several, or for HELP alone. The lobby answers.

use super::desk::Desk;
use super::post::{Draft, PostBag};
use super::refusal::{Refusal, Room};
use super::{Fault, Step, questions};
use crate::archive::record::DeskEvent;
use crate::letter::Kind;
use crate::letter::views::AnswerView;

impl Desk<'_> {
    /// HELP where no game is meant.
    pub(super) fn help(&self, topics: &[Option<String>], general: &str) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let mut bag = PostBag::of_lobby(&custodian.house, custodian.lobby.head, self.now);
        if self.may_answer() {
            let to = if self.believed && !self.sender.name.is_empty() { self.sender.name.clone() } else { self.address().to_owned() };
            let view = AnswerView::of_sections(to, questions::help_alone(topics, general), bag.robot());
            let text = custodian.house.templates.mail("answer.txt", &view)?;
            let (to, answers) = (self.sender.clone(), Some(self.letter));
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers });
        }
        let note = format!("{} asked for help", self.address());
        let why = "only help was asked for".to_owned();
        custodian.lobby_step(self.bytes, vec![self.letter_event(), DeskEvent::Refused { why }], bag, note, self.now)
    }

    pub(super) fn stranger(&self) -> Result<Step, Fault> {
        let reason = format!("No game here knows the address {}.", self.address());
        let mend = vec![
            "If you play from another address, write from that one.".to_owned(),
            match self.is_master() {
                true => "To start a game, write NEW and its name on the first line, and below it a PLAYER line for each player; HELP NEW tells more."
                    .to_owned(),
                false => format!("To start a game, ask the master of this house, {}.", self.custodian.house.master),
            },
        ];
        self.refuse(Room::Lobby, Refusal::of("a stranger", reason, mend))
    }

    pub(super) fn no_such_game(&self, title: &str) -> Result<Step, Fault> {
        let names = self.titles();
        let reason = format!("You are in no game called {title}; you are in {}.", names.join(", "));
        let mend = vec![format!("Write on a line of its own, before your orders: GAME {}", names[0])];
        self.refuse(Room::Lobby, Refusal::of("no such game", reason, mend))
    }

    pub(super) fn which_game(&self) -> Result<Step, Fault> {
        let names = self.titles();
        let reason = format!("You are in several games ({}), and your letter does not say which it is for.", names.join(", "));
        let mend = vec![
            "Reply to a mail of the game that you mean.".to_owned(),
            format!("Or write on a line of its own, before your orders: GAME {}", names[0]),
        ];
        self.refuse(Room::Lobby, Refusal::of("which game?", reason, mend))
    }

    pub(super) fn several_games(&self, titles: &[String]) -> Result<Step, Fault> {
        let reason =
            format!("Your letter is for {}, and a letter is for one game. Nothing in it was carried out.", titles.join(" and for "));
        self.refuse(Room::Lobby, Refusal::of("several games", reason, vec!["Write to each game in a letter of its own.".to_owned()]))
    }

    fn titles(&self) -> Vec<&str> {
        self.mine.iter().map(|(_, table, _)| table.game.name()).chain(self.mine_at_rest()).collect()
    }
}
