//! How a player wants things: name and settings.

use crate::clock::moment;
use crate::command::{Setting, THEMES, Transport};
use crate::notice::Destination;
use crate::service::incoming::requester::Requester;
use crate::service::people::names;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{Mode, Player, Way};

impl Work<'_> {
    /// `name X`.
    pub fn rename(&mut self, who: &mut Requester, name: &str) -> Result<(), ServiceError> {
        let mut me = self.need_player(who)?;
        if let Err(why) = names::check(name) {
            return self.refuse(who, None, vec![why]);
        }
        if self.tx.name_taken(name, Some(me.id))? {
            return self.refuse(who, None, vec![format!("somebody is called {name} already, or nearly so.")]);
        }
        if !self.tx.allow(&format!("renamed {}", me.id), self.at, 5, DAY)? {
            return self.refuse(who, None, vec!["five names a day are the most.".to_owned()]);
        }
        me.name = name.to_owned();
        self.tx.update_player(&me)?;
        who.player = Some(me);
        self.words(who, "Turnpost: your name", vec![format!("No action needed: you are {name} from now on.")]);
        Ok(())
    }

    /// `settings`, `set …`.
    pub fn settings(&mut self, who: &mut Requester, setting: Option<&Setting>) -> Result<(), ServiceError> {
        let mut me = self.need_player(who)?;
        if let Some(setting) = setting {
            if let Err(why) = self.change(&mut me, setting)? {
                return self.refuse(who, None, vec![why]);
            }
            self.tx.update_player(&me)?;
            self.plan_digest(&me)?;
            who.player = Some(me.clone());
        }
        let mut lines = self.setting_lines(who, &me)?;
        if setting.is_some() {
            lines.insert(0, "No action needed: it is set.".to_owned());
        }
        self.words_once(who, "Turnpost: your settings", lines);
        Ok(())
    }

    fn change(&mut self, me: &mut Player, setting: &Setting) -> Result<Result<(), String>, ServiceError> {
        match setting {
            Setting::AtOnce => me.mode = Mode::Now,
            Setting::Digest { minute } if *minute < 24 * 60 => me.mode = Mode::Digest(*minute),
            Setting::Digest { .. } => return Ok(Err("a day has 24 hours; write digest 8:00.".to_owned())),
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
                    return Ok(Err(format!("there is no theme {theme:?}, but {}.", THEMES.join(", "))));
                }
                me.theme = Some(theme.clone());
            }
            Setting::MySide(on) => me.my_side = *on,
            Setting::Zone(zone) => match moment::zone_name(zone) {
                Some(name) => me.zone = Some(name),
                None => {
                    let why = format!("{zone:?} is no time zone; write one like Europe/Berlin or +02:00.");
                    return Ok(Err(why));
                }
            },
            Setting::Transport(transport) => {
                let there = match transport {
                    Transport::Mail => !self.tx.addresses_of(me.id)?.is_empty(),
                    Transport::Discord => self.tx.discord_of(me.id)?.is_some(),
                };
                if !there {
                    return Ok(Err("you are not known there yet; link joins accounts.".to_owned()));
                }
                me.transport = Some(*transport);
            }
        }
        Ok(Ok(()))
    }

    fn setting_lines(&self, who: &Requester, me: &Player) -> Result<Vec<String>, ServiceError> {
        let on = |on: bool| if on { "on" } else { "off" };
        let taste = self.taste(Some(me), None);
        let notices = match me.mode {
            Mode::Now => "at once".to_owned(),
            Mode::Digest(minute) => format!("as a digest at {}:{:02}", minute / 60, minute % 60),
            Mode::Reminders => "only reminders".to_owned(),
        };
        let hours: Vec<String> = me.reminders.iter().map(|hours| format!("{hours} h")).collect();
        let hours = if hours.is_empty() { "none".to_owned() } else { hours.join(" and ") + " before time runs out" };
        let mut lines = vec![
            format!("You are {}. Notices: {notices}, {}. Receipts: {}.", me.name, self.way(me)?, on(me.receipts)),
            format!("Reminders: {hours}. Time zone: {}.", taste.zone),
            format!("Theme: {}. Board: {} at the bottom.", taste.theme, if me.my_side { "your side" } else { "White" }),
        ];
        // Their own addresses, numbered for unlink; nobody else ever sees them.
        let fresh = self.older_way(who)?.is_some();
        for (i, address) in self.tx.addresses_of(me.id)?.iter().enumerate() {
            if fresh && who.way() != Some(Way::Address(address.id)) {
                continue;
            }
            let state = match (address.stopped, &address.suspended) {
                (true, _) => " (stopped; start lets mail flow again)",
                (_, Some(_)) => " (mail came back; write from there to use it again)",
                _ => "",
            };
            lines.push(format!("Mail {}: {}{state}", i + 1, address.address));
        }
        if self.tx.discord_of(me.id)?.is_some() {
            lines.push("Discord: linked".to_owned());
        }
        let blocked = self.tx.blocked_names(me.id)?;
        if !blocked.is_empty() {
            lines.push(format!("Blocked: {}", blocked.join(", ")));
        }
        Ok(lines)
    }

    /// By which transport notices go, and why by that one where there are two.
    fn way(&self, me: &Player) -> Result<String, ServiceError> {
        let way = match self.destination(me)?.map(|(to, _)| to) {
            Some(Destination::Email(_)) => "by mail",
            Some(Destination::DiscordUser(_) | Destination::DiscordPlace { .. }) => "in Discord",
            Some(Destination::Console(_)) => "at the console",
            None => "but mail is stopped",
        };
        let two = self.tx.discord_of(me.id)?.is_some() && !self.tx.addresses_of(me.id)?.is_empty();
        let why = if two && me.transport.is_none() { ", where you last wrote" } else { "" };
        Ok(format!("{way}{why}"))
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
