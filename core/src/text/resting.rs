//! Words about vacations that can't be.

/// More days than are left of the year's.
pub fn too_long(left: &str, away: bool) -> String {
    format!("you have {left} of vacation left this year.{}", still(away))
}

/// More changes than opponents should have to read of in a day.
pub fn too_often(most: u32, away: bool) -> String {
    format!("{most} vacations a day are the most: your opponents are told of each.{}", still(away))
}

const fn still(away: bool) -> &'static str {
    if away { " You are away as before; away off ends it." } else { "" }
}
