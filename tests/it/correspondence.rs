//! Letters of a game without end: three players whose pawns advance and whose knights then go out and home again, and what else people write.

/// Name and address of the players, in the order of their phases.
pub const PLAYERS: [(&str, &str); 3] = [("Ann", "ann@example.org"), ("Bob", "bob@example.com"), ("Cy", "cy@example.net")];
const MASTER: &str = "master@localhost";
const ROBOT: &str = "custodian@localhost";
const COLOURS: [&str; 3] = ["white", "green", "blue"];

/// One game as its players write it.
pub struct Correspondence {
    title: String,
    /// Letters written, for their Message-IDs.
    written: u32,
    /// Phases played.
    phases: u32,
    /// Phases in which each player moved his knights.
    moved: [u32; 3],
}

impl Correspondence {
    pub fn about(title: &str) -> Correspondence {
        Correspondence { title: title.to_owned(), written: 0, phases: 0, moved: [0; 3] }
    }

    pub fn phases(&self) -> u32 {
        self.phases
    }

    /// The master's request for the game, and three times yes.
    pub fn opening(&mut self) -> Vec<Vec<u8>> {
        let players: String = PLAYERS.iter().map(|(name, address)| format!("PLAYER {name} <{address}>\n")).collect();
        let wish = format!("NEW {}\n{players}UNDO 0\n", self.title);
        let mut letters = vec![self.letter("Master", MASTER, "a game", &wish)];
        for (name, address) in PLAYERS {
            let subject = format!("Re: [{}] an invitation", self.title);
            letters.push(self.letter(name, address, &subject, "JOIN\n"));
        }
        letters
    }

    /// Complete orders of the player on move, which are executed at once.
    pub fn moves(&mut self) -> Vec<u8> {
        let seat = self.seat();
        let (hot, cold) = steps(self.moved[seat]);
        let mut orders = match seat {
            0 => format!("1: {hot}\n2: {hot}\n"),
            1 => format!("1: {cold}\n3: {hot}\n"),
            _ => format!("2: {cold}\n3: {cold}\n"),
        };
        if self.moved[seat] == 0 {
            orders.push_str(["REAL 1\n", "REAL 3\n", "REAL 2\n"][seat]);
        }
        let letter = self.orders(&orders);
        self.moved[seat] += 1;
        self.phases += 1;
        letter
    }

    /// A rule of the player on move, who has moved before: it takes the place of his moves.
    pub fn rule(&mut self) -> Vec<u8> {
        let rule = "RULE \"Strong knights\"\nKnights may also move like bishops.\nEND\n";
        let letter = self.orders(rule);
        self.phases += 1;
        letter
    }

    /// Orders of the player on move, none of which can be carried out.
    pub fn refused(&mut self) -> Vec<u8> {
        self.orders("1: e1-e5\nRULE\nKnights mooves like queens.\nEND\n3: Qd1xd8\n")
    }

    /// Questions of the player on move.
    pub fn questions(&mut self) -> Vec<u8> {
        self.orders("STATUS\nRULES\nHISTORY\n")
    }

    /// A letter of somebody who plays in no game.
    pub fn stranger(&mut self) -> Vec<u8> {
        let address = format!("stranger{}@example.net", self.written);
        self.letter("A stranger", &address, "hello", "Which chess club is this?\n")
    }

    /// Two players give up, so that the game is over.
    pub fn ending(&mut self) -> Vec<Vec<u8>> {
        let subject = format!("Re: [{}] turn {}", self.title, self.turn());
        PLAYERS[..2].iter().map(|(name, address)| self.letter(name, address, &subject, "RESIGN\n")).collect()
    }

    fn seat(&self) -> usize {
        self.phases as usize % PLAYERS.len()
    }

    fn turn(&self) -> u32 {
        self.phases / PLAYERS.len() as u32 + 1
    }

    /// A reply to the mail that announced the phase, most of it quoted as mail programs do.
    fn orders(&mut self, orders: &str) -> Vec<u8> {
        let (seat, turn) = (self.seat(), self.turn());
        let (name, address) = PLAYERS[seat];
        let quoted: String = (1..=40).map(|line| format!("> {line}: what the mail of turn {turn} said, which is no order\n")).collect();
        let body = format!("Hello!\n\n{orders}\n-- \n{name}\n\nOn 5 Jan 2026, Custodian wrote:\n{quoted}");
        let subject = format!("Re: [{}] turn {turn}, {} to play", self.title, COLOURS[seat]);
        self.letter(name, address, &subject, &body)
    }

    fn letter(&mut self, name: &str, address: &str, subject: &str, body: &str) -> Vec<u8> {
        self.written += 1;
        let id = format!("{}.{}@letters.example", self.title.to_lowercase(), self.written);
        let head = format!(
            "From: {name} <{address}>\nTo: {ROBOT}\nSubject: {subject}\nDate: Mon, 05 Jan 2026 12:00:00 +0000\nMessage-ID: <{id}>\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
        );
        format!("{head}\n{body}").replace('\n', "\r\n").into_bytes()
    }
}

/// What each side of a universe moves, so that for sixteen rounds no position comes twice and no man is ever in another's way.
fn steps(round: u32) -> (String, String) {
    let (file, advance) = (char::from(b'a' + (round % 8) as u8), round / 8);
    match round {
        0..16 => (format!("{file}{}-{file}{}", 2 + advance, 3 + advance), format!("{file}{}-{file}{}", 7 - advance, 6 - advance)),
        _ if round.is_multiple_of(2) => ("g1-f3".to_owned(), "g8-f6".to_owned()),
        _ => ("f3-g1".to_owned(), "f6-g8".to_owned()),
    }
}
