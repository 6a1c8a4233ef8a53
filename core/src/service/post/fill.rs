//! What a stored notice doesn't hold is filled in on delivery: link codes and plans. If it is gone by then, the notice
//! says so.

use crate::clock::moment::Timestamp;
use crate::notice::told::{incoming, people, playing};
use crate::notice::{News, Notice, Secret, Told};
use crate::service::ServiceError;
use crate::store::{Owed, Tx};

/// Fills in notices about to be delivered.
pub(in crate::service) fn fill(tx: &Tx<'_>, mut owed: Vec<Owed>, now: Timestamp) -> Result<Vec<Owed>, ServiceError> {
    for owed in &mut owed {
        fill_one(tx, &mut owed.notice, now)?;
    }
    Ok(owed)
}

fn fill_one(tx: &Tx<'_>, notice: &mut Notice, now: Timestamp) -> Result<(), ServiceError> {
    let (Some(hidden), News::Told { what }) = (notice.secret, &mut notice.news) else { return Ok(()) };
    match hidden {
        Secret::Code(id) => match (tx.link_code(id, now)?, what) {
            (None, what) => *what = people::Told::CodeIsGone.into(),
            (code, Told::People(people::Told::LinkCode { code: place, .. }))
            | (
                code,
                Told::Incoming(incoming::Told::FromElsewhere {
                    link: Some(incoming::LinkElsewhere { code: place, .. }),
                }),
            ) => *place = code,
            (code, what) => {
                *what = people::Told::LinkCode { name: notice.name.clone().unwrap_or_default(), code }.into()
            }
        },
        Secret::Plans { game, player } => {
            let lines = tx.plans(game, player)?.into_iter().map(|plan| plan.line).collect();
            *what = playing::Told::Plans { game, lines }.into();
        }
        // Emptied by a version that stored the words themselves.
        Secret::Once if *what == Told::Words(Vec::new()) => *what = people::Told::ShownOnce.into(),
        Secret::Once => {}
    }
    Ok(())
}
