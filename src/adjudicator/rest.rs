//! Games at rest: their archive is damaged, their folder has another name, or the program fails at what is due in them; nothing is added until that is mended and the program
//! started again.
//!
//! Invariant: a letter for a game at rest is kept and answered, its questions from the record as it is; no order of it is carried out.

use chrono::{DateTime, Utc};

use super::desk::Desk;
use super::loss::Loss;
use super::post::{Draft, PostBag};
use super::refusal::{Refusal, Room};
use super::table::{Seated, participant};
use super::witness::{Grounds, Rests};
use super::{Custodian, Fault, Step, Table, announce, help, questions, sitting};
use crate::archive::record::{DeskEvent, Unread, read_founding};
use crate::archive::{GameName, LogName};
use crate::game::founding::Founding;
use crate::game::order::{Line, Order, Question};
use crate::game::reading::{self, Names};
use crate::letter::views::AnswerView;
use crate::letter::{Correspondent, Kind};

/// Why a game is laid to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Its archive is damaged.
    Archive(String),
    /// Its folder has another name than the game, which is this one.
    Renamed(GameName),
    /// The archive's secret is another one than that with which it was founded.
    Secret(String),
    /// Lines of its log are lost.
    Lost(Loss),
    /// The program fails at a step of it.
    Program(String),
}

impl Trouble {
    /// What it is, in a few words.
    fn kind(&self) -> &'static str {
        match self {
            Trouble::Archive(_) => "its archive is damaged",
            Trouble::Renamed(_) => "its folder has another name than the game",
            Trouble::Secret(_) => "the archive's secret is another one",
            Trouble::Lost(_) => "lines of its record are lost",
            Trouble::Program(_) => "the program fails at what is due in it",
        }
    }

    fn why(&self) -> String {
        match self {
            Trouble::Archive(why) | Trouble::Secret(why) | Trouble::Program(why) => why.clone(),
            Trouble::Renamed(own) => format!("its record and its mails call it {}, and its folder has another name", own.as_str()),
            Trouble::Lost(loss) => loss.to_string(),
        }
    }

    /// What the master can do, a paragraph each.
    fn mend(&self, game: &GameName) -> Vec<String> {
        let game = game.as_str();
        match self {
            Trouble::Archive(_) => vec![format!(
                "To mend it: `custodian verify {game}` names what is damaged; put those files back from a copy of the archive, and start the \
                 program again."
            )],
            Trouble::Renamed(own) => vec![format!(
                "To mend it: rename the folder {game} of the archive to {}, and start the program again.",
                own.as_str()
            )],
            Trouble::Secret(_) => vec![
                "To mend it: put back the file `secret` of the archive as it was, from a copy, and start the program again. Nothing else can take its \
                 place: the game's dice, its secret squares and the keys in its mails are made from it."
                    .to_owned(),
            ],
            Trouble::Lost(_) => vec![
                format!(
                    "So this copy of the game is older than what its players may have read. To mend it: put back the newest copy of archive/{game} that \
                     there is, and start the program again."
                ),
                "If there is none, answer this mail with this line and your reason, which all players read: RULING GO ON \"the disk died, and the copy \
                 of Monday is all there is\""
                    .to_owned(),
                "Then the game goes on from where this copy ends, with new dice: none that somebody may have read of rolls again.".to_owned(),
            ],
            Trouble::Program(_) => vec![
                "To mend it: send this mail and a copy of the game's folder to whoever looks after the program, and start the mended program."
                    .to_owned(),
            ],
        }
    }

    /// What the players are told besides.
    fn to_players(&self) -> Option<String> {
        let Trouble::Lost(loss) = self else { return None };
        let shown = match loss.digits.is_empty() {
            true => "Of steps that the record does not have any more you may have got mails.",
            false => "A mail that you or others have got tells of a step that the record does not have any more.",
        };
        Some(format!(
            "{shown} Keep your mails of this game: they show what was played. Nothing that was rolled in the lost part can be rolled again by anybody \
             who has read it."
        ))
    }
}

