//! Holding commands until their sender confirms them, and storing what those commands were a reply to.

use crate::command::Command;
use crate::notice::told::incoming;
use crate::notice::{Last, News};
use crate::service::incoming::asked;
use crate::service::now::Now;
use crate::service::people::names;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{About, Level, Requester};
use crate::service::{DAY, ServiceError};
use crate::store::{Counter, Happening, Held, Question, QuestionKind};

/// Questions whether it was them that wait for one address, and those of a day.
const MOST_OPEN: u32 = 3;
const MOST_A_DAY: u32 = 5;

/// Holds commands and asks their sender to confirm, within limits: three open and five a day per address.
pub fn hold(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, commands: Vec<Command>) -> Result<(), ServiceError> {
    let Some(address) = &who.address else { return Ok(()) };
    let (open, today) = now.tx.confirmations(&address.counted, now.at, now.at - DAY)?;
    let stopped = address.stopped || (who.player.is_none() && now.tx.said_stop(&address.counted)?);
    // A proven sender who once said stop did write this.
    let unwanted = stopped && who.level == Level::Unproven && !commands.contains(&Command::Start);
    let asked = Happening::AskedToConfirm { sender: address.counted.clone() };
    if open >= MOST_OPEN || today >= MOST_A_DAY || unwanted || !now.tx.allow(&asked, now.at, MOST_A_DAY, DAY)? {
        now.tx.count(Counter::ConfirmationsWithheld)?;
        // A proven sender is a person, and is told.
        return match who.level {
            Level::Unproven => Ok(()),
            Level::Signed | Level::Full => out.refuse(who, None, incoming::Why::TooManyQuestions),
        };
    }
    let last = open + 1 >= MOST_OPEN || now.tx.happened(&asked, now.at - DAY)?.max(today + 1) >= MOST_A_DAY;
    let name = match &who.player {
        Some(player) => player.name.clone(),
        None => names::free_name(now, who.known_as())?,
    };
    // A newcomer will get the name promised here.
    let display = if who.player.is_none() { Some(name.clone()) } else { who.display.clone() };
    let asked = commands.iter().map(asked::asked).collect();
    let id = now.tx.insert_question(&Question {
        id: 0,
        player: who.player.as_ref().map(|p| p.id),
        address: Some(address.id),
        kind: QuestionKind::Confirm { held: Held { key: key_of_request(out), ..held(who, commands) }, display },
        game: None,
        revision: None,
        asked: now.at,
        expires: now.at + DAY * i64::from(now.settings.question_days),
    })?;
    let topic = Topic { question: Some(id), ..Topic::default() };
    let unnamed = Requester { player: None, ..who.clone() };
    out.answer(&unnamed, topic, News::Confirm { asked, name, late: who.ended.is_some() });
    // Silence must not come unannounced; a stranger and a player read the same.
    if last {
        out.say_last(Last::Asked);
    }
    Ok(())
}

/// Commands to be stored, with what they reply to.
pub fn held(who: &Requester, commands: Vec<Command>) -> Held {
    let held = Held { commands, comment: who.comment.clone(), ..Held::default() };
    match &who.about {
        About::Nothing | About::Table(_) => held,
        About::Game { number, revision } => Held { hint: Some(*number), revision: *revision, ..held },
        About::Question { id, .. } => Held { question: Some(*id), ..held },
        About::Digest(listed) => Held { listed: listed.clone(), ..held },
    }
}

/// The key that recognises the request, so that a proven copy of it isn't done twice.
fn key_of_request(out: &mut Outgoing<'_>) -> Option<String> {
    Some(out.scope.clone()).filter(|scope| !scope.is_empty())
}

/// What stored commands reply to.
pub fn about(now: Now<'_>, held: &Held) -> Result<About, ServiceError> {
    Ok(match (held.hint, held.question) {
        (Some(number), _) => About::Game { number, revision: held.revision },
        (None, Some(id)) => about_question(now, id)?,
        (None, None) if held.listed.is_empty() => About::Nothing,
        (None, None) => About::Digest(held.listed.clone()),
    })
}

/// A question as the thing being answered. Its board is known even when it can no longer be answered.
pub fn about_question(now: Now<'_>, id: i64) -> Result<About, ServiceError> {
    Ok(About::Question { id, game: now.tx.game_of_question(id)? })
}
