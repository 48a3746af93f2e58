//! A TLS stream to a server that never waits for ever.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use imap::extensions::idle::SetReadTimeout;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};

use super::Stopper;
use super::trust::{self, Trust};

/// Longest wait for a connection to one address.
const CONNECT: Duration = Duration::from_secs(15);
/// Longest silence of a server that owes an answer; a half-open connection is found out by it.
const SILENCE: Duration = Duration::from_secs(60);

/// A TLS stream. Reads end at the deadline, where there is one, however often the server says something; else after a long silence.
pub(super) struct Stream {
    tls: StreamOwned<ClientConnection, TcpStream>,
    deadline: Option<Instant>,
}

/// Why there is no stream.
pub(super) enum Fault {
    /// No connection; the reason.
    Unreachable(String),
    /// A connection, but none to trust; the reason.
    Untrusted(String),
}

impl Stream {
    /// Connects and shakes hands. The stopper watches the socket from then on, until it is told of another.
    pub(super) fn open(host: &str, port: u16, trust: &Trust, stopper: &Stopper) -> Result<Stream, Fault> {
        let client = trust.client().map_err(Fault::Untrusted)?;
        let name = ServerName::try_from(host.to_owned()).map_err(|_| Fault::Unreachable(format!("`{host}` is no host name")))?;
        let address = (host.to_owned(), port);
        let socket = stopper
            .run(move || connect(address))
            .unwrap_or_else(|| Err(io::Error::other("stopped")))
            .map_err(|error| Fault::Unreachable(error.to_string()))?;
        let fail = |error: io::Error| match trust::fault(&error, host) {
            Some(fault) => Fault::Untrusted(fault),
            None => Fault::Unreachable(format!("no TLS handshake: {error}")),
        };
        let prepare = |socket: &TcpStream| {
            socket.set_nodelay(true)?;
            socket.set_read_timeout(Some(SILENCE))?;
            socket.set_write_timeout(Some(SILENCE))?;
            stopper.watch(Some(socket.try_clone()?));
            Ok(())
        };
        prepare(&socket).map_err(fail)?;
        let connection = ClientConnection::new(client, name).map_err(|error| Fault::Untrusted(error.to_string()))?;
        let mut tls = StreamOwned::new(connection, socket);
        while tls.conn.is_handshaking() {
            tls.conn.complete_io(&mut tls.sock).map_err(fail)?;
        }
        Ok(Stream { tls, deadline: None })
    }
}

fn connect(address: (String, u16)) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let patience = match self.deadline {
            Some(deadline) => deadline.saturating_duration_since(Instant::now()),
            None => SILENCE,
        };
        if patience.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.tls.sock.set_read_timeout(Some(patience))?;
        self.tls.read(buffer)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tls.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tls.flush()
    }
}

impl SetReadTimeout for Stream {
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> imap::error::Result<()> {
        self.deadline = timeout.map(|timeout| Instant::now() + timeout);
        Ok(())
    }
}
