//! What a stored notice doesn't hold, filled in on its way out: link codes and plans. If it is gone by then, that is
//! said in words.

use crate::notice::{HOLE, News, Notice, Secret, Told};
use crate::request::Timestamp;
use crate::service::ServiceError;
use crate::store::{Owed, Tx};
use crate::text::secret;

/// Fills in what notices show that are about to be delivered.
pub(in crate::service) fn fill(tx: &Tx<'_>, mut owed: Vec<Owed>, now: Timestamp) -> Result<Vec<Owed>, ServiceError> {
    for owed in &mut owed {
        fill_one(tx, &mut owed.notice, now)?;
    }
    Ok(owed)
}

fn fill_one(tx: &Tx<'_>, notice: &mut Notice, now: Timestamp) -> Result<(), ServiceError> {
    let (Some(hidden), News::Told { what: Told::Written { lines, .. } }) = (notice.secret, &mut notice.news) else {
        return Ok(());
    };
    match hidden {
        Secret::Code(id) => match tx.link_code(id, now)? {
            Some(code) => lines.iter_mut().for_each(|line| *line = line.replace(HOLE, &code)),
            None => *lines = secret::code_is_gone(),
        },
        Secret::Plans { game, player } => {
            let plans = tx.plans(game, player)?;
            *lines = secret::plans(game, plans.iter().map(|plan| plan.line.as_slice()));
        }
        Secret::Once if lines.is_empty() => *lines = secret::shown_once(),
        Secret::Once => {}
    }
    Ok(())
}
