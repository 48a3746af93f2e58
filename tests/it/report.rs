//! `custodian report`: the page of a game in a real browser, clicked through, typed into, on a phone, in the dark and on paper.

use std::fs;
use std::path::PathBuf;

use crate::browser::Browser;
use crate::program::House;

/// What would run if the page took it for markup.
const HOSTILE: &str = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">&lt;b&gt; </script><!--";

fn letter(number: usize, from: &str, body: &str) -> Vec<u8> {
    let head = format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: {HOSTILE}");
    format!("{head}\n\n{body}\n").into_bytes()
}

/// A game of three with a hostile name in it, a rule, a roll, a repeal and talk that is markup.
fn played() -> House {
    let house = House::new();
    let new =
        "NEW Zaphod\nPLAYER \"Ann <script>document.title=7</script>\" <ann@x.org>\nPLAYER Bob <bob@x.org>\nPLAYER Cy <cy@x.org>\nUNDO 0";
    let coins = format!(
        "RULE \"{}\"\n  When a pawn moves, flip a coin: on heads it becomes a knight, on tails nothing happens. (note: {HOSTILE})\nEND\n2: e2-e4",
        HOSTILE.replace('"', "'")
    );
    let letters = [
        ("master@localhost", new),
        ("ann@x.org", "JOIN"),
        ("bob@x.org", "JOIN"),
        ("cy@x.org", "JOIN"),
        ("ann@x.org", "REAL 1\n1: e2-e4\n2: d2-d4"),
        ("bob@x.org", HOSTILE),
        (
            "bob@x.org",
            "REAL 1\nRULE \"Coins\"\nWhen a pawn moves, flip a coin: on heads it becomes a knight, on tails nothing happens.\nEND",
        ),
        ("cy@x.org", "REAL 2\n2: e7-e5\n3: d7-d5"),
        ("ann@x.org", "1: a2-a3\n2: a2-a3"),
        ("bob@x.org", &coins),
        ("bob@x.org", "REPEAL g1"),
        ("bob@x.org", "1: h7-h6\n3: h2-h3"),
        ("cy@x.org", "2: h7-h6\n3: h7-h6"),
        ("ann@x.org", "STATUS"),
    ];
    for (number, (from, body)) in letters.into_iter().enumerate() {
        house.deliver(&letter(number, from, body));
        house.once();
    }
    house
}

fn gallery(name: &str, picture: &[u8]) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), picture).unwrap();
}

/// The page of a game, and the game.
fn page() -> (House, PathBuf) {
    let house = played();
    let said = house.run(&["report", "zaphod"]);
    assert!(said.starts_with("zaphod.html: "), "{said}");
    let path = house.path("zaphod.html");
    (house, path)
}

#[test]
fn the_page_is_whole_and_bears_whatever_players_write() {
    let (house, path) = page();
    let html = fs::read_to_string(&path).unwrap();
    assert_eq!(html.matches("<script").count(), 2, "the data and the page's own script");
    assert_eq!(html.matches("</script>").count(), 2);
    for address in ["ann@x.org", "bob@x.org", "cy@x.org", "master@localhost"] {
        assert!(!html.contains(address), "{address}");
    }
    // The namespace of SVG is a name; nothing is asked for there.
    for place in html.match_indices("://") {
        let around = &html[place.0.saturating_sub(30)..place.0 + 30];
        assert!(around.contains("http://www.w3.org/2000/svg"), "{around}");
    }
    house.run(&["report", "zaphod", "--into", "again.html"]);
    assert_eq!(html, fs::read_to_string(house.path("again.html")).unwrap());
    // A copy without letters gives a page without their words.
    house.run(&["export", "zaphod", "--public"]);
    house.run(&["report", "zaphod-public.tar", "--into", "public.html"]);
    let public = fs::read_to_string(house.path("public.html")).unwrap();
    assert!(public.contains("\"ordered\":null") && !public.contains("\"ordered\":["));

    let Some(mut browser) = Browser::open(&path, 1300, 1000) else { return };
    assert_eq!(browser.text("document.title"), "Zaphod, a game of chess by mail");
    for tab in ["turns", "rules", "dice", "letters", "play"] {
        browser.click(&format!("#tab-{tab}"));
        browser.until(&format!("!document.getElementById('{tab}').hidden"));
    }
    assert_eq!(browser.text("document.title"), "Zaphod, a game of chess by mail", "nothing of the letters ran");
    assert_eq!(browser.value("document.querySelectorAll('img, iframe, main script, b b').length"), 0);
    browser.value("0");
    for event in &browser.events {
        let method = event["method"].as_str().unwrap_or_default();
        assert!(!["Runtime.exceptionThrown", "Log.entryAdded"].contains(&method), "{event}");
        if method == "Network.requestWillBeSent" {
            let url = event["params"]["request"]["url"].as_str().unwrap();
            assert!(url.starts_with("file://") || url.starts_with("about:"), "{url}");
        }
    }
}

