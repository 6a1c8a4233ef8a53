//! Postfix and Dovecot of our own: plain processes on loopback ports, with everything in one folder.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The running servers. They stop, and their folder goes, when this is dropped.
pub struct Servers {
    /// Everything is in here, also what tests put there.
    pub folder: PathBuf,
    /// Where the world hands mail in.
    pub smtp: u16,
    /// Where we hand mail in, with STARTTLS and a login.
    pub submission: u16,
    /// IMAP, plain and with TLS.
    pub imap: u16,
    pub imaps: u16,
    dovecot: Child,
}

/// Where Postfix sends the mail of a domain of ours.
pub enum Route {
    /// To our receiver, by LMTP.
    Lmtp(u16),
    /// Into a Dovecot mailbox.
    Mailbox,
    /// Into a Maildir of that name in the folder.
    Maildir(&'static str),
    /// To `turnpost deliver` with that configuration.
    Pipe(PathBuf),
}

/// Whether the servers can be run here; a test that can't run says why, and fails under CI.
pub fn available() -> bool {
    let missing: Vec<&str> =
        ["postfix", "dovecot", "swaks", "openssl"].into_iter().filter(|name| !is_there(name)).collect();
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    let why = match (missing.is_empty(), root) {
        (false, _) => format!("not installed: {} (tests/run installs them)", missing.join(", ")),
        (true, false) => "Postfix can only be started by root".to_owned(),
        (true, true) => return true,
    };
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{why}");
    eprintln!("skipped: {why}");
    false
}

/// A port that is free, and stays so till it is used: it is below those that systems give to clients.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 10_000 + u16::try_from(std::process::id() % 1000).unwrap() * 20;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl Servers {
    /// Starts both. Players have mailboxes at `players.test`, password `secret`.
    pub fn start(name: &str, routes: &[(&str, Route)], players: &[String]) -> Servers {
        let folder = Servers::folder_for(name);
        let ports: [u16; 6] = std::array::from_fn(|_| free_port());
        let [smtp, submission, imap, imaps, lmtp, sasl] = ports;
        for part in ["postfix/etc", "postfix/spool", "postfix/data", "dovecot/run", "mail"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        for (_, route) in routes {
            if let Route::Maildir(name) = route {
                for part in ["tmp", "new", "cur"] {
                    fs::create_dir_all(folder.join("mail").join(name).join(part)).unwrap();
                }
            }
        }
        certificates(&folder);
        let at = folder.display().to_string();
        fs::write(folder.join("dovecot/dovecot.conf"), dovecot_conf(&at, imap, imaps, lmtp, sasl)).unwrap();
        let users = players.iter().map(String::as_str).chain(["relay", "play@imap.test"]);
        let users: String = users.map(|user| format!("{user}:{{PLAIN}}secret::::::\n")).collect();
        fs::write(folder.join("dovecot/users"), users).unwrap();
        fs::write(folder.join("postfix/etc/main.cf"), main_cf(&at, routes, lmtp, sasl)).unwrap();
        // As the operator's guide has it: nobody else speaks in this server's name.
        let removed = "/^Authentication-Results[[:space:]]*:.*mx\\.test/ IGNORE\n";
        fs::write(folder.join("postfix/etc/headers"), removed).unwrap();
        fs::write(folder.join("postfix/etc/master.cf"), master_cf(&at, routes, smtp, submission)).unwrap();
        run(Command::new("chown").args(["postfix", &format!("{at}/postfix/data")]));
        run(Command::new("chown").args(["-R", "mail:mail", &format!("{at}/mail")]));
        let dovecot = start_dovecot(&folder);
        let servers = Servers { folder, smtp, submission, imap, imaps, dovecot };
        run(Command::new("postfix").args(["-c", &format!("{at}/postfix/etc"), "start"]));
        for port in ports {
            wait_for(port);
        }
        servers
    }

    /// The folder of the servers of that name.
    pub fn folder_for(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("turnpost-real-{name}-{}", std::process::id()))
    }

    /// Stops the mailboxes' server, under the feet of who is connected, and starts it again.
    pub fn restart_dovecot(&mut self) {
        self.stop_dovecot();
        self.start_dovecot();
    }

    /// Starts the mailboxes' server again.
    pub fn start_dovecot(&mut self) {
        self.dovecot = start_dovecot(&self.folder);
        wait_for(self.imap);
    }

