//! How a player wants things: name and settings.

use crate::clock::moment;
use crate::command::{Setting, THEMES, Transport};
use crate::notice::Destination;
use crate::notice::told::people::{Flow, Reached, Settings, Told, Why};
use crate::service::incoming::requester::Requester;
use crate::service::people::names;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{AddressRow, Mode, Player, Way};

/// How often a day a player may take another name.
const NAMES: u32 = 5;

impl Work<'_> {
    /// `name X`.
    pub fn rename(&mut self, who: &mut Requester, name: &str) -> Result<(), ServiceError> {
        let mut me = self.need_player(who)?;
        if let Err(why) = names::check(name) {
            return self.refuse(who, None, Why::BadName(why));
        }
        if self.tx.name_taken(name, Some(me.id))? {
            return self.refuse(who, None, Why::NameTaken { name: name.to_owned() });
        }
        if !self.tx.allow(&format!("renamed {}", me.id), self.at, NAMES, DAY)? {
            return self.refuse(who, None, Why::TooManyNames { most: NAMES });
        }
        me.name = name.to_owned();
        self.tx.update_player(&me)?;
        who.player = Some(me);
        self.reply(who, Told::Renamed { name: name.to_owned(), by_operator: false });
        Ok(())
    }

    /// `settings`, `set …`.
    pub fn settings(&mut self, who: &mut Requester, setting: Option<&Setting>) -> Result<(), ServiceError> {
        let mut me = self.need_player(who)?;
        if let Some(setting) = setting {
            if let Err(why) = self.change(&mut me, setting)? {
                return self.refuse(who, None, why);
            }
            self.tx.update_player(&me)?;
            self.plan_digest(&me)?;
            who.player = Some(me.clone());
        }
        let now = Box::new(self.settings_of(who, &me)?);
        self.reply_once(who, Told::Settings { changed: setting.is_some(), now });
        Ok(())
    }

    fn change(&mut self, me: &mut Player, setting: &Setting) -> Result<Result<(), Why>, ServiceError> {
        match setting {
            Setting::AtOnce => me.mode = Mode::Now,
            Setting::Digest { minute } if *minute < 24 * 60 => me.mode = Mode::Digest(*minute),
            Setting::Digest { .. } => return Ok(Err(Why::NoTimeOfDay)),
            Setting::RemindersOnly => me.mode = Mode::Reminders,
            Setting::Reminders(hours) => {
                let mut hours: Vec<u32> = hours.iter().copied().filter(|hours| (1..=24 * 14).contains(hours)).collect();
                hours.sort_unstable_by(|a, b| b.cmp(a));
                hours.dedup();
                hours.truncate(4);
                me.reminders = hours;
                self.rewind_reminders(me)?;
            }
            Setting::Receipts(on) => me.receipts = *on,
            Setting::Theme(theme) => {
                if !THEMES.contains(&theme.as_str()) {
                    return Ok(Err(Why::NoTheme { theme: theme.clone() }));
                }
                me.theme = Some(theme.clone());
            }
            Setting::MySide(on) => me.my_side = *on,
            Setting::Zone(zone) => match moment::zone_name(zone) {
                Some(name) => me.zone = Some(name),
                None => return Ok(Err(Why::NoZone { zone: zone.clone() })),
            },
            Setting::Transport(transport) => {
                let there = match transport {
                    Transport::Mail => !self.tx.addresses_of(me.id)?.is_empty(),
                    Transport::Discord => self.tx.discord_of(me.id)?.is_some(),
                };
                if !there {
                    return Ok(Err(Why::NotKnownThere));
                }
                me.transport = Some(*transport);
            }
        }
        Ok(Ok(()))
    }

    fn settings_of(&self, who: &Requester, me: &Player) -> Result<Settings, ServiceError> {
        let taste = self.taste(Some(me), None);
        let by = match self.destination(me)?.map(|(to, _)| to) {
            Some(Destination::Email(_)) => Reached::Mail,
            Some(Destination::DiscordUser(_) | Destination::DiscordPlace { .. }) => Reached::Discord,
            Some(Destination::Console(_)) => Reached::Console,
            None => Reached::Nothing,
        };
        let addresses = self.tx.addresses_of(me.id)?;
        let discord = self.tx.discord_of(me.id)?.is_some();
        let by_last = discord && !addresses.is_empty() && me.transport.is_none();
        // Their own addresses, numbered for unlink; nobody else ever sees them.
        let fresh = self.older_way(who)?.is_some();
        let seen = |row: &AddressRow| !fresh || who.way() == Some(Way::Address(row.id));
        let numbered = addresses.into_iter().enumerate().filter(|(_, row)| seen(row));
        Ok(Settings {
            name: me.name.clone(),
            mode: me.mode,
            by,
            by_last,
            receipts: me.receipts,
            reminders: me.reminders.clone(),
            zone: taste.zone,
            theme: taste.theme,
            my_side: me.my_side,
            addresses: numbered.map(|(i, row)| (i + 1, row.address.clone(), flow(&row))).collect(),
            discord,
            blocked: self.tx.blocked_names(me.id)?,
        })
    }

    /// New reminder times apply to the turns that wait now.
    fn rewind_reminders(&self, me: &Player) -> Result<(), ServiceError> {
        for mut row in self.tx.running_games(me.id)? {
            if row.to_move.is_some() && row.to_move == row.side_of(me.id) {
                row.reminder = row.next_reminder(&me.reminders, self.at);
                self.tx.update_game(&row)?;
            }
        }
        Ok(())
    }
}

/// Whether mail flows to an address.
const fn flow(row: &AddressRow) -> Flow {
    match (row.stopped, &row.suspended) {
        (true, _) => Flow::Stopped,
        (false, Some(_)) => Flow::CameBack,
        (false, None) => Flow::Open,
    }
}
