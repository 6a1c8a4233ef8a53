//! What people may ask at any time: no more mail, to block someone, their data, and to be forgotten.

use crate::notice::told::people;
use crate::notice::{Destination, News};
use crate::rules::Reason;
use crate::service::events::{absence, standing};
use crate::service::lobby::challenge;
use crate::service::now::Now;
use crate::service::people::{blocks, names, registering, ways};
use crate::service::playing::finish;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::seated::Seated;
use crate::service::{DAY, HOUR, ServiceError};
use crate::store::{ChallengeState, Happening, Mode, PastNotice, Player, QuestionKind, Section, StoreError};
use crate::text::exporting;
use serde::{Serialize, Serializer};

/// `stop`: no more mail to any of this person's addresses. Running games are listed once.
pub fn stop(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let mut addresses: Vec<_> = who.address.iter().cloned().collect();
    // A fresh way in speaks only for itself: it must not silence those that could undo it.
    let for_all = ways::older_way(now, who)?.is_none();
    if let Some(me) = who.player.as_ref().filter(|_| for_all) {
        for address in now.tx.addresses_of(me.id)? {
            if addresses.iter().all(|known| known.id != address.id) {
                addresses.push(address);
            }
        }
    }
    for address in &addresses {
        now.tx.set_stopped(address.id, Some(now.at))?;
        now.tx.drop_owed(&Destination::Email(address.address.clone()), now.at)?;
    }
    if who.via == Via::Discord
        && let Some(me) = &mut who.player
    {
        me.mode = Mode::Reminders;
        now.tx.update_player(me)?;
    }
    decline_all(now, out, who)?;
    if let Some(me) = who.player.clone() {
        let games: Vec<_> = now.tx.running_games(me.id)?.iter().map(|game| game.number).collect();
        let events: Vec<_> = now.tx.events_of(me.id)?.iter().map(standing::heading).collect();
        if !games.is_empty() || !events.is_empty() {
            let id = ways::ask_player(now, &me, QuestionKind::ResignAll, DAY * i64::from(now.settings.question_days))?;
            let topic = Topic { question: Some(id), ..Topic::default() };
            out.answer(who, topic, News::Question { ask: people::Ask::ResignAll { games, events }.into(), id });
            return Ok(());
        }
    }
    out.reply(who, people::Told::Stopped);
    Ok(())
}

/// `start`: mail resumes.
pub fn start(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let mut addresses: Vec<_> = who.address.iter().cloned().collect();
    let for_all = ways::older_way(now, who)?.is_none();
    if let Some(me) = who.player.as_ref().filter(|_| for_all) {
        addresses.extend(now.tx.addresses_of(me.id)?);
    }
    for address in &addresses {
        now.tx.set_stopped(address.id, None)?;
        now.tx.set_suspended(address.id, None)?;
    }
    if let Some(address) = &mut who.address {
        address.stopped = false;
        address.suspended = None;
    }
    if who.via == Via::Discord
        && let Some(me) = &mut who.player
    {
        me.mode = Mode::Now;
        now.tx.update_player(me)?;
    }
    out.reply(who, people::Told::Started);
    Ok(())
}

/// `block`, `unblock`.
pub fn block(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    name: &str,
    on: bool,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let found = names::player_called(now, name)?;
    if let (None, Some(user)) = (&found, names::mentioned(name)) {
        // Nobody here yet: it counts from the moment they come.
        blocks::block_way(now, &format!("discord {user}"), me.id, on)?;
        out.reply(who, people::Told::Blocked { name: String::new(), on });
        return Ok(());
    }
    let Some(other) = found.filter(|other| other.id != me.id) else {
        return out.refuse(who, None, people::Why::NobodyElse { called: name.to_owned() });
    };
    now.tx.set_block(me.id, other.id, on)?;
    out.reply(who, people::Told::Blocked { name: other.name, on });
    Ok(())
}

/// `export me`: everything stored about them, as JSON.
pub fn export(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    if ways::too_fresh(now, out, who)? {
        return Ok(());
    }
    if !now.tx.allow(&Happening::Exported { player: me.id }, now.at, EXPORTS, DAY)? {
        return out.refuse(who, None, people::Why::TooManyExports { most: EXPORTS });
    }
    let mut sections = now.tx.told_about(me.id)?;
    let told = now.tx.messages_to(me.id, MESSAGES, MESSAGE_BYTES)?;
    sections.push(("messages to you", told.iter().map(message).collect()));
    out.reply_once(who, people::Told::Everything { json: exported(sections)? });
    Ok(())
}

/// `forget me`: asks first.
pub fn ask_to_forget(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    if ways::too_fresh(now, out, who)? || !ways::may_ask(now, out, who, &me)? {
        return Ok(());
    }
    let running = now.tx.running_games(me.id)?.len();
    let id = ways::ask_player(now, &me, QuestionKind::Forget, HOUR)?;
    ways::tell_other_ways(now, out, who, &me, &people::Told::DeletionAsked { name: me.name.clone() })?;
    let topic = Topic { question: Some(id), ..Topic::default() };
    out.answer(who, topic, News::Question { ask: people::Ask::Delete { name: me.name, running }.into(), id });
    Ok(())
}

