//! `NEW`: from a letter to a founded game whose players are invited.

mod dice;

use chrono::{DateTime, Utc};

use super::desk::Desk;
use super::post::{self, Draft, PostBag, Standing};
use super::views::capital;
use super::{Fault, SEMANTICS, Step, restore, rolls};
use crate::archive::GameName;
use crate::archive::record::write_founding;
use crate::dice::{Method, USUAL_LEAD};
use crate::game::founding::{Founding, FoundingProblem, Invitee, Wishes};
use crate::game::reading::list;
use crate::letter::views::{InvitationView, NoticeView};
use crate::letter::{Address, Kind, Letter, Own};
use crate::span;

/// The procedure and law that a game gets.
const GAME: &str = "mar-4.3";
const LAW: &str = "mar";

/// What a letter that begins with NEW asks for, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    name: String,
    players: Vec<String>,
    observers: Vec<String>,
    wishes: Wishes,
    undo: Option<String>,
    meta: Vec<String>,
    dice: Option<String>,
    /// Lines that say nothing a founding takes.
    strange: Vec<String>,
}

/// What a game gets whose founder says nothing about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usual {
    /// Seconds.
    pub undo: u32,
    pub dice: Method,
}

impl Usual {
    /// Seconds between orders and beacon, where a founder asks for beacons and names no time.
    fn lead(&self) -> u32 {
        match self.dice {
            Method::Drand { lead } => lead,
            Method::House | Method::Stock(_) | Method::Honour => USUAL_LEAD,
        }
    }
}

/// The request of a letter that begins with `NEW`, or in which a `PLAYER` line follows it, be it in the subject.
pub fn request(letter: &Letter) -> Option<Request> {
    let is = |line: &str, words: &[&str]| keyword(line).is_some_and(|(word, _)| words.contains(&word.as_str()));
    let mut lines: Vec<&str> = letter.lines.iter().map(|line| line.text.trim()).filter(|line| !line.is_empty()).collect();
    let names_players = lines.iter().any(|line| is(line, &["PLAYER", "PLAYERS"]));
    if names_players && is(&letter.subject, &["NEW"]) && !lines.iter().any(|line| is(line, &["NEW"])) {
        lines.insert(0, &letter.subject);
    }
    let at = lines.iter().position(|line| is(line, &["NEW"]))?;
    let (first, below) = (lines[at], &lines[at + 1..]);
    if at > 0 && !below.iter().any(|line| is(line, &["PLAYER", "PLAYERS"])) {
        return None;
    }
    let mut request = Request { name: keyword(first)?.1.trim_end_matches('.').to_owned(), ..Request::default() };
    for line in below {
        let Some((word, rest)) = keyword(line) else {
            request.strange.extend(is_strange(line).then(|| (*line).to_owned()));
            continue;
        };
        let people = || apart(rest).into_iter().map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned);
        match word.as_str() {
            "PLAYER" | "PLAYERS" => request.players.extend(people()),
            "OBSERVER" | "OBSERVERS" => request.observers.extend(people()),
            "COLOURS" | "COLORS" => request.wishes.colours = Some(list(rest).iter().map(|colour| colour.to_lowercase()).collect()),
            "SEQUENCE" => request.wishes.sequence = Some(list(rest)),
            "UNDO" => request.undo = Some(rest.to_owned()),
            "META" => request.meta.push(rest.to_owned()),
            "DICE" => request.dice = Some(rest.to_owned()),
            _ if is_strange(line) => request.strange.push((*line).to_owned()),
            _ => {}
        }
    }
    Some(request)
}

/// Not talk: a line that names an address, or begins with a word in capitals, may be a `PLAYER` line misspelt, and nobody must be left out.
fn is_strange(line: &str) -> bool {
    const SHORTEST_WORD: usize = 3;
    let first: String = line.chars().take_while(|c| c.is_alphabetic()).collect();
    line.contains('@') || first.chars().count() >= SHORTEST_WORD && first.chars().all(char::is_uppercase)
}

/// What stands between commas and semicolons, but for those in double quotes (RFC 5322 section 3.2.4).
fn apart(text: &str) -> Vec<&str> {
    let mut quoted = false;
    text.split(|c: char| {
        quoted ^= is_quote(c);
        !quoted && matches!(c, ',' | ';')
    })
    .collect()
}

