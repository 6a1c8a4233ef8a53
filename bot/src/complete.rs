//! What is offered while somebody types: one's games, the stages of a turn, the variants. Turns come from memory
//! once a position was looked at; what is submitted is read by the rules all the same.

use std::sync::Arc;

use serenity::all::AutocompleteChoice;
use turnpost_core::command::GameNumber;
use turnpost_core::notation;
use turnpost_core::rules::{GameKind, Position};

use crate::desk::Desk;
use crate::markdown::cut;

/// The most that Discord shows.
const MOST: usize = 25;

/// The longest value that Discord takes for a choice.
const LONGEST: usize = 100;

/// Who types what, and where.
pub struct Asked {
    /// The user.
    pub user: u64,
    /// The channel.
    pub channel: u64,
    /// The game's number or name, where that option is filled.
    pub game: Option<String>,
    /// What was typed so far.
    pub typed: String,
}

/// The user's games that fit what was typed, those that wait for them first.
pub async fn games(desk: &Arc<Desk>, asked: Asked) -> Vec<AutocompleteChoice> {
    let user = asked.user;
    let mine = desk.read(move |service| service.games_of_discord(user)).await.unwrap_or_default();
    let typed = asked.typed.trim().to_lowercase();
    let shown = mine.into_iter().map(|game| {
        let turn = if game.my_turn { ", your turn" } else { "" };
        (format!("{} {} vs {}{turn}", game.number, game.title, game.opponent), game.number)
    });
    let fits = shown.filter(|(name, _)| name.to_lowercase().contains(&typed));
    fits.take(MOST).map(|(name, number)| AutocompleteChoice::new(cut(&name, 100), number)).collect()
}

/// The next stage of a turn.
pub async fn turns(desk: &Arc<Desk>, asked: Asked) -> Vec<AutocompleteChoice> {
    // Only one turn is completed, not the next of several as in a preview; and none is as long as an option may be.
    if asked.typed.trim_start_matches(';').contains(';') || asked.typed.len() > LONGEST {
        return Vec::new();
    }
    let named = asked.game.as_deref().and_then(|text| text.trim().parse().ok());
    let Some(number) = game(desk, named, &asked).await else { return Vec::new() };
    let user = asked.user;
    let found = desk.read(move |service| service.glance(number, user)).await.flatten();
    let Some(glance) = found.filter(|glance| glance.to_move.is_some()) else { return Vec::new() };
    let key = (number, glance.heading.revision);
    let spell = move || {
        let position = Position::parse(&glance.setup, &glance.board.position).ok()?;
        Some(position.spellings())
    };
    let Some(spelled) = desk.spell(key, spell).await else { return Vec::new() };
    let found = desk.work(move |_| stages(&spelled, asked.typed.trim_start_matches(';'))).await.unwrap_or_default();
    let fits = found.into_iter().filter(|(_, text)| text.len() <= LONGEST);
    fits.map(|(name, text)| AutocompleteChoice::new(cut(&name, LONGEST), text)).collect()
}

/// The ways on from what was typed, as shown and as meant: each cut behind the next square, at most 25.
pub fn stages(spelled: &[String], typed: &str) -> Vec<(String, String)> {
    let typed = notation::normal(typed);
    // Placements offer every kind on every square: the kind comes first.
    let kinds = !typed.contains('@') && spelled.iter().all(|text| text.contains('@'));
    let first = spelled.partition_point(|text| text.as_str() < typed.as_str());
    let mut found: Vec<(String, usize, bool)> = Vec::new();
    for text in spelled[first..].iter().take_while(|text| text.starts_with(&typed)) {
        let stop = match text.find('@') {
            Some(at) if kinds => at + 1,
            _ => notation::next_stop(text, typed.len()),
        };
        let (stage, whole) = (&text[..stop], stop == text.len());
        match found.last_mut() {
            Some((last, taken, seen)) if last == stage => {
                *taken = (*taken).max(text.matches('x').count());
                *seen |= whole;
            }
            _ => found.push((stage.to_owned(), text.matches('x').count(), whole)),
        }
    }
    found.sort_unstable();
    found.dedup_by(|one, other| one.0 == other.0);
    found
        .into_iter()
        .take(MOST)
        .map(|(text, taken, whole)| {
            let name = match (whole, taken) {
                (true, _) => text.clone(),
                (false, 2..) => format!("{text}… takes {taken}"),
                (false, _) => format!("{text}…"),
            };
            (name, text)
        })
        .collect()
}

