//! Who is absent: asked whether they are still there, and withdrawn if they don't say so.

use crate::event::withdrawal::{self, Fate};
use crate::notice::News;
use crate::notice::told::events::{Ask, Cause, Told};
use crate::rules::Reason;
use crate::service::ServiceError;
use crate::service::events::results::TO_BE_ASKED;
use crate::service::events::standing::{self, DAY};
use crate::service::now::Now;
use crate::service::playing::finish;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::store::{EntrantState, Event, EventKind, EventState, Player, Question, QuestionKind};

/// How long somebody has to say that they are still there.
pub const ANSWER: i64 = 3 * DAY;

/// Asks those who must be asked, and withdraws those who haven't answered in time.
pub fn look(now: Now<'_>, out: &mut Outgoing<'_>, event: &Event) -> Result<(), ServiceError> {
    for mut entrant in now.tx.entrants(event.number)? {
        // Whose division has ended may take their time with what is left.
        if entrant.state != EntrantState::In || entrant.place.is_some() {
            continue;
        }
        let player = now.player(entrant.player)?;
        match entrant.asked {
            Some(TO_BE_ASKED) => {
                let until = now.at + ANSWER;
                let id = ask(now, &player, QuestionKind::StillThere { event: event.number }, until)?;
                entrant.asked = Some(now.at);
                now.tx.update_entrant(&entrant)?;
                let ask = Ask::StillThere { event: standing::heading(event), until }.into();
                let topic = Topic { question: Some(id), ..Topic::default() };
                out.tell(&player, topic, News::Question { ask, id })?;
            }
            Some(asked) if asked + ANSWER <= now.at => {
                let told = withdraw(now, out, None, event, &player, Cause::Silent)?;
                out.tell(&player, Topic::default(), News::Told { what: told.into() })?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Puts a question about an event to a player.
pub fn ask(now: Now<'_>, player: &Player, kind: QuestionKind, until: i64) -> Result<i64, ServiceError> {
    Ok(now.tx.insert_question(&Question {
        id: 0,
        player: Some(player.id),
        address: None,
        kind,
        game: None,
        revision: None,
        asked: now.at,
        expires: until,
    })?)
}

/// Withdraws a player: what runs is resigned, and what it counts depends on how much was finished. Returns what they are
/// told.
pub fn withdraw(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: Option<&Requester>,
    event: &Event,
    player: &Player,
    cause: Cause,
) -> Result<Told, ServiceError> {
    let before = now.tx.withdrawals(player.id)?.len();
    let mut fate = Fate::Forfeit;
    let teams = standing::teams(now, event, event.round)?;
    let entrant = now.tx.entrant(event.number, player.id)?;
    // What is decided stays so: in a division that has ended nobody's games are struck out any more.
    let ended = entrant.as_ref().is_some_and(|entrant| entrant.place.is_some());
    if let Some(team) = standing::team_of(&teams, player.id).filter(|_| !ended) {
        let place = team.slots.iter().position(|slot| slot.player == player.id).unwrap_or(usize::MAX);
        let mine = team.group.games.iter().filter(|game| game.white == place || game.black == place);
        let (all, finished) =
            mine.fold((0, 0), |(all, done), game| (all + 1, done + usize::from(game.result.is_some())));
        fate = withdrawal::fate(finished, all);
        now.tx.set_fate(event.number, event.round, player.id, fate)?;
    }
    if let Some(mut entrant) = entrant {
        entrant.state = EntrantState::Withdrawn;
        entrant.asked = None;
        entrant.rank = None;
        // Only those who leave the others sitting stay out for a while.
        entrant.left = matches!(cause, Cause::Asked | Cause::Silent).then_some(now.at);
        now.tx.update_entrant(&entrant)?;
    }
    let mut resigned = 0;
    for row in now.tx.running_games_to_change(player.id)?.into_iter().filter(|row| row.event == Some(event.number)) {
        let game = Seated::of(now.tx, row)?;
        if let Some(side) = game.side_of(player) {
            finish::lose(now, out, who, game, side, Reason::Resigned)?;
            resigned += 1;
        }
    }
    if event.state == EventState::Running {
        now.tx.wake_event(event.number, now.at)?;
    }
    let kept_out = withdrawal::kept_out(u32::try_from(before).unwrap_or(u32::MAX));
    let until = if matches!(cause, Cause::Asked | Cause::Silent) { now.at + kept_out } else { now.at };
    Ok(Told::Withdrawn { event: standing::heading(event), resigned, void: fate == Fate::Void, until, cause })
}

/// Takes a player who is forgotten out of everything: what runs is withdrawn from, entries are taken back, and what they
/// host goes on without them.
pub fn leave_all(now: Now<'_>, out: &mut Outgoing<'_>, player: &Player) -> Result<(), ServiceError> {
    for event in now.tx.events_of(player.id)? {
        if event.state == EventState::Running && event.kind != EventKind::Ladder {
            withdraw(now, out, None, &event, player, Cause::Operator)?;
        } else {
            now.tx.delete_entrant(event.number, player.id)?;
        }
    }
    Ok(now.tx.unhost_events(player.id)?)
}

/// Two players become one, who is the other from now on: where both have entered, the later entry is withdrawn.
pub fn linked(now: Now<'_>, out: &mut Outgoing<'_>, one: &Player, other: &Player) -> Result<(), ServiceError> {
    for event in now.tx.events_of(one.id)? {
        let entries = (now.tx.entrant(event.number, one.id)?, now.tx.entrant(event.number, other.id)?);
        let (Some(first), Some(second)) = entries else { continue };
        let (later, entry) = if first.entered > second.entered { (one, first) } else { (other, second) };
        if event.state != EventState::Running || event.kind == EventKind::Ladder {
            now.tx.delete_entrant(event.number, later.id)?;
            continue;
        }
        if entry.state != EntrantState::Withdrawn {
            let told = withdraw(now, out, None, &event, later, Cause::Linked)?;
            out.tell(other, Topic::default(), News::Told { what: told.into() })?;
        }
        if later.id == other.id {
            // The player who is left keeps the entry that is left.
            now.tx.swap_entries(event.number, one.id, other.id)?;
        }
    }
    Ok(())
}
