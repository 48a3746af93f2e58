//! VERIFY: what the record says to the footer of a mail, in words.

use super::Table;
use crate::archive::{Claim, FOOTER_DIGITS, GameName, Head, Witness};

/// The answer to what somebody wrote behind VERIFY.
pub fn compared(written: &str, table: &Table) -> String {
    let name = GameName::of_title(table.game.name()).map_or_else(|_| table.game.name().to_lowercase(), |name| name.as_str().to_owned());
    let Some(claim) = Claim::read(written) else {
        let last = table.head();
        return format!(
            "\"{written}\" is not the last line of a mail. It looks like this: {name} #{} head {}. Write VERIFY before it.",
            last.seq,
            &last.hash.to_string()[..FOOTER_DIGITS]
        );
    };
    if let Some(other) = claim.game.as_ref().filter(|game| **game != name) {
        return format!(
            "That is the last line of a mail about {other}, and your letter is for {}: ask in a reply to a mail about {other}.",
            table.game.name()
        );
    }
    told(&name, &claim, table.heads.compare(&claim))
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
