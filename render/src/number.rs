//! Numbers as SVG likes them: short, exact, the same on every machine.

use std::fmt;

/// Hundredths. Prints as `3`, `-0.5` or `12.25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(pub i32);

impl Number {
    /// The nearest hundredth.
    pub fn of(value: f32) -> Number {
        Number((value * 100.0).round() as i32)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, hundredths) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match (whole, hundredths) {
            (_, 0) => write!(f, "{sign}{whole}"),
            (0, _) if hundredths % 10 == 0 => write!(f, "{sign}.{}", hundredths / 10),
            (0, _) => write!(f, "{sign}.{hundredths:02}"),
            (_, _) if hundredths % 10 == 0 => write!(f, "{sign}{whole}.{}", hundredths / 10),
            _ => write!(f, "{sign}{whole}.{hundredths:02}"),
        }
    }
}
