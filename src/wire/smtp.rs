//! Mails to an SMTP server (RFC 5321) that sends them on: STARTTLS or TLS from the start, nothing in clear.

use std::time::{Duration, Instant};

use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{Certificate, CertificateStore, SmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use super::{Accepted, MailOut, Secret, Security, SendError, Trust, trust};
use crate::letter::{Address, in_envelope};

/// Longest wait for any one answer of the server (RFC 5321 section 4.5.3.2 asks for up to ten minutes after DATA; the mail is kept and sent again).
const PATIENCE: Duration = Duration::from_secs(60);
/// A connection that nobody used for longer is not used again.
const KEPT: Duration = Duration::from_secs(20);

/// How to reach the server that sends the mails on.
#[derive(Clone, Debug)]
pub struct SmtpConfig {
    pub host: String,
    /// 587 for STARTTLS and 465 for TLS where nobody chose another.
    pub port: u16,
    pub security: Security,
    pub login: Option<SmtpLogin>,
    pub trust: Trust,
    /// The name in EHLO; the machine's own when absent.
    pub hello: Option<String>,
}

/// By AUTH PLAIN (RFC 4616), or by LOGIN where the server has only that.
#[derive(Clone, Debug)]
pub struct SmtpLogin {
    pub user: String,
    pub password: Secret,
}

/// A way out through an SMTP server. The connection is kept for the next mail for a short while.
pub struct SmtpOut {
    server: Server,
    kept: Option<Kept>,
}

struct Kept {
    connection: SmtpConnection,
    used: Instant,
}

impl SmtpOut {
    pub fn new(config: SmtpConfig) -> SmtpOut {
        SmtpOut { server: Server { config }, kept: None }
    }

    /// Runs `work` with a connection, the last one where it still stands; one at which the work fails is not used again.
    fn with_connection<T>(&mut self, work: impl FnOnce(&Server, &mut SmtpConnection) -> Result<T, SendError>) -> Result<T, SendError> {
        let kept = self.kept.take().filter(|kept| kept.used.elapsed() < KEPT).map(|kept| kept.connection);
        let usable = kept.and_then(|mut open| open.test_connected().then_some(open));
        let mut connection = usable.map_or_else(|| self.server.connect(), Ok)?;
        let done = work(&self.server, &mut connection)?;
        self.kept = Some(Kept { connection, used: Instant::now() });
        Ok(done)
    }
}

impl MailOut for SmtpOut {
    fn send(&mut self, envelope_from: &Address, to: &Address, bytes: &[u8]) -> Result<Accepted, SendError> {
        let envelope = Envelope::new(Some(in_envelope(envelope_from)), vec![in_envelope(to)])
            .map_err(|error| SendError::Never { server: self.server.name(), reply: error.to_string() })?;
        // the library ends every message with a line end of its own
        let bytes = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
        self.with_connection(|server, connection| {
            let response = connection.send(&envelope, bytes).map_err(|error| server.refusal(error))?;
            Ok(Accepted { receipt: response.message().collect::<Vec<_>>().join(" ") })
        })
    }

    fn probe(&mut self) -> Result<String, SendError> {
        let who = self.server.config.login.as_ref().map_or("anybody (no login)".to_owned(), |login| login.user.clone());
        let name = self.server.name();
        self.with_connection(|_, _| Ok(format!("{name} takes mails from {who}")))
    }
}

struct Server {
    config: SmtpConfig,
}

impl Server {
    fn name(&self) -> String {
        format!("{}:{}", self.config.host, self.config.port)
    }

    fn connect(&self) -> Result<SmtpConnection, SendError> {
        let tls = self.tls().map_err(|reason| SendError::Tls { server: self.name(), reason })?;
        let hello = self.config.hello.clone().map_or_else(ClientId::default, ClientId::Domain);
        let from_the_start = Some(&tls).filter(|_| self.config.security == Security::Tls);
        let address = (self.config.host.as_str(), self.config.port);
        let mut connection =
            SmtpConnection::connect(address, Some(PATIENCE), &hello, from_the_start, None).map_err(|error| self.unreachable(&error))?;
        if self.config.security == Security::StartTls {
            if !connection.can_starttls() {
                connection.abort();
                return Err(SendError::Tls {
                    server: self.name(),
                    reason: "it does not offer STARTTLS; nothing was sent to it".to_owned(),
                });
            }
            connection.starttls(&tls, &hello).map_err(|error| self.unreachable(&error))?;
        }
        if let Some(login) = &self.config.login {
            let credentials = Credentials::new(login.user.clone(), login.password.reveal().to_owned());
            connection.auth(DEFAULT_MECHANISMS, &credentials).map_err(|error| self.no_login(&error, &login.user))?;
        }
        Ok(connection)
    }

    fn tls(&self) -> Result<TlsParameters, String> {
        let mut builder = TlsParameters::builder(self.config.host.clone());
        if let Trust::File(path) = &self.config.trust {
            builder = builder.certificate_store(CertificateStore::None);
            for certificate in trust::certificates(path)? {
                let name = path.display();
                let certificate = Certificate::from_der(certificate.to_vec())
                    .map_err(|error| format!("a certificate in {name} cannot be used: {error}"))?;
                builder = builder.add_root_certificate(certificate);
            }
        }
        builder.build_rustls().map_err(|error| error.to_string())
    }

    fn unreachable(&self, error: &Error) -> SendError {
        let server = self.name();
        match trust::fault(error, &self.config.host) {
            Some(reason) => SendError::Tls { server, reason },
            None if error.status().is_some() => SendError::Later { server, reply: error.to_string() },
            None => SendError::Unreachable { server, reason: error.to_string() },
        }
    }

    fn no_login(&self, error: &Error, user: &str) -> SendError {
        let server = self.name();
        if error.is_transient() {
            SendError::Later { server, reply: error.to_string() }
        } else if error.is_permanent() || error.is_client() {
            SendError::Login { server, user: user.to_owned(), reason: error.to_string() }
        } else {
            self.unreachable(error)
        }
    }

    /// What an answer to a mail means.
    fn refusal(&self, error: Error) -> SendError {
        let server = self.name();
        let reply = error.to_string();
        let user = self.config.login.as_ref().map_or("nobody", |login| &login.user).to_owned();
        match error.status().map(u16::from) {
            // authentication is required or not enough (RFC 4954 section 6): that is about the program, not about this mail
            Some(530 | 534 | 535 | 538) => SendError::Login { server, user, reason: reply },
            // the server has no room for the mail now (RFC 5321 section 4.5.3.1.10)
            Some(552) => SendError::Later { server, reply },
            Some(_) if error.is_permanent() => SendError::Never { server, reply },
            Some(_) => SendError::Later { server, reply },
            None => SendError::Broken { server, reason: reply },
        }
    }
}
