//! A player's name and settings.

use crate::clock::moment;
use crate::command::{Setting, THEMES, Transport};
use crate::notice::Destination;
use crate::notice::told::people;
use crate::notice::told::people::{Flow, Reached};
use crate::service::now::Now;
use crate::service::people::{names, registering, ways};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::service::{DAY, ServiceError};
use crate::store::{AddressRow, Happening, Mode, Player, Way};

/// Name changes per player per day.
const NAMES: u32 = 5;

/// `name X`.
pub fn rename(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, name: &str) -> Result<(), ServiceError> {
    let mut me = registering::need_player(now, who)?;
    if let Err(why) = names::check(name) {
        return out.refuse(who, None, people::Why::BadName(why));
    }
    if now.tx.name_taken(name, Some(me.id))? {
        return out.refuse(who, None, people::Why::NameTaken { name: name.to_owned() });
    }
    if !now.tx.allow(&Happening::Renamed { player: me.id }, now.at, NAMES, DAY)? {
        return out.refuse(who, None, people::Why::TooManyNames { most: NAMES });
    }
    me.name = name.to_owned();
    now.tx.update_player(&me)?;
    who.player = Some(me);
    out.reply(who, people::Told::Renamed { name: name.to_owned(), by_operator: false });
    Ok(())
}

/// `settings`, `set …`.
pub fn settings(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    setting: Option<&Setting>,
) -> Result<(), ServiceError> {
    let mut me = registering::need_player(now, who)?;
    if let Some(setting) = setting {
        if let Err(why) = change(now, &mut me, setting)? {
            return out.refuse(who, None, why);
        }
        now.tx.update_player(&me)?;
        plan_digest(now, &me)?;
        who.player = Some(me.clone());
    }
    let now = Box::new(settings_of(now, who, &me)?);
    out.reply_once(who, people::Told::Settings { changed: setting.is_some(), now });
    Ok(())
}

fn change(now: Now<'_>, me: &mut Player, setting: &Setting) -> Result<Result<(), people::Why>, ServiceError> {
    match setting {
        Setting::AtOnce => me.mode = Mode::Now,
        Setting::Digest { minute } if *minute < 24 * 60 => me.mode = Mode::Digest(*minute),
        Setting::Digest { .. } => return Ok(Err(people::Why::NoTimeOfDay)),
        Setting::RemindersOnly => me.mode = Mode::Reminders,
        Setting::Reminders(hours) => {
            let mut hours: Vec<u32> = hours.iter().copied().filter(|hours| (1..=24 * 14).contains(hours)).collect();
            hours.sort_unstable_by(|a, b| b.cmp(a));
            hours.dedup();
            hours.truncate(4);
            me.reminders = hours;
            rewind_reminders(now, me)?;
        }
        Setting::Receipts(on) => me.receipts = *on,
        Setting::Public(on) => me.public = *on,
        Setting::PageLinks(on) => me.page_links = *on,
        Setting::Theme(theme) => {
            if !THEMES.contains(&theme.as_str()) {
                return Ok(Err(people::Why::NoTheme { theme: theme.clone() }));
            }
            me.theme = Some(theme.clone());
        }
        Setting::MySide(on) => me.my_side = *on,
        Setting::Confirm(on) => me.confirm = *on,
        Setting::Games(most) => me.most_games = *most,
        Setting::News(on) => me.news = *on,
        Setting::Zone(zone) => match moment::zone_name(zone) {
            Some(name) => me.zone = Some(name),
            None => return Ok(Err(people::Why::NoZone { zone: zone.clone() })),
        },
        Setting::Transport(transport) => {
            let there = match transport {
                Transport::Mail => !now.tx.addresses_of(me.id)?.is_empty(),
                Transport::Discord => now.tx.discord_of(me.id)?.is_some(),
            };
            if !there {
                return Ok(Err(people::Why::NotKnownThere));
            }
            me.transport = Some(*transport);
        }
    }
    Ok(Ok(()))
}

fn settings_of(now: Now<'_>, who: &Requester, me: &Player) -> Result<people::Settings, ServiceError> {
    let taste = now.taste(Some(me), None);
    let by = match now.destination(me)?.map(|(to, _)| to) {
        Some(Destination::Email(_)) => Reached::Mail,
        Some(Destination::DiscordUser(_) | Destination::DiscordPlace { .. }) => Reached::Discord,
        Some(Destination::Console(_)) => Reached::Console,
        None => Reached::Nothing,
    };
    let addresses = now.tx.addresses_of(me.id)?;
    let discord = now.tx.discord_of(me.id)?.is_some();
    let by_last = discord && !addresses.is_empty() && me.transport.is_none();
    // Their own addresses, numbered for `unlink`; nobody else ever sees them.
    let fresh = ways::older_way(now, who)?.is_some();
    let seen = |row: &AddressRow| !fresh || who.way() == Some(Way::Address(row.id));
    let numbered = addresses.into_iter().enumerate().filter(|(_, row)| seen(row));
    Ok(people::Settings {
        name: me.name.clone(),
        mode: me.mode,
        by,
        by_last,
        receipts: me.receipts,
        public: me.public,
        reminders: me.reminders.clone(),
        zone: taste.zone,
        theme: taste.theme,
        my_side: me.my_side,
        confirm: me.confirm,
        page_links: now.settings.pages.as_ref().map(|_| me.page_links),
        most_games: me.most_games,
        news: me.news,
        addresses: numbered.map(|(i, row)| (i + 1, row.address.clone(), flow(&row))).collect(),
        discord,
        blocked: now.tx.blocked_names(me.id)?,
    })
}

/// Applies new reminder times to turns already waiting.
fn rewind_reminders(now: Now<'_>, me: &Player) -> Result<(), ServiceError> {
    for mut row in now.tx.running_games_to_change(me.id)? {
        if row.to_move.is_some() && row.to_move == row.side_of(me.id) {
            row.reminder = row.next_reminder(&me.reminders, now.at);
            now.tx.update_game(&row)?;
        }
    }
    Ok(())
}

/// Whether mail goes to an address.
const fn flow(row: &AddressRow) -> Flow {
    match (row.stopped, &row.suspended) {
        (true, _) => Flow::Stopped,
        (false, Some(_)) => Flow::CameBack,
        (false, None) => Flow::Open,
    }
}

/// Schedules a player's next digest by their setting and time zone.
pub fn plan_digest(now: Now<'_>, player: &Player) -> Result<(), ServiceError> {
    let due = match player.mode {
        Mode::Digest(minute) => {
            let zone = moment::zone(&now.taste(Some(player), None).zone).unwrap_or(jiff::tz::TimeZone::UTC);
            moment::next_minute_of_day(minute, now.at, &zone)
        }
        Mode::Now | Mode::Reminders => None,
    };
    Ok(now.tx.set_digest_due(player.id, due)?)
}
