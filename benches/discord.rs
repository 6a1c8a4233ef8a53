//! Plays in the stand-in Discord at a steady rate, with pictures, and prints how long the real program takes to
//! acknowledge an interaction. `cargo bench --bench discord`; on the command line: turns a second, seconds.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod turns;

use std::collections::VecDeque;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tokio::process::Command;
use turnpost_core::describe;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_standin::Standin;
use turnpost_standin::world::{File, World};
use turns::some_turn;

const TOKEN: &str = "a-token-for-the-bench";
const PAIRS: usize = 60;
/// Games that wait for the house in the last run.
const GUESTS: usize = 100;
/// How long boards are waited for after the last turn.
const PATIENCE: Duration = Duration::from_secs(60);

struct Table {
    players: [u64; 2],
    begins: Side,
    thread: u64,
    game: Course,
}

#[tokio::main]
async fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let (rate, seconds) = (numbers.next().unwrap_or(50), numbers.next().unwrap_or(20));
    let discord = Standin::start(TOKEN).await.expect("a stand-in");
    let data = std::env::temp_dir().join(format!("turnpost-bench-{}", std::process::id()));
    std::fs::create_dir_all(&data).expect("a data directory");
    let mut bot = Command::new(env!("CARGO_BIN_EXE_turnpost"))
        .args(["serve", "--only", "discord"])
        .current_dir(&data)
        .env("TURNPOST_DATA_DIR", data.join("data"))
        .env("TURNPOST_DISCORD__TOKEN", TOKEN)
        .env("TURNPOST_DISCORD__API", &discord.api)
        .env("TURNPOST_DISCORD__GATEWAY", &discord.gateway)
        .env("TURNPOST_HTTP__LISTEN", "")
        .env("TURNPOST_WEB__LISTEN", "")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    discord.ready().await;
    discord.until("commands are registered", |world| (!world.commands.is_empty()).then_some(())).await;

    let mut tables = VecDeque::new();
    for n in 0..PAIRS {
        tables.push_back(begin(&discord, n).await);
    }
    // One run with every third request refused: nothing may be lost by that. One while games wait for the house.
    for limited in [None, Some(3)] {
        discord.change(|world| world.faults.limit_every = limited);
        let (asked, shown) = play(&discord, &mut tables, rate, seconds).await;
        let how = limited.map_or_else(String::new, |every| format!(", every {every}rd request answered 429"));
        report(&discord, &asked, (shown, tables.len()), rate, seconds, &how);
    }
    discord.change(|world| world.faults.limit_every = None);
    let mut guests = Vec::new();
    for n in 0..GUESTS {
        guests.push(sit_down_with_the_house(&discord, n).await);
    }
    for (guest, thread, game) in &mut guests {
        let turn = some_turn(game);
        discord.slash(*guest, *thread, "move", &[("turn", json!(turn))]);
        game.play(&turn).unwrap();
    }
    let (asked, shown) = play(&discord, &mut tables, rate, seconds).await;
    report(&discord, &asked, (shown, tables.len()), rate, seconds, &format!(", {GUESTS} games wait for the house"));
    let answered = |world: &World| guests.iter().filter(|(_, thread, _)| house_has_played(world, *thread)).count();
    let all = discord.until("the house's answers", |world| (answered(world) == guests.len()).then_some(()));
    _ = tokio::time::timeout(PATIENCE, all).await;
    println!("  the house has answered in {} of them", discord.look(answered));
    bot.kill().await.expect("the program ends");
    let _ = std::fs::remove_dir_all(&data);
}

/// Seats two people at a table; the games go round.
async fn begin(discord: &Standin, n: usize) -> Table {
    let (_, channel) = discord.add_guild();
    let players = [discord.add_user(&format!("first{n}")), discord.add_user(&format!("second{n}"))];
    let kind = GameKind::ALL[n % GameKind::ALL.len()];
    let options = [("game", json!(kind.name())), ("opponent", json!(players[0].to_string()))];
    let asked = discord.slash(players[1], channel, "new", &options);
    discord.answered(asked).await;
    let challenge = discord.posted(channel, asked, "challenges").await;
    discord.click(players[0], challenge.id, "Accept");
    let board = discord.posted(challenge.id, challenge.id, "turn").await;
    let setup = Setup::new(kind.name(), None, &[]).unwrap();
    let game = Course::new(&setup).unwrap();
    Table { players, begins: game.to_move().unwrap(), thread: board.channel, game }
}

