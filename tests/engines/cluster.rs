//! PostgreSQL servers of a test's own: plain processes on loopback with a private folder, a primary and, where asked for, a
//! standby that has everything before a commit is acknowledged.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// One server.
pub struct Server {
    folder: PathBuf,
    pub port: u16,
}

/// A database with nothing in it, on its own server; both go with this value.
pub struct Cluster {
    _folder: tempfile::TempDir,
    pub primary: Server,
}

impl Cluster {
    /// `None` where PostgreSQL isn't installed; in CI that is a failure.
    pub fn start() -> Option<Cluster> {
        if binary("initdb").is_none() {
            assert!(std::env::var_os("CI").is_none(), "PostgreSQL isn't installed: tests/run does that");
            eprintln!("skipped: PostgreSQL isn't installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        give_away(folder.path());
        let primary = Server { folder: folder.path().join("primary"), port: free_port() };
        run("initdb", &["-D", primary.path(), "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "turnpost"]);
        primary.configure("wal_log_hints = on\nwal_level = replica\nmax_connections = 200\n");
        primary.launch();
        primary.sql("postgres", "CREATE DATABASE turnpost");
        Some(Cluster { _folder: folder, primary })
    }

    /// A standby that follows the primary; from now on nothing is acknowledged that it doesn't have.
    pub fn standby(&self) -> Server {
        let folder = self.primary.folder.with_file_name("standby");
        let standby = Server { folder, port: free_port() };
        let from = self.primary.port.to_string();
        let name = format!("host=127.0.0.1 port={from} user=turnpost application_name=b");
        run("pg_basebackup", &["-D", standby.path(), "-R", "-X", "stream", "-c", "fast", "-C", "-S", "b", "-d", &name]);
        standby.configure("");
        standby.launch();
        self.primary.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (b)'");
        self.primary.sql("postgres", "SELECT pg_reload_conf()");
        standby
    }
}

impl Server {
    pub fn url(&self) -> String {
        format!("postgres://turnpost@127.0.0.1:{}/turnpost", self.port)
    }

    /// kill -9 of the server and all its children, as when a machine loses its power.
    pub fn kill(&self) {
        let pid = std::fs::read_to_string(self.folder.join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        let children = Command::new("pgrep").args(["-P", &pid]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        for process in std::iter::once(pid.as_str()).chain(children.split_whitespace()) {
            let _ = Command::new("kill").args(["-9", process]).output();
        }
    }

    /// Starts it again after it was killed.
    pub fn restart(&self) {
        let _ = std::fs::remove_file(self.folder.join("postmaster.pid"));
        self.launch();
    }

    /// Makes a standby the primary. It waits for no other standby.
    pub fn promote(&self) {
        self.sql("postgres", "SELECT pg_promote(true, 60)");
    }

    /// From now on that user needs a password.
    pub fn demand_passwords_of(&self, user: &str) {
        let rules = format!("host all {user} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n");
        std::fs::write(self.folder.join("pg_hba.conf"), rules).unwrap();
        self.sql("postgres", "SELECT pg_reload_conf()");
    }

    /// From now on it speaks TLS, and nothing else. Returns the file of the authority that signed its certificate.
    pub fn demand_tls(&self) -> PathBuf {
        let folder = self.folder.join("tls");
        std::fs::create_dir(&folder).unwrap();
        let openssl = |line: &str| {
            let output = Command::new("openssl").args(line.split(' ')).current_dir(&folder).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        std::fs::write(folder.join("ext"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").unwrap();
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
        openssl(&format!("req -x509 {key} -days 30 -subj /CN=test-ca -keyout ca.key -out ca.pem"));
        openssl(&format!("req {key} -subj /CN=localhost -keyout key.pem -out req.pem"));
        openssl("x509 -req -in req.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile ext -out cert.pem");
        for file in ["key.pem", "cert.pem"].map(|name| folder.join(name)) {
            give_away(&file);
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            std::fs::set_permissions(&file, mode).unwrap();
        }
        let at = |name: &str| folder.join(name).display().to_string();
        self.sql("postgres", &format!("ALTER SYSTEM SET ssl_cert_file = '{}'", at("cert.pem")));
        self.sql("postgres", &format!("ALTER SYSTEM SET ssl_key_file = '{}'", at("key.pem")));
        self.sql("postgres", "ALTER SYSTEM SET ssl = on");
        std::fs::write(self.folder.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n").unwrap();
        self.sql("postgres", "SELECT pg_reload_conf()");
        folder.join("ca.pem")
    }

    /// What a statement prints, one row a line.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let port = self.port.to_string();
        let output = Command::new("psql")
            .args([
                "-h",
                "127.0.0.1",
                "-p",
                &port,
                "-U",
                "turnpost",
                "-At",
                "-v",
                "ON_ERROR_STOP=1",
                "-c",
                sql,
                database,
            ])
            .output()
            .unwrap();
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn path(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    fn configure(&self, further: &str) {
        let file = self.folder.join("postgresql.auto.conf");
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        let own = format!(
            "listen_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = ''\nfsync = off\n{further}",
            self.port
        );
        std::fs::write(file, before + &own).unwrap();
    }

    fn launch(&self) {
        let log = self.folder.with_extension("log");
        run("pg_ctl", &["-D", self.path(), "-l", log.to_str().unwrap(), "-w", "-t", "60", "start"]);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.folder.join("postmaster.pid").exists() {
            let _ = call("pg_ctl", &["-D", self.path(), "-m", "immediate", "stop"]);
        }
    }
}

fn run(name: &str, arguments: &[&str]) {
    let output = call(name, arguments);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

/// PostgreSQL doesn't run as root: then it runs as the user that its package made.
fn call(name: &str, arguments: &[&str]) -> Output {
    let program = binary(name).unwrap();
    let mut command = match is_root() {
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        }
        false => Command::new(program),
    };
    // What it starts must not keep our pipes open.
    command.args(arguments).stdin(std::process::Stdio::null()).current_dir("/");
    if name == "pg_ctl" {
        command.stdout(std::process::Stdio::null());
        let status = command.stderr(std::process::Stdio::null()).status().unwrap();
        return Output { status, stdout: Vec::new(), stderr: Vec::new() };
    }
    command.output().unwrap()
}

fn binary(name: &str) -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> =
        versions.flatten().map(|version| version.path().join("bin").join(name)).filter(|path| path.exists()).collect();
    found.sort();
    found.pop()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

fn give_away(folder: &Path) {
    if is_root() {
        assert!(Command::new("chown").arg("postgres").arg(folder).status().unwrap().success());
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
