//! VERIFY: what the record says to the footer of a mail, in words.

use chrono::{DateTime, Utc};

use super::Table;
use super::help::folded;
use super::loss::Loss;
use super::rest::Readable;
use crate::archive::{CHECKPOINTS, Claim, FOOTER_DIGITS, GameName, Head, Keyring, PRINCIPAL, Witness};
use crate::game::mar::Multiverse;

/// A line with which a game went on without lines that were lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    pub line: u64,
    pub at: DateTime<Utc>,
    /// A line that was lost.
    pub lost: u64,
    pub why: String,
}

impl Resumed {
    /// That the line with which the game came to be so has made it go on anew, as it had done so often before.
    pub fn behind(often: usize, game: &Multiverse, line: u64, at: DateTime<Utc>) -> Option<Resumed> {
        let anew = game.dice.anew.get(often)?;
        Some(Resumed { line, at, lost: anew.lost, why: anew.why.clone() })
    }
}

/// What VERIFY is answered from.
#[derive(Clone, Copy)]
pub struct Grounds<'a> {
    pub table: &'a Table,
    pub keyring: Option<&'a Keyring>,
    /// What the mails bear witness to that the letter answers.
    pub shown: &'a [Loss],
    pub rests: Rests,
}

/// Whether a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rests {
    No,
    /// Nothing is added to the record until the game goes on, and so much of it can be read.
    AtRest(Readable),
}

/// The answer to VERIFY and what somebody wrote behind it; to the word alone, where the record stands, signed.
pub fn answer(written: &str, grounds: &Grounds) -> String {
    let table = grounds.table;
    let name = GameName::of_title(table.game.name()).map_or_else(|_| table.game.name().to_lowercase(), |name| name.as_str().to_owned());
    match (written.trim(), grounds.keyring) {
        ("", _) if grounds.rests == Rests::AtRest(Readable::ToTheDamage) => folded(&format!(
            "The record of {name} is damaged behind line {}, so where it stands cannot be read at present, and nothing is signed. Ask again when it is \
             mended.",
            table.head().seq
        )),
        ("", Some(keyring)) => signed(&name, table.head(), keyring),
        (written, _) => folded(&compared(written, &name, grounds)),
    }
}

/// The house's signature under a head, and how to check it without the house.
fn signed(name: &str, head: Head, keyring: &Keyring) -> String {
    let Ok((text, signature)) = keyring.statement(name, head) else {
        return folded("The key of this house cannot sign at present: tell the master.");
    };
    let (keys, file) = (keyring.signers.file(), format!("{:06}", head.seq));
    let intro = format!(
        "This is where the record of {name} stood as your letter came in, signed by this house. Keep it: with it you can show to anybody what the \
         record was."
    );
    let check = format!(
        "To check it with nothing but OpenSSH, save the first block as {file}.txt, the second as {file}.sig and the last as allowed-signers.txt, each \
         with the end of its last line, and run this, on one line:"
    );
    let command =
        format!("    ssh-keygen -Y verify -f allowed-signers.txt\n      -I {PRINCIPAL} -n {CHECKPOINTS} -s {file}.sig < {file}.txt");
    [folded(&intro), text, signature, folded(&check), command, keys].map(|part| part.trim_end().to_owned()).join("\n\n")
}

