//! VERIFY: what the record says to the footer of a mail, in words.

use super::Table;
use super::help::folded;
use crate::archive::checkpoint::{CHECKPOINTS, PRINCIPAL};
use crate::archive::{Claim, FOOTER_DIGITS, GameName, Head, Keyring, Witness};

/// The answer to VERIFY and what somebody wrote behind it; to the word alone, where the record stands, signed.
pub fn answer(written: &str, table: &Table, keyring: Option<&Keyring>) -> String {
    let name = GameName::of_title(table.game.name()).map_or_else(|_| table.game.name().to_lowercase(), |name| name.as_str().to_owned());
    match (written.trim(), keyring) {
        ("", Some(keyring)) => signed(&name, table.head(), keyring),
        (written, _) => folded(&compared(written, &name, table)),
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
fn compared(written: &str, name: &str, table: &Table) -> String {
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
    let told = told(name, &claim, witness);
    match witness {
        Witness::Matches(_) => told,
        Witness::Differs(_) | Witness::Unknown(_) => {
            format!(
                "{told} Answer that very mail, with any words: a reply to it proves that this house has sent it, and then the game rests."
            )
        }
    }
}

/// The same of a copy of the record, which may only be older than the mail.
pub fn told_of_copy(name: &str, claim: &Claim, witness: Witness) -> String {
    match witness {
        Witness::Unknown(newest) => format!(
            "UNKNOWN: there is no line {} in this copy of {name}, which ends with {newest}. If it is older than the mail, ask for a newer one. If the \
             record of the house itself ends there, lines of it were lost: keep the mail, and show it to the other players and to the master.",
            claim.seq
        ),
        _ => told(name, claim, witness),
    }
}

/// What came of a comparison, for whoever holds the mail.
pub fn told(name: &str, claim: &Claim, witness: Witness) -> String {
    let Claim { seq, digits, .. } = claim;
    match witness {
        Witness::Matches(Head { hash, .. }) => format!(
            "MATCHES: line {seq} of {name} has the head {hash}. The record up to there is the one that your mail vouches for; not a letter of it \
             was changed since."
        ),
        Witness::Differs(Head { hash, .. }) => format!(
            "DOES NOT MATCH: line {seq} of {name} has the head {hash}, and you name {digits}. Compare it with your mail once more. If the mail \
             says so, the record was changed after the mail was sent: keep the mail, and show it to the other players and to the master."
        ),
        Witness::Unknown(newest) => format!(
            "UNKNOWN: there is no line {seq} of {name}; the newest is {newest}. If a mail about this game names line {seq}, lines of the record \
             were lost: keep the mail, and show it to the other players and to the master."
        ),
    }
}
