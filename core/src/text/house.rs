//! Words about the computer player that belong to no message alone.

/// The name that the house goes by at a level. Nobody else can have such a name, so it is marked as a computer wherever
/// players are named.
pub fn name(level: u8) -> String {
    format!("House {level} (computer)")
}
