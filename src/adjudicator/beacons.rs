//! `BEACON 1000 b446...`: a round's signature by mail. It proves itself, so it may come from anybody, and nobody has to be believed.

use super::desk::Desk;
use super::post::{Draft, PostBag};
use super::{Custodian, Fault, Step};
use crate::archive::record::DeskEvent;
use crate::dice::{Beacon, NotGenuine, Round, Signature};
use crate::game::order::Order;
use crate::game::reading::{self, Names};
use crate::letter::views::NoticeView;
use crate::letter::{Kind, Letter};

/// The most beacons of one letter that are checked; the work on each is some milliseconds.
const MOST: usize = 8;

/// The beacons of a letter that holds nothing else.
pub(super) fn offered(letter: &Letter) -> Option<Vec<(Round, String)>> {
    let lines = letter.lines.iter().map(|line| (line.number, line.text.as_str()));
    let orders = reading::read(lines, &Names::default()).lines;
    let mut offered = Vec::new();
    for line in orders {
        match line.order {
            Order::Beacon { round, signature } => offered.push((Round(round), signature)),
            Order::Game(_) => {}
            _ => return None,
        }
    }
    (!offered.is_empty()).then_some(offered)
}

fn check(round: Round, signature: &str) -> Result<Beacon, NotGenuine> {
    Beacon::verify(round, Signature::read(signature)?)
}

impl Desk<'_> {
    /// What becomes of them: a line of the lobby's; the games that wait go on by the next line of their own.
    pub(super) fn beacons(&self, offered: &[(Round, String)]) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let mut events = vec![self.letter_event()];
        let mut told = Vec::new();
        for (round, signature) in offered.iter().take(MOST) {
            let waiting = custodian.waiting_for(*round);
            told.push(match check(*round, signature) {
                Err(why) => format!("The beacon of round {round} is not genuine, and nothing was done with it: {why}."),
                Ok(_) if waiting.is_empty() => format!("The beacon of round {round} is genuine; no game here waits for it."),
                Ok(beacon) => {
                    events.push(DeskEvent::Beacon { round: round.0, signature: beacon.signature().to_string() });
                    format!("The beacon of round {round} is genuine. {} waited for it and goes on. Thank you.", waiting.join(" and "))
                }
            });
        }
        if offered.len() > MOST {
            told.push(format!("The first {MOST} beacons of your letter were checked; send the others in another one."));
        }
        if events.len() == 1 {
            events.push(DeskEvent::Refused { why: "no beacon that a game waits for".to_owned() });
        }
        let note = format!("{} mailed {}", self.address(), if offered.len() == 1 { "a beacon" } else { "beacons" });
        let mut bag = PostBag::of_lobby(&custodian.house, custodian.lobby.head, self.now);
        if self.may_answer() {
            let view = NoticeView {
                to: self.address().to_owned(),
                game: None,
                headline: "About your beacon".to_owned(),
                paragraphs: told,
                robot: bag.robot(),
                footer: None,
            };
            let text = custodian.house.templates.mail("notice.txt", &view)?;
            let (to, answers) = (self.sender.clone(), Some(self.letter));
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers });
        }
        custodian.lobby_step(self.bytes, events, bag, note, self.now)
    }
}

impl Custodian {
    /// The names of the games that wait for a round.
    fn waiting_for(&self, round: Round) -> Vec<String> {
        let waits = self.tables().filter(|(_, table)| super::waiting::round_of(&table.game) == Some(round));
        waits.map(|(_, table)| table.game.name().to_owned()).collect()
    }

    /// Takes in the beacons that a line of the lobby's tells of.
    pub(super) fn recall_beacons(&mut self, events: &[DeskEvent]) {
        for event in events {
            if let DeskEvent::Beacon { round, signature } = event
                && let Ok(beacon) = check(Round(*round), signature)
            {
                self.beacons.insert(beacon.round(), beacon);
            }
        }
    }
}
