//! Changes in who may act as a player: each is announced to all ways in and can be undone for a week. The older way in
//! wins: a fresh one can neither remove an older one nor do anything that can't be undone.

use crate::clock::moment::Timestamp;
use crate::command::Transport;
use crate::notice::told::people;
use crate::notice::{Audience, Destination, News};
use crate::service::events::absence;
use crate::service::now::Now;
use crate::service::people::{names, registering};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Level, Requester, Via};
use crate::service::{DAY, ServiceError};
use crate::store::{Change, Happening, Merged, Player, Question, QuestionKind, Way};

/// How long a change can be undone, and how long a way in counts as fresh.
pub(in crate::service) const WEEK: i64 = 7 * DAY;

/// Questions about serious steps that a player is asked per day.
const QUESTIONS: u32 = 10;

impl Requester {
    /// The way in they are using.
    pub fn way(&self) -> Option<Way> {
        match self.via {
            Via::Mail => self.address.as_ref().map(|address| Way::Address(address.id)),
            Via::Discord => self.discord.map(Way::Discord),
            Via::Page | Via::Console | Via::House => None,
        }
    }
}

/// A way in of the requester's that is older than theirs, while theirs is fresh or the older one was just removed.
pub fn older_way(now: Now<'_>, who: &Requester) -> Result<Option<Way>, ServiceError> {
    let (Some(way), Some(me)) = (who.way(), &who.player) else { return Ok(None) };
    let mut ways = now.tx.ways_of(me.id)?;
    let mine = since(&ways, way);
    if mine <= now.at - WEEK {
        ways.clear();
    }
    // A way in removed within the week may come back, and must find things as they were.
    ways.extend(now.tx.changes_of(me.id, now.at - WEEK)?.into_iter().filter_map(|(_, change)| match change {
        Change::Left { way, since } => Some((way, since)),
        Change::Joined { .. } => None,
    }));
    Ok(ways.into_iter().filter(|(_, since)| *since < mine).min_by_key(|(_, since)| *since).map(|(way, _)| way))
}

/// Refuses to a fresh way in what can't be undone. True if refused.
pub fn too_fresh(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester) -> Result<bool, ServiceError> {
    let Some(older) = older_way(now, who)? else { return Ok(false) };
    out.refuse(who, None, people::Why::TooFresh { older: kind(older) })?;
    Ok(true)
}

/// Joins the requester to a player: from now on they are the same.
pub fn join(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, owner: &Player) -> Result<(), ServiceError> {
    let Some(way) = who.way() else { return Ok(()) };
    let older: Vec<Way> = now.tx.ways_of(owner.id)?.into_iter().map(|(way, _)| way).collect();
    let (joining, merged) = match &who.player {
        Some(other) => {
            let merged = Merged { player: other.id, name: other.name.clone(), numbers: now.tx.numbers_of(other.id)? };
            let ways = now.tx.ways_of(other.id)?;
            absence::linked(now, out, other, owner)?;
            now.tx.merge_players(other.id, owner.id, now.at)?;
            (ways, Some(merged))
        }
        None => {
            now.tx.set_way(way, Some(owner.id), now.at)?;
            (vec![(way, now.at)], None)
        }
    };
    if let Some(address) = &mut who.address {
        now.tx.set_address_player(address.id, Some(owner.id), now.at)?;
        address.player = Some(owner.id);
    }
    // Joining can change what was set.
    who.player = Some(now.player(owner.id)?);
    let others: Vec<Way> = joining.iter().map(|(joining, _)| *joining).filter(|joining| *joining != way).collect();
    let change = Change::Joined { ways: joining, merged };
    let change = now.tx.insert_change(owner.id, &change, now.at)?;
    let id = ask_to_keep(now, owner, change, way)?;
    let topic = Topic { question: Some(id), ..Topic::default() };
    let you_joined = people::Ask::YouJoined { name: owner.name.clone() };
    out.answer(who, topic, News::Question { ask: you_joined.clone().into(), id });
    for other in others {
        ask_way(now, out, other, owner, change, you_joined.clone())?;
    }
    for other in older {
        ask_way(now, out, other, owner, change, people::Ask::Joined { way: kind(way), name: owner.name.clone() })?;
    }
    Ok(())
}