/// Dice that people read off, with their pins, reports, dispute and ruling; and a pin that was ruled void.
#[test]
fn the_page_tells_of_every_pin_report_and_ruling() {
    for (script, tells) in [
        (
            "24-stock",
            vec!["IBM 4512380, KO 98409", "IBM 4512385, KO 98409", "by a ruling of the master", "What the digits mean: ", "of KO"],
        ),
        ("25-honour", vec!["locked 2026-01-02 12:", "are void: Bob has lost his dice", "Ann throws 9.", "chess-table-v1"]),
        ("10-fate", vec!["its end: 1a0bde19de1b386e8a320e3cdd0d7c5d41c5677866ac503329b15aa122e54ca4", "printf 'chess-dice-v1"]),
    ] {
        let house = House::new();
        let path = format!("{}/tests/games/{script}.script", env!("CARGO_MANIFEST_DIR"));
        crate::scripted::played(&fs::read_to_string(path).unwrap()).lay_down_archive(&house.path("archive"));
        house.run(&["report", "zaphod"]);
        let Some(mut browser) = Browser::open(&house.path("zaphod.html"), 1300, 1000) else { return };
        browser.click("#tab-dice");
        browser.until("!document.getElementById('dice').hidden");
        let told = browser.text("document.getElementById('dice').textContent");
        for words in tells {
            assert!(told.contains(words), "{script}: {words:?} is not in {told}");
        }
        assert!(!told.contains("Nothing was left to chance"));
    }
}

