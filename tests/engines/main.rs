//! The real binary on a real PostgreSQL: configured wrongly, cut off, killed, its servers killed, and moved there and back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cluster;
mod cut;
#[path = "../database/mod.rs"]
mod database;
mod gateways;
mod lost;
mod many;
mod moved;
#[allow(dead_code)]
#[path = "../soak/post.rs"]
mod post;
#[allow(dead_code)]
#[path = "../relay/mod.rs"]
mod relay;
#[allow(dead_code)]
#[path = "../processes/rig.rs"]
mod rig;
mod shards;
mod tls;
mod torture;
mod wrong;

use std::path::Path;
use std::process::Command;

/// The program with its data in that folder and its database there.
fn turnpost(folder: &Path, database: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnpost"));
    command.env("TURNPOST_DATA_DIR", folder).env("TURNPOST_DATABASE", database).current_dir(folder);
    command
}