/// `unlink 2`, `unlink discord`: asks first.
pub fn unlink(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    what: Option<&str>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let addresses = now.tx.addresses_of(me.id)?;
    let discord = now.tx.discord_of(me.id)?;
    if addresses.len() + usize::from(discord.is_some()) < 2 {
        return out.refuse(who, None, people::Why::OnlyWayIn);
    }
    let what = what.unwrap_or_default().trim().to_lowercase();
    let chosen = what.parse::<usize>().ok().and_then(|n| addresses.get(n.checked_sub(1)?));
    let chosen = chosen.or_else(|| addresses.iter().find(|address| crate::address::same(&address.address, &what)));
    let (way, address) = match (chosen, discord) {
        (_, Some(user)) if what == "discord" => (Way::Discord(user), None),
        (Some(address), _) => (Way::Address(address.id), Some(address.address.as_str())),
        _ => return out.refuse(who, None, people::Why::UnlinkWhich),
    };
    let itself = who.way() == Some(way);
    if (!itself && too_fresh(now, out, who)?) || !may_ask(now, out, who, &me)? {
        return Ok(());
    }
    let id = ask_player(now, &me, QuestionKind::Unlink(way), crate::service::HOUR)?;
    let topic = Topic { question: Some(id), ..Topic::default() };
    let address = address.filter(|_| !itself).map(str::to_owned);
    let ask = people::Ask::Unlink { way: kind(way), address, name: me.name, here: itself };
    out.answer(who, topic, News::Question { ask: ask.into(), id });
    Ok(())
}

/// Removes a way in, after confirmation.
pub fn unlink_now(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    me: &Player,
    way: Way,
) -> Result<(), ServiceError> {
    let ways = now.tx.ways_of(me.id)?;
    let theirs = ways.iter().any(|(known, _)| *known == way);
    if !theirs || ways.len() < 2 || (who.way() != Some(way) && too_fresh(now, out, who)?) {
        out.reply(who, people::Told::NothingUnlinked);
        return Ok(());
    }
    // A way in that joined within the week leaves with everything it brought.
    for (id, change) in now.tx.changes_of(me.id, now.at - WEEK)? {
        if matches!(&change, Change::Joined { ways, .. } if ways.iter().any(|(joined, _)| *joined == way)) {
            return undo_change(now, out, who, me, id, change);
        }
    }
    let gone_since = since(&ways, way);
    let acting = who.way().map_or(0, |acting| since(&ways, acting));
    now.tx.set_way(way, None, now.at)?;
    let change = now.tx.insert_change(me.id, &Change::Left { way, since: gone_since }, now.at)?;
    if who.way() == Some(way) {
        let id = ask_to_keep(now, me, change, way)?;
        let topic = Topic { question: Some(id), ..Topic::default() };
        let ask = people::Ask::Left { way: kind(way), name: me.name.clone(), here: true };
        out.answer(who, topic, News::Question { ask: ask.into(), id });
    } else {
        out.reply(who, people::Told::Unlinked { way: kind(way), name: me.name.clone(), here: false });
    }
    for (other, since) in ways.into_iter().filter(|(other, _)| who.way() != Some(*other)) {
        let (way, name, here) = (kind(way), me.name.clone(), other == way);
        // Those newer than the one who removed it have no say.
        match since <= acting {
            true => ask_way(now, out, other, me, change, people::Ask::Left { way, name, here })?,
            false => tell_way(now, out, other, me, people::Told::Unlinked { way, name, here })?,
        }
    }
    who.player = who.player.take().filter(|_| who.way() != Some(way));
    Ok(())
}

/// An answer to a question about a change. False if the question is about something else, or somebody else's.
pub fn answer_change(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    id: i64,
    yes: bool,
) -> Result<bool, ServiceError> {
    let Some(question) = now.tx.open_question(id, now.at)? else { return Ok(false) };
    let QuestionKind::Keep { change, asked } = question.kind else { return Ok(false) };
    // A question that could not be delivered there went to another way in of the same person.
    let same = who.way() == Some(asked)
        || (question.player == who.player.as_ref().map(|me| me.id) && older_way(now, who)?.is_none());
    if !same || who.level < Level::Full {
        return Ok(false);
    }
    now.tx.close_question(id)?;
    out.audience = Audience::of_question(&question.kind);
    if yes {
        out.reply(who, people::Told::ChangeStands);
        return Ok(true);
    }
    match now.tx.change(change, now.at - WEEK)? {
        Some((player, found)) => {
            let player = now.player(player)?;
            undo_change(now, out, who, &player, change, found)?;
        }
        None => out.reply(who, people::Told::TooLateToUndo),
    }
    Ok(true)
}

/// Undoes a change and tells everybody concerned; nobody is asked again, since an undo is final.
fn undo_change(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    player: &Player,
    id: i64,
    change: Change,
) -> Result<(), ServiceError> {
    let mut concerned: Vec<Way> = now.tx.ways_of(player.id)?.into_iter().map(|(way, _)| way).collect();
    let (way, attached) = match change {
        Change::Joined { ways, merged } => {
            let way = ways.first().map(|(way, _)| *way);
            part(now, player, ways, merged)?;
            (way, false)
        }
        Change::Left { way, since } => {
            concerned.push(way);
            match reattach(now, player, way, since)? {
                true => (Some(way), true),
                false => {
                    return out.refuse(who, None, people::Why::CannotReturn);
                }
            }
        }
    };
    now.tx.forget_change(id)?;
    let way = way.map_or(Transport::Mail, kind);
    let undone = people::Told::ChangeUndone { way, name: player.name.clone(), joined: attached };
    // A requester who is another player now is answered as that one.
    let me = who.way().map(|way| now.tx.player_by(way)).transpose()?.flatten();
    who.player = me.map(|id| now.player(id)).transpose()?;
    if let Some(address) = &mut who.address {
        address.player = me;
    }
    out.reply(who, undone.clone());
    for other in concerned.into_iter().filter(|other| who.way() != Some(*other)) {
        tell_way(now, out, other, player, undone.clone())?;
    }
    Ok(())
}

