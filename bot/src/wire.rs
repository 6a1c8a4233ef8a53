//! Requests to Discord: the client, what its errors mean, and retries where they may help.
//!
//! With serenity's rate limiter on, 429 is honoured before it gets here. With another base URL that limiter is off, and
//! the retries here are all there is.

use std::future::Future;
use std::time::Duration;

use serenity::Error;
use serenity::builder::CreateAllowedMentions;
use serenity::http::{Http, HttpBuilder, HttpError};
use tokio::time::Instant;

use crate::settings::Settings;

pub(crate) mod relay;

/// How long each request of a delivery is tried.
pub(crate) const DELIVERY: Duration = Duration::from_secs(60);

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Nothing can be sent there: no such place, no permission, no direct messages.
    #[error("nothing can be sent there (code {0})")]
    Unreachable(isize),
    /// What was to be answered or edited is gone, answered already, or too old.
    #[error("too late (code {0})")]
    TooLate(isize),
    /// Rate limits, outages, lost connections: it may work later.
    #[error("Discord does not answer now: {0}")]
    Later(String),
    /// The token is refused.
    #[error("Discord refuses the token")]
    Token,
    /// Discord will never take this: a mistake of ours.
    #[error("Discord refuses it: {0}")]
    Refused(String),
}

/// Somebody isn't a member of that server.
pub(crate) const UNKNOWN_MEMBER: isize = 10007;
/// The bot doesn't see that place.
pub(crate) const NO_ACCESS: isize = 50001;
/// Somebody neither shares a server with the bot nor has it in their account.
pub(crate) const NOTHING_IN_COMMON: isize = 50278;
/// There is no such channel.
pub(crate) const UNKNOWN_CHANNEL: isize = 10003;
/// Places that don't exist any more.
pub(crate) const GONE: &[isize] = &[UNKNOWN_CHANNEL, 10004];
/// Codes that mean that a place or person can't be written to.
const UNREACHABLE: &[isize] =
    &[10003, 10004, UNKNOWN_MEMBER, 10013, NO_ACCESS, 50007, 50013, NOTHING_IN_COMMON, 340_001];
/// Codes that mean that there is nothing to answer or edit any more.
const TOO_LATE: &[isize] = &[10008, 10015, 10062, 30046, 40060, 50027, 50083];

/// A client for requests. With another base URL serenity's own rate limiter is off, since it would ignore that URL.
pub(crate) fn http(settings: &Settings) -> Http {
    let builder = HttpBuilder::new(&settings.token).default_allowed_mentions(CreateAllowedMentions::new());
    match &settings.api {
        Some(api) => builder.proxy(api.clone()).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        let response = match &error {
            Error::Http(HttpError::UnsuccessfulRequest(response)) => response,
            // There was no answer. The error's text may contain the URL, and that a token.
            Error::Http(HttpError::Request(error)) => return Trouble::Later(kind(error).to_owned()),
            Error::Io(_) | Error::Tungstenite(_) => return Trouble::Later("the connection was lost".to_owned()),
            other => return Trouble::Refused(other.to_string()),
        };
        let (status, code) = (response.status_code.as_u16(), response.error.code);
        match status {
            _ if UNREACHABLE.contains(&code) => Trouble::Unreachable(code),
            _ if TOO_LATE.contains(&code) => Trouble::TooLate(code),
            401 => Trouble::Token,
            408 | 429 | 500.. => Trouble::Later(format!("status {status}")),
            404 => Trouble::TooLate(code),
            _ => Trouble::Refused(format!("status {status}, code {code}: {}", response.error.message)),
        }
    }
}

fn kind(error: &(impl std::error::Error + ?Sized)) -> &'static str {
    let timed_out = std::iter::successors(error.source(), |inner| inner.source()).any(|inner| {
        inner.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::TimedOut)
    });
    if timed_out { "it took too long" } else { "no connection" }
}

/// Repeats a request until it is answered or the time is up. Only [`Trouble::Later`] is tried again.
pub(crate) async fn patiently<T, F>(time: Duration, mut request: impl FnMut() -> F) -> Result<T, Trouble>
where
    F: Future<Output = Result<T, Error>>,
{
    let end = Instant::now() + time;
    let mut pause = Duration::from_millis(60);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let trouble = match tokio::time::timeout(left, request()).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) => Trouble::from(error),
            Err(_) => return Err(Trouble::Later("it took too long".to_owned())),
        };
        if !matches!(trouble, Trouble::Later(_)) || Instant::now() + pause >= end {
            return Err(trouble);
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(5));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn tries_again_only_what_may_pass() {
        let tries = Cell::new(0);
        let lost = || {
            tries.set(tries.get() + 1);
            let fail = tries.get() < 4;
            async move { if fail { Err(Error::Io(std::io::Error::other("gone"))) } else { Ok(41) } }
        };
        assert_eq!(patiently(Duration::from_secs(60), lost).await, Ok(41));
        assert_eq!(tries.get(), 4);

        let tries = Cell::new(0);
        let wrong = || {
            tries.set(tries.get() + 1);
            async { Err::<(), _>(Error::Other("a mistake of ours")) }
        };
        assert!(matches!(patiently(Duration::from_secs(60), wrong).await, Err(Trouble::Refused(_))));
        assert_eq!(tries.get(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn gives_up_in_time() {
        let started = Instant::now();
        let never = || std::future::pending::<Result<(), Error>>();
        assert!(matches!(patiently(Duration::from_secs(2), never).await, Err(Trouble::Later(_))));
        assert_eq!(started.elapsed(), Duration::from_secs(2));
    }
}