/// A double quote, as typed or as a mail program makes it.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// The first word in capitals, where the line is written like a command: the word stands in capitals or is followed by a colon.
fn keyword(line: &str) -> Option<(String, &str)> {
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let written = !word.is_empty() && (word.chars().all(|c| c.is_ascii_uppercase()) || rest.starts_with(':'));
    written.then(|| (word.to_ascii_uppercase(), rest.trim_start_matches([':', ' ', '\t']).trim()))
}

impl Request {
    /// The founding it comes to.
    pub fn founding(self, founder: &str, usual: Usual, now: DateTime<Utc>) -> Result<Founding, FoundingRefusal> {
        if let Some(line) = self.strange.first() {
            return Err(FoundingRefusal::Line(line.clone()));
        }
        let undo = match &self.undo {
            Some(text) => span::read(text).ok_or_else(|| FoundingRefusal::Undo(text.clone()))?,
            None => usual.undo,
        };
        let method = match &self.dice {
            Some(text) => dice::read(text, usual.lead())?,
            None => usual.dice,
        };
        let players = self.players.iter().map(|text| invitee(text)).collect::<Result<Vec<_>, _>>()?;
        let observers = self.observers.iter().map(|text| invitee(text)).collect::<Result<Vec<_>, _>>()?;
        let founding = Founding {
            name: self.name,
            game: GAME.to_owned(),
            law: LAW.to_owned(),
            method,
            commitment: None,
            semantics: SEMANTICS,
            undo,
            created: now,
            founder: founder.to_lowercase(),
            players,
            observers,
            meta: self.meta,
            wishes: self.wishes,
        };
        founding.check_new()?;
        Ok(founding)
    }
}

