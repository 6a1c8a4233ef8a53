//! A player's settings.

use super::super::Said;
use crate::notice::told::people::{Flow, Reached, Settings};
use crate::store::Mode;
use crate::text::plural::counted;
use crate::text::{Reader, literal};

/// All of them, with related ones on one line.
pub(super) fn settings(reader: &Reader<'_>, changed: bool, now: &Settings) -> Said {
    let on = |on: bool| if on { "on" } else { "off" };
    let mut lines: Vec<String> = changed.then(|| reader.way.settled("it is set.")).into_iter().collect();
    lines.push(format!("You are {}. To change a setting: `set theme dark`; `help set` tells all.", literal(&now.name)));
    lines.push(format!("Notices: {}, {}. Receipts: {}.", when(now.mode), by(now), on(now.receipts)));
    lines.push(format!("Reminders: {}. Time zone: {}.", reminders(&now.reminders), literal(&now.zone)));
    let bottom = if now.my_side { "your side" } else { "White" };
    lines.push(format!("Theme: {}. Board: {bottom} at the bottom.", now.theme));
    let others = if now.public { "anybody may look" } else { "nobody but you and your opponents may look" };
    lines.push(format!("Public: {}; {others} at your games.", on(now.public)));
    lines.extend(now.page_links.map(|links| format!("Links to your boards on pages: {}.", on(links))));
    lines.extend(now.confirm.then(|| "Turns picked in Discord are asked about before they are played.".to_owned()));
    lines.extend(
        now.most_games.map(|most| format!("At most {} at a time, tournaments included.", counted(most.into(), "game"))),
    );
    lines.extend((!now.news).then(|| "No mail about tournaments between their rounds.".to_owned()));
    lines.extend(now.addresses.iter().map(|(number, address, flow)| {
        let state = match flow {
            Flow::Open => "",
            Flow::Stopped => " (stopped; `start` lets mail flow again)",
            Flow::CameBack => " (mail came back; write from there to use it again)",
        };
        format!("Mail {number}: {}{state}", literal(address))
    }));
    lines.extend(now.discord.then(|| "Discord: linked".to_owned()));
    if !now.blocked.is_empty() {
        lines.push(format!("Blocked: {}", literal(&now.blocked.join(", "))));
    }
    Said::under("Turnpost: your settings", lines)
}

fn when(mode: Mode) -> String {
    match mode {
        Mode::Now => "at once".to_owned(),
        Mode::Digest(minute) => format!("as a digest at {}:{:02}", minute / 60, minute % 60),
        Mode::Reminders => "only reminders".to_owned(),
    }
}

/// How notices are sent and, if there are two ways, why this one.
fn by(now: &Settings) -> String {
    let by = match now.by {
        Reached::Mail => "by mail",
        Reached::Discord => "in Discord",
        Reached::Console => "at the console",
        Reached::Nothing => "but mail is stopped",
    };
    format!("{by}{}", if now.by_last { ", where you last wrote" } else { "" })
}

fn reminders(hours: &[u32]) -> String {
    let each: Vec<String> = hours.iter().map(|hours| format!("{hours} h")).collect();
    if each.is_empty() { "none".to_owned() } else { each.join(" and ") + " before time runs out" }
}
