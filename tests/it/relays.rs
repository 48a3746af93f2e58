//! Relays of drand that answer badly, on loopback: nothing but a genuine beacon of the round ever comes through, and the next relay is asked.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use custodian::dice::{NETWORK, Round};
use custodian::wire::{Beacons, NoBeacon, Relays, Trust};

const SIGNATURE: &str = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
const OTHER: &str = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92";

/// What a relay says to every question.
#[derive(Clone)]
enum Says {
    Whole(String),
    /// Part of an answer, then nothing more.
    Broken(String),
    Hangs,
}

/// A relay on a free port; how often it was asked.
fn relay(says: Says) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            count.fetch_add(1, Ordering::SeqCst);
            let mut question = [0; 1024];
            let read = stream.read(&mut question).unwrap_or(0);
            assert!(String::from_utf8_lossy(&question[..read]).starts_with(&format!("GET /{NETWORK}/public/")));
            match &says {
                Says::Whole(answer) | Says::Broken(answer) => drop(stream.write_all(answer.as_bytes())),
                Says::Hangs => {
                    thread::spawn(move || {
                        thread::sleep(Duration::from_secs(60));
                        drop(stream);
                    });
                }
            }
        }
    });
    (address, asked)
}

fn status(line: &str, body: &str) -> Says {
    Says::Whole(format!(
        "HTTP/1.1 {line}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    ))
}

fn beacon(round: u64, signature: &str) -> String {
    format!("{{\"round\":{round},\"randomness\":\"fe290b\",\"signature\":\"{signature}\"}}")
}

fn fetch(relays: &[&str]) -> Result<(), String> {
    let mut relays = Relays::new(relays.iter().map(|relay| (*relay).to_owned()).collect(), &Trust::Machine)?;
    relays.fetch(Round(1000)).map(|beacon| assert_eq!(beacon.signature().to_string(), SIGNATURE)).map_err(|why| why.to_string())
}

#[test]
fn whatever_a_relay_says_only_a_genuine_beacon_is_taken_and_the_next_one_is_asked() {
    let (good, _) = relay(status("200 OK", &beacon(1000, SIGNATURE)));
    assert_eq!(fetch(&[&good]), Ok(()));
    let mirrored = SIGNATURE.replacen('b', "9", 1);
    let oversize = beacon(1000, &format!("{SIGNATURE}{}", " ".repeat(1_000_000)));
    for (says, words) in [
        (status("404 Not Found", "no such round"), "published it yet"),
        (status("425 Too Early", ""), "published it yet"),
        (status("500 Internal Server Error", "sorry"), "status 500"),
        (status("302 Found\r\nLocation: http://127.0.0.1:1/", ""), "status 302"),
        (status("200 OK", ""), "no beacon"),
        (status("200 OK", &beacon(1000, SIGNATURE)[..60]), "no beacon"),
        (status("200 OK", "<html>welcome to the hotel</html>"), "no beacon"),
        (status("200 OK", &beacon(1001, SIGNATURE)), "round 1001 instead"),
        (status("200 OK", &beacon(1000, OTHER)), "not genuine"),
        (status("200 OK", &beacon(1000, &mirrored)), "not genuine"),
        (status("200 OK", &beacon(1000, &SIGNATURE[..80])), "not genuine"),
        (status("200 OK", &beacon(1000, &format!("c0{}", "00".repeat(47)))), "not genuine"),
        (status("200 OK", &oversize), "more than 4096 bytes"),
        (Says::Broken(format!("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{{\"round\":1000,")), "breaks off"),
        (Says::Broken("SSH-2.0-OpenSSH_9.2\r\n".to_owned()), "no relay gives it"),
    ] {
        let (bad, asked) = relay(says);
        let refused = fetch(&[&bad]).unwrap_err();
        assert!(refused.contains(words), "{words}: {refused}");
        assert_eq!(fetch(&[&bad, &good]), Ok(()), "{words}");
        assert_eq!(asked.load(Ordering::SeqCst), 2, "{words}");
    }
    // Nobody listens there.
    assert!(fetch(&["http://127.0.0.1:1"]).unwrap_err().contains("no relay gives it"));
    assert_eq!(fetch(&["http://127.0.0.1:1", &good]), Ok(()));
}

#[test]
fn a_relay_that_hangs_is_passed_over() {
    let (good, _) = relay(status("200 OK", &beacon(1000, SIGNATURE)));
    let (hangs, _) = relay(Says::Hangs);
    assert_eq!(fetch(&[&hangs, &good]), Ok(()));
}

#[test]
fn whoever_answered_last_is_asked_first_and_whoever_failed_is_not() {
    let (good, asked_good) = relay(status("200 OK", &beacon(1000, SIGNATURE)));
    let (bad, asked_bad) = relay(status("500 Internal Server Error", ""));
    let mut relays = Relays::new(vec![bad, good], &Trust::Machine).unwrap();
    for _ in 0..3 {
        assert!(relays.fetch(Round(1000)).is_ok());
    }
    assert_eq!((asked_bad.load(Ordering::SeqCst), asked_good.load(Ordering::SeqCst)), (1, 3));
    assert!(matches!(relays.fetch(Round(1001)), Err(NoBeacon::Refused(why)) if why.contains("round 1000 instead")));
}