/// What is known of a game at rest.
#[derive(Debug)]
pub(super) struct Resting {
    name: GameName,
    /// As its players write it; the folder's name where `game.toml` cannot be read.
    title: String,
    /// Its players and observers; empty where `game.toml` cannot be read.
    addresses: Vec<String>,
    /// What it rests for, in a few words.
    kind: &'static str,
    /// The line that it lacks.
    pub(super) loss: Option<Loss>,
    /// How it stands, if its record could be read, or some of it.
    pub(super) table: Option<Box<Table>>,
    /// How far that is.
    read: Readable,
}

/// How much of a log could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readable {
    Whole,
    /// The lines before the one that is damaged.
    ToTheDamage,
}

/// How a letter can ask, where the record can be read.
const QUESTIONS: &str = "STATUS, BOARD, HISTORY, HELP, and VERIFY with the last line of a mail";

impl Custodian {
    /// Lays a game to rest. `settings` is its `game.toml`. The step tells the master and the players, once for each trouble.
    pub fn rest(
        &mut self,
        name: &GameName,
        settings: &str,
        (trouble, read): (&Trouble, Readable),
        now: DateTime<Utc>,
    ) -> Result<Option<Step>, Fault> {
        let table = self.tables.remove(name).map(Box::new);
        let loss = if let Trouble::Lost(loss) = trouble { Some(loss.clone()) } else { None };
        let founding = read_founding(settings).ok();
        let title = founding.as_ref().map_or(name.as_str(), |founding| founding.name.as_str()).to_owned();
        let invited = founding.iter().flat_map(Founding::invitees).map(|invitee| invitee.address.clone());
        let seated = table.iter().flat_map(|table| &table.game.seats).map(|player| player.address.to_lowercase());
        let addresses = invited.chain(seated).collect();
        let readers = table.as_ref().map(|table| announce::readers(&table.game)).unwrap_or_default();
        let ends = table.as_ref().map_or(0, |table| table.head().seq);
        // Its mails were made under its own name, whatever its folder is called.
        let own = if let Trouble::Renamed(own) = trouble { own } else { name }.clone();
        self.resting.insert(name.clone(), Resting { name: own, title: title.clone(), addresses, kind: trouble.kind(), loss, table, read });
        let why = trouble.why();
        let event = DeskEvent::AtRest { game: name.as_str().to_owned(), why: why.clone() };
        if self.lobby.was_told(&event) {
            return Ok(None);
        }
        let mut paragraphs = vec![
            format!("The game in the folder {} of the archive cannot go on: {why}.", name.as_str()),
            format!(
                "{} What its players write is kept, and they are answered that the game is at rest. All other games go on.",
                match trouble {
                    Trouble::Lost(_) => "Nothing more is added to it.",
                    _ => "Nothing is added to it, and nothing of it is lost.",
                }
            ),
        ];
        paragraphs.extend(trouble.mend(name));
        let events = trouble_events(trouble, event);
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now).about(&title);
        let headline = format!("{title} is at rest: {}", trouble.kind());
        bag.notice(Correspondent::new("master", self.house.master.clone()), "rest".to_owned(), &headline, paragraphs)?;
        for reader in readers.iter().filter(|reader| !self.house.master.as_str().eq_ignore_ascii_case(&reader.address)) {
            let mut paragraphs = vec![format!(
                "{title} cannot go on at present: {}. The master of this house, {}, is told.",
                trouble.kind(),
                self.house.master
            )];
            paragraphs.extend(trouble.to_players());
            let kept = "What you write is kept, but not carried out: send it again when the game goes on.";
            paragraphs.push(match read {
                Readable::Whole => format!(
                    "{kept} Questions are answered as ever: STATUS, BOARD, HISTORY, and VERIFY with the last line of a mail, which tells whether the \
                     record has it."
                ),
                Readable::ToTheDamage => format!(
                    "{kept} Questions are answered as far as the record can be read at present, which is up to line {ends}: {QUESTIONS}."
                ),
            });
            bag.notice(reader.correspondent()?, format!("rest.{}", reader.tag), &format!("{title} is at rest"), paragraphs)?;
        }
        self.trouble_step("damage", events, headline, bag, now).map(Some)
    }

    /// A copy of a game lies in a folder beside it: the master is told, and no letter is taken for it. None where he was told.
    pub fn copy_left_alone(&self, folder: &GameName, own: &GameName, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let why = format!("it is a copy of the game in the folder {}", own.as_str());
        let event = DeskEvent::AtRest { game: folder.as_str().to_owned(), why };
        if self.lobby.was_told(&event) {
            return Ok(None);
        }
        let (folder, own) = (folder.as_str(), own.as_str());
        let headline = format!("a copy of {own} lies in the archive");
        let paragraphs = vec![
            format!(
                "The folder {folder} of the archive holds a copy of the game that is played in the folder {own}. It is left alone: no letter is taken for \
                 it, and nothing is added to it."
            ),
            "Move it out of the archive. Played on beside the game it would roll dice that players know from there.".to_owned(),
        ];
        self.notice_of_trouble("copy", "copy", vec![event], headline, paragraphs, now).map(Some)
    }

    /// A game that was at rest is taken up again as it stands; the step notes it.
    pub fn goes_on(&self, name: &GameName, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        if !self.lobby.knows_at_rest(name) {
            return Ok(None);
        }
        let event = DeskEvent::GoesOn { game: name.as_str().to_owned() };
        let bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        self.trouble_step("mended", vec![event], format!("{} is at rest no more", name.as_str()), bag, now).map(Some)
    }

    /// A game's own line was written: it is at rest no more.
    pub(super) fn take_up_again(&mut self, name: &GameName) {
        if let Some(table) = self.resting.remove(name).and_then(|resting| resting.table) {
            self.tables.insert(name.clone(), *table);
        }
    }

    /// The games at rest, by the names of their folders.
    pub fn resting(&self) -> impl Iterator<Item = &GameName> {
        self.resting.keys()
    }
}

