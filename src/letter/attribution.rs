//! The lines that mail programs put around what is not the writer's: above a quote, above a forwarded letter, below everything. In the languages of common programs.

/// Verbs of the line above a quote, in lower case: "Ada wrote:".
const WROTE: [&str; 28] = [
    "wrote",
    "writes",
    "schrieb",
    "a écrit",
    "a ecrit",
    "escribió",
    "escribio",
    "ha scritto",
    "scrisse",
    "schreef",
    "het volgende geschreven",
    "escreveu",
    "skrev",
    "kirjoitti",
    "napisał",
    "napisała",
    "napisal",
    "napísal",
    "pisze",
    "писал",
    "написал",
    "пишет",
    "írta",
    "yazdı",
    "写道",
    "寫道",
    "のメール",
    "작성",
];
/// How the lines begin with which a phone signs, in lower case.
const PHONE: [&str; 25] = [
    "sent from my ",
    "sent from outlook",
    "sent from mail for ",
    "sent from yahoo",
    "sent from proton",
    "sent from samsung",
    "sent via ",
    "sent with ",
    "get outlook for ",
    "envoyé de mon ",
    "envoyé depuis ",
    "von meinem ",
    "gesendet von ",
    "gesendet mit ",
    "enviado desde ",
    "enviado do meu ",
    "enviado de mi ",
    "inviato da ",
    "verzonden vanaf ",
    "verstuurd vanaf ",
    "skickat från ",
    "sendt fra ",
    "wysłane z ",
    "отправлено с ",
    "发自我的",
];
/// Words between the dashes of `-----Original Message-----`, in lower case.
const MESSAGE: [&str; 17] = [
    "message",
    "nachricht",
    "mensaje",
    "messaggio",
    "bericht",
    "mensagem",
    "meddelande",
    "melding",
    "wiadomość",
    "сообщени",
    "письмо",
    "viesti",
    "zpráva",
    "üzenet",
    "ileti",
    "メッセージ",
    "邮件",
];
/// Names of the first field of a quoted letter's header, in lower case.
const FROM: [&str; 17] = [
    "from",
    "von",
    "de",
    "da",
    "van",
    "från",
    "fra",
    "od",
    "от",
    "lähettäjä",
    "feladó",
    "gönderen",
    "kimden",
    "发件人",
    "寄件者",
    "差出人",
    "보낸 사람",
];
/// Names of the further fields, in lower case.
const FURTHER: [&str; 52] = [
    "sent",
    "date",
    "to",
    "subject",
    "cc",
    "gesendet",
    "datum",
    "an",
    "betreff",
    "envoyé",
    "à",
    "objet",
    "enviado",
    "enviado el",
    "fecha",
    "para",
    "asunto",
    "inviato",
    "data",
    "a",
    "oggetto",
    "verzonden",
    "aan",
    "onderwerp",
    "skickat",
    "till",
    "ämne",
    "sendt",
    "dato",
    "til",
    "emne",
    "wysłano",
    "do",
    "temat",
    "отправлено",
    "дата",
    "кому",
    "тема",
    "lähetetty",
    "vastaanottaja",
    "aihe",
    "gönderme tarihi",
    "kime",
    "konu",
    "发送时间",
    "收件人",
    "主题",
    "送信日時",
    "宛先",
    "件名",
    "assunto",
    "reply-to",
];
/// Beginnings of lines that list servers and scanners append, in lower case.
const APPENDED: [&str; 8] = [
    "you received this message because you are subscribed",
    "to unsubscribe from this group",
    "this email has been checked for viruses",
    "this e-mail has been checked for viruses",
    "virus-free.",
    "diese e-mail wurde von avast",
    "-----begin pgp signature-----",
    "-----end pgp",
];
/// Underscores that draw a rule across the page, as Mailman and Outlook do.
const RULE: usize = 20;

/// Whether the line, perhaps joined from several, stands above a quote whatever follows: it ends with a colon, somebody wrote, and there is a date or an address.
pub(super) fn is_attribution(line: &str) -> bool {
    let lower = line.to_lowercase();
    ends_open(line) && WROTE.iter().any(|verb| lower.contains(verb)) && line.contains(|c: char| c.is_numeric() || c == '@')
}

/// Whether the line may be one in a language that is not known here; only to be asked just above a quote.
pub(super) fn may_be_attribution(line: &str) -> bool {
    let lower = line.to_lowercase();
    ends_open(line) && (line.contains('@') || has_date(line) || WROTE.iter().any(|verb| lower.contains(verb)))
}

/// Whether the line is but the end of such a line: `wrote:`.
pub(super) fn is_last_word(line: &str) -> bool {
    ends_open(line) && WROTE.contains(&line.trim().trim_end_matches([':', '\u{FF1A}']).trim_end().to_lowercase().as_str())
}

/// Whether there is a year, a date in digits or a time of day in the line.
pub(super) fn has_date(line: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let words = line.split(|c: char| !c.is_ascii_digit() && !".:/-".contains(c)).map(|word| word.trim_matches(['.', ':', '/', '-']));
    words.into_iter().any(|word| {
        let pieces: Vec<&str> = word.split(['.', ':', '/', '-']).collect();
        let year = digits(word) && word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
        year || (pieces.len() >= 2 && pieces.iter().all(|piece| digits(piece) && piece.len() <= 4))
    })
}

