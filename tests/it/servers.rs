//! Real mail servers for a test: Dovecot and Exim in a folder of their own, on free ports of the loopback, under an ordinary user, gone with the value.

use std::fs::{self, Permissions};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use custodian::letter::Address;
use custodian::wire::{ImapConfig, Secret, Security, Settled, SmtpConfig, SmtpLogin, Trust, Watch};
use rustix::process::{Pid, Signal, getgid, getuid, kill_process, kill_process_group};
use tempfile::TempDir;

/// Longest wait for a server to come up or to go.
const PATIENCE: Duration = Duration::from_secs(20);
/// The domain whose mail the servers take.
pub const DOMAIN: &str = "test.example";
const INSTALL: &str = "install them with `apt-get install --no-install-recommends dovecot-imapd dovecot-lmtpd exim4-daemon-light`";

/// Dovecot and Exim with some users: the password of `ada` is `pw-ada`, her address `ada@test.example` with anything behind a plus.
pub struct Servers {
    folder: TempDir,
    account: Account,
    imap_port: u16,
    smtp_port: u16,
    dovecot: Option<Child>,
    exim: Option<Child>,
}

/// Whom the servers run as.
struct Account {
    user: String,
    group: String,
    uid: u32,
    gid: u32,
}

impl Account {
    /// Whoever runs the test, or `nobody` when that is root, as whom Dovecot does not serve mail.
    fn choose() -> Account {
        let (uid, gid) = (getuid().as_raw(), getgid().as_raw());
        let (uid, gid) = if uid == 0 { (numbered("/etc/passwd", "nobody"), numbered("/etc/group", "nogroup")) } else { (uid, gid) };
        Account { user: named("/etc/passwd", uid), group: named("/etc/group", gid), uid, gid }
    }

    /// Gives a file or folder to the account.
    fn own(&self, path: &Path) {
        chown(path, Some(self.uid), Some(self.gid)).unwrap();
    }
}

/// The number of a user or group: the third field of its line.
fn numbered(file: &str, name: &str) -> u32 {
    let text = fs::read_to_string(file).unwrap();
    let line = text.lines().find(|line| line.split(':').next() == Some(name)).unwrap_or_else(|| panic!("{file} knows no {name}"));
    line.split(':').nth(2).unwrap().parse().unwrap()
}

fn named(file: &str, number: u32) -> String {
    let text = fs::read_to_string(file).unwrap();
    let line = text
        .lines()
        .find(|line| line.split(':').nth(2) == Some(&number.to_string()))
        .unwrap_or_else(|| panic!("{file} knows no number {number}"));
    line.split(':').next().unwrap().to_owned()
}

