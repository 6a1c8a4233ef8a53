//! A public game for programs.

use serde_json::{Value, json};
use turnpost_core::rules::Side;
use turnpost_core::service::GamePage;

use crate::layout::iso;

/// Everything that its page tells.
pub(crate) fn json(game: &GamePage) -> String {
    let record = &game.record;
    let turns: Vec<Value> = record
        .turns
        .iter()
        .map(|turn| {
            json!({ "number": turn.number, "side": turn.side.word(), "turn": turn.text, "at": turn.at.map(iso),
                    "forfeit": turn.forfeit })
        })
        .collect();
    let result = record.end.map(|end| {
        json!({ "winner": end.winner.map(Side::word), "reason": end.reason.to_string(),
                "margin": end.margin.map(|margin| margin.to_string()), "aborted": end.aborted, "at": end.at.map(iso) })
    });
    let options: serde_json::Map<String, Value> =
        record.setup.options.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect();
    let whole = json!({
        "number": game.heading.number,
        "revision": game.heading.revision,
        "game": record.setup.game.name(),
        "variant": record.setup.variant,
        "options": options,
        "white": record.white,
        "black": record.black,
        "rated": record.rated,
        "clock": record.clock.to_string(),
        "started": record.started.map(iso),
        "first": record.first,
        "turns": turns,
        "position": game.board.position,
        "to_move": game.to_move.map(Side::word),
        "deadline": game.deadline.map(iso),
        "result": result,
    });
    format!("{whole:#}\n")
}
