//! A whole game through real Dovecot and Exim: three players with three mail programs, and every server and the daemon restarted in the middle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use custodian::archive::Line;
use custodian::letter::Address;
use custodian::wire::{Cursor, ImapConfig, ImapMailbox, MailOut, Mailbox, SmtpOut, Stopper, Trust, Watch};

use crate::mail_client::{Client, Mail, Writer};
use crate::program::{House, wait_until};
use crate::servers::Servers;

/// Longest time from SIGTERM to the daemon's end: the second that it promises, and half a one for a machine shared with other tests.
const STOPS_WITHIN: Duration = Duration::from_millis(1500);
/// How often a player looks into his mailbox.
const LOOK: Duration = Duration::from_millis(30);
/// The beginning, seven turns of three phases, three turns of two, and the last move.
const PHASES: usize = 1 + 7 * 3 + 3 * 2 + 1;
const ROBOT: &str = "custodian";
const GAME: &str = "zaphod";

/// The robot's account on both servers, IDLE with a poll too rare to help, answers to plus-addresses.
fn config(servers: &Servers) -> String {
    let (imap, smtp) = (servers.imap(ROBOT), servers.smtp(ROBOT));
    let Trust::File(authority) = servers.trust() else { panic!("the servers have an authority of their own") };
    format!(
        "[robot]\naddress = \"{robot}\"\nplus_addressing = true\n\n[master]\naddress = \"{master}\"\n\n\
         [imap]\nhost = \"{0}\"\nport = {1}\nuser = \"{ROBOT}\"\npassword_file = \"password\"\nca_file = {authority:?}\nidle = true\npoll_seconds = 3600\n\n\
         [smtp]\nhost = \"{2}\"\nport = {3}\nsecurity = \"starttls\"\nuser = \"{ROBOT}\"\npassword_file = \"password\"\nca_file = {authority:?}\n",
        imap.host,
        imap.port,
        smtp.host,
        smtp.port,
        robot = Servers::address(ROBOT),
        master = Servers::address("master"),
    )
}

/// Somebody with a mail program: letters leave by SMTP, mails are read by IMAP.
struct Player {
    writer: Writer,
    out: SmtpOut,
    mailbox: ImapMailbox,
    after: Option<Cursor>,
    inbox: Vec<Mail>,
    /// How many mails of the inbox were looked at.
    read: usize,
}

impl Player {
    fn new(servers: &Servers, name: &'static str, client: Client) -> Player {
        let user = name.to_lowercase();
        Player {
            writer: Writer::new(name, Servers::address(&user).as_str(), client),
            out: SmtpOut::new(servers.smtp(&user)),
            mailbox: ImapMailbox::new(ImapConfig { watch: Watch::Poll { every: LOOK }, ..servers.imap(&user) }, Stopper::new()),
            after: None,
            inbox: Vec::new(),
            read: 0,
        }
    }

    /// Everything that lies in the mailbox now; a server that is down is asked again later.
    fn fetch(&mut self) {
        while let Ok(Some(letter)) = self.mailbox.next(self.after.as_ref()) {
            self.inbox.push(Mail::read(&letter.bytes));
            self.after = Some(letter.cursor);
        }
    }

    /// The next mail that is as asked for, waiting for it.
    fn awaits(&mut self, asked: impl Fn(&Mail) -> bool) -> Mail {
        let found = wait_until(|| {
            self.fetch();
            let found = self.inbox[self.read..].iter().position(&asked);
            if found.is_none() {
                // a connection that breaks meanwhile is opened again at the next look
                let _ = self.mailbox.wait(LOOK);
            }
            found
        });
        let subjects: Vec<&str> = self.inbox.iter().map(|mail| mail.subject.as_str()).collect();
        let at = self.read + found.unwrap_or_else(|| panic!("{} waits in vain; there are {subjects:#?}", self.writer.name));
        self.read = at + 1;
        self.inbox[at].clone()
    }

    fn sends(&mut self, to: &str, letter: &[u8]) {
        let from = Address::parse(&self.writer.address).unwrap();
        self.out.send(&from, &Address::parse(to).unwrap(), letter).unwrap();
    }

    fn replies(&mut self, mail: &Mail, body: &str) {
        let letter = self.writer.reply(mail, body);
        self.sends(&mail.reply_to, &letter);
    }

    /// Waits for the turn mail of a phase, such as `turn 1, white`.
    fn turn(&mut self, phase: &str) -> Mail {
        let subject = format!("[Zaphod] {phase} to play");
        self.awaits(|mail| mail.kind == "turn" && mail.subject == subject)
    }

    /// Answers the turn mail of his phase with complete orders.
    fn plays(&mut self, phase: &str, orders: &str) {
        let mail = self.turn(phase);
        assert!(mail.words().contains("It is your phase"), "{}", mail.text);
        self.replies(&mail, &format!("{orders}\nNOW\n"));
    }

