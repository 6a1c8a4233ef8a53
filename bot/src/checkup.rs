//! What `turnpost doctor` asks of Discord: is the token good, what may the application do, what time is it there.

use std::time::Duration;

use serde_json::Value;
use serenity::http::{Http, LightMethod, Request, Route};

use crate::settings::Settings;
use crate::wire::{self, Trouble, patiently};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The application's flags that let it read what people write: for verified applications, and for small ones.
const MESSAGE_CONTENT: u64 = 1 << 18 | 1 << 19;

/// What Discord says about the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkup {
    /// The bot's name.
    pub name: String,
    /// Whether the message content intent is granted.
    pub reads_content: bool,
    /// How many more times the gateway may be connected to today.
    pub sessions_left: u64,
    /// The `Date` header of its answer.
    pub date: Option<String>,
}

/// Asks Discord.
pub async fn checkup(settings: &Settings) -> Result<Checkup, Trouble> {
    let http = wire::http(settings);
    let (me, date) = ask(&http, Route::UserMe).await?;
    let (application, _) = ask(&http, Route::Oauth2ApplicationCurrent).await?;
    let (gateway, _) = ask(&http, Route::GatewayBot).await?;
    Ok(Checkup {
        name: me["username"].as_str().unwrap_or("?").to_owned(),
        reads_content: application["flags"].as_u64().unwrap_or(0) & MESSAGE_CONTENT != 0,
        sessions_left: gateway["session_start_limit"]["remaining"].as_u64().unwrap_or(0),
        date,
    })
}

async fn ask(http: &Http, route: Route<'_>) -> Result<(Value, Option<String>), Trouble> {
    patiently(PATIENCE, || async {
        let response = http.request(Request::new(route, LightMethod::Get)).await?;
        let date = response.headers().get("date").and_then(|date| date.to_str().ok()).map(str::to_owned);
        let body = response.bytes().await?;
        Ok((serde_json::from_slice(&body)?, date))
    })
    .await
}