/// Undoes a join: those ways in are again what they were before.
fn part(
    now: Now<'_>,
    player: &Player,
    ways: Vec<(Way, Timestamp)>,
    merged: Option<Merged>,
) -> Result<(), ServiceError> {
    let back = match &merged {
        Some(merged) => {
            let name = names::free_name(now, (Some(&merged.name), None))?;
            now.tx.part_players(merged, &name, player.id)?;
            Some(merged.player)
        }
        None => None,
    };
    for (way, since) in ways {
        if now.tx.player_by(way)? == Some(player.id) {
            now.tx.set_way(way, back, since)?;
        }
    }
    Ok(())
}

/// Gives a player back a removed way in. False if another has taken its place, or it has since met the player as
/// somebody else.
fn reattach(now: Now<'_>, player: &Player, way: Way, since: Timestamp) -> Result<bool, ServiceError> {
    if matches!(way, Way::Discord(user) if now.tx.discord_of(player.id)?.is_some_and(|other| other != user)) {
        return Ok(false);
    }
    if let Some(other) = now.tx.player_by(way)?.filter(|other| *other != player.id) {
        if now.tx.have_met(player.id, other)? {
            return Ok(false);
        }
        now.tx.merge_players(other, player.id, now.at)?;
    }
    now.tx.set_way(way, Some(player.id), since)?;
    Ok(true)
}

/// Undoes every join of the past week before the player is deleted.
pub fn part_all(now: Now<'_>, me: &Player) -> Result<(), ServiceError> {
    for (id, change) in now.tx.changes_of(me.id, now.at - WEEK)? {
        if let Change::Joined { ways, merged } = change {
            part(now, me, ways, merged)?;
            now.tx.forget_change(id)?;
        }
    }
    Ok(())
}

/// Tells all of a player's ways in except the one in use.
pub fn tell_other_ways(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    me: &Player,
    what: &people::Told,
) -> Result<(), ServiceError> {
    for (way, _) in now.tx.ways_of(me.id)? {
        if who.way() != Some(way) {
            tell_way(now, out, way, me, what.clone())?;
        }
    }
    Ok(())
}

fn ask_to_keep(now: Now<'_>, player: &Player, change: i64, asked: Way) -> Result<i64, ServiceError> {
    ask_player(now, player, QuestionKind::Keep { change, asked }, WEEK)
}

/// Whether we may ask once more about a serious step: an old secret must not be good for flooding a mailbox.
pub fn may_ask(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, me: &Player) -> Result<bool, ServiceError> {
    if now.tx.allow(&Happening::AskedBack { player: me.id }, now.at, QUESTIONS, DAY)? {
        return Ok(true);
    }
    out.refuse(who, None, people::Why::AskedEnough { most: QUESTIONS })?;
    Ok(false)
}

/// Asks a player a question about no game, open for so many seconds.
pub fn ask_player(now: Now<'_>, me: &Player, kind: QuestionKind, seconds: i64) -> Result<i64, ServiceError> {
    Ok(now.tx.insert_question(&Question {
        id: 0,
        player: Some(me.id),
        address: None,
        kind,
        game: None,
        revision: None,
        asked: now.at,
        expires: now.at + seconds,
    })?)
}

fn ask_way(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    way: Way,
    player: &Player,
    change: i64,
    ask: people::Ask,
) -> Result<(), ServiceError> {
    let id = ask_to_keep(now, player, change, way)?;
    let topic = Topic { question: Some(id), ..Topic::default() };
    tell_by(now, out, way, player, topic, News::Question { ask: ask.into(), id })
}

fn tell_way(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    way: Way,
    player: &Player,
    what: people::Told,
) -> Result<(), ServiceError> {
    tell_by(now, out, way, player, Topic::default(), News::Told { what: what.into() })
}

fn tell_by(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    way: Way,
    player: &Player,
    topic: Topic,
    news: News,
) -> Result<(), ServiceError> {
    match way {
        Way::Address(id) => match now.tx.address_by_id(id)? {
            Some(address) => out.tell_address(&address, topic, news),
            None => Ok(()),
        },
        Way::Discord(user) => {
            out.tell_directly(Destination::DiscordUser(user), player, topic, news);
            Ok(())
        }
    }
}

const fn kind(way: Way) -> Transport {
    match way {
        Way::Address(_) => Transport::Mail,
        Way::Discord(_) => Transport::Discord,
    }
}

fn since(ways: &[(Way, Timestamp)], way: Way) -> Timestamp {
    ways.iter().find(|(known, _)| *known == way).map_or(0, |(_, since)| *since)
}