#[test]
fn a_reader_goes_through_the_game_with_mouse_and_keys() {
    let (_house, path) = page();
    let Some(mut browser) = Browser::open(&path, 1300, 1000) else { return };
    gallery("report-desktop.png", &browser.picture());
    let boards = "document.querySelectorAll('#boards svg.board').length";
    assert_eq!(browser.value(boards), 3);
    // Back to the beginning by the slider's own keys, then on with the button and with the arrows.
    browser.click("#slider");
    browser.press("Home");
    browser.until("document.getElementById('where').textContent === 'Before the game'");
    assert_eq!(browser.value("document.getElementById('before').disabled"), true);
    assert!(browser.text("document.getElementById('story').textContent").contains("JOIN"));
    browser.click("#after");
    browser.until("document.getElementById('where').textContent.startsWith('Turn 1 · Ann')");
    assert!(browser.text("document.getElementById('gist').textContent").contains("plays e2-e4"));
    let on = |square: &str| format!("[...document.querySelectorAll('#boards title')].some(title => title.textContent === '{square}')");
    assert_eq!(browser.value(&on("white pawn on e4")), true);
    assert_eq!(browser.value(&on("white pawn on e2")), false);
    browser.click("h1");
    browser.press("ArrowRight");
    browser.until("document.getElementById('where').textContent.startsWith('Turn 1 · Bob')");
    browser.press("ArrowLeft");
    browser.until("document.getElementById('where').textContent.startsWith('Turn 1 · Ann')");

    // The rule, from its text to its repeal, and from there to the place where it was made.
    browser.click("#tab-rules");
    let rules = browser.text("document.getElementById('rules').textContent");
    for words in ["“Coins”", "flip a coin: on heads", "By Bob", "Bob repeals g1"] {
        assert!(rules.contains(words), "{words:?} is not in {rules}");
    }
    assert!(browser.value("document.querySelectorAll('#rules .verdict').length").as_u64().unwrap() > 0, "{rules}");
    browser.click("#rules .jump");
    browser.until("document.getElementById('where').textContent.startsWith('Turn 1 · Bob')");
    assert_eq!(browser.text("document.activeElement.id.slice(0, 5)"), "line-");

    // Each roll with its proof.
    browser.click("#tab-dice");
    let dice = browser.text("document.getElementById('dice').textContent");
    assert!(dice.contains("for rule g1") && dice.contains("printf 'chess-dice-v1") && dice.contains("sha256sum"), "{dice}");

    // Each letter with its receipt.
    browser.click("#tab-letters");
    let letters = browser.text("document.getElementById('letters').textContent");
    assert!(letters.contains("Its SHA-256: ") && letters.contains("laid into the spool"), "{letters}");
    assert!(letters.contains("<script>document.title='taken'</script>"), "shown as it was written");

    // Search, and a jump from what was found.
    browser.press("Tab");
    browser.click("h1");
    browser.press("/");
    browser.until("document.activeElement.id === 'search'");
    browser.types("E7-E5");
    browser.until("!document.getElementById('found').hidden");
    assert!(browser.text("document.querySelector('#found h2').textContent").ends_with("found"));
    assert_eq!(browser.text("document.querySelector('#found mark').textContent").to_lowercase(), "e7-e5");
    browser.click("#found .jump");
    browser.until("document.getElementById('found').hidden && document.getElementById('where').textContent.startsWith('Turn 1 · Cy')");

    // Tabs by keyboard.
    browser.click("#tab-play");
    browser.press("ArrowRight");
    browser.until("document.activeElement.id === 'tab-turns' && !document.getElementById('turns').hidden");
    browser.until("document.querySelectorAll('#turns svg.board').length >= 3");
    gallery("report-turns.png", &browser.picture());
}

#[test]
fn the_page_fits_a_phone_the_dark_and_paper() {
    let (_house, path) = page();
    let Some(mut browser) = Browser::open(&path, 390, 844) else { return };
    let wide = "document.documentElement.scrollWidth > innerWidth";
    for tab in ["play", "turns", "rules", "dice", "letters"] {
        browser.click(&format!("#tab-{tab}"));
        assert_eq!(browser.value(wide), false, "{tab} is wider than a phone");
        gallery(&format!("report-phone-{tab}.png"), &browser.picture());
    }
    let ground = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(ground);
    browser.media("screen", "dark");
    assert_ne!(browser.text(ground), light);
    gallery("report-phone-dark.png", &browser.picture());
    browser.resize(1300, 1000);
    browser.click("#tab-play");
    gallery("report-dark.png", &browser.picture());
    browser.media("screen", "light");
    let paper = browser.print();
    assert_eq!(
        browser.value("document.querySelectorAll('#rules details:not([open]), #dice details:not([open])').length"),
        0,
        "nothing is folded away"
    );
    let turns_first = "document.getElementById('print').compareDocumentPosition(document.getElementById('rules')) & 4";
    assert_eq!(browser.value(turns_first), 4);
    assert!(paper.starts_with(b"%PDF") && paper.len() > 20_000, "{} bytes", paper.len());
    assert!(browser.value("document.querySelectorAll('#print svg.board').length").as_u64().unwrap() >= 6);
    gallery("report.pdf", &paper);
}