/// The variants of the game that is named in the same command.
pub fn variants(asked: &Asked) -> Vec<AutocompleteChoice> {
    let Some(game) = asked.game.as_deref().and_then(|name| GameKind::named(name).ok()) else { return Vec::new() };
    let typed = asked.typed.trim().to_lowercase();
    let fits = game.variants().iter().filter(|variant| variant.contains(&typed));
    fits.take(MOST).map(|variant| AutocompleteChoice::new(*variant, *variant)).collect()
}

/// The game that is meant: the one named, the one that lives here, or the only one that waits.
async fn game(desk: &Arc<Desk>, named: Option<GameNumber>, asked: &Asked) -> Option<GameNumber> {
    if named.is_some() {
        return named;
    }
    let (channel, user) = (asked.channel, asked.user);
    let here = desk.read(move |service| service.game_at(channel)).await.flatten();
    if here.is_some() {
        return here;
    }
    let mine = desk.read(move |service| service.games_of_discord(user)).await.unwrap_or_default();
    let mut waiting = mine.iter().filter(|game| game.my_turn);
    match (waiting.next(), waiting.next()) {
        (Some(only), None) => Some(only.number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use turnpost_core::rules::Setup;

    use super::*;

    fn spelled(game: &str, position: Option<&str>) -> Vec<String> {
        let setup = Setup::new(game, None, &[]).unwrap();
        position.map_or_else(|| Position::start(&setup), |text| Position::parse(&setup, text)).unwrap().spellings()
    }

    fn offered(spelled: &[String], typed: &str) -> Vec<String> {
        stages(spelled, typed).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn turns_are_offered_in_stages() {
        let all = spelled("amazons", None);
        assert_eq!(offered(&all, ""), ["a4…", "d1…", "g1…", "j4…"]);
        assert!(offered(&all, "d1").contains(&"d1-d7…".to_owned()));
        assert!(offered(&all, "D1-d7/g").contains(&"d1-d7/g7".to_owned()));
        assert_eq!(offered(&all, "d1-d7/g7"), ["d1-d7/g7"]);
        assert!(offered(&all, "e5").is_empty());
        assert!(all.iter().all(|text| offered(&all, text).contains(text)), "every turn can be reached");
    }

    #[test]
    fn diamond_offers_placements_two_moves_and_attacks() {
        let setup = spelled("diamond", None);
        assert_eq!(offered(&setup, ""), ["c@…", "g@…", "h@…", "k@…", "o@…", "r@…", "s@…", "z@…"]);
        assert!(offered(&setup, "c@").iter().all(|stage| stage.starts_with("c@") && !stage.ends_with('…')));
        let quick = Setup::new("diamond", Some("quick"), &[]).unwrap();
        let all = Position::start(&quick).unwrap().spellings();
        let (first, _) = stages(&all, "").swap_remove(0);
        let piece = first.trim_end_matches('…');
        let moves = offered(&all, piece);
        assert!(moves.iter().all(|stage| stage.starts_with(piece)) && moves.len() > 1, "{moves:?}");
        let moved = moves.iter().find(|stage| stage.ends_with('…')).unwrap().trim_end_matches('…');
        assert!(offered(&all, moved).iter().any(|stage| stage.starts_with(&format!("{moved} "))), "a second move");
    }

    #[test]
    fn captures_tell_how_many_they_take() {
        let all = spelled("dameo", Some("8/3b2b1/8/3b2b1/3w2w1/8/8/8 w 1"));
        assert_eq!(offered(&all, ""), ["d4… takes 2", "g4… takes 2"]);
    }
}
