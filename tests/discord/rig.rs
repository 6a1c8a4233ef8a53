//! A stand-in Discord with two people in a channel, and the program that serves them.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::process::{Child, Command};
use turnpost_mailer::tryout::Client;
use turnpost_standin::Standin;
use turnpost_standin::world::Message;

use crate::database;

pub const TOKEN: &str = "a-token-for-tests";
/// The program's mail address.
pub const PLAY: &str = "play@turnpost.example";
static COUNT: AtomicU32 = AtomicU32::new(0);

/// Ann, Ben, their channel, and the bot.
pub struct Rig {
    pub discord: Standin,
    pub channel: u64,
    pub ann: u64,
    pub ben: u64,
    /// Whether the people are so fast that the program's own limit must be.
    pub fast: bool,
    /// Whether the program takes mail as well.
    pub mail: bool,
    bot: Option<Child>,
    data: PathBuf,
}

impl Rig {
    /// Everything up, the bot listening and its commands registered.
    pub async fn start() -> Rig {
        let mut rig = Rig::without_bot().await;
        rig.run().await;
        rig
    }

    /// Everything up, for people who play whole games faster than anybody can.
    pub async fn for_the_fast() -> Rig {
        let mut rig = Rig::without_bot().await;
        rig.fast = true;
        rig.run().await;
        rig
    }

    /// The world before the bot.
    pub async fn without_bot() -> Rig {
        let discord = Standin::start(TOKEN).await.expect("a stand-in");
        let (_, channel) = discord.add_guild();
        let (ann, ben) = (discord.add_user("ann"), discord.add_user("ben"));
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("turnpost-discord-{}-{unique}", std::process::id()));
        std::fs::create_dir_all(&data).expect("a data directory");
        Rig { discord, channel, ann, ben, fast: false, mail: false, bot: None, data }
    }

    /// Starts the program, and waits until it is there.
    pub async fn run(&mut self) {
        self.spawn();
        self.discord.ready().await;
        self.discord.until("commands are registered", |world| (!world.commands.is_empty()).then_some(())).await;
    }

    /// Starts the program.
    pub fn spawn(&mut self) {
        let log = std::fs::File::options().create(true).append(true).open(self.data.join("log")).expect("a log");
        let bot = Command::new(env!("CARGO_BIN_EXE_turnpost"))
            .args(if self.mail { &["serve"][..] } else { &["serve", "--only", "discord"] })
            .current_dir(&self.data)
            .env("TURNPOST_DATA_DIR", self.data.join("data"))
            .envs(database::variables(&self.data))
            .env_remove(database::SERVER)
            .env("TURNPOST_DISCORD__TOKEN", TOKEN)
            .env("TURNPOST_DISCORD__API", &self.discord.api)
            .env("TURNPOST_DISCORD__GATEWAY", &self.discord.gateway)
            .env("TURNPOST_DISCORD__PACE", if self.fast { "1000" } else { "5" })
            .env("TURNPOST_HTTP__LISTEN", "")
            .env("TURNPOST_WEB__LISTEN", "")
            .env("TURNPOST_MAIL__ADDRESS", PLAY)
            .env("TURNPOST_MAIL__LISTEN", "127.0.0.1:0")
            .stdin(Stdio::null())
            .stdout(Stdio::from(log.try_clone().expect("a log")))
            .stderr(Stdio::from(log))
            .kill_on_drop(true)
            .spawn();
        self.bot = Some(bot.expect("the program starts"));
    }

    /// Kills the program as a power failure would.
    pub async fn kill(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            bot.kill().await.expect("it is killed");
        }
        let gone = |world: &turnpost_standin::world::World| (!world.connected()).then_some(());
        self.discord.until("the connection ends", gone).await;
    }

    /// Waits until the program ends by itself.
    pub async fn ended(&mut self) -> std::process::ExitStatus {
        self.bot.as_mut().expect("it runs").wait().await.expect("it ends")
    }

    /// Kills it and starts it again.
    pub async fn restart(&mut self) {
        self.kill().await;
        self.run().await;
    }

    /// Ann challenges Ben; returns the challenge's message.
    pub async fn challenge(&self, game: &str, variant: Option<&str>) -> Message {
        let ben = self.ben.to_string();
        let mut options = vec![("game", json!(game)), ("opponent", json!(ben))];
        options.extend(variant.map(|variant| ("variant", json!(variant))));
        let asked = self.discord.slash(self.ann, self.channel, "new", &options);
        self.discord.answered(asked).await;
        self.discord.posted(self.channel, asked, "challenges").await
    }

    /// Ann has installed the bot for herself, and Ben accepts her challenge in a group chat that it is no member of: the
    /// challenge.
    pub async fn game_among_friends(&self) -> Message {
        self.discord.install(self.ann);
        let group = self.discord.change(|world| world.add_channel(3, None, "friends"));
        let options = [("game", json!("dameo")), ("opponent", json!(self.ben.to_string()))];
        let asked = self.discord.slash(self.ann, group, "new", &options);
        let challenge = self.discord.posted(group, asked, "challenges").await;
        self.discord.click(self.ben, challenge.id, "Accept");
        challenge
    }

    /// A game between Ben (White) and Ann (Black): its thread, and the first board.
    pub async fn game(&self, game: &str, variant: Option<&str>) -> (u64, Message) {
        let challenge = self.challenge(game, variant).await;
        self.discord.click(self.ben, challenge.id, "Accept");
        self.first_board(challenge.id).await
    }

    /// The thread that a challenge became, and its first board.
    pub async fn first_board(&self, challenge: u64) -> (u64, Message) {
        let thread = self
            .discord
            .until("the game's thread", |world| {
                world
                    .channels
                    .values()
                    .find(|place| place.id >= challenge && place.parent.is_some())
                    .map(|place| place.id)
            })
            .await;
        (thread, self.board(thread, challenge).await)
    }

    /// The next board in a place after a message: one with buttons or a result.
    pub async fn board(&self, channel: u64, after: u64) -> Message {
        self.discord
            .until("the next board", |world| {
                let fits = |message: &&Message| {
                    message.channel == channel
                        && message.id > after
                        && message.author == world.application
                        && message.only_for.is_none()
                        && !message.files.is_empty()
                };
                world.messages.values().find(fits).cloned()
            })
            .await
    }

    /// Somebody with a mail client, who writes to the program and reads what it puts into its outbox.
    pub fn mail_client(&self, from: &str) -> Client {
        let log = self.log();
        let listens = log.lines().find_map(|line| line.trim().strip_prefix("mail in")).expect("it takes mail");
        let outbox = self.data.join("data").join("outbox");
        Client { server: listens.trim().to_owned(), play: PLAY.to_owned(), outbox, from: from.to_owned() }
    }

    /// The folder whose database is the program's.
    pub fn database(&self) -> PathBuf {
        match database::is_postgres() {
            true => self.data.clone(),
            false => self.data.join("data"),
        }
    }

    /// Waits until the program has written something to its log.
    pub async fn logs(&self, part: &str) {
        let written = async {
            while !self.log().contains(part) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(120), written).await;
        assert!(waited.is_ok(), "{part:?} is not in the log:\n{}", self.log());
    }

    /// What the program wrote.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data.join("log")).unwrap_or_default()
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the program's log ---\n{}", self.log());
        } else {
            let malformed = self.discord.look(|world| world.malformed.clone());
            assert!(malformed.is_empty(), "Discord would refuse these: {malformed:#?}");
        }
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// Numbers that are the same on every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}