/// Deletes a player: games are resigned, challenges withdrawn, and old games keep only an empty name.
pub fn forget(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, me: &Player) -> Result<(), ServiceError> {
    let ways_in = blocks::ways_in(now, me)?;
    ways::part_all(now, me)?;
    absence::leave_all(now, out, me)?;
    for row in now.tx.running_games_to_change(me.id)? {
        let game = Seated::of(now.tx, row)?;
        if let Some(side) = game.side_of(me) {
            finish::lose(now, out, None, game, side, Reason::Resigned)?;
        }
    }
    for challenge in now.tx.challenges_by(me.id)? {
        now.tx.set_challenge_state(challenge.number, ChallengeState::Cancelled)?;
    }
    decline_all(now, out, who)?;
    out.drop_drafts(me.id);
    let addresses = now.tx.addresses_of(me.id)?;
    now.tx.begin_forgetting(me.id, &me.name, &addresses, now.tx.discord_of(me.id)?)?;
    for address in &addresses {
        now.tx.scrub_address(address)?;
    }
    blocks::keep_blocks(now, &ways_in, me)?;
    now.tx.erase_belongings(me.id)?;
    now.tx.forget_player(me.id)?;
    who.player = None;
    let topic = Topic { last: true, fleeting: true, ..Topic::default() };
    out.answer(who, topic, News::Told { what: people::Told::Deleted.into() });
    Ok(())
}

/// Declines everything that waits for someone who wants no more of it.
fn decline_all(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester) -> Result<(), ServiceError> {
    let mut waiting = match &who.player {
        Some(me) => now.tx.challenges_to(me.id)?,
        None => Vec::new(),
    };
    let mut addresses: Vec<i64> = who.address.iter().map(|address| address.id).collect();
    if let Some(me) = &who.player {
        addresses.extend(now.tx.addresses_of(me.id)?.iter().map(|address| address.id));
    }
    for address in addresses {
        waiting.extend(now.tx.challenges_to_address(address)?);
    }
    waiting.sort_unstable_by_key(|challenge| challenge.number);
    waiting.dedup_by_key(|challenge| challenge.number);
    for challenge in waiting {
        now.tx.set_challenge_state(challenge.number, ChallengeState::Declined)?;
        challenge::tell_declined(now, out, &challenge, None)?;
    }
    Ok(())
}

/// Exports per player per day.
const EXPORTS: u32 = 3;
/// How many messages an export includes, and how many bytes of them in full.
const MESSAGES: u32 = 2_000;
const MESSAGE_BYTES: usize = 600_000;

/// A message as its reader saw it, without its secret.
fn message(told: &PastNotice) -> Vec<(String, serde_json::Value)> {
    let when = jiff::Timestamp::from_second(told.at).map_or_else(|_| told.at.to_string(), |time| time.to_string());
    let game = told.notice.as_ref().and_then(|notice| notice.game.as_ref()).map(|game| game.number);
    let words = told.notice.as_ref().map(exporting::words);
    let fields: [(&str, serde_json::Value); 5] = [
        ("written", when.into()),
        ("by", told.channel.clone().into()),
        ("game", game.into()),
        ("state", told.state.clone().into()),
        ("text", words.into()),
    ];
    fields.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// JSON that people can read too: one line per row, and per field of the player's own.
fn exported(sections: Vec<Section>) -> Result<Vec<String>, StoreError> {
    let mut lines = vec!["{".to_owned()];
    let last = sections.len();
    for (i, (name, rows)) in sections.into_iter().enumerate() {
        let comma = if i + 1 == last { "" } else { "," };
        let rows: Vec<Fields> = rows.into_iter().map(Fields).collect();
        match &rows[..] {
            [] => lines.push(format!("  \"{name}\": []{comma}")),
            [you] if name == "you" => {
                let pretty = serde_json::to_string_pretty(you)?;
                lines.push(format!("  \"{name}\": {}{comma}", pretty.replace('\n', "\n  ")));
            }
            rows => {
                let rows: Vec<String> = rows.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
                lines.push(format!("  \"{name}\": [\n    {}\n  ]{comma}", rows.join(",\n    ")));
            }
        }
    }
    lines.push("}".to_owned());
    Ok(lines.iter().flat_map(|line| line.lines().map(str::to_owned)).collect())
}

/// A JSON object whose fields keep their order.
struct Fields(Vec<(String, serde_json::Value)>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_export_is_json_in_its_order() {
        let field = |name: &str, value: &str| (name.to_owned(), serde_json::Value::from(value));
        let you = vec![field("name", "Ann"), field("board", "White \"at\" the bottom")];
        let games = vec![vec![field("game", "dameo")], vec![field("game", "amazons")]];
        let lines = exported(vec![("you", vec![you]), ("notes", Vec::new()), ("games", games)]).unwrap();
        let read: serde_json::Value = serde_json::from_str(&lines.join("\n")).unwrap();
        assert_eq!((&read["you"]["name"], &read["games"][1]["game"]), (&"Ann".into(), &"amazons".into()));
        assert!(lines.iter().position(|l| l.contains("name")) < lines.iter().position(|l| l.contains("board")));
    }
}