fn trouble_events(trouble: &Trouble, at_rest: DeskEvent) -> Vec<DeskEvent> {
    match trouble {
        Trouble::Lost(loss) => vec![loss.event(), at_rest],
        _ => vec![at_rest],
    }
}

impl<'a> Desk<'a> {
    /// The games at rest that the letter may be for: the one that it names, or answers; else all of its writer's, where he is in no other.
    pub(super) fn means_at_rest(&self, named: Option<&str>) -> Vec<&'a Resting> {
        let names = |resting: &&Resting| match named {
            Some(title) => resting.title.eq_ignore_ascii_case(title),
            None => self.is_tagged(&resting.title) || self.shows_token_of(resting),
        };
        let games = self.custodian.resting.values();
        let named_one = games.clone().find(|resting| names(resting) && (resting.addresses.is_empty() || self.is_of(resting)));
        let all = || games.filter(|resting| self.is_of(resting) && self.mine.is_empty()).collect();
        named_one.map_or_else(all, |resting| vec![resting])
    }

    /// The sender is in that game, or is the master.
    fn is_of(&self, resting: &Resting) -> bool {
        resting.addresses.contains(&self.address().to_lowercase()) || self.is_master()
    }

    /// The games at rest that the sender is in.
    pub(super) fn mine_at_rest(&self) -> impl Iterator<Item = &'a str> {
        self.custodian.resting.values().filter(|resting| self.is_of(resting)).map(|resting| resting.title.as_str())
    }

    /// The sender is in a game at rest.
    pub(super) fn is_at_rest(&self) -> bool {
        let address = self.sender.address.as_str().to_lowercase();
        self.custodian.resting.values().any(|resting| resting.addresses.contains(&address))
    }

    pub(super) fn is_master(&self) -> bool {
        self.sender.address == self.custodian.house.master
    }

    pub(super) fn titles_at_rest(&self) -> impl Iterator<Item = &'a str> {
        self.custodian.resting.values().map(|resting| resting.title.as_str())
    }

    /// The letter shows the secret of a mail of that game, of a lost line perhaps: one that the house has made can only be of later.
    pub(super) fn shows_token_of(&self, resting: &Resting) -> bool {
        let (turn, log) = (resting.table.as_ref().map_or(0, |table| table.game.phase.turn), LogName::Game(resting.name.clone()));
        self.letter.tokens.iter().any(|token| self.custodian.house.knows_token_since(token, &log, self.address(), turn))
    }

    /// What its writer asks is answered from the record as it is; what he orders is kept.
    pub(super) fn at_rest(&self, resting: &Resting) -> Result<Step, Fault> {
        let orders = match &resting.table {
            Some(table) => sitting::orders(&table.game, self.letter),
            None => reading::read(self.letter.lines.iter().map(|line| (line.number, line.text.as_str())), &Names::default()),
        };
        let question = |line: &Line| match &line.order {
            Order::Ask(question) => Some(question.clone()),
            _ => None,
        };
        let questions: Vec<Question> = orders.lines.iter().filter_map(question).collect();
        let ordered = orders.lines.iter().any(|line| !matches!(line.order, Order::Ask(_) | Order::Game(_))) || orders.unread.is_some();
        let for_anybody = |question: &Question| matches!(question, Question::Help(_));
        let answered =
            if self.believed && resting.table.is_some() { questions } else { questions.into_iter().filter(for_anybody).collect() };
        if !answered.is_empty() {
            return self.answer_at_rest(resting, &answered, if ordered { Besides::Orders } else { Besides::Nothing });
        }
        let ask = match resting.table {
            Some(_) => format!("What you may do now is to ask: {QUESTIONS}."),
            None => "What you may do now is to ask for HELP; how the game stands cannot be read at present.".to_owned(),
        };
        let mend = vec!["Your letter is kept, and nothing in it was carried out: send it again when the game goes on.".to_owned(), ask];
        self.refuse(Room::Lobby, Refusal::unread(Unread::GameAtRest, self.why_at_rest(resting), mend))
    }

    fn why_at_rest(&self, resting: &Resting) -> String {
        let master = &self.custodian.house.master;
        format!("{} is at rest: {}. The master of this house, {master}, has been told.", resting.title, resting.kind)
    }

    fn answer_at_rest(&self, resting: &Resting, questions: &[Question], besides: Besides) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let mut bag = PostBag::of_lobby(&custodian.house, custodian.lobby.head, self.now);
        let (mut name, mut rests) = (self.address().to_owned(), vec![self.why_at_rest(resting)]);
        let sections = match resting.table.as_deref() {
            None => questions::help_alone(&topics(questions), &help::general()),
            Some(table) => {
                let game = &table.game;
                let seat = match participant(game, self.address()) {
                    Some(Seated::Player(seat)) if self.believed => Some(seat),
                    _ => None,
                };
                name = if self.believed { self.name_of_sender(game) } else { name };
                let last = table.head().seq;
                rests.push(match resting.read {
                    Readable::Whole => format!("What follows is how it stands in its record, which ends with line {last}."),
                    Readable::ToTheDamage => format!(
                        "What follows is how it stood up to line {last} of its record, behind which that is damaged. What came later cannot be read at \
                         present."
                    ),
                });
                let (keyring, shown) = (custodian.house.keyring.as_ref(), custodian.shown(self.letter));
                questions::sections(questions, game, seat, &Grounds { table, keyring, shown: &shown, rests: Rests::AtRest(resting.read) })
            }
        };
        let unread = "What you have ordered is kept, and nothing of it was carried out: send it again when the game goes on.";
        rests.extend(matches!(besides, Besides::Orders).then(|| unread.to_owned()));
        if self.may_answer() {
            let view = AnswerView {
                game: Some(resting.title.clone()),
                waits: Some(rests.join(" ")),
                ..AnswerView::of_sections(name, sections, bag.robot())
            };
            let text = custodian.house.templates.mail("answer.txt", &view)?;
            let (to, answers) = (self.sender.clone(), Some(self.letter));
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers });
        }
        let (event, note) = match besides {
            Besides::Orders => {
                let why = Unread::GameAtRest;
                (
                    DeskEvent::Unread { why },
                    format!("{} asked about {}, and the rest of the letter is kept unread: {why}", self.address(), resting.title),
                )
            }
            Besides::Nothing => {
                let why = "a question about a game at rest".to_owned();
                (DeskEvent::Refused { why }, format!("{} asked about {}, which is at rest", self.address(), resting.title))
            }
        };
        custodian.lobby_step(self.bytes, vec![self.letter_event(), event], bag, note, self.now)
    }
}

/// What a letter that asks about a game at rest holds besides.
#[derive(Clone, Copy)]
enum Besides {
    Nothing,
    /// They are kept.
    Orders,
}

fn topics(questions: &[Question]) -> Vec<Option<String>> {
    let topic = |question: &Question| match question {
        Question::Help(topic) => Some(topic.clone()),
        _ => None,
    };
    questions.iter().filter_map(topic).collect()
}
