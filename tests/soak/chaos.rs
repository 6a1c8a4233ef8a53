//! What goes wrong: the server and its relay are killed, connections break, events come twice.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::dice::Dice;
use crate::relay::Mood;
use crate::world::World;

/// Breaks something every few seconds until the time is over, then mends everything.
pub async fn work(world: Arc<World>, mut dice: Dice) {
    while !world.is_over() {
        pause(dice.milliseconds(500, 3000)).await;
        if world.is_left_in_peace() {
            continue;
        }
        match dice.below(11) {
            0..4 if world.is_last_life() => {}
            0..4 => kill(&world, &mut dice).await,
            4 | 5 => {
                world.relay.kill();
                world.relay_kills.fetch_add(1, Ordering::Relaxed);
                pause(dice.milliseconds(100, 1500)).await;
                world.relay.revive();
            }
            6 => mood(&world, Mood::Mute, &mut dice).await,
            7 => mood(&world, Mood::Busy, &mut dice).await,
            8 => world.discord.change(|discord| discord.drop_sockets(None)),
            9 => {
                world.discord.change(|discord| discord.faults.duplicate_events = true);
                pause(dice.milliseconds(1000, 3000)).await;
                world.discord.change(|discord| discord.faults.duplicate_events = false);
            }
            _ => {
                world.discord.change(|discord| discord.faults.limit_every = Some(4));
                pause(dice.milliseconds(500, 2000)).await;
                world.discord.change(|discord| discord.faults.limit_every = None);
            }
        }
        blocking(&world, World::end_pauses).await;
    }
}

/// Kills the server at whatever it is doing, or stops it now and then, and starts it again.
async fn kill(world: &Arc<World>, dice: &mut Dice) {
    let kindly = dice.once_in(6);
    let down = dice.milliseconds(0, 400);
    world.kills.fetch_add(u64::from(!kindly), Ordering::Relaxed);
    let end = move |world: &World| {
        if kindly {
            world.server.stop();
        } else {
            world.server.kill();
        }
    };
    blocking(world, end).await;
    pause(down).await;
    blocking(world, |world| world.server.start()).await;
}

async fn mood(world: &Arc<World>, mood: Mood, dice: &mut Dice) {
    world.relay.set_mood(mood);
    pause(dice.milliseconds(300, 1500)).await;
    world.relay.set_mood(Mood::Good);
}

/// Sorts the mail that the relay took, and looks after the server's size and our own.
pub async fn deliver(world: Arc<World>) {
    for round in 0_u32.. {
        blocking(&world, move |world| {
            if round.is_multiple_of(100) {
                world.forget_pictures();
            }
            world.office.sort(world.relay.drain());
            world.server.sample();
        })
        .await;
        pause(Duration::from_millis(20)).await;
    }
}

async fn blocking(world: &Arc<World>, work: impl FnOnce(&World) + Send + 'static) {
    let world = world.clone();
    tokio::task::spawn_blocking(move || work(&world)).await.expect("it works");
}

async fn pause(time: Duration) {
    tokio::time::sleep(time).await;
}