/// Somebody plays the house at its strongest, and begins.
async fn sit_down_with_the_house(discord: &Standin, n: usize) -> (u64, u64, Course) {
    let (_, channel) = discord.add_guild();
    let guest = discord.add_user(&format!("guest{n}"));
    let kind = GameKind::ALL[n % GameKind::ALL.len()];
    let asked = discord.slash(guest, channel, "new", &[("game", json!(kind.name())), ("level", json!("8"))]);
    let opened =
        |world: &World| world.channels.values().find(|place| place.parent == Some(channel)).map(|place| place.id);
    let thread = discord.until("a game with the house", opened).await;
    discord.posted(thread, asked, "your turn").await;
    let setup = Setup::new(kind.name(), None, &[]).unwrap();
    (guest, thread, Course::new(&setup).unwrap())
}

fn house_has_played(world: &World, thread: u64) -> bool {
    world.messages.values().any(|message| message.channel == thread && message.content.contains("(computer) played"))
}

/// One turn at each tick, table by table; returns the interactions, and how many tables show their last turn in the end. A
/// board that could not be posted before the next turn came tells of both.
async fn play(discord: &Standin, tables: &mut VecDeque<Table>, rate: u32, seconds: u32) -> (Vec<u64>, usize) {
    let count = rate * seconds;
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / rate);
    let mut asked = Vec::new();
    for _ in 0..count {
        ticks.tick().await;
        let Some(mut table) = tables.pop_front() else { break };
        let Some(side) = table.game.to_move() else { continue };
        let turn = some_turn(&table.game);
        // Whoever is challenged begins.
        let player = table.players[usize::from(side != table.begins)];
        asked.push(discord.slash(player, table.thread, "move", &[("turn", json!(turn))]));
        table.game.play(&turn).unwrap();
        tables.push_back(table);
    }
    let shown = discord.until("every last turn", |world| (up_to_date(world, tables) == tables.len()).then_some(()));
    if tokio::time::timeout(PATIENCE, shown).await.is_err() {
        let refusal = discord.look(|world| {
            let mut all = world.messages.values().rev();
            all.find(|message| message.content.contains("Not played")).map(|message| message.content.clone())
        });
        eprintln!("after {PATIENCE:?} not every table is up to date: {refusal:?}");
    }
    (asked, discord.look(|world| up_to_date(world, tables)))
}

/// How many tables' newest board shows the position that we have.
fn up_to_date(world: &World, tables: &VecDeque<Table>) -> usize {
    let shows = |table: &&Table| {
        // The picture says so to those who can't see it.
        let position = describe::spoken_within(&table.game.scene(), 1024);
        let newest =
            world.messages.values().rev().find(|message| message.channel == table.thread && message.only_for.is_none());
        let says = |file: &File| file.description.as_deref() == Some(&position);
        newest.is_some_and(|message| message.files.iter().any(says))
    };
    tables.iter().filter(shows).count()
}

fn report(discord: &Standin, asked: &[u64], (shown, tables): (usize, usize), rate: u32, seconds: u32, how: &str) {
    let mut times: Vec<Duration> = discord
        .look(|world| asked.iter().filter_map(|id| world.interactions[id].answered.map(|(time, _)| time)).collect());
    times.sort_unstable();
    let at = |part: usize| times.get((times.len() * part / 1000).min(times.len() - 1)).copied().unwrap_or_default();
    println!(
        "{rate} turns/s for {seconds} s{how}: {} asked, {} acknowledged; {shown} of {tables} tables show their last turn",
        asked.len(),
        times.len()
    );
    println!(
        "  time to acknowledge: median {:.1?}, 99 % {:.1?}, 99.9 % {:.1?}, most {:.1?}",
        at(500),
        at(990),
        at(999),
        at(1000)
    );
}