impl Servers {
    pub fn start(users: &[&str]) -> Servers {
        // a socket's path has at most 108 bytes
        let folder = tempfile::Builder::new().prefix("cu").tempdir_in("/tmp").unwrap();
        let mut servers =
            Servers { folder, account: Account::choose(), imap_port: free_port(), smtp_port: free_port(), dovecot: None, exim: None };
        servers.prepare(users);
        servers.start_dovecot();
        servers.start_exim();
        servers
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn prepare(&self, users: &[&str]) {
        self.account.own(self.folder.path());
        for folder in ["run", "log", "tls", "mail", "exim"] {
            fs::create_dir(self.path(folder)).unwrap();
            self.account.own(&self.path(folder));
        }
        self.write("users", &users.iter().map(|user| format!("{user}:{{PLAIN}}pw-{user}::::::\n")).collect::<String>());
        self.write("smtp-users", &users.iter().map(|user| format!("{user}: pw-{user}\n")).collect::<String>());
        let authority = Authority::new();
        let (certificate, key) = authority.certify("localhost");
        self.write("tls/server.pem", &certificate);
        self.write("tls/server.key", &key);
        self.write("tls/ca.pem", &authority.certificate);
        self.write("tls/other-ca.pem", &Authority::new().certificate);
        self.write("dovecot.conf", &self.filled(include_str!("../servers/dovecot.conf.in")));
        self.write("exim.conf", &self.filled(include_str!("../servers/exim.conf.in")));
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        self.account.own(&path);
    }

    fn filled(&self, template: &str) -> String {
        let folder = self.folder.path().to_str().unwrap();
        let places = [
            ("@D@", folder),
            ("@U@", self.account.user.as_str()),
            ("@G@", self.account.group.as_str()),
            ("@EXIM@", program("exim4").to_str().unwrap()),
            ("@IMAPS@", &self.imap_port.to_string()),
            ("@SMTP@", &self.smtp_port.to_string()),
        ]
        .map(|(place, value)| (place, value.to_owned()));
        places.iter().fold(template.to_owned(), |text, (place, value)| text.replace(place, value))
    }

    pub fn start_dovecot(&mut self) {
        let configuration = self.path("dovecot.conf");
        self.dovecot = Some(self.launch("dovecot", &["-F".as_ref(), "-c".as_ref(), configuration.as_os_str()], self.imap_port));
    }

    pub fn start_exim(&mut self) {
        let configuration = self.path("exim.conf");
        self.exim =
            Some(self.launch("exim4", &["-C".as_ref(), configuration.as_os_str(), "-bdf".as_ref(), "-q1s".as_ref()], self.smtp_port));
    }

    fn launch(&self, name: &str, arguments: &[&std::ffi::OsStr], port: u16) -> Child {
        let mut command = Command::new(program(name));
        command.args(arguments).process_group(0).current_dir(self.folder.path()).stdin(Stdio::null());
        let output = fs::File::create(self.path(&format!("{name}.out"))).unwrap();
        command.stdout(output.try_clone().unwrap()).stderr(output);
        if getuid().is_root() {
            command.uid(self.account.uid).gid(self.account.gid);
        }
        let mut child = command.spawn().unwrap();
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none() && begun.elapsed() < PATIENCE, "{name} does not come up ({ended:?}):\n{}", self.logs());
            std::thread::sleep(Duration::from_millis(10));
        }
        child
    }

    pub fn stop_dovecot(&mut self) {
        stop(&mut self.dovecot);
    }

    /// Stops Exim and what it started: a delivery in the middle leaves its process group.
    pub fn stop_exim(&mut self) {
        stop(&mut self.exim);
        self.end_all("exim");
    }

    /// Ends every process called `name` whose command line names the folder.
    fn end_all(&self, name: &str) {
        let folder = self.folder.path().to_str().unwrap();
        let begun = Instant::now();
        loop {
            let left = processes(|command| command.contains(folder) && command.contains(name));
            if left.is_empty() {
                return;
            }
            let signal = if begun.elapsed() < PATIENCE / 2 { Signal::TERM } else { Signal::KILL };
            for process in left {
                // it may have ended by itself
                let _ = kill_process(process, signal);
            }
            assert!(begun.elapsed() < PATIENCE, "{name} does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Forgets Dovecot's index of a user, so that the same letters come back under another UIDVALIDITY. Dovecot must be stopped.
    pub fn forget_uids(&self, user: &str) {
        let maildir = self.path(&format!("mail/{user}/Maildir"));
        for entry in fs::read_dir(&maildir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name == "dovecot-uidlist" || name.starts_with("dovecot.index") {
                fs::remove_file(path).unwrap();
            }
        }
    }

    pub fn address(user: &str) -> Address {
        Address::parse(&format!("{user}@{DOMAIN}")).unwrap()
    }

    pub fn imap(&self, user: &str) -> ImapConfig {
        ImapConfig {
            host: "localhost".to_owned(),
            port: self.imap_port,
            user: user.to_owned(),
            password: Secret::new(format!("pw-{user}")),
            trust: self.trust(),
            folder: "INBOX".to_owned(),
            watch: Watch::Idle { else_every: Duration::from_millis(200) },
            size_limit: 1_000_000,
            settled: Settled::Leave,
        }
    }

    pub fn smtp(&self, user: &str) -> SmtpConfig {
        SmtpConfig {
            host: "localhost".to_owned(),
            port: self.smtp_port,
            security: Security::StartTls,
            login: Some(SmtpLogin { user: user.to_owned(), password: Secret::new(format!("pw-{user}")) }),
            trust: self.trust(),
            hello: Some("localhost".to_owned()),
        }
    }

    /// The authority that signed the servers' certificate.
    pub fn trust(&self) -> Trust {
        Trust::File(self.path("tls/ca.pem"))
    }

    /// An authority that signed nothing.
    pub fn wrong_trust(&self) -> Trust {
        Trust::File(self.path("tls/other-ca.pem"))
    }

    /// What the servers wrote down, for the message of a failed test.
    pub fn logs(&self) -> String {
        let mut logs = String::new();
        for name in ["dovecot.out", "exim4.out", "log/dovecot.log", "log/exim-main.log", "log/exim-panic.log"] {
            if let Ok(text) = fs::read_to_string(self.path(name)) {
                logs.push_str(&format!("--- {name}\n{text}"));
            }
        }
        logs
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.logs());
        }
        self.stop_dovecot();
        self.stop_exim();
    }
}

fn stop(child: &mut Option<Child>) {
    let Some(mut child) = child.take() else { return };
    let group = Pid::from_child(&child);
    // the group may be gone already
    let _ = kill_process_group(group, Signal::TERM);
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = kill_process_group(group, Signal::KILL);
    child.wait().unwrap();
}

/// The processes whose command line is as asked for.
fn processes(asked: impl Fn(&str) -> bool) -> Vec<Pid> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let number = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok());
        // a process may end while it is looked at
        let command = fs::read(entry.path().join("cmdline")).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if let (Some(number), Ok(command)) = (number, command)
            && asked(&command)
        {
            found.extend(Pid::from_raw(number));
        }
    }
    found
}

fn program(name: &str) -> PathBuf {
    let folders = std::env::var("PATH").unwrap_or_default();
    let places = folders.split(':').chain(["/usr/sbin", "/usr/local/sbin"]).map(|folder| Path::new(folder).join(name));
    places.into_iter().find(|path| path.is_file()).unwrap_or_else(|| panic!("{name} is not installed; {INSTALL}"))
}

/// A free port below those that the system gives to outgoing connections, so that it is still free after a restart.
fn free_port() -> u16 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    let offset = std::process::id().wrapping_mul(101);
    let tries = std::iter::repeat_with(|| 20_000 + offset.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed)) % 12_000);
    tries.take(12_000).map(|port| port as u16).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a free port")
}

/// A certificate authority made for one test.
pub struct Authority {
    /// PEM.
    pub certificate: String,
    issuer: rcgen::Issuer<'static, rcgen::KeyPair>,
}

impl Authority {
    pub fn new() -> Authority {
        let mut parameters = rcgen::CertificateParams::new(Vec::new()).unwrap();
        parameters.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        parameters.distinguished_name.push(rcgen::DnType::CommonName, "authority of a test");
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate = parameters.self_signed(&key).unwrap().pem();
        Authority { certificate, issuer: rcgen::Issuer::new(parameters, key) }
    }

    /// A certificate for a host and its key, both in PEM.
    pub fn certify(&self, host: &str) -> (String, String) {
        let key = rcgen::KeyPair::generate().unwrap();
        let certificate = rcgen::CertificateParams::new(vec![host.to_owned()]).unwrap().signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }
}
