//! Relays of drand that answer badly, on loopback: nothing but a genuine beacon of the round ever comes through, and the next relay is asked.

use std::time::{Duration, Instant};

use custodian::dice::Round;
use custodian::wire::{Beacons, NoBeacon, Relays, Trust};

use crate::program::House;
use crate::relay::{ROUND_123, ROUND_1000, Relay, Says, beacon, status};

fn fetch(relays: &[&str]) -> Result<(), String> {
    let mut relays = Relays::new(relays.iter().map(|relay| (*relay).to_owned()).collect(), &Trust::Machine)?;
    relays.fetch(Round(1000)).map(|beacon| assert_eq!(beacon.signature().to_string(), ROUND_1000)).map_err(|why| why.to_string())
}

#[test]
fn whatever_a_relay_says_only_a_genuine_beacon_is_taken_and_the_next_one_is_asked() {
    let good = Relay::that(Says::Beacons(vec![(1000, ROUND_1000)]));
    assert_eq!(fetch(&[&good.address]), Ok(()));
    let mirrored = ROUND_1000.replacen('b', "9", 1);
    let oversize = beacon(1000, &format!("{ROUND_1000}{}", " ".repeat(1_000_000)));
    for (says, words) in [
        (Says::Bytes(status("404 Not Found", "no such round")), "published it yet"),
        (Says::Bytes(status("425 Too Early", "")), "published it yet"),
        (Says::Bytes(status("500 Internal Server Error", "sorry")), "status 500"),
        (Says::Bytes(status("302 Found\r\nLocation: http://127.0.0.1:1/", "")), "status 302"),
        (Says::Bytes(status("200 OK", "")), "no beacon"),
        (Says::Bytes(status("200 OK", &beacon(1000, ROUND_1000)[..60])), "no beacon"),
        (Says::Bytes(status("200 OK", "<html>welcome to the hotel</html>")), "no beacon"),
        (Says::Bytes(status("200 OK", &beacon(1001, ROUND_1000))), "round 1001 instead"),
        (Says::Bytes(status("200 OK", &beacon(1000, ROUND_123))), "not genuine"),
        (Says::Bytes(status("200 OK", &beacon(1000, &mirrored))), "not genuine"),
        (Says::Bytes(status("200 OK", &beacon(1000, &ROUND_1000[..80]))), "not genuine"),
        (Says::Bytes(status("200 OK", &beacon(1000, &format!("c0{}", "00".repeat(47))))), "not genuine"),
        (Says::Bytes(status("200 OK", &oversize)), "more than 4096 bytes"),
        (Says::Bytes("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"round\":1000,".to_owned()), "breaks off"),
        (Says::Bytes("SSH-2.0-OpenSSH_9.2\r\n".to_owned()), "no relay gives it"),
    ] {
        let bad = Relay::that(says);
        let refused = fetch(&[&bad.address]).unwrap_err();
        assert!(refused.contains(words), "{words}: {refused}");
        assert_eq!(fetch(&[&bad.address, &good.address]), Ok(()), "{words}");
        assert_eq!(bad.asked(), 2, "{words}");
    }
    // Nobody listens there.
    assert!(fetch(&["http://127.0.0.1:1"]).unwrap_err().contains("no relay gives it"));
    assert_eq!(fetch(&["http://127.0.0.1:1", &good.address]), Ok(()));
}

#[test]
fn a_relay_that_hangs_is_passed_over() {
    let good = Relay::that(Says::Beacons(vec![(1000, ROUND_1000)]));
    let hangs = Relay::that(Says::Hangs);
    assert_eq!(fetch(&[&hangs.address, &good.address]), Ok(()));
}

#[test]
fn a_relay_that_drips_is_passed_over() {
    let good = Relay::that(Says::Beacons(vec![(1000, ROUND_1000)]));
    let (head, body) = (status("200 OK", &beacon(1000, ROUND_1000)), "\r\n\r\n");
    let (head, body) = head.split_once(body).unwrap();
    for drips in [format!("{head}\r\n\r\n{body}"), "HTTP/1.1 200 OK\r\nX-Slow: ".to_owned() + &"y".repeat(100)] {
        let slow = Relay::that(Says::Drips(drips));
        let begun = Instant::now();
        assert_eq!(fetch(&[&slow.address, &good.address]), Ok(()));
        assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
    }
}

#[test]
fn whoever_answered_last_is_asked_first_and_whoever_failed_is_not() {
    let good = Relay::that(Says::Bytes(status("200 OK", &beacon(1000, ROUND_1000))));
    let bad = Relay::that(Says::Bytes(status("500 Internal Server Error", "")));
    let mut relays = Relays::new(vec![bad.address.clone(), good.address.clone()], &Trust::Machine).unwrap();
    for _ in 0..3 {
        assert!(relays.fetch(Round(1000)).is_ok());
    }
    assert_eq!((bad.asked(), good.asked()), (1, 3));
    assert!(matches!(relays.fetch(Round(1001)), Err(NoBeacon::Refused(why)) if why.contains("round 1000 instead")));
}

/// What `custodian doctor` finds of the dice, relay by relay, and its exit code.
fn doctor(relays: &[&str]) -> (i32, Vec<String>) {
    let house =
        House::with_config(&format!("[dice]\nrelays = [{}]\n", relays.iter().map(|at| format!("{at:?}")).collect::<Vec<_>>().join(", ")));
    let output = house.command(&["doctor"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let dice =
        said.lines().filter_map(|line| line.split_once(" dice ").map(|(word, finding)| format!("{} {}", word.trim(), finding.trim())));
    (output.status.code().unwrap(), dice.collect())
}

#[test]
fn doctor_asks_each_relay_and_tells_what_it_gives() {
    let good = Relay::that(Says::Beacons(vec![(123, ROUND_123), (1000, ROUND_1000)]));
    let lying = Relay::that(Says::Bytes(status("200 OK", &beacon(1000, ROUND_123))));
    let dead = "http://127.0.0.1:1";
    let (code, found) = doctor(&[&good.address, &lying.address, dead]);
    assert_eq!((code, found.len()), (0, 3), "{found:?}");
    // It is genuine and of 2023: by this machine's clock it stands still.
    assert!(found[0].starts_with(&format!("warning {} gives beacons, the newest of 2023-08-23 15:59:24 UTC", good.address)), "{found:?}");
    assert!(found[0].ends_with("the relay stands still, or the clock is fast"), "{found:?}");
    assert!(found[1].starts_with(&format!("warning {}: ", lying.address)) && found[1].contains("not genuine"), "{found:?}");
    assert!(found[2].starts_with(&format!("warning {dead}: ")), "{found:?}");
    // Where none gives beacons the house cannot roll.
    let (code, found) = doctor(&[&lying.address, dead]);
    assert_eq!(code, 1);
    assert!(found.iter().all(|line| line.starts_with("mend ")), "{found:?}");
}