    /// The answer to his last letter.
    fn answer(&mut self) -> Mail {
        self.awaits(|mail| mail.kind == "answer")
    }
}

fn says(mail: &Mail, words: &[&str]) {
    for part in words {
        assert!(mail.words().contains(part), "no \"{part}\" in\n{}", mail.text);
    }
}

#[test]
fn three_players_play_to_the_end_while_everything_is_restarted() {
    let mut servers = Servers::start(&[ROBOT, "master", "ann", "bob", "cy"]);
    let house = House::with_config(&config(&servers));
    fs::write(house.path("password"), format!("pw-{ROBOT}\n")).unwrap();
    let daemon = house.start();
    let mut master = Player::new(&servers, "Master", Client::Both);
    let mut ann = Player::new(&servers, "Ann", Client::Plain);
    let mut bob = Player::new(&servers, "Bob", Client::Flowed);
    let mut cy = Player::new(&servers, "Cy", Client::Html);

    // A founding must be proven: by mail that is a round trip.
    let new = "NEW Zaphod\nPLAYER Ann <ann@test.example>\nPLAYER Bob <bob@test.example>\nPLAYER Cy <cy@test.example>\nUNDO 3 seconds";
    let robot = Servers::address(ROBOT).to_string();
    let letter = master.writer.letter(&robot, "a game", new);
    master.sends(&robot, &letter);
    let asked = master.answer();
    says(&asked, &["needs proof of who wrote it"]);
    master.replies(&asked, new);
    says(&master.answer(), &["Invitations went to Ann, Bob, Cy"]);
    for player in [&mut ann, &mut bob, &mut cy] {
        let invitation = player.awaits(|mail| mail.kind == "invitation");
        player.replies(&invitation, "JOIN");
    }

    // Orders: complete, incomplete, refused.
    ann.plays("turn 1, white", "Hello everybody!\n\nREAL 2\n1: e2-e4\n2: e2-e4");
    bob.plays("turn 1, green", "REAL 1\n1: f7-f6");
    let incomplete = bob.answer();
    says(&incomplete, &["you still have to", "move in Zaphod:3"]);
    bob.replies(&incomplete, "3: Nb1-c3\nNOW");
    cy.plays("turn 1, blue", "REAL 2\n2: e7-e5\n3: d7-d5");

    // A rule, made and obeyed.
    ann.plays("turn 2, white", "RULE \"Slanted knights\"\nKnights may also move like bishops.\nEND");
    let ruled = bob.turn("turn 2, green");
    says(&ruled, &["w1, made by Ann for the whole multiverse", "RULE \"Slanted knights\""]);
    bob.replies(&ruled, "1: g7-g5\n3: Nc3-d4\nNOW");
    cy.plays("turn 2, blue", "2: Nb8-b4\n3: e7-e6");
    let refused = cy.answer();
    says(&refused, &["> 2: Nb8-b4 REFUSED", "move in Zaphod:2"]);
    cy.replies(&refused, "2: a7-a6\nNOW");

    // The undo delay: a second thought counts, the clock executes, and Exim is down when the mails are to leave.
    let mail = ann.turn("turn 3, white");
    ann.replies(&mail, "1: d2-d4\n2: d2-d3");
    says(&ann.answer(), &["Your orders will be carried out at", "write NOW"]);
    ann.replies(&mail, "2: Bf1-c4");
    says(&ann.answer(), &["it replaces d2-d3"]);
    servers.stop_exim();
    let clocked = house.await_line(GAME, |line| line.entry.cause.word() == "clock");
    assert!(clocked.entry.note.contains("Ann plays Bf1-c4"), "{}", clocked.entry.note);
    wait_until(|| house.log().contains("mail not sent yet").then_some(())).expect("the daemon tries to send");
    servers.start_exim();

    // The rule repealed; Dovecot is down when the next letter comes.
    bob.plays("turn 3, green", "REPEAL w1");
    let mail = cy.turn("turn 3, blue");
    says(&mail, &["Rule w1 is no longer in force"]);
    servers.stop_dovecot();
    cy.replies(&mail, "2: b7-b6\n3: e6-e5\nNOW");
    std::thread::sleep(Duration::from_millis(300));
    servers.start_dovecot();

    // The daemon is ended and started again; what came meanwhile is not lost.
    let mail = ann.turn("turn 4, white");
    let took = daemon.terminate();
    assert!(took < STOPS_WITHIN, "{took:?} from SIGTERM to the end");
    ann.replies(&mail, "1: a2-a3\n2: a2-a3\nNOW");
    let daemon = house.start();
    bob.plays("turn 4, green", "1: a7-a6\n3: a2-a3");
    cy.plays("turn 4, blue", "2: h7-h6\n3: e5xd4");

    // The rule is gone: a knight is a knight again.
    ann.plays("turn 5, white", "1: b2-b3\n2: b2-b3");
    bob.plays("turn 5, green", "1: b7-b6\n3: Ng1-e3");
    let refused = bob.answer();
    says(&refused, &["the knight on g1 cannot go to e3"]);
    bob.replies(&refused, "3: Ng1-f3\nNOW");

    // The daemon is killed between the durable line and the mails it promises.
    let mail = cy.turn("turn 5, blue");
    let before = house.lines(GAME).len() as u64;
    cy.replies(&mail, "2: b6-b5\n3: d4-d3\nNOW");
    house.await_line(GAME, |line| line.seq > before && line.entry.note.contains("Cy plays d4-d3"));
    daemon.kill();
    let mut daemon = house.start();

    ann.plays("turn 6, white", "1: c2-c3\n2: c2-c3");
    bob.plays("turn 6, green", "1: a6-a5\n3: h2-h3");
    cy.plays("turn 6, blue", "2: b5-b4\n3: d3xc2");
    ann.plays("turn 7, white", "1: Qd1-h5\n2: Qd1-h5");
    bob.plays("turn 7, green", "1: a5-a4\n3: h3-h4");
    cy.plays("turn 7, blue", "2: b4xa3\n3: c2xd1=Q");

    // A king falls; who is out is told so and goes on watching.
    ann.plays("turn 8, white", "1: Qh5xe8\n2: Ra1xa3");
    let fallen = bob.turn("turn 8, blue");
    says(&fallen, &["Ann captures Bob's real king in Zaphod:1"]);
    bob.replies(&fallen, "3: e4");
    says(&bob.answer(), &["you are out of this game"]);
    cy.plays("turn 8, blue", "2: a6-a5\n3: a7-a6");
    ann.plays("turn 9, white", "1: a3-a4\n2: d2-d3");
    cy.plays("turn 9, blue", "2: a5-a4\n3: a6-a5");
    ann.plays("turn 10, white", "1: a4-a5\n2: Qh5xf7");
    cy.plays("turn 10, blue", "2: a4xb3\n3: a5-a4");
    ann.plays("turn 11, white", "1: a5-a6\n2: Qf7xe8");
    for player in [&mut ann, &mut bob, &mut cy] {
        says(&player.awaits(|mail| mail.subject == "[Zaphod] the game is over"), &["Ann wins Zaphod"]);
    }

    assert!(daemon.runs(), "{}", house.log());
    let took = daemon.terminate();
    assert!(took < STOPS_WITHIN, "{took:?} from SIGTERM to the end");
    house.verifies(GAME);
    house.verifies("lobby");
    let lines = house.lines(GAME);
    for player in [&mut ann, &mut bob, &mut cy] {
        every_phase_came_once(player, &house, &lines);
    }
}

