//! The games of a group begin, all at once, and their players are told in one message.

use crate::clock::running::{Clock, Running};
use crate::command::Colour;
use crate::event::berger;
use crate::game::Game;
use crate::notice::News;
use crate::notice::told::events::{Pairing, Told};
use crate::rules::{Position, Side};
use crate::service::ServiceError;
use crate::service::events::standing::{self, Team};
use crate::service::lobby::starting;
use crate::service::now::Now;
use crate::service::playing::{announcing, board, timing};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seat::seat_of;
use crate::service::seated::Seated;
use crate::store::{Challenge, ChallengeState, Counter, Event, EventGame, Invitee, Place, Player, StoreError};

/// Begins the games of a group and tells its players.
pub fn group(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &Event,
    team: &Team,
    teams: usize,
) -> Result<(), ServiceError> {
    let mut players = Vec::new();
    for slot in &team.slots {
        players.push(now.player(slot.player)?);
    }
    let mut begun = Vec::new();
    for pair in berger::pairs(players.len()) {
        let (Some(white), Some(black)) = (players.get(pair.white), players.get(pair.black)) else { continue };
        let game = game(now, event, [white.clone(), black.clone()])?;
        let slots = [pair.white, pair.black].map(|slot| i64::try_from(slot).unwrap_or(i64::MAX));
        let row = EventGame {
            team: team.number,
            white: slots[0],
            black: slots[1],
            game: game.row.number,
            result: None,
            ended: None,
        };
        now.tx.insert_event_game(event.number, event.round, &row)?;
        begun.push(game);
    }
    let all = standing::teams(now, event, event.round)?;
    let team = all.iter().find(|one| one.number == team.number).unwrap_or(team);
    for player in &players {
        tell(now, out, event, team, teams, player, &begun)?;
    }
    for mut game in begun {
        show(now, out, &mut game)?;
    }
    Ok(())
}

/// A new game of an event, its clock running; nobody is told yet.
pub fn game(now: Now<'_>, event: &Event, players: [Player; 2]) -> Result<Seated, ServiceError> {
    let challenge = Challenge {
        number: 0,
        state: ChallengeState::Accepted,
        challenger: players[0].id,
        invitee: Invitee::Player(players[1].id),
        setup: event.setup.clone(),
        colour: Some(Colour::Side(Side::White)),
        clock: event.clock,
        rated: Some(event.rated),
        greeting: None,
        sent: true,
        place: event.channel,
        server: event.server,
        created: now.at,
        expires: now.at,
    };
    let number = now.tx.insert_challenge(&challenge)?;
    let position = Position::start(&event.setup).map_err(|error| StoreError::Nonsense(error.to_string()))?;
    let running = Some(Running { side: position.to_move(), since: now.at });
    let clock = Clock { until: event.last, running, ..Clock::new(event.clock) };
    let ids = players.each_ref().map(|player| player.id);
    let row = Game::new(number, event.setup.clone(), &position, ids, clock, now.at);
    let house = players.each_ref().map(|player| player.house.is_some());
    let row = Game { rated: event.rated, event: Some(event.number), house, ..row };
    let mut game = Seated::of(now.tx, row)?;
    game.row.thread = starting::thread_name(&game);
    timing::wind(now, &mut game)?;
    now.tx.count(Counter::GamesBegun)?;
    now.tx.insert_game(&game.row)?;
    if let Some(channel) = event.channel
        && game.reach.iter().all(|ways| ways.discord.is_some())
    {
        game.around.place = Some(Place { channel, parent: None, message: None });
        now.tx.set_place(number, game.around.place)?;
    }
    Ok(game)
}

/// Shows a new game to whoever begins in Discord, where boards have buttons. By mail one message tells of all games.
pub fn show(now: Now<'_>, out: &mut Outgoing<'_>, game: &mut Seated) -> Result<(), ServiceError> {
    let Some(side) = game.row.to_move else { return Ok(()) };
    let mover = game.at(side).clone();
    if seat_of(now, game, side)?.is_in_place() {
        announcing::in_place(now, out, game, 0)?;
        game.row.told[side as usize] = game.row.revision;
    } else if now.is_in_discord(&mover)? {
        let news = board::turn_news(now, game, side, None)?;
        out.tell(&mover, game.topic(Some(side)), News::YourTurn(news))?;
    }
    Ok(now.tx.update_game(&game.row)?)
}

/// Shows a game that begins alone to whoever begins, wherever they are reached.
pub fn show_first(now: Now<'_>, out: &mut Outgoing<'_>, game: &mut Seated) -> Result<(), ServiceError> {
    let Some(side) = game.row.to_move else { return Ok(()) };
    let mover = game.at(side).clone();
    if seat_of(now, game, side)?.is_in_place() || now.is_in_discord(&mover)? {
        return show(now, out, game);
    }
    let news = board::turn_news(now, game, side, None)?;
    out.tell(&mover, game.topic(Some(side)), News::YourTurn(news))?;
    Ok(now.tx.update_game(&game.row)?)
}

/// One message: opponents, colours, the last day, the table. A reply can play in each of the games.
pub fn tell(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &Event,
    team: &Team,
    teams: usize,
    player: &Player,
    begun: &[Seated],
) -> Result<(), ServiceError> {
    let mine = || begun.iter().filter_map(|game| game.side_of(player).map(|side| (game, side)));
    let pairing = |(game, side): (&Seated, Side)| Pairing {
        game: game.row.number,
        opponent: game.at(side.other()).name.clone(),
        side,
        begins: game.row.to_move == Some(side),
    };
    let games: Vec<Pairing> = mine().map(pairing).collect();
    let waiting: Vec<(i64, i64)> = mine()
        .filter(|(game, side)| game.row.to_move == Some(*side))
        .map(|(game, _)| (game.row.number, game.row.revision))
        .collect();
    let digest = if waiting.is_empty() { None } else { Some(now.tx.insert_digest(player.id, &waiting, now.at)?) };
    let what = Told::RoundBegins {
        event: standing::heading(event),
        round: event.round,
        games,
        last: event.last.unwrap_or(now.at),
        clock: event.clock,
        pause: event.pause,
        pattern: Position::start(&event.setup).map(|position| position.pattern().to_owned()).unwrap_or_default(),
        table: standing::table(event, team, teams, Some(player.id)),
    };
    let topic = Topic { digest, ..Topic::default() };
    if let Some(mut entrant) = now.tx.entrant(event.number, player.id)? {
        entrant.told = now.at;
        now.tx.update_entrant(&entrant)?;
    }
    out.tell(player, topic, News::Told { what: what.into() })
}
