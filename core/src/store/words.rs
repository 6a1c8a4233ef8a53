//! How sides, clocks, options and ends are spelled in columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use super::{StoreError, Stored};
use crate::clock::ClockRule;
use crate::rules::{GameKind, Reason, Setup, Side};

/// A side in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideText(pub Side);

impl FromSql for SideText {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "white" => Ok(SideText(Side::White)),
            "black" => Ok(SideText(Side::Black)),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

impl ToSql for SideText {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.0.word()))
    }
}

/// A clock as its three columns: start, addition, bound.
pub(super) fn clock_columns(clock: ClockRule) -> (Option<u32>, Option<u32>, Option<u32>) {
    match clock {
        ClockRule::Bank { start, add, max } => (Some(start), Some(add), max),
        ClockRule::PerTurn { each, max } => (None, Some(each), max),
        ClockRule::None => (None, None, None),
    }
}

/// The clock of three columns.
pub(super) fn clock_of(start: Option<u32>, add: Option<u32>, max: Option<u32>) -> ClockRule {
    match (start, add) {
        (Some(start), add) => ClockRule::Bank { start, add: add.unwrap_or(0), max },
        (None, Some(each)) => ClockRule::PerTurn { each, max },
        (None, None) => ClockRule::None,
    }
}

/// Options as JSON.
pub(super) fn options_text(options: &[(String, String)]) -> Stored<String> {
    Ok(serde_json::to_string(options)?)
}

/// The setup of three columns that were checked when they were stored.
pub(super) fn setup_of(game: &str, variant: &str, options: &str) -> Stored<Setup> {
    let nonsense = |what: &str| StoreError::Nonsense(format!("{what} in a game's row"));
    let game = GameKind::named(game).map_err(|_| nonsense("an unknown game"))?;
    let variant = game.variants().iter().find(|known| **known == variant).ok_or_else(|| nonsense("a variant"))?;
    Ok(Setup { game, variant, options: serde_json::from_str(options)? })
}

/// The reason with that word.
pub(super) fn reason_of(word: &str) -> Stored<Reason> {
    Reason::named(word).ok_or_else(|| StoreError::Nonsense(format!("the reason {word:?}")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn clocks_and_reasons_come_back() {
        let bounded = ClockRule::default().at_most(9_000_000);
        for clock in [ClockRule::default(), bounded, ClockRule::per_turn(5), ClockRule::None] {
            let (start, add, max) = clock_columns(clock);
            assert_eq!(clock_of(start, add, max), clock);
        }
        assert_eq!(reason_of(Reason::TownCaptured.word()).unwrap(), Reason::TownCaptured);
        assert!(reason_of("luck").is_err());
    }
}