/// The player's turn mails are those that the log promised him: one a phase, with the bytes it commits to. Servers may let one overtake another; a mail may
/// come a second time only as the same mail, under its Message-ID, when a restart left open whether it was sent.
fn every_phase_came_once(player: &mut Player, house: &House, lines: &[Line]) {
    let mut promised = BTreeMap::new();
    for line in lines {
        let mails = house.mails_of(GAME, line);
        let his: Vec<Mail> = mails.into_iter().filter(|mail| mail.kind == "turn" && mail.to == player.writer.address).collect();
        assert_eq!(his.len(), usize::from(!line.entry.boards.is_empty()), "line {}: {}", line.seq, line.entry.note);
        promised.extend(his.into_iter().map(|mail| (mail.id.clone(), mail)));
    }
    assert_eq!(promised.len(), PHASES);
    let missing = wait_until(|| {
        player.fetch();
        let came: BTreeSet<&String> = player.inbox.iter().map(|mail| &mail.id).collect();
        promised.keys().all(|id| came.contains(id)).then_some(())
    });
    assert!(missing.is_some(), "{} lacks some of {:?}", player.writer.name, promised.keys());
    for mail in player.inbox.iter().filter(|mail| mail.kind == "turn") {
        let promised = promised.get(&mail.id).unwrap_or_else(|| panic!("nobody promised {}", mail.id));
        same_body(mail, promised);
        assert!(mail.html.is_some() && mail.pictures == 3, "{}", mail.subject);
    }
}

/// Byte for byte behind the header, but for how lines end, which servers may change.
fn same_body(one: &Mail, other: &Mail) {
    let differing = one.body.lines().zip(other.body.lines()).find(|(one, other)| one != other);
    assert_eq!(differing, None, "{}", one.subject);
    assert_eq!(one.body.lines().count(), other.body.lines().count(), "{}", one.subject);
}
