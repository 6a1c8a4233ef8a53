//! Two bots, as on two machines, share the shards of one Discord: each hears its servers, one posts, and whoever is left
//! goes on with everything when the other dies.

use serde_json::json;
use tokio::runtime::Runtime;
use turnpost_standin::Standin;
use turnpost_standin::world::{Message, World};

use crate::cluster::Cluster;
use crate::rig::{Server, until};

const TOKEN: &str = "a-token-for-tests";

/// Discord with a server on each of two shards, and two people in both.
struct Discord {
    world: Standin,
    runtime: Runtime,
    channels: [u64; 2],
    ann: u64,
    ben: u64,
}

impl Discord {
    fn start() -> Discord {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let world = runtime.block_on(Standin::start(TOKEN)).unwrap();
        let server_on = |shard| {
            loop {
                let (guild, channel) = world.add_guild();
                if (guild >> 22) % 2 == shard {
                    return channel;
                }
                // Ids count up, and a server takes two.
                world.add_user("somebody");
            }
        };
        let channels = [server_on(0), server_on(1)];
        let (ann, ben) = (world.add_user("ann"), world.add_user("ben"));
        Discord { world, runtime, channels, ann, ben }
    }

    /// A bot with a folder of its own, as on a machine of its own.
    fn bot(&self, folder: &std::path::Path, database: &str) -> Server {
        let variables = [
            ("TURNPOST_DATABASE", database),
            ("TURNPOST_DISCORD__TOKEN", TOKEN),
            ("TURNPOST_DISCORD__API", &self.world.api),
            ("TURNPOST_DISCORD__GATEWAY", &self.world.gateway),
            ("TURNPOST_DISCORD__SHARDS", "2"),
        ];
        Server::start(folder, &variables, &["--only", "discord"])
    }

    /// Ann challenges Ben, who accepts: the thread and its first board.
    fn game(&self, channel: u64) -> (u64, Message) {
        self.runtime.block_on(async {
            let options = [("game", json!("dameo")), ("opponent", json!(self.ben.to_string()))];
            let asked = self.world.slash(self.ann, channel, "new", &options);
            let challenge = self.world.posted(channel, asked, "challenges").await;
            self.world.click(self.ben, challenge.id, "Accept");
            let threads = |world: &World| {
                world
                    .channels
                    .values()
                    .find(|place| place.id >= challenge.id && place.parent == Some(channel))
                    .map(|place| place.id)
            };
            let thread = self.world.until("the game's thread", threads).await;
            (thread, self.board(thread, challenge.id, "").await)
        })
    }

    /// The next board in a thread.
    async fn board(&self, thread: u64, after: u64, part: &str) -> Message {
        let next = |world: &World| {
            let fits = |message: &&Message| {
                message.channel == thread
                    && message.id > after
                    && !message.files.is_empty()
                    && message.content.contains(part)
            };
            world.messages.values().find(fits).cloned()
        };
        self.world.until(&format!("a board with {part:?}"), next).await
    }

    fn boards_with(&self, thread: u64, part: &str) -> usize {
        let shows = |message: &&Message| message.content.contains(part) && !message.files.is_empty();
        self.world.messages(thread).iter().filter(shows).count()
    }

    fn heard(&self) -> Vec<u64> {
        self.world.look(World::shards_heard)
    }
}

fn has_one_shard(bot: &Server) {
    until("its share of the shards", || bot.get("/metrics").1.contains("turnpost_discord_shards 1\n").then_some(()));
}

#[test]
fn a_dead_bots_shards_are_taken_over_and_nothing_is_lost() {
    let Some(cluster) = Cluster::start() else { return };
    let discord = Discord::start();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let url = cluster.primary.url();
    let mut bots: Vec<Server> = folders.iter().map(|folder| discord.bot(folder.path(), &url)).collect();
    bots.iter().for_each(has_one_shard);
    until("each shard once", || (discord.heard() == [0, 1]).then_some(()));
    bots.iter().for_each(has_one_shard);
    assert!(bots.iter().all(|bot| bot.get("/healthz").1 == "ok\n"));

    let games = discord.channels.map(|channel| discord.game(channel));
    // Direct messages come by the first shard.
    let direct = discord.world.change(|world| world.direct(discord.ann));
    let said = discord.world.say(discord.ann, direct, "games");
    discord.runtime.block_on(discord.world.posted(direct, said, ""));
    for (thread, board) in &games {
        discord.world.say(discord.ben, *thread, "c3-c4");
        discord.runtime.block_on(discord.board(*thread, board.id, "`c3-c4`"));
    }

    // Whoever posts dies, and with it a shard; people play on before anybody has noticed.
    let posts = cluster.primary.sql("turnpost", "SELECT holder FROM leases WHERE name = 'discord'");
    let (dead, alive) = match posts.starts_with(&format!("{}-", bots[0].child.id())) {
        true => (0, 1),
        false => (1, 0),
    };
    bots[dead].child.kill().unwrap();
    bots[dead].child.wait().unwrap();
    for (thread, _) in &games {
        discord.world.say(discord.ann, *thread, "c6-c5");
    }
    for (thread, board) in &games {
        discord.runtime.block_on(discord.board(*thread, board.id, "`c6-c5`"));
    }
    until("both shards in one process", || (discord.heard() == [0, 1]).then_some(()));
    assert!(bots[alive].get("/metrics").1.contains("turnpost_discord_shards 2\n"));

    // Another one comes, and gets its share.
    bots[dead] = discord.bot(folders[dead].path(), &url);
    bots.iter().for_each(has_one_shard);
    until("each shard once", || (discord.heard() == [0, 1]).then_some(()));
    for (thread, board) in &games {
        discord.world.say(discord.ben, *thread, "c4xc6");
        discord.runtime.block_on(discord.board(*thread, board.id, "played `c4xc6`"));
        let counts =
            ["`c3-c4`", "`c6-c5`", "`c4xc6`"].map(|turn| discord.boards_with(*thread, &format!("played {turn}")));
        assert_eq!(
            counts,
            [1, 1, 1],
            "{:#?}",
            discord.world.messages(*thread).iter().map(|m| m.content.clone()).collect::<Vec<_>>()
        );
    }
    // One that is told to stop leaves its shard to the other at once.
    bots[alive].signal("TERM");
    assert!(bots[alive].ended().success());
    until("both shards in the other", || {
        bots[dead].get("/metrics").1.contains("turnpost_discord_shards 2\n").then_some(())
    });
    assert_eq!(discord.world.look(|world| world.malformed.clone()), Vec::<String>::new(), "and all were patient");
}
