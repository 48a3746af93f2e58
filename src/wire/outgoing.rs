//! The port through which mails go out, and its twin in memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::letter::Address;

/// A way for mails to go out.
pub trait MailOut {
    /// Hands exactly these bytes over for one recipient; bounces go to `envelope_from`. When it returns `Ok`, somebody else answers for the mail.
    fn send(&mut self, envelope_from: &Address, to: &Address, bytes: &[u8]) -> Result<Accepted, SendError>;

    /// Tries everything that sending needs (reach, TLS, login), sends nothing, and says in one line what was found.
    fn probe(&mut self) -> Result<String, SendError>;
}

/// The mail was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What the taker said, such as the server's queue id.
    pub receipt: String,
}

/// Why a mail was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    #[error("cannot reach {server}: {reason}")]
    Unreachable { server: String, reason: String },
    #[error("no trusted TLS connection to {server}: {reason}")]
    Tls { server: String, reason: String },
    #[error("{server} refuses the login of {user}: {reason}")]
    Login { server: String, user: String, reason: String },
    /// A reply of class 4, or 552 (RFC 5321 section 4.5.3.1.10 has it read as 452).
    #[error("{server} cannot take the mail now: {reply}")]
    Later { server: String, reply: String },
    /// Any other reply of class 5.
    #[error("{server} will not take the mail: {reply}")]
    Never { server: String, reply: String },
    /// The connection broke, perhaps after the server took the mail.
    #[error("the connection to {server} broke: {reason}")]
    Broken { server: String, reason: String },
    #[error("cannot write to the spool at {path}: {reason}")]
    Spool { path: String, reason: std::io::Error },
}

impl SendError {
    /// Whether the same bytes should be tried again later. A refused login passes when the operator mends it.
    pub fn is_transient(&self) -> bool {
        !matches!(self, SendError::Never { .. })
    }

    /// Whether every other mail would fare as this one did now. Of a connection that broke nothing is known: the mail may be what broke it.
    pub fn concerns_all_mails(&self) -> bool {
        match self {
            SendError::Unreachable { .. } | SendError::Tls { .. } | SendError::Login { .. } | SendError::Spool { .. } => true,
            SendError::Later { .. } | SendError::Never { .. } | SendError::Broken { .. } => false,
        }
    }
}

/// A mail that the twin took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub envelope_from: Address,
    pub to: Address,
    pub bytes: Vec<u8>,
}

/// The twin in memory: keeps what it was given, and fails as a test tells it.
#[derive(Clone, Debug, Default)]
pub struct MemoryMailOut {
    shared: Arc<Mutex<Outbox>>,
}

#[derive(Debug, Default)]
struct Outbox {
    sent: Vec<Sent>,
    refusals: Vec<SendError>,
}

impl MemoryMailOut {
    pub fn new() -> MemoryMailOut {
        MemoryMailOut::default()
    }

    /// Takes out what was sent since the last call, in order.
    pub fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut self.lock().sent)
    }

    /// Makes one later `send` fail with `error`; several wait in line.
    pub fn refuse_next(&self, error: SendError) {
        self.lock().refusals.push(error);
    }

    fn lock(&self) -> MutexGuard<'_, Outbox> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MailOut for MemoryMailOut {
    fn send(&mut self, envelope_from: &Address, to: &Address, bytes: &[u8]) -> Result<Accepted, SendError> {
        let mut outbox = self.lock();
        if !outbox.refusals.is_empty() {
            return Err(outbox.refusals.remove(0));
        }
        outbox.sent.push(Sent { envelope_from: envelope_from.clone(), to: to.clone(), bytes: bytes.to_vec() });
        Ok(Accepted { receipt: format!("kept in memory as number {}", outbox.sent.len()) })
    }

    fn probe(&mut self) -> Result<String, SendError> {
        Ok("mails are kept in memory".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twin_keeps_what_it_takes_and_fails_as_told() {
        let address = |text| Address::parse(text).unwrap();
        let mut out = MemoryMailOut::new();
        out.refuse_next(SendError::Later { server: "memory".into(), reply: "451 later".into() });
        let refused = out.send(&address("c@x"), &address("a@y"), b"one").unwrap_err();
        assert!(refused.is_transient());
        out.send(&address("c@x"), &address("a@y"), b"one").unwrap();
        assert_eq!(out.take(), [Sent { envelope_from: address("c@x"), to: address("a@y"), bytes: b"one".to_vec() }]);
        assert!(out.take().is_empty());
    }
}
