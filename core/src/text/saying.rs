//! Why something isn't said to an opponent.

pub(crate) fn enough_waits(most: usize) -> String {
    format!("{most} messages of yours wait for the next turn already, and that is enough.")
}