/// Why a NEW letter founds nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoundingRefusal {
    #[error("the line \"{0}\" says nothing that a new game takes")]
    Line(String),
    #[error("\"{0}\" is no undo delay; write UNDO 10 minutes, UNDO 2 hours or UNDO 0")]
    Undo(String),
    #[error(transparent)]
    Dice(#[from] dice::DiceRefusal),
    #[error("{0} is the robot's own address, and it neither plays nor watches")]
    Robot(String),
    #[error(transparent)]
    Address(#[from] crate::letter::AddressError),
    #[error(transparent)]
    Founding(#[from] FoundingProblem),
}

/// Refuses a game whose invitations would go to the robot itself.
pub fn without_the_robot(founding: &Founding, own: &Own) -> Result<(), FoundingRefusal> {
    let is_own = |invitee: &&Invitee| Address::parse(&invitee.address).is_ok_and(|address| own.is_own(&address));
    match founding.invitees().find(is_own) {
        Some(robot) => Err(FoundingRefusal::Robot(robot.address.clone())),
        None => Ok(()),
    }
}

/// How a NEW letter is written.
pub fn mend() -> Vec<String> {
    let form = "Write it like this: NEW Zaphod, then lines such as PLAYER Ann <ann@example.org>, one for each player, the first one first";
    vec![
        format!("{form}; COLOURS, SEQUENCE, UNDO, DICE, META and OBSERVER lines may follow."),
        "A name with a comma in it goes into double quotes.".to_owned(),
    ]
}

/// `Ann <ann@example.org>`, `Ann ann@example.org`, or the address alone, from which the name is made.
fn invitee(text: &str) -> Result<Invitee, crate::letter::AddressError> {
    let text = text.trim();
    let (name, address) = match text.rsplit_once([' ', '<']) {
        Some((name, address)) => (name.trim().trim_end_matches('<').trim(), address.trim_start_matches('<').trim_end_matches('>')),
        None => ("", text.trim_end_matches('>')),
    };
    let address = Address::parse(address)?;
    let name: String = match name.trim_matches(|c| is_quote(c) || c == '\'').trim() {
        "" => capital(address.local()),
        name => name.chars().filter(|c| !c.is_control()).collect(),
    };
    Ok(Invitee { name, address: address.as_str().to_lowercase() })
}

impl Desk<'_> {
    /// The first line of the new game's log: its invitations, and the answer to whoever asked.
    pub(super) fn found_game(&self, name: GameName, founding: Founding) -> Result<Step, Fault> {
        let founding = self.custodian.house.commit(founding);
        let toml = write_founding(&founding);
        let game = restore::found(founding)?;
        let house = &self.custodian.house;
        let title = game.name().to_owned();
        let mut bag = PostBag::of_game(house, &name, &title, 1, Standing::founded_on(&toml), self.now);
        let players: Vec<String> = game.founding.players.iter().map(|player| player.name.clone()).collect();
        let host = if self.sender.name.is_empty() { self.sender.address.to_string() } else { self.sender.name.clone() };
        let invited = game.founding.players.iter().enumerate().map(|(at, player)| (format!("invitation.p{at}"), player, false));
        let watching = game.founding.observers.iter().enumerate().map(|(at, observer)| (format!("invitation.o{at}"), observer, true));
        for (tag, invitee, watch) in invited.chain(watching) {
            let view = InvitationView {
                to: invitee.name.clone(),
                game: title.clone(),
                host: host.clone(),
                watch,
                side: None,
                players: players.clone(),
                meta: game.founding.meta.clone(),
                dice: rolls::agreed(&game),
                robot: bag.robot(),
                footer: bag.footer(),
            };
            let text = house.templates.mail("invitation.txt", &view)?;
            let to = post::correspondent(&invitee.name, &invitee.address)?;
            bag.add(Draft { to, tag, kind: Kind::Invitation, text, html: None, answers: None });
        }
        // Whoever asked has proved that the address is his, so he hears of it even if he is invited himself.
        let invited = |list: &[Invitee]| list.iter().map(|invitee| invitee.name.clone()).collect::<Vec<_>>().join(", ");
        let watching = match game.founding.observers.is_empty() {
            true => String::new(),
            false => format!(", and to watch, to {}", invited(&game.founding.observers)),
        };
        let begins = match game.founding.undo {
            0 => "Complete orders are carried out at once.".to_owned(),
            undo => format!("Complete orders wait {} for second thoughts.", span::told(undo)),
        };
        let view = NoticeView {
            to: host,
            game: Some(title.clone()),
            headline: format!("{title} is founded"),
            paragraphs: vec![
                format!("Invitations went to {}{watching}.", invited(&game.founding.players)),
                format!("The game begins when all players have answered JOIN; one DECLINE, and it will not be played. {begins}"),
            ],
            dice: Vec::new(),
            robot: bag.robot(),
            footer: Some(bag.footer()),
        };
        let text = house.templates.mail("notice.txt", &view)?;
        let (to, answers) = (self.sender.clone(), Some(self.letter));
        bag.add(Draft { to, tag: "founded".into(), kind: Kind::Answer, text, html: None, answers });
        let note = format!("{title} is founded; {} are invited", players.join(", "));
        self.founding_step(&name, toml, game, bag, note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitees_are_read_in_three_forms() {
        let read = |text: &str| invitee(text).map(|invitee| (invitee.name, invitee.address)).unwrap();
        assert_eq!(read("Ann <Ann@Example.org>"), ("Ann".into(), "ann@example.org".into()));
        assert_eq!(read("Ann Lee ann@example.org"), ("Ann Lee".into(), "ann@example.org".into()));
        assert_eq!(read("bob@example.org"), ("Bob".into(), "bob@example.org".into()));
        assert_eq!(read("<bob@example.org>"), ("Bob".into(), "bob@example.org".into()));
        assert!(invitee("Bob").is_err());
    }

    #[test]
    fn a_comma_in_quotes_belongs_to_the_name() {
        let read = |text: &str| -> Vec<Invitee> { apart(text).into_iter().map(|item| invitee(item).unwrap()).collect() };
        let found = read("\"O'Neil, Q\" <q@x.org>, Ann <ann@x.org>; “Lee, B” b@x.org");
        let names: Vec<&str> = found.iter().map(|invitee| invitee.name.as_str()).collect();
        assert_eq!(names, ["O'Neil, Q", "Ann", "Lee, B"]);
    }
}