fn ends_open(line: &str) -> bool {
    line.trim_end().ends_with([':', '\u{FF1A}'])
}

/// Whether the line begins a letter that is quoted or forwarded without marks, or an appendix, so that all behind it is not the writer's.
pub(super) fn ends_the_writers_text(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let bare = lower.trim_matches('-').trim();
    let dashed =
        lower.starts_with("---") && lower.ends_with("---") && MESSAGE.iter().any(|word| bare.contains(word)) && bare.chars().count() < 60;
    let ruled = lower.chars().count() >= RULE && lower.chars().all(|c| c == '_');
    dashed
        || ruled
        || lower == "begin forwarded message:"
        || lower == "anfang der weitergeleiteten nachricht:"
        || APPENDED.iter().any(|begin| lower.starts_with(begin))
}

/// Whether the line stands above clear-signed text (RFC 9580 section 7): it and the lines up to the next blank one are armour.
pub(super) fn begins_signed_text(line: &str) -> bool {
    line.trim_end() == "-----BEGIN PGP SIGNED MESSAGE-----"
}

/// Whether the lines begin with the header of a quoted letter: a `From:` and at least two further fields in the next five lines.
pub(super) fn begins_with_a_header(lines: &[&str]) -> bool {
    let Some((first, rest)) = lines.split_first() else { return false };
    let fields = rest.iter().filter(|line| !line.trim().is_empty());
    field(first).is_some_and(|name| FROM.contains(&name.as_str()))
        && fields.take(5).filter(|line| field(line).is_some_and(|name| FURTHER.contains(&name.as_str()))).count() >= 2
}

/// The name of a header field that the line shows, bold or not: `*From:* Ada`.
fn field(line: &str) -> Option<String> {
    let (name, _) = line.split_once([':', '\u{FF1A}'])?;
    Some(name.trim_matches(|c: char| c.is_whitespace() || c == '*').to_lowercase())
}

/// Whether the line is the signature of a phone or of a mail program.
pub(super) fn is_phone_signature(line: &str) -> bool {
    /// Longer lines are sentences.
    const LONGEST: usize = 60;
    let lower = line.trim().to_lowercase();
    lower.chars().count() <= LONGEST
        && (PHONE.iter().any(|begin| lower.starts_with(begin))
            || lower.ends_with("から送信")
            || lower.ends_with("iphone gesendet")
            || lower.ends_with("보냄"))
}

/// Whether the line begins a signature: two dashes, or what autocorrection makes of them.
pub(super) fn is_signature_mark(line: &str) -> bool {
    matches!(line.trim_end_matches([' ', '\u{A0}']), "--" | "\u{2014}" | "\u{2013}" | "\u{2013}\u{2013}" | "- --")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_above_a_quote_are_known_in_many_languages() {
        for line in [
            "On Tue, 3 Mar 2026 at 10:15, Custodian <custodian@example.org> wrote:",
            "Am 03.03.26 um 10:15 schrieb Custodian:",
            "Le mar. 3 mars 2026 à 10:15, Custodian <c@example.org> a écrit :",
            "El mar, 3 mar 2026 a las 10:15, Custodian (<c@example.org>) escribió:",
            "Il giorno mar 3 mar 2026 alle ore 10:15 Custodian ha scritto:",
            "Op di 3 mrt 2026 om 10:15 schreef Custodian <c@example.org>:",
            "вт, 3 мар. 2026 г. в 10:15, Custodian <c@example.org> написал(а):",
            "Custodian <c@example.org> 于2026年3月3日周二 10:15写道：",
        ] {
            assert!(is_attribution(line), "{line}");
        }
        assert!(may_be_attribution("2026年3月3日(火) 10:15 Custodian <custodian@example.org>:"));
        for line in ["1: e2-e4", "RULE 3:", "I wrote this rule for turn 7", "white wrote:"] {
            assert!(!is_attribution(line), "{line}");
        }
    }

    #[test]
    fn ends_and_signatures_are_known_and_orders_are_not() {
        for line in [
            "-----Original Message-----",
            "---------- Forwarded message ---------",
            "-------- Weitergeleitete Nachricht --------",
            "_________________________",
            "Begin forwarded message:",
        ] {
            assert!(ends_the_writers_text(line), "{line}");
        }
        for line in ["--- my orders ---", "1: e2-e4", "____", "A message to all: hello", "-----"] {
            assert!(!ends_the_writers_text(line), "{line}");
        }
        for line in ["Sent from my iPhone", "Von meinem iPhone gesendet", "Get Outlook for Android<https://aka.ms/x>", "iPhoneから送信"]
        {
            assert!(is_phone_signature(line), "{line}");
        }
        assert!(
            is_signature_mark("-- ")
                && is_signature_mark("--")
                && is_signature_mark("\u{2014}")
                && !is_signature_mark("-")
                && !is_signature_mark("---")
        );
    }

    #[test]
    fn a_quoted_header_needs_three_fields() {
        assert!(begins_with_a_header(&["*Von:* Custodian", "", "Gesendet: Dienstag", "An: Ada", "Betreff: Zaphod"]));
        assert!(!begins_with_a_header(&["From: e2", "To: e4", "1: Nf3"]));
    }
}
