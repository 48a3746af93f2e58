//! A real browser without a window, driven over a pair of pipes (Chrome DevTools Protocol): it loads a page, and is clicked and typed into.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long a page may take to come to what is asked of it.
const PATIENCE: Duration = Duration::from_secs(30);

/// One page in a browser of its own, ended with the value.
pub struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    session: Option<String>,
    asked: u64,
    /// What the browser told without being asked.
    pub events: Vec<Value>,
    _folder: TempDir,
}

impl Browser {
    /// Loads a page in a window of that size; none where Chromium does not start.
    pub fn open(page: &Path, width: u32, height: u32) -> Option<Browser> {
        let folder = tempfile::tempdir().unwrap();
        let pipe = |name: &str| {
            let path = folder.path().join(name);
            assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
            path
        };
        let (into, out) = (pipe("to"), pipe("from"));
        if let Err(absent) = Command::new("chromium").arg("--version").output() {
            eprintln!("skipped: chromium does not start ({absent})");
            return None;
        }
        let mut shell = Command::new("sh");
        // The browser reads commands from descriptor 3 and answers on 4; both pipes open when both ends are there.
        shell.args(["-c", "exec chromium \"$@\" 3<\"$TO\" 4>\"$FROM\"", "chromium"]).env("TO", &into).env("FROM", &out);
        shell.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-sync",
            "--hide-scrollbars",
        ]);
        shell.args(["--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe"]);
        shell.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        let child = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let to = File::options().write(true).open(&into).unwrap();
        let from = BufReader::new(File::open(&out).unwrap());
        let mut browser = Browser { child, to, from, session: None, asked: 0, events: Vec::new(), _folder: folder };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let session = browser.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }))["sessionId"].clone();
        browser.session = Some(session.as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser.resize(width, height);
        browser.ask("Page.navigate", json!({ "url": format!("file://{}", page.display()) }));
        browser.until("document.readyState === 'complete'");
        Some(browser)
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let phone = width < 600;
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone }),
        );
    }

    /// `media` is `screen` or `print`, `scheme` `light` or `dark`.
    pub fn media(&mut self, media: &str, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "media": media, "features": features }));
    }

    /// What an expression of the page comes to.
    pub fn value(&mut self, expression: &str) -> Value {
        let answer = self.ask("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true }));
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until it is true.
    pub fn until(&mut self, condition: &str) {
        let begun = Instant::now();
        while self.value(condition) != Value::Bool(true) {
            assert!(begun.elapsed() < PATIENCE, "never: {condition}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks with the mouse in the middle of the first element of a selector, as far as it can be seen.
    pub fn click(&mut self, selector: &str) {
        let place = format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect();
               return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let place = self.value(&place);
        let hit = format!("document.elementFromPoint({}, {})?.closest({selector:?}) !== null", place[0], place[1]);
        assert_eq!(self.value(&hit), Value::Bool(true), "{selector} cannot be clicked");
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key by its name: `ArrowLeft`, `Tab`, `/`.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            "End" => 35,
            "Home" => 36,
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            _ => 0,
        };
        let text = match key {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 => Some(key),
            _ => None,
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if let Some(text) = text.filter(|_| kind == "keyDown") {
                event["text"] = json!(text);
            }
            self.ask("Input.dispatchKeyEvent", event);
        }
    }

    pub fn types(&mut self, text: &str) {
        self.ask("Input.insertText", json!({ "text": text }));
    }

    /// What the window shows, as a PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let answer = self.ask("Page.captureScreenshot", json!({ "format": "png" }));
        base64::engine::general_purpose::STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
    }

    /// Prints the page; gives the bytes of the PDF.
    pub fn print(&mut self) -> Vec<u8> {
        let answer = self.ask("Page.printToPDF", json!({}));
        base64::engine::general_purpose::STANDARD.decode(answer["data"].as_str().unwrap()).unwrap()
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let mut answer = Vec::new();
            assert!(self.from.read_until(0, &mut answer).unwrap() > 0, "the browser has gone");
            let mut answer: Value = serde_json::from_slice(answer.strip_suffix(b"\0").unwrap()).unwrap();
            if answer["id"] != json!(self.asked) {
                self.events.push(answer);
                continue;
            }
            assert!(answer.get("error").is_none(), "{method}: {answer}");
            return answer["result"].take();
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
