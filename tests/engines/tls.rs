//! The line to the database is encrypted where that is asked for, and whoever answers must be who they say.

use crate::cluster::Cluster;
use crate::rig::until;
use crate::turnpost;

#[test]
fn whoever_answers_must_be_who_they_say() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let counts = |further: &str, authority: Option<&str>| {
        let mut command = turnpost(folder.path(), &format!("{}{further}", cluster.primary.url()));
        command.envs(authority.map(|file| ("TURNPOST_DATABASE_CA", file)));
        let output = command.args(["admin", "counts"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let refused = |(code, told): (Option<i32>, String), words: &str| {
        assert_eq!((code, told.trim().lines().count()), (Some(2), 1), "{told}");
        assert!(told.contains(words), "{words:?} is not in {told:?}");
    };
    refused(counts("?sslmode=require", None), "sslmode");
    assert_eq!(counts("", None), (Some(0), String::new()), "it speaks in the clear, and nobody minds");
    let authority = cluster.primary.demand_tls();
    let authority = Some(authority.to_str().unwrap());
    // It reads its configuration again in its own time.
    until("TLS", || (counts("?sslmode=require", authority).0 == Some(0)).then_some(()));
    assert_eq!(counts("", authority), (Some(0), String::new()));
    refused(counts("?sslmode=require", None), "database_ca");
    refused(counts("?sslmode=disable", authority), "doesn't let us in");
    refused(counts("?sslmode=require", Some("/nonexistent")), "database_ca");
}

#[test]
fn of_several_servers_the_one_that_writes_is_used() {
    let Some(cluster) = Cluster::start() else { return };
    let standby = cluster.standby();
    let folder = tempfile::tempdir().unwrap();
    let counts = |ports: [u16; 3], further: &str| {
        let hosts = ports.map(|port| format!("127.0.0.1:{port}")).join(",");
        let url = format!("postgres://turnpost@{hosts}/turnpost{further}");
        let output = turnpost(folder.path(), &url).args(["admin", "counts"]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // Nobody listens at the first, and the second only reads.
    let ports = [1, standby.port, cluster.primary.port];
    assert_eq!(counts(ports, "?target_session_attrs=read-write"), (Some(0), String::new()));
    cluster.primary.kill();
    let (code, told) = counts(ports, "?target_session_attrs=read-write");
    assert_eq!((code, told.trim().lines().count()), (Some(2), 1), "{told}");
    standby.sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
    standby.promote();
    assert_eq!(counts(ports, "?target_session_attrs=read-write"), (Some(0), String::new()), "the standby took over");
}
