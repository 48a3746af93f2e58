//! `custodian new`: asks the daemon for a game, by a letter from the master.

/// Sets up a game and has its players invited
///
/// A letter from the master is laid into the spool; the running daemon founds the game and mails the invitations. Two to six
/// players, in seat order: the first begins. A player is an address, or a name and an address in angle brackets.
///
/// Examples:
///   custodian new Zaphod ann@example.org ben@example.org
///   custodian new Trillian "Ann <ann@example.org>" "Ben <ben@example.org>" "Cleo <cleo@example.org>"
///   custodian new Marvin ann@example.org ben@example.org --observer zoe@example.org
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct New {
    /// What the multiverse is called: letters and digits, a letter first
    name: String,
    /// The players in seat order
    #[arg(required = true, num_args = 2..=6, value_name = "PLAYER")]
    players: Vec<String>,
    /// Somebody who gets every board and sends no orders; may be given several times
    #[arg(long = "observer", value_name = "PERSON")]
    observers: Vec<String>,
}
