//! A wrong configuration is told in one clear sentence, and nothing is begun.

use crate::cluster::Cluster;
use crate::turnpost;

#[test]
fn whatever_is_wrong_with_the_database_is_said_in_a_sentence() {
    let Some(cluster) = Cluster::start() else { return };
    let server = &cluster.primary;
    let at = |what: &str| format!("postgres://turnpost@127.0.0.1:{}/{what}", server.port);
    let said = |database: &str, further: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        let output =
            turnpost(folder.path(), database).args(["admin", "counts"]).envs(further.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "as for whatever else is configured wrongly: {database}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told.trim().lines().count(), 1, "{told}");
        told
    };
    let has = |told: String, words: &str| assert!(told.contains(words), "{words:?} is not in {told:?}");

    has(said("postgres://turnpost@127.0.0.1:1/turnpost", &[]), "can't be reached");
    has(said(&at("nothing"), &[]), "no such database");
    has(said("mysql://x", &[]), "postgres");
    has(said(&at("turnpost?nonsense=1"), &[]), "nonsense");
    server.sql("postgres", "CREATE ROLE guest LOGIN PASSWORD 'secret'");
    let guest = format!("postgres://guest@127.0.0.1:{}/turnpost", server.port);
    has(said(&guest, &[("TURNPOST_DATABASE_PASSWORD_FILE", "/nonexistent")]), "database_password_file");
    // Since version 15 nobody but its owner makes tables in a database.
    has(said(&guest, &[]), "doesn't allow it");
    server.sql("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");
    has(said(&at("latin"), &[]), "ENCODING 'UTF8'");
    server.sql("postgres", "CREATE DATABASE newer");
    server.sql("newer", "CREATE TABLE schema_version AS SELECT 4000 AS version");
    server.sql("newer", "ALTER TABLE schema_version ALTER version TYPE bigint");
    has(said(&at("newer"), &[]), "schema 4000");
    let standby = cluster.standby();
    has(said(&standby.url(), &[]), "standby");
    let told = said(&format!("{}?target_session_attrs=read-write", standby.url()), &[]);
    has(told, "only reads");
}

#[test]
fn a_password_comes_from_the_address_a_variable_or_a_file() {
    let Some(cluster) = Cluster::start() else { return };
    let server = &cluster.primary;
    server.sql("postgres", "CREATE ROLE ann LOGIN PASSWORD 'open sesame'");
    server.sql("postgres", "CREATE DATABASE anns OWNER ann");
    server.demand_passwords_of("ann");
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "open sesame\n").unwrap();
    let runs = |database: String, further: &[(&str, &str)]| {
        let output = turnpost(folder.path(), &database)
            .args(["admin", "counts"])
            .envs(further.iter().copied())
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let bare = format!("postgres://ann@127.0.0.1:{}/anns", server.port);
    let (ran, told) = runs(bare.clone(), &[("TURNPOST_DATABASE_PASSWORD", "wrong")]);
    assert!(!ran && told.contains("check the user and the password"), "{told}");
    assert_eq!(runs(bare.clone(), &[("TURNPOST_DATABASE_PASSWORD", "open sesame")]), (true, String::new()));
    assert_eq!(runs(bare, &[("TURNPOST_DATABASE_PASSWORD_FILE", secret.to_str().unwrap())]), (true, String::new()));
    let whole = format!("postgres://ann:open%20sesame@127.0.0.1:{}/anns", server.port);
    assert_eq!(runs(whole, &[]), (true, String::new()));
}