    /// Asked kindly it takes its children along.
    pub fn stop_dovecot(&mut self) {
        let _ = Command::new("kill").arg(self.dovecot.id().to_string()).status();
        let _ = self.dovecot.wait();
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        let etc = self.folder.join("postfix/etc");
        let _ = Command::new("postfix").arg("-c").arg(etc).arg("stop").stderr(Stdio::null()).status();
        self.stop_dovecot();
        if std::thread::panicking() {
            print_logs(&self.folder);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The end of every log: what a failure on somebody else's machine is understood from.
fn print_logs(folder: &Path) {
    let logs = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for log in logs.filter(|path| path.extension().is_some_and(|ending| ending == "log")) {
        let text = fs::read(&log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        eprintln!("== the last lines of {}", log.display());
        lines[lines.len().saturating_sub(60)..].iter().for_each(|line| eprintln!("{line}"));
    }
}

fn is_there(program: &str) -> bool {
    Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output()
        .is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Waits until somebody listens.
pub fn wait_for(port: u16) {
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(120), "nobody listens at port {port}");
        sleep(Duration::from_millis(20));
    }
}

fn start_dovecot(folder: &Path) -> Child {
    Command::new("dovecot")
        .arg("-F")
        .arg("-c")
        .arg(folder.join("dovecot/dovecot.conf"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// An authority and a certificate for localhost.
fn certificates(folder: &Path) {
    let openssl = |line: &str| {
        run(Command::new("openssl").args(line.split(' ')).current_dir(folder));
    };
    fs::write(folder.join("ext"), "subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").unwrap();
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(&format!("req -x509 {key} -days 30 -subj /CN=test-ca -keyout ca.key -out ca.pem"));
    openssl(&format!("req {key} -subj /CN=localhost -keyout key.pem -out req.pem"));
    openssl("x509 -req -in req.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile ext -out cert.pem");
}

fn main_cf(at: &str, routes: &[(&str, Route)], lmtp: u16, sasl: u16) -> String {
    let mut relayed = vec!["players.test".to_owned()];
    let mut transports = vec![format!("{{players.test = lmtp:inet:127.0.0.1:{lmtp}}}")];
    let mut virtuals = String::new();
    for (domain, route) in routes {
        match route {
            Route::Lmtp(port) => transports.push(format!("{{{domain} = lmtp:inet:127.0.0.1:{port}}}")),
            Route::Mailbox => transports.push(format!("{{{domain} = lmtp:inet:127.0.0.1:{lmtp}}}")),
            Route::Pipe(_) => transports.push(format!("{{{domain} = turnpost:}}")),
            Route::Maildir(name) => {
                virtuals = format!(
                    "virtual_mailbox_domains = {domain}\nvirtual_mailbox_base = {at}/mail\n\
                     virtual_mailbox_maps = inline:{{ {{play@{domain} = {name}/}} }}\n\
                     virtual_uid_maps = static:8\nvirtual_gid_maps = static:8\nvirtual_minimum_uid = 1\n"
                );
                continue;
            }
        }
        relayed.push((*domain).to_owned());
    }
    format!(
        "compatibility_level = 3.6\nqueue_directory = {at}/postfix/spool\ndata_directory = {at}/postfix/data\n\
         command_directory = /usr/sbin\ndaemon_directory = /usr/lib/postfix/sbin\nmail_owner = postfix\n\
         setgid_group = postdrop\nmyhostname = mx.test\nmydestination =\ninet_interfaces = 127.0.0.1\n\
         inet_protocols = ipv4\nmynetworks = 127.0.0.0/8\nrelay_domains = {}\ntransport_maps = inline:{{ {} }}\n\
         recipient_delimiter = +\nsmtp_dns_support_level = disabled\nmaillog_file = {at}/postfix.log\n\
         maillog_file_prefixes = {at}\nheader_checks = regexp:{at}/postfix/etc/headers\nminimal_backoff_time = 1s\nmaximal_backoff_time = 2s\nqueue_run_delay = 1s\n\
         smtpd_tls_cert_file = {at}/cert.pem\nsmtpd_tls_key_file = {at}/key.pem\nsmtpd_sasl_type = dovecot\n\
         smtpd_sasl_path = inet:127.0.0.1:{sasl}\nalias_maps =\nalias_database =\nturnpost_destination_recipient_limit = 1\n{virtuals}",
        relayed.join(", "),
        transports.join(", ")
    )
}

fn master_cf(at: &str, routes: &[(&str, Route)], smtp: u16, submission: u16) -> String {
    let pipe = routes.iter().find_map(|(_, route)| if let Route::Pipe(config) = route { Some(config) } else { None });
    let pipe = pipe.map_or_else(String::new, |config| {
        format!(
            "turnpost unix - n n - - pipe\n  flags=R user=mail argv={at}/turnpost deliver --config {} --sender ${{sender}} --recipient ${{recipient}}\n",
            config.display()
        )
    });
    format!(
        "127.0.0.1:{smtp} inet n - n - - smtpd\n127.0.0.1:{submission} inet n - n - - smtpd\n  \
         -o smtpd_tls_security_level=encrypt\n  -o smtpd_sasl_auth_enable=yes\n  \
         -o smtpd_relay_restrictions=permit_sasl_authenticated,reject\n  \
         -o smtpd_recipient_restrictions=permit_sasl_authenticated,reject\n{}{pipe}",
        include_str!("master.cf")
    )
}

fn dovecot_conf(at: &str, imap: u16, imaps: u16, lmtp: u16, sasl: u16) -> String {
    format!(
        "base_dir = {at}/dovecot/run\nstate_dir = {at}/dovecot/run\nlog_path = {at}/dovecot.log\nprotocols = imap lmtp\n\
         listen = 127.0.0.1\nssl = yes\nssl_cert = <{at}/cert.pem\nssl_key = <{at}/key.pem\ndisable_plaintext_auth = no\n\
         auth_mechanisms = plain login\nrecipient_delimiter = +\nfirst_valid_uid = 1\nfirst_valid_gid = 1\n\
         mail_location = maildir:~/Maildir\npassdb {{\n  driver = passwd-file\n  args = scheme=PLAIN {at}/dovecot/users\n}}\n\
         userdb {{\n  driver = static\n  args = uid=mail gid=mail home={at}/mail/%u\n}}\n\
         service imap-login {{\n  inet_listener imap {{\n    port = {imap}\n  }}\n  inet_listener imaps {{\n    port = {imaps}\n    ssl = yes\n  }}\n}}\n\
         service lmtp {{\n  inet_listener lmtp {{\n    address = 127.0.0.1\n    port = {lmtp}\n  }}\n}}\n\
         service auth {{\n  inet_listener sasl {{\n    address = 127.0.0.1\n    port = {sasl}\n  }}\n}}\n"
    )
}
