//! A PostgreSQL to measure: the one that is named, or one that is started in a folder of its own, with its usual settings,
//! so that what is committed is on the disk.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A server. One that was started goes with this value.
pub struct Server {
    url: String,
    own: Option<(PathBuf, tempfile::TempDir)>,
}

impl Server {
    pub fn find() -> Option<Server> {
        if let Ok(url) = std::env::var("TURNPOST_TEST_DATABASE") {
            let schema = format!("bench{}", std::process::id());
            let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
            client.batch_execute(&format!("CREATE SCHEMA {schema}")).unwrap();
            let sign = if url.contains('?') { '&' } else { '?' };
            return Some(Server { url: format!("{url}{sign}options=-c%20search_path%3D{schema}"), own: None });
        }
        let mut found: Vec<PathBuf> =
            std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|e| e.path()).collect();
        found.sort();
        let bin = found.pop()?.join("bin");
        let folder = tempfile::tempdir_in(std::env::var_os("BENCH_DIR").unwrap_or_else(|| ".".into())).unwrap();
        run(Path::new("chmod"), &["0777", folder.path().to_str()?]);
        let data = folder.path().join("data");
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        as_postgres(
            &bin.join("initdb"),
            &["-D", data.to_str()?, "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "turnpost"],
        );
        let options = format!("-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories=");
        as_postgres(&bin.join("pg_ctl"), &["-D", data.to_str()?, "-w", "-o", &options, "start"]);
        Some(Server { url: format!("postgres://turnpost@127.0.0.1:{port}/postgres"), own: Some((bin, folder)) })
    }

    pub fn url(&self) -> String {
        self.url.clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((bin, folder)) = &self.own {
            let data = folder.path().join("data");
            as_postgres(&bin.join("pg_ctl"), &["-D", &data.display().to_string(), "-m", "immediate", "stop"]);
        }
    }
}

/// PostgreSQL doesn't run as root; its package has a user for it.
fn as_postgres(program: &Path, arguments: &[&str]) {
    let user = Command::new("id").arg("-u").output().unwrap();
    match user.stdout.trim_ascii() == b"0" {
        true => run(
            Path::new("runuser"),
            &[&["-u", "postgres", "--", &program.display().to_string()][..], arguments].concat(),
        ),
        false => run(program, arguments),
    }
}

fn run(program: &Path, arguments: &[&str]) {
    let done = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert!(done.success(), "{} {arguments:?}", program.display());
}
