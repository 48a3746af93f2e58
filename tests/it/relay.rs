//! A relay of drand on loopback that answers as a test wants it to.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use custodian::dice::NETWORK;

/// Rounds of quicknet as they were published on 23 August 2023, at 15:15:33 and 15:59:24.
pub const ROUND_123: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92";
pub const ROUND_1000: &str = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

/// What a relay says to every question.
#[derive(Clone)]
pub enum Says {
    /// Each round for which it has a signature; of any other, that it lies ahead.
    Beacons(Vec<(u64, &'static str)>),
    /// These bytes, whole or not.
    Bytes(String),
    /// These bytes, one every second.
    Drips(String),
    /// Nothing, for a minute.
    Hangs,
}

/// A relay on a free port.
pub struct Relay {
    pub address: String,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    says: Says,
    asked: usize,
}

impl Relay {
    pub fn that(says: Says) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Mutex::new(Shared { says, asked: 0 }));
        let relay = Relay { address, shared: Arc::clone(&shared) };
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let says = {
                    let mut shared = locked(&shared);
                    shared.asked += 1;
                    shared.says.clone()
                };
                let mut question = [0; 1024];
                let read = stream.read(&mut question).unwrap_or(0);
                let question = String::from_utf8_lossy(&question[..read]);
                let asked = question.strip_prefix(&format!("GET /{NETWORK}/public/")).and_then(|rest| rest.split(' ').next());
                let asked = asked.unwrap_or_else(|| panic!("a relay is asked {question}"));
                let answer = match says {
                    Says::Bytes(bytes) => bytes,
                    Says::Beacons(known) => match known.iter().rfind(|(known, _)| asked == "latest" || asked == known.to_string()) {
                        Some((round, signature)) => status("200 OK", &beacon(*round, signature)),
                        None => status("404 Not Found", "no such round"),
                    },
                    Says::Drips(bytes) => {
                        thread::spawn(move || {
                            for byte in bytes.bytes() {
                                if stream.write_all(&[byte]).is_err() {
                                    return;
                                }
                                thread::sleep(Duration::from_secs(1));
                            }
                        });
                        continue;
                    }
                    Says::Hangs => {
                        thread::spawn(move || {
                            thread::sleep(Duration::from_secs(60));
                            drop(stream);
                        });
                        continue;
                    }
                };
                // Whoever asked may have gone.
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        relay
    }

    /// What it says from now on.
    pub fn now_says(&self, says: Says) {
        locked(&self.shared).says = says;
    }

    /// How often it was asked.
    pub fn asked(&self) -> usize {
        locked(&self.shared).asked
    }
}

fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A whole answer of HTTP.
pub fn status(line: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {line}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

/// A round as relays write it.
pub fn beacon(round: u64, signature: &str) -> String {
    format!("{{\"round\":{round},\"randomness\":\"fe290b\",\"signature\":\"{signature}\"}}")
}
