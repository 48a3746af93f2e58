//! Mails as a player's mail program shows them, and the letters that such programs write.

use std::sync::atomic::{AtomicU32, Ordering};

use mail_parser::{HeaderValue, MessageParser};

/// A mail of the robot, as it was received.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    /// Without angle brackets.
    pub id: String,
    /// Where a reply goes.
    pub reply_to: String,
    /// What the robot says it is: `turn`, `answer`, `invitation`, `notice`.
    pub kind: String,
    /// The text part, lines ended by `\n`.
    pub text: String,
    pub html: Option<String>,
    pub pictures: usize,
    /// Everything behind the header, lines ended by `\n`.
    pub body: String,
    pub bytes: Vec<u8>,
}

impl Mail {
    pub fn read(bytes: &[u8]) -> Mail {
        let mail = MessageParser::default().parse(bytes).unwrap();
        let address = |found: Option<&mail_parser::Address>| found.and_then(|all| all.first()?.address.as_deref().map(str::to_owned));
        let marked = match mail.header("X-Custodian") {
            Some(HeaderValue::Text(word)) => word.to_string(),
            _ => String::new(),
        };
        let whole = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        Mail {
            to: address(mail.to()).unwrap(),
            subject: mail.subject().unwrap_or_default().to_owned(),
            id: mail.message_id().unwrap().to_owned(),
            reply_to: address(mail.reply_to()).or_else(|| address(mail.from())).unwrap(),
            kind: marked,
            text: mail.body_text(0).unwrap().replace("\r\n", "\n"),
            html: mail
                .html_body
                .first()
                .filter(|_| mail.html_body_count() > 0)
                .and_then(|_| mail.body_html(0))
                .map(|html| html.into_owned()),
            pictures: mail.attachments().count(),
            body: whole.split_once("\n\n").map_or("", |(_, body)| body).to_owned(),
            bytes: bytes.to_vec(),
        }
    }

    /// The text on one line, for looking for words in it.
    pub fn words(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The ways in which mail programs write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The answer above the quoted mail, plain text.
    Plain,
    /// The answer below it, format=flowed (RFC 3676).
    Flowed,
    /// A phone: HTML and nothing else.
    Html,
    /// Text and HTML, as web mail sends them.
    Both,
}

/// Who writes, with which program.
#[derive(Clone, Debug)]
pub struct Writer {
    pub name: &'static str,
    pub address: String,
    pub client: Client,
}

/// How many letters were written in all, for their Message-IDs.
static WRITTEN: AtomicU32 = AtomicU32::new(0);

const WIDTH: usize = 72;

impl Writer {
    pub fn new(name: &'static str, address: &str, client: Client) -> Writer {
        Writer { name, address: address.to_owned(), client }
    }

    fn id(&self) -> String {
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        format!("{}.{number}@mail.{}", self.name.to_lowercase(), self.address.split_once('@').unwrap().1)
    }

    /// A letter that answers nothing.
    pub fn letter(&self, to: &str, subject: &str, body: &str) -> Vec<u8> {
        let id = self.id();
        self.compose(&id, to, subject, "", body, None)
    }

    /// The answer to a mail.
    pub fn reply(&self, mail: &Mail, body: &str) -> Vec<u8> {
        let id = self.id();
        let subject = format!("Re: {}", mail.subject);
        let thread = format!("In-Reply-To: <{0}>\r\nReferences: <{0}>\r\n", mail.id);
        self.compose(&id, &mail.reply_to, &subject, &thread, body, Some(&mail.text))
    }

    fn compose(&self, id: &str, to: &str, subject: &str, thread: &str, body: &str, quoted: Option<&str>) -> Vec<u8> {
        let (content, text) = match self.client {
            Client::Plain => ("Content-Type: text/plain; charset=utf-8\n".to_owned(), above(body, quoted)),
            Client::Flowed => ("Content-Type: text/plain; charset=UTF-8; format=flowed\n".to_owned(), below(&flowed(body), quoted)),
            Client::Html => ("Content-Type: text/html; charset=utf-8\n".to_owned(), html(body, quoted)),
            Client::Both => {
                let part = |kind: &str, text: &str| format!("--=_b\nContent-Type: text/{kind}; charset=\"UTF-8\"\n\n{text}\n");
                let both = format!("{}{}--=_b--\n", part("plain", &above(body, quoted)), part("html", &html(body, quoted)));
                ("Content-Type: multipart/alternative; boundary=\"=_b\"\n".to_owned(), both)
            }
        };
        let (name, address) = (self.name, &self.address);
        let head =
            format!("From: {name} <{address}>\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{id}>\r\n{thread}MIME-Version: 1.0\r\n");
        let rest = format!("Content-Transfer-Encoding: 8bit\n{content}\n{text}").replace('\n', "\r\n");
        format!("{head}Date: Tue, 03 Mar 2026 10:11:12 +0100\r\n{rest}").into_bytes()
    }
}

const ATTRIBUTION: &str = "On Tue, 3 Mar 2026 at 10:00, Custodian <custodian@test.example> wrote:";

fn quote(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { ">\n".to_owned() } else { format!("> {line}\n") }).collect()
}

fn above(body: &str, quoted: Option<&str>) -> String {
    quoted.map_or(body.to_owned(), |quoted| format!("{body}\n\n{ATTRIBUTION}\n\n{}", quote(quoted)))
}

fn below(body: &str, quoted: Option<&str>) -> String {
    quoted.map_or(body.to_owned(), |quoted| format!("{ATTRIBUTION}\n{}\n{body}\n\n-- \nSent with care\n", quote(quoted)))
}

/// RFC 3676 section 4.2: long lines are broken behind a space; a line that begins with a space, `>` or `From ` gets one more.
fn flowed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut width = 0;
        for word in line.split_inclusive(' ') {
            if width + word.len() > WIDTH && width > 0 {
                out.push('\n');
                width = 0;
            }
            if width == 0 && (word.starts_with([' ', '>']) || word == "From ") {
                out.push(' ');
            }
            out.push_str(word);
            width += word.len();
        }
        out.push('\n');
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn html(body: &str, quoted: Option<&str>) -> String {
    let divs: String = body
        .lines()
        .map(|line| if line.is_empty() { "<div><br></div>".to_owned() } else { format!("<div>{}</div>\n", escaped(line)) })
        .collect();
    let quote = quoted.map(|quoted| {
        let lines = escaped(quoted).replace('\n', "<br>\n");
        format!("<div><br><blockquote type=\"cite\">{}<br>\n{lines}</blockquote></div>", escaped(ATTRIBUTION))
    });
    let signature = "<div dir=\"ltr\">Sent from my phone</div>";
    format!(
        "<html><head><style>div {{ color: black }}</style></head><body dir=\"auto\">\n{divs}{signature}{}</body></html>\n",
        quote.unwrap_or_default()
    )
}