/// What the record says to a footer.
fn compared(written: &str, name: &str, grounds: &Grounds) -> String {
    let table = grounds.table;
    let Some(claim) = Claim::read(written) else {
        let last = table.head();
        return format!(
            "\"{written}\" is not the last line of a mail. It looks like this: {name} #{} head {}. Write VERIFY before it.",
            last.seq,
            &last.hash.to_string()[..FOOTER_DIGITS]
        );
    };
    if let Some(other) = claim.game.as_deref().filter(|game| *game != name) {
        return format!(
            "That is the last line of a mail about {other}, and your letter is for {}: ask in a reply to a mail about {other}.",
            table.game.name()
        );
    }
    let witness = table.heads.compare(&claim);
    if let (Witness::Unknown(newest), Rests::AtRest(Readable::ToTheDamage)) = (witness, grounds.rests) {
        return format!(
            "CANNOT BE READ AT PRESENT: the record of {name} is damaged behind line {}, so nobody can tell now whether its line {} is the one that you \
             name. Keep the mail, and ask again when the record is mended.",
            newest.seq, claim.seq
        );
    }
    let told = match (witness, resumed(&claim, &table.resumed)) {
        (Witness::Matches(_), _) | (_, None) => told(name, &claim, witness),
        (_, Some(resumed)) if grounds.shown.iter().any(|mail| mail.is_end_of(&claim, table)) => {
            return format!("{} {}", found(name, &claim, witness), of_before(resumed));
        }
        (_, Some(resumed)) => told_after(name, &claim, witness, resumed),
    };
    match (witness, grounds.rests) {
        (Witness::Matches(_), _) | (_, Rests::AtRest(_)) => told,
        (Witness::Differs(_) | Witness::Unknown(_), Rests::No) => {
            format!(
                "{told} Answer that very mail, with any words: a reply to it proves that this house has sent it, and then the game rests."
            )
        }
    }
}

/// The line with which a game went on without the one that a mail names, if it did.
fn resumed<'r>(claim: &Claim, resumed: &'r [Resumed]) -> Option<&'r Resumed> {
    let behind = || resumed.iter().filter(|resumed| resumed.line <= claim.seq);
    behind().find(|resumed| claim.seq <= resumed.lost).or(behind().next_back())
}

/// The same of a copy of the record, which may only be older than the mail, and has gone on so.
pub fn told_of_copy(name: &str, claim: &Claim, witness: Witness, all: &[Resumed]) -> String {
    match (witness, resumed(claim, all)) {
        (Witness::Differs(_) | Witness::Unknown(_), Some(resumed)) => told_after(name, claim, witness, resumed),
        (Witness::Unknown(_), None) => format!(
            "{} If it is older than the mail, ask for a newer one. If the record of the house itself ends there, lines of it were lost: keep the mail, \
             and show it to the other players and to the master.",
            found(&format!("this copy of {name}"), claim, witness)
        ),
        _ => told(name, claim, witness),
    }
}

/// What the record has where a mail names a line, in one sentence.
fn found(name: &str, claim: &Claim, witness: Witness) -> String {
    let Claim { seq, digits, .. } = claim;
    match witness {
        Witness::Matches(Head { hash, .. }) => format!("MATCHES: line {seq} of {name} has the head {hash}."),
        Witness::Differs(Head { hash, .. }) => format!("DOES NOT MATCH: line {seq} of {name} has the head {hash}, and you name {digits}."),
        Witness::Unknown(newest) => format!("UNKNOWN: there is no line {seq} of {name}; the newest is {newest}."),
    }
}

/// What came of a comparison, for whoever holds the mail.
fn told(name: &str, claim: &Claim, witness: Witness) -> String {
    let advice = match witness {
        Witness::Matches(_) => {
            "The record up to there is the one that your mail vouches for; not a letter of it was changed since.".to_owned()
        }
        Witness::Differs(_) => {
            "Compare it with your mail once more. If the mail says so, the record was changed after the mail was sent: keep the \
             mail, and show it to the other players and to the master."
                .to_owned()
        }
        Witness::Unknown(_) => format!(
            "If a mail about this game names line {}, lines of the record were lost: keep the mail, and show it to the other players and to the master.",
            claim.seq
        ),
    };
    format!("{} {advice}", found(name, claim, witness))
}

/// The same where the record went on without lines that were lost, and the mail may be of before that.
fn told_after(name: &str, claim: &Claim, witness: Witness, resumed: &Resumed) -> String {
    format!(
        "{} {} If your mail came later, and says so, the record was changed after it was sent: keep the mail, and show it to the other players and to the \
         master.",
        found(name, claim, witness),
        of_before(resumed)
    )
}

fn of_before(resumed: &Resumed) -> String {
    let Resumed { line, at, lost, why } = resumed;
    format!(
        "But lines of this record were lost, up to line {lost} at least, and on {} the game went on without them, in line {line}, by a ruling of the \
         master: {why}. A mail of before that tells of lines that were lost, and nothing else is wrong with it: keep it, for it shows what was played \
         then.",
        at.format("%-d %B %Y at %H:%M UTC")
    )
}
