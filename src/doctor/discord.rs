//! Discord: the token, what the application may read, and how often it may still connect today.

use std::sync::Arc;

use turnpost_bot::{Trouble, checkup};

use super::Finding;
use crate::config::Config;

/// Asks Discord; also gives the time it says it is.
pub async fn check(config: &Config) -> (Vec<Finding>, Option<String>) {
    let Some(token) = &config.discord.token else {
        return (vec![Finding::off("discord", "no token (DISCORD_TOKEN)")], None);
    };
    let settings = crate::server::discord(config, token, Arc::new(|_| {}));
    let found = match checkup(&settings).await {
        Ok(found) => found,
        Err(Trouble::Token) => {
            let advice = "copy the token anew: discord.com/developers, the application, Bot, Reset Token";
            return (vec![Finding::fault("discord", "the token is refused", advice)], None);
        }
        Err(trouble) => return (vec![Finding::fault("discord", trouble.to_string(), "is the network up?")], None),
    };
    let mut findings = vec![Finding::good("discord", format!("the token is {}'s", found.name))];
    findings.push(if found.reads_content {
        Finding::good("intents", "the message content intent is on")
    } else {
        let advice = "developer portal, Bot, Message Content Intent; or mention the bot with each move";
        Finding::warning("intents", "moves typed in threads are not read", advice)
    });
    if found.sessions_left < 20 {
        let seen = format!("connections still allowed today: {}", found.sessions_left);
        findings.push(Finding::warning("sessions", seen, "find out why it connects so often: the log tells"));
    }
    (findings, found.date)
}
